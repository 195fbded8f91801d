"""A page to hand to a stranger, as a file: the game in it, and where the rest of it comes from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.interop.link import LinkedGame
from piecepack_nb.lab.playtest import QUESTIONS
from piecepack_nb.widgets.guest_page import SLOT
from tests.design.examples import example_class

ROOT = Path(__file__).parents[2]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site whose page without a game is almost empty; links have its address."""
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "site/guest/player.html"
    page.parent.mkdir(parents=True)
    page.write_text(f"<!doctype html><p>before</p>{SLOT}<p>after</p>", encoding="utf-8")
    monkeypatch.setenv("PIECEPACK_NB_SITE", (tmp_path / "site/make").as_uri() + "/")
    return page


def given(page: Path) -> dict[str, Any]:
    """Return the game in a page; there is no other change in it."""
    before, after = SLOT.split("null")
    text = page.read_text(encoding="utf-8").removeprefix(f"<!doctype html><p>before</p>{before}")
    game: dict[str, Any] = json.loads(text.removesuffix(f"{after}<p>after</p>"))
    return game


def test_a_page_holds_the_rules_players_and_start_of_a_table_but_no_moves(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry._registered, "connect_four", example_class("connect_four"))
    table = pp.play("connect_four", length=3, seats={"moons": "easy"}, journal=False, seed=1)
    table.match.play("d1")
    held = given(table.to_html("mine.html"))
    assert held["title"] == "Connect four"
    assert (held["seats"], held["bots"], held["questions"]) == (2, "Moons", list(QUESTIONS))
    assert "CF-1 " in held["rules"]
    assert held["picture"].startswith("<svg")
    opened = pp.open(held["link"])
    assert isinstance(opened, LinkedGame)
    match = opened.run(opened.program.word)
    assert isinstance(match, pp.Match)
    assert (match.game.rules.length, match.seats["moons"], match.record) == (3, "easy", ())
    asked = pp.play("worm_derby", notes=["Was it </script> fun?"], journal=False)
    page = asked.to_html("derby.html")
    asked.end_notes()
    assert given(page)["questions"] == ["Was it </script> fun?"]
    assert "</script> fun" not in page.read_text(encoding="utf-8")
    assert isinstance(pp.open(given(page)["link"]), pp.Match)


def test_the_page_without_a_game_is_loaded_once(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = pp.play("worm_derby", journal=False)
    first = table.to_html("one.html").read_text(encoding="utf-8")
    site.unlink()  # as without a network
    assert table.to_html("two.html").read_text(encoding="utf-8") == first
    (kept,) = Path(".piecepack_nb").glob("player-*.html")
    kept.unlink()
    with pytest.raises(pp.BadInput, match=r"player\.html can't be loaded: .*No such file"):
        table.to_html("three.html")
    site.write_text("<p>Not found</p>", encoding="utf-8")
    with pytest.raises(pp.BadInput, match=r"is no page without a game; expected guest/player"):
        table.to_html("three.html")
    monkeypatch.setenv("PIECEPACK_NB_SITE", "")
    with pytest.raises(pp.BadInput, match=r"from a site, and none is set; expected .* = \"http"):
        table.to_html("three.html")
    assert not Path("three.html").exists()


def test_the_questions_of_the_page_are_those_of_python() -> None:
    source = ROOT / "piecepack_nb/widgets/frontend/src/site/guest.js"
    assert f"const QUESTIONS = {json.dumps(list(QUESTIONS))};" in source.read_text(encoding="utf-8")
    for file in ("docs/site/guest/index.html", "piecepack_nb/widgets/frontend/src/site/make.js"):
        assert SLOT in (ROOT / file).read_text(encoding="utf-8")
