"""Links: what they hold comes back, a program runs only when its reader has seen it."""

from __future__ import annotations

import base64
import json
import re
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.match import Match
from piecepack_nb.core.record import to_record
from piecepack_nb.interop.link import (
    MAX_CONTENT,
    MAX_LINK,
    MAX_QR,
    SITE,
    Link,
    LinkedGame,
    LinkedQuestion,
    LinkedTry,
)
from tests.conftest import GAMES
from tests.core.damage import says_the_same
from tests.design.examples import example_class

OLD = json.loads(Path(__file__).with_name("links.json").read_text(encoding="utf-8"))
"""One link of each kind from each version of the package; never change those of a released one."""
PAGE = "https://example.org/make/"


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(SITE, raising=False)
    before = dict(registry._registered)
    yield
    registry._registered.clear()
    registry._registered.update(before)


def packed(kind: str, content: object) -> str:
    packer = zlib.compressobj(9, wbits=-15)
    raw = packer.compress(json.dumps(content).encode()) + packer.flush()
    return f"#{kind}.{base64.urlsafe_b64encode(raw).decode().rstrip('=')}"


def played(game: str, moves: int = 20) -> Match:
    match = pp.Match(pp.game(game), seed=3, seats="random")
    while len(match.record) < moves and match.result is None:
        match.run(1)
    return match


@pytest.mark.parametrize("game", GAMES)
def test_a_match_comes_back_whole(game: str) -> None:
    match = played(game)
    match.undo()
    link = pp.link(match, site=PAGE)
    assert link.startswith(f"{PAGE}#match1.")
    again = pp.open(link)
    assert isinstance(again, Match)
    assert (again.state, again.cursor) == (match.state, match.cursor)
    says_the_same(to_record(match), to_record(again))
    assert pp.link(again, site=PAGE) == link


def test_a_game_with_options_becomes_a_new_match_of_it() -> None:
    again = pp.open(pp.link(pp.game("piecepackman", quarter_turn_cost=0)))
    assert isinstance(again, Match)
    assert again.game.rules.changed() == {"quarter_turn_cost": 0}
    assert not again.record


def test_a_maze_comes_back() -> None:
    maze = pp.mazes.generate(7, symmetry="left-right")
    assert pp.open(pp.link(maze)) == maze


def test_a_class_comes_back_when_its_reader_has_seen_it() -> None:
    written = example_class("nim")
    registry._registered["nim"] = written
    opened = pp.open(pp.link(written.design_class))
    assert isinstance(opened, LinkedGame)
    assert repr(opened) == "<LinkedGame 'Nim', not run: read its .text, or show it at a cell's end>"
    assert opened.title == "Nim"
    for word in ("", "000000", opened.program.word.upper() + " "):
        with pytest.raises(BadInput, match=r"^the word to run the program is "):
            opened.run(word)
    shown = opened._repr_html_()
    assert opened.program.word in shown
    assert "This is somebody's program." in shown
    assert "class Nim(Board)" in opened.text
    assert pp.game(opened.run(opened.program.word)).name == "nim"  # type: ignore[arg-type]


def test_a_match_of_an_own_game_has_its_program() -> None:
    registry._registered["skirmish"] = example_class("skirmish")
    match = played("skirmish")
    opened = pp.open(pp.link(match))
    assert isinstance(opened, LinkedGame)
    again = opened.run(opened.program.word)
    assert isinstance(again, Match)
    assert [str(step) for step in again.steps] == [str(step) for step in match.steps]


def test_a_game_of_the_shelf_has_no_program() -> None:
    assert isinstance(pp.open(pp.link(played(pp.games.shelf()[0].name))), Match)


def test_a_program_is_shown_as_text() -> None:
    text = 'class A:\n    title = "<b>x</b>"\n    author = "<i>"\n    rulebook = "<script>"\n'
    opened = pp.open(packed("game1", {"program": text}))
    assert isinstance(opened, LinkedGame)
    shown = opened._repr_html_()
    for markup in ("<b>", "<i>", "<script>"):
        assert markup not in shown
    assert "By &lt;i&gt;, as the program claims." in shown


@pytest.mark.parametrize(
    ("version", "kind"),
    [(version, kind) for version, links in OLD.items() for kind in links],
)
def test_links_of_every_version_open(version: str, kind: str) -> None:
    opened = pp.open(OLD[version][kind])
    if isinstance(opened, LinkedGame):
        opened = opened.run(opened.program.word)  # type: ignore[assignment]
    assert type(opened).__name__ == {"maze": "Maze", "game": "_BoardType"}.get(kind, "Match")
    if isinstance(opened, Match):
        assert opened.divergence is None
        assert len(opened.record) > 15


# --- Where links lead -----------------------------------------------------------------------------


def test_the_site_is_one_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    match = pp.Match("activator", seed=1)
    assert pp.link(match).startswith("#match1.")
    monkeypatch.setenv(SITE, PAGE)
    assert pp.link(match).startswith(f"{PAGE}#match1.")
    assert pp.link(match, site="https://other.example/").startswith("https://other.example/#")


def test_a_link_has_its_qr_code_if_it_fits() -> None:
    short, long = pp.link(played("activator", 5), site=PAGE), Link("x" * (MAX_QR + 1))
    assert short.qr().startswith("<svg")
    assert "<svg" in short._repr_html_()
    with pytest.raises(BadInput, match=f"^the link has {MAX_QR + 1} characters; a QR code holds"):
        long.qr()
    assert "a QR code holds" in long._repr_html_()
    assert "<b>" not in Link('"><b>')._repr_html_()


def test_a_link_without_a_site_says_what_opens_it_and_leads_nowhere() -> None:
    match = pp.Match("piecepackman", seed=7)
    links = {
        "pp.play(pp.open(link))": pp.link(match),
        "pp.predict(pp.open(link))": pp.link(match, question="objective"),
        "pp.open(link)": pp.link(match, tried="suns a1"),
    }
    damaged = Link("#match1.abc")
    registry._registered["skirmish"] = example_class("skirmish")
    own = pp.link(played("skirmish"))
    for use, link in (*links.items(), ("pp.open(link)", damaged), ("pp.open(link)", own)):
        shown = link._repr_html_()
        assert f"<p>Run {use} in a notebook: no site is set in {SITE}.</p>" in shown
        assert not re.search("<a|<svg", shown)


def test_a_linked_match_is_played_on_from_its_moment() -> None:
    match = pp.Match("piecepackman", seed=7)
    match.run()
    last = str(next(iter(match.moves())))
    table = pp.play(pp.open(pp.link(match)), journal=False)  # type: ignore[arg-type]
    assert table.match.state == match.state
    table.play(last)
    assert len(table.match.record) == len(match.record) + 1


# --- Bad links ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        (3, "the link is 3; expected a text"),
        ("", "the link is ''; expected https://…#match1.…, #maze1.… or #game1.…, with its content"),
        ("#match1.", "the link is '#match1.'; expected https://…#match1.…, #maze1.… or #game1.…"),
        ("#save1.AA", "the link is '#save1.AA'; expected https://…#match1.…, #maze1.… or #game1.…"),
        ("#match2.AAAA", "the link's version is 2; expected 1: update piecepack_nb"),
        ("#match1.A", "the link is damaged: "),
        ("#match1.____", "the link is damaged: "),
        ("x" * (MAX_LINK + 1), f"the link has {MAX_LINK + 1} characters; expected at most"),
        (packed("match1", []), "the link's content is []; expected a JSON object"),
        (packed("match1", {"record": {}}), "format is None; expected 'piecepack_nb match'"),
        (packed("match1", {"maze": ""}), "an entry of the link is 'maze'; expected"),
        (packed("maze1", {"maze": 1}), "the link's maze is 1; expected a text"),
        (packed("game1", {}), "the link's program is None; expected a text"),
        (packed("game1", {"program": "1 +"}), "the program is no Python: "),
        (packed("match1", {"record": 1, "program": "class A: pass"}), "the link's record is 1; "),
    ],
)  # fmt: skip
def test_a_bad_link_is_refused_in_a_line(link: Any, problem: str) -> None:
    with pytest.raises(BadInput) as refused:
        pp.open(link)
    assert str(refused.value).startswith(problem)
    assert "\n" not in str(refused.value)


def test_a_link_that_unpacks_to_too_much_is_not_unpacked() -> None:
    bomb = packed("match1", " " * (MAX_CONTENT + 1))
    assert len(bomb) < 10_000
    with pytest.raises(BadInput, match=f"^the link has over {MAX_CONTENT} bytes of content"):
        pp.open(bomb)


def test_a_link_that_was_cut_off_says_so() -> None:
    link = pp.link(played("activator"))
    for cut in (link[:-7], link[:200]):
        with pytest.raises(BadInput, match=r"^the link is (cut off|damaged)"):
            pp.open(cut)


def test_a_damaged_link_is_refused_or_means_the_same() -> None:
    random = Random(5)
    match = played("activator", 8)
    link = pp.link(match)
    for _ in range(300):
        at = random.randrange(8, len(link))
        other = link[:at] + random.choice("Ab9_-") + link[at + 1 :]
        try:
            again = pp.open(other)
        except BadInput as error:
            assert "\n" not in str(error)  # noqa: PT017 - most are refused
            continue
        assert isinstance(again, Match)
        says_the_same(to_record(match), to_record(again))


def test_a_refused_move_and_a_question_come_with_their_position() -> None:
    match = played("piecepackman", 8)
    refused = pp.open(pp.link(match, tried="suns a1"))
    assert isinstance(refused, LinkedTry)
    assert refused.match.state == match.state
    assert repr(refused) == f"suns a1: {match.refusal('suns a1')}"
    assert "[" in refused.why_not
    assert "expected" in repr(pp.open(pp.link(match, tried="nonsense")))
    quiz = pp.open(pp.link(match, question="objective"))
    assert isinstance(quiz, LinkedQuestion)
    assert pp.predict(quiz, keep=False).question == "objective"
    with pytest.raises(BadInput, match=r"^the link holds a m\w+; expected a match, for tried="):
        pp.link(pp.mazes.generate(7), tried="1")
    for entry in ("tried", "question"):
        content = {"record": to_record(match), entry: 5}
        with pytest.raises(BadInput, match=rf"^the link.s {entry} is 5"):
            pp.open(packed("match1", content))


def test_a_notebook_of_the_site_knows_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = "https://example.org/lite/extensions/kernel/worker.js"
    for href, address in ((worker, PAGE), ("blob:null/1234", "")):
        monkeypatch.setattr(sys, "platform", "emscripten")
        js = SimpleNamespace(location=SimpleNamespace(href=href))
        monkeypatch.setitem(sys.modules, "js", js)  # type: ignore[arg-type]
        link = pp.link(pp.mazes.generate(3))
        assert link.partition("#")[0] == address, href


def test_a_link_to_play_leads_to_the_page_without_code(monkeypatch: pytest.MonkeyPatch) -> None:
    match = pp.Match("worm_derby", seed=1)
    monkeypatch.setenv(SITE, PAGE)
    link = pp.link(match, play=True)
    assert link == str(pp.link(match)).replace("/make/#", "/guest/#")
    assert pp.link(match, play=True, site="") == pp.link(match, site="")
    for what, tried in ((pp.mazes.generate(3), ""), (match, "x")):
        with pytest.raises(BadInput, match="play=True is given; expected a match or a game"):
            pp.link(what, play=True, tried=tried)
