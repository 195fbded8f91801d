/** What a board says in words: caption, tip, and the line for screen readers. */
/** @import { Scene } from "./types.js" */

import { active, make } from "./dom.js";

export class Says {
  caption = make("p", "caption");
  live = make("div", "unseen", { role: "status", "aria-live": "polite" });
  #last = "";
  #chip;

  /**
   * @param {string} uid
   * @param {(clause: string) => HTMLElement} chip makes the sign of a clause
   */
  constructor(uid, chip) {
    this.#chip = chip;
    this.tip = make("p", "tip", { id: `${uid}-tip` });
    this.alt = make("p", "unseen", { id: `${uid}-alt` });
  }

  /** The sign of a clause, or none. */
  chips(/** @type {string} */ clause) {
    return clause ? [this.#chip(clause)] : [];
  }

  /** Caption and clause of a scene; whether they are new. @param {Scene} scene */
  scene({ caption = "", clause = "", alt = "" }) {
    const key = `${clause}\n${caption}`;
    this.alt.textContent = alt;
    if (key === this.#last) return false;
    this.#last = key;
    const focused = this.caption.contains(active(this.caption));
    const chips = this.chips(clause);
    this.caption.replaceChildren(...chips, clause && " ", caption);
    if (focused) chips[0]?.focus();
    return true;
  }

  /** Announce a caption. @param {{ caption?: string, clause?: string }} scene */
  tell({ caption = "", clause = "" }) {
    this.aloud(clause ? `${caption} ${clause}` : caption);
  }

  /** Show what a spot tells, or nothing. @type {(text?: string, clause?: string) => void} */
  hint(text = "", clause = "") {
    this.tip.replaceChildren(text);
    if (text && clause) this.tip.append(" ", make("span", "chip", {}, clause));
  }

  /** Announce a text; one that is said again differs by an invisible space. */
  aloud(/** @type {string} */ text) {
    this.live.textContent = this.live.textContent === text ? `${text}\u00a0` : text;
  }
}
