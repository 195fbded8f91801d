"""A bot's thought on the board, and the search behind it as a timeline inside its step."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.games.activator import VIEW
from piecepack_nb.games.activator.explanation import first_moves, short_value
from piecepack_nb.games.activator.layers import at
from piecepack_nb.scene import Scene, check_scene, film_match, from_json, pack, to_json
from tests.scene.film_reader import unpack


@pytest.fixture(scope="module")
def match() -> pp.Match:
    played = pp.Match(pp.game("activator"), seed=4, seats={"red": "quick", "blue": "quick"})
    played.run(8)
    return played


@pytest.fixture(scope="module")
def decisions(match):
    """Each step that a bot thought of, with its scene and the state before it."""
    found, before, scene = [], match.initial_state, VIEW.scene(match.game, match.initial_state)
    for step in match.steps:
        scene = VIEW.scene(match.game, step.state, step.event, scene)
        if step.event.why is not None:
            found.append((before, step, scene))
        before = step.state
    return found


def drawn(scene: Scene, layer: str, kind: str):
    return [mark for mark in scene.marks if mark.layer == layer and mark.kind == kind]


def test_the_line_is_numbered_arrow_by_arrow(decisions):
    for _, step, scene in decisions:
        thought = step.event.why
        badges = [mark.label for mark in drawn(scene, "line", "cost")]
        assert badges == [str(number) for number, _ in enumerate(thought.line, 1)]
        [first] = drawn(scene, "line", "path")
        assert first.points == (at(thought.move.start), at(thought.move.end))
        assert scene.caption.endswith(f"; {thought.reasons[-1]}.") or scene.caption.endswith(
            f": {thought.reasons[-1]}."
        )


def test_each_alternative_has_its_value_and_a_reason(decisions):
    for _, step, scene in decisions:
        thought = step.event.why
        labels = [mark.label for mark in drawn(scene, "rivals", "text")]
        assert labels == [short_value(line.value) for line in thought.rivals]
        spots = {spot.id: spot for spot in scene.spots}
        for number, line in enumerate(thought.rivals, start=1):
            spot = spots[f"why rival {number}"]
            assert spot.role == "why"
            assert spot.tip.startswith(f"{line.moves[0]} is worth ")
            less = thought.value - line.value
            if abs(thought.value) < 1000 > abs(line.value):
                difference = f"{less:.1f} less" if less >= 0.05 else "the same"
                assert difference in spot.tip


def test_the_text_table_lists_the_terms_of_the_evaluation(decisions):
    for _, step, scene in decisions:
        thought = step.event.why
        listing = scene.listings[-1]
        assert listing.title == "What the bot weighed"
        assert [row[0] for row in listing.rows] == [str(line.moves[0]) for line in thought.lines]


def test_a_person_s_move_has_no_reasons_and_no_search(match):
    played = pp.Match(match.game)
    step = played.play("b2-b3")[0]
    scene = VIEW.scene(match.game, step.state, step.event)
    assert {layer.id for layer in scene.layers}.isdisjoint({"line", "rivals"})
    assert VIEW.nested_film(match.game, played.initial_state, step, scene) is None


# --- the search ---------------------------------------------------------------------------------


def test_the_search_film_has_every_first_move_and_the_best_one(decisions):
    """Compared with a plain look at all answers, by single searches without a window."""
    for before, step, _ in decisions[:3]:
        thought, game = step.event.why, step.event.why.game
        firsts = first_moves(thought)
        assert {first.move for first in firsts} == set(game.moves(before))
        plain = {}
        for first in firsts:
            after = list(game.play(before, first.move))[-1].state
            if after.outcome is None:
                plain[first.move] = -game.think(after, depth=1, rivals=0).value
        for first in firsts:
            if first.cut is not None:
                assert plain[first.move] <= first.cut + 1e-9, "a cut hides nothing better"
                assert first.skipped >= 0
            elif first.answers:
                assert first.value == pytest.approx(plain[first.move])
                assert first.skipped == 0
        best = max(plain.values())
        assert max(first.value for first in firsts if first.counts) == pytest.approx(best)


def test_a_cut_names_the_bound_of_the_best_move_so_far(decisions):
    for _, step, _ in decisions[:3]:
        best = None
        for first in first_moves(step.event.why):
            assert first.best == best
            if first.cut is not None:
                assert first.cut == pytest.approx(best)
                assert first.answers[-1][1] <= first.cut
            best = first.value if best is None else max(best, first.value)


def test_search_frames_show_replies_and_cuts_over_the_position_before(decisions):
    before, step, scene = decisions[2]
    inner = VIEW.nested_film(step.event.why.game, before, step, scene)
    firsts = first_moves(step.event.why)
    assert inner.title == "The search"
    assert len(inner.frames) > len(firsts[0].answers)
    for frame in inner.frames:
        assert from_json(to_json(check_scene(frame))) == frame
        ids = {piece.id for piece in frame.pieces}
        assert ids == {piece.id for piece in inner.frames[0].pieces}
    cut = next(frame for frame in inner.frames if ": cut" in frame.caption)
    assert any(mark.kind == "blocked" for mark in cut.marks)
    last = inner.frames[-1].caption
    looked = sum(len(first.answers) for first in firsts)
    assert f"{looked} answers looked at" in last
    assert f"{sum(first.skipped for first in firsts)} cut off" in last


def test_the_text_table_of_a_search_has_a_row_for_every_first_move(decisions):
    before, step, scene = decisions[0]
    inner = VIEW.nested_film(step.event.why.game, before, step, scene)
    [listing] = inner.frames[0].listings
    assert len(listing.rows) == len(step.event.why.game.moves(before))
    assert all(frame.listings == (listing,) for frame in inner.frames)


def test_a_film_of_a_game_between_bots_is_small(match):
    film = film_match(match, VIEW)
    packed = pack(film)
    assert len(film.nested) == 8
    assert len(packed) < 120_000
    again = unpack(packed)
    assert again.frames == film.frames
    assert again.nested == film.nested


def test_a_custom_evaluation_is_shown_like_the_bots():
    def pieces(game, state, seat):
        signs = {stack: 1 if stack.owner == seat else -1 for stack in state.squares.values()}
        return sum(signs[stack] * len(stack.letters) for stack in state.squares.values())

    game = pp.game("activator")
    bait = "4 . . Ca e\n3 c . d EDB\n2 F dA . .\n1 . . . ."
    seats = {"red": game.thinker(pieces, depth=2), "blue": "quick"}
    played = pp.Match(game, position=bait, seats=seats)
    [step, *_] = played.run(1)
    scene = VIEW.scene(game, step.state, step.event)
    firsts = first_moves(step.event.why)
    assert step.event.why.value == 1
    assert max(first.value for first in firsts if first.counts) == 1
    inner = VIEW.nested_film(game, played.initial_state, step, scene)
    assert "+1.0 points" in inner.frames[-1].caption
