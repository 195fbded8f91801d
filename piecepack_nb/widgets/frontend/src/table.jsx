/**
 * The table of a game: the board with its scores, buttons, input, log and panels, in one widget.
 * Python decides; the page asks by messages of the kind "do" and shows what the traits hold.
 */
/** @import { ComponentChildren } from "preact" */
/** @import { Model, Sheet } from "./types.js" */

import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import { Afterwards, walkLog } from "./afterwards.jsx";
import { BoardView } from "./board_view.jsx";
import { consume, hasModifier, kernelEnded, listen, remember, remembered, save, uniqueId, windowHeight } from "./dom.js";
import { NotesLine, NotesQuestions } from "./notes.jsx";
import { chooseLook, LOOKS } from "./looks.js";
import { LinkPart } from "./link.jsx";
import { Rules } from "./rules.jsx";
import { makeMoments } from "./report.js";
import { play, soundsOn, turnSounds } from "./sounds.js";
import { makeSprites } from "./stage.js";
import { Button, classes, Field, Menu, mount, Panel, useScrollIntoView, useTrait } from "./ui.jsx";

const HISTORY_LENGTH = 50; // typed lines that the arrow keys recall
const LINES = 60; // of the log that are shown at first
const LONGEST_FILE = 4e6; // characters, as in Python
const LEAST_BOARD = 260; // CSS pixels: below it, the window scrolls
const NARROW = 420; // CSS pixels: narrower tables say that the full window has a larger board...
const GAIN = 1.15; // ...if it is so much wider
const WAIT_KEY = "ppnb-wait"; // whether the table waits, in this browser
/**
 * @typedef {[id: number, turn: string, maker: string, text: string]} Line
 * @typedef {[label: string, value: number, of: number | null, suit: string, bar: string, text: string]} Score
 * @typedef {[text: string, sprite: string, suit: string, face: string, label: string, mark: string]} Symbol
 * @typedef {{ undo: boolean, redo: boolean, guide: boolean, play_on: boolean, previous: boolean, auto_roll: boolean | null,
 *   hint: boolean, first_game: boolean, cancel: boolean, others: boolean, looking: [number, number] | null, dice: [string, string[]][],
 *   label: string, placeholder: string, file: string, saved: boolean }} Controls
 * @typedef {{ table: number, own: string[], screen: boolean, state: string, free: string[], over: boolean, undo: string,
 *   waits: boolean, seats: { seat: string, player: string, name: string, taken: boolean, here: number, acts: boolean }[] }} Room
 *   on a device
 * @typedef {(name: string, fields?: object) => void} Ask
 * @typedef {import("./report.js").Moment} Shown
 */

const Sprites = createContext(/** @type {import("./stage.js").Sprites | null} */ (null));

/** Add a view of the model to `el`; return a function that removes it.
 * @type {(model: Model, el: HTMLElement) => () => void} */
export function makeTable(model, el) {
  return mount(el, "table", <Table model={model} />);
}

/** @param {{ model: Model }} props */
function Table({ model }) {
  const parts = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [problem, setProblem] = useState("");
  const [how, setHow] = useState(false);
  const sheet = /** @type {Sheet} */ (model.get("_sheet"));
  const sprites = useMemo(() => makeSprites(sheet, uniqueId()), [sheet]);
  const full = useFullWindow(parts);
  const moments = useMemo(makeMoments, [model]);
  const moment = useMoment(moments);
  /** @type {Ask} */
  const ask = (name, fields = {}) => {
    try {
      model.send({ kind: "do", name, ...fields });
      setProblem("");
    } catch {
      setProblem(kernelEnded(model));
    }
  };
  useScrollIntoView(parts);
  const room = /** @type {Room | undefined} */ (useTrait(model, "room"));
  const plays = !room || room.own.length > 0;
  return (
    <Sprites.Provider value={sprites}>
      <div class="ppnb-table-parts" ref={parts} data-full={full.overlay ? "yes" : undefined} onKeyDownCapture={full.key} onKeyDown={pressByKey}>
        <Defs />
        {room && <RoomBar model={model} room={room} />}
        <Bar model={model} ask={ask} full={full} plays={plays} onHow={() => setHow(true)} />
        <NotesLine model={model} ask={ask} plays={plays} />
        <HintCard model={model} ask={ask} />
        <TaskCard model={model} ask={ask} />
        <Scores model={model} moment={moment} />
        <div class="ppnb-table-board">
          <BoardView model={model} moments={moments} room={() => roomFor(/** @type {HTMLElement} */ (parts.current))} />
        </div>
        <div class="ppnb-table-now">
          {!moment?.playing && <Result model={model} ask={ask} alone={!room} />}
          {!moment?.playing && <NotesQuestions model={model} ask={ask} />}
        </div>
        <div class="ppnb-table-side">
          {problem && (
            <p class="ppnb-problem" role="alert">
              {problem}
            </p>
          )}
          {!moment && <Summary model={model} />}
          <Dice model={model} ask={ask} />
          {!room && !moment?.playing && <Afterwards model={model} ask={ask} />}
          {plays && <MoveInput model={model} ask={ask} />}
          <Log model={model} ask={ask} moment={moment} />
          {!room && (
            <>
              <Players model={model} ask={ask} />
              <Panel title="Rules">
                <Rules model={model} />
              </Panel>
              <Files model={model} ask={ask} />
              <Looks model={model} />
            </>
          )}
        </div>
        {how && <HowToPlay model={model} ask={ask} onClose={() => setHow(false)} />}
      </div>
    </Sprites.Provider>
  );
}

// --- a table of several devices -------------------------------------------------------------------

/** Why nobody can move now, by the table's state. @type {Record<string, string>} */
const STOPPED = { waiting: "Wait until the host starts the game.", paused: "Look up: the host has stopped the game." };

/**
 * Who plays on this device, who else is here, and what is asked of them all.
 * @param {{ model: Model, room: Room }} props
 */
function RoomBar({ model, room: { table, own, screen, state, seats, free, over, undo, waits } }) {
  const ask = (/** @type {string} */ name, fields = {}) => model.send({ kind: "room", name, ...fields });
  const who = own.length ? `You are ${own.map(capitalised).join(" and ")}` : screen ? `Table ${table}` : "You are watching";
  return (
    <div class="ppnb-room" role="group" aria-label="Who is here" data-state={state} data-screen={screen ? "yes" : undefined}>
      <h2>{who}</h2>
      <ul class="ppnb-room-seats">
        {seats.filter(({ seat }) => !own.includes(seat)).map(({ seat, player, name, taken, here, acts }) => (
          <li key={seat} data-acts={acts ? "yes" : undefined}>
            {capitalised(seat)} <small>{player !== "person" ? "bot" : !taken ? "free" : here ? name : `${name} away`}</small>
          </li>
        ))}
      </ul>
      {!over && state in STOPPED && (
        <p class="ppnb-room-stop" role="status">
          {STOPPED[state]}
        </p>
      )}
      {free.map((seat) => (
        <Button key={seat} onClick={() => ask("take", { seat })}>
          Play {capitalised(seat)} too
        </Button>
      ))}
      {over && own.length > 0 && (
        <Button main onClick={() => ask("again")}>
          New game
        </Button>
      )}
      {undo && (
        <p class="ppnb-room-ask" role="alert">
          {undo}{" "}
          <Button main onClick={() => ask("agree", { on: true })}>
            Agree
          </Button>{" "}
          <Button onClick={() => ask("agree", { on: false })}>Refuse</Button>
        </p>
      )}
      {waits && (
        <p class="ppnb-room-ask" role="status">
          The others are asked whether to undo the last move.
        </p>
      )}
    </div>
  );
}

const capitalised = (/** @type {string} */ seat) => seat.slice(0, 1).toUpperCase() + seat.slice(1);

// --- the window ---------------------------------------------------------------------------------

/** Return the CSS pixels that the picture may be high, so that all of the board's column is in sight. */
function roomFor(/** @type {HTMLElement} */ parts) {
  const column = /** @type {HTMLElement} */ (parts.querySelector(".ppnb-table-board"));
  const stage = /** @type {HTMLElement | null} */ (column.querySelector(".ppnb-stage"));
  const film = /** @type {HTMLElement | null} */ (column.querySelector(".ppnb-film"));
  const around = column.offsetTop + (stage?.offsetTop ?? 60) + 34 + (film?.offsetHeight ?? 0); // 34: the line of tips
  return Math.max(LEAST_BOARD, windowHeight(parts) - around);
}

/** The full window: the browser's own, or else a layer over the page; Escape leaves both.
 * @param {{ current: HTMLElement | null }} parts */
function useFullWindow(parts) {
  const [overlay, setOverlay] = useState(false);
  const [native, setNative] = useState(false);
  const [larger, setLarger] = useState(false);
  useEffect(() => {
    const sizes = new ResizeObserver(([{ contentRect }]) => setLarger(contentRect.width < NARROW && innerWidth > GAIN * contentRect.width));
    sizes.observe(/** @type {HTMLElement} */ (parts.current));
    return () => sizes.disconnect();
  }, []);
  useEffect(() => {
    const changed = () => setNative(isNative());
    document.addEventListener("fullscreenchange", changed);
    return () => document.removeEventListener("fullscreenchange", changed);
  }, []);
  useEffect(() => void dispatchEvent(new Event("resize")), [overlay, native]);
  return { overlay, on: overlay || native, larger: larger && !overlay && !native, toggle, key };

  function isNative() {
    const root = /** @type {Document | ShadowRoot | undefined} */ (parts.current?.getRootNode());
    return Boolean(parts.current) && root?.fullscreenElement === parts.current;
  }

  async function toggle() {
    if (overlay) setOverlay(false);
    else if (isNative()) await document.exitFullscreen();
    else {
      try {
        await parts.current?.requestFullscreen();
      } catch {
        setOverlay(true); // a frame may not be allowed to
      }
    }
  }

  function key(/** @type {KeyboardEvent} */ event) {
    if (event.key !== "Escape" || !overlay || event.defaultPrevented) return;
    event.stopPropagation();
    setOverlay(false);
  }
}

// --- pictures -----------------------------------------------------------------------------------

/** The gradients of the sprites, for all pictures of this view. */
function Defs() {
  const sprites = useContext(Sprites);
  const place = useRef(/** @type {SVGSVGElement | null} */ (null));
  useLayoutEffect(() => place.current?.replaceChildren(...(sprites ? [sprites.defs()] : [])), [sprites]);
  return <svg class="ppnb-defs" width="0" height="0" aria-hidden="true" ref={place} />;
}

/** A sprite, 1 square large. @param {{ name: string, suit?: string, face?: string, label?: string }} props */
function Sprite({ name, suit = "", face = "", label = "" }) {
  const sprites = useContext(Sprites);
  const place = useRef(/** @type {SVGSVGElement | null} */ (null));
  useLayoutEffect(() => place.current?.replaceChildren(...(sprites ? [sprites.sprite(name, { suit, face, label })] : [])));
  return (
    <svg class={classes("drawing sprite", suit && `suit-${suit}`)} viewBox="-50 -50 100 100" aria-hidden="true" ref={place} />
  );
}

// --- the bar of buttons -------------------------------------------------------------------------

const ICONS = {
  undo: "M9 6L4 11l5 5M4 11h10a6 6 0 0 1 0 12",
  redo: "M15 6l5 5-5 5M20 11H10a6 6 0 0 0 0 12",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3z",
  how: "M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14",
  roll: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  wait: "M7 12V6.5a1.5 1.5 0 0 1 3 0V11M10 11V4.5a1.5 1.5 0 0 1 3 0V11M13 11V5.5a1.5 1.5 0 0 1 3 0V12M16 9a1.5 1.5 0 0 1 3 0v5a7 7 0 0 1-7 7c-3 0-4-1-6-4l-2-3.5c-.7-1.5 1-2.5 2-1.5l1 1.5",
  full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  leave: "M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5",
  first: "M6 21V4M6 5h12l-3 4 3 4H6",
};

/** A button with an icon; where there is little room, only the icon shows. `keys`: its key.
 * @param {{ icon: keyof typeof ICONS, title: string, tip: string, onClick: () => void, keys?: string,
 *   disabled?: boolean, pressed?: boolean, look?: string }} props */
function IconButton({ icon, title, tip, onClick, keys, disabled, pressed, look = "" }) {
  return (
    <Button look={`icon-button ${look}`} keys={keys} title={keys ? `${tip} (${keys})` : tip} aria-label={title} aria-pressed={pressed} disabled={disabled} onClick={onClick}>
      <svg viewBox="0 0 24 24" class="ppnb-icon" aria-hidden="true">
        <path d={ICONS[icon]} />
      </svg>
      <span class="ppnb-icon-title">{title}</span>
    </Button>
  );
}

/** `plays`: whether somebody plays here, and does not only watch.
 * @param {{ model: Model, ask: Ask, full: ReturnType<typeof useFullWindow>, plays: boolean, onHow: () => void }} props */
function Bar({ model, ask, full, plays, onHow }) {
  const now = /** @type {Controls} */ (useTrait(model, "controls"));
  const waits = useTrait(model, "waits");
  const [undo, redo] = [() => ask("undo"), () => ask("redo")];
  const bar = useRef(/** @type {HTMLDivElement | null} */ (null));
  useLayoutEffect(() => keepTabStop(/** @type {HTMLElement} */ (bar.current)));
  const choose = (/** @type {boolean} */ on) => {
    save(model, "waits", on);
    remember(WAIT_KEY, on ? "yes" : "no");
  };
  useEffect(() => {
    const chosen = remembered(WAIT_KEY);
    if (chosen && (chosen === "yes") !== Boolean(model.get("waits"))) save(model, "waits", chosen === "yes");
  }, [model]);
  return (
    <div class="ppnb-table-bar" role="toolbar" aria-label="Table" aria-description="The arrow keys go along it, and down to the board." ref={bar} onKeyDown={walkBar} onFocusIn={(event) => keepTabStop(event.currentTarget, event.target)}>
      {plays && <IconButton icon="undo" title="Undo" tip="Undo your last pick or move" look="known" keys="U" disabled={!now.undo} onClick={undo} />}
      {plays && <IconButton icon="redo" title="Redo" tip="Redo the undone move" look="known redo" keys="Shift+U" disabled={!now.redo} onClick={redo} />}
      {now.auto_roll !== null && (
        <IconButton
          icon="roll"
          title="Auto-roll"
          tip="Roll dice automatically"
          pressed={now.auto_roll}
          onClick={() => ask("auto_roll", { on: !now.auto_roll })}
        />
      )}
      {now.others && (
        <IconButton
          icon="wait"
          title="Wait for me"
          tip="Wait after each of the others' moves, until you go on"
          pressed={Boolean(waits)}
          onClick={() => choose(!waits)}
        />
      )}
      {now.hint && <IconButton icon="hint" title="Hint" tip="Show a good move, and why" keys="H" onClick={() => ask("hint")} />}
      <IconButton icon="how" title="How to play" tip="Read the aim, a turn and the symbols" onClick={onHow} />
      {now.first_game && (
        <IconButton icon="first" title="First game" tip="Learn the game by small tasks" onClick={() => ask("first_game")} />
      )}
      {now.guide && (
        <Button onClick={() => ask("guide", { on: false })} title="Play on without the guide">
          Leave the guide
        </Button>
      )}
      {now.play_on && (
        <Button main onClick={() => ask("play_on")} title="Let bots and dice play on">
          Play on
        </Button>
      )}
      <span class="ppnb-gap" />
      <IconButton
        icon={full.on ? "leave" : "full"}
        title={full.on ? "Leave full window" : full.larger ? "Larger board" : "Full window"}
        tip={full.on ? "Return to the page (Escape)" : "Use the whole window"}
        look={full.larger ? "window larger" : "window"}
        onClick={full.toggle}
      />
    </div>
  );
}

/** Give the bar one tab stop: the button that has the focus, had it last, or is the first. */
function keepTabStop(/** @type {HTMLElement} */ bar, /** @type {EventTarget | null} */ focused = null) {
  const buttons = [...bar.querySelectorAll("button")].filter((each) => !each.disabled);
  const stop = buttons.find((each) => each === focused) ?? buttons.find((each) => each.tabIndex === 0 && each.hasAttribute("tabindex")) ?? buttons[0];
  for (const each of bar.querySelectorAll("button")) each.tabIndex = each === stop ? 0 : -1;
}

/** Walk along the bar with the arrow keys. @param {KeyboardEvent & { currentTarget: HTMLElement }} event */
function walkBar(event) {
  const buttons = [...event.currentTarget.querySelectorAll("button")].filter((each) => !each.disabled && each.offsetWidth);
  const at = buttons.findIndex((each) => each === event.target);
  const along = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  const board = /** @type {HTMLElement | null | undefined} */ (event.currentTarget.parentElement?.querySelector('.ppnb-spot[tabindex="0"]'));
  const to = along === undefined ? event.key === "ArrowDown" && board : buttons.at(along % buttons.length);
  if (!to || hasModifier(event)) return;
  consume(event);
  to.focus();
}

/** Press the button of the bar whose key this is. @param {KeyboardEvent & { currentTarget: HTMLElement }} event */
function pressByKey(event) {
  const typing = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].some((kind) => event.composedPath()[0] instanceof kind);
  if (typing || event.ctrlKey || event.altKey || event.metaKey || event.key.length > 1) return;
  const key = `${event.shiftKey ? "Shift+" : ""}${event.key.toUpperCase()}`;
  const keyed = [...event.currentTarget.querySelectorAll(".ppnb-table-bar button")];
  const button = keyed.find((each) => each.getAttribute("aria-keyshortcuts") === key);
  if (!(button instanceof HTMLButtonElement)) return;
  event.stopPropagation();
  button.click();
}

// --- scores -------------------------------------------------------------------------------------

/** The numbers that count; those of one bar are its parts. @param {{ model: Model, moment: Shown }} props */
function Scores({ model, moment }) {
  const now = /** @type {Score[]} */ (useTrait(model, "scores"));
  const scores = moment?.scores ?? now;
  if (!scores.length) return null;
  /** @type {Map<string, Score[]>} */
  const bars = new Map();
  for (const [i, score] of scores.entries()) {
    const key = score[4] || `${i}`;
    bars.set(key, [...(bars.get(key) ?? []), score]);
  }
  return (
    <ul class="ppnb-scores" aria-label="Score">
      {[...bars].map(([key, parts]) => (
        <Bars key={key} parts={parts} />
      ))}
    </ul>
  );
}

/** @param {{ parts: Score[] }} props */
function Bars({ parts }) {
  const whole = Math.max(...parts.map(([, , of]) => of ?? 0), 0) || (parts.length > 1 ? sum(parts) : 0);
  const plain = parts.every(([, , , suit]) => !suit);
  /** Return the looks of a part: its suit's colour, or one by its place. @type {(suit: string, i: number) => string} */
  const colour = (suit, i) =>
    suit ? `suit-${suit}` : i === 0 ? "" : plain && i === parts.length - 1 ? "score-last" : "score-rest";
  return (
    <li class="ppnb-score" data-bar={whole ? "yes" : undefined}>
      {parts.map(([label, value, , suit, , text], i) => (
        <span class={classes("score-entry", colour(suit, i))} key={label}>
          {suit ? <Sprite name={`symbol-${suit}`} suit={suit} /> : parts.length > 1 && <i class="ppnb-score-sign" />}
          {label} <b>{text || value}</b>
        </span>
      ))}
      {whole > 0 && (
        <span class="ppnb-score-bar" aria-hidden="true">
          {parts.map(([label, value, , suit], i) => (
            <span
              key={label}
              class={classes("score-part", colour(suit, i))}
              style={{ width: `${(100 * Math.max(0, value)) / whole}%` }}
            />
          ))}
        </span>
      )}
    </li>
  );
}

function sum(/** @type {Score[]} */ scores) {
  return scores.reduce((total, [, value]) => total + value, 0);
}

// --- the moment that is shown -------------------------------------------------------------------

/** Return what the panels show, other than the position. @param {import("./report.js").Moments} moments */
function useMoment(moments) {
  const [, redraw] = useState({});
  useEffect(() => moments.listen(() => redraw({})), [moments]);
  return moments.now;
}

/**
 * What to do and why, beside the board or above it; the numbers behind it only on demand. The board announces it.
 * @param {{ model: Model, ask: Ask }} props
 */
function HintCard({ model, ask }) {
  const { do: what, why, move, numbers } = useTrait(model, "hint_card");
  const card = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => void card.current?.scrollIntoView({ block: "nearest" }), [what, why]);
  if (!what) return null;
  return (
    <section class="ppnb-hint-card" aria-label="Hint" ref={card}>
      <p>
        <b>{what}</b> {why}
      </p>
      {numbers && (
        <details>
          <summary>Numbers</summary>
          <p>
            Typed: {move}. {numbers}
          </p>
        </details>
      )}
      <Button look="hint-close" aria-label="Close the hint" title="Close the hint" onClick={() => ask("hide_hint")}>
        ×
      </Button>
    </section>
  );
}

/** The task of a first game, and then the button to the next one. The board announces it. @param {{ model: Model, ask: Ask }} props */
function TaskCard({ model, ask }) {
  const { title, text, clause, number, of, done, last } = useTrait(model, "task_card");
  const card = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => void card.current?.scrollIntoView({ block: "nearest" }), [text]);
  if (!title) return null;
  return (
    <section class="ppnb-hint-card ppnb-task-card" aria-label="First game" data-done={done ? "yes" : undefined} ref={card}>
      <p class="ppnb-task-head">
        <b>{title}</b>
        <span>
          {done ? "✓ " : ""}
          {number}/{of}
        </span>
      </p>
      <progress max={of} value={done ? number : number - 1} aria-label={`Task ${number} of ${of}`} />
      <p>
        {text} {clause && done && <span class="ppnb-chip">{clause}</span>}
      </p>
      <div class="ppnb-buttons">
        {done && (
          <Button main onClick={() => ask("next_task")}>
            {last ? "Play a real game" : "Next task"}
          </Button>
        )}
        {!(done && last) && <Button onClick={() => ask("leave_first_game")}>Leave the first game</Button>}
      </div>
    </section>
  );
}

/** The others' moves since the last move of a person. @param {{ model: Model }} props */
function Summary({ model }) {
  const text = useTrait(model, "summary");
  return text ? (
    <p class="ppnb-summary">
      <b>Since your move:</b> {text}
    </p>
  ) : null;
}

/** How the game ended. @param {{ model: Model, ask: Ask, alone: boolean }} props alone: on the only device */
function Result({ model, ask, alone }) {
  const { text, clause, length, turning, line, step, won } = useTrait(model, "ended");
  const [wanted, setWanted] = useState(false);
  useDone(model, "share", (content) => {
    if (wanted) download(content.file, content.text, "text/html");
    setWanted(false);
  });
  if (!text) return null;
  return (
    <section class="ppnb-result" aria-label="Result">
      {won && (
        <span class="ppnb-confetti" aria-hidden="true">
          {["suns", "moons", "crowns", "arms", "suns", "moons", "crowns", "arms"].map((suit, i) => (
            <i key={i} class={`ppnb-suit-${suit}`} style={{ "--ppnb-i": i }} />
          ))}
        </span>
      )}
      <h3 class="ppnb-result-title">The game is over</h3>
      <p>
        {text} {clause && <span class="ppnb-chip">{clause}</span>}
      </p>
      <p class="ppnb-result-facts">
        {length}.
        {turning && (
          <>
            {" "}
            The turning point:{" "}
            <button type="button" class="ppnb-link" onClick={() => ask("look", { line, step })}>
              {turning}
            </button>
          </>
        )}
      </p>
      <div class="ppnb-buttons">
        {alone && (
          <>
            <Button main onClick={() => ask("new", { seed: "" })}>
              Play again
            </Button>
          </>
        )}
        <Button onClick={() => ask("replay")}>Replay</Button>
        {alone && (
          <Button
            title="Download one HTML file that replays this game anywhere"
            onClick={() => {
              setWanted(true);
              ask("share");
            }}
          >
            Download replay
          </Button>
        )}
      </div>
    </section>
  );
}

/** Call `done` for each answer to a request of this name. @type {(model: Model, name: string, done: (content: any) => void) => void} */
function useDone(model, name, done) {
  const last = useRef(done);
  last.current = done;
  useEffect(
    () =>
      listen(model, {
        "msg:custom": (content) => content?.kind === "done" && content.name === name && last.current(content),
      }),
    [model, name],
  );
}

/** Give the reader a file. @type {(name: string, text: string, type: string) => void} */
function download(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// --- dice and typed moves -----------------------------------------------------------------------

/** The faces of real dice, to choose what they show. @param {{ model: Model, ask: Ask }} props */
function Dice({ model, ask }) {
  const { dice } = /** @type {Controls} */ (useTrait(model, "controls"));
  const [faces, setFaces] = useState(/** @type {Record<string, string>} */ ({}));
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const key = JSON.stringify(dice);
  useEffect(() => setFaces({}), [key]);
  useEffect(
    () => listen(model, { "msg:custom": (content) => content?.kind === "focus" && place.current?.querySelector("button")?.focus() }),
    [model],
  );
  if (!dice.length) return null;
  const choose = (/** @type {string} */ name, /** @type {string} */ face) => {
    const now = { ...faces, [name]: face };
    setFaces(now);
    if (dice.every(([each]) => now[each])) ask("move", { text: ["roll", ...dice.map(([each]) => now[each])].join(" ") });
  };
  return (
    <div class="ppnb-dice" ref={place}>
      <p class="ppnb-dice-title">Click what each real die shows:</p>
      {dice.map(([name, shown]) => (
        <div class="ppnb-die" role="group" aria-label={`The ${name} die`} key={name}>
          <span class={classes("die-name", `suit-${name}`)}>
            <Sprite name={`symbol-${name}`} suit={name} /> {name}
          </span>
          <span class="ppnb-faces" style={{ "--ppnb-columns": shown.length > 8 ? 6 : shown.length }}>
            {shown.map((face) => (
              <Button key={face} look="face" aria-label={face} aria-pressed={faces[name] === face} onClick={() => choose(name, face)}>
                {face === "null" ? "–" : face === "ace" ? "A" : face}
              </Button>
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}

/** A line to type a move on, with Python's reply below; refused text stays. @param {{ model: Model, ask: Ask }} props */
function MoveInput({ model, ask }) {
  const { label, placeholder } = /** @type {Controls} */ (useTrait(model, "controls"));
  const reply = useTrait(model, "reply");
  const [id] = useState(uniqueId);
  const [text, setText] = useState("");
  const [shown, setShown] = useState(reply.number); // a reply from before this view is old
  const history = useRef({ lines: /** @type {string[]} */ ([]), at: -1 }).current;
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const refused = reply.kind !== "info" && Boolean(reply.text);
  useEffect(() => {
    if (reply.number === shown) return;
    setShown(reply.number);
    if (refused && text) field.current?.select();
    else if (!reply.text && text.trim() === history.lines[0]) setText("");
  }, [reply.number]);
  const submit = () => {
    const line = text.trim();
    if (!line) return;
    history.lines = [line, ...history.lines.filter((each) => each !== line)].slice(0, HISTORY_LENGTH);
    history.at = -1;
    ask("move", { text: line });
  };
  const recall = (/** @type {number} */ steps) => {
    history.at = Math.max(-1, Math.min(history.at + steps, history.lines.length - 1));
    setText(history.lines[history.at] ?? "");
  };
  const keyDown = (/** @type {KeyboardEvent} */ event) => {
    if (event.isComposing) return;
    if (!hasModifier(event)) event.stopPropagation(); // the notebook has keys of its own; Ctrl + S is one to keep
    if (event.key === "Enter") submit();
    else if (event.key === "ArrowUp") recall(1);
    else if (event.key === "ArrowDown") recall(-1);
    else return;
    event.preventDefault();
  };
  const answer = reply.number !== undefined && reply.text;
  return (
    <div class="ppnb-move-input">
      <Field label={label}>
        {(ids) => (
          <input
            {...ids}
            ref={field}
            class="ppnb-input ppnb-move-input-field"
            type="text"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            aria-invalid={refused ? "true" : undefined}
            aria-describedby={id}
            placeholder={placeholder}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={keyDown}
          />
        )}
      </Field>
      <p class="ppnb-move-input-reply" id={id} data-kind={reply.kind}>
        {answer && reply.clause && <span class="ppnb-chip">{reply.clause}</span>} {answer}
      </p>
    </div>
  );
}

// --- the log ------------------------------------------------------------------------------------

/** The moves, the newest first; none before the board shows it. @param {{ model: Model, ask: Ask, moment: Shown }} props */
function Log({ model, ask, moment }) {
  const recent = /** @type {Line[]} */ (useTrait(model, "log_recent"));
  const earlier = /** @type {Line[]} */ (useTrait(model, "log_earlier"));
  const { looking } = /** @type {Controls} */ (useTrait(model, "controls"));
  const [most, setMost] = useState(LINES);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (!looking) place.current?.scrollTo(0, 0); // the board shows the newest move again
  }, [!looking]);
  const last = moment?.playing ? moment.line : Infinity;
  const lines = [...earlier, ...recent].filter(([id]) => id <= last).reverse();
  /** @type {ComponentChildren[]} */
  const shown = [];
  let turn = "";
  for (const line of lines.slice(0, most)) {
    if (line[1] !== turn) shown.push(<h4 key={`turn ${line[1]}`}>{(turn = line[1])}</h4>);
    shown.push(<LogLine key={line[0]} model={model} line={line} ask={ask} looking={looking?.[0] === line[0] ? looking[1] : null} later={Boolean(moment) && line[0] > (moment?.line ?? 0)} />);
  }
  return (
    <section class="ppnb-log" ref={place} aria-label="Log" aria-description="The arrow keys go from move to move; the board follows." tabIndex={0} onKeyDown={walkLog}>
      {shown.length ? shown : <p>No moves yet.</p>}
      {lines.length > most && <Button onClick={() => setMost(most + 4 * LINES)}>Show earlier moves</Button>}
      {lines.length > 0 && lines.length <= most && lines[lines.length - 1][0] > 0 && <p>For earlier moves, see match.record.</p>}
    </section>
  );
}

/** A move in one line, with its steps inside; a click shows that moment on the board.
 * @param {{ model: Model, line: Line, ask: Ask, looking: number | null, later: boolean }} props later: than the board shows */
function LogLine({ model, line: [id, , maker, text], ask, looking, later }) {
  const [open, setOpen] = useState(false);
  const [steps, setSteps] = useState(/** @type {[clause: string, text: string][]} */ ([]));
  useDone(model, "steps", (content) => content.line === id && setSteps(content.steps));
  const toggle = () => {
    setOpen(!open);
    if (!open) ask("steps", { line: id });
  };
  useEffect(() => setOpen(false), [text]); // another move took its place
  return (
    <div class="ppnb-log-line" data-maker={maker} data-looking={looking !== null ? "yes" : undefined} data-later={later ? "yes" : undefined}>
      <button
        type="button"
        class="ppnb-log-toggle"
        aria-expanded={open}
        aria-label={`Steps of ${text}`}
        onClick={toggle}
      >
        {open ? "▾" : "▸"}
      </button>
      <button
        type="button"
        class="ppnb-link ppnb-log-move"
        title="Show this moment on the board"
        disabled={maker === "rules"}
        onClick={() => ask("look", { line: id, step: -1 })}
      >
        {text}
      </button>
      {open && (
        <ol class="ppnb-log-steps">
          {steps.map(([clause, words], i) => (
            <li key={i} data-looking={looking === i ? "yes" : undefined}>
              <button
                type="button"
                class="ppnb-link"
                disabled={maker === "rules"}
                onClick={() => ask("look", { line: id, step: i })}
              >
                {clause && <b>{clause}</b>} {words}
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

// --- players, files -----------------------------------------------------------------------------

/** @param {{ model: Model, ask: Ask }} props */
function Players({ model, ask }) {
  const { seats, players, levels, rolls, dice, seed } = useTrait(model, "players");
  const { previous } = /** @type {Controls} */ (useTrait(model, "controls"));
  const [next, setNext] = useState("");
  const games = (
    <div class="ppnb-buttons">
      <Button title="Start a new game; this one is kept" onClick={() => ask("new", { seed: next.trim() })}>
        New game
      </Button>
      {previous && (
        <Button title="Return to the previous game" onClick={() => ask("previous")}>
          Previous game
        </Button>
      )}
    </div>
  );
  const panel = (
    <Panel title="Players and dice">
      {seats.map((/** @type {[string, string]} */ [seat, player]) => (
        <Menu
          key={seat}
          label={seat}
          value={player}
          help={levels[player] && `${player}: ${levels[player]}.`}
          options={players.includes(player) ? players : [player, ...players]}
          onChoose={(name) => ask("seat", { seat, player: name })}
        />
      ))}
      {rolls && (
        <Menu
          label="dice"
          value={dice}
          options={[
            ["seeded", "rolled by the computer"],
            ["real", "real dice, entered"],
          ]}
          onChoose={(kind) => ask("dice", { real: kind === "real" })}
        />
      )}
      <Field label="next seed" help={`This game's seed is ${seed}.`}>
        {(ids) => (
          <input
            {...ids}
            class="ppnb-input"
            type="text"
            placeholder="random"
            value={next}
            onInput={(event) => setNext(event.currentTarget.value)}
          />
        )}
      </Field>
    </Panel>
  );
  return (
    <>
      {games}
      {panel}
    </>
  );
}

/** @param {{ model: Model, ask: Ask }} props */
function Files({ model, ask }) {
  const { file } = /** @type {Controls} */ (useTrait(model, "controls"));
  const [name, setName] = useState(file);
  const [message, setMessage] = useState({ message: "", problem: false });
  const [wanted, setWanted] = useState(false);
  for (const each of ["save", "load", "upload"]) useDone(model, each, setMessage);
  useDone(model, "download", (content) => {
    if (wanted) download(content.file, content.text, "application/json");
    setWanted(false);
  });
  const upload = async (/** @type {HTMLInputElement} */ input) => {
    const [chosen] = input.files ?? [];
    input.value = "";
    if (!chosen) return;
    if (chosen.size > LONGEST_FILE) setMessage({ message: `${chosen.name} is too large for a saved game.`, problem: true });
    else ask("upload", { file: chosen.name, text: await chosen.text() });
  };
  return (
    <Panel title="Save, load, link">
      <Field label="file">
        {(ids) => (
          <input {...ids} class="ppnb-input" type="text" value={name} onInput={(event) => setName(event.currentTarget.value)} />
        )}
      </Field>
      <div class="ppnb-buttons">
        <Button title="Save the game to this file" onClick={() => ask("save", { file: name })}>
          Save
        </Button>
        <Button title="Continue from this file" onClick={() => ask("load", { file: name })}>
          Load
        </Button>
        <Button
          onClick={() => {
            setWanted(true);
            ask("download");
          }}
        >
          Download a copy
        </Button>
        <label class="ppnb-button ppnb-upload">
          Upload a saved game
          <input type="file" accept=".json" class="ppnb-sr-only" onChange={(event) => upload(event.currentTarget)} />
        </label>
      </div>
      <p class={classes("files-message", message.problem && "problem")} role="status">
        {message.message}
      </p>
      <LinkPart model={model} />
    </Panel>
  );
}

// --- looks and sounds ----------------------------------------------------------------------------

/** What boards are made of, how large pieces are, and sounds: for all tables in this browser. @param {{ model: Model }} props */
function Looks({ model }) {
  const [sounds, setSounds] = useState(soundsOn);
  const looks = [["board_look", "Board", useTrait(model, "board_look")], ["piece_size", "Pieces", useTrait(model, "piece_size")]];
  useEffect(() => listen(model, { "change:notice": () => model.get("notice").kind === "refusal" && play("refusal") }), [model]);
  return (
    <Panel title="Looks and sounds">
      {looks.map(([trait, title, value]) => (
        <Menu key={trait} label={title} value={value} options={LOOKS[trait][1]} onChoose={(name) => chooseLook(trait, name)} />
      ))}
      <Menu
        label="Sounds"
        value={sounds ? "on" : "off"}
        options={["off", "on"]}
        onChoose={(name) => {
          turnSounds(name === "on");
          setSounds(soundsOn());
        }}
      />
    </Panel>
  );
}

// --- how to play --------------------------------------------------------------------------------

/** Let a sprite fill its picture, so that a small one can be seen. */
function fill(/** @type {SVGSVGElement} */ picture) {
  const { x, y, width, height } = picture.getBBox();
  const side = Math.max(30, width, height) + 6;
  picture.setAttribute("viewBox", `${x + (width - side) / 2} ${y + (height - side) / 2} ${side} ${side}`);
}

/** The game on one screen. @param {{ model: Model, ask: Ask, onClose: () => void }} props */
function HowToPlay({ model, ask, onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const { aim, turn, symbols } = useTrait(model, "how_to_play");
  useLayoutEffect(() => {
    dialog.current?.showModal();
    for (const picture of dialog.current?.querySelectorAll("svg") ?? []) fill(picture);
  }, []);
  return (
    <dialog
      class="ppnb-how"
      ref={dialog}
      aria-label="How to play"
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <header class="ppnb-how-head">
        <h3>How to play: {model.get("label")}</h3>
        {model.get("how_to_play").first_game && (
          <Button
            main
            onClick={() => {
              dialog.current?.close();
              ask("first_game");
            }}
          >
            Play a first game
          </Button>
        )}
        {model.get("controls").hint && (
          <Button
            onClick={() => {
              dialog.current?.close();
              ask("guide", { on: true });
            }}
          >
            Guide me through a turn
          </Button>
        )}
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </header>
      {aim && (
        <p>
          <b>Aim.</b> {aim}
        </p>
      )}
      <ol class="ppnb-how-turn">
        {turn.map((/** @type {string} */ step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {symbols.length > 0 && (
        <ul class="ppnb-how-symbols">
          {symbols.map((/** @type {Symbol} */ [text, sprite, suit, face, label, mark]) => (
            <li key={text}>
              <Sprite name={sprite || `mark-${mark}`} suit={suit} face={face} label={label} /> {text}
            </li>
          ))}
        </ul>
      )}
    </dialog>
  );
}
