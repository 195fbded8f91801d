"""How much better "mcts" is than that of another commit, at equal time of the processor.

    git worktree add ../before COMMIT
    python bench/bench_mcts.py ../before [PLAYOUTS SECONDS [GAME …]]

The other commit's search plays on this commit's engine, so that only the choice of playouts counts.
It has PLAYOUTS (30) for a move; this one has as many as take the same time at positions of random
games. A round is one seed, played once from each seat, or twice in a cooperative game; it goes on
for SECONDS (60) of the processor. The gain is the share of games won less that of an equal, in
points of a hundred, with its 95 % interval. "Time" is what a move took in the games, by the
other's: where it is above 1, the gain is partly time.
"""

from __future__ import annotations

import importlib.util
import runpy
import sys
from collections.abc import Callable, Iterator
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
from piecepack_nb.lab.interval import paired_shares
from piecepack_nb.lab.playing import Limits, simulate_one

HERE = Path(__file__).resolve().parents[1]
GAMES = (
    "connect_four", "fox_and_geese", "hare_and_hounds", "hex", "mancala", "maze_chase", "nim",
    "nine_mens_morris", "pig", "reversi", "skirmish", "tic_tac_toe", "ur",
)  # fmt: skip
PLAYOUTS, SECONDS, LEAST, MOST_MOVES = 30, 60.0, 2, 1_500
LOOKED_AT = 10


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
        own = equal_playouts(game, make, int(playouts))
        old, new = Timed(make(playouts=int(playouts))), Timed(pp.bots.mcts(playouts=own))
        values = list(rounds(game, new, old, float(seconds)))
        gain = paired_shares(values)
        print(f"| {name} | {own}, {playouts} | {len(values)} | {100 * fmean(values):.1f} "
              f"({100 * gain.low:.1f} to {100 * gain.high:.1f}) | {new.each / old.each:.2f} |",
              flush=True)  # fmt: skip


def earlier(root: Path) -> Callable[..., Bot]:
    """Return the function ``mcts`` of another checkout."""
    package = root / "piecepack_nb"
    module(package / "search" / "uct.py", "earlier_uct")
    learning = package / "search" / "learning.py"
    if learning.exists():
        module(learning, "earlier_learning")
    make: Callable[..., Bot] = module(package / "bots" / "monte_carlo.py", "earlier_mcts").mcts
    return make


def module(path: Path, name: str) -> Any:
    """Return a module of another checkout, which uses the other such modules."""
    spec = importlib.util.spec_from_loader(name, loader=None)
    assert spec is not None
    made = sys.modules[name] = importlib.util.module_from_spec(spec)
    text = path.read_text(encoding="utf-8")
    for each in ("uct", "learning"):
        text = text.replace(f"piecepack_nb.search.{each}", f"earlier_{each}")
    exec(compile(text, str(path), "exec"), made.__dict__)
    return made


def equal_playouts(game: AnyGame, make: Callable[..., Bot], playouts: int) -> int:
    """Return the playouts that take as long as those of the earlier bot."""
    old, new = Timed(make(playouts=playouts)), Timed(pp.bots.mcts(playouts=playouts))
    for seed in range(2):
        met = list(decisions(game, seed))
        for state, seat in met[:: max(1, len(met) // LOOKED_AT)]:
            for bot in (old, new):
                bot(game, game.observation(state, seat), seat, seeded_pick(seed))
    return max(2, round(playouts * old.each / new.each))


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


def rounds(game: AnyGame, new: Bot, old: Bot, seconds: float) -> Iterator[float]:
    """Yield what the new bot gains in each round."""
    end, seed = process_time() + seconds, 0
    while seed < LEAST or process_time() < end:
        if game.cooperative:
            yield share(game, dict.fromkeys(game.seats, new), seed) - share(
                game, dict.fromkeys(game.seats, old), seed)  # fmt: skip
        else:
            sides = dict.fromkeys(map(game.side_of, game.seats))
            yield fmean(
                share(game, {s: new if s in side else old for s in game.seats}, seed, side[0])
                for side in sides
            ) - 1 / len(sides)
        seed += 1


def share(game: AnyGame, bots: dict[str, Bot], seed: int, seat: str = "") -> float:
    """Return the share of a game that a seat wins, or all together."""
    result = simulate_one(game, seed, bots, Limits(MOST_MOVES)).result
    if game.cooperative:
        return float(result is not None and bool(result.winners))
    winners = (result and result.winners) or game.seats
    return (seat in winners) / len(winners)


if __name__ == "__main__":
    main(*sys.argv[1:])
