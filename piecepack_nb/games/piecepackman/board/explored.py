"""The search that chose Piecepackman's way, node by node: a timeline inside a step.

Vocabulary
    node        a square and a heading: what the search settles
    expansion   one node settled, and the looks from it: one scene
    frontier    the nodes that were seen and are not settled yet
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.piecepackman.board.furniture import at
from piecepack_nb.games.piecepackman.board.why import stretches
from piecepack_nb.games.piecepackman.deciding.decision import Decision
from piecepack_nb.games.piecepackman.phases.movement import NAMES
from piecepack_nb.scene import Layer, Mark, NestedFilm, Scene, TextTable
from piecepack_nb.search import Node, SearchResult, TraceEvent

if TYPE_CHECKING:
    from piecepack_nb.games.piecepackman.play import Piecepackman

LAYERS = (Layer("cost", "Costs"), Layer("frontier", "Frontier"), Layer("came from", "Came from"))
AHEAD = {"N": (0.0, -1.0), "E": (1.0, 0.0), "S": (0.0, 1.0), "W": (-1.0, 0.0)}
LINGER = 0.25


def within(game: Piecepackman, _before: Any, step: Any, scene: Scene) -> NestedFilm | None:
    """The very search behind a step's decision, expansion by expansion; None without one."""
    decision = step.event.why
    if not isinstance(decision, Decision) or decision.way is None:
        return None
    search = decision.search(trace=True)
    clause = "PM-61" if decision.state.hungry else "PM-15"
    bare = scene._replace(marks=(), spots=(), layers=LAYERS, clause=clause, linger=LINGER)
    ruleset = tuple(mark for mark in scene.marks if not mark.layer)
    picture = _Picture(game, search, decision, (*ruleset, *_looked_for(game, search)))
    expansions = list(_expansions(search.trace))
    bare = bare._replace(listings=(_listing(expansions),))
    frames = [picture.after(bare, events) for events in expansions]
    frames.append(picture.ended(bare, decision))
    return NestedFilm("The search", tuple(frames))


def _looked_for(game: Piecepackman, search: SearchResult) -> Iterator[Mark]:
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


class _Picture:
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
        return bare._replace(marks=tuple(self.marks), caption=_told(first, looks))

    def ended(self, bare: Scene, decision: Decision) -> Scene:
        """The last scene: the way, read back along the arrows."""
        path = decision.path
        assert path is not None
        caption = (
            f"{path.target} is reached for {path.cost}, and all that is as near is known: the "
            f"search ends, with {count_noun(self.settled, 'node')} settled. Back along the arrows: "
            f"{'-'.join(reversed(path.squares))}."
        )
        lines = [Mark("path", points=line) for line in stretches(self.game, path.squares)]
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


def _listing(expansions: list[list[TraceEvent]]) -> TextTable:
    """The whole search in words: the same table in every scene of it, so that it is sent once."""
    head = ("Settled", "Square", "Heading", "Cost", "From here")
    rows = (
        (str(number), first.square, NAMES[first.heading], str(first.cost), _ahead(first, looks))
        for number, (first, *looks) in enumerate(expansions, start=1)
    )
    return TextTable("The search in words", head, tuple(rows))


def _told(settled: TraceEvent, looks: list[TraceEvent]) -> str:
    """An expansion in words."""
    here = f"{settled.square} facing {NAMES[settled.heading]} is settled at cost {settled.cost}"
    ahead = _ahead(settled, looks)
    return f"{here}; from here: {ahead}."


def _ahead(settled: TraceEvent, looks: list[TraceEvent]) -> str:
    """What was found by looking on from a node."""
    found = [_seen(look, settled) for look in looks if look.kind == "improved"]
    barred = [f"{look.square} is blocked" for look in looks if look.kind == "blocked"]
    return ", ".join([*found, *barred]) or "nothing that is not known as cheaply"


def _seen(look: TraceEvent, settled: TraceEvent) -> str:
    if look.square == settled.square:
        return f"facing {NAMES[look.heading]} for {look.cost}"
    return f"{look.square} for {look.cost}"
