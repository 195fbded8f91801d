/**
 * The places that can be picked: real buttons over the picture, with one tab stop for all of them.
 * Arrows walk, Home and End go to the ends of the row, n and p to the next and previous legal spot,
 * Enter and Space pick. Where a spot has something to drag, Space lifts it: arrows then choose among
 * the places to drop on, Enter or Space drops, Escape puts it back.
 */
/** @import { Layout, Pick, Spot } from "./types.js" */

import { active, arrange, make, on, taken, toggle } from "./dom.js";
import { nearest, neighbour, NOWHERE, onTable, rowEnd, zoom } from "./geometry.js";

const SAID = { move: ", legal", via: ", may be passed", why: ", tells more" };
const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
/**
 * @typedef {{ spot: Spot, at: [number, number], button: HTMLButtonElement }} Held
 * @typedef {object} Hooks
 * @property {(pick: Pick) => void} pick
 * @property {() => void} cancel
 * @property {() => boolean} skip finishes what is playing; whether there was something to finish
 * @property {(spot: Spot | null) => void} point a spot is pointed at or has the focus, or none has
 * @property {() => void} astray the focus has no spot left to be on
 * @property {(text: string) => void} aloud
 */

export class Spots {
  /** @type {Map<string, Held>} */
  held = new Map();
  /** The spot with the tab stop. */
  #stop = "";
  /** The spot whose piece is lifted by keyboard. */
  #lifted = "";
  #paused = false;
  #layout = NOWHERE;
  #box;
  #hooks;

  /**
   * @param {HTMLElement} box
   * @param {Hooks} hooks
   */
  constructor(box, hooks) {
    this.#box = box;
    this.#hooks = hooks;
    on(box, {
      keydown: (event) => this.#keydown(event),
      focusin: (event) => this.#focused(event.target),
      focusout: (event) => this.#left(event.relatedTarget),
      pointerover: (event) => this.#over(event.target),
      pointerleave: () => this.#over(null),
      click: (event) => this.#clicked(event),
    });
  }

  /**
   * Show these spots; a button whose id stays is kept, and with it the focus.
   * @param {Spot[]} spots
   * @param {Layout} layout
   */
  update(spots, layout) {
    const old = this.held;
    const before = old.get(this.#stop);
    const focus = before && active(this.#box) === before.button;
    const stale = this.#paused || Boolean(this.#lifted) || layout !== this.#layout;
    [this.#lifted, this.#paused, this.#layout, this.held] = ["", false, layout, new Map()];
    for (const spot of spots) {
      const at = onTable(layout, spot);
      const button = old.get(spot.id)?.button ?? make("button", "spot", { "data-spot": spot.id });
      if (at) this.held.set(spot.id, { spot, at, button });
    }
    for (const [id, { button }] of old) if (!this.held.has(id)) button.remove();
    for (const [id, held] of this.held) if (stale || old.get(id)?.spot !== held.spot) this.#dress(held);
    arrange(
      this.#box,
      this.#all.map(({ button }) => button),
    );
    this.#rest(before, Boolean(focus));
  }

  /** Give the tab stop to where it was, or to the nearest spot, or to a legal one. */
  #rest(/** @type {Held | undefined} */ before, /** @type {boolean} */ focus) {
    const all = this.#all;
    const same = this.#stopped;
    const near = before && all[nearest(all.map(({ at }) => at), before.at)];
    const first = all.find(({ spot }) => spot.role === "move" || spot.role === "select");
    const next = same ?? near ?? first ?? all[0];
    this.#stop = next?.spot.id ?? "";
    for (const { spot, button } of all) button.tabIndex = spot.id === this.#stop ? 0 : -1;
    if (focus && next && active(this.#box) !== next.button) next.button.focus({ preventScroll: true });
    if (focus) this.#hooks.point(next?.spot ?? null);
    if (focus && !next) this.#hooks.astray();
  }

  /** While something plays or Python answers nothing is legal, and no button may say so. */
  pause() {
    if (this.#paused) return;
    this.#paused = true;
    for (const { spot, button } of this.#all) {
      toggle(button, "aria-disabled", "true");
      if (spot.role !== "action") toggle(button, "aria-label", spot.name || spot.id);
    }
  }

  /** Nothing plays any more: names as in the scene again. */
  resume() {
    this.#paused = false;
    for (const held of this.#all) this.#dress(held);
  }

  /** What has the tab stop. */
  get #stopped() {
    return this.held.get(this.#stop);
  }

  get #all() {
    return [...this.held.values()];
  }

  /** Give the focus to the spot with the tab stop. */
  focus() {
    this.#stopped?.button.focus({ preventScroll: true });
  }

  /** @param {Held} held */
  #dress({ spot, at, button }) {
    const layout = this.#layout;
    const { role = "inert", name = "" } = spot;
    const [w, h] = [spot.w ?? 1, spot.h ?? 1].map((size) => size * zoom(layout, spot));
    const part = (/** @type {number} */ size, /** @type {number} */ whole) => `${(size / whole) * 100}%`;
    button.style.left = part(at[0] - w / 2, layout.width);
    button.style.top = part(at[1] - h / 2, layout.height);
    button.style.width = part(w, layout.width);
    button.style.height = part(h, layout.height);
    toggle(button, "data-role", role);
    toggle(button, "data-drag", spot.drag);
    toggle(button, "data-lifted", spot.id === this.#lifted);
    toggle(button, "aria-disabled", false);
    toggle(button, "aria-keyshortcuts", spot.key);
    const said = (name || spot.id) + (SAID[/** @type {keyof typeof SAID} */ (role)] ?? "");
    button.textContent = role === "action" ? said : "";
    toggle(button, "aria-label", role !== "action" && said);
  }

  /** The spot whose button an event fell on. @returns {Spot | null} */
  under(/** @type {EventTarget | null} */ target) {
    const id = target instanceof Element && target.closest("[data-spot]")?.getAttribute("data-spot");
    return (id && this.held.get(id)?.spot) || null;
  }

  #over(/** @type {EventTarget | null} */ target) {
    const focused = this.under(active(this.#box));
    this.#hooks.point(this.under(target) ?? (this.#box.matches(":focus-within") ? focused : null));
  }

  #focused(/** @type {EventTarget | null} */ target) {
    const spot = this.under(target);
    if (!spot) return;
    const before = this.#stopped;
    if (before) before.button.tabIndex = -1;
    this.#stop = spot.id;
    /** @type {Held} */ (this.held.get(spot.id)).button.tabIndex = 0;
    this.#hooks.point(spot);
  }

  #left(/** @type {EventTarget | null} */ to) {
    if (this.#lifted && !this.under(to)) this.#putBack();
    this.#hooks.point(null);
  }

  #clicked(/** @type {MouseEvent} */ event) {
    const spot = this.under(event.target);
    if (!spot || this.#hooks.skip()) return;
    if (this.#lifted) this.#drop(spot);
    else this.#hooks.pick({ spot: spot.id, gesture: "click", shift: event.shiftKey });
  }

  #keydown(/** @type {KeyboardEvent} */ event) {
    if (event.altKey || event.metaKey || event.isComposing) return;
    const spot = this.under(event.target);
    const home = event.key === "Home" || event.key === "End";
    if (spot && (home || !event.ctrlKey) && this.#handle(event, spot)) taken(event);
  }

  /** Do what a key asks for; whether it asked for anything. @returns {boolean} */
  #handle(/** @type {KeyboardEvent} */ event, /** @type {Spot} */ spot) {
    const { key, shiftKey, ctrlKey } = event;
    if (key === "Enter" || key === " ") return this.#press(spot, key, shiftKey);
    if (key === "Escape") return this.#escape();
    if (ARROWS.includes(key)) return this.#walk(spot, (places, at) => neighbour(places, at, key));
    if (key === "Home" || key === "End") {
      const last = (/** @type {unknown[]} */ places) => (key === "Home" ? 0 : places.length - 1);
      return this.#walk(spot, ctrlKey ? last : (places, at) => rowEnd(places, at, key));
    }
    return this.#letter(key.toLowerCase(), spot);
  }

  /** @type {(spot: Spot, key: string, shift: boolean) => boolean} */
  #press(spot, key, shift) {
    if (this.#hooks.skip()) return true;
    if (this.#lifted) this.#drop(spot);
    else if (key === " " && spot.drag && !shift) this.#lift(spot);
    else this.#hooks.pick({ spot: spot.id, gesture: "key", shift });
    return true;
  }

  #escape() {
    if (this.#hooks.skip()) return true;
    if (this.#lifted) this.#putBack();
    else this.#hooks.cancel();
    return true;
  }

  /** A scene's own key, or n and p. @type {(key: string, spot: Spot) => boolean} */
  #letter(key, spot) {
    const mine = this.#all.find((held) => held.spot.key === key);
    if (mine) {
      if (!this.#hooks.skip()) this.#hooks.pick({ spot: mine.spot.id, gesture: "key", shift: false });
      return true;
    }
    if (key !== "n" && key !== "p") return false;
    const open = (/** @type {Spot} */ { role = "inert" }) => role !== "inert";
    const legal = this.#all.filter((held) => open(held.spot) || held.spot === spot);
    const at = legal.findIndex((held) => held.spot === spot) + (key === "n" ? 1 : -1);
    legal[(at + legal.length) % legal.length].button.focus();
    return true;
  }

  /** Move the focus to another spot; while something is lifted, only to where it may be dropped.
   * @type {(spot: Spot, choose: (places: [number, number][], from: [number, number]) => number) => boolean} */
  #walk(spot, choose) {
    const from = /** @type {Held} */ (this.held.get(spot.id)).at;
    const open = this.#all.filter(
      (held) => !this.#lifted || held.spot.drop || held.spot.id === this.#lifted,
    );
    open[choose(open.map(({ at }) => at), from)]?.button.focus();
    return true;
  }

  #lift(/** @type {Spot} */ spot) {
    this.#raise(spot.id);
    this.#hooks.aloud(`${spot.name || spot.id} lifted. Arrows choose where, Enter drops, Escape puts it back.`);
  }

  /** Another spot's piece is the lifted one, or none is. */
  #raise(/** @type {string} */ id) {
    this.#lifted = id;
    for (const { spot, button } of this.#all) toggle(button, "data-lifted", spot.id === id);
  }

  #putBack() {
    this.#raise("");
    this.#hooks.aloud("Put back.");
  }

  #drop(/** @type {Spot} */ spot) {
    const from = this.#lifted;
    if (spot.id === from || !spot.drop) return this.#putBack();
    this.#raise("");
    this.#hooks.pick({ spot: from, gesture: "drag", to: spot.id });
  }
}
