// Heads: every head of a model small, one of them large, both ways, and what the model says without some.

import { asking, LOOKING, siteName } from "../../parts/asking.js";
import { h, put } from "../../parts/element.js";
import { choice } from "../../parts/field.js";
import { lines } from "./lines.js";
import { map } from "./map.js";
import { overview } from "./overview.js";
import { reader } from "./reader.js";
import { without } from "./without.js";

export const name = "heads";
export const title = (words) => words("heads.title");
export const needs = LOOKING;
/** Milliseconds after which layers are shown one by one. */
const PATIENCE = 500;

export function show(root, state, tools) {
  const { words } = tools;
  const now = { way: state.way === "to" ? "to" : "from", place: state.word === undefined ? null : Number(state.word) || 0, said: null, site: null, head: Number(state.head) || 0 };
  const asked = asking({ state, tools, change: (_, what) => { if (what === "run") forget(); read(); } });
  const answer = h("p", { class: "answer", "aria-live": "polite" }), trouble = h("div"), below = h("div", { hidden: true }), rest = h("div");
  const context = { tools, now, ask: (path, body, channel, told) => tools.ask(`/runs/${asked.run}/${path}`, { body: { text: asked.text, ...body }, channel, told }), failed };
  const all = overview({ ...context, choose: chooseHead });
  const silenced = without({ ...context, state, changed: () => all.mark(silenced.heads()) });
  const large = map({ ...context, pick });
  const arcs = lines({ ...context, pick, map: large });
  const text = reader({ ...context, pick });
  const which = h("h2"), way = h("div", { class: "row" }), inside = h("button", { type: "button", onclick: () => tools.go("inside", { text: asked.text, run: asked.run, ...chosen(), word: now.place }) }, words("heads.inside"));

  const chosen = () => ({ site: now.site.site, head: now.head, call: now.site.call || null });
  function failed(error) {
    if (tools.stale(error)) return;
    tools.fail(trouble, error);
  }
  function forget() {
    now.site = null;
    now.place = null;
    silenced.forget();
    tools.keep({ site: null, head: null, call: null, word: null, off: null });
  }
  async function read() {
    const slow = setTimeout(() => put(answer, words("wait")), 200), begun = performance.now(), said = { names: {}, sites: [], answer: null };
    /** Layers that take long are shown one by one. */
    function told({ names, layers, layer, answer: last }) {
      if (names) Object.assign(said, { names, layers, sites: [], answer: null });
      if (last) said.answer = last;
      if (!layer) return;
      said.sites.push(layer);
      if (performance.now() - begun < PATIENCE || said.sites.length === said.layers) return;
      clearTimeout(slow);
      now.said = null;
      put(answer, words("heads.layers", { done: said.sites.length, all: said.layers }));
      below.hidden = false;
      rest.hidden = silenced.node.hidden = true;
      all.show(said);
    }
    try {
      await context.ask("heads/stream", {}, "heads", told);
    } catch (error) {
      clearTimeout(slow);
      if (!tools.stale(error)) { asked.refused(trouble, error); put(answer); below.hidden = true; }
      return;
    }
    clearTimeout(slow);
    put(trouble);
    now.said = said;
    below.hidden = rest.hidden = silenced.node.hidden = false;
    const { sites } = said, known = now.site ?? { site: state.site, call: Number(state.call) || 0 };
    now.site = sites.find((one) => one.site === known.site && one.call === known.call) ?? sites.find((one) => one.look === "cross") ?? sites.find((one) => one.look !== "pool") ?? sites[0];
    now.head = Math.max(0, Math.min(now.head, now.site.heads.length - 1));
    say();
    all.show(said);
    silenced.show();
    draw();
  }
  function say() {
    const { kind, choices, said } = now.said.answer, best = [...choices].sort((one, other) => other.before - one.before)[0];
    if (kind === "said") put(answer, said);
    else put(answer, kind === "none" ? words("heads.answer.none") : words(`heads.answer.${kind}`, { name: best.name, probability: tools.percent(best.before) }));
  }
  function chooseHead(site, head) {
    Object.assign(now, { site, head });
    tools.keep(chosen());
    if (now.said) draw();
    else all.choose(site, head);
  }
  function pick(place, from = now.way) {
    Object.assign(now, { place, way: from });
    tools.keep({ word: place, way: from === "to" ? "to" : null });
    words_();
  }
  function draw() {
    const label = siteName(now.site, now.said.sites, words);
    put(which, now.site.heads.length > 1 ? words("heads.one", { site: label, head: now.head + 1 }) : label);
    all.choose(now.site, now.head);
    silenced.choose(now.site, now.head);
    large.load(chosen());
    words_();
  }
  function words_() {
    const count = now.site.shape[now.way === "from" ? 0 : 1];
    now.place = Math.max(0, Math.min(count - 1, now.place ?? (now.site.look === "back" ? count - 1 : 0)));
    put(way, now.site.look === "pool" ? null : choice({ label: words("heads.way"), value: now.way, options: ["from", "to"].map((each) => [each, words(`heads.way.${each}`)]), change: (value) => pick(now.place, value) }));
    large.mark(now.place, now.way);
    arcs.show(chosen());
    text.show(chosen());
  }
  put(below, h("h2", { class: "quiet" }, words("heads.every")), h("div", { class: "beside-heads" }, all.node, silenced.node), rest);
  put(rest, which, h("div", { class: "row" }, way, inside), text.node, h("div", { class: "two-ways" }, large.node, arcs.node));
  put(root, h("p", { class: "question" }, words("heads.question")), asked.nodes, answer, trouble, below);
  read();
}
