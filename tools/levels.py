"""Measure the levels of bots in the five games, and the chances that evaluations stand for.

    python -m tools.levels [--seconds 60] [--bot NAME …] [GAME …]
    python -m tools.levels --steps [--seconds 60] [GAME …]

It writes ``piecepack_nb/lab/levels.json``; with ``--bot`` only the levels of these. A bot plays one
seat, each in turn, against players that move at random; in a game that its seats win together it
plays all. The chances are fitted to games of the game's quickest bot, in which a fifth of all moves
are random.

With ``--steps`` each level plays against the one below it, "easy" against random, in examples too,
and the table of docs/measures.md is written.
"""

from __future__ import annotations

import argparse
import json
import runpy
from collections.abc import Callable, Sequence
from itertools import count
from math import inf
from pathlib import Path
from random import Random
from statistics import stdev
from time import process_time
from typing import Any

import piecepack_nb as pp
from piecepack_nb.bots import LEVELS
from piecepack_nb.core.game import AnyGame, Bot
from piecepack_nb.lab.interval import wilson
from piecepack_nb.lab.levels import PATH, Scale
from piecepack_nb.lab.playing import Limits, simulate_one

GAMES = ("piecepackman", "activator", "paco", "pacman", "worm_derby")
EXAMPLES = (
    "connect_four",
    "hare_and_hounds",
    "hex",
    "mancala",
    "nim",
    "pig",
    "skirmish",
    "tic_tac_toe",
)
"""The examples in which levels play against each other, beside the five games."""
ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "measures.md"
HEAD = "| Game | easy | medium | strong |"
"""The first line of the page's table of levels."""
QUICKEST = {"piecepackman": "greedy", "activator": "quick", "paco": "shrewd", "pacman": "greedy"}
QUICKEST |= {"worm_derby": "wanderer"}
LEAST, MOST = 10, 100
"""The games of a bot, as far as there is time."""
MOST_MOVES = 600
ERRS = 0.2
"""The share of random moves in the games to which chances are fitted."""
RESAMPLED = 12
EACH = 6
"""The positions of a game that count for the chances."""

Position = tuple[list[float], list[float]]
"""The evaluation of each side, and its result: 1 won, 0 lost, a part of 1 if shared."""


def main() -> None:
    """Measure the games that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--steps", action="store_true", help="each level against the one below")
    parser.add_argument("--seconds", type=float, default=60, help="of the processor, for each bot")
    parser.add_argument("--bot", action="append", default=[], help="only these bots")
    given = parser.parse_args()
    found: dict[str, Any] = json.loads(PATH.read_text()) if PATH.exists() else {}
    if given.steps:
        steps(found, given.games or (*GAMES, *EXAMPLES), given.seconds)
        return
    for name in given.games or GAMES:
        game = pp.game(name)
        for bot in given.bot:
            found[name]["bots"][bot] = measured(game, game.bots[bot], given.seconds)
            print(name, bot, found[name]["bots"][bot], flush=True)
        if given.bot:
            PATH.write_text(json.dumps(found, indent=1) + "\n")
            continue
        found[name] = found.get(name, {}) | {"scale": list(fitted(game, given.seconds))}
        print(name, found[name]["scale"], flush=True)
        by_chance = random_share(game, given.seconds)
        found[name] |= {"by_chance": by_chance, "bots": {}}
        for bot in game.bots:
            if bot != "random":
                found[name]["bots"][bot] = measured(game, game.bots[bot], given.seconds)
                print(name, bot, found[name]["bots"][bot], flush=True)
        PATH.write_text(json.dumps(found, indent=1) + "\n")


# --- Levels --------------------------------------------------------------------------------------


def measured(game: AnyGame, bot: Bot, seconds: float, below: Bot | None = None) -> list[float]:
    """Return the games that a bot won, and those that it played, against random or another bot."""
    other = below or game.bots["random"]
    end, won = process_time() + seconds, 0.0
    for played in range(MOST):
        now = process_time()
        if now > end + 2 * seconds or (now > end and played >= LEAST):
            return [won, played]
        seat = game.seats[played % len(game.seats)]
        own = game.side_of(seat)
        bots = {each: bot if each in own else other for each in game.seats}
        won += _share(game, simulate_one(game, played, bots, Limits(MOST_MOVES)).result, seat)
    return [won, MOST]


def random_share(game: AnyGame, seconds: float) -> float:
    """Return the share of games that a player wins who moves at random, as all do."""
    if not game.cooperative:
        return 1 / len(dict.fromkeys(map(game.side_of, game.seats)))
    won, played = measured(game, game.bots["random"], seconds)
    return won / played


def steps(found: dict[str, Any], names: Sequence[str], seconds: float) -> None:
    """Measure each level against the one below; write the figures and the page's table."""
    for name in names:
        if name in EXAMPLES:
            runpy.run_path(str(ROOT / "examples" / "games" / f"{name}.py"))
        game, below = pp.game(name), None
        known = found.setdefault(name, {})
        against_random = known.get("bots", {})
        known |= {"title": game.title, "steps": {}}
        for level, bot in LEVELS.items():
            done = None if below else against_random.get(level)
            known["steps"][level] = done or measured(game, bot, seconds, below)
            print(name, level, known["steps"][level], flush=True)
            below = None if game.cooperative else bot
        PATH.write_text(json.dumps(found, indent=1) + "\n")
        page = PAGE.read_text(encoding="utf-8")
        above, _, rest = page.partition(HEAD)
        below_table = rest.partition("\n\n")[2]
        text = f"{above}{table(found)}\n\n{below_table}"
        PAGE.write_text(text, encoding="utf-8")


def table(found: dict[str, Any]) -> str:
    """Return what each level wins against the one below it, as the page's table."""
    rows = [
        [each["title"], *(_cell(each["steps"][level]) for level in LEVELS)]
        for each in found.values()
        if "steps" in each
    ]
    lines = [HEAD, "|" + " --- |" * (1 + len(LEVELS))]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def _cell(step: Sequence[float]) -> str:
    won, played = step
    share = wilson(int(won), int(played))
    return f"{won:g} of {played:g} ({100 * share.low:.0f} to {100 * share.high:.0f} %)"


def _share(game: AnyGame, result: Any, seat: str) -> float:
    return 0.5 if result is None else (1 + game.payoff(result, seat)) / 2


# --- Chances -------------------------------------------------------------------------------------


def fitted(game: AnyGame, seconds: float) -> Scale:
    """Return the scale that fits the results of played games best, with its interval."""
    end = process_time() + seconds
    played: list[list[Position]] = []
    for seed in count():
        if len(played) >= 2 * MOST or (process_time() > end and len(played) >= LEAST):
            break
        played.append(positions(game, seed))
    played = [each for each in played if each]
    slope, base = best_fit(game, played)
    random = Random(0)
    slopes = [best_fit(game, random.choices(played, k=len(played)))[0] for _ in range(RESAMPLED)]
    margin = 1.96 * stdev(slopes)
    figures = (round(each, 4) for each in (slope, max(0.0, slope - margin), slope + margin, base))
    return Scale(*figures, len(played))


def positions(game: AnyGame, seed: int) -> list[Position]:
    """Return the positions at the end of each turn of a game; none of a game that doesn't end."""
    bot = _erring(game.bots[QUICKEST[game.name]], Random(seed))
    match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, bot))
    match.run(2 * MOST_MOVES)
    result = match.result
    if result is None:
        return []
    sides = [side[0] for side in dict.fromkeys(map(game.side_of, game.seats))]
    after = {played.turn: played.steps[-1].state for played in match.record[:-1]}
    states = list(after.values())
    states = [states[number * len(states) // EACH] for number in range(EACH)]
    found = [[game.evaluate(state, seat) for seat in sides] for state in states]
    won = [_share(game, result, seat) for seat in sides]
    total = sum(won) if len(sides) > 1 else 1
    return [(values, [each / total for each in won]) for values in found]


def _erring(bot: Bot, random: Random) -> Bot:
    def play(game: AnyGame, state: Any, seat: str, pick: Any) -> Any:
        if random.random() < ERRS:
            return game.random_move(state, seat, pick)
        return bot(game, state, seat, pick)

    return play


def best_fit(game: AnyGame, played: Sequence[Sequence[Position]]) -> tuple[float, float]:
    """Return the slope and the base with the least squared error."""
    all_positions = [each for game in played for each in game]

    def loss(slope: float, base: float) -> float:
        scale = Scale(slope, slope, slope, base)
        return sum(_loss(game, scale, values, won) for values, won in all_positions)

    base = 0.0
    for _ in range(3 if game.cooperative else 1):
        slope = least(lambda x: loss(x, base), 0.0, 12.0)  # noqa: B023 - called at once
        if game.cooperative:
            base = least(lambda x: loss(slope, x), -6.0, 6.0)  # noqa: B023 - called at once
    return slope, base


def _loss(game: AnyGame, scale: Scale, values: list[float], won: list[float]) -> float:
    seats = [side[0] for side in dict.fromkeys(map(game.side_of, game.seats))]
    chances = scale.chances(game, dict(zip(seats, values, strict=True)))
    return sum((chances[seat] - won) ** 2 for seat, won in zip(seats, won, strict=True))


def least(of: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function of one valley is least, by thirds."""
    best = inf, low
    for _ in range(14):
        third = (high - low) / 3
        one, two = low + third, high - third
        a, b = of(one), of(two)
        best = min(best, (a, one), (b, two))
        low, high = (low, two) if a < b else (one, high)
    return best[1]


if __name__ == "__main__":
    main()
