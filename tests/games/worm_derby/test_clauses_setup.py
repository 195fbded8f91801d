"""Setting the table: WD-10 to WD-13, clause by clause."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.steps import IllegalMove
from piecepack_nb.games.worm_derby.geometry.plane import (
    Tile,
    corners,
    distance,
    distance_between_tiles,
)
from piecepack_nb.games.worm_derby.geometry.ring import free_lanes
from piecepack_nb.games.worm_derby.rules import WormDerbyRules, places_for_tiles
from tests.games.worm_derby.helpers import SHORT, TIGHT, derby, from_square, refused


@pytest.mark.clause("WD-10")
def test_the_seats_in_playing_order():
    assert derby(players=3).seats == ("suns", "moons", "crowns")
    assert derby(players=3, first="crowns").seats == ("crowns", "arms", "suns")
    match = pp.Match(derby(players=4, first="arms", **SHORT), seed=1)
    assert match.to_act.dice[0].name == "arms"


@pytest.mark.clause("WD-1", "WD-10", "WD-13")
@pytest.mark.parametrize("length", [2, 4, 6])
def test_worms_have_their_length(length):
    state = derby(length=length, obstacles=0).initial_state()
    assert {len(worm.discs) for worm in state.worms.values()} == {length}


@pytest.mark.clause("WD-11")
def test_the_start_tiles_and_the_pylon_are_at_their_distance():
    """The start tiles are four tile widths apart, the pylon 36 inches from the line's middle."""
    table = derby().ruleset
    one, two = table.fixed["start tile 1"], table.fixed["start tile 2"]
    assert distance_between_tiles(one, two, table.half) == 8
    assert one.x == two.x == table.start.x
    assert distance(table.start, table.pylon) == 36
    assert table.pylon.y == (one.y + two.y) / 2 == 18
    far = derby(pylon_distance=48, table_length=72, start_gap=3, tile=1.5).ruleset
    assert distance(far.start, far.pylon) == 48
    assert far.gap == 4.5


# --- obstacles ----------------------------------------------------------------------------------


@pytest.mark.clause("WD-12")
@pytest.mark.parametrize(("players", "each"), [(2, 10), (3, 7), (4, 5)])
@pytest.mark.parametrize("set_up", ["random", "by hand"])
def test_the_tiles_are_dealt_evenly(players, each, set_up):
    game = derby(players=players, set_up=set_up)
    match = pp.Match(game, seed=3, seats=dict.fromkeys(game.seats, "random"))
    while match.state.phase in ("set-up", "tiles"):
        match.run(1)
    assert len(match.state.tiles) == players * each
    if set_up == "by hand":
        placers = [played.actor.name for played in match.record]
        assert placers == list(game.seats) * each


@pytest.mark.clause("WD-12")
def test_without_obstacles_the_race_begins_at_once():
    match = pp.Match(derby(obstacles=0), seed=1)
    assert match.state.phase == "roll"
    assert match.turn == 1


def lies_well(game, tiles):
    table = game.ruleset
    clear = game.rules.clear_tiles * game.rules.tile
    for at, tile in enumerate(tiles):
        xs = [corner.x for corner in corners(tile, table.half)]
        ys = [corner.y for corner in corners(tile, table.half)]
        assert min(xs) >= table.start.x + clear - 1e-6
        assert max(xs) <= table.pylon.x + 1e-6
        assert min(ys) >= -1e-6
        assert max(ys) <= table.size[1] + 1e-6
        assert distance_between_tiles(tile, table.fixed["pylon"], table.half) >= clear - 1e-6
        assert all(distance_between_tiles(tile, other, table.half) >= -1e-6 for other in tiles[:at])


@pytest.mark.clause("WD-12")
@settings(max_examples=25)
@given(
    st.integers(0, 10**6), st.sampled_from([{}, {"players": 4, "tile": 1.5}, {"clear_tiles": 0}])
)
def test_a_set_up_by_chance_is_a_legal_one(seed, rules):
    game = derby(**rules)
    match = pp.Match(game, seed=seed)
    match.roll()
    assert len(match.state.tiles) == game.rules.dealt
    lies_well(game, match.state.tiles)
    again = pp.Match(game, seed=seed)
    again.roll()
    assert again.state == match.state


@pytest.mark.clause("WD-12")
@pytest.mark.parametrize(
    ("move", "clause", "expected"),
    [
        ("tile 1 to 18.99 18", "WD-12", "5.99 inches from the start line; 6 must stay clear"),
        ("tile 1 to 40.01 18", "WD-12", "5.99 inches from the pylon; 6 must stay clear"),
        ("tile 1 to 47.5 30", "WD-12", "beyond the pylon"),
        ("tile 1 to 30 0.99", "WD-12", "a corner of it would be off the table"),
        ("tile 1 to 30 1.2 45", "WD-12", "a corner of it would be off the table"),
        ("tile 2 to 30 18", "WD-12", "tile 1 must be placed next, not tile 2"),
        ("suns at 18", "WD-12", "Suns must place a tile; 20 tiles left"),
        ("suns tail>head 5", "WD-12", "Suns must place a tile"),
    ],
)
def test_a_tile_is_refused_on_a_forbidden_place(move, clause, expected):
    game = derby(set_up="by hand")
    refusal = refused(game, game.initial_state(), move)
    assert refusal.clause == clause
    assert expected in refusal.text


@pytest.mark.clause("WD-12")
def test_a_tile_is_accepted_on_a_legal_place():
    """Just so far off the line and the pylon, beside another, turned in any way."""
    match = pp.Match(derby(set_up="by hand"), seed=1)
    for move in ("tile 1 to 19 18", "tile 2 to 40 18", "tile to 21 18", "tile 4 to 46.5 1.42 45",
                 "tile 5 to 30 30.5 17.25"):  # fmt: skip
        match.play(move)
    assert match.state.tiles[4] == Tile(30, 30.5, 17.25)
    refusal = match.refusal("tile 6 to 20 19")
    assert refusal.text == "it would overlap tile 1"
    assert refusal.squares == ("20,19", "tile 1")
    assert (
        refused(derby(set_up="by hand"), match.state, "tile 6 to 19 20") is None
    )  # they may touch
    assert str(match.steps[4]) == "Suns places tile 5 at (30.00, 30.50), turned by 17.25°. [WD-12]"


@pytest.mark.clause("WD-12")
def test_the_set_up_by_chance_has_every_tile():
    game = derby(obstacles=2)
    assert refused(game, game.initial_state(), "set up 25 18 0, 25 22 0") is None
    assert "it must have 2" in refused(game, game.initial_state(), "set up 25 18 0").text
    assert (
        refused(game, game.initial_state(), "set up 25 18 0, 26 18 0").text
        == "tile 2: it would overlap tile 1"
    )
    assert (
        "face down" in refused(game, game.initial_state(), "set up red 25 18 0, blue 25 22 0").text
    )


@pytest.mark.clause("WD-12")
@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_there_is_room_for_every_tile(seed):
    """As many as the rules let be dealt find room, even when each is placed as chance has it."""
    rules = {
        "tile": 1.5,
        "table_length": 40,
        "pylon_distance": 24,
        "table_width": 18,
        "clear_tiles": 2,
    }
    most = places_for_tiles(WormDerbyRules(**rules, obstacles=0))
    game = derby(**rules, obstacles=most, set_up="by hand", players=4)
    match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, "random"))
    while match.state.phase == "tiles":
        match.run(1)
    lies_well(game, match.state.tiles)


# --- the start ----------------------------------------------------------------------------------


@pytest.mark.clause("WD-13")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_worms_start_side_by_side(players):
    """Straight, perpendicular to the line, behind it, only the head between the start tiles."""
    game = derby(players=players, obstacles=0)
    table, state = game.ruleset, game.initial_state()
    for worm in state.worms.values():
        assert len({disc.y for disc in worm.discs}) == 1
        inside = [table.between_tiles(disc) for disc in worm.discs]
        assert inside == [False] * 5 + [True]
        assert worm.discs[-1].x - table.radius == table.start.x - table.half  # just wholly inside
    ys = sorted(worm.discs[0].y for worm in state.worms.values())
    assert all(b - a >= table.coin for a, b in pairwise(ys))


@pytest.mark.clause("WD-13")
def test_players_choose_the_starting_place():
    match = pp.Match(derby(starts="chooses", obstacles=0, players=3), seed=1)
    assert match.refusal("suns at 14.375") is None
    assert match.refusal("suns at 14.37").clause == "WD-13"
    assert "from 14.375 to 21.625" in match.refusal("suns at 22").text
    match.play("suns at 18")
    assert match.refusal("moons at 18.7").text == "it would be on the suns worm's disc 6"
    assert match.refusal("suns at 20").text == "it is the turn of Moons, not Suns"
    match.play("moons at 18.75")  # they may touch
    assert [move.y for move in match.moves()] == sorted(move.y for move in match.moves())
    assert all(match.refusal(move) is None for move in match.moves())
    assert "room for its worm" not in match.refusal("crowns stays").text
    match.play("crowns at 15")
    assert match.state.phase == "roll"
    assert match.to_act.dice[0].name == "suns"


@pytest.mark.clause("WD-13")
def test_worms_are_built_one_by_one():
    match = pp.Match(derby(starts="one by one", obstacles=0), seed=1)
    assert match.turn == 1
    match.play("suns at 18")
    match.play("roll 2")
    match.play("suns tail>head 0 0")
    assert match.turn == 2
    assert match.state.phase == "worms"
    match.play("moons at 17.25")
    assert match.to_act.dice[0].name == "moons"


@pytest.mark.clause("WD-13")
def test_a_worm_without_room_waits():
    """The start is two tiles wide: a worm across it leaves no room."""
    rules = {**TIGHT, "starts": "one by one", "start_gap": 4, "players": 2, "length": 5}
    game = derby(**rules)
    x, y = game.ruleset.start
    wall = f"{x - 1} {y + 1}: 270 270 270 270"
    position = {"worms": {"suns": wall}, "to_move": "moons", "phase": "worms"}
    state = game.position(position)
    assert refused(game, state, f"moons at {y + 2}") is None
    assert "there is room for the worm" in refused(game, state, "moons stays").text
    narrow = derby(**{**rules, "start_gap": 2})
    state = narrow.position(position)
    assert [str(move) for move in narrow.moves(state)] == ["moons stays"]
    assert refused(narrow, state, "moons stays") is None
    assert refused(narrow, state, f"moons at {y + 1.25}").clause == "WD-13"


@pytest.mark.clause("WD-4", "WD-13")
@pytest.mark.parametrize("angle", [0, 30, 45, 77.5])
def test_a_worm_is_not_built_on_an_obstacle(angle):
    """An ace may have brought it there before the last worm comes."""
    game = derby(starts="one by one")
    x, y = game.ruleset.start
    tile = Tile.at(x - 2, y - 0.7, angle)
    position = {"worms": {}, "tiles": [list(tile)], "phase": "worms", "turn": 1, "to_move": "suns"}
    state = game.position(position)
    assert refused(game, state, f"suns at {y - 0.5}").text == "it would be on tile 1"
    low, high = (span for span in free_lanes(game.ruleset, state))
    assert low[0] == y - 4 + 0.375
    assert high[1] == y + 4 - 0.375
    for lane, off in ((low[1], 1e-4), (high[0], -1e-4)):
        assert refused(game, state, f"suns at {lane:.9f}") is None
        assert refused(game, state, f"suns at {lane + off:.9f}").squares[-1] == "tile 1"
        built = game.ruleset.built(lane).discs
        nearest = min(from_square(disc, tile, game.ruleset.half) for disc in built)
        assert nearest == pytest.approx(game.ruleset.radius, abs=1e-6)
    for move in game.moves(state):
        last = list(game.play(state, move))[-1].state
        assert game.from_json(game.to_json(last)) == last


# --- rules that have to fit each other ----------------------------------------------------------


@pytest.mark.clause("WD-3", "WD-4", "WD-11", "WD-12", "WD-13")
@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({"coin": 1.25}, "coin is 1.25; expected at most half a tile of 2 inches"),
        ({"coin": 0.7}, "coin is 0.7; expected one of"),
        ({"coin": float("nan")}, "coin is nan; expected one of"),
        ({"coin": "3/4"}, "coin is '3/4'; expected one of"),
        ({"table_width": 18, "start_gap": 8}, "table_width is 18; expected at least 20 inches"),
        ({"start_gap": 2, "players": 4, "starts": "chooses"}, "start_gap is 2; expected at least"),
        ({"tile": 2.5, "obstacles": 21}, "obstacles is 21; expected at most 14"),
        ({"slalom": "out", "laps": 2}, "laps is 2; expected 1 in a slalom"),
    ],
)
def test_contradictory_rules_are_refused(rules, expected):
    with pytest.raises(BadInput) as error:
        derby(**rules)
    assert expected in str(error.value)


@pytest.mark.clause("WD-4", "WD-11")
@pytest.mark.parametrize(
    ("inches", "length", "table"),
    [(36, 6, 60), (50, 6, 60), (51, 6, 61), (72, 6, 82), (96, 6, 106), (72, 2, 77)],
)
def test_the_table_is_as_long_as_the_course_needs(inches, length, table):
    """Behind the start line there is room for a worm: 4.75 inches at either end."""
    ruleset = derby(pylon_distance=inches, length=length).ruleset
    assert ruleset.size[0] == table
    assert ruleset.pylon.x - ruleset.start.x == inches
    match = pp.Match(ruleset_game := derby(pylon_distance=inches), seed=3)
    match.run(1)
    assert match.state.phase == "roll", ruleset_game


def test_whole_numbers_of_inches_become_floats():
    assert derby(tile=2).rules == derby().rules
    assert derby(coin=1).rules.coin == 1.0
    assert type(derby(tile=2).rules.tile) is float


def test_a_refused_set_up_changes_nothing():
    match = pp.Match(derby(set_up="by hand"), seed=1)
    with pytest.raises(IllegalMove):
        match.play("tile 1 to 5 5")
    assert match.cursor == 0
