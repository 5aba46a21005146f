// Every picture of the studio: a title, the drawing, what it is not, the table behind it, and files to keep.

import { csvText, pngOf, save, svgText } from "./downloads.js";
import { fresh, h, put } from "./element.js";
import { table } from "./table.js";

/**
 * picture({words, name, title, isNot, body, drawn, table: {columns, rows}}) → {node, update(changes)}
 *
 * name    the files' name, such as "read-attention"
 * title   one line: what is seen
 * isNot   one line: what it does not show
 * body    the node on the page (an svg, a canvas, words)
 * drawn   () => svg element, for the files; left out, it is the body
 * table   the numbers behind it: shown on demand, read by screen readers, saved as CSV
 *
 * update({title, body, table …}) changes some of these and keeps the rest, an open table among it. A picture without numbers
 * behind it, which is still being asked for, is not seen.
 */
export function picture(given) {
  const now = { ...given }, { words } = given, id = fresh("picture");
  const title = h("h3", { id }), place = h("div", { class: "picture-body" }), not = h("p", { class: "not" });
  const behind = h("div", { hidden: true }), toggle = h("button", { type: "button", "aria-expanded": "false", onclick: open });
  const drawing = () => (now.drawn ? now.drawn() : now.body);
  const tools = h("div", { class: "picture-tools", role: "group", "aria-label": words("picture.files") },
    toggle,
    h("button", { type: "button", onclick: () => save(`${now.name}.svg`, svgText(drawing()), "image/svg+xml") }, "SVG"),
    h("button", { type: "button", onclick: async () => save(`${now.name}.png`, await pngOf(drawing())) }, "PNG"),
    h("button", { type: "button", onclick: () => save(`${now.name}.csv`, csvText(now.table.columns.map((c) => c.name ?? c), now.table.rows), "text/csv") }, "CSV"));

  function open() {
    behind.hidden = !behind.hidden;
    draw();
  }
  function draw() {
    node.classList.toggle("unfilled", !now.table.columns.length);
    put(title, now.title);
    put(not, now.isNot);
    if (place.firstChild !== now.body) put(place, now.body);
    put(toggle, words(behind.hidden ? "picture.table" : "picture.hide"));
    toggle.setAttribute("aria-expanded", String(!behind.hidden));
    put(behind, behind.hidden ? null : table({ words, caption: now.title, ...now.table }));
  }
  const node = h("figure", { class: "picture", "aria-labelledby": id }, h("figcaption", {}, title), place, not, tools, behind);
  draw();
  return {
    node,
    update(changes) { Object.assign(now, changes); draw(); },
  };
}
