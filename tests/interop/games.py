"""All games whose moves can be numbered: the package's own four, and the examples."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.core.game import AnyGame
from tests.design.examples import NAMES, example_class
from tests.design.hidden_games import GAMES

OWN = ("activator", "pacman", "paco", "piecepackman")
EXAMPLES = tuple(name for name in NAMES if name != "snakes_and_ladders")
FINITE = (*OWN, *EXAMPLES)
HIDDEN = {made.as_game().name: made for made in GAMES}
"""Games with cards and secrets, by name."""


@contextmanager
def registered(name: str) -> Iterator[AnyGame]:
    """Give a game of a name; an example, or a game with secrets, is registered meanwhile."""
    if name not in (*EXAMPLES, *HIDDEN):
        yield pp.game(name)
        return
    before = dict(registry._registered)
    pp.register(HIDDEN[name] if name in HIDDEN else example_class(name))
    try:
        yield pp.game(name)
    finally:
        registry._registered.clear()
        registry._registered.update(before)
