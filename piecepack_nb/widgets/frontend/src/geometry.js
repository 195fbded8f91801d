/** Geometry of layouts, areas and spots: pure functions. */
/** @import { Area, Layout, Point, RotatedLayout, Spot } from "./types.js" */

/** A layout that shows nothing. @type {RotatedLayout} */
export const EMPTY_LAYOUT = { min_width: 0, width: 1, height: 1, places: {}, rotations: {} };

// --- numbers and angles -------------------------------------------------------------------------

/** Return the shortest turn from angle `a` to `b` in degrees, above -180 and up to 180. */
export function shortTurn(/** @type {number} */ a, /** @type {number} */ b) {
  const turn = (((b - a) % 360) + 360) % 360;
  return turn > 180 ? turn - 360 : turn;
}

/** Ease in and out. */
export function ease(/** @type {number} */ t) {
  return t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2;
}

/** Limit a value to a range; an empty range gives `low`. */
export function clamp(/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) {
  return Math.max(low, Math.min(high, value));
}

export function lerp(/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ t) {
  return a + (b - a) * t;
}

/** Rotate a point clockwise, in degrees. @type {(point: Point, angle: number, about?: Point) => Point} */
export function rotate([x, y], angle, [cx, cy] = [0, 0]) {
  if (!angle) return [x, y];
  const [cos, sin] = [Math.cos, Math.sin].map((of) => of((angle * Math.PI) / 180));
  return [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
}

// --- layouts and areas --------------------------------------------------------------------------

/**
 * Return the widest layout that fits into `width` CSS pixels, or the narrowest. With a `height`,
 * return the one that is drawn largest of those that fit, or nearly do.
 * @param {Layout[]} layouts
 * @param {number} width
 * @param {number} [height]
 */
export function chooseLayout(layouts, width, height) {
  const rising = [...layouts].sort((a, b) => a.min_width - b.min_width);
  if (height) {
    const near = rising.filter(({ min_width }) => min_width && min_width <= 1.15 * width);
    const size = (/** @type {Layout} */ layout) => Math.min(width / layout.width, height / layout.height);
    if (near.length) return near.reduce((best, each) => (size(each) > size(best) ? each : best));
  }
  return rising.filter((layout) => layout.min_width <= width).pop() ?? rising[0];
}

/** Return where the boards of a layout end: the areas that are about as large as the largest.
 * @type {(layout: Layout, areas: Area[]) => number} */
export function boardsBottom({ places, height }, areas) {
  const shown = areas.filter(({ id }) => Object.hasOwn(places, id));
  const size = (/** @type {Area} */ { id, width, height }) => width * height * (places[id][2] ?? 1) ** 2;
  const largest = Math.max(...shown.map(size));
  const boards = shown.filter((area) => size(area) > largest / 2);
  return Math.min(height, Math.max(...boards.map(({ id, height }) => places[id][1] + height * (places[id][2] ?? 1))));
}

/**
 * Return a layout with the angle of each area.
 * @param {Layout} layout
 * @param {Area[]} areas
 * @param {number} rotation how many turns the reader has made; a fraction during the animation
 * @returns {RotatedLayout}
 */
export function rotateAreas(layout, areas, rotation) {
  /** @type {RotatedLayout["rotations"]} */
  const rotations = {};
  const whole = Math.floor(rotation);
  for (const { id, width, height, turns = [] } of areas) {
    if (!turns.length) continue;
    const [from, to] = [0, 1].map((more) => turns[(whole + more) % turns.length]);
    const angle = from + shortTurn(from, to) * (rotation - whole);
    rotations[id] = { angle, middle: [width / 2, height / 2] };
  }
  return { ...layout, rotations };
}

/** Return the angle of an area in degrees. @type {(layout: RotatedLayout, at: { area?: string }) => number} */
export function areaAngle(layout, { area = "board" }) {
  return layout.rotations[area]?.angle ?? 0;
}

/** Return how much larger than the board's squares an area's squares are. */
export function areaScale(/** @type {Layout} */ layout, /** @type {{ area?: string }} */ { area = "board" }) {
  return layout.places[area]?.[2] ?? 1;
}

/**
 * Return a point of an area in stage coordinates; null if the layout omits the area.
 * @param {RotatedLayout} layout
 * @param {{ area?: string, x?: number, y?: number }} at
 * @returns {Point | null}
 */
export function toStage(layout, { area = "board", x = 0, y = 0 }) {
  if (!Object.hasOwn(layout.places, area)) return null;
  const [left, top, scale = 1] = layout.places[area];
  const [right, down] = rotate([x, y], areaAngle(layout, { area }), layout.rotations[area]?.middle);
  return [left + right * scale, top + down * scale];
}

/** Return true if a spot covers a stage point. @type {(layout: RotatedLayout, spot: Spot, point: Point) => boolean} */
export function covers(layout, spot, [x, y]) {
  const middle = toStage(layout, spot);
  if (!middle) return false;
  const [right, down] = rotate([x - middle[0], y - middle[1]], -areaAngle(layout, spot));
  const half = areaScale(layout, spot) / 2;
  return Math.abs(right) <= half * (spot.w ?? 1) && Math.abs(down) <= half * (spot.h ?? 1);
}

// --- walking with keys --------------------------------------------------------------------------

const DIRECTIONS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** Return the part of an angle beyond its nearest quarter turn, from -45 to 45. */
export function tilt(/** @type {number} */ angle) {
  return shortTurn(Math.round(shortTurn(0, angle) / 90 - Math.sign(angle) / 1e6) * 90, angle);
}

/** Return the index of the point with the lowest cost; -1 if no cost is finite.
 * @type {(points: Point[], cost: (point: Point) => number) => number} */
function cheapest(points, cost) {
  const costs = points.map(cost);
  const best = costs.indexOf(Math.min(...costs));
  return Number.isFinite(costs[best]) ? best : -1;
}

/**
 * Return the index of the point that an arrow key leads to; -1 for none. A point straight ahead wins
 * over a nearer one to the side.
 * @param {Point[]} points
 * @param {Point} from
 * @param {string} key
 */
export function neighbour(points, from, key) {
  const [dx, dy] = DIRECTIONS[/** @type {keyof typeof DIRECTIONS} */ (key)];
  return cheapest(points, ([x, y]) => {
    const ahead = (x - from[0]) * dx + (y - from[1]) * dy;
    const aside = Math.abs((x - from[0]) * dy) + Math.abs((y - from[1]) * dx);
    return ahead > 0.05 ? ahead + 3 * aside + (aside > ahead + 0.01 ? 1000 : 0) : Infinity;
  });
}

/**
 * Return the index of the first ("Home") or last ("End") point in the row of `from`.
 * @param {Point[]} points
 * @param {Point} from
 * @param {string} key
 */
export function rowEnd(points, from, key) {
  const sign = key === "Home" ? 1 : -1;
  return cheapest(points, ([x, y]) => (Math.abs(y - from[1]) < 0.45 ? x * sign : Infinity));
}

/**
 * Return the index of the point nearest to `from`; -1 if there are none.
 * @param {Point[]} points
 * @param {Point} from
 */
export function nearest(points, from) {
  return cheapest(points, ([x, y]) => Math.hypot(x - from[0], y - from[1]));
}
