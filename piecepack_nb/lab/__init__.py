"""Many games at once: what happens on average, and how sure one can be of it.

>>> from piecepack_nb.lab import many
>>> many(game, games=200, seats="random")  # doctest: +SKIP
"""

from __future__ import annotations

from piecepack_nb.lab.interval import Interval, wilson
from piecepack_nb.lab.results import Outcome, Results
from piecepack_nb.lab.running import many, outcome

__all__ = ["Interval", "Outcome", "Results", "many", "outcome", "wilson"]
