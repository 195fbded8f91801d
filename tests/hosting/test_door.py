"""The server lets nobody in without a token, serves nothing but its page, and can't be flooded."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from tornado.httpclient import HTTPClientError

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.hosting.server import LONGEST_MESSAGE
from piecepack_nb.hosting.session import clean_name
from piecepack_nb.hosting.tables import TableSeats, TableSession
from tests.hosting.clients import Client

Open = Callable[..., TableSession]
Sit = Callable[..., Client]
Come = Callable[..., Client]


@pytest.fixture
def session(open_session: Open) -> TableSession:
    return open_session(pp.game("activator"), seed=1)


def got(session: TableSession, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Return the status, the headers and the content of a path."""
    connection = HTTPConnection("127.0.0.1", session.server.port, timeout=10)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    return answer.status, dict(answer.headers), answer.read()


@pytest.mark.parametrize("path", ["/", "/widgets.js", "/host.js", "/host_page.js", "/styles.css"])
def test_the_page_is_served_and_loads_nothing_from_elsewhere(
    session: TableSession, path: str
) -> None:
    status, headers, content = got(session, path)
    assert status == 200
    assert content
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src 'self';" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Tornado" not in headers["Server"]


@pytest.mark.parametrize(
    "path",
    ["/api/contents", "/tree", "/lab", "/../pyproject.toml", "/%2e%2e/api.py", "/static/",
     "/widgets", "//etc/passwd", "/page.js", "/.piecepack_nb"],
)  # fmt: skip
def test_nothing_else_is_served(session: TableSession, path: str) -> None:
    status, _, content = got(session, path)
    assert status == 404
    assert content == b"404\n"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "evil.example:80", ""])
def test_a_request_that_names_another_site_is_refused(session: TableSession, host: str) -> None:
    assert got(session, "/", Host=host)[0] == 403


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Host": "evil.example"},
     {"Origin": "http://127.0.0.1"}, {"Origin": None}],
)  # fmt: skip
def test_a_page_of_another_site_or_a_program_can_not_connect(
    session: TableSession, headers: dict[str, str | None]
) -> None:
    with pytest.raises(HTTPClientError, match="403"):
        Client(session, headers=headers)


@pytest.mark.parametrize("token", ["x", "a" * 22, "join", "é", "\ud800", ["x"], 7, {"a": 1}])
def test_a_wrong_token_opens_nothing(session: TableSession, come: Come, token: Any) -> None:
    client = come(session, token=token)
    assert client.until_closed() == 4004
    assert client.texts == []


def test_a_token_has_128_random_bits_and_is_no_part_of_an_address_that_is_sent(
    session: TableSession,
) -> None:
    tokens = {session.token(may) for may in ("join", "host", "screen", "seat 1 red")}
    assert len(tokens) == 4
    assert all(len(token) == 22 for token in tokens)
    assert f"/#{session.token('join')}" in session.link()


@pytest.mark.parametrize(
    "first", ["", "[]", "no json", "7", "[" * 5000, '{"kind":"custom"}', '{"kind":[]}', b"\xff\xfe"]
)
def test_who_does_not_say_hello_is_sent_away(
    session: TableSession, come: Come, first: str | bytes
) -> None:
    client = come(session, first=first)
    client.until_closed()
    assert client.texts == []


def test_a_flood_ends_the_connection_alone(session: TableSession, sit: Sit) -> None:
    one, other = sit(session, 1, "red"), sit(session, 1, "blue")
    one.throw([json.dumps({"kind": "custom", "content": {"kind": "cancel"}})], 200)
    assert one.until_closed() == 4002
    assert other.do({"kind": "do", "name": "now"})


def test_a_long_message_ends_the_connection(session: TableSession, sit: Sit) -> None:
    client = sit(session, 1, "red")
    client.send(json.dumps({"kind": "custom", "content": "x" * LONGEST_MESSAGE}))
    client.until_closed()
    assert session.rooms[0].table.match.cursor == 0


def test_only_this_machine_can_connect_unless_the_network_is_wanted(
    session: TableSession, open_session: Open
) -> None:
    assert session.server._sockets[0].getsockname()[0] == "127.0.0.1"
    wide = open_session(pp.game("activator"), seed=2, network=True)
    assert wide.server._sockets[0].getsockname()[0] == "0.0.0.0"


def test_a_port_that_is_taken_is_named(session: TableSession, open_session: Open) -> None:
    with pytest.raises(BadInput, match=f"port {session.server.port} can't be used"):
        open_session(pp.game("activator"), port=session.server.port)


@pytest.mark.parametrize("port", [-1, 70_000, "80", True])
def test_a_wrong_port_is_refused(open_session: Open, port: Any) -> None:
    with pytest.raises(BadInput, match="the port is"):
        open_session(pp.game("activator"), port=port)


def test_a_closed_server_frees_its_port(open_session: Open) -> None:
    session = open_session(pp.game("activator"))
    session.close()
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", session.server.port)) != 0


def test_tokens_are_kept_where_only_this_user_reads_them(
    open_session: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    session = open_session(pp.game("activator"), journal=True)
    assert session.path is not None
    assert session.path.stat().st_mode & 0o777 == 0o600
    assert session.token("join") in session.path.read_text()


@pytest.mark.parametrize("name", ["x" * 100, "a\nb\u202ec", None, ["x"], "  Ann  "])
def test_a_name_is_short_and_on_one_line(name: Any) -> None:
    clean = clean_name(name)
    assert len(clean) <= 20
    assert clean.isprintable()
    assert clean == clean.strip()


def test_a_right_without_a_seat_of_a_person_is_worth_nothing(
    session: TableSession, come: Come
) -> None:
    for may in (TableSeats(1, ("green",)).text, TableSeats(2, ("red",)).text, TableSeats(0).text):
        assert come(session, may).until_closed() == 4004
