"""How much better "mcts" is than that of another commit, at equal time of the processor.

    git worktree add ../before COMMIT
    python bench/bench_mcts.py ../before [PLAYOUTS SECONDS [GAME …]]

The other commit's search plays on this commit's engine and examples: only the search counts. It has
PLAYOUTS (30) for a move; this one has as many as take the same time in games of the two. A round is
one seed, played once from each seat, or twice in a cooperative game; rounds go on until the gain is
settled, or for SECONDS (60) of the processor. The gain is the share of games won less that of an
equal, in points of a hundred, with a 95 % interval that holds whenever one stops. "Time"
is what a move took in the games, by the other's: where it is above 1, the gain is partly time.
"""

from __future__ import annotations

import importlib.util
import runpy
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Any

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.game import AnyGame, Bot
from piecepack_nb.lab.interval import Estimate, any_time_share
from piecepack_nb.lab.playing import Limits, simulate_one

HERE = Path(__file__).resolve().parents[1]
GAMES = (
    "connect_four", "fox_and_geese", "hare_and_hounds", "hex", "mancala", "maze_chase", "nim",
    "nine_mens_morris", "pig", "reversi", "skirmish", "tic_tac_toe", "ur",
)  # fmt: skip
PLAYOUTS, SECONDS, LEAST, MOST_MOVES = 30, 60.0, 6, 1_500
LOOKED_AT, PILOTS = 10, (10**6, 10**6 + 1)
SEARCHES = ("uct", "learning", "evaluating")
"""The modules of a search, each after those that it uses."""
THEN = {"fox_and_geese": 8}
"""The ``playout_moves`` that a class had at commit e5910051^, with which the measures compare."""


class Timed:
    """A bot that counts its moves and the seconds that they take."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.seconds, self.moves = bot, 0.0, 0

    def __call__(self, *args: Any) -> Any:
        """Return the bot's move."""
        begun = process_time()
        move = self.bot(*args)
        self.seconds += process_time() - begun
        self.moves += 1
        return move

    @property
    def each(self) -> float:
        """The seconds for a move."""
        return self.seconds / max(1, self.moves)


def main(before: str = str(HERE), playouts: str = str(PLAYOUTS), seconds: str = str(SECONDS),
         *names: str) -> None:  # fmt: skip
    """Print the table."""
    make = earlier(Path(before).resolve())
    for file in sorted((HERE / "examples" / "games").glob("*.py")):
        runpy.run_path(str(file))
    print("| Game | Playouts, before | Rounds | Gain | Time |\n|" + " --- |" * 5, flush=True)
    for name in names or GAMES:
        game = pp.game(name)

        def before_it(playouts: int, name: str = name) -> Bot:
            return make(playouts=playouts, playout_moves=THEN.get(name))

        own = equal_playouts(game, before_it, int(playouts))
        old, new = Timed(before_it(int(playouts))), Timed(pp.bots.mcts(playouts=own))
        values, gain = played(game, new, old, float(seconds))
        print(f"| {name} | {own}, {playouts} | {len(values)} | {100 * fmean(values):.1f} "
              f"({100 * gain.low:.1f} to {100 * gain.high:.1f}) | {new.each / old.each:.2f} |",
              flush=True)  # fmt: skip


def played(game: AnyGame, new: Bot, old: Bot, seconds: float) -> tuple[list[float], Estimate]:
    """Return what the new bot gained in each round, and on average."""
    even = 1 if game.cooperative else len(dict.fromkeys(map(game.side_of, game.seats)))
    low, high = (-1.0, 1.0) if game.cooperative else (-1 / even, 1 - 1 / even)
    end, values = process_time() + seconds, list[float]()
    for value in rounds(game, new, old):
        values.append(min(high, max(low, round(value, 9))))
        gain = any_time_share(values, low, high)
        if len(values) >= LEAST and (gain.settled or process_time() > end):
            break
    return values, gain


def earlier(root: Path) -> Callable[..., Bot]:
    """Return the function ``mcts`` of another checkout."""
    package = root / "piecepack_nb"
    for name in SEARCHES:
        if (file := package / "search" / f"{name}.py").exists():
            module(file, f"earlier_{name}")
    make: Callable[..., Bot] = module(package / "bots" / "monte_carlo.py", "earlier_mcts").mcts
    return make


def module(path: Path, name: str) -> Any:
    """Return a module of another checkout, which uses the other such modules."""
    spec = importlib.util.spec_from_loader(name, loader=None)
    assert spec is not None
    made = sys.modules[name] = importlib.util.module_from_spec(spec)
    text = path.read_text(encoding="utf-8")
    for each in SEARCHES:
        text = text.replace(f"piecepack_nb.search.{each}", f"earlier_{each}")
    exec(compile(text, str(path), "exec"), made.__dict__)
    return made


def equal_playouts(game: AnyGame, make: Callable[[int], Bot], playouts: int) -> int:
    """Return the playouts that take as long as those of the earlier bot, in a round of both."""
    met = list(decisions(game, 0))
    old, new = Timed(make(playouts)), Timed(pp.bots.mcts(playouts=playouts))
    for state, seat in met[:: max(1, len(met) // LOOKED_AT)]:
        for bot in (old, new):
            bot(game, game.observation(state, seat), seat, seeded_pick(0))
    own = max(2, round(playouts * old.each / new.each))
    for seed in PILOTS:
        old, new = Timed(make(playouts)), Timed(pp.bots.mcts(playouts=own))
        next(rounds(game, new, old, seed))
        own = max(2, round(own * min(4.0, max(0.25, old.each / new.each))))
    return own


def decisions(game: AnyGame, seed: int) -> Iterator[tuple[Any, str]]:
    """Yield the states of a random game in which a seat has a choice, with the seat."""
    state = game.initial_state()
    for number in range(MOST_MOVES):
        actor, pick = game.to_act(state), seeded_pick(seed, number)
        if actor is None:
            break
        if isinstance(actor, Chance):
            move = game.chance_move(state, pick)
        else:
            if len(game.moves_for(state, actor.seats[0])) > 1:
                yield state, actor.seats[0]
            move = game.random_move(state, actor.seats[0], pick)
        state = game.next_state(state, move)


def rounds(game: AnyGame, new: Bot, old: Bot, first: int = 0) -> Iterator[float]:
    """Yield what the new bot gains in each round, from the first seed on."""
    for seed in count(first):
        if game.cooperative:
            yield share(game, dict.fromkeys(game.seats, new), seed) - share(
                game, dict.fromkeys(game.seats, old), seed)  # fmt: skip
        else:
            sides = dict.fromkeys(map(game.side_of, game.seats))
            yield fmean(
                share(game, {s: new if s in side else old for s in game.seats}, seed, side[0])
                for side in sides
            ) - 1 / len(sides)


def share(game: AnyGame, bots: dict[str, Bot], seed: int, seat: str = "") -> float:
    """Return the share of a game that a seat wins, or all together."""
    result = simulate_one(game, seed, bots, Limits(MOST_MOVES)).result
    if game.cooperative:
        return float(result is not None and bool(result.winners))
    winners = (result and result.winners) or game.seats
    return (seat in winners) / len(winners)


if __name__ == "__main__":
    main(*sys.argv[1:])
