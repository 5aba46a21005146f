// The drawings of a training: curves over steps or epochs, and bars of a histogram.

import { s } from "../../parts/element.js";

const WIDE = 480, HIGH = 260, LEFT = 62, TOP = 34, BOTTOM = 44, RIGHT = 14;

/** Some round values between two. */
export function rounded(low, high, count = 5) {
  const rough = (high - low) / count || 1, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step * 1e-9; at += step) found.push(Math.abs(at) < step * 1e-9 ? 0 : at);
  return found;
}

/** chart({series: [{name, kind: "line"|"dots"|"both", points: [[x, y]]}], x, y, format, label, whole}) → svg */
export function chart({ series, x, y, format, label, whole = false }) {
  const all = series.flatMap((one) => one.points), xs = all.map((point) => point[0]), ys = all.map((point) => point[1]);
  const [left, right] = [Math.min(...xs), Math.max(...xs)], gap = (Math.max(...ys) - Math.min(...ys)) || Math.abs(ys[0]) || 1;
  const [low, high] = [Math.min(...ys) - 0.06 * gap, Math.max(...ys) + 0.06 * gap];
  const across = (value) => LEFT + (right > left ? (value - left) / (right - left) : 0.5) * (WIDE - LEFT - RIGHT);
  const down = (value) => TOP + (high - value) / (high - low) * (HIGH - TOP - BOTTOM), floor = HIGH - BOTTOM;
  const marks = rounded(left, right).filter((value) => !whole || Number.isInteger(value));
  return s("svg", { class: "drawn curves", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
    rounded(low, high, 4).map((value) => [s("line", { class: "rule", x1: LEFT, x2: WIDE - RIGHT, y1: down(value), y2: down(value) }), s("text", { x: LEFT - 6, y: down(value) + 4, "text-anchor": "end" }, format(value))]),
    (marks.length ? marks : [left]).map((value) => s("text", { x: across(value), y: floor + 18, "text-anchor": "middle" }, value.toLocaleString(document.documentElement.lang))),
    s("text", { class: "foot", x: (LEFT + WIDE) / 2, y: HIGH - 6, "text-anchor": "middle" }, x), y ? s("text", { class: "foot", x: 4, y: 14 }, y) : null,
    series.map((one, i) => [
      one.kind === "dots" ? null : s("polyline", { class: `curve c${i}`, points: one.points.map(([a, b]) => `${across(a).toFixed(1)},${down(b).toFixed(1)}`).join(" ") }),
      one.kind === "line" ? null : one.points.map(([a, b]) => s("circle", { class: `dot c${i}`, cx: across(a), cy: down(b), r: 4 })),
      series.length > 1 ? [s(one.kind === "dots" ? "circle" : "rect", one.kind === "dots" ? { class: `dot c${i}`, cx: LEFT + 96 + 150 * i, cy: 12, r: 4 } : { class: `key c${i}`, x: LEFT + 90 + 150 * i, y: 10, width: 12, height: 4 }), s("text", { x: LEFT + 108 + 150 * i, y: 16 }, one.name)] : null,
    ]));
}

/** bars({values, x, label, edge}) → svg; edge(i) writes where a bar begins. */
export function bars({ values, x, label, edge }) {
  const most = Math.max(1, ...values), floor = HIGH - BOTTOM, wide = (WIDE - LEFT - RIGHT) / values.length, high = (value) => value / most * (floor - TOP);
  const ends = [0, values.length / 4, values.length / 2, 3 * values.length / 4, values.length];
  return s("svg", { class: "drawn curves", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
    [0, most].map((value) => [s("line", { class: "rule", x1: LEFT, x2: WIDE - RIGHT, y1: floor - high(value), y2: floor - high(value) }), s("text", { x: LEFT - 6, y: floor - high(value) + 4, "text-anchor": "end" }, value.toLocaleString(document.documentElement.lang))]),
    values.map((value, i) => s("rect", { class: "key c0", x: LEFT + i * wide + 1, y: floor - high(value), width: wide - 2, height: high(value) })),
    ends.map((i) => s("text", { x: LEFT + i * wide, y: floor + 18, "text-anchor": "middle" }, edge(i))),
    s("text", { class: "foot", x: (LEFT + WIDE) / 2, y: HIGH - 6, "text-anchor": "middle" }, x));
}
