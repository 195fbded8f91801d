"""A decision of Piecepackman's with everything that had a part in it, in data and in words.

Vocabulary
    way        an aim with the cheapest path to it
    rivals     the ways to aims of equal standing, the chosen one included
    candidate  one square that he could go for, and what it costs
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from piecepack_nb.games.piecepackman.deciding import reasons
from piecepack_nb.games.piecepackman.deciding.aims import Aim
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import State
from piecepack_nb.search import Costs, Path, SearchResult, cheapest


class Way(NamedTuple):
    """An aim with the cheapest path to it."""

    aim: Aim
    path: Path
    free: Path
    """The path that he would take if no ghost were Dangerous."""

    @property
    def cut_off(self) -> bool:
        """Did a Dangerous ghost stand on the cheapest path? (PM-16)"""
        return self.path is not self.free

    @property
    def targets(self) -> frozenset[str]:
        """The squares that would do: more of them once the way to the first was cut off."""
        return self.aim.targets | self.aim.instead if self.cut_off else self.aim.targets


class Candidate(NamedTuple):
    """One thing that he could go for, and what it costs."""

    square: str
    what: str
    cost: int | None
    """Points to reach it; None where Dangerous ghosts bar every way."""
    quarter_turns: int | None
    free_cost: int | None
    """Points to reach it if no ghost were Dangerous."""
    chosen: bool


@dataclass(frozen=True)
class Decision:
    """What he goes for, with everything that had a part in it."""

    ruleset: Ruleset
    state: State
    clause: str
    """The clause that chose."""
    way: Way | None
    """The way that he takes; None when he stays."""
    rivals: tuple[Way, ...] = ()
    """The ways to aims of equal standing, the chosen one included."""
    settled_by: str = "only one"
    """What singled the way out among its rivals: a cost, the turns, the suit order or chance."""
    unreachable: tuple[Aim, ...] = ()
    """Aims that come before the way's own, or beside it, and that no way leads to."""
    suit: str | None = None
    """The suit of an objective that he reached in this very movement (PM-20); else None."""

    @property
    def path(self) -> Path | None:
        """The path that he takes."""
        return None if self.way is None else self.way.path

    @property
    def target(self) -> str | None:
        """The square that he goes for."""
        return None if self.way is None else self.way.path.target

    @cached_property
    def dangers(self) -> Mapping[str, str]:
        """The squares that Dangerous ghosts bar, with their suits."""
        return self.ruleset.dangers(self.state)

    def search(self, *, trace: bool = False, exhaustive: bool = False) -> SearchResult:
        """The very search that found the way, again: with its trace, or over the whole board.

        Dangerous ghosts bar it where they cut off a cheaper way (PM-16), else they don't matter.
        """
        targets = self.way.targets if self.way else frozenset[str]()
        barred = self.way is None or self.way.cut_off
        return look(
            self.ruleset, self.state, targets, dangers=barred, trace=trace, exhaustive=exhaustive
        )

    @cached_property
    def free(self) -> SearchResult:
        """What every square costs if no ghost is Dangerous."""
        return self.ruleset.free_search(self.state.square, self.state.heading, self.costs)

    @cached_property
    def barred(self) -> SearchResult:
        """What every square costs past the Dangerous ghosts (PM-16)."""
        if not self.dangers:
            return self.free
        return look(self.ruleset, self.state, frozenset(), dangers=True, exhaustive=True)

    @property
    def costs(self) -> Costs:
        """What his actions cost now (PM-15; PM-61 in hunger)."""
        return self.ruleset.costs_for(self.state)

    def way_to(self, square: str) -> Path | None:
        """The path that he would take to a square; where ghosts bar them all, the one they bar.

        None where no path leads there, whoever stands where.
        """
        if self.path is not None and square == self.target:
            return self.path
        if self.free.cost_to(square) is None:
            return None
        free = self.ruleset.free_path(self.state.square, self.state.heading, self.costs, square)
        clear = self.dangers.keys().isdisjoint(free.squares)
        return free if clear or self.barred.cost_to(square) is None else self.barred.path(square)

    def aimed_at(self, square: str) -> bool:
        """Is the square one that the way's own rivals, or itself, would do with?"""
        return any(square in way.targets for way in self.rivals)

    def what_lies_on(self, square: str) -> str:
        """What he could go for on a square, in two words."""
        return what_lies_on(self.ruleset, self.state, square)

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """Everything that he could go for, or would have, had a way led there; cheapest first."""
        aimed = [way.targets for way in self.rivals]
        passed = [aim.targets | aim.instead for aim in self.unreachable]
        found = [
            Candidate(
                square,
                self.what_lies_on(square),
                self.barred.cost_to(square),
                self.barred.turns_to(square),
                self.free.cost_to(square),
                square == self.target,
            )
            for square in sorted(frozenset().union(*aimed, *passed))
        ]
        return tuple(sorted(found, key=_cheapest_first))

    @property
    def text(self) -> str:
        """The decision in a few sentences."""
        return " ".join(reasons.sentences(self))

    def to_json(self) -> dict[str, Any]:
        """The decision as plain data."""
        return {
            "clause": self.clause,
            "target": self.target,
            "cost": None if self.path is None else self.path.cost,
            "squares": [] if self.path is None else list(self.path.squares),
            "actions": [] if self.path is None else list(self.path.actions),
            "settled_by": self.settled_by,
            "tie_rule": None if self.path is None else self.path.decided_by,
            "cut_off": bool(self.way and self.way.cut_off),
            "dangers": dict(self.dangers),
            "candidates": [candidate._asdict() for candidate in self.candidates],
            "text": self.text,
        }


def look(
    ruleset: Ruleset,
    state: State,
    targets: frozenset[str],
    *,
    dangers: bool,
    trace: bool = False,
    exhaustive: bool = False,
) -> SearchResult:
    """The cheapest paths from where he stands (PM-15; in hunger turning costs less, PM-61)."""
    return cheapest(
        ruleset.his_grid,
        state.square,
        state.heading,
        targets,
        ruleset.costs_for(state),
        ruleset.dangers(state) if dangers else (),
        trace=trace,
        exhaustive=exhaustive,
    )


def what_lies_on(ruleset: Ruleset, state: State, square: str) -> str:
    """What he could go for on a square, in two words; in hunger a ghost before all else."""
    suit = state.ghost_on(square)
    if suit and state.hungry:
        return f"{suit} ghost"
    if square in state.cubes:
        return f"{state.cubes[square]} cube"
    return f"{state.coins[square].suit} power coin" if square in state.coins else "middle point"


def _cheapest_first(candidate: Candidate) -> tuple[bool, int, int, str]:
    cost, turns = candidate.cost, candidate.quarter_turns
    return cost is None, cost or 0, turns or 0, candidate.square
