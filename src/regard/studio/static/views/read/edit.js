// A word chosen in Read: the answer without it, or with another in its place.

import { h, put } from "../../parts/element.js";
import { debounced, line } from "../../parts/field.js";

/** editor({tools, now, text, keep}) → {node, open(i), close()}; `now` holds run, method, the text shown and what was said. */
export function editor({ tools, now, text, keep }) {
  const { words } = tools, node = h("section", { class: "edit", hidden: true, onkeydown: (event) => { if (event.key === "Escape") shut(); } });
  let at = -1, changed = "";

  function altered(instead) {
    const { start, end } = now.said.words[at], after = now.shown.slice(end);
    const before = instead ? now.shown.slice(0, start) : now.shown.slice(0, start).replace(/ $/, "");
    return before + instead + after;
  }
  async function ask(instead, result) {
    changed = altered(instead);
    try {
      const said = await tools.ask(`/runs/${now.run}/read`, { body: { text: changed, method: "uniform" }, channel: "edit" });
      const { label } = now.said, how = instead ? words("read.edit.instead", { word: instead }) : words("read.edit.without");
      const before = now.said.probabilities[label], after = said.probabilities[label];
      put(result,
        h("div", { class: "change" }, bar(words("read.edit.before"), before), bar(how, after)),
        h("p", { class: "quiet" }, words("read.edit.says", { label, before: tools.percent(before), after: tools.percent(after), how })),
        h("p", { class: said.label === label ? null : "turn" }, words(said.label === label ? "read.edit.stays" : "read.edit.turns", { label: said.label })));
    } catch (error) {
      if (!tools.stale(error)) tools.fail(result, error);
    }
  }
  function bar(name, share) {
    return h("div", { "aria-hidden": "true" }, h("span", { class: "name" }, name), h("span", { class: "bar" }, h("span", { style: { width: `${100 * share}%` } })),
      h("span", { class: "value" }, `${now.said.label} ${tools.percent(share)}`));
  }
  function shut() {
    const back = at;
    api.close();
    text.focus(back);
  }
  const api = {
    node,
    open(i) {
      if (!now.said?.words[i]) return;
      at = i;
      text.pick(i);
      const result = h("div", { "aria-live": "polite" }), later = debounced((value) => ask(value, result), 40);
      const field = line({ label: words("read.edit.with"), change: later });
      put(node, h("h3", {}, words("read.edit", { word: now.said.words[i].text })), field, result,
        h("div", { class: "row" },
          h("button", { type: "button", class: "first", onclick: () => keep(changed) }, words("read.edit.keep")),
          h("button", { type: "button", onclick: shut }, words("read.edit.close"))));
      node.hidden = false;
      field.field.focus();
      ask("", result);
    },
    close() {
      text.pick(-1);
      node.hidden = true;
      at = -1;
    },
  };
  return api;
}
