"""The game's legal moves held against those of the second implementation in ``reference``."""

from __future__ import annotations

from random import Random
from typing import Any

import piecepack_nb as pp
from piecepack_nb.games.piecepackman.state import Drop, Gift, Loot, Run, State, Walk
from tests.games.piecepackman.reference import Deed, Outcome, Path, Reference
from tests.games.piecepackman.small_mazes import any_position, any_rules

MOST_OUTCOMES = 6
Move = tuple[str, Path, Deed | str | None]
"""The suit of a ghost, its path and its deed; or "him", his path and his heading."""


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


def difference(random: Random, game: Any, position: dict[str, Any]) -> str:
    """Return how the game's moves in a position differ from the reference's; "" for not at all.

    Of some of the moves the outcomes are compared, too.
    """
    whole = {**game.to_json(game.initial_state()), "turn": 1, **position}
    whole["order"] = whole["to_move"]
    reference = Reference(game, whole)
    wanted = expected(reference)
    try:
        state = game.position(position)
    except pp.BadInput as error:
        if not wanted and ("can step from" in str(error) or "points is" in str(error)):
            return ""
        return f"refused: {error}"
    moves = [*game.moves(state)]
    found = set(map(_plain, moves))
    if len(found) < len(moves):
        return f"{len(moves) - len(found)} listed twice"
    if missing := wanted - found:
        return f"{len(missing)} missing, such as {min(missing, key=str)}"
    if more := found - wanted:
        return f"{len(more)} more, such as {min(more, key=str)}"
    for move in random.sample(moves, min(MOST_OUTCOMES, len(moves))):
        if what := _other_outcome(reference, game, state, move):
            return what
    return ""


def _other_outcome(reference: Reference, game: Any, state: State, move: Any) -> str:
    """Return how the table after a move differs from the reference's, or ""."""
    outcome, (suit, path, deed) = Outcome(reference), _plain(move)
    if suit == "him":
        outcome.run(path)
    else:
        outcome.walk(suit, path, deed)
    after = list(game.play(state, move))[-1].state
    try:
        again = game.from_json(game.to_json(after))
    except pp.BadInput as error:
        return f"after {move}: {error}"
    if again != after:
        return f"after {move}: another state from its JSON"
    wanted, found = outcome.plain(), _outcome(game, after)
    differs = [f"{each} {found[each]}, expected {wanted[each]}" for each in wanted
               if wanted[each] != found[each]]  # fmt: skip
    return f"after {move}: {'; '.join(differs)}" if differs else ""


def _outcome(game: Any, state: State) -> dict[str, Any]:
    """Return the table after a move, as ``Outcome.plain`` does."""
    data, house = game.to_json(state), game.ruleset.house
    ghosts = data["ghosts"]
    held = {suit: {suit: g["cubes"], **g.get("others", {})} for suit, g in ghosts.items()}
    return {
        "squares": {s: "home" if g["square"] in house else g["square"] for s, g in ghosts.items()},
        "held": {suit: {c: n for c, n in cubes.items() if n} for suit, cubes in held.items()},
        "banked": {suit: g.get("banked", {}) for suit, g in ghosts.items()},
        "cubes": data["cubes"], "coins": set(data["coins"]),
        "stash": {cube: number for cube, number in data["stash"].items() if number},
        "his": data["piecepackman"]["square"], "lives": data["extra_lives"],
        "over": state.phase == "over",
    }  # fmt: skip


def differences(random: Random, maze: str, positions: int, *modes: str) -> list[str]:
    """Compare some positions in a maze under some rules; return what differs, with the position."""
    game = pp.game("piecepackman", **any_rules(random, maze, *modes))
    phases = ("ghosts", "move") if game.ruleset.against else ("ghosts",)
    found = []
    for _ in range(positions):
        position = any_position(random, game, random.choice(phases))
        if position["cubes"] or position["coins"]:
            found.append((difference(random, game, position), position))
    return [f"{what}\n{game.rules}\n{maze}\n{position}" for what, position in found if what]
