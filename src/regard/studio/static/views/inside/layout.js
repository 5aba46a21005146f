// Where the steps stand when they are drawn as a path from left to right: columns by what each is made of, lanes so that
// lines are short. A line that passes a column has a lane there too.

const APART = 1, BESIDE = 0.62;

/** layout(steps) → {places: Map of name → {column, lane}, lines: [{from, to, by: [{column, lane}]}], columns, lanes} */
export function layout(steps) {
  const column = columnsOf(steps), items = steps.map((step) => ({ name: step.name, column: column.get(step.name), before: [], by: false }));
  const find = (name) => items.find((item) => item.name === name && !item.by), lines = [];
  for (const step of steps) {
    for (const name of new Set(step.of)) {
      const line = { from: name, to: step.name, by: [] }, end = find(step.name);
      let last = find(name);
      for (let at = last.column + 1; at < end.column; at++) {
        const passing = { name, column: at, before: [last], by: true };
        line.by.push(passing);
        items.push(passing);
        last = passing;
      }
      end.before.push(last);
      lines.push(line);
    }
  }
  const columns = Math.max(...items.map((item) => item.column)) + 1;
  for (let at = 0; at < columns; at++) settle(items.filter((item) => item.column === at));
  const least = Math.min(...items.map((item) => item.lane));
  for (const item of items) item.lane -= least;
  return { places: new Map(items.filter((item) => !item.by).map((item) => [item.name, item])), lines, columns, lanes: Math.max(...items.map((item) => item.lane)) + 1 };
}

/** One column behind what a step is made of; what is given stands right before its first use. */
function columnsOf(steps) {
  const column = new Map();
  for (const step of steps) column.set(step.name, step.of.length ? 1 + Math.max(...step.of.map((name) => column.get(name))) : 0);
  for (const step of steps.filter((one) => !one.of.length)) {
    const uses = steps.filter((one) => one.of.includes(step.name)).map((one) => column.get(one.name));
    if (uses.length) column.set(step.name, Math.min(...uses) - 1);
  }
  return column;
}

/** Lanes for one column: each item near what it comes from, none upon another, the column as a whole not moved. */
function settle(items) {
  let next = 0;
  for (const item of items) {
    item.wish = item.before.length ? item.before.reduce((sum, one) => sum + one.lane, 0) / item.before.length : next;
    next = Math.max(next, item.wish + APART);
  }
  items.sort((one, other) => one.wish - other.wish);
  items.forEach((item, i) => {
    const above = items[i - 1];
    item.lane = above ? Math.max(item.wish, above.lane + (above.by || item.by ? BESIDE : APART)) : item.wish;
  });
  const shift = items.reduce((sum, item) => sum + item.lane - item.wish, 0) / items.length;
  for (const item of items) item.lane -= shift;
}
