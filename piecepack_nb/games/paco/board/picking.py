"""Playing P.A.C.O. by picking: buttons on the desk, or what lies round the figure on the board.

Vocabulary
    draft   () while the screen is handed over; then the writer's seat, and after it "jump" while
            its second order is chosen, or "cell" while it is chosen what to do with the cell ahead
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.actors import Chance, Simultaneous
from piecepack_nb.core.steps import Refusal
from piecepack_nb.games.paco.board.desk import (
    CELL,
    answers,
    buttons,
    fitting,
    legal,
    order_of,
    writes,
)
from piecepack_nb.games.paco.board.furniture import TRAY, at, row
from piecepack_nb.games.paco.board.pieces import READING
from piecepack_nb.games.paco.board.previews import previews
from piecepack_nb.games.paco.board.saying import contents, doing, prompt, row_words, whose
from piecepack_nb.games.paco.moves import KINDS, Order, Stop
from piecepack_nb.games.paco.squares import AHEAD, NEIGHBOURS, left, right
from piecepack_nb.games.paco.state import State
from piecepack_nb.scene import Draft, MakeMove, Mark, ShowMessage, Spot

if TYPE_CHECKING:
    from piecepack_nb.games.paco.play import Paco


def _natural(state: State, square: str) -> str:
    """What one would try with a cell, that its refusal may tell what is wrong."""
    kind = state.cells.get(square)
    return "jump" if kind is None else "forward" if kind == "black" else "push"


# --- what can be picked --------------------------------------------------------------------------


def spots(game: Paco, state: State, draft: Draft) -> tuple[Spot, ...]:
    """Every cell, the players' rows and the desk's buttons."""
    shown = previews(game, state, writes(draft)) if draft else {}
    return (*_cells(game, state, draft, shown), *_rows(game, state, draft),
            *buttons(game, state, draft, shown))  # fmt: skip


def _rows(game: Paco, state: State, draft: Draft) -> Iterator[Spot]:
    secret = isinstance(game.to_act(state), Simultaneous) and not draft
    due = whose(game, state) if secret else ()
    for number, seat in enumerate(state.players):
        role = "select" if seat in due else "inert"
        yield Spot(f"row:{seat}", TRAY / 2, row(number), "players", TRAY - 0.3, 0.8,
                   row_words(state, seat), role)  # fmt: skip


def _cells(
    game: Paco, state: State, draft: Draft, shown: dict[str, tuple[Mark, ...]]
) -> Iterator[Spot]:
    special = (
        _around(game, state, writes(draft), shown) if draft and state.phase == "orders" else {}
    )
    for square in READING:
        spot = Spot(square, *at(square), name=f"{square}: {contents(state, square)}")
        yield spot._replace(**special.get(square, {}))


def _around(
    game: Paco, state: State, seat: str, shown: dict[str, tuple[Mark, ...]]
) -> dict[str, dict[str, Any]]:
    """What the cells round the writer's figure are good for: ahead, and to turn to a side."""
    found: dict[str, dict[str, Any]] = {}
    for square, kind in _sides(state, seat).items():
        if legal(game, state, Order(seat, kind)):
            name = f"{square}: turn {kind}; {contents(state, square)}"
            tip = doing(state, Order(seat, kind))
            found[square] = {"role": "select", "name": name, "tip": tip, "preview": shown[kind]}
    ahead, fit = state.players[seat].ahead, fitting(game, state, seat)
    if ahead is not None and fit:
        tips = [doing(state, order_of(seat, kind)) for kind in fit]
        name = f"{ahead}: {' or '.join(fit)}; {contents(state, ahead)}"
        preview = shown[fit[0]] if len(fit) == 1 else ()
        found[ahead] = {"role": "move", "name": name, "tip": " Or: ".join(tips), "preview": preview}
    return found


def _sides(state: State, seat: str) -> dict[str, str]:
    """The cells beside a figure, each with the turn that makes it look there."""
    player = state.players[seat]
    if player.square is None:
        return {}
    turns = {left(player.heading): "left", right(player.heading): "right"}
    cells = {AHEAD[heading][player.square]: kind for heading, kind in turns.items()}
    return {square: kind for square, kind in cells.items() if square}


def marks(game: Paco, state: State, draft: Draft) -> tuple[Mark, ...]:
    """Who writes or decides, and the turn arrows beside it."""
    actor = game.to_act(state)
    if actor is None or isinstance(actor, Chance):
        return ()
    secret = isinstance(actor, Simultaneous)
    seat = writes(draft) if secret else actor.seats[0]
    player = state.players.get(seat)
    if player is None:
        return ()
    if player.square is None:
        return (Mark("selected", 0.5, row(list(state.players).index(seat)), "players"),)
    shown = [Mark("here", *at(player.square), suit=seat)]
    if secret:
        for square, kind in _sides(state, seat).items():
            if legal(game, state, Order(seat, kind)):
                shown.append(Mark(f"turn-{kind}", *at(square)))
        if player.ahead and fitting(game, state, seat):
            shown.append(Mark("via", *at(player.ahead)))
    if draft[1:] and player.ahead:
        shown.append(Mark("selected", *at(player.ahead)))
    return tuple(shown)


# --- what a pick comes to ------------------------------------------------------------------------


def pick(
    game: Paco, state: State, draft: Draft, spot: str, to: str | None, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """A move, the draft with this pick, or what is due instead."""
    actor = game.to_act(state)
    if actor is None:
        return _due(game, state, draft, spot)
    if spot == "roll":
        return MakeMove(None, roll=state.phase == "setup")
    if isinstance(actor, Chance):
        return _due(game, state, draft, spot)
    if not isinstance(actor, Simultaneous):
        moves = answers(state, actor.seats[0])
        return MakeMove(moves[spot][1]) if spot in moves else _due(game, state, draft, spot)
    if spot.startswith(("iam:", "row:")) and not draft:
        seat = spot[4:]
        return (seat,) if seat in actor.seats else _due(game, state, draft, spot)
    if not draft:
        return _due(game, state, draft, spot)
    return _write(game, state, draft, spot)


def _write(game: Paco, state: State, draft: Draft, spot: str) -> Draft | MakeMove | ShowMessage:
    """What the writer picked: a button, or a cell."""
    seat = writes(draft)
    if spot == "back":
        return ()
    if spot == "stop":
        return MakeMove(Stop(seat))
    if spot in KINDS:
        if draft[1:] == ("jump",):
            return MakeMove(Order(seat, "jump", spot))
        return _order(game, state, seat, spot)
    return _cell(game, state, draft, spot)


def _order(game: Paco, state: State, seat: str, kind: str) -> Draft | MakeMove:
    order = order_of(seat, kind)
    ask = kind == "jump" and game.rules.second_order == "any" and legal(game, state, order)
    return (seat, "jump") if ask else MakeMove(order)


def _cell(game: Paco, state: State, draft: Draft, square: str) -> Draft | MakeMove | ShowMessage:
    seat = writes(draft)
    player = state.players[seat]
    if player.square is None or square not in AHEAD["N"]:
        return _due(game, state, draft, square)
    if square == player.ahead:
        fit = fitting(game, state, seat)
        if len(fit) > 1:
            return (seat, CELL)
        return _order(game, state, seat, fit[0] if fit else _natural(state, square))
    side = _sides(state, seat).get(square)
    return MakeMove(Order(seat, side)) if side else ShowMessage(_out_of_reach(state, seat, square))


def _out_of_reach(state: State, seat: str, square: str) -> Refusal:
    """Why no order is about that cell (PA-16)."""
    player = state.players[seat]
    assert player.square is not None
    if square == player.square:
        text = f"{seat} stands here: choose the cell ahead, a side to turn to, or a button"
        return Refusal("PA-20", text, (square,))
    behind = square in NEIGHBOURS[player.square]
    why = "it lies behind, which takes two turns" if behind else "it is not next to it"
    reach = f"only the cell ahead, {player.ahead}," if player.ahead else "no cell on the board"
    text = f"an order of {seat} on {player.square} reaches {reach} not {square}: {why}"
    return Refusal("PA-16", text, (square,))


def _due(game: Paco, state: State, draft: Draft, spot: str) -> ShowMessage:
    """What is to be done instead."""
    text, clause = prompt(game, state, draft)
    return ShowMessage(
        Refusal(clause, text.rstrip("."), (spot,) if spot in AHEAD["N"] else ()), "info"
    )
