"""Slips that no function notices: a word that is spelt nearly as the one that was meant.

Each is legal, and some are meant, so only a check of the game names them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from piecepack_nb.core.steps import Step
from piecepack_nb.design.game import BoardGame
from piecepack_nb.design.hooks import call, codes_of, hook_of, lookups
from piecepack_nb.design.piles import OWNER
from piecepack_nb.design.table import State, owner_of

CLOSE = 0.74
"""The likeness, from 0 to 1, of two words of which one may be meant for the other."""


class Seen:
    """The pieces and values that were on the tables of a class's games."""

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        first = game.initial_state()
        self.early = set(first.notes)
        """The notes that ``setup`` makes."""
        self.notes = set(first.notes)
        self.pieces: set[str] = set()
        self.see(first)

    def see(self, state: State) -> None:
        """Keep the names of the notes and pieces of a state."""
        self.notes.update(state.notes)
        for piece in (*state.pieces.values(), *(p for top in state.tops.values() for p in top)):
            names = piece if isinstance(piece, tuple) else (piece,)
            self.pieces.update(each for each in names if isinstance(each, str))

    def slip(self) -> str:
        """Return the first slip, with what may be meant; "" for none."""
        found = (
            self._late_notes(), self._nobodys_pieces(), self._unused_looks(),
            self._scores_of_nobody(), self._lone_edges(),
        )  # fmt: skip
        return next((text for slips in found for text in slips), "")

    def _late_notes(self) -> Iterator[str]:
        """Yield notes that ``setup`` hasn't made and nothing reads, spelt nearly as one of it."""
        codes = codes_of(self.game.design_class)
        found = [each for code in codes for each in lookups(code) if not each.stored]
        for note in sorted(self.notes - self.early - {each.name for each in found}):
            if near := nearly(note, self.early):
                yield f"table.{note} is set and never read; is table.{near} meant?"

    def _nobodys_pieces(self) -> Iterator[str]:
        """Yield pieces that nobody owns, spelt nearly as a seat, and declared nowhere."""
        known = {*self.game.piles.cards, *self.game.design.known_tiles, *self._looks}
        for piece in sorted(self.pieces - known):
            if owner_of(piece, self.game.seats) is None:
                for seat in filter(None, (nearly(w, self.game.seats) for w in piece.split())):
                    yield f"the piece {piece!r} is nobody's; is {seat!r} meant?"

    def _unused_looks(self) -> Iterator[str]:
        """Yield names in ``pieces`` that no piece had, spelt nearly as one that was there."""
        for piece in sorted(self._looks.keys() - self.pieces):
            if near := nearly(piece, self.pieces - self._looks.keys()):
                some = f"the part pieces has a look for {piece!r}, which no piece is"
                yield f"{some}; is {near!r} meant?"

    def _scores_of_nobody(self) -> Iterator[str]:
        """Yield names in ``score`` that are spelt nearly as a seat that isn't in it."""
        state = self.game.initial_state()
        if not state.in_setup and hook_of(self.game.design, "score"):
            names = call(self.game.design, "score", self.game.table(state, "")) or ()
            for name in names:
                if near := nearly(name, {*self.game.seats} - {*names}):
                    yield f"the function score has a number for {name!r}; is {near!r} meant?"

    def _lone_edges(self) -> Iterator[str]:
        """Yield kinds of edges that one side of one tile has, spelt nearly as another kind."""
        tiles = [tile for tile in self.game.design.known_tiles.values() if not tile.angle]
        counts = Counter(kind for tile in tiles for kind in tile.sides if kind)
        for kind in [each for each, count in counts.items() if count == 1]:
            if near := nearly(kind, counts.keys() - {kind}):
                name = next(tile.name for tile in tiles if kind in tile.sides)
                yield f"the tile {name!r} has an edge {kind!r}; is {near!r} meant?"

    @property
    def _looks(self) -> Mapping[str, Any]:
        looks = self.game.design.pieces
        return looks if isinstance(looks, Mapping) else {}


def nearly(word: str, known: Iterable[str]) -> str:
    """Return the name that is spelt nearly as a word, but not just so; "" for none."""
    names = set(known)
    close = [] if word in names else get_close_matches(str(word), sorted(names), 1, CLOSE)
    return close[0] if close else ""


def drawn_openly(game: BoardGame, steps: Iterable[Step], before: State, after: State) -> str:
    """Return that a card which all saw drawn is in a hand now, as if only its seat saw it; or "".

    Nothing is wrong where the class says in its own words who draws what.
    """
    hands = [pile for pile, kind in game.piles.kind.items() if kind.seen_by == OWNER]
    for step in steps:
        event = step.event
        said = event.template.removeprefix("{Seat} draws ")
        if event.kind != "draw" or "seen_by" in event.data or "{" in said:
            continue
        for pile in hands:
            card = event.data["card"]
            if after.piles[pile].count(card) > before.piles[pile].count(card):
                return (
                    f"all see that {card!r} is drawn, and then it is in the {pile}; "
                    f'expected table.draw(…, to="{pile}"), which only its seat sees'
                )
    return ""
