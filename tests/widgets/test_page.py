"""The offline page as text: its parts, and forbidden parts."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.scene import Film, TurnStart
from piecepack_nb.widgets.replay import Page, Replay
from tests.scene.film_reader import unpack
from tests.scene.showcase import showcase

HOSTILE = "</script><script>window.hacked=1</script><!--<img src=x onerror='window.hacked=1'>\"&lt;"


class Elements(HTMLParser):
    """The elements of a document, each with its attributes and the text right in it."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs), []))

    def handle_data(self, data: str) -> None:
        if self.found:
            self.found[-1][2].append(data)

    def all(self, tag: str) -> list[tuple[dict[str, str | None], str]]:
        return [(attrs, "".join(text)) for name, attrs, text in self.found if name == tag]


@pytest.fixture(scope="module")
def replay() -> Replay:
    match = pp.Match(pp.game("piecepackman"), seed=7)
    match.run()
    return pp.replay(match)


@pytest.fixture(scope="module")
def page(replay: Replay) -> Page:
    return replay.page()


def state_of(page: str) -> Any:
    scripts = [text for attrs, text in Elements(page).all("script") if attrs.get("type")]
    return json.loads(scripts[0])


def test_a_page_holds_everything_a_board_needs(replay: Replay, page: Page) -> None:
    state = state_of(page)
    assert base64.b64decode(state["film"]) == replay.film
    assert state["frame"] == replay.frame
    assert state["_sheet"] == json.loads(json.dumps(replay._sheet))
    assert state["clauses"]["PM-15"] == replay.clauses["PM-15"]
    (style,) = [text for _attrs, text in Elements(page).all("style") if ".ppnb-board" in text]
    assert replay._css in style


def test_a_page_names_the_game_and_its_author(page: Page) -> None:
    elements = Elements(page)
    assert elements.all("title")[0][1] == "Piecepackman"
    assert elements.all("h1")[0][1] == "Piecepackman"
    credits = elements.all("footer")[0][1]
    assert "Dan Burkey" in credits
    assert "CC BY-SA 4.0" in credits


def test_a_page_loads_nothing_from_elsewhere(page: Page) -> None:
    for tag, attrs, _text in Elements(page).found:
        for name in ("src", "href", "srcset", "action", "data"):
            value = attrs.get(name) or ""
            assert not value or value.startswith(("#", "data:")), (tag, value)
    addresses = set(re.findall(r"https?://[\w./-]+", page))
    names = ("2000/svg", "1999/xhtml", "1998/Math/MathML")  # of XML, not addresses that are asked
    assert addresses <= {f"http://www.w3.org/{name}" for name in names}


def test_a_pages_policy_allows_only_its_own_script(page: Page) -> None:
    elements = Elements(page)
    (rules,) = [str(attrs["content"]) for attrs, _ in elements.all("meta") if "http-equiv" in attrs]
    (script,) = [text for attrs, text in elements.all("script") if not attrs]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in rules
    assert rules.startswith("default-src 'none'")


def test_texts_never_become_markup() -> None:
    scene = showcase()._replace(caption=HOSTILE, alt=HOSTILE, clause="X-1")
    film = Film(HOSTILE, (scene, scene._replace(caption="Then.")), (TurnStart(HOSTILE, 0),))
    made = Replay(film, clauses={"X-1": (HOSTILE, HOSTILE, "")}, credits=HOSTILE)
    text = made.page()
    elements = Elements(text)
    assert len(elements.all("script")) == 2
    assert not elements.all("img")
    assert elements.all("h1")[0][1] == elements.all("footer")[0][1] == HOSTILE
    state = state_of(text)
    assert state["label"] == state["clauses"]["X-1"][0] == HOSTILE
    assert unpack(base64.b64decode(state["film"])) == film
    outside = Elements(text._repr_html_())
    assert [tag for tag, *_ in outside.found] == ["iframe"]
    assert outside.all("iframe")[0][0]["title"] == HOSTILE


def test_a_cell_shows_the_same_document_in_a_frame(page: Page) -> None:
    ((attrs, inside),) = Elements(page._repr_html_()).all("iframe")
    assert attrs["srcdoc"] == page
    assert attrs["title"] == "Piecepackman"
    assert "height" in str(attrs["style"])
    assert inside == ""


def test_a_page_is_written_to_a_file(replay: Replay, page: Page, tmp_path: Path) -> None:
    path = replay.to_html(tmp_path / "game.html")
    assert path == tmp_path / "game.html"
    assert path.read_text(encoding="utf-8") == page
    assert replay.to_html(str(path)) == path, "it may be written again"
    assert [each.name for each in tmp_path.iterdir()] == ["game.html"]


def test_an_unwritable_file_is_refused_in_one_line(replay: Replay, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere" / "game.html", tmp_path / "a\0b.html"):
        with pytest.raises(pp.BadInput, match=r"can't be written: .+") as caught:
            replay.to_html(path)
        assert "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_a_pages_repr_is_short_and_stable(page: Page) -> None:
    assert re.fullmatch(r"<Page 'Piecepackman', \d+ kB>", repr(page))
    assert str(page).startswith("<!doctype html>")


def test_without_scripts_a_page_shows_the_picture(replay: Replay, page: Page) -> None:
    assert f"<noscript>{replay.svg()}</noscript>" in page
