/** The module of all widgets: anywidget's entry point. The trait `_view` says which widget a model is. */
/** @import { Model } from "./types.js" */

import { makeBoard } from "./board.js";
import { makeCanvasPanel } from "./canvas.jsx";
import { styleInView } from "./dom.js";
import { makeExplore } from "./explore.jsx";
import { makeMaze } from "./maze.jsx";
import { makeQuiz } from "./quiz.jsx";
import { makeTable } from "./table.jsx";

/** Each adds a view of the model to the element and returns a function that removes it.
 * @type {Record<string, (model: Model, el: HTMLElement) => () => void>} */
const VIEWS = {
  board: makeBoard,
  canvas: makeCanvasPanel,
  explore: makeExplore,
  maze: makeMaze,
  quiz: makeQuiz,
  table: makeTable,
};

export default {
  /** @param {{ model: Model, el: HTMLElement }} context */
  render({ model, el }) {
    const remove = VIEWS[model.get("_view") || "board"](model, el);
    const unwatch = styleInView(el);
    return () => {
      unwatch();
      remove();
    };
  },
};
