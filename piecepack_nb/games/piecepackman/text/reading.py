"""Moves as a person writes them: capitals, spaces and commas as one likes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from piecepack_nb.core.actors import Die, Roll, example
from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import SUITS, face_of, suit_of
from piecepack_nb.games.piecepackman.moves import Move, Order, SetUp, Walk
from piecepack_nb.games.piecepackman.phases import astray, ghosts
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import State

BETWEEN = re.compile(r"[\s,>–—→-]+")
"""What may stand between the squares of a way."""


def parse_move(ruleset: Ruleset, state: State, text: str, dice: Sequence[Die] = ()) -> Move:
    """The move that a person means; ``dice`` are those that are due now.

    Raises BadInput where the text can't be read, with the forms that fit the phase.
    """
    words = text.replace(",", " ").split()
    first = words[0].lower() if words else ""
    if first == "roll" and (dice or len(words) > 1):
        return Roll.read(text, dice)
    if dice and words and all(face_of(word) or word.isdecimal() for word in words):
        return Roll.read(f"roll {text}", dice)
    if first == "order":
        return Order(tuple(_suit(word, text) for word in words[1:]))
    if first == "setup":
        return _set_up(text)
    path = tuple(square for square in BETWEEN.split(text.lower().strip()) if square)
    if path and suit_of(path[0]) and len(path) > 1:
        return _walk(ruleset, state, _suit(path[0], text), path[1:])
    if state.phase == "ghosts" and path and path[0] in ruleset.maze.exits:
        return _walk(ruleset, state, state.to_move[0], path)
    raise invalid("the move", text, forms(ruleset, state, dice))


def forms(ruleset: Ruleset, state: State, dice: Sequence[Die] = ()) -> str:
    """How the move that is due now may be written, with an example that can be played."""
    match state.phase:
        case "setup":
            return "'setup suns a2 b3 …; moons …; coins suns 5 …'"
        case "order":
            return f"'{Order(state.to_move)}', in the order that you agree on"
        case "ghosts":
            suit = state.to_move[0]
            way = astray.way_to(ruleset, state, suit, ghosts.walks(ruleset, state, suit)[-1][-1])
            return f"'{suit} {way.path[-1]}', or all of its way: '{way}'"
        case "over":
            return "none, for the level is over"
    return f"{example(dice)!r}, what the dice show ({', '.join(die.name for die in dice)})"


def _suit(word: str, text: str) -> str:
    suit = suit_of(word)
    if suit is None:
        raise BadInput(
            f"in {shorten(text)!r}, {shorten(word)!r} is no suit; accepted: {', '.join(SUITS)}"
        )
    return suit


def _walk(ruleset: Ruleset, state: State, suit: str, path: tuple[str, ...]) -> Walk:
    """A way in full, or only the square that it ends on (then the best way there)."""
    for square in path:
        if square not in ruleset.maze.exits:
            raise invalid("the square", square, "a square of the maze, such as f5")
    if len(path) > 1 or suit not in state.ghosts:
        return Walk(suit, path)
    if state.phase != "ghosts" or suit not in state.dice:
        return Walk(suit, (state.ghosts[suit].square, *path))
    return astray.way_to(ruleset, state, suit, path[0])


def _set_up(text: str) -> SetUp:
    """The set-up from its text, as ``str(SetUp)`` writes it."""
    cubes: dict[str, str] = {}
    coins: dict[str, str] = {}
    for part in text[len("setup") :].split(";"):
        name, *rest = part.split() or ("",)
        if name == "coins":
            coins = _coins(rest, text)
            continue
        suit = _suit(name, text)
        for square in rest:
            if square in cubes:
                raise BadInput(
                    f"the set-up puts two cubes on {square[:20]}; accepted: one a square"
                )
            cubes[square] = suit
    return SetUp(FrozenDict(sorted(cubes.items())), FrozenDict(coins))


def _coins(words: list[str], text: str) -> dict[str, str]:
    if len(words) % 2:
        raise invalid("the coins", " ".join(words), "a suit and a face for each coin")
    found = {}
    for name, face in zip(words[::2], words[1::2], strict=True):
        found[_suit(name, text)] = face_of(face) or face
    return {suit: found[suit] for suit in SUITS if suit in found}
