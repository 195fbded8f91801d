"""Predict before reveal: the board asks, the reader guesses, then the game shows its steps.

It is independent of games: the game's view asks, grades and draws. A page holds questions with the
answer to every possible guess, so it needs no kernel.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import traitlets

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import Match
from piecepack_nb.core.match_base import PERSON
from piecepack_nb.core.progress import counted
from piecepack_nb.core.steps import Step
from piecepack_nb.scene import Feedback, Layer, Question, QuizSpec, Scene, delta, to_json
from piecepack_nb.scene.game_view import AnyView, view_of
from piecepack_nb.scene.scene_json import part_to_json
from piecepack_nb.widgets.board import Board, Pick
from piecepack_nb.widgets.replay import KEPT, Page, credits, page

MOST_MOVES = 2000
"""The most moves that bots and dice play on after a match's record."""
MOST_QUESTIONS = 100
"""The most questions of a page."""


class Round(NamedTuple):
    """A state of a game, its scene, and the steps that follow."""

    state: Any
    scene: Scene
    steps: tuple[Step, ...]


Source = Callable[[], Iterator[Round]]
"""A function that yields the rounds of a match from the first one on."""


class Asked(NamedTuple):
    """A question, the steps that follow it, and the scenes from the last answer to it."""

    question: Question
    steps: tuple[Step, ...]
    lead: Sequence[Scene] = ()


class Quiz(Board):
    """A board that asks a kind of ``question`` in each round that has one; ``score`` counts.

    The default is the game's first kind. Any spot of the question is a possible guess; then the
    answer plays, with its reasons, and the guess is drawn beside it. ``sources`` yield the rounds
    of a match each; with ``one_each`` every question comes from another match. Raises BadInput if
    there is nothing to ask.
    """

    _view = traitlets.Unicode("quiz").tag(sync=True)
    tally = traitlets.Dict(read_only=True).tag(sync=True)
    """The grades so far, the newest last, and what comes next: "guess", "next" or "end"."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        sources: Sequence[Source],
        question: str | None,
        *,
        one_each: bool = False,
    ) -> None:
        self.game, self.view = game, view_of(game)
        self.spec, self.question = _quiz_spec(self.view, game, question)
        self._sources, self.one_each = sources, one_each
        self._grades: list[bool] = []
        self._coming = self._questions()
        self._steps: tuple[Step, ...] = ()
        self._current: Question | None = None
        self._go_on()
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
        self._current = None
        with self.hold_sync():  # the page gets the count and the answer together
            self._count("next")
            scenes = self._reveal(question, self._steps)
            self.animate(scenes, _answered(question, scenes, feedback))
        return feedback

    def next(self) -> None:
        """Go to the next question, showing the steps before it."""
        if self._current is not None:
            raise BadInput("guess before you go to the next question")
        lead = self._go_on()
        if self._current is None:
            score = f"You predicted {self.right} of {self.guesses}."
            with self.hold_sync():
                self._count("end")
                self.show(self.scene._replace(spots=(), caption=f"No more questions. {score}"))
        else:
            with self.hold_sync():
                self._count()
                self.animate(lead, self._current.scene)

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

    # --- questions and their answers -------------------------------------------------------------

    def _go_on(self) -> Sequence[Scene]:
        """Find the next question; return the scenes from the last answer to it."""
        asked = next(self._coming, None)
        self._current = asked and asked.question
        self._steps = asked.steps if asked else ()
        return asked.lead if asked else ()

    def _questions(self) -> Iterator[Asked]:
        """Yield all questions, from the first one on."""
        for rounds in self._sources:
            lead: list[Scene] = []
            shown = 0  # the coming rounds that an answer has shown already
            for state, scene, steps in rounds():
                if shown:
                    shown -= 1
                    continue
                question = self.spec.ask(self.game, self.question, state, scene, steps)
                if question is None:
                    lead.append(scene)
                    continue
                yield Asked(question, steps, lead[1:])  # the first one ended the answer
                if self.one_each:
                    break
                lead, shown = [], max(question.steps - 1, 0)

    def _reveal(self, question: Question, steps: Sequence[Step]) -> list[Scene]:
        """Return the scenes that show the answer, step by step."""
        scenes, before = [], question.scene
        for step in steps[: question.steps]:
            before = self.view.draw(self.game, step.state, step.event, before)
            scenes.append(before)
        return scenes

    # --- a page without a kernel -----------------------------------------------------------------

    def page(self, questions: int = 10) -> Page:
        """Return the first questions as a page, with the answer to every possible guess.

        It needs no kernel or network. Raises BadInput for a number that isn't 1 to 100.
        """
        if type(questions) is not int or not 1 <= questions <= MOST_QUESTIONS:
            raise invalid("questions", questions, f"a whole number from 1 to {MOST_QUESTIONS}")
        asked = tuple(islice(self._questions(), questions))
        traits = {name: getattr(self, name) for name in ("_view", *KEPT)}
        begin = {"ground": {}, "keyframe": {}, "snapshot": {}, "toggled_layers": [], "rotation": 0}
        state = {**traits, **begin, "film": b"", "questions": self._pack(asked)}
        title = f"{self.game.title}: {self.spec.questions[self.question]}"
        return page(title, credits(self.game), state, self._css, asked[0].question.scene)

    def to_html(self, path: str | Path, questions: int = 10) -> Path:
        """Write the first questions to one HTML file, which works offline; return its path.

        The page judges each guess as the notebook does, and counts the right ones. Raises BadInput
        if the file can't be written, and for a number of questions that isn't 1 to 100.
        """
        return self.page(questions).save(path)

    def _pack(self, asked: Sequence[Asked]) -> bytes:
        """Return questions and answers for the page: JSON of differences, compressed by zlib."""
        first = asked[0].question.scene
        data, before, last = [], first, first
        for each in asked:
            answers, base = self._answers(each)
            scene = each.question.scene
            lead = [before._replace(spots=()) for before in each.lead]
            frames = _deltas(last, lead, whole=True)
            data.append({"scene": delta(before, scene), "lead": frames, **answers})
            before, last = scene, base
        text = json.dumps({"first": to_json(first), "questions": data}, separators=(",", ":"))
        return zlib.compress(text.encode(), 9)

    def _answers(self, asked: Asked) -> tuple[dict[str, Any], Scene]:
        """Return the answer's scenes and, for each guess, its grade and its last scene.

        All last scenes are differences from one of them, which is returned, too.
        """
        question, steps, _ = asked
        scenes = self._reveal(question, steps)
        found = {
            spot.id: self.spec.feedback(self.game, question, spot.id)
            for spot in question.scene.spots
        }
        ends = {spot: _answered(question, scenes, each) for spot, each in found.items()}
        base = next(iter(ends.values()))
        guesses = {spot: [found[spot].right, delta(base, end)] for spot, end in ends.items()}
        shown = [scene._replace(spots=()) for scene in scenes]
        frames = _deltas(question.scene._replace(spots=()), shown)
        return {"frames": frames, "last": delta(question.scene, base), "guesses": guesses}, base

    def __repr__(self) -> str:
        return f"<Quiz of {self.game.title}: {self.right} of {self.guesses} predicted>"


VARYING = ("marks", "spots", "layers", "listings", "caption", "clause")
"""The fields of a scene that a guess changes."""


def _deltas(before: Scene, scenes: Sequence[Scene], *, whole: bool = False) -> list[dict[str, Any]]:
    """Return the differences from scene to scene.

    With ``whole`` the first has all of what a guess changes, so that it follows any guess.
    """
    changes = [delta(a, b) for a, b in pairwise((before, *scenes))]
    if whole and changes:
        changes[0] |= {name: part_to_json(getattr(scenes[0], name)) for name in VARYING}
    return changes


def _answered(question: Question, scenes: Sequence[Scene], feedback: Feedback) -> Scene:
    """Return the last scene of the answer, with its reasons beside the guess."""
    why, last = (scenes[0], scenes[-1]) if scenes else (question.scene, question.scene)
    marks = dict.fromkeys((*last.marks, *why.marks, *feedback.marks))
    layers = {layer.id: _quieten(layer, feedback) for layer in (*last.layers, *why.layers)}
    shown = (*last.spots, *why.spots, *feedback.spots)
    spots = {spot.id: spot for spot in shown if spot.role == "why"}
    return last._replace(
        marks=tuple(marks),
        spots=tuple(spots.values()),
        layers=(*layers.values(), *feedback.layers),
        listings=tuple(dict.fromkeys((*why.listings, *last.listings))),
        caption=feedback.text,
        clause=feedback.clause,
    )


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


def rounds_of(match: Match, view: AnyView) -> Source:
    """Return the rounds of a match from its current step; after its record bots and dice play on.

    Where the game is over, they start from its beginning. The match itself doesn't change, and its
    later moves don't count.
    """
    return partial(_rounds, match.branch(-1), 0 if match.result else match.cursor, view)


def _rounds(match: Match, first: int, view: AnyView) -> Iterator[Round]:
    """Yield the rounds of a match from step ``first``.

    Raises BadInput after MOST_MOVES moves of bots and dice.
    """
    copy = match.branch(-1)
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
        return Quiz(of, [partial(rounds_of_state, of, state, view)], question)
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
    sources = [rounds_of(match, view) for match in found]
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
