"""Tops, reasons with places, paths that are said, parts left out, marks, and rulebook files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.design import Board, BoardGame, one_of, ready
from piecepack_nb.scene.game_view import view_of

# mypy: disable-error-code="no-untyped-def,no-untyped-call"


class Claims(Board):
    """Pawns walk, claims lie on squares, and a claim rides on the pawn that carries it."""

    places = Board.squares(3, 3)
    how = one_of("walk", "claim")

    def setup(self, table):
        table["a1"], table["c3"] = "suns", "moons"
        table.lay_on("a1", "suns")

    def why_not(self, table, start, end, how=None, claim=None):
        if table[end]:
            return table.refuse(f"{end} is taken by {table[end]}", end)
        if claim and table.on_top(claim):
            return table.refuse(f"{claim} is claimed", claim)
        return ready.slide(table, start, end)

    def move(self, table, start, end, how=None, claim=None):
        table.carry(start, end)
        table.say("{who} goes to {end}.", "walk", who=table.seat, end=end, path=[start, "b1", end])
        if claim:
            table.lay_on(claim, table.seat)

    def marks(self, table, picks):
        return {"b2": "danger", "b3": "+2", ("a1", "c1"): "line", "c1": "barred"}


def made(design: type[Board] = Claims) -> BoardGame:
    return design.as_game()()


def played(*moves: str) -> pp.Match:
    match = pp.Match(made())
    for move in moves:
        match.play(move)
    return match


def test_what_lies_on_top_rides_along_and_is_kept() -> None:
    match = played("a1-a2", "c3-c2 b3")
    assert dict(match.state.tops) == {"a2": ("suns",), "b3": ("moons",)}
    data = match.game.to_json(match.state)
    assert data["tops"] == {"a2": ["suns"], "b3": ["moons"]}
    assert match.game.from_json(data) == match.state


def test_only_a_game_that_lays_pieces_on_others_saves_them() -> None:
    class Plain(Board):
        places = Board.squares(3, 3)

        def move(self, table, place):
            table[place] = table.seat

    plain, game = made(Plain), made()
    assert "tops" not in plain.to_json(plain.initial_state())
    bare = game.initial_state()._replace(tops=type(game.initial_state().tops)())
    assert game.to_json(bare)["tops"] == {}
    assert game.position(game.to_json(bare)) == bare


def test_several_pieces_lie_on_top_and_one_of_them_is_taken() -> None:
    game = made()
    table = game.table(game.initial_state())
    table.lay_on("a1", "moons")
    assert (table.on_top("a1"), table.tops["a1"]) == ("moons", ["suns", "moons"])
    table.carry("a1", "b1")
    assert table.tops == {"b1": ["suns", "moons"]}
    state = table.state()
    tops = [piece for piece in view_of(game).scene(game, state).pieces if piece.z == 8]
    assert len({piece.x for piece in tops}) == 2
    assert table.take_from("b1", "suns") == "suns"
    assert table.take_from("b1") == "moons"
    assert table.tops == {}


@pytest.mark.parametrize(
    ("tops", "words"),
    [
        ({"d9": "suns"}, "a place of tops is 'd9'"),
        ({"a1": 3}, "tops.a1 is 3"),
        ({"a1": [""]}, "tops.a1[0] is ''"),
        ([1], "tops is [1]"),
    ],
)
def test_wrong_tops_of_a_position_are_named(tops: Any, words: str) -> None:
    with pytest.raises(pp.BadInput) as error:
        made().position({"tops": tops})
    assert words in str(error.value)


def test_mistakes_with_tops_are_named() -> None:
    game = made()
    table = game.table(game.initial_state())
    for wrong, words in [
        (lambda: table.take_from("a1", "moons"), "one with 'moons' on top"),
        (lambda: table.lay_on("z1", "moons"), "'z1'"),
        (lambda: table.lay_on("b1", ""), "the piece on top of b1"),
        (lambda: table.take_from("b1"), "one with a piece on top"),
        (lambda: setattr(table, "tops", {}), "table.tops can't be set"),
    ]:
        with pytest.raises(pp.BadInput) as error:
            wrong()
        assert words in str(error.value)
    assert table.take_from("a1") == "suns"
    assert not table.tops


def test_the_board_points_at_the_places_of_a_reason() -> None:
    match = played("a1-a2")
    assert match.refusal("c3-c2 a2").squares == ("a2",)  # type: ignore[union-attr]
    refusal = played("a1-a3").refusal("c3-a3")
    assert refusal is not None
    assert (refusal.text, refusal.squares) == ("a3 is taken by suns", ("a3",))


def test_a_ready_made_rule_points_at_what_is_in_the_way() -> None:
    game = made()
    state = game.position({"pieces": {"a1": "suns", "a2": "moons"}})
    refusal = game.refusal(state, game.parse_move(state, "a1-a3"))
    assert refusal is not None
    assert refusal.squares == ("a2",)


def test_a_path_that_is_said_is_drawn_and_kept() -> None:
    match = played("a1-c1")
    event = match.steps[0].event
    assert (event.text, event.data["path"]) == ("Suns goes to c1.", ("a1", "b1", "c1"))
    scene = view_of(match.game).draw(match.game, match.state, event)
    assert [len(mark.points) for mark in scene.marks if mark.kind == "trail"] == [3]


def test_a_part_may_be_left_out_before_another() -> None:
    match = played()
    texts = {str(move) for move in match.moves()}
    assert {"a1-a2", "a1-a2 walk", "a1-a2-b2", "a1-a2 walk b2"} <= texts
    for move in match.moves():
        assert match.game.parse_move(match.state, str(move)) == move
    move = match.game.parse_move(match.state, "a1-a2-b2")
    assert (move.how, move.claim) == (None, "b2")


def test_the_prompt_names_the_parts_that_may_follow_and_that_the_move_may_end() -> None:
    game = made()
    view, state = view_of(game), game.initial_state()
    prompt = view.prompt(game, state, ("a1", "a2"))[0]
    assert prompt == "Suns, a1-a2: choose the how or the claim, or Done."
    done = next(spot for spot in view.spots(game, state, ("a1", "a2")) if spot.id == "done")
    assert done.w >= 1.35


def test_marks_are_drawn_and_wrong_ones_are_named() -> None:
    game = made()
    marks = view_of(game).marks(game, game.initial_state(), ())
    assert {"danger", "lane", "blocked"} <= {mark.kind for mark in marks}
    assert [mark.label for mark in marks if mark.kind == "text"] == ["+2"]

    class Wrong(Claims):
        def marks(self, table, picks):
            return {"z9": "danger"}

    wrong = made(Wrong)
    with pytest.raises(pp.BadInput, match="expected marks by place"):
        view_of(wrong).marks(wrong, wrong.initial_state(), ())


def test_only_the_moves_of_tries_are_asked_about() -> None:
    asked = []

    class Tries(Claims):
        def tries(self, table):
            return [("a1", "b1"), ("a1", "c3"), "a1-a2"]

        def why_not(self, table, start, end, how=None, claim=None):
            asked.append((start, end))
            return super().why_not(table, start, end, how, claim)

    game = made(Tries)
    assert {str(move) for move in game.moves(game.initial_state())} == {"a1-b1", "a1-a2"}
    assert set(asked) == {("a1", "b1"), ("a1", "c3"), ("a1", "a2")}
    pick = iter([1, 0, 0]).__next__
    move = game.random_move(game.initial_state(), "suns", lambda _name, options: options[pick()])
    assert str(move) in {"a1-b1", "a1-a2"}


def test_a_rulebook_may_be_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "rulebook.toml"
    file.write_text(
        'title = "Claims"\nauthor = "Ann"\nsource = ""\nlicence = ""\n'
        '[clauses."CL-1"]\ntitle = "Turns"\ntext = "In turn."\n'
        '[clauses."CL-2"]\ntitle = "Claims"\ntext = "One a square."\nreading = "Of either side."\n'
    )

    class Booked(Claims):
        rulebook = file

    game = made(Booked)
    assert game.rulebook["CL-2"].reading == "Of either side."
    assert game.clauses.turns == "CL-1"
    state = game.initial_state()
    assert game.refusal(state, game.parse_move(state, "c3-c2")).clause == "CL-1"  # type: ignore[union-attr]


def test_a_name_in_braces_without_a_value_is_named_where_it_is_said() -> None:
    game = made()
    table = game.table(game.initial_state(), "move")
    with pytest.raises(pp.BadInput, match=r"names in braces among seat, picks, place"):
        table.say("{who} is on {place}.", place="a1")
    table.say("{Seat} is on {place}.", place="a1")
