"""A search drawn node by node on a canvas: the engine's own, or the reader's function."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from inspect import signature
from typing import Any

from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.core.game import Game
from piecepack_nb.core.match_base import MatchBase
from piecepack_nb.core.wording import count_noun
from piecepack_nb.scene import Scene, TextTable
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.reachability import ReachProblem
from piecepack_nb.search import CheckResult, Node, SearchProblem, SearchRun
from piecepack_nb.search.checking import check_run
from piecepack_nb.search.problem import named
from piecepack_nb.search.run import SearchAlgorithm
from piecepack_nb.widgets.canvas import CanvasPainter, SteppedView
from piecepack_nb.widgets.reach_map import ReachMap
from piecepack_nb.widgets.search_map import (
    HeatMap,
    HeatPainter,
    cost_table,
    heat_scene,
    origin,
)

TIPS = "Search to the end, or continue from here", "Settle the next node"


LEGEND = (
    ("heat", "settled: from the lowest cost to the highest"),
    ("frontier", "found, and not settled yet"),
    ("lowest", "the lowest cost of a square"),
    ("from", "where the lowest cost came from"),
    ("path", "the path"),
    ("wrong", "a wrong cost"),
)
"""The looks of the signs on the canvas, with their texts."""


class Watch(SteppedView):
    """A search for a ``problem``, drawn on a canvas over the board of ``scene``.

    ``run`` draws each node as it is settled, ``step`` one at a time; ``check`` compares a search
    with the engine's. The buttons below the canvas continue the last search.
    """

    def __init__(
        self,
        problem: SearchProblem,
        scene: Scene,
        *,
        label: str,
        delay: float = 0.04,
        scale: float = 2,
    ) -> None:
        self.problem = problem
        self.heat = HeatMap(problem, scene)
        self.search_run = SearchRun(problem)
        """The current search; as a mapping, the costs of its settled nodes."""
        self.wrong: Node | None = None
        """The node of the first difference that a check found."""
        self._scene = scene
        self._function: SearchAlgorithm | None = None
        super().__init__(self.heat.box, label=label, tips=TIPS, delay=delay, scale=scale)
        self.panel.decorate(self.heat.art(), LEGEND)
        self._rest()

    def __repr__(self) -> str:
        return f"<Watch {self.search_run!r}>"

    # --- runs ------------------------------------------------------------------------------------

    def run(
        self, function: SearchAlgorithm | None = None, *, delay: float | None = None
    ) -> SearchRun:
        """Run a search to its end, drawing each node as it is settled; return the costs it found.

        ``function`` is the reader's (see :mod:`piecepack_nb.search.run`), or None for the engine's.
        ``delay`` is the time between two nodes in seconds. An exception in the function is raised
        here; the nodes that it had settled stay on the canvas. Raises BadInput for a function that
        settles no nodes and costs, or never ends.
        """
        if delay is not None:
            self.delay = delay
        search_run = self._begin(function)
        self._run_in_cell()
        return search_run

    def step(self) -> Node | None:
        """Settle and return the next node; return None at the end, and then start again."""
        self._take_over()
        if self.ended:
            self.again()
        if not self._advance():
            return None
        self._rest(self.panel.words)
        return self.search_run.order[-1][0]

    def again(self) -> None:
        """Return to the start of the same search."""
        self._begin(self._function)

    def check(self, function: SearchAlgorithm | None = None) -> CheckResult:
        """Check whether a search finds the lowest costs; if not, name the mistake.

        Without a function, check the one that ran last. The canvas shows the costs that it found
        and marks the first difference. An exception in the function is raised here.
        """
        search_run = self._begin(self._function if function is None else function)
        try:
            result = check_run(search_run)
        except BaseException as error:
            self._finish(self._failure(error))
            raise
        self.wrong = None if result else result.node
        self._finish(result.text)
        return result

    @property
    def ended(self) -> bool:
        """True when the search has ended."""
        return self.search_run.ended

    def _begin(self, function: SearchAlgorithm | None) -> SearchRun:
        """Start a search."""
        search_run = SearchRun(self.problem, function)
        with self.lock:
            self._take_over()
            self._function, self.search_run, self.wrong = function, search_run, None
            self.heat.cool()
            self.redraw()
            self._rest()
        return search_run

    def _advance(self) -> bool:
        """Settle one node and draw it; return False at the end."""
        with self.lock:
            search_run = self.search_run
            try:
                node = search_run.step()
            except BaseException as error:
                self._finish(self._failure(error))
                raise
            if node is None:
                self._finish()
            else:
                self._draw_step(search_run, node)
            return node is not None

    def _draw_step(self, search_run: SearchRun, node: Node) -> None:
        if self.heat.warm(search_run[node]):
            self.redraw()
        else:
            squares = self.heat.changed_by(search_run, node)
            self.draw(lambda *on: self._heat_painter(*on).squares(squares))
        settled = f"{len(search_run.order)}: {named(node)} is settled at cost {search_run[node]}"
        before = search_run.came_from[node]
        source = origin(search_run, node) if before is None else f"it came from {named(before)}"
        self.say(f"{settled}; {source}.", aloud=False)

    def _finish(self, words: str = "") -> None:
        """Draw the result of a search and report it."""
        with self.lock:
            self.heat.warm(max(self.search_run.values(), default=0))
            self.redraw()
            self._rest(words)

    def _rest(self, words: str = "") -> None:
        """Report the progress, or the given words, and list the costs found."""
        self.say(words or self._progress())
        self.panel.tabulate(self.table())

    def _progress(self) -> str:
        if not self.search_run.order:
            goals = ", ".join(self.problem.search.targets) or "every square"
            return f"From {named(self.problem.start)} to the nearest of: {goals}."
        return f"{self.search_run.name}: {self.search_run.text}."

    def _failure(self, error: BaseException) -> str:
        """Return the line that reports the end of a search by an exception."""
        if isinstance(error, BadInput):
            return str(error)
        text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        nodes = count_noun(len(self.search_run.order), "node")
        return f"{self.search_run.name} stopped after {nodes} by {shorten(text)}"

    # --- the canvas ------------------------------------------------------------------------------

    def paint(self, painter: CanvasPainter, colour: Mapping[str, str]) -> None:
        """Draw the board and the costs found so far."""
        self._heat_painter(painter, colour).whole()

    def _heat_painter(self, painter: CanvasPainter, colour: Mapping[str, str]) -> HeatPainter:
        return HeatPainter(painter, colour, self.heat, self.search_run, self.wrong)

    def scene(self) -> Scene:
        """Return the board with the costs found so far."""
        return heat_scene(self.heat, self._scene, self.search_run)

    def table(self) -> TextTable:
        """Return a table of the squares: their costs, and where the lowest came from."""
        return cost_table(self.search_run)


def watched(
    subject: Any,
    of: Game[Any, Any, Any] | None,
    targets: Collection[str] | None,
    delay: float,
    scale: float,
    **options: Any,
) -> Watch | ReachMap:
    """Return the view for ``pp.watch``: of a search, or of a growing region."""
    if isinstance(subject, ReachProblem):
        _check_options(options, [])
        return ReachMap(subject, delay=delay, scale=scale)
    if isinstance(subject, MatchBase):
        game, state, steps = subject.game, subject.state, subject.steps[: subject.cursor]
    elif of is not None:
        game, state, steps = of, of.from_json(of.to_json(subject)), []
    else:
        raise invalid("the first argument", subject, "a match, or a state with of= its game")
    if targets is not None and (isinstance(targets, str) or not isinstance(targets, Collection)):
        raise invalid("targets", targets, "such as ['f4', 'c7']")
    view = view_of(game)
    names = list(signature(view.watch).parameters)[2:] if view.watch else ["targets"]
    if targets is not None and "targets" not in names:
        raise invalid("targets", targets, f"none: {game.title} has no squares")
    _check_options(options, [name for name in names if name != "played"])
    given = {"played": steps, "targets": targets, **options}
    known = {name: value for name, value in given.items() if name in names}
    problem = view.watch(game, state, **known) if view.watch else None
    if problem is None:
        raise invalid("the game", game.name, f"one with a search to watch; {game.title} has none")
    if isinstance(problem, ReachProblem):
        return ReachMap(problem, delay=delay, scale=scale)
    start, search = problem
    assert isinstance(search, SearchProblem)
    label = f"{game.title}: the search from {named(search.start)}"
    return Watch(search, view.scene(game, start), label=label, delay=delay, scale=scale)


def _check_options(options: Mapping[str, Any], names: Sequence[str]) -> None:
    """Raise BadInput for an option that isn't among ``names``."""
    for name in options:
        if name not in names:
            raise BadInput(f"there is no {name}= here; expected {', '.join(names) or 'no more'}")
