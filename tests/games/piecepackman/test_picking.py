"""Prompts, names and tips of squares, and replies to picks."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.games.piecepackman import VIEW
from piecepack_nb.games.piecepackman.state import Walk
from piecepack_nb.scene import MakeMove, ShowMessage, Spot
from tests.games.piecepackman.helpers import table


def walking(dice, him="a1", ghost="b7", more=""):
    """Return a match in which the suns ghost moves next."""
    return table(
        f"piecepackman: {him} N\nphase: ghosts\nghosts: suns {ghost}\ncubes: moons j9\n"
        f"dice: suns {dice}, moons 2, crowns 2, arms 2\n{more}"
    )


def spots_of(match, draft=()) -> dict[str, Spot]:
    return {spot.id: spot for spot in VIEW.spots(match.game, match.state, draft)}


def prompt_of(match, draft=()) -> str:
    return VIEW.prompt(match.game, match.state, draft)[0]


def pick(match, spot, draft=(), shift=False):
    return VIEW.pick(match.game, match.state, draft, spot, None, shift)


@pytest.mark.parametrize(
    ("dice", "prompt"),
    [
        ("ace", "1 step: choose its destination."),
        ("3", "3 steps: choose its destination, or first a dot to pass."),
    ],
)
def test_passing_is_mentioned_only_where_squares_can_be_passed(dice, prompt):
    match = walking(dice)
    assert prompt_of(match) == f"Move the suns ghost {prompt}"
    assert any(spot.role == "via" for spot in spots_of(match).values()) == ("dot" in prompt)


@pytest.mark.clause("PM-30")
def test_the_prompt_says_what_the_coins_are_swapped_to():
    at = pp.play("piecepackman", seed=7, journal=False)
    at.play("roll")
    match = at.match
    picked = pick(match, "order:crowns")
    assert prompt_of(match, picked) == "Pick the coin to swap with that of crowns."
    swapped = pick(match, "order:suns", picked)
    assert prompt_of(match, swapped) == (
        "Order: crowns, moons, suns, arms. Swap more coins, or roll."
    )


@pytest.mark.clause("PM-42")
def test_a_square_where_he_would_eat_the_ghost_has_a_warning():
    match = walking("2", him="d7", ghost="b7")
    square = spots_of(match)["d7"]
    assert (square.role, square.clause) == ("move", "PM-42")
    assert square.tip == "suns b7-c7-d7: he would eat it"
    assert square.name.endswith("he would eat the ghost there")
    assert [mark.kind for mark in square.preview] == ["path", "danger"]


@pytest.mark.clause("PM-42")
def test_the_warning_lists_what_the_ghost_would_lose():
    match = walking("2", him="d7", ghost="b7 2 cubes", more="stash: suns 2")
    assert spots_of(match)["d7"].tip == "suns b7-c7-d7: he would eat it and take its 2 cubes"


@pytest.mark.clause("PM-40", "PM-50")
def test_an_attack_counts_the_cubes_on_the_path():
    match = walking("2", him="d7", ghost="b7", more="stash: moons 1")
    assert spots_of(match)["d7"].clause == "PM-42"
    match = table(
        "piecepackman: d7 N\nphase: ghosts\nghosts: suns b7\ncubes: suns c7\n"
        "dice: suns 2, moons 2, crowns 2, arms 2"
    )
    square = spots_of(match)["d7"]
    assert square.clause == "PM-40"
    assert square.tip == "suns b7-c7-d7: takes 1 cube, attacks Piecepackman"
    assert "eat" not in square.name


@pytest.mark.clause("PM-22", "PM-34")
def test_portals_are_drawn_and_named():
    match = walking("ace", ghost="b5")
    spots = spots_of(match)
    for square, to in {"b5": "i5", "b6": "i6", "i5": "b5", "i6": "b6"}.items():
        assert f"portal to {to}" in spots[square].name
    assert spots["i6"].tip == "i6: portal to b6."
    assert spots["i5"].tip == "suns b5-i5: through the portal, which ends the move"
    assert spots["i5"].clause == "PM-34"
    board = VIEW.scene(match.game, match.state).areas[0]
    signs = [each for each in board.backdrop if each.attrs.get("sprite") == "portal"]
    assert sorted(sign.attrs["angle"] for sign in signs) == [0, 0, 180, 180]


@pytest.mark.clause("PM-32")
def test_a_square_that_does_not_extend_the_path_is_refused():
    """a9 can be reached, but not by c7."""
    match = walking("3")
    assert pick(match, "a9") == MakeMove(Walk("suns", ("b7", "a7", "a8", "a9")))
    draft = pick(match, "c7", shift=True)
    assert draft == ("b7", "c7")
    shown = pick(match, "a9", draft)
    assert isinstance(shown, ShowMessage)
    assert shown.message == (
        "PM-32", "no path of 3 steps leads from b7-c7 to a9; Escape to undo", ("a9",),
    )  # fmt: skip
    assert pick(match, "b7", draft) == ()


@pytest.mark.clause("PM-30")
def test_a_pick_of_another_ghost_is_refused_at_its_square():
    match = walking("3")
    made = pick(match, "e6")
    assert match.refusal(made.move)[::2] == ("PM-30", ("e6",))
