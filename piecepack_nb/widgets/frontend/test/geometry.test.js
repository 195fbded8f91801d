import assert from "node:assert/strict";
import { test } from "node:test";

import { chooseLayout, covers, nearest, neighbour, onTable, rowEnd, shortTurn, zoom } from "../src/geometry.js";

const grid = [];
for (let y = 0; y < 3; y++) for (let x = 0; x < 4; x++) grid.push([x, y]);
const at = (x, y) => grid.findIndex(([a, b]) => a === x && b === y);

test("a turn goes the short way", () => {
  assert.equal(shortTurn(0, 90), 90);
  assert.equal(shortTurn(0, 270), -90);
  assert.equal(shortTurn(350, 10), 20);
  assert.equal(shortTurn(-90, 180), -90);
  assert.equal(shortTurn(0, 180), 180);
  assert.equal(shortTurn(720, 0), 0);
});

test("arrows go to the next place straight ahead", () => {
  assert.equal(neighbour(grid, [1, 1], "ArrowRight"), at(2, 1));
  assert.equal(neighbour(grid, [1, 1], "ArrowLeft"), at(0, 1));
  assert.equal(neighbour(grid, [1, 1], "ArrowUp"), at(1, 0));
  assert.equal(neighbour(grid, [1, 1], "ArrowDown"), at(1, 2));
});

test("an arrow at the edge leads nowhere", () => {
  assert.equal(neighbour(grid, [3, 1], "ArrowRight"), -1);
  assert.equal(neighbour([], [0, 0], "ArrowUp"), -1);
});

test("what is straight ahead wins over what is nearer but aside", () => {
  assert.equal(neighbour([[0, 0], [1, 0.9], [2.5, 0]], [0, 0], "ArrowRight"), 2);
});

test("where nothing is straight ahead an arrow takes what lies aside", () => {
  assert.equal(neighbour([[0, 0], [1, 4]], [0, 0], "ArrowRight"), 1);
});

test("every place of a grid with holes can be reached by arrows", () => {
  const holes = grid.filter(([x, y]) => !(y === 1 && (x === 0 || x === 3))).concat([[7, 1], [7.5, 9]]);
  const seen = new Set([0]);
  const queue = [0];
  for (const i of queue) {
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
      const next = neighbour(holes, holes[i], key);
      if (next >= 0 && !seen.has(next)) queue.push(seen.add(next) && next);
    }
  }
  assert.equal(seen.size, holes.length);
});

test("Home and End stay in the row", () => {
  assert.equal(rowEnd(grid, [1, 1], "Home"), at(0, 1));
  assert.equal(rowEnd(grid, [1, 1], "End"), at(3, 1));
});

test("the nearest place", () => {
  assert.equal(nearest(grid, [2.2, 1.8]), at(2, 2));
  assert.equal(nearest([], [0, 0]), -1);
});

const layouts = [
  { min_width: 640, width: 16, height: 11, places: { board: [0, 0], tray: [11, 1, 2] } },
  { min_width: 0, width: 11, height: 20, places: { board: [0, 0] } },
];

test("the layout is the widest that fits, or the narrowest there is", () => {
  assert.equal(chooseLayout(layouts, 320), layouts[1]);
  assert.equal(chooseLayout(layouts, 639.9), layouts[1]);
  assert.equal(chooseLayout(layouts, 640), layouts[0]);
  assert.equal(chooseLayout([layouts[0]], 320), layouts[0]);
});

test("areas have places and scales of their own", () => {
  assert.deepEqual(onTable(layouts[0], { area: "tray", x: 1, y: 2 }), [13, 5]);
  assert.deepEqual(onTable(layouts[0], { x: 1, y: 2 }), [1, 2]);
  assert.equal(onTable(layouts[1], { area: "tray" }), null);
  assert.equal(onTable(layouts[1], { area: "constructor" }), null);
  assert.equal(zoom(layouts[0], { area: "tray" }), 2);
  assert.ok(covers(layouts[0], { id: "a", area: "tray", x: 1, y: 1 }, [13.9, 3.9]));
  assert.ok(!covers(layouts[0], { id: "a", x: 1, y: 1 }, [1.6, 1]));
});
