"""The interface every game implements.

A game is rules plus functions of an immutable state. It rolls no dice and keeps no history: the
match does both.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from piecepack_nb.core.actors import Actor, Chance, Die, Draw, Roll, Simultaneous
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.forms import POSITION, Form
from piecepack_nb.core.owner import register_position
from piecepack_nb.core.rulebook import Rulebook
from piecepack_nb.core.rules import Rules
from piecepack_nb.core.steps import (
    Event,
    EventCounts,
    IllegalMove,
    MoveLog,
    Reason,
    Refusal,
    Result,
    Sentence,
    Step,
    StepLog,
    joined_events,
    with_sentences,
)

LONGEST_MOVE = 4000
"""The most characters of a move's text."""

S = TypeVar("S")
M = TypeVar("M")
R = TypeVar("R", bound=Rules)

RandomChoice = Callable[[str, Sequence[Any]], Any]
"""``pick(name, options)`` returns one of the options, each equally likely. ``name`` says what is
picked, so that the same seed picks the same option at the same place in the game."""

Evaluate = Callable[[Any, Any, str], float]
"""``evaluate(game, state, seat)``: how good an unfinished game is for a seat, as a number: 0 is
even, 1 a clear lead, -1 a clear lead of others. In a game that pays points it is points."""

Bot = Callable[[Any, Any, str, RandomChoice], Any]
"""``bot(game, state, seat, pick)`` returns the seat's move (a move, its text, or a BotMove), one of
``game.moves_for(state, seat)``. ``state`` is the seat's observation."""


_general_bots: dict[str, Bot] = {}


def register_bot(name: str, bot: Bot) -> None:
    """Add a bot that plays any game to all games that ``registry.make_game`` makes."""
    _general_bots[name] = bot


@cache
def general_bots() -> Mapping[str, Bot]:
    """Return the bots that play any game, by name; the package ``bots`` registers them."""
    import_module("piecepack_nb.bots")
    return _general_bots


class View(Protocol):
    """The part of a board that core uses; ``scene.game_view.GameView`` is the full interface."""

    def picture(self, game: Any, state: Any, event: Event | None = None) -> str:
        """Return the board right after an event, as SVG text."""


class BotMove(NamedTuple):
    """A bot's move and the reason for it, which the move's first step carries."""

    move: Any
    why: Reason | None = None


class Game(ABC, Generic[R, S, M]):
    """A game under given rules. ``R`` is its rules class, ``S`` its state, ``M`` its moves."""

    name: ClassVar[str]
    title: ClassVar[str]
    rules_class: ClassVar[type[Rules]]
    rulebook_path: ClassVar[Any] = None
    """The path of its ``rulebook.toml``; None for a game without clauses."""

    view: ClassVar[View | None] = None
    """Its board, set by ``register``; None for a game that is played as text only."""

    built_in_bots: ClassVar[Mapping[str, Bot]] = {}
    """The bots that come with this game, by name."""

    adviser: str = ""
    """The bot that gives hints at the table; "" for the last of ``built_in_bots``."""

    rolls: ClassVar[bool] = True
    """True for a game that rolls dice."""

    secret: bool = False
    """True for a game in which seats don't know the whole state, under these rules."""

    draws: bool = False
    """True for a game that draws cards, or rolls dice in the middle of a move."""

    cooperative: bool = False
    """True for a game that its seats win or lose together, under these rules."""

    pays: str = "win"
    """The aim of its seats: to "win"; for their "score"; or for their "lead", their score less
    the mean of all scores."""

    teams: tuple[tuple[str, ...], ...] = ()
    """The seats that win and lose together, team by team; () for each on its own."""

    event_kinds: ClassVar[Mapping[str, str]] = {}
    """The kinds of its events (``event.kind``, and the lab's counts), each in a sentence."""

    playout_moves: ClassVar[int | None] = None
    """The moves that bots play at random before ``evaluate`` counts; None to leave that to them."""

    rules: R
    bots: Mapping[str, Bot]

    @property
    def clauses_always_used(self) -> frozenset[str]:
        """The ids of clauses that every match follows without an event, as on set-up and turns."""
        return frozenset()

    def __init__(self, rules: R | None = None, bots: Mapping[str, Bot] | None = None) -> None:
        self.rules = self.rules_class() if rules is None else rules  # type: ignore[assignment]
        self.bots = {**self.built_in_bots, **(bots or {})}

    def __repr__(self) -> str:
        changes = "".join(f", {name}={value!r}" for name, value in self.rules.changed().items())
        return f"<{type(self).__name__} {self.name!r}{changes}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the class, the rules and the bots, so that a game can be pickled and copied.

        A bot that the game has by its name is kept as that name: it may be no module's function.
        """
        named = {**general_bots(), **self.built_in_bots}
        bots = {name: None if named.get(name) is bot else bot for name, bot in self.bots.items()}
        return restored, (type(self), self.rules.changed(), bots)

    def under(self, **changes: Any) -> Self:
        """Return this game with rule options changed.

        Raises BadInput for an unknown option or a value out of range.
        """
        return type(self)(self.rules.but(**changes), self.bots)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The clauses of this game, by id."""
        return Rulebook.read(self.rulebook_path)

    # --- implemented by each game -----------------------------------------------------------

    @property
    @abstractmethod
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, in playing order."""

    @abstractmethod
    def initial_state(self) -> S:
        """Return the state before set-up; a random set-up is chance's first move."""

    @abstractmethod
    def to_act(self, state: S) -> Actor | None:
        """Return who makes the next move; None when the game is over."""

    @abstractmethod
    def moves(self, state: S) -> Collection[M]:
        """Return the legal moves, quickly: bots and boards call this often."""

    @abstractmethod
    def refusal(self, state: S, move: M) -> Refusal | None:
        """Return why ``move`` is illegal; None for a legal move."""

    @abstractmethod
    def apply_move(self, state: S, move: M, log: MoveLog) -> S:
        """Make a legal ``move``; add its events to ``log``, and return the state after it.

        Changes without an event, such as whose turn it is, belong to the last step. Played moves
        keep their steps in a ``StepLog``; simulations only count, in ``EventCounts``.
        """

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Return how the game ended; None while it continues."""

    @abstractmethod
    def _parse_move(self, state: S, text: str) -> M:
        """Return the move that ``text`` means; raise BadInput for text that can't be parsed."""

    @cached_property
    def form(self) -> Form[S]:
        """The form of states as JSON; a game gives this, or ``to_json`` and ``from_json``."""
        raise NotImplementedError(f"{type(self).__name__} has no form")

    def to_json(self, state: S) -> dict[str, Any]:
        """Return the state as plain JSON values; equal states give equal values."""
        return dict(self.form.write(state))

    def from_json(self, data: object) -> S:
        """Return the state of ``to_json``'s data; raise BadInput naming a wrong entry."""
        return self.form.read(POSITION, data)

    # --- defaults that a game may override ----------------------------------------------------

    @property
    def move_words(self) -> tuple[str, ...]:
        """All words that the text of a seat's move can have, in a lasting order.

        () for a game whose moves form a continuum, or that doesn't list them.
        """
        return ()

    def turn(self, state: S) -> int:
        """Return the number of the turn, from 1 (0 during set-up): ``state.turn``."""
        number: int = state.turn  # type: ignore[attr-defined]
        return number

    def due_dice(self, state: S) -> tuple[Die, ...]:
        """Return the dice that must be rolled now; none where a seat acts."""
        actor = self.to_act(state)
        return actor.dice if isinstance(actor, Chance) else ()

    def moves_for(self, state: S, seat: str) -> Collection[M]:
        """Return the legal moves of one seat; of seats that commit in secret, its own."""
        moves, actor = self.moves(state), self.to_act(state)
        if actor is None or seat not in actor.seats:
            return ()
        if isinstance(actor, Simultaneous):
            return [move for move in moves if getattr(move, "seat", seat) == seat]
        return moves

    def random_move(self, state: S, seat: str, pick: RandomChoice) -> M | None:
        """Return a random legal move of a seat, for playouts; None where it has none."""
        moves = self.moves_for(state, seat)
        if not moves:
            return None
        move: M = pick("move", moves if isinstance(moves, Sequence) else list(moves))
        return move

    def tried_moves(self, state: S, seat: str) -> Iterable[M]:
        """Return moves that a seat may try, legal or not; () to try those of earlier turns."""
        return ()

    def visible_state(self, state: S) -> Any:
        """Return what of a state can be seen on a table: all of it, unless it keeps a history.

        Matches under other rules diverge where this differs.
        """
        return state

    def observation(self, state: S, seat: str) -> S:
        """Return what a seat may see of the state: all of it, unless a game keeps secrets.

        The seat "" sees what everybody sees. An observation of an observation is the same.
        """
        return state

    @property
    def views_differ(self) -> bool:
        """True if one seat may see what another one doesn't."""
        return self.secret and type(self).observation is not Game.observation

    def knows_more(self, state: S, seat: str) -> bool:
        """Return True if a seat sees something of the state that not everybody sees."""
        return self.views_differ and self.observation(state, seat) != self.observation(state, "")

    def observed_event(self, event: Event, seat: str) -> Event:
        """Return what a seat learns of an event: all of it, unless a game keeps secrets.

        The seat "" learns what everybody learns.
        """
        return event

    def sentences(self, before: S, steps: Sequence[Step]) -> Sequence[Sentence]:
        """Return the sentences of a finished move, from its steps and the state ``before`` it.

        Board, log, screen readers and notebooks have the same ones. The last step finishes one.
        """
        return (joined_events(steps),)

    def observed_move(self, state: S, move: M, seat: str) -> M | None:
        """Return what a seat learns of a move made in ``state``: the move; None for a secret one.

        The seat "" learns what everybody learns.
        """
        return move

    def determinize(self, state: S, seat: str, pick: RandomChoice) -> S:
        """Return an observation of a seat as a whole state, its hidden parts decided at random.

        The game can go on from such a state, so that a bot can look ahead without peeking. Secret
        moves are left out: their seats act again. The default is for games without secrets.
        """
        return state

    def view_to_json(self, view: S, seat: str) -> dict[str, Any]:
        """Return a seat's observation as plain JSON values, for other tools.

        A fixed value stands for what the seat can't know; a game may write it as unknown instead.
        """
        return self.to_json(self.determinize(view, seat, lambda _name, options: options[0]))

    def evaluate(self, state: S, seat: str) -> float:
        """Return how good an unfinished game is for a seat, for bots that play any game.

        0 is even, 1 a clear lead, -1 a clear lead of others; in a game that ``pays`` points it is
        a number of points. The bots ask for it where they stop looking ahead.
        """
        return 0.0

    @property
    def evaluates(self) -> bool:
        """True if this game says itself how good a state is."""
        return type(self).evaluate is not Game.evaluate

    def rehearse(self, state: S, move: M) -> None:
        """Try a move that a person makes at a table; raise BadInput if it doesn't end.

        The default tries nothing: only a student's game may loop for ever.
        """

    def doubt(self, state: S, move: M, after: S) -> str:
        """Return why ``move``, made again, may not lead to the state ``after``; "" for no doubt.

        A table asks after each move of a student's game.
        """
        return ""

    def chance_move(self, state: S, pick: RandomChoice) -> Any:
        """Return a random move of chance: a roll, or a draw. A game adds its own shuffles."""
        chance = self.to_act(state)
        assert isinstance(chance, Chance)
        return Draw.picked(chance, pick) if chance.draws else Roll.of(chance.dice, pick)

    def position(self, written: object) -> S:
        """Return the state of a position written by hand; raise BadInput naming a wrong entry."""
        return register_position(self, self.from_json(written))

    def picture(self, state: S, event: Event | None = None) -> str | None:
        """Return the board right after an event, as SVG text; None for a game without a board."""
        return None if self.view is None else self.view.picture(self, state, event)

    # --- the same for every game --------------------------------------------------------------

    def parse_move(self, state: S, text: str) -> M:
        """Return the move that ``text`` means; ``str(move)`` is its text.

        The move may be illegal: ``refusal`` says why. Raises BadInput for anything but a text, and
        for a text that can't be parsed.
        """
        if not isinstance(text, str):
            example = next((f" such as {str(move)!r}" for move in self.moves(state)), "")
            raise invalid("the move", text, f"a text{example}")
        if len(text) > LONGEST_MOVE:
            raise BadInput(
                f"the move is {len(text)} characters long; expected at most {LONGEST_MOVE}"
            )
        return self._parse_move(state, text)

    def play(self, state: S, move: M) -> list[Step]:
        """Return the steps of ``move``, each an event and the state after it.

        Raises IllegalMove, with the refusal.
        """
        refusal = self.refusal(state, move)
        if refusal is not None:
            raise IllegalMove(move, refusal)
        log = StepLog()
        final = self.apply_move(state, move, log)
        if not log:
            raise TypeError(f"{type(self).__name__}.apply_move adds no step for the move {move}")
        log[-1] = log[-1]._replace(state=final)
        return with_sentences(self, state, log)

    def next_state(self, state: S, move: M) -> S:
        """Return the state after a legal ``move``, without its steps."""
        return self.apply_move(state, move, EventCounts())

    def payoff(self, result: Result, seat: str) -> float:
        """Return 1 for a game that the seat won, -1 for a lost one, 0 for a draw.

        A draw is a game won by nobody or, unless the seats play together, by everybody. In a game
        that ``pays`` points it is the points of the seat, or of its team.
        """
        if self.pays != "win":
            return self._points(result.scores, seat)
        rivals = not self.cooperative and len(self.seats) > 1
        if rivals and (not result.winners or set(result.winners) >= set(self.seats)):
            return 0.0
        return 1.0 if seat in result.winners else -1.0

    def side_of(self, seat: str) -> tuple[str, ...]:
        """Return the seats that win and lose with a seat, itself included."""
        if self.cooperative:
            return self.seats
        return next((team for team in self.teams if seat in team), (seat,))

    def _points(self, scores: Mapping[str, int], seat: str) -> float:
        """Return the points of a seat's side, in a game for the lead less the mean of all sides."""
        sides = dict.fromkeys(map(self.side_of, self.seats))
        points = {side: float(sum(scores.get(each, 0) for each in side)) for side in sides}
        mean = sum(points.values()) / len(points) if self.pays == "lead" else 0.0
        return points[self.side_of(seat)] - mean

    def checksum(self, state: S) -> str:
        """Return a short checksum of the state, for saved matches."""
        text = json.dumps(self.to_json(state), sort_keys=True, separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


AnyGame = Game[Any, Any, Any]
"""A game of any kind."""


def restored(
    game: type[AnyGame], changes: Mapping[str, Any], bots: Mapping[str, Bot | None]
) -> AnyGame:
    """Rebuild a pickled game; a bot that is None is the game's own bot of that name.

    Raises BadInput for rules and bots that this version of the game doesn't have.
    """
    named = {**general_bots(), **game.built_in_bots}
    missing = [name for name, bot in bots.items() if bot is None and name not in named]
    if missing:
        raise invalid(f"a bot of {game.name}", missing[0], "one of " + ", ".join(named))
    known = {name: named[name] if bot is None else bot for name, bot in bots.items()}
    return game(game.rules_class.make(changes), known)
