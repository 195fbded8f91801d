/** The reader's choices for all boards: what they are made of, how large pieces are. This browser remembers them. */
/** @import { Model } from "./types.js" */

import { on, remember, remembered, save, setAttr } from "./dom.js";

const CHOSEN = "ppnb-look"; // the event of a choice, for all boards of the page

/** By trait: the key in this browser, which is also the attribute, and the names; the first is the usual one.
 * @type {Record<string, [key: string, names: string[]]>} */
export const LOOKS = {
  board_look: ["ppnb-board", ["wood", "plain", "high contrast"]],
  piece_size: ["ppnb-pieces", ["usual", "large"]],
};

/** Let the boards in `el` look as chosen; return a function that stops it. @type {(model: Model, el: HTMLElement) => () => void} */
export function keepLooks(model, el) {
  const closing = new AbortController();
  const known = Object.entries(LOOKS).filter(([trait]) => model.get(trait) !== undefined);
  for (const [trait, [key, names]] of known) {
    const chosen = remembered(key) ?? "";
    const paint = () => setAttr(el, `data-${key}`, model.get(trait) !== names[0] && model.get(trait));
    if (names.includes(chosen) && model.get(trait) === names[0] && chosen !== names[0]) save(model, trait, chosen);
    model.on(`change:${trait}`, paint);
    closing.signal.addEventListener("abort", () => model.off(`change:${trait}`, paint));
    paint();
  }
  const heard = (/** @type {CustomEvent} */ { detail: [trait, name] }) =>
    model.get(trait) !== undefined && model.get(trait) !== name && save(model, trait, name);
  on(document, { [CHOSEN]: heard }, { signal: closing.signal });
  return () => closing.abort();
}

/** Choose a look for all boards of the page, now and later. @type {(trait: string, name: string) => void} */
export function chooseLook(trait, name) {
  remember(LOOKS[trait][0], name);
  document.dispatchEvent(new CustomEvent(CHOSEN, { detail: [trait, name] }));
}
