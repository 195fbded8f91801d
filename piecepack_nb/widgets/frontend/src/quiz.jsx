/** A quiz: a count of right predictions and the next button above the board, where nothing moves them. */
/** @import { Model } from "./types.js" */

import { useEffect, useRef } from "preact/hooks";

import { BoardView } from "./board_view.jsx";
import { activeElement, consume, focusInPlace, hasModifier } from "./dom.js";
import { Button, classes, mount, useTrait } from "./ui.jsx";

const KEY = "n";
const SHOWN = 12; // the newest grades that are shown one by one
/** @typedef {{ grades: boolean[], then: "guess" | "next" | "end" }} Tally */

/** Add a view of the model to `el`; return a function that removes it.
 * @type {(model: Model, el: HTMLElement) => () => void} */
export function makeQuiz(model, el) {
  return mount(el, "quiz", <Quiz model={model} />);
}

/** @param {{ model: Model }} props */
function Quiz({ model }) {
  /** @type {Tally} */
  const { grades, then } = useTrait(model, "tally");
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
          {grades.length ? `${grades.filter(Boolean).length} of ${grades.length} predicted` : "Make your first prediction"}
        </p>
        <Grades grades={grades} />
        <Button
          main={then === "next"} look="quiz-next" keys={KEY} title="Go to the next question (N)" onClick={next}
          aria-disabled={then === "next" ? undefined : "true"}
        >
          {then === "end" ? "No more questions" : "Next question"}
        </Button>
      </div>
      <p class={classes("quiz-legend")} data-shown={then === "guess" ? undefined : "yes"}>
        <span class="ppnb-quiz-sign" data-sign="guess" aria-hidden="true">
          ?
        </span>{" "}
        your guess, if it is wrong{" "}
        <span class="ppnb-quiz-sign" data-sign="answer" aria-hidden="true">
          ✓
        </span>{" "}
        the answer
      </p>
      <BoardView model={model} />
    </div>
  );
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
