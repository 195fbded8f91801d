"""Actors: a seat, a team that agrees on one move, seats that commit in secret, or chance."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import permutations, product
from math import prod
from typing import Any, NamedTuple, TypeVar, overload

from piecepack_nb.core.errors import brief_repr, invalid, shorten
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import face_of, suit_of
from piecepack_nb.core.steps import Refusal

M = TypeVar("M")


class Die(NamedTuple):
    """A die by name; its faces are equally likely."""

    name: str
    faces: tuple[str, ...]


class Seat(NamedTuple):
    """One seat, which makes the next move."""

    name: str

    @property
    def label(self) -> str:
        """The name of this actor in a turn, under any rules."""
        return self.name

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that may enter the move."""
        return (self.name,)


class Team(NamedTuple):
    """Several seats that agree on the next move; any of them may enter it."""

    purpose: str
    seats: tuple[str, ...]

    @property
    def label(self) -> str:
        """The name of this actor in a turn, under any rules."""
        return self.purpose


class Simultaneous(NamedTuple):
    """Seats that each commit a secret move, in any order, until all have committed.

    Such a move names its seat (``move.seat``), and the record lists it as that seat's.
    """

    purpose: str
    seats: tuple[str, ...]
    """The seats that have not committed yet."""
    clause: str = ""
    """The rule by which the moves are secret."""

    @property
    def label(self) -> str:
        """The name of this actor in a turn, under any rules."""
        return self.purpose


class Chance(NamedTuple):
    """Chance, which rolls ``dice``, draws cards or, without dice, shuffles.

    All outcomes are equally likely: the probability of a roll is ``1 / outcomes``.
    """

    purpose: str
    turn: int
    dice: tuple[Die, ...] = ()
    clause: str = ""
    """The rule by which the dice are rolled."""
    draws: bool = False
    """True if the dice are cards drawn from one pile one by one: no card is drawn twice. Each die
    then has all cards of the pile as its faces, one that is there twice as two faces."""

    @property
    def label(self) -> str:
        """The name of this actor in a turn, under any rules."""
        return self.purpose

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that may enter the move: none."""
        return ()

    @property
    def outcomes(self) -> int:
        """The number of equally likely rolls (1 for a shuffle, which has no dice)."""
        return prod(len(die.faces) - number * self.draws for number, die in enumerate(self.dice))

    def faces_after(self, shown: Sequence[str]) -> tuple[str, ...]:
        """Return what the next die can show after these faces of the dice before it."""
        faces = self.dice[len(shown)].faces
        return without(faces, shown) if self.draws else faces


def without(faces: Iterable[str], shown: Iterable[str]) -> tuple[str, ...]:
    """Return the faces without those shown, each taken away once.

    >>> without(("jack", "jack", "king"), ("jack",))
    ('jack', 'king')
    """
    left = list(faces)
    for face in shown:
        left.remove(face)
    return tuple(left)


class Roll(NamedTuple):
    """The faces that the dice show, by the name of the die."""

    faces: FrozenDict[str, str]

    def __str__(self) -> str:
        if len(self.faces) > 1 and list(self.faces) == _unnamed(len(self.faces)):
            return " ".join(["roll", *self.faces.values()])
        return " ".join(["roll", *(f"{die} {face}" for die, face in self.faces.items())])

    @classmethod
    def of(cls, dice: tuple[Die, ...], pick: Callable[[str, tuple[str, ...]], str]) -> Roll:
        """Return a roll of ``dice``, each face picked at random."""
        return cls(FrozenDict([(name, pick(name, faces)) for name, faces in dice]))

    @classmethod
    def read(cls, text: str, dice: Sequence[Die] = ()) -> Roll:
        """Return the roll of a text such as "roll suns 5 moons a" or "roll 5 a".

        Words are the names and faces of ``dice``, or the piecepack's in any short form. Faces
        alone are those of ``dice``, in order; without ``dice`` they are parsed too, so that
        ``Game.refusal`` can say that no roll is due. Raises BadInput for a face without a die, a
        missing word or a die named twice.
        """
        faces = {die.name: die for die in dice}
        words = text.replace(",", " ").split()[1:]
        named = any(word in faces or suit_of(word) for word in words)
        bare = not named and all(face_of(word) or word.isdigit() for word in words)
        if len(words) == len(dice) and (not named or all(map(_face, dice, words))):
            words = [word for pair in zip(faces, words, strict=True) for word in pair]
        elif not dice and bare and words:
            words = [
                word for pair in zip(_unnamed(len(words)), words, strict=True) for word in pair
            ]
        elif len(words) % 2 or not words or bare:
            order = ", ".join(faces) or "suns and moons"
            raise invalid("the roll", text, f"the faces of {order}, such as {example(dice)!r}")
        names = [word if word in faces else suit_of(word) or word.lower() for word in words[::2]]
        if len(set(names)) < len(names):
            raise invalid("the roll", text, "each die once")
        return cls(
            FrozenDict(
                (name, (_face(faces[name], word) if name in faces else face_of(word)) or word)
                for name, word in zip(names, words[1::2], strict=True)
            )
        )

    def refusal(self, chance: Chance) -> Refusal | None:
        """Return why ``chance`` can't roll this; None if it can."""
        shown: list[str] = []
        for die in chance.dice:
            face = self.faces.get(die.name)
            if face is None:
                text = f"the {die.name} die is missing from this roll; {_its_dice(chance)}"
                return Refusal(chance.clause, text)
            if face not in die.faces:
                faces = ", ".join(die.faces) if len(die.faces) <= 10 else "the faces it has"
                text = f"the {die.name} die has no face {brief_repr(face)}; it shows one of {faces}"
                return Refusal(chance.clause, text)
            if face not in chance.faces_after(shown):
                return Refusal(chance.clause, f"no further {face} is left to be drawn")
            shown.append(face)
        for name in self.faces:
            if all(name != die.name for die in chance.dice):
                text = f"there is no {shorten(name)} die in this roll; {_its_dice(chance)}"
                return Refusal(chance.clause, text)
        return None


class Draw(Roll):
    """The cards drawn from a pile one by one; its text lists them: "draw king, jack"."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"draw {', '.join(self.faces.values())}"

    @classmethod
    def of_cards(cls, chance: Chance, cards: Iterable[str]) -> Draw:
        """Return the draw of these cards, in order; raise BadInput for another number of them."""
        drawn, names = list(cards), [die.name for die in chance.dice]
        if len(drawn) != len(names):
            wanted = "a card" if len(names) == 1 else f"{len(names)} cards"
            raise invalid("the draw", ", ".join(drawn), f"{wanted}; match.roll() draws at random")
        return cls(FrozenDict(zip(names, drawn, strict=True)))

    @classmethod
    def picked(cls, chance: Chance, pick: Callable[[str, tuple[str, ...]], str]) -> Draw:
        """Return a draw of a chance, each card picked at random from those that are left."""
        drawn: list[str] = []
        for die in chance.dice:
            drawn.append(pick(die.name, chance.faces_after(drawn)))
        return cls.of_cards(chance, drawn)

    def refusal(self, chance: Chance) -> Refusal | None:
        """Return why these cards can't be drawn; None if they can."""
        if not chance.draws:
            return super().refusal(chance)
        shown: list[str] = []
        for card in self.faces.values():
            if len(shown) == len(chance.dice) or card not in (left := chance.faces_after(shown)):
                break
            shown.append(card)
        else:
            return super().refusal(chance)
        if card in chance.dice[0].faces:
            return Refusal(chance.clause, f"no further {card} is left to be drawn")
        cards = ", ".join(dict.fromkeys(left))
        pile = f"the pile has {shorten(cards)}; match.roll() draws at random"
        text = f"{brief_repr(card)} can't be drawn: {pile}"
        return Refusal(chance.clause, text)


def _its_dice(chance: Chance) -> str:
    return "its dice are " + ", ".join(die.name for die in chance.dice)


def _unnamed(count: int) -> list[str]:
    """Return names for the dice of a roll of faces alone."""
    return ["die", *(f"die{number}" for number in range(2, count + 1))]


def _face(die: Die, word: str) -> str | None:
    """Return the die's face for a word; None if it has no such face."""
    known = {face.lower(): face for face in die.faces}
    face = known.get(word.lower()) or face_of(word)
    return face if face in die.faces else None


def example(dice: Sequence[Die]) -> str:
    """Return an example of a roll of these dice as text, faces alone, in order.

    >>> example((Die("suns", ("null", "ace", "2", "3")), Die("arms", ("null", "ace", "2", "3"))))
    'roll 3 2'
    """
    faces = (die.faces[-1 - number % len(die.faces)] for number, die in enumerate(dice))
    return " ".join(["roll", *faces]) if dice else "roll suns 5 moons ace"


class Rolls(Collection[Roll]):
    """All rolls of a chance's dice, each equally likely."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def __len__(self) -> int:
        """Return their number or, of more than Python's ``len`` can count, the most it can."""
        return min(self.chance.outcomes, sys.maxsize) if self.chance.dice else 0

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Roll) and move.refusal(self.chance) is None

    def __iter__(self) -> Iterator[Roll]:
        dice, pile = self.chance.dice, self.chance.dice[:1]
        if self.chance.draws:
            shown: Iterable[tuple[str, ...]] = permutations(pile[0].faces, len(dice))
        else:
            shown = product(*(die.faces for die in dice)) if dice else ()
        made = Draw if self.chance.draws else Roll
        for faces in shown:
            names = (die.name for die in dice)
            yield made(FrozenDict(zip(names, faces, strict=True)))

    def __repr__(self) -> str:
        many = "draws" if self.chance.draws else "rolls"
        dice = ", ".join(die.name for die in self.chance.dice)
        return f"<{self.chance.outcomes if dice else 0} {many} of {dice}>"


class GroupedMoves(Sequence[M]):
    """Moves in groups that differ in their last part only; each is made when it is used.

    >>> def step(piece: str, to: str) -> str:
    ...     return f"{piece}-{to}"
    >>> GroupedMoves(step, [(("red",), ["a1", "a2"]), (("blue",), ["c3"])])[2]
    'blue-c3'
    """

    def __init__(
        self, make: Callable[..., M], groups: Iterable[tuple[tuple[Any, ...], Sequence[Any]]]
    ) -> None:
        self._make = make
        self._groups = tuple(groups)
        self._number = sum([len(last) for _, last in self._groups])

    def __len__(self) -> int:
        return self._number

    @overload
    def __getitem__(self, place: int) -> M: ...
    @overload
    def __getitem__(self, place: slice) -> list[M]: ...
    def __getitem__(self, place: int | slice) -> M | list[M]:
        if isinstance(place, slice):
            return list(self)[place]
        left = range(self._number)[place]
        for first, last in self._groups:
            if left < len(last):
                return self._make(*first, last[left])
            left -= len(last)
        raise IndexError(place)

    def __iter__(self) -> Iterator[M]:
        return (self._make(*first, each) for first, last in self._groups for each in last)

    def __repr__(self) -> str:
        return f"<{len(self)} moves>"


Actor = Seat | Team | Simultaneous | Chance
