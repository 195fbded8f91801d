/** Draws scenes on an SVG, and what lies between two scenes. Knows no time, no mouse. */
/** @import { Area, Layout, Mark, Piece, Scene } from "./types.js" */

import { lerp, onTable, shortTurn, zoom } from "./geometry.js";
import { node, placed } from "./sprites.js";

const SHORT = 0.34; // squares between a path's arrow and its last place
/** @typedef {{ x: number, y: number, angle: number, scale: number, opacity: number }} Pose */

export class Stage {
  /** @param {import("./sprites.js").Sprites} sprites */
  constructor(sprites) {
    this.sprites = sprites;
    this.svg = node("svg", { class: "ppnb-drawing", "aria-hidden": "true", focusable: "false" });
    this.layers = Object.fromEntries(
      ["ground", "under", "hint", "pieces", "over", "said"].map((name) => [name, node("g")]),
    );
    this.svg.append(sprites.defs(), ...Object.values(this.layers));
    /** @type {Map<string, { outer: Element, inner: Element, look: string }>} */
    this.nodes = new Map();
    /** @type {Scene | null} */ this.scene = null;
    /** @type {Layout | null} */ this.layout = null;
    this.ground = "";
  }

  /** @param {Layout} layout */
  setLayout(layout) {
    this.layout = layout;
    this.svg.setAttribute("viewBox", `0 0 ${layout.width * 100} ${layout.height * 100}`);
    this.ground = "";
  }

  /** Draw a scene exactly; what came before is gone. @param {Scene} scene */
  draw(scene) {
    this.drawGround(scene.areas);
    this.drawMarks(scene);
    const shown = this.shown(scene);
    for (const id of this.nodes.keys()) if (!shown.has(id)) this.remove(id);
    for (const [id, piece] of shown) this.pose(this.keep(piece), /** @type {Pose} */ (this.at(piece)));
    this.order(shown);
    this.scene = scene;
  }

  /**
   * Begin to change the scene drawn into `next`; the answer draws any moment of it, 0 to 1, and
   * says how far (in squares) its farthest piece goes.
   * @param {Scene} next
   */
  begin(next) {
    const before = this.shown(this.scene ?? next);
    const after = this.shown(next);
    this.drawMarks(next);
    /** @type {((t: number) => void)[]} */
    const changes = [];
    let far = 0;
    for (const [id, piece] of before) {
      const to = after.get(id);
      if (!to) changes.push(this.leaving(piece));
      else if (to !== piece) far = Math.max(far, this.moving(piece, to, changes));
    }
    for (const [id, piece] of after) if (!before.has(id)) changes.push(this.entering(piece));
    this.order(new Map([...before, ...after]));
    return { far, changes: changes.length, at: (/** @type {number} */ t) => changes.forEach((f) => f(t)) };
  }

  /** @type {(piece: Piece) => (t: number) => void} */
  leaving(piece) {
    const from = /** @type {Pose} */ (this.at(piece));
    const mine = this.keep(piece);
    return (t) => this.pose(mine, { ...from, opacity: from.opacity * (1 - t), scale: from.scale * (1 - 0.4 * t) });
  }

  /** @type {(piece: Piece) => (t: number) => void} */
  entering(piece) {
    const to = /** @type {Pose} */ (this.at(piece));
    const mine = this.keep(piece);
    this.pose(mine, { ...to, opacity: 0 });
    return (t) => this.pose(mine, { ...to, opacity: to.opacity * t, scale: to.scale * (0.6 + 0.4 * t) });
  }

  /** @type {(piece: Piece, to: Piece, changes: ((t: number) => void)[]) => number} */
  moving(piece, to, changes) {
    const a = /** @type {Pose} */ (this.at(piece));
    const b = /** @type {Pose} */ (this.at(to));
    const mine = this.keep(to);
    const turn = shortTurn(a.angle, b.angle);
    const pop = look(piece) === look(to) ? 0 : 0.22; // a new face shows with a little jump
    changes.push((t) =>
      this.pose(mine, {
        x: lerp(a.x, b.x, t),
        y: lerp(a.y, b.y, t),
        angle: a.angle + turn * t,
        scale: lerp(a.scale, b.scale, t) * (1 + pop * Math.sin(Math.PI * t)),
        opacity: lerp(a.opacity, b.opacity, t),
      }),
    );
    return Math.hypot(b.x - a.x, b.y - a.y);
  }

  /** The pieces that the layout shows, by id. @param {Scene} scene */
  shown(scene) {
    const pieces = (scene.pieces ?? []).filter((piece) => this.at(piece));
    return new Map(pieces.map((piece) => [piece.id, piece]));
  }

  /** @type {(piece: Piece) => Pose | null} */
  at(piece) {
    const place = this.layout && onTable(this.layout, piece);
    const { angle = 0, scale = 1, faded } = piece;
    if (!this.layout || !place) return null;
    const size = scale * zoom(this.layout, piece);
    return { x: place[0], y: place[1], angle, scale: size, opacity: faded ? 0.42 : 1 };
  }

  /** The piece's node, made or made anew where its look has changed. @param {Piece} piece */
  keep(piece) {
    let mine = this.nodes.get(piece.id);
    if (mine?.look === look(piece)) return mine.outer;
    const inner = this.sprites.sprite(piece.sprite, piece);
    if (mine) mine.inner.replaceWith(inner);
    const outer = mine?.outer ?? node("g", { "data-piece": piece.id });
    outer.setAttribute("class", `ppnb-suit-${piece.suit ?? ""}`);
    if (!mine) outer.append(inner);
    this.nodes.set(piece.id, { outer, inner: /** @type {Element} */ (inner), look: look(piece) });
    return outer;
  }

  /** @type {(mine: Element, pose: Pose) => void} */
  pose(mine, { x, y, angle, scale, opacity }) {
    mine.setAttribute("transform", placed(round(x * 100), round(y * 100), round(angle), round(scale)));
    if (opacity < 1) mine.setAttribute("opacity", String(round(opacity)));
    else mine.removeAttribute("opacity");
  }

  /** Move a piece by hand, by dx and dy squares from where its scene has it. */
  nudge(/** @type {Piece} */ piece, /** @type {number} */ dx, /** @type {number} */ dy) {
    const at = this.at(piece);
    if (!at) return;
    const mine = this.keep(piece);
    this.pose(mine, { ...at, x: at.x + dx, y: at.y + dy, scale: at.scale * (dx || dy ? 1.12 : 1) });
    if (mine.nextSibling) this.layers.pieces.append(mine);
  }

  remove(/** @type {string} */ id) {
    this.nodes.get(id)?.outer.remove();
    this.nodes.delete(id);
  }

  /** Put the nodes in the order in which they lie; touches the page only where that has changed. */
  order(/** @type {Map<string, Piece>} */ shown) {
    const sorted = [...shown.values()].sort((a, b) => (a.z ?? 3) - (b.z ?? 3));
    const nodes = sorted.map((piece) => this.keep(piece));
    if (nodes.some((mine, i) => this.layers.pieces.children[i] !== mine)) {
      this.layers.pieces.replaceChildren(...nodes);
    }
  }

  /** @param {Area[]} areas */
  drawGround(areas) {
    const key = JSON.stringify(areas);
    if (key === this.ground) return;
    this.ground = key;
    this.layers.ground.replaceChildren(...areas.flatMap((area) => this.area(area) ?? []));
  }

  /** @param {Area} area */
  area(area) {
    const at = this.transform({ area: area.id });
    if (!at) return null;
    const made = node("g", { transform: at });
    made.append(...this.sprites.build(area.backdrop ?? [], {}));
    if (area.title) {
      const title = node("text", { x: 22, y: 38, "font-size": 24, class: "ppnb-title" });
      title.textContent = area.title;
      made.append(title);
    }
    return made;
  }

  /** @param {Scene} scene */
  drawMarks(scene) {
    const shown = { move: "target", via: "via" };
    const roles = (scene.spots ?? []).flatMap(({ role, x, y, area }) => {
      const kind = shown[/** @type {keyof typeof shown} */ (role)];
      return kind ? [{ kind, x, y, area }] : [];
    });
    const marks = [...(scene.marks ?? []), ...roles];
    const low = (/** @type {Mark} */ mark) => this.sprites.sheet.under.includes(mark.kind);
    this.marks("under", marks.filter(low));
    this.marks("over", marks.filter((mark) => !low(mark)));
  }

  /** Show marks in one of the layers "under", "hint", "over", "said". */
  marks(/** @type {string} */ layer, /** @type {Mark[]} */ marks) {
    this.layers[layer].replaceChildren(...marks.flatMap((mark) => this.mark(mark) ?? []));
  }

  /** @param {Mark} mark */
  mark(mark) {
    const at = this.transform(mark);
    if (!at) return null;
    const tint = mark.suit ? `ppnb-suit-${mark.suit} ppnb-tinted` : "";
    const made = node("g", { class: tint, "data-mark": mark.kind });
    if (mark.points?.length) made.append(...this.path(mark));
    else {
      made.append(this.sprites.sprite(`mark-${mark.kind}`, mark));
      made.setAttribute("transform", at);
    }
    if (mark.kind === "heat") made.setAttribute("fill-opacity", String(0.08 + 0.72 * (mark.value ?? 0)));
    return made;
  }

  /** Where a thing of an area is drawn; null where the layout leaves the area out.
   * @type {(at: { area?: string, x?: number, y?: number }) => string | null} */
  transform(at) {
    const place = this.layout && onTable(this.layout, at);
    if (!this.layout || !place) return null;
    return placed(round(place[0] * 100), round(place[1] * 100), 0, zoom(this.layout, at));
  }

  /** @param {Mark} mark */
  path({ kind, area, points = [] }) {
    const { layout } = this;
    if (points.length < 2 || !layout) return [];
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
    arrow.append(this.sprites.sprite("mark-arrow", {}));
    const made = node("g", { class: `ppnb-line-${kind}` });
    made.append(
      node("polyline", { class: "ppnb-way-halo", points: way }),
      node("polyline", { class: "ppnb-way", points: way }),
      arrow,
    );
    return [made];
  }
}

/** What of a piece its drawing depends on. */
function look(/** @type {Piece} */ { sprite, suit = "", face = "", label = "" }) {
  return [sprite, suit, face, label].join("\n");
}

function round(/** @type {number} */ value) {
  return Math.round(value * 100) / 100;
}
