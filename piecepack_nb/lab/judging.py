"""A judge of a match's moves: its decisions, the moves to compare, what states are worth.

``review`` names the moves that cost most, and ``choices`` says what each decision was worth; both
ask this judge. A chance is exact where all continuations can be searched. Else it is the mean
result of games that are played on at random, or the game's own evaluation as a chance (see
``levels``).

Vocabulary
    side    the seats that win and lose together
    world   a whole state that the mover's view allows
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Actor, Chance, Rolls, Simultaneous
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.errors import invalid
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match_base import HiddenMove, MatchBase, PlayedMove
from piecepack_nb.lab.interval import Estimate, t_point
from piecepack_nb.lab.levels import Scale, scale_of, sharpened
from piecepack_nb.lab.playing import TO_THE_END
from piecepack_nb.search.uct import SeatValues, Uct, UctNode, fast_pick

PLAYOUTS = 40
"""The random games of each chance."""
MAX_PLAYOUTS = 10_000
LEAST = 0.05
"""The least that a move must have cost, or a choice be worth, to count: a twentieth of a win."""
WORLDS = 8
"""The most worlds of a search."""
BRIEF = 4
"""The playouts by which the many moves of a secret decision are put in order."""
COMPARED = 24
"""The most moves of a decision that are compared."""
DECISIONS = 150
"""The most decisions of a side that are searched; of more, one in two, three or more."""
SEARCHED, BRIEFLY, SOLVED = 12_000, 300, 40_000
"""The moves that an exact search may make from a state before one that is known, from others, and
in all of a match."""
DEEPEST, MOST_ROLLS = 60, 36
"""The moves that it looks ahead, and the most rolls of dice that it looks at."""


# --- A match -------------------------------------------------------------------------------------


class JudgedMove(NamedTuple):
    """A decision of a seat, with the state that it was made in."""

    game: AnyGame
    state: Any
    seat: str
    played: PlayedMove
    number: int


@dataclass
class MatchJudge:
    """The moves of a match with what was known before each, and exact chances where they are known.

    ``seat`` is whose moves are judged, with its team; None for those of all.
    """

    match: MatchBase
    seat: str | None = None
    playouts: int = PLAYOUTS

    def __post_init__(self) -> None:
        match = self.match
        self.game = match.game
        self.viewer: str | None = getattr(match, "viewer", None)
        with match.locked():
            self.moves = [
                (part.game, before, played)
                for part in match.parts
                for before, played in _with_states(part)
            ]
            self.last = match.state
            self.sides = sides_of(self.game)
        self.unit = "%" if self.game.pays == "win" else "points"
        self.seats = self._judged()
        self.solvers: dict[int, Solver] = {}
        self.budget = SOLVED
        self.known = True
        self.every = 1

    def _judged(self) -> tuple[str, ...]:
        """Return the seats whose moves are judged."""
        if self.seat is None:
            return self.game.seats
        if self.seat not in self.game.seats:
            raise invalid("the seat", self.seat, "one of " + ", ".join(self.game.seats))
        return self.game.side_of(self.seat)

    def judged_sides(self) -> list[tuple[str, ...]]:
        """Return the sides whose moves are judged."""
        return list(dict.fromkeys(map(self.game.side_of, self.seats)))

    def method(self, exact: bool) -> str:
        """Return how chances are found, in a sentence; ``exact`` if some are by exact search."""
        if not self.plain:
            means = "Chances are the game's own evaluation, by what became of measured games"
        else:
            means = f"Chances are results of {self.playouts} games played on at random"
        search = "; where all continuations could be searched they are exact" * exact
        some = f" Of a side's choices one in {self.every} is judged." if self.every > 1 else ""
        return f"{means}{search}. Bands and intervals hold in 95 % of cases.{some}"

    def decisions(self, side: tuple[str, ...]) -> list[JudgedMove]:
        """Return the decisions of a side's judged seats between several moves, in order.

        Of too many they are one in ``every``.
        """
        found = [each for each in self._made(side) if not _is_forced(each)]
        every = max(1, -(-len(found) // DECISIONS))
        self.every = max(self.every, every)
        return found[::every]

    def forced(self) -> int:
        """Return how many moves of the judged seats had no alternative."""
        return sum(_is_forced(each) for side in self.judged_sides() for each in self._made(side))

    def _made(self, side: tuple[str, ...]) -> Iterator[JudgedMove]:
        """Yield the moves of a side's judged seats that can be judged."""
        for number, (game, state, played) in enumerate(self.moves):
            seats = [seat for seat in played.actor.seats if seat in side and seat in self.seats]
            if isinstance(played.actor, Chance) or not seats or not played.steps:
                continue
            if not isinstance(played.move, HiddenMove):
                yield JudgedMove(game, state, seats[0], played, number)

    def bounds(self, game: AnyGame, state: Any) -> Any:
        """Return the bounds of the first side's chance by exact search."""
        if not can_solve(game) or self.viewer is not None:
            return OPEN
        solver = self._solver(game)
        whole = min(self.budget, SEARCHED if self.known else 0)
        found = yield from solver.bounds(state, whole, BRIEFLY)
        self.known = found[0] == found[1]
        self.budget -= whole if not self.known else whole - max(0, solver.left)
        return found

    def _solver(self, game: AnyGame) -> Solver:
        return self.solvers.setdefault(id(game), Solver(game))

    def own_bounds(self, game: AnyGame, state: Any, seat: str) -> Bounds:
        """Return what is known of a seat's chance."""
        low, high = self._solver(game).of(state)
        return (low, high) if seat in sides_of(game)[0] else (1 - high, 1 - low)

    def whole(self, game: AnyGame, state: Any, judge: Judge) -> Any:
        """Return a whole state for a match as a seat sees it; else the state itself."""
        if self.viewer is None:
            return state
        return game.determinize(state, self.viewer, judge.pick)

    def exactly(self, value: float) -> Estimate:
        """Return a value that is known, as an estimate."""
        return Estimate(value, value, value, self.unit)

    @property
    def plain(self) -> bool:
        """True for a game without an evaluation."""
        return scale_of(self.game) is None


def _is_forced(decision: JudgedMove) -> bool:
    return len(decision.game.moves_for(decision.state, decision.seat)) < 2


def sides_of(game: AnyGame) -> list[tuple[str, ...]]:
    """Return the sides of a game: the seats that win and lose together."""
    return list(dict.fromkeys(map(game.side_of, game.seats)))


def _with_states(part: MatchBase) -> list[tuple[Any, PlayedMove]]:
    """Return the moves of a match, each with the state before it."""
    states = [part.initial_state]
    states += [played.steps[-1].state if played.steps else states[-1] for played in part.record]
    return list(zip(states, part.record, strict=False))


def compared_moves(judge: Judge, decision: JudgedMove, world: Any) -> list[Any]:
    """Return the moves of a decision that are compared, the one made among them.

    Of too many they are those that look best after one move or, without an evaluation, some at
    random.
    """
    game, state, seat, played, _ = decision
    others = [each for each in game.moves_for(state, seat) if str(each) != str(played.move)]
    others = [each for each in others[:200] if game.refusal(world, each) is None]
    if len(others) >= COMPARED and judge.scale is not None:
        secret = isinstance(game.to_act(world), Simultaneous)
        values = {
            id(each): _at_first(judge, game.next_state(world, each), BRIEF if secret else 0)
            for each in others
        }
        others.sort(key=lambda each: -values[id(each)])
    elif len(others) >= COMPARED:
        left = others
        others = []
        while len(others) < COMPARED:
            others.append(left.pop(judge.pick("move", range(len(left)))))
    return [played.move, *others[: COMPARED - 1]]


def _at_first(judge: Judge, state: Any, playouts: int) -> float:
    """Return a seat's value of a state by its evaluation, or by some playouts."""
    if not playouts:
        return judge.values(state)[judge.seat]
    return fmean(judge.playout(state)[judge.seat] for _ in range(playouts))


# --- One state -----------------------------------------------------------------------------------


class Judge(Uct):
    """A search that values states by chances to win."""

    scale: Scale | None = None
    """The way from the game's evaluation to a chance; None for playouts to the end."""

    def values(self, state: Any) -> SeatValues:
        """Return the chance of each seat; at the end of the game its result."""
        game = self.game
        if self.scale is None or game.result(state) is not None:
            return super().values(state)
        return self.scale.chances(game, {seat: game.evaluate(state, seat) for seat in game.seats})

    def restart(self, *seed: object) -> None:
        """Begin new random numbers."""
        self.pick = fast_pick(seeded_pick(*seed))

    def worth(self, state: Any, playouts: int) -> Any:
        """Return a state's value to the seat, by the second quarter and later half of a search.

        Moves in secret are random: who makes them doesn't see the others'.
        """
        root = UctNode(self, state)
        values = []
        for _ in range(playouts):
            if isinstance(root.actor, Simultaneous):
                found = self.playout(state)
            else:
                path, leaf = self.select(root)
                found = self.playout(leaf.state)
                for choice, arm in path:
                    choice.visits += 1
                    arm.visits += 1
                    arm.total += found[choice.seat]
            values.append(found[self.seat])
            yield
        half = len(values) // 2
        return fmean(values[half // 2 : half] or values), fmean(values[half:])


def judge_of(game: AnyGame, seat: str, *seed: object) -> Judge:
    """Return a search that values states of a game by a seat's chances to win."""
    scale = scale_of(game)
    ends = scale is None or game.playout_moves is None
    length = TO_THE_END if ends else game.playout_moves
    judge = Judge(game, seat, fast_pick(seeded_pick(*seed)), type(game).evaluate, length or 0)
    judge.scale = scale
    return judge


def estimate(values: Sequence[float], unit: str, scale: Scale | None) -> Estimate:
    """Return the mean of values of one state, with its interval.

    Of results of games, one game won and one lost are added (Agresti and Caffo, 2000), so that the
    interval has a width even if all are alike. Of an evaluation, the interval has what is not known
    of its scale, too.
    """
    mean = fmean(values)
    margin = 0.0
    added = [*values, 0.0, 1.0] if unit == "%" and scale is None else list(values)
    if len(added) > 1:
        margin = t_point(len(added) - 1) * stdev(added) / sqrt(len(added))
    low, high = fmean(added) - margin, fmean(added) + margin
    if scale is not None and scale.slope > 0:
        known = [sharpened(mean, each / scale.slope) for each in (scale.low, scale.high)]
        low = mean - sqrt(margin**2 + (mean - min(known)) ** 2)
        high = mean + sqrt(margin**2 + (max(known) - mean) ** 2)
    if unit == "%":
        low, high = max(0.0, low), min(1.0, high)
    return Estimate(mean, min(low, mean), max(high, mean), unit)


def paired(differences: Sequence[float], error: float, unit: str) -> Estimate:
    """Return the mean of differences with an interval; without one for fewer than two."""
    mean = fmean(differences)
    if len(differences) < 2:
        return Estimate(mean, -inf, inf, unit)
    margin = t_point(len(differences) - 1, error) * stdev(differences) / sqrt(len(differences))
    return Estimate(mean, mean - margin, mean + margin, unit)


# --- Exact chances -------------------------------------------------------------------------------


class TooMuch(Exception):
    """Raised in an exact search that has used up its moves."""


Bounds = tuple[float, float]
"""The least and the greatest that the first side's chance may be; equal if it is known."""
OPEN: Bounds = (0.0, 1.0)


def can_solve(game: AnyGame) -> bool:
    """Return True for a game of one or two sides without secrets, which is won, lost or drawn."""
    sides = set(map(game.side_of, game.seats))
    return game.pays == "win" and not game.secret and not game.draws and len(sides) <= 2


class Solver:
    """Bounds of the chances of states, by searching all continuations some moves ahead."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.first = game.side_of(game.seats[0])
        self.known: dict[Any, tuple[Bounds, int]] = {}
        """The bounds of a state, and how many moves ahead it was searched."""
        self.left = 0
        """The moves that may still be made."""

    def bounds(self, state: Any, whole: int, briefly: int) -> Any:
        """Return the bounds of a state, known if a ``whole`` number of moves is enough for that.

        Otherwise it searches deeper and deeper for some moves. A generator, as all of the work.
        """
        found = OPEN
        self.left = whole
        with suppress(TooMuch):
            return (yield from self._search(state, DEEPEST))
        self.left = briefly
        for depth in range(1, DEEPEST + 1):
            try:
                found = yield from self._search(state, depth)
            except TooMuch:
                break
            if found[0] == found[1]:
                break
        return found

    def of(self, state: Any) -> Bounds:
        """Return what is known of a state."""
        return self.known.get(state, (OPEN, 0))[0]

    def _search(self, state: Any, depth: int) -> Any:
        found, searched = self.known.get(state, (OPEN, -1))
        if searched >= depth or found[0] == found[1]:
            return found
        found = yield from self._deeper(state, depth)
        self.known[state] = found, depth
        return found

    def _deeper(self, state: Any, depth: int) -> Any:
        game = self.game
        result = game.result(state)
        if result is not None:
            value = (1 + game.payoff(result, self.first[0])) / 2
            return value, value
        actor = game.to_act(state)
        if actor is None or depth == 0 or isinstance(actor, Simultaneous):
            return OPEN
        best, of = self._aim(actor)
        found: list[Bounds] = []
        for move in self._moves(state, actor):
            self.left -= 1
            if self.left < 0:
                raise TooMuch
            yield
            found.append((yield from self._search(game.next_state(state, move), depth - 1)))
            if found[-1] == best:
                break
        return (of([low for low, _ in found]), of([high for _, high in found])) if found else OPEN

    def _aim(self, actor: Actor) -> tuple[Bounds | None, Callable[[Sequence[float]], float]]:
        """Return the best bounds for who acts, and how they follow from those of the moves."""
        if isinstance(actor, Chance):
            return None, fmean
        return ((1.0, 1.0), max) if actor.seats[0] in self.first else ((0.0, 0.0), min)

    def _moves(self, state: Any, actor: Actor) -> Sequence[Any]:
        if not isinstance(actor, Chance):
            return list(self.game.moves(state))
        rolls = Rolls(actor)
        return list(rolls) if 0 < len(rolls) <= MOST_ROLLS else []
