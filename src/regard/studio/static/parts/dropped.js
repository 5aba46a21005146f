// Files that are dropped on the page, wherever they fall: Train takes them.

let taker = null, waiting = null;

/** taking(node, work): `work(file)` gets what is dropped while the node is on the page, and what was dropped before. */
export function taking(node, work) {
  taker = { node, work };
  if (waiting) work(waiting);
  waiting = null;
}

/** From now on a file that is dropped is taken; where nobody takes files, `open` is called, and who comes next has it. */
export function watchDrops(open) {
  const carries = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => { if (carries(event)) { event.preventDefault(); document.documentElement.classList.add("carrying"); } });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.documentElement.classList.remove("carrying"); });
  addEventListener("drop", (event) => {
    document.documentElement.classList.remove("carrying");
    if (!carries(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (!file) return;
    if (taker?.node.isConnected) taker.work(file);
    else { waiting = file; open(); }
  });
}
