"""The table, the boards and the ready-made rules, each on a small position."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import Board, BoardGame, Places, Table, ready
from piecepack_nb.design.backdrops import backdrop
from piecepack_nb.scene import svg
from piecepack_nb.scene.game_view import view_of

# mypy: disable-error-code="no-untyped-def,no-untyped-call"


def game_on(places: Places, **parts: Any) -> BoardGame:
    body = {"places": places, "move": lambda self, table, place: None, **parts}
    return type("Try", (Board,), body).as_game()()


def table_on(places: Places, pieces: dict[str, Any], **parts: Any) -> Table:
    """A table with these pieces; suns moves."""
    game = game_on(places, **parts)
    return game.table(game.position({"pieces": pieces}))


GRID = Board.squares(4, 4)


def test_a_table_is_a_copy_of_which_nothing_flows_back() -> None:
    table = table_on(GRID, {"a1": "suns", "b1": ["suns", "moons"]})
    before = table.state()
    table["b1"].append("suns")
    table.carry("a1", "a2")
    table.score["suns"] += 2
    table.heap = [1]
    table.heap.append(2)
    after = table.state()
    assert before.pieces == {"a1": "suns", "b1": ("suns", "moons")}
    assert after.pieces == {"a2": "suns", "b1": ("suns", "moons", "suns")}
    assert (after.score["suns"], after.notes) == (2, {"heap": (1, 2)})
    assert before.score["suns"] == 0
    assert hash(before) != hash(after)


def test_a_table_knows_its_pieces_and_its_board() -> None:
    table = table_on(GRID, {"a1": "suns king", "b1": ["suns", "moons"], "c4": "coin"})
    assert (table.owner("a1"), table.owner("b1"), table.owner("c4")) == ("suns", "moons", None)
    assert (table.own, table.of("moons"), len(table.empty)) == (["a1"], ["b1"], 13)
    assert (table.rival, "c4" in table, "d4" in table) == ("moons", True, False)
    assert table.straight("a1", "a4") == ["a2", "a3", "a4"]
    assert (table.straight("a1", "b2"), table.diagonal("a1", "c3")) == (None, ["b2", "c3"])
    assert table.line("a1", "c2") is None
    assert sorted(table.next_to("a1")) == ["a2", "b1"]
    assert sorted(table.around("a1")) == ["a2", "b1", "b2"]
    assert (
        table.path("a1", ["d1"]) == ["a2", "b2", "c2", "c1", "d1"]
        or len(table.path("a1", ["d1"]) or []) == 5
    )
    assert table.take("c4") == "coin"
    with pytest.raises(pp.BadInput, match="the place is 'a9'; expected a place from a1 to d4"):
        table["a9"]
    with pytest.raises(pp.BadInput, match="the piece to carry from is 'd4'"):
        table.carry("d4", "d3")
    with pytest.raises(pp.BadInput, match="the edge is 'up'; expected left, right, top, bottom"):
        table.places.edge("up")
    for call in (
        lambda: ready.sow(table, "a1", ["b1"]),
        lambda: ready.ahead(table, "a1", ["b1"], 1),
    ):
        with pytest.raises(pp.BadInput, match="the place is 'a1'; expected b1"):
            call()
    with pytest.raises(pp.BadInput, match="the seat is 'ben'; expected ann"):
        ready.lead({"ann": 1}, "ben", 1)
    with pytest.raises(pp.BadInput, match="games is 0; expected a whole number, 1 or more"):
        pp.check(game_on(Board.squares(2, 2)), games=0)


def test_walls_stop_steps_and_rays() -> None:
    places = Board.squares(3, 3, walls="a1-a2 b1-b2", without="c3")
    assert places.neighbours("a1") == ["b1"]
    assert places.way("a1", "a3") is None
    assert places.rays("c1", diagonal=False) == (("c2",), ("b1", "a1"))
    for wall in ("a1-z2", "a1-c3", "a1-b2", "a1-a1"):
        with pytest.raises(pp.BadInput, match=f"a wall is '{wall}'; expected two squares side by"):
            Board.squares(3, 3, walls=wall)
    with pytest.raises(pp.BadInput, match="a square of without is 'z3'"):
        Board.squares(3, 3, without="z3")


def test_boards_have_their_neighbours_and_edges() -> None:
    hexes = Board.hexagons(3, 3)
    assert len(hexes.neighbours("b2")) == 6
    assert sorted(hexes.neighbours("a1")) == ["a2", "b1", "b2"]
    assert sorted(hexes.neighbours("a3")) == ["a2", "b3"]
    assert [sorted(hexes.edge(side)) for side in ("left", "top")] == [
        ["a1", "a2", "a3"],
        ["a3", "b3", "c3"],
    ]
    lines = Board.points("a b c\na d", at={"a": (0, 0), "b": (1, 0), "c": (2, 0), "d": (0, 1)})
    assert (lines.way("a", "c"), lines.way("b", "d")) == (["b", "c"], None)
    track = Board.track(12, columns=5, links={2: 9})
    assert (track.names[-1], track.links, track.neighbours("5")) == ("12", {"2": "9"}, ["6", "4"])
    pits = Board.pits(3)
    assert set(pits.names) == {"a1", "b1", "c1", "a2", "b2", "c2", "left", "right"}
    with pytest.raises(pp.BadInput, match="a point of a line is 'x'"):
        Board.points("a x", at={"a": (0, 0)})
    named = Board.points("a1 b1 c1, b1 b2")
    assert named.lines == (("a1", "b1", "c1"), ("b1", "b2"))
    assert (
        named.at
        == Board.points(
            ["a1 b1 c1", "b1 b2"], at={"a1": (0, 1), "b1": (1, 1), "c1": (2, 1), "b2": (1, 0)}
        ).at
    )
    with pytest.raises(pp.BadInput, match="a point of a line is 'x'; expected a file and a rank"):
        Board.points("a1 x")
    with pytest.raises(pp.BadInput, match="a link's square is '99'"):
        Board.track(12, links={99: 1})


PIECES = {"a1": "suns", "b1": "moons", "a3": "moons", "d1": "suns"}


@pytest.mark.parametrize(
    ("rule", "args", "refused"),
    [
        (ready.on_empty, ("b2",), None),
        (ready.on_empty, ("a1",), "a1 is taken"),
        (ready.step, ("a1", "a2"), None),
        (ready.step, ("a1", "b2"), "b2 is not next to a1"),
        (ready.not_own, ("d1",), "d1 has a piece of your own"),
        (ready.not_own, ("b1",), None),
        (ready.slide, ("a1", "a3"), None),
        (ready.slide, ("a1", "a4"), "a piece on a3 is in the way to a4"),
        (ready.slide, ("a1", "b3"), "b3 is not in line with a1"),
        (ready.jump, ("a1", "c1"), None),
        (ready.jump, ("a1", "a3"), "a2 has no enemy to jump over"),
        (ready.jump, ("a1", "d1"), "d1 is not two places from a1 in a line"),
        (ready.gravity, ("a2",), None),
        (ready.gravity, ("c2",), "a piece falls to c1, for nothing is below c2"),
        (ready.gravity, ("a3",), "a3 is taken"),
        (ready.forward, ("a3", "a2"), "a2 is behind a3"),
        (ready.encloses, ("c1",), None),
        (ready.encloses, ("c2",), "c2 encloses no enemy"),
    ],
)
def test_a_ready_made_rule_refuses_with_its_sentence(
    rule: Any, args: tuple[str, ...], refused: str | None
) -> None:
    table = table_on(GRID, PIECES)
    found = rule(table, *args)
    assert found == (refused and f"TR-0 {refused}")
    text = "TR-7 Move. As you like."
    cited = rule(table_on(GRID, PIECES, rulebook=text), *args, clause="TR-7")
    assert cited == (refused and f"TR-7 {refused}")


def test_jumps_come_in_chains_and_take_nothing_twice() -> None:
    table = table_on(Board.squares(5, 1), {"a1": "suns", "b1": "moons", "d1": "moons"})
    assert ready.jumps(table, "a1") == [("a1", "c1"), ("a1", "c1", "e1")]
    assert ready.jumped(table, "a1", "c1") == ["b1"]


def test_jumps_may_come_back_to_the_start_and_stop_when_all_are_taken() -> None:
    ring = dict.fromkeys(("b2", "b4", "d2", "d4"), "moons")
    table = table_on(Board.squares(5, 5), {"a3": "suns", **ring})
    found = ready.jumps(table, "a3", diagonal=True)
    assert max(found, key=len) == ("a3", "c5", "e3", "c1", "a3")
    assert ("a3", "c1", "e3", "c5", "a3") in found
    assert len(found) == 8


def test_most_dice_are_played_and_of_one_alone_the_highest() -> None:
    def steps(at: int, die: int) -> list[tuple[int, int]]:
        """Return where a piece at ``at`` goes, never on 3 or beyond 9."""
        return [(at, at + die)] if at + die != 3 and at + die <= 9 else []

    assert ready.most_dice(0, [1, 2], steps) == [(0, 2)]  # both end on 3; one alone is the higher
    assert ready.most_dice(0, [2, 4], steps) == [(0, 2), (0, 4)]
    assert ready.most_dice(0, [1, 2, 2], steps) == [(0, 2)]  # 2, 4, 5: not 1 first
    assert ready.most_dice(4, [4, 5], steps) == [(4, 5)]
    assert ready.most_dice(8, [4, 5], steps) == []


def test_custodian_capture_takes_single_enemies_between_two() -> None:
    row = Board.squares(5, 2)
    table = table_on(row, {"b1": "moons", "c1": "suns", "d2": "moons"})
    assert ready.enclosed(table, "a1", custodian=True) == ["b1"]
    table = table_on(row, {"b1": "moons", "c1": "moons", "d1": "suns"})
    assert ready.enclosed(table, "a1", custodian=True) == []
    assert ready.enclosed(table, "a1") == ["b1", "c1"]


def test_sowing_goes_round_and_says_where_it_ends() -> None:
    pits = Board.pits(2)
    table = table_on(pits, {"a1": 5})
    ring = ["a1", "b1", "right", "b2", "a2"]
    assert ready.can_sow(table, "b1", ring) == "TR-0 b1 has no stones"
    assert ready.can_sow(table, "left", ring) == "TR-0 left is not a pit of suns"
    assert ready.sow(table, "a1", ring) == "a1"
    assert [table[pit] for pit in ring] == [1, 1, 1, 1, 1]


def test_ends_name_the_winner() -> None:
    line = {"a1": "suns", "b2": "suns", "c3": "suns"}
    table = table_on(GRID, line)
    assert ready.line_of(table, 3) == ("suns", "TR-0 suns has a1 b2 c3 in a line.")
    assert ready.line_of(table, 4) is None
    for seed in range(20):  # and as the sentence says, place by place
        pieces = Random(seed).choices(["suns", "moons pawn", "stone", None], k=16)
        named = zip(GRID.names, pieces, strict=True)
        crowded = table_on(GRID, {place: piece for place, piece in named if piece})
        lines = [
            owner
            for row in crowded.places.rows(3)
            for owner in [crowded.owner(row[0])]
            if owner and all(crowded.owner(place) == owner for place in row)
        ]
        found = ready.line_of(crowded, 3)
        assert (found and found[0]) == next(iter(lines), None)
        assert crowded.empty == [place for place in crowded.places.cells if not crowded[place]]
    assert ready.reaches(table, "suns", ["d4", "c3"])[0] == "suns"
    assert ready.connected(table, "suns", ["a1"], ["c3"]) is None
    assert ready.connected(table, "suns", ["a1"], ["c3"], diagonal=True)[0] == "suns"
    assert ready.no_pieces(table)[0] == ("suns",)
    assert ready.no_move_left(table)[0] == ("moons",)
    assert ready.full(table) is None
    assert ready.full(table_on(Board.squares(1, 1), {"a1": "suns"}))[0] is None
    assert ready.most_points(table)[0] is None
    table.score["moons"] = 3
    told = "TR-0 moons has the most points: suns 0, moons 3."
    assert ready.most_points(table) == (("moons",), told)


LOOKS = ("suns pawn", "moons coin", "moons coin 3", "arms tile 2", "crowns die 4", "matchstick",
         "suns pyramid 5", "arms cube", "suns stone king", "word")  # fmt: skip


def test_every_component_has_a_picture() -> None:
    game = game_on(Board.squares(4, 4), pieces={})
    pieces = dict(zip(game.design.places, LOOKS, strict=False)) | {"a1": 7, "b1": ["suns"] * 6}
    state = game.position({"pieces": pieces})
    scene = view_of(game).scene(game, state)
    assert {piece.sprite for piece in scene.pieces} >= {
        "pawn", "coin-suit", "coin-value", "tile-value", "die", "stick-ace", "board-pyramid",
        "cube", "stone", "words", "mark-cost",
    }  # fmt: skip
    assert svg(scene).startswith("<svg")
    assert "a4 suns pawn" in scene.alt


# --- How it looks --------------------------------------------------------------------------------


def drawn(piece: Any, places: Places = GRID, **parts: Any) -> list[Any]:
    """The pieces drawn on b2."""
    game = game_on(places, **parts)
    state = game.position({"pieces": {"b2": piece}})
    return [each for each in view_of(game).scene(game, state).pieces if each.area == "board"]


@pytest.mark.parametrize("look", ["number 6", "word 6", "6 number"])
def test_a_number_and_a_word_show_their_label(look: str) -> None:
    (piece,) = drawn("sign", pieces={"sign": look})
    assert (piece.sprite, piece.label, piece.face) == ("words", "6", "")


@pytest.mark.parametrize(
    ("look", "sprite", "suit", "face"),
    [
        ("tile", "tile-piece", "", ""),
        ("suns tile", "tile-suit", "suns", ""),
        ("suns tile ace", "tile-suit", "suns", "ace"),
        ("arms tile null", "tile-value", "arms", "null"),
        ("suns tile 5 back", "tile-back", "", ""),
        ("coin back", "coin-suit", "", ""),
        ("moons coin 3 back", "coin-suit", "moons", ""),
        ("moons coin 3", "coin-value", "moons", "3"),
        ("suns saucer", "saucer", "suns", ""),
    ],
)
def test_a_piecepack_lies_face_up_or_down(look: str, sprite: str, suit: str, face: str) -> None:
    (piece,) = drawn("it", pieces={"it": look})
    assert (piece.sprite, piece.suit, piece.face) == (sprite, suit, face)


def test_only_coins_and_tiles_have_a_back() -> None:
    with pytest.raises(BadInput, match="the word 'back' in pieces"):
        game_on(GRID, pieces={"it": "die back"})


@pytest.mark.parametrize("count", [2, 3, 4, 6])
def test_pawns_of_a_pile_are_side_by_side_in_their_place(count: int) -> None:
    pawns = drawn(["suns", "moons"] * (count // 2) + ["suns"] * (count % 2))
    x, y = GRID.at["b2"]
    assert len({(each.x, each.y) for each in pawns}) == count
    for each in pawns:
        assert abs(each.x - x) + each.scale * 0.3 < 0.5
        assert abs(each.y - y) + each.scale * 0.4 < 0.55
    coins = drawn(["suns", "moons"], pieces="coin")
    assert len({each.x for each in coins}) == 1


def test_a_board_is_shown_before_there_are_rules() -> None:
    scene = pp.show(Board.squares(3, 2)).scene
    assert [area.id for area in scene.areas] == ["board"]
    assert scene.alt == "A board of 6 places: a2, b2, c2, a1, b1, c1."
    with pytest.raises(pp.BadInput, match="expected a match, a board, or a state with of="):
        pp.show(3)


def test_a_ring_marks_a_pit_and_a_frame_a_square() -> None:
    for places, kind in ((Board.pits(3), "here"), (GRID, "selected")):
        match = pp.Match(game_on(places))
        (step, *_) = match.play("a1")
        marks = view_of(match.game).scene(match.game, step.state, step.event).marks
        assert [mark.kind for mark in marks] == [kind]


def test_the_names_of_points_are_beside_their_pieces() -> None:
    places = Board.points(["a1 b1", "b1 b2"], at={"a1": (0, 1), "b1": (1, 1), "b2": (1, 0)})
    names = {each.text: each.attrs for each in backdrop(places) if each.tag == "text"}
    assert set(names) == {"a1", "b1", "b2"}
    for name, attrs in names.items():
        aside = float(attrs["x"]) - places.at[name][0] * 100
        below = float(attrs["y"]) - float(attrs["font-size"]) * 0.7 - places.at[name][1] * 100
        assert math.hypot(aside, below) > 40


@pytest.mark.parametrize(("diagonal", "refused"), [(False, True), (True, False), (None, False)])
def test_a_step_may_be_diagonal(diagonal: bool | None, refused: bool) -> None:
    table = table_on(GRID, {"a1": "suns"})
    assert bool(ready.step(table, "a1", "b2", diagonal=diagonal)) == refused
    assert not ready.step(table, "a1", "a2", diagonal=diagonal)


def test_the_pieces_that_a_chain_still_needs() -> None:
    game = game_on(Board.squares(4, 4))
    state = game.position({"pieces": {"b1": "suns", "b2": "suns", "c3": "moons"}})
    table = game.table(state)
    bottom, top = ["a1", "b1", "c1", "d1"], ["a4", "b4", "c4", "d4"]
    assert ready.to_connect(table, "suns", bottom, top) == 2  # b3 and b4
    assert ready.to_connect(table, "moons", bottom, top) == 3
    table["b3"] = table["b4"] = "suns"
    assert ready.to_connect(table, "suns", bottom, top) == 0
    assert ready.to_connect(table, "moons", ["a1"], ["d1"]) == 17


def test_jumps_go_on_to_the_end_and_are_forced() -> None:
    table = table_on(Board.squares(5, 1), {"a1": "suns", "b1": "moons", "d1": "moons"})
    chains = ready.all_jumps(table)
    assert chains == [("a1", "c1", "e1")]
    assert ready.all_jumps(table, None, lambda chain: len(chain) < 3) == [("a1", "c1")]
    assert ready.must_jump(table, chains, ("a1", "c1", "e1")) is None
    assert ready.must_jump(table, [], ("a1", "c1")) is None
    refused = "TR-0 you can jump, and must jump on to the end: a1-c1-e1"
    assert ready.must_jump(table, chains, ("a1", "c1")) == refused


def test_a_lead_compares_with_the_best_other_seat() -> None:
    worth = {"ann": 6, "ben": 2, "cat": 3}
    assert [ready.lead(worth, seat, clear=2) for seat in worth] == [1.5, -2, -1.5]
    assert ready.lead({"ann": 5}, "ann", clear=5) == 1
