"""The PAC-MAN board game: who acts, what may be done, and what then happens.

A turn is a roll, then two moves: one's Pac-Man by one die and a ghost by the other, in either
order. What follows from a move by itself is told with it (``phases.settling``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from piecepack_nb.core.actors import Actor, Chance, Die, Roll, Rolls, Seat
from piecepack_nb.core.game import Bot, Game
from piecepack_nb.core.steps import Refusal, Result
from piecepack_nb.games.pacman import refusals
from piecepack_nb.games.pacman.going.listing import each_move
from piecepack_nb.games.pacman.mazes import Board
from piecepack_nb.games.pacman.moves import Move, Put, Stay, Take, Way
from piecepack_nb.games.pacman.phases import ending, privilege, start, turn
from piecepack_nb.games.pacman.phases.settling import settle
from piecepack_nb.games.pacman.prospects import Prospects, prospects
from piecepack_nb.games.pacman.rules import PacManRules
from piecepack_nb.games.pacman.ruleset import Ruleset, Telling
from piecepack_nb.games.pacman.state import State
from piecepack_nb.games.pacman.text.drawing import drawing
from piecepack_nb.games.pacman.text.position import from_json, to_json
from piecepack_nb.games.pacman.text.reading import parse_move
from piecepack_nb.games.pacman.text.written import read_position


class PacMan(Game[PacManRules, State, Move]):
    """The PAC-MAN board game of 1982, on a board of our own reconstruction."""

    name = "pacman"
    title = "PAC-MAN board game"
    rules_class = PacManRules
    rulebook_path = Path(__file__).with_name("rulebook.toml")

    def __init__(
        self, rules: PacManRules | None = None, bots: Mapping[str, Bot] | None = None
    ) -> None:
        super().__init__(rules, bots)
        self.ruleset = Ruleset(self.rules)

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self.ruleset.board

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays, clockwise (PC-1)."""
        return self.ruleset.seats

    def initial_state(self) -> State:
        """The table set up (PC-1)."""
        return start.set_up(self.ruleset)

    def turn(self, state: State) -> int:
        """The number of the turn: one player's, from 1; 0 until it is clear who starts."""
        return state.turn

    def result(self, state: State) -> Result | None:
        """Who won (PC-30)."""
        return ending.result(self.ruleset, state)

    # --- who acts, and what may be done -----------------------------------------------------------

    def to_act(self, state: State) -> Actor | None:
        """Chance for the dice, else the seat that has a choice."""
        match state.phase:
            case "over":
                return None
            case "start":
                return start.chance(self.ruleset, state)
            case "roll":
                return Chance("roll", state.turn, self._dice, "PC-3")
        return Seat(state.acts)

    @cached_property
    def _dice(self) -> tuple[Die, ...]:
        return tuple(Die(name, start.FACES) for name in turn.DICE)

    def moves(self, state: State) -> Collection[Move]:
        """Every legal move: each way of each piece by each die that is left, or each choice."""
        match state.phase:
            case "move":
                return list(each_move(self.ruleset, state))
            case "put":
                return [Put(square) for square in privilege.empty_rings(self.ruleset, state)]
            case "take":
                return [Take(seat) for seat in privilege.payers(state)]
        actor = self.to_act(state)
        return Rolls(actor) if isinstance(actor, Chance) else []

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Why a move may not be made, by the first clause that it breaks."""
        return refusals.refusal(self.ruleset, state, self.to_act(state), move)

    # --- what happens -----------------------------------------------------------------------------

    def apply_move(self, state: State, move: Move) -> Telling:
        """The steps of a legal move, and of what follows from it by itself."""
        match move:
            case Way():
                state = yield from turn.goes(self.ruleset, state, move)
            case Stay():
                state = yield from turn.stays(self.ruleset, state, move)
            case Put(square):
                state = yield from privilege.put_back(state, square)
            case Take(seat):
                state = yield from privilege.taken(self.ruleset, state, seat)
            case Roll(faces) if state.phase == "start":
                return (yield from start.rolled(self.ruleset, state, faces))
            case Roll(faces):
                state = yield from turn.rolled(state, faces)
        return (yield from settle(self.ruleset, state))

    # --- what a die is worth ----------------------------------------------------------------------

    def expected(self, state: State, seat: str | None = None) -> Prospects:
        """What each die brings a seat's Pac-Man, in marbles, exactly; see ``prospects``."""
        return prospects(self.ruleset, state, seat)

    def greedy(self, **weights: float) -> Bot:
        """The bot "greedy" with other weights, by name; raises BadInput for one there isn't."""
        from piecepack_nb.games.pacman.bot.greedy import with_weights

        return with_weights(**weights)

    # --- in writing -------------------------------------------------------------------------------

    def _parse_move(self, state: State, text: str) -> Move:
        """A move from its text, such as "pac 3 b5-a5~i5-h5", "ghost1 2 e5-e6-e7" or "take blue"."""
        actor = self.to_act(state)
        return parse_move(
            self.ruleset, state, text, actor.dice if isinstance(actor, Chance) else ()
        )

    def drawing(self, state: State) -> str:
        """The table as text, to look at, to change and to read back with ``position``."""
        return drawing(self.ruleset, state)

    def to_json(self, state: State) -> dict[str, Any]:
        """The table as plain JSON values."""
        return to_json(state)

    def from_json(self, data: object) -> State:
        """The table that ``to_json`` gave; raises BadInput naming the entry that is wrong."""
        return from_json(self.ruleset, data)

    def position(self, written: object) -> State:
        """A table written by hand as a mapping, lines or a drawing; see ``text.written``."""
        return read_position(self.ruleset, written)
