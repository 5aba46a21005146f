// Candidates as bars that can be chosen: what the model gives each, what it is drawn with, and which were cut.

import { h, put, s } from "./element.js";
import { visible } from "./tokens.js";

/**
 * bars({label, heads, percent, words, choose}) → {node, show(rows), drawn()}; `heads` names the columns of numbers.
 * A row is {name, share, chance, cut}; share and chance are from 0 to 1, and chance may be left out.
 */
export function bars({ label, heads = [], percent, words, choose }) {
  const list = h("ol", { class: "bars", "aria-label": label });
  const node = h("div", {}, heads.length ? h("div", { class: "bar-heads", "aria-hidden": "true" }, h("span"), h("span"), heads.map((head) => h("span", {}, head))) : null, list);
  let now = [];
  const widest = () => Math.max(1e-9, ...now.map((row) => Math.max(row.share, row.chance ?? 0)));

  function show(rows) {
    const focused = node.contains(document.activeElement);
    now = rows;
    const most = widest(), wide = (share) => ({ width: `${(100 * share / most).toFixed(2)}%` });
    put(list, rows.map((row, i) => h("li", {}, h("button", { type: "button", class: `bar-row ${row.cut ? "cut" : row.chance === undefined ? "guess" : ""}`, onclick: () => choose(i), "aria-label": words(row.cut ? "bars.cut" : row.chance === undefined ? "bars.guess" : "bars.drawn", { name: row.name.trim() || visible(row.name), share: percent(row.share), chance: percent(row.chance ?? 0) }) },
      h("span", { class: "bar-name" }, visible(row.name)),
      h("span", { class: "bar-place" }, h("span", { class: "bar-share", style: wide(row.share) }), row.chance === undefined ? null : h("span", { class: "bar-chance", style: wide(row.chance) })),
      h("span", { class: "bar-number" }, percent(row.share)),
      row.chance === undefined ? null : h("span", { class: "bar-number strong" }, row.cut ? "–" : percent(row.chance))))));
    if (focused) node.querySelector("button")?.focus();
  }
  /** The same as a drawing, for files. */
  function drawn() {
    const most = widest(), high = 22, left = 130, wide = 300, top = heads.length ? 28 : 6;
    return s("svg", { viewBox: `0 0 560 ${top + now.length * high + 6}`, class: "drawn" }, heads.length ? s("text", { class: "foot", x: left + wide + 10, y: 18 }, heads.join(" → ")) : null, now.map((row, i) => {
      const y = top + i * high;
      return [s("text", { x: left - 8, y: y + 15, "text-anchor": "end", class: row.cut ? "faint" : null }, visible(row.name)),
        s("rect", { x: left, y: y + 3, width: wide * row.share / most, height: high - 6, class: "share-fill" }),
        row.chance ? s("rect", { x: left, y: y + 7, width: wide * row.chance / most, height: high - 14, class: "chance-fill" }) : null,
        s("text", { x: left + wide + 10, y: y + 15, class: row.cut ? "faint" : null }, row.chance === undefined ? percent(row.share) : `${percent(row.share)} → ${row.cut ? "–" : percent(row.chance)}`)];
    }));
  }
  return { node, show, drawn };
}
