"""Playing Activator by picking: a stack, how much of it, where it goes, then the activator.

Vocabulary
    draft   (), or (start, part) once a stack is picked, or (start, part, end) once it has gone and
            the activator may; part "0" stands for all of the stack
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from piecepack_nb.core.steps import Refusal
from piecepack_nb.games.activator.board import saying
from piecepack_nb.games.activator.board.effects import drawn, facts, in_short, stands
from piecepack_nb.games.activator.board.furniture import BUTTONS, READING_ORDER, SUITS, TRAY, at
from piecepack_nb.games.activator.moves import Move
from piecepack_nb.games.activator.phases.movement import moved
from piecepack_nb.games.activator.state import State, named
from piecepack_nb.scene import EMPTY_DRAFT, Draft, MakeMove, Mark, ShowMessage, Spot

if TYPE_CHECKING:
    from piecepack_nb.games.activator.play import Activator

ALL, LEAVE = "0", "leave"


def prompt(game: Activator, state: State, draft: Draft) -> tuple[str, str]:
    """What is to be done now, and by which clause."""
    return saying.prompt(game, state, _move(draft) if draft else None)


def drafted(state: State, draft: Draft) -> State:
    """The table as the draft leaves it: a piece that has been put somewhere stands there."""
    return moved(state, _move(draft)) if len(draft) > 2 else state


def back(draft: Draft) -> Draft:
    """The draft before its last pick."""
    return draft[:2] if len(draft) > 2 else EMPTY_DRAFT


def _move(draft: Draft, end: str = "", activator: str = "") -> Move:
    """The move that a draft comes to."""
    start, part, *rest = draft
    return Move(start, rest[0] if rest else end, int(part), activator)


# --- what can be picked -------------------------------------------------------------------------


def spots(game: Activator, state: State, draft: Draft) -> tuple[Spot, ...]:
    """Every square, and the buttons in the tray: what isn't legal may be tried, and says why."""
    offered = _offered(game, state, draft)
    shown = drafted(state, draft)
    squares = (_square(game, state, draft, shown, square, offered) for square in READING_ORDER)
    return (*squares, *_buttons(game, state, draft))


def _offered(game: Activator, state: State, draft: Draft) -> dict[str, Move]:
    """The squares that can be chosen now, each with a move that goes on from there."""
    found: dict[str, Move] = {}
    for move in game.moves(state):
        if not draft:
            found.setdefault(move.start, move)
        elif (move.start, str(move.part)) == draft[:2] and len(draft) == 2:
            found.setdefault(move.end, move)
        elif (move.start, str(move.part), move.end) == draft and move.activator:
            found[move.activator] = move
    return found


def _square(
    game: Activator, state: State, draft: Draft, shown: State, square: str, offered: dict[str, Move]
) -> Spot:
    name = f"{square}: {stands(shown, square)}{in_short(facts(game, shown, square))}"
    own = square in state.held(state.to_move) and len(draft) < 3 and not state.outcome
    spot = Spot(square, *at(square), name=name, drag=own, drop=not state.outcome)
    if not draft:
        return spot._replace(role="select" if square in offered else "inert")
    if square in offered:
        return _target(game, state, draft, spot, offered[square])
    return spot._replace(role="select" if own else "inert")


def _target(game: Activator, state: State, draft: Draft, spot: Spot, move: Move) -> Spot:
    """Where the stack, or then the activator, may go."""
    if len(draft) > 2:
        after = drafted(state, draft)
        activators = after.activators.put(state.to_move, move.activator)
        after = after._replace(activators=activators)
        line = Mark("path", points=(at(state.activators[state.to_move]), at(move.activator)))
        tip, clause = saying.activator_tip(game, after, state.to_move)
        preview = (line, *drawn(game, after, state.to_move))
    else:
        tip, clause = saying.tip(game, state, move)
        preview = (Mark("path", points=(at(move.start), at(move.end))),)
    return spot._replace(role="move", tip=tip, clause=clause, preview=preview)


def _buttons(game: Activator, state: State, draft: Draft) -> Iterator[Spot]:
    """How much of the stack moves (AC-15), or that the activator stays (AC-4)."""
    seat = state.to_move
    if len(draft) > 2 and game.refusal(state, _move(draft)) is None:
        after = drafted(state, draft)
        tip, _ = saying.activator_tip(game, after, seat)
        yield Spot(LEAVE, TRAY / 2, BUTTONS, seat, TRAY - 0.6, 0.78, "Leave the activator",
                   "action", key="l", tip=tip, clause="AC-4",
                   preview=tuple(drawn(game, after, seat)))  # fmt: skip
    if len(draft) == 2:
        letters = state.squares[draft[0]].letters
        for number in range(1, len(letters) + 1) if len(letters) > 1 else ():
            yield _amount(seat, draft, letters, number)


def _amount(seat: str, draft: Draft, letters: str, number: int) -> Spot:
    wide = (TRAY - 0.4) / len(letters)
    part = ALL if number == len(letters) else str(number)
    chosen = "✓ " if draft[1] == part else ""
    tip = f"Key {number}: {letters[-number:]} moves" + (
        f", {letters[:-number]} stays." if part != ALL else "."
    )
    name = f"{chosen}{'All' if part == ALL else 'Top'} {saying.NUMBERS[number]}"
    return Spot(f"part {part}", round(0.2 + wide * (number - 0.5), 2), BUTTONS, seat,
                round(wide - 0.12, 2), 0.78, name, "action", key=str(number), tip=tip,
                clause="AC-15")  # fmt: skip


def marks(game: Activator, state: State, draft: Draft) -> tuple[Mark, ...]:
    """Whose turn it is, the stack in hand, and where it went."""
    if state.outcome:
        return ()
    turn = Mark("here", 0.55, 0.62, state.to_move, suit=SUITS[state.to_move])
    if len(draft) < 2:
        return (turn,)
    chosen = Mark("selected", *at(draft[0]))
    if len(draft) == 2:
        return turn, chosen
    line = Mark("trail", points=(at(draft[0]), at(draft[2])))
    return turn, line, Mark("selected", *at(state.activators[state.to_move]))


# --- what a pick comes to -----------------------------------------------------------------------


def pick(
    game: Activator, state: State, draft: Draft, spot: str, to: str | None, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """A move, or the draft with this pick."""
    if result := game.result(state):
        return ShowMessage(Refusal(result.clause, f"the game is over: {result.text.rstrip('.')}"))
    if spot == LEAVE:
        return MakeMove(_move(draft))
    if spot.startswith("part "):
        return draft[0], spot.removeprefix("part ")
    if len(draft) > 2:
        return MakeMove(_move(draft, activator=to or spot))
    if to is not None and to != spot:
        start = draft if draft[:1] == (spot,) else (spot, ALL)
        return _goes_to(game, state, start, to)
    if not draft:
        return _taken_up(game, state, spot)
    if spot == draft[0]:
        return EMPTY_DRAFT
    if spot in _offered(game, state, draft) or spot not in state.held(state.to_move):
        return _goes_to(game, state, draft, spot)
    return _taken_up(game, state, spot)


def _taken_up(game: Activator, state: State, square: str) -> Draft | MakeMove | ShowMessage:
    """A stack to move; what can't be moved is an attempt that the game refuses (AC-4, AC-24)."""
    if square in _offered(game, state, EMPTY_DRAFT):
        return _most(game, state, square)
    other_square = next(each for each in READING_ORDER if each != square)
    refused = game.refusal(state, Move(square, other_square))
    assert refused is not None  # no square is offered
    if square in state.held(state.to_move) and refused.clause != "AC-24":
        what = named(state.squares[square].letters)
        text = f"the {what} on {square} can go nowhere now: drag it to a square to hear why not"
        refused = Refusal("AC-10", text, (square,))
    return ShowMessage(refused)


def _most(game: Activator, state: State, square: str) -> Draft:
    """All of a stack, or as much of it as can move."""
    parts = {str(move.part) for move in game.moves(state) if move.start == square}
    return square, ALL if ALL in parts else max(parts)


def _goes_to(game: Activator, state: State, draft: Draft, end: str) -> Draft | MakeMove:
    """The stack goes there; where the activator can't follow, that is the whole move."""
    move = _move(draft, end)
    ends = (*draft, end)
    if any(each == move or each[:3] == move[:3] for each in game.moves(state)):
        return ends if _offered(game, state, ends) else MakeMove(move)
    return MakeMove(move)
