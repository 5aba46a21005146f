// The steps at a glance: every matrix small, in its colours, with lines from what it is made of to what it goes into.

import { cells } from "../../parts/cells.js";
import { h, put, s } from "../../parts/element.js";
import { fitted, wide } from "../../parts/measure.js";
import { markOf, signedMark } from "../../parts/scale.js";
import { walk } from "../../parts/walk.js";
import { layout } from "./layout.js";

const ACROSS = 122, DOWN = 104, BOX = 92, HIGH = 92, THUMB = [80, 56], MOST = 16, SMALL = 10, ROOM = 61;

/**
 * flow({label, titleOf, choose}) → {node, show(said, name), mark(name), drawn()}
 * `choose(name)` hears which step was chosen; `drawn` gives the picture as it stands, once more.
 */
export function flow({ label, titleOf, choose }) {
  const node = h("div", { class: "sideways flow", role: "group", "aria-label": label });
  let boxes = [], lines = [], names = [];
  const steps = walk({ rows: () => [boxes], choose: (_, i) => choose(names[i]), moved: (_, i) => choose(names[i]) });

  function show(said, name) {
    const { places, lines: found, columns, lanes } = layout(said.steps), had = node.contains(document.activeElement);
    const x = (place) => 4 + place.column * ACROSS, y = (place) => 4 + place.lane * DOWN;
    names = said.steps.map((step) => step.name);
    lines = found.map((line) => ({ ...line, drawn: s("path", { class: "line", d: path([places.get(line.from), ...line.by, places.get(line.to)], x, y) }) }));
    boxes = said.steps.map((step, i) => box(step, said, x(places.get(step.name)), y(places.get(step.name)), () => { choose(step.name); steps.at(0, i); }));
    put(node, s("svg", { class: "flow-drawn", width: columns * ACROSS - ACROSS + BOX + 8, height: (lanes - 1) * DOWN + HIGH + 8, onkeydown: steps.key },
      lines.map((line) => line.drawn), boxes));
    mark(name);
    steps.at(0, Math.max(0, names.indexOf(name)), had);
  }
  function box(step, said, left, top, chosen) {
    const words = wrapped(titleOf(step.name)), values = step.values.map((row) => row.slice(0, MOST)), size = Math.min(10, THUMB[0] / (values[0]?.length || 1), THUMB[1] / (values.length || 1));
    const most = Math.max(0, ...step.values.flat().filter((one) => one !== null).map(Math.abs)), broad = size * (values[0]?.length ?? 0), high = size * values.length;
    const mark = (value) => (value === null ? "l0" : step.name === "A" ? markOf(value, step.wide) : signedMark(value, most));
    const from = left + (BOX - broad) / 2, below = top + HIGH - 4 - high, own = step.rows === "queries" ? said.shown.queries.indexOf(said.query) : -1;
    return s("g", { class: "flow-box", role: "button", tabindex: -1, "aria-label": `${step.name}, ${titleOf(step.name)}`, onclick: chosen },
      s("rect", { class: "ground", x: left, y: top, width: BOX, height: HIGH, rx: 8 }),
      s("text", { class: "flow-letter", x: left + 7, y: top + 16 }, step.name),
      words.map((line, i) => s("text", { class: "flow-title", x: left + (step.name.length > 1 ? 30 : 27), y: top + 13 + 10 * i }, line)),
      s("rect", { class: "flow-edge", x: from, y: below, width: broad, height: high }), cells(values, mark, size, from, below),
      own >= 0 ? s("rect", { class: "flow-own", x: from - 1, y: below + own * size - 1, width: broad + 2, height: size + 2, rx: 1 }) : null);
  }
  function mark(name) {
    boxes.forEach((each, i) => { each.classList.toggle("now", names[i] === name); each.setAttribute("aria-pressed", String(names[i] === name)); });
    for (const line of lines) { line.drawn.classList.toggle("into", line.to === name); line.drawn.classList.toggle("out", line.from === name); }
    const chosen = boxes[names.indexOf(name)]?.getBoundingClientRect(), seen = node.getBoundingClientRect();
    if (chosen) node.scrollLeft += Math.max(0, chosen.right - seen.right + 8) - Math.max(0, seen.left + 8 - chosen.left);
  }
  return { node, show, mark, drawn: () => node.firstChild.cloneNode(true) };
}

/** A line with bends, from the right side of a box through the columns between to the left side of another. */
function path(places, x, y) {
  const middle = (place) => y(place) + HIGH / 2, [first, ...rest] = places;
  let at = [x(first) + BOX, middle(first)], drawn = `M${at}`;
  for (const place of rest) {
    const to = [x(place), middle(place)], bend = (to[0] - at[0]) / 2;
    drawn += `C${at[0] + bend} ${at[1]} ${to[0] - bend} ${to[1]} ${to}`;
    at = to;
    if (place.by) drawn += `H${at[0] = x(place) + BOX}`;
  }
  return drawn;
}

/** A title in two lines at most. */
function wrapped(title) {
  const [first, ...rest] = title.split(" "), lines = [first];
  for (const word of rest) {
    if (lines.length < 2 && wide(`${lines[0]} ${word}`, SMALL) > ROOM) lines.push(word);
    else lines[lines.length - 1] += ` ${word}`;
  }
  return lines.map((line) => fitted(line, ROOM, SMALL));
}
