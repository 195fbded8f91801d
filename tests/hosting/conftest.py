"""Sessions and devices that end with their test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from piecepack_nb.hosting.opening import host
from piecepack_nb.hosting.tables import TableSession
from tests.hosting.clients import Client, sat


@pytest.fixture
def open_session() -> Iterator[Callable[..., TableSession]]:
    """Return a function that opens a session, by default started and without files."""
    opened: list[TableSession] = []

    def make(what: Any, *, started: bool = True, journal: bool = False, **named: Any) -> Any:
        opened.append(host(what, journal=journal, **named))
        if started:
            opened[-1].start()
        return opened[-1]

    yield make
    for session in opened:
        session.close()
    workers = [each for session in opened for each in (session, *session.rooms)]
    assert [each.worker.problem for each in workers if each.worker.problem] == []


@pytest.fixture
def sit() -> Iterator[Callable[..., Client]]:
    """Return a function that sits a device down at a table."""
    clients: list[Client] = []

    def make(session: TableSession, table: int, *seats: str, **hello: Any) -> Client:
        clients.append(sat(session, table, *seats, **hello))
        return clients[-1]

    yield make
    for client in clients:
        client.close()


@pytest.fixture
def come() -> Iterator[Callable[..., Client]]:
    """Return a function that lets a device come by the token of a right."""
    clients: list[Client] = []

    def make(session: TableSession, may: str = "join", **hello: Any) -> Client:
        clients.append(Client(session, may, **hello))
        return clients[-1]

    yield make
    for client in clients:
        client.close()
