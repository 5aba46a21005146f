// Positions: what each kind adds to the score of a query at one place and a key at another.

import { arrival } from "../../parts/arrivals.js";
import { h, put } from "../../parts/element.js";
import { choice, debounced, line, slider } from "../../parts/field.js";
import { picture } from "../../parts/picture.js";
import { curve } from "../../parts/plot.js";
import { mark, square } from "./map.js";

export const name = "positions";
export const title = (words) => words("positions.title");
export const needs = [];

const KINDS = ["sinusoidal", "learned", "rotary", "alibi", "bucketed", "relative"];
const BY_HEAD = ["alibi", "bucketed"];

export function show(root, state, tools) {
  const { words } = tools, whole = (value, fallback, low, high) => Math.max(low, Math.min(high, Number.parseInt(value ?? fallback, 10) || fallback));
  const now = {
    of: tools.runs.some((run) => run.id === state.of) ? state.of : "", kind: KINDS.includes(state.kind) ? state.kind : "sinusoidal", site: state.site ?? null,
    length: whole(state.length, 64, 2, 128), width: whole(state.width, 64, 2, 512), heads: whole(state.heads, 8, 1, 16), head: whole(state.head, 0, 0, 63),
    row: whole(state.row, 20, 1, 128), text: state.text ?? words("positions.example"), said: null, sites: [],
  };
  const site = () => now.sites.find((each) => each.name === now.site) ?? now.sites[0];
  const number = (key, low, high, step = 1, then = () => {}) => slider({ label: words(`positions.${key}`), value: now[key], min: low, max: high, step, change: (to) => { change({ [key]: to }); then(); } });
  const owners = () => [["", words("positions.newborn")], ...tools.runs.map((run) => [run.id, run.name])];
  const whose = choice({ label: words("positions.of"), value: now.of, options: owners(), change: (of) => { now.sites = []; change({ of, site: null, head: 0 }); arrange(); } });
  arrival("runs", whose, () => whose.offer(owners()));
  const kinds = choice({ label: words("positions.kind"), value: now.kind, options: KINDS.map((kind) => [kind, words(`positions.${kind}`)]), change: (kind) => { change({ kind, head: 0 }); arrange(); } });
  const length = number("length", 2, 128), width = number("width", 2, 512, 2), heads = number("heads", 1, 16, 1, () => arrange());
  const text = line({ label: words("positions.text"), value: now.text, change: (to) => change({ text: to }) }), siteBox = h("div"), headBox = h("div");
  const row = number("row", 1, now.length), trouble = h("div"), about = h("p", { class: "about" }), moved = h("p", { class: "answer", "aria-live": "polite" });
  const map = picture({ words, name: "positions", title: "", isNot: words("positions.not"), body: h("div"), table: { columns: [], rows: [] } });
  const one = picture({ words, name: "positions-row", title: "", isNot: words("positions.curve.not"), body: h("div"), table: { columns: [], rows: [] } });
  const later = debounced(ask, 25), value = (x) => tools.number(x, Math.abs(x) >= 100 ? 0 : Math.abs(x) >= 1 || x === 0 ? 1 : 3);

  function change(values) {
    Object.assign(now, values);
    tools.keep(values);
    if ("row" in values) drawRow();
    else later();
  }
  /** Show the fields that count for what is chosen; those that stay keep the focus. */
  function arrange() {
    const newborn = !now.of, byHead = newborn ? BY_HEAD.includes(now.kind) : (site()?.heads ?? 1) > 1, many = newborn ? now.heads : site()?.heads ?? 1;
    kinds.hidden = !newborn;
    width.hidden = !newborn || byHead;
    heads.hidden = !newborn || !byHead;
    text.hidden = newborn || site()?.kind !== "relative";
    length.field.max = Math.min(128, site()?.longest ?? 128);
    now.length = Math.min(now.length, Number(length.field.max));
    now.head = Math.min(now.head, Math.max(0, many - 1));
    put(headBox, byHead && many > 1 ? slider({ label: words("positions.head"), value: now.head, min: 0, max: many - 1, format: (x) => String(x + 1), change: (head) => change({ head }) }) : null);
  }
  function sites(found) {
    if (found.map((each) => each.name).join() === now.sites.map((each) => each.name).join()) return;
    now.sites = found;
    put(siteBox, found.length > 1 ? choice({ label: words("positions.site"), value: site().name, options: found.map((each) => [each.name, each.name]), change: (to) => { change({ site: to, head: 0 }); arrange(); } }) : null);
    arrange();
  }
  async function ask() {
    const { of, kind, heads: many, head } = now, body = of ? { site: now.site, length: now.length, head, text: now.text }
      : { kind, length: now.length, width: kind === "rotary" ? now.width + now.width % 2 : now.width, heads: many, head: BY_HEAD.includes(kind) ? head : 0 };
    try {
      const said = await tools.ask(of ? `/runs/${of}/positions` : "/positions", { body, channel: "positions" });
      put(trouble);
      draw(said);
    } catch (error) {
      if (!tools.stale(error)) tools.fail(trouble, error);
    }
  }
  function draw(said) {
    now.said = said;
    sites(said.sites ?? []);
    const none = said.values.length === 0, values = said.values, n = values.length;
    pair.hidden = none;
    put(about, words(none ? "positions.none" : `positions.about.${said.kind}`), !none && !now.of && words.knows(`positions.born.${said.kind}`) ? ` ${words(`positions.born.${said.kind}`)}` : null);
    put(moved, none ? null : words(said.change < 0.0005 ? "positions.still" : "positions.moved", { change: tools.percent(said.change) }));
    if (none) return;
    now.row = Math.min(now.row, n);
    Object.assign(row.field, { max: n, value: now.row });
    row.querySelector("output").textContent = now.row;
    map.update({ title: words("positions.map", { kind: words(`positions.${said.kind}`) }), body: square({ values, row: now.row - 1, words, value, choose: pick }),
      table: { columns: [words("positions.query"), ...values.map((_, j) => ({ name: String(j + 1), format: value, numeric: true }))], rows: values.map((each, i) => [i + 1, ...each]) } });
    drawRow();
  }
  function pick(place) {
    row.field.value = place + 1;
    row.field.dispatchEvent(new Event("input"));
  }
  function drawRow() {
    const values = now.said?.values[now.row - 1];
    if (!values) return;
    mark(map.node.querySelector("svg"), now.row - 1);
    one.update({ title: words("positions.curve", { row: now.row }),
      body: curve({ values, at: now.row - 1, format: value, x: words("positions.key"), y: words("positions.added"), label: words("positions.curve", { row: now.row }) }),
      table: { columns: [words("positions.key"), { name: words("positions.added"), format: value, numeric: true }], rows: values.map((each, j) => [j + 1, each]) } });
  }
  const pair = h("div", { class: "pair" }, map.node, h("div", {}, row, one.node));
  arrange();
  put(root, h("p", { class: "question" }, words("positions.question")), h("div", { class: "row" }, whose, kinds, siteBox, length, width, heads, headBox, text), trouble, about, moved, pair);
  ask();
}
