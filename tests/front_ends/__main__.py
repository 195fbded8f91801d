"""The matrix: a robot plays the start notebook in every front end, and writes docs/matrix.md.

``python -m tests.front_ends`` runs all of them (`make matrix`); with words of their names
it runs only those, and keeps the other rows of the page. Each front end has an environment of its
own in build/matrix, with this package's wheel; JupyterLite is the site that `make site` builds.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.front_ends import drivers, screens
from tests.front_ends.drivers import ROOT, FrontEnd
from tests.front_ends.robot import CHECKS, Robot, Screen

BUILD = ROOT / "build/matrix"
ROWS = BUILD / "rows.json"
"""The results of the last run of each front end."""
PAGE = ROOT / "docs/matrix.md"
UV = [sys.executable, "-m", "uv"]
NPM = ("@jupyter-widgets/html-manager", "anywidget", "requirejs")
WIDGETS = ("anywidget==0.11.0", "ipywidgets==8.1.9")
SYMBOLS: dict[bool | None, str] = {True: "✓ yes", False: "✗ **no**", None: "–"}
INTRODUCTION = """\
# Front ends

A robot plays the start notebook in each of these, with the package installed from its wheel
(`make matrix`; this run: {date}). It clicks and drags as a reader does:

| ability | what the robot does |
| --- | --- |
{abilities}

{table}

{notes}
This is one run of each on a quiet machine. On a busy one, Voila in Firefox showed "Error displaying
widget: model not found" in place of some widgets: ipywidgets 8.1.9 waits two seconds for a widget's
data and then gives up (ipywidgets issue 4026). On the same busy machine, widgets were missing in
all of three runs with that limit, and in none of four with a limit of a minute. "drawn" or "rule
changed" took longer than 90 seconds in four runs of JupyterLab 4.6.6 and Notebook 7.6.5.

Three front ends are not tested, because they can't run where the robot does. This is what is known:

- **VS Code**: anywidget, which draws the boards, names it among its front ends. VS Code loads
  anywidget from the environment of a local kernel (vscode-jupyter issue 16586); for a kernel on
  another machine, allow a source in the setting `jupyter.widgetScriptSources`.
- **Google Colab**: anywidget names it, too, and enables Colab's manager of custom widgets by itself
  (anywidget issue 52). That manager breaks the Accordion of ipywidgets (colabtools issue 3571),
  which no board uses.
- **Safari**: nobody has reported on boards there. JupyterLite is reported to hang in Safari when it
  starts (August 2026): use Chrome, Edge or Firefox for it.
"""


class Row(NamedTuple):
    """A front end in a browser, and which of its abilities were seen to work."""

    name: str
    browser: str
    results: dict[str, bool]
    why_not: str


@cache
def wheel() -> Path:
    """Build the wheel and return its path."""
    folder = BUILD / "dist"
    shutil.rmtree(folder, ignore_errors=True)
    build: list[str | Path] = [
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--outdir",
        folder,
    ]
    subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    (made,) = folder.glob("*.whl")
    return made


def installed(*packages: str, extra: str = "[canvas]") -> Path:
    """Return the Python of an environment that has the wheel and these packages."""
    wanted = (f"{wheel()}{extra}", *WIDGETS, *packages)
    digest = hashlib.sha256("".join(wanted).encode() + wheel().read_bytes()).hexdigest()[:12]
    folder = BUILD / re.sub(r"\W+", "-", packages[0] + extra).strip("-")
    if not (folder / digest).exists():
        subprocess.run([*UV, "venv", "-q", "--clear", "-p", sys.executable, folder], check=True)
        subprocess.run([*UV, "pip", "install", "-q", "-p", folder, *wanted], check=True)
        (folder / digest).touch()
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def front_ends() -> Iterator[tuple[str, str, Callable[[str], FrontEnd]]]:
    """Yield the name of each front end, its browser, and what makes its driver."""

    def jupyter(pin: str, **given: Any) -> Callable[[str], FrontEnd]:
        return lambda name: drivers.Jupyter(name, installed(pin, "ipykernel"), **given)

    def alone(name: str) -> FrontEnd:
        """JupyterLab with the wheel and nothing else: no ipycanvas."""
        return drivers.Jupyter(name, installed("jupyterlab==4.6.6", extra=""), watch=False)

    def voila(name: str) -> FrontEnd:
        return drivers.Voila(name, installed("voila==0.5.13", "ipykernel"))

    def marimo(name: str) -> FrontEnd:
        return drivers.Marimo(name, installed("marimo==0.25.2"))

    def lite(application: str) -> Callable[[str], FrontEnd]:
        return lambda name: drivers.Lite(name, application)

    def exported(name: str) -> FrontEnd:
        return drivers.Exported(name, installed("voila==0.5.13", "ipykernel"))

    def one_file(name: str) -> FrontEnd:
        return drivers.OneFile(name, installed("voila==0.5.13", "ipykernel"))

    lab, firefox = jupyter("jupyterlab==4.6.6"), "Firefox"
    yield "JupyterLab 4.6.6", "Chromium", lab
    yield "JupyterLab 4.6.6", firefox, lab
    yield "JupyterLab 4.6.6, the wheel alone", "Chromium", alone
    yield "JupyterLab 4.4.10", "Chromium", jupyter("jupyterlab==4.4.10")
    yield "JupyterLab 4.3.8", "Chromium", jupyter("jupyterlab==4.3.8")
    yield "JupyterLab 4.2.7", "Chromium", jupyter("jupyterlab==4.2.7")
    yield "Notebook 7.6.5", "Chromium", jupyter("notebook==7.6.5", page="notebooks")
    yield "Voila 0.5.13", "Chromium", voila
    yield "Voila 0.5.13", firefox, voila
    yield "marimo 0.25.2", "Chromium", marimo
    yield "JupyterLite 0.8.6, Lab", "Chromium", lite("lab")
    yield "JupyterLite 0.8.6, Notebook", "Chromium", lite("notebooks")
    yield "nbconvert's HTML", "Chromium", exported
    yield "a replay as one HTML file", "Chromium", one_file
    yield "a replay as one HTML file", firefox, one_file


def npm_mirror() -> Callable[[Any], None]:
    """Return a route that answers from npm packages what an exported page asks of a public host."""
    folder = BUILD / "npm"
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "node_modules").is_dir():
        npm: list[str | Path] = [
            "npm",
            "install",
            "--silent",
            "--no-audit",
            "--no-fund",
            "--prefix",
            folder,
            *NPM,
        ]
        subprocess.run(npm, check=True)

    def answer(route: Any) -> None:
        path = re.sub(r"@[~^]?[\d.*]+", "", route.request.url.partition("?")[0])
        name = re.search(r"(?:npm|unpkg\.com|libs)/(.+)", path)
        file = folder / "node_modules" / (name[1] if name else "none")
        if "/require.js/" in path:
            file = folder / "node_modules/requirejs/require.js"
        file = file if file.is_file() else file.with_name(file.name + ".js")
        if file.is_file():
            route.fulfill(path=file, content_type="text/javascript")
        else:
            route.abort()

    return answer


def play(name: str, browser: str, make: Callable[[str], FrontEnd]) -> Row:
    """Start a front end, let the robot play, and return what worked."""
    front_end = make(name)
    results: dict[str, bool] = dict.fromkeys(front_end.can, False)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            front_end.start(Path(folder))
            with opened(front_end, browser) as screen:
                front_end.open(screen)
                robot = Robot(screen, 240 if isinstance(front_end, drivers.Lite) else 90)
                results = {each: works(robot, each) for each in front_end.can}
        except (AssertionError, RuntimeError, OSError, subprocess.SubprocessError) as failed:
            print(f"  FAILED to open: {failed}", flush=True)
        finally:
            front_end.stop()
    return Row(name, browser, results, front_end.why_not)


@contextmanager
def opened(front_end: FrontEnd, browser: str) -> Iterator[Screen]:
    """A screen; in Chromium an exported page gets its scripts from npm packages."""
    if isinstance(front_end, drivers.Exported) and browser == "Chromium":
        with screens.chromium(npm_mirror()) as screen:
            yield screen
    else:
        with screens.BROWSERS[browser]() as screen:
            yield screen


def works(robot: Robot, ability: str) -> bool:
    """Return True if a check passes; print its seconds, or why it fails."""
    begun = time.monotonic()
    try:
        CHECKS[ability](robot)
    except (AssertionError, RuntimeError) as failed:
        print(f"  {ability}: FAILED: {failed}", flush=True)
        return False
    print(f"  {ability}: {time.monotonic() - begun:.0f} s", flush=True)
    return True


def table(rows: list[Row]) -> str:
    """Return the rows as a Markdown table."""
    lines = [
        "| front end | browser | " + " | ".join(CHECKS) + " |",
        "| --- " * (len(CHECKS) + 2) + "|",
    ]
    for row in rows:
        cells = [SYMBOLS[row.results.get(ability)] for ability in CHECKS]
        lines.append(f"| {row.name} | {row.browser} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def notes(rows: list[Row]) -> str:
    """Return why abilities are missing."""
    reasons = dict.fromkeys((row.name, row.why_not) for row in rows if row.why_not)
    return "– means that it isn't possible there:\n\n" + "".join(
        f"- **{name}**: {why}.\n" for name, why in reasons
    )


def known() -> list[Row]:
    """Return the rows of earlier runs."""
    if not ROWS.exists():
        return []
    return [Row(*row) for row in json.loads(ROWS.read_text(encoding="utf-8"))]


def keep(row: Row) -> None:
    """Keep a row for the page, in place of the earlier one."""
    rows = {(each.name, each.browser): each for each in (*known(), row)}
    ROWS.write_text(json.dumps(list(rows.values()), indent=1), encoding="utf-8")


def write() -> None:
    """Write the page of the documents, from all rows that are known."""
    order = [(name, browser) for name, browser, _ in front_ends()]
    rows = [row for row in known() if (row.name, row.browser) in order]
    rows.sort(key=lambda row: order.index((row.name, row.browser)))
    checks = (
        f"| {name} | {(check.__doc__ or '').partition(chr(10))[0].replace('``', '`')} |"
        for name, check in CHECKS.items()
    )
    today = datetime.datetime.now(tz=datetime.UTC).date()
    values = {"date": f"{today:%-d %B %Y}", "abilities": "\n".join(checks)}
    seen = {(row.name, row.browser) for row in rows}
    missing = [f"{name} in {browser}" for name, browser in order if (name, browser) not in seen]
    said = notes(rows) + f"\nNot run yet: {'; '.join(missing)}.\n" * bool(missing)
    page = INTRODUCTION.format(**values, table=table(rows), notes=said)
    PAGE.write_text(page, encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Run the matrix; return 1 if anything that should work doesn't."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("words", nargs="*", help="run only the front ends with these words")
    words = [word.lower() for word in parser.parse_args(arguments).words]
    failed = []
    for name, browser, make in front_ends():
        title = f"{name} in {browser}"
        if all(word in title.lower() for word in words):
            print(title, flush=True)
            row = play(name, browser, make)
            keep(row)
            failed += [title] * (not all(row.results.values()))
    write()
    print("\n".join(f"{title}: something failed" for title in failed) or "everything works")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
