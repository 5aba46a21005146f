// Paired tests: runs on the same test texts, each against the first.

import { h, put, s } from "../../parts/element.js";
import { picture } from "../../parts/picture.js";
import { sideways } from "../../parts/sideways.js";
import { table } from "../../parts/table.js";
import { rounded } from "../train/drawn.js";

const LINE = 34, PANEL = 250, GAP = 30, TOP = 26;

/** tests({tools, nameOf}) → {node, ask(runs)} */
export function tests({ tools, nameOf }) {
  const { words } = tools, node = h("section", { "aria-live": "polite" });
  const cut = (text) => (text.length > 22 ? `${text.slice(0, 21)}…` : text);

  function panel(left, low, high, count, format, zero) {
    const gap = (high - low) || Math.abs(high) || 1, [from, to] = [low - 0.08 * gap, high + 0.08 * gap], at = (value) => left + (value - from) / (to - from) * PANEL;
    return { at, axis: [
      rounded(from, to, 3).map((value) => [s("line", { class: "rule", x1: at(value), x2: at(value), y1: TOP, y2: TOP + LINE * count }), s("text", { x: at(value), y: TOP + LINE * count + 18, "text-anchor": "middle" }, format(value))]),
      zero ? s("line", { class: "zero", x1: at(0), x2: at(0), y1: TOP, y2: TOP + LINE * count }) : null] };
  }
  function drawn(found, write, apart) {
    const count = found.runs.length, left = 24 + 7 * Math.max(...found.runs.map((run) => cut(nameOf(run.run)).length)), second = left + PANEL + GAP;
    const ends = found.runs.flatMap((run) => [run.value, ...run.interval]), steps = found.differences.flatMap((one) => [one.difference, ...(one.interval ?? [])]);
    const one = panel(left, Math.min(...ends), Math.max(...ends), count, write, false), other = panel(second, Math.min(0, ...steps), Math.max(0, ...steps), count, apart, true);
    const middle = (i) => TOP + LINE * (i + 0.5);
    return s("svg", { class: "drawn curves", viewBox: `0 0 ${second + PANEL + 24} ${TOP + LINE * count + 30}`, role: "img", "aria-label": words("runs.tested") },
      s("text", { class: "foot", x: left, y: 14 }, words(`runs.metric.${found.metric}`)), s("text", { class: "foot", x: second, y: 14 }, words(found.metric === "accuracy" ? "runs.from.points" : "runs.from", { run: cut(nameOf(found.runs[0].run)) })), one.axis, other.axis,
      found.runs.map((run, i) => [s("text", { x: left - 10, y: middle(i) + 4, "text-anchor": "end" }, cut(nameOf(run.run))),
        s("line", { class: "interval c0", x1: one.at(run.interval[0]), x2: one.at(run.interval[1]), y1: middle(i), y2: middle(i) }), s("circle", { class: "dot c0", cx: one.at(run.value), cy: middle(i), r: 5 })]),
      found.differences.map((each, i) => {
        const kind = { better: "c0", worse: "c1" }[found.verdicts[i]] ?? "none";
        return [each.interval ? s("line", { class: `interval ${kind}`, x1: other.at(each.interval[0]), x2: other.at(each.interval[1]), y1: middle(i + 1), y2: middle(i + 1) }) : null, s("circle", { class: `dot ${kind}`, cx: other.at(each.difference), cy: middle(i + 1), r: 5 })];
      }));
  }
  function draw(found) {
    const share = found.metric === "accuracy", write = (value) => (share ? tools.percent(value) : tools.number(value, 2));
    const apart = (value) => `${value > 0 ? "+" : ""}${share ? tools.number(100 * value, 1) : tools.number(value, 2)}`, p = (value) => (value < 0.001 ? `< ${tools.number(0.001, 3)}` : tools.number(value, 3));
    const between = (ends, how) => (ends ? words("runs.between", { low: how(ends[0]), high: how(ends[1]) }) : null);
    const rows = found.runs.map((run, i) => {
      const one = found.differences[i - 1];
      return [nameOf(run.run), write(run.value), between(run.interval, write), one ? apart(one.difference) : null, one ? between(one.interval, apart) : null, one?.p ?? null, one ? words(`runs.verdict.${found.verdicts[i - 1]}`) : words("runs.baseline")];
    });
    const figures = (name) => ({ name, numeric: true });
    const columns = [words("run"), figures(words(`runs.metric.${found.metric}`)), figures(words("runs.interval")), figures(words(share ? "runs.difference.points" : "runs.difference")), figures(words("runs.interval")), { name: "p", format: p }, words("runs.verdict")];
    const changes = found.differences.filter((one) => one.changes.length);
    put(node, h("h2", {}, words("runs.tested")), h("p", { class: "note" }, words("runs.tested.on", { n: tools.number(found.n, 0), what: words(`runs.of.${found.metric}`), corpus: found.corpus, split: found.split }), " ", found.recalled ? words("runs.recalled") : ""),
      picture({ words, name: "runs-test", title: words("runs.tested.title"), isNot: words("runs.tested.not"), ...sideways(drawn(found, write, apart), words("runs.tested.title"), { table: { columns, rows } }) }).node,
      table({ words, sortable: false, caption: words("runs.tested.about", { test: words(share ? "runs.mcnemar" : "runs.bootstrap") }), columns, rows }),
      changes.length ? h("details", {}, h("summary", {}, words("runs.changes")), h("dl", {}, changes.map((one) => [h("dt", {}, nameOf(one.run)), one.changes.map((change) => h("dd", {}, change))]))) : null);
  }
  return {
    node,
    async ask(runs) {
      put(node, h("p", { class: "note" }, words("wait")));
      try { draw(await tools.ask("/compare/test", { body: { runs }, channel: "test" })); } catch (error) { if (!tools.stale(error)) tools.fail(node, error); }
    },
  };
}
