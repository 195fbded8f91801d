"""The game's legal moves held against those of the second implementation in ``reference``."""

from __future__ import annotations

from random import Random
from typing import Any

import piecepack_nb as pp
from piecepack_nb.games.piecepackman.state import Drop, Gift, Loot, Run, State, Walk
from tests.games.piecepackman.reference import Deed, Path, Reference
from tests.games.piecepackman.small_mazes import any_position, any_rules

Move = tuple[str, Path, Deed | str | None]
"""The suit of a ghost, its path and its deed; or "him", his path and his heading."""


def listed(game: Any, state: State) -> list[Move]:
    """Return the moves that the game lists, in plain values."""
    return [_plain(move) for move in game.moves(state)]


def _plain(move: Any) -> Move:
    if isinstance(move, Run):
        return "him", move.path, move.heading
    if isinstance(move, Walk):
        return move.suit, move.path, ""
    match move.deed:
        case Gift(to, cubes, first):
            return move.suit, move.path, ("give", to, frozenset(cubes.items()), first)
        case Drop(suit, square):
            return move.suit, move.path, ("drop", suit, square)
        case Loot(suit):
            return move.suit, move.path, ("take", suit)
    return move.suit, move.path, None


def expected(reference: Reference) -> set[Move]:
    """Return the legal moves by the second implementation; "" marks a walk without a power.

    A ghost that can move only by its power may stay (PM-73).
    """
    state, found = reference.state, set[Move]()
    if state["phase"] == "move":
        return {("him", path, heading) for path, heading in reference.runs()}
    for suit in state["to_move"] if reference.against else state["to_move"][:1]:
        plain, powered = reference.walks(suit), reference.powered(suit)
        found |= {(suit, path, "") for path in plain}
        found |= {(suit, path, deed) for path, deed in powered}
        if powered and not plain:
            found.add((suit, (state["ghosts"][suit]["square"],), ""))
    return found


def difference(game: Any, position: dict[str, Any]) -> str:
    """Return how the game's moves in a position differ from the reference's; "" for not at all."""
    whole = {**game.to_json(game.initial_state()), "turn": 1, **position}
    whole["order"] = whole["to_move"]
    wanted = expected(Reference(game, whole))
    try:
        state = game.position(position)
    except pp.BadInput as error:
        if not wanted and ("can step from" in str(error) or "points is" in str(error)):
            return ""
        return f"refused: {error}"
    moves = listed(game, state)
    found = set(moves)
    if len(found) < len(moves):
        return f"listed twice: {next(move for move in moves if moves.count(move) > 1)}"
    if missing := wanted - found:
        return f"{len(missing)} missing, such as {min(missing, key=str)}"
    if more := found - wanted:
        return f"{len(more)} more, such as {min(more, key=str)}"
    return ""


def differences(random: Random, maze: str, positions: int, *modes: str) -> list[str]:
    """Compare some positions in a maze under some rules; return what differs, with the position."""
    game = pp.game("piecepackman", **any_rules(random, maze, *modes))
    phases = ("ghosts", "move") if game.ruleset.against else ("ghosts",)
    found = []
    for _ in range(positions):
        position = any_position(random, game, random.choice(phases))
        if position["cubes"] or position["coins"]:
            found.append((difference(game, position), position))
    return [f"{what}\n{game.rules}\n{maze}\n{position}" for what, position in found if what]
