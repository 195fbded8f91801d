"""Games as a notebook's cell makes them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import piecepack_nb as pp
from piecepack_nb.core import registry

ROOT = Path(__file__).parents[2]


def first_move(game: Any, state: Any, seat: str, _pick: Any) -> Any:
    """A bot without chance."""
    return next(iter(game.moves_for(state, seat)))


def from_cell(name: str, change: Callable[[str], str] = str, **options: Any) -> Any:
    """Return an example's game, its text changed, as a cell makes it; it isn't left registered."""
    source = change((ROOT / f"examples/games/{name}.py").read_text(encoding="utf-8"))
    cell: dict[str, Any] = {"__name__": "__main__"}
    before = dict(registry._registered)
    try:
        exec(compile(source, "<cell>", "exec"), cell)
        return pp.game(name, **options)
    finally:
        registry._registered.clear()
        registry._registered.update(before)
