// One head as arcs: who looks on the left, what is looked at on the right; the stronger the line, the more weight.

import { h, put, s } from "../../parts/element.js";
import { picture } from "../../parts/picture.js";
import { walk } from "../../parts/walk.js";
import { unpack } from "../../parts/weights.js";

const MOST = 40, ROW = 22, FAINT = 0.02;

/** lines({tools, now, ask, pick, map, failed}) → {node, show(chosen)} */
export function lines({ tools, now, ask, pick, failed }) {
  const { words } = tools, body = h("div", { class: "arcs" });
  let chosen = null, part = null, sides = [[], []], svg = s("svg", { class: "drawn", viewBox: "0 0 10 10" });
  const drawing = picture({ words, name: "heads-arcs", title: words("heads.arcs"), isNot: words("heads.arcs.not"), body, drawn: () => svg, table: { columns: [], rows: [] } });
  const steps = walk({ rows: () => byRow(), choose: (row, side) => { const found = nearest(row, side); pick(found, side ? "to" : "from"); } });
  const byRow = () => Array.from({ length: Math.max(sides[0].length, sides[1].length) }, (_, i) => [sides[0][i] ?? sides[0].at(-1), sides[1][i] ?? sides[1].at(-1)]);
  const nearest = (row, side) => part[side ? "columns" : "rows"][0] + Math.min(row, sides[side].length - 1);
  const around = (place, count) => { const first = Math.max(0, Math.min(count - MOST, place - MOST / 2)); return [first, Math.min(count, first + MOST)]; };

  async function show({ site, head, call }) {
    const [down, across] = now.site.shape, from = now.way === "from", same = now.site.rows === now.site.columns;
    drawing.node.hidden = now.site.look === "pool";
    if (drawing.node.hidden) return;
    const rows = around(from || same ? now.place : Math.round(now.place * down / across), down), columns = same ? rows : around(from ? Math.round(now.place * across / down) : now.place, across);
    const wanted = JSON.stringify([site, head, call, rows, columns, now.said.names[now.site.rows].length, now.said]);
    if (wanted !== chosen) {
      try {
        part = await ask("heads/map", { site, head, call: call ?? 0, rows, columns }, "arcs");
      } catch (error) { failed(error); return; }
      part.weights = unpack(part).weights;
      chosen = wanted;
    }
    draw();
  }
  function draw() {
    const wide = Math.max(280, Math.min(560, body.clientWidth || 560)), gap = Math.min(150, wide / 3);
    const rows = now.said.names[now.site.rows].slice(...part.rows), columns = now.said.names[now.site.columns].slice(...part.columns);
    const tall = 34 + ROW * Math.max(rows.length, columns.length), y = (i) => 34 + ROW * (i + 0.5), had = body.contains(document.activeElement);
    const paths = [], table = [];
    for (let i = 0; i < rows.length; i++) for (let j = 0; j < columns.length; j++) {
      const weight = part.weights[i * columns.length + j], own = now.way === "from" ? i + part.rows[0] === now.place : j + part.columns[0] === now.place;
      table.push([rows[i], i + part.rows[0] + 1, columns[j], j + part.columns[0] + 1, weight]);
      if (weight < FAINT) continue;
      const bend = (wide - 2 * gap) / 2;
      paths.push([own, s("path", { class: own ? "arc own" : "arc", d: `M${gap},${y(i)} C${gap + bend},${y(i)} ${wide - gap - bend},${y(j)} ${wide - gap},${y(j)}`, "stroke-opacity": (own ? 1 : 0.35) * Math.sqrt(weight), "stroke-width": own ? 1 + 4 * weight : 1 })]);
    }
    sides = [rows, columns].map((names, side) => names.map((name, i) => {
      const place = part[side ? "columns" : "rows"][0] + i, is = (side === 1) === (now.way === "to") && place === now.place;
      return s("text", { class: is ? "pick chosen" : "pick", x: side ? wide - gap + 6 : gap - 6, y: y(i) + 4, "text-anchor": side ? "start" : "end", role: "button", tabindex: -1, "aria-pressed": String(is), onclick: () => pick(place, side ? "to" : "from") }, short(name, gap));
    }));
    svg = s("svg", { class: "drawn lines", viewBox: `0 0 ${wide} ${tall}`, width: wide, onkeydown: steps.key, role: "group", "aria-label": words("heads.arcs") },
      s("text", { class: "side", x: 0, y: 16 }, words("heads.who")), s("text", { class: "side", x: wide, y: 16, "text-anchor": "end" }, words("heads.what")),
      paths.sort((one, other) => one[0] - other[0]).map((one) => one[1]), sides.flat());
    const more = rows.length < now.site.shape[0] || columns.length < now.site.shape[1];
    put(body, svg, more ? h("p", { class: "note" }, words("heads.arcs.part", { first: part.rows[0] + 1, last: part.rows[1] })) : null);
    steps.at(Math.max(0, now.place - part[now.way === "from" ? "rows" : "columns"][0]), now.way === "from" ? 0 : 1, had);
    drawing.update({ table: { columns: [words("heads.who"), words("heads.place"), words("heads.what"), words("heads.place"), { name: words("heads.weight"), format: (x) => tools.percent(x, 2) }], rows: table } });
  }
  return { node: drawing.node, show };
}

const short = (name, room) => { const most = Math.floor(room / 7.5); return name.length > most ? `${name.slice(0, most - 1)}…` : name; };
