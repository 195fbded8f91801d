"""List the games and their rule options: ``python -m piecepack_nb``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.registry import find, names


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit status, 2 for an unknown game."""
    chosen = _parser().parse_args(arguments)
    try:
        if chosen.command == "games":
            _print_games()
        else:
            _print_options(chosen.game)
    except BadInput as error:
        print(f"piecepack_nb: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m piecepack_nb", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    commands.add_parser("games", help="list the games", description="List the games.")
    options = commands.add_parser(
        "options",
        help="print a game's rule options",
        description="Print a game's rule options as a Markdown table.",
    )
    options.add_argument("game", help="the game: " + " or ".join(names()))
    return parser


def _print_games() -> None:
    """Print each game's name and title."""
    for name in names():
        print(f"{name:14} {find(name).title}")


def _print_options(name: str) -> None:
    """Print a game's rule options, from their own metadata, as a Markdown table."""
    options = find(name).rules_class.options()
    print("| option | printed rule | what it is | clauses |\n| --- | --- | --- | --- |")
    for each in options:
        ours = "; ours" if each.reading else ""
        clauses = " ".join(each.clauses)
        print(f"| `{each.name}` | `{each.default!r}`{ours} | {each.help} | {clauses} |")


if __name__ == "__main__":
    sys.exit(main())
