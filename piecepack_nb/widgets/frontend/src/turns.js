/** Sums about turns and the steps in them: no page, no state. */
/** @import { Turn } from "./types.js" */

/**
 * The index of the turn that a frame belongs to; turns are in order and the first begins at 0.
 * @param {Turn[]} turns
 * @param {number} at
 */
export function turnOf(turns, at) {
  let [low, high] = [0, turns.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (turns[middle].at <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The first frame of a turn and the number of its frames, at least 1.
 * @param {Turn[]} turns
 * @param {number} turn its index
 * @param {number} frames how many the film has
 */
export function span(turns, turn, frames) {
  const from = turns[turn].at;
  const to = turn + 1 < turns.length ? turns[turn + 1].at : frames;
  return { from, count: Math.max(1, to - from) };
}

/**
 * The frame that one turn on or back leads to: always the beginning of a turn, so that as many
 * back as on lead to the same place; from within a turn, back leads to its own beginning.
 * @param {Turn[]} turns
 * @param {number} at
 * @param {1 | -1} way
 * @param {number} last the film's last frame
 */
export function turnFrom(turns, at, way, last) {
  const turn = turnOf(turns, at);
  if (way > 0) return turns[turn + 1]?.at ?? last;
  return turns[at > turns[turn].at ? turn : Math.max(0, turn - 1)].at;
}

/**
 * The turns to draw a line for: all of them, or every second, fourth, eighth and so on.
 * @param {Turn[]} turns
 * @param {number} room how many lines there is room for
 */
export function thinned(turns, room) {
  let every = 1;
  while (turns.length > room * every && every < turns.length) every *= 2;
  return turns.filter((_, i) => i && i % every === 0);
}
