/**
 * A canvas that Python draws on by commands. The model draws them on a canvas out of sight, and each
 * view is a copy of that: a view made while the kernel is busy shows all that was drawn before.
 */
/** @import { Model } from "./types.js" */

import { make } from "./dom.js";

/** The methods and the properties of a context that Python may use; others are ignored. */
const METHODS = new Set([
  "arc", "beginPath", "clearRect", "clip", "closePath", "fill", "fillRect", "fillText", "lineTo", "moveTo", "rect",
  "restore", "save", "setLineDash", "stroke",
]);
const PROPERTIES = new Set([
  "fillStyle", "font", "lineCap", "lineJoin", "lineWidth", "strokeStyle", "textAlign", "textBaseline",
]);

/** @typedef {[name: string, ...values: any[]]} Command piecepack_nb/widgets/canvas.py explains it */

/** Draw what Python sends; return a function that adds a view to an element and returns its remover.
 * @type {(model: Model) => (el: HTMLElement) => () => void} */
export function makeCanvas(model) {
  const [width, height] = ["width", "height"].map((name) => String(model.get(name)));
  const blank = () => make("canvas", "picture", { width, height });
  const context = contextOf(blank());
  /** @type {Set<HTMLCanvasElement>} */
  const views = new Set();
  const copyTo = (/** @type {HTMLCanvasElement} */ view) => {
    const to = contextOf(view);
    to.globalCompositeOperation = "copy"; // what is transparent, too
    to.drawImage(context.canvas, 0, 0);
  };
  model.on("msg:custom", (/** @type {{ commands?: Command[] }} */ { commands }) => {
    for (const command of commands ?? []) obey(context, command);
    views.forEach(copyTo);
  });
  model.send({ ready: true });
  return (el) => {
    const view = blank();
    copyTo(view);
    views.add(view);
    el.append(view);
    return () => {
      views.delete(view);
      view.remove();
    };
  };
}

/** Draw one command; ignore one with wrong values. @type {(context: any, command: Command) => void} */
function obey(context, command) {
  try {
    const [name, ...values] = command;
    if (METHODS.has(name)) context[name](...values);
    else if (name === "set" && PROPERTIES.has(values[0])) context[values[0]] = values[1];
  } catch {
    // the rest of the picture counts
  }
}

/** @type {(canvas: HTMLCanvasElement) => CanvasRenderingContext2D} */
function contextOf(canvas) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
}
