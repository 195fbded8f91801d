/** The stage: an SVG with backdrops, marks and pieces, built from the sprite sheet's shapes. */
/** @import { Area, Mark, Piece, Point, RotatedLayout, Scene, Shape, Sheet } from "./types.js" */
/** @typedef {ReturnType<typeof makeStage>} Stage */
/** @typedef {ReturnType<typeof makeSprites>} Sprites */

import { makeSvg, setAttr, setChildren } from "./dom.js";
import { areaAngle, areaScale, EMPTY_LAYOUT, lerp, shortTurn, toStage } from "./geometry.js";

const RAISED = 1e5; // more than any z
const GROWTH = 3; // squares that a piece would move in the time in which it doubles its size
const WALK = 0.45; // squares that a piece moves at least in a walk; less makes room for another
const TURN_FIRST = 3; // how much sooner than its motion a piece has turned
const LINE_GAP = 34; // hundredths of a square between a path's arrow and its last point
const PLAIN_LINES = ["open", "barred"]; // lines with nothing at their ends
const ROLE_MARKS = { move: "target", via: "via" };
const SMALL = 0.5; // squares: a smaller spot is marked with a dot, for a frame would cover its neighbours
const RISK_INSET = 0.16; // squares from a spot's corner to the middle of the sign of its risk
const TITLE = { x: 22, y: 38, "font-size": 24, class: "ppnb-title" };
/**
 * @typedef {{ x: number, y: number, angle: number, scale: number, opacity: number }} Pose
 * @typedef {{ outer: Element, inner: Element, look: string, piece: Piece, exact: boolean }} PieceNode
 *   exact: drawn just where the piece is
 * @typedef {{ id: string, at(t: number): void, moves: boolean }} Change at: draws a moment of it, 0 to 1
 */

/**
 * @param {Sprites} sprites
 * @param {() => string[]} toggledLayers the layers that the reader has switched
 */
export function makeStage(sprites, toggledLayers) {
  const groups = Object.fromEntries(
    ["backdrops", "floor", "under", "hint", "pieces", "over", "message"].map((name) => [name, makeSvg("g")]),
  );
  const look = { class: "ppnb-drawing", "aria-hidden": "true", focusable: "false" };
  const svg = makeSvg("svg", look, sprites.defs(), ...Object.values(groups));
  const marks = makeMarks(sprites, groups, toggledLayers);
  const backdrops = makeBackdrops(sprites, groups.backdrops);
  /** @type {Map<string, PieceNode>} */
  const nodes = new Map();
  const stage = {
    scene: /** @type {Scene | null} */ (null),
    layout: EMPTY_LAYOUT,
    svg,
    marks,
    setLayout,
    draw,
    begin,
    measure,
    nudge,
  };
  return stage;

  /** @param {RotatedLayout} layout */
  function setLayout(layout) {
    stage.layout = layout;
    marks.setLayout(layout);
    backdrops.setLayout(layout);
    setAttr(svg, "viewBox", `0 0 ${layout.width * 100} ${layout.height * 100}`);
    for (const node of nodes.values()) node.exact = false;
  }

  /** Draw a scene at once. @param {Scene} scene */
  function draw(scene) {
    backdrops.draw(scene.areas);
    marks.draw(scene);
    const shown = shownPieces(scene);
    for (const id of nodes.keys()) if (!shown.has(id)) nodes.delete(id);
    for (const piece of shown.values()) {
      const node = nodeFor(piece);
      if (!node.exact) setPose(node, poseOf(piece));
      node.exact = true;
    }
    stack(shown);
    stage.scene = scene;
  }

  /**
   * Begin the change from the drawn scene to `next`, all pieces at once. Return how to draw any
   * moment of it, 0 to 1.
   * @param {Scene} next
   */
  function begin(next) {
    const before = shownPieces(stage.scene ?? next);
    const after = shownPieces(next);
    const both = new Map([...before, ...after]);
    marks.draw(next);
    const changes = [...both.keys()].flatMap((id) => change(before.get(id), after.get(id)) ?? []);
    stack(both, new Set(changes.filter(({ moves }) => moves).map(({ id }) => id)));
    return { at: (/** @type {number} */ t) => changes.forEach((change) => change.at(t)) };
  }

  /**
   * Return how many pieces change from one scene to another, how far (in squares) the farthest one
   * moves, and which ones walk inside their area; pieces that are alike, such as the discs of a worm, are
   * one walker. A piece that only makes room doesn't walk.
   * @type {(from: Scene, to: Scene) => { changes: number, distance: number, walkers: Set<string> }}
   */
  function measure(from, to) {
    const before = shownPieces(from);
    const found = { changes: 0, distance: 0, walkers: /** @type {Set<string>} */ (new Set()) };
    const after = shownPieces(to);
    for (const id of new Set([...before.keys(), ...after.keys()])) {
      const [a, b] = [before.get(id), after.get(id)];
      if (a === b) continue;
      if (!a || !b) {
        found.changes += 1;
        continue;
      }
      const [start, end] = [poseOf(a), poseOf(b)];
      const same = lookOf(a) === lookOf(b) && JSON.stringify(start) === JSON.stringify(end);
      found.changes += same ? 0 : 1;
      const path = Math.hypot(end.x - start.x, end.y - start.y);
      found.distance = Math.max(found.distance, path, GROWTH * Math.abs(end.scale - start.scale));
      if (a.area === b.area && path > WALK) found.walkers.add(id.replace(/-\d+$/, ""));
    }
    return found;
  }

  /** Return a piece's change from one scene to the next; it may be missing from one of them.
   * @type {(from?: Piece, to?: Piece) => Change | null} */
  function change(from, to) {
    if (from === to) return null;
    const piece = /** @type {Piece} */ (to ?? from);
    const [a, b] = [poseOf(from ?? piece), poseOf(to ?? piece)];
    for (const absent of [!from && a, !to && b]) {
      if (absent) Object.assign(absent, { opacity: 0, scale: absent.scale * 0.6 });
    }
    const node = nodeFor(piece);
    const turn = shortTurn(a.angle, b.angle);
    const moves = Math.hypot(b.x - a.x, b.y - a.y) > 0.01;
    const sooner = moves ? TURN_FIRST : 1; // a piece that goes faces its way before it has gone far
    const pop = from && to && lookOf(from) !== lookOf(to) ? 0.22 : 0; // a new face pops up
    const at = (/** @type {number} */ t) =>
      setPose(node, {
        x: lerp(a.x, b.x, t),
        y: lerp(a.y, b.y, t),
        angle: a.angle + turn * Math.min(1, sooner * t),
        scale: lerp(a.scale, b.scale, t) * (1 + pop * Math.sin(Math.PI * t)),
        opacity: lerp(a.opacity, b.opacity, t),
      });
    at(0);
    return { id: piece.id, at, moves };
  }

  /** Return the pieces that the layout shows, by id. @param {Scene} scene */
  function shownPieces({ pieces = [] }) {
    return new Map(pieces.filter((piece) => toStage(stage.layout, piece)).map((piece) => [piece.id, piece]));
  }

  /** @type {(piece: Piece) => Pose} */
  function poseOf(piece) {
    const { angle = 0, scale = 1, lift = 0, faded, turns } = piece;
    const [x, y] = toStage(stage.layout, piece) ?? [0, 0];
    const unit = areaScale(stage.layout, piece);
    return {
      x,
      y: y - lift * unit,
      angle: angle + (turns ? areaAngle(stage.layout, piece) : 0),
      scale: scale * unit,
      opacity: faded ? 0.42 : 1,
    };
  }

  /** Return a piece's node; make its drawing if it is new or looks different. @param {Piece} piece */
  function nodeFor(piece) {
    let node = nodes.get(piece.id);
    if (node?.piece === piece) return node;
    const look = lookOf(piece);
    const inner = node?.look === look ? node.inner : sprites.sprite(piece.sprite, piece);
    if (!node) {
      const outer = makeSvg("g", { "data-piece": piece.id }, inner);
      node = { outer, inner, look, piece, exact: false };
      nodes.set(piece.id, node);
    } else if (inner !== node.inner) node.inner.replaceWith(inner);
    setAttr(node.outer, "class", `ppnb-suit-${piece.suit ?? ""}`);
    return Object.assign(node, { inner, look, piece, exact: false });
  }

  /** @type {(node: PieceNode, pose: Pose) => void} */
  function setPose(node, { x, y, angle, scale, opacity }) {
    const { outer } = node;
    node.exact = false;
    setTransform(outer, [x, y], round(angle), round(scale));
    setAttr(outer, "opacity", opacity < 1 && String(round(opacity)));
  }

  /** Draw pieces dx and dy squares away from their places in the scene.
   * @type {(pieces: Piece[], dx: number, dy: number) => void} */
  function nudge(pieces, dx, dy) {
    const moved = pieces.map(nodeFor);
    for (const node of moved) {
      const { x, y, scale, ...rest } = poseOf(node.piece);
      setPose(node, { x: x + dx, y: y + dy, scale: scale * (dx || dy ? 1.12 : 1), ...rest });
    }
    if (moved[moved.length - 1].outer.nextSibling) groups.pieces.append(...moved.map(({ outer }) => outer));
  }

  /** Put the nodes into drawing order, moving pieces on top, and remove the others. In an area that
   * can turn, nearer pieces hide farther ones.
   * @type {(shown: Map<string, Piece>, moving?: Set<string>) => void} */
  function stack(shown, moving = new Set()) {
    const height = (/** @type {Piece} */ { id, z = 3 }) => z + (moving.has(id) ? RAISED : 0);
    const nearness = (/** @type {Piece} */ piece) => {
      const [, y] = (stage.layout.rotations[piece.area ?? "board"] && toStage(stage.layout, piece)) ?? [0, 0];
      return round(y);
    };
    const sorted = [...shown.values()].sort((a, b) => height(a) - height(b) || nearness(a) - nearness(b));
    for (const [name, low] of /** @type {const} */ ([["floor", true], ["pieces", false]])) {
      const pieces = sorted.filter(({ z = 3 }) => z < 0 === low); // the floor is below the marks
      setChildren(
        groups[name],
        pieces.map((piece) => nodeFor(piece).outer),
      );
    }
  }
}

/** Return all that the drawing of a piece depends on. */
function lookOf(/** @type {Values & { sprite: string }} */ { sprite, suit = "", face = "", label = "" }) {
  return [sprite, suit, face, label].join("\n");
}

// --- backdrops ----------------------------------------------------------------------------------

/**
 * @param {Sprites} sprites
 * @param {Element} group
 */
function makeBackdrops(sprites, group) {
  let layout = EMPTY_LAYOUT;
  /** @type {Area[]} */
  let areas = [];
  let drawn = "[]"; // the areas as JSON: other objects may be equal
  /** @type {{ area: Area, outer: SVGElement, inner: SVGElement }[]} inner: the part that turns */
  let backdrops = [];
  return { draw, setLayout };

  /** @param {Area[]} wanted */
  function draw(wanted) {
    if (wanted === areas) return;
    areas = wanted;
    const now = JSON.stringify(areas);
    if (now === drawn) return;
    drawn = now;
    backdrops = areas.map((area) => {
      const inner = makeSvg("g", {}, ...sprites.build(area.backdrop ?? [], {}));
      const title = sprites.build([["text", TITLE, area.title ?? ""]], {});
      return { area, inner, outer: makeSvg("g", {}, inner, ...(area.title ? title : [])) };
    });
    place();
  }

  /** @param {RotatedLayout} now */
  function setLayout(now) {
    layout = now;
    place();
  }

  function place() {
    const { places, rotations } = layout;
    const shown = backdrops.filter(({ area }) => Object.hasOwn(places, area.id));
    for (const { area, outer, inner } of shown) {
      const [left, top, scale = 1] = places[area.id];
      setTransform(outer, [left, top], 0, scale);
      if (!rotations[area.id]) continue;
      const { angle, middle } = rotations[area.id];
      setAttr(inner, "class", "ppnb-turned");
      setAttr(inner, "transform", `rotate(${angle} ${middle[0] * 100} ${middle[1] * 100})`);
      inner.style.setProperty("--ppnb-turn", `${angle}deg`);
    }
    setChildren(
      group,
      shown.map(({ outer }) => outer),
    );
  }
}

// --- marks --------------------------------------------------------------------------------------

/**
 * @param {Sprites} sprites
 * @param {Record<string, Element>} groups "under" and "over" the pieces, "hint", "message"
 * @param {() => string[]} toggledLayers
 */
function makeMarks(sprites, groups, toggledLayers) {
  const { under, lines } = sprites.sheet;
  let layout = EMPTY_LAYOUT;
  /** The nodes of the marks, by group.
   * @type {Record<string, Map<Mark, SVGElement>>} */
  const drawn = {};
  return { setLayout, draw, show };

  /** @param {RotatedLayout} now */
  function setLayout(now) {
    layout = now;
    for (const marks of Object.values(drawn)) for (const [mark, node] of marks) place(mark, node);
  }

  /** Draw a scene's marks, except those of layers that are off. @param {Scene} scene */
  function draw({ spots = [], layers = [], marks = [] }) {
    const roles = spots.flatMap(({ role, risk, x, y, w = 1, h = 1, area }) => {
      const known = ROLE_MARKS[/** @type {keyof typeof ROLE_MARKS} */ (role)];
      const kind = known && Math.min(w, h) < SMALL ? "via" : known;
      const corner = { x: x + w / 2 - RISK_INSET, y: y + h / 2 - RISK_INSET };
      return [kind && { kind, x, y, area }, risk && { kind: `risk-${risk}`, ...corner, area }].filter((mark) => !!mark);
    });
    const off = layers.filter((layer) => !isShown(layer, toggledLayers())).map(({ id }) => id);
    const all = [...marks.filter(({ layer }) => !layer || !off.includes(layer)), ...roles];
    const isUnder = (/** @type {Mark} */ { kind }) => under.includes(kind);
    show("under", all.filter(isUnder));
    show("over", all.filter((mark) => !isUnder(mark)));
  }

  /** Show only these marks in a group; marks that stay keep their nodes.
   * @type {(name: string, marks: Mark[]) => void} */
  function show(name, marks) {
    const before = drawn[name];
    const shown = marks.filter((mark) => toStage(layout, mark));
    drawn[name] = new Map(shown.map((mark) => [mark, before?.get(mark) ?? makeMark(mark)]));
    setChildren(groups[name], [...drawn[name].values()]);
  }

  /** @param {Mark} mark */
  function makeMark(mark) {
    const { kind, suit, value = 0 } = mark;
    const looks = [suit && `ppnb-suit-${suit} ppnb-tinted`, lines.includes(kind) && `ppnb-line-${kind}`];
    const node = makeSvg("g", { class: looks.filter(Boolean).join(" "), "data-mark": kind });
    if (!lines.includes(kind)) node.append(sprites.sprite(`mark-${kind}`, mark));
    setAttr(node, "fill-opacity", kind === "heat" && String(0.08 + 0.72 * value));
    place(mark, node);
    return node;
  }

  /** @type {(mark: Mark, node: SVGElement) => void} */
  function place(mark, node) {
    const at = toStage(layout, mark);
    if (!at) return node.remove();
    if (lines.includes(mark.kind)) return node.replaceChildren(...sprites.build(lineShapes(mark), mark));
    setTransform(node, at, 0, areaScale(layout, mark));
    node.style.setProperty("--ppnb-turn", `${areaAngle(layout, mark)}deg`);
  }

  /** Return the shapes of a line: through its points, with symbols at its ends. @type {(mark: Mark) => Shape[]} */
  function lineShapes({ kind, area, points = [] }) {
    if (points.length < 2) return [];
    const line = points.map(([x, y]) => (toStage(layout, { area, x, y }) ?? [0, 0]).map((at) => at * 100));
    const path = () => line.map((point) => point.map(round).join(",")).join(" ");
    const end = line[line.length - 1];
    if (PLAIN_LINES.includes(kind)) return [["polyline", { class: `ppnb-${kind}`, points: path() }]];
    if (kind === "lane") {
      const ends = [line[0], end].map(([x, y]) => /** @type {Shape} */ (["use", { sprite: "mark-lane-end", x, y }]));
      return [["polyline", { class: "ppnb-lane", points: path() }], ...ends];
    }
    const [right, down] = end.map((at, i) => at - line[line.length - 2][i]);
    const gap = LINE_GAP / (Math.hypot(right, down) || 1);
    // end the arrow a little before the last point, so that what is there stays readable
    end[0] -= right * gap;
    end[1] -= down * gap;
    const angle = round((Math.atan2(down, right) * 180) / Math.PI);
    return [
      ["polyline", { class: "ppnb-way-halo", points: path() }],
      ["polyline", { class: "ppnb-way", points: path() }],
      ["use", { sprite: "mark-arrow", x: round(end[0]), y: round(end[1]), angle }],
    ];
  }
}

/** Return true if a layer is shown: its default, unless the reader has switched it.
 * @type {(layer: { id: string, on?: boolean }, toggledLayers: string[]) => boolean} */
export function isShown({ id, on = true }, toggledLayers) {
  return on !== toggledLayers.includes(id);
}

// --- sprites ------------------------------------------------------------------------------------

/** @typedef {{ suit?: string, face?: string, label?: string }} Values to fill into a sprite's templates */

/**
 * Builds SVG nodes from shapes, with the sheet's tags and attributes only.
 * @param {Sheet} sheet
 * @param {string} uid prefix of this view's ids
 */
export function makeSprites(sheet, uid) {
  /** @type {Map<string, Element>} */
  const cache = new Map();
  return { sheet, defs, sprite, build };

  function defs() {
    return makeSvg("defs", {}, ...build(sheet.defs, {}));
  }

  /** Return a group with the sprite; an unknown name gives an empty one.
   * @type {(name: string, look: Values) => Element} */
  function sprite(name, look) {
    const key = lookOf({ sprite: name, ...look });
    let node = cache.get(key);
    if (!node) {
      const shapes = Object.hasOwn(sheet.sprites, name) ? sheet.sprites[name] : [];
      node = makeSvg("g", {}, ...build(shapes, look));
      cache.set(key, node);
    }
    return /** @type {Element} */ (node.cloneNode(true));
  }

  /** @type {(shapes: Shape[], values: Values) => Element[]} */
  function build(shapes, values) {
    return shapes.flatMap((shape) => buildShape(shape, values) ?? []);
  }

  /** @type {(shape: Shape, values: Values) => Element | null} */
  function buildShape([tag, attrs, inside], values) {
    if (tag === "use") return buildUse(attrs, values);
    if (!sheet.tags.includes(tag)) return null;
    const node = makeSvg(tag);
    for (const [name, value] of Object.entries(attrs)) {
      if (sheet.attributes.includes(name)) node.setAttribute(name, safeValue(name, String(value)));
    }
    if (typeof inside === "string") node.textContent = fillIn(inside, values);
    else if (inside) node.append(...build(inside, values));
    return node;
  }

  /** Return an attribute's value without foreign URLs; "@wood" becomes this view's own gradient. */
  function safeValue(/** @type {string} */ name, /** @type {string} */ value) {
    if (name === "id") return `${uid}-${value}`;
    if (value.startsWith("@")) return `url(#${uid}-${value.slice(1)})`;
    return /url|\\/i.test(value) ? "" : value;
  }

  /** @type {(attrs: Record<string, any>, values: Values) => Element} */
  function buildUse(attrs, values) {
    const { suit = values.suit, face = values.face, label = values.label } = attrs;
    const { x = 0, y = 0, angle = 0, scale = 1 } = attrs;
    const own = { suit, face, label };
    const node = makeSvg("g", { transform: transform(x, y, angle, scale) }, sprite(fillIn(attrs.sprite, own), own));
    setAttr(node, "class", "suit" in attrs && `ppnb-suit-${suit}`);
    return node;
  }
}

/** @type {(template: string, values: Values) => string} */
function fillIn(template, values) {
  const whole = /^\{(suit|face|label)\}$/.exec(template);
  if (whole) return values[/** @type {keyof Values} */ (whole[1])] ?? "";
  return template.replace("{suit}", values.suit ?? "").replace("{face}", values.face ?? "");
}

/** Return a transform that moves (in hundredths), then turns, then scales. */
function transform(/** @type {number} */ x, /** @type {number} */ y, angle = 0, scale = 1) {
  return `translate(${x} ${y}) rotate(${angle}) scale(${scale})`;
}

/** Place a node at a stage point. @type {(node: Element, point: Point, angle: number, scale: number) => void} */
function setTransform(node, [x, y], angle, scale) {
  setAttr(node, "transform", transform(round(x * 100), round(y * 100), angle, scale));
}

/** Round to hundredths, finer than the eye can see. */
function round(/** @type {number} */ value) {
  return Math.round(value * 100) / 100;
}
