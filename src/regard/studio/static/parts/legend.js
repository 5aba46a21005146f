// What the marks mean.

import { h } from "./element.js";
import { LEVELS } from "./scale.js";

/** Swatches with words at their ends: amber for weights, blue and orange for scores of both signs. */
export function legend({ tools, signed, count }) {
  const { words } = tools, swatch = (kind) => h("span", { class: `swatch ${kind}`, "aria-hidden": "true" });
  if (count < 2) return h("p", { class: "legend" });
  const steps = Array.from({ length: LEVELS }, (_, i) => i + 1);
  if (signed) {
    return h("p", { class: "legend" }, words("read.against.scale"), " ", h("span", { class: "swatches" }, [...steps].reverse().map((i) => swatch(`n${i}`)), swatch("l0"), steps.map((i) => swatch(`p${i}`))), " ", words("read.for"));
  }
  return h("p", { class: "legend" }, words("read.least"), ` (${tools.percent(1 / count)}) `, h("span", { class: "swatches" }, swatch("l0"), steps.map((i) => swatch(`l${i}`))), " ", words("read.most"));
}
