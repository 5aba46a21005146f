// The number beside the picture: what becomes of the answer without the words that weigh most.

import { h, put } from "../../parts/element.js";
import { debounced } from "../../parts/field.js";
import { table } from "../../parts/table.js";

/** Words of the longest text that is tried out. */
const LONGEST = 400;
const WAYS = ["left-out", "hole"], CONTROLS = ["random", "uniform"];
/** Verdicts that are told with what becomes of the answer. */
const MEASURED = ["better", "alike", "worse", "few"];

/** faithfulness({tools}) → {node, try(run, asked, said)}; asks once typing has paused. */
export function faithfulness({ tools }) {
  const { words } = tools, place = h("div", { "aria-live": "polite" });
  const node = h("section", { class: "faith" }, h("h2", {}, words("read.faith")), place);
  const later = debounced(ask, 500);

  async function ask(run, asked) {
    try {
      draw(await tools.ask(`/runs/${run}/faithfulness`, { body: asked, channel: "faith" }), CONTROLS.includes(asked.method));
    } catch (error) {
      if (!tools.stale(error)) put(place, h("p", { class: "note" }, error.message));
    }
  }
  function draw(found, control) {
    const ways = WAYS.filter((way) => found[way]), verdicts = ways.map((way) => found[way].verdict);
    const same = new Set(verdicts).size === 1, told = ways.find((way) => found[way].comprehensiveness !== null);
    const all = (same ? ways.slice(0, 1) : ways).map((way) =>
      h("p", { class: found[way].verdict === "better" && !control ? "better" : "worse" }, same ? "" : `${words(`read.faith.by.${way}`)} `, sentence(found, way, control)));
    if (same && ways.length > 1 && MEASURED.includes(verdicts[0])) all[0].append(` ${words("read.faith.both")}`);
    put(place, control ? h("p", {}, words("read.faith.control")) : null, all, told ? figures(found[told], told) : null);
  }
  /** What becomes of the answer, and whether that is more than chance explains. */
  function sentence(found, way, control) {
    const { verdict, contrast, lost, random } = found[way];
    const value = (x) => (contrast ? `${x > 0 ? "+" : ""}${tools.number(x)}` : tools.percent(x));
    const says = { full: value(found.full), mine: value(found.full - lost), random: value(found.full - random.lost) };
    if (!MEASURED.includes(verdict)) return words(`read.faith.${verdict}`, says);
    const kind = control && verdict !== "few" ? `control.${verdict}` : verdict === "better" && lost <= 0 ? "better.rises" : verdict;
    return `${words("read.faith.measured", says)} ${words(`read.faith.${kind}`)}`;
  }
  /** The numbers of one way to take words away, as shares of what the answer can lose. */
  function figures(one, way) {
    const row = (key, curve) => [words(key), curve.comprehensiveness, curve.sufficiency], share = (value) => tools.percent(value, 0), exact = one["leave-one-out"];
    return table({ words, sortable: false, caption: `${words(`read.faith.by.${way}`)} ${words("read.faith.about")}`,
      columns: [words("read.faith.order"), { name: words("read.faith.comprehensiveness"), format: share }, { name: words("read.faith.sufficiency"), format: share }],
      rows: [row("read.faith.mine", one), row("read.faith.random", one.random), ...(exact ? [row("read.faith.exact", exact)] : [])] });
  }
  return {
    node,
    try(run, asked, said) {
      node.hidden = !said.words.length || said.words[0].score === null;
      if (node.hidden) return;
      const n = said.words.length, fits = n > 1 && n <= LONGEST;
      put(place, h("p", { class: "note" }, fits ? words("read.faith.wait") : words("read.faith.length", { n, most: LONGEST })));
      if (!fits) return;
      later(run, asked);
    },
  };
}
