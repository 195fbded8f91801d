"""A class predicts over WebSockets: votes, stages, the answer, the files of the class."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.hosting.poll_session import PollSession
from tests.hosting.clients import Client

Open = Callable[..., PollSession]
Come = Callable[..., Client]


@cache
def puzzles() -> list[Any]:
    """Return two questions, found once a process."""
    return list(pp.puzzles("piecepackman", "turns", count=2))


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Return a function that opens a session of puzzles in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    sessions: list[PollSession] = []

    def make(what: Any = None, **named: Any) -> PollSession:
        session = pp.host(what or puzzles(), **{"journal": False, **named})
        assert isinstance(session, PollSession)
        sessions.append(session)
        return session

    yield make
    for session in sessions:
        session.close()


@pytest.fixture
def come() -> Iterator[Come]:
    """Return a function that lets a device come, by default by the link that all have."""
    clients: list[Client] = []

    def make(session: PollSession, may: str = "join", **hello: Any) -> Client:
        client = Client(session, may, **hello)
        clients.append(client)
        client.until(lambda: "poll" in client.state)
        return client

    yield make
    for client in clients:
        client.close()


def vote(client: Client, spot: str) -> None:
    serial = client.state["snapshot"]["serial"]
    client.do({"kind": "pick", "serial": serial, "spot": spot, "gesture": "click"})


def go(host: Client, stage: str) -> None:
    number = host.state["poll"]["number"]
    host.do({"kind": "poll", "name": "go", "stage": stage, "number": number})


def at(stage: str, *clients: Client) -> None:
    for client in clients:
        client.until(lambda client=client: client.state["poll"]["stage"] == stage)


def wrong(session: PollSession) -> str:
    poll = session.poll
    return next(spot.id for spot in poll.asked.question.scene.spots if spot.id != poll.right)


def test_a_class_votes_talks_votes_again_and_sees_the_answer(opened: Open, come: Come) -> None:
    session = opened()
    host, screen, ann, bob = (come(session, may) for may in ("host", "screen", "join", "join"))
    bad, good = wrong(session), session.poll.right
    vote(ann, bad)
    vote(ann, good)
    vote(bob, bad)
    screen.until(lambda: screen.state["poll"]["answered"] == 2)
    assert screen.state["poll"]["voters"] == 2
    assert ann.state["poll"]["mine"] == session.poll.name_of(good)
    go(host, "shown")
    at("shown", screen, ann, bob)
    vote(ann, good)
    assert "expected a spot of the scene that is shown" in ann.said
    go(host, "again")
    at("again", ann, bob)
    vote(bob, good)
    go(host, "answer")
    at("answer", screen, ann, bob)
    assert bob.state["poll"]["grades"] == [False, True]
    assert screen.state["poll"]["grades"] == [[1, 2], [1, 1]]
    assert "Right" in json.dumps(bob.scene())
    go(host, "asking")
    at("asking", ann)
    assert ann.state["poll"]["number"] == 2
    results = pp.predictions("class")
    assert (len(results.readers), results.score) == (2, (1, 2))
    (answers,) = results.answers
    assert answers.after == (True,)
    assert "after talking 1 of 1 right" in results.text()


def test_phones_are_sent_no_answer_before_its_stage(opened: Open, come: Come) -> None:
    session = opened()
    host, ann = come(session, "host"), come(session)
    screen = come(session, "screen")
    poll = session.poll
    texts = {f.text for f in poll.questions.feedbacks(poll.asked).values()}
    vote(ann, wrong(session))
    for stage in ("shown", "again"):
        go(host, stage)
        at(stage, ann, screen)
    for client in (host, ann, screen):
        sent = "".join(client.texts)
        assert not [text for text in texts if json.dumps(text, ensure_ascii=False)[1:-1] in sent]
        assert '"answer"' not in sent.replace('"follows":["again","answer"]', "").replace(
            '"follows":["shown","answer"]', ""
        ).replace('"follows":["answer"]', "")
        assert client.state["poll"]["grades"] == []
    go(host, "answer")
    at("answer", ann)
    assert any(json.dumps(text, ensure_ascii=False)[1:-1] in "".join(ann.texts) for text in texts)


def test_a_phone_sees_no_other_vote_and_no_number_before_the_votes_are_shown(
    opened: Open, come: Come
) -> None:
    session = opened()
    ann, bob = come(session), come(session)
    before = len(bob.texts)
    vote(ann, session.poll.right)
    bob.do({"kind": "nonsense"})
    assert all('"notice"' in text or '"ack"' in text for text in bob.texts[before:])
    assert {"answered", "voters", "link"}.isdisjoint(bob.state["poll"])


@pytest.mark.parametrize(
    "content",
    [
        {"kind": "poll", "name": "go", "stage": "answer", "number": 1},
        {"kind": "poll", "name": "name", "text": "Ann"},
        {"kind": "poll", "name": "go"},
        {"kind": "poll", "name": ["go"]},
        {"kind": "poll"},
        {"kind": "do", "name": "undo"},
        {"kind": "next", "serial": 1},
        {"kind": "pick", "serial": 1, "spot": "z99", "gesture": "click"},
        {"kind": "pick", "serial": 99, "spot": "a1", "gesture": "click"},
        [], None, "answer",
    ],
)  # fmt: skip
def test_a_phone_can_only_vote(opened: Open, come: Come, content: Any) -> None:
    session = opened()
    ann = come(session)
    ann.do(content)
    assert ann.said
    assert session.poll.stage == "asking"
    assert session.poll.answered == 0
    assert not session.boards[0].last_error


def test_the_projector_does_not_vote_and_has_no_buttons(opened: Open, come: Come) -> None:
    session = opened()
    screen = come(session, "screen")
    vote(screen, session.poll.right)
    go(screen, "answer")
    assert (session.poll.answered, session.poll.stage) == (0, "asking")
    assert "follows" not in screen.state["poll"]


def test_a_second_press_of_the_host_does_nothing(opened: Open, come: Come) -> None:
    session = opened()
    host = come(session, "host")
    go(host, "answer")
    first = {"kind": "poll", "name": "go", "stage": "asking", "number": 1}
    host.do(first)
    host.do(first)
    assert (session.poll.number, session.poll.stage) == (2, "asking")


def test_a_phone_that_reloads_has_its_vote(opened: Open, come: Come) -> None:
    session = opened()
    ann = come(session)
    vote(ann, session.poll.right)
    (token,) = ann.kept
    ann.close()
    again = come(session, tab=[token])
    assert again.state["poll"]["mine"] == session.poll.name_of(session.poll.right)
    vote(again, wrong(session))
    assert session.poll.answered == 1


def test_a_session_goes_on_with_the_same_links_voters_question_and_votes(
    opened: Open, come: Come
) -> None:
    first = opened(journal=True)
    link, host, ann = first.link(), come(first, "host"), come(first)
    (token,) = ann.kept
    for stage in ("answer", "asking"):
        go(host, stage)
        at(stage, ann)
    vote(ann, wrong(first))
    go(host, "shown")
    at("shown", ann)
    second = opened(journal=True)  # replaces the first
    assert (second.link(), second.poll.number, second.poll.stage) == (link, 2, "shown")
    host, back = come(second, "host"), come(second, tab=[token])
    assert back.state["poll"]["mine"] == first.poll.name_of(wrong(first))
    go(host, "again")
    at("again", back)
    vote(back, second.poll.right)
    go(host, "answer")
    at("answer", back)
    assert back.state["poll"]["grades"] == [False, True]
    assert host.state["poll"]["follows"] == ["end"]  # this was the last question
    go(host, "end")
    at("end", back)
    third = opened(journal=True)  # after the end it begins anew
    assert (third.poll.number, third.poll.stage, third.poll.answered) == (1, "asking", 0)
    third.go("shown")
    third.restart()
    assert (third.poll.stage, third.poll.answered) == ("asking", 0)


@pytest.mark.parametrize(
    "kept",
    [
        {"number": 9, "stage": "asking", "ballots": [{}, {}]}, {"number": "2"}, {},
        {"number": 2, "stage": "gone", "ballots": [{}, {}]},
        {"number": 2, "stage": "shown", "ballots": [{"voter 1": "z99"}, {}]},
        {"number": 2, "stage": "shown", "ballots": [[], {}]},
    ],
)  # fmt: skip
def test_what_does_not_fit_the_questions_begins_anew(opened: Open, kept: dict[str, Any]) -> None:
    poll = opened().poll
    poll.resume(kept)
    assert (poll.number, poll.stage, poll.answered) == (1, "asking", 0)


def test_names_only_if_the_teacher_wants_them(opened: Open, come: Come) -> None:
    session = opened(names=True)
    host, ann, bob = come(session, "host"), come(session), come(session)
    vote(ann, session.poll.right)
    assert ann.said == "Write your name first."
    ann.do({"kind": "poll", "name": "name", "text": " Ann/../é "})
    bob.do({"kind": "poll", "name": "name", "text": "ann/../É"})
    assert "one that nobody else has" in bob.said
    vote(ann, session.poll.right)
    go(host, "answer")
    assert [path.name for path in Path("class").glob("*.jsonl")] == ["Ann____é.jsonl"]
    assert pp.predictions("class").readers == ["Ann____é"]


def test_files_of_the_class_are_only_kept_if_wanted(opened: Open, come: Come) -> None:
    session = opened(keep=False)
    host, ann = come(session, "host"), come(session)
    vote(ann, session.poll.right)
    go(host, "answer")
    assert not Path("class").exists()


def test_a_folder_that_cannot_be_written_is_said_to_the_host(opened: Open, come: Come) -> None:
    Path("class").write_text("a file", encoding="utf-8")
    session = opened()
    host, ann = come(session, "host"), come(session)
    vote(ann, session.poll.right)
    go(host, "answer")
    host.until(lambda: host.state["poll"]["problem"])
    assert "aren't kept" in host.state["poll"]["problem"]
    assert session.poll.stage == "answer"


def test_a_quiz_a_list_of_quizzes_and_a_lesson_can_be_hosted(opened: Open) -> None:
    match = pp.Match(pp.game("activator"), seed=3)
    for what in (pp.predict(match, keep=False), [pp.predict(match), puzzles()[0]], puzzles()[0]):
        session = opened(what)
        assert session.poll.number == 1
        data, _ = session._repr_mimebundle_()
        assert "application/vnd.jupyter.widget-view+json" in data


def test_questions_about_a_game_under_other_rules_say_so_in_its_clauses(
    opened: Open, come: Come
) -> None:
    game = pp.game("piecepackman", quarter_turn_cost=0)
    session = opened([puzzles()[0], pp.predict(pp.Match(game, seed=7))])
    host, phone = come(session, "host"), come(session)
    assert phone.state["clauses"] == game.rulebook.to_json()
    for stage in ("shown", "answer", "asking"):
        go(host, stage)
        at(stage, host, phone)
    text = phone.state["clauses"]["PM-15"][1]
    assert text.endswith(" In this game: What a quarter turn costs: 0, not 1.")


@pytest.mark.parametrize(
    "named",
    [{"tables": 2}, {"seed": 1}, {"seats": "random"}, {"keep": 3}, {"quarter_turn_cost": 0}],
)
def test_arguments_of_tables_are_refused_for_questions(opened: Open, named: Any) -> None:
    with pytest.raises(BadInput, match=r"expected|give no options"):
        opened(**named)
    with pytest.raises(BadInput, match="are for questions"):
        pp.host("activator", names=True)
