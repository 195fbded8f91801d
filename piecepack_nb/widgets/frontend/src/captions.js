/** The words of a board: caption, tip, live region, message bubble, and cards with a clause's text. */
/** @import { Clauses, Message, Notice, Scene, Spot } from "./types.js" */
/**
 * @typedef {ReturnType<typeof makeCaptions>} Captions
 * @typedef {ReturnType<typeof makeCard>} Card
 */

import { activeElement, focusInPlace, make, on, percent, setAttr } from "./dom.js";
import { clamp, toStage } from "./geometry.js";

/**
 * @param {string} uid
 * @param {(clause: string) => HTMLElement} chip makes the chip of a clause
 */
export function makeCaptions(uid, chip) {
  const caption = make("p", "caption");
  const live = make("div", "sr-only", { role: "status", "aria-live": "polite" });
  const tip = make("p", "tip", { id: `${uid}-tip` });
  const alt = make("p", "sr-only", { id: `${uid}-alt` });
  let last = "";
  return { caption, live, tip, alt, chips, show, showTip, announce, announceCaption };

  /** Return a list of the clause's chip, or an empty one. */
  function chips(/** @type {string} */ clause) {
    return clause ? [chip(clause)] : [];
  }

  /** Show a scene's caption and clause; return true if they are new. @param {Scene} scene */
  function show({ caption: text = "", clause = "", alt: words = "" }) {
    const key = `${clause}\n${text}`;
    alt.textContent = words;
    if (key === last) return false;
    last = key;
    const focused = caption.contains(activeElement(caption));
    const signs = chips(clause);
    caption.replaceChildren(...signs, clause && " ", text);
    if (focused) signs[0]?.focus();
    return true;
  }

  /** Show a spot's tip, or none. @type {(text?: string, clause?: string) => void} */
  function showTip(text = "", clause = "") {
    tip.replaceChildren(text);
    if (text && clause) tip.append(" ", make("span", "chip", {}, clause));
  }

  /** @param {{ caption?: string, clause?: string }} scene */
  function announceCaption({ caption = "", clause = "" }) {
    announce(clause ? `${caption} ${clause}` : caption);
  }

  /** Announce a text to screen readers; an invisible space makes a repeated one new. */
  function announce(/** @type {string} */ text) {
    live.textContent = live.textContent === text ? `${text}\u00a0` : text;
  }
}

// --- bubble -------------------------------------------------------------------------------------

const MARK_KINDS = { refusal: "blocked", error: "blocked", info: "here" };

/**
 * The bubble shows a message from Python or a spot's tip, and marks the places it is about.
 * @param {import("./stage.js").Stage} stage
 * @param {Captions} captions
 * @param {() => void} focusBoard takes the focus that the bubble had
 */
export function makeBubble(stage, captions, focusBoard) {
  let pinned = ""; // the spot whose tip it shows, if any
  let lastNumber = 0; // the last notice's number
  /** @type {[string, number, number] | undefined} the place that it points at */
  let target;
  const el = make("div", "bubble", {
    hidden: "",
    keydown: (event) => event.key === "Escape" && hide() && event.stopPropagation(),
  });
  return { el, notice, inform, pin, place, hide };

  /** Show a notice from Python once; one about no place where a table has room for it. @type {(notice: Notice, tell?: (text: string, clause: string) => void) => void} */
  function notice(notice, tell) {
    const fresh = notice.number !== lastNumber;
    if (fresh && notice.kind === "hint") captions.announceCaption({ caption: notice.text, clause: notice.clause }); // its card shows it
    else if (fresh && tell && notice.kind === "info" && !notice.at.length) {
      hide();
      tell(notice.text, notice.clause);
      captions.announceCaption({ caption: notice.text, clause: notice.clause });
    } else if (fresh) showMessage(notice);
    lastNumber = notice.number;
  }

  /** Show a text that is about no place. */
  function inform(/** @type {string} */ text) {
    showMessage({ text, clause: "", kind: "info", at: [] });
  }

  /** @param {Message} message */
  function showMessage(message) {
    const kind = MARK_KINDS[/** @type {keyof typeof MARK_KINDS} */ (message.kind)] ?? "here";
    show(message);
    stage.marks.show("message", message.at.map(([area, x, y]) => ({ kind, area, x, y })));
  }

  /** Show a spot's tip until the spot is picked again. @param {Spot} spot */
  function pin({ id, tip, name = id, clause = "", area = "board", x, y, preview = [] }) {
    const wasPinned = pinned === id;
    hide();
    if (wasPinned) return;
    show({ text: tip || name, clause, kind: "why", at: [[area, x, y]] });
    pinned = id;
    stage.marks.show("message", preview);
  }

  /** @param {Message} message */
  function show({ text, clause, kind, at }) {
    const close = make("button", "close", { "aria-label": "Close", click: hide }, "×");
    el.replaceChildren(...captions.chips(clause), make("span", "words", {}, text), close);
    el.dataset.kind = kind;
    el.hidden = false;
    target = at[0];
    place();
    captions.announceCaption({ caption: text, clause });
  }

  /** Place the bubble, if it shows, in the stage's layout. */
  function place() {
    const { layout } = stage;
    const { style, dataset, hidden, parentElement } = el;
    if (hidden || !parentElement) return;
    const [area, ax, ay] = target ?? [];
    const at = area && toStage(layout, { area, x: ax, y: ay });
    const [x, y] = at || [layout.width / 2, 0.4];
    const below = y < layout.height * 0.3;
    if (at && dataset.kind === "info") {
      // advice names squares to pick: it must not lie over them
      dataset.side = y < layout.height / 2 ? "bottom" : "top";
      style.top = dataset.side === "top" ? "4px" : "calc(100% - 4px)";
    } else {
      dataset.side = at ? (below ? "below" : "above") : "none";
      style.top = percent((y + (at ? (below ? 0.55 : -0.55) : 0)) / layout.height);
    }
    const width = parentElement.clientWidth;
    const half = el.offsetWidth / 2;
    const wanted = (x / layout.width) * width;
    const left = clamp(wanted, half + 4, width - half - 4);
    style.left = `${left}px`;
    style.setProperty("--ppnb-tail", `${clamp(wanted - left, 14 - half, half - 14)}px`);
    if (["none", "top", "bottom"].includes(dataset.side ?? "")) keepClear(parentElement);
  }

  /** Move a bubble that points at no place off the board's buttons, if it can be. */
  function keepClear(/** @type {HTMLElement} */ around) {
    const buttons = [...around.querySelectorAll('.ppnb-spot[data-button]')].map((each) => each.getBoundingClientRect());
    const { left, top, width, height } = around.getBoundingClientRect();
    const now = el.getBoundingClientRect();
    const { width: wide, height: high } = now;
    const columns = [now.left - left, 4, width - wide - 4];
    const rows = [now.top - top, 4, height - high - 4];
    const free = rows
      .flatMap((down) => columns.map((across) => ({ across, down })))
      .find(({ across, down }) => !buttons.some((button) => covers(new DOMRect(left + across, top + down, wide, high), button)));
    if (!free) return;
    el.style.left = `${free.across + wide / 2}px`;
    el.style.top = `${free.down + (el.dataset.side === "bottom" ? high : 0)}px`;
  }

  /** Hide the bubble; return true if it was shown. @returns {boolean} */
  function hide() {
    const shown = !el.hidden;
    const focused = shown && el.contains(activeElement(el));
    el.hidden = true;
    pinned = "";
    stage.marks.show("message", []);
    if (focused) focusBoard();
    return shown;
  }
}

/** Return true if one box covers a part of another. @type {(one: DOMRect, other: DOMRect) => boolean} */
function covers(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

// --- card ---------------------------------------------------------------------------------------

/** The card opens over the page with something to read: a clause's text, the keys. */
export function makeCard() {
  /** @type {HTMLElement | null} the button that opened it */
  let opener = null;
  const el = make("div", "card", {
    popover: "auto",
    role: "dialog",
    tabindex: "-1",
    toggle: () => isOpen() || closed(),
    keydown: (event) => event.key === "Escape" && event.stopPropagation(), // only the card closes
  });
  return { el, addOpener, closed };

  function isOpen() {
    return el.matches(":popover-open");
  }

  /**
   * Let a button open and close the card.
   * @template {HTMLElement} T
   * @param {T} button
   * @param {() => [title: string, ...body: HTMLElement[]]} fill
   */
  function addOpener(button, fill) {
    setAttr(button, "aria-haspopup", "dialog");
    setAttr(button, "aria-expanded", "false");
    let wasOpen = false;
    // a press outside an open card closes it before the click comes
    const pointerdown = () => (wasOpen = isOpen() && opener === button);
    const click = () => {
      if (!wasOpen) show(button, ...fill());
      wasOpen = false;
    };
    on(button, { pointerdown, click });
    return button;
  }

  /** @type {(by: HTMLElement, title: string, ...body: HTMLElement[]) => void} */
  function show(by, title, ...body) {
    if (isOpen()) el.hidePopover();
    closed();
    opener = by;
    setAttr(el, "aria-label", title);
    el.replaceChildren(make("h3", "", {}, title), ...body);
    el.showPopover();
    place();
    setAttr(by, "aria-expanded", "true");
    focusInPlace(el);
    addEventListener("scroll", place, true);
  }

  /** Place the card next to its button, inside the window. */
  function place() {
    if (!opener?.isConnected) return el.hidePopover(); // the board has other words by now
    const { offsetWidth, offsetHeight, style } = el;
    const { left, top, bottom } = opener.getBoundingClientRect();
    const below = bottom + 6 + offsetHeight <= innerHeight || top < offsetHeight + 6;
    style.top = `${Math.max(4, below ? bottom + 6 : top - offsetHeight - 6)}px`;
    style.left = `${clamp(left, 4, innerWidth - offsetWidth - 4)}px`;
  }

  function closed() {
    removeEventListener("scroll", place, true);
    if (opener) setAttr(opener, "aria-expanded", "false");
    opener = null;
  }
}

/**
 * Return a clause's chip: a button that opens its text, if the text is known.
 * @param {Card} card
 * @param {Clauses} clauses
 * @param {string} id
 */
export function clauseChip(card, clauses, id) {
  if (!Object.hasOwn(clauses, id) || !card.el.showPopover) return make("span", "chip", {}, id);
  const [title, text, reading] = clauses[id];
  const button = make("button", "chip", { "aria-label": `${id}: ${title}` }, id);
  return card.addOpener(button, () => [
    `${id} · ${title}`,
    make("p", "", {}, text),
    ...(reading ? [make("p", "", {}, `Our reading: ${reading}`)] : []),
  ]);
}
