"""Write a maze: draw it as text, check it and play on it.

python examples/write_a_maze.py

The lines of a drawing:

  title: Attic             optional headers: title, note
    +---+---+---+---+      a wall line: + at every corner, --- where a wall is, blanks where none is
  4 | $S          $M|      a square line: the rank's number, then walls (| or a blank) and squares
    +   +---+---+   +      and so on, down to the wall line below rank 1
      a   b   c   d        the letters of the files

A square is three characters between two walls. It can hold:

  S M C A                  the start of the suns, moons, crowns or arms ghost, in the house
  h                        another square of the house
  $S $M $C $A              the suit's power coin
  P                        Piecepackman's start; P^ P> Pv P< with his heading
  ###                      no square: a hole or an inward corner of the board

An opening in the outer wall is a portal; the other end of its rank or file needs one too.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # from a clone without installing

import piecepack_nb as pp
from piecepack_nb.games.piecepackman.maze import parse_maze
from piecepack_nb.mazes.checking import check_maze

ATTIC = """
title: Attic
  +---+---+---+---+---+---+
6 | $S        |         $M|
  +   +---+   +   +---+   +
5 |   |       |       |   |
  +   +   +---+---+   +   +
4     |     S   M     |
  +   +   +   +   +   +   +
3 |   |   | A   C |   |   |
  +   +   +---+---+   +   +
2 |   |     P |       |   |
  +   +---+   +   +---+   +
1 | $A                  $C|
  +---+---+---+---+---+---+
    a   b   c   d   e   f
"""


def main() -> None:
    """Check the maze, print two refusals, and play a game on it."""
    maze = parse_maze(ATTIC)
    print(
        f"{maze.title}: {len(maze.squares)} squares, {len(maze.sticks)} matchsticks for its walls."
    )
    print("The constraints for your own maze (PM-80):")
    print(check_maze(maze))

    # An invalid maze is refused; the error names the place and the expected text.
    for wrong in (ATTIC.replace("$M", "?M"), ATTIC.replace("4     |", "4 |   |")):
        try:
            parse_maze(wrong)
        except pp.BadInput as refused:
            print(f"\nRefused: {refused}")

    # The drawing is a rule option like any other. This small board gets fewer cubes.
    game = pp.game("piecepackman", maze=ATTIC, cubes_per_suit=2, scatter="uniform")
    match = pp.Match(game, seed=7, seats=dict.fromkeys(game.seats, "greedy"))
    match.run()
    print(f"\nA game in this maze, {match.turn} turns: {match.result}")


if __name__ == "__main__":
    main()
