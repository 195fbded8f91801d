/** The module of all widgets: anywidget's entry point. The trait `_view` says which widget a model is. */
/** @import { Model } from "./types.js" */

import { makeBoard } from "./board.js";
import { makeCanvas } from "./canvas.js";
import { makeCanvasPanel } from "./canvas_panel.jsx";
import { makeDesignMap } from "./design_map.jsx";
import { styleInView } from "./dom.js";
import { makeExplore } from "./explore.jsx";
import { LinkPart } from "./link.jsx";
import { keepLooks } from "./looks.js";
import { makeMaze } from "./maze.jsx";
import { makePoll } from "./poll.jsx";
import { makeQuiz } from "./quiz.jsx";
import { makeTable } from "./table.jsx";
import { bringIntoView, mount } from "./ui.jsx";

/** Each adds a view of the model to the element and returns a function that removes it.
 * @type {Record<string, (model: Model, el: HTMLElement) => () => void>} */
const VIEWS = {
  board: makeBoard,
  "canvas-panel": makeCanvasPanel,
  "design-map": makeDesignMap,
  explore: makeExplore,
  maze: makeMaze,
  poll: makePoll,
  quiz: makeQuiz,
  table: makeTable,
};

const LINKED = new Set(["board", "explore", "quiz"]); // the others have their own place for the button

const FILM_READ = 500; // milliseconds until a film is unpacked and drawn, so that its height is known

const QUIET = "data-lm-suppress-shortcuts";

/** Ctrl + S and Cmd + S save the notebook, though where one plays JupyterLab's shortcuts are off.
 * @param {KeyboardEvent} event */
function letSave({ key, ctrlKey, metaKey, target }) {
  const quiet = /** @type {Element} */ (target).closest?.(`[${QUIET}]`);
  if (!quiet || key !== "s" || !(ctrlKey || metaKey)) return;
  quiet.removeAttribute(QUIET);
  setTimeout(() => quiet.setAttribute(QUIET, "true"));
}
globalThis.addEventListener?.("keydown", letSave, true); // before JupyterLab, which listens on the document

/** Return one widget's hooks: a canvas is made with the model, and its views show it. */
export default () => {
  /** @type {ReturnType<typeof makeCanvas> | undefined} */
  let addCanvas;
  return {
    /** @param {{ model: Model }} context */
    initialize({ model }) {
      if (model.get("_view") === "canvas") addCanvas = makeCanvas(model);
    },
    /** @param {{ model: Model, el: HTMLElement }} context */
    render({ model, el }) {
      const remove = addCanvas?.(el) ?? VIEWS[model.get("_view") || "board"](model, el);
      const unlink = LINKED.has(model.get("_view")) && model.get("link_card") ? mount(el, "linked", <LinkPart model={model} />) : () => {};
      const unwatch = styleInView(el);
      const unlook = keepLooks(model, el);
      const unscroll = model.get("film")?.byteLength ? bringIntoView(el, FILM_READ) : () => {}; // its controls are low
      return () => {
        unscroll();
        unlook();
        unwatch();
        unlink();
        remove();
      };
    },
  };
};
