/** The smaller bar: the finer timeline within a frame, such as the search that chose a way. */

import { active, dress, make, on, toggle } from "./dom.js";
import { Keys } from "./keys.js";
import { Slider } from "./slider.js";

export class FinerBar {
  #timeline;
  #keys;
  #where = make("p", "where");
  #close = make("button", "key");
  el = make("div", "finer", { role: "group", hidden: "" });

  /** @param {import("./timeline.js").Timeline} timeline */
  constructor(timeline) {
    this.#timeline = timeline;
    this.slider = new Slider("inner", "", {
      seek: (part) => timeline.goInner(Math.round(part * this.count), true),
      wish: (wish, quick) => timeline.wishInner(wish, quick),
    });
    this.#keys = new Keys(["step-", "play", "step+"], (wish) => timeline.wishInner(wish));
    dress(this.#close, "Close", "M7 7l10 10M17 7L7 17", "Escape");
    on(this.#close, { click: () => timeline.leave() });
    const row = make("div", "row");
    row.append(this.#keys.el, this.slider.el, this.#where, this.#close);
    this.el.append(row);
  }

  /** What the film tells of the finer timeline at the frame shown. */
  get told() {
    return this.#timeline.film?.inner[this.#timeline.at];
  }

  get count() {
    return this.told?.count ?? 0;
  }

  /** Where it stands, in words. */
  get #text() {
    const { inner } = this.#timeline;
    return `${this.told?.title}: ${inner ? `${inner} of ${this.count}` : `${this.count} steps`}`;
  }

  paint() {
    const { told, count, el } = this;
    const { inner, running, bar } = this.#timeline;
    const focused = el.contains(active(el)) && active(el);
    el.hidden = !told;
    this.#close.hidden = !inner;
    if (focused && !told) bar.whole.el.focus();
    else if (focused === this.#close && !inner) this.slider.el.focus();
    toggle(el, "data-inside", inner > 0);
    if (!told) return;
    toggle(el, "aria-label", told.title);
    toggle(this.slider.el, "aria-label", told.title);
    this.#where.textContent = this.#text;
    this.#keys.paint(running && inner > 0, !inner, inner === count);
    this.slider.show(inner / count);
  }

  /** Tell a screen reader where it stands. */
  tell(/** @type {string} */ caption) {
    const { inner } = this.#timeline;
    this.slider.tell(0, this.count, inner, inner && caption ? `${this.#text}: ${caption}` : this.#text);
  }
}
