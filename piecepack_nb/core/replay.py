"""A match replayed under other rules: the same dice and moves, as far as they go.

From the start, or from a position on; the moves are known by their place in the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.dice import Dice, Recorded
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.parting import parting
from piecepack_nb.core.seats import still_seated
from piecepack_nb.core.steps import IllegalMove, Step
from piecepack_nb.core.timeline import Played

if TYPE_CHECKING:
    from piecepack_nb.core.match import Match

__all__ = ["continued", "replayed"]

Places = Mapping[tuple[int, str], Any]
"""The moves of a match by where in the game they were made."""


def replayed(match: Match, changes: Mapping[str, Any]) -> Match:
    """The match under changed rules, up to the first move that is refused or that it never had."""
    with match.unchanged():
        record = match.record
        other = match.begun_anew(match.game.under(**changes), _recorded(record, match.dice))
    return _followed(other, match, record, match.start)


def continued(
    match: Match, step: int, changes: Mapping[str, Any], moves: int | None = None
) -> Match:
    """A match that goes on from the last move that ends at ``step`` or before, under changed rules.

    It makes the moves that follow there in the record, all of them or the next ``moves``.
    """
    with match.unchanged():
        earlier = match.branch(step)
        rest = [played for played in match.record if played.first >= earlier.position]
        dice = match.dice
    game, dice = match.game.under(**changes), _recorded(rest, dice)
    if earlier.record:
        seats = still_seated(match.seats, game)
        try:
            other = type(match)(game, seed=match.seed, dice=dice, seats=seats, earlier=earlier)
        except BadInput as trouble:
            there = f"the table at step {earlier.position} can't be under these rules"
            raise BadInput(f"{there}: {trouble}") from None
    else:  # nothing was done up to there
        other = match.begun_anew(game, dice)
    limited = rest if moves is None else rest[:moves]
    return _followed(other, match, limited, earlier.state, earlier.position, most=moves)


def _recorded(record: Sequence[Played], dice: Dice) -> Dice:
    """The dice of a record, then those that the match has."""
    rolled = [(*played.place, played.move) for played in record]
    return Recorded(rolled, dice) if rolled else dice


def _followed(
    other: Match,
    match: Match,
    record: Sequence[Played],
    start: Any,
    before: int = 0,
    most: int | None = None,
) -> Match:
    """The other match when it made the moves of a record.

    The record begins after ``before`` steps, with the table ``start``.
    """
    ours = [step for played in record for step in played.steps]
    refused = _follow(other, {played.place: played.move for played in record}, ours, most)
    starts = start, other.start
    other.parting = parting(ours, other.steps, match.game, other.game, refused, before, starts)
    return other


def _follow(other: Match, places: Places, ours: list[Step], most: int | None) -> IllegalMove | None:
    """Play the moves by their place, until one is refused (that refusal) or missing."""
    last = max((turn for turn, _ in places), default=-1)
    order = {place: number for number, place in enumerate(places)}
    while (actor := other.to_act) is not None and len(other.record) != most:
        # Of seats that may commit in any order, the one that did so first.
        place = min(other.places, key=lambda place: order.get(place, len(order)))
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
