/** The player: shows scenes one after the other, animated. The page keeps its time. */
/** @import { Scene } from "./types.js" */
/** @typedef {ReturnType<typeof makePlayer>} Player */

import { reducedMotion } from "./dom.js";
import { ease } from "./geometry.js";

const STILL = 0.7; // seconds that a frame stays without animation
const UNCHANGED = 90; // milliseconds of a frame in which nothing moves

/** Return the milliseconds of an animation at speed 1; `distance` is in squares. */
export function duration(/** @type {number} */ distance, /** @type {number} */ changes) {
  return changes ? Math.min(620, 190 + 75 * distance) : UNCHANGED;
}

/**
 * @param {import("./stage.js").Stage} stage
 * @param {{ frame(scene: Scene): void, rest(scene: Scene): void, speed(): number }} hooks
 *   frame: a scene begins to show; rest: the last one has ended
 */
export function makePlayer(stage, hooks) {
  const player = {
    queue: /** @type {Scene[]} */ ([]),
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
  let animation = 0;
  let lingering = false; // the current scene has ended and waits for the next
  return player;

  /** End the current scene at once, and animate to another. @param {Scene} scene */
  function go(scene) {
    if (player.playing && player.current) stage.draw(player.current);
    stop();
    player.queue = [];
    play([scene]);
  }

  /** Make the current scene the last; `now` also ends it at once. */
  function halt(now = false) {
    player.queue = [];
    if (player.playing && player.current && (now || lingering)) show(player.current);
  }

  /** Add scenes to the queue. @param {Scene[]} scenes */
  function play(scenes) {
    player.queue.push(...scenes);
    if (document.hidden) finish();
    else if (!player.playing) next();
  }

  /** Show the last scene of the queue at once. */
  function finish() {
    const last = player.queue.pop() ?? (player.playing ? player.current : null);
    if (last) show(last);
  }

  /** Show a scene at once and drop the queue. @param {Scene} scene */
  function show(scene) {
    stop();
    player.queue = [];
    player.current = scene;
    hooks.frame(scene);
    stage.draw(scene);
    hooks.rest(scene);
  }

  function stop() {
    cancelAnimationFrame(animation);
    clearTimeout(timer);
    player.playing = lingering = false;
  }

  function next() {
    const scene = player.queue.shift();
    player.playing = Boolean(scene);
    lingering = false;
    if (!scene) return;
    player.current = scene;
    hooks.frame(scene);
    if (reducedMotion()) {
      stage.draw(scene);
      linger(scene, Math.max(STILL, scene.linger ?? 0));
    } else animate(scene);
  }

  /** @param {Scene} scene */
  function animate(scene) {
    const change = stage.begin(scene);
    const length = duration(change.distance, change.changes);
    let done = 0;
    let before = performance.now();
    const tick = (/** @type {number} */ now) => {
      done += (Math.max(0, now - before) * hooks.speed()) / length;
      before = now;
      change.at(ease(Math.min(1, done)));
      if (done < 1) animation = requestAnimationFrame(tick);
      else {
        stage.draw(scene);
        linger(scene, scene.linger ?? 0);
      }
    };
    animation = requestAnimationFrame(tick);
  }

  /** @type {(scene: Scene, seconds: number) => void} */
  function linger(scene, seconds) {
    lingering = true;
    if (player.queue.length) timer = setTimeout(next, (seconds * 1000) / hooks.speed());
    else {
      stop();
      hooks.rest(scene);
    }
  }
}
