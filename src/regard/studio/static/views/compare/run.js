// One run of a comparison: its answer, and the text on the marks that all runs share.

import { h } from "../../parts/element.js";
import { picture } from "../../parts/picture.js";
import { drawnWords, markedText } from "../../parts/words.js";

/** runPicture({tools, said, index, text, most, score, name, choose}) → {node, point(start)}; a word is known by where it starts. */
export function runPicture({ tools, said, index, text, most, score, name, choose }) {
  const { words } = tools, one = said.answers[index];
  const placed = [...said.words].sort((a, b) => a.start - b.start).map((word) => ({ text: word.word, start: word.start, end: word.end, score: word.weights[index] }));
  const heading = words("compare.run", { name, label: one.label, probability: tools.percent(one.probability) });
  const isNot = words(one.why ? "compare.none" : said.signed ? "compare.not.signed" : "compare.not");
  const marked = markedText({ label: words("compare.words", { name }), choose: (i) => choose(placed[i].start), remove: () => {} });
  const body = one.why ? h("p", { class: "words" }, text) : marked.node;
  if (!one.why) marked.show({ text, words: placed, signed: said.signed, format: score, most });
  const drawing = picture({
    words, name: `compare-${one.run}`, title: heading, isNot, body,
    drawn: () => drawnWords({ words: placed, signed: said.signed, title: heading, note: isNot, most }),
    table: { columns: [words("read.place"), words("read.word"), { name: words(said.signed ? "read.score" : "read.weight"), format: score }], rows: placed.map((word, i) => [i + 1, word.text, word.score]) },
  });
  return { node: drawing.node, point(start) { if (!one.why) marked.pick(placed.findIndex((word) => word.start === start)); } };
}
