"""Simulations: many games under the same rules with the same bots, and their averages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from statistics import fmean
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Actor, Chance
from piecepack_nb.core.dice import HIGHEST_SEED, SeededDice
from piecepack_nb.core.errors import invalid
from piecepack_nb.core.game import AnyGame, Bot, Game
from piecepack_nb.core.match import MAX_MOVES
from piecepack_nb.core.match_base import BOT_PARAMETERS, choose_move
from piecepack_nb.core.progress import counted
from piecepack_nb.core.steps import EventCounts, IllegalMove, Result
from piecepack_nb.core.validate import takes
from piecepack_nb.lab.chart import Row, bars
from piecepack_nb.lab.interval import Interval, wilson


class GameSummary(NamedTuple):
    """One game: its seed, which replays it, its result, and counts of its events."""

    seed: int
    result: Result | None
    """None for a game that was not over after the maximum number of moves."""
    turns: int
    moves: int
    events: Mapping[str, int]
    """The number of events of each kind, such as ``{"attack": 3}``."""


class Simulation(Sequence[GameSummary]):
    """The summaries of many games under the same rules by the same bots, as a sequence.

    A game counts as won if one of the ``seats`` is among its winners.
    """

    def __init__(self, title: str, seats: tuple[str, ...], outcomes: Sequence[GameSummary]) -> None:
        self.title = title
        self.seats = seats
        self.outcomes = tuple(outcomes)

    def __len__(self) -> int:
        return len(self.outcomes)

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        return self.outcomes[place]

    # --- shares ---------------------------------------------------------------------------

    @property
    def wins(self) -> int:
        """The number of games won by any of the seats."""
        return sum(self._won(outcome, self.seats) for outcome in self)

    @property
    def win_rate(self) -> Interval:
        """The share of games won by any of the seats."""
        return wilson(self.wins, len(self))

    def won_by(self, winner: str) -> Interval:
        """Return the share of games won by ``winner``: a seat, or the game's own side."""
        return wilson(sum(self._won(outcome, (winner,)) for outcome in self), len(self))

    @cached_property
    def won(self) -> dict[str, Interval]:
        """The shares of games won: "won" if the seats win together, otherwise one for each seat."""
        if all(self._won(o, self.seats) == self._won_by_all(o) for o in self):
            return {"won": self.win_rate}
        return {f"won by {seat}": self.won_by(seat) for seat in self.seats}

    def _won_by_all(self, outcome: GameSummary) -> bool:
        return all(self._won(outcome, (seat,)) for seat in self.seats)

    def ended_by(self) -> dict[str, int]:
        """Return the number of games ended by each clause, most frequent first."""
        counts = Counter(outcome.result.clause for outcome in self if outcome.result)
        return dict(counts.most_common())

    @property
    def unfinished(self) -> int:
        """The number of games that were not over after the maximum number of moves."""
        return sum(outcome.result is None for outcome in self)

    @staticmethod
    def _won(outcome: GameSummary, names: tuple[str, ...]) -> bool:
        return outcome.result is not None and not set(names).isdisjoint(outcome.result.winners)

    # --- means ----------------------------------------------------------------------------

    @property
    def turns(self) -> float:
        """The mean number of turns of a game."""
        return fmean(outcome.turns for outcome in self)

    @cached_property
    def scores(self) -> dict[str, float]:
        """The mean score of each side, over the games that were over."""
        scores = [outcome.result.scores for outcome in self if outcome.result]
        names = dict.fromkeys(name for each in scores for name in each)
        return {name: fmean(each.get(name, 0) for each in scores) for name in names}

    @cached_property
    def events(self) -> dict[str, float]:
        """The mean number of events of each kind in a game, most frequent first."""
        total: Counter[str] = Counter()
        for outcome in self:
            total.update(outcome.events)
        return {kind: number / len(self) for kind, number in total.most_common()}

    def mean(self, kind: str) -> float:
        """Return the mean number of events of a kind in a game; 0 for a kind that never occurs."""
        return self.events.get(kind, 0.0)

    # --- output ---------------------------------------------------------------------------

    def rows(self) -> list[tuple[str, str]]:
        """Return the rows of the table: a name and a figure each."""
        scores = ", ".join(f"{name} {score:.1f}" for name, score in self.scores.items())
        found = [
            *(
                (who, f"{share}: {round(share.share * len(self))} of {len(self)}")
                for who, share in self.won.items()
            ),
            ("turns", f"{self.turns:.1f}"),
            ("scores", scores or "none"),
            *((f"{kind} a game", f"{number:.1f}") for kind, number in self.events.items()),
        ]
        return [*found, ("unfinished", str(self.unfinished))] if self.unfinished else found

    def table(self) -> str:
        """Return all figures as text, including those of every kind of event."""
        rows = self.rows()
        width = max(len(name) for name, _ in rows)
        return "\n".join([self.title, *(f"  {name:<{width}}  {figure}" for name, figure in rows)])

    def shares(self) -> list[Row]:
        """Return the shares of games won, and ended by each clause, with their intervals."""
        found = list(self.won.items())
        found += [(f"ended by {id}", wilson(n, len(self))) for id, n in self.ended_by().items()]
        left = [("unfinished", wilson(self.unfinished, len(self)))] if self.unfinished else []
        return found + left

    def _repr_svg_(self) -> str:
        return bars(self.title, self.shares())

    def __repr__(self) -> str:
        scores = ", ".join(f"{name} {score:.1f}" for name, score in self.scores.items())
        won = ", ".join(f"{who} {share}" for who, share in self.won.items())
        drawn = sum(o.result is not None and not o.result.winners for o in self)
        won += f", drawn {wilson(drawn, len(self))}" if drawn else ""
        return f"<{self.title}: {won}, {self.turns:.1f} turns; {scores or 'no score'}>"


# --- Playing the games ---------------------------------------------------------------------------


Players = str | Bot | Mapping[str, str | Bot]


def simulate(
    game: AnyGame, games: int = 200, seed: int = 0, seats: Players | None = None
) -> Simulation:
    """Play ``games`` games between bots and return their results.

    ``seats`` is the bot of every seat (a name or a bot function), or a mapping from each seat to
    its bot; the default is the game's first bot. The games have the seeds ``seed``, ``seed + 1``,
    ...: a Match with that seed and those bots plays the same game. An interrupt returns the games
    played so far, and the title says so. Raises BadInput for a wrong argument, and IllegalMove for
    a bot's illegal move.
    """
    if not isinstance(game, Game):
        raise invalid("game", game, "a game, as pp.game(name) returns it")
    if type(games) is not int or games < 1:
        raise invalid("games", games, "a whole number, at least 1")
    if type(seed) is not int or not 0 <= seed <= HIGHEST_SEED - games:
        raise invalid("seed", seed, f"a whole number from 0 to {HIGHEST_SEED - games}")
    if seats is None:
        seats = next(iter(game.built_in_bots), "random")
    bots = _bots(game, seats)
    played: list[GameSummary] = []
    title = f"{games} games of {game.name}, {_players(game, seats)}"
    try:
        played.extend(simulate_one(game, seed + n, bots) for n in counted(games, "games"))
    except KeyboardInterrupt:
        if not played:
            raise
        title = f"{len(played)} of {title}, interrupted"
    return Simulation(title, game.seats, played)


def simulate_one(
    game: AnyGame, seed: int, bots: Mapping[str, Bot], moves: int = MAX_MOVES
) -> GameSummary:
    """Play the game with this seed, of at most ``moves`` moves; return its summary."""
    state, dice, done = game.initial_state(), SeededDice(seed), 0
    events = EventCounts()
    rolls: Counter[tuple[int, str]] = Counter()
    while done < moves and (actor := game.to_act(state)) is not None:
        if isinstance(actor, Chance):
            move = dice.draw(game, state, _numbered(actor, rolls), 0)
        else:
            move = _bot_move(game, state, actor, bots, seed, done)
        state = game.final_state(state, move, events)
        done += 1
    return GameSummary(seed, game.result(state), game.turn(state), done, dict(events))


def _numbered(chance: Chance, rolls: Counter[tuple[int, str]]) -> Chance:
    """Return the chance with its second roll in a turn numbered "roll 2", as in a Match."""
    rolls[chance.turn, chance.purpose] += 1
    times = rolls[chance.turn, chance.purpose]
    return chance if times == 1 else chance._replace(purpose=f"{chance.purpose} {times}")


def _bot_move(
    game: AnyGame, state: Any, actor: Actor, bots: Mapping[str, Bot], seed: int, done: int
) -> Any:
    """Return the move of the bot to act; raise IllegalMove if it is illegal."""
    chosen = choose_move(game, state, actor, bots, seed, done)
    assert chosen is not None  # every seat has a bot
    refusal = game.refusal(state, chosen.move)
    if refusal is not None:
        raise IllegalMove(chosen.move, refusal)
    return chosen.move


# --- who plays -----------------------------------------------------------------------------


def _bots(game: AnyGame, seats: Players) -> dict[str, Bot]:
    """Return the bot of every seat."""
    if not isinstance(seats, Mapping):
        bot = _bot(game, "seats", seats)
        return dict.fromkeys(game.seats, bot)
    for seat in (*game.seats, *seats):
        if seat not in seats or seat not in game.seats:
            raise invalid("seats", seats, "a bot for each of " + ", ".join(game.seats))
    return {seat: _bot(game, f"seats[{seat!r}]", seats[seat]) for seat in game.seats}


def _bot(game: AnyGame, where: str, player: object) -> Bot:
    found = game.bots.get(player) if isinstance(player, str) else player
    if not takes(found, 4):
        known = ", ".join(map(repr, game.bots))
        raise invalid(where, player, f"one of {known}, or a function {BOT_PARAMETERS}")
    bot: Bot = found
    return bot


def _players(game: AnyGame, seats: Players) -> str:
    """Return the players in words: "greedy", or "suns greedy, moons random"."""
    if not isinstance(seats, Mapping):
        return _name(seats)
    return ", ".join(f"{seat} {_name(seats[seat])}" for seat in game.seats)


def _name(player: object) -> str:
    return player if isinstance(player, str) else getattr(player, "__name__", "a bot")
