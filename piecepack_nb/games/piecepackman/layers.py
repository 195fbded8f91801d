"""Layers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import capitalise, count_noun
from piecepack_nb.games.piecepackman.areas import at
from piecepack_nb.games.piecepackman.decision import (
    Candidate,
    Decision,
    decide,
    equal_paths,
    explain_candidate,
    find_paths,
    path_text,
    tie_reason,
    wrong_grids,
)
from piecepack_nb.games.piecepackman.game import Piecepackman
from piecepack_nb.games.piecepackman.movement import HEADING_NAMES
from piecepack_nb.games.piecepackman.state import State
from piecepack_nb.scene import Layer, Mark, NestedFilm, Scene, Spot, TextTable
from piecepack_nb.scene.layout import segments as parted
from piecepack_nb.search import Node, Path, SearchResult, TraceEvent
from piecepack_nb.search.problem import SearchProblem

PATH, CANDIDATES, TIES, CUT_OFF = "way", "candidates", "ties", "cut off"
PATH_LAYER = Layer(PATH, "His way")
MOST_DRAWN = 4  # ways as cheap as his, at most
MOST_LISTED = 8  # of them in the table
PATH_SPOT = "way "
"""How the ids of the spots begin that stay until he has gone his way."""


class Overlay(NamedTuple):
    """What a scene has to say about a decision."""

    marks: tuple[Mark, ...]
    spots: tuple[Spot, ...]
    layers: tuple[Layer, ...]
    listings: tuple[TextTable, ...]


NO_OVERLAY = Overlay((), (), (), ())


def decision_overlay(game: Piecepackman, decision: Decision) -> Overlay:
    """The decision in marks that can be asked why, and in tables."""
    others, ways = equal_paths(decision)
    parts = {
        PATH_LAYER: _path_marks(game, decision),
        Layer(CANDIDATES, "What else he could go for"): _candidate_marks(game, decision),
        Layer(TIES, f"Ways as cheap ({others} more)"): _tie_marks(game, decision, ways),
        Layer(CUT_OFF, "Cut off by Dangerous ghosts"): _cut_off_marks(game, decision),
    }
    marks = {layer: tuple(drawn) for layer, drawn in parts.items()}
    return Overlay(
        tuple(mark._replace(layer=layer.id) for layer in marks for mark in marks[layer]),
        tuple(_spots(game, decision)),
        tuple(layer for layer in marks if marks[layer]),
        tuple(_tables(decision, others, ways)),
    )


# --- the layers -------------------------------------------------------------------------------


def _path_marks(game: Piecepackman, decision: Decision) -> Iterator[Mark]:
    """The way that he takes with its running cost (PM-15)."""
    path = decision.path
    if path is not None and path.actions:
        yield from _line_marks(game, "path", path.squares)
        yield from cost_marks(game, path)
        yield Mark("target", *at(game.ruleset.maze, path.target))
        yield _badge(game, path.target, path.cost, decision)


def _candidate_marks(game: Piecepackman, decision: Decision) -> Iterator[Mark]:
    """Whatever else he could go for, each with its cost (PM-12)."""
    for candidate in decision.candidates:
        if candidate.chosen:
            continue
        if candidate.cost is None:
            yield Mark("blocked", *at(game.ruleset.maze, candidate.square))
        else:
            yield _badge(game, candidate.square, candidate.cost, decision)


def _tie_marks(game: Piecepackman, decision: Decision, ways: Iterable[Path]) -> Iterator[Mark]:
    """Where equally cheap ways part from his (PM-15)."""
    taken = decision.path
    if taken is None:
        return
    seen = set[tuple[str, ...]]()
    for way in ways:
        apart = _different_part(way.squares, taken.squares)
        if len(apart) > 1 and apart not in seen and len(seen) < MOST_DRAWN:
            seen.add(apart)
            yield from _line_marks(game, "trail", apart)


def _different_part(way: tuple[str, ...], taken: tuple[str, ...]) -> tuple[str, ...]:
    """The part of a way that another hasn't, from where they part to where they meet again."""
    first = 0
    while way[first : first + 2] == taken[first : first + 2] and first < len(way) - 1:
        first += 1
    last = 0
    while way[-2 - last :][:2] == taken[-2 - last :][:2] and last < len(way) - 1 - first:
        last += 1
    return way[first : len(way) - last]


def _cut_off_marks(game: Piecepackman, decision: Decision) -> Iterator[Mark]:
    """The way that a Dangerous ghost stands on, and what it would have cost (PM-16)."""
    if decision.way is not None and decision.way.cut_off:
        yield from _barred_marks(game, decision, decision.way.free)


def _barred_marks(game: Piecepackman, decision: Decision, path: Path) -> Iterator[Mark]:
    yield from _line_marks(game, "lost", path.squares)
    for square in decision.dangers:
        if square in path.squares:
            yield Mark("blocked", *at(game.ruleset.maze, square))
    x, y = at(game.ruleset.maze, path.target)
    yield Mark("text", x, round(y + 0.4, 2), label=f"{path.cost} if clear")


def _badge(game: Piecepackman, square: str, cost: int, decision: Decision) -> Mark:
    x, y = at(game.ruleset.maze, square)
    what = decision.thing_on(square).split()[0]
    suit = what if what in SUITS else ""
    return Mark("cost", round(x + 0.32, 2), round(y - 0.32, 2), label=str(cost), suit=suit)


# --- ways ---------------------------------------------------------------------------------------


def cost_marks(game: Piecepackman, path: Path) -> Iterator[Mark]:
    """What a way has cost after each step, and at its corners after each quarter turn."""
    maze = game.ruleset.maze
    turned = 0  # twice on one square only where he starts by turning round
    for action, (square, _), cost in zip(path.actions, path.nodes[1:], path.running, strict=True):
        x, y = at(maze, square)
        if action == "forward":
            turned = 0
            if square != path.target:
                yield Mark("text", round(x - 0.33, 2), round(y + 0.32, 2), label=str(cost))
        else:
            y += 0.32 if turned else -0.32
            yield Mark(f"turn-{action}", round(x - 0.29, 2), round(y, 2), label=str(cost))
            turned += 1


def path_lines(
    game: Piecepackman, squares: tuple[str, ...]
) -> Iterator[tuple[tuple[float, float], ...]]:
    """The lines to draw for a way; a portal parts it (PM-22)."""
    for line in parted(squares, game.ruleset.ways.by_portal):
        yield tuple(at(game.ruleset.maze, square) for square in line)


def _line_marks(game: Piecepackman, kind: str, squares: tuple[str, ...]) -> Iterator[Mark]:
    for stretch in path_lines(game, squares):
        yield Mark(kind, points=stretch)


# --- every number can be asked why ---------------------------------------------------------------


def _spots(game: Piecepackman, decision: Decision) -> Iterator[Spot]:
    """His way square by square, and the candidates beside it."""
    on_the_way = set()
    path = decision.path
    if path is not None:
        for spot, square in _path_spots(game, decision, path):
            on_the_way.add(square)
            yield spot
    for candidate in decision.candidates:
        if candidate.square not in on_the_way:
            yield _candidate_spot(game, decision, candidate)
    yield from _ghost_spots(game, decision, on_the_way)


def _path_spots(game: Piecepackman, decision: Decision, path: Path) -> Iterator[tuple[Spot, str]]:
    """One for each square on it, with what was done and paid there."""
    done: dict[str, list[str]] = {}
    last: dict[str, int] = {}
    for action, (square, _), cost in zip(path.actions, path.nodes[1:], path.running, strict=True):
        name = "forward" if action == "forward" else f"{action} turn"
        done.setdefault(square, []).append(f"{name} {path.costs.of(action)}")
        last[square] = cost
    for square, actions in done.items():
        if square == path.target:
            continue
        tip = f"{', '.join(actions)}: {count_noun(last[square], 'point')} so far."
        name = f"{square}, on his way, {last[square]} so far"
        clause = "PM-61" if decision.state.hungry else "PM-15"
        spot = _spot(game, square, name, capitalise(tip), clause)
        yield spot._replace(id=PATH_SPOT + square), square
    chosen = next(each for each in decision.candidates if each.chosen)
    yield _candidate_spot(game, decision, chosen)._replace(id=PATH_SPOT + path.target), path.target


def _candidate_spot(game: Piecepackman, decision: Decision, candidate: Candidate) -> Spot:
    """A candidate: what it costs, action by action, and why he goes for it or doesn't."""
    square, what, cost = candidate[:3]
    why = explain_candidate(decision, candidate)
    path = decision.path_to(square)
    price = "out of reach" if cost is None else f"costs {cost}"
    name = f"{square}, {what}, {price}{', chosen' if candidate.chosen else ''}"
    if path is None:
        return _spot(game, square, name, f"{capitalise(why.text)}.", why.clause)
    if cost is None:
        preview = tuple(_barred_marks(game, decision, path))
        tip = f"{capitalise(why.text)}; if it were clear, {path_text(path)}."
    else:
        preview = (*_line_marks(game, "path", path.squares), *cost_marks(game, path))
        tip = f"{path_text(path)}. {capitalise(why.text)}."
    preview = () if candidate.chosen else preview
    return _spot(game, square, name, tip, why.clause, preview)


def _ghost_spots(game: Piecepackman, decision: Decision, taken: set[str]) -> Iterator[Spot]:
    """The Dangerous ghosts that stand on the way that would be cheapest (PM-16)."""
    way = decision.way
    if way is None or not way.cut_off:
        return
    known = taken | {candidate.square for candidate in decision.candidates}
    for square, suit in decision.dangers.items():
        if square in way.free.squares and square not in known:
            name = f"{square}, Dangerous {suit} ghost, on the cheapest way"
            tip = f"It cuts off the cheapest way, to {way.free.target}: {path_text(way.free)}."
            preview = tuple(_barred_marks(game, decision, way.free))
            yield _spot(game, square, name, tip, "PM-16", preview)


def _spot(
    game: Piecepackman,
    square: str,
    name: str,
    tip: str,
    clause: str,
    preview: tuple[Mark, ...] = (),
) -> Spot:
    x, y = at(game.ruleset.maze, square)
    return Spot(f"why {square}", x, y, name=name, role="why", tip=tip, clause=clause,
                preview=preview)  # fmt: skip


# --- in tables ----------------------------------------------------------------------------------


def _tables(decision: Decision, others: int, ways: list[Path]) -> Iterator[TextTable]:
    head = ("Square", "What", "Costs", "Steps", "Quarter turns", "Without Dangerous ghosts", "Why")
    rows = tuple(_row(decision, candidate) for candidate in decision.candidates)
    yield TextTable("What he could go for", head, rows)
    if others and decision.path is not None:
        yield _path_table(decision.path, others, ways)


def _row(decision: Decision, candidate: Candidate) -> tuple[str, ...]:
    path = decision.path_to(candidate.square)
    why = explain_candidate(decision, candidate)
    counts = ("", "")
    if path is not None and candidate.cost is not None:
        counts = (str(path.actions.count("forward")), str(path.quarter_turns))
    return (
        candidate.square,
        candidate.what,
        "cut off" if candidate.cost is None else str(candidate.cost),
        *counts,
        "no way" if candidate.free_cost is None else str(candidate.free_cost),
        f"{why.text} ({why.clause})",
    )


def _path_table(taken: Path, others: int, ways: list[Path]) -> TextTable:
    """His way, and those that are as cheap."""
    rows = [(str(taken), str(taken.cost), str(taken.quarter_turns), "taken")]
    rows += [
        (str(way), str(way.cost), str(way.quarter_turns), tie_reason(taken, way))
        for way in islice(ways, MOST_LISTED)
    ]
    if others > MOST_LISTED:
        rows.append((f"and {others - MOST_LISTED} more", str(taken.cost), "", ""))
    return TextTable("Ways as cheap", ("Way", "Costs", "Quarter turns", "Why"), tuple(rows))


# --- The search ----------------------------------------------------------------------------------


SEARCH_LAYERS = (
    Layer("cost", "Costs"),
    Layer("frontier", "Frontier"),
    Layer("came from", "Came from"),
)
AHEAD = {"N": (0.0, -1.0), "E": (1.0, 0.0), "S": (0.0, 1.0), "W": (-1.0, 0.0)}
SEARCH_LINGER = 0.25


def search_film(game: Piecepackman, _before: Any, step: Any, scene: Scene) -> NestedFilm | None:
    """The very search behind a step's decision, expansion by expansion; None without one."""
    decision = step.event.why
    if not isinstance(decision, Decision) or decision.way is None:
        return None
    search = decision.search(trace=True)
    clause = "PM-61" if decision.state.hungry else "PM-15"
    bare = scene._replace(
        marks=(), spots=(), layers=SEARCH_LAYERS, clause=clause, linger=SEARCH_LINGER
    )
    ruleset = tuple(mark for mark in scene.marks if not mark.layer)
    picture = _SearchPicture(game, search, decision, (*ruleset, *_target_marks(game, search)))
    expansions = list(_expansions(search.trace))
    bare = bare._replace(listings=(_search_table(expansions),))
    frames = [picture.after(bare, events) for events in expansions]
    frames.append(picture.ended(bare, decision))
    return NestedFilm("The search", tuple(frames))


def _target_marks(game: Piecepackman, search: SearchResult) -> Iterator[Mark]:
    """What would do, and what can't be entered."""
    for square in search.targets:
        yield Mark("target", *at(game.ruleset.maze, square))
    for square in sorted(search.blocked):
        yield Mark("blocked", *at(game.ruleset.maze, square))


def _expansions(trace: Iterable[TraceEvent]) -> Iterator[list[TraceEvent]]:
    """What happened, cut before each node that is settled."""
    events: list[TraceEvent] = []
    for event in trace:
        if event.kind == "settled" and events:
            yield events
            events = []
        if event.kind != "passed over":
            events.append(event)
    yield events


class _SearchPicture:
    """What the search knows so far, as marks."""

    def __init__(
        self, game: Piecepackman, search: SearchResult, decision: Decision, marks: tuple[Mark, ...]
    ) -> None:
        self.game = game
        self.search = search
        self.highest = max(search.cost or 0, 1)
        self.marks = list(marks)
        self.frontier: dict[Node, tuple[int, Mark]] = {}
        self.came: dict[Node, TraceEvent] = {}
        self.seen: dict[str, int] = {}
        self.settled = 0

    def after(self, bare: Scene, events: list[TraceEvent]) -> Scene:
        """The scene after an expansion: a node settled, then looked on from."""
        first, *looks = events
        self._settle(first)
        for look in looks:
            if look.kind == "improved":
                self._reach(look)
        return bare._replace(marks=tuple(self.marks), caption=_expansion_text(first, looks))

    def ended(self, bare: Scene, decision: Decision) -> Scene:
        """The last scene: the way, read back along the arrows."""
        path = decision.path
        assert path is not None
        caption = (
            f"{path.target} is reached for {path.cost}, and all that is as near is known: the "
            f"search ends, with {count_noun(self.settled, 'node')} settled. Back along the arrows: "
            f"{'-'.join(reversed(path.squares))}."
        )
        lines = [Mark("path", points=line) for line in path_lines(self.game, path.squares)]
        return bare._replace(marks=(*self.marks, *lines), caption=caption, linger=1.0)

    def _settle(self, event: TraceEvent) -> None:
        square, heading, cost = event.square, event.heading, event.cost
        node = square, heading
        if node in self.frontier:
            self.marks.remove(self.frontier.pop(node)[1])
        self.settled += 1
        if square in self.seen:
            return
        self.seen[square] = cost
        x, y = at(self.game.ruleset.maze, square)
        heat = round(min(cost / self.highest, 1), 2)
        self.marks.append(Mark("heat", x, y, label=str(cost), value=heat, layer="cost"))
        came = self.came.get(node)
        if came is not None and came.origin is not None:
            dx, dy = AHEAD[heading]
            start = at(self.game.ruleset.maze, came.origin[0])
            if self.game.ruleset.ways.by_portal(came.origin[0], square):
                start = round(x - 0.9 * dx, 2), round(y - 0.9 * dy, 2)
            self.marks.append(Mark("trail", points=(start, (x, y)), layer="came from"))

    def _reach(self, look: TraceEvent) -> None:
        node = look.square, look.heading
        self.came[node] = look
        if node in self.frontier:
            self.marks.remove(self.frontier[node][1])
        x, y = at(self.game.ruleset.maze, look.square)
        dx, dy = AHEAD[look.heading]
        x, y = round(x + 0.31 * dx + 0.06 * abs(dy), 2), round(y + 0.31 * dy, 2)
        mark = Mark("frontier", x, y, label=str(look.cost), layer="frontier")
        self.frontier[node] = look.cost, mark
        self.marks.append(mark)


def _search_table(expansions: list[list[TraceEvent]]) -> TextTable:
    """The whole search in words: the same table in every scene of it, so that it is sent once."""
    head = ("Settled", "Square", "Heading", "Cost", "From here")
    rows = (
        (
            str(number),
            first.square,
            HEADING_NAMES[first.heading],
            str(first.cost),
            _looks_text(first, looks),
        )
        for number, (first, *looks) in enumerate(expansions, start=1)
    )
    return TextTable("The search in words", head, tuple(rows))


def _expansion_text(settled: TraceEvent, looks: list[TraceEvent]) -> str:
    """An expansion in words."""
    here = f"{settled.square} facing {HEADING_NAMES[settled.heading]} is settled at cost {settled.cost}"
    ahead = _looks_text(settled, looks)
    return f"{here}; from here: {ahead}."


def _looks_text(settled: TraceEvent, looks: list[TraceEvent]) -> str:
    """What was found by looking on from a node."""
    found = [_look_text(look, settled) for look in looks if look.kind == "improved"]
    barred = [f"{look.square} is blocked" for look in looks if look.kind == "blocked"]
    return ", ".join([*found, *barred]) or "nothing that is not known as cheaply"


def _look_text(look: TraceEvent, settled: TraceEvent) -> str:
    if look.square == settled.square:
        return f"facing {HEADING_NAMES[look.heading]} for {look.cost}"
    return f"{look.square} for {look.cost}"


# --- The search problem --------------------------------------------------------------------------


def search_problem(
    game: Piecepackman,
    state: State,
    steps: Iterable[Step] = (),
    targets: Collection[str] | None = None,
) -> tuple[State, SearchProblem]:
    """The question that he asked himself last in ``steps``, and the state that he asked it in.

    Without such a step it is what he would ask in ``state``, as its dice lie. ``targets`` are
    squares to find instead of his own. Raises BadInput where there is nothing to ask yet.
    """
    decisions = [step.event.why for step in steps if isinstance(step.event.why, Decision)]
    if decisions and targets is None:
        return decisions[-1].state, _problem_of(decisions[-1])
    if targets is not None:
        search = find_paths(game.ruleset, state, frozenset(targets), dangers=True)
        return state, replace(_problem_of(Decision(game.ruleset, state, "", None)), search=search)
    if not state.dice and state.objective is None and not state.hungry:
        raise BadInput(
            "he has nothing to decide here: no dice lie on the table, and he has no objective; "
            "accepted: a match after his roll, or targets=['f4', …]"
        )
    return state, _problem_of(decide(game.ruleset, state))


def _problem_of(decision: Decision) -> SearchProblem:
    """A decision as a question to the search."""
    ruleset = decision.ruleset
    places = FrozenDict({square: at(ruleset.maze, square) for square in ruleset.maze.squares})
    return SearchProblem(decision.search(), places, wrong_grids(ruleset), decision.path)
