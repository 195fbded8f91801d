"""Why bots wrote their orders: told when all orders lie open, and not before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from piecepack_nb.core.steps import Event, Reason, Step
from piecepack_nb.core.wording import capitalise
from piecepack_nb.games.paco.bots import Weighed
from piecepack_nb.games.paco.orders import OrderResult, Resolution
from piecepack_nb.games.paco.pieces import CARD, at, revealed, row_y
from piecepack_nb.games.paco.state import State
from piecepack_nb.scene import Layer, Mark, Scene, Spot, TextTable

REASONS = Layer("thoughts", "What the bots expected")
MOST = 2  # orders of another seat that are named in the listing


class BotReasons(NamedTuple):
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
                yield Mark("text", x, round(y + 0.4, 2), label=label, layer=REASONS.id)

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
            f"Turn {turn}: why the bots wrote it", head, tuple(map(_reason_row, self.weighed))
        )


def _reason_row(why: Weighed) -> tuple[str, ...]:
    worth = ", ".join(f"{words} {each:+.2f}" for words, each in why.worth)
    likely = "; ".join(
        f"{seat}: {', '.join(f'{words} {share:.0%}' for words, share in orders[:MOST])}"
        for seat, orders in why.likely
    )
    return why.seat, why.order, f"{dict(why.points)[why.order]:+.2f}", worth, likely


def shown_steps(_game: Any, steps: Sequence[Step]) -> Sequence[Step]:
    """The steps, with the bots' reasons moved from their orders to where all are shown."""
    held: list[Reason] = []
    told = []
    for step in steps:
        event = step.event
        if event.kind == "order written" and event.why is not None:
            held.append(event.why)
            event = event._replace(why=None)
        elif event.kind == "orders shown" and held:
            event, held = event._replace(why=BotReasons(tuple(held))), []
        told.append(step._replace(event=event))
    return told


RESULTS = Layer("verdicts", "What became of the orders")
DONE = {"turns", "moves", "lands", "jumps", "lifts", "lifts too", "pushes"}
"""The events in which an order is carried out."""
FAILED = {"order fails"}
UNDERWAY = {"die", "stunned", "falls", "pushed off", "slides", "shoves", "goes on", "stays",
            "seals", "falls through", "stops", "leaves", "points lost", "points gained",
            "points survived"}  # fmt: skip
"""What else happens until the end of the turn."""


class Overlay(NamedTuple):
    """What a scene shows of it."""

    marks: tuple[Mark, ...] = ()
    spots: tuple[Spot, ...] = ()
    layers: tuple[Layer, ...] = ()
    listings: tuple[TextTable, ...] = ()


def overlay(state: State, event: Event | None, before: Scene | None) -> Overlay:
    """The verdicts as far as they are known at this event; with reasons once all are."""
    listings = tuple(_kept_tables(state, before))
    if event is None:
        return Overlay(listings=listings)
    if isinstance(event.why, Resolution):
        return _results_overlay(state, event.why, listings)
    if isinstance(event.why, BotReasons):
        return _reasons_overlay(state, event.why)
    underway = event.kind in (UNDERWAY | DONE | FAILED) and revealed(state)
    known = dict(_known_results(before)) if underway else {}
    if event.kind in DONE:
        known[event.data["seat"]] = "done"
    elif event.kind in FAILED or (event.kind == "falls" and "reason" in event.data):
        known[event.data["seat"]] = "failed"
    layers = (RESULTS,) if known else ()
    return Overlay(tuple(_result_marks(state, known)), layers=layers, listings=listings)


def _known_results(before: Scene | None) -> Iterator[tuple[str, str]]:
    for mark in before.marks if before else ():
        if mark.layer == RESULTS.id:
            yield mark.suit, mark.kind


def _result_marks(state: State, known: Mapping[str, str]) -> Iterator[Mark]:
    """A tick or a cross at each player's card, and at its figure."""
    for number, (seat, player) in enumerate(state.players.items()):
        if seat not in known:
            continue
        if player.square:
            x, y = at(player.square)
            yield Mark(known[seat], round(x + 0.33, 2), round(y - 0.34, 2), suit=seat,
                       layer=RESULTS.id)  # fmt: skip
        yield Mark(known[seat], round(CARD + 0.24, 2), round(row_y(number) + 0.24, 2), "players",
                   suit=seat, layer=RESULTS.id)  # fmt: skip


def _kept_tables(state: State, before: Scene | None) -> Iterator[TextTable]:
    """The listings of a turn stay until all orders of the next are in."""
    begins = f"Turn {state.turn - (not revealed(state))}: "
    for listing in before.listings if before else ():
        if listing.title.startswith(begins):
            yield listing


# --- with reasons --------------------------------------------------------------------------------


def _reasons_overlay(state: State, thoughts: BotReasons) -> Overlay:
    """The bots' reasons, where there are any that weigh."""
    if not thoughts.weighed:
        return Overlay()
    marks, spots = tuple(thoughts.marks(state)), tuple(thoughts.spots(state))
    return Overlay(marks, spots, (REASONS,), (thoughts.listing(state.turn),))


def _results_overlay(
    state: State, resolution: Resolution, listings: tuple[TextTable, ...]
) -> Overlay:
    ordered = {each.seat: each for each in resolution.verdicts if each.order}
    known = {seat: "done" if each.done else "failed" for seat, each in ordered.items()}
    return Overlay(
        tuple(_result_marks(state, known)),
        tuple(_result_spots(state, resolution)),
        (RESULTS,),
        (*listings, _results_table(resolution)),
    )


def _result_spots(state: State, resolution: Resolution) -> Iterator[Spot]:
    """A player's figure, or its row where it is off the board, can be asked why."""
    for number, each in enumerate(resolution.verdicts):
        square = state.players[each.seat].square
        place = (*at(square), "board") if square else (0.95, row_y(number), "players")
        preview = tuple(Mark("selected", *at(each_square)) for each_square in each.squares)
        yield Spot(f"why {each.seat}", *place, name=str(each), role="why",
                   tip=f"{capitalise(each.text)}.", preview=preview,
                   clause=each.clause)  # fmt: skip


def _title(turn: int) -> str:
    return f"Turn {turn}: what became of the orders"


def _results_table(resolution: Resolution) -> TextTable:
    head = ("Player", "Order", "Came to", "Why")
    rows = tuple(map(_result_row, resolution.verdicts))
    return TextTable(_title(resolution.turn), head, rows)


def _result_row(verdict: OrderResult) -> tuple[str, ...]:
    came = "" if not verdict.order else "done" if verdict.done else "failed"
    why = f"{capitalise(verdict.text)} ({verdict.clause})"
    return verdict.seat, verdict.order or "none", came, why
