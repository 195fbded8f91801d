import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";

import { Film, unpack } from "../src/film.js";

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

test("a film is its first scene and what the differences make of it", async () => {
  const bytes = pack(data);
  for (const given of [bytes, bytes.buffer, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)]) {
    const film = await unpack(given);
    assert.deepEqual(film.scenes.map((scene) => [scene.caption, scene.pieces[0].x]), [["0", 0], ["1", 1], ["2", 1]]);
    assert.deepEqual(film.scenes.map((scene) => film.numbers.get(scene)), [0, 1, 2]);
    assert.equal(film.scenes[1].pieces, film.scenes[2].pieces);
  }
});

test("bytes within a larger buffer are read as they lie there", async () => {
  const bytes = pack(data);
  const larger = new Uint8Array(bytes.length + 10);
  larger.set(bytes, 7);
  const film = await unpack(new DataView(larger.buffer, 7, bytes.length));
  assert.equal(film.last, 2);
});

test("what comes before the first turn is a turn of its own", () => {
  assert.deepEqual(new Film(data).turns, [{ title: "Start", at: 0 }, { title: "Turn 1", at: 1 }]);
  assert.deepEqual(new Film({ ...data, turns: [] }).turns, [{ title: "Start", at: 0 }]);
});

test("a frame is kept within the film", () => {
  const film = new Film(data);
  assert.deepEqual([-1, 0, 1.2, 2, 9, NaN, undefined].map((at) => film.clamp(at)), [0, 0, 1, 2, 2, 0, 0]);
});

test("the finer scenes follow on their frame", () => {
  const film = new Film(data);
  assert.deepEqual(film.within(1).map((scene) => scene.caption), ["1", "a", "b"]);
  assert.equal(film.within(1)[0], film.scenes[1]);
  assert.deepEqual(film.within(0), []);
});

test("no bytes are no film, and others are refused", async () => {
  for (const none of [null, undefined, new Uint8Array(0), new DataView(new ArrayBuffer(0))]) {
    assert.equal(await unpack(none), null);
  }
  await assert.rejects(unpack(new Uint8Array([1, 2, 3])));
  await assert.rejects(unpack(pack({ ...data, version: 2 })), /version/);
  await assert.rejects(unpack(pack([])));
});
