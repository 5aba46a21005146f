// Fields with their labels.

import { arrival } from "./arrivals.js";
import { fresh, h, put } from "./element.js";

const labelled = (label, input, extra) => h("div", { class: `field ${extra ?? ""}` }, h("label", { for: input.id }, label), input);

/** choice({label, value, options: [[value, text]], change}) → node; node.field is the select, node.offer(options) gives others. */
export function choice({ label, value, options, change }) {
  const field = h("select", { id: fresh("choice"), onchange: () => change(field.value) });
  const offer = (now, chosen = field.value) => { put(field, now.map(([each, text]) => h("option", { value: each }, text))); field.value = chosen; };
  offer(options, value);
  return Object.assign(labelled(label, field), { field, offer });
}

/** A text of several lines; `change` hears of every key. */
export function area({ label, value = "", rows = 6, change, hint }) {
  const field = h("textarea", { id: fresh("area"), rows, maxlength: 20000, spellcheck: "false", oninput: () => change(field.value) });
  field.value = value;
  if (hint) field.placeholder = hint;
  return Object.assign(labelled(label, field, "wide"), { field });
}

/** A line of text. */
export function line({ label, value = "", change, type = "text" }) {
  const field = h("input", { id: fresh("line"), type, maxlength: 2000, oninput: () => change?.(field.value) });
  field.value = value;
  return Object.assign(labelled(label, field), { field });
}

/** A slider that says its value. */
export function slider({ label, value, min, max, step = 1, change, format = String }) {
  const said = h("output", {}), id = fresh("slider");
  const field = h("input", { id, type: "range", min, max, step, oninput: () => tell(Number(field.value), true) });
  function tell(number, heard) {
    said.textContent = format(number);
    field.setAttribute("aria-valuetext", format(number));
    if (heard) change(number);
  }
  field.value = String(value);
  tell(Number(value), false);
  return Object.assign(h("div", { class: "field" }, h("label", { for: id }, label, " ", said), field), { field });
}

/** A box to tick. */
export function tick({ label, value, change }) {
  const field = h("input", { id: fresh("tick"), type: "checkbox", checked: value, onchange: () => change(field.checked) });
  return Object.assign(h("div", { class: "field tick" }, field, h("label", { for: field.id }, label)), { field });
}

/** Which run: those that the tools know, of the tasks that are wanted and that fit; a link to one that is gone is told. */
export function runChoice({ tools, tasks, fits = () => true, value, change, label }) {
  const options = () => tools.runs.filter((run) => tasks.includes(run.task) && fits(run))
    .map((run) => [run.id, `${run.name} · ${run.corpus}${run.task === "classify" && run.validation !== null ? ` · ${tools.percent(run.validation)}` : ""}`]);
  const there = options(), known = there.some(([id]) => id === value) ? value : there[0]?.[0];
  const node = choice({ label: label ?? tools.words("run"), value: known, options: there, change });
  if (value && !tools.runs.some((run) => run.id === value)) node.append(h("p", { class: "failure", role: "alert" }, tools.words("run.gone", { run: value })));
  arrival("runs", node, () => node.offer(options()));
  return Object.assign(node, { run: known });
}

/** Wait until nothing was asked for so many milliseconds; the last one counts. */
export function debounced(work, wait = 60) {
  let timer;
  return (...given) => { clearTimeout(timer); timer = setTimeout(() => work(...given), wait); };
}
