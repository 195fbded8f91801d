"""Why bots wrote their orders: told when all orders lie open, and not before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from piecepack_nb.core.steps import Reason, Step
from piecepack_nb.core.wording import capitalise
from piecepack_nb.games.paco.board.furniture import at
from piecepack_nb.games.paco.bot.shrewd import Weighed
from piecepack_nb.games.paco.state import State
from piecepack_nb.scene import Layer, Mark, Spot, TextTable

THOUGHTS = Layer("thoughts", "What the bots expected")
MOST = 2  # orders of another seat that are named in the listing


class Thoughts(NamedTuple):
    """The bots' reasons for the orders of a turn."""

    each: tuple[Reason, ...]

    @property
    def text(self) -> str:
        """All of them."""
        return " ".join(f"{capitalise(why.text)}" for why in self.each)

    def to_json(self) -> dict[str, Any]:
        """The reasons as plain data."""
        return {"thoughts": [why.to_json() for why in self.each]}

    @property
    def weighed(self) -> tuple[Weighed, ...]:
        """Those that come from weighing every order."""
        return tuple(why for why in self.each if isinstance(why, Weighed))

    def marks(self, state: State) -> Iterator[Mark]:
        """What each bot expected of its order, at its figure."""
        for why in self.weighed:
            square = state.players[why.seat].square
            if square:
                x, y = at(square)
                label = f"{dict(why.points)[why.order]:+.1f}"
                yield Mark("text", x, round(y + 0.4, 2), label=label, layer=THOUGHTS.id)

    def spots(self, state: State) -> Iterator[Spot]:
        """A bot's figure can be asked why."""
        for why in self.weighed:
            square = state.players[why.seat].square
            if square:
                name = f"{why.seat}, a bot: {why.order}"
                yield Spot(f"thought {why.seat}", *at(square), name=name, role="why",
                           tip=capitalise(why.text))  # fmt: skip

    def listing(self, turn: int) -> TextTable:
        """Every bot's order, what it expected, and what it thought of the others."""
        head = ("Bot", "Order", "Points expected", "Each order's worth", "Thought likely")
        return TextTable(
            f"Turn {turn}: why the bots wrote it", head, tuple(map(_row, self.weighed))
        )


def _row(why: Weighed) -> tuple[str, ...]:
    worth = ", ".join(f"{words} {each:+.2f}" for words, each in why.worth)
    likely = "; ".join(
        f"{seat}: {', '.join(f'{words} {share:.0%}' for words, share in orders[:MOST])}"
        for seat, orders in why.likely
    )
    return why.seat, why.order, f"{dict(why.points)[why.order]:+.2f}", worth, likely


def retold(_game: Any, steps: Sequence[Step]) -> Sequence[Step]:
    """The steps, with the bots' reasons moved from their orders to where all are shown."""
    held: list[Reason] = []
    told = []
    for step in steps:
        event = step.event
        if event.kind == "order written" and event.why is not None:
            held.append(event.why)
            event = event._replace(why=None)
        elif event.kind == "orders shown" and held:
            event, held = event._replace(why=Thoughts(tuple(held))), []
        told.append(step._replace(event=event))
    return told
