/**
 * The places that can be picked: real buttons over the picture, with one tab stop for all of them.
 * Arrows walk, Home and End go to the ends of the row, n and p to the next and previous legal spot,
 * Enter and Space pick. Where a spot has something to drag, Space lifts it: arrows then choose among
 * the places to drop on, Enter or Space drops, Escape puts it back.
 */
/** @import { Layout, Pick, Spot } from "./types.js" */

import { active, make, toggle } from "./dom.js";
import { nearest, neighbour, onTable, rowEnd, zoom } from "./geometry.js";

const SAID = { move: ", legal", via: ", may be passed", why: ", tells more" };
const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
/**
 * @typedef {{ spot: Spot, at: [number, number], button: HTMLButtonElement }} Held
 * @typedef {object} Hooks
 * @property {(pick: Pick) => void} pick
 * @property {() => void} cancel
 * @property {() => boolean} skip finishes what is playing; whether there was something to finish
 * @property {(spot: Spot | null) => void} point a spot is pointed at or has the focus, or none has
 * @property {(text: string) => void} tell
 */

export class Spots {
  /**
   * @param {HTMLElement} box
   * @param {Hooks} hooks
   */
  constructor(box, hooks) {
    this.box = box;
    this.hooks = hooks;
    /** @type {Map<string, Held>} */ this.held = new Map();
    /** The spot with the tab stop. */
    this.stop = "";
    /** The spot whose piece is lifted by keyboard. */
    this.lifted = "";
    this.paused = false;
    /** @type {Layout | null} */ this.layout = null;
    box.addEventListener("keydown", (event) => this.keydown(event));
    box.addEventListener("focusin", (event) => this.focused(event.target));
    box.addEventListener("focusout", (event) => this.left(event.relatedTarget));
    box.addEventListener("pointerover", (event) => this.over(event.target));
    box.addEventListener("pointerleave", () => this.over(null));
    box.addEventListener("click", (event) => this.clicked(event));
  }

  /**
   * Show these spots; a button whose id stays is kept, and with it the focus.
   * @param {Spot[]} spots
   * @param {Layout} layout
   */
  update(spots, layout) {
    const old = this.held;
    const before = old.get(this.stop);
    const focus = before && this.active() === before.button;
    const stale = this.paused || Boolean(this.lifted) || layout !== this.layout;
    [this.lifted, this.paused, this.layout, this.held] = ["", false, layout, new Map()];
    for (const spot of spots) {
      const at = onTable(layout, spot);
      if (at) this.held.set(spot.id, { spot, at, button: old.get(spot.id)?.button ?? this.button(spot) });
    }
    for (const [id, { button }] of old) if (!this.held.has(id)) button.remove();
    for (const [id, held] of this.held) if (stale || old.get(id)?.spot !== held.spot) this.dress(held, layout);
    const order = [...this.held.values()].map(({ button }) => button);
    if (order.some((button, i) => this.box.children[i] !== button)) this.box.append(...order);
    this.rest(before, Boolean(focus));
  }

  /** Give the tab stop to where it was, or to the nearest spot, or to a legal one. */
  rest(/** @type {Held | undefined} */ before, /** @type {boolean} */ focus) {
    const all = [...this.held.values()];
    const same = this.held.get(this.stop);
    const near = before && all[nearest(all.map(({ at }) => at), before.at)];
    const first = all.find(({ spot }) => spot.role === "move" || spot.role === "select");
    const next = same ?? near ?? first ?? all[0];
    this.stop = next?.spot.id ?? "";
    for (const { spot, button } of all) button.tabIndex = spot.id === this.stop ? 0 : -1;
    if (focus && next && this.active() !== next.button) next.button.focus({ preventScroll: true });
    if (focus) this.hooks.point(next?.spot ?? null);
  }

  /** While something plays or Python answers nothing is legal, and no button may say so. */
  pause() {
    if (this.paused) return;
    this.paused = true;
    for (const { spot, button } of this.held.values()) {
      button.setAttribute("aria-disabled", "true");
      if (spot.role !== "action") button.setAttribute("aria-label", spot.name || spot.id);
    }
  }

  /** Nothing plays any more: names as in the scene again. @param {Layout} layout */
  resume(layout) {
    this.paused = false;
    for (const held of this.held.values()) this.dress(held, layout);
  }

  active() {
    return active(this.box);
  }

  /** Give the focus to the spot with the tab stop. */
  focus() {
    this.held.get(this.stop)?.button.focus({ preventScroll: true });
  }

  /** @param {Spot} spot */
  button(spot) {
    return make("button", "spot", { type: "button", "data-spot": spot.id });
  }

  /** @param {Held} held @param {Layout} layout */
  dress({ spot, at, button }, layout) {
    const { role = "inert", name = "" } = spot;
    const [w, h] = [spot.w ?? 1, spot.h ?? 1].map((size) => size * zoom(layout, spot));
    const part = (/** @type {number} */ size, /** @type {number} */ whole) => `${(size / whole) * 100}%`;
    button.style.left = part(at[0] - w / 2, layout.width);
    button.style.top = part(at[1] - h / 2, layout.height);
    button.style.width = part(w, layout.width);
    button.style.height = part(h, layout.height);
    toggle(button, "data-role", role);
    toggle(button, "data-drag", spot.drag && "yes");
    toggle(button, "data-lifted", spot.id === this.lifted && "yes");
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

  over(/** @type {EventTarget | null} */ target) {
    const focused = this.under(this.active());
    this.hooks.point(this.under(target) ?? (this.box.matches(":focus-within") ? focused : null));
  }

  focused(/** @type {EventTarget | null} */ target) {
    const spot = this.under(target);
    if (!spot) return;
    const before = this.held.get(this.stop);
    if (before) before.button.tabIndex = -1;
    this.stop = spot.id;
    /** @type {Held} */ (this.held.get(spot.id)).button.tabIndex = 0;
    this.hooks.point(spot);
  }

  left(/** @type {EventTarget | null} */ to) {
    if (this.lifted && !this.under(to)) this.putBack();
    this.hooks.point(null);
  }

  clicked(/** @type {MouseEvent} */ event) {
    const spot = this.under(event.target);
    if (!spot || this.hooks.skip()) return;
    if (this.lifted) this.drop(spot);
    else this.hooks.pick({ spot: spot.id, gesture: "click", shift: event.shiftKey });
  }

  keydown(/** @type {KeyboardEvent} */ event) {
    if (event.altKey || event.metaKey || event.isComposing) return;
    const spot = this.under(event.target);
    const home = event.key === "Home" || event.key === "End";
    if (!spot || (event.ctrlKey && !home) || !this.handle(event, spot)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Do what a key asks for; whether it asked for anything. @returns {boolean} */
  handle(/** @type {KeyboardEvent} */ event, /** @type {Spot} */ spot) {
    const { key, shiftKey, ctrlKey } = event;
    if (key === "Enter" || key === " ") return this.press(spot, key, shiftKey);
    if (key === "Escape") return this.escape();
    if (ARROWS.includes(key)) return this.walk(spot, (places, at) => neighbour(places, at, key));
    if (key === "Home" || key === "End") {
      const last = (/** @type {unknown[]} */ places) => (key === "Home" ? 0 : places.length - 1);
      return this.walk(spot, ctrlKey ? last : (places, at) => rowEnd(places, at, key));
    }
    return this.letter(key.toLowerCase(), spot);
  }

  /** @type {(spot: Spot, key: string, shift: boolean) => boolean} */
  press(spot, key, shift) {
    if (this.hooks.skip()) return true;
    if (this.lifted) this.drop(spot);
    else if (key === " " && spot.drag && !shift) this.lift(spot);
    else this.hooks.pick({ spot: spot.id, gesture: "key", shift });
    return true;
  }

  escape() {
    if (this.hooks.skip()) return true;
    if (this.lifted) this.putBack();
    else this.hooks.cancel();
    return true;
  }

  /** A scene's own key, or n and p. @type {(key: string, spot: Spot) => boolean} */
  letter(key, spot) {
    const mine = [...this.held.values()].find((held) => held.spot.key === key);
    if (mine) {
      if (!this.hooks.skip()) this.hooks.pick({ spot: mine.spot.id, gesture: "key", shift: false });
      return true;
    }
    if (key !== "n" && key !== "p") return false;
    const open = (/** @type {Spot} */ { role = "inert" }) => role !== "inert";
    const legal = [...this.held.values()].filter((held) => open(held.spot) || held.spot === spot);
    const at = legal.findIndex((held) => held.spot === spot) + (key === "n" ? 1 : -1);
    legal[(at + legal.length) % legal.length].button.focus();
    return true;
  }

  /** Move the focus to another spot; while something is lifted, only to where it may be dropped.
   * @type {(spot: Spot, choose: (places: [number, number][], from: [number, number]) => number) => boolean} */
  walk(spot, choose) {
    const from = /** @type {Held} */ (this.held.get(spot.id)).at;
    const open = [...this.held.values()].filter(
      (held) => !this.lifted || held.spot.drop || held.spot.id === this.lifted,
    );
    open[choose(open.map(({ at }) => at), from)]?.button.focus();
    return true;
  }

  lift(/** @type {Spot} */ spot) {
    this.lifted = spot.id;
    this.held.get(spot.id)?.button.setAttribute("data-lifted", "yes");
    this.hooks.tell(`${spot.name || spot.id} lifted. Arrows choose where, Enter drops, Escape puts it back.`);
  }

  putBack() {
    const held = this.held.get(this.lifted);
    this.lifted = "";
    held?.button.removeAttribute("data-lifted");
    this.hooks.tell("Put back.");
  }

  drop(/** @type {Spot} */ spot) {
    const from = this.lifted;
    if (spot.id === from || !spot.drop) return this.putBack();
    this.lifted = "";
    this.held.get(from)?.button.removeAttribute("data-lifted");
    this.hooks.pick({ spot: from, gesture: "drag", to: spot.id });
  }
}
