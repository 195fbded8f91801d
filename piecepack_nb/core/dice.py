"""Sources of dice: a seed, a script, the record of another match, or real dice.

A seeded die depends on its turn, purpose and name, not on the order of use, so that the same match
under other rules has the same dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Any, Protocol

from piecepack_nb.core.actors import Chance, Draw, Roll
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import AnyGame, RandomChoice

HIGHEST_SEED = 2**63 - 1
MAX_ROLLS = 100_000  # of a script


class Dice(Protocol):
    """A source of chance's moves."""

    def draw(self, game: AnyGame, state: Any, chance: Chance, nth: int) -> Any | None:
        """Return chance's move, or None if a person must type it in.

        ``nth`` is the number of dice rolls before this one in the match.
        """


def seeded_pick(*seed: object) -> RandomChoice:
    """Return a random choice that depends only on ``seed`` and the name of what is picked."""
    prefix = "|".join(map(str, (*seed, ""))).encode()

    def pick(name: str, options: Sequence[Any]) -> Any:
        # 128 bits for a handful of options make the bias of the remainder negligible.
        digest = blake2b(prefix + name.encode(), digest_size=16).digest()
        return options[int.from_bytes(digest) % count_options(options)]

    return pick


def count_options(options: Sequence[Any]) -> int:
    """Return the number of options; ``len`` refuses a range of 2**31 in a browser's Python."""
    try:
        return len(options)
    except OverflowError:
        assert isinstance(options, range)
        return int(options[-1]) - options[0] + 1


class SeededDice:
    """Dice decided by a seed."""

    def __init__(self, seed: int) -> None:
        if type(seed) is not int or not 0 <= seed <= HIGHEST_SEED:
            raise invalid("seed", seed, f"a whole number from 0 to {HIGHEST_SEED}")
        self.seed = seed

    def draw(self, game: AnyGame, state: Any, chance: Chance, nth: int) -> Any:
        """Return the seed's move for this turn and purpose."""
        return game.chance_move(state, seeded_pick(self.seed, chance.turn, chance.purpose))


class ManualDice:
    """Real dice, typed in by a person; shuffles, which have no dice, are seeded."""

    def __init__(self, seed: int) -> None:
        self.shuffles = SeededDice(seed)

    def draw(self, game: AnyGame, state: Any, chance: Chance, nth: int) -> Any | None:
        """Return None for dice, and the seed's move for a shuffle."""
        return None if chance.dice else self.shuffles.draw(game, state, chance, nth)


class ScriptedDice:
    """A list of the first rolls of a match; ``then`` gives the rest.

    A roll is a text ("roll suns 5 moons ace …"), a mapping from die to face (``then`` gives the
    dice it doesn't name), or None (``then`` gives the whole roll).
    """

    def __init__(self, rolls: Sequence[str | Mapping[str, str] | None], then: SeededDice) -> None:
        if isinstance(rolls, str) or not isinstance(rolls, Sequence):
            raise invalid("dice", rolls, "'typed', or a list of rolls")
        if len(rolls) > MAX_ROLLS:
            raise BadInput(f"dice has {len(rolls)} rolls; expected at most {MAX_ROLLS}")
        for nth, roll in enumerate(rolls):
            if not (roll is None or isinstance(roll, str | Mapping)):
                raise invalid(f"dice[{nth}]", roll, "a text, a mapping from die to face, or None")
        self.rolls = list(rolls)
        self.then = then

    def draw(self, game: AnyGame, state: Any, chance: Chance, nth: int) -> Any:
        """Return the script's ``nth`` roll; after the script, the move of ``then``."""
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
    """The dice of another match; ``then`` gives those that it never rolled.

    A die is found by its turn, purpose and name: where the rules change the number of dice in a
    roll, the dice in common show the same. What is impossible under the rules is drawn again.
    """

    def __init__(self, moves: Sequence[tuple[int, str, Any]], then: Dice) -> None:
        self.then = then
        self.faces: dict[tuple[int, str, str], str] = {}
        self.cards: dict[tuple[int, str], tuple[str, ...]] = {}
        self.shuffles: dict[tuple[int, str], Any] = {}
        for turn, purpose, move in moves:
            if isinstance(move, Draw):
                self.cards[turn, purpose] = tuple(move.faces.values())
            elif isinstance(move, Roll):
                for die, face in move.faces.items():
                    self.faces[turn, purpose, _die_key(die)] = face
            else:
                self.shuffles[turn, purpose] = move

    def draw(self, game: AnyGame, state: Any, chance: Chance, nth: int) -> Any | None:
        """Return the recorded move for this turn and purpose, completed by ``then``."""
        key = chance.turn, chance.purpose
        if chance.draws:
            return self._drawn(game, state, chance, nth)
        if key in self.shuffles:
            recorded = _possible(game, state, self.shuffles[key])
            return self._rest(game, state, chance, nth) if recorded is None else recorded
        known = {
            die.name: face
            for die in chance.dice
            if (face := self.faces.get((*key, _die_key(die.name)))) in die.faces
        }
        if known and len(known) == len(chance.dice):
            return Roll(FrozenDict(known))
        rest = self._rest(game, state, chance, nth)
        return rest if not known or rest is None else Roll(FrozenDict({**rest.faces, **known}))

    def _drawn(self, game: AnyGame, state: Any, chance: Chance, nth: int) -> Any | None:
        """Return the recorded cards as far as the pile has them, and else those of ``then``."""
        recorded = self.cards.get((chance.turn, chance.purpose), ())
        drawn = _draw_again(chance, recorded, ())
        if drawn is None:
            rest = self._rest(game, state, chance, nth)
            drawn = rest and _draw_again(chance, recorded, tuple(rest.faces.values()))
        return drawn

    def _rest(self, game: AnyGame, state: Any, chance: Chance, nth: int) -> Any | None:
        """Return the move of ``then``; a script's impossible roll is left to the script's seed."""
        if not isinstance(self.then, ScriptedDice):
            return self.then.draw(game, state, chance, nth)
        with suppress(BadInput):
            scripted = self.then.draw(game, state, chance, nth)
            if game.refusal(state, scripted) is None:
                return scripted
        return self.then.then.draw(game, state, chance, nth)


def _draw_again(chance: Chance, recorded: Sequence[str], rest: Sequence[str]) -> Draw | None:
    """Return the recorded cards, each in its place, and ``rest`` for those that the pile hasn't.

    Returns None if these are too few.
    """
    new = [card for card in rest if card not in recorded]  # the others have their own places
    drawn: list[str] = []
    for number in range(len(chance.dice)):
        left = chance.faces_after(drawn)
        wanted = (*recorded[number : number + 1], *new, *rest)
        drawn += [card for card in wanted if card in left][:1]
        if len(drawn) == number:
            return None
    return Draw.of_cards(chance, drawn)


def _die_key(name: str) -> str:
    """Return the name of a die without the number of a first die, which it has only among several.

    >>> [_die_key(name) for name in ("red", "red1", "red2")]
    ['red', 'red', 'red2']
    """
    return name.removesuffix("1")


def _possible(game: AnyGame, state: Any, recorded: Any) -> Any | None:
    """Return a recorded move of chance, or None where it is impossible; its text is parsed."""
    try:
        move = game.parse_move(state, recorded) if isinstance(recorded, str) else recorded
    except BadInput:
        return None
    return move if game.refusal(state, move) is None else None


def drawn_again(game: AnyGame, state: Any, drawn: Any, recorded: Any) -> str:
    """Return why chance drew another move than the ``recorded`` one; "" if its dice are kept.

    It names no card that not everybody sees.
    """
    if isinstance(drawn, Draw) and isinstance(recorded, Draw):
        pairs = zip(drawn.faces.values(), recorded.faces.values(), strict=False)
        if all(one == other for one, other in pairs):
            return ""
        recorded = str(recorded)
    elif isinstance(drawn, Roll) and isinstance(recorded, Roll):
        before = {_die_key(die): face for die, face in recorded.faces.items()}
        if all(before.get(_die_key(die), face) == face for die, face in drawn.faces.items()):
            return ""
    elif str(drawn) == str(recorded):
        return ""
    try:
        move = game.parse_move(state, recorded) if isinstance(recorded, str) else recorded
        refusal = game.refusal(state, move)
        why = refusal.text if refusal else ""
    except BadInput as unread:
        why = str(unread)
    if game.observed_move(state, drawn, "") is None:
        why = ""
    reason = f" ({why})" if why else ""
    return f"What chance gave is impossible under these rules{reason}: it is drawn again."


def is_manual(dice: Dice) -> bool:
    """Return True for real dice, which a person types in."""
    return isinstance(dice, ManualDice) or (isinstance(dice, RecordedDice) and is_manual(dice.then))


def dice_from(dice: object, seed: int) -> Dice:
    """Return the dice for an argument ``dice``: None (seeded), "typed", or a list of rolls.

    Raises BadInput for anything else.
    """
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
    raise BadInput(f"dice is {type(dice).__name__}; expected 'typed', or a list of rolls")
