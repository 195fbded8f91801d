"""``host``: a session of a game for devices."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match import Match
from piecepack_nb.host.session import must_have_needs
from piecepack_nb.host.shared_table import HostTable
from piecepack_nb.host.tables import TableSession
from piecepack_nb.widgets.table import journal_path, open_table, table_for

_SESSIONS: WeakValueDictionary[Path, TableSession] = WeakValueDictionary()
"""The open sessions, by the file of their tokens: the same call replaces its earlier one."""


def host(
    what: AnyGame | Match,
    *,
    tables: int = 1,
    seed: int | None = None,
    seats: Any = None,
    journal: bool = True,
    network: bool = False,
    port: int = 0,
    address: str = "",
) -> TableSession:
    """Return a session of a game or a match; ``piecepack_nb.api.host`` explains the arguments."""
    must_have_needs()
    if type(tables) is not int or not 1 <= tables <= 50:
        raise invalid("tables", tables, "a whole number from 1 to 50")
    first = what if isinstance(what, Match) else Match(what, seed=seed, seats=seats)
    path = journal_path(first, seed is None, "-host").with_suffix(".json").absolute()
    if (earlier := _SESSIONS.get(path)) is not None:
        earlier.close()

    def make(number: int) -> HostTable:
        if isinstance(what, Match):
            return table_for(what, False, HostTable)
        match = first if number == 1 else Match(what, seed=seed, seats=seats)
        suffix = f"-host{number}"
        fresh = seed is None
        return open_table(match, journal, fresh_seed=fresh, kind=HostTable, suffix=suffix)

    session = TableSession(
        path if journal else None, make, tables, network=network, port=port, address=address
    )
    _SESSIONS[path] = session
    return session
