/** Pure sums about places: no page, no state. */
/** @import { Layout, Spot } from "./types.js" */

/** The layout before there is one: it shows nothing. @type {Layout} */
export const NOWHERE = { min_width: 0, width: 1, height: 1, places: {} };

/** The turn from angle `a` to `b` (degrees) by the short way, from -180 up to 180. */
export function shortTurn(/** @type {number} */ a, /** @type {number} */ b) {
  const turn = (((b - a) % 360) + 360) % 360;
  return turn > 180 ? turn - 360 : turn;
}

/** Slow at both ends. */
export function ease(/** @type {number} */ t) {
  return t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2;
}

/** `x`, or the end of the range that it lies beyond; the lower end where the range is empty. */
export function between(/** @type {number} */ low, /** @type {number} */ x, /** @type {number} */ high) {
  return Math.max(low, Math.min(high, x));
}

export function lerp(/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ t) {
  return a + (b - a) * t;
}

/**
 * The layout for a table `width` CSS pixels wide: the widest one that fits.
 * @param {Layout[]} layouts
 * @param {number} width
 */
export function chooseLayout(layouts, width) {
  const rising = [...layouts].sort((a, b) => a.min_width - b.min_width);
  return rising.filter((layout) => layout.min_width <= width).pop() ?? rising[0];
}

/**
 * Where a place of an area is on the table, in squares; null where the layout leaves the area out.
 * @param {Layout} layout
 * @param {{ area?: string, x?: number, y?: number }} at
 * @returns {[number, number] | null}
 */
export function onTable(layout, at) {
  const area = at.area ?? "board";
  const corner = Object.hasOwn(layout.places, area) && layout.places[area];
  if (!corner) return null;
  const [left, top, scale = 1] = corner;
  return [left + (at.x ?? 0) * scale, top + (at.y ?? 0) * scale];
}

/** How much larger than a board square an area's squares are. */
export function zoom(/** @type {Layout} */ layout, /** @type {{ area?: string }} */ at) {
  return layout.places[at.area ?? "board"]?.[2] ?? 1;
}

const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/**
 * The index of the place that an arrow key leads to from place `from`; -1 where there is none.
 * What lies straight ahead wins over what is nearer but aside.
 * @param {[number, number][]} places
 * @param {[number, number]} from
 * @param {string} key
 */
export function neighbour(places, from, key) {
  const [dx, dy] = WAYS[/** @type {keyof typeof WAYS} */ (key)];
  let best = -1;
  let least = Infinity;
  places.forEach(([x, y], i) => {
    const along = (x - from[0]) * dx + (y - from[1]) * dy;
    const aside = Math.abs((x - from[0]) * dy) + Math.abs((y - from[1]) * dx);
    const cost = along + 3 * aside + (aside > along ? 1000 : 0);
    if (along > 0.05 && cost < least) [best, least] = [i, cost];
  });
  return best;
}

/**
 * The index of the first ("Home") or last ("End") place of the row of `from`.
 * @param {[number, number][]} places
 * @param {[number, number]} from
 * @param {string} key
 */
export function rowEnd(places, from, key) {
  const sign = key === "Home" ? 1 : -1;
  let best = -1;
  places.forEach(([x, y], i) => {
    if (Math.abs(y - from[1]) < 0.45 && (best < 0 || (x - places[best][0]) * sign < 0)) best = i;
  });
  return best;
}

/**
 * The index of the place nearest to `from`; -1 of none.
 * @param {[number, number][]} places
 * @param {[number, number]} from
 */
export function nearest(places, from) {
  let best = -1;
  let least = Infinity;
  places.forEach(([x, y], i) => {
    const far = (x - from[0]) ** 2 + (y - from[1]) ** 2;
    if (far < least) [best, least] = [i, far];
  });
  return best;
}

/**
 * Whether a table place lies on a spot.
 * @param {Layout} layout
 * @param {Spot} spot
 * @param {[number, number]} at
 */
export function covers(layout, spot, at) {
  const middle = onTable(layout, spot);
  const near = (/** @type {0 | 1} */ i, size = 1) =>
    middle && Math.abs(at[i] - middle[i]) <= (size * zoom(layout, spot)) / 2;
  return Boolean(near(0, spot.w) && near(1, spot.h));
}
