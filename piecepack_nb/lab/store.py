"""Results kept on disk, by the fingerprint of what they depend on: no game is played twice.

They are rows of an SQLite file, each signed with a secret of the reader's account, as Jupyter signs
notebooks: an edited file, or somebody else's, isn't believed. Some kept games are played again
before the others are shown. The file is never trusted with more: it may be damaged, locked, full
or hostile, and costs a line in the finding.
"""

from __future__ import annotations

import hmac
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from secrets import token_bytes, token_hex
from time import monotonic
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.errors import shorten
from piecepack_nb.core.locking import uninterrupted
from piecepack_nb.core.record import os_reason
from piecepack_nb.core.steps import Result
from piecepack_nb.core.wording import count_noun
from piecepack_nb.lab.fingerprint import fingerprint
from piecepack_nb.lab.playing import GameFailed, GameSummary, Profile
from piecepack_nb.lab.workers import Job

if TYPE_CHECKING:
    from sqlite3 import Connection

FILE = Path(".piecepack_nb/results.sqlite")
"""Where results are kept, unless another path is given: beside the journals."""
TABLE = (
    "CREATE TABLE results (job TEXT, seed INTEGER, summary TEXT, signature TEXT, "
    "PRIMARY KEY (job, seed))"
)
SCHEMA = [("index", "sqlite_autoindex_results_1", None), ("table", "results", TABLE)]
"""All that a store's file may define; a view or a trigger would run whatever it likes."""
SECRET_BYTES = 32
WAIT, PATIENCE = 2.0, 4.0
"""The seconds to wait for another program's lock, and those that a statement may take."""
STEPS = 2_000
"""The steps of SQLite's machine between looks at the clock."""
LONGEST = 20_000_000
"""The most bytes of a row."""
REPLAYED, REPLAYING, LONG = 5, 0.5, 10.0
"""The most kept games that are played again, and the seconds after which no other is begun, and
after which one is given up."""


@dataclass
class Kept:
    """The number of a finding's games read from a store, and why new ones aren't kept."""

    path: Path = FILE
    games: int = 0
    """The games that were not played but read."""
    replayed: int = 0
    problems: dict[str, None] = field(default_factory=dict)

    def remarks(self) -> tuple[str, ...]:
        """Return sentences for the reader; () for games that were all played now, and are kept."""
        found = list(self.problems)
        if self.games:
            games = f"{count_noun(self.games, 'game')} {'was' if self.games == 1 else 'were'}"
            again = "a sample, played again, ended the same"
            if not self.replayed:
                again = f"none was played again, for one takes over {LONG:g} s"
            found.insert(0, f"{games} not played but read from {self.path}; {again}.")
        return tuple(found)

    def problem(self, text: str) -> None:
        """Note a sentence, once."""
        self.problems[text] = None


class Store:
    """The kept results of one job; it never fails, but notes in ``kept`` what it can't do."""

    def __init__(
        self, job: Job, path: Path, kept: Kept | None = None, *, far: bool = False
    ) -> None:
        self.job = job
        self.path = path
        self.kept = Kept() if kept is None else kept
        self.kept.path = path
        self.far = far
        """True if other processes play, where nothing is noticed of what games change."""
        self.key, unknown = fingerprint(job.game, job.bots, job.limits)
        if unknown:
            self.kept.problem(f"The results aren't kept: {unknown}.")

    # --- reading ----------------------------------------------------------------------------

    def known(self, seeds: Sequence[int]) -> dict[int, GameSummary]:
        """Return the kept summaries of games with these seeds, after some were played again."""
        found = self._signed(self._rows(seeds)) if self.key and seeds else {}
        wanted = {seed: found[seed] for seed in seeds if seed in found}
        different = self._replay(wanted)
        if different is not None:
            self.kept.problem(
                f"The kept results aren't used: the game with seed {different} now ends otherwise."
            )
            return {}
        self.kept.games += len(wanted)
        return wanted

    def _rows(self, seeds: Sequence[int]) -> list[tuple[Any, ...]]:
        asked = (
            "SELECT seed, summary, signature FROM results "
            "WHERE job = ? AND seed BETWEEN ? AND ? LIMIT ?"
        )
        rows: list[tuple[Any, ...]] = []
        with self._open("read", "mode=ro") as base:
            if base is not None:
                span = min(seeds), max(seeds)
                rows = base.execute(asked, (self.key, *span, 1 + span[1] - span[0])).fetchall()
        return rows

    def _signed(self, rows: Sequence[tuple[Any, ...]]) -> dict[int, GameSummary]:
        secret = self._secret() if rows else None
        if secret is None:
            return {}
        found = {}
        for seed, text, signature in rows:
            if not (type(seed) is int and isinstance(text, bytes) and isinstance(signature, bytes)):
                continue
            if hmac.compare_digest(_signature(secret, self.key, seed, text), signature):
                found[seed] = from_json(json.loads(text))
        if len(found) < len(rows):
            others = count_noun(len(rows) - len(found), "result")
            self.kept.problem(f"{others} in {self.path} were not written by you, and aren't used.")
        return found

    def _replay(self, known: Mapping[int, GameSummary]) -> int | None:
        """Play some games again; return the seed of one that ends otherwise, or None."""
        begun = monotonic()
        for seed in Random().sample(sorted(known), min(REPLAYED, len(known))):
            again = _play_again(self.job, seed)
            if again is not None and again != known[seed]:
                return seed
            self.kept.replayed += again is not None
            if monotonic() - begun > REPLAYING:
                break
        return None

    # --- writing ----------------------------------------------------------------------------

    def keep(self, summaries: Sequence[GameSummary]) -> None:
        """Keep summaries; those of games that a limit or an error stopped are played again."""
        whole = [each for each in summaries if not each.problem]
        if not self.key or not whole or not self._is_the_same(whole):
            return
        secret = self._secret()
        rows = self._as_rows(whole, secret) if secret is not None else []
        if rows:
            with self._open("keep", "mode=rwc") as base:
                if base is not None:
                    base.executemany("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?)", rows)

    def _is_the_same(self, whole: Sequence[GameSummary]) -> bool:
        """Return False, and keep nothing more, if a game depends on more than its key."""
        key, _ = fingerprint(self.job.game, self.job.bots, self.job.limits)
        again = _play_again(self.job, whole[-1].seed) if self.far and key == self.key else None
        if key == self.key and again in (None, whole[-1]):
            self.far = False  # once is enough
            return True
        self.key = ""
        self.kept.problem(
            "The results aren't kept: the games change, or depend on, what isn't on the table."
        )
        return False

    def _as_rows(self, whole: Sequence[GameSummary], secret: bytes) -> list[tuple[Any, ...]]:
        rows = []
        for each in whole:
            try:
                text = json.dumps(each)
                same = from_json(json.loads(text)) == each
            except (TypeError, ValueError, RecursionError):
                same = False
            if not same:
                self.kept.problem(
                    f"The game with seed {each.seed} isn't kept: its result has parts that JSON "
                    "can't hold."
                )
                continue
            signature = _signature(secret, self.key, each.seed, text.encode())
            rows.append((self.key, each.seed, text, signature.decode()))
        return rows

    # --- the file ---------------------------------------------------------------------------

    def _secret(self) -> bytes | None:
        try:
            return secret()
        except (OSError, RuntimeError) as error:
            why = os_reason(error)
            self.kept.problem(f"Results can't be kept: the secret that signs them: {why}.")
            return None

    @contextmanager
    def _open(self, to_do: str, mode: str) -> Iterator[Connection | None]:
        """Open the file, or a new one; yield None, or end the block, where that is impossible."""
        import sqlite3

        yielded = False
        try:
            with uninterrupted():
                if mode == "mode=ro" and not self.path.exists():
                    yielded = True
                    yield None
                    return
                if self.path.exists() and not self.path.is_file():
                    raise OSError("it is no file")
                self.path.parent.mkdir(parents=True, exist_ok=True)
                where = f"{self.path.absolute().as_uri()}?{mode}"
                with closing(sqlite3.connect(where, uri=True, timeout=WAIT)) as base, base:
                    _distrust(base)
                    is_store = _is_store(base, mode)
                    yielded = True
                    yield base if is_store else None
        except (OSError, ValueError, OverflowError, MemoryError, sqlite3.Error) as error:
            self.kept.problem(f"{self.path} can't {to_do} results: {shorten(os_reason(error))}.")
            if not yielded:
                yield None


def _distrust(base: Connection) -> None:
    """Limit what a file can make SQLite do, and for how long."""
    import sqlite3

    end = monotonic() + PATIENCE
    base.set_progress_handler(lambda: int(monotonic() > end), STEPS)
    base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
    base.text_factory = bytes
    base.execute("PRAGMA trusted_schema = OFF")
    if sys.platform == "emscripten":  # JupyterLite's drive can't lock parts of a file
        base.execute("PRAGMA locking_mode = EXCLUSIVE")


def _is_store(base: Connection, mode: str) -> bool:
    """Return True for a store, which a new file becomes; raise ValueError for another file."""
    found = base.execute("SELECT type, name, sql FROM sqlite_master LIMIT 9").fetchall()
    parts = sorted(tuple(each and each.decode() for each in row) for row in found)
    if not parts and mode == "mode=rwc":
        base.execute(TABLE)
    elif parts and parts != SCHEMA:
        raise ValueError("it isn't a store of results")
    return bool(parts) or mode == "mode=rwc"


def _play_again(job: Job, seed: int) -> GameSummary | None:
    """Return a game's summary; None for one that takes long, and fails now."""
    begun = monotonic()
    try:
        for summary in job.play_in_slices(seed, REPLAYING):
            if summary is not None and not summary.problem.startswith("stopped after"):
                return summary
            if summary is not None or monotonic() - begun > LONG:
                return None
    except GameFailed as failed:
        return GameSummary(seed, None, 0, 0, {}, problem=str(failed))
    return None


def from_json(data: Sequence[Any]) -> GameSummary:
    """Return the summary of JSON's lists."""
    seed, result, turns, moves, events, first, problem, profile, by_chance = data
    ended = result and Result(tuple(result[0]), *result[1:])
    seen = None
    if profile is not None:
        options, leads, gaps, *counts = profile
        seen = Profile(tuple(options), tuple(map(tuple, leads)), tuple(gaps), *counts)
    return GameSummary(seed, ended or None, turns, moves, events, first, problem, seen, by_chance)


# --- Signatures ----------------------------------------------------------------------------------


def _signature(secret: bytes, key: str, seed: int, text: bytes) -> bytes:
    """Return the signature of a row, which holds for this key and seed only."""
    message = f"{key} {seed} ".encode() + text
    return hmac.new(secret, message, sha256).hexdigest().encode()


def secret_file() -> Path:
    """Return where the secret of this account is: in the folder of the user's data."""
    if sys.platform == "win32":
        folder = os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming"
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        folder = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(folder) / "piecepack_nb" / "secret"


def secret() -> bytes:
    """Return the secret of this account, made when first asked for; raise OSError if it can't be.

    A browser's kernel forgets it when it ends, and believes only what it kept itself.
    """
    path = secret_file()
    found = _read_secret(path)
    if found is None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        part = path.with_name(f".{token_hex(8)}")
        try:
            with os.fdopen(
                os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"
            ) as file:
                file.write(token_bytes(SECRET_BYTES))
            if not path.exists():
                os.replace(part, path)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
        found = _read_secret(path)
    if found is None:
        raise OSError(f"{path} is damaged; delete it")
    return found


def _read_secret(path: Path) -> bytes | None:
    """Return the secret in a file; None where there is none, or too short a one."""
    try:
        with path.open("rb") as file:
            found = file.read(SECRET_BYTES)
    except FileNotFoundError:
        return None
    return found if len(found) == SECRET_BYTES else None
