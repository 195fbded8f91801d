"""A finished move in a sentence: what the class says, or else what has changed on the table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from piecepack_nb.core.steps import Sentence, Step, joined_events
from piecepack_nb.core.wording import capitalise, count_noun, join_list, with_article
from piecepack_nb.design.table import State
from piecepack_nb.design.tiles import Tile

FEW = 4
"""The most pieces that a sentence names one by one."""
Pieces = Mapping[str, Any]


def sentences(
    before: State, steps: Sequence[Step], places: Collection[str], tiles: Mapping[str, Tile]
) -> tuple[Sentence, ...]:
    """Return the sentence of a move; a move of which the class says nothing is described.

    ``tiles`` are the game's tiles with edges, by name and turn.
    """
    told = []
    for step in steps:
        event = step.event
        if "parts" in event.data and "seen_by" not in event.data:
            text = _move(before, step, places, tiles)
            event = event._replace(template="{text}", data={"text": text})
        told.append(step._replace(event=event))
        before = step.state
    return (joined_events(told),)


def _move(before: State, step: Step, places: Collection[str], tiles: Mapping[str, Tile]) -> str:
    """Return what a move has changed: pieces that went, were taken or put down, and points."""
    event, after = step.event, step.state
    seat, parts = event.data["seat"], event.data["parts"]
    picked = [pick for pick in parts.values() if pick in places]
    changes = _Changes(before.pieces, after.pieces, seat, tuple(after.score), tiles)
    angles = [] if not changes.lays_a_tile else [pick for pick in parts.values() if _angle(pick)]
    did = list(changes.verbs()) or _picked(picked)
    said = f" {' '.join(did)} "
    rest = [(name, pick) for name, pick in parts.items() if pick not in (*places, *angles)]
    more = [_part(name, pick) for name, pick in rest if pick.isdecimal() or f" {pick} " not in said]
    if not did:
        return _with_points(event.text.rstrip("."), before, after)
    return _with_points(f"{capitalise(seat)} {', '.join([join_list(did), *more])}", before, after)


def _picked(picked: list[str]) -> list[str]:
    """Return the places of a move as verbs: where piles or numbers change, not single pieces."""
    if len(picked) < 2:
        return [f"plays {place}" for place in picked]
    start, *via, end = picked
    return [f"moves from {start}{f' via {join_list(via)}' if via else ''} to {end}"]


def _angle(pick: str) -> bool:
    """Return True for a part of a move by which a tile can be turned."""
    return pick.isdecimal() and int(pick) % 30 == 0


def _part(name: str, pick: str) -> str:
    """Return a pick that is no place: "turn 180", or "claim" alone."""
    return f"{name} {pick}" if pick.isdecimal() else pick


def _with_points(text: str, before: State, after: State) -> str:
    """Return the sentence with the points of the seats that have more or fewer now."""
    points = [
        f"{capitalise(seat)} has {count_noun(number, 'point')}"
        for seat, number in after.score.items()
        if number != before.score.get(seat)
    ]
    return f"{text}{': ' if points else ''}{join_list(points) if points else ''}."


class _Changes(NamedTuple):
    """The pieces before and after a move of a seat."""

    before: Pieces
    after: Pieces
    seat: str
    seats: tuple[str, ...]
    tiles: Mapping[str, Tile]

    @property
    def lays_a_tile(self) -> bool:
        """True if the move lays a tile with edges; its name says how it is turned."""
        laid = (piece for place, piece in self.after.items() if self.before.get(place) != piece)
        return any(isinstance(piece, str) and piece in self.tiles for piece in laid)

    def verbs(self) -> Iterator[str]:
        """Yield what became of the pieces; nothing where piles or numbers have changed."""
        both = {**self.before, **self.after}
        places = [each for each in both if self.before.get(each) != self.after.get(each)]
        lost = {place: self.before[place] for place in places if self.before.get(place)}
        gained = {place: self.after[place] for place in places if self.after.get(place)}
        if not all(isinstance(piece, str) for piece in (*lost.values(), *gained.values())):
            return
        yield from self._moves(lost, gained)
        yield from self._each("takes the", _without(lost, gained))
        yield from self._each("puts", _without(gained, lost), with_article)
        for place in [each for each in gained if each in lost]:
            yield f"turns {place} into {with_article(self._named(gained[place]))}"

    def _moves(self, lost: dict[str, str], gained: dict[str, str]) -> Iterator[str]:
        """Yield the pieces that went from a place to another, and take them out of both."""
        for place, piece in list(gained.items()):
            alike = (each for each, was in lost.items() if was == piece)
            start = next(alike, "")
            if start:
                del lost[start], gained[place]
                what = "" if piece == self.seat else f" the {self._named(piece)}"
                yield f"moves{what} from {start} to {place}"

    def _each(self, verb: str, pieces: Pieces, phrase: Callable[[str], str] = str) -> Iterator[str]:
        """Yield a verb with its pieces, one by one or, if they are many, by their number."""
        if len(pieces) > FEW:
            yield f"{verb.split(maxsplit=1)[0]} {len(pieces)} pieces, on {join_list(pieces)}"
            return
        for place, piece in pieces.items():
            yield f"{verb} {phrase(self._named(piece))} on {place}"

    def _named(self, piece: str) -> str:
        """Return a piece's name; one that is only a seat's name is a piece of that seat."""
        if (tile := self.tiles.get(piece)) is not None:
            return f"{tile.name} turned by {tile.angle}°" if tile.angle else tile.name
        return "piece" if piece == self.seat else f"{piece} piece" if piece in self.seats else piece


def _without(pieces: Pieces, others: Pieces) -> dict[str, str]:
    return {place: piece for place, piece in pieces.items() if place not in others}
