"""The lab: many games between bots, and what they say about a design.

>>> from piecepack_nb.lab import simulate
>>> simulate(game, games=200, seats="random")  # doctest: +SKIP
"""

from __future__ import annotations

from piecepack_nb.lab.design_search import DesignSearch, search
from piecepack_nb.lab.difference import Difference, Sweep, difference, sweep
from piecepack_nb.lab.interval import Estimate, Interval, wilson
from piecepack_nb.lab.measures import Measures, measures
from piecepack_nb.lab.playing import GameFailed, GameSummary, Limits, Profile, simulate_one
from piecepack_nb.lab.playtest import Playtest, playtest, read_playtest
from piecepack_nb.lab.playtests import Playtests, playtests
from piecepack_nb.lab.review import Review, review
from piecepack_nb.lab.simulation import Simulation, simulate
from piecepack_nb.lab.tournament import Tournament, tournament

__all__ = [
    "DesignSearch",
    "Difference",
    "Estimate",
    "GameFailed",
    "GameSummary",
    "Interval",
    "Limits",
    "Measures",
    "Playtest",
    "Playtests",
    "Profile",
    "Review",
    "Simulation",
    "Sweep",
    "Tournament",
    "difference",
    "measures",
    "playtest",
    "playtests",
    "read_playtest",
    "review",
    "search",
    "simulate",
    "simulate_one",
    "sweep",
    "tournament",
    "wilson",
]
