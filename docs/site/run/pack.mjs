/**
 * `node pack.mjs PYODIDE WHEELS… OUT`: write Python's own library and the wheels into OUT, compiled by the
 * Python that will run them, so that the browser needn't: python_stdlib.zip and packages.zip.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, ...wheels] = process.argv.slice(2);
const out = wheels.pop();
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: pyodide, checkAPIVersion: true });
python.FS.mkdirTree("/wheels");
for (const wheel of wheels) python.FS.writeFile(`/wheels/${basename(wheel)}`, readFileSync(wheel));
python.FS.writeFile("/stdlib.zip", readFileSync(join(pyodide, "python_stdlib.zip")));
python.runPython(`
import importlib._bootstrap_external as how
import zipfile
from pathlib import Path, PurePath

def compiled(source, name):
    code = compile(source, name, "exec", dont_inherit=True)
    return how._code_to_timestamp_pyc(code)

IN_FRAME = ("widgets.js", "host.js", "host_page.js")

def skipped(path):
    parts = path.parts
    return (
        parts[0].endswith(".data")
        or (parts[0].endswith(".dist-info") and path.name not in ("METADATA", "entry_points.txt"))
        or "tests" in parts
    )

def pack(archives, target):
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zipped:
        for archive in archives:
            with zipfile.ZipFile(archive) as opened:
                for name in opened.namelist():
                    path = PurePath(name)
                    if name.endswith("/") or skipped(path):
                        continue
                    content = b"" if path.name in IN_FRAME else opened.read(name)
                    if path.suffix == ".py":
                        content, path = compiled(content, name), path.with_suffix(".pyc")
                    info = zipfile.ZipInfo(str(path), (2020, 1, 1, 0, 0, 0))
                    zipped.writestr(info, content, zipfile.ZIP_DEFLATED, 9)

pack(["/stdlib.zip"], "/python_stdlib.zip")
pack(sorted(Path("/wheels").iterdir()), "/packages.zip")
`);
for (const name of ["python_stdlib.zip", "packages.zip"]) writeFileSync(join(out, name), python.FS.readFile(`/${name}`));
