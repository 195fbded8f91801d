"""Write a variant of a game of the package: a subclass of its class, registered under a new name.

python examples/write_a_variant.py

`refusal` says why a move is illegal and `moves` lists the legal ones: change both alike. A variant
has the board, the rules in words, options and saves of its game, and the bots for any game.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # from a clone without installing

import piecepack_nb as pp
from piecepack_nb.games.activator import Activator
from piecepack_nb.games.pacman import PacMan


@pp.register
class Giveaway(Activator):
    """Activator: who can capture must, and who has too few pieces left wins."""

    name, title = "giveaway", "Giveaway Activator"

    def moves(self, state: Any) -> Any:
        """Return the legal moves: captures, if there are any."""
        moves, (rival,) = list(super().moves(state)), {"red", "blue"} - {state.to_move}
        return [move for move in moves if move.end in state.held(rival)] or moves

    def refusal(self, state: Any, move: Any) -> Any:
        """Return why a move is illegal; None for a legal one."""
        must = pp.Refusal("AC-16", "you can capture, so you must")
        return super().refusal(state, move) or (None if move in self.moves(state) else must)

    def result(self, state: Any) -> Any:
        """Return who has won, and how; None while the game goes on."""
        found = super().result(state)
        if found and found.clause == "AC-31":
            (winner,) = {"red", "blue"} - {*found.winners}
            return found._replace(winners=(winner,), text=f"{winner.title()} wins with fewer.")
        return found

    def evaluate(self, state: Any, seat: str) -> float:
        """Return how good a state is for a seat, for the bots."""
        return -super().evaluate(state, seat)


@pp.register
class PacFirst(PacMan):
    """PAC-MAN: the Pac-Man moves before the ghost."""

    name, title = "pac_first", "PAC-MAN, Pac-Man first"

    def moves(self, state: Any) -> Any:
        """Return the legal moves."""
        return [move for move in super().moves(state) if not self.must_wait(state, move)]

    def refusal(self, state: Any, move: Any) -> Any:
        """Return why a move is illegal; None for a legal one."""
        wait = pp.Refusal("PC-3", "the Pac-Man moves before the ghost")
        return super().refusal(state, move) or (wait if self.must_wait(state, move) else None)

    def must_wait(self, state: Any, move: Any) -> bool:
        """Return True for a ghost's move before the Pac-Man's."""
        return "pac" in state.due and getattr(move, "piece", "pac") != "pac"


def main() -> None:
    """Play a random game of each variant; print how it ended."""
    for variant in (Giveaway, PacFirst):
        match = pp.Match(variant, seed=7, seats="random")
        match.run()
        print(f"{variant.title}, {len(match.record)} moves: {match.result}")


if __name__ == "__main__":
    main()
