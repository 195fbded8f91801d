/** A quiz: a count of right predictions and the next button above the board, where nothing moves them. */
/** @import { Model } from "./types.js" */

import { useEffect, useRef } from "preact/hooks";

import { BoardView } from "./board_view.jsx";
import { activeElement, consume, focusInPlace, hasModifier } from "./dom.js";
import { Button, classes, mount, useTrait } from "./ui.jsx";

const KEY = "n";
const SHOWN = 12; // the newest grades that are shown one by one
/**
 * The grades, what comes next, and the signs on the board; a page also knows how many questions
 * there are, and if the board plays on to the next one.
 * @typedef {{ grades: boolean[], then: "guess" | "next" | "end", signs: string[], of?: number,
 *   playsOn?: boolean }} Tally
 */

/** Add a view of the model to `el`; return a function that removes it.
 * @type {(model: Model, el: HTMLElement) => () => void} */
export function makeQuiz(model, el) {
  return mount(el, "quiz", <Quiz model={model} />);
}

/** @param {{ model: Model }} props */
function Quiz({ model }) {
  /** @type {Tally} */
  const tally = useTrait(model, "tally");
  const { grades, then, signs, playsOn } = tally;
  const root = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => followFocus(/** @type {HTMLDivElement} */ (root.current), then), [then]);
  const next = () => {
    if (then === "next") model.send({ kind: "next", serial: model.get("snapshot").serial });
  };
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key.toLowerCase() !== KEY || hasModifier(event) || then !== "next") return;
    consume(event);
    next();
  };
  return (
    <div class="ppnb-quiz-parts" ref={root} onKeyDown={keydown}>
      <div class="ppnb-quiz-bar" role="group" aria-label="Predictions">
        <p class="ppnb-quiz-count" role="status">
          {countText(tally)}
        </p>
        <Grades grades={grades} />
        <Button
          main={then === "next"} look="quiz-next" keys={KEY} title={playsOn ? "Play on to the next question (N)" : "Go to the next question (N)"} onClick={next}
          aria-disabled={then === "next" ? undefined : "true"}
        >
          {then === "end" ? "No more questions" : playsOn ? "Play on" : "Next question"}
        </Button>
      </div>
      <p class={classes("quiz-legend")} data-shown={signs.length ? "yes" : undefined}>
        {Object.entries(SIGNS).map(([sign, [drawn, meaning]]) => (
          <span key={sign} hidden={signs.length > 0 && !signs.includes(sign)}>
            <span class="ppnb-quiz-sign" data-sign={sign} aria-hidden="true">
              {drawn}
            </span>{" "}
            {meaning}
          </span>
        ))}
      </p>
      <BoardView model={model} />
    </div>
  );
}

const SIGNS = { guess: ["?", "your guess"], answer: ["✓", "the answer"] };

/** Return how many guesses were right. @param {Tally} tally */
function countText({ grades, then, of }) {
  const right = grades.filter(Boolean).length;
  if (of && then !== "end") {
    const question = `Question ${grades.length + (then === "guess" ? 1 : 0)} of ${of}`;
    return grades.length ? `${question}: ${right} right` : question;
  }
  return grades.length ? `${right} of ${grades.length} predicted` : "Make your first prediction";
}

/**
 * Move the focus, if it is in the quiz, to what comes next: the button, or the board when it rests.
 * Return a function that gives up.
 * @type {(root: HTMLElement, then: Tally["then"]) => () => void}
 */
function followFocus(root, then) {
  let timer = 0;
  const button = /** @type {HTMLElement} */ (root.querySelector(".ppnb-quiz-next"));
  const focused = activeElement(root);
  const toBoard = () => {
    timer = 0;
    if (activeElement(root) !== button) return;
    if (root.querySelector("[data-playing]")) timer = setTimeout(toBoard, 100);
    else focusInPlace(root.querySelector(".ppnb-spot[tabindex='0']") ?? undefined);
  };
  if (then === "next" && root.contains(focused)) focusInPlace(button);
  else if (then === "guess" && focused === button) toBoard();
  return () => clearTimeout(timer);
}

/** The newest grades, a sign for each. @param {{ grades: boolean[] }} props */
function Grades({ grades }) {
  const first = Math.max(0, grades.length - SHOWN);
  return (
    <ol class="ppnb-quiz-grades" aria-label="Grades">
      {grades.slice(first).map((right, i) => (
        <li key={first + i} class="ppnb-quiz-grade" data-right={right ? "yes" : undefined}>
          <span class="ppnb-sr-only">{right ? "right" : "wrong"}</span>
          <span aria-hidden="true">{right ? "✓" : "✗"}</span>
        </li>
      ))}
    </ol>
  );
}
