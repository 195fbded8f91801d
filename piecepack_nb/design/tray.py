"""The tray beside a board: the seats with their scores, notes, dice and buttons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.wording import capitalise
from piecepack_nb.design.game import BoardGame
from piecepack_nb.design.hooks import codes_of
from piecepack_nb.design.looks import seat_suits
from piecepack_nb.design.table import State
from piecepack_nb.scene.model import Piece

SEAT_HIGH, NOTE_HIGH, DICE_HIGH, BUTTON_HIGH, HEAD, GAP = 0.95, 0.5, 1.0, 0.85, 0.6, 0.15
LONGEST_LINE = 11  # characters of a seat's name and figures on one line
NARROW, BROAD, WIDE = 3.3, 4.8, 6.0  # squares: beside a board, with many buttons, and alone
BUTTON, LETTER = 0.55, 0.2  # squares: a button's width is one, and for each letter the other
DONE_WIDE = BUTTON + 4 * LETTER  # squares: of the button "Done"
MOST_ROWS = 4  # of equal buttons


class Tray:
    """The tray of a game; all its places follow from the initial state, so that it keeps its size.

    It shows those notes of the initial state that are numbers or words, and scores if the game
    counts any. Notes whose names begin with _ stay hidden.
    """

    area = "tray"

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        self.width = NARROW if len(game.design.places) else WIDE
        if len(game.design.places) and len(self._rows) > MOST_ROWS:
            self.width = BROAD
            del self._rows

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """The names of the notes that are shown in lines of their own."""
        notes = self.game.initial_state().notes
        return tuple(
            name
            for name, value in notes.items()
            if not name.startswith("_") and (value is None or isinstance(value, int | str))
        )

    @cached_property
    def of_seats(self) -> tuple[str, ...]:
        """The names of the notes that have a value for each seat."""
        notes, seats = self.game.initial_state().notes, set(self.game.seats)
        return tuple(
            name
            for name, value in notes.items()
            if isinstance(value, FrozenDict) and set(value) == seats and name[0] != "_"
        )

    @cached_property
    def scored(self) -> bool:
        """True if a function of the game uses the score."""
        return any("score" in code.co_names for code in codes_of(type(self.game.design)))

    @cached_property
    def buttons(self) -> tuple[tuple[str, str], ...]:
        """The id and name of each button."""
        found = [("roll", "Roll")] if self.game.dice and "roll" not in self.game.words else []
        if any(stage.secret for stage in self.game.stages.values()):
            found += [(f"seat {seat}", seat) for seat in self.game.seats]
        return (*found, *((str(word), str(word)) for word in self.game.words))

    @cached_property
    def _rows(self) -> tuple[tuple[float, ...], ...]:
        """The widths of the buttons of each row: equal ones in columns, if these need few rows."""
        names = [name for _, name in self.buttons]
        needed = [BUTTON + LETTER * len(name) for name in names]
        room = self.width - 0.3
        columns = max(1, min(6, len(names) or 1, int(room / max(needed, default=room))))
        if -(-len(names) // columns) <= MOST_ROWS:
            equal = ((self.width - 0.4) / columns - 0.1,) * columns
            return tuple(equal[: len(names) - first] for first in range(0, len(names), columns))
        rows: list[list[float]] = [[]]
        for width in needed:
            if rows[-1] and sum(rows[-1]) + len(rows[-1]) * 0.1 + width > room:
                rows.append([])
            rows[-1].append(min(width, room))
        return tuple(map(tuple, rows))

    def button_at(self, number: int) -> tuple[float, float]:
        """Return the place of a button; the one after the last has a row of its own."""
        for row, widths in enumerate(self._rows):
            if number < len(widths):
                x = 0.2 + sum(widths[:number]) + 0.1 * number + (widths[number] + 0.1) / 2
                return round(x, 2), round(self._tops["buttons"] + BUTTON_HIGH * (row + 0.5), 2)
            number -= len(widths)
        width = self.button_width(len(self.buttons)) + 0.1
        y = self._tops["buttons"] + BUTTON_HIGH * (len(self._rows) + 0.5)
        return round(0.2 + width / 2, 2), round(y, 2)

    def button_width(self, number: int) -> float:
        """Return the width of a button; "Done" after the last is as wide as the first, or wider."""
        widths = [width for row in self._rows for width in row]
        return round(widths[number] if number < len(widths) else max([*widths[:1], DONE_WIDE]), 2)

    @cached_property
    def _tops(self) -> Mapping[str, float]:
        """The top of each part."""
        tops, y = {}, HEAD
        rows = len(self._rows)
        more = self.game.shape.more or self.game.shape.least < len(self.game.shape.names)
        more |= bool(self.game.design.known_tiles)
        more |= any(name.startswith("ask_") for name in dir(self.game.design))
        for part, high in (
            ("seats", SEAT_HIGH * len(self.game.seats)),
            ("notes", NOTE_HIGH * len(self.notes)),
            ("dice", DICE_HIGH if self.game.dice else 0),
            ("buttons", BUTTON_HIGH * (rows + more)),
        ):
            tops[part] = y
            y += high
        return {**tops, "end": y + GAP}

    @property
    def height(self) -> float:
        """The height of the tray."""
        return round(self._tops["end"], 2)

    def seat_at(self, seat: str) -> tuple[float, float]:
        """Return the place of a seat's pawn."""
        row = self.game.seats.index(seat)
        return 0.6, round(self._tops["seats"] + SEAT_HIGH * (row + 0.5), 2)

    def pieces(self, state: State) -> Iterator[Piece]:
        """Yield the seats with scores, the notes and the dice."""
        suits = seat_suits(self.game.seats)
        for seat in self.game.seats:
            x, y = self.seat_at(seat)
            yield Piece(f"seat-{seat}", "pawn", x, y, self.area, suit=suits[seat], scale=0.85)
            figures = ", ".join(self._figures(state, seat))
            apart = 0.22 if len(seat) + len(figures) > LONGEST_LINE else 0.0  # on two lines
            yield Piece(f"name-{seat}", "line-bold", x + 0.6, round(y - apart, 2), self.area,
                        label=capitalise(seat))  # fmt: skip
            scale = round(min(1.0, LONGEST_LINE / max(1, len(figures))), 2)
            yield Piece(f"score-{seat}", "line-right", self.width - 0.25, round(y + apart, 2),
                        self.area, label=figures, scale=scale)  # fmt: skip
        for row, name in enumerate(self.notes):
            y = round(self._tops["notes"] + NOTE_HIGH * (row + 0.5), 2)
            text = f"{_words(name)}: {_value(state.notes.get(name))}"
            yield Piece(f"note-{name}", "line-left", 0.3, y, self.area, label=text)
        yield from self._dice(state, suits[state.seat])

    def _figures(self, state: State, seat: str) -> Iterator[str]:
        """Yield the score and the notes of a seat, and that it has chosen in secret."""
        if seat in state.chosen:
            yield "chosen"
        if self.scored:
            yield str(state.score[seat])
        for name in self.of_seats:
            value = (state.notes.get(name) or {}).get(seat, "")
            yield f"{_words(name)} {value}" if self.scored or len(self.of_seats) > 1 else str(value)

    def _dice(self, state: State, suit: str) -> Iterator[Piece]:
        count = len(self.game.dice)
        y = round(self._tops["dice"] + DICE_HIGH / 2, 2)
        scale = round(min(1.0, (self.width - 0.4) / (0.85 * max(count, 1))), 2)
        for number in range(count):
            x = round(0.6 + number * 0.85 * scale, 2)
            face = state.dice[number] if number < len(state.dice) else ""
            known = face in ("null", "ace", "1", "2", "3", "4", "5", "6")
            sprite = "die" if known else "die-number" if face else "die-suit"
            yield Piece(f"die-{number}", sprite, x, y, self.area, suit=suit,
                        face=face if known else "", label="" if known else face, scale=scale,
                        faded=not face)  # fmt: skip

    def lines(self, state: State) -> Iterator[str]:
        """Yield the scores and notes in words."""
        for seat in self.game.seats:
            figures = ", ".join(self._figures(state, seat))
            if figures:
                yield f"{capitalise(seat)} has {figures}"
        for name in self.notes:
            yield capitalise(f"{_words(name)}: {_value(state.notes.get(name))}")


def _words(name: str) -> str:
    return name.replace("_", " ")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None or value == "" else str(value)


def tray_of(game: BoardGame) -> Tray:
    """Return the tray of a game, which every picture of it shares."""
    tray: Tray | None = game.__dict__.get("_tray")
    if tray is None:
        tray = game.__dict__["_tray"] = Tray(game)
    return tray
