import assert from "node:assert/strict";
import { test } from "node:test";

import { duration } from "../src/player.js";

test("far moves take longer, up to a bound; nothing to move takes a moment", () => {
  assert.ok(duration(1, 1) < duration(3, 1));
  assert.equal(duration(100, 1), 620);
  assert.ok(duration(0, 0) < 120);
});
