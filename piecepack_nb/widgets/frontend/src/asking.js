/** What the reader picks goes to Python, one thing at a time; an answer that stays away is said. */
/** @import { Model, Pick } from "./types.js" */

const SILENT = 6000; // milliseconds without an answer from Python before the board says so
const LATE =
  "No answer from Python yet. It may be busy with another cell. If its kernel has stopped, or was restarted, run the cell again.";
const GONE = "Python can't be reached: its kernel has stopped. Run the cell again with a new one to go on.";

export class Asking {
  waiting = false;
  #silence = 0;
  #model;
  #hooks;

  /**
   * @param {Model} model
   * @param {{ asking(on: boolean): void, unanswered(text: string): void }} hooks
   */
  constructor(model, hooks) {
    this.#model = model;
    this.#hooks = hooks;
  }

  /** @type {(pick: Pick, serial: number) => void} */
  pick(pick, serial) {
    if (this.waiting || this.#model.get("busy")) return;
    this.waiting = true;
    this.#hooks.asking(true);
    this.#silence = setTimeout(() => this.#none(LATE), SILENT);
    this.send({ kind: "pick", serial, ...pick });
  }

  /** Send what needs no answer. Where the kernel is known to be gone, sending fails at once. */
  send(/** @type {object} */ content) {
    try {
      this.#model.send(content);
    } catch {
      this.#none(GONE);
    }
  }

  #none(/** @type {string} */ text) {
    this.settle();
    this.#hooks.unanswered(text);
  }

  /** Wait no longer. */
  settle() {
    clearTimeout(this.#silence);
    this.waiting = false;
    this.#hooks.asking(false);
  }
}
