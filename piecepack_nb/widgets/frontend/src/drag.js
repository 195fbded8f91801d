/** Dragging a piece with a pointer from one spot to another. */
/** @import { Piece, Spot } from "./types.js" */

import { on, taken, toggle } from "./dom.js";
import { covers, nearest, onTable } from "./geometry.js";

const STARTS = 6; // CSS pixels before a press counts as a drag
const NEAR = 0.75; // squares beside a spot at which a drop still counts for it
/** @typedef {{ spot: Spot, piece: Piece, id: number, x: number, y: number, on: boolean }} Drag */

export class Dragging {
  #stage;
  #spots;
  #over = false;
  #dropped;
  #box;

  /**
   * @param {HTMLElement} box over the stage, holds the buttons
   * @param {import("./spots.js").Spots} spots
   * @param {import("./stage.js").Stage} stage
   * @param {(from: Spot, to: Spot) => void} dropped
   */
  constructor(box, spots, stage, dropped) {
    this.#box = box;
    this.#spots = spots;
    this.#stage = stage;
    this.#dropped = dropped;
    /** @type {Drag | null} */ this.drag = null;
    on(box, {
      pointerdown: (event) => this.#down(event),
      pointermove: (event) => this.#move(event),
      pointerup: (event) => this.#up(event),
      pointercancel: () => this.end(),
    });
    on(box, { click: (event) => this.#swallow(event) }, true);
  }

  #down(/** @type {PointerEvent} */ event) {
    const spot = this.#spots.under(event.target);
    const piece = event.button === 0 && spot?.drag && this.#pieceOn(spot);
    this.#over = false;
    if (!spot || !piece) return;
    this.drag = { spot, piece, id: event.pointerId, x: event.clientX, y: event.clientY, on: false };
  }

  /** The uppermost piece on a spot. @param {Spot} spot @returns {Piece | undefined} */
  #pieceOn(spot) {
    const { layout, scene } = this.#stage;
    const there = (scene?.pieces ?? []).filter((piece) => {
      const at = onTable(layout, piece);
      return at && covers(layout, spot, at);
    });
    return there.sort((a, b) => (a.z ?? 3) - (b.z ?? 3)).pop();
  }

  #move(/** @type {PointerEvent} */ event) {
    const drag = this.drag;
    if (!drag || drag.id !== event.pointerId) return;
    if (!event.buttons) return this.end();
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    if (!drag.on && Math.hypot(dx, dy) < STARTS) return;
    if (!drag.on) this.#box.setPointerCapture(drag.id);
    drag.on = true;
    toggle(this.#box, "data-dragging", true);
    const unit = this.#unit();
    this.#stage.nudge(drag.piece, dx / unit, dy / unit);
  }

  /** CSS pixels a square. */
  #unit() {
    return this.#box.getBoundingClientRect().width / this.#stage.layout.width || 1;
  }

  #up(/** @type {PointerEvent} */ event) {
    const drag = this.drag;
    if (!drag || drag.id !== event.pointerId) return;
    const to = drag.on ? this.#target(event) : null;
    this.#over = drag.on; // the click that follows belongs to the drag
    if (to && to.id !== drag.spot.id) {
      this.drag = null;
      toggle(this.#box, "data-dragging", false);
      this.#dropped(drag.spot, to);
    } else this.end();
  }

  /** The spot to drop on that is nearest to the pointer, if one is near. */
  #target(/** @type {PointerEvent} */ event) {
    const box = this.#box.getBoundingClientRect();
    const unit = this.#unit();
    /** @type {[number, number]} */
    const at = [(event.clientX - box.left) / unit, (event.clientY - box.top) / unit];
    const open = [...this.#spots.held.values()].filter(({ spot }) => spot.drop);
    const { layout } = this.#stage;
    const hit = open.filter(({ spot }) => covers(layout, spot, at));
    const among = hit.length ? hit : open;
    const best = among[nearest(among.map((held) => held.at), at)];
    if (!best || (!hit.length && Math.hypot(best.at[0] - at[0], best.at[1] - at[1]) > NEAR)) return null;
    return best.spot;
  }

  #swallow(/** @type {MouseEvent} */ event) {
    if (!this.#over) return;
    this.#over = false;
    taken(event);
  }

  end() {
    if (this.drag?.on && this.#stage.scene) this.#stage.draw(this.#stage.scene);
    this.drag = null;
    toggle(this.#box, "data-dragging", false);
  }
}
