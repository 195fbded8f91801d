/**
 * A page to hand to a stranger, who plays a game without seeing its code, and may let notes be taken: as
 * one file that has everything in it, or on the site, with the game in the link.
 */

import { carried } from "./carried.js";
import { notes } from "./kept.js";
import { claimed, opened, visible } from "./links.js";
import { fromSite, makeRunner } from "./runner.js";

/** What a file holds: a link's fragment, and what is shown before Play.
 * @typedef {{ link: string, title: string, author: string, rules: string, picture?: string, seats?: number,
 *   bots?: string, questions?: string[] }} Given */

const MOST_KEPT = 200_000; // characters of a game's notes
const QUESTIONS = ["What did you not understand?", "What would you change?"]; // as in lab/playtest.py

/** @template {HTMLElement} T @param {string} id @returns {T} */
const at = (id) => /** @type {T} */ (document.getElementById(id));
const welcome = /** @type {HTMLFormElement} */ (at("welcome"));
const files = carried();

const runner = makeRunner(at("board"), {
  files: files ?? fromSite("../run/"),
  label: "The board of the game",
  height: 520,
  onProgress: (text, part) => progress(`${text} …`, part),
  onReady: () => progress("", 1),
  onFailed: (text) => say(`Python failed: ${text}`, "error"),
  onTable: () => (document.body.dataset.ready = "true"),
  onChanged: keepNotes,
});

/** @type {Given | null} */
let given = JSON.parse(at("game").textContent);
let earlier = ""; // notes of earlier visits that aren't saved
let mayLose = false; // notes that this browser doesn't keep

welcome.onsubmit = (event) => {
  event.preventDefault();
  play();
};
at("leave").onclick = leave;
at("save").onclick = async () => saveNotes(await allNotes());
at("save-earlier").onclick = () => saveNotes(earlier);
at("forget").onclick = forgetEarlier;
addEventListener("beforeunload", (event) => mayLose && event.preventDefault());
addEventListener("hashchange", () => location.reload()); // another game: nothing of this one stays
if (!files && "serviceWorker" in navigator) {
  navigator.serviceWorker.register(new URL("../offline.js", location.href)); // the next visit needs no network
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("run"));
}
begin();

/** Show what there is to play. Nothing of it runs before its reader presses Play. */
async function begin() {
  try {
    given ??= await ofLink(location.hash);
    show(given);
  } catch (problem) {
    say(worded(problem), "error");
  }
}

/** Return what a link holds, as its program claims. @param {string} fragment @returns {Promise<Given>} */
async function ofLink(fragment) {
  const { kind, program, record } = await opened(fragment);
  if (kind === "maze") throw new Error("This link holds a maze, not a game.");
  const saved = { title: visible(String(record?.game)).replaceAll("_", " ").slice(0, 200), author: "", rules: "" };
  return { link: fragment, ...(program ? claimed(program) : saved) };
}

/** @param {Given} given */
function show({ link, title, author, rules, picture, seats, bots }) {
  document.title = `${title}: play it`;
  at("title").textContent = title;
  at("author").textContent = author && `By ${author}`;
  at("rules").textContent = rules || "The board says what to do, and why something isn't allowed.";
  const image = /** @type {HTMLImageElement} */ (at("picture"));
  image.hidden = !picture;
  if (picture) image.src = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  at("players").hidden = seats === 1;
  if (bots) {
    at("as-it-is").hidden = false;
    at("set").textContent = `As the designer has set it: the computer plays ${bots}`;
    /** @type {HTMLInputElement} */ (at("as-it-is").firstElementChild).checked = true;
  }
  earlier = notes.get(link);
  at("earlier").hidden = !earlier;
  welcome.hidden = false;
}

/** Start Python and the game, as the reader has asked. */
async function play() {
  if (!given) return;
  const chosen = new FormData(welcome);
  const noted = Boolean(chosen.get("notes"));
  welcome.hidden = true;
  const answer = await asked("guest", {
    link: given.link,
    others: given.seats === 1 ? "given" : String(chosen.get("others")),
    questions: noted ? (given.questions ?? QUESTIONS) : null,
  });
  if (!answer) return;
  at("notes").hidden = !noted;
  runner.focus();
}

/** Ask Python; say what is wrong. @param {string} what @param {Record<string, any>} values @returns {Promise<any>} */
async function asked(what, values = {}) {
  try {
    return await runner.ask(what, values);
  } catch (problem) {
    say(worded(problem), "error");
    return null;
  }
}

/** Ask the designer's questions now, beside the board. */
async function leave() {
  if (!(await asked("leave"))) return;
  at("saved").textContent = "The designer's questions are beside the board. Then save the notes.";
  runner.focus();
}

/** Return the notes of all games so far, those of earlier visits too; null where Python fails. */
async function allNotes() {
  const answer = await asked("notes");
  return answer && earlier + String(answer.text);
}

/** Keep the notes in this browser, for a page that is closed before they are saved. */
async function keepNotes() {
  if (!given || at("notes").hidden) return;
  const text = await allNotes();
  if (text) mayLose = text.length > MOST_KEPT || !notes.put(given.link, text);
}

function forgetEarlier() {
  earlier = "";
  at("earlier").hidden = true;
  if (given) notes.put(given.link, "");
}

/** Download notes, after which this browser keeps them no longer. @param {string | null} text */
function saveNotes(text) {
  if (text === null) return;
  const said = text ? "Send this file to the person who gave you the game." : "Nothing was noted.";
  at("saved").textContent = said;
  if (!welcome.hidden) say(said);
  if (!text) return;
  forgetEarlier();
  mayLose = false;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  const name = given?.title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "game";
  link.download = `${name}-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}.jsonl`; // no two alike in a folder
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const worded = (/** @type {any} */ problem) => visible(String(problem?.message ?? problem).replace(/^([\w.]*\.)?BadInput: /, ""));

function say(/** @type {string} */ text, kind = "info") {
  at("status").dataset.kind = kind;
  at("status").textContent = text.slice(0, 1000);
}

function progress(/** @type {string} */ text, /** @type {number} */ part) {
  at("loading").hidden = !text;
  at("loading-text").textContent = text;
  /** @type {HTMLProgressElement} */ (at("progress")).value = part;
}
