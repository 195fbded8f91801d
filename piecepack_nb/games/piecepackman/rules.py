"""Piecepackman's rule options: every number and choice of the rules, and our readings."""

from __future__ import annotations

from dataclasses import dataclass

from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.rules import Rules, option
from piecepack_nb.games.piecepackman.maze import maze_names, read_maze


def _check_maze(value: str) -> None:
    read_maze(value)


@dataclass(frozen=True)
class PiecepackmanRules(Rules):
    """The printed rules of Piecepackman, and what a reader can make of them."""

    maze: str = option(
        "roundabout",
        "The maze: roundabout, slip, winding, or a maze of one's own as text.",
        "PM-6", "PM-72", "PM-81",
        check=_check_maze, suggestions=maze_names(),
    )  # fmt: skip
    players: int = option(
        1, "How many people share the ghosts; three leave one ghost out.", "PM-7", "PM-70",
        low=1, high=4,
    )  # fmt: skip
    left_out: str = option(
        "arms", "The ghost that three players leave out; its cubes are wild.", "PM-70",
        choices=SUITS,
    )  # fmt: skip
    wild_coin: bool = option(
        True,
        "Is the power coin of the suit that was left out wild for Piecepackman, as its cubes are?",
        "PM-70",
        reading=True,
    )
    goal: str = option(
        "any",
        "How the ghosts may win: 'any' way, or on 'cubes' alone (Piece and Harmony).",
        "PM-69", "PM-71",
        choices=("any", "cubes"),
    )  # fmt: skip
    extra_lives: int = option(
        3, "How many lives Piecepackman has besides the one on the board.", "PM-3", low=0, high=9
    )
    cubes_per_suit: int = option(
        6, "How many energy cubes of each suit are scattered.", "PM-2", low=1, high=6
    )
    scatter: str = option(
        "even",
        "How the cubes are scattered: 'even', one a tile, or 'uniform' over all squares.",
        "PM-2",
        choices=("even", "uniform"),
    )
    hard_coins: bool = option(
        False, "Leave the 2s and 3s out of the coins that power coins are drawn from.", "PM-4"
    )
    start_heading: str = option(
        "W", "Where Piecepackman looks when he starts.", "PM-5",
        reading=True, choices=("N", "E", "S", "W"),
    )  # fmt: skip
    null_points: int = option(1, "What a null gives Piecepackman.", "PM-10", low=0, high=9)
    ace_points: int = option(6, "What an ace gives Piecepackman.", "PM-10", low=0, high=9)
    step_cost: int = option(1, "What a step costs him.", "PM-15", "PM-22", low=1, high=6)
    quarter_turn_cost: int = option(1, "What a quarter turn costs him.", "PM-15", low=0, high=6)
    tie_break: str = option(
        "suit-order",
        "Which suit he goes for when dice, costs and turns are all equal.",
        "PM-14",
        reading=True,
        choices=("suit-order", "random"),
    )
    exhausted: str = option(
        "next-die",
        "What he does when his suit has nothing that he can reach.",
        "PM-24",
        reading=True,
        choices=("next-die", "nearest", "wait"),
    )
    ghost_null: int = option(0, "What a null gives a ghost.", "PM-31", low=0, high=6)
    ghost_ace: int = option(1, "What an ace gives a ghost.", "PM-31", low=0, high=6)
    ghost_dice: str = option(
        "together",
        "When the ghosts roll: all 'together' once the order is set, or each 'in turn'.",
        "PM-31",
        reading=True,
        choices=("together", "in turn"),
    )
    ghost_backtrack: bool = option(
        True, "May a ghost turn round and go back within its move?", "PM-32"
    )
    portal_ends_move: bool = option(True, "Does a portal end a ghost's move?", "PM-34")
    ghost_collects: str = option(
        "pass",
        "Where a ghost takes its cubes: on squares that it 'pass'es, or where it 'land's.",
        "PM-35",
        reading=True,
        choices=("pass", "land"),
    )
    eaten_waits: int = option(
        1, "How many ghost phases an eaten ghost waits in the house.", "PM-38", low=0, high=5
    )
    dangerous: str = option(
        "more",
        "A ghost is Dangerous with 'more' cubes of its suit than his stash, or with 'equal' too.",
        "PM-50", "PM-51",
        choices=("more", "equal"),
    )  # fmt: skip
    bonus_roll: bool = option(True, "Does a power coin give him a roll at once?", "PM-60")
    hunger_turn_cost: int = option(
        0, "What a quarter turn costs him in Ghost Hunger.", "PM-61", low=0, high=6
    )
    ace_lives: int = option(
        1, "How many lives an ace power coin gives him.", "PM-62", "PM-66", low=0, high=4
    )
    equal_cubes: str = option(
        "loss",
        "What equal cubes at the end are for the ghosts.",
        "PM-69",
        reading=True,
        choices=("loss", "draw"),
    )
