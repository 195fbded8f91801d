"""The state of the PAC-MAN board game, and its moves.

Vocabulary
    seat       "red", "green", "blue" or "yellow"; ``to_move`` is the one whose turn it is
    ghost      "ghost1", "ghost2" ...; they belong to nobody
    piece      "pac" (the Pac-Man of the seat to move) or a ghost
    tray       a player's white marbles; ``yellow`` are the yellow ones, each of which is a ghost
               gobbler privilege
    dice       those rolled and not used yet
    due        the pieces that still have to move in this turn: "pac", "ghost"
    owed       the seats that have a yellow marble to put back, in the order in which they used it
    reward     whether the seat to move may still take marbles for a ghost gobbled
    phase      start  players roll to see who begins; ``rolling`` are those who still do
               roll   the two dice have to be rolled
               move   a Pac-Man or a ghost has to move
               put    the first of ``owed`` chooses a ringed hole
               take   the seat to move chooses whose marbles they take
               over   the game is over

A turn is two moves in the record: a Pac-Man's and a ghost's, each with one of the two dice, in
either order (PC-3). A walk names its path, for there may be several to the same end. After a ghost
is gobbled there may be two small choices: where the yellow marble goes back, and whose marbles are
taken (PC-20).
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from piecepack_nb.core.actors import Roll
from piecepack_nb.core.frozen import FrozenDict, quick_replace
from piecepack_nb.core.owner import state_picture
from piecepack_nb.games.pacman.maze import Path, is_hop

PHASES = ("start", "roll", "move", "put", "take", "over")
DUE = ("pac", "ghost")
SPACE = re.compile(r"[a-z][1-9][0-9]?")


@quick_replace
class Player(NamedTuple):
    """A player's Pac-Man and marbles."""

    square: str
    tray: int = 0
    yellow: int = 0


@quick_replace
class State(NamedTuple):
    """Everything that a photograph of the table would show, and whose turn it is.

    In the middle of a move (in the state of a step) a Pac-Man may share a space with a ghost that
    it gobbles, and a ghost with a Pac-Man that it sends home.
    """

    phase: str
    turn: int
    to_move: str
    players: FrozenDict[str, Player]
    ghosts: FrozenDict[str, str]
    """The space of each ghost."""
    white: frozenset[str]
    """The holes with a white marble."""
    yellow: frozenset[str]
    """The ringed holes with a yellow marble."""
    dice: tuple[int, ...] = ()
    due: tuple[str, ...] = ()
    owed: tuple[str, ...] = ()
    reward: bool = False
    rolling: tuple[str, ...] = ()

    def put(self, seat: str, player: Player) -> State:
        """Return the state with this player changed."""
        return self._replace(players=self.players.put(seat, player))

    def pac_on(self, square: str) -> str | None:
        """Return the seat whose Pac-Man is on a space."""
        return next((seat for seat, each in self.players.items() if each.square == square), None)

    def ghost_on(self, square: str) -> str | None:
        """Return a ghost on a space, the first of several."""
        return next((ghost for ghost, place in self.ghosts.items() if place == square), None)

    def square_of(self, piece: str) -> str:
        """Return the space of a ghost, or of the Pac-Man ("pac") whose turn it is."""
        return self.players[self.to_move].square if piece == "pac" else self.ghosts[piece]

    @property
    def occupied(self) -> frozenset[str]:
        """The spaces with a piece."""
        return frozenset([*self.ghosts.values(), *(each.square for each in self.players.values())])

    @property
    def payers(self) -> tuple[str, ...]:
        """The players who can pay for a ghost: all others with white marbles (PC-20)."""
        players = self.players.items()
        return tuple(seat for seat, each in players if seat != self.to_move and each.tray > 0)

    @property
    def acts(self) -> str:
        """The seat that has to act, where a seat does."""
        return self.owed[0] if self.phase == "put" else self.to_move

    def _repr_svg_(self) -> str | None:
        return state_picture(self)


# --- moves ----------------------------------------------------------------------------------------


def is_space(value: object) -> bool:
    """Return True if a value is written as a space, on some board.

    >>> is_space("a2"), is_space("2a")
    (True, False)
    """
    return isinstance(value, str) and SPACE.fullmatch(value) is not None


def format_path(path: Path) -> str:
    """Return a path as text, with a wave where it goes off the board and on again.

    >>> format_path(("b5", "a5", "i5", "h5"))
    'b5-a5~i5-h5'
    """
    parts = [str(path[0])] if path else []
    for here, to in pairwise(path):
        hops = is_space(here) and is_space(to) and is_hop(here, to)
        parts.append(f"{'~' if hops else '-'}{to}")
    return "".join(parts)


class Walk(NamedTuple):
    """A Pac-Man ("pac") or a ghost ("ghost1") walks a path, by one of the dice.

    >>> str(Walk("pac", 3, ("b5", "a5", "i5", "h5"))), str(Walk("ghost1", 1, ("e5", "e6")))
    ('pac 3 b5-a5~i5-h5', 'ghost1 1 e5-e6')
    """

    piece: str
    die: int
    path: Path

    def __str__(self) -> str:
        return f"{self.piece} {self.die} {format_path(self.path)}"


class Stay(NamedTuple):
    """A Pac-Man ("pac"), or every ghost ("ghosts"), can't use this die and stays.

    >>> str(Stay("pac", 5)), str(Stay("ghosts", 6))
    ('pac 5 stays', 'ghosts 6 stay')
    """

    piece: str
    die: int

    def __str__(self) -> str:
        return f"{self.piece} {self.die} {'stays' if self.piece == 'pac' else 'stay'}"


class Put(NamedTuple):
    """The yellow marble goes back into this ringed hole."""

    square: str

    def __str__(self) -> str:
        return f"marble {self.square}"


class Take(NamedTuple):
    """Marbles are taken from this seat, for a ghost that was gobbled."""

    seat: str

    def __str__(self) -> str:
        return f"take {self.seat}"


Move = Roll | Walk | Stay | Put | Take


# --- names ----------------------------------------------------------------------------------------


def seat_name(seat: str) -> str:
    """Return a player's name.

    >>> seat_name("red")
    'Red'
    """
    return seat.capitalize()


def pac_name(seat: str) -> str:
    """Return the name of a player's Pac-Man.

    >>> pac_name("red")
    "Red's Pac-Man"
    """
    return f"{seat_name(seat)}'s Pac-Man"


def ghost_name(ghost: str) -> str:
    """Return a ghost's name.

    >>> ghost_name("ghost2")
    'ghost 2'
    """
    return f"ghost {ghost.removeprefix('ghost')}"


def piece_name(state: State, piece: str) -> str:
    """Return the name of a ghost, or of the Pac-Man ("pac") whose turn it is."""
    return pac_name(state.to_move) if piece == "pac" else ghost_name(piece)
