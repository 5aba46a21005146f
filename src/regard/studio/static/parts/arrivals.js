// Who is told when runs or trainings came or went: parts of the page, as long as they stand on it.

const heard = { runs: new Set(), jobs: new Set() };

/** arrival("runs", node, work): `work` is called when runs changed, while the node is on the page. */
export const arrival = (what, node, work) => { heard[what].add({ node, work }); };

/** Tell all that still stand there. */
export function tell(what) {
  for (const one of [...heard[what]]) if (one.node.isConnected) one.work(); else heard[what].delete(one);
}
