/** A replay and the rules of its game, side by side where there is room. */
/** @import { Model } from "./types.js" */

import { useEffect, useState } from "preact/hooks";

import { BoardView } from "./board_view.jsx";
import { Rules } from "./rules.jsx";
import { Button, mount, useTrait } from "./ui.jsx";

/** Add a view of the model to `el`; return a function that removes it.
 * @type {(model: Model, el: HTMLElement) => () => void} */
export function makeExplore(model, el) {
  return mount(el, "explore", <Explore model={model} />);
}

/** Where there is no room beside the board, a button above it opens the rules. @param {{ model: Model }} props */
function Explore({ model }) {
  const [open, setOpen] = useState(false);
  const changed = Object.keys(useTrait(model, "rules_values").differences).length;
  const both = useTrait(model, "rules_status").chosen.board === "both" && changed > 0;
  useEffect(() => {
    if (both) setOpen(true); // the rules may have just lost their place beside the board
  }, [both]);
  return (
    <div class="ppnb-explore-parts" data-both={both ? "yes" : undefined}>
      <BoardView model={model} />
      <div class="ppnb-explore-side">
        <Button look="explore-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {changed ? `Rules: ${changed} changed` : "Rules: as printed"}
        </Button>
        <div class="ppnb-explore-scroll" data-open={open ? "yes" : undefined}>
          <Rules model={model} />
        </div>
      </div>
    </div>
  );
}
