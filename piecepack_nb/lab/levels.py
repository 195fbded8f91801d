"""The measured strength of bots, and the chances that an evaluation stands for.

Both are in ``levels.json``; ``python -m tools.levels`` plays the games and writes it. Of games and
bots that it doesn't have nothing is known, and nothing is said.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, log
from pathlib import Path
from typing import Any, NamedTuple

from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.wording import count_noun
from piecepack_nb.lab.interval import wilson

PATH = Path(__file__).with_name("levels.json")
FEWEST = 10
"""The games without which a level says nothing."""
NOT_MEASURED = "its strength in this game isn't measured"


class Level(NamedTuple):
    """The share of games that a bot won against players that move at random."""

    won: float
    """The games won; a draw counts as half."""
    games: int
    by_chance: float
    """The share of games that such a player wins in its place."""
    together: bool = False
    """True for a game that the seats win or lose together."""

    def __str__(self) -> str:
        """Return the level in words, with its figure."""
        said = f"{_word(self)}: "
        won = f"{self.won:g} of {count_noun(self.games, 'game')}"
        if self.together:
            return f"{said}wins {won}; random moves win {100 * self.by_chance:.0f} %"
        fair = "" if self.by_chance >= 0.4 else f" of {round(1 / self.by_chance)} players"
        return f"{said}beats random moves in {won}{fair}"


def _word(level: Level) -> str:
    """Return a level in a word or two, by the least that its share of wins may be."""
    low = wilson(int(level.won), level.games).low
    if low <= level.by_chance:
        return "no better than random" if level.won <= level.by_chance * level.games else "weak"
    above = (low - level.by_chance) / (1 - level.by_chance)
    return "strong" if above > 0.6 else "good" if above > 0.3 else "fair"


class Scale(NamedTuple):
    """The chance to win by an evaluation: a logistic function of it, fitted to played games."""

    slope: float
    low: float
    high: float
    """The bounds of the slope (95 %)."""
    base: float = 0.0
    """The chance at the start of a game that the seats win together."""
    games: int = 0

    def chances(self, game: AnyGame, values: Mapping[str, float]) -> dict[str, float]:
        """Return each seat's chance from its evaluation.

        Where seats are rivals, the chances of the sides add up to 1.
        """
        if game.cooperative:
            chance = logistic(self.base + self.slope * next(iter(values.values())))
            return dict.fromkeys(values, chance)
        sides = dict.fromkeys(map(game.side_of, values))
        odds = softmax([self.slope * values[side[0]] for side in sides])
        by_seat = {seat: each for side, each in zip(sides, odds, strict=True) for seat in side}
        return {seat: by_seat[seat] for seat in values}


def logistic(x: float) -> float:
    """Return the logistic function.

    >>> logistic(0), round(logistic(2), 2), logistic(-1000)
    (0.5, 0.88, 0.0)
    """
    return 1 / (1 + exp(-x)) if x > -700 else 0.0


def softmax(values: Sequence[float]) -> list[float]:
    """Return numbers that add up to 1, each as its exponential.

    >>> softmax([0, 0]), [round(each, 2) for each in softmax([900, 898, 0])]
    ([0.5, 0.5], [0.88, 0.12, 0.0])
    """
    top = max(values)
    odds = [exp(max(value - top, -700.0)) for value in values]
    return [each / sum(odds) for each in odds]


def sharpened(chance: float, power: float) -> float:
    """Return a chance whose odds are raised to a power.

    >>> sharpened(0.8, 1), sharpened(0.5, 3), round(sharpened(0.8, 2), 3)
    (0.8, 0.5, 0.941)
    """
    if chance in (0, 1) or power == 1:
        return chance
    return logistic(power * log(chance / (1 - chance)))


@cache
def _data() -> Mapping[str, Any]:
    found: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
    return found


def level_of(game: AnyGame, bot: str) -> Level | None:
    """Return the measured level of a bot in a game; None where it wasn't measured.

    It was measured under the printed rules.
    """
    known = _data().get(game.name, {}) if _is_ours(game) else {}
    found = known.get("bots", {}).get(bot)
    if found is None or found[1] < FEWEST:
        return None
    won, games = found
    return Level(won, int(games), known["by_chance"], game.cooperative)


def level_text(game: AnyGame, bot: str) -> str:
    """Return the level of a bot in words, with its figure; or that it isn't measured.

    >>> import piecepack_nb as pp
    >>> print(level_text(pp.game("activator"), "my_bot"))
    its strength in this game isn't measured
    """
    if bot == "random":
        return "moves at random"
    level = level_of(game, bot)
    if level is None:
        return NOT_MEASURED
    changed = ", under the printed rules" if game.rules.changed() else ""
    return f"{level}{changed}"


def scale_of(game: AnyGame) -> Scale | None:
    """Return how the game's evaluation becomes a chance; None for a game without a measured one."""
    found = _data().get(game.name, {}).get("scale") if _is_ours(game) else None
    return Scale(*found) if found else None


def _is_ours(game: AnyGame) -> bool:
    """Return True for a game of this package: a reader's may have the same name."""
    return type(game).__module__.startswith("piecepack_nb.games.")
