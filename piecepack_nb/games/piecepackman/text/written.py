"""Positions as a person writes them, for lessons and tests.

Only what is written lies on the table; the ghosts stand at home unless it says otherwise::

    piecepackman: d4 N
    ghosts: suns f5 3 cubes, moons e6 immune
    cubes: suns a2 b3, crowns c4
    coins: arms 5
    stash: suns 2
    hunger: 2

A mapping with the same entries does as well; each may be text like the above or plain values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.piecepack import SUITS, face_of, suit_of
from piecepack_nb.games.piecepackman.phases import setup
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import State
from piecepack_nb.games.piecepackman.text.position import from_json, to_json

HEADINGS = {"north": "N", "east": "E", "south": "S", "west": "W"}


def read_position(ruleset: Ruleset, written: object) -> State:
    """The table that a person wrote; raises BadInput naming the entry that is wrong."""
    given = _lines(written) if isinstance(written, str) else written
    if not isinstance(given, Mapping):
        raise invalid("the position", written, "lines such as 'piecepackman: d4 N', or a mapping")
    entries = {**to_json(setup.before(ruleset)), "phase": "roll", "turn": 1}
    for name, value in given.items():
        if name not in entries:
            raise invalid("an entry of the position", name, "one of " + ", ".join(entries))
        entries[name] = _READERS.get(name, _plain)(ruleset, value)
    return from_json(ruleset, _completed(ruleset, entries, given))


def _lines(text: str) -> dict[str, str]:
    """The entries of a text, a line each."""
    entries: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        name, colon, value = line.partition(":")
        if not colon or name.strip() in entries:
            why = "an entry such as 'piecepackman: d4 N', each once"
            raise invalid(f"line {number} of the position", line.strip(), why)
        entries[name.strip()] = value.strip()
    return entries


def _completed(
    ruleset: Ruleset, entries: dict[str, Any], given: Mapping[str, Any]
) -> dict[str, Any]:
    """What follows from the phase, where it isn't written."""
    if "to_move" not in given and entries["phase"] in ("order", "dice", "ghosts"):
        awake = [suit for suit in ruleset.suits if not _waits(entries["ghosts"], suit)]
        entries["to_move"] = entries["order"] or awake
    if "order" not in given and entries["phase"] in ("dice", "ghosts"):
        entries["order"] = entries["to_move"]
    if entries["phase"] == "bonus" and "hunger" not in given:
        entries["hunger"] = 0
    return entries


def _waits(ghosts: Mapping[str, Any], suit: str) -> bool:
    ghost = ghosts.get(suit)
    return isinstance(ghost, Mapping) and bool(ghost.get("waits"))


# --- the entries -------------------------------------------------------------------------------


def _plain(_table: Ruleset, value: Any) -> Any:
    """A number, a word, or "none"."""
    if isinstance(value, str):
        if value.lstrip("-").isdecimal() and value.isascii():
            return int(value[:20])
        return None if value in ("none", "") else value
    return value


def _parts(value: str) -> list[list[str]]:
    """The comma-separated parts of an entry, each as words, with the suit spelt out."""
    parts = [part.split() for part in value.split(",") if part.split()]
    return [[suit_of(part[0]) or part[0], *part[1:]] for part in parts]


def _by_suit(what: str, value: str) -> dict[str, str]:
    """What is written for each suit of an entry; raises BadInput where one stands twice."""
    found: dict[str, str] = {}
    for suit, *words in _parts(value):
        if suit in found:
            raise BadInput(f"{what} names {suit} twice; accepted: each suit once")
        found[suit] = " ".join(words)
    return found


def _him(_table: Ruleset, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    words = value.split()
    if len(words) != 2:
        raise invalid("piecepackman", value, "a square and a heading, such as d4 N")
    return {"square": words[0], "heading": HEADINGS.get(words[1].lower(), words[1].upper())}


def _ghosts(ruleset: Ruleset, value: Any) -> Any:
    home = to_json(setup.before(ruleset))["ghosts"]
    if isinstance(value, str):
        value = _by_suit("ghosts", value)
    if not isinstance(value, Mapping):
        return value
    return {**home, **{suit: _ghost(suit, each, home) for suit, each in value.items()}}


def _ghost(suit: str, value: Any, home: Mapping[str, Any]) -> Any:
    """A ghost from "f5", "f5 3 cubes", "f5 immune", "waits 1", or from plain values."""
    ghost = dict(home.get(suit, {}))
    if isinstance(value, Mapping):
        return {**ghost, **value}
    if not isinstance(value, str):
        return value
    words, squares = value.split(), []
    for number, word in enumerate(words):
        if word in ("cubes", "cube"):
            continue
        if word == "immune":
            ghost["immune"] = True
        elif word == "waits":
            ghost["waits"] = 1
        elif word.isdecimal() and word.isascii():
            ghost["waits" if words[number - 1] == "waits" and number else "cubes"] = int(word[:9])
        else:
            squares.append(word)
    return {**ghost, "square": " ".join(squares)} if squares else ghost


def _cubes(_table: Ruleset, value: Any) -> Any:
    """Cubes by square, or by suit with their squares."""
    if isinstance(value, str):
        by_suit: dict[str, list[str]] = {}
        for suit, *squares in _parts(value):
            by_suit.setdefault(suit, []).extend(squares)
        value = by_suit
    if not isinstance(value, Mapping) or not value.keys() <= set(SUITS):
        return value
    found: dict[str, str] = {}
    for suit, squares in value.items():
        for square in _squares(f"cubes.{suit}", squares):
            if square in found:
                raise BadInput(f"cubes has two on {square}; accepted: one a square (PM-2)")
            found[square] = suit
    return found


def _squares(what: str, value: Any) -> list[str]:
    """Squares from "a2 b3" or from a list of them."""
    squares = value.split() if isinstance(value, str) else value
    if not isinstance(squares, list | tuple) or not all(isinstance(each, str) for each in squares):
        raise invalid(what, value, "squares such as 'a2 b3', or a list of them")
    return list(squares)


def _coins(ruleset: Ruleset, value: Any) -> Any:
    """Coins on the board by suit with their hidden face, or as saved."""
    if isinstance(value, str):
        value = _by_suit("coins", value)
    if not isinstance(value, Mapping) or not value.keys() <= set(SUITS):
        return value
    return {
        ruleset.maze.coins[suit]: [suit, face_of(str(face)) or face] for suit, face in value.items()
    }


def _loose(_table: Ruleset, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return [[part[0], face_of(" ".join(part[1:])) or " ".join(part[1:])] for part in _parts(value)]


def _stash(_table: Ruleset, value: Any) -> Any:
    if isinstance(value, str):
        value = {suit: _plain(_table, number) for suit, number in _by_suit("stash", value).items()}
    return {**dict.fromkeys(SUITS, 0), **value} if isinstance(value, Mapping) else value


def _objective(_table: Ruleset, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    words = value.split()
    if words in ([], ["none"]):
        return None
    return [suit_of(words[0]) or words[0], words[1:] == ["coin"]]


def _dice(_table: Ruleset, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return {die: face_of(face) or face for die, face in _by_suit("dice", value).items()}


def _order(_table: Ruleset, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return [suit_of(word) or word for word in value.replace(",", " ").split()]


_READERS: Mapping[str, Callable[[Ruleset, Any], Any]] = {
    "piecepackman": _him,
    "ghosts": _ghosts,
    "cubes": _cubes,
    "coins": _coins,
    "taken": _loose,
    "discarded": _loose,
    "stash": _stash,
    "objective": _objective,
    "dice": _dice,
    "order": _order,
    "to_move": _order,
}
