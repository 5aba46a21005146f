// What a view about heads is asked: which run, and which text; an example for each kind of model.

import { another } from "./another.js";
import { h, put } from "./element.js";
import { area, debounced, runChoice } from "./field.js";

export const LOOKING = ["classify", "translate", "language", "instruct", "prefer"];

/** Whether a run guesses the words behind blanks. */
export const fillsBlanks = (run) => ["bert", "roberta", "albert", "reader"].some((name) => run.model.includes(name));

/** The run that shows most, for who has not chosen: with many heads, and of a task that stands early in the list. */
export function richest(runs) {
  const rank = (run) => run.heads * LOOKING.length - LOOKING.indexOf(run.task);
  return runs.filter((run) => LOOKING.includes(run.task)).reduce((best, run) => (best && rank(best) >= rank(run) ? best : run), null)?.id;
}

/** A text that shows something, for a run of this kind. */
export function exampleFor(run, words) {
  if (run.task === "classify") return words("asking.classify");
  if (run.task === "translate") return words("asking.translate");
  return words(fillsBlanks(run) ? "asking.blank" : "asking.next");
}

/**
 * asking({state, tools, change}) → {nodes, run, text, refused(place, error)}
 * `change` hears of another run at once, of keys after a moment; `refused` tells what went wrong, or that there is no text yet.
 */
export function asking({ state, tools, change }) {
  const now = {}, find = (id) => tools.runs.find((run) => run.id === id);
  const later = debounced(() => change(now, "text"), 120);
  const runs = runChoice({ tools, tasks: LOOKING, value: state.run ?? richest(tools.runs), change: (id) => {
    const usual = now.text === exampleFor(find(now.run), tools.words);
    now.run = id;
    if (usual) field.field.value = now.text = exampleFor(find(id), tools.words);
    tools.keep({ run: id, text: usual ? null : now.text });
    others.forget();
    change(now, "run");
  } });
  now.run = runs.run;
  now.text = state.text ?? exampleFor(find(now.run), tools.words);
  const field = area({ label: tools.words("text"), value: now.text, rows: 3, hint: tools.words("asking.hint"), change: (text) => { now.text = text; tools.keep({ text }); others.forget(); later(); } });
  const others = another({ tools, run: () => now.run, use: (text) => { field.field.value = now.text = text; tools.keep({ text }); change(now, "text"); } });
  const refused = (place, error) => { if (now.text.trim()) tools.fail(place, error); else put(place, h("p", { class: "note" }, tools.words("asking.empty"))); };
  return Object.assign(now, { refused, nodes: [h("div", { class: "row" }, runs), field, others.node] });
}

/** What an attention is called: its layer and who looks at whom. */
export function siteName(site, sites, words) {
  const number = (/\.(\d+)(\.|$)/.exec(site.site)?.[1] ?? null), layer = site.calls > 1 ? site.call + 1 : number === null ? "" : Number(number) + 1;
  if (site.look === "pool") return words(site.site.endsWith(".mean") ? "asking.site.mean" : "asking.site.pool");
  if (site.look === "cross") return layer === "" ? words("asking.site.source") : words("asking.site.cross", { layer });
  if (site.site.includes("decoder")) return words("asking.site.back", { layer });
  return words(sites.some((one) => one.site.includes("decoder")) ? "asking.site.encoder" : "asking.site.layer", { layer });
}
