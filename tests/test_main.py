"""The command ``python -m piecepack_nb``."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from piecepack_nb.__main__ import main


def test_without_arguments_the_command_lists_the_games(capsys: pytest.CaptureFixture[str]) -> None:
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


@pytest.mark.parametrize("arguments", [["--help"], ["options", "--help"], ["games", "--help"]])
def test_the_command_has_help(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 0
    assert "usage: python -m piecepack_nb" in capsys.readouterr().out


def test_the_package_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "piecepack_nb", "options", "paco"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("| option | printed rule |")
