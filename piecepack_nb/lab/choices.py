"""Choices along one match: what each decision was worth, and what the move made cost.

A decision is boring if it is worth less than a twentieth of a win. A move is dominated if another
one was clearly better. Chances are exact where all continuations can be searched, else the results
of games that are played on at random, as in ``review``.

Vocabulary
    worth  the chance of the best move less that of the second best
    cost   the chance of the best move less that of the move made
"""

from __future__ import annotations

from statistics import fmean
from typing import Any, NamedTuple

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.match_base import MatchBase
from piecepack_nb.core.progress import progress
from piecepack_nb.core.validate import whole_number
from piecepack_nb.core.wording import capitalise, count_noun
from piecepack_nb.lab.chart import Chart
from piecepack_nb.lab.finding import Finding, Record
from piecepack_nb.lab.interval import Estimate
from piecepack_nb.lab.judging import (
    LEAST,
    MAX_PLAYOUTS,
    OPEN,
    PLAYOUTS,
    WORLDS,
    Judge,
    JudgedMove,
    MatchJudge,
    can_solve,
    compared_moves,
    judge_of,
    paired,
)
from piecepack_nb.scene.match_film import turn_title
from piecepack_nb.search.uct import play_all, worlds_of


class MatchChoice(NamedTuple):
    """A decision between several moves."""

    seat: str
    title: str
    """Such as "Turn 3"."""
    number: int
    """The number of the move in the match."""
    move: str
    best: str
    second: str
    moves: int
    """The number of legal moves."""
    worth: Estimate
    cost: Estimate
    exact: bool
    """True if all continuations were searched."""

    @property
    def kind(self) -> str:
        """The kind: "boring", "dominated" if another move was clearly better, or else ""."""
        if self.cost.low > LEAST:
            return "dominated"
        return "boring" if self.worth.value < LEAST else ""


class Choices(Finding):
    """The choices of a match, in order; ``pp.choices`` makes them."""

    def __init__(
        self, title: str, choices: list[MatchChoice], forced: int, method: str, left: int = 0
    ) -> None:
        self.title = f"{title}: choices along a match"
        if left:
            self.title += f", interrupted: the first {count_noun(left, 'choice')} not judged"
        self.choices = tuple(choices)
        self.forced = forced
        """The number of decisions with only one legal move."""
        self.remarks = (method,)

    def of_kind(self, kind: str) -> list[MatchChoice]:
        """Return the choices that were "boring" or "dominated"; raise BadInput for other kinds."""
        if kind not in ("boring", "dominated"):
            raise invalid("the kind of choices", kind, "'boring' or 'dominated'")
        return [each for each in self.choices if each.kind == kind]

    def verdict(self) -> str:
        """Return a sentence on the choices of the match."""
        boring, bad = len(self.of_kind("boring")), len(self.of_kind("dominated"))
        return (
            f"Of {count_noun(len(self.choices), 'choice')} {boring} were boring, and in {bad} the "
            f"player missed a better move; {count_noun(self.forced, 'move')} had no "
            "alternative."
        )

    def rows(self) -> list[tuple[str, str]]:
        """Return a row for each choice: what it was worth, and what the move made cost."""
        return [
            (
                f"{each.title}, {capitalise(each.seat)} {each.move}",
                f"worth {each.worth}; cost {each.cost}"
                + (f" ({each.kind}; best: {each.best})" if each.kind else ""),
            )
            for each in self.choices
        ]

    def records(self) -> list[Record]:
        """Return a row for each choice, with its intervals."""
        plain = ("seat", "title", "number", "move", "best", "second", "moves", "exact", "kind")
        return [
            {name: getattr(each, name) for name in plain}
            | {
                f"{name}{part}": value
                for name in ("worth", "cost")
                for part, value in zip(
                    ("", "_low", "_high"), getattr(each, name).figures, strict=True
                )
            }
            for each in self.choices
        ]

    def drawing(self) -> Chart:
        """Return two lines over the moves of the match: worth, and cost."""
        rows = tuple(
            {"name": name, "x": each.number + 1, "value": value.value, "text": f"{value}"}
            for each in self.choices
            for name, value in (
                ("worth of the choice", each.worth),
                ("cost of the move", each.cost),
            )
        )
        share = all(each.worth.unit == "%" for each in self.choices)
        notes = (self.verdict(),)
        return Chart("lines", self.title, rows, "of a win", "move", share=share, notes=notes)

    def table(self) -> str:
        """Return the choices as text, with the verdict."""
        return f"{super().table()}\n{self.verdict()}"

    def __repr__(self) -> str:
        return f"<Choices: {self.verdict()}>"


def choices(
    match: MatchBase, seat: str | None = None, *, playouts: int = PLAYOUTS, whole: bool = False
) -> Choices:
    """Return what each decision of a match was worth, and what the move made cost.

    ``seat`` is whose decisions, with its team; None for those of all. ``playouts`` are the random
    games of each move that is compared. What a seat couldn't see is drawn at random for it. They
    are found from what the match's reader may see, unless ``whole``. An interrupt returns the
    last choices, which are judged first. Raises BadInput for a wrong argument.
    """
    if not isinstance(match, MatchBase):
        raise invalid("the match", match, "a match")
    seen = match.for_reader(whole)
    work = MatchJudge(seen, seat, whole_number("playouts", playouts, 2, MAX_PLAYOUTS))
    decisions = [each for side in work.judged_sides() for each in work.decisions(side)]
    decisions.sort(key=lambda each: each.number)
    made: list[MatchChoice] = []
    try:
        with progress(max(1, len(decisions)), "choices", keeps=True) as show:
            for each in reversed(decisions):  # exact searches know the end first
                made.insert(0, _choice(work, each))
                show(len(made))
    except KeyboardInterrupt:
        if not made:
            raise
    return Choices(
        work.game.title,
        made,
        work.forced(),
        work.method(any(each.exact for each in made)),
        len(decisions) - len(made),
    )


def _choice(work: MatchJudge, decision: JudgedMove) -> MatchChoice:
    game, state, seat, played, number = decision
    judge = judge_of(game, seat, work.match.seed, number, "choices")
    world = worlds_of(game, state, seat, judge.pick, WORLDS)
    moves = compared_moves(judge, decision, world[0])
    values, exact = _exact_values(work, decision, moves)
    if not exact:
        values = _played_on(work, judge, decision, moves, world)
    half = [fmean(each[: max(1, len(each) // 2)]) for each in values]
    order = sorted(range(len(moves)), key=lambda at: -half[at])
    best, second = order[0], order[1] if len(order) > 1 else order[0]

    def gap(other: int) -> Estimate:
        """Return how much the best is better, by the half of the playouts that didn't choose it."""
        later = [
            a - b
            for a, b in list(zip(values[best], values[other], strict=True))[len(values[0]) // 2 :]
        ]
        if exact or other == best:
            mean = fmean(later)
            return Estimate(mean, mean, mean, work.unit)
        found = paired(later, 0.05, work.unit)
        return found._replace(low=max(-1.0, found.low), high=min(1.0, found.high)) if (
            work.unit == "%") else found  # fmt: skip

    return MatchChoice(
        seat, turn_title(played.turn), number, str(played.move), str(moves[best]),
        str(moves[second]), len(game.moves_for(state, seat)), gap(second), gap(0), exact,
    )  # fmt: skip


def _exact_values(
    work: MatchJudge, decision: JudgedMove, moves: list[Any]
) -> tuple[list[list[float]], bool]:
    """Return the value of each move where all continuations can be searched, and True."""
    game, state, seat = decision[:3]
    if not can_solve(game) or work.viewer is not None:
        return [], False
    for _ in work.bounds(game, state):
        pass
    bounds = []
    for move in moves:
        after = game.next_state(state, move)
        for _ in work.bounds(game, after):
            pass
        bounds.append(work.own_bounds(game, after, seat))
    exact = all(low == high for low, high in bounds) and OPEN not in bounds
    return [[low] for low, _ in bounds], exact


def _played_on(
    work: MatchJudge, judge: Judge, decision: JudgedMove, moves: list[Any], worlds: list[Any]
) -> list[list[float]]:
    """Return the results of random games after each move, the same random numbers for all."""
    game, seat, number = decision.game, decision.seat, decision.number
    values: list[list[float]] = [[] for _ in moves]
    for trial in range(2 * work.playouts):
        world = worlds[trial % len(worlds)]
        for at, move in enumerate(moves):
            judge.restart(work.match.seed, number, trial)
            if game.refusal(world, move) is None:
                values[at].append(judge.playout(play_all(game, world, [move]))[seat])
            else:  # what the seat couldn't know: the move is as good as in other worlds
                values[at].append(fmean(values[at] or [0.0]))
    return values
