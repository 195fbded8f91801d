/** The controls around the picture: tools beside the caption, layer switches and tables below. */
/** @import { Area, Layer, Model, TextTable } from "./types.js" */

import { hasModifier, make, makeTable, reducedMotion, remember, remembered, save, setAttr, setChildren, setIcon } from "./dom.js";
import { clamp, ease, lerp, shortTurn } from "./geometry.js";
import { isShown } from "./stage.js";
import { BUTTONS } from "./transport.js";

// --- tools: skip, rotate, speed, help -----------------------------------------------------------

const SPEEDS = [0.5, 1, 2, 4];
const SLIDER_KEYS = "On a slider: ← → for steps, Page Up and Down for turns, Home, End, Space. Escape leaves a search.";

/**
 * @param {Model} model
 * @param {import("./captions.js").Card} card
 * @param {HTMLElement} rotate the button that rotates the board
 * @param {{ skip(): void, cancel(): void, keys(): [key: string, name: string][] }} hooks
 *   keys: the keys of what can be picked now
 */
export function makeTools(model, card, rotate, hooks) {
  const skip = make("button", "button tool", { click: () => hooks.skip() }, "Skip");
  const cancel = make("button", "button tool cancel", { title: "Cancel (Escape)", click: () => hooks.cancel() }, "Cancel");
  const speed = make("button", "button tool speed", { click: nextSpeed });
  const keys = make("button", "button tool keys", { "aria-label": "Keys" }, "?");
  const el = make("div", "tools", {}, cancel, skip, rotate, speed, keys);
  let film = false;
  cancel.hidden = true;
  setAttr(keys, "aria-keyshortcuts", "?");
  setAttr(keys, "title", "Keys (?)");
  card.addOpener(keys, () =>
    film ? ["Keys", keyList(filmKeys()), make("p", "", {}, SLIDER_KEYS)] : ["Keys", keyList([...hooks.keys(), ...tableKeys(el), ...BOARD_KEYS])],
  );
  const remembered = rememberedSpeed();
  if (remembered && model.get("speed") === 1) save(model, "speed", remembered);
  return { el, skip, keys, move, paint, offerCancel };

  /** Move the tools to the timeline; null: back to the caption. */
  function move(/** @type {HTMLElement | null} */ to) {
    film = Boolean(to);
    (to ?? el).append(rotate, speed, keys);
  }

  function offerCancel(/** @type {boolean} */ on) {
    cancel.hidden = !on;
  }

  function paint() {
    const times = model.get("speed") || 1;
    const shown = times === 0.5 ? "½×" : `${times}×`;
    speed.textContent = shown;
    setAttr(speed, "aria-label", `Animation speed ${shown}`);
  }

  function nextSpeed() {
    const next = SPEEDS.indexOf(model.get("speed")) + 1;
    save(model, "speed", SPEEDS[next % SPEEDS.length]);
    remember(SPEED_KEY, String(model.get("speed")));
    paint();
  }
}

const SPEED_KEY = "ppnb-speed";

/** Return the speed that the reader chose last in this browser; null for none. */
function rememberedSpeed() {
  const speed = Number(remembered(SPEED_KEY));
  return SPEEDS.includes(speed) ? speed : null;
}

/** The keys of every board. @type {[key: string, name: string][]} */
const BOARD_KEYS = [
  ["← ↑ → ↓", "Go to another square"],
  ["Home, End", "Go to the ends of the row"],
  ["N, P", "Go to the next or previous legal square"],
  ["Enter", "Pick; end an animation"],
  ["Space", "Pick, or lift a piece; arrows choose where, Enter drops"],
  ["Escape", "Cancel"],
  ["T", "Turn the board, if it turns"],
];

/** Return the keys of the buttons of the table around the board. @returns {[key: string, name: string][]} */
function tableKeys(/** @type {Element} */ el) {
  const buttons = el.closest(".ppnb-table-parts")?.querySelectorAll(".ppnb-table-bar [aria-keyshortcuts], .ppnb-report-step") ?? [];
  return [...buttons].map((button) => [String(button.getAttribute("aria-keyshortcuts")), String(button.ariaLabel)]);
}

/** @returns {[key: string, name: string][]} */
function filmKeys() {
  return Object.values(BUTTONS).map(([label, , key]) => [key, label]);
}

function keyList(/** @type {[key: string, name: string][]} */ keys) {
  return make("dl", "help", {}, ...keys.flatMap(([key, name]) => [make("dt", "", {}, key), make("dd", "", {}, name)]));
}

const TURN_LENGTH = 500; // milliseconds
const TURN_ICON = "M19 12a7 7 0 1 1-2-5M17 2.5v4.6h-4.6";

/**
 * The rotation of the board: its button, key and animation.
 * @param {Model} model
 * @param {{ halt(): void, redraw(): void, announce(text: string): void }} hooks
 *   halt: ends what plays; redraw: draws the board at its present angle
 */
export function makeRotation(model, hooks) {
  const button = make("button", "button tool", { "aria-keyshortcuts": "t", click: turn });
  setIcon(button, "Turn the board", TURN_ICON, "T");
  /** turns: how many the reader has made; a fraction during the animation. */
  const rotation = { turns: goal(), button, offer, update, finish, stop, key };
  /** @type {number[]} the angles of the area that turns, or of the first of several */
  let angles = [];
  let animation = 0;
  return rotation;

  /** @returns {number} */
  function goal() {
    return model.get("rotation") || 0;
  }

  /** Show the button if an area can turn. @param {Area[]} areas */
  function offer(areas) {
    angles = areas.find(({ turns = [] }) => turns.length > 1)?.turns ?? [];
    button.hidden = !angles.length;
  }

  function turn() {
    save(model, "rotation", goal() + 1);
    update();
    const angle = shortTurn(angles[0], angles[goal() % angles.length]);
    const side = angle < 0 ? "left" : "right";
    hooks.announce(angle ? `Turned by ${Math.abs(angle)} degrees to the ${side}.` : "Turned back to the first angle.");
  }

  /** Turn the board as far as the model says; at once with reduced motion. */
  function update() {
    const [from, to, began] = [rotation.turns, goal(), performance.now()];
    if (from === to) return;
    hooks.halt();
    stop();
    const tick = (/** @type {number} */ now) => {
      const part = reducedMotion() ? 1 : clamp((now - began) / TURN_LENGTH, 0, 1);
      rotation.turns = lerp(from, to, ease(part));
      animation = part < 1 ? requestAnimationFrame(tick) : 0;
      hooks.redraw();
    };
    tick(began);
  }

  /** End the animation; return true if one was running. */
  function finish() {
    const running = animation > 0;
    stop();
    rotation.turns = goal();
    if (running) hooks.redraw();
    return running;
  }

  function stop() {
    cancelAnimationFrame(animation);
    animation = 0;
  }

  /** Handle a key pressed anywhere on the board; return true if it turns the board. @param {KeyboardEvent} event */
  function key(event) {
    const handled = event.key.toLowerCase() === "t" && !hasModifier(event) && !button.hidden;
    if (handled) turn();
    return handled;
  }
}

// --- layers of marks ----------------------------------------------------------------------------

/** Return the layers that the reader has switched from their default. @type {(model: Model) => string[]} */
export const toggledLayers = (model) => model.get("toggled_layers") ?? [];

/**
 * @param {Model} model
 * @param {() => void} changed the reader has switched a layer here
 */
export function makeLayers(model, changed) {
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  const el = make("div", "layers", { role: "group", "aria-label": "Shown on the board", hidden: "" });
  return { el, show };

  function show(/** @type {Layer[]} */ layers = []) {
    el.hidden = !layers.length;
    const shown = layers.map((layer) => {
      const { id } = layer;
      const button = buttons.get(id) ?? make("button", "button layer", { "data-layer": id, click: () => flip(id) });
      buttons.set(id, button);
      button.textContent = layer.title;
      setAttr(button, "aria-pressed", String(isShown(layer, toggledLayers(model))));
      return button;
    });
    setChildren(el, shown);
  }

  /** Switch a layer on or off. */
  function flip(/** @type {string} */ id) {
    const before = toggledLayers(model);
    save(model, "toggled_layers", before.includes(id) ? before.filter((other) => other !== id) : [...before, id]);
    changed();
  }
}

// --- tables that say the same as the marks ------------------------------------------------------

/** @typedef {{ details: HTMLDetailsElement, fill(table: TextTable): void }} Folded */

export function makeTables() {
  const el = make("div", "listings");
  /** By title: an opened table stays open from frame to frame.
   * @type {Map<string, Folded>} */
  const folded = new Map();
  return { el, show };

  /** @param {TextTable[]} tables */
  function show(tables) {
    const titles = tables.map(({ title }) => title);
    for (const [title, { details }] of folded) details.hidden = !titles.includes(title);
    for (const table of tables) {
      const one = folded.get(table.title) ?? fold(table);
      folded.set(table.title, one);
      el.append(...(one.details.parentNode ? [] : [one.details]));
      one.fill(table);
    }
  }
}

/** Return a table that is built when it is first opened. @param {TextTable} table @returns {Folded} */
function fold(table) {
  const { title } = table;
  /** @type {TextTable | null} */
  let shown = null;
  const box = make("div", "listing-box", { role: "region", tabindex: "0", "aria-label": title });
  const summary = make("summary", "", {}, title);
  const details = make("details", "listing", { toggle: () => fill(table) }, summary, box);
  return { details, fill };

  function fill(/** @type {TextTable} */ now) {
    table = now;
    if (!details.open || table === shown) return;
    shown = table;
    box.replaceChildren(makeTable(table, "table"));
  }
}
