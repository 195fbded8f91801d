/**
 * Below an ipycanvas: its words, buttons and table. It also makes up for what the canvas does in a
 * page: ipycanvas puts it into the order of Tab and then takes every key, Tab among them.
 */
/** @import { Model } from "./types.js" */

import { make, toggle } from "./dom.js";
import { watchTheme } from "./theme.js";

const AROUND = ".ppnb-canvas"; // the box that holds the canvas and this
const SLOWEST = 500; // milliseconds between drawings at the slow end of the slider

/** A control whose letters are not JupyterLab's shortcuts. */
const guarded = (/** @type {HTMLElement} */ el) => {
  el.setAttribute("data-lm-suppress-shortcuts", "true");
  return el;
};

/** Where each key leads from a cell: columns and rows. @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FAR = 5; // cells at once, with Shift

/** Lies over the canvas where its cells can be asked about, by pointer and by keys. */
class Lens {
  root = guarded(make("div", "beside-lens", { tabindex: "0", role: "application" }));
  frame = make("div", "beside-frame", { hidden: "" });
  /** @type {[number, number] | null} */
  cell = null;

  /**
   * @param {{ across: number, down: number, wide: number, high: number }} cells
   * @param {(cell: [number, number] | null) => void} ask
   */
  constructor(cells, ask) {
    this.cells = cells;
    this.ask = ask;
    this.root.append(this.frame);
    this.root.addEventListener("click", (event) => this.clicked(event));
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  /** @type {(event: MouseEvent) => void} */
  clicked(event) {
    const box = this.root.getBoundingClientRect();
    const { wide, high } = this.cells;
    const column = Math.floor((event.clientX - box.left) / box.width / wide);
    this.go(column, Math.floor((event.clientY - box.top) / box.height / high));
  }

  /** @type {(event: KeyboardEvent) => void} */
  key(event) {
    const way = WAYS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (!way && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    const { across, down } = this.cells;
    const [column, row] = this.cell ?? [Math.floor(across / 2), Math.floor(down / 2)];
    const many = event.shiftKey ? FAR : 1;
    if (way) this.go(column + many * way[0], row + many * way[1]);
    else this.go();
  }

  /** To a cell, or to none. @type {(column?: number, row?: number) => void} */
  go(column, row = 0) {
    const { across, down, wide, high } = this.cells;
    const within = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(0, Math.min(most - 1, at));
    this.cell = column === undefined ? null : [within(column, across), within(row, down)];
    this.frame.hidden = !this.cell;
    const [left, top] = this.cell ?? [0, 0];
    const share = (/** @type {number} */ part) => `${100 * part}%`;
    const style = { left: share(left * wide), top: share(top * high), width: share(wide), height: share(high) };
    Object.assign(this.frame.style, style);
    this.ask(this.cell);
  }

  /** Lie over a canvas that stands in the same box as `beside`. @type {(canvas: HTMLElement, beside: HTMLElement) => void} */
  cover(canvas, beside) {
    const [over, from] = [canvas.getBoundingClientRect(), beside.getBoundingClientRect()];
    const [left, top] = [over.left - from.left, over.top - from.top];
    const style = { left: `${left}px`, top: `${top}px`, width: `${over.width}px`, height: `${over.height}px` };
    Object.assign(this.root.style, style);
  }
}

class CanvasPanel {
  root = make("div", "beside", { role: "group" });
  words = make("p", "beside-words");
  said = make("p", "beside-said", { role: "status" });
  buttons = make("div", "beside-row");
  note = make("p", "beside-note", {}, "A cell draws this; to stop it, interrupt the kernel (■).");
  table = make("details", "beside-table");
  summary = make("summary", "beside-summary");
  /** @type {HTMLInputElement} */
  slider = make("input", "beside-slider", { type: "range", min: "0", max: String(SLOWEST), step: "10" });
  /** Looks for canvases that come into the box later. @type {MutationObserver | null} */
  watcher = null;
  /** @type {Lens | null} */
  lens = null;

  /**
   * @param {Model} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    const speed = make("label", "beside-speed");
    speed.append(make("span", "", {}, "quick"), this.slider, make("span", "", {}, "slow"));
    this.slider.setAttribute("aria-label", "Pause between two steps");
    this.table.append(guarded(this.summary));
    this.build();
    this.buttons.append(speed);
    this.root.append(this.words, this.buttons, this.note, this.table, this.said);
    el.append(this.root);
    const cells = model.get("_cells");
    if (cells?.across) {
      this.lens = new Lens(cells, (cell) => model.send({ ask: cell }));
      this.root.prepend(this.lens.root);
    }
    this.slider.addEventListener("change", () => this.slowed());
    guarded(this.slider);
    this.heard = this.listen();
    this.theme = watchTheme(this.root, (theme) => this.themed(theme));
    this.sizes = new ResizeObserver(() => this.attached());
    this.sizes.observe(this.root);
    for (const [, call] of this.heard) call();
  }

  build() {
    for (const [id, title, help] of this.model.get("_buttons")) {
      const button = make("button", "beside-button", { type: "button", "data-button": id, title: help }, title);
      button.addEventListener("click", () => {
        if (button.getAttribute("aria-disabled") !== "true") this.model.send({ button: id });
      });
      this.buttons.append(button);
    }
  }

  listen() {
    /** @type {[string, () => void][]} */
    const heard = [
      ["change:words", () => (this.words.textContent = this.model.get("words"))],
      ["change:said", () => (this.said.textContent = this.model.get("said"))],
      ["change:busy", () => this.settings()],
      ["change:label", () => this.settings()],
      ["change:delay", () => (this.slider.value = String(this.model.get("delay")))],
      ["change:_listing", () => this.list()],
    ];
    for (const [event, call] of heard) this.model.on(event, call);
    return heard;
  }

  destroy() {
    for (const [event, call] of this.heard) this.model.off(event, call);
    this.theme.stop();
    this.sizes.disconnect();
    this.watcher?.disconnect();
  }

  /** The panel is in the page, or its size has changed: now what is around it can be seen. */
  attached() {
    this.theme.look();
    this.covered();
    const around = this.root.closest(AROUND);
    if (!around || this.watcher) return;
    const tame = () => {
      around.querySelectorAll("canvas").forEach((canvas) => this.tame(canvas));
      this.covered();
    };
    this.watcher = new MutationObserver(tame);
    this.watcher.observe(around, { childList: true, subtree: true });
    tame();
  }

  /** Keep the lens over the canvas, whatever its size. */
  covered() {
    const canvas = this.root.closest(AROUND)?.querySelector("canvas");
    if (!canvas || !this.lens) return;
    this.sizes.observe(canvas);
    this.lens.cover(canvas, this.root);
  }

  /** Let Tab and the wheel pass a canvas, and give it a name. @type {(canvas: HTMLCanvasElement) => void} */
  tame(canvas) {
    canvas.removeAttribute("tabindex");
    toggle(canvas, "role", "img");
    toggle(canvas, "aria-label", this.model.get("label"));
  }

  /** @type {(theme: "light" | "dark") => void} */
  themed(theme) {
    toggle(this.root, "data-ppnb-theme", theme);
    if (!this.root.isConnected || this.model.get("theme") === theme) return;
    this.model.set("theme", theme);
    this.model.save_changes();
  }

  settings() {
    /** @type {"" | "button" | "cell"} */
    const busy = this.model.get("busy");
    toggle(this.root, "aria-label", this.model.get("label"));
    if (this.lens) toggle(this.lens.root, "aria-label", `${this.model.get("label")}: ask about a place with the arrow keys`);
    toggle(this.root, "aria-busy", busy && "true");
    this.note.hidden = busy !== "cell";
    for (const canvas of this.root.closest(AROUND)?.querySelectorAll("canvas") ?? []) this.tame(canvas);
    for (const button of this.buttons.querySelectorAll("button")) {
      const works = busy === "cell" ? false : (busy === "button") === (button.dataset.button === "stop");
      toggle(button, "aria-disabled", !works && "true");
    }
  }

  slowed() {
    this.model.set("delay", Number(this.slider.value));
    this.model.save_changes();
  }

  list() {
    const { title, head = [], rows = [] } = this.model.get("_listing");
    this.table.hidden = !rows.length;
    this.summary.textContent = `${title} (${rows.length})`;
    this.table.querySelector(".ppnb-beside-scroll")?.remove();
    const scroll = make("div", "beside-scroll", { tabindex: "0", role: "region", "aria-label": title ?? "" });
    const table = make("table", "beside-grid");
    const top = table.createTHead().insertRow();
    for (const name of head) top.append(make("th", "beside-head", { scope: "col" }, name));
    const body = table.createTBody();
    for (const row of rows) {
      const line = body.insertRow();
      row.forEach((/** @type {string} */ text, /** @type {number} */ at) =>
        line.append(at ? make("td", "beside-cell", {}, text) : make("th", "beside-head", { scope: "row" }, text)),
      );
    }
    scroll.append(table);
    this.table.append(guarded(scroll));
  }
}

/** @type {{ render: (of: { model: Model, el: HTMLElement }) => () => void }} */
export default {
  render({ model, el }) {
    const panel = new CanvasPanel(model, el);
    return () => panel.destroy();
  },
};
