"""Where dice come from: a seed, a script, a record of another game, or real dice on a real table.

Seeded dice are drawn by their place in the game (turn, purpose, die), never by order of use, so
that the same game under other rules meets the same dice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from piecepack_nb.core.actors import Chance, Roll
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import Game, RandomChoice

HIGHEST_SEED = 2**63 - 1
AnyGame = Game[Any, Any, Any]


class Dice(Protocol):
    """Something that makes chance's moves."""

    def draw(self, game: AnyGame, state: Any, chance: Chance, nth: int) -> Any | None:
        """Chance's move, or None where a person has to type it in.

        ``nth`` counts the rolls of dice before this one in the match, from 0.
        """


def seeded_pick(*place: object) -> RandomChoice:
    """Picks that depend on nothing but ``place`` and the name of what is picked."""

    def pick(name: str, options: Sequence[Any]) -> Any:
        key = "|".join(map(str, (*place, name))).encode()
        # 128 bits over a handful of options: the bias is far below anything that can be seen.
        return options[int.from_bytes(hashlib.blake2b(key, digest_size=16).digest()) % len(options)]

    return pick


class SeededDice:
    """Dice that a seed decides, each by its place in the game."""

    def __init__(self, seed: int) -> None:
        if type(seed) is not int or not 0 <= seed <= HIGHEST_SEED:
            raise invalid("seed", seed, f"a whole number from 0 to {HIGHEST_SEED}")
        self.seed = seed

    def draw(self, game: AnyGame, state: Any, chance: Chance, nth: int) -> Any:
        """The move that the seed has for this turn and purpose."""
        return game.chance_move(state, seeded_pick(self.seed, chance.turn, chance.purpose))


class ManualDice:
    """Real dice: whoever rolled them types them in. What has no dice (a shuffle) is seeded."""

    def __init__(self, seed: int) -> None:
        self.shuffles = SeededDice(seed)

    def draw(self, game: AnyGame, state: Any, chance: Chance, nth: int) -> Any | None:
        """None for dice; the seed's shuffle for what is no dice."""
        return None if chance.dice else self.shuffles.draw(game, state, chance, nth)


class ScriptedDice:
    """The first rolls of the game as a lesson wants them; ``then`` gives the rest.

    A roll is a text ("roll suns 5 moons ace …"), a mapping from die to face (dice that it doesn't
    name are left to ``then``), or None (the whole roll is left to ``then``).
    """

    def __init__(self, rolls: Sequence[str | Mapping[str, str] | None], then: SeededDice) -> None:
        if isinstance(rolls, str) or not isinstance(rolls, Sequence):
            raise invalid("dice", rolls, "'typed', or a list of rolls")
        for nth, roll in enumerate(rolls):
            if not (roll is None or isinstance(roll, str | Mapping)):
                raise invalid(f"dice[{nth}]", roll, "a text, a mapping from die to face, or None")
        self.rolls = list(rolls)
        self.then = then

    def draw(self, game: AnyGame, state: Any, chance: Chance, nth: int) -> Any:
        """The scripted roll for the ``nth`` roll of the match, or what comes after the script."""
        roll = self.rolls[nth] if chance.dice and nth < len(self.rolls) else None
        if isinstance(roll, str):
            return game.parse_move(state, roll)
        if roll is None:
            return self.then.draw(game, state, chance, nth)
        faces = self._faces(roll, chance)
        seeded = seeded_pick(self.then.seed, chance.turn, chance.purpose)
        return game.chance_move(
            state, lambda name, options: faces.get(name) or seeded(name, options)
        )

    @staticmethod
    def _faces(roll: Mapping[str, str], chance: Chance) -> dict[str, str]:
        dice = {die.name: die.faces for die in chance.dice}
        for name, face in roll.items():
            if name not in dice:
                raise invalid("a scripted die", name, "one of " + ", ".join(dice))
            if face not in dice[name]:
                raise invalid(f"the scripted die {name}", face, "one of " + ", ".join(dice[name]))
        return dict(roll)


class RecordedDice:
    """The dice of another match, by their place; ``then`` gives what that match never rolled.

    A die is known by its turn, purpose and name, so that a roll of which one game needs fewer or
    more dice is the same as far as it goes.
    """

    def __init__(self, moves: Sequence[tuple[int, str, Any]], then: Dice) -> None:
        self.then = then
        self.faces: dict[tuple[int, str, str], str] = {}
        self.shuffles: dict[tuple[int, str], Any] = {}
        for turn, purpose, move in moves:
            if isinstance(move, Roll):
                for die, face in move.faces.items():
                    self.faces[turn, purpose, die] = face
            else:
                self.shuffles[turn, purpose] = move

    def draw(self, game: AnyGame, state: Any, chance: Chance, nth: int) -> Any | None:
        """What was rolled at this turn for this purpose."""
        place = chance.turn, chance.purpose
        if place in self.shuffles:
            return self.shuffles[place]
        known = {
            die.name: face
            for die in chance.dice
            if (face := self.faces.get((*place, die.name))) in die.faces
        }
        if known and len(known) == len(chance.dice):
            return Roll(FrozenDict(known))
        rest = self.then.draw(game, state, chance, nth)
        return rest if not known or rest is None else Roll(FrozenDict({**rest.faces, **known}))


def is_manual(dice: Dice) -> bool:
    """Are these real dice, that somebody has to type in?"""
    return isinstance(dice, ManualDice) or (isinstance(dice, RecordedDice) and is_manual(dice.then))


def dice_from(dice: object, seed: int) -> Dice:
    """What a caller means by ``dice=``: None (seeded), "typed", or a list of rolls."""
    if dice is None:
        return SeededDice(seed)
    if isinstance(dice, str):
        if dice != "typed":
            raise invalid("dice", dice, "'typed', or a list of rolls")
        return ManualDice(seed)
    if hasattr(dice, "draw"):
        return dice
    if isinstance(dice, Sequence):
        return ScriptedDice(dice, SeededDice(seed))
    raise BadInput(f"dice is {type(dice).__name__}; accepted: 'typed', or a list of rolls")
