"""The kinds of event of P.A.C.O.: ``step.event.kind``, and what the lab counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from piecepack_nb.core.steps import EventLog

EventKind = Literal[
    "rolled again", "hole made", "player placed", "headings", "faces", "order written",
    "orders shown", "turns", "moves", "jumps", "lands", "lifts", "lifts too", "pushes",
    "order fails", "die", "held", "slides", "shoves", "goes on", "stays", "stops", "seals",
    "falls through", "leaves", "stunned", "recovers", "falls", "pushed off", "points lost",
    "points gained", "points survived", "resolution", "tries to return", "returns",
    "return fails", "stays off", "agrees to stop", "plays on",
]  # fmt: skip
EVENT_KINDS: Mapping[str, str] = {
    "rolled again": "Dice of the set-up name no place that will do.",
    "hole made": "The dice make a hole.",
    "player placed": "The dice name a player's first cell.",
    "headings": "The dice name all headings.",
    "faces": "A player chooses a heading.",
    "order written": "A player has written an order.",
    "orders shown": "All orders are shown.",
    "turns": "A player turns left or right.",
    "moves": "A player moves forward.",
    "jumps": "A player jumps off the ground.",
    "lands": "A player comes down from a jump.",
    "lifts": "A player lifts a counter or a block.",
    "lifts too": "A player lifts what another one lifts, too.",
    "pushes": "A player begins to push a block.",
    "order fails": "An order can't be carried out.",
    "die": "The dice decide who gets a cell.",
    "held": "A block slides against one that somebody has just lifted and holds.",
    "slides": "A block slides.",
    "shoves": "A block pushes players along.",
    "goes on": "A block that was hit slides on in place of the one that hit it.",
    "stays": "A block has no room to move.",
    "stops": "A block comes to rest.",
    "seals": "A block falls into a hole and seals it.",
    "falls through": "A block falls through a hole.",
    "leaves": "A block leaves the board.",
    "stunned": "A block stuns a player.",
    "recovers": "A stunned player recovers.",
    "falls": "A player falls down a hole.",
    "pushed off": "A player is pushed off the board.",
    "points lost": "A player loses points for the harm of the turn.",
    "points gained": "A player gains points for harm done to others.",
    "points survived": "Players gain points for being on the board.",
    "resolution": "The turn is over: the results of all orders.",
    "tries to return": "A player off the board rolls to come back.",
    "returns": "A player comes back on the board.",
    "return fails": "A roll brings a player no cell to come back to.",
    "stays off": "A player off the board stays off.",
    "agrees to stop": "A player agrees to end the game.",
    "plays on": "A player doesn't agree to end the game.",
}
"""Each kind in a sentence."""

MoveLog = EventLog[EventKind]
