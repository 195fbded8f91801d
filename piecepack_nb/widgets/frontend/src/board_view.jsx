/** The board as a component, for widgets that show more than a board. */
/** @import { Model } from "./types.js" */

import { useLayoutEffect, useRef } from "preact/hooks";

import { makeBoard } from "./board.js";

/** `room`: the CSS pixels that the picture may be high; `moments`: what the panels around it show.
 * @param {{ model: Model, room?: () => number, moments?: import("./report.js").Moments }} props */
export function BoardView({ model, room, moments }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  useLayoutEffect(() => makeBoard(model, /** @type {HTMLDivElement} */ (place.current), room, moments), [model]);
  return <div class="ppnb-board-view" ref={place} />;
}
