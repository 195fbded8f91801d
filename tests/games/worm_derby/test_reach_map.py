"""The region of a worm: as a picture, and on a canvas during the computation."""

from __future__ import annotations

import re

import pytest
from ipycanvas import canvas as ipycanvas

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.games.worm_derby.geometry.reach import reach
from piecepack_nb.games.worm_derby.reach_map import reach_problem
from piecepack_nb.scene import check_scene, svg
from piecepack_nb.scene.reachability import Region, compute_region, key, reach_scene, tint, tinted
from piecepack_nb.widgets.canvas import Panel
from tests.games.worm_derby.board_helpers import TIGHT
from tests.games.worm_derby.helpers import derby, region


def tight():
    game = derby()
    return game, game.position(TIGHT.format(now="3 steps"))


@pytest.fixture
def sent(monkeypatch):
    """Return the number of drawings sent."""
    found = []
    monkeypatch.setattr(
        ipycanvas._CANVAS_MANAGER, "send", lambda *each, **more: found.append((each, more))
    )
    monkeypatch.setattr(Panel, "last_theme", "light")
    return found


@pytest.mark.clause("WD-2")
def test_the_region_is_that_of_the_engine():
    """As many ways in each step, and the furthest place as far away."""
    game, state = tight()
    found = compute_region(reach_problem(game, state))
    engine = region(reach(game.ruleset, state, "suns", 3))
    assert {step: sum(cells.values()) for step, cells in found.steps.items()} == {
        step: sum(cells.values()) for step, cells in engine.items()
    }
    assert found.far[3] * found.problem.inches == pytest.approx(3 * 0.75, abs=1e-3)


def test_the_picture_shows_the_hot_cells_the_table_and_the_sum():
    game, state = tight()
    found = compute_region(reach_problem(game, state, steps=2))
    scene = check_scene(reach_scene(found))
    tinted = [each for each in scene.areas[0].backdrop if each.attrs.get("class") == "ppnb-heat"]
    wide = found.problem.grain * 100
    rows = [row for each in tinted for row in re.findall(r"h(\d+\.\d)", str(each.attrs["d"]))]
    assert round(sum(map(float, rows)) / wide) == len(found.steps[2]) + len(found.paler())
    assert "after 2 steps" in scene.caption
    assert any(piece.sprite == "disc" for piece in scene.pieces)
    assert "ppnb-heat" in str(svg(scene))
    assert [row[0] for row in scene.listings[0].rows] == ["1", "2"]


def test_more_paths_are_hotter():
    game, state = tight()
    found = compute_region(reach_problem(game, state))
    cells = found.steps[3]
    hot, cold = max(cells, key=cells.__getitem__), min(cells, key=cells.__getitem__)
    assert found.heat(hot) == 1.0
    assert 0 < found.heat(cold) < 1
    assert found.heat((-999, 0)) == 0.0
    front = set(cells)
    shown = dict(tinted(found, cells, found.paler()))
    tints = [tint(heat) for heat in shown]
    assert tints == sorted(tints)  # each is darker than the one before, in ink or in colour
    spread = {(c + at, r) for rows in shown.values() for (c, r), wide in rows for at in range(wide)}
    assert spread == front | found.paler()


def test_a_cell_is_described():
    game, state = tight()
    found = compute_region(reach_problem(game, state))
    cells, board = found.steps[3], found.problem
    hot = max(cells, key=cells.__getitem__)
    match = pp.Match(game, position=state)
    text = found.about(hot)
    assert f"{cells[hot]} paths of 3 steps end there, 1 in " in text
    assert text.startswith("(")
    move = text.partition("One path: ")[2].removesuffix(".")
    match.play(move)  # it is a legal turn, and ends in that cell
    inches = f"({(match.state.worms['suns'].end('head').x // 0.125 + 0.5) * 0.125:.2f}, "
    assert text.startswith(inches)
    reasons = {found.about((column, row)) for column in range(0, 64, 2) for row in range(0, 51, 2)}
    text = "\n".join(reasons)
    for reason in ("be over tile 1", "be over tile 2", "be over the moons worm's disc",
                   "inches away", "its own worm", "to it was found"):  # fmt: skip
        assert reason in text, reason
    assert "nothing is computed yet" in Region(board).about(hot)


def test_earlier_cells_are_described_with_their_own_path():
    game, state = tight()
    found = compute_region(reach_problem(game, state, steps=2))
    cell = next(iter(found.paler()))
    assert ": 1 step can end there; no path of 2 was found" in found.about(cell)
    assert len(found.path(cell)) == 2


def test_a_worm_that_cannot_move_has_an_empty_region(sent):
    game = derby()
    state = game.position(
        "suns 20 20: 180 180 180 180 180\nmoons 9 30: 180 180 180 180 180\n"
        "tile 20.4 21.714 45\ntile 20.4 18.286 45\nsuns to move, 2 steps"
    )
    found = pp.watch(state, of=game, delay=0).run()
    assert found.text.startswith("After 1 step: 0 cells")
    check_scene(reach_scene(found))
    assert "be over tile 1" in found.about((32, 24)) or "its own worm" in found.about((32, 24))


@pytest.mark.parametrize(
    ("wrong", "text"),
    [({"seat": "arms"}, "seat is 'arms'; expected a worm that can move: suns, moons"),
     ({"steps": 0}, "steps is 0; expected a whole number from 1 to 12"),
     ({"steps": 13}, "steps is 13; expected a whole number from 1 to 12"),
     ({"steps": 2.0}, "steps is 2.0"),
     ({"gap": 1}, "gap is 1; expected inches from 0 to 0.375, half a coin"),
     ({"gap": "wide"}, "gap is 'wide'"),
     ({"gap": float("nan")}, "gap is nan"), ({"to": "middle"}, "to is 'middle'"),
     ({"to": ["head"]}, "to is ['head']"), ({"seat": ["suns"]}, "seat is ['suns']"),
     ({"grain": 0}, "grain is 0"), ({"grain": None}, "grain is None"),
     ({"grain": True}, "grain is True")],
)  # fmt: skip
def test_a_wrong_question_is_refused(wrong, text):
    game, state = tight()
    with pytest.raises(BadInput) as error:
        reach_problem(game, state, **wrong)
    assert text in str(error.value)
    assert "\n" not in str(error.value)


# --- on the canvas -------------------------------------------------------------------------------


def test_the_region_is_drawn_while_it_is_computed(sent):
    game, state = tight()
    view = pp.watch(state, of=game, delay=0)
    before = len(sent)
    found = view.run()
    assert found.step == 3
    assert len(sent) - before > 5
    assert view.panel.words.startswith("After 3 steps")
    assert [row[0] for row in view.table().rows] == ["1", "2", "3"]
    assert compute_region(reach_problem(game, state)).steps == found.steps


def test_the_region_is_stepped_and_restarted(sent):
    game, state = tight()
    view = pp.watch(reach_problem(game, state, steps=2, grain=0.5), delay=0)
    assert [view.step(), view.step(), view.step()] == [1, 2, 0]
    view.pressed("again")
    assert view.region.step == 0
    assert "Nothing" in view.panel.words
    view.pressed("step")
    assert view.region.step == 1
    assert "ppnb-heat" in str(view.picture())


def test_a_place_is_inspected_by_python_and_by_the_page(sent):
    game, state = tight()
    view = pp.watch(state, of=game, steps=2, delay=0)
    view.run()
    cell = next(iter(view.region.steps[2]))
    before = len(sent)
    x, y = map(float, view.problem.cell_name(cell).strip("()").split(", "))
    text = view.ask(x, y)
    assert text == view.region.about(cell) == view.panel.words
    assert len(sent) > before
    assert text in view.scene().caption
    scene = check_scene(view.scene())
    assert [mark.label for mark in scene.marks] == ["1", "2"]
    ways = [each for each in scene.areas[0].backdrop if each.attrs.get("class") == "ppnb-laid"]
    assert [(each.attrs["cx"] / 100, each.attrs["cy"] / 100) for each in ways] == [
        pytest.approx(place, abs=0.01) for place in view.region.path(cell)[1:]
    ]
    view.panel._received(None, {"inspect": [0, 0]}, None)
    assert "inches away" in view.panel.words
    for wrong in ([0, 9999], [0.5, 0], "x", [True, 0]):
        view.panel._received(None, {"inspect": wrong}, None)
        assert "a cell below" in view.panel.words
    with pytest.raises(BadInput, match="x is 'left'"):
        view.ask("left", 0)
    with pytest.raises(BadInput, match="y is nan"):
        view.ask(0, float("nan"))
    assert "table's edge" in view.ask(-500, 1e6)
    view.panel._received(None, {"inspect": []}, None)
    assert view.panel.words == f"{view.region.text}."
    assert view.cell is None


def test_the_key_has_the_hottest_cells_count():
    game, state = tight()
    found = compute_region(reach_problem(game, state, steps=2))
    texts = [each.text for each in key(found) if each.text]
    assert texts == ["by fewer steps", "1 path", f"{max(found.steps[2].values())} paths"]
    heats = [each.heat for each in key(found) if not each.text]
    assert heats[0] is None
    assert heats[-1] == 1.0


def test_a_match_is_watched_for_the_worm_to_move(sent):
    match = pp.Match(derby(obstacles=0), seed=1, dice=["roll 2"])
    match.run()
    view = pp.watch(match, delay=0)
    assert "suns worm's head can be after 2 steps" in view.problem.title
    with pytest.raises(BadInput, match="no squares"):
        pp.watch(match, targets=["a1"])


def test_a_region_of_zero_steps_is_empty():
    game, state = tight()
    empty = Region(reach_problem(game, state))
    assert (empty.step, empty.text) == (0, "Nothing is computed yet")
    check_scene(reach_scene(empty))


def test_before_set_up_there_is_no_region():
    game = pp.game("worm_derby")
    for ask in (
        lambda: reach_problem(game, game.initial_state(), "suns"),
        lambda: game.cheat(game.initial_state(), 0.1),
    ):
        with pytest.raises(BadInput, match="no worm is on the table yet"):
            ask()
    with pytest.raises(BadInput, match="is on the table: there is none yet"):
        game.ring(game.initial_state(), "suns")
    with pytest.raises(BadInput, match="to is 'middle'; expected 'tail' or 'head'"):
        game.ring(tight()[1], to="middle")
