// Files made in the page: SVG, PNG, CSV, JSON. Pictures are always drawn for a light page.

const COPIED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "fill-opacity",
  "stroke-opacity", "font-size", "font-family", "font-weight", "font-style", "text-anchor", "dominant-baseline"];

/** Hand a file to the person. */
export function save(name, content, kind) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** What `work` gives while the page is light. */
function inTheLight(work) {
  const root = document.documentElement, before = root.dataset.theme;
  root.dataset.theme = "light";
  try { return work(); } finally { root.dataset.theme = before; }
}

/** Letters that no XML file may hold, such as the bytes that some tokens are, made visible. */
const written = (text) => text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, (letter) => (letter < " " ? String.fromCharCode(0x2400 + letter.charCodeAt(0)) : "\ufffd"));

/** A drawing as a file of its own: every colour and font that the page's style gives is written into it. */
export function svgText(drawing) {
  return inTheLight(() => {
    const attached = drawing.isConnected, shelf = document.createElement("div");
    shelf.className = "quiet";
    if (!attached) { shelf.append(drawing); document.body.append(shelf); }
    const copy = drawing.cloneNode(true), paper = getComputedStyle(document.documentElement).getPropertyValue("--paper");
    const before = [drawing, ...drawing.querySelectorAll("*")], after = [copy, ...copy.querySelectorAll("*")];
    before.forEach((node, i) => {
      const look = getComputedStyle(node);
      for (const name of COPIED) if (look.getPropertyValue(name)) after[i].setAttribute(name, look.getPropertyValue(name));
      for (const name of ["class", "tabindex", "role"]) after[i].removeAttribute(name);
    });
    const { width, height } = size(drawing);
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.setAttribute("width", width);
    copy.setAttribute("height", height);
    const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    for (const [name, value] of Object.entries({ width, height, fill: paper.trim() || "#ffffff" })) ground.setAttribute(name, value);
    copy.prepend(ground);
    shelf.remove();
    return written(new XMLSerializer().serializeToString(copy));
  });
}

function size(drawing) {
  const [, , width, height] = (drawing.getAttribute("viewBox") ?? "0 0 640 400").split(" ").map(Number);
  return { width, height };
}

/** A drawing as an image of twice its size. */
export async function pngOf(drawn) {
  const { width, height } = size(drawn), image = new Image(), canvas = document.createElement("canvas");
  const url = URL.createObjectURL(new Blob([svgText(drawn)], { type: "image/svg+xml" }));
  image.src = url;
  await image.decode();
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Columns and rows as comma-separated text; a cell that a spreadsheet would run as a formula is made harmless. */
export function csvText(columns, rows) {
  const cell = (value) => {
    if (typeof value === "number" || value === null || value === undefined) return value ?? "";
    const text = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => row.map(cell).join(",")).join("\n") + "\n";
}
