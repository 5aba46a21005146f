// Curves and axes of small plots.

import { s } from "./element.js";

/** Some round places on an axis, both ends among them. */
export function ticks(length) {
  return [...new Set([0, Math.floor((length - 1) / 2), length - 1])];
}

/** A curve of values with its axes, 340 wide: {values, at, format, x, y, label} → svg; `at` is a place to point out. */
export function curve({ values, at, format, x, y, label }) {
  const left = 52, top = 28, wide = 272, high = 182, low = Math.min(0, ...values), most = Math.max(0, ...values);
  const across = (i) => left + (values.length > 1 ? i / (values.length - 1) : 0.5) * wide;
  const down = (value) => top + (most > low ? (most - value) / (most - low) : 0.5) * high;
  const points = values.map((value, i) => `${across(i).toFixed(2)},${down(value).toFixed(2)}`).join(" ");
  const bottom = top + high;
  return s("svg", { viewBox: "0 0 340 256", class: "plot", role: "img", "aria-label": label },
    s("text", { x: 4, y: 12, class: "axis" }, y),
    [...new Set([low, 0, most])].map((value) => [
      s("line", { x1: left, x2: left + wide, y1: down(value), y2: down(value), class: value === 0 ? "zero" : "rule" }),
      s("text", { x: left - 6, y: down(value) + 4, "text-anchor": "end", class: "axis" }, format(value)),
    ]),
    ticks(values.length).map((i) => s("text", { x: across(i), y: bottom + 16, "text-anchor": "middle", class: "axis" }, String(i + 1))),
    s("text", { x: left + wide / 2, y: bottom + 34, "text-anchor": "middle", class: "axis" }, x),
    s("line", { x1: across(at), x2: across(at), y1: top, y2: bottom, class: "here" }),
    s("polyline", { points, class: "curve" }), s("circle", { cx: across(at), cy: down(values[at]), r: 4, class: "point" }));
}
