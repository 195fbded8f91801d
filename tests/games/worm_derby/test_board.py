"""Worm Derby's table as a scene: a window that follows the worm, the whole table, what happened."""

from __future__ import annotations

import math
import re
from itertools import pairwise

import pytest

import piecepack_nb as pp
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.wording import capitalise
from piecepack_nb.games.worm_derby import VIEW
from piecepack_nb.games.worm_derby.geometry.plane import distance
from piecepack_nb.games.worm_derby.geometry.ring import rings_of
from piecepack_nb.games.worm_derby.race_plan import chart_of, inches_left
from piecepack_nb.games.worm_derby.state import ENDS
from piecepack_nb.games.worm_derby.window import (
    DISC,
    HIGH,
    ROOM,
    WIDE,
    WIDER,
    on_table,
    window,
    window_of,
)
from piecepack_nb.scene import check_scene, film_match, svg
from tests.games.worm_derby.board_helpers import TIGHT, kinds, scene_of
from tests.games.worm_derby.helpers import SHORT, derby, due, played, straight


@pytest.fixture(scope="module")
def raced():
    """A whole short race of racers, filmed."""
    match = pp.Match(derby(**SHORT), seed=5, seats=dict.fromkeys(("suns", "moons"), "racer"))
    match.run()
    assert match.result is not None
    return match, film_match(match, VIEW)


def tight(now="3 steps"):
    game = derby()
    return game, game.position(TIGHT.format(now=now))


@pytest.mark.clause("WD-1")
def test_discs_that_touch_on_the_table_touch_in_the_picture():
    game, state = tight()
    scene = scene_of(game, state)
    discs = [
        piece
        for piece in scene.pieces
        if piece.sprite == "disc" and piece.suit == "suns" and piece.area == "board"
    ]
    assert len(discs) == 6
    for one, other in pairwise(discs):
        assert math.dist((one.x, one.y), (other.x, other.y)) == pytest.approx(one.scale, abs=0.003)


@pytest.mark.parametrize("coin", [0.5, 0.75, 1.0])
def test_a_disc_is_drawn_at_the_same_size_for_every_coin_size(coin):
    game, state = due(straight(20, 18), 2, game=derby(coin=coin))
    sizes = {
        piece.scale
        for piece in scene_of(game, state).pieces
        if piece.sprite == "disc" and piece.area == "board"
    }
    assert sizes == {DISC * WIDER}


def numbers_of_inches(game, scene):
    """Return the numbers along the sides of the window, each with its place on the table."""
    seen, found = window_of(game.ruleset, scene), set()
    for part in scene.areas[0].backdrop:
        if part.tag == "text" and part.text.isdigit():
            x, y = (part.attrs[name] / 100 for name in "xy")
            place = seen.x + (x - WIDE / 2) / seen.unit, seen.y - (y - HIGH / 2) / seen.unit
            found.add((part.text, *place))
    return found


@pytest.mark.parametrize("angle", [0, 30, 45])
def test_no_tile_covers_a_number_of_the_inches(angle):
    worm = straight(22, 17)
    numbers = numbers_of_inches(*shown_with(worm))
    assert len(numbers) > 2
    for number, x, y in numbers:
        beside = numbers_of_inches(*shown_with(worm, f"{x - 1.8:.2f} {y - 1.8:.2f} {angle}"))
        assert beside == numbers
        covered = numbers_of_inches(*shown_with(worm, f"{x:.2f} {y - 0.9:.2f} {angle}"))
        assert numbers - covered == {(number, x, y)}


def shown_with(worm, *tiles):
    """Return a game with these tiles on the table, and its scene."""
    game, state = due(worm, 2, tiles=tiles)
    return game, scene_of(game, state)


def test_the_last_picture_shows_who_won(raced):
    match, film = raced
    (winner,) = match.result.winners
    on_desk = [piece for piece in film.frames[-1].pieces if piece.area == "desk"]
    assert {piece.suit for piece in on_desk if piece.sprite == "disc"} == {winner}
    assert [piece.label for piece in on_desk if piece.label] == [f"{capitalise(winner)} wins"]
    assert f">{capitalise(winner)} wins<" in match.game.picture(match.state, match.steps[-1].event)
    nobody = match.state._replace(home=(), gone=match.game.seats, worms=FrozenDict())
    assert ">Nobody is left<" in svg(scene_of(match.game, nobody))


def test_every_worm_and_tile_is_visible_in_the_small_map():
    game, state = tight()
    scene = scene_of(game, state)
    dots = [(piece.x, piece.y) for piece in scene.pieces if piece.sprite == "disc-dot"]
    lying = [on_table(game.ruleset, disc) for worm in state.worms.values() for disc in worm.discs]
    assert sorted(dots) == sorted(lying)
    slabs = {piece.id for piece in scene.pieces if piece.area == "table" and "slab" in piece.sprite}
    assert slabs == {f"far {name}" for name, _ in game.ruleset.all_tiles(state.tiles)}


def test_everything_drawn_in_the_window_is_inside_it():
    game = derby()
    state = game.position({"worms": {
        "suns": straight(12, 18), "moons": straight(12, 20)}, "steps": 2,
        "tiles": ["24 14 20", "30 22 40", "28 18 45"], "to_move": "suns"})  # fmt: skip
    for x in range(5, 55, 3):
        moved = state.put("suns", state.worms["suns"]._replace(discs=tuple(
            disc._replace(x=x - 0.75 * at) for at, disc in
            enumerate(reversed(state.worms["suns"].discs)))))  # fmt: skip
        scene = scene_of(game, moved)
        for piece in scene.pieces:
            if piece.area == "board":
                assert 0 <= piece.x <= WIDE
                assert 0 <= piece.y <= HIGH
        for mark in (*kinds(scene, "open"), *kinds(scene, "barred")):
            assert all(0 <= x <= WIDE and 0 <= y <= HIGH for x, y in mark.points)
        shapes = [shape for area in scene.areas if area.id == "board" for shape in area.backdrop]
        outlines = [str(shape.attrs["points"]) for shape in shapes if shape.tag == "polygon"]
        for outline in outlines:
            for x_, y_ in (pair.split(",") for pair in outline.split()):
                assert 0 <= float(x_) <= WIDE * 100
                assert 0 <= float(y_) <= HIGH * 100


@pytest.mark.clause("WD-4")
def test_the_drawn_arcs_are_those_of_the_ring_and_name_their_obstacles():
    game, state = tight()
    scene = scene_of(game, state)
    rings = rings_of(game.ruleset, state, "suns").values()
    assert len(kinds(scene, "open")) == sum(len(ring.open.spans) for ring in rings)
    forbidden = sum(len(each.arcs.spans) for ring in rings for each in ring.forbidden)
    assert len(kinds(scene, "barred")) == forbidden
    seen = window_of(game.ruleset, scene)
    for mark in kinds(scene, "open"):
        x, y = mark.points[0]
        radii = [math.dist((x, y), seen.at(ring.centre)) for ring in rings]
        assert min(abs(radius - game.ruleset.coin * seen.unit) for radius in radii) < 0.01
    whys = [spot for spot in scene.spots if spot.id.startswith("why ")]
    shown = {spot.clause for spot in whys}
    assert shown == {"WD-4", "WD-5"}
    assert any("tile 1" in spot.tip and "°" in spot.tip for spot in whys)
    assert len(kinds(scene, "failed")) == len(whys)


def test_the_head_has_eyes_that_look_away_from_the_worm():
    game, state = due(straight(20, 18, 90), 2)
    eyes = next(p for p in scene_of(game, state).pieces if p.id == "head of suns")
    assert eyes.angle == -90


def test_a_draft_shows_the_placed_discs_and_their_origins():
    game, state = due(straight(20, 18), 2)
    scene = scene_of(game, state, ("steps", "head", "0"))
    seen = window_of(game.ruleset, scene)
    places = {
        (p.x, p.y)
        for p in scene.pieces
        if p.sprite == "disc" and p.suit == "suns" and p.area == "board"
    }
    assert seen.at((20.75, 18)) in places
    ghosts = {(p.x, p.y) for p in scene.pieces if p.sprite == "disc-ghost" and p.area == "board"}
    assert ghosts == {seen.at(state.worms["suns"].discs[0])}


def test_all_worms_are_in_the_first_view_and_have_the_same_way_to_go():
    for rules in ({}, {"players": 4}, SHORT, {"coin": 0.5}):
        match = pp.Match(derby(**rules), seed=3)
        match.run()
        game, state = match.game, match.state
        scene = scene_of(game, state)
        shown = [p for p in scene.pieces if p.sprite == "disc" and p.area == "board"]
        assert len(shown) == 6 * len(game.seats)
        labels = {p.label for p in scene.pieces if p.id.startswith("standing ")}
        if "players" not in rules:  # in the middle it is shorter
            assert labels == {f"{game.ruleset.steps_left(state.worms['suns'])} steps to go"}


def test_the_steps_left_are_those_of_the_racers_chart():
    """The corners round the pylon give what the chart finds, which knows only eight directions."""
    game = derby(obstacles=0)
    chart = chart_of(game.rules, (), ())
    match = pp.Match(game, seed=4, seats=dict.fromkeys(game.seats, "racer"))
    match.run()
    for step in match.steps[::9]:
        for worm in step.state.worms.values():
            found = min(inches_left(game.ruleset, chart, worm, end) for end in ENDS)
            assert game.ruleset.steps_left(worm) == pytest.approx(found / 0.75, abs=2)


def test_a_worm_some_whole_discs_from_home_needs_as_many_steps():
    game = derby(obstacles=0, players=2)
    for number in range(2, 16):
        worms = f"suns {13 + 0.75 * number} 18: 0 0 0 0 0 laps 1\nmoons 30 30: 0 0 0 0 0"
        assert game.ruleset.steps_left(game.position(worms).worms["suns"]) == number


def test_the_score_and_the_sentences_follow_the_race(raced):
    match, _film = raced
    scores = VIEW.score(match.game, match.state)
    assert {score.suit for score in scores} == set(match.game.seats)
    [first] = [score for score in scores if score.text == "home: first"]
    assert first.value == first.of
    lines = [played.sentence.text for played in match.record]
    assert any("worm is home between the start tiles: it is first." in line for line in lines)
    assert any("has been round the far side of the pylon" in line for line in lines)
    assert any("rolls an ace" in line for line in lines)
    assert all(re.match("(The )?(suns|moons) ", line, re.IGNORECASE) for line in lines[1:])


def test_a_winding_has_one_name_on_either_side_of_the_course():
    game = derby(obstacles=0)
    state = pp.Match(game, seed=1).state
    texts = set()
    for seat in game.seats:
        _, now = played(game, state._replace(to_move=seat), f"roll {seat} 2")
        steps, _ = played(game, now, f"{seat} tail>head 0 0")
        texts.add(steps[-1].event.text.partition("; ")[2])
    assert texts == {"the worm has wound 3° round the pylon."}


def test_the_window_moves_only_when_it_must():
    table = derby().ruleset
    first = window(table, [(20, 18)])
    assert window(table, [(20.5, 18.5)], first) == first
    moved = window(table, [(40, 18)], first)
    assert moved != first
    assert moved.holds((40, 18), 1)


def test_a_line_is_cut_at_the_window():
    table = derby().ruleset
    seen = window(table, [(30, 18)])
    (x0, y0), (x1, y1) = seen.clip(((0, 18), (60, 18)))
    assert (round(x0, 1), round(x1, 1)) == (0.1, round(WIDE - 0.1, 1))
    assert y0 == y1 == pytest.approx(seen.at((30, 18))[1])
    assert seen.clip(((0, 1), (60, 1))) is None


def test_a_window_shows_the_course_ahead_and_the_worm():
    table = derby().ruleset
    worm = [(20 + 0.75 * at, 18) for at in range(6)]
    right, left = (window(table, worm, toward=goal) for goal in (table.pylon, table.start))
    assert right.x > left.x
    for seen in (right, left):
        assert all(seen.holds(place, ROOM * DISC - 0.02) for place in worm)


@pytest.mark.clause("WD-20")
def test_the_steps_of_a_turn_are_shown_and_placed_ones_are_filled():
    game, state = due(straight(20, 18), 4)
    scene = scene_of(game, state, ("steps", "head", "0"))
    shown = [piece.sprite for piece in scene.pieces if piece.id.startswith("step ")]
    assert shown == ["disc", *["disc-ghost"] * 3]


# --- what happens --------------------------------------------------------------------------------


@pytest.mark.clause("WD-2")
def test_one_disc_moves_and_the_others_keep_their_ids(raced):
    """From step to step of a worm all discs from far lie still but one."""
    match, film = raced
    steps = match.steps
    checked = 0
    for (before, after), step in zip(pairwise(film.frames), steps, strict=True):
        if step.event.kind != "step":
            continue
        old, new = (
            {p.id: (p.x, p.y) for p in scene.pieces if p.sprite == "disc-dot"}
            for scene in (before, after)
        )
        assert set(old) == set(new)
        assert sum(old[id_] != new[id_] for id_ in old) == 1
        checked += 1
    assert checked > 20


def test_each_frame_of_a_race_can_be_drawn_and_shows_the_worm_that_moves(raced):
    match, film = raced
    table = match.game.ruleset
    for frame, step in zip(film.frames[1:], match.steps, strict=True):
        check_scene(frame)
        seen = window_of(table, frame)
        worm = step.state.worms.get(step.state.to_move)
        if worm is not None:
            assert all(seen.holds(disc, 0.4) for disc in worm.discs)
    seen = window_of(table, scene_of(match.game, match.state))
    (other,) = match.state.worms.values()  # at the end the winner has left the table
    assert all(seen.holds(disc, 0.4) for disc in other.discs)


def test_the_racers_path_is_a_layer_that_ends_between_the_start_tiles(raced):
    match, film = raced
    table = match.game.ruleset
    planned = [frame for frame in film.frames if any(layer.id == "plan" for layer in frame.layers)]
    assert planned
    for frame in planned[:5]:
        way = next(m for m in frame.marks if m.layer == "plan" and m.area == "table")
        x, y = way.points[-1]
        assert abs(x - table.start.x) < 3
        assert abs(y - (table.size[1] - table.start.y)) < 4
        assert "path home" in frame.caption


def test_steps_built_by_hand_are_not_animated_again():
    """Confirmed, they are shown one by one, and nothing goes back to be laid once more."""
    game, state = due(straight(20, 18), 3)
    before = scene_of(game, state, ("steps", "head", "0", "15", "30"))
    steps, _ = played(game, state, "suns tail>head 0 15 30")
    dots = [(p.id, p.x, p.y) for p in before.pieces if p.sprite == "disc-dot"]
    for step in steps[:3]:
        after = VIEW.scene(game, step.state, step.event, before)
        assert [(p.id, p.x, p.y) for p in after.pieces if p.sprite == "disc-dot"] == dots
        assert after.caption == capitalise(step.event.text)
        before = after
    fresh = VIEW.scene(game, steps[0].state, steps[0].event, scene_of(game, state))
    assert [(p.id, p.x, p.y) for p in fresh.pieces if p.sprite == "disc-dot"] != dots


@pytest.mark.clause("WD-22")
def test_a_worm_that_is_home_is_shown_there(raced):
    match, film = raced
    home = [at for at, step in enumerate(match.steps, 1) if step.event.kind == "home"]
    assert home
    for at in home:
        seat = match.steps[at - 1].event.data["seat"]
        assert seat not in match.steps[at - 1].state.worms
        there = [p for p in film.frames[at].pieces if p.suit == seat and p.sprite == "disc"]
        assert sum(p.area == "board" for p in there) == match.game.rules.length
        assert {f"head of {seat}", f"tail of {seat}"} <= {p.id for p in film.frames[at].pieces}


@pytest.mark.clause("WD-5")
def test_a_step_has_its_slide_in_three_pictures(raced):
    match, film = raced
    at, inner = next(iter(film.nested.items()))
    step = match.steps[at - 1]
    assert step.event.kind == "step"
    assert len(inner.frames) == 3
    moved = [
        next(p for p in frame.pieces if p.sprite == "disc" and p.z == 8) for frame in inner.frames
    ]
    centre = moved[0].x, moved[0].y
    ways = [math.dist(centre, (piece.x, piece.y)) for piece in moved]
    assert ways == pytest.approx([0, moved[0].scale / 2, moved[0].scale], abs=0.005)
    before = match.steps[at - 2].state
    end = before.worms[step.event.data["seat"]].end(step.event.data["to"])
    there = step.event.data["x"], step.event.data["y"]
    assert distance(end, end._replace(x=there[0], y=there[1])) == pytest.approx(0.75)


def test_no_slide_where_discs_are_placed():
    game, state = due(straight(20, 18), 1, game=derby(squeeze="place"))
    steps, _ = played(game, state, "suns tail>head 0")
    scene = VIEW.scene(game, steps[0].state, steps[0].event)
    assert VIEW.nested_film(game, state, steps[0], scene) is None


@pytest.mark.clause("WD-30")
def test_slalom_tiles_show_their_suit():
    match = pp.Match(derby(slalom="out"), seed=1, dice=["roll 2"])
    match.run()
    scene = scene_of(match.game, match.state)
    shown = [p.suit for p in scene.pieces if p.id.startswith("far tile")]
    colours = {"red": "suns", "blue": "arms"}
    assert shown == [colours[colour] for colour in match.state.colours]


def test_places_and_things_of_a_refusal_are_found():
    game, state = tight()
    refusal = game.refusal(state, game.parse_move(state, "suns tail>head 0 0 0"))
    scene = scene_of(game, state)
    found = VIEW.places(game, scene, refusal.squares)
    assert any(area == "board" for area, _, _ in found)
    away = VIEW.places(game, scene._replace(spots=()), ("tile 2", "tile 9"))
    assert [area for area, _, _ in away] in (["board"], ["table"])
    assert VIEW.locate(game, ("pylon", "tile 7", "nonsense")) == [
        ("table", *on_table(game.ruleset, game.ruleset.fixed["pylon"]))
    ]


@pytest.mark.parametrize("width", [320, 700, 1200])
def test_a_picture_for_every_width(width):
    game, state = tight()
    picture = str(svg(scene_of(game, state), width))
    assert "<svg" in picture
    assert 'class="ppnb-open"' in picture
    assert 'class="ppnb-barred"' in picture


def test_the_layouts_overlap_nowhere():
    for rules in ({}, SHORT, {"players": 4}, {"table_length": 120, "table_width": 72}):
        game = derby(**rules)
        scene = scene_of(game, game.initial_state())
        sizes = {area.id: (area.width, area.height) for area in scene.areas}
        for layout in scene.layouts:
            boxes = []
            for name, (x, y, *zoom) in layout.places.items():
                scale = (*zoom, 1)[0]
                wide, high = (size * scale for size in sizes[name])
                assert x + wide <= layout.width + 0.02, (layout.min_width, name)
                assert y + high <= layout.height + 0.02, (layout.min_width, name)
                boxes.append((x, y, x + wide, y + high))
            for at, (a, b, c, d) in enumerate(boxes):
                for e, f, g, h in boxes[at + 1 :]:
                    assert a >= g - 0.01 or e >= c - 0.01 or b >= h - 0.01 or f >= d - 0.01


def test_the_position_is_described_in_text():
    game, state = tight()
    scene = scene_of(game, state)
    assert "The suns worm has its head at (20.00, 20.00)" in scene.alt
    rows = scene.listings[0].rows
    assert ("tile 1", "(21.70, 20.20)", "turned by 30°") in rows


@pytest.mark.clause("WD-13")
def test_every_place_where_a_worm_can_be_built_is_in_the_window():
    game = derby(starts="chooses", obstacles=0)
    state = game.initial_state()
    assert state.phase == "worms"
    scene = scene_of(game, state)
    lanes = [spot for spot in scene.spots if spot.id.startswith("lane ")]
    assert len(lanes) > 3
    assert all(0.3 < lane.y < HIGH - 0.3 for lane in lanes)
    assert window_of(game.ruleset, scene).unit < 1
