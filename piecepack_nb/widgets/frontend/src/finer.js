/** The smaller bar: the finer timeline within a frame, such as the search that chose a way. */
/** @import { Wish } from "./slider.js" */

import { BACK, ON, PAUSE, PLAY } from "./bar.js";
import { active, iconButton, make, rename, toggle } from "./dom.js";
import { Slider } from "./slider.js";

export class FinerBar {
  /** @param {import("./timeline.js").Timeline} timeline */
  constructor(timeline) {
    this.timeline = timeline;
    this.slider = new Slider("inner", "", {
      seek: (part) => timeline.goInner(Math.round(part * this.count), true),
      wish: (wish, quick) => timeline.wishInner(wish, quick),
    });
    this.where = make("p", "where");
    this.back = this.button("step-", "Back", BACK);
    this.play = this.button("play", "Play", PLAY);
    this.on = this.button("step+", "Forward", ON);
    this.close = iconButton("key", "Close", "M7 7l10 10M17 7L7 17", "Escape");
    this.close.addEventListener("click", () => this.leave());
    const keys = make("div", "keys");
    keys.append(this.back, this.play, this.on);
    const row = make("div", "row");
    row.append(keys, this.where, this.close);
    this.el = make("div", "finer", { role: "group", hidden: "" });
    this.el.append(row, this.slider.el);
  }

  /** @type {(wish: Wish, label: string, icon: string) => HTMLButtonElement} */
  button(wish, label, icon) {
    const made = iconButton("key", label, icon);
    made.addEventListener("click", () => this.timeline.wishInner(wish));
    return made;
  }

  /** What the film tells of the finer timeline at the frame shown. */
  get told() {
    const { film, at } = this.timeline;
    return film?.inner[at];
  }

  get count() {
    return this.told?.frames.length ?? 0;
  }

  leave() {
    this.timeline.leave();
    this.slider.el.focus();
  }

  paint() {
    const { told, count } = this;
    const { inner, running } = this.timeline;
    if (!told && this.el.contains(active(this.el))) this.timeline.bar.whole.el.focus();
    this.el.hidden = !told;
    if (!told) return;
    const title = told.title;
    toggle(this.el, "aria-label", title);
    toggle(this.slider.el, "aria-label", title);
    toggle(this.el, "data-inside", inner > 0 && "yes");
    this.where.textContent = this.text;
    this.close.hidden = !inner;
    rename(this.close, `Close: ${title}`, "Escape");
    rename(this.back, `${title}: back`);
    rename(this.on, `${title}: forward`);
    rename(this.play, `${title}: ${running && inner ? "pause" : "play"}`);
    this.play.querySelector("path")?.setAttribute("d", running && inner ? PAUSE : PLAY);
    toggle(this.back, "aria-disabled", !inner && "true");
    toggle(this.on, "aria-disabled", inner === count && "true");
    this.slider.show(inner / count);
  }

  get text() {
    const { inner } = this.timeline;
    return `${this.told?.title}: ${inner ? `${inner} of ${this.count}` : `${this.count} steps`}`;
  }

  /** Tell a screen reader where it stands. */
  tell(/** @type {string} */ caption) {
    if (!this.told) return;
    const { inner } = this.timeline;
    const text = inner && caption ? `${this.text}: ${caption}` : this.text;
    this.slider.tell({ min: 0, max: this.count, now: inner, text });
  }

  stop() {
    this.slider.stop();
  }
}
