/** The page on which one writes a game: an editor beside the board, which plays what is written. */

import { makeEditor } from "./editor.js";
import { claimed, opened, packed, visible } from "./links.js";
import { keepNotebook, notebookOf } from "./notebook.js";
import { fromSite, makeRunner } from "./runner.js";

const PAUSE = 400; // milliseconds without a key until the program runs
const CALM = 1200; // and until it is checked
const PATIENCE = 10_000; // milliseconds for a program to run or be checked
const LONG = 90_000; // and to be measured
const KEPT = "ppnb-make";
const MOST_KEPT = 30;
const SLOT = '<script type="application/json" id="game">null</script>'; // as in widgets/guest_page.py

/** @template {HTMLElement} T @param {string} id @returns {T} */
const at = (id) => /** @type {T} */ (document.getElementById(id));
const [status, result, choice] = [at("status"), at("result"), /** @type {HTMLSelectElement} */ (at("choice"))];
const auto = /** @type {HTMLInputElement} */ (at("auto"));

/** @typedef {{ id: number, title: string, text: string }} Kept */

const [names, examples] = await Promise.all(["names.json", "examples.json"].map(async (file) => (await fetch(new URL(file, import.meta.url))).json()));
/** What the reader has: the program's number among those kept, whether it may run by itself, and a link's content. */
const now = { id: 0, mayRun: false, link: "", running: 0, ran: "" };
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let calm;

const editor = makeEditor(at("editor"), { names, onChange: changed, onRun: () => run(true) });
const runner = makeRunner(at("board"), {
  files: fromSite("../run/"),
  label: "The board of the game",
  height: 520,
  onProgress: (text, part) => progress(`${text} …`, part),
  onReady: () => progress("", 1),
  onFailed: (text) => say(`Python failed: ${text}`, "error"),
  onTable: () => (document.body.dataset.ready = "true"),
});

at("run").onclick = () => run(true);
at("stop").onclick = () => stopped("The program was stopped. Python has started anew; press Run.");
at("check").onclick = () => inspect("check", { games: 100 }, PATIENCE * 2, "Playing 100 random games …");
at("measure").onclick = () => inspect("measure", {}, LONG, "Bots play, for about 20 seconds …");
at("rules").onclick = () => inspect("rules", {}, PATIENCE, "");
at("link").onclick = () => showLink("program");
at("link-match").onclick = () => showLink("match");
at("link-play").onclick = () => showLink("play");
at("copy").onclick = copy;
at("download").onclick = () => save(editor.text, "text/x-python", "py");
at("notebook").onclick = openNotebook;
at("page").onclick = savePage;
at("open").onclick = () => at("file").click();
at("file").onchange = openFile;
at("stranger-run").onclick = runStranger;
choice.onchange = () => begin(choice.value);
addEventListener("hashchange", openLink);
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register(new URL("../offline.js", import.meta.url)); // the next visit needs no network
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("run"));
}

list();
if (location.hash.length > 1) openLink();
else begin(kept().length ? `kept ${kept()[0].id}` : "example tic_tac_toe");

// --- what is written ------------------------------------------------------------------------------

/** Begin from an example, a program kept in this browser, or nothing. */
function begin(/** @type {string} */ what) {
  const [kind, name] = what.split(" ");
  const mine = kept().find(({ id }) => String(id) === name);
  const found = kind === "kept" ? mine?.text : examples[name]?.text;
  if (found === undefined) return;
  show(found, kind === "kept" ? Number(name) : 0);
  choice.value = what;
  if (kind === "example") run(true);
  else say("Press Run to play it.");
}

/** Show a program, which doesn't run yet. */
function show(/** @type {string} */ text, id = 0) {
  clearTimeout(pause);
  clearTimeout(calm);
  Object.assign(now, { id, mayRun: false, link: "" });
  at("stranger").hidden = true;
  at("link-box").hidden = true;
  choice.value = "";
  editor.show(text);
  editor.mark([]);
  result.replaceChildren();
}

function changed() {
  keep();
  clearTimeout(pause);
  clearTimeout(calm);
  if (now.mayRun && auto.checked) pause = setTimeout(run, PAUSE);
}

/** Keep the program in this browser; an example that is changed becomes a program of the reader's. */
function keep() {
  if (now.link) return; // somebody else's, until it is run
  const others = kept().filter(({ id }) => id !== now.id);
  now.id ||= Date.now();
  const title = claimed(editor.text).title || "A game";
  try {
    localStorage.setItem(KEPT, JSON.stringify([{ id: now.id, title, text: editor.text }, ...others].slice(0, MOST_KEPT)));
  } catch {
    say("This browser doesn't keep what you write. Download it.", "error");
  }
  list();
}

/** @returns {Kept[]} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each?.text === "string" && typeof each.title === "string") : [];
  } catch {
    return [];
  }
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
  const ours = Object.entries(examples).map(([name, { title }]) => /** @type {[string, string]} */ ([`example ${name}`, title]));
  choice.replaceChildren(...(mine.length ? [group("Yours, kept in this browser", mine)] : []), group("Examples", ours));
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
    const address = new URL(`../lite/lab/index.html?path=${encodeURIComponent(name)}`, location.href);
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
  keep();
  say("Press Run to play it.");
}

// --- running it -----------------------------------------------------------------------------------

/** Run the program; only what the reader asked to run runs again after a pause. */
async function run(asked = false) {
  clearTimeout(pause);
  clearTimeout(calm);
  if (now.link) {
    if (asked) at("stranger-run").focus();
    return;
  }
  if (asked) now.mayRun = true;
  const text = editor.text;
  const answer = await patient("run", { text }, PATIENCE);
  if (!answer || text !== editor.text) return;
  editor.mark(findings(answer));
  if (!answer.ok) return say(worded(answer), "error", findings(answer)[0]?.line);
  now.ran = text;
  say(answer.fresh ? `${visible(String(answer.title))} is on the table.` : visible(String(answer.said)));
  calm = setTimeout(quickCheck, CALM);
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
  try {
    await runner.start();
  } catch {
    return null; // onFailed has said why
  }
  const number = ++now.running;
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
  now.mayRun = false;
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
    now.link = fragment;
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

/** Run what a link holds, as its reader has asked. */
async function runStranger() {
  const fragment = now.link;
  at("stranger").hidden = true;
  if (!fragment) return;
  if (fragment.startsWith("#game")) {
    now.link = "";
    now.id = 0;
    return run(true);
  }
  const answer = await patient("opened", { link: fragment }, PATIENCE);
  if (!answer) return;
  now.link = "";
  now.ran = editor.text;
  now.mayRun = true;
  say(`${visible(String(answer.title))} is on the table.`);
}

/** Show the link of the program, of the game on the table, or for those who play and see no code. */
async function showLink(/** @type {"program" | "match" | "play"} */ kind) {
  const answer = kind === "match" ? await patient("link", {}, PATIENCE) : {};
  if (!answer) return;
  const fragment = answer.link ? String(answer.link).replace(/^#/, "") : await packed(editor.text);
  const field = /** @type {HTMLInputElement} */ (at("address"));
  field.value = `${new URL(kind === "play" ? "../guest/" : ".", location.href).href}#${fragment}`;
  at("link-size").textContent = `${field.value.length} characters. All of it is in the link; nothing is uploaded.`;
  at("link-box").hidden = false;
  field.focus();
  field.select();
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
  if (!line) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = `Line ${line}`;
  button.onclick = () => editor.go(line);
  status.append(" ", button);
}

function progress(/** @type {string} */ text, /** @type {number} */ part) {
  at("loading").hidden = !text;
  at("loading-text").textContent = text;
  /** @type {HTMLProgressElement} */ (at("progress")).value = part;
}
