"""What devices do at a table: join, play for their seats alone, undo by consent, come back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances

import piecepack_nb as pp
from piecepack_nb.core.match import Match
from piecepack_nb.core.wording import capitalise
from piecepack_nb.hosting.tables import TableSession
from piecepack_nb.widgets.table import REQUESTS
from tests.hosting.clients import Client

Open = Callable[..., TableSession]
Sit = Callable[..., Client]
Come = Callable[..., Client]


@pytest.fixture
def session(open_session: Open) -> TableSession:
    return open_session(pp.game("activator"), seed=1)


def match_of(session: TableSession) -> Match:
    return session.rooms[0].table.match


def first_move(match: Match) -> str:
    return str(next(iter(match.moves())))


# --- joining -------------------------------------------------------------------------------------


def test_a_device_chooses_a_seat_and_keeps_it(session: TableSession, come: Come) -> None:
    client = come(session)
    client.until(lambda: "data" in client.state)
    assert client.state["_view"] == "join"
    assert [seat["seat"] for seat in client.state["data"]["tables"][0]["seats"]] == ["red", "blue"]
    client.send({"kind": "custom", "content":
                 {"name": "join", "table": 1, "seat": "red", "who": "Ann"}})  # fmt: skip
    client.until(lambda: client.state["_view"] == "table")
    assert client.state["room"]["own"] == ["red"]
    (token,) = client.kept
    client.close()
    again = come(session, tab=[token])
    again.until(lambda: "room" in again.state)
    assert again.state["room"]["own"] == ["red"]
    assert session.rooms[0].names == {"red": "Ann"}


def test_a_taken_seat_is_refused_and_any_seat_opens_the_next_table(
    open_session: Open, come: Come
) -> None:
    session = open_session(pp.game("activator"), tables=2)
    places = []
    for _ in range(4):
        client = come(session)
        client.until(lambda client=client: "data" in client.state)
        client.send({"kind": "custom", "content":
                     {"name": "join", "table": 0, "seat": "", "who": ""}})  # fmt: skip
        client.until(lambda client=client: "room" in client.state)
        places.append((client.state["room"]["table"], *client.state["room"]["own"]))
    assert places == [(1, "red"), (1, "blue"), (2, "red"), (2, "blue")]
    late = come(session)
    late.until(lambda: "data" in late.state)
    for table, seat, said in ((0, "", "All seats are taken"), (1, "red", "Red is taken"),
                              (3, "red", "the table is 3")):  # fmt: skip
        late.send({"kind": "custom", "content":
                   {"name": "join", "table": table, "seat": seat, "who": ""}})  # fmt: skip
        number = late.state["said"].get("number", 0)
        late.until(lambda number=number: late.state["said"].get("number", 0) > number)
        assert said in late.state["said"]["text"]


def test_a_second_tab_is_another_device_and_a_new_tab_takes_the_seat_of_one_that_is_gone(
    session: TableSession, come: Come, sit: Sit
) -> None:
    first = sit(session, 1, "red")
    token = session.token("seat 1 red")
    second = come(session, browser=[token])
    second.until(lambda: "data" in second.state)
    assert second.state["_view"] == "join"
    first.close()
    second.until(lambda: not second.state["data"]["tables"][0]["seats"][0]["here"])
    third = come(session, browser=[token])
    third.until(lambda: "room" in third.state)
    assert third.state["room"]["own"] == ["red"]


# --- playing -------------------------------------------------------------------------------------


def test_a_move_on_one_device_is_shown_on_all(session: TableSession, sit: Sit) -> None:
    red, blue, watcher = sit(session, 1, "red"), sit(session, 1, "blue"), sit(session, 1)
    red.play(first_move(match_of(session)))
    assert match_of(session).cursor > 0
    for client in (blue, watcher):
        client.until(lambda client=client: client.state["log_recent"])
        assert client.state["snapshot"]["frames"]
    blue.until(lambda: blue.state["room"]["seats"][1]["acts"])


def test_another_seat_is_not_moved(session: TableSession, sit: Sit) -> None:
    blue, watcher = sit(session, 1, "blue"), sit(session, 1)
    move = first_move(match_of(session))
    blue.play(move)
    assert "It is the turn of Red" in blue.said
    watcher.play(move)
    assert "You are watching" in watcher.said
    for client in (blue, watcher):
        spots = client.scene()["keyframe"]["scene"].get("spots", [])
        assert not [spot for spot in spots if spot.get("role") != "why"]
    assert match_of(session).cursor == 0


def test_nobody_chooses_what_the_dice_show(open_session: Open, sit: Sit) -> None:
    session = open_session(pp.game("paco"), seed=4)
    match = match_of(session)
    client = sit(session, 1, match.persons[0])
    client.play("roll row 1 column 1")
    assert "The computer rolls" in client.said
    assert match.cursor == 0
    client.play("roll")
    assert match.cursor > 0


def test_real_dice_are_typed_by_a_player(open_session: Open, sit: Sit) -> None:
    session = open_session(Match(pp.game("paco"), dice="typed"))
    match = match_of(session)
    sit(session, 1).play("roll row 1 column 1")
    assert match.cursor == 0
    sit(session, 1, match.persons[0]).play("roll row 1 column 1")
    assert match.cursor > 0


def test_secret_orders_are_written_for_the_own_seat_alone(open_session: Open, sit: Sit) -> None:
    session = open_session(Match(pp.game("paco", players=2), seed=4))
    match = match_of(session)
    match.run()
    one, other = match.persons
    clients = {seat: sit(session, 1, seat) for seat in (one, other)}
    theirs = next(str(move) for move in match.moves() if move.seat == other)
    before = match.cursor
    clients[one].play(theirs)
    assert "You play" in clients[one].said
    assert match.cursor == before
    clients[other].play(theirs)
    assert match.cursor > before


def test_a_device_that_waits_for_secret_orders_says_whose(open_session: Open, sit: Sit) -> None:
    session = open_session(Match(pp.game("paco", players=3), seed=4))
    match = match_of(session)
    match.run()
    first, *others = match.persons
    writer = sit(session, 1, first)
    (device,) = session.rooms[0].devices_of(first)

    def due() -> list[str]:
        pieces = device.widget.scene.pieces
        return [piece.label for piece in pieces if piece.label.endswith("has to write")]

    assert not due()
    session.pause()
    writer.until(lambda: not device.widget.scene.spots)
    assert not due()  # the order that is being written is there
    session.start()
    writer.play(next(str(move) for move in match.moves() if move.seat == first))
    writer.until(lambda: bool(due()))
    assert due() == [f"{capitalise(seat)} still has to write" for seat in others]


def test_who_writes_in_secret_goes_on_after_a_stop_and_while_another_commits(
    open_session: Open, sit: Sit
) -> None:
    session = open_session(Match(pp.game("paco", players=2), seed=4))
    match = match_of(session)
    match.run()
    one, other = match.persons
    writer, quick = sit(session, 1, one), sit(session, 1, other)
    forward = {"kind": "pick", "spot": "forward", "gesture": "click"}
    writer.do({**forward, "serial": writer.serial})  # chosen, and not yet confirmed
    (device,) = session.rooms[0].devices_of(one)
    for stop, spots in ((session.pause, False), (session.start, True)):
        serial = writer.serial
        stop()
        writer.until(lambda serial=serial: writer.serial > serial)
        assert bool(device.widget.scene.spots) == spots
        assert "forward" in device.widget.draft
        assert "look away" not in device.widget.scene.caption
    stale = writer.serial
    quick.play(next(str(move) for move in match.moves() if move.seat == other))
    writer.until(lambda: writer.serial > stale)
    before = match.cursor
    writer.do({**forward, "serial": stale})
    assert "has changed" not in writer.said
    assert match.cursor > before


HOSTS = sorted(set(REQUESTS) - {"steps", "look", "now", "replay", "move", "undo", "play_on",
                                "hint", "hide_hint", "guide",
                                "answer", "end_notes"})  # fmt: skip
FIELDS: dict[type, Any] = {str: "x", bool: True, int: 0, list: []}


@pytest.mark.parametrize("name", HOSTS)
def test_what_the_host_may_do_is_refused_to_players(
    session: TableSession, sit: Sit, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    match = match_of(session)
    for client in (sit(session, 1, "red"), sit(session, 1)):
        fields = {field: FIELDS[kind] for field, kind in REQUESTS[name].items()}
        client.do({"kind": "do", "name": name, **fields})
        assert client.said == "Only the host can do that."
    assert match_of(session) is match
    assert match.cursor == 0
    assert match.seats == {"red": "person", "blue": "person"}
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    "content",
    [{"kind": "rules", "name": "press", "button": "new"}, {"kind": "rules"}, {"kind": "other"},
     None, 7, [], {}, {"kind": "do"}, {"kind": "do", "name": ["undo"]}, {"kind": ["do"]},
     {"kind": "pick"}, {"kind": "room"}, {"kind": "room", "name": "agree"},
     {"kind": "room", "name": "_ask_undo"}, {"kind": "room", "name": "take", "seat": ["blue"]},
     {"kind": "room", "name": "agree", "on": True}, {"kind": "room", "name": "again"},
     {"kind": "do", "name": "move", "text": "x" * 9000}],
)  # fmt: skip
def test_a_forged_message_changes_nothing(session: TableSession, sit: Sit, content: Any) -> None:
    client = sit(session, 1, "red")
    client.do(content)
    assert client.said
    assert match_of(session).cursor == 0
    assert client.do({"kind": "do", "name": "now"})


@pytest.mark.parametrize(
    "state",
    [{"controls": {}}, {"_view": "lobby"}, {"comm": None}, {"room": {}}, {"label": "x"},
     {"waits": "yes"}, {"rotation": -1}, {"toggled_layers": 7}, {"speed": "1"}, {"frame": 10**9}],
)  # fmt: skip
def test_a_device_changes_only_the_traits_of_a_reader(
    session: TableSession, sit: Sit, state: dict[str, Any]
) -> None:
    client = sit(session, 1, "red")
    before = dict(client.state)
    client.send({"kind": "update", "state": state})
    client.do({"kind": "do", "name": "now"})
    same = ("controls", "_view", "room", "label", "waits", "rotation", "toggled_layers", "speed")
    assert all(client.state[name] == before[name] for name in same)


def test_of_two_devices_with_one_seat_the_first_moves_and_the_second_is_told_why_not(
    session: TableSession, sit: Sit
) -> None:
    one, two = sit(session, 1, "red"), sit(session, 1, "red")
    stale = two.serial
    spot = session.rooms[0].table.match
    one.play(first_move(spot))
    cursor = match_of(session).cursor
    table = next(device.widget for device in session.devices if device.widget.here == ("red",))
    two.do({"kind": "pick", "serial": stale, "spot": table.scene.pieces[0].id, "gesture": "click"})
    assert "The board has changed since you chose that." in two.said
    assert match_of(session).cursor == cursor
    two.play("a1-a2")
    assert "It is the turn of Blue" in two.said


def test_before_the_start_and_while_it_is_paused_nobody_moves(open_session: Open, sit: Sit) -> None:
    session = open_session(pp.game("activator"), seed=1, started=False)
    red = sit(session, 1, "red")
    red.play(first_move(match_of(session)))
    assert "hasn't started" in red.said
    session.start()
    red.until(lambda: red.state["room"]["state"] == "playing")
    session.pause()
    red.until(lambda: red.state["room"]["state"] == "paused")
    red.play(first_move(match_of(session)))
    assert "has stopped the game" in red.said
    assert match_of(session).cursor == 0
    session.start()
    red.play(first_move(match_of(session)))
    assert match_of(session).cursor > 0


def test_what_a_cell_plays_is_shown_at_once(session: TableSession, sit: Sit) -> None:
    blue = sit(session, 1, "blue")
    match_of(session).play(first_move(match_of(session)))
    blue.until(lambda: blue.state["log_recent"])


# --- undo, seats ---------------------------------------------------------------------------------


def test_undo_needs_everybody_who_is_here(session: TableSession, sit: Sit) -> None:
    match = match_of(session)
    red = sit(session, 1, "red")
    red.play(first_move(match))
    blue = sit(session, 1, "blue")
    red.do({"kind": "do", "name": "undo"})
    blue.until(lambda: blue.state["room"]["undo"])
    assert match.cursor > 0
    blue.do({"kind": "room", "name": "agree", "on": False})
    red.until(lambda: not red.state["room"]["waits"])
    assert match.cursor > 0
    red.do({"kind": "do", "name": "undo"})
    blue.until(lambda: blue.state["room"]["undo"])
    blue.do({"kind": "room", "name": "agree", "on": True})
    assert match.cursor == 0


def test_a_wish_to_undo_ends_with_the_next_move_and_with_who_leaves(
    session: TableSession, sit: Sit
) -> None:
    match = match_of(session)
    red, blue = sit(session, 1, "red"), sit(session, 1, "blue")
    red.play(first_move(match))
    red.do({"kind": "do", "name": "undo"})
    blue.until(lambda: blue.state["room"]["undo"])
    blue.play(first_move(match))
    blue.until(lambda: not blue.state["room"]["undo"])
    blue.do({"kind": "do", "name": "undo"})
    cursor = match.cursor
    red.until(lambda: red.state["room"]["undo"])
    red.close()
    blue.until(lambda: not blue.state["room"]["waits"])
    assert match.cursor < cursor


def test_a_player_plays_a_free_seat_too(session: TableSession, sit: Sit) -> None:
    red = sit(session, 1, "red")
    assert red.state["room"]["free"] == ["blue"]
    red.send({"kind": "custom", "content": {"kind": "room", "name": "take", "seat": "blue"}})
    red.until(lambda: red.state["room"]["own"] == ["red", "blue"])
    match = match_of(session)
    for _ in range(2):
        red.play(first_move(match))
    assert len({played.actor for played in match.record}) == 2


def test_the_host_takes_a_seat_back(session: TableSession, sit: Sit, come: Come) -> None:
    red = sit(session, 1, "red")
    old = session.token("seat 1 red")
    session.take_back(1, "red")
    assert red.until_closed() == 4000
    assert session.rooms[0].free == ["red", "blue"]
    assert come(session, token=old).until_closed() == 4004


def test_a_bot_takes_a_seat_and_plays(session: TableSession, sit: Sit, come: Come) -> None:
    red = sit(session, 1, "red")
    lobby = come(session, "host")
    lobby.until(lambda: "data" in lobby.state)
    lobby.send({"kind": "custom", "content":
                {"name": "player", "table": 1, "seat": "blue", "player": "random"}})  # fmt: skip
    red.until(lambda: red.state["room"]["seats"][1]["player"] == "random")
    red.play(first_move(match_of(session)))
    assert {played.actor.seats[0] for played in match_of(session).record} == {"red", "blue"}


def test_a_projector_shows_how_to_join_and_then_what_everybody_may_see(
    open_session: Open, come: Come
) -> None:
    session = open_session(pp.game("activator"), started=False)
    screen = come(session, "screen")
    screen.until(lambda: "data" in screen.state)
    assert screen.state["_view"] == "invitation"
    assert screen.state["data"]["qr"].startswith("data:image/svg+xml")
    session.start()
    screen.until(lambda: "room" in screen.state)
    assert screen.state["room"]["screen"]
    assert session.rooms[0].overview()["watching"] == 0


def test_the_lobby_names_the_set_up_before_the_first_turn(open_session: Open) -> None:
    room = open_session(pp.game("paco", players=2)).rooms[0]
    assert room.overview()["turn"] == "set-up"
    while not room.table.match.turn:
        room.table.match.roll()
    assert room.overview()["turn"] == "turn 1"


def test_the_end_is_said_to_all(session: TableSession, sit: Sit) -> None:
    red = sit(session, 1, "red")
    session.end()
    assert red.until_closed() == 4000


def test_a_device_that_has_left_holds_nothing(session: TableSession, sit: Sit) -> None:
    before = len(_instances)
    clients = [sit(session, 1, "red") for _ in range(4)]
    assert len(_instances) > before
    for client in clients[1:]:
        client.close()
    clients[0].until(lambda: clients[0].state["room"]["seats"][0]["here"] == 1)
    clients[0].do({"kind": "do", "name": "now"})
    assert len(_instances) == before + 1
    assert len(session.rooms[0].table.followers) == 2
    assert len(session.devices) == 1


# --- nothing is lost -----------------------------------------------------------------------------


def test_the_same_call_goes_on_with_the_same_links_and_moves(
    open_session: Open, sit: Sit, come: Come, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    session = open_session(pp.game("activator"), journal=True)
    red = sit(session, 1, "red")
    red.play(first_move(match_of(session)))
    state, token, port = match_of(session).state, session.token("seat 1 red"), session.server.port
    again = open_session(pp.game("activator"), journal=True)
    red.until_closed()
    assert again.server.port == port
    assert match_of(again).state == state
    back = come(again, token=again.token("join"), tab=[token])
    back.until(lambda: "room" in back.state)
    assert back.state["room"]["own"] == ["red"]
    assert [*again.rooms[0].names] == ["red"]
