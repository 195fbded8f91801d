"""A board with its timeline: a whole match, to step through in the page with no kernel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from piecepack_nb import games
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import Match
from piecepack_nb.scene import Film, Picture, svg
from piecepack_nb.scene.filming import course_of
from piecepack_nb.widgets.board import Board
from piecepack_nb.widgets.page import Page, page

__all__ = ["Replay", "credits", "replay_of"]

KEPT = ("_sheet", "position", "label", "speed", "clauses", "film", "at", "hidden", "turned")
"""The traits that a page without a kernel needs."""


class Replay(Board):
    """A board that plays ``film`` from frame ``at`` on; ``.at`` is where the reader stands."""

    def __init__(
        self,
        film: Film,
        at: int = 0,
        *,
        clauses: Mapping[str, Iterable[str]] | None = None,
        credits: str = "",
    ) -> None:
        self.credits = credits
        super().__init__(film.frames[0], label=film.title, clauses=clauses, film=film, at=at)

    @property
    def title(self) -> str:
        """What the film is of."""
        assert self._film is not None
        return self._film.title

    @property
    def frames(self) -> int:
        """How many frames there are; the last one is ``frames - 1``."""
        assert self._film is not None
        return len(self._film.frames)

    def goto(self, frame: int) -> None:
        """Go to a frame: 0 is the start, -1 the end. Raises BadInput where there is none."""
        self.at = self._frame(self.frames - 1 if frame == -1 else frame)

    def svg(self, frame: int | None = None, width: int = 720) -> Picture:
        """A frame as a picture: the one that is shown, or any other (-1 the last)."""
        assert self._film is not None
        at = self.frames - 1 if frame == -1 else frame
        return svg(self._film.frames[self.at if at is None else self._frame(at)], width)

    def page(self) -> Page:
        """The whole timeline as a document of its own, to show in a cell's output.

        It needs neither kernel nor network: it also plays in a saved or exported notebook.
        """
        state = {name: getattr(self, name) for name in KEPT}
        return page(self.title, self.credits, state, self._css, self.scene)

    def to_html(self, path: str | Path) -> Path:
        """Write the whole timeline to one HTML file, which works offline; the path written.

        Raises BadInput, in one line, where the file can't be written.
        """
        return self.page().save(path)

    def __repr__(self) -> str:
        return f"<Replay of {self.title}: frame {self.at} of {self.frames - 1}>"


def credits(game: Game[Any, Any, Any]) -> str:
    """Whose game it is, in a line; empty for a game without a rulebook."""
    book = game.rulebook
    return f"{book.title} by {book.author}. {book.licence}." if book.author else ""


def replay_of(match: Match, *, within: bool = True) -> Replay:
    """The board of a match with its timeline, undone steps included, where the match stands.

    What came before the rules were changed is in it too.
    """
    view = games.view(match.game.name)
    with match.unchanged():
        course, behind = course_of(match, undone=True), len(match.steps) - match.position
    film = course.film(view, course.frames(view), None if within else ())
    book = match.game.rulebook
    return Replay(film, course.last - behind, clauses=book.to_json(), credits=credits(match.game))
