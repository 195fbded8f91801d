/**
 * The timeline of a film: where it stands, how it moves. Knows frames, turns, and the finer scenes
 * within a frame; the bars (bar.js, finer.js) show it and tell it what the reader wants.
 */
/** @import { Scene } from "./types.js" */
/** @import { Film } from "./film.js" */
/** @import { Wish } from "./slider.js" */

import { Bar } from "./bar.js";
import { active, make } from "./dom.js";
import { FinerBar } from "./finer.js";
import { span, turnFrom, turnOf } from "./turns.js";

const QUIET = 500; // milliseconds without a further frame before one is told
const SETTLED = 400; // milliseconds at rest before Python hears of it
const KEYS = { ",": "step-", ".": "step+", "<": "turn-", ">": "turn+" };
/**
 * @typedef {object} Hooks
 * @property {(at: number) => void} settled the reader came to rest at this frame
 * @property {(scene: Scene) => void} told the frame that is shown may be said aloud
 */

export class Timeline {
  /** @type {Film | null} */
  film = null;
  /** The frame that is shown, or that the pieces are on their way to. */
  at = 0;
  /** Which of the finer scenes within the frame is shown; 0: the frame itself. */
  inner = 0;
  /** @type {{ title: string, scenes: Scene[] } | null} they, once one was asked for */
  finer = null;
  /** Frame follows frame by itself. */
  running = false;
  /** The reader asked for one step, not for a run of frames. */
  single = false;
  telling = 0;
  settling = 0;

  /**
   * @param {import("./player.js").Player} player
   * @param {Hooks} hooks
   */
  constructor(player, hooks) {
    this.player = player;
    this.hooks = hooks;
    this.el = make("div", "film", { role: "group", "aria-label": "Timeline", hidden: "" });
    this.bar = new Bar(this);
    this.finerBar = new FinerBar(this);
    this.el.append(this.bar.el, this.finerBar.el);
  }

  /** Show another film (or none) in place of the one before. @type {(film: Film | null, at: number) => void} */
  load(film, at) {
    const inner = at === this.at ? this.inner : 0;
    this.halt(true);
    [this.film, this.finer, this.inner] = [film, null, 0];
    this.el.hidden = !film;
    clearTimeout(this.telling);
    this.forget();
    if (!film) return;
    this.bar.load(film);
    this.at = film.clamp(at);
    this.player.show((inner && this.open()?.scenes[inner]) || film.scenes[this.at]);
  }

  /** The finer scenes within the frame; null where it has none. */
  open() {
    this.finer ??= this.film?.within(this.at) ?? null;
    return this.finer;
  }

  /** What a reader is told of where the film stands. */
  get place() {
    const film = /** @type {Film} */ (this.film);
    const turn = turnOf(film.turns, this.at);
    const { from, count } = span(film.turns, turn, film.scenes.length);
    const step = this.at - from + 1;
    const title = film.turns[turn].title;
    return { turn, from, count, step, title, text: `${title}, step ${step} of ${count}` };
  }

  /** The player begins to show a scene of the film. @param {Scene} scene */
  shown(scene) {
    const number = this.film?.numbers.get(scene);
    this.inner = number === undefined ? Math.max(0, this.finer?.scenes.indexOf(scene) ?? 0) : 0;
    if (number !== undefined && number !== this.at) [this.at, this.finer] = [number, null];
    this.paint();
    clearTimeout(this.telling);
    if (this.single) this.tell(scene);
    else this.telling = setTimeout(() => this.tell(scene), QUIET);
    this.single = false;
  }

  /** Nothing plays any more. */
  rested() {
    this.running = false;
    this.paint();
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settle(), SETTLED);
  }

  /** Tell Python where the reader is, if it waits to be told. */
  settle() {
    if (this.settling && this.film) this.hooks.settled(this.at);
    this.forget();
  }

  /** Python need not hear where the reader was. */
  forget() {
    clearTimeout(this.settling);
    this.settling = 0;
  }

  paint() {
    this.bar.paint();
    this.finerBar.paint();
  }

  /** @param {Scene} scene */
  tell(scene) {
    this.bar.tell(scene.caption ?? "");
    this.finerBar.tell(scene.caption ?? "");
    if (active(this.el)?.getAttribute("role") !== "slider") this.hooks.told(scene);
  }

  /** Go to a scene, its pieces gliding there unless `cut`. @type {(scene: Scene | undefined, cut?: boolean) => void} */
  to(scene, cut = false) {
    if (!scene) return;
    this.running = false;
    if (scene === this.player.current && !this.player.waiting.length) return this.paint();
    if (cut) this.player.show(scene);
    else this.player.go(scene);
  }

  /** Go to a frame; there is none beyond the ends. @type {(at: number, cut?: boolean) => void} */
  go(at, cut) {
    this.to(this.film?.scenes[at], cut);
  }

  /** Go to one of the finer scenes; to the frame itself with 0. @type {(inner: number, cut?: boolean) => void} */
  goInner(inner, cut) {
    this.to(this.open()?.scenes[inner], cut);
  }

  /** Do what the reader wants; `quick`: many times a second. @type {(wish: Wish, quick?: boolean) => void} */
  wish(wish, quick = false) {
    if (!this.film) return;
    this.single = !quick;
    const { film, at } = this;
    if (wish === "play") this.toggle();
    else if (wish === "first") this.go(0, true);
    else if (wish === "last") this.go(film.last, true);
    else if (wish === "step+") this.go(at + 1, quick);
    else if (wish === "step-") this.go(this.inner ? at : at - 1, quick);
    else this.go(turnFrom(film.turns, at, wish === "turn+" ? 1 : -1, film.last), quick);
  }

  /** The same for the finer scenes. @type {(wish: Wish, quick?: boolean) => void} */
  wishInner(wish, quick = false) {
    const finer = this.open();
    if (!finer) return;
    this.single = !quick;
    const last = finer.scenes.length - 1;
    const many = Math.max(2, Math.round(last / 10));
    const near = (/** @type {number} */ at) => this.goInner(Math.max(0, Math.min(last, at)), quick);
    if (wish === "play") this.toggle(true);
    else if (wish === "first") this.goInner(1, true);
    else if (wish === "last") this.goInner(last, true);
    else near(this.inner + (wish.startsWith("step") ? 1 : many) * (wish.endsWith("+") ? 1 : -1));
  }

  /** Play or pause; `inside`: the finer scenes. */
  toggle(inside = false) {
    if (this.running) return this.halt();
    const scenes = (inside ? this.open() : this.film)?.scenes ?? [];
    const at = inside ? this.inner : this.at;
    if (document.hidden || scenes.length < 2) return;
    if (at === scenes.length - 1) this.player.show(scenes[0]);
    this.running = true;
    this.single = false;
    this.player.play(scenes.slice(at === scenes.length - 1 ? 1 : at + 1));
    this.paint();
  }

  /** Stop what runs, at the frame under way. */
  halt(now = false) {
    if (!this.film) return;
    this.running = false;
    this.player.halt(now);
    this.paint();
  }

  /** Leave the finer scenes; whether one was shown. */
  leave() {
    const inside = this.inner > 0;
    if (inside) this.go(this.at, true);
    return inside;
  }

  /** Keys that hold on the whole board; whether this was one. @param {KeyboardEvent} event */
  key(event) {
    const wish = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
    if (!this.film || event.altKey || event.ctrlKey || event.metaKey) return false;
    if (event.key === "Escape") return this.leave();
    if (wish) this.wish(/** @type {Wish} */ (wish), event.repeat);
    return Boolean(wish);
  }

  stop() {
    clearTimeout(this.telling);
    clearTimeout(this.settling);
    this.bar.stop();
    this.finerBar.stop();
  }
}
