"""A board that gives a link to what it shows, when the reader asks for one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import traitlets

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.match import Match
from piecepack_nb.core.match_base import MatchBase
from piecepack_nb.interop.link import MAX_QR, Link, without_site


class GivesLink(traitlets.HasTraits):
    """A mixin for a board with *Make a link*; ``_make_link`` says what the link holds."""

    link_card = traitlets.Dict(read_only=True).tag(sync=True)
    """The last link that was asked for: its ``number``, the ``link``, its QR code as SVG text or
    "", a ``message``, and if that is a ``problem``."""

    def _make_link(self) -> tuple[Link, str]:
        """Return the link, and what it holds, as a sentence; raise BadInput if there is none."""
        raise NotImplementedError

    def show_link(self) -> None:
        """Make the link of what is shown now, and show it."""
        number = self.link_card.get("number", 0) + 1
        card = {"number": number, "link": "", "qr": "", "problem": True}
        try:
            link, holds = self._make_link()
        except BadInput as refused:
            self.set_trait("link_card", card | {"message": str(refused)})
            return
        alone = link.startswith("#")
        qr, why_none = ("", f" {without_site(link)}") if alone else _qr(link)
        card |= {"link": str(link), "qr": qr, "problem": False}
        self.set_trait("link_card", card | {"message": f"{holds}{why_none}"})

    def _answer(self, content: Any) -> None:
        if isinstance(content, Mapping) and content.get("kind") == "link":
            self.show_link()
        else:
            super()._answer(content)  # type: ignore[misc]


def _qr(link: Link) -> tuple[str, str]:
    """Return the link's QR code, or "" and why there is none."""
    if len(link) > MAX_QR:
        return "", f" It is too long for a QR code ({len(link)} of {MAX_QR} characters)."
    try:
        return link.qr(), ""
    except BadInput as error:
        return "", f" {str(error)[0].upper()}{str(error)[1:]}."


def linkable(match: MatchBase) -> Match:
    """Return the match, if a link of it shows nobody what is hidden from them now.

    Raises BadInput while something of its position is hidden, and for what one seat sees of a
    match. ``pp.link`` makes a link of any match.
    """
    if not isinstance(match, Match):
        raise BadInput("Only a whole match has a link, not what one seat sees of it.")
    game, state = match.game, match.state
    views = (game.observation(state, seat) for seat in ("", *match.seats))
    hides = match.result is None and game.secret and any(view != state for view in views)
    if match.reader or hides:
        raise BadInput(
            "A link would show what is hidden from a player now. Make it when the game is over."
        )
    return match


def match_at(match: MatchBase, frame: int) -> Match:
    """Return a copy of a match at a frame of its film, from the start of the match it continues.

    Raises BadInput as ``linkable`` does.
    """
    *earlier, last = match.parts
    for part in earlier:
        steps = len(part.steps[: part.cursor])
        if frame <= steps:
            return _gone_to(linkable(part), frame)
        frame -= steps
    return _gone_to(linkable(last), frame)


def _gone_to(match: Match, step: int) -> Match:
    copy = match.branch(-1)
    copy.goto(min(step, len(copy.steps)))
    return copy
