/** Draws scenes on an SVG, and what lies between two scenes. Knows no time, no mouse. */
/** @import { Area, Layout, Piece, Scene } from "./types.js" */

import { arrange } from "./dom.js";
import { lerp, NOWHERE, onTable, shortTurn, zoom } from "./geometry.js";
import { Marks, transform } from "./marks.js";
import { node, placed, round } from "./sprites.js";

/**
 * @typedef {{ x: number, y: number, angle: number, scale: number, opacity: number }} Pose
 * @typedef {{ outer: Element, inner: Element, look: string, piece: Piece, still: boolean }} Kept
 *   what is drawn of a piece; still: exactly where the piece says
 */

export class Stage {
  /** @type {Scene | null} */
  scene = null;
  layout = NOWHERE;
  svg = node("svg", { class: "ppnb-drawing", "aria-hidden": "true", focusable: "false" });
  /** @type {Map<string, Kept>} */
  #nodes = new Map();
  #layers = Object.fromEntries(
    ["ground", "under", "hint", "pieces", "over", "said"].map((name) => [name, node("g")]),
  );
  /** @type {Area[] | null} */
  #areas = null;
  #ground = "";
  #sprites;

  /** @param {import("./sprites.js").Sprites} sprites */
  constructor(sprites) {
    this.#sprites = sprites;
    this.svg.append(sprites.defs(), ...Object.values(this.#layers));
    this.marks = new Marks(sprites, this.#layers);
  }

  /** @param {Layout} layout */
  setLayout(layout) {
    this.layout = layout;
    this.marks.setLayout(layout);
    this.svg.setAttribute("viewBox", `0 0 ${layout.width * 100} ${layout.height * 100}`);
    [this.#areas, this.#ground] = [null, ""];
    for (const mine of this.#nodes.values()) mine.still = false;
  }

  /** Draw a scene exactly; what came before is gone. @param {Scene} scene */
  draw(scene) {
    this.#drawGround(scene.areas);
    this.marks.draw(scene);
    const shown = this.#shown(scene);
    for (const id of this.#nodes.keys()) if (!shown.has(id)) this.#nodes.delete(id);
    for (const piece of shown.values()) {
      const mine = this.#keep(piece);
      if (!mine.still) this.#pose(mine, /** @type {Pose} */ (this.#at(piece)));
      mine.still = true;
    }
    this.#order(shown);
    this.scene = scene;
  }

  /**
   * Begin to change the scene drawn into `next`; the answer draws any moment of it, 0 to 1, and
   * says how far (in squares) its farthest piece goes.
   * @param {Scene} next
   */
  begin(next) {
    const before = this.#shown(this.scene ?? next);
    const after = this.#shown(next);
    this.marks.draw(next);
    /** @type {((t: number) => void)[]} */
    const changes = [];
    let far = 0;
    for (const [id, piece] of before) {
      const to = after.get(id);
      if (!to) changes.push(this.#fading(piece, false));
      else if (to !== piece) far = Math.max(far, this.#moving(piece, to, changes));
    }
    for (const [id, piece] of after) if (!before.has(id)) changes.push(this.#fading(piece, true));
    this.#order(new Map([...before, ...after]));
    return { far, changes: changes.length, at: (/** @type {number} */ t) => changes.forEach((f) => f(t)) };
  }

  /** A piece that comes, or goes. @type {(piece: Piece, comes: boolean) => (t: number) => void} */
  #fading(piece, comes) {
    const full = /** @type {Pose} */ (this.#at(piece));
    const mine = this.#keep(piece);
    const change = (/** @type {number} */ t) => {
      const there = comes ? t : 1 - t;
      const scale = full.scale * (0.6 + 0.4 * there);
      this.#pose(mine, { ...full, opacity: full.opacity * there, scale });
    };
    change(0);
    return change;
  }

  /** @type {(piece: Piece, to: Piece, changes: ((t: number) => void)[]) => number} */
  #moving(piece, to, changes) {
    const a = /** @type {Pose} */ (this.#at(piece));
    const b = /** @type {Pose} */ (this.#at(to));
    const mine = this.#keep(to);
    const turn = shortTurn(a.angle, b.angle);
    const pop = look(piece) === look(to) ? 0 : 0.22; // a new face shows with a little jump
    changes.push((t) =>
      this.#pose(mine, {
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
  #shown(scene) {
    const pieces = (scene.pieces ?? []).filter((piece) => this.#at(piece));
    return new Map(pieces.map((piece) => [piece.id, piece]));
  }

  /** @type {(piece: Piece) => Pose | null} */
  #at(piece) {
    const place = onTable(this.layout, piece);
    const { angle = 0, scale = 1, faded } = piece;
    if (!place) return null;
    const size = scale * zoom(this.layout, piece);
    return { x: place[0], y: place[1], angle, scale: size, opacity: faded ? 0.42 : 1 };
  }

  /** What is drawn of a piece, made or made anew where its look has changed. @param {Piece} piece */
  #keep(piece) {
    let mine = this.#nodes.get(piece.id);
    if (mine?.piece === piece) return mine;
    const inner = mine?.look === look(piece) ? mine.inner : this.#sprites.sprite(piece.sprite, piece);
    if (!mine) {
      const outer = node("g", { "data-piece": piece.id });
      mine = { outer, inner, look: "", piece, still: false };
      outer.append(inner);
      this.#nodes.set(piece.id, mine);
    } else if (inner !== mine.inner) mine.inner.replaceWith(inner);
    mine.outer.setAttribute("class", `ppnb-suit-${piece.suit ?? ""}`);
    return Object.assign(mine, { inner, look: look(piece), piece, still: false });
  }

  /** @type {(mine: Kept, pose: Pose) => void} */
  #pose(mine, { x, y, angle, scale, opacity }) {
    const { outer } = mine;
    mine.still = false;
    outer.setAttribute("transform", placed(round(x * 100), round(y * 100), round(angle), round(scale)));
    if (opacity < 1) outer.setAttribute("opacity", String(round(opacity)));
    else outer.removeAttribute("opacity");
  }

  /** Move a piece by hand, by dx and dy squares from where its scene has it. */
  nudge(/** @type {Piece} */ piece, /** @type {number} */ dx, /** @type {number} */ dy) {
    const at = this.#at(piece);
    if (!at) return;
    const mine = this.#keep(piece);
    this.#pose(mine, { ...at, x: at.x + dx, y: at.y + dy, scale: at.scale * (dx || dy ? 1.12 : 1) });
    if (mine.outer.nextSibling) this.#layers.pieces.append(mine.outer);
  }

  /** Put the nodes in the order in which they lie; others go. */
  #order(/** @type {Map<string, Piece>} */ shown) {
    const sorted = [...shown.values()].sort((a, b) => (a.z ?? 3) - (b.z ?? 3));
    arrange(
      this.#layers.pieces,
      sorted.map((piece) => this.#keep(piece).outer),
    );
  }

  /** @param {Area[]} areas */
  #drawGround(areas) {
    if (areas === this.#areas) return;
    this.#areas = areas;
    const key = JSON.stringify(areas);
    if (key === this.#ground) return;
    this.#ground = key;
    this.#layers.ground.replaceChildren(...areas.flatMap((area) => this.#area(area) ?? []));
  }

  /** @param {Area} area */
  #area(area) {
    const at = transform(this.layout, { area: area.id });
    if (!at) return null;
    const made = node("g", { transform: at });
    made.append(...this.#sprites.build(area.backdrop ?? [], {}));
    if (area.title) {
      const title = node("text", { x: 22, y: 38, "font-size": 24, class: "ppnb-title" });
      title.textContent = area.title;
      made.append(title);
    }
    return made;
  }
}

/** What of a piece its drawing depends on. */
function look(/** @type {Piece} */ { sprite, suit = "", face = "", label = "" }) {
  return [sprite, suit, face, label].join("\n");
}
