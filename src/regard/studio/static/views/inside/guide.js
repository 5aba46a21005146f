// One step after the other: what it is, its formula, and one number of it worked out for the word that was chosen.

import { h, put } from "../../parts/element.js";
import { worked } from "./links.js";
import { flow } from "./flow.js";
import { formulaOf, told } from "./steps.js";

/** guide({tools, state, light, reveal}) → {node, show(said), drawn()}; `light(step, row, column)` points at a number of a step. */
export function guide({ tools, state, light, reveal }) {
  const { words } = tools, panel = h("div", { class: "guide", "aria-live": "polite" });
  const path = flow({ label: words("inside.path"), titleOf: (name) => told(said, words, name, "title"), choose });
  const button = (key, work, first) => h("button", { type: "button", class: first ? "first" : null, onclick: work }, words(key));
  const back = button("inside.back", () => move(-1)), next = button("inside.next", () => move(1), true);
  let said = null, now = state.step ?? null;

  const at = () => Math.max(0, said.steps.findIndex((step) => step.name === now));
  function move(by) { choose(said.steps[Math.max(0, Math.min(said.steps.length - 1, at() + by))].name); }
  function choose(name) {
    now = name;
    tools.keep({ step: at() ? name : null });
    path.mark(name);
    tell();
  }
  /** The number that is worked out: of the chosen word's row, or of the word that it looks at most. */
  function example(step) {
    const weights = said.steps.find((one) => one.name === "A").values, own = Math.max(0, said.shown.queries.indexOf(said.query));
    const most = weights[own].indexOf(Math.max(...weights[own])), row = step.rows === "queries" ? own : most;
    return [row, step.columns === "keys" ? most : 0];
  }
  const name = (side, i) => said.names[side][said.shown[side][i]] || words("heads.text");
  function tell() {
    const step = said.steps[at()], [row, column] = example(step);
    back.disabled = at() === 0;
    next.disabled = at() === said.steps.length - 1;
    const where = step.columns === "keys" ? words("inside.of.pair", { row: name(step.rows, row), column: name("keys", column) }) : words("inside.of.number", { row: name(step.rows, row) });
    put(panel, h("h4", {}, h("span", { class: "note" }, words("inside.count", { at: at() + 1, all: said.steps.length })), " ", h("span", { class: "letter" }, step.name), " ", told(said, words, step.name, "title"), " ", formulaOf(step)),
      h("p", {}, told(said, words, step.name, "text")),
      h("p", { class: "example" }, h("b", {}, where), " ", worked(step, row, column, said, tools)));
    light(step, row, column, true);
  }
  return {
    node: h("div", { class: "guided" }, path.node, h("p", { class: "not" }, words("inside.lines")), panel, h("div", { class: "row steps-row" }, back, next, button("inside.reveal", () => reveal(said.steps[at()].name)))),
    show(found) {
      said = found;
      now = said.steps[at()].name;
      path.show(said, now);
      tell();
    },
    drawn: path.drawn,
  };
}
