"""What a reader can be asked about Piecepackman before it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.piecepackman.board.furniture import TRAY, at
from piecepack_nb.games.piecepackman.board.picking import spots
from piecepack_nb.games.piecepackman.board.why import TIES, running_marks, stretches
from piecepack_nb.games.piecepackman.deciding.decision import Decision
from piecepack_nb.games.piecepackman.lessons.guessing import Verdict, guess
from piecepack_nb.games.piecepackman.phases.movement import go
from piecepack_nb.games.piecepackman.state import State
from piecepack_nb.scene import EMPTY_DRAFT, Feedback, Layer, Mark, Question, QuizSpec, Scene, Spot

if TYPE_CHECKING:
    from piecepack_nb.games.piecepackman.play import Piecepackman

QUESTIONS = {"objective": "What does he go for?", "end": "Where does he end?"}
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
    text, clause = _asked(question, decision)
    shown = scene._replace(
        caption=text, clause=clause, spots=tuple(_spots(game, decision.state)), layers=(),
        listings=(), marks=tuple(mark for mark in scene.marks if not mark.layer),
    )  # fmt: skip
    key = decision.state, decision.suit
    return Question(question, key, shown, _how_many(game, question, decision, steps))


def told(game: Piecepackman, state: State) -> Sequence[Step]:
    """His movement from a position right after his roll; nothing anywhere else."""
    if state.phase not in ("roll", "bonus") or not state.points:
        return ()
    return tuple(go(game.ruleset, state))


def _asked(question: str, decision: Decision) -> tuple[str, str]:
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


def _how_many(game: Piecepackman, question: str, decision: Decision, steps: Sequence[Step]) -> int:
    """How many steps show the answer: to his next decision, or to the end of his movement."""
    told = list(go(game.ruleset, decision.state, decision.suit))
    if question == "end":
        return len(told)
    later = (at for at, step in enumerate(told) if at and step.event.why is not None)
    return min(next(later, len(told)), len(steps))


def _spots(game: Piecepackman, state: State) -> Iterator[Spot]:
    """Every square can be guessed."""
    for spot in spots(game, state, EMPTY_DRAFT):
        if spot.id in game.ruleset.maze.exits:
            yield spot._replace(role="select", drag=False, drop=False, key="", tip="", preview=())


def judge(game: Piecepackman, asked: Question, square: str) -> Feedback:
    """The verdict on a guess, and the guess on the board with its way and what it costs."""
    state, suit = asked.key
    verdict = guess(game, state, square, asked.question, suit)
    marks = tuple(mark._replace(layer=GUESS.id) for mark in _marks(game, verdict))
    spot = Spot(f"guess {square}", *at(game.ruleset.maze, square), role="why",
                name=f"{square}, your guess", tip=verdict.text, clause=verdict.clause)  # fmt: skip
    quiet = () if verdict.right else (TIES,)
    return Feedback(verdict.right, verdict.text, verdict.clause, marks, (GUESS,), (spot,), quiet)


def _marks(game: Piecepackman, verdict: Verdict) -> Iterator[Mark]:
    x, y = at(game.ruleset.maze, verdict.guess)
    yield Mark("selected", x, y)
    if verdict.right or verdict.path is None or not verdict.path.actions:
        return
    kind = "lost" if verdict.cost is None else "trail"
    for line in stretches(game, verdict.path.squares):
        yield Mark(kind, points=line)
    yield from running_marks(game, verdict.path)
    if verdict.guess not in {candidate.square for candidate in verdict.decision.candidates}:
        yield Mark("cost", round(x - 0.32, 2), round(y - 0.32, 2), label=str(verdict.path.cost))


ASKING = QuizSpec(QUESTIONS, ask, judge, told, BUTTON)
