// Elements from plain values. Texts become text nodes, never markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") Object.assign(node.style, value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") node[name] = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

/** An element: h("p", {class: "note", onclick: go}, "text", other). `style` is an object of properties. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** The same inside a drawing. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Put these children in the place of what a node holds. */
export const put = (node, ...children) => {
  node.replaceChildren();
  return fill(node, {}, children);
};

let count = 0;
/** An id that nothing else on the page has. */
export const fresh = (name) => `${name}-${++count}`;
