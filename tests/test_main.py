"""The command ``python -m piecepack_nb``."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from email.message import Message
from pathlib import Path

import pytest

import piecepack_nb as pp
import piecepack_nb.__main__ as command
from piecepack_nb.__main__ import main
from piecepack_nb.core import errors, registry
from piecepack_nb.hosting.session import Session

ROOT = Path(__file__).parents[1]
COMMANDS = ("play", "host", "games", "rules", "options", "docs", "check", "schema")


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The cells that play would show, in place of a server."""
    sources: list[str] = []

    def serve(path: Path, _chosen: object) -> None:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        sources.extend(cell["source"] for cell in cells)

    monkeypatch.setattr(command, "_serve", serve)
    monkeypatch.setattr(Session, "wait", lambda _session: None)
    monkeypatch.setattr("webbrowser.open", lambda _address: True)
    return sources


@pytest.fixture
def own_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a game, in the current folder; its game is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    monkeypatch.setattr(sys, "path", list(sys.path))
    file = tmp_path / "my_game.py"
    shutil.copy(ROOT / "examples/games/hex.py", file)
    text = file.read_text(encoding="utf-8").replace("class Hex", "class MyHex")
    file.write_text(text, encoding="utf-8")
    return file


def test_without_a_command_the_help_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert capsys.readouterr().out == command._parser().format_help()


@pytest.mark.usefixtures("served", "own_game")
@pytest.mark.parametrize(
    "line",
    re.findall(r"^  python -m piecepack_nb (.+?)(?:  +.*)?$", command.EXAMPLES, re.MULTILINE)
    + re.findall(r"^  python -m piecepack_nb (.+)$", command.PLAY_EXAMPLES, re.MULTILINE),
)
def test_each_example_of_the_help_works(line: str) -> None:
    Path("handed-in").mkdir()
    Path("handed-in/ann.ipynb").write_text('{"cells": []}', encoding="utf-8")
    assert main(line.split()) == 0


def test_play_opens_the_game_of_a_file(own_game: Path, served: list[str]) -> None:
    assert main(["play", own_game.name, "--seed", "3"]) == 0
    (source,) = served
    assert source.endswith("pp.play('my_hex', seed=3)")
    folder = str(own_game.parent)
    setup = source.rpartition("\n")[0]
    code = f"{setup}\nprint(pp.games()[-1], sys.path[0] == {folder!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "my_hex True\n"


def test_a_file_without_a_game_is_refused(
    own_game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own_game.write_text("import piecepack_nb\n", encoding="utf-8")
    assert main(["play", own_game.name]) == 2
    assert "write @pp.register above its class" in capsys.readouterr().err


def test_options_are_printed_with_what_they_allow_and_the_bots(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["options", "pacman"]) == 0
    shown = capsys.readouterr().out
    for each in pp.game("pacman").rules.options():
        start = shown.index(f"{each.name} = {each.default!r}")
        text = " ".join(shown[start:].partition("\n\n")[0].split())
        assert each.accepted[1:] in text
    assert (
        "Seats: red, blue\nBots: easy, medium, strong, greedy, random, look_ahead, mcts\n" in shown
    )
    assert max(map(len, shown.splitlines())) <= 88


def test_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert re.search(r"^piecepackman +Piecepackman$", capsys.readouterr().out, re.MULTILINE)


@pytest.mark.parametrize(
    ("title", "name"), [("Worm Derby", "worm_derby"), ("PAC-MAN", "pacman"), ("P.A.C.O.", "paco")]
)
def test_an_unknown_game_is_refused_by_the_command(
    title: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["options", title]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"piecepack_nb: the game is {title!r}; expected ")
    assert shown.err.endswith(f"(did you mean {name!r}?)\n")


@pytest.mark.parametrize(
    "arguments",
    [["--help"], *([each, "--help"] for each in COMMANDS)],
)
def test_the_command_has_help(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 0
    assert "usage: python -m piecepack_nb" in capsys.readouterr().out


def test_help_of_play_names_the_game_that_opens(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    assert "piecepackman without one" in " ".join(capsys.readouterr().out.split())


def test_the_package_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "piecepack_nb", "options", "--markdown", "paco"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("| option | printed rule |")


def test_rules_are_printed_by_chapter(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "piecepackman"]) == 0
    shown = capsys.readouterr().out
    book = pp.game("piecepackman").rulebook
    assert shown.startswith(f"{book.title}. {book.author}")
    for id in book.clauses:
        assert re.search(rf"^{id} ", shown, re.MULTILINE)
    for title in book.chapters.values():
        assert f"\n\n{title}\n\n" in shown
    assert max(map(len, shown.splitlines())) <= 88


def test_some_clauses_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "piecepackman", "pm-14", "PM-15"]) == 0
    assert re.findall(r"^PM-\d+", capsys.readouterr().out, re.MULTILINE) == ["PM-14", "PM-15"]


def test_docs_lists_every_public_name_with_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs"]) == 0
    lines = capsys.readouterr().out.splitlines()
    found = {words[0]: words[1:] for line in lines if len(words := line.split(maxsplit=1))}
    for name in pp.__all__:
        assert found[f"pp.{name}"], f"{name} has no docstring"


def test_output_that_nobody_reads_to_its_end_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as out:
        monkeypatch.setattr("sys.stdout", out)
        assert main(["docs"]) == 0


def test_docs_opens_the_documentation_in_public_or_else_of_the_clone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    facts = Message()
    monkeypatch.setattr(command, "metadata", lambda _name: facts)
    monkeypatch.setattr(command, "BUILT", tmp_path / "index.html")
    assert main(["docs", "--open"]) == 2
    assert "run make docs" in capsys.readouterr().err
    command.BUILT.touch()
    assert main(["docs", "--open"]) == 0
    facts["Project-URL"] = "Documentation, https://example.org/docs"
    assert main(["docs", "--open"]) == 0
    assert opened == [command.BUILT.as_uri(), "https://example.org/docs"]


@pytest.mark.parametrize("name", ["search", "measures", "difference", "simulate"])
def test_docs_explains_a_measure_with_all_its_arguments(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["docs", name]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"pp.{name}(")
    for word in ("seats:", "seconds:", "workers:", "playouts:", "**options"):
        assert word in shown.partition("\n")[0]
    assert "lab." not in shown.partition("\n")[2]


@pytest.mark.parametrize("name", ["Match.undo", "pp.replay", "Match"])
def test_docs_explains_a_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", name]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"pp.{name.removeprefix('pp.')}(")
    assert len(shown.splitlines()) > 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["docs", "Matc"],
            "expected one that docs lists (did you mean 'Match'?)",
        ),
        (
            ["rules", "paco", "PM-14"],
            "expected an id in the rulebook of P.A.C.O.",
        ),
        (["play", "piecepackmann"], "(did you mean 'piecepackman'?)"),
        (["check", "nowhere"], "nowhere can't be read"),
        (["check", "tests/lessons"], "holds no notebook; expected handed-in lessons"),
        (["play", "nope.py"], "expected a Python file that exists"),
        (["play", "--port", "65536"], "--port is 65536; expected a whole number from 1 to 65535"),
        (["play", "--rule", "ghosts"], "--rule is 'ghosts'; expected a name and a value"),
        (
            ["play", "pacman", "--rule", "ghosts=9"],
            "ghosts is 9; expected a whole number",
        ),
        (["play", "pacman", "--rule", "gosts=1"], "(did you mean 'ghosts'?)"),
        (["play", "paco", "--bot", "sun=random"], "sun"),
        (["play", "paco", "--bot", "suns=gready"], "gready"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    shown = capsys.readouterr().err
    assert message in shown
    assert shown.count("\n") == 1


def test_play_makes_a_notebook_with_the_rules_and_bots(served: list[str]) -> None:
    rules = ["--rule", "step_cost=2", "--rule", "maze=roundabout"]
    assert main(["play", "piecepackman", "--seed", "7", *rules, "--bot", "suns=mcts"]) == 0
    (source,) = served
    call = "pp.play('piecepackman', seed=7, seats={'suns': 'mcts'}, step_cost=2)"
    assert source.endswith(f"import piecepack_nb as pp\n{call}")


def test_without_voila_play_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(errors, "find_spec", lambda _name: None)
    assert main(["play"]) == 2
    assert "pip install voila ipykernel" in capsys.readouterr().err
