/** The board as a component, for widgets that show more than a board. */
/** @import { Model } from "./types.js" */

import { useLayoutEffect, useRef } from "preact/hooks";

import { makeBoard } from "./board.js";

/** @param {{ model: Model }} props */
export function BoardView({ model }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  useLayoutEffect(() => makeBoard(model, /** @type {HTMLDivElement} */ (place.current)), [model]);
  return <div class="ppnb-board-view" ref={place} />;
}
