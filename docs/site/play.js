/**
 * A table without a notebook: Python runs in a worker, and the table's own widget draws here.
 * The page shows a still picture until the first board arrives.
 */

const game = document.body.dataset.game;
const el = document.getElementById("table");
const status = document.getElementById("status");
const bar = document.getElementById("progress");
const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const seed = new URLSearchParams(location.search).get("seed");

worker.onmessage = ({ data }) => handlers[data.kind](data);
worker.onerror = (event) => fail(event.message || "Python can't be loaded in this browser.");
worker.postMessage({ kind: "start", game, seed: /^\d{1,18}$/.test(seed ?? "") ? Number(seed) : null });
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
  saved: ({ files }) => download("saved-games.json", JSON.stringify(files, null, 1)),
};

let model = null;

/** Draw the table whose state has arrived. */
async function open({ state }) {
  const style = document.createElement("style");
  style.textContent = state._css;
  document.head.append(style);
  const source = URL.createObjectURL(new Blob([state._esm], { type: "text/javascript" }));
  const { default: widget } = await import(source);
  model = makeModel(state);
  el.replaceChildren();
  await widget.initialize?.({ model });
  await widget.render({ model, el });
  document.body.dataset.ready = "true";
}

/** The model of a widget: its traits here, its messages to and from Python. */
function makeModel(values) {
  const calls = new Map();
  const unsaved = {};
  const emit = (event, ...args) => [...(calls.get(event) ?? [])].forEach((call) => call(...args));
  return {
    emit,
    get: (name) => values[name],
    put(name, value) {
      values[name] = value;
      emit(`change:${name}`, value);
    },
    set(name, value) {
      if (values[name] === value) return;
      unsaved[name] = value;
      this.put(name, value);
    },
    save_changes() {
      worker.postMessage({ kind: "update", state: { ...unsaved } });
      for (const name of Object.keys(unsaved)) delete unsaved[name];
    },
    send: (content) => worker.postMessage({ kind: "custom", content }),
    on: (event, call) => calls.set(event, (calls.get(event) ?? new Set()).add(call)),
    off: (event, call) => calls.get(event)?.delete(call),
  };
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
