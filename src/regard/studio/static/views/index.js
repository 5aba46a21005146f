// The views, in the order of the page's navigation.
//
// To add a view called "heads":
// 1. views/heads/view.js, with its parts beside it:
//      export const name = "heads";                          // its address: #/heads?…
//      export const title = (words) => words("heads.title");
//      export const needs = ["classify"];                    // tasks of runs it can show; [] if it needs no run.
//                                                            // Without such a run the page offers to train one.
//      export const aside = true;                          // may be left out: linked at the foot of the page only.
//      export const fits = (run) => run.speaks;              // may be left out: which of these runs it can show.
//      export function show(root, state, tools) { … }        // draw into root; may return a function that is called
//                                                            // when the view is left (stop timers, observers).
//    `state` is the fragment's part behind the "?", an object of strings (all that is shown must follow from it).
//    `tools`:
//      words(key, values)   what to say, in the person's language; lang is "en" or "fr"
//      number(x, digits)    a number, and percent(x) a share, written as that language does, with a true minus
//      runs                 [{id, name, model, task, corpus, classes, languages, seed, speaks, validation}], finished runs;
//                           those that come while the page is open are added: see arrival of parts/arrivals.js
//      keep({layer: 2})     write into the fragment without drawing anew; null takes a name out
//      go("compare", {...}) another view, with this state added to what views share (run, text, lang, theme)
//      ask(path, {body, channel})  the server: path below /api/v1, or from /api on; a newer question in a channel drops the older one
//      stale(error)         whether an error only means that
//      say(sentence)        to a screen reader, at most one in two seconds
//      fail(root, error)    show what went wrong, in place
//    Everything that can be clicked is a button, a link or a field, so that the keyboard reaches it.
//    No innerHTML and no style attribute: use h and s of parts/element.js, classes of style.css (a view's own rules go
//    into style/heads.css, linked from index.html), and style: {…} for computed sizes only.
//    Every picture is made by parts/picture.js; tables by parts/table.js; fields by parts/field.js; colours by
//    parts/scale.js and the variables of style.css.
// 2. words/heads.js with its texts ("heads.title": ["Heads", "Têtes"]), and a line in words/index.js.
// 3. A line here.
// 4. tests/studio/test_heads_page.py: see tests/studio/test_read_page.py (fixtures `page_of`, `server`).

import * as api from "./api/view.js";
import * as compare from "./compare/view.js";
import * as heads from "./heads/view.js";
import * as inside from "./inside/view.js";
import * as read from "./read/view.js";
import * as next from "./next/view.js";
import * as positions from "./positions/view.js";
import * as runs from "./runs/view.js";
import * as train from "./train/view.js";
import * as translate from "./translate/view.js";

export const VIEWS = [read, compare, heads, inside, translate, next, positions, train, runs, api];
