/**
 * The timeline of a film: where it stands, how it moves. Knows frames, turns, and the finer scenes
 * within a frame; the bars (bar.js, finer.js) show it and tell it what the reader wants.
 */
/** @import { Scene } from "./types.js" */
/** @import { Film } from "./film.js" */
/** @import { Wish } from "./slider.js" */

import { makeBar } from "./bar.js";
import { active, make, toggle } from "./dom.js";
import { makeFinerBar } from "./finer.js";
import { between } from "./geometry.js";
import { span, turnFrom, turnOf } from "./turns.js";

const QUIET = 500; // milliseconds without a further frame before one is told
const SETTLED = 400; // milliseconds at rest before Python hears of it
const KEYS = { ",": "step-", ".": "step+", "<": "turn-", ">": "turn+" };
/**
 * @typedef {object} Timeline
 * @property {Film | null} film
 * @property {number} at the frame that is shown, or that the pieces are on their way to
 * @property {number} inner which of the finer scenes within the frame is shown; 0: the frame itself
 * @property {boolean} running frame follows frame by itself
 * @property {HTMLElement} el
 * @property {ReturnType<typeof makeBar>} bar
 * @property {(film: Film | null, at: number) => void} load shows another film (or none)
 * @property {() => { from: number, count: number, step: number, text: string }} place
 * @property {(scene: Scene) => void} shown the player begins to show a scene of the film
 * @property {() => void} rested nothing plays any more
 * @property {() => void} settle tells Python where the reader is, if it waits to be told
 * @property {() => void} forget Python need not hear where the reader was
 * @property {(at: number, cut?: boolean) => void} go goes to a frame; there is none beyond the ends
 * @property {(inner: number, cut?: boolean) => void} goInner goes to one of the finer scenes, or with 0 to the frame
 * @property {(wish: Wish, quick?: boolean, inTurn?: boolean) => void} wish does what the reader wants;
 *   quick: many times a second; inTurn: the ends are those of the turn
 * @property {(wish: Wish, quick?: boolean) => void} wishInner the same for the finer scenes
 * @property {(now?: boolean) => void} halt stops what runs, at the frame under way
 * @property {() => boolean} leave leaves the finer scenes; whether one was shown
 * @property {(event: KeyboardEvent) => boolean} key does what a key on the board asks for, if it is one of its own
 * @property {() => void} stop
 */

/**
 * @param {import("./player.js").Player} player
 * @param {(at: number) => void} settled the reader came to rest at this frame
 * @param {(scene: Scene) => void} told a frame may be said aloud
 */
export function makeTimeline(player, settled, told) {
  /** @type {Scene[] | null} the frame and its finer scenes, once one was asked for */
  let finer = null;
  let single = false; // the reader asked for one step, not for a run of frames
  let unsaved = false; // Python has not heard of the frame
  let [telling, settling] = [0, 0];
  const el = make("div", "film", { role: "group", "aria-label": "Timeline", hidden: "" });
  const does = { load, place, shown, rested, settle, forget, go, goInner, wish, wishInner, halt, leave, key, stop };
  const bare = { film: null, at: 0, inner: 0, running: false, el, ...does };
  const me = /** @type {Timeline} */ (/** @type {unknown} */ (bare)); // the bars come last: they are made of it
  const finerBar = makeFinerBar(me);
  me.bar = makeBar(me);
  el.append(me.bar.el, finerBar.el);
  return me;

  /** @type {Timeline["load"]} */
  function load(film, at) {
    const inner = at === me.at ? me.inner : 0;
    halt(true);
    [me.film, finer, me.inner] = [film, null, 0];
    el.hidden = !film;
    clearTimeout(telling);
    forget();
    if (!film) return;
    toggle(el, "data-finer", Object.keys(film.inner).length > 0);
    me.at = film.clamp(at);
    single = true;
    me.bar.rule(0);
    player.show((inner && open()[inner]) || film.scenes[me.at]);
  }

  /** The frame and the finer scenes within it. */
  function open() {
    return (finer ??= me.film?.within(me.at) ?? []);
  }

  function place() {
    const film = /** @type {Film} */ (me.film);
    const turn = turnOf(film.turns, me.at);
    const { from, count } = span(film.turns, turn, film.scenes.length);
    const step = me.at - from + 1;
    return { from, count, step, text: `${film.turns[turn].title}, step ${step} of ${count}` };
  }

  /** @type {Timeline["shown"]} */
  function shown(scene) {
    const number = me.film?.numbers.get(scene) ?? me.at;
    if (number !== me.at) [me.at, finer] = [number, null];
    me.inner = Math.max(0, finer?.indexOf(scene) ?? 0);
    unsaved = true;
    paint();
    clearTimeout(settling);
    clearTimeout(telling);
    if (single) tell(scene);
    else telling = setTimeout(() => tell(scene), QUIET);
    single = false;
  }

  function rested() {
    me.running = false;
    paint();
    clearTimeout(settling);
    settling = setTimeout(settle, SETTLED);
  }

  function settle() {
    if (unsaved && me.film) settled(me.at);
    forget();
  }

  function forget() {
    clearTimeout(settling);
    unsaved = false;
  }

  function paint() {
    if (!me.film) return;
    me.bar.paint();
    finerBar.paint();
  }

  /** @param {Scene} scene */
  function tell(scene) {
    me.bar.tell(scene.caption ?? "");
    finerBar.tell(scene.caption ?? "");
    if (active(el)?.role !== "slider") told(scene);
  }

  /** Go to a scene, its pieces gliding there unless `cut`. @type {(scene: Scene | undefined, cut?: boolean) => void} */
  function to(scene, cut = false) {
    if (!scene) return;
    me.running = false;
    if (scene === player.current && !player.waiting.length) return paint();
    if (cut) player.show(scene);
    else player.go(scene);
  }

  /** @type {Timeline["go"]} */
  function go(at, cut) {
    to(me.film?.scenes[at], cut);
  }

  /** @type {Timeline["goInner"]} */
  function goInner(inner, cut) {
    to(open()[inner], cut);
  }

  /** @type {Timeline["wish"]} */
  function wish(wish, quick = false, inTurn = false) {
    const { film, at } = me;
    if (!film) return;
    const { from, count } = place();
    const way = wish.endsWith("+") ? 1 : -1;
    single = !quick;
    if (wish === "play") toggleRun(film.scenes, at);
    else if (wish === "first") go(inTurn ? from : 0, true);
    else if (wish === "last") go(inTurn ? from + count - 1 : film.last, true);
    else if (wish.startsWith("turn")) go(turnFrom(film.turns, at, way, film.last), quick);
    else go(me.inner && way < 0 ? at : at + way, quick);
  }

  /** Of the finer scenes a tenth is a turn. @type {Timeline["wishInner"]} */
  function wishInner(wish, quick = false) {
    const scenes = open();
    const last = scenes.length - 1;
    const many = wish.startsWith("turn") ? Math.ceil(last / 10) : 1;
    const to = me.inner + (wish.endsWith("+") ? many : -many);
    single = !quick;
    if (wish === "play") toggleRun(scenes, me.inner);
    else goInner(wish === "first" ? 1 : wish === "last" ? last : between(0, to, last), quick);
  }

  /** Play what follows on one of these scenes, all of them at the end; or pause. @type {(scenes: Scene[], at: number) => void} */
  function toggleRun(scenes, at) {
    if (me.running) return halt();
    const ended = at === scenes.length - 1;
    if (document.hidden || scenes.length < 2) return;
    if (ended) player.show(scenes[0]);
    me.running = true;
    single = false;
    player.play(scenes.slice(ended ? 1 : at + 1));
    paint();
  }

  function halt(now = false) {
    if (!me.film) return;
    me.running = false;
    player.halt(now);
    paint();
  }

  function leave() {
    const inside = me.inner > 0;
    if (inside) go(me.at, true);
    return inside;
  }

  /** @type {Timeline["key"]} */
  function key(event) {
    const asked = /** @type {Wish | undefined} */ (KEYS[/** @type {keyof typeof KEYS} */ (event.key)]);
    if (!me.film || event.altKey || event.ctrlKey || event.metaKey) return false;
    if (event.key === "Escape") return leave();
    if (!asked) return false;
    if (me.inner && asked.startsWith("step")) wishInner(asked, event.repeat);
    else wish(asked, event.repeat);
    return true;
  }

  function stop() {
    clearTimeout(telling);
    clearTimeout(settling);
    for (const slider of [me.bar.whole, me.bar.steps, finerBar.slider]) slider.stop();
  }
}
