"""A golden line for each game of the shelf: a random game's length, end and a hash of its moves.

``python -m tests.shelf.golden`` writes them anew, after a change that is meant.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import piecepack_nb as pp
from piecepack_nb.core import registry

SEED = 11


def path() -> Path:
    """Return the path of the lines."""
    return Path(__file__).with_name("golden.txt")


def golden_lines() -> list[str]:
    """Return a line for each game."""
    return [golden_line(name) for name in registry.shelf()]


def golden_line(name: str) -> str:
    """Return a game's line."""
    match = pp.Match(pp.game(name), seed=SEED, seats="random")
    match.run()
    result = match.result
    assert result is not None
    told = "\n".join(f"{played.move} {match.game.checksum(played.steps[-1].state)}"
                     for played in match.record if played.steps)  # fmt: skip
    digest = hashlib.blake2b(told.encode(), digest_size=6).hexdigest()
    winners = " ".join(result.winners) or "nobody"
    return f"{name}: {len(match.record)} moves, won by {winners} [{result.clause}], {digest}"


if __name__ == "__main__":
    path().write_text("\n".join(golden_lines()) + "\n", encoding="utf-8")
