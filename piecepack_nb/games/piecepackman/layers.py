"""A decision of Piecepackman on the board: layers of marks, tables, and the search behind it.

Vocabulary
    layer      marks that are shown and hidden together: his path, the candidates, equally cheap
               paths, paths that Dangerous ghosts cut off
    expansion  one node settled by the search (a square and a heading), and the nodes reached from
               it: one frame
    frontier   the nodes that were reached and are not settled yet
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.lattice import HEADING_NAMES
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import capitalise, count_noun
from piecepack_nb.games.piecepackman.areas import OUT, at
from piecepack_nb.games.piecepackman.decision import (
    Decision,
    Destination,
    decide,
    equal_paths,
    explain_candidate,
    find_paths,
    path_text,
    tie_reason,
    wrong_grids,
)
from piecepack_nb.games.piecepackman.game import Piecepackman
from piecepack_nb.games.piecepackman.maze import Maze
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import State
from piecepack_nb.scene import Layer, Mark, NestedFilm, Overlay, Scene, Spot, TextTable
from piecepack_nb.scene.layout import segments
from piecepack_nb.search import Node, Path, SearchResult, TraceEvent
from piecepack_nb.search.problem import SearchProblem

PATH_LAYER = Layer("way", "His path")
CANDIDATES, TIES, CUT_OFF = "candidates", "ties", "cut off"
MOST_DRAWN = 4
"""The most equally cheap paths that are drawn."""
MOST_LISTED = 8
"""The most equally cheap paths in the table."""
PATH_SPOT = "way "
"""The start of the ids of spots that stay until he has gone his path."""
SEARCH_LAYERS = (
    Layer("cost", "Costs"),
    Layer("frontier", "Frontier"),
    Layer("came from", "Came from"),
)
SEARCH_LINGER = 0.25
MOST_EXPANSIONS = 1000
"""The most expansions that a film shows; the package's mazes have at most 400 nodes."""


def decision_overlay(decision: Decision) -> Overlay:
    """Return the decision as marks, spots that explain them, and tables."""
    others, paths = equal_paths(decision)
    parts = {
        PATH_LAYER: _path_marks(decision),
        Layer(CANDIDATES, "Everything else he could head for"): _candidate_marks(decision),
        Layer(TIES, f"Equally cheap paths ({others} more)"): _tie_marks(decision, paths),
        Layer(CUT_OFF, "Cut off by Dangerous ghosts"): _cut_off_marks(decision),
    }
    marks = {layer: tuple(drawn) for layer, drawn in parts.items()}
    return Overlay(
        tuple(mark._replace(layer=layer.id) for layer in marks for mark in marks[layer]),
        tuple(_spots(decision)),
        tuple(layer for layer in marks if marks[layer]),
        tuple(_tables(decision, others, paths)),
    )


# --- The layers ----------------------------------------------------------------------------------


def _path_marks(decision: Decision) -> Iterator[Mark]:
    """Yield the path that he takes with its running cost (PM-15)."""
    path = decision.path
    if path is not None and path.actions:
        yield from line_marks(decision.ruleset, "path", path.squares)
        yield from cost_marks(decision.ruleset.maze, path)
        yield Mark("target", *at(decision.ruleset.maze, path.target))
        yield _badge(decision, path.target, path.cost)


def _candidate_marks(decision: Decision) -> Iterator[Mark]:
    """Yield the other squares that he could head for, each with its cost (PM-12)."""
    for candidate in decision.candidates:
        if candidate.chosen:
            continue
        if candidate.cost is None:
            yield Mark("blocked", *at(decision.ruleset.maze, candidate.square))
        else:
            yield _badge(decision, candidate.square, candidate.cost)


def _tie_marks(decision: Decision, paths: Iterable[Path]) -> Iterator[Mark]:
    """Yield the parts in which equally cheap paths differ from his (PM-15)."""
    taken = decision.path
    if taken is None:
        return
    seen = set[tuple[str, ...]]()
    for path in paths:
        part = _different_part(path.squares, taken.squares)
        if len(part) > 1 and part not in seen and len(seen) < MOST_DRAWN:
            seen.add(part)
            yield from line_marks(decision.ruleset, "trail", part)


def _different_part(path: tuple[str, ...], taken: tuple[str, ...]) -> tuple[str, ...]:
    """Return the squares of a path from where it leaves another to where they meet again."""
    first = 0
    while path[first : first + 2] == taken[first : first + 2] and first < len(path) - 1:
        first += 1
    last = 0
    while path[-2 - last :][:2] == taken[-2 - last :][:2] and last < len(path) - 1 - first:
        last += 1
    return path[first : len(path) - last]


def _cut_off_marks(decision: Decision) -> Iterator[Mark]:
    """Yield the path that a Dangerous ghost is on, and its cost without the ghost (PM-16)."""
    if decision.route is not None and decision.route.cut_off:
        yield from _blocked_marks(decision, decision.route.free)


def _blocked_marks(decision: Decision, path: Path) -> Iterator[Mark]:
    maze = decision.ruleset.maze
    yield from line_marks(decision.ruleset, "lost", path.squares)
    for square in decision.dangers:
        if square in path.squares:
            yield Mark("blocked", *at(maze, square))
    x, y = at(maze, path.target)
    yield Mark("text", x, round(y + 0.4, 2), label=f"{path.cost} if clear")


def _badge(decision: Decision, square: str, cost: int) -> Mark:
    x, y = at(decision.ruleset.maze, square)
    what = decision.thing_on(square).split()[0]
    suit = what if what in SUITS else ""
    return Mark("cost", round(x + 0.32, 2), round(y - 0.32, 2), label=str(cost), suit=suit)


def cost_marks(maze: Maze, path: Path) -> Iterator[Mark]:
    """Yield the running cost of a path after each step, and after each quarter turn."""
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


def line_marks(ruleset: Ruleset, kind: str, squares: tuple[str, ...]) -> Iterator[Mark]:
    """Yield the lines of a path; a portal separates two lines (PM-22)."""
    for line in segments(squares, ruleset.walk_finder.by_portal):
        yield Mark(kind, points=tuple(at(ruleset.maze, square) for square in line))


def walk_marks(ruleset: Ruleset, path: tuple[str, ...]) -> Iterator[Mark]:
    """Yield a path as arrows; the end of a portal that is on none of them is a dot."""
    yield from line_marks(ruleset, "path", path)
    drawn = {stop for line in segments(path, ruleset.walk_finder.by_portal) for stop in line}
    for square in path:
        if square not in drawn:
            yield Mark("via", *at(ruleset.maze, square))


# --- Spots that explain a square -----------------------------------------------------------------


def _spots(decision: Decision) -> Iterator[Spot]:
    """Yield his path square by square, then the candidates and ghosts beside it."""
    on_path = set()
    if decision.path is not None:
        for square, spot in _path_spots(decision, decision.path):
            on_path.add(square)
            yield spot
    for candidate in decision.candidates:
        if candidate.square not in on_path:
            yield _candidate_spot(decision, candidate)
    yield from _ghost_spots(decision, on_path)


def _path_spots(decision: Decision, path: Path) -> Iterator[tuple[str, Spot]]:
    """Yield each square on the path with a spot that lists the actions and points spent there."""
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
        name = f"{square}, on his path, {last[square]} so far"
        clause = "PM-61" if decision.state.hungry else "PM-15"
        spot = _spot(decision, square, name, capitalise(tip), clause)
        yield square, spot._replace(id=PATH_SPOT + square)
    chosen = next(each for each in decision.candidates if each.chosen)
    yield path.target, _candidate_spot(decision, chosen)._replace(id=PATH_SPOT + path.target)


def _candidate_spot(decision: Decision, candidate: Destination) -> Spot:
    """Return a candidate's spot: its cost, action by action, and why he heads for it or not."""
    square, what, cost = candidate.square, candidate.what, candidate.cost
    why = explain_candidate(decision, candidate)
    path = decision.path_to(square)
    price = "out of reach" if cost is None else f"costs {cost}"
    name = f"{square}, {what}, {price}{', chosen' if candidate.chosen else ''}"
    reason = capitalise(why.text)
    if path is None:
        return _spot(decision, square, name, f"{reason}.", why.clause)
    if cost is None:
        preview = tuple(_blocked_marks(decision, path))
        tip = f"{reason}; if it were clear, {path_text(path)}."
    else:
        lines = line_marks(decision.ruleset, "path", path.squares)
        preview = (*lines, *cost_marks(decision.ruleset.maze, path))
        tip = f"{path_text(path)}. {reason}."
    return _spot(decision, square, name, tip, why.clause, () if candidate.chosen else preview)


def _ghost_spots(decision: Decision, taken: set[str]) -> Iterator[Spot]:
    """Yield the Dangerous ghosts on the path that would be cheapest (PM-16)."""
    route = decision.route
    if route is None or not route.cut_off:
        return
    known = taken | {candidate.square for candidate in decision.candidates}
    for square, suit in decision.dangers.items():
        if square in route.free.squares and square not in known:
            name = f"{square}, Dangerous {suit} ghost, on the cheapest path"
            free = f"to {route.free.target}: {path_text(route.free)}"
            tip = f"It cuts off the cheapest path, {free}."
            preview = tuple(_blocked_marks(decision, route.free))
            yield _spot(decision, square, name, tip, "PM-16", preview)


def _spot(
    decision: Decision,
    square: str,
    name: str,
    tip: str,
    clause: str,
    preview: tuple[Mark, ...] = (),
) -> Spot:
    x, y = at(decision.ruleset.maze, square)
    return Spot(f"why {square}", x, y, name=name, role="why", tip=tip, clause=clause,
                preview=preview)  # fmt: skip


# --- Tables --------------------------------------------------------------------------------------


def _tables(decision: Decision, others: int, paths: list[Path]) -> Iterator[TextTable]:
    head = ("Square", "Target", "Cost", "Steps", "Quarter turns", "Cost without Dangerous ghosts",
            "Reason")  # fmt: skip
    rows = tuple(_row(decision, candidate) for candidate in decision.candidates)
    yield TextTable("Everything he could head for", head, rows)
    if others and decision.path is not None:
        yield _path_table(decision.path, others, paths)


def _row(decision: Decision, candidate: Destination) -> tuple[str, ...]:
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
        "no path" if candidate.free_cost is None else str(candidate.free_cost),
        f"{why.text} ({why.clause})",
    )


def _path_table(taken: Path, others: int, paths: list[Path]) -> TextTable:
    """Return his path, and those that are as cheap, as a table."""
    rows = [(str(taken), str(taken.cost), str(taken.quarter_turns), "taken")]
    rows += [
        (str(path), str(path.cost), str(path.quarter_turns), tie_reason(taken, path))
        for path in islice(paths, MOST_LISTED)
    ]
    if others > MOST_LISTED:
        rows.append((f"and {others - MOST_LISTED} more", str(taken.cost), "", ""))
    head = ("Path", "Cost", "Quarter turns", "Reason")
    return TextTable("Equally cheap paths", head, tuple(rows))


# --- The search, node by node --------------------------------------------------------------------


def search_problem(
    game: Piecepackman,
    state: State,
    played: Iterable[Step] = (),
    targets: Collection[str] | None = None,
) -> tuple[State, SearchProblem]:
    """Return the search problem of his last decision in ``played``, and the state it was made in.

    Without a decision it is the one that he would make in ``state``. ``targets`` are squares to
    find instead of his own. Raises BadInput where he has nothing to decide yet.
    """
    decisions = [step.event.why for step in played if isinstance(step.event.why, Decision)]
    if decisions and targets is None:
        return decisions[-1].state, _problem(decisions[-1])
    if targets is not None:
        search = find_paths(game.ruleset, state, frozenset(targets), dangers=True)
        return state, replace(_problem(Decision(game.ruleset, state, "", None)), search=search)
    if not state.dice and state.objective is None and not state.hungry:
        raise BadInput(
            "he has nothing to decide here, without dice and without an objective; "
            "expected a match after his roll, or targets=['f4', …]"
        )
    return state, _problem(decide(game.ruleset, state))


def _problem(decision: Decision) -> SearchProblem:
    ruleset = decision.ruleset
    places = FrozenDict({square: at(ruleset.maze, square) for square in ruleset.maze.squares})
    return SearchProblem(decision.search(), places, wrong_grids(ruleset), decision.path)


def search_film(_game: Piecepackman, _before: State, step: Step, scene: Scene) -> NestedFilm | None:
    """Return the search behind a step's decision, expansion by expansion; None without one."""
    decision = step.event.why
    if not isinstance(decision, Decision) or decision.route is None:
        return None
    clause = "PM-61" if decision.state.hungry else "PM-15"
    bare = scene._replace(
        marks=(), spots=(), layers=SEARCH_LAYERS, clause=clause, linger=SEARCH_LINGER
    )
    search = decision.search(trace=True)
    picture = _SearchPicture(decision, search, [mark for mark in scene.marks if not mark.layer])
    all_expansions = _expansions(search.trace)
    expansions = list(islice(all_expansions, MOST_EXPANSIONS))
    left_out = sum(1 for _ in all_expansions)
    bare = bare._replace(listings=(_search_table(expansions),))
    frames = [picture.after(bare, events) for events in expansions]
    return NestedFilm("The search", (*frames, picture.ended(bare, left_out)))


def _expansions(trace: Iterable[TraceEvent]) -> Iterator[list[TraceEvent]]:
    """Yield the events of the trace, cut before each node that is settled."""
    events: list[TraceEvent] = []
    for event in trace:
        if event.kind == "settled" and events:
            yield events
            events = []
        if event.kind != "passed over":
            events.append(event)
    yield events


class _SearchPicture:
    """The search so far, as marks: after ``marks`` the targets and blocked squares."""

    def __init__(self, decision: Decision, search: SearchResult, marks: list[Mark]) -> None:
        self.decision = decision
        self.maze = decision.ruleset.maze
        self.highest = max(search.cost or 0, 1)
        self.marks = [
            *marks,
            *(Mark("target", *at(self.maze, square)) for square in search.targets),
            *(Mark("blocked", *at(self.maze, square)) for square in sorted(search.blocked)),
        ]
        self.frontier: dict[Node, Mark] = {}
        self.came_from: dict[Node, TraceEvent] = {}
        self.seen: set[str] = set()
        self.settled = 0

    def after(self, bare: Scene, events: list[TraceEvent]) -> Scene:
        """Return the scene after an expansion: a node settled, and others reached from it."""
        first, *looks = events
        self._settle(first)
        for look in looks:
            if look.kind == "improved":
                self._reach(look)
        return bare._replace(marks=tuple(self.marks), caption=_expansion_text(first, looks))

    def ended(self, bare: Scene, left_out: int) -> Scene:
        """Return the last scene: the path, read back along the arrows.

        ``left_out`` is the number of expansions that aren't shown.
        """
        path = self.decision.path
        assert path is not None
        shown = f" (the film shows the first {self.settled})" if left_out else ""
        caption = (
            f"{path.target} is reached at cost {path.cost}, and no nearer node is left: the search "
            f"ends with {count_noun(self.settled + left_out, 'node')} settled{shown}. "
            "Back along the arrows: "
            f"{'-'.join(reversed(path.squares))}."
        )
        lines = line_marks(self.decision.ruleset, "path", path.squares)
        return bare._replace(marks=(*self.marks, *lines), caption=caption, linger=1.0)

    def _settle(self, event: TraceEvent) -> None:
        square, heading, cost = event.square, event.heading, event.cost
        node = square, heading
        if node in self.frontier:
            self.marks.remove(self.frontier.pop(node))
        self.settled += 1
        if square in self.seen:
            return
        self.seen.add(square)
        x, y = at(self.maze, square)
        heat = round(min(cost / self.highest, 1), 2)
        self.marks.append(Mark("heat", x, y, label=str(cost), value=heat, layer="cost"))
        came = self.came_from.get(node)
        if came is not None and came.origin is not None:
            before = came.origin[0]
            start = at(self.maze, before)
            if self.decision.ruleset.walk_finder.by_portal(before, square):
                dx, dy = OUT[heading]
                start = round(x - 0.9 * dx, 2), round(y - 0.9 * dy, 2)
            self.marks.append(Mark("trail", points=(start, (x, y)), layer="came from"))

    def _reach(self, look: TraceEvent) -> None:
        node = look.square, look.heading
        self.came_from[node] = look
        if node in self.frontier:
            self.marks.remove(self.frontier[node])
        x, y = at(self.maze, look.square)
        dx, dy = OUT[look.heading]
        x, y = round(x + 0.31 * dx + 0.06 * abs(dy), 2), round(y + 0.31 * dy, 2)
        mark = Mark("frontier", x, y, label=str(look.cost), layer="frontier")
        self.frontier[node] = mark
        self.marks.append(mark)


def _search_table(expansions: list[list[TraceEvent]]) -> TextTable:
    """Return the whole search in words: the same table in every scene, so it is sent once."""
    head = ("Settled", "Square", "Heading", "Cost", "From here")
    rows = tuple(
        (str(number), node.square, HEADING_NAMES[node.heading], str(node.cost), _looks(node, looks))
        for number, (node, *looks) in enumerate(expansions, start=1)
    )
    return TextTable("The search in words", head, rows)


def _expansion_text(node: TraceEvent, looks: list[TraceEvent]) -> str:
    """Return an expansion in words."""
    here = f"{node.square} facing {HEADING_NAMES[node.heading]} is settled at cost {node.cost}"
    return f"{here}; from here: {_looks(node, looks)}."


def _looks(node: TraceEvent, looks: list[TraceEvent]) -> str:
    """Return the nodes reached from a node, and the blocked squares, in words."""
    found = [
        f"facing {HEADING_NAMES[look.heading]} for {look.cost}"
        if look.square == node.square
        else f"{look.square} for {look.cost}"
        for look in looks
        if look.kind == "improved"
    ]
    blocked = [f"{look.square} is blocked" for look in looks if look.kind == "blocked"]
    return ", ".join([*found, *blocked]) or "nothing cheaper than before"
