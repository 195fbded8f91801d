/** Draws the signs on the board that are no pieces; keeps the nodes of those that stay. */
/** @import { Layout, Mark, Scene } from "./types.js" */

import { NOWHERE, onTable, zoom } from "./geometry.js";
import { node, placed, round } from "./sprites.js";

const SHORT = 0.34; // squares between a path's arrow and its last place
const ROLES = { move: "target", via: "via" };

export class Marks {
  #sprites;
  #groups;
  layout = NOWHERE;
  /** The layers of marks that are switched to what they aren't by default.
   * @type {string[]} */
  switched = [];
  /** What is drawn in each group.
   * @type {Record<string, Map<Mark, Element>>} */
  #drawn = {};

  /**
   * @param {import("./sprites.js").Sprites} sprites
   * @param {Record<string, Element>} groups "under" and "over" the pieces, "hint", "said"
   */
  constructor(sprites, groups) {
    this.#sprites = sprites;
    this.#groups = groups;
  }

  /** @param {Layout} layout */
  setLayout(layout) {
    const before = Object.entries(this.#drawn);
    [this.layout, this.#drawn] = [layout, {}];
    for (const [name, marks] of before) this.show(name, [...marks.keys()]);
  }

  /** The marks of a scene, as far as their layers are switched on. @param {Scene} scene */
  draw(scene) {
    const roles = (scene.spots ?? []).flatMap(({ role, x, y, area }) => {
      const kind = ROLES[/** @type {keyof typeof ROLES} */ (role)];
      return kind ? [{ kind, x, y, area }] : [];
    });
    const off = (scene.layers ?? []).filter((layer) => !lit(layer, this.switched)).map(({ id }) => id);
    const marks = (scene.marks ?? []).filter(({ layer }) => !layer || !off.includes(layer));
    const low = (/** @type {Mark} */ mark) => this.#sprites.sheet.under.includes(mark.kind);
    const all = [...marks, ...roles];
    this.show("under", all.filter(low));
    this.show("over", all.filter((mark) => !low(mark)));
  }

  /** Show these marks, and no others, in a group. @type {(name: string, marks: Mark[]) => void} */
  show(name, marks) {
    const group = this.#groups[name];
    const before = this.#drawn[name];
    const after = new Map();
    for (const mark of marks) {
      const made = before?.get(mark) ?? this.#mark(mark);
      if (made) after.set(mark, made);
    }
    this.#drawn[name] = after;
    const nodes = [...after.values()];
    const stay = new Set(nodes);
    for (const old of [...group.children]) if (!stay.has(old)) old.remove();
    let next = group.firstElementChild;
    for (const made of nodes) {
      if (made !== next) group.insertBefore(made, next);
      else next = made.nextElementSibling;
    }
  }

  /** @param {Mark} mark */
  #mark(mark) {
    const at = transform(this.layout, mark);
    if (!at) return null;
    const tint = mark.suit ? `ppnb-suit-${mark.suit} ppnb-tinted` : "";
    const made = node("g", { class: tint, "data-mark": mark.kind });
    if (mark.kind === "path") made.append(...this.#path(mark));
    else {
      made.append(this.#sprites.sprite(`mark-${mark.kind}`, mark));
      made.setAttribute("transform", at);
    }
    if (mark.kind === "heat") made.setAttribute("fill-opacity", String(0.08 + 0.72 * (mark.value ?? 0)));
    return made;
  }

  /** @param {Mark} mark */
  #path({ area, points = [] }) {
    const { layout } = this;
    if (points.length < 2) return [];
    const line = points.map(([x, y]) => (onTable(layout, { area, x, y }) ?? [0, 0]).map((at) => at * 100));
    const [x0, y0] = line[line.length - 2];
    const end = line[line.length - 1];
    const long = Math.hypot(end[0] - x0, end[1] - y0) || 1;
    const turn = (Math.atan2(end[1] - y0, end[0] - x0) * 180) / Math.PI;
    // the arrow ends a little before the last place, so that what lies there stays readable
    end[0] -= ((end[0] - x0) * SHORT * 100) / long;
    end[1] -= ((end[1] - y0) * SHORT * 100) / long;
    const way = line.map((point) => point.map(round).join(",")).join(" ");
    const arrow = node("g", { transform: placed(round(end[0]), round(end[1]), round(turn)) });
    arrow.append(this.#sprites.sprite("mark-arrow", {}));
    return [
      node("polyline", { class: "ppnb-way-halo", points: way }),
      node("polyline", { class: "ppnb-way", points: way }),
      arrow,
    ];
  }
}

/** Where a thing of an area is drawn; null where the layout leaves the area out.
 * @type {(layout: Layout, at: { area?: string, x?: number, y?: number }) => string | null} */
export function transform(layout, at) {
  const place = onTable(layout, at);
  return place && placed(round(place[0] * 100), round(place[1] * 100), 0, zoom(layout, at));
}

/** Whether a layer shows: as it is by default, unless the reader has switched it.
 * @type {(layer: { id: string, on?: boolean }, switched: string[]) => boolean} */
export function lit({ id, on = true }, switched) {
  return on !== switched.includes(id);
}
