"""Exact odds of dice: what a roll is worth, with rerolls, counted over all outcomes.

    pp.odds(2)                                      # the sum of two piecepack dice
    pp.odds(Board.die("123456", count=5), max)      # the highest of five
    pp.odds(Race)                                   # the dice of your own game

Vocabulary
    roll    the points of the dice in order, such as (1, 6, 6)
    value   what is counted of a roll: by default the sum of its points
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import prod
from numbers import Real
from random import Random
from typing import Any

from piecepack_nb.core.actors import Chance, Die
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import Game
from piecepack_nb.core.match_base import MatchBase
from piecepack_nb.core.piecepack import FACES
from piecepack_nb.core.registry import make_game
from piecepack_nb.core.wording import count_noun, fixed
from piecepack_nb.design.table import face_points
from piecepack_nb.lab.chart import Chart
from piecepack_nb.lab.finding import Finding, Record
from piecepack_nb.lab.interval import wilson

MOST_OUTCOMES = 300_000
"""The most outcomes of all dice together that are counted one by one."""
MOST_DICE = 10
MOST_REROLLS = 20
MOST_ROLLS = 1_000_000

Points = tuple[int, ...]
Shares = Mapping[Any, Fraction]


def odds(
    what: Any, value: Callable[[Points], Any] = sum, *, reroll: Any = None, rerolls: int = 1
) -> Odds:
    """Return the exact odds of ``value`` of a roll.

    ``what`` is a number of piecepack dice, dice such as ``Board.die("123456", 2)``, a game whose
    turns begin with a roll, or a match that waits for one. ``value`` gets the points of the dice in
    order. ``reroll`` gets them, too, and returns the numbers of the dice to roll again, from 0; it
    is asked ``rerolls`` times, or until it returns none. Raises BadInput for other arguments, and
    for dice with more than MOST_OUTCOMES outcomes.
    """
    dice = _dice_of(what)
    if type(rerolls) is not int or not 0 <= rerolls <= MOST_REROLLS:
        raise invalid("rerolls", rerolls, f"a whole number from 0 to {MOST_REROLLS}")
    if not callable(value):
        raise invalid("the value", value, "a function of the points, such as sum or max")
    if reroll is not None and not callable(reroll):
        raise invalid("reroll", reroll, "a function of the points")
    chance = _Chance(dice, reroll, rerolls)
    shares: dict[Any, Fraction] = {}
    for roll, share in chance.rolls().items():
        found = _hashable(value(roll))
        shares[found] = shares.get(found, Fraction(0)) + share
    return Odds(_title(dice, reroll, rerolls), shares, chance, value)


def _dice_of(what: Any) -> tuple[tuple[int, ...], ...]:
    """Return the points of each die's faces; raise BadInput for what has no dice."""
    if type(what) is int and 1 <= what <= MOST_DICE:
        dice: Any = [Die("die", FACES)] * what
    elif isinstance(what, MatchBase):
        actor = what.to_act
        dice = actor.dice if isinstance(actor, Chance) and not actor.draws else ()
    elif isinstance(what, Game | str | type):
        game = what if isinstance(what, Game) else make_game(what, {})
        dice = game.design.make_dice() if hasattr(game, "design") else ()
    else:
        dice = what
    if not isinstance(dice, tuple | list) or not all(isinstance(die, Die) for die in dice):
        dice = ()
    if not dice:
        raise invalid(
            "the first argument", what, f"1 to {MOST_DICE} dice, Board.die(…), a game whose turns "
            "begin with a roll, or a match that waits for one",
        )  # fmt: skip
    return tuple(tuple(map(face_points, die.faces)) for die in dice)


def _title(dice: tuple[Any, ...], reroll: Any, rerolls: int) -> str:
    again = f", rolled again up to {count_noun(rerolls, 'time')}" if reroll and rerolls else ""
    return f"Odds of {len(dice)} {'die' if len(dice) == 1 else 'dice'}{again}"


def _hashable(value: Any) -> Any:
    """Return what is counted as a key: a list is counted as a tuple; raise BadInput for others."""
    value = tuple(value) if isinstance(value, list) else value
    try:
        hash(value)
    except TypeError:
        raise invalid("the value of a roll", value, "a number, a text, or a tuple") from None
    return value


class _Chance:
    """The faces that dice may show, after rerolls by a rule."""

    def __init__(
        self, dice: tuple[tuple[int, ...], ...], reroll: Callable[[Points], Any] | None, times: int
    ) -> None:
        if prod(map(len, dice)) > MOST_OUTCOMES:
            raise BadInput(
                f"the dice have {prod(map(len, dice)):,} outcomes; expected at most "
                f"{MOST_OUTCOMES:,}: take fewer dice"
            )
        self.dice, self.reroll, self.times = dice, reroll, times

    def rolls(self) -> dict[Points, Fraction]:
        """Return the probability of each roll after the last reroll."""
        done = self._over(dict.fromkeys(range(len(self.dice)), ()), (0,) * len(self.dice))
        for _ in range(self.times if self.reroll else 0):
            after: dict[Points, Fraction] = {}
            for roll, share in done.items():
                again = self._again(roll)
                for new, part in (
                    self._over(again, roll) if again else {roll: Fraction(1)}
                ).items():
                    after[new] = after.get(new, Fraction(0)) + share * part
            done = after
        return done

    def _over(self, again: Iterable[int], roll: Points) -> dict[Points, Fraction]:
        """Return the probabilities after some dice of a roll are rolled."""
        found = {roll: Fraction(1)}
        for number in again:
            faces = Counter(self.dice[number])
            found = {
                (*before[:number], points, *before[number + 1 :]): share * count / faces.total()
                for before, share in found.items()
                for points, count in faces.items()
            }
        return found

    def _again(self, roll: Points) -> tuple[int, ...]:
        """Return the numbers of the dice that the rule rolls again; raise BadInput for others."""
        assert self.reroll is not None
        asked = self.reroll(roll)
        known = range(len(roll))
        if not isinstance(asked, list | tuple | set | range) or not set(asked) <= set(known):
            raise invalid(
                f"what reroll returns for {roll}", asked, f"a list of numbers from 0 to {known[-1]}"
            )
        return tuple(sorted(set(asked)))

    def draw(self, random: Random) -> Points:
        """Return one roll at random."""
        roll = tuple(map(random.choice, self.dice))
        for _ in range(self.times if self.reroll else 0):
            again = self._again(roll)
            roll = tuple(
                random.choice(self.dice[n]) if n in again else each for n, each in enumerate(roll)
            )
        return roll


class Odds(Finding):
    """The probability of each value of a roll: exact, or counted in ``rolls`` rolls."""

    def __init__(
        self,
        title: str,
        shares: Shares,
        chance: _Chance,
        value: Callable[[Points], Any],
        rolls: int = 0,
    ) -> None:
        self.title = title
        self.shares: dict[Any, Fraction] = dict(sorted(shares.items(), key=_order))
        """The probability of each value, as a fraction."""
        self.rolls = rolls
        """The number of rolls that were counted; 0 for exact odds."""
        self._chance, self._value = chance, value

    @property
    def mean(self) -> float:
        """The expected value; raises BadInput where values are no numbers."""
        if not all(isinstance(value, Real) for value in self.shares):
            raise BadInput("the values of the rolls are no numbers; expected numbers for a mean")
        return float(sum(value * share for value, share in self.shares.items()))

    def chance(self, wanted: Any) -> Fraction:
        """Return the probability of a value, or of all values for which a function is true.

        >>> odds(2).chance(10), odds(2).chance(lambda points: points >= 9)
        (Fraction(1, 36), Fraction(1, 12))
        """
        is_wanted = wanted if callable(wanted) else lambda value: value == wanted
        found = (share for value, share in self.shares.items() if is_wanted(value))
        return sum(found, start=Fraction(0))

    def rolled(self, rolls: int = 500, seed: int = 0) -> Odds:
        """Return what so many rolls show, to compare with the exact odds; the seed repeats them.

        Raises BadInput for a number of rolls below 1 or over MOST_ROLLS.
        """
        if type(rolls) is not int or not 1 <= rolls <= MOST_ROLLS:
            raise invalid("rolls", rolls, f"a whole number from 1 to {MOST_ROLLS:,}")
        random = Random(seed)
        counts = Counter(_hashable(self._value(self._chance.draw(random))) for _ in range(rolls))
        shares = {value: Fraction(counts[value], rolls) for value in (*self.shares, *counts)}
        title = f"{self.title.replace('Odds', 'Rolls', 1)}, {rolls:,} rolls"
        return Odds(title, shares, self._chance, self._value, rolls)

    def records(self) -> list[Record]:
        """Return a row for each value, with the exact odds beside what was rolled."""
        return [
            {"value": value, "probability": float(share), **self._bounds(share)}
            for value, share in self.shares.items()
        ]

    def _bounds(self, share: Fraction) -> dict[str, float]:
        if not self.rolls:
            return {}
        found = wilson(int(share * self.rolls), self.rolls)
        return {"low": found.low, "high": found.high}

    def rows(self) -> list[tuple[str, str]]:
        """Return a row for each value, then the expected value where values are numbers."""
        found = [(str(value), self._figure(share)) for value, share in self.shares.items()]
        if all(isinstance(value, Real) for value in self.shares):
            found.append(("mean" if self.rolls else "expected value", fixed(self.mean, 2)))
        return found

    def _figure(self, share: Fraction) -> str:
        if self.rolls:
            return str(wilson(int(share * self.rolls), self.rolls))
        exact = f" ({share})" if share.denominator < 10**6 else ""
        return f"{100 * float(share):.1f} %{exact}"

    def drawing(self) -> Chart:
        """Return a bar for each value."""
        rows: tuple[dict[str, Any], ...] = tuple(
            {
                "name": str(value),
                "value": float(share),
                **({"low": float(share), "high": float(share)} | self._bounds(share)),
                "text": self._figure(share),
            }
            for value, share in self.shares.items()
        )
        notes = tuple(f"{name.capitalize()}: {figure}" for name, figure in self.rows()[len(rows) :])
        top = min(1, 1.05 * max(row["high"] for row in rows))
        return Chart("bars", self.title, rows, share=True, top=top, notes=notes)

    def __repr__(self) -> str:
        return f"<{self.title}: {'; '.join(f'{name}: {figure}' for name, figure in self.rows())}>"


def _order(entry: tuple[Any, Fraction]) -> tuple[bool, Any]:
    """Return a key that puts numbers in order, then all other values by their text."""
    value = entry[0]
    number = isinstance(value, Real)
    return not number, value if number else str(value)
