/** The rule panel. It sends each change to Python and shows the result. */
/** @import { Clauses, Model } from "./types.js" */

import { listen, make, on, setAttr, uniqueId, watchTheme } from "./dom.js";

const TIMEOUT = 6000; // milliseconds without a reply before the panel says so
const FILTERS = { all: "all", here: "this move", changed: "changed" };
/**
 * @typedef {{ name: string, kind: "switch" | "menu" | "range" | "text", default: any, help: string,
 *   clauses: string[], reading: boolean, chapter: string, choices: any[], low: number | null,
 *   high: number | null }} Option
 * @typedef {{ set: (value: any) => void, reset: () => void }} Hooks
 * @typedef {[id: string, title: string, help: string]} Choice also a button
 */

class RulesPanel {
  /** Requests not sent yet, by their subject; a newer one replaces an older. @type {Map<string, any>} */
  queue = new Map();
  /** The number of the request that waits for a reply; 0 for none. */
  waiting = 0;
  sent = 0;
  timer = 0;
  /** The options shown: a key of FILTERS. */
  shown = "all";
  uid = uniqueId();
  /** @type {Map<string, OptionRow>} */
  rows = new Map();
  /** @type {{ el: HTMLDetailsElement, count: HTMLElement, rows: OptionRow[] }[]} */
  groups = [];
  root = make("div", "root rules", { role: "group", "aria-label": "Rules" });
  changes = make("ul", "rules-changes", { "aria-label": "Changed rules" });
  printed = make("p", "rules-printed", {}, "Printed rules");
  resetAll = make(
    "button",
    "pill rules-button",
    { click: () => this.request("reset", { kind: "reset" }) },
    "Reset all",
  );
  reply = make("p", "rules-reply", { role: "status" });
  nothing = make("p", "rules-nothing", { hidden: "" });
  search = make("input", "rules-search", {
    type: "search",
    placeholder: "find a rule",
    "aria-label": "Find a rule",
    input: () => this.filter(),
  });

  /**
   * @param {Model} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    const head = make("div", "rules-head", {}, this.printed, this.changes, this.resetAll);
    this.root.append(head, ...this.makeChoices(), this.reply, this.makeFilter(), this.nothing);
    this.addOptions();
    this.root.append(...this.makeButtons());
    el.append(this.root);
    this.unlisten = listen(model, {
      "change:_values": () => this.showValues(),
      "change:_differences": () => this.showValues(),
      "change:_notes": () => this.showNotes(),
      "change:message": () => this.showReply(),
      "change:current_clauses": () => this.filter(),
      "change:chosen": () => this.settings(),
      "change:busy": () => this.settings(),
      "msg:custom": (content) => this.replied(content),
    });
    this.stopTheme = watchTheme(this.root);
    this.settings();
    this.showValues();
    this.showReply();
    this.filter();
    const here = model.get("current_clauses");
    for (const { el, rows } of this.groups) el.open = rows.some((row) => row.changed || row.concerns(here));
  }

  destroy() {
    this.unlisten();
    clearTimeout(this.timer);
    this.stopTheme();
  }

  // --- elements ---------------------------------------------------------------------------------

  makeChoices() {
    /** @type {[string, string, Choice[]][]} */
    const choices = this.model.get("_choices");
    return choices.map(([id, legend, offered]) => {
      const choose = (/** @type {string} */ value) =>
        this.request(`choose ${id}`, { kind: "choose", choice: id, value });
      return this.makeChoice(legend, id, offered, choose);
    });
  }

  makeFilter() {
    const offered = Object.entries(FILTERS).map(([id, title]) => /** @type {Choice} */ ([id, title, ""]));
    this.show = this.makeChoice("", "show", offered, (id) => {
      this.shown = id;
      this.filter();
    });
    return make("div", "rules-filter", {}, this.search, this.show);
  }

  /**
   * Return radio buttons that look like one control.
   * @param {string} legend
   * @param {string} name
   * @param {Choice[]} offered
   * @param {(id: string) => void} chosen
   */
  makeChoice(legend, name, offered, chosen) {
    const set = make("fieldset", "rules-choice", legend ? {} : { "aria-label": "Show" });
    if (legend) set.append(make("legend", "rules-legend", {}, legend));
    for (const [id, title, help] of offered) {
      const attrs = { type: "radio", name: `${this.uid}-${name}`, value: id, change: () => chosen(id) };
      const input = make("input", "rules-input", attrs);
      input.checked = id === offered[0][0];
      const face = make("span", "rules-face", {}, title);
      set.append(make("label", "rules-radio", help ? { title: help } : {}, input, face));
    }
    return set;
  }

  /** Add every option, chapter by chapter. */
  addOptions() {
    /** @type {Option[]} */
    const options = this.model.get("_options");
    const clauses = this.model.get("_clauses");
    for (const option of options) {
      const row = new OptionRow(option, clauses, `${this.uid}-${option.name}`, {
        set: (value) => this.request(option.name, { kind: "set", name: option.name, value }),
        reset: () => this.reset(row),
      });
      this.rows.set(option.name, row);
      this.group(option.chapter).rows.push(row);
    }
    for (const { el, rows } of this.groups) {
      el.append(make("div", "rules-rows", {}, ...rows.map((row) => row.el)));
      this.root.append(el);
    }
  }

  /** Return a chapter's group; make it if it is new. */
  group(/** @type {string} */ title) {
    const id = title || "Rules";
    const known = this.groups.find((group) => group.el.dataset.chapter === id);
    if (known) return known;
    const count = make("span", "rules-count");
    const summary = make("summary", "rules-chapter", {}, id, " ", count);
    const el = make("details", "rules-group", { "data-chapter": id }, summary);
    const group = { el, count, rows: [] };
    this.groups.push(group);
    return group;
  }

  makeButtons() {
    /** @type {Choice[]} */
    const offered = this.model.get("_buttons");
    const row = make("div", "rules-buttons", {}, ...offered.map((button) => this.makeButton(button)));
    return offered.length ? [row] : [];
  }

  makeButton(/** @type {Choice} */ [id, title, help]) {
    const press = () => this.request(`press ${id}`, { kind: "press", button: id });
    const button = make("button", "pill rules-button", { "data-button": id, click: press }, title);
    setAttr(button, "title", help);
    return button;
  }

  // --- state from Python ------------------------------------------------------------------------

  /** Show the values, the differences from the printed rules, and the refusals. */
  showValues() {
    const values = this.model.get("_values");
    /** @type {Record<string, string>} */
    const differ = this.model.get("_differences");
    for (const [name, row] of this.rows) if (!this.queue.has(name)) row.show(values[name], name in differ);
    this.showNotes();
    const names = Object.keys(differ);
    this.printed.hidden = names.length > 0;
    this.changes.hidden = this.resetAll.hidden = !names.length;
    if (this.changes.textContent !== names.map((name) => differ[name]).join("")) {
      const items = names.map((name) => make("li", "rules-change", { "data-change": name }, differ[name]));
      this.changes.replaceChildren(...items);
    }
    this.filter();
  }

  showNotes() {
    const notes = this.model.get("_notes");
    for (const [name, row] of this.rows) row.refuse(notes[name] ?? "");
  }

  /** Show the line about the rules as set. */
  showReply() {
    const { text = "", clause = "", kind = "info", button = [] } = this.model.get("message") ?? {};
    const words = make("span", "rules-words", {}, text);
    const chip = clause ? [make("span", "rules-chip", {}, clause), " "] : [];
    this.reply.dataset.kind = kind;
    this.reply.replaceChildren(...chip, words, ...(button.length ? [" ", this.makeButton(button)] : []));
    this.reply.hidden = !text;
  }

  settings() {
    for (const [choice, value] of Object.entries(this.model.get("chosen"))) {
      const input = this.root.querySelector(`input[name="${this.uid}-${choice}"][value="${value}"]`);
      if (input instanceof HTMLInputElement && !this.queue.has(`choose ${choice}`)) input.checked = true;
    }
    setAttr(this.root, "aria-busy", this.waiting || this.model.get("busy") ? "true" : "");
  }

  /** Show the options that match the filter, and a focused one. */
  filter() {
    const words = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    /** @type {string[]} */
    const here = this.model.get("current_clauses") ?? [];
    let total = 0;
    for (const { el, count, rows } of this.groups) {
      let found = 0;
      for (const row of rows) {
        const wanted = this.shown === "all" || (this.shown === "changed" ? row.changed : row.concerns(here));
        const visible = (wanted && row.matches(words)) || row.focused;
        row.el.hidden = !visible;
        found += Number(visible);
      }
      const changed = rows.filter((row) => row.changed).length;
      count.textContent = `${rows.length}${changed ? `, ${changed} changed` : ""}`;
      el.hidden = !found;
      if (found && (words.length || this.shown !== "all")) el.open = true;
      total += found;
    }
    const unused = "No rule that you can change applies here.";
    const none = this.shown === "here" ? unused : "No rules are changed.";
    this.nothing.textContent = words.length ? "No rule found." : none;
    this.nothing.hidden = total > 0;
    const radio = this.show?.querySelector('input[value="here"]');
    if (radio?.parentElement) radio.parentElement.hidden = !here.length && this.shown !== "here";
  }

  // --- requests to Python -----------------------------------------------------------------------

  reset(/** @type {OptionRow} */ row) {
    row.focus(); // its button is about to disappear
    this.request(row.option.name, { kind: "reset", name: row.option.name });
  }

  /** Send requests one at a time; of several on one subject only the last. */
  request(/** @type {string} */ subject, /** @type {any} */ content) {
    document.dispatchEvent(new CustomEvent("ppnb-settle")); // boards send Python their frame
    this.queue.delete(subject);
    this.queue.set(subject, content);
    if (!this.waiting) this.next();
  }

  next() {
    const [first] = this.queue;
    if (!first) return;
    const [subject, content] = first;
    this.queue.delete(subject);
    this.waiting = ++this.sent;
    this.model.send({ ...content, number: this.waiting });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.timedOut(), TIMEOUT);
    this.settings();
  }

  replied(/** @type {any} */ content) {
    if (content?.kind !== "ack") return;
    this.showReply(); // may replace the line about a missing reply
    if (content.number !== this.waiting) return;
    clearTimeout(this.timer);
    this.waiting = 0;
    this.showValues(); // restores the value after a refusal
    this.settings();
    this.next();
  }

  timedOut() {
    if (this.model.get("busy")) return;
    this.reply.hidden = false;
    this.reply.textContent = "No answer from Python yet. It may be busy with another cell, or its kernel has stopped.";
    [this.waiting, this.queue] = [0, new Map()];
    this.showValues();
    this.settings();
  }
}

// --- one option ---------------------------------------------------------------------------------

/** The row of an option: its control, help, clauses and reset button. */
class OptionRow {
  changed = false;
  note = make("p", "rules-note", { role: "alert", hidden: "" });
  undo = make("button", "pill rules-reset", { hidden: "" }, "↺");

  /**
   * @param {Option} option
   * @param {Clauses} clauses
   * @param {string} id
   * @param {Hooks} hooks
   */
  constructor(option, clauses, id, hooks) {
    const { name, help, clauses: ids } = option;
    this.option = option;
    this.control = makeControl(option, id, hooks.set);
    const { main, beside, below } = this.control;
    main.id = id;
    this.note.id = `${id}-note`;
    this.described = `${id}-help ${id}-ours`;
    setAttr(main, "aria-describedby", this.described);
    const top = make("div", "rules-top", {}, nameLabel(name, id), main, ...beside, this.undo);
    const parts = [top, ...below, this.note, this.makeHelp(clauses, id)];
    this.el = make("div", "rules-option", { "data-option": name }, ...parts);
    const [whose, usual] = [option.reading ? "our reading" : "printed", valueText(option.default)];
    setAttr(this.undo, "aria-label", `Reset ${name} to ${usual}, ${whose}`);
    this.undo.title = `${usual}: ${whose}`;
    this.undo.addEventListener("click", hooks.reset);
    const titles = ids.map((each) => clauses[each]?.[0] ?? "");
    this.words = [name, name.replaceAll("_", " "), help, ...ids, ...titles].join(" ").toLowerCase();
  }

  /** Return the help, and the clauses that the option affects. @type {(clauses: Clauses, id: string) => HTMLElement} */
  makeHelp(clauses, id) {
    const { help, reading, clauses: ids } = this.option;
    const el = make("div", "rules-about", {}, make("span", "rules-help", { id: `${id}-help` }, help));
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
    setAttr(this.el, "data-changed", changed && "yes");
  }

  /** Show why the value was refused; "" for no refusal. */
  refuse(/** @type {string} */ text) {
    if (this.note.textContent !== text) this.note.textContent = text;
    this.note.hidden = !text;
    const { main } = this.control;
    setAttr(main, "aria-invalid", text && "true");
    setAttr(main, "aria-describedby", text ? `${this.described} ${this.note.id}` : this.described);
  }

  get focused() {
    return this.el.matches(":focus-within");
  }

  focus() {
    this.control.main.focus();
  }

  /** Return true if the option affects one of these clauses. */
  concerns(/** @type {string[]} */ clauses) {
    return this.option.clauses.some((each) => clauses.includes(each));
  }

  /** Return true if the option contains all of these words. */
  matches(/** @type {string[]} */ words) {
    return words.every((word) => this.words.includes(word));
  }
}

/** Return the label with the Python name; a line may break at its underscores. */
function nameLabel(/** @type {string} */ name, /** @type {string} */ id) {
  const label = make("label", "rules-name", { for: id });
  for (const [number, part] of name.split("_").entries()) {
    if (number) label.append("_", document.createElement("wbr"));
    label.append(part);
  }
  return label;
}

/**
 * Return a clause's chip and its text, which shows while the chip is pointed at or focused. A press
 * keeps it open; Escape closes it.
 * @param {string} clause
 * @param {[string, string, string?] | undefined} text
 * @param {string} id
 */
function clauseChip(clause, text, id) {
  if (!text) return [make("span", "rules-chip", {}, clause)];
  const [title, words, reading = ""] = text;
  const chip = make("button", "rules-chip", { "aria-expanded": "false", "aria-describedby": id }, clause);
  const heading = make("b", "rules-title", {}, `${clause} ${title}.`);
  const box = make("span", "rules-clause", { id, role: "tooltip", hidden: "" }, heading, ` ${words}`);
  if (reading) box.append(make("span", "rules-reading", {}, `◇ Our reading: ${reading}`));
  const pinned = () => chip.getAttribute("aria-expanded") === "true";
  const show = (/** @type {boolean} */ open) => (box.hidden = !open);
  const click = () => {
    setAttr(chip, "aria-expanded", String(!pinned()));
    show(pinned());
  };
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || box.hidden) return;
    event.stopPropagation();
    setAttr(chip, "aria-expanded", "false");
    show(false);
  };
  const [enter, leave] = [() => show(true), () => show(pinned())];
  on(chip, { click, keydown, pointerenter: enter, focus: enter, pointerleave: leave, blur: leave });
  return [chip, box];
}

// --- controls -----------------------------------------------------------------------------------

/**
 * @typedef {object} Control
 * @property {HTMLElement} main takes the focus, and has the option's name
 * @property {HTMLElement[]} beside
 * @property {HTMLElement[]} below
 * @property {(value: any) => void} show shows the current value
 * @typedef {(value: any) => void} Set
 */

/** Return a value in words. */
function valueText(/** @type {any} */ value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === null ? "none" : String(value);
}

/** @type {(set: Set) => Control} */
function makeSwitch(set) {
  const main = make("input", "rules-switch", { type: "checkbox", role: "switch" });
  const word = make("span", "rules-word", { "aria-hidden": "true" });
  main.addEventListener("change", () => {
    word.textContent = valueText(main.checked);
    set(main.checked);
  });
  const show = (/** @type {boolean} */ value) => {
    main.checked = value;
    word.textContent = valueText(value);
  };
  return { main, beside: [word], below: [], show };
}

/** Return a menu of the choices; an entry's value is its index. */
function makeSelect(/** @type {Option} */ { choices, default: usual, reading }) {
  const entries = choices.map((choice, i) => {
    const whose = choice === usual ? ` (${reading ? "our reading" : "printed"})` : "";
    return make("option", "rules-entry", { value: String(i) }, valueText(choice) + whose);
  });
  return make("select", "rules-menu", {}, ...entries);
}

/** @type {(option: Option, set: Set) => Control} */
function makeMenu(option, set) {
  const { choices } = option;
  const main = makeSelect(option);
  main.addEventListener("change", () => set(choices[Number(main.value)]));
  const show = (/** @type {any} */ value) => (main.value = String(choices.indexOf(value)));
  return { main, beside: [], below: [], show };
}

/** Show the number while the slider moves, and set it when it is released.
 * @type {(option: Option, set: Set) => Control} */
function makeSliderControl({ low, high }, set) {
  const main = make("input", "rules-slider", { type: "range", min: String(low), max: String(high), step: "1" });
  const number = make("span", "rules-number", { "aria-hidden": "true" });
  main.addEventListener("input", () => (number.textContent = main.value));
  main.addEventListener("change", () => set(Number(main.value)));
  const show = (/** @type {number} */ value) => {
    main.value = String(value);
    number.textContent = String(value);
  };
  return { main, beside: [number], below: [], show };
}

/** Return a menu of known texts, with a field for another text.
 * @type {(option: Option, id: string, set: Set) => Control} */
function makeTextControl(option, id, set) {
  const { name, choices } = option;
  const own = String(choices.length);
  const main = makeSelect(option);
  main.append(make("option", "rules-entry", { value: own }, choices.length ? "your own …" : "a text"));
  const label = `${name}: your own text`;
  const area = make("textarea", "rules-text", { id: `${id}-own`, rows: "4", spellcheck: "false", "aria-label": label });
  const use = make("button", "pill rules-button", { click: () => set(area.value) }, "Use it");
  const box = make("div", "rules-own", { hidden: "" }, area, use);
  main.addEventListener("change", () => {
    box.hidden = main.value !== own;
    if (box.hidden) set(choices[Number(main.value)]);
    else area.focus();
  });
  let shown = /** @type {any} */ (undefined);
  const show = (/** @type {any} */ value) => {
    const known = choices.indexOf(value);
    // keep a text that is being typed or was refused while the value stays the same
    if (value === shown && !box.hidden) return;
    shown = value;
    main.value = known < 0 ? own : String(known);
    box.hidden = known >= 0;
    if (known < 0) area.value = value;
  };
  return { main, beside: [], below: [box], show };
}

/** Return the control for an option's kind. @type {(option: Option, id: string, set: Set) => Control} */
function makeControl(option, id, set) {
  if (option.kind === "switch") return makeSwitch(set);
  if (option.kind === "menu") return makeMenu(option, set);
  return option.kind === "range" ? makeSliderControl(option, set) : makeTextControl(option, id, set);
}

/** Add a view of the model to `el`; return a function that removes it.
 * @type {(model: Model, el: HTMLElement) => () => void} */
export function makeRules(model, el) {
  const view = new RulesPanel(model, el);
  return () => view.destroy();
}
