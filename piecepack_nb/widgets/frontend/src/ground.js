/** Draws what lies under everything: the backdrops of the areas, each where the layout has it. */
/** @import { Area, Laid } from "./types.js" */

import { arrange } from "./dom.js";
import { NOWHERE } from "./geometry.js";
import { node, placed, round } from "./sprites.js";

const TITLE = { x: 22, y: 38, "font-size": 24, class: "ppnb-title" };

/**
 * @param {import("./sprites.js").Sprites} sprites
 * @param {Element} group
 */
export function makeGround(sprites, group) {
  let layout = NOWHERE;
  /** @type {Area[]} */
  let areas = [];
  let drawn = "[]"; // they as JSON: a scene may hold equal areas that are other objects
  /** @type {{ area: Area, outer: SVGElement, inner: SVGElement }[]} inner: what turns */
  let grounds = [];
  return { draw, setLayout };

  /** @param {Area[]} wanted */
  function draw(wanted) {
    if (wanted === areas) return;
    areas = wanted;
    const now = JSON.stringify(areas);
    if (now === drawn) return;
    drawn = now;
    grounds = areas.map((area) => {
      const inner = node("g", {}, ...sprites.build(area.backdrop ?? [], {}));
      const title = sprites.build([["text", TITLE, area.title ?? ""]], {});
      return { area, inner, outer: node("g", {}, inner, ...(area.title ? title : [])) };
    });
    place();
  }

  /** @param {Laid} now */
  function setLayout(now) {
    layout = now;
    place();
  }

  function place() {
    const { places, spins } = layout;
    const shown = grounds.filter(({ area }) => Object.hasOwn(places, area.id));
    for (const { area, outer, inner } of shown) {
      const [left, top, scale = 1] = places[area.id];
      outer.setAttribute("transform", placed(round(left * 100), round(top * 100), 0, scale));
      if (!spins[area.id]) continue;
      const { angle, middle } = spins[area.id];
      inner.setAttribute("class", "ppnb-turned");
      inner.setAttribute("transform", `rotate(${angle} ${middle[0] * 100} ${middle[1] * 100})`);
      inner.style.setProperty("--ppnb-turn", `${angle}deg`);
    }
    arrange(
      group,
      shown.map(({ outer }) => outer),
    );
  }
}
