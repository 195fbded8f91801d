"""Read the sentences of random games: python -m tests.sentences [GAME …] --size 100 [--seed 0].

It prints how many sentences were read, those that are wrong, and the patterns that none fitted.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from tests.conftest import GAMES
from tests.sentences.play import MOVES, reader_of


def main() -> int:
    """Play and print what was found; return 1 if a sentence was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.sentences", description=__doc__)
    parser.add_argument("games", nargs="*", help="the games whose sentences are read (all)")
    parser.add_argument("--size", type=int, default=100, help="matches of each game (100)")
    parser.add_argument("--seed", default="0", help="another seed plays other matches (0)")
    args = parser.parse_args()
    failed = 0
    for name in args.games or GAMES:
        reader, start = reader_of(name), time.process_time()
        for number in range(args.size):
            reader.play(Random(f"{args.seed} {number}"), MOVES)
        seconds = time.process_time() - start
        counts = ", ".join(f"{number:,} {kind}s" for kind, number in reader.read.items())
        print(f"{name}: {counts} in {seconds:.0f} s; {len(reader.wrong)} wrong")
        print(*reader.wrong[:10], sep="\n\n")
        print("never seen:", *reader.grammar.unseen(), sep="\n  ")
        failed |= bool(reader.wrong)
    return failed


if __name__ == "__main__":
    raise SystemExit(main())
