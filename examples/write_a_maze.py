"""Write a maze: draw it as text, have it checked, and play on it.

python examples/write_a_maze.py

How a maze is drawn, line by line:

  title: Attic             a header or two if you like: title, note
    +---+---+---+---+      a wall line: + at every corner, --- where a wall is, blanks where none is
  4 | $S          $M|      a square line: the rank's number, then walls (| or a blank) and squares
    +   +---+---+   +      and so on, down to the wall line below rank 1
      a   b   c   d        the letters of the files

A square is three characters between two walls. What it may hold:

  S M C A                  where the ghost of suns, moons, crowns, arms lives; the house is there
  h                        one more square of the house
  $S $M $C $A              where the suit's power coin lies
  P                        where Piecepackman starts; P^ P> Pv P< say where he looks
  ###                      no square at all: the board has a hole or a step there

An opening in the outer wall is a portal; the other end of its rank or file needs one too.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # from a clone without installing

import piecepack_nb as pp
from piecepack_nb.games.piecepackman.maze import check_maze, parse_maze

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
    """Check the maze, see what would be refused, and play a game on it."""
    maze = parse_maze(ATTIC)
    print(
        f"{maze.title}: {len(maze.squares)} squares, {len(maze.sticks)} matchsticks for its walls."
    )
    print("What the rules ask of a maze of your own (PM-80):")
    print(check_maze(maze))

    # What can't be read or played is refused, and the refusal says where and what would do.
    for wrong in (ATTIC.replace("$M", "?M"), ATTIC.replace("4     |", "4 |   |")):
        try:
            parse_maze(wrong)
        except pp.BadInput as refused:
            print(f"\nRefused: {refused}")

    # The drawing is a rule option like any other; fewer cubes, for the board is small.
    game = pp.game("piecepackman", maze=ATTIC, cubes_per_suit=2, scatter="uniform")
    match = pp.Match(game, seed=7, seats=dict.fromkeys(game.seats, "greedy"))
    match.run()
    print(f"\nA game on it, {match.turn} turns: {match.result}")


if __name__ == "__main__":
    main()
