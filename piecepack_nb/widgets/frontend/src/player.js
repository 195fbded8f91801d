/** Plays scenes one after the other. Its clock is the page's; at any time it can finish at once. */
/** @import { Scene } from "./types.js" */
/** @typedef {ReturnType<typeof makePlayer>} Player */

import { still } from "./dom.js";
import { ease } from "./geometry.js";

const STILL = 0.7; // seconds a frame rests where motion isn't wanted
const FLASH = 90; // milliseconds that a frame with nothing to move takes

/** Milliseconds for a move `far` squares long, at speed 1. */
export function duration(/** @type {number} */ far, /** @type {number} */ changes) {
  return changes ? Math.min(620, 190 + 75 * far) : FLASH;
}

/**
 * @param {import("./stage.js").Stage} stage
 * @param {{ frame(scene: Scene): void, rest(scene: Scene): void, speed(): number }} hooks
 *   frame: a scene begins to show; rest: the last one stands
 */
export function makePlayer(stage, hooks) {
  const me = {
    waiting: /** @type {Scene[]} */ ([]),
    current: /** @type {Scene | null} */ (null),
    playing: false,
    go,
    halt,
    play,
    finish,
    show,
    stop,
  };
  let timer = 0;
  let clock = 0;
  let resting = false; // the scene under way stands, and rests before the next
  return me;

  /** Go from what is under way, which is there at once, to another scene. @param {Scene} scene */
  function go(scene) {
    if (me.playing && me.current) stage.draw(me.current);
    stop();
    me.waiting = [];
    play([scene]);
  }

  /** Let the scene under way be the last; `now`: and be there at once. */
  function halt(now = false) {
    me.waiting = [];
    if (me.playing && me.current && (now || resting)) show(me.current);
  }

  /** Play these after what is already waiting; the last one stays. @param {Scene[]} scenes */
  function play(scenes) {
    me.waiting.push(...scenes);
    if (document.hidden) finish();
    else if (!me.playing) next();
  }

  /** Show the last scene that is waiting, now. */
  function finish() {
    const last = me.waiting.pop() ?? (me.playing ? me.current : null);
    if (last) show(last);
  }

  /** Show a scene, now; whatever was playing or waiting is dropped. @param {Scene} scene */
  function show(scene) {
    stop();
    me.waiting = [];
    me.current = scene;
    hooks.frame(scene);
    stage.draw(scene);
    hooks.rest(scene);
  }

  function stop() {
    cancelAnimationFrame(clock);
    clearTimeout(timer);
    me.playing = resting = false;
  }

  function next() {
    const scene = me.waiting.shift();
    me.playing = Boolean(scene);
    resting = false;
    if (!scene) return;
    me.current = scene;
    hooks.frame(scene);
    if (still()) {
      stage.draw(scene);
      linger(scene, Math.max(STILL, scene.linger ?? 0));
    } else tween(scene);
  }

  /** @param {Scene} scene */
  function tween(scene) {
    const change = stage.begin(scene);
    const long = duration(change.far, change.changes);
    let done = 0;
    let before = performance.now();
    const tick = (/** @type {number} */ now) => {
      done += (Math.max(0, now - before) * hooks.speed()) / long;
      before = now;
      change.at(ease(Math.min(1, done)));
      if (done < 1) clock = requestAnimationFrame(tick);
      else {
        stage.draw(scene);
        linger(scene, scene.linger ?? 0);
      }
    };
    clock = requestAnimationFrame(tick);
  }

  /** @type {(scene: Scene, seconds: number) => void} */
  function linger(scene, seconds) {
    resting = true;
    if (me.waiting.length) timer = setTimeout(next, (seconds * 1000) / hooks.speed());
    else {
      stop();
      hooks.rest(scene);
    }
  }
}
