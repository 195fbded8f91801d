"""The tray beside a board: buttons, dice, seats with scores, a score sheet, tracks and notes.

Vocabulary
    figure  a number or a word of a seat: its points, or a note such as its wood
    sheet   the figures of all seats: a table with a row for each seat, or cells below each name
    track   a figure with a most, as a row of boxes
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from math import ceil, isfinite
from typing import Any, NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.design.game import BoardGame
from piecepack_nb.design.hooks import call, codes_of, hook_of, returned
from piecepack_nb.design.looks import Look, edge_suits, seat_suits, tile_on
from piecepack_nb.design.moves import Choice, kind_of
from piecepack_nb.design.piles import InPile
from piecepack_nb.design.table import State
from piecepack_nb.design.tiles import Tile
from piecepack_nb.scene.model import Piece, Spot
from piecepack_nb.scene.numbers import ONLY, Number, Numbers

SEAT_HIGH, NOTE_HIGH, DICE_HIGH, HEAD, GAP = 0.95, 0.5, 1.0, 0.6, 0.15
HEADING, CELL_HIGH = 0.3, 0.36  # the heights of a line of a table's head, and of a row of cells
NARROW, WIDE, STEP = 3.3, 6.0, 0.3
"""The widths of a tray in squares: at least, at most and alone, and tried between."""
CHAR = 0.18  # squares that a character of a name takes
SMALL, TINY = 0.62, 0.5  # the smallest scales of names and figures, and of notes
MANY_SEATS = 4  # more stand in two columns, if there is room
MOST_ROWS = 4  # of large buttons in columns
LARGE, COMPACT = (0.7, 0.85, 0.55, 0.2), (0.52, 0.64, 0.4, 0.14)
"""A button's height, the height of a row of buttons, the least width, and that of a letter."""
TILE, TILE_HIGH = 1.5, 1.75
"""The size of the tile that is to be laid, and the height of its row."""
DICE, LINES = " dice", " lines"
"""The spots of the dice, and of tracks and notes, beside those of the seats; no seat begins so."""
MOST_BOXES = 12  # of a track; those of a longer one stand for more than one each
BOX = 0.27
SCORES = (
    "expected numbers by name, such as {'suns': 3, 'left': (4, 10)}, or a row for each seat, such "
    "as {'suns': {'wood': 3, 'clay': (1, 5)}}"
)


class Figure(NamedTuple):
    """A number or a word of a seat or of the whole game."""

    value: Any
    most: float | None = None
    """The most that it can be; None for one without."""

    def __str__(self) -> str:
        shown = _value(self.value)
        return shown if self.most is None else f"{shown}/{_value(self.most)}"


def scores_of(game: BoardGame, state: State) -> dict[str, Figure | dict[str, Figure]]:
    """Return what the class's ``score`` returns: figures by name, or rows of them by seat.

    A class without one has no entries here, nor has a game that is being set up. Raises DesignError
    for anything else.
    """
    # A scene asks ten times, and some scores take long to count, such as those of shortest paths.
    known: tuple[State, dict[str, Figure | dict[str, Figure]]] | None
    known = game.__dict__.get("_scores")
    if known is None or known[0] is not state:
        known = game.__dict__["_scores"] = state, _read_scores(game, state)
    return known[1]


def _read_scores(game: BoardGame, state: State) -> dict[str, Figure | dict[str, Figure]]:
    design = game.design
    if state.in_setup or not hook_of(design, "score"):
        return {}
    found = call(design, "score", table := game.table(state, ""))
    entries = found.items() if isinstance(found, Mapping) else [("", None)]
    read = {str(name): _read_score(name in game.seats, value) for name, value in entries}
    if None in read.values():
        raise returned(design, "score", (table,), found, SCORES)
    return {name: figure for name, figure in read.items() if figure is not None}


def _read_score(seat: bool, value: object) -> Figure | dict[str, Figure] | None:
    """Return a figure, or a seat's row of figures; None for anything else."""
    if not isinstance(value, Mapping):
        return _read_figure(value)
    row = {
        str(name): Figure(each) if isinstance(each, str) else _read_figure(each)
        for name, each in value.items()
    }
    return (
        {name: each for name, each in row.items() if each} if seat and all(row.values()) else None
    )


def _read_figure(value: object) -> Figure | None:
    """Return a number, or a number and the most that it can be."""
    pair = value if type(value) is tuple and len(value) == 2 else (value,)
    whole = all(type(each) is int or (type(each) is float and isfinite(each)) for each in pair)
    return Figure(*pair) if whole else None


class Tray:
    """The tray of a game; all its places follow from the set-up, so that it keeps its size.

    It shows those notes of the set-up that are numbers or words, the points if the game
    counts any, and what the class's ``score`` gives each seat. Notes whose names begin with _ stay
    hidden. It is as narrow as possible, and never wider than a board unless that is tiny; without
    board and cards it is wide.
    """

    area = "tray"

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        places = game.design.places
        self._first = self._figures(game.set_up)
        limit = max(NARROW, min(WIDE, places.width)) if len(places) else WIDE
        least = NARROW if len(places) or game.piles else WIDE
        tried = [round(least + n * STEP, 2) for n in range(int((limit - least) / STEP) + 1)]
        high = places.height if len(places) else WIDE
        self._plan = min(
            (self._planned(width) for width in dict.fromkeys((*tried, round(limit, 2)))),
            key=lambda plan: (max(0.0, round(plan.height - high, 1)), plan.width),
        )

    def _planned(self, width: float) -> TrayPlan:
        return TrayPlan(width, self)

    # --- what it shows ------------------------------------------------------------------------

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """The names of the notes that are shown in lines of their own."""
        notes = self.game.set_up.notes
        return tuple(
            name
            for name, value in notes.items()
            if not name.startswith("_") and (value is None or isinstance(value, int | str))
        )

    @cached_property
    def of_seats(self) -> Mapping[str, tuple[str, ...]]:
        """The notes that have a value for each seat, each with the names of its parts, if any."""
        notes, seats = self.game.set_up.notes, set(self.game.seats)
        return {
            name: tuple(dict.fromkeys(part for value in by_seat.values() for part in _parts(value)))
            for name, by_seat in notes.items()
            if isinstance(by_seat, FrozenDict) and set(by_seat) == seats and name[0] != "_"
            if all(_parts(value) or _is_plain(value) for value in by_seat.values())
        }

    @cached_property
    def scored(self) -> bool:
        """True if a function of the game uses the score."""
        return any("score" in code.co_names for code in codes_of(type(self.game.design)))

    @cached_property
    def turns(self) -> bool:
        """True for a game in which a tile is turned at the board, and drawn on the tray.

        Where no note has the tile, and no part of a move is one, buttons give its angle.
        """
        game, design = self.game, self.game.design
        kinds = [kind_of(design, name) for name in design.choices()]
        if not design.known_tiles or not any(map(is_angles, kinds)):
            return False
        picked = any(isinstance(kind, InPile) for kind in kinds)
        return picked or bool(tiles_named(game, game.set_up.notes.values()))

    @cached_property
    def buttons(self) -> tuple[tuple[str, str], ...]:
        """The id and name of each button; a tile that is turned has none for its angles."""
        found = [("roll", "Roll")] if self.game.dice and "roll" not in self.game.words else []
        if any(stage.secret for stage in self.game.stages.values()):
            found += [(f"seat {seat}", seat) for seat in self.game.seats]
        kinds = [kind_of(self.game.design, name) for name in self.game.design.choices()]
        choices = [kind for kind in kinds if isinstance(kind, Choice)]
        others = {str(word) for kind in choices if not is_angles(kind) for word in kind}
        angles = {str(word) for kind in choices if is_angles(kind) for word in kind} - others
        words = [str(word) for word in self.game.words]
        left = angles if self.turns else ()
        return (*found, *((word, word) for word in words if word not in left))

    @cached_property
    def heads(self) -> tuple[str, ...]:
        """The names of the seats' figures, in order; "" is that of the points."""
        return tuple(dict.fromkeys(name for row in self._first.values() for name in row))

    @cached_property
    def tracks(self) -> tuple[str, ...]:
        """The names of the game's own figures with a most, which are drawn as boxes."""
        return tuple(self._tracks(self.game.set_up))

    def _tracks(self, state: State) -> dict[str, Figure]:
        return {
            name: figure
            for name, figure in scores_of(self.game, state).items()
            if isinstance(figure, Figure)
            and figure.most is not None
            and name not in self.game.seats
        }

    def _figures(self, state: State) -> dict[str, dict[str, Figure]]:
        """Return the figures of each seat by their names; "" names the points."""
        given = scores_of(self.game, state)
        return {seat: dict(self._row(state, seat, given.get(seat))) for seat in self.game.seats}

    def _row(
        self, state: State, seat: str, given: Figure | dict[str, Figure] | None
    ) -> Iterator[tuple[str, Figure]]:
        """Yield a seat's figures: what ``score`` gave it, or else its points, then its notes."""
        if isinstance(given, Figure):
            yield "", given
        elif given is not None:
            yield from given.items()
        elif self.scored:
            yield "", Figure(state.score[seat])
        shown = given if isinstance(given, dict) else {}
        for name, parts in self.of_seats.items():
            value = (state.notes.get(name) or {}).get(seat, "")
            whole = isinstance(value, Mapping)
            for part in parts:
                if part not in shown:
                    yield part, Figure(value.get(part, "") if whole else value)
            if not (parts or whole or name in shown):
                yield name, Figure(value)

    # --- where it shows it --------------------------------------------------------------------

    @property
    def width(self) -> float:
        """The width in squares."""
        return self._plan.width

    @property
    def height(self) -> float:
        """The height in squares."""
        return self._plan.height

    @property
    def button_high(self) -> float:
        """The height of a button."""
        return self._plan.button[0]

    def button_at(self, number: int) -> tuple[float, float]:
        """Return the place of a button; the one after the last has a row of its own."""
        return self._plan.button_at(number)

    def button_width(self, number: int) -> float:
        """Return the width of a button; two such as "Done" after the last stand side by side."""
        return self._plan.button_width(number)

    def seat_at(self, seat: str) -> tuple[float, float]:
        """Return the place of a seat's pawn."""
        return self._plan.seat_at(self.game.seats.index(seat))

    # --- the pieces ---------------------------------------------------------------------------

    @property
    def take_at(self) -> float:
        """How far down the button is with which a person takes the device: where buttons begin."""
        return round(self._plan.tops["buttons"] + 0.4, 2)

    @property
    def turn_at(self) -> tuple[float, float, float]:
        """The place and the width of the button beside the tile that is to be laid."""
        return self._plan.turn_at

    def pieces(self, state: State, tile: Tile | None = None) -> Iterator[Piece]:
        """Yield the seats with their figures, the tracks, the notes, the dice and a tile.

        ``tile`` is the one that is to be laid, as it will lie.
        """
        plan, suits, figures = self._plan, seat_suits(self.game.seats), self._figures(state)
        yield from plan.head()
        for number, seat in enumerate(self.game.seats):
            x, y = plan.seat_at(number)
            out = seat in state.out
            yield Piece(f"seat-{seat}", "pawn", x, y, self.area, suit=suits[seat], scale=0.85,
                        faded=out)  # fmt: skip
            said = "out" if out else "chosen" if seat in state.chosen else ""
            for piece in plan.seat(number, seat, suits[seat], figures[seat], said):
                yield piece._replace(faded=out)
        tracks = self._tracks(state)
        for row, name in enumerate(self.tracks):
            y = round(plan.tops["tracks"] + NOTE_HIGH * (row + 0.5), 2)
            yield from plan.track(f"track-{name}", name, tracks.get(name, Figure("")), (0.3, y))
        for row, name in enumerate(self.notes):
            y = round(plan.tops["notes"] + NOTE_HIGH * (row + 0.5), 2)
            yield from plan.note(name, f"{_words(name)}: {_value(state.notes.get(name))}", y)
        yield from self._dice(state, suits[state.seat])
        if tile is not None and self.turns:
            look = Look("tile", tile=tile, suits=edge_suits(self.game.design))
            for number, piece in enumerate(tile_on(look, plan.tile_at, TILE, 2)):
                yield piece._replace(id=f"to-lay-{number}", area=self.area)

    def _dice(self, state: State, suit: str) -> Iterator[Piece]:
        count = len(self.game.dice)
        y = round(self._plan.tops["dice"] + DICE_HIGH / 2, 2)
        scale = round(min(1.0, (self.width - 0.4) / (0.85 * max(count, 1))), 2)
        for number in range(count):
            x = round(0.6 + number * 0.85 * scale, 2)
            face = state.dice[number] if number < len(state.dice) else ""
            known = face in ("null", "ace", "1", "2", "3", "4", "5", "6")
            sprite = "die" if known else "die-number" if face else "die-suit"
            yield Piece(f"die-{number}", sprite, x, y, self.area, suit=suit,
                        face=face if known else "", label="" if known else face, scale=scale,
                        faded=not face)  # fmt: skip

    def numbers(self, state: State) -> Numbers:
        """Return the figures of each seat, the dice and the game's own figures by their spots."""
        rows = {
            seat: [
                _number(f"{_words(name) or 'score'} of {capitalise(seat)}", figure.value)
                for name, figure in row.items()
            ]
            for seat, row in self._figures(state).items()
        }
        if state.dice:
            name = "Dice" if len(state.dice) > 1 else "Die"
            rows[DICE] = [Number(name, join_list(state.dice), replaced=True)]
        tracks = self._tracks(state)
        rows[LINES] = [
            *(_number(_words(name), tracks[name].value) for name in self.tracks if name in tracks),
            *(_number(_words(name), state.notes.get(name)) for name in self.notes),
        ]
        return {f"{ONLY}{row}": tuple(found) for row, found in rows.items() if found}

    def spots(self, state: State) -> Iterator[Spot]:
        """Yield the rows with numbers: a pick of one says which moves led to them.

        The lines of tracks and notes are one spot: each is too low for a finger on a phone.
        """
        numbers, plan = self.numbers(state), self._plan
        places = {seat: plan.row(number) for number, seat in enumerate(self.game.seats)}
        for row, place in (*places.items(), (DICE, plan.dice_row), (LINES, plan.lines)):
            if found := numbers.get(f"{ONLY}{row}"):
                said = ", ".join(f"{each.name}: {_value(each.value)}" for each in found)
                x, y, wide, high = place
                yield Spot(f"{ONLY}{row}", x, y, self.area, wide, high, said)

    def lines(self, state: State) -> Iterator[str]:
        """Yield the figures, tracks and notes in words."""
        for seat, row in self._figures(state).items():
            said = [word for word, seats in (("chosen", state.chosen), ("out", state.out))
                    if seat in seats]  # fmt: skip
            figures = ", ".join([*said, *(f"{_words(name)} {each}".strip()
                                            for name, each in row.items())])  # fmt: skip
            if seat in state.out:
                yield f"{capitalise(seat)} is {figures}"
            elif figures:
                yield f"{capitalise(seat)} has {figures}"
        for name, figure in self._tracks(state).items():
            yield capitalise(f"{_words(name)}: {figure.value} of {_value(figure.most)}")
        for name in self.notes:
            yield capitalise(f"{_words(name)}: {_value(state.notes.get(name))}")


class TrayPlan:
    """The places of a tray's parts at a width."""

    area = Tray.area

    def __init__(self, width: float, tray: Tray) -> None:
        self.width = width
        self.seats, self.heads = tray.game.seats, tray.heads
        self._first = tray._first
        self._names = [name for _, name in tray.buttons]
        shape = tray.game.shape
        more = shape.more or shape.least < len(shape.names)
        more |= bool(tray.game.design.known_tiles)
        more |= any(name.startswith("ask_") for name in dir(tray.game.design))
        rows = max(len(self._rows) + more, tray.game.secret)  # one has room for "I am Ann"
        # What one presses is at the top: so it is in sight below the board of a phone.
        self._heights = {
            "tile": TILE_HIGH if tray.turns else 0,
            "buttons": self.button[1] * rows,
            "dice": DICE_HIGH if tray.game.dice else 0,
            "seats": self._sheet_high,
            "tracks": NOTE_HIGH * len(tray.tracks),
            "notes": NOTE_HIGH * len(tray.notes),
        }

    @cached_property
    def tops(self) -> Mapping[str, float]:
        """The top of each part."""
        tops, y = {}, HEAD
        for part, high in self._heights.items():
            tops[part] = y
            y += high
        return {**tops, "end": y + GAP}

    @property
    def height(self) -> float:
        """The height of the tray."""
        return round(self.tops["end"], 2)

    # --- the sheet ----------------------------------------------------------------------------

    @cached_property
    def form(self) -> str:
        """The arrangement of the figures: "plain" points, a "table", or "cells" below each name."""
        if set(self.heads) <= {""}:
            return "plain"
        tracked = any(
            each.most is not None for row in self._first.values() for each in row.values()
        )
        names = 1.2 + CHAR * 0.7 * max(map(len, self.seats))
        return "cells" if tracked or names + sum(self._columns) > self.width - 0.2 else "table"

    @cached_property
    def _lines(self) -> list[list[str]]:
        """The lines of each column's head: one or two."""
        return [in_two(_words(name) or "score") for name in self.heads]

    @cached_property
    def _columns(self) -> list[float]:
        """The width of each column of a table."""
        shown = [[str(row[name]) for row in self._first.values() if name in row]
                 for name in self.heads]  # fmt: skip
        return [
            0.17 + max(0.118 * max(map(len, lines)), 0.16 * max(2, *map(len, [*values, ""])))
            for lines, values in zip(self._lines, shown, strict=True)
        ]

    @cached_property
    def _heading(self) -> float:
        """The height of a table's head."""
        return HEADING * max(map(len, self._lines)) + 0.1 if self.form == "table" else 0.0

    @cached_property
    def _across(self) -> int:
        """The cells in a row of them."""
        widths = [
            0.2 + 0.105 * len(_words(name) or "score") + 0.135 * max(2, len(str(row[name])))
            for row in self._first.values() for name in row
        ]  # fmt: skip
        return max(1, int((self.width - 0.5) / max(widths)))

    @cached_property
    def _cells(self) -> Mapping[str, tuple[int, int]]:
        """The row and the column of each named figure; a track has a row of its own."""
        at: dict[str, tuple[int, int]] = {}
        row = column = 0
        for name in filter(None, self.heads):
            whole = any(
                each[name].most is not None for each in self._first.values() if name in each
            )
            if column and (whole or column == self._across):
                row, column = row + 1, 0
            at[name] = row, column
            row, column = (row + 1, 0) if whole else (row, column + 1)
        self._cell_rows = row + bool(column)
        return at

    @property
    def _seat_high(self) -> float:
        if self.form != "cells":
            return SEAT_HIGH
        return SEAT_HIGH + CELL_HIGH * (len(self._cells) and self._cell_rows) + 0.12

    @cached_property
    def _seat_columns(self) -> int:
        """Many seats stand in two columns where there is room."""
        needed = 1.2 + CHAR * 0.75 * max(map(len, self.seats)) + (0.6 if self.heads else 0.1)
        return 1 + (
            self.form == "plain" and len(self.seats) > MANY_SEATS and 2 * needed <= self.width - 0.1
        )

    @property
    def _sheet_high(self) -> float:
        return self._heading + self._seat_high * ceil(len(self.seats) / self._seat_columns)

    def seat_at(self, number: int) -> tuple[float, float]:
        """Return the place of a seat's pawn."""
        rows = ceil(len(self.seats) / self._seat_columns)
        column, row = divmod(number, rows)
        y = self.tops["seats"] + self._heading + self._seat_high * row + SEAT_HIGH / 2
        return round(0.6 + column * self.width / 2, 2), round(y, 2)

    def row(self, number: int) -> tuple[float, float, float, float]:
        """Return the middle, the width and the height of a seat's row."""
        (x, y), wide, high = self.seat_at(number), self.width / self._seat_columns, self._seat_high
        middle = round(x - 0.6 + wide / 2, 2), round(y + (high - SEAT_HIGH) / 2, 2)
        return *middle, round(wide - 0.1, 2), round(high - 0.05, 2)

    @property
    def dice_row(self) -> tuple[float, float, float, float]:
        """The middle, the width and the height of the dice."""
        return self._band(self.tops["dice"], self._heights["dice"] - 0.05)

    @property
    def lines(self) -> tuple[float, float, float, float]:
        """The middle, the width and the height of the tracks and notes, with the gap below them."""
        high = self._heights["tracks"] + self._heights["notes"]
        return self._band(self.tops["tracks"], high + GAP - 0.01)

    def _band(self, top: float, high: float) -> tuple[float, float, float, float]:
        y = round(top + high / 2, 2)
        return round(self.width / 2, 2), y, round(self.width - 0.1, 2), round(high, 2)

    def head(self) -> Iterator[Piece]:
        """Yield the head of a table: the names of the figures above their columns."""
        for column, lines in enumerate(self._lines if self.form == "table" else ()):
            right = self._right(column)
            for line, words in enumerate(lines[::-1]):
                y = round(self.tops["seats"] + self._heading - 0.1 - HEADING * (line + 0.5), 2)
                yield Piece(f"head-{column}-{line}", "line-note", right, y, self.area, label=words)

    def _right(self, column: int) -> float:
        return round(self.width - 0.2 - sum(self._columns[column + 1 :]), 2)

    def seat(
        self, number: int, seat: str, suit: str, row: Mapping[str, Figure], said: str
    ) -> Iterator[Piece]:
        """Yield the name and the figures of a seat, with a word said of it, such as "out"."""
        x, y = self.seat_at(number)
        end = round(self.width - 0.2 if self._seat_columns == 1 else
                    x - 0.6 + self.width / 2 - 0.1, 2)  # fmt: skip
        points = str(row[""]) if "" in row and self.form != "table" else ""
        points = ", ".join(filter(None, (said, points)))
        if self.form == "table":
            room = self._right(0) - self._columns[0] - x - 0.6
        else:
            room = end - x - 0.65
        yield from self._named(seat, points, (x + 0.6, y), end, room)
        if self.form == "table":
            yield from self._in_table(seat, row, y)
        elif self.form == "cells":
            yield from self._in_cells(number, seat, suit, row)

    def _named(
        self, seat: str, points: str, at: tuple[float, float], end: float, room: float
    ) -> Iterator[Piece]:
        """Yield a seat's name and its points, in two lines where one is too short."""
        (x, y), name = at, capitalise(seat)
        together = CHAR * (len(name) + len(points)) + 0.1 * bool(points)
        two = (bool(points) and together > room * 1.25) or (self.form == "table" and bool(points))
        part = room if two or not points else room * len(name) / (len(name) + len(points))
        apart = 0.22 if two else 0.0
        yield Piece(f"name-{seat}", "line-bold", round(x, 2), round(y - apart, 2), self.area,
                    label=name, scale=_fit(name, part))  # fmt: skip
        if two:
            scale = min(0.75, _fit(points, room))
            yield Piece(f"score-{seat}", "line-bold", round(x, 2), round(y + apart, 2), self.area,
                        label=points, scale=scale)  # fmt: skip
        elif points or self.form == "plain":
            yield Piece(f"score-{seat}", "line-right", end, y, self.area, label=points,
                        scale=_fit(points, room - part))  # fmt: skip

    def _in_table(self, seat: str, row: Mapping[str, Figure], y: float) -> Iterator[Piece]:
        for column, name in enumerate(self.heads):
            room = self._columns[column] - 0.1
            shown = _cut(str(row[name]) if name in row else "", int(room / CHAR / SMALL))
            yield Piece(f"{name}-of-{seat}", "line-right", self._right(column), y, self.area,
                        label=shown, scale=_fit(shown, room))  # fmt: skip

    def _in_cells(
        self, number: int, seat: str, suit: str, row: Mapping[str, Figure]
    ) -> Iterator[Piece]:
        top = self.seat_at(number)[1] + SEAT_HIGH / 2
        wide = (self.width - 0.5) / self._across
        for name, (line, column) in self._cells.items():
            figure = row.get(name, Figure(""))
            x, y = 0.3 + column * wide, round(top + CELL_HIGH * (line + 0.5), 2)
            id = f"{name}-of-{seat}"
            if figure.most is not None:
                yield from self.track(id, name, figure, (0.3, y), suit)
                continue
            label, shown = _words(name), _cut(str(figure), int(wide * 0.5 / CHAR / SMALL))
            yield Piece(f"name-{id}", "line-left", round(x, 2), y, self.area, label=label,
                        scale=min(SMALL, _fit(label, wide * 0.6)))  # fmt: skip
            yield Piece(id, "line-right", round(x + wide - 0.14, 2), y, self.area, label=shown,
                        scale=min(0.7, _fit(shown, wide * 0.5)))  # fmt: skip

    # --- tracks and notes ---------------------------------------------------------------------

    def track(
        self, id: str, name: str, figure: Figure, at: tuple[float, float], suit: str = ""
    ) -> Iterator[Piece]:
        """Yield a track: its name, a box for each number up to the most, and the number."""
        (x, y), label, shown = at, _words(name), str(figure)
        number, named = 0.13 * max(3, len(shown)), min(0.11 * len(label), self.width * 0.4)
        yield Piece(f"name-{id}", "line-left", x, y, self.area, label=label,
                    scale=min(SMALL, _fit(label, named + 0.02)))  # fmt: skip
        yield Piece(id, "line-right", round(self.width - 0.2, 2), y, self.area, label=shown,
                    scale=SMALL)  # fmt: skip
        if figure.most is None or figure.most <= 0:
            return
        boxes = min(MOST_BOXES, ceil(figure.most))
        left, right = x + named + 0.15, self.width - 0.25 - number
        size = min(BOX, (right - left) / boxes)
        filled = _filled(figure.value, figure.most, boxes)
        for box in range(boxes):
            sprite = ("box-suit" if suit else "box-full") if box < filled else "box"
            yield Piece(f"box-{id}-{box}", sprite, round(right - size * (boxes - box - 0.5), 3), y,
                        self.area, suit=suit, scale=round(size, 3))  # fmt: skip

    def note(self, name: str, text: str, y: float) -> Iterator[Piece]:
        """Yield a note in one line, or in two small ones; a longer one is cut."""
        room = self.width - 0.5
        if _fit(text, room) >= 0.75:
            lines = [text]
        else:
            lines = [_cut(each, int(room / CHAR / TINY)) for each in in_two(text)]
        scale = min(1.0 if len(lines) == 1 else 0.72, *(_fit(each, room, TINY) for each in lines))
        for number, line in enumerate(lines):
            down = (number - 0.5) * 0.24 if len(lines) > 1 else 0.0
            id = f"note-{name}" if not number else f"note-{name}-{number}"
            yield Piece(id, "line-left", 0.3, round(y + down, 2), self.area, label=line,
                        scale=scale)  # fmt: skip

    # --- the tile that is to be laid ----------------------------------------------------------

    @property
    def tile_at(self) -> tuple[float, float]:
        """The middle of the tile."""
        return round(0.3 + TILE / 2, 2), round(self.tops["tile"] + TILE_HIGH / 2, 2)

    @property
    def turn_at(self) -> tuple[float, float, float]:
        """The place and the width of the button that turns it."""
        left = 0.3 + TILE + 0.25
        wide = min(1.6, self.width - 0.2 - left)
        return round(left + wide / 2, 2), self.tile_at[1], round(wide, 2)

    # --- buttons ------------------------------------------------------------------------------

    @cached_property
    def _rows(self) -> tuple[tuple[float, ...], ...]:
        """The widths of the buttons of each row: equal large ones, or many compact ones."""
        return (self._even(LARGE) or self._ragged(COMPACT)) if self._names else ()

    @cached_property
    def button(self) -> tuple[float, float, float, float]:
        """The measures of the buttons: large ones, or compact ones if there are many."""
        return LARGE if self._even(LARGE) or not self._names else COMPACT

    def _needed(self, measures: tuple[float, float, float, float]) -> list[float]:
        return [measures[2] + measures[3] * len(name) for name in self._names]

    def _even(self, measures: tuple[float, float, float, float]) -> tuple[tuple[float, ...], ...]:
        """Return rows of equal buttons; () if they need many."""
        needed, count = self._needed(measures), len(self._names)
        room = self.width - 0.3
        columns = max(1, min(6, count or 1, int(room / max(needed, default=room))))
        if -(-count // columns) > MOST_ROWS:
            return ()
        equal = ((self.width - 0.4) / columns - 0.1,) * columns
        return tuple(equal[: count - first] for first in range(0, count, columns))

    def _ragged(self, measures: tuple[float, float, float, float]) -> tuple[tuple[float, ...], ...]:
        """Return rows of as many buttons as each holds, stretched to the width."""
        room = self.width - 0.4
        rows: list[list[float]] = [[]]
        for width in self._needed(measures):
            if rows[-1] and sum(rows[-1]) + len(rows[-1]) * 0.1 + width > room:
                rows.append([])
            rows[-1].append(min(width, room))
        spare = [(room - sum(row) - 0.1 * (len(row) - 1)) / max(1, len(row)) for row in rows]
        return tuple(
            tuple(width + more for width in row) for row, more in zip(rows, spare, strict=True)
        )

    def button_at(self, number: int) -> tuple[float, float]:
        """Return the place of a button; the one after the last has a row of its own."""
        high = self.button[1]
        for row, widths in enumerate(self._rows):
            if number < len(widths):
                x = 0.2 + sum(widths[:number]) + 0.1 * number + widths[number] / 2
                return round(x, 2), round(self.tops["buttons"] + high * (row + 0.5), 2)
            number -= len(widths)
        y = self.tops["buttons"] + high * (len(self._rows) + 0.5)
        return round(0.2 + self.button_width(len(self._names)) / 2, 2), round(y, 2)

    def button_width(self, number: int) -> float:
        """Return the width of a button; two such as "Done" after the last stand side by side."""
        widths = [width for row in self._rows for width in row]
        done = max([*widths[:1], self.button[2] + 4 * self.button[3]])
        last = min(done, self.width / 2 - 0.25)
        return round(widths[number] if number < len(widths) else last, 2)


def is_angles(kind: Any) -> bool:
    """Return True for a part of a move that is one of angles."""
    return isinstance(kind, Choice) and all(type(n) is int and n % 30 == 0 for n in kind)


def tiles_named(game: BoardGame, names: Iterable[Any]) -> list[Tile]:
    """Return the tiles among some names, in their order."""
    known = game.design.known_tiles
    return [known[each] for each in names if isinstance(each, str) and each in known]


def _fit(text: str, room: float, least: float = SMALL) -> float:
    """Return the scale at which a text fits into so many squares, at most 1."""
    return round(max(least, min(1.0, room / (CHAR * max(1, len(text))))), 2)


def in_two(text: str) -> list[str]:
    """Return a text in two lines, broken near its middle; one without a space in one line.

    >>> in_two("victory points"), in_two("wood")
    (['victory', 'points'], ['wood'])
    """
    spaces = [at for at, letter in enumerate(text) if letter == " "]
    if not spaces:
        return [text]
    middle = min(spaces, key=lambda at: abs(at - len(text) / 2))
    return [text[:middle], text[middle + 1 :]]


def _cut(text: str, most: int) -> str:
    """Return a text, cut if it has more characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _filled(value: Any, most: float, boxes: int) -> int:
    """Return how many boxes of a track are filled: none at 0, all from the most on.

    >>> [_filled(value, 100, 12) for value in (-3, 0, 1, 50, 99, 100, 120)]
    [0, 0, 1, 6, 11, 12, 12]
    """
    if not isinstance(value, int | float) or value <= 0:
        return 0
    return boxes if value >= most else max(1, min(boxes - 1, int(value * boxes / most)))


def _number(name: str, value: Any) -> Number:
    """Return a number of the tray with its name; what is no whole number as it is shown."""
    whole = type(value) is int or value is None
    return Number(capitalise(name), value if whole else _value(value))


def _is_plain(value: Any) -> bool:
    """Return True for a number, a word, None, or a list of them: what is shown as it is."""
    return (
        value is None
        or isinstance(value, int | float | str)
        or (isinstance(value, tuple) and all(isinstance(each, int | float | str) for each in value))
    )


def _parts(value: Any) -> Iterable[str]:
    """Return the names of a value's parts, such as the goods of a seat; () for other values."""
    found = isinstance(value, Mapping) and all(map(_is_plain, value.values()))
    return [name for name in value if isinstance(name, str)] if found else ()


def _words(name: str) -> str:
    return name.replace("_", " ")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "–"
    return "–" if value is None or value == "" else str(value)


def tray_of(game: BoardGame) -> Tray:
    """Return the tray of a game, which every picture of it shares."""
    tray: Tray | None = game.__dict__.get("_tray")
    if tray is None:
        tray = game.__dict__["_tray"] = Tray(game)
    return tray
