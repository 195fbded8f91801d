"""What his search is asked, for those who watch it or write one of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.lattice import STEPS, beyond
from piecepack_nb.core.steps import Step
from piecepack_nb.games.piecepackman.board.furniture import at
from piecepack_nb.games.piecepackman.deciding.decision import Decision, look
from piecepack_nb.games.piecepackman.deciding.hunt import decide
from piecepack_nb.games.piecepackman.mazes.maze import Maze
from piecepack_nb.games.piecepackman.play import Piecepackman
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import State
from piecepack_nb.search import Grid
from piecepack_nb.search.problem import SearchProblem, WrongGrid


def quest(
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
        return decisions[-1].state, _put(decisions[-1])
    if targets is not None:
        search = look(game.ruleset, state, frozenset(targets), dangers=True)
        return state, replace(_put(Decision(game.ruleset, state, "", None)), search=search)
    if not state.dice and state.objective is None and not state.hungry:
        raise BadInput(
            "he has nothing to decide here: no dice lie on the table, and he has no objective; "
            "accepted: a match after his roll, or targets=['f4', …]"
        )
    return state, _put(decide(game.ruleset, state))


def _put(decision: Decision) -> SearchProblem:
    """A decision as a question to the search."""
    ruleset = decision.ruleset
    places = FrozenDict({square: at(ruleset.maze, square) for square in ruleset.maze.squares})
    return SearchProblem(decision.search(), places, misreadings(ruleset), decision.path)


@lru_cache(maxsize=8)
def misreadings(ruleset: Ruleset) -> FrozenDict[str, WrongGrid]:
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
    walls = Grid({square: dict(_all_ways(maze, square, squares)) for square in squares})
    return FrozenDict(
        {
            "walls": WrongGrid("steps lead through walls", walls),
            "house": WrongGrid("the ghost house is entered (PM-23)", maze.grid),
            "portals": WrongGrid("portals lead nowhere (PM-22)", Grid(shut)),
        }
    )


def _all_ways(maze: Maze, square: str, squares: Collection[str]) -> Iterator[tuple[str, str]]:
    """The ways out of a square if no stick stood in the maze."""
    for heading in STEPS:
        if (square, heading) in maze.portals:
            yield heading, maze.far_end(square, heading)
        elif beyond(square, heading) in squares:
            yield heading, beyond(square, heading)
