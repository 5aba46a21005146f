// One token after the other: drawn by chance, or chosen.

import { bars } from "../../parts/bars.js";
import { h, put } from "../../parts/element.js";
import { line, slider } from "../../parts/field.js";
import { picture } from "../../parts/picture.js";
import { token, visible } from "../../parts/tokens.js";

const PAUSE = 250;

/** continuing({state, tools, ask, later}) → {node, asked(), show(said), forget(), stop()} */
export function continuing({ state, tools, ask, later }) {
  const { words } = tools, whole = (text, low, high, fallback) => (Number.isFinite(Number.parseFloat(text)) ? Math.max(low, Math.min(high, Number.parseFloat(text))) : fallback);
  const now = {
    said: (state.said ?? "").split(".").filter((each) => /^\d{1,9}$/.test(each)).map(Number), ended: false, playing: null, seen: null,
    temperature: whole(state.temperature, 0, 3, 1), top_k: Math.round(whole(state.top_k, 0, 200, 0)), nucleus: whole(state.nucleus, 0.01, 1, 1), seed: Math.round(whole(state.seed, 0, 2 ** 31, 0)),
  };
  const settle = (key) => (value) => { now[key] = value; tools.keep({ [key]: value }); later(); };
  const sliders = [
    slider({ label: words("next.temperature"), value: now.temperature, min: 0, max: 3, step: 0.05, format: (x) => tools.number(x, 2), change: settle("temperature") }),
    slider({ label: words("next.top_k"), value: now.top_k, min: 0, max: 200, format: (x) => (x ? String(x) : words("next.all")), change: settle("top_k") }),
    slider({ label: words("next.nucleus"), value: now.nucleus, min: 0.01, max: 1, step: 0.01, format: (x) => tools.percent(x, 0), change: settle("nucleus") }),
  ];
  const seed = line({ label: words("next.seed"), value: String(now.seed), type: "number", change: (text) => settle("seed")(Math.round(whole(text, 0, 2 ** 31, 0))) });
  Object.assign(seed.field, { min: 0, step: 1 });
  const button = (key, work, first) => h("button", { type: "button", class: first ? "first" : null, onclick: work }, words(`next.${key}`));
  const step = button("step", () => go(), true), play = button("play", () => (now.playing ? stop() : start())), back = button("back", () => cut(now.said.length - (now.ended ? 0 : 1))), clear = button("clear", () => cut(0));
  const line_ = h("div", { class: "tokens", role: "group", "aria-label": words("next.tokens") }), best = h("p", { class: "answer" }), summary = h("p", { class: "note" }), note = h("p", { class: "note" });
  const list = bars({ label: words("next.candidates"), heads: [words("next.share"), words("next.chance")], percent: (x) => tools.percent(x, 1), words, choose: (i) => take(now.seen.candidates[i]) });
  const drawing = picture({ words, name: "next-word", title: words("next.picture"), isNot: words("next.not"), body: list.node, drawn: list.drawn, table: { columns: [], rows: [] } });

  const asked = () => ({ said: now.said, temperature: now.temperature, top_k: now.top_k, nucleus: now.nucleus, seed: now.seed });
  const keep = () => tools.keep({ said: now.said.join(".") });

  /** Say a candidate, or what was drawn; END is said, and nothing follows. */
  function take(chosen) {
    if (now.ended || !now.seen) return Promise.resolve(false);
    tools.say(chosen.name);
    if (chosen.ends) { now.ended = true; tokens(); return Promise.resolve(false); }
    now.said = [...now.said, chosen.token];
    keep();
    return ask();
  }
  const go = () => take(now.seen.drawn);
  function cut(length) {
    stop();
    now.ended = false;
    now.said = now.said.slice(0, Math.max(0, length));
    keep();
    ask();
  }
  function start() {
    now.playing = setTimeout(async function on() {
      const more = await go();
      if (!now.playing) return;
      if (!more || now.ended) stop();
      else now.playing = setTimeout(on, PAUSE);
    }, 0);
    tokens();
  }
  function stop() {
    clearTimeout(now.playing);
    now.playing = null;
    tokens();
  }
  function tokens() {
    if (!now.seen) return;
    const { prompt, said, kind, drawn } = now.seen;
    put(line_, prompt.map((name) => token(name, { kind: "given" })), kind === "rewrites" ? h("span", { class: "arrow", "aria-hidden": "true" }, " → ") : null,
      said.map((name, i) => token(name, { choose: () => cut(i), label: words("next.cut", { name: name.trim() || name }) })), now.ended ? token(drawn.ends ? drawn.name : "[END]", { kind: "given" }) : null);
    put(play, words(now.playing ? "next.stop" : "next.play"));
    step.disabled = now.ended || Boolean(now.playing);
    play.disabled = now.ended;
    back.disabled = clear.disabled = now.said.length === 0 && !now.ended;
  }
  function show(said) {
    now.seen = said;
    const count = (x) => x.toLocaleString(tools.lang);
    put(note, said.kind === "rewrites" ? words("next.rewrites") : null);
    const [first] = said.candidates;
    put(best, first ? words("next.best", { name: visible(first.name.trim() || first.name), share: tools.percent(first.probability) }) : null);
    put(summary, words("next.kept", { kept: count(said.kept.tokens), all: count(said.vocabulary), share: tools.percent(said.kept.probability) }), " ",
      words("next.draw", { seed: now.seed }), " ", token(said.drawn.name));
    list.show(said.candidates.map((each) => ({ name: each.name, share: each.probability, chance: each.chance, cut: each.chance === 0 })));
    const percent = (x) => tools.percent(x, 3);
    drawing.update({ table: { columns: [words("next.token"), words("next.number"), { name: words("next.share"), format: percent }, { name: words("next.chance"), format: percent }, words("next.fate")],
      rows: said.candidates.map((each) => [each.name, each.token, each.probability, each.chance, words(each.chance ? "next.kept.one" : "next.cut.one")]) } });
    tokens();
  }
  const node = h("div", {}, h("div", { class: "row" }, sliders, seed), h("div", { class: "steps" }, step, play, back, clear), note, line_, best, summary, drawing.node);
  return { node, asked, show, stop, forget() { stop(); now.said = []; now.ended = false; } };
}
