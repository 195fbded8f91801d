"""Portable Piecepack Notation, the text format of Trevor L. Davis's R package ppn.

A match becomes the movements of its pieces, which any reader of the notation can show::

    ---
    Event: "Activator"
    PiecepackNb: {"format": "piecepack_nb match", "game": "activator", ...}
    ...
    setup. S3▲@a2 S5▲@b2 ...
    1. b1-b2 {b1-b2}
    2. c4-c3 *c3 {c4-c3}

The pieces are those of the board's picture, so that the notation shows what the board shows. The
comment of each move is its text in the game's own notation; by these and the entry ``PiecepackNb``
a match is read back. Pieces are named by their place or, where several are, by their number.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from piecepack_nb.core.errors import BadInput, brief_repr, invalid
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.load import from_header
from piecepack_nb.core.match import Match
from piecepack_nb.core.piecepack import LETTERS
from piecepack_nb.core.record import header
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.model import Piece, Scene

ENTRY = "PiecepackNb: "
MOVE_LINE = re.compile(r"(\d+)\. (?:(.*) )?\{(.*)\}")
NEAR = 0.13  # of a square: pieces that share one make room for each other

COLOURS = {"suns": "R", "moons": "K", "crowns": "G", "arms": "B"}
COLOURS |= {"red": "R", "green": "G", "blue": "B", "yellow": "Y", "": "K"}
RANKS = {"null": "n", "ace": "a"}
PYRAMIDS = dict(zip("ABCDEF", "na2345", strict=True))
PARTS = {
    "coin-suit": "{suit}c", "coin-hidden": "{suit}c", "cube": "{suit}dn", "die": "{suit}{rank}d",
    "disc": "{suit}c", "figure": "{suit}p", "matchstick": "m", "pawn": "{suit}p",
    "saucer": "{suit}s", "spook": "Ms", "stone": "{colour}s",
    "counter-block": "Ws", "counter-floor": "Ks", "marble-white": "Ws", "marble-yellow": "Ys",
    "pac": "{colour}c", "pac-gobbler": "{colour}c",
    "piecepackman": "Ys", "piecepackman-hungry": "Ys",
}  # fmt: skip
"""The piece of the notation for each sprite; others are a coin of their suit, or no piece."""
NO_PARTS = ("words", "symbol", "figure-head", "marker", "pac-letter", "disc-", "line-", "mark-")
"""The beginnings of sprites that are text, marks, or parts of another piece."""


class Token(NamedTuple):
    """A piece as the notation names it."""

    part: str
    place: str
    angle: float
    """Degrees clockwise."""
    height: float
    """Of two pieces on a place, the upper one has more."""


class _Table:
    """The pieces that a reader of the notation has on its table, by the number it gives each."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.tokens: dict[str, Token] = {}
        self.made = 0

    def moved_to(self, tokens: dict[str, Token]) -> Iterator[str]:
        """Yield the movements that turn the pieces into these, and make them."""
        for key in [key for key in self.tokens if not _same_part(self.tokens[key], tokens, key)]:
            yield f"*{self._name(key)}"
            del self.tokens[key], self.numbers[key]
        for key, old in list(self.tokens.items()):
            new = tokens[key]
            if new.place != old.place:
                yield f"{self._name(key)}-{new.place}"
                self.tokens[key] = old._replace(place=new.place)
            if new.angle != old.angle:
                yield f"{self._name(key)}@>{_number((new.angle - old.angle) % 360)}"
                self.tokens[key] = new
        new_keys = [key for key in tokens if key not in self.tokens]
        for key in sorted(new_keys, key=lambda key: (tokens[key].height, tokens[key])):
            yield self._put(key, tokens[key])

    def _put(self, key: str, token: Token) -> str:
        self.made += 1
        self.numbers[key], self.tokens[key] = self.made, token
        angle = f",a{_number(-token.angle % 360)}" if token.angle % 360 else ""
        return f"{token.part}{angle}@{token.place}"

    def _name(self, key: str) -> str:
        """Return the place of a piece, or its number where it isn't alone."""
        place = self.tokens[key].place
        alone = Counter(token.place for token in self.tokens.values())[place] == 1
        return place if alone else str(self.numbers[key])


def _same_part(old: Token, tokens: dict[str, Token], key: str) -> bool:
    return key in tokens and tokens[key].part == old.part


def _number(value: float) -> str:
    return f"{round(value, 3):g}"


# --- writing -------------------------------------------------------------------------------------


def write(match: Match) -> str:
    """Return a match up to its cursor in Portable Piecepack Notation.

    Raises BadInput for a game without a board.
    """
    head = json.dumps(header(match), ensure_ascii=False)
    result = match.result
    lines = ["---", f"Event: {json.dumps(match.game.title, ensure_ascii=False)}"]
    lines += [f"Result: {json.dumps(result.text, ensure_ascii=False)}"] if result else []
    return "\n".join([*lines, f"{ENTRY}{head}", "...", *_movetext(match), ""])


def _movetext(match: Match) -> Iterator[str]:
    game, table = match.game, _Table()
    view = view_of(game)
    scene = view.scene(game, match.initial_state)
    yield " ".join(["setup.", *table.moved_to(_tokens(game, scene))])
    for number, played in enumerate(match.record, 1):
        scene = view.scene(game, played.steps[-1].state, None, scene)
        yield " ".join([f"{number}.", *table.moved_to(_tokens(game, scene)), _comment(played.move)])


def _comment(move: object) -> str:
    text = str(move)
    if re.search(r"[{}\n]", text):
        raise invalid("the move", text, "one without { and }, which enclose comments")
    return f"{{{text}}}"


def _tokens(game: AnyGame, scene: Scene) -> dict[str, Token]:
    """Return the pieces on the board, by their ids in the scene."""
    corner = next(iter(view_of(game).locate(game, ("a1",))), None)
    area, x, y = corner or (scene.areas[0].id, 1.0, scene.areas[0].height - 1)
    found = {}
    for piece in scene.pieces:
        part = _part(piece)
        if piece.area == area and part:
            place = _place(piece.x - x + 1, y - piece.y + 1)
            found[piece.id] = Token(part, place, round(piece.angle, 3), piece.z)
    return found


def _part(piece: Piece) -> str:
    """Return a piece in the notation; "" for text and marks."""
    if piece.sprite.startswith(NO_PARTS):
        return ""
    suit, rank = LETTERS.get(piece.suit, "S"), RANKS.get(piece.face, piece.face)
    if piece.sprite.startswith("pyramid-"):
        return f"{suit}{PYRAMIDS[piece.sprite[-1]]}▲"
    other = "{suit}c" if piece.suit in LETTERS else ""
    form = PARTS.get(piece.sprite, other)
    return form.format(suit=suit, rank=rank, colour=COLOURS.get(piece.suit, "K"))


def _place(x: float, y: float) -> str:
    """Return a place as a square such as e4, or as coordinates."""
    file, rank = round(x), round(y)
    if abs(x - file) < NEAR and abs(y - rank) < NEAR and 1 <= file <= 26 and rank >= 1:
        return f"{chr(ord('a') + file - 1)}{rank}"
    return f"({_number(x)},{_number(y)})"


# --- reading -------------------------------------------------------------------------------------


def read(text: str) -> Match:
    """Return the match of a text that ``write`` made, with its cursor at the end.

    Plays the moves of the comments, and compares the movements of the pieces. Raises BadInput for
    another text, for an illegal move, and for the first movement that differs.
    """
    if not isinstance(text, str):
        raise invalid("the notation", text, "a text")
    lines = text.splitlines()
    match = _begun(lines)
    for line in lines:
        found = MOVE_LINE.fullmatch(line)
        if found:
            _play(match, found[1], found[3])
    _compare(lines, write(match).splitlines())
    return match


def _begun(lines: list[str]) -> Match:
    """Return the match of the entry ``PiecepackNb``, before its first move."""
    entries = [line.removeprefix(ENTRY) for line in lines if line.startswith(ENTRY)]
    if len(entries) != 1:
        count = len(entries)
        raise BadInput(
            f"the notation has {count} entries PiecepackNb; expected one, as to_ppn writes it"
        )
    try:
        data = json.loads(entries[0])
    except (ValueError, RecursionError):
        raise invalid("PiecepackNb", entries[0], "a JSON object") from None
    return from_header(data)


def _play(match: Match, number: str, text: str) -> None:
    try:
        match.play(text)
    except ValueError as error:
        raise BadInput(f"move {number}: {error}") from None


def _compare(given: list[str], own: list[str]) -> None:
    """Raise BadInput for the first line of movements that differs."""
    ours, theirs = (lines[_start(lines) :] for lines in (own, given))
    for number in range(max(len(ours), len(theirs))):
        here, there = (lines[number] if number < len(lines) else "" for lines in (ours, theirs))
        if here.split() != there.split():
            raise BadInput(
                f"a line of the movements is {brief_repr(there)}; expected {brief_repr(here)}"
            )


def _start(lines: list[str]) -> int:
    return lines.index("...") if "..." in lines else 0
