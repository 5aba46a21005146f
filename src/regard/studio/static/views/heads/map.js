// One head as a matrix on a canvas: lines look, columns are looked at. Long texts are binned, and come sharper as one
// goes nearer.

import { h, put, s } from "../../parts/element.js";
import { debounced } from "../../parts/field.js";
import { picture } from "../../parts/picture.js";
import { colour } from "../../parts/scale.js";
import { paint, unpack } from "../../parts/weights.js";
import { hands } from "./hands.js";

const SHARP = 512, NAMED = 10, FONT = "12px system-ui, 'DejaVu Sans', sans-serif";

/** map({tools, now, ask, pick, failed}) → {node, load(chosen), mark(place, way), weight(i, j), sharp(rows, columns)} */
export function map({ tools, now, ask, pick, failed }) {
  const { words } = tools, canvas = h("canvas", { class: "map", tabindex: 0, role: "application", "aria-label": words("heads.map.canvas") });
  const pair = h("p", { class: "pair", "aria-live": "polite" }), zoom = h("output", { class: "zoom" });
  const button = (text, label, work) => h("button", { type: "button", "aria-label": label, title: label, onclick: work }, text);
  const body = h("div", {}, h("div", { class: "row zooming" }, button("−", words("heads.farther"), () => hand.zoom(0.5)), zoom, button("+", words("heads.nearer"), () => hand.zoom(2)), button("1:1", words("heads.whole"), () => hand.whole())), canvas, pair, h("p", { class: "note" }, words("heads.map.keys")));
  const drawing = picture({ words, name: "heads-map", title: words("heads.map"), isNot: words("heads.map.not"), body, drawn, table: { columns: [], rows: [] } });
  let chosen = null, loaded = null, dots = null, marked = { place: 0, way: "from" };
  const names = (side) => now.said.names[now.site[side]].map((name) => name || words("heads.text"));
  const hand = hands({ canvas, now, draw, picked: (i, j) => pick(...(now.way === "from" ? [i, "from"] : [j, "to"])) });
  const sharper = debounced(async () => {
    const [rows, columns] = hand.view();
    if (!loaded || (loaded.down === loaded.rows[1] - loaded.rows[0] && loaded.across === loaded.columns[1] - loaded.columns[0])) return;
    await fetch({ rows, columns });
  }, 150);

  async function fetch(part) {
    const slow = setTimeout(() => put(pair, words("wait")), 200);
    try {
      const said = await ask("heads/map", { ...clean(chosen), ...part, most: SHARP }, "map");
      loaded = { ...said, ...unpack(said) };
      dots = paint(loaded, loaded.largest);
      clearTimeout(slow);
      draw(false);
    } catch (error) { clearTimeout(slow); failed(error); }
  }
  function weight(i, j) {
    if (!loaded) return null;
    const row = Math.floor((i - loaded.rows[0]) * loaded.down / (loaded.rows[1] - loaded.rows[0]));
    const column = Math.floor((j - loaded.columns[0]) * loaded.across / (loaded.columns[1] - loaded.columns[0]));
    return row < 0 || column < 0 || row >= loaded.down || column >= loaded.across ? null : loaded.weights[row * loaded.across + column];
  }
  const binned = () => loaded && (loaded.down < loaded.rows[1] - loaded.rows[0] || loaded.across < loaded.columns[1] - loaded.columns[0]);
  const sharp = (rows, columns) => Boolean(loaded) && !binned() && rows[0] >= loaded.rows[0] && rows[1] <= loaded.rows[1] && columns[0] >= loaded.columns[0] && columns[1] <= loaded.columns[1];

  function draw(ask_ = true) {
    if (!loaded) return;
    const [[top, bottom], [left, right]] = hand.view(), width = Math.max(260, Math.min(680, body.clientWidth || 640));
    const named = width / (right - left + 8) >= NAMED && bottom - top <= 60, margin = named ? roomFor(canvas.getContext("2d"), [...names("rows").slice(top, bottom), ...names("columns").slice(left, right)], Math.min(120, width / 3.4)) : 40;
    const size = Math.min((width - margin) / (right - left), named ? 34 : 80), high = Math.max(size, named ? 16 : Math.min(size, 600 / (bottom - top)));
    const times = window.devicePixelRatio || 1, wide = margin + size * (right - left), tall = margin + high * (bottom - top);
    Object.assign(canvas, { width: Math.ceil(wide * times), height: Math.ceil(tall * times) });
    Object.assign(canvas.style, { width: `${wide}px`, height: `${tall}px` });
    const pen = canvas.getContext("2d");
    pen.scale(times, times);
    pen.imageSmoothingEnabled = false;
    const across = loaded.across / (loaded.columns[1] - loaded.columns[0]), down = loaded.down / (loaded.rows[1] - loaded.rows[0]);
    pen.drawImage(dots, (left - loaded.columns[0]) * across, (top - loaded.rows[0]) * down, (right - left) * across, (bottom - top) * down, margin, margin, size * (right - left), high * (bottom - top));
    pen.strokeStyle = colour("--strong-rule");
    pen.strokeRect(margin + 0.5, margin + 0.5, size * (right - left) - 1, high * (bottom - top) - 1);
    labels(pen, { top, bottom, left, right, margin, size, high, named });
    outlines(pen, { top, bottom, left, right, margin, size, high });
    hand.laid({ margin, size, high });
    put(zoom, `${bottom - top} × ${right - left}`);
    tell();
    if (ask_) sharper();
  }
  function labels(pen, at) {
    pen.fillStyle = colour("--ink");
    pen.font = FONT;
    pen.textBaseline = "middle";
    const step = (count, room) => Math.max(1, Math.ceil(24 / room), Math.ceil(count / 8)), rows = names("rows"), columns = names("columns");
    for (let i = at.top; i < at.bottom; i += at.named ? 1 : step(at.bottom - at.top, at.high)) {
      pen.textAlign = "right";
      pen.fillText(cut(pen, at.named ? rows[i] : String(i + 1), at.margin - 8), at.margin - 5, at.margin + (i - at.top + 0.5) * at.high);
    }
    for (let j = at.left; j < at.right; j += at.named ? 1 : step(at.right - at.left, at.size)) {
      pen.save();
      pen.translate(at.margin + (j - at.left + 0.5) * at.size, at.margin - 5);
      pen.rotate(-Math.PI / 2);
      pen.textAlign = "left";
      pen.fillText(cut(pen, at.named ? columns[j] : String(j + 1), at.margin - 8), 0, 0);
      pen.restore();
    }
  }
  function outlines(pen, at) {
    const [i, j] = hand.cursor();
    pen.strokeStyle = colour("--blue");
    pen.lineWidth = 1.5;
    const line = marked.place, inside = marked.way === "from" ? line >= at.top && line < at.bottom : line >= at.left && line < at.right;
    if (inside && marked.way === "from") pen.strokeRect(at.margin, at.margin + (line - at.top) * at.high, at.size * (at.right - at.left), Math.max(2, at.high));
    if (inside && marked.way === "to") pen.strokeRect(at.margin + (line - at.left) * at.size, at.margin, Math.max(2, at.size), at.high * (at.bottom - at.top));
    pen.strokeStyle = colour("--ink");
    pen.lineWidth = 2;
    pen.strokeRect(at.margin + (j - at.left) * at.size, at.margin + (i - at.top) * at.high, Math.max(4, at.size), Math.max(4, at.high));
  }
  function tell() {
    const [i, j] = hand.cursor(), value = weight(i, j);
    put(pair, value === null ? "" : words(binned() ? "heads.pair.binned" : "heads.pair", { who: names("rows")[i], row: i + 1, what: names("columns")[j], column: j + 1, weight: tools.percent(value, 2) }));
  }
  function behind() {
    const rows = [], lefts = names("rows"), rights = names("columns");
    for (let i = 0; i < loaded.down; i++) for (let j = 0; j < loaded.across; j++) {
      const row = loaded.rows[0] + Math.floor(i * (loaded.rows[1] - loaded.rows[0]) / loaded.down), column = loaded.columns[0] + Math.floor(j * (loaded.columns[1] - loaded.columns[0]) / loaded.across);
      rows.push([lefts[row], row + 1, rights[column], column + 1, loaded.weights[i * loaded.across + j]]);
    }
    return rows;
  }
  function drawn() {
    const wide = canvas.clientWidth || 640, tall = canvas.clientHeight || 640;
    return s("svg", { class: "drawn", viewBox: `0 0 ${wide} ${tall + 36}` }, s("text", { class: "head", x: 8, y: 22 }, words("heads.map")), s("image", { x: 0, y: 36, width: wide, height: tall, href: canvas.toDataURL() }));
  }
  return {
    node: drawing.node, weight, sharp, redraw: draw,
    async load(what) {
      chosen = what;
      hand.whole(false);
      await fetch({});
      if (!loaded) return;
      const percent = (x) => tools.percent(x, 2);
      drawing.update({ table: { get rows() { return behind(); }, columns: [words("heads.who"), words("heads.place"), words("heads.what"), words("heads.place"), { name: words("heads.weight"), format: percent }] } });
    },
    mark(place, way) { marked = { place, way }; hand.put(way === "from" ? [place, hand.cursor()[1]] : [hand.cursor()[0], place]); draw(false); },
  };
}

/** Nothing that the server would not take. */
const clean = ({ site, head, call }) => ({ site, head, call: call ?? 0 });

function roomFor(pen, names, most) {
  pen.font = FONT;
  return Math.min(most, 14 + Math.max(0, ...names.map((name) => pen.measureText(name).width)));
}

function cut(pen, text, room) {
  if (pen.measureText(text).width <= room) return text;
  let shown = text;
  while (shown.length > 1 && pen.measureText(`${shown}…`).width > room) shown = shown.slice(0, -1);
  return `${shown}…`;
}
