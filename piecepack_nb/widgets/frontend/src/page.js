/** A board alone in an HTML page: its state is in the page, and a stand-in replaces the kernel. */
/** @import { Delta, Scene } from "./types.js" */

import { makeBoard } from "./board.js";
import { apply, applyAll, inflate } from "./film.js";
import { bytes, makeModel } from "./model.js";
import { makeQuiz } from "./quiz.jsx";

// --- a quiz -------------------------------------------------------------------------------------

/**
 * A question with the answer to each guess, as piecepack_nb/widgets/quiz.py packs it.
 * `lead` and `frames` are animations to the question and to its answer; `last` is the scene after
 * it, and the guesses have what is different in theirs.
 * @typedef {{ scene: Delta, lead: Delta[], frames: Delta[], last: Delta,
 *   guesses: Record<string, [right: boolean, last: Delta]> }} Question
 */

/**
 * Show the first question of a quiz. Return what answers the page's messages in place of Python: it grades
 * guesses and goes from question to question.
 * @param {ReturnType<typeof makeModel>} model
 * @param {{ first: Scene, questions: Question[] }} data
 */
function answerGuesses(model, { first, questions }) {
  const scenes = applyAll(first, questions.map(({ scene }) => scene));
  /** @type {boolean[]} */
  const grades = [];
  let number = 0;
  let serial = 0;
  let [shown] = scenes;
  show(shown);
  count("guess");
  return (/** @type {any} */ message) => {
    const { then } = model.get("tally");
    if (message.serial !== serial) return;
    if (message.kind === "pick" && then === "guess") grade(message.spot);
    else if (message.kind === then) next(); // both are "next"
  };

  /** Show a scene: at once, or after an animation. @type {(scene: Scene, frames?: Delta[]) => void} */
  function show(scene, frames) {
    const after = frames ? serial : null;
    shown = scene;
    model.set("keyframe", { key: ++serial, scene });
    model.set("snapshot", { serial, after, frames: frames ?? [], last: {}, key: serial });
  }

  function count(/** @type {"guess" | "next" | "end"} */ then) {
    const playsOn = then === "next" && questions[number + 1]?.lead.length > 0;
    const signs = then === "guess" ? [] : ["guess", "answer"].filter((sign) => shown.marks?.some(({ kind }) => kind === sign));
    model.set("tally", { grades: [...grades], then, signs, of: questions.length, playsOn });
  }

  function grade(/** @type {string} */ spot) {
    const { frames, last, guesses } = questions[number];
    if (!Object.hasOwn(guesses, spot)) return;
    const [right, own] = guesses[spot];
    grades.push(right);
    show(apply(apply(scenes[number], last), own), frames);
    count("next");
  }

  function next() {
    const question = questions[++number];
    if (question) show(scenes[number], question.lead);
    else {
      const score = `${grades.filter(Boolean).length} of ${grades.length}`;
      show({ ...shown, spots: [], caption: `No more questions. You predicted ${score}.` });
    }
    count(question ? "guess" : "end");
  }
}

// --- the page -----------------------------------------------------------------------------------

const el = /** @type {HTMLElement} */ (document.getElementById("ppnb-board"));
const state = JSON.parse(/** @type {any} */ (document.getElementById("ppnb-state")).textContent);
/** @type {((message: any) => void) | undefined} */
let answer;
state.film = bytes(state.film);
const model = makeModel(state, {
  send: (content) =>
    queueMicrotask(() => {
      answer?.(content);
      model.emit("msg:custom", { kind: "ack" });
    }),
});
if (state.questions) {
  inflate(bytes(state.questions)).then((data) => {
    answer = answerGuesses(model, data);
    makeQuiz(model, el);
  });
} else makeBoard(model, el);

const frame = /** @type {HTMLElement | null} */ (window.frameElement); // of the same origin, such as a notebook's output
if (frame)
  new ResizeObserver(() => (frame.style.height = `${Math.ceil(document.body.getBoundingClientRect().height)}px`)).observe(document.body);
