/** A program as a notebook, and the way of a notebook into the site's JupyterLite, which keeps its files in the browser. */

import localforage from "localforage";

const STORAGE = "piecepack_nb notebooks"; // as contentsStorageName in tools/site.py
const WARNING =
  "Run the cells one after the other, with Shift + Enter. If somebody else wrote the program, read it first: in a notebook it can do whatever you can do.";

/** Return a notebook with a program, its game to play, and the way back to the page to write games on.
 * @param {string} program @param {{ title: string, className: string }} game */
export function notebookOf(program, { title, className }) {
  return {
    cells: [
      cell("markdown", `# ${title}\n\n${WARNING}`),
      cell("code", program.trimEnd()),
      cell("code", `import piecepack_nb as pp\n\npp.play(${className})`),
      cell("markdown", "**Back to the page to write games on**, with the class as it is now: run this cell, and follow the link."),
      cell("code", `pp.link(${className})`),
    ],
    metadata: { kernelspec: { display_name: "Python (Pyodide)", language: "python", name: "python" } },
    nbformat: 4,
    nbformat_minor: 5,
  };
}

/** @param {"markdown" | "code"} type @param {string} source */
function cell(type, source) {
  const made = { cell_type: type, id: crypto.randomUUID().slice(0, 8), metadata: {}, source };
  return type === "code" ? { ...made, execution_count: null, outputs: [] } : made;
}

/** Put a notebook among JupyterLite's files, beside those that are there; return its name.
 * @param {string} stem @param {ReturnType<typeof notebookOf>} content */
export async function keepNotebook(stem, content) {
  const files = localforage.createInstance({ name: STORAGE, version: 1, storeName: "files", description: "Offline Storage for Notebooks and Files" });
  let name = `${stem}.ipynb`;
  for (let number = 2; await files.getItem(name); number++) name = `${stem}_${number}.ipynb`;
  const now = new Date().toISOString();
  const size = new TextEncoder().encode(JSON.stringify(content)).length;
  const mimetype = "application/json";
  await files.setItem(name, { name, path: name, created: now, last_modified: now, format: "json", mimetype, content, size, writable: true, type: "notebook" });
  return name;
}
