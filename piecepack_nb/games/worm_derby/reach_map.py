"""Where a worm can be after some steps, to be watched or shown; and how far a cheater gets.

The region itself is worked out by ``reach``; here it is laid on the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.worm_derby.geometry.plane import (
    Point,
    bearing,
    beside,
    corners,
    distance,
    distance_to_tile,
    format_number,
)
from piecepack_nb.games.worm_derby.geometry.reach import EVERY, GRAIN, Cell, cell_of, reach
from piecepack_nb.games.worm_derby.geometry.ring import thing_text
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import State, other_end
from piecepack_nb.games.worm_derby.window import (
    DISC,
    FIXED_SUITS,
    HIGH,
    WIDE,
    Window,
    areas,
    clip_line,
    pieces,
    table_in_words,
)
from piecepack_nb.scene import Scene
from piecepack_nb.scene.reachability import (
    Batch,
    Circle,
    Outline,
    ReachProblem,
    Segment,
    Thing,
    Words,
)

if TYPE_CHECKING:
    from piecepack_nb.games.worm_derby.game import WormDerby


COUNTED = f"ways by every {EVERY:g} degrees and along what is in the way; estimated after 3"
USUAL_STEPS = 4
"""Steps, where the die has not said how many."""


def reach_problem(
    game: WormDerby,
    state: State,
    seat: str | None = None,
    steps: int | None = None,
    *,
    to: str = "head",
    grain: float = GRAIN,
    gap: float = 0.0,
) -> ReachProblem:
    """Where the end ``to`` of a worm can be after so many steps, and what lies about.

    Without a ``seat`` it is the one to move, without ``steps`` those that it has to make. ``gap``
    is what a cheater leaves between discs, in inches. Raises BadInput for a worm that isn't there
    and for numbers out of range.
    """
    ruleset: Ruleset = game.ruleset
    seat = state.to_move if seat is None else seat
    steps = (state.steps or USUAL_STEPS) if steps is None else steps
    reach(
        ruleset, state, seat, steps, to, grain=grain, gap=gap
    )  # checks them, and works out nothing
    asked = _ReachQuestion(ruleset, state, seat, to, steps, grain, gap)
    seen = asked.seen
    scene = Scene(
        areas(ruleset, state, seen)[:1],
        (),
        tuple(each for each in pieces(game, state, seen, None, None) if each.area == "board"),
        alt=table_in_words(game, state),
    )
    cheat = f", {gap:g} inches left between discs" if gap else ""
    return ReachProblem(
        f"Where the {seat} worm's {to} can be after {count_noun(steps, 'step')}{cheat}",
        scene,
        asked.batches,
        round(grain * seen.unit, 6),
        asked.cell_at,
        asked.named,
        asked.why_not,
        asked.told,
        tuple(_ground_drawing(ruleset, seen)),
        tuple(_things_drawing(ruleset, state, seen)),
        1 / seen.unit,
        COUNTED,
        ruleset.radius * seen.unit,
    )


class _ReachQuestion:
    """A worm, and a window that is divided into the cells of the table."""

    def __init__(
        self,
        ruleset: Ruleset,
        state: State,
        seat: str,
        to: str,
        steps: int,
        grain: float,
        gap: float,
    ) -> None:
        self.ruleset, self.state, self.seat, self.to = ruleset, state, seat, to
        self.steps, self.grain, self.gap = steps, grain, gap
        self.seen = _reach_window(ruleset, state, seat, to, steps, grain, gap)
        self.start = state.worms[seat].end(to)
        self._left = round((self.seen.x - WIDE / 2 / self.seen.unit) / grain)
        self._top = round((self.seen.y + HIGH / 2 / self.seen.unit) / grain)

    def batches(self) -> Iterator[Batch]:
        """What ``reach`` finds, in the window's squares."""
        at, grain = self.seen.at, self.grain
        for found in reach(self.ruleset, self.state, self.seat, self.steps, self.to, grain=grain,
                           gap=self.gap):  # fmt: skip
            places = tuple(map(at, found.places))
            cells = tuple(self._turned(cell_of(place, grain)) for place in found.places)
            yield Batch(found.step, tuple(map(at, found.way)), places, cells, found.ways)

    def _turned(self, cell: Cell) -> Cell:
        """A cell of the table as one of the window."""
        return cell[0] - self._left, self._top - 1 - cell[1]

    def cell_at(self, x: float, y: float) -> Cell:
        """The window's cell of a place on the table, in inches."""
        return self._turned(cell_of(Point(x, y), self.grain))

    def _middle(self, cell: Cell) -> Point:
        """The place on the table in the middle of a window's cell."""
        column, row = cell[0] + self._left, self._top - 1 - cell[1]
        return Point((column + 0.5) * self.grain, (row + 0.5) * self.grain)

    def named(self, cell: Cell) -> str:
        """Where a cell lies on the table."""
        return str(self._middle(cell))

    def told(self, way: tuple[tuple[float, float], ...]) -> str:
        """A way as a person writes the move, or for a cheater its angles."""
        angles = " ".join(
            format_number(round(bearing(Point(x0, -y0), Point(x1, -y1)), 1) % 360)
            for (x0, y0), (x1, y1) in pairwise(way)
        )
        if self.gap:
            return f"angles {angles}, with gaps"
        return f"{self.seat} {other_end(self.to)}>{self.to} {angles}"

    def why_not(self, cell: Cell, steps: int) -> str:
        """What is in the way of a disc there, or that it is too far or not got at."""
        place, step = self._middle(cell), self.ruleset.coin + self.gap
        thing = next(self._below(place), "")
        if thing:
            return f"is not reached: a disc there would {thing}"
        far = distance(self.start, place)
        if far > steps * step + self.grain:
            best = f"{count_noun(steps, 'step')} are {steps * step:.2f}"
            return f"is not reached: it is {far:.2f} inches away, and {best}"
        return (
            f"is not reached: no way of {count_noun(steps, 'step')} was found that gets round to it"
        )

    def _below(self, place: Point) -> Iterator[str]:
        """What a disc would lie over or touch there after these steps."""
        ruleset, worms = self.ruleset, self.state.worms
        wide, high = ruleset.size
        if min(place.x, wide - place.x, place.y, high - place.y) < ruleset.radius:
            yield "reach over the table's edge"
        for name, tile in ruleset.all_tiles(self.state):
            if distance_to_tile(place, tile, ruleset.half) < ruleset.radius:
                yield f"lie over {thing_text(name)}"
        for seat, worm in worms.items():
            for at, disc in enumerate(reversed(worm.discs), 1):
                if seat != self.seat and distance(place, disc) < ruleset.coin:
                    yield f"lie over the {seat} worm's disc {at}"
        discs = worms[self.seat].discs
        staying = discs[self.steps :] if self.to == "head" else discs[: -self.steps]
        if any(distance(place, disc) < ruleset.coin for disc in staying):
            yield "lie over its own worm"


def _reach_window(
    ruleset: Ruleset, state: State, seat: str, to: str, steps: int, grain: float, gap: float
) -> Window:
    """A window in which there is room for so many steps, its corner where cells meet."""
    if seat not in state.worms:
        raise invalid("seat", seat, "a worm that lies on the table: " + ", ".join(state.worms))
    far = (steps + 1) * (ruleset.coin + gap)
    unit = round(min(DISC / ruleset.coin, HIGH / 2 / far), 4)
    x, y = state.worms[seat].end(to)
    left, top = x - WIDE / 2 / unit, y + HIGH / 2 / unit
    left, top = (round(round(each / grain) * grain, 6) for each in (left, top))
    return Window(left + WIDE / 2 / unit, top - HIGH / 2 / unit, unit)


# --- what a canvas draws --------------------------------------------------------------------------


def _ground_drawing(ruleset: Ruleset, seen: Window) -> Iterator[Thing]:
    """The table as far as it is seen, its lines, and inches along two edges."""
    wide, high = ruleset.size
    (left, top), (right, low) = seen.at((0, high)), seen.at((wide, 0))
    left, top, right, low = max(0.0, left), max(0.0, top), min(WIDE, right), min(HIGH, low)
    yield Outline(((left, top), (right, top), (right, low), (left, low)), "mat")
    start, pylon, half = ruleset.start, ruleset.pylon, ruleset.gap / 2
    for line in (
        ((start.x, start.y - half), (start.x, start.y + half)),
        ((pylon.x + ruleset.half, pylon.y), (wide, pylon.y)),
    ):
        inside = clip_line(seen, line)
        if inside:
            yield Segment(*inside, 0.03, "soft")
    yield from _inch_drawing(seen, (left, top, right, low))


def _inch_drawing(seen: Window, edges: tuple[float, float, float, float]) -> Iterator[Thing]:
    """A mark for each inch, and each fifth inch's number."""
    left, top, right, low = edges
    across, down = WIDE / seen.unit, HIGH / seen.unit
    for inch in range(ceil(seen.x - across / 2), ceil(seen.x + across / 2)):
        x, long = seen.at((inch, 0))[0], 0.09 * (1 + (inch % 5 == 0))
        if left + 0.25 < x < right - 0.25:
            yield Segment((x, low), (x, low - long), 0.016, "soft")
            if inch % 5 == 0:
                yield Words(str(inch), x, low - 0.32, 0.24, "soft")
    for inch in range(ceil(seen.y - down / 2), ceil(seen.y + down / 2)):
        y, long = seen.at((0, inch))[1], 0.09 * (1 + (inch % 5 == 0))
        if top + 0.25 < y < low - 0.25:
            yield Segment((left, y), (left + long, y), 0.016, "soft")
            if inch % 5 == 0:
                yield Words(str(inch), left + 0.36, y, 0.24, "soft")


def _things_drawing(ruleset: Ruleset, state: State, seen: Window) -> Iterator[Thing]:
    """Tiles, discs with the letters of their suits, and heads with eyes."""
    for name, tile in ruleset.all_tiles(state):
        outline = tuple(seen.at(corner) for corner in corners(tile, ruleset.half))
        yield Outline(tuple((x + 0.04, y + 0.05) for x, y in outline), "mat-edge")
        yield Outline(outline, "wood-1", "wood-edge")
        if name in FIXED_SUITS:
            x, y = seen.at(tile)
            yield Circle(x, y, ruleset.half * seen.unit * 0.5, FIXED_SUITS[name])
            yield Words("pylon" if name == "pylon" else "start", x, y, 0.3 * seen.unit, "ivory-1")
    radius = ruleset.radius * seen.unit
    for seat, worm in state.worms.items():
        for disc in worm.discs:
            x, y = seen.at(disc)
            yield Circle(x, y, radius, "soft")
            yield Circle(x, y, radius * 0.965, "ivory-1")
            yield Circle(x, y, radius * 0.86, seat)
            yield Words(seat[0].upper(), x, y, radius * 0.95, "ivory-1")
        if len(worm.discs) > 1:
            yield from _eye_drawing(ruleset, worm.discs[-2:], seen)


def _eye_drawing(ruleset: Ruleset, discs: tuple[Point, ...], seen: Window) -> Iterator[Thing]:
    """They look away from the worm."""
    ahead = bearing(*discs)
    for side in (29, -29):
        for radius, off in ((0.22, 0.71), (0.1, 0.77)):
            eye = beside(discs[-1], ahead + side, ruleset.radius * off)
            colour = "ivory-1" if radius > 0.2 else "ivory-ink"
            yield Circle(*seen.at(eye), ruleset.radius * seen.unit * radius, colour)
