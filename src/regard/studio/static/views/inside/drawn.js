// The steps as one drawing to keep: the path of all of them, then their matrices beside and below each other, each with its formula.

import { s } from "../../parts/element.js";
import { wide } from "../../parts/measure.js";
import { markOf, signedMark } from "../../parts/scale.js";
import { figure } from "./links.js";
import { told } from "./steps.js";

const WIDE = 52, HIGH = 20, LEFT = 104, EDGE = 16, TOP = 66, APART = 26;

/** `path` is the drawing of the path, `sentence` what it comes to. */
export function drawnSteps({ tools, said, title, sentence, path }) {
  const [broad, high] = ["width", "height"].map((side) => Number(path.getAttribute(side))), blocks = said.steps.map((step) => block(step, said, tools));
  const room = Math.max(broad, wide(sentence), wide(title, 16), 2 * Math.max(...blocks.map((one) => one.wide)) + APART);
  for (const [side, at] of [["x", EDGE], ["y", TOP]]) path.setAttribute(side, at);
  let x = 0, y = TOP + high + APART, tall = 0;
  for (const one of blocks) {
    if (x + one.wide > room) { x = 0; y += tall + APART; tall = 0; }
    one.node.setAttribute("transform", `translate(${EDGE + x} ${y})`);
    x += one.wide + APART;
    tall = Math.max(tall, one.high);
  }
  return s("svg", { class: "drawn inside-drawn", viewBox: `0 0 ${Math.ceil(room) + 2 * EDGE} ${y + tall + EDGE}` },
    s("text", { class: "head", x: EDGE, y: 26 }, title), s("text", { x: EDGE, y: 50 }, sentence), path, blocks.map((one) => one.node));
}

/** One matrix with its title: {node, wide, high}. */
function block(step, said, tools) {
  const most = Math.max(0, ...step.values.flat().filter((x) => x !== null).map(Math.abs)), digits = most < 1 ? 3 : 2;
  const title = `${told(said, tools.words, step.name, "title")} · ${step.formula.replaceAll("_", "")}`, columns = step.values[0] ?? [];
  const heads = columns.map((_, j) => s("text", { class: "foot", x: LEFT + (j + 0.5) * WIDE, y: 32, "text-anchor": "middle" }, step.columns === "keys" ? cut(said.names.keys[said.shown.keys[j]]) : String(j + 1)));
  const rows = step.values.map((row, i) => {
    const y = 32 + (i + 1) * HIGH;
    return [s("text", { x: LEFT - 8, y, "text-anchor": "end" }, cut(said.names[step.rows][said.shown[step.rows][i]] || tools.words("heads.text"), 13)), row.map((value, j) => {
      const kind = value === null ? "l0" : step.name === "A" ? markOf(value, step.wide) : signedMark(value, most);
      return [s("rect", { class: `mark ${kind}`, x: LEFT + j * WIDE, y: y - 14, width: WIDE - 2, height: HIGH - 2 }),
        s("text", { class: `on ${kind}`, x: LEFT + (j + 1) * WIDE - 7, y, "text-anchor": "end" }, figure(tools, value, digits))];
    })];
  });
  return { node: s("g", {}, s("text", { "font-weight": 600, y: 12 }, title), heads, rows), wide: Math.max(LEFT + columns.length * WIDE, 1.1 * wide(title)), high: 40 + rows.length * HIGH };
}

const cut = (text, most = 8) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
