"""Play a game in the browser, or read its rules: ``python -m piecepack_nb``."""

from __future__ import annotations

import argparse
import inspect
import json
import logging
import os
import re
import runpy
import secrets
import sys
import tempfile
import textwrap
import threading
import webbrowser
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

import piecepack_nb.bots  # noqa: F401 - registers the bots that play all games
from piecepack_nb import __version__
from piecepack_nb.bots.levels import by_level
from piecepack_nb.core.errors import BadInput, check_installed, did_you_mean, invalid
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match_base import assign_players
from piecepack_nb.core.registry import find, make_game, names
from piecepack_nb.core.rules import Option
from piecepack_nb.core.save_schema import save_schema

EXAMPLES = """\
examples:
  python -m piecepack_nb play                             Piecepackman, in your browser
  python -m piecepack_nb play my_game.py                  the game that your file registers
  python -m piecepack_nb host paco --network              a table for the phones in your network
  python -m piecepack_nb rules activator                  the rules of a game
  python -m piecepack_nb rules piecepackman PM-14 PM-15   two of its clauses
  python -m piecepack_nb options paco                     what you can change in its rules
  python -m piecepack_nb docs replay                      what pp.replay does
  python -m piecepack_nb check handed-in                  the answers in a class's notebooks

"python -m piecepack_nb play --help", and so on, explains a command.
"""
PLAY_EXAMPLES = """\
examples:
  python -m piecepack_nb play pacman --rule players=3 --bot blue=greedy --bot green=greedy
  python -m piecepack_nb play piecepackman --rule quarter_turn_cost=0 --rule maze=roundabout
  python -m piecepack_nb play paco --seed 7 --dark
"""
FIRST = "piecepackman"
"""The game that ``play`` opens."""
WIDTH = 88
BUILT = Path(__file__).resolve().parents[1] / "build/site/docs/index.html"
"""The documentation in a clone of the repository."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit status, 2 for bad input. Without one, print the help."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    try:
        if chosen.run is None:
            parser.print_help()
            return 0
        chosen.run(chosen)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads, such as head, has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except BadInput as error:
        print(f"piecepack_nb: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m piecepack_nb",
        description="Play a game in the browser, or read its rules, its options and the functions\n"
        "of the package.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=None)
    parser.add_argument("--version", action="version", version=f"piecepack_nb {__version__}")
    commands = parser.add_subparsers(metavar="command")

    def command(name: str, run: Any, help: str, description: str) -> argparse.ArgumentParser:
        made = commands.add_parser(
            name,
            help=help,
            description=textwrap.fill(description, 80),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        made.set_defaults(run=run)
        return made

    games = f"{', '.join(names())}, or a Python file that registers your own game"

    play = command(
        "play",
        _play,
        "open a game's table in the browser",
        "Open a game's table in the browser. The game is saved as you play, in the folder "
        ".piecepack_nb of the current folder, and the same command resumes it. Only this machine, "
        "with the address that is printed, can open the table. Ctrl+C ends it.",
    )
    play.epilog = PLAY_EXAMPLES
    hosting = command(
        "host",
        _host,
        "open a table that several devices share",
        "Open a table that several devices share, each for its seat, and its lobby in the browser. "
        "The same command goes on with the same games and links. Ctrl+C ends it.",
    )
    for each in (play, hosting):
        each.add_argument("game", nargs="?", default=FIRST, help=f"{games}; {FIRST} without one")
        each.add_argument("--seed", type=int, help="the seed of the dice; random without one")
        each.add_argument(
            "--rule",
            action="append",
            default=[],
            metavar="OPTION=VALUE",
            help="change a rule, may be repeated; the command options lists the options",
        )
        each.add_argument(
            "--bot",
            action="append",
            default=[],
            metavar="SEAT=BOT",
            help="give a seat to a bot, may be repeated; the command options lists seats and bots",
        )
        each.add_argument("--port", type=int, help="the server's port; another one if it is taken")
        each.add_argument("--no-browser", action="store_true", help="only print the address")
    play.add_argument("--dark", action="store_true", help="use the dark theme")
    hosting.add_argument("--tables", type=int, default=1, help="the most tables; 1 without it")
    hosting.add_argument(
        "--network",
        action="store_true",
        help="let other devices in this network connect; without it only this machine can",
    )
    hosting.add_argument("--address", default="", help="the address where a proxy serves it")

    command("games", _print_games, "list the games", "List the games.")
    rules = command(
        "rules",
        _print_rules,
        "print a game's rules",
        "Print a game's rules, chapter by chapter, or some of its clauses.",
    )
    rules.add_argument("game", help=games)
    rules.add_argument("clause", nargs="*", default=[], help="the id of a clause, such as PM-14")
    options = command(
        "options",
        _print_options,
        "print a game's rule options, seats and bots",
        "Print a game's rule options with their printed values and what else they can be, then its "
        "seats and its bots.",
    )
    options.add_argument("game", help=games)
    options.add_argument(
        "--markdown", action="store_true", help="print the table of the game's README instead"
    )
    docs = command(
        "docs",
        _print_docs,
        "explain the functions",
        "List the functions and classes that a notebook types, or explain one of them; or open "
        "the documentation in the browser.",
    )
    docs.add_argument("name", nargs="?", help="a name, such as replay or Match.undo")
    docs.add_argument("--open", action="store_true", help="open the documentation in the browser")
    check = command(
        "check",
        _check,
        "check the answers in handed-in notebooks",
        "Check the answers in a handed-in notebook of a lesson, or in all notebooks of a folder, "
        "and print a line for each. Their code runs in processes of their own, with limits of "
        "time and memory, but with your rights: check only what you would run in Jupyter.",
    )
    check.add_argument("where", help="a notebook, or a folder with a class's notebooks")
    command(
        "schema",
        _print_schema,
        "print the JSON schema of saved games",
        "Print the JSON schema of saved games, with the rule options of all games.",
    )
    return parser


def _game(text: str) -> type[AnyGame]:
    """Return the game of this name, or the last one that a Python file registers."""
    if not text.endswith(".py"):
        return find(text)
    if not Path(text).is_file():
        raise invalid("the game", text, "a Python file that exists, or a game's name")
    known = names()
    sys.path.insert(0, str(Path(text).resolve().parent))
    runpy.run_path(text)
    made = [name for name in names() if name not in known]
    if not made:
        raise invalid("the game", text, "a file with a game: write @pp.register above its class")
    return find(made[-1])


# --- play ----------------------------------------------------------------------------------------


def _play(chosen: argparse.Namespace) -> None:
    """Serve the table until Ctrl+C; raise BadInput for a game, rule, seat or bot that isn't one."""
    rules = _pairs(chosen.rule, "--rule")
    game = _game(chosen.game)
    made = make_game(game.name, _values(game, rules))
    seats = _pairs(chosen.bot, "--bot")
    assign_players(made, seats)
    if chosen.port is not None and not 0 < chosen.port < 2**16:
        raise invalid("--port", chosen.port, f"a whole number from 1 to {2**16 - 1}")
    check_installed("play", "voila", "ipykernel")
    call = [repr(game.name)]
    call += [f"seed={chosen.seed}"] * (chosen.seed is not None)
    call += [f"seats={seats!r}"] * bool(seats)
    call += [f"{name}={value!r}" for name, value in made.rules.changed().items()]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{game.name}.ipynb"
        notebook = _notebook(_source(chosen.game, f"pp.play({', '.join(call)})"), game.title)
        path.write_text(json.dumps(notebook), encoding="utf-8")
        _serve(path, chosen)


def _host(chosen: argparse.Namespace) -> None:
    """Serve tables for several devices until Ctrl+C or the host's end."""
    import piecepack_nb as pp

    rules = _pairs(chosen.rule, "--rule")
    game = _game(chosen.game)
    session = pp.host(
        make_game(game.name, _values(game, rules)),
        tables=chosen.tables,
        seed=chosen.seed,
        seats=_pairs(chosen.bot, "--bot"),
        network=chosen.network,
        port=chosen.port or 0,
        address=chosen.address,
    )
    try:
        print(f"To join:       {session.link()}")
        print(f"The projector: {session.link('screen')}")
        print(f"Your lobby:    {session.link('host')} - Ctrl+C ends it.", flush=True)
        if not chosen.no_browser:
            lobby = [session.link("host")]
            threading.Thread(target=webbrowser.open, args=lobby, daemon=True).start()
        session.wait()
    except KeyboardInterrupt:
        print()
    finally:
        session.close()


def _serve(path: Path, chosen: argparse.Namespace) -> None:
    import zmq
    from tornado.web import HTTPError
    from voila.app import Voila
    from voila.tornado.handler import TornadoVoilaHandler

    class TablePage(TornadoVoilaHandler):  # type: ignore[misc]
        """The page, which starts a kernel: only for those who ask for it themselves."""

        async def prepare(self) -> None:
            """Refuse, with status 403, what another page asks for without the token."""
            self.set_header("Referrer-Policy", "no-referrer")  # the address has the token
            await super().prepare()
            asker = self.request.headers.get("Sec-Fetch-Site", "none")
            from_elsewhere = asker not in ("none", "same-origin") or not self.check_origin()
            if from_elsewhere and not self.token_authenticated:
                raise HTTPError(403)

    class TableServer(Voila):  # type: ignore[misc]
        """Voila, which says where the table is instead of what it does."""

        def init_settings(self) -> dict[str, Any]:
            """Return the settings of the server, for the names of this machine only."""
            # A reloaded page ends its old kernel, which has the game's lock, by a request without
            # the usual cookie. It names the kernel by a random id, and its origin is checked.
            allowed = {"disable_check_xsrf": True, "allow_remote_access": False}
            return {**super().init_settings(), **allowed}

        def init_handlers(self) -> list[Any]:
            """Return the handlers, with ours of the page."""
            handlers = super().init_handlers()
            return [
                (route, TablePage if kind is TornadoVoilaHandler else kind, *rest)
                for route, kind, *rest in handlers
            ]

        def launch_browser(self) -> None:
            """Print the address, and open it; a browser in the terminal may take its time."""
            address = f"{self.connection_url}?token={self.token}"
            print(f"The table is at {address} - Ctrl+C ends it.", flush=True)
            if not chosen.no_browser:
                threading.Thread(target=webbrowser.open, args=[address]).start()

    settings = [f"--Voila.token={secrets.token_hex(24)}", "--Voila.log_level=ERROR"]
    settings += ["--IdentityProvider.cookie_options=samesite=Strict"]
    arguments = [*settings, str(path), "--theme=dark" if chosen.dark else "--theme=light"]
    arguments += [f"--port={chosen.port}"] * (chosen.port is not None)
    # An unencrypted kernel warns in the terminal; so does Tornado, of settings of Jupyter's.
    arguments += ["--KernelManager.transport_encryption=auto"] * zmq.has("curve")
    logging.getLogger("tornado").setLevel(logging.ERROR)
    TableServer.launch_instance(arguments)


def _source(chosen: str, call: str) -> str:
    """Return the code of the only cell: it runs the game's file, if any, and shows the table."""
    folder = os.fspath(Path.cwd())
    lines = [f"import os\nos.chdir({folder!r})  # where games are saved, and nowhere else"]
    lines += ["from piecepack_nb.core.record import keep_files_in"]
    lines += [f"keep_files_in({folder!r})\nimport piecepack_nb as pp"]
    if chosen.endswith(".py"):
        path = Path(chosen).resolve()
        lines += [f"import runpy, sys\nsys.path.insert(0, {str(path.parent)!r})"]
        lines += [f"runpy.run_path({str(path)!r})"]
    return "\n".join([*lines, call])


def _notebook(source: str, title: str) -> dict[str, Any]:
    """Return a notebook whose only cell is ``source``."""
    cell: dict[str, Any] = {
        "cell_type": "code",
        "id": "play",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
        "source": source,
    }
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    about = {"kernelspec": kernel, "title": title}
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": about, "cells": [cell]}


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
    book = _game(chosen.game)().rulebook
    if chosen.clause:
        for id in chosen.clause:
            print(_wrapped(str(book[id.upper()])))
        return
    parts = (each.rstrip(".") for each in (book.title, book.author, book.source) if each)
    print(_wrapped(". ".join(parts)))
    for clause in book:
        if clause.id in book.chapters:
            print(f"\n{book.chapters[clause.id]}\n")
        print(_wrapped(str(clause)))


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=indent, subsequent_indent="    ", break_on_hyphens=False
    )


def _print_options(chosen: argparse.Namespace) -> None:
    """Print a game's rule options, from their own metadata, with its seats and bots."""
    game = _game(chosen.game)
    options = game.rules_class.options()
    if chosen.markdown:
        print(_table(options))
        return
    for each in options:
        print(f"{each.name} = {each.default!r}{'  (our reading)' if each.reading else ''}")
        allowed = each.accepted[0].upper() + each.accepted[1:]
        print(_wrapped(f"{each.help} {allowed}. {_cited(each.clauses)}", "    ") + "\n")
    made = make_game(game.name, {})
    print(_wrapped(f"Seats: {', '.join(made.seats)}"))
    print(_wrapped(f"Bots: {', '.join(by_level(made))}"))


def _cited(clauses: Sequence[str]) -> str:
    return f"[{' '.join(clauses)}]" if clauses else ""


def _table(options: Sequence[Option]) -> str:
    """Return rule options as the Markdown table of a game's README."""
    lines = ["| option | printed rule | what it is | clauses |", "| --- | --- | --- | --- |"]
    for each in options:
        ours = "; ours" if each.reading else ""
        clauses = " ".join(each.clauses)
        lines += [f"| `{each.name}` | `{each.default!r}`{ours} | {each.help} | {clauses} |"]
    return "\n".join(lines)


# --- check ---------------------------------------------------------------------------------------


def _check(chosen: argparse.Namespace) -> None:
    """Print the result of each task in a notebook, or in all notebooks of a folder."""
    from piecepack_nb.lessons.handed_in import check_class

    for name, (task, result) in check_class(Path(chosen.where)):
        print(f"{name}  {task or '-'}: {result.text}", flush=True)


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
            print(f"pp.{name:15} {_first_line(_called(getattr(pp, name)))}")
        design = import_module("piecepack_nb.design")
        print("\nTo write a game of your own, from piecepack_nb.design:")
        for name in design.__all__:
            print(f"{name:18} {_first_line(getattr(design, name))}")
        print(
            "\npython -m piecepack_nb docs NAME explains one, such as docs Match.undo or Table.say."
        )
        print(
            "python -m piecepack_nb docs --open opens the documentation, with boards, in a browser."
        )
        return
    found: Any = pp
    home = "piecepack_nb.design" if _of_design(chosen.name) else "pp"
    if home != "pp":
        found = import_module(home)
    for name in chosen.name.removeprefix("pp.").removeprefix("design.").split("."):
        known = [*getattr(found, "__all__", ())] or [each for each in dir(found) if each[0] != "_"]
        if name not in known:
            more = import_module("piecepack_nb.design").__all__ if found is pp else ()
            hint = did_you_mean(name, [*known, *more])
            raise BadInput(f"the name is {chosen.name!r}; expected one that docs lists{hint}")
        found = getattr(found, name)
    found = _called(found)
    print(f"{home}.{chosen.name.removeprefix('pp.').removeprefix('design.')}{_signature(found)}\n")
    print(inspect.getdoc(found) or "")
    for name, member in inspect.getmembers(found) if inspect.isclass(found) else []:
        if name[0] != "_":
            print(f"  .{name:14} {_first_line(member)}")


def _of_design(name: str) -> bool:
    """Return True for a name of ``piecepack_nb.design``, such as Board, ready.slide, Table.say."""
    import piecepack_nb as pp

    first = name.removeprefix("pp.").partition(".")[0]
    return first == "design" or (
        first not in pp.__all__ and first in import_module("piecepack_nb.design").__all__
    )


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
    if value is None or isinstance(value, str | int | float | tuple):
        return repr(value)
    return (inspect.getdoc(value) or "").partition("\n")[0]


def _called(value: Any) -> Any:
    """Return the function that a package such as ``pp.search`` calls; any other value itself."""
    if not (inspect.ismodule(value) and callable(value)):
        return value
    return getattr(import_module("piecepack_nb.api"), value.__name__.rpartition(".")[2], value)


def _signature(value: Any) -> str:
    try:
        whole = str(_with_lab(value, inspect.signature(value)))
        return re.sub(r"(: |-> )'([^']*)'", r"\1\2", whole)  # annotations are texts
    except (TypeError, ValueError):
        return ""


def _with_lab(value: Any, own: inspect.Signature) -> inspect.Signature:
    """Return a signature with the arguments that are handed to the lab in place of ``given``."""
    lab = import_module("piecepack_nb.lab")
    name = getattr(value, "__name__", "")
    if "given" not in own.parameters or name not in lab.__all__:
        return own
    mine = {key: each for key, each in own.parameters.items() if key != "given"}
    more = [
        each.replace(kind=each.KEYWORD_ONLY, default=True if each.name == "keep" else each.default)
        for each in inspect.signature(getattr(lab, name)).parameters.values()
        if each.name not in (*mine, "game", "show") and each.kind != each.VAR_KEYWORD
    ]
    options = inspect.Parameter("options", inspect.Parameter.VAR_KEYWORD)
    return own.replace(parameters=[*mine.values(), *more, options])


if __name__ == "__main__":
    sys.exit(main())
