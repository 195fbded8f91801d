/** The controls of rule options, one kind each: switch, menu, slider, text. */
/** @import { Option } from "./ruleoption.js" */

import { make } from "./dom.js";

/**
 * @typedef {object} Control
 * @property {HTMLElement} main what takes the focus and has the option's name
 * @property {HTMLElement[]} beside what stands beside it
 * @property {HTMLElement[]} below what stands below it
 * @property {(value: any) => void} show show a value, the one that holds
 * @typedef {(value: any) => void} Set
 */

/**
 * An element whose keys JupyterLab leaves alone.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} look
 * @param {Record<string, string>} [attrs]
 * @param {string} [text]
 */
export function guarded(tag, look, attrs = {}, text = "") {
  return make(tag, look, { "data-lm-suppress-shortcuts": "true", ...attrs }, text);
}

/** A value in words. */
export function said(/** @type {any} */ value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === null ? "none" : String(value);
}

/** @type {(set: Set) => Control} */
function toggler(set) {
  const main = guarded("input", "rules-switch", { type: "checkbox", role: "switch" });
  const word = make("span", "rules-word", { "aria-hidden": "true" });
  main.addEventListener("change", () => {
    word.textContent = said(main.checked);
    set(main.checked);
  });
  const show = (/** @type {boolean} */ value) => {
    main.checked = value;
    word.textContent = said(value);
  };
  return { main, beside: [word], below: [], show };
}

/** @type {(option: Option, set: Set) => Control} */
function menu(option, set) {
  const { choices } = option;
  const main = guarded("select", "rules-menu");
  for (const [number, choice] of choices.entries()) main.append(entry(String(number), choice, option));
  main.addEventListener("change", () => set(choices[Number(main.value)]));
  const show = (/** @type {any} */ value) => (main.value = String(choices.indexOf(value)));
  return { main, beside: [], below: [], show };
}

function entry(/** @type {string} */ value, /** @type {any} */ choice, /** @type {Option} */ { default: usual, reading }) {
  const whose = choice === usual ? ` (${reading ? "our reading" : "printed"})` : "";
  return make("option", "rules-entry", { value }, said(choice) + whose);
}

/** Told as it moves, set when it is let go. @type {(option: Option, set: Set) => Control} */
function slider({ low, high }, set) {
  const main = guarded("input", "rules-slider", { type: "range", min: String(low), max: String(high), step: "1" });
  const number = make("span", "rules-number", { "aria-hidden": "true" });
  main.addEventListener("input", () => (number.textContent = main.value));
  main.addEventListener("change", () => set(Number(main.value)));
  const show = (/** @type {number} */ value) => {
    main.value = String(value);
    number.textContent = String(value);
  };
  return { main, beside: [number], below: [], show };
}

/** One of some known texts, or a text of one's own. @type {(option: Option, id: string, set: Set) => Control} */
function text(option, id, set) {
  const { name, choices } = option;
  const own = String(choices.length);
  const main = guarded("select", "rules-menu");
  for (const [number, choice] of choices.entries()) main.append(entry(String(number), choice, option));
  main.append(make("option", "rules-entry", { value: own }, choices.length ? "one's own …" : "a text"));
  const area = guarded("textarea", "rules-text", { id: `${id}-own`, rows: "4", spellcheck: "false", "aria-label": `${name}: a text of one's own` });
  const use = guarded("button", "pill rules-button", { type: "button" }, "Use it");
  const box = make("div", "rules-own", { hidden: "" });
  box.append(area, use);
  main.addEventListener("change", () => {
    box.hidden = main.value !== own;
    if (box.hidden) set(choices[Number(main.value)]);
    else area.focus();
  });
  use.addEventListener("click", () => set(area.value));
  let shown = /** @type {any} */ (undefined);
  const show = (/** @type {any} */ value) => {
    const known = choices.indexOf(value);
    // A text that is being written, or was refused, is kept while the value stays what it was.
    if (value === shown && !box.hidden) return;
    shown = value;
    main.value = known < 0 ? own : String(known);
    box.hidden = known >= 0;
    if (known < 0) area.value = value;
  };
  return { main, beside: [], below: [box], show };
}

/** The control that fits an option. @type {(option: Option, id: string, set: Set) => Control} */
export function control(option, id, set) {
  if (option.kind === "switch") return toggler(set);
  if (option.kind === "menu") return menu(option, set);
  return option.kind === "range" ? slider(option, set) : text(option, id, set);
}
