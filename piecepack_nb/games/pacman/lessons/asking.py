"""What a reader can be asked where a turn's dice have fallen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from piecepack_nb.core.steps import Step
from piecepack_nb.games.pacman.board import saying
from piecepack_nb.games.pacman.board.furniture import BUTTONS, HIGH, TRAY, at, reading_order
from piecepack_nb.games.pacman.board.lines import way_marks
from piecepack_nb.games.pacman.board.worth import WORTH, worth
from piecepack_nb.games.pacman.board.worth import marks as worth_marks
from piecepack_nb.games.pacman.board.worth import spots as worth_spots
from piecepack_nb.games.pacman.bot.greedy import Weighed, greedy
from piecepack_nb.games.pacman.lessons.judging import (
    NONE,
    QUESTIONS,
    Verdict,
    asked_die,
    bot_die,
    ends,
    judged_best,
    judged_bot,
    judged_end,
    turn_begins,
)
from piecepack_nb.games.pacman.state import State, title
from piecepack_nb.scene import Feedback, Layer, Mark, Question, QuizSpec, Scene, Spot

if TYPE_CHECKING:
    from piecepack_nb.games.pacman.play import PacMan

PLACE = (TRAY / 2, BUTTONS[0], "dice", TRAY - 0.6, HIGH)
BUTTON = Spot("next", *PLACE, "Next", "action", key="g")
GUESS, ENDS = Layer("guess", "Your guess"), Layer("ends", "Where it can end")


def text_of(state: State, question: str) -> str:
    """The question in words."""
    who, dice = title(state.to_move), " and ".join(map(str, state.dice))
    head = f"{who} has rolled {dice}."
    return {
        "end": f"{head} Pick a space where its Pac-Man can end by the {asked_die(state)}.",
        "best": f"{head} Which die is worth more to its Pac-Man: marbles now, and those to be "
        "expected next turn?",
        "bot": f"{head} {who} is a bot. Which die will it move its Pac-Man by?",
    }[question]


def ask(
    game: PacMan, question: str, state: State, scene: Scene, steps: Sequence[Step]
) -> Question | None:
    """The question where both dice are to be used, if it has an answer."""
    if not turn_begins(state):
        return None
    if question == "bot":
        return _about_a_bot(game, state, scene, steps)
    if question == "best":
        found = worth(game, state)
        if found is None or len({each.total for each in found.dice}) < 2:
            return None
    shown = _shown(game, state, question, scene)
    return Question(question, state, shown, 0)


def _about_a_bot(
    game: PacMan, state: State, scene: Scene, steps: Sequence[Step]
) -> Question | None:
    why = steps[0].event.why if steps else None
    if not isinstance(why, Weighed) or len(set(state.dice)) < 2 or bot_die(state, why) is None:
        return None
    ahead = (at for at, step in enumerate(steps) if at and _begins(step))
    shown = _shown(game, state, "bot", scene)
    return Question("bot", (state, why), shown, next(ahead, len(steps)))


def _begins(step: Step) -> bool:
    """Does a step begin another move?"""
    return isinstance(step.event.why, Weighed) or step.event.kind == "roll"


def _shown(game: PacMan, state: State, question: str, scene: Scene) -> Scene:
    """The table with the question, without what gives the answer away."""
    spots = _spaces(game, state) if question == "end" else _dice(state)
    return scene._replace(
        caption=text_of(state, question), clause="PC-3" if question != "end" else "PC-5",
        spots=tuple(spots), marks=(_here(game, state),), layers=(), listings=(),
    )  # fmt: skip


def _here(game: PacMan, state: State) -> Mark:
    place = at(game.board, state.players[state.to_move].square)
    return Mark("here", *place, suit=state.to_move)


def _spaces(game: PacMan, state: State) -> Iterator[Spot]:
    for square in reading_order(game.board):
        name = f"{square}: {saying.contents(game, state, square)}"
        yield Spot(square, *at(game.board, square), name=name, role="select")
    yield Spot(NONE, *PLACE, "It can't move", "action", key="0")


def _dice(state: State) -> Iterator[Spot]:
    """A button for each die."""
    wide = (TRAY - 0.4) / 2
    for number, die in enumerate(state.dice):
        yield Spot(str(die), round(0.2 + wide * (number + 0.5), 2), BUTTONS[0], "dice",
                   round(wide - 0.1, 2), HIGH, f"The {die}", "action", key=str(die))  # fmt: skip


def judge(game: PacMan, asked: Question, guess: str) -> Feedback:
    """The verdict on a guess, with what proves it on the board."""
    if asked.question == "bot":
        state, why = asked.key
        verdict = judged_bot(state, why, guess)
        return Feedback(verdict.right, verdict.text, verdict.clause)
    state = asked.key
    if asked.question == "best":
        found = worth(game, state)
        assert found is not None
        return _best(game, state, judged_best(found, guess))
    verdict = judged_end(game, state, guess)
    marks = tuple(_guess_marks(game, state, guess, verdict))
    return Feedback(verdict.right, verdict.text, verdict.clause, marks, (GUESS, ENDS))


def _best(game: PacMan, state: State, verdict: Verdict) -> Feedback:
    """Both dice's best ways, with what they bring."""
    return Feedback(
        verdict.right, verdict.text, verdict.clause, tuple(worth_marks(game, state)),
        (WORTH._replace(on=True),), tuple(worth_spots(game, state)),
    )  # fmt: skip


def _guess_marks(game: PacMan, state: State, guess: str, verdict: Verdict) -> Iterator[Mark]:
    if guess != NONE:
        yield Mark("selected", *at(game.board, guess), layer=GUESS.id)
    if verdict.path:
        kind = "path" if verdict.right or guess == NONE else "lost"
        yield from way_marks(game.board, verdict.path, kind, layer=GUESS.id)
    for square in ends(game, state):
        yield Mark("target", *at(game.board, square), layer=ENDS.id)


def told(game: PacMan, state: State) -> Sequence[Step]:
    """What the game's own bot does in a state, with its reason."""
    if state.phase != "move" or not state.due:
        return ()
    chosen = greedy(game, state, state.to_move, lambda _name, options: options[0])
    first, *rest = game.play(state, chosen.move)
    return (first._replace(event=first.event._replace(why=chosen.why)), *rest)


ASKING = QuizSpec(QUESTIONS, ask, judge, told, BUTTON)
