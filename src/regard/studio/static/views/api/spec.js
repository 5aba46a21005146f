// What an OpenAPI description says, as plain values.

/** The routes by their first tag, in the order of the description: [{tag, routes: [{method, path, said}]}]. */
export function groups(spec) {
  const found = new Map();
  for (const [path, methods] of Object.entries(spec.paths)) {
    for (const [method, said] of Object.entries(methods)) {
      const tag = said.tags?.[0] ?? "";
      found.set(tag, [...(found.get(tag) ?? []), { method, path, said }]);
    }
  }
  return [...found].map(([tag, routes]) => ({ tag, routes }));
}

/** What a route is asked with: [{name, where: "path" | "query" | "header" | "body", kind, needed, usual}]. */
export function fieldsOf(said, spec) {
  const given = (said.parameters ?? []).map((one) => field(one.name, one.in, one.schema, one.required, spec));
  const body = meant(said.requestBody?.content?.["application/json"]?.schema, spec);
  return [...given, ...Object.entries(body.properties ?? {}).map(([name, schema]) => field(name, "body", schema, body.required?.includes(name), spec))];
}

const field = (name, where, schema, needed, spec) => ({ name, where, kind: kindOf(schema, spec), needed: Boolean(needed), usual: JSON.stringify(meant(schema, spec).default ?? null) });

/** A schema, or the one that it refers to. */
function meant(schema, spec) {
  const name = schema?.$ref?.split("/").at(-1);
  return (name ? spec.components.schemas[name] : schema) ?? {};
}

/** A schema in a few signs, such as "integer 0–100", "string[]" or "run | huggingface". */
function kindOf(schema, spec) {
  const said = meant(schema, spec);
  if (said.anyOf) return said.anyOf.map((one) => kindOf(one, spec)).join(" | ");
  if (said.enum) return said.enum.join(" | ");
  if (said.type === "array") return `${kindOf(said.items, spec)}[]`;
  if (said.type === "object" && said.properties) return `{${Object.keys(said.properties).join(", ")}}`;
  const least = said.minimum ?? said.exclusiveMinimum, most = said.maximum ?? said.exclusiveMaximum;
  return `${said.type ?? "any"}${least === undefined || most === undefined ? "" : ` ${least}–${most}`}`;
}
