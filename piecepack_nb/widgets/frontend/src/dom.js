/** Helpers for elements, events, models and the page's theme. */
/** @import { Model, TextTable } from "./types.js" */

const SVG = "http://www.w3.org/2000/svg";
const FOCUSABLE = ["button", "summary", "input", "select", "textarea"];

// --- elements -----------------------------------------------------------------------------------

/**
 * Make an element with attributes, event listeners and children; text is inserted as text.
 *
 * JupyterLab looks up its shortcuts for the focused element, so every focusable element itself needs
 * the attribute that turns them off; otherwise a letter typed on the board would cut or add cells.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} look its classes, without the prefix
 * @param {Record<string, string | ((event: any) => void)>} [attrs] a function listens to that event
 * @param {(Node | string)[]} children
 */
export function make(tag, look, attrs = {}, ...children) {
  const el = document.createElement(tag);
  el.className = look.replace(/\S+/g, "ppnb-$&");
  if (tag === "button") el.setAttribute("type", "button");
  if (FOCUSABLE.includes(tag) || attrs.tabindex) el.setAttribute("data-lm-suppress-shortcuts", "true");
  for (const [name, value] of Object.entries(attrs)) {
    if (typeof value === "function") el.addEventListener(name, value);
    else el.setAttribute(name, value);
  }
  el.append(...children);
  return el;
}

/**
 * Make an SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} [attrs]
 * @param {(Node | string)[]} children
 */
export function makeSvg(tag, attrs = {}, ...children) {
  const el = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attrs)) el.setAttribute(name, String(value));
  el.append(...children);
  return el;
}

/** Make a table; the first cell of each row is its header.
 * @type {(table: TextTable, look: string) => HTMLTableElement} */
export function makeTable({ title, head, rows = [] }, look) {
  const header = (/** @type {string} */ text, scope = "col") => make("th", "", { scope }, text);
  const body = rows.map(([first, ...rest]) =>
    make("tr", "", {}, header(first, "row"), ...rest.map((text) => make("td", "", {}, text))),
  );
  const top = make("tr", "", {}, ...head.map((text) => header(text)));
  return make("table", look, { "aria-label": title }, make("thead", "", {}, top), make("tbody", "", {}, ...body));
}

/** Return a part of a whole, 0 to 1, as a CSS length. */
export function percent(/** @type {number} */ part) {
  return `${part * 100}%`;
}

/** Return a prefix for ids that no other view on the page uses. */
export function uniqueId() {
  return `ppnb${Math.random().toString(36).slice(2, 9)}`;
}

/** Set an attribute ("yes" for true), or remove it.
 * @type {(el: Element, name: string, value: string | boolean | undefined) => void} */
export function setAttr(el, name, value) {
  const text = value === true ? "yes" : value;
  if (text) el.setAttribute(name, text);
  else el.removeAttribute(name);
}

/**
 * Give a button a name, and an icon of lines in a 24 by 24 box.
 * @template {HTMLElement} T
 * @param {T} button
 * @param {string} label its name, also its tooltip
 * @param {string} lines an SVG path
 * @param {string} key the key that does the same
 */
export function setIcon(button, label, lines, key) {
  if (button.ariaLabel === label) return button;
  setAttr(button, "aria-label", label);
  setAttr(button, "title", `${label} (${key})`);
  const look = { viewBox: "0 0 24 24", class: "ppnb-icon", "aria-hidden": "true" };
  button.replaceChildren(makeSvg("svg", look, makeSvg("path", { d: lines })));
  return button;
}

/** Set an element's children; one that is already in its place isn't touched.
 * @type {(parent: Element, children: Element[]) => void} */
export function setChildren(parent, children) {
  const kept = new Set(children);
  for (const old of [...parent.children]) if (!kept.has(old)) old.remove();
  let next = parent.firstElementChild;
  for (const child of children) {
    if (child === next) next = child.nextElementSibling;
    else parent.insertBefore(child, next);
  }
}

/** Return the focused element of the document or shadow root around `el`. */
export function activeElement(/** @type {Element} */ el) {
  return /** @type {Document | ShadowRoot} */ (el.getRootNode()).activeElement ?? null;
}

/** Focus an element, if there is one, without scrolling to it. */
export function focusInPlace(/** @type {HTMLElement | undefined} */ el) {
  el?.focus({ preventScroll: true });
}

/** Return the height of the window; of the parent's in a frame, which grows with its content. */
export function viewportHeight() {
  return (window.frameElement ? parent : window).innerHeight;
}

/** Return the height of the window or of the part of it that scrolls, such as a notebook. */
export function windowHeight(/** @type {HTMLElement} */ el) {
  let height = viewportHeight();
  for (let outer = el.parentElement; outer; outer = outer.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(outer).overflowY);
    if (scrolls && outer.clientHeight > 300 && outer.scrollHeight > outer.clientHeight) {
      height = Math.min(height, outer.clientHeight);
    }
  }
  return height;
}

/** Return true if nothing should move: the reader prefers it, or can't see the page. */
export function reducedMotion() {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Compute the styles of all that is in `el` anew whenever it comes into view; return a function that
 * stops it. JupyterLab leaves out the cells that are out of sight (`content-visibility`), and Chromium
 * can lose the styles of what changes there: a picture then has no height. A property that is
 * inherited makes it look at every element again.
 * @param {HTMLElement} el
 */
export function styleInView(el) {
  let times = 0;
  const observer = new IntersectionObserver((entries) => {
    if (entries[entries.length - 1].isIntersecting) el.style.setProperty("--ppnb-seen", String(++times));
  });
  observer.observe(el);
  return () => observer.disconnect();
}

// --- events and models --------------------------------------------------------------------------

/**
 * Listen to an element.
 * @param {EventTarget} target
 * @param {Record<string, (event: any) => void>} handlers by event
 * @param {boolean | AddEventListenerOptions} [options]
 */
export function on(target, handlers, options) {
  for (const [event, handler] of Object.entries(handlers)) target.addEventListener(event, handler, options);
}

/** Return true if a key belongs to the browser or the system. */
export function hasModifier(/** @type {KeyboardEvent} */ { altKey, ctrlKey, metaKey }) {
  return altKey || ctrlKey || metaKey;
}

/** Keep a handled event from the page and from what is around the board. */
export function consume(/** @type {Event} */ event) {
  event.preventDefault();
  event.stopPropagation();
}

/** Return what to do where a kernel has ended. @type {(model: Model, whose?: string) => string} */
export function kernelEnded(model, whose = "This board's") {
  const saved = model.get("controls")?.saved ? " The game is saved." : "";
  return `${whose} kernel has ended: run the cells above and this one again.${saved}`;
}

/** Listen to a model; return a function that stops it. marimo allows one event name per call.
 * @type {(model: Model, handlers: Record<string, (value?: any) => void>) => () => void} */
export function listen(model, handlers) {
  for (const [event, handler] of Object.entries(handlers)) model.on(event, handler);
  return () => {
    for (const [event, handler] of Object.entries(handlers)) model.off(event, handler);
  };
}

/** Set a trait here and in Python. @type {(model: Model, name: string, value: unknown) => void} */
export function save(model, name, value) {
  model.set(name, value);
  model.save_changes();
}

/** Return what this browser remembers under a key; null for nothing. @type {(key: string) => string | null} */
export function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a page may have no storage
  }
}

/** Remember a value in this browser. @type {(key: string, value: string) => void} */
export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // a page may have no storage
  }
}

// --- theme --------------------------------------------------------------------------------------

/** @typedef {"light" | "dark"} Theme */

const THEME_ATTRIBUTES = ["data-theme", "data-bs-theme", "data-vscode-theme-kind", "class"];

/**
 * Keep the attribute data-ppnb-theme of `el` up to date and call `changed` with the theme, now and
 * whenever it may have changed; return a function that stops it.
 * @param {Element} el
 * @param {(theme: Theme) => void} [changed]
 */
export function watchTheme(el, changed = () => {}) {
  const update = () => {
    const now = themeAround(el);
    setAttr(el, "data-ppnb-theme", now);
    changed(now);
  };
  const watcher = new MutationObserver(update);
  const attributeFilter = ["data-jp-theme-light", "style", ...THEME_ATTRIBUTES];
  for (const root of [document.documentElement, document.body]) {
    watcher.observe(root, { attributes: true, attributeFilter });
  }
  const sizes = new ResizeObserver(update); // `el` has no surroundings until it is in the page
  sizes.observe(el);
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", update);
  update();
  return () => {
    watcher.disconnect();
    sizes.disconnect();
    system.removeEventListener("change", update);
  };
}

/** Return the notebook's theme around `el`; the system's only if the notebook declares none.
 * @type {(el: Element) => Theme} */
function themeAround(el) {
  for (const outer of ancestors(el)) {
    const found = declaredTheme(outer);
    if (found) return found;
  }
  const scheme = getComputedStyle(el).colorScheme;
  if (/^(only )?(dark|light)$/.test(scheme)) return scheme.endsWith("dark") ? "dark" : "light";
  const both = scheme.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches;
  return both || hasDarkBackground(el) ? "dark" : "light";
}

/** Return the elements around `el`, from the nearest outward, through shadow roots.
 * @type {(el: Element) => Element[]} */
function ancestors(el) {
  const found = [];
  for (let /** @type {Node | null} */ at = el.parentNode; at; ) {
    if (at instanceof Element) found.push(at);
    at = at instanceof ShadowRoot ? at.host : at.parentNode;
  }
  return found;
}

/** @type {(el: Element) => Theme | null} */
function declaredTheme(el) {
  const jupyter = el.getAttribute("data-jp-theme-light");
  if (jupyter !== null) return jupyter === "false" ? "dark" : "light";
  for (const name of THEME_ATTRIBUTES) {
    const match = /(?:^|[\s-])(dark|light)(?:$|\s)/.exec(el.getAttribute(name) ?? "");
    if (match) return /** @type {Theme} */ (match[1]);
  }
  return null;
}

/** Return true if the nearest painted background behind `el` is dark. @type {(el: Element) => boolean} */
function hasDarkBackground(el) {
  for (const outer of ancestors(el)) {
    const [r, g, b, a = 1] = (getComputedStyle(outer).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
    if (a > 0.5) return 0.3 * r + 0.59 * g + 0.11 * b < 110;
  }
  return false;
}
