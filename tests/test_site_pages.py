"""What the site's pages are made of: the cards of the gallery, and the programs to begin from."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.design.program import Program
from tools import site_gallery, site_make
from tools.doc_boards import EXAMPLES
from tools.lessons import SOURCE

MOST_FILM = 100_000  # characters; a tenth of it when it is sent compressed


@pytest.mark.parametrize("name", ["piecepackman", "roads", "ludo"])
def test_a_card_has_a_film_and_its_links(name: str) -> None:
    before = dict(registry._registered)
    card = site_gallery.card(name)
    assert registry._registered == before
    assert ET.fromstring(card.film).tag.endswith("svg")
    assert len(card.film) < MOST_FILM
    assert card.about[0].isupper()
    assert card.about[-1] == "."
    shown = card.html(320, 240)
    assert f">Play<span> {card.title}</span>" in shown
    assert ("Remix" in shown) == (name != "piecepackman")
    assert ("Lesson" in shown) == (name != "roads")


def test_each_lesson_of_a_card_is_there() -> None:
    files = [SOURCE / f"{lesson}.ipynb" for lesson in site_gallery.LESSONS.values()]
    assert [file for file in files if not file.exists()] == []


def test_each_program_to_begin_from_runs_and_is_played() -> None:
    programs = site_make.examples()
    assert set(EXAMPLES) | set(site_gallery.SHELF) <= programs.keys()
    lessons = {name: each for name, each in programs.items() if each["group"] == "Lessons"}
    assert len(lessons) > 20
    for name in ("blank", *lessons):
        program = Program(programs[name]["text"])
        with site_gallery.known(program):
            match = pp.Match(pp.game(program.name), seed=1, seats="random")
            match.run(3)
            assert match.record, name
