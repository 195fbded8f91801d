"""Find a Chrome or Chromium for the browser tests, or install one.

``python tools/chromium.py`` prints the path of the browser that the tests use;
``python tools/chromium.py --install`` installs first what is missing, as root on Debian. If no
browser is found, it prints one line with the remedy and returns exit code 1. Standard library only.

The tests prefer the headless shell: Chromium's own pages, scripts and input without its window, in
two thirds of the processor time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

VARIABLE = "PPNB_CHROMIUM"
SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
FONTS = "fonts-liberation"
COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC = ("Google Chrome", "Chromium")
WINDOWS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
ADVICE = (
    "no Chrome or Chromium found for the browser tests: install Chrome or Chromium, or run "
    f"'python -m playwright install chromium', or set {VARIABLE} to the path of one"
)


class NoChromium(RuntimeError):
    """No browser was found; the message is one line with the remedy."""


def find(*first: str) -> str:
    """Return the path of a Chrome or Chromium that starts; raise NoChromium if none does.

    ``first`` are commands to try before the usual ones.
    """
    wanted = os.environ.get(VARIABLE)
    if wanted:
        if starts(wanted):
            return wanted
        raise NoChromium(f"{VARIABLE} is {wanted!r}; expected the path of a Chrome or Chromium")
    for path in candidates(*first):
        if starts(path):
            return path
    raise NoChromium(ADVICE)


def candidates(*first: str) -> Iterator[str]:
    """Return possible paths, the likeliest first."""
    yield from filter(None, map(shutil.which, (*first, *COMMANDS, *SHELLS)))
    for name in MAC:
        for top in (Path("/Applications"), Path.home() / "Applications"):
            yield str(top / f"{name}.app/Contents/MacOS/{name}")
    for variable in WINDOWS:
        if variable in os.environ:
            yield str(Path(os.environ[variable], "Google/Chrome/Application/chrome.exe"))
    yield from playwrights_own()


def playwrights_own() -> Iterator[str]:
    """Return the path of Playwright's own browser, found in a separate process."""
    ask = (
        "from playwright.sync_api import sync_playwright as s\n"
        "with s() as p: print(p.chromium.executable_path)"
    )
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=False)
    yield from done.stdout.splitlines()


def starts(path: str) -> bool:
    """Return True if ``path`` is a browser that runs, not a stub that some systems install."""
    if not Path(path).is_file():
        return False
    if os.name == "nt":  # there --version opens a window
        return True
    try:
        done = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def install() -> None:
    """Install the headless shell, as root on Debian; where nothing starts, a browser."""
    if not any(map(shutil.which, SHELLS)):
        by_apt(SHELLS[0], FONTS)
    try:
        find()
    except NoChromium:
        by_apt("chromium", FONTS) or run(
            [sys.executable, "-m", "playwright", "install", "chromium"]
        )


def by_apt(*packages: str) -> bool:
    """Install packages of Debian's, as root on Debian; return True if that succeeded."""
    if not (is_debian() and os.geteuid() == 0 and shutil.which("apt-get")):
        return False
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run(["apt-get", "update", "-qq"], quiet)
    return run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages], quiet)


def is_debian() -> bool:
    """Return True if apt's chromium is a real browser (Ubuntu's is a stub for a snap)."""
    release = Path("/etc/os-release")
    return release.is_file() and "\nID=debian" in "\n" + release.read_text(encoding="utf-8")


def run(command: list[str], env: dict[str, str] | None = None) -> bool:
    """Run a command without output; return True if it succeeded."""
    print(f"installing a browser for the tests: {' '.join(command)}", file=sys.stderr)
    return subprocess.run(command, capture_output=True, env=env, check=False).returncode == 0


def main(arguments: list[str]) -> int:
    """Print the path; with ``--install``, install first what is missing."""
    if "--install" in arguments and not os.environ.get(VARIABLE):
        install()
    try:
        path = find(*SHELLS)
    except NoChromium as problem:
        print(problem, file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
