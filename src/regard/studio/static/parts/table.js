// A table that can be sorted by its heads, with mouse or keyboard.

import { h, put } from "./element.js";

/** columns: ["Word", {name: "Weight", format: (value, row) => text, numeric: true}], rows: [[value, …]]. A value may be a node. */
export function table({ caption, columns, rows, sortable = true, most = 2000, words }) {
  const heads = columns.map((column) => (typeof column === "string" ? { name: column } : column));
  const numeric = heads.map((head, i) => head.numeric ?? rows.some((row) => typeof row[i] === "number"));
  let by = -1, falling = false;
  const body = h("tbody"), headRow = h("tr"), note = h("p", { class: "note" });

  function cell(value, i, row) {
    const shown = value instanceof Node ? value : value === null || value === undefined ? "–" : heads[i].format ? heads[i].format(value, row) : String(value);
    return h(i === 0 ? "th" : "td", { class: numeric[i] ? "number" : null, scope: i === 0 ? "row" : null }, shown);
  }
  function key(value) {
    return value instanceof Node ? value.textContent : value;
  }
  function draw() {
    const order = by < 0 ? rows : [...rows].sort((one, other) => {
      const [a, b] = [key(one[by]), key(other[by])];
      const found = typeof a === "number" && typeof b === "number" ? a - b : String(a ?? "").localeCompare(String(b ?? ""));
      return falling ? -found : found;
    });
    put(body, order.slice(0, most).map((row) => h("tr", {}, row.map((value, i) => cell(value, i, row)))));
    put(note, rows.length > most && words ? words("table.more", { shown: most, all: rows.length }) : null);
    put(headRow, heads.map((head, i) => h("th", {
      scope: "col", class: numeric[i] ? "number" : null,
      "aria-sort": sortable ? (by === i ? (falling ? "descending" : "ascending") : "none") : null,
    }, sortable ? h("button", { type: "button", class: "sort", onclick: () => sort(i) }, head.name) : head.name)));
  }
  function sort(i) {
    [by, falling] = by === i ? (falling ? [-1, false] : [i, true]) : [i, false];
    draw();
    headRow.children[i].querySelector("button").focus();
  }
  draw();
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    h("table", {}, h("caption", {}, caption), h("thead", {}, headRow), body), note);
}
