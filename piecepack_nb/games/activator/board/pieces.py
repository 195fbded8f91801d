"""The pyramids on the table: stacks on the board, what was captured in the trays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.activator.board.furniture import NAMES, SUITS, at, slot
from piecepack_nb.games.activator.sprites import rise
from piecepack_nb.games.activator.state import COUNTS, SEATS, State, other
from piecepack_nb.scene import Piece

CAPTURED, SMALL = 1.62, 0.62
"""The y of captured pieces in a tray, and how large they are drawn there."""


def pieces(state: State) -> Iterator[Piece]:
    """Everything that stands on the table, from the back of the board to the front."""
    yield from NAMES
    for square in sorted(state.squares, key=lambda each: (-int(each[1]), each[0])):
        yield from _stack(state, square)
    for seat, square in state.activators.items():
        yield _activator(state, seat, square)
    for seat in SEATS:
        yield from _tray(state, seat)


def heights(letters: str) -> list[float]:
    """How high each piece of a stack stands, from the bottom up."""
    found = [0.0]
    for lower, upper in pairwise(letters):
        found.append(round(found[-1] + rise(lower, upper), 2))
    return found


def _stack(state: State, square: str) -> Iterator[Piece]:
    owner, letters = state.squares[square]
    x, y = at(square)
    for level, (letter, lift) in enumerate(zip(letters, heights(letters), strict=True)):
        yield Piece(f"{letter}*", f"pyramid-{letter}", x, y, suit=SUITS[owner], z=3 + level,
                    lift=lift)  # fmt: skip


def _activator(state: State, seat: str, square: str) -> Piece:
    """On top of what carries it (AC-20, AC-27)."""
    stack = state.squares.get(square)
    lift = heights(stack.letters + "A")[-1] if stack else 0.0
    return Piece(f"activator-{seat}", "activator", *at(square), suit=SUITS[seat], z=9, lift=lift)


def lost(state: State, seat: str) -> list[str]:
    """The letters of a seat's pieces that are not on the board, the largest first."""
    there = Counter("".join(state.squares[square].letters for square in state.held(seat)))
    gone = Counter(dict(COUNTS)) - there
    return sorted(gone.elements(), reverse=True)


def _tray(state: State, seat: str) -> Iterator[Piece]:
    """What a side has left, and the pieces that it has lost."""
    suit, held = SUITS[seat], state.held(seat)
    left = sum(state.squares[square].height for square in held)
    yield Piece(f"sign-{seat}", "symbol", 0.55, 0.62, seat, scale=0.9, suit=suit, z=2)
    yield Piece(f"name-{seat}", "words", 1.45, 0.62, seat, scale=1.2, label=seat.title(), z=2)
    told = f"{count_noun(left, 'piece')} on {count_noun(len(held), 'square')}"
    yield Piece(f"left-{seat}", "words", 3.22, 0.64, seat, label=told, scale=0.7, z=2)
    gone = lost(state, seat)
    for number, letter in enumerate(gone):
        yield Piece(f"{letter}*", f"pyramid-{letter}", slot(number), CAPTURED, seat, suit=suit,
                    scale=SMALL, z=3)  # fmt: skip
    taken = f"taken by {other(seat).title()}"
    if gone:
        yield Piece(f"taken-{seat}", "words", 0.98, 1.14, seat, label=taken, scale=0.62, z=2)
    else:
        yield Piece(f"none-{seat}", "words", 2.3, CAPTURED, seat, label=f"nothing {taken}",
                    scale=0.9, z=2, faded=True)  # fmt: skip
