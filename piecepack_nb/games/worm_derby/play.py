"""Worm Derby: who acts, what may be done, and what then happens.

The table is set (``setup``): obstacles by chance or by hand, then the worms. Then each turn a die
rolls, and a worm makes its steps, or an ace is used (``turn``).

    set-up or tiles -> [worms] -> roll -> [ace -> roll] -> [move] -> roll ...          any -> over
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from piecepack_nb.core.actors import Actor, Chance, Die, Roll, Rolls, Seat
from piecepack_nb.core.errors import invalid
from piecepack_nb.core.game import Bot, Game, RandomChoice
from piecepack_nb.core.piecepack import FACES
from piecepack_nb.core.steps import Refusal, Result
from piecepack_nb.games.worm_derby import refusals
from piecepack_nb.games.worm_derby.geometry.reach import Cheat, cheat
from piecepack_nb.games.worm_derby.geometry.ring import Ring, ring
from piecepack_nb.games.worm_derby.listing import listed
from piecepack_nb.games.worm_derby.moves import Build, Move, Put, Revive, SetUp, Steps
from piecepack_nb.games.worm_derby.phases import setup, turn
from piecepack_nb.games.worm_derby.rules import WormDerbyRules
from piecepack_nb.games.worm_derby.ruleset import Ruleset, Telling
from piecepack_nb.games.worm_derby.state import ENDS, State
from piecepack_nb.games.worm_derby.text.position import from_json, to_json
from piecepack_nb.games.worm_derby.text.reading import parse_move
from piecepack_nb.games.worm_derby.text.written import read_position


class WormDerby(Game[WormDerbyRules, State, Move]):
    """A race of worms by Mark Biggar, on a table without squares.

    The seats are the suits of the worms. Every question about the table goes to ``self.ruleset``.
    """

    name = "worm_derby"
    title = "Worm Derby"
    rules_class = WormDerbyRules
    rulebook_path = Path(__file__).with_name("rulebook.toml")

    def __init__(
        self, rules: WormDerbyRules | None = None, bots: Mapping[str, Bot] | None = None
    ) -> None:
        super().__init__(rules, bots)
        self.ruleset = Ruleset(self.rules)

    @property
    def seats(self) -> tuple[str, ...]:
        """The worms in playing order (WD-10)."""
        return self.ruleset.seats

    def initial_state(self) -> State:
        """Start tiles and pylon lie there (WD-11)."""
        return setup.start(self.ruleset)

    def turn(self, state: State) -> int:
        """The number of the turn, from 1; 0 while the table is being set up."""
        return state.turn

    def result(self, state: State) -> Result | None:
        """Who won (WD-22)."""
        return turn.result(self.ruleset, state)

    def to_act(self, state: State) -> Actor | None:
        """Chance for the set-up and the die, else the seat whose turn it is (WD-12, WD-20)."""
        match state.phase:
            case "over":
                return None
            case "set-up":
                return Chance("set-up", state.turn, (), "WD-12")
            case "roll":
                return Chance("roll", state.turn, (Die(state.to_move, FACES),), "WD-20")
        return Seat(state.to_move)

    def moves(self, state: State) -> Collection[Move]:
        """A sample of the moves that may be made now, or the rolls of the die.

        The moves are a continuum: what is ``in`` them, ``refusal`` decides. The set-up by chance
        has too many ways to be sampled.
        """
        actor = self.to_act(state)
        if isinstance(actor, Chance):
            return Rolls(actor)
        return listed(self.ruleset, state, lambda move: self.refusal(state, move))

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Why a move may not be made, by the first clause that it breaks."""
        actor = self.to_act(state)
        chance = actor if isinstance(actor, Chance) else None
        return refusals.refusal(self.ruleset, state, chance, move)

    def apply_move(self, state: State, move: Move) -> Telling:
        """The steps of a legal move."""
        match move:
            case SetUp():
                return setup.set_up(self.ruleset, state, move)
            case Put() if state.phase == "tiles":
                return setup.place(self.ruleset, state, move)
            case Put():
                return turn.tile_moved(self.ruleset, state, move)
            case Build():
                return setup.build(self.ruleset, state, move)
            case Revive():
                return turn.revived(self.ruleset, state, move)
            case Steps():
                return turn.stepped(self.ruleset, state, move)
            case Roll(faces):
                return turn.rolled(self.ruleset, state, faces[state.to_move])
        return turn.stayed(self.ruleset, state)

    def chance_move(self, state: State, pick: RandomChoice) -> Any:
        """The set-up or a roll, made of picks."""
        if state.phase == "set-up":
            return setup.deal(self.ruleset, pick)
        return super().chance_move(state, pick)

    def ring(self, state: State, seat: str | None = None, to: str = "head") -> Ring:
        """The angles at which a worm's next disc may lie, and what forbids the others (WD-3, WD-4).

        Without a ``seat`` it is the worm to move; ``to`` is the end, "head" or "tail". Raises
        BadInput for a worm that isn't there.
        """
        seat = seat or state.to_move
        if seat not in state.worms:
            there = ", ".join(state.worms) or "there is none yet"
            raise invalid("seat", seat, f"a worm that lies on the table: {there}")
        if to not in ENDS:
            raise invalid("to", to, " or ".join(map(repr, ENDS)))
        return ring(self.ruleset, state, seat, to)

    def cheat(self, state: State, gap: float, seat: str | None = None, to: str = "head") -> Cheat:
        """How much sooner a worm is home with ``gap`` inches between discs; see ``reach``."""
        return cheat(self.ruleset, state, seat or state.to_move, gap, to)

    # --- in writing ------------------------------------------------------------------------------

    def _parse_move(self, state: State, text: str) -> Move:
        """A move from its text, such as "suns tail>head 45.2 50" or "tile 7 to 20.5 12 30"."""
        actor = self.to_act(state)
        return parse_move(state, text, actor.dice if isinstance(actor, Chance) else ())

    def to_json(self, state: State) -> dict[str, Any]:
        """The table as plain JSON values."""
        return to_json(state)

    def from_json(self, data: object) -> State:
        """The table that ``to_json`` gave; raises BadInput naming the entry that is wrong."""
        return from_json(self.ruleset, data)

    def position(self, written: object) -> State:
        """A table written by hand as a mapping; see ``written`` for its entries."""
        return read_position(self.ruleset, written)
