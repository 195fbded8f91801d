/** What stands below a board: switches for the layers of marks, and tables that tell them in words. */
/** @import { Layer, Listing } from "./types.js" */

import { make, toggle } from "./dom.js";
import { lit } from "./marks.js";

export class Layers {
  /** @type {Map<string, HTMLButtonElement>} */
  buttons = new Map();

  /** @param {(id: string) => void} flip a layer is to be switched */
  constructor(flip) {
    this.flip = flip;
    this.el = make("div", "layers", { role: "group", "aria-label": "Shown on the board", hidden: "" });
  }

  /** @type {(layers: Layer[], switched: string[]) => void} */
  show(layers, switched) {
    this.el.hidden = !layers.length;
    const shown = layers.map((layer) => {
      const button = this.buttons.get(layer.id) ?? this.button(layer);
      button.textContent = layer.title;
      toggle(button, "aria-pressed", String(lit(layer, switched)));
      return button;
    });
    const same = shown.length === this.el.children.length && shown.every((button, i) => this.el.children[i] === button);
    if (!same) this.el.replaceChildren(...shown);
  }

  /** @param {Layer} layer */
  button({ id }) {
    const button = make("button", "layer", { type: "button", "data-layer": id });
    button.addEventListener("click", () => this.flip(id));
    this.buttons.set(id, button);
    return button;
  }
}

/** @typedef {{ details: HTMLDetailsElement, box: HTMLElement, listing: Listing, shown: Listing | null }} Folded */

export class Listings {
  el = make("div", "listings");
  /** By title: a table that was opened stays open from frame to frame.
   * @type {Map<string, Folded>} */
  folded = new Map();

  /** @param {Listing[]} listings */
  show(listings) {
    const titles = listings.map(({ title }) => title);
    for (const [title, { details }] of this.folded) details.hidden = !titles.includes(title);
    for (const listing of listings) {
      const mine = this.folded.get(listing.title) ?? this.fold(listing);
      mine.listing = listing;
      this.fill(mine);
    }
  }

  /** @param {Listing} listing @returns {Folded} */
  fold(listing) {
    const details = make("details", "listing");
    const box = make("div", "listing-box", {
      role: "region",
      tabindex: "0",
      "aria-label": listing.title,
      "data-lm-suppress-shortcuts": "true",
    });
    details.append(make("summary", "", { "data-lm-suppress-shortcuts": "true" }, listing.title), box);
    const mine = { details, box, listing, shown: null };
    details.addEventListener("toggle", () => this.fill(mine));
    this.folded.set(listing.title, mine);
    this.el.append(details);
    return mine;
  }

  /** Write the table, if it is open and not yet written. @param {Folded} folded */
  fill(folded) {
    const { details, box, listing, shown } = folded;
    if (!details.open || listing === shown) return;
    folded.shown = listing;
    box.replaceChildren(table(listing));
  }
}

/** @param {Listing} listing */
function table({ title, head, rows = [] }) {
  const made = make("table", "table", { "aria-label": title });
  const line = (/** @type {string[]} */ cells, /** @type {(i: number) => string} */ scope) => {
    const row = make("tr", "");
    row.append(...cells.map((text, i) => (scope(i) ? make("th", "", { scope: scope(i) }, text) : make("td", "", {}, text))));
    return row;
  };
  const [top, body] = [make("thead", ""), make("tbody", "")];
  top.append(line(head, () => "col"));
  body.append(...rows.map((cells) => line(cells, (i) => (i ? "" : "row"))));
  made.append(top, body);
  return made;
}
