"""Predict before reveal: what a guess about Piecepackman would have cost, and what it overlooks."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.wording import capitalise, count_noun, join_list
from piecepack_nb.games.piecepackman.deciding.decision import Candidate, Decision
from piecepack_nb.games.piecepackman.deciding.reasons import Why, passed_over, told, why_this
from piecepack_nb.games.piecepackman.lessons.mistakes import MISTAKES, Mistake, suit_clause
from piecepack_nb.games.piecepackman.lessons.question import QUESTIONS, Question, alternatives
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import State
from piecepack_nb.search import Path

if TYPE_CHECKING:
    from piecepack_nb.games.piecepackman.play import Piecepackman

TIES, FEWER_TIES = 60, 6  # ways as cheap that are tried: of the true question, of a changed one


class Verdict(NamedTuple):
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
    overlooked: tuple[Why, ...]
    """The rules that the guess overlooks: without one of them, or without two, it were right."""
    decision: Decision


def guess(
    game: Piecepackman,
    state: State,
    square: str,
    question: str = "objective",
    suit: str | None = None,
) -> Verdict:
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
    return _verdict(Question(game.ruleset, state, suit), question, square)


def _verdict(asked: Question, kind: str, square: str) -> Verdict:
    decision = asked.decision()
    answer = asked.answer(kind)
    right = square == answer
    cost, path = _price(decision, square)
    clause, text, overlooked = decision.clause, _right(kind, answer, decision), tuple[Why, ...]()
    if not right:
        overlooked = _overlooked(asked, kind, square)
        why = overlooked or (_plainly(asked, kind, square),)
        price, reasons = _costs(square, cost, path, decision), _reasons(why, bool(overlooked))
        clause, text = why[0].clause, f"{_not_so(kind, answer, decision)} {price} {reasons}"
    return Verdict(kind, square, answer, right, text, clause, cost, path, overlooked, decision)


# --- what it costs ----------------------------------------------------------------------------


def _price(decision: Decision, square: str) -> tuple[int | None, Path | None]:
    """What it costs him to get to a square, and the way there."""
    if square not in decision.ruleset.his_grid.index:
        return None, None  # in the ghost house (PM-23)
    return decision.barred.cost_to(square), decision.way_to(square)


def _costs(square: str, cost: int | None, path: Path | None, decision: Decision) -> str:
    if square == decision.state.square:
        return f"On {square} he stands already."
    if path is None:
        return f"He can't get to {square}."
    if cost is None:
        return f"{square} is cut off; if it were clear, it would cost {told(path)}."
    return f"{square} would cost {told(path)}."


# --- why it is wrong ----------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _expected(ruleset: Ruleset, state: State, suit: str | None, kind: str) -> Any:
    """For each rule that can be overlooked here, what is then expected."""
    asked = Question(ruleset, state, suit)
    found = []
    for mistake in MISTAKES:
        changed = mistake.change(asked)
        if changed is not None:
            found.append((mistake, changed.answers(kind, FEWER_TIES)))
    return tuple(found)


@lru_cache(maxsize=64)
def _expected_by_two(ruleset: Ruleset, state: State, suit: str | None, kind: str) -> Any:
    """The same for each two rules that can be overlooked together."""
    asked = Question(ruleset, state, suit)
    found = []
    applied = [mistake for mistake, _ in _expected(ruleset, state, suit, kind)]
    for one, other in combinations(applied, 2):
        changed = one.change(asked)
        both = None if changed is None else other.change(changed)
        if both is not None:
            found.append(((one, other), both.answers(kind, 0)))
    return tuple(found)


def _overlooked(asked: Question, kind: str, square: str) -> tuple[Why, ...]:
    """The rule without which the guess were right; where there is none, two such rules."""
    tie = _tie(asked, kind, square)
    if tie is not None:
        return (tie,)
    where = asked.ruleset, asked.state, asked.suit, kind
    for mistake, answers in _expected(*where):
        if square in answers:
            return (_why(mistake, asked),)
    for two, answers in _expected_by_two(*where):
        if square in answers:
            return tuple(_why(mistake, asked) for mistake in two)
    return ()


def _why(mistake: Mistake, asked: Question) -> Why:
    return Why(mistake.text(asked), mistake.clause(asked))


def _tie(asked: Question, kind: str, square: str) -> Why | None:
    """Why a way as cheap, that would make the guess right, isn't taken (PM-14, PM-15)."""
    decision = asked.decision()
    for number, other in enumerate(alternatives(decision)):
        if number == TIES:
            return None
        reached = other.target if kind == "objective" else asked.walked(other)[-1]
        if reached == square:
            return _why_not(decision, other)
    return None


def _why_not(decision: Decision, other: Decision) -> Why:
    assert decision.path is not None
    assert other.path is not None
    if other.target == decision.target:
        clause = "PM-61" if decision.state.hungry else "PM-15"
        return Why(
            f"{other.path} is as cheap, but {passed_over(decision.path, other.path)}", clause
        )
    candidate = _candidate(decision, other.path.target)
    assert candidate is not None
    why = why_this(decision, candidate)
    return Why(f"{other.path.target} is {why.text}", why.clause)


def _candidate(decision: Decision, square: str) -> Candidate | None:
    return next((each for each in decision.candidates if each.square == square), None)


def _plainly(asked: Question, kind: str, square: str) -> Why:
    """Why the guess is wrong, where no rule overlooked would make it right."""
    if square in asked.ruleset.house:
        return Why("he never enters the ghost house", "PM-23")
    return _not_aimed_at(asked, square) if kind == "objective" else _not_there(asked, square)


def _not_aimed_at(asked: Question, square: str) -> Why:
    state, decision = asked.state, asked.decision()
    candidate = _candidate(decision, square)
    if candidate is not None:
        return why_this(decision, candidate)
    if state.hungry:
        return Why("he is hungry: he goes for the nearest Vulnerable ghost", "PM-63")
    if square in state.cubes or square in state.coins:
        suits = {way.aim.objective.suit for way in decision.rivals if way.aim.objective}
        his = f", {join_list(sorted(suits), 'or')}" if suits else ""
        what = decision.what_lies_on(square)
        return Why(f"the {what} is not of his suit{his}", suit_clause(asked))
    return Why(f"no cube or power coin lies on {square}", "PM-12")


def _not_there(asked: Question, square: str) -> Why:
    points, decision = asked.state.points, asked.decision()
    walked = asked.walked(None)
    if square == asked.state.square and decision.path is not None:
        return Why(f"he goes on with his {count_noun(points, 'point')}", "PM-17")
    if square in walked:
        return Why(f"he passes {square} and uses all his {count_noun(points, 'point')}", "PM-17")
    cost, _ = _price(decision, square)
    if cost is not None and cost > points:
        return Why(f"he has only {count_noun(points, 'point')}", "PM-17")
    where = f"on his way to {decision.target}" if decision.target else "where he stays"
    return Why(f"{square} is not {where}", decision.clause)


# --- in words ---------------------------------------------------------------------------------


def _right(kind: str, answer: str, decision: Decision) -> str:
    return (
        f"Right: he ends on {answer}. {decision.text}"
        if kind == "end"
        else f"Right. {decision.text}"
    )


def _not_so(kind: str, answer: str, decision: Decision) -> str:
    path = decision.path
    if path is None:
        return f"No: he stays on {answer}."
    goes = f"goes for the {decision.what_lies_on(path.target)} on {path.target}"
    if kind == "end":
        return f"No: he ends on {answer}, for he {goes}, which costs {path.cost}."
    return f"No: he {goes}, which costs {path.cost}."


def _reasons(why: tuple[Why, ...], overlooked: bool) -> str:
    """The reasons, each with its clause; a rule overlooked is called that."""
    sentences = [f"{reason.text} ({reason.clause})" for reason in why]
    text = "; and ".join(sentences)
    return f"Overlooked: {text}." if overlooked else f"{capitalise(text)}."
