"""Searches that record each step: cheapest paths, and alpha-beta; independent of games.

:func:`cheapest` finds paths over squares and headings, :func:`alphabeta` the best move in a game of
two players who alternate.

>>> from piecepack_nb.search import Grid, cheapest
>>> grid = Grid({"a1": {"N": "a2"}, "a2": {"S": "a1", "E": "b2"}, "b2": {"W": "a2"}})
>>> found = cheapest(grid, "a1", "N", ["b2"])
>>> found.cost, str(found.path()), found.path().actions
(3, 'a1-a2-b2', ('forward', 'right', 'forward'))

``pp.search(game, aims)`` searches a game's rules instead: ``python -m piecepack_nb docs search``
explains it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

from piecepack_nb.search.alphabeta import (
    AlphaBetaResult,
    GameTree,
    TreeNode,
    Variation,
    alphabeta,
    enter_leave,
)
from piecepack_nb.search.cheapest import cheapest
from piecepack_nb.search.checking import CheckResult, check
from piecepack_nb.search.distances import Distances
from piecepack_nb.search.grid import ACTIONS, HEADINGS, Costs, Grid, Node
from piecepack_nb.search.paths import TIE_RULE, Edge, Path, PathGraph
from piecepack_nb.search.problem import SearchProblem
from piecepack_nb.search.result import SearchResult
from piecepack_nb.search.run import SearchRun
from piecepack_nb.search.trace import KINDS, Trace, TraceEvent

__all__ = [
    "ACTIONS",
    "HEADINGS",
    "KINDS",
    "TIE_RULE",
    "AlphaBetaResult",
    "CheckResult",
    "Costs",
    "Distances",
    "Edge",
    "GameTree",
    "Grid",
    "Node",
    "Path",
    "PathGraph",
    "SearchProblem",
    "SearchResult",
    "SearchRun",
    "Trace",
    "TraceEvent",
    "TreeNode",
    "Variation",
    "alphabeta",
    "cheapest",
    "check",
    "enter_leave",
]


# ``pp.search(game, aims)`` searches for rules, but Python sets ``pp.search`` to this package as
# soon as a path is searched. A function of that name would be gone then, so the package itself can
# be called.
class _Search(ModuleType):
    def __call__(self, *args: Any, **given: Any) -> Any:
        """Return the settings of a game that meet some aims: ``piecepack_nb.api.search``."""
        return import_module("piecepack_nb.api").search(*args, **given)


sys.modules[__name__].__class__ = _Search
