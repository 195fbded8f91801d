"""Speed of own games beside another commit: playouts and random games of examples.

    git worktree add ../before COMMIT
    python bench/bench_own_games.py ../before [ROUNDS [GAME …]]

Each round plays the same seeds with both, one after the other, in a process each; the time is that
of the processor. A row gives the time of one game now, and how often as long the other commit
takes: the best of the rounds by the best of the others, and the median of the rounds' ratios.
Without another commit this one is compared with itself, which says how exact the ratios are.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

HERE = Path(__file__).resolve().parents[1]
GAMES = ("hex", "reversi", "skirmish", "connect_four", "oh_hell", "hamlet", "memory", "picnic")
KINDS = ("playout", "random")
ROUNDS, SEEDS, MOST_MOVES = 7, 6, 1_000


def main(before: str = str(HERE), rounds: str = str(ROUNDS), *games: str) -> None:
    """Print the table."""
    print("| Game | | ms now | Before: best | median |\n|" + " --- |" * 5)
    now, then = _started(HERE), _started(Path(before).resolve())
    for game in games or GAMES:
        for kind in KINDS:
            pairs = list(_times(now, then, game, kind, int(rounds)))
            own, other = zip(*pairs, strict=True)
            ratio = median(b / a for a, b in pairs)
            best = min(other) / min(own)
            print(f"| {game} | {kind} | {1e3 * min(own) / SEEDS:.2f} | {best:.2f} | {ratio:.2f} |",
                  flush=True)  # fmt: skip
    for process in (now, then):
        process.communicate()


def _started(root: Path) -> subprocess.Popen[str]:
    """Return a process that plays the games of a checkout."""
    command = [sys.executable, __file__, "--play", str(root)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=root, stdin=pipe, stdout=pipe, text=True)


def _times(now: Any, then: Any, game: str, kind: str, rounds: int) -> Iterator[tuple[float, float]]:
    """Yield the seconds of both in each round; the first one only warms up."""
    for number in range(rounds + 1):
        found = tuple(_asked(process, [game, kind, number]) for process in (now, then))
        if number:
            yield found[0], found[1]


def _asked(process: Any, question: Sequence[Any]) -> float:
    process.stdin.write(json.dumps(question) + "\n")
    process.stdin.flush()
    return float(process.stdout.readline())


def play(root: str) -> None:
    """Play what is asked for, a line each, with the package in ``root``; print the seconds."""
    sys.path.insert(0, root)
    import runpy

    import piecepack_nb as pp
    from piecepack_nb.lab.playing import Limits, simulate_one
    from piecepack_nb.search.uct import Uct, fast_pick

    for file in sorted(Path(root, "examples", "games").glob("*.py")):
        runpy.run_path(str(file))
    games: dict[str, Any] = {}

    def once(name: str, kind: str, seed: int) -> None:
        game = games.setdefault(name, pp.game(name))
        if kind == "random":
            bots = dict.fromkeys(game.seats, pp.bots.random)
            simulate_one(game, seed, bots, Limits(MOST_MOVES))
            return
        pick = fast_pick(lambda _name, _options: seed)
        start = game.set_up if hasattr(game, "set_up") else game.initial_state()
        Uct(game, game.seats[0], pick, type(game).evaluate, MOST_MOVES).playout(start)

    for line in sys.stdin:
        name, kind, number = json.loads(line)
        begun = process_time()
        for seed in range(SEEDS * number, SEEDS * (number + 1)):
            once(name, kind, seed)
        print(process_time() - begun, flush=True)


if __name__ == "__main__":
    play(sys.argv[2]) if sys.argv[1:2] == ["--play"] else main(*sys.argv[1:])
