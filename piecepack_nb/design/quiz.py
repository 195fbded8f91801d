"""Questions about a student's game, for ``pp.predict``: where does the next move end?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from piecepack_nb.core.actors import Seat
from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import capitalise
from piecepack_nb.design.game import BoardGame
from piecepack_nb.design.looks import piece_size
from piecepack_nb.design.moves import Move
from piecepack_nb.design.table import State
from piecepack_nb.design.tray import tray_of
from piecepack_nb.scene import Feedback, Mark, Question, QuizSpec, Scene, Spot

QUESTIONS = {"move": "Where the next move ends", "legal": "What a move can begin with"}
Key = tuple[State, tuple[str, ...]]


def ask(
    game: BoardGame, question: str, state: State, scene: Scene, steps: Sequence[Step]
) -> Question | None:
    """Return the question on the move that follows; None before anything but a seat's move."""
    picks = tuple(steps[0].event.data.get("picks", ())) if steps else ()
    if not picks or not isinstance(game.to_act(state), Seat):
        return None
    seat = capitalise(state.seat)
    if question == "legal":
        text, count = f"With what can {seat} begin a move? Choose one.", 0
    else:
        text, count = f"Predict the move of {seat}{_asked(game, picks)}", 1
    shown = scene._replace(
        caption=text,
        clause=game.clauses.of_hook["why_not"],
        spots=tuple(_spots(game)),
        marks=tuple(Mark("selected", *at) for p in picks[:-1] if question == "move"
                    if (at := game.design.places.at.get(p))),
    )  # fmt: skip
    return Question(text, (question, state, picks), shown, count)


def _asked(game: BoardGame, picks: tuple[str, ...]) -> str:
    """Return what is asked of the last pick of a move."""
    begun, place = "-".join(picks[:-1]), picks[-1] in game.design.places
    if not begun:
        return f": pick a {'place' if place else 'button'}."
    ends = "where does it end" if place else "what is chosen"
    return f", which begins with {begun}: {ends}?"


def _spots(game: BoardGame) -> Iterator[Spot]:
    """Yield every place and every word of the game's moves."""
    size, tray = round(piece_size(game.design.places) * 0.98, 2), tray_of(game)
    for place, (x, y) in game.design.places.at.items():
        yield Spot(place, x, y, w=size, h=size, name=place, role="select")
    for number, (id, name) in enumerate(tray.buttons):
        if id in map(str, game.words):
            x, y = tray.button_at(number)
            yield Spot(id, x, y, tray.area, tray.button_width, 0.7, capitalise(name), "action")


def grade(game: BoardGame, asked: Question, guess: str) -> Feedback:
    """Return the grade of a guess; a wrong one with the rule against it, if there is one."""
    question, state, picks = asked.key
    clause = game.clauses.of_hook["why_not"]
    legal = game.moves(state)
    if question == "legal":
        begins = {str(move.picks[0]) for move in legal}
        if guess in begins:
            return Feedback(True, f"Right: a move can begin with {guess}.", clause)
        text = f"No move begins with {guess}; {len(begins)} other picks do."
        return Feedback(False, text, clause, _cross(game, guess))
    if guess == picks[-1]:
        return Feedback(True, f"Right: {guess}.", clause, answer=(guess,))
    words = {str(word): word for word in game.words}
    wanted = tuple(words.get(each, each) for each in (*picks[:-1], guess))
    refused = game.refusal(state, Move(wanted, game.shape.names))
    if refused is not None:
        text = f"No: {picks[-1]}. {capitalise(refused.text)}."
        return Feedback(False, text, refused.clause, _cross(game, guess), answer=picks[-1:])
    text = f"No: {picks[-1]}. {guess} is legal, too, but was not chosen."
    return Feedback(False, text, clause, _cross(game, guess), answer=picks[-1:])


def _cross(game: BoardGame, guess: str) -> tuple[Mark, ...]:
    at = game.design.places.at.get(guess)
    return (Mark("failed", at[0] + 0.3, at[1] - 0.3),) if at else ()


def quiz_for() -> QuizSpec[BoardGame, State]:
    """Return the questions of every student's game."""
    return QuizSpec(QUESTIONS, ask, grade, lambda _game, _state: ())
