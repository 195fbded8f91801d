"""The table as it is drawn: board, trays, players' rows, and every piece on them.

Vocabulary
    track   the groove between two spaces next to each other with no barrier between them
    rim     the wood round the outermost spaces, on which the arrows are
    row     a player's part of the tray "players": name, count, privileges, marbles

A state knows neither where a Pac-Man looks nor the use of a die: those are taken from the event, or
from the scene before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from piecepack_nb.core.lattice import ANGLES, BACK, STEPS, beyond, edge, file_of, rank_of, square_at
from piecepack_nb.core.steps import Event
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.pacman.game import PacMan
from piecepack_nb.games.pacman.maze import BoardMap, Path, is_hop
from piecepack_nb.games.pacman.state import State, ghost_name, pac_name, seat_name
from piecepack_nb.scene import (
    Area,
    Layout,
    Mark,
    Piece,
    Scene,
    Shape,
    coordinates,
    layouts_with_trays,
    mat,
    shape,
    text_shape,
    tray,
    use,
)

LEFT, TOP, RIM = 1.02, 0.6, 0.46
"""The corner of the spaces on the board area, and the width of the rim, in squares."""
TRAY = 5.4
"""The width of the trays, in squares."""
DICE = 3.62
"""The height of the dice's tray."""
BUTTONS, HIGH = (2.22, 3.06), 0.74
"""The y of the rows of buttons in it, and the height of a button."""
ICON, NAME = 0.62, 1.2
"""The x of a player's sign in its row, and at which the name begins."""
ROW, PER_LINE = 1.32, 24
ASIDE = {
    1: ((0.0, 0.0),),
    2: ((-0.24, 0.0), (0.24, 0.0)),
    3: ((-0.26, -0.2), (0.26, -0.2), (0.0, 0.22)),
}
"""The offsets of ghosts that share a space."""
YELLOW, WAITING = 3.3, 3.4
"""The x of a player's first yellow marble, and of the first that has to be put back."""
STARTS = ("start", "start tied")
USED = {"pac": "Pac-Man", "ghost": "ghost"}
"""The use of a die, in a word."""


# --- places ---------------------------------------------------------------------------------------


def at(board: BoardMap, square: str) -> tuple[float, float]:
    """Return the middle of a space, on the board area."""
    return beside(board, square, "", 0)


def beside(board: BoardMap, square: str, heading: str, far: float) -> tuple[float, float]:
    """Return the place that far from the middle of a space, to one side of it."""
    right, up = STEPS.get(heading, (0, 0))
    x = LEFT + file_of(square) - 0.5 + far * right
    return round(x, 2), round(TOP + board.ranks - rank_of(square) + 0.5 - far * up, 2)


def outside(board: BoardMap, square: str) -> tuple[float, float]:
    """Return the place of a Pac-Man that went off the board at the arrow of a hole (PC-9)."""
    return beside(board, square, board.arrows[square], 0.8)


def reading_order(board: BoardMap) -> tuple[str, ...]:
    """Return the spaces line by line from the top."""
    return tuple(sorted(board.squares, key=lambda each: (-rank_of(each), file_of(each))))


def row(number: int) -> float:
    """Return the y of a player's name."""
    return round(0.95 + ROW * number, 2)


def marble_place(number: int, of: int) -> tuple[float, float]:
    """Return the place of this marble in the row of player number ``of``."""
    line, column = divmod(number, PER_LINE)
    return round(0.38 + 0.2 * column, 2), round(row(of) + 0.52 + 0.19 * line, 2)


def die_place(number: int) -> tuple[float, float]:
    """Return the place of the first or the second die in its tray."""
    return round(0.85 + 1.35 * number, 2), 1.02


def _below_die(number: int) -> tuple[float, float]:
    """Return the place of the word under a die: its worth, then its use."""
    x, y = die_place(number)
    return x, round(y + 0.6, 2)


def button_place(number: int, of: int, line: int) -> tuple[float, float, str, float, float]:
    """Return x, y, area, width and height of a button in a line of so many equal ones."""
    wide = (TRAY - 0.4) / of
    x = round(0.2 + wide * (number + 0.5), 2)
    return x, BUTTONS[line], "dice", round(wide - 0.1, 2), HIGH


# --- areas ----------------------------------------------------------------------------------------


def size(board: BoardMap) -> tuple[float, float]:
    """Return the size of the board area, in squares."""
    return round(LEFT + board.files + RIM + 0.12, 2), round(TOP + board.ranks + RIM + 0.6, 2)


def heights(seats: int) -> dict[str, float]:
    """Return the height of each tray, from the top."""
    return {"dice": DICE, "players": round(row(seats) - 0.28, 2)}


@lru_cache(maxsize=16)
def areas(board: BoardMap, seats: tuple[str, ...]) -> tuple[Area, ...]:
    """Return the board, the dice's tray and the players' rows."""
    return _board_area(board), tray("dice", TRAY, DICE, "Dice"), _players_area(seats)


@lru_cache(maxsize=16)
def layouts(board: BoardMap, seats: int) -> tuple[Layout, ...]:
    """Return layouts with trays beside the board where there is room, else below it."""
    return layouts_with_trays(size(board), TRAY, heights(seats), ("dice",), (560, 620))


def _players_area(seats: tuple[str, ...]) -> Area:
    high = heights(len(seats))["players"]
    drawn = [part for number, seat in enumerate(seats) for part in _row(number, seat)]
    return tray("players", TRAY, high, "Players", *drawn)


def _row(number: int, seat: str) -> Iterator[Shape]:
    """Yield a small Pac-Man with the seat's letter, and the player's name."""
    y = round(row(number) * 100)
    yield use("pac", round(ICON * 100), y, scale=0.7, suit=seat)
    yield use("pac-letter", round(ICON * 100), y, scale=0.7, suit=seat)
    yield text_shape(seat_name(seat), NAME, row(number), 30, "start")


# --- the board ------------------------------------------------------------------------------------


def _board_area(board: BoardMap) -> Area:
    width, height = size(board)
    files = [square_at(number + 1, 1)[0] for number in range(board.files)]
    ranks = [str(rank) for rank in range(board.ranks, 0, -1)]
    names = coordinates(files, ranks, LEFT, TOP, RIM + 0.27)
    wood = shape(
        "rect", x=round((LEFT - RIM) * 100), y=round((TOP - RIM) * 100),
        width=round((board.files + 2 * RIM) * 100), height=round((board.ranks + 2 * RIM) * 100),
        rx=30, class_="ppnb-ground",
    )  # fmt: skip
    drawn = (*_tracks(board), *_spaces(board), *_walls(board), *_arrows(board))
    return Area("board", width, height, "", (mat(width, height), *names, wood, *drawn))


def _line(ends: tuple[tuple[float, float], tuple[float, float]]) -> str:
    (x0, y0), (x1, y1) = ends
    across, down = round((x1 - x0) * 100), round((y1 - y0) * 100)
    return f"M{round(x0 * 100)} {round(y0 * 100)}" + (f"h{across}" if across else f"v{down}")


def _tracks(board: BoardMap) -> Iterator[Shape]:
    """Yield the grooves along which pieces move (PC-4), out to the arrows (PC-9)."""
    lines = [
        _line((at(board, square), at(board, to)))
        for square, near in board.next_to.items()
        for heading, to in near.items()
        if heading in "NE"
    ]
    lines += [
        _line((at(board, square), beside(board, square, heading, 0.4 + RIM)))
        for square, heading in board.arrows.items()
    ]
    yield shape("path", d="".join(lines), class_="ppnb-track")


def _spaces(board: BoardMap) -> Iterator[Shape]:
    """Yield holes, some with a ring, homes, and the centre (PC-1)."""
    homes = {home: seat for seat, home in board.homes.items()}
    for square in board.squares:
        x, y = (round(place * 100) for place in at(board, square))
        if square in homes:
            yield use("marble-home", x, y, suit=homes[square])
        elif square == board.centre:
            yield use("marble-den", x, y)
        else:
            yield use("marble-ringed" if square in board.ringed else "marble-hole", x, y)


def _walls(board: BoardMap) -> Iterator[Shape]:
    """Yield the barriers (PC-7), and the same round the outside, open where the arrows are."""
    known, drawn = frozenset(board.squares), []
    for square in board.squares:
        for heading in STEPS:
            inside = beyond(square, heading) in known
            closed = edge(square, heading) in board.barriers if inside else (
                board.arrows.get(square) != heading
            )  # fmt: skip
            if closed and not (inside and heading in "SW"):  # each barrier once
                drawn.append(_side(board, square, heading))
    d = "".join(sorted(drawn))
    for look in ("barrier-cast", "barrier", "barrier-lit"):
        yield shape("path", d=d, class_=f"ppnb-{look}")


def _side(board: BoardMap, square: str, heading: str) -> str:
    """Return the line along one side of a space."""
    x, y = beside(board, square, heading, 0.5)
    if heading in "NS":
        return _line(((x - 0.5, y), (x + 0.5, y)))
    return _line(((x, y - 0.5), (x, y + 0.5)))


def _arrows(board: BoardMap) -> Iterator[Shape]:
    """Yield the white arrows, pointing off the board (PC-9)."""
    for square, heading in board.arrows.items():
        x, y = beside(board, square, heading, 0.5 + RIM / 2)
        yield use("marble-exit", round(x * 100), round(y * 100), angle=ANGLES[heading], scale=0.8)


def space_words(board: BoardMap, state: State, square: str) -> str:
    """Return what is on a space, and its directions, for a screen reader."""
    things = []
    seat, home = state.pac_on(square), board.home_of(square)
    if seat:
        things.append(pac_name(seat))
    things += [ghost_name(ghost) for ghost, place in state.ghosts.items() if place == square]
    if square in state.white:
        things.append("white marble")
    elif square in state.yellow:
        things.append("yellow marble in a ringed hole")
    elif square in board.ringed:
        things.append("empty ringed hole")
    if home:
        things.append(f"{seat_name(home)}'s home")
    if square == board.centre:
        things.append("the centre")
    if square in board.arrows:
        things.append("arrow off the board")
    return f"{', '.join(things) or 'empty hole'}; open to {' '.join(board.next_to[square])}"


# --- paths ----------------------------------------------------------------------------------------


def path_marks(board: BoardMap, path: Path, kind: str = "path", layer: str = "") -> Iterator[Mark]:
    """Yield a path as a line, or as two where it goes off the board and on again (PC-9).

    A space alone is no line. No line has a player's colour: blue would look like a barrier.
    """
    line = [at(board, path[0])]
    for here, to in pairwise(path):
        if is_hop(here, to):
            yield Mark(kind, points=(*line, outside(board, here)), layer=layer)
            line = [outside(board, to)]
        line.append(at(board, to))
    if len(line) > 1:
        yield Mark(kind, points=tuple(line), layer=layer)


# --- pieces ---------------------------------------------------------------------------------------


def pieces(
    game: PacMan, state: State, event: Event | None = None, before: Scene | None = None
) -> Iterator[Piece]:
    """Yield everything on the table; marbles have starred ids."""
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
    """Yield marbles in holes, in players' rows, and yellow ones that wait for a ringed hole."""
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
    """Yield the number of each player's marbles, and a word for the privilege (PC-11)."""
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
    """Yield a body that looks where it goes, and an upright letter.

    A Pac-Man that comes on the board at another arrow gets another id, so that it appears there and
    doesn't glide across the board.
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


def _angle(
    board: BoardMap, square: str, kind: str, event: Event | None, last: Piece | None
) -> float:
    """Return the angle of a Pac-Man: along its last step, and at first out of its home."""
    if event is not None and kind in ("step", "on", "off"):
        heading = _heading(board, event, kind)
        if heading:
            return ANGLES[heading]
    home = square in board.homes.values()
    if last is not None and not (home and kind == "gone home"):
        return last.angle
    return ANGLES[next((each for each in "EWNS" if each in board.next_to[square]), "E")]


def _heading(board: BoardMap, event: Event, kind: str) -> str:
    here = event.data["from"]
    if kind == "off":
        return board.arrows[here]
    if kind == "on":  # it comes in by the arrow, and looks away from it
        return BACK.get(board.arrows.get(event.data["to"], ""), "")
    return next((each for each in STEPS if beyond(here, each) == event.data["to"]), "")


def ghost_places(game: PacMan, state: State) -> dict[str, tuple[float, float]]:
    """Return the place of each ghost; those that share a space are side by side."""
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
    """Yield the two dice of this turn; a used one is paler and names its use (PC-3)."""
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
        if free:
            yield Piece(f"worth-{state.turn}-{number}", "words", *_below_die(number), "dice",
                        label=count_noun(face, "space"), scale=0.72)  # fmt: skip
        elif not unused:
            label = mine.label if mine else _use(state, used, known)
            yield Piece(f"use-{state.turn}-{number}", "words", *_below_die(number), "dice",
                        label=label, scale=0.72)  # fmt: skip


def _first_dice(game: PacMan, event: Event | None) -> Iterator[Piece]:
    """Yield each player's dice for who starts, in their row (PC-2)."""
    shown = event.data["faces"] if event is not None and event.kind in STARTS else {}
    for seat, faces in shown.items():
        for number, face in enumerate(faces):
            yield Piece(f"first-{seat}-{number}", "die-pips", round(3.9 + 0.62 * number, 2),
                        row(game.seats.index(seat)), "players", face=face, scale=0.6)  # fmt: skip
        if len(faces) > 1:
            total = str(sum(map(int, faces)))
            yield Piece(f"total-{seat}", "words", 5.08, row(game.seats.index(seat)), "players",
                        label=total, scale=0.9)  # fmt: skip


def _faces(state: State, old: list[Piece | None]) -> list[int]:
    """Return the face of each of the two dice; 0 where it was used before the first scene."""
    shown = [int(piece.face) if piece else 0 for piece in old]
    if len(state.dice) == 2:
        same = sorted(shown) == sorted(state.dice)
        return shown if same else list(state.dice)
    if all(shown) and all(die in shown for die in state.dice):
        return shown
    return [*state.dice, 0][:2] if state.dice else [0, 0]


def _use(state: State, used: list[str], known: Mapping[str, Piece]) -> str:
    """Return the use of a die without a word: the one that no other die of this turn has."""
    named = {known[name].label for name in known if name.startswith(f"use-{state.turn}-")}
    return next((USED[each] for each in used if USED[each] not in named), "")


def _last_dice(state: State, known: Mapping[str, Piece]) -> Iterator[Piece]:
    """Yield, before a roll, the dice of the turn before, each with its use."""
    last = f"-{state.turn - 1}-"
    named = {piece.label for name, piece in known.items() if name.startswith(f"use{last}")}
    for name, piece in known.items():
        if name.startswith(f"use{last}"):
            yield piece
        elif name.startswith(f"die{last}"):
            yield piece._replace(faded=True)
            use = name.replace("die-", "use-")
            if use not in known:  # it was used in the very last step
                label = next((word for word in USED.values() if word not in named), "")
                yield Piece(use, "words", piece.x, round(piece.y + 0.6, 2), "dice", label=label,
                            scale=0.72)  # fmt: skip
