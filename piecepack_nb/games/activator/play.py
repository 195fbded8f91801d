"""Activator: who acts, what may be done, and what then happens.

A turn is one move: a piece or stack goes (``movement``), then the activator if its player wants
(``lines``); ``turn`` carries it out and ``ending`` tells what that came to.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.actors import Actor, Seat
from piecepack_nb.core.game import Bot, Game
from piecepack_nb.core.steps import Refusal, Result
from piecepack_nb.games.activator.moves import Move
from piecepack_nb.games.activator.phases import ending
from piecepack_nb.games.activator.phases.listing import each_move
from piecepack_nb.games.activator.phases.refusals import refusal
from piecepack_nb.games.activator.phases.setup import start
from piecepack_nb.games.activator.phases.turn import Telling, apply_move
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.state import SEATS, State
from piecepack_nb.games.activator.text.position import from_json, to_json
from piecepack_nb.games.activator.text.reading import parse_move
from piecepack_nb.games.activator.text.written import read_position

if TYPE_CHECKING:
    from piecepack_nb.core.match import Match
    from piecepack_nb.games.activator.bot.thinking import Evaluate, Thought


class Activator(Game[ActivatorRules, State, Move]):
    """A game of stacks on sixteen squares by Michael Schoessow: Red against Blue."""

    name = "activator"
    title = "Activator"
    rolls = False
    rules_class = ActivatorRules
    rulebook_path = Path(__file__).with_name("rulebook.toml")

    @property
    def seats(self) -> tuple[str, ...]:
        """Red and Blue, whoever begins first (AC-4)."""
        return SEATS if self.rules.first == "red" else SEATS[::-1]

    def initial_state(self) -> State:
        """The board set up (AC-3)."""
        return start(self.rules)

    def turn(self, state: State) -> int:
        """The number of the turn: one seat's, from 1."""
        return state.turn

    def result(self, state: State) -> Result | None:
        """Who won, and how (AC-30 to AC-32)."""
        return ending.result(state)

    def to_act(self, state: State) -> Actor | None:
        """The seat whose turn it is (AC-4)."""
        return None if state.outcome else Seat(state.to_move)

    def moves(self, state: State) -> list[Move]:
        """Every legal move: what a piece does, and what the activator may do after it."""
        return [] if state.outcome else list(each_move(self.rules, state))

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Why a move may not be made, by the first clause that it breaks."""
        return refusal(self.rules, state, move)

    def apply_move(self, state: State, move: Move) -> Telling:
        """The steps of a legal move."""
        return apply_move(self.rules, state, move)

    # --- looking ahead ----------------------------------------------------------------------

    def thinker(
        self,
        evaluate: Evaluate | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> Bot:
        """A bot that looks ahead, with limits and an evaluation of one's own.

        ``evaluate(game, state, seat)`` gives a number: how good a table is for a seat, mine less
        theirs. It is asked for whoever is to move where the look ahead ends, and taken as just as
        bad for the other: a number that counts only one's own side misleads the search.

        ``depth`` is in moves of either seat. Where no limit is given, it takes well under a second
        a move. Raises BadInput for a limit below one and for what is no function; so does a move of
        a bot whose evaluation gives no number.
        """
        from piecepack_nb.games.activator.bot.players import thinker

        return thinker(evaluate, depth=depth, nodes=nodes, seconds=seconds)

    def think(
        self,
        state: State | Match,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        rivals: int = 2,
        evaluate: Evaluate | None = None,
    ) -> Thought:
        """The best move, looking ahead, with what is expected and why; ``rivals`` more are valued.

        ``state`` may be a match: its table is thought about, by this game's rules. The limits and
        ``evaluate`` (mine less theirs) are those of ``thinker``. Raises BadInput for what is no
        table of this game, for a limit below one, and where the game is over.
        """
        from piecepack_nb.games.activator.bot.thinking import think

        return think(
            self, state, depth=depth, nodes=nodes, seconds=seconds, rivals=rivals,
            evaluate=evaluate,
        )  # fmt: skip

    # --- in writing -------------------------------------------------------------------------

    def _parse_move(self, state: State, text: str) -> Move:
        """A move from its text, such as "c1-c3", "b1:1-b2" or "c1-c2 A-d3"."""
        return parse_move(state, text)

    def to_json(self, state: State) -> dict[str, Any]:
        """The table as plain JSON values."""
        return to_json(state)

    def from_json(self, data: object) -> State:
        """The table that ``to_json`` gave; raises BadInput naming the entry that is wrong."""
        return from_json(self.rules, data)

    def position(self, written: object) -> State:
        """A table written by hand; raises BadInput naming the entry that is wrong.

        As a mapping, a square has its seat and pieces in capitals, from bottom to top; "to_move"
        (the seat that begins), "turn" (1) and "occupied" may be left out::

            {"a1": "red FB", "d4": "red D", "b4": "blue E", "to_move": "blue", "turn": 12,
             "activators": {"red": "b4", "blue": "a1"}, "occupied": {"red": 1}}

        As a drawing, Red is in capitals, Blue in small letters, an activator last, on top::

            4  .    eA   .    D
            3  .    .    .    .
            2  .    .    .    .
            1  FBa  .    .    .
               a    b    c    d
            turn 12, blue to move
            red on d4: 1 turn

        "occupied", or the line "red on d4: 1 turn", says of a seat that stands on the other's home
        how many of the other's turns it has still to outlast (AC-30). Left out, it is all of them
        where the other is to move, one less where the seat itself is.
        """
        return read_position(self.rules, written)
