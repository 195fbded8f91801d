import assert from "node:assert/strict";
import { test } from "node:test";

import { duration } from "../src/player.js";

test("far moves take longer, up to a bound; nothing to move takes a moment", () => {
  assert.ok(duration([1]) < duration([3]));
  assert.equal(duration([3]), duration([100]));
  assert.ok(duration([]) < 120);
});

test("a walk of many steps is one motion, much shorter than its steps", () => {
  const steps = [1, 1, 1, 1, 1, 1];
  assert.ok(duration(steps) < (steps.length * duration([1])) / 2);
  assert.equal(duration([...steps, ...steps]), 560);
});
