"""Decision."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import groupby, islice
from typing import Any, NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.lattice import STEPS, beyond
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.piecepackman.maze import Maze
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import Objective, State
from piecepack_nb.search import Costs, Grid, Path, SearchResult, cheapest
from piecepack_nb.search.problem import WrongGrid

# --- Corridors (PM-65) ---------------------------------------------------------------------------


Exits = Mapping[str, Mapping[str, str]]


def corridor(ruleset: Ruleset, state: State) -> tuple[str, ...]:
    """The squares from one immune ghost to another, his own among them; () if he isn't shut in.

    A corridor is one square wide: from each of its squares lead at most two ways.
    """
    dangers = ruleset.dangers(state)
    exits = ruleset.his_grid.exits
    here = state.square
    ways = sorted(set(exits[here].values()))
    if len(ways) > 2 or len(dangers) < 2:
        return ()
    arms = [_arm(exits, dangers, here, way) for way in ways]
    if len(arms) != 2 or not (arms[0] and arms[1]) or arms[0][-1] == arms[1][-1]:
        return ()
    return (*reversed(arms[0][:-1]), here, *arms[1][:-1])


def _arm(exits: Exits, dangers: Collection[str], here: str, way: str) -> tuple[str, ...]:
    """The squares from ``way`` on to the first immune ghost, its square included; () if open."""
    arm = [way]
    before = here
    while arm[-1] not in dangers:
        onward = {to for to in exits[arm[-1]].values() if to != before}
        if len(onward) != 1 or arm[-1] == here:
            return ()
        before, step = arm[-1], onward.pop()
        arm.append(step)
    return tuple(arm)


def middle_point(ruleset: Ruleset, state: State) -> str | None:
    """The middle of the corridor that he is shut in; None if he is not shut in (PM-65).

    Of two middle squares, the one that he is nearer to.
    """
    between = corridor(ruleset, state)
    if not between:
        return None
    low, high = (len(between) - 1) // 2, len(between) // 2
    here = between.index(state.square)
    return between[low if abs(here - low) <= abs(here - high) else high]


# --- Aims ----------------------------------------------------------------------------------------


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


def aim_tiers(ruleset: Ruleset, state: State, suit: str | None) -> Iterator[list[Aim]]:
    """His aims, tier by tier; ``suit`` is that of an objective just reached (PM-20)."""
    return _hunger_tiers(ruleset, state) if state.hungry else _calm_tiers(ruleset, state, suit)


def _calm_tiers(ruleset: Ruleset, state: State, suit: str | None) -> Iterator[list[Aim]]:
    """His aims outside hunger: the objective that he has (PM-21), the next of its suit (PM-20), or
    what the highest dice give him (PM-11, PM-12); if none can be reached, others (PM-24).
    """
    groups = _dice_groups(ruleset, state)
    if state.objective is not None:  # PM-21: he keeps it
        yield _aims(ruleset, state, "PM-21", [state.objective])
    elif suit is not None:  # PM-20: the next one of the suit
        yield _aims(ruleset, state, "PM-20", [Objective(suit)])
    elif groups:  # PM-11, PM-13, PM-14: the highest die, or dice
        yield _aims(ruleset, state, "PM-12", groups.pop(0))
    if ruleset.rules.exhausted == "next-die":  # PM-24, our reading
        for group in groups:
            yield _aims(ruleset, state, "PM-24", group)
    if ruleset.rules.exhausted != "wait":
        yield _aims(ruleset, state, "PM-24", [Objective(each) for each in SUITS])


def _dice_groups(ruleset: Ruleset, state: State) -> list[list[Objective]]:
    """The objectives that the dice stand for, the highest dice first (PM-11), equal ones together.

    An ace stands for the power coin of its suit while that is on the board (PM-13).
    """
    by_points: dict[int, list[Objective]] = {}
    for suit in SUITS:
        face = state.dice.get(suit)
        if face is not None:
            objective = Objective(suit, face == "ace" and _coin_of(state, suit) is not None)
            by_points.setdefault(ruleset.his_points[face], []).append(objective)
    return [by_points[points] for points in sorted(by_points, reverse=True)]


def _aims(ruleset: Ruleset, state: State, clause: str, objectives: list[Objective]) -> list[Aim]:
    return [_aim(ruleset, state, clause, objective) for objective in objectives]


def _aim(ruleset: Ruleset, state: State, clause: str, objective: Objective) -> Aim:
    """The nearest cube of the suit, or its coin if that is nearer (PM-12), or the coin (PM-13)."""
    suits = (objective.suit, ruleset.wild)  # PM-70: wild ones count as the objective's suit
    cubes = frozenset(square for square, suit in state.cubes.items() if suit in suits)
    valid = suits if ruleset.rules.wild_coin else suits[:1]
    coins = frozenset(square for square, coin in state.coins.items() if coin.suit in valid)
    own = _coin_of(state, objective.suit)
    if objective.coin and own is not None:
        return Aim(clause, frozenset((own,)), objective=objective, instead=cubes | coins)
    return Aim(clause, cubes | coins, cubes, objective._replace(coin=False))


def targets_of(ruleset: Ruleset, state: State, objective: Objective) -> frozenset[str]:
    """Every square with something of his objective: empty once nothing of it is left (PM-24)."""
    aim = _aim(ruleset, state, "PM-24", objective)
    return aim.targets | aim.instead


def _coin_of(state: State, suit: str) -> str | None:
    """The square of the suit's power coin, while it is on the board."""
    return next((square for square, coin in state.coins.items() if coin.suit == suit), None)


def _hunger_tiers(ruleset: Ruleset, state: State) -> Iterator[list[Aim]]:
    """His aims in hunger: Vulnerable ghosts (PM-60, PM-63), then what PM-65 names."""
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


# --- Decisions -----------------------------------------------------------------------------------


class Route(NamedTuple):
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
    way: Route | None
    """The way that he takes; None when he stays."""
    routes: tuple[Route, ...] = ()
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
        return find_paths(
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
        return find_paths(self.ruleset, self.state, frozenset(), dangers=True, exhaustive=True)

    @property
    def costs(self) -> Costs:
        """What his actions cost now (PM-15; PM-61 in hunger)."""
        return self.ruleset.costs_for(self.state)

    def path_to(self, square: str) -> Path | None:
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

    def is_aimed_at(self, square: str) -> bool:
        """Is the square one that the way's own rivals, or itself, would do with?"""
        return any(square in way.targets for way in self.routes)

    def thing_on(self, square: str) -> str:
        """What he could go for on a square, in two words."""
        return thing_on(self.ruleset, self.state, square)

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """Everything that he could go for, or would have, had a way led there; cheapest first."""
        aimed = [way.targets for way in self.routes]
        passed = [aim.targets | aim.instead for aim in self.unreachable]
        found = [
            Candidate(
                square,
                self.thing_on(square),
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
        return " ".join(decision_sentences(self))

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


def find_paths(
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


def thing_on(ruleset: Ruleset, state: State, square: str) -> str:
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


# --- Choosing ------------------------------------------------------------------------------------


Tiers = Callable[[Ruleset, State, str | None], Iterable[list[Aim]]]


def decide(
    ruleset: Ruleset, state: State, suit: str | None = None, tiers: Tiers = aim_tiers
) -> Decision:
    """What Piecepackman goes for now, by the dice that lie on the table.

    ``suit`` is that of an objective that he reached in this very movement (PM-20). Another
    ``tiers`` asks what he would do if his aims were others.
    """
    out_of_reach: list[Aim] = []
    for tier in tiers(ruleset, state, suit):
        found = [(aim, _route(ruleset, state, aim)) for aim in tier]
        ways = [way for _, way in found if way is not None]
        out_of_reach += [aim for aim, way in found if way is None]
        if ways:
            chosen = _choose(ruleset, state, ways)
            return replace(chosen, unreachable=tuple(out_of_reach), suit=suit)
    clause = "PM-65" if state.hungry else "PM-24"
    return Decision(ruleset, state, clause, None, unreachable=tuple(out_of_reach), suit=suit)


# --- the way to one aim ---------------------------------------------------------------------


def _route(ruleset: Ruleset, state: State, aim: Aim) -> Route | None:
    """The cheapest path; if a Dangerous ghost is on it, the cheapest that avoids it (PM-16)."""
    free = _free_path(ruleset, state, aim)
    if free is None:
        return None
    if ruleset.dangers(state).keys().isdisjoint(free.squares):
        return Route(aim, free, free)
    barred = _clear_path(ruleset, state, aim.targets | aim.instead, aim.first)
    return None if barred is None else Route(aim, barred, free)


def _free_path(ruleset: Ruleset, state: State, aim: Aim) -> Path | None:
    """What ``_clear_path`` finds when no ghost is in the way, from what the table keeps."""
    costs = ruleset.costs_for(state)
    search = ruleset.free_search(state.square, state.heading, costs)
    reached = {
        square: cost for square in aim.targets if (cost := search.cost_to(square)) is not None
    }
    if not reached:
        return None
    lowest = min(reached.values())
    nearest = [square for square in reached if reached[square] == lowest]
    squares = [square for square in nearest if square in aim.first] or nearest
    return ruleset.free_path(state.square, state.heading, costs, *sorted(squares))


def _clear_path(
    ruleset: Ruleset, state: State, targets: frozenset[str], first: frozenset[str]
) -> Path | None:
    """The path past Dangerous ghosts to the nearest target; at equal cost to one of the ``first``
    (PM-12). Of equally cheap ones the search's tie rule takes one (PM-15).
    """
    search = find_paths(ruleset, state, targets, dangers=True)
    if not search.reached:
        return None
    preferred = first.intersection(search.nearest)
    if preferred and len(preferred) < len(search.nearest):
        search = find_paths(ruleset, state, preferred, dangers=True)
    return search.path()


# --- which of them ---------------------------------------------------------------------------


def _choose(ruleset: Ruleset, state: State, ways: list[Route]) -> Decision:
    """The cheapest way; at equal cost fewer quarter turns, then suit order or chance (PM-14)."""
    best, settled_by = ways[0], "only one"
    if len(ways) > 1:
        ranked = sorted(ways, key=lambda way: _rank(ruleset, state, way))
        best, second = ranked[:2]
        settled_by = _difference(ruleset, best, second)
    clause = _clause(best, ways)
    return Decision(ruleset, state, clause, best, tuple(ways), settled_by)


def _rank(ruleset: Ruleset, state: State, way: Route) -> tuple[int, int, int]:
    suit = way.aim.objective.suit if way.aim.objective else SUITS[0]
    order = state.dice.get("tie", "") if ruleset.rules.tie_break == "random" else ""
    place = order.split("-").index(suit) if order else SUITS.index(suit)
    return way.path.cost, way.path.quarter_turns, place


def _difference(ruleset: Ruleset, best: Route, second: Route) -> str:
    if best.path.cost != second.path.cost:
        return "cost"
    if best.path.quarter_turns != second.path.quarter_turns:
        return "quarter turns"
    return "suit order" if ruleset.rules.tie_break == "suit-order" else "chance"


def _clause(best: Route, ways: list[Route]) -> str:
    """The clause that a decision goes under: the most particular one that had a part in it."""
    aim = best.aim
    if best.cut_off and aim.objective is not None:  # in hunger PM-63 and PM-65 say it themselves
        return "PM-16"
    if aim.clause == "PM-12" and len(ways) > 1:
        return "PM-14"
    if aim.clause == "PM-12" and aim.objective and aim.objective.coin:
        return "PM-13"
    return aim.clause


# --- Reasons in words ----------------------------------------------------------------------------


MOST_EQUAL_PATHS = 200  # of the equally cheap ways, when it is told why one of them isn't taken
MERGED_RUN = 3  # so many equal actions in a row are told together


class Explanation(NamedTuple):
    """A reason in words, and the clause that it goes by."""

    text: str
    clause: str


# --- the whole decision ---------------------------------------------------------------------


def decision_sentences(decision: Decision) -> Iterator[str]:
    """The decision, a sentence at a time."""
    way = decision.way
    yield from _out_of_reach(decision)
    if way is None:
        yield "Nothing that he could go for can be reached: he stays."
        return
    yield f"{_heads_for(decision, way)}: it costs {way.path.cost}, {_turning(way.path)}."
    if way.cut_off:
        free = f"The cheapest way, to {way.free.target} for {way.free.cost}"
        yield f"{free}, is cut off by {barring_ghosts(decision, way.free)}."
    if way.path.decided_by != "only one":
        yield f"Among equally cheap ways: {way.path.decided_by}."
    for rival in decision.routes:
        if rival is not way:
            yield f"The {_target_name(decision, rival)} would cost {rival.path.cost}."
    if decision.settled_by not in ("only one", "cost"):
        decides = "decide" if decision.settled_by == "quarter turns" else "decides"
        yield f"Costs are equal: {decision.settled_by} {decides}."


def _out_of_reach(decision: Decision) -> Iterator[str]:
    """That what comes first can't be reached (PM-24, PM-65), where he does something else."""
    if decision.way is None or not decision.unreachable:
        return
    if decision.state.hungry:
        yield "No Vulnerable ghost can be reached (PM-65)."
        return
    suits = {aim.objective.suit for aim in decision.unreachable if aim.objective}
    if suits and decision.way.aim.clause == "PM-24":
        yield f"Nothing of {join_list(sorted(suits), 'or')} can be reached (PM-24)."


def _heads_for(decision: Decision, way: Route) -> str:
    """What he goes for, and that it is an objective from before (PM-21)."""
    goes = f"goes for the {_target_name(decision, way)}"
    if way.aim.clause != "PM-21" or way.aim.objective is None:
        return f"He {goes}"
    suit, coin = way.aim.objective
    if coin and way.path.target not in way.aim.targets:
        return f"He keeps his objective from before (PM-21), the {suit} power coin, and {goes}"
    return f"He keeps his objective from before (PM-21) and {goes}"


def _turning(path: Path) -> str:
    turns = path.quarter_turns
    return f"with {count_noun(turns, 'quarter turn')}" if turns else "without a quarter turn"


def _target_name(decision: Decision, way: Route) -> str:
    target = way.path.target
    return f"{decision.thing_on(target)} on {target}"


def barring_ghosts(decision: Decision, path: Path) -> str:
    """The Dangerous ghosts on a path, in words (PM-16)."""
    return join_list(
        f"the Dangerous {suit} ghost on {square}"
        for square, suit in decision.dangers.items()
        if square in path.squares
    )


# --- one candidate ----------------------------------------------------------------------------


def explain_candidate(decision: Decision, candidate: Candidate) -> Explanation:
    """Why he goes for this candidate, or why not."""
    if candidate.chosen:
        return Explanation("he goes for it", decision.clause)
    path = decision.path_to(candidate.square)
    if path is None:
        return Explanation("no way leads there", "PM-24")
    if candidate.cost is None:
        return Explanation(f"{barring_ghosts(decision, path)} cuts it off", "PM-16")
    chosen = decision.path
    if chosen is None:
        return Explanation("he stays", decision.clause)
    first = "PM-63" if decision.state.hungry else "PM-12"
    if not decision.is_aimed_at(candidate.square):
        return Explanation("it counts only when nothing that comes first can be reached", "PM-24")
    dearer = candidate.cost - chosen.cost
    if dearer > 0:
        more = f"{count_noun(dearer, 'point')} more than {chosen.target}"
        return Explanation(more + _ghosts_extra(decision, candidate), first)
    return _at_equal_cost(decision, candidate, chosen)


def _ghosts_extra(decision: Decision, candidate: Candidate) -> str:
    """What Dangerous ghosts add to the cost of a candidate (PM-16)."""
    if candidate.free_cost == candidate.cost:
        return ""
    free = decision.free.path(candidate.square)
    return f"; {candidate.free_cost} but for {barring_ghosts(decision, free)}"


def _at_equal_cost(decision: Decision, candidate: Candidate, chosen: Path) -> Explanation:
    way = decision.way
    assert way is not None
    more = (candidate.quarter_turns or 0) - chosen.quarter_turns
    ties = "PM-61" if decision.state.hungry else "PM-15"
    if candidate.square not in way.targets:  # another suit's (PM-14)
        if more > 0:
            return Explanation(
                f"as cheap, but with {count_noun(more, 'more quarter turn')}", "PM-14"
            )
        return Explanation(f"as cheap, but {decision.settled_by} decides", "PM-14")
    if chosen.target in way.aim.first and candidate.square not in way.aim.first:
        return Explanation("as cheap, but cubes come before coins", "PM-12")
    path = decision.path_to(candidate.square)
    assert path is not None
    return Explanation(f"as cheap, but {tie_reason(chosen, path)}", ties)


def tie_reason(chosen: Path, other: Path) -> str:
    """Why the tie rule takes ``chosen`` and not an equally cheap ``other`` (PM-15)."""
    more = other.quarter_turns - chosen.quarter_turns
    if more > 0:
        return f"with {count_noun(more, 'more quarter turn')}"
    for mine, its in zip(chosen.actions, other.actions, strict=False):
        if mine != its:
            if mine == "forward":
                return "it turns sooner: straight longest comes first"
            return "it turns right: left comes first"
    return "it is the same way"


def equal_paths(decision: Decision) -> tuple[int, list[Path]]:
    """How many other ways are as cheap as the one taken, and the first of them (PM-15)."""
    if decision.path is None:
        return 0, []
    graph = decision.search().graph()
    taken = decision.path.nodes
    return graph.count - 1, [
        path for path in islice(graph, MOST_EQUAL_PATHS) if path.nodes != taken
    ]


def path_text(path: Path) -> str:
    """A path's cost and its actions: "3 points: right turn 1, forward 1, forward 1"."""
    return f"{count_noun(path.cost, 'point')}: {', '.join(_actions(path))}"


def _actions(path: Path) -> Iterator[str]:
    """What he does on a path, with what each action costs; many in a row are told together."""
    for action, run in groupby(path.actions):
        name = "forward" if action == "forward" else f"{action} turn"
        number, each = len(list(run)), f"{name} {path.costs.of(action)}"
        yield from [each] * number if number < MERGED_RUN else [f"{number} × {each}"]


@lru_cache(maxsize=8)
def wrong_grids(ruleset: Ruleset) -> FrozenDict[str, WrongGrid]:
    """How the maze could be got wrong."""
    maze = ruleset.maze
    squares = ruleset.his_grid.squares
    shut = {
        square: {
            heading: to
            for heading, to in ruleset.his_grid.exits[square].items()
            if (square, heading) not in maze.portals
        }
        for square in squares
    }
    walls = Grid({square: dict(_unwalled_steps(maze, square, squares)) for square in squares})
    return FrozenDict(
        {
            "walls": WrongGrid("steps lead through walls", walls),
            "house": WrongGrid("the ghost house is entered (PM-23)", maze.grid),
            "portals": WrongGrid("portals lead nowhere (PM-22)", Grid(shut)),
        }
    )


def _unwalled_steps(maze: Maze, square: str, squares: Collection[str]) -> Iterator[tuple[str, str]]:
    """The ways out of a square if no stick stood in the maze."""
    for heading in STEPS:
        if (square, heading) in maze.portals:
            yield heading, maze.far_end(square, heading)
        elif beyond(square, heading) in squares:
            yield heading, beyond(square, heading)
