"""Simulations of many games: averages with confidence intervals.

>>> from piecepack_nb.lab import simulate
>>> simulate(game, games=200, seats="random")  # doctest: +SKIP
"""

from __future__ import annotations

from piecepack_nb.lab.interval import Interval, wilson
from piecepack_nb.lab.simulation import GameSummary, Simulation, simulate, simulate_one

__all__ = ["GameSummary", "Interval", "Simulation", "simulate", "simulate_one", "wilson"]
