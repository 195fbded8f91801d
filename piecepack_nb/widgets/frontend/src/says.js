/** All that a board says in words: caption, tip, bubble, and the line for screen readers. */
/** @import { Layout, Notice, Scene } from "./types.js" */

import { active, make } from "./dom.js";
import { onTable } from "./geometry.js";

export class Says {
  /** @type {[string, number, number] | undefined} the place that the bubble points at */
  pointing;
  /** @type {((focused: boolean) => void) | null} called when the bubble goes, with the focus or not */
  onhush = null;
  /** The spot whose tip the bubble holds, if it does. */
  pinned = "";

  /**
   * @param {string} uid
   * @param {(clause: string) => HTMLElement} chip makes the sign of a clause
   */
  constructor(uid, chip) {
    this.chip = chip;
    this.caption = make("p", "caption");
    this.tip = make("p", "tip", { id: `${uid}-tip` });
    this.alt = make("p", "unseen", { id: `${uid}-alt` });
    this.live = make("div", "unseen", { role: "status", "aria-live": "polite" });
    this.bubble = make("div", "bubble", { hidden: "" });
    this.last = "";
    this.bubble.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.hush();
    });
  }

  /** Caption and clause of a scene; whether they are new. @param {Scene} scene */
  scene({ caption = "", clause = "", alt = "" }) {
    const key = `${clause}\n${caption}`;
    this.alt.textContent = alt;
    if (key === this.last) return false;
    this.last = key;
    const focused = this.caption.contains(active(this.caption));
    const chip = clause && this.chip(clause);
    this.caption.replaceChildren(...(chip ? [chip, " "] : []), caption);
    if (chip && focused) chip.focus();
    return true;
  }

  /** Announce a scene's caption. @param {Scene} scene */
  tell({ caption = "", clause = "" }) {
    this.aloud(clause ? `${caption} ${clause}` : caption);
  }

  /** Show what a spot tells, or nothing. @type {(text?: string, clause?: string) => void} */
  hint(text = "", clause = "") {
    this.tip.replaceChildren(text, ...(text && clause ? [" ", make("span", "chip", {}, clause)] : []));
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
    close.addEventListener("click", () => this.hush());
    const words = make("span", "words", {}, text);
    this.bubble.replaceChildren(...(clause ? [this.chip(clause)] : []), words, close);
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
    const focused = there && this.bubble.contains(active(this.bubble));
    this.bubble.hidden = true;
    this.pinned = "";
    this.onhush?.(focused);
    return there;
  }
}
