"""Lessons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import capitalise, count_noun, join_list
from piecepack_nb.games.piecepackman.areas import TRAY, at
from piecepack_nb.games.piecepackman.board import spots
from piecepack_nb.games.piecepackman.decision import (
    Candidate,
    Decision,
    Explanation,
    explain_candidate,
    path_text,
    tie_reason,
)
from piecepack_nb.games.piecepackman.layers import TIES, cost_marks, path_lines
from piecepack_nb.games.piecepackman.movement import move_him
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import State
from piecepack_nb.games.piecepackman.what_if import (
    MISTAKES,
    QUESTIONS,
    Mistake,
    WhatIf,
    alternatives,
    suit_clause,
)
from piecepack_nb.scene import EMPTY_DRAFT, Feedback, Layer, Mark, Question, QuizSpec, Scene, Spot
from piecepack_nb.scene.quiz import Puzzle, found_by_playing
from piecepack_nb.search import Path

if TYPE_CHECKING:
    from piecepack_nb.games.piecepackman.game import Piecepackman


# --- Quiz ----------------------------------------------------------------------------------------


QUESTION_TITLES = {"objective": "What does he go for?", "end": "Where does he end?"}
BUTTON = Spot("next", TRAY / 2, 2.15, "dice", TRAY - 0.5, 0.82, "Next", "action", key="g")
GUESS = Layer("guess", "Your guess")


def ask(
    game: Piecepackman, question: str, _state: State, scene: Scene, steps: Sequence[Step]
) -> Question | None:
    """The question before the first of these steps, if that is a decision of his.

    Where a movement ends is asked at its beginning alone. ``scene`` is the table as it then lies.
    """
    decision = steps[0].event.why if steps else None
    if not isinstance(decision, Decision) or not decision.state.points:
        return None
    if question == "end" and decision.suit is not None:
        return None
    text, clause = _question_text(question, decision)
    shown = scene._replace(
        caption=text, clause=clause, spots=tuple(_guess_spots(game, decision.state)), layers=(),
        listings=(), marks=tuple(mark for mark in scene.marks if not mark.layer),
    )  # fmt: skip
    key = decision.state, decision.suit
    return Question(question, key, shown, _answer_length(game, question, decision, steps))


def automatic_steps(game: Piecepackman, state: State) -> Sequence[Step]:
    """His movement from a position right after his roll; nothing anywhere else."""
    if state.phase not in ("roll", "bonus") or not state.points:
        return ()
    return tuple(move_him(game.ruleset, state))


def _question_text(question: str, decision: Decision) -> tuple[str, str]:
    """The question in words, and the clause that answers it."""
    state = decision.state
    points = count_noun(state.points, "point")
    if question == "end":
        return f"He has {points}. On which square will he end this movement?", "PM-17"
    prey = "ghost" if state.hungry else "cube or power coin"
    if decision.suit is not None:
        return f"He has {points} left. Which {prey} does he go for next?", "PM-20"
    clause = "PM-63" if state.hungry else "PM-12"
    return f"He has {points}. Which {prey} does he go for? (His own square: he stays.)", clause


def _answer_length(
    game: Piecepackman, question: str, decision: Decision, steps: Sequence[Step]
) -> int:
    """How many steps show the answer: to his next decision, or to the end of his movement."""
    told = list(move_him(game.ruleset, decision.state, decision.suit))
    if question == "end":
        return len(told)
    later = (at for at, step in enumerate(told) if at and step.event.why is not None)
    return min(next(later, len(told)), len(steps))


def _guess_spots(game: Piecepackman, state: State) -> Iterator[Spot]:
    """Every square can be guessed."""
    for spot in spots(game, state, EMPTY_DRAFT):
        if spot.id in game.ruleset.maze.exits:
            yield spot._replace(role="select", drag=False, drop=False, key="", tip="", preview=())


def grade(game: Piecepackman, asked: Question, square: str) -> Feedback:
    """The verdict on a guess, and the guess on the board with its way and what it costs."""
    state, suit = asked.key
    verdict = grade_guess(game, state, square, asked.question, suit)
    marks = tuple(mark._replace(layer=GUESS.id) for mark in _guess_marks(game, verdict))
    spot = Spot(f"guess {square}", *at(game.ruleset.maze, square), role="why",
                name=f"{square}, your guess", tip=verdict.text, clause=verdict.clause)  # fmt: skip
    quiet = () if verdict.right else (TIES,)
    return Feedback(verdict.right, verdict.text, verdict.clause, marks, (GUESS,), (spot,), quiet)


def _guess_marks(game: Piecepackman, verdict: Grade) -> Iterator[Mark]:
    x, y = at(game.ruleset.maze, verdict.guess)
    yield Mark("selected", x, y)
    if verdict.right or verdict.path is None or not verdict.path.actions:
        return
    kind = "lost" if verdict.cost is None else "trail"
    for line in path_lines(game, verdict.path.squares):
        yield Mark(kind, points=line)
    yield from cost_marks(game, verdict.path)
    if verdict.guess not in {candidate.square for candidate in verdict.decision.candidates}:
        yield Mark("cost", round(x - 0.32, 2), round(y - 0.32, 2), label=str(verdict.path.cost))


QUIZ = QuizSpec(QUESTION_TITLES, ask, grade, automatic_steps, BUTTON)


# --- Grading -------------------------------------------------------------------------------------


MOST_TIES, MOST_CHANGED_TIES = (
    60,
    6,
)  # ways as cheap that are tried: of the true question, of a changed one


class Grade(NamedTuple):
    """What comes of a guess."""

    question: str
    guess: str
    answer: str
    """The square that the engine answers with; his own where he stays."""
    right: bool
    text: str
    clause: str
    cost: int | None
    """What the guess would cost him; None where he can't get there."""
    path: Path | None
    """The way there; the one that Dangerous ghosts bar where they bar them all."""
    overlooked: tuple[Explanation, ...]
    """The rules that the guess overlooks: without one of them, or without two, it were right."""
    decision: Decision


def grade_guess(
    game: Piecepackman,
    state: State,
    square: str,
    question: str = "objective",
    suit: str | None = None,
) -> Grade:
    """The verdict on a guess at what he will do in a position right after his roll.

    ``question`` is "objective" (the square that he goes for) or "end" (the square where this
    movement ends); a guess of his own square says that he stays. ``suit`` is that of an objective
    that he has reached in this movement (PM-20). Raises BadInput for another question, for a square
    that the maze hasn't, and for a position in which he isn't about to move.
    """
    if question not in QUESTIONS:
        raise invalid("question", question, " or ".join(map(repr, QUESTIONS)))
    if square not in game.ruleset.maze.squares:
        raise invalid("the guess", square, "a square of the maze, such as f4")
    if state.phase not in ("roll", "bonus") or not state.points:
        raise BadInput("he isn't about to move here; accepted: a position right after his roll")
    return _grade(WhatIf(game.ruleset, state, suit), question, square)


def _grade(asked: WhatIf, kind: str, square: str) -> Grade:
    decision = asked.decision()
    answer = asked.answer(kind)
    right = square == answer
    cost, path = _price(decision, square)
    clause, text, overlooked = (
        decision.clause,
        _right_text(kind, answer, decision),
        tuple[Explanation, ...](),
    )
    if not right:
        overlooked = _overlooked(asked, kind, square)
        why = overlooked or (_plain_reason(asked, kind, square),)
        price, reasons = (
            _cost_text(square, cost, path, decision),
            _reasons_text(why, bool(overlooked)),
        )
        clause, text = why[0].clause, f"{_wrong_text(kind, answer, decision)} {price} {reasons}"
    return Grade(kind, square, answer, right, text, clause, cost, path, overlooked, decision)


# --- what it costs ----------------------------------------------------------------------------


def _price(decision: Decision, square: str) -> tuple[int | None, Path | None]:
    """What it costs him to get to a square, and the way there."""
    if square not in decision.ruleset.his_grid.index:
        return None, None  # in the ghost house (PM-23)
    return decision.barred.cost_to(square), decision.path_to(square)


def _cost_text(square: str, cost: int | None, path: Path | None, decision: Decision) -> str:
    if square == decision.state.square:
        return f"On {square} he stands already."
    if path is None:
        return f"He can't get to {square}."
    if cost is None:
        return f"{square} is cut off; if it were clear, it would cost {path_text(path)}."
    return f"{square} would cost {path_text(path)}."


# --- why it is wrong ----------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _expected(ruleset: Ruleset, state: State, suit: str | None, kind: str) -> Any:
    """For each rule that can be overlooked here, what is then expected."""
    asked = WhatIf(ruleset, state, suit)
    found = []
    for mistake in MISTAKES:
        changed = mistake.change(asked)
        if changed is not None:
            found.append((mistake, changed.answers(kind, MOST_CHANGED_TIES)))
    return tuple(found)


@lru_cache(maxsize=64)
def _expected_by_two(ruleset: Ruleset, state: State, suit: str | None, kind: str) -> Any:
    """The same for each two rules that can be overlooked together."""
    asked = WhatIf(ruleset, state, suit)
    found = []
    applied = [mistake for mistake, _ in _expected(ruleset, state, suit, kind)]
    for one, other in combinations(applied, 2):
        changed = one.change(asked)
        both = None if changed is None else other.change(changed)
        if both is not None:
            found.append(((one, other), both.answers(kind, 0)))
    return tuple(found)


def _overlooked(asked: WhatIf, kind: str, square: str) -> tuple[Explanation, ...]:
    """The rule without which the guess were right; where there is none, two such rules."""
    tie = _tie(asked, kind, square)
    if tie is not None:
        return (tie,)
    where = asked.ruleset, asked.state, asked.suit, kind
    for mistake, answers in _expected(*where):
        if square in answers:
            return (_mistake_reason(mistake, asked),)
    for two, answers in _expected_by_two(*where):
        if square in answers:
            return tuple(_mistake_reason(mistake, asked) for mistake in two)
    return ()


def _mistake_reason(mistake: Mistake, asked: WhatIf) -> Explanation:
    return Explanation(mistake.text(asked), mistake.clause(asked))


def _tie(asked: WhatIf, kind: str, square: str) -> Explanation | None:
    """Why a way as cheap, that would make the guess right, isn't taken (PM-14, PM-15)."""
    decision = asked.decision()
    for number, other in enumerate(alternatives(decision)):
        if number == MOST_TIES:
            return None
        reached = other.target if kind == "objective" else asked.walked(other)[-1]
        if reached == square:
            return _tie_explanation(decision, other)
    return None


def _tie_explanation(decision: Decision, other: Decision) -> Explanation:
    assert decision.path is not None
    assert other.path is not None
    if other.target == decision.target:
        clause = "PM-61" if decision.state.hungry else "PM-15"
        return Explanation(
            f"{other.path} is as cheap, but {tie_reason(decision.path, other.path)}", clause
        )
    candidate = _candidate(decision, other.path.target)
    assert candidate is not None
    why = explain_candidate(decision, candidate)
    return Explanation(f"{other.path.target} is {why.text}", why.clause)


def _candidate(decision: Decision, square: str) -> Candidate | None:
    return next((each for each in decision.candidates if each.square == square), None)


def _plain_reason(asked: WhatIf, kind: str, square: str) -> Explanation:
    """Why the guess is wrong, where no rule overlooked would make it right."""
    if square in asked.ruleset.house:
        return Explanation("he never enters the ghost house", "PM-23")
    return _not_aimed_at(asked, square) if kind == "objective" else _not_end(asked, square)


def _not_aimed_at(asked: WhatIf, square: str) -> Explanation:
    state, decision = asked.state, asked.decision()
    candidate = _candidate(decision, square)
    if candidate is not None:
        return explain_candidate(decision, candidate)
    if state.hungry:
        return Explanation("he is hungry: he goes for the nearest Vulnerable ghost", "PM-63")
    if square in state.cubes or square in state.coins:
        suits = {way.aim.objective.suit for way in decision.routes if way.aim.objective}
        his = f", {join_list(sorted(suits), 'or')}" if suits else ""
        what = decision.thing_on(square)
        return Explanation(f"the {what} is not of his suit{his}", suit_clause(asked))
    return Explanation(f"no cube or power coin lies on {square}", "PM-12")


def _not_end(asked: WhatIf, square: str) -> Explanation:
    points, decision = asked.state.points, asked.decision()
    walked = asked.walked(None)
    if square == asked.state.square and decision.path is not None:
        return Explanation(f"he goes on with his {count_noun(points, 'point')}", "PM-17")
    if square in walked:
        return Explanation(
            f"he passes {square} and uses all his {count_noun(points, 'point')}", "PM-17"
        )
    cost, _ = _price(decision, square)
    if cost is not None and cost > points:
        return Explanation(f"he has only {count_noun(points, 'point')}", "PM-17")
    where = f"on his way to {decision.target}" if decision.target else "where he stays"
    return Explanation(f"{square} is not {where}", decision.clause)


# --- in words ---------------------------------------------------------------------------------


def _right_text(kind: str, answer: str, decision: Decision) -> str:
    return (
        f"Right: he ends on {answer}. {decision.text}"
        if kind == "end"
        else f"Right. {decision.text}"
    )


def _wrong_text(kind: str, answer: str, decision: Decision) -> str:
    path = decision.path
    if path is None:
        return f"No: he stays on {answer}."
    goes = f"goes for the {decision.thing_on(path.target)} on {path.target}"
    if kind == "end":
        return f"No: he ends on {answer}, for he {goes}, which costs {path.cost}."
    return f"No: he {goes}, which costs {path.cost}."


def _reasons_text(why: tuple[Explanation, ...], overlooked: bool) -> str:
    """The reasons, each with its clause; a rule overlooked is called that."""
    sentences = [f"{reason.text} ({reason.clause})" for reason in why]
    text = "; and ".join(sentences)
    return f"Overlooked: {text}." if overlooked else f"{capitalise(text)}."


# --- Puzzles -------------------------------------------------------------------------------------


KINDS: Mapping[str, str] = {
    "tie": "Two things are as near as each other.",
    "turns": "What quarter turns cost decides.",
    "blocked": "A Dangerous ghost stands in the way.",
    "suit": "Something of another suit is nearer.",
}
"""What can mislead, and what it is about each."""
GAMES, MOVES, AT_ONCE = 24, 240, 12
"""How many games are played in search of puzzles, how many moves of each at most, and how many
before they are looked through."""
PUZZLE_TIES = 4
PUZZLE_TEXTS = {"objective": "what does he go for?", "end": "where does he end?"}
BOTS = ("random", "greedy")
CHANGES = {mistake.name: mistake.change for mistake in MISTAKES}


def puzzles(
    game: Piecepackman,
    kind: str | None = None,
    count: int = 5,
    seed: int = 0,
    question: str = "objective",
) -> list[Puzzle]:
    """``count`` positions in which a rule misleads: of one kind, or of all in turn.

    It misleads about what he goes for ("objective"), or about where he ends ("end"). Looks through
    seeded games of bots; the same seed finds the same. Raises BadInput for an unknown kind or
    question, for a count that is no positive number, and where no such position comes up.
    """
    if question not in PUZZLE_TEXTS:
        raise invalid("question", question, " or ".join(map(repr, PUZZLE_TEXTS)))
    return found_by_playing(
        KINDS, kind, count, seed, GAMES, lambda seed, due: _in_a_game(game, seed, due, question)
    )


def _in_a_game(game: Piecepackman, seed: int, due: set[str], question: str) -> Iterator[Puzzle]:
    """At most one puzzle of each kind from a game, so that they differ.

    Each game is looked through from another turn on: they all begin alike.
    """
    match = Match(game, seed=seed, seats=dict.fromkeys(game.seats, BOTS[seed % len(BOTS)]))
    first_turn, seen = 1 + 3 * (seed % 5), 0
    for _ in range(MOVES // AT_ONCE):
        if not due or not match.run(AT_ONCE):
            return
        for position, decision in _decisions(match, seen):
            if decision.state.turn < first_turn:
                continue
            misled = (each for each in KINDS if each in due and _misleads(each, decision, question))
            kind = next(misled, None)
            if kind:
                due = due - {kind}
                yield _puzzle(kind, match, position, question)
        seen = len(match.steps)


def _decisions(match: Match, first: int) -> Iterator[tuple[int, Decision]]:
    """The decisions right after his rolls from a step on, with the position before each."""
    steps = match.steps
    for at in range(max(first, 1), len(steps)):
        why = steps[at].event.why
        if isinstance(why, Decision) and why.way and steps[at - 1].event.kind == "his roll":
            yield at, why


def _misleads(kind: str, decision: Decision, question: str) -> bool:
    """Does somebody who overlooks that rule expect him elsewhere?"""
    asked = WhatIf(decision.ruleset, decision.state)
    if kind == "tie":
        return len(asked.answers(question, PUZZLE_TIES)) > 1
    changed = CHANGES[kind](asked)
    return changed is not None and asked.answer(question) not in changed.answers(
        question, PUZZLE_TIES
    )


def _puzzle(kind: str, match: Match, position: int, question: str) -> Puzzle:
    copy = match.branch(-1)
    copy.goto(position)
    points = count_noun(copy.state.points, "point")
    return Puzzle(kind, copy, f"Turn {copy.turn}, {points}: {PUZZLE_TEXTS[question]}", question)
