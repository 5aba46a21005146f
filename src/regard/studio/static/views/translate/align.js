// Which words of the source each word of a translation looked at: as a matrix, and as lines.

import { h, put } from "../../parts/element.js";
import { choice, tick } from "../../parts/field.js";
import { picture } from "../../parts/picture.js";
import { sideways } from "../../parts/sideways.js";
import { lines, matrix } from "./drawn.js";

/** Pixels of lines that have room beside the matrix. */
const NARROW = 480;

/** alignments({tools, state}) → {node, show({run, text, output, looks})} */
export function alignments({ tools, state }) {
  const { words } = tools, fields = h("div", { class: "row" }), trouble = h("div"), readout = h("p", { class: "note readout", "aria-live": "off" });
  const now = { site: state.site ?? "", tokens: state.tokens === "1", given: null, known: "" };
  const by = tick({ label: words("translate.tokens.show"), value: now.tokens, change: (tokens) => { now.tokens = tokens; tools.keep({ tokens: tokens ? "1" : null }); ask(); } });
  const made = (name, key) => picture({ words, name, title: words(key), isNot: words("translate.align.not"), body: h("div"), table: { columns: [], rows: [] } });
  const grid = made("alignment", "translate.matrix"), threads = made("alignment-lines", "translate.lines"), pair = h("div", {}, h("div", {}, grid.node, readout), threads.node);

  function show(given) {
    now.given = given;
    const options = [["", words("translate.last")], ...given.looks.flatMap(({ name, heads }) => Array.from({ length: heads }, (_, head) => [`${name}|${head}`, heads > 1 ? words("translate.head", { layer: name, head: head + 1 }) : name]))];
    if (!options.some(([value]) => value === now.site)) now.site = "";
    const known = `${given.run} ${options.length}`;
    if (known !== now.known) put(fields, options.length > 2 ? choice({ label: words("translate.site"), value: now.site, options, change: (site) => { now.site = site; tools.keep({ site: site || null }); ask(); } }) : null, by);
    now.known = known;
    ask();
  }
  async function ask() {
    const { run, text, output, looks } = now.given, blank = !output || looks.length === 0 || (!now.tokens && !output.text.trim());
    pair.hidden = blank;
    fields.hidden = looks.length === 0;
    put(trouble, blank ? h("p", { class: "note" }, words(looks.length ? "translate.empty.align" : "translate.sightless")) : null);
    if (blank) return;
    const [layer, head] = now.site ? now.site.split("|") : ["", null];
    try {
      const seen = await tools.ask(`/runs/${run}/align`, { body: { text, said: output.tokens, layer, head: head === null ? null : Number(head), tokens: now.tokens }, channel: "align" });
      draw(seen);
    } catch (error) {
      if (!tools.stale(error)) { pair.hidden = true; tools.fail(trouble, error); }
    }
  }
  function draw(seen) {
    const percent = (x) => tools.percent(x, 1), table = {
      columns: [words("translate.said"), ...seen.columns.map((name) => ({ name, format: percent, numeric: true }))], rows: seen.rows.map((name, i) => [name, ...seen.weights[i]]),
    };
    put(readout, words("translate.readout.hint"));
    grid.update(sideways(matrix({ ...seen, label: words("translate.matrix"), point: (i, j) => put(readout, words("translate.readout", { said: seen.rows[i], source: seen.columns[j], weight: percent(seen.weights[i][j]) })) }), words("translate.matrix"), { table }));
    const drawn = lines({ ...seen, label: words("translate.lines") });
    pair.classList.toggle("two-ways", Number(drawn.getAttribute("width")) < NARROW);
    threads.update(sideways(drawn, words("translate.lines"), { table }));
  }
  return { node: h("div", {}, h("h2", {}, words("translate.align")), fields, trouble, pair), show };
}
