// Moving over a matrix: mouse, touch and keys; which part of it is seen, and which place is pointed at.

const LEAST = 8;

/** hands({canvas, now, draw, picked}) → {view(), cursor(), put(place), zoom(times), whole(), laid(sizes)} */
export function hands({ canvas, now, draw, picked }) {
  let view = null, at = [0, 0], sizes = { margin: 34, size: 10, high: 10 }, drag = null;
  const fingers = new Map();
  const full = () => [[0, now.site?.shape[0] ?? 1], [0, now.site?.shape[1] ?? 1]];
  const seen = () => view ?? full();
  const clamp = (value, [low, high]) => Math.max(low, Math.min(high - 1, value));

  function whole(again = true) {
    view = null;
    at = at.map((value, side) => clamp(value, full()[side]));
    if (again) draw();
  }
  function zoom(times, around = at) {
    const next = seen().map(([low, high], side) => {
      const all = full()[side][1], wanted = Math.min(all, Math.max(Math.min(LEAST, all), Math.round((high - low) / times)));
      return slid(Math.round(around[side] - wanted * (around[side] - low + 0.5) / (high - low)), wanted, all);
    });
    view = next.every(([low, high], side) => low === 0 && high === full()[side][1]) ? null : next;
    draw();
  }
  const slid = (low, length, all) => { const first = Math.max(0, Math.min(all - length, low)); return [first, first + length]; };
  function follow() {
    if (!view) return;
    view = view.map(([low, high], side) => (at[side] < low ? slid(at[side], high - low, full()[side][1]) : at[side] >= high ? slid(at[side] - (high - low) + 1, high - low, full()[side][1]) : [low, high]));
  }
  function place(event) {
    const box = canvas.getBoundingClientRect(), [[top, bottom], [left, right]] = seen();
    const i = Math.floor((event.clientY - box.top - sizes.margin) / sizes.high) + top, j = Math.floor((event.clientX - box.left - sizes.margin) / sizes.size) + left;
    return i < top || j < left || i >= bottom || j >= right ? null : [i, j];
  }
  function spread() {
    const [one, other] = [...fingers.values()];
    return Math.hypot(one[0] - other[0], one[1] - other[1]);
  }
  canvas.addEventListener("pointermove", (event) => {
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 2 && drag?.spread) {
      const times = spread() / drag.spread;
      if (times > 1.3 || times < 0.75) { drag = { spread: spread(), moved: true }; zoom(times); }
      return;
    }
    if (drag && view && !drag.spread) {
      const rows = Math.round((drag.y - event.clientY) / sizes.high), columns = Math.round((drag.x - event.clientX) / sizes.size);
      if (!rows && !columns) return;
      drag.moved = true;
      view = drag.view.map(([low, high], side) => slid(low + (side ? columns : rows), high - low, full()[side][1]));
      draw();
      return;
    }
    const found = place(event);
    if (found && event.pointerType !== "touch") { at = found; draw(false); }
  });
  canvas.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    drag = fingers.size === 2 ? { spread: spread(), moved: true } : { x: event.clientX, y: event.clientY, view: seen(), moved: false };
    if (view) canvas.setPointerCapture(event.pointerId);
  });
  const lift = (event) => {
    const chosen = drag && !drag.moved && event.type === "pointerup" ? place(event) : null;
    fingers.delete(event.pointerId);
    if (!fingers.size) drag = null;
    if (chosen) { at = chosen; picked(...at); }
  };
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, lift);
  canvas.addEventListener("dblclick", (event) => { const found = place(event); if (found) zoom(2, found); });
  canvas.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.5 : 1 / 1.5, place(event) ?? at);
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const far = event.shiftKey ? 10 : 1, moves = { ArrowUp: [-far, 0], ArrowDown: [far, 0], ArrowLeft: [0, -far], ArrowRight: [0, far] };
    if (event.key in moves) { at = at.map((value, side) => clamp(value + moves[event.key][side], full()[side])); follow(); draw(); }
    else if (event.key === "+" || event.key === "=") zoom(2);
    else if (event.key === "-") zoom(0.5);
    else if (event.key === "0") whole();
    else if (event.key === "Enter" || event.key === " ") picked(...at);
    else return;
    event.preventDefault();
  });
  return {
    view: seen, cursor: () => at, zoom, whole,
    put(where) { at = where.map((value, side) => clamp(value, full()[side])); follow(); },
    laid(now_) { sizes = now_; canvas.classList.toggle("zoomed", Boolean(view)); },
  };
}
