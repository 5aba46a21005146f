// Drawings of an alignment.

import { cells } from "../../parts/cells.js";
import { s } from "../../parts/element.js";
import { fitted, wide } from "../../parts/measure.js";
import { level, markOf } from "../../parts/scale.js";

const CELL = 24, LONGEST = 130;

/** A cell for each word of the translation (down) and of the source (across); `point(i, j)` hears what is pointed at. */
export function matrix({ rows, columns, weights, label, point }) {
  const left = 14 + Math.min(LONGEST, Math.max(...rows.map((word) => wide(word)))), top = 14 + Math.min(LONGEST, Math.max(...columns.map((word) => wide(word)))) * 0.75;
  const width = left + columns.length * CELL + 90, height = top + rows.length * CELL + 6;
  const pointed = (event) => {
    const box = drawing.getBoundingClientRect(), scale = width / box.width;
    const [i, j] = [Math.floor(((event.clientY - box.top) * scale - top) / CELL), Math.floor(((event.clientX - box.left) * scale - left) / CELL)];
    if (i >= 0 && i < rows.length && j >= 0 && j < columns.length) point(i, j);
  };
  const drawing = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "aligned", role: "img", "aria-label": label, onpointermove: pointed, onpointerdown: pointed },
    cells(weights, (weight) => markOf(weight, columns.length), CELL, left, top),
    rows.map((word, i) => [s("line", { x1: left, x2: left + columns.length * CELL, y1: top + i * CELL, y2: top + i * CELL, class: "rule" }), s("text", { x: left - 6, y: top + i * CELL + 16, "text-anchor": "end" }, fitted(word, LONGEST))]),
    columns.map((word, j) => s("text", { transform: `translate(${left + j * CELL + 15} ${top - 6}) rotate(-45)` }, fitted(word, LONGEST))),
    s("rect", { x: left, y: top, width: columns.length * CELL, height: rows.length * CELL, class: "frame" }));
  return drawing;
}

/** The source above, the translation below, and a line for each weight above its equal share. */
export function lines({ rows, columns, weights, label }) {
  const laid = (names) => {
    let x = 8;
    return names.map((name) => { const text = fitted(name, LONGEST), across = Math.max(14, wide(text)), at = x + across / 2; x += across + 14; return { text, at, end: x }; });
  };
  const above = laid(columns), below = laid(rows), width = Math.max(above.at(-1).end, below.at(-1).end), TOP = 24, BOTTOM = 150;
  const threads = weights.flatMap((row, i) => row.map((weight, j) => ({ i, j, strength: level(weight, columns.length) }))).filter(({ strength }) => strength > 0);
  return s("svg", { viewBox: `0 0 ${width} 176`, width, height: 176, class: "aligned", role: "img", "aria-label": label },
    threads.sort((a, b) => a.strength - b.strength).map(({ i, j, strength }) => s("line", { class: "thread", x1: above[j].at, y1: TOP, x2: below[i].at, y2: BOTTOM, "stroke-width": 0.5 + strength / 2, "stroke-opacity": strength / 7 })),
    above.map(({ text, at }) => s("text", { x: at, y: TOP - 8, "text-anchor": "middle" }, text)), below.map(({ text, at }) => s("text", { x: at, y: BOTTOM + 16, "text-anchor": "middle" }, text)));
}
