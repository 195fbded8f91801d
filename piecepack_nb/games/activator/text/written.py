"""Tables written by hand, as a mapping or as a drawing.

A mapping names what stands on each square, bottom to top, and the rest that is not as usual::

    {"a1": "red FB", "c3": "blue E", "d4": "blue D", "activators": {"red": "c3", "blue": "a1"},
     "to_move": "blue"}

A drawing shows the board, Red in capitals, Blue in small letters, the activator last, on top::

    4  .    .    .    d
    3  .    .    eA   .
    2  .    .    .    .
    1  FBa  .    .    .
       a    b    c    d
    blue to move
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.validate import mapping
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.activator.geometry import FILES, RANKS, SQUARES
from piecepack_nb.games.activator.phases.turn import settled
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.state import State, key
from piecepack_nb.games.activator.text.position import (
    from_json,
    made,
    read_words,
    stack_of,
)

RANK = re.compile(rf"([{RANKS}])((?:\s+\S+)*)")
TURN = re.compile(r"turn (\d{1,7})")
MOVER = re.compile(r"(red|blue) to move")
HOME = re.compile(r"(red|blue) on (?:a1|d4): (\d) turns?")
NOTES = "a rank such as '4 . D ec fbA', 'turn 3', 'blue to move' or 'red on d4: 1 turn'"
LONGEST = 2000  # characters of a drawing
OTHERS = ("activators", "to_move", "turn", "occupied")


def read_position(rules: ActivatorRules, written: object) -> State:
    """The table that a person wrote; raises BadInput naming the entry that is wrong."""
    if isinstance(written, str):
        return _from_drawing(rules, written)
    entries = mapping("the position", written)
    if "squares" in entries:
        return _gone_on(rules, entries)
    return _from_mapping(rules, entries)


def _from_mapping(rules: ActivatorRules, entries: Mapping[str, Any]) -> State:
    for name in entries:
        if name not in SQUARES and name not in OTHERS:
            raise invalid("an entry of the position", name, f"a1 to d4, {', '.join(OTHERS)}")
    squares = {name: stack_of(name, entries[name]) for name in entries if name in SQUARES}
    others = {name: entries[name] for name in OTHERS if name in entries}
    return _settled(rules, squares, others)


def _settled(rules: ActivatorRules, squares: Mapping[str, Any], others: Mapping[str, Any]) -> State:
    """The table with what was left out as usual."""
    state = made(
        rules,
        squares,
        others.get("activators", {}),
        others.get("to_move", rules.first),
        others.get("turn", 1),
        others.get("occupied"),
    )
    return settled(rules, state, ())


def _gone_on(rules: ActivatorRules, entries: Mapping[str, Any]) -> State:
    """A table that was played to, perhaps under other rules: what was before counts if it can.

    Positions are counted from here on where they were not before, or too often for these rules.
    """
    earlier = entries.get("earlier")
    if not isinstance(earlier, list) or not all(isinstance(each, str) for each in earlier):
        return from_json(rules, entries)
    if not rules.repetition:
        return from_json(rules, {**entries, "earlier": []})
    if not earlier or max(Counter(earlier[:-1]).values(), default=0) >= rules.repetition:
        now = from_json(rules.but(repetition=0), {**entries, "earlier": []})
        earlier = [key(now)]
    return from_json(rules, {**entries, "earlier": earlier})


# --- drawings -----------------------------------------------------------------------------------


def _from_drawing(rules: ActivatorRules, text: str) -> State:
    """The table that a drawing shows, line by line."""
    ranks: dict[str, list[str]] = {}
    others: dict[str, Any] = {"occupied": {}}
    if len(text) > LONGEST:
        raise BadInput(f"the drawing has {len(text)} characters; accepted: at most {LONGEST}")
    for line in filter(None, map(str.strip, text.splitlines())):
        rank = RANK.fullmatch(line)
        if rank is not None and rank[1] in ranks:
            raise invalid(f"rank {rank[1]}", line, "one line, not a second")
        if rank is not None:
            ranks[rank[1]] = rank[2].split()
        elif line.split() != list(FILES):
            _read_note(line, others)
    if ranks.keys() != set(RANKS):
        lacking = [rank for rank in RANKS[::-1] if rank not in ranks]
        raise BadInput(
            f"the drawing lacks rank{'s' * (len(lacking) > 1)} {join_list(lacking)}; "
            "accepted: each of 4, 3, 2 and 1"
        )
    squares, others["activators"] = read_words(ranks)
    if not others["occupied"]:
        del others["occupied"]
    return _settled(rules, squares, others)


def _read_note(line: str, others: dict[str, Any]) -> None:
    """A line under the board: the turn, who is to move, who is on the other's home how long."""
    for part in re.split(r"\s*,\s*", line.lower()):
        if found := TURN.fullmatch(part):
            others["turn"] = int(found[1])
        elif found := MOVER.fullmatch(part):
            others["to_move"] = found[1]
        elif found := HOME.fullmatch(part):
            others["occupied"][found[1]] = int(found[2])
        else:
            raise invalid("a line of the drawing", part, NOTES)
