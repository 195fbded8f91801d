"""A device is sent what its seat may see: byte for byte the same, whatever the others hide."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.match import Match
from piecepack_nb.hosting.tables import TableSession
from tests.hosting.clients import Client
from tests.widgets.test_seen import poker, treasure

Open = Callable[..., TableSession]
Sit = Callable[..., Client]


def sent_to(open_session: Open, sit: Sit, match: Match, seats: tuple[str, ...], do: Any) -> str:
    """Return all that a device gets while things are done by it and by the others."""
    session = open_session(match)
    client = sit(session, 1, *seats)
    others = {seat: sit(session, 1, seat) for seat in match.persons if seat not in seats}
    client.until(lambda: sum(each["here"] for each in client.state["room"]["seats"]) >= len(others))
    do(client, others)
    last = "the end of this test"
    client.do({"kind": "do", "name": "look", "line": -1, "step": -1})
    client.texts.append(last)
    text = "\n".join(client.texts)
    session.close()
    return re.sub(r'"number":\d+', '"number":0', text)


def looks(client: Client, match: Match) -> None:
    """Ask for everything that a device may ask for."""
    for line in range(len(match.record)):
        client.do({"kind": "do", "name": "look", "line": line, "step": -1})
        client.do({"kind": "do", "name": "steps", "line": line})
    client.do({"kind": "do", "name": "replay"})
    client.do({"kind": "do", "name": "now"})


@pytest.mark.parametrize("seats", [("ann",), ()])
def test_another_hand_changes_nothing_that_a_device_is_sent(
    open_session: Open, sit: Sit, seats: tuple[str, ...]
) -> None:
    found = []
    for dealt in ("queen, jack", "queen, king") if seats else ("queen, jack", "jack, queen"):
        match = poker(dealt)

        def do(client: Client, others: dict[str, Client], match: Match = match) -> None:
            if seats:
                client.do({"kind": "do", "name": "hint"})
                client.play("fold")
                client.play("check")
            else:
                others["ann"].play("check")
            client.until(lambda: len(client.state["log_recent"]) >= len(match.record))
            looks(client, match)

        found.append(sent_to(open_session, sit, match, seats, do))
    assert found[0] == found[1]


@pytest.mark.parametrize("seats", [("ann",), ()])
def test_a_hidden_piece_changes_nothing_that_a_device_is_sent(
    open_session: Open, sit: Sit, seats: tuple[str, ...]
) -> None:
    found = []
    for chest in ("a2", "f2"):
        match = treasure(chest)

        def do(client: Client, others: dict[str, Client], match: Match = match) -> None:
            (client if seats else others["ann"]).play("c2")
            client.until(lambda: len(client.state["log_recent"]) >= len(match.record))
            others["ben"].play("b1")
            client.until(lambda: len(client.state["log_recent"]) >= len(match.record))
            looks(client, match)

        found.append(sent_to(open_session, sit, match, seats, do))
    assert found[0] == found[1]


def test_secret_orders_of_others_change_nothing_before_all_have_written(
    open_session: Open, sit: Sit
) -> None:
    found = []
    for order in (0, 1):
        match = Match(pp.game("paco", players=2), seed=4)
        match.run()
        one, other = match.persons

        def do(
            client: Client,
            others: dict[str, Client],
            match: Match = match,
            other: str = other,
            order: int = order,
        ) -> None:
            theirs = [str(move) for move in match.moves() if move.seat == other]
            others[other].play(theirs[order])
            client.until(lambda: len(client.state["log_recent"]) >= len(match.record))
            assert not client.said
            looks(client, match)

        found.append(sent_to(open_session, sit, match, (one,), do))
    assert found[0] == found[1]


def test_no_hint_is_made_from_the_hand_of_another(open_session: Open, sit: Sit) -> None:
    session = open_session(poker("jack, queen"))
    ann, ben = sit(session, 1, "ann"), sit(session, 1, "ben")
    ben.do({"kind": "do", "name": "hint"})
    assert ben.said == "It is the turn of Ann."
    assert not ben.state["controls"]["hint"]
    ann.do({"kind": "do", "name": "hint"})
    assert ann.said.startswith("Play ")


def test_no_device_is_told_the_seed(open_session: Open, sit: Sit) -> None:
    session = open_session(Match(pp.game("paco"), seed=918273645))
    seat = session.rooms[0].seats[0]
    for client in (sit(session, 1, seat), sit(session, 1)):
        client.do({"kind": "do", "name": "now"})
        assert "918273645" not in "".join(client.texts)
