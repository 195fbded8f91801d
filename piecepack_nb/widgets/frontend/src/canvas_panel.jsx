/**
 * The panel below a canvas: its words, buttons, legend and table. It draws the board's own art under
 * and over the canvas, names the canvas, and repairs one of ipycanvas's: ipycanvas adds it to the tab
 * order and then takes every key, even Tab.
 */
/** @import { Area, Layout, Model, Piece, Mark, Point, Scene, TextTable } from "./types.js" */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { consume, hasModifier, makeTable, percent, save, setAttr, uniqueId, watchTheme } from "./dom.js";
import { clamp, rotateAreas } from "./geometry.js";
import { makeSprites, makeStage } from "./stage.js";
import { Button, mount, useTrait } from "./ui.jsx";

const CANVAS_BOX = ".ppnb-canvas"; // the box that holds the canvas and this panel
const MAX_DELAY = 500; // milliseconds between drawings at the slow end of the slider

/** The columns and rows that each key moves. @type {Record<string, Point>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SHIFT_STEPS = 5;
/**
 * @typedef {{ across: number, down: number, wide: number, high: number }} Cells their numbers, and
 *   one's size as a share of the canvas
 * @typedef {{ left: number, top: number, width: number, height: number }} Box
 * @typedef {[look: string, text: string]} LegendEntry
 */

/** Add a view of the model to `el`; return a function that removes it.
 * @type {(model: Model, el: HTMLElement) => () => void} */
export function makeCanvasPanel(model, el) {
  return mount(el, "canvas-panel", <CanvasPanel model={model} />);
}

/** @param {{ model: Model }} props */
function CanvasPanel({ model }) {
  const root = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [label, words, message] = ["label", "words", "message"].map((name) => useTrait(model, name));
  /** @type {"" | "button" | "cell"} */
  const busy = useTrait(model, "busy");
  const covered = useCanvas(model, root, label);
  /** @type {Cells} */
  const cells = model.get("_cells") ?? {};
  return (
    <div ref={root} role="group" aria-label={label} aria-busy={busy ? "true" : undefined}>
      {covered && model.get("_art")?.areas && <Art model={model} box={covered} />}
      {cells.across && (
        <Inspector cells={cells} box={covered} label={label} inspect={(cell) => model.send({ inspect: cell ?? [] })} />
      )}
      <p class="ppnb-canvas-panel-words">{words}</p>
      <Legend entries={useTrait(model, "_legend") ?? []} />
      <Controls model={model} busy={busy} />
      <p class="ppnb-canvas-panel-note" hidden={busy !== "cell"}>
        A cell draws this; to stop it, {model.get("_how_to_stop")}.
      </p>
      <Listing table={useTrait(model, "_listing")} />
      <p class="ppnb-sr-only" role="status">
        {message}
      </p>
    </div>
  );
}

/**
 * Name and repair the canvases in the same box, tell Python the theme, and return where the canvas is from here.
 * @type {(model: Model, root: { current: HTMLDivElement | null }, label: string) => Box | null}
 */
function useCanvas(model, root, label) {
  const [box, setBox] = useState(/** @type {Box | null} */ (null));
  useLayoutEffect(() => {
    const panel = /** @type {HTMLDivElement} */ (root.current);
    const around = () => panel.closest(CANVAS_BOX);
    const watcher = new MutationObserver(() => repair());
    const sizes = new ResizeObserver(() => repair());
    sizes.observe(panel);
    const repair = () => {
      const outer = around();
      if (!outer) return;
      watcher.observe(outer, { childList: true, subtree: true });
      for (const canvas of outer.querySelectorAll("canvas")) {
        canvas.removeAttribute("tabindex");
        setAttr(canvas, "role", "img");
        setAttr(canvas, "aria-label", label);
      }
      const canvas = outer.querySelector("canvas");
      if (!canvas) return;
      sizes.observe(canvas);
      const [over, from] = [canvas.getBoundingClientRect(), panel.getBoundingClientRect()];
      const now = { left: over.left - from.left, top: over.top - from.top, width: over.width, height: over.height };
      setBox((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
    };
    repair();
    return () => {
      watcher.disconnect();
      sizes.disconnect();
    };
  }, [label]);
  useEffect(() => {
    const panel = /** @type {HTMLDivElement} */ (root.current);
    return watchTheme(panel, (theme) => {
      if (panel.isConnected && model.get("theme") !== theme) save(model, "theme", theme);
    });
  }, []);
  return box;
}

/** The board's own art: its areas under the canvas, its pieces and marks over it.
 * @param {{ model: Model, box: Box }} props */
function Art({ model, box }) {
  const art = useTrait(model, "_art");
  return (
    <>
      <Drawing model={model} look="under" box={box} scene={{ ...art, pieces: [], marks: [] }} />
      <Drawing
        model={model} look="above" box={box}
        scene={{ ...art, areas: art.areas.map((/** @type {Area} */ area) => ({ ...area, backdrop: [] })) }}
      />
    </>
  );
}

/** @param {{ model: Model, look: string, box: Box, scene: Scene }} props */
function Drawing({ model, look, box, scene }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const stage = useRef(/** @type {import("./stage.js").Stage | null} */ (null));
  useLayoutEffect(() => {
    stage.current ??= makeStage(makeSprites(model.get("_sheet"), uniqueId()), () => []);
    stage.current.setLayout(rotateAreas(scene.layouts[0], scene.areas, 0));
    stage.current.draw(scene);
    place.current?.replaceChildren(stage.current.svg);
  }, [JSON.stringify(scene)]);
  return <div ref={place} class={`ppnb-canvas-panel-${look}`} style={pixels(box)} />;
}

/** Return a box as CSS. */
function pixels(/** @type {Box} */ box) {
  return Object.fromEntries(Object.entries(box).map(([name, length]) => [name, `${length}px`]));
}

/**
 * An overlay over the canvas, to inspect its cells by pointer and keys.
 * @param {{ cells: Cells, box: Box | null, label: string, inspect: (cell: Point | null) => void }} props
 */
function Inspector({ cells, box, label, inspect }) {
  const { across, down, wide, high } = cells;
  const [cell, setCell] = useState(/** @type {Point | null} */ (null));
  /** Go to a cell, or to none; its frame is shown before the kernel has replied. */
  const go = (/** @type {Point | null} */ to) => {
    const found = to && /** @type {Point} */ ([clamp(to[0], 0, across - 1), clamp(to[1], 0, down - 1)]);
    setCell(found);
    inspect(found);
  };
  const click = (/** @type {MouseEvent} */ event) => {
    const { left, top, width, height } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    go([
      Math.floor((event.clientX - left) / width / wide),
      Math.floor((event.clientY - top) / height / high),
    ]);
  };
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    const direction = DIRECTIONS[event.key];
    if (hasModifier(event) || (!direction && event.key !== "Escape")) return;
    consume(event);
    const [column, row] = cell ?? [Math.floor(across / 2), Math.floor(down / 2)];
    const steps = event.shiftKey ? SHIFT_STEPS : 1;
    go(direction ? [column + steps * direction[0], row + steps * direction[1]] : null);
  };
  const [column, row] = cell ?? [0, 0];
  const frame = { left: percent(column * wide), top: percent(row * high), width: percent(wide), height: percent(high) };
  return (
    <div
      class="ppnb-canvas-panel-inspector" tabIndex={0} role="application" style={box ? pixels(box) : undefined}
      aria-label={`${label}: ask about a place with the arrow keys`} onClick={click} onKeyDown={keydown}
    >
      <div class="ppnb-canvas-panel-frame" hidden={!cell} style={frame} />
    </div>
  );
}

/** What the signs on the canvas mean. @param {{ entries: LegendEntry[] }} props */
function Legend({ entries }) {
  if (!entries.length) return null;
  return (
    <ul class="ppnb-canvas-panel-legend" aria-label="Legend">
      {entries.map(([look, text]) => (
        <li key={look}>
          <span class="ppnb-canvas-panel-sign" data-look={look} aria-hidden="true" /> {text}
        </li>
      ))}
    </ul>
  );
}

/** The buttons, and the slider for the pace. @param {{ model: Model, busy: string }} props */
function Controls({ model, busy }) {
  const delay = useTrait(model, "delay");
  /** @type {[id: string, title: string, help: string][]} */
  const buttons = model.get("_buttons");
  return (
    <div class="ppnb-buttons ppnb-canvas-panel-row">
      {buttons.map(([id, title, help]) => {
        const works = busy === "cell" ? false : (busy === "button") === (id === "stop");
        return (
          <Button
            key={id} look="canvas-panel-button" data-button={id} title={help} main={works && (id === "run" || id === "stop")}
            aria-disabled={works ? undefined : "true"} onClick={() => works && model.send({ button: id })}
          >
            {title}
          </Button>
        );
      })}
      <label class="ppnb-canvas-panel-speed">
        <span>quick</span>
        <input
          class="ppnb-canvas-panel-slider" type="range" min="0" max={MAX_DELAY} step="10" value={delay}
          aria-label="Pause between two steps"
          onChange={(event) => save(model, "delay", Number(event.currentTarget.value))}
        />
        <span>slow</span>
      </label>
    </div>
  );
}

/** The content of the canvas as a table. @param {{ table: TextTable }} props */
function Listing({ table }) {
  const { title = "", rows = [] } = table;
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  useLayoutEffect(() => {
    place.current?.replaceChildren(makeTable(table, "canvas-panel-grid"));
  }, [table]);
  return (
    <details class="ppnb-canvas-panel-table" hidden={!rows.length}>
      <summary class="ppnb-canvas-panel-summary">{`${title} (${rows.length})`}</summary>
      <div ref={place} class="ppnb-canvas-panel-scroll" tabIndex={0} role="region" aria-label={title} />
    </details>
  );
}
