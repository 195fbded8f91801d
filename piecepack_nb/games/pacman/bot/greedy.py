"""A player that weighs what each move brings, and takes the best; it tells why.

A turn is two moves. For the first one it also counts what the other die brings at best, as things
stand, so that it chooses which die is for which piece.

To try weights of one's own::

    simulate(game, seats=with_weights(block=0))
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, did_you_mean, invalid, shorten
from piecepack_nb.core.game import Bot, BotMove, Game, RandomChoice
from piecepack_nb.core.steps import Term, Terms
from piecepack_nb.games.pacman.bot.weighing import LEAST, View, Weights
from piecepack_nb.games.pacman.moves import Move, Stay, Way
from piecepack_nb.games.pacman.state import State, title

FEW = 4  # rivals that a reason names


class Scored(NamedTuple):
    """A move with its reasons."""

    move: Any
    terms: Terms

    @property
    def points(self) -> float:
        """All reasons together."""
        return sum(term.points for term in self.terms)

    def __str__(self) -> str:
        reasons = ", ".join(map(str, self.terms)) or "nothing for or against it"
        return f"{self.move}: {reasons} = {self.points:+.1f}"

    def to_json(self) -> dict[str, Any]:
        """The move, its points and each reason's share."""
        shares = {term.name: round(term.points, 2) for term in self.terms}
        return {"move": str(self.move), "points": round(self.points, 2), "terms": shares}


class Weighed(NamedTuple):
    """Why a move was chosen: its reasons beside those of the moves that came next."""

    seat: str
    chosen: Scored
    rivals: tuple[Scored, ...]

    @property
    def text(self) -> str:
        """The reasons for the move, and the best of the others."""
        head = f"{title(self.seat)} weighs {self.chosen}."
        return f"{head} Next best: {self.rivals[0]}." if self.rivals else head

    def to_json(self) -> dict[str, Any]:
        """The moves with each reason's share, the chosen one first."""
        return {
            "seat": self.seat,
            "chosen": self.chosen.to_json(),
            "rivals": [each.to_json() for each in self.rivals],
        }


def greedy(game: Game[Any, Any, Any], state: Any, seat: str, pick: RandomChoice) -> BotMove:
    """The best move by the weights as they stand, with its reason."""
    return _best(game, state, seat, pick, Weights())


def with_weights(**changes: Any) -> Bot:
    """A bot like ``greedy`` with other weights; raises BadInput for one that it doesn't have."""
    for name, value in changes.items():
        if name not in Weights._fields:
            accepted = ", ".join(Weights._fields) + did_you_mean(name, Weights._fields)
            raise BadInput(f"there is no weight {shorten(name)!r}; accepted: {accepted}")
        if type(value) not in (int, float) or not isfinite(value):
            raise invalid(f"the weight {name}", value, "a number")
    weights = Weights(**changes)

    def bot(game: Game[Any, Any, Any], state: Any, seat: str, pick: RandomChoice) -> BotMove:
        return _best(game, state, seat, pick, weights)

    bot.__name__ = ", ".join(f"{name}={value}" for name, value in changes.items()) or "greedy"
    return bot


def scored(
    game: Game[Any, Any, Any], state: State, seat: str, weights: Weights | None = None
) -> list[Scored]:
    """Every move with its reasons, the best first."""
    view = View(game.ruleset, state, seat, weights or Weights())  # type: ignore[attr-defined]
    moves = [Scored(move, terms) for move, terms in _alike(view, list(game.moves(state))).items()]
    if len(state.due) == 2 and state.phase == "move":
        moves = _with_the_other_die(moves, view)
    return sorted(moves, key=lambda each: -each.points)


def _best(
    game: Game[Any, Any, Any], state: State, seat: str, pick: RandomChoice, weights: Weights
) -> BotMove:
    """The move with the most points, between equal ones by a pick; and its reason."""
    found = scored(game, state, seat, weights)
    best = [each for each in found if each.points > found[0].points - 1e-9]
    chosen = best[0] if len(best) == 1 else pick("best", best)
    rivals = [each for each in found if each is not chosen][:FEW]
    return BotMove(chosen.move, Weighed(seat, chosen, tuple(rivals)))


def _alike(view: View, moves: list[Move]) -> Mapping[Move, Terms]:
    """Each move with its terms; ways that come to the same are weighed once."""
    known: dict[object, Terms] = {}
    found: dict[Move, Terms] = {}
    marbles = view.state.white | view.state.yellow
    for move in moves:
        key: object = move
        if isinstance(move, Way):
            passed = marbles.intersection(move.path[1:]) if move.piece == "pac" else None
            key = move.piece, move.path[-1], passed
        elif isinstance(move, Stay):
            key = "stay"
        if key not in known:
            known[key] = view.terms(move)
        found[move] = known[key]
    return found


def _with_the_other_die(moves: list[Scored], view: View) -> list[Scored]:
    """The same moves, and for each what the other piece brings at best by the other die.

    Both are weighed as things stand now, as if neither were in the other's way.
    """
    best: dict[tuple[bool, int], float] = {}
    for each in moves:
        key = each.move.piece == "pac", each.move.die
        best[key] = max(best.get(key, each.points), each.points)
    found = []
    for each in moves:
        left = list(view.state.dice)
        left.remove(each.move.die)
        other = best.get((each.move.piece != "pac", left[0]), 0.0)
        if view.ends_turn(each.move):
            other = 0.0
        more = (Term("other die", other),) if abs(other) >= LEAST else ()
        found.append(each._replace(terms=(*each.terms, *more)))
    return found
