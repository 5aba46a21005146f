// What the page says, in English and French: one table per view, {"key": ["English", "français"]}.
// {name} in a text is replaced by a value. A new view adds its table here.

import api from "./api.js";
import asking from "./asking.js";
import common from "./common.js";
import compare from "./compare.js";
import heads from "./heads.js";
import inside from "./inside.js";
import job from "./job.js";
import methods from "./methods.js";
import read from "./read.js";
import next from "./next.js";
import positions from "./positions.js";
import { inFrench } from "./refusals/index.js";
import runs from "./runs.js";
import train from "./train.js";
import translate from "./translate.js";

export const TABLES = { api, asking, common, compare, heads, inside, job, methods, next, positions, read, runs, train, translate };
const table = Object.assign({}, ...Object.values(TABLES));

/** French as it is printed: no line ends between a word and the sign that belongs to it. */
const bound = (text) => text.replace(/« | (?=[»;:?!%])/g, (found) => found.replace(" ", "\u00a0"));

/**
 * The way to say a key in a language: words("read.edit", {word: "film"}); words.knows(key) says whether there is one,
 * and words.refusal(sentence) says what the server said.
 */
export function speaker(lang) {
  const say = (key, values = {}) => {
    const both = table[key];
    if (!both) throw new Error(`no words for ${key}`);
    return (lang === "fr" ? bound(both[1]) : both[0]).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
  };
  return Object.assign(say, { knows: (key) => key in table, refusal: (sentence) => (lang === "fr" ? bound(inFrench(sentence)) : sentence) });
}
