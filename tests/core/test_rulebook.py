"""A rulebook read from its file: clauses in order, with their chapters."""

from __future__ import annotations

from pathlib import Path

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.rulebook import Rulebook
from tests.conftest import GAMES

BOOK = """
title = "Pig"
author = "nobody"
source = "none"
licence = "any"
{chapters}
[clauses."PIG-1"]
title = "Beginning"
text = "Somebody begins."
[clauses."PIG-2"]
title = "Rolling"
text = '''The die
is rolled.'''
reading = "One die."
[clauses."PIG-3"]
title = "Holding"
text = "The heap is kept."
"""


def book(folder: Path, chapters: str = "") -> Rulebook:
    path = folder / "rulebook.toml"
    path.write_text(BOOK.format(chapters=chapters), encoding="utf-8")
    return Rulebook.read(path)


def test_a_chapter_lasts_until_the_next_one(tmp_path: Path) -> None:
    rules = book(tmp_path, '[chapters]\n"PIG-2" = "A turn"\n"PIG-3" = "The end"')
    assert [rules.chapter(clause.id) for clause in rules] == ["", "A turn", "The end"]
    assert rules.chapter("PIG-9") == ""
    assert rules["PIG-2"].text == "The die is rolled."


def test_a_rulebook_may_have_no_chapters(tmp_path: Path) -> None:
    assert book(tmp_path).chapter("PIG-2") == ""
    assert Rulebook.read(None).chapter("PIG-2") == ""


def test_a_chapter_must_begin_with_a_clause(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"a chapter of rulebook.toml is 'PIG-9'"):
        book(tmp_path, '[chapters]\n"PIG-9" = "More"')


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_of_a_game_is_in_a_chapter(name: str) -> None:
    rules = pp.game(name).rulebook
    assert all(rules.chapter(clause.id) for clause in rules)
    assert list(rules.chapters) == [id for id in rules.clauses if id in rules.chapters]


@pytest.mark.parametrize("name", GAMES)
def test_a_cell_shows_chapters_and_clauses(name: str) -> None:
    book = pp.game(name).rulebook
    shown = book._repr_markdown_()
    assert repr(book) == f"<Rulebook of {book.title}: {len(book.clauses)} clauses>"
    assert all(f"#### {title}" in shown for title in book.chapters.values())
    assert all(f"**{clause.id} {clause.title}.** {clause.text}" in shown for clause in book)


def test_changed_rules_are_in_the_text_of_their_clauses_only() -> None:
    game = pp.game("activator", double_reach=1, may_turn_corners=True)
    printed, here = game.rulebook.to_json(), game.rulebook.in_force(game.rules)
    assert [id for id in printed if printed[id] != here[id]] == ["AC-10"]
    title, text, reading = here["AC-10"]
    assert (title, reading) == (printed["AC-10"][0], printed["AC-10"][2])
    assert text.removeprefix(printed["AC-10"][1]) == (
        " In this game: How far a double moves: 1, not 2; Moves may turn corners: yes, not no."
    )
    assert game.rulebook.to_json() == printed
