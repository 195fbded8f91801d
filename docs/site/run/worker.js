/** Python in the worker of a safe frame. All its files come with the first message: it has no network. */

const PACKAGES = "/lib/python3.14/site-packages";
const BASE = "https://files.invalid/"; // an address that nobody has; Pyodide asks it for its files

// Chromium starts no module worker in a frame of an origin of its own; without this, Pyodide takes
// this worker for one that can't import modules.
self.importScripts = () => {
  throw new TypeError("There is no network here.");
};

let ask, handle;
const early = []; // what came before Python was ready

self.onmessage = ({ data }) => {
  if (data.kind === "begin") begin(data).catch((problem) => post({ kind: "failed", text: said(problem) }));
  else if (!ask) early.push(data);
  else answer(data);
};

const post = self.postMessage.bind(self); // a program may delete the name, and its reader must still hear of it
const progress = (text, part) => post({ kind: "progress", text, part });
const said = (problem) => String(problem?.message ?? problem).trim().split("\n").at(-1);

async function begin({ files, compiled, site }) {
  progress("Starting Python", 0.1);
  files["pyodide.asm.wasm"] = new ArrayBuffer(0); // Pyodide asks for it all the same
  self.fetch = async (asked) => served(files, String(asked.url ?? asked));
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module: compiled,
    instance: await WebAssembly.instantiate(compiled, imports),
  });
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([script(files, "pyodide.mjs"), script(files, "pyodide.asm.mjs")]);
  const python = await loadPyodide({
    indexURL: BASE,
    stdLibURL: `${BASE}python_stdlib.zip`,
    lockFileContents: text(files, "lock.json"),
    createPyodideModule,
  });
  progress("Loading the package", 0.4);
  python.unpackArchive(files["packages.zip"], "zip", { extractDir: PACKAGES });
  python.FS.mkdirTree("/page");
  for (const name of ["no_ipython.py", "play.py", "run.py"]) python.FS.writeFile(`/page/${name}`, text(files, name));
  progress("Preparing the table", 0.7);
  const run = python.runPython("import sys; sys.path.append('/page'); import no_ipython; import run; run");
  run.start((message, buffers) => post(withBuffers(JSON.parse(message), buffers)), site);
  [ask, handle] = [run.ask, run.handle];
  post({ kind: "ready" });
  early.splice(0).forEach(answer);
}


/** Answer a question of the page, or pass a message of the table on to it. */
function answer(data) {
  try {
    if (data.kind === "ask") post({ kind: "answer", id: data.id, text: ask(data.text) });
    else handle(JSON.stringify(data));
  } catch (problem) {
    if (data.kind === "ask") post({ kind: "answer", id: data.id, text: said(problem), failed: true });
    if (problem.name !== "PythonError") post({ kind: "ended" }); // no exception, but the end of Python
  }
}

function served(files, url) {
  const content = url.startsWith(BASE) && files[url.slice(BASE.length)];
  if (!content) throw new TypeError("There is no network here.");
  return new Response(content);
}

const text = (files, name) => new TextDecoder().decode(files[name]);
const script = (files, name) => import(URL.createObjectURL(new Blob([files[name]], { type: "text/javascript" })));

/** Put binary traits where Python took them out. */
function withBuffers(message, buffers) {
  for (const [index, name] of (message.binary ?? []).entries()) {
    message.state[name] = new DataView(buffers[index].slice().buffer);
  }
  return message;
}
