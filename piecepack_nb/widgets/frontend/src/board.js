/** The board widget: what anywidget calls. All state that must last is in the model's traits. */
/** @import { Model, Notice, Pick, Position, Scene, Spot } from "./types.js" */

import { Asking } from "./asking.js";
import { Bubble } from "./bubble.js";
import { Card, chip } from "./card.js";
import { make, on, save, taken, toggle, windowHeight } from "./dom.js";
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

class BoardView {
  /** The position that is shown, or that what is playing ends in. */
  #serial = 0;
  /** @type {Scene | null} its scene */
  #goal = null;
  /** CSS pixels of the last resize. */
  #wide = 0;
  /** The number of the last notice shown. */
  #told = 0;
  #root = make("div", "board");
  #head = make("div", "head");
  #frameBox = make("div", "stage");
  #box = make("div", "spots", { role: "group" });
  #card = new Card();
  #layers = new Layers((id) => this.#flip(id));
  #listings = new Listings();
  #gone = new AbortController();
  #spots = new Spots(this.#box, this);
  #asks;
  #bubble;
  #dragging;
  #film;
  #heard;
  #model;
  #player;
  #says;
  #stage;
  #theme;
  #timeline;
  #tools;
  #watcher;

  /**
   * @param {Model} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.#model = model;
    const uid = `ppnb${Math.random().toString(36).slice(2, 9)}`;
    this.#stage = new Stage(new Sprites(model.get("_sheet"), uid));
    this.#says = new Says(uid, (id) => chip(this.#card, model.get("clauses") ?? {}, id));
    this.#bubble = new Bubble(this.#stage, this.#says, this.#spots);
    this.#dragging = new Dragging(this.#box, this.#spots, this.#stage, (from, to) =>
      this.pick({ spot: from.id, gesture: "drag", to: to.id }),
    );
    this.#player = new Player(this.#stage, this);
    this.#asks = new Asking(model, this);
    this.#timeline = new Timeline(
      this.#player,
      (at) => this.#film.keep(at),
      (scene) => this.#says.tell(scene),
    );
    this.#tools = new Tools(model, this.#card, () => this.skip());
    this.#film = new FilmTrait(model, this.#timeline, (on, trouble) => this.#filmed(on, trouble));
    this.#build(el);
    this.#heard = this.#listen();
    this.#watcher = new ResizeObserver(() => this.#resize());
    this.#watcher.observe(this.#root);
    this.#theme = watchTheme(this.#root, (theme) => toggle(this.#root, "data-ppnb-theme", theme));
    this.#settings();
    this.#resize();
    if (this.#film.there) this.#film.load();
    else this.#jump(this.#position);
  }

  #build(/** @type {HTMLElement} */ el) {
    const { caption, tip, alt, live } = this.#says;
    this.#head.append(caption, this.#tools.el);
    this.#box.setAttribute("aria-describedby", alt.id);
    this.#frameBox.append(this.#stage.svg, this.#box, this.#bubble.el);
    const below = [this.#timeline.el, this.#layers.el, this.#listings.el, alt, live, this.#card.el];
    this.#root.append(this.#head, this.#frameBox, tip, ...below);
    el.append(this.#root);
    on(this.#stage.svg, { click: () => this.skip() || this.#bubble.hush() });
    on(this.#root, { keydown: (event) => this.#timeline.key(event) && taken(event) });
  }

  /** Listen to the model; marimo wants one name a call. */
  #listen() {
    const settings = () => this.#settings();
    /** @type {[string, (content?: any) => void][]} */
    const heard = [
      ["change:position", () => this.#positioned()],
      ["change:notice", () => this.#notice()],
      ["change:busy", settings],
      ["change:speed", settings],
      ["change:label", settings],
      ["change:hidden", () => this.#switched()],
      ["change:film", () => this.#film.load()],
      ["change:at", () => this.#film.moved()],
      ["msg:custom", (content) => content?.kind === "answered" && this.#asks.settle()],
    ];
    for (const [event, call] of heard) this.#model.on(event, call);
    const { signal } = this.#gone;
    on(document, { visibilitychange: () => this.#hide(), "ppnb-settle": () => this.#settle() }, { signal });
    return heard;
  }

  /** Something beside the board is about to change it: Python must know where the reader is. */
  #settle() {
    this.#timeline.halt(true);
    this.#timeline.settle();
  }

  /** A page that isn't seen draws no frames: what is playing would stand still. */
  #hide() {
    if (document.hidden) this.skip();
  }

  destroy() {
    for (const [event, call] of this.#heard) this.#model.off(event, call);
    this.#player.stop();
    this.#timeline.stop();
    this.#film.stop();
    this.#card.closed();
    this.#watcher.disconnect();
    this.#theme.stop();
    this.#gone.abort();
    this.#asks.settle();
    this.#root.remove();
  }

  get speed() {
    return this.#model.get("speed") || 1;
  }

  get #busy() {
    return Boolean(this.#model.get("busy"));
  }

  /** @returns {Position} */
  get #position() {
    return this.#model.get("position");
  }

  /** What is shown, or will be. */
  get #scene() {
    return (this.#film.there ? this.#player.current : this.#goal) ?? this.#position.scene;
  }

  astray() {
    this.#timeline.bar.whole.el.focus({ preventScroll: true });
  }

  aloud(/** @type {string} */ text) {
    this.#says.aloud(text);
  }

  #positioned() {
    const { serial, after, frames, scene } = this.#position;
    if (serial === this.#serial) return;
    this.#asks.settle();
    this.#dragging.end();
    if (this.#film.there) [this.#serial, this.#goal] = [serial, scene];
    else if (after === null || after !== this.#serial || !this.#goal) this.#jump(this.#position);
    else {
      const scenes = run({ ...this.#goal, spots: [] }, frames);
      [this.#serial, this.#goal] = [serial, scene];
      this.#player.play([...scenes, scene]);
    }
  }

  /** Show a position at once. @param {Position} position */
  #jump({ serial, scene }) {
    [this.#serial, this.#goal] = [serial, scene];
    this.#player.show(scene);
  }

  /** There is a film now, or none any more. @type {(on: boolean, trouble: string) => void} */
  #filmed(on, trouble) {
    toggle(this.#root, "data-film", on);
    this.#head.style.minHeight = "";
    this.#tools.move(on ? this.#timeline.bar.tools : null);
    if (on) this.#serial = this.#position.serial;
    else this.#jump(this.#position);
    if (trouble) this.#inform(`The timeline can't be read: ${trouble}.`);
  }

  /** A scene begins to show. @param {Scene} scene */
  frame(scene) {
    this.#bubble.hush();
    const told = this.#says.scene(scene);
    const { style, offsetHeight } = this.#head;
    if (this.#timeline.film) {
      this.#timeline.shown(scene);
      style.minHeight = `${offsetHeight}px`; // captions of several lines don't move the board to and fro
    } else if (told) this.#says.tell(scene);
    this.point(null);
    this.#fit(scene);
    this.#layers.show(scene.layers ?? [], this.#stage.marks.switched);
    if (this.#player.playing) this.#spots.pause();
    this.#playing();
  }

  /** The last scene stands. @param {Scene} scene */
  rest(scene) {
    this.#playing();
    this.#spots.update(scene.spots ?? [], this.#stage.layout);
    if (this.#busy) this.#spots.pause();
    this.#listings.show(scene.listings ?? []);
    if (this.#timeline.film) this.#timeline.rested();
    this.#notice();
  }

  #playing() {
    const { playing } = this.#player;
    toggle(this.#root, "data-playing", playing);
    this.#tools.skip.hidden = !playing || Boolean(this.#timeline.film);
  }

  /** Finish what is playing, a film at the frame under way; whether something was. */
  skip() {
    const { playing } = this.#player;
    if (this.#timeline.film) this.#timeline.halt(true);
    else if (playing) this.#player.finish();
    return playing;
  }

  #resize() {
    const wide = this.#root.clientWidth;
    if (!wide && this.#timeline.film) this.#timeline.halt(true); // taken out of the page
    if (!wide || wide === this.#wide) return;
    this.#wide = wide;
    this.#head.style.minHeight = "";
    const layout = chooseLayout(this.#scene.layouts, wide);
    if (layout.min_width !== this.#stage.layout.min_width) this.skip();
    this.#fit(this.#scene);
    this.#timeline.bar.rule(wide);
    this.#theme.look();
    this.#bubble.place();
  }

  /** Choose the layout for a scene, and the size of the stage. @param {Scene} scene */
  #fit(scene) {
    const layout = chooseLayout(scene.layouts, this.#wide || 720);
    const { width, height, min_width } = layout;
    const tall = (width / height) * Math.max(440, windowHeight() * (this.#film.there ? 0.74 : 0.88));
    this.#frameBox.style.aspectRatio = `${width} / ${height}`;
    this.#frameBox.style.maxWidth = `${min_width ? Math.min(WIDEST, Math.round(tall)) : WIDEST}px`;
    toggle(this.#root, "data-tall", !min_width);
    if (JSON.stringify(layout) === JSON.stringify(this.#stage.layout)) return;
    this.#stage.setLayout(layout);
    if (!this.#stage.scene || this.#player.playing) return;
    this.#stage.draw(this.#stage.scene);
    this.#spots.update(this.#stage.scene.spots ?? [], layout);
    this.#bubble.place();
  }

  /** What a spot shows while it is pointed at. @param {Spot | null} spot */
  point(spot) {
    const held = spot && !this.#player.playing ? spot : null;
    this.#says.hint(held?.tip, held?.clause);
    this.#stage.marks.show("hint", held?.preview ?? []);
    for (const { spot, button } of this.#spots.held.values()) {
      toggle(button, "aria-describedby", spot === held && spot.tip && this.#says.tip.id);
    }
  }

  /** @param {Pick} pick */
  pick(pick) {
    const spot = this.#spots.held.get(pick.spot)?.spot;
    if (spot?.role === "why") return this.#bubble.pin(spot);
    this.#timeline.settle(); // Python reads the pick at the frame where it was made
    this.#asks.pick(pick, this.#serial);
  }

  cancel() {
    if (this.#bubble.hush() || this.#timeline.leave() || this.#timeline.film) return;
    this.#asks.send({ kind: "cancel", serial: this.#serial });
  }

  /** A pick is on its way to Python, or no longer. */
  asking(/** @type {boolean} */ on) {
    toggle(this.#root, "data-waiting", on);
    if (on) {
      this.#bubble.hush();
      this.#spots.pause();
    } else if (!this.#player.playing && this.#stage.scene) {
      if (!this.#dragging.drag) this.#stage.draw(this.#stage.scene);
      if (!this.#busy) this.#spots.resume();
    }
  }

  unanswered(/** @type {string} */ text) {
    this.#inform(text);
  }

  #notice() {
    /** @type {Notice} */
    const notice = this.#model.get("notice") ?? {};
    if (notice.serial !== this.#serial || notice.number === this.#told || this.#player.playing) return;
    this.#told = notice.number;
    this.#bubble.tell(notice);
  }

  #inform(/** @type {string} */ text) {
    this.#bubble.tell({ text, clause: "", kind: "info", at: [] });
  }

  #settings() {
    const busy = this.#busy;
    this.#tools.paint();
    toggle(this.#box, "aria-label", this.#model.get("label") || "Board");
    toggle(this.#root, "data-busy", busy);
    toggle(this.#box, "aria-busy", busy && "true");
    this.#stage.marks.switched = this.#model.get("hidden") ?? [];
    if (busy) this.#spots.pause();
    else if (!this.#asks.waiting && !this.#player.playing) this.#spots.resume();
  }

  /** Show a layer, or hide it. */
  #flip(/** @type {string} */ id) {
    const before = this.#stage.marks.switched;
    save(this.#model, "hidden", before.includes(id) ? before.filter((other) => other !== id) : [...before, id]);
    this.#switched();
  }

  /** The reader has switched layers, here or in another view. */
  #switched() {
    const { marks } = this.#stage;
    const scene = this.#player.current;
    marks.switched = this.#model.get("hidden") ?? [];
    if (!scene) return;
    marks.draw(scene);
    this.#layers.show(scene.layers ?? [], marks.switched);
  }
}

export default {
  /** @param {{ model: Model, el: HTMLElement }} given */
  render({ model, el }) {
    const view = new BoardView(model, el);
    return () => view.destroy();
  },
};
