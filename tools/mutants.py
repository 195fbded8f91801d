"""Change lines of the games' rules at random, and count how many changes the tests catch.

    python -m tools.mutants                        200 changes; or go on where it stopped
    python -m tools.mutants --size 50 --seed 7     other ones
    python -m tools.mutants --games paco activator of these games
    python -m tools.mutants --tests DIR            judge them by the tests of another checkout, too
    python -m tools.mutants --code DIR             change the rules of another checkout
    python -m tools.mutants --seconds 20           leave a change after 20 seconds of its tests

Each change is made alone in a copy of the code; then the tests of its game run in a process of
their own until one fails. Those run first that have caught most, then the golden games, then the
quickest. A change that
no test catches is a hole in the tests, or it changes nothing that a rule could tell.
Results are written to build/mutants after each change. As a plugin of pytest this module orders
the tests, and ends one that runs for long.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import pytest
from hypothesis import Phase, settings

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "build" / "mutants"
NO_RULES = (
    "__init__", "areas", "board", "board_modes", "bots", "explanation", "interaction", "layers",
    "lessons", "maze_maker", "maze_sheet", "notation", "payoffs", "pieces", "prospects",
    "race_plan", "reach_map", "shrewd", "sprites", "thinking", "what_if", "window", "workshop",
)  # fmt: skip
"""The modules of games that draw, read and write, teach or play."""
LEFT_OUT = shutil.ignore_patterns(".*", "build", "node_modules", "__pycache__")
PYTEST = ("-xq", "--tb=no", "-pno:cacheprovider", "-pno:nbval", "-ptools.mutants")
SHARED = (
    "tests/games/test_*.py", "tests/sentences/test_*.py", "tests/core/test_save_schema.py",
    "tests/test_readme.py",
)  # fmt: skip
"""The tests of every game, beside those of its folder."""
OURS = ("piecepack_nb", "tests", "tools")
SECONDS = 60.0
"""The most processor time of one test: the longest takes a fifth."""
OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.And: ast.Or,
    ast.Or: ast.And,
}  # fmt: skip
"""The operator that takes the place of each."""
OTHER_NAME = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Change(NamedTuple):
    """One changed place: its file, line (from 1), columns in bytes (from 0), old and new text."""

    file: str
    line: int
    start: int
    end: int
    old: str
    new: str

    @property
    def game(self) -> str:
        """The game whose folder has the file."""
        return Path(self.file).parts[2]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}  {self.old}  ->  {self.new}"


# Changes


def changes(file: str, source: str) -> Iterator[Change]:
    """Yield every change of one place within a line of a source."""
    lines = source.encode().split(b"\n")
    for node in code(ast.parse(source)):
        if (new := changed(node)) is not None and node.lineno == node.end_lineno:
            start, end = node.col_offset, node.end_col_offset or 0
            old = lines[node.lineno - 1][start:end].decode()
            yield Change(file, node.lineno, start, end, old, new)


def code(node: ast.AST) -> Iterator[Any]:
    """Yield the nodes whose change changes what a program does: no types, texts or errors."""
    if isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list", "bases"):
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST):
                    yield from code(each)


def changed(node: ast.AST) -> str | None:
    """Return the text of a node with one change, or None for a node that stays as it is."""
    match node:
        case ast.Compare(left=left, ops=[op, *ops], comparators=rest):
            return f"({ast.unparse(ast.Compare(left, [other(op), *ops], rest))})"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OTHER:
            return f"({ast.unparse(ast.BinOp(left, other(op), right))})"
        case ast.BoolOp(op=op, values=values):
            return f"({ast.unparse(ast.BoolOp(other(op), values))})"
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            return f"({ast.unparse(operand)})"
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return f"({ast.unparse(ast.IfExp(test, orelse, body))})"
        case ast.Constant(value=bool() | int() as value):
            return repr(not value if isinstance(value, bool) else value + 1)
    return changed_word(node)


def changed_word(node: ast.AST) -> str | None:
    """Return the text of a statement or a called function that becomes another, or None."""
    match node:
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            return "return None"
        case ast.Call(func=ast.Name(id=name), args=args, keywords=kw) if name in OTHER_NAME:
            return ast.unparse(ast.Call(ast.Name(OTHER_NAME[name]), args, kw))
        case ast.Break():
            return "continue"
        case ast.Continue():
            return "break"
    return None


def other(op: ast.AST) -> Any:
    """Return the operator that takes an operator's place; itself where none does."""
    return OTHER.get(type(op), type(op))()


def chosen(code: Path, games: Iterable[str], size: int, seed: int) -> list[Change]:
    """Return one change of each of some lines of rules, drawn with a seed."""
    lines: dict[tuple[str, int], list[Change]] = {}
    for game in games:
        for path in sorted((code / "piecepack_nb" / "games" / game).glob("*.py")):
            if path.stem not in NO_RULES:
                for each in changes(path.relative_to(code).as_posix(), path.read_text("utf-8")):
                    lines.setdefault((each.file, each.line), []).append(each)
    rng = random.Random(seed)
    drawn = rng.sample(sorted(lines), min(size, len(lines)))
    return [rng.choice(lines[line]) for line in drawn]


# Runs


class Copy:
    """A copy of the code of a checkout with the tests of one, in which changes are made.

    The tests of a change end after so many seconds of processor time.
    """

    def __init__(self, code: Path, tests: Path, folder: Path, seconds: float = inf) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(code, folder, ignore=LEFT_OUT)
        if tests != code:
            shutil.rmtree(folder / "tests")
            shutil.copytree(tests / "tests", folder / "tests", ignore=LEFT_OUT)
            shutil.copy(tests / "pyproject.toml", folder)  # it names the marks of the tests
        shutil.copy(__file__, folder / "tools" / "mutants.py")
        self.folder, self.seconds = folder, seconds
        (folder / "build").mkdir()

    def result(self, change: Change) -> dict[str, Any]:
        """Return by which test a change is caught ("" for none), and the seconds it took."""
        self.check(change.game)
        path = self.folder / change.file
        source, date = path.read_bytes(), path.stat().st_mtime_ns
        try:
            path.write_bytes(with_change(source, change))
            return self.tested(change.game, MOST=str(self.seconds))
        finally:
            path.write_bytes(source)
            os.utime(path, ns=(date, date))  # what is compiled of it is valid again

    def check(self, game: str) -> None:
        """Run a game's tests without a change, once; raise SystemExit if one fails."""
        times = self.folder / "build" / f"times-{game}.json"
        if not times.exists() and (by := self.tested(game)["by"]):
            sys.exit(f"{game}: fails without a change: {by}")

    def tested(self, game: str, **environment: str) -> dict[str, Any]:
        """Return the first test of a game that fails, "" if none does, and the seconds."""
        log, start = self.folder / "build" / "failed.txt", processor_seconds()
        log.unlink(missing_ok=True)
        child = os.fork()  # what tests import from elsewhere has been imported by then
        if not child:
            self._test(game, environment)
        _, status = os.waitpid(child, 0)
        by = log.read_text() if log.exists() else "the start" if status else ""
        return {"by": by, "seconds": round(processor_seconds() - start, 1)}

    def _test(self, game: str, environment: dict[str, str]) -> NoReturn:
        """Run the tests in the copy, and end this process."""
        path = {"PYTHONPATH": str(self.folder), "HYPOTHESIS_PROFILE": "quick", "GAME": game}
        os.environ.update(path | environment)
        sys.dont_write_bytecode = bool(environment)
        sys.path[0] = str(self.folder)
        os.chdir(self.folder)
        for name in [each for each in sys.modules if each.split(".")[0] in OURS]:
            del sys.modules[name]
        with open(os.devnull, "w") as nowhere:  # noqa: PTH123 - a device
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        shared = [str(path) for each in SHARED for path in sorted(self.folder.glob(each))]
        os._exit(pytest.main([*PYTEST, f"tests/games/{game}", *shared]))


def with_change(source: bytes, change: Change) -> bytes:
    """Return a source with a change made; longer, so that it isn't taken for what is compiled."""
    lines = source.split(b"\n")
    line = lines[change.line - 1]
    lines[change.line - 1] = line[: change.start] + change.new.encode() + line[change.end :]
    return b"\n".join(lines) + b"#" * (1 + abs(len(change.new) - len(change.old))) + b"\n"


def processor_seconds() -> float:
    """Return the processor time of all processes that this one has started and that have ended."""
    used = os.times()
    return used.children_user + used.children_system


class Results:
    """The results of changes under one suite or several, kept in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: dict[Change, dict[str, Any]] = {}
        self.read()

    def read(self) -> None:
        """Read the file again: another process may have added results."""
        read = json.loads(self.path.read_text("utf-8")) if self.path.exists() else []
        self.rows = {Change(*row["change"]): row for row in read}

    def of(self, change: Change, suite: str) -> dict[str, Any] | None:
        """Return the result of a change under a suite, or None if it hasn't been tried."""
        result: dict[str, Any] | None = self.rows.get(change, {}).get(suite)
        return result

    def keep(self, change: Change, suite: str, result: dict[str, Any]) -> None:
        """Write a result."""
        self.read()
        self.rows.setdefault(change, {"change": change})[suite] = result
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(list(self.rows.values()), indent=1), "utf-8")

    def table(self, drawn: list[Change], suite: str) -> str:
        """Return the changes caught in each game, and those that weren't, as text."""
        tried = [each for each in drawn if self.of(each, suite) is not None]
        survived = [each for each in tried if not (self.of(each, suite) or {})["by"]]
        all_of, alive = (Counter(each.game for each in some) for some in (tried, survived))
        all_of["all"], alive["all"] = len(tried), len(survived)
        counts = [f"{game:14}{n - alive[game]:4} of {n:4} caught" for game, n in all_of.items()]
        return "\n".join([*counts, *(f"survived: {each}" for each in sorted(survived))])


def main() -> None:
    """Try the changes that are left, and print the table."""
    asked = arguments()
    drawn = chosen(asked.code, asked.games or games(asked.code), asked.size, asked.seed)
    results = Results(RESULTS / f"{asked.seed}.json")
    suite = str(asked.tests)
    left = [each for each in drawn if results.of(each, suite) is None]
    for name in ("IPython", "hypothesis.strategies", "ipywidgets", "jsonschema", "nbformat"):
        import_module(name)
    copy = Copy(asked.code, asked.tests, RESULTS / "copy", asked.seconds) if left else None
    for n, each in enumerate(left, 1):
        assert copy is not None
        results.keep(each, suite, copy.result(each))
        print(f"{n}/{len(left)} {each}: {results.of(each, suite)}", flush=True)
    print(results.table(drawn, suite))


def games(code: Path) -> list[str]:
    """Return the games that have a folder."""
    return sorted(path.parent.name for path in code.glob("piecepack_nb/games/*/__init__.py"))


def arguments() -> argparse.Namespace:
    """Return what was asked for on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--size", type=int, default=200)
    parser.add_argument("--seed", type=int, default=24)
    parser.add_argument("--seconds", type=float, default=inf)
    parser.add_argument("--games", nargs="+", default=[])
    parser.add_argument("--code", type=Path, default=ROOT)
    parser.add_argument("--tests", type=Path)
    asked = parser.parse_args()
    asked.code = asked.code.resolve()
    asked.tests = (asked.tests or asked.code).resolve()
    return asked


# The plugin


sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # as in tests/light.py
if game := os.environ.get("GAME", ""):
    # A failure needs no simplest example; the profiles of tests/conftest.py begin from this one.
    settings.register_profile("mutants", phases=(Phase.explicit, Phase.generate))
    settings.load_profile("mutants")
_took: dict[str, float] = {}
TIMES = ROOT / "build" / f"times-{game}.json"
FAILED = ROOT / "build" / "failed.txt"
MOST = float(os.environ.get("MOST", inf))
CAUGHT = ROOT / "build" / f"caught-{game}.json"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of the game: first those that have caught most, then the quickest."""
    others = [each for each in games(ROOT) if each != game]
    items[:] = [
        item
        for item in items
        if game in item.nodeid or not any(each in item.nodeid for each in others)
    ]
    caught, times = read(CAUGHT), read(TIMES)

    def rank(id: str) -> tuple[int, bool, float]:
        return -caught.get(id, 0), "is_unchanged" not in id, times.get(id, 0.0)

    items.sort(key=lambda item: rank(item.nodeid))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """End a test whose change made it endless, and all after the most seconds."""
    if time.process_time() > MOST:
        FAILED.write_text("", "utf-8")
        item.session.shouldstop = "the most seconds"
    signal.signal(signal.SIGPROF, _too_long)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)


def _too_long(*_: object) -> None:
    raise TimeoutError(f"more than {SECONDS:g} seconds")


@pytest.hookimpl
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Write down which test failed."""
    _took[report.nodeid] = _took.get(report.nodeid, 0.0) + report.duration
    if report.failed:
        FAILED.write_text(report.nodeid, "utf-8")
        CAUGHT.write_text(json.dumps(Counter(read(CAUGHT)) + Counter([report.nodeid])), "utf-8")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Write how long each test took, once all have run."""
    if not exitstatus and _took and not TIMES.exists():
        TIMES.write_text(json.dumps(_took), "utf-8")


def read(path: Path) -> dict[str, Any]:
    """Return what a file holds; nothing if there is none."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


if __name__ == "__main__":
    main()
