/** The smaller bar: the finer timeline within a frame, such as the search that chose a way. */

import { active, dress, make, toggle } from "./dom.js";
import { makeKeys } from "./keys.js";
import { makeSlider } from "./slider.js";

/** @param {import("./timeline.js").Timeline} timeline */
export function makeFinerBar(timeline) {
  const where = make("p", "where");
  const close = make("button", "key", { click: () => timeline.leave() });
  dress(close, "Close", "M7 7l10 10M17 7L7 17", "Escape");
  const keys = makeKeys(["step-", "play", "step+"], (wish) => timeline.wishInner(wish));
  const slider = makeSlider("inner", "", {
    seek: (part) => timeline.goInner(Math.round(part * count()), true),
    wish: timeline.wishInner,
  });
  const row = make("div", "row", {}, keys.el, slider.el, where, close);
  const el = make("div", "finer", { role: "group", hidden: "" }, row);
  return { el, slider, paint, tell };

  /** What the film tells of the finer timeline at the frame shown. */
  function told() {
    return timeline.film?.inner[timeline.at];
  }

  function count() {
    return told()?.count ?? 0;
  }

  /** Where it stands, in words. */
  function text() {
    const { inner } = timeline;
    return `${told()?.title}: ${inner ? `${inner} of ${count()}` : `${count()} steps`}`;
  }

  function paint() {
    const title = told()?.title;
    const { inner, running, bar } = timeline;
    const focused = el.contains(active(el)) && active(el);
    el.hidden = !title;
    close.hidden = !inner;
    if (focused && !title) bar.whole.el.focus();
    else if (focused === close && !inner) slider.el.focus();
    toggle(el, "data-inside", inner > 0);
    if (!title) return;
    for (const named of [el, slider.el]) toggle(named, "aria-label", title);
    where.textContent = text();
    keys.paint(running && inner > 0, !inner, inner === count());
    slider.show(inner / count());
  }

  /** Tell a screen reader where it stands. */
  function tell(/** @type {string} */ caption) {
    const { inner } = timeline;
    slider.tell(0, count(), inner, inner && caption ? `${text()}: ${caption}` : text());
  }
}
