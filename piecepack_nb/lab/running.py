"""Playing many games, with nothing kept of them but what they came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from typing import Any

from piecepack_nb.core.actors import Actor, Chance
from piecepack_nb.core.dice import HIGHEST_SEED, Seeded
from piecepack_nb.core.entries import takes
from piecepack_nb.core.errors import wrong
from piecepack_nb.core.game import Bot, Game
from piecepack_nb.core.seats import BOT, choice
from piecepack_nb.core.steps import IllegalMove, Step
from piecepack_nb.lab.results import Outcome, Results

__all__ = ["many", "outcome"]

AnyGame = Game[Any, Any, Any]
Players = str | Bot | Mapping[str, str | Bot]

MOST_MOVES = 100_000


def many(game: AnyGame, games: int = 200, seed: int = 0, seats: Players | None = None) -> Results:
    """Play ``games`` games and count what came of them.

    ``seats`` is the bot that plays every seat (its name, or a function that is one), or a mapping
    from each seat to its bot; without it the game's own first bot plays all. The games have the
    seeds ``seed``, ``seed + 1``, ...: each is the game that a Match with that seed and those bots
    plays, and can be looked at as one.
    Raises BadInput for what is no game, no bot, no seat or no number of games.
    """
    if not isinstance(game, Game):
        raise wrong("game", game, "what pp.game(name) gives")
    if type(games) is not int or games < 1:
        raise wrong("games", games, "a whole number, at least 1")
    if type(seed) is not int or not 0 <= seed <= HIGHEST_SEED - games:
        raise wrong("seed", seed, f"a whole number from 0 to {HIGHEST_SEED - games}")
    if seats is None:
        seats = next(iter(game.own_bots()), "random")
    bots = _bots(game, seats)
    title = f"{games} games of {game.name}, {_players(game, seats)}"
    return Results(title, game.seats, [outcome(game, seed + n, bots) for n in range(games)])


def outcome(game: AnyGame, seed: int, bots: Mapping[str, Bot], moves: int = MOST_MOVES) -> Outcome:
    """What comes of the game with this seed; ``moves`` bounds how many moves are made."""
    state, dice, done = game.start(), Seeded(seed), 0
    events: Counter[str] = Counter()
    rolls: Counter[tuple[int, str]] = Counter()
    while done < moves and (actor := game.to_act(state)) is not None:
        if isinstance(actor, Chance):
            move = dice.draw(game, state, _numbered(actor, rolls), 0)
        else:
            move = _chosen(game, state, actor, bots, seed, done)
        state = _counted(game.carry_out(state, move), events)
        done += 1
    return Outcome(seed, game.result(state), game.turn(state), done, dict(events))


def _numbered(chance: Chance, rolls: Counter[tuple[int, str]]) -> Chance:
    """Dice that are rolled again in a turn are other dice, as in a Match ("roll 2" and so on)."""
    rolls[chance.turn, chance.purpose] += 1
    times = rolls[chance.turn, chance.purpose]
    return chance if times == 1 else chance._replace(purpose=f"{chance.purpose} {times}")


def _chosen(
    game: AnyGame, state: Any, actor: Actor, bots: Mapping[str, Bot], seed: int, done: int
) -> Any:
    """The move of the bot that is to act; raises IllegalMove if the rules refuse it."""
    chosen = choice(game, state, actor, bots, seed, done)
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
            raise wrong("seats", seats, "a bot for each of " + ", ".join(game.seats))
    return {seat: _bot(game, f"seats[{seat!r}]", seats[seat]) for seat in game.seats}


def _bot(game: AnyGame, where: str, player: object) -> Bot:
    found = game.bots.get(player) if isinstance(player, str) else player
    if not takes(found, 4):
        known = ", ".join(map(repr, game.bots))
        raise wrong(where, player, f"one of {known}, or a function {BOT}")
    bot: Bot = found
    return bot


def _players(game: AnyGame, seats: Players) -> str:
    """Who plays, in words: "greedy", or "suns greedy, moons random"."""
    if not isinstance(seats, Mapping):
        return _name(seats)
    return ", ".join(f"{seat} {_name(seats[seat])}" for seat in game.seats)


def _name(player: object) -> str:
    return player if isinstance(player, str) else getattr(player, "__name__", "a bot")
