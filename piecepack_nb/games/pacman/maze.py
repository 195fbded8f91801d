"""The boards: two that come with the package, and any of your own as text (PC-1, PC-7, PC-9).

Vocabulary
    space    where a piece may be: a hole, a home, or the centre; named as a square, "f4"
    hole     a space with a marble at the start: a yellow one in a ringed hole, else a white one
    home     the SAFE/HOME space of a seat
    centre   where the ghosts start
    barrier  an edge between two spaces that nobody crosses
    arrow    (hole, heading): there a Pac-Man goes off the board, and comes on at another arrow
    hop      a step off the board at one arrow and on again at another

To draw one, copy one that is shipped and change it: ``print(pp.game("pacman").board.text())``. To
play on it, ``pp.play("pacman", board=text)``. The lines alternate, as in
:mod:`piecepack_nb.core.ascii_map`: barriers above a rank, then the rank itself, from the top one
down to 1.

    ``---`` ``|``    a blue barrier, or the board's rim; blanks where a piece may pass
    blank            a hole with a white marble
    O                a hole with an orange ring, and a yellow marble in it
    R G B Y          the home of red, green, blue, yellow
    X                the centre, where the ghosts start
    ``###``          no space here
    ``< > ^ v``      an arrow in the rim, pointing off the board

Above the drawing there may be ``title:``, ``note:`` and ``symmetry:`` (quarter turn, half turn,
left-right, up-down: those claimed are checked); a line that begins with ``#`` is a comment.

A whole board, of thirteen holes and two ringed ones, with two arrows::

    title: Pocket
    symmetry: left-right
      +---+---+---+---+---+
    4 | G               B |
      +   +   +---+   +   +
    3 |     O   X   O     |
      +   +---+   +---+   +
    2 <                   >
      +   +   +---+   +   +
    1 | R               Y |
      +---+---+---+---+---+
        a   b   c   d   e
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path as FilePath

from piecepack_nb.core.ascii_map import (
    NOWHERE,
    OPEN,
    UPRIGHT,
    WALL,
    AsciiMap,
    DrawnMap,
    MapFormat,
    header,
    numbered,
    read,
    render,
    source,
    split_headers,
)
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.lattice import (
    ARROWS,
    BACK,
    STEPS,
    Border,
    adjacent,
    beyond,
    edge,
    file_of,
    rank_of,
    square_at,
)

Path = tuple[str, ...]
"""Squares in order, from the one where the piece is."""

SEATS = ("red", "green", "blue", "yellow")
"""The seats, clockwise: each has the next one at its left."""
FOLDER = FilePath(__file__).with_name("mazes")
SHIPPED = ("reconstruction", "octagon")
"""The names of the boards that come with the package."""
SEE_ONE = "print(pp.game('pacman').board.text()) shows one"
RINGED, CENTRE = "O", "X"
HOME_LETTERS = FrozenDict((seat, seat[0].upper()) for seat in SEATS)
BOARD_FORMAT = MapFormat(
    "board",
    ("title", "note", "symmetry"),
    {"", NOWHERE, RINGED, CENTRE, *HOME_LETTERS.values()},
    "blanks (a hole), O (a ringed hole), R G B Y (a home), X (the centre), ### (no space here)",
    SEE_ONE,
    (WALL, OPEN, " ^ ", " v "),
    (UPRIGHT, " ", "<", ">"),
)
WHITE_MARBLES, RINGS = 72, 4
"""The number of marbles of each kind in the game (PC-1)."""

Symmetry = Callable[[int, int, int, int], tuple[int, int]]
SYMMETRIES: Mapping[str, Symmetry] = {
    "quarter turn": lambda x, y, files, ranks: (y, files + 1 - x),
    "half turn": lambda x, y, files, ranks: (files + 1 - x, ranks + 1 - y),
    "left-right": lambda x, y, files, ranks: (files + 1 - x, y),
    "up-down": lambda x, y, files, ranks: (x, ranks + 1 - y),
}
"""Where each symmetry puts the place of a file and a rank, on a board of so many of them."""


@dataclass(frozen=True, eq=False)
class BoardMap(DrawnMap):
    """A board, made by ``parse_board``; its ``squares`` are the spaces."""

    symmetry: tuple[str, ...]
    """The symmetries that the drawing claims, and that were checked."""
    barriers: frozenset[Border]
    arrows: FrozenDict[str, str]
    """The heading of the arrow on each hole that has one."""
    homes: FrozenDict[str, str]
    """Each seat's home."""
    ringed: frozenset[str]
    centre: str

    @cached_property
    def white(self) -> frozenset[str]:
        """The holes that have a white marble at the start (PC-1)."""
        return frozenset(self.squares) - self.ringed - {*self.homes.values(), self.centre}

    @cached_property
    def next_to(self) -> FrozenDict[str, FrozenDict[str, str]]:
        """The space that each heading leads to from each space, past no barrier (PC-7)."""
        known = frozenset(self.squares)
        return FrozenDict(
            (square, FrozenDict(
                (heading, beyond(square, heading)) for heading in STEPS
                if beyond(square, heading) in known and edge(square, heading) not in self.barriers
            ))
            for square in self.squares
        )  # fmt: skip

    def beyond_arrow(self, square: str) -> tuple[str, ...]:
        """Return the holes where whoever goes off at a hole's arrow comes on (PC-9), if any."""
        if square not in self.arrows:
            return ()
        return tuple(other for other in self.arrows if other != square)

    def home_of(self, square: str) -> str | None:
        """Return the seat whose home a space is, if it is one."""
        return next((seat for seat, home in self.homes.items() if home == square), None)

    def _lines(self) -> Iterator[str]:
        yield f"title: {self.title}"
        if self.note:
            yield f"note: {self.note}"
        if self.symmetry:
            yield f"symmetry: {', '.join(self.symmetry)}"
        yield from self.drawing(self._token)

    def drawing(self, token: Callable[[str], str]) -> Iterator[str]:
        """Yield the lines of a drawing of the board, with ``token(square)`` in each space."""

        def content(square: str) -> str:
            return token(square) if square in self.next_to else NOWHERE

        return render(self.files, self.ranks, content, self._side)

    def _token(self, square: str) -> str:
        if square in self.ringed:
            return RINGED
        seat = self.home_of(square)
        return CENTRE if square == self.centre else HOME_LETTERS[seat] if seat else ""

    def _side(self, here: str, heading: str) -> str:
        """Return a barrier, an arrow or blanks for the north or east side of a place."""
        there, known = beyond(here, heading), self.next_to
        if here in known and there in known:
            closed, arrow = edge(here, heading) in self.barriers, ""
        else:
            inside, out = (here, heading) if here in known else (there, BACK[heading])
            arrow = ARROWS[out] if self.arrows.get(inside) == out else ""
            closed = inside in known and not arrow
        if heading == "N":
            return WALL if closed else f" {arrow or ' '} "
        return UPRIGHT if closed else arrow or " "

    def __repr__(self) -> str:
        return f"<BoardMap {self.name!r}: {len(self.squares)} spaces, {len(self.arrows)} arrows>"


def is_hop(here: str, to: str) -> bool:
    """Return True if a step goes off the board at one arrow and on again at another (PC-9).

    No two arrows are on neighbours, so the names alone tell.

    >>> is_hop("a5", "a6"), is_hop("a5", "i5")
    (False, True)
    """
    return not adjacent(here, to)


def has_hop(path: Path) -> bool:
    """Return True if a path goes off the board and on again (PC-9).

    >>> has_hop(("b5", "a5", "i5")), has_hop(("b5", "a5", "a6"))
    (True, False)
    """
    return any(is_hop(here, to) for here, to in pairwise(path))


def shortest_paths(
    next_to: Mapping[str, Iterable[str]], start: str, closed: Collection[str] = ()
) -> dict[str, Path]:
    """Return a shortest path to each space that can be reached, never entering those ``closed``."""
    found: dict[str, Path] = {start: (start,)}
    queue = [start]
    for here in queue:
        for to in next_to[here]:
            if to not in found and to not in closed:
                found[to] = (*found[here], to)
                queue.append(to)
    return found


# --- from names and text --------------------------------------------------------------------------


def read_board(name_or_text: object) -> BoardMap:
    """Return a shipped board by name, or your own from its drawing; raise BadInput for neither.

    >>> read_board("reconstruction").homes["red"]
    'a1'
    """
    return _parsed(*source(name_or_text, BOARD_FORMAT, FOLDER, SHIPPED, "a rim"))


def parse_board(text: str, name: str = "own board") -> BoardMap:
    """Return the board that a text draws, of any size up to 26 files and 99 ranks.

    Raises BadInput, one line that says where the drawing can't be read or played, and why.
    """
    headers, lines = split_headers(numbered(text, BOARD_FORMAT.what), BOARD_FORMAT)
    drawn = read(lines, BOARD_FORMAT)
    squares = tuple(drawn.squares())
    known = frozenset(squares)
    board = BoardMap(
        name=header(name, "the board's name"),
        title=headers.get("title", name),
        note=headers.get("note", ""),
        symmetry=_parse_symmetry(headers.get("symmetry", "")),
        squares=squares,
        barriers=frozenset(wall for wall in drawn.walls if {wall[0], beyond(*wall)} <= known),
        arrows=_parse_arrows(drawn, known),
        homes=FrozenDict(
            (seat, drawn.only({token}, f"{token} (the home of {seat})"))
            for seat, token in HOME_LETTERS.items()
        ),
        ringed=frozenset(square for square in squares if drawn.tokens[square] == RINGED),
        centre=drawn.only({CENTRE}, "X (the centre)"),
    )
    return validate_board(board, drawn.rows)


_parsed = lru_cache(maxsize=32)(parse_board)


def _parse_symmetry(value: str) -> tuple[str, ...]:
    """Return the symmetries that a header claims."""
    claimed = tuple(filter(None, (each.strip() for each in value.split(","))))
    for each in claimed:
        if each not in SYMMETRIES or claimed.count(each) > 1:
            raise invalid("an entry of symmetry", each, f"{', '.join(SYMMETRIES)}, each once")
    return claimed


def _parse_arrows(drawn: AsciiMap, squares: frozenset[str]) -> FrozenDict[str, str]:
    """Return the arrows; the rest of the rim must be closed (PC-9)."""

    def side(square: str, heading: str) -> str:
        return f"{square}'s {heading} side (line {drawn.rows[rank_of(square)]} of the board)"

    arrows: dict[str, str] = {}
    left = dict(drawn.marks)
    for square in drawn.squares():
        for heading in STEPS:
            border = edge(square, heading)
            if beyond(square, heading) in squares or border in drawn.walls:
                continue
            mark = left.pop(border, "")
            if mark != ARROWS[heading]:
                expected = f"a closed rim, or an arrow {ARROWS[heading]}"
                raise invalid(side(square, heading), mark, expected)
            if square in arrows:
                what = side(square, heading)
                raise BadInput(f"{what} is a second arrow; expected one on a hole (PC-9)")
            arrows[square] = heading
    for (square, heading), mark in left.items():
        raise invalid(side(square, heading), mark, "arrows on the rim alone (PC-9)")
    return FrozenDict(arrows)


# --- validation -----------------------------------------------------------------------------------


def validate_board(board: BoardMap, rows: Mapping[int, int]) -> BoardMap:
    """Return the board if it can be played on, or raise BadInput for the first fault.

    ``rows`` has the line on which each rank is drawn.
    """

    def at(square: str) -> str:
        return f"{square} (line {rows[rank_of(square)]} of the board)"

    for error in _board_errors(board, at):
        raise BadInput(error)
    return board


def _board_errors(board: BoardMap, at: Callable[[str], str]) -> Iterator[str]:
    yield from _count_errors(board)
    yield from _arrow_errors(board, at)
    yield from _home_errors(board, at)
    yield from _reach_errors(board, at)
    yield from _dead_end_errors(board, at)
    for claimed in board.symmetry:
        yield from _symmetry_errors(board, claimed, at)


def _count_errors(board: BoardMap) -> Iterator[str]:
    """Yield errors unless the 72 white and 4 yellow marbles are enough (PC-1)."""
    for what, number, most in (
        ("holes without a ring", len(board.white), WHITE_MARBLES),
        ("ringed holes", len(board.ringed), RINGS),
    ):
        if not 1 <= number <= most:
            expected = f"1 to {most}, for there are {most} marbles for them (PC-1)"
            yield str(invalid(f"the board's number of {what}", number, expected))


def _arrow_errors(board: BoardMap, at: Callable[[str], str]) -> Iterator[str]:
    """Yield errors unless whoever goes off at an arrow can come on at another one (PC-9)."""
    if len(board.arrows) == 1:
        (square,) = board.arrows
        yield f"the arrow on {at(square)} leads to no other; expected none, or two or more"
    for square in board.arrows:
        home = board.home_of(square)
        if home or square == board.centre:
            what = f"{home}'s home" if home else "the centre"
            yield f"the arrow on {at(square)} is on {what}; expected arrows on holes"
        for other in board.arrows:
            if not is_hop(square, other) and other != square:
                yield (
                    f"the arrows on {at(square)} and {at(other)} are next to each other; "
                    "expected at least one space between arrows"
                )


def _home_errors(board: BoardMap, at: Callable[[str], str]) -> Iterator[str]:
    """Yield errors for homes next to each other: paths from a home are counted in holes (PC-6)."""
    for seat, home in board.homes.items():
        for other, there in board.homes.items():
            if there in board.next_to[home].values():
                yield (
                    f"the homes of {seat}, {at(home)}, and {other}, {at(there)}, are next to each "
                    "other; expected a hole or a barrier between homes"
                )


def _reach_errors(board: BoardMap, at: Callable[[str], str]) -> Iterator[str]:
    """Yield errors for holes out of reach: Pac-Men don't cross the centre, nor ghosts homes."""
    first, homes = board.homes["red"], frozenset(board.homes.values())
    on_foot = {square: tuple(near.values()) for square, near in board.next_to.items()}
    by_arrow = {square: (*near, *board.beyond_arrow(square)) for square, near in on_foot.items()}
    pac = shortest_paths(by_arrow, first, {board.centre})
    ghost = shortest_paths(on_foot, board.centre, homes)
    for square in board.squares:
        if square not in pac and square != board.centre:
            yield f"{at(square)} can't be reached from {first}, red's home; expected a path there"
        if square not in ghost and square not in homes:
            yield (
                f"{at(square)} can't be reached by ghosts from {board.centre}, the centre, past "
                "all homes; expected a path there"
            )


def _dead_end_errors(board: BoardMap, at: Callable[[str], str]) -> Iterator[str]:
    """Yield errors for dead ends, as nobody turns back (PC-5, PC-12)."""
    homes = frozenset(board.homes.values())
    for square in board.squares:
        near = frozenset(board.next_to[square].values())
        if square != board.centre and len(near - {board.centre}) + (square in board.arrows) < 2:
            yield f"{at(square)} is a dead end for Pac-Men; expected two exits or more"
        if square not in homes and len(near - homes) < 2:
            yield f"{at(square)} is a dead end for ghosts; expected two exits or more"


def _symmetry_errors(board: BoardMap, claimed: str, at: Callable[[str], str]) -> Iterator[str]:
    """Yield errors unless the board, turned or mirrored, looks the same but for homes' owners."""
    turn, files_, ranks = SYMMETRIES[claimed], board.files, board.ranks
    if claimed == "quarter turn" and files_ != ranks:
        size = f"{files_} files and {ranks} ranks"
        yield f"symmetry is {claimed!r} on {size}; expected as many files as ranks for that"
        return

    def image(square: str) -> str:
        return square_at(*turn(file_of(square), rank_of(square), files_, ranks))

    def differ(square: str, what: str) -> str:
        return (
            f"symmetry is {claimed!r}, but {at(square)} and {image(square)} differ in {what}; "
            "expected the same there, or no such claim"
        )

    for square in board.squares:  # first, for the barriers beside it follow from it
        if image(square) not in board.next_to:
            yield differ(square, "being a space")
            return
    for square in board.squares:
        for what in _differences(board, square, image):
            yield differ(square, what)


def _differences(board: BoardMap, square: str, image: Callable[[str], str]) -> Iterator[str]:
    """Yield what differs between a space and its image."""
    other = image(square)
    homes = frozenset(board.homes.values())
    for what, places in (("rings", board.ringed), ("homes", homes), ("the centre", [board.centre])):
        if (square in places) != (other in places):
            yield what
    if {image(to) for to in board.next_to[square].values()} != {*board.next_to[other].values()}:
        yield "barriers"
    out = {s: beyond(s, heading) for s, heading in board.arrows.items()}
    if (image(out[square]) if square in out else None) != out.get(other):
        yield "arrows"
