// The number beside the picture: what becomes of the answer without the words that weigh most.

import { h, put } from "../../parts/element.js";
import { debounced } from "../../parts/field.js";
import { table } from "../../parts/table.js";

/** Words of the longest text that is tried out. */
const LONGEST = 400;

/** faithfulness({tools}) → {node, try(run, asked, said)}; asks once typing has paused. */
export function faithfulness({ tools }) {
  const { words } = tools, place = h("div", { "aria-live": "polite" });
  const node = h("section", { class: "faith" }, h("h2", {}, words("read.faith")), place);
  const later = debounced(ask, 500);

  async function ask(run, asked) {
    try {
      draw(await tools.ask(`/runs/${run}/faithfulness`, { body: asked, channel: "faith" }));
    } catch (error) {
      if (!tools.stale(error)) put(place, h("p", { class: "note" }, error.message));
    }
  }
  function draw(found) {
    const left = found["left-out"], chance = left.random, exact = left["leave-one-out"];
    if (left.comprehensiveness === null) {
      put(place, h("p", {}, words(left.against ? "read.faith.against" : "read.faith.flat")));
      return;
    }
    const better = left.comprehensiveness > (chance.comprehensiveness_interval?.[1] ?? chance.comprehensiveness);
    const says = { mine: tools.percent(left.comprehensiveness, 0), chance: tools.percent(chance.comprehensiveness, 0) };
    const row = (key, curve) => [words(key), curve.comprehensiveness, curve.sufficiency], share = (value) => tools.percent(value, 0);
    put(place, h("p", { class: better ? "better" : "worse" }, words(better ? "read.faith.better" : "read.faith.chance", says)),
      table({ words, sortable: false, caption: words("read.faith.about"),
        columns: [words("read.faith.order"), { name: words("read.faith.comprehensiveness"), format: share }, { name: words("read.faith.sufficiency"), format: share }],
        rows: [row("read.faith.mine", left), row("read.faith.random", chance), ...(exact ? [row("read.faith.exact", exact)] : [])] }));
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
