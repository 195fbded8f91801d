"""The kinds of event of Worm Derby: ``step.event.kind``, and what the lab counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from piecepack_nb.core.steps import EventLog

EventKind = Literal[
    "set up", "tile placed", "worm built", "roll", "step", "steps lost", "no steps", "stuck",
    "stays", "tile moved", "ace unused", "eaten", "must flee", "out", "too short", "revived",
    "round", "turned back", "home",
]  # fmt: skip
EVENT_KINDS: Mapping[str, str] = {
    "set up": "The obstacles are laid out by chance.",
    "tile placed": "A player places an obstacle at the start.",
    "worm built": "A worm is laid at the start.",
    "roll": "The die is rolled.",
    "step": "A worm makes a step: its last disc becomes its first.",
    "steps lost": "A worm makes no more steps than it has discs, and loses the rest of the roll.",
    "no steps": "The die gives a worm no step.",
    "stuck": "A worm can make no step at all.",
    "stays": "A worm stays, although it could step.",
    "tile moved": "An ace moves an obstacle.",
    "ace unused": "An ace moves nothing.",
    "eaten": "A worm eats the end disc of another.",
    "must flee": "A bitten worm must move away next.",
    "out": "A worm has lost its last disc.",
    "too short": "A worm has only one disc left and can't move.",
    "revived": "An eaten disc comes back.",
    "round": "A worm has been round the far side of the pylon.",
    "turned back": "A worm that had been round has turned back.",
    "home": "A worm has finished.",
}
"""Each kind in a sentence."""

MoveLog = EventLog[EventKind]
