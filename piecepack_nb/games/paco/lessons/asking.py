"""What a reader can be asked before the orders of a turn are carried out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from piecepack_nb.core.steps import Step
from piecepack_nb.games.paco.board.furniture import TRAY, at
from piecepack_nb.games.paco.board.pieces import READING
from piecepack_nb.games.paco.board.saying import contents, row_words
from piecepack_nb.games.paco.board.table import scene as table
from piecepack_nb.games.paco.lessons.judging import (
    NOBODY,
    OFF,
    QUESTIONS,
    Turn,
    judged,
    turn_from,
)
from piecepack_nb.games.paco.state import State
from piecepack_nb.scene import Feedback, Layer, Mark, Question, QuizSpec, Scene, Spot

if TYPE_CHECKING:
    from piecepack_nb.games.paco.play import Paco

PLACE = (TRAY / 2, 2.86, "desk", TRAY - 0.5, 0.5)
BUTTON = Spot("next", *PLACE, "Next", "action", key="g")
GUESS = Layer("guess", "Your guess")


def ask(
    game: Paco, question: str, state: State, scene: Scene, steps: Sequence[Step]
) -> Question | None:
    """The question, where all orders lie open and the dice are known."""
    turn = turn_from(game, state, steps)
    if turn is None or (question == "end" and not turn.asked_of):
        return None
    text, clause = _text(turn, question)
    shown = table(game, turn.before, None, scene)._replace(
        caption=text, clause=clause, spots=tuple(_spots(turn, question)), marks=(), layers=(),
        listings=(),
    )  # fmt: skip
    return Question(question, turn, shown, len(turn.steps))


def _text(turn: Turn, question: str) -> tuple[str, str]:
    if question == "end":
        return f"The orders lie open. Where will {turn.asked_of} be when they are done?", "PA-20"
    if question == "counter":
        return "The orders lie open. Pick a cell that will have another counter, or none.", "PA-30"
    return "The orders lie open. Pick a player whose order fails.", "PA-21"


def _spots(turn: Turn, question: str) -> Iterator[Spot]:
    state = turn.before
    if question == "order":
        for number, (seat, order) in enumerate(state.orders.items()):
            square = state.players[seat].square
            if square:
                name = f"{row_words(state, seat)}: {order.words}"
                yield Spot(seat, *at(square), name=name, role="select", key=str(number + 1))
        yield Spot(NOBODY, *PLACE, "None fails", "action", key="0")
        return
    for square in READING:
        yield Spot(square, *at(square), name=f"{square}: {contents(state, square)}", role="select")
    if question == "end":
        yield Spot(OFF, *PLACE, "Off the board", "action", key="0")
    else:
        yield Spot(NOBODY, *PLACE, "No cell changes", "action", key="0")


def judge(game: Paco, asked: Question, guess: str) -> Feedback:
    """The verdict on a guess, and the guess on the board."""
    turn: Turn = asked.key
    verdict = judged(turn, asked.question, guess)
    square = turn.before.players[guess].square if guess in turn.before.players else guess
    marks: tuple[Mark, ...] = ()
    if square and square not in (NOBODY, OFF):
        marks = (Mark("selected", *at(square), layer=GUESS.id),)
    return Feedback(verdict.right, verdict.text, verdict.clause, marks, (GUESS,))


def told(_game: Paco, _state: State) -> Sequence[Step]:
    """Nothing happens by itself in a state: it takes a match, in which orders were written."""
    return ()


ASKING = QuizSpec(QUESTIONS, ask, judge, told, BUTTON)
