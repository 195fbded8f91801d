"""A maze while somebody builds it: sticks laid, pieces moved, and the scene of it (PM-80).

All values are immutable: each pick returns another sketch, so a list of mazes is the history.

Vocabulary
    sketch   the maze as it is now, the tool in hand, and the trip whose cost is shown
    tool     what a pick does: lay a three-stick or an ace-stick, move pieces, or choose a trip
    trip     a path of Piecepackman's, from a square and heading to a square
    thing    a piece on a square: his start, a power coin, a ghost, or a room of the house
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from textwrap import shorten
from typing import NamedTuple

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.lattice import (
    ANGLES,
    BACK,
    HEADING_NAMES,
    Border,
    beyond,
    edge,
    file_of,
    rank_of,
    square_at,
)
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.piecepackman.areas import OUT, at, board_area, edge_middle
from piecepack_nb.games.piecepackman.maze import IN_A_SET, Maze, MazeFinding, Stick, beside
from piecepack_nb.mazes.checking import check_maze, crossings
from piecepack_nb.mazes.maker import mirrored_edge
from piecepack_nb.scene import Layer, Layout, Mark, Piece, Scene, Spot
from piecepack_nb.scene.layout import segments
from piecepack_nb.search import Costs, Grid, Path, cheapest
from piecepack_nb.search.grid import ONE_EACH

TOOLS = {
    "three": "Lay a three-stick: pick an edge. Pick a stick to take it away.",
    "ace": "Lay an ace-stick: pick an edge. Pick a stick to take it away.",
    "pieces": "Drag a piece, or pick it and then a square. Pick the rim to open or close a portal.",
    "trip": "Pick the square where Piecepackman stands, again to turn him, then another to reach.",
}
"""The tools, each with its prompt."""
STICK_CLAUSE, PIECE_CLAUSE, TRIP_CLAUSE = "PM-6", "PM-72", "PM-15"
FINDINGS = Layer("findings", "Findings")
TRIP = Layer("trip", "Path")
CHANGED = ", changed"
"""Ends the title of a maze that was changed."""
LONGEST = 170
"""The most characters of a finding: an empty board has many open blocks."""
WIDE = 480
"""The CSS pixels from which the board is no wider than it fits the window's height."""
EDGE = 0.49
"""The size of an edge's spot, in squares: small, so that a pointer means the nearest one."""
TURN = {"N": "E", "E": "S", "S": "W", "W": "N"}


class Trip(NamedTuple):
    """A path to show: from a square, facing a heading, to a square; "" before one is chosen."""

    start: str
    heading: str
    end: str = ""

    def __str__(self) -> str:
        return f"{self.start}, facing {HEADING_NAMES[self.heading]}, to {self.end}"


@dataclass(frozen=True)
class Sketch:
    """A maze that is being built."""

    maze: Maze
    opened: Maze | None = None
    """The maze as it was opened."""
    tool: str = "three"
    symmetry: str | None = None
    """Sticks are laid and taken at their mirror images, too."""
    held: str = ""
    """The square whose piece was picked."""
    trip: Trip | None = None
    costs: Costs = ONE_EACH
    said: str = ""
    """The effect of the last pick, in a sentence."""


def begin(maze: Maze, costs: Costs = ONE_EACH) -> Sketch:
    """Return the sketch of a maze, with the trip from the start to the farthest power coin."""
    fixed = with_sticks(maze, maze.sticks)
    start = Trip(maze.start, maze.start_heading or "W")
    paths = {to: path_of(fixed, start._replace(end=to), costs) for to in maze.coins.values()}
    far = max(paths, key=lambda to: (path.cost if (path := paths[to]) else -1, to))
    return Sketch(fixed, fixed, trip=start._replace(end=far), costs=costs)


# --- Sticks --------------------------------------------------------------------------------------


def with_sticks(maze: Maze, sticks: Iterator[Stick] | tuple[Stick, ...]) -> Maze:
    """Return the maze with these sticks, and no other walls (PM-6)."""
    sticks = tuple(sticks)
    walls = frozenset(wall for stick in sticks for wall in stick.edges)
    aces = frozenset(stick.edges[0] for stick in sticks if stick.kind == "ace")
    return replace(maze, walls=walls, aces=aces)


def stick_on(maze: Maze, wall: Border) -> Stick | None:
    """Return the stick that covers an edge; None for none."""
    return next((stick for stick in maze.sticks if wall in stick.edges), None)


def is_inside(maze: Maze, wall: Border) -> bool:
    """Return True for an edge between two squares, where a stick can be."""
    return wall[0] in maze.exits and beyond(*wall) in maze.exits


def stick_for(maze: Maze, kind: str, wall: Border, back: bool = False) -> Stick:
    """Return the stick of a kind that a pick of a free edge lays (PM-6).

    A three-stick snaps to the next edge to the north or east, or, if it has no room there or with
    ``back``, to the south or west. Raises BadInput if there is no room for it.
    """
    if kind == "ace":
        return Stick("ace", (wall,))
    for ways in ("SW", "NE") if back else ("NE", "SW"):
        other = beside(wall, ways)
        if is_inside(maze, other) and other not in maze.walls:
            return Stick("three", (wall, other) if ways == "NE" else (other, wall))
    raise BadInput(
        f"a three-stick has no room {Stick('ace', (wall,)).place}: it needs two free edges in "
        "line. Lay an ace-stick"
    )


def images(maze: Maze, stick: Stick, symmetry: str | None) -> list[Stick]:
    """Return the stick, and its mirror image where the board has both of its edges."""
    if symmetry is None:
        return [stick]
    edges = [mirrored_edge(maze, wall, symmetry) for wall in stick.edges]
    edges.sort(key=lambda wall: (rank_of(wall[0]), file_of(wall[0])))
    if set(edges) & set(stick.edges) or not all(is_inside(maze, wall) for wall in edges):
        return [stick]
    return [stick, Stick(stick.kind, tuple(edges))]


def _pick_edge(sketch: Sketch, wall: Border, back: bool) -> Sketch:
    """Take the stick on an edge away, or lay one there, with its mirror image."""
    maze, kind = sketch.maze, sketch.tool
    there = stick_on(maze, wall)
    stick = there or stick_for(maze, kind, wall, back)
    wanted = images(maze, stick, sketch.symmetry)
    if there:
        left = tuple(each for each in maze.sticks if each not in wanted)
        verb = "taken from"
    else:
        fresh = [each for each in wanted if not maze.walls.intersection(each.edges)]
        left, verb = (*maze.sticks, *fresh), "laid"
        wanted = fresh
    places = " and ".join(each.place for each in wanted)
    name = "Three-stick" if stick.kind == "three" else "Ace-stick"
    return replace(sketch, maze=with_sticks(maze, left), said=f"{name} {verb} {places}.")


# --- Pieces --------------------------------------------------------------------------------------


def things(maze: Maze) -> dict[str, str]:
    """Return the things that can be moved, by their squares: "start", "coin suns", "ghost arms"."""
    return {
        **dict.fromkeys(maze.house, "room"),
        **{square: f"coin {suit}" for suit, square in maze.coins.items()},
        **{square: f"ghost {suit}" for suit, square in maze.ghosts.items()},
        maze.start: "start",
    }


def thing_name(thing: str) -> str:
    """Return a thing in words."""
    kind, _, suit = thing.partition(" ")
    return {
        "start": "Piecepackman's start",
        "room": "a room of the house",
        "coin": f"the power coin of {suit}",
        "ghost": f"the home of the {suit} ghost",
    }[kind]


def move_thing(maze: Maze, square: str, to: str, whole_house: bool = False) -> Maze:
    """Return the maze after a thing has moved; a thing on the other square takes its place (PM-72).

    With ``whole_house`` a room takes the whole house along. Raises BadInput for a move without a
    thing, or of the house where it has no room.
    """
    placed = things(maze)
    if square not in placed:
        raise BadInput(f"{square} has no piece; expected a square with one")
    if to not in maze.exits:
        raise BadInput(f"{to} is no square of the board; expected one of its squares")
    if whole_house and square in maze.house:
        return _move_house(maze, square, to)
    moved = dict(placed)
    thing = moved.pop(square)
    if to in moved:
        moved[square] = moved.pop(to)
    moved[to] = thing
    return _with_things(maze, moved)


def _move_house(maze: Maze, square: str, to: str) -> Maze:
    """Return the maze with all rooms moved alike; its sticks stay."""
    right, up = file_of(to) - file_of(square), rank_of(to) - rank_of(square)
    placed = things(maze)
    shifted = {each: square_at(file_of(each) + right, rank_of(each) + up) for each in maze.house}
    for new in shifted.values():
        if new not in maze.exits or (new in placed and new not in maze.house):
            on = thing_name(placed[new]) if new in placed else "no square of the board"
            raise BadInput(f"{new} is {on}; expected free squares for the whole house")
    rest = {each: thing for each, thing in placed.items() if each not in maze.house}
    return _with_things(maze, rest | {shifted[each]: placed[each] for each in maze.house})


def _with_things(maze: Maze, placed: dict[str, str]) -> Maze:
    at_ = {thing: square for square, thing in placed.items()}
    ghosts = FrozenDict((suit, at_[f"ghost {suit}"]) for suit in maze.ghosts)
    rooms = {square for square, thing in placed.items() if thing == "room"}
    return replace(
        maze,
        start=at_["start"],
        coins=FrozenDict((suit, at_[f"coin {suit}"]) for suit in maze.coins),
        ghosts=ghosts,
        house=frozenset({*ghosts.values(), *rooms}),
    )


def portal_ends(maze: Maze) -> Iterator[tuple[str, str]]:
    """Yield the sides of squares where a portal can be: at the ends of ranks and files (PM-22)."""
    for square in maze.squares:
        for heading, back in BACK.items():
            other = maze.far_end(square, heading)
            at_end = maze.far_end(square, back) == square and square != other
            if at_end and beyond(square, heading) not in maze.exits:
                yield square, heading


def toggle_portal(maze: Maze, square: str, heading: str) -> Maze:
    """Return the maze with a portal opened or closed, at both of its ends (PM-22)."""
    ends = {(square, heading), (maze.far_end(square, heading), BACK[heading])}
    portals = maze.portals - ends if (square, heading) in maze.portals else maze.portals | ends
    return replace(maze, portals=frozenset(portals))


def _pick_piece(sketch: Sketch, square: str, to: str | None, whole: bool) -> Sketch:
    """Pick a piece up, put it down, or drag it."""
    if to is None and not sketch.held:
        if square not in things(sketch.maze):
            raise BadInput(f"{square} is empty; expected a square with a piece to move")
        name = thing_name(things(sketch.maze)[square])
        house = " (Shift: the whole house)" if square in sketch.maze.house else ""
        return replace(sketch, held=square, said=f"Pick a square for {name}{house}.")
    start, end = (square, to) if to is not None else (sketch.held, square)
    if start == end:
        return replace(sketch, held="", said="")
    name = thing_name(things(sketch.maze).get(start, "start"))
    moved = move_thing(sketch.maze, start, end, whole)
    return replace(sketch, maze=moved, held="", said=f"Moved {name} from {start} to {end}.")


# --- Trips ---------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def path_of(maze: Maze, trip: Trip, costs: Costs) -> Path | None:
    """Return the path that he takes on a trip, ignoring ghosts; None if there is none (PM-15)."""
    exits = maze.his_exits
    if not trip.end or trip.start not in exits or trip.end not in exits:
        return None
    found = cheapest(Grid(exits), trip.start, trip.heading, [trip.end], costs)
    return found.path() if found.reached else None


def shortest(maze: Maze, trip: Trip) -> int | None:
    """Return the fewest steps of a trip, whatever its turns cost."""
    path = path_of(maze, trip, Costs(1, 0))
    return path.cost if path else None


def trip_text(maze: Maze, trip: Trip | None, costs: Costs, before: Maze | None = None) -> str:
    """Return a trip with its cost, and its cost before the last change, in words (PM-15)."""
    if trip is None or not trip.end:
        return ""
    path = path_of(maze, trip, costs)
    if path is None:
        text = f"{trip}: no path"
    else:
        steps = len(path.squares) - 1
        parts = f"{count_noun(steps, 'step')}, {count_noun(path.quarter_turns, 'quarter turn')}"
        text = f"{trip}: cost {path.cost} ({parts})"
        fewest = shortest(maze, trip)
        if fewest is not None and fewest < steps:
            text += f"; the shortest path has {count_noun(fewest, 'step')}"
    if before is None or before == maze:
        return f"{text}."
    old = path_of(before, trip, costs)
    return f"{text}. Before: {'no path' if old is None else f'cost {old.cost}'}."


def _pick_trip(sketch: Sketch, square: str) -> Sketch:
    """Choose where he stands, turn him, or choose the square that he heads for."""
    if square in sketch.maze.house:
        raise BadInput(f"{square} is in the ghost house, which he never enters (PM-23)")
    trip = sketch.trip
    if trip is None or (trip.end and square != trip.start):
        return replace(sketch, trip=Trip(square, trip.heading if trip else "W"), said="")
    if square == trip.start:
        return replace(sketch, trip=trip._replace(heading=TURN[trip.heading]), said="")
    return replace(sketch, trip=trip._replace(end=square), said="")


# --- Picks ---------------------------------------------------------------------------------------


def pick(sketch: Sketch, spot: str, to: str | None = None, shift: bool = False) -> Sketch:
    """Return the sketch after a pick of a spot, or a drag ``to`` another.

    A changed maze has not the title and the note of the one that was opened. Raises BadInput for a
    pick that can do nothing, with the reason.
    """
    picked = _picked(sketch, spot, to, shift)
    return replace(picked, maze=_named(picked.maze, sketch.opened or sketch.maze))


def _named(maze: Maze, opened: Maze) -> Maze:
    """Return a maze with the title and note of the one that was opened, if it is still that one."""
    title, note = opened.title, opened.note
    same = replace(maze, title=title, note=note)
    if same == opened:
        return same
    return replace(maze, title=title.removesuffix(CHANGED) + CHANGED, note=f"Changed from {title}.")


def _picked(sketch: Sketch, spot: str, to: str | None, shift: bool) -> Sketch:
    if ":" in spot:
        square, _, heading = spot.partition(":")
        maze = toggle_portal(sketch.maze, square, heading)
        done = "Opened" if len(maze.portals) > len(sketch.maze.portals) else "Closed"
        line = f"rank {square[1:]}" if heading in "EW" else f"file {square[0]}"
        return replace(sketch, maze=maze, held="", said=f"{done} the portal of {line}.")
    if sketch.tool in ("three", "ace"):
        return _pick_edge(sketch, (spot[:-1], spot[-1]), shift)
    if sketch.tool == "pieces":
        return _pick_piece(sketch, spot, to, shift)
    return _pick_trip(sketch, spot)


# --- Findings ------------------------------------------------------------------------------------


def findings(maze: Maze) -> list[MazeFinding]:
    """Return what the maze breaks, and three-sticks that cross, which is no fault (PM-80)."""
    found = [finding for finding in check_maze(maze).findings if not finding.ok]
    crossed = crossings(maze.sticks)
    if crossed:
        edges = tuple(wall for pair in crossed for stick in pair for wall in stick.edges)
        text = f"{count_noun(len(crossed), 'pair')} of three-sticks cross: lay one on the other."
        found.append(MazeFinding("crossing sticks", True, (), text, "PM-6", edges))
    return found


def finding_text(finding: MazeFinding) -> str:
    """Return a finding as a short sentence with a capital."""
    text = shorten(finding.text, LONGEST, placeholder=" …")
    return text[:1].upper() + text[1:]


def finding_places(maze: Maze, finding: MazeFinding) -> list[tuple[str, float, float]]:
    """Return the places of a finding on the board."""
    if finding.name == "narrow corridors":
        return [("board", x, y) for x, y in _block_centres(maze, finding)]
    squares = [("board", *at(maze, square)) for square in finding.where]
    return squares + [("board", *edge_middle(maze, wall)) for wall in finding.edges]


def _block_centres(maze: Maze, finding: MazeFinding) -> Iterator[tuple[float, float]]:
    for first in finding.where[::4]:  # four squares a block, the south-west one first
        x, y = at(maze, first)
        yield round(x + 0.5, 2), round(y - 0.5, 2)


def sticks_left(maze: Maze) -> dict[str, int]:
    """Return the sticks of each kind that are left in the box; less than 0 if too many are laid."""
    kinds = [stick.kind for stick in maze.sticks]
    return {kind: IN_A_SET - kinds.count(kind) for kind in ("three", "ace")}


# --- The scene -----------------------------------------------------------------------------------


def scene(sketch: Sketch, before: Maze | None = None) -> Scene:
    """Return the scene of a sketch; ``before`` is the maze before the last change."""
    maze, places = sketch.maze, FrozenDict({"board": (0.0, 0.0)})
    area = board_area(replace(maze, walls=frozenset(), aces=None))
    return Scene(
        (area,),
        tuple(Layout(width, area.width, area.height, places) for width in (0, WIDE)),
        (*_stick_pieces(maze), *_pieces(sketch)),
        (*_finding_marks(maze), *_trip_marks(sketch, before), *_held_marks(sketch)),
        tuple(_spots(sketch)),
        caption=sketch.said or TOOLS[sketch.tool],
        clause={"pieces": PIECE_CLAUSE, "trip": TRIP_CLAUSE}.get(sketch.tool, STICK_CLAUSE),
        alt=_alt(maze),
        layers=(FINDINGS, TRIP),
    )


def _alt(maze: Maze) -> str:
    left = sticks_left(maze)
    broken = " ".join(finding_text(finding) for finding in findings(maze))
    return (
        f"{maze.title}: {len(maze.squares)} squares, {24 - left['three']} three-sticks and "
        f"{24 - left['ace']} ace-sticks. {broken or 'All constraints are kept.'}"
    )


def _stick_pieces(maze: Maze) -> Iterator[Piece]:
    for stick in maze.sticks:
        middles = [edge_middle(maze, wall) for wall in stick.edges]
        x, y = (round(sum(each) / len(middles), 2) for each in zip(*middles, strict=True))
        square, side = stick.edges[0]
        suit = SUITS[(file_of(square) + 2 * rank_of(square) + (side == "E")) % 4]
        name = f"stick-{stick.kind}-{square}{side}"
        angle = 90 if side == "E" else 0
        yield Piece(name, f"stick-{stick.kind}", x, y, angle=angle, suit=suit, z=1)


def _pieces(sketch: Sketch) -> Iterator[Piece]:
    maze = sketch.maze
    for suit, square in maze.coins.items():
        yield Piece(f"coin-{suit}", "coin-hidden", *at(maze, square), suit=suit, z=2)
    for suit, square in maze.ghosts.items():
        x, y = at(maze, square)
        yield Piece(f"ghost-{suit}", "pawn", x, round(y - 0.06, 2), suit=suit, z=5)
    trip = sketch.trip
    heading = maze.start_heading or "W"
    if trip is None or (trip.start, trip.heading) != (maze.start, heading):
        here = trip is not None and trip.start == maze.start
        if not here:
            yield Piece("him", "piecepackman", *at(maze, maze.start), angle=ANGLES[heading], z=6)
    if trip is not None and trip.start in maze.exits:
        name = "him" if trip.start == maze.start else "traveller"
        yield Piece(name, "piecepackman", *at(maze, trip.start), angle=ANGLES[trip.heading], z=6,
                    faded=name == "traveller")  # fmt: skip


def _finding_marks(maze: Maze) -> Iterator[Mark]:
    for finding in findings(maze):
        if finding.name == "narrow corridors":
            for x, y in _block_centres(maze, finding):
                yield Mark("failed", x, y, layer=FINDINGS.id)
        else:
            for square in finding.where:
                yield Mark("danger", *at(maze, square), layer=FINDINGS.id)
        for wall in finding.edges:
            yield Mark("barred", points=_edge_ends(maze, wall), layer=FINDINGS.id)


def _edge_ends(maze: Maze, wall: Border) -> tuple[tuple[float, float], ...]:
    x, y = edge_middle(maze, wall)
    if wall[1] in "EW":
        return (x, round(y - 0.42, 2)), (x, round(y + 0.42, 2))
    return (round(x - 0.42, 2), y), (round(x + 0.42, 2), y)


def _trip_marks(sketch: Sketch, before: Maze | None) -> Iterator[Mark]:
    """Yield his path with its cost, and the path before the last change where it was another."""
    trip = sketch.trip
    if trip is None or not trip.end:
        return
    now = path_of(sketch.maze, trip, sketch.costs)
    old = path_of(before, trip, sketch.costs) if before is not None else None
    if old is not None and (now is None or now.squares != old.squares):
        yield from _lines(sketch.maze, "lost", old.squares)
    if now is not None:
        yield from _lines(sketch.maze, "path", now.squares)
    if trip.end in sketch.maze.exits:
        x, y = at(sketch.maze, trip.end)
        label = "–" if now is None else str(now.cost)
        yield Mark("cost", round(x + 0.3, 2), round(y - 0.3, 2), label=label, layer=TRIP.id)


def _lines(maze: Maze, kind: str, squares: tuple[str, ...]) -> Iterator[Mark]:
    """Yield the lines of a path; a portal separates two lines (PM-22)."""
    for line in segments(squares, _apart):
        yield Mark(kind, points=tuple(at(maze, square) for square in line), layer=TRIP.id)


def _apart(one: str, two: str) -> bool:
    return abs(file_of(one) - file_of(two)) + abs(rank_of(one) - rank_of(two)) != 1


def _held_marks(sketch: Sketch) -> Iterator[Mark]:
    if sketch.held:
        yield Mark("selected", *at(sketch.maze, sketch.held))


# --- Spots ---------------------------------------------------------------------------------------


def _spots(sketch: Sketch) -> Iterator[Spot]:
    if sketch.tool in ("three", "ace"):
        yield from _edge_spots(sketch)
    else:
        yield from _square_spots(sketch)
    if sketch.tool == "pieces":
        yield from _portal_spots(sketch.maze)


def _edge_spots(sketch: Sketch) -> Iterator[Spot]:
    maze = sketch.maze
    for square in maze.squares:
        for side in "NE":
            wall = edge(square, side)
            if is_inside(maze, wall):
                yield _edge_spot(sketch, wall, stick_on(maze, wall))


def _edge_spot(sketch: Sketch, wall: Border, there: Stick | None) -> Spot:
    x, y = edge_middle(sketch.maze, wall)
    name = f"{wall[0]} {'above' if wall[1] == 'N' else 'right'}"
    if there is not None:
        tip = f"Take the {there.kind}-stick away: {there.place}"
        edges, kind = there.edges, "barred"
        name += f", {there.kind}-stick"
    else:
        try:
            stick = stick_for(sketch.maze, sketch.tool, wall)
        except BadInput as refused:
            edges, tip, kind = (wall,), str(refused), "barred"
        else:
            edges, tip, kind = stick.edges, f"Lay {stick.place}", "open"
            if sketch.tool == "three":
                tip += " (Shift: the other way)"
        name += ", free"
    ends = [point for each in edges for point in _edge_ends(sketch.maze, each)]
    return Spot(f"{wall[0]}{wall[1]}", x, y, w=EDGE, h=EDGE, name=name,
                role="select" if there else "inert", tip=tip,
                preview=(Mark(kind, points=(min(ends), max(ends))),))  # fmt: skip


def _square_spots(sketch: Sketch) -> Iterator[Spot]:
    maze, pieces = sketch.maze, sketch.tool == "pieces"
    placed = things(maze)
    for square in maze.squares:
        thing = placed.get(square, "")
        name = f"{square}, {thing_name(thing)}" if thing else square
        movable = pieces and bool(thing)
        yield Spot(square, *at(maze, square), name=name, role="select" if movable else "inert",
                   drag=movable, drop=pieces)  # fmt: skip


def _portal_spots(maze: Maze) -> Iterator[Spot]:
    for square, heading in portal_ends(maze):
        x, y = edge_middle(maze, (square, heading))
        open_ = (square, heading) in maze.portals
        tip = f"{'Close' if open_ else 'Open'} the portal here and at the other end (PM-22)"
        right, down = OUT[heading]
        state = "portal" if open_ else "closed"
        yield Spot(f"{square}:{heading}", round(x + 0.12 * right, 2), round(y + 0.12 * down, 2),
                   w=0.36, h=0.36, role="select" if open_ else "inert", tip=tip,
                   name=f"{square} {HEADING_NAMES[heading]} rim, {state}")  # fmt: skip
