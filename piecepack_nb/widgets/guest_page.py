"""A page to hand to a stranger: one file with a game, and with all that plays it in a browser.

The site builds such a page without a game, ``player.html``. It carries Python, this package and the
page's scripts, so it asks no host for anything. A page to hand out is that file with a game put
into it, as a link holds one.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urljoin
from urllib.request import urlopen

from piecepack_nb.core.errors import BadInput, shorten
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.journal import FOLDER, keep_out_of_git
from piecepack_nb.core.match import Match
from piecepack_nb.core.record import write
from piecepack_nb.core.wording import capitalise, join_list, visible_json
from piecepack_nb.interop.link import GUESTS, ON_THIS_MACHINE, SITE, link_of, site_address
from piecepack_nb.lab.playtest import QUESTIONS
from piecepack_nb.scene.game_view import view_of

PLAYER = f"{GUESTS}player.html"
"""The page without a game, from the address of the site that links have."""
SLOT = '<script type="application/json" id="game">null</script>'
"""The place of the game in it."""
LARGEST = 2**26
"""The most bytes of that page; it has 17 million."""
SECONDS = 60
"""The time for the site to answer."""


def guest_page(match: Match, questions: Sequence[str] | None, site: str | None = None) -> str:
    """Return the page on which a stranger plays a new game like this match.

    It has the match's rules, players and first position; of None, the usual ``questions`` are asked
    after the game. Raises BadInput where the page without a game can't be loaded, and for a game
    whose program isn't known.
    """
    given = _given(match, QUESTIONS if questions is None else questions)
    text = visible_json(json.dumps(given, ensure_ascii=False)).replace("<", "\\u003c")
    before, _, after = player(site_address() if site is None else site).partition(SLOT)
    return f"{before}{SLOT.replace('null', text)}{after}"


def _given(match: Match, questions: Sequence[str]) -> dict[str, Any]:
    """Return the game as the page reads it."""
    game: AnyGame = match.game
    first = match.parts[0]
    assert isinstance(first, Match)
    start = first.branch(0)
    bots = [seat for seat in match.seats if seat not in match.persons]
    return {
        "link": link_of(start, ""),
        "title": game.title,
        "author": game.rulebook.author,
        "rules": "\n\n".join(f"{each.id} {each.title}. {each.text}" for each in game.rulebook),
        "picture": view_of(game).picture(game, start.state),
        "seats": len(game.seats),
        "bots": join_list(map(capitalise, bots)) if bots else "",
        "questions": list(questions),
    }


def player(site: str) -> str:
    """Return the page without a game, loaded once from the site; raise BadInput if it can't be.

    A copy is kept in the folder of saved games, for the next time and for one without a network.
    """
    if not site:
        raise BadInput(
            f"the page to hand out is loaded from a site, and none is set; expected its address, "
            f'as in os.environ["{SITE}"] = "{ON_THIS_MACHINE}" while make site-serve runs'
        )
    address = urljoin(site, PLAYER)
    of = blake2b(f"{address} {version('piecepack-nb')}".encode(), digest_size=4).hexdigest()
    kept = Path(FOLDER, f"player-{of}.html")
    with suppress(OSError, UnicodeDecodeError):
        return _checked(kept.read_text(encoding="utf-8"), str(kept))
    text = _checked(_loaded(address), address)
    keep_out_of_git(kept.parent)
    with suppress(BadInput):  # a full disk: it is loaded again next time
        write(kept, text)
    return text


def _loaded(address: str) -> str:
    """Return a page of the site; raise BadInput if it can't be reached."""
    try:
        if sys.platform == "emscripten":  # a browser's Python has no sockets
            return str(importlib.import_module("pyodide.http").open_url(address).read())
        with urlopen(address, timeout=SECONDS) as answer:  # noqa: S310 - the reader's own setting
            return str(answer.read(LARGEST).decode("utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"{address} can't be loaded: {shorten(str(error))}") from None


def _checked(text: str, where: str) -> str:
    """Return the text of a page without a game; raise BadInput for another one."""
    if text.count(SLOT) != 1:
        raise BadInput(f"{where} is no page without a game; expected guest/player.html of the site")
    return text
