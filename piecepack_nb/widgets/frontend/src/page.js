/** A board alone in an HTML page: its state is in the page, and a stand-in replaces the kernel. */
/** @import { Model } from "./types.js" */

import { makeBoard } from "./board.js";

/** @type {(base64: string) => DataView} */
const bytes = (base64) => new DataView(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)).buffer);

/** @type {(values: Record<string, any>) => Model} */
function makeModel(values) {
  /** @type {Map<string, Set<Function>>} */
  const handlers = new Map();
  const emit = (/** @type {string} */ event, /** @type {any} */ value) => {
    for (const handler of [...(handlers.get(event) ?? [])]) handler(value);
  };
  return {
    get: (name) => values[name],
    set(name, value) {
      if (values[name] === value) return;
      values[name] = value;
      emit(`change:${name}`, value);
    },
    save_changes() {},
    send: () => queueMicrotask(() => emit("msg:custom", { kind: "ack" })),
    on: (event, handler) => void handlers.set(event, (handlers.get(event) ?? new Set()).add(handler)),
    off: (event, handler) => void handlers.get(event)?.delete(handler),
  };
}

/** Let a frame of the same origin, such as a notebook's output, grow with the page. */
function growFrame() {
  const frame = /** @type {HTMLElement | null} */ (window.frameElement);
  if (!frame) return;
  const fit = () => (frame.style.height = `${Math.ceil(document.body.getBoundingClientRect().height)}px`);
  new ResizeObserver(fit).observe(document.body);
}

const state = JSON.parse(document.getElementById("ppnb-state")?.textContent ?? "{}");
const el = /** @type {HTMLElement} */ (document.getElementById("ppnb-board"));
makeBoard(makeModel({ ...state, film: bytes(state.film) }), el);
growFrame();
