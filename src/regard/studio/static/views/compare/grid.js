// Words × runs: each cell the weight of a word in a run; the words on which runs differ most first.

import { h, put, s } from "../../parts/element.js";
import { choice } from "../../parts/field.js";
import { picture } from "../../parts/picture.js";
import { markOf, signedMark } from "../../parts/scale.js";

const CELL = 66, LINE = 28, HEAD = 34, SHOWN = 40;

/** grid({tools, pick}) → {node, show({said, words, score, names, order, reorder}), point(start)} */
export function grid({ tools, pick }) {
  const { words: say } = tools, options = h("div", { class: "row" }), body = h("div"), note = h("p", { class: "note" });
  const drawing = picture({ words: say, name: "compare", title: say("compare.grid"), isNot: say("compare.grid.not"), body: h("div", {}, options, body, note), table: { columns: [], rows: [] }, drawn: () => body.querySelector("svg") });
  let rows = new Map();

  function cut(text) {
    return text.length > 14 ? `${text.slice(0, 13)}…` : text;
  }
  function draw(said, words, score, names) {
    const most = Math.max(0, ...words.flatMap((word) => word.weights.map((weight) => Math.abs(weight ?? 0))));
    const mark = (weight) => (weight === null ? "l0" : said.signed ? signedMark(weight, most) : markOf(weight, said.words.length));
    const WORD = 24 + 7.2 * Math.max(4, ...words.slice(0, SHOWN).map((word) => cut(word.word).length)), width = WORD + CELL * (names.length + 1) + 8, height = HEAD + LINE * Math.min(words.length, SHOWN) + 8;
    const heads = [...names.map((name) => name[0]), say("compare.apart")];
    rows = new Map();
    const lines = words.slice(0, SHOWN).map((word, y) => {
      const top = HEAD + LINE * y;
      const line = s("g", { class: "grid-row", tabindex: 0, role: "button", "aria-label": `${word.word}: ${names.map((name, i) => `${name} ${word.weights[i] === null ? "–" : score(word.weights[i])}`).join(", ")}`,
        onclick: () => pick(word.start), onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); pick(word.start); } } },
      s("rect", { class: "frame", x: 1, y: top, width: width - 2, height: LINE - 2, rx: 4 }),
      s("text", { x: WORD - 10, y: top + 18, "text-anchor": "end" }, cut(word.word)),
      word.weights.map((weight, i) => [
        s("rect", { class: `mark ${mark(weight)}`, x: WORD + CELL * i, y: top, width: CELL - 3, height: LINE - 3, rx: 3 }),
        s("text", { class: `on ${mark(weight)}`, x: WORD + CELL * i + CELL / 2, y: top + 18, "text-anchor": "middle" }, weight === null ? "–" : score(weight))]),
      s("text", { x: WORD + CELL * names.length + CELL / 2, y: top + 18, "text-anchor": "middle" }, score(word.apart)));
      rows.set(word.start, line);
      return line;
    });
    put(body, s("svg", { class: "drawn compare-grid", viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": say("compare.grid") },
      heads.map((head, i) => s("text", { class: "column", x: WORD + CELL * i + CELL / 2, y: 22, "text-anchor": "middle" }, head)), lines));
  }
  return {
    node: drawing.node,
    show({ said, words, score, names, order, reorder }) {
      const orders = ["apart", "text"].map((each) => [each, say(`compare.order.${each}`)]);
      put(options, choice({ label: say("compare.order"), value: order, options: orders, change: reorder }));
      draw(said, words, score, names);
      put(note, words.length > SHOWN ? say("compare.more", { shown: SHOWN, all: words.length }) : null, h("span", {}, names.join(", ")));
      drawing.update({ table: {
        columns: [say("read.word"), ...names.map((name) => ({ name, format: score })), { name: say("compare.apart"), format: score }],
        rows: words.map((word) => [word.word, ...word.weights, word.apart]),
      } });
    },
    point(start) {
      for (const [at, line] of rows) line.classList.toggle("chosen", at === start);
    },
  };
}
