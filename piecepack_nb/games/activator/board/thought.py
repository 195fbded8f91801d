"""A bot's thought on the board: the line that it expects, what else it weighed, and why.

Vocabulary
    line    the moves that both would play by what the bot saw, numbered as they would come
    rival   a first move that it weighed and did not choose
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.activator.board.furniture import SUITS, at
from piecepack_nb.games.activator.bot.thinking import Line, Thought, points
from piecepack_nb.games.activator.moves import Move
from piecepack_nb.games.activator.phases.movement import moved
from piecepack_nb.games.activator.state import State, other
from piecepack_nb.scene import Layer, Mark, Spot, TextTable

LINE, RIVALS = Layer("line", "What the bot expects"), Layer("rivals", "What else it weighed")
LAYERS = (LINE, RIVALS)
SMALL = 0.42
"""How large the place of a number is, in squares."""


class Numbered(NamedTuple):
    """A move of the line: its number, who makes it, and where both activators stand before it."""

    number: int
    seat: str
    move: Move
    before: State


def why(thought: Thought) -> str:
    """Why the move was chosen, in a sentence."""
    return f"{thought.seat.title()} chooses {thought.move}: {'; '.join(thought.reasons)}."


def short(value: float) -> str:
    """A value that fits on a badge.

    >>> short(3.25), short(-0.04)
    ('+3.2', '0.0')
    """
    told = points(value)
    if not told.endswith("points"):
        return told.split()[0]
    return f"{value:+.1f}" if abs(value) >= 0.05 else "0.0"


def _numbered(thought: Thought) -> Iterator[Numbered]:
    state = thought.state
    for number, (seat, move) in enumerate(thought.line, start=1):
        yield Numbered(number, seat, move, state)
        after = moved(state, move)
        if move.activator:
            after = after._replace(activators=after.activators.put(seat, move.activator))
        state = after._replace(to_move=other(seat))


# --- marks --------------------------------------------------------------------------------------


def marks(thought: Thought) -> Iterator[Mark]:
    """The line as numbered arrows, and the rivals with their values."""
    for each in _numbered(thought):
        for mark in arrows(each.move, each.seat, each.before, "path" if each.number == 1 else ""):
            yield mark._replace(layer=LINE.id)
        x, y = _badge(each.move)
        yield Mark("cost", x, y, label=str(each.number), suit=SUITS[each.seat], layer=LINE.id)
    for line in thought.rivals:
        first = line.moves[0]
        for mark in arrows(first, thought.seat, thought.state):
            yield mark._replace(layer=RIVALS.id, suit="")
        x, y = _apart(thought, first)
        yield Mark("text", x, y, label=short(line.value), layer=RIVALS.id)


def arrows(move: Move, seat: str, before: State, kind: str = "") -> Iterator[Mark]:
    """Where a move's piece goes, and its activator: an arrow each."""
    yield Mark(kind or "trail", points=(at(move.start), at(move.end)), suit=SUITS[seat])
    if move.activator and before.activators[seat] != move.activator:
        line = at(before.activators[seat]), at(move.activator)
        yield Mark("trail", points=line, suit=SUITS[seat])


def _badge(move: Move, far: float = 0.42) -> tuple[float, float]:
    """A place on the arrow of a move."""
    (x0, y0), (x1, y1) = at(move.start), at(move.end)
    return round(x0 + far * (x1 - x0), 2), round(y0 + far * (y1 - y0), 2)


def _apart(thought: Thought, move: Move) -> tuple[float, float]:
    """A place for a rival's value: on its activator's arrow where only that goes another way."""
    if move[:3] != thought.move[:3]:
        return _badge(move, 0.72)
    start = thought.state.activators[thought.seat]
    return _badge(Move(start, move.activator or start), 0.6)


# --- why ----------------------------------------------------------------------------------------


def spots(thought: Thought) -> Iterator[Spot]:
    """Each number can be asked why."""
    for each in _numbered(thought):
        name = f"{each.number}: {each.seat.title()} {each.move}"
        tip = f"{why(thought)} It is worth {points(thought.value)}."
        if each.number > 1:
            whose = "the best answer" if each.number == 2 else "the best then"
            tip = f"{each.number}. {each.seat.title()} {each.move}: {whose}, by what the bot saw."
        yield _spot(f"why line {each.number}", _badge(each.move), name, tip)
    for number, line in enumerate(thought.rivals, start=1):
        name = f"instead {line.moves[0]}, {points(line.value)}"
        yield _spot(
            f"why rival {number}", _badge(line.moves[0], 0.72), name, _against(thought, line)
        )


def _spot(id: str, place: tuple[float, float], name: str, tip: str) -> Spot:
    return Spot(id, *place, w=SMALL, h=SMALL, name=name, role="why", tip=tip)


def _against(thought: Thought, line: Line) -> str:
    """Why a rival was not chosen."""
    first, rest = line.moves[0], thought.told(line)[1:]
    then = f"; then {', '.join(f'{seat.title()} {move}' for seat, move in rest)}" if rest else ""
    return f"{first} is worth {points(line.value)}{_less(thought, line)}{then}."


def _less(thought: Thought, line: Line) -> str:
    less = thought.value - line.value
    if "points" not in points(line.value) or "points" not in points(thought.value):
        return ""
    return f", {less:.1f} less" if less >= 0.05 else ", as much; among equals the bot takes any"


# --- in a table ---------------------------------------------------------------------------------


def listing(thought: Thought) -> TextTable:
    """What was weighed, the move that was chosen first."""
    looked = (
        f"{count_noun(thought.depth, 'move')} ahead, "
        f"{count_noun(thought.nodes, 'position')} looked at"
    )
    head = ("Move", f"Value for {thought.seat.title()}", "Then", f"Why ({looked})")
    rows = [_row(thought, thought.lines[0], "; ".join(thought.reasons))]
    rows += [_row(thought, line, _against(thought, line)) for line in thought.rivals]
    return TextTable("What the bot weighed", head, tuple(rows))


def _row(thought: Thought, line: Line, reason: str) -> tuple[str, ...]:
    then = ", ".join(f"{seat.title()} {move}" for seat, move in thought.told(line)[1:])
    return str(line.moves[0]), points(line.value), then or "nothing", reason
