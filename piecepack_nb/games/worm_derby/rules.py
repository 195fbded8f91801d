"""The rule options of Worm Derby: numbers, choices and our readings."""

from __future__ import annotations

import math
from dataclasses import dataclass

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.rules import Rules, option

MEASURES = ("coin", "tile")
HALF_DIAGONAL = math.sqrt(0.5)


@dataclass(frozen=True)
class WormDerbyRules(Rules):
    """The rules of one game: the printed ones, or with some options changed."""

    players: int = option(
        2, "How many worms race.", "WD-10", low=2, high=4, words="How many worms race",
    )  # fmt: skip
    first: str = option(
        "suns", "Whose worm moves first; the others are the suits that follow.", "WD-10",
        choices=SUITS, words="Which worm moves first",
    )  # fmt: skip
    length: int = option(
        6, "How many discs a worm has; fewer are advanced.", "WD-1", "WD-10", low=2, high=6,
        words="How many discs a worm has",
    )  # fmt: skip
    coin: float = option(
        0.75, "How wide a disc is, in inches; at most half a tile.", "WD-3",
        reading=True, choices=(0.5, 0.625, 0.75, 0.875, 1.0, 1.25), words="How wide a disc is",
    )  # fmt: skip
    tile: float = option(
        2.0, "How wide a tile is, in inches.", "WD-4",
        reading=True, choices=(1.5, 1.75, 2.0, 2.25, 2.5), words="How wide a tile is",
    )  # fmt: skip
    table_length: int = option(
        60,
        "How long the table is, in inches; a course that needs a longer one gets it.",
        "WD-4", reading=True, low=24, high=120,
        words="How long the table is",
    )  # fmt: skip
    table_width: int = option(
        36, "How wide the table is, in inches.", "WD-4", reading=True, low=18, high=72,
        words="How wide the table is",
    )  # fmt: skip
    squeeze: str = option(
        "slide",
        "How a disc gets past a narrow gap: it must 'slide' to its place, or it is 'place'd there.",
        "WD-5", reading=True, choices=("slide", "place"), words="How a disc gets past a gap",
    )  # fmt: skip
    start_gap: int = option(
        4, "How wide the start is between its two tiles, in tile widths.", "WD-11", low=2, high=8,
        words="How wide the start is",
    )  # fmt: skip
    pylon_distance: int = option(
        36,
        "How far the pylon is from the start line, in inches; further if a slalom's tiles need it.",
        "WD-11", low=12, high=96,
        words="How far the pylon is",
    )  # fmt: skip
    obstacles: int = option(
        21, "How many tiles are dealt out as obstacles; 0 for the short game.", "WD-12",
        low=0, high=21, words="How many obstacles",
    )  # fmt: skip
    clear_tiles: int = option(
        3, "How many tile widths from start line and pylon stay clear of obstacles.", "WD-12",
        low=0, high=6, words="How much stays clear of obstacles",
    )  # fmt: skip
    set_up: str = option(
        "random", "The obstacles are placed at 'random', or by the players 'by hand'.",
        "WD-12", reading=True, choices=("random", "by hand"), words="Who places the obstacles",
    )  # fmt: skip
    starts: str = option(
        "side by side",
        "How worms start: 'side by side', where each player 'chooses', or each in its first turn, "
        "'one by one'.", "WD-13", reading=True, choices=("side by side", "chooses", "one by one"),
        words="How worms start",
    )  # fmt: skip
    null_steps: int = option(
        0, "How many steps a null gives.", "WD-20", low=0, high=6, words="Steps of a null",
    )  # fmt: skip
    ace: str = option(
        "tile",
        "What an ace gives: a 'tile' may be moved, 'nothing' but another roll, or a 'step'.",
        "WD-20", choices=("tile", "nothing", "step"), words="What an ace gives",
    )  # fmt: skip
    roll_again: bool = option(
        True, "Is the die rolled again after an ace?", "WD-20", words="An ace rolls again",
    )  # fmt: skip
    tile_reach: int = option(
        1, "How far an ace moves a tile, in tile widths.", "WD-20", low=1, high=6,
        words="How far an ace moves a tile",
    )  # fmt: skip
    must_step: str = option(
        "all",
        "May a worm stop early? It makes 'all' its steps as long as it can, or stops 'anywhere'.",
        "WD-21", reading=True, choices=("all", "anywhere"), words="Whether a worm may stop early",
    )  # fmt: skip
    laps: int = option(
        1, "How often a worm has to go round the pylon.", "WD-22", low=1, high=3,
        words="How many laps",
    )  # fmt: skip
    finish: str = option(
        "middle",
        "A worm is home with the 'middle' of an end disc between the start tiles, or 'all' of it.",
        "WD-22", reading=True, choices=("middle", "all"), words="What counts as home",
    )  # fmt: skip
    race_on: bool = option(
        True, "Do the others go on for second and third?", "WD-22",
        words="The race goes on for the other places",
    )  # fmt: skip
    finished: str = option(
        "leaves", "A worm that is home 'leaves' the table, or 'stays' there.",
        "WD-22", reading=True, choices=("leaves", "stays"), words="What a worm does at home",
    )  # fmt: skip
    slalom: str = option(
        "no", "Race a slalom instead: 'no', on the way 'out', or on 'both' ways.", "WD-30",
        choices=("no", "out", "both"), words="Whether it is a slalom",
    )  # fmt: skip
    slalom_tiles: int = option(
        12, "How many tiles make the slalom.", "WD-30", low=1, high=12,
        words="How many slalom tiles",
    )  # fmt: skip
    cannibal: bool = option(
        False, "May worms eat each other's ends?", "WD-40", words="Worms eat each other",
    )  # fmt: skip
    overlay: str = option(
        "overlap", "To eat a disc, the new disc must 'overlap' it, or cover its 'middle'.",
        "WD-40", reading=True, choices=("overlap", "middle"), words="How a disc is eaten",
    )  # fmt: skip
    flee: bool = option(
        True, "Must an eaten worm move away next?", "WD-41", words="An eaten worm must flee",
    )  # fmt: skip
    step_limit: bool = option(
        True, "Does a worm make no more steps than it has discs?", "WD-42",
        words="No more steps than discs",
    )  # fmt: skip
    revive: bool = option(
        True, "May an ace bring back an eaten disc?", "WD-43", words="An ace brings a disc back",
    )  # fmt: skip

    def __post_init__(self) -> None:
        """Check each option, then those that must fit each other; raises BadInput.

        A whole number of inches is a number of inches, so 2 is read as 2.0.
        """
        for name in MEASURES:
            if type(value := getattr(self, name)) is int and abs(value) < 1e6:  # a float holds it
                object.__setattr__(self, name, float(value))
        super().__post_init__()
        self._check_sizes()
        self._check_room()

    def _check_sizes(self) -> None:
        """Check that discs fit between tiles, start and pylon on the table, worms on the start."""
        if self.coin > self.tile / 2:
            raise invalid("coin", self.coin, f"at most half a tile of {self.tile:g} inches")
        wide = max((self.start_gap + 2) * self.tile, self.tile + 4 * self.coin)
        if self.table_width < wide:
            raise invalid(
                "table_width", self.table_width, f"at least {wide:g} inches for start and pylon"
            )
        self._check_start()

    def _check_start(self) -> None:
        """Check that all worms fit between the start tiles, wherever they are built."""
        gap = self.start_gap * self.tile
        worms = 2 * self.players - 1 if self.starts != "side by side" else self.players
        if gap < worms * self.coin:
            raise invalid(
                "start_gap", self.start_gap, f"at least {worms * self.coin / self.tile:.3g} tiles"
            )

    def _check_room(self) -> None:
        """Check that there is room for each obstacle, and that a slalom has one lap."""
        if self.slalom != "no":
            if self.laps > 1:
                raise invalid("laps", self.laps, "1 in a slalom")
        elif self.dealt > (most := places_for_tiles(self)):
            raise invalid(
                "obstacles", self.obstacles, f"at most {most}, so that each surely finds room"
            )

    @property
    def course_length(self) -> int:
        """The distance of the pylon, in inches: slalom tiles have gaps of their width (WD-30)."""
        if self.slalom == "no":
            return self.pylon_distance
        needed = (2 * self.clear_tiles + 2 * self.slalom_tiles - 0.5) * self.tile
        return max(self.pylon_distance, math.ceil(needed))

    @property
    def full_length(self) -> int:
        """The length of the table, in inches, with the room that the course needs (WD-4)."""
        behind = self.tile / 2 + max(self.length - 1, 2) * self.coin
        return max(self.table_length, math.ceil(self.course_length + 2 * behind))

    @property
    def dealt(self) -> int:
        """The number of obstacles placed: as many for each player, odd ones left out (WD-12)."""
        return self.obstacles // self.players * self.players


def places_for_tiles(rules: WormDerbyRules) -> int:
    """Return how many obstacles surely find room, however foolishly they are placed (WD-12).

    The middle of one that may be turned anyhow keeps half a diagonal from the edges of the field,
    and so two halves from another's middle: each one that lies there takes away at most a circle
    with the radius of a diagonal.
    """
    half = HALF_DIAGONAL * rules.tile
    start, pylon = rules.clear_tiles * rules.tile, (rules.clear_tiles + 0.5) * rules.tile
    long = rules.pylon_distance - start - pylon - 2 * half
    wide = rules.table_width - 2 * half
    area, each = max(0.0, long) * max(0.0, wide), math.pi * (2 * half) ** 2
    return math.ceil(area / each)
