"""Activator: speed of the game and its search, and strength of its bots.

The search is measured beside the Negamax of easyAI, on the same positions, with the same moves and
the same evaluation: both search the same tree. ``rows()`` returns a row for each measurement; as a
script this prints a table. The argument is the number of games of each pairing (100).
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Iterable
from itertools import cycle
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from easyAI.AI import Negamax

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import piecepack_nb as pp
from piecepack_nb.core.steps import StepLog
from piecepack_nb.games.activator.state import Move
from piecepack_nb.games.activator.thinking import SURE, WIN, SearchTree, Weights, worth
from piecepack_nb.lab import simulate, wilson
from piecepack_nb.search import alphabeta

GAMES = 100
DEPTH = 3
GAME = pp.game("activator")
ACROSS = "c2"  # hardly ever where a move may end


class Theirs:
    """The game in easyAI's interface, on the boards of ``Tree``."""

    def __init__(self, tree: SearchTree, board: Any) -> None:
        self.tree, self.boards, self.nodes = tree, [board], 1

    def possible_moves(self) -> list[Any]:
        return self.tree.moves(self.boards[-1])

    def make_move(self, move: Any) -> None:
        self.nodes += 1
        self.boards.append(self.tree.after(self.boards[-1], move))

    def unmake_move(self, _move: Any) -> None:
        self.boards.pop()

    def switch_player(self) -> None:
        """Do nothing, as the board holds the player to move."""

    def is_over(self) -> bool:
        return self.tree.final(self.boards[-1]) is not None

    def scoring(self) -> float:
        final = self.tree.final(self.boards[-1])
        return self.tree.value(self.boards[-1]) if final is None else final


def positions(number: int = 12) -> list[Any]:
    """Return states of a random game, one every other turn."""
    match = pp.Match(GAME, seed=11, seats=dict.fromkeys(GAME.seats, "random"))
    match.run(2 * number)
    ends = [played.steps[-1].state for played in match.record]
    return [state for state in ends[::2] if state.outcome is None]


def rows(games: int = GAMES) -> list[dict[str, Any]]:
    """Return speeds, then the search beside easyAI's, then results of games."""
    return [*speeds(), *searches(), *duels(games)]


# --- speeds ----------------------------------------------------------------------


def speeds() -> list[dict[str, Any]]:
    """Return the time of each operation, over the positions of a game."""
    states, tree = positions(), SearchTree(GAME)
    legal = [(state, GAME.moves(state)[-1]) for state in states]
    illegal = [(state, Move(move.start, ACROSS, move.part)) for state, move in legal]
    nodes = [tree.of(state) for state in states]
    leaps = {node.position: tree.moves(node) for node in nodes}
    weights = Weights()
    return [
        _speed("moves(state), all of them", states, GAME.moves),
        _speed("refusal(state, move) of a legal move", legal, lambda each: GAME.refusal(*each)),
        _speed("refusal(state, move) with its reason", illegal, lambda each: GAME.refusal(*each)),
        _speed("play(state, move), steps", legal, lambda each: GAME.apply_move(*each, StepLog())),
        _speed("the search: all moves", nodes, tree.moves),
        _speed("the search: one move", nodes, lambda n: tree.after(n, leaps[n.position][0])),
        _speed("the search: evaluation", nodes, lambda n: worth(tree.moving, n.position, weights)),
        _whole_games(),
    ]


def _speed(what: str, things: Iterable[Any], run: Callable[[Any], object]) -> dict[str, Any]:
    taken = []
    for thing in (each for each in things for _ in range(40)):
        begun = perf_counter()
        run(thing)
        taken.append(1e6 * (perf_counter() - begun))
    return {
        "what": what,
        "best_us": round(min(taken), 1),
        "median_us": round(statistics.median(taken), 1),
    }


def _whole_games(games: int = 20) -> dict[str, Any]:
    begun = perf_counter()
    results = simulate(GAME, games, seats="random")
    each = 1e3 * (perf_counter() - begun) / games
    return {"what": "a whole random game", "ms": round(each, 1), "turns": round(results.turns, 1)}


# --- searches ----------------------------------------------------------------------


def searches(depth: int = DEPTH) -> list[dict[str, Any]]:
    """Search the same tree both ways; return the nodes and the time of each."""
    tree = SearchTree(GAME)
    ours, theirs = [0, 0.0], [0, 0.0]
    for state in positions()[::2]:
        root = tree.of(state)
        begun = process_time()
        found = alphabeta(tree, root, depth)
        ours[0] += found.nodes
        ours[1] += process_time() - begun
        game = Theirs(tree, root)
        begun = process_time()
        move = Negamax(depth)(game)
        theirs[0] += game.nodes
        theirs[1] += process_time() - begun
        _agree(tree, root, found, move, depth)
    return [
        _nodes(f"alphabeta, {depth} moves ahead", *ours),
        _nodes(f"easyAI Negamax, {depth} moves ahead", *theirs),
        {
            "what": "alphabeta beside easyAI",
            "times_as_fast": round(theirs[1] / ours[1], 2),
            "times_fewer_nodes": round(theirs[0] / ours[0], 2),
        },
    ]


def _nodes(what: str, nodes: float, seconds: float) -> dict[str, Any]:
    return {
        "what": what, "nodes": int(nodes), "seconds": round(seconds, 2),
        "nodes_per_second": round(nodes / seconds),
    }  # fmt: skip


def _agree(tree: SearchTree, root: Any, found: Any, move: Any, depth: int) -> None:
    """Raise AssertionError if their move has another value than ours."""
    after = tree.after(root, move)
    final = tree.final(after)
    value = WIN if final is not None else -alphabeta(tree, after, depth - 1).value
    assert value == found.value or abs(found.value) > SURE, (value, found)


# --- duels ----------------------------------------------------------------------


def duels(games: int) -> list[dict[str, Any]]:
    """Return the results of pairings, with each bot as Red in half of the games."""
    ply = {depth: GAME.thinker(depth=depth) for depth in (1, 2, 3)}
    return [
        _duel("quick against random", "quick", "random", games),
        _duel("thinker against random", "thinker", "random", games),
        _duel("2 moves ahead against 1", ply[2], ply[1], games),
        _duel("3 moves ahead against 2", ply[3], ply[2], games),
    ]


def _duel(what: str, one: Any, another: Any, games: int) -> dict[str, Any]:
    won = lost = 0
    for seed, seat in zip(range(games), cycle(GAME.seats), strict=False):
        seats = {each: one if each == seat else another for each in GAME.seats}
        (outcome,) = simulate(GAME, 1, seed=seed, seats=seats)
        winners = outcome.result.winners if outcome.result else ()
        won += winners == (seat,)
        lost += winners not in ((), (seat,))
    rate = wilson(won, games)
    return {
        "what": what, "games": games, "won": won, "drawn": games - won - lost, "lost": lost,
        "percent": round(100 * rate.share, 1), "low_95": round(100 * rate.low, 1),
        "high_95": round(100 * rate.high, 1),
    }  # fmt: skip


if __name__ == "__main__":
    for row in rows(*map(int, sys.argv[1:2])):
        print("   ".join(f"{name} {value}" for name, value in row.items()))
