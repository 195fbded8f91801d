"""Build the site in build/site: JupyterLite, a page to play each game, and the documentation.

``python tools/site.py`` needs npm and the package index once; the site itself asks no other host
for anything. ``--docs`` builds the documentation alone, and ``--serve`` serves the site on this
machine.

The pins must fit each other: JupyterLite's kernel names the version of Pyodide that it runs on, and
Pyodide's lock file names the versions of its packages.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import html
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterable
from pathlib import Path
from pkgutil import iter_modules
from string import Template
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools import lessons, site_gallery, site_guest, site_make, site_run

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "docs/site"
BUILD = ROOT / "build"
SITE = BUILD / "site"
LITE = SITE / "lite"
"""JupyterLite; a site in its root folder would have to be its first page."""
WORK = BUILD / "site-work"
ENVIRONMENT = WORK / "env"
PYODIDE = "314.0.6"  # the version in jupyterlite_pyodide_kernel/constants.py, which main() checks
PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
)
OWN_PINS = ("anywidget", "ipywidgets", "jupyterlab_widgets")
"""Packages at the versions of docs/site/requirements.txt."""
OTHERS = ("comm", "filelock", "psygnal", "segno")
"""Pure packages that Pyodide doesn't have; any version."""
KERNEL = ("ipython", "jedi", "micropip", "typing-extensions", "tqdm")
"""Packages of Pyodide's that the kernel and the widgets need; their dependencies come with them."""
NEEDS = {
    "anywidget": ["ipywidgets", "psygnal", "typing-extensions"],
    "ipywidgets": ["comm", "ipython", "jupyterlab-widgets", "traitlets"],
    "comm": ["traitlets"],
    "piecepack-nb": ["anywidget", "filelock", "ipywidgets", "segno"],
}
"""What a package needs, where Pyodide's lock doesn't say."""
LITE_PACKAGES = (
    "micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython", "anywidget",
    "ipywidgets", "piecepack-nb",
)  # fmt: skip
EXTENSION = "@jupyterlite/pyodide-kernel-extension"
OVERRIDES = {
    "@jupyterlab/notebook-extension:tracker": {
        "codeCellConfig": {"lineNumbers": False, "lineWrap": True}
    },
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
}
"""JupyterLite's settings, until a reader changes them: on a phone code is in sight to its end, and
the page is dark where the device is."""
WORDS = (
    "<style>.jp-OutputArea-output pre { word-break: normal !important; "
    "overflow-wrap: anywhere; }"
    ".jp-RenderedMarkdown pre, .jp-RenderedMarkdown pre code { white-space: pre-wrap; "
    "overflow-wrap: anywhere; }"
    "@media (max-width: 600px) { .jp-RenderedMarkdown.jp-RenderedMarkdown table { "
    "width: 100%; table-layout: auto; font-size: 11px; } "
    ".jp-RenderedMarkdown.jp-RenderedMarkdown table :is(th, td) { padding: 3px; } }</style>"
)
"""What is printed breaks between words, code in a text wraps, and a table on a phone has the whole
width: JupyterLab's own style breaks words, lets code leave the page, and has narrow columns."""
NOTEBOOKS = "piecepack_nb notebooks"
"""Where JupyterLite keeps its files in the browser; src/site/notebook.js puts notebooks there."""
DOCS = ("docs", "notebooks", "boards", "_static", "_images", "_downloads")
"""The folders of the documentation, which the build replaces."""
RUN = ("run", "make")
"""The folders in which somebody's program runs, and in which one writes it."""
PLAY = ("play.js", "worker.js", "play.py", "style.css")
MODEL = site_run.FRONTEND / "src/model.js"
"""A module of the front end's that the play pages use as it is."""
GALLERY = ("gallery.js", "gallery.css")
"""What the first page has beside it."""


def main() -> int:
    """Build the site, or serve it; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--serve", action="store_true", help="serve build/site")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--docs", action="store_true", help="build the documentation alone")
    chosen = parser.parse_args()
    if chosen.serve:
        serve(chosen.port)
    elif chosen.docs:
        make_environment()
        build_docs()
        print((SITE / "docs/index.html").relative_to(ROOT))
    else:
        build()
        size = sum(file.stat().st_size for file in SITE.rglob("*") if file.is_file())
        print(f"{SITE.relative_to(ROOT)}: {size / 1e6:.0f} MB")
    return 0


def build() -> None:
    """Build the whole site."""
    make_environment()
    lite = WORK / "lite"
    shutil.rmtree(lite, ignore_errors=True)
    pyodide = lite / "static/pyodide"
    pyodide.mkdir(parents=True)
    get_pyodide(pyodide)
    wheels = {canonical(file): file for file in [*download(pyodide), own_wheel(), *kernel_wheels()]}
    lock = json.loads((WORK / "package/pyodide-lock.json").read_text(encoding="utf-8"))
    lock["packages"] = {name: entry(name, file, lock) for name, file in sorted(wheels.items())}
    for file in wheels.values():
        if file.parent != pyodide:
            shutil.copy(file, pyodide)
    (pyodide / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    write_lite(lite)
    lessons.write(lite / "files", replace=True)
    shutil.rmtree(SITE, ignore_errors=True)
    command = [
        "lite",
        "build",
        "--lite-dir",
        lite,
        "--contents",
        lite / "files",
        "--output-dir",
        LITE,
    ]
    run(ENVIRONMENT / "bin/jupyter", *command, "--no-sourcemaps", cwd=lite)
    write_policies(LITE, LITE_POLICY)
    for page in LITE.rglob("index.html"):
        page.write_text(page.read_text("utf-8").replace("</head>", f"{WORDS}</head>"), "utf-8")
    write_pages()
    build_docs()


def build_docs() -> None:
    """Build the documentation from the repository's pages; every warning is an error."""
    for name in DOCS:
        shutil.rmtree(SITE / name, ignore_errors=True)
    sphinx: list[str | Path] = [ENVIRONMENT / "bin/python", "-m", "sphinx", "-q", "-b", "html"]
    sphinx += ["-E", "-W", "--keep-going", "-c", ROOT / "docs", "-d", WORK / "doctrees"]
    run(*sphinx, ROOT, SITE)
    write_policies(SITE, POLICY)


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """Run a command and return its output; print the output and raise if it fails."""
    path = os.pathsep.join((str(ENVIRONMENT / "bin"), os.environ["PATH"]))
    done = subprocess.run(
        [*map(str, command)], cwd=cwd, capture_output=True, text=True, check=False,
        env={**os.environ, "PATH": path},
    )  # fmt: skip
    if done.returncode:
        print(done.stdout, done.stderr, file=sys.stderr)
        raise SystemExit(f"{command[0]} failed")
    return done.stdout


# --- what the site is made of --------------------------------------------------------------------


def make_environment() -> None:
    """Make the environment that builds the site, once for each set of pins."""
    pins = (SOURCE / "requirements.txt").read_bytes()
    mark = ENVIRONMENT / hashlib.sha256(pins).hexdigest()[:16]
    if mark.exists():
        return
    venv.create(ENVIRONMENT, clear=True)
    pinned = ("--no-deps", "--require-hashes", "-r", SOURCE / "requirements.txt")
    install(ENVIRONMENT / "bin/python", *pinned)
    mark.touch()


def install(python: Path, *wanted: str | Path) -> None:
    """Install packages with uv; where it can't, with pip, which takes ten times as long."""
    command = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", python, *wanted]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pip(python, "install", *wanted)


def pip(python: Path, *arguments: str | Path) -> None:
    """Run pip for an environment, which needn't have one."""
    quiet = ("-qq", "--disable-pip-version-check")
    run(sys.executable, "-m", "pip", "--python", python, *quiet, *arguments)


def get_pyodide(folder: Path) -> None:
    """Put Pyodide's own files into the folder."""
    archive = WORK / f"pyodide-{PYODIDE}.tgz"
    if not archive.exists():
        run("npm", "pack", "--silent", f"pyodide@{PYODIDE}", cwd=WORK)
    code = "from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION as v; print(v)"
    wanted = run(ENVIRONMENT / "bin/python", "-c", code).strip()
    if wanted != PYODIDE:
        raise SystemExit(f"PYODIDE is {PYODIDE}; expected {wanted}, the version of the kernel")
    with tarfile.open(archive) as opened:
        opened.extractall(WORK, filter="data")
    for name in PYODIDE_FILES:
        shutil.copy(WORK / "package" / name, folder)


def download(folder: Path) -> list[Path]:
    """Download the pure wheels that the kernel and the widgets need; return their paths."""
    lock = json.loads((WORK / "package/pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
    names = dict.fromkeys(each for name in KERNEL for each in closure(name, lock))
    pinned = dict(
        line.split(" ")[0].split("==")
        for line in (SOURCE / "requirements.txt").read_text(encoding="utf-8").splitlines()
        if "==" in line
    )
    wanted = [f"{name}=={lock[name]['version']}" for name in names]
    wanted += [f"{name}=={pinned[name.replace('_', '-')]}" for name in OWN_PINS]
    pure = ("--python-version", "3.14", "--platform", "any", "--only-binary", ":all:")
    arguments = ("--no-deps", *pure, "--dest", folder, *wanted, *OTHERS)
    pip(ENVIRONMENT / "bin/python", "download", *arguments)
    return sorted(folder.glob("*.whl"))


def closure(name: str, packages: dict[str, Any]) -> list[str]:
    """Return a package of Pyodide's and all that it needs."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found[each] = None
            waiting += (need.replace("_", "-") for need in packages[each]["depends"])
    return list(found)


def own_wheel() -> Path:
    """Build this package's wheel and return its path."""
    folder = WORK / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    python = ENVIRONMENT / "bin/python"
    run(python, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


def kernel_wheels() -> list[Path]:
    """Return the wheels that come with JupyterLite's kernel."""
    folder = ENVIRONMENT / "share/jupyter/labextensions" / EXTENSION / "static/pypi"
    return sorted(each for each in folder.glob("*.whl") if "extension-3" not in each.name)


def canonical(wheel: Path) -> str:
    """Return the name of a wheel's package, as Pyodide's lock writes it."""
    return wheel.name.partition("-")[0].lower().replace("_", "-").replace(".", "-")


def entry(name: str, wheel: Path, lock: dict[str, Any]) -> dict[str, Any]:
    """Return the entry of a wheel in Pyodide's lock file."""
    known = lock["packages"].get(name, {})
    needs = known.get("depends") or NEEDS.get(name, [])
    return {
        "name": name,
        "version": wheel.name.split("-")[1],
        "file_name": wheel.name,
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "install_dir": "site",
        "package_type": "package",
        "depends": [need.replace("_", "-") for need in needs],
        "imports": known.get("imports") or [name.replace("-", "_")],
        "unvendored_tests": False,
    }


# --- JupyterLite ---------------------------------------------------------------------------------


def write_lite(lite: Path) -> None:
    """Write JupyterLite's settings: its own files only, and the package ready to import."""
    kernel = {
        "pyodideUrl": "./static/pyodide/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {
            "packages": list(LITE_PACKAGES),
            "lockFileURL": "./static/pyodide/pyodide-lock.json",
        },
    }
    settings = {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "piecepack_nb",
            "exposeAppInBrowser": True,
            "enableServiceWorkerCache": "true",
            "contentsStorageName": NOTEBOOKS,
            "litePluginSettings": {f"{EXTENSION}:kernel": kernel},
            "settingsOverrides": OVERRIDES,
        },
    }
    (lite / "jupyter-lite.json").write_text(json.dumps(settings, indent=1), encoding="utf-8")


# --- the pages -----------------------------------------------------------------------------------


def write_pages() -> None:
    """Write the first page, a page to play each game, and the worker that keeps them offline."""
    import piecepack_nb as pp
    from piecepack_nb import games

    play = SITE / "play"
    play.mkdir()
    for file in (*(SOURCE / name for name in PLAY), MODEL):
        shutil.copy(file, play)
    for name in sorted(each.name for each in iter_modules(games.__path__) if each.ispkg):
        game = pp.game(name)
        book = game.rulebook
        facts = {
            "name": name,
            "title": html.escape(game.title),
            "picture": picture(game),
            "credits": html.escape(f"{game.title} by {book.author}. {book.licence}."),
        }
        folder = play / name
        folder.mkdir()
        (folder / "index.html").write_text(filled("play.html", **facts), encoding="utf-8")
    for name in GALLERY:
        shutil.copy(SOURCE / name, SITE)
    site_gallery.write(SITE)
    scripts = site_run.write(SITE / "run", LITE / "static/pyodide")
    site_make.write(SITE / "make", scripts)
    site_guest.write(SITE / "guest", SITE / "run", scripts)
    write_offline(play)


def picture(game: Any) -> str:
    """Return the start of a game as SVG text."""
    import piecepack_nb as pp
    from piecepack_nb.scene.game_view import view_of

    match = pp.Match(game, seed=7)
    match.run()
    return str(view_of(game).picture(game, match.state))


def filled(template: str, **values: str) -> str:
    """Return a template of docs/site with its values."""
    return Template((SOURCE / template).read_text(encoding="utf-8")).substitute(values)


def write_offline(play: Path) -> None:
    """Write the service worker: the files that a play page uses, and a name of their content."""
    lock = json.loads((LITE / "static/pyodide/pyodide-lock.json").read_text(encoding="utf-8"))
    used = [LITE / "static/pyodide" / name for name in (*PYODIDE_FILES, "pyodide-lock.json")]
    used += [LITE / "static/pyodide" / name for name in files_of("piecepack-nb", lock["packages"])]
    used += [play / name for name in (*PLAY, MODEL.name)]
    used += sorted(play.glob("*/index.html"))
    used.append(SITE / "index.html")
    run = [LITE / "static/pyodide" / name for name in site_run.SHARED]
    run += [file for name in RUN for file in sorted((SITE / name).iterdir())]
    run.append(SITE / "guest/index.html")
    groups = {"play": addresses(used), "run": addresses([*run, SITE / "play/style.css"])}
    worker = (SOURCE / "offline.js").read_text(encoding="utf-8")
    worker = worker.replace("BUILD", digest([*used, *run])).replace(
        "GROUPS = {}", f"GROUPS = {json.dumps(groups)}"
    )
    (SITE / "offline.js").write_text(worker, encoding="utf-8")


def addresses(files: Iterable[Path]) -> list[str]:
    """Return the addresses of files of the site, from its first page."""
    return [file.relative_to(SITE).as_posix().removesuffix("index.html") or "./" for file in files]


def files_of(name: str, packages: dict[str, Any]) -> list[str]:
    """Return the wheels of a package and of all that it needs."""
    return [packages[each]["file_name"] for each in closure(name, packages)]


def digest(files: Iterable[Path]) -> str:
    """Return a short name of the files' content."""
    total = hashlib.sha256()
    for file in files:
        total.update(file.read_bytes())
    return total.hexdigest()[:12]


# --- what a page may load ------------------------------------------------------------------------


POLICY = (
    "default-src 'none'; script-src 'self' {scripts}; worker-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'"
)
"""The documentation loads its own files, and runs the scripts that Sphinx wrote into a page."""
LITE_POLICY = (
    "default-src 'self' data: blob:; style-src 'self' 'unsafe-inline' data:; "
    "script-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; base-uri 'self'"
)
"""JupyterLite runs what a reader writes, with the site's own files alone."""
HEAD = re.compile(r"<head[^>]*>", re.IGNORECASE)
SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.DOTALL)


def write_policies(folder: Path, policy: str) -> None:
    """Write the policy into each page of the folder that has none."""
    for path in folder.rglob("*.html"):
        page = path.read_text(encoding="utf-8")
        if "Content-Security-Policy" not in page.partition("<body")[0]:
            scripts = " ".join(
                sorted(f"'{site_run.script_hash(each)}'" for each in inline_scripts(page))
            )
            content = policy.format(scripts=scripts).replace("  ", " ").replace(" ;", ";")
            head = f'<meta http-equiv="Content-Security-Policy" content="{content}">'
            path.write_text(HEAD.sub(rf"\g<0>{head}", page, count=1), encoding="utf-8")


def inline_scripts(page: str) -> set[str]:
    """Return the code that a page has in itself; data, which have a type, are no code."""
    found = SCRIPT.finditer(page)
    return {each["code"] for each in found if not re.search(r"\b(src|type)=", each["attributes"])}


# --- serving -------------------------------------------------------------------------------------


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the site; without caching, so that a new build is seen at once."""

    extensions_map = {  # noqa: RUF012 - as in the base class
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *arguments: object) -> None:
        """Print nothing for each file."""


def server(port: int = 0) -> http.server.ThreadingHTTPServer:
    """Return a server of the site on this machine; raise SystemExit if it isn't built."""
    if not (SITE / "index.html").exists():
        raise SystemExit("build/site is missing; run make site first")
    handler = functools.partial(Handler, directory=str(SITE))
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)


def serve(port: int) -> None:
    """Serve the site until Ctrl+C."""
    serving = server(port)
    print(f"http://127.0.0.1:{serving.server_address[1]}/ (Ctrl+C ends it)")
    try:
        serving.serve_forever()
    except KeyboardInterrupt:
        serving.server_close()


if __name__ == "__main__":
    sys.exit(main())
