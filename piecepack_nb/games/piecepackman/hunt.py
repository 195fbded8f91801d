"""What Piecepackman goes for, and by which way: the decisions that he makes by himself.

Vocabulary
    aim      something to go for: the squares that would do, and the clause that has him do it
    way      an aim with the cheapest path to it, if there is one
    tier     aims of equal standing: the cheapest of them wins; the next tier counts only when
             nothing of this one can be reached
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.games.piecepackman.corridor import middle_point
from piecepack_nb.games.piecepackman.state import Objective, State
from piecepack_nb.games.piecepackman.table import Table
from piecepack_nb.search import Path, Search, cheapest

__all__ = ["Aim", "Candidate", "Decision", "Way", "decide", "targets_of", "what_lies_on"]


class Aim(NamedTuple):
    """Something to go for."""

    clause: str
    targets: frozenset[str]
    """The squares that would do."""
    first: frozenset[str] = frozenset()
    """Those of the targets that are preferred at equal cost (cubes before coins, PM-12)."""
    objective: Objective | None = None
    """The objective that it makes (hunger makes none)."""
    instead: frozenset[str] = frozenset()
    """More targets, that count once a Dangerous ghost is in the way (PM-16)."""


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

    table: Table
    state: State
    clause: str
    """The clause that chose."""
    way: Way | None
    """The way that he takes; None when he stays."""
    rivals: tuple[Way, ...] = ()
    """The ways to aims of equal standing, the chosen one included."""
    settled_by: str = "only one"
    """What singled the way out among its rivals: a cost, the turns, the suit order or chance."""

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
        return self.table.dangers(self.state)

    def search(self, *, trace: bool = False, dangers: bool = True, whole: bool = False) -> Search:
        """The very search that found the way, again: with its trace, over the whole board, …"""
        targets = self._all_targets
        return _look(self.table, self.state, targets, dangers=dangers, trace=trace, whole=whole)

    @cached_property
    def _all_targets(self) -> frozenset[str]:
        ways = self.rivals or ((self.way,) if self.way else ())
        return frozenset().union(*(way.aim.targets | way.aim.instead for way in ways))

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """Everything that he could go for by this decision, the cheapest first."""
        barred = self.search(whole=True)
        free = self.search(dangers=False, whole=True)
        found = [
            Candidate(
                square,
                what_lies_on(self.table, self.state, square),
                barred.cost_to(square),
                barred.turns_to(square),
                free.cost_to(square),
                square == self.target,
            )
            for square in sorted(self._all_targets)
        ]
        return tuple(sorted(found, key=_cheapest_first))

    @property
    def text(self) -> str:
        """The decision in a few sentences."""
        return " ".join(_sentences(self))

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


def decide(table: Table, state: State, suit: str | None = None) -> Decision:
    """What Piecepackman goes for now, by the dice that lie on the table.

    ``suit`` is that of an objective that he reached in this very movement (PM-20).
    """
    tiers = _hunger_tiers(table, state) if state.hungry else _tiers(table, state, suit)
    for aims in tiers:
        ways = [way for aim in aims if (way := _way(table, state, aim)) is not None]
        if ways:
            return _choose(table, state, ways)
    return Decision(table, state, "PM-65" if state.hungry else "PM-24", None)


# --- the way to one aim ---------------------------------------------------------------------


def _look(
    table: Table,
    state: State,
    targets: frozenset[str],
    *,
    dangers: bool,
    trace: bool = False,
    whole: bool = False,
) -> Search:
    """The cheapest paths from where he stands (PM-15; in hunger turning costs less, PM-61)."""
    return cheapest(
        table.his_grid,
        state.square,
        state.heading,
        targets,
        table.hunger_costs if state.hungry else table.costs,
        table.dangers(state) if dangers else (),
        trace=trace,
        whole=whole,
    )


def _way(table: Table, state: State, aim: Aim) -> Way | None:
    """The cheapest path; if a Dangerous ghost is on it, the cheapest that avoids it (PM-16)."""
    free = _free_way(table, state, aim)
    if free is None:
        return None
    if table.dangers(state).keys().isdisjoint(free.squares):
        return Way(aim, free, free)
    barred = _clear_path(table, state, aim.targets | aim.instead, aim.first)
    return None if barred is None else Way(aim, barred, free)


def _free_way(table: Table, state: State, aim: Aim) -> Path | None:
    """What ``_clear_path`` finds when no ghost is in the way, from what the table keeps."""
    costs = table.hunger_costs if state.hungry else table.costs
    search = table.free_search(state.square, state.heading, costs)
    reached = {
        square: cost for square in aim.targets if (cost := search.cost_to(square)) is not None
    }
    if not reached:
        return None
    lowest = min(reached.values())
    nearest = [square for square in reached if reached[square] == lowest]
    squares = [square for square in nearest if square in aim.first] or nearest
    return table.free_path(state.square, state.heading, costs, *sorted(squares))


def _clear_path(
    table: Table, state: State, targets: frozenset[str], first: frozenset[str]
) -> Path | None:
    """The path past Dangerous ghosts to the nearest target; at equal cost to one of the ``first``
    (PM-12). Of equally cheap ones the search's tie rule takes one (PM-15).
    """
    search = _look(table, state, targets, dangers=True)
    if not search.reached:
        return None
    preferred = first.intersection(search.nearest)
    if preferred and len(preferred) < len(search.nearest):
        search = _look(table, state, preferred, dangers=True)
    return search.path()


# --- which aims ------------------------------------------------------------------------------


def _tiers(table: Table, state: State, suit: str | None) -> Iterator[list[Aim]]:
    """His aims outside hunger: the objective that he has (PM-21), the next of its suit (PM-20), or
    what the highest dice give him (PM-11, PM-12); if none can be reached, others (PM-24).
    """
    groups = _dice_groups(table, state)
    if state.objective is not None:  # PM-21: he keeps it
        yield _aims(table, state, "PM-21", [state.objective])
    elif suit is not None:  # PM-20: the next one of the suit
        yield _aims(table, state, "PM-20", [Objective(suit)])
    elif groups:  # PM-11, PM-13, PM-14: the highest die, or dice
        yield _aims(table, state, "PM-12", groups.pop(0))
    if table.rules.exhausted == "next-die":  # PM-24, our reading
        for group in groups:
            yield _aims(table, state, "PM-24", group)
    if table.rules.exhausted != "wait":
        yield _aims(table, state, "PM-24", [Objective(each) for each in SUITS])


def _dice_groups(table: Table, state: State) -> list[list[Objective]]:
    """The objectives that the dice stand for, the highest dice first (PM-11), equal ones together.

    An ace stands for the power coin of its suit while that is on the board (PM-13).
    """
    by_points: dict[int, list[Objective]] = {}
    for suit in SUITS:
        face = state.dice.get(suit)
        if face is not None:
            objective = Objective(suit, face == "ace" and _coin_of(state, suit) is not None)
            by_points.setdefault(table.his_points[face], []).append(objective)
    return [by_points[points] for points in sorted(by_points, reverse=True)]


def _aims(table: Table, state: State, clause: str, objectives: list[Objective]) -> list[Aim]:
    return [_aim(table, state, clause, objective) for objective in objectives]


def _aim(table: Table, state: State, clause: str, objective: Objective) -> Aim:
    """The nearest cube of the suit, or its coin if that is nearer (PM-12), or the coin (PM-13)."""
    suits = (objective.suit, table.wild)  # PM-70: wild ones count as the objective's suit
    cubes = frozenset(square for square, suit in state.cubes.items() if suit in suits)
    coins = frozenset(square for square, coin in state.coins.items() if coin.suit in suits)
    own = _coin_of(state, objective.suit)
    if objective.coin and own is not None:
        return Aim(clause, frozenset((own,)), objective=objective, instead=cubes | coins)
    return Aim(clause, cubes | coins, cubes, objective._replace(coin=False))


def targets_of(table: Table, state: State, objective: Objective) -> frozenset[str]:
    """Every square with something of his objective: empty once nothing of it is left (PM-24)."""
    aim = _aim(table, state, "PM-24", objective)
    return aim.targets | aim.instead


def _coin_of(state: State, suit: str) -> str | None:
    """The square of the suit's power coin, while it is on the board."""
    return next((square for square, coin in state.coins.items() if coin.suit == suit), None)


def _hunger_tiers(table: Table, state: State) -> Iterator[list[Aim]]:
    """His aims in hunger: Vulnerable ghosts (PM-60, PM-63), then what PM-65 names."""
    ghosts = frozenset(
        ghost.square
        for suit, ghost in state.ghosts.items()
        if ghost.square not in table.house and not table.dangerous(state, suit)
    )
    yield [Aim("PM-63", ghosts)]
    yield [Aim("PM-65", frozenset(state.coins))]
    middle = middle_point(table, state)
    if middle is not None:
        yield [Aim("PM-65", frozenset((middle,)))]
    yield [Aim("PM-65", frozenset(state.cubes))]


# --- which of them ---------------------------------------------------------------------------


def _choose(table: Table, state: State, ways: list[Way]) -> Decision:
    """The cheapest way; at equal cost fewer quarter turns, then suit order or chance (PM-14)."""
    best, settled_by = ways[0], "only one"
    if len(ways) > 1:
        ranked = sorted(ways, key=lambda way: _rank(table, state, way))
        best, second = ranked[:2]
        settled_by = _difference(table, best, second)
    return Decision(table, state, _clause(best, ways), best, tuple(ways), settled_by)


def _rank(table: Table, state: State, way: Way) -> tuple[int, int, int]:
    suit = way.aim.objective.suit if way.aim.objective else SUITS[0]
    order = state.dice.get("tie", "") if table.rules.tie_break == "random" else ""
    place = order.split("-").index(suit) if order else SUITS.index(suit)
    return way.path.cost, way.path.quarter_turns, place


def _difference(table: Table, best: Way, second: Way) -> str:
    if best.path.cost != second.path.cost:
        return "cost"
    if best.path.quarter_turns != second.path.quarter_turns:
        return "quarter turns"
    return "suit order" if table.rules.tie_break == "suit-order" else "chance"


def _clause(best: Way, ways: list[Way]) -> str:
    """The clause that a decision goes under: the most particular one that had a part in it."""
    aim = best.aim
    if best.cut_off and aim.objective is not None:  # in hunger PM-63 and PM-65 say it themselves
        return "PM-16"
    if aim.clause == "PM-12" and len(ways) > 1:
        return "PM-14"
    if aim.clause == "PM-12" and aim.objective and aim.objective.coin:
        return "PM-13"
    return aim.clause


# --- in words --------------------------------------------------------------------------------


def what_lies_on(table: Table, state: State, square: str) -> str:
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


def _sentences(decision: Decision) -> Iterator[str]:
    way = decision.way
    if way is None:
        yield "Nothing that he could go for can be reached: he stays."
        return
    turns = way.path.quarter_turns
    yield (
        f"He goes for the {_called(decision, way)}: it costs {way.path.cost}, "
        f"with {turns} quarter turn{'' if turns == 1 else 's'}."
    )
    if way.cut_off:
        ghosts = [
            f"the Dangerous {suit} ghost on {square}"
            for square, suit in decision.dangers.items()
            if square in way.free.squares
        ]
        free = f"The cheapest way, to {way.free.target} for {way.free.cost}, is cut off by "
        yield f"{free}{' and '.join(ghosts)}."
    if way.path.decided_by != "only one":
        yield f"Among equally cheap ways: {way.path.decided_by}."
    for rival in decision.rivals:
        if rival is not way:
            yield f"The {_called(decision, rival)} would cost {rival.path.cost}."
    if decision.settled_by not in ("only one", "cost"):
        yield f"Costs are equal: {decision.settled_by} decides."


def _called(decision: Decision, way: Way) -> str:
    target = way.path.target
    return f"{what_lies_on(decision.table, decision.state, target)} on {target}"
