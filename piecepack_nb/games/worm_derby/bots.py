"""Worm Derby's bots: the racer, which plans its path home, and the wanderer, which only gets on."""

from __future__ import annotations

from typing import Any, NamedTuple

from piecepack_nb.core.game import Bot, BotMove, RandomChoice
from piecepack_nb.games.worm_derby.game import WormDerby
from piecepack_nb.games.worm_derby.geometry.ring import after_step
from piecepack_nb.games.worm_derby.moves import Revive, Stay, Steps
from piecepack_nb.games.worm_derby.race_plan import (
    HomeMap,
    chart_of,
    inches_left,
    plan_ace,
    plan_turn,
)
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import ENDS, State

# --- The racer ------------------------------------------------------------------------------------


def racer(game: WormDerby, state: State, seat: str, pick: RandomChoice) -> BotMove:
    """Return the move that leaves least to go, with the plan behind it.

    It eats other worms' ends when that pays, and moves tiles out of its way or into another's.
    """
    return _race(game, state, seat, pick, bites=True, tiles=True)


def racer_with(*, bites: bool = True, tiles: bool = True) -> Bot:
    """Return a racer that eats no ``bites`` or moves no ``tiles``, to see what they bring."""

    def bot(game: Any, state: Any, seat: str, pick: RandomChoice) -> BotMove:
        return _race(game, state, seat, pick, bites, tiles)

    return bot


def _race(
    game: WormDerby, state: State, seat: str, pick: RandomChoice, bites: bool, tiles: bool
) -> BotMove:
    if state.phase == "move":
        return plan_turn(game.ruleset, state, seat, bites)
    if state.phase == "ace":
        return _use_ace(game, state, seat, tiles)
    moves = list(game.moves(state))
    return BotMove(moves[len(moves) // 2] if state.phase == "worms" else pick("move", moves))


def _use_ace(game: WormDerby, state: State, seat: str, tiles: bool) -> BotMove:
    """Return the eaten disc that helps most when it comes back, else the tile whose move does."""
    ruleset = game.ruleset

    def left(move: Revive) -> float:
        chart = chart_of(ruleset.rules, state.tiles, state.colours)
        new = after_step(ruleset, state, seat, move.end, move.angle, adding=True)
        return inches_left(ruleset, chart, new.worms[seat], move.end)

    revivals = [move for move in game.moves(state) if isinstance(move, Revive)]
    if revivals:
        return BotMove(min(revivals, key=lambda move: (left(move), str(move))))
    plan = plan_ace(ruleset, state, seat) if tiles else None
    return BotMove(Stay(seat)) if plan is None else BotMove(plan.move, plan)


# --- The wanderer, and why a random worm doesn't come home ----------------------------------------

TRIES = 24
"""The moves that the wanderer looks at, at most."""


class Aimless(NamedTuple):
    """The reason of a move at random."""

    moves: int
    """The number of moves that it was picked from."""

    @property
    def text(self) -> str:
        """The reason in a sentence, and why it doesn't come home."""
        return (
            f"one of {self.moves} moves at random: a worm that goes back as often as on needs tens "
            'of thousands of turns; "wanderer" is random, too, and gets home'
        )

    def to_json(self) -> dict[str, Any]:
        """Return the reason as plain data."""
        return self._asdict()


def random(game: WormDerby, state: State, seat: str, pick: RandomChoice) -> BotMove:
    """Return one of the seat's moves, each equally likely; the reason says what comes of it."""
    moves = game.moves(state)
    move = pick("move", moves)  # type: ignore[arg-type]
    return BotMove(move, Aimless(len(moves)) if state.phase == "move" else None)


def wanderer(game: WormDerby, state: State, seat: str, pick: RandomChoice) -> BotMove:
    """Return a random move that brings an end nearer home, or the best of those looked at."""
    moves: Any = game.moves(state)  # each computed when it is read, and few are
    if state.phase != "move":
        return BotMove(pick("move", moves))
    ruleset, worm = game.ruleset, state.worms[seat]
    chart = chart_of(ruleset.rules, state.tiles, state.colours)
    before = min(inches_left(ruleset, chart, worm, end) for end in ENDS)
    found: list[tuple[float, int]] = []
    for number in range(min(TRIES, len(moves))):
        at = pick(f"move {number}", range(len(moves)))
        left = _left_after(ruleset, chart, state, moves[at])
        found.append((left, at))
        if left < before:
            break
    return BotMove(moves[min(found)[1]])


def _left_after(ruleset: Ruleset, chart: HomeMap, state: State, move: Any) -> float:
    """Return the inches to go from the end that a move lays discs at; inf for no such move."""
    if not isinstance(move, Steps):
        return float("inf")
    for angle in move.angles:
        state = after_step(ruleset, state, move.seat, move.to, angle)
    return inches_left(ruleset, chart, state.worms[move.seat], move.to)


# --- The value of a state, for bots that play any game --------------------------------------------

LEAD = 6.0  # inches that are a clear lead, for bots that play any game
LOST = 200.0  # inches that a worm counts as that isn't on the table


def lead(game: WormDerby, state: State, seat: str) -> float:
    """Return how many inches a seat is ahead of the best of the others."""
    left = {each: _inches(game, state, each) for each in game.seats}
    return (min(far for each, far in left.items() if each != seat) - left[seat]) / LEAD


def _inches(game: WormDerby, state: State, seat: str) -> float:
    """Return how far a seat's nearer end is from home, if nothing were in the way.

    A chart with the obstacles is slow to make, and a look ahead that moves them needs many.
    """
    if seat in state.home:
        return 0.0
    worm = state.worms.get(seat)
    return LOST if worm is None else game.ruleset.inches_left(worm)
