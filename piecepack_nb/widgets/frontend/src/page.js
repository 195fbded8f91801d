/** A board alone in a page: its state stands in the page, and nobody answers but this stand-in. */
/** @import { Model } from "./types.js" */

import board from "./board.js";

/** @type {(base64: string) => DataView} */
const bytes = (base64) => new DataView(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)).buffer);

/** @type {(values: Record<string, any>) => Model} */
function standIn(values) {
  /** @type {Map<string, Set<Function>>} */
  const heard = new Map();
  const emit = (/** @type {string} */ event, /** @type {any} */ value) => {
    for (const call of [...(heard.get(event) ?? [])]) call(value);
  };
  return {
    get: (name) => values[name],
    set(name, value) {
      if (values[name] === value) return;
      values[name] = value;
      emit(`change:${name}`, value);
    },
    save_changes() {},
    send: () => queueMicrotask(() => emit("msg:custom", { kind: "answered" })),
    on: (event, call) => void heard.set(event, (heard.get(event) ?? new Set()).add(call)),
    off: (event, call) => void heard.get(event)?.delete(call),
  };
}

/** In a frame of the same origin, which a notebook's output is, the frame grows with the page. */
function grow() {
  const frame = /** @type {HTMLElement | null} */ (window.frameElement);
  if (!frame) return;
  const fit = () => (frame.style.height = `${Math.ceil(document.body.getBoundingClientRect().height)}px`);
  new ResizeObserver(fit).observe(document.body);
}

const state = JSON.parse(document.getElementById("ppnb-state")?.textContent ?? "{}");
const el = /** @type {HTMLElement} */ (document.getElementById("ppnb-board"));
board.render({ model: standIn({ ...state, film: bytes(state.film) }), el });
grow();
