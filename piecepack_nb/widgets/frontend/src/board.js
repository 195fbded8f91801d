/** The board widget: what anywidget calls. All state that must last is in the model's traits. */
/** @import { Model, Pick, Position, Scene, Spot } from "./types.js" */

import { makeAsking } from "./asking.js";
import { makeBubble } from "./bubble.js";
import { chip, makeCard } from "./card.js";
import { hear, make, on, taken, toggle, windowHeight } from "./dom.js";
import { makeDragging } from "./drag.js";
import { makeLayers, makeListings, switched } from "./extras.js";
import { makeFilmTrait } from "./filmtrait.js";
import { run } from "./frames.js";
import { chooseLayout, laid } from "./geometry.js";
import { makePlayer } from "./player.js";
import { makeSays } from "./says.js";
import { makeSpots } from "./spots.js";
import { makeSprites } from "./sprites.js";
import { makeStage } from "./stage.js";
import { watchTheme } from "./theme.js";
import { makeTimeline } from "./timeline.js";
import { makeTools } from "./tools.js";
import { makeTurning } from "./turning.js";

const WIDEST = 1200;

/**
 * A view of the model in `el`; the answer closes it.
 * @param {Model} model
 * @param {HTMLElement} el
 */
function makeBoard(model, el) {
  let serial = 0; // the position that is shown, or that what is playing ends in
  let goal = /** @type {Scene | null} */ (null); // its scene
  let wide = 0; // CSS pixels of the last resize

  const uid = `ppnb${Math.random().toString(36).slice(2, 9)}`;
  const box = make("div", "spots", { role: "group" });
  const card = makeCard();
  const layers = makeLayers(model, relight);
  const listings = makeListings();
  const stage = makeStage(makeSprites(model.get("_sheet"), uid), () => switched(model));
  const says = makeSays(uid, (id) => chip(card, model.get("clauses") ?? {}, id));
  const hooks = { aloud: says.aloud, asking, astray, cancel, frame, halt, lay, pick, point, rest, skip, speed };
  const spots = makeSpots(box, hooks);
  const bubble = makeBubble(stage, says, spots.focus);
  const dragging = makeDragging(box, spots, stage, (from, to) => pick({ spot: from.id, gesture: "drag", to: to.id }));
  const player = makePlayer(stage, hooks);
  const asks = makeAsking(model, { asking, inform: bubble.inform });
  const timeline = makeTimeline(player, (at) => film.keep(at), says.tell);
  const film = makeFilmTrait(model, timeline, filmed);
  const turning = makeTurning(model, hooks);
  const tools = makeTools(model, card, turning.button, skip);

  const head = make("div", "head", {}, says.caption, tools.el);
  const frameBox = make("div", "stage", {}, stage.svg, box, bubble.el);
  const below = [timeline.el, layers.el, listings.el, says.alt, says.live, card.el];
  const root = make("div", "board", { keydown: key }, head, frameBox, says.tip, ...below);
  toggle(box, "aria-describedby", says.alt.id);
  on(stage.svg, { click: () => skip() || bubble.hush() });
  el.append(root);

  const unheard = hear(model, {
    "change:position": positioned,
    "change:notice": notice,
    "change:busy": settings,
    "change:speed": settings,
    "change:label": settings,
    "change:hidden": relight,
    "change:turned": turning.turned,
    "change:film": film.load,
    "change:at": film.moved,
    "msg:custom": (content) => content?.kind === "answered" && asks.settle(content.to),
  });
  const gone = new AbortController();
  const hide = () => document.hidden && skip(); // no frames are drawn then: what plays would stand still
  on(document, { visibilitychange: hide, "ppnb-settle": settle }, { signal: gone.signal });
  const watcher = new ResizeObserver(resize);
  watcher.observe(root);
  const theme = watchTheme(root, (theme) => toggle(root, "data-ppnb-theme", theme));
  settings();
  resize();
  if (film.there()) film.load();
  else jump(position());
  return close;

  /** Something beside the board is about to change it: Python must know where the reader is. */
  function settle() {
    timeline.halt(true);
    timeline.settle();
  }

  function close() {
    unheard();
    gone.abort();
    for (const part of [player, timeline, film, turning, theme]) part.stop();
    card.closed();
    watcher.disconnect();
    asks.settle();
    root.remove();
  }

  function key(/** @type {KeyboardEvent} */ event) {
    if (timeline.key(event) || turning.key(event)) taken(event);
  }

  function speed() {
    return model.get("speed") || 1;
  }

  /** @returns {Position} */
  function position() {
    return model.get("position");
  }

  /** What is shown, or will be. */
  function scene() {
    return (film.there() ? player.current : goal) ?? position().scene;
  }

  function astray() {
    timeline.bar.whole.el.focus({ preventScroll: true });
  }

  function positioned() {
    const now = position();
    if (now.serial === serial) return;
    asks.settle();
    dragging.end();
    if (film.there()) [serial, goal] = [now.serial, now.scene];
    else if (now.after === null || now.after !== serial || !goal) jump(now);
    else {
      const scenes = run({ ...goal, spots: [] }, now.frames);
      [serial, goal] = [now.serial, now.scene];
      player.play([...scenes, goal]);
    }
  }

  /** Show a position at once. @param {Position} position */
  function jump(position) {
    [serial, goal] = [position.serial, position.scene];
    player.show(goal);
  }

  /** There is a film now, or none any more. @type {(on: boolean, trouble: string) => void} */
  function filmed(on, trouble) {
    toggle(root, "data-film", on);
    head.style.minHeight = "";
    tools.move(on ? timeline.bar.tools : null);
    if (on) serial = position().serial;
    else jump(position());
    if (trouble) bubble.inform(`The timeline can't be read: ${trouble}.`);
  }

  /** A scene begins to show. @param {Scene} scene */
  function frame(scene) {
    bubble.hush();
    const fresh = says.scene(scene);
    if (timeline.film) {
      timeline.shown(scene);
      head.style.minHeight = `${head.offsetHeight}px`; // captions of several lines don't move the board to and fro
    } else if (fresh) says.tell(scene);
    point(null);
    turning.finish();
    turning.offer(scene.areas);
    fit(scene);
    layers.show(scene.layers);
    if (player.playing) spots.pause();
    paintPlaying();
  }

  /** The last scene stands. @param {Scene} scene */
  function rest(scene) {
    paintPlaying();
    spots.update(scene.spots ?? [], stage.layout);
    ready();
    listings.show(scene.listings ?? []);
    if (timeline.film) timeline.rested();
    notice();
  }

  function paintPlaying() {
    toggle(root, "data-playing", player.playing);
    tools.skip.hidden = !player.playing || Boolean(timeline.film);
  }

  /** A spot may be picked while nothing plays and nobody works; at other times none may say so. */
  function ready() {
    if (model.get("busy") || asks.waiting || player.playing) spots.pause();
    else spots.resume();
  }

  /** Finish what moves; whether something did. */
  function skip() {
    return turning.finish() || halt();
  }

  /** Finish what is playing, a film at the frame under way; whether something was. */
  function halt() {
    const { playing } = player;
    if (timeline.film) timeline.halt(true);
    else if (playing) player.finish();
    return playing;
  }

  function resize() {
    const now = root.clientWidth;
    if (!now && timeline.film) timeline.halt(true); // taken out of the page
    if (!now || now === wide) return;
    wide = now;
    head.style.minHeight = "";
    const layout = chooseLayout(scene().layouts, wide);
    if (layout.min_width !== stage.layout.min_width) skip();
    lay();
    timeline.bar.rule(wide);
    theme.look();
    bubble.place();
  }

  /** Draw all as it lies now. */
  function lay() {
    fit(scene());
  }

  /** Choose the layout for a scene, and the size of the stage. @param {Scene} scene */
  function fit(scene) {
    const layout = laid(chooseLayout(scene.layouts, wide || 720), scene.areas, turning.at);
    const { width, height, min_width } = layout;
    const tall = (width / height) * Math.max(440, windowHeight() * (film.there() ? 0.74 : 0.88));
    frameBox.style.aspectRatio = `${width} / ${height}`;
    frameBox.style.maxWidth = `${min_width ? Math.min(WIDEST, Math.round(tall)) : WIDEST}px`;
    toggle(root, "data-tall", !min_width);
    if (JSON.stringify(layout) === JSON.stringify(stage.layout)) return;
    stage.setLayout(layout);
    if (!stage.scene || player.playing) return;
    stage.draw(stage.scene);
    spots.update(stage.scene.spots ?? [], layout);
    ready();
    bubble.place();
  }

  /** What a spot shows while it is pointed at. @param {Spot | null} spot */
  function point(spot) {
    const shown = spot && !player.playing ? spot : null;
    says.hint(shown?.tip, shown?.clause);
    stage.marks.show("hint", shown?.preview ?? []);
    for (const { spot, button } of spots.held.values()) {
      toggle(button, "aria-describedby", spot === shown && spot.tip && says.tip.id);
    }
  }

  /** @param {Pick} pick */
  function pick(pick) {
    const spot = spots.held.get(pick.spot)?.spot;
    if (spot?.role === "why") return bubble.pin(spot);
    timeline.settle(); // Python reads the pick at the frame where it was made
    asks.pick(pick, serial);
  }

  function cancel() {
    if (bubble.hush() || timeline.leave() || timeline.film) return;
    asks.send({ kind: "cancel", serial });
  }

  /** A pick is on its way to Python, or no longer. */
  function asking(/** @type {boolean} */ on) {
    toggle(root, "data-waiting", on);
    if (on) bubble.hush();
    else if (!player.playing && stage.scene && !dragging.drag) stage.draw(stage.scene);
    ready();
  }

  function notice() {
    const now = model.get("notice") ?? {};
    if (now.serial === serial && !player.playing) bubble.notice(now);
  }

  function settings() {
    const busy = Boolean(model.get("busy"));
    tools.paint();
    toggle(box, "aria-label", model.get("label") || "Board");
    toggle(root, "data-busy", busy);
    toggle(box, "aria-busy", busy && "true");
    ready();
  }

  /** The reader has switched layers, here or in another view. */
  function relight() {
    if (!player.current) return;
    stage.marks.draw(player.current);
    layers.show(player.current.layers);
  }
}

export default {
  /** @param {{ model: Model, el: HTMLElement }} given */
  render({ model, el }) {
    return makeBoard(model, el);
  },
};
