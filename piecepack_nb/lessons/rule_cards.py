"""Rule cards: changed rules to switch on, each with a clause that is cited.

Tic-tac-toe has ten, in a class of its own; any other class gets those of ``ready`` that fit it. A
card is an option of the class, so the table's rules panel switches it on, the board goes on from
where it is, and the lab measures it: ``pp.difference("tic_tac_toe_cards", lose=True)``.
"""

from __future__ import annotations

from collections.abc import Iterator
from inspect import signature
from itertools import pairwise, product
from typing import Any

from piecepack_nb.core.registry import register
from piecepack_nb.design import Board, Places, Table, option, ready
from piecepack_nb.design.remedies import closed_card, draws_card, fall_card, lose_card


def with_cards(cls: type[Board]) -> type[Board]:
    """Return a class with the ready-made rule cards that fit it, registered as NAME_cards."""
    parts: dict[str, Any] = {"lose": lose_card(), "draws": draws_card()}
    places = cls.places
    if isinstance(places, Places) and places and "why_not" in dir(cls):
        parts["closed"] = closed_card([*places][len(places) // 2])
        if places.kind == "squares" and len(signature(cls.move).parameters) == PLACING:
            parts["fall"] = fall_card()
    parts = {name: card for name, card in parts.items() if not hasattr(cls, name)}
    game = cls.as_game()
    made = cls.with_parts(f"{game.name}_cards", {"title": game.title, **parts})
    register(made)
    return made


PLACING = 3
"""The parameters of a function ``move`` that puts a piece on a place: self, table, place."""
LINE = 3
EACH = 3
"""The pieces of a seat in a line, and of a seat on the board with the card *place, then move*."""
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


def _card(help: str, clause: str, words: str) -> Any:
    """Declare a card, off at first."""
    return option(False, help, clause, words=words)


@register
class TicTacToeCards(Board):
    """Tic-tac-toe, whose cards change one rule each."""

    title = "Tic-tac-toe with rule cards"
    rulebook = """
        TC-1 Place. Put a piece on an empty place.
        TC-2 Line. Three of your pieces in a line, straight or diagonal, win.
        TC-3 Full board. When the board is full, the game is a draw.
        TC-4 Three lose. Card: who makes three in a line loses.
        TC-5 Round the edges. Card: lines go on at the other side of the board.
        TC-6 Place, then move. Card: each has three pieces; then move one to any empty place.
        TC-7 Big board. Card: the board has five by five places, and four in a line count.
        TC-8 No diagonals. Card: only straight lines count.
        TC-9 Falling. Card: pieces fall to the lowest empty place of their file.
        TC-10 Empty middle. Card: nobody may put a piece in the middle.
        TC-11 Capture. Card: a single enemy between two of your own, in a straight line, is taken.
        TC-12 Vanish. Card: who puts a fourth piece takes their oldest one from the board.
        TC-13 Draws. Card: a full board wins for moons, who moves second.
        """
    lose = _card("Who makes three in a line loses.", "TC-4", "Three lose")
    wrap = _card("Lines go on at the other side of the board.", "TC-5", "Round the edges")
    shift = _card("Each has three pieces, and then moves one.", "TC-6", "Place, then move")
    big = _card("Five by five places, and four in a line.", "TC-7", "Big board")
    straight = _card("Only straight lines count.", "TC-8", "No diagonals")
    fall = _card("Pieces fall to the lowest empty place.", "TC-9", "Falling")
    hollow = _card("Nobody may put a piece in the middle.", "TC-10", "Empty middle")
    capture = _card("A single enemy between two of your own is taken.", "TC-11", "Capture")
    vanish = _card("Each has three pieces; the oldest goes.", "TC-12", "Vanish")
    second = _card("A full board wins for moons.", "TC-13", "Draws win for the second")

    def places(self) -> Places:
        """Return the board: three by three, or with the card five by five."""
        return Board.squares(5, 5) if self.big else Board.squares(3, 3)

    def setup(self, table: Table) -> None:
        """Begin to note the order of the pieces, for the card *vanish*."""
        table.order = []

    def tries(self, table: Table) -> Iterator[tuple[str, ...]]:
        """Yield the places or, once all pieces are placed with the card, moves of a piece."""
        if self._shifts(table):
            yield from product(table.of(table.seat), table.places)
        else:
            yield from ((place,) for place in table.places)

    def why_not(self, table: Table, place: str, to: str | None = None) -> str | None:
        """Refuse a place that is taken, and what a card forbids."""
        if self._shifts(table):
            if to is None:
                return f"TC-6 you have {EACH} pieces: choose one, then where it goes"
            if table[place] != table.seat:
                return f"TC-6 {place} has no piece of {table.seat}"
        elif to is not None:
            return "TC-1 put a piece on one place" if not self.shift else (
                f"TC-6 put {EACH} pieces before you move one")  # fmt: skip
        end = to or place
        if self.hollow and end == self._middle:
            return f"TC-10 {end} is the middle, which stays empty"
        why: str | None = ready.on_empty(table, end, clause="TC-1")
        if self.fall and why is None:
            why = ready.gravity(table, end, clause="TC-9")
        return why

    def move(self, table: Table, place: str, to: str | None = None) -> None:
        """Put or move a piece; the cards then take pieces."""
        end = to or place
        if to is not None:
            table.take(place)
            table.order.remove(place)
        table[end] = table.seat
        table.order.append(end)
        if self.capture or self.vanish:  # the cards may say more, so this is said first
            table.say(f"TC-1 {table.seat} plays {'-'.join(filter(None, (place, to)))}.")
        for enemy in ready.enclosed(table, end, custodian=True) if self.capture else ():
            self._remove(table, enemy, f"TC-11 {table.seat} takes {enemy}.")
        own = [each for each in table.order if table[each] == table.seat]
        if self.vanish and len(own) > EACH:
            self._remove(table, own[0], f"TC-12 the piece on {own[0]} vanishes.")

    def winner(self, table: Table) -> Any:
        """End the game with a line, or a full board."""
        for line in self._lines(table):
            owner = table[line[0]]
            if owner and all(table[place] == owner for place in line):
                made = f"{owner} has {' '.join(sorted(line))} in a line"
                rival = next(seat for seat in table.seats if seat != owner)
                clause = "TC-5" if self.wrap and not self._plain(line) else "TC-2"
                return (rival, f"TC-4 {made} and loses.") if self.lose else (
                    owner, f"{clause} {made}.")  # fmt: skip
        if [each for each in table.empty if not (self.hollow and each == self._middle)]:
            return None
        return (table.seats[1], "TC-13 the board is full: moons wins.") if self.second else (
            None, "TC-3 the board is full: a draw.")  # fmt: skip

    # --- of the cards -----------------------------------------------------------------------------

    @property
    def _middle(self) -> str:
        return "c3" if self.big else "b2"

    def _shifts(self, table: Table) -> bool:
        return bool(self.shift) and len(table.of(table.seat)) >= EACH

    def _remove(self, table: Table, place: str, said: str) -> None:
        table.take(place)
        table.order.remove(place)
        table.say(said)

    def _lines(self, table: Table) -> Iterator[tuple[str, ...]]:
        """Yield the lines that count, under the cards that are on."""
        wide = 5 if self.big else 3
        long = LINE + 1 if self.big else LINE
        steps = STEPS[:2] if self.straight else STEPS
        for x, y, (right, up) in product(range(wide), range(wide), steps):
            cells = [(x + right * n, y + up * n) for n in range(long)]
            if self.wrap or all(0 <= each < wide for cell in cells for each in cell):
                yield tuple(f"{'abcde'[a % wide]}{b % wide + 1}" for a, b in cells)

    def _plain(self, line: tuple[str, ...]) -> bool:
        """Return True for a line that doesn't go round an edge."""
        steps = {(ord(b[0]) - ord(a[0]), int(b[1]) - int(a[1]))
                 for a, b in pairwise(line)}  # fmt: skip
        return len(steps) == 1
