"""The rule options of Piecepackman: every number and choice of the rules, and our readings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.rules import Rules, option
from piecepack_nb.games.piecepackman.maze import MAZE_NAMES, read_maze

POWERS = (
    "walls", "own-walls", "stockpile", "give", "any-cube", "shortcut", "plunder", "portal",
    "teleport", "pass", "attack", "boost", "drop", "ace-wall",
)  # fmt: skip
"""The fourteen powers, in the order of their clauses PM-73a to PM-73n."""


def power_clause(power: str) -> str:
    """Return the clause of a power.

    >>> power_clause("walls"), power_clause("ace-wall")
    ('PM-73a', 'PM-73n')
    """
    return f"PM-73{chr(ord('a') + POWERS.index(power))}"


POWER_CLAUSES = tuple(map(power_clause, POWERS))


def _power(suit: str, power: str) -> Any:
    """Declare the option of a ghost's power where powers are chosen."""
    return option(
        power, f"The {suit} ghost's power, if powers are chosen.", "PM-73", *POWER_CLAUSES,
        choices=POWERS, words=f"Power of the {suit} ghost",
    )  # fmt: skip


def _check_maze(value: str) -> None:
    read_maze(value)


@dataclass(frozen=True)
class PiecepackmanRules(Rules):
    """The printed rules of Piecepackman as options, with the choices a reader has."""

    maze: str = option(
        "roundabout", "The maze: roundabout, slip, winding, or your own maze as text.", "PM-6",
        "PM-72", "PM-81",
        check=_check_maze, suggestions=MAZE_NAMES, words="The maze",
    )  # fmt: skip
    mode: str = option(
        "together",
        "All play 'together', one plays him 'against' the ghosts, or players 'race' for cubes.",
        "PM-74", "PM-75",
        choices=("together", "against", "race"), words="Who plays against whom",
    )  # fmt: skip
    players: int = option(
        1, "The number of people who share the ghosts; three leave one ghost out.", "PM-7", "PM-70",
        low=1, high=4,
        words="How many people play",
    )  # fmt: skip
    left_out: str = option(
        "arms", "The ghost that three players leave out; its cubes are wild.", "PM-70",
        choices=SUITS,
        words="The ghost that is left out",
    )  # fmt: skip
    wild_coin: bool = option(
        True,
        "The power coin of the suit that is left out is wild for Piecepackman, as its cubes are.",
        "PM-70",
        reading=True, words="The left-out suit's power coin is wild",
    )  # fmt: skip
    goal: str = option(
        "any", "The ghosts can win in 'any' way, or on 'cubes' alone (Piece and Harmony).", "PM-69",
        "PM-71",
        choices=("any", "cubes"), words="How the ghosts can win",
    )  # fmt: skip
    extra_lives: int = option(
        3, "Piecepackman's lives besides the one on the board.", "PM-3",
        low=0, high=9, words="His extra lives",
    )  # fmt: skip
    cubes_per_suit: int = option(
        6, "The number of energy cubes of each suit.", "PM-2",
        low=1, high=6, words="Energy cubes of each suit",
    )  # fmt: skip
    scatter: str = option(
        "even", "Cubes are scattered 'even', one a tile, or 'uniform' over all squares.", "PM-2",
        choices=("even", "uniform"), words="How cubes are scattered",
    )  # fmt: skip
    hard_coins: bool = option(
        False,
        "Leave the 2s and 3s out of the coins that power coins are drawn from.",
        "PM-4",
        words="Power coins without 2s and 3s",
    )
    start_heading: str = option(
        "W", "Piecepackman's heading at the start.", "PM-5",
        reading=True, choices=("N", "E", "S", "W"),
        words="Where he looks at the start",
    )  # fmt: skip
    null_points: int = option(
        1, "Points that a null gives Piecepackman.", "PM-10",
        low=0, high=9, words="What a null gives him",
    )  # fmt: skip
    ace_points: int = option(
        6, "Points that an ace gives Piecepackman.", "PM-10",
        low=0, high=9, words="What an ace gives him",
    )  # fmt: skip
    step_cost: int = option(
        1, "Points that a step costs him.", "PM-15", "PM-22",
        low=1, high=6, words="What a step costs",
    )  # fmt: skip
    quarter_turn_cost: int = option(
        1, "Points that a quarter turn costs him.", "PM-15",
        low=0, high=6, words="What a quarter turn costs",
    )  # fmt: skip
    tie_break: str = option(
        "suit-order", "The choice of suit if dice, costs and turns are all equal.", "PM-14",
        reading=True, choices=("suit-order", "random"), words="What decides between equal suits",
    )  # fmt: skip
    exhausted: str = option(
        "next-die", "His aim if he can reach nothing of his suit.", "PM-24",
        reading=True, choices=("next-die", "nearest", "wait"),
        words="If he can reach nothing of his suit",
    )  # fmt: skip
    ghost_null: int = option(
        0, "Steps that a null gives a ghost.", "PM-31",
        low=0, high=6, words="What a null gives a ghost",
    )  # fmt: skip
    ghost_ace: int = option(
        1, "Steps that an ace gives a ghost.", "PM-31",
        low=0, high=6, words="What an ace gives a ghost",
    )  # fmt: skip
    ghost_dice: str = option(
        "together", "The ghosts roll 'together' once the order is set, or each 'in turn'.", "PM-31",
        reading=True, choices=("together", "in turn"), words="When the ghosts roll",
    )  # fmt: skip
    ghost_backtrack: bool = option(
        True, "A ghost may turn back within its move.", "PM-32", words="Ghosts may turn back"
    )
    portal_ends_move: bool = option(
        True, "A portal ends a ghost's move.", "PM-34", words="A portal ends a ghost's move"
    )
    ghost_collects: str = option(
        "pass", "A ghost takes its cubes on squares that it 'pass'es, or where it 'land's.",
        "PM-35",
        reading=True, choices=("pass", "land"), words="Where a ghost takes cubes",
    )  # fmt: skip
    eaten_waits: int = option(
        1, "Ghost phases that an eaten ghost waits in the house.", "PM-38",
        low=0, high=5, words="How long an eaten ghost waits",
    )  # fmt: skip
    dangerous: str = option(
        "more",
        "A ghost is Dangerous with 'more' cubes of its suit than his stash, or with 'equal' too.",
        "PM-50", "PM-51",
        choices=("more", "equal"), words="When a ghost is Dangerous",
    )  # fmt: skip
    hunger_attack: str = option(
        "immune",
        "The ghosts that attack by entering his square in Ghost Hunger: 'immune' ones alone, or "
        "those with a 'majority' of their cubes, too.",
        "PM-50",
        reading=True,
        choices=("immune", "majority"),
        words="Who may attack in Ghost Hunger",
    )
    bonus_roll: bool = option(
        True,
        "A power coin gives him a bonus roll at once.",
        "PM-60",
        words="A power coin gives a bonus roll",
    )
    hunger_turn_cost: int = option(
        0, "Points that a quarter turn costs him in Ghost Hunger.", "PM-61",
        low=0, high=6, words="What a quarter turn costs in Ghost Hunger",
    )  # fmt: skip
    ace_lives: int = option(
        1, "Lives that an ace power coin gives him.", "PM-62", "PM-66",
        low=0, high=4, words="Lives for an ace power coin",
    )  # fmt: skip
    equal_cubes: str = option(
        "loss", "The ghosts' result with equal cubes at the end.", "PM-69",
        reading=True, choices=("loss", "draw"), words="The ghosts' result with equal cubes",
    )  # fmt: skip
    against_lives: int = option(
        1, "His extra lives where somebody plays him.", "PM-74",
        low=0, high=9, words="His extra lives against ghosts",
    )  # fmt: skip
    against_null: int = option(
        0, "Points that a null gives him where somebody plays him.", "PM-74",
        low=0, high=9, words="His null against ghosts",
    )  # fmt: skip
    against_ace: int = option(
        1, "Points that an ace gives him where somebody plays him.", "PM-74",
        low=0, high=9, words="His ace against ghosts",
    )  # fmt: skip
    dangerous_from: int = option(
        0, "The fewest cubes that make a ghost Dangerous where somebody plays him.", "PM-74",
        reading=True, low=0, high=1, words="Fewest cubes of a Dangerous ghost",
    )  # fmt: skip
    adjust_cubes: int = option(
        4, "The number of cubes that the players may move before a race.", "PM-75",
        reading=True, low=0, high=24, words="Cubes moved before a race",
    )  # fmt: skip
    powers: str = option(
        "none",
        "The ghosts have no powers, powers 'drawn' by lot, or those 'chosen' below.",
        "PM-73",
        choices=("none", "drawn", "chosen"), words="Powers of the ghosts",
    )  # fmt: skip
    suns_power: str = _power("suns", "walls")
    moons_power: str = _power("moons", "shortcut")
    crowns_power: str = _power("crowns", "teleport")
    arms_power: str = _power("arms", "attack")
    power_bonus: bool = option(
        True,
        "With powers, he adds to each roll the most cubes of one suit in his stash.",
        "PM-73",
        words="His bonus against powers",
    )
    teleport_needs_coins: bool = option(
        False, "A ghost teleports only between corners that still have their power coin.",
        "PM-73i",
        reading=True, words="Teleporting needs the coins",
    )  # fmt: skip
