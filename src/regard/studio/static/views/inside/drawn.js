// The steps as one drawing to keep: matrices one below the other, each with its formula.

import { s } from "../../parts/element.js";
import { markOf, signedMark } from "../../parts/scale.js";
import { figure } from "./links.js";

const WIDE = 58, HIGH = 20, LEFT = 120;

export function drawnSteps({ tools, said, title }) {
  const parts = [];
  let y = 52, across = 460;
  for (const step of said.steps) {
    const most = Math.max(0, ...step.values.flat().filter((x) => x !== null).map(Math.abs)), digits = most < 1 ? 3 : 2;
    parts.push(s("text", { x: 16, y, "font-weight": 600 }, step.formula));
    y += 20;
    (step.values[0] ?? []).forEach((_, j) => parts.push(s("text", { class: "foot", x: LEFT + (j + 0.5) * WIDE, y, "text-anchor": "middle" }, step.columns === "keys" ? cut(said.names.keys[said.shown.keys[j]]) : String(j + 1))));
    step.values.forEach((row, i) => {
      y += HIGH;
      parts.push(s("text", { x: LEFT - 8, y, "text-anchor": "end" }, cut(said.names[step.rows][said.shown[step.rows][i]] || tools.words("heads.text"), 14)));
      row.forEach((value, j) => {
        const kind = value === null ? "l0" : step.name === "A" ? markOf(value, step.wide) : signedMark(value, most);
        parts.push(s("rect", { class: `mark ${kind}`, x: LEFT + j * WIDE, y: y - 14, width: WIDE - 2, height: HIGH - 2 }),
          s("text", { class: `on ${kind}`, x: LEFT + (j + 1) * WIDE - 8, y, "text-anchor": "end" }, figure(tools, value, digits)));
      });
      across = Math.max(across, LEFT + row.length * WIDE + 16);
    });
    y += 34;
  }
  return s("svg", { class: "drawn", viewBox: `0 0 ${across} ${y}` }, s("text", { class: "head", x: 16, y: 26 }, title), parts);
}

const cut = (text, most = 8) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
