// The map of positions: places of the query from the top down, of the key from left to right.

import { cells, scaleOf } from "../../parts/cells.js";
import { s } from "../../parts/element.js";
import { ticks } from "../../parts/plot.js";

const LEFT = 40, TOP = 24, SIDE = 290;

/** square({values, row, words, value, choose}) → svg; a row can be chosen with mouse or finger (a slider does it, too). */
export function square({ values, row, words, value, choose }) {
  const n = values.length, size = SIDE / n, { mark, below, above, low, high } = scaleOf(values), bottom = TOP + SIDE;
  const at = (event) => {
    const box = drawing.getBoundingClientRect();
    const place = Math.floor(((event.clientY - box.top) / box.height * 380 - TOP) / size);
    if (place >= 0 && place < n) choose(place);
  };
  const upTo = (count, kind) => Array.from({ length: count }, (_, i) => `${kind}${i + 1}`);
  const steps = [...upTo(below, "n").reverse(), "l0", ...upTo(above, "p")];
  const wide = 14, start = LEFT + (SIDE - steps.length * wide) / 2;
  const drawing = s("svg", {
    viewBox: "0 0 340 380", class: "plot square", role: "img", "aria-label": words("positions.map.label", { n, low: value(low), high: value(high) }),
    onpointerdown: (event) => { drawing.setPointerCapture(event.pointerId); at(event); },
    onpointermove: (event) => { if (drawing.hasPointerCapture(event.pointerId)) at(event); },
  },
  s("text", { x: 4, y: 14, class: "axis" }, words("positions.query")),
  cells(values, mark, size, LEFT, TOP),
  s("rect", { x: LEFT, y: TOP, width: SIDE, height: SIDE, class: "frame" }),
  s("rect", { x: LEFT, y: TOP + row * size, width: SIDE, height: size, class: "chosen-row" }),
  ticks(n).map((i) => [
    s("text", { x: LEFT - 6, y: TOP + (i + 0.5) * size + 4, "text-anchor": "end", class: "axis" }, String(i + 1)),
    s("text", { x: LEFT + (i + 0.5) * size, y: bottom + 14, "text-anchor": "middle", class: "axis" }, String(i + 1)),
  ]),
  s("text", { x: LEFT + SIDE / 2, y: bottom + 30, "text-anchor": "middle", class: "axis" }, words("positions.key")),
  steps.map((kind, i) => s("rect", { x: start + i * wide, y: bottom + 42, width: wide, height: 12, class: `mark ${kind} step` })),
  s("text", { x: start - 6, y: bottom + 52, "text-anchor": "end", class: "axis" }, value(low)),
  s("text", { x: start + steps.length * wide + 6, y: bottom + 52, class: "axis" }, value(high)));
  return drawing;
}

/** Point out a row of a map. */
export function mark(drawing, row) {
  const box = drawing.querySelector(".chosen-row");
  box.setAttribute("y", TOP + row * Number(box.getAttribute("height")));
}
