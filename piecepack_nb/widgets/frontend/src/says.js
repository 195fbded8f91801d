/** All that a board says in words: caption, tip, bubble, and the line for screen readers. */
/** @import { Layout, Notice, Scene } from "./types.js" */

import { make } from "./dom.js";
import { onTable } from "./geometry.js";

export class Says {
  /** @type {[string, number, number] | undefined} the place that the bubble points at */
  pointing;
  /** @type {(() => void) | null} called when the bubble goes */
  onhush = null;

  constructor(/** @type {string} */ uid) {
    this.caption = make("p", "caption");
    this.tip = make("p", "tip", { id: `${uid}-tip` });
    this.alt = make("p", "unseen", { id: `${uid}-alt` });
    this.live = make("div", "unseen", { role: "status", "aria-live": "polite" });
    this.bubble = make("div", "bubble", { hidden: "" });
    this.last = "";
    this.bubble.addEventListener("click", () => this.hush());
    this.bubble.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.hush();
    });
  }

  /** Caption and clause of a scene, said aloud where they are new. @param {Scene} scene */
  scene({ caption = "", clause = "", alt = "" }) {
    const key = `${clause}\n${caption}`;
    this.alt.textContent = alt;
    if (key === this.last) return;
    this.last = key;
    this.caption.replaceChildren(...(clause ? [chip(clause), " "] : []), caption);
    this.aloud(clause ? `${caption} ${clause}` : caption);
  }

  /** Announce a text; one that is said again differs by an invisible space. */
  aloud(/** @type {string} */ text) {
    this.live.textContent = this.live.textContent === text ? `${text}\u00a0` : text;
  }

  /**
   * Show a notice in a bubble beside the first place that it points at.
   * @param {Notice} notice
   * @param {Layout} layout
   */
  notice({ text, clause, kind, at }, layout) {
    this.pointing = at[0];
    const close = make("button", "close", { type: "button", "aria-label": "Close" }, "×");
    const words = make("span", "words", {}, text);
    this.bubble.replaceChildren(...(clause ? [chip(clause)] : []), words, close);
    this.bubble.dataset.kind = kind;
    this.bubble.hidden = false;
    this.replace(layout);
    this.aloud(clause ? `${text} ${clause}` : text);
  }

  /** Put the bubble, if one shows, where it belongs in this layout. @param {Layout} layout */
  replace(layout) {
    if (this.bubble.hidden) return;
    const [area, x, y] = this.pointing ?? [];
    this.place(area ? onTable(layout, { area, x, y }) : null, layout);
  }

  /** @type {(place: [number, number] | null, layout: Layout) => void} */
  place(place, layout) {
    const { style, dataset } = this.bubble;
    const low = Boolean(place && place[1] < layout.height * 0.3);
    dataset.side = place ? (low ? "below" : "above") : "none";
    const [x, y] = place ?? [layout.width / 2, 0.4];
    style.top = `${((y + (place ? (low ? 0.55 : -0.55) : 0)) / layout.height) * 100}%`;
    const stage = this.bubble.parentElement?.clientWidth ?? 0;
    const half = this.bubble.offsetWidth / 2;
    const wanted = (x / layout.width) * stage;
    const left = Math.max(half + 4, Math.min(stage - half - 4, wanted));
    style.left = `${left}px`;
    style.setProperty("--ppnb-tail", `${Math.max(-half + 14, Math.min(half - 14, wanted - left))}px`);
  }

  /** Take the bubble away; whether there was one. */
  hush() {
    const there = !this.bubble.hidden;
    this.bubble.hidden = true;
    this.onhush?.();
    return there;
  }
}

function chip(/** @type {string} */ clause) {
  return make("span", "chip", {}, clause);
}
