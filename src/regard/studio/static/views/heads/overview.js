// All heads: a line for each attention of the model, a column for each head, a small map in each place.

import { siteName } from "../../parts/asking.js";
import { h, put, s } from "../../parts/element.js";
import { picture } from "../../parts/picture.js";
import { walk } from "../../parts/walk.js";
import { paint, unpack } from "../../parts/weights.js";

const HABITS = ["spread", "itself", "before", "after", "first"];

/** overview({tools, now, choose(site, head)}) → {node, show(said), choose(site, head), mark(silenced)} */
export function overview({ tools, choose }) {
  const { words } = tools, body = h("div", { class: "heads-all" });
  let sites = [], buttons = [], off = new Set();
  const drawing = picture({ words, name: "heads", title: words("heads.all"), isNot: words("heads.all.not"), body, drawn, table: { columns: [], rows: [] } });
  const steps = walk({ rows: () => buttons, choose: (row, head) => choose(sites[row], head) });
  const key = (site, head) => `${site.site}|${site.call}|${head}`;
  const label = (site, head) => words("heads.one", { site: siteName(site, sites, words), head: head + 1 });

  function show(said) {
    ({ sites } = said);
    const most = Math.max(...sites.flatMap((site) => site.heads.map((one) => one.largest)));
    const widest = Math.max(...sites.map((site) => site.heads.length));
    buttons = sites.map((site) => site.heads.map((one, head) => h("button", {
      type: "button", class: "head", tabindex: -1, title: label(site, head), "aria-label": label(site, head), "aria-pressed": "false", onclick: () => { steps.at(sites.indexOf(site), head); choose(site, head); },
    }, paint(unpack(one), most))));
    body.dataset.size = widest <= 4 ? "large" : widest <= 8 ? "middle" : "small";
    put(body, h("table", { onkeydown: steps.key },
      h("thead", {}, h("tr", {}, h("td"), Array.from({ length: widest }, (_, i) => h("th", { scope: "col" }, words("heads.head", { head: i + 1 }))))),
      h("tbody", {}, sites.map((site, row) => h("tr", {}, h("th", { scope: "row", title: site.site }, siteName(site, sites, words)), buttons[row].map((button) => h("td", {}, button)))))));
    marked();
  }
  function marked() {
    sites.forEach((site, row) => buttons[row].forEach((button, head) => {
      const silent = off.has(key(site, head));
      button.classList.toggle("silent", silent);
      button.setAttribute("aria-label", silent ? words("heads.silenced", { head: label(site, head) }) : label(site, head));
    }));
    drawing.update({ table: {
      columns: [words("heads.attention"), words("heads.number"), ...HABITS.map((name) => ({ name: words(`heads.habit.${name}`), format: (x) => (name === "spread" ? tools.number(x, 1) : tools.percent(x, 1)) })), words("heads.silent")],
      rows: sites.flatMap((site) => site.heads.map(({ habits }, head) => [siteName(site, sites, words), head + 1, ...HABITS.map((name) => habits[name]), off.has(key(site, head)) ? "×" : ""])),
    } });
  }
  function drawn() {
    const size = 56, left = 190, parts = [];
    sites.forEach((site, row) => {
      parts.push(s("text", { x: 8, y: 40 + row * (size + 8) + size / 2 }, siteName(site, sites, words)));
      site.heads.forEach((one, head) => parts.push(s("image", { x: left + head * (size + 8), y: 40 + row * (size + 8), width: size, height: size, href: large(buttons[row][head].querySelector("canvas")), preserveAspectRatio: "none" })));
    });
    const widest = Math.max(...sites.map((site) => site.heads.length));
    return s("svg", { class: "drawn", viewBox: `0 0 ${left + widest * (size + 8) + 8} ${48 + sites.length * (size + 8)}` }, s("text", { class: "head", x: 8, y: 24 }, words("heads.all")), parts);
  }
  return {
    node: drawing.node, show,
    choose(site, head) {
      sites.forEach((each, row) => buttons[row].forEach((button, i) => {
        const is = each === site && i === head;
        button.setAttribute("aria-pressed", String(is));
        if (is) steps.at(row, i);
      }));
    },
    mark(silenced) { off = new Set(silenced.map((one) => `${one.site}|${one.call}|${one.head}`)); marked(); },
  };
}

/** A small canvas as an image whose dots stay sharp when it is drawn larger. */
function large(canvas) {
  const bigger = document.createElement("canvas"), times = Math.max(1, Math.ceil(112 / Math.max(canvas.width, canvas.height)));
  bigger.width = canvas.width * times;
  bigger.height = canvas.height * times;
  const pen = bigger.getContext("2d");
  pen.imageSmoothingEnabled = false;
  pen.drawImage(canvas, 0, 0, bigger.width, bigger.height);
  return bigger.toDataURL();
}
