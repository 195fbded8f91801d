"""Write a bot: a function that gets the state and returns its ghost's move.

python examples/write_a_bot.py [GAMES]     the number of games to play (20)

The bot below attacks when it can, avoids his square when it can't, and takes cubes of its suit on
the way. `greedy`, the built-in bot, is better; improve this one until it keeps up. The code of
`greedy` is in piecepack_nb/games/piecepackman/bots.py.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # from a clone without installing

import piecepack_nb as pp
from piecepack_nb.lab import simulate


def hunter(game: Any, state: Any, seat: str, pick: Callable[[str, Any], Any]) -> Any:
    """Return a move of the seat: one of ``game.moves(state)``.

    ``state`` is what every player sees: ``state.ghosts``, ``state.cubes`` (square to suit),
    ``state.square`` (Piecepackman's) and so on. ``pick(name, options)`` chooses at random by the
    seed of the match; use it, not the random module, so that a seed repeats the game.
    """
    moves = game.moves(state)
    if state.phase == "order":  # the order of the ghosts; this bot has no preference
        return pick("order", moves)
    # moves are walks: walk.suit, and walk.path, the squares from its start to its end
    best = max(worth(game, state, walk) for walk in moves)
    return pick("walk", [walk for walk in moves if worth(game, state, walk) == best])


def worth(game: Any, state: Any, walk: Any) -> tuple[int, int, int]:
    """Return the value of a walk: an attack, then cubes, then the distance to the next target."""
    end, dangerous = walk.path[-1], game.ruleset.dangerous(state, walk.suit)
    meets = 0 if end != state.square else 1 if dangerous else -1
    own = {square for square, suit in state.cubes.items() if suit == walk.suit}
    taken = own.intersection(walk.path[1:])
    wanted = {state.square} if dangerous else own - taken
    return meets, len(taken), -min((steps(end, square) for square in wanted), default=0)


def steps(one: str, other: str) -> int:
    """Return the distance of two squares in steps, without walls."""
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


def main(games: int) -> None:
    """Play one game, then many, with this bot and with the built-in ones."""
    game = pp.game("piecepackman")
    match = pp.Match(game, seed=7, seats=dict.fromkeys(game.seats, hunter))
    match.run()
    print(f"With seed 7, after {match.turn} turns: {match.result}\n")

    print(f"Games won by the ghosts, of {games} each, with the 95 % confidence interval:")
    for bot in ("random", hunter, "greedy"):
        results = simulate(game, games, seats=bot)
        name = bot if isinstance(bot, str) else bot.__name__
        print(f"  {name:<10} {results.win_rate}, {results.scores['ghosts']:.1f} cubes on average")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2] or [20]))
