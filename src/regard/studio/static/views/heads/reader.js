// The text under the weights of one word: what it looks at, or who looks at it.

import { h, put } from "../../parts/element.js";
import { picture } from "../../parts/picture.js";
import { drawnWords, markedText } from "../../parts/words.js";

/** reader({tools, now, ask, pick, failed}) → {node, show(chosen)} */
export function reader({ tools, now, ask, pick, failed }) {
  const { words } = tools;
  const who = markedText({ label: words("heads.who"), choose: (i) => pick(i, "from"), remove() {} });
  const what = markedText({ label: words("heads.what"), choose: (i) => pick(i, "to"), remove() {} });
  const one = markedText({ label: words("heads.words"), choose: (i) => pick(i), remove() {} });
  const body = h("div", { class: "heads-words" }), said = h("p", { class: "top", "aria-live": "polite" });
  const drawing = picture({ words, name: "heads-word", title: words("heads.word"), isNot: words("heads.word.not"), body, drawn: () => drawnWords({ words: laid, signed: false, title: heading, note: words("heads.word.not") }), table: { columns: [], rows: [] } });
  let laid = [], heading = "", arranged = "";
  const percent = (x) => tools.percent(x, 1);

  function arrange(shape) {
    const above = shape === "both" ? [h("h4", {}, words("heads.who")), who.node] : null;
    put(body, shape === "one" ? one.node : [above, h("h4", {}, words("heads.what")), what.node], said);
  }
  async function show({ site, head, call }) {
    let found;
    try {
      found = await ask("heads/word", { site, head, call: call ?? 0, place: now.place, way: now.way }, "word");
    } catch (error) { failed(error); return; }
    const rows = lay(now.said.names[now.site.rows].map((name) => name || words("heads.text"))), columns = lay(now.said.names[now.site.columns]);
    const from = found.way === "from", asked = (from ? rows : columns)[found.place].text;
    const same = now.site.rows === now.site.columns, seen = (from ? columns : rows);
    laid = seen.map((word, i) => ({ ...word, score: found.weights[i] }));
    const bare = (from ? rows : columns).map((word) => ({ ...word, score: null }));
    const text = (some) => some.map((word) => word.text).join(" ");
    const top = [...laid.keys()].sort((i, j) => laid[j].score - laid[i].score).slice(0, 3).filter((i, rank) => !rank || laid[i].score >= 0.005).map((i) => words("heads.top", { word: laid[i].text, place: i + 1, weight: percent(laid[i].score) })).join(", ");
    heading = words(now.site.look === "pool" ? "heads.looks.text" : from ? "heads.looks" : "heads.looked", { word: asked, place: found.place + 1, top });
    put(said, heading);
    const shape = same ? "one" : now.site.look === "pool" ? "below" : "both";
    if (shape !== arranged) arrange(arranged = shape);
    if (same) {
      one.show({ text: text(laid), words: laid, signed: false, format: percent });
      one.pick(found.place);
    } else {
      const [above, below] = from ? [bare, laid] : [laid, bare];
      who.show({ text: text(above), words: above, signed: false, format: percent });
      what.show({ text: text(below), words: below, signed: false, format: percent });
      who.pick(from && now.site.look !== "pool" ? found.place : -1);
      what.pick(from ? -1 : found.place);
    }
    drawing.update({ title: words(`heads.word.${now.site.look === "pool" ? "text" : now.way}`, { word: asked }), table: {
      columns: [words("heads.place"), words(from ? "heads.what" : "heads.who"), { name: words("heads.weight"), format: (x) => tools.percent(x, 2) }],
      rows: laid.map((word, i) => [i + 1, word.text, word.score]),
    } });
  }
  return { node: drawing.node, show };
}

/** Names side by side, a space between them. */
function lay(names) {
  let at = 0;
  return names.map((text) => { const start = at; at += text.length + 1; return { text, start, end: start + text.length }; });
}
