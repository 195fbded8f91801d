"""Checks of the functions that students write, on hidden cases."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import combinations_with_replacement, count, permutations, product
from math import acos, atan2, cos, degrees, hypot, isclose, radians, sin
from pathlib import Path
from typing import Any

from piecepack_nb import search
from piecepack_nb.bots.looking_ahead import look_ahead
from piecepack_nb.bots.monte_carlo import mcts
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match import Match
from piecepack_nb.core.registry import make_game
from piecepack_nb.games.activator.thinking import think
from piecepack_nb.games.pacman.bots import greedy, score_moves, with_weights
from piecepack_nb.games.pacman.prospects import choice_value, prospects
from piecepack_nb.games.piecepackman.layers import search_problem
from piecepack_nb.games.piecepackman.maze import read_maze
from piecepack_nb.games.worm_derby.geometry.ring import ring
from piecepack_nb.games.worm_derby.race_plan import compare_cheat
from piecepack_nb.lab.interval import wilson
from piecepack_nb.lessons.answers import (
    Answer,
    Case,
    Function,
    Wrong,
    compare_results,
    explain,
    is_number,
    plain,
    wrong_kind,
)
from piecepack_nb.search.cheapest import cheapest
from piecepack_nb.search.checking import check_run
from piecepack_nb.search.problem import SearchProblem, named
from piecepack_nb.search.run import SearchRun
from piecepack_nb.search.zerosum import solve

exactly = partial(isclose, rel_tol=0, abs_tol=1e-6)


# --- 02: a search --------------------------------------------------------------------------------

MAZES = ("roundabout", "slip", "winding")


def search_cases() -> list[Case]:
    """Return the problems, the lesson's own first: see ``_problem`` for their parts."""
    chance = random.Random(2)
    cases: list[Case] = [("roundabout", 1, "c10", "E", ["f7"])]
    for number in range(9):
        cost, maze = (0, 1, 2, 3, 1)[number % 5], MAZES[number % 3]
        squares = sorted(read_maze(maze).his_exits)
        start, *goals = chance.sample(squares, 2 + number % 3)
        cases.append((maze, cost, start, chance.choice("NESW"), goals))
    return cases


def _problem(maze: str, cost: int, start: str, heading: str, goals: Sequence[str]) -> SearchProblem:
    """Return a new problem, which holds no costs yet that an answer could copy."""
    game: Any = make_game("piecepackman", {"maze": maze, "quarter_turn_cost": cost})
    state = game.position({"piecepackman": f"{start} {heading}", "cubes": f"suns {goals[0]}"})
    return search_problem(game, state, targets=frozenset(goals))[1]


class SearchFunction(Function):
    """A student's search; its case is a problem, and its result all that it settles."""

    def __init__(self, function: Any) -> None:
        super().__init__(function, "my_search(start, ways, goals)", 3, cheapest)
        self.close(Path(search.__file__).parent, SearchRun._successors)

    def call(self, *case: Any) -> Any:
        """Return the settled nodes and costs in order, and whether all came at once (a dict)."""
        problem = _problem(*case)
        assert problem.goals, "computed now: later it would count as the student's call"
        run = SearchRun(problem, self.function)
        self.within(case, run.finish)
        return plain((run.order, run.exhaustive))

    def called(self, *case: Any) -> str:
        """Return a call in words: "my_search(('c10', 'E'), ways, 'f7')"."""
        problem = _problem(*case)
        start, goals = problem.start, ", ".join(sorted(problem.goals))
        return f"{self.name()}({start!r}, ways, {goals!r})"


def check_search(answer: Answer) -> str:
    """Check a search from hidden starts to hidden goals, in other mazes and at other costs."""
    cases = search_cases()
    for case in cases:
        problem = _problem(*case)
        settled = answer.call(*case)
        try:
            found = check_run(SearchRun(problem, partial(_again, *settled)))
        except (BadInput, TypeError, ValueError):
            raise wrong_kind(answer, case, settled, "nodes and their costs") from None
        if not found:
            goals = ", ".join(sorted(problem.goals))
            where = f"From {named(problem.start)} to {goals}, a quarter turn at cost {case[1]}"
            raise Wrong(f"{where}: {found.text}")
    return f"{len(cases)} searches from other squares, in three mazes and at four costs."


def _again(settled: Any, exhaustive: bool, _start: Any, _ways: Any, _goals: Any) -> Any:
    """Settle again what a student's search has settled."""
    pairs = [(tuple(node), cost) for node, cost in settled]
    return dict(pairs) if exhaustive else iter(pairs)


# --- 04: an evaluation ---------------------------------------------------------------------------


@lru_cache(1)
def positions() -> tuple[Any, ...]:
    """Return positions from random games of Activator."""
    game = make_game("activator", {})
    found = []
    for seed in range(12):
        match = Match(game, seed=seed, seats=dict.fromkeys(game.seats, "random"))
        match.run(3 + 2 * seed)
        found.append(match.state)
    return tuple(found)


def worth(
    _game: Any,
    state: Any,
    seat: str,
    line: float = 3,
    square: float = 6,
    *,
    signed: bool = True,
    own: str = "own",
    first_only: bool = False,
) -> float:
    """Return the evaluation that lesson 4 asks for, or one with a mistake."""
    points = 0.0
    for place, stack in state.squares.items():
        sign = 1 if stack.owner == seat else -1
        points += sign * 10 * len(stack.letters) + (sign if signed else 1) * square
        owner = {"own": stack.owner, "seat": seat, "theirs": _rival(stack.owner)}[own]
        at = state.activators[owner]
        alike = place[0] == at[0] or place[1] == at[1]
        points += (sign if signed else 1) * line * alike
        if first_only:
            break
    return points


def _rival(seat: str) -> str:
    return "blue" if seat == "red" else "red"


WORTH_MISTAKES = (
    ("both gaps are open", partial(worth, line=0, square=0)),
    ("the squares count and the lines of attack don't", partial(worth, line=0)),
    ("the lines of attack count and the squares don't", partial(worth, square=0)),
    (
        "the sign is missing in the gaps: the other side's squares must count against you",
        partial(worth, signed=False),
    ),
    (
        "each square is compared with the activator of `seat`; use state.activators[stack.owner]",
        partial(worth, own="seat"),
    ),
    ("a square is compared with the enemy's activator", partial(worth, own="theirs")),
    ("the function returns inside the loop, after one square", partial(worth, first_only=True)),
    ("3 and 6 are swapped", partial(worth, line=6, square=3)),
)


@lru_cache(1)
def _activator() -> AnyGame:
    return make_game("activator", {})


def _at_worth(state: Any, seat: str) -> Case:
    """Return the arguments of an evaluation from a position as data, and a seat."""
    game = _activator()
    return game, game.from_json(state), seat


def take_worth(function: Any) -> Function:
    """Return lesson 4's evaluation as the check asks about it."""
    return Function(function, "worth(game, state, seat)", 3, think, arguments=_at_worth)


def check_worth(answer: Answer) -> str:
    """Check lesson 4's evaluation in hidden positions, for both seats."""
    game = _activator()
    cases = [(game.to_json(state), seat) for state in positions() for seat in game.seats]

    def of(evaluation: Callable[..., float]) -> Callable[..., float]:
        return lambda *case: evaluation(*_at_worth(*case))

    mistakes = [(text, of(mistake)) for text, mistake in WORTH_MISTAKES]
    compare_results(
        answer, cases, of(worth), mistakes, near=exactly, kind=is_number, expected="a number"
    )
    return f"{len(cases)} evaluations of {len(positions())} positions."


# --- 06: fictitious play -------------------------------------------------------------------------

ROUNDS = 2000
SLACK = 0.05
"""The share of a table's range that the other could gain by leaving the shares."""
TABLES = (
    ((-7 / 3, -2.0), (-2.0, -4.0)),
    ((3.0, -1.0), (-2.0, 1.0)),
    ((1.0, -1.0), (-1.0, 1.0)),
    ((0.0, 5.0), (2.0, -3.0)),
    ((2.0, 4.0), (1.0, 0.0)),
    ((-1.0, 6.0), (3.0, -1.0)),
    ((4.0, 0.5), (-1.0, 2.0)),
)
"""Payoffs to the row player; the fifth has a best order for each, the others need a mixture."""


def fictitious(
    payoffs: Sequence[Sequence[float]],
    rounds: int,
    *,
    rows: Any = max,
    columns: Any = min,
    other_row: bool = False,
) -> tuple[list[float], list[float]]:
    """Return the shares by fictitious play, or by fictitious play with a mistake."""
    mine, theirs = [1, 0], [1, 0]
    for _ in range(rounds):
        gains = [row[0] * theirs[0] + row[1] * theirs[1] for row in payoffs]
        costs = [payoffs[0][j] * mine[0] + payoffs[1][j] * mine[1] for j in (0, 1)]
        if rows:
            row = gains.index(rows(gains))
            mine[1 - row if other_row else row] += 1
        if columns:
            theirs[costs.index(columns(costs))] += 1
    return _shares(mine), _shares(theirs)


def _shares(counts: Sequence[float]) -> list[float]:
    return [each / sum(counts) for each in counts]


PLAY_MISTAKES = (
    ("neither player counts anything: both gaps are open", partial(fictitious, rows=0, columns=0)),
    ("`theirs` never changes: gap 2 is open", partial(fictitious, columns=0)),
    ("`mine` never changes: gap 1 is open", partial(fictitious, rows=0)),
    (
        "gap 2 takes the largest cost; the column player pays it, so the smallest is best",
        partial(fictitious, columns=max),
    ),
    ("gap 1 takes the smallest gain; the row player gets it", partial(fictitious, rows=min)),
    (
        "both gaps take the wrong end: gap 1 max, gap 2 min",
        partial(fictitious, rows=min, columns=max),
    ),
    ("gap 1 counts the other row than the one with the gain", partial(fictitious, other_row=True)),
)


def take_fictitious_play(function: Any) -> Function:
    """Return fictitious play as the check asks about it."""
    return Function(function, "fictitious_play(payoffs, rounds)", 2, solve)


def check_fictitious_play(answer: Answer) -> str:
    """Check fictitious play on hidden tables: nobody must gain much by leaving the shares."""
    cases = [([list(row) for row in table], ROUNDS) for table in TABLES]
    values = []
    for case in cases:
        value = answer.call(*case)
        if not _are_shares(value):
            expected = "two lists of two shares, each adding up to 1"
            raise wrong_kind(answer, case, value, expected)
        values.append(value)
    for case, value in zip(cases, values, strict=True):
        if gain := _gain(case[0], *value):
            wanted = [fictitious(*each) for each in cases]
            why = explain(cases, values, wanted, PLAY_MISTAKES, _alike)
            raise Wrong(f"{answer.called(*case)}: with these shares {gain}. {why}".strip())
    return f"Nobody gains by other shares, in {len(cases)} tables."


def _are_shares(value: Any) -> bool:
    return (
        isinstance(value, tuple | list)
        and len(value) == 2
        and all(isinstance(each, tuple | list) and len(each) == 2 for each in value)
        and all(is_number(share) and share >= 0 for each in value for share in each)
        and all(exactly(sum(each), 1) for each in value)
    )


def _alike(one: Any, other: Any) -> bool:
    return all(
        exactly(a, b) for a, b in zip((*one[0], *one[1]), (*other[0], *other[1]), strict=True)
    )


def _gain(table: Sequence[Sequence[float]], mine: Sequence[float], theirs: Sequence[float]) -> str:
    """Return who could gain by another order, in words; "" for nobody."""
    worths = [sum(a * b for a, b in zip(row, theirs, strict=True)) for row in table]
    costs = [sum(row[j] * share for row, share in zip(table, mine, strict=True)) for j in (0, 1)]
    value = sum(share * gain for share, gain in zip(mine, worths, strict=True))
    flat = [each for row in table for each in row]
    least = SLACK * (max(flat) - min(flat))
    if max(worths) - value > least:
        return f"the row player gains {max(worths) - value:.2f} a game by row {_best(worths, max)}"
    if value - min(costs) > least:
        return (
            f"the column player saves {value - min(costs):.2f} a game by column {_best(costs, min)}"
        )
    return ""


def _best(values: list[float], end: Any) -> int:
    return values.index(end(values)) + 1


# --- 07: the better of two dice, and a bot -------------------------------------------------------

DICE = range(1, 7)


def better_of_two(best: dict[int, int]) -> float:
    """Return the mean of the better of two dice over all 36 rolls."""
    return _mean(max(best[a], best[b]) for a, b in product(DICE, DICE))


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def _over_rolls(worth: Callable[[dict[int, int], int, int], float]) -> Callable[..., float]:
    """Return the function that takes the mean of ``worth(best, a, b)`` over all 36 rolls."""
    return lambda best: _mean(worth(best, a, b) for a, b in product(DICE, DICE))


def _better_of(rolls: Iterable[tuple[int, int]]) -> Callable[..., float]:
    """Return the function that takes the mean of the better die over some rolls only."""
    pairs = list(rolls)
    return lambda best: _mean(max(best[a], best[b]) for a, b in pairs)


ONCE = "each pair counts once; 1 and 6 can be rolled in two ways, 6 and 6 in one"
DIE_MISTAKES = (
    ("only one die is rolled", _over_rolls(lambda best, a, _: best[a])),
    ("the worse die is used", _over_rolls(lambda best, a, b: min(best[a], best[b]))),
    ("both dice are added", _over_rolls(lambda best, a, b: best[a] + best[b])),
    (
        "the higher die is used",
        _over_rolls(lambda best, a, b: best[max(a, b)]),
    ),
    (ONCE, _better_of(combinations_with_replacement(DICE, 2))),
    ("two dice never show the same", _better_of(permutations(DICE, 2))),
    (
        "no 6 is rolled: range(1, 6) ends at 5",
        _better_of(product(range(1, 6), range(1, 6))),
    ),
    ("the best of all six numbers is taken", lambda best: max(best.values())),
    ("the sum is not divided by 36", lambda best: 36 * better_of_two(best)),
)


def take_better_of_two(function: Any) -> Function:
    """Return the mean of the better die as the check asks about it."""
    return Function(function, "better(best)", 1, choice_value, prospects)


def check_better_of_two(answer: Answer) -> str:
    """Check the mean of the better die for hidden numbers of marbles."""
    chance = random.Random(7)
    cases = [({die: chance.randrange(6) for die in DICE},) for _ in range(8)]
    compare_results(
        answer, cases, better_of_two, DIE_MISTAKES, near=exactly, kind=is_number,
        expected="a number",
    )  # fmt: skip
    return f"{len(cases)} other lists of marbles."


def with_reroll(faces: Sequence[int]) -> float:
    """Return the expected value of a die that may be rolled again once."""
    return _mean(max(face, _mean(faces)) for face in faces)


REROLL_MISTAKES = (
    ("the die is never rolled again", _mean),
    ("it is rolled twice, and the better one counts",
     lambda faces: _mean(max(a, b) for a, b in product(faces, faces))),
    ("it is rolled again unless it shows its highest face",
     lambda faces: _mean(f if f == max(faces) else _mean(faces) for f in faces)),
    ("faces that it has twice count once", lambda faces: with_reroll(sorted({*faces}))),
    ("it is rolled again where it shows more than the mean",
     lambda faces: _mean(min(face, _mean(faces)) for face in faces)),
    ("it always has the faces 1 to 6", lambda faces: with_reroll(DICE)),
    ("3.5 is the mean of every die", lambda faces: _mean(max(face, 3.5) for face in faces)),
    ("it is rolled again below 4, whatever its faces are",
     lambda faces: _mean(f if f >= 4 else _mean(faces) for f in faces)),
    ("only the faces that are kept count",
     lambda faces: _mean(face for face in faces if face >= _mean(faces))),
    ("the result is rounded to 2 places: don't round", lambda faces: round(with_reroll(faces), 2)),
    ("the result is rounded to 1 place: don't round", lambda faces: round(with_reroll(faces), 1)),
    ("the result is rounded to a whole number: don't round",
     lambda faces: round(with_reroll(faces))),
    ("the sum is not divided by the number of faces",
     lambda faces: len(faces) * with_reroll(faces)),
)  # fmt: skip


def take_reroll(function: Any) -> Function:
    """Return the worth of a die with a second roll as the check asks about it."""
    return Function(function, "worth(faces)", 1)


def check_reroll(answer: Answer) -> str:
    """Check the worth of a die with a second roll for hidden faces."""
    cases = [([1, 1, 1, 10],), ([0, 0, 2, 3, 4, 5],), ([2, 2, 9],), ([5, 1, 5, 1, 5, 1],),
             ([0, 3, 7, 8],), ([4, 4, 4, 4],), ([1, 2, 3, 4, 5, 6, 7, 8],)]  # fmt: skip
    compare_results(
        answer, cases, with_reroll, REROLL_MISTAKES, near=exactly, kind=is_number,
        expected="a number",
    )  # fmt: skip
    return f"{len(cases)} dice with other faces."


LATE = "red: b2\nblue: h8\nwhite: b5 c5 d6 f6 g5 h5 d7 f7 e3 e7\nghosts: d4 f4"
GAMES = 30


def given_bot(game: Any, state: Any, _seat: str, pick: Any) -> Any:
    """Return the move of the bot that lesson 7 begins with."""
    moves = list(game.moves(state))
    paths = [move for move in moves if getattr(move, "path", None) and move.piece == "pac"]
    if not paths:
        return pick("any", moves)
    return max(paths, key=lambda move: len(state.white & set(move.path)))


@lru_cache(1)
def _pacman() -> AnyGame:
    return make_game("pacman", {"first": "red"})


def _at_turn(state: Any, seat: str, number: int) -> Case:
    """Return a bot's arguments from a position as data, a seat and the number of its choice."""
    game = _pacman()
    return game, game.from_json(state), seat, seeded_pick(GAMES, number)


class BotFunction(Function):
    """A student's bot; its result is the text of a move."""

    def __init__(self, function: Any) -> None:
        ours = (greedy, score_moves, with_weights(), look_ahead(), mcts())
        example = "mine(game, state, seat, pick)"
        super().__init__(function, example, 4, *ours, arguments=_at_turn)

    def call(self, *case: Any) -> Any:
        """Return the text of a move; anything else that the bot returns as ``plain`` does."""
        game, state, *_ = given = self.arguments(*case)

        def chosen() -> Any:
            move = self.function(*given)
            return str(move) if move in game.moves(state) else plain(move)

        return self.within(case, chosen)


def check_pacman_bot(answer: Answer) -> str:
    """Let a bot play the lesson's own bot, from a late position, in either seat."""
    game, asked = _pacman(), count()

    def student(game: AnyGame, state: Any, seat: str, _pick: Any) -> Any:
        case = (game.to_json(state), seat, next(asked))
        text = answer.call(*case)
        try:
            move = game.parse_move(state, text)
        except BadInput:
            move = None
        if move is None or game.refusal(state, move) is not None:
            raise wrong_kind(answer, case, text, "one of game.moves(state)")
        return move

    won = 0
    for number in range(GAMES):
        me, other = ("red", "blue") if number % 2 else ("blue", "red")
        match = Match(game, seed=number // 2, position=LATE, seats={me: student, other: given_bot})
        match.run()
        winners = match.result.winners if match.result else ()
        won += winners == (me,)
    share = wilson(won, GAMES)
    if share.low <= 0.5:
        raise Wrong(
            f"{answer.name()} wins {won} of {GAMES} games against the bot that the lesson gives "
            f"you: {share}. That isn't settled: the interval must be above 50 %."
        )
    return f"It wins {won} of {GAMES} games against the lesson's bot: {share}."


# --- 09: angles and gaps -------------------------------------------------------------------------

COIN = 0.75
TURN = 2.8
"""The steps of an average turn."""
Arc = tuple[float, float] | None


def arc(x: float, y: float, other_x: float, other_y: float, *, of: Any = None) -> Arc:
    """Return the angles that a disc forbids round the head, as (start, end); None for none."""
    far = hypot(other_x - x, other_y - y)
    if far >= 2 * COIN:
        return None
    middle = degrees(atan2(other_y - y, other_x - x))
    half = degrees(acos(far / 2 / COIN))
    found: Arc = (middle - half, middle + half) if of is None else of(middle, half)
    return found


def _arc_by(ends: Callable[[float, float], tuple[float, float]]) -> Callable[..., Arc]:
    """Return the function of an arc whose ends come from its middle and its half."""
    return partial(arc, of=ends)


ARC_MISTAKES = (
    (
        "the angles are in radians",
        _arc_by(lambda m, h: (radians(m - h), radians(m + h))),
    ),
    ("the other disc is straight to the right, at 0 degrees", _arc_by(lambda _, h: (-h, h))),
    ("only one half of the arc is forbidden", _arc_by(lambda m, h: (m, m + h))),
    ("the start and the end are swapped", _arc_by(lambda m, h: (m + h, m - h))),
    (
        "the direction is that to the head",
        _arc_by(lambda m, h: (m + 180 - h, m + 180 + h)),
    ),
    (
        "atan2 gets x first; it takes y, x",
        _arc_by(lambda m, h: (90 - m - h, 90 - m + h)),
    ),
    ("the half is twice as large", _arc_by(lambda m, h: (m - 2 * h, m + 2 * h))),
)


def _arcs_alike(one: Any, other: Any) -> bool:
    if one is None or other is None:
        return one is None and other is None
    turns = [(a - b + 180) % 360 - 180 for a, b in zip(one, other, strict=True)]
    return all(abs(turn) < 0.06 for turn in turns)


def _is_arc(value: Any) -> bool:
    return value is None or (
        isinstance(value, tuple | list) and len(value) == 2 and all(map(is_number, value))
    )


def arc_cases() -> list[tuple[float, float, float, float]]:
    """Return heads and other discs, two of which are too far away to forbid anything."""
    chance = random.Random(9)
    cases = []
    for far in (0.8, 1.0, 1.2, 1.3, 1.45, 1.6, 2.5, 0.9):
        x, y = round(chance.uniform(20, 50), 2), round(chance.uniform(24, 31), 2)
        angle = radians(chance.uniform(0, 360))
        cases.append((x, y, x + far * cos(angle), y + far * sin(angle)))
    return cases


def take_arc(function: Any) -> Function:
    """Return the forbidden angles of a disc as the check asks about them."""
    return Function(function, "arc(x, y, other_x, other_y)", 4, ring)


def check_arc(answer: Answer) -> str:
    """Check the forbidden angles of a disc at hidden places."""
    cases = arc_cases()
    compare_results(
        answer, cases, arc, ARC_MISTAKES, near=_arcs_alike, kind=_is_arc,
        expected="two angles (start, end), or None for a disc that is too far away",
    )  # fmt: skip
    return f"{len(cases)} discs at other places."


def smallest_gap(inches: float, *, turn: float = TURN) -> float:
    """Return the smallest gap that saves a turn of ``turn`` steps on a path of so many inches."""
    return inches / (inches / COIN - turn) - COIN


FEWER = (
    "each of the honest steps saves the gap; with gaps there are fewer steps, inches / (0.75 + gap)"
)
TOO_LITTLE = "the largest gap that saves too little is returned; take the next thousandth"
GAP_MISTAKES = (
    (
        "gaps are tried in hundredths",
        lambda inches: _up(smallest_gap(inches), 0.01),
    ),
    ("2.8 inches are saved; a turn is 2.8 steps", partial(smallest_gap, turn=TURN / COIN)),
    ("one step is saved; a turn is 2.8 steps", partial(smallest_gap, turn=1)),
    ("three steps are saved; a turn is 2.8", partial(smallest_gap, turn=3)),
    (FEWER, lambda inches: TURN * COIN / (inches / COIN)),
    (TOO_LITTLE, lambda inches: _up(smallest_gap(inches), 0.001) - 0.001),
    ("the path has the 69.6 inches of the lesson", lambda _: smallest_gap(69.6)),
)


def _up(value: float, grain: float) -> float:
    return grain * -(-value // grain)


def _gap_near(value: float, want: float) -> bool:
    """A gap must save the turn, and may be larger than the smallest by a thousandth."""
    return -1e-6 <= value - want <= 0.001 + 1e-6


def take_smallest_gap(function: Any) -> Function:
    """Return the smallest gap as the check asks about it."""
    return Function(function, "smallest_gap(inches)", 1, compare_cheat)


def check_smallest_gap(answer: Answer) -> str:
    """Check the smallest gap that saves a turn, on paths of hidden lengths."""
    cases = [(inches,) for inches in (69.6, 24.0, 30.0, 48.5, 96.0, 150.0)]
    compare_results(
        answer, cases, smallest_gap, GAP_MISTAKES, near=_gap_near, kind=is_number,
        expected="a number of inches",
    )  # fmt: skip
    return f"{len(cases)} paths of other lengths."
