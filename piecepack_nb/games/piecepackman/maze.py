"""Mazes: squares and walls, matchsticks, the text form, and the checks of a maze (PM-6, PM-80).

Vocabulary
    square   "f4": file and rank; a place of the drawing where the board has no tile is none
    edge     the border between two squares (see :mod:`piecepack_nb.core.lattice`)
    wall     an edge with a matchstick on it; the board's own rim needs no stick
    portal   an opening in the rim: (square, heading) leads to the other end of its rank or file
    house    the squares where the ghosts live
    closed   squares, the house apart, that Piecepackman can't reach from his start

To draw a maze as text (PM-81), copy the one below and change it, or one that comes with the
package: ``print(pp.game("piecepackman").ruleset.maze.text())``. ``pp.play(maze=text)`` plays in it.
The lines take turns: walls above a rank, then the rank itself, from the top one down to 1; walls
below it and the files' letters end the drawing.

    wall line     ``+---+   +``: ``---`` is a wall, three blanks are none, ``+`` is every corner
    square line   ``7 | $S |   |``: the rank's number, then a wall (``|``) or none (a blank), then
                  three characters for a square, in turn
    S M C A       the home of the ghost of suns, moons, crowns, arms; ``h`` is more of the house
    $S $M $C $A   the suit's power coin
    P             Piecepackman's start; ``P^ P> Pv P<`` give his heading as well
    ###           no square here
    a portal      a gap in the walls round the maze, and one at the other end of its rank or file

Above the drawing, ``title:``, ``note:``, ``ace-sticks:`` and ``suits:`` are optional. Ace-sticks
are the walls that take a short stick, such as ``d6E f5N``: the east side of d6, the north side of
f5; or ``none``. Suits are those of matchsticks, such as ``S d6E f5N M c3E``: suns on two walls,
moons on one (PM-73b). A line that begins with ``#`` is a comment.

A whole maze, with a portal at either end of rank 2 and the house door between c3 and d3::

    title: Pocket
      +---+---+---+---+
    4 | $S          $M|
      +   +---+---+   +
    3 |   | S   M     |
      +   +   +   +   +
    2     | A   C |
      +   +---+---+   +
    1 | $A  P       $C|
      +---+---+---+---+
        a   b   c   d
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from piecepack_nb.core import ascii_map
from piecepack_nb.core.ascii_map import AsciiMap, DrawnMap, MapFormat
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.lattice import ARROWS, BACK, STEPS, Border, beyond, edge, file_of, rank_of
from piecepack_nb.core.piecepack import LETTERS, SUITS
from piecepack_nb.search import Grid

FOLDER = Path(__file__).with_name("mazes")
MAZE_NAMES = ("roundabout", "slip", "winding")
"""The names of the mazes that come with the package (PM-6)."""

IN_A_SET = 24
"""The number of ace-sticks, and of three-sticks, in a set of matchsticks (PM-80)."""

SEE_ONE = "print(pp.game('piecepackman').ruleset.maze.text()) shows one"
HOUSE, NO_ACES = "h", "none"
GHOSTS = {letter: suit for suit, letter in LETTERS.items()}
COINS = {f"${letter}": suit for suit, letter in LETTERS.items()}
STARTS: dict[str, str | None] = {"P": None} | {f"P{arrow}": to for to, arrow in ARROWS.items()}
MAZE_FORMAT = MapFormat(
    "maze",
    ("title", "note", "ace-sticks", "suits"),
    {"", ascii_map.NOWHERE, HOUSE, *GHOSTS, *COINS, *STARTS},
    "blanks, ### (no square), S M C A (a ghost's home), h (house), "
    "$S $M $C $A (a power coin), P P^ P> Pv P< (the start)",
    SEE_ONE,
)


class Stick(NamedTuple):
    """A matchstick: an "ace" on one edge, or a "three" on two in line."""

    kind: str
    edges: tuple[Border, ...]

    @property
    def place(self) -> str:
        """The place in words, such as "above c9 d9"."""
        side = "above" if self.edges[0][1] == "N" else "right of"
        return f"{side} {' '.join(square for square, _ in self.edges)}"


# --- A maze --------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Maze(DrawnMap):
    """A maze to play in (PM-6, PM-72); its ``text`` is the drawing (PM-81).

    ``parse_maze`` makes one, and refuses what can't be played.
    """

    walls: frozenset[Border]
    """The edges that have a stick on them."""
    portals: frozenset[tuple[str, str]]
    house: frozenset[str]
    ghosts: Mapping[str, str]
    """The home square of each suit's ghost (PM-5)."""
    coins: Mapping[str, str]
    """The square of each suit's power coin."""
    start: str
    start_heading: str | None = None
    """Piecepackman's heading at the start; None leaves it to the rule option (PM-5)."""
    aces: frozenset[Border] | None = None
    """The edges that have an ace-stick; None: long sticks first."""
    suits: Mapping[Border, str] = FrozenDict()
    """The suits of sticks that are written, each by an edge of its stick (PM-73b)."""

    @cached_property
    def exits(self) -> FrozenDict[str, FrozenDict[str, str]]:
        """The square that each open heading leads to from each square, by portals too (PM-22)."""
        return FrozenDict((square, FrozenDict(self._steps(square))) for square in self.squares)

    def _steps(self, square: str) -> Iterator[tuple[str, str]]:
        for heading in STEPS:
            ahead = beyond(square, heading)
            if (square, heading) in self.portals:
                yield heading, self.far_end(square, heading)
            elif ahead in self._square_set and edge(square, heading) not in self.walls:
                yield heading, ahead

    def far_end(self, square: str, heading: str) -> str:
        """Return the farthest square behind on the rank or file: the end of a portal (PM-22)."""
        if heading in "EW":
            line = [other for other in self.squares if rank_of(other) == rank_of(square)]
            line.sort(key=file_of)
        else:
            line = [other for other in self.squares if other[0] == square[0]]
        return line[0] if heading in "EN" else line[-1]

    @cached_property
    def _square_set(self) -> frozenset[str]:
        return frozenset(self.squares)

    @cached_property
    def his_exits(self) -> FrozenDict[str, FrozenDict[str, str]]:
        """The exits without the ghost house, which Piecepackman never enters (PM-23)."""
        return FrozenDict(
            (square, FrozenDict((way, to) for way, to in exits.items() if to not in self.house))
            for square, exits in self.exits.items()
            if square not in self.house
        )

    def reach(self, start: str, without: Collection[str] = ()) -> frozenset[str]:
        """Return the squares that steps from ``start`` reach, never entering ``without``."""
        found = {start}
        fringe = [start]
        while fringe:
            for ahead in self.exits[fringe.pop()].values():
                if ahead not in found and ahead not in without:
                    found.add(ahead)
                    fringe.append(ahead)
        return frozenset(found)

    @cached_property
    def closed(self) -> frozenset[str]:
        """The squares, the house apart, that can't be reached from the start (PM-23, PM-80)."""
        return self._square_set - self.house - self.reach(self.start, self.house)

    @cached_property
    def doors(self) -> tuple[tuple[str, str], ...]:
        """The exits of the house: (house square, square outside)."""
        return tuple(
            (square, ahead)
            for square in self.squares
            if square in self.house
            for ahead in self.exits[square].values()
            if ahead not in self.house
        )

    @cached_property
    def tiles(self) -> tuple[tuple[str, ...], ...]:
        """The squares tile by tile: two ranks at a time, from their lowest file on (PM-1)."""
        bands: dict[int, list[str]] = {}
        for square in self.squares:
            bands.setdefault((rank_of(square) - 1) // 2, []).append(square)
        found: dict[tuple[int, int], list[str]] = {}
        for band, squares in bands.items():
            first = min(map(file_of, squares))
            for square in squares:
                found.setdefault((band, (file_of(square) - first) // 2), []).append(square)
        return tuple(tuple(found[place]) for place in sorted(found))

    @cached_property
    def sticks(self) -> tuple[Stick, ...]:
        """The matchsticks on the walls (PM-6)."""
        return lay_sticks(self.walls, self.aces)

    @cached_property
    def stick_suits(self) -> tuple[str, ...]:
        """The suit of each stick: as written, else dealt in turn as they are laid (PM-73b)."""
        return tuple(
            self.suit_written(stick) or SUITS[number % len(SUITS)]
            for number, stick in enumerate(self.sticks)
        )

    def suit_written(self, stick: Stick) -> str | None:
        """Return the suit that is written for a stick, if there is one (PM-73b)."""
        return next((self.suits[wall] for wall in stick.edges if wall in self.suits), None)

    @cached_property
    def grid(self) -> Grid:
        """All squares for ``piecepack_nb.search``, the house too."""
        return Grid(self.exits)

    @cached_property
    def his_grid(self) -> Grid:
        """His squares for ``piecepack_nb.search``: those without the house (PM-23)."""
        return Grid(self.his_exits)

    def _lines(self) -> Iterator[str]:
        yield from _headers(self)
        token, side = partial(_token, self), partial(_side, self)
        yield from ascii_map.render(self.files, self.ranks, token, side)

    def __repr__(self) -> str:
        return f"<Maze {self.name!r}: {len(self.squares)} squares, {len(self.walls)} walls>"


# --- Named mazes and drawings --------------------------------------------------------------------


def read_maze(name_or_text: object) -> Maze:
    """Return a maze of the package by its name, or a maze from its drawing (PM-72, PM-81).

    Raises BadInput for anything else.

    >>> read_maze("roundabout").exits["f4"]
    FrozenDict({'E': 'g4', 'S': 'f3', 'W': 'e4'})
    """
    return _parsed(*ascii_map.source(name_or_text, MAZE_FORMAT, FOLDER, MAZE_NAMES, "walls"))


def checked_maze(value: object) -> Maze:
    """Return a maze; raise BadInput for anything else, such as a maze's name."""
    if not isinstance(value, Maze):
        raise invalid("the maze", value, "a maze, such as pp.mazes.read('slip')")
    return value


# --- Matchsticks ---------------------------------------------------------------------------------


def lay_sticks(
    walls: frozenset[Border], aces: frozenset[Border] | None = None
) -> tuple[Stick, ...]:
    """Return the sticks on the walls, three-sticks first (PM-6, PM-80).

    ``aces`` are the edges that have an ace-stick. Without them the long sticks are laid first, as
    many as a set has, and ace-sticks fill the rest, placed so that few three-sticks cross. A
    three-stick can't cover an odd edge out: where ``aces`` leave one, it gets an ace-stick.
    """
    singles: list[Stick] = [Stick("ace", (wall,)) for wall in _sorted_walls(aces or ())]
    runs = straight_runs(walls - (aces or frozenset()))
    laid: dict[tuple[Border, ...], list[Stick]] = {}
    middles: set[tuple[int, int]] = set()
    for run in sorted(runs, key=lambda run: len(run) % 2):  # those with a choice come last
        laid[run] = min(_layings(run), key=lambda sticks: _crossed(sticks, middles))
        middles.update(middle_of(stick) for stick in laid[run] if stick.kind == "three")
    threes: list[Stick] = []
    for stick in chain.from_iterable(laid[run] for run in runs):
        if stick.kind == "ace":
            singles.append(stick)
        elif aces is not None or len(threes) < IN_A_SET:
            threes.append(stick)
        else:
            singles += [Stick("ace", (wall,)) for wall in stick.edges]
    return (*threes, *singles)


def _layings(run: tuple[Border, ...]) -> Iterator[list[Stick]]:
    """Yield every way to lay three-sticks on a run; in an odd one an ace-stick fills the gap."""
    pairs = [Stick("three", run[at : at + 2]) for at in range(0, len(run) - 1, 2)]
    if len(run) % 2 == 0:
        yield pairs
        return
    for at in range(len(run) - 1, -1, -2):
        after = [Stick("three", run[start : start + 2]) for start in range(at + 1, len(run), 2)]
        yield [*pairs[: at // 2], *after, Stick("ace", (run[at],))]


def _crossed(sticks: Iterable[Stick], middles: Collection[tuple[int, int]]) -> int:
    """Return how many of the three-sticks lie across another's middle."""
    return sum(stick.kind == "three" and middle_of(stick) in middles for stick in sticks)


def middle_of(stick: Stick) -> tuple[int, int]:
    """Return the corner point, in files and ranks, that the middle of a three-stick lies on."""
    square = stick.edges[0][0]
    return file_of(square), rank_of(square)


def straight_runs(walls: frozenset[Border]) -> list[tuple[Border, ...]]:
    """Return the walls in straight lines without a gap, each from its south or west end."""
    found = []
    for wall in _sorted_walls(walls):
        if beside(wall, "SW") not in walls:
            line = [wall]
            while (following := beside(line[-1], "NE")) in walls:
                line.append(following)
            found.append(tuple(line))
    return found


def beside(wall: Border, headings: str) -> Border:
    """Return the edge that continues ``wall`` in line: "NE" to the north or east, "SW" back."""
    square, side = wall
    return beyond(square, headings[0] if side == "E" else headings[1]), side


def _sorted_walls(walls: Iterable[Border]) -> list[Border]:
    return sorted(walls, key=lambda wall: (rank_of(wall[0]), file_of(wall[0]), wall[1]))


# --- From a drawing to a maze (PM-81) ------------------------------------------------------------


def parse_maze(text: str, name: str = "own maze") -> Maze:
    """Return the maze of a drawing (PM-81), of any size up to 26 files and 99 ranks (PM-72).

    Blank lines, comments and blanks at the end of a line are ignored. Raises BadInput, in one
    line, for a drawing that can't be read or played.
    """
    maze = parse_draft(text, name)
    for fault in faults(maze):
        raise BadInput(fault.text)
    return maze


_parsed = lru_cache(maxsize=32)(parse_maze)


def parse_draft(text: str, name: str = "own maze") -> Maze:
    """Return the maze of a drawing as ``parse_maze`` does, also one that can't be played in yet."""
    headers, lines = ascii_map.split_headers(ascii_map.numbered(text, "maze"), MAZE_FORMAT)
    drawing = ascii_map.read(lines, MAZE_FORMAT)
    squares = tuple(drawing.squares())
    inner, portals = _sorted_edges(drawing, frozenset(squares))
    start = drawing.only(STARTS, "P (the start)")
    maze = Maze(
        name=ascii_map.header(name, "the maze's name"),
        title=headers.get("title", name),
        note=headers.get("note", ""),
        squares=squares,
        walls=inner,
        portals=portals,
        house=frozenset(s for s in squares if drawing.tokens[s] in {HOUSE, *GHOSTS}),
        ghosts=_by_suit(drawing, GHOSTS, "the home of the {} ghost"),
        coins=_by_suit(drawing, COINS, "the power coin of {}"),
        start=start,
        start_heading=STARTS[drawing.tokens[start]],
        aces=_parse_aces(headers["ace-sticks"], inner) if "ace-sticks" in headers else None,
    )
    return replace(maze, suits=_parse_suits(headers["suits"], maze)) if "suits" in headers else maze


def _sorted_edges(
    drawing: AsciiMap, squares: frozenset[str]
) -> tuple[frozenset[Border], frozenset[tuple[str, str]]]:
    """Return the walls between two squares, and the openings to the outside."""
    inner = frozenset((s, side) for s, side in drawing.walls if {s, beyond(s, side)} <= squares)
    openings = frozenset(
        (square, heading)
        for square in squares
        for heading in ARROWS
        if beyond(square, heading) not in squares and edge(square, heading) not in drawing.walls
    )
    return inner, openings


def _by_suit(drawing: AsciiMap, tokens: Mapping[str, str], what: str) -> FrozenDict[str, str]:
    return FrozenDict(
        (suit, drawing.only({token}, f"{token} ({what.format(suit)})"))
        for token, suit in tokens.items()
    )


def _parse_aces(value: str, walls: frozenset[Border]) -> frozenset[Border]:
    """Return the walls that the ace-sticks header names, such as ``d6E f5N`` or ``none``."""
    found = set()
    for word in value.split() if value != NO_ACES else ():
        named = (word[:-1], word[-1])
        if named not in walls or named in found:
            raise invalid(
                "an entry of ace-sticks", word, "a wall of the drawing such as d6E or f5N, once"
            )
        found.add(named)
    for run in straight_runs(walls - found):
        if len(run) % 2:
            raise invalid(
                "ace-sticks",
                value,
                f"walls without which the three-sticks fit; {''.join(run[-1])} is left over",
            )
    return frozenset(found)


def _parse_suits(value: str, maze: Maze) -> FrozenDict[Border, str]:
    """Return the suits that the suits header gives to sticks, such as ``S d6E f5N M c3E``."""
    found: dict[Border, str] = {}
    free, suit = set(maze.sticks), ""
    for word in value.split():
        if word in GHOSTS:
            suit = GHOSTS[word]
            continue
        wall = word[:-1], word[-1]
        stick = next((each for each in free if wall in each.edges), None)
        if stick is None or not suit:
            expected = "S, M, C or A, then walls of the drawing such as d6E, each matchstick once"
            raise invalid("an entry of suits", word, expected)
        free.remove(stick)
        found[wall] = suit
    return FrozenDict(found)


# --- From a maze to its drawing (PM-81) ----------------------------------------------------------


def _headers(maze: Maze) -> Iterator[str]:
    yield f"title: {maze.title}"
    if maze.note:
        yield f"note: {maze.note}"
    if maze.aces is not None:
        aces = (stick.edges[0] for stick in maze.sticks if stick.kind == "ace")
        yield f"ace-sticks: {' '.join(map(''.join, aces)) or NO_ACES}"
    written = [(maze.suit_written(stick), "".join(stick.edges[0])) for stick in maze.sticks]
    suits = [
        " ".join([letter, *walls])
        for letter, suit in GHOSTS.items()
        if (walls := [wall for each, wall in written if each == suit])
    ]
    if suits:
        yield f"suits: {' '.join(suits)}"


def _side(maze: Maze, here: str, heading: str) -> str:
    """Return the wall on the north or east side of a place, or blanks where there is none."""
    squares = maze.exits
    there = beyond(here, heading)
    if here in squares and there in squares:
        walled = edge(here, heading) in maze.walls
    elif here in squares:
        walled = (here, heading) not in maze.portals
    else:
        walled = there in squares and (there, BACK[heading]) not in maze.portals
    wall = {"N": ascii_map.WALL, "E": ascii_map.UPRIGHT}[heading]
    return wall if walled else " " * len(wall)


def _token(maze: Maze, square: str) -> str:
    token = "" if square in maze.exits else ascii_map.NOWHERE
    if square in maze.house:
        token = HOUSE
    if square == maze.start:
        token = "P" + (ARROWS[maze.start_heading] if maze.start_heading else "")
    for tokens, places in ((GHOSTS, maze.ghosts), (COINS, maze.coins)):
        for letter, suit in tokens.items():
            if places[suit] == square:
                token = letter
    return token


# --- Mazes that can't be played in ---------------------------------------------------------------


class MazeFinding(NamedTuple):
    """One constraint: ``ok`` if the maze keeps it, else the places that break it."""

    name: str
    ok: bool
    where: tuple[str, ...]
    """The squares that break it."""
    text: str
    clause: str = "PM-80"
    edges: tuple[Border, ...] = ()
    """The edges, or the sides of squares at the rim, that break it."""
    fault: bool = False
    """True if nobody can play in a maze that breaks it."""


def faults(maze: Maze) -> Iterator[MazeFinding]:
    """Yield what keeps anybody from playing in the maze: nothing for a maze that was parsed."""
    yield from _portal_faults(maze)
    yield from _house_faults(maze)
    yield from _coin_faults(maze)


def _portal_faults(maze: Maze) -> Iterator[MazeFinding]:
    """Yield openings in the rim that are no portals (PM-22)."""
    for square, heading in sorted(maze.portals):
        partner = maze.far_end(square, heading)
        line = f"rank {square[1:]}" if heading in "EW" else f"file {square[0]}"
        where = f"the maze is open at the {heading} side of {square}"
        if square != maze.far_end(square, BACK[heading]):
            text = (
                f"{where}, inside {line}; "
                "expected a wall, as only the ends of a rank or file have portals"
            )
        elif square == partner or (partner, BACK[heading]) not in maze.portals:
            text = (
                f"{where}; expected a wall, or an "
                f"opening at the other end of {line} too, on another square"
            )
        elif beyond(square, BACK[heading]) == partner and edge(partner, heading) not in maze.walls:
            text = (
                f"{where}, which leads to {partner}, the square beside it; "
                f"expected a wall between {square} and {partner}, or none of these openings"
            )
        else:
            continue
        yield MazeFinding(
            "portals", False, (square,), text, "PM-22", ((square, heading),), fault=True
        )


def _house_faults(maze: Maze) -> Iterator[MazeFinding]:
    """Yield a house that isn't connected (PM-5) or has no exit to the start (PM-72)."""
    outside = frozenset(maze.squares) - maze.house
    first = maze.ghosts["suns"]
    for square in sorted(maze.house - maze.reach(first, outside)):
        text = (
            f"the house square {square} of the maze can't be reached from {first} within the "
            "house; expected a connected house"
        )
        yield MazeFinding("connected house", False, (square,), text, "PM-5", fault=True)
    area = maze.reach(maze.start, maze.house)
    if not any(square in area for _, square in maze.doors):
        text = (
            f"the house of the maze, {' '.join(sorted(maze.house))[:80]}, has no exit to "
            f"the start {maze.start}; expected a house with an exit"
        )
        squares = tuple(sorted(maze.house))
        yield MazeFinding("house exit", False, squares, text, "PM-72", fault=True)


def _coin_faults(maze: Maze) -> Iterator[MazeFinding]:
    """Yield power coins that he can't reach (PM-72)."""
    for suit, square in maze.coins.items():
        if square in maze.closed:
            text = (
                f"the power coin of {suit} on {square} of the maze can't be reached from the "
                f"start {maze.start}; expected a square that can, outside the house"
            )
            yield MazeFinding("power coins", False, (square,), text, "PM-72", fault=True)
