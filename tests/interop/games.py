"""All games whose moves can be numbered: the package's own four, and the examples."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.core.game import AnyGame
from tests.design.examples import NAMES, example_class

OWN = ("activator", "pacman", "paco", "piecepackman")
EXAMPLES = tuple(name for name in NAMES if name != "snakes_and_ladders")
FINITE = (*OWN, *EXAMPLES)


@contextmanager
def registered(name: str) -> Iterator[AnyGame]:
    """Give a game of a name; an example is registered meanwhile."""
    if name not in EXAMPLES:
        yield pp.game(name)
        return
    before = dict(registry._registered)
    pp.register(example_class(name))
    try:
        yield pp.game(name)
    finally:
        registry._registered.clear()
        registry._registered.update(before)
