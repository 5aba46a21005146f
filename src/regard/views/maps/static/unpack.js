// The weights of all maps, out of the compressed bytes that the page carries.

const $ = (id) => document.getElementById(id);
const told = JSON.parse($("told").textContent);

async function inflated(name) {
  const bytes = Uint8Array.from(atob(told.streams[name]), (c) => c.charCodeAt(0));
  told.streams[name] = "";
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

class Weights {
  constructor(counts, gaps, values, scales) {
    this.counts = new Uint16Array(counts.buffer);
    this.scales = new Uint16Array(scales.buffer);
    this.gaps = gaps;
    this.values = told.levels > 255 ? new Uint16Array(values.buffer) : values;
    this.held = new Map();
    let row = 0, byte = 0, value = 0;
    this.starts = told.maps.map((one) => {
      const start = { row, byte, value };
      let entries = 0;
      for (let i = 0; i < told.sides[one.rows].length; i++) entries += this.counts[row++];
      value += entries;
      while (entries) if (this.gaps[byte++] < 255) entries--;
      return start;
    });
  }

  static async read() {
    return new Weights(...await Promise.all(["counts", "gaps", "values", "scales"].map(inflated)));
  }

  // Calls row(i, mean of what is left out, places it is shown at) and entry(i, j, weight), in order.
  walk(number, row, entry) {
    const one = told.maps[number], across = told.sides[one.columns].length;
    let { row: at, byte, value } = this.starts[number];
    for (let i = 0; i < told.sides[one.rows].length; i++, at++) {
      const places = one.causal ? i + 1 : across, count = this.counts[at];
      row(i, this.scales[2 * at + 1] / 65535 / Math.max(places - count, 1), places);
      for (let k = 0, j = -1; k < count; k++) {
        let gap = 0;
        while (this.gaps[byte] === 255) { gap += 255; byte++; }
        j += gap + this.gaps[byte++] + 1;
        entry(i, j, this.scales[2 * at] / 65535 * (this.values[value++] / told.levels) ** 2);
      }
    }
  }

  // One map, every weight in its place, and whether it was kept for itself.
  dense(number) {
    if (this.held.has(number)) return this.held.get(number);
    const one = told.maps[number], across = told.sides[one.columns].length, down = told.sides[one.rows].length;
    const weights = new Float32Array(down * across), kept = new Uint8Array(down * across);
    this.walk(number, (i, mean, places) => weights.fill(mean, i * across, i * across + places), (i, j, weight) => {
      weights[i * across + j] = weight;
      kept[i * across + j] = 1;
    });
    const found = { weights, kept, down, across };
    if (this.held.size > 3) this.held.delete(this.held.keys().next().value);
    this.held.set(number, found);
    return found;
  }

  // One map, small: the largest weight of each block.
  small(number, most) {
    const one = told.maps[number], across = told.sides[one.columns].length, down = told.sides[one.rows].length;
    const width = Math.min(most, across), height = Math.min(most, down), found = new Float32Array(width * height);
    const put = (i, j, weight) => {
      const at = Math.floor(i * height / down) * width + Math.floor(j * width / across);
      if (weight > found[at]) found[at] = weight;
    };
    this.walk(number, (i, mean, places) => {
      for (let j = 0; j < places; j += Math.max(1, Math.floor(across / width))) put(i, j, mean);
    }, put);
    return { weights: found, down: height, across: width };
  }
}
