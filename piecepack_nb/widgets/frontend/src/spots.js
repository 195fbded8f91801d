/**
 * Spots: real buttons over the picture, picked by pointer, keyboard or drag. One tab stop serves all.
 * Arrows walk, Home and End go to the ends of the row, n and p to the next and previous legal spot,
 * Enter and Space pick. On a spot with something to drag, Space lifts it: arrows then choose among
 * the spots to drop on, Enter or Space drops, Escape puts it back. A finger means the legal spot that
 * it is on or beside; if there are several, they are magnified first.
 */
/** @import { Piece, Pick, Point, RotatedLayout, Spot } from "./types.js" */

import { activeElement, consume, focusInPlace, make, on, percent, setAttr, setChildren } from "./dom.js";
import {
  areaAngle, areaScale, covers, EMPTY_LAYOUT, nearest, neighbour, rotate, rowEnd, tilt, toStage,
} from "./geometry.js";

const RISK_NAMES = { danger: ", dangerous", attack: ", attacks" };
const ROLE_NAMES = { move: ", legal", via: ", can be passed", why: ", explains", unlit: ", not now" };
const BUTTONS = ["action", "choice", "unlit"]; // the roles whose spots show their names
const PASSIVE = ["inert", "unlit"]; // the roles of spots that only say why not
const SMALL = 0.5; // squares
const FINGER = 44; // CSS pixels that a target needs for a finger
const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
/**
 * @typedef {ReturnType<typeof makeSpots>} Spots
 * @typedef {{ spot: Spot, at: Point, button: HTMLButtonElement }} Shown
 * @typedef {object} Hooks
 * @property {(pick: Pick) => void} pick
 * @property {() => void} cancel
 * @property {(spot: Spot) => void} warn a finger is on a spot that is dangerous to pick
 * @property {() => boolean} skip ends what plays; returns true if something played
 * @property {(spot: Spot | null) => void} pointAt a spot is pointed at or focused, or none is
 * @property {() => void} focusLost no spot is left to focus
 * @property {(text: string) => void} announce
 * @property {(on: boolean) => void} lift a piece is lifted by keyboard, or no longer
 */

/**
 * @param {HTMLElement} box
 * @param {Hooks} hooks
 */
export function makeSpots(box, hooks) {
  const spots = {
    shown: /** @type {Map<string, Shown>} */ (new Map()),
    update,
    pause,
    resume,
    focus,
    cancel,
    held,
    spotOf,
    toSquares,
    isSmall,
    pressed,
    clicked,
    pickAt,
  };
  const magnifier = makeMagnifier(box);
  let finger = false; // the last press was a finger's
  let warned = ""; // the spot that the finger was warned of
  let tabStop = ""; // a spot's id
  let lifted = ""; // the spot whose piece is lifted by keyboard
  let paused = false;
  let hovered = /** @type {Spot | null} */ (null);
  let layout = EMPTY_LAYOUT;
  on(box, {
    keydown,
    focusin: (event) => focused(event.target),
    focusout: (event) => blurred(event.relatedTarget),
    pointerover: hover,
    pointermove: hover,
    pointerleave: hover,
    click: clicked,
  });
  return spots;

  /**
   * Show these spots; a spot whose id stays keeps its button, and with it the focus.
   * @param {Spot[]} wanted
   * @param {RotatedLayout} now
   */
  function update(wanted, now) {
    const old = spots.shown;
    const before = old.get(tabStop);
    const focused = before && activeElement(box) === before.button;
    const stale = paused || Boolean(lifted) || now !== layout;
    [lifted, warned, paused, layout, spots.shown] = ["", "", false, now, new Map()];
    magnifier.end();
    for (const spot of wanted) {
      const at = toStage(layout, spot);
      const button = old.get(spot.id)?.button ?? make("button", "spot", { "data-spot": spot.id });
      if (at) spots.shown.set(spot.id, { spot, at, button });
    }
    for (const [id, shown] of spots.shown) if (stale || old.get(id)?.spot !== shown.spot) paint(shown);
    setChildren(
      box,
      all().map(({ button }) => button),
    );
    moveTabStop(before, Boolean(focused));
  }

  /** Keep the tab stop, or give it to the nearest spot, or to a legal one. */
  function moveTabStop(/** @type {Shown | undefined} */ before, /** @type {boolean} */ focused) {
    const shown = all();
    const near = before && shown[nearest(shown.map(({ at }) => at), before.at)];
    const inRole = (/** @type {string[]} */ ...roles) => shown.find(({ spot }) => roles.includes(spot.role ?? ""));
    const next = spots.shown.get(tabStop) ?? near ?? inRole("move", "select") ?? inRole(...BUTTONS) ?? shown[0];
    setTabStop(next?.spot.id ?? "");
    if (focused && next && activeElement(box) !== next.button) focusInPlace(next.button);
    if (focused) hooks.pointAt(next?.button.matches(":focus-visible") ? next.spot : null); // a pointer is elsewhere
    if (focused && !next) hooks.focusLost();
  }

  function setTabStop(/** @type {string} */ id) {
    tabStop = id;
    for (const { spot, button } of all()) button.tabIndex = spot.id === id ? 0 : -1;
  }

  /** Call no spot legal while something plays or Python works. */
  function pause() {
    if (paused) return;
    paused = true;
    for (const { spot, button } of all()) {
      setAttr(button, "aria-disabled", "true");
      if (!isButton(spot)) setAttr(button, "aria-label", spot.name || spot.id);
    }
  }

  function resume() {
    if (!paused) return;
    paused = false;
    all().forEach(paint);
  }

  function all() {
    return [...spots.shown.values()];
  }

  /** Focus the spot with the tab stop. */
  function focus() {
    focusInPlace(spots.shown.get(tabStop)?.button);
  }

  /** @param {Shown} shown */
  function paint({ spot, at, button }) {
    const { role = "inert", name = "", risk = "" } = spot;
    const [w, h] = [spot.w ?? 1, spot.h ?? 1].map((size) => size * areaScale(layout, spot));
    const { style } = button;
    style.left = percent((at[0] - w / 2) / layout.width);
    style.top = percent((at[1] - h / 2) / layout.height);
    style.width = percent(w / layout.width);
    style.height = percent(h / layout.height);
    const angle = !isButton(spot) && areaAngle(layout, spot); // a button with words stays upright
    style.rotate = angle ? `${angle}deg` : "";
    setAttr(button, "data-role", role);
    setAttr(button, "data-button", isButton(spot));
    setAttr(button, "data-tilted", Boolean(angle && angle % 90) && !isSmall(spot));
    setAttr(button, "data-risk", risk);
    setAttr(button, "data-tray", (spot.area ?? "board") !== "board");
    setAttr(button, "data-drag", spot.drag);
    setAttr(button, "data-small", isSmall(spot));
    setAttr(button, "data-lifted", spot.id === lifted);
    setAttr(button, "aria-disabled", false);
    setAttr(button, "aria-keyshortcuts", spot.key);
    const said = [ROLE_NAMES[/** @type {keyof typeof ROLE_NAMES} */ (role)], RISK_NAMES[/** @type {keyof typeof RISK_NAMES} */ (risk)]];
    const words = name || spot.id;
    button.textContent = isButton(spot) ? words : "";
    const fontSize = Math.min(0.46 * h, (1.65 * w) / words.length); // squares; as high as fits
    style.setProperty("--ppnb-letters", `${(fontSize / layout.width) * 100}cqw`);
    setAttr(button, "aria-label", (role === "unlit" || !isButton(spot)) && words + said.join(""));
  }

  /** Return true for a spot that shows its name. */
  function isButton(/** @type {Spot} */ { role = "inert" }) {
    return BUTTONS.includes(role);
  }

  /** Return the spot whose button an event fell on. @returns {Spot | null} */
  function spotOf(/** @type {EventTarget | null} */ target) {
    const id = target instanceof Element && target.closest("[data-spot]")?.getAttribute("data-spot");
    return (id && spots.shown.get(id)?.spot) || null;
  }

  /** Return a pointer's position in stage squares. @returns {Point} */
  function toSquares(/** @type {MouseEvent} */ { clientX, clientY }) {
    const { left, top, width } = box.getBoundingClientRect();
    const unit = width / layout.width || 1;
    return [(clientX - left) / unit, (clientY - top) / unit];
  }

  /** Return true if a spot is so small that a pointer means the nearest of its kind. */
  function isSmall(/** @type {Spot} */ spot) {
    return Math.min(spot.w ?? 1, spot.h ?? 1) * areaScale(layout, spot) < SMALL;
  }

  /** Return the spot that a pointer means; small spots reach beyond their picture. */
  function spotAt(/** @type {MouseEvent} */ event) {
    const spot = spotOf(event.target);
    if (!spot || !isSmall(spot) || !event.clientX) return spot;
    const small = all().filter((shown) => isSmall(shown.spot));
    return small[nearest(small.map(({ at }) => at), toSquares(event))].spot;
  }

  function hover(/** @type {MouseEvent} */ event) {
    const spot = spotAt(event);
    if (spot === hovered && event.type === "pointermove") return;
    hovered = spot;
    hooks.pointAt(spot ?? spotOf(activeElement(box)));
  }

  function focused(/** @type {EventTarget | null} */ target) {
    const spot = spotOf(target);
    if (!spot) return;
    setTabStop(spot.id);
    hooks.pointAt(spot);
  }

  function blurred(/** @type {EventTarget | null} */ to) {
    if (lifted && !spotOf(to)) putBack();
    hooks.pointAt(null);
  }

  /** Note what presses the picture or a spot. */
  function pressed(/** @type {PointerEvent} */ event) {
    finger = event.pointerType === "touch";
  }

  /** Handle a click on the picture or a spot; return true if it means a spot. */
  function clicked(/** @type {MouseEvent} */ event) {
    if (hooks.skip()) return true;
    const magnified = magnifier.on;
    const spot = finger && event.clientX ? fingerOn(event) : spotAt(event);
    if (magnified || spot) magnifier.end();
    if (!spot) return magnifier.on;
    if (lifted) drop(spot);
    else if (finger && spot.risk === "danger" && spot.id !== warned) warn(spot);
    else hooks.pick({ spot: spot.id, gesture: "click", shift: event.shiftKey });
    return true;
  }

  /** Pick the legal spot under the pointer, if there is one; buttons, which a motion hides, are left alone. */
  function pickAt(/** @type {MouseEvent} */ { clientX, clientY, shiftKey }) {
    const root = /** @type {Document | ShadowRoot} */ (box.getRootNode());
    const spot = spotOf(root.elementFromPoint(clientX, clientY));
    const { role = "inert" } = spot ?? {};
    if (spot && !PASSIVE.includes(role) && !isButton(spot) && role !== "why") {
      hooks.pick({ spot: spot.id, gesture: "click", shift: shiftKey });
    }
  }

  function warn(/** @type {Spot} */ spot) {
    warned = spot.id;
    hooks.warn(spot);
  }

  /** Return the spot that a finger means; magnify and return null where it may mean several. */
  function fingerOn(/** @type {MouseEvent} */ event) {
    const near = nearFinger(event);
    if (!near.length) return spotAt(event);
    const again = near.find(({ spot }) => spot.id === warned);
    const smallest = Math.min(...near.map(({ button }) => Math.min(button.offsetWidth, button.offsetHeight)));
    if (again || near.length === 1 || magnifier.on || smallest >= FINGER) {
      return (again ?? near[nearest(near.map(({ at }) => at), toSquares(event))]).spot;
    }
    magnifier.begin(event, FINGER / smallest);
    return null;
  }

  /** Return the spots that a finger may mean: legal ones that are at most half its size away. */
  function nearFinger(/** @type {MouseEvent} */ { clientX, clientY }) {
    return all().filter(({ spot: { role = "inert" }, button }) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const [dx, dy] = [(left + right) / 2 - clientX, (top + bottom) / 2 - clientY].map(Math.abs);
      const [w, h] = [right - left, bottom - top].map((length) => Math.max(FINGER, length));
      return ![...PASSIVE, "why"].includes(role) && dx <= w / 2 && dy <= h / 2;
    });
  }

  function keydown(/** @type {KeyboardEvent} */ event) {
    if (event.altKey || event.metaKey || event.isComposing) return;
    const spot = spotOf(event.target);
    const rowKey = event.key === "Home" || event.key === "End";
    if (spot && (rowKey || !event.ctrlKey) && handle(event, spot)) consume(event);
  }

  /** Handle a key; return true if it is one of the board's. @returns {boolean} */
  function handle(/** @type {KeyboardEvent} */ event, /** @type {Spot} */ spot) {
    const { key, shiftKey, ctrlKey } = event;
    if (ARROWS.includes(key)) return walk(spot, (points, from) => neighbour(points, from, key));
    if (key === "Home" || key === "End") {
      const end = (/** @type {unknown[]} */ points) => (key === "Home" ? 0 : points.length - 1);
      return walk(spot, ctrlKey ? end : (points, from) => rowEnd(points, from, key));
    }
    const byKey = all().find((shown) => shown.spot.key === key.toLowerCase())?.spot;
    const acts = ["Enter", " ", "Escape"].includes(key);
    if (!acts && !byKey) return cycle(key.toLowerCase(), spot);
    if (hooks.skip() && !event.repeat) return true;
    if (!acts && byKey) hooks.pick({ spot: byKey.id, gesture: "key", shift: false });
    else if (key !== "Escape") press(spot, key, shiftKey);
    else cancel();
    return true;
  }

  /** Put back what is lifted, or else cancel the unfinished move. */
  function cancel() {
    if (lifted) putBack();
    else hooks.cancel();
  }

  /** @type {(spot: Spot, key: string, shift: boolean) => void} */
  function press(spot, key, shift) {
    if (lifted) drop(spot);
    else if (key === " " && spot.drag && !shift) lift(spot);
    else hooks.pick({ spot: spot.id, gesture: "key", shift });
  }

  /** Go to the next (n) or previous (p) spot that isn't inert. @type {(key: string, spot: Spot) => boolean} */
  function cycle(key, spot) {
    if (key !== "n" && key !== "p") return false;
    const active = all().filter(({ spot: { role = "inert", id } }) => !PASSIVE.includes(role) || id === spot.id);
    const next = active.findIndex((shown) => shown.spot === spot) + (key === "n" ? 1 : -1);
    active.at(next % active.length)?.button.focus();
    return true;
  }

  /**
   * Move the focus to another spot; with a lifted piece, only to spots to drop on. On a turned board
   * an arrow follows the board's row or column nearest to its direction.
   * @type {(spot: Spot, choose: (points: Point[], from: Point) => number) => boolean}
   */
  function walk(spot, choose) {
    const angle = -tilt(areaAngle(layout, spot));
    const from = /** @type {Shown} */ (spots.shown.get(spot.id)).at;
    const open = all().filter(({ spot: { id, drop } }) => !lifted || drop || id === lifted);
    const points = open.map(({ at }) => rotate(at, angle, from));
    open[choose(points, from)]?.button.focus();
    return true;
  }

  function lift(/** @type {Spot} */ spot) {
    setLifted(spot.id);
    hooks.announce(`${spot.name || spot.id} lifted. Arrows choose where, Enter drops, Escape puts it back.`);
  }

  /** Return the spot whose piece is lifted by keyboard, if any. */
  function held() {
    return spots.shown.get(lifted)?.spot;
  }

  function setLifted(/** @type {string} */ id) {
    lifted = id;
    hooks.lift(Boolean(id));
    for (const { spot, button } of all()) setAttr(button, "data-lifted", spot.id === id);
  }

  function putBack() {
    setLifted("");
    hooks.announce("Put back.");
  }

  function drop(/** @type {Spot} */ spot) {
    const from = lifted;
    if (spot.id === from || !spot.drop) return putBack();
    setLifted("");
    hooks.pick({ spot: from, gesture: "drag", to: spot.id });
  }
}

// --- magnifying for a finger --------------------------------------------------------------------

/**
 * Magnifies the picture under the spots and the spots.
 * @param {HTMLElement} box holds the spots, over the picture
 */
function makeMagnifier(box) {
  const magnifier = { on: false, begin, end };
  return magnifier;

  /** Magnify around an event's place. @type {(event: MouseEvent, scale: number) => void} */
  function begin({ clientX, clientY }, scale) {
    const { left, top } = box.getBoundingClientRect();
    show(`${clientX - left}px ${clientY - top}px`, Math.min(3, scale));
  }

  function end() {
    if (magnifier.on) show("", 1);
  }

  /** @type {(origin: string, scale: number) => void} */
  function show(origin, scale) {
    magnifier.on = scale > 1;
    const { parentElement: frame } = box;
    if (!frame) return;
    setAttr(frame, "data-magnified", magnifier.on);
    frame.style.setProperty("--ppnb-origin", origin);
    frame.style.setProperty("--ppnb-magnified", String(scale));
  }
}

// --- dragging with a pointer --------------------------------------------------------------------

const THRESHOLD = 6; // CSS pixels that turn a press into a drag
const DROP_DISTANCE = 0.75; // squares beside a spot at which a drop still counts
/** @typedef {{ spot: Spot, pieces: Piece[], id: number, x: number, y: number, moved: boolean }} Drag */

/**
 * @param {HTMLElement} box over the stage, holds the buttons
 * @param {Spots} spots
 * @param {import("./stage.js").Stage} stage
 * @param {{ began(): void, dropped(from: Spot, to: Spot): void }} hooks
 */
export function makeDragging(box, spots, stage, hooks) {
  const dragging = { drag: /** @type {Drag | null} */ (null), end };
  let justDragged = false; // the next click belongs to the drag
  on(box, { pointerdown: down, pointermove: move, pointerup: up, pointercancel: () => end() });
  on(box, { click: swallow }, true);
  return dragging;

  function down(/** @type {PointerEvent} */ event) {
    const spot = spots.spotOf(event.target);
    const pieces = event.button === 0 && spot?.drag ? piecesOn(spot) : [];
    justDragged = false;
    if (!spot || !pieces.length) return;
    dragging.drag = { spot, pieces, id: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
  }

  /** Return the top piece on a spot; if it is lifted above its place, with the pieces below it.
   * @param {Spot} spot */
  function piecesOn(spot) {
    const pieces = (stage.scene?.pieces ?? []).filter((piece) => {
      const at = toStage(stage.layout, piece);
      return at && covers(stage.layout, spot, at);
    });
    pieces.sort((a, b) => (a.z ?? 3) - (b.z ?? 3));
    const top = pieces[pieces.length - 1];
    return pieces.filter((piece) => piece === top || (top.lift && piece.x === top.x && piece.y === top.y));
  }

  /** Return the drag of an event's pointer. */
  function dragOf(/** @type {PointerEvent} */ event) {
    return dragging.drag?.id === event.pointerId ? dragging.drag : null;
  }

  function move(/** @type {PointerEvent} */ event) {
    const drag = dragOf(event);
    if (!drag) return;
    if (!event.buttons) return end();
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    if (!drag.moved && Math.hypot(dx, dy) < THRESHOLD) return;
    if (!drag.moved) {
      box.setPointerCapture(drag.id);
      hooks.began();
    }
    drag.moved = true;
    setAttr(box, "data-dragging", true);
    stage.nudge(drag.pieces, ...(snap(drag, event) ?? [dx / unit(), dy / unit()]));
  }

  /** Return the offset to a small spot near the pointer: small spots attract what is dragged.
   * @type {(drag: Drag, event: PointerEvent) => [number, number] | null} */
  function snap({ spot }, event) {
    const to = target(event);
    const [from, end] = [spot, to].map((each) => each && spots.shown.get(each.id)?.at);
    return to && from && end && spots.isSmall(to) ? [end[0] - from[0], end[1] - from[1]] : null;
  }

  /** Return the CSS pixels of a square. */
  function unit() {
    return box.getBoundingClientRect().width / stage.layout.width || 1;
  }

  function up(/** @type {PointerEvent} */ event) {
    const drag = dragOf(event);
    if (!drag) return;
    const to = drag.moved && target(event);
    justDragged = drag.moved;
    if (!to || to.id === drag.spot.id) return end();
    end(true);
    hooks.dropped(drag.spot, to);
  }

  /** Return the spot to drop on that is nearest to the pointer, if one is near enough. */
  function target(/** @type {PointerEvent} */ event) {
    const point = spots.toSquares(event);
    const open = [...spots.shown.values()].filter(({ spot }) => spot.drop);
    const hit = open.filter(({ spot }) => covers(stage.layout, spot, point));
    const among = hit.length ? hit : open;
    const best = among[nearest(among.map(({ at }) => at), point)];
    const distance = best && Math.hypot(best.at[0] - point[0], best.at[1] - point[1]);
    return hit.length || distance <= DROP_DISTANCE ? best.spot : null;
  }

  function swallow(/** @type {MouseEvent} */ event) {
    if (!justDragged) return;
    justDragged = false;
    consume(event);
  }

  /** End the drag; the pieces go back unless they stay for now. */
  function end(stay = false) {
    if (!stay && dragging.drag?.moved && stage.scene) stage.draw(stage.scene);
    dragging.drag = null;
    setAttr(box, "data-dragging", false);
  }
}
