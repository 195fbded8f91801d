/** One rule option of the panel: its control, what it is, its clauses, its reset. */
/** @import { Clauses } from "./types.js" */
/**
 * @typedef {{ name: string, kind: "switch" | "menu" | "range" | "text", default: any, help: string,
 *   clauses: string[], reading: boolean, chapter: string, choices: any[], low: number | null,
 *   high: number | null }} Option
 * @typedef {{ set: (value: any) => void, reset: () => void }} Hooks
 */

import { make, toggle } from "./dom.js";
import { control, guarded, said } from "./rulecontrols.js";

export class OptionRow {
  changed = false;
  note = make("p", "rules-note", { role: "alert", hidden: "" });
  undo = guarded("button", "pill rules-reset", { type: "button", hidden: "" }, "↺");

  /**
   * @param {Option} option
   * @param {Clauses} clauses
   * @param {string} id
   * @param {Hooks} hooks
   */
  constructor(option, clauses, id, hooks) {
    const { name, help, clauses: ids } = option;
    this.option = option;
    this.el = make("div", "rules-option", { "data-option": name });
    this.control = control(option, id, hooks.set);
    const { main, beside, below } = this.control;
    main.id = id;
    this.note.id = `${id}-note`;
    this.described = `${id}-help ${id}-ours`;
    toggle(main, "aria-describedby", this.described);
    const top = make("div", "rules-top");
    top.append(named(name, id), main, ...beside, this.undo);
    this.el.append(top, ...below, this.note, this.about(clauses, id));
    const [whose, usual] = [option.reading ? "our reading" : "printed", said(option.default)];
    toggle(this.undo, "aria-label", `Reset ${name} to ${usual}, ${whose}`);
    this.undo.title = `${usual}: ${whose}`;
    this.undo.addEventListener("click", hooks.reset);
    const titles = ids.map((each) => clauses[each]?.[0] ?? "");
    this.words = [name, name.replaceAll("_", " "), help, ...ids, ...titles].join(" ").toLowerCase();
  }

  /** What it is, and the clauses that it bears on; each opens its text. @type {(clauses: Clauses, id: string) => HTMLElement} */
  about(clauses, id) {
    const { help, reading, clauses: ids } = this.option;
    const el = make("div", "rules-about");
    el.append(make("span", "rules-help", { id: `${id}-help` }, help));
    for (const each of ids) el.append(" ", ...clauseChip(each, clauses[each], `${id}-${each}`));
    if (reading) {
      const why = "The rules are silent here: the value is our reading, not the author's rule.";
      el.append(" ", make("span", "rules-ours", { id: `${id}-ours`, title: why }, "◇ our reading"));
    }
    return el;
  }

  show(/** @type {any} */ value, /** @type {boolean} */ changed) {
    this.changed = changed;
    this.control.show(value);
    this.undo.hidden = !changed;
    toggle(this.el, "data-changed", changed && "yes");
  }

  /** What was refused, in a line; "" for nothing. */
  refuse(/** @type {string} */ text) {
    if (this.note.textContent !== text) this.note.textContent = text;
    this.note.hidden = !text;
    const { main } = this.control;
    toggle(main, "aria-invalid", text && "true");
    toggle(main, "aria-describedby", text ? `${this.described} ${this.note.id}` : this.described);
  }

  get focused() {
    return this.el.matches(":focus-within");
  }

  focus() {
    this.control.main.focus();
  }

  /** Does it bear on one of these clauses? */
  bearsOn(/** @type {string[]} */ clauses) {
    return this.option.clauses.some((each) => clauses.includes(each));
  }

  /** Is it about all of these words? */
  has(/** @type {string[]} */ words) {
    return words.every((word) => this.words.includes(word));
  }
}

/** The name as it is typed in Python; it may break at its underscores. */
function named(/** @type {string} */ name, /** @type {string} */ id) {
  const label = make("label", "rules-name", { for: id });
  for (const [number, part] of name.split("_").entries()) {
    if (number) label.append("_", document.createElement("wbr"));
    label.append(part);
  }
  return label;
}

/**
 * A clause's id that shows the clause: while it is pointed at or has the focus, or for good once it
 * is pressed. Escape takes it away.
 * @param {string} clause
 * @param {[string, string, string?] | undefined} text
 * @param {string} id
 */
function clauseChip(clause, text, id) {
  if (!text) return [make("span", "rules-chip", {}, clause)];
  const [title, words, reading = ""] = text;
  const chip = guarded("button", "rules-chip", { type: "button", "aria-expanded": "false", "aria-describedby": id }, clause);
  const box = make("span", "rules-clause", { id, role: "tooltip", hidden: "" });
  box.append(make("b", "rules-title", {}, `${clause} ${title}.`), ` ${words}`);
  if (reading) box.append(make("span", "rules-reading", {}, `◇ Our reading: ${reading}`));
  const pinned = () => chip.getAttribute("aria-expanded") === "true";
  const show = (/** @type {boolean} */ seen) => (box.hidden = !seen);
  chip.addEventListener("click", () => {
    toggle(chip, "aria-expanded", String(!pinned()));
    show(pinned());
  });
  chip.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || box.hidden) return;
    event.stopPropagation();
    toggle(chip, "aria-expanded", "false");
    show(false);
  });
  for (const name of ["pointerenter", "focus"]) chip.addEventListener(name, () => show(true));
  for (const name of ["pointerleave", "blur"]) chip.addEventListener(name, () => show(pinned()));
  return [chip, box];
}
