"""Predict before reveal: the board asks, the reader guesses, and the game shows what it does.

It knows no game: the game's view asks, judges, and draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import Match
from piecepack_nb.core.match_base import PERSON
from piecepack_nb.core.steps import Step
from piecepack_nb.scene import Feedback, Layer, Question, QuizSpec, Scene
from piecepack_nb.scene.game_view import AnyView, view_of
from piecepack_nb.widgets.board import Board, Pick


class Round(NamedTuple):
    """A moment of a game: the table as it is shown, and the steps that follow."""

    state: Any
    scene: Scene
    """The state as it is shown."""
    steps: tuple[Step, ...]


class Quiz(Board):
    """A board that asks ``question`` wherever the rounds hold one; ``score`` keeps count.

    Without ``question`` it is the first that the game has. Any spot of the question can be
    guessed; then the answer plays, with its why, and the guess is drawn beside it. ``sources`` are
    games, each a row of rounds; with ``one_each`` the next question comes from the next of them.
    Raises BadInput where there is nothing to ask.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any],
        sources: Iterable[Iterator[Round]],
        question: str | None,
        *,
        one_each: bool = False,
    ) -> None:
        self.game, self.view = game, view_of(game)
        self.asking, self.question = _asking(self.view, game, question)
        self.one_each = one_each
        self.right = self.guesses = 0
        self._sources = iter(sources)
        self._rounds: Iterator[Round] = iter(())
        self._shown = 0  # rounds to come that were seen as part of an answer
        self._steps: tuple[Step, ...] = ()
        self._asked: Question | None = None
        self._find()
        if self._asked is None:
            raise BadInput(
                "there is nothing to predict from here on; expected a match that stands before "
                "something is decided, such as after match.goto(0)"
            )
        super().__init__(self._asked.scene, label=game.title, clauses=game.rulebook.to_json())
        self.on_pick(self._on_pick)

    @property
    def score(self) -> tuple[int, int]:
        """How many guesses were right, and how many there were."""
        return self.right, self.guesses

    def guess(self, spot: str) -> Feedback:
        """Guess, as a click on the board does; what comes of it. BadInput for no spot to guess."""
        asked = self._asked
        if asked is None:
            raise BadInput("nothing is asked now: go on to the next question first")
        if spot not in {each.id for each in asked.scene.spots}:
            raise invalid("the guess", spot, "a place on the board, such as f4")
        judged = self.asking.grade(self.game, asked, spot)
        self.guesses += 1
        self.right += judged.right
        self._asked, self._shown = None, max(asked.steps - 1, 0)
        self._reveal(asked, judged)
        return judged

    def next(self) -> None:
        """Go on to the next question, past what happens before it."""
        if self._asked is not None:
            raise BadInput("this question comes first: guess before going on")
        frames = self._find()
        if self._asked is None:
            last = self.scene._replace(spots=(), caption=f"That was all. {self._counted()}")
            self.show(last)
        else:
            self.animate(frames, self._asked.scene)

    def _on_pick(self, pick: Pick) -> None:
        if pick.spot == self.asking.button.id:
            self.next()
        else:
            self.guess(pick.spot)

    # --- what comes next -------------------------------------------------------------------------

    def _find(self) -> list[Scene]:
        """On to the next question; what is seen on the way there from the last answer."""
        frames: list[Scene] = []
        if self.one_each:
            self._rounds, self._shown = next(self._sources, iter(())), 0
        while True:
            for state, scene, steps in self._rounds:
                if self._shown:
                    self._shown -= 1
                    continue
                asked = self.asking.ask(self.game, self.question, state, scene, steps)
                if asked is not None:
                    self._asked, self._steps = asked, steps
                    return frames[1:]  # the first was the answer's last
                frames.append(scene)
            found = next(self._sources, None)
            if found is None:
                return frames
            self._rounds, frames = found, []

    # --- the answer ------------------------------------------------------------------------------

    def _reveal(self, asked: Question, judged: Feedback) -> None:
        """Play what happens, then show it with its why beside the guess."""
        scenes, before = [], asked.scene
        for step in self._steps[: asked.steps]:
            before = self.view.scene(self.game, step.state, step.event, before)
            scenes.append(before)
        why, last = (scenes[0], scenes[-1]) if scenes else (asked.scene, asked.scene)
        marks = dict.fromkeys((*last.marks, *why.marks, *judged.marks))
        layers = {layer.id: _calm(layer, judged) for layer in (*last.layers, *why.layers)}
        spots = {spot.id: spot for spot in (*last.spots, *why.spots, *judged.spots)}
        final = last._replace(
            marks=tuple(marks),
            spots=(*spots.values(), self.asking.button),
            layers=(*layers.values(), *judged.layers),
            listings=tuple(dict.fromkeys((*why.listings, *last.listings))),
            caption=f"{judged.text} {self._counted()}",
            clause=judged.clause,
        )
        self.animate(scenes, final)

    def _counted(self) -> str:
        return f"Predicted: {self.right} of {self.guesses}."

    def __repr__(self) -> str:
        return f"<Quiz of {self.game.title}: {self.right} of {self.guesses} predicted>"


def _asking(
    view: AnyView, game: Game[Any, Any, Any], question: str | None
) -> tuple[QuizSpec[Any, Any], str]:
    """How the game asks, and what."""
    asking = view.quiz
    if asking is None:
        raise BadInput(f"{game.title} asks nothing to predict")
    asked = next(iter(asking.questions)) if question is None else question
    if asked not in asking.questions:
        raise invalid("question", question, " or ".join(map(repr, asking.questions)))
    return asking, asked


def _calm(layer: Layer, judged: Feedback) -> Layer:
    """A layer as it is beside a guess, where too much would hide what matters."""
    return layer._replace(on=False) if layer.id in judged.quiet else layer


# --- where rounds come from ---------------------------------------------------------------------


def rounds_of(match: Match, view: AnyView) -> Iterator[Round]:
    """Every moment of a match from where it stands; after its record bots and dice play on.

    The match itself stays as it is.
    """
    copy, first = match.branch(-1), match.cursor
    bots = [*match.game.built_in_bots, "random"]
    copy.seats.update({seat: bots[0] for seat, bot in copy.seats.items() if bot == PERSON})
    copy.goto(-1)
    state, scene, at = copy.initial_state, view.scene(copy.game, copy.initial_state), 0
    while True:
        steps = tuple(copy.steps)
        for number in range(at, len(steps)):
            if number >= first:
                yield Round(state, scene, steps[number:])
            state = steps[number].state
            scene = view.scene(copy.game, state, steps[number].event, scene)
        at = len(steps)
        if not copy.run(1):
            return


def rounds_of_state(game: Game[Any, Any, Any], state: Any, view: AnyView) -> Iterator[Round]:
    """A single moment: a state, and what the game does in it by itself."""
    assert view.quiz is not None
    yield Round(state, view.scene(game, state), tuple(view.quiz.automatic_steps(game, state)))


def quiz_of(what: Any, question: str | None, of: Game[Any, Any, Any] | None = None) -> Quiz:
    """The quiz on a match, on puzzles (whatever has a ``match``), or on a state (``of`` its game).

    Raises BadInput for anything else.
    """
    if of is not None:
        state = of.from_json(of.to_json(what))
        view = view_of(of)
        _asking(view, of, question)
        return Quiz(of, [rounds_of_state(of, state, view)], question)
    one = isinstance(what, Match) or hasattr(what, "match")
    several = what if isinstance(what, list | tuple) and not one else [what]
    found = [match for match in map(_match_of, several) if match is not None]
    if not found or len(found) < len(several):
        accepted = "a match, puzzles, or a state with of= its game"
        raise invalid("what is to be predicted", what, accepted)
    game = found[0].game
    if question is None:
        question = _one_question(several)
    if any(match.game.rules != game.rules or match.game.name != game.name for match in found):
        raise BadInput("the puzzles are of different games; expected puzzles under the same rules")
    view = view_of(game)
    sources = (rounds_of(match, view) for match in found)
    return Quiz(game, sources, question, one_each=not isinstance(what, Match))


def _one_question(several: Iterable[Any]) -> str | None:
    """What puzzles ask; None for the game's first question."""
    questions = dict.fromkeys(getattr(each, "question", "") for each in several)
    if len(questions) > 1:
        asked = ", ".join(map(repr, questions))
        raise BadInput(f"these puzzles ask {asked}; expected puzzles of one kind, or question=")
    return next(iter(questions)) or None


def _match_of(what: Any) -> Match | None:
    """A match, or the match of a puzzle, which stands where it asks."""
    match = getattr(what, "match", what)
    return match if isinstance(match, Match) else None
