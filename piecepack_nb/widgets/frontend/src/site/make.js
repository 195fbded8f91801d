/** The page on which one writes a game: an editor beside the board, which plays what is written. */

import { renderSVG } from "uqr";

import { makeEditor } from "./editor.js";
import { claimed, opened, packed, visible } from "./links.js";
import { keep, kept, last, remember, tables } from "./kept.js";
import { keepNotebook, notebookOf } from "./notebook.js";
import { fromSite, makeRunner } from "./runner.js";

const PAUSE = 400; // milliseconds without a key until the program runs
const CALM = 1200; // and until it is checked
const PATIENCE = 10_000; // milliseconds for a program to run or be checked
const LONG = 90_000; // and to be measured
const SLOT = '<script type="application/json" id="game">null</script>'; // as in widgets/guest_page.py
const MOST_QR = 2953; // characters of a QR code
const [TO_BOARD, TO_PROGRAM] = ["To the board", "To the program"]; // where one is below the other

/** @template {HTMLElement} T @param {string} id @returns {T} */
const at = (id) => /** @type {T} */ (document.getElementById(id));
const [status, result, choice] = [at("status"), at("result"), /** @type {HTMLSelectElement} */ (at("choice"))];
const auto = /** @type {HTMLInputElement} */ (at("auto"));

const [names, examples] = await Promise.all(["names.json", "examples.json"].map(async (file) => (await fetch(new URL(file, import.meta.url))).json()));
/** What the reader has: the program's number among those kept, whether it may run by itself and has its table, a
 * link that hasn't run yet, and the link of the stranger whose program it is. */
const now = { id: 0, mayRun: false, hasTable: false, link: "", stranger: "", running: 0, ran: "" };
/** Whose programs have run in this Python: a stranger's may have changed it, and shares it with no other. */
let ranFor = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let calm;

const editor = makeEditor(at("editor"), { names, onChange: changed, onRun: () => run(true) });
const runner = makeRunner(at("board"), {
  files: fromSite("../run/"),
  label: "The board of the game",
  height: 520,
  site: location.origin + location.pathname,
  onProgress: (text, part) => progress(`${text} …`, part),
  onReady: () => progress("", 1),
  onFailed: (text) => say(`Python failed: ${text}`, "error"),
  onTable: () => (document.body.dataset.ready = "true"),
  onChanged: tableChanged,
});

at("run").onclick = () => run(true);
at("stop").onclick = () => stopped("The program was stopped. Python has started anew; press Run.");
at("check").onclick = () => inspect("check", { games: 100 }, PATIENCE * 2, "Playing 100 random games …");
at("measure").onclick = () => inspect("measure", {}, LONG, "Bots play, for about 20 seconds …");
at("rules").onclick = () => inspect("rules", {}, PATIENCE, "");
at("link").onclick = () => (at("link-box").hidden ? showLink("program") : hideLink());
at("link-match").onclick = () => showLink("match");
at("link-play").onclick = () => showLink("play");
at("copy").onclick = copy;
at("download").onclick = () => save(editor.text, "text/x-python", "py");
at("notebook").onclick = openNotebook;
at("page").onclick = savePage;
at("open").onclick = () => at("file").click();
at("file").onchange = openFile;
at("stranger-run").onclick = () => runStranger(tables.get(now.stranger));
at("remix").onclick = remix;
at("look").onclick = look;
new IntersectionObserver(([{ isIntersecting }]) => (at("look").textContent = isIntersecting ? TO_PROGRAM : TO_BOARD), { rootMargin: "0px 0px -50%" }).observe(at("board"));
choice.onchange = () => begin(choice.value);
addEventListener("hashchange", openLink);
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register(new URL("../offline.js", import.meta.url)); // the next visit needs no network
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("run"));
}

list();
const asked = new URLSearchParams(location.search);
const { what, ran } = last();
if (location.hash.length > 1) openLink();
else if (examples[asked.get("game") ?? ""]) {
  if (asked.has("play")) play();
  begin(`example ${asked.get("game")}`);
} else if (!begin(what, ran)) begin(kept().length ? `kept ${kept()[0].id}` : "example tic_tac_toe");

// --- what is written ------------------------------------------------------------------------------

/** Begin from an example or lesson, or a program kept in this browser; return false if there is none of that name. */
function begin(/** @type {string} */ what, runs = false) {
  const [kind, name] = what.split(" ");
  const mine = kept().find(({ id }) => String(id) === name);
  const found = kind === "kept" ? mine?.text : examples[name]?.text;
  if (found === undefined) return false;
  show(found, kind === "kept" ? Number(name) : 0);
  choice.value = what;
  remember(what, false);
  if (kind === "example" || runs) run(true);
  else say("Press Run to play it.");
  return true;
}

/** Show the board alone; its program comes when the reader wants to change it. */
function play() {
  document.body.classList.add("playing");
  at("heading").textContent = examples[asked.get("game") ?? ""].title;
}

function remix() {
  document.body.classList.remove("playing");
  at("heading").textContent = "Make a game";
  history.replaceState(null, "", location.pathname);
  editor.focus();
}

/** Go to the board, or from there back to the program. */
function look() {
  const leaves = at("look").textContent === TO_BOARD;
  at(leaves ? "board" : "program").scrollIntoView();
  (leaves ? runner : editor).focus();
}

/** Show a program, which doesn't run yet. */
function show(/** @type {string} */ text, id = 0) {
  clearTimeout(pause);
  clearTimeout(calm);
  Object.assign(now, { id, mayRun: false, hasTable: false, link: "", stranger: "" });
  at("stranger").hidden = true;
  hideLink();
  choice.value = "";
  editor.show(text);
  editor.mark([]);
  result.replaceChildren();
}

function changed() {
  keepProgram();
  hideLink(); // which is of the program as it was
  clearTimeout(pause);
  clearTimeout(calm);
  if (now.mayRun && auto.checked) pause = setTimeout(run, PAUSE);
}

/** Keep the program in this browser; an example that is changed becomes a program of the reader's. */
function keepProgram() {
  if (now.link) return; // somebody else's, until it is run
  now.id ||= Date.now();
  const title = claimed(editor.text).title || "A game";
  if (!keep({ id: now.id, title, text: editor.text })) say("This browser doesn't keep what you write. Download it.", "error");
  if (location.hash || location.search) history.replaceState(null, "", location.pathname); // this is no longer the address's game
  list();
  remember(choice.value, false);
}

/** Keep the game and its position, so that it goes on after a visit to another page. */
async function tableChanged() {
  const name = tableName();
  if (!now.hasTable || !name) return;
  const { link } = await runner.ask("link").catch(() => ({})); // a question is no game to go on with
  if (typeof link === "string" && name === tableName()) tables.put(name, link);
}

/** Return the name under which the table of this program is kept. */
function tableName() {
  return now.stranger || choice.value;
}

/** List what one can begin from. */
function list() {
  const group = (/** @type {string} */ label, /** @type {[string, string][]} */ entries) => {
    const made = document.createElement("optgroup");
    made.label = label;
    for (const [value, title] of entries) made.append(new Option(title, value));
    return made;
  };
  const mine = kept().map(({ id, title }) => /** @type {[string, string]} */ ([`kept ${id}`, title]));
  /** @type {Record<string, [string, string][]>} */
  const groups = {};
  for (const [name, { title, group: label }] of Object.entries(examples)) (groups[label] ??= []).push([`example ${name}`, title]);
  const ours = Object.entries(groups).map(([label, entries]) => group(label, entries));
  choice.replaceChildren(...(mine.length ? [group("Yours, kept in this browser", mine)] : []), ...ours);
  choice.value = now.id ? `kept ${now.id}` : "";
}

/** Return the game's title as the name of a file, without an ending. */
function fileName() {
  const title = claimed(editor.text).title.toLowerCase();
  return title.replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, "") || "game";
}

/** Open the program as a notebook in the site's JupyterLite, where nothing runs by itself. */
async function openNotebook() {
  const game = claimed(editor.text);
  if (!game.className) return say("Only a program with a class becomes a notebook.", "error");
  const tab = open(""); // now, for a browser opens none later
  try {
    const name = await keepNotebook(fileName(), notebookOf(editor.text, game));
    const app = matchMedia("(max-width: 600px)").matches ? "notebooks" : "lab"; // on a phone JupyterLab has no room
    const address = new URL(`../lite/${app}/index.html?path=${encodeURIComponent(name)}`, location.href);
    if (tab) [tab.opener, tab.location.href] = [null, address.href];
    say(tab ? `${name} opens in JupyterLite.` : `${name} is in JupyterLite now: open it there.`);
  } catch (problem) {
    tab?.close();
    say(`This browser keeps no notebooks: ${String(/** @type {any} */ (problem)?.message ?? problem)}`, "error");
  }
}

/** Download a text, in a file named after the game. @param {string} text @param {string} type @param {string} ending */
function save(text, type, ending) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = `${fileName()}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Download a page on which somebody plays the game, without its code and without a network. */
async function savePage() {
  say("Making the page: 17 MB, with all that it needs …");
  try {
    const given = { link: await packed(editor.text), ...claimed(editor.text) };
    const player = await fetch(new URL("../guest/player.html", import.meta.url));
    if (!player.ok) throw new Error(`The page to hand out can't be loaded (${player.status}).`);
    const text = JSON.stringify(given).replaceAll("<", "\\u003c");
    save((await player.text()).replace(SLOT, () => SLOT.replace("null", () => text)), "text/html", "html");
    say("Hand out this file. Whoever plays may save notes and send them to you: pp.playtests reads them.");
  } catch (problem) {
    say(String(/** @type {any} */ (problem)?.message ?? problem), "error");
  }
}

async function openFile() {
  const input = /** @type {HTMLInputElement} */ (at("file"));
  const file = input.files?.[0];
  input.value = "";
  if (!file) return;
  if (file.size > 400_000) return say(`${file.name} is too large for a game's program.`, "error");
  show(await file.text());
  keepProgram();
  say("Press Run to play it.");
}

// --- running it -----------------------------------------------------------------------------------

/** Run the program; only what the reader asked to run runs again after a pause. Its game goes on at the table; the
 * first time it goes on where the reader left it, or begins. */
async function run(asked = false, anew = false) {
  clearTimeout(pause);
  clearTimeout(calm);
  if (now.link) {
    if (asked) at("stranger-run").focus();
    return;
  }
  if (asked) now.mayRun = true;
  const text = editor.text;
  const from = anew ? "" : tables.get(tableName());
  const answer = await patient("run", now.hasTable && !anew ? { text } : { text, kept: from }, PATIENCE);
  if (!answer || text !== editor.text) return;
  editor.mark(findings(answer));
  if (!answer.ok) return say(worded(answer), "error", findings(answer)[0]?.line);
  now.ran = text;
  onTable();
  if (answer.kept === true) sayKept(answer.title, () => run(true, true));
  else if (answer.fresh) sayTable(answer.title, document.body.classList.contains("playing") ? "" : " Change its program, such as a number: the board follows.");
  else say(visible(String(answer.said)));
  calm = setTimeout(quickCheck, CALM);
}

/** Note that the program's game is on the table, and stays there when the page is opened again. */
function onTable() {
  now.hasTable = true;
  remember(choice.value, true);
}

function sayTable(/** @type {any} */ title, hint = "") {
  say(`${visible(String(title))} is on the table.${hint}`);
}

/** Say that a game goes on, and offer to begin anew. @param {any} title @param {() => void} anew */
function sayKept(title, anew) {
  say(`${visible(String(title))} goes on where you left it.`);
  offer("Begin anew", anew);
}

/** Check the program a little, while its writer thinks. */
async function quickCheck() {
  const text = editor.text;
  if (text !== now.ran) return;
  const answer = await patient("check", { games: 3, seconds: 0.7 }, PATIENCE);
  if (!answer || text !== editor.text || !findings(answer).length) return;
  editor.mark(findings(answer));
  say(worded(answer), "error", findings(answer)[0].line);
}

/** Ask Python; a program that doesn't answer in time is stopped. @returns {Promise<any>} */
async function patient(/** @type {string} */ what, /** @type {Record<string, any>} */ values, /** @type {number} */ limit) {
  const number = ++now.running; // what is asked before says nothing any more
  if (ranFor !== now.stranger) runner.stop();
  ranFor = now.stranger;
  try {
    await runner.start();
  } catch {
    return null; // onFailed has said why
  }
  const why = `The program didn't answer within ${limit / 1000} seconds: which loop never stops? Python has started anew.`;
  const timer = setTimeout(() => stopped(why), limit);
  try {
    return await runner.ask(what, values);
  } catch (problem) {
    const text = String(/** @type {any} */ (problem)?.message ?? problem);
    if (number === now.running) say(visible(text.replace(/^([\w.]*\.)?(BadInput: |(?=[A-Z]\w+:))/, "")), "error");
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** End the program, and say why. */
function stopped(/** @type {string} */ why) {
  clearTimeout(pause);
  clearTimeout(calm);
  now.running++;
  now.mayRun = now.hasTable = false;
  remember(choice.value, false);
  runner.stop(why);
  say(why, "error");
}

/** @param {any} answer @returns {{ line: number, text: string }[]} */
function findings(answer) {
  const found = Array.isArray(answer?.findings) ? answer.findings.slice(0, 20) : [];
  return found.map((/** @type {any} */ each) => ({ line: Number(each?.line) || 0, text: visible(String(each?.text)).slice(0, 2000) }));
}

const worded = (/** @type {any} */ answer) => findings(answer)[0]?.text ?? "Something is wrong.";

// --- questions about it -----------------------------------------------------------------------------

/** Ask Python about the game, and show its answer as text. */
async function inspect(/** @type {string} */ what, /** @type {Record<string, any>} */ values, /** @type {number} */ limit, /** @type {string} */ meanwhile) {
  if (editor.text !== now.ran) await run(true);
  if (editor.text !== now.ran) return;
  if (meanwhile) say(meanwhile);
  const answer = await patient(what, values, limit);
  if (!answer) return;
  if (meanwhile) say("");
  if (what === "rules") return showRules(answer.clauses);
  const pre = document.createElement("pre");
  pre.textContent = visible(String(answer.text));
  result.replaceChildren(pre);
  if (answer.findings) editor.mark(findings(answer));
}

/** Show the rules in words. @param {any} clauses */
function showRules(clauses) {
  const made = document.createElement("dl");
  for (const [id, title, text] of Array.isArray(clauses) ? clauses.slice(0, 300) : []) {
    const [term, words] = [document.createElement("dt"), document.createElement("dd")];
    term.textContent = visible(`${id} ${title}`);
    words.textContent = visible(String(text));
    made.append(term, words);
  }
  result.replaceChildren(made);
}

// --- links ----------------------------------------------------------------------------------------

/** Show what a link holds. Nothing of it runs before its reader presses Run. */
async function openLink() {
  const fragment = location.hash;
  try {
    const { kind, program, maze, record } = await opened(fragment);
    show(program || (kind === "maze" ? `# A maze for Piecepackman\n${maze.replace(/^/gm, "# ")}\n` : `# A saved game of ${visible(String(record?.game)).slice(0, 80)}\n`));
    now.link = now.stranger = fragment;
    const { title, author, rules } = program ? claimed(program) : { title: kind === "maze" ? "A maze" : "A saved game", author: "", rules: "" };
    at("stranger-title").textContent = title;
    at("stranger-author").textContent = author && `By ${author}, as the program claims.`;
    at("stranger-rules").textContent = rules;
    at("stranger-warning").hidden = !program;
    at("stranger").hidden = false;
    at("stranger-run").focus();
    say("");
  } catch (problem) {
    if (!editor.text) show(examples.blank.text);
    say(String(/** @type {any} */ (problem)?.message ?? problem), "error");
  }
}

/** Run what a link holds, as its reader has asked; its game goes on where the reader left it. */
async function runStranger(/** @type {string} */ left) {
  const fragment = now.stranger;
  at("stranger").hidden = true;
  if (!fragment) return;
  if (fragment.startsWith("#game")) {
    now.link = "";
    return run(true);
  }
  const answer = await patient("opened", { link: left || fragment }, PATIENCE);
  if (!answer) return;
  now.link = "";
  now.ran = editor.text;
  now.mayRun = true;
  onTable();
  if (left) sayKept(answer.title, () => runStranger(""));
  else sayTable(answer.title);
}

/** Show the link of the program, of the game on the table, or for those who play and see no code. */
async function showLink(/** @type {"program" | "match" | "play"} */ kind) {
  const answer = kind === "match" ? await patient("link", {}, PATIENCE) : {};
  if (!answer) return;
  const fragment = answer.link ? String(answer.link).replace(/^#/, "") : await packed(editor.text);
  const field = /** @type {HTMLInputElement} */ (at("address"));
  field.value = `${new URL(kind === "play" ? "../guest/" : ".", location.href).href}#${fragment}`;
  at("link-size").textContent = `${field.value.length} characters. All of it is in the link; nothing is uploaded.`;
  showQR(field.value);
  at("link-box").hidden = false;
  at("link").setAttribute("aria-expanded", "true");
  field.focus();
  field.select();
}

function hideLink() {
  at("link-box").hidden = true;
  at("link").setAttribute("aria-expanded", "false");
}

/** Show the link as a QR code, if it isn't too long for one. */
function showQR(/** @type {string} */ link) {
  const picture = /** @type {HTMLImageElement} */ (at("qr"));
  picture.hidden = link.length > MOST_QR;
  if (picture.hidden) at("link-size").append(" It is too long for a QR code.");
  else picture.src = `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { ecc: "L", border: 4 }))}`;
}

async function copy() {
  const field = /** @type {HTMLInputElement} */ (at("address"));
  try {
    await navigator.clipboard.writeText(field.value);
    at("link-size").textContent = "Copied.";
  } catch {
    field.select();
    at("link-size").textContent = "Press Ctrl+C to copy it.";
  }
}

// --- what the page says ---------------------------------------------------------------------------

/** Say something below the buttons; `line` makes it a way to that line. */
function say(/** @type {string} */ text, kind = "info", line = 0) {
  status.dataset.kind = kind;
  status.replaceChildren(text.slice(0, 1000));
  if (line) offer(`Line ${line}`, () => editor.go(line));
}

/** Put a button behind what the page says. @param {string} label @param {() => void} call */
function offer(label, call) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.onclick = call;
  status.append(" ", button);
}

function progress(/** @type {string} */ text, /** @type {number} */ part) {
  at("loading").hidden = !text;
  at("loading-text").textContent = text;
  /** @type {HTMLProgressElement} */ (at("progress")).value = part;
}
