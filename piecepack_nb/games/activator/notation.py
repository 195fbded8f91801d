"""Moves and positions as text and JSON; every entry is checked on the way in.

Positions are read without their outcome, and with ``earlier`` as it was before them: ``settle`` of
``game`` adds both. ``Activator.position`` has an example of each form.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

from piecepack_nb.core import forms
from piecepack_nb.core.errors import BadInput, brief_repr, invalid, shorten
from piecepack_nb.core.forms import POSITION, Form
from piecepack_nb.core.validate import mapping, whole_number
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.activator.geometry import FILES, RANKS, SQUARES
from piecepack_nb.games.activator.movement import deciding_clause, fits
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.state import (
    COUNTS,
    HOMES,
    LETTERS,
    PLACE,
    SEATS,
    Move,
    Position,
    Stack,
    State,
    other,
    position_key,
)

# --- Moves --------------------------------------------------------------------------------------

MOVE = re.compile(
    r"(?P<start>[a-z]\d)(?::(?P<part>[1-9]))?[- ]+(?P<end>[a-z]\d)"
    r"(?:[ ,]+(?P<letter>a) ?-? ?(?:(?P<own>[a-z]\d)[- ]+)?(?P<to>[a-z]\d))?",
    re.IGNORECASE,
)
MOVE_FORMS = "'b1-b2', 'b1:1-b2' for the top piece only, 'b1-b2 A-c3' to move the activator too"


def parse_move(state: State, text: str) -> Move:
    """Return the move of a text; raise BadInput if it can't be parsed.

    The number of all pieces there means all: "b1:2-b3" on a double is "b1-b3".
    """
    found = MOVE.fullmatch(text.strip())
    if found is None:
        raise invalid("the move", text, MOVE_FORMS)
    start, end, own, to = (
        _parse_square(text, found[name] or "") for name in ("start", "end", "own", "to")
    )
    _check_activator(state, text, found["letter"], own)
    part, stack = int(found["part"] or 0), state.squares.get(start)
    return Move(start, end, 0 if stack is not None and part == stack.height else part, to)


def _parse_square(text: str, written: str) -> str:
    """Return a square in small letters; "" if none is written."""
    square = written.lower()
    if square and square not in SQUARES:
        raise invalid(f"in {shorten(text)!r}, the square", square, "a1 to d4")
    return square


def _check_activator(state: State, text: str, letter: str | None, square: str) -> None:
    """Raise BadInput unless it is the mover's: "A" for either seat, or "a" for Blue."""
    seat = state.to_move
    if letter == "a" and seat == "red":
        raise BadInput(f"in {shorten(text)!r}, a is Blue's activator; expected A, Red's own")
    own = state.activators[seat]
    if square not in ("", own):
        raise BadInput(
            f"in {shorten(text)!r}, the activator is on {square}; expected {own}, the square of "
            f"{seat.title()}'s"
        )


# --- JSON ---------------------------------------------------------------------------------------

MOST_TURNS = 10**6  # a turn number above this is no game
MOST_POSITIONS = 10_000  # positions since the last capture
ENTRIES = ("turn", "to_move", "squares", "activators", "occupied", "earlier")
CAPITALS = "a seat and its pieces in capitals, from bottom to top, such as 'red FB' or 'blue C'"
CARRIERS = {seat: f"a square with a piece of {other(seat)}" for seat in SEATS}


@lru_cache(maxsize=32)
def position_form(rules: ActivatorRules) -> Form[State]:
    """Return the form of a state: what each entry may be."""
    stacks = dict.fromkeys(SQUARES, Form(_read_stack, str))
    carriers = {seat: forms.word(SQUARES, carrier) for seat, carrier in CARRIERS.items()}
    waits = dict.fromkeys(SEATS, forms.whole(0, rules.turns_to_survive))
    key = replace(forms.ANYTHING, write=position_key)
    activators = forms.table(carriers, "an entry of {what}", every=True, sort=True)
    form = forms.entries(
        turn=forms.whole(1, MOST_TURNS),
        to_move=forms.word(SEATS),
        squares=forms.table(stacks, "a square", "a1 to d4", sort=True),
        activators=activators.filled(dict.fromkeys(SEATS)),
        occupied=forms.table(waits, "an entry of {what}", sort=True),
        earlier=forms.items(key, MOST_POSITIONS, "positions", into=list),
    )

    def read(what: str, value: object) -> State:
        turn, to_move, squares, *others, earlier = form.read(what, value).values()
        state = _check_state(rules, State.of(turn, to_move, squares, *others), squares)
        return state._replace(earlier=_read_earlier(rules, state, earlier))

    def write(state: State) -> Any:
        return form.write({name: getattr(state, name) for name in ENTRIES})

    return Form(read, write, form.expand)


def _read_stack(what: str, value: object) -> Stack:
    """Return a square's stack from "red FB"; in errors a square has its own name, as by hand."""
    parts = value.split() if isinstance(value, str) else ()
    if len(parts) != 2 or parts[0] not in SEATS or not set(parts[1]) <= set(LETTERS):
        raise invalid(what.removeprefix("squares."), value, CAPITALS)
    return Stack(parts[0], parts[1])


def _read_earlier(rules: ActivatorRules, state: State, earlier: list[Any]) -> tuple[Position, ...]:
    """Return the positions since the last capture, without the last, this one (AC-32)."""
    own = position_key(state.position)
    if not rules.repetition:
        if earlier:
            raise invalid("earlier", earlier, "an empty list, as repetition is 0")
        return ()
    if earlier[-1:] != [own]:
        last = earlier[-1] if earlier else None
        raise invalid("the last entry of earlier", last, f"{own!r}, the position itself")
    *earlier, _ = earlier
    pieces, mover = _count_pieces(state.squares), state.to_move
    found = []
    for place in reversed(range(len(earlier))):
        mover = other(mover)
        found.append(_parse_key(rules, f"earlier[{place}]", earlier[place], mover, pieces))
    if max(Counter(found).values(), default=0) >= rules.repetition:
        raise BadInput(f"earlier has one position {rules.repetition} times; expected fewer")
    return tuple(reversed(found))


def _parse_key(
    rules: ActivatorRules, name: str, key: object, mover: str, pieces: Counter[tuple[str, str]]
) -> Position:
    """Return the position of a key, which has the same pieces and ``mover`` to move.

    Raises BadInput for one that is impossible.
    """
    ranks, _, rest = key.partition(f" {mover}") if isinstance(key, str) else ("", "", "")
    rows = [row.split(" ") for row in ranks.split("/")]
    try:
        squares, activators = _parse_words(dict(zip(RANKS[::-1], rows, strict=True)))
        waits = rest.split()
        occupied = dict(zip(waits[::2], map(int, waits[1::2]), strict=True))
        state = State.of(1, mover, squares, activators, occupied)
        _check_state(rules, state, squares)
    except ValueError as error:
        problem = error if isinstance(error, BadInput) else brief_repr(key)
        raise BadInput(f"{name} is no position: {problem}") from None
    if position_key(state.position) != key or _count_pieces(squares) != pieces:
        raise invalid(name, key, "a position of the same pieces, as a key writes it")
    return state.position


# --- Entries that must fit together -------------------------------------------------------------


def _check_state(rules: ActivatorRules, state: State, squares: Mapping[str, Stack]) -> State:
    """Return a state that the rules can lead to; raise BadInput, naming the entry, for another."""
    _check_stacks(rules, squares)
    _check_activators(rules, state, squares)
    _check_occupied(rules, state, squares)
    return state


def _check_stacks(rules: ActivatorRules, squares: Mapping[str, Stack]) -> None:
    """Raise BadInput for impossible stacks (AC-11, AC-13), and for too many pieces (AC-2)."""
    for square, (_, letters) in squares.items():
        if len(letters) > rules.stack_height:
            raise invalid(square, letters, f"a stack of at most {rules.stack_height} pieces")
        for lower, upper in pairwise(letters):
            if not fits(rules, lower, upper):
                expected = f"pieces from bottom to top; {upper} can't be on {lower}"
                raise invalid(square, letters, expected)
    pieces = _count_pieces(squares)
    for seat in SEATS:
        if rules.immunity and not any(owner == seat for owner, _ in pieces):
            most = sum(COUNTS.values())
            raise BadInput(f"{seat} has no piece on the board; expected 1 to {most}")
    for (seat, letter), number in sorted(pieces.items()):
        if number > COUNTS[letter]:
            name = f"the number of {seat}'s {letter} pieces"
            raise invalid(name, number, f"at most {COUNTS[letter]}")


def _count_pieces(squares: Mapping[str, Stack]) -> Counter[tuple[str, str]]:
    """Return the number of pieces by owner and letter."""
    return Counter((owner, letter) for owner, letters in squares.values() for letter in letters)


def _check_activators(rules: ActivatorRules, state: State, squares: Mapping[str, Stack]) -> None:
    """Check that each is on an enemy piece (AC-20), so never both on one (AC-22).

    Where carriers can be captured, one stays on the piece that captured its own and so won.
    """
    owners = [stack.owner for stack in squares.values()]
    stacks = owners.count("red"), owners.count("blue")
    for side, (seat, square) in enumerate(state.activators.items()):
        owner = squares[square].owner if square in squares else ""
        may_win = not rules.immunity and side != state.position.side
        won = may_win and owner and deciding_clause(rules, stacks, side, PLACE[square])
        if owner != other(seat) and not won:
            raise invalid(f"activators.{seat}", square, CARRIERS[seat])


def _check_occupied(rules: ActivatorRules, state: State, squares: Mapping[str, Stack]) -> None:
    """Check who is on the other's home, with the turns left to outlast (AC-30)."""
    given, most = state.occupied, _most_turns(rules, state.to_move, squares)
    if given.keys() != most.keys():
        expected = f"turns for each seat on the other's home: {' and '.join(most) or 'none'}"
        raise invalid("occupied", dict(given), expected)
    for seat, turns in given.items():
        low = int(state.to_move != seat and most[seat] > 0)
        whole_number(f"occupied.{seat}", turns, low, most[seat])


def _most_turns(
    rules: ActivatorRules, to_move: object, squares: Mapping[str, object]
) -> dict[str, int]:
    """Return the most turns left for each seat on the other's home; a stack may be its JSON."""
    return {
        seat: max(0, rules.turns_to_survive - (to_move == seat))
        for seat in SEATS
        if str(squares.get(HOMES[other(seat)])).startswith(seat)
    }


# --- By hand ------------------------------------------------------------------------------------

WORD = re.compile(r"\.|(?:[B-F]+|[b-f]+)A?a?")
RANK = re.compile(rf"([{RANKS}])((?:\s+\S+)*)")
TURN = re.compile(r"turn (\d{1,7})")
MOVER = re.compile(r"(red|blue) to move")
HOME = re.compile(r"(red|blue) on (?:a1|d4): (\d) turns?")
NOTES = "a rank such as '4 . D ec fbA', 'turn 3', 'blue to move' or 'red on d4: 1 turn'"
LONGEST_DRAWING = 2000  # characters
OTHERS = ("activators", "to_move", "turn", "occupied")


def parse_position(rules: ActivatorRules, written: object) -> State:
    """Return a position written by hand; raise BadInput naming the wrong entry."""
    given = _parse_drawing(written) if isinstance(written, str) else mapping(POSITION, written)
    if "squares" in given:
        return _continue_from(rules, given)
    squares: dict[str, Any] = {}
    entries = {"turn": 1, "to_move": rules.first, "squares": squares, "activators": {}}
    for name, value in given.items():
        if name not in SQUARES and name not in OTHERS:
            raise invalid("an entry of the position", name, f"a1 to d4, {', '.join(OTHERS)}")
        (squares if name in SQUARES else entries)[name] = value
    usual = {"occupied": _most_turns(rules, entries["to_move"], squares), "earlier": []}
    form = position_form(rules.but(repetition=0))
    return form.read(POSITION, form.expand(POSITION, usual | entries))


def _continue_from(rules: ActivatorRules, entries: Mapping[str, Any]) -> State:
    """Return a saved state, perhaps of other rules, with its earlier positions if they can be.

    Counts positions from here if it had none, or too many equal ones for these rules.
    """
    earlier = entries.get("earlier")
    if isinstance(earlier, list) and all(isinstance(each, str) for each in earlier):
        often = max(Counter(earlier[:-1]).values(), default=0) >= rules.repetition
        if not earlier or often:
            rules, entries = rules.but(repetition=0), {**entries, "earlier": []}
    return position_form(rules).read(POSITION, entries)


def _parse_drawing(text: str) -> dict[str, Any]:
    """Return the entries by hand of the position that a drawing shows."""
    ranks: dict[str, list[str]] = {}
    entries: dict[str, Any] = {}
    if len(text) > LONGEST_DRAWING:
        characters = count_noun(len(text), "character")
        raise BadInput(f"the drawing has {characters}; expected at most {LONGEST_DRAWING}")
    for line in filter(None, map(str.strip, text.splitlines())):
        rank = RANK.fullmatch(line)
        if rank is not None and rank[1] in ranks:
            raise invalid(f"rank {rank[1]}", line, "one line, not a second")
        if rank is not None:
            ranks[rank[1]] = rank[2].split()
        elif line.split() != list(FILES):
            _parse_note(line, entries)
    missing = [rank for rank in RANKS[::-1] if rank not in ranks]
    if missing:
        names = f"rank{'s' * (len(missing) > 1)} {join_list(missing)}"
        raise BadInput(f"the drawing lacks {names}; expected each of 4, 3, 2 and 1")
    squares, activators = _parse_words(ranks)
    stacks = {square: str(stack) for square, stack in squares.items()}
    return {**stacks, "activators": activators, **entries}


def _parse_words(ranks: Mapping[str, list[str]]) -> tuple[dict[str, Stack], dict[str, str]]:
    """Return the stacks and activators from the four words of each rank of a drawing."""
    squares, activators = {}, {}
    for rank, words in ranks.items():
        if len(words) != len(FILES):
            raise invalid(f"rank {rank}", " ".join(words), f"{len(FILES)} words")
        for file, word in zip(FILES, words, strict=True):
            if not WORD.fullmatch(word):
                expected = "'.', or pieces such as FB or fb, with a or A on top"
                raise invalid(file + rank, word, expected)
            letters = word.rstrip("aA")
            if word == ".":
                continue
            squares[file + rank] = Stack("red" if letters.isupper() else "blue", letters.upper())
            for letter in word[len(letters) :]:
                seat = "red" if letter == "A" else "blue"
                if seat in activators:
                    raise invalid(file + rank, word, f"one activator of {seat}, not a second")
                activators[seat] = file + rank
    for seat in SEATS:
        if seat not in activators:
            raise BadInput(f"{seat}'s activator is missing; expected {CARRIERS[seat]}")
    return squares, activators


def _parse_note(line: str, entries: dict[str, Any]) -> None:
    """Add the entries of a line under the board: the turn, the seat to move, a home occupied."""
    for part in re.split(r"\s*,\s*", line.lower()):
        if found := TURN.fullmatch(part):
            entries["turn"] = int(found[1])
        elif found := MOVER.fullmatch(part):
            entries["to_move"] = found[1]
        elif found := HOME.fullmatch(part):
            entries["occupied"] = {**entries.get("occupied", {}), found[1]: int(found[2])}
        else:
            raise invalid("a line of the drawing", part, NOTES)
