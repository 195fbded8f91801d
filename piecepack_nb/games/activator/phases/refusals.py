"""Why a move may not be made, by the first clause that it breaks."""

from __future__ import annotations

from piecepack_nb.core.errors import brief_repr
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.activator.geometry import SQUARES, in_line, steps_between, way
from piecepack_nb.games.activator.moves import Move
from piecepack_nb.games.activator.phases import ending
from piecepack_nb.games.activator.phases.lines import activator_refusal, frozen_refusal
from piecepack_nb.games.activator.phases.listing import decided
from piecepack_nb.games.activator.phases.movement import (
    directions,
    end_refusal,
    moved,
    reach,
    ways_around,
)
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.state import State, named

FAR = SQUARES  # longer than any way


def refusal(rules: ActivatorRules, state: State, move: object) -> Refusal | None:
    """Why a move may not be made: the piece's part first, then the activator's (AC-4)."""
    over = ending.result(state)
    if over is not None:
        return Refusal(over.clause, f"the game is over: {over.text.rstrip('.')}")
    if not _is_a_move(move):
        form = "moves are written as b1-b2 or b1:1-b2 A-d3"
        text = f"{brief_repr(move)} is no move of this game; {form}"
        return Refusal("AC-4", text)
    assert isinstance(move, Move)
    return (
        _start_refusal(rules, state, move)
        or _way_refusal(rules, state, move)
        or end_refusal(rules, state, move.start, _letters(state, move), move.end)
        or _activator_refusal(rules, state, move)
    )


def _is_a_move(move: object) -> bool:
    if not isinstance(move, Move) or type(move.part) is not int:
        return False
    return all(isinstance(name, str) for name in (move.start, move.end, move.activator))


def _letters(state: State, move: Move) -> str:
    return state.squares[move.start].letters[-move.part :]


# --- what goes, and from where ------------------------------------------------------------------


def _start_refusal(rules: ActivatorRules, state: State, move: Move) -> Refusal | None:
    """What is to move stands there, is one's own (AC-4), and isn't frozen (AC-24)."""
    start, seat = move.start, state.to_move
    for square in (start, move.end, move.activator or start):
        if square not in SQUARES:
            return Refusal("AC-1", f"there is no square {brief_repr(square)}; they are a1 to d4")
    stack = state.squares.get(start)
    if stack is None:
        return Refusal("AC-4", f"{start} is empty: {seat.title()} has nothing there", (start,))
    if stack.owner != seat:
        whose = f"the {named(stack.letters)} on {start} is {stack.owner.title()}'s"
        return Refusal("AC-4", f"{whose}, and {seat.title()} is to move", (start,))
    return _part_refusal(move, stack.letters) or frozen_refusal(rules, state, start)


def _part_refusal(move: Move, letters: str) -> Refusal | None:
    """A part is what lies on top of the rest (AC-15)."""
    start = move.start
    if 0 <= move.part < len(letters):
        return None
    if move.part == len(letters):
        text = f"{move.part} is all of the {named(letters)} on {start}: write {start}-{move.end}"
    else:
        text = f"no {move.part} pieces can be taken off the {named(letters)} on {start}"
    return Refusal("AC-15", text, (start,))


# --- its way ------------------------------------------------------------------------------------


def _way_refusal(rules: ActivatorRules, state: State, move: Move) -> Refusal | None:
    """It goes as far as so many pieces go (AC-10), and nothing stands in between (AC-12)."""
    start, end, letters = move.start, move.end, _letters(state, move)
    if start == end:
        return Refusal("AC-10", f"the {named(letters)} on {start} has to go somewhere", (start,))
    if rules.may_turn_corners:
        return _ways_refusal(rules, state, move)
    line = way(start, end)
    if line is None:
        return Refusal("AC-10", f"no straight line leads from {start} to {end}", (start, end))
    return _reach_refusal(rules, move, letters, len(line)) or _blocked(state, line)


def _reach_refusal(rules: ActivatorRules, move: Move, letters: str, steps: int) -> Refusal | None:
    """So many pieces move so far; singles and doubles only along ranks and files (AC-10)."""
    start, end, number = move.start, move.end, len(letters)
    what, squares = f"a {named(letters).split()[0]}", (start, end)
    if (
        not in_line(start, end)
        and len(directions(rules, number)) <= 4
        and not rules.may_turn_corners
    ):
        return Refusal(
            "AC-10", f"{what} doesn't move diagonally, as from {start} to {end}", squares
        )
    if steps > reach(rules, number):
        upto = "1 square" if reach(rules, number) == 1 else f"up to {reach(rules, number)} squares"
        text = f"{what} such as {letters} moves {upto}; from {start} to {end} it is {steps}"
        return Refusal("AC-10", text, squares)
    return None


def _blocked(state: State, line: tuple[str, ...]) -> Refusal | None:
    """Nothing is jumped (AC-12)."""
    for square in line[:-1]:
        if square in state.squares:
            text = f"{_standing(state, square)} stands in the way to {line[-1]}"
            return Refusal("AC-12", text, (square,))
    return None


def _ways_refusal(rules: ActivatorRules, state: State, move: Move) -> Refusal | None:
    """The same where ways may turn corners: some way must be clear."""
    start, end, letters = move.start, move.end, _letters(state, move)
    found = ways_around(rules, state.squares, start, len(letters))
    if end in found:
        return None
    free = ways_around(rules, {}, start, len(letters))
    if end not in free:
        return _reach_refusal(rules, move, letters, steps_between(start, end))
    most = reach(rules, len(letters))
    near = tuple(
        square
        for square in found
        if square in state.squares
        and len(free[square] + ways_around(rules, {}, square, len(letters)).get(end, FAR)) <= most
    )
    text = f"{join_list(_standing(state, each) for each in near)} leave no way to {end}"
    return Refusal("AC-12", text, near)


def _standing(state: State, square: str) -> str:
    stack = state.squares[square]
    return f"{stack.owner.title()}'s {named(stack.letters)} on {square}"


# --- then the activator -------------------------------------------------------------------------


def _activator_refusal(rules: ActivatorRules, state: State, move: Move) -> Refusal | None:
    """The activator may go after the piece (AC-21), and must off what is taken (AC-20)."""
    seat, to = state.to_move, move.activator
    must = state.activators[seat] == move.end
    if not to:
        text = f"{seat.title()}'s activator stood on what is captured on {move.end}, and must go on"
        return Refusal("AC-20", f"{text} to an enemy piece", (move.end,)) if must else None
    after = moved(state, move)
    clause = decided(rules, after.squares, seat, move.end)
    if clause and not must:
        text = f"{move._replace(activator='')} ends the game at once: the activator stays"
        return Refusal(clause, text, (move.end,))
    taken = move.end if move.end in state.squares else None
    return activator_refusal(rules, after, taken, to)
