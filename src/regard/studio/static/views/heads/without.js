// Heads silenced with a click: what the model says as it is, and what it says without them.

import { siteName } from "../../parts/asking.js";
import { h, put, s } from "../../parts/element.js";
import { choice } from "../../parts/field.js";
import { picture } from "../../parts/picture.js";

const parse = (text) => (text ? text.split(",").map((one) => one.split("|")).filter((one) => one.length === 3)
  .map(([site, call, head]) => ({ site, call: Number(call) || 0, head: Number(head) || 0 })) : []);

/** without({tools, now, ask, state, changed, failed}) → {node, show(), choose(site, head), heads(), forget()} */
export function without({ tools, now, ask, state, changed, failed }) {
  const { words } = tools;
  let off = parse(state.off), how = state.how === "uniform" ? "uniform" : "zero", said = null;
  const toggle = h("button", { type: "button", class: "first", onclick: () => flip(now.site, now.head) });
  const restore = h("button", { type: "button", onclick: () => set([]) }, words("heads.restore"));
  const layer = h("button", { type: "button", onclick: () => set([...off.filter((one) => !here(one)), ...now.site.heads.map((_, head) => ({ site: now.site.site, call: now.site.call, head }))]) }, words("heads.layer"));
  const ways = choice({ label: words("heads.how"), value: how, options: ["zero", "uniform"].map((each) => [each, words(`heads.how.${each}`)]), change: (value) => { how = value; tools.keep({ how: how === "zero" ? null : how }); show(); } });
  const list = h("p", { class: "note" }), bars = h("div", { class: "moved" }), again = h("div", { class: "again", "aria-live": "polite" });
  const drawing = picture({ words, name: "heads-without", title: words("heads.without"), isNot: words("heads.without.not"), body: h("div", {}, h("div", { class: "row silencing" }, toggle, layer, restore, ways), list, again, bars), drawn, table: { columns: [], rows: [] } });
  const here = (one) => one.site === now.site.site && one.call === now.site.call;
  const silent = (site, head) => off.some((one) => one.site === site.site && one.call === site.call && one.head === head);

  function flip(site, head) {
    set(silent(site, head) ? off.filter((one) => !(here(one) && one.head === head)) : [...off, { site: site.site, call: site.call, head }]);
  }
  function set(heads) {
    off = heads;
    tools.keep({ off: off.map((one) => `${one.site}|${one.call}|${one.head}`).join(",") || null });
    show();
  }
  async function show() {
    const { sites } = now.said, known = (one) => sites.find((site) => site.site === one.site && site.call === one.call && one.head < site.heads.length);
    off = off.filter(known);
    changed();
    names();
    try {
      said = off.length ? await ask("heads/without", { heads: off, how }, "without") : { ...now.said.answer, again: now.said.answer.said };
    } catch (error) { failed(error); return; }
    draw();
  }
  function names() {
    if (!now.site) return;
    const name = (one) => words("heads.one", { site: siteName(now.said.sites.find((site) => site.site === one.site && site.call === one.call), now.said.sites, words), head: one.head + 1 });
    put(toggle, words(silent(now.site, now.head) ? "heads.hear" : "heads.silence"));
    toggle.setAttribute("aria-pressed", String(silent(now.site, now.head)));
    restore.disabled = !off.length;
    put(list, off.length ? words("heads.off", { heads: off.slice(0, 12).map(name).join(", ") + (off.length > 12 ? " …" : "") }) : words("heads.off.none"));
  }
  /** Whether the answer is another without these heads. */
  function verdict() {
    const best = (side) => said.choices.reduce((one, other) => (other[side] > one[side] ? other : one)), was = best("before"), is = best("after");
    return words(was === is ? "heads.stays" : "heads.turns", { was: was.name, is: is.name });
  }
  function draw() {
    const percent = (x) => tools.percent(x, 1), moved = (one) => one.after - one.before;
    put(again, said.kind === "said" ? [h("p", {}, h("b", {}, words("heads.before")), " ", said.said), h("p", {}, h("b", {}, words("heads.after")), " ", said.again)] : said.kind === "none" ? h("p", { class: "note" }, words("heads.answer.none")) : off.length ? h("p", { class: "turn" }, verdict()) : null);
    const most = Math.max(...said.choices.flatMap((one) => [one.before, one.after])), wide = (x) => `${100 * x / (most < 0.5 ? most : 1)}%`;
    put(bars, h("dl", {}, said.choices.map((one) => h("div", { class: "move" },
      h("dt", {}, one.name),
      h("dd", {}, h("span", { class: "twice", "aria-hidden": "true" }, h("span", { class: "was", style: { width: wide(one.before) } }), h("span", { class: "is", style: { width: wide(one.after) } })),
        h("span", { class: "numbers" }, `${percent(one.before)} → ${percent(one.after)}`, said.kind === "said" && off.length && one.instead !== one.name ? h("span", { class: "instead" }, words("heads.instead", { word: one.instead })) : null))))));
    const spoken = [...said.choices].sort((one, other) => Math.abs(moved(other)) - Math.abs(moved(one)))[0];
    if (off.length && spoken) tools.say(words("heads.moved", { name: spoken.name, before: percent(spoken.before), after: percent(spoken.after) }));
    drawing.update({ table: {
      columns: [words(`heads.choice.${said.kind === "classes" ? "label" : "word"}`), ...["before", "after", "change"].map((name) => ({ name: words(`heads.column.${name}`), format: (x) => tools.percent(x, 2) })), ...(said.kind === "said" ? [words("heads.column.instead")] : [])],
      rows: said.choices.map((one) => [one.name, one.before, one.after, moved(one), ...(said.kind === "said" ? [one.instead] : [])]),
    } });
  }
  function drawn() {
    const rows = said.choices, wide = 640, left = 150, scale = wide - left - 150;
    return s("svg", { class: "drawn", viewBox: `0 0 ${wide} ${52 + rows.length * 30}` }, s("text", { class: "head", x: 8, y: 24 }, words("heads.without")),
      rows.map((one, i) => [s("text", { x: left - 8, y: 56 + i * 30, "text-anchor": "end" }, one.name),
        s("rect", { class: "was", x: left, y: 42 + i * 30, width: scale * one.before, height: 8 }), s("rect", { class: "is", x: left, y: 52 + i * 30, width: scale * one.after, height: 8 }),
        s("text", { x: left + scale + 10, y: 56 + i * 30 }, `${tools.percent(one.before, 1)} → ${tools.percent(one.after, 1)}`)]));
  }
  return { node: drawing.node, show, choose: names, heads: () => off, forget() { off = []; } };
}
