// The steps as matrices of numbers that can be opened and closed; pointing at a number lights up what it is made of
// and what it goes into.

import { h, put } from "../../parts/element.js";
import { markOf, signedMark } from "../../parts/scale.js";
import { walk } from "../../parts/walk.js";
import { causes, effects, figure, worked } from "./links.js";

/** matrices({tools, now, pick(query), closed(letters), state}) → {node, show(said)} */
export function matrices({ tools, pick, closed, state }) {
  const { words } = tools, list = h("ol", { class: "by-hand" }), line = h("p", { class: "worked", "aria-live": "polite" });
  const shut = new Set((state.closed ?? "").split(",").filter(Boolean));
  const button = (key, open) => h("button", { type: "button", onclick: () => { for (const each of list.querySelectorAll("details")) each.open = open; } }, words(key));
  let said = null, cells = new Map();

  const name = (side, i) => said.names[side][said.shown[side][i]] || words("heads.text");
  const keyed = (letter, part) => told(said, words, letter, part);
  function show(found) {
    const focused = where();
    said = found;
    cells = new Map();
    put(list, said.steps.map(matrix));
    put(line);
    if (focused) cells.get(focused.step)?.[focused.row]?.[focused.column]?.focus();
  }
  function where() {
    for (const [step, rows] of cells) for (const [row, each] of rows.entries()) { const column = each.indexOf(document.activeElement); if (column >= 0) return { step, row, column }; }
    return null;
  }
  function matrix(step) {
    const sizes = step.values.flat().filter((x) => x !== null), most = Math.max(0, ...sizes.map(Math.abs)), digits = most < 1 || step.name === "A" ? 3 : 2;
    const own = (i) => step.rows === "queries" && said.shown.queries[i] === said.query;
    const grid = step.values.map((row, i) => row.map((value, j) => h("td", {
      role: "gridcell", tabindex: -1, class: `cell ${value === null ? "hidden-cell" : step.name === "A" ? markOf(value, step.wide) : signedMark(value, most)}`,
      onfocus: () => light(step, i, j), onpointerenter: () => light(step, i, j), onpointerdown: () => steps.at(i, j, true), onblur: dark, onpointerleave: dark,
    }, figure(tools, value, digits))));
    const steps = walk({ rows: () => grid, choose: (i) => { if (step.rows === "queries") pick(said.shown.queries[i]); } });
    cells.set(step.name, grid);
    steps.at(0, 0);
    const rest = step.name === "A" && said.rest.some((one) => one > 5e-4), more = step.wide - (step.values[0]?.length ?? 0);
    const heads = (step.values[0] ?? []).map((_, j) => h("th", { scope: "col", role: "columnheader" }, step.columns === "keys" ? name("keys", j) : String(j + 1)));
    const extra = step.columns === "numbers" && more > 0 ? h("th", { scope: "col", role: "columnheader", class: "extra", title: words("inside.more", { count: more }), "aria-label": words("inside.more", { count: more }) }, `+${more}`) : rest ? h("th", { scope: "col", role: "columnheader", class: "extra" }, words("inside.others", { count: more })) : null;
    const table = h("table", { role: "grid", "aria-label": `${step.name}, ${keyed(step.name, "title")}`, onkeydown: steps.key },
      h("thead", {}, h("tr", { role: "row" }, h("td", { role: "columnheader" }, h("span", { class: "quiet" }, words("inside.word"))), heads, extra)),
      h("tbody", {}, grid.map((row, i) => h("tr", { role: "row", class: own(i) ? "own" : null }, h("th", { scope: "row", role: "rowheader" }, name(step.rows, i)), row, extra ? h("td", { class: "extra", role: "gridcell" }, rest ? tools.number(said.rest[i], 3) : "…") : null))));
    const details = h("details", { open: !shut.has(step.name), ontoggle: () => { if (details.open) shut.delete(step.name); else shut.add(step.name); closed([...shut].join(",")); } },
      h("summary", {}, h("span", { class: "letter" }, step.name), " ", keyed(step.name, "title"), " ", formulaOf(step)),
      h("p", { class: "note" }, keyed(step.name, "text")), h("div", { class: "matrix" }, table));
    return h("li", {}, details);
  }
  function light(step, i, j, quietly = false) {
    clear();
    cells.get(step.name)[i][j].classList.add("here");
    for (const [parts, kind] of [[causes(step, i, j, said), "cause"], [effects(step, i, j, said), "effect"]]) {
      for (const part of parts) cells.get(part.step.name)?.forEach((row, r) => row.forEach((cell, c) => { if (part.of(r, c)) cell.classList.add(kind); }));
    }
    const column = step.columns === "keys" ? name("keys", j) : String(j + 1);
    if (!quietly) put(line, h("b", {}, `${step.name} [${name(step.rows, i)}, ${column}] `), worked(step, i, j, said, tools));
  }
  /** Open a step and bring it before the eyes. */
  function reveal(letter) {
    const grid = cells.get(letter), details = grid[0]?.[0]?.closest("details");
    details.open = true;
    details.scrollIntoView({ block: "center", behavior: "smooth" });
    details.querySelector("summary").focus({ preventScroll: true });
  }
  function clear() {
    for (const lit of list.querySelectorAll(".here, .cause, .effect")) lit.classList.remove("here", "cause", "effect");
  }
  function dark() {
    const focused = where();
    if (focused) light(said.steps.find((step) => step.name === focused.step), focused.row, focused.column);
    else clear();
  }
  return { node: h("div", { class: "arithmetic" }, h("div", { class: "row opening" }, button("inside.open", true), button("inside.close", false)), h("p", { class: "note" }, words("inside.point")), list, line), show, light, reveal };
}

/** The title or the text of a step, as it is in this kind of head. */
export function told(said, words, letter, part) {
  const key = [...said.notes.map((note) => `inside.${letter}.${note}`), `inside.${letter}`].map((one) => `${one}.${part}`).find(words.knows);
  return key ? words(key) : "";
}

/** The formula of a step, with what follows a low line set low; none for what is given, whose formula is its letter. */
export function formulaOf({ name, formula }) {
  if (formula === name) return null;
  return h("span", { class: "formula" }, formula.split(/(_\([^)]*\)|_[A-Za-z0-9]+)/).map((part) => (part.startsWith("_") ? h("sub", {}, part.slice(1)) : part)));
}
