"""The progress of a long loop, in a notebook's cell or in a terminal.

It is drawn by tqdm where that is installed, or else is a line such as "120 of 2000 games".
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

FIRST, EVERY = 3.0, 1.0
"""Seconds before the first line, and between lines."""
QUIET = "PPNB_QUIET"
"""The environment variable that turns progress off, for notebooks run by a tool."""


def counted(total: int, what: str) -> Iterator[int]:
    """Yield 0 to ``total - 1`` and show how far the loop is.

    Nothing is shown of a short loop, nor where nobody is watching.
    """
    with progress(total, what) as show:
        for number in range(total):
            yield number
            show(number + 1)


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """Return a function to call with the number done; what it shows is gone after the block."""
    line = _Line(total, what)
    try:
        yield line.show
    finally:
        line.close()


class _Line:
    """A progress bar, or a line that replaces itself."""

    def __init__(self, total: int, what: str) -> None:
        self.total, self.what = total, what
        self.begun = monotonic()
        self.due = self.begun + FIRST
        self.shown = ""
        self.bar: Any = None

    def show(self, done: int) -> None:
        """Show the number done, if it is time to."""
        if monotonic() < self.due or not _is_watched():
            return
        self.due = monotonic() + EVERY
        if not self.shown:
            self.bar = _bar(self.total, self.what, monotonic() - self.begun)
        self.shown = f"{done} of {self.total} {self.what}"
        if self.bar is None:
            _write(self.shown)
        else:
            self.bar.update(done - self.bar.n)

    def close(self) -> None:
        """Remove what was shown."""
        if self.bar is not None:
            self.bar.total = self.bar.n  # in a notebook tqdm leaves a red bar if some are missing
            self.bar.close()
        elif self.shown:
            _write(" " * len(self.shown))


def _bar(total: int, what: str, seconds: float) -> Any:
    """Return a new bar of tqdm's for a loop that began so many seconds ago; None without tqdm."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None

    class Bar(tqdm):  # type: ignore[misc]
        monitor_interval = 0  # without its thread, which JupyterLite can't start

    # Averaged over the whole loop: tqdm's moving average leaves out the time in which none is done.
    bar = Bar(total=total, unit=f" {what}", leave=False, file=sys.stderr, smoothing=0, miniters=0)
    bar.start_t -= seconds
    return bar


def _write(line: str) -> None:
    """Replace the line."""
    sys.stderr.write(f"\r{line}\r")
    sys.stderr.flush()


def _is_watched() -> bool:
    """Return True in a terminal and in a notebook's kernel."""
    return not os.environ.get(QUIET) and ("ipykernel" in sys.modules or sys.stderr.isatty())
