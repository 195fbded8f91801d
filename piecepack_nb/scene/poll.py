"""Everybody predicts: a class votes on a question, talks, votes again, and then sees the answer.

This is peer instruction; see Crouch and Mazur (2001), Peer instruction: ten years of experience and
results, Am. J. Phys. 69, 970-977. It knows no network: a voter is any id, and each function returns
what one voter, or everybody, may see. Nothing of a stage before the last holds the answer.

Vocabulary
    voter   who votes: a phone's id
    ballot  the votes of all voters on a question, by voter; there are a first and a second one
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.scene.model import Layer, Mark, Scene, Spot, TextTable, is_board
from piecepack_nb.scene.questions import Asked, Questions, answered
from piecepack_nb.scene.quiz import GUESS, Feedback

ASKING, SHOWN, AGAIN, ANSWER, END = "asking", "shown", "again", "answer", "end"
"""The stages of a question: the first vote, its counts on the board, the second vote, the answer;
and after the last question the end."""
FOLLOWS: Mapping[str, tuple[str, ...]] = {
    ASKING: (SHOWN, ANSWER),
    SHOWN: (AGAIN, ANSWER),
    AGAIN: (ANSWER,),
    ANSWER: (ASKING, END),
    END: (),
}
"""The stages that may follow each stage; after the last answer only the end does."""
VOTES = Layer("votes", "What the class chose")


class Vote(NamedTuple):
    """A voter's last vote on a ballot, graded."""

    voter: str
    ballot: int
    """1 for the first vote, 2 for the one after talking."""
    spot: str
    feedback: Feedback


class Poll:
    """The votes of a class on questions, those of each of ``several`` in order, stage by stage.

    ``number`` is that of the question, from 1. Raises BadInput if there is nothing to ask.
    """

    def __init__(self, *several: Questions) -> None:
        self._several = several
        self.ballots: tuple[dict[str, str], dict[str, str]] = ({}, {})
        self.restart()
        if self.stage == END:
            raise BadInput("there is nothing to predict from here on; expected a question")

    def restart(self) -> None:
        """Begin with the first question, without votes."""
        self._coming: Iterator[tuple[Questions, Asked]] = (
            (each, asked) for each in self._several for asked in each
        )
        self.stage, self.number = ASKING, 0
        self._ask_next()

    def to_json(self) -> dict[str, Any]:
        """Return where the poll is, with the votes on its question, as JSON."""
        return {"number": self.number, "stage": self.stage, "ballots": list(self.ballots)}

    def resume(self, kept: Mapping[str, Any]) -> None:
        """Go on where a poll of the same questions was; begin anew after its end, or if unfit."""
        stage, number, ballots = (kept.get(name) for name in ("stage", "number", "ballots"))
        while type(number) is int and self.number < number and self.stage != END:
            self._ask_next()
        fits = self.number == number and stage in FOLLOWS and stage != END
        if not fits or not isinstance(ballots, list) or not all(map(self._fits, ballots)):
            self.restart()
        elif len(ballots) == len(self.ballots):
            self.ballots = (ballots[0], ballots[1])
            self._enter(str(stage))

    def _fits(self, ballot: object) -> bool:
        """Return True for votes on this question."""
        return isinstance(ballot, dict) and all(spot in self._spots for spot in ballot.values())

    def _ask_next(self) -> None:
        """Ask the next question, or end the poll."""
        found = next(self._coming, None)
        if found is None:
            self.stage = END
            return
        self.questions: Questions = found[0]
        self.asked: Asked = found[1]
        self.stage, self.number, self.ballots = ASKING, self.number + 1, ({}, {})
        self._ends: dict[str, tuple[Feedback, Scene]] = {}
        self._reveal: Sequence[Scene] | None = None

    # --- voting --------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """True while votes count."""
        return self.stage in (ASKING, AGAIN)

    @property
    def ballot(self) -> dict[str, str]:
        """The votes that count now: those after talking, once there is a second vote."""
        return self.ballots[1] if self.stage == AGAIN or self.ballots[1] else self.ballots[0]

    def vote(self, voter: str, spot: str) -> None:
        """Note a vote; a later one of the same voter replaces it while the vote is open.

        Raises BadInput for anything but a spot of the question, and while no vote is open.
        """
        if not self.is_open:
            raise BadInput("No vote is open now. Wait for the next one.")
        if spot not in self._spots:
            raise invalid("the vote", spot, "a place of the question")
        self.ballots[self.stage == AGAIN][voter] = spot

    def choice(self, voter: str) -> str:
        """Return a voter's vote: that after talking if there is one; "" for none."""
        first = "" if self.stage == AGAIN else self.ballots[0].get(voter, "")
        return self.ballots[1].get(voter, first)

    def name_of(self, spot: str) -> str:
        """Return the name of a spot of the question, a place without what is there; "" for none."""
        found = self._spots.get(spot)
        name = (found.name or spot) if found else ""
        return re.split("[:,]", name)[0] if found and is_board(found.area) else name

    def counts(self, ballot: int) -> Counter[str]:
        """Return how many voters chose each spot in the first (1) or the second vote (2)."""
        return Counter(self.ballots[ballot - 1].values())

    @property
    def answered(self) -> int:
        """The number of votes on the ballot that is open, or that was open last."""
        return len(self.ballot)

    # --- stages ----------------------------------------------------------------------------------

    @property
    def follows(self) -> tuple[str, ...]:
        """The stages that may follow now."""
        return (END,) if self.stage == ANSWER and self._is_last else FOLLOWS[self.stage]

    def go(self, stage: str) -> None:
        """Go on to a stage that may follow; ASKING asks the next question.

        Raises BadInput for another stage.
        """
        if stage not in self.follows:
            follow = ", ".join(self.follows) or "none: the poll is over"
            raise invalid("the stage", stage, f"one that follows {self.stage}: {follow}")
        if stage == ASKING:
            self._ask_next()
        else:
            self._enter(stage)

    def _enter(self, stage: str) -> None:
        self.stage = stage
        if stage == ANSWER:  # no earlier: a question takes time to find
            following = [*islice(self._coming, 1)]
            self._is_last = not following
            self._coming = chain(following, self._coming)

    # --- what is shown ---------------------------------------------------------------------------

    def scene(self, voter: str = "") -> Scene:
        """Return the board of this stage for a voter; "" for what everybody sees."""
        if self.stage in (ANSWER, END):
            return self._answer(voter)
        scene = self.asked.question.scene
        if self.stage == SHOWN:
            return self._with_counts(scene._replace(spots=()))
        return self._with_own(scene, self.choice(voter)) if voter else scene._replace(spots=())

    def frames(self) -> Sequence[Scene]:
        """Return the scenes that lead to this stage's board: to a question, or to its answer."""
        if self.stage == ASKING:
            return self.asked.lead
        return self._revealed() if self.stage == ANSWER else ()

    @property
    def _spots(self) -> dict[str, Spot]:
        return {spot.id: spot for spot in self.asked.question.scene.spots}

    def _with_own(self, scene: Scene, mine: str) -> Scene:
        """Return the question with a voter's own vote, which they may still change."""
        spot = self._spots.get(mine)
        if spot is None:
            return scene
        mark = Mark("guess", spot.x, spot.y, spot.area, layer=GUESS.id)
        return scene._replace(marks=(*scene.marks, mark), layers=(*scene.layers, GUESS))

    def _with_counts(self, scene: Scene) -> Scene:
        """Return a board with the votes of the newest ballot as marks, and all in a table."""
        counts = self.counts(2 if self.ballots[1] else 1)
        marks = []
        for id, number in counts.items():
            spot = self._spots[id]
            badge = Mark("votes", spot.x, spot.y, spot.area, label=str(number), layer=VOTES.id)
            tint = badge._replace(kind="heat", label="", value=number / max(counts.values()))
            marks += [tint, badge] if is_board(spot.area) else [badge]
        return scene._replace(
            marks=(*scene.marks, *marks),
            layers=(*scene.layers, VOTES),
            listings=(*scene.listings, self.table()),
        )

    def table(self) -> TextTable:
        """Return the counts of both votes as a table, those with most votes first."""
        first, second = self.counts(1), self.counts(2)
        voted = bool(self.ballots[1])
        order = sorted({*first, *second}, key=lambda id: (-second[id], -first[id], id))
        rows = tuple(
            (self.name_of(id), str(first[id]), *([str(second[id])] if voted else []))
            for id in order
        )
        return TextTable(
            VOTES.title, ("place", "votes", *(["after talking"] if voted else [])), rows
        )

    # --- the answer ------------------------------------------------------------------------------

    @property
    def right(self) -> str:
        """The first of the spots that are right."""
        kind = self.questions.spec.kinds[self.asked.question.question]
        return (*self.asked.question.right, kind.none)[0]

    def _answer(self, voter: str) -> Scene:
        """Return the answer and its clause: to a voter for their vote, to all for the right one."""
        scene = self._end(self.choice(voter) or self.right)[1]
        return scene if voter else self._with_counts(scene)

    def _end(self, spot: str) -> tuple[Feedback, Scene]:
        """Return the feedback for a vote and its last scene: many voters have the same."""
        if spot not in self._ends:
            found = self.questions.feedback(self.asked, spot)
            self._ends[spot] = found, answered(self.asked, self._revealed(), found)
        return self._ends[spot]

    def _revealed(self) -> Sequence[Scene]:
        if self._reveal is None:
            self._reveal = self.questions.reveal(self.asked)
        return self._reveal

    def graded(self) -> list[Vote]:
        """Return all votes on this question with their grades; raise BadInput before the answer."""
        if self.stage not in (ANSWER, END):
            raise BadInput("the votes are graded with the answer; expected the stage 'answer'")
        return [
            Vote(voter, number, spot, self._end(spot)[0])
            for number, ballot in enumerate(self.ballots, start=1)
            for voter, spot in ballot.items()
        ]
