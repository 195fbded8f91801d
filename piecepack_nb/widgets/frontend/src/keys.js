/** The buttons of a timeline. */
/** @import { Wish } from "./slider.js" */

import { dress, make, toggle } from "./dom.js";

/** @type {Record<Wish, [label: string, icon: string, key: string]>} */
export const BUTTONS = {
  first: ["To the start", "M6 6v12M17 6l-6 6 6 6", "Home"],
  "turn-": ["Turn back", "M12 6l-6 6 6 6M18 6l-6 6 6 6", "<"],
  "step-": ["Step back", "M14 6l-6 6 6 6", ","],
  play: ["Play", "M8 5v14l11-7z", "Space"],
  "step+": ["Step on", "M10 6l6 6-6 6", "."],
  "turn+": ["Turn on", "M12 6l6 6-6 6M6 6l6 6-6 6", ">"],
  last: ["To the end", "M18 6v12M7 6l6 6-6 6", "End"],
};
/** @type {[label: string, icon: string, key: string]} */
const PAUSE = ["Pause", "M7 5h4v14H7zM13 5h4v14h-4z", "Space"];

/**
 * @param {Wish[]} names which buttons
 * @param {(wish: Wish) => void} wish
 */
export function makeKeys(names, wish) {
  const buttons = names.map((name) => {
    const look = `key ${name.replace(/[-+]/, "")}`;
    return dress(make("button", look, { click: () => wish(name) }), ...BUTTONS[name]);
  });
  return { el: make("div", "keys", {}, ...buttons), paint };

  /** Show whether it plays, and whether there is nothing before or after.
   * @type {(running: boolean, first: boolean, last: boolean) => void} */
  function paint(running, first, last) {
    for (const [i, name] of names.entries()) {
      const end = /first|-/.test(name) ? first : name !== "play" && last;
      toggle(buttons[i], "aria-disabled", end && "true");
      if (name === "play") dress(buttons[i], ...(running ? PAUSE : BUTTONS.play));
    }
  }
}
