// A view without a run for it: offers to train a small one.

import { h, put } from "./element.js";

export function firstRun(root, needs, tools) {
  put(root, h("p", {}, tools.words("none")));
}
