"""Playing Worm Derby by picking: discs laid one by one, tiles moved, and what is said instead."""

from __future__ import annotations

import math

import pytest

from piecepack_nb.core.actors import Roll
from piecepack_nb.games.worm_derby import VIEW
from piecepack_nb.games.worm_derby.geometry.plane import Tile, normalize_angle
from piecepack_nb.games.worm_derby.geometry.ring import after_step, disc_refusal, ring, rings_of
from piecepack_nb.games.worm_derby.interaction import lay_draft, place_of_spot
from piecepack_nb.games.worm_derby.moves import Build, Put, Revive, Stay, Steps
from piecepack_nb.scene import MakeMove, ShowMessage
from tests.games.worm_derby.board_helpers import TIGHT, made, picked, spots_of
from tests.games.worm_derby.helpers import SHORT, derby, due, played, straight


def tight(now: str = "3 steps", **rules):
    game = derby(**rules)
    return game, game.position(TIGHT.format(now=now))


def offered(game, state, draft=()):
    """Return the places round the ends, as (end, angle)."""
    places = (place_of_spot(id_) for id_ in spots_of(game, state, draft))
    return [(place.to, place.angle) for place in places if place is not None]


@pytest.mark.clause("WD-3")
def test_each_place_offered_is_legal_and_the_ends_of_each_arc_are_offered():
    game, state = tight()
    places = offered(game, state)
    assert {to for to, _ in places} == {"head", "tail"}
    for to, angle in places:
        assert disc_refusal(game.ruleset, state, "suns", to, angle) is None, (to, angle)
    for to, found in rings_of(game.ruleset, state, "suns").items():
        angles = [angle for end, angle in places if end == to]
        for end in (normalize_angle(end) for span in found.allowed for end in span):
            assert min(abs((each - end + 180) % 360 - 180) for each in angles) < 1e-5


def test_between_the_places_a_disc_can_be_dropped_every_five_degrees():
    game, state = due(straight(20, 18), 2)
    tiny = [
        spot for id_, spot in spots_of(game, state).items() if spot.w == 0.1 and place_of_spot(id_)
    ]
    assert {spot.id for spot in tiny} >= {"head 5", "head 10", "head 20", "tail 185"}
    assert all(spot.drop and spot.role == "inert" for spot in tiny)
    assert picked(game, state, "suns 6 -> head 20") == ("steps", "head", "20")


@pytest.mark.clause("WD-2")
def test_a_turn_is_built_disc_by_disc_and_played_when_confirmed():
    game, state = due(straight(20, 18), 3)
    draft = picked(game, state, "head 0", "head 15", "head 30")
    assert draft == ("steps", "head", "0", "15", "30")
    assert offered(game, state, draft) == []
    assert made(picked(game, state, "done", draft=draft)) == Steps("suns", "head", (0, 15, 30))


def test_a_pick_or_a_drag_lays_a_whole_roll():
    """The first one that is offered leaves least to go; either end's disc can be dragged there."""
    game, state = due(straight(20, 18), 5)
    whole = [id_ for id_ in spots_of(game, state) if id_.startswith("all ")]
    assert 6 < len(whole) <= 16
    assert next(iter(spots_of(game, state))) == whole[0], "the focus begins there"
    left = []
    for id_ in whole:
        move = made(picked(game, state, id_))
        assert len(move.angles) == 5
        assert game.refusal(state, move) is None
        after = game.play(state, move)[-1].state
        left.append(game.ruleset.steps_left(after.worms["suns"]))
    assert left == sorted(left)
    assert left[0] == game.ruleset.steps_left(state.worms["suns"]) - 5
    assert f"{left[0]} steps to go" in spots_of(game, state)[whole[0]].tip
    move = made(picked(game, state, whole[0]))
    for disc in ("suns 1", "suns 6"):
        assert made(picked(game, state, f"{disc} -> {whole[0]}")) == move


def test_the_rest_of_a_roll_can_be_laid_at_once():
    game, state = due(straight(20, 18), 3)
    draft = ("steps", "head", "30")
    rest = [id_ for id_ in spots_of(game, state, draft) if id_.startswith("all ")]
    assert rest
    for id_ in rest:
        move = made(picked(game, state, id_, draft=draft))
        assert (move.to, move.angles[0], len(move.angles)) == ("head", 30, 3)
        assert game.refusal(state, move) is None


@pytest.mark.clause("WD-22")
def test_a_roll_that_brings_the_worm_home_can_be_laid_at_once():
    game, state = due("9 9: 0 0 0 0 0 laps 1", 5, game=derby(**SHORT))
    spots = spots_of(game, state)
    home = [id_ for id_, spot in spots.items() if id_[:4] == "all " and spot.tip.endswith("home.")]
    assert home
    _, after = played(game, state, str(made(picked(game, state, home[0]))))
    assert after.home == ("suns",)


def test_the_last_disc_picked_again_goes_straight_on_and_then_confirms():
    """So Enter, which picks what has the focus, never turns a disc that is laid."""
    game, state = due(straight(20, 18), 3)
    draft = picked(game, state, "head 30", "suns 1", "suns 1")
    assert draft == ("steps", "head", "30", "30", "30")
    assert spots_of(game, state, draft)["suns 1"].role == "move"
    assert made(picked(game, state, "suns 1", draft=draft)) == Steps("suns", "head", (30, 30, 30))
    assert picked(game, state, "tail 180", "suns 6") == ("steps", "tail", "180", "180")


@pytest.mark.clause("WD-21")
def test_a_place_from_which_the_worm_cannot_go_on_is_marked():
    tiles = ["22 19.4 0", "22 16.6 0", "24.01 18 0"]
    game, state = due(straight(21.35, 18), 3, tiles=tiles)
    spots = spots_of(game, state)
    risky = {id_ for id_, spot in spots.items() if spot.risk == "danger"}
    assert risky
    for id_, spot in spots.items():
        place = place_of_spot(id_)
        if place is None:
            continue
        after = after_step(game.ruleset, state, "suns", *place[:2])
        stuck = not ring(game.ruleset, after, "suns", place.to).open
        assert (id_ in risky) == stuck, id_
        assert ("stuck" in spot.tip, spot.clause == "WD-21") == (stuck, stuck)
    assert not any(
        spot.risk for spot in spots_of(*due(straight(21.35, 18), 1, tiles=tiles)).values()
    )


def test_the_last_disc_rotates_by_single_degrees():
    game, state = due(straight(20, 18), 2)
    draft = picked(game, state, "head 30", "turn +1", "turn +5", "turn -1")
    assert draft == ("steps", "head", "35")
    draft = picked(game, state, "head 45", "turn -5", draft=draft)
    assert draft == ("steps", "head", "35", "40")


def test_rotation_stops_at_the_end_of_an_arc_and_then_skips_the_obstacle():
    game, state = tight()
    spans = list(rings_of(game.ruleset, state, "suns")["tail"].allowed)
    _, end = spans[0]
    draft = ("steps", "tail", f"{end - 2:.6f}")
    after = picked(game, state, "turn +5", draft=draft)
    assert float(after[2]) == pytest.approx(normalize_angle(end), abs=1e-5)
    beyond = picked(game, state, "turn +5", draft=after)
    following = normalize_angle(spans[1 % len(spans)][0])
    assert float(beyond[2]) == pytest.approx(following, abs=1e-5)
    assert disc_refusal(game.ruleset, state, "suns", "tail", float(beyond[2])) is None


def test_step_back_removes_the_last_disc_and_then_the_draft():
    game, state = due(straight(20, 18), 2)
    draft = picked(game, state, "tail 180", "tail 195")
    assert VIEW.step_back(draft) == ("steps", "tail", "180")
    assert picked(game, state, "take back", draft=draft) == ("steps", "tail", "180")
    assert VIEW.step_back(("steps", "tail", "180")) == ()
    assert VIEW.step_back(("steps", "tail")) == ()


def test_the_disc_at_the_other_end_is_dragged_to_a_place():
    game, state = due(straight(20, 18), 2)
    assert picked(game, state, "suns 6 -> head 15") == ("steps", "head", "15")
    wrong = VIEW.pick(game, state, (), "suns 1", "head 15", False)
    assert isinstance(wrong, ShowMessage)
    assert wrong.message.clause == "WD-2"


def test_a_picked_up_disc_leaves_one_end_to_choose_and_can_be_returned():
    game, state = due(straight(20, 18), 2)
    draft = picked(game, state, "suns 6")
    assert draft == ("steps", "head")
    assert {to for to, _ in offered(game, state, draft)} == {"head"}
    assert picked(game, state, "suns 6", draft=draft) == ()
    assert picked(game, state, "take back", draft=draft) == ()
    assert picked(game, state, "head 30", draft=draft) == ("steps", "head", "30")


@pytest.mark.clause("WD-21")
def test_a_turn_that_is_too_short_is_refused_with_a_reason():
    game, state = due(straight(20, 18), 3)
    spot = spots_of(game, state, ("steps", "head", "0"))["done"]
    assert (spot.role, spot.clause) == ("inert", "WD-21")
    assert "2 more steps" in spot.tip
    free = derby(must_step="anywhere")
    assert spots_of(free, state, ("steps", "head", "0"))["done"].role == "action"


@pytest.mark.clause("WD-22")
def test_a_turn_ends_when_the_worm_is_home():
    game, state = due("9 9: 0 0 0 0 0 laps 1", 5, game=derby(**SHORT))
    draft = ("steps", "head", "180", "180", "180")
    while not lay_draft(game.ruleset, state, draft).home:
        draft = (*draft, "180")
    assert offered(game, state, draft) == []
    assert "home" in VIEW.prompt(game, state, draft)[0]
    assert isinstance(picked(game, state, "done", draft=draft), MakeMove)


@pytest.mark.clause("WD-40")
@pytest.mark.clause("WD-41")
def test_a_bite_is_offered_and_an_eaten_worm_flees():
    game = derby(cannibal=True)
    game, state = due(straight(20, 18), 3, moons=straight(21.3, 18, 180), game=game)
    bites = [spot for spot in spots_of(game, state).values() if "eats the moons" in spot.name]
    assert len(bites) == 1
    assert bites[0].risk == "attack"
    draft = picked(game, state, bites[0].id)
    assert offered(game, state, draft) == []
    assert "eats" in VIEW.prompt(game, state, draft)[0]
    assert made(picked(game, state, "done", draft=draft)).to == "head"
    fled = state.put("suns", state.worms["suns"]._replace(eaten_at="head"))
    assert {to for to, _ in offered(game, fled)} == {"tail"}
    assert game.refusal(fled, made(VIEW.pick(game, fled, (), "suns 6", None, False))).clause == (
        "WD-41"
    )


@pytest.mark.clause("WD-43")
def test_an_eaten_disc_returns_at_an_end():
    game = derby(cannibal=True)
    game, state = due(straight(20, 18, 0, 4), 0, game=game, phase="ace")
    draft = picked(game, state, "tail 180", "turn +5")
    assert draft == ("adds", "tail", "185")
    assert made(picked(game, state, "done", draft=draft)) == Revive("suns", "tail", 185.0)


# --- tiles ---------------------------------------------------------------------------------------


@pytest.mark.clause("WD-20")
def test_an_ace_picks_up_moves_and_turns_a_tile():
    game, state = tight("ace")
    near, distant = picked(game, state, "tile 1"), picked(game, state, "far tile 1")
    assert near == distant == ("tile", "1", "21.7", "20.2", "30")
    draft = picked(game, state, "turn +5", "right", "down", draft=near)
    assert made(picked(game, state, "done", draft=draft)) == Put(1, Tile.at(21.8, 20.1, 35))
    assert made(picked(game, state, "stay")) == Stay("suns")


@pytest.mark.clause("WD-20")
def test_a_tile_is_dragged_within_reach_and_shows_its_obstacles():
    game, state = tight("ace")
    draft = picked(game, state, "tile 1")
    there = [spot for id_, spot in spots_of(game, state, draft).items() if id_.startswith("at ")]
    assert len(there) > 20
    for spot in there:
        x, y = map(float, spot.id[3:].split(","))
        assert math.hypot(x - 21.7, y - 20.2) <= game.rules.tile_reach * game.rules.tile + 1e-9
        refused = game.refusal(state, Put(1, Tile.at(x, y, 30)))
        assert (spot.role == "inert") == (refused is not None)
    free = next(spot for spot in there if spot.role == "select")
    assert picked(game, state, f"held -> {free.id}", draft=draft)[2:4] == tuple(
        free.id[3:].split(",")
    )


def test_an_illegal_tile_gives_its_reason_and_is_not_placed():
    game, state = tight("ace")
    draft = ("tile", "1", "20.2", "20.2", "30")
    text, clause = VIEW.prompt(game, state, draft)
    assert clause == "WD-20"
    assert "it would" in text
    spot = spots_of(game, state, draft)["done"]
    assert spot.role == "inert"
    (words,) = (p for p in VIEW.scene(game, state, None, None, draft).pieces if p.id == "done")
    assert (words.label, words.area, words.x, words.y) == (spot.name, spot.area, spot.x, spot.y)
    there = VIEW.scene(game, state, None, None, ()).pieces
    assert "done" not in [piece.id for piece in there]


def test_after_an_ace_the_prompt_leads_to_the_map_where_each_tile_can_be_taken_up():
    game, state = tight("ace")
    assert "take up a tile on the map" in VIEW.prompt(game, state, ())[0]
    far = {name for name in spots_of(game, state, ()) if name.startswith("far tile")}
    assert far == {f"far tile {number}" for number in range(1, len(state.tiles) + 1)}


def test_a_tile_just_taken_up_is_not_refused():
    game, state = tight("ace")
    draft = picked(game, state, "tile 1")
    text, clause = VIEW.prompt(game, state, draft)
    assert clause == "WD-20"
    assert "in hand: move it up to 2 inches" in text
    kinds = [mark.kind for mark in VIEW.marks(game, state, draft)]
    assert "danger" not in kinds
    assert kinds.count("open") == 1  # how far it may go
    moved = picked(game, state, "right", draft=draft)
    assert "in hand" not in VIEW.prompt(game, state, moved)[0]


@pytest.mark.clause("WD-11")
def test_a_fixed_tile_is_refused_with_a_reason():
    game, state = tight("ace")
    shown = VIEW.pick(game, state, (), "pylon", None, False)
    assert isinstance(shown, ShowMessage)
    assert shown.message.clause == "WD-11"


@pytest.mark.clause("WD-12")
def test_tiles_are_placed_by_hand():
    game = derby(set_up="by hand")
    state = game.initial_state()
    spots = spots_of(game, state)
    somewhere = [id_ for id_ in spots if id_.startswith("far at ")]
    assert len(somewhere) > 50
    middle = [id_ for id_ in somewhere if id_.startswith("far at 31,")][4]
    draft = picked(game, state, middle)
    draft = picked(game, state, "turn +5", draft=draft)
    move = made(picked(game, state, "done", draft=draft))
    assert isinstance(move, Put)
    assert (move.number, move.tile.angle) == (1, 5.0)
    assert game.refusal(state, move) is None


@pytest.mark.clause("WD-12")
def test_a_tile_is_placed_in_the_window_at_once():
    game = derby(set_up="by hand")
    state = game.initial_state()
    near = [id_ for id_ in spots_of(game, state) if id_.startswith("at ")]
    assert "at 30,18" in near
    assert picked(game, state, "at 30,18") == ("tile", "1", "30", "18", "0")
    assert picked(game, state, "at 30,18", "turn +5", "at 31,18")[2:] == ("31", "18", "5")


@pytest.mark.clause("WD-4")
def test_a_forbidden_angle_names_its_obstacle():
    game, state = due(straight(20, 18), 2, tiles=["21.7 18.7 30"])
    barred = [id_ for id_ in spots_of(game, state) if id_.startswith("not head ")]
    clauses = {}
    for id_ in barred:
        shown = VIEW.pick(game, state, (), id_, None, False)
        assert isinstance(shown, ShowMessage)
        angle = float(id_.removeprefix("not head "))
        why = disc_refusal(game.ruleset, state, "suns", "head", angle)
        assert why is not None
        clauses[id_] = shown.message.clause
        assert shown.message.clause == why.clause
    assert set(clauses.values()) == {"WD-3", "WD-4"}


def test_a_disc_and_a_tile_name_themselves():
    game, state = tight()
    for id_, text in (("moons 2", "Moons disc 2, at"), ("tile 1", "Tile 1 at")):
        shown = VIEW.pick(game, state, (), id_, None, False)
        assert isinstance(shown, ShowMessage)
        assert shown.kind == "info"
        assert shown.message.text.startswith(text)


@pytest.mark.clause("WD-13")
def test_a_worm_is_built_where_it_is_picked():
    game = derby(starts="chooses", **SHORT)
    state = game.initial_state()
    lanes = [id_ for id_ in spots_of(game, state) if id_.startswith("lane ")]
    assert len(lanes) > 2
    move = made(picked(game, state, lanes[1]))
    assert isinstance(move, Build)
    assert game.refusal(state, move) is None


# --- what is no move -----------------------------------------------------------------------------


def test_the_die_is_rolled_by_its_button_before_any_other_pick():
    game = derby(**SHORT)
    state = game.initial_state()
    assert made(picked(game, state, "roll")) is None
    assert isinstance(VIEW.pick(game, state, (), "suns 1", None, False), ShowMessage)
    assert "head 0" not in spots_of(game, state)


def test_every_pick_of_every_spot_has_a_sensible_outcome():
    """Nothing that can be picked raises, and what it makes is a move that the game can judge."""
    hands = derby(set_up="by hand")
    places = [
        (*tight(), ()), (*tight("ace"), ()), (*tight("ace"), ("tile", "2", "19.5", "22", "60")),
        (*tight(), ("steps", "tail", "105")), (hands, hands.initial_state(), ()),
        (hands, hands.initial_state(), ("tile", "1", "20", "12", "0")),
    ]  # fmt: skip
    for game, state, draft in places:
        for number, spot in enumerate(spots_of(game, state, draft).values()):
            outcome = VIEW.pick(game, state, draft, spot.id, None, False)
            if isinstance(outcome, MakeMove):
                assert outcome.move is None or not isinstance(outcome.move, Roll)
                game.refusal(state, outcome.move)
            elif not isinstance(outcome, ShowMessage):
                assert isinstance(outcome, tuple)
                assert all(isinstance(word, str) for word in outcome)
                if number % 9 == 0:
                    spots_of(game, state, outcome)
