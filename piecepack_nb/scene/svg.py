"""Scenes as self-contained SVG, for GitHub, nbviewer and print."""

from __future__ import annotations

import hashlib
import json
import math
import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from piecepack_nb.core.wording import visible
from piecepack_nb.scene.model import (
    Area,
    Layout,
    Mark,
    Piece,
    Scene,
    Shape,
    Spot,
    choose_layout,
    turned,
)
from piecepack_nb.scene.scene_json import check_scene, to_json
from piecepack_nb.scene.sprites import (
    DEFS,
    LINES,
    SPRITES,
    UNDER,
    field_values,
    fill_in,
    used_fields,
)
from piecepack_nb.scene.style import BoardLook, look_of, rules_for, themes

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
PLAIN_LINES = ("open", "barred")  # lines with nothing at their ends
ROLE_MARKS = {"move": "target", "via": "via"}
SMALL = 0.5  # squares: a smaller spot is marked with a dot, for a frame would cover its neighbours
RISK_INSET = 0.16  # squares from a spot's corner to the middle of the sign of its risk
ARROW_GAP = 34  # hundredths of a square between a path's arrow and its last place
LINE, SIZE = 42, 29  # the caption's line height and font size, in hundredths of a square
MOST = 4  # lines of a caption


class Picture(str):
    """SVG text that a notebook shows as a picture."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Picture, {len(self) / 1000:.0f} kB>"

    def _repr_svg_(self) -> str:
        return str(self)


def svg(
    scene: Scene,
    width: int = 720,
    caption: bool = True,
    *,
    board: str = "wood",
    pieces: str = "usual",
) -> Picture:
    """Return ``scene`` as a picture ``width`` CSS pixels wide, with its caption below.

    The SVG is self-contained, has no script, and follows the reader's light or dark theme.
    ``board`` is "wood", "plain" or "high contrast"; ``pieces`` are "usual" or "large". Raises
    BadInput if the scene is invalid, and for another board or size of pieces.
    """
    return Picture(Writer(check_scene(scene), width, look_of(board, pieces)).document(caption))


def clean(text: str) -> str:
    """Return ``text`` escaped for XML, without characters that XML can't hold."""
    return escape(visible(NOT_XML.sub("\ufffd", text)))


def number(value: float) -> str:
    """Return a number as text with two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def transform(x: float, y: float, angle: float = 0, scale: float = 1) -> str:
    """Return a transform that moves, then turns, then scales."""
    turn = f" rotate({number(angle)})" if angle else ""
    size = f" scale({number(scale)})" if scale != 1 else ""
    return f"translate({number(x)} {number(y)}){turn}{size}"


class Writer:
    """A writer for one scene; it keeps the sprites it used, so that each is defined once."""

    def __init__(self, scene: Scene, width: int, look: BoardLook) -> None:
        self.scene, self.width, self.look = scene, width, look
        self.layout: Layout = choose_layout(scene, width)
        self.areas = {area.id: area for area in scene.areas}
        parts = [width, to_json(scene), *([look] if look != BoardLook() else [])]
        text = json.dumps(parts, sort_keys=True)
        self.uid = "ppnb" + hashlib.sha256(text.encode()).hexdigest()[:8]
        self.drawn: dict[tuple[str, ...], tuple[str, str]] = {}

    def document(self, caption: bool) -> str:
        """Return the whole SVG of the scene, with or without its caption."""
        lines = self.caption_lines() if caption else []
        body = "".join((*self.body(), *self.caption(lines)))
        return self.picture(body, len(lines) * LINE + 20 if lines else 0)

    def picture(self, body: str, below: float = 0, motion: str = "") -> str:
        """Return the whole SVG; ``below`` is the height under the board, ``motion`` more styles."""
        wide = self.layout.width * 100
        high = self.layout.height * 100 + below
        named = clean(self.scene.caption or "A board")
        about = clean(self.scene.alt or self.scene.caption)
        defs = self.defs()
        light, dark = map("".join, zip(themes(), self.look.properties, strict=True))
        style = (
            f".ppnb-drawing{{{light}}}@media(prefers-color-scheme:dark){{.ppnb-drawing{{{dark}}}}}"
            f"{rules_for(defs + body + 'ppnb-drawing')}{motion}"
        ).replace("\n", "")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="ppnb-drawing" role="img" '
            f'aria-labelledby="{self.uid}-t {self.uid}-d" width="{self.width}" '
            f'height="{number(self.width * high / wide)}" '
            f'viewBox="0 0 {number(wide)} {number(high)}">'
            f'<title id="{self.uid}-t">{named}</title><desc id="{self.uid}-d">{about}</desc>'
            f"<style>{style}</style><defs>{defs}</defs>{body}</svg>"
        )

    def defs(self) -> str:
        """Return the definitions: gradients, and the sprites that were used."""
        gradients = "".join(self.element(drawn, {}) for drawn in DEFS)
        return gradients + "".join(
            f'<g id="{id_}">{inside}</g>' for id_, inside in self.drawn.values()
        )

    def body(self) -> Iterator[str]:
        """Yield everything from the bottom up."""
        marks, pieces = self.marks(), self.pieces()
        yield from self.backdrops()
        yield from (self.piece(piece) for piece in pieces if piece.z < 0)
        yield from (self.mark(mark) for mark in marks if mark.kind in UNDER)
        yield from (self.piece(piece) for piece in pieces if piece.z >= 0)
        yield from (self.mark(mark) for mark in marks if mark.kind not in UNDER)

    def backdrops(self) -> Iterator[str]:
        """Yield the drawings under everything, each with its area's title."""
        for area in self.scene.areas:
            if area.id in self.layout.places:
                title = self.words(area.title, 22, 38, 24, "title") if area.title else ""
                at = transform(*self.corner(area.id), 0, self.zoom(area.id))
                yield f'<g transform="{at}">{self.backdrop(area)}{title}</g>'

    def marks(self) -> list[Mark]:
        """Return the marks that are shown."""
        scene, shown = self.scene, self.layout.places
        roles = (mark for spot in scene.spots for mark in _spot_marks(spot))
        off = {layer.id for layer in scene.layers if not layer.on}
        marks = (*scene.marks, *roles)
        return [mark for mark in marks if mark.area in shown and mark.layer not in off]

    def pieces(self) -> list[Piece]:
        """Return the pieces that are shown, the lowest first."""
        shown = self.layout.places
        return sorted((each for each in self.scene.pieces if each.area in shown), key=self.order)

    def backdrop(self, area: Area) -> str:
        """Return the drawing under an area, turned as it is."""
        inside = "".join(self.element(drawn, {}) for drawn in area.backdrop)
        angle = number(self.angle(area.id))
        if angle == "0":
            return inside
        middle = f"{number(area.width * 50)} {number(area.height * 50)}"
        return (
            f'<g class="ppnb-turned" style="--ppnb-turn:{angle}deg" '
            f'transform="rotate({angle} {middle})">{inside}</g>'
        )

    def angle(self, area: str) -> float:
        """Return an area's first angle, in degrees."""
        return (*self.areas[area].turns, 0.0)[0]

    def corner(self, area: str) -> tuple[float, float]:
        """Return the left and top of an area in the picture."""
        left, top = self.layout.places[area][:2]
        return left * 100, top * 100

    def place(self, area: str, x: float, y: float) -> tuple[float, float]:
        """Return where a point of an area is in the picture."""
        (left, top), zoom = self.corner(area), self.zoom(area) * 100
        x, y = turned(self.areas[area], x, y, self.angle(area))
        return left + x * zoom, top + y * zoom

    def zoom(self, area: str) -> float:
        """Return the scale of an area in the picture."""
        return (*self.layout.places[area], 1)[2]

    def order(self, piece: Piece) -> tuple[int, float]:
        """Return the stacking order; in an area that can be turned, lower ones hide higher ones."""
        if not self.areas[piece.area].turns:
            return piece.z, 0
        return piece.z, round(self.place(piece.area, piece.x, piece.y)[1], 2)

    def piece(self, piece: Piece) -> str:
        """Return a piece at its place."""
        look, inside = self.drawn_piece(piece)
        return f'<g class="{look}" transform="{transform(*self.pose(piece))}">{inside}</g>'

    def drawn_piece(self, piece: Piece) -> tuple[str, str]:
        """Return a piece's classes and its drawing."""
        faded = " ppnb-faded" if piece.faded else ""
        return f"ppnb-suit-{piece.suit}{faded}", self.sprite(piece.sprite, field_values(piece))

    def pose(self, piece: Piece) -> tuple[float, float, float, float]:
        """Return a piece's x, y, angle in degrees, and scale in the picture."""
        x, y = self.place(piece.area, piece.x, piece.y)
        zoom = self.zoom(piece.area)
        angle = piece.angle + (self.angle(piece.area) if piece.turns else 0)
        return x, y - piece.lift * zoom * 100, angle, piece.scale * zoom

    def mark(self, mark: Mark) -> str:
        """Return a mark at its place."""
        look = f"ppnb-suit-{mark.suit} ppnb-tinted" if mark.suit else "ppnb-suit-"
        if mark.kind in LINES:
            return f'<g class="{look}">{self.path(mark)}</g>'
        at = transform(*self.place(mark.area, mark.x, mark.y), 0, self.zoom(mark.area))
        heat = f' fill-opacity="{number(0.08 + 0.72 * mark.value)}"' if mark.kind == "heat" else ""
        inside = self.sprite(f"mark-{mark.kind}", field_values(mark))
        angle = number(self.angle(mark.area))
        turn = f' style="--ppnb-turn:{angle}deg"' if angle != "0" else ""
        return f'<g class="{look}" transform="{at}"{heat}{turn}>{inside}</g>'

    def path(self, mark: Mark) -> str:
        """Return a line with what is at its end; "" for less than two points."""
        points = [self.place(mark.area, x, y) for x, y in mark.points]
        if len(points) < 2:
            return ""
        if mark.kind == "lane":
            return self.lane(points, field_values(mark))
        if mark.kind in PLAIN_LINES:
            line = " ".join(f"{number(x)},{number(y)}" for x, y in points)
            return f'<polyline class="ppnb-{mark.kind}" points="{line}"/>'
        (x0, y0), (x1, y1) = points[-2:]
        long = math.hypot(x1 - x0, y1 - y0) or 1
        # the arrow ends a little before the last place, so that a piece there stays readable
        x1, y1 = x1 - (x1 - x0) * ARROW_GAP / long, y1 - (y1 - y0) * ARROW_GAP / long
        line = " ".join(f"{number(x)},{number(y)}" for x, y in [*points[:-1], (x1, y1)])
        turn = math.degrees(math.atan2(y1 - y0, x1 - x0))
        arrow = self.sprite("mark-arrow", {})
        return (
            f'<g class="ppnb-line-{mark.kind}"><polyline class="ppnb-way-halo" points="{line}"/>'
            f'<polyline class="ppnb-way" points="{line}"/>'
            f'<g transform="{transform(x1, y1, turn)}">{arrow}</g></g>'
        )

    def lane(self, points: list[tuple[float, float]], values: Mapping[str, str]) -> str:
        """Return a lane with the sign at its end."""
        line = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        sign = self.sprite("mark-lane-end", values)
        end = f'<g transform="{transform(*points[-1])}">{sign}</g>'
        return f'<polyline class="ppnb-lane" points="{line}"/>{end}'

    def sprite(self, name: str, values: Mapping[str, str]) -> str:
        """Return a reference to the sprite; a new one is added to the definitions."""
        needed = used_fields(name)
        values = {field: values.get(field, "") for field in needed}
        key = (name, *values.values())
        if key not in self.drawn:
            inside = "".join(self.element(drawn, values) for drawn in SPRITES[name])
            self.drawn[key] = (f"{self.uid}-{len(self.drawn)}", inside)
        return f'<use href="#{self.drawn[key][0]}"/>'

    def element(self, drawn: Shape, values: Mapping[str, str]) -> str:
        """Return a shape, its fields filled in."""
        attrs = dict(drawn.attrs)
        if drawn.tag == "use":
            return self.nested(attrs, values)
        if "id" in attrs:
            attrs["id"] = f"{self.uid}-{attrs['id']}"
        written = "".join(f" {name}={self.value(value)}" for name, value in attrs.items())
        inside = clean(fill_in(drawn.text, values)) + "".join(
            self.element(part, values) for part in drawn.children
        )
        end = f">{inside}</{drawn.tag}>" if inside else "/>"
        return f"<{drawn.tag}{written}{end}"

    def nested(self, attrs: dict[str, Any], values: Mapping[str, str]) -> str:
        """Return a sprite inside another."""
        own = {name: str(attrs[name]) for name in ("suit", "face", "label") if name in attrs}
        values = dict(values) | own
        name = fill_in(str(attrs["sprite"]), values)
        numbers = [float(attrs.get(name, usual)) for name, usual in
                   (("x", 0), ("y", 0), ("angle", 0), ("scale", 1))]  # fmt: skip
        inside = self.sprite(name, values) if name in SPRITES else ""
        look = f' class="ppnb-suit-{own["suit"]}"' if "suit" in own else ""
        return f'<g{look} transform="{transform(*numbers)}">{inside}</g>'

    def value(self, value: str | float) -> str:
        """Return an attribute's value in quotes."""
        if isinstance(value, str):
            return quoteattr(NOT_XML.sub("\ufffd", self.reference(value)))
        return f'"{number(value)}"'

    def reference(self, value: str) -> str:
        """Return a fill "@wood" as a reference to this picture's own gradient."""
        return f"url(#{self.uid}-{value[1:]})" if value.startswith("@") else value

    def words(self, text: str, x: float, y: float, size: float, look: str) -> str:
        """Return a line of text."""
        return (
            f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" '
            f'class="ppnb-{look}">{clean(text)}</text>'
        )

    def caption_lines(self) -> list[str]:
        """Return the lines of the caption, with its clause."""
        text, clause = self.scene.caption, self.scene.clause
        text = f"{text} ({clause})" if clause else text
        across = max(12, int(self.layout.width * 100 / (SIZE * 0.53)))
        lines = [line for part in text.splitlines() for line in textwrap.wrap(part, across)]
        return lines if len(lines) <= MOST else [*lines[: MOST - 1], f"{lines[MOST - 1][:-2]} …"]

    def caption(self, lines: list[str]) -> Iterator[str]:
        """Yield the lines of the caption below the board."""
        top = self.layout.height * 100 + LINE
        for i, line in enumerate(lines):
            yield self.words(line, 14, top + i * LINE, SIZE, "caption")


def _spot_marks(spot: Spot) -> Iterator[Mark]:
    """Yield the marks of a spot's role and risk in a static picture."""
    if spot.role in ROLE_MARKS:
        small = min(spot.w, spot.h) < SMALL
        yield Mark("via" if small else ROLE_MARKS[spot.role], spot.x, spot.y, spot.area)
    if spot.risk:
        x, y = spot.x + spot.w / 2 - RISK_INSET, spot.y + spot.h / 2 - RISK_INSET
        yield Mark(f"risk-{spot.risk}", x, y, spot.area)
