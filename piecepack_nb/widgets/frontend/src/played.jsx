/** A table that a widget has opened, shown below it in the same cell. */
/** @import { Model } from "./types.js" */

import { useEffect, useRef, useState } from "preact/hooks";

import { activeElement, hasModifier } from "./dom.js";
import { useTrait } from "./ui.jsx";

/** Return what shows other widgets in the page; undefined in marimo and in a page without a kernel.
 * @param {Model} model
 * @returns {{ get_model(id: string): Promise<any>, create_view(model: any): Promise<{ el: HTMLElement, remove(): void }> } | undefined} */
export function managerOf(model) {
  return /** @type {any} */ (model).widget_manager;
}

/** The table of the trait `played`, below what it was opened from; a new one has the focus.
 * @param {{ model: Model }} props */
export function Played({ model }) {
  const id = useTrait(model, "played");
  const [first] = useState(id); // played before this view was opened
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    let left = false;
    let close = () => {};
    const show = async () => {
      const manager = managerOf(model);
      if (!id || !manager) return;
      const view = await manager.create_view(await manager.get_model(id));
      if (left) return view.remove();
      close = () => view.remove();
      place.current?.replaceChildren(view.el);
      place.current?.scrollIntoView({ block: "nearest" });
      if (id !== first) place.current?.focus();
    };
    show();
    return () => {
      left = true;
      close();
    };
  }, [model, id]);
  return (
    <div class="ppnb-played" ref={place} tabIndex={-1} onFocus={focusBoard} onKeyDown={(event) => hasModifier(event) || event.stopPropagation()} />
  );
}

/** Pass the focus on to the table's board, as soon as it has something to pick.
 * @param {{ currentTarget: HTMLElement, target: EventTarget | null }} event */
function focusBoard({ currentTarget, target }) {
  if (target !== currentTarget) return;
  const pass = () => {
    const spot = currentTarget.querySelector('.ppnb-spot[tabindex="0"]');
    if (activeElement(currentTarget) !== currentTarget) observer.disconnect();
    else if (spot instanceof HTMLElement) spot.focus();
  };
  const observer = new MutationObserver(pass);
  observer.observe(currentTarget, { subtree: true, childList: true, attributes: true, attributeFilter: ["tabindex"] });
  pass();
}
