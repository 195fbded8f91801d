"""What became of every order of a turn: ticks and crosses at the players, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from piecepack_nb.core.steps import Event
from piecepack_nb.core.wording import capitalise
from piecepack_nb.games.paco.board.furniture import CARD, at, row
from piecepack_nb.games.paco.board.pieces import revealed
from piecepack_nb.games.paco.board.thoughts import THOUGHTS, Thoughts
from piecepack_nb.games.paco.state import State
from piecepack_nb.games.paco.verdicts import Resolution, Verdict
from piecepack_nb.scene import Layer, Mark, Scene, Spot, TextTable

JUDGED = Layer("verdicts", "What became of the orders")
DONE = {"turns", "moves", "lands", "jumps", "lifts", "lifts too", "pushes"}
"""The events in which an order is carried out."""
FAILED = {"order fails"}
UNDERWAY = {"die", "stunned", "falls", "pushed off", "slides", "shoves", "goes on", "stays",
            "seals", "falls through", "stops", "leaves", "points lost", "points gained",
            "points survived"}  # fmt: skip
"""What else happens until the end of the turn."""


class Judgement(NamedTuple):
    """What a scene shows of it."""

    marks: tuple[Mark, ...] = ()
    spots: tuple[Spot, ...] = ()
    layers: tuple[Layer, ...] = ()
    listings: tuple[TextTable, ...] = ()


def judged(state: State, event: Event | None, before: Scene | None) -> Judgement:
    """The verdicts as far as they are known at this event; with reasons once all are."""
    listings = tuple(_kept(state, before))
    if event is None:
        return Judgement(listings=listings)
    if isinstance(event.why, Resolution):
        return _whole(state, event.why, listings)
    if isinstance(event.why, Thoughts):
        return _thoughts(state, event.why)
    underway = event.kind in (UNDERWAY | DONE | FAILED) and revealed(state)
    known = dict(_known(before)) if underway else {}
    if event.kind in DONE:
        known[event.data["seat"]] = "done"
    elif event.kind in FAILED or (event.kind == "falls" and "reason" in event.data):
        known[event.data["seat"]] = "failed"
    layers = (JUDGED,) if known else ()
    return Judgement(tuple(_marks(state, known)), layers=layers, listings=listings)


def _known(before: Scene | None) -> Iterator[tuple[str, str]]:
    for mark in before.marks if before else ():
        if mark.layer == JUDGED.id:
            yield mark.suit, mark.kind


def _marks(state: State, known: Mapping[str, str]) -> Iterator[Mark]:
    """A tick or a cross at each player's card, and at its figure."""
    for number, (seat, player) in enumerate(state.players.items()):
        if seat not in known:
            continue
        if player.square:
            x, y = at(player.square)
            yield Mark(known[seat], round(x + 0.33, 2), round(y - 0.34, 2), suit=seat,
                       layer=JUDGED.id)  # fmt: skip
        yield Mark(known[seat], round(CARD + 0.24, 2), round(row(number) + 0.24, 2), "players",
                   suit=seat, layer=JUDGED.id)  # fmt: skip


def _kept(state: State, before: Scene | None) -> Iterator[TextTable]:
    """The listings of a turn stay until all orders of the next are in."""
    begins = f"Turn {state.turn - (not revealed(state))}: "
    for listing in before.listings if before else ():
        if listing.title.startswith(begins):
            yield listing


# --- with reasons --------------------------------------------------------------------------------


def _thoughts(state: State, thoughts: Thoughts) -> Judgement:
    """The bots' reasons, where there are any that weigh."""
    if not thoughts.weighed:
        return Judgement()
    marks, spots = tuple(thoughts.marks(state)), tuple(thoughts.spots(state))
    return Judgement(marks, spots, (THOUGHTS,), (thoughts.listing(state.turn),))


def _whole(state: State, resolution: Resolution, listings: tuple[TextTable, ...]) -> Judgement:
    ordered = {each.seat: each for each in resolution.verdicts if each.order}
    known = {seat: "done" if each.done else "failed" for seat, each in ordered.items()}
    return Judgement(
        tuple(_marks(state, known)),
        tuple(_spots(state, resolution)),
        (JUDGED,),
        (*listings, _listing(resolution)),
    )


def _spots(state: State, resolution: Resolution) -> Iterator[Spot]:
    """A player's figure, or its row where it is off the board, can be asked why."""
    for number, each in enumerate(resolution.verdicts):
        square = state.players[each.seat].square
        place = (*at(square), "board") if square else (0.95, row(number), "players")
        preview = tuple(Mark("selected", *at(each_square)) for each_square in each.squares)
        yield Spot(f"why {each.seat}", *place, name=str(each), role="why",
                   tip=f"{capitalise(each.text)}.", preview=preview,
                   clause=each.clause)  # fmt: skip


def _title(turn: int) -> str:
    return f"Turn {turn}: what became of the orders"


def _listing(resolution: Resolution) -> TextTable:
    head = ("Player", "Order", "Came to", "Why")
    rows = tuple(map(_row, resolution.verdicts))
    return TextTable(_title(resolution.turn), head, rows)


def _row(verdict: Verdict) -> tuple[str, ...]:
    came = "" if not verdict.order else "done" if verdict.done else "failed"
    why = f"{capitalise(verdict.text)} ({verdict.clause})"
    return verdict.seat, verdict.order or "none", came, why
