/** What stands below a board: switches for the layers of marks, and tables that tell them in words. */
/** @import { Layer, Listing } from "./types.js" */

import { arrange, make, on, toggle } from "./dom.js";
import { lit } from "./marks.js";

export class Layers {
  #flip;
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();

  /** @param {(id: string) => void} flip a layer is to be switched */
  constructor(flip) {
    this.#flip = flip;
    this.el = make("div", "layers", { role: "group", "aria-label": "Shown on the board", hidden: "" });
  }

  /** @type {(layers: Layer[], switched: string[]) => void} */
  show(layers, switched) {
    this.el.hidden = !layers.length;
    const shown = layers.map((layer) => {
      const button = this.#buttons.get(layer.id) ?? this.#button(layer);
      button.textContent = layer.title;
      toggle(button, "aria-pressed", String(lit(layer, switched)));
      return button;
    });
    arrange(this.el, shown);
  }

  /** @param {Layer} layer */
  #button({ id }) {
    const button = make("button", "layer", { "data-layer": id });
    on(button, { click: () => this.#flip(id) });
    this.#buttons.set(id, button);
    return button;
  }
}

/** @typedef {{ details: HTMLDetailsElement, box: HTMLElement, listing: Listing, shown: Listing | null }} Folded */

export class Listings {
  el = make("div", "listings");
  /** By title: a table that was opened stays open from frame to frame.
   * @type {Map<string, Folded>} */
  #folded = new Map();

  /** @param {Listing[]} listings */
  show(listings) {
    const titles = listings.map(({ title }) => title);
    for (const [title, { details }] of this.#folded) details.hidden = !titles.includes(title);
    for (const listing of listings) {
      const mine = this.#folded.get(listing.title) ?? this.#fold(listing);
      mine.listing = listing;
      this.#fill(mine);
    }
  }

  /** @param {Listing} listing @returns {Folded} */
  #fold(listing) {
    const details = make("details", "listing");
    const { title } = listing;
    const box = make("div", "listing-box", { role: "region", tabindex: "0", "aria-label": title });
    details.append(make("summary", "", {}, title), box);
    const mine = { details, box, listing, shown: null };
    on(details, { toggle: () => this.#fill(mine) });
    this.#folded.set(title, mine);
    this.el.append(details);
    return mine;
  }

  /** Write the table, if it is open and not yet written. @param {Folded} folded */
  #fill(folded) {
    const { details, box, listing, shown } = folded;
    if (!details.open || listing === shown) return;
    folded.shown = listing;
    box.replaceChildren(table(listing));
  }
}

/** @param {Listing} listing */
function table({ title, head, rows = [] }) {
  const made = make("table", "table", { "aria-label": title });
  const parts = /** @type {const} */ (["thead", "tbody"]).map((tag) => make(tag, ""));
  const row = (/** @type {string[]} */ cells, /** @type {string} */ scope) => {
    const line = make("tr", "");
    for (const [i, text] of cells.entries()) {
      line.append(i && scope === "row" ? make("td", "", {}, text) : make("th", "", { scope }, text));
    }
    return line;
  };
  parts[0].append(row(head, "col"));
  parts[1].append(...rows.map((cells) => row(cells, "row")));
  made.append(...parts);
  return made;
}
