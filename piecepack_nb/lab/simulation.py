"""Many games of one kind, and what they add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from functools import cached_property
from statistics import fmean
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Actor, Chance
from piecepack_nb.core.dice import HIGHEST_SEED, SeededDice
from piecepack_nb.core.errors import invalid
from piecepack_nb.core.game import Bot, Game
from piecepack_nb.core.match_base import BOT_PARAMETERS, choose_move
from piecepack_nb.core.steps import IllegalMove, Result, Step
from piecepack_nb.core.validate import takes
from piecepack_nb.lab.chart import Row, bars
from piecepack_nb.lab.interval import Interval, wilson


class GameSummary(NamedTuple):
    """One game: the seed that plays it again, how it ended, and how often each thing happened."""

    seed: int
    result: Result | None
    """None where the game was not over after the most moves that were allowed."""
    turns: int
    moves: int
    events: Mapping[str, int]
    """How many events there were of each kind, such as ``{"attack": 3}``."""


class Simulation(Sequence[GameSummary]):
    """Many games under the same rules, played by the same players; ``results[0]`` is the first.

    A game counts as won when one of the ``seats`` is among its winners.
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
        """How many games any of the seats won."""
        return sum(self._won(outcome, self.seats) for outcome in self)

    @property
    def win_rate(self) -> Interval:
        """The share of games that any of the seats won."""
        return wilson(self.wins, len(self))

    def won_by(self, winner: str) -> Interval:
        """The share of games with this one among the winners (a seat, or who else can win)."""
        return wilson(sum(self._won(outcome, (winner,)) for outcome in self), len(self))

    @cached_property
    def won(self) -> dict[str, Interval]:
        """The share of games that were won: "won" where the seats win together, else by seat."""
        if all(self._won(o, self.seats) == self._won_by_all(o) for o in self):
            return {"won": self.win_rate}
        return {f"won by {seat}": self.won_by(seat) for seat in self.seats}

    def _won_by_all(self, outcome: GameSummary) -> bool:
        return all(self._won(outcome, (seat,)) for seat in self.seats)

    def ended_by(self) -> dict[str, int]:
        """How many games ended by each clause, the most frequent first."""
        counts = Counter(outcome.result.clause for outcome in self if outcome.result)
        return dict(counts.most_common())

    @property
    def unfinished(self) -> int:
        """How many games were not over after the most moves that were allowed."""
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
        """The mean score of each who scored, over the games that were over."""
        scores = [outcome.result.scores for outcome in self if outcome.result]
        names = dict.fromkeys(name for each in scores for name in each)
        return {name: fmean(each.get(name, 0) for each in scores) for name in names}

    @cached_property
    def events(self) -> dict[str, float]:
        """How many events of each kind a game has on average, the most frequent first."""
        total: Counter[str] = Counter()
        for outcome in self:
            total.update(outcome.events)
        return {kind: number / len(self) for kind, number in total.most_common()}

    def mean(self, kind: str) -> float:
        """How many events of a kind a game has on average; 0 for what never happened."""
        return self.events.get(kind, 0.0)

    # --- to read --------------------------------------------------------------------------

    def rows(self) -> list[tuple[str, str]]:
        """The table that is printed: a name and a figure a row."""
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
        """All figures, those of every kind of event included."""
        rows = self.rows()
        width = max(len(name) for name, _ in rows)
        return "\n".join([self.title, *(f"  {name:<{width}}  {figure}" for name, figure in rows)])

    def shares(self) -> list[Row]:
        """What share of the games was won, and ended by which clause; each with its interval."""
        found = list(self.won.items())
        found += [(f"ended by {id}", wilson(n, len(self))) for id, n in self.ended_by().items()]
        left = [("unfinished", wilson(self.unfinished, len(self)))] if self.unfinished else []
        return found + left

    def _repr_svg_(self) -> str:
        return bars(self.title, self.shares())

    def __repr__(self) -> str:
        scores = ", ".join(f"{name} {score:.1f}" for name, score in self.scores.items())
        won = ", ".join(f"{who} {share}" for who, share in self.won.items())
        return f"<{self.title}: {won}, {self.turns:.1f} turns; {scores or 'no score'}>"


# --- Playing the games ---------------------------------------------------------------------------


AnyGame = Game[Any, Any, Any]
Players = str | Bot | Mapping[str, str | Bot]

MOST_MOVES = 100_000


def simulate(
    game: AnyGame, games: int = 200, seed: int = 0, seats: Players | None = None
) -> Simulation:
    """Play ``games`` games and count what came of them.

    ``seats`` is the bot that plays every seat (its name, or a function that is one), or a mapping
    from each seat to its bot; without it the game's own first bot plays all. The games have the
    seeds ``seed``, ``seed + 1``, ...: each is the game that a Match with that seed and those bots
    plays, and can be looked at as one.
    Raises BadInput for what is no game, no bot, no seat or no number of games.
    """
    if not isinstance(game, Game):
        raise invalid("game", game, "what pp.game(name) gives")
    if type(games) is not int or games < 1:
        raise invalid("games", games, "a whole number, at least 1")
    if type(seed) is not int or not 0 <= seed <= HIGHEST_SEED - games:
        raise invalid("seed", seed, f"a whole number from 0 to {HIGHEST_SEED - games}")
    if seats is None:
        seats = next(iter(game.built_in_bots), "random")
    bots = _bots(game, seats)
    title = f"{games} games of {game.name}, {_players(game, seats)}"
    return Simulation(title, game.seats, [simulate_one(game, seed + n, bots) for n in range(games)])


def simulate_one(
    game: AnyGame, seed: int, bots: Mapping[str, Bot], moves: int = MOST_MOVES
) -> GameSummary:
    """What comes of the game with this seed; ``moves`` bounds how many moves are made."""
    state, dice, done = game.initial_state(), SeededDice(seed), 0
    events: Counter[str] = Counter()
    rolls: Counter[tuple[int, str]] = Counter()
    while done < moves and (actor := game.to_act(state)) is not None:
        if isinstance(actor, Chance):
            move = dice.draw(game, state, _numbered(actor, rolls), 0)
        else:
            move = _chosen(game, state, actor, bots, seed, done)
        state = _counted(game.apply_move(state, move), events)
        done += 1
    return GameSummary(seed, game.result(state), game.turn(state), done, dict(events))


def _numbered(chance: Chance, rolls: Counter[tuple[int, str]]) -> Chance:
    """Dice that are rolled again in a turn are other dice, as in a Match ("roll 2" and so on)."""
    rolls[chance.turn, chance.purpose] += 1
    times = rolls[chance.turn, chance.purpose]
    return chance if times == 1 else chance._replace(purpose=f"{chance.purpose} {times}")


def _chosen(
    game: AnyGame, state: Any, actor: Actor, bots: Mapping[str, Bot], seed: int, done: int
) -> Any:
    """The move of the bot that is to act; raises IllegalMove if the rules refuse it."""
    chosen = choose_move(game, state, actor, bots, seed, done)
    assert chosen is not None  # every seat has a bot
    refusal = game.refusal(state, chosen.move)
    if refusal is not None:
        raise IllegalMove(chosen.move, refusal)
    return chosen.move


def _counted(told: Generator[Step, None, Any], events: Counter[str]) -> Any:
    """The state at the end of a move; its events are counted by kind, and not kept."""
    while True:
        try:
            events[next(told).event.kind] += 1
        except StopIteration as end:
            return end.value


# --- who plays -----------------------------------------------------------------------------


def _bots(game: AnyGame, seats: Players) -> dict[str, Bot]:
    """The bot of every seat."""
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
    """Who plays, in words: "greedy", or "suns greedy, moons random"."""
    if not isinstance(seats, Mapping):
        return _name(seats)
    return ", ".join(f"{seat} {_name(seats[seat])}" for seat in game.seats)


def _name(player: object) -> str:
    return player if isinstance(player, str) else getattr(player, "__name__", "a bot")
