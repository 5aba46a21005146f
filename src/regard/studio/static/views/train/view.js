// Train: choose what to learn from, a model and its settings; follow the training, stop it, go on.

import { arrival } from "../../parts/arrivals.js";
import { h, put } from "../../parts/element.js";
import { area, choice, line } from "../../parts/field.js";
import { jobs } from "./jobs.js";
import { ownTable } from "./table.js";

export const name = "train";
export const title = (words) => words("train.title");
export const needs = [];
const USUAL = ["training.epochs", "training.learning_rate", "training.batch"];

/** "model.width=64" a line, as settings; what is no such line is told. */
export function settingsOf(text) {
  const found = {}, wrong = [];
  for (const row of text.split("\n").map((each) => each.trim()).filter(Boolean)) {
    const [, leaf, value] = /^([a-z]+\.[a-z_0-9]+)\s*=\s*(.+)$/.exec(row) ?? [];
    if (!leaf) { wrong.push(row); continue; }
    try { found[leaf] = JSON.parse(value); } catch { found[leaf] = value.replace(/^["']|["']$/g, ""); }
  }
  return { found, wrong };
}

export function show(root, state, tools) {
  const { words } = tools;
  const now = { task: state.task ?? "classify", corpus: state.corpus ?? "", model: state.model ?? "", seed: state.seed ?? "0", more: state.set ?? "", usual: {}, columns: {}, start: "" };
  const form = h("div"), settings = h("div", { class: "row compact" }), trouble = h("div", { "aria-live": "polite" }), files = { list: [] };
  const own = ownTable({ tools, now, changed: (values) => change(values), sent: async (file) => { await known(); change({ corpus: file }); } });
  const list = jobs({ tools, chosen: state.job, choose: (job) => tools.keep({ job }) });
  const begin = h("button", { type: "button", class: "first", onclick: train }, words("train.begin"));
  const lines = new Map();
  let tasks = [];

  const task = () => tasks.find((one) => one.task === now.task) ?? tasks[0];
  const isFile = () => files.list.some((one) => one.file === now.corpus);
  /** What the chosen model is, in a sentence. */
  const what = () => (now.task === "translate" ? words(`train.what.${now.model}`) : task().about[now.model]?.[tools.lang] ?? "").replaceAll("`", "");
  async function known() {
    files.list = (await tools.ask("/uploads")).files;
  }
  function change(values) {
    Object.assign(now, values);
    if ("task" in values) Object.assign(now, { corpus: "", model: "", columns: {}, start: "" });
    if ("corpus" in values) now.columns = {};
    if ("task" in values || "model" in values) now.usual = {};
    tools.keep({ task: now.task, corpus: now.corpus, model: now.model, seed: now.seed === "0" ? null : now.seed, set: now.more });
    if (!("columns" in values)) draw();
  }
  function draw() {
    const corpora = task().corpora.filter((one) => one.available), there = [...corpora.map((one) => one.name), ...files.list.map((one) => one.file)];
    if (!there.includes(now.corpus)) now.corpus = corpora[0]?.name ?? there[0] ?? "";
    if (!task().models.includes(now.model) && now.model !== "finetuned") now.model = { classify: "attention", translate: "bahdanau", language: "gpt" }[now.task];
    const starts = now.task === "classify" ? tools.runs.filter((run) => run.task === "language") : [];
    put(form, h("div", { class: "row" },
      choice({ label: words("train.task"), value: now.task, options: tasks.map((one) => [one.task, words(`train.task.${one.task}`)]), change: (value) => change({ task: value }) }),
      choice({ label: words("train.corpus"), value: now.corpus, change: (corpus) => change({ corpus }),
        options: [...corpora.map((one) => [one.name, `${one.name} · ${words.knows(`train.corpus.${one.name}`) ? words(`train.corpus.${one.name}`) : one.title}`]), ...files.list.map((one) => [one.file, words("train.own", { file: one.file })])] }),
      starts.length ? choice({ label: words("train.start"), value: now.start, options: [["", words("train.start.none")], ...starts.map((run) => [run.id, `${run.name} · ${run.model}`])], change: (start) => change({ start, model: start ? "finetuned" : "attention" }) }) : null,
      now.start ? null : choice({ label: words("train.model"), value: now.model, options: task().models.map((each) => [each, each]), change: (model) => change({ model }) })),
      h("p", { class: "note" }, now.start ? words("train.what.start") : what()));
    own.show(isFile() ? now.corpus : null);
    usual();
  }
  /** What the recipe says, in fields that stay as they are: what was typed into one is not taken from under the hand. */
  async function usual() {
    settings.hidden = Boolean(now.start);
    if (now.start) return;
    const corpus = isFile() ? "" : now.corpus;
    try {
      const found = (await tools.ask("/train/settings", { body: { task: now.task, model: now.model, corpus }, channel: "settings" })).settings;
      if (!lines.size) {
        for (const leaf of USUAL) lines.set(leaf, line({ label: words(leaf), change: (value) => { now.usual[leaf] = value; } }));
        put(settings, [...lines.values()], line({ label: words("train.seed"), value: now.seed, change: (seed) => { now.seed = seed; tools.keep({ seed }); } }));
      }
      for (const [leaf, { field }] of lines) if (!(leaf in now.usual)) field.value = String(found[leaf]);
    } catch (error) {
      if (!tools.stale(error)) { lines.clear(); tools.fail(settings, error); }
    }
  }
  function asked() {
    const { found, wrong } = settingsOf(now.more);
    if (wrong.length) throw new Error(words("train.set.wrong", { line: wrong[0] }));
    for (const [leaf, value] of Object.entries(now.usual)) found[leaf] = Number(value.replace(",", "."));
    if (Object.values(found).some((value) => Number.isNaN(value))) throw new Error(words("train.number"));
    const columns = isFile() && !now.corpus.endsWith(".txt") ? now.columns : {};
    return { task: now.task, model: now.model, corpus: now.corpus, columns, settings: found, seed: Number(now.seed) || 0, start: now.start };
  }
  async function train() {
    begin.disabled = true;
    try {
      const job = await tools.ask("/jobs", { body: asked() });
      put(trouble);
      tools.say(words("train.begun"));
      await list.open(job.id);
    } catch (error) {
      tools.fail(trouble, error);
    } finally {
      begin.disabled = false;
    }
  }
  const more = h("details", {}, h("summary", {}, words("train.set")), h("p", { class: "note" }, words("train.set.about")),
    area({ label: words("train.set.label"), value: now.more, rows: 3, change: (text) => { now.more = text; tools.keep({ set: text }); } }));
  more.open = Boolean(now.more);
  arrival("runs", form, () => { if (tasks.length && !root.querySelector("input:focus, select:focus")) draw(); });
  put(root, h("p", { class: "question" }, words("train.question")), own.drop, form, own.node, settings, more, trouble, h("div", { class: "row" }, begin), list.node);
  begin.disabled = true;
  Promise.all([tools.ask("/train"), known()]).then(([said]) => { ({ tasks } = said); draw(); own.ready(); begin.disabled = false; }).catch((error) => tools.fail(trouble, error));
  return () => list.close();
}
