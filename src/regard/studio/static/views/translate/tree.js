// The tree of a beam search: a column for each step, its candidates from the most probable down, and what became of each.

import { h, put, s } from "../../parts/element.js";
import { tick } from "../../parts/field.js";
import { fitted, wide } from "../../parts/measure.js";
import { picture } from "../../parts/picture.js";
import { visible } from "../../parts/tokens.js";

const ROW = 30, HIGH = 22, GAP = 34, TOP = 26, MOST = 120;
const GONE = ["cut", "late", "left", "beaten"];

/** searchTree({tools, force, discarded}) → {node, show(said, beam)} */
export function searchTree({ tools, force, discarded }) {
  const { words, number } = tools, told = h("div", { class: "told", "aria-live": "polite" }), note = h("p", { class: "note" });
  const now = { said: null, beam: 1, all: discarded, nodes: [], columns: [], at: -1 };
  const all = tick({ label: words("translate.discarded"), value: discarded, change: (value) => { now.all = value; tools.keep({ discarded: value ? null : "0" }); draw(); } });
  const key = h("p", { class: "legend tree-key" }, ["open", "best", "output", "cut"].map((kind) => h("span", { class: `key on-${kind}` }, words(`translate.key.${kind}`))), words("translate.key.space"));
  const stage = h("div");
  const drawing = picture({ words, name: "beam", title: words("translate.tree"), isNot: words("translate.tree.not"), drawn: () => stage.firstChild, body: h("div", {}, h("div", { class: "row above" }, key, all), note, h("div", { class: "sideways" }, stage)), table: { columns: [], rows: [] } });

  const name = (node) => visible(node.name);
  const shown = () => now.said.nodes.map((node, number_) => ({ ...node, number: number_ })).filter((node) => now.all || !GONE.includes(node.fate));

  function best() {
    const path = new Set();
    let at = -1, score = -Infinity;
    now.said.nodes.forEach((node, i) => { if (node.fate === "output" && node.score > score) [at, score] = [i, node.score]; });
    for (; at >= 0; at = now.said.nodes[at].parent) path.add(at);
    return path;
  }
  /** Where each node stands: in the column of its step, below those that were more probable. */
  function places(nodes) {
    const columns = [];
    for (const node of nodes) (columns[node.place] ??= []).push(node);
    let x = 8;
    for (const column of columns) {
      const across = Math.min(MOST, Math.max(24, ...column.map((node) => wide(name(node)))) + 14);
      column.forEach((node, i) => Object.assign(node, { x, y: TOP + i * ROW, wide: across }));
      x += across + GAP;
    }
    return { columns, width: x - GAP + 8, height: TOP + Math.max(1, ...columns.map((column) => column.length)) * ROW };
  }
  function draw() {
    const nodes = shown(), { columns, width, height } = places(nodes), path = best(), by = new Map(nodes.map((node) => [node.number, node]));
    Object.assign(now, { columns, by });
    const kind = (node) => (path.has(node.number) ? "best" : node.fate);
    const lines = nodes.filter((node) => by.has(node.parent)).map((node) => {
      const from = by.get(node.parent), x = from.x + from.wide, y = from.y + HIGH / 2, bend = (node.x - x) / 2, to = node.y + HIGH / 2;
      return s("path", { class: `edge ${kind(node)}`, d: `M${x} ${y}C${x + bend} ${y} ${node.x - bend} ${to} ${node.x} ${to}` });
    });
    const boxes = nodes.map((node) => {
      node.box = s("g", { class: `node ${kind(node)} ${node.fate}${node.place < now.said.forced ? " forced" : ""}`, role: "button", tabindex: -1, "aria-label": label(node), onclick: () => choose(node), onfocus: () => { now.at = node.number; } },
        s("rect", { x: node.x, y: node.y, width: node.wide, height: HIGH, rx: 5 }), s("text", { x: node.x + node.wide / 2, y: node.y + 15, "text-anchor": "middle" }, fitted(name(node), MOST - 8)));
      return node.box;
    });
    const heads = columns.map((column, i) => s("text", { x: column[0].x + column[0].wide / 2, y: 14, "text-anchor": "middle", class: "axis" }, String(i + 1)));
    const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "tree", role: "group", "aria-label": words("translate.tree"), onkeydown: walk }, heads, lines, boxes);
    (by.get(now.at) ?? nodes[0])?.box.setAttribute("tabindex", "0");
    put(stage, svg);
    drawing.update({ table: {
      columns: [words("translate.step"), words("translate.token"), words("translate.after"), words("translate.rank"), ...["log_p", "penalty", "score"].map((each) => ({ name: words(`translate.${each}`), format: (x) => number(x, 3) })), words("translate.fate")],
      rows: now.said.nodes.map((node) => [node.place + 1, node.name, node.parent < 0 ? "" : now.said.nodes[node.parent].said, node.rank, node.log_probability, node.penalty, node.score, words(`translate.fate.${node.fate}`)]),
    } });
  }
  const label = (node) => `${node.name.trim() || name(node)}, ${words(`translate.fate.${node.fate}`)}, log p ${number(node.log_probability, 2)}`;

  function walk(event) {
    const node = now.by.get(now.at), column = now.columns[node?.place];
    if (!node) return;
    const near = {
      ArrowLeft: () => now.by.get(node.parent), ArrowRight: () => now.columns[node.place + 1]?.find((each) => each.parent === node.number),
      ArrowUp: () => column[column.indexOf(node) - 1], ArrowDown: () => column[column.indexOf(node) + 1], Home: () => now.columns[0][0], End: () => now.columns.at(-1)[0],
    };
    if (event.key in near) {
      const to = near[event.key]();
      if (to) { node.box.setAttribute("tabindex", "-1"); to.box.setAttribute("tabindex", "0"); to.box.focus(); }
    } else if (event.key === "Enter" || event.key === " ") choose(node);
    else return;
    event.preventDefault();
  }
  function choose(node) {
    drawing.node.querySelectorAll(".node.chosen").forEach((each) => each.classList.remove("chosen"));
    node.box.classList.add("chosen");
    const ends = ["output", "beaten", "late"].includes(node.fate), start = ends ? now.said.nodes[node.parent]?.said ?? "" : node.said;
    const sum = words("translate.sum", { log: number(node.log_probability, 3), penalty: number(node.penalty, 3), score: number(node.score, 3) });
    put(told, h("p", {}, h("strong", {}, node.said || name(node)), " ", words(`translate.why.${node.fate}`, { rank: node.rank, beam: now.beam, bound: node.bound === null ? "" : number(node.bound, 3), worst: now.said.worst === null ? "–" : number(now.said.worst, 3) }), " ", sum),
      start ? h("button", { type: "button", onclick: () => force(start) }, words("translate.force", { start })) : null);
  }
  function show(said, beam) {
    Object.assign(now, { said, beam, at: -1 });
    put(told, h("p", { class: "note" }, words("translate.hint")));
    const count = (fates) => said.nodes.filter((node) => fates.includes(node.fate)).length;
    put(note, words("translate.count", { all: said.nodes.length, gone: count(GONE), steps: said.nodes.length ? said.nodes.at(-1).place + 1 : 0 }));
    draw();
  }
  return { node: h("div", { class: "tree-place" }, drawing.node, told), show };
}
