"""Write a bot: a function that is given the table and says what its ghost does.

python examples/write_a_bot.py [GAMES]     how many games to try it in (20)

The bot below attacks where it may, keeps off his square where it may not, and takes the cubes of
its suit on the way. It is no match for `greedy`, the bot that comes with the game: making it one is
a good exercise. (`greedy` stands with its reasons in the folder
piecepack_nb/games/piecepackman/bot.)
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
    """The move that the seat makes: one of ``game.moves(state)``.

    ``state`` is the table as anybody could see it: ``state.ghosts``, ``state.cubes`` (square to
    suit), ``state.square`` (where he stands) and so on. ``pick(name, options)`` draws lots by the
    seed of the match: with it, not the random module, a game can be played again.
    """
    moves = game.moves(state)
    if state.phase == "order":  # in which order the ghosts move; any will do for this one
        return pick("order", moves)
    # moves are walks: walk.suit, and walk.path, the squares from where it stands to where it ends
    best = max(worth(game, state, walk) for walk in moves)
    return pick("walk", [walk for walk in moves if worth(game, state, walk) == best])


def worth(game: Any, state: Any, walk: Any) -> tuple[int, int, int]:
    """What a walk is worth: meeting him, or not; then cubes; then being near to what comes next."""
    end, dangerous = walk.path[-1], game.ruleset.dangerous(state, walk.suit)
    meets = 0 if end != state.square else 1 if dangerous else -1
    own = {square for square, suit in state.cubes.items() if suit == walk.suit}
    taken = own.intersection(walk.path[1:])
    wanted = {state.square} if dangerous else own - taken
    return meets, len(taken), -min((steps(end, square) for square in wanted), default=0)


def steps(one: str, other: str) -> int:
    """How far two squares lie apart as the crow flies; the walls don't count here."""
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


def main(games: int) -> None:
    """Look at one of its games, then let it play many, and the other bots too."""
    game = pp.game("piecepackman")
    match = pp.Match(game, seed=7, seats=dict.fromkeys(game.seats, hunter))
    match.run()
    print(f"With seed 7, after {match.turn} turns: {match.result}\n")

    print(f"Won by the ghosts, of {games} games each, and where the truth likely lies (95 %):")
    for bot in ("random", hunter, "greedy"):
        results = simulate(game, games, seats=bot)
        name = bot if isinstance(bot, str) else bot.__name__
        print(f"  {name:<10} {results.win_rate}, {results.scores['ghosts']:.1f} cubes on average")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2] or [20]))
