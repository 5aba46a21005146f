// How wide a text will be drawn, before it is.

const pen = document.createElement("canvas").getContext("2d");

/** Pixels of a text in the font of drawings, of this size. */
export function wide(text, size = 12) {
  pen.font = `${size}px system-ui, "Segoe UI", "DejaVu Sans", sans-serif`;
  return pen.measureText(text).width;
}

/** The text, cut so that it fits. */
export function fitted(text, most, size = 12) {
  if (wide(text, size) <= most) return text;
  let kept = [...text];
  while (kept.length > 1 && wide(`${kept.join("")}…`, size) > most) kept = kept.slice(0, -1);
  return `${kept.join("")}…`;
}
