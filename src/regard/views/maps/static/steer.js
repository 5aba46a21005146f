// What a reader does: choose a head, a word, a pair of words, the direction, how near.

const clamp = (value, n) => Math.max(0, Math.min(n - 1, value));

function fill(side) {
  const panel = panels[side];
  if (panel.dataset.side === String(sides()[side])) return;
  panel.dataset.side = sides()[side];
  panel.replaceChildren(...words(side).flatMap((word, k) => {
    const mark = document.createElement("mark");
    mark.id = `${panel.id}-${k}`;
    mark.textContent = word;
    mark.setAttribute("role", "option");
    return [mark, " "];
  }));
}

function show(change = {}) {
  const before = state.map;
  Object.assign(state, change);
  fill("rows");
  if (sides().rows !== sides().columns) fill("columns");
  Object.assign(state, { i: clamp(state.i, words("rows").length), j: clamp(state.j, words("columns").length) });
  drawText();
  drawLarge();
  $("pair").textContent = pair(state.i, state.j);
  $("which").textContent = told.maps[state.map].label;
  $("zoom").textContent = `${state.zoom}×`;
  document.querySelectorAll("input[name=from]").forEach((each) => { each.checked = each.value === state.from; });
  for (const number of [before, state.map]) {
    const button = $(`head-${number}`);
    button.setAttribute("aria-pressed", number === state.map);
    button.tabIndex = number === state.map ? 0 : -1;
  }
  history.replaceState(null, "", `#${state.map}.${state.i}.${state.j}.${state.from}.${state.zoom}`);
}

const picked = (side, at) => show({ from: side, [side === "rows" ? "i" : "j"]: at });

function reached(side, at, box) {
  picked(side, at);
  const top = box.children[at].offsetTop - box.offsetTop;
  if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 40) box.scrollTop = top - box.clientHeight / 2;
}

function panel(side) {
  const box = panels[side] = $(`${side}-words`);
  const which = () => sides().rows === sides().columns ? state.from : side;
  box.addEventListener("click", (event) => {
    const mark = event.target.closest("mark");
    if (mark) picked(which(), [...box.children].indexOf(mark));
  });
  box.addEventListener("keydown", (event) => {
    const n = words(which()).length, at = which() === state.from ? chosen() : 0;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - 10, ArrowDown: at + 10, PageUp: at - 100, PageDown: at + 100, Home: 0, End: n - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    reached(which(), clamp(to, n), box);
  });
}

function heads() {
  const buttons = told.maps.map((_, number) => $(`head-${number}`));
  buttons.forEach((button, number) => {
    button.addEventListener("click", () => show({ map: number }));
    button.addEventListener("keydown", (event) => {
      const line = button.closest("tr"), cell = button.closest("td").cellIndex;
      const beside = (row) => row?.cells[cell]?.querySelector("button");
      const to = { ArrowLeft: buttons[number - 1], ArrowRight: buttons[number + 1], ArrowUp: beside(line.previousElementSibling), ArrowDown: beside(line.nextElementSibling), Home: buttons[0], End: buttons.at(-1) }[event.key];
      if (!to) return;
      event.preventDefault();
      show({ map: buttons.indexOf(to) });
      to.focus();
    });
  });
}

function large() {
  const canvas = $("large");
  const under = (event) => {
    const box = canvas.getBoundingClientRect(), { top, height, left, width } = seen();
    return [top + clamp(Math.floor((event.clientY - box.top) / box.height * height), height), left + clamp(Math.floor((event.clientX - box.left) / box.width * width), width)];
  };
  canvas.addEventListener("pointermove", (event) => { $("pair").textContent = pair(...under(event)); });
  canvas.addEventListener("pointerleave", () => { $("pair").textContent = pair(state.i, state.j); });
  canvas.addEventListener("click", (event) => { const [i, j] = under(event); show({ i, j }); });
  canvas.addEventListener("keydown", (event) => {
    const step = event.shiftKey ? 10 : 1;
    const move = { ArrowUp: { i: state.i - step }, ArrowDown: { i: state.i + step }, ArrowLeft: { j: state.j - step }, ArrowRight: { j: state.j + step }, "+": { zoom: nearer(2) }, "=": { zoom: nearer(2) }, "-": { zoom: nearer(0.5) }, Home: { j: 0 }, End: { j: Infinity } }[event.key];
    if (!move) return;
    event.preventDefault();
    show(move);
  });
}

const nearer = (by) => Math.max(1, Math.min(ZOOMS, state.zoom * by));

async function start() {
  if (typeof DecompressionStream === "undefined") throw new Error("DecompressionStream");
  all = await Weights.read();
  panel("rows");
  panel("columns");
  heads();
  large();
  document.querySelectorAll("input[name=from]").forEach((each) => each.addEventListener("change", () => show({ from: each.value })));
  $("in").addEventListener("click", () => show({ zoom: nearer(2) }));
  $("out").addEventListener("click", () => show({ zoom: nearer(0.5) }));
  const [map, i, j, from, zoom] = location.hash.slice(1).split(".");
  const known = { map: +map, i: +i, j: +j, zoom: +zoom, from };
  if (told.maps[known.map] && [known.i, known.j].every(Number.isInteger) && ["rows", "columns"].includes(from) && Number.isInteger(Math.log2(known.zoom)) && known.zoom >= 1) Object.assign(state, known, { zoom: Math.min(ZOOMS, known.zoom) });
  const repaint = () => told.maps.forEach((_, number) => paint($(`head-${number}`).firstElementChild, all.small(number, SMALL)));
  $("explorer").hidden = false;
  $("wait").hidden = true;
  show();
  repaint();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { repaint(); drawLarge(); });
}

start().catch((error) => { $("wait").textContent = say("failed", { why: error.message }); });
