"""A real JupyterLab with real kernels, driven through a real browser.

notebook = open_notebook("notebooks/00_start_here.ipynb", wait_for=".ppnb-board")
notebook.page.get_by_role("button", name="f5").click()
notebook.wait_for_kernel("match.turn == 2")
assert notebook.kernel_eval("str(match.moves_made[-1])") == "suns f5-f6"
"""

from __future__ import annotations

import ast
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import websocket
from playwright.sync_api import Browser, Error, Page

from tests.browser.pages import DONT_WAIT

SECONDS = 60.0
KERNELSPEC = {"name": "python3", "display_name": "Python 3", "language": "python"}
ERROR_OUTPUT = (
    '[data-mime-type="application/vnd.jupyter.stderr"] pre, .jp-RenderedText.jp-mod-error'
)
THEIRS = ("JUPYTER", "PYTHONPATH")  # variables of the user's that would reach into the server
QUIET = {  # no news, no updates, no dialogs: nothing that would ask the network or cover the page
    "apputils-extension/notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
    "docmanager-extension/plugin": {"autosave": False},
}

OPEN = "path => jupyterapp.commands.execute('docmanager:open', {path}).then(() => null)"
FORGET = """
import ipywidgets
for each in list(ipywidgets.widgets.widget._instances.values()):
    if isinstance(each, ipywidgets.DOMWidget):  # ipycanvas needs the one that it makes on import
        each.close()
get_ipython().reset(new_session=True)
"""
"""Takes the widgets and names of a test out of a kernel; what it imported stays loaded."""
CLEAR = """async (code) => {
  const [kept, ...others] = [...jupyterapp.shell.widgets('main')].reverse()
    .sort((a, b) => Boolean(b.sessionContext) - Boolean(a.sessionContext));
  others.forEach((each) => each.dispose());
  const kernel = kept?.sessionContext?.session?.kernel;
  const late = new Promise((done) => setTimeout(done, 10000));
  const reply = kernel?.connectionStatus === 'connected' && kernel.status === 'idle'
    && await Promise.race([kernel.requestExecute({code, store_history: false}).done, late]);
  if (reply?.content?.status === 'ok') return kept.context.path;
  kept?.dispose();
  return '';
}"""
"""Closes all but one notebook, which stays with its kernel where that is well; gives its path."""
CLOSE = "() => [...jupyterapp.shell.widgets('main')].forEach(each => each.dispose())"
REVERT = """async () => {
  const { context, content } = jupyterapp.shell.currentWidget;
  await context.revert();
  content.activeCellIndex = 0;
  content.deselectAll();
  content.mode = 'command';
}"""
"""Shows the notebook as it is on the disk now."""
RAN = """() => jupyterapp.shell.currentWidget.content.widgets
  .every(({ model }) => model.executionState !== 'running')"""
"""True once the page shows the results of its cells: they run from the click that starts them."""
MEDIA = {"color_scheme": "light", "reduced_motion": "no-preference"}
"""The options of a context that a page can change, and what they are by default."""


class Server:
    """One JupyterLab server with a root folder of its own; knows nothing of the user's settings.

    ``python`` and ``root`` are another environment's Python, where the package must be installed,
    and the folder that it serves; ``module`` is another of Jupyter's applications.
    """

    def __init__(
        self,
        folder: Path,
        python: Path | None = None,
        root: Path | None = None,
        module: str = "jupyterlab",
    ) -> None:
        self.module = module
        self.root = root or folder / "root"
        self.python = python
        self.log = folder / "server.log"
        self.token = secrets.token_hex(16)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.root.mkdir(exist_ok=True)
        self._lines: dict[str, websocket.WebSocket] = {}
        self._process = self._start(folder)

    def _start(self, folder: Path) -> subprocess.Popen[bytes]:
        settings = folder / "settings" / "@jupyterlab"
        for name, values in QUIET.items():
            file = settings / f"{name}.jupyterlab-settings"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(values), encoding="utf-8")
        options = {
            "ServerApp.ip": "127.0.0.1",
            "ServerApp.port": self.port,
            "ServerApp.port_retries": 0,
            "ServerApp.root_dir": self.root,
            "ServerApp.allow_root": True,
            "IdentityProvider.token": self.token,
            "LabServerApp.user_settings_dir": folder / "settings",
            "LabServerApp.workspaces_dir": folder / "workspaces",
            "LabApp.extension_manager": "readonly",
            f"{'LabApp' if self.module == 'jupyterlab' else 'JupyterNotebookApp'}"
            ".expose_app_in_browser": True,
        }
        arguments = [f"--{name}={value}" for name, value in options.items()]
        ours = {} if self.python else {"PYTHONPATH": str(Path(__file__).parents[2])}
        env = {
            **{name: value for name, value in os.environ.items() if not name.startswith(THEIRS)},
            **{f"JUPYTER_{kind}_DIR": str(folder / kind) for kind in ("CONFIG", "DATA", "RUNTIME")},
            "JUPYTER_PREFER_ENV_PATH": "1",
            "IPYTHONDIR": str(folder / "ipython"),
            **ours,
        }
        with self.log.open("wb") as log:
            return subprocess.Popen(
                [self.python or sys.executable, "-m", self.module, "--no-browser", *arguments],
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                env=env,
                cwd=folder,
            )

    def __enter__(self) -> Server:
        try:
            self.wait()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def wait(self) -> None:
        """Wait until the server answers."""

        def answers() -> bool:
            if self._process.poll() is not None:
                raise RuntimeError(f"JupyterLab did not start:\n{self.log.read_text()[-3000:]}")
            try:
                self.ask("GET", "/api/status")
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                return False
            return True

        until(answers, "JupyterLab to answer", 3 * SECONDS)

    def ask(self, method: str, path: str, content: Mapping[str, Any] | None = None) -> Any:
        """Return the server's REST answer, as plain values; ``content`` goes with the request."""
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=json.dumps(content).encode() if content else None,
            headers={"Authorization": f"token {self.token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            body = answer.read()
        return json.loads(body) if body else None

    def kernel_of(self, path: str) -> dict[str, Any]:
        """Return what the server says of a notebook's kernel; nothing where it has none."""
        sessions = self.ask("GET", "/api/sessions")
        return next((dict(s["kernel"]) for s in sessions if s["path"] == path), {})

    def start_session(self, path: str) -> None:
        """Start a kernel for a notebook, which a page that opens the notebook then takes."""
        kernel = {"name": KERNELSPEC["name"]}
        session = {"path": path, "name": "", "type": "notebook", "kernel": kernel}
        self.ask("POST", "/api/sessions", session)

    def end_sessions(self, but: str = "") -> None:
        """End every session and its kernel, ``but`` those of one notebook."""
        kept = self.kernel_of(but).get("id") if but else None
        for session in self.ask("GET", "/api/sessions"):
            if session["kernel"]["id"] != kept:
                self.ask("DELETE", f"/api/sessions/{session['id']}")
        for kernel in self.ask("GET", "/api/kernels"):
            if kernel["id"] != kept:
                self.ask("DELETE", f"/api/kernels/{kernel['id']}")

    def answer(self, kernel: str, message: dict[str, Any]) -> dict[str, Any]:
        """Return the content of a kernel's reply to a message.

        The line to the kernel stays open for the next message: to open one takes ten times as long.
        """
        line = self._line_to(kernel)
        try:
            line.send(json.dumps(message))
            while True:
                received = line.recv()
                if not received:
                    raise websocket.WebSocketConnectionClosedException
                number = message["header"]["msg_id"]
                if isinstance(received, bytes) or number not in received:
                    continue  # others' messages; with bytes in it, such as a film
                reply = json.loads(received)
                if reply["msg_type"] == "execute_reply":
                    return dict(reply["content"])
        except (websocket.WebSocketException, OSError):
            self.hang_up()
            raise

    def _line_to(self, kernel: str) -> websocket.WebSocket:
        if kernel not in self._lines:
            self.hang_up()
            self._lines[kernel] = websocket.create_connection(
                f"ws://127.0.0.1:{self.port}/api/kernels/{kernel}/channels",
                timeout=SECONDS,
                header=[f"Authorization: token {self.token}"],
            )
        return self._lines[kernel]

    def hang_up(self) -> None:
        """Close the line to a kernel, which counts as one of its connections."""
        for line in self._lines.values():
            line.close()
        self._lines.clear()

    def stop(self) -> None:
        """Stop the server and its kernels."""
        if self._process.poll() is None:
            self.end_sessions()
            self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Notebook:
    """A notebook that is open in a page of JupyterLab, with a kernel; made by `open_notebook`."""

    def __init__(self, server: Server, page: Page, path: str) -> None:
        self.server = server
        self.page = page
        self.path = path

    def open(self) -> None:
        """Load (or load again) the page and wait for the kernel; runs nothing."""
        self.server.hang_up()
        self.page.goto(f"{self.server.url}/lab/tree/{self.path}?token={self.server.token}&reset")
        # Before the page has its kernel the indicator says "idle" too, and a run would be lost.
        until(self._is_connected, "the page to reach its kernel", 3 * SECONDS)
        self.wait_idle()

    def open_beside(self, kept: str = "") -> None:
        """Open it in the JupyterLab that the page shows already; where there is none, load it.

        It takes the place and the kernel of the notebook that was ``kept`` open, if there is one.
        """
        self.server.hang_up()
        if not self.page.evaluate("() => Boolean(globalThis.jupyterapp)"):
            self.open()
            return
        if kept and self.server.kernel_of(kept):
            (self.server.root / self.path).replace(self.server.root / kept)
            self.path = kept
            self.page.evaluate(REVERT)
        else:
            self.page.evaluate(CLOSE)
            self.page.evaluate(OPEN, self.path)
        until(self._is_connected, "the page to reach its kernel")
        self.wait_idle()

    def swap(self, path: str) -> Notebook:
        """Put another notebook in this one's place: its panel, and its kernel, cleared."""
        kept = self.page.evaluate(CLEAR, FORGET)
        other = Notebook(self.server, self.page, path)
        other.open_beside(kept)
        return other

    def wait_idle(self) -> None:
        """Wait until the page shows an idle kernel."""
        self.page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').first.wait_for(
            timeout=SECONDS * 1000
        )

    def clear(self) -> None:
        """Take all outputs away; what is in the kernel stays."""
        self.page.locator(".jp-Notebook .jp-InputPrompt").first.click()  # off whatever is open
        self.page.get_by_role("menuitem", name="Edit", exact=True).click()
        self.page.get_by_role("menuitem", name="Clear Outputs of All Cells", exact=True).click()
        self.page.locator(".jp-Notebook .jp-OutputArea-output").first.wait_for(state="detached")

    def run_all(self, wait_for: str = "") -> None:
        """Run every cell from the menu; then wait for something with the CSS selector `wait_for`.

        Raises AssertionError with the cell's own words where one fails or writes to stderr.
        """
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        self.page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        self.page.mouse.move(0, 0)  # else it points at what appears below the menu
        failed = self.page.locator(ERROR_OUTPUT)
        if wait_for:
            self.page.locator(f"{wait_for}, {ERROR_OUTPUT}").first.wait_for(timeout=SECONDS * 1000)
        self.wait_for_kernel("True")  # answers when the cells before it are done
        self.page.wait_for_function(RAN, timeout=SECONDS * 1000)
        self.wait_idle()
        assert not failed.count(), failed.first.inner_text()

    def kernel_eval(self, code: str) -> Any:
        """Run `code` in the notebook's kernel; the value of its last expression, through JSON.

        Leaves no trace in the notebook or in its history. Raises RuntimeError with the error's name
        and text where the code fails. It waits its turn behind cells that run.
        """
        *before, last = ast.parse(code).body or [ast.Pass()]
        expressions = {}
        if isinstance(last, ast.Expr):
            expressions["value"] = f"__import__('json').dumps({ast.unparse(last)})"
        else:
            before.append(last)
        reply = self._execute("\n".join(map(ast.unparse, before)), expressions)
        answer = reply.get("user_expressions", {}).get("value", reply)
        if answer["status"] != "ok":
            raise RuntimeError(f"{answer['ename']}: {answer['evalue']}")
        if not expressions:
            return None
        return json.loads(ast.literal_eval(answer["data"]["text/plain"]))

    def wait_for_kernel(self, expression: str) -> None:
        """Wait until the expression is true in the kernel; raise AssertionError after a minute."""
        until(lambda: bool(self.kernel_eval(f"bool({expression})")), f"{expression} in the kernel")

    @property
    def kernel_id(self) -> str:
        """The id of the kernel of this notebook's session."""
        return str(self._kernel()["id"])

    def _kernel(self) -> dict[str, Any]:
        return self.server.kernel_of(self.path)

    def _is_connected(self) -> bool:
        return bool(self._kernel().get("connections"))

    def _execute(self, code: str, expressions: Mapping[str, str]) -> dict[str, Any]:
        header = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": "execute_request",
            "session": uuid.uuid4().hex,
            "username": "test",
            "version": "5.4",
        }
        content = {
            "code": code,
            "silent": False,
            "store_history": False,
            "user_expressions": expressions,
            "allow_stdin": False,
            "stop_on_error": False,
        }
        message = {
            "channel": "shell",
            "header": header,
            "parent_header": {},
            "metadata": {},
            "content": content,
            "buffers": [],
        }
        kernel = self.kernel_id
        try:
            return self.server.answer(kernel, message)
        except websocket.WebSocketConnectionClosedException:  # the line to a kernel that has ended
            return self.server.answer(kernel, message)


def copy_in(server: Server, source: str | Path | list[str]) -> str:
    """Put a notebook under the server's root: a file, or the code of its cells; gives its path."""
    name = f"{uuid.uuid4().hex[:8]}.ipynb"
    if isinstance(source, list):
        (server.root / name).write_text(json.dumps(notebook_of(source)), encoding="utf-8")
    else:
        name = f"{Path(source).stem}-{name}"
        shutil.copyfile(source, server.root / name)
    return name


def notebook_of(cells: list[str]) -> dict[str, Any]:
    """Return a notebook document with these code cells."""
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": KERNELSPEC, "language_info": {"name": "python"}},
        "cells": [
            {
                "id": f"cell-{number}",
                "cell_type": "code",
                "source": source,
                "metadata": {},
                "outputs": [],
                "execution_count": None,
            }
            for number, source in enumerate(cells)
        ],
    }


@contextmanager
def browser_page(browser: Browser, width: int, height: int, **options: Any) -> Iterator[Page]:
    """A page of its own, with no cookie or storage of another test."""
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    context.add_init_script(DONT_WAIT)
    try:
        yield context.new_page()
    finally:
        context.close()


class LabPages:
    """Pages in which JupyterLab is loaded; to load it takes seconds, to open one more notebook not.

    A page is used by one test after the other. One notebook stays open in it, with its kernel, and
    the next test's takes its place: a new kernel takes seconds, too.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.free: dict[Page, str] = {}
        """The page that is free, if any, and the path of the notebook that is open in it."""

    @contextmanager
    def page(
        self, width: int, height: int, *, fresh: bool = False, **options: Any
    ) -> Iterator[tuple[Page, str]]:
        """A page, and the path of the notebook that is open in it, or "".

        It is a new page where ``fresh`` or its options ask for that.
        """
        if fresh or not options.keys() <= MEDIA.keys():
            with browser_page(self.browser, width, height, **options) as page:
                yield page, ""
            return
        if not self.free:
            context = self.browser.new_context()
            context.add_init_script(DONT_WAIT)
            self.free[context.new_page()] = ""
        page, kept = self.free.popitem()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(**{**MEDIA, **options})
        try:
            yield page, kept
        finally:
            left = None if self.free else cleared(page)
            if left is None:
                page.context.close()
            else:
                self.free[page] = left


def cleared(page: Page) -> str | None:
    """Close all in the page but one notebook, whose names and widgets are taken out of its kernel.

    Its path; "" where its kernel can't go on, so that it is closed; None where more stays open.
    """
    try:
        page.mouse.up()
        page.mouse.move(0, 0)
        kept = str(page.evaluate(CLEAR, FORGET))
        open_yet = page.locator(".jp-Dialog, .jp-NotebookPanel").count()
    except Error:
        return None
    return kept if open_yet == bool(kept) else None


def until(condition: Callable[[], bool], what: str, seconds: float = SECONDS) -> None:
    """Repeat until the condition holds; raise AssertionError with `what` after the time limit."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited {seconds:g} s in vain for {what}"
        time.sleep(0.05)


def free_port() -> int:
    """Return a port of the loopback that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
