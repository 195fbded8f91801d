/** What the reader picks goes to Python, one thing at a time; an answer that stays away is said. */
/** @import { Model, Pick } from "./types.js" */

const SILENT = 6000; // milliseconds without an answer from Python before the board says so
const LATE =
  "No answer from Python yet. It may be busy with another cell. If its kernel has stopped, or was restarted, run the cell again.";
const GONE = "Python can't be reached: its kernel has stopped. Run the cell again with a new one to go on.";

/**
 * @param {Model} model
 * @param {{ asking(on: boolean): void, inform(text: string): void }} hooks
 */
export function makeAsking(model, hooks) {
  const me = { waiting: false, pick, send, settle };
  let silence = 0;
  let asked = 0; // the position at which was picked
  return me;

  /** @type {(pick: Pick, serial: number) => void} */
  function pick(pick, serial) {
    if (me.waiting || model.get("busy")) return;
    me.waiting = true;
    asked = serial;
    hooks.asking(true);
    silence = setTimeout(() => none(LATE), SILENT);
    send({ kind: "pick", serial, ...pick });
  }

  /** Send what needs no answer. Where the kernel is known to be gone, sending fails at once. */
  function send(/** @type {object} */ content) {
    try {
      model.send(content);
    } catch {
      none(GONE);
    }
  }

  function none(/** @type {string} */ text) {
    settle();
    hooks.inform(text);
  }

  /** Wait no longer; not for the answer to a pick at another position, which has been seen already. */
  function settle(to = asked) {
    if (to !== asked) return;
    clearTimeout(silence);
    me.waiting = false;
    hooks.asking(false);
  }
}
