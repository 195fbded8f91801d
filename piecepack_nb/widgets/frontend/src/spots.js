/**
 * The places that can be picked: real buttons over the picture, with one tab stop for all of them.
 * Arrows walk, Home and End go to the ends of the row, n and p to the next and previous legal spot,
 * Enter and Space pick. Where a spot has something to drag, Space lifts it: arrows then choose among
 * the places to drop on, Enter or Space drops, Escape puts it back.
 */
/** @import { Laid, Pick, Spot } from "./types.js" */
/** @import { Place } from "./geometry.js" */

import { active, arrange, make, on, taken, toggle } from "./dom.js";
import { angleOf, lean, nearest, neighbour, NOWHERE, onTable, rowEnd, spun, zoom } from "./geometry.js";

const SAID = { move: ", legal", via: ", may be passed", why: ", tells more" };
const SMALL = 0.5; // squares
const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
/**
 * @typedef {ReturnType<typeof makeSpots>} Spots
 * @typedef {{ spot: Spot, at: Place, button: HTMLButtonElement }} Held
 * @typedef {object} Hooks
 * @property {(pick: Pick) => void} pick
 * @property {() => void} cancel
 * @property {() => boolean} skip finishes what is playing; whether there was something to finish
 * @property {(spot: Spot | null) => void} point a spot is pointed at or has the focus, or none has
 * @property {() => void} astray the focus has no spot left to be on
 * @property {(text: string) => void} aloud
 */

/**
 * @param {HTMLElement} box
 * @param {Hooks} hooks
 */
export function makeSpots(box, hooks) {
  const me = { held: /** @type {Map<string, Held>} */ (new Map()), update, pause, resume, focus, under, place, small };
  let stop = ""; // the spot with the tab stop
  let lifted = ""; // the spot whose piece is lifted by keyboard
  let paused = false;
  let pointed = /** @type {Spot | null} */ (null); // what was last found under the pointer
  let layout = NOWHERE;
  on(box, {
    keydown,
    focusin: (event) => focused(event.target),
    focusout: (event) => left(event.relatedTarget),
    pointerover: over,
    pointermove: over,
    pointerleave: over,
    click: clicked,
  });
  return me;

  /**
   * Show these spots; a button whose id stays is kept, and with it the focus.
   * @param {Spot[]} spots
   * @param {Laid} now
   */
  function update(spots, now) {
    const old = me.held;
    const before = old.get(stop);
    const focus = before && active(box) === before.button;
    const stale = paused || Boolean(lifted) || now !== layout;
    [lifted, paused, layout, me.held] = ["", false, now, new Map()];
    for (const spot of spots) {
      const at = onTable(layout, spot);
      const button = old.get(spot.id)?.button ?? make("button", "spot", { "data-spot": spot.id });
      if (at) me.held.set(spot.id, { spot, at, button });
    }
    for (const [id, held] of me.held) if (stale || old.get(id)?.spot !== held.spot) dress(held);
    arrange(
      box,
      all().map(({ button }) => button),
    );
    rest(before, Boolean(focus));
  }

  /** Give the tab stop to where it was, or to the nearest spot, or to a legal one. */
  function rest(/** @type {Held | undefined} */ before, /** @type {boolean} */ focus) {
    const there = all();
    const near = before && there[nearest(there.map(({ at }) => at), before.at)];
    const first = there.find(({ spot }) => spot.role === "move" || spot.role === "select");
    const next = me.held.get(stop) ?? near ?? first ?? there[0];
    stop = next?.spot.id ?? "";
    for (const { spot, button } of there) button.tabIndex = spot.id === stop ? 0 : -1;
    if (focus && next && active(box) !== next.button) next.button.focus({ preventScroll: true });
    if (focus) hooks.point(next?.spot ?? null);
    if (focus && !next) hooks.astray();
  }

  /** While something plays or Python answers nothing is legal, and no button may say so. */
  function pause() {
    if (paused) return;
    paused = true;
    for (const { spot, button } of all()) {
      toggle(button, "aria-disabled", "true");
      if (spot.role !== "action") toggle(button, "aria-label", spot.name || spot.id);
    }
  }

  /** Nothing plays any more: names as in the scene again. */
  function resume() {
    if (!paused) return;
    paused = false;
    all().forEach(dress);
  }

  function all() {
    return [...me.held.values()];
  }

  /** Give the focus to the spot with the tab stop. */
  function focus() {
    me.held.get(stop)?.button.focus({ preventScroll: true });
  }

  /** @param {Held} held */
  function dress({ spot, at, button }) {
    const { role = "inert", name = "" } = spot;
    const [w, h] = [spot.w ?? 1, spot.h ?? 1].map((size) => size * zoom(layout, spot));
    const part = (/** @type {number} */ size, /** @type {number} */ whole) => `${(size / whole) * 100}%`;
    const { style } = button;
    style.left = part(at[0] - w / 2, layout.width);
    style.top = part(at[1] - h / 2, layout.height);
    style.width = part(w, layout.width);
    style.height = part(h, layout.height);
    const askew = role !== "action" && angleOf(layout, spot); // what has words on it stays upright
    style.rotate = askew ? `${askew}deg` : "";
    toggle(button, "data-role", role);
    toggle(button, "data-drag", spot.drag);
    toggle(button, "data-small", small(spot));
    toggle(button, "data-lifted", spot.id === lifted);
    toggle(button, "aria-disabled", false);
    toggle(button, "aria-keyshortcuts", spot.key);
    const said = (name || spot.id) + (SAID[/** @type {keyof typeof SAID} */ (role)] ?? "");
    button.textContent = role === "action" ? said : "";
    const letters = Math.min(0.44 * h, (1.5 * w) / said.length); // squares; as high as fits
    style.setProperty("--ppnb-letters", `${(letters / layout.width) * 100}cqw`);
    toggle(button, "aria-label", role !== "action" && said);
  }

  /** The spot whose button an event fell on. @returns {Spot | null} */
  function under(/** @type {EventTarget | null} */ target) {
    const id = target instanceof Element && target.closest("[data-spot]")?.getAttribute("data-spot");
    return (id && me.held.get(id)?.spot) || null;
  }

  /** Where a pointer is on the table, in squares. @returns {Place} */
  function place(/** @type {MouseEvent} */ { clientX, clientY }) {
    const { left, top, width } = box.getBoundingClientRect();
    const unit = width / layout.width || 1;
    return [(clientX - left) / unit, (clientY - top) / unit];
  }

  /** Whether a spot is so small that what is meant is the nearest of its kind. */
  function small(/** @type {Spot} */ spot) {
    return (spot.w ?? 1) * zoom(layout, spot) < SMALL;
  }

  /** The spot that a pointer means: small ones reach beyond what is seen of them, and the nearest counts. */
  function aimed(/** @type {MouseEvent} */ event) {
    const spot = under(event.target);
    if (!spot || !small(spot) || !event.clientX) return spot;
    const there = all().filter((held) => small(held.spot));
    return there[nearest(there.map(({ at }) => at), place(event))].spot;
  }

  function over(/** @type {MouseEvent} */ event) {
    const spot = aimed(event);
    if (spot === pointed && event.type === "pointermove") return;
    pointed = spot;
    hooks.point(spot ?? under(active(box)));
  }

  function focused(/** @type {EventTarget | null} */ target) {
    const spot = under(target);
    if (!spot) return;
    stop = spot.id;
    for (const { spot, button } of all()) button.tabIndex = spot.id === stop ? 0 : -1;
    hooks.point(spot);
  }

  function left(/** @type {EventTarget | null} */ to) {
    if (lifted && !under(to)) putBack();
    hooks.point(null);
  }

  function clicked(/** @type {MouseEvent} */ event) {
    const spot = aimed(event);
    if (!spot || hooks.skip()) return;
    if (lifted) drop(spot);
    else hooks.pick({ spot: spot.id, gesture: "click", shift: event.shiftKey });
  }

  function keydown(/** @type {KeyboardEvent} */ event) {
    if (event.altKey || event.metaKey || event.isComposing) return;
    const spot = under(event.target);
    const home = event.key === "Home" || event.key === "End";
    if (spot && (home || !event.ctrlKey) && handle(event, spot)) taken(event);
  }

  /** Do what a key asks for; whether it asked for anything. @returns {boolean} */
  function handle(/** @type {KeyboardEvent} */ event, /** @type {Spot} */ spot) {
    const { key, shiftKey, ctrlKey } = event;
    if (ARROWS.includes(key)) return walk(spot, (places, at) => neighbour(places, at, key));
    if (key === "Home" || key === "End") {
      const last = (/** @type {unknown[]} */ places) => (key === "Home" ? 0 : places.length - 1);
      return walk(spot, ctrlKey ? last : (places, at) => rowEnd(places, at, key));
    }
    const mine = all().find((held) => held.spot.key === key.toLowerCase())?.spot;
    const acts = ["Enter", " ", "Escape"].includes(key);
    if (!acts && !mine) return next(key.toLowerCase(), spot);
    if (hooks.skip()) return true;
    if (!acts && mine) hooks.pick({ spot: mine.id, gesture: "key", shift: false });
    else if (key !== "Escape") press(spot, key, shiftKey);
    else if (lifted) putBack();
    else hooks.cancel();
    return true;
  }

  /** @type {(spot: Spot, key: string, shift: boolean) => void} */
  function press(spot, key, shift) {
    if (lifted) drop(spot);
    else if (key === " " && spot.drag && !shift) lift(spot);
    else hooks.pick({ spot: spot.id, gesture: "key", shift });
  }

  /** With n the next spot on, with p the one before, of those that are more than inert.
   * @type {(key: string, spot: Spot) => boolean} */
  function next(key, spot) {
    if (key !== "n" && key !== "p") return false;
    const legal = all().filter(({ spot: { role = "inert", id } }) => role !== "inert" || id === spot.id);
    const at = legal.findIndex((held) => held.spot === spot) + (key === "n" ? 1 : -1);
    legal.at(at % legal.length)?.button.focus();
    return true;
  }

  /**
   * Move the focus to another spot; while something is lifted, only to where it may be dropped. On a
   * board that lies askew the arrows follow its own rows, those nearest to where they point.
   * @type {(spot: Spot, choose: (places: Place[], from: Place) => number) => boolean}
   */
  function walk(spot, choose) {
    const tilt = -lean(angleOf(layout, spot));
    const from = /** @type {Held} */ (me.held.get(spot.id)).at;
    const open = all().filter(({ spot: { id, drop } }) => !lifted || drop || id === lifted);
    const places = open.map(({ at }) => spun(at, tilt, from));
    open[choose(places, from)]?.button.focus();
    return true;
  }

  function lift(/** @type {Spot} */ spot) {
    raise(spot.id);
    hooks.aloud(`${spot.name || spot.id} lifted. Arrows choose where, Enter drops, Escape puts it back.`);
  }

  /** Another spot's piece is the lifted one, or none is. */
  function raise(/** @type {string} */ id) {
    lifted = id;
    for (const { spot, button } of all()) toggle(button, "data-lifted", spot.id === id);
  }

  function putBack() {
    raise("");
    hooks.aloud("Put back.");
  }

  function drop(/** @type {Spot} */ spot) {
    const from = lifted;
    if (spot.id === from || !spot.drop) return putBack();
    raise("");
    hooks.pick({ spot: from, gesture: "drag", to: spot.id });
  }
}
