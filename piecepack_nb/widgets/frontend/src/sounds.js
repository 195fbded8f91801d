/**
 * Short sounds, made in the page: a move, a capture, a refusal, the reader's turn. They are off until somebody
 * asks for them, wait for the reader's first gesture, as browsers want it, and a page out of sight is silent.
 */

import { remember, remembered } from "./dom.js";

const KEY = "ppnb-sounds"; // whether they are on, in this browser
const LOUD = 0.12;
const LEAST_APART = 60; // milliseconds: pieces that move at once make one sound

/** Each note is a frequency in hertz, when it begins and how long it rings in seconds, and its wave.
 * @typedef {[hertz: number, from: number, length: number, wave?: OscillatorType]} Note */
/** @type {Record<string, Note[]>} */
const SOUNDS = {
  move: [[330, 0, 0.07, "triangle"]], // wood on wood
  capture: [[330, 0, 0.06, "triangle"], [196, 0.06, 0.12, "triangle"]],
  refusal: [[130, 0, 0.14, "square"]],
  turn: [[523, 0, 0.12], [784, 0.1, 0.22]],
};

let context = /** @type {AudioContext | null} */ (null);
let last = 0;

export function soundsOn() {
  return remembered(KEY) === "on";
}

/** Turn sounds on or off, in this browser; one that is turned on is heard. */
export function turnSounds(/** @type {boolean} */ on) {
  remember(KEY, on ? "on" : "off");
  if (on) play("turn");
}

/** Play a sound, if the reader wants sounds and can hear them now. @param {keyof typeof SOUNDS} name */
export function play(name) {
  const now = performance.now();
  if (!soundsOn() || document.hidden || navigator.userActivation?.hasBeenActive === false || now - last < LEAST_APART) return;
  last = now;
  context ??= new AudioContext();
  context.resume();
  for (const note of SOUNDS[name]) ring(context, note);
}

/** Let a note ring and die away. @type {(context: AudioContext, note: Note) => void} */
function ring(context, [hertz, from, length, wave = "sine"]) {
  const start = context.currentTime + from;
  const tone = context.createOscillator();
  const loudness = context.createGain();
  tone.type = wave;
  tone.frequency.value = hertz;
  loudness.gain.setValueAtTime(LOUD, start);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(loudness).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
}
