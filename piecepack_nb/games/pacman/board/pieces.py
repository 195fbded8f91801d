"""What lies and stands on the table: marbles, Pac-Men, ghosts, dice.

A state knows neither where a Pac-Man looks nor what a die was used for: that is taken from the
event, or from the scene before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from piecepack_nb.core.lattice import STEPS, beyond
from piecepack_nb.core.steps import Event
from piecepack_nb.games.pacman.board.furniture import (
    ANGLES,
    at,
    die_place,
    marble_place,
    outside,
    row,
)
from piecepack_nb.games.pacman.mazes import Board
from piecepack_nb.games.pacman.state import State
from piecepack_nb.scene import Piece, Scene

if TYPE_CHECKING:
    from piecepack_nb.games.pacman.play import PacMan

ASIDE = {
    1: ((0.0, 0.0),),
    2: ((-0.24, 0.0), (0.24, 0.0)),
    3: ((-0.26, -0.2), (0.26, -0.2), (0.0, 0.22)),
}
"""Where ghosts stand that share a space."""
YELLOW, WAITING = 3.3, 3.4
"""The x of a player's first yellow marble, and of the first that waits to go back."""
STARTS = ("start", "start tied")
USED = {"pac": "Pac-Man", "ghost": "ghost"}
"""What a die was used for, in a word."""


def pieces(
    game: PacMan, state: State, event: Event | None = None, before: Scene | None = None
) -> Iterator[Piece]:
    """Everything on the table; marbles have starred ids."""
    known = {piece.id: piece for piece in before.pieces} if before else {}
    yield from _marbles(game, state)
    for seat in state.players:
        yield from _pac_man(game, state, seat, event, known)
    yield from _ghosts(game, state)
    yield from _dice(state, known)
    yield from _first_dice(game, event)
    yield from _counts(state)


# --- marbles --------------------------------------------------------------------------------------


def _marbles(game: PacMan, state: State) -> Iterator[Piece]:
    """In the holes, in the players' rows, and yellow ones that wait for an empty ringed hole."""
    board = game.board
    for square in sorted(state.white):
        yield Piece("white*", "marble-white", *at(board, square), z=2)
    for square in sorted(state.yellow):
        yield Piece("yellow*", "marble-yellow", *at(board, square), z=2)
    for number, player in enumerate(state.players.values()):
        for each in range(player.tray):
            yield Piece("white*", "marble-white", *marble_place(each, number), "players",
                        scale=0.42, z=2)  # fmt: skip
        for each in range(player.yellow):
            yield Piece("yellow*", "marble-yellow", round(YELLOW + 0.42 * each, 2), row(number),
                        "players", scale=0.7, z=2)  # fmt: skip
    for number in range(len(state.owed)):
        yield Piece("yellow*", "marble-yellow", round(WAITING - 0.4 * number, 2), 0.34, "dice",
                    scale=0.7, z=2)  # fmt: skip


def _counts(state: State) -> Iterator[Piece]:
    """How many marbles each player has, and what the yellow ones are good for (PC-11)."""
    for number, (seat, player) in enumerate(state.players.items()):
        yield Piece(f"count-{seat}", "words", 2.75, row(number), "players",
                    label=str(player.tray), scale=1.2)  # fmt: skip
        if player.yellow:
            x = round(YELLOW + 0.42 * player.yellow + 0.32, 2)
            yield Piece(f"gobbler-{seat}", "words", min(x, 4.7), row(number), "players",
                        label="gobbler", scale=0.72)  # fmt: skip
    left = f"{len(state.white)} white on the board"
    yield Piece("left", "words", 3.75, 0.32, "players", label=left, scale=0.72)
    if state.owed:
        yield Piece(
            "owed", "words", round(WAITING + 1.02, 2), 0.34, "dice", label="to put back", scale=0.72
        )


# --- Pac-Men and ghosts ---------------------------------------------------------------------------


def _pac_man(
    game: PacMan, state: State, seat: str, event: Event | None, known: Mapping[str, Piece]
) -> Iterator[Piece]:
    """A body that looks where it goes, and an upright letter.

    Who comes on the board at another arrow has another id then: it appears there, and doesn't
    glide across the board.
    """
    player = state.players[seat]
    mine = event is not None and event.data.get("seat") == seat
    kind = event.kind if event is not None and mine else ""
    last = next((known[name] for name in _names(seat) if name in known), None)
    number = _names(seat).index(last.id) if last else 0
    if kind == "on":
        number = 1 - number
    angle = _angle(game.board, player.square, kind, event, last)
    off = kind == "off"
    place = outside(game.board, player.square) if off else at(game.board, player.square)
    sprite = "pac-gobbler" if player.yellow else "pac"
    body = Piece(_names(seat)[number], sprite, *place, angle=angle, suit=seat, z=5, faded=off)
    yield body
    letter = "pac-letter-gobbler" if player.yellow else "pac-letter"
    yield Piece(f"letter-{seat}-{number}", letter, *place, suit=seat, z=7, faded=off)


def _names(seat: str) -> tuple[str, str]:
    return f"pac-{seat}-0", f"pac-{seat}-1"


def _angle(board: Board, square: str, kind: str, event: Event | None, last: Piece | None) -> float:
    """Where a Pac-Man looks: along its last step, and at first out of its home."""
    if event is not None and kind in ("step", "on", "off"):
        heading = _heading(board, event, kind)
        if heading:
            return ANGLES[heading]
    home = square in board.homes.values()
    if last is not None and not (home and kind == "gone home"):
        return last.angle
    ways = board.next_to[square]
    return ANGLES[next((each for each in "EWNS" if each in ways), "E")]


def _heading(board: Board, event: Event, kind: str) -> str:
    here = event.data["from"]
    if kind == "off":
        return board.arrows[here]
    if kind == "on":  # it comes in by the arrow, and looks away from it
        out = board.arrows.get(event.data["to"], "")
        return {"N": "S", "S": "N", "E": "W", "W": "E"}.get(out, "")
    return next((each for each in STEPS if beyond(here, each) == event.data["to"]), "")


def ghost_places(game: PacMan, state: State) -> dict[str, tuple[float, float]]:
    """Where each ghost stands; those that share a space stand side by side."""
    places = {}
    for ghost, square in state.ghosts.items():
        there = [each for each, place in state.ghosts.items() if place == square]
        right, down = ASIDE[min(len(there), 3)][there.index(ghost) % 3]
        shared = state.pac_on(square) is not None  # for a moment: it has landed on it
        x, y = at(game.board, square)
        places[ghost] = round(x + right + 0.12 * shared, 2), round(y + down - 0.16 * shared, 2)
    return places


def _ghosts(game: PacMan, state: State) -> Iterator[Piece]:
    squares = list(state.ghosts.values())
    for number, (ghost, place) in enumerate(ghost_places(game, state).items()):
        scale = {1: 0.98, 2: 0.7}.get(squares.count(state.ghosts[ghost]), 0.58)
        label = ghost.removeprefix("ghost")
        yield Piece(ghost, "spook", *place, scale=scale, label=label, z=8 + number)


# --- dice -----------------------------------------------------------------------------------------


def _dice(state: State, known: Mapping[str, Piece]) -> Iterator[Piece]:
    """The two dice of this turn; one that is used is paler, and says what for (PC-3)."""
    names = [f"die-{state.turn}-{number}" for number in (0, 1)]
    old = [known.get(name) for name in names]
    if not state.turn or (state.phase == "roll" and not all(old)):
        yield from _last_dice(state, known)
        return
    faces = _faces(state, old)
    left = list(state.dice)
    used = [each for each in USED if each not in state.due]
    for number, face in enumerate(faces):
        if not face:
            continue
        mine = known.get(f"use-{state.turn}-{number}")
        free = face in left and not (mine and len(state.dice) < 2)
        if free:
            left.remove(face)
        yield Piece(names[number], "die-pips", *die_place(number), "dice", face=str(face),
                    faded=not free, scale=0.95)  # fmt: skip
        unused = not mine and state.phase == "over"  # the game was over before its turn came
        if not free and not unused:
            label = mine.label if mine else _use(state, used, known)
            x, y = die_place(number)
            yield Piece(f"use-{state.turn}-{number}", "words", x, round(y + 0.6, 2), "dice",
                        label=label, scale=0.72)  # fmt: skip


def _first_dice(game: PacMan, event: Event | None) -> Iterator[Piece]:
    """What each player has rolled to see who starts, in its row (PC-2)."""
    shown = event.data["faces"] if event is not None and event.kind in STARTS else {}
    for seat, faces in shown.items():
        for number, face in enumerate(faces):
            yield Piece(f"first-{seat}-{number}", "die-pips", round(3.9 + 0.62 * number, 2),
                        row(game.seats.index(seat)), "players", face=face, scale=0.6)  # fmt: skip


def _faces(state: State, old: list[Piece | None]) -> list[int]:
    """What each of the two dice shows; 0 where it was used before anybody looked."""
    shown = [int(piece.face) if piece else 0 for piece in old]
    if len(state.dice) == 2:
        same = sorted(shown) == sorted(state.dice)
        return shown if same else list(state.dice)
    if all(shown) and all(die in shown for die in state.dice):
        return shown
    return [*state.dice, 0][:2] if state.dice else [0, 0]


def _use(state: State, used: list[str], known: Mapping[str, Piece]) -> str:
    """What a die was used for that has no word yet: what no other die of this turn says."""
    said = {known[name].label for name in known if name.startswith(f"use-{state.turn}-")}
    return next((USED[each] for each in used if USED[each] not in said), "")


def _last_dice(state: State, known: Mapping[str, Piece]) -> Iterator[Piece]:
    """Before a roll: the dice of the turn before, each with what it was used for."""
    last = f"-{state.turn - 1}-"
    said = {piece.label for name, piece in known.items() if name.startswith(f"use{last}")}
    for name, piece in known.items():
        if name.startswith(f"use{last}"):
            yield piece
        elif name.startswith(f"die{last}"):
            yield piece._replace(faded=True)
            use = name.replace("die-", "use-")
            if use not in known:  # it was used in the very last step
                label = next((word for word in USED.values() if word not in said), "")
                yield Piece(use, "words", piece.x, round(piece.y + 0.6, 2), "dice", label=label,
                            scale=0.72)  # fmt: skip
