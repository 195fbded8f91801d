"""The kinds of event of Activator: ``step.event.kind``, and what the lab counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from piecepack_nb.core.steps import EventLog

EventKind = Literal[
    "move", "stack", "capture", "ride", "activator", "home", "home held", "home freed", "reduced",
    "no move", "repetition",
]  # fmt: skip
EVENT_KINDS: Mapping[str, str] = {
    "move": "A piece, a stack or a part of one moves.",
    "stack": "It joins friends in a stack.",
    "capture": "All pieces on a square are captured.",
    "ride": "An activator rides along on the other side's piece.",
    "activator": "A player moves their activator.",
    "home": "A side has reached the other's home.",
    "home held": "A side has held the other's home for a turn.",
    "home freed": "The side that was on a home is captured there.",
    "reduced": "A side has too few pieces left: the game ends.",
    "no move": "A side can't move: the game ends.",
    "repetition": "A position has come back too often: the game ends.",
}
"""Each kind in a sentence."""

MoveLog = EventLog[EventKind]
