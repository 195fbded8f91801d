/** Builds SVG nodes from shapes, which are data: only the sheet's tags and attributes, text as text. */
/** @import { Shape, Sheet } from "./types.js" */
/** @typedef {ReturnType<typeof makeSprites>} Sprites */
/** @typedef {{ suit?: string, face?: string, label?: string }} Values of what is drawn */

const NS = "http://www.w3.org/2000/svg";

/**
 * An SVG element with attributes and children.
 * @param {string} tag
 * @param {Record<string, string | number>} [attrs]
 * @param {(Node | string)[]} children
 */
export function node(tag, attrs = {}, ...children) {
  const made = /** @type {SVGElement} */ (document.createElementNS(NS, tag));
  for (const [name, value] of Object.entries(attrs)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** A transform that moves, then turns, then scales; x and y in hundredths. */
export function placed(/** @type {number} */ x, /** @type {number} */ y, angle = 0, scale = 1) {
  return `translate(${x} ${y}) rotate(${angle}) scale(${scale})`;
}

/** To hundredths, which is finer than can be seen. */
export function round(/** @type {number} */ value) {
  return Math.round(value * 100) / 100;
}

/** @type {(template: string, values: Values) => string} */
function fillIn(template, values) {
  if (/^\{(suit|face|label)\}$/.test(template)) return values[/** @type {keyof Values} */ (template.slice(1, -1))] ?? "";
  return template.replace("{suit}", values.suit ?? "").replace("{face}", values.face ?? "");
}

/**
 * @param {Sheet} sheet
 * @param {string} uid told apart from every other view on the page
 */
export function makeSprites(sheet, uid) {
  /** @type {Map<string, Element>} */
  const drawn = new Map();
  return { sheet, defs, sprite, build };

  function defs() {
    return node("defs", {}, ...build(sheet.defs, {}));
  }

  /** A group with the sprite in it; an unknown name gives an empty one. @type {(name: string, look: Values) => Element} */
  function sprite(name, { suit = "", face = "", label = "" }) {
    const key = [name, suit, face, label].join("\n");
    let made = drawn.get(key);
    if (!made) {
      const shapes = Object.hasOwn(sheet.sprites, name) ? sheet.sprites[name] : [];
      made = node("g", {}, ...build(shapes, { suit, face, label }));
      drawn.set(key, made);
    }
    return /** @type {Element} */ (made.cloneNode(true));
  }

  /** @type {(shapes: Shape[], values: Values) => Element[]} */
  function build(shapes, values) {
    return shapes.flatMap((shape) => one(shape, values) ?? []);
  }

  /** @type {(shape: Shape, values: Values) => Element | null} */
  function one([tag, attrs, inside], values) {
    if (tag === "use") return nested(attrs, values);
    if (!sheet.tags.includes(tag)) return null;
    const made = node(tag);
    for (const [name, value] of Object.entries(attrs)) {
      if (sheet.attributes.includes(name)) made.setAttribute(name, safe(name, String(value)));
    }
    if (typeof inside === "string") made.textContent = fillIn(inside, values);
    else if (inside) made.append(...build(inside, values));
    return made;
  }

  /** A fill "@wood" is this view's own gradient. */
  function safe(/** @type {string} */ name, /** @type {string} */ value) {
    if (name === "id") return `${uid}-${value}`;
    if (value.startsWith("@")) return `url(#${uid}-${value.slice(1)})`;
    return /url|\\/i.test(value) ? "" : value;
  }

  /** @type {(attrs: Record<string, any>, values: Values) => Element} */
  function nested(attrs, values) {
    const { suit = values.suit, face = values.face, label = values.label } = attrs;
    const { x = 0, y = 0, angle = 0, scale = 1 } = attrs;
    const own = { suit, face, label };
    const made = node("g", { transform: placed(x, y, angle, scale) }, sprite(fillIn(attrs.sprite, own), own));
    if ("suit" in attrs) made.setAttribute("class", `ppnb-suit-${suit}`);
    return made;
  }
}
