"""The questions on matches, puzzles and states, in order, each with the answer to every guess.

Vocabulary
    round   a state of a match, with the steps that follow it
    lead    the scenes between the last answer and a question
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import Match, whole_match
from piecepack_nb.core.match_base import PERSON, MatchBase
from piecepack_nb.core.progress import counted
from piecepack_nb.core.steps import Step
from piecepack_nb.scene.game_view import AnyView, view_of
from piecepack_nb.scene.model import Layer, Scene
from piecepack_nb.scene.quiz import Feedback, Question, QuizSpec

MOST_MOVES = 2000
"""The most moves that bots and dice play on after a match's record."""


class MatchMoment(NamedTuple):
    """A step of a match, which may have steps after it."""

    match: Match
    step: int

    def copy(self) -> Match:
        """Return a copy of the match, at this step."""
        match = self.match.branch(-1)
        match.goto(self.step)
        return match


class Round(NamedTuple):
    """A state of a game, its scene, the steps that follow, and the state's moment in a match."""

    state: Any
    scene: Scene
    steps: tuple[Step, ...]
    moment: MatchMoment | None = None


RoundSource = Callable[[], Iterator[Round]]
"""A function that yields the rounds of a match from the first one on."""


class Asked(NamedTuple):
    """A question on a state, the steps that follow, and the scenes from the last answer to it."""

    question: Question
    state: Any
    steps: tuple[Step, ...]
    lead: Sequence[Scene] = ()
    moment: MatchMoment | None = None
    """The state's moment in a match; None for a state alone."""


class Questions:
    """The questions of a ``kind`` on a game's matches, from the first one at each iteration.

    The default kind is the game's first. ``sources`` yield the rounds of a match each; with
    ``one_each`` every question comes from another match. Raises BadInput for an unknown kind and
    for a game without questions.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any],
        sources: Sequence[RoundSource],
        kind: str | None = None,
        *,
        one_each: bool = False,
    ) -> None:
        self.game, self.view = game, view_of(game)
        self.spec, self.kind = _quiz_spec(self.view, game, kind)
        self.sources, self.one_each = sources, one_each

    @property
    def title(self) -> str:
        """The kind of question in words."""
        return self.spec.questions[self.kind]

    def __iter__(self) -> Iterator[Asked]:
        for rounds in self.sources:
            lead: list[Scene] = []
            shown = 0  # the coming rounds that an answer has shown already
            for state, scene, steps, moment in rounds():
                if shown:
                    shown -= 1
                    continue
                question = self.spec.ask(self.game, self.kind, state, scene, steps)
                if question is None:
                    lead.append(scene)
                    continue
                yield Asked(question, state, steps, lead[1:], moment)  # lead[0] ended the answer
                if self.one_each:
                    break
                lead, shown = [], max(question.steps - 1, 0)

    def feedback(self, asked: Asked, guess: str) -> Feedback:
        """Return the feedback for a guess; raise BadInput for anything but a spot."""
        if guess not in {spot.id for spot in asked.question.scene.spots}:
            raise invalid("the guess", guess, "a place on the board, such as f4")
        return self.spec.feedback(self.game, asked.question, guess)

    def feedbacks(self, asked: Asked) -> dict[str, Feedback]:
        """Return the feedback for every possible guess."""
        spots = asked.question.scene.spots
        return {spot.id: self.spec.feedback(self.game, asked.question, spot.id) for spot in spots}

    def reveal(self, asked: Asked) -> list[Scene]:
        """Return the scenes that show the answer, step by step."""
        scenes, before = [], asked.question.scene
        for step in asked.steps[: asked.question.steps]:
            before = self.view.draw(self.game, step.state, step.event, before)
            scenes.append(before)
        return scenes


def answered(asked: Asked, scenes: Sequence[Scene], feedback: Feedback) -> Scene:
    """Return the last scene of the answer, with its reasons beside the guess."""
    why, last = (scenes[0], scenes[-1]) if scenes else (asked.question.scene,) * 2
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


def _quieten(layer: Layer, feedback: Feedback) -> Layer:
    """Return a layer, switched off if the feedback wants it quiet."""
    return layer._replace(on=False) if layer.id in feedback.quiet else layer


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


# --- rounds --------------------------------------------------------------------------------------


def rounds_of(match: Match) -> RoundSource:
    """Return the rounds of a match from its current step; after its record bots and dice play on.

    Where the game is over, they start from its beginning. The match itself doesn't change, and its
    later moves don't count.
    """
    return partial(_rounds, match.branch(-1), 0 if match.result else match.cursor)


def _rounds(match: Match, first: int) -> Iterator[Round]:
    """Yield the rounds of a match from step ``first``.

    Raises BadInput after MOST_MOVES moves of bots and dice.
    """
    copy, view = match.branch(-1), view_of(match.game)
    bots = [*match.game.built_in_bots, "random"]
    copy.seats.update({seat: bots[0] for seat, bot in copy.seats.items() if bot == PERSON})
    copy.goto(-1)
    state, scene = copy.initial_state, view.scene(copy.game, copy.initial_state)
    steps = tuple(copy.steps)
    for _ in counted(MOST_MOVES, "moves at most"):
        for number, step in enumerate(steps):
            if number >= first:
                at = MatchMoment(copy, len(copy.steps) - len(steps) + number)
                yield Round(state, scene, steps[number:], at)
            state = step.state
            scene = view.draw(copy.game, state, step.event, scene)
        first, steps = 0, tuple(copy.run(1))
        if not steps:
            return
    raise BadInput(f"bots and dice have played on for {MOST_MOVES} moves: the quiz ends here")


def _round_of_state(game: Game[Any, Any, Any], state: Any) -> Iterator[Round]:
    """Yield one round: a state and its automatic steps."""
    view = view_of(game)
    assert view.quiz is not None
    yield Round(state, view.scene(game, state), tuple(view.quiz.automatic_steps(game, state)))


def questions_of(
    subject: Any,
    question: str | None = None,
    of: Game[Any, Any, Any] | None = None,
    *,
    whole: bool = False,
) -> Questions:
    """Return the questions on a match, on puzzles (with a ``match``), or on a state ``of`` a game.

    Raises BadInput for anything else and, unless ``whole``, for a match of which its reader may not
    see all yet.
    """
    if of is not None:
        state = of.from_json(of.to_json(subject))
        return Questions(of, [partial(_round_of_state, of, state)], question)
    one = isinstance(subject, MatchBase) or hasattr(subject, "match")
    several = subject if isinstance(subject, list | tuple) and not one else [subject]
    matches = [match for match in map(_match_of, several) if match is not None]
    found = [whole_match(match, "a question on it", whole) for match in matches]
    if not found or len(found) < len(several):
        accepted = "a game, a match, puzzles, or a state with of= its game"
        raise invalid("the first argument", subject, accepted)
    game = found[0].game
    if question is None:
        question = _one_question(several)
    if any(match.game.rules != game.rules or match.game.name != game.name for match in found):
        raise BadInput("the puzzles are of different games; expected puzzles under the same rules")
    sources = [rounds_of(match) for match in found]
    return Questions(game, sources, question, one_each=not isinstance(subject, Match))


def _one_question(several: Iterable[Any]) -> str | None:
    """Return the kind of question of puzzles; None for the game's first kind."""
    questions = dict.fromkeys(getattr(each, "question", "") for each in several)
    if len(questions) > 1:
        kinds = ", ".join(map(repr, questions))
        raise BadInput(f"these puzzles ask {kinds}; expected puzzles of one kind, or question=")
    return next(iter(questions)) or None


def _match_of(subject: Any) -> MatchBase | None:
    """Return a match, or the match of a puzzle."""
    match = getattr(subject, "match", subject)
    return match if isinstance(match, MatchBase) else None
