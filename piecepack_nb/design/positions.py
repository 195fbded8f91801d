"""Positions of a student's game as JSON both ways, and as lines with a map of squares."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from types import NoneType
from typing import Any

from piecepack_nb.core import forms
from piecepack_nb.core.actors import Die
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.forms import Form
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.validate import mapping, one_of, sequence
from piecepack_nb.design.moves import Pick
from piecepack_nb.design.piles import MOST_CARDS, UNKNOWN
from piecepack_nb.design.table import (
    Cover,
    Over,
    PastMove,
    Pending,
    Setting,
    State,
    check_piece,
    check_top,
    freeze,
    thaw,
)

MOST = 10**6  # no game has a turn number or score beyond this
KINDS = {bool: "True or False", int: "a whole number", str: "a text", tuple: "a list",
         FrozenDict: "a mapping"}  # fmt: skip


def position_form(
    setting: Setting, initial: State, dice: Sequence[Die], picks: Mapping[Any, Pick], lays: bool
) -> Form[State]:
    """Return the form of a state: what each entry may be, and how it is written by hand.

    Equal states have equal JSON. ``lays`` is True for a game that lays pieces on top of others;
    the JSON of others has no entry for these.
    """
    seats, clauses = setting.seats, tuple(setting.clauses.by_id)
    winners = forms.items(forms.word(seats), len(seats), "seats", each="{what}")
    over = forms.record(Over, winners=winners, clause=forms.word(clauses), text=Form(_read_text))
    points = forms.whole(-MOST, MOST)
    chosen = dict.fromkeys(seats, Form(partial(_read_chosen, picks), list))
    whole: list[Form[State]] = []  # a waiting state has another in it

    def read_whole(what: str, value: Any) -> State:
        return whole[0].read(what, value)

    def write_whole(state: State) -> Any:
        return whole[0].write(state)

    base = Form(read_whole, write_whole)
    die = forms.record(Die, name=Form(_read_text), faces=forms.items(Form(_read_text), MOST_CARDS))
    shown = forms.items(Form(_read_text), MOST_CARDS)
    pending = forms.record(
        Pending,
        hook=Form(_read_text),
        kind=forms.word(("setup", "begin", "rolled", "move", "choices")),
        seat=forms.word(seats),
        picks=forms.items(Form(partial(_read_picks, picks), list), len(seats)),
        outcomes=forms.items(shown, MOST_CARDS),
        told=forms.whole(0, MOST),
        dice=forms.items(die, MOST_CARDS),
        draws=forms.FLAG,
        base=forms.optional(base),
    )
    on_top = forms.items(Form(check_top), MOST, "pieces").by_text(lambda piece: [piece])
    tops = forms.table(dict.fromkeys(setting.places, on_top), "a place of tops", sort=True)
    state = forms.record(
        State,
        turn=forms.whole(0, MOST).by_text(_parse_number),
        seat=forms.word(seats),
        pieces=Form(partial(_read_pieces, setting), _thaw_sorted).by_text(
            partial(_parse_map, setting)
        ),
        score=forms.table(dict.fromkeys(seats, points), every=True).by_text(_parse_score),
        dice=Form(partial(_read_dice, dice), list).by_text(str.split),
        notes=Form(_read_notes, _thaw_sorted),
        chosen=forms.table(chosen, "a seat of chosen", sort=True),
        over=forms.optional(over),
        tops=tops if lays else tops.unless(FrozenDict()),
        phase=forms.word(setting.phases or ("",)).unless("", (setting.phases or ("",))[0]),
        piles=_piles_form(setting).unless(FrozenDict(), setting.piles.start()),
        known=_known_form(setting).unless(FrozenDict()),
        gone=_cards_form(setting).unless(()),
        covers=_covers_form(setting).unless(FrozenDict()),
        pending=forms.optional(pending).unless(None),
        out=forms.items(forms.word(seats), len(seats), "seats").unless(()),
        past=Form(partial(_read_past, picks), _write_past).unless(()),
        viewer=forms.optional(forms.word((*seats, ""))).unless(None),
    )
    whole.append(state)
    return state.checked(partial(_check_notes, initial.notes))


def _piles_form(setting: Setting) -> Form[Any]:
    """Return the form of the cards of each pile, "?" for those that a view doesn't show."""
    return forms.table(dict.fromkeys(setting.piles.kind, _cards_form(setting)), every=True)


def _cards_form(setting: Setting) -> Form[Any]:
    card = forms.word((*setting.piles.names, UNKNOWN), "a card of the game")
    return forms.items(card, MOST_CARDS * max(1, len(setting.piles.kinds)), "cards")


def _known_form(setting: Setting) -> Form[Any]:
    """Return the form of the known cards of each pile: pairs of a card and a seat."""
    pair = forms.items(forms.word((*setting.piles.names, *setting.seats, "")), 2)
    pairs = forms.items(pair, MOST_CARDS * (len(setting.seats) + 1), "pairs")
    return forms.table(dict.fromkeys(setting.piles.kind, pairs), "a pile of known")


def _covers_form(setting: Setting) -> Form[Any]:
    seen_by = forms.items(forms.word(setting.seats), len(setting.seats), "seats")
    cover = forms.record(Cover, seen_by=seen_by, back=Form(_read_text))
    return forms.table(dict.fromkeys(setting.places, cover), "a place of covers")


def _thaw_sorted(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: thaw(values[name]) for name in sorted(values)}


def _read_pieces(setting: Setting, what: str, value: object) -> FrozenDict[str, Any]:
    """Return the pieces by place; empty places are left out."""
    found = {}
    for place, piece in mapping(what, value).items():
        if setting.places.grows:
            setting.places.check(place)
        one_of("a place of pieces", place, setting.places.names)
        check_piece(f"pieces.{place}", piece)
        if piece:
            found[place] = tuple(piece) if isinstance(piece, list | tuple) else piece
    return FrozenDict((place, found[place]) for place in setting.places.in_order(found))


def _read_dice(dice: Sequence[Die], what: str, value: object) -> tuple[str, ...]:
    faces = sequence(what, value, len(dice), "faces")
    if faces and len(faces) < len(dice):
        raise invalid(what, value, f"{len(dice)} faces, or none")
    shown = zip(faces, dice, strict=False)
    return tuple(one_of(f"dice[{n}]", face, die.faces) for n, (face, die) in enumerate(shown))


def _read_notes(what: str, value: object) -> FrozenDict[str, Any]:
    notes = mapping(what, value)
    return FrozenDict((name, freeze(f"{what}.{name}", each)) for name, each in notes.items())


def _check_notes(initial: Mapping[str, Any], state: State) -> None:
    """Raise BadInput for a note of the initial state that is missing, or is of another type."""
    if state.in_setup:
        return
    for name, first in initial.items():
        if name not in state.notes:
            raise BadInput(f"notes has no entry {name!r}")
        kinds = (type(first), NoneType)
        if type(first) in KINDS and type(state.notes[name]) not in kinds:
            raise invalid(f"notes.{name}", thaw(state.notes[name]), KINDS[type(first)])


def _read_chosen(picks: Mapping[Any, Pick], what: str, value: object) -> tuple[Pick, ...]:
    if not isinstance(value, list) or not all(
        isinstance(each, str | int) and (each in picks or each == UNKNOWN) for each in value
    ):
        raise invalid(what, value, "a list of places, words or numbers of a move")
    return tuple(picks.get(each, each) for each in value)


def _read_picks(picks: Mapping[Any, Pick], what: str, value: object) -> tuple[Pick | None, ...]:
    if not isinstance(value, list) or not all(
        each is None or (isinstance(each, str | int) and each in picks) for each in value
    ):
        raise invalid(what, value, "a list of places, words, cards or numbers of a move")
    return tuple(None if each is None else picks[each] for each in value)


def _read_past(picks: Mapping[Any, Pick], what: str, value: object) -> tuple[PastMove, ...]:
    """Return the moves so far: a seat, its picks and whether they are secret; or a draw."""
    found: list[PastMove] = []
    for number, each in enumerate(sequence(what, value, MOST, "moves")):
        if not isinstance(each, list) or len(each) != 3 or not _is_secret(each[2]):
            raise invalid(f"{what}[{number}]", each, "a seat, picks, and True if they are secret")
        who, given, secret = each
        known = picks if isinstance(secret, bool) else {**picks, UNKNOWN: UNKNOWN}
        read = _read_faces if who == "" else partial(_read_picks, known)
        shown = None if given is None else read(f"{what}[{number}]", given)
        found.append((who, shown, secret if isinstance(secret, bool) else tuple(secret)))
    return tuple(found)


def _is_secret(value: object) -> bool:
    """Return True for True or False, or the numbers of the picks that are secret."""
    return isinstance(value, bool) or (
        isinstance(value, list) and all(type(each) is int for each in value)
    )


def _read_faces(what: str, value: object) -> tuple[str, ...]:
    return tuple(_read_text(what, each) for each in sequence(what, value, MOST_CARDS, "faces"))


def _write_past(past: tuple[PastMove, ...]) -> list[Any]:
    return [
        [
            who,
            None if picks is None else list(picks),
            secret if isinstance(secret, bool) else list(secret),
        ]
        for who, picks, secret in past
    ]


def _read_text(what: str, value: object) -> str:
    if not isinstance(value, str):
        raise invalid(what, value, "a text")
    return value


# --- By hand --------------------------------------------------------------------------------------


def parse_lines(text: str) -> dict[str, str]:
    """Return the entries of a text: lines such as "seat: moons", and the lines of a map.

    Raises BadInput for an entry that is there twice.
    """
    entries: dict[str, str] = {}
    rows = []
    for line in text.splitlines(keepends=True):
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or name not in State._fields:
            rows.append(line)
        elif name in entries:
            raise BadInput(f"the position has two lines for {name}")
        else:
            entries[name] = value
    drawn = "".join(rows)
    return entries if entries and not drawn.strip() else {**entries, "pieces": drawn}


def _parse_number(text: str) -> int | str:
    return int(text) if re.fullmatch("-?[0-9]{1,9}", text) else text


def _parse_score(text: str) -> str | dict[str, int | str]:
    """Return the points of "suns 3, moons 1"; other texts stay as they are."""
    parts = [part.strip().rpartition(" ") for part in text.split(",")]
    if not all(seat for seat, _, _ in parts):
        return text
    return {seat.strip(): _parse_number(points) for seat, _, points in parts}


def _parse_map(setting: Setting, text: str) -> dict[str, Any]:
    """Return the pieces of a map: a line a rank, from the top, a word a square, "." for none.

    A word is a piece's name or the first letters of a seat's. Raises BadInput for a map that
    doesn't fit the board.
    """
    places = setting.places
    if places.kind != "squares" or places.grows:
        raise invalid("the position", text, "a mapping, for this board is no grid of squares")
    rows = [line.split() for line in text.splitlines() if line.strip()]
    by_row: dict[float, list[str]] = {}
    for place, (_, y) in places.grid.items():
        by_row.setdefault(y, []).append(place)
    if [len(row) for row in rows] != [len(row) for row in by_row.values()]:
        sizes = ", ".join(str(len(row)) for row in by_row.values())
        raise invalid("the map", text, f"{len(by_row)} lines of {sizes} words")
    squares = [place for row in by_row.values() for place in row]
    words = [word for row in rows for word in row]
    return {
        place: _piece(word, setting.seats)
        for place, word in zip(squares, words, strict=True)
        if word != "."
    }


def _piece(word: str, seats: Sequence[str]) -> str | int:
    if word.isdecimal():
        return int(word)
    found = [seat for seat in seats if seat.lower().startswith(word.lower())]
    return found[0] if len(found) == 1 else word
