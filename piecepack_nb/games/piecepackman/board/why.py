"""A decision of Piecepackman's on the board: his way with its costs, and every way not taken.

Vocabulary
    layer      marks that are shown and hidden together: his way, the candidates, the ways as cheap,
               the ways that Dangerous ghosts cut off
    running    what a way has cost so far
    stretch    a part of a way without a portal: one line on the board
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.wording import capitalise, count_noun
from piecepack_nb.games.piecepackman.board.furniture import at
from piecepack_nb.games.piecepackman.deciding.decision import Candidate, Decision
from piecepack_nb.games.piecepackman.deciding.reasons import (
    passed_over,
    told,
    ways_as_cheap,
    why_this,
)
from piecepack_nb.scene import Layer, Mark, Spot, TextTable
from piecepack_nb.scene.layout import segments as parted
from piecepack_nb.search import Path

if TYPE_CHECKING:
    from piecepack_nb.games.piecepackman.play import Piecepackman

WAY, CANDIDATES, TIES, CUT_OFF = "way", "candidates", "ties", "cut off"
ON_THE_WAY = Layer(WAY, "His way")
DRAWN = 4  # ways as cheap as his, at most
LISTED = 8  # of them in the table
ALONG = "way "
"""How the ids of the spots begin that stay until he has gone his way."""


class Shown(NamedTuple):
    """What a scene has to say about a decision."""

    marks: tuple[Mark, ...]
    spots: tuple[Spot, ...]
    layers: tuple[Layer, ...]
    listings: tuple[TextTable, ...]


NOTHING_SHOWN = Shown((), (), (), ())


def explained(game: Piecepackman, decision: Decision) -> Shown:
    """The decision in marks that can be asked why, and in tables."""
    others, ways = ways_as_cheap(decision)
    parts = {
        ON_THE_WAY: _his_way(game, decision),
        Layer(CANDIDATES, "What else he could go for"): _candidates(game, decision),
        Layer(TIES, f"Ways as cheap ({others} more)"): _ties(game, decision, ways),
        Layer(CUT_OFF, "Cut off by Dangerous ghosts"): _cut_off(game, decision),
    }
    marks = {layer: tuple(drawn) for layer, drawn in parts.items()}
    return Shown(
        tuple(mark._replace(layer=layer.id) for layer in marks for mark in marks[layer]),
        tuple(_spots(game, decision)),
        tuple(layer for layer in marks if marks[layer]),
        tuple(_listings(decision, others, ways)),
    )


# --- the layers -------------------------------------------------------------------------------


def _his_way(game: Piecepackman, decision: Decision) -> Iterator[Mark]:
    """The way that he takes with its running cost (PM-15)."""
    path = decision.path
    if path is not None and path.actions:
        yield from _lines(game, "path", path.squares)
        yield from running_marks(game, path)
        yield Mark("target", *at(game.ruleset.maze, path.target))
        yield _badge(game, path.target, path.cost, decision)


def _candidates(game: Piecepackman, decision: Decision) -> Iterator[Mark]:
    """Whatever else he could go for, each with its cost (PM-12)."""
    for candidate in decision.candidates:
        if candidate.chosen:
            continue
        if candidate.cost is None:
            yield Mark("blocked", *at(game.ruleset.maze, candidate.square))
        else:
            yield _badge(game, candidate.square, candidate.cost, decision)


def _ties(game: Piecepackman, decision: Decision, ways: Iterable[Path]) -> Iterator[Mark]:
    """Where equally cheap ways part from his (PM-15)."""
    taken = decision.path
    if taken is None:
        return
    seen = set[tuple[str, ...]]()
    for way in ways:
        apart = _apart(way.squares, taken.squares)
        if len(apart) > 1 and apart not in seen and len(seen) < DRAWN:
            seen.add(apart)
            yield from _lines(game, "trail", apart)


def _apart(way: tuple[str, ...], taken: tuple[str, ...]) -> tuple[str, ...]:
    """The part of a way that another hasn't, from where they part to where they meet again."""
    first = 0
    while way[first : first + 2] == taken[first : first + 2] and first < len(way) - 1:
        first += 1
    last = 0
    while way[-2 - last :][:2] == taken[-2 - last :][:2] and last < len(way) - 1 - first:
        last += 1
    return way[first : len(way) - last]


def _cut_off(game: Piecepackman, decision: Decision) -> Iterator[Mark]:
    """The way that a Dangerous ghost stands on, and what it would have cost (PM-16)."""
    if decision.way is not None and decision.way.cut_off:
        yield from _barred(game, decision, decision.way.free)


def _barred(game: Piecepackman, decision: Decision, path: Path) -> Iterator[Mark]:
    yield from _lines(game, "lost", path.squares)
    for square in decision.dangers:
        if square in path.squares:
            yield Mark("blocked", *at(game.ruleset.maze, square))
    x, y = at(game.ruleset.maze, path.target)
    yield Mark("text", x, round(y + 0.4, 2), label=f"{path.cost} if clear")


def _badge(game: Piecepackman, square: str, cost: int, decision: Decision) -> Mark:
    x, y = at(game.ruleset.maze, square)
    what = decision.what_lies_on(square).split()[0]
    suit = what if what in SUITS else ""
    return Mark("cost", round(x + 0.32, 2), round(y - 0.32, 2), label=str(cost), suit=suit)


# --- ways ---------------------------------------------------------------------------------------


def running_marks(game: Piecepackman, path: Path) -> Iterator[Mark]:
    """What a way has cost after each step, and at its corners after each quarter turn."""
    maze = game.ruleset.maze
    turned = 0  # twice on one square only where he starts by turning round
    for action, (square, _), cost in zip(path.actions, path.nodes[1:], path.running, strict=True):
        x, y = at(maze, square)
        if action == "forward":
            turned = 0
            if square != path.target:
                yield Mark("text", round(x - 0.33, 2), round(y + 0.32, 2), label=str(cost))
        else:
            y += 0.32 if turned else -0.32
            yield Mark(f"turn-{action}", round(x - 0.29, 2), round(y, 2), label=str(cost))
            turned += 1


def stretches(
    game: Piecepackman, squares: tuple[str, ...]
) -> Iterator[tuple[tuple[float, float], ...]]:
    """The lines to draw for a way; a portal parts it (PM-22)."""
    for line in parted(squares, game.ruleset.ways.by_portal):
        yield tuple(at(game.ruleset.maze, square) for square in line)


def _lines(game: Piecepackman, kind: str, squares: tuple[str, ...]) -> Iterator[Mark]:
    for stretch in stretches(game, squares):
        yield Mark(kind, points=stretch)


# --- every number can be asked why ---------------------------------------------------------------


def _spots(game: Piecepackman, decision: Decision) -> Iterator[Spot]:
    """His way square by square, and the candidates beside it."""
    on_the_way = set()
    path = decision.path
    if path is not None:
        for spot, square in _spots_of_the_way(game, decision, path):
            on_the_way.add(square)
            yield spot
    for candidate in decision.candidates:
        if candidate.square not in on_the_way:
            yield _spot_of(game, decision, candidate)
    yield from _spots_of_ghosts(game, decision, on_the_way)


def _spots_of_the_way(
    game: Piecepackman, decision: Decision, path: Path
) -> Iterator[tuple[Spot, str]]:
    """One for each square on it, with what was done and paid there."""
    done: dict[str, list[str]] = {}
    last: dict[str, int] = {}
    for action, (square, _), cost in zip(path.actions, path.nodes[1:], path.running, strict=True):
        name = "forward" if action == "forward" else f"{action} turn"
        done.setdefault(square, []).append(f"{name} {path.costs.of(action)}")
        last[square] = cost
    for square, actions in done.items():
        if square == path.target:
            continue
        tip = f"{', '.join(actions)}: {count_noun(last[square], 'point')} so far."
        name = f"{square}, on his way, {last[square]} so far"
        clause = "PM-61" if decision.state.hungry else "PM-15"
        spot = _spot(game, square, name, capitalise(tip), clause)
        yield spot._replace(id=ALONG + square), square
    chosen = next(each for each in decision.candidates if each.chosen)
    yield _spot_of(game, decision, chosen)._replace(id=ALONG + path.target), path.target


def _spot_of(game: Piecepackman, decision: Decision, candidate: Candidate) -> Spot:
    """A candidate: what it costs, action by action, and why he goes for it or doesn't."""
    square, what, cost = candidate[:3]
    why = why_this(decision, candidate)
    path = decision.way_to(square)
    price = "out of reach" if cost is None else f"costs {cost}"
    name = f"{square}, {what}, {price}{', chosen' if candidate.chosen else ''}"
    if path is None:
        return _spot(game, square, name, f"{capitalise(why.text)}.", why.clause)
    if cost is None:
        preview = tuple(_barred(game, decision, path))
        tip = f"{capitalise(why.text)}; if it were clear, {told(path)}."
    else:
        preview = (*_lines(game, "path", path.squares), *running_marks(game, path))
        tip = f"{told(path)}. {capitalise(why.text)}."
    preview = () if candidate.chosen else preview
    return _spot(game, square, name, tip, why.clause, preview)


def _spots_of_ghosts(game: Piecepackman, decision: Decision, taken: set[str]) -> Iterator[Spot]:
    """The Dangerous ghosts that stand on the way that would be cheapest (PM-16)."""
    way = decision.way
    if way is None or not way.cut_off:
        return
    known = taken | {candidate.square for candidate in decision.candidates}
    for square, suit in decision.dangers.items():
        if square in way.free.squares and square not in known:
            name = f"{square}, Dangerous {suit} ghost, on the cheapest way"
            tip = f"It cuts off the cheapest way, to {way.free.target}: {told(way.free)}."
            preview = tuple(_barred(game, decision, way.free))
            yield _spot(game, square, name, tip, "PM-16", preview)


def _spot(
    game: Piecepackman,
    square: str,
    name: str,
    tip: str,
    clause: str,
    preview: tuple[Mark, ...] = (),
) -> Spot:
    x, y = at(game.ruleset.maze, square)
    return Spot(f"why {square}", x, y, name=name, role="why", tip=tip, clause=clause,
                preview=preview)  # fmt: skip


# --- in tables ----------------------------------------------------------------------------------


def _listings(decision: Decision, others: int, ways: list[Path]) -> Iterator[TextTable]:
    head = ("Square", "What", "Costs", "Steps", "Quarter turns", "Without Dangerous ghosts", "Why")
    rows = tuple(_row(decision, candidate) for candidate in decision.candidates)
    yield TextTable("What he could go for", head, rows)
    if others and decision.path is not None:
        yield _listing_of_ways(decision.path, others, ways)


def _row(decision: Decision, candidate: Candidate) -> tuple[str, ...]:
    path = decision.way_to(candidate.square)
    why = why_this(decision, candidate)
    counts = ("", "")
    if path is not None and candidate.cost is not None:
        counts = (str(path.actions.count("forward")), str(path.quarter_turns))
    return (
        candidate.square,
        candidate.what,
        "cut off" if candidate.cost is None else str(candidate.cost),
        *counts,
        "no way" if candidate.free_cost is None else str(candidate.free_cost),
        f"{why.text} ({why.clause})",
    )


def _listing_of_ways(taken: Path, others: int, ways: list[Path]) -> TextTable:
    """His way, and those that are as cheap."""
    rows = [(str(taken), str(taken.cost), str(taken.quarter_turns), "taken")]
    rows += [
        (str(way), str(way.cost), str(way.quarter_turns), passed_over(taken, way))
        for way in islice(ways, LISTED)
    ]
    if others > LISTED:
        rows.append((f"and {others - LISTED} more", str(taken.cost), "", ""))
    return TextTable("Ways as cheap", ("Way", "Costs", "Quarter turns", "Why"), tuple(rows))
