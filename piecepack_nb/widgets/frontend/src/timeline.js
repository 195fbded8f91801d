/**
 * The timeline of a film: where it stands, how it moves. Knows frames, turns, and the finer scenes
 * within a frame; the bars (bar.js, finer.js) show it and tell it what the reader wants.
 */
/** @import { Scene } from "./types.js" */
/** @import { Film } from "./film.js" */
/** @import { Wish } from "./slider.js" */

import { Bar } from "./bar.js";
import { active, make, toggle } from "./dom.js";
import { FinerBar } from "./finer.js";
import { between } from "./geometry.js";
import { span, turnFrom, turnOf } from "./turns.js";

const QUIET = 500; // milliseconds without a further frame before one is told
const SETTLED = 400; // milliseconds at rest before Python hears of it
const KEYS = { ",": "step-", ".": "step+", "<": "turn-", ">": "turn+" };

export class Timeline {
  #told;
  #settled;
  #player;
  /** @type {Film | null} */
  film = null;
  /** The frame that is shown, or that the pieces are on their way to. */
  at = 0;
  /** Which of the finer scenes within the frame is shown; 0: the frame itself. */
  inner = 0;
  /** @type {Scene[] | null} the frame and they, once one was asked for */
  #finer = null;
  /** Frame follows frame by itself. */
  running = false;
  /** The reader asked for one step, not for a run of frames. */
  #single = false;
  #telling = 0;
  #settling = 0;
  /** Python has not heard of the frame. */
  #unsaved = false;

  el = make("div", "film", { role: "group", "aria-label": "Timeline", hidden: "" });
  bar = new Bar(this);
  #finerBar = new FinerBar(this);

  /**
   * @param {import("./player.js").Player} player
   * @param {(at: number) => void} settled the reader came to rest at this frame
   * @param {(scene: Scene) => void} told a frame may be said aloud
   */
  constructor(player, settled, told) {
    this.#player = player;
    this.#settled = settled;
    this.#told = told;
    this.el.append(this.bar.el, this.#finerBar.el);
  }

  /** Show another film (or none) in place of the one before. @type {(film: Film | null, at: number) => void} */
  load(film, at) {
    const inner = at === this.at ? this.inner : 0;
    this.halt(true);
    [this.film, this.#finer, this.inner] = [film, null, 0];
    this.el.hidden = !film;
    clearTimeout(this.#telling);
    this.forget();
    if (!film) return;
    toggle(this.el, "data-finer", Object.keys(film.inner).length > 0);
    this.at = film.clamp(at);
    this.#single = true;
    this.bar.rule(0);
    this.#player.show((inner && this.#open()[inner]) || film.scenes[this.at]);
  }

  /** The frame and the finer scenes within it. */
  #open() {
    return (this.#finer ??= this.film?.within(this.at) ?? []);
  }

  /** What a reader is told of where the film stands. */
  get place() {
    const film = /** @type {Film} */ (this.film);
    const turn = turnOf(film.turns, this.at);
    const { from, count } = span(film.turns, turn, film.scenes.length);
    const step = this.at - from + 1;
    const title = film.turns[turn].title;
    return { from, count, step, text: `${title}, step ${step} of ${count}` };
  }

  /** The player begins to show a scene of the film. @param {Scene} scene */
  shown(scene) {
    const number = this.film?.numbers.get(scene) ?? this.at;
    if (number !== this.at) [this.at, this.#finer] = [number, null];
    this.inner = Math.max(0, this.#finer?.indexOf(scene) ?? 0);
    this.#unsaved = true;
    this.#paint();
    clearTimeout(this.#settling);
    clearTimeout(this.#telling);
    if (this.#single) this.#tell(scene);
    else this.#telling = setTimeout(() => this.#tell(scene), QUIET);
    this.#single = false;
  }

  /** Nothing plays any more. */
  rested() {
    this.running = false;
    this.#paint();
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.settle(), SETTLED);
  }

  /** Tell Python where the reader is, if it waits to be told. */
  settle() {
    if (this.#unsaved && this.film) this.#settled(this.at);
    this.forget();
  }

  /** Python need not hear where the reader was. */
  forget() {
    clearTimeout(this.#settling);
    this.#unsaved = false;
  }

  #paint() {
    if (!this.film) return;
    this.bar.paint();
    this.#finerBar.paint();
  }

  /** @param {Scene} scene */
  #tell(scene) {
    this.bar.tell(scene.caption ?? "");
    this.#finerBar.tell(scene.caption ?? "");
    if (active(this.el)?.role !== "slider") this.#told(scene);
  }

  /** Go to a scene, its pieces gliding there unless `cut`. @type {(scene: Scene | undefined, cut?: boolean) => void} */
  #to(scene, cut = false) {
    if (!scene) return;
    this.running = false;
    if (scene === this.#player.current && !this.#player.waiting.length) return this.#paint();
    if (cut) this.#player.show(scene);
    else this.#player.go(scene);
  }

  /** Go to a frame; there is none beyond the ends. @type {(at: number, cut?: boolean) => void} */
  go(at, cut) {
    this.#to(this.film?.scenes[at], cut);
  }

  /** Go to one of the finer scenes; to the frame itself with 0. @type {(inner: number, cut?: boolean) => void} */
  goInner(inner, cut) {
    this.#to(this.#open()[inner], cut);
  }

  /**
   * Do what the reader wants.
   * @param {Wish} wish
   * @param {boolean} [quick] many times a second
   * @param {boolean} [inTurn] the ends are those of the turn
   */
  wish(wish, quick = false, inTurn = false) {
    if (!this.film) return;
    const { film, at, place } = this;
    const [first, last] = inTurn ? [place.from, place.from + place.count - 1] : [0, film.last];
    const way = wish.endsWith("+") ? 1 : -1;
    this.#single = !quick;
    if (wish === "play") this.#toggle(film.scenes, at);
    else if (wish === "first" || wish === "last") this.go(wish === "first" ? first : last, true);
    else if (wish.startsWith("turn")) this.go(turnFrom(film.turns, at, way, film.last), quick);
    else this.go(this.inner && way < 0 ? at : at + way, quick);
  }

  /** The same for the finer scenes, of which a tenth is a turn. @type {(wish: Wish, quick?: boolean) => void} */
  wishInner(wish, quick = false) {
    const scenes = this.#open();
    const last = scenes.length - 1;
    const many = wish.startsWith("turn") ? Math.ceil(last / 10) : 1;
    const to = this.inner + (wish.endsWith("+") ? many : -many);
    this.#single = !quick;
    if (wish === "play") this.#toggle(scenes, this.inner);
    else this.goInner(wish === "first" ? 1 : wish === "last" ? last : between(0, to, last), quick);
  }

  /** Play what follows on one of these scenes, all of them at the end; or pause. @type {(scenes: Scene[], at: number) => void} */
  #toggle(scenes, at) {
    if (this.running) return this.halt();
    const ended = at === scenes.length - 1;
    if (document.hidden || scenes.length < 2) return;
    if (ended) this.#player.show(scenes[0]);
    this.running = true;
    this.#single = false;
    this.#player.play(scenes.slice(ended ? 1 : at + 1));
    this.#paint();
  }

  /** Stop what runs, at the frame under way. */
  halt(now = false) {
    if (!this.film) return;
    this.running = false;
    this.#player.halt(now);
    this.#paint();
  }

  /** Leave the finer scenes; whether one was shown. */
  leave() {
    const inside = this.inner > 0;
    if (inside) this.go(this.at, true);
    return inside;
  }

  /** Keys that hold on the whole board; whether this was one. @param {KeyboardEvent} event */
  key(event) {
    const wish = /** @type {Wish | undefined} */ (KEYS[/** @type {keyof typeof KEYS} */ (event.key)]);
    if (!this.film || event.altKey || event.ctrlKey || event.metaKey) return false;
    if (event.key === "Escape") return this.leave();
    if (!wish) return false;
    if (this.inner && wish.startsWith("step")) this.wishInner(wish, event.repeat);
    else this.wish(wish, event.repeat);
    return true;
  }

  stop() {
    clearTimeout(this.#telling);
    clearTimeout(this.#settling);
    for (const slider of [this.bar.whole, this.bar.steps, this.#finerBar.slider]) slider.stop();
  }
}
