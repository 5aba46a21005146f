// Translate: the search for a translation with all that it discarded, and where the model looked meanwhile.

import { another } from "../../parts/another.js";
import { h, put } from "../../parts/element.js";
import { area, debounced, line, runChoice, slider } from "../../parts/field.js";
import { alignments } from "./align.js";
import { sideBySide } from "./outputs.js";
import { searchTree } from "./tree.js";

export const name = "translate";
export const title = (words) => words("translate.title");
export const needs = ["translate"];

export function show(root, state, tools) {
  const { words } = tools, number = (text, fallback, low, high) => (Number.isFinite(Number.parseFloat(text)) ? Math.max(low, Math.min(high, Number.parseFloat(text))) : fallback);
  const now = {
    text: state.text ?? words("translate.example"), prefix: state.prefix ?? "", beam: Math.round(number(state.beam, 4, 1, 16)), alpha: number(state.alpha, 0.6, 0, 2), chosen: Math.round(number(state.chosen, 0, 0, 15)),
  };
  const runs = runChoice({ tools, tasks: needs, value: state.run, change: (run) => change({ run, prefix: "", chosen: 0 }) });
  now.run = runs.run;
  const trouble = h("div"), wait = h("p", { class: "note", "aria-live": "polite" }), later = debounced(ask, 250), found = h("div", { hidden: true });
  const text = area({ label: words("translate.source"), rows: 2, value: now.text, change: (to) => { others.forget(); change({ text: to, chosen: 0 }); } });
  const others = another({ tools, run: () => now.run, use: (to) => { text.field.value = to; change({ text: to, prefix: "", chosen: 0 }); } });
  const prefix = line({ label: words("translate.prefix"), value: now.prefix, change: (to) => change({ prefix: to, chosen: 0 }) });
  const free = h("button", { type: "button", onclick: () => force("") }, words("translate.free"));
  const beam = slider({ label: words("translate.beam"), value: now.beam, min: 1, max: 16, change: (to) => change({ beam: to, chosen: 0 }) });
  const alpha = slider({ label: words("translate.alpha"), value: now.alpha, min: 0, max: 2, step: 0.1, format: (x) => tools.number(x, 1), change: (to) => change({ alpha: to, chosen: 0 }) });
  const outputs = sideBySide({ tools, choose: (chosen) => { now.chosen = chosen; tools.keep({ chosen }); align(); } });
  const tree = searchTree({ tools, force, discarded: state.discarded !== "0" }), looks = alignments({ tools, state });

  function change(values) {
    Object.assign(now, values);
    tools.keep(values);
    if ("prefix" in values && prefix.field.value !== values.prefix) prefix.field.value = values.prefix;
    free.disabled = now.prefix === "";
    later();
  }
  /** All translations must begin like this. */
  function force(start) {
    change({ prefix: start, chosen: 0 });
    prefix.field.focus();
  }
  const align = () => looks.show({ run: now.run, text: now.asked, output: now.said.outputs[now.chosen], looks: now.said.looks });
  async function ask() {
    const asked = { text: now.text, beam: now.beam, alpha: now.alpha, prefix: now.prefix };
    put(trouble);
    if (!now.text.trim()) { found.hidden = true; put(trouble, h("p", { class: "note" }, words("asking.empty"))); return; }
    const slow = setTimeout(() => put(wait, words("wait")), 200);
    try {
      const said = await tools.ask(`/runs/${now.run}/translate`, { body: asked, channel: "translate" });
      Object.assign(now, { said, asked: asked.text, chosen: Math.min(now.chosen, Math.max(0, said.outputs.length - 1)) });
      found.hidden = false;
      outputs.show(said, now.chosen);
      tree.show(said, asked.beam);
      align();
    } catch (error) {
      if (!tools.stale(error)) { found.hidden = true; tools.fail(trouble, error); }
    } finally {
      clearTimeout(slow);
      put(wait);
    }
  }
  free.disabled = now.prefix === "";
  put(found, outputs.node, tree.node, looks.node);
  put(root, h("p", { class: "question" }, words("translate.question")), h("div", { class: "row" }, runs, beam, alpha), text, others.node, h("div", { class: "begin" }, prefix, free), trouble, wait, found);
  ask();
}
