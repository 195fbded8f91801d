"""Board games for Jupyter, to play, teach and modify.

>>> import piecepack_nb as pp
>>> match = pp.Match(pp.game("piecepackman"), seed=7)
>>> _ = match.run()
>>> match.to_act
Team(purpose='order', seats=('suns', 'moons', 'crowns', 'arms'))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from piecepack_nb import bots, games, lessons, mazes, search
    from piecepack_nb.api import (
        across,
        ask,
        choices,
        class_report,
        compare,
        diary,
        difference,
        explore,
        from_ppn,
        game,
        hand_in,
        handout,
        host,
        link,
        load,
        maze,
        measures,
        odds,
        open,
        open_spiel_game,
        payoffs,
        pettingzoo_env,
        play,
        playtests,
        predict,
        predictions,
        print_sheets,
        puzzles,
        replay,
        report,
        restricted,
        review,
        rule_cards,
        show,
        simulate,
        sweep,
        to_ppn,
        tournament,
        watch,
    )
    from piecepack_nb.core.errors import BadInput
    from piecepack_nb.core.match import Match
    from piecepack_nb.core.registry import register
    from piecepack_nb.core.steps import IllegalMove, Refusal
    from piecepack_nb.design.checking import check

__version__ = "0.1.0"

# The module of each name, imported on first use to keep `import piecepack_nb` fast.
_MODULES = {
    "BadInput": "core.errors",
    "IllegalMove": "core.steps",
    "Match": "core.match",
    "Refusal": "core.steps",
    "across": "api",
    "ask": "api",
    "check": "design.checking",
    "choices": "api",
    "class_report": "api",
    "compare": "api",
    "diary": "api",
    "difference": "api",
    "explore": "api",
    "from_ppn": "api",
    "game": "api",
    "hand_in": "api",
    "handout": "api",
    "host": "api",
    "link": "api",
    "load": "api",
    "maze": "api",
    "measures": "api",
    "odds": "api",
    "open": "api",
    "open_spiel_game": "api",
    "payoffs": "api",
    "pettingzoo_env": "api",
    "play": "api",
    "playtests": "api",
    "predict": "api",
    "predictions": "api",
    "print_sheets": "api",
    "puzzles": "api",
    "register": "core.registry",
    "replay": "api",
    "report": "api",
    "restricted": "api",
    "review": "api",
    "rule_cards": "api",
    "show": "api",
    "simulate": "api",
    "sweep": "api",
    "to_ppn": "api",
    "tournament": "api",
    "watch": "api",
}

_PARTS = ("bots", "games", "lessons", "mazes", "search")
"""The packages that are names themselves; ``games`` and ``search`` can be called, too."""

__all__ = [
    "BadInput",
    "IllegalMove",
    "Match",
    "Refusal",
    "across",
    "ask",
    "bots",
    "check",
    "choices",
    "class_report",
    "compare",
    "diary",
    "difference",
    "explore",
    "from_ppn",
    "game",
    "games",
    "hand_in",
    "handout",
    "host",
    "lessons",
    "link",
    "load",
    "maze",
    "mazes",
    "measures",
    "odds",
    "open",
    "open_spiel_game",
    "payoffs",
    "pettingzoo_env",
    "play",
    "playtests",
    "predict",
    "predictions",
    "print_sheets",
    "puzzles",
    "register",
    "replay",
    "report",
    "restricted",
    "review",
    "rule_cards",
    "search",
    "show",
    "simulate",
    "sweep",
    "to_ppn",
    "tournament",
    "watch",
]


def __getattr__(name: str) -> Any:
    if name in _PARTS:
        return import_module(f"{__name__}.{name}")
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
