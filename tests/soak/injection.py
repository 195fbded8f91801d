"""Names and texts with markup: in pictures and pages they stay text."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Callable
from html.parser import HTMLParser
from random import Random
from typing import Any

import piecepack_nb as pp
from piecepack_nb.bots import GENERAL
from piecepack_nb.core.load import from_record
from piecepack_nb.core.record import to_record
from piecepack_nb.core.wording import BIDI
from piecepack_nb.design import Board, ready
from piecepack_nb.lab import measures, simulate
from piecepack_nb.lab.report import Report
from piecepack_nb.scene import svg
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.widgets.replay import page
from tests.games.piecepackman.helpers import POCKET
from tests.soak.campaigns import Different, Row, campaign
from tests.soak.mutations import matches, mutated_text

MARK = "hacked"
POLICY = '<meta http-equiv="Content-Security-Policy" content='
CORPUS = (
    "<script>hacked()</script>", "</script><script>hacked()</script>",
    "<img src=x onerror=hacked()>", "</title><svg onload=hacked()>",
    "]]><script>hacked()</script>", "<!--<script>hacked()//", "-->hacked",
    "</style><style>@import 'hacked'</style>", "<a href=javascript:hacked()>x</a>",
    '" onload="hacked()', "' onfocus='hacked()' autofocus='", "`onclick=hacked()`", "<hacked/>",
    "<iframe srcdoc='<script>hacked()</script>'>", "&lt;script&gt;hacked()&lt;/script&gt;",
    "&#60;hacked>", "<math><mtext><hacked>", "\u2028<hacked>\u2029", "<\x00script>hacked",
    "\ufeff<hacked>", "<<hacked>>", "${hacked()}", "{{hacked()}}", "url(javascript:hacked)",
    "<use href='#hacked'/>", "%3Chacked%3E",
    "\u202ehacked", "x\u2066\u202ehacked\u2069", "\\\u202ehacked",
    'x" srcdoc="<script>hacked()</script>',
)  # fmt: skip
TAGS = """svg g defs style title desc path circle ellipse rect line polyline polygon text tspan use
pre code h3 symbol clippath lineargradient radialgradient stop mask
html head meta dl dt dd h2 table caption tbody tr th td figure figcaption link
body main div h1 h4 noscript footer script p b a"""
"""The elements of our pictures and pages."""


class Reader(HTMLParser):
    """A page's elements, with the mark where it isn't text."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        names = [name for name, _ in attrs]
        active = [n for n in names if n.startswith("on") or MARK in n]
        links = [v for n, v in attrs if n in ("href", "src") and MARK in str(v)]
        if tag not in TAGS.split() or active or links:
            self.wrong.append(f"<{tag} {attrs}>")


class Frames(HTMLParser):
    """The elements of an output with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def no_markup(text: str, scripts: int = 0) -> None:
    """Raise Different if a page or picture has an element or attribute that it should not have."""
    reader = Reader()
    reader.feed(text)
    reader.close()
    no_reordering(text)
    if reader.wrong or reader.scripts != scripts:
        raise Different(f"{reader.wrong[:1]}, {reader.scripts} scripts")


def no_reordering(text: str) -> None:
    """Raise Different for a character that reorders the text around it."""
    if found := {each for each in text if ord(each) in BIDI}:
        raise Different(f"the characters {[*map(ascii, found)]}")


def output(text: str, scripts: int = 0) -> None:
    """Raise Different unless an output is a frame alone, whose page has markup of ours only."""
    frames = Frames()
    frames.feed(text)
    frames.close()
    ((tag, attrs),) = frames.found
    if tag != "iframe" or set(attrs) - {"title", "style", "srcdoc"}:
        raise Different(f"<{tag} {sorted(attrs)}>")
    no_reordering(str(attrs["title"]))
    page = str(attrs["srcdoc"])
    if not re.match(f"<!doctype html>.{{0,60}}{re.escape(POLICY)}\"default-src 'none';", page):
        raise Different(f"no policy in {page[:200]}")
    no_markup(page, scripts)


def picture(text: str) -> None:
    """Raise Different for markup in an SVG picture, a ParseError for what is no XML."""
    ET.fromstring(text)
    no_markup(text)


def _caption(hostile: str, match: pp.Match) -> None:
    """A hostile caption, prompt, name and title on a board, a replay and a page."""
    scene = view_of(match.game).scene(match.game, match.state)
    spots = tuple(spot._replace(name=hostile, tip=hostile) for spot in scene.spots)
    scene = scene._replace(caption=hostile, alt=hostile, clause="", spots=spots)
    picture(str(svg(scene)))
    no_markup(page(hostile, hostile, {"label": hostile}, "", scene), scripts=2)


def _save(hostile: str, match: pp.Match) -> None:
    """A save whose maze has a hostile title, shown at a table, as a replay and as a page."""
    lines = [line for line in POCKET.strip("\n").splitlines() if not line.startswith("title")]
    maze = "\n".join([f"title: {hostile}", f"note: {hostile}", *lines])
    hurt = pp.Match(pp.game("piecepackman", maze=maze, cubes_per_suit=1), seed=1)
    hurt.roll()
    again = from_record(to_record(hurt))
    replay = pp.replay(again, searches=False)
    picture(str(replay.svg()))
    no_markup(replay.page(), scripts=2)
    replay.close()


def _table(hostile: str, match: pp.Match) -> None:
    """Hostile typed moves and file names at a table, and its log."""
    table = pp.play(match.branch(-1), journal=False)
    table.play(hostile)
    for name, fields in {
        "load": {"file": hostile},
        "upload": {"file": hostile, "text": "{}"},
    }.items():
        table._received(table, {"kind": "do", "name": name, **fields}, [])
        if table.last_error:
            raise RuntimeError(table.last_error.splitlines()[-1])
    picture(table._repr_mimebundle_()[0]["image/svg+xml"])
    table.say(hostile)
    no_reordering(json.dumps(table.get_state(), ensure_ascii=False, default=repr))
    table.close()


class Line(Board):
    """A small game: who takes the last square wins."""

    places = Board.squares(3, 1)

    def move(self, table: Any, place: str) -> None:
        """Take a square."""
        table[place] = table.seat

    def winner(self, table: Any) -> Any:
        """Whoever is to move when all squares are taken has lost."""
        return ready.full(table)


def titled(hostile: str) -> Any:
    """The small game with this title and author."""
    return type("Titled", (Line,), {"title": hostile, "author": hostile}).as_game()(bots=GENERAL)  # type: ignore[attr-defined]


def _pages(hostile: str, match: pp.Match) -> None:
    """A game with a hostile title: its report, hand-outs and replay, as a notebook shows them."""
    game = titled(hostile)
    report = Report(measures(game, 2, seats="random", playouts=1))
    for shown in (report, pp.handout(game), pp.handout([f"Read {hostile}."], title=hostile)):
        output(shown._repr_html_())
    played = pp.Match(game, seed=1, seats=dict.fromkeys(game.seats, "random"))
    played.run()
    replay = pp.replay(played)
    output(replay.page()._repr_html_(), scripts=2)
    no_reordering(zlib.decompress(replay.film).decode())
    replay.close()


def _lab(hostile: str, match: pp.Match) -> None:
    """A bot with a hostile name in a chart."""

    def bot(game: Any, state: Any, seat: str, pick: Any) -> Any:
        return pick("move", list(game.moves_for(state, seat)))

    bot.__name__ = hostile
    game = pp.game("paco", players=2, turn_limit=1)
    picture(simulate(game, 1, seats=bot)._repr_mimebundle_()["image/svg+xml"])


KINDS: tuple[Callable[[str, pp.Match], None], ...] = (_caption, _save, _table, _lab, _pages)


@campaign("names with markup", share=0.2)
def names_with_markup(size: int, row: Row, random: Random) -> None:
    """Show each hostile text in every place where a reader's or a file's text is shown."""
    for number in range(max(size, len(KINDS))):
        hostile = random.choice(CORPUS)
        if random.random() < 0.5:
            hostile = mutated_text(hostile, random)
        kind = KINDS[number % len(KINDS)]
        with row.attempt(f"{kind.__name__} {number}: {hostile!r}", limit=8):
            kind(hostile, random.choice(matches()))
