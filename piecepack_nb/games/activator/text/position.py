"""The table as plain JSON values, and back: every entry is checked on the way in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from piecepack_nb.core.errors import BadInput, brief_repr, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.validate import mapping, position_of, whole_number
from piecepack_nb.games.activator.geometry import FILES, RANKS, SQUARES
from piecepack_nb.games.activator.phases.movement import fits
from piecepack_nb.games.activator.phases.turn import settled
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.state import (
    COUNTS,
    HOMES,
    LETTERS,
    SEATS,
    Stack,
    State,
    key,
    other,
)

MOST = 10**6  # a turn number above this is no game
LONGEST = 10_000  # positions since the last capture
ENTRIES = ("turn", "to_move", "squares", "activators", "occupied", "earlier")
CAPITALS = "a seat and its pieces in capitals, from bottom to top, such as 'red FB' or 'blue C'"
WORD = re.compile(r"\.|[B-F]+a?|[b-f]+A?")


def to_json(state: State) -> dict[str, Any]:
    """The table as plain JSON values."""
    return {
        "turn": state.turn,
        "to_move": state.to_move,
        "squares": {square: str(stack) for square, stack in sorted(state.squares.items())},
        "activators": dict(sorted(state.activators.items())),
        "occupied": dict(sorted(state.occupied.items())),
        "earlier": list(state.earlier),
    }


def from_json(rules: ActivatorRules, data: object) -> State:
    """The table that ``to_json`` gave; raises BadInput naming the first entry that is wrong."""
    entries = position_of(data, ENTRIES)
    squares = mapping("squares", entries["squares"])
    state = made(
        rules,
        {square: stack_of(square, each) for square, each in squares.items()},
        entries["activators"],
        entries["to_move"],
        entries["turn"],
        mapping("occupied", entries["occupied"]),
    )
    return settled(rules, state, _earlier(rules, state, entries["earlier"]))


# --- a table from its entries -------------------------------------------------------------------


def made(
    rules: ActivatorRules,
    squares: Mapping[str, Stack],
    activators: object,
    to_move: object,
    turn: Any,
    occupied: object = None,
) -> State:
    """The table with these entries, each checked; who occupies a home is worked out if need be.

    It isn't settled yet: what was before, and whether the game is over, is not looked at.
    """
    if to_move not in SEATS or not isinstance(to_move, str):
        raise invalid("to_move", to_move, "red or blue")
    whole_number("turn", turn, 1, MOST)
    _check_stacks(rules, squares)
    state = State(
        turn, to_move, FrozenDict(sorted(squares.items())), _activators(squares, activators)
    )
    return state._replace(occupied=_occupied(rules, state, occupied))


def stack_of(square: str, value: object) -> Stack:
    """A square's stack from "red FB"; raises BadInput naming the square."""
    if square not in SQUARES:
        raise invalid("a square", square, "a1 to d4")
    parts = value.split() if isinstance(value, str) else ()
    if len(parts) != 2 or parts[0] not in SEATS or not set(parts[1]) <= set(LETTERS):
        raise invalid(square, value, CAPITALS)
    return Stack(parts[0], parts[1])


def _check_stacks(rules: ActivatorRules, squares: Mapping[str, Stack]) -> None:
    """Stacks that may be (AC-11, AC-13), of pieces that there are (AC-2), on both sides."""
    for square, (_, letters) in sorted(squares.items()):
        if len(letters) > rules.stack_height:
            raise invalid(square, letters, f"a stack of at most {rules.stack_height} pieces")
        for lower, upper in pairwise(letters):
            if not fits(rules, lower, upper):
                raise invalid(
                    square, letters, f"pieces from bottom to top; {upper} can't lie on {lower}"
                )
    for seat in SEATS:
        pieces = Counter("".join(each.letters for each in squares.values() if each.owner == seat))
        if not pieces:
            raise BadInput(
                f"{seat} has no piece on the board; accepted: 1 to {sum(COUNTS.values())}"
            )
        for letter, many in sorted(pieces.items()):
            if many > COUNTS[letter]:
                raise invalid(
                    f"the number of {seat}'s {letter} pieces", many, f"at most {COUNTS[letter]}"
                )


def _activators(squares: Mapping[str, Stack], value: object) -> FrozenDict[str, str]:
    """Each stands on an enemy piece (AC-20), so never both on one (AC-22)."""
    given = mapping("activators", value)
    for name in given:
        if name not in SEATS:
            raise invalid("an entry of activators", name, "red or blue")
    for seat in SEATS:
        if seat not in given:
            raise BadInput(
                f"{seat}'s activator is missing; accepted: one on a square that {other(seat)} "
                "stands on"
            )
        square = given[seat]
        stack = squares.get(square) if isinstance(square, str) else None
        if stack is None or stack.owner == seat:
            raise invalid(f"activators.{seat}", square, f"a square that {other(seat)} stands on")
    return FrozenDict((seat, given[seat]) for seat in SEATS)


def _occupied(rules: ActivatorRules, state: State, value: object) -> FrozenDict[str, int]:
    """Who stands on the other's home, and how many turns each has still to outlast (AC-30)."""
    most = {
        seat: max(0, rules.turns_to_survive - (state.to_move == seat))
        for seat in SEATS
        if HOMES[other(seat)] in state.held(seat)
    }
    if value is None:
        return FrozenDict(most)
    given = mapping("occupied", value)
    if given.keys() != set(most):
        there = " and ".join(most) or "nobody"
        raise invalid(
            "occupied", value, f"turns for who is on the other's home, and that is {there}"
        )
    for seat, turns in given.items():
        low = int(state.to_move != seat and most[seat] > 0)
        whole_number(f"occupied.{seat}", turns, low, most[seat])
    return FrozenDict((seat, given[seat]) for seat in most)


# --- the positions before it --------------------------------------------------------------------


def _earlier(rules: ActivatorRules, state: State, value: object) -> tuple[str, ...]:
    """The positions since the last capture, without this one, which comes last (AC-32)."""
    if not isinstance(value, list | tuple) or len(value) > LONGEST:
        raise invalid("earlier", value, f"a list of at most {LONGEST} positions")
    if not rules.repetition:
        if value:
            raise invalid("earlier", value, "an empty list, as repetition is 0")
        return ()
    if not value or value[-1] != key(state):
        last = value[-1] if value else None
        raise invalid("the last entry of earlier", last, f"{key(state)!r}, the position itself")
    pieces, mover = _pieces(state.squares), state.to_move
    for place in reversed(range(len(value) - 1)):
        mover = other(mover)
        _check_earlier(rules, f"earlier[{place}]", value[place], mover, pieces)
    if max(Counter(value[:-1]).values(), default=0) >= rules.repetition:
        raise BadInput(f"a position of earlier was there {rules.repetition} times; accepted: fewer")
    return tuple(value[:-1])


def _check_earlier(
    rules: ActivatorRules, name: str, text: object, mover: str, pieces: Counter[str]
) -> None:
    """An earlier position is one that could be, of the same pieces, with the other to move."""
    ranks, _, rest = text.partition(f" {mover}") if isinstance(text, str) else ("", "", "")
    rows = [row.split(" ") for row in ranks.split("/")]
    try:
        squares, activators = read_words(dict(zip(RANKS[::-1], rows, strict=True)))
        waits = rest.split()
        occupied = dict(zip(waits[::2], map(int, waits[1::2]), strict=True))
        state = made(rules, squares, activators, mover, 1, occupied)
    except ValueError as error:
        raise BadInput(
            f"{name} is no position: {error if isinstance(error, BadInput) else brief_repr(text)}"
        ) from None
    if key(state) != text or _pieces(squares) != pieces:
        raise invalid(name, text, "a position of the same pieces, as a key writes it")


def _pieces(squares: Mapping[str, Stack]) -> Counter[str]:
    return Counter(owner + letter for owner, letters in squares.values() for letter in letters)


def read_words(
    ranks: Mapping[str, list[str]],
) -> tuple[dict[str, Stack], dict[str, str]]:
    """What stands where, and the activators, from the four words of each rank of a drawing."""
    squares, activators = {}, {}
    for rank, words in ranks.items():
        if len(words) != len(FILES):
            raise invalid(f"rank {rank}", " ".join(words), f"{len(FILES)} words")
        for file, word in zip(FILES, words, strict=True):
            if not WORD.fullmatch(word):
                raise invalid(
                    file + rank, word, "'.', or pieces such as FB or fb, with a or A on top"
                )
            letters = word.rstrip("aA")
            if word == ".":
                continue
            squares[file + rank] = Stack("red" if letters.isupper() else "blue", letters.upper())
            if letters != word:
                activator = "red" if word[-1] == "A" else "blue"
                if activator in activators:
                    raise invalid(file + rank, word, f"one activator of {activator}, not a second")
                activators[activator] = file + rank
    return squares, activators
