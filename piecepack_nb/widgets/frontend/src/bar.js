/** The bar of the timeline: a groove for the whole film, one for the steps of a turn, and buttons. */
/** @import { Film } from "./film.js" */
/** @import { Wish } from "./slider.js" */

import { iconButton, make, rename, toggle } from "./dom.js";
import { Slider } from "./slider.js";
import { node } from "./sprites.js";
import { span, thinned, turnOf } from "./turns.js";

export const PLAY = "M8 5v14l11-7z";
export const PAUSE = "M7 5h4v14H7zM13 5h4v14h-4z";
export const BACK = "M14 6l-6 6 6 6";
export const ON = "M10 6l6 6-6 6";
const NEAR = 5; // CSS pixels between two lines of a groove at least
/** @type {[Wish, string, string, string][]} */
const BUTTONS = [
  ["first", "To the start", "M6 6v12M17 6l-6 6 6 6", "Home"],
  ["turn-", "Turn back", "M12 6l-6 6 6 6M18 6l-6 6 6 6", "<"],
  ["step-", "Step back", BACK, ","],
  ["play", "Play", PLAY, "Space"],
  ["step+", "Step forward", ON, "."],
  ["turn+", "Turn forward", "M12 6l6 6-6 6M6 6l6 6-6 6", ">"],
  ["last", "To the end", "M18 6v12M7 6l6 6-6 6", "End"],
];

export class Bar {
  /** @param {import("./timeline.js").Timeline} timeline */
  constructor(timeline) {
    this.timeline = timeline;
    this.wide = 0;
    const wish = (/** @type {Wish} */ wish, /** @type {boolean} */ quick) => timeline.wish(wish, quick);
    this.whole = new Slider("whole", "Whole game", {
      seek: (part, dragged) => this.seek(part, dragged),
      wish,
      hover: (part) => this.hover(part),
      done: () => this.hover(null),
    });
    this.steps = new Slider("steps", "Steps of the turn", {
      seek: (part) => timeline.go(this.stepAt(part), true),
      wish: (wanted, quick) => this.wishStep(wanted, quick),
    });
    this.lines = node("svg", { preserveAspectRatio: "none", "aria-hidden": "true" });
    this.turn = make("span", "turn");
    this.flag = make("span", "flag", { hidden: "", "aria-hidden": "true" });
    this.whole.el.prepend(this.lines, this.turn);
    this.whole.el.append(this.flag);
    this.where = make("p", "where");
    this.buttons = new Map(BUTTONS.map(([name, label, icon, key]) => [name, this.button(name, label, icon, key)]));
    this.keys = make("div", "keys");
    this.keys.append(...this.buttons.values());
    this.tools = make("div", "tools");
    const row = make("div", "row");
    row.append(this.keys, this.where, this.tools);
    this.el = make("div", "bar");
    this.el.append(this.whole.el, this.steps.el, row);
  }

  /** @type {(name: Wish, label: string, icon: string, key: string) => HTMLButtonElement} */
  button(name, label, icon, key) {
    const made = iconButton(`key ${name === "play" ? "play" : ""}`, label, icon, key);
    made.addEventListener("click", () => this.timeline.wish(name));
    return made;
  }

  /** @param {Film} film */
  load(film) {
    this.lines.setAttribute("viewBox", `0 0 ${film.scenes.length} 1`);
    this.rule();
  }

  /** The bar is this many CSS pixels wide. */
  resize(/** @type {number} */ wide) {
    this.wide = wide;
    this.rule();
  }

  /** Draw the lines between turns, as many as there is room for. */
  rule() {
    const turns = this.timeline.film?.turns ?? [];
    const d = thinned(turns, this.wide / NEAR).map(({ at }) => `M${at} 0V1`).join("");
    this.lines.replaceChildren(node("path", { d, "vector-effect": "non-scaling-stroke" }));
  }

  /** Show where the timeline stands. */
  paint() {
    const { film, at, running, inner } = this.timeline;
    if (!film) return;
    const { from, count, step, text } = this.timeline.place;
    const all = film.scenes.length;
    this.whole.show((at + 0.5) / all);
    this.turn.style.left = `${(from / all) * 100}%`;
    this.turn.style.width = `${(count / all) * 100}%`;
    this.steps.show((step - 0.5) / count);
    this.steps.el.style.setProperty("--ppnb-holes", `${count}`);
    toggle(this.steps.el, "data-dense", count * 7 > this.wide && "yes");
    this.where.textContent = text;
    const play = /** @type {HTMLElement} */ (this.buttons.get("play"));
    rename(play, running && !inner ? "Pause" : "Play", "Space");
    play.querySelector("path")?.setAttribute("d", running && !inner ? PAUSE : PLAY);
    for (const [name, button] of this.buttons) {
      const end = /first|-/.test(name) ? at === 0 && !inner : name !== "play" && at === film.last;
      toggle(button, "aria-disabled", end && "true");
    }
  }

  /** Tell a screen reader where the timeline stands. */
  tell(/** @type {string} */ caption) {
    const { film, at, place } = this.timeline;
    if (!film) return;
    const text = caption ? `${place.text}: ${caption}` : place.text;
    this.whole.tell({ min: 0, max: film.last, now: at, text });
    this.steps.tell({ min: 1, max: place.count, now: place.step, text });
  }

  /** The frame at a part of the whole groove. */
  frameAt(/** @type {number} */ part) {
    const all = this.timeline.film?.scenes.length ?? 1;
    return Math.min(all - 1, Math.floor(part * all));
  }

  /** The frame at a part of the steps' groove. */
  stepAt(/** @type {number} */ part) {
    const { from, count } = this.timeline.place;
    return from + Math.min(count - 1, Math.floor(part * count));
  }

  /** A press on the whole groove goes to the beginning of a turn, dragging from frame to frame. */
  seek(/** @type {number} */ part, /** @type {boolean} */ dragged) {
    const turns = this.timeline.film?.turns ?? [];
    const at = this.frameAt(part);
    this.timeline.go(dragged ? at : turns[turnOf(turns, at)].at, true);
    this.hover(part);
  }

  /** In the steps' groove the ends are those of the turn. @type {(wish: Wish, quick: boolean) => void} */
  wishStep(wish, quick) {
    const { from, count } = this.timeline.place;
    if (wish === "first") this.timeline.go(from);
    else if (wish === "last") this.timeline.go(from + count - 1);
    else this.timeline.wish(wish, quick);
  }

  /** The title of the turn that is pointed at. */
  hover(/** @type {number | null} */ part) {
    const { film } = this.timeline;
    this.flag.hidden = part === null || !film;
    if (part === null || !film) return;
    const turn = turnOf(film.turns, this.frameAt(part));
    const { from, count } = span(film.turns, turn, film.scenes.length);
    this.flag.textContent = film.turns[turn].title;
    const half = this.flag.offsetWidth / 2 / (this.wide || 1);
    const middle = (from + count / 2) / film.scenes.length;
    this.flag.style.left = `${Math.max(half, Math.min(1 - half, middle)) * 100}%`;
  }

  stop() {
    this.whole.stop();
    this.steps.stop();
  }
}
