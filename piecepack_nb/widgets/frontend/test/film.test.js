import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";

import { apply, applyAll, Film, thinTurns, turnFrom, turnOf, turnSpan, unpack } from "../src/film.js";

const first = { areas: [], layouts: [], caption: "0", pieces: [{ id: "p", x: 0 }] };
const data = {
  version: 1,
  title: "A game",
  first,
  frames: [{ caption: "1", set: [{ id: "p", x: 1 }] }, { caption: "2" }],
  turns: [["Turn 1", 1]],
  within: { 1: { title: "The search", count: 2, frames: '[{ "caption": "a" }, { "caption": "b" }]' } },
};
const pack = (value) => new Uint8Array(deflateSync(JSON.stringify(value)));

test("a film is its first scene and one for each delta", async () => {
  const bytes = pack(data);
  for (const given of [bytes, bytes.buffer, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)]) {
    const film = await unpack(given);
    assert.deepEqual(film.scenes.map((scene) => [scene.caption, scene.pieces[0].x]), [["0", 0], ["1", 1], ["2", 1]]);
    assert.deepEqual(film.scenes.map((scene) => film.numbers.get(scene)), [0, 1, 2]);
    assert.equal(film.scenes[1].pieces, film.scenes[2].pieces);
  }
});

test("bytes within a larger buffer are read in place", async () => {
  const bytes = pack(data);
  const larger = new Uint8Array(bytes.length + 10);
  larger.set(bytes, 7);
  const film = await unpack(new DataView(larger.buffer, 7, bytes.length));
  assert.equal(film.last, 2);
});

test("frames before the first turn form a turn", () => {
  assert.deepEqual(new Film(data).turns, [{ title: "Start", at: 0 }, { title: "Turn 1", at: 1 }]);
  assert.deepEqual(new Film({ ...data, turns: [] }).turns, [{ title: "Start", at: 0 }]);
});

test("a frame number is limited to the film", () => {
  const film = new Film(data);
  assert.deepEqual([-1, 0, 1.2, 2, 9, NaN, undefined].map((at) => film.clamp(at)), [0, 0, 1, 2, 2, 0, 0]);
});

test("nested scenes follow their frame", () => {
  const film = new Film(data);
  assert.deepEqual(film.nestedScenes(1).map((scene) => scene.caption), ["1", "a", "b"]);
  assert.equal(film.nestedScenes(1)[0], film.scenes[1]);
  assert.deepEqual(film.nestedScenes(0), []);
});

test("no bytes are no film, and others are refused", async () => {
  for (const none of [null, undefined, new Uint8Array(0), new DataView(new ArrayBuffer(0))]) {
    assert.equal(await unpack(none), null);
  }
  await assert.rejects(unpack(new Uint8Array([1, 2, 3])));
  await assert.rejects(unpack(pack({ ...data, version: 2 })), /version/);
  await assert.rejects(unpack(pack([])));
});

// --- deltas

const before = { areas: [], layouts: [], caption: "a", pieces: [{ id: "p", x: 1 }, { id: "q", x: 2 }] };

test("pieces change, come and go; the scene before stays as it was", () => {
  const copy = structuredClone(before);
  const after = apply(before, { set: [{ id: "p", x: 5 }], add: [{ id: "r", x: 3 }], gone: ["q"], caption: "b" });
  assert.deepEqual(after.pieces, [{ id: "p", x: 5 }, { id: "r", x: 3 }]);
  assert.equal(after.caption, "b");
  assert.deepEqual(before, copy);
});

test("an order is followed, and a wrong one ignored", () => {
  const ids = (order) => apply(before, { order }).pieces.map((piece) => piece.id);
  assert.deepEqual(ids(["q", "p"]), ["q", "p"]);
  assert.deepEqual(ids(["q"]), ["p", "q"]);
});

test("changing a missing piece does nothing", () => {
  assert.deepEqual(apply(before, { set: [{ id: "z", x: 1 }] }).pieces, before.pieces);
});

test("a run of frames gives each scene in turn", () => {
  const scenes = applyAll(before, [{ caption: "b" }, {}, { gone: ["p"] }]);
  assert.deepEqual(scenes.map((scene) => [scene.caption, scene.pieces.length]), [["b", 2], ["b", 2], ["b", 1]]);
  assert.equal(scenes[1].pieces, before.pieces);
});

test("a list changes by what leaves and what is appended", () => {
  const marks = [{ kind: "a" }, { kind: "b" }, { kind: "c" }];
  const after = apply({ ...before, marks }, { marks: { off: [0, 2], on: [{ kind: "d" }] } });
  assert.deepEqual(after.marks, [{ kind: "b" }, { kind: "d" }]);
  assert.equal(after.marks[0], marks[1]);
  assert.equal(after.pieces, before.pieces);
  assert.deepEqual(apply(before, { marks: { off: [], on: marks } }).marks, marks);
  assert.deepEqual(apply({ ...before, marks }, { marks: [] }).marks, []);
});

// --- turns

const turns = [{ title: "Set-up", at: 0 }, { title: "Turn 1", at: 1 }, { title: "Turn 2", at: 6 }, { title: "Turn 3", at: 9 }];
const frames = [...Array(12).keys()];

test("each frame belongs to the last turn that began before it", () => {
  assert.deepEqual(frames.map((at) => turnOf(turns, at)), [0, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
  assert.equal(turnOf([{ title: "Start", at: 0 }], 7), 0);
});

test("the spans of the turns cover the film without a gap", () => {
  const spans = turns.map((_, turn) => turnSpan(turns, turn, 12));
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
  assert.equal(thinTurns(many, 1000).length, 299);
  assert.deepEqual(thinTurns(many, 80).map(({ at }) => at).slice(0, 3), [40, 80, 120]);
  for (const room of [1, 7, 64, 299]) assert.ok(thinTurns(many, room).length <= room);
});
