"""Cards drawn: hands as fans, open rows, and decks, bags and discards as piles with a number.

Vocabulary
    line   a part of the area from left to right: the piles that all share, or those of a seat
    strip  the part of a line that a pile has
    index  the few letters in a card's corner, which stay in sight in a fan
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from piecepack_nb.core.wording import capitalise, count_noun, join_list
from piecepack_nb.design.game import BoardGame
from piecepack_nb.design.looks import (
    HUES,
    NAMED_HUES,
    TITLES,
    look_of,
    pieces_on,
    read_look,
    seat_suits,
)
from piecepack_nb.design.piles import NOBODY, UNKNOWN, Card, PileKind
from piecepack_nb.design.table import State
from piecepack_nb.design.tray import in_two
from piecepack_nb.scene.model import Mark, Piece, Spot

AREA = "cards"
CARD, TALL = 0.8, 1.12
"""The width and the height of a card in squares."""
LABEL, GAP, EDGE = 0.36, 0.14, 0.2
"""The height of the names above cards, the space between strips, and the margin, in squares."""
STACK, LEAST = 1.0, 2.6
"""The width of a pile with a number, and the least width of a row or hand."""
ALONE, LEAST_WIDE = 7.0, 4.6
"""The width of the area without a board, and beside a small one."""
MOST_BACKS = 12  # backs of a hand that are drawn; its number is said
FRENCH = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
RED = ("diamonds", "hearts")
LETTERS = {"jack": "J", "queen": "Q", "king": "K", "ace": "A", "joker": "★"}
COPY = re.compile(r" #\d+$")
"""The end of the spots of further cards of the same name."""


class Strip(NamedTuple):
    """Where a pile is drawn."""

    pile: str
    left: float
    right: float
    top: float
    """The upper edge of its cards."""


class CardArea:
    """The area of a game's cards; all its places follow from the class, so that it keeps its size.

    Lines of what all share come first, then one for each seat.
    """

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        places = game.design.places
        self.width = round(max(LEAST_WIDE, places.width), 2) if len(places) else ALONE

    @cached_property
    def _lines(self) -> list[list[tuple[str, PileKind]]]:
        """The piles of each line, by their full names."""
        piles = self.game.piles
        shared: list[list[tuple[str, PileKind]]] = []
        room = 0.0
        for name, kind in piles.kinds.items():
            if kind.each:
                continue
            need = (LEAST if kind.word == "row" else STACK) + GAP
            if not shared or need > room:
                shared.append([])
                room = self.width - 2 * EDGE
            shared[-1].append((name, kind))
            room -= need
        own = [(name, kind) for name, kind in piles.kinds.items() if kind.each]
        seats = [[(f"{name} {seat}", kind) for name, kind in own] for seat in self.game.seats]
        return [*shared, *(seats if own else [])]

    @cached_property
    def strips(self) -> Mapping[str, Strip]:
        """Where each pile is drawn, by its full name."""
        found, top = {}, EDGE
        for line in self._lines:
            fixed = sum(STACK for _, kind in line if kind.word != "row" and kind.word != "hand")
            wide = [kind for _, kind in line if kind.word in ("row", "hand")]
            rest = self.width - 2 * EDGE - GAP * (len(line) - 1) - fixed
            left = EDGE
            for name, kind in line:
                across = rest / len(wide) if kind in wide else STACK
                found[name] = Strip(name, round(left, 2), round(left + across, 2),
                                      round(top + LABEL, 2))  # fmt: skip
                left += across + GAP
            top += LABEL + TALL + GAP
        return found

    @property
    def height(self) -> float:
        """The height in squares."""
        return round(EDGE + len(self._lines) * (LABEL + TALL + GAP) + EDGE / 2, 2)

    # --- what is drawn ------------------------------------------------------------------------

    def pieces(self, state: State) -> Iterator[Piece]:
        """Yield the names of the piles and their cards."""
        for name, strip in self.strips.items():
            cards = state.piles[name]
            title = self._title(name, len(cards))
            if strip.left > EDGE and self.game.piles.owner[name]:  # the first names the seat
                title = capitalise(title.partition(", ")[2])
            yield Piece(f"pile-{name}", "line-left", strip.left + 0.04, strip.top - 0.17, AREA,
                        label=title, scale=0.62)  # fmt: skip
            if not cards:
                x, y = round(strip.left + CARD / 2, 3), round(strip.top + TALL / 2, 3)
                yield Piece(f"slot-{name}", "card-slot", x, y, AREA, scale=CARD, z=2)
            drawn = self._drawn(name, cards, self._open(state, name))
            for number, (card, left) in enumerate(drawn):
                at = round(left + CARD / 2, 3), round(strip.top + TALL / 2, 3)
                yield from self._card(card, at, 3 + number)

    def _title(self, name: str, count: int) -> str:
        kind, seat = self.game.piles.kind[name], self.game.piles.owner[name]
        words = name.removesuffix(f" {seat}").replace("_", " ") if seat else name.replace("_", " ")
        number = f": {count}" if kind.word != "row" else ""
        return f"{capitalise(seat)}, {words}{number}" if seat else f"{capitalise(words)}{number}"

    def _open(self, state: State, name: str) -> bool:
        """Return True for a pile that isn't always face down, or all of which was shown to all."""
        seen = [card for card, seat in state.known.get(name, ()) if not seat]
        shown = bool(seen) and sorted(seen) == sorted(state.piles[name])
        return shown or self.game.piles.kind[name].seen_by != NOBODY

    def _drawn(
        self, name: str, cards: tuple[str, ...], open_: bool = True
    ) -> list[tuple[str, float]]:
        """Return the cards of a pile that are drawn, each with its left edge."""
        strip, kind = self.strips[name], self.game.piles.kind[name]
        if not open_:
            return [(UNKNOWN, strip.left + 0.03 * n) for n in range(min(3, len(cards)))]
        if kind.word == "discard":
            return [(card, strip.left) for card in cards[-2:]]
        known = [card for card in cards if card != UNKNOWN]
        shown = [*known, *[UNKNOWN] * min(MOST_BACKS, len(cards) - len(known))]
        room = strip.right - strip.left - CARD
        step = min(CARD + 0.06, room / max(1, len(shown) - 1))
        return [(card, strip.left + number * step) for number, card in enumerate(shown)]

    def _card(self, name: str, at: tuple[float, float], z: int) -> Iterator[Piece]:
        card = self.game.piles.cards.get(name)
        own = self._own_look(card) if card is not None else self._own_back
        if own is not None:
            label = "" if card is None else card.name
            for piece in pieces_on(label, label, at, CARD, lambda _: own):
                yield piece._replace(area=AREA, z=z)
        elif card is None:
            yield Piece("card-back*", "card-back", *at, AREA, scale=CARD, z=z)
        else:
            yield Piece(f"card {name}*", self._face(card), *at, AREA, scale=CARD,
                        label=self._index(card), z=z)  # fmt: skip
            sprite, lines = centre_of(card)
            for line, words in enumerate(lines):
                y = round(at[1] + (line - (len(lines) - 1) / 2) * 0.23 * CARD, 3)
                yield Piece(f"centre{line} {name}*", sprite, at[0], y, AREA,
                            scale=CARD, label=words, z=z)  # fmt: skip

    def _face(self, card: Card) -> str:
        """Return the sprite of a card's face: a plain one has a band in the colour of its suit.

        One without a suit has a colour of its own; a colour that the suit or name says, such as
        "3 green", is that colour.
        """
        if card.get("suit") in FRENCH:
            return "card-red" if card["suit"] in RED else "card-ink"
        if card.get("symbol"):
            return "card-ink"
        suit = card.get("suit")
        said = [NAMED_HUES[word] for word in str(suit or card.name).split() if word in NAMED_HUES]
        if len(said) == 1:
            return f"card-plain-{said[0]}"
        number = self._suits.index(suit) if suit else self.game.piles.names.index(card.name)
        return f"card-plain-{number % len(HUES)}"

    @cached_property
    def _suits(self) -> list[Any]:
        """The suits of the cards, in their order."""
        suits = (card.get("suit") for card in self.game.piles.cards.values())
        return list(dict.fromkeys(filter(None, suits)))

    def _index(self, card: Card) -> str:
        """Return what is in a card's corner: "7♥", "K", its symbol, or the beginning of its name.

        That is one letter, or two where another card begins with the same one; of a card with a
        suit, the part of its name that is short: "suns 7" shows 7.
        """
        words = card.name.split()
        first = words[0]
        letters = (LETTERS.get(each, each) for each in (words if card.get("suit") else words[:1]))
        short = next((each for each in letters if len(each) < 3), "")
        if card.get("suit") in FRENCH:
            return f"{short or first[:1].capitalize()}{FRENCH[card['suit']]}"
        symbol = str(card.get("symbol") or "")
        if symbol and len(symbol) < 3:
            return symbol
        others = (name for name in self.game.piles.names if name != card.name)
        alike = any(name[:1].lower() == first[:1].lower() for name in others)
        return short or first[: 1 + alike].capitalize()

    def _own_look(self, card: Card) -> Any:
        """Return a card's look where it is another component, such as a tile or a coin."""
        design = self.game.design
        if card.name in design.known_tiles:
            return look_of(design, card.name)
        words = card.get("look")
        return None if words is None else read_look(str(words), seat_suits(design.seats))

    @cached_property
    def _own_back(self) -> Any:
        """The back of the components, where all cards are of one kind; None for cards."""
        looks = [self._own_look(card) for card in self.game.piles.cards.values()]
        if not looks or None in looks or len({look.component for look in looks}) > 1:
            return None
        return read_look(f"{looks[0].component} back", {})

    # --- what can be picked -------------------------------------------------------------------

    def places_of_cards(self, state: State) -> Iterator[tuple[str, str, Spot]]:
        """Yield each open card that is drawn with its pile and a spot without a role.

        The spot is what is in sight of it. That of a second card of a name ends with " #2".
        """
        seen: dict[str, int] = {}
        for name, strip in self.strips.items():
            if self.game.piles.kind[name].seen_by == NOBODY:
                continue
            drawn = self._drawn(name, state.piles[name])
            if self.game.piles.kind[name].word == "discard":
                drawn = drawn[-1:]
            for number, (card, left) in enumerate(drawn):
                if card == UNKNOWN:
                    continue
                seen[card] = seen.get(card, 0) + 1
                id = card if seen[card] == 1 else f"{card} #{seen[card]}"
                end = drawn[number + 1][1] if number + 1 < len(drawn) else left + CARD
                wide = min(CARD, end - left)
                values = self.game.piles.cards[card]
                yield name, card, Spot(
                    id, round(left + wide / 2, 3), round(strip.top + TALL / 2, 3), AREA,
                    round(wide, 3), TALL, f"{card}, {self._title(name, len(state.piles[name]))}",
                    tip=str(values.get("text", "")),
                )  # fmt: skip

    def marks(self, state: State, picks: tuple[str, ...]) -> Iterator[Mark]:
        """Yield a frame round each card that was picked."""
        wanted = {COPY.sub("", pick) for pick in picks}
        for _, card, spot in self.places_of_cards(state):
            if card in wanted:
                wanted.discard(card)
                yield Mark("selected", spot.x - spot.w / 2 + CARD / 2, spot.y, AREA)

    # --- in words -----------------------------------------------------------------------------

    def lines(self, state: State) -> Iterator[str]:
        """Yield the piles in words."""
        for name in self.game.piles.kind:
            cards, title = state.piles[name], self._title(name, 0).partition(":")[0]
            known = [card for card in cards if card != UNKNOWN]
            if not (known and self._open(state, name)):
                yield f"{title}: {count_noun(len(cards), 'card')}"
            elif len(known) < len(cards):
                yield f"{title}: {join_list(known)}, and {len(cards) - len(known)} unknown"
            else:
                yield f"{title}: {join_list(known)}"


def centre_of(card: Card) -> tuple[str, list[str]]:
    """Return the sprite and the lines in a card's middle: its symbol, or its title in one or two.

    The letters of a title are as large as its longest line allows.
    """
    if card.get("suit") in FRENCH:
        look = "red" if card["suit"] in RED else "ink"
        return f"centre-{look}-suit", [FRENCH[card["suit"]]]
    if card.get("symbol"):
        return "centre-ink-symbol", [str(card["symbol"])]
    title = str(card.get("title") or card.name)
    lines = in_two(title) if len(title) > max(TITLES) else [title]
    shown = [line if len(line) <= max(TITLES) else f"{line[: max(TITLES) - 1]}…" for line in lines]
    size = next(size for size in TITLES if max(map(len, shown)) <= size)
    return f"centre-title-{size}", shown


def card_area(game: BoardGame) -> CardArea:
    """Return the cards' area of a game with piles, which every picture of it shares."""
    area: CardArea | None = game.__dict__.get("_card_area")
    if area is None:
        area = game.__dict__["_card_area"] = CardArea(game)
    return area
