// Attention maps: from the bytes that the server sends to numbers, and from numbers to a canvas.

import { ramp } from "./scale.js";

/** {down, across, largest, levels, data} → {down, across, largest, weights}: steps are of √(weight / largest). */
export function unpack({ down, across, largest, levels, data }) {
  const text = atob(data), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const steps = levels > 255 ? new Uint16Array(bytes.buffer) : bytes, weights = new Float32Array(down * across);
  for (let i = 0; i < weights.length; i++) weights[i] = largest * (steps[i] / levels) ** 2;
  return { down, across, largest, weights };
}

/** A canvas with a dot for each place of a map; colour grows as the square root of the weight, up to `most`. */
export function paint({ down, across, weights }, most, canvas = document.createElement("canvas")) {
  canvas.width = across;
  canvas.height = down;
  const shades = colours(), image = new ImageData(across, down), pixels = new Uint32Array(image.data.buffer);
  for (let i = 0; i < weights.length; i++) pixels[i] = shades[Math.min(255, Math.round(255 * Math.sqrt(weights[i] / (most || 1))))];
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}

function colours() {
  const shade = ramp(), found = new Uint32Array(256), bytes = new Uint8Array(found.buffer);
  for (let i = 0; i < 256; i++) bytes.set([...shade(i / 255), 255], 4 * i);
  return found;
}
