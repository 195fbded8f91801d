"""Widgets that close with all their parts, and when the notebook cell that made them runs again.

ipywidgets keeps every widget until it is closed, and a cell that runs again closes none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from weakref import WeakSet

import ipywidgets as widgets
from IPython import get_ipython

from piecepack_nb.core.wording import BIDI, visible

PARTS = ("layout", "style", "children")
"""The traits with the widgets inside a widget; widgets in other traits may be shared."""
SOURCES = ("_esm", "_css")
"""The traits with the page's code: long texts of the package's own."""


class Output:
    """A mixin for widgets that a cell shows."""

    comm: Any
    in_cell = True
    """False for a widget that is shown elsewhere: a cell that runs again doesn't close it."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        if self.in_cell:
            _close_earlier(self)

    def close(self) -> None:
        """Close the widget and all its parts in the page, and free what it holds for the page."""
        if self.comm is not None:
            for part in _parts(self):
                part.close()
            super().close()  # type: ignore[misc]
            self.release()

    def get_state(self, *args: Any, **named: Any) -> dict[str, Any]:
        """Return the state for the page, in whose texts no character reorders the others."""
        state: dict[str, Any] = super().get_state(*args, **named)  # type: ignore[misc]
        texts = {name: value for name, value in state.items() if name not in SOURCES}
        return {**state, **_visible(texts)} if _HIDDEN.search(_as_json(texts)) else state

    def release(self) -> None:
        """Free what only a shown widget needs."""


_HIDDEN = re.compile(f"[{''.join(map(chr, BIDI))}]")


def _as_json(state: dict[str, Any]) -> str:
    return json.dumps(state, ensure_ascii=False, default=lambda _other: None)


def _visible(value: Any) -> Any:
    """Return a state with ``visible`` texts; the names in it are the package's own."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {name: _visible(each) for name, each in value.items()}
    return [*map(_visible, value)] if isinstance(value, list | tuple) else value


def _parts(widget: Any) -> Iterator[widgets.Widget]:
    """Yield all widgets inside a widget, the innermost first."""
    for name in PARTS:
        value = getattr(widget, name, None)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, widgets.Widget):
                yield from _parts(part)
                yield part


# --- Cells that run again ------------------------------------------------------------------------


class CellRun(NamedTuple):
    """One run of a cell, and the widgets that it made."""

    id: str
    made: WeakSet[Output]


_RUNS: dict[str, CellRun] = {}
"""The last run of each cell that made a widget, by the cell's id."""


def _close_earlier(made: Output) -> None:
    """Close what earlier runs of the current cell made; note that this run made ``made``."""
    cell, id = _current_run()
    if not cell:
        return
    run = _RUNS.get(cell)
    if run is None or run.id != id:
        _RUNS[cell] = CellRun(id, WeakSet())
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
