"""The values of P.A.C.O.: its moves, its players, and the state of the table.

A move prints as a person would write it:

    suns forward              an order (also left, right, lift, push)
    suns jump then forward    a jump, with the order of the turn after it
    suns agrees to stop       a seat asks whether all would stop, or agrees when asked
    suns plays on             it does not agree
    suns returns              off the board: it tries to come back
    suns stays off            or not, this time
    suns faces N              the heading, where it is chosen and not rolled

Vocabulary
    cell      "black" (a counter to walk on), "white" (a raised block, which is its own floor),
              "stacked" (a block on a black counter); a square that is missing is a hole
    beside    counters that left the board: off its edge, through a hole, or replaced
    then      the second order that a jumper wrote; it is due in the next turn
    stunned   how many turns a player still loses
    out       the turn in which a player left the board, or last tried to come back
    heading   "N", "E", "S", "W"; "" off the board, and until it was rolled or chosen
    orders    the orders of this turn; secret until all are in ("dice" and later show them)
    airborne  over a hole, in the middle of a jump

Phases: "setup" (chance sets the table), "headings" (seats choose them, an option), "orders" (each
writes in secret), "stop" (each answers whether to stop), "dice" (contests of this turn), "return"
(a seat decides whether to come back), "landing" (its dice), "over".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from piecepack_nb.core.actors import Roll
from piecepack_nb.core.frozen import FrozenDict, quick_replace
from piecepack_nb.core.owner import state_picture
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.paco.squares import AHEAD, FILES

KINDS = ("left", "right", "forward", "jump", "lift", "push")
"""The six orders, PA-10 to PA-15."""
THEN = ("forward", "left", "right", "lift", "push")
"""The possible second orders of a jump; only the first keeps the jumper up (PA-13)."""
HIDDEN = "hidden"
"""The kind of another seat's order, as a seat sees it before all are in."""
SEATS = ("suns", "moons", "crowns", "arms", "stars", "hands")
SIGNS = {"black": ".", "white": "#", "stacked": "%", "": "_"}
"""The signs of cells in a drawing; "" is a hole."""
CELLS = ("black", "white", "stacked")
BLOCKS = ("white", "stacked")
"""The cells that have a raised block."""
PHASES = ("setup", "headings", "orders", "stop", "dice", "return", "landing", "over")


@lru_cache(maxsize=256)
def names(*seats: str) -> str:
    """Return the names of players in a sentence.

    >>> names("suns"), names("suns", "moons")
    ('Suns', 'Suns and Moons')
    """
    return join_list(map(str.capitalize, seats))


# --- Moves ---------------------------------------------------------------------------------------


class Order(NamedTuple):
    """A seat's order for this turn, and with a jump also for the next one (``then``)."""

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


# --- The state -----------------------------------------------------------------------------------


@quick_replace
class Player(NamedTuple):
    """One player's figure; ``square`` is None off the board."""

    square: str | None = None
    heading: str = ""
    points: int = 0
    stunned: int = 0
    then: str = ""
    foiled_by: tuple[str, ...] = ()
    """The seats that took the jumper's landing cell away while it was in the air (PA-41)."""
    out: int = 0

    @property
    def ahead(self) -> str | None:
        """The square in front; None at the edge of the board, and for a player who is off it."""
        return AHEAD[self.heading][self.square] if self.square and self.heading else None

    def __str__(self) -> str:
        notes = [f"{self.square} {self.heading}".strip() if self.square else "off"]
        notes += [count_noun(self.points, "point")] if self.points else []
        notes += [f"stunned {self.stunned}".removesuffix(" 1")] if self.stunned else []
        notes += [f"then {self.then}"] if self.then else []
        notes += [f"out {self.out}"] if self.out else []
        notes += [f"foiled by {' '.join(self.foiled_by)}"] if self.foiled_by else []
        return ", ".join(notes)


@quick_replace
class State(NamedTuple):
    """The state: everything that a photograph would show, the orders, and whose decision is due."""

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
    """The dice of this turn's contests."""

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
        """Return the state with this player changed."""
        return self._replace(players=self.players.put(seat, player))

    def on(self, square: str | None) -> str | None:
        """Return the seat of the player on a square; None for nobody."""
        for seat, player in self.players.items():
            if player.square == square and square:
                return seat
        return None

    def airborne(self, seat: str) -> bool:
        """Return True if the player is over a hole, in the middle of a jump (PA-13)."""
        square = self.players[seat].square
        return square is not None and square not in self.cells

    @property
    def returning_seat(self) -> str:
        """The seat that decides, or rolls, whether it comes back."""
        return self.returning[0]

    @property
    def deciding(self) -> str:
        """The one seat that decides in the open: to come back, to stop, or its heading; or ""."""
        match self.phase:
            case "return":
                return self.returning_seat
            case "stop":
                return next(seat for seat in self.players if seat not in self.answers)
            case "headings":
                return self.without_heading[0]
        return ""

    @property
    def without_heading(self) -> list[str]:
        """The seats on the board whose heading must still be rolled or chosen (PA-3)."""
        return [seat for seat, each in self.players.items() if each.square and not each.heading]

    def _repr_svg_(self) -> str | None:
        return state_picture(self)
