/** A slider for frames: a groove with a peg, moved by mouse, touch and keys. */

import { make, on, taken } from "./dom.js";
import { between } from "./geometry.js";

/** What each key asks of a slider: a step, a turn, an end. */
const KEYS = {
  ArrowRight: "step+",
  ArrowUp: "step+",
  ArrowLeft: "step-",
  ArrowDown: "step-",
  PageUp: "turn+",
  PageDown: "turn-",
  Home: "first",
  End: "last",
  " ": "play",
  Enter: "play",
};
/**
 * @typedef {"step+" | "step-" | "turn+" | "turn-" | "first" | "last" | "play"} Wish
 * @typedef {object} Hooks
 * @property {(part: number, dragged: boolean) => void} seek the pointer is at this part, 0 to 1, of
 *   the groove; at most once a drawn frame
 * @property {(wish: Wish, quick: boolean) => void} wish a key asks for something; quick: it is held
 * @property {(part: number | null) => void} [hover] the mouse is over this part, or has left
 */

export class Slider {
  #hooks;
  /** The pointer that is down, and where it went down. */
  press = { id: -1, x: 0, dragged: false };
  #part = 0;
  #clock = 0;
  #peg = make("span", "peg");

  /**
   * @param {string} look
   * @param {string} label its accessible name
   * @param {Hooks} hooks
   */
  constructor(look, label, hooks) {
    this.#hooks = hooks;
    this.el = make("div", `groove ${look}`, { role: "slider", tabindex: "0", "aria-label": label });
    this.el.append(this.#peg);
    on(this.el, {
      pointerdown: (event) => this.#down(event),
      pointermove: (event) => this.#move(event),
      pointerup: () => this.#up(),
      pointercancel: () => this.#up(),
      pointerleave: () => hooks.hover?.(null),
      keydown: (event) => this.#key(event),
    });
  }

  /** Put the peg at this part of the groove, 0 to 1. */
  show(/** @type {number} */ part) {
    this.#peg.style.left = `${part * 100}%`;
  }

  /** Tell a screen reader where it stands. @type {(min: number, max: number, now: number, text: string) => void} */
  tell(min, max, now, text) {
    const told = { valuemin: min, valuemax: max, valuenow: now, valuetext: text };
    for (const [name, value] of Object.entries(told)) this.el.setAttribute(`aria-${name}`, `${value}`);
  }

  #down(/** @type {PointerEvent} */ event) {
    if (event.button) return;
    this.press = { id: event.pointerId, x: event.clientX, dragged: false };
    this.el.setPointerCapture(event.pointerId);
    this.el.focus({ preventScroll: true });
    this.#seek(event);
  }

  #move(/** @type {PointerEvent} */ event) {
    const { press } = this;
    if (event.pointerType === "mouse") this.#hooks.hover?.(this.#at(event));
    if (event.pointerId !== press.id) return;
    press.dragged ||= Math.abs(event.clientX - press.x) > 3;
    if (press.dragged) this.#seek(event);
  }

  #up() {
    this.#flush();
    this.press.id = -1;
  }

  /** Which part of the groove an event is at. @param {PointerEvent} event */
  #at(event) {
    const { left, width } = this.el.getBoundingClientRect();
    return between(0, (event.clientX - left) / (width || 1), 1);
  }

  /** Ask for a place, but no oftener than the page is drawn. @param {PointerEvent} event */
  #seek(event) {
    this.#part = this.#at(event);
    this.#clock ||= requestAnimationFrame(() => this.#flush());
  }

  #flush() {
    if (this.#clock) this.#hooks.seek(this.#part, this.press.dragged);
    this.stop();
  }

  stop() {
    cancelAnimationFrame(this.#clock);
    this.#clock = 0;
  }

  #key(/** @type {KeyboardEvent} */ event) {
    const wish = /** @type {Wish | undefined} */ (KEYS[/** @type {keyof typeof KEYS} */ (event.key)]);
    if (!wish || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    taken(event);
    this.#hooks.wish(wish, event.repeat);
  }
}
