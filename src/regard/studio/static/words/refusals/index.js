// What the server refuses is said in English; here it is said in the language of the page.
// A sentence that is not here, as of a program of somebody's own, stays as it is.

import studio from "./studio.js";
import tables from "./tables.js";
import texts from "./texts.js";

export const REFUSALS = [...studio, ...tables, ...texts];

/** The pattern of a sentence with {slots}; a slot is anything, as little of it as fits. */
const pattern = (sentence) => new RegExp(`^${sentence.replace(/[\\^$.*+?()[\]|]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>[^]*?)")}$`);

/** A refusal in French: where two patterns fit, the one with fewer slots said more of it. */
export function inFrench(sentence) {
  const [found, french] = REFUSALS.map(([english, french]) => [pattern(english).exec(sentence), french])
    .filter(([found]) => found)
    .sort(([one], [other]) => one.length - other.length)[0] ?? [];
  return found ? french.replace(/\{(\w+)\}/g, (_, name) => found.groups[name]) : sentence;
}
