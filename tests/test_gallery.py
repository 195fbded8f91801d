"""The gallery of a class's games: cards from files of which nothing runs unless asked for."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from pathlib import Path

import pytest

import piecepack_nb as pp
from piecepack_nb.design.program import Program
from piecepack_nb.interop.link import LinkedGame
from tools.gallery import ROOT, cards, empty_board, main, page

MINE = '''
from piecepack_nb import register
from piecepack_nb.design import Board


class Mine(Board):
    """Put a piece on an empty square."""

    author = "<i>Ann</i>"
    title = "<b>Mine</b>"
    places = Board.squares(3, 3)


open("ran", "w").write("x")
register(Mine)
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "broken.py").write_text("class A(")
    (tmp_path / "bytes.py").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "notes.txt").write_text("no game")
    return tmp_path


def test_a_card_says_what_its_file_claims_and_nothing_runs(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    main([str(folder), "--site", "https://example.org/make/", "--title", "<u>Class 9</u>"])
    assert capsys.readouterr().out.endswith("gallery.html: 1 game; 2 files with a problem\n")
    assert not (folder / "ran").exists()
    text = (folder / "gallery.html").read_text(encoding="utf-8")
    for markup in ("<i>", "<b>", "<u>", "<script"):
        assert markup not in text
    assert "By &lt;i&gt;Ann&lt;/i&gt;, mine.py" in text
    assert "Put a piece on an empty square." in text
    (link,) = re.findall(r'href="([^"]*)"', text)
    opened = pp.open(html.unescape(link))
    assert isinstance(opened, LinkedGame)
    assert opened.text == MINE
    assert "data:image/svg+xml;base64," in text
    assert text.count("<li>") == 3


@pytest.mark.parametrize(
    ("places", "drawn"),
    [
        ("Board.squares(3, 3)", True), ("Board.pits(6)", True), ("Board.hexagons(7, 7)", True),
        ("Board.squares(10**9, 3)", False), ("Board.squares(300, 300)", False),
        ("Board.squares(*open('x'))", False), ("squares(3, 3)", False), ("WORLD", False),
        ("Board.points([])", False), ("Board.squares('a', None)", False),
    ],
)  # fmt: skip
def test_an_empty_board_is_drawn_from_plain_numbers_alone(places: str, drawn: bool) -> None:
    text = f"class A(Board):\n    places = {places}\n"
    assert empty_board(Program(text)).startswith("<svg") is drawn


def test_pictures_are_of_games_being_played_each_in_a_process_of_its_own(folder: Path) -> None:
    (folder / "tic_tac_toe.py").write_bytes((ROOT / "examples/games/tic_tac_toe.py").read_bytes())
    (folder / "ends.py").write_text("import os\nclass A: pass\nos._exit(3)\n")
    by_file = {card.file: card for card in cards(folder, pictures=True)}
    assert not by_file["broken.py"].picture
    assert by_file["ends.py"].problem == "No picture: the file didn't play 12 moves here."
    played, empty = by_file["tic_tac_toe.py"].picture, empty_board(Program(MINE))
    assert played.count("<g ") > empty.count("<g ")
    assert not by_file["tic_tac_toe.py"].problem
    assert "href" not in page("Games", by_file.values(), "")


def test_a_folder_without_a_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for wrong, expected in ((tmp_path, "has no Python file"), (tmp_path / "no", "is no folder")):
        with pytest.raises(SystemExit):
            main([str(wrong)])
        assert expected in capsys.readouterr().err


def test_a_board_without_a_game_is_drawn_in_a_new_process_as_in_any_other() -> None:
    program = (
        "import piecepack_nb as pp; from piecepack_nb.design import Board; "
        "print(pp.show(Board.pits(6))._repr_mimebundle_()[0]['image/svg+xml'])"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ".ppnb-pit{" in told.stdout
