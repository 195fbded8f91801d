/** Small help with HTML elements and events. */
/** @import { Model } from "./types.js" */

import { node } from "./sprites.js";

/**
 * An element with attributes, with what it listens to, and with children; texts stay texts.
 *
 * Whatever takes the focus tells JupyterLab to keep its shortcuts away: they are looked up for the
 * element that has the focus, so that the attribute on something around it would come too late, and
 * a letter typed on the board would cut or add cells.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} look its class, without the prefix
 * @param {Record<string, string | ((event: any) => void)>} [attrs] a function: what to call, by event
 * @param {(Node | string)[]} children
 */
export function make(tag, look, attrs = {}, ...children) {
  const made = document.createElement(tag);
  made.className = look.replace(/\S+/g, "ppnb-$&");
  if (tag === "button") made.setAttribute("type", "button");
  if (/button|summary/.test(tag) || attrs.tabindex) made.setAttribute("data-lm-suppress-shortcuts", "true");
  for (const [name, value] of Object.entries(attrs)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/**
 * Listen to an element.
 * @param {EventTarget} target
 * @param {Record<string, (event: any) => void>} heard what to call, by event
 * @param {boolean | AddEventListenerOptions} [options]
 */
export function on(target, heard, options) {
  for (const [event, call] of Object.entries(heard)) target.addEventListener(event, call, options);
}

/** Listen to a model, one name a call as marimo wants it; the answer ends it.
 * @type {(model: Model, heard: Record<string, (value?: any) => void>) => () => void} */
export function hear(model, heard) {
  for (const [event, call] of Object.entries(heard)) model.on(event, call);
  return () => {
    for (const [event, call] of Object.entries(heard)) model.off(event, call);
  };
}

/** An event is dealt with: neither the page nor what lies around the board need look at it. */
export function taken(/** @type {Event} */ event) {
  event.preventDefault();
  event.stopPropagation();
}

/** Set a trait here and in Python. @type {(model: Model, name: string, value: unknown) => void} */
export function save(model, name, value) {
  model.set(name, value);
  model.save_changes();
}

/** Set an attribute ("yes" for true) or take it away.
 * @type {(el: Element, name: string, value: string | boolean | undefined) => void} */
export function toggle(el, name, value) {
  const text = value === true ? "yes" : value;
  if (text) el.setAttribute(name, text);
  else el.removeAttribute(name);
}

/**
 * Give a button a name, and an icon drawn by lines in a box of 24 by 24.
 * @template {HTMLElement} T
 * @param {T} button
 * @param {string} label its name, which also shows while the mouse is over it
 * @param {string} lines an SVG path
 * @param {string} key the key that does the same
 */
export function dress(button, label, lines, key) {
  if (button.ariaLabel === label) return button;
  toggle(button, "aria-label", label);
  toggle(button, "title", `${label} (${key})`);
  const look = { viewBox: "0 0 24 24", class: "ppnb-icon", "aria-hidden": "true" };
  button.replaceChildren(node("svg", look, node("path", { d: lines })));
  return button;
}

/** Let these be the children, in this order; one that is where it belongs isn't touched.
 * @type {(parent: Element, children: Element[]) => void} */
export function arrange(parent, children) {
  const stay = new Set(children);
  for (const old of [...parent.children]) if (!stay.has(old)) old.remove();
  let next = parent.firstElementChild;
  for (const child of children) {
    if (child === next) next = child.nextElementSibling;
    else parent.insertBefore(child, next);
  }
}

/** The element that has the focus in the document or shadow root around `el`. */
export function active(/** @type {Element} */ el) {
  return /** @type {Document | ShadowRoot} */ (el.getRootNode()).activeElement ?? null;
}

/** How much of a page the reader sees at once: a frame that grows with its content sees all of it. */
export function windowHeight() {
  return (window.frameElement ? parent : window).innerHeight;
}

/** Whether nothing should move: the reader wants it so, or can't see the page. */
export function still() {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
