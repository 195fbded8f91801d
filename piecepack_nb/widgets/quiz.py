"""Predict before reveal: the board asks, the reader guesses, then the game shows its steps.

It is independent of games: the game's view asks, grades and draws. A page holds questions with the
answer to every possible guess, so it needs no kernel.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import traitlets

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.match import Match
from piecepack_nb.core.wording import visible_json
from piecepack_nb.interop.link import Link, link_of
from piecepack_nb.scene import Feedback, Question, Scene, delta, to_json
from piecepack_nb.scene.questions import Asked, Questions, answered
from piecepack_nb.scene.scene_json import part_to_json
from piecepack_nb.widgets.board import BoardWidget, Pick
from piecepack_nb.widgets.linking import GivesLink
from piecepack_nb.widgets.replay import KEPT, Page, credits, page

MOST_QUESTIONS = 100
"""The most questions of a page."""


Keep = Callable[[Questions, Asked, str, Feedback], object]
"""A function of a question, the guess and its feedback that keeps the prediction."""


class Quiz(GivesLink, BoardWidget):
    """A board that asks ``questions`` one after the other; ``score`` counts.

    Any spot of a question is a possible guess; then the answer plays, with its reasons, and the
    guess is drawn beside it. ``keep`` is called after each guess, and raises BadInput if it can't
    keep it. Raises BadInput if there is nothing to ask.
    """

    _view = traitlets.Unicode("quiz").tag(sync=True)
    tally = traitlets.Dict(read_only=True).tag(sync=True)
    """The grades so far, the newest last, what comes next ("guess", "next" or "end"), and which
    signs the answer put on the board ("guess", "answer")."""

    def __init__(self, questions: Questions, keep: Keep | None = None) -> None:
        self.questions, self.game, self.keep = questions, questions.game, keep
        self._grades: list[bool] = []
        self._signs: tuple[str, ...] = ()
        self._coming = iter(questions)
        self._asked = next(self._coming, None)
        if self._asked is None:
            raise BadInput(
                "there is nothing to predict from here on; expected a match before "
                "a decision, such as after match.goto(0)"
            )
        self._answered = False
        self._count()
        clauses = self.game.rulebook.in_force(self.game.rules)
        super().__init__(self._asked.question.scene, label=self.game.title, clauses=clauses)
        self.on_pick(self._on_pick)

    @property
    def _current(self) -> Question | None:
        """The question that waits for a guess, if there is one."""
        return self._asked.question if self._asked and not self._answered else None

    @property
    def question(self) -> str:
        """The kind of question."""
        return self.questions.kind

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
        tally = {"grades": list(self._grades), "then": then, "signs": list(self._signs)}
        self.set_trait("tally", tally)

    def guess(self, spot: str) -> Feedback:
        """Guess a spot; return the feedback. It counts and is kept as a click on the board is.

        Raises BadInput for anything but a spot, and after the answer.
        """
        asked = self._asked
        if asked is None or self._answered:
            raise BadInput("there is no question now: go to the next one first")
        feedback = self.questions.feedback(asked, spot)
        self._grades.append(feedback.right)
        self._answered = True
        kinds = {mark.kind for mark in feedback.marks}
        self._signs = tuple(sign for sign in ("guess", "answer") if sign in kinds)
        with self.hold_sync():  # the page gets the count and the answer together
            self._count("next")
            scenes = self.questions.reveal(asked)
            self.animate(scenes, answered(asked, scenes, feedback))
        self._keep(asked, spot, feedback)
        return feedback

    def _keep(self, asked: Asked, spot: str, feedback: Feedback) -> None:
        """Keep a guess; where that fails, say so once."""
        if self.keep is None:
            return
        try:
            self.keep(self.questions, asked, spot, feedback)
        except BadInput as error:
            self.keep = None
            self.say(f"Predictions on this board aren't kept: {error}.", kind="info")

    def next(self) -> None:
        """Go to the next question, showing the steps before it."""
        if self._current is not None:
            raise BadInput("guess before you go to the next question")
        self._asked, self._answered = next(self._coming, None), False
        if self._asked is None:
            score = f"You predicted {self.right} of {self.guesses}."
            with self.hold_sync():
                self._count("end")
                self.show(self.scene._replace(spots=(), caption=f"No more questions. {score}"))
        else:
            self._signs = ()
            with self.hold_sync():
                self._count()
                self.animate(self._asked.lead, self._asked.question.scene)

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

    def _make_link(self) -> tuple[Link, str]:
        """Return the link of the question that is asked, or was answered last."""
        if self._asked is None:
            raise BadInput("There are no more questions, so there is no link to one.")
        moment, state = self._asked.moment, self._asked.state
        match = moment.copy() if moment else Match(self.game, position=state)
        return link_of(match, question=self.question), "The link asks this question."

    # --- a page without a kernel -----------------------------------------------------------------

    def page(self, questions: int = 10) -> Page:
        """Return the first questions as a page, with the answer to every possible guess.

        It needs no kernel or network. Raises BadInput for a number that isn't 1 to 100.
        """
        if type(questions) is not int or not 1 <= questions <= MOST_QUESTIONS:
            raise invalid("questions", questions, f"a whole number from 1 to {MOST_QUESTIONS}")
        asked = tuple(islice(self.questions, questions))
        traits = {name: getattr(self, name) for name in ("_view", *KEPT)}
        begin = {"ground": {}, "keyframe": {}, "snapshot": {}, "toggled_layers": [], "rotation": 0}
        state = {**traits, **begin, "film": b"", "questions": self._pack(asked)}
        title = f"{self.game.title}: {self.questions.title}"
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
            lead = [before.as_frame() for before in each.lead]
            frames = _deltas(last, lead, whole=True)
            data.append({"scene": delta(before, scene), "lead": frames, **answers})
            before, last = scene, base
        whole = {"first": to_json(first), "questions": data}
        text = json.dumps(whole, separators=(",", ":"), ensure_ascii=False)
        return zlib.compress(visible_json(text).encode(), 9)

    def _answers(self, asked: Asked) -> tuple[dict[str, Any], Scene]:
        """Return the answer's scenes and, for each guess, its grade and its last scene.

        All last scenes are differences from one of them, which is returned, too.
        """
        first, scenes = asked.question.scene, self.questions.reveal(asked)
        found = self.questions.feedbacks(asked)
        ends = {spot: answered(asked, scenes, each) for spot, each in found.items()}
        base = next(iter(ends.values()))
        guesses = {spot: [found[spot].right, delta(base, end)] for spot, end in ends.items()}
        frames = _deltas(first._replace(spots=()), [each.as_frame() for each in scenes])
        return {"frames": frames, "last": delta(first, base), "guesses": guesses}, base

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
