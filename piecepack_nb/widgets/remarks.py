"""What other rules make of a game that was played, in words: move by move, or where it parts."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.dice import Recorded
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.parting import Parting
from piecepack_nb.core.steps import IllegalMove, Step
from piecepack_nb.core.timeline import Played
from piecepack_nb.scene.filming import Stretch

__all__ = ["Remark", "made_again", "why"]

AS_PLAYED = "As played"
SENTENCE = re.compile(r"(?<=\.) (?=[A-Z])")


class Remark(NamedTuple):
    """What came of a move under other rules, in a line; ``into`` is the step that it is about."""

    text: str
    clause: str = ""
    kind: str = "info"
    into: int | None = None


def made_again(old: Stretch, move: Played, game: Any, dice: Any) -> tuple[Stretch, Remark]:
    """A move under other rules; as it was played where they don't let it be made."""
    try:
        new = _again(old, move, game, dice)
    except IllegalMove as refused:
        text = f"Under these rules this move is refused: {refused.refusal.text}."
        return old, Remark(text, refused.refusal.clause, "refusal")
    except BadInput as impossible:
        return old, Remark(
            f"Under these rules the table can't stand so: {impossible}.", kind="refusal"
        )
    if not new.steps:
        return old, Remark("Under these rules another move is due here.", kind="refusal")
    return new, _compared(old.steps, new.steps)


def _again(stretch: Stretch, played: Played, game: Any, dice: Any) -> Stretch:
    """A move of the record, made again in ``game`` from the table before it.

    It has no steps where another move is due there. Raises BadInput where that table can't be in
    this game, IllegalMove where the move is refused.
    """
    begins = stretch.before == stretch.game.start()
    state = game.start() if begins else game.position(stretch.game.to_json(stretch.before))
    actor, move = game.to_act(state), played.move
    if actor is None or actor.place != played.actor.place:
        return Stretch(game, stretch.place, state, ())
    if isinstance(actor, Chance):
        turn, purpose = played.place
        rolled = Recorded([(turn, purpose, move)], dice)
        numbered = actor._replace(purpose=purpose, turn=turn)
        move = rolled.draw(game, state, numbered, max(played.rolls - 1, 0))
    steps = () if move is None else tuple(game.play(state, move))
    return Stretch(game, stretch.place, state, steps)


def _compared(old: tuple[Step, ...], new: tuple[Step, ...]) -> Remark:
    """What differs in a move: the first step that is told otherwise, or leads elsewhere."""
    for number, (one, two) in enumerate(zip(old, new, strict=False)):
        if one.event.text != two.event.text or one.state != two.state:
            same = one.event.text == two.event.text
            text = f"{two.event.text} Then the tables differ." if same else _both(one, two)
            return Remark(text, two.event.clause, into=number)
    if len(old) == len(new):
        return Remark("These rules change nothing in this move.")
    longer = old if len(old) > len(new) else new
    step = longer[min(len(old), len(new))]
    who = AS_PLAYED if longer is old else "Now"
    text = f"{who} it goes on: {step.event.text}"
    return Remark(text, step.event.clause, into=min(len(old), len(new)) - (longer is old))


def _both(ours: Step, theirs: Step) -> str:
    """What two steps tell, from the first sentence on that differs, a sentence each."""
    one, two = (SENTENCE.split(step.event.text) for step in (ours, theirs))
    differ = (pair for pair in zip_longest(one, two, fillvalue="") if pair[0] != pair[1])
    played, now = next(differ)
    told = ((AS_PLAYED, played), ("Now", now))
    return " ".join(f"{name}: {sentence}" for name, sentence in told if sentence)


def why(found: Parting) -> str:
    """Why two games part, where the one is the game as played."""
    ours, theirs = found.ours, found.theirs
    if ours and theirs and ours.event.text != theirs.event.text:
        return _both(ours, theirs)
    if ours and not theirs and ours.event.text not in found.text:  # a refusal
        return f"under these rules {found.text}."
    if ours and theirs:
        return found.text.replace("here: ", "as played: ").replace(" There: ", " Now: ")
    step, who = (ours, "as played") if ours else (theirs, "now")
    assert step is not None
    return f"only {who} the game goes on: {step.event.text}"
