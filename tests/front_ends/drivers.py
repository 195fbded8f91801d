"""The front ends of the matrix: how each is started, how it opens the start notebook, what it can.

A driver opens what a reader opens and runs it as a reader does; the robot does the rest. The
environment of a driver is the Python that the package and the front end are installed in.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from tests.browser.lab import THEIRS, Server, free_port, notebook_of
from tests.front_ends.robot import CHECKS, WATCHED, Screen
from tools import site

ROOT = Path(__file__).parents[2]
START = ROOT / "notebooks/00_start_here.ipynb"
MARIMO = Path(__file__).with_name("in_marimo.py")
ALL = tuple(CHECKS)
STATIC = ("scrubbed",)
"""What a page without a kernel can do."""
OPENED = """
() => {
  const app = globalThis.jupyterapp;
  const notebook = app && [...app.shell.widgets("main")].find((each) => each.sessionContext);
  if (!notebook?.context.isReady || notebook.sessionContext.session?.kernel?.status !== "idle") {
    return false;
  }
  app.shell.activateById(notebook.id);
  return app.shell.currentWidget === notebook;
}
"""
ADD_CELL = """
(source) => {
  const cell = { cell_type: "code", source, metadata: {} };
  jupyterapp.shell.currentWidget.content.model.sharedModel.addCell(cell);
}
"""
RUN_ALL = """
() => { jupyterapp.commands.execute("notebook:run-all-cells"); }
"""


class FrontEnd(Protocol):
    """A front end, or a file that shows the notebook."""

    name: str
    """As the table says it."""
    why_not: str
    """Why it can't do the rest; "" if it can do everything."""

    @property
    def can(self) -> Sequence[str]:
        """The abilities to check."""

    def start(self, folder: Path) -> None:
        """Start it, with an empty folder for all that it writes."""

    def open(self, screen: Screen) -> None:
        """Open the start notebook in a page and run it."""

    def stop(self) -> None:
        """Stop it, and all that it started."""


def write_start_notebook(path: Path) -> None:
    """Write the start notebook without outputs; its last cell draws on a canvas."""
    document = json.loads(START.read_text(encoding="utf-8"))
    for cell in document["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
    document["cells"] += notebook_of([WATCHED])["cells"]
    path.write_text(json.dumps(document), encoding="utf-8")


def environment(python: Path) -> dict[str, str]:
    """Return the environment variables for a Python: without those that name other packages.

    The Python of the tests takes the package from here.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith(THEIRS)}
    return {**kept, "PYTHONPATH": str(ROOT)} if python == Path(sys.executable) else kept


def wait_for(screen: Screen, function: str, what: str, seconds: float = 240) -> None:
    """Wait until a JavaScript function returns true in the page."""
    end = time.monotonic() + seconds
    while not screen.evaluate(function):
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.2)


def run_all(screen: Screen, *more: str) -> None:
    """Run the notebook that is open in one of Jupyter's applications, with ``more`` cells."""
    wait_for(screen, OPENED, "the notebook and its kernel")
    for source in more:
        screen.evaluate(ADD_CELL, source)
    screen.evaluate(RUN_ALL)


class Jupyter:
    """JupyterLab or Notebook, with a real server and kernel."""

    can: Sequence[str] = ALL
    why_not = ""

    def __init__(self, name: str, python: Path, *, page: str = "lab/tree") -> None:
        self.name = name
        self.python = python
        self.page = page

    def start(self, folder: Path) -> None:
        """Start the server."""
        module = "notebook" if self.page == "notebooks" else "jupyterlab"
        self.server = Server(folder, self.python, module=module)
        self.server.wait()
        write_start_notebook(self.server.root / "start.ipynb")

    def open(self, screen: Screen) -> None:
        """Open the notebook and run all its cells."""
        screen.open(f"{self.server.url}/{self.page}/start.ipynb?token={self.server.token}")
        run_all(screen)

    def stop(self) -> None:
        """Stop the server and its kernels."""
        self.server.stop()


class Served:
    """A front end that serves one document at a port."""

    can: Sequence[str] = ALL
    why_not = ""

    def __init__(self, name: str, python: Path) -> None:
        self.name = name
        self.python = python

    alive = ""
    """The address that answers when it is ready."""

    def arguments(self, folder: Path, port: int) -> list[str | Path]:
        """Return the arguments of Python that serve the document."""
        raise NotImplementedError

    def start(self, folder: Path) -> None:
        """Start the server, and wait until it answers."""
        port = free_port()
        self.address = f"http://127.0.0.1:{port}/"
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [self.python, *self.arguments(folder, port)], cwd=folder, stdout=log,
                stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=environment(self.python),
            )  # fmt: skip
        self._wait(folder / "log")

    def _wait(self, log: Path) -> None:
        end = time.monotonic() + 120
        while True:
            try:
                with urllib.request.urlopen(self.address + self.alive, timeout=120):
                    return
            except urllib.error.HTTPError:
                return
            except OSError:
                pass
            running = self.process.poll() is None and time.monotonic() < end
            assert running, f"{self.name} did not start:\n{log.read_text()[-2000:]}"
            time.sleep(0.3)

    def open(self, screen: Screen) -> None:
        """Open the document, which runs it."""
        screen.open(self.address)

    def stop(self) -> None:
        """Stop the server."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()


class Voila(Served):
    """Voila: the notebook without its code, run for each reader."""

    def arguments(self, folder: Path, port: int) -> list[str | Path]:
        """Return the arguments of Python that serve the document."""
        write_start_notebook(folder / "start.ipynb")
        return [
            "-m",
            "voila",
            "start.ipynb",
            "--no-browser",
            f"--port={port}",
            "--Voila.ip=127.0.0.1",
        ]

    alive = "api/kernels"  # its page would run the notebook


class Marimo(Served):
    """marimo: the start notebook's widgets as a marimo notebook, in its editor or as an app."""

    can = tuple(each for each in ALL if each != "drawn")
    why_not = "marimo shows a canvas and its panel, in one box of ipywidgets, as a still picture"

    def __init__(self, name: str, python: Path, command: str = "edit") -> None:
        super().__init__(name, python)
        self.command = command

    def arguments(self, folder: Path, port: int) -> list[str | Path]:
        """Return the arguments of Python that serve the document."""
        shutil.copy(MARIMO, folder)
        run_at_once = "[tool.marimo.runtime]\nauto_instantiate = true\n"
        (folder / "pyproject.toml").write_text(run_at_once, encoding="utf-8")
        quiet = ["--headless", "--no-token", "--skip-update-check"]
        return ["-m", "marimo", "-q", "-y", self.command, MARIMO.name, *quiet, "--port", str(port)]


class Lite:
    """JupyterLite, from the site that `make site` built: Python runs in the page."""

    can: Sequence[str] = ALL
    why_not = ""

    def __init__(self, name: str, application: str) -> None:
        self.name = name
        self.application = application

    def start(self, folder: Path) -> None:
        """Serve the site; build it if it isn't built."""
        if not (site.SITE / "index.html").exists():
            site.build()
        self.serving = site.server()
        threading.Thread(target=self.serving.serve_forever, daemon=True).start()

    def open(self, screen: Screen) -> None:
        """Open the notebook and run all its cells."""
        address = f"http://127.0.0.1:{self.serving.server_address[1]}/lite/{self.application}"
        screen.open(f"{address}/index.html?path=00_start_here.ipynb")
        run_all(screen, WATCHED)

    def stop(self) -> None:
        """Stop serving."""
        self.serving.shutdown()
        self.serving.server_close()


class Exported:
    """The notebook as nbconvert's HTML: widgets without a kernel."""

    can = STATIC
    why_not = "there is no kernel"

    def __init__(self, name: str, python: Path) -> None:
        self.name = name
        self.python = python

    def start(self, folder: Path) -> None:
        """Run the notebook and export it."""
        write_start_notebook(folder / "start.ipynb")
        convert = [
            "-m",
            "nbconvert",
            "--to",
            "html",
            "--execute",
            "start.ipynb",
            "--log-level=ERROR",
        ]
        subprocess.run(
            [self.python, *convert], cwd=folder, env=environment(self.python), check=True
        )
        self.file = folder / "start.html"

    def open(self, screen: Screen) -> None:
        """Open the file."""
        screen.open(self.file.as_uri())

    def stop(self) -> None:
        """Do nothing: nothing runs."""


class OneFile(Exported):
    """A replay as one HTML file, which needs no network."""

    def start(self, folder: Path) -> None:
        """Write the file."""
        self.file = folder / "replay.html"
        code = (
            "import piecepack_nb as pp; game = pp.game('piecepackman');"
            "match = pp.Match(game, seed=7, seats=dict.fromkeys(game.seats, 'greedy'));"
            "match.run(); match.goto(2); pp.replay(match).to_html('replay.html')"
        )
        subprocess.run(
            [self.python, "-c", code], cwd=folder, env=environment(self.python), check=True
        )


def version(python: Path, distribution: str) -> str:
    """Return a distribution's version in an environment."""
    code = f"import importlib.metadata as m; print(m.version({distribution!r}))"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()
