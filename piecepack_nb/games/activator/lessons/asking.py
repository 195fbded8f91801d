"""What a reader can be asked about Activator's table before it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.activator.board import effects
from piecepack_nb.games.activator.board.furniture import BUTTONS, READING_ORDER, TRAY, at
from piecepack_nb.games.activator.board.saying import in_words
from piecepack_nb.games.activator.bot.thinking import Thought
from piecepack_nb.games.activator.lessons.foreseeing import by_itself, foreseen
from piecepack_nb.games.activator.lessons.judging import (
    CLAUSES,
    NONE,
    QUESTIONS,
    answers,
    judged,
)
from piecepack_nb.games.activator.moves import Move
from piecepack_nb.games.activator.state import HOMES, State, key, other
from piecepack_nb.scene import Feedback, Layer, Mark, Question, QuizSpec, Scene, Spot

if TYPE_CHECKING:
    from piecepack_nb.games.activator.play import Activator

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
        "move": f"{who} is a bot, and is to move. Which piece or stack will it pick?",
    }[question]


def ask(
    game: Activator, question: str, state: State, scene: Scene, steps: Sequence[Step]
) -> Question | None:
    """The question where a turn begins, if there is an answer: about the table, or a bot's move."""
    thought = steps[0].event.why if steps else None
    if not _turn_begins(state):
        return None
    if question == "move":
        if not isinstance(thought, Thought):
            return None
        shown = _shown(game, question, state, scene)
        return Question(question, thought, shown, _length(state, steps))
    if not answers(game, state, question):
        return None
    return Question(question, state, _shown(game, question, state, scene), 0)


def _length(state: State, steps: Sequence[Step]) -> int:
    """How many steps the turn takes that begins here."""
    ends = (at for at, step in enumerate(steps, start=1) if step.state.turn > state.turn)
    return next(ends, len(steps))


def _shown(game: Activator, question: str, state: State, scene: Scene) -> Scene:
    """The table with the question, and every square to guess."""
    none = () if question == "move" else (Spot(NONE, *PLACE, "There is none", "action"),)
    shown = scene._replace(
        caption=text_of(state, question),
        clause=CLAUSES.get(question, ""),
        spots=(*_squares(game, state, question), *none),
    )
    if question in GIVEN_AWAY:
        plain = tuple(mark for mark in shown.marks if not mark.layer)
        words = in_words(game, state, ice=False)
        return shown._replace(marks=plain, layers=(), listings=(), alt=words)
    if question == "move":  # what a bot thought before stands on the board no more
        marks = tuple(effects.marks(game, state))
        about = (effects.listing(game, state),)
        return shown._replace(marks=marks, layers=effects.layers(game), listings=about)
    return shown


def _turn_begins(state: State) -> bool:
    """Is this no moment in the middle of a move?"""
    return state.outcome is None and (not state.earlier or state.earlier[-1] == key(state))


def _squares(game: Activator, state: State, question: str) -> Iterator[Spot]:
    """Every square can be guessed; what gives the answer away isn't said."""
    for square in READING_ORDER:
        told = [] if question in GIVEN_AWAY else effects.facts(game, state, square)
        name = f"{square}: {effects.stands(state, square)}{effects.in_short(told)}"
        yield Spot(square, *at(square), name=name, role="select")


def judge(game: Activator, asked: Question, guess: str) -> Feedback:
    """The verdict on a guess, with what the activators do, and the move that proves it."""
    if asked.question == "move":
        verdict = foreseen(asked.key, guess)
        marks = tuple(_marks(guess, None if verdict.right else verdict.move))
        return Feedback(verdict.right, verdict.text, verdict.clause, marks, (GUESS,))
    verdict = judged(game, asked.key, asked.question, guess)
    right = () if verdict.right else answers(game, asked.key, asked.question)
    marks = (
        *_marks(guess, verdict.move),
        *(Mark("target", *at(square), layer=GUESS.id) for square in right),
    )
    text = f"{verdict.text} Right is {join_list(right, 'or')}." if right else verdict.text
    layers: tuple[Layer, ...] = (GUESS,)
    if asked.question in GIVEN_AWAY:
        marks += tuple(effects.marks(game, asked.key))
        layers += effects.layers(game)
    spots = tuple(effects.why_spots(game, asked.key))
    return Feedback(verdict.right, text, verdict.clause, marks, layers, spots)


def _marks(guess: str, move: Move | None) -> Iterator[Mark]:
    if guess != NONE:
        yield Mark("selected", *at(guess), layer=GUESS.id)
    if move is not None:
        yield Mark("path", points=(at(move.start), at(move.end)), layer=GUESS.id)


ASKING = QuizSpec(QUESTIONS, ask, judge, by_itself, BUTTON)
