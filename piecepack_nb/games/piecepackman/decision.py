"""Piecepackman's decisions: his aims, the choice among them, and its reasons in words.

Vocabulary
    aim        something to head for: the squares that would do, and the clause that says so
    tier       aims of equal standing: the cheapest of them wins; the next tier counts only if
               nothing of this one can be reached
    route      an aim with the cheapest path to it
    candidate  one square that he could head for, and its cost
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby, islice
from typing import Any, NamedTuple

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.lattice import STEPS, beyond
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.piecepackman.maze import Maze
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import Objective, State
from piecepack_nb.search import HEADINGS, Costs, Grid, Path, SearchResult, cheapest
from piecepack_nb.search.problem import WrongGrid

MOST_EQUAL_PATHS = 200
"""The number of equally cheap paths that are compared with the one taken."""


# --- Aims ----------------------------------------------------------------------------------------


class Aim(NamedTuple):
    """Something to head for."""

    clause: str
    targets: frozenset[str]
    """The squares that would do."""
    first: frozenset[str] = frozenset()
    """Those of the targets that are preferred at equal cost (cubes before coins, PM-12)."""
    objective: Objective | None = None
    """The objective that it makes (hunger makes none)."""
    instead: frozenset[str] = frozenset()
    """More targets, which count once a Dangerous ghost is in the way (PM-16)."""


Tiers = Callable[[Ruleset, State, str | None], Iterable[list[Aim]]]


def aim_tiers(ruleset: Ruleset, state: State, suit: str | None) -> Iterator[list[Aim]]:
    """Yield his aims, tier by tier; ``suit`` is that of an objective just reached (PM-20)."""
    return _hunger_tiers(ruleset, state) if state.hungry else _calm_tiers(ruleset, state, suit)


def _calm_tiers(ruleset: Ruleset, state: State, suit: str | None) -> Iterator[list[Aim]]:
    """Yield his aims outside hunger.

    First the objective that he has (PM-21), the next of its suit (PM-20), or that of the highest
    dice (PM-11, PM-12, PM-14); if none can be reached, others (PM-24).
    """
    for clause, objectives in _calm_objectives(ruleset, state, suit):
        yield [_aim(ruleset, state, clause, objective) for objective in objectives]


def _calm_objectives(
    ruleset: Ruleset, state: State, suit: str | None
) -> Iterator[tuple[str, list[Objective]]]:
    if state.objective is not None:
        yield "PM-21", [state.objective]
    elif suit is not None:
        yield "PM-20", [Objective(suit)]
    groups = _dice_groups(ruleset, state)
    if state.objective is None and suit is None and groups:
        yield "PM-12", groups.pop(0)
    if ruleset.rules.exhausted == "next-die":  # our reading
        yield from (("PM-24", group) for group in groups)
    if ruleset.rules.exhausted != "wait":
        yield "PM-24", [Objective(each) for each in SUITS]


def _dice_groups(ruleset: Ruleset, state: State) -> list[list[Objective]]:
    """Return the objectives of the dice, the highest first (PM-11), equal dice together.

    An ace stands for the power coin of its suit while that is on the board (PM-13).
    """
    by_points: dict[int, list[Objective]] = {}
    for suit in SUITS:
        face = state.dice.get(suit)
        if face is not None:
            objective = Objective(suit, face == "ace" and _coin_square(state, suit) is not None)
            by_points.setdefault(ruleset.his_points[face], []).append(objective)
    return [by_points[points] for points in sorted(by_points, reverse=True)]


def _aim(ruleset: Ruleset, state: State, clause: str, objective: Objective) -> Aim:
    """Return the aim: the nearest cube of the suit or its coin (PM-12), or only the coin (PM-13).

    Wild cubes, and by option the wild coin, count as of the objective's suit (PM-70).
    """
    suits = (objective.suit, ruleset.wild)
    cubes = frozenset([square for square, suit in state.cubes.items() if suit in suits])
    valid = suits if ruleset.rules.wild_coin else suits[:1]
    coins = frozenset([square for square, coin in state.coins.items() if coin.suit in valid])
    if objective.coin and (own := _coin_square(state, objective.suit)) is not None:
        return Aim(clause, frozenset((own,)), objective=objective, instead=cubes | coins)
    return Aim(clause, cubes | coins, cubes, Objective(objective.suit))


def targets_of(ruleset: Ruleset, state: State, objective: Objective) -> frozenset[str]:
    """Return every square with something of his objective: none once nothing is left (PM-24)."""
    aim = _aim(ruleset, state, "PM-24", objective)
    return aim.targets | aim.instead


def _coin_square(state: State, suit: str) -> str | None:
    """Return the square of the suit's power coin while it is on the board."""
    return next((square for square, coin in state.coins.items() if coin.suit == suit), None)


def _hunger_tiers(ruleset: Ruleset, state: State) -> Iterator[list[Aim]]:
    """Yield his aims in hunger: Vulnerable ghosts (PM-60, PM-63), then those of PM-65."""
    ghosts = frozenset(
        ghost.square
        for suit, ghost in state.ghosts.items()
        if ghost.square not in ruleset.house and not ruleset.dangerous(state, suit)
    )
    yield [Aim("PM-63", ghosts)]
    yield [Aim("PM-65", frozenset(state.coins))]
    middle = middle_point(ruleset, state)
    if middle is not None:
        yield [Aim("PM-65", frozenset((middle,)))]
    yield [Aim("PM-65", frozenset(state.cubes))]


# --- A corridor between two immune ghosts (PM-65) ------------------------------------------------


def middle_point(ruleset: Ruleset, state: State) -> str | None:
    """Return the middle of the corridor that he is shut in; None if he isn't (PM-65).

    Of two middle squares, return the one that he is nearer to.
    """
    between = corridor(ruleset, state)
    if not between:
        return None
    low, high = (len(between) - 1) // 2, len(between) // 2
    here = between.index(state.square)
    return between[low if abs(here - low) <= abs(here - high) else high]


def corridor(ruleset: Ruleset, state: State) -> tuple[str, ...]:
    """Return the squares between two immune ghosts with his own among them, or () (PM-65).

    A corridor is one square wide: each of its squares has at most two exits.
    """
    dangers = ruleset.dangers(state)
    here = state.square
    exits = sorted(set(ruleset.his_grid.exits[here].values()))
    if len(exits) > 2 or len(dangers) < 2:
        return ()
    arms = [_arm(ruleset, dangers, here, first) for first in exits]
    if len(arms) != 2 or not (arms[0] and arms[1]) or arms[0][-1] == arms[1][-1]:
        return ()
    return (*reversed(arms[0][:-1]), here, *arms[1][:-1])


def _arm(ruleset: Ruleset, dangers: Collection[str], here: str, first: str) -> tuple[str, ...]:
    """Return the squares from ``first`` to the nearest immune ghost's; () where it is open."""
    arm = [first]
    before = here
    while arm[-1] not in dangers:
        ahead = {to for to in ruleset.his_grid.exits[arm[-1]].values() if to != before}
        if len(ahead) != 1 or arm[-1] == here:
            return ()
        before = arm[-1]
        arm.append(ahead.pop())
    return tuple(arm)


# --- A decision ----------------------------------------------------------------------------------


class Route(NamedTuple):
    """An aim with the cheapest path to it."""

    aim: Aim
    path: Path
    free: Path
    """The path that he would take if no ghost were Dangerous."""

    @property
    def avoids(self) -> bool:
        """True if he avoids a Dangerous ghost: it is on the path that he would take (PM-16)."""
        return self.path is not self.free

    @property
    def cut_off(self) -> bool:
        """True if Dangerous ghosts are on every cheapest path to the aim (PM-16)."""
        if not self.avoids:
            return False
        return self.path.cost != self.free.cost or self.path.target not in self.aim.targets

    @property
    def targets(self) -> frozenset[str]:
        """The squares that would do: more of them once the path to the first is cut off."""
        return self.aim.targets | self.aim.instead if self.cut_off else self.aim.targets


class Destination(NamedTuple):
    """A square that he could head for, and its cost."""

    square: str
    what: str
    cost: int | None
    """Points to reach it; None where Dangerous ghosts block every path."""
    quarter_turns: int | None
    free_cost: int | None
    """Points to reach it if no ghost were Dangerous."""
    chosen: bool


@dataclass(frozen=True)
class Decision:
    """A decision of his, with everything that had a part in it."""

    ruleset: Ruleset
    state: State
    clause: str
    """The clause that chose."""
    route: Route | None
    """The route that he takes; None when he stays."""
    routes: tuple[Route, ...] = ()
    """The routes to aims of equal standing, the chosen one included."""
    settled_by: str = "only one"
    """The reason for this one of the routes: cost, quarter turns, suit order or chance."""
    unreachable: tuple[Aim, ...] = ()
    """Aims that come before the route's own, or beside it, and that no path leads to."""
    suit: str | None = None
    """The suit of an objective that he reached in this very movement (PM-20); else None."""

    @property
    def kept(self) -> Objective | None:
        """The objective that is cut off, so that he stays or heads for something else meanwhile.

        He keeps it as long as anything of its suit is on the board (PM-21, PM-24). A lower die's
        is none. Of those of tied dice he keeps the first in suit order, or by lot (PM-14).
        """
        if self.route is not None and self.route.aim.clause != "PM-24":
            return None
        objectives = [
            aim.objective for aim in self.unreachable
            if aim.targets and aim.objective and aim.clause != "PM-24"
        ]  # fmt: skip
        return min(
            objectives,
            key=lambda each: _place(self.ruleset, self.state, each.suit),
            default=None,
        )

    @property
    def path(self) -> Path | None:
        """The path that he takes."""
        return None if self.route is None else self.route.path

    @property
    def target(self) -> str | None:
        """The square that he heads for."""
        return None if self.route is None else self.route.path.target

    @cached_property
    def dangers(self) -> Mapping[str, str]:
        """The squares that Dangerous ghosts block, with their suits."""
        return self.ruleset.dangers(self.state)

    @property
    def costs(self) -> Costs:
        """The costs of his actions now (PM-15; PM-61 in hunger)."""
        return self.ruleset.costs_for(self.state)

    def search(self, *, trace: bool = False, exhaustive: bool = False) -> SearchResult:
        """Repeat the search that found the path: with its trace, or over the whole board.

        Dangerous ghosts block it if he avoids one (PM-16); else they don't matter.
        """
        targets = self.route.targets if self.route else frozenset[str]()
        barred = self.route is None or self.route.avoids
        return find_paths(
            self.ruleset, self.state, targets, dangers=barred, trace=trace, exhaustive=exhaustive
        )

    @cached_property
    def free(self) -> SearchResult:
        """The cost of every square if no ghost is Dangerous."""
        return self.ruleset.free_search(self.state.square, self.state.heading, self.costs)

    @cached_property
    def barred(self) -> SearchResult:
        """The cost of every square past the Dangerous ghosts (PM-16)."""
        if not self.dangers:
            return self.free
        return find_paths(self.ruleset, self.state, frozenset(), dangers=True, exhaustive=True)

    def path_to(self, square: str) -> Path | None:
        """Return the path that he would take to a square; None where no path leads there.

        Where Dangerous ghosts block every path, return the one that they block.
        """
        if self.path is not None and square == self.target:
            return self.path
        if self.free.cost_to(square) is None:
            return None
        free = self.ruleset.free_path(self.state.square, self.state.heading, self.costs, square)
        clear = self.dangers.keys().isdisjoint(free.squares)
        return free if clear or self.barred.cost_to(square) is None else self.barred.path(square)

    def cost_to(self, square: str, heading: str) -> int | None:
        """Return the lowest cost to be on a square with that heading; None if no path leads there.

        Raises BadInput for anything but a square of the maze and N, E, S or W.
        """
        search = self.search(exhaustive=True)
        if square not in search.grid.index:
            raise invalid("the square", square, "a square that he can enter, such as 'e4'")
        if heading not in HEADINGS:
            raise invalid("the heading", heading, "N, E, S or W")
        return search.distances().get((square, heading))

    @property
    def ties(self) -> int:
        """The number of paths that cost as little as the one that he takes."""
        return self.search().graph().count

    def thing_on(self, square: str) -> str:
        """Return what he could head for on a square, in two words; in hunger a ghost first."""
        state = self.state
        suit = state.ghost_on(square)
        if suit and state.hungry:
            return f"{suit} ghost"
        if square in state.cubes:
            return f"{state.cubes[square]} cube"
        coin = state.coins.get(square)
        return f"{coin.suit} power coin" if coin else "middle point"

    @cached_property
    def candidates(self) -> tuple[Destination, ...]:
        """All that he could head for, or would if a path led there; the cheapest first."""
        aimed = [route.targets for route in self.routes]
        missed = [aim.targets | aim.instead for aim in self.unreachable]
        found = [
            Destination(
                square,
                self.thing_on(square),
                self.barred.cost_to(square),
                self.barred.turns_to(square),
                self.free.cost_to(square),
                square == self.target,
            )
            for square in sorted(frozenset().union(*aimed, *missed))
        ]
        return tuple(
            sorted(found, key=lambda c: (c.cost is None, c.cost or 0, c.quarter_turns or 0))
        )

    @property
    def text(self) -> str:
        """The decision in a few sentences."""
        return " ".join(_sentences(self))

    def to_json(self) -> dict[str, Any]:
        """Return the decision as plain JSON values."""
        return {
            "clause": self.clause,
            "target": self.target,
            "cost": None if self.path is None else self.path.cost,
            "squares": [] if self.path is None else list(self.path.squares),
            "actions": [] if self.path is None else list(self.path.actions),
            "settled_by": self.settled_by,
            "tie_rule": None if self.path is None else self.path.decided_by,
            "cut_off": bool(self.route and self.route.cut_off),
            "dangers": dict(self.dangers),
            "candidates": [candidate._asdict() for candidate in self.candidates],
            "text": self.text,
        }


def find_paths(
    ruleset: Ruleset,
    state: State,
    targets: frozenset[str],
    *,
    dangers: bool,
    trace: bool = False,
    exhaustive: bool = False,
) -> SearchResult:
    """Return the cheapest paths from his square (PM-15; in hunger turning costs less, PM-61).

    ``dangers``: Dangerous ghosts block their squares (PM-16).
    """
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


# --- Choosing ------------------------------------------------------------------------------------


def decide(
    ruleset: Ruleset, state: State, suit: str | None = None, tiers: Tiers = aim_tiers
) -> Decision:
    """Return his decision, given the dice in ``state``: the nearest aim past Dangerous ghosts.

    ``suit`` is that of an objective that he reached in this very movement (PM-20). Other
    ``tiers`` give his decision if his aims were others.
    """
    unreachable: tuple[Aim, ...] = ()
    dangers = ruleset.dangers(state)
    for tier in tiers(ruleset, state, suit):
        found = [(aim, _route(ruleset, state, aim, dangers)) for aim in tier]
        routes = tuple(route for _, route in found if route is not None)
        unreachable += tuple(aim for aim, route in found if route is None)
        if routes:
            best, settled_by = _choose(ruleset, state, routes)
            clause = _clause(best, routes)
            return Decision(ruleset, state, clause, best, routes, settled_by, unreachable, suit)
    clause = "PM-65" if state.hungry else "PM-24"
    return Decision(ruleset, state, clause, None, unreachable=unreachable, suit=suit)


def _route(ruleset: Ruleset, state: State, aim: Aim, dangers: Mapping[str, str]) -> Route | None:
    """Return the cheapest path; if a Dangerous ghost is on it, the cheapest past it (PM-16).

    If all of the cheapest paths are cut off, more targets count (PM-13).
    """
    free = _free_path(ruleset, state, aim)
    if free is None:
        return None
    if dangers.keys().isdisjoint(free.squares):
        return Route(aim, free, free)
    clear = _clear_path(ruleset, state, aim.targets, aim.first)
    if aim.instead and (clear is None or clear.cost > free.cost):
        clear = _clear_path(ruleset, state, aim.targets | aim.instead, aim.first)
    return None if clear is None else Route(aim, clear, free)


def _free_path(ruleset: Ruleset, state: State, aim: Aim) -> Path | None:
    """Return the result of ``_clear_path`` with no ghost in the way, from cached distances."""
    costs = ruleset.costs_for(state)
    known = ruleset.free_costs(state.square, state.heading, costs)
    found = {square: known[square] for square in aim.targets if square in known}
    if not found:
        return None
    lowest = min(found.values())
    nearest = [square for square, cost in found.items() if cost == lowest]
    squares = [square for square in nearest if square in aim.first] or nearest
    return ruleset.free_path(state.square, state.heading, costs, *sorted(squares))


def _clear_path(
    ruleset: Ruleset, state: State, targets: frozenset[str], first: frozenset[str]
) -> Path | None:
    """Return the cheapest path past Dangerous ghosts (PM-16); at equal cost to ``first`` (PM-12).

    The search's tie rule takes one of equally cheap paths (PM-15).
    """
    search = find_paths(ruleset, state, targets, dangers=True)
    if not search.reached:
        return None
    preferred = first.intersection(search.nearest)
    if preferred and len(preferred) < len(search.nearest):
        search = find_paths(ruleset, state, preferred, dangers=True)
    return search.path()


def _choose(ruleset: Ruleset, state: State, routes: tuple[Route, ...]) -> tuple[Route, str]:
    """Return the route that he takes, and what chose it: cost, quarter turns, suit order or
    chance (PM-14).
    """
    if len(routes) == 1:
        return routes[0], "only one"
    best, second = sorted(routes, key=lambda route: _rank(ruleset, state, route))[:2]
    if best.path.cost != second.path.cost:
        return best, "cost"
    if best.path.quarter_turns != second.path.quarter_turns:
        return best, "quarter turns"
    return best, "suit order" if ruleset.rules.tie_break == "suit-order" else "chance"


def _rank(ruleset: Ruleset, state: State, route: Route) -> tuple[int, int, int]:
    suit = route.aim.objective.suit if route.aim.objective else SUITS[0]
    return route.path.cost, route.path.quarter_turns, _place(ruleset, state, suit)


def _place(ruleset: Ruleset, state: State, suit: str) -> int:
    """Return the place of a suit in the order that decides between equal ones (PM-14)."""
    order = state.dice.get("tie", "") if ruleset.rules.tie_break == "random" else ""
    return order.split("-").index(suit) if order else SUITS.index(suit)


def _clause(best: Route, routes: tuple[Route, ...]) -> str:
    """Return the most particular clause that had a part in the choice."""
    aim = best.aim
    if best.cut_off and aim.objective is not None:  # PM-63 and PM-65 have their own words for it
        return "PM-16"
    if aim.clause == "PM-12" and len(routes) > 1:
        return "PM-14"
    if aim.clause == "PM-12" and aim.objective and aim.objective.coin:
        return "PM-13"
    return aim.clause


# --- The decision in words -----------------------------------------------------------------------


class Explanation(NamedTuple):
    """A reason in words, and its clause."""

    text: str
    clause: str


def _sentences(decision: Decision) -> Iterator[str]:
    """Yield the decision, a sentence at a time."""
    route = decision.route
    yield from _out_of_reach(decision)
    if route is None:
        yield "He stays."
        return
    yield f"{_heads_for(decision, route)}, at cost {route.path.cost}, {_turns_text(route.path)}."
    if route.cut_off:
        free = f"The cheapest path, to {route.free.target} at cost {route.free.cost}"
        yield f"{free}, is cut off by {barring_ghosts(decision, route.free)}."
    elif route.avoids:
        blocked = barring_ghosts(decision, route.free)
        yield f"An equally cheap path, to {route.free.target}, is blocked by {blocked} (PM-16)."
    if route.path.decided_by != "only one":
        yield f"Among equally cheap paths: {route.path.decided_by}."
    for other in decision.routes:
        if other is not route:
            yield f"The {_target_name(decision, other)} would cost {other.path.cost}."
    if decision.settled_by not in ("only one", "cost"):
        decides = "decide" if decision.settled_by == "quarter turns" else "decides"
        yield f"Costs are equal: {decision.settled_by} {decides}."


def _out_of_reach(decision: Decision) -> Iterator[str]:
    """Yield that the first choice can't be reached (PM-24, PM-65), if he does something else."""
    route = decision.route
    if decision.state.hungry:
        if route is None:
            yield "Nothing that he could head for can be reached (PM-65)."
        elif decision.unreachable:
            yield "No Vulnerable ghost can be reached (PM-65)."
    elif route is None or route.aim.clause == "PM-24":
        suits = {aim.objective.suit for aim in decision.unreachable if aim.objective}
        nothing = (
            "Nothing" if suits == set(SUITS) else f"Nothing of {join_list(sorted(suits), 'or')}"
        )
        yield f"{nothing} can be reached (PM-24)."
        if decision.suit is None and decision.kept is not None:
            yield f"His objective is still {objective_name(decision.kept)} (PM-21)."


def objective_name(objective: Objective) -> str:
    """Return an objective in words."""
    return f"the {objective.suit} power coin" if objective.coin else objective.suit


def _heads_for(decision: Decision, route: Route) -> str:
    """Return what he heads for, and that he keeps an objective (PM-21)."""
    heads = f"heads for the {_target_name(decision, route)}"
    if route.aim.clause != "PM-21" or route.aim.objective is None:
        return f"He {heads}"
    suit, coin = route.aim.objective
    if coin and route.path.target not in route.aim.targets:
        return f"He keeps his objective (PM-21), the {suit} power coin, and {heads}"
    return f"He keeps his objective (PM-21) and {heads}"


def _turns_text(path: Path) -> str:
    turns = path.quarter_turns
    return f"with {count_noun(turns, 'quarter turn')}" if turns else "without a quarter turn"


def _target_name(decision: Decision, route: Route) -> str:
    target = route.path.target
    return f"{decision.thing_on(target)} on {target}"


def barring_ghosts(decision: Decision, path: Path) -> str:
    """Return the Dangerous ghosts on a path, in words (PM-16)."""
    return join_list(
        f"the Dangerous {suit} ghost on {square}"
        for square, suit in decision.dangers.items()
        if square in path.squares
    )


def explain_candidate(decision: Decision, candidate: Destination) -> Explanation:
    """Return the reason why he heads for this candidate, or why not."""
    if candidate.chosen:
        return Explanation("he heads for it", decision.clause)
    path = decision.path_to(candidate.square)
    if path is None:
        return Explanation("no path leads there", "PM-24")
    if candidate.cost is None:
        return Explanation(f"{barring_ghosts(decision, path)} cuts it off", "PM-16")
    chosen = decision.path
    if chosen is None:
        return Explanation("he stays", decision.clause)
    if not any(candidate.square in route.targets for route in decision.routes):
        return Explanation("it counts only if nothing that comes first can be reached", "PM-24")
    extra = candidate.cost - chosen.cost
    if extra > 0:
        text = f"{count_noun(extra, 'point')} more than {chosen.target}"
        if candidate.free_cost != candidate.cost:
            barring = barring_ghosts(decision, decision.free.path(candidate.square))
            text += f"; {candidate.free_cost} without {barring}"
        return Explanation(text, "PM-63" if decision.state.hungry else "PM-12")
    return _explain_equal_cost(decision, candidate, chosen, path)


def _explain_equal_cost(
    decision: Decision, candidate: Destination, chosen: Path, path: Path
) -> Explanation:
    route = decision.route
    assert route is not None
    more = (candidate.quarter_turns or 0) - chosen.quarter_turns
    if candidate.square not in route.targets:  # another suit's (PM-14)
        if more > 0:
            turns = count_noun(more, "more quarter turn")
            return Explanation(f"as cheap, but with {turns}", "PM-14")
        return Explanation(f"as cheap, but {decision.settled_by} decides", "PM-14")
    if chosen.target in route.aim.first and candidate.square not in route.aim.first:
        return Explanation("as cheap, but cubes come before coins", "PM-12")
    text = f"as cheap, but {tie_reason(chosen, path)}"
    return Explanation(text, "PM-61" if decision.state.hungry else "PM-15")


def tie_reason(chosen: Path, other: Path) -> str:
    """Return why the tie rule takes ``chosen`` and not an equally cheap ``other`` (PM-15)."""
    more = other.quarter_turns - chosen.quarter_turns
    if more > 0:
        return f"with {count_noun(more, 'more quarter turn')}"
    for mine, its in zip(chosen.actions, other.actions, strict=False):
        if mine != its:
            if mine == "forward":
                return "it turns sooner: straight longest comes first"
            return "it turns right: left comes first"
    return "it is the same path"


def equal_paths(decision: Decision) -> tuple[int, list[Path]]:
    """Return the number of other paths as cheap as the one taken, and the first of them (PM-15)."""
    if decision.path is None:
        return 0, []
    graph = decision.search().graph()
    taken = decision.path.nodes
    found = [path for path in islice(graph, MOST_EQUAL_PATHS) if path.nodes != taken]
    return graph.count - 1, found


def path_text(path: Path) -> str:
    """Return a path's cost and actions: "3 points: right turn 1, 2 × forward 1"."""
    return f"{count_noun(path.cost, 'point')}: {', '.join(_actions(path))}"


def _actions(path: Path) -> Iterator[str]:
    """Yield each action of a path with its cost; equal ones in a row are counted."""
    for action, run in groupby(path.actions):
        name = "forward" if action == "forward" else f"{action} turn"
        number, each = len(list(run)), f"{name} {path.costs.of(action)}"
        yield f"{number} × {each}" if number > 1 else each


# --- Wrong grids ---------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def wrong_grids(ruleset: Ruleset) -> FrozenDict[str, WrongGrid]:
    """Return the maze as readers get it wrong, by short names."""
    maze, grid = ruleset.maze, ruleset.his_grid
    shut = {
        square: {
            heading: to
            for heading, to in grid.exits[square].items()
            if (square, heading) not in maze.portals
        }
        for square in grid.squares
    }
    open_ = {square: dict(_unwalled_steps(maze, square, grid.squares)) for square in grid.squares}
    return FrozenDict(
        {
            "walls": WrongGrid("steps lead through walls", Grid(open_)),
            "house": WrongGrid("the ghost house is entered (PM-23)", maze.grid),
            "portals": WrongGrid("portals lead nowhere (PM-22)", Grid(shut)),
        }
    )


def _unwalled_steps(maze: Maze, square: str, squares: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the steps from a square if there were no matchstick in the maze."""
    for heading in STEPS:
        if (square, heading) in maze.portals:
            yield heading, maze.far_end(square, heading)
        elif beyond(square, heading) in squares:
            yield heading, beyond(square, heading)
