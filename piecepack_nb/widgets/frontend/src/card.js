/** A card that opens over the page for something to read: a clause's text, the keys. */
/** @import { Clauses } from "./types.js" */

import { make, toggle } from "./dom.js";

export class Card {
  /** @type {HTMLElement | null} what opened it */
  by = null;

  constructor() {
    this.title = make("h3", "card-title");
    this.body = make("div", "card-body");
    this.el = make("div", "card", {
      popover: "auto",
      role: "dialog",
      tabindex: "-1",
      "data-lm-suppress-shortcuts": "true",
    });
    this.el.append(this.title, this.body);
    this.el.addEventListener("toggle", () => this.open || this.closed());
    this.el.addEventListener("keydown", (event) => {
      if (event.key === "Escape") event.stopPropagation(); // the card alone closes
    });
  }

  get open() {
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
    button.addEventListener("pointerdown", () => (mine = this.open && this.by === button));
    button.addEventListener("click", () => {
      if (!mine) this.show(button, ...fill());
      mine = false;
    });
    return button;
  }

  /** @type {(by: HTMLElement, title: string, ...body: HTMLElement[]) => void} */
  show(by, title, ...body) {
    if (this.open) this.el.hidePopover();
    this.closed();
    this.by = by;
    this.title.textContent = title;
    toggle(this.el, "aria-label", title);
    this.body.replaceChildren(...body);
    this.el.showPopover();
    this.place(by.getBoundingClientRect());
    toggle(by, "aria-expanded", "true");
    this.el.focus({ preventScroll: true });
    addEventListener("scroll", this.away, { capture: true, once: true });
  }

  /** Beside what opened it, inside the window. @param {DOMRect} at */
  place(at) {
    const { offsetWidth, offsetHeight, style } = this.el;
    const below = at.bottom + 6 + offsetHeight <= innerHeight || at.top < offsetHeight + 6;
    style.top = `${Math.max(4, below ? at.bottom + 6 : at.top - offsetHeight - 6)}px`;
    style.left = `${Math.max(4, Math.min(innerWidth - offsetWidth - 4, at.left))}px`;
  }

  closed() {
    if (this.by) toggle(this.by, "aria-expanded", "false");
    this.by = null;
  }

  /** What it stands beside has moved. */
  away = (/** @type {Event} */ event) => {
    if (event.target instanceof Node && this.el.contains(event.target)) return;
    if (this.el.isConnected && this.open) this.el.hidePopover();
  };

  stop() {
    removeEventListener("scroll", this.away, { capture: true });
  }
}

/** The sign of a clause; where its text is known, a button that opens it. */
export class Chips {
  /**
   * @param {Card} card
   * @param {() => Clauses} clauses
   */
  constructor(card, clauses) {
    this.card = card;
    this.clauses = clauses;
  }

  /** @param {string} id */
  chip(id) {
    const clauses = this.clauses() ?? {};
    if (!Object.hasOwn(clauses, id) || !HTMLElement.prototype.showPopover) return make("span", "chip", {}, id);
    const [title, text, reading] = clauses[id];
    const button = make("button", "chip", { type: "button", "aria-label": `${id}: ${title}` }, id);
    return this.card.opener(button, () => [
      `${id} · ${title}`,
      make("p", "", {}, text),
      ...(reading ? [make("p", "reading", {}, `Our reading: ${reading}`)] : []),
    ]);
  }
}
