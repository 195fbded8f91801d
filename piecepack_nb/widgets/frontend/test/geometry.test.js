import assert from "node:assert/strict";
import { test } from "node:test";

import {
  areaAngle, areaScale, chooseLayout, covers, nearest, neighbour, rotate, rotateAreas, rowEnd, shortTurn, tilt, toStage,
} from "../src/geometry.js";

const grid = [];
for (let y = 0; y < 3; y++) for (let x = 0; x < 4; x++) grid.push([x, y]);
const at = (x, y) => grid.findIndex(([a, b]) => a === x && b === y);

test("a turn takes the shorter side", () => {
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

test("an arrow at the edge finds nothing", () => {
  assert.equal(neighbour(grid, [3, 1], "ArrowRight"), -1);
  assert.equal(neighbour([], [0, 0], "ArrowUp"), -1);
});

test("a point straight ahead wins over a nearer one to the side", () => {
  assert.equal(neighbour([[0, 0], [1, 0.9], [2.5, 0]], [0, 0], "ArrowRight"), 2);
});

test("with nothing straight ahead an arrow goes to the side", () => {
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
  const [tall, square, wide] = [[0, 5, 20], [400, 10, 12], [600, 16, 9]].map(([min_width, width, height]) => ({
    min_width, width, height, places: {},
  }));
  const chosen = (width, height) => chooseLayout([tall, square, wide], width, height);
  assert.equal(chosen(560, 400), wide); // a little narrow, but the square one would be smaller still
  assert.equal(chosen(560, 900), square);
  assert.equal(chosen(330, 400), tall);
});

test("areas have places and scales of their own", () => {
  const [wide, narrow] = layouts.map((layout) => rotateAreas(layout, [], 0));
  assert.deepEqual(toStage(wide, { area: "tray", x: 1, y: 2 }), [13, 5]);
  assert.deepEqual(toStage(wide, { x: 1, y: 2 }), [1, 2]);
  assert.equal(toStage(narrow, { area: "tray" }), null);
  assert.equal(toStage(narrow, { area: "constructor" }), null);
  assert.equal(areaScale(wide, { area: "tray" }), 2);
  assert.ok(covers(wide, { id: "a", area: "tray", x: 1, y: 1 }, [13.9, 3.9]));
  assert.ok(!covers(wide, { id: "a", x: 1, y: 1 }, [1.6, 1]));
});

const close = (a, b) => a.forEach((value, i) => assert.ok(Math.abs(value - b[i]) < 1e-9, `${a} is not ${b}`));
const board = { id: "board", width: 4, height: 4, turns: [-45, 45, 90] };
const rotated = (turns) => rotateAreas(layouts[0], [board, { id: "tray", width: 1, height: 1 }], turns);

test("a point rotates clockwise", () => {
  close(rotate([1, 0], 90), [0, 1]);
  close(rotate([3, 2], 180, [2, 2]), [1, 2]);
  assert.deepEqual(rotate([3, 2], 0), [3, 2]);
});

test("an area has the angle that the reader chose, round after round, and those between during the animation", () => {
  assert.deepEqual([0, 1, 2, 3, 4].map((turns) => areaAngle(rotated(turns), {})), [-45, 45, 90, -45, 45]);
  assert.equal(areaAngle(rotated(0.5), {}), 0);
  assert.equal(areaAngle(rotated(2.5), {}), 22.5); // the short way from 90 back to -45
  assert.equal(areaAngle(rotated(1), { area: "tray" }), 0);
});

test("points of a turned area turn about its middle; other areas stay", () => {
  close(toStage(rotated(2), { x: 4, y: 2 }), [2, 4]);
  close(toStage(rotated(0), { x: 2, y: 2 }), [2, 2]);
  close(toStage(rotated(0), { x: 3, y: 2 }), [2 + Math.SQRT1_2, 2 - Math.SQRT1_2]);
  assert.deepEqual(toStage(rotated(2), { area: "tray", x: 1, y: 0 }), [13, 1]);
});

test("a turned spot covers a turned square", () => {
  const spot = { id: "a", x: 2, y: 2 };
  assert.ok(covers(rotated(0), spot, [2.6, 2])); // the corner of the diamond
  assert.ok(!covers(rotated(0), spot, [2.45, 2.45])); // where the upright square had its corner
  assert.ok(covers(rotated(2), { ...spot, w: 3 }, [2, 3.4]));
  assert.ok(!covers(rotated(2), { ...spot, w: 3 }, [3.4, 2]));
});

test("the tilt of a board is its angle beyond the nearest quarter turn", () => {
  assert.deepEqual([0, 30, 45, -45, 60, 90, 135, 180, -100].map(tilt), [0, 30, 45, -45, -30, 0, 45, 0, -10]);
});
