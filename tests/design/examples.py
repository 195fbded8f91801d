"""The games of examples/games, each made from its file."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path

from piecepack_nb.core import registry
from piecepack_nb.design import BoardGame

FOLDER = Path(__file__).parents[2] / "examples" / "games"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))


@cache
def example_class(name: str, game: str = "") -> type[BoardGame]:
    """A game class of an example, by default that of its name; others' games keep their names."""
    before = dict(registry._registered)
    spec = importlib.util.spec_from_file_location(f"example_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    made = registry._registered[game or name]
    registry._registered.clear()
    registry._registered.update(before)
    assert issubclass(made, BoardGame)
    return made
