// What the page says, in English and French: one table per view, {"key": ["English", "français"]}.
// {name} in a text is replaced by a value. A new view adds its table here.

import common from "./common.js";
import read from "./read.js";

export const TABLES = { common, read };
const table = Object.assign({}, ...Object.values(TABLES));

/** The way to say a key in a language: words("read.answer", {label: "positive"}). */
export const speaker = (lang) => (key, values = {}) => {
  const both = table[key];
  if (!both) throw new Error(`no words for ${key}`);
  return both[lang === "fr" ? 1 : 0].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
};
