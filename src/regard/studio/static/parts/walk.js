// One tab stop for a grid of things that can be chosen: arrow keys, Home and End move, Enter or Space chooses.

/**
 * walk({rows: () => [[node, …], …], choose(row, column), moved(row, column)}) → {key(event), at(row, column, focus)}
 * A row may have holes (null). Put `key` on the grid's keydown.
 */
export function walk({ rows, choose, moved }) {
  let row = 0, column = 0;

  function at(toRow, toColumn, focus = false) {
    const cells = rows();
    if (!cells.length) return;
    cells[row]?.[column]?.setAttribute("tabindex", "-1");
    row = Math.max(0, Math.min(cells.length - 1, toRow));
    column = Math.max(0, Math.min(cells[row].length - 1, toColumn));
    const node = cells[row][column];
    node?.setAttribute("tabindex", "0");
    if (focus) { node?.focus(); moved?.(row, column); }
  }
  function key(event) {
    const steps = {
      ArrowRight: [row, column + 1], ArrowLeft: [row, column - 1], ArrowDown: [row + 1, column], ArrowUp: [row - 1, column],
      Home: [row, 0], End: [row, Infinity], PageUp: [0, column], PageDown: [Infinity, column],
    };
    if (event.key in steps) at(...steps[event.key], true);
    else if ((event.key === "Enter" || event.key === " ") && choose) choose(row, column);
    else return;
    event.preventDefault();
  }
  return { key, at, where: () => [row, column] };
}
