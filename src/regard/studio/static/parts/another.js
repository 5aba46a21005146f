// A text of the corpus in place of one's own: from its test part, which the run has not learned from.

import { h, put } from "./element.js";

const TASKS = ["classify", "translate"];

/** another({tools, run: () => id, use(text)}) → {node, forget()}; says where the text is from and what is true of it. */
export function another({ tools, run, use }) {
  const { words } = tools, told = h("span", { class: "note", "aria-live": "polite" });
  const button = h("button", { type: "button", onclick: draw }, words("another"));
  const node = h("p", { class: "another" }, button, " ", told);
  let of = null, found = null, at = 0;

  async function draw() {
    const slow = setTimeout(() => put(told, words("wait")), 200);
    try {
      if (of !== run()) [of, at, found] = [run(), 0, await tools.ask(`/runs/${run()}/samples`)];
      const { text, truth } = found.texts[at++ % found.texts.length];
      put(told, words("another.from", { corpus: found.corpus, truth }));
      use(text);
    } catch (error) {
      of = null;
      if (!tools.stale(error)) put(told, error.message);
    } finally {
      clearTimeout(slow);
    }
  }
  /** The text is another now: what was said of it no longer holds. */
  function forget() {
    const known = tools.runs.find((each) => each.id === run());
    put(told);
    node.hidden = !known?.corpus || !TASKS.includes(known.task);
  }
  forget();
  return { node, forget };
}
