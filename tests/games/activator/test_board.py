"""Activator's table as a scene: stacks, what the activators do, trays, words."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

import piecepack_nb as pp
from piecepack_nb.games.activator import VIEW
from piecepack_nb.games.activator.layers import at
from piecepack_nb.games.activator.sprites import SIZES
from piecepack_nb.scene import Scene, check_scene, from_json, svg, to_json
from piecepack_nb.scene.model import turned

STACKED = {
    "a1": "red FED", "b2": "red C", "a4": "red E",
    "d4": "blue FB", "c3": "blue E", "d1": "blue D",
    "activators": {"red": "c3", "blue": "a1"}, "to_move": "red",
}  # fmt: skip


def match_at(position=STACKED, **options) -> pp.Match:
    return pp.Match(pp.game("activator", **options), position=position)


def scene_of(match, draft=()) -> Scene:
    return VIEW.scene(match.game, match.state, None, None, draft)


def pieces_on(scene: Scene, square: str):
    x, y = at(square)
    there = [p for p in scene.pieces if (p.area, p.x, p.y) == ("board", x, y) and p.suit]
    return sorted(there, key=lambda piece: piece.z)


def test_a_stack_is_drawn_in_levels_with_the_activator_on_top():
    """The smaller over the larger, each level higher, so that every letter is seen."""
    tower = pieces_on(scene_of(match_at()), "a1")
    names = ["pyramid-F", "pyramid-E", "pyramid-D", "activator"]
    assert [piece.sprite for piece in tower] == names
    assert [piece.suit for piece in tower] == ["suns", "suns", "suns", "arms"]
    lifts = [piece.lift for piece in tower]
    assert all(high - low >= 0.25 for low, high in pairwise(lifts)), lifts


def test_the_board_is_shown_on_its_corner_and_can_be_turned():
    board = next(area for area in scene_of(match_at()).areas if area.id == "board")
    assert board.turns == (-45, 0, 135)


@pytest.mark.clause("AC-24")
def test_frost_marks_the_crossings_of_the_lines():
    scene = scene_of(match_at())
    frozen = {(mark.x, mark.y) for mark in scene.marks if mark.kind == "frozen"}
    assert frozen == {at("c1"), at("a3")}
    assert all(mark.layer == "frozen" for mark in scene.marks if mark.kind in ("frost", "frozen"))


@pytest.mark.clause("AC-25")
def test_a_shield_marks_what_carries_an_activator():
    scene = scene_of(match_at())
    immune = {(mark.x, mark.y) for mark in scene.marks if mark.kind == "immune"}
    assert immune == {at("c3"), at("a1")}


@pytest.mark.clause("AC-23")
def test_each_side_has_its_two_lines_of_attack():
    scene = scene_of(match_at())
    for seat, suit, square in (("red", "suns", "c3"), ("blue", "arms", "a1")):
        lanes = [mark for mark in scene.marks if mark.layer == f"lines of {seat}"]
        assert len(lanes) == 2
        assert {mark.suit for mark in lanes} == {suit}
        x, y = at(square)
        assert {p[1] for p in lanes[0].points} == {y}
        assert {p[0] for p in lanes[1].points} == {x}


def test_no_sign_is_on_another_sign_or_a_label_at_the_start():
    """On the page, at each angle of the board: signs of lines, shields, flakes, and all labels."""
    scene = scene_of(pp.Match(pp.game("activator")))
    board = scene.areas[0]
    lanes = [point for mark in scene.marks if mark.kind == "lane" for point in mark.points]
    carriers = {at("a1"), at("d4")}
    for angle in board.turns:
        places = {}
        for point in lanes:
            if point not in carriers:  # the stack there hides it
                places["line", point] = turned(board, *point, angle)
        for mark in scene.marks:
            off = {"frozen": (0.37, 0.15), "immune": (-0.4, -0.17)}.get(mark.kind)
            if off:
                x, y = turned(board, mark.x, mark.y, angle)
                places[mark.kind, mark.x, mark.y] = x + off[0], y + off[1]
        for piece in scene.pieces:
            if piece.sprite == "words" and piece.area == "board":
                places[piece.id] = turned(board, piece.x, piece.y, angle)
        assert len(places) == 4 + 2 + 2 + 16
        for (one, here), (two, there) in combinations(places.items(), 2):
            assert math.dist(here, there) > 0.28, (angle, one, two)


def test_the_legend_has_the_signs_that_the_rules_have():
    for options, number in (({}, 4), ({"freezing": False}, 3), ({"attack_line": "anywhere"}, 3)):
        match = pp.Match(pp.game("activator", **options))
        scene = scene_of(match)
        [legend] = [area for area in scene.areas if area.id == "legend"]
        words = [shape.text for shape in legend.backdrop if shape.tag == "text"]
        signs = [shape for shape in legend.backdrop if shape.tag == "use"]
        assert len(words) == len(signs) == number
        assert ("frozen: can't move" in words) == match.game.rules.freezing
        assert all("legend" in layout.places for layout in scene.layouts)


def test_what_can_move_is_marked_until_something_is_picked():
    match = match_at()
    marked = [mark for mark in VIEW.marks(match.game, match.state, ()) if mark.kind == "movable"]
    assert {(mark.x, mark.y) for mark in marked} == {at(move.start) for move in match.moves()}
    later = VIEW.marks(match.game, match.state, ("b2", "0"))
    assert "movable" not in {mark.kind for mark in later}


def test_the_score_counts_pieces_and_a_sentence_has_the_whole_move():
    position = STACKED | {"activators": {"red": "d4", "blue": "a1"}, "d3": "red C", "d1": None}
    match = match_at({name: value for name, value in position.items() if value})
    red, blue = VIEW.score(match.game, match.state)
    assert (red.label, red.value, red.of, red.text) == ("Red", 6, 9, "6 pieces on 4 squares")
    assert (blue.value, blue.suit) == (3, "arms")
    match.play("d3-c3")
    assert match.record[-1].sentence.text == (
        "Red's single C goes from d3 to c3 and captures Blue's single E. "
        "Red wins: Blue has only the pieces on d4 left."
    )
    match = match_at()
    match.play("a1:1-b1 A-d4")
    assert match.record[-1].sentence.text == (
        "Red's single D goes from a1, off the double FE, to b1, carrying Blue's activator along; "
        "Red's activator goes from c3 to d4, onto Blue's double FB."
    )


@pytest.mark.parametrize(
    ("option", "value", "gone"),
    [
        ("freezing", False, "frozen"),
        ("immunity", False, "immune"),
        ("attack_line", "anywhere", "lines of red"),
    ],
)
def test_a_disabled_rule_has_no_layer_and_no_mark(option, value, gone):
    printed, changed = scene_of(match_at()), scene_of(match_at(**{option: value}))
    for scene, there in ((printed, True), (changed, False)):
        assert (gone in {layer.id for layer in scene.layers}) == there
        assert any(mark.layer == gone for mark in scene.marks) == there


def test_every_mark_explains_itself():
    spots = {spot.id: spot for spot in scene_of(match_at()).spots}
    carrier = spots["why c3"]
    assert carrier.role == "why"
    assert carrier.name == "c3: Blue's single E under Red's activator, immune"
    assert (carrier.clause, "immune" in carrier.tip) == ("AC-25", True)
    assert spots["why c1"].tip.startswith("c1 is frozen: the rank and the file of Red's activator")
    assert spots["why c1"].clause == "AC-24"


def test_the_text_table_lists_lines_and_frozen_squares():
    [listing] = scene_of(match_at()).listings
    rows = {row[0]: row[1:] for row in listing.rows}
    assert rows["Red may attack from"][0] == "nowhere"
    assert rows["Blue may attack from"][0] == "d1"
    assert [row[1] for row in listing.rows if row[0] == "Frozen"] == ["c1: empty", "a3: empty"]


def test_the_alternative_text_describes_the_whole_board():
    alt = scene_of(match_at()).alt
    for part in ("Red to move", "a1 FED", "d4 FB", "their activator on c3", "a3 and c1", "Turn 1"):
        assert part in alt.replace("c1 and a3", "a3 and c1"), part


def test_captured_pieces_are_in_the_tray_and_counted():
    scene = scene_of(match_at())
    red = [piece for piece in scene.pieces if piece.area == "red" and piece.suit]
    assert [piece.sprite[-1] for piece in red if piece.sprite != "symbol"] == ["F", "D", "C", "B"]
    labels = {piece.id: piece.label for piece in scene.pieces if piece.label}
    assert labels["left-red"] == "5 pieces on 3 squares"
    assert labels["left-blue"] == "4 pieces on 3 squares"


@pytest.mark.parametrize("held", [{}, {"c3": "blue B"}, {"c3": "blue CB", "d3": "blue C"}])
def test_captured_pieces_leave_room_for_the_words_behind_them(held):
    activators = {"activators": {"red": "d4", "blue": "a1"}, "to_move": "red"}
    scene = scene_of(match_at({"a1": "red FB", "d4": "blue F", **held, **activators}))
    taken = [p for p in scene.pieces if p.area == "blue" and p.sprite.startswith("pyramid")]
    assert len(taken) == 8 - sum(len(each.removeprefix("blue ")) for each in held.values())
    (words,) = (piece for piece in scene.pieces if piece.id == "taken-blue")
    halves = [SIZES[piece.sprite[-1]].width / 200 * piece.scale for piece in taken]
    ends = [piece.x + half for piece, half in zip(taken, halves, strict=True)]
    starts = [piece.x - half for piece, half in zip(taken, halves, strict=True)]
    assert all(end < start + 0.04 for end, start in zip(ends, starts[1:], strict=False))
    assert ends[-1] < words.x - 0.052 * len(words.label), "half the width of a letter"


def test_a_captured_piece_keeps_its_id_when_moved_to_the_tray():
    position = STACKED | {"activators": {"red": "d4", "blue": "a1"}, "d3": "red C", "d1": None}
    position = {name: value for name, value in position.items() if value}
    match = match_at(position)
    before = scene_of(match)
    victim = pieces_on(before, "c3")[0].id
    step = match.play("d3-c3")[0]
    assert step.event.kind == "capture"
    after = VIEW.scene(match.game, step.state, step.event, before)
    assert {piece.id: piece.area for piece in after.pieces}[victim] == "blue"
    assert {piece.id for piece in before.pieces} - {piece.id for piece in after.pieces} <= {
        "none-blue"
    }


@pytest.mark.parametrize("seed", [1, 2])
def test_every_frame_of_a_game_is_sound_and_can_be_drawn(seed):
    match = pp.Match(pp.game("activator"), seed=seed, seats={"red": "random", "blue": "random"})
    match.run(30)
    scene = VIEW.scene(match.game, match.initial_state)
    for step in match.steps:
        scene = VIEW.scene(match.game, step.state, step.event, scene)
        assert from_json(to_json(check_scene(scene))) == scene
        ids = [piece.id for piece in scene.pieces]
        assert len(ids) == len(set(ids))
        pyramids = [piece for piece in scene.pieces if piece.sprite.startswith("pyramid")]
        assert len(pyramids) == 18, "none is lost, none doubled"
    ElementTree.fromstring(svg(scene))


def test_the_caption_names_the_next_action():
    match = match_at()
    assert VIEW.prompt(match.game, match.state, ()) == (
        "Turn 1: Red, choose a piece or a stack to move.",
        "AC-4",
    )


@pytest.mark.clause("AC-30")
def test_the_caption_names_a_player_who_must_free_their_home():
    position = {
        "a1": "blue F", "c4": "blue E", "b2": "red F", "d3": "red ED",
        "activators": {"red": "c4", "blue": "b2"}, "to_move": "red", "occupied": {"blue": 1},
    }  # fmt: skip
    match = match_at(position)
    text, clause = VIEW.prompt(match.game, match.state, ())
    assert text == "Turn 1. Blue is on Red's home a1: capture it now, or Red loses."
    assert clause == "AC-30"


@pytest.mark.clause("AC-23")
def test_the_label_of_a_line_names_its_attackers():
    spots = {spot.id: spot for spot in scene_of(match_at()).spots}
    assert spots["why blue rank"].tip == (
        "Blue's rank 1, since their activator is on a1: Blue may attack from it, now with d1."
    )
    assert spots["why red file"].tip.endswith("but nothing can now.")
    assert (spots["why red file"].name, spots["why red file"].clause) == ("Red's file c", "AC-23")
    anywhere = scene_of(match_at(attack_line="anywhere")).spots
    assert not [spot.id for spot in anywhere if spot.id.startswith(("why red", "why blue"))]


@pytest.mark.clause("AC-30")
def test_the_occupier_of_a_home_is_ringed_until_the_decision():
    position = {
        "b2": "red F", "d3": "red ED", "c4": "blue E", "a3": "blue D", "b4": "blue C",
        "activators": {"red": "a3", "blue": "b2"}, "to_move": "red",
    }  # fmt: skip
    match = match_at(position)
    match.play("d3-d4")
    rings = [mark for mark in scene_of(match).marks if mark.kind == "danger"]
    assert [(mark.x, mark.y, mark.suit) for mark in rings] == [(*at("d4"), "suns")]
    match.play(next(move for move in match.moves() if move.end != "d4"))
    assert match.result is not None
    assert not [mark for mark in scene_of(match).marks if mark.kind == "danger"]
