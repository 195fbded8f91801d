/** Films: scenes from deltas, and the turns they belong to. piecepack_nb/scene/film.py packs them. */
/** @import { Delta, Piece, Scene, Turn } from "./types.js" */

import { clamp } from "./geometry.js";

const VERSION = 1;

export class Film {
  /** @param {any} data the unpacked JSON */
  constructor(data) {
    if (data?.version !== VERSION) throw new Error("another version");
    /** @type {Scene[]} */
    this.scenes = [data.first, ...applyAll(data.first, data.frames)];
    /** The number of each scene. */
    this.numbers = new Map(this.scenes.map((scene, i) => [scene, i]));
    /** @type {Turn[]} */
    this.turns = data.turns.map((/** @type {[string, number]} */ [title, at]) => ({ title, at }));
    if (!this.turns.length || this.turns[0].at > 0) this.turns.unshift({ title: "Start", at: 0 });
    /** The nested timelines by frame; `frames` is JSON, parsed when it is needed.
     * @type {Record<string, { title: string, count: number, frames: string }>} */
    this.nested = data.within ?? {};
  }

  get last() {
    return this.scenes.length - 1;
  }

  /** Return the existing frame number nearest to `frame`. */
  clamp(/** @type {number} */ frame) {
    return clamp(Math.round(frame) || 0, 0, this.last);
  }

  /** Return a frame's scene and its nested scenes; an empty list if it has none. */
  nestedScenes(/** @type {number} */ frame) {
    const first = this.scenes[frame];
    return this.nested[frame] ? [first, ...applyAll(first, JSON.parse(this.nested[frame].frames))] : [];
  }
}

/**
 * Return the film in a trait's bytes; null if they are empty. Throws an Error if they hold no film.
 * @param {ArrayBuffer | ArrayBufferView | null | undefined} bytes
 * @returns {Promise<Film | null>}
 */
export async function unpack(bytes) {
  return bytes?.byteLength ? new Film(await inflate(bytes)) : null;
}

/** Return the data of compressed JSON. @param {ArrayBuffer | ArrayBufferView} bytes @returns {Promise<any>} */
export async function inflate(bytes) {
  const body = new Blob([/** @type {BlobPart} */ (bytes)]).stream();
  return JSON.parse(await new Response(body.pipeThrough(new DecompressionStream("deflate"))).text());
}

// --- deltas, by the rules of piecepack_nb/scene/frames.py ---------------------------------------

const PIECE_CHANGES = ["set", "add", "gone", "order"];

/**
 * Return the scene after a delta; `before` stays as it is. Both scenes share what didn't change, so
 * that thousands of scenes need little memory.
 * @param {Scene} before
 * @param {Delta} delta
 * @returns {Scene}
 */
export function apply(before, delta) {
  /** @type {any} */
  const after = { ...before };
  for (const name in delta) {
    if (!PIECE_CHANGES.includes(name)) after[name] = changeField(after[name], delta[name]);
  }
  after.pieces = changePieces(before.pieces ?? [], delta);
  return after;
}

/**
 * Return every scene of a run of deltas, in order.
 * @param {Scene} before
 * @param {Delta[]} deltas
 */
export function applyAll(before, deltas) {
  const scenes = [];
  for (const delta of deltas) scenes.push((before = apply(before, delta)));
  return scenes;
}

/** Return a field's new value. A list may change by { off: indexes to remove, on: items to append }.
 * @type {(before: any, change: any) => any} */
function changeField(before, change) {
  if (!change || !Array.isArray(change.off)) return change;
  const off = new Set(change.off);
  const kept = (before ?? []).filter((/** @type {unknown} */ _, /** @type {number} */ i) => !off.has(i));
  return kept.concat(change.on ?? []);
}

/** @type {(before: Piece[], delta: Delta) => Piece[]} */
function changePieces(before, delta) {
  if (!PIECE_CHANGES.some((name) => name in delta)) return before;
  const all = new Map(before.map((piece) => [piece.id, piece]));
  for (const id of delta.gone ?? []) all.delete(id);
  for (const change of delta.set ?? []) {
    const old = all.get(change.id);
    if (old) all.set(change.id, { ...old, ...change });
  }
  for (const piece of delta.add ?? []) all.set(piece.id, piece);
  const ordered = (delta.order ?? []).map((/** @type {string} */ id) => all.get(id));
  return ordered.length === all.size && ordered.every(Boolean) ? ordered : [...all.values()];
}

// --- turns: in order, the first begins at frame 0 -----------------------------------------------

/**
 * Return the index of the turn that a frame belongs to.
 * @param {Turn[]} turns
 * @param {number} frame
 */
export function turnOf(turns, frame) {
  let [low, high] = [0, turns.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (turns[middle].at <= frame) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Return a turn's first frame and its number of frames, at least 1.
 * @param {Turn[]} turns
 * @param {number} turn its index
 * @param {number} frames the film's number of frames
 */
export function turnSpan(turns, turn, frames) {
  const from = turns[turn].at;
  const to = turn + 1 < turns.length ? turns[turn + 1].at : frames;
  return { from, count: Math.max(1, to - from) };
}

/**
 * Return the frame one turn on or back: the beginning of a turn, or the film's end. From within a
 * turn, back leads to its own beginning.
 * @param {Turn[]} turns
 * @param {number} frame
 * @param {1 | -1} direction
 * @param {number} last the film's last frame
 */
export function turnFrom(turns, frame, direction, last) {
  const turn = turnOf(turns, frame);
  if (direction > 0) return turns[turn + 1]?.at ?? last;
  return turns[frame > turns[turn].at ? turn : Math.max(0, turn - 1)].at;
}

/**
 * Return the turns to draw a line for: all, or every second, fourth, eighth and so on.
 * @param {Turn[]} turns
 * @param {number} room the most lines that fit
 */
export function thinTurns(turns, room) {
  let every = 1;
  while (turns.length > room * every && every < turns.length) every *= 2;
  return turns.filter((_, i) => i && i % every === 0);
}
