"""The clauses of a game's rulebook, with the functions and the tests of each.

``python -m tools.clauses GAME`` prints them and names each gap.

Vocabulary
    cited    a function's docstring names a clause's id, such as "PM-12"
    marked   a test has ``@pytest.mark.clause("PM-12")``
    gap      a clause without a function or without a test, or an id that is not in the rulebook

The report parses the files and imports none of them, so it works on code that doesn't run.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.registry import find, names
from piecepack_nb.core.rulebook import Clause, Rulebook

TESTS = Path("tests")
ID = re.compile(r"\b([A-Z]{2,3})-([1-9][0-9]*)([a-z]?)\b")
Function = ast.FunctionDef | ast.AsyncFunctionDef
Places = Mapping[str, tuple[str, ...]]
"""The places that name each id, in the order of files and lines."""


class Coverage(NamedTuple):
    """A clause, the functions that cite it, and the tests marked with it."""

    clause: Clause
    code: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def kind(self) -> str:
        """A remark if the clause has a reading of ours."""
        return "clause, with our reading" if self.clause.reading else "clause"

    def __str__(self) -> str:
        lines = [f"{self.clause.id:6} {self.clause.title} ({self.kind})"]
        for name, places in (("code", self.code), ("tests", self.tests)):
            lines += [
                f"       {name if number == 0 else '':6}{place}"
                for number, place in enumerate(places)
            ]
        return "\n".join(lines)


class Report(NamedTuple):
    """The rulebook clause by clause, with a sentence for each gap."""

    rulebook: Rulebook
    rows: tuple[Coverage, ...]
    gaps: tuple[str, ...]
    tests_read: bool
    """False without tests; then a clause without a test is no gap."""

    def __str__(self) -> str:
        head = f"{self.rulebook.title}, by {self.rulebook.author}"
        about = f"Source: {self.rulebook.source}. {self.rulebook.licence}."
        rows = "\n\n".join(map(str, self.rows))
        gaps = "".join(f"\n  {gap}" for gap in self.gaps)
        return f"{head}\n{about}\n\n{rows}\n\n{self.summary}{gaps}"

    @property
    def summary(self) -> str:
        """The report in one line."""
        readings = sum(bool(row.clause.reading) for row in self.rows)
        count = f"{len(self.rows)} clauses, {readings} of them with our reading"
        if self.gaps:
            return f"{count}. Gaps: {len(self.gaps)}."
        if not self.tests_read:
            return f"{count}. Each has a function; no tests were read."
        return f"{count}. Each has a function and a test."


def report(rulebook: Rulebook, code: Path, tests: Path | None) -> Report:
    """Return the report on the functions under ``code`` and the tests under ``tests``.

    Raises BadInput for a missing folder, or a file that is not Python.
    """
    in_code, strings = cited(code), spelled(code)
    in_tests = {} if tests is None else marked(tests)
    rows = tuple(
        Coverage(clause, in_code.get(clause.id, ()), in_tests.get(clause.id, ()))
        for clause in rulebook
    )
    gaps = (
        *_missing(rows, tests is not None),
        *_unknown(rulebook, strings, "names"),
        *_unknown(rulebook, in_tests, "is marked with"),
    )
    return Report(rulebook, rows, gaps, tests is not None)


def _missing(rows: tuple[Coverage, ...], tests_read: bool) -> Iterator[str]:
    for clause, code, tests in rows:
        if not code:
            yield f"{clause.id} {clause.title}: no function's docstring cites it"
        if tests_read and not tests:
            yield f"{clause.id} {clause.title}: no test is marked with it"


def _unknown(rulebook: Rulebook, found: Places, does: str) -> Iterator[str]:
    """Yield a gap for each id with this rulebook's letters that is not in it."""
    kinds = {id.partition("-")[0] for id in rulebook.clauses}
    for id in sorted(found.keys() - rulebook.clauses.keys(), key=lambda id: (len(id), id)):
        if id.partition("-")[0] in kinds:
            for place in found[id]:
                yield f"{place} {does} {id}, which is not in the rulebook"


# --- reading the files -------------------------------------------------------------------------


def cited(folder: Path) -> Places:
    """Return, for each id, the functions that cite it, as ``module:function``."""
    found = _Found()
    for module, tree in _modules(folder):
        for name, node in _named(tree):
            if isinstance(node, Function):
                for id in ids_in(ast.get_docstring(node) or ""):
                    found.add(id, f"{module}:{name}")
    return found.places()


def spelled(folder: Path) -> Places:
    """Return, for each id in a string or docstring in ``folder``, the modules."""
    found = _Found()
    for module, tree in _modules(folder):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for id in ids_in(node.value):
                    found.add(id, module)
    return found.places()


def marked(folder: Path) -> Places:
    """Return, for each id, the tests in ``folder`` marked with it, as ``file::test``.

    The mark is on a test, on a class of tests, on one of a test's parameters, or in ``pytestmark``
    for a whole file.
    """
    found = _Found()
    for file in _files(folder, "test_*.py"):
        tree = _parsed(file)
        where = file.relative_to(folder).as_posix()
        for name, node in _named(tree):
            for id in _marks(*node.decorator_list):
                found.add(id, f"{where}::{name.replace('.', '::')}")
        for statement in tree.body:
            if isinstance(statement, ast.Assign) and _names(statement) == ["pytestmark"]:
                for id in _marks(statement.value):
                    found.add(id, where)
    return found.places()


class _Found:
    """Places by id, each place once, in the order of their discovery."""

    def __init__(self) -> None:
        self.by_id: dict[str, dict[str, None]] = {}

    def add(self, id: str, place: str) -> None:
        self.by_id.setdefault(id, {})[place] = None

    def places(self) -> Places:
        return {id: tuple(places) for id, places in self.by_id.items()}


def ids_in(text: str) -> list[str]:
    """Return the ids in a text; "PM-1 to PM-7" means seven of them."""
    found: list[str] = []
    end, kind_before, number_before = 0, "", 0
    for match in ID.finditer(text):
        kind, number = match[1], int(match[2])
        if text[end : match.start()].strip() in ("to", "-", "–") and kind == kind_before:
            found += [f"{kind}-{each}" for each in range(number_before + 1, number)]
        found.append(match[0])
        end, kind_before, number_before = match.end(), kind, number
    return found


def _named(tree: ast.AST, inside: str = "") -> Iterator[tuple[str, Function | ast.ClassDef]]:
    """Yield every function and class with its name, inner ones as ``Class.method``."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function | ast.ClassDef):
            yield f"{inside}{node.name}", node
            yield from _named(node, f"{inside}{node.name}.")
        else:
            yield from _named(node, inside)


def _names(statement: ast.Assign) -> list[str]:
    return [target.id for target in statement.targets if isinstance(target, ast.Name)]


def _marks(*expressions: ast.expr) -> Iterator[str]:
    """Yield the ids in each ``pytest.mark.clause(…)``: alone, in a list, or of a parameter."""
    for expression in expressions:
        match expression:
            case ast.Call(func=ast.Attribute(attr="clause", value=ast.Attribute(attr="mark"))):
                yield from map(_text, expression.args)
            case ast.List(elts=marks) | ast.Tuple(elts=marks):
                yield from _marks(*marks)
            case ast.Call():
                for node in ast.walk(expression):
                    if isinstance(node, ast.keyword) and node.arg == "marks":
                        yield from _marks(node.value)


def _text(expression: ast.expr) -> str:
    """Return a string's value, or the source of another expression."""
    value = expression.value if isinstance(expression, ast.Constant) else None
    return value if isinstance(value, str) else ast.unparse(expression)


def _modules(folder: Path) -> Iterator[tuple[str, ast.Module]]:
    """Yield every module under ``folder`` with its name within it, such as ``mazes.check``."""
    for file in _files(folder, "*.py"):
        parts = file.relative_to(folder).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)
        yield name, _parsed(file)


def _files(folder: Path, pattern: str) -> list[Path]:
    if not folder.is_dir():
        raise BadInput(f"there is no folder {folder}; expected a folder of Python files")
    return sorted(folder.rglob(pattern))


def _parsed(file: Path) -> ast.Module:
    try:
        return ast.parse(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError) as error:
        raise BadInput(f"{file} is not Python: {error}") from None


# --- the command -------------------------------------------------------------------------------

STATUS = """\
The exit status is 0 without gaps, 1 with gaps, and 2 for an unknown game or a missing folder."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the report on a game; return the exit status."""
    chosen = _parser().parse_args(arguments)
    try:
        game = find(chosen.game)
        tests = chosen.tests or (TESTS if TESTS.is_dir() else None)
        made = report(game().rulebook, Path(inspect.getfile(game)).parent, tests)
    except BadInput as error:
        print(f"tools.clauses: {error}", file=sys.stderr)
        return 2
    print(made)
    return 1 if made.gaps else 0


def _parser() -> argparse.ArgumentParser:
    about = "Print a game's clauses, the functions and the tests of each, and the gaps."
    parser = argparse.ArgumentParser("python -m tools.clauses", description=about, epilog=STATUS)
    parser.add_argument("game", help="the game: " + " or ".join(names()))
    tests = "the folder of the tests (default: ./tests, if there is one)"
    parser.add_argument("--tests", type=Path, metavar="DIR", help=tests)
    return parser


if __name__ == "__main__":
    sys.exit(main())
