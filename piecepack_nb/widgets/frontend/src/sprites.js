/** Builds SVG nodes from shapes, which are data: only known tags and attributes, text as text. */
/** @import { Shape, Sheet } from "./types.js" */

const NS = "http://www.w3.org/2000/svg";
const TAGS = new Set(
  "g rect circle ellipse path line polyline polygon text linearGradient radialGradient stop".split(" "),
);
const ATTRIBUTES = new Set(
  ("id x y width height rx ry cx cy r x1 y1 x2 y2 points d transform class fill stroke stroke-width " +
    "stroke-linecap stroke-linejoin stroke-dasharray stroke-opacity fill-opacity fill-rule opacity " +
    "font-size font-weight text-anchor offset").split(" "),
);
/** @typedef {Record<string, string>} Values suit, face and label of what is drawn */

/**
 * An SVG element with attributes.
 * @param {string} tag
 * @param {Record<string, string | number>} [attrs]
 */
export function node(tag, attrs = {}) {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attrs)) made.setAttribute(name, String(value));
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
  if (/^\{(suit|face|label)\}$/.test(template)) return values[template.slice(1, -1)] ?? "";
  return template.replace("{suit}", values.suit ?? "").replace("{face}", values.face ?? "");
}

export class Sprites {
  #uid;
  #drawn;

  /**
   * @param {Sheet} sheet
   * @param {string} uid told apart from every other view on the page
   */
  constructor(sheet, uid) {
    this.sheet = sheet;
    this.#uid = uid;
    /** @type {Map<string, Element>} */
    this.#drawn = new Map();
  }

  defs() {
    const defs = node("defs");
    defs.append(...this.build(this.sheet.defs, {}));
    return defs;
  }

  /**
   * A group with the sprite in it; an unknown name gives an empty one.
   * @param {string} name
   * @param {{ suit?: string, face?: string, label?: string }} look
   */
  sprite(name, { suit = "", face = "", label = "" }) {
    const key = [name, suit, face, label].join("\n");
    let drawn = this.#drawn.get(key);
    if (!drawn) {
      drawn = node("g");
      const shapes = Object.hasOwn(this.sheet.sprites, name) ? this.sheet.sprites[name] : [];
      drawn.append(...this.build(shapes, { suit, face, label }));
      this.#drawn.set(key, drawn);
    }
    return /** @type {Element} */ (drawn.cloneNode(true));
  }

  /** @type {(shapes: Shape[], values: Values) => Element[]} */
  build(shapes, values) {
    return shapes.flatMap((shape) => this.#one(shape, values) ?? []);
  }

  /** @type {(shape: Shape, values: Values) => Element | null} */
  #one([tag, attrs, inside], values) {
    if (tag === "use") return this.#nested(attrs, values);
    if (!TAGS.has(tag)) return null;
    const made = node(tag);
    for (const [name, value] of Object.entries(attrs)) {
      if (ATTRIBUTES.has(name)) made.setAttribute(name, this.#value(name, String(value)));
    }
    if (typeof inside === "string") made.textContent = fillIn(inside, values);
    else if (inside) made.append(...this.build(inside, values));
    return made;
  }

  /** A fill "@wood" is this view's own gradient. */
  #value(/** @type {string} */ name, /** @type {string} */ value) {
    if (name === "id") return `${this.#uid}-${value}`;
    if (value.startsWith("@")) return `url(#${this.#uid}-${value.slice(1)})`;
    return /url|\\/i.test(value) ? "" : value;
  }

  /** @type {(attrs: Record<string, any>, values: Values) => Element} */
  #nested(attrs, values) {
    const own = { ...values };
    for (const name of ["suit", "face", "label"]) if (name in attrs) own[name] = String(attrs[name]);
    const { x = 0, y = 0, angle = 0, scale = 1 } = attrs;
    const made = node("g", { transform: placed(x, y, angle, scale) });
    if ("suit" in attrs) made.setAttribute("class", `ppnb-suit-${own.suit}`);
    made.append(this.sprite(fillIn(String(attrs.sprite), own), own));
    return made;
  }
}
