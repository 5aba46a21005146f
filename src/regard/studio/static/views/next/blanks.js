// Words for the blanks of a text, as models of masked words guess them.

import { bars } from "../../parts/bars.js";
import { h, put } from "../../parts/element.js";
import { picture } from "../../parts/picture.js";

/** fillings({tools, write}) → {node, show(said, text)}; `write` is told of a text in which a word or a blank was put. */
export function fillings({ tools, write }) {
  const { words } = tools, line = h("p", { class: "tokens" }), filled = h("p", { class: "answer", "aria-live": "polite" }), places = h("div", { class: "pair" }), hint = h("p", { class: "note" });
  let pictures = [];

  function put_(text, mask, number, word) {
    const parts = text.split(mask);
    write(parts.slice(0, number + 1).join(mask) + word + parts.slice(number + 1).join(mask));
  }
  function one(number) {
    const held = { said: null, text: "" };
    const list = bars({ label: words("next.blank", { number: number + 1 }), percent: (x) => tools.percent(x, 1), words, choose: (i) => put_(held.text, held.said.mask, number, held.said.blanks[number][i].word) });
    const drawing = picture({ words, name: `blank-${number + 1}`, title: words("next.blank", { number: number + 1 }), isNot: words("next.blank.not"), body: list.node, drawn: list.drawn, table: { columns: [], rows: [] } });
    return {
      node: drawing.node,
      show(said, text) {
        Object.assign(held, { said, text });
        const found = said.blanks[number];
        list.show(found.map((each) => ({ name: each.word, share: each.probability })));
        drawing.update({ table: { columns: [words("next.token"), { name: words("next.share"), format: (x) => tools.percent(x, 3) }], rows: found.map((each) => [each.word, each.probability]) } });
      },
    };
  }
  function show(said, text) {
    put(filled, said.blanks.length ? words("next.filled", { text: said.filled }) : null);
    put(hint, words(said.blanks.length ? "next.hide" : "next.blankless", { mask: said.mask }));
    let at = 0;
    const parts = [];
    for (const found of text.matchAll(/\S+/g)) {
      const [word] = found, bare = word.replace(/[.,;:!?]+$/, "") || word, hidden = word.includes(said.mask);
      parts.push(text.slice(at, found.index), hidden ? h("span", { class: "token hidden-word" }, word)
        : h("button", { type: "button", class: "token", "aria-label": words("next.mask", { word: bare }), onclick: () => write(text.slice(0, found.index) + said.mask + text.slice(found.index + bare.length)) }, word));
      at = found.index + word.length;
    }
    put(line, parts);
    if (pictures.length !== said.blanks.length) {
      pictures = said.blanks.map((_, number) => one(number));
      put(places, pictures.map((each) => each.node));
    }
    pictures.forEach((each) => each.show(said, text));
  }
  return { node: h("div", {}, line, hint, filled, places), show };
}
