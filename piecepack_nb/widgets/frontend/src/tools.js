/** The buttons beside the caption: skip, turn the board, speed, and help for the timeline. */
/** @import { Model } from "./types.js" */

import { make, save, toggle } from "./dom.js";
import { BUTTONS } from "./keys.js";

const SPEEDS = [0.5, 1, 2, 4];
const MORE = "In a groove: ← → step, Page Up and Down turn, Home, End, Space. Escape leaves a search.";

/**
 * @param {Model} model
 * @param {import("./card.js").Card} card
 * @param {HTMLElement} turn the button that turns the board
 * @param {() => void} skipped
 */
export function makeTools(model, card, turn, skipped) {
  const skip = make("button", "pill tool", { click: skipped }, "Skip");
  const speed = make("button", "pill tool speed", { click: faster });
  const keys = make("button", "pill tool", { "aria-label": "Keys" }, "?");
  const el = make("div", "tools", {}, skip, turn, speed);
  card.opener(keys, () => ["Keys", help(), make("p", "", {}, MORE)]);
  return { el, skip, move, paint };

  /** Where all but skip stand; null: beside the caption, without help. */
  function move(/** @type {HTMLElement | null} */ to) {
    (to ?? el).append(turn, speed);
    to?.append(keys);
  }

  function paint() {
    const times = model.get("speed") || 1;
    const shown = times === 0.5 ? "½×" : `${times}×`;
    speed.textContent = shown;
    toggle(speed, "aria-label", `Animation speed ${shown}`);
  }

  function faster() {
    const at = SPEEDS.indexOf(model.get("speed")) + 1;
    save(model, "speed", SPEEDS[at % SPEEDS.length]);
    paint();
  }
}

function help() {
  const lines = Object.values(BUTTONS).flatMap(([label, , key]) => [make("dt", "", {}, key), make("dd", "", {}, label)]);
  return make("dl", "help", {}, ...lines);
}
