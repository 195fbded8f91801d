"""``python -m piecepack_nb``: which games there are, and how well a game's rules are carried."""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Sequence
from pathlib import Path

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.registry import find, names
from piecepack_nb.core.report import report

TESTS = Path("tests")

RULES_HELP = """\
Print a game's rulebook clause by clause: its id and title, whether it has a reading of ours, the
functions whose docstring cites it, and the tests that are marked with it.

The exit status is 1 where a clause has no code or no test, or where code or tests name a clause
that the rulebook doesn't have; the gaps stand at the end. It is 2 for what can't be looked at."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit status."""
    chosen = _parser().parse_args(arguments)
    try:
        match chosen.command:
            case "games":
                return _games()
            case "options":
                return _options(chosen.game)
        return _rules(chosen.game, chosen.tests)
    except BadInput as error:
        print(f"piecepack_nb: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m piecepack_nb", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    commands.add_parser("games", help="list the games", description="List the games.")
    options = commands.add_parser(
        "options",
        help="a game's rule options as a table",
        description="Print a game's rule options as a Markdown table.",
    )
    options.add_argument("game", help="the game: " + " or ".join(names()))
    rules = commands.add_parser(
        "rules",
        help="a game's rulebook, with the code and the tests that carry each clause",
        description=RULES_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    rules.add_argument("game", help="the game: " + " or ".join(names()))
    rules.add_argument(
        "--tests",
        type=Path,
        metavar="DIR",
        help="where the tests are (default: ./tests where it is there, else none are looked at)",
    )
    return parser


def _games() -> int:
    """Each game by its name, with its title."""
    for name in names():
        print(f"{name:14} {find(name).title}")
    return 0


def _options(name: str) -> int:
    """The rule options as a table, made from what the rules say of themselves."""
    options = find(name).rules_class.options()
    print("| option | printed rule | what it is | clauses |\n| --- | --- | --- | --- |")
    for each in options:
        ours = "; ours" if each.reading else ""
        clauses = " ".join(each.clauses)
        print(f"| `{each.name}` | `{each.default!r}`{ours} | {each.help} | {clauses} |")
    return 0


def _rules(name: str, tests: Path | None) -> int:
    """The report on a game's rulebook; 1 where it has gaps."""
    found = find(name)
    folder = Path(inspect.getfile(found)).parent
    if tests is None and TESTS.is_dir():
        tests = TESTS
    made = report(found().rulebook, folder, tests)
    print(made)
    return 1 if made.gaps else 0


if __name__ == "__main__":
    sys.exit(main())
