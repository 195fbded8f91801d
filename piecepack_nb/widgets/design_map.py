"""The map of a search for rules: the best settings on two measures, to be played with a click."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from threading import RLock
from typing import Any

import anywidget
import traitlets

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.match import Match
from piecepack_nb.core.wording import fixed
from piecepack_nb.lab.design_search import DesignSearch, Tried
from piecepack_nb.widgets.outputs import Output
from piecepack_nb.widgets.page import MODULE, STYLES
from piecepack_nb.widgets.table import TableWidget, table_for

MOST_POINTS = 2000
"""The most settings that the picture shows as points."""


class DesignMap(Output, anywidget.AnyWidget):
    """A map of what a search ``found``; ``play`` opens a table with one of the best settings.

    The page sends the place of a setting to play, and nothing else.
    """

    _esm = MODULE
    _css = STYLES
    _view = traitlets.Unicode("design-map").tag(sync=True)
    design_map = traitlets.Dict(read_only=True).tag(sync=True)
    """All that the map shows; see design_map.jsx."""
    played = traitlets.Unicode(read_only=True).tag(sync=True)
    """The model of the table that the page shows below the map; empty for none."""
    reply = traitlets.Unicode(read_only=True).tag(sync=True)
    """The result of the last click."""

    def __init__(self, found: DesignSearch) -> None:
        self.found = found
        self.lock = RLock()
        self._table: TableWidget | None = None
        self._shown = [found.today, *found.best]
        super().__init__()
        self.set_trait("design_map", _drawn(found))
        self.on_msg(self._received)

    def play(self, place: int = 1) -> TableWidget:
        """Return a table to play one of the best settings on, or for 0 today's rules.

        Nothing is saved. Raises BadInput for a place that isn't on the map.
        """
        return table_for(Match(self._at(place).game), False)

    def _at(self, place: object) -> Tried:
        if type(place) is not int or not 0 <= place < len(self._shown):
            raise invalid("the setting", place, f"a number from 0 to {len(self._shown) - 1}")
        return self._shown[place]

    def _received(self, _widget: object, content: Any, _buffers: object) -> None:
        """Open a table for a message of the page; say what is wrong with another message."""
        with self.lock:
            try:
                self._answer(content)
            except BadInput as refused:
                self.set_trait("reply", str(refused))

    def _answer(self, content: Any) -> None:
        if not isinstance(content, Mapping) or content.get("kind") != "play":
            raise invalid("the page's message", content, "a setting to play")
        place = content.get("place")
        label = self._at(place).label
        if content.get("here") is not True:
            self.set_trait("reply", f"Run this in a cell: pp.play(found.game({place}))")
            return
        self._table = self.play(place)  # type: ignore[arg-type]
        self.set_trait("played", self._table.model_id)
        self.set_trait("reply", f"Below: {label}. In another cell: pp.play(found.game({place}))")

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Accept no state from the page."""


def _drawn(found: DesignSearch) -> dict[str, Any]:
    """Return what the page shows."""
    chart = found.drawing()
    rows = [row for row in chart.rows if row["x"] is not None and row["y"] is not None]
    ends = [_ends([row[name] for row in rows]) for name in ("x", "y")]
    scaled = [[_part(row[name], end) for name, end in zip(("x", "y"), ends, strict=True)]
              for row in rows]  # fmt: skip
    at = dict(zip((row["tried"] for row in rows), scaled, strict=True))
    points = [point for row, point in zip(rows, scaled, strict=True) if row["name"] == "tried"]
    return {
        "title": found.title,
        "axes": [
            {"name": name, "low": fixed(low, 1), "high": fixed(high, 1)}
            for name, (low, high) in zip((chart.x, chart.y), ends, strict=True)
        ],
        "points": points[:MOST_POINTS],
        "shown": [{**each, "at": at.get(each["label"], [0.5, 0.5])} for each in found.cells()],
        "note": found.curse(),
    }


def _ends(values: list[float]) -> tuple[float, float]:
    """Return the ends of a scale with some values."""
    known = [each for each in values if isfinite(each)] or [0.0]
    return min(known), max(known)


def _part(value: float, ends: tuple[float, float]) -> float:
    low, high = ends
    return round((value - low) / (high - low), 4) if high > low else 0.5
