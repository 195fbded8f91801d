/** A slider for frames: a groove with a peg, moved by mouse, touch and keys. */

import { make, taken } from "./dom.js";
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

/**
 * @param {string} look
 * @param {string} label its accessible name
 * @param {Hooks} hooks
 */
export function makeSlider(look, label, hooks) {
  /** The pointer that is down, and where it went down. */
  let press = { id: -1, x: 0, dragged: false };
  let asked = 0;
  let clock = 0;
  const peg = make("span", "peg");
  const pointer = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up };
  const heard = { ...pointer, pointerleave: () => hooks.hover?.(null), keydown: key };
  const named = { role: "slider", tabindex: "0", "aria-label": label };
  const el = make("div", `groove ${look}`, { ...named, ...heard }, peg);
  return { el, show, tell, stop };

  /** Put the peg at this part of the groove, 0 to 1. */
  function show(/** @type {number} */ part) {
    peg.style.left = `${part * 100}%`;
  }

  /** Tell a screen reader where it stands. @type {(min: number, max: number, now: number, text: string) => void} */
  function tell(min, max, now, text) {
    const told = { valuemin: min, valuemax: max, valuenow: now, valuetext: text };
    for (const [name, value] of Object.entries(told)) el.setAttribute(`aria-${name}`, `${value}`);
  }

  function down(/** @type {PointerEvent} */ event) {
    if (event.button) return;
    press = { id: event.pointerId, x: event.clientX, dragged: false };
    el.setPointerCapture(event.pointerId);
    el.focus({ preventScroll: true });
    seek(event);
  }

  function move(/** @type {PointerEvent} */ event) {
    if (event.pointerType === "mouse") hooks.hover?.(at(event));
    if (event.pointerId !== press.id) return;
    press.dragged ||= Math.abs(event.clientX - press.x) > 3;
    if (press.dragged) seek(event);
  }

  function up() {
    flush();
    press.id = -1;
  }

  /** Which part of the groove an event is at. @param {PointerEvent} event */
  function at(event) {
    const { left, width } = el.getBoundingClientRect();
    return between(0, (event.clientX - left) / (width || 1), 1);
  }

  /** Ask for a place, but no oftener than the page is drawn. @param {PointerEvent} event */
  function seek(event) {
    asked = at(event);
    clock ||= requestAnimationFrame(flush);
  }

  function flush() {
    if (clock) hooks.seek(asked, press.dragged);
    stop();
  }

  function stop() {
    cancelAnimationFrame(clock);
    clock = 0;
  }

  function key(/** @type {KeyboardEvent} */ event) {
    const wish = /** @type {Wish | undefined} */ (KEYS[/** @type {keyof typeof KEYS} */ (event.key)]);
    if (!wish || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    taken(event);
    hooks.wish(wish, event.repeat);
  }
}
