/** The board as a component, for widgets that show more than a board. */
/** @import { Model } from "./types.js" */

import { useLayoutEffect, useRef } from "preact/hooks";

import { makeBoard } from "./board.js";

/** `room`: the CSS pixels that the picture may be high. @param {{ model: Model, room?: () => number }} props */
export function BoardView({ model, room }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  useLayoutEffect(() => makeBoard(model, /** @type {HTMLDivElement} */ (place.current), room), [model]);
  return <div class="ppnb-board-view" ref={place} />;
}
