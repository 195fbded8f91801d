"""How pieces and stacks move (AC-10 to AC-16): parts, ways, and where a move may end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Refusal
from piecepack_nb.games.activator.geometry import DIAGONAL, ORTHOGONAL, neighbour
from piecepack_nb.games.activator.moves import Move
from piecepack_nb.games.activator.phases.lines import attack_refusal
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.state import Stack, State, named, other

TRIPLE = 3


def reach(rules: ActivatorRules, number: int) -> int:
    """How far so many pieces move together (AC-10)."""
    return (rules.single_reach, rules.double_reach, rules.triple_reach)[min(number, TRIPLE) - 1]


def directions(rules: ActivatorRules, number: int) -> tuple[tuple[int, int], ...]:
    """Which ways so many pieces move together: triples diagonally too (AC-10)."""
    if number >= TRIPLE and rules.triple_diagonal:
        return ORTHOGONAL + DIAGONAL
    return ORTHOGONAL


def fits(rules: ActivatorRules, lower: str, upper: str) -> bool:
    """May a piece lie on another? Letters tell sizes, B is the smallest (AC-13)."""
    if rules.stacking == "any":
        return True
    return upper < lower or (upper == lower and rules.stacking == "same")


def landings(
    rules: ActivatorRules, squares: Mapping[str, Stack], start: str, number: int
) -> Iterator[str]:
    """Where so many pieces get to on clear ways; what stands in the way can be landed on (AC-12).

    Whether the move may end there, ``end_refusal`` tells.
    """
    if rules.may_turn_corners:
        yield from ways_around(rules, squares, start, number)
        return
    for direction in directions(rules, number):
        square: str | None = start
        for _ in range(reach(rules, number)):
            square = neighbour(square, direction)
            if square is None:
                break
            yield square
            if square in squares:
                break


def ways_around(
    rules: ActivatorRules, squares: Mapping[str, Stack], start: str, number: int
) -> dict[str, tuple[str, ...]]:
    """A shortest way to each square, where ways may turn corners (AC-10, our reading's option)."""
    found: dict[str, tuple[str, ...]] = {}
    ends: list[tuple[str, ...]] = [()]
    for _ in range(reach(rules, number)):
        going, ends = ends, []
        for way in going:
            for direction in directions(rules, number):
                square = neighbour(way[-1] if way else start, direction)
                if square is None or square == start or square in found:
                    continue
                found[square] = (*way, square)
                if square not in squares:
                    ends.append(found[square])
    return found


def end_refusal(
    rules: ActivatorRules, state: State, start: str, letters: str, end: str
) -> Refusal | None:
    """Why these pieces may not end their move there, if they get there (AC-11 to AC-16)."""
    stack = state.squares.get(end)
    if stack is None:
        return None
    if stack.owner != state.to_move:
        return attack_refusal(rules, state, start, end)
    return _join_refusal(rules, state, letters, end)


def _join_refusal(rules: ActivatorRules, state: State, letters: str, end: str) -> Refusal | None:
    """Friends make a stack: not too tall (AC-11), the smaller on the larger (AC-13, AC-14)."""
    below = state.squares[end].letters
    if len(below) + len(letters) > rules.stack_height:
        text = (
            f"the {named(letters)} on the {named(below)} on {end} would be {len(below + letters)} "
            f"pieces; a stack has at most {rules.stack_height}"
        )
        return Refusal("AC-11", text, (end,))
    if not fits(rules, below[-1], letters[0]):
        than = "larger than" if letters[0] > below[-1] else "as large as"
        text = f"{letters[0]} is {than} {below[-1]}, the top of {end}, and can't lie on it"
        return Refusal("AC-13", text, (end,))
    rider = state.carried(end)
    if rider is not None and not rules.join_under:
        text = f"{rider.title()}'s activator stands on {end}: nothing joins the stack under it"
        return Refusal("AC-27", text, (end,))
    return None


# --- what a move of a piece does ----------------------------------------------------------------


def put(squares: Mapping[str, Stack], move: Move) -> dict[str, Stack]:
    """The pieces after a move's piece or stack has gone (AC-14 to AC-16)."""
    after = dict(squares)
    stack = after.pop(move.start)
    letters = stack.letters
    if move.part:
        after[move.start] = stack._replace(letters=letters[: -move.part])
        letters = letters[-move.part :]
    there = after.get(move.end)
    below = there.letters if there is not None and there.owner == stack.owner else ""
    after[move.end] = Stack(stack.owner, below + letters)
    return after


def moved(state: State, move: Move) -> State:
    """The table after a move's piece or stack has gone, with the activator on it (AC-26)."""
    riding, activators = other(state.to_move), state.activators
    if activators[riding] == move.start:
        activators = activators.put(riding, move.end)
    return state._replace(squares=FrozenDict(put(state.squares, move)), activators=activators)
