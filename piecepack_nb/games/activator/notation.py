"""Moves and positions as text and JSON; every entry is checked on the way in.

Positions are read without their outcome, and with ``earlier`` as it was before them: ``settle`` of
``game`` adds both. ``Activator.position`` has an example of each form.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from piecepack_nb.core.errors import BadInput, brief_repr, invalid, shorten
from piecepack_nb.core.validate import all_entries, mapping, one_of, sequence, whole_number
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


def json_state(state: State) -> dict[str, Any]:
    """Return the state as plain JSON values."""
    return {
        "turn": state.turn,
        "to_move": state.to_move,
        "squares": {square: str(stack) for square, stack in sorted(state.squares.items())},
        "activators": dict(sorted(state.activators.items())),
        "occupied": dict(sorted(state.occupied.items())),
        "earlier": list(map(position_key, state.earlier)),
    }


def parse_json(rules: ActivatorRules, data: object) -> State:
    """Return the state of ``json_state``; raise BadInput naming the first wrong entry."""
    entries = all_entries("the position", data, ENTRIES)
    squares = mapping("squares", entries["squares"])
    stacks = {square: _parse_stack(square, each) for square, each in squares.items()}
    state = _make_state(rules, stacks, entries)
    return state._replace(earlier=_parse_earlier(rules, state, entries["earlier"]))


def _make_state(
    rules: ActivatorRules, squares: Mapping[str, Stack], entries: Mapping[str, Any]
) -> State:
    """Return the state with these entries, each checked; all but the activators have defaults."""
    to_move = one_of("to_move", entries.get("to_move", rules.first), SEATS)
    turn = whole_number("turn", entries.get("turn", 1), 1, MOST_TURNS)
    _check_stacks(rules, squares)
    activators = _parse_activators(rules, squares, to_move, entries.get("activators", {}))
    occupied = _parse_occupied(rules, to_move, squares, entries)
    return State.of(turn, to_move, squares, activators, occupied)


def _parse_stack(square: str, value: object) -> Stack:
    """Return a square's stack from "red FB"; raise BadInput naming the square."""
    one_of("a square", square, SQUARES, "a1 to d4")
    parts = value.split() if isinstance(value, str) else ()
    if len(parts) != 2 or parts[0] not in SEATS or not set(parts[1]) <= set(LETTERS):
        raise invalid(square, value, CAPITALS)
    return Stack(parts[0], parts[1])


def _check_stacks(rules: ActivatorRules, squares: Mapping[str, Stack]) -> None:
    """Raise BadInput for impossible stacks (AC-11, AC-13), and for too many pieces (AC-2)."""
    for square, (_, letters) in sorted(squares.items()):
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


def _parse_activators(
    rules: ActivatorRules, squares: Mapping[str, Stack], to_move: str, value: object
) -> dict[str, str]:
    """Return the activators, each on an enemy piece (AC-20), so never both on one (AC-22).

    Where carriers can be captured, one stays on the piece that captured its own and so won.
    """
    given = mapping("activators", value)
    for name in given:
        one_of("an entry of activators", name, SEATS)
    for seat in SEATS:
        expected = f"a square with a piece of {other(seat)}"
        if seat not in given:
            raise BadInput(f"{seat}'s activator is missing; expected {expected}")
        square = given[seat]
        stack = squares.get(square) if isinstance(square, str) else None
        won = not rules.immunity and seat != to_move
        on_own = won and _has_decided(rules, squares, seat, square)
        if stack is None or (stack.owner == seat and not on_own):
            raise invalid(f"activators.{seat}", square, expected)
    return {seat: given[seat] for seat in SEATS}


def _has_decided(
    rules: ActivatorRules, squares: Mapping[str, Stack], seat: str, end: object
) -> bool:
    """Return True if a seat's move to a square ended the game."""
    if end not in SQUARES:
        return False
    owners = [stack.owner for stack in squares.values()]
    stacks = owners.count("red"), owners.count("blue")
    return bool(deciding_clause(rules, stacks, SEATS.index(seat), PLACE[str(end)]))


def _parse_occupied(
    rules: ActivatorRules, to_move: str, squares: Mapping[str, Stack], entries: Mapping[str, Any]
) -> dict[str, int]:
    """Return who is on the other's home, with the turns left to outlast (AC-30)."""
    most = {
        seat: max(0, rules.turns_to_survive - (to_move == seat))
        for seat in SEATS
        if (stack := squares.get(HOMES[other(seat)])) and stack.owner == seat
    }
    given = mapping("occupied", entries.get("occupied", most))
    if given.keys() != most.keys():
        expected = f"turns for each seat on the other's home: {' and '.join(most) or 'none'}"
        raise invalid("occupied", given, expected)
    for seat, turns in given.items():
        low = int(to_move != seat and most[seat] > 0)
        whole_number(f"occupied.{seat}", turns, low, most[seat])
    return {seat: given[seat] for seat in most}


def _parse_earlier(rules: ActivatorRules, state: State, value: object) -> tuple[Position, ...]:
    """Return the positions since the last capture, without the last, this one (AC-32)."""
    earlier = sequence("earlier", value, MOST_POSITIONS, "positions")
    own = position_key(state.position)
    if not rules.repetition:
        if earlier:
            raise invalid("earlier", value, "an empty list, as repetition is 0")
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
        entries = {"activators": activators, "to_move": mover, "occupied": occupied}
        state = _make_state(rules, squares, entries)
    except ValueError as error:
        problem = error if isinstance(error, BadInput) else brief_repr(key)
        raise BadInput(f"{name} is no position: {problem}") from None
    if position_key(state.position) != key or _count_pieces(squares) != pieces:
        raise invalid(name, key, "a position of the same pieces, as a key writes it")
    return state.position


def _count_pieces(squares: Mapping[str, Stack]) -> Counter[tuple[str, str]]:
    """Return the number of pieces by owner and letter."""
    return Counter((owner, letter) for owner, letters in squares.values() for letter in letters)


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
    if isinstance(written, str):
        return _parse_drawing(rules, written)
    entries = mapping("the position", written)
    if "squares" in entries:
        return _continue_from(rules, entries)
    for name in entries:
        if name not in SQUARES and name not in OTHERS:
            raise invalid("an entry of the position", name, f"a1 to d4, {', '.join(OTHERS)}")
    squares = {name: _parse_stack(name, entries[name]) for name in entries if name in SQUARES}
    return _make_state(rules, squares, entries)


def _continue_from(rules: ActivatorRules, entries: Mapping[str, Any]) -> State:
    """Return a saved state, perhaps of other rules, with its earlier positions if they can be.

    Counts positions from here if it had none, or too many equal ones for these rules.
    """
    earlier = entries.get("earlier")
    if not isinstance(earlier, list) or not all(isinstance(each, str) for each in earlier):
        return parse_json(rules, entries)
    if not rules.repetition:
        return parse_json(rules, {**entries, "earlier": []})
    if not earlier or max(Counter(earlier[:-1]).values(), default=0) >= rules.repetition:
        return parse_json(rules.but(repetition=0), {**entries, "earlier": []})
    return parse_json(rules, entries)


def _parse_drawing(rules: ActivatorRules, text: str) -> State:
    """Return the position that a drawing shows."""
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
    squares, entries["activators"] = _parse_words(ranks)
    return _make_state(rules, squares, entries)


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
