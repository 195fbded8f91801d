"""The PAC-MAN board game: the words of hints are read from the board."""

from __future__ import annotations

import pytest

from piecepack_nb.games.pacman.hints import hint
from tests.games.pacman.helpers import table

OPEN = "red: a4\nblue: f5\nghosts: e5 g5\nwhite: a3 b5\ndice: 1 3"
SHUT_IN = "red: a1\nblue: a2\nghosts: b1 g5\nwhite: c5\ndice: 6 1"


@pytest.mark.clause("PC-3", "PC-12", "PC-13")
@pytest.mark.parametrize(
    ("position", "move", "do", "why"),
    [
        (OPEN, "pac 1 a4-a3", "Use the 1 for your Pac-Man: go to a3.",
         ("It gobbles 1 white marble. The nearest ghost is 6 steps away, and may land on it next "
          "turn.")),
        (OPEN, "ghost2 1 g5-f5", "Use the 1 for ghost 2: go to f5.",
         ("It lands on Blue's Pac-Man, which goes home and gives you 2 marbles. That leaves the 3 "
          "for your Pac-Man, which can gobble 1 with it.")),
        ("red: a4, 1 yellow\nblue: f5\nghosts: a3 g5\nwhite: b5\ndice: 1 2", "pac 1 a4-a3",
         "Use the 1 for your Pac-Man: go to a3.",
         ("It gobbles ghost 1 and takes marbles from another player. It comes within 3 steps of a "
          "white marble. The nearest ghost is 6 steps away, and may land on it next turn.")),
        ("red: a4, 71 marbles, 1 yellow\nblue: f5\nghosts: a3 g5\nwhite: b5\ndice: 3 1",
         "pac 3 a4-a5-b5", "Use the 3 for your Pac-Man: go to b5.",
         ("It gobbles 1 white marble. The nearest ghost is 3 steps away, and may land on it next "
          "turn. By the 1 it would gobble none, so the 1 is for a ghost.")),
        ("red: a4, 71 marbles, 1 yellow\nblue: f5\nghosts: a3 g5\nwhite: b5\ndice: 1 2",
         "pac 1 a4-a3", "Use the 1 for your Pac-Man: go to a3.",
         ("It gobbles ghost 1. It comes within 3 steps of a white marble. The nearest ghost is 6 "
          "steps away, and may land on it next turn.")),
        ("red: f5\nblue: b5\nghosts: g5 d4\ndice: 1 2\nwhite: b4", "ghost1 1 g5-f5",
         "Use the 1 for ghost 1: go to f5.",
         "It lands on your own Pac-Man, as nothing else can be done."),
        ("red: a4\nblue: i9\nghosts: e5 g5\nwhite: a3\ndice: 1\ndue: ghost", "ghost2 1 g5-g6",
         "Use the 1 for ghost 2: go to g6.",
         "No ghost is within 6 steps of your Pac-Man then, so it is safe from them next turn."),
        (SHUT_IN, "pac 6 stays", "Use the 6 so that your Pac-Man stays.",
         "It can't be used there."),
    ],
)  # fmt: skip
def test_a_hint_says_what_a_move_brings(position: str, move: str, do: str, why: str) -> None:
    match = table(position)
    found = hint(match.game, match.state, (), match.game.parse_move(match.state, move), None)
    assert (found.do, found.why) == (do, why)
