"""The rule options of P.A.C.O.: every number and choice of the document, and our readings."""

from __future__ import annotations

from dataclasses import dataclass

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.rules import Rules, option
from piecepack_nb.games.paco.state import THEN

PRIORITY = "turns, moves, jumps, lifts, pushes"


def _check_priority(value: str) -> None:
    """Raise BadInput unless every kind of order is there once (PA-20)."""
    if sorted(value.split(", ")) != sorted(PRIORITY.split(", ")):
        raise invalid("priority", value, f"{PRIORITY}, in any order")


@dataclass(frozen=True)
class PacoRules(Rules):
    """The rules of the document, and their options."""

    players: int = option(
        4, "The number of players.", "PA-3", low=2, high=6, words="How many players",
    )  # fmt: skip
    start: str = option(
        "rolled",
        "The first holes and cells of players: 'rolled', or from the document's 'figure', "
        "which overrides holes and clear_of_holes.", "PA-2", "PA-3", "PA-4",
        choices=("rolled", "figure"), words="How the game is set up",
    )  # fmt: skip
    holes: int = option(
        -1, "The number of cells left empty; -1: one fewer than there are players.", "PA-2",
        low=-1, high=12, words="How many holes (-1: one fewer than players)",
    )  # fmt: skip
    clear_of_holes: bool = option(
        True, "Roll again for a player who would begin beside a hole?", "PA-3",
        words="Nobody begins beside a hole",
    )  # fmt: skip
    headings: str = option(
        "rolled", "A player's first heading: 'rolled', or 'chosen' by the player.", "PA-3",
        reading=True, choices=("rolled", "chosen"), words="How players get their first heading",
    )  # fmt: skip
    priority: str = option(
        PRIORITY, "The order in which kinds of orders are carried out.", "PA-20",
        check=_check_priority, suggestions=(PRIORITY, "turns, lifts, moves, jumps, pushes"),
        words="Which orders come first",
    )  # fmt: skip
    second_order: str = option(
        "any", "The second order of a jump: 'any' order (all but forward drop the jumper), "
        "or 'forward' alone.", "PA-13", reading=True, choices=("any", "forward"),
        words="A jump's second order",
    )  # fmt: skip
    spoilt_jump: str = option(
        "void", "The second order of a jumper who isn't over the hole: "
        "'void', or 'kept' for the next turn.", "PA-13", "PA-21",
        reading=True, choices=("void", "kept"), words="A spoilt jump's second order",
    )  # fmt: skip
    follow: bool = option(
        False, "Does a player who leaves a cell free it in the same turn?", "PA-22", reading=True,
        words="A cell that is left is free at once",
    )  # fmt: skip
    crowd_roll: str = option(
        "highest",
        "Three or more for one cell: the single 'highest' die moves, or 'none' of them.", "PA-23",
        reading=True, choices=("highest", "none"), words="Three or more for one cell",
    )  # fmt: skip
    held: str = option(
        "pushed", "A lifter holds the block that it lifted when it is 'pushed' against it, "
        "or 'met' by another block as well.", "PA-26", reading=True, choices=("pushed", "met"),
        words="When a lifter holds the block",
    )  # fmt: skip
    push_order: str = option(
        "rotating",
        "The first push: 'rotating', another seat's each turn, or 'fixed', in seat order.",
        "PA-27", reading=True, choices=("rotating", "fixed"), words="Who pushes first",
    )  # fmt: skip
    stop_on_floor: str = option(
        "stack", "A block that stops on a black counter stays on it ('stack') or takes its place "
        "('replace').", "PA-30", reading=True, choices=("stack", "replace"),
        words="A block that stops on a counter",
    )  # fmt: skip
    seal_holes: bool = option(
        True, "Does a block that stops over a hole seal it, or fall through?", "PA-31",
        words="A block seals a hole",
    )  # fmt: skip
    in_a_row: str = option(
        "along",
        "A second player in the way is pushed 'along' too, or 'stops' the first, who is stunned.",
        "PA-33", "PA-34", reading=True, choices=("along", "stops"),
        words="Two players in the way of a block",
    )  # fmt: skip
    stun_turns: int = option(
        1, "The number of turns that a stunned player loses.", "PA-34", low=0, high=3,
        words="Turns lost by a stun",
    )  # fmt: skip
    stun_points: int = option(
        1, "Points lost by a stunned player.", "PA-40", low=0, high=5, words="What a stun costs",
    )  # fmt: skip
    fall_points: int = option(
        1, "Points lost by falling down a hole.", "PA-40", low=0, high=5, words="What a fall costs",
    )  # fmt: skip
    off_points: int = option(
        1, "Points lost by being pushed off the board.", "PA-40", low=0, high=5,
        words="What leaving the board costs",
    )  # fmt: skip
    cause_points: int = option(
        1, "Points gained by causing a stun, a fall, or a push off the board.", "PA-41",
        low=0, high=5, words="What causing harm gains",
    )  # fmt: skip
    causes: str = option(
        "any", "The causes that count: 'any' order that does it, or a 'push' alone.", "PA-41",
        reading=True, choices=("any", "push"), words="Which orders cause harm",
    )  # fmt: skip
    survive_points: int = option(
        1, "Points of a player on the board at the end of a turn.", "PA-42", low=0, high=5,
        words="What a turn on the board gains",
    )  # fmt: skip
    lost_turn_scores: bool = option(
        False, "Does a turn on the board gain its points even if a stun loses it?", "PA-42",
        reading=True, words="A lost turn scores too",
    )  # fmt: skip
    return_scores: bool = option(
        False, "Does a player gain points for the turn in which they come back?", "PA-42",
        reading=True, words="The turn of a return scores too",
    )  # fmt: skip
    respawn: bool = option(
        True, "May a player come back on the board?", "PA-43", words="Players may come back",
    )  # fmt: skip
    return_points: int = option(
        1, "Points lost by coming back.", "PA-43", low=0, high=5, words="What coming back costs",
    )  # fmt: skip
    hole_points: int = option(
        1, "Points lost by trying to come back and rolling a hole.", "PA-43", low=0, high=5,
        words="What landing in a hole costs",
    )  # fmt: skip
    agreement: bool = option(
        True, "May the players agree to stop?", "PA-44", words="Players may agree to stop",
    )  # fmt: skip
    turn_limit: int = option(
        20, "The number of turns after which the game ends.", "PA-44", reading=True, low=1,
        high=200, words="After how many turns it ends",
    )  # fmt: skip

    @property
    def second_orders(self) -> tuple[str, ...]:
        """The orders that may be written with a jump (PA-13)."""
        return THEN if self.second_order == "any" else THEN[:1]

    @property
    def hole_count(self) -> int:
        """The number of cells left empty (PA-2)."""
        return self.players - 1 if self.holes < 0 else self.holes

    @property
    def phases(self) -> tuple[str, ...]:
        """The kinds of order in their priority (PA-20)."""
        return tuple(self.priority.split(", "))
