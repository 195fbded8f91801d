"""The table that a student's functions read and change: a copy of the state.

Vocabulary
    piece  what is on a place: a name such as "suns" or "suns king", a number, or a list of these
    top    a piece that lies on top of another one, or on an empty place: a claim, a rider
    notes  what the student's functions keep on the table, such as ``table.heap``
    cover  who sees a hidden piece, and what the others see in its place
    view   a table with only what a seat sees: what ``why_not``, bots and prompts get
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Die
from piecepack_nb.core.errors import BadInput, did_you_mean, invalid
from piecepack_nb.core.frozen import FrozenDict, quick_replace
from piecepack_nb.core.rules import Rules
from piecepack_nb.core.steps import Event
from piecepack_nb.core.wording import capitalise, count_noun, join_list, with_article
from piecepack_nb.design.clauses import Clauses
from piecepack_nb.design.moves import Pick
from piecepack_nb.design.piles import (
    ALL,
    MOST_CARDS,
    UNKNOWN,
    Card,
    Cards,
    KnownCards,
    Piles,
    no_such_card,
)
from piecepack_nb.design.places import Places
from piecepack_nb.design.tiles import Tile, plain, tile_in

POINTS = {"null": 0, "ace": 1}
DRAW = "draw"
MOST_SAID = 1_000  # sentences of one move
NO_CARDS = {
    UNKNOWN: ": this one is a card that the seat doesn't see",
    None: ": the pile that it was drawn from was empty",
}
"""The things that are no card, and why they may have been taken for one."""
MOST_NAME = 40  # characters of a piece's name
NEW = 4  # attributes of a table that nothing has changed


class Over(NamedTuple):
    """The end of the game."""

    winners: tuple[str, ...]
    clause: str
    text: str


PastMove = tuple[str, tuple[Any, ...] | None, bool | tuple[int, ...]]
"""A move of a seat, or of chance ("" and what it showed), and whether others don't learn it, or the
numbers of the picks that they don't learn; in a view they have None for it, or "?" for these."""


class Cover(NamedTuple):
    """A hidden piece on a place: the seats that see it, and what the others see there."""

    seen_by: tuple[str, ...]
    back: str
    """The piece that others see, such as "?"; "" if they don't see that a piece is there."""


class Pending(NamedTuple):
    """A function of the class that waits for a draw or a roll; it is called again with them."""

    hook: str
    """The function's name, such as "move_bid"."""
    kind: str
    """"setup", "begin", "rolled", "move", or "choices"."""
    seat: str
    picks: tuple[tuple[Pick | None, ...], ...]
    """The picks of the move; of a secret choice, those of each seat."""
    outcomes: tuple[tuple[str, ...], ...]
    """The outcomes of chance so far, draw by draw."""
    told: int
    """The number of its sentences that are steps already."""
    dice: tuple[Die, ...]
    """The draw or roll that is due now."""
    draws: bool
    base: State | None
    """The state before the function was called; None in a seat's view."""


@quick_replace
class State(NamedTuple):
    """The state of a game in one class."""

    turn: int
    seat: str
    pieces: FrozenDict[str, Any]
    score: FrozenDict[str, int]
    dice: tuple[str, ...] = ()
    """The faces that the dice show; () when they are not rolled yet."""
    notes: FrozenDict[str, Any] = FrozenDict()
    chosen: FrozenDict[str, tuple[Pick, ...]] = FrozenDict()
    """The secret picks of the seats that have chosen."""
    over: Over | None = None
    tops: FrozenDict[str, tuple[str, ...]] = FrozenDict()
    """The pieces that lie on top, by place, from bottom to top."""
    phase: str = ""
    """The phase, in a game with phases."""
    piles: FrozenDict[str, Cards] = FrozenDict()
    """The cards of each pile; those of hidden ones in alphabetical order, "?" if unknown."""
    known: KnownCards = FrozenDict()
    """The cards in hidden piles that seats have seen."""
    gone: Cards = ()
    """The cards that left all piles from an open one, and are in none since."""
    covers: FrozenDict[str, Cover] = FrozenDict()
    """The covers of hidden pieces, by place."""
    pending: Pending | None = None
    """The function that waits for a draw or roll."""
    out: tuple[str, ...] = ()
    """The seats that are out, for good or for the round."""
    past: tuple[PastMove, ...] = ()
    """The moves so far, in a game in which seats hide where pieces are."""
    viewer: str | None = None
    """The seat whose view this is, "" for what everybody sees; None for a whole state."""

    @property
    def in_setup(self) -> bool:
        """True while ``setup`` waits for chance: it hasn't made all its notes yet."""
        return self.pending is not None and self.pending.kind == "setup"


class PlacedReason(str):
    """A sentence that refuses a move, with the places that the board points at."""

    squares: tuple[str, ...] = ()

    @classmethod
    def of(cls, sentence: str, squares: tuple[str, ...]) -> PlacedReason:
        """Return the sentence with its places."""
        reason = cls(sentence)
        reason.squares = squares
        return reason


class Said(NamedTuple):
    """A sentence that a hook said, with the state at that moment."""

    clause: str
    kind: str
    text: str
    state: State
    data: Mapping[str, Any] | None = None
    """The values for the sentence's {names}; None for a sentence without."""
    seen_by: tuple[str, ...] | None = None
    """The seats that learn it; None for all."""
    others: str = ""
    """The words that the other seats learn."""


class Due(BaseException):
    """Ends a function of the class that draws or rolls, until chance has made its move."""

    def __init__(self, dice: tuple[Die, ...], draws: bool) -> None:
        super().__init__()
        self.dice, self.draws = dice, draws


class Points(dict[str, int]):
    """The points of all seats; it says so where it is taken for a number, or for other seats'.

    It begins with all seats, and refuses a wrong entry at once, so that the line of code is named.
    """

    def __init__(self, score: Mapping[str, int]) -> None:
        super().__init__(score)
        self._seats = tuple(score)

    def __missing__(self, seat: object) -> int:
        """Raise BadInput for what is no seat, or has been deleted."""
        raise _no_seat_of_score(seat, tuple(self))

    def __setitem__(self, seat: str, points: int) -> None:
        """Set the points of a seat; raise BadInput for what is no seat, or no whole number."""
        check_points(seat, points, self._seats)
        super().__setitem__(seat, points)

    def __reduce__(self) -> tuple[Any, ...]:
        """Let copies be plain dictionaries, which are filled entry by entry."""
        return dict, (dict(self),)

    def _no_number(self, other: object) -> Any:
        """Raise BadInput: the points of which seat?"""
        raise BadInput(
            f"table.score has the points of each seat, {dict(self)}; expected one seat's: "
            f"table.score[table.seat]"
        )

    __add__ = __iadd__ = __sub__ = __isub__ = _no_number
    __lt__ = __le__ = __gt__ = __ge__ = _no_number


class BySeat(dict[str, list[str]]):
    """The cards of each seat's pile; it says so where it is taken for one list."""

    def __init__(self, pile: str, cards: Mapping[str, list[str]]) -> None:
        super().__init__(cards)
        self._pile = pile

    def _no_list(self, name: str) -> BadInput:
        one = f"table.{self._pile}[table.seat]"
        return BadInput(f"table.{self._pile} has a list for each seat; expected {one}{name}")

    def __getattr__(self, name: str) -> Any:
        """Raise BadInput for what only lists have, such as ``append``: the cards of which seat?"""
        raise self._no_list(f".{name}(…)") if hasattr(list, name) else AttributeError(name)

    def __missing__(self, seat: object) -> Any:
        """Raise BadInput for a key that is no seat."""
        raise invalid(f"the seat of table.{self._pile}", seat, f"one of {', '.join(self)}")

    def __iadd__(self, cards: object) -> Any:
        """Raise BadInput: the cards of which seat?"""
        raise self._no_list(" += …")


class Setting(NamedTuple):
    """The part of a game that its tables need."""

    seats: tuple[str, ...]
    places: Places
    rules: Rules
    clauses: Clauses
    piles: Piles
    phases: tuple[str, ...] = ()
    tiles: Mapping[str, Tile] = FrozenDict()
    """The tiles with edges, by name and turn."""
    teams: tuple[tuple[str, ...], ...] = ()
    dice: tuple[Die, ...] = ()
    """The dice that are rolled before each move."""


class Table:
    """The table that a function of a game gets: a copy of the state, to read and change freely."""

    _PARTS = frozenset(
        ("_setting", "_state", "_hook", "_seat", "_pieces", "_score", "_notes", "_tops", "_said",
         "_next", "_over", "_quiet", "_piles", "_known", "_covers", "_phase", "_dice", "_outcomes",
         "_out")
    )  # fmt: skip
    _OWN = (
        "seat", "turn", "seats", "places", "rules", "dice", "points", "score", "rival", "empty",
        "own", "tops", "phase", "playing",
    )  # fmt: skip

    _setting: Setting
    _state: State
    _hook: str
    _seat: str
    _pieces: dict[str, Any] | None = None
    _score: dict[str, int] | None = None
    _notes: dict[str, Any] | None = None
    """The notes that a function has set, and the lists and dicts that it may have changed."""
    _tops: dict[str, list[str]] | None = None
    _said: tuple[Said, ...] = ()
    _next: str | None = None
    _over: tuple[Any, str] | None = None
    _quiet: bool = False
    _piles: dict[str, list[str]] | None = None
    """The piles that a function has looked at, to be changed."""
    _known: dict[str, list[tuple[str, str]]] | None = None
    _covers: dict[str, Cover] | None = None
    _phase: str | None = None
    _out: tuple[str, ...] | None = None
    _dice: tuple[str, ...] | None = None
    _outcomes: list[tuple[str, ...]] | None = None
    """The outcomes of chance for this call, in order; None for a function that can't draw."""

    def __init__(
        self, setting: Setting, state: State, hook: str = "", seat: str = "", quiet: bool = False
    ) -> None:
        parts = self.__dict__  # past __setattr__, for tables are made often
        parts["_setting"] = setting
        parts["_state"] = state
        parts["_hook"] = hook
        parts["_seat"] = seat or state.seat
        if quiet:
            parts["_quiet"] = True

    @property
    def _untouched(self) -> bool:
        """True for a table that nothing has changed since it was made."""
        return len(self.__dict__) == NEW

    # --- the pieces ---------------------------------------------------------------------------

    def __getitem__(self, place: str) -> Any:
        """Return the piece on a place; None where there is none, 0 in an empty pit."""
        pieces = self._state.pieces if self._pieces is None else self._pieces
        piece = pieces.get(place)
        if piece is None:
            places = self._setting.places
            if place not in places.at:
                places.check(place)
            return 0 if places.kind == "pits" else None
        if type(piece) is tuple:
            piece = self._copied()[place] = self._as_tiles(piece)
        elif self._setting.tiles and isinstance(piece, str):
            return self._setting.tiles.get(piece, piece)
        return piece

    def __setitem__(self, place: str, piece: Any) -> None:
        """Put a piece on a place; None, 0 or an empty list clears it."""
        self._setting.places.check(place)
        check_piece(f"table[{place!r}]", piece)
        if piece is None or piece == 0 or piece == []:
            self._copied().pop(place, None)
        else:
            self._copied()[place] = plain(piece)
        if self._state.covers or self._covers:
            self._covered().pop(place, None)

    def __delitem__(self, place: str) -> None:
        self[place] = None

    def __contains__(self, place: str) -> bool:
        """Return True for a place with a piece."""
        return bool(self[place])

    def __iter__(self) -> Iterator[str]:
        """Yield the places that have pieces."""
        pieces = self._state.pieces if self._pieces is None else self._pieces
        places = self._setting.places
        return iter([place for place in places.in_order(pieces) if pieces[place]])

    def owner(self, place: str) -> str | None:
        """Return the seat whose piece is on a place (of a pile, the top one); None for none."""
        pieces = self._state.pieces if self._pieces is None else self._pieces
        piece = pieces.get(place)
        if piece is None:
            if place not in self._setting.places.at:
                self._setting.places.check(place)
            return None
        seats = self._setting.seats
        return piece if piece in seats else owner_of(piece, seats)

    def of(self, seat: str) -> list[str]:
        """Return the places with pieces of a seat; raise BadInput for no seat."""
        pieces = self._state.pieces if self._pieces is None else self._pieces
        seats = self.seats
        check_seat(seat, seats)
        return [
            each for each in self if pieces[each] == seat or owner_of(pieces[each], seats) == seat
        ]

    @property
    def own(self) -> list[str]:
        """The places with pieces of the seat to move."""
        return self.of(self._seat)

    @property
    def empty(self) -> list[str]:
        """The places without a piece; edges and the steps of tracks don't count."""
        pieces = self._state.pieces if self._pieces is None else self._pieces
        return [place for place in self.places.cells if not pieces.get(place)]

    def count(self, piece: Any) -> int:
        """Return the number of places with this piece."""
        pieces = self._state.pieces if self._pieces is None else self._pieces
        if type(piece) is str and not self._setting.tiles:
            return list(pieces.values()).count(piece)
        return sum(self[place] == piece for place in self)

    def take(self, place: str) -> Any:
        """Remove the piece from a place and return it."""
        piece = self[place]
        del self[place]
        return piece

    def carry(self, start: str, end: str) -> None:
        """Move the piece from one place to another; it replaces what is there.

        What lies on top of it goes along. Raises BadInput where there is no piece.
        """
        if not self[start]:
            raise invalid("the piece to carry from", start, "a place with a piece")
        cover = self._cover(start)
        self[end] = self.take(start)
        if cover is not None:
            self._covered()[end] = cover
        riders = self.tops.get(start, [])
        for rider in riders:
            self.take_from(start, rider)
            self.lay_on(end, rider)

    # --- tiles with edges ---------------------------------------------------------------------

    def tile(self, name: str, angle: int = 0) -> Tile:
        """Return a tile of the class, turned clockwise by ``angle`` degrees.

        Raises BadInput for no tile, and for an angle that turns no edge to an edge.
        """
        return tile_in(self._setting.tiles, name, angle)

    def with_(self, place: str, piece: Any) -> Table:
        """Return a copy of this table with a piece on a place, to try a move."""
        state = self._state if self._untouched else self.state()
        copy = Table(self._setting, state, self._hook, self._seat)
        copy[place] = piece
        return copy

    def _as_tiles(self, names: Iterable[Any]) -> list[Any]:
        """Return names with tiles for those that are a tile's."""
        tiles = self._setting.tiles
        return [tiles.get(name, name) for name in names] if tiles else list(names)

    # --- on top of the pieces -----------------------------------------------------------------

    @property
    def tops(self) -> dict[str, list[str]]:
        """The pieces that lie on top, by place, from bottom to top: a copy."""
        tops = self._state.tops if self._tops is None else self._tops
        return {place: list(pieces) for place, pieces in tops.items()}

    def on_top(self, place: str) -> str | None:
        """Return the piece that lies on top of a place's piece; None if nothing does."""
        self._setting.places.check(place)
        tops = self._state.tops if self._tops is None else self._tops
        return tops[place][-1] if place in tops else None

    def lay_on(self, place: str, piece: str) -> None:
        """Lay a piece on top of what is on a place, and on what lies on top of that already.

        Raises BadInput for a place or piece that can't be.
        """
        self._setting.places.check(place)
        check_top(f"the piece on top of {place}", piece)
        tops = self.tops
        self._tops = {**tops, place: [*tops.get(place, ()), plain(piece)]}

    def take_from(self, place: str, piece: str = "") -> str:
        """Take the topmost piece from a place's top, or ``piece`` from there, and return it.

        Raises BadInput where it doesn't lie there.
        """
        tops = self.tops
        there = tops.get(place, [])
        if not there or (piece and piece not in there):
            expected = f"one with {piece!r} on top" if piece else "one with a piece on top"
            expected += ", as table.lay_on puts it"
            raise invalid("the place to take a piece from", place, expected)
        taken = piece or there[-1]
        there.remove(taken)
        self._tops = {at: pieces for at, pieces in tops.items() if pieces}
        return taken

    # --- hidden pieces ------------------------------------------------------------------------

    def put(self, place: str, piece: Any, *, seen_by: Any = None, back: str = "") -> None:
        """Put a piece on a place, seen by a seat, several seats, or none: ``seen_by=()``.

        The others see ``back`` there, such as "?"; by default they don't see that a piece is there.
        Without ``seen_by``, all see it. Raises BadInput for a place, piece or seat that can't be.
        """
        self[place] = piece
        if seen_by is not None and place in self:
            seeing = self._seeing(seen_by)
            self._covered()[place] = Cover(seeing, check_top("the back", back) if back else "")

    def _seeing(self, seen_by: Any) -> tuple[str, ...]:
        """Return the seats that see something, given as one, several or none, in their order."""
        named = (seen_by,) if isinstance(seen_by, str) else tuple(seen_by)
        for seat in named:
            check_seat(seat, self.seats)
        return tuple(seat for seat in self.seats if seat in named)

    def hidden(self, place: str) -> bool:
        """Return True for a place with a piece that not all seats see."""
        self._setting.places.check(place)
        return self._cover(place) is not None

    def shown(self, place: str) -> bool:
        """Return True for a place with a piece that all seats see."""
        return place in self and not self.hidden(place)

    def show(self, what: str, card: str = "", to: str = "") -> Any:
        """Turn over a hidden piece on a place, or a hand or other pile (of it, one card).

        All see it from now on, or only the seat ``to``. Returns the piece (None if there is none),
        or the cards. ``table.show("hand")`` shows every seat's hand, and
        ``table.show("hand", "king")`` a card of the seat that moves. Raises BadInput for what is
        neither a place nor a pile.
        """
        if to:
            check_seat(to, self.seats)
        if what in self._setting.places:
            return self._show_piece(what, to)
        piles = self._setting.piles
        of_seats = what in piles.kinds and piles.kinds[what].each and not card
        names = [f"{what} {seat}" for seat in self.seats] if of_seats else [
            piles.full_name(what, self._seat)]  # fmt: skip
        shown = {name: self._show_cards(name, card, to) for name in names}
        cards = [each for found in shown.values() for each in found]
        said = " ".join(
            f"{capitalise(piles.owner[name] or name)} shows {join_list(found)}."
            for name, found in shown.items()
            if found
        )
        if said:
            who = join_list([piles.owner[name] or self._seat for name in names if shown[name]])
            others = f"{who} shows {to} {count_noun(len(cards), 'card')}." if to else ""
            self.say(said, "show", seen_by=to or None, others=others)
        return cards

    def _show_piece(self, place: str, to: str) -> Any:
        cover = self._cover(place)
        if cover is not None and to:
            ordered = tuple(seat for seat in self.seats if seat in (*cover.seen_by, to))
            self._covered()[place] = cover._replace(seen_by=ordered)
        elif cover is not None:
            del self._covered()[place]
        return self[place] or None

    def _cover(self, place: str) -> Cover | None:
        covers = self._state.covers if self._covers is None else self._covers
        return covers.get(place)

    def _covered(self) -> dict[str, Cover]:
        if self._covers is None:
            self._covers = dict(self._state.covers)
        return self._covers

    # --- decks, hands and other piles ---------------------------------------------------------

    def _cards(self, pile: str) -> list[str]:
        """Return the cards of a pile by its full name, to be changed."""
        if self._piles is None:
            self._piles = {}
        if pile not in self._piles:
            self._piles[pile] = list(self._state.piles[pile])
        return self._piles[pile]

    def _pile(self, name: str) -> Any:
        """Return the cards of a pile; of piles that each seat has, those of each seat."""
        if self._setting.piles.kinds[name].each:
            return BySeat(name, {seat: self._cards(f"{name} {seat}") for seat in self.seats})
        return self._cards(name)

    def _set_pile(self, name: str, value: Any) -> None:
        """Set the cards of a pile, as ``table.row += cards`` does; raise BadInput for others."""
        each = self._setting.piles.kinds[name].each
        if each != isinstance(value, dict) or (each and set(value) != set(self.seats)):
            expected = "a list of cards for each seat" if each else "a list of cards"
            raise invalid(f"table.{name}", value, expected)
        for full, cards in ({f"{name} {s}": value[s] for s in self.seats} if each
                            else {name: value}).items():  # fmt: skip
            self._cards(full)[:] = list(cards)

    def card(self, name: str) -> Card:
        """Return a card with its values, as the class gives them: ``table.card("knight").cost``.

        Raises BadInput for no card.
        """
        cards = self._setting.piles.cards
        if name not in cards:
            why = NO_CARDS.get(name, "")
            raise invalid("the card", name, f"one of {', '.join(cards) or 'none'}{why}")
        return cards[name]

    def rank(self, name: str) -> Any:
        """Return the rank of a card: its value ``rank``, or its number in the deck from 0 up."""
        return self.card(name).rank

    def draw(
        self,
        pile: str = "deck",
        count: int | None = None,
        say: str = "",
        to: str = "",
        seen_by: Any = None,
    ) -> Any:
        """Draw a card, and return it; or ``count`` cards, and return the list.

        Chance decides which card of a deck, a bag or a hand; of an open pile it is the top card.
        With ``to``, a pile such as "hand", the card goes there, and only its seat sees it. Without
        it, the function must put the card somewhere, and all see it, or only the seats ``seen_by``
        (a seat, several, or ``()`` for none). ``say`` is the sentence, "RO-1 {seat} draws a
        {card}.", also with {cards}; those who don't see the card learn only that one is drawn.
        Returns None, or fewer cards, if the pile has no more. Raises BadInput for an unknown pile,
        and in a function that can't draw.
        """
        full = self._setting.piles.full_name(pile, self._seat)
        end = to and self._setting.piles.full_name(to, self._seat)
        drawn = self._taken(full, check_count(count))
        if drawn:
            seen = self._laid(drawn, full, end) if to or seen_by is None else self._seeing(seen_by)
            self._tell_drawn(drawn, say, seen)
        found = self._as_tiles(drawn)
        if count is None:
            return found[0] if found else None
        return found

    def _taken(self, pile: str, count: int) -> list[str]:
        """Take cards out of a pile: random ones, or the top ones of an open pile."""
        there = self._cards(pile)
        number = min(count, len(there))
        if number and self._setting.piles.kind[pile].drawn_at_random:
            drawn = self.chance(tuple(
                Die(f"{pile.replace(' ', '_')}{n}", tuple(there)) for n in range(1, number + 1)
            ), draws=True)  # fmt: skip
        else:
            drawn = there[::-1][:number]
        for card in drawn:
            there.reverse()
            there.remove(card)
            there.reverse()
        return drawn

    def _laid(self, cards: list[str], start: str, end: str) -> tuple[str, ...] | None:
        """Lay drawn cards on a pile, if any; return the seats that see them, None for all."""
        piles = self._setting.piles
        if not end:
            return None
        self._cards(end).extend(cards)
        if piles.kind[end].seen_by == ALL:
            return None
        if piles.kind[start].seen_by == ALL:  # all saw which cards were taken
            self._see(end, cards, ("", *self.seats))
            return None
        seeing = tuple(seat for seat in self.seats if piles.sees(seat, end))
        self._forget(start, seeing)
        return seeing

    def _tell_drawn(self, cards: list[str], say: str, seen_by: tuple[str, ...] | None) -> None:
        number = "a card" if len(cards) == 1 else f"{len(cards)} cards"
        others = "" if seen_by is None else f"{self._seat} draws {number}."
        data = {"seat": self._seat, "card": cards[0], "tile": cards[0], "cards": join_list(cards)}
        named = (with_article(each) if each in self._setting.tiles else each for each in cards)
        sentence = say or f"{{seat}} draws {join_list(named)}."
        if with_article(cards[0]).startswith("an "):
            sentence = re.sub(r"\b([Aa]) \{(card|tile)\}", r"\1n {\2}", sentence)
        self.say(sentence, "draw", seen_by=seen_by, others=others, **data)

    def deal(self, count: int = 1, pile: str = "deck", to: str = "hand", say: str = "") -> None:
        """Deal cards to the hands (or other piles) of all seats, one after the other.

        If the pile has too few, the last seats get fewer. Raises BadInput for an unknown pile, and
        in a function that can't draw.
        """
        piles = self._setting.piles
        start = piles.full_name(pile, self._seat)
        first = self.seats.index(self._seat)
        order = [
            each for each in (*self.seats[first:], *self.seats[:first]) if each in self.playing
        ]
        drawn = self._taken(start, check_count(count) * len(order))
        for number, card in enumerate(drawn):
            self._cards(piles.full_name(f"{to} {order[number % len(order)]}", "")).append(card)
        self._forget(start)
        self.say(say or f"each gets {count_noun(count, 'card')}.", "deal")

    def gather(self, pile: str = "deck") -> None:
        """Put all cards of a deck or bag back into it, from all piles and places, face down.

        Raises BadInput for a pile without cards of its own.
        """
        piles = self._setting.piles
        full = piles.full_name(pile, self._seat)
        own = set(piles.kind[full].cards)
        if not own:
            raise invalid("the pile to gather", pile, "a deck or bag, which has cards of its own")
        for name in piles.kind:
            self._cards(name)[:] = [card for card in self._cards(name) if card not in own]
        for place in [each for each in self if self[each] in own]:
            del self[place]
        self._cards(full)[:] = piles.kind[full].cards
        self.shuffle(pile)

    def shuffle(self, pile: str = "deck", into: str = "") -> None:
        """Shuffle a pile, so that nobody knows its order, or shuffle it ``into`` another one.

        A deck is always shuffled: this is for cards that were put back where a seat saw them.
        """
        full = self._setting.piles.full_name(pile, self._seat)
        end = self._setting.piles.full_name(into, self._seat) if into else full
        if end != full:
            self._cards(end).extend(self._cards(full))
            del self._cards(full)[:]
        for name in (full, end):
            self._seen_cards().pop(name, None)

    def _show_cards(self, pile: str, card: str, to: str) -> list[str]:
        """Let all seats, or one, know the cards of a pile, or one of them."""
        cards = list(self._cards(pile))
        if card:
            if card not in cards:
                raise no_such_card(card, pile, cards)
            cards = [card]
        self._see(pile, cards, (to,) if to else ("", *self.seats))
        return cards

    def _see(self, pile: str, cards: list[str], seats: Sequence[str]) -> None:
        known = self._seen_cards().setdefault(pile, [])
        for card, number in Counter(cards).items():
            for seat in seats:
                known += [(card, seat)] * (number - known.count((card, seat)))

    def _forget(self, pile: str, but: Sequence[str] = ()) -> None:
        """Let seats forget the known cards of a pile, of which they don't see what was taken.

        Else what they still know there would tell them which card has left it.
        """
        known = self._seen_cards()
        if pile in known:
            known[pile] = [pair for pair in known[pile] if pair[1] in but]

    def _forget_taken(self, but: Sequence[str] = ()) -> None:
        """Let the seats forget what they knew of piles from which cards were taken in secret."""
        for name, cards in (self._piles or {}).items():
            if Counter(self._state.piles[name]) - Counter(cards):
                self._forget(name, but)

    def _seen_cards(self) -> dict[str, list[tuple[str, str]]]:
        if self._known is None:
            self._known = {name: list(pairs) for name, pairs in self._state.known.items()}
        return self._known

    def chance(self, dice: tuple[Die, ...], draws: bool = False) -> list[str]:
        """Return what dice show, or which cards are drawn: a move of chance, in the record.

        Raises BadInput in a function that can't draw or roll.
        """
        if self._outcomes is None:
            raise BadInput(
                "cards are drawn and dice rolled only in setup, begin, rolled, move and reveal"
            )
        if not self._outcomes:
            raise Due(dice, draws)
        return list(self._outcomes.pop(0))

    # --- the board ----------------------------------------------------------------------------

    @property
    def places(self) -> Places:
        """The board's places; of a board that grows, those with pieces and those beside them."""
        places = self._setting.places
        if not places.reach:
            return places
        pieces = self._state.pieces if self._pieces is None else self._pieces
        tops = self._state.tops if self._tops is None else self._tops
        return places.grown((*pieces, *tops))

    def straight(self, start: str, end: str) -> list[str] | None:
        """Return the places after ``start`` up to ``end`` along a file, rank or line, or None."""
        return self.line(start, end, diagonal=False)

    def diagonal(self, start: str, end: str) -> list[str] | None:
        """Return the places after ``start`` up to ``end`` along a diagonal, or None."""
        return self.line(start, end, diagonal=True)

    def line(self, start: str, end: str, diagonal: bool | None = None) -> list[str] | None:
        """Return the places after ``start`` up to ``end``, straight or diagonal, or None.

        ``diagonal`` is False for files, ranks and lines, True for diagonals, None for both. Walls
        that lie on edges part a file or rank, as do edges without a bridge.
        """
        places = self.places
        if not places.edges:
            return places.way(start, end, diagonal)
        places.check(end)
        for ray in self.rays(start, diagonal):
            if end in ray:
                return list(ray[: ray.index(end) + 1])
        return None

    def rays(self, place: str, diagonal: bool | None = None) -> tuple[tuple[str, ...], ...]:
        """Return the places from one on, one tuple for each direction, to the edge or a wall."""
        places = self.places
        rays = places.rays(place, diagonal)
        if not places.edges or place in places.edges:
            return rays
        return tuple(free for ray in rays if (free := ray[: self._free(place, ray)]))

    def _free(self, place: str, ray: Sequence[str]) -> int:
        """Return how many places of a ray are on this side of the first wall."""
        places = self._setting.places
        pieces = self._state.pieces if self._pieces is None else self._pieces
        for number, there in enumerate(ray):
            edge = places.borders.get((place, there))
            if edge is not None and bool(pieces.get(edge)) is not places.bridged:
                return number
            place = there
        return len(ray)

    def next_to(self, place: str) -> list[str]:
        """Return the places next to one, not diagonally, and not behind a wall."""
        return self._beside(place, False)

    def around(self, place: str) -> list[str]:
        """Return the places next to one, also diagonally."""
        return self._beside(place, None)

    def _beside(self, place: str, diagonal: bool | None) -> list[str]:
        places = self.places
        if not places.edges:
            return places.neighbours(place, diagonal)
        pieces = self._state.pieces if self._pieces is None else self._pieces
        return [
            there
            for there, edge in places.crossings(place, diagonal)
            if edge is None or bool(pieces.get(edge)) is places.bridged
        ]

    def path(self, start: str, goals: Iterable[str], through: str = "") -> list[str] | None:
        """Return the places of a shortest path after ``start`` to one of the goals; None for none.

        It goes straight from place to place, past walls, and past pieces other than ``through``
        only to its goal. Raises BadInput for a start or goal that is no place.
        """
        ends, before, reached = set(goals), {start: start}, [start]
        for end in (start, *ends):
            self._setting.places.check(end)
        for place in reached:
            if place != start:
                if place in ends:
                    return _path_to(place, before)
                piece = self[place]
                if piece and piece != through:
                    continue
            for near in self.next_to(place):
                if near not in before:
                    before[near] = place
                    reached.append(near)
        return None

    # --- the game -----------------------------------------------------------------------------

    @property
    def seat(self) -> str:
        """The seat that moves."""
        return self._seat

    def seen_by(self, seat: str) -> Table:
        """Return a copy of this table on which ``seat`` is to move."""
        return Table(self._setting, self.state(), self._hook, check_seat(seat, self.seats))

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats in their order."""
        return self._setting.seats

    @property
    def rival(self) -> str:
        """The seat after this one, without those that are out."""
        return next_in(self.seats, self.seat, self._outs)

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        return self._state.turn

    @property
    def rules(self) -> Any:
        """The rule options: ``table.rules.goal``."""
        return self._setting.rules

    @property
    def score(self) -> dict[str, int]:
        """The score of each seat."""
        if self._score is None:
            self._score = Points(self._state.score)
        return self._score

    @property
    def dice(self) -> list[int]:
        """The points that each die shows; null is 0, ace 1."""
        return [face_points(face) for face in self._faces]

    @property
    def _faces(self) -> tuple[str, ...]:
        return self._state.dice if self._dice is None else self._dice

    def roll(self, dice: Any) -> list[int]:
        """Roll dice such as ``Board.die("123456", 4)`` beside those of the game; return the points.

        Raises BadInput for what are no dice, and in a function that can't roll.
        """
        known = isinstance(dice, tuple) and all(isinstance(each, Die) for each in dice)
        if not known or not dice:
            raise invalid("the dice to roll", dice, "dice such as Board.die('123456', 4)")
        return [face_points(face) for face in self.chance(dice)]

    def reroll(self, *numbers: int) -> list[int]:
        """Roll dice on the table again, those of some numbers from 0, or all; return all points.

        Raises BadInput for the number of no die, before a roll, and in a function that can't roll.
        """
        faces = list(self._faces)
        if not faces:
            raise BadInput("no dice are rolled yet; expected table.reroll after a roll")
        chosen = numbers or tuple(range(len(faces)))
        for number in chosen:
            if type(number) is not int or not 0 <= number < len(faces):
                raise invalid("the die to roll again", number, f"0 to {len(faces) - 1}")
        again = sorted(set(chosen))
        rolled = self.chance(tuple(self._setting.dice[number] for number in again))
        for number, face in zip(again, rolled, strict=True):
            faces[number] = face
        self._dice = tuple(faces)
        return self.dice

    @property
    def points(self) -> int:
        """The points of all dice."""
        return sum(self.dice)

    @property
    def phase(self) -> str:
        """The phase, in a game with ``phases``; set it to begin another one."""
        return self._state.phase if self._phase is None else self._phase

    def say(
        self, sentence: str, kind: str = "", *, seen_by: Any = None, others: str = "", **data: Any
    ) -> None:
        """Make a step of what just happened: "SK-4 suns captures on b4".

        The lab counts it under ``kind``, by default its clause's title. ``data`` has values for
        names in braces, which the step's event keeps beside its sentence: ``table.say("SK-4 {who}
        captures on {place}.", who=table.seat, place=end)``. With ``seen_by`` only that seat, or
        those seats, learn it; the others learn the sentence ``others``, under the same clause, or
        that something happened in secret. Raises BadInput for a clause that the rulebook doesn't
        have, for an unknown seat, and after more than 1000 sentences in one move.
        """
        clauses = self._setting.clauses
        to = None if seen_by is None else self._seeing(seen_by)
        if len(self._said) == MOST_SAID:
            raise BadInput(f"table.say was called more than {MOST_SAID} times in one move")
        if self._quiet:  # a simulation only counts it
            kind = kind or clauses.kind(clauses.cite(self._hook, sentence)[0])
            self._said = (*self._said, Said("", kind, "", self._state))
            return
        clause, text = clauses.cite(self._hook, sentence)
        state = self.state()
        known = {name: freeze(f"say({name})", value) for name, value in data.items()} or None
        if known is not None:
            _check_names(text, known)
        _, others = clauses.cite(self._hook, others)
        said = Said(clause, kind or clauses.kind(clause), text, state, known,
                    to, others)  # fmt: skip
        self._said = (*self._said, said)

    def refuse(self, sentence: str, *places: str) -> PlacedReason:
        """Return a sentence for ``why_not`` with the places that the board points at.

        ``return table.refuse(f"SK-3 a pawn stands on {there}, in the way", there)``. Without
        places, as for a plain sentence, the board points at those of the move.
        """
        for place in places:
            if isinstance(place, list | tuple | set):
                raise invalid(
                    "a place of table.refuse", place, "one place; write *places for a list"
                )
            self._setting.places.check(place)
        return PlacedReason.of(sentence, places)

    def again(self) -> None:
        """Let the same seat move again."""
        self.pass_to(self.seat)

    def pass_to(self, seat: str) -> None:
        """Let a seat make the next move; in ``setup`` and ``begin`` this one.

        Raises BadInput for a seat that is out.
        """
        if check_seat(seat, self.seats) in self._outs:
            raise invalid("the seat that moves next", seat, f"one of {', '.join(self.playing)}")
        self._next = seat

    @property
    def playing(self) -> list[str]:
        """The seats that aren't out, in their order."""
        return [seat for seat in self.seats if seat not in self._outs]

    @property
    def _outs(self) -> tuple[str, ...]:
        return self._state.out if self._out is None else self._out

    def out(self, seat: str) -> None:
        """Put a seat out: it makes no moves or choices and gets no cards, until it is ``back``."""
        check_seat(seat, self.seats)
        self._out = tuple(each for each in self.seats if each == seat or each in self._outs)

    def back(self, seat: str = "") -> None:
        """Let a seat that is out, or all of them, play again, as in the next round."""
        if seat:
            check_seat(seat, self.seats)
        self._out = tuple(each for each in self._outs if seat and each != seat)

    def team(self, seat: str) -> list[str]:
        """Return the seats that win and lose with a seat, itself included."""
        check_seat(seat, self.seats)
        return list(next((team for team in self._setting.teams if seat in team), (seat,)))

    def end_turn(self) -> None:
        """After a roll: the seat makes no move."""
        self.pass_to(self.rival)

    def end(self, winner: Any, sentence: str = "") -> None:
        """End the game; ``winner`` is a seat, several, or None for a draw.

        ``sentence`` says why. Raises BadInput for another winner, and for an unknown clause.
        """
        if winners_of(winner, self.seats) is None:
            raise invalid("the winner", winner, "a seat, several seats, or None for a draw")
        if not isinstance(sentence, str):
            raise invalid("the sentence on the end", sentence, "a text")
        self._setting.clauses.cite("winner", sentence)  # raises for an unknown clause
        self._over = (winner, sentence)

    def end_by_points(self, clause: str = "") -> None:
        """End the game: the seats or teams with the most points win; all of them is a draw.

        Raises BadInput for an unknown clause.
        """
        points = [sum(self.score[each] for each in self.team(seat)) for seat in self.seats]
        best = [seat for seat, own in zip(self.seats, points, strict=True) if own == max(points)]
        has = "has" if len(best) == 1 else "have"
        told = f"{join_list(map(capitalise, best))} {has} the most points: {max(points)}."
        draw = len(best) == len(self.seats) > 1
        self.end(None if draw else best, f"{clause} {told}".strip())

    # --- notes --------------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Any:
        """Return a note; raise AttributeError with the names that there are."""
        if name.startswith("__"):
            raise AttributeError(name)
        if name in self._setting.piles.kinds:
            return self._pile(name)
        if self._notes is not None and name in self._notes:
            return self._notes[name]
        notes = self._state.notes
        if name not in notes:
            if name in {option.name for option in self.rules.options()}:
                raise AttributeError(f"the table has no {name!r}; expected self.{name}, an option")
            known = [
                *notes,
                *(self._notes or ()),
                *self._setting.piles.kinds,
                *(each for each in dir(type(self)) if not each.startswith("_")),
            ]
            hint = f"{did_you_mean(name, known)}; if it is your own note, make it in setup"
            raise AttributeError(f"the table has no {name!r}{hint}")
        value = thaw(notes[name], self._setting.tiles)
        if isinstance(value, list | dict):  # the function may change it
            self._own_notes()[name] = value
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        """Keep a note on the table."""
        if name in self._PARTS:
            object.__setattr__(self, name, value)
        elif name == "score" and isinstance(value, dict):
            self._score = Points(_frozen_score(value, self.seats))
        elif name == "phase" and value in self._setting.phases:
            self._phase = value
        elif name == "phase" and self._setting.phases:
            raise invalid("table.phase", value, "one of " + ", ".join(self._setting.phases))
        elif name in self._setting.piles.kinds and isinstance(value, list | tuple | dict):
            self._set_pile(name, value)
        elif name in self._setting.piles.kinds:
            raise BadInput(f"table.{name} can't be set: it is a pile of the class; expected a list")
        elif name in self._OWN or hasattr(type(self), name):
            raise BadInput(f"table.{name} can't be set{_instead(name)}")
        else:
            freeze(f"table.{name}", value)
            self._own_notes()[name] = value

    def _own_notes(self) -> dict[str, Any]:
        if self._notes is None:
            self._notes = {}
        return self._notes

    # --- back to a state ----------------------------------------------------------------------

    def _copied(self) -> dict[str, Any]:
        if self._pieces is None:
            self._pieces = dict(self._state.pieces)
        return self._pieces

    def state(self) -> State:
        """Return the table as an immutable state; raise BadInput for what can't be kept."""
        state = self._state
        if self._pieces is not None:
            # A name or a number was checked when it was put there; a list may have changed since.
            pieces = self._pieces
            frozen = {
                place: piece if type(piece) in (str, int) else _frozen_piece(place, piece)
                for place in self._setting.places.in_order(pieces)
                if (piece := pieces[place])
            }
            state = state._replace(pieces=FrozenDict(frozen))
        if self._tops is not None:
            tops = sorted((place, tuple(pieces)) for place, pieces in self._tops.items())
            state = state._replace(tops=FrozenDict(tops))
        if self._score is not None:
            state = state._replace(score=_frozen_score(self._score, self.seats))
        if self._notes is not None:
            notes = {name: freeze(f"table.{name}", each) for name, each in self._notes.items()}
            state = state._replace(notes=FrozenDict({**state.notes, **notes}))
        if self._phase is not None:
            state = state._replace(phase=self._phase)
        if self._out is not None:
            state = state._replace(out=self._out)
        if self._dice is not None:
            state = state._replace(dice=self._dice)
        if self._covers is not None:
            at = self.places.at
            covers = {place: self._covers[place] for place in at if place in self._covers}
            state = state._replace(covers=FrozenDict(covers))
        return self._with_piles(state) if self._piles is not None or self._known else state

    def _with_piles(self, state: State) -> State:
        """Return the state with the piles as they are now; raise BadInput for unknown cards."""
        kinds = self._setting.piles
        if self._piles is not None:
            piles = FrozenDict({**state.piles, **kinds.frozen(self._piles)})
            gone = kinds.gone(state.piles, piles, state.gone)
            state = state._replace(piles=piles, gone=gone)
        known = state.known if self._known is None else self._known
        return state._replace(known=kinds.known_left(state.piles, known))

    def __repr__(self) -> str:
        return f"<table, turn {self.turn}, {self.seat}>"


def _instead(name: str) -> str:
    """Return what to do instead of setting an attribute."""
    hints = {
        "seat": "; expected table.again() or table.pass_to(seat)",
        "phase": "; expected a class with phases, such as phases = ('bid', 'play')",
        "dice": "; the game rolls the dice before each move",
        "points": "; the game rolls the dice before each move",
        "rules": "; rule options are declared with option(…)",
        "score": "; expected table.score[seat] = a number",
    }
    return hints.get(name, "; expected another name, for the table has that one already")


def _check_names(text: str, data: Mapping[str, Any]) -> None:
    """Raise BadInput for a sentence with a name in braces that has no value."""
    given = {"seat": "", "picks": (), **data}
    try:
        _ = Event("", "", text, given).text
    except (KeyError, ValueError, IndexError, AttributeError):
        expected = f"names in braces among {', '.join(given)}"
        raise invalid("the sentence of table.say", text, expected) from None


# --- Pieces, notes and scores --------------------------------------------------------------------


def face_points(face: str) -> int:
    """Return the points of a die's face.

    >>> face_points("ace"), face_points("5")
    (1, 5)
    """
    return POINTS[face] if face in POINTS else int(face)


def owner_of(piece: Any, seats: Sequence[str]) -> str | None:
    """Return the seat whose name is a word of a piece's name; of a pile, of the top piece."""
    if isinstance(piece, list | tuple):
        piece = piece[-1] if piece else None
    return _owner_named(piece, tuple(seats)) if isinstance(piece, str) else None


@lru_cache(maxsize=4096)
def _owner_named(piece: str, seats: tuple[str, ...]) -> str | None:
    """Return the seat that is a piece's name, or a word of it."""
    return piece if piece in seats else next((s for s in seats if s in piece.split()), None)


def check_piece(where: str, piece: object) -> None:
    """Raise BadInput for anything but a piece."""
    single = piece if isinstance(piece, list | tuple) else [piece]
    for each in single:
        named = isinstance(each, str) and 0 < len(each) <= MOST_NAME and each.isprintable()
        number = type(each) is int and 0 <= each < 10**6
        if not (named or number or (each is None and piece is None)):
            raise invalid(where, piece, "a piece: a name, a number, or a list of these; or None")


def check_top(where: str, piece: object) -> str:
    """Return the name of a piece that lies on top; raise BadInput for anything else."""
    if not isinstance(piece, str) or not piece:
        raise invalid(where, piece, "the name of a piece")
    check_piece(where, piece)
    return piece


def _frozen_piece(place: str, piece: Any) -> Any:
    check_piece(f"table[{place!r}]", piece)
    return tuple(map(plain, piece)) if isinstance(piece, list) else piece


def check_count(count: object) -> int:
    """Return a number of cards, 1 for None; raise BadInput for anything else."""
    if count is None:
        return 1
    if type(count) is not int or not 0 <= count <= MOST_CARDS:
        raise invalid("the number of cards", count, f"a whole number from 0 to {MOST_CARDS}")
    return count


def check_seat(seat: object, seats: Sequence[str]) -> str:
    """Return a seat; raise BadInput for anything else."""
    if not isinstance(seat, str) or seat not in seats:
        raise invalid("the seat", seat, "one of " + ", ".join(seats))
    return seat


def next_in(seats: Sequence[str], seat: str, out: Sequence[str] = ()) -> str:
    """Return the seat after one, without those that are out; itself if no other is left.

    >>> next_in(("ann", "ben", "cat"), "ann", ("ben",)), next_in(("ann", "ben"), "ann", ("ben",))
    ('cat', 'ann')
    """
    place = seats.index(seat) + 1
    return next((each for each in (*seats[place:], *seats[:place]) if each not in out), seat)


def winners_of(found: object, seats: Sequence[str]) -> tuple[str, ...] | None:
    """Return the winners that a value means: a seat, several, none for a draw; None for others."""
    if found is None or found == DRAW:
        return ()
    winners = (found,) if isinstance(found, str) else found
    if isinstance(winners, list | tuple) and all(each in seats for each in winners):
        return tuple(winners)
    return None


def _frozen_score(score: Mapping[Any, Any], seats: Sequence[str]) -> FrozenDict[str, int]:
    for seat, points in score.items():
        check_points(seat, points, seats)
    return FrozenDict((seat, score.get(seat, 0)) for seat in seats)


def check_points(seat: object, points: object, seats: Collection[str]) -> None:
    """Raise BadInput for an entry of the score that isn't a seat's whole number."""
    if seat not in seats:
        raise _no_seat_of_score(seat, tuple(seats))
    if type(points) is not int:
        raise invalid(f"table.score[{seat!r}]", points, "a whole number")


def _no_seat_of_score(seat: object, seats: Sequence[str]) -> BadInput:
    known = ", ".join(seats) + did_you_mean(seat, seats)
    return invalid("a seat in table.score", seat, f"one of {known}")


def _path_to(end: str, before: Mapping[str, str]) -> list[str]:
    """Return the places up to an end, given the place before each; the start, its own, is none."""
    path = []
    while before[end] != end:
        path.append(end)
        end = before[end]
    return path[::-1]


def freeze(where: str, value: Any) -> Any:
    """Return a note as an immutable value; raise BadInput for what JSON can't hold."""
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, str):
        return str(value)  # a word of a move, too, is kept as a text
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, list | tuple):
        return tuple(freeze(f"{where}[{n}]", each) for n, each in enumerate(value))
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return FrozenDict((key, freeze(f"{where}[{key!r}]", each)) for key, each in value.items())
    raise invalid(where, value, "a number, a text, None, a list, or a dict with texts as keys")


def thaw(value: Any, tiles: Mapping[str, Tile] = FrozenDict()) -> Any:
    """Return a note as a value that can be changed: lists and dicts, and tiles for their names."""
    if isinstance(value, str):
        return tiles.get(value, value) if tiles else value
    if isinstance(value, tuple):
        return [thaw(each, tiles) for each in value]
    if isinstance(value, dict):
        return {key: thaw(each, tiles) for key, each in value.items()}
    return value
