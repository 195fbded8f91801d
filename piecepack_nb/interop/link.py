"""Links that hold a whole match, maze or game of a reader's own.

    https://example.org/make/#match1.7VbbbtNAEP2V1T5D5Etix35…

Only what stands after # matters: the kind of content and the version of its format, a full stop,
and the content. That is JSON, compressed by deflate, written in base64url. A browser doesn't send
it to the site, so nothing is uploaded, and nothing can be lost: the link is the content.

Vocabulary
    kind      "match", "maze" or "game"
    tried     a move that somebody typed in the match's position, as they wrote it
    question  a kind of question on the match's position, for a prediction
    program   the text of a game of a reader's own; it runs only when the reader says so
"""

from __future__ import annotations

import base64
import binascii
import html
import importlib
import json
import os
import re
import sys
import zlib
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, metadata
from typing import Any, NamedTuple
from urllib.parse import urljoin

from piecepack_nb.core.errors import BadInput, brief_repr, invalid
from piecepack_nb.core.game import Game
from piecepack_nb.core.load import as_object, as_text, from_record, parse
from piecepack_nb.core.match import Match
from piecepack_nb.core.match_base import MatchBase
from piecepack_nb.core.record import to_keep, to_record
from piecepack_nb.core.registry import find
from piecepack_nb.core.validate import known_entries
from piecepack_nb.core.wording import visible
from piecepack_nb.design.program import Program, program_of
from piecepack_nb.games.piecepackman.maze import Maze, parse_maze

SITE = "PIECEPACK_NB_SITE"
"""The environment variable with the site's address; without it, ``Site`` of the project's URLs."""
ON_THIS_MACHINE = "http://127.0.0.1:8000/make/"
"""The address that ``make site-serve`` serves."""
GUESTS = "../guest/"
"""The page to play without seeing code, from the site's address."""
VERSION = 1
"""The version that is written; all earlier ones are read."""
ENTRIES = {
    "match": ("program", "question", "record", "tried"),
    "maze": ("maze",),
    "game": ("program",),
}
"""The entries of each kind of content; a match of a game of this package has no program."""
MAX_LINK = 400_000
"""The most characters of a link that is read."""
MAX_CONTENT = 4 * 2**20
"""The most bytes of its content."""
SVG = "http://www.w3.org/2000/svg"
MAX_QR = 2953
"""The most characters that a QR code holds."""
FRAGMENT = re.compile(r"(?:[^#]*#)?(match|maze|game)(\d{1,4})\.([A-Za-z0-9_-]+)")


class Link(str):
    """A link as text; at a cell's end it can be clicked, with its QR code."""

    __slots__ = ()

    def qr(self) -> str:
        """Return the link's QR code as SVG text.

        Raises BadInput for a link of over MAX_QR characters, and where segno isn't installed.
        """
        if len(self) > MAX_QR:
            raise BadInput(f"the link has {len(self)} characters; a QR code holds {MAX_QR}")
        try:
            import segno
        except ImportError:
            raise BadInput("a QR code needs segno: pip install segno") from None
        code: str = segno.make(self, micro=False, error="l").svg_inline(
            scale=3, border=4, light="#fff", title="QR code of the link"
        )
        return code.replace("<svg ", f'<svg xmlns="{SVG}" ', 1)  # to be a picture of its own, too

    def _repr_html_(self) -> str:
        shown = _as_text(f"{self[:60]}…" if len(self) > 61 else self)
        if self.startswith("#"):  # it leads nowhere by itself, as text or as a QR code
            return f"<p>{shown} ({len(self)} characters)</p><p>{without_site(self)}</p>"
        link = f'<a href="{html.escape(self)}" target="_blank" rel="noopener">{shown}</a>'
        try:
            return f"<p>{link} ({len(self)} characters)</p>{self.qr()}"
        except BadInput as error:
            return f"<p>{link} ({len(self)} characters; {html.escape(str(error))})</p>"


class LinkedTry(NamedTuple):
    """A position of a match, and a move that somebody tried there."""

    match: Match
    tried: str

    @property
    def why_not(self) -> str:
        """The reason against the move there, with the clause; "" for a legal move."""
        try:
            refusal = self.match.refusal(self.tried)
        except BadInput as error:  # no move at all
            return str(error)
        return "" if refusal is None else str(refusal)

    def __repr__(self) -> str:
        return f"{self.tried}: {self.why_not or 'a legal move here'}"


class LinkedQuestion(NamedTuple):
    """A position of a match, and a question on it: ``pp.predict`` asks it."""

    match: Match
    question: str

    def __repr__(self) -> str:
        return f"<a question on {self.match.game.title}, {self.question!r}: pp.predict asks it>"


def without_site(link: Link) -> str:
    """Return what to do with a link that has no site, as a sentence."""
    use = "pp.open(link)"
    with suppress(BadInput):  # pp.open says what is wrong with the link
        names = _read(link)[1].keys()
        if names == {"record"}:
            use = f"pp.play({use})"
        elif names == {"record", "question"}:
            use = f"pp.predict({use})"
    return f"Run {use} in a notebook: no site is set in {SITE}."


OfMatch = Match | LinkedTry | LinkedQuestion
"""The parts of a link with a match's record."""


class LinkedGame:
    """The program of a link; ``run`` needs a word that its reader has seen below it."""

    def __init__(self, program: Program, content: dict[str, Any]) -> None:
        self.program = program
        self.content = content
        """The rest of the link: the ``record`` of a match of the game, if it has one."""

    @property
    def title(self) -> str:
        """The game's title, as its program claims."""
        return self.program.title

    @property
    def text(self) -> str:
        """The program."""
        return self.program.text

    def run(self, word: str = "") -> type | OfMatch:
        """Run the program in this Python; return its game's class, or what the link has of a match.

        ``word`` is below the program where it is shown, so whoever has it has seen the program.
        Raises BadInput for another word.
        """
        if word != self.program.word:
            raise BadInput(
                f"the word to run the program is {brief_repr(word)}; expected the one that stands "
                "below the program: put the opened link at a cell's end, and read it"
            )
        game = self.program.run()
        return _of_match(self.content) if "record" in self.content else game

    def __repr__(self) -> str:
        return f"<LinkedGame {self.title!r}, not run: read its .text, or show it at a cell's end>"

    def _repr_html_(self) -> str:
        return (
            f"<h3>{_as_text(self.title)}</h3>{self._about()}"
            f"<pre>{_as_text(self.program.rules)}</pre>"
            f'<pre style="border: 1px solid; padding: 0.5em">{_as_text(self.text)}</pre>'
            f"<p>{WARNING} To run it: <code>opened.run({self.program.word!r})</code></p>"
        )

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Print the same in a terminal."""
        parts = (self.title, self.program.rules, self.text, WARNING)
        printer.text("\n\n".join(visible(part) for part in parts))
        printer.text(f"\nTo run it: opened.run({self.program.word!r})")

    def _about(self) -> str:
        author = self.program.author
        return f"<p>By {_as_text(author)}, as the program claims.</p>" if author else ""


def _as_text(text: str) -> str:
    """Return a stranger's text for a page: as text, with what would reorder it as escapes."""
    return html.escape(visible(text))


WARNING = (
    "This is somebody's program. Run it only if you trust whoever gave you the link: in a notebook "
    "it can do whatever you can do on this computer."
)


# --- A link made ----------------------------------------------------------------------------------


def link_of(
    what: object,
    site: str | None = None,
    *,
    tried: str = "",
    question: str = "",
    play: bool = False,
) -> Link:
    """Return the link of a match, a game, a maze, or a reader's own class.

    A match's link has its seed and all its moves, those of hidden parts too; with ``tried`` a move
    that somebody tried, with ``question`` a kind of question on the position. ``what`` may also
    show a match, as a table does, or a maze. With ``play`` the link leads to the page on which one
    plays and sees no code. Raises BadInput for anything else, for a game whose program isn't known,
    for a move or question without a match, and for ``play`` with what isn't played.
    """
    kind, content = _content(what)
    content |= {name: text for name, text in (("tried", tried), ("question", question)) if text}
    if kind != "match" and content.keys() & {"tried", "question"}:
        raise BadInput(f"the link holds a {kind}; expected a match, for tried= and question=")
    if play and (kind == "maze" or content.keys() & {"tried", "question"}):
        raise BadInput(
            "play=True is given; expected a match or a game, without tried= or question="
        )
    address = site_address() if site is None else site
    return _link(kind, content, urljoin(address, GUESTS) if play and address else address)


def link_of_program(program: Program, site: str) -> Link:
    """Return the link of a program, which doesn't run for it."""
    return _link("game", {"program": program.text}, site)


def _link(kind: str, content: dict[str, Any], site: str) -> Link:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    packed = base64.urlsafe_b64encode(_deflated(text.encode())).decode().rstrip("=")
    return Link(f"{site}#{kind}{VERSION}.{packed}")


def site_address() -> str:
    """Return the address of the site's page that opens links; "" where none is set.

    A notebook in the site's own JupyterLite needs no setting.
    """
    if SITE in os.environ:
        return os.environ[SITE]
    if sys.platform == "emscripten":
        here = str(importlib.import_module("js").location.href)
        return f"{here.partition('/lite/')[0]}/make/" if "/lite/" in here else ""
    try:
        urls = metadata("piecepack-nb").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    sites = [url.partition(",")[2].strip() for url in urls if url.startswith("Site,")]
    return f"{sites[0].rstrip('/')}/make/" if sites else ""


def linked_match(what: object) -> MatchBase | None:
    """Return the match of which ``what`` would be a link; None for anything without one."""
    shown = _shown(what)
    return shown if isinstance(shown, MatchBase) else None


def _shown(what: object) -> object:
    """Return the match or maze that a board shows; anything else as it is."""
    if isinstance(what, type):
        return what
    shown = (getattr(what, name, None) for name in ("match", "replayed", "maze"))
    return next((each for each in shown if each), what)


def _content(what: object) -> tuple[str, dict[str, Any]]:
    what = _shown(what)
    if isinstance(what, Maze):
        return "maze", {"maze": what.text()}
    if isinstance(what, type):
        return "game", {"program": program_of(_design(what))}
    if isinstance(what, Game):
        what = Match(what)
    if not isinstance(what, Match):
        raise invalid("the content of the link", what, "a match, a game, a maze, or a game's class")
    record = {"record": to_keep(to_record(what))}
    own = getattr(what.game, "design_class", None)
    if own is None or own.__module__.startswith("piecepack_nb."):
        return "match", record
    return "match", {"program": program_of(own), **record}


def _design(game: type) -> type:
    """Return the class that a reader wrote, of a registered game or of itself."""
    written: type = getattr(find(game), "design_class", game)
    return written


def _deflated(content: bytes) -> bytes:
    packer = zlib.compressobj(9, wbits=-15)
    return packer.compress(content) + packer.flush()


# --- A link opened --------------------------------------------------------------------------------


def open_link(link: str) -> OfMatch | Maze | LinkedGame:
    """Return the content of a link: data as it is, a program as one that hasn't run.

    Raises BadInput for a text that is no link, and for content that is damaged or too large.
    """
    return _opened(*_read(link))


def _read(link: object) -> tuple[str, dict[str, Any]]:
    """Return the kind and the content of a link; nothing in it is checked but their names."""
    if not isinstance(link, str):
        raise invalid("the link", link, "a text")
    if len(link) > MAX_LINK:
        raise BadInput(f"the link has {len(link)} characters; expected at most {MAX_LINK}")
    found = FRAGMENT.fullmatch(link.strip())
    if found is None:
        expected = "https://…#match1.…, #maze1.… or #game1.…, with its content"
        raise invalid("the link", link, expected)
    kind, version, packed = found.groups()
    if int(version) != VERSION:
        raise BadInput(f"the link's version is {version}; expected {VERSION}: update piecepack_nb")
    content = as_object("the link's content", parse(_inflated(packed), "the link"))
    known_entries("the link", content, ENTRIES[kind])
    return kind, content


def _opened(kind: str, content: dict[str, Any]) -> OfMatch | Maze | LinkedGame:
    if kind == "maze":
        return parse_maze(as_text("the link's maze", content.get("maze")))
    if kind == "match":
        as_object("the link's record", content.get("record"))
        for name in ("tried", "question"):
            as_text(f"the link's {name}", content.get(name, ""))
        if "program" not in content:
            return _of_match(content)
    program = Program(as_text("the link's program", content.get("program")))
    return LinkedGame(program, content)


def _of_match(content: dict[str, Any]) -> OfMatch:
    """Return the match of a link, with the move tried in it or the question on it."""
    match = from_record(content["record"])
    if "tried" in content:
        return LinkedTry(match, content["tried"])
    return LinkedQuestion(match, content["question"]) if "question" in content else match


def _inflated(packed: str) -> bytes:
    """Return the content of a link's last part; raise BadInput for what is damaged or too large."""
    try:
        content = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacker = zlib.decompressobj(wbits=-15)
        text = unpacker.decompress(content, MAX_CONTENT + 1)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise BadInput(f"the link is damaged: {error}") from None
    if len(text) > MAX_CONTENT:
        raise BadInput(f"the link has over {MAX_CONTENT} bytes of content; expected fewer")
    if not unpacker.eof or unpacker.unused_data:
        raise BadInput("the link is cut off, or has too much at its end; copy all of it again")
    return text
