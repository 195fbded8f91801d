"""Results of orders and reasons of bots, shown on the board.

Ticks and crosses come at the players, each with its reason once all orders were carried out. Bots
say why they wrote their orders when all orders are open, and not before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from piecepack_nb.core.steps import Event
from piecepack_nb.core.wording import capitalise
from piecepack_nb.games.paco.bots import Weighed
from piecepack_nb.games.paco.orders import OrderResult, Resolution
from piecepack_nb.games.paco.pieces import CARD, at, revealed, row_y
from piecepack_nb.games.paco.state import State, names
from piecepack_nb.scene import Layer, Mark, Overlay, Scene, SecretReasons, Spot, TextTable

RESULTS = Layer("verdicts", "Results of the orders")
REASONS = Layer("thoughts", "The bots' expectations")
MOST = 2  # orders of another seat that are named in the table
DONE = {"turns", "moves", "lands", "jumps", "lifts", "lifts too", "pushes"}
"""The events in which an order is carried out."""
FAILED = {"order fails"}
UNDERWAY = {"die", "stunned", "falls", "pushed off", "slides", "shoves", "goes on", "stays",
            "seals", "falls through", "stops", "leaves", "points lost", "points gained",
            "points survived"}  # fmt: skip
"""The other events until the end of the turn."""


def overlay(state: State, event: Event | None, before: Scene | None) -> Overlay:
    """Return the results that are known at this event; with reasons once all are."""
    tables = tuple(_kept_tables(state, before))
    if event is None:
        return Overlay(listings=tables)
    if isinstance(event.why, Resolution):
        return _results_overlay(state, event.why, tables)
    if isinstance(event.why, SecretReasons):
        return _reasons_overlay(state, event.why)
    known: dict[str, str] = {}
    if before and event.kind in (UNDERWAY | DONE | FAILED) and revealed(state):
        known = {mark.suit: mark.kind for mark in before.marks if mark.layer == RESULTS.id}
    if event.kind in DONE:
        known[event.data["seat"]] = "done"
    elif event.kind in FAILED or (event.kind == "falls" and "reason" in event.data):
        known[event.data["seat"]] = "failed"
    layers = (RESULTS,) if known else ()
    return Overlay(tuple(_result_marks(state, known)), layers=layers, listings=tables)


RESULT_TITLE = "Turn {}: results of the orders"


def last_orders(state: State, before: Scene | None) -> dict[str, str]:
    """Return each player's order of the last turn with its result, while the next are written.

    It is read in the table of results, which the scene before still has.
    """
    title = RESULT_TITLE.format(state.turn - 1)
    tables = before.listings if before is not None and not revealed(state) else ()
    seats = {names(seat): seat for seat in state.players}
    return {
        seats[player]: f"{order.partition(' then ')[0]} {'✓' if result == 'done' else '✗'}"
        for table in tables
        if table.title == title
        for player, order, result, _why in table.rows
        if result
    }


def _kept_tables(state: State, before: Scene | None) -> Iterator[TextTable]:
    """Yield the tables of a turn; they stay until all orders of the next are in."""
    begins = f"Turn {state.turn - (not revealed(state))}: "
    for table in before.listings if before else ():
        if table.title.startswith(begins):
            yield table


# --- Results of orders ---------------------------------------------------------------------------


def _results_overlay(
    state: State, resolution: Resolution, tables: tuple[TextTable, ...]
) -> Overlay:
    """Return every result with its reason."""
    known = {
        each.seat: "done" if each.done else "failed" for each in resolution.results if each.order
    }
    table = TextTable(
        RESULT_TITLE.format(resolution.turn),
        ("Player", "Order", "Result", "Why"),
        tuple(map(_result_row, resolution.results)),
    )
    marks, spots = _result_marks(state, known), _result_spots(state, resolution)
    return Overlay(tuple(marks), tuple(spots), (RESULTS,), (*tables, table))


def _result_marks(state: State, known: Mapping[str, str]) -> Iterator[Mark]:
    """Yield a tick or a cross at each player's card and figure."""
    for number, (seat, player) in enumerate(state.players.items()):
        if seat not in known:
            continue
        if player.square:
            x, y = at(player.square)
            yield Mark(known[seat], round(x + 0.33, 2), round(y - 0.34, 2), suit=seat,
                       layer=RESULTS.id)  # fmt: skip
        yield Mark(known[seat], round(CARD + 0.24, 2), round(row_y(number) + 0.24, 2), "players",
                   suit=seat, layer=RESULTS.id)  # fmt: skip


def _result_spots(state: State, resolution: Resolution) -> Iterator[Spot]:
    """Yield a player's figure, or the row of one off the board, to ask why."""
    for number, each in enumerate(resolution.results):
        square = state.players[each.seat].square
        place = (*at(square), "board") if square else (0.95, row_y(number), "players")
        preview = tuple(Mark("selected", *at(square)) for square in each.squares)
        yield Spot(f"why {each.seat}", *place, name=str(each), role="why",
                   tip=f"{capitalise(each.text)}.", preview=preview,
                   clause=each.clause)  # fmt: skip


def _result_row(result: OrderResult) -> tuple[str, ...]:
    done = "" if not result.order else "done" if result.done else "failed"
    why = f"{capitalise(result.text)} ({result.clause})"
    return names(result.seat), result.order or "none", done, why


# --- Reasons of bots -----------------------------------------------------------------------------


def _reasons_overlay(state: State, reasons: SecretReasons) -> Overlay:
    """Return the expectation at each bot's figure, its reason, and a table of all."""
    weighed = [why for why in reasons.each if isinstance(why, Weighed)]
    if not weighed:
        return Overlay()
    marks, spots = [], []
    for why in weighed:
        if square := state.players[why.seat].square:
            x, y = at(square)
            label = f"{dict(why.points)[why.order]:+.1f}"
            marks.append(Mark("text", x, round(y + 0.4, 2), label=label, layer=REASONS.id))
            name = f"{names(why.seat)}, a bot: {why.order}"
            spots.append(Spot(f"thought {why.seat}", x, y, name=name, role="why",
                              tip=capitalise(why.text)))  # fmt: skip
    head = ("Bot", "Order", "Points expected", "Worth of each order", "Likely orders of others")
    title = f"Turn {state.turn}: the bots' reasons"
    table = TextTable(title, head, tuple(map(_reason_row, weighed)))
    return Overlay(tuple(marks), tuple(spots), (REASONS,), (table,))


def _reason_row(why: Weighed) -> tuple[str, ...]:
    worth = ", ".join(f"{words} {each:+.2f}" for words, each in why.worth)
    likely = "; ".join(
        f"{names(seat)}: {', '.join(f'{words} {share:.0%}' for words, share in orders[:MOST])}"
        for seat, orders in why.likely
    )
    return names(why.seat), why.order, f"{dict(why.points)[why.order]:+.2f}", worth, likely
