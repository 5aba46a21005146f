// A file of one's own: dropped on the page or chosen, its first rows, which column is what, and what to know.

import { taking } from "../../parts/dropped.js";
import { h, put } from "../../parts/element.js";
import { choice } from "../../parts/field.js";
import { table } from "../../parts/table.js";

const SIDES = { classify: ["text", "label"], translate: ["source", "target"], language: ["text"] };

/** ownTable({tools, now, changed, sent}) → {drop, node, ready(), show(file)}; `now` holds the task and the columns. */
export function ownTable({ tools, now, changed, sent }) {
  const { words } = tools, node = h("section", { class: "own", hidden: true }), said = h("p", { class: "note", "aria-live": "polite" });
  const field = h("input", { type: "file", class: "quiet", id: "own-file", accept: ".csv,.tsv,.jsonl,.ndjson,.txt", onchange: () => { if (field.files[0]) send(field.files[0]); field.value = ""; } });
  const drop = h("div", { class: "drop" }, h("span", {}, words("train.drop")), h("span", { class: "pick-file" }, field, h("label", { for: "own-file" }, words("train.choose"))), said);

  async function send(file) {
    put(said, words("train.sending", { file: file.name }));
    try {
      const kept = await tools.ask("/uploads", { body: file, raw: file.name });
      put(said, words("train.sent", { file: kept.file, kilobytes: tools.number(kept.bytes / 1000, 0) }));
      await sent(kept.file);
    } catch (error) {
      tools.fail(said, error);
    }
  }
  function warnings(found) {
    const list = found.warnings.map(({ kind, n }) => h("li", {}, words(`train.warn.${kind}`, { n: tools.number(n, 0) })));
    return list.length ? [h("h3", {}, words("train.warnings")), h("ul", { class: "warnings" }, list)] : null;
  }
  async function look(file) {
    try {
      const found = await tools.ask("/tables", { body: { file, task: now.task, columns: now.columns }, channel: "table" });
      now.columns = { ...found.chosen };
      const options = [["", words("train.column.none")], ...found.columns.map((each) => [each, each])];
      const sides = file.endsWith(".txt") ? [] : SIDES[now.task];
      const labels = Object.entries(found.labels);
      put(node, h("h2", {}, words("train.preview", { file })),
        h("div", { class: "row" }, sides.map((side) => choice({ label: words(`train.column.${side}`), value: found.chosen[side] ?? "", options, change: (column) => { now.columns = { ...now.columns, [side]: column }; changed({ columns: now.columns }); look(file); } })),
          h("button", { type: "button", onclick: () => forget(file) }, words("train.forget.file"))),
        found.problem ? h("p", { class: "failure" }, words.refusal(found.problem)) : null, warnings(found),
        labels.length ? h("p", { class: "note" }, words("train.labels"), " ", labels.map(([label, n]) => `${label} (${tools.number(n, 0)})`).join(", ")) : null,
        table({ words, sortable: false, caption: words("train.rows", { shown: found.rows.length, all: tools.number(found.n, 0) }), columns: found.columns, rows: found.rows }));
    } catch (error) {
      if (!tools.stale(error)) tools.fail(node, error);
    }
  }
  async function forget(file) {
    await tools.ask(`/uploads/${file}`, { method: "DELETE" }).catch(() => {});
    put(said);
    await sent("");
  }
  return {
    drop, node,
    /** From now on files that are dropped on the page are sent. */
    ready() { taking(drop, send); },
    show(file) {
      node.hidden = !file;
      if (file) look(file); else put(node);
    },
  };
}
