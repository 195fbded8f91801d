/**
 * What runs in the safe frame of `runner.js`: it draws the table of the worker in which Python runs, and
 * passes questions and answers on. Everything that the worker sends is the program's word.
 */

import { makeModel } from "../model.js";

const CALM = 500; // milliseconds
const HOME = /** @type {HTMLElement} */ (document.getElementById("table"));

/** @type {MessagePort} */
let page;
/** @type {Record<string, ArrayBuffer>} */
let files;
/** @type {WebAssembly.Module} */
let compiled;
/** The address of the page that opens links. */
let site = "";
/** @type {Worker | undefined} */
let worker;
/** @type {(() => any) | undefined} */
let makeHooks;
/** @type {ReturnType<typeof makeModel> | null} */
let model = null;
/** @type {(() => void) | undefined} */
let remove;
let opening = Promise.resolve(); // tables are opened one after the other

addEventListener("message", begin);

/** Take the files and the way to the page, from the page alone, and once. */
async function begin(/** @type {MessageEvent} */ event) {
  if (event.source !== parent || !event.ports[0]) return;
  removeEventListener("message", begin);
  page = event.ports[0];
  ({ files, site } = event.data);
  page.onmessage = ({ data }) => (data.kind === "stop" ? restart() : worker?.postMessage(data));
  try {
    const style = document.createElement("style");
    style.textContent = new TextDecoder().decode(files["widgets.css"]);
    document.head.append(style);
    const [module, hooks] = await Promise.all([WebAssembly.compile(files["pyodide.asm.wasm"]), import(address("widgets.js"))]);
    [compiled, makeHooks] = [module, hooks.default];
    startWorker();
  } catch (problem) {
    failed(problem);
  }
}

/** Return an address of a script's text that only this frame has. @param {string} name */
function address(name) {
  return URL.createObjectURL(new Blob([files[name]], { type: "text/javascript" }));
}

function startWorker() {
  const { "pyodide.asm.wasm": _, "frame.html": __, "widgets.js": ___, "widgets.css": ____, ...given } = files;
  worker = new Worker(address("worker.js"));
  worker.onerror = (event) => failed(event.message || "Python can't be started in this browser.");
  worker.onmessage = ({ data }) => {
    const handler = Object.hasOwn(handlers, data?.kind) && handlers[data.kind];
    if (handler) handler(data);
  };
  worker.postMessage({ kind: "begin", files: given, compiled, site });
}

/** End the program, whatever it does, and start Python anew; before it has started at all, nothing runs. */
function restart() {
  if (!worker) return page.postMessage({ kind: "stopped" });
  worker.terminate();
  opening = opening.then(() => {
    remove?.();
    [remove, model] = [undefined, null];
    HOME.replaceChildren();
  });
  page.postMessage({ kind: "stopped" });
  startWorker();
}

const passOn = (/** @type {any} */ data) => page.postMessage(data);

/** @type {Record<string, (data: any) => void>} */
const handlers = {
  progress: passOn,
  ready: passOn,
  answer: passOn,
  failed: passOn,
  ended: restart,
  open: ({ state }) => {
    opening = opening.then(() => open(state)).catch(failed);
  },
  update: ({ state }) => {
    opening = opening.then(() => {
      for (const [name, value] of Object.entries(state)) model?.put(name, value);
      changed();
    });
  },
  custom: ({ content }) => {
    opening = opening.then(() => model?.emit("msg:custom", content, []));
  },
};

/** Show a table in place of the last one; what it looks like is this frame's own script, never the program's.
 * @param {Record<string, any>} state */
async function open(state) {
  remove?.();
  HOME.replaceChildren();
  const to = worker;
  const made = makeModel(state, {
    send: (content) => to?.postMessage({ kind: "custom", content }),
    save: (changed) => to?.postMessage({ kind: "update", state: changed }),
  });
  const hooks = makeHooks?.();
  await hooks.initialize?.({ model: made });
  remove = await hooks.render({ model: made, el: HOME });
  model = made;
  page.postMessage({ kind: "table" });
  changed();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;

/** Tell the page, once it is calm, that the table has changed. */
function changed() {
  clearTimeout(soon);
  soon = setTimeout(() => page.postMessage({ kind: "changed" }), CALM);
}

function failed(/** @type {any} */ problem) {
  page.postMessage({ kind: "failed", text: String(problem?.message ?? problem) });
}

const fit = () => page?.postMessage({ kind: "height", value: Math.ceil(document.documentElement.getBoundingClientRect().height) });
new ResizeObserver(fit).observe(document.documentElement);
