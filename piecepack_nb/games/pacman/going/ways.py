"""The ways that a piece may go: walks without turning back, of a given length.

Vocabulary
    link     (space, price, hop): a step that may be made to there; what it costs of the number
             rolled; whether it goes off the board and on again
    lane     where one piece may go as things stand
    closed   spaces that the piece may not enter
    stops    spaces where a move ends whatever is left of the number: for a ghost those with a
             Pac-Man, for a Pac-Man with the privilege those with a ghost
    keys     the ringed holes that win the privilege on the way
    barred   spaces where a move may not end
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from piecepack_nb.games.pacman.moves import Path

Link = tuple[str, int, bool]
Links = Mapping[str, tuple[Link, ...]]
NOWHERE: frozenset[str] = frozenset()


class Lane(NamedTuple):
    """Where one piece may go as things stand."""

    links: Links
    start: str
    closed: frozenset[str] = NOWHERE
    stops: frozenset[str] = NOWHERE
    keys: frozenset[str] = NOWHERE
    barred: frozenset[str] = NOWHERE
    armed: bool = True
    """Whether ``stops`` may be entered from the beginning, or only once a key was passed."""
    turns_back: bool = False
    free: bool = False
    """Whether some links cost nothing, so that a way may go on when the number is used up."""


def ways(lane: Lane, number: int) -> list[Path]:
    """Every way that takes the full number, or that a stop ends before (PC-5, PC-12, PC-20)."""
    found: list[Path] = []
    _extend(lane, (lane.start,), number, lane.armed, False, found)
    return found


def _extend(
    lane: Lane, path: Path, left: int, armed: bool, hopped: bool, found: list[Path]
) -> None:
    """Add every complete way that begins with ``path`` and has ``left`` of the number to go."""
    here = path[-1]
    before = path[-2] if len(path) > 1 and not lane.turns_back else None
    for to, price, hop in lane.links[here]:
        if price > left or to == before or to in lane.closed:
            continue
        if hop and hopped and not lane.turns_back:  # back out by the arrow that it came on at
            continue
        if to in lane.stops:
            if armed:
                found.append((*path, to))
            continue
        rest = left - price
        if not rest and to not in lane.barred:
            found.append((*path, to))
        if rest or lane.free:
            _extend(lane, (*path, to), rest, armed or to in lane.keys, hop, found)


def longest(lane: Lane, number: int) -> list[Path]:
    """The ways that take as much of the number as any does, where none takes all of it."""
    for less in range(number, 0, -1):
        found = ways(lane, less)
        if found:
            return found
    return []


def spent(lane: Lane, path: Path) -> int:
    """How much of the number rolled a way takes; a step that nothing leads by counts as one."""
    prices = ({to: price for to, price, _ in lane.links.get(here, ())} for here in path)
    return sum(each.get(to, 1) for each, to in zip(prices, path[1:], strict=False))


def dead_stops(lane: Lane, number: int) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Why there is no way: each walk that can be begun, and the spaces at its end that stop it.

    All walks take less than the full number; one where nothing stops is left out. The shortest
    come first. Boards have no dead ends, so that there is always a space ahead.
    """
    found = _dead(lane, (lane.start,), number, lane.armed, False)
    yield from sorted(found, key=lambda each: len(each[0]))


def _dead(
    lane: Lane, path: Path, left: int, armed: bool, hopped: bool
) -> Iterator[tuple[Path, tuple[str, ...]]]:
    here = path[-1]
    ahead = [
        (to, price, hop)
        for to, price, hop in lane.links[here]
        if (to not in path[-2:-1] and not (hop and hopped)) or lane.turns_back
    ]
    on = [
        (to, price, hop)
        for to, price, hop in ahead
        if to not in lane.closed and to not in lane.stops and price <= left
        and not (price == left and to in lane.barred)
    ]  # fmt: skip
    stopped = tuple(link[0] for link in ahead if link not in on)
    if stopped:
        yield path, stopped
    for to, price, hop in on:
        if price < left:
            yield from _dead(lane, (*path, to), left - price, armed or to in lane.keys, hop)
