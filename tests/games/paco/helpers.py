"""The words of the tests of P.A.C.O.'s clauses: a table, the orders of a turn, and its events.

``table("suns c3 N", "moons e4 W", d4="white")`` is a match of two on the full board without holes,
but for the cells named. ``turn(match, suns="forward", moons="lift")`` writes these orders, and
``die`` gives what the dice of a contest show.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance, Seat, Simultaneous
from piecepack_nb.core.steps import Event, Refusal, Step
from piecepack_nb.games.paco.orders import OrderResult, Resolution
from piecepack_nb.games.paco.state import SEATS, State


def table(*lines: str, rules: dict[str, Any] | None = None, **cells: str) -> pp.Match:
    """Return a match with the players named in these lines, the board full but for these cells."""
    named = [line.split()[0] for line in lines]
    others = [line for line in lines if line.split()[0] not in SEATS]
    players = max([2, *(SEATS.index(name) + 1 for name in named if name in SEATS)])
    game = pp.game("paco", **{"players": players, **(rules or {})})
    position: dict[str, Any] = {"board": cells}
    for line in lines:
        name, _, rest = line.partition(" ")
        position[name] = int(rest) if line in others else rest
    return pp.Match(game, seed=1, position=position)


def turn(match: pp.Match, die: dict[str, int] | None = None, **orders: str) -> list[Step]:
    """Write all orders, those who aren't named turn left; the dice of a contest show ``die``."""
    steps: list[Step] = []
    actor = match.to_act
    assert isinstance(actor, Simultaneous), actor
    assert set(orders) <= set(actor.seats), (orders, actor)
    for seat in actor.seats:
        steps = match.play(f"{seat} {orders.get(seat, 'left')}")
    if isinstance(match.to_act, Chance) and match.state.phase == "dice":
        assert die is not None, match.to_act
        names = {each.name for each in match.to_act.dice}
        assert names == set(die), names
        steps += match.play(" ".join(["roll", *(f"{seat} {face}" for seat, face in die.items())]))
    else:
        assert die is None, "no contest"
    return steps


def stay_off(match: pp.Match) -> None:
    """Let everyone stay off who may come back."""
    while isinstance(match.to_act, Seat) and match.state.phase == "return":
        match.play(f"{match.to_act.name} stays off")


def events(steps: Iterable[Step], *kinds: str) -> list[tuple[str, str]]:
    """Return the clause and the kind of each event, of these kinds alone if any are named."""
    found = [step.event for step in steps]
    return [(event.clause, event.kind) for event in found if not kinds or event.kind in kinds]


def carried(steps: Iterable[Step]) -> list[str]:
    """Return the kinds of the events between the orders shown and the resolution."""
    kinds = [step.event.kind for step in steps]
    return kinds[kinds.index("orders shown") + 1 : kinds.index("resolution")]


def event(steps: Iterable[Step], kind: str) -> Event:
    """Return the only event of a kind."""
    found = [step.event for step in steps if step.event.kind == kind]
    assert len(found) == 1, [str(step.event) for step in steps]
    return found[0]


def result(steps: Iterable[Step], seat: str) -> OrderResult:
    """Return the result of a seat's order."""
    resolution = event(steps, "resolution").why
    assert isinstance(resolution, Resolution)
    return resolution.of(seat)


def judged(steps: Iterable[Step]) -> dict[str, str]:
    """Return the clause of each order that was written, with "!" where it failed."""
    resolution = event(steps, "resolution").why
    assert isinstance(resolution, Resolution)
    return {
        each.seat: each.clause + ("" if each.done else "!")
        for each in resolution.results
        if each.order
    }


def where(match: pp.Match) -> dict[str, str | None]:
    """Return everybody's square."""
    return {seat: player.square for seat, player in match.state.players.items()}


def points(match: pp.Match) -> dict[str, int]:
    """Return everybody's points."""
    return {seat: player.points for seat, player in match.state.players.items()}


def row(state: State, squares: str) -> str:
    """Return the cells of some squares as signs: # white, . black, _ hole, % white on black."""
    signs = {"white": "#", "black": ".", "stacked": "%"}
    return "".join(signs.get(state.cells.get(square, ""), "_") for square in squares.split())


def refused(match: pp.Match, move: object) -> Refusal:
    """Return the refusal of a move."""
    refusal = match.refusal(move)
    assert refusal is not None, f"{move} is legal"
    return refusal


def counters(state: State) -> int:
    """Return the number of counters, on the board and beside it."""
    stacked = sum(cell == "stacked" for cell in state.cells.values())
    return len(state.cells) + stacked + state.beside
