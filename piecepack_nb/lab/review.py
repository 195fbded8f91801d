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

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from statistics import fmean
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Chance, Seat, Simultaneous
from piecepack_nb.core.errors import invalid
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match_base import MatchBase
from piecepack_nb.core.progress import progress
from piecepack_nb.core.validate import whole_number
from piecepack_nb.core.wording import capitalise, count_noun, fixed, join_list
from piecepack_nb.lab.chart import Chart
from piecepack_nb.lab.finding import Finding, Record
from piecepack_nb.lab.interval import Estimate
from piecepack_nb.lab.judging import (
    LEAST,
    MAX_PLAYOUTS,
    OPEN,
    PLAYOUTS,
    WORLDS,
    Bounds,
    JudgedMove,
    MatchJudge,
    can_solve,
    compared_moves,
    estimate,
    judge_of,
    paired,
    sides_of,
)
from piecepack_nb.lab.levels import scale_of
from piecepack_nb.lab.review_picture import html, picture
from piecepack_nb.scene.game_view import EMPTY_DRAFT, GameView
from piecepack_nb.scene.match_film import turn_title
from piecepack_nb.search.uct import Bandit, SeatValues, UctNode, play_all, worlds_of

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
CLEAR = 0.2
"""In a game without an evaluation a move is named if it cost more than this for certain, a fifth of
a win; else if it cost more than ``LEAST``."""
TRIED, LONG_TRIED = 6, 60
"""The times that a search tries a move at least, on average; the last one in a game without an
evaluation."""
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
    """The move, in the words of the game."""
    better: Any
    better_text: str
    cost: Estimate
    reply: str = ""
    """The others' best answer, in the words of the game."""
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
    """A review of a match; ``pp.review`` makes it."""

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
        self.searched_all = not work.guessed
        """True if no decision was left to games that are played on: none is open to chance."""
        self.method = work.method(work.exact)
        """The way in which the chances were found, in a sentence or two."""
        self.title = f"{work.game.title}, looked back at"
        self.unfinished = work.part < 1
        """True if the work was interrupted: then turns and moves at the beginning are missing."""
        if self.unfinished:
            self.title += f", interrupted after {100 * work.part:.0f} % of the work"
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
        if self.unfinished and not self.worst:
            return "Not all moves were judged."
        if not self.worst:
            names = [capitalise(seat) for seat in self.reviewed]
            who = "the players" if len(names) > 2 else join_list(names)
            if self.searched_all:
                return f"No move of {who} could have been better."
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

    A guess whose interval has no width, as where an evaluation is 0, is still a guess.

    >>> chance_text(Estimate(0.62, 0.5, 0.74, "%")), chance_text(Estimate(1, 1, 1, "%"), True)
    ('62 % (50 to 74)', '100 %')
    >>> chance_text(Estimate(1, 0.73, 1, "%")), chance_text(Estimate(0.5, 0.5, 0.5, "%"))
    ('more than 99 % (73 to 100)', 'about 50 %')
    """
    scale, digits, unit = (100, 0, " %") if chance.unit == "%" else (1, 1, " points")
    value, low, high = (fixed(scale * each, digits) for each in chance.figures)
    said = f"{value}{unit}"
    if exact:
        return said
    beyond = chance.unit == "%" and not 0.005 <= chance.value < 0.995
    if beyond:
        said = "less than 1 %" if chance.value < 0.5 else "more than 99 %"
    if low == high:
        return said if beyond else f"about {said}"
    return f"{said} ({low} to {high})"


# --- The work ------------------------------------------------------------------------------------


class Found(NamedTuple):
    """A better move of a decision, and how much it seems to be better."""

    cost: float
    decision: JudgedMove
    better: Any
    exact: bool = False


@dataclass
class Reviewing(MatchJudge):
    """A review that is being made: ``run`` does the work in slices."""

    points: list[Chances] = field(default_factory=list)
    worst: list[WorstMove] = field(default_factory=list)
    part: float = 0.0
    """The part of the work that is done."""
    doing: str = ""
    """The work being done, in a few words."""
    guessed: bool = False
    """True if moves were compared by games that were played on, not by exact search alone."""

    def _judged(self) -> tuple[str, ...]:
        """Return the seats whose moves are judged: of the persons or, without any, of all."""
        return (self.seat is None and self.match.persons) or super()._judged()

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
        for side in self.judged_sides():
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
                sides, exact = [self.exactly(each) for each in self._paid(game, result)], True
            else:
                sides, exact = yield from self._estimates(game, state, number)
            self.points.insert(0, Chances(title, number, tuple(sides), exact))
            self.part = 0.4 * (done + 1) / len(stops)

    def _paid(self, game: AnyGame, result: Any) -> list[float]:
        payoffs = [game.payoff(result, side[0]) for side in sides_of(game)]
        return [(1 + each) / 2 for each in payoffs] if game.pays == "win" else payoffs

    def _estimates(self, game: AnyGame, state: Any, number: int) -> Any:
        """Return each side's chance by exact search or playouts, and True if it is exact.

        Playouts that are all alike have an interval without width, and prove nothing.
        """
        sides = sides_of(game)
        low, high = yield from self.bounds(game, state)
        if low == high:
            return [self.exactly(each) for each in (low, 1 - low)[: len(sides)]], True
        found: list[SeatValues] = []
        scale = scale_of(game)
        constant = scale is not None and game.playout_moves == 0
        for trial in range(1 if constant else self.playouts):
            judge = judge_of(game, sides[0][0], self.match.seed, number, trial)
            found.append(judge.playout(self.whole(game, state, judge)))
            yield
        values = [[each[side[0]] for each in found] for side in sides]
        return [estimate(each, self.unit, scale) for each in values], False

    # --- worst moves -------------------------------------------------------------------------

    def _judge(self, side: tuple[str, ...]) -> Steps:
        """Find the moves of a side that cost most."""
        found: list[Found] = []
        begun, share = self.part, (0.98 - self.part) / max(1, len(self.judged_sides()))
        decisions = self.decisions(side)
        for done, decision in enumerate(reversed(decisions)):
            better = yield from self._better(decision)
            if better is not None and better.cost > KNOWN:
                found.append(better)
            self.part = begun + share * 0.6 * (done + 1) / len(decisions)
        found.sort(key=lambda each: -each.cost)
        exact = [each for each in found if each.exact]
        guessed = [each for each in found if not each.exact][:CHECKED]
        worst = [self._worst(each, self.exactly(each.cost)) for each in exact]
        for done, each in enumerate(guessed):
            cost = yield from self._cost(each, len(guessed))
            if cost is not None and cost.low > self._least:
                worst.append(self._worst(each, cost))
            self.part = begun + share * (0.6 + 0.4 * (done + 1) / len(guessed))
        worst = sorted(worst, key=lambda each: -each.cost.value)[:WORST]
        self.worst = sorted([*self.worst, *worst], key=lambda each: each.number)

    @property
    def _least(self) -> float:
        """The cost above which a move is named."""
        if self.unit != "%":
            return 0.0
        return CLEAR if self.plain else LEAST

    def _better(self, decision: JudgedMove) -> Any:
        """Return a move that seems better than the one made; None if none does."""
        game, state, seat, _, number = decision
        yield from self.bounds(game, state)
        judge = judge_of(game, seat, self.match.seed, number, "first")
        worlds = worlds_of(game, state, seat, judge.pick, WORLDS)
        moves = compared_moves(judge, decision, worlds[0])
        bounds = [self._bounds_after(decision, move) for move in moves]
        (low, high), others = bounds[0], bounds[1:]
        top = max(most for _, most in others)
        if len(moves) < len(game.moves_for(state, seat)) and can_solve(game):
            top = max(top, self.own_bounds(game, state, seat)[1])  # a move that isn't compared
        if low >= top:
            return None
        if low == high and max(others)[0] >= top:
            return self._known_better(decision, moves[1:], others, low)
        self.guessed = True
        own = Bandit(seat, moves, judge.pick)
        roots = [UctNode(judge, world) for world in worlds]
        for root in roots:
            root.choices = [own if each.seat == seat else each for each in root.choices]
        tried = LONG_TRIED if self.plain else TRIED
        for trial in range(max(2 * self.playouts, tried * len(moves))):
            judge.improve(roots[trial % len(roots)])
            yield
        return self._found(decision, own, dict(zip(map(str, moves), bounds, strict=True)))

    def _found(self, decision: JudgedMove, own: Bandit, bounds: Mapping[str, Bounds]) -> Any:
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

    def _bounds_after(self, decision: JudgedMove, move: Any) -> Bounds:
        """Return what is known of the seat's chance after a move."""
        game, state, seat = decision[:3]
        if not can_solve(game):
            return OPEN if self.unit == "%" else (-inf, inf)
        return self.own_bounds(game, game.next_state(state, move), seat)

    def _known_better(
        self, decision: JudgedMove, moves: Sequence[Any], bounds: Sequence[Bounds], made: float
    ) -> Found:
        """Return the best move where all chances are known; of several, one that ends the game."""
        game, state = decision[:2]
        ends = [game.result(game.next_state(state, move)) is not None for move in moves]
        ranked = zip([low for low, _ in bounds], ends, moves, strict=True)
        best, _, move = max(ranked, key=lambda each: each[:2])
        return Found(best - made, decision, move, exact=True)

    def _answer(self, decision: JudgedMove) -> Any:
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
        trials, first = (LONG_TRIALS, LONG_FIRST) if self.plain else (TRIALS, FIRST)
        playouts = self.playouts * (LONGER if self.plain else 1)
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
        if self.plain and fmean(earlier) < fmean(differences) / 2:
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


def _within(value: float, bounds: Bounds) -> float:
    return min(max(value, bounds[0]), bounds[1])


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


def review(
    match: MatchBase, seat: str | None = None, *, playouts: int = PLAYOUTS, whole: bool = False
) -> Review:
    """Look back at a match: each side's chances by turn, and the moves that cost most of them.

    It may be unfinished. ``seat`` is whose moves are judged, with its team; None for those of the
    persons or, without any, of all seats. ``playouts`` are the random games of each chance. The
    same match gives the same review. It is made from what the match's reader may see, unless
    ``whole``. An interrupt returns what is found so far. Raises BadInput for a wrong argument.
    """
    if not isinstance(match, MatchBase):
        raise invalid("the match to review", match, "a match")
    seen = match.for_reader(whole)
    work = Reviewing(seen, seat, whole_number("playouts", playouts, 2, MAX_PLAYOUTS))
    try:
        with progress(100, "% of the review", keeps=True) as show:
            for _ in work.run():
                show(int(100 * work.part))
    except KeyboardInterrupt:
        if not work.points:
            raise
    return Review(work)
