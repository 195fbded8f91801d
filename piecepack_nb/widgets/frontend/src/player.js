/** Plays scenes one after the other. Its clock is the page's; at any time it can finish at once. */
/** @import { Scene } from "./types.js" */

import { ease } from "./geometry.js";

const STILL = 0.7; // seconds a frame rests where motion isn't wanted
const FLASH = 90; // milliseconds that a frame with nothing to move takes

/** Milliseconds for a move `far` squares long, at speed 1. */
export function duration(/** @type {number} */ far, /** @type {number} */ changes) {
  return changes ? Math.min(620, 190 + 75 * far) : FLASH;
}

export class Player {
  #timer;
  #stage;
  #resting;
  #hooks;
  #clock;

  /**
   * @param {import("./stage.js").Stage} stage
   * @param {{ frame(scene: Scene): void, rest(scene: Scene): void, speed: number }} hooks
   *   frame: a scene begins to show; rest: the last one stands
   */
  constructor(stage, hooks) {
    this.#stage = stage;
    this.#hooks = hooks;
    /** @type {Scene[]} */ this.waiting = [];
    /** @type {Scene | null} */ this.current = null;
    this.#timer = 0;
    this.#clock = 0;
    this.playing = false;
    /** The scene under way stands, and rests before the next. */
    this.#resting = false;
  }

  /** Go from what is under way, which is there at once, to another scene. @param {Scene} scene */
  go(scene) {
    if (this.playing && this.current) this.#stage.draw(this.current);
    this.stop();
    this.waiting = [];
    this.play([scene]);
  }

  /** Let the scene under way be the last; `now`: and be there at once. */
  halt(now = false) {
    this.waiting = [];
    if (this.playing && this.current && (now || this.#resting)) this.show(this.current);
  }

  /** Play these after what is already waiting; the last one stays. @param {Scene[]} scenes */
  play(scenes) {
    this.waiting.push(...scenes);
    if (document.hidden) this.finish();
    else if (!this.playing) this.#next();
  }

  /** Show the last scene that is waiting, now. */
  finish() {
    const last = this.waiting.pop() ?? (this.playing ? this.current : null);
    if (last) this.show(last);
  }

  /** Show a scene, now; whatever was playing or waiting is dropped. @param {Scene} scene */
  show(scene) {
    this.stop();
    this.waiting = [];
    this.current = scene;
    this.#hooks.frame(scene);
    this.#stage.draw(scene);
    this.#hooks.rest(scene);
  }

  stop() {
    cancelAnimationFrame(this.#clock);
    clearTimeout(this.#timer);
    this.playing = this.#resting = false;
  }

  #next() {
    const scene = this.waiting.shift();
    this.playing = Boolean(scene);
    this.#resting = false;
    if (!scene) return;
    this.current = scene;
    this.#hooks.frame(scene);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.#stage.draw(scene);
      this.#linger(scene, Math.max(STILL, scene.linger ?? 0));
    } else this.#tween(scene);
  }

  /** @param {Scene} scene */
  #tween(scene) {
    const change = this.#stage.begin(scene);
    const long = duration(change.far, change.changes);
    let done = 0;
    let before = performance.now();
    const tick = (/** @type {number} */ now) => {
      done += (Math.max(0, now - before) * this.#hooks.speed) / long;
      before = now;
      change.at(ease(Math.min(1, done)));
      if (done < 1) this.#clock = requestAnimationFrame(tick);
      else this.#landed(scene);
    };
    this.#clock = requestAnimationFrame(tick);
  }

  /** @param {Scene} scene */
  #landed(scene) {
    this.#stage.draw(scene);
    this.#linger(scene, scene.linger ?? 0);
  }

  /** @type {(scene: Scene, seconds: number) => void} */
  #linger(scene, seconds) {
    this.#resting = true;
    if (!this.waiting.length) {
      this.stop();
      this.#hooks.rest(scene);
    } else this.#timer = setTimeout(() => this.#next(), (seconds * 1000) / this.#hooks.speed);
  }
}
