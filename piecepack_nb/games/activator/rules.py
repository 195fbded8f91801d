"""The rule options of Activator: every number and choice of the rules, and our readings."""

from __future__ import annotations

from dataclasses import dataclass

from piecepack_nb.core.rules import Rules, option
from piecepack_nb.games.activator.state import SEATS


@dataclass(frozen=True)
class ActivatorRules(Rules):
    """The printed rules of Activator, as options."""

    first: str = option("red", "Who moves first.", "AC-4", choices=SEATS, words="Who moves first")
    single_reach: int = option(
        1, "How many squares a single piece moves.", "AC-10", low=1, high=6,
        words="How far a single moves",
    )  # fmt: skip
    double_reach: int = option(
        2, "How many squares a double moves.", "AC-10", low=1, high=6,
        words="How far a double moves",
    )  # fmt: skip
    triple_reach: int = option(
        3, "How many squares a triple, or a taller stack, moves.", "AC-10", low=1, high=6,
        words="How far a triple moves",
    )  # fmt: skip
    triple_diagonal: bool = option(
        True, "May a triple move diagonally too?", "AC-10", words="Triples move diagonally",
    )  # fmt: skip
    may_turn_corners: bool = option(
        False, "May a move of more than one square turn corners?", "AC-10", reading=True,
        words="Moves may turn corners",
    )  # fmt: skip
    stack_height: int = option(
        3, "How many pieces a stack may have.", "AC-11", low=2, high=5,
        words="How high a stack may be",
    )  # fmt: skip
    stacking: str = option(
        "smaller",
        "Which pieces may be put on a piece: 'smaller', also the 'same' size, or 'any'.",
        "AC-13", "AC-14", choices=("smaller", "same", "any"), words="What may go on a piece",
    )  # fmt: skip
    activator_reach: int = option(
        4, "How many squares an activator moves.", "AC-21", low=1, high=6,
        words="How far an activator moves",
    )  # fmt: skip
    activator_may_turn: bool = option(
        True, "May an activator's path turn corners?", "AC-21", reading=True,
        words="An activator's path may turn",
    )  # fmt: skip
    attack_line: str = option(
        "rank or file",
        "Where a piece may attack from: its activator's 'rank or file', or 'anywhere'.", "AC-23",
        choices=("rank or file", "anywhere"), words="Where attacks may come from",
    )  # fmt: skip
    freezing: bool = option(
        True, "Are the activators' two crossings frozen?", "AC-24",
        words="Crossings of the lines are frozen",
    )  # fmt: skip
    immunity: bool = option(
        True, "Are pieces under an activator safe from capture?", "AC-25",
        words="An activator's carrier is safe",
    )  # fmt: skip
    join_under: bool = option(
        True, "May pieces join a stack that carries an activator?", "AC-27", reading=True,
        words="Pieces may join under an activator",
    )  # fmt: skip
    turns_to_survive: int = option(
        1, "How many of the opponent's turns must an occupier outlast?", "AC-30", low=0, high=3,
        words="Turns to outlast on a home",
    )  # fmt: skip
    reduced_to: int = option(
        1, "A player left with so few pieces or stacks loses; 0 for never.", "AC-31", low=0,
        high=3, words="Pieces or stacks at which a player loses",
    )  # fmt: skip
    no_move: str = option(
        "lose", "The result for a player without a legal move: 'lose' or 'draw'.", "AC-32",
        reading=True, choices=("lose", "draw"), words="What no legal move means",
    )  # fmt: skip
    repetition: int = option(
        3, "How often a position must occur for a draw; 0 for never.", "AC-32", reading=True,
        choices=(0, 2, 3, 4, 5), words="Repetitions for a draw",
    )  # fmt: skip
