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
    const around = this.root.closest(AROUND);
    if (!around || this.watcher) return;
    const tame = () => around.querySelectorAll("canvas").forEach((canvas) => this.tame(canvas));
    this.watcher = new MutationObserver(tame);
    this.watcher.observe(around, { childList: true, subtree: true });
    tame();
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
