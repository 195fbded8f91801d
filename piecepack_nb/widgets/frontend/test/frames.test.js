import assert from "node:assert/strict";
import { test } from "node:test";

import { apply, run } from "../src/frames.js";
import { duration } from "../src/player.js";

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

test("a change of a piece that is not there does nothing", () => {
  assert.deepEqual(apply(before, { set: [{ id: "z", x: 1 }] }).pieces, before.pieces);
});

test("a run of frames gives each scene in turn", () => {
  const scenes = run(before, [{ caption: "b" }, {}, { gone: ["p"] }]);
  assert.deepEqual(scenes.map((scene) => [scene.caption, scene.pieces.length]), [["b", 2], ["b", 2], ["b", 1]]);
  assert.equal(scenes[1].pieces, before.pieces);
});

test("of a list what leaves and what is appended is enough", () => {
  const marks = [{ kind: "a" }, { kind: "b" }, { kind: "c" }];
  const after = apply({ ...before, marks }, { marks: { off: [0, 2], on: [{ kind: "d" }] } });
  assert.deepEqual(after.marks, [{ kind: "b" }, { kind: "d" }]);
  assert.equal(after.marks[0], marks[1]);
  assert.equal(after.pieces, before.pieces);
  assert.deepEqual(apply(before, { marks: { off: [], on: marks } }).marks, marks);
  assert.deepEqual(apply({ ...before, marks }, { marks: [] }).marks, []);
});

test("far moves take longer, up to a bound; nothing to move takes a moment", () => {
  assert.ok(duration(1, 1) < duration(3, 1));
  assert.equal(duration(100, 1), 620);
  assert.ok(duration(0, 0) < 120);
});
