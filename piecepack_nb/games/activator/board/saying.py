"""What the table says while it waits: the line above it, and what a move would bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.activator.board.effects import attackers
from piecepack_nb.games.activator.moves import Move
from piecepack_nb.games.activator.phases.lines import frozen_squares
from piecepack_nb.games.activator.phases.movement import moved
from piecepack_nb.games.activator.state import HOMES, State, named, other

if TYPE_CHECKING:
    from piecepack_nb.games.activator.play import Activator

NUMBERS = ("none", "one", "two", "three", "four", "five")


def prompt(game: Activator, state: State, move: Move | None) -> tuple[str, str]:
    """What is to be done now, and by which clause; ``move`` is as far as it was put together."""
    result = game.result(state)
    if result is not None:
        return f"The game is over. {result.text}", result.clause
    who = state.to_move.title()
    if move is None:
        return _begin(state, who)
    stack = state.squares[move.start]
    if move.end:
        on = state.activators[state.to_move]
        return f"{who}: now your activator on {on}, if you like. Pick where, or leave it.", "AC-4"
    part = named(stack.letters[-move.part :])
    more = ", or how much of it goes" if stack.height > 1 else ""
    return f"{who}'s {part} from {move.start}: choose where it goes{more}.", "AC-10"


def _begin(state: State, who: str) -> tuple[str, str]:
    rival = other(state.to_move)
    if rival in state.occupied:
        home, left = HOMES[state.to_move], state.occupied[rival]
        last = "now" if left == 1 else f"within {count_noun(left, 'turn')}"
        text = f"{rival.title()} stands on {who}'s home {home}: capture it {last}, or {who} loses"
        return f"Turn {state.turn}. {text}.", "AC-30"
    return f"Turn {state.turn}: {who} moves a piece or a stack. Pick it.", "AC-4"


# --- what it would bring -------------------------------------------------------------------------


def tip(game: Activator, state: State, move: Move) -> tuple[str, str]:
    """What the piece's part of a move brings, in a line, and the clause where one is met."""
    letters = state.squares[move.start].letters[-move.part :]
    there, seat = state.squares.get(move.end), state.to_move
    told = [f"{letters} {move.start}-{move.end}"]
    clause = ""
    if there is not None and there.owner != seat:
        told.append(f"captures {there.owner.title()}'s {named(there.letters)}")
        clause = "AC-16"
    elif there is not None:
        told.append(f"makes a {named(there.letters + letters)}")
        clause = "AC-14"
    if move.end == HOMES[other(seat)]:
        told.append(f"on {other(seat).title()}'s home")
        clause = clause or "AC-30"
    if move.end in frozen_squares(game.rules, moved(state, move)):
        told.append("it would be frozen there")
        clause = clause or "AC-24"
    return f"{'; '.join(told)}.", clause


def activator_tip(game: Activator, after: State, seat: str) -> tuple[str, str]:
    """What an activator does where it stands in ``after``."""
    rules, told = game.rules, [f"A-{after.activators[seat]}"]
    if rules.attack_line != "anywhere":
        held = attackers(game, after, seat)
        told.append(f"{seat.title()} may then attack from {join_list(held) if held else 'nowhere'}")
    frozen = dict.fromkeys(frozen_squares(rules, after))
    if frozen:
        told.append(f"{join_list(frozen)} {'is' if len(frozen) == 1 else 'are'} frozen")
    return f"{'; '.join(told)}.", "AC-21"


# --- the table -----------------------------------------------------------------------------------


def in_words(game: Activator, state: State, *, ice: bool = True) -> str:
    """The table in words, for those who do not see it; without ``ice`` not what is frozen."""
    sides = []
    for seat in game.seats:
        stacks = ", ".join(f"{sq} {state.squares[sq].letters}" for sq in sorted(state.held(seat)))
        sides.append(f"{seat.title()}: {stacks or 'nothing'}; its activator on "
                     f"{state.activators[seat]}.")  # fmt: skip
    frozen = frozen_squares(game.rules, state) if ice else ()
    cold = f" Frozen squares: {join_list(dict.fromkeys(frozen))}." if frozen else ""
    result = game.result(state)
    whose = f"{state.to_move.title()} is to move." if result is None else result.text
    return f"Turn {state.turn}. {whose} {' '.join(sides)} Stacks are told from bottom to top.{cold}"
