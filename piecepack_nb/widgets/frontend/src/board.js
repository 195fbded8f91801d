/** The board widget. All state that must last is in the model's traits. */
/** @import { Model, Pick, Scene, Snapshot, Spot } from "./types.js" */

import { clauseChip, makeBubble, makeCaptions, makeCard } from "./captions.js";
import { makeLayers, makeRotation, makeTables, makeTools, toggledLayers } from "./controls.js";
import { consume, focusInPlace, kernelEnded, listen, make, on, setAttr, uniqueId, watchTheme, windowHeight } from "./dom.js";
import { apply, applyAll } from "./film.js";
import { boardsBottom, chooseLayout, EMPTY_LAYOUT, rotateAreas } from "./geometry.js";
import { makePlayer } from "./player.js";
import { makeDragging, makeSpots } from "./spots.js";
import { makeSprites, makeStage } from "./stage.js";
import { makeFilmTrait, makeTimeline } from "./timeline.js";

const MAX_WIDTH = 1200;
const SILENT_KEYS = ["Tab", "Shift", "Control", "Alt", "Meta"]; // they don't skip what plays
/** @type {Scene} */
const EMPTY_SCENE = { areas: [], layouts: [EMPTY_LAYOUT] };
const LEAST_HEIGHT = 400; // CSS pixels of a picture beside others in a wide layout
const ROOM_FOR_TIMELINE = 310; // CSS pixels round the picture of a film, or between other parts

/**
 * Add a view of the model to `el`; return a function that removes it.
 * @param {Model} model
 * @param {HTMLElement} el
 * @param {() => number} [room] returns the CSS pixels that the picture may be high
 * @param {import("./report.js").Moments} [moments] of a table, whose board has a place for what just happened
 */
export function makeBoard(model, el, room, moments) {
  let serial = 0; // of the snapshot that is shown, or that the animation ends in
  let goal = /** @type {Scene | null} */ (null); // its scene
  let width = 0; // CSS pixels at the last resize

  const uid = uniqueId();
  const box = make("div", "spots", { role: "group" });
  const card = makeCard();
  const layers = makeLayers(model, layersChanged);
  const tables = makeTables();
  const stage = makeStage(makeSprites(model.get("_sheet"), uid), () => toggledLayers(model));
  const captions = makeCaptions(uid, (id) => clauseChip(card, model.get("clauses") ?? {}, id));
  const { announce } = captions;
  const hooks = {
    announce, cancel, focusLost, frame, halt, pick, pointAt, redraw, rest, skip, speed, warn,
    lift: (/** @type {boolean} */ on) => lift(on),
  };
  const spots = makeSpots(box, hooks);
  const bubble = makeBubble(stage, captions, spots.focus);
  const dragging = makeDragging(box, spots, stage, {
    began: bubble.hide,
    dropped: (from, to) => pick({ spot: from.id, gesture: "drag", to: to.id }),
  });
  const player = makePlayer(stage, hooks);
  const report = moments?.makeReport(model, captions, player, moments, {
    speed,
    changed: updateSpots,
    spots,
    stage,
    bubble,
    ask: (name) => requests.send({ kind: "do", name }),
  });
  const requests = makeRequests(model, { waiting, inform: bubble.inform });
  const lift = (/** @type {boolean} */ on) => tools.offerCancel(on || canCancel());
  const timeline = makeTimeline(player, (frame) => film.save(frame), captions.announceCaption);
  const film = makeFilmTrait(model, timeline, filmLoaded);
  const rotation = makeRotation(model, hooks);
  const tools = makeTools(model, card, rotation.button, { skip, cancel: spots.cancel, keys: keysNow });

  const head = make("div", "head", {}, ...(report ? [report.bar] : []), captions.caption, tools.el);
  const frameBox = make("div", "stage", {}, stage.svg, box, bubble.el);
  const below = [timeline.el, layers.el, tables.el, captions.alt, captions.live, card.el];
  const styles = make("style", "", {}, model.get("_sheet").styles); // the games' own
  const root = make("div", "root board", { keydown }, styles, ...(report ? [report.el] : []), head, frameBox, captions.tip, ...below);
  setAttr(box, "aria-describedby", captions.alt.id);
  on(stage.svg, { click: (event) => spots.clicked(event) || bubble.hide() });
  on(frameBox, { pointerdown: spots.pressed }, true);
  el.append(root);

  on(root, { click: skipByClick, keydown: skipByKey }, true);

  const unlisten = listen(model, {
    "change:keyframe": snapshotChanged,
    "change:snapshot": snapshotChanged,
    "change:notice": notice,
    "change:busy": settings,
    "change:speed": settings,
    "change:label": settings,
    "change:toggled_layers": layersChanged,
    "change:rotation": rotation.update,
    "change:controls": controlsChanged,
    "change:film": film.load,
    "change:frame": film.moved,
    "msg:custom": (content) => content?.kind === "ack" && replied(content.to),
  });
  const closing = new AbortController();
  const pageHidden = () => document.hidden && skip(); // no animation frames come while it is hidden
  on(document, { visibilitychange: pageHidden, "ppnb-settle": settle }, { signal: closing.signal });
  on(document, { pointerdown: skipFromOutside, keydown: skipFromOutside }, { signal: closing.signal, capture: true });
  const sizes = new ResizeObserver(resize);
  sizes.observe(root);
  const stopTheme = watchTheme(root);
  settings();
  resize();
  if (film.exists()) film.load();
  else jump(snapshot());
  return close;

  /** Send Python the reader's frame, because another widget is about to change the board. */
  function settle() {
    timeline.halt(true);
    timeline.settle();
  }

  function controlsChanged() {
    lift(false);
    report?.paint();
  }

  function close() {
    unlisten();
    closing.abort();
    report?.stop();
    for (const part of [player, timeline, film, rotation]) part.stop();
    stopTheme();
    card.closed();
    sizes.disconnect();
    requests.settle();
    root.remove();
  }

  /**
   * Skip what plays, wherever the click is, but not what a table's reader is still to read; a button outside the
   * picture works all the same. A click where something lies that can be picked picks it, unless it is the second
   * of a double click.
   */
  function skipByClick(/** @type {MouseEvent} */ event) {
    const path = event.composedPath();
    if (report?.has(path)) return;
    const button = path.some((el) => el instanceof HTMLButtonElement && !box.contains(el));
    const kept = report?.clicked(event);
    if (timeline.film || !(kept || skip()) || button) return;
    consume(event);
    if (!kept && event.detail < 2) spots.pickAt(event);
  }

  /** Skip what plays with any key; those that go from spot to spot do so, too. */
  function skipByKey(/** @type {KeyboardEvent} */ event) {
    const { key, ctrlKey, altKey, metaKey, repeat } = event;
    const button = event.target instanceof HTMLButtonElement && !box.contains(event.target);
    if (timeline.film || ctrlKey || altKey || metaKey || SILENT_KEYS.includes(key)) return;
    if (!isOfASpot(key) && report?.key(event, button)) return consume(event);
    if (repeat || (button && key !== "Escape" && report?.bar.contains(event.target))) return;
    const waits = report?.state === "waiting";
    if (skip() && (key === "Escape" || !(button || waits)) && !key.startsWith("Arrow")) consume(event);
  }

  /** Return true if a key picks something on the board now: that goes before a step through the report. */
  function isOfASpot(/** @type {string} */ key) {
    return report?.state === "now" && (stage.scene?.spots ?? []).some((spot) => spot.key === key);
  }

  function keydown(/** @type {KeyboardEvent} */ event) {
    if (event.key === "?") tools.keys.click();
    else if (!timeline.key(event) && !rotation.key(event)) return;
    consume(event);
  }

  /** End a move that plays: a click or a key anywhere else on the page skips it. @param {Event} event */
  function skipFromOutside(event) {
    const silent = event instanceof KeyboardEvent && SILENT_KEYS.includes(event.key);
    if (silent || timeline.film || !player.playing || event.composedPath().includes(root)) return;
    if (!report?.clicked()) skip();
  }

  /** Return true if Python has an unfinished move that can be cancelled. */
  function canCancel() {
    return Boolean(model.get("controls")?.cancel);
  }

  /** Return the keys of the spots that can be picked now, each with its name. */
  function keysNow() {
    const spots = stage.scene?.spots ?? [];
    return spots.flatMap(({ key, name, id }) => (key ? [/** @type {[string, string]} */ ([key.toUpperCase(), name || id])] : []));
  }

  function speed() {
    return model.get("speed") || 1;
  }

  /** Return the position to show; null until its keyframe has come. @returns {Snapshot | null} */
  function snapshot() {
    const now = model.get("snapshot");
    const { key, scene } = model.get("keyframe");
    return now.key === key ? { ...now, scene: apply({ ...model.get("ground"), ...scene }, now.last) } : null;
  }

  /** Return the scene that is shown, or will be. */
  function scene() {
    return (film.exists() ? player.current : goal) ?? snapshot()?.scene ?? EMPTY_SCENE;
  }

  function focusLost() {
    focusInPlace(timeline.bar.whole.el);
  }

  function snapshotChanged() {
    const now = snapshot();
    if (!now || now.serial === serial) return;
    requests.settle();
    dragging.end();
    if (film.exists()) [serial, goal] = [now.serial, now.scene];
    else if (report) tell(report, now);
    else if (now.after === null || now.after !== serial || !goal) jump(now);
    else {
      const scenes = applyAll({ ...goal, spots: [] }, now.frames);
      [serial, goal] = [now.serial, now.scene];
      player.play([...scenes, goal], true);
      if (requests.queue.length) player.finish(); // a key is held down
    }
  }

  /**
   * Show a snapshot of a table, with what it reports. @param {import("./report.js").ReportPlace} report
   * @param {Snapshot} now
   */
  function tell(report, now) {
    report.finish();
    if (now.after === null || now.after !== serial || !goal) return jump(now);
    const scenes = applyAll({ ...goal, spots: [] }, now.frames);
    [serial, goal] = [now.serial, now.scene];
    report.tell(now.story, scenes, goal);
    if (requests.queue.length) report.finish(); // a key is held down
    return undefined;
  }

  /** Show a snapshot without animation. @param {Snapshot | null} snapshot */
  function jump(snapshot) {
    if (!snapshot) return;
    [serial, goal] = [snapshot.serial, snapshot.scene];
    if (snapshot.story?.look) report?.looks(snapshot.story.look);
    else report?.jump(snapshot.story, goal);
    player.show(goal);
  }

  /** A film was loaded or removed. @type {(on: boolean, problem: string) => void} */
  function filmLoaded(on, problem) {
    setAttr(root, "data-film", on);
    head.style.minHeight = "";
    tools.move(on ? timeline.bar.tools : null);
    if (on && report) report.state = "now";
    report?.paint();
    if (on) serial = snapshot()?.serial ?? serial;
    else jump(snapshot());
    if (problem) bubble.inform(`The timeline can't be read: ${problem}.`);
  }

  /** A scene begins to show. @param {Scene} scene */
  function frame(scene) {
    bubble.hide();
    report?.frame(scene);
    const fresh = showCaption(scene);
    if (timeline.film) {
      timeline.shown(scene);
      head.style.minHeight = `${head.offsetHeight}px`; // else captions of several lines would move the board
    } else announceNow(scene, fresh);
    pointAt(null);
    rotation.finish();
    rotation.offer(scene.areas);
    fit(scene);
    layers.show(scene.layers);
    if (player.playing) spots.pause();
    paintPlaying();
  }

  /**
   * Show a scene's caption; return true if it is new. At a table it is the prompt of the position: frames have their
   * sentences in the report.
   * @param {Scene} scene
   */
  function showCaption(scene) {
    const { caption = "", clause = "", alt } = scene;
    if (!report || (scene === goal && !film.exists() && !model.get("snapshot").story?.look)) {
      const fresh = captions.show(scene);
      report?.measure();
      return fresh;
    }
    captions.show({ areas: [], layouts: [], alt });
    if (timeline.film) report.show(caption, clause);
    return false;
  }

  /** Announce a caption that is new, after the sentences that no frame has shown. @type {(scene: Scene, fresh: boolean) => void} */
  function announceNow(shown, fresh) {
    const { caption = "", clause } = shown;
    const words = shown === goal ? report?.unheard() : "";
    if (words) announce(`${words} ${caption} ${clause ?? ""}`.trim());
    else if (fresh) captions.announceCaption({ caption, clause });
  }

  /** The last scene has ended. @param {Scene} scene */
  function rest(scene) {
    paintPlaying();
    if (report?.rested()) return updateSpots();
    spots.update(scene.spots ?? [], stage.layout);
    updateSpots();
    tables.show(scene.listings ?? []);
    if (timeline.film) timeline.rested();
    notice();
    next();
  }

  /** Show that something plays, or is still to be read; return true for that. */
  function paintPlaying() {
    const unfinished = player.playing || Boolean(report && report.state !== "now");
    setAttr(root, "data-playing", unfinished);
    tools.skip.hidden = !unfinished || Boolean(timeline.film) || report?.state === "past";
    return unfinished;
  }

  /** Let spots be picked only while nothing plays and Python is idle. */
  function updateSpots() {
    const unfinished = paintPlaying();
    if (unfinished || model.get("busy") || requests.waiting) spots.pause();
    else spots.resume();
  }

  /** End every animation; return true if one was running. */
  function skip() {
    return rotation.finish() || halt();
  }

  /** End what plays, a film at the current frame; return true if something played. */
  function halt() {
    const { playing } = player;
    if (timeline.film) timeline.halt(true);
    else if (report) return report.finish();
    else if (playing) player.finish();
    return playing;
  }

  function resize() {
    const now = root.clientWidth;
    if (!now && timeline.film) timeline.halt(true); // removed from the page
    if (!now || now === width) return;
    width = now;
    head.style.minHeight = "";
    const layout = chooseLayout(scene().layouts, width, room?.());
    if (layout.min_width !== stage.layout.min_width) skip();
    redraw();
    timeline.bar.drawTurns(width);
    bubble.place();
  }

  function redraw() {
    fit(scene());
  }

  /** Choose the layout of a scene and the size of the stage. @param {Scene} scene */
  function fit(scene) {
    const layout = rotateAreas(chooseLayout(scene.layouts, width || 720, room?.()), scene.areas, rotation.turns);
    const { width: across, height: down, min_width } = layout;
    const boards = boardsBottom(layout, scene.areas); // what is below them may be out of sight
    const around = film.exists() || el.matches(".ppnb-board-view") ? ROOM_FOR_TIMELINE : 0.12 * windowHeight(root);
    const high = room?.() ?? Math.max(LEAST_HEIGHT, windowHeight(root) - around);
    const fitting = (across / (room ? down : boards)) * high;
    frameBox.style.aspectRatio = `${across} / ${down}`;
    frameBox.style.maxWidth = `${min_width ? Math.min(MAX_WIDTH, Math.round(fitting)) : MAX_WIDTH}px`;
    setAttr(root, "data-tall", !min_width || boards < 0.9 * down);
    if (JSON.stringify(layout) === JSON.stringify(stage.layout)) return;
    stage.setLayout(layout);
    if (!stage.scene || player.playing) return;
    stage.draw(stage.scene);
    spots.update(stage.scene.spots ?? [], layout);
    updateSpots();
    bubble.place();
  }

  /** Show the tip and preview of a spot that is pointed at. @param {Spot | null} spot */
  function pointAt(spot) {
    const shown = spot && !player.playing ? spot : null;
    captions.showTip(shown?.tip, shown?.clause);
    const held = dragging.drag?.moved ? dragging.drag.spot : spots.held(); // where it may go stays in sight
    stage.marks.show("hint", [...ringUnder(shown), ...((held ?? shown)?.preview ?? [])]);
    for (const { spot, button } of spots.shown.values()) {
      setAttr(button, "aria-describedby", spot === shown && spot.tip && captions.tip.id);
    }
  }

  /** Return the ring of the focus where it must lie under the pieces. @param {Spot | null} spot */
  function ringUnder(spot) {
    const button = spots.shown.get(spot?.id ?? "")?.button;
    return spot && button?.matches("[data-tilted]:focus-visible") ? [{ ...spot, kind: "focus" }] : [];
  }

  /** Python has replied. @param {number} to the serial that it replies to */
  function replied(to) {
    requests.settle(to);
    if (!player.playing) next();
  }

  /** Pick what was picked by key while Python worked, if it still can be. */
  function next() {
    while (requests.queue.length && !requests.waiting && !model.get("busy")) {
      const [first] = requests.queue.splice(0, 1);
      if (spots.shown.has(first.spot)) pick(first);
    }
  }

  /** @param {Pick} pick */
  function pick(pick) {
    const spot = spots.shown.get(pick.spot)?.spot;
    if (spot?.role === "why") return bubble.pin(spot);
    timeline.settle(); // Python must have the frame of the pick
    requests.pick(pick, serial);
  }

  /** Say what a dangerous pick leads to, before a second touch makes it. @param {Spot} spot */
  function warn(spot) {
    const tip = `${(spot.tip ?? "").replace(/\.$/, "")}. Touch it again to go there.`;
    bubble.pin({ ...spot, tip });
  }

  function cancel() {
    if (bubble.hide() || timeline.leave() || timeline.film) return;
    requests.send({ kind: "cancel", serial });
  }

  /** A pick waits for Python's reply, or no longer. */
  function waiting(/** @type {boolean} */ on) {
    setAttr(root, "data-waiting", on);
    if (on) bubble.hide();
    else if (!player.playing && stage.scene && !dragging.drag) stage.draw(stage.scene);
    updateSpots();
  }

  function notice() {
    const now = model.get("notice") ?? {};
    if (now.serial === serial && !player.playing) bubble.notice(now, report?.show);
  }

  function settings() {
    const busy = Boolean(model.get("busy"));
    tools.paint();
    setAttr(box, "aria-label", model.get("label") || "Board");
    setAttr(root, "data-busy", busy);
    setAttr(box, "aria-busy", busy && "true");
    updateSpots();
  }

  /** The reader has switched layers, here or in another view. */
  function layersChanged() {
    if (!player.current) return;
    stage.marks.draw(player.current);
    layers.show(player.current.layers);
  }
}

// --- requests -----------------------------------------------------------------------------------

const MOST_WAITING = 4; // picks by key that wait; more would go on for long after the key is released
const TIMEOUT = 6000; // milliseconds without a reply before the board says so
const NO_REPLY = "No answer from Python yet. It may be busy with another cell. If its";

/**
 * Sends picks to Python one at a time; reports a missing reply.
 * @param {Model} model
 * @param {{ waiting(on: boolean): void, inform(text: string): void }} hooks
 */
function makeRequests(model, hooks) {
  /** queue: picks by key that came while another waited, as of a key that is held down. */
  const requests = { waiting: false, queue: /** @type {Pick[]} */ ([]), pick, send, settle };
  let timer = 0;
  let sent = 0; // the serial of the last pick
  return requests;

  /** @type {(pick: Pick, serial: number) => void} */
  function pick(pick, serial) {
    if (requests.waiting || model.get("busy")) {
      if (pick.gesture === "key" && requests.queue.length < MOST_WAITING) requests.queue.push(pick);
      return;
    }
    requests.waiting = true;
    sent = serial;
    hooks.waiting(true);
    timer = setTimeout(() => fail(kernelEnded(model, NO_REPLY)), TIMEOUT);
    send({ kind: "pick", serial, ...pick });
  }

  /** Send a message. Sending fails at once if the kernel is known to be gone. */
  function send(/** @type {object} */ content) {
    try {
      model.send(content);
    } catch {
      fail(kernelEnded(model));
    }
  }

  function fail(/** @type {string} */ text) {
    requests.queue.length = 0;
    settle();
    hooks.inform(text);
  }

  /** Stop waiting, unless the reply is to an older pick. */
  function settle(serial = sent) {
    if (serial !== sent) return;
    clearTimeout(timer);
    requests.waiting = false;
    hooks.waiting(false);
  }
}
