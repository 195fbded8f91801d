"""Peer instruction without a network: votes, stages, counts on the board, the answer at the end."""

from __future__ import annotations

import json
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.scene import check_scene, to_json
from piecepack_nb.scene.poll import AGAIN, ANSWER, ASKING, END, FOLLOWS, SHOWN, Poll
from piecepack_nb.scene.questions import Questions, questions_of


@pytest.fixture(scope="module")
def questions() -> Questions:
    return questions_of(pp.puzzles("piecepackman", "turns", count=2))


def voted(poll: Poll, *spots: str) -> None:
    for number, spot in enumerate(spots):
        poll.vote(f"voter {number}", spot)


def text_of(scene: Any) -> str:
    return json.dumps(to_json(scene))


def wrong(poll: Poll) -> str:
    return next(id for id in poll._spots if id != poll.right)


def test_a_whole_question(questions: Questions) -> None:
    poll = Poll(questions)
    bad, good = wrong(poll), poll.right
    voted(poll, bad, bad, good)
    poll.vote("voter 1", good)  # a vote may be changed
    assert poll.answered == 3
    assert poll.choice("voter 1") == good
    poll.go(SHOWN)
    marks = {mark.label: mark for mark in poll.scene().marks if mark.kind == "votes"}
    heat = {mark.value for mark in poll.scene().marks if mark.kind == "heat"}
    assert heat == {0.5, 1}
    assert set(marks) == {"1", "2"}
    spot = poll._spots[good]
    assert (marks["2"].x, marks["2"].y) == (spot.x, spot.y)
    assert poll.scene().spots == ()
    poll.go(AGAIN)
    assert poll.choice("voter 0") == ""
    assert not [mark for mark in poll.scene("voter 0").marks if mark.layer == "votes"]
    voted(poll, good, good)
    poll.go(ANSWER)
    assert poll.choice("voter 2") == good  # without a second vote, the first counts
    assert poll.scene("voter 0").caption.startswith("Right")
    assert poll.scene().clause
    assert poll.table().rows == ((poll.name_of(good), "2", "2"), (poll.name_of(bad), "1", "0"))
    graded = [(vote.voter, vote.ballot, vote.feedback.right) for vote in poll.graded()]
    assert graded == [
        ("voter 0", 1, False),
        ("voter 1", 1, True),
        ("voter 2", 1, True),
        ("voter 0", 2, True),
        ("voter 1", 2, True),
    ]
    poll.go(ASKING)
    assert (poll.number, poll.stage, poll.answered) == (2, ASKING, 0)
    poll.go(ANSWER)
    with pytest.raises(BadInput, match="expected one that follows answer: end"):
        poll.go(ASKING)  # there is no third question
    poll.go(END)
    assert poll.stage == END
    for scene in (poll.scene(), poll.scene("voter 0")):
        check_scene(scene)


def test_nothing_holds_the_answer_before_its_stage(questions: Questions) -> None:
    """What is shown is the same bytes whichever spot is right, and whatever follows."""
    polls = [Poll(questions), Poll(questions)]
    other = wrong(polls[0])
    asked = polls[1].asked
    fake = asked.question._replace(right=(other,), key=None, steps=0, state=None)
    polls[1].asked = asked._replace(question=fake, steps=(), state=None)
    for stage in (None, SHOWN, AGAIN):
        for poll in polls:
            if stage:
                poll.go(stage)
            if poll.is_open:
                voted(poll, other, other)
        one, two = polls
        for voter in ("", "voter 0", "voter 9"):
            assert text_of(one.scene(voter)) == text_of(two.scene(voter))
        assert [*map(text_of, one.frames())] == [*map(text_of, two.frames())]
        with pytest.raises(BadInput, match="graded with the answer"):
            one.graded()


def test_only_spots_and_open_votes_count(questions: Questions) -> None:
    poll = Poll(questions)
    with pytest.raises(BadInput, match="the vote is 'z99'; expected a place of the question"):
        poll.vote("voter 1", "z99")
    poll.go(SHOWN)
    with pytest.raises(BadInput, match="No vote is open now"):
        poll.vote("voter 1", poll.right)
    assert poll.answered == 0


@pytest.mark.parametrize("stage", [ASKING, SHOWN, AGAIN, ANSWER])
def test_only_stages_that_follow_can_be_reached(questions: Questions, stage: str) -> None:
    poll = Poll(questions)
    path = {ASKING: [], SHOWN: [SHOWN], AGAIN: [SHOWN, AGAIN], ANSWER: [ANSWER]}[stage]
    for each in path:
        poll.go(each)
    for other in ("nonsense", *({*FOLLOWS} - {*FOLLOWS[stage]} - {END})):
        with pytest.raises(BadInput, match="the stage is "):
            poll.go(other)
    assert poll.stage == stage


def test_several_quizzes_follow_each_other() -> None:
    activator = questions_of(pp.puzzles("activator", count=1)[0])
    poll = Poll(questions_of(pp.puzzles("piecepackman", "turns", count=1)), activator)
    poll.go(ANSWER)
    poll.go(ASKING)
    assert poll.questions.game.name == "activator"
    check_scene(poll.scene("voter 1"))
    with pytest.raises(BadInput, match="nothing to predict"):
        Poll()
