// How strongly a value is marked. The same steps as the figures of reports: see views/figures/colours.py.

export const LEVELS = 7;

/** How strongly to mark a weight among so many words: 0 for about its equal share or less, up to 7. */
export function level(weight, words) {
  if (words < 2 || !(weight * words > 1)) return 0;
  return Math.min(LEVELS, Math.floor((LEVELS + 1) * Math.log(weight * words) / Math.log(words) + 1e-9));
}

/** How strongly to mark a score that may be negative, between −7 and 7; `most` is the largest size of all. */
export function signedLevel(score, most) {
  if (!(most > 0)) return 0;
  return Math.sign(score) * Math.min(LEVELS, Math.round(LEVELS * Math.abs(score) / most));
}

/** The class of a mark: l0 … l7 (amber, a weight), p1 … p7 (blue, for), n1 … n7 (orange, against). */
export const markOf = (weight, words) => `l${level(weight, words)}`;
export function signedMark(score, most) {
  const strength = signedLevel(score, most);
  return strength > 0 ? `p${strength}` : strength < 0 ? `n${-strength}` : "l0";
}

/** A colour of the page by its name in style.css, such as colour("--ink") or colour("--l3"). */
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** From 0…1 to a colour of the amber ramp as [r, g, b], for canvas; the theme's own ends. */
export function ramp() {
  const steps = [colour("--paper"), ...Array.from({ length: LEVELS }, (_, i) => colour(`--l${i + 1}`))].map(rgb);
  return (share) => {
    const at = Math.max(0, Math.min(1, share)) * LEVELS, low = Math.min(LEVELS - 1, Math.floor(at));
    return steps[low].map((value, i) => Math.round(value + (steps[low + 1][i] - value) * (at - low)));
  };
}

/** From −1…1 to [r, g, b]: orange, paper, blue. */
export function divergingRamp() {
  const paper = rgb(colour("--paper")), blue = rgb(colour("--blue")), orange = rgb(colour("--orange"));
  return (share) => {
    const end = share < 0 ? orange : blue, part = Math.min(1, Math.abs(share));
    return paper.map((value, i) => Math.round(value + (end[i] - value) * part));
  };
}

function rgb(name) {
  const digits = name.replace("#", "");
  return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16));
}
