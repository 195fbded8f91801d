/** Draws the signs on the board that are no pieces; keeps the nodes of those that stay. */
/** @import { Laid, Mark, Scene, Shape } from "./types.js" */

import { arrange } from "./dom.js";
import { angleOf, NOWHERE, onTable, zoom } from "./geometry.js";
import { node, placed, round } from "./sprites.js";

const SHORT = 34; // hundredths of a square between a path's arrow and its last place
const BARE = ["open", "barred"]; // lines with nothing at their ends
const ROLES = { move: "target", via: "via" };

/**
 * @param {import("./sprites.js").Sprites} sprites
 * @param {Record<string, Element>} groups "under" and "over" the pieces, "hint", "said"
 * @param {() => string[]} switched the layers that are switched to what they aren't by default
 */
export function makeMarks(sprites, groups, switched) {
  const { under, lines } = sprites.sheet;
  let layout = NOWHERE;
  /** What is drawn in each group.
   * @type {Record<string, Map<Mark, SVGElement>>} */
  const drawn = {};
  return { setLayout, draw, show };

  /** @param {Laid} now */
  function setLayout(now) {
    layout = now;
    for (const marks of Object.values(drawn)) for (const [mark, group] of marks) lay(mark, group);
  }

  /** The marks of a scene, as far as their layers are switched on. @param {Scene} scene */
  function draw({ spots = [], layers = [], marks = [] }) {
    const roles = spots.flatMap(({ role, x, y, area }) => {
      const kind = ROLES[/** @type {keyof typeof ROLES} */ (role)];
      return kind ? [{ kind, x, y, area }] : [];
    });
    const off = layers.filter((layer) => !lit(layer, switched())).map(({ id }) => id);
    const all = [...marks.filter(({ layer }) => !layer || !off.includes(layer)), ...roles];
    const low = (/** @type {Mark} */ { kind }) => under.includes(kind);
    show("under", all.filter(low));
    show("over", all.filter((mark) => !low(mark)));
  }

  /** Show these marks, and no others, in a group. @type {(name: string, marks: Mark[]) => void} */
  function show(name, marks) {
    const before = drawn[name];
    const shown = marks.filter((mark) => onTable(layout, mark));
    drawn[name] = new Map(shown.map((mark) => [mark, before?.get(mark) ?? made(mark)]));
    arrange(groups[name], [...drawn[name].values()]);
  }

  /** @param {Mark} mark */
  function made(mark) {
    const { kind, suit, value = 0 } = mark;
    const looks = [suit && `ppnb-suit-${suit} ppnb-tinted`, lines.includes(kind) && `ppnb-line-${kind}`];
    const group = node("g", { class: looks.filter(Boolean).join(" "), "data-mark": kind });
    if (!lines.includes(kind)) group.append(sprites.sprite(`mark-${kind}`, mark));
    if (kind === "heat") group.setAttribute("fill-opacity", String(0.08 + 0.72 * value));
    lay(mark, group);
    return group;
  }

  /** Put a mark where it is in the layout. @type {(mark: Mark, group: SVGElement) => void} */
  function lay(mark, group) {
    const at = onTable(layout, mark);
    if (!at) return group.remove();
    if (lines.includes(mark.kind)) return group.replaceChildren(...sprites.build(through(mark), mark));
    const [x, y] = at.map((each) => round(each * 100));
    group.setAttribute("transform", placed(x, y, 0, zoom(layout, mark)));
    group.style.setProperty("--ppnb-turn", `${angleOf(layout, mark)}deg`);
  }

  /** A line through its points, with what stands at its ends. @type {(mark: Mark) => Shape[]} */
  function through({ kind, area, points = [] }) {
    if (points.length < 2) return [];
    const line = points.map(([x, y]) => (onTable(layout, { area, x, y }) ?? [0, 0]).map((at) => at * 100));
    const way = () => line.map((point) => point.map(round).join(",")).join(" ");
    const end = line[line.length - 1];
    if (BARE.includes(kind)) return [["polyline", { class: `ppnb-${kind}`, points: way() }]];
    if (kind === "lane") {
      const ends = [line[0], end].map(([x, y]) => /** @type {Shape} */ (["use", { sprite: "mark-lane-end", x, y }]));
      return [["polyline", { class: "ppnb-lane", points: way() }], ...ends];
    }
    const [right, down] = end.map((at, i) => at - line[line.length - 2][i]);
    const short = SHORT / (Math.hypot(right, down) || 1);
    // the arrow ends a little before the last place, so that what lies there stays readable
    end[0] -= right * short;
    end[1] -= down * short;
    const angle = round((Math.atan2(down, right) * 180) / Math.PI);
    return [
      ["polyline", { class: "ppnb-way-halo", points: way() }],
      ["polyline", { class: "ppnb-way", points: way() }],
      ["use", { sprite: "mark-arrow", x: round(end[0]), y: round(end[1]), angle }],
    ];
  }
}

/** Whether a layer shows: as it is by default, unless the reader has switched it.
 * @type {(layer: { id: string, on?: boolean }, switched: string[]) => boolean} */
export function lit({ id, on = true }, switched) {
  return on !== switched.includes(id);
}
