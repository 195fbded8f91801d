"""Results kept on disk, by game, rules, code, bots and seed, so that no game is played twice.

They are rows of an SQLite file. Its keys are hashes of all code that a game depends on: that of
this package, and what the game's and the bots' own functions and classes reach. Any change of it,
such as an edited notebook cell, makes another key.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.steps import Result
from piecepack_nb.lab.playing import GameSummary, Profile
from piecepack_nb.lab.workers import Job

if TYPE_CHECKING:
    from sqlite3 import Connection

FILE = Path(".piecepack_nb/lab.sqlite")
"""Where results are kept, unless another path is given: beside the journals."""
PACKAGE = Path(__file__).parents[1]
PLAIN = (str, bytes, int, float, complex, bool, type(None), type(Ellipsis), range)


class Store:
    """The kept results of one job; empty where the job's code can't be told apart from others."""

    def __init__(self, job: Job, path: Path) -> None:
        self.path = path
        self.key = job_key(job)

    def known(self, seeds: range) -> dict[int, GameSummary]:
        """Return the kept summaries of games with these seeds."""
        if not self.key or not self.path.exists():
            return {}
        asked = "SELECT summary FROM games WHERE job = ? AND seed BETWEEN ? AND ?"
        with self._open() as base:
            texts = base.execute(asked, (self.key, seeds[0], seeds[-1])).fetchall()
        kept = (from_json(json.loads(text)) for (text,) in texts)
        return {summary.seed: summary for summary in kept}

    def keep(self, summaries: Iterable[GameSummary]) -> None:
        """Keep summaries; those of games that a limit or an error stopped are played again."""
        rows = [(self.key, each.seed, json.dumps(each)) for each in summaries if not each.problem]
        if self.key and rows:
            with self._open() as base:
                base.executemany("INSERT OR REPLACE INTO games VALUES (?, ?, ?)", rows)

    @contextmanager
    def _open(self) -> Iterator[Connection]:
        import sqlite3

        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path)) as base, base:
                if sys.platform == "emscripten":  # JupyterLite's drive can't lock parts of a file
                    base.execute("PRAGMA locking_mode = EXCLUSIVE")
                base.execute(
                    "CREATE TABLE IF NOT EXISTS games "
                    "(job TEXT, seed INTEGER, summary TEXT, PRIMARY KEY (job, seed))"
                )
                yield base
        except (OSError, sqlite3.Error) as error:
            raise BadInput(
                f"{self.path} can't keep results: {error}; keep=False does without"
            ) from None


def from_json(data: Sequence[Any]) -> GameSummary:
    """Return the summary of JSON's lists."""
    seed, result, turns, moves, events, first, problem, profile = data
    ended = result and Result(tuple(result[0]), *result[1:])
    seen = None
    if profile is not None:
        options, leads, gaps, *counts = profile
        seen = Profile(tuple(options), tuple(map(tuple, leads)), tuple(gaps), *counts)
    return GameSummary(seed, ended or None, turns, moves, events, first, problem, seen)


# --- Keys ----------------------------------------------------------------------------------------


class Unknown(Exception):
    """Raised for a value whose content can't be told: a bot that is an object, say."""


def job_key(job: Job) -> str:
    """Return the hash of a job's game, rules, code, bots and limits; "" if that is impossible."""
    game = job.game
    hashed = _Hash()
    try:
        hashed.add((sys.version_info[:2], package_key(), game.name, job.limits.moves))
        hashed.add((job.limits.playouts, sorted(game.rules.to_json().items())))
        hashed.add(type(game))
        hashed.add(game.seats)
        for seat in game.seats:
            hashed.add(job.bots[seat])
    except Unknown:
        return ""
    return hashed.digest.hexdigest()


@cache
def package_key() -> str:
    """Return the hash of this package's source."""
    digest = hashlib.blake2b(digest_size=16)
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


class _Hash:
    """A hash of values, functions and classes, with the functions and values that they use."""

    def __init__(self) -> None:
        self.digest = hashlib.blake2b(digest_size=16)
        self.seen: dict[int, int] = {}
        self.kept: list[object] = []  # an id is that of one object only while the object exists

    def add(self, value: Any) -> None:
        """Add a value; raise Unknown for one whose content can't be told."""
        self._note(type(value).__name__)
        if isinstance(value, PLAIN):
            self._note(repr(value))
        elif id(value) in self.seen:
            self._note(f"again {self.seen[id(value)]}")
        else:
            self.seen[id(value)] = len(self.seen)
            self.kept.append(value)
            self._add_parts(value)

    def _add_parts(self, value: Any) -> None:
        if isinstance(value, FunctionType):
            self._add_function(value)
        elif isinstance(value, type):
            self._add_class(value)
        elif isinstance(value, CodeType):
            self._add_code(value)
        elif isinstance(value, ModuleType | BuiltinFunctionType):
            self._note(f"{value.__name__} {_version(value)}")
        elif isinstance(value, Mapping):
            self.add(tuple(value.items()))
        elif isinstance(value, list | tuple):
            for each in value:
                self.add(each)
        elif isinstance(value, set | frozenset):
            self.add(sorted(map(repr, value)))
        elif isinstance(value, staticmethod | classmethod):
            self.add(value.__func__)
        elif isinstance(value, property):
            self.add((value.fget, value.fset))
        elif _is_ours(type(value)) and hasattr(value, "__dict__"):
            self.add(vars(value))
        else:
            raise Unknown

    def _add_class(self, value: type) -> None:
        self._note(f"{value.__module__}.{value.__qualname__}")
        if _is_ours(value) or value.__module__ == "builtins":
            return
        for base in value.__bases__:
            self.add(base)
        for name, part in vars(value).items():
            if not name.startswith("__") or isinstance(part, FunctionType):
                self.add(name)
                self._add_leniently(part)

    def _add_leniently(self, part: Any) -> None:
        """Add a part of a class; one made by the package from other parts counts by its type."""
        try:
            self.add(part)
        except Unknown:
            if not _is_ours(type(part)) and type(part).__module__ in ("__main__", "builtins"):
                raise

    def _add_function(self, value: FunctionType) -> None:
        self._note(f"{value.__module__}.{value.__qualname__}")
        for cell in value.__closure__ or ():
            self.add(cell.cell_contents)
        self.add((value.__defaults__, value.__kwdefaults__))
        if _is_ours(value) or value.__module__ in sys.stdlib_module_names:  # by Python's version
            return
        self.add(value.__code__)
        for name in sorted(_names(value.__code__)):
            if name in value.__globals__:
                self.add(name)
                self.add(value.__globals__[name])

    def _add_code(self, value: CodeType) -> None:
        self._note(repr((value.co_code, value.co_names, value.co_varnames)))
        self.add(value.co_consts)

    def _note(self, text: str) -> None:
        self.digest.update(f"{len(text)}:{text}".encode(errors="surrogatepass"))


def _is_ours(value: object) -> bool:
    """Return True for what is defined in this package, whose source is hashed as a whole."""
    name = getattr(value, "__module__", None) or ""
    return name.partition(".")[0] == "piecepack_nb" and hasattr(
        sys.modules.get(name), str(getattr(value, "__qualname__", "?")).partition(".")[0]
    )


def _names(code: CodeType) -> set[str]:
    """Return the names that code and the functions inside it use."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*map(_names, inner))


def _version(value: Any) -> str:
    """Return the hash of a module's file; the package's own is hashed as a whole."""
    path = getattr(value, "__file__", None)
    if path is None or path.startswith(str(PACKAGE)):
        return ""
    return hashlib.blake2b(Path(path).read_bytes(), digest_size=8).hexdigest()
