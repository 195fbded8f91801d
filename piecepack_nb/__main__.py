"""Play a game in the browser, or read its rules: ``python -m piecepack_nb``."""

from __future__ import annotations

import argparse
import inspect
import json
import os
import sys
import tempfile
import textwrap
import webbrowser
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import piecepack_nb.bots  # noqa: F401 - registers the bots that play all games
from piecepack_nb.core.errors import BadInput, did_you_mean, invalid
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match_base import assign_players
from piecepack_nb.core.registry import find, make_game, names
from piecepack_nb.core.rules import Option
from piecepack_nb.core.save_schema import save_schema

EXAMPLES = """\
examples:
  python -m piecepack_nb play                             Piecepackman, in your browser
  python -m piecepack_nb play paco --bot suns=greedy      with a bot in a seat
  python -m piecepack_nb play pacman --rule ghosts=3      with another rule
  python -m piecepack_nb rules activator                  the rules of a game
  python -m piecepack_nb rules piecepackman PM-14 PM-15   two of its clauses
"""
NEEDS = "play needs Voila: pip install 'piecepack-nb[play]'"
FIRST = "piecepackman"
"""The game that ``play`` opens."""
WIDTH = 88
BUILT = Path(__file__).resolve().parents[1] / "build/site/docs/index.html"
"""The documentation in a clone of the repository."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit status, 2 for bad input."""
    chosen = _parser().parse_args(arguments)
    try:
        chosen.run(chosen)
    except BadInput as error:
        print(f"piecepack_nb: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m piecepack_nb",
        description="Play a game in the browser, or read its rules, options and functions.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="command")

    def command(name: str, run: Any, help: str, description: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=help, description=description)
        made.set_defaults(run=run)
        return made

    play = command(
        "play",
        _play,
        "open a game's table in the browser",
        "Open a game's table in the browser. The game is saved as you play, in the folder "
        ".piecepack_nb of the current folder, and the same command resumes it. Ctrl+C ends it.",
    )
    play.add_argument(
        "game", nargs="?", default=FIRST, help=f"{_either(names())}; {FIRST} without one"
    )
    play.add_argument("--seed", type=int, help="the seed of the dice; random without one")
    play.add_argument(
        "--rule", action="append", default=[], metavar="OPTION=VALUE", help="change a rule option"
    )
    play.add_argument(
        "--bot", action="append", default=[], metavar="SEAT=BOT", help="give a seat to a bot"
    )
    play.add_argument("--dark", action="store_true", help="use the dark theme")
    play.add_argument("--port", type=int, help="the server's port; a free one without")
    play.add_argument("--no-browser", action="store_true", help="only print the address")

    command("games", _print_games, "list the games", "List the games.")
    rules = command(
        "rules", _print_rules, "print a game's rules", "Print a game's rules, or some of them."
    )
    rules.add_argument("game", help=_either(names()))
    rules.add_argument("clause", nargs="*", default=[], help="the id of a clause, such as PM-14")
    options = command(
        "options",
        _print_options,
        "print a game's rule options",
        "Print a game's rule options as a Markdown table.",
    )
    options.add_argument("game", help=_either(names()))
    docs = command(
        "docs",
        _print_docs,
        "explain the functions",
        "List the functions and classes that a notebook types, or explain one of them; or open "
        "the documentation in the browser.",
    )
    docs.add_argument("name", nargs="?", help="a name, such as replay or Match.undo")
    docs.add_argument("--open", action="store_true", help="open the documentation in the browser")
    command(
        "schema",
        _print_schema,
        "print the JSON schema of saved games",
        "Print the JSON schema of saved games, with the rule options of all games.",
    )
    return parser


def _either(words: Sequence[str]) -> str:
    return "the game: " + " or ".join(words)


# --- play ----------------------------------------------------------------------------------------


def _play(chosen: argparse.Namespace) -> None:
    """Serve the table until Ctrl+C; raise BadInput for a game, rule, seat or bot that isn't one."""
    rules = _pairs(chosen.rule, "--rule")
    game = find(chosen.game)
    made = make_game(game.name, _values(game, rules))
    seats = _pairs(chosen.bot, "--bot")
    assign_players(made, seats)
    if find_spec("voila") is None:
        raise BadInput(NEEDS)
    arguments: dict[str, Any] = {**made.rules.changed()}
    call = [repr(game.name)]
    call += [f"seed={chosen.seed}"] * (chosen.seed is not None)
    call += [f"seats={seats!r}"] * bool(seats)
    call += [f"{name}={value!r}" for name, value in arguments.items()]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{game.name}.ipynb"
        path.write_text(json.dumps(_notebook(f"pp.play({', '.join(call)})")), encoding="utf-8")
        _serve(path, chosen)


def _serve(path: Path, chosen: argparse.Namespace) -> None:
    from voila.app import Voila

    # A reloaded page ends its old kernel, which has the game's lock, by a request without a cookie.
    # It names the kernel by a random id, so no other page can make such a request.
    settings = "--Voila.tornado_settings=disable_check_xsrf=True"
    arguments = [settings, str(path), "--theme=dark" if chosen.dark else "--theme=light"]
    arguments += [f"--port={chosen.port}"] * (chosen.port is not None)
    arguments += ["--no-browser"] * chosen.no_browser
    Voila.launch_instance(arguments)


def _notebook(call: str) -> dict[str, Any]:
    """Return a notebook whose only cell shows the value of ``call``."""
    source = (
        f"import os\nos.chdir({os.fspath(Path.cwd())!r})  # where games are saved\n"
        f"import piecepack_nb as pp\n{call}"
    )
    cell: dict[str, Any] = {
        "cell_type": "code",
        "id": "play",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
        "source": source,
    }
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": [cell]}


def _pairs(texts: Sequence[str], flag: str) -> dict[str, str]:
    """Return NAME=VALUE texts as a dict."""
    pairs = dict[str, str]()
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise invalid(flag, text, "a name and a value, such as name=value")
        pairs[name.strip()] = value.strip()
    return pairs


def _values(game: type[AnyGame], rules: dict[str, str]) -> dict[str, Any]:
    """Return the values of rule options from their texts."""
    options = {each.name: each for each in game.rules_class.options()}
    return {
        name: _value(options[name], text) if name in options else text
        for name, text in rules.items()
    }


def _value(option: Option, text: str) -> Any:
    """Return the value that the text gives to an option, or the text where it gives none."""
    for value in (*option.choices, None, True, False):
        if text.lower() == str(value).lower():
            return value
    number = text.removeprefix("-")
    return int(text) if number.isascii() and number.isdecimal() else text


# --- games, rules and options --------------------------------------------------------------------


def _print_games(_chosen: argparse.Namespace) -> None:
    """Print each game's name and title."""
    for name in names():
        print(f"{name:14} {find(name).title}")


def _print_rules(chosen: argparse.Namespace) -> None:
    """Print all clauses of a game by chapter, or the chosen ones."""
    book = find(chosen.game)().rulebook
    if chosen.clause:
        for id in chosen.clause:
            print(_wrapped(str(book[id.upper()])))
        return
    print(_wrapped(". ".join(filter(None, (book.title, book.author, book.source)))))
    for clause in book:
        if clause.id in book.chapters:
            print(f"\n{book.chapters[clause.id]}\n")
        print(_wrapped(str(clause)))


def _wrapped(text: str) -> str:
    return textwrap.fill(text, WIDTH, subsequent_indent="    ", break_on_hyphens=False)


def _print_options(chosen: argparse.Namespace) -> None:
    """Print a game's rule options, from their own metadata, as a Markdown table."""
    options = find(chosen.game).rules_class.options()
    print("| option | printed rule | what it is | clauses |\n| --- | --- | --- | --- |")
    for each in options:
        ours = "; ours" if each.reading else ""
        clauses = " ".join(each.clauses)
        print(f"| `{each.name}` | `{each.default!r}`{ours} | {each.help} | {clauses} |")


# --- docs ----------------------------------------------------------------------------------------


def _print_schema(_chosen: argparse.Namespace) -> None:
    print(json.dumps(save_schema(names()), indent=1, ensure_ascii=False))


def _print_docs(chosen: argparse.Namespace) -> None:
    """Print a line on each public name, or all about one."""
    import piecepack_nb as pp

    if chosen.open:
        webbrowser.open(_documentation())
        return
    if chosen.name is None:
        for name in pp.__all__:
            print(f"pp.{name:15} {_first_line(getattr(pp, name))}")
        print("\npython -m piecepack_nb docs NAME explains one, such as docs Match.undo.")
        print(
            "python -m piecepack_nb docs --open opens the documentation, with boards, in a browser."
        )
        return
    found: Any = pp
    for name in chosen.name.removeprefix("pp.").split("."):
        known = pp.__all__ if found is pp else [each for each in dir(found) if each[0] != "_"]
        if name not in known:
            hint = did_you_mean(name, known)
            raise BadInput(f"the name is {chosen.name!r}; expected one that docs lists{hint}")
        found = getattr(found, name)
    print(f"pp.{chosen.name.removeprefix('pp.')}{_signature(found)}\n")
    print(inspect.getdoc(found) or "")
    for name, member in inspect.getmembers(found) if inspect.isclass(found) else []:
        if name[0] != "_":
            print(f"  .{name:14} {_first_line(member)}")


def _documentation() -> str:
    """Return the address of the documentation: in public, or of the pages built in this clone."""
    try:
        addresses = metadata("piecepack-nb").get_all("Project-URL") or ()
    except PackageNotFoundError:  # run from a clone, without an install
        addresses = ()
    for each in addresses:
        name, _, address = each.partition(", ")
        if name == "Documentation":
            return str(address)
    if not BUILT.is_file():
        raise BadInput("the documentation is missing; run make docs in a clone of the repository")
    return BUILT.as_uri()


def _first_line(value: Any) -> str:
    return (inspect.getdoc(value) or "").partition("\n")[0]


def _signature(value: Any) -> str:
    try:
        return str(inspect.signature(value)).replace("'", "")  # annotations are texts
    except (TypeError, ValueError):
        return ""


if __name__ == "__main__":
    sys.exit(main())
