"""Levels for people: "easy", "medium" and "strong", in every game.

Each plays as the game's strongest quick bot does, but makes some of its moves at random, so that a
beginner can win, and can see what the mistakes were. ``levels.json`` says what each is worth.
"""

from __future__ import annotations

from typing import Any

from piecepack_nb.bots.looking_ahead import look_ahead
from piecepack_nb.bots.monte_carlo import mcts
from piecepack_nb.core.game import AnyGame, Bot, Game, RandomChoice

AT_RANDOM = {"easy": 80, "medium": 40, "strong": 0}
"""The moves of a hundred that each level makes at random."""
STRONG_PLAYOUTS = 300
"""The playouts of "strong" for a move, in a game without an evaluation or bots of its own."""
IN_WORDS = {
    "easy": "makes four of five moves at random",
    "medium": "makes two of five moves at random",
    "strong": "plays as well as the bots of this game can",
}
PERCENT = 100

_AHEAD, _MCTS = look_ahead(), mcts(playouts=STRONG_PLAYOUTS)


def level(name: str) -> Bot:
    """Return the bot of a level; raise KeyError for another name."""
    share = AT_RANDOM[name]

    def play(game: AnyGame, state: Any, seat: str, pick: RandomChoice) -> Any:
        if share and pick("errs", range(PERCENT)) < share:
            return game.random_move(state, seat, pick)
        return strongest(game)(game, state, seat, pick)

    play.__name__ = name
    return play


def strongest(game: AnyGame) -> Bot:
    """Return the bot that gives a game's hints, or else one that needs only the rules."""
    own = [*game.built_in_bots]
    names = [game.adviser, *own[-1:]]
    named = next((name for name in names if name in game.built_in_bots), "")
    if named:
        return game.built_in_bots[named]
    return _MCTS if type(game).evaluate is Game.evaluate else _AHEAD


def by_level(game: AnyGame) -> list[str]:
    """Return the names of a game's bots, those of the levels first, as a menu has them."""
    return sorted(game.bots, key=lambda name: name not in LEVELS)


LEVELS: dict[str, Bot] = {name: level(name) for name in AT_RANDOM}
"""The bots of all levels, by name, the weakest first."""
