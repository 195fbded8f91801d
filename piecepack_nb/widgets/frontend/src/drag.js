/** Dragging what stands on a spot with a pointer to another spot. */
/** @import { Piece, Spot } from "./types.js" */

import { on, taken, toggle } from "./dom.js";
import { covers, nearest, onTable } from "./geometry.js";

const STARTS = 6; // CSS pixels before a press counts as a drag
const NEAR = 0.75; // squares beside a spot at which a drop still counts for it
/** @typedef {{ spot: Spot, pieces: Piece[], id: number, x: number, y: number, on: boolean }} Drag */

/**
 * @param {HTMLElement} box over the stage, holds the buttons
 * @param {import("./spots.js").Spots} spots
 * @param {import("./stage.js").Stage} stage
 * @param {(from: Spot, to: Spot) => void} dropped
 */
export function makeDragging(box, spots, stage, dropped) {
  const me = { drag: /** @type {Drag | null} */ (null), end };
  let over = false; // the click that follows belongs to the drag
  on(box, { pointerdown: down, pointermove: move, pointerup: up, pointercancel: () => end() });
  on(box, { click: swallow }, true);
  return me;

  function down(/** @type {PointerEvent} */ event) {
    const spot = spots.under(event.target);
    const pieces = event.button === 0 && spot?.drag ? piecesOn(spot) : [];
    over = false;
    if (!spot || !pieces.length) return;
    me.drag = { spot, pieces, id: event.pointerId, x: event.clientX, y: event.clientY, on: false };
  }

  /** The uppermost piece on a spot; with all that it stands on, where it is lifted above its place.
   * @param {Spot} spot */
  function piecesOn(spot) {
    const there = (stage.scene?.pieces ?? []).filter((piece) => {
      const at = onTable(stage.layout, piece);
      return at && covers(stage.layout, spot, at);
    });
    there.sort((a, b) => (a.z ?? 3) - (b.z ?? 3));
    const top = there[there.length - 1];
    return there.filter((piece) => piece === top || (top.lift && piece.x === top.x && piece.y === top.y));
  }

  /** The drag that a pointer is at. */
  function dragged(/** @type {PointerEvent} */ event) {
    return me.drag?.id === event.pointerId ? me.drag : null;
  }

  function move(/** @type {PointerEvent} */ event) {
    const drag = dragged(event);
    if (!drag) return;
    if (!event.buttons) return end();
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    if (!drag.on && Math.hypot(dx, dy) < STARTS) return;
    if (!drag.on) box.setPointerCapture(drag.id);
    drag.on = true;
    toggle(box, "data-dragging", true);
    stage.nudge(drag.pieces, ...(caught(drag, event) ?? [dx / unit(), dy / unit()]));
  }

  /** How far it is to the small place that a pointer is near: such a place draws to it what is dragged.
   * @type {(drag: Drag, event: PointerEvent) => [number, number] | null} */
  function caught({ spot }, event) {
    const to = target(event);
    const [from, end] = [spot, to].map((each) => each && spots.held.get(each.id)?.at);
    return to && from && end && spots.small(to) ? [end[0] - from[0], end[1] - from[1]] : null; // small ones catch it
  }

  /** CSS pixels a square. */
  function unit() {
    return box.getBoundingClientRect().width / stage.layout.width || 1;
  }

  function up(/** @type {PointerEvent} */ event) {
    const drag = dragged(event);
    if (!drag) return;
    const to = drag.on && target(event);
    over = drag.on;
    if (!to || to.id === drag.spot.id) return end();
    end(true);
    dropped(drag.spot, to);
  }

  /** The spot to drop on that is nearest to the pointer, if one is near. */
  function target(/** @type {PointerEvent} */ event) {
    const at = spots.place(event);
    const open = [...spots.held.values()].filter(({ spot }) => spot.drop);
    const hit = open.filter(({ spot }) => covers(stage.layout, spot, at));
    const among = hit.length ? hit : open;
    const best = among[nearest(among.map((held) => held.at), at)];
    const far = best && Math.hypot(best.at[0] - at[0], best.at[1] - at[1]);
    return hit.length || far <= NEAR ? best.spot : null;
  }

  function swallow(/** @type {MouseEvent} */ event) {
    if (!over) return;
    over = false;
    taken(event);
  }

  /** No longer drag; what was dragged goes back, or stays where it is for the moment. */
  function end(stays = false) {
    if (!stays && me.drag?.on && stage.scene) stage.draw(stage.scene);
    me.drag = null;
    toggle(box, "data-dragging", false);
  }
}
