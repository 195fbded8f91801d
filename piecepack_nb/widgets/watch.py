"""A search to be watched: the engine's, or a function of one's own, node by node on a canvas."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import closing
from inspect import signature
from threading import Event
from typing import Any

from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import Match
from piecepack_nb.scene import Picture, Scene, svg
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.reachability import ReachProblem
from piecepack_nb.search import CheckResult, Node, SearchProblem, SearchRun
from piecepack_nb.search.checking import check_run
from piecepack_nb.search.problem import named
from piecepack_nb.search.run import Function
from piecepack_nb.widgets.canvas import Button, CanvasPainter, CanvasView
from piecepack_nb.widgets.reach_map import ReachMap
from piecepack_nb.widgets.search_map import (
    HeatMap,
    HeatPainter,
    Tabled,
    heat_scene,
    listing_of,
    origin,
)

BUTTONS = (
    Button("run", "Run", "Search to the end, or go on from here"),
    Button("step", "Step", "Settle the next node"),
    Button("stop", "Stop", "Stop here; Run and Step go on"),
    Button("again", "From the start", "Begin the same search again"),
)


class Watch(CanvasView):
    """A ``quest`` on a canvas, over the table of ``scene``.

    ``run`` draws each node as it is settled, ``step`` one at a time; ``check`` compares a search
    with the engine's. The buttons below the canvas go on with whichever search was run last.
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
        self.heat = HeatMap(problem, [piece for piece in scene.pieces if piece.area == "board"])
        self.attempt = SearchRun(problem)
        """The search that is shown; as a mapping, the costs of the nodes that it has settled."""
        self.wrong: Node | None = None
        """The node that is pointed at: where a check found the first difference."""
        self._scene = scene
        self._function: Function | None = None
        self._stop = Event()
        self._turn = 0  # the number of the run under way; another number ends it
        self._task: asyncio.Task[None] | None = None
        super().__init__(self.heat.box, label=label, buttons=BUTTONS, delay=delay, scale=scale)
        self._rest()

    def __repr__(self) -> str:
        return f"<Watch {self.attempt!r}>"

    # --- what one does with it -------------------------------------------------------------------

    def run(self, function: Function | None = None, *, delay: float | None = None) -> SearchRun:
        """Run a search to its end, each node drawn as it is settled; the costs that it found.

        ``function`` is one's own (:mod:`piecepack_nb.search.attempt` says how it is called), or
        None for the engine's. ``delay`` is the time between two nodes in seconds. What the function
        raises comes out here; what it had settled stays on the canvas, which can be used again.
        Raises BadInput for what settles no nodes and costs, or never ends.
        """
        if delay is not None:
            self.delay = delay
        attempt = self._begin(function)
        with closing(self._steps("cell")) as steps:
            for _ in steps:
                self._stop.wait(self.delay)
        return attempt

    def step(self) -> Node | None:
        """Settle the next node; None at the end of the search. After that it begins again."""
        self._take_over()
        if self.attempt.ended:
            self._begin(self._function)
        if not self._advance():
            return None
        self._rest(self.panel.words)
        return self.attempt.order[-1][0]

    def stop(self) -> None:
        """Stop a run that a button began; ``step``, or the button Run, goes on from there.

        To stop one that a cell began, interrupt the kernel.
        """
        self._stop.set()

    def again(self) -> None:
        """Back to the start of the same search."""
        self._begin(self._function)

    def check(self, function: Function | None = None) -> CheckResult:
        """Whether a search finds the lowest costs, and if not, the mistake behind it.

        Without a function it is the one that was run last. The canvas shows what it found and
        points at the first difference. What the function raises comes out here.
        """
        attempt = self._begin(self._function if function is None else function)
        try:
            verdict = check_run(attempt)
        except BaseException as error:
            self._finish(_trouble(attempt, error))
            raise
        self.wrong = None if verdict else verdict.node
        self._finish(verdict.text)
        return verdict

    # --- how it goes on ---------------------------------------------------------------------------

    def _take_over(self) -> int:
        """End any other run; the number of this one."""
        self._turn += 1
        self._stop.clear()
        self.panel.busy = ""
        return self._turn

    def _begin(self, function: Function | None) -> SearchRun:
        """A search from its start."""
        attempt = SearchRun(self.problem, function)
        with self.lock:
            self._take_over()
            self._function, self.attempt, self.wrong = function, attempt, None
            self.heat.cool()
            self.redraw()
            self._rest()
        return attempt

    def _steps(self, by: str) -> Generator[None, None, None]:
        """Settle node after node, until the end or until somebody stops it or takes over."""
        turn = self._take_over()
        self.panel.busy = by
        try:
            while self._turn == turn and self._advance():
                yield
                if self._stop.is_set():
                    break
        finally:
            if self._turn == turn:
                self.panel.busy = ""
                if not self.attempt.ended:
                    self._rest()

    def _advance(self) -> bool:
        """Settle one node and draw it; False when the search has ended."""
        with self.lock:
            attempt = self.attempt
            try:
                node = attempt.step()
            except BaseException as error:
                self._finish(_trouble(attempt, error))
                raise
            if node is None:
                self._finish()
            else:
                self._draw_step(attempt, node)
            return node is not None

    def _draw_step(self, attempt: SearchRun, node: Node) -> None:
        if self.heat.warm(attempt[node]):
            self.redraw()
        else:
            squares = self.heat.changed_by(attempt, node)
            self.draw(lambda *on: self._painter(*on).squares(squares))
        settled = f"{len(attempt.order)}: {named(node)} is settled at cost {attempt[node]}"
        before = attempt.came_from[node]
        came = origin(attempt, node) if before is None else f"it came from {named(before)}"
        self.tell(f"{settled}; {came}.", aloud=False)

    def _finish(self, words: str = "") -> None:
        """Draw what a search came to at its end, and say it."""
        with self.lock:
            self.heat.warm(max(self.attempt.values(), default=0))
            self.redraw()
            self._rest(words)

    def _rest(self, words: str = "") -> None:
        """Say where the search stands, and list what it found."""
        self.tell(words or self._standing())
        self.panel.tabulate(self.table())

    def _standing(self) -> str:
        attempt = self.attempt
        if not attempt.order:
            goals = ", ".join(self.problem.search.targets) or "every square"
            return f"From {named(self.problem.start)} to the nearest of: {goals}."
        return f"{attempt.name}: {attempt.text}."

    # --- the buttons ------------------------------------------------------------------------------

    def pressed(self, button: str) -> None:
        """Do what a button says; a run goes on while no cell keeps the kernel busy."""
        match button:
            case "run":
                self._play()
            case "step":
                self.step()
            case "stop":
                self.stop()
            case "again":
                self.again()

    def _play(self) -> None:
        if self.attempt.ended:
            self._begin(self._function)
        self._task = asyncio.get_running_loop().create_task(self._playing())

    async def _playing(self) -> None:
        try:
            with closing(self._steps("button")) as steps:
                for _ in steps:
                    await asyncio.sleep(self.delay)
        except Exception:  # noqa: BLE001 - it is told below the canvas; nobody waits for it here
            return

    # --- what it shows ----------------------------------------------------------------------------

    def paint(self, brush: CanvasPainter, colour: Mapping[str, str]) -> None:
        """Draw the ground, and what the search has found on it."""
        self._painter(brush, colour).whole()

    def _painter(self, brush: CanvasPainter, colour: Mapping[str, str]) -> HeatPainter:
        return HeatPainter(brush, colour, self.heat, self.attempt, self.wrong)

    def scene(self) -> Scene:
        """The board with the costs found so far."""
        return heat_scene(self.heat, self._scene, self.attempt)

    def picture(self) -> Picture:
        """The same as a static picture."""
        return svg(self.scene())

    def table(self) -> Tabled:
        """The same in words: each square with its costs, and where its lowest cost came from."""
        return listing_of(self.attempt)


def _trouble(attempt: SearchRun, error: BaseException) -> str:
    """What ended a search, in one line."""
    if isinstance(error, BadInput):
        return str(error)
    told = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    count = len(attempt.order)
    nodes = "1 node" if count == 1 else f"{count} nodes"
    return f"{attempt.name} stopped after {nodes} by {shorten(told)}"


def watched(
    what: Any,
    of: Game[Any, Any, Any] | None,
    targets: Collection[str] | None,
    delay: float,
    scale: float,
    **asked: Any,
) -> Watch | ReachMap:
    """The view that ``pp.watch`` gives: of a search, or of a region that grows."""
    if isinstance(what, ReachProblem):
        _known(asked, [])
        return ReachMap(what, delay=delay, scale=scale)
    if isinstance(what, Match):
        game, state, steps = what.game, what.state, what.steps[: what.cursor]
    elif of is not None:
        game, state, steps = of, of.from_json(of.to_json(what)), []
    else:
        raise invalid("what is to be watched", what, "a match, or a state with of= its game")
    if targets is not None and (isinstance(targets, str) or not isinstance(targets, Collection)):
        raise invalid("targets", targets, "such as ['f4', 'c7']")
    if (reach_problem := view_of(game).reach_problem) is not None:
        if targets is not None:
            raise invalid("targets", targets, f"none: {game.title} has no squares")
        _known(asked, list(signature(reach_problem).parameters)[2:])
        return ReachMap(reach_problem(game, state, **asked), delay=delay, scale=scale)
    _known(asked, ["targets"])
    if (search_problem := view_of(game).search_problem) is None:
        raise invalid("the game", game.name, f"one with a search to watch; {game.title} has none")
    asked_in, problem = search_problem(game, state, steps, targets)
    assert isinstance(problem, SearchProblem)
    scene = view_of(game).scene(game, asked_in)
    label = f"{game.title}: the search from {named(problem.start)}"
    return Watch(problem, scene, label=label, delay=delay, scale=scale)


def _known(asked: Mapping[str, Any], names: Sequence[str]) -> None:
    """Refuse what isn't asked about here."""
    for name in asked:
        if name not in names:
            raise BadInput(f"there is no {name}= here; expected {', '.join(names) or 'no more'}")
