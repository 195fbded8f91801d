"""The buttons on the desk: roll, turn what was laid last, take back, and let the move count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.wording import capitalise
from piecepack_nb.games.worm_derby.board.drafts import (
    Laying,
    back,
    held,
    made,
    moved_tile,
    turned_last,
)
from piecepack_nb.games.worm_derby.board.furniture import DESK_WIDE
from piecepack_nb.games.worm_derby.moves import Stay
from piecepack_nb.games.worm_derby.state import State
from piecepack_nb.scene import Draft, MakeMove, ShowMessage, Spot

if TYPE_CHECKING:
    from piecepack_nb.games.worm_derby.play import WormDerby

MIDDLE = round(DESK_WIDE / 2, 2)
TURNS = {
    "turn +5": (5.0, "\u21ba 5\u00b0", "["),
    "turn +1": (1.0, "\u21ba 1\u00b0", ","),
    "turn -1": (-1.0, "1\u00b0 \u21bb", "."),
    "turn -5": (-5.0, "5\u00b0 \u21bb", "]"),
}
"""Buttons that turn what was laid last: degrees, words and key; anticlockwise is positive."""
SHIFTS = {"left": (-0.1, 0.0, "\u2190", "a"), "up": (0.0, 0.1, "\u2191", "w"),
          "down": (0.0, -0.1, "\u2193", "s"), "right": (0.1, 0.0, "\u2192", "d")}  # fmt: skip
"""Buttons that move the tile in hand: inches to the right and up, words and key."""
ROWS = (0.6, 1.42, 2.22, 3.02)
DONE, TAKE, STAY = "done", "take back", "stay"


def _quarter(number: int) -> tuple[float, float]:
    """The x and the width of one of four buttons in a row."""
    wide = (DESK_WIDE - 0.3) / 4
    return round(0.15 + wide * (number + 0.5), 2), round(wide - 0.1, 2)


def _half(right: bool) -> tuple[float, float]:
    wide = (DESK_WIDE - 0.3) / 2
    return round(0.15 + wide * (1.5 if right else 0.5), 2), round(wide - 0.1, 2)


def _button(id_: str, across: tuple[float, float], line: int, name: str, **more: Any) -> Spot:
    return Spot(id_, across[0], ROWS[line], "desk", across[1], 0.66, name, "action", **more)


def buttons(game: WormDerby, state: State, draft: Draft, laid: Laying) -> Iterator[Spot]:
    """What can be pressed now."""
    actor = game.to_act(state)
    if isinstance(actor, Chance):
        name = f"Roll the {state.to_move} die" if actor.dice else "Lay the tiles out"
        yield _button("roll", (MIDDLE, DESK_WIDE - 0.5), 2, name, key="r",
                      clause=actor.clause)  # fmt: skip
        return
    tile = held(draft)
    if tile is not None or (laid.turn and laid.turn.angles):
        yield from _turning(bool(tile))
        yield from _finishing(game, state, draft)
    elif draft:
        yield _button(TAKE, (MIDDLE, DESK_WIDE - 0.5), 3, "Put it back", key="b")
    elif _may_stay(game, state):
        name = "Leave the tiles alone" if state.phase == "ace" else "Stay here"
        yield _button(STAY, (MIDDLE, DESK_WIDE - 0.5), 3, name, key="x",
                      clause="WD-20" if state.phase == "ace" else "WD-21")  # fmt: skip


def _may_stay(game: WormDerby, state: State) -> bool:
    stays = state.phase in ("ace", "move", "worms")
    return stays and game.refusal(state, Stay(state.to_move)) is None


def _turning(tile: bool) -> Iterator[Spot]:
    """Four buttons that turn it, and for a tile four that move it."""
    what = "the tile" if tile else "the disc laid last"
    for number, (id_, (by, name, key)) in enumerate(TURNS.items()):
        way = "anticlockwise" if by > 0 else "clockwise"
        tip = f"Key {key}: turns {what} {abs(by):g} degrees {way}, or as far as it may go."
        yield _button(id_, _quarter(number), 1, name, key=key, tip=tip)
    for number, (id_, (right, up, name, key)) in enumerate(SHIFTS.items() if tile else ()):
        tip = f"Key {key}: moves the tile {abs(right + up):g} inches {id_}."
        yield _button(id_, _quarter(number), 2, name, key=key, tip=tip)


def _finishing(game: WormDerby, state: State, draft: Draft) -> Iterator[Spot]:
    """Take the last one back, or let it count; where it can't, why."""
    yield _button(TAKE, _half(False), 3, "Take back", key="b", tip="Key b, or Escape.")
    refused = game.refusal(state, made(state, draft))
    if refused is None:
        yield _button(DONE, _half(True), 3, "Lay it so", key="c",
                      tip="Key c: the whole move counts as it lies.")  # fmt: skip
    else:
        x, wide = _half(True)
        yield Spot(DONE, x, ROWS[3], "desk", wide, 0.66, "Not yet", "inert", key="c",
                   tip=f"{capitalise(refused.text)}.", clause=refused.clause)  # fmt: skip


def pressed(
    game: WormDerby, state: State, draft: Draft, spot: str
) -> Draft | MakeMove | ShowMessage | None:
    """What a button comes to; None for what is none."""
    if spot == "roll":
        return MakeMove(None)
    if spot == STAY and not draft:
        return MakeMove(Stay(state.to_move))
    if not draft:
        return None
    if spot in TURNS:
        return turned_last(game.ruleset, state, draft, TURNS[spot][0])
    if spot in SHIFTS and held(draft):
        right, up, _, _ = SHIFTS[spot]
        return moved_tile(draft, right, up)
    if spot == TAKE:
        return back(draft)
    return MakeMove(made(state, draft)) if spot == DONE else None
