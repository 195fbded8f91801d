"""A sheet to print that shows which stick goes where on a real table (PM-6, PM-80).

The first page has the whole maze with a number on each stick, in the order of laying them, and a
list of them. On request more pages show it in its true size, to lie under or beside the tiles.

All measures are in millimetres. A square of a piecepack tile is one inch wide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import NamedTuple

from piecepack_nb.core.lattice import ANGLES, ARROWS, beyond, file_of, rank_of, square_at
from piecepack_nb.core.piecepack import LETTERS, SUITS
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.piecepackman.maze import Maze, Stick, checked_maze
from piecepack_nb.mazes.checking import check_maze, crossings
from piecepack_nb.scene.sheet import INCH, MARGIN, Sheet, document, page, paper_size, text

HEAD, EDGE = 17.0, 7.0
"""The height of a page's heading, and of the letters and numbers at the board."""
COLUMNS, LINE = 4, 3.9
"""The columns of the list of sticks, and the height of its lines."""
Corner = Callable[[str], tuple[float, float]]
"""The top left corner of a square on the page."""
THICK = 0.15
"""The thickness of a stick, in squares."""


def sheet(maze: Maze, paper: str = "A4", *, true_scale: bool = False) -> Sheet:
    """Return a sheet to print: the maze, a number on each stick, and the list of sticks (PM-6).

    ``paper`` is "A4" or "Letter". ``true_scale`` adds pages with the board at its size on the
    table, where a square is one inch wide; print them at 100 %. Raises BadInput for another paper,
    and for anything but a maze.

    >>> from piecepack_nb.games.piecepackman.maze import read_maze
    >>> sheet(read_maze("roundabout"), true_scale=True)
    <Sheet 'Roundabout': 3 pages>
    """
    size = paper_size(paper)
    pages = [_overview(checked_maze(maze), size)]
    if true_scale:
        pages += _true_pages(maze, size)
    hint = "Print at 100 %, without margins or headers." if true_scale else "Print this page."
    return Sheet(document(maze.title, pages, paper, hint), maze.title, tuple(pages))


# --- The sticks in the order of laying them ------------------------------------------------------


class Laid(NamedTuple):
    """A stick with its number, three-sticks and ace-sticks each from 1 on."""

    number: int
    stick: Stick

    @property
    def place(self) -> str:
        """The place of the stick in words, such as "above c9 d9"."""
        return self.stick.place


def laying_order(maze: Maze) -> list[Laid]:
    """Return the sticks in the order of laying them: long ones first, then from the top (PM-80)."""
    found = []
    for kind in ("three", "ace"):
        sticks = [stick for stick in maze.sticks if stick.kind == kind]
        sticks.sort(key=lambda stick: (-rank_of(stick.edges[-1][0]), file_of(stick.edges[0][0])))
        found += [Laid(number, stick) for number, stick in enumerate(sticks, 1)]
    return found


# --- Pages ---------------------------------------------------------------------------------------


def _overview(maze: Maze, paper: tuple[float, float]) -> str:
    """Return the page with the whole maze and the list of its sticks."""
    wide, high = paper
    files, ranks = _size(maze)
    laid = laying_order(maze)
    notes = list(_notes(maze))
    rows = _rows(laid)
    below = 8 + LINE * (rows + len(notes) + 1)
    room = high - 2 * MARGIN - HEAD - 2 * EDGE - below
    cell = max(2.0, min((wide - 2 * MARGIN - 2 * EDGE) / files, room / ranks))
    left, top = (wide - files * cell) / 2, MARGIN + HEAD
    board = "".join(_board(maze, laid, cell, left, top, range(1, ranks + 1), range(1, files + 1)))
    low = top + ranks * cell + EDGE + 6
    listed = "".join(_list(laid, low, wide)) + "".join(
        text(note, MARGIN, low + LINE * (rows + 1 + n), 3) for n, note in enumerate(notes)
    )
    return _page(maze, paper, _counts(laid), board + listed)


def _true_pages(maze: Maze, paper: tuple[float, float]) -> list[str]:
    """Return pages with parts of the board, a square one inch wide, on paper lying on its side."""
    high, wide = paper
    files, ranks = _size(maze)
    laid = laying_order(maze)
    across = _parts(files, int((wide - 2 * MARGIN) / INCH))
    down = list(reversed(_parts(ranks, int((high - 2 * MARGIN - HEAD - EDGE) / INCH))))
    pages: list[str] = []
    for part_ranks in down:
        for part_files in across:
            left, top = (wide - len(part_files) * INCH) / 2, MARGIN + HEAD
            board = "".join(_board(maze, laid, INCH, left, top, part_ranks, part_files))
            low = top + len(part_ranks) * INCH + EDGE + 5
            number = f"True size, part {len(pages) + 1} of {len(across) * len(down)}"
            place = f"{number}: ranks {part_ranks[-1]} to {part_ranks[0]}"
            pages.append(_page(maze, (wide, high), place, board + _ruler(left, low), "ppnb-side"))
    return pages


def _parts(length: int, most: int) -> list[range]:
    """Return 1 to ``length`` in even parts of at most ``most``."""
    size = ceil(length / ceil(length / most))
    return [range(at, min(at + size, length + 1)) for at in range(1, length + 1, size)]


def _size(maze: Maze) -> tuple[int, int]:
    return maze.files, maze.ranks


def _counts(laid: list[Laid]) -> str:
    threes = sum(each.stick.kind == "three" for each in laid)
    aces = count_noun(len(laid) - threes, "ace-stick")
    return f"{count_noun(threes, 'three-stick')} (dark), {aces} (white)"


def _notes(maze: Maze) -> Iterator[str]:
    """Yield the signs of the drawing in words, and what to look out for."""
    suits = ", ".join(f"{LETTERS[suit]} {suit}" for suit in SUITS)
    yield f"Circles: power coins. Arches: the ghosts in their house. P: Piecepackman. {suits}."
    numbers = {each.stick: each.number for each in laying_order(maze)}
    crossed = [f"{numbers[one]} and {numbers[two]}" for one, two in crossings(maze.sticks)]
    if crossed:
        yield f"Three-sticks that cross: {', '.join(crossed)}. Lay one on the other."
    problems = check_maze(maze).problems
    if problems:
        yield f"Not all constraints are kept (PM-80): {problems[0][:110]}"


def _page(maze: Maze, size: tuple[float, float], line: str, drawn: str, look: str = "") -> str:
    title = text(maze.title, MARGIN, MARGIN + 5, 6.5, weight=600)
    note = f" ({maze.note})" if maze.note else ""
    below = text((line + note)[:130], MARGIN, MARGIN + 11, 3.2)
    return page(maze.title, line, title + below + drawn, size, look)


def _rows(laid: list[Laid]) -> int:
    """Return the lines of the longer one of the two lists, each in half of the columns."""
    kinds = [each.stick.kind for each in laid]
    return max(ceil(kinds.count(kind) / (COLUMNS // 2)) for kind in ("three", "ace"))


def _list(laid: list[Laid], top: float, wide: float) -> Iterator[str]:
    """Yield the list of the sticks: three-sticks on the left, ace-sticks on the right."""
    column = (wide - 2 * MARGIN) / COLUMNS
    for half, kind in enumerate(("three", "ace")):
        sticks = [each for each in laid if each.stick.kind == kind]
        deep = max(1, ceil(len(sticks) / (COLUMNS // 2)))
        for at, each in enumerate(sticks):
            x = MARGIN + column * (half * COLUMNS // 2 + at // deep)
            y = top + LINE * (at % deep)
            yield _badge(each, x + 2.4, y - 1, 2.6)
            yield text(each.place, x + 6, y, 2.9)


def _badge(each: Laid, x: float, y: float, size: float) -> str:
    """Return the number of a stick on a ground in its colour."""
    dark = each.stick.kind == "three"
    ground, edge = ("#222", "#fff") if dark else ("#fff", "#222")
    wide, high = size * 1.7, size * 1.25
    return (
        f'<rect x="{x - wide / 2:.2f}" y="{y - high / 2:.2f}" width="{wide:.2f}" '
        f'height="{high:.2f}" rx="{size * 0.3:.2f}" fill="{ground}" stroke="{edge}" '
        f'stroke-width=".25"/>'
        + text(str(each.number), x, y + size * 0.36, size, "middle", "#fff" if dark else "#111")
    )


def _ruler(x: float, y: float) -> str:
    """Return a line of four inches, to check the printer's scale."""
    marks = "".join(f"M{x + INCH * n:.2f} {y - 1.5:.2f}v3" for n in range(5))
    line = f'<path d="M{x:.2f} {y:.2f}h{4 * INCH:.2f}{marks}" stroke="#111" stroke-width=".3"/>'
    return line + text("4 inches (101.6 mm): measure before you cut", x + 4 * INCH + 3, y + 1, 3)


# --- The board -----------------------------------------------------------------------------------


def _board(
    maze: Maze,
    laid: list[Laid],
    cell: float,
    left: float,
    top: float,
    ranks: Sequence[int],
    files: Sequence[int],
) -> Iterator[str]:
    """Yield a part of the board, its top left corner at ``left``, ``top``."""

    def corner(square: str) -> tuple[float, float]:
        return left + (file_of(square) - files[0]) * cell, top + (
            ranks[-1] - rank_of(square)
        ) * cell

    squares = [s for s in maze.squares if rank_of(s) in ranks and file_of(s) in files]
    shown = frozenset(squares)
    for square in squares:
        yield _square(maze, square, *corner(square), cell)
    for tile in maze.tiles:
        if len(tile) == 4 and shown.issuperset(tile):
            x, y = corner(max(tile, key=lambda s: (rank_of(s), -file_of(s))))
            yield _outline(x, y, 2 * cell, "#999", 0.4)
    yield from _rim(maze, squares, corner, cell)
    for square in squares:
        yield from _things(maze, square, *corner(square), cell)
    sticks = [
        _stick(each, corner, cell)
        for each in laid
        if any(s in shown or beyond(s, side) in shown for s, side in each.stick.edges)
    ]
    for layer in zip(*sticks, strict=True):  # the numbers lie on all sticks
        yield from layer
    for file in files:
        x = left + (file - files[0] + 0.5) * cell
        yield text(square_at(file, 1)[0], x, top + len(ranks) * cell + 5.6, 3.6, "middle")
    for rank in ranks:
        y = top + (ranks[-1] - rank + 0.5) * cell + 1.2
        yield text(str(rank), left - 4.5, y, 3.6, "middle")


def _outline(x: float, y: float, size: float, stroke: str, width: float, fill: str = "none") -> str:
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{size:.2f}" height="{size:.2f}" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="{width}"/>'
    )


def _square(maze: Maze, square: str, x: float, y: float, cell: float) -> str:
    fill = "#e4e4e4" if square in maze.house else "#d0d0d0" if square in maze.closed else "#fff"
    return _outline(x, y, cell, "#ccc", 0.2, fill)


def _rim(maze: Maze, squares: list[str], corner: Corner, cell: float) -> Iterator[str]:
    """Yield the rim of the board, which needs no stick, with a sign at each portal (PM-22)."""
    inside = frozenset(maze.squares)
    for square in squares:
        x, y = corner(square)
        for heading in ARROWS:
            if beyond(square, heading) in inside:
                continue
            (x1, y1), (x2, y2) = {
                "N": ((0, 0), (1, 0)), "E": ((1, 0), (1, 1)),
                "S": ((0, 1), (1, 1)), "W": ((0, 0), (0, 1)),
            }[heading]  # fmt: skip
            portal = (square, heading) in maze.portals
            dashed = ' stroke-dasharray="1 1.4"' if portal else ""
            yield (
                f'<path d="M{x + x1 * cell:.2f} {y + y1 * cell:.2f}L{x + x2 * cell:.2f} '
                f'{y + y2 * cell:.2f}" stroke="#111" stroke-width=".5"{dashed}/>'
            )
            if portal:
                yield _portal(x + (x1 + x2) / 2 * cell, y + (y1 + y2) / 2 * cell, heading, cell)


def _portal(x: float, y: float, heading: str, cell: float) -> str:
    size = 0.16 * cell
    return (
        f'<path transform="translate({x:.2f} {y:.2f}) rotate({ANGLES[heading]})" '
        f'd="M{-size:.2f} {-size:.2f}L{size:.2f} 0L{-size:.2f} {size:.2f}Z" fill="#111"/>'
    )


def _things(maze: Maze, square: str, x: float, y: float, cell: float) -> Iterator[str]:
    """Yield the power coin, the ghost or Piecepackman on a square (PM-5)."""
    x, y, size = x + cell / 2, y + cell / 2, cell * 0.34
    look = 'fill="#fff" stroke="#111" stroke-width=".3"'
    round_ = f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{{:.2f}}" {look}/>'
    for suit, at in maze.coins.items():
        if at == square:
            yield round_.format(size) + round_.format(size * 0.78)
            yield text(LETTERS[suit], x, y + size * 0.36, size, "middle", weight=600)
    for suit, at in maze.ghosts.items():
        if at == square:
            arch = f"M{-size:.2f} {size:.2f}V0A{size:.2f} {size:.2f} 0 0 1 {size:.2f} 0V{size:.2f}Z"
            yield f'<path transform="translate({x:.2f} {y:.2f}) scale(.8 .9)" d="{arch}" {look}/>'
            yield text(LETTERS[suit], x, y + size * 0.4, size, "middle", weight=600)
    if square == maze.start:
        arrow = {"N": "↑", "E": "→", "S": "↓", "W": "←"}.get(maze.start_heading or "", "")
        yield round_.format(size)
        yield text(f"P{arrow}", x, y + size * 0.36, size, "middle", weight=600)


def _stick(each: Laid, corner: Corner, cell: float) -> tuple[str, str]:
    """Return a stick on its edges, and its number, which is clear of sticks across its middle."""
    x, y = corner(each.stick.edges[0][0])
    side, length = each.stick.edges[0][1], len(each.stick.edges)
    long, thick = (length - 0.12) * cell, THICK * cell
    if side == "N":
        middle, size, badge = (x + length * cell / 2, y), (long, thick), (x + cell / 2, y)
    else:  # the first edge is the lowest
        middle, size = (x + cell, y + cell - length * cell / 2), (thick, long)
        badge = x + cell, y + cell / 2
    left, top = middle[0] - size[0] / 2, middle[1] - size[1] / 2
    fill = "#222" if each.stick.kind == "three" else "#fff"
    stick = (
        f'<rect x="{left:.2f}" y="{top:.2f}" width="{size[0]:.2f}" height="{size[1]:.2f}" '
        f'rx="{thick / 4:.2f}" fill="{fill}" stroke="#222" stroke-width=".35"/>'
    )
    return stick, _badge(each, *badge, min(4.0, 0.16 * cell))
