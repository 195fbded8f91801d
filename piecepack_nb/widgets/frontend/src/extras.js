/** What stands below a board: switches for the layers of marks, and tables that tell them in words. */
/** @import { Layer, Listing, Model } from "./types.js" */

import { arrange, make, save, toggle } from "./dom.js";
import { lit } from "./marks.js";

/** The layers that the reader has switched to what they aren't by default. @type {(model: Model) => string[]} */
export const switched = (model) => model.get("hidden") ?? [];

/**
 * @param {Model} model
 * @param {() => void} relit layers were switched here
 */
export function makeLayers(model, relit) {
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  const el = make("div", "layers", { role: "group", "aria-label": "Shown on the board", hidden: "" });
  return { el, show };

  function show(/** @type {Layer[]} */ layers = []) {
    el.hidden = !layers.length;
    const shown = layers.map((layer) => {
      const { id } = layer;
      const button = buttons.get(id) ?? make("button", "pill layer", { "data-layer": id, click: () => flip(id) });
      buttons.set(id, button);
      button.textContent = layer.title;
      toggle(button, "aria-pressed", String(lit(layer, switched(model))));
      return button;
    });
    arrange(el, shown);
  }

  /** Show a layer, or hide it. */
  function flip(/** @type {string} */ id) {
    const before = switched(model);
    save(model, "hidden", before.includes(id) ? before.filter((other) => other !== id) : [...before, id]);
    relit();
  }
}

/** @typedef {{ details: HTMLDetailsElement, fill(listing: Listing): void }} Folded */

export function makeListings() {
  const el = make("div", "listings");
  /** By title: a table that was opened stays open from frame to frame.
   * @type {Map<string, Folded>} */
  const folded = new Map();
  return { el, show };

  /** @param {Listing[]} listings */
  function show(listings) {
    const titles = listings.map(({ title }) => title);
    for (const [title, { details }] of folded) details.hidden = !titles.includes(title);
    for (const listing of listings) {
      const mine = folded.get(listing.title) ?? fold(listing);
      folded.set(listing.title, mine);
      el.append(...(mine.details.parentNode ? [] : [mine.details]));
      mine.fill(listing);
    }
  }
}

/** A table that is written once it is opened. @param {Listing} listing @returns {Folded} */
function fold(listing) {
  const { title } = listing;
  /** @type {Listing | null} */
  let shown = null;
  const box = make("div", "listing-box", { role: "region", tabindex: "0", "aria-label": title });
  const summary = make("summary", "", {}, title);
  const details = make("details", "listing", { toggle: () => fill(listing) }, summary, box);
  return { details, fill };

  function fill(/** @type {Listing} */ now) {
    listing = now;
    if (!details.open || listing === shown) return;
    shown = listing;
    box.replaceChildren(table(listing));
  }
}

/** @param {Listing} listing */
function table({ title, head, rows = [] }) {
  const cell = (/** @type {string} */ text, /** @type {string} */ scope) =>
    scope ? make("th", "", { scope }, text) : make("td", "", {}, text);
  const top = make("tr", "", {}, ...head.map((text) => cell(text, "col")));
  const lines = rows.map((texts) => make("tr", "", {}, ...texts.map((text, i) => cell(text, i ? "" : "row"))));
  const parts = [make("thead", "", {}, top), make("tbody", "", {}, ...lines)];
  return make("table", "table", { "aria-label": title }, ...parts);
}
