"""Ready-made rules: functions of a table, each with a clause and a refusal sentence of its own.

Those about a move return None for a legal move, or a sentence that says why not; chain them with
``or``. Those about the end return None, or who wins and a sentence. ``clause="SK-3"`` cites a
clause of your own rulebook; otherwise the rule's clause joins the rulebook.
"""

from __future__ import annotations

import functools
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from piecepack_nb.core.errors import did_you_mean, invalid
from piecepack_nb.core.validate import one_of
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.design.remedies import (
    TEXTS,
    catch_up,
    closed_card,
    draws_card,
    extra_move,
    fall_card,
    handicap,
    komi,
    lose_card,
    pie_rule,
)
from piecepack_nb.design.table import PlacedReason, Table
from piecepack_nb.design.tiles import Tile


def __getattr__(name: str) -> Any:
    """Raise AttributeError for a name that no rule has, with the one that was meant."""
    rules = [each for each in globals() if not each.startswith("_") and each.islower()]
    raise AttributeError(f"ready has no {name!r}{did_you_mean(name, rules)}")


REMEDIES = (pie_rule, komi, extra_move, handicap, catch_up)
CARDS = (lose_card, draws_card, fall_card, closed_card)
"""Rules that a class declares in one line; see ``remedies``."""

READY: dict[str, tuple[str, str]] = dict(TEXTS)
"""The title and text of each rule's clause, by the name of its function."""

Ending = tuple[Any, str]


def _rule(title: str, text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator: the function's sentences cite the clause, or the one given."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        READY[function.__name__] = (title, text)

        @functools.wraps(function)
        def cited(table: Table, *args: Any, clause: str = "", **named: Any) -> Any:
            found = function(table, *args, **named)
            if found is None:
                return None
            clauses = table._setting.clauses
            id = clause or clauses.of_ready.get(function.__name__, clauses.turns)
            if isinstance(found, str):
                squares = found.squares if isinstance(found, PlacedReason) else ()
                return PlacedReason.of(f"{id} {found}", squares)
            return (found[0], f"{id} {found[1]}") if isinstance(found, tuple) else found

        return cited

    return decorate


# --- May the piece go there? ---------------------------------------------------------------------


@_rule("Place", "A piece is put on an empty place.")
def on_empty(table: Table, place: str) -> str | None:
    """Refuse a place that has a piece."""
    return f"{place} is taken" if table[place] else None


@_rule("Step", "A piece moves to a place next to it.")
def step(table: Table, start: str, end: str, diagonal: bool | None = False) -> str | None:
    """Refuse an ``end`` that isn't next to ``start``; with ``diagonal`` (or None) corners count."""
    near = table.next_to(start) if diagonal is False else table.around(start)
    return None if end in near else f"{end} is not next to {start}"


@_rule("Free end", "A piece never ends on a piece of its own side.")
def not_own(table: Table, end: str) -> str | None:
    """Refuse an ``end`` with a piece of the seat's own."""
    return f"{end} has a piece of your own" if table.owner(end) == table.seat else None


@_rule("Slide", "A piece goes any distance in a line, over empty places.")
def slide(table: Table, start: str, end: str, diagonal: bool | None = False) -> str | None:
    """Refuse an ``end`` off the lines of ``start``, or behind a piece.

    ``diagonal`` is False for files and ranks, True for diagonals, None for both.
    """
    way = table.line(start, end, diagonal)
    if way is None:
        return f"{end} is not in line with {start}"
    barred = next((place for place in way[:-1] if table[place]), None)
    return table.refuse(f"a piece on {barred} is in the way to {end}", barred) if barred else None


@_rule("Jump", "A piece jumps in a line over an enemy next to it, to the empty place behind.")
def jump(table: Table, start: str, end: str, diagonal: bool | None = None) -> str | None:
    """Refuse anything but a jump over an enemy to the empty place behind it."""
    way = table.line(start, end, diagonal)
    if way is None or len(way) != 2:
        return f"{end} is not two places from {start} in a line"
    if table.owner(way[0]) in (None, table.seat):
        return table.refuse(f"{way[0]} has no enemy to jump over", way[0])
    return f"{end} is taken" if table[end] else None


@_rule("Gravity", "A piece falls to the lowest empty place of its file.")
def gravity(table: Table, place: str) -> str | None:
    """Refuse a place that is taken, or that has an empty place below it."""
    below = _below(table, place)
    if table[place]:
        return f"{place} is taken"
    if below:
        return table.refuse(f"a piece falls to {below}, for nothing is below {place}", below)
    return None


@_rule("Forward", "A piece never moves back towards its own side.")
def forward(table: Table, start: str, end: str, up: bool = True) -> str | None:
    """Refuse a move down the board, or (``up=False``) up the board."""
    before, after = table.places.at[start][1], table.places.at[end][1]
    back = after > before if up else after < before
    return f"{end} is behind {start}" if back else None


# --- Tiles with edges ----------------------------------------------------------------------------


@_rule("Beside a tile", "A tile is laid on an empty place next to another tile.")
def beside_a_tile(table: Table, place: str) -> str | None:
    """Refuse a place that is taken, or next to no piece; the first piece may lie anywhere."""
    if table[place]:
        return f"{place} is taken"
    if any(True for _ in table) and not any(table[each] for each in table.next_to(place)):
        return f"{place} is next to no tile"
    return None


@_rule("Edges", "A tile is laid so that like meets like on all sides.")
def edges_match(table: Table, place: str, tile: Tile) -> str | None:
    """Refuse a tile on a place where one of its edges would meet another kind of edge.

    Raises BadInput for anything but a tile.
    """
    if not isinstance(tile, Tile):
        raise invalid("the tile", tile, "one such as table.tile('bend').turned(90)")
    for kind, (other, there) in zip(tile.sides, _facing(table, place), strict=True):
        if other is not None and other != kind:
            text = f"its {_edge(kind)} would meet the {_edge(other)} of {there}"
            return PlacedReason.of(text, (place, there))
    return None


def _edge(kind: str) -> str:
    return kind or "plain edge"


def _facing(table: Table, place: str) -> Iterator[tuple[str | None, str]]:
    """Yield for each side of a place what faces it, None without a tile, and the place there."""
    sides = table.places.sides(place)
    for number, there in enumerate(sides):
        tile = table[there] if there else None
        opposite = (number + len(sides) // 2) % len(sides)
        yield (tile.sides[opposite] if isinstance(tile, Tile) else None), there or ""


class Network(tuple[str, ...]):
    """The places of tiles that edges of one kind join, and ``open``: those with a loose end."""

    open: tuple[str, ...]
    """The places from which the network can go on: an edge of the kind faces no tile yet."""


def network(table: Table, place: str, kind: str) -> Network:
    """Return the tiles that are joined to the one on ``place`` by edges of a kind, itself first.

    All edges of a kind meet in the middle of their tile. It is empty if the tile has none. An edge
    at the rim of the board, or one that meets another kind, is not open. Raises BadInput for a kind
    that no tile of the class has.
    """
    kinds = dict.fromkeys(side for tile in table._setting.tiles.values() for side in tile.sides)
    if kind not in kinds:
        known = ", ".join(filter(None, kinds)) or "none, for the class has no tiles"
        raise invalid("the kind of edge", kind, f"one of {known}{did_you_mean(kind, kinds)}")
    found, ends = [place], []
    if not _joins(table, place, kind):
        found = []
    for here in found:
        there = list(_facing(table, here))
        for number in _joins(table, here, kind):
            other, beside = there[number]
            if beside and not table[beside]:
                ends.append(here)
            elif other == kind and beside not in found:
                found.append(beside)
    made = Network(found)
    made.open = tuple(dict.fromkeys(ends))
    return made


def _joins(table: Table, place: str, kind: str) -> tuple[int, ...]:
    """Return the sides of a place's tile that have a kind."""
    tile = table[place]
    return tile.at(kind) if isinstance(tile, Tile) else ()


# --- What a move does ----------------------------------------------------------------------------


def jumped(table: Table, start: str, end: str) -> list[str]:
    """Return the places with enemies between ``start`` and ``end``."""
    way = table.line(start, end) or []
    return [place for place in way[:-1] if table.owner(place) not in (None, table.seat)]


def jumps(table: Table, start: str, diagonal: bool | None = None) -> list[tuple[str, ...]]:
    """Return all chains of jumps from ``start``, each as the places where the piece lands.

    It takes each enemy that it jumps over at once, so that none is jumped twice, and may land where
    it has been before, or where it took one.
    """
    return list(_chains(table, (start,), diagonal))


def all_jumps(
    table: Table, diagonal: bool | None = None, may: Callable[[tuple[str, ...]], Any] | None = None
) -> list[tuple[str, ...]]:
    """Return the chains of jumps of the seat's pieces, each with its start, that go on to the end.

    Only chains that ``may`` returns True for count, by default all.
    """
    chains = [chain for start in table.own for chain in jumps(table, start, diagonal)]
    found = [chain for chain in chains if may is None or may(chain)]
    begun = {chain[:size] for chain in found for size in range(len(chain))}
    return [chain for chain in found if chain not in begun]


@_rule("Forced jump", "Who can jump must jump, and on as long as the piece can.")
def must_jump(table: Table, chains: Sequence[tuple[str, ...]], move: tuple[str, ...]) -> str | None:
    """Refuse a move, given by its places, that is not among ``chains``, if there are any."""
    if not chains or move in chains:
        return None
    return f"you can jump, and must jump on to the end: {'-'.join(chains[0])}"


def _chains(
    table: Table, before: tuple[str, ...], diagonal: bool | None
) -> Iterator[tuple[str, ...]]:
    """Yield the chains that continue one."""
    gone = set(_over(table, before))
    for ray in table.rays(before[-1], diagonal):
        if len(ray) < 2 or ray[0] in gone:
            continue
        free = not table[ray[1]] or ray[1] in gone or ray[1] == before[0]
        if free and table.owner(ray[0]) not in (None, table.seat):
            chain = (*before, ray[1])
            yield chain
            yield from _chains(table, chain, diagonal)


def _over(table: Table, chain: Sequence[str]) -> list[str]:
    """Return the places that a chain of jumps passes over."""
    pairs = pairwise(chain)
    return [way[0] for one, two in pairs if (way := table.line(one, two))]


def enclosed(table: Table, place: str, custodian: bool = False) -> list[str]:
    """Return the enemies in lines between ``place`` and another piece of the seat's own.

    Straight and diagonal; with ``custodian`` only straight, and only single enemies.
    """
    return [enemy for enemies in _enclosed(table, place, custodian) for enemy in enemies]


def _enclosed(table: Table, place: str, custodian: bool) -> Iterator[list[str]]:
    """Yield the enemies that are enclosed, line by line."""
    owner_of, own = table.owner, table.seat
    for ray in table.rays(place, False if custodian else None):
        enemies: list[str] = []
        for there in ray:
            owner = owner_of(there)
            if owner is None or owner == own:
                if enemies and owner == own and not (custodian and len(enemies) > 1):
                    yield enemies
                break
            enemies.append(there)


@_rule("Enclose", "A piece must enclose at least one enemy in a line with another of its own.")
def encloses(table: Table, place: str, custodian: bool = False) -> str | None:
    """Refuse a place from which no enemy would be enclosed."""
    encloses = next(_enclosed(table, place, custodian), None)
    return f"{place} encloses no enemy" if encloses is None else None


def drop(table: Table, place: str) -> str:
    """Return where a piece over ``place`` falls: the lowest empty place of its file."""
    return _below(table, place) or place


def _below(table: Table, place: str) -> str | None:
    """Return the lowest empty square below ``place``; None if there is none."""
    for square in table.places.file_of(place):
        if square == place:
            break
        if not table[square]:
            return square
    return None


@_rule("Sow", "Who empties a pit puts its stones one by one into the next pits.")
def can_sow(table: Table, pit: str, own: Sequence[str]) -> str | None:
    """Refuse a pit that isn't among ``own``, or is empty."""
    if pit not in own:
        return f"{pit} is not a pit of {table.seat}"
    return None if table[pit] else f"{pit} has no stones"


def sow(table: Table, pit: str, ring: Sequence[str]) -> str:
    """Sow the stones of a pit along ``ring``, round and round; return where the last one falls.

    Raises BadInput for a pit that the ring doesn't have.
    """
    at, stones = _number(pit, ring), table.take(pit)
    for _ in range(stones):
        at = (at + 1) % len(ring)
        table[ring[at]] += 1
    return ring[at]


def ahead(table: Table, start: str, route: Sequence[str], points: int) -> str | None:
    """Return the place ``points`` after ``start`` on a route; None beyond its end.

    Raises BadInput for a start that the route doesn't have.
    """
    at = _number(start, route) + points
    return route[at] if at < len(route) else None


def _number(place: str, places: Sequence[str]) -> int:
    """Return the number of a place in a list, from 0."""
    return places.index(one_of("the place", place, places))


@_rule("Roll and move", "A piece moves along its route as far as the dice say, never past its end.")
def on_route(table: Table, start: str, route: Sequence[str]) -> str | None:
    """Refuse a piece that can't move by the dice along its route."""
    if start not in route:
        return f"{start} is not on the route of {table.seat}"
    if table.points == 0:
        return "the dice show nothing"
    end = ahead(table, start, route, table.points)
    return None if end else f"{count_noun(table.points, 'place')} from {start} is past the end"


def most_dice(
    there: Any, dice: Sequence[int], steps: Callable[[Any, int], Iterable[tuple[Any, Any]]]
) -> list[tuple[Any, int]]:
    """Return the first moves, each with its die, that let the most dice be played.

    ``steps(there, die)`` yields the moves of a die, each with what is ``there`` after it. If only
    one of several dice can be played, it is the highest that can.
    """

    @functools.cache
    def most(there: Any, left: tuple[int, ...]) -> int:
        best = 0
        for die in dict.fromkeys(left):
            for _, after in steps(there, die):
                best = max(best, 1 + most(after, _without(left, die)))
                if best == len(left):
                    return best
        return best

    left = tuple(sorted(dice))
    found = [(1 + most(after, _without(left, die)), die, what)
             for die in dict.fromkeys(left) for what, after in steps(there, die)]  # fmt: skip
    best = max((count for count, _, _ in found), default=0)
    high = max((die for _, die, _ in found), default=0)
    return [
        (what, die) for count, die, what in found if count == best and (best > 1 or die == high)
    ]


def _without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    """Return the dice without one that shows ``die``."""
    at = dice.index(die)
    return dice[:at] + dice[at + 1 :]


def most(seats: Iterable[str]) -> list[str]:
    """Return the seats that are named most often, such as the owners of claims; [] for none."""
    count = Counter(seats)
    return [seat for seat, number in count.items() if number == max(count.values())]


# --- Is the game over? ---------------------------------------------------------------------------


@_rule("Line", "Enough pieces of one side in a line win.")
def line_of(table: Table, length: int) -> Ending | None:
    """Return the seat that has ``length`` pieces in a row, straight or diagonal."""
    owners = {place: owner for place in table if (owner := table.owner(place))}
    owned = {
        seat: {place for place, owner in owners.items() if owner == seat} for seat in table.seats
    }
    for row in table.places.rows(length) if len(owners) >= length else ():
        owner = owners.get(row[0])
        if owner and owned[owner].issuperset(row):
            return owner, f"{owner} has {' '.join(sorted(row))} in a line."
    return None


@_rule("Connection", "A chain of pieces from one edge to the other wins.")
def connected(
    table: Table, seat: str, one: Iterable[str], other: Iterable[str], diagonal: bool = False
) -> Ending | None:
    """Return the seat if its pieces join the places ``one`` to the places ``other``."""
    own, goal = set(table.of(seat)), set(other)
    reached = [place for place in one if place in own]
    seen = set(reached)
    while reached:
        place = reached.pop()
        if place in goal:
            return seat, f"{seat} has a chain from edge to edge, to {place}."
        near = table.around(place) if diagonal else table.next_to(place)
        fresh = [each for each in near if each in own and each not in seen]
        seen.update(fresh)
        reached += fresh
    return None


def lead(worth: Mapping[str, float], seat: str, clear: float) -> float:
    """Return how far a seat is ahead of the best other one; 1 for a ``clear`` lead, for evaluate.

    ``worth`` has a number for each seat, such as its points and what its goods will bring. Raises
    BadInput for a seat that it doesn't have.

    >>> lead({"ann": 6, "ben": 2, "cat": 3}, "ann", clear=6), lead({"ann": 6, "ben": 2}, "ben", 4)
    (0.5, -1.0)
    """
    one_of("the seat", seat, tuple(worth))
    others = [each for name, each in worth.items() if name != seat]
    return (worth[seat] - max(others, default=0.0)) / clear


def to_connect(
    table: Table, seat: str, one: Iterable[str], other: Iterable[str], diagonal: bool = False
) -> int:
    """Return how many more pieces the seat needs to join the places ``one`` to ``other``.

    It is 0 for a chain, and more than the number of places if others' pieces separate them. Use it
    in ``evaluate``.
    """
    goal, near = set(other), table.around if diagonal else table.next_to
    costs = {place: int(not table[place]) for place in table.places.cells
             if not table[place] or table.owner(place) == seat}  # fmt: skip
    found: dict[str, int] = {}
    waiting = deque(sorted((costs[place], place) for place in one if place in costs))
    while waiting:
        cost, place = waiting.popleft()
        if place in found:
            continue
        found[place] = cost
        if place in goal:
            return cost
        for each in near(place):
            if each in costs and each not in found:
                add = waiting.append if costs[each] else waiting.appendleft
                add((cost + costs[each], each))
    return len(table.places.cells) + 1


@_rule("Goal", "A piece that reaches its goal wins.")
def reaches(table: Table, seat: str, goal: str | Iterable[str]) -> Ending | None:
    """Return the seat if one of its pieces is on a place of the goal."""
    there = (goal,) if isinstance(goal, str) else goal
    found = next((place for place in there if table.owner(place) == seat), None)
    return (seat, f"{seat} reaches {found}.") if found else None


@_rule("No move left", "Who has no legal move loses.")
def no_move_left(table: Table) -> Ending:
    """Return the other seats: for ``stuck``, where the seat can't move."""
    others = tuple(seat for seat in table.seats if seat != table.seat)
    return others, f"{table.seat} has no legal move and loses."


@_rule("Full board", "When the board is full, the game is a draw.")
def full(table: Table) -> Ending | None:
    """Return a draw if no place is empty."""
    if any(not table[place] for place in table.places.cells):  # the first one is enough
        return None
    return None, "the board is full: a draw."


@_rule("Most points", "The most points win; equal ones are a draw.")
def most_points(table: Table) -> Ending:
    """Return the seats or teams with the most points; a draw if all have the same."""
    points = {seat: sum(table.score[each] for each in table.team(seat)) for seat in table.seats}
    winners = tuple(seat for seat in table.seats if points[seat] == max(points.values()))
    listed = ", ".join(f"{seat} {points}" for seat, points in table.score.items())
    if len(winners) == len(table.seats):
        return None, f"all have the same points: {listed}."
    has = "has" if len(winners) == 1 else "have"
    return winners, f"{join_list(winners)} {has} the most points: {listed}."


@_rule("Last", "The last player, or team, that isn't out wins.")
def last_in(table: Table) -> Ending | None:
    """Return the seat or team that is left, once all others are out."""
    left = table.playing
    if not left or {*left} - {*table.team(left[0])}:
        return None
    return tuple(table.team(left[0])), "all others are out."


@_rule("Alone", "Who has no piece left loses.")
def no_pieces(table: Table) -> Ending | None:
    """Return the seats that still have pieces, once another one has none."""
    left = tuple(seat for seat in table.seats if table.of(seat))
    if len(left) == len(table.seats):
        return None
    gone = next(seat for seat in table.seats if seat not in left)
    return left, f"{gone} has no piece left."
