"""The progress of a long loop, as a line below a notebook's cell or in a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from time import monotonic

FIRST, EVERY = 3.0, 1.0
"""Seconds before the first line, and between lines."""
QUIET = "PPNB_QUIET"
"""The environment variable that turns progress off, for notebooks run by a tool."""


def counted(total: int, what: str) -> Iterator[int]:
    """Yield 0 to ``total - 1`` and show how far the loop is: "120 of 2000 games".

    Nothing is shown of a short loop, nor where nobody is watching.
    """
    due = monotonic() + FIRST
    shown = ""
    try:
        for number in range(total):
            yield number
            if monotonic() >= due and _is_watched():
                due = monotonic() + EVERY
                shown = f"{number + 1} of {total} {what}"
                _write(shown)
    finally:
        if shown:
            _write(" " * len(shown))


def _write(line: str) -> None:
    """Replace the line."""
    sys.stderr.write(f"\r{line}\r")
    sys.stderr.flush()


def _is_watched() -> bool:
    """Return True in a terminal and in a notebook's kernel."""
    return not os.environ.get(QUIET) and ("ipykernel" in sys.modules or sys.stderr.isatty())
