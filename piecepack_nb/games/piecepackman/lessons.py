"""The quiz on Piecepackman's decisions, the grading of guesses, and puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import capitalise, count_noun, join_list
from piecepack_nb.games.piecepackman.areas import at
from piecepack_nb.games.piecepackman.board import spots
from piecepack_nb.games.piecepackman.decision import (
    Decision,
    Destination,
    Explanation,
    explain_candidate,
    path_text,
    tie_reason,
)
from piecepack_nb.games.piecepackman.game import Piecepackman
from piecepack_nb.games.piecepackman.layers import TIES, cost_marks, line_marks
from piecepack_nb.games.piecepackman.movement import his_movement
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
from piecepack_nb.scene import EMPTY_DRAFT, Feedback, Mark, QuestionKind, QuizSpec, Spot
from piecepack_nb.scene.first_game import FirstTask
from piecepack_nb.scene.quiz import (
    GUESS,
    Moment,
    PuzzleKind,
    PuzzleSearch,
    reason_of,
    without_layers,
)
from piecepack_nb.search import Path

TIES_TRIED, CHANGED_TIES_TRIED = 60, 6
"""The number of equally cheap paths that are tried: of the true case, of a changed one."""


# --- The quiz ------------------------------------------------------------------------------------


class DecisionCase(NamedTuple):
    """A decision that a question is about: "objective" or "end"."""

    question: str
    decision: Decision


def _case(question: str, _game: Piecepackman, moment: Moment[State]) -> DecisionCase | None:
    """Return his decision, if one follows.

    The end of a movement is asked only at its beginning.
    """
    decision = reason_of(Decision, moment)
    if decision is None or not decision.state.points:
        return None
    if question == "end" and decision.suit is not None:
        return None
    return DecisionCase(question, decision)


def automatic_steps(game: Piecepackman, state: State) -> Sequence[Step]:
    """Return his movement from a position right after his roll; nothing anywhere else."""
    return tuple(his_movement(game.ruleset, state)) if _moves_next(state) else ()


def _moves_next(state: State) -> bool:
    return state.phase in ("roll", "bonus") and state.points > 0


def _words(_game: Piecepackman, case: DecisionCase) -> dict[str, str]:
    state, later = case.decision.state, case.decision.suit is not None
    return {
        "points": count_noun(state.points, "point") + " left" * later,
        "prey": "ghost" if state.hungry else "cube or power coin",
        "next": " next?" if later else "? (His own square: he stays.)",
        "clause": "PM-20" if later else "PM-63" if state.hungry else "PM-12",
    }


def _answer_length(game: Piecepackman, case: DecisionCase, steps: Sequence[Step]) -> int:
    """Return the number of steps to his next decision, or to the end of his movement."""
    question, decision = case
    movement = his_movement(game.ruleset, decision.state, decision.suit)
    if question == "end":
        return len(movement)
    later = (n for n, step in enumerate(movement) if n and step.event.why is not None)
    return min(next(later, len(movement)), len(steps))


def _guess_spots(game: Piecepackman, case: DecisionCase) -> Iterator[Spot]:
    """Yield every square as a guess."""
    for spot in spots(game, case.decision.state, EMPTY_DRAFT):
        if spot.id in game.ruleset.maze.exits:
            yield spot._replace(role="select", drag=False, drop=False, key="", tip="", preview=())


def _answer(game: Piecepackman, case: DecisionCase) -> tuple[str, ...]:
    what_if = WhatIf(game.ruleset, case.decision.state, case.decision.suit)
    return (what_if.answer(case.question),)


def grade(game: Piecepackman, case: DecisionCase, square: str) -> Feedback:
    """Return the feedback on a guess, with its path and cost on the board."""
    question, decision = case
    grade = grade_guess(game, decision.state, square, question, decision.suit)
    marks = tuple(mark._replace(layer=GUESS.id) for mark in _path_marks(game.ruleset, grade))
    spot = Spot(f"guess {square}", *at(game.ruleset.maze, square), role="why",
                name=f"{square}, your guess", tip=grade.text, clause=grade.clause)  # fmt: skip
    quiet = () if grade.right else (TIES,)
    return Feedback(grade.text, grade.clause, marks, spots=(spot,), quiet=quiet)


def _path_marks(ruleset: Ruleset, grade: Grade) -> Iterator[Mark]:
    """Yield the path to a wrong guess, with its costs."""
    if grade.right or grade.path is None or not grade.path.actions:
        return
    yield from line_marks(ruleset, "lost" if grade.cost is None else "trail", grade.path.squares)
    yield from cost_marks(ruleset.maze, grade.path)
    if _candidate(grade.decision, grade.guess) is None:
        x, y = at(ruleset.maze, grade.guess)
        yield Mark("cost", round(x - 0.32, 2), round(y - 0.32, 2), label=str(grade.path.cost))


def _about_move(
    name: str, title: str, clause: str, text: str
) -> QuestionKind[Piecepackman, State, DecisionCase]:
    return QuestionKind(
        title, clause, text, partial(_case, name), _guess_spots, _answer, grade, _words,
        picture=without_layers, steps=_answer_length,
    )  # fmt: skip


QUIZ = QuizSpec({
    "objective": _about_move(
        "objective", "What does he head for?", "{clause}",
        "He has {points}. Which {prey} does he head for{next}",
    ),
    "end": _about_move(
        "end", "Where does he end?", "PM-17",
        "He has {points}. On which square will he end this movement?",
    ),
}, automatic_steps)  # fmt: skip


# --- Grading -------------------------------------------------------------------------------------


class Grade(NamedTuple):
    """The grade of a guess."""

    guess: str
    answer: str
    """The engine's answer, a square; his own if he stays."""
    right: bool
    text: str
    clause: str
    cost: int | None
    """The points to reach the guess; None if he can't."""
    path: Path | None
    """The path there; one that Dangerous ghosts block if they block them all."""
    overlooked: tuple[Explanation, ...]
    """The rules that the guess overlooks: without one, or without two, it would be right."""
    decision: Decision


def grade_guess(
    game: Piecepackman,
    state: State,
    square: str,
    question: str = "objective",
    suit: str | None = None,
) -> Grade:
    """Grade a guess at his movement from a position right after his roll.

    ``question`` is "objective" (the square that he heads for) or "end" (the square where this
    movement ends); a guess of his own square says that he stays. ``suit`` is that of an objective
    that he has reached in this movement (PM-20). Raises BadInput for another question, for a square
    that isn't in the maze, and for a position in which he doesn't move next.
    """
    if question not in QUESTIONS:
        raise invalid("question", question, " or ".join(map(repr, QUESTIONS)))
    if square not in game.ruleset.maze.squares:
        raise invalid("the guess", square, "a square of the maze, such as f4")
    if not _moves_next(state):
        raise BadInput("he doesn't move next here; expected a position right after his roll")
    case = WhatIf(game.ruleset, state, suit)
    decision, answer = case.decision(), case.answer(question)
    right = square == answer
    cost, path = _cost_and_path(decision, square)
    overlooked: tuple[Explanation, ...] = ()
    if right:
        clause = decision.clause
        ends = f": he ends on {answer}" if question == "end" else ""
        text = f"Right{ends}. {decision.text}"
    else:
        overlooked = _overlooked(case, question, square)
        reasons = overlooked or (_other_reason(case, question, square),)
        clause = reasons[0].clause
        why = "; and ".join(f"{reason.text} ({reason.clause})" for reason in reasons)
        why = f"Overlooked: {why}." if overlooked else f"{capitalise(why)}."
        costs = _cost_text(square, cost, path, decision)
        text = f"{_wrong_text(question, answer, decision)} {costs} {why}"
    return Grade(square, answer, right, text, clause, cost, path, overlooked, decision)


def _cost_and_path(decision: Decision, square: str) -> tuple[int | None, Path | None]:
    """Return the cost of a square for him, and the path there."""
    if square not in decision.ruleset.his_grid.index:
        return None, None  # in the ghost house (PM-23)
    return decision.barred.cost_to(square), decision.path_to(square)


def _wrong_text(question: str, answer: str, decision: Decision) -> str:
    path = decision.path
    if path is None:
        return f"No: he stays on {answer}."
    heads = f"he heads for the {decision.thing_on(path.target)} on {path.target}"
    ends = f"he ends on {answer}, as " if question == "end" else ""
    return f"No: {ends}{heads}, at cost {path.cost}."


def _cost_text(square: str, cost: int | None, path: Path | None, decision: Decision) -> str:
    if square == decision.state.square:
        return f"He is already on {square}."
    if path is None:
        return f"He can't reach {square}."
    if cost is None:
        return f"{square} is cut off; if it were clear, it would cost {path_text(path)}."
    return f"{square} would cost {path_text(path)}."


# --- Overlooked rules ----------------------------------------------------------------------------


def _overlooked(case: WhatIf, question: str, square: str) -> tuple[Explanation, ...]:
    """Return the rule without which the guess would be right, or else two such rules."""
    tie = _broken_tie(case, question, square)
    if tie is not None:
        return (tie,)
    mistakes = _mistakes_behind(case, question, square)
    return tuple(Explanation(each.text(case), each.clause(case)) for each in mistakes)


def _mistakes_behind(case: WhatIf, question: str, square: str) -> tuple[Mistake, ...]:
    """Return the first mistake, or else two of them, that lead to this answer; () for none."""
    for find in (_single_mistakes, _double_mistakes):
        for mistakes, answers in find(case, question):
            if square in answers:
                return mistakes
    return ()


Answers = tuple[tuple[tuple[Mistake, ...], frozenset[str]], ...]
"""Mistakes made together, and the answers that they lead to."""


@lru_cache(maxsize=64)
def _single_mistakes(case: WhatIf, question: str) -> Answers:
    """Return the answers for each rule that can be overlooked here."""
    changes = [(mistake, mistake.change(case)) for mistake in MISTAKES]
    return tuple(
        ((mistake,), changed.answers(question, CHANGED_TIES_TRIED))
        for mistake, changed in changes
        if changed is not None
    )


@lru_cache(maxsize=64)
def _double_mistakes(case: WhatIf, question: str) -> Answers:
    """Return the answers for each two rules that can be overlooked together."""
    single = [mistake for (mistake,), _ in _single_mistakes(case, question)]
    found = []
    for one, other in combinations(single, 2):
        changed = one.change(case)
        both = None if changed is None else other.change(changed)
        if both is not None:
            found.append(((one, other), both.answers(question, 0)))
    return tuple(found)


def _broken_tie(case: WhatIf, question: str, square: str) -> Explanation | None:
    """Return why he doesn't take an equally cheap path that fits the guess (PM-14, PM-15)."""
    decision = case.decision()
    for number, other in enumerate(alternatives(decision)):
        if number == TIES_TRIED:
            return None
        reached = other.target if question == "objective" else case.squares_entered(other)[-1]
        if reached == square:
            return _explain_tie(decision, other)
    return None


def _explain_tie(decision: Decision, other: Decision) -> Explanation:
    assert decision.path is not None
    assert other.path is not None
    if other.target == decision.target:
        clause = "PM-61" if decision.state.hungry else "PM-15"
        reason = tie_reason(decision.path, other.path)
        return Explanation(f"{other.path} is as cheap, but {reason}", clause)
    candidate = _candidate(decision, other.path.target)
    assert candidate is not None
    why = explain_candidate(decision, candidate)
    return Explanation(f"{other.path.target} is {why.text}", why.clause)


def _candidate(decision: Decision, square: str) -> Destination | None:
    return next((each for each in decision.candidates if each.square == square), None)


def _other_reason(case: WhatIf, question: str, square: str) -> Explanation:
    """Return why the guess is wrong if no overlooked rule would make it right."""
    if square in case.ruleset.house:
        return Explanation("he never enters the ghost house", "PM-23")
    return _not_aimed_at(case, square) if question == "objective" else _not_the_end(case, square)


def _not_aimed_at(case: WhatIf, square: str) -> Explanation:
    state, decision = case.state, case.decision()
    candidate = _candidate(decision, square)
    if candidate is not None:
        return explain_candidate(decision, candidate)
    if state.hungry:
        return Explanation("he is hungry: he heads for the nearest Vulnerable ghost", "PM-63")
    if square in state.cubes or square in state.coins:
        suits = {route.aim.objective.suit for route in decision.routes if route.aim.objective}
        his = f", {join_list(sorted(suits), 'or')}" if suits else ""
        text = f"the {decision.thing_on(square)} is not of his suit{his}"
        return Explanation(text, suit_clause(case))
    return Explanation(f"there is no cube or power coin on {square}", "PM-12")


def _not_the_end(case: WhatIf, square: str) -> Explanation:
    decision, points = case.decision(), count_noun(case.state.points, "point")
    if square == case.state.square and decision.path is not None:
        return Explanation(f"he moves on with his {points}", "PM-17")
    if square in case.squares_entered():
        return Explanation(f"he passes {square} and uses all his {points}", "PM-17")
    cost, _ = _cost_and_path(decision, square)
    if cost is not None and cost > case.state.points:
        return Explanation(f"he has only {points}", "PM-17")
    where = f"on his path to {decision.target}" if decision.target else "where he stays"
    return Explanation(f"{square} is not {where}", decision.clause)


# --- Puzzles -------------------------------------------------------------------------------------

PUZZLE_TIES = 4
PUZZLE_TEXTS = {"objective": "what does he head for?", "end": "where does he end?"}
CHANGES = {mistake.name: mistake.change for mistake in MISTAKES}


def _after_roll(decision: Decision) -> bool:
    """Return True if he has still all the points of his dice, and somewhere to go."""
    state, points = decision.state, decision.ruleset.his_points
    rolled = max((points[face] for face in state.dice.values()), default=0)
    return decision.route is not None and state.points == rolled


def _misleads(kind: str, _game: Piecepackman, asked: DecisionCase) -> bool:
    """Return True if a reader who overlooks that rule guesses wrong, and by no other mistake."""
    question, decision = asked
    if not _after_roll(decision) or (kind == "turns" and decision.state.hungry):
        return False  # when he is hungry, turning is free (PM-61)
    case = WhatIf(decision.ruleset, decision.state)
    if kind == "tie":
        return len(case.answers(question, PUZZLE_TIES)) > 1
    changed = CHANGES[kind](case)
    wrong = frozenset[str]() if changed is None else changed.answers(question, PUZZLE_TIES)
    return case.answer(question) not in wrong and any(
        kind in [mistake.name for mistake in _mistakes_behind(case, question, square)]
        for square in wrong
    )


def _puzzle_text(match: Match, _kind: object, case: DecisionCase) -> str:
    points = count_noun(case.decision.state.points, "point")
    return f"Turn {match.turn}, {points}: {PUZZLE_TEXTS[case.question]}"


def _kind(name: str, title: str) -> PuzzleKind[Piecepackman, DecisionCase]:
    return PuzzleKind(title, "objective", partial(_misleads, name), ("end",))


KINDS: Mapping[str, PuzzleKind[Piecepackman, DecisionCase]] = {
    "tie": _kind("tie", "Two things are equally near."),
    "turns": _kind("turns", "The cost of quarter turns decides."),
    "blocked": _kind("blocked", "A Dangerous ghost is in the way."),
    "suit": _kind("suit", "Something of another suit is nearer."),
}
"""The kinds of puzzles: a position is one if a reader who overlooks that rule guesses wrong."""
puzzles = PuzzleSearch(
    QUIZ, KINDS, _puzzle_text, bots=("random", "greedy"), games=24, moves=240, by_steps=12,
    first_turn=1, apart=3,
)  # fmt: skip


# --- The first game ------------------------------------------------------------------------------

FIRST_GAME = (
    FirstTask(
        "Move and take",
        "You are the ghosts. The suns ghost on a9 rolled a 2, so it walks 2 squares. Choose a7, "
        "where a cube of its suit lies.",
        "phase: ghosts\nghosts: suns a9\ndice: suns 2\nto_move: suns\ncubes: suns a7, moons j9",
        "suns a9-a8-a7",
        "ghost takes cube",
        "It took the cube. It holds more suns cubes than Piecepackman does, so it is Dangerous: "
        "look at its red ring.",
        "That takes no cube. Go to a7",
        "PM-35",
    ),
    FirstTask(
        "Take two",
        "The moons ghost rolled a 3. On its way to b10 it passes two of its cubes: choose b10.",
        "phase: ghosts\nghosts: moons a8\ndice: moons 3\nto_move: moons\n"
        "cubes: moons a9, moons a10, suns j9",
        "moons a8-a9-a10-b10",
        lambda steps: sum(step.event.kind == "ghost takes cube" for step in steps) == 2,
        "A ghost takes every cube of its suit that it passes.",
        "That takes fewer than two cubes",
        "PM-35",
    ),
    FirstTask(
        "Win",
        "This is his last life. The suns ghost holds more suns cubes than he does, so it is "
        "Dangerous: choose his square, f4, to attack him.",
        "piecepackman: f4 W\nphase: ghosts\nghosts: suns e3 2 cubes\ndice: suns 3\nto_move: suns\n"
        "extra_lives: 0\ncubes: moons j9",
        "suns e3-e4-f4",
        "last life",
        "A Dangerous ghost that enters his square attacks him. It was his last life: you win.",
        "That doesn't attack him. Go to f4",
        "PM-40",
    ),
)
"""Three tasks for somebody who has never played."""
