"""Legal moves of Piecepackman by brute force, in small mazes with every kind of portal."""

from __future__ import annotations

from random import Random

import piecepack_nb as pp
from tests.games.piecepackman.comparison import differences
from tests.games.piecepackman.small_mazes import small_maze
from tests.soak.campaigns import Different, Row, campaign

MODES = ("together", "against", "race")
POSITIONS = 12
"""The positions that are compared in a maze."""
GENERATED = 0.1
"""The share of mazes that the package's own generator makes."""


@campaign("moves by brute force")
def moves(size: int, row: Row, random: Random) -> None:
    """Compare the moves in ``size`` mazes with those of a second implementation."""
    for _ in range(size):
        seed = random.randrange(2**31)
        maze = small_maze(Random(seed))
        if random.random() < GENERATED:
            maze = pp.mazes.generate(seed).text()
        with row.attempt(f"maze {seed}", limit=60):
            found = differences(Random(seed), maze, POSITIONS, *MODES)
            if found:
                raise Different(found[0])
