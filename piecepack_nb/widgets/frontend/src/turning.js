/** Turning the board on the table: a button, the motion, and what is said of it. */
/** @import { Area, Model } from "./types.js" */

import { dress, make, save, still } from "./dom.js";
import { ease, lerp, shortTurn } from "./geometry.js";

const LONG = 500; // milliseconds that a turn takes
const ICON = "M19 12a7 7 0 1 1-2-5M17 2.5v4.6h-4.6";

/**
 * @param {Model} model
 * @param {{ halt(): void, lay(): void, aloud(text: string): void }} hooks
 *   halt: finish what plays; lay: draw all as it lies now
 */
export function makeTurning(model, hooks) {
  const button = make("button", "pill tool", { "aria-keyshortcuts": "t", click: turn });
  dress(button, "Turn the board", ICON, "T");
  /** at: how often the table was turned on; broken while it is on its way. */
  const me = { at: goal(), button, offer, turned, finish, stop, key };
  /** @type {number[]} the angles of the area that is turned, or of the first of several */
  let ways = [];
  let clock = 0;
  return me;

  /** @returns {number} */
  function goal() {
    return model.get("turned") || 0;
  }

  /** Offer what there is to turn. @param {Area[]} areas */
  function offer(areas) {
    ways = areas.find(({ turns = [] }) => turns.length > 1)?.turns ?? [];
    button.hidden = !ways.length;
  }

  function turn() {
    save(model, "turned", goal() + 1);
    turned();
    const angle = shortTurn(ways[0], ways[goal() % ways.length]);
    const way = angle < 0 ? "left" : "right";
    hooks.aloud(angle ? `Turned by ${Math.abs(angle)} degrees to the ${way}.` : "Turned as it lay at first.");
  }

  /** The model may hold another number of turns: go there, at once where motion isn't wanted. */
  function turned() {
    const [from, to, began] = [me.at, goal(), performance.now()];
    if (from === to) return;
    hooks.halt();
    stop();
    const tick = (/** @type {number} */ now) => {
      const part = still() ? 1 : Math.max(0, Math.min(1, (now - began) / LONG));
      me.at = lerp(from, to, ease(part));
      clock = part < 1 ? requestAnimationFrame(tick) : 0;
      hooks.lay();
    };
    tick(began);
  }

  /** Be there at once; whether it was on its way. */
  function finish() {
    const going = clock > 0;
    stop();
    me.at = goal();
    if (going) hooks.lay();
    return going;
  }

  function stop() {
    cancelAnimationFrame(clock);
    clock = 0;
  }

  /** A key that holds on the whole board; whether it was this one's. @param {KeyboardEvent} event */
  function key({ key, altKey, ctrlKey, metaKey }) {
    const mine = key.toLowerCase() === "t" && !altKey && !ctrlKey && !metaKey && !button.hidden;
    if (mine) turn();
    return mine;
  }
}
