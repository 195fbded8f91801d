/** A slider for frames: a groove with a peg, moved by mouse, touch and keys. */

import { make } from "./dom.js";

/** What each key asks of a slider: a number of steps, or of turns, or an end. */
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
 * @property {() => void} [done] the pointer has let go
 */

export class Slider {
  /**
   * @param {string} look
   * @param {string} label its accessible name
   * @param {Hooks} hooks
   */
  constructor(look, label, hooks) {
    this.hooks = hooks;
    this.peg = make("span", "peg");
    this.el = make("div", `groove ${look}`, {
      role: "slider",
      tabindex: "0",
      "aria-label": label,
      "data-lm-suppress-shortcuts": "true",
    });
    this.el.append(this.peg);
    this.press = { id: -1, x: 0, dragged: false };
    this.part = 0;
    this.clock = 0;
    this.el.addEventListener("pointerdown", (event) => this.down(event));
    this.el.addEventListener("pointermove", (event) => this.move(event));
    this.el.addEventListener("pointerup", (event) => this.up(event));
    this.el.addEventListener("pointercancel", (event) => this.up(event));
    this.el.addEventListener("pointerleave", () => hooks.hover?.(null));
    this.el.addEventListener("keydown", (event) => this.keydown(event));
  }

  /** Put the peg at this part of the groove, 0 to 1. */
  show(/** @type {number} */ part) {
    this.peg.style.left = `${part * 100}%`;
  }

  /** Tell it to a screen reader. @param {{ min: number, max: number, now: number, text: string }} state */
  tell({ min, max, now, text }) {
    for (const [name, value] of Object.entries({ valuemin: min, valuemax: max, valuenow: now, valuetext: text })) {
      if (this.el.getAttribute(`aria-${name}`) !== `${value}`) this.el.setAttribute(`aria-${name}`, `${value}`);
    }
  }

  down(/** @type {PointerEvent} */ event) {
    if (event.button !== 0) return;
    this.press = { id: event.pointerId, x: event.clientX, dragged: false };
    this.el.setPointerCapture(event.pointerId);
    this.el.focus({ preventScroll: true });
    this.seek(event);
  }

  move(/** @type {PointerEvent} */ event) {
    if (event.pointerType === "mouse") this.hooks.hover?.(this.at(event));
    if (event.pointerId !== this.press.id) return;
    if (Math.abs(event.clientX - this.press.x) > 3) this.press.dragged = true;
    if (this.press.dragged) this.seek(event);
  }

  up(/** @type {PointerEvent} */ event) {
    if (event.pointerId !== this.press.id) return;
    this.press.id = -1;
    this.flush();
    this.hooks.done?.();
  }

  /** Which part of the groove an event is at. @param {PointerEvent} event */
  at(event) {
    const { left, width } = this.el.getBoundingClientRect();
    return Math.max(0, Math.min(1, (event.clientX - left) / (width || 1)));
  }

  /** Ask for a place, but no oftener than the page is drawn. @param {PointerEvent} event */
  seek(event) {
    this.part = this.at(event);
    this.clock ||= requestAnimationFrame(() => this.flush());
  }

  flush() {
    if (!this.clock) return;
    this.stop();
    this.hooks.seek(this.part, this.press.dragged);
  }

  stop() {
    cancelAnimationFrame(this.clock);
    this.clock = 0;
  }

  keydown(/** @type {KeyboardEvent} */ event) {
    const wish = /** @type {Wish | undefined} */ (KEYS[/** @type {keyof typeof KEYS} */ (event.key)]);
    if (!wish || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.hooks.wish(wish, event.repeat);
  }
}
