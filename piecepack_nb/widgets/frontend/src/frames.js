/** Scenes from differences: the same rules as piecepack_nb/scene/frames.py. */
/** @import { Delta, Piece, Scene } from "./types.js" */

const PIECES = ["set", "add", "gone", "order"];

/**
 * The scene that a delta makes of `before`, which stays as it is. What the delta doesn't touch is
 * the very same object in both, so that thousands of scenes take little room.
 * @param {Scene} before
 * @param {Delta} delta
 * @returns {Scene}
 */
export function apply(before, delta) {
  /** @type {any} */
  const after = { ...before };
  for (const name in delta) {
    if (!PIECES.includes(name)) after[name] = list(after[name], delta[name]);
  }
  after.pieces = pieces(before.pieces ?? [], delta);
  return after;
}

/** A field's new value; of a list also { off: indexes that leave, on: what is appended }.
 * @type {(before: any, change: any) => any} */
function list(before, change) {
  if (!change || !Array.isArray(change.off)) return change;
  const off = new Set(change.off);
  const kept = (before ?? []).filter((/** @type {unknown} */ _, /** @type {number} */ i) => !off.has(i));
  return kept.concat(change.on ?? []);
}

/** @type {(before: Piece[], delta: Delta) => Piece[]} */
function pieces(before, delta) {
  if (!PIECES.some((name) => name in delta)) return before;
  const all = new Map(before.map((piece) => [piece.id, piece]));
  for (const id of delta.gone ?? []) all.delete(id);
  for (const change of delta.set ?? []) {
    const old = all.get(change.id);
    if (old) all.set(change.id, { ...old, ...change });
  }
  for (const piece of delta.add ?? []) all.set(piece.id, piece);
  const kept = (delta.order ?? []).map((/** @type {string} */ id) => all.get(id));
  return kept.length === all.size && kept.every(Boolean) ? kept : [...all.values()];
}

/**
 * Every scene of a run of deltas, in order.
 * @param {Scene} before
 * @param {Delta[]} deltas
 */
export function run(before, deltas) {
  const scenes = [];
  for (const delta of deltas) scenes.push((before = apply(before, delta)));
  return scenes;
}
