"""What stands and lies on the table.

Vocabulary
    seat       "red", "green", "blue" or "yellow"; ``to_move`` is the one whose turn it is
    ghost      "ghost1", "ghost2" ...; they belong to nobody
    tray       the white marbles that a player has; ``yellow`` are the yellow ones, each of which
               is a ghost gobbler privilege
    dice       what was rolled and isn't used yet
    due        what has not moved yet in this turn: "pac", "ghost"
    owed       the seats that have a yellow marble to put back, in the order in which they used it
    reward     whether the seat to move may still take marbles for a ghost gobbled
    phase      start  players roll to see who begins; ``rolling`` are those who still do
               roll   the two dice are to be rolled
               move   a Pac-Man or a ghost is to move
               put    the first of ``owed`` chooses a ringed hole
               take   the seat to move chooses whose marbles it takes
               over   the game is over
"""

from __future__ import annotations

from typing import NamedTuple

from piecepack_nb.core.frozen import FrozenDict

PHASES = ("start", "roll", "move", "put", "take", "over")
DUE = ("pac", "ghost")


class Player(NamedTuple):
    """A player's Pac-Man and marbles."""

    square: str
    tray: int = 0
    yellow: int = 0


class State(NamedTuple):
    """The table: everything that a photograph would show, and whose turn it is.

    In the middle of a move (in the state of a step) a Pac-Man may stand on a ghost that it
    gobbles, and a ghost on a Pac-Man that it sends home.
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
        """The table with this player changed."""
        return self._replace(players=self.players.put(seat, player))

    def pac_on(self, square: str) -> str | None:
        """The seat whose Pac-Man stands on a space."""
        return next((seat for seat, each in self.players.items() if each.square == square), None)

    def ghost_on(self, square: str) -> str | None:
        """A ghost on a space; the first of several."""
        return next((ghost for ghost, place in self.ghosts.items() if place == square), None)

    @property
    def acts(self) -> str:
        """The seat that is to act, where a seat is."""
        return self.owed[0] if self.phase == "put" else self.to_move


def stands_on(state: State, piece: str) -> str:
    """The space of a ghost, or of the Pac-Man ("pac") whose turn it is."""
    return state.players[state.to_move].square if piece == "pac" else state.ghosts[piece]


def title(seat: str) -> str:
    """A seat as a sentence names it.

    >>> title("red")
    'Red'
    """
    return seat.capitalize()


def ghost_name(ghost: str) -> str:
    """A ghost as a sentence names it.

    >>> ghost_name("ghost2")
    'ghost 2'
    """
    return f"ghost {ghost.removeprefix('ghost')}"
