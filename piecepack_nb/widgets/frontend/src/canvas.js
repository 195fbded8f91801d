/**
 * The panel below an ipycanvas: its words, buttons and table. It also repairs the canvas in the page,
 * because ipycanvas adds it to the tab order and then takes every key, even Tab.
 */
/** @import { Model, Point } from "./types.js" */
/** @import { Theme } from "./dom.js" */

import {
  consume, hasModifier, listen, make, makeTable, percent, save, setAttr, setChildren, watchTheme,
} from "./dom.js";
import { clamp } from "./geometry.js";

const CANVAS_BOX = ".ppnb-canvas"; // the box that holds the canvas and this panel
const MAX_DELAY = 500; // milliseconds between drawings at the slow end of the slider

/** The columns and rows that each key moves. @type {Record<string, Point>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SHIFT_STEPS = 5;

/** An overlay over the canvas, to inspect its cells by pointer and keys. */
class Inspector {
  frame = make("div", "canvas-panel-frame", { hidden: "" });
  root = make(
    "div",
    "canvas-panel-inspector",
    {
      tabindex: "0",
      role: "application",
      click: (event) => this.clicked(event),
      keydown: (event) => this.keydown(event),
    },
    this.frame,
  );
  /** @type {Point | null} column and row */
  cell = null;

  /**
   * @param {{ across: number, down: number, wide: number, high: number }} cells their numbers, and
   *   one's size as a share of the canvas
   * @param {(cell: Point | null) => void} inspect
   */
  constructor(cells, inspect) {
    this.cells = cells;
    this.inspect = inspect;
  }

  /** @type {(event: MouseEvent) => void} */
  clicked(event) {
    const box = this.root.getBoundingClientRect();
    const { wide, high } = this.cells;
    const column = Math.floor((event.clientX - box.left) / box.width / wide);
    this.go(column, Math.floor((event.clientY - box.top) / box.height / high));
  }

  /** @type {(event: KeyboardEvent) => void} */
  keydown(event) {
    const direction = DIRECTIONS[event.key];
    if (hasModifier(event) || (!direction && event.key !== "Escape")) return;
    consume(event);
    const { across, down } = this.cells;
    const [column, row] = this.cell ?? [Math.floor(across / 2), Math.floor(down / 2)];
    const steps = event.shiftKey ? SHIFT_STEPS : 1;
    if (direction) this.go(column + steps * direction[0], row + steps * direction[1]);
    else this.go();
  }

  /** Go to a cell, or to none. @type {(column?: number, row?: number) => void} */
  go(column, row = 0) {
    const { across, down, wide, high } = this.cells;
    this.cell = column === undefined ? null : [clamp(column, 0, across - 1), clamp(row, 0, down - 1)];
    this.frame.hidden = !this.cell; // shown before the kernel has replied
    const [left, top] = this.cell ?? [0, 0];
    const style = { left: percent(left * wide), top: percent(top * high), width: percent(wide), height: percent(high) };
    Object.assign(this.frame.style, style);
    this.inspect(this.cell);
  }

  /** Cover a canvas in the same box as `panel`. @type {(canvas: HTMLElement, panel: HTMLElement) => void} */
  cover(canvas, panel) {
    const [over, from] = [canvas.getBoundingClientRect(), panel.getBoundingClientRect()];
    const [left, top] = [over.left - from.left, over.top - from.top];
    const style = { left: `${left}px`, top: `${top}px`, width: `${over.width}px`, height: `${over.height}px` };
    Object.assign(this.root.style, style);
  }
}

class CanvasPanel {
  words = make("p", "canvas-panel-words");
  live = make("p", "canvas-panel-live", { role: "status" });
  buttons = make("div", "canvas-panel-row");
  note = make("p", "canvas-panel-note", {}, "A cell draws this; to stop it, interrupt the kernel (■).");
  summary = make("summary", "canvas-panel-summary");
  table = make("details", "canvas-panel-table", {}, this.summary);
  slider = make("input", "canvas-panel-slider", {
    type: "range",
    min: "0",
    max: String(MAX_DELAY),
    step: "10",
    "aria-label": "Pause between two steps",
    change: () => save(this.model, "delay", Number(this.slider.value)),
  });
  root = make("div", "canvas-panel", { role: "group" }, this.words, this.buttons, this.note, this.table, this.live);
  /** Watches for canvases that come into the box later. @type {MutationObserver | null} */
  watcher = null;
  /** @type {Inspector | null} */
  inspector = null;

  /**
   * @param {Model} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.addButtons();
    el.append(this.root);
    const cells = model.get("_cells");
    if (cells?.across) {
      this.inspector = new Inspector(cells, (cell) => model.send({ inspect: cell }));
      this.root.prepend(this.inspector.root);
    }
    const handlers = {
      "change:words": () => (this.words.textContent = model.get("words")),
      "change:message": () => (this.live.textContent = model.get("message")),
      "change:busy": () => this.settings(),
      "change:label": () => this.settings(),
      "change:delay": () => (this.slider.value = String(model.get("delay"))),
      "change:_listing": () => this.showTable(),
    };
    this.unlisten = listen(model, handlers);
    this.stopTheme = watchTheme(this.root, (theme) => this.sendTheme(theme));
    this.sizes = new ResizeObserver(() => this.attached());
    this.sizes.observe(this.root);
    for (const handler of Object.values(handlers)) handler();
  }

  addButtons() {
    for (const [id, title, help] of this.model.get("_buttons")) {
      const press = () => {
        if (button.getAttribute("aria-disabled") !== "true") this.model.send({ button: id });
      };
      const button = make("button", "canvas-panel-button", { "data-button": id, title: help, click: press }, title);
      this.buttons.append(button);
    }
    const ends = ["quick", "slow"].map((end) => make("span", "", {}, end));
    this.buttons.append(make("label", "canvas-panel-speed", {}, ends[0], this.slider, ends[1]));
  }

  destroy() {
    this.unlisten();
    this.stopTheme();
    this.sizes.disconnect();
    this.watcher?.disconnect();
  }

  /** The panel is in the page, or its size has changed. */
  attached() {
    this.coverCanvas();
    const box = this.root.closest(CANVAS_BOX);
    if (!box || this.watcher) return;
    const repair = () => {
      this.repairCanvases();
      this.coverCanvas();
    };
    this.watcher = new MutationObserver(repair);
    this.watcher.observe(box, { childList: true, subtree: true });
    repair();
  }

  coverCanvas() {
    const canvas = this.root.closest(CANVAS_BOX)?.querySelector("canvas");
    if (!canvas || !this.inspector) return;
    this.sizes.observe(canvas);
    this.inspector.cover(canvas, this.root);
  }

  /** Take the canvases out of the tab order and name them. */
  repairCanvases() {
    for (const canvas of this.root.closest(CANVAS_BOX)?.querySelectorAll("canvas") ?? []) {
      canvas.removeAttribute("tabindex");
      setAttr(canvas, "role", "img");
      setAttr(canvas, "aria-label", this.model.get("label"));
    }
  }

  /** @type {(theme: Theme) => void} */
  sendTheme(theme) {
    if (this.root.isConnected && this.model.get("theme") !== theme) save(this.model, "theme", theme);
  }

  settings() {
    /** @type {"" | "button" | "cell"} */
    const busy = this.model.get("busy");
    const label = this.model.get("label");
    setAttr(this.root, "aria-label", label);
    if (this.inspector) setAttr(this.inspector.root, "aria-label", `${label}: ask about a place with the arrow keys`);
    setAttr(this.root, "aria-busy", busy && "true");
    this.note.hidden = busy !== "cell";
    this.repairCanvases();
    for (const button of this.buttons.querySelectorAll("button")) {
      const works = busy === "cell" ? false : (busy === "button") === (button.dataset.button === "stop");
      setAttr(button, "aria-disabled", !works && "true");
    }
  }

  showTable() {
    const { title = "", head = [], rows = [] } = this.model.get("_listing");
    this.table.hidden = !rows.length;
    this.summary.textContent = `${title} (${rows.length})`;
    const table = makeTable({ title, head, rows }, "canvas-panel-grid");
    const scroll = make("div", "canvas-panel-scroll", { tabindex: "0", role: "region", "aria-label": title }, table);
    setChildren(this.table, [this.summary, scroll]);
  }
}

export default {
  /** @param {{ model: Model, el: HTMLElement }} context */
  render({ model, el }) {
    const panel = new CanvasPanel(model, el);
    return () => panel.destroy();
  },
};
