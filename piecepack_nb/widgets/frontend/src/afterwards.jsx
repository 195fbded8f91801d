/**
 * Looking back at a finished game: the graph of the chances, the moves that cost most of them, and other games
 * that begin here. Python makes the review in the background; its trait has what is found so far.
 */
/** @import { Model } from "./types.js" */

import { useState } from "preact/hooks";

import { activeElement } from "./dom.js";
import { Button, useTrait } from "./ui.jsx";

/**
 * @typedef {[title: string, line: number, sides: [value: number, low: number, high: number][], words: string]} Point
 * @typedef {{ title: string, line: number, side: number, text: string, cost: string, known: boolean, seat: string,
 *   better: string, reply: string }} Worst
 * @typedef {{ state: string, part: number, doing: string, problem: string, sides: string[], unit: string,
 *   points: Point[], worst: Worst[], verdict: string, method: string }} Review
 * @typedef {(name: string, fields?: object) => void} Ask
 */

const PAGE = 5; // turns that Page Up and Page Down go
const COLOURS = ["accent", "hot", "arms", "gold-edge", "crowns", "hands"]; // as in Python
const DASHES = ["", "7 4", "2 4", "10 3 2 3", "1 3", "12 5"];

/** @param {{ model: Model, ask: Ask }} props */
export function Afterwards({ model, ask }) {
  const review = /** @type {Review} */ (useTrait(model, "review"));
  const { looking } = useTrait(model, "controls");
  const { seats } = useTrait(model, "players");
  const over = Boolean(review.state);
  if (!over && !looking) return null;
  return (
    <section class="ppnb-afterwards" aria-label="Afterwards">
      {over && <Looking review={review} ask={ask} line={looking?.[0]} />}
      <div class="ppnb-buttons">
        {looking && (
          <Button title="Play on from the moment that the board shows, as a new game; this one is kept" onClick={() => ask("play_from", { line: looking[0] })}>
            Play on from here
          </Button>
        )}
        {over && seats.length > 1 && (
          <Button title="Play again with the same rules; each player takes the next seat" onClick={() => ask("rematch")}>
            Rematch, seats changed
          </Button>
        )}
      </div>
    </section>
  );
}

/** @param {{ review: Review, ask: Ask, line: number | undefined }} props */
function Looking({ review, ask, line }) {
  const { state, part, doing, problem, points, worst, verdict, method } = review;
  const runs = state === "running";
  return (
    <>
      <h3 class="ppnb-afterwards-title">Afterwards</h3>
      {(state === "none" || state === "stopped") && (
        <div class="ppnb-buttons">
          <Button title="See each side's chances by turn, and the moves that cost most" onClick={() => ask("review", { on: true })}>
            {state === "none" ? "Look back at the game" : "Start again"}
          </Button>
        </div>
      )}
      {runs && (
        <div class="ppnb-afterwards-work">
          <progress class="ppnb-progress" max="1" value={part} aria-label="Looking back" />
          <span>
            {Math.round(100 * part)} %, {doing}
          </span>
          <Button onClick={() => ask("review", { on: false })}>Stop</Button>
        </div>
      )}
      <p class="ppnb-sr-only" role="status">
        {runs ? "Looking back at the game." : (verdict ?? "")}
      </p>
      {problem && <p class="ppnb-problem">{problem}</p>}
      {points?.length > 1 && <Graph review={review} ask={ask} line={line} />}
      {verdict && <p>{verdict}</p>}
      {worst?.length > 0 && (
        <ol class="ppnb-worst">
          {worst.map((each) => (
            <WorstMove key={each.line} worst={each} ask={ask} />
          ))}
        </ol>
      )}
      {points?.length > 0 && !runs && <p class="ppnb-afterwards-method">{method}</p>}
    </>
  );
}

/** @param {{ worst: Worst, ask: Ask }} props */
function WorstMove({ worst: { title, line, text, cost, known, seat, better, reply }, ask }) {
  const show = (/** @type {MouseEvent & { currentTarget: HTMLElement }} */ { currentTarget }, /** @type {string} */ name, /** @type {object} */ fields) => {
    ask(name, fields);
    currentTarget.closest(".ppnb-table-parts")?.querySelector(".ppnb-report")?.scrollIntoView({ block: "nearest" });
  };
  return (
    <li>
      <p>
        <b>{title}.</b> {text}
      </p>
      <p>
        It <b>{cost}</b>
        {known && `, by what ${seat} could see`}.
      </p>
      <p>
        <b>Better:</b> {better}
      </p>
      {reply && (
        <p>
          <b>It allowed:</b> {reply}
        </p>
      )}
      <div class="ppnb-buttons">
        <Button title="Show this move on the board" onClick={(event) => show(event, "look", { line, step: -1 })}>
          Show it
        </Button>
        <Button title="Play on from before this move, as a new game; this one is kept" onClick={(event) => show(event, "play_from", { line: line - 1 })}>
          Try again from there
        </Button>
      </div>
    </li>
  );
}

// --- the graph ----------------------------------------------------------------------------------

/** Each side's chances by turn; a click or the arrow keys go to that moment.
 * @param {{ review: Review, ask: Ask, line: number | undefined }} props */
function Graph({ review: { sides, unit, points, worst }, ask, line }) {
  const [chosen, setChosen] = useState(-1);
  const last = points.length - 1;
  const found = line === undefined ? -1 : points.filter((point) => point[1] <= line).length - 1;
  const at = found >= 0 ? found : line === undefined ? last : Math.max(0, chosen);
  const drawn = sides.length === 2 && unit === "%" ? 1 : sides.length; // of two, the other has the rest
  const [low, high] = scaleOf(points, unit);
  const x = (/** @type {number} */ i) => (100 * i) / last;
  const y = (/** @type {number} */ value) => 100 - (100 * (value - low)) / (high - low);
  const go = (/** @type {number} */ to) => {
    const next = Math.min(last, Math.max(0, to));
    setChosen(next);
    ask("look", { line: points[next][1], step: -1 });
  };
  const keyDown = (/** @type {KeyboardEvent} */ event) => {
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: last, PageUp: at + PAGE, PageDown: at - PAGE };
    if (!(event.key in steps) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    go(steps[event.key]);
  };
  const click = (/** @type {MouseEvent & { currentTarget: HTMLElement }} */ event) => {
    const box = event.currentTarget.getBoundingClientRect();
    go(Math.round((last * (event.clientX - box.left)) / box.width));
  };
  const [title, , , words] = points[at];
  return (
    <div class="ppnb-graph">
      <p class="ppnb-graph-legend" aria-hidden="true">
        {sides.slice(0, drawn).map((name, i) => (
          <span key={name}>
            <svg width="26" height="10">
              <line x1="0" x2="26" y1="5" y2="5" stroke={colourOf(i)} stroke-width="2.5" stroke-dasharray={DASHES[i % DASHES.length]} />
            </svg>{" "}
            {name}
            {drawn < sides.length && ` (the rest: ${sides[1]})`}
          </span>
        ))}
      </p>
      <div class="ppnb-graph-scale" aria-hidden="true">
        {[high, (low + high) / 2, low].map((value, i) => (
          <span key={i}>{unit === "%" ? `${Math.round(100 * value)} %` : Number(value.toFixed(1))}</span>
        ))}
      </div>
      <div
        class="ppnb-graph-field"
        role="slider"
        tabIndex={0}
        aria-label="Chances by turn"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={`${title}: ${words}`}
        title="Click a turn, or use the arrow keys: the board shows it"
        onClick={click}
        onKeyDown={keyDown}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <line class="ppnb-graph-middle" x1="0" x2="100" y1="50" y2="50" />
          {sides.slice(0, drawn).map((name, i) => (
            <g key={name}>
              <polygon points={bandOf(points, i, x, y)} fill={colourOf(i)} opacity="0.2" />
              <polyline
                points={points.map((point, n) => `${x(n)},${y(point[2][i][0])}`).join(" ")}
                fill="none"
                stroke={colourOf(i)}
                stroke-width="2.5"
                stroke-dasharray={DASHES[i % DASHES.length]}
                vector-effect="non-scaling-stroke"
              />
            </g>
          ))}
          <line class="ppnb-graph-now" x1={x(at)} x2={x(at)} y1="0" y2="100" />
        </svg>
        {worst.map((each) => {
          const n = points.findIndex((point) => point[1] >= each.line);
          const side = each.side < drawn ? each.side : 0;
          return n >= 0 && <i key={each.line} class="ppnb-graph-worst" style={{ left: `${x(n)}%`, top: `${y(points[n][2][side][0])}%` }} />;
        })}
      </div>
      <p class="ppnb-graph-words" aria-hidden="true">
        <b>{title}:</b> {words}
      </p>
    </div>
  );
}

function colourOf(/** @type {number} */ side) {
  return `var(--ppnb-${COLOURS[side % COLOURS.length]})`;
}

/** Return the least and the greatest value of the scale. @type {(points: Point[], unit: string) => [number, number]} */
function scaleOf(points, unit) {
  if (unit === "%") return [0, 1];
  const all = points.flatMap((point) => point[2].flat());
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return high > low ? [low, high] : [low - 1, high + 1];
}

/** Return the points of a side's band of uncertainty.
 * @type {(points: Point[], side: number, x: (i: number) => number, y: (value: number) => number) => string} */
function bandOf(points, side, x, y) {
  const edge = (/** @type {1 | 2} */ which) => points.map((point, n) => `${x(n)},${y(point[2][side][which])}`);
  return [...edge(1), ...edge(2).reverse()].join(" ");
}

// --- the log by keyboard ------------------------------------------------------------------------

/** Go through the moves of the log by the arrow keys, Home (the newest) and End; the board follows.
 * @param {KeyboardEvent & { currentTarget: HTMLElement }} event */
export function walkLog(event) {
  const log = event.currentTarget;
  const moves = /** @type {HTMLButtonElement[]} */ ([...log.querySelectorAll(".ppnb-log-move:not(:disabled)")]);
  const focused = activeElement(log);
  const shown = log.querySelector("[data-looking] > .ppnb-log-move");
  const at = moves.findIndex((each) => each === focused || (focused === log && each === shown));
  /** @type {Record<string, number>} */
  const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: moves.length - 1 };
  if (!(event.key in steps) || !moves.length || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  const next = moves[Math.min(moves.length - 1, Math.max(0, steps[event.key]))];
  next.focus();
  next.click();
}
