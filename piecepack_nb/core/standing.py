"""A match as it stands: what can be asked of it. Nothing here changes anything.

Vocabulary
    move       what a seat, or chance, does; the unit that is recorded
    step       one event of a move, with the state after it; step 0 is before the first event
    position   the number of steps that lie before what ``state`` shows
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from piecepack_nb.core.actors import Actor, Seat, Secret
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.game import Bot, Game
from piecepack_nb.core.seats import bot_of
from piecepack_nb.core.steps import Refusal, Result, Step
from piecepack_nb.core.timeline import Played, Timeline

__all__ = ["Standing"]


class Standing:
    """A game with the moves that were made in it, and a position among them."""

    game: Game[Any, Any, Any]
    start: Any
    """The table before the first move."""
    seats: dict[str, str | Bot]
    """Who plays what."""
    _timeline: Timeline

    def __repr__(self) -> str:
        over = f", over: {self.result.text}" if self.result else ""
        return f"<Match of {self.game!r}, turn {self.turn}, step {self.position}{over}>"

    def _repr_svg_(self) -> str | None:
        at = self._timeline.at
        return self.game.picture(self.state, self._timeline.steps[at - 1].event if at else None)

    @property
    def state(self) -> Any:
        """The table at this position."""
        at = self._timeline.at
        return self._timeline.steps[at - 1].state if at else self.start

    @property
    def position(self) -> int:
        """How many steps lie before what is shown."""
        return self._timeline.at

    @property
    def steps(self) -> list[Step]:
        """Every step of the record, those that were undone and can be redone included."""
        return list(self._timeline.steps)

    @property
    def turn(self) -> int:
        """The number of the turn, from 1 (0 during set-up)."""
        return self.game.turn(self.state)

    @property
    def record(self) -> tuple[Played, ...]:
        """The moves up to this position, dice included."""
        return self._timeline.record

    @property
    def undone(self) -> tuple[Played, ...]:
        """The moves that lie ahead, to be redone."""
        return self._timeline.ahead

    @property
    def between_moves(self) -> bool:
        """False while the position lies in the middle of a move (``goto`` can lead there)."""
        return self._timeline.between_moves

    @property
    def to_act(self) -> Actor | None:
        """Who makes the next move; None when the game is over or in the middle of a move."""
        return self.game.to_act(self.state) if self.between_moves else None

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return self.game.result(self.state)

    @property
    def place(self) -> tuple[int, str]:
        """Where in the game the next move is made, whatever the rules: turn, and who acts in it.

        Where several seats may commit in secret, it is the first one's.
        """
        return self.places[0]

    @property
    def places(self) -> tuple[tuple[int, str], ...]:
        """Where in the game the next move may be made: of each seat that may commit in secret."""
        actor = self.to_act
        if actor is None:
            raise BadInput("nobody is to act here")
        each = map(Seat, actor.seats) if isinstance(actor, Secret) else (actor,)
        return tuple(self._timeline.place(self.turn, one) for one in each)

    @property
    def persons(self) -> tuple[str, ...]:
        """The seats that persons play."""
        return tuple(seat for seat, bot in self._bots().items() if bot is None)

    def moves(self) -> Collection[Any]:
        """The moves that may be made now."""
        return self.game.moves(self.state) if self.to_act else ()

    def refusal(self, move: Any) -> Refusal | None:
        """Why ``move`` (a move or its text) may not be made now; None if it may.

        Raises BadInput for a text that can't be read as a move.
        """
        self._timeline.must_be_between_moves()
        return self.game.refusal(self.state, self._read(move))

    # --- inside ---------------------------------------------------------------------------------

    def _read(self, move: Any) -> Any:
        return self.game.read_move(self.state, move) if isinstance(move, str) else move

    def _bots(self) -> dict[str, Bot | None]:
        """The bot of each seat, None for a person."""
        return {seat: bot_of(self.game, player) for seat, player in self.seats.items()}

    def _by_person(self, played: Played) -> bool:
        return any(seat in self.persons for seat in played.actor.seats)
