"""The map of the places that a worm can reach in some steps, to be watched on a canvas or shown.

``geometry.reach`` computes the region; here it is laid on the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import ceil

from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.worm_derby.game import WormDerby
from piecepack_nb.games.worm_derby.geometry.plane import (
    Point,
    Tile,
    bearing,
    beside,
    corners,
    distance,
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
    ScenePoint,
    Window,
    areas,
    course_lines,
    in_words,
    pieces,
)
from piecepack_nb.scene import Scene
from piecepack_nb.scene.reachability import (
    Batch,
    Circle,
    Label,
    Outline,
    ReachProblem,
    Segment,
    Thing,
)

COUNTED = f"one every {EVERY:g}° and along each obstacle; estimated after step 3"
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
    """Return where the end ``to`` of a worm can be after so many steps, and what is around it.

    Without a ``seat`` it is the one to move, without ``steps`` those that it has to make. ``gap``
    is what a cheater leaves between discs, in inches. Raises BadInput for a worm that isn't there
    and for numbers out of range.
    """
    ruleset = game.ruleset
    seat = state.to_move if seat is None else seat
    steps = (state.steps or USUAL_STEPS) if steps is None else steps
    reach(ruleset, state, seat, steps, to, grain=grain, gap=gap)  # only checks them
    question = _ReachQuestion(game, state, seat, steps, to, grain, gap)
    seen = question.seen
    scene = Scene(
        areas(ruleset, state, seen)[:1],
        (),
        tuple(each for each in pieces(ruleset, state, seen, None, None) if each.area == "board"),
        alt=in_words(game, state),
    )
    cheat = f", {gap:g} inches left between discs" if gap else ""
    return ReachProblem(
        f"Where the {seat} worm's {to} can be after {count_noun(steps, 'step')}{cheat}",
        scene,
        question.batches,
        round(grain * seen.unit, 6),
        question.cell_at,
        question.cell_name,
        question.why_not,
        question.path_text,
        tuple(_ground(ruleset, seen)),
        tuple(_things(ruleset, state, seen)),
        1 / seen.unit,
        COUNTED,
        ruleset.radius * seen.unit,
    )


class _ReachQuestion:
    """A worm, and a window that is divided into the cells of the table."""

    def __init__(
        self,
        game: WormDerby,
        state: State,
        seat: str,
        steps: int,
        to: str,
        grain: float,
        gap: float,
    ) -> None:
        self.ruleset, self.state, self.seat, self.steps = game.ruleset, state, seat, steps
        self.to, self.grain, self.gap = to, grain, gap
        self.start = state.worms[seat].end(to)
        self.seen = self._window()
        self._left = round((self.seen.x - WIDE / 2 / self.seen.unit) / grain)
        self._top = round((self.seen.y + HIGH / 2 / self.seen.unit) / grain)

    def _window(self) -> Window:
        """Return a window in which there is room for so many steps, its corner where cells meet."""
        step, grain = self.ruleset.coin + self.gap, self.grain
        unit = round(min(DISC / self.ruleset.coin, HIGH / 2 / ((self.steps + 1) * step)), 4)
        left, top = self.start.x - WIDE / 2 / unit, self.start.y + HIGH / 2 / unit
        left, top = (round(round(each / grain) * grain, 6) for each in (left, top))
        return Window(left + WIDE / 2 / unit, top - HIGH / 2 / unit, unit)

    def batches(self) -> Iterator[Batch]:
        """Yield the steps of ``reach``, in the window's squares."""
        at, grain = self.seen.at, self.grain
        for found in reach(self.ruleset, self.state, self.seat, self.steps, self.to, grain=grain,
                           gap=self.gap):  # fmt: skip
            places = tuple(map(at, found.places))
            cells = tuple(self._in_window(cell_of(place, grain)) for place in found.places)
            yield Batch(found.step, tuple(map(at, found.path)), places, cells, found.turns)

    def _in_window(self, cell: Cell) -> Cell:
        """Return a cell of the table as one of the window."""
        return cell[0] - self._left, self._top - 1 - cell[1]

    def cell_at(self, x: float, y: float) -> Cell:
        """Return the window's cell of a place on the table, in inches."""
        return self._in_window(cell_of(Point(x, y), self.grain))

    def _middle(self, cell: Cell) -> Point:
        """Return the place on the table in the middle of a window's cell."""
        column, row = cell[0] + self._left, self._top - 1 - cell[1]
        return Point((column + 0.5) * self.grain, (row + 0.5) * self.grain)

    def cell_name(self, cell: Cell) -> str:
        """Return where a cell is on the table."""
        return str(self._middle(cell))

    def path_text(self, path: tuple[ScenePoint, ...]) -> str:
        """Return a path as a person writes the move, or for a cheater its angles."""
        angles = " ".join(
            format_number(round(bearing(Point(x0, -y0), Point(x1, -y1)), 1) % 360)
            for (x0, y0), (x1, y1) in pairwise(path)
        )
        if self.gap:
            return f"angles {angles}, with gaps"
        return f"{self.seat} {other_end(self.to)}>{self.to} {angles}"

    def why_not(self, cell: Cell, steps: int) -> str:
        """Return what is in the way of a disc there, or that it is too far or not reached."""
        place, step = self._middle(cell), self.ruleset.coin + self.gap
        thing = next(self._things_under(place), "")
        if thing:
            return f"is not reached: a disc there would {thing}"
        far = distance(self.start, place)
        if far > steps * step + self.grain:
            best = f"{count_noun(steps, 'step')} are {steps * step:.2f}"
            return f"is not reached: it is {far:.2f} inches away, and {best}"
        return f"is not reached: no path of {count_noun(steps, 'step')} to it was found"

    def _things_under(self, place: Point) -> Iterator[str]:
        """Yield what a disc would be over or touch there after these steps."""
        ruleset = self.ruleset
        if ruleset.room(place) < ruleset.radius:
            yield "reach over the table's edge"
        things: list[tuple[str, Tile | Point]] = [*ruleset.all_tiles(self.state.tiles)]
        things += [(disc.name, disc.place) for disc in self.state.discs() if disc.seat != self.seat]
        for name, thing in things:
            if ruleset.room_beside(thing, place) < 0:
                yield f"be over {thing_text(name)}"
        discs = self.state.worms[self.seat].discs
        staying = discs[self.steps :] if self.to == "head" else discs[: -self.steps]
        if any(ruleset.room_beside(disc, place) < 0 for disc in staying):
            yield "be over its own worm"


# --- What a canvas draws --------------------------------------------------------------------------


def _ground(ruleset: Ruleset, seen: Window) -> Iterator[Thing]:
    """Yield the table as far as it is seen, its lines, and inches along two edges."""
    wide, high = ruleset.size
    (left, top), (right, low) = seen.at((0, high)), seen.at((wide, 0))
    left, top, right, low = max(0.0, left), max(0.0, top), min(WIDE, right), min(HIGH, low)
    yield Outline(((left, top), (right, top), (right, low), (left, low)), "mat")
    for line in course_lines(ruleset):
        if inside := seen.clip(line):
            yield Segment(*inside, 0.03, "soft")
    across, down = WIDE / seen.unit, HIGH / seen.unit
    for inch in range(ceil(seen.x - across / 2), ceil(seen.x + across / 2)):
        x, long = seen.at((inch, 0))[0], 0.09 * (1 + (inch % 5 == 0))
        if left + 0.25 < x < right - 0.25:
            yield Segment((x, low), (x, low - long), 0.016, "soft")
            if inch % 5 == 0:
                yield Label(str(inch), x, low - 0.32, 0.24, "soft")
    for inch in range(ceil(seen.y - down / 2), ceil(seen.y + down / 2)):
        y, long = seen.at((0, inch))[1], 0.09 * (1 + (inch % 5 == 0))
        if top + 0.25 < y < low - 0.25:
            yield Segment((left, y), (left + long, y), 0.016, "soft")
            if inch % 5 == 0:
                yield Label(str(inch), left + 0.36, y, 0.24, "soft")


def _things(ruleset: Ruleset, state: State, seen: Window) -> Iterator[Thing]:
    """Yield tiles, discs with the letters of their suits, and heads with eyes."""
    for name, tile in ruleset.all_tiles(state.tiles):
        outline = tuple(map(seen.at, corners(tile, ruleset.half)))
        yield Outline(tuple((x + 0.04, y + 0.05) for x, y in outline), "mat-edge")
        yield Outline(outline, "wood-1", "wood-edge")
        if name in FIXED_SUITS:
            x, y = seen.at(tile)
            yield Circle(x, y, ruleset.half * seen.unit * 0.5, FIXED_SUITS[name])
            yield Label("pylon" if name == "pylon" else "start", x, y, 0.3 * seen.unit, "ivory-1")
    radius = ruleset.radius * seen.unit
    for seat, _, place, end in state.discs():
        x, y = seen.at(place)
        yield Circle(x, y, radius, "soft")
        yield Circle(x, y, radius * 0.965, "ivory-1")
        yield Circle(x, y, radius * 0.86, seat)
        yield Label(seat[0].upper(), x, y, radius * 0.95, "ivory-1")
        if end == "head" and len(state.worms[seat].discs) > 1:  # eyes that look away from the worm
            ahead = bearing(state.worms[seat].discs[-2], place)
            for side in (29, -29):
                for size, off, colour in ((0.22, 0.71, "ivory-1"), (0.1, 0.77, "ivory-ink")):
                    eye = seen.at(beside(place, ahead + side, ruleset.radius * off))
                    yield Circle(*eye, radius * size, colour)
