"""Predict before reveal: the board asks, the reader guesses, then the game shows its steps.

It is independent of games: the game's view asks, grades and draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import traitlets

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import Match
from piecepack_nb.core.match_base import PERSON
from piecepack_nb.core.progress import counted
from piecepack_nb.core.steps import Step
from piecepack_nb.scene import Feedback, Layer, Question, QuizSpec, Scene
from piecepack_nb.scene.game_view import AnyView, view_of
from piecepack_nb.widgets.board import Board, Pick

MOST_MOVES = 2000
"""The most moves that bots and dice play on after a match's record."""


class Round(NamedTuple):
    """A state of a game, its scene, and the steps that follow."""

    state: Any
    scene: Scene
    steps: tuple[Step, ...]


class Quiz(Board):
    """A board that asks a kind of ``question`` in each round that has one; ``score`` counts.

    The default is the game's first kind. Any spot of the question is a possible guess; then the
    answer plays, with its reasons, and the guess is drawn beside it. ``sources`` are matches, each
    an iterator of rounds; with ``one_each`` every question comes from another match. Raises
    BadInput if there is nothing to ask.
    """

    _view = traitlets.Unicode("quiz").tag(sync=True)
    tally = traitlets.Dict(read_only=True).tag(sync=True)
    """The grades so far, the newest last, and what comes next: "guess", "next" or "end"."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        sources: Iterable[Iterator[Round]],
        question: str | None,
        *,
        one_each: bool = False,
    ) -> None:
        self.game, self.view = game, view_of(game)
        self.spec, self.question = _quiz_spec(self.view, game, question)
        self.one_each = one_each
        self._grades: list[bool] = []
        self._sources = iter(sources)
        self._rounds: Iterator[Round] = iter(())
        self._shown = 0  # the coming rounds that an answer has shown already
        self._steps: tuple[Step, ...] = ()
        self._current: Question | None = None
        self._find()
        if self._current is None:
            raise BadInput(
                "there is nothing to predict from here on; expected a match before "
                "a decision, such as after match.goto(0)"
            )
        self._count()
        super().__init__(self._current.scene, label=game.title, clauses=game.rulebook.to_json())
        self.on_pick(self._on_pick)

    @property
    def score(self) -> tuple[int, int]:
        """The numbers of right guesses and of all guesses."""
        return self.right, self.guesses

    @property
    def right(self) -> int:
        """The number of right guesses."""
        return sum(self._grades)

    @property
    def guesses(self) -> int:
        """The number of guesses."""
        return len(self._grades)

    def _count(self, then: str = "guess") -> None:
        """Show the count and what comes next."""
        self.set_trait("tally", {"grades": list(self._grades), "then": then})

    def guess(self, spot: str) -> Feedback:
        """Guess a spot, like a click on the board; return the feedback.

        Raises BadInput for anything but a spot.
        """
        question = self._current
        if question is None:
            raise BadInput("there is no question now: go to the next one first")
        if spot not in {each.id for each in question.scene.spots}:
            raise invalid("the guess", spot, "a place on the board, such as f4")
        feedback = self.spec.feedback(self.game, question, spot)
        self._grades.append(feedback.right)
        self._current, self._shown = None, max(question.steps - 1, 0)
        with self.hold_sync():  # the page gets the count and the answer together
            self._count("next")
            self._reveal(question, feedback)
        return feedback

    def next(self) -> None:
        """Go to the next question, showing the steps before it."""
        if self._current is not None:
            raise BadInput("guess before you go to the next question")
        frames = self._find()
        if self._current is None:
            score = f"You predicted {self.right} of {self.guesses}."
            with self.hold_sync():
                self._count("end")
                self.show(self.scene._replace(spots=(), caption=f"No more questions. {score}"))
        else:
            with self.hold_sync():
                self._count()
                self.animate(frames, self._current.scene)

    def _on_pick(self, pick: Pick) -> None:
        self.guess(pick.spot)

    def _answer(self, content: Any) -> None:
        if isinstance(content, Mapping) and content.get("kind") == "next":
            self._asked_for_next(content.get("serial"))
        else:
            super()._answer(content)

    def _asked_for_next(self, serial: object) -> None:
        """Go on; a second press for the same answer does nothing."""
        if type(serial) is not int:
            raise invalid("the page's position number", serial, "a whole number")
        if serial == self.serial and self.tally["then"] == "next":
            self.next()

    # --- the next question -----------------------------------------------------------------------

    def _find(self) -> list[Scene]:
        """Find the next question; return the scenes from the last answer to it."""
        frames: list[Scene] = []
        if self.one_each:
            self._rounds, self._shown = next(self._sources, iter(())), 0
        while True:
            for state, scene, steps in self._rounds:
                if self._shown:
                    self._shown -= 1
                    continue
                question = self.spec.ask(self.game, self.question, state, scene, steps)
                if question is not None:
                    self._current, self._steps = question, steps
                    return frames[1:]  # the first one ended the answer
                frames.append(scene)
            found = next(self._sources, None)
            if found is None:
                return frames
            self._rounds, frames = found, []

    # --- the answer ------------------------------------------------------------------------------

    def _reveal(self, question: Question, feedback: Feedback) -> None:
        """Play the answer, then show its reasons beside the guess."""
        scenes, before = [], question.scene
        for step in self._steps[: question.steps]:
            before = self.view.draw(self.game, step.state, step.event, before)
            scenes.append(before)
        why, last = (scenes[0], scenes[-1]) if scenes else (question.scene, question.scene)
        marks = dict.fromkeys((*last.marks, *why.marks, *feedback.marks))
        layers = {layer.id: _quieten(layer, feedback) for layer in (*last.layers, *why.layers)}
        shown = (*last.spots, *why.spots, *feedback.spots)
        spots = {spot.id: spot for spot in shown if spot.role == "why"}
        final = last._replace(
            marks=tuple(marks),
            spots=tuple(spots.values()),
            layers=(*layers.values(), *feedback.layers),
            listings=tuple(dict.fromkeys((*why.listings, *last.listings))),
            caption=feedback.text,
            clause=feedback.clause,
        )
        self.animate(scenes, final)

    def __repr__(self) -> str:
        return f"<Quiz of {self.game.title}: {self.right} of {self.guesses} predicted>"


def _quiz_spec(
    view: AnyView, game: Game[Any, Any, Any], question: str | None
) -> tuple[QuizSpec[Any, Any], str]:
    """Return the game's quiz and the kind of question."""
    spec = view.quiz
    if spec is None:
        raise BadInput(f"{game.title} has no questions")
    kind = next(iter(spec.questions)) if question is None else question
    if kind not in spec.questions:
        raise invalid("question", question, " or ".join(map(repr, spec.questions)))
    return spec, kind


def _quieten(layer: Layer, feedback: Feedback) -> Layer:
    """Return a layer, switched off if the feedback wants it quiet."""
    return layer._replace(on=False) if layer.id in feedback.quiet else layer


# --- rounds --------------------------------------------------------------------------------------


def rounds_of(match: Match, view: AnyView) -> Iterator[Round]:
    """Yield the rounds of a match from its current step; after its record bots and dice play on.

    Where the game is over, they start from its beginning. The match itself doesn't change.
    Raises BadInput after MOST_MOVES moves of theirs.
    """
    copy, first = match.branch(-1), 0 if match.result else match.cursor
    bots = [*match.game.built_in_bots, "random"]
    copy.seats.update({seat: bots[0] for seat, bot in copy.seats.items() if bot == PERSON})
    copy.goto(-1)
    state, scene = copy.initial_state, view.scene(copy.game, copy.initial_state)
    steps = tuple(copy.steps)
    for _ in counted(MOST_MOVES, "moves at most"):
        for number, step in enumerate(steps):
            if number >= first:
                yield Round(state, scene, steps[number:])
            state = step.state
            scene = view.draw(copy.game, state, step.event, scene)
        first, steps = 0, tuple(copy.run(1))
        if not steps:
            return
    raise BadInput(f"bots and dice have played on for {MOST_MOVES} moves: the quiz ends here")


def rounds_of_state(game: Game[Any, Any, Any], state: Any, view: AnyView) -> Iterator[Round]:
    """Yield one round: a state and its automatic steps."""
    assert view.quiz is not None
    yield Round(state, view.scene(game, state), tuple(view.quiz.automatic_steps(game, state)))


def quiz_of(subject: Any, question: str | None, of: Game[Any, Any, Any] | None = None) -> Quiz:
    """Return the quiz on a match, on puzzles (with a ``match``), or on a state (``of`` its game).

    Raises BadInput for anything else.
    """
    if of is not None:
        state = of.from_json(of.to_json(subject))
        view = view_of(of)
        _quiz_spec(view, of, question)
        return Quiz(of, [rounds_of_state(of, state, view)], question)
    one = isinstance(subject, Match) or hasattr(subject, "match")
    several = subject if isinstance(subject, list | tuple) and not one else [subject]
    found = [match for match in map(_match_of, several) if match is not None]
    if not found or len(found) < len(several):
        accepted = "a match, puzzles, or a state with of= its game"
        raise invalid("the first argument", subject, accepted)
    game = found[0].game
    if question is None:
        question = _one_question(several)
    if any(match.game.rules != game.rules or match.game.name != game.name for match in found):
        raise BadInput("the puzzles are of different games; expected puzzles under the same rules")
    view = view_of(game)
    sources = (rounds_of(match, view) for match in found)
    return Quiz(game, sources, question, one_each=not isinstance(subject, Match))


def _one_question(several: Iterable[Any]) -> str | None:
    """Return the kind of question of puzzles; None for the game's first kind."""
    questions = dict.fromkeys(getattr(each, "question", "") for each in several)
    if len(questions) > 1:
        kinds = ", ".join(map(repr, questions))
        raise BadInput(f"these puzzles ask {kinds}; expected puzzles of one kind, or question=")
    return next(iter(questions)) or None


def _match_of(subject: Any) -> Match | None:
    """Return a match, or the match of a puzzle."""
    match = getattr(subject, "match", subject)
    return match if isinstance(match, Match) else None
