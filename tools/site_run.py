"""The part of the site in which somebody's program runs: the folder ``run`` and its safe frame.

``write`` builds it; ``tools/site.py`` calls it. A page with a runner needs ``frame_policy`` in its
own policy, for the frame is a part of the page and may do no more than the page may.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "docs/site/run"
FRONTEND = ROOT / "piecepack_nb/widgets/frontend"
STATIC = ROOT / "piecepack_nb/widgets/static"
PACKAGES = (
    "anywidget", "comm", "filelock", "ipywidgets", "piecepack-nb", "psygnal", "segno", "traitlets",
    "typing-extensions",
)  # fmt: skip
"""What a table needs where there is no notebook."""
SHARED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""The files of Pyodide's that the frame gets as they are."""
SCRIPTS = "'{hash}' 'wasm-unsafe-eval' blob:"
"""What may run in the frame: its own script, Python, and what it makes of its files."""
POLICY = (
    "default-src 'none'; script-src {scripts}; worker-src blob:; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:; connect-src 'none'; form-action 'none'; base-uri 'none'"
)


def bundle(script: str, *options: str) -> str:
    """Return a script of the front end's ``src/site`` with all that it imports, as one text."""
    installed, wanted = FRONTEND / "node_modules/.package-lock.json", FRONTEND / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < wanted.stat().st_mtime:
        subprocess.run(["npm", "ci", "--silent"], cwd=FRONTEND, check=True)
    command = ["npx", "esbuild", f"src/site/{script}", "--bundle", "--minify", "--format=esm"]
    command += ["--target=es2022", "--charset=utf8", "--log-level=error", *options]
    command += ["--jsx=automatic", "--jsx-import-source=preact"]
    done = subprocess.run(command, cwd=FRONTEND, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def script_hash(code: str) -> str:
    """Return the hash by which a policy allows this code."""
    digest = hashlib.sha256(code.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def frame() -> tuple[str, str]:
    """Return the frame's page, and what a page that shows it must allow as ``script-src``."""
    script = bundle("frame.js").replace("</script", "<\\/script")
    scripts = SCRIPTS.format(hash=script_hash(script))
    page = Template((SOURCE / "frame.html").read_text(encoding="utf-8"))
    return page.substitute(policy=POLICY.format(scripts=scripts), script=script), scripts


def pack(folder: Path, pyodide: Path, packages: Mapping[str, Any]) -> None:
    """Write Python's library and the packages that a table needs, compiled, into two archives.

    The browser would take three times as long to compile them at each visit.
    """
    wheels = [pyodide / packages[name]["file_name"] for name in PACKAGES]
    command = ["node", SOURCE / "pack.mjs", pyodide, *wheels, folder]
    subprocess.run(list(map(str, command)), check=True)


def write(folder: Path, pyodide: Path) -> str:
    """Write the folder, which uses Pyodide's files; return the scripts that a page must allow."""
    from piecepack_nb.widgets.page import MODULE, STYLES

    folder.mkdir(parents=True)
    page, scripts = frame()
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    texts = {
        "frame.html": page,
        "widgets.js": MODULE,
        "widgets.css": STYLES,
        "lock.json": json.dumps({**lock, "packages": {}}),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    for name in ("worker.js", "no_ipython.py", "run.py", "../play.py"):
        shutil.copy(SOURCE / name, folder)
    pack(folder, pyodide, lock["packages"])
    own = {file.name: file for file in sorted(folder.iterdir())}
    shared = {name: pyodide / name for name in SHARED}
    listed = {
        name: {"path": os.path.relpath(file, folder), "size": file.stat().st_size}
        for name, file in {**own, **shared}.items()
    }
    (folder / "files.json").write_text(json.dumps(listed), encoding="utf-8")
    return scripts
