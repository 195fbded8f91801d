"""Helpers of Piecepackman's tests: a match from a position, rolls, orders, and events found.

``table("piecepackman: f4 W ...")`` is a match from a position, ``roll(match, suns=5)`` rolls for
him and ``ghosts(match, suns=3)`` agrees on an order and rolls for them. Dice that aren't named show
null.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance
from piecepack_nb.core.steps import Event, Refusal, Step

SUITS = ("suns", "moons", "crowns", "arms")
POCKET = """\
title: Pocket
  +---+---+---+---+
4 | $S          $M|
  +   +---+---+   +
3 |   | S   M     |
  +   +   +   +   +
2     | A   C |
  +   +---+---+   +
1 | $A  P       $C|
  +---+---+---+---+
    a   b   c   d
"""
"""The smallest maze that keeps every constraint: a ring around the house."""
NEARLY_OVER = "piecepackman: f4 W\ncubes: suns e4"
"""A position for ``table``: the level ends with the cube before him."""


def table(written: str, **options: Any) -> pp.Match:
    """Return a match from a position, under the printed rules with these options."""
    return pp.Match(pp.game("piecepackman", **options), seed=1, position=written)


def played(seed: int, moves: int = 10**5, player: str = "greedy", **options: Any) -> pp.Match:
    """Return a match that bots have played so far."""
    game = pp.game("piecepackman", **options)
    match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, player))
    match.run(moves)
    return match


def roll(match: pp.Match, **faces: object) -> list[Step]:
    """Roll the dice that are due: these faces, and null where none is named."""
    actor = match.to_act
    assert isinstance(actor, Chance), actor
    names = [die.name for die in actor.dice]
    assert set(faces) <= set(names), names
    shown = {name: faces.get(name, "null") for name in names}
    return match.play(" ".join(["roll", *(f"{name} {face}" for name, face in shown.items())]))


def ghosts(match: pp.Match, **faces: object) -> list[Step]:
    """Agree on the order in which the ghosts are named here, and roll for them."""
    waiting = match.state.to_move
    named = [suit for suit in faces if suit in waiting]
    steps = []
    if match.state.phase == "order":
        order = [*named, *(suit for suit in waiting if suit not in named)]
        steps = match.play(" ".join(["order", *order]))
    return steps + roll(match, **faces)


def rest(match: pp.Match) -> list[Step]:
    """Roll null for all ghosts, to reach his turn again."""
    return ghosts(match)


def events(steps: Iterable[Step], *kinds: str) -> list[tuple[str, str]]:
    """Return the clause and the kind of each event, of these kinds alone if any are named."""
    found = [step.event for step in steps]
    return [(event.clause, event.kind) for event in found if not kinds or event.kind in kinds]


def event(steps: Iterable[Step], kind: str) -> Event:
    """Return the only event of a kind."""
    found = [step.event for step in steps if step.event.kind == kind]
    assert len(found) == 1, [str(step.event) for step in steps]
    return found[0]


def path_of(steps: Iterable[Step]) -> str:
    """Return the squares that he enters, such as "e4 d4"."""
    return " ".join(
        step.event.data["to"] for step in steps if step.event.kind in ("step", "portal")
    )


def turns(steps: Iterable[Step]) -> list[str]:
    """Return the quarter turns that he makes: "left" or "right"."""
    return [step.event.data["side"] for step in steps if step.event.kind == "quarter turn"]


def refused(match: pp.Match, move: object) -> Refusal:
    """Return the refusal of a move."""
    refusal = match.refusal(move)
    assert refusal is not None, f"{move} is legal"
    return refusal


def him(match: pp.Match) -> str:
    """Return his square and heading, such as "d4 N"."""
    return f"{match.state.square} {match.state.heading}"
