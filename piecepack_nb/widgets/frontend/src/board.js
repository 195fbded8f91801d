/** The board widget: what anywidget calls. All state that must last is in the model's traits. */
/** @import { Model, Notice, Pick, Position, Scene, Spot } from "./types.js" */

import { Asking } from "./asking.js";
import { Card, Chips } from "./card.js";
import { make, toggle, windowHeight } from "./dom.js";
import { Dragging } from "./drag.js";
import { Layers, Listings } from "./extras.js";
import { FilmTrait } from "./filmtrait.js";
import { run } from "./frames.js";
import { chooseLayout } from "./geometry.js";
import { Player } from "./player.js";
import { Says } from "./says.js";
import { Spots } from "./spots.js";
import { Sprites } from "./sprites.js";
import { Stage } from "./stage.js";
import { watchTheme } from "./theme.js";
import { Timeline } from "./timeline.js";
import { Tools } from "./tools.js";

const WIDEST = 1200;
const MARKED = { refusal: "blocked", error: "blocked", info: "here" };

class BoardView {
  /** The position that is shown, or that what is playing ends in. */
  serial = 0;
  /** @type {Scene | null} its scene */
  goal = null;
  /** CSS pixels of the last resize. */
  wide = 0;
  /** The number of the last notice shown. */
  told = 0;
  uid = `ppnb${Math.random().toString(36).slice(2, 9)}`;
  root = make("div", "board");
  frameBox = make("div", "stage");
  card = new Card();
  layers = new Layers((id) => this.flip(id));
  listings = new Listings();

  /**
   * @param {Model} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.stage = new Stage(new Sprites(model.get("_sheet"), this.uid));
    const chips = new Chips(this.card, () => model.get("clauses"));
    this.says = new Says(this.uid, (clause) => chips.chip(clause));
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
    this.asking = new Asking(model, {
      asked: () => this.asked(),
      answered: () => this.answered(),
      unanswered: () => this.unanswered(),
    });
    this.timeline = new Timeline(this.player, {
      settled: (at) => this.film.keep(at),
      told: (scene) => this.says.tell(scene),
    });
    this.tools = new Tools(model, this.card, () => this.skip());
    this.film = new FilmTrait(model, this.timeline, {
      loaded: (on, trouble) => this.filmed(on, trouble),
    });
    this.says.onhush = (focused) => this.hushed(focused);
    this.build(el);
    this.heard = this.listen();
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(this.root);
    this.theme = watchTheme(this.root, (theme) => toggle(this.root, "data-ppnb-theme", theme));
    this.settings();
    this.resize();
    if (this.film.there) this.film.load();
    else this.jump(this.position);
  }

  build(/** @type {HTMLElement} */ el) {
    const { caption, tip, alt, live, bubble } = this.says;
    const head = make("div", "head");
    head.append(caption, this.tools.el);
    this.frameBox.append(this.stage.svg, this.box, bubble);
    const below = [this.timeline.el, this.layers.el, this.listings.el, alt, live, this.card.el];
    this.root.append(head, this.frameBox, tip, ...below);
    el.append(this.root);
    this.stage.svg.addEventListener("click", () => this.skip() || this.says.hush());
    this.root.addEventListener("keydown", (event) => {
      if (!this.timeline.key(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
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
      ["change:hidden", () => this.switched()],
      ["change:film", () => this.film.load()],
      ["change:at", () => this.film.moved()],
      ["msg:custom", (/** @type {any} */ content) => content?.kind === "answered" && this.asking.answered()],
    ];
    for (const [event, call] of heard) this.model.on(event, call);
    document.addEventListener("visibilitychange", this.hide);
    return heard;
  }

  /** A page that isn't seen draws no frames: what is playing would stand still. */
  hide = () => {
    if (document.hidden) this.skip();
  };

  destroy() {
    for (const [event, call] of this.heard) this.model.off(event, call);
    this.player.stop();
    this.timeline.stop();
    this.film.stop();
    this.card.stop();
    this.watcher.disconnect();
    this.theme.stop();
    document.removeEventListener("visibilitychange", this.hide);
    this.asking.settle();
    this.root.remove();
  }

  /** @returns {Position} */
  get position() {
    return this.model.get("position");
  }

  /** What is shown, or will be. */
  get scene() {
    return (this.film.there ? this.player.current : this.goal) ?? this.position.scene;
  }

  positioned() {
    const { serial, after, frames, scene } = this.position;
    if (serial === this.serial) return;
    this.settle();
    this.dragging.end();
    if (this.film.there) [this.serial, this.goal] = [serial, scene];
    else if (after === null || after !== this.serial || !this.goal) this.jump(this.position);
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

  /** There is a film now, or none any more. @type {(on: boolean, trouble: string) => void} */
  filmed(on, trouble) {
    toggle(this.root, "data-film", on && "yes");
    this.timeline.bar.resize(this.wide);
    this.tools.move(on ? this.timeline.bar.tools : null);
    if (on) this.serial = this.position.serial;
    else this.jump(this.position);
    if (trouble) this.inform(`The timeline can't be read: ${trouble}.`);
  }

  /** A scene begins to show. @param {Scene} scene */
  frame(scene) {
    this.says.hush();
    const told = this.says.scene(scene);
    if (this.timeline.film) this.timeline.shown(scene);
    else if (told) this.says.tell(scene);
    this.point(null);
    this.fit(scene);
    this.layers.show(scene.layers ?? [], this.stage.marks.switched);
    if (this.player.playing) this.spots.pause();
    this.playing(this.player.playing);
  }

  /** The last scene stands. @param {Scene} scene */
  rest(scene) {
    this.playing(false);
    if (this.stage.layout) this.spots.update(scene.spots ?? [], this.stage.layout);
    if (this.model.get("busy")) this.spots.pause();
    this.listings.show(scene.listings ?? []);
    if (this.timeline.film) this.timeline.rested();
    this.notice();
  }

  playing(/** @type {boolean} */ on) {
    toggle(this.root, "data-playing", on && "yes");
    this.tools.skip.hidden = !on || Boolean(this.timeline.film);
  }

  /** Finish what is playing, a film at the frame under way; whether something was. */
  skip() {
    const playing = this.player.playing;
    if (this.timeline.film) this.timeline.halt(true);
    else if (playing) this.player.finish();
    return playing;
  }

  resize() {
    const wide = this.root.clientWidth;
    if (!wide && this.timeline.film) this.timeline.halt(true); // taken out of the page
    if (!wide || wide === this.wide) return;
    this.wide = wide;
    const layout = chooseLayout(this.scene.layouts, wide);
    if (this.stage.layout && layout.min_width !== this.stage.layout.min_width) this.skip();
    this.fit(this.scene);
    this.timeline.bar.resize(wide);
    this.theme.look();
    if (this.stage.layout) this.says.replace(this.stage.layout);
  }

  /** Choose the layout for a scene, and the size of the stage. @param {Scene} scene */
  fit(scene) {
    const layout = chooseLayout(scene.layouts, this.wide || 720);
    const same = layout === this.stage.layout || JSON.stringify(layout) === JSON.stringify(this.stage.layout);
    const { style } = this.frameBox;
    const ratio = layout.width / layout.height;
    const tall = ratio * Math.max(440, windowHeight() * (this.film.there ? 0.74 : 0.88));
    style.aspectRatio = `${layout.width} / ${layout.height}`;
    style.maxWidth = `${layout.min_width ? Math.min(WIDEST, Math.round(tall)) : WIDEST}px`;
    toggle(this.root, "data-tall", !layout.min_width && "yes");
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
    this.says.hint(held?.tip, held?.clause);
    this.stage.marks.show("hint", held?.preview ?? []);
    for (const other of this.box.querySelectorAll("[aria-describedby]")) other.removeAttribute("aria-describedby");
    const button = held?.tip && this.spots.held.get(held.id)?.button;
    if (button) button.setAttribute("aria-describedby", this.says.tip.id);
  }

  /** @param {Pick} pick */
  pick(pick) {
    const spot = this.spots.held.get(pick.spot)?.spot;
    if (spot?.role === "why") return this.pin(spot);
    this.timeline.settle(); // Python reads the pick at the frame where it was made
    this.asking.pick(pick, this.serial);
  }

  /** Keep what a spot tells on the board, until it is picked again. @param {Spot} spot */
  pin(spot) {
    const there = this.says.pinned === spot.id;
    this.says.hush();
    if (there || !this.stage.layout) return;
    const { id, tip, name = id, clause = "", area = "board", x, y } = spot;
    const notice = { number: 0, serial: 0, text: tip || name, clause, kind: "why" };
    this.says.notice({ ...notice, at: [[area, x, y]] }, this.stage.layout);
    this.says.pinned = id;
    this.stage.marks.show("said", spot.preview ?? []);
  }

  /** The bubble has gone. */
  hushed(/** @type {boolean} */ focused) {
    this.stage.marks.show("said", []);
    if (focused) this.spots.focus();
  }

  cancel() {
    if (this.says.hush() || this.timeline.leave() || this.timeline.film) return;
    this.model.send({ kind: "cancel", serial: this.serial });
  }

  asked() {
    this.says.hush();
    this.spots.pause();
    this.root.setAttribute("data-waiting", "yes");
  }

  settle() {
    this.asking.settle();
    this.root.removeAttribute("data-waiting");
  }

  answered() {
    this.settle();
    if (this.player.playing || !this.stage.scene || !this.stage.layout) return;
    if (!this.dragging.drag) this.stage.draw(this.stage.scene);
    if (!this.model.get("busy")) this.spots.resume(this.stage.layout);
  }

  unanswered() {
    this.inform("No answer from Python yet. It may be busy with another cell, or its kernel has stopped.");
  }

  notice() {
    /** @type {Notice} */
    const notice = this.model.get("notice") ?? {};
    if (notice.serial !== this.serial || notice.number === this.told || this.player.playing) return;
    this.told = notice.number;
    this.tell(notice);
  }

  inform(/** @type {string} */ text) {
    this.tell({ number: 0, serial: this.serial, text, clause: "", kind: "info", at: [] });
  }

  /** @param {Notice} notice */
  tell(notice) {
    if (!this.stage.layout) return;
    const kind = MARKED[/** @type {keyof typeof MARKED} */ (notice.kind)] ?? "here";
    this.says.notice(notice, this.stage.layout);
    this.stage.marks.show("said", notice.at.map(([area, x, y]) => ({ kind, area, x, y })));
  }

  settings() {
    const busy = this.model.get("busy");
    this.tools.paint();
    this.box.setAttribute("aria-label", this.model.get("label") || "Board");
    toggle(this.root, "data-busy", busy && "yes");
    toggle(this.box, "aria-busy", busy && "true");
    this.stage.marks.switched = this.model.get("hidden") ?? [];
    if (busy) this.spots.pause();
    else if (!this.asking.waiting && !this.player.playing && this.stage.layout) this.spots.resume(this.stage.layout);
  }

  /** Show a layer, or hide it. */
  flip(/** @type {string} */ id) {
    const before = this.stage.marks.switched;
    const after = before.includes(id) ? before.filter((other) => other !== id) : [...before, id];
    this.model.set("hidden", after);
    this.model.save_changes();
    this.switched();
  }

  /** The reader has switched layers, here or in another view. */
  switched() {
    this.stage.marks.switched = this.model.get("hidden") ?? [];
    const scene = this.player.current;
    if (!scene) return;
    this.stage.marks.draw(scene);
    this.layers.show(scene.layers ?? [], this.stage.marks.switched);
  }
}

export default {
  /** @param {{ model: Model, el: HTMLElement }} given */
  render({ model, el }) {
    const view = new BoardView(model, el);
    return () => view.destroy();
  },
};
