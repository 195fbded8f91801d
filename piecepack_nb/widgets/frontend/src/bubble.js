/** The bubble on a board: what Python says, or what a spot tells, with marks at the places meant. */
/** @import { Notice, Said, Spot } from "./types.js" */

import { active, make } from "./dom.js";
import { between, onTable } from "./geometry.js";

const MARKED = { refusal: "blocked", error: "blocked", info: "here" };

/**
 * @param {import("./stage.js").Stage} stage
 * @param {import("./says.js").Says} says
 * @param {() => void} focus gives the focus that the bubble had to the board
 */
export function makeBubble(stage, says, focus) {
  let pinned = ""; // the spot whose tip it holds, if it does
  let told = 0; // the number of the last notice
  /** @type {[string, number, number] | undefined} the place that it points at */
  let pointed;
  const el = make("div", "bubble", {
    hidden: "",
    keydown: (event) => event.key === "Escape" && hush() && event.stopPropagation(),
  });
  return { el, notice, inform, pin, place, hush };

  /** What Python says, once. @param {Notice} notice */
  function notice(notice) {
    if (notice.number !== told) tell(notice);
    told = notice.number;
  }

  /** Say what comes from no place on the board. */
  function inform(/** @type {string} */ text) {
    tell({ text, clause: "", kind: "info", at: [] });
  }

  /** Say something beside the first place that it points at. @param {Said} said */
  function tell(said) {
    const kind = MARKED[/** @type {keyof typeof MARKED} */ (said.kind)] ?? "here";
    show(said);
    stage.marks.show("said", said.at.map(([area, x, y]) => ({ kind, area, x, y })));
  }

  /** Keep on the board what a spot tells, until it is picked again. @param {Spot} spot */
  function pin({ id, tip, name = id, clause = "", area = "board", x, y, preview = [] }) {
    const there = pinned === id;
    hush();
    if (there) return;
    show({ text: tip || name, clause, kind: "why", at: [[area, x, y]] });
    pinned = id;
    stage.marks.show("said", preview);
  }

  /** @param {Said} said */
  function show({ text, clause, kind, at }) {
    const close = make("button", "close", { "aria-label": "Close", click: hush }, "×");
    el.replaceChildren(...says.chips(clause), make("span", "words", {}, text), close);
    el.dataset.kind = kind;
    el.hidden = false;
    pointed = at[0];
    place();
    says.tell({ caption: text, clause });
  }

  /** Put the bubble, if it shows, where it belongs in the layout of the stage. */
  function place() {
    const { layout } = stage;
    const { style, dataset, hidden, parentElement } = el;
    if (hidden || !parentElement) return;
    const [area, ax, ay] = pointed ?? [];
    const at = area && onTable(layout, { area, x: ax, y: ay });
    const [x, y] = at || [layout.width / 2, 0.4];
    const low = y < layout.height * 0.3;
    dataset.side = at ? (low ? "below" : "above") : "none";
    style.top = `${((y + (at ? (low ? 0.55 : -0.55) : 0)) / layout.height) * 100}%`;
    const wide = parentElement.clientWidth;
    const half = el.offsetWidth / 2;
    const wanted = (x / layout.width) * wide;
    const left = between(half + 4, wanted, wide - half - 4);
    style.left = `${left}px`;
    style.setProperty("--ppnb-tail", `${between(14 - half, wanted - left, half - 14)}px`);
  }

  /** Take the bubble away; whether there was one. @returns {boolean} */
  function hush() {
    const there = !el.hidden;
    const focused = there && el.contains(active(el));
    el.hidden = true;
    pinned = "";
    stage.marks.show("said", []);
    if (focused) focus();
    return there;
  }
}
