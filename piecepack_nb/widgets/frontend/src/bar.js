/** The bar of the timeline: a groove for the whole film, one for the steps of a turn, and buttons. */
/** @import { Film } from "./film.js" */

import { make, toggle } from "./dom.js";
import { Keys } from "./keys.js";
import { Slider } from "./slider.js";
import { node } from "./sprites.js";
import { span, thinned, turnOf } from "./turns.js";

const NEAR = 5; // CSS pixels between two lines of a groove at least
const HOLES = 7; // and between two holes

export class Bar {
  #timeline;
  #keys;
  /** CSS pixels. */
  #wide = 1;
  #turn = make("span", "this");
  #flag = make("span", "flag", { hidden: "" });
  #where = make("p", "where");
  tools = make("div", "tools");
  el = make("div", "bar");
  #lines = node("svg", { preserveAspectRatio: "none" });

  /** @param {import("./timeline.js").Timeline} timeline */
  constructor(timeline) {
    this.#timeline = timeline;
    this.whole = new Slider("whole", "Whole game", {
      seek: (part, dragged) => this.#seek(part, dragged),
      wish: (wish, quick) => timeline.wish(wish, quick),
      hover: (part) => this.#hover(part),
    });
    this.steps = new Slider("steps", "Steps of the turn", {
      seek: (part) => this.#seekStep(part),
      wish: (wish, quick) => timeline.wish(wish, quick, true),
    });
    this.#keys = new Keys(["first", "turn-", "step-", "play", "step+", "turn+", "last"], (wish) =>
      timeline.wish(wish),
    );
    this.whole.el.prepend(this.#lines, this.#turn);
    this.whole.el.append(this.#flag);
    const row = make("div", "row");
    row.append(this.#keys.el, this.#where, this.tools);
    this.el.append(this.whole.el, this.steps.el, row);
  }

  /** The film, which there is whenever the bar shows. */
  get #film() {
    return /** @type {Film} */ (this.#timeline.film);
  }

  /** Draw the lines between turns, as many as there is room for. */
  rule(/** @type {number} */ wide) {
    this.#wide = wide || this.#wide;
    if (!this.#film) return;
    const lines = thinned(this.#film.turns, this.#wide / NEAR);
    const d = lines.map(({ at }) => `M${at} 0V1`).join("");
    this.#lines.setAttribute("viewBox", `0 0 ${this.#film.scenes.length} 1`);
    this.#lines.replaceChildren(node("path", { d }));
  }

  /** Show where the timeline stands. */
  paint() {
    const { at, running, inner, place } = this.#timeline;
    const { from, count, step, text } = place;
    const { last } = this.#film;
    const part = (/** @type {number} */ frames) => frames / (last + 1);
    this.whole.show(part(at + 0.5));
    this.#turn.style.left = `${part(from) * 100}%`;
    this.#turn.style.width = `${part(count) * 100}%`;
    this.steps.show((step - 0.5) / count);
    this.steps.el.style.setProperty("--ppnb-holes", `${count}`);
    toggle(this.steps.el, "data-dense", count * HOLES > this.#wide);
    this.#where.textContent = text;
    this.#keys.paint(running && !inner, !at && !inner, at === last);
  }

  /** Tell a screen reader where the timeline stands. */
  tell(/** @type {string} */ caption) {
    const { at, place } = this.#timeline;
    const text = caption ? `${place.text}: ${caption}` : place.text;
    this.whole.tell(0, this.#film.last, at, text);
    this.steps.tell(1, place.count, place.step, text);
  }

  /** The turn and the frame at a part of the whole groove. */
  #at(/** @type {number} */ part) {
    const { scenes, turns, last } = this.#film;
    const at = Math.min(last, Math.floor(part * scenes.length));
    return { at, turn: turnOf(turns, at) };
  }

  /** A press on the whole groove goes to the beginning of a turn, dragging from frame to frame. */
  #seek(/** @type {number} */ part, /** @type {boolean} */ dragged) {
    const { at, turn } = this.#at(part);
    this.#timeline.go(dragged ? at : this.#film.turns[turn].at, true);
    this.#hover(part);
  }

  #seekStep(/** @type {number} */ part) {
    const { from, count } = this.#timeline.place;
    this.#timeline.go(from + Math.min(count - 1, Math.floor(part * count)), true);
  }

  /** The title of the turn that is pointed at. */
  #hover(/** @type {number | null} */ part) {
    this.#flag.hidden = part === null;
    if (part === null) return;
    const { turns, last } = this.#film;
    const { turn } = this.#at(part);
    const { from, count } = span(turns, turn, last + 1);
    const middle = `${((from + count / 2) / (last + 1)) * 100}%`;
    this.#flag.textContent = turns[turn].title;
    this.#flag.style.left = middle;
    this.#flag.style.transform = `translateX(-${middle})`; // so that it never stands out at an end
  }
}
