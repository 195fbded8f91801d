"""A match replayed under other rules: the same dice and moves, as far as they go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.dice import Recorded
from piecepack_nb.core.parting import parting
from piecepack_nb.core.steps import IllegalMove, Step

if TYPE_CHECKING:
    from piecepack_nb.core.match import Match

__all__ = ["replayed"]

Places = Mapping[tuple[int, str], Any]
"""The moves of a match by where in the game they were made."""


def replayed(match: Match, changes: Mapping[str, Any]) -> Match:
    """The match under changed rules, up to the first move that is refused or that it never had."""
    record = match.record
    places = {played.place: played.move for played in record}
    rolled = [(*place, move) for place, move in places.items()]
    other = type(match)(
        match.game.under(**changes),
        seed=match.seed,
        dice=Recorded(rolled, match.dice),
        seats=match.seats,
        position=match.start if match.from_position else None,
    )
    ours = [step for played in record for step in played.steps]
    refused = _follow(other, places, ours)
    other.parting = parting(ours, other.steps, match.game, other.game, refused)
    return other


def _follow(other: Match, places: Places, ours: list[Step]) -> IllegalMove | None:
    """Play the moves by their place, until one is refused (that refusal) or missing."""
    last = max((turn for turn, _ in places), default=-1)
    while (actor := other.to_act) is not None:
        place = other.place
        try:
            if isinstance(actor, Chance):
                # A roll that the first match never needed, in a turn that it went through.
                due = place in places or other.turn < last or _parted(other, ours)
                if not due or other.turn > last or not other.roll():
                    return None
            elif place in places:
                other.play(places[place])
            else:
                return None
        except IllegalMove as refused:
            return refused
    return None


def _parted(other: Match, ours: list[Step]) -> bool:
    """Is the table another one than the first match's at this position, or was it before?"""
    pairs = zip(other.steps, ours, strict=False)
    return other.position > len(ours) or any(one.state != two.state for one, two in pairs)
