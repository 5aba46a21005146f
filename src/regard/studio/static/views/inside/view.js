// Inside a head: every step from word vectors to weights to their sum, with the model's own numbers.

import { asking, LOOKING, siteName } from "../../parts/asking.js";
import { h, put } from "../../parts/element.js";
import { choice } from "../../parts/field.js";
import { picture } from "../../parts/picture.js";
import { markedText } from "../../parts/words.js";
import { drawnSteps } from "./drawn.js";
import { guide } from "./guide.js";
import { figure } from "./links.js";
import { matrices, told } from "./steps.js";

export const name = "inside";
export const title = (words) => words("inside.title");
export const needs = LOOKING;

const WORDS = [4, 6, 8, 12, 16, 24], NUMBERS = [4, 8, 16, 32, 64, 1024];

export function show(root, state, tools) {
  const { words } = tools;
  const now = { site: null, head: Number(state.head) || 0, query: state.word === undefined ? null : Number(state.word) || 0, shown: Number(state.shown) || 8, numbers: Number(state.numbers) || 8, said: null, steps: null };
  const asked = asking({ state, tools, change: (_, what) => { if (what === "run") { now.site = null; now.query = null; tools.keep({ site: null, head: null, call: null, word: null }); } read(); } });
  const trouble = h("div"), below = h("div", { hidden: true }), fields = h("div", { class: "row compact" }), proof = h("p", { class: "note" }), most = h("p", { class: "answer" }), cut = h("p", { class: "note" });
  const strip = markedText({ label: words("inside.choose"), choose: (i) => ask({ query: i }), remove() {} });
  const which = h("div", { class: "inside-words" }, h("h2", {}, words("inside.choose")), strip.node);
  const steps = matrices({ tools, now, pick: (i) => ask({ query: i }), closed: (letters) => tools.keep({ closed: letters || null }), state });
  const led = guide({ tools, state, light: steps.light, reveal: steps.reveal });
  const drawing = picture({ words, name: "inside", title: words("inside.picture"), isNot: words("inside.not"), body: h("div", {}, most, led.node, cut, steps.node, proof), drawn: () => drawnSteps({ tools, said: now.steps, title: heading(), sentence: most.textContent, path: led.drawn() }), table: { columns: [], rows: [] } });
  const heading = () => `${siteName(now.site, now.said.sites, words)}${now.site.heads.length > 1 ? ` · ${words("heads.number")} ${now.head + 1}` : ""}`;
  const send = (path, body, channel) => tools.ask(`/runs/${asked.run}/${path}`, { body: { text: asked.text, ...body }, channel });

  function failed(error, hide) {
    if (tools.stale(error)) return;
    asked.refused(trouble, error);
    if (hide) below.hidden = true;
  }
  async function read() {
    try {
      now.said = await send("heads", {}, "inside-heads");
    } catch (error) { failed(error, true); return; }
    const { sites } = now.said, known = now.site ?? { site: state.site, call: Number(state.call) || 0 };
    now.site = sites.find((one) => one.site === known.site && one.call === known.call) ?? sites.find((one) => one.look === "cross") ?? sites.find((one) => one.look !== "pool") ?? sites.at(-1);
    below.hidden = false;
    await ask({});
  }
  /** The place to begin with: the last word for who looks back, else a word early in the text, not a sign. */
  function telling() {
    const names = now.said.names[now.site.rows] ?? [], word = names.findIndex((text, i) => i >= 2 && /\p{L}{3}/u.test(text));
    return now.site.look === "back" ? now.site.shape[0] - 1 : word < 0 ? 2 : word;
  }
  async function ask(change) {
    Object.assign(now, change);
    now.head = Math.max(0, Math.min(now.head, now.site.heads.length - 1));
    const count = now.site.shape[0];
    now.query = Math.max(0, Math.min(count - 1, now.query ?? telling()));
    tools.keep({ site: now.site.site, head: now.head, call: now.site.call || null, word: now.query, shown: now.shown === 8 ? null : now.shown, numbers: now.numbers === 8 ? null : now.numbers });
    choices();
    try {
      now.steps = await send("inside", { site: now.site.site, head: now.head, call: now.site.call, query: now.query, words: now.shown, numbers: now.numbers }, "inside");
    } catch (error) { failed(error); return; }
    put(trouble);
    draw();
  }
  function choices() {
    const { sites } = now.said, labels = sites.map((site, i) => [String(i), siteName(site, sites, words)]);
    put(fields,
      choice({ label: words("heads.attention"), value: String(sites.indexOf(now.site)), options: labels, change: (i) => ask({ site: sites[Number(i)] }) }),
      now.site.heads.length > 1 ? choice({ label: words("heads.number"), value: String(now.head), options: now.site.heads.map((_, i) => [String(i), String(i + 1)]), change: (i) => ask({ head: Number(i) }) }) : null,
      choice({ label: words("inside.words"), value: String(now.shown), options: WORDS.map((n) => [String(n), String(n)]), change: (n) => ask({ shown: Number(n) }) }),
      choice({ label: words("inside.numbers"), value: String(now.numbers), options: NUMBERS.map((n) => [String(n), n === 1024 ? words("inside.all") : String(n)]), change: (n) => ask({ numbers: Number(n) }) }),
      h("button", { type: "button", onclick: () => tools.go("heads", { run: asked.run, text: asked.text, site: now.site.site, head: now.head, call: now.site.call || null, word: now.query }) }, words("inside.heads")));
  }
  function draw() {
    const said = now.steps, names = said.names.queries.map((one) => one || words("heads.text"));
    which.hidden = said.look === "pool";
    let at = 0;
    const seen = new Map(said.roles.queries === said.roles.keys ? lookedAt(said).map(([weight, j]) => [said.shown.keys[j], weight]) : []);
    const laid = names.map((text, i) => { const start = at; at += text.length + 1; return { text, start, end: start + text.length, score: seen.get(i) ?? null }; });
    strip.show({ text: names.join(" "), words: laid, signed: false, format: (weight) => tools.percent(weight) });
    strip.pick(said.query);
    put(proof, words("inside.proof", { apart: said.apart < 1e-9 ? "0" : said.apart.toExponential(0) }));
    const missing = said.names.keys.length - said.shown.keys.length;
    put(cut, missing > 0 ? words("inside.cut", { shown: said.shown.keys.length, all: said.names.keys.length }) : null);
    cut.hidden = missing <= 0;
    steps.show(said);
    led.show(said);
    const named = (side, i) => said.names[side][said.shown[side][i]] || words("heads.text");
    put(most, words(said.look === "pool" ? "inside.most.text" : "inside.most", { word: named("queries", Math.max(0, said.shown.queries.indexOf(said.query))), words: lookedAt(said).slice(0, 3).filter(([weight], i) => !i || weight >= 0.01).map(([weight, j]) => words("inside.share", { word: named("keys", j), share: tools.percent(weight) })).join(", ") }));
    drawing.update({ title: words("inside.of", { head: heading() }), table: {
      columns: [words("inside.step"), words("inside.meaning"), words("inside.made"), words("inside.formula"), words("inside.row"), words("inside.column"), { name: words("inside.value"), format: (x) => figure(tools, x, 4) }],
      rows: said.steps.flatMap((step) => step.values.flatMap((row, i) => row.map((value, j) => [step.name, told(said, words, step.name, "title"), step.of.join(", ") || "–", step.formula, named(step.rows, i), step.columns === "keys" ? named("keys", j) : j + 1, value]))),
    } });
  }
  put(below, fields, which, h("h2", { class: "quiet" }, words("inside.steps")), drawing.node);
  put(root, h("p", { class: "question" }, words("inside.question")), asked.nodes, trouble, below);
  read();
}

/** The weights of the chosen word with the places of the keys that are shown, the largest first. */
function lookedAt(said) {
  const row = said.steps.find((step) => step.name === "A").values[Math.max(0, said.shown.queries.indexOf(said.query))];
  return row.map((weight, j) => [weight, j]).sort((one, other) => other[0] - one[0]);
}
