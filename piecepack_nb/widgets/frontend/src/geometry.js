/** Pure sums about places: no page, no state. */
/** @import { Area, Laid, Layout, Spot } from "./types.js" */
/** @typedef {[number, number]} Place */

/** The layout before there is one: it shows nothing. @type {Laid} */
export const NOWHERE = { min_width: 0, width: 1, height: 1, places: {}, spins: {} };

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

/** A place turned by so many degrees clockwise about another. @type {(at: Place, angle: number, about?: Place) => Place} */
export function spun([x, y], angle, [cx, cy] = [0, 0]) {
  if (!angle) return [x, y];
  const [cos, sin] = [Math.cos, Math.sin].map((of) => of((angle * Math.PI) / 180));
  return [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
}

/**
 * A layout with how each area lies in it.
 * @param {Layout} layout
 * @param {Area[]} areas
 * @param {number} turned how often the table was turned on; broken while it is being turned
 * @returns {Laid}
 */
export function laid(layout, areas, turned) {
  /** @type {Laid["spins"]} */
  const spins = {};
  const whole = Math.floor(turned);
  for (const { id, width, height, turns = [] } of areas) {
    if (!turns.length) continue;
    const [from, to] = [0, 1].map((more) => turns[(whole + more) % turns.length]);
    const angle = from + shortTurn(from, to) * (turned - whole);
    spins[id] = { angle, middle: [width / 2, height / 2] };
  }
  return { ...layout, spins };
}

/** How far the area of a thing is turned, in degrees. @type {(layout: Laid, at: { area?: string }) => number} */
export function angleOf(layout, { area = "board" }) {
  return layout.spins[area]?.angle ?? 0;
}

/**
 * Where a place of an area is on the table, in squares; null where the layout leaves the area out.
 * @param {Laid} layout
 * @param {{ area?: string, x?: number, y?: number }} at
 * @returns {Place | null}
 */
export function onTable(layout, { area = "board", x = 0, y = 0 }) {
  if (!Object.hasOwn(layout.places, area)) return null;
  const [left, top, scale = 1] = layout.places[area];
  const [right, down] = spun([x, y], angleOf(layout, { area }), layout.spins[area]?.middle);
  return [left + right * scale, top + down * scale];
}

/** How much larger than a board square an area's squares are. */
export function zoom(/** @type {Layout} */ layout, /** @type {{ area?: string }} */ { area = "board" }) {
  return layout.places[area]?.[2] ?? 1;
}

/**
 * What is left of an angle when the board is looked at with one of its sides ahead, from -45 to 45:
 * so far does an arrow key that follows the board's own rows lead aside on the screen.
 */
export function lean(/** @type {number} */ angle) {
  return shortTurn(Math.round(shortTurn(0, angle) / 90 - Math.sign(angle) / 1e6) * 90, angle);
}

/** The index of the place where `cost` is least; -1 where it is nowhere finite.
 * @type {(places: Place[], cost: (place: Place) => number) => number} */
function least(places, cost) {
  const costs = places.map(cost);
  const best = costs.indexOf(Math.min(...costs));
  return Number.isFinite(costs[best]) ? best : -1;
}

const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/**
 * The index of the place that an arrow key leads to from place `from`; -1 where there is none.
 * What lies straight ahead wins over what is nearer but aside.
 * @param {Place[]} places
 * @param {Place} from
 * @param {string} key
 */
export function neighbour(places, from, key) {
  const [dx, dy] = WAYS[/** @type {keyof typeof WAYS} */ (key)];
  return least(places, ([x, y]) => {
    const along = (x - from[0]) * dx + (y - from[1]) * dy;
    const aside = Math.abs((x - from[0]) * dy) + Math.abs((y - from[1]) * dx);
    return along > 0.05 ? along + 3 * aside + (aside > along + 0.01 ? 1000 : 0) : Infinity;
  });
}

/**
 * The index of the first ("Home") or last ("End") place of the row of `from`.
 * @param {Place[]} places
 * @param {Place} from
 * @param {string} key
 */
export function rowEnd(places, from, key) {
  const sign = key === "Home" ? 1 : -1;
  return least(places, ([x, y]) => (Math.abs(y - from[1]) < 0.45 ? x * sign : Infinity));
}

/**
 * The index of the place nearest to `from`; -1 of none.
 * @param {Place[]} places
 * @param {Place} from
 */
export function nearest(places, from) {
  return least(places, ([x, y]) => Math.hypot(x - from[0], y - from[1]));
}

/** Whether a table place lies on a spot. @type {(layout: Laid, spot: Spot, at: Place) => boolean} */
export function covers(layout, spot, [x, y]) {
  const middle = onTable(layout, spot);
  if (!middle) return false;
  const [right, down] = spun([x - middle[0], y - middle[1]], -angleOf(layout, spot));
  const half = zoom(layout, spot) / 2;
  return Math.abs(right) <= half * (spot.w ?? 1) && Math.abs(down) <= half * (spot.h ?? 1);
}
