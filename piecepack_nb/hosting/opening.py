"""``host``: a session of a game for devices."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from piecepack_nb.core.errors import BadInput, check_installed, invalid
from piecepack_nb.core.game import AnyGame, Game
from piecepack_nb.core.journal import FOLDER, keep_out_of_git
from piecepack_nb.core.match import Match
from piecepack_nb.core.registry import make_game
from piecepack_nb.hosting.poll_session import PollSession
from piecepack_nb.hosting.session import Session
from piecepack_nb.hosting.shared_table import HostTable
from piecepack_nb.hosting.tables import TableSession
from piecepack_nb.scene.poll import Poll
from piecepack_nb.scene.questions import Questions, questions_of
from piecepack_nb.scene.quiz import Puzzle
from piecepack_nb.widgets.notes import wanted_questions
from piecepack_nb.widgets.predictions import position_hash
from piecepack_nb.widgets.table import journal_path, open_table, table_for

Hosted = TableSession | PollSession
_SESSIONS: WeakValueDictionary[Path, Session] = WeakValueDictionary()
"""The open sessions, by the file of their tokens: the same call replaces its earlier one."""
CLASS = "class"
"""The folder for the predictions of a class, beside the notebook."""


def host(
    what: Any = "piecepackman",
    *,
    tables: int = 1,
    seed: int | None = None,
    seats: Any = None,
    notes: bool | Iterable[str] = False,
    names: bool = False,
    keep: bool | str | Path = True,
    journal: bool = True,
    network: bool = False,
    port: int = 0,
    address: str = "",
    **options: Any,
) -> Hosted:
    """Return a session; ``piecepack_nb.api.host`` explains the arguments."""
    check_installed("pp.host", "tornado", "segno")
    server: dict[str, Any] = {"network": network, "port": port, "address": address}
    questions = wanted_questions(notes)
    if is_polled(what):
        if questions is not None:
            raise BadInput("notes= is for tables; the votes on questions are kept anyway")
        if options or tables != 1 or seats is not None or seed is not None:
            raise BadInput("questions have their games already: give no options, tables or seats")
        return _host_poll(what, keep=keep, names=names, journal=journal, **server)
    if names or keep is not True:
        raise BadInput("names= and keep= are for questions, such as pp.predict(match)")
    if isinstance(what, str | type):
        what = make_game(what, options)
    elif options:
        raise BadInput("a match or a game has its rules already: give no options")
    if not isinstance(what, Match | Game):
        expected = "a game's name or class, a game, a match, puzzles or a quiz"
        raise invalid("what to host", what, expected)
    return _host_tables(what, tables, seed, seats, questions, journal=journal, **server)


def _host_tables(
    what: AnyGame | Match,
    tables: int,
    seed: int | None,
    seats: Any,
    questions: tuple[str, ...] | None,
    *,
    journal: bool,
    **server: Any,
) -> TableSession:
    """Return a session at tables, which take notes if there are ``questions``."""
    if type(tables) is not int or not 1 <= tables <= 50:
        raise invalid("tables", tables, "a whole number from 1 to 50")
    first = what if isinstance(what, Match) else Match(what, seed=seed, seats=seats)
    path = journal_path(first, seed is None, "-host").with_suffix(".json").absolute()
    _close_earlier(path)

    def opened(number: int) -> HostTable:
        if isinstance(what, Match):
            return table_for(what, False, HostTable)
        match = first if number == 1 else Match(what, seed=seed, seats=seats)
        suffix = f"-host{number}"
        fresh = seed is None
        return open_table(match, journal, fresh_seed=fresh, kind=HostTable, suffix=suffix)

    def make(number: int) -> HostTable:
        table = opened(number)
        if questions is not None:
            table.take_notes(questions)
        return table

    session = TableSession(path if journal else None, make, tables, **server)
    _SESSIONS[path] = session
    return session


def _close_earlier(path: Path) -> None:
    """Close the session that the same call has opened."""
    if (earlier := _SESSIONS.get(path)) is not None:
        earlier.close()


def _host_poll(
    what: Any, *, keep: bool | str | Path, names: bool, journal: bool, **server: Any
) -> PollSession:
    """Return a session of questions."""
    if not isinstance(keep, bool | str | Path):
        raise invalid("keep", keep, "True, False, or the path of a folder")
    several = polled(what)
    poll = Poll(*several)
    head = f"{poll.questions.game.name}-{position_hash(poll.questions, poll.asked)}-host.json"
    path = Path(FOLDER, head).absolute()
    _close_earlier(path)
    if journal:
        keep_out_of_git(path.parent)
    folder = None if keep is False else Path(CLASS if keep is True else keep)
    kept = path if journal else None
    session = PollSession(poll, kept, folder=folder, names=names, **server)
    _SESSIONS[path] = session
    return session


def is_polled(what: object) -> bool:
    """Return True for what is asked: a quiz of ``predict``, puzzles, or a list of these."""
    if isinstance(what, list | tuple) and not isinstance(what, Puzzle):
        return bool(what) and all(map(is_polled, what))
    return isinstance(what, Puzzle) or isinstance(getattr(what, "questions", None), Questions)


def polled(what: Any) -> list[Questions]:
    """Return the questions of quizzes and puzzles, in order."""
    if isinstance(what, Puzzle):
        return [questions_of(what)]
    if isinstance(what, list | tuple):  # a puzzle is a tuple, too
        return [one for each in what for one in polled(each)]
    return [what.questions]
