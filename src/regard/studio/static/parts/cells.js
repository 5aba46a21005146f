// A grid of values as marks, one path for each strength, so that thousands of cells are drawn at once.

import { s } from "./element.js";
import { LEVELS } from "./scale.js";

/** cells([[value, …], …], mark, size, left, top) → paths; `mark` gives a class such as "p3", or "l0" for nothing. */
export function cells(values, mark, size, left = 0, top = 0) {
  const paths = new Map();
  values.forEach((row, i) => {
    const kinds = row.map(mark);
    for (let j = 0, k; j < row.length; j = k) {
      for (k = j + 1; k < row.length && kinds[k] === kinds[j];) k++;
      if (kinds[j] === "l0") continue;
      const wide = (k - j) * size;
      paths.set(kinds[j], `${paths.get(kinds[j]) ?? ""}M${left + j * size} ${top + i * size}h${wide}v${size}h${-wide}z`);
    }
  });
  return [...paths].map(([kind, d]) => s("path", { class: `mark ${kind}`, d, "shape-rendering": "crispEdges" }));
}

/**
 * The scale of values that may have both signs: blue is above zero, orange below, clear is zero or what is nearest to it.
 * → {mark(value), below, above, low, high}; below and above count the strengths that occur on each side.
 */
export function scaleOf(values) {
  let low = Infinity, high = -Infinity;
  for (const row of values) for (const value of row) { if (value < low) low = value; if (value > high) high = value; }
  const clear = low > 0 ? low : high < 0 ? high : 0, most = Math.max(high - clear, clear - low);
  const mark = (value) => {
    const strength = most > 0 ? Math.round(LEVELS * Math.abs(value - clear) / most) : 0;
    return strength === 0 ? "l0" : `${value > clear ? "p" : "n"}${strength}`;
  };
  const strengths = (end) => (most > 0 ? Math.round(LEVELS * Math.abs(end - clear) / most) : 0);
  return { mark, low, high, below: strengths(Math.min(low, clear)), above: strengths(Math.max(high, clear)) };
}
