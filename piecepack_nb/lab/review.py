"""A game looked back at: each side's chances by turn, and the moves that cost most of them.

A chance is the mean result of games that are played on at random, or the game's own evaluation as a
chance (see ``levels``) after a few random moves. A move is judged against others from the same
state, so that what the dice did afterwards counts for neither. Where all continuations can be
searched, chances are exact.

A move that looks bad in a first search is tried again beside the best alternative, with new random
numbers, the same ones for both. It is named only if the interval of its cost, corrected for the
number of moves that were tried again, is above ``LEAST``: several moves are often as good. Short
searches answer almost at random, which makes moves look bad that a good answer doesn't punish. So
in a game without an evaluation these searches are longer, the cost must be above ``CLEAR``, and
most of it must have been there when the search was half as long.

What a seat can't see is drawn at random anew for each try, so that nobody is blamed for what it
couldn't know.

Vocabulary
    side    the seats that win and lose together
    cost    the chance that the better move would have had, less that of the move made
    world   a whole state that the mover's view allows
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Actor, Chance, Rolls, Seat, Simultaneous
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.errors import invalid
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match_base import HiddenMove, MatchBase, PlayedMove
from piecepack_nb.core.progress import progress
from piecepack_nb.core.validate import whole_number
from piecepack_nb.core.wording import capitalise, count_noun, fixed, join_list
from piecepack_nb.lab.chart import Chart
from piecepack_nb.lab.finding import Finding, Record
from piecepack_nb.lab.interval import Estimate, t_point
from piecepack_nb.lab.levels import Scale, scale_of, sharpened
from piecepack_nb.lab.playing import TO_THE_END
from piecepack_nb.lab.review_picture import html, picture
from piecepack_nb.scene.game_view import EMPTY_DRAFT, GameView
from piecepack_nb.scene.match_film import turn_title
from piecepack_nb.search.uct import Bandit, Node, SeatValues, Uct, fast_pick, play_all, worlds_of

PLAYOUTS = 40
"""The random games of each chance."""
MAX_PLAYOUTS = 10_000
POINTS = 200
"""The most turns of a graph; of a longer game some are left out."""
WORST = 3
"""The most moves that are named for a side."""
CHECKED = 5
"""The most moves of a side that are tried again."""
TRIALS, FIRST = 10, 4
"""The searches that compare a move with a better one; after the first few, hopeless ones end."""
LONG_TRIALS, LONG_FIRST, LONGER = 5, 3, 15
"""The same in a game without an evaluation, and how many times as long each search is there."""
LEAST, CLEAR = 0.05, 0.2
"""A move is named if it cost more than this for certain: a twentieth of a win or, in a game without
an evaluation, a fifth."""
WORLDS, TRIED, LONG_TRIED = 8, 6, 60
"""The most worlds of a search, and how often it tries a move at least, on average; the last one in
a game without an evaluation."""
COMPARED = 24
"""The most moves of a decision that are compared."""
DECISIONS = 150
"""The most decisions of a side that are searched; of more, those after which it lost most."""
SEARCHED, BRIEFLY, SOLVED = 12_000, 300, 40_000
"""The moves that an exact search may make from a state before one that is known, from others, and
in all of a review."""
DEEPEST, MOST_ROLLS = 60, 36
"""The moves that it looks ahead, and the most rolls of dice that it looks at."""
KNOWN = 1e-9

Steps = Iterator[None]
"""Work in slices: a generator that yields often."""


# --- The findings --------------------------------------------------------------------------------


class Chances(NamedTuple):
    """Each side's chances after a turn."""

    title: str
    """Such as "Turn 3"."""
    number: int
    """The number of the move that it stands after, in all parts of the match; -1 for the start."""
    sides: tuple[Estimate, ...]
    """By side: the part of a win that it can expect, a draw being a half; or its points."""
    exact: bool = False
    """True if all continuations were searched, or the game is over."""


class WorstMove(NamedTuple):
    """A move that cost its side a part of its chances."""

    seat: str
    title: str
    """Such as "Turn 3"."""
    number: int
    """The number of the move, in all parts of the match."""
    move: Any
    text: str
    """What it did, in the words of the game."""
    better: Any
    better_text: str
    cost: Estimate
    reply: str = ""
    """What it allowed: the others' best answer, in the words of the game."""
    exact: bool = False
    """True if all continuations of both moves were searched."""
    imagined: bool = False
    """True if it was judged by what its seat could see."""

    @property
    def cost_text(self) -> str:
        """The cost in words, with its interval.

        >>> worst = WorstMove("red", "Turn 3", 4, "a1", "", "a2", "", Estimate(0.5, 0.5, 0.5, "%"))
        >>> worst._replace(exact=True).cost_text
        'cost half a win for certain'
        """
        value, low, high = self.cost.figures
        if self.cost.unit != "%":
            spread = "for certain" if self.exact else f"({_figures(low, high, 1, 1)})"
            return f"cost {fixed(value, 1)} points of the game {spread}"
        if self.exact:
            return f"cost {PARTS.get(round(value, 6), f'{100 * value:.0f} % of a win')} for certain"
        return f"cost {100 * value:.0f} % of a win (95 %: {_figures(low, high, 100, 0)})"

    def __str__(self) -> str:
        known = f", by what {capitalise(self.seat)} could see" if self.imagined else ""
        allowed = f" It allowed: {_full(self.reply)}" if self.reply else ""
        return (
            f"{self.title}. {_full(self.text)} It {self.cost_text}{known}. "
            f"Better: {_full(self.better_text)}{allowed}"
        )


PARTS = {1.0: "the win", 0.5: "half a win"}


def _figures(low: float, high: float, scale: float, digits: int) -> str:
    return f"{fixed(scale * low, digits)} to {fixed(scale * high, digits)}"


def _full(sentence: str) -> str:
    """Return a sentence with its full stop."""
    return sentence if sentence.endswith((".", "!", "?", "]")) else f"{sentence}."


class Review(Finding):
    """A game looked back at; ``pp.review`` makes it."""

    def __init__(self, work: Reviewing) -> None:
        self.sides = [join_list(map(capitalise, side)) for side in work.sides]
        """The names of the sides."""
        if work.game.cooperative and len(work.game.seats) > 1:
            self.sides = ["The players"]
        self.seats_of_sides = tuple(work.sides)
        """The seats of each side."""
        self.unit = work.unit
        """"%" of a win, or "points" in a game that pays them."""
        self.chances: tuple[Chances, ...] = tuple(work.points)
        """The chances at the start and after each turn."""
        self.worst: tuple[WorstMove, ...] = tuple(work.worst)
        """The moves that cost most, in the order of the game; up to three of a side."""
        self.reviewed = work.seats
        """The seats whose moves were judged."""
        self.method = work.method
        """How the chances were found, in a sentence or two."""
        self.title = f"{work.game.title}, looked back at"
        self.remarks = (self.method,)

    def rows(self) -> list[tuple[str, str]]:
        """Return each turn with the sides' chances."""
        return [(point.title, self._figures(point)) for point in self.chances]

    def _figures(self, point: Chances) -> str:
        return "; ".join(
            f"{name} {chance_text(each, point.exact)}"
            for name, each in zip(self.sides, point.sides, strict=True)
        )

    def records(self) -> list[Record]:
        """Return a row for each turn and side."""
        return [
            {
                "turn": point.title,
                "side": name,
                "chance": each.value,
                "low": each.low,
                "high": each.high,
                "exact": point.exact,
            }
            for point in self.chances
            for name, each in zip(self.sides, point.sides, strict=True)
        ]

    def drawing(self) -> Chart:
        """Return the graph's data."""
        rows = tuple(
            {"name": name, "x": number, "value": each.value, "text": f"{each.value:.2f}"}
            for number, point in enumerate(self.chances)
            for name, each in zip(self.sides, point.sides, strict=True)
        )
        value = "chance" if self.unit == "%" else "points"
        return Chart("lines", self.title, rows, value, "turn", share=self.unit == "%")

    def verdict(self) -> str:
        """Return a sentence on the moves that cost most."""
        if not self.worst:
            names = [capitalise(seat) for seat in self.reviewed]
            who = "the players" if len(names) > 2 else join_list(names)
            return f"No move of {who} was clearly worse than another: differences are in the noise."
        if len(self.worst) == 1:
            return "The move that cost most:"
        return f"The {len(self.worst)} moves that cost most, up to {WORST} of a side:"

    def table(self) -> str:
        """Return the chances and the worst moves as text."""
        moves = (f"  {each}" for each in self.worst)
        return "\n".join([super().table(), self.verdict(), *moves])

    def __repr__(self) -> str:
        return (
            f"<Review: {count_noun(len(self.chances), 'turn')}, "
            f"{count_noun(len(self.worst), 'worst move')}>"
        )

    def svg(self) -> str:
        """Return the graph as SVG text."""
        return picture(self)

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        return {"text/plain": repr(self), "text/html": html(self)}


def chance_text(chance: Estimate, exact: bool = False) -> str:
    """Return a chance in words.

    >>> chance_text(Estimate(0.62, 0.5, 0.74, "%")), chance_text(Estimate(1, 1, 1, "%"), True)
    ('62 % (50 to 74)', '100 %')
    """
    if chance.unit == "%" and not exact and not 0.005 <= chance.value < 0.995:
        return "less than 1 %" if chance.value < 0.5 else "more than 99 %"
    scale, digits, unit = (100, 0, " %") if chance.unit == "%" else (1, 1, " points")
    value = f"{fixed(scale * chance.value, digits)}{unit}"
    return value if exact else f"{value} ({_figures(chance.low, chance.high, scale, digits)})"


# --- The work ------------------------------------------------------------------------------------


class Decision(NamedTuple):
    """A decision of a seat, with the state that it was made in."""

    game: AnyGame
    state: Any
    seat: str
    played: PlayedMove
    number: int


class Found(NamedTuple):
    """A better move of a decision, and how much it seems to be better."""

    cost: float
    decision: Decision
    better: Any
    exact: bool = False


@dataclass
class Reviewing:
    """A review that is being made: ``run`` does the work in slices."""

    match: MatchBase
    seat: str | None = None
    playouts: int = PLAYOUTS
    points: list[Chances] = field(default_factory=list)
    worst: list[WorstMove] = field(default_factory=list)
    part: float = 0.0
    """The part of the work that is done."""
    doing: str = ""
    """What is being done, in a few words."""

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
            self.sides = list(dict.fromkeys(map(self.game.side_of, self.game.seats)))
        self.unit = "%" if self.game.pays == "win" else "points"
        self.seats = self._reviewed()
        self.solvers: dict[int, Solver] = {}
        self.budget = SOLVED
        self.known = True

    def _reviewed(self) -> tuple[str, ...]:
        """Return the seats whose moves are judged: of the persons or, without any, of all."""
        if self.seat is None:
            return self.match.persons or self.game.seats
        if self.seat not in self.game.seats:
            raise invalid("the seat", self.seat, "one of " + ", ".join(self.game.seats))
        return self.game.side_of(self.seat)

    @property
    def method(self) -> str:
        """How the chances were found."""
        if scale_of(self.game) is not None:
            means = "Chances are the game's own evaluation, by what became of measured games"
        else:
            means = f"Chances are results of {self.playouts} games played on at random"
        search = "; where all continuations could be searched they are exact" * self.exact
        return f"{means}{search}. Bands and intervals hold in 95 % of cases."

    @property
    def exact(self) -> bool:
        """True if some chances of an unfinished game are exact."""
        over = self.game.result(self.last) is not None
        return sum(point.exact for point in self.points) > over

    def run(self) -> Steps:
        """Do the work in slices; what is found so far is in ``points`` and ``worst``."""
        self.doing = "chances by turn"
        yield from self._graph()
        self.doing = "better moves"
        for side in dict.fromkeys(map(self.game.side_of, self.seats)):
            yield from self._judge(side)
        self.part, self.doing = 1.0, ""

    # --- the graph ---------------------------------------------------------------------------

    def _stops(self) -> list[tuple[str, int, AnyGame, Any]]:
        """Return the title, the move's number, the game and the state of each point."""
        stops: dict[Any, tuple[str, int, AnyGame, Any]] = {}
        if not self.moves:
            return [("Start", -1, self.game, self.last)]
        first, start, _ = self.moves[0]
        stops[-1] = "Start", -1, first, start
        for number, (game, _, played) in enumerate(self.moves):
            state = played.steps[-1].state if played.steps else start
            turn = max(played.turn, 0)
            stops[turn or -1] = turn_title(turn) if turn else "Start", number, game, state
        found = sorted(stops.values(), key=lambda stop: stop[1])
        if self.viewer is not None:  # a view can't go on in the middle of a draw
            found = [each for each in found if not isinstance(each[2].to_act(each[3]), Chance)]
        every = -(-len(found) // POINTS)
        return [found[0], *found[:0:-1][::every][::-1]]

    def _graph(self) -> Steps:
        stops = self._stops()
        for done, (title, number, game, state) in enumerate(reversed(stops)):
            result = game.result(state)
            if result is not None:
                sides = [self._exactly(each) for each in self._paid(game, result)]
            else:
                sides = yield from self._estimates(game, state, number)
            exact = all(each.low == each.high for each in sides)
            self.points.insert(0, Chances(title, number, tuple(sides), exact))
            self.part = 0.4 * (done + 1) / len(stops)

    def _paid(self, game: AnyGame, result: Any) -> list[float]:
        payoffs = [game.payoff(result, side[0]) for side in self._sides_of(game)]
        return [(1 + each) / 2 for each in payoffs] if game.pays == "win" else payoffs

    def _exactly(self, value: float) -> Estimate:
        return Estimate(value, value, value, self.unit)

    def _sides_of(self, game: AnyGame) -> list[tuple[str, ...]]:
        return list(dict.fromkeys(map(game.side_of, game.seats)))

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
        return (low, high) if seat in self._sides_of(game)[0] else (1 - high, 1 - low)

    def _estimates(self, game: AnyGame, state: Any, number: int) -> Any:
        """Return each side's chance by exact search or playouts."""
        sides = self._sides_of(game)
        low, high = yield from self.bounds(game, state)
        if low == high:
            return [self._exactly(each) for each in (low, 1 - low)[: len(sides)]]
        found: list[SeatValues] = []
        scale = scale_of(game)
        constant = scale is not None and game.playout_moves == 0
        for trial in range(1 if constant else self.playouts):
            judge = judge_of(game, sides[0][0], self.match.seed, number, trial)
            found.append(judge.playout(self._whole(game, state, judge)))
            yield
        values = [[each[side[0]] for each in found] for side in sides]
        return [estimate(each, self.unit, scale) for each in values]

    def _whole(self, game: AnyGame, state: Any, judge: Judge) -> Any:
        """Return a whole state for a match as a seat sees it; else the state itself."""
        if self.viewer is None:
            return state
        return game.determinize(state, self.viewer, judge.pick)

    # --- worst moves -------------------------------------------------------------------------

    def _judge(self, side: tuple[str, ...]) -> Steps:
        """Find the moves of a side that cost most."""
        found: list[Found] = []
        begun, share = self.part, (0.98 - self.part) / max(1, len(self._all_sides()))
        decisions = self.decisions(side)
        for done, decision in enumerate(reversed(decisions)):
            better = yield from self._better(decision)
            if better is not None and better.cost > KNOWN:
                found.append(better)
            self.part = begun + share * 0.6 * (done + 1) / len(decisions)
        found.sort(key=lambda each: -each.cost)
        exact = [each for each in found if each.exact]
        guessed = [each for each in found if not each.exact][:CHECKED]
        worst = [self._worst(each, self._exactly(each.cost)) for each in exact]
        for done, each in enumerate(guessed):
            cost = yield from self._cost(each, len(guessed))
            if cost is not None and cost.low > self._least:
                worst.append(self._worst(each, cost))
            self.part = begun + share * (0.6 + 0.4 * (done + 1) / len(guessed))
        worst = sorted(worst, key=lambda each: -each.cost.value)[:WORST]
        self.worst = sorted([*self.worst, *worst], key=lambda each: each.number)

    def _all_sides(self) -> list[tuple[str, ...]]:
        return list(dict.fromkeys(map(self.game.side_of, self.seats)))

    @property
    def _least(self) -> float:
        """The cost above which a move is named."""
        if self.unit != "%":
            return 0.0
        return CLEAR if self._plain else LEAST

    @property
    def _plain(self) -> bool:
        """True for a game without an evaluation."""
        return scale_of(self.game) is None

    def decisions(self, side: tuple[str, ...]) -> list[Decision]:
        """Return the decisions of a side's reviewed seats between several moves, in order."""
        found = []
        for number, (game, state, played) in enumerate(self.moves):
            seats = [seat for seat in played.actor.seats if seat in side and seat in self.seats]
            if isinstance(played.actor, Chance) or not seats or not played.steps:
                continue
            if isinstance(played.move, HiddenMove) or len(game.moves_for(state, seats[0])) < 2:
                continue
            found.append(Decision(game, state, seats[0], played, number))
        every = -(-len(found) // DECISIONS)
        return found[::every] if every > 1 else found

    def _better(self, decision: Decision) -> Any:
        """Return a move that seems better than the one made; None if none does."""
        game, state, seat, _, number = decision
        yield from self.bounds(game, state)
        judge = judge_of(game, seat, self.match.seed, number, "first")
        worlds = worlds_of(game, state, seat, judge.pick, WORLDS)
        moves = compared_moves(judge, decision, worlds[0])
        bounds = [self._bounds_after(decision, move) for move in moves]
        (low, high), others = bounds[0], bounds[1:]
        if low >= max(most for _, most in others):
            return None
        if low == high and max(others)[0] >= max(most for _, most in others):
            return self._known_better(decision, moves[1:], others, low)
        own = Bandit(seat, moves, judge.pick)
        roots = [Node(judge, world) for world in worlds]
        for root in roots:
            root.choices = [own if each.seat == seat else each for each in root.choices]
        tried = LONG_TRIED if self._plain else TRIED
        for trial in range(max(2 * self.playouts, tried * len(moves))):
            judge.improve(roots[trial % len(roots)])
            yield
        return self._found(decision, own, dict(zip(map(str, moves), bounds, strict=True)))

    def _found(self, decision: Decision, own: Bandit, bounds: Mapping[str, Bounds]) -> Any:
        """Return the best move of a search, if it seems better than the one made."""
        arms = {str(arm.move): arm for arm in own.arms}
        worth = {text: _within(arm.mean, bounds[text]) for text, arm in arms.items()}
        made = str(decision.played.move)
        best = max(
            (text for text in arms if text != made),
            key=lambda text: (worth[text] > worth[made], arms[text].visits, worth[text]),
        )
        cost = worth[best] - worth[made]
        return Found(cost, decision, arms[best].move) if cost > 0 else None

    def _bounds_after(self, decision: Decision, move: Any) -> Bounds:
        """Return what is known of the seat's chance after a move."""
        game, state, seat = decision[:3]
        if not can_solve(game):
            return OPEN if self.unit == "%" else (-inf, inf)
        return self.own_bounds(game, game.next_state(state, move), seat)

    def _known_better(
        self, decision: Decision, moves: Sequence[Any], bounds: Sequence[Bounds], made: float
    ) -> Found:
        """Return the best move where all chances are known; of several, one that ends the game."""
        game, state = decision[:2]
        ends = [game.result(game.next_state(state, move)) is not None for move in moves]
        ranked = zip([low for low, _ in bounds], ends, moves, strict=True)
        best, _, move = max(ranked, key=lambda each: each[:2])
        return Found(best - made, decision, move, exact=True)

    def _answer(self, decision: Decision) -> Any:
        """Return the others' move that proves what the move made cost; None if none is known."""
        game, _, seat, played, _ = decision
        state = played.steps[-1].state
        actor = game.to_act(state)
        if not can_solve(game) or not isinstance(actor, Seat) or actor.name in game.side_of(seat):
            return None
        _, most = self.own_bounds(game, state, seat)
        for move in game.moves(state) if most < 1 else ():
            if self.own_bounds(game, game.next_state(state, move), seat)[1] <= most:
                return move
        return None

    def _cost(self, found: Found, compared: int) -> Any:
        """Return the cost of a move by new searches; None if it is hopeless or still grows."""
        game, state, seat, played, number = found.decision
        trials, first = (LONG_TRIALS, LONG_FIRST) if self._plain else (TRIALS, FIRST)
        playouts = self.playouts * (LONGER if self._plain else 1)
        differences, earlier = list[float](), list[float]()
        for trial in range(trials):
            values = []
            for move in (found.better, played.move):
                judge = judge_of(game, seat, self.match.seed, number, "again", trial)
                world = game.determinize(game.observation(state, seat), seat, judge.pick)
                if game.refusal(world, move) is not None:
                    break
                judge.restart(self.match.seed, number, "on", trial)
                worth = yield from judge.worth(play_all(game, world, [move]), playouts)
                bounds = self._bounds_after(found.decision, move)
                values.append([_within(each, bounds) for each in worth])
            if len(values) == 2:
                (before, after), (made_before, made) = values
                earlier.append(before - made_before)
                differences.append(after - made)
            if trial + 1 == first and (not differences or fmean(differences) <= self._least):
                return None
        if self._plain and fmean(earlier) < fmean(differences) / 2:
            return None
        return paired(differences, 0.05 / compared, self.unit)

    def _worst(self, found: Found, cost: Estimate) -> WorstMove:
        game, state, seat, played, number = found.decision
        answer = self._answer(found.decision)
        reply = "" if answer is None else sentence(game, played.steps[-1].state, answer)
        return WorstMove(
            seat,
            turn_title(played.turn),
            number,
            played.move,
            sentence(game, state, played.move),
            found.better,
            " ".join([sentence(game, state, found.better), _why(found)]).rstrip(),
            cost,
            reply,
            found.exact,
            game.observation(state, seat) != state,
        )


def _with_states(part: MatchBase) -> list[tuple[Any, PlayedMove]]:
    """Return the moves of a match, each with the state before it."""
    states = [part.initial_state]
    states += [played.steps[-1].state if played.steps else states[-1] for played in part.record]
    return list(zip(states, part.record, strict=False))


def _within(value: float, bounds: Bounds) -> float:
    return min(max(value, bounds[0]), bounds[1])


def compared_moves(judge: Judge, decision: Decision, world: Any) -> list[Any]:
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
            id(each): _at_first(judge, game.next_state(world, each), FIRST if secret else 0)
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
    """How the game's evaluation becomes a chance; None for playouts to the end."""

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
        root = Node(self, state)
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


# --- Sentences -----------------------------------------------------------------------------------


def sentence(game: AnyGame, state: Any, move: Any) -> str:
    """Return what a move would do in a state, in the words of the game; a secret move as text."""
    if isinstance(game.to_act(state), Simultaneous):
        return f"{capitalise(str(move))}."
    steps = game.play(state, move)
    return " ".join(each.text for each in game.sentences(state, steps))


def _why(found: Found) -> str:
    """Return what the game's own hints say for a better move; "" for nothing."""
    game, state, seat = found.decision[:3]
    if not isinstance(game.view, GameView) or game.view.hint is None:
        return ""
    seen = game.observation(state, seat)
    return game.view.hint(game, seen, EMPTY_DRAFT, found.better, None).why


# --- From Python ---------------------------------------------------------------------------------


def review(match: MatchBase, seat: str | None = None, *, playouts: int = PLAYOUTS) -> Review:
    """Look back at a match: each side's chances by turn, and the moves that cost most of them.

    It may be unfinished. ``seat`` is whose moves are judged, with its team; None for those of the
    persons or, without any, of all seats. ``playouts`` are the random games of each chance. The
    same match gives the same review. Raises BadInput for a wrong argument.
    """
    if not isinstance(match, MatchBase):
        raise invalid("the match to review", match, "a match")
    work = Reviewing(match, seat, whole_number("playouts", playouts, 2, MAX_PLAYOUTS))
    with progress(100, "% of the review") as show:
        for _ in work.run():
            show(int(100 * work.part))
    return Review(work)
