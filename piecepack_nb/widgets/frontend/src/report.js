/**
 * The report of a table: what just happened, sentence by sentence, in a place of fixed height. The board plays the
 * frames of a sentence; ◂ and ▸ step through the sentences, and the board shows the moment of each. With "Wait for
 * me" the table waits after each of the others' moves until the reader goes on.
 */
/** @import { Model, RotatedLayout, Scene, Spot } from "./types.js" */
/**
 * @typedef {[label: string, value: number, of: number | null, suit: string, bar: string, text: string][]} Scores
 * @typedef {{ text: string, clause: string, to: number, pace: string, line: number, scores: Scores }} Sent
 * @typedef {{ fresh: boolean, reports: Sent[], before?: { line: number, scores: Scores },
 *   look?: { text: string, clause: string, line: number, scores: Scores }, last: [text: string, clause: string] }} Story
 *   pace: "wait" for the reader after it, "read": rest until it can be read, "": go on
 * @typedef {Sent & { scenes: Scene[], said: boolean, takes: boolean }} Report takes: pieces are off the board after it
 * @typedef {{ line: number, scores: Scores, playing: boolean } | null} Moment what the panels show; null: the position
 * @typedef {ReturnType<typeof makeReport>} ReportPlace
 * @typedef {ReturnType<typeof makeMoments>} Moments
 */

import { activeElement, focusInPlace, make, setAttr, setIcon } from "./dom.js";
import { covers } from "./geometry.js";
import { play } from "./sounds.js";

const WORDS_A_MINUTE = 240; // at speed 1
const MOST = 40; // reports to step back through
const MOST_LARGE = 240; // characters; a longer text is smaller beside the panels
const BACK = "M14 6l-6 6 6 6";
const ON = "M10 6l6 6-6 6";

/** Return the number of pieces on the board itself. @param {Scene | null | undefined} scene */
function onBoard(scene) {
  return (scene?.pieces ?? []).filter(({ area = "board" }) => area === "board").length;
}

/** Return the milliseconds that a text needs to be read. @type {(text: string, speed: number) => number} */
export function readingTime(text, speed) {
  return (60_000 * text.split(/\s+/).filter(Boolean).length) / WORDS_A_MINUTE / speed;
}

/** What the panels of one view of a table show: the position, or the moment that its board shows. */
export function makeMoments() {
  /** @type {Set<() => void>} */
  const listeners = new Set();
  /** makeReport: the board gets it from here, so that exported pages do without it. */
  const moments = { now: /** @type {Moment} */ (null), set, listen, makeReport };
  return moments;

  function set(/** @type {Moment} */ moment) {
    if (JSON.stringify(moment) === JSON.stringify(moments.now)) return;
    moments.now = moment;
    for (const listener of listeners) listener();
  }

  function listen(/** @type {() => void} */ listener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }
}

/**
 * @param {Model} model
 * @param {import("./captions.js").Captions} captions
 * @param {import("./player.js").Player} player
 * @param {Moments} moments
 * @param {{ speed(): number, changed(): void, ask(name: string): void,
 *   bubble: { el: Element, pin(spot: Spot): void }, spots: import("./spots.js").Spots, stage: { layout: RotatedLayout } }} hooks
 *   changed: the report began or ended to wait, or went to another moment
 */
export function makeReport(model, captions, player, moments, hooks) {
  const report = {
    el: make("section", "report", { "aria-label": "What just happened" }),
    bar: make("div", "report-bar", { hidden: "" }),
    /** What the board does: shows the position, plays, waits for the reader, or shows an earlier moment. */
    state: /** @type {"now" | "playing" | "waiting" | "past"} */ ("now"),
    tell, looks, jump, frame, rested, unheard, goOn, finish, has, clicked, key, paint, measure, show, stop,
  };
  let reports = /** @type {Report[]} */ ([]);
  let at = -1; // the report that is shown
  let next = 0; // the first that wasn't played to its end
  let goal = /** @type {Scene | null} */ (null); // the position
  let rest = /** @type {Scene[]} */ ([]); // the frames after the last report's
  let before = { line: -1, scores: /** @type {Scores} */ ([]) };
  let since = 0; // the first report since the reader's own move
  let timer = 0;
  let called = false; // others have moved, and it is the reader's turn once the position is shown
  let strayed = false; // the place shows a moment that Python has sent

  const words = make("div", "report-words", { blur: measure });
  const back = make("button", "button report-step", { "aria-keyshortcuts": ",", click: () => step(-1) });
  const forward = make("button", "button report-step", { "aria-keyshortcuts": ".", click: () => step(1) });
  setIcon(back, "Previous sentence", BACK, ",");
  setIcon(forward, "Next sentence", ON, ".");
  const place = make("span", "report-place");
  const press = make("button", "button main", { click: pressed });
  report.el.append(back, words, forward);
  report.bar.append(press, place);
  const sizes = new ResizeObserver(measure);
  for (const el of [words, captions.caption]) sizes.observe(el);
  paint();
  return report;

  /** Return true if the table waits after the others' moves. */
  function patient() {
    return Boolean(model.get("waits"));
  }

  // --- what Python sends --------------------------------------------------------------------------

  /** Play the frames of a story, then the position. @type {(story: Story, scenes: Scene[], position: Scene) => void} */
  function tell(story, scenes, position) {
    take(story, position);
    let from = 0;
    let count = onBoard(player.current);
    since = reports.length;
    for (const sent of story.reports) {
      const own = scenes.slice(from, sent.to + 1);
      const left = own.length ? onBoard(own.at(-1)) : count;
      reports.push({ ...sent, scenes: own, said: false, takes: left < count });
      [from, count] = [sent.to + 1, left];
    }
    called = story.reports.some(({ pace }) => pace === "wait") && (position.spots ?? []).some(({ role = "inert" }) => role !== "inert");
    rest = scenes.slice(from);
    next = since;
    before = story.before ?? before;
    report.state = "playing";
    showMoment();
    playOn();
  }

  /** Show a position without frames. @type {(story: Story, position: Scene) => void} */
  function jump(story, position) {
    const stays = report.state === "now" && !strayed && !story.fresh && Boolean(words.children.length);
    take(story, position);
    if (!stays) {
      next = reports.length;
      since = Math.min(since, next);
      at = next - 1;
      settle();
      if (!reports.length) show(...story.last);
    }
    paint();
  }

  /** Show the moment of the log that Python has sent. @type {(look: NonNullable<Story["look"]>) => void} */
  function looks(look) {
    clearTimeout(timer);
    [report.state, strayed] = ["now", true];
    show(look.text, look.clause);
    moments.set({ line: look.line, scores: look.scores, playing: false });
    paint();
  }

  /** @type {(story: Story, position: Scene) => void} */
  function take(story, position) {
    clearTimeout(timer);
    strayed = false;
    if (story.fresh) reports = [];
    reports = reports.slice(-MOST);
    goal = position;
    rest = [];
  }

  // --- playing ------------------------------------------------------------------------------------

  /** Play the next report, or with those after it the position. */
  function playOn() {
    report.state = "playing";
    const alone = patient() && goesOn();
    const left = alone ? reports.slice(next, next + 1) : reports.slice(next);
    const scenes = left.flatMap((each) => each.scenes);
    player.play(alone ? scenes : [...scenes, ...rest, /** @type {Scene} */ (goal)], true);
    if (alone && !scenes.length) rested();
    paint();
  }

  /** Return true if more is to be read after the next report. */
  function goesOn() {
    return reports.slice(next + 1).some(({ pace }) => pace);
  }

  /** A scene begins to show: show its sentence. @param {Scene} scene */
  function frame(scene) {
    const number = reports.findIndex((each) => each.scenes.includes(scene));
    if (number < 0) return;
    next = Math.max(next, number);
    at = number;
    if (scene === reports[number].scenes[0]) play(reports[number].takes ? "capture" : "move");
    const words = unheard(number + 1);
    if (words) captions.announce(words);
    show(reports[number].text, reports[number].clause);
    showMoment();
  }

  /** The player rests; return true if the position isn't shown yet. */
  function rested() {
    if (report.state !== "playing") return report.state !== "now";
    if (player.current === goal) {
      arrive();
      return false;
    }
    const { pace, text, scenes } = reports[next];
    const seconds = scenes.at(-1)?.linger ?? 0;
    next += 1;
    report.state = "waiting";
    showMoment();
    paint();
    hooks.changed();
    if (pace === "wait") {
      if (report.el.parentElement?.contains(activeElement(report.el))) focusInPlace(press);
    } else timer = setTimeout(playOn, pace ? readingTime(text, hooks.speed()) : (1000 * seconds) / hooks.speed());
    return true;
  }

  /** The position is shown. */
  function arrive() {
    if (called) play("turn");
    called = false;
    next = reports.length;
    at = next - 1;
    settle();
    paint();
  }

  function settle() {
    report.state = "now";
    moments.set(null);
    const news = reports.slice(since).filter(({ pace }) => pace);
    const last = news.at(-1) ?? reports[at];
    if (news.length > 1 && !patient()) showAll(news);
    else if (last) show(last.text, last.clause);
  }

  /** Go on at once: end a motion, or the wait after it. */
  function goOn() {
    clearTimeout(timer);
    if (report.state === "playing") player.finish();
    else if (report.state === "waiting") playOn();
    else if (report.state === "past") now();
  }

  /** Return true while the table waits for the reader, or will after what plays. */
  function waits() {
    return report.state === "waiting" || (report.state === "playing" && patient() && goesOn());
  }

  /** Return true if a click there, by its path, is the report's own. @param {EventTarget[]} path */
  function has(path) {
    return path.includes(report.el) || path.includes(report.bar);
  }

  /**
   * The page was clicked: say why of a number in a moment that rests, or end a motion, but keep what is still to be
   * read; return true if something is said or kept.
   * @param {MouseEvent} [event]
   */
  function clicked(event) {
    const { bubble, spots, stage } = hooks;
    const rests = event && !player.playing && report.state !== "now";
    if (rests && !bubble.el.contains(/** @type {Node} */ (event.target))) {
      const found = (player.current?.spots ?? []).filter((spot) => covers(stage.layout, spot, spots.toSquares(event)));
      const spot = found.find(spots.isSmall) ?? found[0]; // a badge before its square
      if (spot) {
        clearTimeout(timer);
        bubble.pin(spot);
        return true;
      }
    }
    const keeps = waits() || (report.state === "past" && patient() && next < reports.length);
    if (keeps && report.state === "playing") player.finish();
    return keeps;
  }

  /** Show the position at once; return true if something else was shown. */
  function finish() {
    clearTimeout(timer);
    if (report.state === "now") return false;
    arrive();
    player.show(/** @type {Scene} */ (goal));
    return true;
  }

  // --- stepping -----------------------------------------------------------------------------------

  /** Go to the previous or the next sentence. @param {number} by */
  function step(by) {
    const here = report.state === "now" ? reports.length - 1 + Number(by < 0 && isSummed()) : at;
    const to = here + by;
    if (by > 0 && report.state === "playing") return goOn();
    if (to >= next) return report.state === "past" ? now() : goOn();
    if (to < 0 || !reports[to]?.scenes.length) return undefined;
    if (report.state === "playing") player.finish();
    clearTimeout(timer);
    at = to;
    report.state = "past";
    player.show(/** @type {Scene} */ (reports[to].scenes.at(-1)));
    show(reports[to].text, reports[to].clause);
    captions.announceCaption({ caption: reports[to].text, clause: reports[to].clause });
    showMoment();
    paint();
    return hooks.changed();
  }

  /** Return true while the place shows several sentences at once. */
  function isSummed() {
    return report.state === "now" && words.children.length > 1;
  }

  /** Leave an earlier moment: go back to where the table waits, or to the position. */
  function now() {
    if (next < reports.length) {
      at = next - 1;
      report.state = "waiting";
      player.show(/** @type {Scene} */ (reports[at].scenes.at(-1)));
      show(reports[at].text, reports[at].clause);
      showMoment();
      paint();
      return hooks.changed();
    }
    arrive();
    return player.show(/** @type {Scene} */ (goal));
  }

  function pressed() {
    if (model.get("controls")?.looking || model.get("film")?.byteLength) hooks.ask("now");
    else goOn();
  }

  /** Handle a key of the board, or of a button outside it; return true if it was the report's. @type {(event: KeyboardEvent, button: boolean) => boolean} */
  function key(event, button) {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    const on = ["Enter", " "].includes(event.key) && !button && !event.repeat && report.state !== "now";
    if (on) goOn();
    else if (event.key === ",") step(-1);
    else if (event.key === ".") step(1);
    else return false;
    return true;
  }

  function stop() {
    sizes.disconnect();
    clearTimeout(timer);
  }

  // --- what is shown ------------------------------------------------------------------------------

  /** Return the sentences before this report that weren't announced yet: each is announced once. */
  function unheard(end = reports.length) {
    const left = reports.slice(0, end).filter((each) => !each.said);
    for (const each of left) each.said = true;
    return left.map(({ text, clause }) => `${text} ${clause}`.trim()).join(" ");
  }

  function show(/** @type {string} */ text, /** @type {string} */ clause) {
    showAll([{ text, clause }]);
  }

  /** Show several sentences, one after the other. @param {{ text: string, clause: string }[]} all */
  function showAll(all) {
    words.replaceChildren(...all.flatMap(({ text, clause }) => sentence(text, clause)));
    setAttr(words, "data-small", (words.textContent ?? "").length > MOST_LARGE);
    words.scrollTop = 0;
    measure();
  }

  /** @type {(text: string, clause: string) => HTMLElement[]} */
  function sentence(text, clause) {
    return text ? [make("p", "report-sentence", {}, ...captions.chips(clause), clause && " ", text)] : [];
  }

  /** Let a tap or the keyboard open texts that are longer than their places; one that is open stays so. */
  function measure() {
    for (const [el, name] of /** @type {const} */ ([[words, "The whole sentence"], [captions.caption, "What to do now"]])) {
      if (el === activeElement(el)) continue;
      const long = el.scrollHeight > el.clientHeight + 2;
      setAttr(el, "data-long", long);
      setAttr(el, "tabindex", long && "0");
      setAttr(el, "role", long && "region");
      setAttr(el, "aria-label", long && name);
    }
  }

  /** Let the panels show what the board shows. */
  function showMoment() {
    if (report.state === "now") return moments.set(null);
    const done = report.state === "playing" ? next - 1 : at;
    const { line, scores } = done < since && report.state !== "past" ? before : reports[done];
    return moments.set({ line, scores, playing: report.state !== "past" });
  }

  function paint() {
    const { state } = report;
    const looking = Boolean(model.get("controls")?.looking);
    const film = Boolean(model.get("film")?.byteLength);
    const first = reports.findIndex((each) => each.scenes.length);
    const here = state === "now" ? reports.length - 1 : at;
    const focused = report.bar.contains(activeElement(report.bar));
    report.bar.hidden = !(waits() || state === "past" || looking || film);
    if (report.bar.hidden && focused) hooks.spots.focus();
    press.textContent = waits() ? "Continue" : next < reports.length && state === "past" ? "Back to this move" : "Back to now";
    setAttr(press, "title", waits() ? "Go on to the next move (Enter, Space)" : "Show the position again");
    place.textContent = film ? "The replay of this game." : looking ? "An earlier moment of this game." : `${here + 1} of ${reports.length}`;
    setAttr(report.el, "data-state", state);
    measure();
    const noMore = [[back, (first < 0 || here <= first || film) && !(isSummed() && first >= 0)], [forward, state === "now" || film]];
    for (const [button, off] of /** @type {[HTMLElement, boolean][]} */ (noMore)) {
      setAttr(button, "aria-disabled", off && "true");
      setAttr(button, "tabindex", off && "-1");
    }
  }
}
