"""The rule options of the PAC-MAN board game: numbers, choices and our readings."""

from __future__ import annotations

from dataclasses import dataclass

from piecepack_nb.core.rules import Rules, option
from piecepack_nb.games.pacman.maze import SHIPPED, read_board


def _check_board(value: str) -> None:
    read_board(value)


@dataclass(frozen=True)
class PacManRules(Rules):
    """The rules of one game: the printed ones, or with some options changed."""

    board: str = option(
        "reconstruction", "The board: reconstruction, octagon, or your own as text.", "PC-1",
        "PC-7", "PC-9", reading=True, check=_check_board, suggestions=SHIPPED, words="The board",
    )  # fmt: skip
    players: int = option(
        2, "How many play; two sit opposite each other, three leave yellow out.", "PC-1", low=2,
        high=4, words="How many people play",
    )  # fmt: skip
    ghosts: int = option(
        2, "How many ghosts there are.", "PC-1", "PC-3", low=1, high=3,
        words="How many ghosts there are",
    )  # fmt: skip
    first: str = option(
        "roll", "The player who starts: the winner of the 'roll', or 'red' without a roll.", "PC-2",
        choices=("roll", "red"), words="Who starts",
    )  # fmt: skip
    start_dice: int = option(
        2, "How many dice each player rolls to see who starts.", "PC-2", reading=True, low=1,
        high=2, words="Dice to see who starts",
    )  # fmt: skip
    idle_die: bool = option(
        True, "May a Pac-Man be left the die that it can't use, while it could use the other?",
        "PC-3", "PC-5", reading=True, words="A Pac-Man may be left a die it can't use",
    )  # fmt: skip
    homes_count: bool = option(
        True, "Does a home that a Pac-Man passes count as a space?", "PC-4", "PC-6", reading=True,
        words="A home counts as a space",
    )  # fmt: skip
    pac_men_turn_back: bool = option(
        False, "May a Pac-Man turn back within its move?", "PC-5", words="Pac-Men may turn back",
    )  # fmt: skip
    short_pac_man: str = option(
        "stays", "A Pac-Man with no path for the full number 'stays', or 'goes as far' as it can.",
        "PC-5", choices=("stays", "goes as far"), words="A Pac-Man without a full path",
    )  # fmt: skip
    own_home: bool = option(
        True, "May a Pac-Man end a move on its own home?", "PC-6", reading=True,
        words="A move may end on one's own home",
    )  # fmt: skip
    centre: str = option(
        "ghosts", "Who may enter the centre: 'ghosts' alone, or 'all'.", "PC-1", "PC-8",
        reading=True, choices=("ghosts", "all"), words="Who may enter the centre",
    )  # fmt: skip
    off_board_cost: int = option(
        0, "The cost of leaving the board and returning, besides the hole entered.", "PC-9", low=0,
        high=5, words="What leaving the board costs",
    )  # fmt: skip
    privilege_at_once: bool = option(
        True, "May a Pac-Man use the privilege in the very move that wins it?", "PC-11", "PC-20",
        reading=True, words="The privilege counts at once",
    )  # fmt: skip
    ghosts_turn_back: bool = option(
        False, "May a ghost turn back within its move?", "PC-12", reading=True,
        words="Ghosts may turn back",
    )  # fmt: skip
    short_ghost: str = option(
        "stays",
        "With no path for the full number a ghost 'stays', or one 'goes as far' as it can.",
        "PC-12", reading=True, choices=("stays", "goes as far"),
        words="A ghost without a full path",
    )  # fmt: skip
    marbles_lost: int = option(
        2, "How many marbles a player gives whose Pac-Man a ghost lands on.", "PC-13", low=0,
        high=20, words="Marbles lost to a ghost",
    )  # fmt: skip
    gobbling_ends_turn: bool = option(
        False, "Does gobbling a ghost end the whole turn, so that no ghost is moved after it?",
        "PC-3", "PC-20", reading=True, words="Gobbling a ghost ends the turn",
    )  # fmt: skip
    marbles_won: int = option(
        2, "How many marbles gobbling a ghost takes from a player.", "PC-20", low=0, high=20,
        words="Marbles won for a ghost",
    )  # fmt: skip
    ring_under_piece: bool = option(
        False, "May a yellow marble go back into a hole with a piece on it?", "PC-20", reading=True,
        words="A yellow marble may go under a piece",
    )  # fmt: skip
    privilege_kept: bool = option(
        False, "Is a privilege kept when it was used, and its yellow marble with it?", "PC-21",
        reading=True, words="A used privilege is kept",
    )  # fmt: skip
    last_turn: bool = option(
        False, "Is the turn that clears the board of white marbles played to its end?", "PC-30",
        reading=True, words="The last turn is played to its end",
    )  # fmt: skip
