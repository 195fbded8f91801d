"""The rules of movement: how pieces and activators move, and why a move is refused.

Vocabulary
    number   how many pieces move together: 1, 2 or 3 have a reach of their own
    part     the pieces from the top of a stack that move (AC-15)
    path     the squares of a move after its start, in order, the end included
    carrier  a stack with an activator on it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

from piecepack_nb.core.actors import Roll
from piecepack_nb.core.errors import brief_repr
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.activator.geometry import (
    DIAGONAL,
    ORTHOGONAL,
    SQUARES,
    Path,
    crossings,
    in_line,
    lines,
    neighbour,
    ray,
    steps_between,
    straight_path,
)
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.state import HOMES, Move, Stack, State, other, size_name

TRIPLE = 3
FAR = SQUARES  # longer than any path
Squares = Mapping[str, Stack]

# --- Pieces and stacks: AC-10 to AC-16 ----------------------------------------------------------


def reach(rules: ActivatorRules, number: int) -> int:
    """Return how many squares so many pieces move together (AC-10)."""
    return (rules.single_reach, rules.double_reach, rules.triple_reach)[min(number, TRIPLE) - 1]


def directions(rules: ActivatorRules, number: int) -> tuple[tuple[int, int], ...]:
    """Return the directions in which so many pieces move: triples diagonally too (AC-10)."""
    if number >= TRIPLE and rules.triple_diagonal:
        return ORTHOGONAL + DIAGONAL
    return ORTHOGONAL


def landings(rules: ActivatorRules, squares: Squares, start: str, number: int) -> Iterator[str]:
    """Yield the squares that so many pieces reach on clear paths, occupied ones too (AC-12).

    ``end_clause`` checks whether the move may end there.
    """
    if rules.may_turn_corners:
        yield from paths_around(rules, squares, start, number)
        return
    far = reach(rules, number)
    for direction in directions(rules, number):
        for square in ray(start, direction, far):
            yield square
            if square in squares:
                break


def paths_around(
    rules: ActivatorRules, squares: Squares, start: str, number: int
) -> dict[str, Path]:
    """Return a shortest path to each square, where paths may turn corners (AC-10, an option)."""
    found: dict[str, Path] = {}
    ends: list[Path] = [()]
    for _ in range(reach(rules, number)):
        paths, ends = ends, []
        for path in paths:
            for direction in directions(rules, number):
                square = neighbour(path[-1] if path else start, direction)
                if square is None or square == start or square in found:
                    continue
                found[square] = (*path, square)
                if square not in squares:
                    ends.append(found[square])
    return found


def fits(rules: ActivatorRules, lower: str, upper: str) -> bool:
    """Tell if a piece may be put on another: letters are sizes, B is the smallest (AC-13)."""
    if rules.stacking == "any":
        return True
    return upper < lower or (upper == lower and rules.stacking == "same")


def pieces_after(squares: Squares, move: Move) -> dict[str, Stack]:
    """Return the pieces after a stack, or a part of it, has moved (AC-14 to AC-16)."""
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


def after_piece_move(state: State, move: Move) -> State:
    """Return the state after a move's pieces, and an activator on them, have moved (AC-26)."""
    rider, activators = other(state.to_move), state.activators
    if activators[rider] == move.start:
        activators = activators.put(rider, move.end)
    squares = FrozenDict(pieces_after(state.squares, move))
    return state._replace(squares=squares, activators=activators)


# --- Activators: AC-20 to AC-25 -----------------------------------------------------------------


def within_reach(rules: ActivatorRules, start: str, end: str) -> bool:
    """Tell if an activator can reach a square: nothing blocks it, it may turn (AC-21)."""
    straight = rules.activator_may_turn or in_line(start, end)
    return straight and steps_between(start, end) <= rules.activator_reach


def activator_targets(
    rules: ActivatorRules, squares: Squares, seat: str, start: str
) -> Iterator[str]:
    """Yield where a seat's activator may go, once its piece has moved (AC-20 to AC-22).

    AC-22 needs no check here: the other activator is on one of the seat's own pieces.
    """
    for square in SQUARES:
        stack = squares.get(square)
        enemy = stack is not None and stack.owner != seat
        if enemy and square != start and within_reach(rules, start, square):
            yield square


def attack_squares(rules: ActivatorRules, state: State, seat: str) -> tuple[str, ...]:
    """Return the squares a seat may attack from: its activator's rank and file (AC-23)."""
    if rules.attack_line == "anywhere":
        return SQUARES
    return lines(state.activators[seat])


def frozen_squares(rules: ActivatorRules, state: State) -> tuple[str, ...]:
    """Return where the activators' lines cross, at most two squares (AC-24)."""
    if not rules.freezing:
        return ()
    return tuple(dict.fromkeys(crossings(state.activators["red"], state.activators["blue"])))


def immune_squares(rules: ActivatorRules, state: State) -> tuple[str, ...]:
    """Return the squares where nothing can be captured: the carriers' (AC-25)."""
    return tuple(state.activators.values()) if rules.immunity else ()


# --- Legal moves --------------------------------------------------------------------------------


def grouped_moves(
    rules: ActivatorRules, state: State
) -> Iterator[tuple[tuple[str, str, int], Sequence[str]]]:
    """Yield each move of pieces, with the squares that the activator may go to: "" if it stays.

    A move of pieces with each such square is a legal move (AC-4).
    """
    seat = state.to_move
    own = state.activators[seat]
    targets = tuple(activator_targets(rules, state.squares, seat, own))
    held = count_stacks(state.squares, seat)
    # A move takes or joins one stack, so above this number it leaves enough of them (AC-31).
    few = min(held, len(state.squares) - held) <= rules.reduced_to + 1
    for move in piece_moves(rules, state):
        piece = move[:3]
        stays = ("",) if own != move.end else ()
        may_decide = few or move.end == HOMES[other(seat)]
        after = pieces_after(state.squares, move) if may_decide else {}
        if after and deciding_clause(rules, after, seat, move.end):
            yield piece, ("",)
        elif move.end in targets:  # its stack has just been captured
            yield piece, (*stays, *(to for to in targets if to != move.end))
        else:
            yield piece, (*stays, *targets)


def can_move(rules: ActivatorRules, state: State) -> bool:
    """Tell if there is a legal move (AC-32): its activator's own square is looked at last."""
    own = state.activators[state.to_move]
    leaves = any(move.end != own for move in piece_moves(rules, state))
    return leaves or any(targets for _, targets in grouped_moves(rules, state))


def piece_moves(rules: ActivatorRules, state: State) -> Iterator[Move]:
    """Yield the moves of pieces and stacks, and of parts of stacks (AC-10 to AC-16, AC-24)."""
    frozen = frozen_squares(rules, state)
    for start in state.held(state.to_move):
        if start in frozen:
            continue
        letters = state.squares[start].letters
        for number in range(1, len(letters) + 1):
            part = number if number < len(letters) else 0
            for end in landings(rules, state.squares, start, number):
                if not end_clause(rules, state, start, letters[-number:], end):
                    yield Move(start, end, part)


def count_stacks(squares: Squares, seat: str) -> int:
    """Return the number of a seat's stacks, of one piece or several."""
    return [stack.owner for stack in squares.values()].count(seat)


def deciding_clause(rules: ActivatorRules, squares: Squares, seat: str, end: str) -> str:
    """Return the clause by which a piece's move ended the game at once; "" if it goes on.

    A side has too few stacks left (AC-31), or an occupier has nothing to outlast (AC-30). Then no
    turn is left for an activator to move in.
    """
    own = count_stacks(squares, seat)
    if min(own, len(squares) - own) <= rules.reduced_to:
        return "AC-31"
    return "AC-30" if not rules.turns_to_survive and end == HOMES[other(seat)] else ""


# --- Refusals: the piece's move -----------------------------------------------------------------


def move_refusal(rules: ActivatorRules, state: State, move: object) -> Refusal | None:
    """Return the refusal of an illegal move, first of its piece, then its activator (AC-4)."""
    if not _is_move(move):
        written = str(move) if isinstance(move, Roll) else brief_repr(move)
        due = f"{state.to_move.capitalize()} must move a piece, such as b1-b2 or b1:1-b2 A-d3"
        return Refusal("AC-4", f"{written} is no move of this game: {due}")
    return (
        _start_refusal(rules, state, move)
        or _path_refusal(rules, state, move)
        or end_refusal(rules, state, move.start, _moving_letters(state, move), move.end)
        or _follow_refusal(rules, state, move)
    )


def _is_move(move: object) -> TypeGuard[Move]:
    """Tell if a value has the parts of a move."""
    if not isinstance(move, Move) or type(move.part) is not int:
        return False
    return all(isinstance(name, str) for name in (move.start, move.end, move.activator))


def _moving_letters(state: State, move: Move) -> str:
    """Return the letters of the pieces that move."""
    return state.squares[move.start].letters[-move.part :]


def _on(state: State, square: str) -> str:
    """Return a square's stack with its place: "Red's single D on a3"."""
    return f"{state.squares[square].name} on {square}"


def _start_refusal(rules: ActivatorRules, state: State, move: Move) -> Refusal | None:
    """Refuse to move anything but a player's own pieces (AC-4) that aren't frozen (AC-24)."""
    start, who = move.start, state.to_move.title()
    for square in (start, move.end, move.activator or start):
        if square not in SQUARES:
            return Refusal("AC-1", f"there is no square {brief_repr(square)}; they are a1 to d4")
    stack = state.squares.get(start)
    if stack is None:
        return Refusal("AC-4", f"{start} is empty: {who} has no piece there", (start,))
    if stack.owner != state.to_move:
        return Refusal(
            "AC-4", f"{who} must move their own pieces, not {_on(state, start)}", (start,)
        )
    return _part_refusal(move, stack.letters) or frozen_refusal(rules, state, start)


def _part_refusal(move: Move, letters: str) -> Refusal | None:
    """Refuse a part that isn't the top of its stack (AC-15)."""
    if 0 <= move.part < len(letters):
        return None
    stack = f"the {size_name(letters)} on {move.start}"
    if move.part == len(letters):
        text = f"{move.part} is all of {stack}: write {move.start}-{move.end}"
    else:
        text = f"{move.part} pieces can't be taken off {stack}"
    return Refusal("AC-15", text, (move.start,))


def frozen_refusal(rules: ActivatorRules, state: State, start: str) -> Refusal | None:
    """Refuse to move pieces from where the activators' lines cross (AC-24)."""
    if start not in frozen_squares(rules, state):
        return None
    red, blue = state.activators["red"], state.activators["blue"]
    text = (
        f"{start} is frozen: the rank and the file of Red's activator on {red} and Blue's on "
        f"{blue} cross there"
    )
    return Refusal("AC-24", text, (start, red, blue))


def _path_refusal(rules: ActivatorRules, state: State, move: Move) -> Refusal | None:
    """Refuse a move beyond the pieces' reach (AC-10), or on a path that isn't clear (AC-12)."""
    start, end, letters = move.start, move.end, _moving_letters(state, move)
    if start == end:
        text = f"the {size_name(letters)} on {start} must move to another square"
        return Refusal("AC-10", text, (start,))
    if rules.may_turn_corners:
        return _corners_refusal(rules, state, move)
    path = straight_path(start, end)
    if path is None:
        return Refusal("AC-10", f"{start} and {end} are in no straight line", (start, end))
    if not in_line(start, end) and len(directions(rules, len(letters))) <= len(ORTHOGONAL):
        size, _ = size_name(letters).rsplit(maxsplit=1)
        text = f"a {size} can't move diagonally, as from {start} to {end}"
        return Refusal("AC-10", text, (start, end))
    if far := _reach_refusal(rules, move, letters, len(path)):
        return far
    for square in path[:-1]:
        if square in state.squares:
            return Refusal("AC-12", f"{_on(state, square)} blocks the path to {end}", (square,))
    return None


def _reach_refusal(rules: ActivatorRules, move: Move, letters: str, steps: int) -> Refusal | None:
    """Refuse a path of more steps than so many pieces move (AC-10)."""
    most = reach(rules, len(letters))
    if steps <= most:
        return None
    upto = f"{'up to ' if most > 1 else ''}{count_noun(most, 'square')}"
    size, _ = size_name(letters).rsplit(maxsplit=1)
    text = f"a {size} such as {letters} moves {upto}; from {move.start} to {move.end} it is {steps}"
    return Refusal("AC-10", text, (move.start, move.end))


def _corners_refusal(rules: ActivatorRules, state: State, move: Move) -> Refusal | None:
    """Refuse a move without a clear path (AC-10, AC-12), where paths may turn corners."""
    start, end, letters = move.start, move.end, _moving_letters(state, move)
    found = paths_around(rules, state.squares, start, len(letters))
    if end in found:
        return None
    free = paths_around(rules, {}, start, len(letters))
    if end not in free:
        return _reach_refusal(rules, move, letters, steps_between(start, end))
    most = reach(rules, len(letters))
    near = tuple(
        square
        for square in found
        if square in state.squares
        and len(free[square] + paths_around(rules, {}, square, len(letters)).get(end, FAR)) <= most
    )
    text = f"{join_list(_on(state, each) for each in near)} block every path to {end}"
    return Refusal("AC-12", text, near)


def end_clause(rules: ActivatorRules, state: State, start: str, letters: str, end: str) -> str:
    """Return the clause by which pieces can't end their move on a square that they reach, or ""."""
    stack = state.squares.get(end)
    if stack is None:
        return ""
    if stack.owner != state.to_move:
        return _attack_clause(rules, state, start, end)
    return _join_clause(rules, state, letters, end)


def _join_clause(rules: ActivatorRules, state: State, letters: str, end: str) -> str:
    """Refuse a stack too tall (AC-11), of wrong sizes (AC-13, AC-14), or a carrier (AC-27)."""
    below = state.squares[end].letters
    if len(below) + len(letters) > rules.stack_height:
        return "AC-11"
    if not fits(rules, below[-1], letters[0]):
        return "AC-13"
    return "" if rules.join_under or state.carried(end) is None else "AC-27"


def _attack_clause(rules: ActivatorRules, state: State, start: str, end: str) -> str:
    """Refuse an attack out of line with the own activator (AC-23), or on a carrier (AC-25)."""
    if start not in attack_squares(rules, state, state.to_move):
        return "AC-23"
    return "AC-25" if end in immune_squares(rules, state) else ""


def end_refusal(
    rules: ActivatorRules, state: State, start: str, letters: str, end: str
) -> Refusal | None:
    """Refuse the square where pieces end their move, if they reach it (AC-11 to AC-16)."""
    clause = end_clause(rules, state, start, letters, end)
    if clause == "AC-23":
        who, own = state.to_move.title(), state.activators[state.to_move]
        text = (
            f"{start} is neither on the rank nor on the file of {who}'s activator "
            f"on {own}, so pieces there can't attack {end}"
        )
        return Refusal(clause, text, (start, own, end))
    return (
        Refusal(clause, _end_text(rules, state, letters, end, clause), (end,)) if clause else None
    )


def _end_text(rules: ActivatorRules, state: State, letters: str, end: str, clause: str) -> str:
    """Return why pieces can't end their move on a square, by a clause."""
    below = state.squares[end].letters
    rider = (state.carried(end) or state.to_move).title()
    match clause:
        case "AC-11":
            return (
                f"the {size_name(letters)} on the {size_name(below)} on {end} would be "
                f"{len(below + letters)} pieces; a stack has at most {rules.stack_height}"
            )
        case "AC-13":
            than = "larger than" if letters[0] > below[-1] else "as large as"
            return f"{letters[0]} is {than} {below[-1]}, the top of {end}, and can't be put on it"
        case "AC-27":
            return f"{rider}'s activator is on {end}: pieces can't join the stack under it"
    return f"{_on(state, end)} carries {rider}'s activator and can't be captured"


# --- Refusals: then the activator's -------------------------------------------------------------


def _follow_refusal(rules: ActivatorRules, state: State, move: Move) -> Refusal | None:
    """Refuse what the activator does after the piece: it must leave what is taken (AC-20)."""
    seat, to = state.to_move, move.activator
    must = state.activators[seat] == move.end
    if not to and not must:
        return None
    after = after_piece_move(state, move)
    clause = deciding_clause(rules, after.squares, seat, move.end)
    if clause:
        text = f"{move._replace(activator='')} ends the game at once: the activator stays"
        return Refusal(clause, text, (move.end,)) if to else None
    if not to:
        whose = f"{seat.title()}'s activator was on the pieces captured on {move.end}"
        return Refusal("AC-20", f"{whose}, and must move to an enemy piece", (move.end,))
    taken = move.end if state.holds(other(seat), move.end) else None
    return _activator_refusal(rules, after, taken, to)


def _activator_refusal(
    rules: ActivatorRules, state: State, taken: str | None, to: str
) -> Refusal | None:
    """Refuse an activator's move in ``state``, after the piece has moved and ``taken`` a square.

    It ends on another enemy piece (AC-20), never on the other activator (AC-22), and moves no
    farther than its reach (AC-21).
    """
    seat = state.to_move
    start, whose = state.activators[seat], f"{seat.title()}'s activator"
    stack = state.squares.get(to)
    if to == start:
        return Refusal("AC-21", f"{whose} is already on {to}", (to,))
    if to == state.activators[other(seat)]:
        text = f"{other(seat).title()}'s activator is on {to}: {whose} can't go on top of it"
        return Refusal("AC-22", text, (to,))
    if stack is None or stack.owner == seat:
        fact = f"{to} is empty" if stack is None else f"{_on(state, to)} is their own"
        fact = f"the pieces on {to} have just been captured" if stack and to == taken else fact
        return Refusal("AC-20", f"{whose} must be on an enemy piece: {fact}", (to,))
    if within_reach(rules, start, to):
        return None
    steps, most = steps_between(start, to), rules.activator_reach
    if steps <= most:
        text = f"{whose} on {start} moves in a straight line, and {to} is not on its rank or file"
    else:
        text = f"{whose} moves up to {most} orthogonally, but from {start} to {to} it is {steps}"
    return Refusal("AC-21", text, (start, to))
