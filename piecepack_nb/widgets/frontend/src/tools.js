/** The buttons beside the caption: skip, speed, and help for the timeline. */
/** @import { Model } from "./types.js" */

import { make, on, save, toggle } from "./dom.js";
import { BUTTONS } from "./keys.js";

const SPEEDS = [0.5, 1, 2, 4];
const MORE = "In a groove: ← → step, Page Up and Down turn, Home, End, Space. Escape leaves a search.";

export class Tools {
  #model;
  skip = make("button", "tool", {}, "Skip");
  #speed = make("button", "tool speed");
  #help = make("button", "tool", { "aria-label": "Keys" }, "?");
  el = make("div", "tools");

  /**
   * @param {Model} model
   * @param {import("./card.js").Card} card
   * @param {() => void} skip
   */
  constructor(model, card, skip) {
    this.#model = model;
    this.el.append(this.skip, this.#speed);
    card.opener(this.#help, () => ["Keys", help(), make("p", "", {}, MORE)]);
    on(this.skip, { click: skip });
    on(this.#speed, { click: () => this.#faster() });
  }

  /** Where speed and help stand; null: beside the caption, without help. */
  move(/** @type {HTMLElement | null} */ to) {
    if (to) to.append(this.#speed, this.#help);
    else this.el.append(this.#speed);
  }

  paint() {
    const speed = this.#model.get("speed") || 1;
    const shown = speed === 0.5 ? "½×" : `${speed}×`;
    this.#speed.textContent = shown;
    toggle(this.#speed, "aria-label", `Animation speed ${shown}`);
  }

  #faster() {
    const at = SPEEDS.indexOf(this.#model.get("speed")) + 1;
    save(this.#model, "speed", SPEEDS[at % SPEEDS.length]);
    this.paint();
  }
}

function help() {
  const list = make("dl", "help");
  for (const [label, , key] of Object.values(BUTTONS)) list.append(make("dt", "", {}, key), make("dd", "", {}, label));
  return list;
}
