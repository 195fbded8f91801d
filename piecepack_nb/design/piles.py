"""Decks, bags, hands and rows of cards, and what each seat sees of them.

Vocabulary
    pile     cards (or tiles, coins …) that belong together, under a name: "deck", "hand ann"
    kind     a pile's declaration in the class: ``deck = Board.deck("jack queen king")``
    hidden   drawn at random, and seen by nobody (a deck, a bag); or seen by its seat (a hand)
    known    a card of a hidden pile that some seats have seen
    "?"      a card that a seat doesn't know
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import RandomChoice

UNKNOWN = "?"
MOST_CARDS = 500
NOBODY, OWNER, ALL = "nobody", "owner", "all"
VALUES = ("count", "rank", "title", "symbol", "text")
"""The values of a card that the package uses; a class may add others, such as ``cost``."""
SUITS = "clubs diamonds hearts spades"
RANKS = "2 3 4 5 6 7 8 9 10 jack queen king ace"


Cards = tuple[str, ...]


class Card(Mapping[str, Any]):
    """A card of a deck: its name, and the values that its class gives it, such as ``card.cost``."""

    def __init__(self, name: str, values: Mapping[str, Any]) -> None:
        self.name = name
        self._values = dict(values)

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Any:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __getattr__(self, name: str) -> Any:
        """Return a value; raise AttributeError with those that there are."""
        if name.startswith("_") or name not in self._values:
            raise AttributeError(f"the card {self.name!r} has no {name!r}; it has {self._named()}")
        return self._values[name]

    def _named(self) -> str:
        return ", ".join(("name", *self._values))

    def __repr__(self) -> str:
        return f"<Card {self.name}>"


class PileKind(NamedTuple):
    """A pile that a class declares, or one for each seat."""

    word: str
    """Its kind: "deck", "bag", "hand", "row" or "discard"."""
    cards: Cards = ()
    """The cards in it before the game, in their order of rank."""
    seen_by: str = ALL
    """Who sees its cards: NOBODY, its OWNER, or ALL."""
    each: bool = False
    """True for one pile for each seat."""
    values: Mapping[str, Card] = FrozenDict()
    """The cards with their values, by name."""

    @property
    def drawn_at_random(self) -> bool:
        """True for a pile whose order nobody knows; of others the last card is the top one."""
        return self.seen_by != ALL


def deck(cards: Any = None, /, **counts: int) -> Any:
    """Return a pile of cards face down, which is shuffled: a draw is a chance move.

    The cards are names in a text or a list, from the lowest to the highest; or a mapping from name
    to how many there are, or to values such as ``{"count": 2, "cost": 3, "text": "…"}``; or named
    counts: ``Board.deck(knight=5, monopoly=2)``. Raises BadInput for other cards, and for more
    than 500.
    """
    return _hidden("deck", cards, counts)


def bag(cards: Any = None, /, **counts: int) -> Any:
    """Return a bag of tiles, tokens or coins, drawn blindly; the arguments are as for ``deck``."""
    return _hidden("bag", cards, counts)


def standard_deck(suits: str = SUITS, ranks: str = RANKS) -> Any:
    """Return a deck of cards such as "7 hearts", each with its ``suit`` and ``rank``.

    ``rank`` counts from 2 for the first of ``ranks``, so that a "7" has the rank 7.
    """
    cards = {
        f"{name} {suit}": {"suit": suit, "rank": rank}
        for rank, name in enumerate(ranks.split(), 2)
        for suit in suits.split()
    }
    return _hidden("deck", cards, {})


def hand() -> Any:
    """Return a hand of cards for each seat, which only that seat sees."""
    return PileKind("hand", seen_by=OWNER, each=True)


def row(each: bool = False) -> Any:
    """Return a row of open cards, such as a market; with ``each``, one before each seat."""
    return PileKind("row", each=each)


def discard(each: bool = False) -> Any:
    """Return a pile of open cards of which the last is on top; with ``each``, one for each seat."""
    return PileKind("discard", each=each)


def _hidden(word: str, cards: Any, counts: Mapping[str, Any]) -> PileKind:
    """Return a pile that nobody sees, of the cards that a class gives."""
    given = counts if cards is None else cards
    if isinstance(given, str):
        given = given.split()
    if isinstance(given, Mapping):
        listed = {str(name): _card_values(name, each) for name, each in given.items()}
        names = [name for name, values in listed.items() for _ in range(values["count"])]
    elif isinstance(given, list | tuple):
        names = [check_card("a card", each) for each in given]
        listed = {name: {} for name in names}
    else:
        raise invalid(f"the cards of the {word}", cards, "names, or counts by name")
    if not 1 <= len(names) <= MOST_CARDS:
        raise invalid(f"the number of cards of the {word}", len(names), f"1 to {MOST_CARDS}")
    for name in listed:
        check_card("a card", name)
    order = {name: place for place, name in enumerate(listed)}
    values = {name: Card(name, {"rank": order[name], **given}) for name, given in listed.items()}
    return PileKind(word, tuple(names), NOBODY, values=FrozenDict(values))


def _card_values(name: object, given: object) -> dict[str, Any]:
    """Return a card's values, with the number of such cards."""
    values = dict(given) if isinstance(given, Mapping) else {"count": given}
    values.setdefault("count", 1)
    if type(values["count"]) is not int or not 0 <= values["count"] <= MOST_CARDS:
        raise invalid(f"the number of {name!r}", values["count"], f"0 to {MOST_CARDS}")
    return values


def check_card(where: str, name: object) -> str:
    """Return the name of a card; raise BadInput for what can't be one in the text of a move."""
    words = isinstance(name, str) and name == " ".join(name.split()) and 0 < len(name) <= 40
    if not words or not str(name).isprintable() or set("-,?") & set(str(name)):
        raise invalid(where, name, "a name without a hyphen, comma or question mark")
    return str(name)


class InPile(NamedTuple):
    """The kind of a part of a move that is a card of a pile: ``card = card_of("hand")``."""

    pile: str


def card_of(pile: str) -> Any:
    """Declare a part of a move that is a card in a pile.

    ``card = card_of("hand")`` is for ``move(self, table, card)``. Of piles that each seat has, it
    is the pile of the seat that moves. Raises BadInput for anything but a name.
    """
    if not isinstance(pile, str):
        raise invalid("the pile of a card", pile, "the name of a deck, hand or row of the class")
    return InPile(pile)


# --- The piles of a game -------------------------------------------------------------------------

KnownCards = FrozenDict[str, tuple[tuple[str, str], ...]]
"""The known cards of each hidden pile: pairs of a card and a seat that has seen it, in order; the
seat "" stands for everybody."""


class Piles:
    """The piles of a game under some rules: their kinds, owners and cards."""

    def __init__(self, kinds: Mapping[str, PileKind], seats: Sequence[str]) -> None:
        self.kinds = dict(kinds)
        self.seats = tuple(seats)
        self.owner: dict[str, str] = {}
        """The seat of each pile, by its full name; "" for one that all share."""
        self.kind: dict[str, PileKind] = {}
        """The kind of each pile, by its full name."""
        for name, kind in self.kinds.items():
            for seat in self.seats if kind.each else ("",):
                full = f"{name} {seat}".strip()
                self.owner[full], self.kind[full] = seat, kind
        self.cards: dict[str, Card] = {}
        for kind in self.kinds.values():
            self.cards.update(kind.values)
        self.names = tuple(self.cards)
        self._places = {name: place for place, name in enumerate(self.names)}

    def __bool__(self) -> bool:
        return bool(self.kinds)

    @property
    def hidden(self) -> bool:
        """True if a seat doesn't see some of the piles."""
        return any(kind.seen_by != ALL for kind in self.kinds.values())

    def start(self) -> FrozenDict[str, Cards]:
        """Return the piles before the game."""
        return self.frozen({name: kind.cards for name, kind in self.kind.items()})

    def full_name(self, name: str, seat: str) -> str:
        """Return the full name of a pile, by default that of ``seat``; raise BadInput for none."""
        full = name if name in self.kind else f"{name} {seat}"
        if full not in self.kind:
            known = ", ".join(self.kind)
            expected = (
                f"one of {known}" if known else "a pile of the class, as deck = Board.deck(…)"
            )
            raise invalid("the pile", name, expected)
        return full

    def sees(self, seat: str, pile: str) -> bool:
        """Return True if a seat sees all cards of a pile."""
        seen_by = self.kind[pile].seen_by
        return seen_by == ALL or (seen_by == OWNER and bool(seat) and self.owner[pile] == seat)

    def frozen(self, piles: Mapping[str, Sequence[str]]) -> FrozenDict[str, Cards]:
        """Return piles as a state keeps them; raise BadInput for what is no card of the game."""
        for name, cards in piles.items():
            for card in cards:
                if card not in self.cards and card != UNKNOWN:
                    raise no_such_card(card, name, self.names)
        return FrozenDict((name, self._ordered(name, cards)) for name, cards in piles.items())

    def _ordered(self, pile: str, cards: Sequence[str]) -> Cards:
        """Return the cards of a pile; where their order means nothing, by rank in the deck."""
        if self.kind[pile].seen_by == ALL:
            return tuple(cards)
        return tuple(sorted(cards, key=lambda card: self._places.get(card, len(self._places))))

    # --- what a seat sees ---------------------------------------------------------------------

    def seen(
        self, piles: Mapping[str, Cards], known: KnownCards, seat: str
    ) -> FrozenDict[str, Cards]:
        """Return the piles as a seat sees them: the cards that it doesn't know are "?", last."""
        return FrozenDict(
            (name, cards if self.sees(seat, name) else self._known_first(cards, known, name, seat))
            for name, cards in piles.items()
        )

    def _known_first(self, cards: Cards, known: KnownCards, pile: str, seat: str) -> Cards:
        seen = [card for card, who in known.get(pile, ()) if who == seat]
        return (*seen, *(UNKNOWN,) * (len(cards) - len(seen)))

    def known_left(
        self, piles: Mapping[str, Cards], known: Mapping[str, Iterable[tuple[str, str]]]
    ) -> KnownCards:
        """Return the known cards without those that have left their piles."""
        left = {}
        for name, pairs in known.items():
            there, kept = Counter(piles.get(name, ())), []
            counted: Counter[tuple[str, str]] = Counter()
            for pair in sorted(pairs):
                counted[pair] += 1
                if counted[pair] <= there[pair[0]]:
                    kept.append(pair)
            if kept:
                left[name] = tuple(kept)
        return FrozenDict(left)

    def gone(self, before: Mapping[str, Cards], after: Mapping[str, Cards], gone: Cards) -> Cards:
        """Return the cards that have left all piles in sight of all, with those ``gone`` before."""
        if not gone and sum(map(len, before.values())) == sum(map(len, after.values())):
            return gone
        old, new = (Counter(_cards_of(piles)) for piles in (before, after))
        shown, left = (Counter(_cards_of(self._open(piles))) for piles in (before, after))
        gone_now = Counter(gone) + ((old - new) & (shown - left)) - (new - old)
        return tuple(sorted(gone_now.elements()))

    def _open(self, piles: Mapping[str, Cards]) -> dict[str, Cards]:
        """Return the piles that all see."""
        return {name: cards for name, cards in piles.items() if self.kind[name].seen_by == ALL}

    # --- what a seat could imagine ------------------------------------------------------------

    def imagined(
        self, piles: Mapping[str, Cards], elsewhere: Iterable[str], pick: RandomChoice
    ) -> tuple[FrozenDict[str, Cards], list[str]]:
        """Return the piles with a random card for each "?", and the cards that are left.

        The cards are those of the decks and bags that are neither seen in the piles nor
        ``elsewhere``; in a deck there are only cards of its own.
        """
        pools = self._unseen((*elsewhere, *_cards_of(piles)))
        filled: dict[str, Cards] = {}
        for name in sorted(piles, key=lambda name: name not in pools):
            own = [name] if name in pools else list(pools)
            filled[name] = tuple(
                card if card != UNKNOWN else _from_pools(pools, own, f"{name} {place}", pick)
                for place, card in enumerate(piles[name])
            )
        left = [card for pool in pools.values() for card in pool]
        return FrozenDict((name, filled[name]) for name in piles), left

    def _unseen(self, seen: Iterable[str]) -> dict[str, list[str]]:
        """Return the cards of each deck without those that are seen."""
        left = {name: Counter(kind.cards) for name, kind in self.kinds.items() if kind.cards}
        for card in seen:
            pool = next((pool for pool in left.values() if pool[card] > 0), None)
            if pool is not None:
                pool[card] -= 1
        return {name: list(pool.elements()) for name, pool in left.items()}


def _cards_of(piles: Mapping[str, Cards]) -> Iterator[str]:
    """Yield the cards of all piles."""
    return chain.from_iterable(piles.values())


def _from_pools(
    pools: Mapping[str, list[str]], own: Iterable[str], name: str, pick: RandomChoice
) -> str:
    """Take a random card out of some pools; return "?" if there is none."""
    options = [(pool, card) for pool in own for card in pools[pool]]
    if not options:
        return UNKNOWN
    pool, card = pick(name, options)
    pools[pool].remove(card)
    return str(card)


def no_such_card(card: object, pile: str, cards: Sequence[str]) -> BadInput:
    """Return the error for a card that isn't in a pile."""
    return invalid(f"the card of the {pile}", card, "one of " + (", ".join(cards) or "none"))
