// The translations that a search kept, side by side: log p, what length makes of it, and the score.

import { h, put, s } from "../../parts/element.js";
import { fitted } from "../../parts/measure.js";
import { picture } from "../../parts/picture.js";

/** sideBySide({tools, choose}) → {node, show(said, chosen)} */
export function sideBySide({ tools, choose }) {
  const { words, number } = tools, best = h("p", { class: "answer", lang: "", "aria-live": "polite" }), list = h("ol", { class: "outputs" });
  const drawing = picture({ words, name: "translations", title: words("translate.outputs"), isNot: words("translate.outputs.not"), body: list, drawn, table: { columns: [], rows: [] } });
  let now = [], at = 0;
  const likely = (one) => { const p = Math.exp(one.log_probability); return p >= 0.001 ? tools.percent(p, 1) : p >= 0.00001 ? tools.percent(p, 3) : `< ${tools.percent(0.00001, 3)}`; };
  const sum = (one) => `${number(one.log_probability, 3)} / ${number(one.penalty, 2)} = ${number(one.score, 3)}`;

  function show({ outputs }, chosen) {
    now = outputs;
    at = chosen;
    put(best, outputs.length ? outputs[0].text || words("translate.empty") : words("translate.nothing"));
    draw();
    const likeliest = [...outputs].sort((a, b) => b.log_probability - a.log_probability);
    drawing.update({ table: {
      columns: [words("translate.rank"), words("translate.text"), ...[["log_p", 3], ["tokens", 0], ["penalty", 3], ["score", 3]].map(([key, digits]) => ({ name: words(`translate.${key}`), format: (x) => number(x, digits) })), words("translate.rank.plain")],
      rows: outputs.map((one, i) => [i + 1, one.text, one.log_probability, one.length, one.penalty, one.score, likeliest.indexOf(one) + 1]),
    } });
  }
  function draw() {
    const focused = list.contains(document.activeElement), most = Math.max(1e-9, ...now.map((one) => Math.exp(one.log_probability)));
    put(list, now.map((one, i) => h("li", {}, h("button", { type: "button", class: "translated", "aria-pressed": String(i === at), onclick: () => { at = i; draw(); choose(i); } },
      h("span", { class: "output-text" }, one.text || words("translate.empty")), h("span", { class: "output-sum" }, sum(one)),
      h("span", { class: "bar-place" }, h("span", { class: "bar-share", style: { width: `${(100 * Math.exp(one.log_probability) / most).toFixed(2)}%` } })),
      h("span", { class: "bar-number" }, likely(one))))));
    if (focused) list.querySelectorAll("button")[at]?.focus();
  }
  function drawn() {
    const most = Math.max(1e-9, ...now.map((one) => Math.exp(one.log_probability)));
    return s("svg", { viewBox: `0 0 720 ${now.length * 40 + 8}`, class: "drawn" }, now.map((one, i) => [
      s("text", { x: 8, y: i * 40 + 18 }, `${i + 1}. ${fitted(one.text, 480)}`), s("text", { x: 712, y: i * 40 + 18, "text-anchor": "end" }, sum(one)),
      s("rect", { x: 8, y: i * 40 + 24, height: 8, width: 600 * Math.exp(one.log_probability) / most, class: "chance-fill" }),
      s("text", { x: 712, y: i * 40 + 33, "text-anchor": "end" }, likely(one)),
    ]));
  }
  return { node: h("div", {}, best, drawing.node), show };
}
