// A drawing that may be wider than the page: it keeps its size, and the keyboard can move it, too.

import { h } from "./element.js";

/** What to tell a picture: sideways(svg, label, more) → {body, drawn, …more}. */
export const sideways = (drawing, label, more = {}) => ({
  body: h("div", { class: "sideways", tabindex: 0, role: "group", "aria-label": label }, drawing), drawn: () => drawing, ...more,
});
