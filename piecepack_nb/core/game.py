"""What a game must tell the package, so that match, board, bots and lab can serve it.

A game is rules plus functions of an immutable state. It never rolls a die and never remembers:
the match does both. A subclass names its vocabulary in its own folder.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from piecepack_nb.core.actors import Actor, Chance, Roll, Simultaneous
from piecepack_nb.core.rulebook import Rulebook
from piecepack_nb.core.rules import Rules
from piecepack_nb.core.steps import Event, IllegalMove, Reason, Refusal, Result, Step

S = TypeVar("S")
M = TypeVar("M")
R = TypeVar("R", bound=Rules)

RandomChoice = Callable[[str, Sequence[Any]], Any]
"""``pick(name, options)`` gives one of the options, each equally likely; ``name`` says for what,
so that the same seed picks the same at the same place of the game."""

Bot = Callable[[Any, Any, str, RandomChoice], Any]
"""``bot(game, state, seat, pick)`` gives the move that the seat makes, as a value or its text, or
the move Chosen with its reason. It is one of ``game.moves_for(state, seat)``; ``state`` is what the
seat may know of the table."""


class View(Protocol):
    """A board, as far as a game itself needs it; ``scene.game_view`` has the whole of it."""

    def picture(self, game: Any, state: Any, event: Event | None = None) -> str:
        """Return the board, right after an event, as SVG text."""


class BotMove(NamedTuple):
    """A move and why a bot chose it; the first step of the move then carries the reason."""

    move: Any
    why: Reason | None = None


class Game(ABC, Generic[R, S, M]):
    """A game under given rules: ``R`` its rules, ``S`` its state, ``M`` its moves."""

    name: ClassVar[str]
    title: ClassVar[str]
    rules_class: ClassVar[type[Rules]]
    rulebook_path: ClassVar[Any] = None
    """Where the clauses stand (a ``rulebook.toml``); None for a game without any."""

    view: ClassVar[View | None] = None
    """Its board, as ``register`` sets it; None for a game that can only be played in words."""

    built_in_bots: ClassVar[Mapping[str, Bot]] = {}
    """The bots that come with this game, by name."""

    rolls: ClassVar[bool] = True
    """Does it ever roll dice?"""

    rules: R
    bots: Mapping[str, Bot]

    def __init__(self, rules: R | None = None, bots: Mapping[str, Bot] | None = None) -> None:
        self.rules = self.rules_class() if rules is None else rules  # type: ignore[assignment]
        self.bots = {**self.built_in_bots, **(bots or {})}

    def __repr__(self) -> str:
        changes = "".join(f", {name}={value!r}" for name, value in self.rules.changed().items())
        return f"<{type(self).__name__} {self.name!r}{changes}>"

    def under(self, **changes: Any) -> Self:
        """The same game with some rules changed; raises BadInput for what is no option."""
        return type(self)(self.rules.but(**changes), self.bots)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The clauses of this game, by id."""
        return Rulebook.read(self.rulebook_path)

    # --- what a game tells ----------------------------------------------------------------

    @property
    @abstractmethod
    def seats(self) -> tuple[str, ...]:
        """The seats by name, in playing order."""

    @abstractmethod
    def initial_state(self) -> S:
        """The table before anything was set up; a game that needs it lets chance set it up."""

    @abstractmethod
    def turn(self, state: S) -> int:
        """The number of the turn, from 1 (0 while the table is being set up)."""

    @abstractmethod
    def to_act(self, state: S) -> Actor | None:
        """Who makes the next move; None when the game is over."""

    @abstractmethod
    def moves(self, state: S) -> Collection[M]:
        """The moves that may be made now; cheap to ask for."""

    @abstractmethod
    def refusal(self, state: S, move: M) -> Refusal | None:
        """Why ``move`` may not be made now; None if it may."""

    @abstractmethod
    def apply_move(self, state: S, move: M) -> Generator[Step, None, S]:
        """What a legal ``move`` does, step by step; returns the state at the end.

        What changes without being told (whose turn it is) belongs to the step told last.
        """

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """How the game ended; None while it goes on."""

    def moves_for(self, state: S, seat: str) -> Collection[M]:
        """The moves that a seat may make now: where several commit in secret, its own."""
        moves, actor = self.moves(state), self.to_act(state)
        if actor is None or seat not in actor.seats:
            return ()
        if isinstance(actor, Simultaneous):
            return [move for move in moves if getattr(move, "seat", seat) == seat]
        return moves

    def observation(self, state: S, seat: str) -> S:
        """The state as a seat may know it: all of it, unless a game keeps secrets."""
        return state

    def chance_move(self, state: S, pick: RandomChoice) -> Any:
        """A move of chance, made of picks: a roll of the dice; a game adds its own shuffles."""
        chance = self.to_act(state)
        assert isinstance(chance, Chance)
        return Roll.of(chance.dice, pick)

    @abstractmethod
    def parse_move(self, state: S, text: str) -> M:
        """The move that a person means by ``text``; raises BadInput where it can't be read.

        ``str(move)`` is the way back. The move read may be illegal: ``refusal`` tells why.
        """

    @abstractmethod
    def to_json(self, state: S) -> dict[str, Any]:
        """The state as plain JSON values, the same for equal states."""

    @abstractmethod
    def from_json(self, data: object) -> S:
        """The state that ``to_json`` gave; raises BadInput naming the entry that is wrong."""

    def position(self, written: object) -> S:
        """A state written by hand; raises BadInput naming the entry that is wrong."""
        return self.from_json(written)

    def picture(self, state: S, event: Event | None = None) -> str | None:
        """Return the board, right after an event, as SVG text; None for a game without one."""
        return None if self.view is None else self.view.picture(self, state, event)

    # --- what follows from it ---------------------------------------------------------------

    def play(self, state: S, move: M) -> Iterator[Step]:
        """Play ``move``: each step is an event and the state after it.

        Raises IllegalMove, with the refusal, before anything happened.
        """
        refusal = self.refusal(state, move)
        if refusal is not None:
            raise IllegalMove(move, refusal)
        return self._with_final_state(self.apply_move(state, move), move)

    def _with_final_state(self, told: Generator[Step, None, S], move: M) -> Iterator[Step]:
        """The steps told, the last of them with the state that the telling returned."""
        last = next(told, None)
        if last is None:
            raise TypeError(f"{type(self).__name__} tells no step of the move {move}")
        while True:
            try:
                step = next(told)
            except StopIteration as end:
                yield last._replace(state=end.value)
                return
            yield last
            last = step

    def checksum(self, state: S) -> str:
        """A short check value of the state, for records: equal tables, equal values."""
        text = json.dumps(self.to_json(state), sort_keys=True, separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
