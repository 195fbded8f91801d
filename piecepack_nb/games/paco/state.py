"""What lies on the table of P.A.C.O.

Vocabulary
    cell      "black" (a counter to walk on), "white" (a raised block, which is its own floor),
              "stacked" (a block that stands on a black counter); a square that is missing is a hole
    beside    counters that left the board: off its edge, through a hole, or replaced
    then      the second order that a jumper wrote; it is due in the next turn
    stunned   how many turns a player still loses
    out       the turn in which a player left the board, or last tried to come back
    heading   "N", "E", "S", "W"; "" off the board, and until it was rolled or chosen
    orders    what was written in this turn; secret until all are in ("dice" and later show them)
    airborne  over a hole, in the middle of a jump

Phases: "setup" (chance sets the table), "headings" (seats choose them, an option), "orders" (each
writes in secret), "stop" (each answers whether to stop), "dice" (contests of this turn), "return"
(a seat decides whether to come back), "landing" (its dice), "over".
"""

from __future__ import annotations

from typing import NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.games.paco.moves import Order
from piecepack_nb.games.paco.squares import AHEAD

SEATS = ("suns", "moons", "crowns", "arms", "stars", "hands")
CELLS = ("black", "white", "stacked")
BLOCKS = ("white", "stacked")
"""The cells that have a raised block."""
PHASES = ("setup", "headings", "orders", "stop", "dice", "return", "landing", "over")


class Player(NamedTuple):
    """One player's figure; ``square`` is None off the board."""

    square: str | None = None
    heading: str = ""
    points: int = 0
    stunned: int = 0
    then: str = ""
    foiled_by: tuple[str, ...] = ()
    """Who took the jumper's landing place away while it was in the air (PA-41)."""
    out: int = 0

    @property
    def ahead(self) -> str | None:
        """The cell in front; None at the edge of the board, and for a player who is off it."""
        return AHEAD[self.heading][self.square] if self.square and self.heading else None


class State(NamedTuple):
    """The table: everything that a photograph would show, what was written, and what is due."""

    phase: str
    turn: int
    cells: FrozenDict[str, str]
    players: FrozenDict[str, Player]
    orders: FrozenDict[str, Order] = FrozenDict()
    beside: int = 0
    answers: tuple[str, ...] = ()
    """The seats that agreed to stop; the first of them asked (PA-44)."""
    declined: str = ""
    """The seat that declined in this turn; nobody may ask again before the next one."""
    returning: tuple[str, ...] = ()
    """The seats that still decide in this turn whether to come back, the next one first."""
    dice: FrozenDict[str, str] = FrozenDict()
    """What the contests' dice of this turn showed."""

    def __str__(self) -> str:
        from piecepack_nb.games.paco.text.written import drawing

        return drawing(self)

    def put(self, seat: str, player: Player) -> State:
        """The table with this player changed."""
        return self._replace(players=self.players.put(seat, player))

    def on(self, square: str | None) -> str | None:
        """The seat of the player on a square."""
        for seat, player in self.players.items():
            if player.square == square and square:
                return seat
        return None

    def airborne(self, seat: str) -> bool:
        """Is the player over a hole, in the middle of a jump? (PA-13)"""
        square = self.players[seat].square
        return square is not None and square not in self.cells

    @property
    def returning_seat(self) -> str:
        """The seat that decides, or rolls, whether it comes back."""
        return self.returning[0]

    @property
    def committed(self) -> tuple[str, ...]:
        """The seats that have written an order in this turn."""
        return tuple(self.orders)

    @property
    def counters(self) -> int:
        """How many counters there are, on the board and beside it."""
        return (
            len(self.cells) + sum(cell == "stacked" for cell in self.cells.values()) + self.beside
        )
