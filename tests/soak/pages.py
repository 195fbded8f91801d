"""Messages from a hostile page, to every kind of widget."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import piecepack_nb as pp
from piecepack_nb.core.load import from_record
from piecepack_nb.core.record import to_record
from piecepack_nb.widgets.table import REQUESTS, TableWidget
from tests.soak.campaigns import Different, Row, campaign
from tests.soak.mutations import VALUES, matches, mutated_json

TRAITS = (
    "snapshot",
    "keyframe",
    "controls",
    "log_recent",
    "film",
    "frame",
    "speed",
    "rotation",
    "toggled_layers",
    "rules_values",
    "busy",
    "message",
)
FILES = ("save", "load", "new", "previous", "replay", "share")
"""Requests about files or another match, and those that take seconds."""


def widgets() -> list[tuple[Any, pp.Match | None]]:
    """Return every kind of widget that takes messages, each with the match it may change."""
    match = next(each for each in matches() if each.game.name == "piecepackman").branch(-1)
    derby = next(each for each in matches() if each.game.name == "worm_derby")
    tables = [pp.play(each.game.name, seed=3, journal=False) for each in matches()[::2]]
    explore = pp.explore(match)
    shown = [pp.show(match), pp.replay(match), pp.compare(match, step_cost=2), pp.predict(match)]
    others = [explore, pp.watch(match).panel, pp.watch(derby).panel]
    found: list[tuple[Any, pp.Match | None]] = [(each, None) for each in (*shown, *others)]
    return found + [(table, table.match) for table in tables]


def table_requests(table: TableWidget) -> Iterator[Any]:
    """Yield what a table's page may ask for now, but for files of this computer."""
    fields: dict[str, Any] = {
        "text": table.controls["placeholder"].rpartition("such as ")[2] or "roll", "on": False,
        "seat": next(iter(table.match.seats)), "player": "random", "real": False, "seed": "",
        "line": len(table.match.record) - 1, "step": 0, "file": "soak.json", "texts": [""],
    }  # fmt: skip
    for name, wanted in REQUESTS.items():
        if name not in FILES:
            yield {"kind": "do", "name": name, **{field: fields[field] for field in wanted}}


def requests(widget: Any) -> Iterator[Any]:
    """Yield messages that the widget's page may send now."""
    if isinstance(widget, TableWidget):
        yield from table_requests(widget)
    if hasattr(widget, "panel") and hasattr(widget.panel, "rules"):
        for name, value in widget.panel.rules.to_json().items():
            ask = {"kind": "set", "name": name, "value": value}
            yield {"kind": "rules", "ask": ask, "number": 1}
        yield {"kind": "rules", "ask": {"kind": "reset"}, "number": 2}
    if hasattr(widget, "tally"):
        yield {"kind": "next", "serial": widget.serial}
    if hasattr(widget, "serial"):
        for spot in widget.scene.spots:
            yield {"kind": "pick", "serial": widget.serial, "spot": spot.id, "gesture": "click",
                   "shift": False}  # fmt: skip
        yield {"kind": "cancel", "serial": widget.serial}
    else:
        yield {"kind": "press", "button": "step", "number": 1}
        yield {"kind": "inspect", "x": 1, "y": 1, "number": 1}


@campaign("messages of the page")
def page_messages(size: int, row: Row, random: Random) -> None:
    """Send damaged messages and states; every match stays one that its own record gives."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = widgets()
        for number in range(size):
            widget, match = random.choice(made)
            content = random.choice([*requests(widget)])
            if random.random() < 0.9:
                content = mutated_json(content, random)
            what = f"message {number} to {type(widget).__name__}: {content!r:.100}"
            with row.attempt(what, limit=8):  # a first step may prepare a map
                widget._handle_custom_msg(content, [])
                if number % 5 == 0:
                    value = copy.deepcopy(random.choice(VALUES))
                    widget.set_state({random.choice(TRAITS): value})
                if error := getattr(widget, "last_error", ""):
                    widget.last_error = ""
                    raise RuntimeError(error.splitlines()[-1])
                if match is not None and number % 20 == 0:
                    _replays(match)
        for widget, match in made:
            widget.close()
            if match is not None:
                with row.attempt(f"the match of {type(widget).__name__} at the end"):
                    _replays(match)


def _replays(match: pp.Match) -> None:
    """Raise Different unless the match is the one of its record."""
    record = to_record(match)
    if from_record(record).state != match.state:
        raise Different("the match isn't the one of its record")
