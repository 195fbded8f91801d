"""Pig's board in a page: a bank and a heap of points for each seat, the die, two buttons."""

from __future__ import annotations

from collections.abc import Iterator

from piecepack_nb.core.registry import register
from piecepack_nb.core.steps import Event, Refusal
from piecepack_nb.core.wording import count_noun
from piecepack_nb.scene import (
    EMPTY_DRAFT,
    Area,
    Draft,
    GameView,
    Layout,
    MakeMove,
    Mark,
    Piece,
    Place,
    Scene,
    ShowMessage,
    Spot,
    mat,
)
from tests.core.pig import GO_ON, HOLD, SEATS, Pig, State

AREAS = (Area("board", 6, 4, "", (mat(6, 4),)),)
LAYOUTS = (Layout(0, 6, 4, {"board": (0, 0)}),)
ROWS = dict(zip(SEATS, (0.8, 2.0), strict=True))
BUTTONS = {"roll": ("Roll", None), "hold": ("Hold", HOLD), "go on": ("Go on", GO_ON)}


def scene(
    game: Pig,
    state: State,
    event: Event | None = None,
    before: Scene | None = None,
    draft: Draft = EMPTY_DRAFT,
) -> Scene:
    """Return the board; ``event`` is what just happened."""
    text, clause = (event.text, event.clause) if event else ("", "")
    alt = ", ".join(f"{seat} has {count_noun(state.bank[seat], 'point')}" for seat in SEATS)
    shown = marks(game, state, draft)
    return Scene(AREAS, LAYOUTS, tuple(pieces(state, event)), shown, (), text, clause, alt)


def pieces(state: State, event: Event | None) -> Iterator[Piece]:
    """Yield a pawn and its bank for each seat, the heap, and the die as it fell."""
    for seat, y in ROWS.items():
        yield Piece(f"pawn-{seat}", "pawn", 0.8, y, suit="suns" if seat == "ann" else "moons")
        yield Piece(f"bank-{seat}", "words", 2.4, y, label=f"{seat}: {state.bank[seat]}")
    yield Piece("heap", "words", 4.6, ROWS[state.seat], label=f"heap: {state.heap}")
    if event is not None and event.kind == "roll":
        yield Piece("die", "die", 5.4, 2.0, face=str(event.data["points"]), suit="arms")


def spots(game: Pig, state: State, draft: Draft) -> tuple[Spot, ...]:
    """Return a button for each move; one that isn't due is there to be refused."""
    return tuple(
        Spot(id_, 1 + 2 * place, 3.3, name=name, w=1.7, h=0.7, role="action", key=id_[0])
        for place, (id_, (name, _move)) in enumerate(BUTTONS.items())
    )


def pick(
    game: Pig, state: State, draft: Draft, spot: str, to: str | None, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """Return the move of a button; the game refuses it where it isn't due."""
    if spot == "roll" and state.due != "roll":
        return ShowMessage(Refusal("PIG-2", f"{state.seat} has rolled: hold or go on"))
    return MakeMove(BUTTONS[spot][1])


def marks(game: Pig, state: State, draft: Draft) -> tuple[Mark, ...]:
    """Return the ring round the pawn whose turn it is."""
    return (Mark("here", 0.8, ROWS[state.seat]),)


def prompt(game: Pig, state: State, draft: Draft) -> tuple[str, str]:
    """Return what to do now, and its clause."""
    result = game.result(state)
    if result is not None:
        return result.text, result.clause
    return (f"{state.seat}: roll the die.", "PIG-2") if state.due == "roll" else (
        f"{state.seat}: hold {state.heap}, or go on?", "PIG-3"
    )  # fmt: skip


def locate(game: Pig, squares: tuple[str, ...]) -> list[Place]:
    """Return no places: Pig has no squares."""
    return []


@register
class BoardPig(Pig):
    """Pig with a board; the other one can only be played in words."""

    name = "board_pig"
    view = GameView[Pig, State](scene, spots, pick, locate, marks, prompt)
