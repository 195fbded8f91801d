/** What the reader picks goes to Python, one thing at a time; an answer that stays away is said. */
/** @import { Model, Pick } from "./types.js" */

const SILENT = 6000; // milliseconds without an answer from Python before the board says so

export class Asking {
  waiting = false;
  silence = 0;

  /**
   * @param {Model} model
   * @param {{ asked(): void, answered(): void, unanswered(): void }} hooks
   */
  constructor(model, hooks) {
    this.model = model;
    this.hooks = hooks;
  }

  /** @type {(pick: Pick, serial: number) => void} */
  pick(pick, serial) {
    if (this.waiting || this.model.get("busy")) return;
    this.waiting = true;
    this.hooks.asked();
    this.silence = setTimeout(() => this.unanswered(), SILENT);
    this.model.send({ kind: "pick", serial, ...pick });
  }

  /** Wait no longer. */
  settle() {
    clearTimeout(this.silence);
    this.waiting = false;
  }

  answered() {
    this.settle();
    this.hooks.answered();
  }

  unanswered() {
    this.answered();
    this.hooks.unanswered();
  }
}
