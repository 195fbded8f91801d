"""A racer: it plans its way home on a chart, and lays each disc where least is left to go.

Vocabulary
    left   inches to go from the end that is moved, round the pylon and home (see ``chart``)
    beam   the turns that are gone on with: after each step the few that have come furthest
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from piecepack_nb.core.game import BotMove, Game, RandomChoice
from piecepack_nb.games.worm_derby.bot.chart import Chart, charted, charted_round
from piecepack_nb.games.worm_derby.geometry.circle import Arcs
from piecepack_nb.games.worm_derby.geometry.placing import after
from piecepack_nb.games.worm_derby.geometry.plane import Point, beside, clean
from piecepack_nb.games.worm_derby.geometry.ring import both, ring
from piecepack_nb.games.worm_derby.geometry.winding import crossed, laps_at
from piecepack_nb.games.worm_derby.moves import Move, Revive, Stay, Steps
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import State, Worm

BEAM = 6
EVERY = 15.0
"""Degrees between the angles that are tried inside an arc."""
APART = 0.1
"""Inches: two turns of the beam end at least so far from each other."""
SLOW = 0.4
"""A turn that brings it nearer by less than this part of its steps is held up by other worms."""


class Way:
    """Why a racer moves as it does: the way that it has planned, and what is left of it."""

    def __init__(self, chart: Chart, seat: str, start: Point, sheet: int, before: float,
                 left: float) -> None:  # fmt: skip
        self._chart = chart
        self._start = start
        self._sheet = sheet
        self.seat = seat
        self.before = before
        """Inches to go before the turn."""
        self.left = left
        """Inches to go after it."""

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """The way planned, from the end that moves to the finish, corner by corner."""
        return self._chart.way(self._start, self._sheet)

    @property
    def text(self) -> str:
        """The plan in a sentence."""
        if math.isinf(self.left):
            return "there is no way home now"
        past = " past the other worms" if self._chart.discs else ""
        return f"its way home{past} is {self.before:.1f} inches long; {self.left:.1f} are left then"

    def to_json(self) -> dict[str, Any]:
        """The plan as plain data."""
        far = [None if math.isinf(each) else round(each, 3) for each in (self.before, self.left)]
        return {
            "seat": self.seat, "way": [list(point) for point in self.points],
            "before": far[0], "left": far[1],
        }  # fmt: skip


class _Line(NamedTuple):
    """A turn as far as it was thought out."""

    left: float
    angles: tuple[float, ...]
    state: State
    done: bool = False
    """Can or need it not go on?"""


def racer(game: Game[Any, Any, Any], state: State, seat: str, pick: RandomChoice) -> BotMove:
    """The move that leaves least to go, and the way that it plans."""
    ruleset: Ruleset = game.ruleset  # type: ignore[attr-defined]
    if state.phase == "move":
        return _turn(ruleset, state, seat)
    if state.phase == "ace":
        return _ace(ruleset, state, seat, game)
    moves = list(game.moves(state))
    return BotMove(moves[len(moves) // 2] if state.phase == "worms" else pick("move", moves))


# --- a turn -------------------------------------------------------------------------------------


def _turn(ruleset: Ruleset, state: State, seat: str) -> BotMove:
    """The best turn on the chart; where other worms hold it up, on a chart with them on it."""
    chart = charted(ruleset.rules, state.tiles, state.colours)
    chosen = _best(ruleset, chart, state, seat)
    why = chosen.why
    if isinstance(why, Way) and why.before - why.left < SLOW * state.steps * ruleset.coin:
        round_them = charted_round(ruleset.rules, state, seat)
        again = _best(ruleset, round_them, state, seat)
        if isinstance(again.why, Way) and not math.isinf(again.why.left):
            return again
    return chosen


def _best(ruleset: Ruleset, chart: Chart, state: State, seat: str) -> BotMove:
    """The turn, of those that either end can make, that leaves least to go."""
    found: list[tuple[float, str, _Line]] = []
    for to in both(ruleset, state, seat):
        line = _line(ruleset, chart, state, seat, to)
        if line.angles:
            found.append((line.left, to, line))
    if not found:
        return BotMove(_any(ruleset, state, seat))
    left, to, line = min(found, key=lambda each: (each[0], each[1] != "head"))
    worm = state.worms[seat]
    before, sheet = _left(ruleset, chart, worm, to), laps_at(ruleset.pylon, worm, to)
    why = Way(chart, seat, worm.end(to), sheet, before, max(0.0, left))
    return BotMove(Steps(seat, to, line.angles), why)


def _any(ruleset: Ruleset, state: State, seat: str) -> Move:
    """A step that eats, where no other is possible (WD-40); or none."""
    for to, found in both(ruleset, state, seat).items():
        for bite in found.bites:
            return Steps(seat, to, (clean(bite.arcs.middles[0]),))
    return Stay(seat)


def _line(ruleset: Ruleset, chart: Chart, state: State, seat: str, to: str) -> _Line:
    """The best turn with discs laid at one end, by a beam of turns that go on step by step."""
    beam = [_Line(math.inf, (), state)]
    for _ in range(state.steps):
        lines = [each for line in beam for each in _longer(ruleset, chart, line, seat, to)]
        beam = _apart(sorted(lines, key=lambda line: (line.left, line.angles)), seat, to)
    return beam[0]


def _longer(ruleset: Ruleset, chart: Chart, line: _Line, seat: str, to: str) -> Iterator[_Line]:
    """A turn gone on with by one step, in the directions that leave least to go."""
    if line.done:
        yield line
        return
    state = line.state
    worm = state.worms[seat]
    sheet, centre = laps_at(ruleset.pylon, worm, to), worm.end(to)
    angles = _angles(ring(ruleset, state, seat, to).allowed)
    if not angles:
        yield line._replace(done=True)
        return
    judged = sorted((_there(ruleset, chart, centre, sheet, angle), angle) for angle in angles)
    for left, angle in judged[:BEAM]:
        new = after(ruleset, state, seat, to, angle)
        home = bool(ruleset.home_end(new.worms[seat]))
        yield _Line(-1.0 if home else left, (*line.angles, angle), new, home)


def _there(ruleset: Ruleset, chart: Chart, centre: Point, sheet: int, angle: float) -> float:
    place = beside(centre, angle, ruleset.coin)
    return chart.left(place, sheet + crossed(ruleset.pylon, centre, place))


def _angles(allowed: Arcs) -> list[float]:
    """The ends of the arcs, and angles at even distances inside them."""
    angles = []
    for start, end in allowed:
        parts = max(1, math.ceil((end - start) / EVERY))
        angles += [clean(start + (end - start) * part / parts) for part in range(parts + 1)]
    return list(dict.fromkeys(angles))


def _apart(lines: list[_Line], seat: str, to: str) -> list[_Line]:
    """The best few, no two of which end at about the same place."""
    kept: list[_Line] = []
    for line in lines:
        end = line.state.worms[seat].end(to)
        if all(math.dist(end, other.state.worms[seat].end(to)) > APART for other in kept):
            kept.append(line)
        if len(kept) == BEAM:
            break
    return kept


def _left(ruleset: Ruleset, chart: Chart, worm: Worm, to: str) -> float:
    return chart.left(worm.end(to), laps_at(ruleset.pylon, worm, to))


# --- an ace -------------------------------------------------------------------------------------


def _ace(ruleset: Ruleset, state: State, seat: str, game: Game[Any, Any, Any]) -> BotMove:
    """An eaten disc comes back where it brings the worm on most; obstacles are left alone."""
    chart = charted(ruleset.rules, state.tiles, state.colours)
    moves = list(game.moves(state))
    revivals = [move for move in moves if isinstance(move, Revive)]
    if revivals:
        return BotMove(
            min(revivals, key=lambda move: (_revived(ruleset, chart, state, move), str(move)))
        )
    return BotMove(Stay(seat))


def _revived(ruleset: Ruleset, chart: Chart, state: State, move: Revive) -> float:
    new = after(ruleset, state, move.seat, move.end, move.angle, adding=True)
    return _left(ruleset, chart, new.worms[move.seat], move.end)
