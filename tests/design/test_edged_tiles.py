"""Tiles with edges that turn: their names, turns, neighbours, networks and drawings."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.bots import GENERAL
from piecepack_nb.core.actors import Chance
from piecepack_nb.design import Board, BoardGame, Tile, card_of, one_of, ready
from piecepack_nb.design.view import TURN
from piecepack_nb.scene import MakeMove, ShowMessage, check_scene
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.widgets.board import Pick
from piecepack_nb.widgets.play_widget import TAKE, PlayWidget

# mypy: disable-error-code="no-untyped-def,no-untyped-call"


class Lay(Board):
    """Tiles out of a bag on a board that grows."""

    places = Board.growing(reach=6)
    tiles = {  # noqa: RUF012
        "end": Tile("road - - -"),
        "straight": Tile("road - road -"),
        "bend": Tile("road road - -"),
        "cross": Tile("road road road road"),
        "shore": Tile("water road city -"),
    }
    bag = Board.bag(end=2, straight=1, bend=1)
    turn = one_of(0, 90, 180, 270)

    def setup(self, table):
        table["0,0"] = table.tile("cross")

    def begin(self, table):
        table.drawn = table.draw("bag")

    def why_not(self, table, place, turn):
        tile = table.drawn.turned(turn)
        return ready.beside_a_tile(table, place) or ready.edges_match(table, place, tile)

    def move(self, table, place, turn):
        table[place] = table.drawn.turned(turn)

    def winner(self, table):
        return None if table.bag or table.drawn else "draw"


class Flat(Lay):
    """The same tiles on squares."""

    places = Board.squares(3, 3)

    def setup(self, table):
        table["b2"] = table.tile("cross")


def made(design: type[Board]) -> BoardGame:
    return design.as_game()(bots=GENERAL)


def table_of(design: type[Board], *draws: str) -> Any:
    """A table after the first draw."""
    match = pp.Match(made(design))
    for draw in draws:
        match.play(f"draw {draw}")
    return match.game.table(match.state)  # type: ignore[attr-defined]


# --- The tile itself ------------------------------------------------------------------------------


def test_a_tile_turns_and_equal_looks_are_one_tile() -> None:
    bend = table_of(Lay).tile("bend")
    assert (bend, bend.name, bend.angle, bend.sides) == (
        "bend",
        "bend",
        0,
        ("road", "road", "", ""),
    )
    assert bend.turned(90).sides == ("", "road", "road", "")
    assert bend.turned(90) == "bend 90"
    assert bend.turned(90).turned(270) == "bend"
    assert bend.turned(-90) == "bend 270"
    assert bend.turns == (0, 90, 180, 270)
    assert bend.turned(90).words == "road right and down"
    straight, cross = table_of(Lay).tile("straight"), table_of(Lay).tile("cross", 270)
    assert straight.turned(180) == "straight"
    assert straight.turned(270) == "straight 90"
    assert straight.turns == (0, 90)
    assert (cross, cross.turns) == ("cross", (0,))
    assert straight.at("road") == (0, 2)
    assert table_of(Lay).tile("shore").words == "water up, road right, city down"
    assert Tile("- - - -").words == "plain"


def test_a_hexagon_turns_by_sixths() -> None:
    fork = Tile("road - road - road -", "fork")
    assert fork.turns == (0, 60)
    assert fork.turned(60).sides == ("", "road", "", "road", "", "road")
    assert fork.turned(120) == "fork"
    with pytest.raises(pp.BadInput, match="the angle of a tile is 90; expected a multiple of 60"):
        fork.turned(90)


def test_a_tile_can_be_copied_and_pickled() -> None:
    tile = table_of(Lay).tile("bend", 180)
    for again in (copy.deepcopy(tile), pickle.loads(pickle.dumps(tile))):
        assert (again, again.sides, again.angle, again.name) == (tile, tile.sides, 180, "bend")


@pytest.mark.parametrize(
    "edges", ["road - road", "", "road - road - -", "road -- road -", "a, b c d", 4, None]
)
def test_wrong_edges_are_named(edges: Any) -> None:
    with pytest.raises(pp.BadInput, match=r"the edges of a tile is .*; expected 4 edges"):
        Tile(edges)


@pytest.mark.parametrize(
    ("tiles", "words"),
    [
        ([Tile("road - - -")], "tiles is .*; expected a tile for each name"),
        ({"a b": Tile("road - - -")}, "the name of a tile is 'a b'"),
        ({"a": "road - - -"}, r"the tile 'a' is .*; expected Tile\(…\) with 4 edges"),
        ({"a": Tile("road - - - - -")}, "with 4 edges for this board"),
    ],
)
def test_wrong_tiles_of_a_class_are_named(tiles: Any, words: str) -> None:
    class Wrong(Lay):
        pass

    Wrong.tiles = tiles
    with pytest.raises(pp.BadInput, match=words):
        made(Wrong)


def test_wrong_names_and_angles_at_the_table_are_named() -> None:
    table = table_of(Lay)
    with pytest.raises(pp.BadInput, match=r"the tile is 'bent'; expected .*did you mean 'bend'"):
        table.tile("bent")
    for angle in (45, "90", 90.0, True):
        with pytest.raises(pp.BadInput, match="the angle of a tile"):
            table.tile("bend", angle)

    class NoTiles(Board):
        places = Board.squares(2, 2)

        def move(self, table, place):
            pass

    with pytest.raises(pp.BadInput, match="the class has no tiles"):
        table_of(NoTiles).tile("bend")
    with pytest.raises(pp.BadInput, match="the tile is 'bend'; expected one such as"):
        ready.edges_match(table, "0,1", "bend")


# --- On the table ---------------------------------------------------------------------------------


def test_tiles_are_tiles_wherever_the_table_keeps_them() -> None:
    table = table_of(Lay, "bend")
    assert isinstance(table.drawn, Tile)
    assert isinstance(table["0,0"], Tile)
    table["1,0"] = [table.drawn.turned(90), "suns"]
    table.kept = {"suns": ["bend 180"], "n": 3}
    again = Lay.as_game()().table(table.state())
    assert again["1,0"][0].angle == 90
    assert again.kept["suns"][0].turned(90) == "bend 270"
    plain = table.state()
    for piece in (*plain.pieces.values(), plain.notes["drawn"], *plain.pieces["1,0"]):
        assert type(piece) in (str, tuple)


def test_what_if_a_tile_lay_there_changes_nothing() -> None:
    table = table_of(Lay, "straight")
    there = table.with_("0,1", table.drawn)
    assert there["0,1"] == "straight"
    assert table["0,1"] is None
    assert len(ready.network(there, "0,0", "road")) == 2


def test_tiles_lie_beside_tiles_with_like_edges() -> None:
    table = table_of(Flat, "bend")
    assert ready.beside_a_tile(table, "a1", clause="FL-0") == "FL-0 a1 is next to no tile"
    assert "b2 is taken" in ready.beside_a_tile(table, "b2")
    assert ready.beside_a_tile(table, "a2") is None
    tile = table.tile("bend")
    assert "its plain edge would meet the road of b2" in ready.edges_match(table, "b3", tile)
    assert ready.edges_match(table, "b3", tile).squares == ("b3", "b2")
    assert ready.edges_match(table, "b3", tile.turned(90)) is None
    assert ready.edges_match(table, "a1", tile) is None
    del table["b2"]
    assert ready.beside_a_tile(table, "a1") is None


def test_a_network_follows_the_roads_and_knows_its_open_ends() -> None:
    table = table_of(Lay, "bend")
    roads = ready.network(table, "0,0", "road")
    assert (roads, roads.open) == (("0,0",), ("0,0",))
    for place, angle in (("0,1", 180), ("1,0", 270), ("0,-1", 0), ("-1,0", 90)):
        table[place] = table.tile("end", angle)
    roads = ready.network(table, "0,0", "road")
    assert set(roads) == {"0,0", "0,1", "1,0", "0,-1", "-1,0"}
    assert roads.open == ()
    assert set(ready.network(table, "1,0", "road")) == set(roads)
    table["1,1"] = table.tile("bend")
    assert ready.network(table, "1,1", "road") == ("1,1",)
    table["-1,0"] = table.tile("shore")  # its road points to the crossing, water up
    assert set(ready.network(table, "0,0", "road")) >= {"-1,0"}
    assert ready.network(table, "-1,0", "city") == ("-1,0",)
    assert ready.network(table, "0,1", "city") == ()
    message = (
        r"^the kind of edge is 'raod'; expected one of road, water, city \(did you mean 'road'"
    )
    with pytest.raises(pp.BadInput, match=message):
        ready.network(table, "0,0", "raod")
    assert ready.network(table, "5,5" if "5,5" in table.places else "2,0", "road") == ()


def test_the_rim_of_a_board_closes_a_network() -> None:
    table = table_of(Flat, "bend")
    table["a1"] = table.tile("bend", 180)
    assert ready.network(table, "a1", "road").open == ()
    table["a1"] = table.tile("bend")
    assert ready.network(table, "a1", "road").open == ("a1",)


def test_most_of_some_seats() -> None:
    assert ready.most(["suns", "moons", "suns"]) == ["suns"]
    assert ready.most(["moons", "suns"]) == ["moons", "suns"]
    assert ready.most([]) == []


# --- The game -------------------------------------------------------------------------------------


def test_moves_refusals_saves_and_bots() -> None:
    match = pp.Match(made(Lay))
    match.play("draw bend")
    assert {str(move) for move in match.moves()} >= {"0,1 90", "1,0 180", "-1,0 0"}
    assert match.refusal("0,1 0") is not None
    match.play("0,1 90")
    assert match.state.pieces["0,1"] == "bend 90"
    game = match.game
    data = json.loads(json.dumps(game.to_json(match.state)))
    assert game.from_json(data) == match.state
    assert hash(game.from_json(data)) == hash(match.state)
    for bot in ("random", pp.bots.look_ahead(depth=1), pp.bots.mcts(playouts=10)):
        bots = pp.Match(made(Lay), seed=1, seats={"suns": bot, "moons": "random"})
        bots.run()
        assert bots.result is not None
    assert pp.check(Lay, games=3).problems == ()


def test_a_note_that_was_a_text_may_become_none() -> None:
    game = made(Lay)
    match = pp.Match(game, seed=1, seats=dict.fromkeys(game.seats, "random"))
    match.run()
    assert match.state.notes["drawn"] is None
    assert game.from_json(game.to_json(match.state)) == match.state


@pytest.mark.parametrize("sides", [4, 6])
def test_tiles_are_drawn_with_their_edges(sides: int) -> None:
    rest = " -" * (sides - 4)
    kinds = {
        "one": Tile("road river rail city" + rest),
        "two": Tile("forest field water suns" + rest),
        "three": Tile("pipe pipe - wire" + rest),
    }

    class Drawn(Board):
        places = Board.squares(3, 1) if sides == 4 else Board.hexagons(3, 1)
        tiles = kinds

        def setup(self, table):
            for place, name in zip(table.places, self.tiles, strict=True):
                table[place] = table.tile(name).turned(360 // sides)

        def move(self, table, place):
            pass

    game = made(Drawn)
    state = game.initial_state()
    scene = check_scene(view_of(game).scene(game, state))
    drawn = [piece for piece in scene.pieces if piece.area == "board"]
    assert sum(piece.sprite == f"edges-{sides}" for piece in drawn) == 3
    road = next(piece for piece in drawn if piece.sprite == "edge-road")
    assert road.angle == 90
    own = [piece for piece in drawn if "hue" in piece.sprite and "rim" not in piece.sprite]
    pipes = {piece.sprite for piece in own if piece.id.startswith("edge-pipe")}
    wires = {piece.sprite for piece in own if piece.id.startswith("edge-wire")}
    suns = {piece.suit for piece in drawn if piece.id.startswith("edge-suns")}
    assert len(pipes) == len(wires) == 1
    assert pipes != wires
    assert suns == {"suns"}
    names = {spot.name for spot in view_of(game).spots(game, state, ())}
    assert any("road right" in name for name in names)


# --- Turning a tile at the board ------------------------------------------------------------------


class Claimed(Lay):
    """The same with a claim."""

    claim = one_of("claim")

    def why_not(self, table, place, turn, claim=None):
        return super().why_not(table, place, turn)

    def move(self, table, place, turn, claim=None):
        super().move(table, place, turn)
        if claim:
            table.lay_on(place, table.seat)


def board_of(design: type[Board], draw: str) -> Any:
    """The match after the first draw, and functions that pick and look at its board."""
    match = pp.Match(made(design))
    match.play(f"draw {draw}")
    game, view, state = match.game, view_of(match.game), match.state

    def picked(draft: Any, spot: str, to: str | None = None) -> Any:
        return view.pick(game, state, draft, spot, to, False)

    return game, view, state, picked


def test_a_tile_is_turned_on_its_place_and_laid_by_a_second_click() -> None:
    game, view, state, picked = board_of(Lay, "bend")
    draft = picked((), "0,1")
    assert draft == ("0,1", "@90")
    spots = {spot.id: spot for spot in view.spots(game, state, draft)}
    assert spots["turn tile"].key == "r"
    assert {spots[place].role for place in ("1,0", "0,-1", "-1,0")} == {"move"}
    assert spots["0,1"].role == "select"  # no mark lies over the tile
    assert not {"0", "90", "180", "270"} & {*spots}  # the tile is turned in their place
    ghost = [piece for piece in check_scene(view.scene(game, state, draft=draft)).pieces
             if piece.faded and piece.area == "board"]  # fmt: skip
    assert {round(piece.angle) for piece in ghost if piece.sprite == "edge-road"} == {90, 180}
    draft = picked(draft, "turn tile")
    assert draft == ("0,1", "@180")
    assert picked(draft, "turn tile") == ("0,1", "@90")
    assert picked(draft, "0,1") == MakeMove(game.parse_move(state, "0,1 180"))
    assert picked(draft, "90") == MakeMove(game.parse_move(state, "0,1 90"))
    assert picked(draft, "-1,0")[0] == "-1,0"
    assert view.step_back(draft) == ()
    said = "Suns, 0,1: turn the tile (R) or choose 0,1 again to lay it."
    assert view.prompt(game, state, draft)[0] == said
    assert picked((), "0,1", "0,1") == ("0,1", "@90")
    wrong = picked(draft, "0")
    assert isinstance(wrong, MakeMove)
    assert "would meet the road" in str(game.refusal(state, wrong.move))


def test_a_laid_tile_is_told_as_it_lies() -> None:
    match = pp.Match(made(Claimed))
    (drawn,) = match.play("draw end")
    assert drawn.event.text == "Suns draws an end."
    before = match.state
    steps = match.play("0,1 180 claim")
    (sentence,) = match.game.sentences(before, steps[:1])
    assert sentence.text == "Suns puts an end turned by 180° on 0,1, claim."


def test_what_is_drawn_has_its_article() -> None:
    class Said(Lay):
        def begin(self, table):
            table.drawn = table.draw("bag", say="{seat} draws a {tile}.")

    for name, text in (("end", "Suns draws an end."), ("bend", "Suns draws a bend.")):
        (step,) = pp.Match(made(Said)).play(f"draw {name}")
        assert step.event.text == text


def test_a_part_after_the_angle_is_picked_while_the_tile_turns() -> None:
    game, view, state, picked = board_of(Claimed, "bend")
    draft = picked(picked((), "0,1"), "turn tile")
    assert draft == ("0,1", "@180")
    lit = {spot.id for spot in view.spots(game, state, draft) if spot.role == "action"}
    assert {"claim", "done", "turn tile"} <= lit
    said = "Suns, 0,1: turn the tile (R), choose 0,1 again to lay it or claim."
    assert view.prompt(game, state, draft)[0] == said
    assert picked(draft, "claim") == MakeMove(game.parse_move(state, "0,1 180 claim"))
    for spot in ("0,1", "done"):
        assert picked(draft, spot) == MakeMove(game.parse_move(state, "0,1 180"))
    assert not [m for m in view.marks(game, state, draft) if "@" in m.label]


def test_a_tile_that_fits_in_one_way_only_needs_no_turning() -> None:
    game, view, state, picked = board_of(Lay, "end")
    draft = picked((), "0,1")
    assert draft == ("0,1", "@180")
    (turn,) = [spot for spot in view.spots(game, state, draft) if spot.id == "turn tile"]
    assert turn.role == "unlit"
    assert picked(draft, "turn tile") == draft
    assert view.prompt(game, state, draft)[0] == "Suns, 0,1: choose 0,1 again to lay it."
    assert picked(draft, "0,1") == MakeMove(game.parse_move(state, "0,1 180"))


def to_lay(view: Any, game: Any, state: Any, draft: Any) -> set[tuple[str, int]]:
    """The edges of the tile in the tray, each with how far it is turned."""
    pieces = check_scene(view.scene(game, state, draft=draft)).pieces
    drawn = [each for each in pieces if each.id.startswith("to-lay") and each.area == "tray"]
    return {(each.sprite, round(each.angle)) for each in drawn if each.sprite == "edge-road"}


def test_the_drawn_tile_is_drawn_in_the_tray_as_it_will_lie() -> None:
    game, view, state, _ = board_of(Lay, "bend")
    assert to_lay(view, game, state, ()) == {("edge-road", 0), ("edge-road", 90)}
    assert to_lay(view, game, state, ("0,1", "@180")) == {("edge-road", 180), ("edge-road", 270)}
    spots = {spot.id: spot for spot in view.spots(game, state, ())}
    tray = next(each for each in view.scene(game, state).areas if each.id == "tray")
    turn = spots["turn tile"]
    assert (turn.role, turn.x + turn.w / 2 < tray.width) == ("action", True)
    assert {spots[place].role for place in ("0,1", "1,0", "0,-1", "-1,0")} == {"move"}
    waiting = game.initial_state()
    assert not to_lay(view, game, waiting, ())


def test_a_tile_may_be_turned_before_it_is_laid() -> None:
    game, view, state, picked = board_of(Lay, "bend")
    assert (
        view.prompt(game, state, ())[0] == "Suns: choose a place for the bend or turn the tile (R)."
    )
    draft = picked((), "turn tile")
    assert draft == ("@90",)
    assert to_lay(view, game, state, draft) == {("edge-road", 90), ("edge-road", 180)}
    draft = picked(picked(draft, "turn tile"), "turn tile")
    assert draft == ("@270",)
    assert picked(draft, "turn tile") == ("@0",)
    assert {spot.role for spot in view.spots(game, state, draft) if spot.id == "0,1"} == {"move"}
    assert picked(draft, "1,0") == ("1,0", "@270")
    assert picked(draft, "0,1") == ("0,1", "@90")  # 270 doesn't fit there: the next that does
    assert view.step_back(draft) == ()
    wrong = picked(draft, "0,0")
    assert isinstance(wrong, ShowMessage)


def test_a_tile_of_a_hand_is_turned_once_it_is_picked() -> None:
    class Hand(Lay):
        hand = Board.hand()
        card = card_of("hand")

        def setup(self, table):
            super().setup(table)
            table.deal(1, "bag")

        def begin(self, table):
            pass

        def why_not(self, table, card, place, turn):
            tile = table.tile(card, turn)
            return ready.beside_a_tile(table, place) or ready.edges_match(table, place, tile)

        def move(self, table, card, place, turn):
            table.hand[table.seat].remove(card)
            table[place] = table.tile(card, turn)

        def winner(self, table):
            return None

    match = pp.Match(made(Hand))
    match.play("draw bend, end")
    game, view, state = match.game, view_of(match.game), match.state
    assert not to_lay(view, game, state, ())
    draft = view.pick(game, state, (), "bend", None, False)
    assert draft == ("bend",)
    assert to_lay(view, game, state, draft) == {("edge-road", 0), ("edge-road", 90)}
    draft = view.pick(game, state, draft, "turn tile", None, False)
    assert draft == ("bend", "@90")
    assert view.pick(game, state, draft, "0,1", None, False) == ("bend", "0,1", "@90")


def test_angles_have_buttons_where_the_board_cannot_know_the_tile() -> None:
    class Market(Lay):
        def begin(self, table):
            table.open = [table.draw("bag")]

        def why_not(self, table, place, turn):
            tile = table.open[0].turned(turn)
            return ready.beside_a_tile(table, place) or ready.edges_match(table, place, tile)

        def move(self, table, place, turn):
            table[place] = table.open[0].turned(turn)

        def winner(self, table):
            return None

    game, view, state, picked = board_of(Market, "bend")
    spots = {spot.id: spot for spot in view.spots(game, state, picked((), "0,1"))}
    assert (spots["90"].role, spots["0"].role) == ("action", "unlit")
    assert not to_lay(view, game, state, ())


def test_moves_without_tiles_have_no_turning() -> None:
    class Angles(Board):
        places = Board.squares(2, 2)
        turn = one_of(0, 90)

        def move(self, table, place, turn):
            table[place] = table.seat

    game = made(Angles)
    found = view_of(game).pick(game, game.initial_state(), (), "a1", None, False)
    assert found == ("a1",)


def test_the_button_that_takes_the_device_lies_below_the_tile_that_is_turned() -> None:
    class Hidden(Lay):
        letters = Board.deck(["a", "b", "c"])
        hand = Board.hand()

        def setup(self, table):
            super().setup(table)
            table.deal(1, "letters", "hand")

    match = pp.Match(Hidden.as_game()(), seed=1)
    while isinstance(match.to_act, Chance):
        match.roll()
    table = PlayWidget(match, view_of(match.game))
    assert table.handed_to
    (take,) = table.scene.spots
    table._picked(Pick(TAKE, "click"))
    lying = [piece for piece in table.scene.pieces if piece.id.startswith("to-lay-")]
    turn = next(spot for spot in table.scene.spots if spot.id == TURN)
    assert lying
    assert take.y - take.h / 2 >= turn.y + turn.h / 2
