// The page around the weights: all heads small, one large, and the text with the weights of the chosen word.

const say = (key, blanks = {}) => told.say[key].replace(/\{(\w+)\}/g, (_, name) => blanks[name]);
const percent = (share, digits = 1) => (100 * share).toLocaleString(told.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits }) + "\u00a0%";
const state = { map: 0, i: 0, j: 0, from: "rows", zoom: 1 };
const LARGE = 720, SMALL = 48, LEVELS = 7, TOP = 12, ZOOMS = 64;
let all, panels = {};

const sides = () => ({ rows: told.maps[state.map].rows, columns: told.maps[state.map].columns });
const words = (side) => told.sides[sides()[side]];
const other = (side) => side === "rows" ? "columns" : "rows";
const chosen = () => state.from === "rows" ? state.i : state.j;
const quoted = (side, at) => say("quoted", { word: words(side)[at] });

function colour(name) {
  const found = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return [1, 3, 5].map((at) => parseInt(found.slice(at, at + 2), 16));
}

function paint(canvas, grid) {
  const [r, g, b] = colour("--blue"), pixels = new ImageData(grid.across, grid.down);
  for (let at = 0; at < grid.weights.length; at++)
    pixels.data.set([r, g, b, 255 * Math.sqrt(Math.min(grid.weights[at], 1))], 4 * at);
  canvas.width = grid.across;
  canvas.height = grid.down;
  canvas.getContext("2d").putImageData(pixels, 0, 0);
}

function seen() {
  const { down, across } = all.dense(state.map);
  const part = (n, at) => {
    const size = Math.max(Math.min(n, 4), Math.ceil(n / state.zoom));
    return [Math.max(0, Math.min(n - size, at - (size >> 1))), size];
  };
  const [top, height] = part(down, state.i), [left, width] = part(across, state.j);
  return { top, height, left, width };
}

function drawLarge() {
  const { weights, across } = all.dense(state.map), { top, height, left, width } = seen();
  const inner = document.createElement("canvas");
  const tall = Math.min(LARGE, height), wide = Math.min(LARGE, width), pooled = new Float32Array(tall * wide);
  for (let i = 0; i < height; i++) for (let j = 0; j < width; j++) {
    const at = Math.floor(i * tall / height) * wide + Math.floor(j * wide / width), weight = weights[(top + i) * across + left + j];
    if (weight > pooled[at]) pooled[at] = weight;
  }
  paint(inner, { weights: pooled, down: tall, across: wide });
  const canvas = $("large"), most = Math.max(width, height), pen = canvas.getContext("2d");
  canvas.width = Math.max(24, Math.round(LARGE * width / most));
  canvas.height = Math.max(24, Math.round(LARGE * height / most));
  pen.imageSmoothingEnabled = false;
  pen.drawImage(inner, 0, 0, canvas.width, canvas.height);
  const x = canvas.width / width, y = canvas.height / height;
  pen.strokeStyle = `rgb(${colour("--orange")})`;
  pen.lineWidth = 2;
  if (state.from === "rows") pen.strokeRect(-2, (state.i - top) * y - 1, canvas.width + 4, Math.max(y, 2) + 2);
  else pen.strokeRect((state.j - left) * x - 1, -2, Math.max(x, 2) + 2, canvas.height + 4);
  pen.strokeRect((state.j - left) * x - 2, (state.i - top) * y - 2, Math.max(x, 3) + 4, Math.max(y, 3) + 4);
}

function pair(i, j) {
  const { weights, kept, across } = all.dense(state.map), at = i * across + j;
  const weight = (kept[at] ? "" : "≈ ") + percent(weights[at], weights[at] < 0.001 ? 3 : 1);
  return say("pair", { who: quoted("rows", i), row: i + 1, what: quoted("columns", j), column: j + 1, weight });
}

function level(weight, n) {
  if (n < 2 || !(weight * n > 1)) return 0;
  return Math.min(LEVELS, Math.floor((LEVELS + 1) * Math.log(weight * n) / Math.log(n) + 1e-9));
}

function looked() {
  const { weights, kept, down, across } = all.dense(state.map), at = chosen();
  const place = state.from === "rows" ? (k) => at * across + k : (k) => k * across + at;
  return Array.from({ length: state.from === "rows" ? across : down }, (_, k) => ({ k, weight: weights[place(k)], kept: kept[place(k)] }));
}

function drawText() {
  const found = looked(), n = words("columns").length, shaded = other(state.from);
  const one = sides().rows === sides().columns;
  for (const side of ["rows", "columns"]) {
    const panel = panels[one ? "rows" : side];
    if (one && side === "columns") { $("columns-box").hidden = true; continue; }
    $(`${side}-box`).hidden = false;
    const here = one || side === state.from ? chosen() : -1, weights = one || side === shaded;
    [...panel.children].forEach((mark, k) => {
      mark.className = `w${weights ? level(found[k].weight, n) : 0}`;
      mark.setAttribute("aria-selected", k === here);
      mark.title = weights ? percent(found[k].weight, found[k].weight < 0.001 ? 3 : 1) : "";
    });
    if (here >= 0) panel.setAttribute("aria-activedescendant", `${panel.id}-${here}`);
    else panel.removeAttribute("aria-activedescendant");
  }
  const top = found.filter((one) => one.kept || one.weight > 0).sort((a, b) => b.weight - a.weight || a.k - b.k).slice(0, TOP);
  const share = (one) => (one.kept ? "" : "≈ ") + percent(one.weight, one.weight < 0.001 ? 3 : 1);
  $("top").replaceChildren(...top.map((one) => {
    const line = document.createElement("tr"), bar = document.createElement("td");
    for (const [tag, text, kind] of [["th", words(shaded)[one.k], ""], ["td", one.k + 1, "n"], ["td", share(one), "n"]]) {
      const cell = line.appendChild(document.createElement(tag));
      cell.textContent = text;
      cell.className = kind;
      if (tag === "th") { cell.scope = "row"; cell.dir = "auto"; }
    }
    line.appendChild(bar).className = "bar";
    bar.appendChild(document.createElement("span")).style.width = `${100 * one.weight / (top[0].weight || 1)}%`;
    return line;
  }));
  const first = top.slice(0, 3).map((one) => `${quoted(shaded, one.k)} ${share(one)}`).join(", ");
  $("said").textContent = say(state.from === "rows" ? "looks" : "is-looked", { head: told.maps[state.map].label, word: quoted(state.from, chosen()), place: chosen() + 1, top: first || "–" });
  $("top-of").textContent = $("said").textContent;
}
