/** Small help with HTML elements. */

import { node } from "./sprites.js";

/**
 * An element with attributes and, as text only, a text.
 *
 * Each button tells JupyterLab to keep its shortcuts away: they are looked up for the element that
 * has the focus, so that the attribute on something around it would come too late, and a letter
 * typed on the board would cut or add cells.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} look its class, without the prefix
 * @param {Record<string, string>} [attrs]
 * @param {string} [text]
 */
export function make(tag, look, attrs = {}, text = "") {
  const made = document.createElement(tag);
  made.className = look.replace(/\S+/g, "ppnb-$&");
  if (tag === "button") made.setAttribute("data-lm-suppress-shortcuts", "true");
  for (const [name, value] of Object.entries(attrs)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

/** Set or take away an attribute. */
export function toggle(/** @type {Element} */ el, /** @type {string} */ name, /** @type {string | false | undefined} */ value) {
  if (!value) el.removeAttribute(name);
  else if (el.getAttribute(name) !== value) el.setAttribute(name, value);
}

/**
 * A button with an icon, drawn by lines in a box of 24 by 24.
 * @param {string} look
 * @param {string} label its name, and what shows while the mouse is over it
 * @param {string} lines an SVG path
 * @param {string} [key] the key that does the same
 */
export function iconButton(look, label, lines, key) {
  const button = make("button", look, { type: "button" });
  const svg = node("svg", { viewBox: "0 0 24 24", class: "ppnb-icon", "aria-hidden": "true" });
  svg.append(node("path", { d: lines }));
  button.append(svg);
  rename(button, label, key);
  return button;
}

/** Give a button another name. @type {(button: Element, label: string, key?: string) => void} */
export function rename(button, label, key) {
  toggle(button, "aria-label", label);
  toggle(button, "title", key ? `${label} (${key})` : label);
}

/** The element that has the focus in the document or shadow root around `el`. */
export function active(/** @type {Element} */ el) {
  return /** @type {Document | ShadowRoot} */ (el.getRootNode()).activeElement ?? null;
}

/** How much of a page the reader sees at once: a frame that grows with its content sees all of it. */
export function windowHeight() {
  return (window.frameElement ? parent : window).innerHeight;
}
