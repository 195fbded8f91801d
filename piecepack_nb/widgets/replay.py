"""A board that replays a film, and its page: an HTML document that needs no kernel or network.

The page holds the board's module, a stand-in for the model, and the board's state with the film.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Self

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.game import Game
from piecepack_nb.core.match_base import MatchBase
from piecepack_nb.core.record import write
from piecepack_nb.core.wording import visible, visible_json
from piecepack_nb.interop.link import Link, link_of
from piecepack_nb.scene import Film, Picture, Scene, svg
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.match_film import match_film
from piecepack_nb.scene.style import DARK, LIGHT
from piecepack_nb.widgets.board import BoardWidget
from piecepack_nb.widgets.linking import GivesLink, match_at
from piecepack_nb.widgets.page import page_source

# --- One page without a kernel -------------------------------------------------------------------


LOOK = f"""
:root{{color-scheme:light dark}}
body{{{LIGHT}margin:0;background:var(--ppnb-paper);color:var(--ppnb-ink);
font:15px/1.4 system-ui,"Segoe UI","DejaVu Sans",sans-serif}}
@media(prefers-color-scheme:dark){{body{{{DARK}}}}}
.ppnb-page{{box-sizing:border-box;max-width:1232px;margin:0 auto;padding:8px 16px 12px}}
.ppnb-page h1{{margin:4px;font-size:19px;font-weight:600}}
.ppnb-page svg{{max-width:100%;height:auto}}
.ppnb-page footer{{margin:14px 4px 0;color:var(--ppnb-soft);font-size:13px}}
@media(max-width:480px){{.ppnb-page{{padding:4px 4px 8px}}}}
""".replace("\n", "")
FRAME = "display:block;width:100%;height:min(90vh,960px);min-height:420px;border:0"


class Page(str):
    """An HTML document; a notebook shows it in a frame."""

    __slots__ = ("heading",)
    heading: str

    def __new__(cls, text: str, heading: str) -> Self:
        """Make a page; ``heading`` is the frame's name for screen readers."""
        made = super().__new__(cls, text)
        made.heading = heading
        return made

    def save(self, path: str | Path) -> Path:
        """Write the page to a file, whole or not at all; raise BadInput if that fails."""
        return write(path, self)

    def __repr__(self) -> str:
        return f"<Page {self.heading!r}, {len(self.encode()) / 1000:.0f} kB>"

    def _repr_html_(self) -> str:
        title, text = html.escape(visible(self.heading)), html.escape(self)
        return f'<iframe title="{title}" style="{FRAME}" srcdoc="{text}"></iframe>'


def page(title: str, credits: str, state: Mapping[str, Any], css: str, still: Scene) -> Page:
    """Return the page of a board with this synced ``state``; without scripts it shows ``still``."""
    named = html.escape(visible(title))
    script = _script()
    rules = (
        f"default-src 'none';script-src '{_hash(script)}';style-src 'unsafe-inline';img-src data:"
    )
    return Page(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{rules}">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<title>{named}</title><link rel="icon" href="data:,">'
        f"<style>{LOOK}{css}</style></head>"
        f'<body><main class="ppnb-page"><h1>{named}</h1><div id="ppnb-board"></div>'
        f"<noscript>{svg(still)}</noscript>"
        f"<footer>{html.escape(visible(credits))}</footer></main>"
        f'<script type="application/json" id="ppnb-state">{_data(state)}</script>'
        f"<script>{script}</script></body></html>",
        title,
    )


@cache
def _script() -> str:
    """Return the page's script, with every "</script" and "<!--" in it escaped."""
    text = page_source("page.js")
    return re.sub(r"<(?=/script|!--)", r"\\x3c", text, flags=re.IGNORECASE)


def _hash(script: str) -> str:
    digest = hashlib.sha256(script.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def _data(state: Mapping[str, Any]) -> str:
    """Return the state as JSON that can't end its HTML element; bytes are base64."""
    text = json.dumps(state, separators=(",", ":"), ensure_ascii=False, default=_base64)
    return visible_json(text).replace("<", "\\u003c")


def _base64(value: bytes) -> str:
    return base64.b64encode(value).decode()


# --- The widget ----------------------------------------------------------------------------------


KEPT = (
    "_sheet",
    "ground",
    "keyframe",
    "snapshot",
    "label",
    "speed",
    "clauses",
    "film",
    "frame",
    "toggled_layers",
    "rotation",
)
"""The traits for a page without a kernel."""


class Replay(GivesLink, BoardWidget):
    """A board with the timeline of a film; ``frame`` is the current one."""

    replayed: MatchBase | None = None
    """The match that it replays, if it is known."""

    def __init__(
        self,
        film: Film,
        frame: int = 0,
        *,
        clauses: Mapping[str, Iterable[str]] | None = None,
        credits: str = "",
    ) -> None:
        self.credits = credits
        super().__init__(film.frames[0], label=film.title, clauses=clauses, film=film, frame=frame)

    @property
    def _shown_film(self) -> Film:
        """The film; raises BadInput once the replay is closed."""
        if self._film is None:
            raise BadInput("this replay is closed: its cell has run again; expected the new one")
        return self._film

    @property
    def title(self) -> str:
        """The film's title."""
        return self._shown_film.title

    @property
    def frames(self) -> int:
        """The number of frames."""
        return len(self._shown_film.frames)

    def goto(self, frame: int) -> None:
        """Go to a frame: 0 is the start, -1 the end. Raises BadInput if there is none."""
        self.frame = self._frame(self.frames - 1 if frame == -1 else frame)

    def svg(self, frame: int | None = None, width: int = 720) -> Picture:
        """Return the current ``frame``, or another one (-1 is the last), as a picture.

        It is ``width`` CSS pixels wide. Raises BadInput for a frame that isn't there.
        """
        frames = self._shown_film.frames
        at = self.frames - 1 if frame == -1 else frame
        shown = frames[self.frame if at is None else self._frame(at)]
        return svg(shown, width, **self.chosen_look._asdict())

    def _make_link(self) -> tuple[Link, str]:
        if self.replayed is None:
            raise BadInput("This film has no link: only a match has one.")
        at = match_at(self.replayed, self.frame)
        return link_of(at), "The link opens this match at this moment, with all its moves."

    def page(self) -> Page:
        """Return the whole timeline as a page, to show in a cell's output.

        It needs no kernel or network, so it also plays in a saved or exported notebook.
        """
        state = {name: getattr(self, name) for name in KEPT}
        css = self._css + self.chosen_look.css()
        return page(self.title, self.credits, state, css, self.scene)

    def to_html(self, path: str | Path) -> Path:
        """Write the whole timeline to one HTML file, which works offline; return its path.

        Raises BadInput if the file can't be written.
        """
        return self.page().save(path)

    def __repr__(self) -> str:
        if self._film is None:
            return f"<Replay of {self.label}: closed>"
        return f"<Replay of {self.title}: frame {self.frame} of {self.frames - 1}>"


def credits(game: Game[Any, Any, Any]) -> str:
    """Return the game's author and licence in a line; "" for a game without a rulebook."""
    book = game.rulebook
    licence = f" {book.licence}." if book.licence else ""
    return f"{book.title} by {book.author}.{licence}" if book.author else ""


def film_of(match: MatchBase, *, searches: bool = True) -> tuple[Film, int]:
    """Return the film of a match, undone steps included, and the frame of its current position.

    It includes the moves before a change of rules.
    """
    view = view_of(match.game)
    with match.locked():
        moves, behind = match_film(match, undone=True), len(match.steps) - match.cursor
    film = moves.film(view, moves.frames(view), None if searches else ())
    return film, min(moves.last + moves.left_out - behind, moves.last)


def replay_of(match: MatchBase, *, searches: bool = True) -> Replay:
    """Return a replay of a match, undone steps included, at its current position."""
    film, shown = film_of(match, searches=searches)
    clauses = match.game.rulebook.in_force(match.game.rules)
    made = Replay(film, shown, clauses=clauses, credits=credits(match.game))
    made.replayed = match
    return made
