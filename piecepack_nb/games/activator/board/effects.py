"""What the activators do, as layers of the board that can be asked why, and in words.

Vocabulary
    line      the rank or the file of an activator: from there its side may attack (AC-23)
    frozen    where the two activators' lines cross (AC-24)
    immune    what carries an activator (AC-25)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from piecepack_nb.core.wording import join_list
from piecepack_nb.games.activator.board.furniture import SUITS, at, lanes
from piecepack_nb.games.activator.phases.lines import (
    attack_squares,
    frozen_refusal,
    frozen_squares,
    immune_squares,
)
from piecepack_nb.games.activator.state import HOMES, SEATS, State, named, other
from piecepack_nb.scene import Layer, Mark, Spot, TextTable

if TYPE_CHECKING:
    from piecepack_nb.games.activator.play import Activator

FROZEN, IMMUNE = Layer("frozen", "Frozen squares"), Layer("immune", "Immune")
LINES = {seat: Layer(f"lines of {seat}", f"{seat.title()}'s lines of attack") for seat in SEATS}
SIGN = 0.5
"""How large the place of a line's sign is, in squares."""
Fact = tuple[str, str, str]
"""A word ("" where it goes without saying), a sentence, and the clause."""
LAYERS = (FROZEN, IMMUNE, *LINES.values())


def layers(game: Activator, *, lines: bool = True) -> tuple[Layer, ...]:
    """The layers that say something under these rules, those of the ``lines`` of attack or not."""
    rules = game.rules
    says = {
        FROZEN: rules.freezing,
        IMMUNE: rules.immunity,
        **dict.fromkeys(LINES.values(), lines and rules.attack_line != "anywhere"),
    }
    return tuple(layer for layer in LAYERS if says[layer])


def marks(game: Activator, state: State, *, lines: bool = True, but: str = "") -> Iterator[Mark]:
    """Frost, shields and, if wanted, lines of attack.

    Without what the activator of seat ``but`` does, which is about to go elsewhere.
    """
    for mark in _frost(game, state) if not but else ():
        yield mark._replace(layer=FROZEN.id)
    for square in immune_squares(game.rules, state):
        if not but or square != state.activators[but]:
            yield Mark("immune", *at(square), layer=IMMUNE.id)
    for seat, layer in LINES.items() if lines else ():
        for mark in _lines(game, state, seat) if seat != but else ():
            yield mark._replace(layer=layer.id)


def warnings(state: State) -> Iterator[Mark]:
    """A ring round whoever stands on the other's home and will win there (AC-30)."""
    for seat in state.occupied if state.outcome is None else ():
        yield Mark("danger", *at(HOMES[other(seat)]), suit=SUITS[seat])


def drawn(game: Activator, state: State, seat: str) -> Iterator[Mark]:
    """What a seat's activator does where it stands: its lines, and the frost."""
    yield from _lines(game, state, seat)
    yield from _frost(game, state)


def _frost(game: Activator, state: State) -> Iterator[Mark]:
    for square in dict.fromkeys(frozen_squares(game.rules, state)):
        yield Mark("frost", *at(square))
        yield Mark("frozen", *at(square))


def _lines(game: Activator, state: State, seat: str) -> Iterator[Mark]:
    if game.rules.attack_line != "anywhere":
        for line in lanes(state.activators[seat]):
            yield Mark("lane", points=line, suit=SUITS[seat])


# --- in words -----------------------------------------------------------------------------------


def stands(state: State, square: str) -> str:
    """What stands on a square."""
    stack, rider = state.squares.get(square), state.carried(square)
    text = f"{stack.owner.title()}'s {named(stack.letters)}" if stack else "empty"
    return f"{text} under {rider.title()}'s activator" if rider else text


def facts(game: Activator, state: State, square: str) -> list[Fact]:
    """What the activators do to a square: a word for it, a sentence, and the clause."""
    rules, told = game.rules, []
    frozen = frozen_refusal(rules, state, square)
    if frozen is not None:
        held = "what stands here may not move" if square in state.squares else "nothing stands here"
        told.append(("frozen", f"{frozen.text}: {held}", frozen.clause))
    rider = state.carried(square)
    if rider is not None and square in immune_squares(rules, state):
        text = f"{rider.title()}'s activator makes {square} immune: nothing captures it"
        told.append(("immune", text, "AC-25"))
    stack = state.squares.get(square)
    if stack is not None and frozen is None and rules.attack_line != "anywhere":
        told.append(_attack(game, state, square, stack.owner))
    return told


def _attack(game: Activator, state: State, square: str, seat: str) -> Fact:
    """Whether what stands there may attack from there (AC-23)."""
    own, who = state.activators[seat], seat.title()
    if square in attack_squares(game.rules, state, seat):
        line = "rank" if square[1] == own[1] else "file"
        text = f"{square} is on the {line} of {who}'s activator on {own}: {who} may attack from it"
        return ("may attack", text, "AC-23")
    text = f"{square} is on neither line of {who}'s activator on {own}: no attack from it"
    return ("", text, "AC-23")


def attackers(game: Activator, state: State, seat: str) -> list[str]:
    """The squares that a seat may attack from: in line with its activator, and not frozen."""
    there = set(attack_squares(game.rules, state, seat))
    there -= set(frozen_squares(game.rules, state))
    return sorted(square for square in state.held(seat) if square in there)


def in_short(told: list[Fact]) -> str:
    """Facts as the end of a name: ", frozen, immune"."""
    return "".join(f", {word}" for word, _, _ in told if word)


def why_spots(game: Activator, state: State) -> Iterator[Spot]:
    """Each square on which something stands or frost lies, with what holds for it."""
    for square in dict.fromkeys((*state.squares, *frozen_squares(game.rules, state))):
        told = facts(game, state, square)
        words = in_short(told)
        tip = ". ".join(text for _, text, _ in told)
        yield Spot(
            f"why {square}", *at(square), name=f"{square}: {stands(state, square)}{words}",
            role="why", tip=f"{tip}." if tip else f"{stands(state, square)}.",
            clause=told[0][2] if told else "",
        )  # fmt: skip


def line_spots(game: Activator, state: State) -> Iterator[Spot]:
    """The signs at the ends of the lines of attack, with what may attack from there (AC-23)."""
    if game.rules.attack_line == "anywhere":
        return
    for seat in SEATS:
        own = state.activators[seat]
        held = attackers(game, state, seat)
        for kind, here, line in zip(("rank", "file"), own[::-1], lanes(own), strict=True):
            there = [square for square in held if here in square]
            name = f"{seat.title()}'s {kind} {here}"
            tip = f"{name}, for its activator stands on {own}: {seat.title()} may attack from it"
            told = f", now with what is on {join_list(there)}" if there else ", but nothing can now"
            yield Spot(f"why {seat} {kind}", *line[-1], w=SIGN, h=SIGN, name=name, role="why",
                       tip=f"{tip}{told}.", clause="AC-23")  # fmt: skip


def listing(game: Activator, state: State) -> TextTable:
    """The same as a table."""
    return TextTable(
        "What the activators do", ("What", "Squares", "Why"), tuple(_rows(game, state))
    )


def _rows(game: Activator, state: State) -> Iterator[tuple[str, str, str]]:
    rules = game.rules
    if rules.attack_line != "anywhere":
        for seat in SEATS:
            held = attackers(game, state, seat)
            told = join_list(held) if held else "nowhere"
            why = f"on a line of {seat.title()}'s activator on {state.activators[seat]} (AC-23)"
            yield f"{seat.title()} may attack from", told, why
    for square in dict.fromkeys(frozen_squares(rules, state)):
        refusal = frozen_refusal(rules, state, square)
        assert refusal is not None
        yield "Frozen", f"{square}: {stands(state, square)}", f"{refusal.text} (AC-24)"
    for square in immune_squares(rules, state):
        yield "Immune", f"{square}: {stands(state, square)}", "it carries an activator (AC-25)"
