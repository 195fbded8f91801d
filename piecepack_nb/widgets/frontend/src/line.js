/** A line to write on, with its answer below: what was refused stays, selected, to be put right. */
/** @import { Model } from "./types.js" */

import { make, toggle } from "./dom.js";
import { watchTheme } from "./theme.js";

const REMEMBERED = 50; // lines that the arrow keys bring back

class LineView {
  uid = `ppnb${Math.random().toString(36).slice(2, 9)}`;
  /** @type {string[]} what was written, the last first */
  before = [];
  at = -1;
  told = 0;
  root = make("div", "write");
  label = make("label", "write-label", { for: `${this.uid}-in` });
  input = make("input", "write-input", {
    id: `${this.uid}-in`,
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-describedby": `${this.uid}-out`,
    "data-lm-suppress-shortcuts": "true",
  });
  answer = make("p", "write-answer", { id: `${this.uid}-out` });

  /**
   * @param {Model} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.told = model.get("said")?.number ?? 0; // an answer of before this view is old
    const row = make("div", "write-row");
    row.append(this.label, this.input);
    this.root.append(row, this.answer);
    el.append(this.root);
    this.input.addEventListener("keydown", (event) => this.keydown(event));
    this.theme = watchTheme(this.root, (theme) => toggle(this.root, "data-ppnb-theme", theme));
    /** @type {[string, Function][]} marimo wants one name a call */
    this.heard = [
      ["change:label", () => this.settings()],
      ["change:placeholder", () => this.settings()],
      ["change:said", () => this.say()],
      ["msg:custom", (/** @type {any} */ content) => content?.kind === "focus" && this.focus()],
    ];
    for (const [event, call] of this.heard) model.on(event, call);
    this.settings();
    // where it stands, and so which theme is round it, is known only once it is in the page
    this.watcher = new ResizeObserver(() => this.theme.look());
    this.watcher.observe(this.root);
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
    event.stopPropagation(); // a notebook around it has keys of its own
    const { key } = event;
    if (key === "Enter") this.write();
    else if (key === "ArrowUp") this.recall(1);
    else if (key === "ArrowDown") this.recall(-1);
    else return;
    event.preventDefault();
  }

  write() {
    const text = this.input.value.trim();
    if (!text) return;
    this.before = [text, ...this.before.filter((each) => each !== text)].slice(0, REMEMBERED);
    this.at = -1;
    this.model.send({ written: text });
  }

  recall(/** @type {number} */ way) {
    this.at = Math.max(-1, Math.min(this.before.length - 1, this.at + way));
    this.input.value = this.before[this.at] ?? "";
  }

  say() {
    const { number = 0, text = "", clause = "", kind = "info" } = this.model.get("said") ?? {};
    if (number === this.told) return;
    this.told = number;
    const refused = kind !== "info";
    const chip = clause ? [make("span", "chip", {}, clause), " "] : [];
    this.answer.replaceChildren(...chip, text);
    this.answer.dataset.kind = kind;
    toggle(this.input, "aria-invalid", refused && "true");
    if (refused) this.input.select();
    else if (this.input.value.trim() === this.before[0]) this.input.value = "";
  }

  destroy() {
    for (const [event, call] of this.heard) this.model.off(event, call);
    this.theme.stop();
    this.watcher.disconnect();
    this.root.remove();
  }
}

export default {
  /** @param {{ model: Model, el: HTMLElement }} given */
  render({ model, el }) {
    const view = new LineView(model, el);
    return () => view.destroy();
  },
};
