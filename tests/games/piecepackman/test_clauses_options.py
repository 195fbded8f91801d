"""Every rule option: it changes something that can be seen, and refuses what it doesn't accept."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.errors import BadInput
from piecepack_nb.games.piecepackman.rules import PiecepackmanRules
from tests.games.piecepackman.helpers import POCKET, event, ghosts, him, rest, roll, table

Seen = Callable[..., Hashable]


def dealt(**options: Any):
    """Return forty set-ups."""
    game = pp.game("piecepackman", **options)
    return [game.chance_move(game.initial_state(), seeded_pick(seed)) for seed in range(40)]


def start(**options: Any):
    return pp.game("piecepackman", **options).initial_state()


def he_stands_after(written: str, **faces: object) -> Seen:
    """Return his square and heading after a roll."""

    def seen(**options: Any) -> Hashable:
        match = table(written, **options)
        roll(match, **faces)
        return him(match)

    return seen


def ways_of_suns(written: str, **faces: object) -> Seen:
    """Return the walks of the suns ghost after a roll."""

    def seen(**options: Any) -> Hashable:
        match = table(f"piecepackman: a1 N\nphase: order\n{written}\ncubes: moons j9", **options)
        ghosts(match, **faces)
        return tuple(map(str, match.moves())) if match.state.phase == "ghosts" else ()

    return seen


def tied(**options: Any) -> Hashable:
    match = table("piecepackman: e7 N\ncubes: moons d7, suns f7", **options)
    lot = {"tie": "arms-moons-crowns-suns"} if options.get("tie_break") == "random" else {}
    roll(match, suns=2, moons=2, **lot)
    return match.state.square


def cubes_of_suns(**options: Any) -> Hashable:
    match = table(
        "piecepackman: a1 N\nphase: order\nghosts: suns j10\ncubes: suns j9 j7", **options
    )
    ghosts(match, suns=3)
    match.play("suns j10-j9-j8-j7")
    return match.state.ghosts["suns"].cubes


def suns_walk_after_being_eaten(**options: Any) -> Hashable:
    match = table("piecepackman: f4 W\nghosts: suns e4\ncubes: crowns c4, moons j9", **options)
    roll(match, crowns=2)
    return "suns" in match.state.to_move


def dice_due(**options: Any) -> Hashable:
    match = table("piecepackman: a1 N\nphase: order\ncubes: moons j9", **options)
    match.play("order suns moons crowns arms")
    return tuple(die.name for die in match.to_act.dice)


def phase_after_a_coin(**options: Any) -> Hashable:
    match = table("piecepackman: b10 W\ncubes: suns j9\ncoins: crowns 4", **options)
    roll(match, crowns="null")
    return match.state.phase


def lives_after_an_ace(**options: Any) -> Hashable:
    match = table("piecepackman: b10 W\ncubes: suns j9\ncoins: crowns ace", **options)
    roll(match, crowns="null")
    roll(match)
    return match.state.extra_lives


def winners_by_cubes(**options: Any) -> Hashable:
    match = table("piecepackman: f4 W\nghosts: suns 1 cube\ncubes: suns e4", **options)
    roll(match, suns="null")
    return match.result.winners


def winners_by_lives(**options: Any) -> Hashable:
    written = "piecepackman: f4 W\nphase: order\nextra_lives: 0\nghosts: suns g4 1 cube"
    match = table(f"{written}\ncubes: moons j9", **options)
    ghosts(match, suns=1)
    match.play("suns f4")
    return match.result.winners


def nearest_with_three(**options: Any) -> Hashable:
    match = table("piecepackman: b1 W\ncubes: suns h1\ncoins: arms 5", players=3, **options)
    return event(roll(match, suns=2)[:2], "he heads for").data["target"]


def attacks_in_hunger(**options: Any) -> Hashable:
    written = "piecepackman: f4 W\nhunger: 1\nghosts: suns g4 2 cubes\ncubes: moons j9"
    match = table(written, **options)
    return match.game.ruleset.attacks(match.state, "suns")


def is_dangerous(**options: Any) -> Hashable:
    match = table("piecepackman: f4 W\nghosts: suns g4\ncubes: moons j9", **options)
    return match.game.ruleset.dangerous(match.state, "suns")


def rolled_against(**faces: object) -> Seen:
    """Return his points after a roll where somebody plays him."""

    def seen(**options: Any) -> Hashable:
        match = table("piecepackman: f4 W\ncubes: suns j9", mode="against", **options)
        roll(match, **faces)
        return match.state.points

    return seen


def phase_after_set_up(**options: Any) -> Hashable:
    match = pp.Match(pp.game("piecepackman", **options), seed=1)
    match.run(1)
    return match.state.phase


def power_of(suit: str) -> Seen:
    """Return the power of a ghost at the start."""
    return lambda **options: start(powers="chosen", **options).ghosts[suit].power


def his_bonus(**options: Any) -> Hashable:
    match = table(AHEAD + "\nstash: moons 3", powers="chosen", **options)
    roll(match, suns=2)
    return match.state.square


def teleports(**options: Any) -> Hashable:
    written = "phase: ghosts\nghosts: suns a10 uses 1\ndice: suns ace\ncubes: moons j9"
    match = table(written, powers="chosen", suns_power="teleport", **options)
    return tuple(map(str, match.moves()))


AHEAD = "piecepackman: f4 W\ncubes: suns a3, moons j9"
SEEN: dict[str, tuple[Any, Seen]] = {
    "maze": (
        "slip",
        lambda **options: tuple(pp.game("piecepackman", **options).ruleset.maze.walls),
    ),
    "players": (3, lambda **options: tuple(start(**options).ghosts)),
    "left_out": ("suns", lambda **options: tuple(start(players=3, **options).ghosts)),
    "wild_coin": (False, nearest_with_three),
    "goal": ("cubes", winners_by_lives),
    "extra_lives": (1, lambda **options: start(**options).extra_lives),
    "cubes_per_suit": (2, lambda **options: len(dealt(**options)[0].cubes)),
    "scatter": ("uniform", lambda **options: dealt(**options)[0].cubes),
    "hard_coins": (
        True,
        lambda **options: frozenset(deal.coins["arms"] for deal in dealt(**options)),
    ),
    "start_heading": ("N", lambda **options: start(**options).heading),
    "null_points": (2, he_stands_after(AHEAD)),
    "ace_points": (1, he_stands_after(AHEAD, suns="ace")),
    "step_cost": (2, he_stands_after(AHEAD, suns=4)),
    "quarter_turn_cost": (
        0,
        he_stands_after("piecepackman: f4 E\ncubes: suns a3, moons j9", suns=4),
    ),
    "tie_break": ("random", tied),
    "exhausted": ("wait", he_stands_after("piecepackman: f4 W\ncubes: moons a4", suns=5)),
    "ghost_null": (1, ways_of_suns("ghosts: suns j7", suns="null", moons=1, crowns=1, arms=1)),
    "ghost_ace": (2, ways_of_suns("ghosts: suns j7", suns="ace")),
    "ghost_dice": ("in turn", dice_due),
    "ghost_backtrack": (False, ways_of_suns("ghosts: suns a9", suns=3)),
    "portal_ends_move": (False, ways_of_suns("ghosts: suns b5", suns=3)),
    "ghost_collects": ("land", cubes_of_suns),
    "eaten_waits": (0, suns_walk_after_being_eaten),
    "dangerous": ("equal", is_dangerous),
    "hunger_attack": ("majority", attacks_in_hunger),
    "bonus_roll": (False, phase_after_a_coin),
    "hunger_turn_cost": (
        1,
        he_stands_after("piecepackman: f4 E\nhunger: 1\nghosts: suns d3\ncubes: moons j9", suns=3),
    ),
    "ace_lives": (2, lives_after_an_ace),
    "equal_cubes": ("draw", winners_by_cubes),
    "mode": ("against", lambda **options: pp.game("piecepackman", **options).seats),
    "against_lives": (3, lambda **options: start(mode="against", **options).extra_lives),
    "against_null": (2, rolled_against(suns="null")),
    "against_ace": (6, rolled_against(suns="ace")),
    "dangerous_from": (1, lambda **options: is_dangerous(mode="against", **options)),
    "adjust_cubes": (0, lambda **options: phase_after_set_up(mode="race", **options)),
    "powers": ("drawn", lambda **options: dealt(**options)[0].powers),
    "suns_power": ("drop", power_of("suns")),
    "moons_power": ("drop", power_of("moons")),
    "crowns_power": ("drop", power_of("crowns")),
    "arms_power": ("drop", power_of("arms")),
    "power_bonus": (False, his_bonus),
    "teleport_needs_coins": (True, teleports),
}
"""For each option another value than the printed one, and something in which it shows."""


def test_every_option_is_in_the_table():
    assert set(SEEN) == {option.name for option in PiecepackmanRules.options()}


@pytest.mark.clause("PM-10", "PM-15", "PM-31")
@pytest.mark.parametrize("name", SEEN)
def test_every_option_changes_the_game_as_its_help_says(name):
    value, seen = SEEN[name]
    printed = next(option.default for option in PiecepackmanRules.options() if option.name == name)
    assert seen() == seen(**{name: printed})
    assert seen() != seen(**{name: value})


def bad_values():
    for option in PiecepackmanRules.options():
        yield option.name, None
        yield option.name, [1]
        yield option.name, "nonsense"
        if option.low is not None:
            yield from (
                (option.name, value) for value in (option.low - 1, option.high + 1, True, 1.0)
            )
        elif isinstance(option.default, bool):
            yield from ((option.name, value) for value in (0, 1))


@pytest.mark.parametrize(("name", "value"), list(bad_values()))
def test_a_value_that_is_not_accepted_is_refused_in_one_line(name, value):
    with pytest.raises(BadInput) as caught:
        pp.game("piecepackman", **{name: value})
    message = str(caught.value)
    assert message.startswith(f"{name} is {value!r}; expected ")
    assert "\n" not in message


def test_more_cubes_than_squares_are_refused():
    with pytest.raises(BadInput, match="cubes_per_suit is 6; expected at most 1"):
        pp.game("piecepackman", maze=POCKET)


def test_an_unknown_option_is_refused_with_a_suggestion():
    with pytest.raises(BadInput, match=r"'quarter_turn' \(did you mean 'quarter_turn_cost'\?\)"):
        pp.game("piecepackman", quarter_turn=0)


def test_the_whole_turn_is_played_under_every_option():
    for name, (value, _) in SEEN.items():
        match = pp.Match(pp.game("piecepackman", **{name: value}), seed=4)
        while match.turn < 3:
            match.run()
            match.play(next(iter(match.moves())))
        assert match.turn == 3, name


def test_the_bonus_roll_does_not_change_the_turns_of_hunger():
    match = table("piecepackman: b10 W\ncubes: suns j9\ncoins: crowns 2", bonus_roll=False)
    roll(match, crowns="null")
    for left in (1, 0):
        rest(match)
        assert match.state.hunger == left
        roll(match)
    rest(match)
    assert match.state.hunger is None
