"""Piecepackman: who acts, what may be done, and what then happens, phase by phase.

A turn has three phases: Piecepackman moves (``phases.movement``), the players agree on the
ghosts' order, the ghosts move (``phases.ghosts``).

    setup -> roll -> [bonus] -> [order] -> dice -> ghosts -> roll ...          any -> over
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from itertools import permutations
from pathlib import Path
from typing import Any

from piecepack_nb.core.actors import Actor, Chance, Die, Roll, Rolls, Seat, Team
from piecepack_nb.core.errors import brief_repr, shorten
from piecepack_nb.core.game import Bot, Game, RandomChoice
from piecepack_nb.core.piecepack import FACES, SUITS
from piecepack_nb.core.steps import Refusal, Result
from piecepack_nb.games.piecepackman.moves import Move, Order, SetUp, Walk, Walks
from piecepack_nb.games.piecepackman.phases import astray, ending, ghosts, movement, setup
from piecepack_nb.games.piecepackman.phases.due import due
from piecepack_nb.games.piecepackman.rules import PiecepackmanRules
from piecepack_nb.games.piecepackman.ruleset import Ruleset, Telling, tell
from piecepack_nb.games.piecepackman.state import State
from piecepack_nb.games.piecepackman.text.position import from_json, to_json
from piecepack_nb.games.piecepackman.text.reading import parse_move
from piecepack_nb.games.piecepackman.text.written import read_position

TIES = tuple("-".join(order) for order in permutations(SUITS))
"""The faces of the lot that decides between suits where the option ``tie_break`` wants it."""


class Piecepackman(Game[PiecepackmanRules, State, Move]):
    """A cooperative maze game by Dan Burkey: the ghosts against a Piecepackman who plays himself.

    The seats are the suits of the ghosts. Every question about the table goes to ``self.ruleset``.
    """

    name = "piecepackman"
    title = "Piecepackman"
    rules_class = PiecepackmanRules
    rulebook_path = Path(__file__).with_name("rulebook.toml")

    def __init__(
        self, rules: PiecepackmanRules | None = None, bots: Mapping[str, Bot] | None = None
    ) -> None:
        super().__init__(rules, bots)
        self.ruleset = Ruleset(self.rules)

    @property
    def seats(self) -> tuple[str, ...]:
        """The ghosts in play (PM-7)."""
        return self.ruleset.suits

    def initial_state(self) -> State:
        """The maze built, nothing scattered (PM-1)."""
        return setup.before(self.ruleset)

    def turn(self, state: State) -> int:
        """The number of the turn."""
        return state.turn

    def result(self, state: State) -> Result | None:
        """Who won (PM-69)."""
        return ending.result(self.ruleset, state)

    # --- who acts, and what may be done ------------------------------------------------------

    def to_act(self, state: State) -> Actor | None:
        """Chance for the set-up and the dice, the ghosts together for the order, then each."""
        match state.phase:
            case "over":
                return None
            case "setup":
                return Chance("setup", state.turn, clause="PM-2")
            case "roll":
                return Chance("piecepackman", state.turn, self._his_dice, "PM-11")
            case "bonus":
                return Chance("bonus", state.turn, self._his_dice, "PM-60")
            case "order":
                return Team("order", state.to_move)
            case "dice":
                return self._ghosts_dice(state)
        return Seat(state.to_move[0])

    @cached_property
    def _his_dice(self) -> tuple[Die, ...]:
        """All dice of the suits in play (PM-10, PM-70), and a lot where ties want one (PM-14)."""
        dice = tuple(Die(suit, FACES) for suit in self.ruleset.suits)
        return (*dice, Die("tie", TIES)) if self.rules.tie_break == "random" else dice

    def _ghosts_dice(self, state: State) -> Chance:
        """Each ghost's die is of its colour (PM-31)."""
        suits = state.to_move[:1] if self.rules.ghost_dice == "in turn" else state.to_move
        dice = tuple(Die(suit, FACES) for suit in SUITS if suit in suits)
        purpose = "ghosts" if self.rules.ghost_dice == "together" else f"ghosts {suits[0]}"
        return Chance(purpose, state.turn, dice, "PM-31")

    def moves(self, state: State) -> Collection[Move]:
        """The walks of the ghost to move, the orders that can be agreed, or the rolls of the dice.

        The set-up has too many ways to be listed: ``refusal`` decides what is one (PM-2, PM-4).
        """
        match state.phase:
            case "order":
                return [Order(suits) for suits in permutations(state.to_move)]
            case "ghosts":
                suit = state.to_move[0]
                return Walks(suit, ghosts.walks(self.ruleset, state, suit))
        actor = self.to_act(state)
        return Rolls(actor) if isinstance(actor, Chance) else ()

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Why a move may not be made, by the first clause that it breaks."""
        actor = self.to_act(state)
        match actor, move:
            case None, _:
                return due(self.ruleset, state)
            case Chance(purpose="setup"), SetUp():
                return setup.refusal(self.ruleset, move)
            case Chance(dice=(_, *_)), Roll():
                return move.refusal(actor)
            case Team(), Order(suits):
                return self._order_refusal(state, suits)
            case Seat(), Walk():
                return astray.refusal(self.ruleset, state, move)
        now = due(self.ruleset, state)
        if not isinstance(move, SetUp | Roll | Order | Walk):
            return now._replace(text=f"{brief_repr(move)} is no move of this game: {now.text}")
        return now._replace(text=f"{shorten(str(move))} must wait: {now.text}")

    def _order_refusal(self, state: State, suits: tuple[str, ...]) -> Refusal | None:
        """The order names every ghost that is to move, once (PM-30)."""
        if sorted(suits) == sorted(state.to_move):
            return None
        said = shorten(", ".join(suits)) or "nobody"
        wanted = ", ".join(state.to_move)
        return Refusal("PM-30", f"the order says {said}; it must name each of {wanted} once")

    # --- what happens ------------------------------------------------------------------------

    def apply_move(self, state: State, move: Move) -> Telling:
        """The steps of a legal move."""
        match move:
            case SetUp():
                return setup.apply_move(self.ruleset, state, move)
            case Order(suits):
                return self._agreed(state, suits)
            case Walk():
                return ghosts.apply_move(self.ruleset, state, move)
        return self._rolled(state, move.faces)

    def _agreed(self, state: State, suits: tuple[str, ...]) -> Telling:
        """The order is agreed before the dice are rolled, and binds (PM-30)."""
        state = state._replace(order=suits, to_move=suits, phase="dice")
        text = "The ghosts agree to move in this order: {order}."
        yield tell(state, "PM-30", "order agreed", text, {"order": ", ".join(suits)})
        return state

    def _rolled(self, state: State, faces: Mapping[str, str]) -> Telling:
        """What the dice do in this phase; after Piecepackman's come the ghosts."""
        if state.phase == "dice":
            return (yield from ghosts.rolled(self.ruleset, state, faces))
        turn = movement.his_turn if state.phase == "roll" else movement.bonus_turn
        state = yield from turn(self.ruleset, state, faces)
        if state.phase == "over" or (state.phase == "bonus" and state.taken):
            return state
        return (yield from ghosts.begin(self.ruleset, state))

    def chance_move(self, state: State, pick: RandomChoice) -> Any:
        """The set-up or a roll, made of picks."""
        return (
            setup.deal(self.ruleset, pick)
            if state.phase == "setup"
            else super().chance_move(state, pick)
        )

    # --- in writing --------------------------------------------------------------------------

    def _parse_move(self, state: State, text: str) -> Move:
        """A move from its text, such as "order suns moons …", "suns f5-f6-f7" or "suns f7"."""
        actor = self.to_act(state)
        return parse_move(
            self.ruleset, state, text, actor.dice if isinstance(actor, Chance) else ()
        )

    def to_json(self, state: State) -> dict[str, Any]:
        """The table as plain JSON values."""
        return to_json(state)

    def from_json(self, data: object) -> State:
        """The table that ``to_json`` gave; raises BadInput naming the entry that is wrong."""
        return from_json(self.ruleset, data)

    def position(self, written: object) -> State:
        """The table that a person wrote as lines or as a mapping; see ``written`` for the form."""
        return read_position(self.ruleset, written)
