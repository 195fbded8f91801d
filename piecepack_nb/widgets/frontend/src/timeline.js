/** The timeline of a film: frames, turns, and nested scenes within a frame. */
/** @import { Model, Scene } from "./types.js" */
/** @import { Film } from "./film.js" */
/** @import { Command } from "./transport.js" */

import { activeElement, hasModifier, make, save, setAttr } from "./dom.js";
import { turnFrom, turnOf, turnSpan, unpack } from "./film.js";
import { clamp } from "./geometry.js";
import { makeBar, makeNestedBar } from "./transport.js";

const ANNOUNCE_DELAY = 500; // milliseconds without another frame before one is announced
const SETTLE_DELAY = 400; // milliseconds at rest before Python hears of it
const KEYS = { ",": "step-", ".": "step+", "<": "turn-", ">": "turn+" };
/**
 * @typedef {object} Timeline
 * @property {Film | null} film
 * @property {number} frame the frame that is shown, or that the pieces are moving to
 * @property {number} nested the number of the nested scene that is shown; 0: the frame itself
 * @property {boolean} running frame follows frame
 * @property {HTMLElement} el
 * @property {ReturnType<typeof makeBar>} bar
 * @property {(film: Film | null, frame: number) => void} load shows another film, or none
 * @property {() => { from: number, count: number, step: number, text: string }} place the turn and the step in it
 * @property {(scene: Scene) => void} shown the player begins to show a scene of the film
 * @property {() => void} rested nothing plays any more
 * @property {() => void} settle sends Python the frame, unless it has it
 * @property {() => void} forget leaves the frame unsent
 * @property {(frame: number, cut?: boolean) => void} go goes to a frame, if it exists; cut: without animation
 * @property {(nested: number, cut?: boolean) => void} goNested goes to a nested scene, or with 0 to the frame
 * @property {(command: Command, quick?: boolean, inTurn?: boolean) => void} command carries out a command;
 *   quick: many times a second; inTurn: first and last are those of the turn
 * @property {(command: Command, quick?: boolean) => void} nestedCommand the same for the nested scenes
 * @property {(now?: boolean) => void} halt stops what runs, at the current frame
 * @property {() => boolean} leave leaves the nested scenes; returns true if one was shown
 * @property {(event: KeyboardEvent) => boolean} key handles a key on the board; returns true if it is the timeline's
 * @property {() => void} stop
 */

/**
 * @param {import("./player.js").Player} player
 * @param {(frame: number) => void} settled the reader rests at this frame
 * @param {(scene: Scene) => void} announced a frame may be announced
 */
export function makeTimeline(player, settled, announced) {
  /** @type {Scene[] | null} the frame and its nested scenes, once they were needed */
  let nestedScenes = null;
  let single = false; // the reader asked for one step, not for a run of frames
  let unsaved = false; // Python doesn't have the frame
  let [announceTimer, settleTimer] = [0, 0];
  const el = make("div", "film", { role: "group", "aria-label": "Timeline", hidden: "" });
  const withoutBar = {
    film: null, frame: 0, nested: 0, running: false, el,
    load, place, shown, rested, settle, forget, go, goNested, command, nestedCommand, halt, leave, key, stop,
  };
  const timeline = /** @type {Timeline} */ (/** @type {unknown} */ (withoutBar)); // the bars need it first
  const nestedBar = makeNestedBar(timeline);
  timeline.bar = makeBar(timeline);
  el.append(timeline.bar.el, nestedBar.el);
  return timeline;

  /** @type {Timeline["load"]} */
  function load(film, frame) {
    const nested = frame === timeline.frame ? timeline.nested : 0;
    halt(true);
    [timeline.film, nestedScenes, timeline.nested] = [film, null, 0];
    el.hidden = !film;
    clearTimeout(announceTimer);
    forget();
    if (!film) return;
    setAttr(el, "data-nested", Object.keys(film.nested).length > 0);
    timeline.frame = film.clamp(frame);
    single = true;
    timeline.bar.drawTurns(0);
    player.show((nested && scenesOfFrame()[nested]) || film.scenes[timeline.frame]);
  }

  /** Return the frame's scene and its nested scenes. */
  function scenesOfFrame() {
    return (nestedScenes ??= timeline.film?.nestedScenes(timeline.frame) ?? []);
  }

  function place() {
    const film = /** @type {Film} */ (timeline.film);
    const turn = turnOf(film.turns, timeline.frame);
    const { from, count } = turnSpan(film.turns, turn, film.scenes.length);
    const step = timeline.frame - from + 1;
    return { from, count, step, text: `${film.turns[turn].title}, step ${step} of ${count}` };
  }

  /** @type {Timeline["shown"]} */
  function shown(scene) {
    const number = timeline.film?.numbers.get(scene) ?? timeline.frame;
    if (number !== timeline.frame) [timeline.frame, nestedScenes] = [number, null];
    timeline.nested = Math.max(0, nestedScenes?.indexOf(scene) ?? 0);
    unsaved = true;
    paint();
    clearTimeout(settleTimer);
    clearTimeout(announceTimer);
    if (single) announce(scene);
    else announceTimer = setTimeout(() => announce(scene), ANNOUNCE_DELAY);
    single = false;
  }

  function rested() {
    timeline.running = false;
    paint();
    clearTimeout(settleTimer);
    settleTimer = setTimeout(settle, SETTLE_DELAY);
  }

  function settle() {
    if (unsaved && timeline.film) settled(timeline.frame);
    forget();
  }

  function forget() {
    clearTimeout(settleTimer);
    unsaved = false;
  }

  function paint() {
    if (!timeline.film) return;
    timeline.bar.paint();
    nestedBar.paint();
  }

  /** @param {Scene} scene */
  function announce(scene) {
    timeline.bar.announce(scene.caption ?? "");
    nestedBar.announce(scene.caption ?? "");
    if (activeElement(el)?.role !== "slider") announced(scene);
  }

  /** Go to a scene, animated unless `cut`. @type {(scene: Scene | undefined, cut?: boolean) => void} */
  function goTo(scene, cut = false) {
    if (!scene) return;
    timeline.running = false;
    if (scene === player.current && !player.queue.length) return paint();
    if (cut) player.show(scene);
    else player.go(scene);
  }

  /** @type {Timeline["go"]} */
  function go(frame, cut) {
    goTo(timeline.film?.scenes[frame], cut);
  }

  /** @type {Timeline["goNested"]} */
  function goNested(nested, cut) {
    goTo(scenesOfFrame()[nested], cut);
  }

  /** @type {Timeline["command"]} */
  function command(command, quick = false, inTurn = false) {
    const { film, frame } = timeline;
    if (!film) return;
    const { from, count } = place();
    const direction = command.endsWith("+") ? 1 : -1;
    single = !quick;
    if (command === "play") toggleRun(film.scenes, frame);
    else if (command === "first") go(inTurn ? from : 0, true);
    else if (command === "last") go(inTurn ? from + count - 1 : film.last, true);
    else if (command.startsWith("turn")) go(turnFrom(film.turns, frame, direction, film.last), quick);
    else go(timeline.nested && direction < 0 ? frame : frame + direction, quick);
  }

  /** A tenth of the nested scenes counts as a turn. @type {Timeline["nestedCommand"]} */
  function nestedCommand(command, quick = false) {
    const scenes = scenesOfFrame();
    const last = scenes.length - 1;
    const steps = command.startsWith("turn") ? Math.ceil(last / 10) : 1;
    const to = timeline.nested + (command.endsWith("+") ? steps : -steps);
    single = !quick;
    if (command === "play") toggleRun(scenes, timeline.nested);
    else goNested(command === "first" ? 1 : command === "last" ? last : clamp(to, 0, last), quick);
  }

  /** Play from a scene on, from the start if it is the last; or pause.
   * @type {(scenes: Scene[], from: number) => void} */
  function toggleRun(scenes, from) {
    if (timeline.running) return halt();
    const atEnd = from === scenes.length - 1;
    if (document.hidden || scenes.length < 2) return;
    if (atEnd) player.show(scenes[0]);
    timeline.running = true;
    single = false;
    player.play(scenes.slice(atEnd ? 1 : from + 1));
    paint();
  }

  function halt(now = false) {
    if (!timeline.film) return;
    timeline.running = false;
    player.halt(now);
    paint();
  }

  function leave() {
    const inside = timeline.nested > 0;
    if (inside) go(timeline.frame, true);
    return inside;
  }

  /** @type {Timeline["key"]} */
  function key(event) {
    const wanted = /** @type {Command | undefined} */ (KEYS[/** @type {keyof typeof KEYS} */ (event.key)]);
    if (!timeline.film || hasModifier(event)) return false;
    if (event.key === "Escape") return leave();
    if (!wanted) return false;
    if (timeline.nested && wanted.startsWith("step")) nestedCommand(wanted, event.repeat);
    else command(wanted, event.repeat);
    return true;
  }

  function stop() {
    clearTimeout(announceTimer);
    clearTimeout(settleTimer);
    for (const slider of [timeline.bar.whole, timeline.bar.steps, nestedBar.slider]) slider.stop();
  }
}

// --- the traits of the film and its frame -------------------------------------------------------

/** True while a view sets the frame: the page's other views then know that Python didn't. */
let settingFrame = false;

/**
 * Loads the film from its trait, and keeps the frame in step with Python.
 * @param {Model} model
 * @param {Timeline} timeline
 * @param {(on: boolean, problem: string) => void} loaded
 */
export function makeFilmTrait(model, timeline, loaded) {
  let loads = 0; // how many were begun; a newer one cancels an older one
  let loading = false;
  let saved = -1; // the frame that a view of this page has set last
  return { exists, load, save: saveFrame, moved, stop: () => loads++ };

  /** Return true if there is a film, or one is loading. */
  function exists() {
    return Boolean(timeline.film || model.get("film")?.byteLength);
  }

  async function load() {
    const mine = ++loads;
    loading = true;
    let [film, problem] = [/** @type {Film | null} */ (null), ""];
    try {
      film = await unpack(model.get("film"));
    } catch (error) {
      problem = String(/** @type {Error} */ (error)?.message ?? error);
    }
    if (mine !== loads) return;
    loading = false;
    if (!film && !timeline.film && !problem) return;
    timeline.settle();
    timeline.load(film, model.get("frame") ?? 0);
    loaded(Boolean(film), problem);
  }

  /** Send Python the frame at which the reader came to rest. */
  function saveFrame(/** @type {number} */ frame) {
    if (model.get("frame") === frame) return;
    saved = frame;
    settingFrame = true;
    try {
      save(model, "frame", frame);
    } finally {
      settingFrame = false;
    }
  }

  /** Go to the frame that Python has set. */
  async function moved() {
    const frame = model.get("frame");
    if (settingFrame || frame === saved) {
      saved = frame;
      return;
    }
    saved = -1;
    timeline.halt();
    timeline.forget();
    await null; // a new film may have come with it
    if (!loading) timeline.go(timeline.film?.clamp(frame) ?? 0);
  }
}
