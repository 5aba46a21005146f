// Cause and effect between the steps: which numbers a number is made of, which it goes into, and how it is worked out.

const every = () => true;

/** A number; −∞ for one that is hidden. */
export const figure = (tools, value, digits) => (value === null ? "−∞" : tools.number(value, digits));

/** The cells that cell (i, j) of a step is made of: [{step, of: (row, column) => boolean}]. */
export function causes(step, i, j, said) {
  const find = (name) => said.steps.find((one) => one.name === name), parts = step.of.map(find);
  const query = said.shown.queries.indexOf(said.query);
  switch (step.how) {
    case "map": return parts.map((part) => ({ step: part, of: mixes(step) || part.rows !== step.rows ? (part.rows !== step.rows ? (_, d) => d === j : every) : (row) => row === i }));
    case "sum": case "scale": case "mask": return parts.map((part) => ({ step: part, of: (row, column) => row === i && column === j }));
    case "product": return [{ step: parts[0], of: (row) => row === i }, { step: parts[1], of: (row) => row === j }];
    case "bend": return [{ step: parts[0], of: (row, d) => row === query && d === j }, { step: parts[1], of: (row, d) => row === i && d === j }];
    case "fold": return i === query ? [{ step: parts[0], of: (row) => row === j }] : [];
    case "softmax": return [{ step: parts[0], of: (row) => row === i }];
    case "mean": return [{ step: parts[0], of: (row) => row === i }, { step: parts[1], of: (_, d) => d === j }];
    default: return [];
  }
}

/** The cells of the next steps that cell (i, j) of a step goes into. */
export function effects(step, i, j, said) {
  return said.steps.filter((next) => next.of.includes(step.name)).map((next) => ({
    step: next,
    of: (row, column) => causes(next, row, column, said).some((cause) => cause.step === step && cause.of(i, j)),
  }));
}

/** Whether a step mixes words before this head: layers below, or a recurrent network. */
const mixes = (step) => step.formula.includes("⟵") || step.formula.includes("…");

/** How a number comes about, written out: "0.31 × 0.12 + … = 1.53". */
export function worked(step, i, j, said, tools) {
  const { words } = tools, find = (name) => said.steps.find((one) => one.name === name), [one, other] = step.of.map(find);
  const number = (x) => figure(tools, x, Math.abs(x) < 0.995 ? 3 : 2), inner = (x) => (x !== null && x < 0 ? `(${number(x)})` : number(x));
  const value = number(step.values[i][j]);
  const few = (terms, all) => `${terms.slice(0, 6).join(" + ")}${all > Math.min(6, terms.length) ? ` + … (${words("inside.more", { count: all - Math.min(6, terms.length) })})` : ""}`;
  switch (step.how) {
    case "product": return `${few(one.values[i].map((x, d) => `${inner(x)} × ${inner(other.values[j][d])}`), one.wide)} = ${value}`;
    case "scale": return `${number(one.values[i][j])} / √${/√(\d+)/.exec(step.formula)[1]} = ${value}`;
    case "sum": return `${number(one.values[i][j])} + ${inner(other.values[i][j])} = ${value}`;
    case "mask": return step.values[i][j] === null ? words("inside.hidden") : words("inside.seen", { value });
    case "softmax": return `e^${inner(one.values[i][j])} / (${few(one.values[i].filter((x) => x !== null).map((x) => `e^${inner(x)}`), one.wide - one.values[i].filter((x) => x === null).length)}) = ${value}`;
    case "mean": return `${few(one.values[i].map((x, k) => `${inner(x)} × ${inner(other.values[k][j])}`), one.wide)} = ${value}`;
    case "bend": return `tanh(${number(one.values[said.shown.queries.indexOf(said.query)][j])} + ${inner(other.values[i][j])}) = ${value}`;
    case "fold": return words("inside.folded", { value });
    case "map": return words(mixes(step) ? "inside.mixed" : "inside.mapped", { of: step.of.join(", "), name: step.name, value });
    default: return words("inside.given", { value });
  }
}
