"""The kinds of event of the PAC-MAN board game: ``step.event.kind``, and what the lab counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from piecepack_nb.core.steps import EventLog

EventKind = Literal[
    "start tied", "start", "roll", "step", "on", "off", "privilege won", "stays", "ghosts stay",
    "ghost step", "landing", "gone home", "paid", "ghost gobbled", "ghost back", "yellow back",
    "yellow waits", "no reward", "turn over", "end",
]  # fmt: skip
EVENT_KINDS: Mapping[str, str] = {
    "start tied": "The highest rolls for the start are equal.",
    "start": "The roll for the start names the first player.",
    "roll": "A player rolls both dice.",
    "step": "A Pac-Man moves one space.",
    "on": "A Pac-Man comes back on the board, at the other end.",
    "off": "A Pac-Man goes off the board.",
    "privilege won": "A Pac-Man gobbles a yellow marble: its player may gobble a ghost.",
    "stays": "A Pac-Man can't use its die.",
    "ghosts stay": "No ghost can use the die.",
    "ghost step": "A ghost moves one space.",
    "landing": "A ghost lands on a Pac-Man.",
    "gone home": "A Pac-Man goes home.",
    "paid": "A player gives marbles to another, or gives none.",
    "ghost gobbled": "A Pac-Man gobbles a ghost.",
    "ghost back": "A gobbled ghost goes back to the centre.",
    "yellow back": "The yellow marble goes back to a ringed hole.",
    "yellow waits": "No ringed hole is empty for the yellow marble.",
    "no reward": "No other player has marbles to take.",
    "turn over": "The turn ends without a ghost's move.",
    "end": "The last white marble is gobbled.",
}
"""Each kind in a sentence."""

MoveLog = EventLog[EventKind]
