/** Draws scenes on an SVG, and what lies between two scenes. Knows no time, no mouse. */
/** @import { Area, Piece, Scene } from "./types.js" */
/** @typedef {ReturnType<typeof makeStage>} Stage */

import { arrange } from "./dom.js";
import { angleOf, lerp, NOWHERE, onTable, shortTurn, zoom } from "./geometry.js";
import { makeGround } from "./ground.js";
import { makeMarks } from "./marks.js";
import { node, placed, round } from "./sprites.js";

const ABOVE = 1e5; // more than any z
const GROWS = 3; // squares that a piece would move in the time in which it doubles its size
/**
 * @typedef {{ x: number, y: number, angle: number, scale: number, opacity: number }} Pose
 * @typedef {{ outer: Element, inner: Element, look: string, piece: Piece, still: boolean }} Kept
 *   what is drawn of a piece; still: exactly where the piece says
 * @typedef {{ id: string, at(t: number): void, far: number, goes: boolean }} Change
 *   at: draws a moment of it, 0 to 1; far: in squares; goes: to another place
 */

/**
 * @param {import("./sprites.js").Sprites} sprites
 * @param {() => string[]} switched layers
 */
export function makeStage(sprites, switched) {
  const layers = Object.fromEntries(
    ["ground", "floor", "under", "hint", "pieces", "over", "said"].map((name) => [name, node("g")]),
  );
  const look = { class: "ppnb-drawing", "aria-hidden": "true", focusable: "false" };
  const svg = node("svg", look, sprites.defs(), ...Object.values(layers));
  const marks = makeMarks(sprites, layers, switched);
  const ground = makeGround(sprites, layers.ground);
  /** @type {Map<string, Kept>} */
  const nodes = new Map();
  const me = { scene: /** @type {Scene | null} */ (null), layout: NOWHERE, svg, marks, setLayout, draw, begin, nudge };
  return me;

  /** @param {import("./types.js").Laid} layout */
  function setLayout(layout) {
    me.layout = layout;
    marks.setLayout(layout);
    ground.setLayout(layout);
    svg.setAttribute("viewBox", `0 0 ${layout.width * 100} ${layout.height * 100}`);
    for (const mine of nodes.values()) mine.still = false;
  }

  /** Draw a scene exactly; what came before is gone. @param {Scene} scene */
  function draw(scene) {
    ground.draw(scene.areas);
    marks.draw(scene);
    const there = shown(scene);
    for (const id of nodes.keys()) if (!there.has(id)) nodes.delete(id);
    for (const piece of there.values()) {
      const mine = keep(piece);
      if (!mine.still) pose(mine, at(piece));
      mine.still = true;
    }
    order(there);
    me.scene = scene;
  }

  /**
   * Begin to change the scene drawn into `next`, all pieces at once; the answer draws any moment of
   * it, 0 to 1, and says how far (in squares) its farthest piece goes.
   * @param {Scene} next
   */
  function begin(next) {
    const before = shown(me.scene ?? next);
    const after = shown(next);
    const both = new Map([...before, ...after]);
    marks.draw(next);
    const changes = [...both.keys()].flatMap((id) => change(before.get(id), after.get(id)) ?? []);
    order(both, new Set(changes.filter(({ goes }) => goes).map(({ id }) => id)));
    const far = Math.max(0, ...changes.map((change) => change.far));
    return { far, changes: changes.length, at: (/** @type {number} */ t) => changes.forEach((change) => change.at(t)) };
  }

  /** A piece from one scene to the next, in one of which it may not be. @type {(from?: Piece, to?: Piece) => Change | null} */
  function change(from, to) {
    if (from === to) return null;
    const piece = /** @type {Piece} */ (to ?? from);
    const [a, b] = [at(from ?? piece), at(to ?? piece)];
    for (const gone of [!from && a, !to && b]) if (gone) Object.assign(gone, { opacity: 0, scale: gone.scale * 0.6 });
    const mine = keep(piece);
    const turn = shortTurn(a.angle, b.angle);
    const pop = from && to && looks(from) !== looks(to) ? 0.22 : 0; // a new face shows with a little jump
    const moment = (/** @type {number} */ t) =>
      pose(mine, {
        x: lerp(a.x, b.x, t),
        y: lerp(a.y, b.y, t),
        angle: a.angle + turn * t,
        scale: lerp(a.scale, b.scale, t) * (1 + pop * Math.sin(Math.PI * t)),
        opacity: lerp(a.opacity, b.opacity, t),
      });
    moment(0);
    const way = Math.hypot(b.x - a.x, b.y - a.y);
    const grows = from && to ? GROWS * Math.abs(b.scale - a.scale) : 0;
    return { id: piece.id, at: moment, far: Math.max(way, grows), goes: way > 0.01 };
  }

  /** The pieces that the layout shows, by id. @param {Scene} scene */
  function shown({ pieces = [] }) {
    return new Map(pieces.filter((piece) => onTable(me.layout, piece)).map((piece) => [piece.id, piece]));
  }

  /** Where and how a piece lies. @type {(piece: Piece) => Pose} */
  function at(piece) {
    const { angle = 0, scale = 1, lift = 0, faded, turns } = piece;
    const [x, y] = onTable(me.layout, piece) ?? [0, 0];
    const unit = zoom(me.layout, piece);
    return {
      x,
      y: y - lift * unit,
      angle: angle + (turns ? angleOf(me.layout, piece) : 0),
      scale: scale * unit,
      opacity: faded ? 0.42 : 1,
    };
  }

  /** What is drawn of a piece, made or made anew where its look has changed. @param {Piece} piece */
  function keep(piece) {
    let mine = nodes.get(piece.id);
    if (mine?.piece === piece) return mine;
    const look = looks(piece);
    const inner = mine?.look === look ? mine.inner : sprites.sprite(piece.sprite, piece);
    if (!mine) {
      const outer = node("g", { "data-piece": piece.id }, inner);
      mine = { outer, inner, look, piece, still: false };
      nodes.set(piece.id, mine);
    } else if (inner !== mine.inner) mine.inner.replaceWith(inner);
    mine.outer.setAttribute("class", `ppnb-suit-${piece.suit ?? ""}`);
    return Object.assign(mine, { inner, look, piece, still: false });
  }

  /** @type {(mine: Kept, pose: Pose) => void} */
  function pose(mine, { x, y, angle, scale, opacity }) {
    const { outer } = mine;
    mine.still = false;
    outer.setAttribute("transform", placed(round(x * 100), round(y * 100), round(angle), round(scale)));
    if (opacity < 1) outer.setAttribute("opacity", String(round(opacity)));
    else outer.removeAttribute("opacity");
  }

  /** Move pieces by hand, by dx and dy squares from where their scene has them.
   * @type {(pieces: Piece[], dx: number, dy: number) => void} */
  function nudge(pieces, dx, dy) {
    const moved = pieces.map(keep);
    for (const mine of moved) {
      const { x, y, scale, ...rest } = at(mine.piece);
      pose(mine, { x: x + dx, y: y + dy, scale: scale * (dx || dy ? 1.12 : 1), ...rest });
    }
    if (moved[moved.length - 1].outer.nextSibling) layers.pieces.append(...moved.map(({ outer }) => outer));
  }

  /** Put the nodes in the order in which they lie, those that go above the others; the rest goes.
   * On what can be turned, what is nearer to the reader hides what is farther away.
   * @type {(shown: Map<string, Piece>, going?: Set<string>) => void} */
  function order(shown, going = new Set()) {
    const high = (/** @type {Piece} */ { id, z = 3 }) => z + (going.has(id) ? ABOVE : 0);
    const near = (/** @type {Piece} */ piece) => {
      const [, y] = (me.layout.spins[piece.area ?? "board"] && onTable(me.layout, piece)) ?? [0, 0];
      return round(y);
    };
    const sorted = [...shown.values()].sort((a, b) => high(a) - high(b) || near(a) - near(b));
    for (const [name, low] of /** @type {const} */ ([["floor", true], ["pieces", false]])) {
      const here = sorted.filter(({ z = 3 }) => z < 0 === low); // the floor lies below the marks
      arrange(
        layers[name],
        here.map((piece) => keep(piece).outer),
      );
    }
  }
}

/** What of a piece its drawing depends on. */
function looks(/** @type {Piece} */ { sprite, suit = "", face = "", label = "" }) {
  return [sprite, suit, face, label].join("\n");
}
