// Read: type a text, and see the label and what each word weighs.

import { h, put } from "../parts/element.js";
import { area, debounced, runChoice } from "../parts/field.js";
import { picture } from "../parts/picture.js";
import { markOf } from "../parts/scale.js";

export const name = "read";
export const title = (words) => words("read.title");
export const needs = ["classify"];

export function show(root, state, tools) {
  const { words } = tools;
  const now = { text: state.text ?? words("read.example") };
  const runs = runChoice({ tools, tasks: needs, value: state.run, change: (run) => { now.run = run; tools.keep({ run }); read(); } });
  now.run = runs.run;
  const answer = h("p", { class: "answer", "aria-live": "polite" }), text = h("p", { class: "words" });
  const drawing = picture({ words, name: "read", title: words("read.picture", { method: "attention" }), isNot: words("read.not"), body: text, table: { columns: [], rows: [] } });
  const trouble = h("div");

  async function read() {
    try {
      const said = await tools.ask(`/runs/${now.run}/read`, { body: { text: now.text }, channel: "read" });
      put(trouble);
      draw(said);
    } catch (error) {
      if (!tools.stale(error)) tools.fail(trouble, error);
    }
  }
  function draw(said) {
    put(answer, words("read.answer", { label: said.label, probability: tools.percent(said.probability) }));
    let at = 0;
    const parts = [];
    for (const word of said.words) {
      parts.push(now.text.slice(at, word.start), h("span", { class: `word ${markOf(word.score, said.words.length)}` }, word.text));
      at = word.end;
    }
    put(text, parts, now.text.slice(at));
    drawing.update({ table: {
      columns: [words("read.place"), words("read.word"), { name: words("read.weight"), format: (x) => tools.percent(x, 2) }],
      rows: said.words.map((word, i) => [i + 1, word.text, word.score]),
    } });
  }
  const later = debounced(read, 30);
  put(root, h("p", { class: "question" }, words("read.question")), runs,
    area({ label: words("text"), value: now.text, hint: words("read.hint"), change: (value) => { now.text = value; tools.keep({ text: value }); later(); } }),
    answer, trouble, drawing.node);
  read();
}
