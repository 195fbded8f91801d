/** The move input: a line to type on, with Python's reply below. Refused text stays, selected. */
/** @import { Model } from "./types.js" */

import { listen, make, setAttr, uniqueId, watchTheme } from "./dom.js";
import { clamp } from "./geometry.js";

const HISTORY_LENGTH = 50;

class MoveInput {
  uid = uniqueId();
  /** @type {string[]} the submitted lines, the last first */
  history = [];
  index = -1; // in the history; -1 for none
  lastNumber = 0; // of the last reply
  label = make("label", "move-input-label", { for: `${this.uid}-in` });
  input = make("input", "move-input-field", {
    id: `${this.uid}-in`,
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-describedby": `${this.uid}-out`,
    keydown: (event) => this.keydown(event),
  });
  reply = make("p", "move-input-reply", { id: `${this.uid}-out` });
  root = make("div", "move-input", {}, make("div", "move-input-row", {}, this.label, this.input), this.reply);

  /**
   * @param {Model} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.lastNumber = model.get("message")?.number ?? 0; // a reply from before this view is old
    el.append(this.root);
    this.unlisten = listen(model, {
      "change:label": () => this.settings(),
      "change:placeholder": () => this.settings(),
      "change:message": () => this.showReply(),
      "msg:custom": (content) => content?.kind === "focus" && this.focus(),
    });
    this.stopTheme = watchTheme(this.root);
    this.settings();
  }

  settings() {
    this.label.textContent = this.model.get("label");
    this.input.placeholder = this.model.get("placeholder");
  }

  focus() {
    this.input.focus();
    this.input.select();
  }

  keydown(/** @type {KeyboardEvent} */ event) {
    if (event.isComposing) return;
    event.stopPropagation(); // the notebook has keys of its own
    const { key } = event;
    if (key === "Enter") this.submit();
    else if (key === "ArrowUp") this.recall(1);
    else if (key === "ArrowDown") this.recall(-1);
    else return;
    event.preventDefault();
  }

  submit() {
    const text = this.input.value.trim();
    if (!text) return;
    this.history = [text, ...this.history.filter((each) => each !== text)].slice(0, HISTORY_LENGTH);
    this.index = -1;
    this.model.send({ submit: text });
  }

  recall(/** @type {number} */ steps) {
    this.index = clamp(this.index + steps, -1, this.history.length - 1);
    this.input.value = this.history[this.index] ?? "";
  }

  showReply() {
    const { number = 0, text = "", clause = "", kind = "info" } = this.model.get("message") ?? {};
    if (number === this.lastNumber) return;
    this.lastNumber = number;
    const refused = kind !== "info";
    const chip = clause ? [make("span", "chip", {}, clause), " "] : [];
    this.reply.replaceChildren(...chip, text);
    this.reply.dataset.kind = kind;
    setAttr(this.input, "aria-invalid", refused && "true");
    if (refused) this.input.select();
    else if (this.input.value.trim() === this.history[0]) this.input.value = "";
  }

  destroy() {
    this.unlisten();
    this.stopTheme();
    this.root.remove();
  }
}

export default {
  /** @param {{ model: Model, el: HTMLElement }} context */
  render({ model, el }) {
    const view = new MoveInput(model, el);
    return () => view.destroy();
  },
};
