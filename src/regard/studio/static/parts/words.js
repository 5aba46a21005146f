// Words on their marks: as text that can be walked through and chosen from, and as a drawing to keep.

import { h, put, s } from "./element.js";
import { markOf, signedMark } from "./scale.js";

/** From words with scores to the class of each one's mark; `most` is the largest size of a signed score. */
export function marks(words, signed, most = Math.max(0, ...words.map((word) => Math.abs(word.score ?? 0)))) {
  return words.map(({ score }) => (score === null ? "l0" : signed ? signedMark(score, most) : markOf(score, words.length)));
}

/**
 * markedText({label, choose(i), remove(i)}) → {node, show({text, words, signed, format, most}), focus(i)}
 * One tab stop: arrow keys, Home and End move, Enter or a click chooses, Delete removes.
 */
export function markedText({ label, choose, remove }) {
  const node = h("div", { class: "words", role: "group", "aria-label": label, onkeydown: walk, onclick: (event) => {
    const at = buttons.indexOf(event.target.closest(".word"));
    if (at >= 0) { move(at); choose(at); }
  } });
  let buttons = [], here = 0, chosen = -1;

  function move(to, focus = false) {
    buttons[here]?.setAttribute("tabindex", "-1");
    here = Math.max(0, Math.min(buttons.length - 1, to));
    buttons[here]?.setAttribute("tabindex", "0");
    if (focus) buttons[here]?.focus();
  }
  function walk(event) {
    const steps = { ArrowRight: here + 1, ArrowLeft: here - 1, ArrowDown: below(1), ArrowUp: below(-1), Home: 0, End: buttons.length - 1 };
    if (event.key in steps) move(steps[event.key], true);
    else if (event.key === "Delete" || event.key === "Backspace") remove(here);
    else if (event.key === "Enter" || event.key === " ") choose(here);
    else return;
    event.preventDefault();
  }
  function below(way) {
    const box = buttons[here]?.getBoundingClientRect();
    if (!box) return here;
    const others = buttons.map((button, i) => [i, button.getBoundingClientRect()]).filter(([, other]) => (other.top - box.top) * way > box.height / 2);
    const line = others.length ? (way > 0 ? others[0][1].top : others.at(-1)[1].top) : 0;
    return others.filter(([, other]) => Math.abs(other.top - line) < box.height / 2)
      .sort((one, other) => Math.abs(one[1].left - box.left) - Math.abs(other[1].left - box.left))[0]?.[0] ?? here;
  }
  return {
    node,
    show({ text, words, signed, format, most }) {
      const kinds = marks(words, signed, most), had = node.contains(document.activeElement);
      let at = 0;
      const parts = [];
      buttons = words.map((word, i) => {
        const said = word.score === null ? null : format(word.score);
        const button = h("span", {
          class: `word ${kinds[i]}${i === chosen ? " chosen" : ""}`, role: "button", tabindex: -1, "aria-pressed": String(i === chosen),
          "data-score": said, title: said, "aria-label": said === null ? word.text : `${word.text}, ${said}`,
        }, word.text);
        parts.push(text.slice(at, word.start), button);
        at = word.end;
        return button;
      });
      put(node, parts, text.slice(at));
      move(here, had);
    },
    pick(i) {
      buttons[chosen]?.classList.remove("chosen");
      buttons[chosen]?.setAttribute("aria-pressed", "false");
      chosen = i;
      buttons[chosen]?.classList.add("chosen");
      buttons[chosen]?.setAttribute("aria-pressed", "true");
    },
    focus(i) { move(i, true); },
  };
}

/** The same words as a drawing, wrapped to a width. */
export function drawnWords({ words, signed, title, note, most, width = 760 }) {
  const pen = document.createElement("canvas").getContext("2d"), kinds = marks(words, signed, most);
  pen.font = "16px system-ui, 'DejaVu Sans', sans-serif";
  const placed = [];
  let x = 16, y = 74;
  words.forEach((word, i) => {
    const wide = pen.measureText(word.text).width, gap = i && word.start > words[i - 1].end ? 6 : 1;
    if (i && x + gap + wide > width - 16) { x = 16; y += 34; } else if (i) x += gap;
    placed.push(s("rect", { class: `mark ${kinds[i]}`, x: x - 2, y: y - 18, width: wide + 4, height: 25, rx: 3 }),
      s("text", { class: `on ${kinds[i]}`, x, y, "font-size": 16, textLength: wide > 0 ? wide : null }, word.text));
    x += wide;
  });
  const foot = wrapped(pen, note, width - 32);
  return s("svg", { class: "drawn", viewBox: `0 0 ${width} ${y + 40 + 16 * foot.length}` },
    s("text", { class: "head", x: 16, y: 30 }, title), placed,
    foot.map((line, i) => s("text", { class: "foot", x: 16, y: y + 40 + 16 * i }, line)));
}

/** A sentence in lines that are no wider than that, in the size of small print. */
function wrapped(pen, sentence, width) {
  pen.font = "11px system-ui, 'DejaVu Sans', sans-serif";
  return sentence.split(" ").reduce((lines, word) => {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    return lines.length && pen.measureText(longer).width <= width ? [...lines.slice(0, -1), longer] : [...lines, word];
  }, []);
}
