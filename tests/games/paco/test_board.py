"""P.A.C.O.'s scenes: pieces, animations and results."""

from __future__ import annotations

from itertools import pairwise

import pytest

import piecepack_nb as pp
from piecepack_nb.games.paco import VIEW
from piecepack_nb.games.paco.pieces import at
from piecepack_nb.scene import Piece, Scene, check_scene, film_match, svg
from tests.games.paco.helpers import counters as counters_of
from tests.games.paco.helpers import table, turn

ON_BOARD = ("counter-floor", "counter-block")


def shown(match: pp.Match) -> Scene:
    return check_scene(VIEW.idle_scene(match.game, match.state))


def film(match: pp.Match) -> list[Scene]:
    """Return a scene for each step, each drawn after the one before."""
    scenes = [VIEW.idle_scene(match.game, match.initial_state)]
    for step in match.steps:
        scenes.append(check_scene(VIEW.scene(match.game, step.state, step.event, scenes[-1])))
    return scenes


def frame(match: pp.Match, kind: str) -> tuple[Scene, Scene]:
    """Return the scene before the first event of a kind, and the scene after it."""
    scenes = film(match)
    number = [step.event.kind for step in match.steps].index(kind)
    return scenes[number], scenes[number + 1]


def pieces(scene: Scene) -> dict[str, Piece]:
    return {piece.id: piece for piece in scene.pieces}


def on(scene: Scene, square: str) -> list[str]:
    """Return the sprites of the counters on a cell, the lower one first."""
    x, y = at(square)
    lying = [piece for piece in scene.pieces if piece.sprite in ON_BOARD and piece.area == "board"]
    here = [piece for piece in lying if piece.x == x and abs(piece.y - y) < 0.4]
    return [piece.sprite for piece in sorted(here, key=lambda piece: piece.z)]


def glided(before: Scene, after: Scene) -> list[tuple[tuple[float, float], ...]]:
    """Return the starts and ends of moving counters."""
    old = {id_: place(piece) for id_, piece in pieces(before).items()}
    new = {id_: place(piece) for id_, piece in pieces(after).items() if id_.startswith("counter")}
    return [(old[id_], new[id_]) for id_ in new if id_ in old and old[id_] != new[id_]]


def place(piece: Piece) -> tuple[float, float]:
    return piece.x, piece.y


@pytest.mark.clause("PA-1", "PA-2", "PA-30")
def test_the_scene_shows_floor_blocks_stacks_and_holes() -> None:
    scene = shown(table("suns c3 N", "moons e4 W", d4="hole", f6="white", g2="stacked"))
    assert on(scene, "c3") == ["counter-floor"]
    assert on(scene, "a1") == on(scene, "f6") == ["counter-block"]
    assert on(scene, "g2") == ["counter-floor", "counter-block"]
    assert on(scene, "d4") == []
    holes = [each for each in scene.areas[0].backdrop if each.attrs.get("sprite") == "hole"]
    assert len(holes) == 64
    assert "Holes: d4." in scene.alt
    assert "White blocks inside the edge: g2 and f6." in scene.alt
    assert "Blocks on a black counter: g2." in scene.alt


@pytest.mark.clause("PA-3")
def test_a_figure_shows_its_players_heading_and_symbol() -> None:
    angles = {}
    for heading in "NESW":
        scene = shown(table(f"suns c3 {heading}", "moons e4 W"))
        body, head = pieces(scene)["figure-suns"], pieces(scene)["head-suns"]
        assert place(body) == place(head) == at("c3")
        assert (body.suit, head.suit, head.angle) == ("suns", "suns", 0)
        angles[heading] = body.angle
    assert angles == {"N": -90, "E": 0, "S": 90, "W": 180}
    assert "Suns: on c3, facing west, 0 points." in scene.alt


@pytest.mark.clause("PA-34", "PA-13", "PA-43")
def test_the_scene_shows_players_stunned_jumping_or_off_the_board() -> None:
    match = table("suns c3 N, stunned", "moons e4 W, then forward", "crowns off, -2 points",
                  "arms g7 S", e4="hole")  # fmt: skip
    scene = shown(match)
    known = pieces(scene)
    assert known["stars-suns"].sprite == "stunned"
    assert known["wings-moons"].sprite == "airborne"
    assert known["head-moons"].y < at("e4")[1]
    assert known["figure-crowns"].area == "players"
    signs = {seat: known[f"sign-{seat}"].label for seat in ("suns", "moons", "crowns")}
    assert signs == {"suns": "stunned", "moons": "in the air", "crowns": "off"}
    assert known["points-crowns"].label == "-2"
    assert "Crowns: off, -2 points." in scene.alt
    assert "Suns: on c3, facing north, 0 points, stunned for 1 turn." in scene.alt


@pytest.mark.clause("PA-30", "PA-32")
def test_blocks_of_a_chain_glide_and_the_last_one_goes_over_the_edge() -> None:
    match = table("suns b4 E", "moons g7 S", c4="white", e4="white", f4="white")
    turn(match, suns="push")
    scenes = film(match)
    moved = [way for before, after in pairwise(scenes) for way in glided(before, after)]
    ways = [("c4", "d4"), ("f4", "g4")]  # e4 has no room to move
    assert moved[:2] == [(at(start), (at(to)[0], round(at(to)[1] - 0.17, 2))) for start, to in ways]
    assert len(moved) == 3
    assert moved[2][0] == at("h4")
    assert moved[2][1][0] > at("h4")[0]
    last = scenes[-1]
    assert on(last, "d4") == ["counter-floor", "counter-block"]
    assert on(last, "c4") == on(last, "h4") == []
    assert len([p for p in last.pieces if p.id.startswith("counter")]) == 63


@pytest.mark.clause("PA-31")
def test_a_block_that_seals_a_hole_turns_over_in_it() -> None:
    match = table("suns b4 E", "moons g7 S", c4="white", f4="hole", g4="white")
    turn(match, suns="push")
    before, after = frame(match, "seals")
    (block,) = [piece for piece in before.pieces if place(piece) == at("f4")]
    assert pieces(after)[block.id].sprite == "counter-floor"
    assert block.sprite == "counter-block"


@pytest.mark.clause("PA-33", "PA-35")
def test_a_player_is_pushed_along_and_over_the_edge() -> None:
    match = table("suns b4 E", "moons e4 N", c4="white", h4="hole")
    turn(match, suns="push")
    before, after = frame(match, "shoves")
    assert place(pieces(before)["figure-moons"]) == at("e4")
    assert place(pieces(after)["figure-moons"]) == at("f4")
    before, after = frame(match, "pushed off")
    gone = pieces(after)["figure-moons"]
    assert gone.area == "board"
    assert gone.x > at("h4")[0]
    assert gone.angle == pieces(before)["figure-moons"].angle
    assert pieces(film(match)[-1])["figure-moons"].area == "players"


@pytest.mark.clause("PA-24")
def test_a_jumper_that_falls_shrinks_into_the_hole() -> None:
    match = table("suns c3 N, then left", "moons g7 S", c3="hole")
    turn(match)
    _, after = frame(match, "falls")
    falling = pieces(after)["figure-suns"]
    assert place(falling) == at("c3")
    assert falling.scale < 0.5
    assert after.caption.startswith("Suns falls down the hole at c3")
    assert after.clause == "PA-13"


@pytest.mark.clause("PA-14")
def test_a_lifted_counter_turns_over_in_place() -> None:
    match = table("suns c3 N", "moons g7 S")
    turn(match, suns="lift")
    before, after = frame(match, "lifts")
    (counter,) = [p for p in before.pieces if p.id.startswith("counter") and place(p) == at("c4")]
    assert (counter.sprite, pieces(after)[counter.id].sprite) == ("counter-floor", "counter-block")


@pytest.mark.clause("PA-23")
def test_the_dice_of_a_contest_are_shown() -> None:
    match = table("suns c3 E", "moons e3 W")
    turn(match, {"suns": 2, "moons": 5}, suns="forward", moons="forward")
    _, after = frame(match, "die")
    dice = {p.suit: p.face for p in after.pieces if p.sprite == "die"}
    assert dice == {"suns": "2", "moons": "5"}
    assert "Dice: Suns 2, Moons 5." in after.alt


@pytest.mark.clause("PA-21")
def test_results_are_ticks_and_crosses_and_then_reasons() -> None:
    match = table("suns c3 E", "moons e3 W", "crowns g7 S", d3="black")
    turn(match, {"suns": 2, "moons": 5}, suns="forward", moons="forward", crowns="lift")
    _, early = frame(match, "moves")
    assert {mark.suit: mark.kind for mark in early.marks} == {"moons": "done"}
    _, whole = frame(match, "resolution")
    assert {mark.suit: mark.kind for mark in whole.marks} == {
        "suns": "failed", "moons": "done", "crowns": "done",
    }  # fmt: skip
    spots = {spot.id: spot for spot in whole.spots}
    assert spots["why suns"].role == "why"
    assert spots["why suns"].clause == "PA-23"
    assert "the dice show Suns 2, Moons 5" in spots["why suns"].tip
    (listing,) = whole.listings
    assert [row[:3] for row in listing.rows] == [
        ("Suns", "forward", "failed"), ("Moons", "forward", "done"), ("Crowns", "lift", "done"),
    ]  # fmt: skip
    still = VIEW.scene(match.game, match.state, None, whole)
    assert still.listings == whole.listings
    assert not still.marks
    again = VIEW.scene(match.game, match.initial_state, None, whole)
    assert not again.listings, "undone: that turn hasn't been"


def test_every_scene_of_whole_games_can_be_drawn() -> None:
    for players, options in ((2, {}), (6, {"seal_holes": False, "stop_on_floor": "replace"})):
        game = pp.game("paco", players=players, **options)
        match = pp.Match(game, seed=players, seats=dict.fromkeys(game.seats, "random"))
        match.run()
        scenes = film(match)
        assert len({scene.caption for scene in scenes}) > 20
        for scene, state in zip(scenes[1:], (step.state for step in match.steps), strict=True):
            counters = [p for p in scene.pieces if p.id.startswith("counter") and not p.faded]
            assert len(counters) == counters_of(state) - state.beside


@pytest.mark.parametrize("width", [340, 700, 1100])
def test_the_picture_describes_the_position_in_text(width: int) -> None:
    match = table("suns c3 N", "moons e4 W")
    drawn = svg(VIEW.idle_scene(match.game, match.state), width)
    assert "Suns: on c3, facing north" in drawn
    assert "Turn 1: Suns and Moons" in drawn


@pytest.mark.clause("PA-20")
def test_bots_give_reasons_only_after_all_orders_are_shown() -> None:
    game = pp.game("paco", players=2)
    position = {"suns": "b4 E", "moons": "e4 N", "board": {"c4": "white"}}
    match = pp.Match(game, seed=4, seats={"suns": "shrewd"}, position=position)
    match.run()
    assert match.steps[0].event.why is not None
    match.play("moons left")
    frames = film_match(match, VIEW).frames
    kinds = ["", *(step.event.kind for step in match.steps)]
    shown = [kind for kind, scene in zip(kinds, frames, strict=True) if "thoughts" in layers(scene)]
    assert shown == ["orders shown"]
    open_ = frames[kinds.index("orders shown")]
    (spot,) = open_.spots
    assert spot.name == "Suns, a bot: push"
    assert "Likeliest: Moons" in spot.tip
    assert open_.listings[0].rows[0][:2] == ("Suns", "push")
    titles = [listing.title for listing in frames[-1].listings]
    assert titles == ["Turn 1: the bots' reasons", "Turn 1: results of the orders"]


def layers(scene: Scene) -> set[str]:
    return {layer.id for layer in scene.layers}
