"""Size of a film and time to make it, beside JSON Patch and plain scenes.

The film of one game of greedy ghosts: bytes a step, as sent, and microseconds a step. The same
scenes are encoded by ``jsonpatch`` (RFC 6902), and one by one in full, with the same compression.
"""

from __future__ import annotations

import json
import statistics
import sys
import zlib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import Any

import jsonpatch

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import piecepack_nb as pp
from piecepack_nb.scene import film_match, pack, to_json
from piecepack_nb.scene.game_view import view_of

ROUNDS = 5


def played() -> pp.Match:
    """Return a whole game of greedy ghosts."""
    game = pp.game("piecepackman")
    match = pp.Match(game, seed=11, seats=dict.fromkeys(game.seats, "greedy"))
    match.run()
    return match


def squeezed(data: Any) -> bytes:
    """Return JSON with the compression of a film."""
    return zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 6)


def rows() -> list[dict[str, Any]]:
    """Return rows: the measurement, bytes a step, and the best and median time a step."""
    match = played()
    view = view_of(pp.game("piecepackman"))
    steps = len(match.steps)
    film, bare = film_match(match, view), film_match(match, view, searches=False)
    plain = [to_json(scene) for scene in bare.frames]
    runs: dict[str, Callable[[], bytes | None]] = {
        "scenes made": lambda: film_match(match, view, searches=False) and None,
        "scenes made, with every search": lambda: film_match(match, view) and None,
        "film packed": lambda: pack(bare),
        "film packed, with every search": lambda: pack(film),
        "the same by jsonpatch": lambda: squeezed(
            [plain[0], *(list(jsonpatch.make_patch(a, b)) for a, b in pairwise(plain))]
        ),
        "every scene in full": lambda: squeezed(plain),
    }
    return [_row(what, run, steps) for what, run in runs.items()]


def _row(what: str, run: Callable[[], bytes | None], steps: int) -> dict[str, Any]:
    times = []
    for _ in range(1 if "jsonpatch" in what else ROUNDS):
        begun = process_time()
        packed = run()
        times.append(1e6 * (process_time() - begun) / steps)
    row = {"what": what, "best_us": round(min(times)), "median_us": round(statistics.median(times))}
    return row if packed is None else row | {"bytes_a_step": round(len(packed) / steps, 1)}


if __name__ == "__main__":
    for row in rows():
        print("   ".join(f"{name} {value}" for name, value in row.items()))
