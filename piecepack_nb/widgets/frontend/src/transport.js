/** The transport of a timeline: its buttons, its sliders, and the bars that hold them. */
/** @import { Film } from "./film.js" */
/** @import { Timeline } from "./timeline.js" */
/** @typedef {"step+" | "step-" | "turn+" | "turn-" | "first" | "last" | "play"} Command */

import { activeElement, consume, focusInPlace, hasModifier, make, makeSvg, percent, setAttr, setIcon } from "./dom.js";
import { thinTurns, turnOf, turnSpan } from "./film.js";
import { clamp } from "./geometry.js";

// --- buttons ------------------------------------------------------------------------------------

/** @type {Record<Command, [label: string, icon: string, key: string]>} */
export const BUTTONS = {
  first: ["Go to the start", "M6 6v12M17 6l-6 6 6 6", "Home"],
  "turn-": ["Previous turn", "M12 6l-6 6 6 6M18 6l-6 6 6 6", "<"],
  "step-": ["Previous step", "M14 6l-6 6 6 6", ","],
  play: ["Play", "M8 5v14l11-7z", "Space"],
  "step+": ["Next step", "M10 6l6 6-6 6", "."],
  "turn+": ["Next turn", "M12 6l6 6-6 6M6 6l6 6-6 6", ">"],
  last: ["Go to the end", "M18 6v12M7 6l6 6-6 6", "End"],
};
/** @type {[label: string, icon: string, key: string]} */
const PAUSE = ["Pause", "M7 5h4v14H7zM13 5h4v14h-4z", "Space"];

/**
 * @param {Command[]} names which buttons
 * @param {(command: Command) => void} command
 */
function makeTransport(names, command) {
  const buttons = names.map((name) => {
    const look = `button transport-button ${name === "play" ? "main play" : ""}`;
    return setIcon(make("button", look, { click: () => command(name) }), ...BUTTONS[name]);
  });
  return { el: make("div", "transport", {}, ...buttons), paint };

  /** Show play or pause, and disable what leads beyond an end.
   * @type {(running: boolean, atFirst: boolean, atLast: boolean) => void} */
  function paint(running, atFirst, atLast) {
    for (const [i, name] of names.entries()) {
      const disabled = /first|-/.test(name) ? atFirst : name !== "play" && atLast;
      setAttr(buttons[i], "aria-disabled", disabled && "true");
      if (name === "play") setIcon(buttons[i], ...(running ? PAUSE : BUTTONS.play));
    }
  }
}

// --- slider -------------------------------------------------------------------------------------

const KEYS = {
  ArrowRight: "step+",
  ArrowUp: "step+",
  ArrowLeft: "step-",
  ArrowDown: "step-",
  PageUp: "turn+",
  PageDown: "turn-",
  Home: "first",
  End: "last",
  " ": "play",
  Enter: "play",
};
/**
 * @typedef {object} Hooks
 * @property {(part: number, dragged: boolean) => void} seek the pointer is at this part of the track,
 *   0 to 1; at most once per animation frame
 * @property {(command: Command, quick: boolean) => void} command a key was pressed; quick: it is held
 * @property {(part: number | null) => void} [hover] the mouse is over this part, or has left
 */

/**
 * A slider for frames: a track with a thumb, moved by mouse, touch and keys.
 * @param {string} look
 * @param {string} label its accessible name
 * @param {Hooks} hooks
 */
function makeSlider(look, label, hooks) {
  /** The pointer that is down, and where it was pressed. */
  let press = { id: -1, x: 0, dragged: false };
  let wanted = 0;
  let animation = 0;
  const thumb = make("span", "slider-thumb");
  const pointer = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up };
  const handlers = { ...pointer, pointerleave: () => hooks.hover?.(null), keydown: key };
  const attrs = { role: "slider", tabindex: "0", "aria-label": label };
  const el = make("div", `slider-track ${look}`, { ...attrs, ...handlers }, thumb);
  return { el, show, announce, stop };

  /** Put the thumb at this part of the track, 0 to 1. */
  function show(/** @type {number} */ part) {
    thumb.style.left = percent(part);
  }

  /** @type {(min: number, max: number, now: number, text: string) => void} */
  function announce(min, max, now, text) {
    const values = { valuemin: min, valuemax: max, valuenow: now, valuetext: text };
    for (const [name, value] of Object.entries(values)) setAttr(el, `aria-${name}`, `${value}`);
  }

  function down(/** @type {PointerEvent} */ event) {
    if (event.button) return;
    press = { id: event.pointerId, x: event.clientX, dragged: false };
    el.setPointerCapture(event.pointerId);
    focusInPlace(el);
    seek(event);
  }

  function move(/** @type {PointerEvent} */ event) {
    if (event.pointerType === "mouse") hooks.hover?.(partAt(event));
    if (event.pointerId !== press.id) return;
    press.dragged ||= Math.abs(event.clientX - press.x) > 3;
    if (press.dragged) seek(event);
  }

  function up() {
    flush();
    press.id = -1;
  }

  /** Return the part of the track that an event is at. @param {PointerEvent} event */
  function partAt(event) {
    const { left, width } = el.getBoundingClientRect();
    return clamp((event.clientX - left) / (width || 1), 0, 1);
  }

  /** @param {PointerEvent} event */
  function seek(event) {
    wanted = partAt(event);
    animation ||= requestAnimationFrame(flush);
  }

  function flush() {
    if (animation) hooks.seek(wanted, press.dragged);
    stop();
  }

  function stop() {
    cancelAnimationFrame(animation);
    animation = 0;
  }

  function key(/** @type {KeyboardEvent} */ event) {
    const command = /** @type {Command | undefined} */ (KEYS[/** @type {keyof typeof KEYS} */ (event.key)]);
    if (!command || hasModifier(event) || event.shiftKey) return;
    consume(event);
    hooks.command(command, event.repeat);
  }
}

// --- the bar of the film ------------------------------------------------------------------------

const LINE_DISTANCE = 5; // the fewest CSS pixels between the lines of two turns
const DOT_DISTANCE = 7; // and between the dots of two steps

/** The bar has a slider for the whole film, one for the steps of a turn, and buttons.
 * @param {Timeline} timeline */
export function makeBar(timeline) {
  let width = 1; // CSS pixels
  const currentTurn = make("span", "current-turn");
  const flag = make("span", "flag", { hidden: "" });
  const progress = make("p", "progress");
  const tools = make("div", "tools");
  const lines = makeSvg("svg", { preserveAspectRatio: "none" });
  const whole = makeSlider("whole", "Whole game", { seek, command: timeline.command, hover });
  const steps = makeSlider("steps", "Steps of the turn", {
    seek: seekStep,
    command: (command, quick) => timeline.command(command, quick, true),
  });
  const transport = makeTransport(["first", "turn-", "step-", "play", "step+", "turn+", "last"], (command) =>
    timeline.command(command),
  );
  const row = make("div", "row", {}, transport.el, progress, tools);
  const el = make("div", "bar", {}, whole.el, steps.el, row);
  whole.el.prepend(lines, currentTurn);
  whole.el.append(flag);
  return { el, tools, whole, steps, drawTurns, paint, announce };

  /** Return the film; the bar shows only if there is one. */
  function film() {
    return /** @type {Film} */ (timeline.film);
  }

  /** Draw as many of the lines between turns as fit; 0 keeps the width. */
  function drawTurns(/** @type {number} */ newWidth) {
    width = newWidth || width;
    if (!timeline.film) return;
    const { turns, scenes } = timeline.film;
    const d = thinTurns(turns, width / LINE_DISTANCE).map(({ at }) => `M${at} 0V1`);
    setAttr(lines, "viewBox", `0 0 ${scenes.length} 1`);
    lines.replaceChildren(makeSvg("path", { d: d.join("") }));
  }

  function paint() {
    const { frame, running, nested } = timeline;
    const { from, count, step, text } = timeline.place();
    const { last } = film();
    const part = (/** @type {number} */ frames) => frames / (last + 1);
    whole.show(part(frame + 0.5));
    currentTurn.style.left = percent(part(from));
    currentTurn.style.width = percent(part(count));
    steps.show((step - 0.5) / count);
    steps.el.style.setProperty("--ppnb-dots", `${count}`);
    setAttr(steps.el, "data-dense", count * DOT_DISTANCE > width);
    progress.textContent = text;
    transport.paint(running && !nested, !frame && !nested, frame === last);
  }

  function announce(/** @type {string} */ caption) {
    const { count, step, text } = timeline.place();
    const value = caption ? `${text}: ${caption}` : text;
    whole.announce(0, film().last, timeline.frame, value);
    steps.announce(1, count, step, value);
  }

  /** Return the frame and the turn at a part of the whole track. */
  function frameAt(/** @type {number} */ part) {
    const { scenes, turns, last } = film();
    const frame = Math.min(last, Math.floor(part * scenes.length));
    return { frame, turn: turnOf(turns, frame) };
  }

  /** A press goes to the beginning of a turn, a drag to the frame. */
  function seek(/** @type {number} */ part, /** @type {boolean} */ dragged) {
    const { frame, turn } = frameAt(part);
    timeline.go(dragged ? frame : film().turns[turn].at, true);
    hover(part);
  }

  function seekStep(/** @type {number} */ part) {
    const { from, count } = timeline.place();
    timeline.go(from + Math.min(count - 1, Math.floor(part * count)), true);
  }

  /** Show the title of the turn that is pointed at. */
  function hover(/** @type {number | null} */ part) {
    flag.hidden = part === null;
    if (part === null) return;
    const { turns, last } = film();
    const { turn } = frameAt(part);
    const { from, count } = turnSpan(turns, turn, last + 1);
    const middle = percent((from + count / 2) / (last + 1));
    flag.textContent = turns[turn].title;
    flag.style.left = middle;
    flag.style.transform = `translateX(-${middle})`; // keeps it between the ends
  }
}

// --- the bar of nested scenes -------------------------------------------------------------------

/** The smaller bar is for a frame's nested scenes, such as the search that chose a path.
 * @param {Timeline} timeline */
export function makeNestedBar(timeline) {
  const progress = make("p", "progress");
  const close = make("button", "button transport-button", { click: () => timeline.leave() });
  setIcon(close, "Close", "M7 7l10 10M17 7L7 17", "Escape");
  const transport = makeTransport(["step-", "play", "step+"], (command) => timeline.nestedCommand(command));
  const slider = makeSlider("nested", "", {
    seek: (part) => timeline.goNested(Math.round(part * count()), true),
    command: timeline.nestedCommand,
  });
  const row = make("div", "row", {}, transport.el, slider.el, progress, close);
  const el = make("div", "nestedbar", { role: "group", hidden: "" }, row);
  return { el, slider, paint, announce };

  /** Return the title and count of the frame's nested scenes, if it has any. */
  function info() {
    return timeline.film?.nested[timeline.frame];
  }

  function count() {
    return info()?.count ?? 0;
  }

  function text() {
    const { nested } = timeline;
    return `${info()?.title}: ${nested ? `${nested} of ${count()}` : `${count()} steps`}`;
  }

  function paint() {
    const title = info()?.title;
    const { nested, running, bar } = timeline;
    const focused = el.contains(activeElement(el)) && activeElement(el);
    el.hidden = !title;
    close.hidden = !nested;
    if (focused && !title) bar.whole.el.focus();
    else if (focused === close && !nested) slider.el.focus();
    setAttr(el, "data-inside", nested > 0);
    if (!title) return;
    for (const named of [el, slider.el]) setAttr(named, "aria-label", title);
    progress.textContent = text();
    transport.paint(running && nested > 0, !nested, nested === count());
    slider.show(nested / count());
  }

  function announce(/** @type {string} */ caption) {
    const { nested } = timeline;
    slider.announce(0, count(), nested, nested && caption ? `${text()}: ${caption}` : text());
  }
}
