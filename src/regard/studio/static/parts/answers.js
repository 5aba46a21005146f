// The labels with their probabilities, as bars with numbers.

import { h, put } from "./element.js";

/** answers({tools, label}) → {node, show(probabilities)}; the likeliest first, at most eight. */
export function answers({ tools, label }) {
  const list = h("dl", { class: "answers", "aria-label": label });
  return {
    node: h("div", { "aria-live": "polite", class: "answer-box" }, list),
    show(probabilities) {
      const sorted = Object.entries(probabilities).sort((one, other) => other[1] - one[1]).slice(0, 8);
      put(list, sorted.map(([name, chance], i) => h("div", { class: i ? null : "best" },
        h("dt", {}, name), h("dd", {}, h("span", { class: "bar" }, h("span", { style: { width: `${100 * chance}%` } })), " ", tools.percent(chance)))));
    },
  };
}
