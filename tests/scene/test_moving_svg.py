"""Films as SVG that moves: at each moment the picture is that of the film's frame."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator

import pytest

import piecepack_nb as pp
from piecepack_nb.scene import Scene, film_match, svg
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.moving_svg import ENDS, moving_svg

SVG = "{http://www.w3.org/2000/svg}"
KEYFRAMES = re.compile(r"@keyframes (\S+?)\{((?:[\d.]+%\{[^}]*\})+)\}")
KEY = re.compile(r"([\d.]+)%\{([^}]*)\}")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def frames(game: str, moves: int) -> list[Scene]:
    """Return a film of random moves, without spots and texts."""
    match = pp.Match(pp.game(game), seed=3, seats="random")
    match.run(moves)
    film = film_match(match, view_of(match.game), searches=False).frames
    return [frame._replace(spots=(), caption="", clause="", alt="") for frame in film]


def drawn(picture: str, moment: float | None = None) -> Counter[str]:
    """Return what a picture shows, each drawing with its place; of a film, at a moment in %."""
    root = ET.fromstring(re.sub(r"ppnb[0-9a-f]{8}", "own", picture))
    motions: dict[str, str] = dict(KEYFRAMES.findall("".join(root.itertext())))
    sprites = {each.get("id"): text_of(each) for each in root.iterfind(f"{SVG}defs/*")}

    def seen(node: ET.Element, where: str) -> Iterator[str]:
        names = [name for name in (node.get("class") or "").split() if name in motions]
        state = at(motions[names[0]], moment) if names and moment is not None else ""
        if "opacity:0" in state or (node.get("opacity") == "0" and "opacity" not in state):
            return
        moved = re.search(r"transform:([^;]*)", state)
        where += pose(moved[1] if moved else node.get("transform", ""))
        if node.tag == f"{SVG}use":
            yield sprites[(node.get("href") or "")[1:]] + where
        elif not len(node):
            yield text_of(node) + where
        for child in node:
            yield from seen(child, where)

    body = [each for each in root.iterfind(f"{SVG}g") if each.get("id") != "still"]
    return Counter(text for each in body for text in seen(each, ""))


def text_of(node: ET.Element) -> str:
    """Return an element as text, without the numbers of sprites."""
    return re.sub(r"own-\d+", "", ET.tostring(node, encoding="unicode"))


def pose(transform: str) -> str:
    """Return the numbers of a transform: x, y, angle, scale; "" for a place that moves nothing."""
    if not transform:
        return ""
    x, y, *_ = map(float, NUMBER.findall(transform))
    turn, size = (re.search(rf"{name}\((-?[\d.]+)", transform) for name in ("rotate", "scale"))
    angle, scale = float(turn[1]) % 360 if turn else 0.0, float(size[1]) if size else 1.0
    return f" {x:g},{y:g},{angle:g},{scale:g}" if (x, y, angle, scale) != (0, 0, 0, 1) else ""


def at(keys: str, moment: float) -> str:
    """Return the state at a moment at which nothing moves: the last one that was reached."""
    reached = [str(state) for start, state in KEY.findall(keys) if float(start) <= moment]
    return reached[-1]


FILMS = {"piecepackman": 6, "worm_derby": 4, "paco": 9, "activator": 5}


@pytest.mark.parametrize(("game", "moves"), FILMS.items())
def test_each_frame_is_shown_as_it_is(game: str, moves: int) -> None:
    film = frames(game, moves)[:14]
    picture = moving_svg(film, 400, still=2)
    slot = 100 / (len(film) + ENDS - 1)
    for number, frame in enumerate(film):
        assert drawn(picture, slot * (number + 0.9)) == drawn(svg(frame, 400, caption=False)), (
            number
        )
    assert drawn(picture) == drawn(svg(film[2], 400, caption=False)), "where nothing moves"
    assert "@media(prefers-reduced-motion:no-preference)" in picture
    assert "#still:target" in picture
    assert "<script" not in picture


def test_a_film_needs_frames() -> None:
    with pytest.raises(pp.BadInput, match=r"^the film has no frames; expected one or more$"):
        moving_svg([])
