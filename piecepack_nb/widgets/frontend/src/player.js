/** The player: shows scenes one after the other, animated. The page keeps its time. */
/** @import { Scene } from "./types.js" */
/** @typedef {ReturnType<typeof makePlayer>} Player */

import { reducedMotion } from "./dom.js";
import { clamp, ease } from "./geometry.js";

const STILL = 0.7; // seconds that a frame stays without animation
const UNCHANGED = 90; // milliseconds of a frame in which nothing moves
const [START, EACH, LONGEST] = [120, 65, 560]; // milliseconds of a motion: at least, for a square, at most
const FAR = 3; // squares; a piece that moves farther is as quick
const WHOLE_TURN = 5500; // milliseconds; scenes played briskly that take longer are played faster
const MOST_HASTE = 2; // times as fast; more is hard to follow

/**
 * Return the milliseconds of a motion at speed 1: of one change, or of several without a rest.
 * @param {number[]} distances in squares, of the changes in which something moves
 */
export function duration(distances) {
  const squares = distances.reduce((sum, distance) => sum + Math.min(FAR, distance), 0);
  return distances.length ? Math.min(LONGEST, START + EACH * squares) : UNCHANGED;
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
  let brisk = false; // scenes without linger are passed through
  let haste = 1; // the factor that keeps a whole turn short
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

  /**
   * Add scenes to the queue. `briskly`: a piece passes through scenes without linger in one motion.
   * @type {(scenes: Scene[], briskly?: boolean) => void}
   */
  function play(scenes, briskly = false) {
    brisk = briskly;
    player.queue.push(...scenes);
    haste = brisk && !reducedMotion() ? clamp(timeLeft() / WHOLE_TURN, 1, MOST_HASTE) : 1;
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
    const run = player.queue.slice(0, runLength(player.queue, stage.scene));
    player.playing = Boolean(run.length);
    lingering = false;
    if (!player.playing) return;
    if (reducedMotion()) {
      const scene = run[run.length - 1];
      player.queue.splice(0, run.length);
      begin(scene);
      stage.draw(scene);
      linger(scene, Math.max(STILL, scene.linger ?? 0));
    } else animate(run);
  }

  /**
   * Return the number of scenes in the next motion: until one rests, or another piece walks.
   * @type {(queue: Scene[], before: Scene | null) => number}
   */
  function runLength(queue, before) {
    let walking = /** @type {Set<string>} */ (new Set());
    for (const [i, scene] of queue.entries()) {
      const { walkers } = stage.measure(before ?? scene, scene);
      if (walking.size && walkers.size && ![...walkers].some((walker) => walking.has(walker))) return i;
      if (!brisk || scene.linger) return i + 1;
      [before, walking] = [scene, walking.size ? walking : walkers];
    }
    return queue.length;
  }

  /** Return how long the queue plays, in milliseconds at speed 1. */
  function timeLeft() {
    let [queue, before, time] = [player.queue, stage.scene, 0];
    while (queue.length) {
      const run = queue.slice(0, runLength(queue, before));
      time += motionLength(measureRun(run, before)) + 1000 * (run[run.length - 1].linger ?? 0);
      [queue, before] = [queue.slice(run.length), run[run.length - 1]];
    }
    return time;
  }

  /** @type {(run: Scene[], before: Scene | null) => ReturnType<typeof stage.measure>[]} */
  function measureRun(run, before) {
    return run.map((scene, i) => stage.measure(run[i - 1] ?? before ?? scene, scene));
  }

  function motionLength(/** @type {ReturnType<typeof stage.measure>[]} */ measures) {
    return duration(measures.flatMap(({ distance, changes }) => (changes ? distance : [])));
  }

  function speed() {
    return hooks.speed() * haste;
  }

  /** @param {Scene} scene */
  function begin(scene) {
    player.current = scene;
    hooks.frame(scene);
  }

  /** Show a run of scenes in one motion. @param {Scene[]} run */
  function animate(run) {
    const measures = measureRun(run, stage.scene);
    const length = motionLength(measures);
    const shares = measures.map(({ distance }) => 0.2 + Math.min(FAR, distance));
    const whole = shares.reduce((sum, share) => sum + share);
    let at = -1; // the scene of the run that is shown
    let [from, to] = [0, 0]; // the part of the motion, 0 to 1, in which it is reached
    let change = enter();
    let done = 0;
    let before = performance.now();
    const tick = (/** @type {number} */ now) => {
      done += (Math.max(0, now - before) * speed()) / length;
      before = now;
      const part = ease(Math.min(1, done));
      while (part >= to && goesOn()) change = enter();
      change.at(Math.min(1, (part - from) / (to - from)));
      if (done < 1 && part < to) animation = requestAnimationFrame(tick);
      else {
        stage.draw(run[at]);
        linger(run[at], run[at].linger ?? 0);
      }
    };
    animation = requestAnimationFrame(tick);

    function goesOn() {
      return at + 1 < run.length && player.queue[0] === run[at + 1];
    }

    function enter() {
      if (at >= 0) stage.draw(run[at]);
      at += 1;
      player.queue.shift();
      [from, to] = [to, to + shares[at] / whole];
      begin(run[at]);
      return stage.begin(run[at]);
    }
  }

  /** @type {(scene: Scene, seconds: number) => void} */
  function linger(scene, seconds) {
    lingering = true;
    if (player.queue.length) timer = setTimeout(next, (seconds * 1000) / speed());
    else {
      stop();
      hooks.rest(scene);
    }
  }
}
