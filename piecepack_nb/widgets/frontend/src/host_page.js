/**
 * The page of a device: it shows the widget that the host's server chooses, and connects again whenever
 * the connection is lost. The token of its link is in the address's fragment, which is never sent in a URL.
 */

import { bytes, makeModel } from "./model.js";

const KEPT = "ppnb-host"; // tokens of this device, the newest first
const MOST_KEPT = 20;
const RETRY = 300; // milliseconds before the first new try; then twice as long, and so on
const SLOWEST = 1500; // so that all are back soon after the host's machine
const DISMISSED = 4000; // the host ended it: a code from here on isn't tried again
const BUSY = 4002; // too many messages at once

const status = /** @type {HTMLElement} */ (document.getElementById("status"));
const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** @type {WebSocket | null} */
let socket = null;
/** @type {ReturnType<typeof makeModel> | null} */
let model = null;
/** @type {(() => void) | undefined} */
let remove;
let tries = 0;
let opening = Promise.resolve(); // messages are handled in order, though a module may have to load

connect();
addEventListener("hashchange", () => location.reload());
addEventListener("online", () => socket ?? connect());
document.addEventListener("visibilitychange", () => document.hidden || socket || connect());

function connect() {
  const token = location.hash.slice(1);
  if (!token) return say("This address is not complete. Scan the QR code again, or ask for the link.");
  const url = new URL("socket", location.href.split("#")[0]);
  url.protocol = url.protocol.replace("http", "ws");
  const line = new WebSocket(url);
  socket = line;
  line.onopen = () => line.send(JSON.stringify({ kind: "hello", token, tab: kept(sessionStorage), browser: kept(localStorage) }));
  line.onmessage = ({ data }) => {
    opening = opening.then(() => (line === socket ? handle(JSON.parse(data)) : undefined)).catch(fail);
  };
  line.onclose = ({ code, reason }) => line === socket && lost(code, reason);
}

/** Connect again, ever more slowly; a device that was dismissed says why. */
function lost(/** @type {number} */ code, /** @type {string} */ reason) {
  socket = null;
  document.body.dataset.connected = "no";
  if (code >= DISMISSED && code !== BUSY) {
    remove?.();
    remove = undefined;
    forget();
    return say(code === DISMISSED ? reason : `${reason} Scan the QR code again, or ask for another link.`);
  }
  say("The connection is lost. Trying again …");
  const wait = Math.min(SLOWEST, RETRY * 2 ** tries) * (0.7 + 0.6 * Math.random());
  tries++;
  setTimeout(() => socket ?? connect(), code === BUSY ? SLOWEST : wait);
  return undefined;
}

/** @param {any} message */
async function handle(message) {
  tries = 0;
  if (message.kind === "open") await open(message);
  else if (message.kind === "update") put(message);
  else if (message.kind === "custom") model?.emit("msg:custom", message.content, []);
  else if (message.kind === "keep") keep(message.token);
}

/** Show a widget in place of the last one. @param {{ module: string, state: Record<string, any>, binary: Record<string, string> }} message */
async function open({ module, state, binary }) {
  const { default: makeHooks } = await import(new URL(module, import.meta.url).href);
  remove?.();
  main.replaceChildren();
  const line = socket;
  const send = (/** @type {any} */ message) => {
    if (line?.readyState !== WebSocket.OPEN) throw new Error("not connected");
    line.send(JSON.stringify(message));
  };
  model = makeModel(Object.assign(state, unpacked(binary)), {
    send: (content) => send({ kind: "custom", content }),
    save: (changed) => send({ kind: "update", state: changed }),
  });
  const hooks = makeHooks();
  await hooks.initialize?.({ model });
  remove = await hooks.render({ model, el: main });
  say("");
  document.body.dataset.connected = "yes";
}

/** @param {{ state: Record<string, any>, binary: Record<string, string> }} message */
function put({ state, binary }) {
  for (const [name, value] of Object.entries({ ...state, ...unpacked(binary) })) model?.put(name, value);
}

/** @param {Record<string, string>} binary */
function unpacked(binary) {
  return Object.fromEntries(Object.entries(binary ?? {}).map(([name, text]) => [name, bytes(text)]));
}

/** Say something above the board; nothing for an empty text. */
function say(/** @type {string} */ text) {
  status.textContent = text;
  status.hidden = !text;
}

function fail(/** @type {any} */ problem) {
  say(`This page failed: ${problem?.message ?? problem}. Reload it.`);
}

// --- the tokens of this device --------------------------------------------------------------------

/** @param {Storage} storage @returns {string[]} */
function kept(storage) {
  try {
    const found = JSON.parse(storage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.slice(0, MOST_KEPT) : [];
  } catch {
    return []; // storage may be turned off
  }
}

/** Keep a token in this tab, and in this browser for a tab that is opened after this one is gone. */
function keep(/** @type {string} */ token) {
  for (const storage of [sessionStorage, localStorage]) {
    const tokens = [token, ...kept(storage).filter((each) => each !== token)];
    try {
      storage.setItem(KEPT, JSON.stringify(tokens.slice(0, MOST_KEPT)));
    } catch {
      return;
    }
  }
}

/** Forget this tab's tokens: they were taken back. */
function forget() {
  const gone = kept(sessionStorage);
  for (const storage of [sessionStorage, localStorage]) {
    try {
      storage.setItem(KEPT, JSON.stringify(kept(storage).filter((each) => !gone.includes(each))));
    } catch {
      return;
    }
  }
}
