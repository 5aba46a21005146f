// Tokens as they are: a space is part of a token, and is seen.

import { h } from "./element.js";

const SEEN = { " ": "␣", "\n": "↵", "\t": "⇥", "\r": "␍" };

/** A token's text with its white space to be seen. */
export const visible = (name) => name.replace(/[ \n\t\r]/g, (one) => SEEN[one]);

/** A token on the page; with `choose` it is a button. */
export function token(name, { choose, label, kind } = {}) {
  const look = { class: `token ${kind ?? ""}`, "aria-label": label };
  return choose ? h("button", { ...look, type: "button", onclick: choose }, visible(name)) : h("span", look, visible(name));
}
