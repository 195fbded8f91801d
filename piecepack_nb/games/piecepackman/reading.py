"""Moves as a person writes them."""

from __future__ import annotations

from piecepack_nb.core.actors import Roll
from piecepack_nb.core.errors import BadInput, wrong
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import SUITS, face_of, suit_of
from piecepack_nb.games.piecepackman import ghosts
from piecepack_nb.games.piecepackman.moves import Move, Order, SetUp, Walk
from piecepack_nb.games.piecepackman.state import State
from piecepack_nb.games.piecepackman.table import Table

__all__ = ["read_move"]

FORMS = (
    "'order suns moons …', 'suns f5-f6-f7' (or just 'suns f7'), 'roll suns 5 moons ace …', "
    "or 'setup suns a2 b3 …; moons …; coins suns 5 …'"
)


def read_move(table: Table, state: State, text: str) -> Move:
    """The move that a person means; raises BadInput where the text can't be read."""
    words = text.split()
    first = words[0].lower() if words else ""
    if first == "roll":
        return Roll.read(text)
    if first == "order":
        return Order(tuple(_suit(word.strip(","), text) for word in words[1:]))
    if first == "setup":
        return _set_up(text)
    if suit_of(first) and len(words) == 2:
        return _walk(table, state, _suit(first, text), words[1].lower())
    raise wrong("the move", text, FORMS)


def _suit(word: str, text: str) -> str:
    suit = suit_of(word)
    if suit is None:
        raise BadInput(f"in {text[:60]!r}, {word[:20]!r} is no suit; accepted: {', '.join(SUITS)}")
    return suit


def _walk(table: Table, state: State, suit: str, way: str) -> Walk:
    """A way in full, or only the square that it ends on (then the best way there)."""
    path = tuple(way.split("-"))
    for square in path:
        if square not in table.maze.exits:
            raise wrong("the square", square, "a square of the maze, such as f5")
    if len(path) > 1 or suit not in state.ghosts:
        return Walk(suit, path)
    if state.phase != "ghosts" or suit not in state.dice:
        return Walk(suit, (state.ghosts[suit].square, *path))
    return ghosts.way_to(table, state, suit, path[0])


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
        raise wrong("the coins", " ".join(words), "a suit and a face for each coin")
    found = {}
    for name, face in zip(words[::2], words[1::2], strict=True):
        found[_suit(name, text)] = face_of(face) or face
    return {suit: found[suit] for suit in SUITS if suit in found}
