"""A hosted table that takes notes: each phone says so, and asks its own player after the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.hosting.tables import TableSession
from tests.hosting.clients import Client
from tests.lab.cells import from_cell

Open = Callable[..., TableSession]
Sit = Callable[..., Client]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes go to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


def card(client: Client) -> dict[str, Any]:
    found: dict[str, Any] = client.state["notes_card"]
    return found


def test_each_phone_says_so_and_asks_its_own_player(open_session: Open, sit: Sit) -> None:
    session = open_session(from_cell("tic_tac_toe"), notes=["Was it clear?"])
    suns, moons, other = sit(session, 1, "suns"), sit(session, 1, "moons"), sit(session, 1)
    for client in (suns, moons, other):
        assert "takes notes for the game's designer" in card(client)["text"]
        assert card(client)["ask"] == []
    suns.play("a1")
    moons.until(lambda: "a1" in str(moons.state["log_recent"]))
    moons.play("a1")
    assert "taken" in str(moons.state["reply"])
    for client, move in ((moons, "b1"), (suns, "a2"), (moons, "b2"), (suns, "a3")):
        client.play(move)
    for client, seats in ((suns, ["suns"]), (moons, ["moons"]), (other, [])):
        client.until(lambda client=client, seats=seats: card(client)["ask"] == seats)
    moons.do({"kind": "do", "name": "answer", "seat": "suns", "texts": ["I am the suns"]})
    assert moons.said == "You play Moons, nobody else."
    other.do({"kind": "do", "name": "answer", "seat": "suns", "texts": ["I watch"]})
    moons.do({"kind": "do", "name": "answer", "seat": "moons", "texts": ["Yes."]})
    moons.until(lambda: card(moons)["ask"] == [])
    assert card(suns)["ask"] == ["suns"]
    (game,) = pp.playtests(games=0).games
    assert [(note.seat, note.text) for note in game.answers["Was it clear?"]] == [("moons", "Yes.")]
    assert [each.name for each in game.stumbles] == ["TTT-1 Place"]


def test_a_player_may_end_the_notes_and_a_watcher_may_not(open_session: Open, sit: Sit) -> None:
    session = open_session(from_cell("tic_tac_toe"), notes=True, started=False)
    suns, other = sit(session, 1, "suns"), sit(session, 1)
    other.do({"kind": "do", "name": "end_notes"})
    assert card(other)["text"]
    suns.do({"kind": "do", "name": "end_notes"})
    for client in (suns, other):
        client.until(lambda client=client: not card(client))


def test_tables_with_one_seed_have_their_own_notes(open_session: Open, sit: Sit) -> None:
    session = open_session(from_cell("tic_tac_toe"), notes=True, tables=2, seed=1)
    session.open_room()
    session.start()
    for number in (1, 2):
        sit(session, number, "suns").play("a1")
    assert [len(each.notes) for each in pp.playtests(games=0).played] == [1, 1]
    assert len(list(Path("playtests").glob("*.jsonl"))) == 2


def test_no_notes_without_the_wish_or_of_questions(open_session: Open, sit: Sit) -> None:
    session = open_session(from_cell("tic_tac_toe"))
    sit(session, 1, "suns").play("a1")
    assert not Path("playtests").exists()
    with pytest.raises(BadInput, match="notes= is for tables"):
        pp.host(pp.puzzles("piecepackman", "turns", count=1), notes=True)
