"""Links with damage: refused in one line, or opened with the meaning that they have; none runs."""

from __future__ import annotations

import base64
import builtins
import json
import zlib
from random import Random
from typing import Any

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.match import Match
from piecepack_nb.core.record import to_record
from piecepack_nb.interop.link import LinkedGame
from tests.core.damage import says_the_same
from tests.soak.campaigns import Different, Row, campaign
from tests.soak.injection import CORPUS, no_markup
from tests.soak.mutations import matches, mutated_json, mutated_text

PROGRAM = """
import builtins
builtins.link_ran()
class Mine:
    title = {title!r}
    author = {title!r}
    rulebook = {title!r}
"""


def packed(kind: str, content: object) -> str:
    """Return a link with any content."""
    packer = zlib.compressobj(9, wbits=-15)
    raw = packer.compress(json.dumps(content).encode()) + packer.flush()
    return f"#{kind}1.{base64.urlsafe_b64encode(raw).decode().rstrip('=')}"


@campaign("links with damage")
def damaged_links(size: int, row: Row, random: Random) -> None:
    """Open links whose text, content or program somebody has changed, and show them."""
    links = [pp.link(match) for match in matches()]
    ran: list[str] = []
    setattr(builtins, "link_ran", lambda: ran.append("a program"))  # noqa: B010
    try:
        for number in range(size):
            link, content = _hostile(links, random)
            with row.attempt(f"link {number}: {link[:60]}"):
                _open(link, content)
            if ran:
                raise Different("a program ran before its reader had seen it")
    finally:
        delattr(builtins, "link_ran")


def _hostile(links: list[str], random: Random) -> tuple[str, Any]:
    """Return a link, and its content where that is a saved match."""
    kind = random.choice(("text", "record", "program", "bomb"))
    if kind == "text":
        return mutated_text(random.choice(links), random), None
    if kind == "record":
        record = mutated_json(to_record(random.choice(matches())), random)
        return packed("match", {"record": record}), record
    if kind == "program":
        text = PROGRAM.format(title=random.choice(CORPUS))
        return packed("game", {"program": mutated_text(text, random)}), None
    return packed(random.choice(("match", "maze", "game")), "x" * 10 ** random.randrange(8)), None


def _open(link: str, content: Any) -> None:
    opened = pp.open(link)
    if isinstance(opened, Match) and content is not None:
        try:
            says_the_same(content, to_record(opened))
        except AssertionError as error:
            raise Different(f"opened as {opened!r}: {error}") from None
    if isinstance(opened, LinkedGame):
        no_markup(opened._repr_html_())
        try:
            opened.run("000000")
        except BadInput:
            return
        raise Different("a program ran without its word")
