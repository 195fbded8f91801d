/** A card that opens over the page for something to read: a clause's text, the keys. */
/** @import { Clauses } from "./types.js" */

import { make, on, toggle } from "./dom.js";
import { between } from "./geometry.js";

export class Card {
  /** @type {HTMLElement | null} what opened it */
  #by = null;

  el = make("div", "card", { popover: "auto", role: "dialog", tabindex: "-1" });

  constructor() {
    on(this.el, {
      toggle: () => this.#open || this.closed(),
      keydown: (event) => event.key === "Escape" && event.stopPropagation(), // the card alone closes
    });
  }

  get #open() {
    return this.el.matches(":popover-open");
  }

  /**
   * A button that opens the card, or closes it where it opened it.
   * @template {HTMLElement} T
   * @param {T} button
   * @param {() => [title: string, ...body: HTMLElement[]]} fill
   */
  opener(button, fill) {
    toggle(button, "aria-haspopup", "dialog");
    toggle(button, "aria-expanded", "false");
    let mine = false;
    // a press outside an open card closes it before the click comes
    on(button, {
      pointerdown: () => (mine = this.#open && this.#by === button),
      click: () => {
        if (!mine) this.#show(button, ...fill());
        mine = false;
      },
    });
    return button;
  }

  /** @type {(by: HTMLElement, title: string, ...body: HTMLElement[]) => void} */
  #show(by, title, ...body) {
    if (this.#open) this.el.hidePopover();
    this.closed();
    this.#by = by;
    toggle(this.el, "aria-label", title);
    this.el.replaceChildren(make("h3", "card-title", {}, title), ...body);
    this.el.showPopover();
    this.#place();
    toggle(by, "aria-expanded", "true");
    this.el.focus({ preventScroll: true });
    addEventListener("scroll", this.#place, true);
  }

  /** Put it beside what opened it, inside the window. */
  #place = () => {
    const { offsetWidth, offsetHeight, style } = this.el;
    const { left, top, bottom } = /** @type {HTMLElement} */ (this.#by).getBoundingClientRect();
    const below = bottom + 6 + offsetHeight <= innerHeight || top < offsetHeight + 6;
    style.top = `${Math.max(4, below ? bottom + 6 : top - offsetHeight - 6)}px`;
    style.left = `${between(4, left, innerWidth - offsetWidth - 4)}px`;
  };

  closed() {
    removeEventListener("scroll", this.#place, true);
    if (this.#by) toggle(this.#by, "aria-expanded", "false");
    this.#by = null;
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
