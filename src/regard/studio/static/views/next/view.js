// Next word: what may follow a text, with which chances, one token after the other; or what may stand in its blanks.

import { fillsBlanks } from "../../parts/asking.js";
import { h, put } from "../../parts/element.js";
import { area, debounced, runChoice } from "../../parts/field.js";
import { fillings } from "./blanks.js";
import { continuing } from "./steps.js";

export const name = "next";
export const title = (words) => words("next.title");
export const needs = ["language", "instruct", "prefer"];
export const fits = (run) => run.speaks;

export function show(root, state, tools) {
  const { words } = tools;
  const now = {};
  const runs = runChoice({ tools, tasks: needs, fits, value: state.run, change: (run) => {
    const usual = now.text === example();
    now.run = run;
    if (usual) field.field.value = now.text = example();
    tools.keep({ run, said: null, text: usual ? null : now.text });
    steps.forget();
    later();
  } });
  const example = () => words(fillsBlanks(tools.runs.find((run) => run.id === now.run)) ? "next.example.blank" : "next.example");
  now.run = runs.run;
  now.text = state.text ?? example();
  const question = h("p", { class: "question" }, words(fillsBlanks(tools.runs.find((run) => run.id === now.run)) ? "next.question.blanks" : "next.question"));
  const trouble = h("div"), place = h("div"), later = debounced(ask, 30);
  const field = area({ label: words("text"), rows: 3, value: now.text, change: write });
  const steps = continuing({ state, tools, ask: () => ask(), later: () => later() });
  const blanks = fillings({ tools, write: (text) => { field.field.value = text; write(text); } });

  function write(text) {
    now.text = text;
    tools.keep({ text, said: null });
    steps.forget();
    later();
  }
  async function ask() {
    try {
      const said = await tools.ask(`/runs/${now.run}/next`, { body: { text: now.text, ...steps.asked() }, channel: "next" });
      put(trouble);
      put(question, words(said.kind === "blanks" ? "next.question.blanks" : "next.question"));
      const shown = said.kind === "blanks" ? blanks : steps;
      if (place.firstChild !== shown.node) put(place, shown.node);
      shown.show(said, now.text);
      return true;
    } catch (error) {
      if (tools.stale(error)) return false;
      steps.stop();
      tools.fail(trouble, error);
      return false;
    }
  }
  put(root, question, h("div", { class: "row" }, runs), field, trouble, place);
  ask();
  return () => steps.stop();
}
