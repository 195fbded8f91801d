/**
 * A table without a notebook: Python runs in a worker, and the table's own widget draws here.
 * The page shows a still picture until the first board arrives.
 *
 * Only one page has a game's files at a time: each worker has a copy, and the last to save would win.
 */

import { makeModel } from "./model.js"; // the front end's own, which the build puts beside this file

const game = document.body.dataset.game;
const el = document.getElementById("table");
const status = document.getElementById("status");
const bar = document.getElementById("progress");
const notice = document.getElementById("notice");
const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const seed = new URLSearchParams(location.search).get("seed");

worker.onmessage = ({ data }) => handlers[data.kind](data);
worker.onerror = (event) => fail(event.message || "Python can't be loaded in this browser.");
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register(new URL("../offline.js", import.meta.url)); // the next visit needs no network
  navigator.serviceWorker.ready.then(({ active }) => active.postMessage("play"));
}

const handlers = {
  progress({ text, part }) {
    status.textContent = text;
    bar.value = part;
  },
  failed: ({ text }) => fail(text),
  open,
  update({ state }) {
    for (const [name, value] of Object.entries(state)) model?.put(name, value);
  },
  custom: ({ content }) => model?.emit("msg:custom", content, []),
  unsaved: ({ problem }) => note(problem && `This browser doesn't keep your moves: ${problem} "Download my games" keeps them in a file.`),
  saved: ({ files }) => download("saved-games.json", JSON.stringify(files, null, 1)),
};

let model = null;
start();

/** Start Python when no other page has this game's files; this page has them until it is closed. */
async function start() {
  const begin = () => {
    note("");
    worker.postMessage({ kind: "start", game, seed: /^\d{1,18}$/.test(seed ?? "") ? Number(seed) : null });
    return new Promise(() => {});
  };
  if (!navigator.locks) return begin();
  const name = `piecepack_nb ${game}`;
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && begin());
  note("This game is open in another tab. Play there, or close that tab: then the game goes on here.");
  await navigator.locks.request(name, begin);
}

/** Say something above the board; nothing for an empty text. */
function note(text) {
  notice.textContent = text;
  notice.hidden = !text;
}

/** Draw the table whose state has arrived. */
async function open({ state }) {
  const style = document.createElement("style");
  style.textContent = state._css;
  document.head.append(style);
  const source = URL.createObjectURL(new Blob([state._esm], { type: "text/javascript" }));
  const { default: makeHooks } = await import(source);
  const hooks = makeHooks();
  model = makeModel(state, {
    send: (content) => worker.postMessage({ kind: "custom", content }),
    save: (changed) => worker.postMessage({ kind: "update", state: changed }),
  });
  el.replaceChildren();
  await hooks.initialize({ model });
  await hooks.render({ model, el });
  document.getElementById("download").disabled = false;
  document.body.dataset.ready = "true";
}

function fail(text) {
  status.textContent = `The table could not be opened: ${text}`;
  document.body.dataset.failed = "true";
}

document.getElementById("download").onclick = () => worker.postMessage({ kind: "files" });

function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
}
