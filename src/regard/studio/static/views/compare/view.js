// Compare: the same text through several runs, aligned word by word, sorted by disagreement.

import { another } from "../../parts/another.js";
import { arrival } from "../../parts/arrivals.js";
import { h, put } from "../../parts/element.js";
import { area, choice, debounced, tick } from "../../parts/field.js";
import { legend } from "../../parts/legend.js";
import { table } from "../../parts/table.js";
import { grid } from "./grid.js";
import { runPicture } from "./run.js";

export const name = "compare";
export const title = (words) => words("compare.title");
export const needs = ["classify", "translate", "language"];
const letter = (i) => String.fromCharCode(65 + i);

/** Runs that answer the same question stand in one group. */
function groupsOf(runs) {
  const groups = new Map();
  for (const run of runs.filter((each) => needs.includes(each.task))) {
    const key = [run.task, [...run.classes].sort(), run.languages].join("|");
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  for (const group of groups.values()) {
    if (group[0].task === "classify") group.push(...runs.filter((run) => run.task === "language" && group.some((other) => other.start === run.folder)));
  }
  return [...groups.values()].sort((one, other) => other.length - one.length);
}

export function show(root, state, tools) {
  const { words } = tools;
  let groups = groupsOf(tools.runs);
  const given = (state.runs ?? "").split(",").filter((id) => tools.runs.some((run) => run.id === id));
  let group = groups.find((runs) => runs.some((run) => run.id === (given[0] ?? state.run))) ?? groups[0];
  const example = () => words(group[0].task === "classify" ? "read.example" : `compare.example.${group[0].task}`);
  const now = {
    runs: given.filter((id) => group.some((run) => run.id === id)), text: state.text ?? example(),
    method: state.method ?? "attention", order: state.order ?? "apart",
  };
  if (now.runs.length < 2) now.runs = [...new Set([...now.runs, ...group.map((run) => run.id)])].slice(0, 2);
  const nameOf = (id) => tools.runs.find((run) => run.id === id)?.name ?? id;
  const picks = h("div"), kinds = h("div"), methods = h("div"), trouble = h("div"), summary = h("div"), each = h("div", { class: "beside" }), scale = h("div");
  const field = area({ label: words("text"), value: now.text, rows: 4, hint: words("read.hint"), change: (text) => { now.text = text; tools.keep({ text }); others.forget(); later(); } });
  const others = another({ tools, run: () => now.runs[0] ?? group[0].id, use: (text) => { field.field.value = now.text = text; tools.keep({ text }); read(); } });
  const aligned = grid({ tools, pick: (i) => point(i) });
  const later = debounced(read, 60);
  let pictures = [];

  function change(values) {
    Object.assign(now, values);
    tools.keep({ ...values, runs: now.runs.join(",") });
    read();
  }
  function choose(id, wanted) {
    const runs = wanted ? [...now.runs, id] : now.runs.filter((one) => one !== id);
    change({ runs });
    quick();
  }
  function quick() {
    const seeds = group.filter((run) => group.some((other) => other !== run && other.model === run.model && other.corpus === run.corpus && other.seed !== run.seed));
    const twins = seeds.filter((run) => run.model === seeds[0].model && run.corpus === seeds[0].corpus);
    const set = (runs) => { change({ runs: runs.slice(0, 16).map((run) => run.id) }); pick(); };
    put(picks.querySelector(".quick"), h("button", { type: "button", onclick: () => set(group) }, words("compare.all")),
      h("button", { type: "button", onclick: () => set(group.slice(0, 2)) }, words("compare.two")),
      twins.length > 1 ? h("button", { type: "button", onclick: () => set(twins) }, words("compare.seeds")) : null);
  }
  function pick() {
    put(picks, h("fieldset", { class: "picks" }, h("legend", {}, words("compare.runs")), h("div", { class: "quick row" }),
      h("div", { class: "pick-list" }, group.map((run) => tick({
        label: labelOf(run), value: now.runs.includes(run.id), change: (wanted) => choose(run.id, wanted),
      })))));
    quick();
  }
  function labelOf(run) {
    const several = (key) => new Set(group.map((each) => each[key])).size > 1;
    const before = group[0].task !== run.task ? words("compare.before", { runs: group.filter((other) => other.start === run.folder).map((other) => other.name).join(", ") }) : null;
    return [before ? `${run.name} (${before})` : run.name, run.name.includes(run.model) ? null : run.model, several("corpus") ? run.corpus : null, several("seed") ? words("compare.seed", { seed: run.seed }) : null].filter(Boolean).join(" · ");
  }
  function groupName(runs) {
    const [run] = runs, what = run.task === "classify" ? run.classes.slice(0, 4).join(", ") : run.languages.join(" → ");
    return words(`compare.group.${run.task}`, { what, n: runs.length });
  }
  async function fields() {
    if (groups.length > 1) put(kinds, choice({ label: words("compare.what"), value: String(groups.indexOf(group)), options: groups.map((runs, i) => [String(i), groupName(runs)]), change: (i) => {
      group = groups[Number(i)];
      field.field.value = now.text = example();
      others.forget();
      tools.keep({ text: now.text });
      change({ runs: group.slice(0, 2).map((run) => run.id) });
      pick();
    } }));
    const known = (await tools.ask("/methods")).methods.map(({ name: one }) => [one, words.knows(`method.${one}`) ? words(`method.${one}`) : one]);
    put(methods, choice({ label: words("read.method"), value: now.method, options: known, change: (method) => change({ method }) }));
  }
  async function read() {
    if (now.runs.length < 2 || !now.text.trim()) {
      put(trouble, h("p", { class: "note" }, words(now.runs.length < 2 ? "compare.choose" : "compare.empty")));
      for (const place of [summary, each, scale]) put(place);
      aligned.node.hidden = true;
      return;
    }
    const asked = { runs: now.runs, text: now.text, method: now.method };
    try {
      const said = await tools.ask("/compare/text", { body: asked, channel: "compare" });
      put(trouble, said.answers.filter((one) => one.why).map((one) => h("p", { class: "note" }, `${nameOf(one.run)}: ${one.why}`)));
      draw(said, asked.text);
    } catch (error) {
      if (!tools.stale(error)) tools.fail(trouble, error);
    }
  }
  function draw(said, text) {
    const score = (value) => (said.signed ? tools.number(Math.abs(value) < 0.0005 ? 0 : value, 3) : tools.percent(value, 1));
    const alike = new Set(said.answers.map((one) => one.label)).size === 1;
    const apart = (i) => (i ? said.distances.find((pair) => pair.run === said.answers[0].run && pair.other === said.answers[i].run)?.distance ?? null : null);
    put(summary, h("p", { class: alike ? "better" : "worse", "aria-live": "polite" }, words(alike ? "compare.alike" : "compare.differ")),
      table({ words, caption: words("compare.answers"),
        columns: [words("compare.letter"), words("run"), words("compare.says"), { name: words("compare.probability"), format: (value) => tools.percent(value) }, { name: words("compare.distance"), format: (value) => tools.number(value, 2) }],
        rows: said.answers.map((one, i) => [letter(i), nameOf(one.run), one.label, one.probability, apart(i)]) }));
    aligned.node.hidden = !said.words.length;
    const order = { apart: said.words, text: [...said.words].sort((one, other) => one.start - other.start) };
    aligned.show({ said, words: order[now.order], score, names: now.runs.map((id, i) => `${letter(i)} · ${nameOf(id)}`), order: now.order, reorder: (value) => { now.order = value; tools.keep({ order: value }); draw(said, text); } });
    const most = Math.max(0, ...said.words.flatMap((word) => word.weights.map((weight) => Math.abs(weight ?? 0))));
    pictures = said.answers.map((one, i) => runPicture({ tools, said, index: i, text, most, score, name: `${letter(i)} · ${nameOf(one.run)}`, choose: point }));
    put(each, h("h2", {}, words("compare.each")), pictures.map((one) => one.node));
    put(scale, legend({ tools, signed: said.signed, count: said.words.length }));
  }
  /** Show the same word in every run. */
  function point(start) {
    for (const one of pictures) one.point(start);
    aligned.point(start);
  }
  /** More runs have come: they are offered, and what is compared stays. */
  function regroup() {
    groups = groupsOf(tools.runs);
    group = groups.find((runs) => runs.some((run) => run.id === group[0].id));
    pick();
    fields().catch(() => {});
  }
  arrival("runs", picks, regroup);
  put(root, h("p", { class: "question" }, words("compare.question")), h("div", { class: "row" }, kinds, methods), picks, field, others.node, trouble, summary, each, scale, aligned.node);
  pick();
  fields().catch((error) => tools.fail(trouble, error));
  read();
}
