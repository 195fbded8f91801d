"""The looks of pieces: the components of a piecepack, stones, numbers, and the words for them.

A look is a few words: a component ("pawn", "coin", "stone" …), a suit, a face ("null" to "5"), and
perhaps a word of its own, which is the piece's label: "suns coin 3", "moons stone king".
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from piecepack_nb.core.errors import did_you_mean
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import SUITS, face_of
from piecepack_nb.design.hooks import call, returned
from piecepack_nb.design.table import owner_of
from piecepack_nb.design.tiles import Tile
from piecepack_nb.scene.drawing import disc, haloed, lettering, shaded, shadow, symbol, value
from piecepack_nb.scene.model import Piece, Shape, shape, use
from piecepack_nb.scene.sprites import DIE, TILE, SpriteSheet
from piecepack_nb.scene.style import Styles

COMPONENTS = (
    "pawn", "coin", "tile", "die", "matchstick", "pyramid", "saucer", "cube", "stone", "number",
    "word",
)  # fmt: skip
BACK = "back"
"""The word that turns a coin or tile face down."""
WRITTEN = ("number", "word")
"""The components that are drawn as their label alone."""
LISTED = ", ".join(COMPONENTS)
TURNED = ("coin", "tile")
"""The components that lie face up or, with the word "back", face down."""
LABELLED = ("pawn", "stone")
"""The other components that can show a label."""
MORE = ("leaves", "bells")
"""The suits of a seventh and an eighth seat."""
MORE_STYLES = Styles(
    "--ppnb-leaves:#5f6b00;--ppnb-bells:#b0356f;",
    "--ppnb-leaves:#78831c;--ppnb-bells:#c4578c;",
    "\n".join(f".ppnb-suit-{suit}{{--ppnb-suit:var(--ppnb-{suit})}}" for suit in MORE),
)
"""Their colours, which only games with so many seats add to pictures."""
COLOURS = (*SUITS, "stars", "hands", *MORE)
"""The suits of the seats, in their order."""
SIZES = {"null": 0.45, "ace": 0.55, "2": 0.65, "3": 0.75, "4": 0.85, "5": 0.95}
"""The sizes of pyramids by their faces."""
SPREAD = 0.3  # how far from a place's middle a heap's stones lie
MOST_DRAWN = 21  # stones of a heap; its number says how many there are
PILE = 0.11  # how much higher each piece of a pile is drawn
MOST_PILED = 4
TOP, TOP_SIZE = 0.2, 0.68  # how much higher, and how large, a piece on top is drawn
WALL = 1.22  # squares that a wall between two squares is long
HEX_ARM = 1.1  # how much longer a road to a hexagon's side is than one to a square's
ROADS = ("road", "river", "rail")
"""The kinds of edges that are drawn as a band to the middle of the tile."""
LANDS = ("city", "field", "forest", "water")
"""The kinds of edges that are drawn as land at the tile's side."""
HUES = ("#6d4a9c", "#1d6f80", "#a8481c", "#566f22", "#9c3a67", "#38558f", "#7d6116", "#63483a")
"""The colours of plain cards and of other kinds of edges; no seat has one of them."""
NAMED_HUES = {"purple": 0, "violet": 0, "red": 2, "green": 3, "pink": 4, "blue": 5, "yellow": 6,
              "brown": 7}  # fmt: skip
"""The number of the colour that a word in a card's suit or name means."""
TITLES = {5: 26, 7: 21, 9: 17, 12: 13.5}
"""The height of a title's letters on a card, by the most letters of a line."""
PART = 0.9  # the part of a place that pawns side by side take


class Look(NamedTuple):
    """A piece's look in words, read."""

    component: str
    suit: str = ""
    face: str = ""
    label: str = ""
    back: bool = False
    """True for a tile or coin face down: a tile's back has a grid, a coin's its suit."""
    tile: Tile | None = None
    """The tile with edges that it is."""
    suits: Mapping[str, str] = FrozenDict()
    """The suits of the tile's kinds of edges that have no drawing of their own."""


def read_look(words: str, suits: Mapping[str, str], usual: str = "pawn") -> Look:
    """Return the look of a piece's name or of words such as "suns coin 3".

    ``suits`` has the suit of each seat; ``usual`` is the component if no word names one.
    """
    component = next((word for word in words.split()[::-1] if word in COMPONENTS), usual)
    suit = face = label = ""
    turned = BACK in words.split() and component in TURNED
    for word in words.split():
        if word in COMPONENTS or (turned and word == BACK):
            continue
        if word in suits or word in COLOURS:
            suit = suits.get(word, word)
        elif component not in WRITTEN and (face_of(word) or word == "6"):
            face = face_of(word) or word
        else:
            label = f"{label} {word}".strip()
    if turned:
        return Look(component, suit if component == "coin" else "", back=True)
    return Look(component, suit, face, label)


def unknown_words(words: str, seats: Sequence[str]) -> list[str]:
    """Return the words of a look that mean nothing: a label is for words, pawns and stones.

    >>> unknown_words("stoen suns", ()), unknown_words("word stop", ()), unknown_words("coin x", ())
    (['stoen'], [], ['x'])
    """
    given = words.split()
    known = (*COMPONENTS, *COLOURS, *seats, *((BACK,) if {*TURNED} & {*given} else ()))
    own = [word for word in given if not (word in known or face_of(word) or word == "6")]
    if {*WRITTEN} & {*given}:
        return []
    if {*LABELLED} & {*given}:
        return [word for word in own if did_you_mean(word, known)]
    return own


def sprite_of(look: Look) -> tuple[str, float]:
    """Return a look's sprite and its scale."""
    match look.component:
        case "coin":
            return ("coin-value" if look.face else "coin-suit"), 1.05
        case "die":
            return ("die" if look.face else "die-suit"), 0.9
        case "tile":
            return f"tile-{_side(look)}", 0.43
        case "matchstick":
            return "stick-ace", 0.8
        case "pyramid":
            return "board-pyramid", SIZES.get(look.face, 1)
        case "stone":
            return "stone", 1
        case "number" | "word":
            return "words", 1
        case component:
            return component, 1


def _side(look: Look) -> str:
    """Return what a tile shows: its back, its value, its suit (an ace, too), or bare wood."""
    if look.back:
        return "back"
    if look.face in ("", "ace"):
        return "suit" if look.suit else "piece"
    return "value"


def pieces_on(
    place: str, piece: Any, at: tuple[float, float], size: float, look_of: Any
) -> Iterator[Piece]:
    """Yield the drawn pieces of a place: a piece, a pile from the bottom up, or a heap."""
    if isinstance(piece, int):
        yield from _heap(place, piece, at, size, look_of(piece))
        return
    pile = piece if isinstance(piece, list | tuple) else [piece]
    looks = [look_of(each) for each in pile]
    if len(pile) > 1 and all(look.component == "pawn" for look in looks):
        yield from _side_by_side(pile, looks, at, size)
        return
    lowest = max(0, len(pile) - MOST_PILED)
    for height, each in enumerate(pile[lowest:]):
        y = round(at[1] + ((len(pile) - lowest - 1) / 2 - height) * PILE * size, 3)
        yield from _one(each, looks[lowest + height], (at[0], y), size, 3 + height)
    if len(pile) > 3:
        yield _number(place, len(pile), at, size)


def tops_on(
    tops: Sequence[tuple[Look, str]], at: tuple[float, float], size: float, under: Any
) -> Iterator[Piece]:
    """Yield the pieces that lie on top of ``under``, a piece, a pile or None: smaller and higher.

    Several stand side by side.
    """
    height = min(len(under), MOST_PILED) if isinstance(under, list | tuple) else bool(under)
    y = round(at[1] - (TOP * bool(under) + PILE * height / 2) * size, 3)
    apart = min(TOP_SIZE, 1 / len(tops)) * size
    for number, (look, piece) in enumerate(tops):
        x = round(at[0] + (number - (len(tops) - 1) / 2) * apart, 3)
        yield from _one(
            piece, look, (x, y), round(apart if len(tops) > 1 else size * TOP_SIZE, 3), 8
        )


def wall_on(
    piece: Any, at: tuple[float, float], angle: float, design: Any, place: str
) -> Piece | None:
    """Return the stick that a piece on an edge is; None for one with a look of its own."""
    look = look_of(design, piece, place)
    if look.component not in ("pawn", "stone", "matchstick"):
        return None
    sprite = "wall-piece" if look.suit else "stick-ace"
    return Piece(f"wall-{sprite}*", sprite, *at, angle=angle, suit=look.suit, scale=WALL, z=4)


def _side_by_side(
    pile: Sequence[Any], looks: Sequence[Look], at: tuple[float, float], size: float
) -> Iterator[Piece]:
    """Yield pawns in rows, so that each is seen."""
    columns = math.ceil(math.sqrt(len(pile)))
    rows, apart = math.ceil(len(pile) / columns), size * PART / columns
    for number, (piece, look) in enumerate(zip(pile, looks, strict=True)):
        row, column = divmod(number, columns)
        x = round(at[0] + (column - (columns - 1) / 2) * apart, 3)
        y = round(at[1] + (row - (rows - 1) / 2) * apart, 3)
        yield from _one(piece, look, (x, y), round(apart * 1.4, 3), 3 + row)


def tile_on(look: Look, at: tuple[float, float], size: float, z: int) -> Iterator[Piece]:
    """Yield a tile with edges: what covers its sides, such as a city, then roads and the like."""
    assert look.tile is not None
    hexagon = len(look.tile.sides) == 6
    yield Piece("edges*", f"edges-{len(look.tile.sides)}", *at, scale=size, z=z)
    long = round(size * (HEX_ARM if hexagon else 1), 3)
    kinds = sorted({*look.tile.sides} - {""}, key=_depth)
    for kind in kinds:
        land, suit = kind in LANDS, look.suits.get(kind, "")
        drawn = f"edge-{suit or kind}" if suit.startswith("hue") or not suit else "edge-suit"
        suit = "" if drawn != "edge-suit" else suit
        scale = size if land else long
        for part in ("-6" if hexagon else "",) if land else ("-rim", ""):
            for side in look.tile.at(kind):
                angle = side * 60 + 30 if hexagon else side * 90
                name = f"edge-{kind}{part}*"
                label = kind[:1].upper() if drawn.startswith("edge-hue") else ""
                yield Piece(name, drawn + part, *at, angle=angle, suit=suit, scale=scale, z=z,
                            label=label)  # fmt: skip


def _depth(kind: str) -> tuple[int, str]:
    """Return how early a kind of edge is drawn: land under rivers, and these under roads."""
    order = (*LANDS, "river", "rail")
    return (order.index(kind) if kind in order else len(order)), kind


def _one(piece: Any, look: Look, at: tuple[float, float], size: float, z: int) -> Iterator[Piece]:
    if look.tile is not None:
        yield from tile_on(look, at, size, min(z, 2))
        return
    sprite, scale = sprite_of(look)
    label = look.label
    if look.component in WRITTEN:
        label = label or str(piece)
    elif look.component == "stone":
        label = label[:1].upper()
    elif label and look.component == "pawn":
        yield Piece("saucer*", "saucer", *at, suit=look.suit, scale=size, z=2)
    yield Piece(
        f"{look.component}*", sprite, *at, suit=look.suit, face=look.face, label=label,
        scale=round(scale * size, 3), z=z,
    )  # fmt: skip


def _heap(
    place: str, count: int, at: tuple[float, float], size: float, look: Look
) -> Iterator[Piece]:
    """Yield a heap of stones or matchsticks with its number, or a number alone."""
    if look.component == "number":
        yield Piece(f"number-{place}", "words", *at, label=str(count), scale=round(size * 1.4, 3))
        return
    drawn = min(count, MOST_DRAWN)
    sticks = look.component == "matchstick"
    sprite, scale = sprite_of(look)
    for n in range(drawn):
        x, y = _in_a_row(n, drawn) if sticks else _in_a_spiral(n, drawn)
        yield Piece(
            f"{look.component}*", sprite, round(at[0] + x * size, 3), round(at[1] + y * size, 3),
            suit=look.suit, angle=-90 if sticks else 0, scale=round(scale * size * 0.3, 3) if not
            sticks else round(scale * size * 0.85, 3), z=3,
        )  # fmt: skip
    yield _number(place, count, at, size)


def _in_a_spiral(n: int, count: int) -> tuple[float, float]:
    far = SPREAD * math.sqrt((n + 0.5) / max(count, 5)) * (0 if count == 1 else 1)
    turn = n * 2.4  # radians: the golden angle, by which a sunflower's seeds lie
    return far * math.cos(turn), far * math.sin(turn) * 0.9 - 0.06


def _in_a_row(n: int, count: int) -> tuple[float, float]:
    return (n - (count - 1) / 2) * min(0.13, 0.8 / max(count, 1)), -0.04


def _number(place: str, count: int, at: tuple[float, float], size: float) -> Piece:
    x, y = round(at[0] + 0.34 * size, 3), round(at[1] + 0.36 * size, 3)
    return Piece(f"number-{place}", "mark-cost", x, y, label=str(count), scale=size * 0.85, z=9)


# --- The looks of a design -----------------------------------------------------------------------


def seat_suits(seats: Sequence[str]) -> dict[str, str]:
    """Return the suit of each seat: its own name's, or the next one that is free."""
    free = [suit for suit in COLOURS if suit not in seats]
    return {seat: seat if seat in COLOURS else free.pop(0) for seat in seats}


def look_of(design: Any, piece: Any, place: str = "") -> Look:
    """Return a piece's look: by the design's ``look``, its ``pieces``, or its own words."""
    suits = seat_suits(design.seats)
    own = call(design, "look", piece, place) if hasattr(design, "look") else None
    if own is not None:
        if not isinstance(own, str) or unknown_words(own, design.seats):
            wrong = f"expected None, or words such as 'suns coin': a seat, and one of {LISTED}"
            raise returned(design, "look", (piece, place), own, wrong)
        return read_look(own, suits)
    if piece in design.known_tiles:
        return Look("tile", tile=design.known_tiles[piece], suits=edge_suits(design))
    usual = design.pieces if isinstance(design.pieces, str) else "pawn"
    if isinstance(piece, int):
        heaped = design.pieces.get("number", "stone") if isinstance(design.pieces, dict) else usual
        return read_look(heaped if heaped != "pawn" else "stone", suits)
    if isinstance(design.pieces, Mapping):
        owner = owner_of(piece, design.seats)
        words = design.pieces.get(piece, design.pieces.get(owner, piece))
        return read_look(words if words == piece else f"{piece} {words}", suits)._replace(
            label=read_look(words, suits).label
        )
    look = read_look(f"{usual} {piece}", suits)
    stray = look.component == "pawn" and not look.suit and "pawn" not in piece.split()
    return look._replace(component="stone") if stray else look


def edge_suits(design: Any) -> dict[str, str]:
    """Return the suits of the kinds of edges that are a seat or suit; of other words, "hue-0" …

    Kinds with a drawing have none.
    """
    kinds = dict.fromkeys(kind for tile in design.known_tiles.values() for kind in tile.sides)
    named = [kind for kind in kinds if kind and kind not in (*ROADS, *LANDS)]
    suits = {**seat_suits(design.seats), **{suit: suit for suit in COLOURS}}
    others = [kind for kind in named if kind not in suits]
    hues = {kind: f"hue-{number % len(HUES)}" for number, kind in enumerate(others)}
    return {kind: suits.get(kind) or hues[kind] for kind in named}


# --- Sprites -------------------------------------------------------------------------------------


def _stone() -> tuple[Shape, ...]:
    round_ = shape("circle", r=36, class_="ppnb-suit ppnb-edge")
    return (
        shadow(3, 9, 42, 38),
        *shaded(round_, "dome"),
        disc(27, "stone-rim"),
        lettering("{label}", 34, "f-ivory ppnb-on-stone ppnb-bold"),
    )


def _pyramid() -> tuple[Shape, ...]:
    side = "M0-42L39 32L24 40Z"
    front = "M0-42L24 40L-39 35Z"
    return (
        shadow(4, 37, 48, 11),
        shape("path", d=side, class_="ppnb-suit ppnb-edge"),
        shape("path", d=side, class_="ppnb-f-dark"),
        *shaded(shape("path", d=front, class_="ppnb-suit ppnb-edge"), "shade"),
        symbol(22, "f-ivory", -5, 21),
    )


def _wall() -> tuple[Shape, ...]:
    """Return a stick in the colour of a suit, with its sign at either end."""
    box: dict[str, Any] = {"x": -50, "width": 100, "height": 18, "rx": 5}
    return (
        shape("rect", y=-5.5, class_="ppnb-f-cast", **box),
        *shaded(shape("rect", y=-9, class_="ppnb-suit ppnb-edge", **box), "shade"),
        symbol(13, "f-ivory", -38, 0),
        symbol(13, "f-ivory", 38, 0),
    )


def _edged(sides: int) -> tuple[Shape, ...]:
    """Return a tile on which edges are drawn: a square or a hexagon."""
    if sides == 4:
        box: dict[str, Any] = {"x": -48, "y": -48, "width": 96, "height": 96, "rx": 5}
        return (shape("rect", class_="ppnb-tile-ground", **box),)
    corners = " ".join(f"{x},{y}" for x, y in HEXAGON)
    return (shape("polygon", points=corners, class_="ppnb-tile-ground"),)


HEXAGON = ((0, -61), (53, -30.5), (53, 30.5), (0, 61), (-53, 30.5), (-53, -30.5))
"""The corners of a hexagonal tile, from the top."""


def _band(look: str, half: float) -> tuple[Shape, ...]:
    """Return a band from a tile's middle to its upper side."""
    return (
        shape("rect", x=-half, y=-48, width=2 * half, height=48, class_=f"ppnb-{look}"),
        shape("circle", r=half, class_=f"ppnb-{look}"),
    )


def _land(look: str, sides: int, *drawn: Shape) -> tuple[Shape, ...]:
    """Return a piece of land between a tile's middle and its upper side."""
    far, half = (53, 30.5) if sides == 6 else (47.5, 47.5)
    outline = f"M0 0L{-half}{-far}H{half}Z"
    return (shape("path", d=outline, class_=f"ppnb-land ppnb-land-{look}"), *drawn)


def _edges() -> dict[str, tuple[Shape, ...]]:
    """Return the drawings of tiles with edges, and of each kind of edge, towards the upper side."""
    ties = shape("path", d="M-8-44H8M-8-34H8M-8-24H8M-8-14H8M-8-4H8", class_="ppnb-ties")
    wave = shape("path", d="M0-46q4 5 0 10t0 10t0 10t0 10", class_="ppnb-wave")
    signs = {
        "city": shape("path", d="M-13-24V-40H-7V-35H-3V-40H3V-35H7V-40H13V-24Z",
                      class_="ppnb-sign"),
        "field": shape("path", d="M-10-30v-8M-5-28v-12M0-30v-8M5-28v-12M10-30v-8",
                       class_="ppnb-sign-line"),
        "forest": shape("path", d="M-9-25L0-43L9-25ZM-2-25h4v5h-4Z", class_="ppnb-sign"),
        "water": shape("path", d="M-14-36q3.500-5 7 0t7 0t7 0t7 0M-8-27q3-5 6 0t6 0",
                       class_="ppnb-wave"),
    }  # fmt: skip
    lands = {
        f"edge-{kind}{'-6' if sides == 6 else ''}": _land(kind, sides, sign)
        for kind, sign in signs.items()
        for sides in (4, 6)
    }
    return {
        "edges-4": _edged(4),
        "edges-6": _edged(6),
        **{f"edge-{kind}-rim": _band(f"{kind}-rim", 9) for kind in ROADS},
        "edge-road": _band("road", 6.5),
        "edge-river": (*_band("river", 6.5), wave),
        "edge-rail": (*_band("rail", 6.5), ties),
        "edge-hue-rim": (shape("rect", x=-9, y=-48, width=18, height=48), shape("circle", r=9)),
        "edge-hue": (
            shape("circle", cy=-32, r=14),
            lettering("{label}", 19, "f-ivory ppnb-bold", 0, -32),
        ),
        **_hued("edge-hue", "-rim"),
        **_hued("edge-hue"),
        "edge-suit-rim": _band("suit ppnb-edge", 9),
        "edge-suit": (
            shape("circle", cy=-34, r=11, class_="ppnb-suit ppnb-edge"),
            symbol(14, "f-ivory", 0, -34),
        ),
        **lands,
    }


def _hued(name: str, part: str = "") -> dict[str, tuple[Shape, ...]]:
    """Return a sprite in each of the hues: what has no look of its own is filled with it."""
    return {
        f"{name}-{number}{part}": (shape("g", use(name + part), fill=hue),)
        for number, hue in enumerate(HUES)
    }


def _edge() -> tuple[Shape, ...]:
    """Return what sets a tile off from a board of the same wood."""
    box: dict[str, Any] = {"x": -98.5, "y": -98.5, "width": 197, "height": 197, "rx": 8}
    return (shape("rect", class_="ppnb-shaded", **box), shape("rect", class_="ppnb-rim", **box))


def _inlay(*drawn: Shape) -> tuple[Shape, ...]:
    """Return the face of a tile: what is drawn on wood that is light in either theme."""
    box: dict[str, Any] = {"x": -88, "y": -88, "width": 176, "height": 176, "rx": 6}
    return (*TILE, *_edge(), shape("rect", class_="ppnb-tile-face", **box), *drawn)


def _cards() -> dict[str, tuple[Shape, ...]]:
    """Return the drawings of cards: their backs, and faces with an index in the corner."""
    box: dict[str, Any] = {"x": -50, "y": -70, "width": 100, "height": 140, "rx": 9}
    face = (
        shape("rect", class_="ppnb-f-cast", **{**box, "y": -67}),
        shape("rect", class_="ppnb-playing-face", **box),
    )

    def faced(look: str) -> tuple[Shape, ...]:
        corner = shape("text", text="{label}", x=-43, y=-40, font_size=29, text_anchor="start",
                       class_=f"ppnb-playing-{look} ppnb-bold")  # fmt: skip
        return (*face, corner)

    plain = (
        face[0],
        shape("rect", **box),
        shape("rect", class_="ppnb-playing-face", **{**box, "y": -36, "height": 102}),
        *(shape("rect", x=-24, y=y, width=48, height=3) for y in (-23.5, 53.5)),
        shape("text", text="{label}", x=-43, y=-43, font_size=27, text_anchor="start",
              class_="ppnb-f-ivory ppnb-bold"),
    )  # fmt: skip
    sizes = {"suit": 62, "symbol": 46}
    lattice = "M-40-60L40 60M40-60L-40 60M0-60L40 0L0 60L-40 0Z"
    return {
        "card-back": (
            face[0],
            shape("rect", class_="ppnb-playing-back", **box),
            shape("rect", class_="ppnb-playing-lines", x=-40, y=-60, width=80, height=120, rx=5),
            shape("path", d=lattice, class_="ppnb-playing-lines"),
        ),
        "card-slot": (shape("rect", class_="ppnb-beside", **box),),
        **{f"card-{look}": faced(look) for look in ("red", "ink")},
        "card-plain": plain,
        **_hued("card-plain"),
        **{
            f"centre-title-{size}": (lettering("{label}", high, "playing-ink ppnb-bold", 0, 15),)
            for size, high in TITLES.items()
        },
        **{
            f"centre-{look}-{size}": (lettering("{label}", high, f"playing-{look}", 0, 14),)
            for look in ("red", "ink")
            for size, high in sizes.items()
        },
    }


def _left(text: str, size: float, look: str) -> Shape:
    return shape("text", text=text, x=0, y=round(size * 0.35, 1), font_size=size,
                 text_anchor="start", class_=f"ppnb-{look}")  # fmt: skip


def _box(look: str) -> Shape:
    return shape("rect", x=-42, y=-42, width=84, height=84, rx=16, class_=f"ppnb-{look}")


def _right(text: str, size: float, look: str) -> Shape:
    return shape("text", text=text, x=0, y=round(size * 0.35, 1), font_size=size,
                 text_anchor="end", class_=f"ppnb-{look}")  # fmt: skip


LIGHT = (
    "--ppnb-shaded:.16;--ppnb-place-name:#6f4c20;--ppnb-rim:#a67c49;--ppnb-tile-face:#faeed3;"
    "--ppnb-ground:#cfe0ae;"
)
DARK = (
    "--ppnb-shaded:.32;--ppnb-place-name:#d9bd94;--ppnb-rim:#a98a62;--ppnb-tile-face:#e2d0aa;"
    "--ppnb-ground:#7f9468;"
)
RULES = """
.ppnb-stone-rim{fill:none;stroke:#fff;stroke-opacity:.28;stroke-width:2.5}
.ppnb-on-stone{stroke:#000;stroke-opacity:.55;stroke-width:5;paint-order:stroke}
.ppnb-rim{fill:none;stroke:var(--ppnb-rim);stroke-width:9}
.ppnb-tile-face{fill:var(--ppnb-tile-face)}
.ppnb-c-suit{color:var(--ppnb-suit,var(--ppnb-soft))}
.ppnb-shaded{fill:#000;fill-opacity:var(--ppnb-shaded)}
.ppnb-board-line{fill:none;stroke:var(--ppnb-groove);stroke-width:6;stroke-linecap:round}
.ppnb-tile-line{stroke-width:4}
.ppnb-board-point{fill:var(--ppnb-groove)}
.ppnb-ladder{fill:none;stroke:var(--ppnb-crowns);stroke-width:7;stroke-linecap:round;stroke-opacity:.75}
.ppnb-snake{fill:none;stroke:var(--ppnb-suns);stroke-width:15;stroke-linecap:round;stroke-opacity:.6}
.ppnb-snake-head{fill:var(--ppnb-suns)}
.ppnb-beside{fill:none;stroke:var(--ppnb-groove);stroke-width:2.5;stroke-dasharray:9 8}
.ppnb-tile-ground{fill:var(--ppnb-ground);stroke:var(--ppnb-rim);stroke-width:2.5}
.ppnb-road{fill:#f7ecd2}
.ppnb-road-rim{fill:#5f4c39}
.ppnb-river{fill:#4a90c4}
.ppnb-river-rim{fill:#2b6592}
.ppnb-rail{fill:#b9aea0}
.ppnb-rail-rim{fill:#3d3833}
.ppnb-ties{fill:none;stroke:#3d3833;stroke-width:3.5}
.ppnb-wave{fill:none;stroke:#fff;stroke-opacity:.8;stroke-width:2}
.ppnb-land{stroke-width:2;stroke-linejoin:round}
.ppnb-land-city{fill:#c98f6b;stroke:#8b5436}
.ppnb-land-field{fill:#e3cf6d;stroke:#a8922d}
.ppnb-land-forest{fill:#6f9a63;stroke:#3f6335}
.ppnb-land-water{fill:#4a90c4;stroke:#2b6592}
.ppnb-sign{fill:#3a2a1c;fill-opacity:.75}
.ppnb-sign-line{stroke:#6b5a12;stroke-width:2.5;stroke-linecap:round}
.ppnb-square-name{fill:var(--ppnb-place-name)}
.ppnb-box{fill:none;stroke:var(--ppnb-soft);stroke-width:6}
.ppnb-box-full{fill:var(--ppnb-accent);stroke:var(--ppnb-soft);stroke-width:6}
.ppnb-box-name{fill:var(--ppnb-soft)}
.ppnb-playing-face{fill:#fbf6ea;stroke:#9a8c70;stroke-width:2}
.ppnb-playing-ink{fill:#2a2420}
.ppnb-playing-red{fill:#a3201b}
.ppnb-playing-back{fill:#2f6468;stroke:#d8cdb4;stroke-width:3}
.ppnb-playing-lines{fill:none;stroke:#d8cdb4;stroke-width:2;stroke-opacity:.75}
.ppnb-pit{fill:var(--ppnb-cast);fill-opacity:.3;stroke:var(--ppnb-groove);stroke-width:3}
"""

SHEET = SpriteSheet(
    {
        "stone": _stone(),
        "tile-piece": (*TILE, *_edge()),
        "tile-suit": _inlay(symbol(110, "f-suit")),
        "tile-value": _inlay(
            value(130, "f-suit ppnb-c-suit", 8, 4), symbol(46, "f-suit", -58, -58)
        ),
        "tile-back": (*TILE, *_edge(), shape("path", d="M0-94V94M-94 0H94", class_="ppnb-rim")),
        "wall-piece": _wall(),
        **_edges(),
        "board-pyramid": _pyramid(),
        "die-number": (
            *DIE,
            lettering("{label}", 50, "f-ivory ppnb-bold"),
            symbol(19, "f-ivory", -21, -21),
        ),
        **_cards(),
        "line-left": (_left("{label}", 30, "f-words"),),
        "line-bold": (_left("{label}", 32, "f-words ppnb-bold"),),
        "line-right": (_right("{label}", 34, "f-words ppnb-bold"),),
        "line-note": (_right("{label}", 21, "box-name"),),
        "box": (_box("box"),),
        "box-full": (_box("box-full"),),
        "box-suit": (_box("suit ppnb-edge"),),
        "place-name": haloed("{label}", 20),
    },
    styles=Styles(LIGHT, DARK, RULES),
    grow=("stone", "board-pyramid"),
)
