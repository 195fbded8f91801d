"""Places that live: boards that grow, walls on edges, a board for each seat, tracks beside one."""

from __future__ import annotations

from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.design import Board, BoardGame, Places, ready
from piecepack_nb.interop.encoding import Encoding, words_of
from piecepack_nb.scene import MakeMove, check_scene
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.handout import _position

# mypy: disable-error-code="no-untyped-def,no-untyped-call"


class Five(Board):
    """Pawns on a board that grows; four in a line win."""

    places = Board.growing("squares", reach=9)

    def setup(self, table):
        table["0,0"] = "suns"

    def why_not(self, table, place):
        return ready.on_empty(table, place)

    def move(self, table, place):
        table[place] = table.seat

    def winner(self, table):
        return ready.line_of(table, 4)


class Walls(Board):
    """Pawns step; walls lie on edges."""

    places = Board.squares(3, 3, edges=True)

    def setup(self, table):
        table["a1"], table["c3"] = "suns", "moons"

    def why_not(self, table, place):
        if place in table.places.edges:
            return ready.on_empty(table, place)
        return ready.on_empty(table, place) or ready.step(table, table.own[0], place)

    def move(self, table, place):
        if place in table.places.edges:
            table[place] = "wall"
        else:
            table.carry(next(each for each in table.own), place)


class Sea(Board):
    """A ship from place to place on the seat's own board."""

    seats = ("ann", "ben")
    places = Board.squares(4, 3).each(seats)

    def why_not(self, table, start_at, end_at):
        if table.places.seat_of(start_at) != table.seat:
            return f"{start_at} is not yours"
        return None if table.places.between(start_at, end_at) else "not straight"

    def move(self, table, start_at, end_at):
        for place in table.places.between(start_at, end_at):
            table[place] = table.seat

    def winner(self, table):
        return "draw" if table.turn == 2 else None


def made(design: type[Board]) -> BoardGame:
    return design.as_game()()


def table_of(design: type[Board]) -> Any:
    game = made(design)
    return game.table(game.initial_state())


def played(design: type[Board], *moves: str) -> pp.Match:
    match = pp.Match(made(design))
    for move in moves:
        match.play(move)
    return match


def names(moves: Any) -> set[str]:
    return {str(move) for move in moves}


def picked(match: pp.Match, *picks: str) -> Any:
    """The result of the last of some picks on the board, each of which is offered."""
    game, view, draft = match.game, view_of(match.game), ()
    found: Any = draft
    for pick in picks:
        assert pick in {spot.id for spot in view.spots(game, match.state, draft)}
        found = draft = view.pick(game, match.state, draft, pick, None, False)
    return found


# --- Boards that grow -----------------------------------------------------------------------------


def test_only_the_places_beside_a_piece_are_offered() -> None:
    match = played(Five)
    assert names(match.moves()) == {"0,1", "1,0", "0,-1", "-1,0"}
    match.play("0,-1")
    assert names(match.moves()) == {"0,1", "1,0", "-1,0", "1,-1", "0,-2", "-1,-1"}
    refusal = match.refusal("5,5")
    assert refusal is not None
    assert "place is 5,5; expected one of 0,1" in refusal.text
    assert match.refusal("0,0").text == "0,0 is taken"  # type: ignore[union-attr]


def test_an_empty_board_that_grows_begins_with_its_first_place() -> None:
    class Empty(Five):
        def setup(self, table):
            pass

    assert names(played(Empty).moves()) == {"0,0"}


def test_a_growing_board_ends_at_its_reach() -> None:
    class Small(Five):
        places = Board.growing(reach=1)

    assert names(played(Small, "1,0").moves()) == {"1,1", "1,-1", "0,1", "-1,0", "0,-1"}
    with pytest.raises(pp.BadInput, match="expected a move such as"):
        played(Small).play("2,0")


def test_corners_count_where_the_board_says_so() -> None:
    class Corners(Five):
        places = Board.growing(reach=3, corners=True)

    assert "1,1" in names(played(Corners).moves())
    assert len(played(Corners).moves()) == 8


def test_hexagons_grow_in_six_directions() -> None:
    class Six(Five):
        places = Board.growing("hexagons", reach=4)

    match = played(Six)
    assert len(match.moves()) == 6
    places = match.game.board(match.state)
    assert {round(abs(places.at["0,0"][0] - places.at[e][0]), 2) for e in places.beside} == {
        0.55, 1.1}  # fmt: skip
    assert places.sides("0,0") == ("1,1", "1,0", "0,-1", "-1,-1", "-1,0", "0,1")
    assert set(places.neighbours("0,0")) == places.beside


def test_negative_numbers_are_read_in_moves_of_several_places() -> None:
    class Walk(Five):
        def why_not(self, table, start, end):
            return ready.on_empty(table, end)

        def move(self, table, start, end):
            table.carry(start, end)

    match = played(Walk)
    for move in match.moves():
        assert match.game.parse_move(match.state, str(move)) == move
    assert "0,0--1,0" in names(match.moves())
    assert words_of("0,0--1,0") == ("0,0", "-1,0")
    assert words_of("-1,0-0,-2 90") == ("-1,0", "0,-2", "90")


def test_a_table_knows_its_places_while_they_are_laid() -> None:
    table = table_of(Five)
    assert "2,0" not in table.places
    table["1,0"] = "moons"
    assert "2,0" in table.places
    assert table.next_to("1,0") == ["1,1", "2,0", "1,-1", "0,0"]
    assert table.straight("0,0", "2,0") == ["1,0", "2,0"]
    assert "0,0" not in table.empty
    with pytest.raises(pp.BadInput, match="at most 9 from '0,0'"):
        table["10,0"] = "suns"
    with pytest.raises(pp.BadInput, match="a place with a piece, or one beside it"):
        table.next_to("5,5")
    del table["1,0"], table["0,0"]
    assert table.places.names == ("0,0",)


def test_lines_are_found_on_a_board_that_grows() -> None:
    match = played(Five, "0,1", "1,0", "0,2", "2,0", "0,3")
    assert match.result is not None
    assert match.result.winners == ("suns",)


def test_a_growing_board_is_saved_and_read(tmp_path: Any) -> None:
    match = played(Five, "0,-1", "-1,0")
    game = match.game
    assert game.from_json(game.to_json(match.state)) == match.state
    state = game.position({"pieces": {"0,0": "suns", "-3,2": "moons"}})
    assert {"-4,2", "0,1"} <= set(game.board(state).names)
    for wrong, words in [({"pieces": {"x": "suns"}}, "such as '0,0'"), ("s m", "no grid")]:
        with pytest.raises(pp.BadInput, match=words):
            game.position(wrong)


def test_the_picture_shows_what_has_grown_at_the_same_places() -> None:
    match = played(Five)
    game, view = match.game, view_of(match.game)
    first = check_scene(view.scene(game, match.state))
    for move in ("-1,0", "-2,0", "-3,0"):
        match.play(move)
    after = check_scene(view.scene(game, match.state, match.steps[-1].event, first))
    pawns = {(piece.x, piece.y) for piece in first.pieces if piece.area == "board"}
    assert pawns <= {(piece.x, piece.y) for piece in after.pieces if piece.area == "board"}
    moved = view.last_move(first, after)
    assert not moved
    for scene in (first, after):
        for layout in scene.layouts:
            left, top = layout.places["board"][:2]
            for piece in scene.pieces:
                if piece.area == "board":
                    assert 0 < piece.x + left < layout.width
                    assert 0 < piece.y + top < layout.height
    spots = view.spots(game, match.state, ())
    assert {spot.id for spot in spots} == set(game.board(match.state).names)
    assert picked(match, "0,1") == MakeMove(game.parse_move(match.state, "0,1"))
    assert _position(match, None, whole=False).board is not None


def test_bots_and_other_tools_play_on_a_board_that_grows() -> None:
    for bot in (pp.bots.look_ahead(depth=1), pp.bots.mcts(playouts=20)):
        match = pp.Match(made(Five), seed=2, seats={"suns": bot, "moons": bot})
        match.run(3)
        assert len(match.state.pieces) == 4
    position = Encoding(made(Five)).start()
    assert position.moves == 0
    assert pp.check(Five, games=3).problems == ()


@pytest.mark.parametrize(
    ("kind", "reach", "words"),
    [("points", 5, "'squares' or 'hexagons'"), ("squares", 0, "from 1 to 40"),
     ("squares", 41, "from 1 to 40"), ("squares", "9", "from 1 to 40")],
)  # fmt: skip
def test_wrong_growing_boards_are_named(kind: Any, reach: Any, words: str) -> None:
    with pytest.raises(pp.BadInput, match=words):
        Board.growing(kind, reach)


# --- Edges ----------------------------------------------------------------------------------------


def test_edges_are_places_between_squares() -> None:
    places: Places = Board.squares(3, 2, edges=True)
    assert places.cells == ("a2", "b2", "c2", "a1", "b1", "c1")
    assert set(places.edges) == {"a1|b1", "b1|c1", "a2|b2", "b2|c2", "a1|a2", "b1|b2", "c1|c2"}
    assert places.edges["a1|a2"] == ("a1", "a2")
    assert [places.beyond(each) for each in ("a1|a2", "c1|c2", "a1|b1", "a2|b2")] == [
        "b1|b2", None, "a2|b2", None]  # fmt: skip
    assert [places.crossing(each) for each in ("a1|a2", "c1|c2", "a1|b1", "a2|b2")] == [
        "a1|b1", None, "a1|a2", None]  # fmt: skip
    assert places.rows(3) == (("a2", "b2", "c2"), ("a1", "b1", "c1"))
    with pytest.raises(pp.BadInput, match="the edge is 'a1'"):
        places.beyond("a1")
    assert "a1|b1" not in Board.squares(3, 2, edges=True, walls="a1-b1").edges
    assert "a1|b1" not in Board.squares(3, 2, edges=True, without="b1").edges
    with pytest.raises(pp.BadInput, match="edges is 'tunnels'"):
        Board.squares(3, 3, edges="tunnels")


def test_walls_part_squares() -> None:
    table = table_of(Walls)
    assert table.path("a1", ["a3"]) == ["a2", "a3"]
    table["a1|a2"] = "wall"
    assert table.next_to("a1") == ["b1"]
    assert "b2" in table.around("a1")
    assert table.path("a1", ["a3"]) == ["b1", "b2", "b3", "a3"]
    assert table.straight("a1", "a3") is None
    assert ready.slide(table, "a1", "a2")
    assert ready.step(table, "a1", "a2")
    table["a1|b1"] = "wall"
    assert table.path("a1", ["a3"]) is None
    assert "a1|b2" not in table.places
    assert "b1|c1" not in table.empty


def test_without_a_bridge_nobody_passes() -> None:
    class Islands(Walls):
        places = Board.squares(3, 3, edges="bridges")

    table = table_of(Islands)
    assert table.next_to("a1") == []
    table["a1|b1"], table["b1|b2"] = "bridge", "bridge"
    assert table.path("a1", ["b2"]) == ["b1", "b2"]
    assert table.rays("a1", False) == (("b1",),)


def test_walls_are_typed_picked_saved_and_drawn_as_sticks() -> None:
    match = played(Walls, "a1|a2", "b3|c3")
    assert "a1-b1" not in names(match.moves())
    assert names(match.moves()) >= {"b1", "a2|b2"}
    assert match.refusal("a2").text == "a2 is not next to a1"  # type: ignore[union-attr]
    game, view = match.game, view_of(match.game)
    assert game.from_json(game.to_json(match.state)) == match.state
    scene = check_scene(view.scene(game, match.state))
    walls = {(piece.angle, piece.sprite) for piece in scene.pieces if piece.id.startswith("wall")}
    assert walls == {(0.0, "stick-ace"), (90.0, "stick-ace")}
    spots = {spot.id: spot for spot in view.spots(game, match.state, ())}
    assert spots["a1|b1"].h > spots["a1|b1"].w
    assert spots["a2|a3"].h < spots["a2|a3"].w
    assert picked(match, "a2|b2") == MakeMove(game.parse_move(match.state, "a2|b2"))
    assert game.position("s . .\n. . .\n. . m").pieces == {"a3": "suns", "c1": "moons"}


def test_a_wall_of_a_seat_has_its_suit_and_other_pieces_their_look() -> None:
    game = made(Walls)
    state = game.position({"pieces": {"a1|a2": "suns wall", "b1|b2": "cube", "a1": "suns"}})
    drawn = {(p.sprite, p.suit) for p in view_of(game).scene(game, state).pieces}
    assert {("wall-piece", "suns"), ("cube", "")} <= drawn


# --- A board for each seat ------------------------------------------------------------------------


def test_each_seat_has_a_board_of_its_own() -> None:
    places: Places = Board.squares(4, 3, walls="a1-a2").each(("ann", "ben"))
    assert len(places) == 24
    assert places.seat_of("ann b3") == "ann"
    assert Board.squares(3, 3).seat_of("b3") is None
    assert places.of("ben").names == places.names[12:]
    assert places.between("ann a1", "ann c1") == ["ann a1", "ann b1", "ann c1"]
    assert places.between("ann a1", "ann a1") == ["ann a1"]
    assert places.between("ann a1", "ann b2") is None
    assert places.between("ann a1", "ann b2", diagonal=True) == ["ann a1", "ann b2"]
    assert places.between("ann a1", "ben c1") is None
    assert places.neighbours("ann a1") == ["ann b1"]
    assert places.of("ann").edge("top") == ["ann a3", "ann b3", "ann c3", "ann d3"]
    assert places.files["ann b"] == ["ann b1", "ann b2", "ann b3"]
    assert len(places.rows(3)) == 2 * len(places.of("ann").rows(3))
    for wrong in (lambda: places.of("cat"), lambda: Board.squares(3, 3).of("ann")):
        with pytest.raises(pp.BadInput, match="the seat of a board is"):
            wrong()
    for seats in ((), "ann", ("ann", "ann"), ("an n",), (1,)):
        with pytest.raises(pp.BadInput, match="the seats of each"):
            Board.squares(3, 3).each(seats)  # type: ignore[arg-type]
    with pytest.raises(pp.BadInput, match="needs a board that doesn't grow"):
        Board.growing().each(("ann", "ben"))


def test_the_boards_of_the_seats_are_side_by_side_or_below_each_other() -> None:
    match = played(Sea, "ann a1-ann c1")
    game, view = match.game, view_of(match.game)
    scene = check_scene(view.scene(game, match.state, match.steps[-1].event))
    assert [(area.id, area.title) for area in scene.areas[:2]] == [
        ("board ann", "Ann"), ("board ben", "Ben")]  # fmt: skip
    corners = {layout.min_width: layout.places for layout in scene.layouts}
    assert sorted(corners) == [0, 430, 760]
    assert corners[0]["board ann"][0] == corners[0]["board ben"][0]
    assert corners[760]["board ann"][1] == corners[760]["board ben"][1]
    assert {piece.area for piece in scene.pieces} == {"board ann", "tray"}
    assert [mark.area for mark in scene.marks if mark.kind == "trail"] == ["board ann"]
    spots = {spot.id: spot.area for spot in view.spots(game, match.state, ())}
    assert spots["ben d3"] == "board ben"
    assert picked(match, "ben a1", "ben a3").move == game.parse_move(match.state, "ben a1-ben a3")
    assert view.locate(game, ("ben a1",))[0][0] == "board ben"
    assert _position(match, None, whole=False).board is not None


def test_a_move_between_seats_boards_is_read_and_refused() -> None:
    match = played(Sea)
    assert str(match.game.parse_move(match.state, "ann b1-ann b3")) == "ann b1-ann b3"
    assert match.refusal("ben b1-ben b3").text == "ben b1 is not yours"  # type: ignore[union-attr]
    assert match.refusal("ann a1-ann b3").text == "not straight"  # type: ignore[union-attr]
    assert pp.check(Sea, games=4).problems == ()


@pytest.mark.parametrize(
    "board",
    [Board.points("a1 b1 c1"), Board.pits(3), Board.track(9), Board.hexagons(3, 3),
     Board.squares(2, 2, edges=True)],
)  # fmt: skip
def test_any_board_can_be_one_for_each_seat(board: Places) -> None:
    class Each(Five):
        places = board.each(("suns", "moons"))

        def setup(self, table):
            for place in table.places:
                table[place] = 1

    assert pp.show(pp.Match(made(Each))).scene.areas[1].title == "Moons"
    assert pp.show(Each.places).scene.areas[0].title == "Suns"


# --- Tracks ---------------------------------------------------------------------------------------


class Votes(Board):
    """A track beside a board."""

    places = Board.squares(3, 3).add_track("votes", 4).add_track("weather", "dry fair wet")

    def setup(self, table):
        table["votes 0"], table["weather fair"] = "suns", "cube"

    def why_not(self, table, place):
        return ready.on_empty(table, place)

    def move(self, table, place):
        table[place] = table.seat

    def winner(self, table):
        return ready.line_of(table, 3) or ready.full(table)


def test_a_track_is_beside_the_board() -> None:
    table = table_of(Votes)
    assert table.places.tracks["votes"][-1] == "votes 4"
    assert table.straight("votes 0", "votes 2") == ["votes 1", "votes 2"]
    assert ready.ahead(table, "votes 0", table.places.tracks["votes"], 3) == "votes 3"
    assert len(table.empty) == 9
    assert ("votes 1", "votes 2", "votes 3") not in table.places.rows(3)
    match = played(Votes, "votes 3", "weather dry", "a1")
    game = match.game
    assert game.from_json(game.to_json(match.state)) == match.state
    scene = check_scene(view_of(game).scene(game, match.state))
    small = next(piece for piece in scene.pieces if piece.id.startswith("cube"))
    assert small.scale == 0.75
    assert picked(match, "votes 1").move == game.parse_move(match.state, "votes 1")
    assert pp.check(Votes, games=3).problems == ()


@pytest.mark.parametrize("steps", [0, 101, "alone", "a a", "a b|c"])
def test_wrong_tracks_are_named(steps: Any) -> None:
    with pytest.raises(pp.BadInput):
        Board.squares(3, 3).add_track("votes", steps)


def test_tracks_come_before_boards_for_each_seat() -> None:
    places = Board.squares(3, 3).add_track("votes", 4).each(("ann", "ben"))
    assert places.tracks["ann votes"][0] == "ann votes 0"
    for wrong in (places, Board.growing()):
        with pytest.raises(
            pp.BadInput, match="add_track needs places on a board that doesn't grow"
        ):
            wrong.add_track("more", 3)
