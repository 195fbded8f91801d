"""The values of P.A.C.O.: the moves, and the state of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from piecepack_nb.core.actors import Roll
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.paco.squares import AHEAD, FILES

KINDS = ("left", "right", "forward", "jump", "lift", "push")
"""The six orders, PA-10 to PA-15."""
THEN = ("forward", "left", "right", "lift", "push")
"""What may be written as the second order of a jump; only the first keeps the jumper up (PA-13)."""
HIDDEN = "hidden"
"""The kind of an order that another seat wrote, as a seat sees it before all are in."""


class Order(NamedTuple):
    """What a seat writes for this turn, and for a jump also for the next one (``then``)."""

    seat: str
    kind: str
    then: str = ""

    @property
    def words(self) -> str:
        """The order without its seat, such as "jump then forward"."""
        return f"{self.kind} then {self.then}" if self.then else self.kind

    def __str__(self) -> str:
        return f"{self.seat} {self.words}"


@dataclass(frozen=True)  # equal to no other kind of move, as two tuples could be
class Stop:
    """A seat agrees to stop, or not (PA-44)."""

    seat: str
    agrees: bool = True

    def __str__(self) -> str:
        return f"{self.seat} {'agrees to stop' if self.agrees else 'plays on'}"


@dataclass(frozen=True)
class Return:
    """A seat off the board tries to come back, or not (PA-43)."""

    seat: str
    returns: bool = True

    def __str__(self) -> str:
        return f"{self.seat} {'returns' if self.returns else 'stays off'}"


class Face(NamedTuple):
    """A seat chooses its heading (PA-3)."""

    seat: str
    heading: str

    def __str__(self) -> str:
        return f"{self.seat} faces {self.heading}"


Move = Order | Stop | Return | Face | Roll


SEATS = ("suns", "moons", "crowns", "arms", "stars", "hands")
CELLS = ("black", "white", "stacked")
SIGNS = {"white": "#", "black": ".", "": "_", "stacked": "%"}
"""The signs of cells in a drawing; "" is a hole."""
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

    def __str__(self) -> str:
        notes = [f"{self.square} {self.heading}".strip() if self.square else "off"]
        if self.points:
            notes.append(count_noun(self.points, "point"))
        if self.stunned:
            notes.append("stunned" if self.stunned == 1 else f"stunned {self.stunned}")
        notes += [f"then {self.then}"] if self.then else []
        notes += [f"out {self.out}"] if self.out else []
        notes += [f"foiled by {' '.join(self.foiled_by)}"] if self.foiled_by else []
        return ", ".join(notes)


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
        ranks = (
            f"{rank} " + " ".join(SIGNS[self.cells.get(f"{file}{rank}", "")] for file in FILES)
            for rank in range(8, 0, -1)
        )
        players = (f"{seat} {player}" for seat, player in self.players.items())
        beside = [f"beside {self.beside}"] if self.beside else []
        files = "  " + " ".join(FILES)
        return "\n".join([*ranks, files, *players, f"turn {self.turn}", *beside])

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
