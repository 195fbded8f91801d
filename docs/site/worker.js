/** Python in a worker: it opens one table and passes its messages on. Games stay in the browser. */

import { loadPyodide } from "../lite/static/pyodide/pyodide.mjs";

const FOLDERS = "/games";
const PACKAGES = ["ipython", "comm", "anywidget", "ipywidgets", "filelock", "piecepack-nb"];
const steps = ["Loading Python", "Loading the package", "Opening your saved games", "Setting the table"];
let python, handle, folder;
let saving = Promise.resolve();

self.onmessage = async ({ data }) => {
  try {
    if (data.kind === "start") await start(data);
    else if (data.kind === "files") self.postMessage({ kind: "saved", files: files() });
    else {
      handle(JSON.stringify(data));
      save();
    }
  } catch (problem) {
    self.postMessage({ kind: "failed", text: String(problem.message ?? problem).trim().split("\n").at(-1) });
  }
};

/** Open a table; `seed` is a number, or null for a random one. */
async function start({ game, seed }) {
  progress(0);
  const indexURL = new URL("../lite/static/pyodide/", import.meta.url).href;
  python = await loadPyodide({ indexURL });
  progress(1);
  await python.loadPackage(PACKAGES, { messageCallback() {} });
  progress(2);
  folder = `${FOLDERS}/${game}`; // of this game alone, as a page of another one saves at the same time
  python.FS.mkdirTree(folder);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, folder);
  await synchronise(true).catch(tellUnsaved);
  progress(3);
  const source = await (await fetch(new URL("play.py", import.meta.url))).text();
  const glue = python.runPython(source);
  handle = glue.get("handle");
  glue.get("open_table")(game, seed ?? undefined, folder, (message, buffers) => {
    self.postMessage(withBuffers(JSON.parse(message), buffers));
  }, new URL("../make/", import.meta.url).href);
  save();
}

function progress(step) {
  self.postMessage({ kind: "progress", text: `${steps[step]} …`, part: (step + 1) / (steps.length + 1) });
}

/** Put binary traits where Python took them out. */
function withBuffers(message, buffers) {
  for (const [index, name] of (message.binary ?? []).entries()) {
    message.state[name] = new DataView(buffers[index].slice().buffer);
  }
  return message;
}

/** Write the files to the browser's storage; one write at a time. */
function save() {
  saving = saving.then(() => synchronise(false)).then(() => tellUnsaved(null), tellUnsaved);
}

/** Tell the page why the storage lacks the last moves, or null when it has all of them. */
function tellUnsaved(problem) {
  const full = problem?.name === "QuotaExceededError";
  const why = full ? "its storage is full." : problem && `its storage can't be used (${problem.message ?? problem}).`;
  self.postMessage({ kind: "unsaved", problem: why ?? "" });
}

/** @param {boolean} load from the storage, or else to it */
function synchronise(load) {
  return new Promise((done, failed) => python.FS.syncfs(load, (problem) => (problem ? failed(problem) : done())));
}

/** Return the saved games' texts by file name. */
function files() {
  const journals = `${folder}/.piecepack_nb`;
  const names = python.FS.analyzePath(journals).exists ? python.FS.readdir(journals) : [];
  const kept = names.filter((name) => /\.(jsonl|before\d+)$/.test(name));
  return Object.fromEntries(kept.map((name) => [name, python.FS.readFile(`${journals}/${name}`, { encoding: "utf8" })]));
}
