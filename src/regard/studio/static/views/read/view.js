// Read: type a text, and see the label, what each word weighs, and what happens without it.

import { another } from "../../parts/another.js";
import { answers } from "../../parts/answers.js";
import { h, put } from "../../parts/element.js";
import { area, choice, debounced, runChoice, tick } from "../../parts/field.js";
import { picture } from "../../parts/picture.js";
import { legend } from "../../parts/legend.js";
import { drawnWords, markedText } from "../../parts/words.js";
import { editor } from "./edit.js";
import { faithfulness } from "./faith.js";

export const name = "read";
export const title = (words) => words("read.title");
export const needs = ["classify"];

export function show(root, state, tools) {
  const { words } = tools;
  const now = { text: state.text ?? words("read.example"), method: state.method ?? "attention", against: state.against ?? "", said: null };
  const runs = runChoice({ tools, tasks: needs, value: state.run, change: (run) => change({ run, against: null }) });
  now.run = runs.run;
  const field = area({ label: words("text"), value: now.text, rows: 3, hint: words("read.hint"), change: (text) => { now.text = text; tools.keep({ text }); others.forget(); later(); } });
  const others = another({ tools, run: () => now.run, use: write });
  const methods = h("div"), contrasts = h("div"), trouble = h("div"), scale = h("div"), notes = h("p", { class: "note" });
  const labels = answers({ tools, label: words("read.answers") }), faith = faithfulness({ tools });
  const text = markedText({ label: words("read.words"), choose: (i) => edit.open(i), remove: (i) => edit.open(i) });
  const numbers = tick({ label: words("read.numbers"), value: state.numbers === "1", change: showNumbers });
  const drawing = picture({ words, name: "read", title: "", isNot: "", body: h("div", {}, text.node, scale), table: { columns: [], rows: [] }, drawn: () => drawn() });
  const edit = editor({ tools, now, text, keep: (value) => { others.forget(); write(value); field.field.focus(); } });
  const later = debounced(read, 25);

  function write(text) {
    field.field.value = now.text = text;
    tools.keep({ text });
    read();
  }
  function change(values) {
    Object.assign(now, values, { against: values.against ?? (("run" in values) ? "" : now.against) });
    tools.keep(values);
    fields();
    read();
  }
  function showNumbers(wanted) {
    text.node.classList.toggle("numbered", wanted);
    tools.keep({ numbers: wanted ? "1" : null });
  }
  /** Whether there is an answer to look at. */
  function seen(is) {
    for (const node of [labels.node, drawing.node, numbers, notes, faith.node]) node.hidden = !is;
  }
  const methodName = () => (words.knows(`method.${now.method}`) ? words(`method.${now.method}`) : now.method);
  const score = (value) => (now.said.signed ? tools.number(value, 3) : tools.percent(value, 1));
  const drawn = () => drawnWords({ ...now.said, title: `${now.said.label}, ${tools.percent(now.said.probability)} · ${methodName()}`, note: notNote() });
  const notNote = () => words(`read.not.${["random", "uniform"].includes(now.method) ? "control" : now.said?.signed ? "signed" : "weights"}`);

  async function fields() {
    const known = now.methods ??= (await tools.ask("/methods")).methods;
    const named = known.map(({ name: each }) => [each, words.knows(`method.${each}`) ? words(`method.${each}`) : each]);
    put(methods, choice({ label: words("read.method"), value: now.method, options: named, change: (method) => change({ method }) }));
    const classes = tools.runs.find((run) => run.id === now.run).classes;
    put(contrasts, choice({ label: words("read.against"), value: now.against, change: (against) => change({ against }),
      options: [["", words("read.against.none")], ...classes.map((label) => [label, words("read.against.label", { label })])] }));
  }
  async function read() {
    const asked = { text: now.text, method: now.method, against: now.against };
    if (!now.text.trim()) { seen(false); edit.close(); put(trouble, h("p", { class: "note" }, words("asking.empty"))); return; }
    try {
      const said = await tools.ask(`/runs/${now.run}/read`, { body: asked, channel: "read" });
      if (!now.text.trim()) return;
      put(trouble, said.why_not ? h("p", { class: "failure" }, said.why_not) : null);
      draw(said, asked.text);
      faith.try(now.run, asked, said);
    } catch (error) {
      if (!tools.stale(error)) tools.fail(trouble, error);
    }
  }
  function draw(said, of) {
    now.said = said;
    now.shown = of;
    seen(true);
    labels.show(said.probabilities);
    text.show({ text: of, words: said.words, signed: said.signed, format: score });
    put(scale, legend({ tools, signed: said.signed, count: said.words.length }));
    put(notes, said.cropped ? words("read.cropped") : null);
    edit.close();
    drawing.update({ title: words("read.picture", { method: methodName() }), isNot: notNote(), table: {
      columns: [words("read.place"), words("read.word"), { name: words(said.signed ? "read.score" : "read.weight"), format: score }],
      rows: said.words.map((word, i) => [i + 1, word.text, word.score]),
    } });
  }
  put(root, h("p", { class: "question" }, words("read.question")),
    h("div", { class: "row" }, runs, methods, contrasts), field, others.node, labels.node, trouble, drawing.node, edit.node, numbers, notes, faith.node);
  text.node.classList.toggle("numbered", state.numbers === "1");
  put(trouble, h("p", { class: "note" }, words("wait")));
  seen(false);
  fields().catch((error) => tools.fail(trouble, error));
  read();
}
