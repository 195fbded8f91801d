/** The map of a search for rules: all settings as points, the best as buttons that play them. */
/** @import { Model } from "./types.js" */

import { useState } from "preact/hooks";

import { kernelEnded } from "./dom.js";
import { managerOf, Played } from "./played.jsx";
import { Button, classes, mount, useTrait } from "./ui.jsx";

const EDGE = 7; // percent of the picture that stays free at each side
const WIDE = 100;
const HIGH = 56; // percent of the width

/**
 * A measure of the map: its name, and the values at the ends of the picture as text.
 * @typedef {{ name: string, low: string, high: string }} Axis
 * A setting: where it is, from 0 to 1.
 * @typedef {[x: number, y: number]} Point
 * One of the best settings, or today's rules, whose place is 0.
 * @typedef {{ place: number, label: string, at: Point, verdict: string, met: boolean, better: boolean,
 *   differs: string[], figures: string[] }} Shown
 * @typedef {{ title: string, axes: Axis[], points: Point[], shown: Shown[], note: string }} DesignMap
 */

/** Add a view of the model to `el`; return a function that removes it.
 * @type {(model: Model, el: HTMLElement) => () => void} */
export function makeDesignMap(model, el) {
  return mount(el, "design-map", <Parts model={model} />);
}

/** @param {{ model: Model }} props */
function Parts({ model }) {
  /** @type {DesignMap} */
  const { title, axes, points, shown, note } = useTrait(model, "design_map");
  const reply = useTrait(model, "reply");
  const [problem, setProblem] = useState("");
  const play = (/** @type {number} */ place) => {
    try {
      model.send({ kind: "play", place, here: Boolean(managerOf(model)) });
      setProblem("");
    } catch {
      setProblem(kernelEnded(model));
    }
  };
  return (
    <div class="ppnb-design-parts">
      <p class="ppnb-design-title">{title}</p>
      <div class="ppnb-design-map" role="group" aria-label={`Map: ${axes[0].name} across, ${axes[1].name} upwards`}>
        <p class="ppnb-design-y">{axes[1].name}</p>
        <div class="ppnb-design-plot">
          <Points points={points} />
          {shown.map((each) => (
            <Spot key={each.place} shown={each} play={play} />
          ))}
          <span class="ppnb-design-end" data-end="top">{axes[1].high}</span>
          <span class="ppnb-design-end" data-end="bottom">{axes[1].low}</span>
        </div>
        <p class="ppnb-design-x">
          <span>{axes[0].low}</span> <span>{axes[0].name}</span> <span>{axes[0].high}</span>
        </p>
      </div>
      <ol class="ppnb-design-list" aria-label="The best settings">
        {shown.map((each) => (
          <Card key={each.place} shown={each} play={play} />
        ))}
      </ol>
      <p class="ppnb-design-note">{note}</p>
      <p class={classes("design-reply", Boolean(problem) && "problem")} role="status">
        {problem || reply}
      </p>
      <Played model={model} />
    </div>
  );
}

/** All settings that were tried. @param {{ points: Point[] }} props */
function Points({ points }) {
  return (
    <svg class="ppnb-design-points" viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
      {points.map(([x, y], n) => (
        <circle key={n} cx={inset(x, WIDE)} cy={HIGH - inset(y, HIGH)} r="0.6" />
      ))}
    </svg>
  );
}

/** A button at its place of the map. @param {{ shown: Shown, play: (place: number) => void }} props */
function Spot({ shown: { place, label, at, verdict, met }, play }) {
  const where = { left: `${inset(at[0], 100)}%`, bottom: `${inset(at[1], 100)}%` };
  return (
    <button
      type="button" class="ppnb-design-spot" style={where} data-place={place} data-met={met ? "yes" : undefined}
      title={`Play ${label}: ${verdict}`} aria-label={`Play ${label}`} onClick={() => play(place)}
    >
      {place || "◆"}
    </button>
  );
}

/** What was found of a setting. @param {{ shown: Shown, play: (place: number) => void }} props */
function Card({ shown: { place, label, verdict, met, better, differs, figures }, play }) {
  return (
    <li class="ppnb-design-card" data-met={met ? "yes" : undefined}>
      <p class="ppnb-design-name">
        <span class="ppnb-design-number" aria-hidden="true">
          {place || "◆"}
        </span>{" "}
        {label}
      </p>
      <p class="ppnb-design-verdict">
        <span aria-hidden="true">{met ? "✓" : better ? "↑" : "·"}</span> {verdict}
      </p>
      <ul class="ppnb-design-figures">
        {figures.map((each) => (
          <li key={each}>{each}</li>
        ))}
        {differs.map((each) => (
          <li key={each} class="ppnb-design-change">
            {each}
          </li>
        ))}
      </ul>
      <Button title={`Open a table with these rules: ${label}`} aria-label={`Play with ${label}`} onClick={() => play(place)}>
        Play
      </Button>
    </li>
  );
}

/** Return a part of the picture, of a width, inside its edges. @type {(part: number, width: number) => number} */
function inset(part, width) {
  return ((EDGE + (100 - 2 * EDGE) * part) * width) / 100;
}
