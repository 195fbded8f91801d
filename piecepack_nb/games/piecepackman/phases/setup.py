"""Setting the table: cubes are scattered, power coins are drawn (PM-1 to PM-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import RandomChoice
from piecepack_nb.core.piecepack import FACES, SUITS
from piecepack_nb.core.steps import Refusal
from piecepack_nb.games.piecepackman.moves import SetUp
from piecepack_nb.games.piecepackman.ruleset import Ruleset, Telling, tell
from piecepack_nb.games.piecepackman.state import Coin, Ghost, State

T = TypeVar("T")

MARKERS = {"suns": "2", "moons": "4", "crowns": "3", "arms": "ace"}
"""The coins that mark objective and hunger, and so are no power coins (PM-4)."""


def before(ruleset: Ruleset) -> State:
    """The maze is built and the pieces stand on it (PM-1, PM-5), lives beside it (PM-3)."""
    maze = ruleset.maze
    return State(
        phase="setup",
        turn=0,
        square=maze.start,
        heading=ruleset.start_heading,
        extra_lives=ruleset.rules.extra_lives,
        ghosts=FrozenDict((suit, Ghost(maze.ghosts[suit])) for suit in ruleset.suits),
        cubes=FrozenDict(),
        coins=FrozenDict(),
        stash=FrozenDict((suit, 0) for suit in SUITS),
    )


def faces_of(ruleset: Ruleset, suit: str) -> tuple[str, ...]:
    """What a suit's power coin may show: its coins but null and marker, 2s and 3s too (PM-4)."""
    out = {"null", MARKERS[suit]} | ({"2", "3"} if ruleset.rules.hard_coins else set())
    return tuple(face for face in FACES if face not in out)


def deal(ruleset: Ruleset, pick: RandomChoice) -> SetUp:
    """Cubes scattered fairly evenly, one a tile, or anywhere (PM-2); coins drawn blind (PM-4)."""
    number = ruleset.rules.cubes_per_suit
    suits = _shuffled("suit", [suit for suit in SUITS for _ in range(number)], pick)
    squares = _spread(ruleset, len(suits), pick)
    cubes = FrozenDict(sorted(zip(squares, suits, strict=True)))
    coins = FrozenDict((suit, pick(f"{suit} coin", faces_of(ruleset, suit))) for suit in SUITS)
    return SetUp(cubes, coins)


def _spread(ruleset: Ruleset, number: int, pick: RandomChoice) -> list[str]:
    """So many squares, at most one a tile while tiles last ('even'), or any ('uniform')."""
    free = set(ruleset.free_squares)
    if ruleset.rules.scatter == "uniform":
        return _shuffled("square", sorted(free), pick)[:number]
    chosen: list[str] = []
    while len(chosen) < number:
        for tile in _shuffled(f"tile {len(chosen)}", list(ruleset.maze.tiles), pick):
            squares = sorted(free.intersection(tile))
            if squares and len(chosen) < number:
                square = pick(f"square on {tile[0]} {len(chosen)}", squares)
                free.remove(square)
                chosen.append(square)
    return chosen


def _shuffled(name: str, things: Sequence[T], pick: RandomChoice) -> list[T]:
    """The things in a random order (Fisher-Yates)."""
    rest = list(things)
    return [rest.pop(pick(f"{name} {n}", range(n))) for n in range(len(rest), 0, -1)]


def refusal(ruleset: Ruleset, move: SetUp) -> Refusal | None:
    """Why the table may not be set up like this: the cubes (PM-2), the coins (PM-4)."""
    free = set(ruleset.free_squares)
    for square in move.cubes:
        if square not in free:
            text = (
                f"a cube may not lie on {square}: accepted are squares of the maze without the "
                "ghost house, the power coins' squares, closed-off squares and his start"
            )
            return Refusal("PM-2", text, (square,) if square in ruleset.maze.exits else ())
    number, counts = ruleset.rules.cubes_per_suit, Counter(move.cubes.values())
    for suit in (*SUITS, *sorted(counts.keys() - set(SUITS))):
        if counts[suit] != (number if suit in SUITS else 0):
            text = (
                f"there are {counts[suit]} {suit} cubes on the board; {number} of each suit are set"
            )
            return Refusal("PM-2", text)
    for suit in move.coins:
        if suit not in SUITS:
            return Refusal("PM-4", f"there is no {suit} power coin; there are {', '.join(SUITS)}")
    for suit in SUITS:
        accepted = faces_of(ruleset, suit)
        if move.coins.get(suit) not in accepted:
            text = (
                f"the {suit} power coin can't show {move.coins.get(suit)}; "
                f"it is one of {', '.join(accepted)}"
            )
            return Refusal("PM-4", text)
    return None


def apply_move(ruleset: Ruleset, state: State, move: SetUp) -> Telling:
    """The cubes lie where they fell and the coins face down; the first turn begins."""
    coins = {
        square: Coin(suit, move.coins[suit]) for suit, square in sorted(ruleset.maze.coins.items())
    }
    state = state._replace(cubes=FrozenDict(move.cubes))
    text = "{cubes} energy cubes are scattered, at most one a square."
    yield tell(state, "PM-2", "cubes scattered", text, {"cubes": len(move.cubes)})
    state = state._replace(coins=FrozenDict(coins), phase="roll", turn=1)
    text = "A power coin of each suit lies face down on {squares}."
    yield tell(state, "PM-4", "coins laid", text, {"squares": ", ".join(coins)})
    return state
