/** The bubble on a board: what Python says, or what a spot tells, with marks at the places meant. */
/** @import { Said, Spot } from "./types.js" */

import { active, make, on } from "./dom.js";
import { between, onTable } from "./geometry.js";

const MARKED = { refusal: "blocked", error: "blocked", info: "here" };

export class Bubble {
  el = make("div", "bubble", { hidden: "" });
  /** The spot whose tip it holds, if it does. */
  #pinned = "";
  /** @type {[string, number, number] | undefined} the place that it points at */
  #at;
  #stage;
  #says;
  #spots;

  /**
   * @param {import("./stage.js").Stage} stage
   * @param {import("./says.js").Says} says
   * @param {import("./spots.js").Spots} spots get the focus that the bubble had
   */
  constructor(stage, says, spots) {
    this.#stage = stage;
    this.#says = says;
    this.#spots = spots;
    on(this.el, {
      keydown: (event) => {
        if (event.key === "Escape" && this.hush()) event.stopPropagation();
      },
    });
  }

  /** Say something beside the first place that it points at. @param {Said} said */
  tell(said) {
    const kind = MARKED[/** @type {keyof typeof MARKED} */ (said.kind)] ?? "here";
    this.#show(said);
    this.#stage.marks.show("said", said.at.map(([area, x, y]) => ({ kind, area, x, y })));
  }

  /** Keep on the board what a spot tells, until it is picked again. @param {Spot} spot */
  pin({ id, tip, name = id, clause = "", area = "board", x, y, preview = [] }) {
    const there = this.#pinned === id;
    this.hush();
    if (there) return;
    this.#show({ text: tip || name, clause, kind: "why", at: [[area, x, y]] });
    this.#pinned = id;
    this.#stage.marks.show("said", preview);
  }

  /** @param {Said} said */
  #show({ text, clause, kind, at }) {
    const close = make("button", "close", { "aria-label": "Close" }, "×");
    on(close, { click: () => this.hush() });
    this.el.replaceChildren(...this.#says.chips(clause), make("span", "words", {}, text), close);
    this.el.dataset.kind = kind;
    this.el.hidden = false;
    this.#at = at[0];
    this.place();
    this.#says.tell({ caption: text, clause });
  }

  /** Put the bubble, if it shows, where it belongs in the layout of the stage. */
  place() {
    const { layout } = this.#stage;
    const { style, dataset, hidden, parentElement, offsetWidth } = this.el;
    if (hidden || !parentElement) return;
    const [area, ax, ay] = this.#at ?? [];
    const place = area && onTable(layout, { area, x: ax, y: ay });
    const [x, y] = place || [layout.width / 2, 0.4];
    const low = y < layout.height * 0.3;
    dataset.side = place ? (low ? "below" : "above") : "none";
    style.top = `${((y + (place ? (low ? 0.55 : -0.55) : 0)) / layout.height) * 100}%`;
    const stage = parentElement.clientWidth;
    const half = offsetWidth / 2;
    const wanted = (x / layout.width) * stage;
    const left = between(half + 4, wanted, stage - half - 4);
    style.left = `${left}px`;
    style.setProperty("--ppnb-tail", `${between(14 - half, wanted - left, half - 14)}px`);
  }

  /** Take the bubble away; whether there was one. */
  hush() {
    const there = !this.el.hidden;
    const focused = there && this.el.contains(active(this.el));
    this.el.hidden = true;
    this.#pinned = "";
    this.#stage.marks.show("said", []);
    if (focused) this.#spots.focus();
    return there;
  }
}
