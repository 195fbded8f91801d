"""Questions about a student's game, for ``pp.predict``: where does the next move end?

A class asks more by its functions ``ask_NAME(table)``: the docstring is the question, and they
return what is right. The same questions are asked of puzzles.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Seat
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.move_reason import MoveReason
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.design.clauses import ID
from piecepack_nb.design.game import BoardGame
from piecepack_nb.design.hooks import bounded, call, hook_of, returned
from piecepack_nb.design.moves import Move
from piecepack_nb.design.table import State, Table
from piecepack_nb.design.tray import tray_of
from piecepack_nb.scene import Feedback, Mark, QuestionKind, QuizSpec, Scene, Spot
from piecepack_nb.scene.quiz import Moment, PuzzleKind, PuzzleSearch, reason_of, steps_of_turn


class Case(NamedTuple):
    """A move of a seat: the state before it, and its picks."""

    state: State
    picks: tuple[str, ...]
    choice: str = ""
    """A bot's words on it, after a space."""


def _case(game: BoardGame, moment: Moment[State]) -> Case | None:
    """Return the move that follows; None before anything but a seat's move."""
    picks = tuple(moment.steps[0].event.data.get("picks", ())) if moment.steps else ()
    if not picks or not isinstance(game.to_act(moment.state), Seat):
        return None
    why = reason_of(MoveReason, moment)
    return Case(moment.state, picks, f" {why.choice}" if why else "")


def _words(game: BoardGame, case: Case) -> dict[str, str]:
    return {
        "seat": capitalise(case.state.seat),
        "asked": _asked(game, case.picks),
        "clause": game.clauses.of_hook["why_not"],
    }


def _begun(game: BoardGame, case: Case, scene: Scene) -> Scene:
    """Return the board with the first picks of the move."""
    places, at = game.design.places, game.design.places.at
    begun = (pick for pick in case.picks[:-1] if pick in places)
    marks = (Mark("selected", x, y, places.area(pick)) for pick in begun for x, y in (at[pick],))
    return scene._replace(marks=tuple(marks))


def _asked(game: BoardGame, picks: tuple[str, ...]) -> str:
    """Return what is asked of the last pick of a move."""
    begun, place = "-".join(picks[:-1]), picks[-1] in game.design.places
    if not begun:
        return f": pick a {'place' if place else 'button'}."
    ends = "where does it end" if place else "what is chosen"
    return f", which begins with {begun}: {ends}?"


def _spots(game: BoardGame, case: Case | AskedState) -> Iterator[Spot]:
    """Yield every place and every word of the game's moves."""
    places, tray = game.board(case.state), tray_of(game)
    for place, (x, y) in places.at.items():
        wide, high = places.spot_size(place)
        yield Spot(place, x, y, places.area(place), wide, high, name=place, role="select")
    for number, (id, name) in enumerate(tray.buttons):
        if id in map(str, game.words):
            x, y = tray.button_at(number)
            yield Spot(
                id,
                x,
                y,
                tray.area,
                tray.button_width(number),
                tray.button_high,
                capitalise(name),
                "action",
            )


def _begins(game: BoardGame, case: Case) -> list[str]:
    """Return what a legal move can begin with."""
    return list(dict.fromkeys(str(move.given[0]) for move in game.moves(case.state)))


def _grade_legal(game: BoardGame, case: Case, guess: str) -> Feedback:
    clause, begins = game.clauses.of_hook["why_not"], _begins(game, case)
    if guess in begins:
        return Feedback(f"Right: a move can begin with {guess}.", clause)
    text = f"No move begins with {guess}; {len(begins)} other picks do."
    return Feedback(text, clause, _cross(game, guess))


def _grade_move(game: BoardGame, case: Case, guess: str) -> Feedback:
    """Return the grade of a guess; a wrong one with the rule against it, if there is one."""
    state, picks, choice = case
    clause = game.clauses.of_hook["why_not"]
    if guess == picks[-1]:
        return Feedback(f"Right: {guess}.{choice}", clause)
    refused = _refused(game, state, (*picks[:-1], guess))
    text = f"No: {picks[-1]}. {guess} is legal, too, but was not chosen."
    if refused is not None:
        text, clause = f"No: {picks[-1]}. {capitalise(refused.text)}.", refused.clause
    return Feedback(text + choice, clause, _cross(game, guess))


def _refused(game: BoardGame, state: State, picks: tuple[str, ...]) -> Refusal | None:
    words = {str(word): word for word in game.words}
    wanted = tuple(words.get(each, each) for each in picks)
    return game.refusal(state, Move(wanted, game.shape.names))


def _cross(game: BoardGame, guess: str) -> tuple[Mark, ...]:
    places = game.design.places
    if guess not in places:
        return ()
    x, y = places.at[guess]
    return (Mark("failed", x + 0.3, y - 0.3, places.area(guess)),)


MOVES: Mapping[str, QuestionKind[BoardGame, State, Any]] = {
    "move": QuestionKind(
        "Where the next move ends", "{clause}", "Predict the move of {seat}{asked}",
        _case, _spots, lambda _game, case: case.picks[-1:], _grade_move, _words,
        picture=_begun, steps=lambda _game, _case, _steps: 1,
    ),
    "legal": QuestionKind(
        "What a move can begin with", "{clause}", "With what can {seat} begin a move? Choose one.",
        _case, _spots, _begins, _grade_legal, _words,
        picture=lambda _game, _case, scene: scene._replace(marks=()),
    ),
}  # fmt: skip
"""The questions of every student's game."""


# --- The questions of a class ---------------------------------------------------------------------

ASK, REASON = "ask_", "reason_"
"""The beginnings of the names of functions that ask a question, and that give a reason."""
NONE = "none"
"""The guess that nothing is right."""
RIGHT = "expected None where there is nothing to ask, or what is right: places, words or seats"


class AskedState(NamedTuple):
    """A state in which a function ``ask_NAME`` has an answer."""

    state: State
    right: tuple[str, ...]
    steps: int = 0
    """The number of coming steps that show the answer."""


class OwnQuestion:
    """A question of a student's class: a function ``ask_NAME`` and, perhaps, ``reason_NAME``."""

    def __init__(self, design: type[Any], name: str) -> None:
        self.hook, self.reason = ASK + name, REASON + name
        self.later = len(inspect.signature(getattr(design, self.hook)).parameters) > 2
        self.asked = " ".join((inspect.getdoc(getattr(design, self.hook)) or "").split())
        if not self.asked:
            wrong = "has no docstring; expected the question in words"
            raise BadInput(f"{design.__name__}.{self.hook} {wrong}")

    def kind(self) -> QuestionKind[BoardGame, State, AskedState]:
        """Return the question for the quiz."""
        title = re.sub(rf"^{ID.pattern}[.:]? ", "", self.asked)
        return QuestionKind(
            title.replace("{seat}", "the seat that moves"), "{clause}", "{asked}",
            self.case, self.spots, lambda _game, case: case.right, self.grade, self.words, NONE,
            lambda _game, _case, scene: scene._replace(marks=()),
            lambda _game, case, _steps: case.steps,
        )  # fmt: skip

    def case(self, game: BoardGame, moment: Moment[State]) -> AskedState | None:
        """Return a state in which a seat moves, and what the class says is right there."""
        state, steps = moment.state, moment.steps[: steps_of_turn(moment.state, moment.steps)]
        if not isinstance(game.to_act(state), Seat) or (self.later and not steps):
            return None
        args = [game.table(state), *(game.table(step.state) for step in steps[-1:] if self.later)]
        with bounded(f"{type(game.design).__name__}.{self.hook}"):
            found = call(game.design, self.hook, *args)
        if found is None:
            return None
        picks = found if isinstance(found, list | tuple | set | frozenset | Table) else [found]
        known = [*map(str, game.words), *game.design.places, *game.seats]
        right = tuple(dict.fromkeys(map(str, picks)))
        if any(each not in known for each in right):
            raise returned(game.design, self.hook, tuple(args), found, RIGHT)
        count = len(steps) if self.later else 0
        return AskedState(state, tuple(sorted(right, key=known.index)), count)

    def words(self, game: BoardGame, case: AskedState) -> dict[str, str]:
        """Return the question in words, and its clause."""
        text = self.asked.replace("{seat}", capitalise(case.state.seat))
        clause, asked = game.cited(self.hook, (game.table(case.state),), text, "why_not")
        return {"clause": clause, "asked": asked}

    def spots(self, game: BoardGame, case: AskedState) -> Iterator[Spot]:
        """Yield places, words or seats, whichever are right, and a button for none of them."""
        tray = tray_of(game)
        if set(case.right) & set(game.seats):
            for seat in game.seats:
                yield Spot(seat, *tray.seat_at(seat), tray.area, name=seat, role="select")
        else:
            yield from _spots(game, case)
        after = len(tray.buttons)
        place, width = tray.button_at(after), tray.button_width(after)
        yield Spot(NONE, *place, tray.area, width, tray.button_high, "None", "action")

    def grade(self, game: BoardGame, case: AskedState, guess: str) -> Feedback:
        """Return the grade of a guess, with the class's reason or else the rule against it."""
        right = guess in (case.right or (NONE,))
        clause, reason = self._reason(game, case, guess)
        there = f"right is {join_list(case.right, 'or')}" if case.right else "there is none"
        text = reason.rstrip(".") or (guess if right else there)
        if reason and not right:
            text = f"{text}. {capitalise(there)}"
        marks = () if right else _cross(game, guess)
        return Feedback(f"{'Right' if right else 'No'}: {text}.", clause, marks)

    def _reason(self, game: BoardGame, case: AskedState, guess: str) -> tuple[str, str]:
        """Return a clause and the sentence for a guess; "" for no sentence."""
        usual = self.words(game, case)["clause"]
        if guess == NONE:
            return usual, ""
        args = game.table(case.state), guess
        found = call(game.design, self.reason, *args) if hook_of(game.design, self.reason) else None
        if found is not None:
            if not isinstance(found, str):
                wrong = "expected a sentence, or None"
                raise returned(game.design, self.reason, args, found, wrong)
            return game.cited(self.reason, args, found, "why_not")
        if guess in case.right or guess in game.seats or game.shape.least != 1:
            return usual, ""
        refused = _refused(game, case.state, (guess,))
        return (refused.clause, refused.text) if refused else (usual, "")


def own_questions(design: type[Any]) -> dict[str, OwnQuestion]:
    """Return the questions of a class by name; raise BadInput for one without words."""
    names = (name.removeprefix(ASK) for name in dir(design) if name.startswith(ASK))
    return {name: OwnQuestion(design, name) for name in names}


def quiz_of(design: type[Any]) -> QuizSpec[BoardGame, State]:
    """Return the questions of a student's class."""
    own = {name: question.kind() for name, question in own_questions(design).items()}
    return QuizSpec({**MOVES, **own})


def puzzles_of(
    design: type[Any], quiz: QuizSpec[BoardGame, State]
) -> PuzzleSearch[BoardGame, State] | None:
    """Return the search for states in which a question of the class has an answer."""
    names = [name for name, question in own_questions(design).items() if not question.later]
    kinds = {name: PuzzleKind(quiz.kinds[name].title, name, _has_answer) for name in names}
    return PuzzleSearch(quiz, kinds, first_turn=2) if kinds else None


def _has_answer(_game: BoardGame, case: AskedState) -> bool:
    return bool(case.right)
