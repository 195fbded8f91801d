"""Positions of a student's game as JSON both ways, and as a map of squares."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from piecepack_nb.core.actors import Die
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.validate import all_entries, mapping, one_of, sequence, whole_number
from piecepack_nb.design.moves import Pick
from piecepack_nb.design.table import Over, Setting, State, check_piece, freeze, thaw

ENTRIES = ("turn", "seat", "pieces", "score", "dice", "notes", "chosen", "over")
KINDS = {bool: "True or False", int: "a whole number", str: "a text", tuple: "a list",
         FrozenDict: "a mapping"}  # fmt: skip


def to_json(state: State) -> dict[str, Any]:
    """Return the state as plain JSON values; equal states give equal values."""
    over = state.over
    return {
        "turn": state.turn,
        "seat": state.seat,
        "pieces": {place: thaw(state.pieces[place]) for place in sorted(state.pieces)},
        "score": dict(state.score),
        "dice": list(state.dice),
        "notes": {name: thaw(state.notes[name]) for name in sorted(state.notes)},
        "chosen": {seat: list(state.chosen[seat]) for seat in sorted(state.chosen)},
        "over": over and {"winners": list(over.winners), "clause": over.clause, "text": over.text},
    }


def from_json(
    data: object,
    setting: Setting,
    initial: State,
    dice: Sequence[Die],
    picks: Mapping[Any, Pick],
) -> State:
    """Return the state of ``to_json``'s data; raise BadInput naming a wrong entry."""
    entries = all_entries("the position", data, ENTRIES)
    seats = setting.seats
    score = mapping("score", entries["score"])
    return State(
        whole_number("turn", entries["turn"], 0, 10**6),
        one_of("seat", entries["seat"], seats),
        _pieces(entries["pieces"], setting),
        FrozenDict(
            (seat, whole_number(f"score.{seat}", score.get(seat), -(10**6), 10**6))
            for seat in _exactly("score", score, seats)
        ),
        _dice(entries["dice"], dice),
        _notes(entries["notes"], initial.notes),
        _chosen(entries["chosen"], seats, picks),
        _over(entries["over"], setting),
    )


def _exactly(what: str, entries: Collection[str], names: Sequence[str]) -> Sequence[str]:
    if set(entries) != set(names):
        raise invalid(what, list(entries), "an entry for each of " + ", ".join(names))
    return names


def _pieces(data: object, setting: Setting) -> FrozenDict[str, Any]:
    """Return the pieces by place; empty places are left out."""
    found = {}
    for place, piece in mapping("pieces", data).items():
        one_of("a place of pieces", place, setting.places.names)
        check_piece(f"pieces.{place}", piece)
        if piece:
            found[place] = tuple(piece) if isinstance(piece, list | tuple) else piece
    return FrozenDict((place, found[place]) for place in setting.places if place in found)


def _dice(data: object, dice: Sequence[Die]) -> tuple[str, ...]:
    faces = sequence("dice", data, len(dice), "faces")
    if faces and len(faces) < len(dice):
        raise invalid("dice", data, f"{len(dice)} faces, or none")
    shown = zip(faces, dice, strict=False)
    return tuple(one_of(f"dice[{n}]", face, die.faces) for n, (face, die) in enumerate(shown))


def _notes(data: object, initial: Mapping[str, Any]) -> FrozenDict[str, Any]:
    """Return the notes; those of the initial state keep their kinds."""
    notes = mapping("notes", data)
    for name in initial:
        if name not in notes:
            raise BadInput(f"notes has no entry {name!r}")
    frozen = {name: freeze(f"notes.{name}", value) for name, value in notes.items()}
    for name, value in initial.items():
        if type(value) in KINDS and type(frozen[name]) is not type(value):
            raise invalid(f"notes.{name}", notes[name], KINDS[type(value)])
    return FrozenDict(frozen)


def _chosen(
    data: object, seats: Sequence[str], picks: Mapping[Any, Pick]
) -> FrozenDict[str, tuple[Pick, ...]]:
    found = {}
    for seat, chosen in mapping("chosen", data).items():
        one_of("a seat of chosen", seat, seats)
        if not isinstance(chosen, list) or not all(
            isinstance(e, str | int) and e in picks for e in chosen
        ):
            raise invalid(f"chosen.{seat}", chosen, "a list of places, words or numbers of a move")
        found[seat] = tuple(picks[each] for each in chosen)
    return FrozenDict(found)


def _over(data: object, setting: Setting) -> Over | None:
    if data is None:
        return None
    entries = mapping("over", data)
    _exactly("over", entries, ("winners", "clause", "text"))
    winners = sequence("over.winners", entries["winners"], len(setting.seats), "seats")
    if not isinstance(entries["text"], str):
        raise invalid("over.text", entries["text"], "a text")
    return Over(
        tuple(one_of("over.winners", seat, setting.seats) for seat in winners),
        one_of("over.clause", entries["clause"], tuple(setting.clauses.by_id)),
        entries["text"],
    )


# --- Maps ----------------------------------------------------------------------------------------


def from_map(text: str, setting: Setting) -> dict[str, Any]:
    """Return the position of a map: a line a rank, from the top, a word a square, "." for none.

    A word is a piece's name or the first letters of a seat's. Raises BadInput for a map that
    doesn't fit the board.
    """
    places = setting.places
    if places.kind != "squares":
        raise invalid("the position", text, "a mapping, for this board is no grid of squares")
    rows = [line.split() for line in text.splitlines() if line.strip()]
    by_row: dict[float, list[str]] = {}
    for place, (_, y) in places.at.items():
        by_row.setdefault(y, []).append(place)
    if [len(row) for row in rows] != [len(row) for row in by_row.values()]:
        sizes = ", ".join(str(len(row)) for row in by_row.values())
        raise invalid("the map", text, f"{len(by_row)} lines of {sizes} words")
    squares = [place for row in by_row.values() for place in row]
    words = [word for row in rows for word in row]
    pieces = {
        place: _piece(word, setting.seats)
        for place, word in zip(squares, words, strict=True)
        if word != "."
    }
    return {"pieces": pieces}


def _piece(word: str, seats: Sequence[str]) -> str | int:
    if word.isdecimal():
        return int(word)
    found = [seat for seat in seats if seat.lower().startswith(word.lower())]
    return found[0] if len(found) == 1 else word
