/** What a board says in words: caption, tip, and the line for screen readers. */
/** @import { Scene } from "./types.js" */
/** @typedef {ReturnType<typeof makeSays>} Says */

import { active, make } from "./dom.js";

/**
 * @param {string} uid
 * @param {(clause: string) => HTMLElement} chip makes the sign of a clause
 */
export function makeSays(uid, chip) {
  const caption = make("p", "caption");
  const live = make("div", "unseen", { role: "status", "aria-live": "polite" });
  const tip = make("p", "tip", { id: `${uid}-tip` });
  const alt = make("p", "unseen", { id: `${uid}-alt` });
  let last = "";
  return { caption, live, tip, alt, chips, scene, tell, hint, aloud };

  /** The sign of a clause, or none. */
  function chips(/** @type {string} */ clause) {
    return clause ? [chip(clause)] : [];
  }

  /** Caption and clause of a scene; whether they are new. @param {Scene} scene */
  function scene({ caption: text = "", clause = "", alt: words = "" }) {
    const key = `${clause}\n${text}`;
    alt.textContent = words;
    if (key === last) return false;
    last = key;
    const focused = caption.contains(active(caption));
    const signs = chips(clause);
    caption.replaceChildren(...signs, clause && " ", text);
    if (focused) signs[0]?.focus();
    return true;
  }

  /** Announce a caption. @param {{ caption?: string, clause?: string }} scene */
  function tell({ caption = "", clause = "" }) {
    aloud(clause ? `${caption} ${clause}` : caption);
  }

  /** Show what a spot tells, or nothing. @type {(text?: string, clause?: string) => void} */
  function hint(text = "", clause = "") {
    tip.replaceChildren(text);
    if (text && clause) tip.append(" ", make("span", "chip", {}, clause));
  }

  /** Announce a text; one that is said again differs by an invisible space. */
  function aloud(/** @type {string} */ text) {
    live.textContent = live.textContent === text ? `${text}\u00a0` : text;
  }
}
