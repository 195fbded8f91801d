"""Random damage to texts and JSON documents, and the matches that campaigns begin with."""

from __future__ import annotations

import copy
import string
from functools import cache
from random import Random
from typing import Any

import piecepack_nb as pp
from tests.conftest import GAMES
from tests.core.damage import Spot, removed, replaced, spots

MOVES = 25
"""The moves of a match that is damaged."""
RULES: dict[str, dict[str, Any]] = {
    "piecepackman": {"maze": "winding", "players": 2},
    "activator": {"stack_height": 4},
    "paco": {"players": 3, "turn_limit": 9},
    "pacman": {"players": 3},
    "worm_derby": {},
}
"""Rules of a game's second match."""
PIECES = (
    "", " ", "\n", "\t", "\0", "\x7f", "\u2028", "\u202e", "\ud800", "\ufeff", "é", "１", "𝟙", "💥",
    "-", ",", ";", ":", "{", "}", "[", "]", '"', "'", "\\", "\\u0000", "../", "%s", "{0}",
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "&lt;", "]]>", "</style>",
    "0", "-1", "1e309", "NaN", "null", "true", "9" * 30, "a1", "z99", "suns", "moons", "red",
    "roll", "order", "setup", "x" * 300, "(" * 50,
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**31, 2**63, 10**30, -(10**400), 0.0, -0.0, 1.5, 1e308, [], {},
    [[]], [None] * 50, {"": ""}, {"a": {"b": {"c": []}}}, *PIECES,
)  # fmt: skip


def mutated_text(text: str, random: Random) -> str:
    """Return the text with one to four random changes."""
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(text) + 1)
        to = min(len(text), at + random.choice((0, 1, 1, 2, 5, 20)))
        piece = random.choice((random.choice(PIECES), random.choice(string.printable), text[at:to]))
        if random.random() < 0.2:  # words in another order
            words = text.split(" ")
            random.shuffle(words)
            text = " ".join(words)
        else:
            text = text[:at] + piece + text[random.choice((at, to)) :]
    return text


def mutated_json(data: Any, random: Random) -> Any:
    """Return the document with one to three random changes."""
    for _ in range(random.randint(1, 3)):
        spot = random.choice([*spots(data)][1:] or [()])
        value = _at(data, spot)
        match random.randrange(5 if spot else 2):
            case 0:
                data = replaced(data, spot, copy.deepcopy(random.choice(VALUES)))
            case 1 if isinstance(value, str):
                data = replaced(data, spot, mutated_text(value, random))
            case 1 | 2:
                data = replaced(data, spot, _near(value, random))
            case 3:
                data = removed(data, spot)
            case 4:  # what stands elsewhere
                data = replaced(data, spot, copy.deepcopy(_at(data, random.choice([*spots(data)]))))
    return data


def _at(data: Any, spot: Spot) -> Any:
    for key in spot:
        data = data[key]
    return data


def _near(value: Any, random: Random) -> Any:
    """Return a value of the same kind, slightly changed."""
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int | float):
        return value + random.choice((-2, -1, 1, 2, 100))
    if isinstance(value, list):
        changed = value + value[-1:] if random.random() < 0.5 else value[:-1]
        return random.sample(changed, len(changed)) if random.random() < 0.5 else changed
    if isinstance(value, dict):
        return {**value, random.choice(PIECES): random.choice(VALUES)}
    return mutated_text(str(value), random)


@cache
def matches() -> tuple[pp.Match, ...]:
    """Return matches of all games, in the middle; don't change them."""
    found = []
    for name in GAMES:
        for number, rules in enumerate(({}, RULES[name])):
            game = pp.game(name, **rules)
            match = pp.Match(game, seed=number, seats=dict.fromkeys(game.seats, "random"))
            match.run(MOVES)
            if number:  # two moves are undone
                match.goto(match.record[-3].end)
            found.append(match)
    first = pp.Match(pp.game("piecepackman"), seed=9)
    first.roll()
    changed = first.onward(first.cursor, quarter_turn_cost=0)
    changed.roll()
    return (*found, changed)
