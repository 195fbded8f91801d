"""What a reader can be asked about Activator's table before it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from piecepack_nb.core.steps import Step
from piecepack_nb.games.activator.board import effects
from piecepack_nb.games.activator.board.furniture import BUTTONS, READING_ORDER, TRAY, at
from piecepack_nb.games.activator.board.saying import in_words
from piecepack_nb.games.activator.lessons.judging import (
    NONE,
    QUESTIONS,
    answers,
    clause_of,
    judged,
)
from piecepack_nb.games.activator.moves import Move
from piecepack_nb.games.activator.state import HOMES, State, key, other
from piecepack_nb.scene import Asked, Asking, Judged, Layer, Mark, Scene, Spot

__all__ = ["ASKING", "text_of"]

GIVEN_AWAY = ("frozen", "immune")
"""The questions whose answers stand on the board, as layers that are hidden until then."""
GUESS = Layer("guess", "Your guess")
PLACE = (TRAY / 2, BUTTONS, "red", TRAY - 0.6, 0.78)
BUTTON = Spot("next", *PLACE, "Next", "action", key="g")


def text_of(state: State, question: str) -> str:
    """The question in words."""
    who, rival = state.to_move.title(), other(state.to_move).title()
    red, blue = state.activators["red"], state.activators["blue"]
    lines = f"Red's activator is on {red}, Blue's on {blue}"
    return {
        "frozen": f"{lines}. What is frozen?",
        "immune": f"{who} is to move. Which of {rival}'s pieces or stacks can't be captured?",
        "capture": f"{who} is to move. {lines}. Which piece or stack can capture something?",
        "home": f"{who} is to move. What can take {rival}'s home {HOMES[other(state.to_move)]} "
        "so that it can't be captured there?",
    }[question]


def ask(
    game: Any, question: str, state: State, scene: Scene, steps: Sequence[Step]
) -> Asked | None:
    """The question about the table as it is, where a turn begins and there is an answer."""
    if not _turn_begins(state) or not answers(game, state, question):
        return None
    shown = scene._replace(
        caption=text_of(state, question),
        clause=clause_of(question),
        spots=(*_squares(game, state, question), Spot(NONE, *PLACE, "There is none", "action")),
    )
    if question in GIVEN_AWAY:
        plain = tuple(mark for mark in shown.marks if not mark.layer)
        told = in_words(game, state, ice=False)
        shown = shown._replace(marks=plain, layers=(), listings=(), alt=told)
    return Asked(question, state, shown, 0)


def _turn_begins(state: State) -> bool:
    """Is this no moment in the middle of a move?"""
    return state.outcome is None and (not state.earlier or state.earlier[-1] == key(state))


def _squares(game: Any, state: State, question: str) -> Iterator[Spot]:
    """Every square can be guessed; what gives the answer away isn't said."""
    for square in READING_ORDER:
        told = [] if question in GIVEN_AWAY else effects.facts(game, state, square)
        name = f"{square}: {effects.stands(state, square)}{effects.in_short(told)}"
        yield Spot(square, *at(square), name=name, role="select")


def judge(game: Any, asked: Asked, guess: str) -> Judged:
    """The verdict on a guess, with what the activators do, and the move that proves it."""
    verdict = judged(game, asked.key, asked.question, guess)
    marks = tuple(_marks(guess, verdict.move))
    layers: tuple[Layer, ...] = (GUESS,)
    if asked.question in GIVEN_AWAY:
        marks += tuple(effects.marks(game, asked.key))
        layers += effects.layers(game)
    spots = tuple(effects.why_spots(game, asked.key))
    return Judged(verdict.right, verdict.text, verdict.clause, marks, layers, spots)


def _marks(guess: str, move: Move | None) -> Iterator[Mark]:
    if guess != NONE:
        yield Mark("selected", *at(guess), layer=GUESS.id)
    if move is not None:
        yield Mark("path", points=(at(move.start), at(move.end)), layer=GUESS.id)


def told(_game: Any, _state: State) -> Sequence[Step]:
    """Nothing happens by itself here: the questions are about the table."""
    return ()


ASKING = Asking({name: QUESTIONS[name] for name in ("frozen", "immune", "capture", "home")},
                ask, judge, told, BUTTON)  # fmt: skip
