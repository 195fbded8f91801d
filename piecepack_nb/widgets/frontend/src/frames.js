/** Scenes from differences: the same rules as piecepack_nb/scene/frames.py. */
/** @import { Delta, Piece, Scene } from "./types.js" */

const PIECES = ["set", "add", "gone", "order"];

/**
 * The scene that a delta makes of `before`, which stays as it is.
 * @param {Scene} before
 * @param {Delta} delta
 * @returns {Scene}
 */
export function apply(before, delta) {
  const rest = Object.fromEntries(Object.entries(delta).filter(([name]) => !PIECES.includes(name)));
  return { ...before, ...rest, pieces: pieces(before.pieces ?? [], delta) };
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
