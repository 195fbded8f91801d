"""The kinds of event of Piecepackman: ``step.event.kind``, and what the lab counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from piecepack_nb.core.steps import EventLog

EventKind = Literal[
    "cubes scattered", "coins laid", "power drawn", "cube moved", "agreed", "uses rolled",
    "his roll", "power bonus", "he heads for", "he stays", "quarter turn", "step", "portal",
    "cube taken", "coin taken", "coin shown", "eat", "hunger", "hunger counts down",
    "hunger ends", "immunity lost", "order agreed", "ghosts roll", "ghost steps", "ghost portal",
    "ghost stays", "ghost waits", "ghost takes cube", "ghost takes coin", "power used",
    "cubes given", "cubes looted", "cube dropped", "cubes banked", "ghost enters", "attack",
    "cubes taken back", "ghosts go home", "life lost", "last life", "he starts again",
]  # fmt: skip
EVENT_KINDS: Mapping[str, str] = {
    "cubes scattered": "Cubes are put on the squares.",
    "coins laid": "The power coins are put on their squares, face down.",
    "power drawn": "A ghost draws its power.",
    "cube moved": "The players move a cube before a race.",
    "agreed": "The players agree on the cubes: the race begins.",
    "uses rolled": "A roll gives a power its uses.",
    "his roll": "Piecepackman's dice are rolled.",
    "power bonus": "His stash has more of one suit than of another, and gives him points.",
    "he heads for": "He decides where to go.",
    "he stays": "He makes no step.",
    "quarter turn": "He turns a quarter.",
    "step": "He moves one square.",
    "portal": "He goes through a portal.",
    "cube taken": "He takes a cube.",
    "coin taken": "He takes a power coin.",
    "coin shown": "A power coin is turned over.",
    "eat": "He eats a Vulnerable ghost.",
    "hunger": "Ghost Hunger begins.",
    "hunger counts down": "Another turn of Ghost Hunger begins.",
    "hunger ends": "Ghost Hunger is over.",
    "immunity lost": "Ghosts are no longer immune.",
    "order agreed": "The ghosts agree on an order.",
    "ghosts roll": "The ghosts' dice are rolled.",
    "ghost steps": "A ghost moves one square.",
    "ghost portal": "A ghost goes through a portal.",
    "ghost stays": "A ghost doesn't move.",
    "ghost waits": "An eaten ghost waits in the house.",
    "ghost takes cube": "A ghost takes a cube.",
    "ghost takes coin": "A ghost takes its power coin in a race.",
    "power used": "A ghost uses its power.",
    "cubes given": "A ghost gives cubes to another.",
    "cubes looted": "A ghost takes cubes from his stash.",
    "cube dropped": "A ghost drops a cube.",
    "cubes banked": "A ghost banks its cubes in the house.",
    "ghost enters": "A Vulnerable ghost enters his square: he eats it.",
    "attack": "A Dangerous ghost attacks him.",
    "cubes taken back": "A ghost takes its cubes back from his stash.",
    "ghosts go home": "After an attack the ghosts go back to the house.",
    "life lost": "He loses a life.",
    "last life": "He loses his last life.",
    "he starts again": "In a race he starts again.",
}
"""Each kind in a sentence."""

MoveLog = EventLog[EventKind]
