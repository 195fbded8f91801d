"""One game between bots: its summary and, on request, a profile of what happened in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, inf, log2
from random import Random
from statistics import fmean, variance
from time import monotonic
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Actor, Chance, Seat
from piecepack_nb.core.dice import SeededDice, count_options, seeded_pick
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.game import AnyGame, Bot, RandomChoice
from piecepack_nb.core.limits import within
from piecepack_nb.core.match import MAX_MOVES
from piecepack_nb.core.match_base import choose_move
from piecepack_nb.core.steps import Event, EventCounts, IllegalMove, Result
from piecepack_nb.scene.game_view import GameView
from piecepack_nb.search.uct import SeatValues, Uct, fast_pick, squash

TO_THE_END = 1000
"""The most moves of a playout that should reach the end of the game."""
TRIES = 2
"""Moves that were legal before and are tried again at each decision, to learn what refuses them."""
WORD = re.compile(r"\w+")
KNOWN = 200
"""The most moves that are kept to be tried again."""
COMPARED = 8
"""The most moves of a decision that are compared by playouts."""
GAPS = 2
"""The most decisions of a game that are compared."""
EFFORT = 3
"""The playouts that find the best two moves, and those that compare them, in ``playouts``."""
GREATEST_VARIANCE = 0.25
"""The greatest variance of a value, which is from 0 to 1."""
LOOKED_AT = 500
"""The decisions of a game after which no more moves are tried again."""
LEFT = ("from", "start", "target")
"""The entries of an event that name a place where it doesn't happen."""


class Profile(NamedTuple):
    """One game, move by move; the measures of a design are computed from it."""

    options: tuple[int, ...]
    """The number of legal moves at each decision of a seat."""
    leads: tuple[tuple[float, ...], ...]
    """After each turn, the value of the state to each side: 0 lost, 0.5 even, 1 won."""
    gaps: tuple[float, ...]
    """At some decisions, the value of the best move minus that of the second best."""
    clauses: Mapping[str, int]
    """The number of events under each clause."""
    refused: Mapping[str, int]
    """The number of tries that each clause refused."""
    places: Mapping[str, int]
    """The number of events at each place of the board."""
    noise: float = 0.0
    """The variance of a value in ``leads``, of the playouts that it is the mean of, on average over
    turns and sides; 0 for the game's own evaluation."""


class GameSummary(NamedTuple):
    """One game: its seed, which replays it, its result, and counts of its events."""

    seed: int
    result: Result | None
    """None for a game that was not over when it was stopped; ``problem`` says why."""
    turns: int
    moves: int
    events: Mapping[str, int]
    """The number of events of each kind, such as ``{"attack": 3}``."""
    first: str = ""
    """The seat that made the first move of its own; "" where seats move together."""
    problem: str = ""
    """The reason why the game was stopped: a limit, or a bot that failed; "" if it is over."""
    profile: Profile | None = None
    by_chance: bool = True
    """False if neither dice nor a bot's random choice decided anything: then each seed gives this
    game."""


class GameFailed(BadInput):
    """The error of a bot, or of a game's rules, in a simulated game; the message has the seed."""

    def __init__(self, message: str, seed: int = 0) -> None:
        super().__init__(message)
        self.seed = seed


class TooLong(BaseException):
    """Raised inside a game that has used up its time."""


@dataclass(frozen=True)
class Limits:
    """The limits of one game, and how it is looked at."""

    moves: int = MAX_MOVES
    seconds: float | None = None
    playouts: int = 0
    """The playouts of each estimate in a profile; 0 for a game without a profile."""


def simulate_one(
    game: AnyGame, seed: int, bots: Mapping[str, Bot], limits: Limits | None = None
) -> GameSummary:
    """Play the game with this seed until it is over or at a limit; return its summary.

    Raises GameFailed, from the original error, for a bot that raises an error or returns an illegal
    move, and for rules that raise an error.
    """
    (summary,) = simulate_in_slices(game, seed, bots, limits or Limits(), inf)
    assert summary is not None
    return summary


def simulate_in_slices(
    game: AnyGame,
    seed: int,
    bots: Mapping[str, Bot],
    limits: Limits,
    slice: float,
    patience: float | None = None,
) -> Iterator[GameSummary | None]:
    """Play a game as ``simulate_one`` does, but yield None after every ``slice`` seconds.

    The summary comes last. A single move is only interrupted at the end of the game's seconds; in a
    game without such a limit, if it takes more than ``patience`` seconds.
    """
    played = _Played(game, seed, bots, limits)
    left = limits.seconds
    try:
        while True:
            begun = monotonic()
            with within(slice + patience if left is None and patience else left, TooLong):
                over = played.run(slice)
            if over:
                break
            if left is not None:
                left -= monotonic() - begun
                if left <= 0:
                    raise TooLong
            yield None
    except TooLong:
        if limits.seconds is None:
            problem = f"a move takes more than {patience:g} s{played.where}; seconds= allows more"
            raise GameFailed(problem, seed) from None
        if not played.over:
            played.problem = f"stopped after {limits.seconds:g} s{played.where}"
    except KeyboardInterrupt:  # of a bot that loops, say: tell which game it was
        raise KeyboardInterrupt(f"interrupted{played.where}") from None
    except Exception as error:
        said = f"{type(error).__name__}: " * (not isinstance(error, BadInput)) + str(error)
        raise GameFailed(f"{said}{played.where}", seed) from error
    yield played.summary()


class _Played:
    """A game that is being played."""

    def __init__(self, game: AnyGame, seed: int, bots: Mapping[str, Bot], limits: Limits) -> None:
        self.game, self.seed, self.limits = game, seed, limits
        self.trusted = _is_ours(game, bots)
        self.given = bots
        self.bots: Mapping[str, Bot] = {seat: self._noting(bot) for seat, bot in bots.items()}
        self.state = game.initial_state()
        self.moves = 0
        self.first = self.problem = ""
        self.over = False
        self.acting: tuple[str, ...] = ()
        self.events = EventCounts()
        self.profiler = Profiler(game, seed, limits.playouts) if limits.playouts else None
        self.dice = SeededDice(seed)
        self.rolls: Counter[tuple[int, str]] = Counter()

    @property
    def where(self) -> str:
        """Who was to move, the number of the move and the seed, for messages."""
        who = f", {' and '.join(self.acting)} to move" if self.acting else ""
        return f" (the game with seed {self.seed}, move {self.moves + 1}{who})"

    @property
    def by_chance(self) -> bool:
        """True once dice, or a bot's random choice, have decided something."""
        return self.bots is self.given

    def _noting(self, bot: Bot) -> Bot:
        """Return the bot, whose first random choice is noted."""

        def play(game: AnyGame, state: Any, seat: str, pick: RandomChoice) -> Any:
            def choose(name: str, options: Sequence[Any]) -> Any:
                if count_options(options) > 1:
                    self.bots = self.given
                return pick(name, options)

            return bot(game, state, seat, choose)

        return play

    def run(self, slice: float) -> bool:
        """Play for ``slice`` seconds; return True at the end of the game, or the limit of moves."""
        self.over = self.over or self._play(slice)
        if self.over and self.profiler:
            self.profiler.compare()
        return self.over

    def _play(self, slice: float) -> bool:
        game, dice, rolls, profiler = self.game, self.dice, self.rolls, self.profiler
        pause = monotonic() + slice
        while (actor := game.to_act(self.state)) is not None:
            if self.moves >= self.limits.moves:
                self.problem = f"stopped after {self.moves} moves (the game with seed {self.seed})"
                return True
            if isinstance(actor, Chance):
                self.acting = ()
                self.bots = self.given
                move = dice.draw(game, self.state, _numbered(actor, rolls), 0)
            else:
                self.acting = actor.seats
                if not self.first and isinstance(actor, Seat):
                    self.first = actor.name
                move = _bot_move(
                    game, self.state, actor, self.bots, self.seed, self.moves, self.trusted
                )
            if profiler is None:
                self.state = game.apply_move(self.state, move, self.events)
            else:
                self.state = profiler.play(self.state, actor, move, self.events)
            self.moves += 1
            if monotonic() >= pause:
                return False
        return True

    def summary(self) -> GameSummary:
        """Return the summary of the game as it is now."""
        game, state = self.game, self.state
        profile = self.profiler.profile() if self.profiler else None
        result, turns = game.result(state), game.turn(state)
        # In a game of pure chance no seat moves; a state may say all the same whose turn is first.
        first = self.first or getattr(game.initial_state(), "seat", None) or ""
        counted = dict(self.events)
        return GameSummary(
            self.seed,
            result,
            turns,
            self.moves,
            counted,
            first,
            self.problem,
            profile,
            self.by_chance,
        )


def _numbered(chance: Chance, rolls: Counter[tuple[int, str]]) -> Chance:
    """Return the chance with its second roll in a turn numbered "roll 2", as in a Match."""
    key = chance.turn, chance.purpose
    times = rolls[key] = rolls.get(key, 0) + 1
    return chance if times == 1 else chance._replace(purpose=f"{chance.purpose} {times}")


def _is_ours(game: AnyGame, bots: Mapping[str, Bot]) -> bool:
    """Return True for a game and bots of this package, whose tests say that their moves are legal.

    Checking them again takes a sixth of the time of a game.
    """
    bots_of = ("piecepack_nb.bots", "piecepack_nb.games.")
    ours = (str(getattr(bot, "__module__", "")).startswith(bots_of) for bot in bots.values())
    return type(game).__module__.startswith("piecepack_nb.games.") and all(ours)


def _bot_move(
    game: AnyGame,
    state: Any,
    actor: Actor,
    bots: Mapping[str, Bot],
    seed: int,
    done: int,
    trusted: bool,
) -> Any:
    """Return the move of the bot to act; raise IllegalMove if it is illegal."""
    chosen = choose_move(game, state, actor, bots, seed, done)
    assert chosen is not None  # every seat has a bot
    refusal = None if trusted else game.refusal(state, chosen.move)
    if refusal is not None:
        raise IllegalMove(chosen.move, refusal)
    return chosen.move


# --- Profiles ------------------------------------------------------------------------------------


@dataclass
class Profiler:
    """Plays the moves of one game and notes what its profile needs."""

    game: AnyGame
    seed: int
    playouts: int
    options: list[int] = field(default_factory=list)
    leads: list[tuple[float, ...]] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    clauses: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    places: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.known: list[tuple[str, str]] = []
        self.noise: list[float] = []
        self.choices = 0
        self.drawn: list[tuple[Any, str, Sequence[Any]]] = []
        self.located: dict[str, bool] = {}

    def play(self, state: Any, actor: Actor, move: Any, events: EventCounts) -> Any:
        """Return the state after a legal move, with its events counted."""
        game = self.game
        if not isinstance(actor, Chance):
            self._decision(state, actor, move)
        steps = tuple(game.play(state, move))
        located = sum(self.places.values())
        for step in steps:
            events[step.event.kind] += 1
            self._event(step.event)
        if located == sum(self.places.values()):  # events that name no place happen at the move's
            self._place(list(filter(self._is_place, WORD.findall(str(move))))[-1:])
        after = steps[-1].state
        if game.turn(after) != game.turn(state) and game.to_act(after) is not None:
            self.leads.append(self._values(after))
        return after

    def compare(self) -> None:
        """Compare the best two moves of the decisions that were drawn."""
        self.gaps = [self._gap(*decision) for decision in self.drawn]

    def profile(self) -> Profile:
        """Return the profile of the game so far."""
        return Profile(
            options=tuple(self.options),
            leads=tuple(self.leads),
            gaps=tuple(self.gaps),
            clauses=dict(self.clauses),
            refused=dict(self.refused),
            places=dict(self.places),
            noise=fmean(self.noise) if self.noise else 0.0,
        )

    def _event(self, event: Event) -> None:
        self.clauses[event.clause] += 1
        parts = event.data.items()
        names = (part for entry, part in parts if entry not in LEFT and isinstance(part, str))
        self._place(list(filter(self._is_place, names))[-1:])

    def _place(self, names: Sequence[str]) -> None:
        for name in names:
            self.places[name] += 1

    def _is_place(self, name: str) -> bool:
        if name not in self.located:
            view = self.game.view
            self.located[name] = isinstance(view, GameView) and bool(
                view.locate(self.game, (name,))
            )
        return self.located[name]

    def _decision(self, state: Any, actor: Actor, move: Any) -> None:
        """Note the number of legal moves, the decision if it is drawn, and refused tries."""
        seat = actor.seats[0]
        moves = self.game.moves_for(state, seat)
        self.options.append(len(moves))
        if len(self.options) <= LOOKED_AT:
            self._try_again(state, seat)
        if len(self.known) < KNOWN:
            self.known.append((seat, str(move)))
        if isinstance(actor, Seat) and len(moves) > 1:
            self._draw(state, seat, moves)

    def _draw(self, state: Any, seat: str, moves: Collection[Any]) -> None:
        """Draw a decision or not, so that in the end each of the game's is as likely as another.

        Algorithm R: Vitter (1985), Random sampling with a reservoir, ACM Trans. Math. Softw. 11.
        """
        self.choices += 1
        place = len(self.drawn)
        if place == GAPS:
            place = self.random.randrange(self.choices)
        if place < GAPS:
            sample = self.random.sample(list(moves), min(COMPARED, len(moves)))
            self.drawn[place : place + 1] = [(state, seat, sample)]

    def _try_again(self, state: Any, seat: str) -> None:
        """Count which clauses refuse moves that a seat tries."""
        for move in self._tries(state, seat):
            refusal = self.game.refusal(state, move)
            if refusal is not None:
                self.refused[refusal.clause] += 1

    def _tries(self, state: Any, seat: str) -> Iterator[Any]:
        """Yield moves to try: with its cards or, without any, that were legal for it earlier."""
        if tried := list(self.game.tried_moves(state, seat)):
            yield from self.random.sample(tried, min(TRIES, len(tried)))
            return
        for whose, text in self.random.sample(self.known, min(TRIES, len(self.known))):
            if whose != seat:  # that its pieces are another's says nothing about the rules
                continue
            try:
                move = self.game.parse_move(state, text)
            except BadInput:  # a move of another phase can't be read here
                continue
            yield move

    def _values(self, state: Any) -> tuple[float, ...]:
        """Return the value of a state to each side; of a cooperative game, its seats and itself."""
        game = self.game
        search = self._search(game.seats[0])
        if game.playout_moves is not None:  # it has an evaluation of its own
            values = [_shares(game, search.values(state))]
            self.noise.append(0.0)
        else:
            values = [_shares(game, search.playout(state)) for _ in range(self.playouts)]
            self.noise.append(_noise(values))
        if game.cooperative or len(game.seats) == 1:
            mean = fmean(each[game.seats[0]] for each in values)
            return mean, 1 - mean
        return tuple(fmean(each[seat] for each in values) for seat in game.seats)

    def _gap(self, state: Any, seat: str, moves: Sequence[Any]) -> float:
        """Return the value of the best move minus that of the second best.

        Some playouts find the two, others compare them: otherwise chance alone would make one of
        them look better. They find them by sequential halving: all moves get playouts, then the
        better half gets more, until two are left; see Karnin, Koren and Somekh (2013), Almost
        optimal exploration in multi-armed bandits, ICML 28, 1238-1246.
        """
        search = self._search(seat)
        left = [(self.game.next_state(state, move), list[float]()) for move in moves]
        rounds = max(1, ceil(log2(len(left))) - 1)
        for _ in range(rounds):
            each = ceil(EFFORT * self.playouts / rounds / len(left))
            for after, values in left:
                values.extend(self._worth(search, after, seat, each))
            left.sort(key=lambda move: -fmean(move[1]))
            left = left[: max(2, ceil(len(left) / 2))]
        half = ceil(EFFORT * self.playouts / 2)
        best, second = (fmean(self._worth(search, after, seat, half)) for after, _ in left[:2])
        return best - second

    def _worth(self, search: Uct, state: Any, seat: str, playouts: int) -> list[float]:
        return [search.playout(state)[seat] for _ in range(playouts)]

    def _search(self, seat: str) -> Uct:
        game = self.game
        pick = fast_pick(seeded_pick(self.seed, "profile", len(self.options)))
        length = TO_THE_END if game.playout_moves is None else game.playout_moves
        return Uct(game, seat, pick, type(game).evaluate, length)


def _shares(game: AnyGame, values: SeatValues) -> SeatValues:
    """Return values between 0 and 1: those that are points, squashed."""
    if game.pays == "win":
        return values
    return {seat: squash(points) for seat, points in values.items()}


def _noise(values: Sequence[SeatValues]) -> float:
    """Return the variance of the mean of some values, on average over the seats."""
    if len(values) == 1:
        return GREATEST_VARIANCE
    return fmean(variance(each[seat] for each in values) for seat in values[0]) / len(values)
