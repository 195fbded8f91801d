import assert from "node:assert/strict";
import { test } from "node:test";

import { span, thinned, turnFrom, turnOf } from "../src/turns.js";

const turns = [{ title: "Set-up", at: 0 }, { title: "Turn 1", at: 1 }, { title: "Turn 2", at: 6 }, { title: "Turn 3", at: 9 }];
const frames = [...Array(12).keys()];

test("each frame belongs to the last turn that began before it", () => {
  assert.deepEqual(frames.map((at) => turnOf(turns, at)), [0, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
  assert.equal(turnOf([{ title: "Start", at: 0 }], 7), 0);
});

test("the spans of the turns cover the film without a gap", () => {
  const spans = turns.map((_, turn) => span(turns, turn, 12));
  assert.deepEqual(spans, [{ from: 0, count: 1 }, { from: 1, count: 5 }, { from: 6, count: 3 }, { from: 9, count: 3 }]);
});

test("a turn on and a turn back lead to the beginnings of turns, and to the film's end", () => {
  assert.deepEqual(frames.map((at) => turnFrom(turns, at, 1, 11)), [1, 6, 6, 6, 6, 6, 9, 9, 9, 11, 11, 11]);
  assert.deepEqual(frames.map((at) => turnFrom(turns, at, -1, 11)), [0, 0, 1, 1, 1, 1, 1, 6, 6, 6, 9, 9]);
});

test("from a turn's beginning a turn on and back leads to where it was", () => {
  for (const { at } of turns) assert.equal(turnFrom(turns, turnFrom(turns, at, 1, 11), -1, 11), at);
});

test("as many lines are drawn as there is room for, evenly", () => {
  const many = Array.from({ length: 300 }, (_, i) => ({ title: "", at: 10 * i }));
  assert.equal(thinned(many, 1000).length, 299);
  assert.deepEqual(thinned(many, 80).map(({ at }) => at).slice(0, 3), [40, 80, 120]);
  for (const room of [1, 7, 64, 299]) assert.ok(thinned(many, room).length <= room);
});
