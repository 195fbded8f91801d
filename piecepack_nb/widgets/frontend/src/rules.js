/** The rule panel: what anywidget calls. It asks Python for every change and shows what came of it. */
/** @import { Model } from "./types.js" */
/** @import { Option } from "./ruleoption.js" */

import { make, toggle } from "./dom.js";
import { guarded } from "./rulecontrols.js";
import { OptionRow } from "./ruleoption.js";
import { watchTheme } from "./theme.js";

const SILENT = 6000; // milliseconds without an answer from Python before the panel says so
const SHOW = { all: "all", here: "this move", changed: "changed" };

class RulesView {
  /** What the reader wants that Python hasn't been asked yet, by what it is about. @type {Map<string, any>} */
  wishes = new Map();
  /** The number of the message that waits for an answer; 0 for none. */
  waiting = 0;
  sent = 0;
  silence = 0;
  /** Which options are shown: a key of SHOW. */
  showing = "all";
  uid = `ppnb${Math.random().toString(36).slice(2, 9)}`;
  /** @type {Map<string, OptionRow>} */
  rows = new Map();
  /** @type {{ el: HTMLDetailsElement, count: HTMLElement, rows: OptionRow[] }[]} */
  groups = [];
  root = make("div", "rules", { role: "group", "aria-label": "Rules" });
  changes = make("ul", "rules-changes", { "aria-label": "Changed rules" });
  printed = make("p", "rules-printed", {}, "Printed rules");
  resetAll = guarded("button", "pill rules-button", { type: "button" }, "Reset all");
  said = make("p", "rules-said", { role: "status" });
  nothing = make("p", "rules-nothing", { hidden: "" });
  find = guarded("input", "rules-find", { type: "search", placeholder: "find a rule", "aria-label": "Find a rule" });

  /**
   * @param {Model} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    const head = make("div", "rules-head");
    head.append(this.printed, this.changes, this.resetAll);
    this.root.append(head, ...this.choices(), this.said, this.filter(), this.nothing);
    this.list();
    this.root.append(...this.buttons());
    el.append(this.root);
    this.resetAll.addEventListener("click", () => this.ask("reset", { kind: "reset" }));
    this.heard = this.listen();
    this.theme = watchTheme(this.root, (theme) => toggle(this.root, "data-ppnb-theme", theme));
    this.watcher = new ResizeObserver(() => this.theme.look()); // once it stands in the page
    this.watcher.observe(this.root);
    this.settings();
    this.values();
    this.tell();
    this.sift();
    for (const { el, rows } of this.groups) el.open = rows.some((row) => row.changed || row.bearsOn(model.get("here")));
  }

  listen() {
    /** @type {[string, Function][]} */
    const heard = [
      ["change:_values", () => this.values()],
      ["change:_differences", () => this.values()],
      ["change:_notes", () => this.notes()],
      ["change:said", () => this.tell()],
      ["change:here", () => this.sift()],
      ["change:chosen", () => this.settings()],
      ["change:busy", () => this.settings()],
      ["msg:custom", (/** @type {any} */ content) => this.answered(content)],
    ];
    for (const [event, call] of heard) this.model.on(event, call);
    return heard;
  }

  destroy() {
    for (const [event, call] of this.heard) this.model.off(event, call);
    clearTimeout(this.silence);
    this.watcher.disconnect();
    this.theme.stop();
  }

  // --- what stands there ------------------------------------------------------------------------

  choices() {
    /** @type {[string, string, [string, string, string][]][]} */
    const choices = this.model.get("_choices");
    return choices.map(([id, legend, offered]) =>
      this.choice(legend, id, offered, (value) => this.ask(`choose ${id}`, { kind: "choose", choice: id, value })),
    );
  }

  filter() {
    const row = make("div", "rules-filter");
    const offered = Object.entries(SHOW).map(([id, title]) => /** @type {[string, string, string]} */ ([id, title, ""]));
    this.show = this.choice("", "show", offered, (id) => {
      this.showing = id;
      this.sift();
    });
    this.find.addEventListener("input", () => this.sift());
    row.append(this.find, this.show);
    return row;
  }

  /**
   * One of a few, as radio buttons that look like one control.
   * @param {string} legend
   * @param {string} name
   * @param {[string, string, string][]} offered id, title, help
   * @param {(id: string) => void} chosen
   */
  choice(legend, name, offered, chosen) {
    const set = make("fieldset", "rules-choice", legend ? {} : { "aria-label": "Show" });
    if (legend) set.append(make("legend", "rules-legend", {}, legend));
    for (const [id, title, help] of offered) {
      const label = make("label", "rules-radio", help ? { title: help } : {});
      const input = guarded("input", "rules-unseen", { type: "radio", name: `${this.uid}-${name}`, value: id });
      input.checked = id === offered[0][0];
      input.addEventListener("change", () => chosen(id));
      label.append(input, make("span", "rules-face", {}, title));
      set.append(label);
    }
    return set;
  }

  /** Every option, chapter by chapter. */
  list() {
    /** @type {Option[]} */
    const options = this.model.get("_options");
    const clauses = this.model.get("_clauses");
    for (const option of options) {
      const row = new OptionRow(option, clauses, `${this.uid}-${option.name}`, {
        set: (value) => this.ask(option.name, { kind: "set", name: option.name, value }),
        reset: () => this.reset(row),
      });
      this.rows.set(option.name, row);
      this.group(option.chapter).rows.push(row);
    }
    for (const { el, rows } of this.groups) {
      const box = make("div", "rules-rows");
      box.append(...rows.map((row) => row.el));
      el.append(box);
      this.root.append(el);
    }
  }

  group(/** @type {string} */ title) {
    const id = title || "Rules";
    const known = this.groups.find((group) => group.el.dataset.chapter === id);
    if (known) return known;
    const el = make("details", "rules-group");
    el.dataset.chapter = id;
    const summary = guarded("summary", "rules-chapter", {}, id);
    const count = make("span", "rules-count");
    summary.append(" ", count);
    el.append(summary);
    const made = { el, count, rows: [] };
    this.groups.push(made);
    return made;
  }

  buttons() {
    /** @type {[string, string, string][]} */
    const offered = this.model.get("_buttons");
    const row = make("div", "rules-buttons");
    row.append(...offered.map((button) => this.button(button)));
    return offered.length ? [row] : [];
  }

  button(/** @type {[string, string, string]} */ [id, title, help]) {
    const made = guarded("button", "pill rules-button", { type: "button", "data-button": id, ...(help ? { title: help } : {}) }, title);
    made.addEventListener("click", () => this.ask(`press ${id}`, { kind: "press", button: id }));
    return made;
  }

  // --- what Python says -------------------------------------------------------------------------

  /** Values, what differs from the printed rules, and what was refused. */
  values() {
    const values = this.model.get("_values");
    /** @type {Record<string, string>} */
    const differ = this.model.get("_differences");
    for (const [name, row] of this.rows) if (!this.wishes.has(name)) row.show(values[name], name in differ);
    this.notes();
    const names = Object.keys(differ);
    this.printed.hidden = names.length > 0;
    this.changes.hidden = this.resetAll.hidden = !names.length;
    if (this.changes.textContent !== names.map((name) => differ[name]).join("")) {
      this.changes.replaceChildren(...names.map((name) => make("li", "rules-change", { "data-change": name }, differ[name])));
    }
    this.sift();
  }

  notes() {
    const notes = this.model.get("_notes");
    for (const [name, row] of this.rows) row.refuse(notes[name] ?? "");
  }

  /** The line that tells what the rules come to. */
  tell() {
    const { text = "", clause = "", kind = "info", button = [] } = this.model.get("said") ?? {};
    const words = make("span", "rules-words", {}, text);
    this.said.dataset.kind = kind;
    this.said.replaceChildren(...(clause ? [make("span", "rules-chip", {}, clause), " "] : []), words, ...(button.length ? [" ", this.button(button)] : []));
    this.said.hidden = !text;
  }

  settings() {
    for (const [choice, value] of Object.entries(this.model.get("chosen"))) {
      const input = this.root.querySelector(`input[name="${this.uid}-${choice}"][value="${value}"]`);
      if (input instanceof HTMLInputElement && !this.wishes.has(`choose ${choice}`)) input.checked = true;
    }
    toggle(this.root, "aria-busy", this.waiting || this.model.get("busy") ? "true" : "");
  }

  /** Show the options that are asked for; the one that has the focus stays. */
  sift() {
    const words = this.find.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    /** @type {string[]} */
    const here = this.model.get("here") ?? [];
    let shown = 0;
    for (const { el, count, rows } of this.groups) {
      let found = 0;
      for (const row of rows) {
        const wanted = this.showing === "all" || (this.showing === "changed" ? row.changed : row.bearsOn(here));
        const seen = (wanted && row.has(words)) || row.focused;
        row.el.hidden = !seen;
        found += Number(seen);
      }
      const changed = rows.filter((row) => row.changed).length;
      count.textContent = `${rows.length}${changed ? `, ${changed} changed` : ""}`;
      el.hidden = !found;
      if (found && (words.length || this.showing !== "all")) el.open = true;
      shown += found;
    }
    const what = words.length ? "No rule is about that" : this.showing === "here" ? "No rule that can be changed is at work here" : "No rule is changed";
    this.nothing.textContent = `${what}.`;
    this.nothing.hidden = shown > 0;
    const radio = this.show?.querySelector('input[value="here"]');
    if (radio?.parentElement) radio.parentElement.hidden = !here.length && this.showing !== "here";
  }

  // --- what the reader wants --------------------------------------------------------------------

  reset(/** @type {OptionRow} */ row) {
    row.focus(); // its button is about to go
    this.ask(row.option.name, { kind: "reset", name: row.option.name });
  }

  /** Ask Python, one thing at a time; of several about the same thing the last one counts. */
  ask(/** @type {string} */ about, /** @type {any} */ content) {
    document.dispatchEvent(new CustomEvent("ppnb-settle")); // boards tell Python where they stand
    this.wishes.delete(about);
    this.wishes.set(about, content);
    if (!this.waiting) this.next();
  }

  next() {
    const [wish] = this.wishes;
    if (!wish) return;
    this.wishes.delete(wish[0]);
    this.waiting = ++this.sent;
    this.model.send({ ...wish[1], number: this.waiting });
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.unanswered(), SILENT);
    this.settings();
  }

  answered(/** @type {any} */ content) {
    if (content?.kind !== "answered") return;
    this.tell(); // where Python was thought to be silent
    if (content.number !== this.waiting) return;
    clearTimeout(this.silence);
    this.waiting = 0;
    this.values(); // a refused value goes back to the one that holds
    this.settings();
    this.next();
  }

  unanswered() {
    if (this.model.get("busy")) return;
    this.said.hidden = false;
    this.said.textContent = "No answer from Python yet. It may be busy with another cell, or its kernel has stopped.";
    [this.waiting, this.wishes] = [0, new Map()];
    this.values();
    this.settings();
  }
}

export default {
  /** @type {(context: { model: Model, el: HTMLElement }) => () => void} */
  render({ model, el }) {
    const view = new RulesView(model, el);
    return () => view.destroy();
  },
};
