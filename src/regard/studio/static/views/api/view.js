// The API: every route of the server, read from its own description, which can also be kept.

import { save } from "../../parts/downloads.js";
import { h, put } from "../../parts/element.js";
import { table } from "../../parts/table.js";
import { fieldsOf, groups } from "./spec.js";

export const name = "api";
export const title = (words) => words("api.title");
export const needs = [];
export const aside = true;

export function show(root, state, tools) {
  const { words } = tools, place = h("div"), trouble = h("div", {}, h("p", { class: "note" }, words("wait")));
  const named = (tag) => words([`api.${tag}`, `${tag}.title`].find(words.knows) ?? "api.others");

  function route({ method, path, said }, spec) {
    const fields = fieldsOf(said, spec), columns = [words("api.field"), words("api.where"), words("api.kind"), words("api.default")];
    return h("details", { class: "route" }, h("summary", {}, h("code", {}, h("b", {}, method.toUpperCase()), " ", path), h("span", { class: "does", lang: "en" }, said.description ?? said.summary)),
      fields.length ? table({ words, sortable: false, caption: words("api.fields"), columns, rows: fields.map((one) => [h("code", {}, one.name), words(`api.in.${one.where}`), h("code", {}, one.kind), one.needed ? words("api.needed") : h("code", {}, one.usual)]) }) : h("p", { class: "note" }, words("api.fields.none")));
  }
  function draw(spec) {
    const example = `curl -H "Authorization: Bearer $TOKEN" ${location.origin}/api/v1/runs`;
    put(trouble);
    put(place, h("div", { class: "row" }, h("button", { type: "button", class: "first", onclick: () => save("openapi.json", `${JSON.stringify(spec, null, 1)}\n`, "application/json") }, words("api.save"))),
      h("p", {}, words("api.token")), h("pre", { tabindex: 0, role: "region", "aria-label": words("api.example") }, example),
      groups(spec).map(({ tag, routes }) => h("section", {}, h("h2", {}, named(tag)), routes.map((each) => route(each, spec)))));
  }
  put(root, h("p", { class: "question" }, words("api.question")), trouble, place);
  tools.ask("/api/openapi.json").then(draw).catch((error) => tools.fail(trouble, error));
}
