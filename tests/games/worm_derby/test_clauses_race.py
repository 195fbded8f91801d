"""The race: WD-2, WD-20 to WD-22 and WD-30, clause by clause."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.games.worm_derby.geometry.plane import Point, Tile, distance
from piecepack_nb.games.worm_derby.geometry.ring import ring
from piecepack_nb.games.worm_derby.geometry.winding import (
    extend_worm,
    shorten_worm,
    winding,
    windings,
)
from piecepack_nb.games.worm_derby.moves import Build, Put, Revive, SetUp, Stay, Steps
from piecepack_nb.games.worm_derby.state import Worm
from tests.games.worm_derby.helpers import derby, due, played, refused, straight

# --- a step --------------------------------------------------------------------------------------


@pytest.mark.clause("WD-2", "WD-3")
def test_a_step_takes_a_disc_from_one_end_to_the_other():
    game, state = due(straight(30, 25), 2)
    before = state.worms["suns"].discs
    steps, after = played(game, state, "suns tail>head 30 60")
    discs = after.worms["suns"].discs
    assert discs[:4] == before[2:]
    assert distance(discs[3], discs[4]) == pytest.approx(0.75)
    assert discs[4] == Point(round(30 + 0.75 * math.cos(math.radians(30)), 9), 25.375)
    assert str(steps[0]) == (
        "suns lays the tail disc at the head, at 30°, on (30.65, 25.38); "
        "the worm has wound 23° round the pylon. [WD-2]"
    )
    data = steps[0].event.data
    assert (data["from_x"], data["from_y"]) == before[0]


@pytest.mark.clause("WD-2")
def test_a_worm_moves_in_either_direction():
    game, state = due(straight(30, 25), 2)
    before = state.worms["suns"].discs
    _, after = played(game, state, "suns head>tail 180 180")
    discs = after.worms["suns"].discs
    assert discs[2:] == before[:4]
    assert discs[0] == Point(30 - 7 * 0.75, 25)


@pytest.mark.clause("WD-2")
@pytest.mark.parametrize("text", ["suns tail>tail 0", "suns head>head 0", "suns up>down 0"])
def test_a_turn_has_one_direction(text):
    game, state = due(straight(30, 25), 2)
    with pytest.raises(BadInput):
        game.parse_move(state, text)


@pytest.mark.clause("WD-20", "WD-21")
@pytest.mark.parametrize(
    ("move", "clause", "expected"),
    [
        ("suns tail>head 0 0 0 0", "WD-20", "Suns must make 3 steps, not 4"),
        ("suns tail>head 0 0", "WD-21", "you must make 1 more step, e.g. at 0°"),
        ("suns tail>head", "WD-21", "no step must be written as 'suns stays'"),
        ("suns stays", "WD-21", "Suns can make a step head>tail, e.g. at 180°"),
        ("moons tail>head 0 0 0", "WD-20", "it is the turn of Suns, not Moons"),
        ("tile 1 to 5 5 5", "WD-20", "must wait: Suns must make 3 steps"),
        ("suns at 18", "WD-20", "must wait"),
        ("suns adds head 0", "WD-20", "must wait"),
        ("roll 4", "WD-20", "roll suns 4 must wait: Suns must make 3 steps"),
        (
            "suns tail>head 0 0 180",
            "WD-3",
            "step 3: the disc would be over the suns worm's disc 2",
        ),
    ],
)
def test_illegal_turns_are_refused(move, clause, expected):
    game, state = due(straight(30, 25), 3)
    if move.startswith("roll"):
        from piecepack_nb.core.actors import Roll

        refusal = game.refusal(state, Roll.read("roll suns 4"))
    else:
        refusal = refused(game, state, move)
    assert (refusal.clause, expected in refusal.text) == (clause, True), refusal


@pytest.mark.parametrize(
    "move",
    [
        None, 5, "suns stays", Steps("suns", "head", 5), Steps("suns", "head", [0, 0, 0]),
        Steps("suns", "head", (0, math.nan, 0)), Steps("suns", "head", ("0", 0, 0)),
        Steps("suns", "up", (0, 0, 0)), Steps("hearts", "head", (0, 0, 0)), Steps(None, None, None),
        Put(1, None), Put(1, (30, 20, 0)), Put("1", Tile(30, 20, 0)), Put(1, Tile(30, 20, 95)),
        Put(1, Tile(None, None, None)), Build("suns", 10**400), Build("suns", math.inf),
        Revive("suns", "head", None), Revive("suns", "up", 0), Stay(5), Stay(["suns"]),
        SetUp(5, 5), SetUp((1,), ()), SetUp((Tile(30, 20, 0),), None),
        SetUp((Tile(math.nan, 1, 0),) * 21), Steps("suns", "head", (1e300, 0.0)),
    ],
    ids=repr,
)  # fmt: skip
def test_invalid_moves_are_refused(move):
    """Values that no reader of texts would make are refused in a line, too."""
    game, state = due(straight(30, 25), 3)
    ace = state._replace(phase="ace", steps=0, tiles=(Tile(30, 30, 0),))
    for table in (state, ace, game.initial_state(), derby(set_up="by hand").initial_state()):
        refusal = game.refusal(table, move)
        assert "is not a move: " in refusal.text or "must wait" in refusal.text
        assert "\n" not in refusal.text
        assert len(refusal.text) < 250


# --- all steps ----------------------------------------------------------------------------------


def pocket():
    """A pocket of tiles that is open on the left only: a worm gets two discs in, no further."""
    tiles = [[30, 26.45, 0], [30, 23.55, 0], [32.5, 25, 0]]
    return due(straight(28.5, 25), 5, tiles=tiles)


@pytest.mark.clause("WD-21")
def test_a_turn_has_fewer_steps_when_no_more_are_possible():
    game, state = pocket()
    assert "you must make " in refused(game, state, "suns tail>head 0").text
    _, after = played(game, state, "suns tail>head 0 0 0")
    assert not ring(game.ruleset, after, "suns", "head").allowed
    assert "you must make " in refused(game, state, "suns tail>head 0 0").text
    assert refused(game, state, "suns tail>head 0 0 0") is None
    assert refused(game, state, "suns tail>head 0 0 0 0").clause == "WD-4"
    assert "you must make " in refused(game, state, "suns head>tail 180 180 180").text
    assert refused(derby(must_step="anywhere"), state, "suns tail>head 0") is None
    assert refused(derby(must_step="anywhere"), state, "suns stays") is None


@pytest.mark.clause("WD-21")
def test_a_worm_that_is_hemmed_in_loses_its_turn():
    """It is along the lower edge, below one tile and beside another: neither end can move."""
    game = derby(length=3)
    position = {
        "worms": {"suns": "1.875 0.375: 180 180", "moons": straight(10, 30, discs=3)},
        "tiles": [[1, 1.75, 0], [3.25, 1, 0]],
    }
    state = game.position(position)
    steps, after = played(game, state, "roll 3")
    assert [step.event.kind for step in steps] == ["roll", "stuck"]
    assert steps[1].event.clause == "WD-21"
    assert steps[1].event.text == (
        "The suns worm can't move: at the tail the left edge, the lower edge, the suns worm's "
        "disc 2 and tile 1 are in the way; at the head the lower edge, the suns worm's disc 2, "
        "tile 1 and tile 2 are in the way."
    )
    assert [each["to"] for each in steps[1].event.why.to_json()["rings"]] == ["tail", "head"]
    assert after.to_move == "moons"
    with pytest.raises(BadInput, match="the suns worm can make no step"):
        game.position({**position, "steps": 3})
    free = {**position, "tiles": [[1, 1.75, 0], [3.4, 1, 0]]}  # a little room, but not to slide in
    steps, _ = played(game, game.position(free), "roll 3")
    assert steps[-1].event.kind == "stuck"
    free = {**position, "tiles": [[1, 1.75, 0], [4, 1, 0]]}
    _, after = played(game, game.position(free), "roll 3")
    assert after.phase == "move"


# --- the die ------------------------------------------------------------------------------------


def rolled(face: str, **rules):
    game = derby(**{"obstacles": 2, **rules})
    match = pp.Match(game, seed=1, dice=[f"roll {face}"])
    while match.state.phase == "set-up":
        match.roll()
    steps = match.play(f"roll {face}")
    return match, [step.event.kind for step in steps]


@pytest.mark.clause("WD-20")
def test_each_face_of_the_die_has_its_effect():
    for face in "2345":
        match, kinds = rolled(face)
        assert (kinds, match.state.steps, match.state.phase) == (["roll"], int(face), "move")
    match, kinds = rolled("null")
    assert (kinds, match.state.to_move, match.turn) == (["roll", "no steps"], "moons", 2)
    match, kinds = rolled("null", null_steps=1)
    assert (match.state.steps, match.state.to_move) == (1, "suns")
    match, kinds = rolled("ace")
    assert (kinds, match.state.phase) == (["roll"], "ace")
    match, kinds = rolled("ace", ace="step")
    assert (match.state.steps, match.state.phase) == (1, "move")
    match, kinds = rolled("ace", ace="nothing")
    assert (kinds, match.state.phase, match.state.to_move) == (
        ["roll", "ace unused"],
        "roll",
        "suns",
    )
    match, kinds = rolled("ace", obstacles=0)
    assert (kinds, match.state.phase) == (["roll", "ace unused"], "roll")
    match, kinds = rolled("ace", obstacles=0, roll_again=False)
    assert match.state.to_move == "moons"


def ace(**rules):
    game = derby(**rules)
    tiles = [[25, 18, 0], [29, 18, 0], [40, 30, 0]]
    worms = {"suns": straight(20, 18), "moons": straight(20, 20)}
    return game, game.position({"worms": worms, "tiles": tiles, "phase": "ace"})


@pytest.mark.clause("WD-20")
@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("tile 1 to 23 18 0", None),  # a tile's width
        ("tile 1 to 25 18 30", None),  # only turned
        ("tile 1 to 22.99 18 0", "tile 1 would go 2.01 inches; an ace moves it 2"),
        ("tile 1 to 26.5 19.5 0", "tile 1 would go 2.121 inches"),
        ("tile 1 to 27 18 0", None),  # beside the next
        ("tile 1 to 26 18 0", None),
        ("tile 2 to 27.1 18 45", "it would overlap tile 1"),
        ("tile 4 to 27 18 0", "there is no tile 4; the tiles are 1 to 3"),
        ("tile 1 to 25 18 90", "tile 1 is already there"),
        ("suns stays", None),
        ("suns adds head 0", "brings no disc back under these rules"),
    ],
)
def test_an_ace_moves_an_obstacle(move, expected):
    game, state = ace()
    refusal = refused(game, state, move)
    assert (refusal is None) == (expected is None), refusal
    if refusal:
        assert expected in refusal.text


@pytest.mark.clause("WD-20")
def test_an_ace_never_puts_a_tile_on_a_worm_or_off_the_table():
    game = derby()
    worms = {"suns": straight(20, 18), "moons": straight(26, 20.5)}
    tiles = [[25, 18, 0], [40, 34.5, 0]]
    state = game.position({"worms": worms, "tiles": tiles, "phase": "ace"})
    assert refused(game, state, "tile 1 to 25 19.125 0") is None  # it may touch
    assert (
        refused(game, state, "tile 1 to 25 19.2 0").text == "it would be on the moons worm's disc 3"
    )
    assert "off the table" in refused(game, state, "tile 2 to 40 35.2 0").text


@pytest.mark.clause("WD-20")
def test_areas_kept_clear_at_the_start_can_be_entered_later():
    game = derby()
    worms = {"suns": straight(10, 25), "moons": straight(10, 20)}
    state = game.position({"worms": worms, "tiles": [[19, 18, 0]], "phase": "ace"})
    assert refused(game, state, "tile 1 to 17.5 18 0") is None


@pytest.mark.clause("WD-20")
def test_after_an_ace_the_die_is_rolled_again():
    game, state = ace()
    steps, after = played(game, state, "tile 3 to 41 31 45")
    assert after.tiles[2] == (41, 31, 45)
    assert (after.phase, after.to_move, after.turn) == ("roll", "suns", 1)
    assert str(steps[0]) == "Suns moves tile 3 to (41.00, 31.00), turned by 45°. [WD-20]"
    _, after = played(game, state, "suns stays")
    assert (after.phase, after.to_move) == ("roll", "suns")
    _, after = played(derby(roll_again=False), state, "suns stays")
    assert (after.phase, after.to_move) == ("roll", "moons")
    game, state = ace(tile_reach=3)
    assert refused(game, state, "tile 3 to 40 24 0") is None


@pytest.mark.clause("WD-20")
@pytest.mark.parametrize(
    ("rules", "then"),
    [({}, ("roll", "suns", 1)), ({"roll_again": False}, ("roll", "moons", 2))],
)
def test_after_the_step_of_an_ace_the_die_is_rolled_again(rules, then):
    """A step of a null ends the turn, though it is one step, too."""
    for face, expected in (("ace", then), ("null", ("roll", "moons", 2))):
        match, _ = rolled(face, ace="step", null_steps=1, must_step="anywhere", **rules)
        assert (match.state.phase, match.state.steps) == ("move", 1)
        text = str(match.state)
        assert ("1 step, by ace" in text) == (face == "ace")
        assert match.game.position(text) == match.state
        assert match.game.from_json(match.game.to_json(match.state)) == match.state
        for move in ("suns tail>head 0", "suns stays"):
            after = played(match.game, match.state, move)[1]
            assert (after.phase, after.to_move, after.turn) == expected
            assert (after.steps, after.by_ace) == (0, False)


@pytest.mark.clause("WD-20", "WD-21")
def test_an_ace_rolls_again_for_a_worm_that_can_not_step():
    """Tiles hem its head in, and where it must flee it can't go the other way."""
    game = derby(ace="step", cannibal=True, length=4)
    worms = {"suns": f"{straight(20, 20, discs=3)} eaten at tail", "moons": straight(5, 5, discs=4)}
    tiles = [[21.4, 20, 0], [19.4, 21.4, 0], [19.4, 18.6, 0]]
    state = game.position({"worms": worms, "tiles": tiles})
    steps, after = played(game, state, "roll ace")
    assert [step.event.kind for step in steps] == ["roll", "stuck"]
    assert (after.phase, after.to_move, after.by_ace) == ("roll", "suns", False)


@pytest.mark.clause("WD-20", "WD-40")
def test_a_worm_that_eats_by_the_step_of_an_ace_does_not_roll_again():
    game = derby(ace="step", cannibal=True)
    state = game.position(
        f"suns {straight(20, 20)}\nmoons {straight(21.4, 20, 180)}\nsuns to move, 1 step, by ace"
    )
    steps, after = played(game, state, "suns tail>head 0")
    assert "eaten" in [step.event.kind for step in steps]
    assert (after.phase, after.to_move, after.by_ace) == ("roll", "moons", False)


def test_more_steps_than_one_are_never_by_an_ace():
    with pytest.raises(BadInput, match="by_ace is True; expected false, unless one step must be"):
        due(straight(30, 25), 2, by_ace=True)
    with pytest.raises(BadInput, match="by_ace is 1; expected"):
        due(straight(30, 25), 1, by_ace=1)


@pytest.mark.clause("WD-22")
@pytest.mark.parametrize(("move", "far"), [("suns head>tail 180", 55), ("suns tail>head 0", 73)])
def test_a_step_tells_how_far_the_whole_worm_has_wound(move, far):
    """The end counts that has wound furthest, here the head, whichever end the disc is laid at."""
    game, state = due(straight(46, 22), 1)
    (step,), after = played(game, state, move)
    x, y = after.worms["suns"].end("head")
    pylon = game.ruleset.pylon
    assert round(math.degrees(math.atan2(y - pylon.y, pylon.x - x))) == far
    assert step.event.text.endswith(f"; the worm has wound {far}° round the pylon.")
    assert step.event.data["winding"] == game.ruleset.wound(after.worms["suns"])


@pytest.mark.clause("WD-20")
def test_an_ace_moves_a_tile_by_its_width_at_any_size():
    game, state = ace(tile=1.5)
    assert refused(game, state, "tile 3 to 41.5 30 0") is None
    assert "an ace moves it 1.5" in refused(game, state, "tile 3 to 41.51 30 0").text


@pytest.mark.clause("WD-4", "WD-20")
def test_the_tiles_of_the_course_have_no_number():
    game, state = ace()
    for text in ("pylon to 48 20 0", "tile 0 to 48 20 0"):
        try:
            move = game.parse_move(state, text)
        except BadInput:
            continue
        assert "the tiles are 1 to 3" in game.refusal(state, move).text


# --- round the pylon and home -------------------------------------------------------------------


def walk(pylon, worm, places, to="head"):
    for place in places:
        worm = extend_worm(pylon, worm, to, Point(*place))
    return worm


def circle(pylon, radius, start, end, step=5):
    """Return places round the pylon between two directions, in degrees from the start's side."""
    sign = 1 if end > start else -1
    return [
        (
            pylon.x - radius * math.cos(math.radians(turn)),
            pylon.y - radius * math.sin(math.radians(turn)),
        )
        for turn in range(start, end + sign, sign * step)
    ]


@pytest.mark.clause("WD-22")
@pytest.mark.parametrize("end", [90, 179, 181, 270, 350, -90, -179, -181, -359, 720, -725])
@pytest.mark.parametrize("to", ["head", "tail"])
def test_winding_accumulates(end, to):
    pylon = Point(40, 18)
    places = circle(pylon, 5, 0, end, 1)
    first = tuple(Point(*place) for place in places[:3])
    worm = Worm(first if to == "head" else first[::-1])
    worm = walk(pylon, worm, places[3:], to)
    assert winding(pylon, worm, to) == pytest.approx(end)
    along = windings(pylon, worm)
    sign = 1 if end > 0 else -1
    expected = [end, end - sign, end - 2 * sign]
    assert along == pytest.approx(expected[::-1] if to == "head" else expected)


@pytest.mark.clause("WD-22")
def test_a_worm_that_turns_back_unwinds():
    """Out to 200 degrees with its head, back with its tail, by another way: nothing is left."""
    pylon = Point(40, 18)
    out = circle(pylon, 5, 0, 200)
    worm = walk(pylon, Worm(tuple(Point(*place) for place in out[:6])), out[6:])
    assert winding(pylon, worm, "head") == pytest.approx(200)
    back = circle(pylon, 8, 170, 0)
    worm = walk(pylon, worm, back, "tail")
    assert winding(pylon, worm, "tail") == pytest.approx(0)
    assert max(map(abs, windings(pylon, worm))) < 180


@pytest.mark.clause("WD-22")
def test_winding_is_the_sum_of_all_turns():
    """Long walks at random: the winding is the sum of all small turns, whichever end moved."""
    choose = random.Random(4)
    pylon = Point(0, 0)
    for _ in range(20):
        turn, places = 0.0, []
        for _ in range(300):
            turn += choose.gauss(choose.choice([2, -2]), 10)
            places.append((turn, 3 + choose.random()))
        points = [
            (-r * math.cos(math.radians(t)), -r * math.sin(math.radians(t))) for t, r in places
        ]
        worm = Worm(tuple(Point(*point) for point in points[:4]))
        start = winding(pylon, worm, "tail") - places[0][0]
        worm = walk(pylon, worm, points[4:])
        assert winding(pylon, worm, "head") == pytest.approx(places[-1][0] + start)


@pytest.mark.clause("WD-22", "WD-40", "WD-43")
@pytest.mark.parametrize("turn", [181, -181, -182, 182, 200, 541])
@pytest.mark.parametrize("end", ["head", "tail"])
def test_discs_that_stay_keep_their_winding(turn, end):
    """This holds for every disc added, eaten or returned at either end, anywhere."""
    pylon = Point(40, 18)
    places = [Point(*place) for place in circle(pylon, 5, 0, turn, 1)]
    sign = 1 if turn > 0 else -1
    first = tuple(places[:4])
    worm = walk(pylon, Worm(first), places[4:])
    assert winding(pylon, worm, "head") == pytest.approx(turn)
    whole = windings(pylon, worm)
    for _ in range(2):
        less = shorten_worm(pylon, worm, end)
        kept = windings(pylon, less)
        assert kept == pytest.approx(windings(pylon, worm)[:-1] if end == "head"
                                     else windings(pylon, worm)[1:])  # fmt: skip
        worm = less
    back = places[-2:] if end == "head" else [places[-3], places[-4]]
    for place in back:
        worm = extend_worm(pylon, worm, end, place, pick_up=False)
    assert windings(pylon, worm) == pytest.approx(whole)
    assert sign * (whole[-1] - whole[0]) == pytest.approx(3)


def before_home(round_it=1, y=18.0, off=0.2, **rules):
    """Return a worm just outside the start on its way home, its head to the left."""
    game = derby(**rules)
    edge = game.ruleset.start.x + game.ruleset.half
    return due(straight(round(edge + off, 3), y, 180) + f" laps {round_it}", 3, game=game)


@pytest.mark.clause("WD-22")
@pytest.mark.parametrize("laps", [1, -1])
def test_the_first_worm_home_has_won(laps):
    game, state = before_home(laps)
    steps, after = played(game, state, "suns tail>head 180")
    assert [step.event.kind for step in steps] == ["step", "home"]
    assert str(steps[1]) == (
        "The suns worm makes 1 step, tail to head: 1 at 180°. "
        "Its head is at (12.45, 18.00); it has wound 360° round the pylon. "
        "The suns worm is home between the start tiles: it is first. "
        "The suns worm wins the race. [WD-22]"
    )
    result = game.result(after)
    assert result.winners == ("suns",)
    assert result.scores == {"suns": 1, "moons": 0}
    assert result.text == "The suns worm wins the race."
    assert game.to_act(after) is None
    assert "the race is over: the suns worm wins" in refused(game, after, "suns stays").text


@pytest.mark.clause("WD-22")
def test_a_worm_that_was_not_round_the_pylon_is_not_home():
    game, state = before_home(0)
    steps, after = played(game, state, "suns tail>head 180 180 180")
    assert [step.event.kind for step in steps] == ["step"] * 3
    assert game.result(after) is None


@pytest.mark.clause("WD-22")
def test_home_ends_the_turn():
    game, state = before_home()
    refusal = refused(game, state, "suns tail>head 180 180")
    assert (refusal.clause, refusal.text) == (
        "WD-22",
        "step 1 brings the worm home: that ends the turn",
    )


@pytest.mark.clause("WD-22")
def test_either_end_may_come_home():
    game = derby()
    edge = game.ruleset.start.x + game.ruleset.half
    game, state = due(straight(edge + 0.2 + 5 * 0.75, 18) + " laps 1", 3, game=game)
    steps, _ = played(game, state, "suns head>tail 180")
    assert steps[-1].event.kind == "home"


@pytest.mark.clause("WD-22")
def test_the_middle_or_all_of_a_disc_must_be_between_the_start_tiles():
    """The middle of the disc, or all of it as an option."""
    game, state = before_home(off=0.5, finish="all")
    assert "you must make " in refused(game, state, "suns tail>head 180").text
    steps, _ = played(game, state, "suns tail>head 180 180")
    assert steps[-1].event.kind == "home"
    game, state = before_home(y=25.0)  # outside the start tiles
    steps, after = played(game, state, "suns tail>head 180 180 180")
    assert not after.home


@pytest.mark.clause("WD-22")
def test_the_number_of_laps_is_an_option():
    game, state = before_home(1, laps=2, obstacles=0)
    _, after = played(game, state, "suns tail>head 180 180 180")
    assert not after.home
    game, state = before_home(2, laps=2, obstacles=0)
    _, after = played(game, state, "suns tail>head 180")
    assert after.home == ("suns",)


@pytest.mark.clause("WD-22")
def test_a_completed_and_an_undone_lap_are_reported():
    game = derby()
    x, y = game.ruleset.pylon
    game, state = due(straight(x + 3, y - 0.5, 90), 2, game=game)
    steps, after = played(game, state, "suns tail>head 90 90")
    assert [step.event.kind for step in steps] == ["step", "round", "step"]
    assert "has been round the far side of the pylon: 185°" in steps[1].event.text
    after = after._replace(phase="move", steps=5, to_move="suns")
    steps, after = played(game, after, "suns head>tail 270 270 270 270 270")
    assert "turned back" in [step.event.kind for step in steps]
    assert after.worms["suns"].laps == 0


@pytest.mark.clause("WD-22")
def test_the_race_continues_for_second_and_third_place():
    game = derby(players=3)
    edge = game.ruleset.start.x + game.ruleset.half
    game, state = due(straight(edge + 0.2, 18, 180) + " laps 1", 3, game=game)
    _, after = played(game, state, "suns tail>head 180")
    assert game.result(after) is None
    assert "suns" not in after.worms
    assert (after.to_move, after.phase) == ("moons", "roll")
    _, after = played(game, after, "roll null")
    _, after = played(game, after, "roll null")
    assert after.to_move == "moons"  # suns is home and moves no more
    alone = derby(players=3, race_on=False)
    _, after = played(alone, state, "suns tail>head 180")
    assert alone.result(after).scores == {"suns": 2, "moons": 0, "crowns": 0}
    stays = derby(players=3, finished="stays")
    _, after = played(stays, state, "suns tail>head 180")
    assert "suns" in after.worms
    assert stays.from_json(stays.to_json(after)) == after


@pytest.mark.clause("WD-22")
@pytest.mark.parametrize("laps", [1, -1])
def test_the_tail_can_come_home_first(laps):
    game = derby()
    edge = game.ruleset.start.x + game.ruleset.half
    worm = straight(round(edge + 0.2 + 5 * 0.75, 3), 18) + f" laps {laps}"
    game, state = due(worm, 1, game=game)
    steps, after = played(game, state, "suns head>tail 180")
    assert [step.event.kind for step in steps] == ["step", "home"]
    assert after.home == ("suns",)


@pytest.mark.clause("WD-22")
def test_places_are_reported():
    game = derby(players=4)
    over = "suns 20 20: 180 180 180 180 180\nover, turn 99, crowns home, arms home, moons home"
    result = game.result(game.position(over))
    assert result.winners == ("crowns",)
    assert result.text == "The crowns worm wins the race; arms second and moons third."
    assert result.scores == {"crowns": 3, "arms": 2, "moons": 1, "suns": 0}


# --- slalom -------------------------------------------------------------------------------------


def slalom(worm: str, colour: str = "red", **rules):
    game = derby(**{"slalom": "out", **rules})
    return due(worm, 2, tiles=[[30, 18, 0]], colours=[colour], game=game)


@pytest.mark.clause("WD-30")
@pytest.mark.parametrize(
    ("colour", "below", "side"), [("red", True, "right"), ("blue", False, "left")]
)
def test_slalom_tiles_are_passed_red_on_the_right_and_blue_on_the_left(colour, below, side):
    """On the way out, to the right, right is below."""
    for y, good in ((16, below), (20, not below)):
        game, state = slalom(straight(29.5, y), colour)
        refusal = refused(game, state, "suns tail>head 0 0")
        if good:
            assert refusal is None
        else:
            assert refusal.clause == "WD-30"
            assert (
                refusal.text
                == f"step 1: tile 1 is {colour}: on the way out you must pass it on the {side}"
            )
            arcs = ring(game.ruleset, state, "suns", "head").forbidden
            assert any(0.0 in each.arcs and each.clause == "WD-30" for each in arcs)


@pytest.mark.clause("WD-30")
def test_slalom_tiles_are_passed_on_the_way_back():
    """Only the way out counts, or both: then red is on the other side of the table."""
    back = straight(30.5, 16, 180) + " laps 1"
    game, state = slalom(back)
    assert refused(game, state, "suns tail>head 180 180") is None
    game, state = slalom(back, slalom="both")
    assert (
        "on the way back you must pass it on the right"
        in refused(game, state, "suns tail>head 180 180").text
    )
    game, state = slalom(straight(30.5, 20, 180) + " laps 1", slalom="both")
    assert refused(game, state, "suns tail>head 180 180") is None


@pytest.mark.clause("WD-30")
def test_the_wrong_side_cannot_be_crossed_back_either():
    game, state = slalom(straight(30.5, 20, 180))
    assert refused(game, state, "suns tail>head 180 180").clause == "WD-30"


@pytest.mark.clause("WD-30")
def test_a_slalom_is_laid_in_a_row():
    game = derby(slalom="out")
    match = pp.Match(game, seed=5)
    match.roll()
    tiles, colours = match.state.tiles, match.state.colours
    assert len(tiles) == len(colours) == 12  # two sets, as the document has it
    assert sorted(colours) == ["blue"] * 6 + ["red"] * 6
    assert {tile.y for tile in tiles} == {18}
    assert all(b.x - a.x >= 4 for a, b in pairwise(tiles))
    start, pylon = game.ruleset.start.x, game.ruleset.pylon.x
    assert pylon - start == 59  # 36 inches aren't enough for them
    assert tiles[0].x == start + 6 + 1
    assert tiles[-1].x == pylon - 1 - 6 - 1
    refusal = refused(game, game.initial_state(), "set up red 25 18 0, blue 28.9 18 0")
    assert "it must have 12" in refusal.text
    small = derby(slalom="out", slalom_tiles=2)
    assert refused(small, small.initial_state(), "set up red 25 18 0, blue 29 18 0") is None
    for move, expected in (
        ("set up red 25 18 0, blue 28.9 18 0", "tile 2: it would not be a tile's width further on"),
        ("set up red 25 18 0, blue 29 21 0", "off the line"),
        ("set up red 13 18 0, blue 29 18 0", "from the start line"),
        ("set up 25 18 0, 29 18 0", "each slalom tile shows red or blue"),
    ):
        refusal = refused(small, small.initial_state(), move)
        assert (refusal.clause in ("WD-30", "WD-12"), expected in refusal.text) == (True, True), (
            refusal
        )


@pytest.mark.clause("WD-30")
def test_an_ace_moves_no_slalom_tile():
    match = pp.Match(derby(slalom="out"), seed=5)
    match.roll()
    kinds = [step.event.kind for step in match.play("roll ace")]
    assert kinds == ["roll", "ace unused"]
    state = match.state._replace(phase="ace")
    assert refused(match.game, state, "tile 1 to 19 18 5").clause == "WD-30"
