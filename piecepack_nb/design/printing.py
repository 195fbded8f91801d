"""Sheets to print and cut: a board in its true size, its pieces, its cards, and a playtest form.

All measures are in millimetres. A square is as wide as a piecepack's, an inch, unless you choose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import ceil
from typing import Any

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import Match
from piecepack_nb.core.wording import count_noun
from piecepack_nb.design.game import BoardGame
from piecepack_nb.design.looks import look_of, pieces_on
from piecepack_nb.design.places import Places
from piecepack_nb.design.tiles import Tile
from piecepack_nb.design.view import board_alone
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.handout import board_drawing
from piecepack_nb.scene.model import Area, Layout, Piece, Scene, is_board
from piecepack_nb.scene.sheet import (
    INCH,
    MARGIN,
    Drawing,
    Sheet,
    document,
    page,
    paper_size,
    rule,
    text,
    wrap,
)

HEAD, FOOT = 14.0, 12.0
"""The heights of a page's title, and of the line to measure below."""
UNIT = 100  # of a drawing in a square
CARD = 63.0, 88.0
"""The usual size of playing cards."""
BLANK_CARDS = 9
LEAST_SQUARE, MOST_SQUARE = 8.0, 80.0
GAMES, MOVES = 3, 200
"""The random games that show which pieces are needed, and their length."""
SPARE = 2  # pieces more than were needed
TILE_PARTS = ("edges-", "edge-")
"""The beginning of the sprites of a tile with edges."""
HEXAGON = 1.1, 1.26
"""The width and height, in squares, of the room of a tile with six edges."""
UNPRINTED = ("look", "count")
"""The values of a card that it doesn't show."""
QUESTIONS = (
    "What did you think the aim was?",
    "Where did you not know what to do?",
    "Which choice was hard, which was none?",
    "When did you know who would win?",
    "What would you change, and what must stay?",
)
WATCH = ("minute", "what they did or said", "rule", "what it may mean")


def print_sheets(
    what: Game[Any, Any, Any] | Places, paper: str = "A4", *, square: float = INCH
) -> Sheet:
    """Return sheets with a board, the pieces and the cards of a game, and a playtest form.

    ``what`` may be a board alone, such as ``Board.hexagons(5, 5)``. ``square`` is the width of one
    of its squares. Raises BadInput for another paper or size.
    """
    size = paper_size(paper)
    given: object = square
    if not isinstance(given, int | float) or not LEAST_SQUARE <= given <= MOST_SQUARE:
        raise invalid("square", square, f"millimetres from {LEAST_SQUARE:g} to {MOST_SQUARE:g}")
    if isinstance(what, Places):
        title, scene, pages, grows = "Board", board_alone(what), list[str](), False
    else:
        view, title, states = view_of(what), what.title, _states_of(what)
        start = view.scene(what, states[0])
        scene = start._replace(pieces=(), marks=(), spots=())
        grows = isinstance(what, BoardGame) and what.design.places.grows
        pages = [
            *_tile_pages(what, states, square, size),
            *_piece_pages(title, _pieces_of(what, states), square, size),
            *_card_pages(title, _cards_of(what), size),
            *_forms(title, what.seats, size),
        ]
    if any(is_board(area.id) for area in scene.areas) and not grows:
        pages = [*_board_pages(title, scene, square, size), *pages]
    hint = "Print at 100 %, without margins or headers; measure the line before you cut."
    return Sheet(document(title, pages, paper, hint), f"{title}: to print", tuple(pages))


def blank_sheets(paper: str = "A4") -> Sheet:
    """Return a page of blank cards to cut, and the two playtest forms, for a game on paper.

    Raises BadInput for another paper.
    """
    size, title = paper_size(paper), "Your game"
    pages = (
        *_card_pages(title, [("", "")] * BLANK_CARDS, size),
        *_forms(title, ("first", "second"), size),
    )
    return Sheet(document(title, list(pages), paper), f"{title}: to print", pages)


def _page(title: str, line: str, drawn: str, size: tuple[float, float], look: str = "") -> str:
    head = text(f"{title}: {line}", MARGIN, MARGIN + 5, 4.5, weight=600)
    return page(title, line, drawn + head, size, look)


def _ruler(y: float) -> str:
    """Return a line of 10 cm, to check the printer's scale."""
    marks = "".join(f"M{MARGIN + 10 * n:.1f} {y - 1:.1f}v2" for n in range(11))
    line = f'<path d="M{MARGIN} {y:.1f}h100{marks}" stroke="#111" stroke-width=".3" fill="none"/>'
    return line + text("10 cm: measure before you cut", MARGIN + 103, y + 1, 3)


# --- The board -----------------------------------------------------------------------------------


def _board_pages(
    title: str, scene: Scene, square: float, paper: tuple[float, float]
) -> Iterator[str]:
    """Yield the parts of the board, on paper that lies on its side where that takes fewer."""
    drawn = board_drawing(scene, alone=True)
    scale = square / UNIT
    upright, side = _parts(drawn, scale, paper), _parts(drawn, scale, paper[::-1])
    turned = len(side) < len(upright)
    size, parts = (paper[::-1], side) if turned else (paper, upright)
    for number, part in enumerate(parts, 1):
        line = (
            "board" if len(parts) == 1 else f"board, part {number} of {len(parts)}: tape together"
        )
        yield _page(title, line, _part(drawn, scale, part, size), size, "ppnb-side" * turned)


Part = tuple[float, float, float, float]
"""The left, top, width and height of a part of the board."""


def _parts(drawn: Drawing, scale: float, size: tuple[float, float]) -> list[Part]:
    """Return the parts of a drawing that fit on a page, each as large as the others."""
    room = size[0] - 2 * MARGIN, size[1] - 2 * MARGIN - HEAD - FOOT
    whole = drawn.width * scale, drawn.height * scale
    columns, rows = (ceil(round(whole[n] / room[n], 4)) for n in (0, 1))
    wide, high = whole[0] / columns, whole[1] / rows
    return [(wide * c, high * r, wide, high) for r in range(rows) for c in range(columns)]


def _part(drawn: Drawing, scale: float, part: Part, size: tuple[float, float]) -> str:
    """Return a part of a drawing in true size; white covers what belongs to other pages."""
    left, top, wide, high = part
    x, y = (size[0] - wide) / 2, MARGIN + HEAD
    board = (
        f'<g transform="translate({x - left:.2f} {y - top:.2f}) scale({scale:.5f})">'
        f"{drawn.inside}</g>"
    )
    covers = [
        (0, 0, size[0], y), (0, y + high, size[0], size[1] - y - high),
        (0, 0, x, size[1]), (x + wide, 0, size[0] - x - wide, size[1]),
    ]  # fmt: skip
    white = "".join(
        f'<rect x="{a:.2f}" y="{b:.2f}" width="{w:.2f}" height="{h:.2f}" fill="#fff"/>'
        for a, b, w, h in covers
    )
    edge = (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{wide:.2f}" height="{high:.2f}" fill="none" '
        f'stroke="#999" stroke-width=".2"/>'
    )
    return board + white + edge + _ruler(size[1] - MARGIN)


# --- Pieces --------------------------------------------------------------------------------------


Cut = tuple[Piece, ...]
"""The drawn parts of a piece to cut out, such as a tile's ground and its roads."""


def _states_of(game: Game[Any, Any, Any]) -> list[Any]:
    """Return the first state and some more of random games."""
    found = []
    for seed in range(GAMES):
        match = Match(game, seed=seed, seats="random")
        states = [match.state, *(step.state for step in match.run(MOVES))]
        found += [*states[:: max(1, len(states) // 20)], states[-1]]
    return found


def _pieces_of(game: Game[Any, Any, Any], states: Sequence[Any]) -> list[Cut]:
    """Return the pieces that are needed on the board, without tiles with edges."""
    most: Counter[Piece] = Counter()
    for state in states:
        most |= Counter(
            each._replace(id="piece", x=0.5, y=0.5, area="board")
            for each in view_of(game).scene(game, state).pieces
            if is_board(each.area) and not each.sprite.startswith(TILE_PARTS)
        )
    return [(piece,) for piece, count in most.items() for _ in range(count + SPARE)]


def _tiles_of(game: BoardGame, states: Sequence[Any]) -> list[Tile]:
    """Return a game's tiles with edges, unturned: as many as there are on the board and in bags."""
    known: Mapping[str, Tile] = game.design.known_tiles
    most: Counter[str] = Counter()
    for state in states if known else ():
        piles = (*state.pieces.values(), *state.piles.values())
        there = (each for pile in piles for each in (pile if isinstance(pile, tuple) else (pile,)))
        most |= Counter(known[each].name for each in there if each in known)
    return [known[name] for name in most for _ in range(most[name])]


def _tile_pages(
    game: Game[Any, Any, Any], states: Sequence[Any], square: float, size: tuple[float, float]
) -> Iterator[str]:
    """Yield pages of tiles, as they are drawn on the board."""
    if not isinstance(game, BoardGame):
        return
    tiles = _tiles_of(game, states)
    wide, high = HEXAGON if tiles and len(tiles[0].sides) == 6 else (1, 1)
    drawn = partial(
        pieces_on, "", at=(wide / 2, high / 2), size=1, look_of=partial(look_of, game.design)
    )
    cut = [(*drawn(piece=str(tile)),) for tile in tiles]
    line = f"{count_noun(len(tiles), 'tile')} to cut"
    yield from _cut_pages(game.title, line, cut, (wide, high), square, size)


def _piece_pages(
    title: str, pieces: Sequence[Cut], square: float, size: tuple[float, float]
) -> Iterator[str]:
    """Yield pages of squares with a piece each."""
    line = f"{count_noun(len(pieces), 'piece')} to cut, {SPARE} of each to spare"
    yield from _cut_pages(title, line, pieces, (1, 1), square, size)


def _cut_pages(
    title: str,
    line: str,
    cut: Sequence[Cut],
    box: tuple[float, float],
    square: float,
    size: tuple[float, float],
) -> Iterator[str]:
    """Yield pages to cut; ``box`` is the width and height of each piece's room, in squares."""
    wide, high = (square * each for each in box)
    columns = int((size[0] - 2 * MARGIN) / wide)
    most = columns * int((size[1] - 2 * MARGIN - HEAD - FOOT) / high)
    for first in range(0, len(cut), most):
        drawn = ""
        for n, pieces in enumerate(cut[first : first + most]):
            x, y = MARGIN + wide * (n % columns), MARGIN + HEAD + high * (n // columns)
            parts = tuple(each._replace(id=str(part)) for part, each in enumerate(pieces))
            alone = Scene((Area("board", *box),), (Layout(0, *box, {"board": (0, 0)}),), parts)
            drawn += board_drawing(alone).placed(x, y, wide, high) + _cut(x, y, wide, high)
        yield _page(title, line, drawn + _ruler(size[1] - MARGIN), size)


def _cut(x: float, y: float, wide: float, high: float) -> str:
    """Return the line to cut along."""
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{wide:.2f}" height="{high:.2f}" fill="none" '
        f'stroke="#888" stroke-width=".2" stroke-dasharray="1.5 1"/>'
    )


# --- Cards ---------------------------------------------------------------------------------------


def _cards_of(game: Game[Any, Any, Any]) -> list[tuple[str, str]]:
    """Return the name and the values of each card of a game's decks and bags; tiles are none."""
    found: list[tuple[str, str]] = []
    if not isinstance(game, BoardGame):
        return found
    for kind in game.piles.kinds.values():
        for name in kind.cards:
            if name in game.design.known_tiles:
                continue
            values: Mapping[str, Any] = kind.values.get(name, {})
            shown = ", ".join(
                f"{key} {value}" for key, value in values.items() if key not in UNPRINTED
            )
            found.append((str(name), shown))
    return found


def _card_pages(
    title: str, cards: Sequence[tuple[str, str]], size: tuple[float, float]
) -> Iterator[str]:
    wide, high = CARD
    columns, rows = int((size[0] - 12) / wide), int((size[1] - 24) / high)
    for first in range(0, len(cards), columns * rows):
        drawn = ""
        for n, (name, values) in enumerate(cards[first : first + columns * rows]):
            x, y = (size[0] - columns * wide) / 2 + wide * (n % columns), 18 + high * (n // columns)
            drawn += _cut(x, y, wide, high)
            for line, words in enumerate(wrap(name, wide - 10, 6)):
                drawn += text(words, x + wide / 2, y + 16 + 8 * line, 6, "middle", weight=600)
            for line, words in enumerate(wrap(values, wide - 10, 4)):
                drawn += text(words, x + wide / 2, y + 44 + 6 * line, 4, "middle")
        yield _page(title, f"{count_noun(len(cards), 'card')} to cut", drawn, size)


# --- The form ------------------------------------------------------------------------------------


def _forms(title: str, seats: Sequence[str], size: tuple[float, float]) -> Iterator[str]:
    """Yield a sheet for who watches a playtest, and one for who plays."""
    wide, y = size[0] - 2 * MARGIN, MARGIN + HEAD
    columns = [MARGIN, MARGIN + 18, MARGIN + 105, MARGIN + 125]
    drawn = "".join(
        text(word, x + 1, y + 4, 3.2, weight=600) for word, x in zip(WATCH, columns, strict=True)
    )
    lines = range(int((size[1] - y - MARGIN - 8) / 9))
    drawn += "".join(rule(MARGIN, y + 6 + 9 * n, wide) for n in lines)
    low = y + 6 + 9 * lines[-1]
    drawn += "".join(
        f'<path d="M{x:.1f} {y:.1f}V{low:.1f}" stroke="#888" stroke-width=".25" fill="none"/>'
        for x in columns[1:]
    )
    yield _page(title, "playtest, for who watches: say nothing, write", drawn, size)
    drawn = text(f"I played {' / '.join(seats)}. Who won?", MARGIN, y + 4, 3.8)
    room = (size[1] - y - 22) / len(QUESTIONS)
    for n, question in enumerate(QUESTIONS):
        top = y + 16 + room * n
        drawn += text(f"{n + 1}. {question}", MARGIN, top, 3.8)
        marks = [top + 9 * each for each in range(1, int(room / 9))]
        drawn += "".join(rule(MARGIN, at, wide) for at in marks)
    yield _page(title, "playtest, for who plays", drawn, size)
