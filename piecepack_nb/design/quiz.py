"""Questions about a student's game, for ``pp.predict``: where does the next move end?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from piecepack_nb.core.actors import Seat
from piecepack_nb.core.wording import capitalise
from piecepack_nb.design.game import BoardGame
from piecepack_nb.design.looks import piece_size
from piecepack_nb.design.moves import Move
from piecepack_nb.design.table import State
from piecepack_nb.design.tray import tray_of
from piecepack_nb.scene import Feedback, Mark, QuestionKind, QuizSpec, Scene, Spot
from piecepack_nb.scene.quiz import Moment


class Case(NamedTuple):
    """A move of a seat: the state before it, and its picks."""

    state: State
    picks: tuple[str, ...]


def _case(game: BoardGame, moment: Moment[State]) -> Case | None:
    """Return the move that follows; None before anything but a seat's move."""
    picks = tuple(moment.steps[0].event.data.get("picks", ())) if moment.steps else ()
    if not picks or not isinstance(game.to_act(moment.state), Seat):
        return None
    return Case(moment.state, picks)


def _words(game: BoardGame, case: Case) -> dict[str, str]:
    return {
        "seat": capitalise(case.state.seat),
        "asked": _asked(game, case.picks),
        "clause": game.clauses.of_hook["why_not"],
    }


def _begun(game: BoardGame, case: Case, scene: Scene) -> Scene:
    """Return the board with the first picks of the move."""
    places = game.design.places.at
    marks = (Mark("selected", *places[pick]) for pick in case.picks[:-1] if pick in places)
    return scene._replace(marks=tuple(marks))


def _asked(game: BoardGame, picks: tuple[str, ...]) -> str:
    """Return what is asked of the last pick of a move."""
    begun, place = "-".join(picks[:-1]), picks[-1] in game.design.places
    if not begun:
        return f": pick a {'place' if place else 'button'}."
    ends = "where does it end" if place else "what is chosen"
    return f", which begins with {begun}: {ends}?"


def _spots(game: BoardGame, _case: Case) -> Iterator[Spot]:
    """Yield every place and every word of the game's moves."""
    size, tray = round(piece_size(game.design.places) * 0.98, 2), tray_of(game)
    for place, (x, y) in game.design.places.at.items():
        yield Spot(place, x, y, w=size, h=size, name=place, role="select")
    for number, (id, name) in enumerate(tray.buttons):
        if id in map(str, game.words):
            x, y = tray.button_at(number)
            yield Spot(id, x, y, tray.area, tray.button_width, 0.7, capitalise(name), "action")


def _begins(game: BoardGame, case: Case) -> list[str]:
    """Return what a legal move can begin with."""
    return list(dict.fromkeys(str(move.picks[0]) for move in game.moves(case.state)))


def _grade_legal(game: BoardGame, case: Case, guess: str) -> Feedback:
    clause, begins = game.clauses.of_hook["why_not"], _begins(game, case)
    if guess in begins:
        return Feedback(f"Right: a move can begin with {guess}.", clause)
    text = f"No move begins with {guess}; {len(begins)} other picks do."
    return Feedback(text, clause, _cross(game, guess))


def _grade_move(game: BoardGame, case: Case, guess: str) -> Feedback:
    """Return the grade of a guess; a wrong one with the rule against it, if there is one."""
    state, picks = case
    clause = game.clauses.of_hook["why_not"]
    if guess == picks[-1]:
        return Feedback(f"Right: {guess}.", clause)
    words = {str(word): word for word in game.words}
    wanted = tuple(words.get(each, each) for each in (*picks[:-1], guess))
    refused = game.refusal(state, Move(wanted, game.shape.names))
    text = f"No: {picks[-1]}. {guess} is legal, too, but was not chosen."
    if refused is not None:
        text, clause = f"No: {picks[-1]}. {capitalise(refused.text)}.", refused.clause
    return Feedback(text, clause, _cross(game, guess))


def _cross(game: BoardGame, guess: str) -> tuple[Mark, ...]:
    at = game.design.places.at.get(guess)
    return (Mark("failed", at[0] + 0.3, at[1] - 0.3),) if at else ()


QUIZ = QuizSpec({
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
})  # fmt: skip
"""The questions of every student's game."""
