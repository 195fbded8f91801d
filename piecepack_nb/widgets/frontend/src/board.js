/** The board widget: what anywidget calls. All state that must last is in the model's traits. */
/** @import { Model, Notice, Pick, Position, Scene, Spot } from "./types.js" */

import { make, toggle } from "./dom.js";
import { Dragging } from "./drag.js";
import { run } from "./frames.js";
import { chooseLayout } from "./geometry.js";
import { Player } from "./player.js";
import { Says } from "./says.js";
import { Spots } from "./spots.js";
import { Sprites } from "./sprites.js";
import { Stage } from "./stage.js";
import { watchTheme } from "./theme.js";

const SPEEDS = [0.5, 1, 2, 4];
const SILENT = 6000; // milliseconds without an answer from Python before the board says so
const WIDEST = 1200;
const MARKED = { refusal: "blocked", error: "blocked", info: "here" };

class BoardView {
  /** The position that is shown, or that what is playing ends in. */
  serial = 0;
  /** @type {Scene | null} its scene */
  goal = null;
  /** CSS pixels of the last resize. */
  wide = 0;
  /** A pick is on its way to Python. */
  waiting = false;
  silence = 0;
  /** The number of the last notice shown. */
  told = 0;
  uid = `ppnb${Math.random().toString(36).slice(2, 9)}`;
  root = make("div", "board");
  frameBox = make("div", "stage");
  skipButton = make("button", "tool", { type: "button" }, "Skip");
  speedButton = make("button", "tool speed", { type: "button" });

  /**
   * @param {Model} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.stage = new Stage(new Sprites(model.get("_sheet"), this.uid));
    this.says = new Says(this.uid);
    this.box = make("div", "spots", { role: "group", "aria-describedby": this.says.alt.id });
    this.spots = new Spots(this.box, {
      pick: (pick) => this.pick(pick),
      cancel: () => this.cancel(),
      skip: () => this.skip(),
      point: (spot) => this.point(spot),
      tell: (text) => this.says.aloud(text),
    });
    this.dragging = new Dragging(this.box, this.spots, this.stage, (from, to) =>
      this.pick({ spot: from.id, gesture: "drag", to: to.id }),
    );
    this.player = new Player(this.stage, {
      frame: (scene) => this.frame(scene),
      rest: (scene) => this.rest(scene),
      still: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
      speed: () => model.get("speed") || 1,
    });
    this.says.onhush = () => this.stage.marks("said", []);
    this.build(el);
    this.heard = this.listen();
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(this.root);
    this.theme = watchTheme(this.root, (theme) => toggle(this.root, "data-ppnb-theme", theme));
    this.settings();
    this.resize();
    this.jump(this.position);
  }

  build(/** @type {HTMLElement} */ el) {
    const { caption, tip, alt, live, bubble } = this.says;
    const tools = make("div", "tools");
    tools.append(this.skipButton, this.speedButton);
    const head = make("div", "head");
    head.append(caption, tools);
    this.frameBox.append(this.stage.svg, this.box, bubble);
    this.root.append(head, this.frameBox, tip, alt, live);
    el.append(this.root);
    this.skipButton.addEventListener("click", () => this.skip());
    this.speedButton.addEventListener("click", () => this.faster());
    this.stage.svg.addEventListener("click", () => this.skip());
  }

  /** Listen to the model; marimo wants one name a call. */
  listen() {
    /** @type {[string, Function][]} */
    const heard = [
      ["change:position", () => this.positioned()],
      ["change:notice", () => this.notice()],
      ["change:busy", () => this.settings()],
      ["change:speed", () => this.settings()],
      ["change:label", () => this.settings()],
      ["msg:custom", (/** @type {any} */ content) => content?.kind === "answered" && this.answered()],
    ];
    for (const [event, call] of heard) this.model.on(event, call);
    document.addEventListener("visibilitychange", this.hide);
    return heard;
  }

  /** A page that isn't seen draws no frames: what is playing would stand still. */
  hide = () => {
    if (document.hidden) this.player.finish();
  };

  destroy() {
    for (const [event, call] of this.heard) this.model.off(event, call);
    this.player.stop();
    this.watcher.disconnect();
    this.theme.stop();
    document.removeEventListener("visibilitychange", this.hide);
    clearTimeout(this.silence);
    this.root.remove();
  }

  /** @returns {Position} */
  get position() {
    return this.model.get("position");
  }

  positioned() {
    const { serial, after, frames, scene } = this.position;
    if (serial === this.serial) return;
    this.settle();
    this.dragging.end();
    if (after === null || after !== this.serial || !this.goal) this.jump(this.position);
    else {
      const scenes = run({ ...this.goal, spots: [] }, frames);
      [this.serial, this.goal] = [serial, scene];
      this.player.play([...scenes, scene]);
    }
  }

  /** Show a position at once. @param {Position} position */
  jump({ serial, scene }) {
    [this.serial, this.goal] = [serial, scene];
    this.player.show(scene);
  }

  /** A scene begins to show. @param {Scene} scene */
  frame(scene) {
    this.says.hush();
    this.says.scene(scene);
    this.point(null);
    this.fit(scene);
    if (this.player.playing) this.spots.pause();
    toggle(this.root, "data-playing", this.player.playing && "yes");
    this.skipButton.hidden = !this.player.playing;
  }

  /** The last scene stands. @param {Scene} scene */
  rest(scene) {
    toggle(this.root, "data-playing", false);
    this.skipButton.hidden = true;
    if (this.stage.layout) this.spots.update(scene.spots ?? [], this.stage.layout);
    if (this.model.get("busy")) this.spots.pause();
    this.notice();
  }

  /** Finish what is playing; whether something was. */
  skip() {
    const playing = this.player.playing;
    if (playing) this.player.finish();
    return playing;
  }

  resize() {
    const wide = this.root.clientWidth;
    if (!wide || wide === this.wide) return;
    this.wide = wide;
    const layout = chooseLayout((this.goal ?? this.position.scene).layouts, wide);
    if (this.goal && layout.min_width !== this.stage.layout?.min_width) this.player.finish();
    this.fit(this.goal ?? this.position.scene);
    this.theme.look();
    if (this.stage.layout) this.says.replace(this.stage.layout);
  }

  /** Choose the layout for a scene, and the size of the stage. @param {Scene} scene */
  fit(scene) {
    const layout = chooseLayout(scene.layouts, this.wide || 720);
    const same = JSON.stringify(layout) === JSON.stringify(this.stage.layout);
    const { style } = this.frameBox;
    style.aspectRatio = `${layout.width} / ${layout.height}`;
    const tall = (layout.width / layout.height) * Math.max(440, innerHeight * 0.88);
    style.maxWidth = `${layout.min_width ? Math.min(WIDEST, Math.round(tall)) : WIDEST}px`;
    if (same) return;
    this.stage.setLayout(layout);
    if (!this.stage.scene || this.player.playing) return;
    this.stage.draw(this.stage.scene);
    this.spots.update(this.stage.scene.spots ?? [], layout);
    this.says.replace(layout);
  }

  /** What a spot shows while it is pointed at. @param {Spot | null} spot */
  point(spot) {
    const held = spot && !this.player.playing ? spot : null;
    this.says.tip.textContent = held?.tip ?? "";
    this.stage.marks("hint", held?.preview ?? []);
    for (const other of this.box.querySelectorAll("[aria-describedby]")) other.removeAttribute("aria-describedby");
    const button = held?.tip && this.spots.held.get(held.id)?.button;
    if (button) button.setAttribute("aria-describedby", this.says.tip.id);
  }

  /** @param {Pick} pick */
  pick(pick) {
    if (this.waiting || this.model.get("busy")) return;
    this.says.hush();
    this.waiting = true;
    this.spots.pause();
    this.root.setAttribute("data-waiting", "yes");
    this.silence = setTimeout(() => this.unanswered(), SILENT);
    this.model.send({ kind: "pick", serial: this.serial, ...pick });
  }

  cancel() {
    if (!this.says.hush()) this.model.send({ kind: "cancel", serial: this.serial });
  }

  settle() {
    clearTimeout(this.silence);
    this.waiting = false;
    this.root.removeAttribute("data-waiting");
  }

  answered() {
    this.settle();
    if (this.player.playing || !this.stage.scene || !this.stage.layout) return;
    if (!this.dragging.drag) this.stage.draw(this.stage.scene);
    if (!this.model.get("busy")) this.spots.resume(this.stage.layout);
  }

  unanswered() {
    this.answered();
    const text = "No answer from Python yet. It may be busy with another cell, or its kernel has stopped.";
    this.tell({ number: 0, serial: this.serial, text, clause: "", kind: "info", at: [] });
  }

  notice() {
    /** @type {Notice} */
    const notice = this.model.get("notice") ?? {};
    if (notice.serial !== this.serial || notice.number === this.told || this.player.playing) return;
    this.told = notice.number;
    this.tell(notice);
  }

  /** @param {Notice} notice */
  tell(notice) {
    if (!this.stage.layout) return;
    const kind = MARKED[/** @type {keyof typeof MARKED} */ (notice.kind)] ?? "here";
    this.says.notice(notice, this.stage.layout);
    this.stage.marks("said", notice.at.map(([area, x, y]) => ({ kind, area, x, y })));
  }

  settings() {
    const speed = this.model.get("speed") || 1;
    const shown = speed === 0.5 ? "½×" : `${speed}×`;
    this.speedButton.textContent = shown;
    this.speedButton.setAttribute("aria-label", `Animation speed ${shown}`);
    this.box.setAttribute("aria-label", this.model.get("label") || "Board");
    toggle(this.root, "data-busy", this.model.get("busy") && "yes");
    toggle(this.box, "aria-busy", this.model.get("busy") && "true");
    if (this.model.get("busy")) this.spots.pause();
    else if (!this.waiting && !this.player.playing && this.stage.layout) this.spots.resume(this.stage.layout);
  }

  faster() {
    const at = SPEEDS.indexOf(this.model.get("speed")) + 1;
    this.model.set("speed", SPEEDS[at % SPEEDS.length]);
    this.model.save_changes();
    this.settings();
  }
}

export default {
  /** @param {{ model: Model, el: HTMLElement }} given */
  render({ model, el }) {
    const view = new BoardView(model, el);
    return () => view.destroy();
  },
};
