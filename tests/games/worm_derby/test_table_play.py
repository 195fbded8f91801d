"""A table of Worm Derby without a page: picks as the page would send them, through to a race."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.widgets.board import Pick
from piecepack_nb.widgets.play_widget import PlayWidget
from tests.games.worm_derby.helpers import SHORT, derby


def seated(game, **more) -> PlayWidget:
    return PlayWidget(pp.Match(game, **more), view_of(pp.game("worm_derby")))


def picks(table: PlayWidget, *spots: str) -> None:
    """Pick spots that the board shows, one after the other."""
    for name in spots:
        spot, _, to = name.partition(" -> ")
        there = {each.id for each in table.scene.spots}
        assert spot in there, (spot, sorted(there), table.message)
        table._picked(Pick(spot, "drag" if to else "click", to or None))


@pytest.mark.clause("WD-20")
def test_a_turn_from_the_roll_to_the_bots_answer():
    table = seated(derby(**SHORT), seed=2, dice=["roll 3", "roll 2"], seats={"moons": "racer"})
    picks(table, "roll", "head 0", "suns 6 -> head 20", "turn -1", "head 15")
    assert "disc 3 of 3" in table.scene.caption
    table._cancelled()
    assert "disc 2 of 3 at 19°" in table.scene.caption
    picks(table, "head 30", "done")
    assert str(table.match.record[1].move) == "suns tail>head 0 19 30"
    assert table.draft == ()
    assert table.match.state.to_move in ("suns", "moons")


@pytest.mark.clause("WD-3")
def test_a_refused_turn_is_explained_at_the_obstacle():
    game = derby()
    where = "suns 20 20: 180 180 180 180 180\nmoons 9 30: 180 180 180 180 180\ntile 22 20 0\n"
    table = seated(game, position=where + "suns to move, 2 steps")
    picks(table, "head 60", "done")
    assert table.message is not None
    assert (table.message.kind, table.message.clause) == ("refusal", "WD-21")
    table.play("suns tail>head 0 0")
    assert table.message.clause == "WD-4"
    places = table.notice["at"]
    assert ["board", *_at(table, "tile 1")] in [list(each) for each in places]


def _at(table: PlayWidget, name: str) -> tuple[float, float]:
    spot = next(each for each in table.scene.spots if each.id == name)
    return spot.x, spot.y


@pytest.mark.clause("WD-12")
@pytest.mark.clause("WD-13")
def test_the_table_is_set_by_hand_and_the_race_begins():
    rules = {**SHORT, "set_up": "by hand", "obstacles": 2, "clear_tiles": 1, "starts": "chooses"}
    table = seated(derby(**rules), seed=1)
    for column in (0, 1):
        spots = [each for each in table.scene.spots if each.id.startswith("far at ")]
        xs = sorted({each.x for each in spots})
        spot = next(each for each in spots if each.x == xs[1] and 5 < each.y < 13)
        assert spot
        picks(table, spot.id)
        if column:
            for _ in range(25):
                picks(table, "up")
        picks(table, "turn +5", "done")
    assert len(table.match.state.tiles) == 2
    for _ in table.match.game.seats:
        lanes = [each.id for each in table.scene.spots if each.id.startswith("lane ")]
        picks(table, lanes[0])
    assert table.match.state.phase == "roll"
    assert set(table.match.state.worms) == {"suns", "moons"}


@pytest.mark.clause("WD-20")
def test_an_ace_on_the_table():
    where = "suns 20 20: 180 180 180 180 180\nmoons 9 30: 180 180 180 180 180\ntile 24 20 0\n"
    table = seated(derby(), position=where + "suns to move, ace", seed=1)
    picks(table, "far tile 1", "turn +5", "left", "done")
    tile = table.match.state.tiles[0]
    assert (tile.x, tile.y, tile.angle) == (23.9, 20.0, 5.0)
    assert table.match.state.phase == "roll"
