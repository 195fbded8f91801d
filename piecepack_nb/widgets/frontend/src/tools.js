/** The buttons beside the caption: skip, speed, and help for the timeline. */
/** @import { Model } from "./types.js" */

import { make, rename } from "./dom.js";

const SPEEDS = [0.5, 1, 2, 4];
const HELP = [
  [", .", "one step back or on"],
  ["< >", "one turn back or on"],
  ["← →", "one step, in a groove"],
  ["Page Up, Page Down", "one turn, in a groove"],
  ["Home, End", "to the start or the end, in a groove"],
  ["Space", "play or pause, in a groove"],
  ["Escape", "out of a search; closes what is open"],
];

export class Tools {
  skip = make("button", "tool", { type: "button" }, "Skip");
  speed = make("button", "tool speed", { type: "button" });
  help = make("button", "tool", { type: "button", "aria-label": "Keys of the timeline" }, "?");
  el = make("div", "tools");

  /**
   * @param {Model} model
   * @param {import("./card.js").Card} card
   * @param {() => void} skip
   */
  constructor(model, card, skip) {
    this.model = model;
    this.el.append(this.skip, this.speed);
    card.opener(this.help, () => ["Keys", help()]);
    this.skip.addEventListener("click", skip);
    this.speed.addEventListener("click", () => this.faster());
  }

  /** Where speed and help stand; null: beside the caption, without help. */
  move(/** @type {HTMLElement | null} */ to) {
    if (to) to.append(this.speed, this.help);
    else this.el.append(this.speed);
  }

  paint() {
    const speed = this.model.get("speed") || 1;
    const shown = speed === 0.5 ? "½×" : `${speed}×`;
    if (this.speed.textContent !== shown) this.speed.textContent = shown;
    rename(this.speed, `Animation speed ${shown}`);
  }

  faster() {
    const at = SPEEDS.indexOf(this.model.get("speed")) + 1;
    this.model.set("speed", SPEEDS[at % SPEEDS.length]);
    this.model.save_changes();
    this.paint();
  }
}

function help() {
  const list = make("dl", "help");
  for (const [keys, what] of HELP) list.append(make("dt", "", {}, keys), make("dd", "", {}, what));
  return list;
}
