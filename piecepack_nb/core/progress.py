"""The progress of a long loop, in a notebook's cell or in a terminal.

It is drawn by tqdm where that is installed, or else is a line such as "120 of 2000 games". A loop
that an interrupt ends without loss says so, and about how long the rest takes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from piecepack_nb.core.wording import time_in_words

FIRST, EVERY = 3.0, 1.0
"""Seconds before the first line, and between lines."""
LONG = 20.0
"""The seconds that are left of a loop that says how long it takes, and how to stop it."""
QUIET = "PPNB_QUIET"
"""The environment variable that turns progress off, for notebooks run by a tool."""


def counted(total: int, what: str, *, keeps: bool = False) -> Iterator[int]:
    """Yield 0 to ``total - 1`` and show how far the loop is; ``keeps`` is that of ``progress``.

    Nothing is shown of a short loop, nor where nobody is watching.
    """
    with progress(total, what, keeps=keeps) as show:
        for number in range(total):
            yield number
            show(number + 1)


@contextmanager
def progress(total: int, what: str, *, keeps: bool = False) -> Iterator[Callable[[int], None]]:
    """Return a function to call with the number done; what it shows is gone after the block.

    ``keeps`` is True for a loop that an interrupt ends with the results so far.
    """
    line = _Line(total, what, keeps)
    try:
        yield line.show
    finally:
        line.close()


def onward(show: Callable[[int], None], before: int) -> Callable[[int], None]:
    """Return a function that shows the number done of a part, before which so many were done."""
    return lambda done: show(before + done)


class _Line:
    """A progress bar, or a line that replaces itself."""

    def __init__(self, total: int, what: str, keeps: bool) -> None:
        self.total, self.what, self.keeps = total, what, keeps
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
        advice = self._advice(done)
        line = f"{done} of {self.total} {self.what}{'. ' * bool(advice)}{advice}"
        if self.bar is None:
            _write(line.ljust(len(self.shown)))
        else:
            self.bar.set_description_str(advice)
            self.bar.update(done - self.bar.n)
        self.shown = line

    def _advice(self, done: int) -> str:
        """Return about how long the rest takes, and how to stop it; "" where it isn't long."""
        left = (monotonic() - self.begun) * (self.total - done) / max(1, done)
        if not self.keeps or left < LONG:
            return ""
        about = "About" if done else "More than"
        stop = "■" if "ipykernel" in sys.modules else "Ctrl+C"
        return f"{about} {time_in_words(left)} left ({stop} stops and keeps these)"

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
