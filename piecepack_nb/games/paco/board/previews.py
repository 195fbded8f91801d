"""What an order would do if nobody else wrote any, as marks: the engine carries it out alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Event
from piecepack_nb.games.paco.board.furniture import at, beyond
from piecepack_nb.games.paco.moves import Order
from piecepack_nb.games.paco.phases.ledger import Ledger
from piecepack_nb.games.paco.phases.pushing import pushes
from piecepack_nb.games.paco.state import State
from piecepack_nb.scene import Mark

if TYPE_CHECKING:
    from piecepack_nb.games.paco.play import Paco


def previews(game: Paco, state: State, seat: str) -> dict[str, tuple[Mark, ...]]:
    """The marks for each kind of order that a seat may have in mind."""
    player = state.players[seat]
    if player.square is None:
        return {}
    here = at(player.square)
    shown: dict[str, tuple[Mark, ...]] = {
        "left": (Mark("turn-left", *here),),
        "right": (Mark("turn-right", *here),),
    }
    if player.ahead is None:
        return shown
    there = at(player.ahead)
    way = Mark("path", points=(here, there), suit=seat)
    shown["forward"] = (way,)
    shown["jump"] = (way, Mark("danger", *there))
    shown["lift"] = (Mark("selected", *there, suit=seat), Mark("via", *there))
    shown["push"] = tuple(_push(game, state, seat))
    return shown


def _push(game: Paco, state: State, seat: str) -> Iterator[Mark]:
    """Where the blocks go, and whom they harm."""
    alone = state._replace(orders=FrozenDict({seat: Order(seat, "push")}))
    for step in pushes(game.rules, alone, Ledger(game.rules, alone, {})):
        yield from _seen(step.event, seat)


def _seen(event: Event, seat: str) -> Iterator[Mark]:
    data = event.data
    match event.kind:
        case "slides" if data["from"] != data["to"]:
            yield Mark("path", points=(at(data["from"]), at(data["to"])), suit=seat)
        case "shoves":
            yield Mark("path", points=(at(data["from"]), at(data["to"])), suit=seat)
        case "leaves":
            yield Mark("path", points=(at(data["square"]), beyond(data["square"])), suit=seat)
        case "seals" | "stops" | "falls through":
            yield Mark("via", *at(data["square"]))
        case "stunned" | "falls" | "pushed off":
            yield Mark("danger", *at(data["square"]))
