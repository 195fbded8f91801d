/** The bar of the timeline: a groove for the whole film, one for the steps of a turn, and buttons. */
/** @import { Film } from "./film.js" */

import { make, toggle } from "./dom.js";
import { makeKeys } from "./keys.js";
import { makeSlider } from "./slider.js";
import { node } from "./sprites.js";
import { span, thinned, turnOf } from "./turns.js";

const NEAR = 5; // CSS pixels between two lines of a groove at least
const HOLES = 7; // and between two holes

/** @param {import("./timeline.js").Timeline} timeline */
export function makeBar(timeline) {
  let wide = 1; // CSS pixels
  const turn = make("span", "this");
  const flag = make("span", "flag", { hidden: "" });
  const where = make("p", "where");
  const tools = make("div", "tools");
  const lines = node("svg", { preserveAspectRatio: "none" });
  const whole = makeSlider("whole", "Whole game", { seek, wish: timeline.wish, hover });
  const steps = makeSlider("steps", "Steps of the turn", {
    seek: seekStep,
    wish: (wish, quick) => timeline.wish(wish, quick, true),
  });
  const keys = makeKeys(["first", "turn-", "step-", "play", "step+", "turn+", "last"], (wish) => timeline.wish(wish));
  const row = make("div", "row", {}, keys.el, where, tools);
  const el = make("div", "bar", {}, whole.el, steps.el, row);
  whole.el.prepend(lines, turn);
  whole.el.append(flag);
  return { el, tools, whole, steps, rule, paint, tell };

  /** The film, which there is whenever the bar shows. */
  function film() {
    return /** @type {Film} */ (timeline.film);
  }

  /** Draw the lines between turns, as many as there is room for. */
  function rule(/** @type {number} */ width) {
    wide = width || wide;
    if (!timeline.film) return;
    const { turns, scenes } = timeline.film;
    const d = thinned(turns, wide / NEAR).map(({ at }) => `M${at} 0V1`);
    lines.setAttribute("viewBox", `0 0 ${scenes.length} 1`);
    lines.replaceChildren(node("path", { d: d.join("") }));
  }

  /** Show where the timeline stands. */
  function paint() {
    const { at, running, inner } = timeline;
    const { from, count, step, text } = timeline.place();
    const { last } = film();
    const part = (/** @type {number} */ frames) => frames / (last + 1);
    whole.show(part(at + 0.5));
    turn.style.left = `${part(from) * 100}%`;
    turn.style.width = `${part(count) * 100}%`;
    steps.show((step - 0.5) / count);
    steps.el.style.setProperty("--ppnb-holes", `${count}`);
    toggle(steps.el, "data-dense", count * HOLES > wide);
    where.textContent = text;
    keys.paint(running && !inner, !at && !inner, at === last);
  }

  /** Tell a screen reader where the timeline stands. */
  function tell(/** @type {string} */ caption) {
    const { count, step, text } = timeline.place();
    const said = caption ? `${text}: ${caption}` : text;
    whole.tell(0, film().last, timeline.at, said);
    steps.tell(1, count, step, said);
  }

  /** The turn and the frame at a part of the whole groove. */
  function under(/** @type {number} */ part) {
    const { scenes, turns, last } = film();
    const at = Math.min(last, Math.floor(part * scenes.length));
    return { at, turn: turnOf(turns, at) };
  }

  /** A press on the whole groove goes to the beginning of a turn, dragging from frame to frame. */
  function seek(/** @type {number} */ part, /** @type {boolean} */ dragged) {
    const { at, turn } = under(part);
    timeline.go(dragged ? at : film().turns[turn].at, true);
    hover(part);
  }

  function seekStep(/** @type {number} */ part) {
    const { from, count } = timeline.place();
    timeline.go(from + Math.min(count - 1, Math.floor(part * count)), true);
  }

  /** The title of the turn that is pointed at. */
  function hover(/** @type {number | null} */ part) {
    flag.hidden = part === null;
    if (part === null) return;
    const { turns, last } = film();
    const { turn } = under(part);
    const { from, count } = span(turns, turn, last + 1);
    const middle = `${((from + count / 2) / (last + 1)) * 100}%`;
    flag.textContent = turns[turn].title;
    flag.style.left = middle;
    flag.style.transform = `translateX(-${middle})`; // so that it never stands out at an end
  }
}
