/** A board alone in an HTML page: its state is in the page, and a stand-in replaces the kernel. */
/** @import { Delta, Model, Scene } from "./types.js" */

import { makeBoard } from "./board.js";
import { apply, applyAll, inflate } from "./film.js";
import { makeQuiz } from "./quiz.jsx";

/** @type {(base64: string) => DataView} */
const bytes = (base64) => new DataView(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)).buffer);

/** @type {(values: Record<string, any>) => Model} */
function makeModel(values) {
  /** @type {Map<string, Set<Function>>} */
  const handlers = new Map();
  const emit = (/** @type {string} */ event, /** @type {any} */ value) => {
    for (const handler of [...(handlers.get(event) ?? [])]) handler(value);
  };
  return {
    get: (name) => values[name],
    set(name, value) {
      if (values[name] === value) return;
      values[name] = value;
      emit(`change:${name}`, value);
    },
    save_changes() {},
    send: (content) =>
      queueMicrotask(() => {
        emit("page:sent", content);
        emit("msg:custom", { kind: "ack" });
      }),
    on: (event, handler) => void handlers.set(event, (handlers.get(event) ?? new Set()).add(handler)),
    off: (event, handler) => void handlers.get(event)?.delete(handler),
  };
}

// --- a quiz -------------------------------------------------------------------------------------

/**
 * A question with the answer to each guess, as piecepack_nb/widgets/quiz.py packs it.
 * `lead` and `frames` are animations to the question and to its answer; `last` is the scene after
 * it, and the guesses have what is different in theirs.
 * @typedef {{ scene: Delta, lead: Delta[], frames: Delta[], last: Delta,
 *   guesses: Record<string, [right: boolean, last: Delta]> }} Question
 */

/**
 * Answer the guesses of a quiz in place of Python, and go from question to question.
 * @param {Model} model
 * @param {{ first: Scene, questions: Question[] }} data
 */
function answerGuesses(model, { first, questions }) {
  const scenes = applyAll(first, questions.map(({ scene }) => scene));
  const grades = /** @type {boolean[]} */ ([]);
  let [number, serial] = [0, 0];
  let shown = scenes[0];
  show(shown);
  count("guess");
  model.on("page:sent", (/** @type {any} */ message) => {
    const { then } = model.get("tally");
    if (message.serial !== serial) return;
    if (message.kind === "pick" && then === "guess") answer(message.spot);
    else if (message.kind === "next" && then === "next") next();
  });

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

  function answer(/** @type {string} */ spot) {
    const { frames, last, guesses } = questions[number];
    if (!Object.hasOwn(guesses, spot)) return;
    const [right, own] = guesses[spot];
    grades.push(right);
    show(apply(apply(scenes[number], last), own), frames);
    count("next");
  }

  function next() {
    number++;
    const more = number < questions.length;
    if (more) show(scenes[number], questions[number].lead);
    else show({ ...shown, spots: [], caption: `No more questions. ${score()}` });
    count(more ? "guess" : "end");
  }

  function score() {
    return `You predicted ${grades.filter(Boolean).length} of ${grades.length}.`;
  }
}

// --- the page -----------------------------------------------------------------------------------

/** Let a frame of the same origin, such as a notebook's output, grow with the page. */
function growFrame() {
  const frame = /** @type {HTMLElement | null} */ (window.frameElement);
  if (!frame) return;
  const fit = () => (frame.style.height = `${Math.ceil(document.body.getBoundingClientRect().height)}px`);
  new ResizeObserver(fit).observe(document.body);
}

const state = JSON.parse(document.getElementById("ppnb-state")?.textContent ?? "{}");
const el = /** @type {HTMLElement} */ (document.getElementById("ppnb-board"));
const model = makeModel({ ...state, film: bytes(state.film) });
if (state.questions) {
  inflate(bytes(state.questions)).then((data) => {
    answerGuesses(model, data);
    makeQuiz(model, el);
  });
} else makeBoard(model, el);
growFrame();
