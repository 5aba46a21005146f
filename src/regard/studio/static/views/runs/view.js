// Labs and runs: all of them in a table, paired tests of some, and what is known of one.

import { arrival } from "../../parts/arrivals.js";
import { csvText, save } from "../../parts/downloads.js";
import { h, put } from "../../parts/element.js";
import { choice, tick } from "../../parts/field.js";
import { table } from "../../parts/table.js";
import { oneRun, openAddress } from "./one.js";
import { tests } from "./tests.js";

export const name = "runs";
export const title = (words) => words("runs.title");
export const needs = [];

export function show(root, state, tools) {
  const { words } = tools, now = { task: state.kind ?? "", chosen: (state.runs ?? "").split(",").filter(Boolean) };
  const kinds = h("div"), place = h("div"), labs = h("div"), trouble = h("div");
  const tested = tests({ tools, nameOf: (id) => known.find((run) => run.id === id)?.name ?? id }), one = oneRun({ tools });
  const button = h("button", { type: "button", class: "first", onclick: () => tested.ask(now.chosen) }, words("runs.test"));
  let known = [], open = state.run;

  const shown = () => known.filter((run) => !now.task || run.task === now.task);
  const shownAs = (share, at) => (share ? tools.percent(at) : tools.number(at, 2));
  function choose(id, wanted) {
    now.chosen = wanted ? [...now.chosen, id] : now.chosen.filter((each) => each !== id);
    tools.keep({ runs: now.chosen.join(",") });
    ready();
  }
  function ready() {
    button.disabled = now.chosen.length < 2;
    put(note, now.chosen.length ? words("runs.chosen", { runs: now.chosen.map((id) => known.find((run) => run.id === id)?.name ?? id).join(", ") }) : words("runs.choose"));
  }
  const acts = h("div", { class: "row" }, button, h("button", { type: "button", onclick: saveCsv }, "CSV"), h("button", { type: "button", onclick: () => save("runs.json", JSON.stringify(plain(), null, 1), "application/json") }, "JSON"));
  const note = h("p", { class: "note", "aria-live": "polite" });
  function box(run) {
    const field = tick({ label: words("runs.choose.one", { run: run.name }), value: now.chosen.includes(run.id), change: (wanted) => choose(run.id, wanted) });
    field.classList.add("box");
    return field;
  }
  function look(id) {
    open = id;
    tools.keep({ run: id });
    for (const each of place.querySelectorAll("[data-run]")) each.toggleAttribute("aria-current", each.dataset.run === id);
    one.show(known.find((run) => run.id === id));
  }
  function draw() {
    acts.hidden = note.hidden = !known.length;
    if (!known.length) { put(place, h("p", { class: "note" }, words("runs.none")), h("button", { type: "button", class: "first", onclick: () => tools.go("train", {}) }, words("train.title"))); return; }
    put(place, table({ words, caption: words("runs.about"),
      columns: [{ name: words("runs.pick"), sortable: false }, words("run"), words("runs.task"), words("runs.model"), words("runs.corpus"), words("runs.seed"), words("runs.metric"), { name: words("runs.value"), format: (at, row) => shownAs(row[6] === words("runs.metric.accuracy"), at) },
        words("runs.interval"), { name: words("runs.parameters"), format: (at) => tools.number(at, 0) }, { name: words("runs.seconds"), format: (at) => tools.number(at, 0) }],
      rows: shown().map((run) => [box(run), h("button", { type: "button", class: "link", "data-run": run.id, "aria-current": run.id === open ? "true" : null, onclick: () => look(run.id) }, run.name), words(`runs.task.${run.task}`), run.model, run.corpus, run.seed,
        run.metric ? words(`runs.metric.${run.metric}`) : null, run.value, run.interval ? words("runs.between", Object.fromEntries(run.interval.map((at, i) => [["low", "high"][i], shownAs(run.metric === "accuracy", at)]))) : null, run.parameters, run.seconds]) }));
  }
  const plain = () => shown().map(({ id, name: called, task, model, corpus, seed, metric, value: at, interval, parameters, seconds, validation }) => ({ id, name: called, task, model, corpus, seed, metric, value: at, low: interval?.[0] ?? null, high: interval?.[1] ?? null, validation, parameters, seconds }));
  function saveCsv() {
    const rows = plain();
    save("runs.csv", csvText(Object.keys(rows[0] ?? {}), rows.map((row) => Object.values(row))), "text/csv");
  }
  function drawLabs(found) {
    if (!found.length) return;
    put(labs, h("h2", {}, words("runs.labs")), table({ words, caption: words("runs.labs.about"), columns: [words("runs.lab"), words("runs.chapter"), words("runs.corpus"), words("runs.models"), words("runs.report")],
      rows: found.map((lab) => [lab.name, lab.lab, lab.corpus, lab.models, h("button", { type: "button", onclick: () => openAddress(tools, `/labs/${lab.id}/report`, trouble) }, words("runs.open"))]) }));
  }
  async function load() {
    const found = await tools.ask("/shelf");
    known = found.runs;
    now.chosen = now.chosen.filter((id) => known.some((run) => run.id === id));
    const tasks = [...new Set(known.map((run) => run.task))];
    put(kinds, choice({ label: words("runs.kind"), value: now.task, options: [["", words("runs.kind.all")], ...tasks.map((task) => [task, words(`runs.task.${task}`)])], change: (task) => { now.task = task; tools.keep({ kind: task }); draw(); } }));
    draw();
    ready();
    drawLabs(found.labs);
    if (open) one.show(known.find((run) => run.id === open));
  }
  put(root, h("p", { class: "question" }, words("runs.question")), h("div", { class: "row" }, kinds), trouble, place,
    acts, note, tested.node, one.node, labs);
  ready();
  arrival("runs", place, () => load().catch(() => {}));
  load().catch((error) => tools.fail(trouble, error));
}
