/** A card that opens over the page for something to read: a clause's text, the keys. */
/** @import { Clauses } from "./types.js" */
/** @typedef {ReturnType<typeof makeCard>} Card */

import { make, toggle } from "./dom.js";
import { between } from "./geometry.js";

export function makeCard() {
  /** @type {HTMLElement | null} what opened it */
  let opened = null;
  const el = make("div", "card", {
    popover: "auto",
    role: "dialog",
    tabindex: "-1",
    toggle: () => open() || closed(),
    keydown: (event) => event.key === "Escape" && event.stopPropagation(), // the card alone closes
  });
  return { el, opener, closed };

  function open() {
    return el.matches(":popover-open");
  }

  /**
   * A button that opens the card, or closes it where it opened it.
   * @template {HTMLElement} T
   * @param {T} button
   * @param {() => [title: string, ...body: HTMLElement[]]} fill
   */
  function opener(button, fill) {
    toggle(button, "aria-haspopup", "dialog");
    toggle(button, "aria-expanded", "false");
    let mine = false;
    // a press outside an open card closes it before the click comes
    button.addEventListener("pointerdown", () => (mine = open() && opened === button));
    button.addEventListener("click", () => {
      if (!mine) show(button, ...fill());
      mine = false;
    });
    return button;
  }

  /** @type {(by: HTMLElement, title: string, ...body: HTMLElement[]) => void} */
  function show(by, title, ...body) {
    if (open()) el.hidePopover();
    closed();
    opened = by;
    toggle(el, "aria-label", title);
    el.replaceChildren(make("h3", "card-title", {}, title), ...body);
    el.showPopover();
    place();
    toggle(by, "aria-expanded", "true");
    el.focus({ preventScroll: true });
    addEventListener("scroll", place, true);
  }

  /** Put it beside what opened it, inside the window. */
  function place() {
    const { offsetWidth, offsetHeight, style } = el;
    const { left, top, bottom } = /** @type {HTMLElement} */ (opened).getBoundingClientRect();
    const below = bottom + 6 + offsetHeight <= innerHeight || top < offsetHeight + 6;
    style.top = `${Math.max(4, below ? bottom + 6 : top - offsetHeight - 6)}px`;
    style.left = `${between(4, left, innerWidth - offsetWidth - 4)}px`;
  }

  function closed() {
    removeEventListener("scroll", place, true);
    if (opened) toggle(opened, "aria-expanded", "false");
    opened = null;
  }
}

/**
 * The sign of a clause; where its text is known, a button that opens it.
 * @param {Card} card
 * @param {Clauses} clauses
 * @param {string} id
 */
export function chip(card, clauses, id) {
  if (!Object.hasOwn(clauses, id) || !card.el.showPopover) return make("span", "chip", {}, id);
  const [title, text, reading] = clauses[id];
  const button = make("button", "chip", { "aria-label": `${id}: ${title}` }, id);
  return card.opener(button, () => [
    `${id} · ${title}`,
    make("p", "", {}, text),
    ...(reading ? [make("p", "reading", {}, `Our reading: ${reading}`)] : []),
  ]);
}
