"""For each option of each game, a match whose replay under another value cites that option.

The options come from the rules themselves, and so a new one is covered as soon as it is declared.
Most matches are found by playing, with the printed value replayed under others or the other way
round. An option that matters under other rules only has those in ``RULES``; one that matters too
seldom has a match of its own in ``MATCHES``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import pytest

import piecepack_nb as pp
from piecepack_nb.core.divergence import Divergence
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.rules import Option
from tests.conftest import GAMES, sampled
from tests.games.pacman.helpers import CORRIDORS
from tests.games.pacman.test_clauses_end import LAST
from tests.games.pacman.test_clauses_ghosts import IN_A_ROUND
from tests.games.pacman.test_clauses_pac_man import SHUT_IN
from tests.games.worm_derby.helpers import straight
from tests.games.worm_derby.test_clauses_race import before_home
from tests.soak.rule_changes import values

TRIES = [(1, 40), *((seed, 300) for seed in range(10))]
"""Seeds of matches and the moves played in them: in most a few show the option."""
BOTS = ("random", "greedy")
FEW = 3
"""The most values of an option that are tried."""
NEVER = {("piecepackman", "scatter"): "any set-up by hand is possible, and so the dealt one stays"}

RULES: dict[tuple[str, str], dict[str, Any]] = {
    ("piecepackman", "left_out"): {"players": 3},
    ("piecepackman", "wild_coin"): {"players": 3},
    ("piecepackman", "against_lives"): {"mode": "against"},
    ("piecepackman", "against_null"): {"mode": "against"},
    ("piecepackman", "against_ace"): {"mode": "against"},
    ("piecepackman", "adjust_cubes"): {"mode": "race"},
    ("piecepackman", "suns_power"): {"powers": "chosen"},
    ("piecepackman", "moons_power"): {"powers": "chosen"},
    ("piecepackman", "crowns_power"): {"powers": "chosen"},
    ("piecepackman", "arms_power"): {"powers": "chosen"},
    ("piecepackman", "power_bonus"): {"powers": "drawn"},
    ("worm_derby", "slalom_tiles"): {"slalom": "out"},
    ("worm_derby", "overlay"): {"cannibal": True},
    ("worm_derby", "flee"): {"cannibal": True},
    ("worm_derby", "revive"): {"cannibal": True},
}
"""Rules under which an option matters that does nothing under the printed ones."""


class Written(NamedTuple):
    """A match from a position: its rules, its moves, and another value of the option."""

    rules: Mapping[str, Any]
    position: Any
    moves: str
    """The moves as text, one a line."""
    value: Any


def orders(**written: str) -> str:
    """Return the orders of P.A.C.O. as moves."""
    return "\n".join(f"{seat} {order}" for seat, order in written.items())


THREE = {"players": 3}
AHEAD = straight(30, 10, 180, 3)
NEAR_HOME, OF_THREE = before_home(off=0.5)[1], before_home(players=3)[1]
MATCHES: dict[tuple[str, str], Written] = {
    ("activator", "no_move"): Written(
        {}, """
        4  .    .    .    .
        3  dA   Ea   .    .
        2  .    .    F    F
        1  .    .    .    c
           a    b    c    d
        red to move
        """, "c2-c1", "draw",
    ),
    ("paco", "follow"): Written(
        THREE, {"suns": "c3 N", "moons": "c4 N", "crowns": "c5 N", "board": {}},
        orders(suns="forward", moons="forward", crowns="forward"), True,
    ),
    ("paco", "crowd_roll"): Written(
        THREE, {"suns": "c3 N", "moons": "d4 W", "crowns": "c5 S", "board": {}},
        orders(suns="forward", moons="forward", crowns="forward")
        + "\nroll suns 6 moons 5 crowns 4", "none",
    ),
    ("paco", "held"): Written(
        {"players": 2}, {"suns": "c2 N", "moons": "c7 S", "board": {"c3": "white"}},
        orders(suns="push", moons="lift"), "met",
    ),
    ("paco", "in_a_row"): Written(
        THREE,
        {"suns": "b3 E", "moons": "d3 N", "crowns": "f3 S", "board": {"c3": "white"}},
        orders(suns="push", moons="left", crowns="left"), "stops",
    ),
    ("paco", "causes"): Written(
        THREE,
        {"suns": "c3 N", "moons": "d5 W", "crowns": "b5 E", "board": {"c4": "hole"}},
        orders(suns="jump then forward", moons="lift", crowns="left")
        + "\n" + orders(moons="left", crowns="left"), "push",
    ),
    ("pacman", "idle_die"): Written(
        {}, {**SHUT_IN, "dice": [1, 6], "due": "pac ghost"}, "pac 6 stays", False
    ),
    ("pacman", "short_pac_man"): Written(
        {"short_pac_man": "goes as far"}, {**SHUT_IN, "dice": [2, 4], "due": "pac ghost"},
        "pac 4 a1-a2", "stays",
    ),
    ("pacman", "short_ghost"): Written(
        {"board": CORRIDORS, "ghosts": 3, "short_ghost": "goes as far"},
        {**IN_A_ROUND, "dice": [5, 1]}, "ghost1 5 b1-c1-c2-d2-d3", "stays",
    ),
    ("pacman", "last_turn"): Written({}, LAST, "pac 1 a3-a4", True),
    ("piecepackman", "goal"): Written(
        {}, "piecepackman: f4 W\nphase: ghosts\ndice: suns ace\nextra_lives: 0\n"
        "ghosts: suns g4 1 cube\ncubes: moons j9", "suns f4", "cubes",
    ),
    ("piecepackman", "equal_cubes"): Written(
        {}, "piecepackman: f4 W\nghosts: suns 1 cube\ncubes: suns e4",
        "roll suns null moons null crowns null arms null", "draw",
    ),
    ("piecepackman", "hunger_attack"): Written(
        {}, "piecepackman: f4 W\nhunger: 2\nphase: ghosts\ndice: suns ace\n"
        "ghosts: suns g4 2 cubes\nstash: suns 1\ncubes: arms j9", "suns f4", "majority",
    ),
    ("piecepackman", "dangerous_from"): Written(
        {"mode": "against"}, "piecepackman: f4 W\nghosts: suns d4\ncubes: suns a10, moons j9",
        "roll suns 3 moons null crowns null arms null\npiecepackman f4-e4-d4", 1,
    ),
    ("piecepackman", "teleport_needs_coins"): Written(
        {"powers": "chosen", "suns_power": "teleport"},
        "phase: ghosts\nghosts: suns a10 uses 1\ndice: suns ace\ncubes: moons j9",
        "suns! a10-j1", True,
    ),
    ("worm_derby", "laps"): Written({"obstacles": 0}, NEAR_HOME, "suns tail>head 180", 2),
    ("worm_derby", "finish"): Written({}, NEAR_HOME, "suns tail>head 180", "all"),
    ("worm_derby", "race_on"): Written(THREE, OF_THREE, "suns tail>head 180", False),
    ("worm_derby", "finished"): Written(THREE, OF_THREE, "suns tail>head 180", "stays"),
    ("worm_derby", "cannibal"): Written(
        {"length": 3, "cannibal": True},
        {"worms": {"suns": straight(20, 20, 0, 3), "moons": straight(21.3, 20, 180, 3)},
         "steps": 1}, "suns tail>head 0", False,
    ),
    ("worm_derby", "step_limit"): Written(
        {"length": 3},
        {"worms": {"suns": straight(20, 20, 0, 3), "moons": AHEAD}}, "roll 5", False,
    ),
}  # fmt: skip
"""Matches in which the option matters, where few random ones have it."""


@cache
def played(
    name: str, rules: tuple[tuple[str, Any], ...], seed: int, bot: str, moves: int
) -> pp.Match:
    """Return a match between bots under these rules."""
    match = pp.Match(pp.game(name, **dict(rules)), seed=seed, seats=bot)
    match.run(moves)
    return match


def changes(option: Option) -> Iterator[tuple[Any, Any]]:
    """Yield pairs of values: the printed one and others, then the other way round."""
    others = [each for each in values(option) if each != option.default]
    few = dict.fromkeys([*others[: FEW - 1], *others[-1:]])
    yield from ((option.default, other) for other in few)
    yield from ((other, option.default) for other in few)


def divergences(name: str, option: Option) -> Iterator[tuple[pp.Match, Divergence]]:
    """Yield matches that diverge under another value of the option."""
    rules = RULES.get((name, option.name), {})
    if written := MATCHES.get((name, option.name)):
        match = pp.Match(pp.game(name, **written.rules), seed=1, position=written.position)
        match.play_all(written.moves.splitlines())
        if found := match.under(**{option.name: written.value}).divergence:
            yield match, found
        return
    tries = TRIES[:2] if (name, option.name) in NEVER else TRIES
    for (seed, moves), bot, (one, two) in product(tries, BOTS, changes(option)):
        try:
            own = {} if one == option.default else {option.name: one}  # one match for all options
            match = played(name, tuple(sorted({**rules, **own}.items())), seed, bot, moves)
            found = match.under(**{option.name: two}).divergence
        except BadInput:  # a value that doesn't fit the other rules
            continue
        if found is not None:
            yield match, found


OPTIONS = [(name, option) for name in GAMES for option in pp.game(name).rules.options()]


@pytest.mark.parametrize(
    ("name", "option"), sampled(OPTIONS, 3), ids=lambda each: getattr(each, "name", each)
)
def test_the_divergence_of_each_option_is_its_own(name: str, option: Option) -> None:
    match, found = next(divergences(name, option), (None, None))
    if (name, option.name) in NEVER:
        assert found is None, "it belongs in NEVER no more"
        return
    assert match is not None, f"no match shows {option.name}: name one in RULES or MATCHES"
    assert found is not None
    assert found.clause in option.clauses
    assert found.causes == (option,)
    assert found.clause in match.game.rulebook.clauses
    assert "states differ" not in found.text
    one, two = found.ours, found.theirs
    if one is not None and two is not None and one.event.text == two.event.text:
        assert option.title in found.text or "here: " in found.text
    elif found.clause not in {step.event.clause for step in (one, two) if step}:
        assert option.title in found.text or "is refused: " in found.text
