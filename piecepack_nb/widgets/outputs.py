"""Widgets that close with all their parts, and when the notebook cell that made them runs again.

ipywidgets keeps every widget until it is closed, and a cell that runs again closes none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from weakref import WeakSet

import ipywidgets as widgets
from IPython import get_ipython

PARTS = ("layout", "style", "children")
"""The traits that hold a widget's own widgets; others may be shared, as a canvas's manager is."""


class Output:
    """A mixin for widgets that a cell shows."""

    comm: Any

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        _close_earlier(self)

    def close(self) -> None:
        """Close the widget and all its parts in the page, and free what it holds for the page."""
        if self.comm is not None:
            for part in _parts(self):
                part.close()
            super().close()  # type: ignore[misc]
            self.release()

    def release(self) -> None:
        """Free what only a shown widget needs."""


def _parts(widget: Any) -> Iterator[widgets.Widget]:
    """Yield all widgets inside a widget, the innermost first."""
    for name in PARTS:
        value = getattr(widget, name, None)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, widgets.Widget):
                yield from _parts(part)
                yield part


# --- Cells that run again ------------------------------------------------------------------------


class Run(NamedTuple):
    """One run of a cell, and the widgets that it made."""

    id: str
    made: WeakSet[Output]


_RUNS: dict[str, Run] = {}
"""The last run of each cell that made a widget, by the cell's id."""


def _close_earlier(made: Output) -> None:
    """Close what earlier runs of the current cell made; note that this run made ``made``."""
    cell, id = _current_run()
    if not cell:
        return
    run = _RUNS.get(cell)
    if run is None or run.id != id:
        _RUNS[cell] = Run(id, WeakSet())
        for old in tuple(run.made) if run else ():
            old.close()
    _RUNS[cell].made.add(made)


def _current_run() -> tuple[str, str]:
    """Return the ids of the notebook cell that runs now and of its run; "" where none does."""
    kernel: Any = getattr(get_ipython(), "kernel", None)
    parent = kernel.get_parent() if hasattr(kernel, "get_parent") else {}
    header = parent.get("header") or {}
    if header.get("msg_type") != "execute_request":  # a pick in the page, for example
        return "", ""
    return str((parent.get("metadata") or {}).get("cellId") or ""), str(header.get("msg_id"))
