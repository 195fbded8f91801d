"""Refusals of moves: the clause, and a sentence with the pieces, squares and numbers."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import IllegalMove
from piecepack_nb.games.piecepackman.state import Walk
from tests.games.piecepackman.helpers import ghosts, refused, roll, table

ORDER = "order suns moons crowns arms"
ROLL = "roll suns 5 moons 4 crowns 3 arms 2"
WALK = "suns f5-f6"
SETUP = "setup suns a2; coins suns 5"


def in_phase(phase: str) -> pp.Match:
    """Return a table on which this phase is due."""
    if phase == "setup":
        return pp.Match(pp.game("piecepackman"), seed=1)
    more = {"bonus": "taken: arms 5", "ghosts": "dice: suns 2, moons 2, crowns 2, arms 2"}
    return table(f"""
        piecepackman: f4 W
        phase: {phase}
        ghosts: crowns j4
        cubes: suns a2
        {more.get(phase, "")}
    """)


@pytest.mark.clause("PM-2", "PM-10", "PM-30", "PM-31", "PM-32", "PM-60")
@pytest.mark.parametrize(
    ("phase", "legal", "clause", "due"),
    [
        ("setup", SETUP, "PM-2", "the board must be set up first"),
        ("roll", ROLL, "PM-10", "Piecepackman's dice must be rolled first"),
        ("bonus", ROLL, "PM-60", "Piecepackman's bonus roll comes first"),
        ("order", ORDER, "PM-30", "the ghosts must agree on their order first"),
        ("dice", ROLL, "PM-31", "the ghosts' dice must be rolled first"),
        ("ghosts", WALK, "PM-32", "the suns ghost must move, 2 steps"),
    ],
)
def test_a_move_of_another_phase_is_refused(phase, legal, clause, due):
    match = in_phase(phase)
    for move in {ORDER, ROLL, WALK, SETUP} - {legal}:
        squares = ("f5",) if phase == "ghosts" else ()
        assert refused(match, move) == (clause, f"{move} must wait: {due}", squares)


@pytest.mark.clause("PM-30")
@pytest.mark.parametrize(
    ("move", "named"),
    [
        ("order suns moons crowns", "suns, moons, crowns"),
        ("order suns suns crowns arms", "suns, suns, crowns, arms"),
        ("order suns moons crowns arms suns", "suns, moons, crowns, arms, suns"),
        ("order", "nobody"),
    ],
)
def test_an_order_names_every_ghost_once(move, named):
    refusal = refused(in_phase("order"), move)
    assert refusal.clause == "PM-30"
    assert refusal.text == (
        f"the order names {named}; it must name each of suns, moons, crowns, arms once"
    )


@pytest.mark.clause("PM-30", "PM-38")
def test_an_order_omits_ghosts_that_wait():
    match = table("piecepackman: f4 W\nghosts: moons waits 1\ncubes: suns a2 e9")
    roll(match)
    refusal = refused(match, ORDER)
    assert refusal.text.endswith("it must name each of suns, crowns, arms once")
    assert match.refusal("order arms crowns suns") is None


@pytest.mark.clause("PM-10", "PM-31")
@pytest.mark.parametrize(
    ("move", "text"),
    [
        (
            "roll suns 7 moons 4 crowns 3 arms 2",
            "the suns die has no face '7'; it shows one of null, ace, 2, 3, 4, 5",
        ),
        (
            "roll suns 5 moons 4 crowns 3",
            "the arms die is missing from this roll; its dice are suns, moons, crowns, arms",
        ),
        (
            "roll suns 5 moons 4 crowns 3 arms 2 hearts 5",
            "there is no hearts die in this roll; its dice are suns, moons, crowns, arms",
        ),
    ],
)
def test_dice_have_only_their_own_faces(move, text):
    for phase, clause in (("roll", "PM-11"), ("bonus", "PM-60"), ("dice", "PM-31")):
        refusal = refused(in_phase(phase), move)
        assert (refusal.clause, refusal.text) == (clause, text)


def suns_on(square: str, points: int, more: str = "", **options: object) -> pp.Match:
    """Return a match in which the suns ghost moves next."""
    match = table(
        f"piecepackman: a1 N\nphase: order\nghosts: suns {square}{more}\ncubes: moons j9", **options
    )
    ghosts(match, suns=points)
    return match


@pytest.mark.clause("PM-6", "PM-30", "PM-32", "PM-36")
@pytest.mark.parametrize(
    ("square", "points", "move", "clause", "text", "squares"),
    [
        ("b7", 1, "suns b7-b8", "PM-6", "there is a matchstick between b7 and b8", "b7 b8"),
        ("b7", 2, "suns b7-c7-c6", "PM-6", "there is a matchstick between c7 and c6", "c7 c6"),
        ("b7", 2, "suns b7-d7", "PM-32", "from b7 to d7 is not one step", "b7 d7"),
        ("b7", 2, "suns b7-b7-c7", "PM-32", "from b7 to b7 is not one step", "b7 b7"),
        ("b7", 2, "suns b7", "PM-32", "the suns ghost must end on another square than b7", "b7"),
        ("b7", 1, "suns c7-d7", "PM-32",
         "the suns ghost is on b7, but this path starts on c7", "b7"),
        ("d6", 3, "suns d6-e6-e5", "PM-6", "there is a matchstick between d6 and e6", "d6 e6"),
        ("g6", 2, "suns g6-f6-e6", "PM-36", "f6 is in the ghost house", "f6"),
        ("e5", 2, "moons e6-f6", "PM-30", "it is the suns ghost's move", "e6"),
    ],
)  # fmt: skip
def test_walks_are_refused_by_the_first_rule_that_they_break(
    square, points, move, clause, text, squares
):
    match = suns_on(square, points, ", arms d5" if square == "e5" else "")
    refusal = refused(match, move)
    assert (refusal.clause, refusal.squares) == (clause, tuple(squares.split()))
    assert refusal.text.startswith(text)
    before = match.cursor
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    assert caught.value.refusal == refusal
    assert refusal.text in str(caught.value)
    assert match.cursor == before


@pytest.mark.clause("PM-6", "PM-32", "PM-33", "PM-36", "PM-42")
@pytest.mark.parametrize(
    ("more", "square", "clause", "text"),
    [
        ("", "b8", "PM-6", "there is a matchstick between b7 and b8"),
        ("moons c7", "d6", "PM-33", "the moons ghost is on c7"),
        ("moons b10", "j1", "PM-32", "the suns ghost rolled 3; j1 is 14 steps away"),
        ("", "e5", "PM-36", "e5 is in the ghost house"),
        ("him c7", "d7", "PM-42", "entering c7, Piecepackman's square"),
        ("", "d7", "PM-32", "the suns ghost must use its whole roll, 3 steps"),
    ],
)
def test_a_square_out_of_reach_is_refused_with_its_obstacle(more, square, clause, text):
    """The refusal of a click and of a text names the obstacle, not a detour."""
    name, place = more.split() if more else ("him", "a1")
    him, ghost = (place, "") if name == "him" else ("a1", f", {name} {place}")
    match = table(f"piecepackman: {him} N\nphase: order\nghosts: suns b7{ghost}\ncubes: moons j9")
    ghosts(match, suns=3)
    refusal = refused(match, f"suns {square}")
    assert refusal.clause == clause
    assert refusal.text.startswith(text)


def arms_rolled_5() -> pp.Match:
    """Return a match in which the arms ghost moves 5 steps from e5, near the portals."""
    match = pp.Match(pp.game("piecepackman"), seed=11)
    match.roll()
    match.roll()
    match.play("order crowns suns moons arms")
    match.roll()
    return match


@pytest.mark.clause("PM-32", "PM-34")
@pytest.mark.parametrize(
    ("square", "away"), [("a10", 9), ("j10", 10), ("g2", 11), ("d9", 7), ("i4", 7)]
)
def test_a_far_square_is_refused_with_its_distance_and_marked_alone(square, away):
    """Its shortest path may lead through portals and past matchsticks: they are not the reason."""
    match = arms_rolled_5()
    text = f"the arms ghost rolled 5; {square} is {away} steps away"
    assert refused(match, f"arms {square}") == ("PM-32", text, (square,))


@pytest.mark.clause("PM-34", "PM-42")
@pytest.mark.parametrize(("square", "what"), [("h5", "the portal"), ("c7", "entering d7")])
def test_a_square_behind_one_that_ends_the_move_is_marked_itself(square, what):
    match = arms_rolled_5()
    refusal = refused(match, f"arms {square}")
    assert refusal.text.startswith(what)
    assert refusal.squares == (square,)


@pytest.mark.clause("PM-32")
def test_a_leap_is_refused_with_the_path_that_was_meant():
    match = suns_on("b7", 3)
    text = refused(match, "suns b7-a9").text
    assert text == "from b7 to a9 is not one step; write 'suns a9' or 'suns b7-a7-a8-a9'"
    assert match.refusal("suns b7-a7-a8-a9") is None
    assert refused(match, "suns b7-j1").text == "from b7 to j1 is not one step"


@pytest.mark.clause("PM-32")
def test_one_step_is_singular():
    refusal = refused(suns_on("b7", 1), "suns b7-a7-a8")
    assert refusal.text == "the suns ghost rolled ace, 1 step; a8 is 2 steps away"


@pytest.mark.clause("PM-30", "PM-38")
def test_a_ghost_out_of_turn_is_refused_with_the_reason_and_marked():
    match = table("piecepackman: a1 N\nghosts: suns b7, moons j4, crowns waits 1\ncubes: moons j9")
    roll(match)
    match.play("order suns moons arms")
    match.play("roll 2 2 2")
    order = "the agreed order is suns, moons, arms"
    assert refused(match, "moons j3") == (
        "PM-30", f"it is the suns ghost's move: {order}", ("j4",),
    )  # fmt: skip
    home = match.state.ghosts["crowns"].square
    waiting = refused(match, "crowns f6-g6")
    assert (waiting.clause, waiting.squares) == ("PM-38", (home,))
    match.play("suns a8")
    text = f"the suns ghost has had its move; it is the moons ghost's move: {order}"
    assert refused(match, "suns a7") == ("PM-30", text, ("a8",))


@pytest.mark.clause("PM-1")
def test_a_missing_square_is_refused():
    match = suns_on("b7", 1)
    refusal = refused(match, Walk("suns", ("b7", "a6")))
    assert refusal == ("PM-1", "there is no square a6 in this maze", ("b7",))


@pytest.mark.clause("PM-4")
@pytest.mark.parametrize(
    ("coins", "text"),
    [
        ({"suns": "5", "moons": "5", "crowns": "5"}, "the arms power coin can't show None"),
        (
            {"suns": "2", "moons": "5", "crowns": "5", "arms": "5"},
            "the suns power coin can't show 2; it is one of ace, 3, 4, 5",
        ),
        (
            {"suns": "5", "moons": "5", "crowns": "5", "arms": "5", "hearts": "5"},
            "there is no hearts power coin; there are suns, moons, crowns, arms",
        ),
    ],
)
def test_impossible_power_coins_are_refused(coins, text):
    match = pp.Match(pp.game("piecepackman"), seed=1)
    fair = match.game.chance_move(match.state, lambda name, options: options[0])
    refusal = refused(match, fair._replace(coins=FrozenDict(coins)))
    assert refusal.clause == "PM-4"
    assert refusal.text.startswith(text)


@pytest.mark.parametrize("move", [None, 5, ("suns", "f5"), object()])
def test_a_value_that_is_not_a_move_is_refused(move):
    refusal = refused(in_phase("roll"), move)
    assert "is no move of this game: Piecepackman's dice must be rolled first" in refusal.text
