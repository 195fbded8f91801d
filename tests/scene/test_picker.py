"""The move picker: by picking, a player can make every legal move and no other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from piecepack_nb.scene import Attempt, MakeMove, Picker, Spot
from piecepack_nb.scene.picker import SHIFT_TIP

PICKS = st.lists(st.sampled_from(["a1", "a2", "b1", "b2"]), min_size=1, max_size=4).map(tuple)


def reached(moves: list, draft: tuple = ()) -> set:
    """The moves that are made by picking whatever the picker offers."""
    found: set = set()
    for spot in Picker(moves, draft).next():
        result = Picker(moves, draft).pick(spot)
        assert result is not None
        found |= {result.move} if isinstance(result, MakeMove) else reached(moves, result)
    return found


@given(st.sets(PICKS, min_size=1))
def test_the_picks_offered_lead_to_all_moves_that_no_other_continues(
    picks: set,
) -> None:
    moves = [(each, each) for each in sorted(picks)]
    begun = {longer[:size] for longer in picks for size in range(len(longer))}
    assert reached(moves) == picks - begun
    assert Picker(moves).pick("h8") is None


@given(st.sets(PICKS, min_size=1), PICKS)
def test_a_path_is_picked_by_its_end_or_first_by_a_square_that_it_passes(
    paths: set, draft: tuple
) -> None:
    best_first = sorted(paths)
    continuing = [path for path in best_first if path[: len(draft)] == draft]
    picker = Picker([(path, path) for path in best_first], draft)
    for end, path in picker.ends().items():
        assert path == next(each for each in continuing if each[-1] == end)
    assert picker.ends().keys() == {path[-1] for path in continuing}
    for square in picker.passed():
        longer = picker.pass_by(square)
        assert longer is not None
        assert longer[-1] == square
        assert Picker(picker.moves, longer).moves
        assert not any(square in (path[0], path[-1]) for path in continuing)


@given(st.sets(PICKS, min_size=1), PICKS)
def test_every_pick_gives_a_draft_of_moves_a_move_or_the_picks_that_are_none(
    picks: set, drafted: tuple
) -> None:
    moves = [(each, each) for each in sorted(picks)]
    picker = Picker(moves, drafted[:-1])
    for spot, to in [("a1", None), ("a1", "b2"), (drafted[-1], None)]:
        found = picker.picked(spot, to)
        if isinstance(found, Attempt):
            assert found.picks[-1] == (to or spot)
            assert found.picks not in {each[: len(found.picks)] for each in picks}
        elif isinstance(found, MakeMove):
            assert found.move in picks
        else:
            undone = found == picker.draft[:-1]
            assert undone or picker.at(found).moves


def test_the_last_pick_again_makes_the_move_that_is_whole_or_is_undone() -> None:
    picker = Picker([(("a1", "b1"), "short"), (("a1", "b1", "c1"), "long")], ("a1", "b1"))
    assert picker.picked("b1") == picker.complete() == MakeMove("short")
    assert picker.at(("a1",)).picked("a1") == ()
    assert picker.picked("c1") == picker.picked("b1", "c1") == MakeMove("long")


def test_a_pick_that_does_not_continue_begins_anew_or_is_an_attempt() -> None:
    picker = Picker([(("a1", "b1"), 1), (("a2", "b1"), 2)], ("a1",))
    assert picker.picked("a2") == ("a2",)
    assert picker.picked("b2") == Attempt(("a1", "b2"))
    assert picker.picked("b2", "b1") == Attempt(("b2", "b1"))


def test_a_part_that_is_left_out_is_another_cut_of_the_move() -> None:
    cuts = [(("arms", "d4"), "arms"), (("suns", "d4"), "suns"), (("d4",), "suns")]
    assert Picker(cuts).picked("d4") == Picker(cuts, ("suns",)).picked("d4") == MakeMove("suns")
    assert Picker(cuts, ("arms",)).picked("d4") == MakeMove("arms")


def test_squares_of_paths_are_ends_or_dots_and_others_say_why_not() -> None:
    paths = {("a1", "b1", "c1"): 1, ("a1", "b1", "b2"): 2}
    picker = Picker(paths.items(), ("a1",))
    idle = [Spot(name, 0, 0) for name in ("a1", "b1", "c1", "d1")]
    shown = picker.spots(idle, lambda spot, move: spot._replace(role="move", tip=f"{move}"), "By")
    assert [(spot.role, spot.tip) for spot in shown] == [
        ("inert", ""), ("via", f"By b1. {SHIFT_TIP}"), ("move", "1"), ("inert", ""),
    ]  # fmt: skip
    strays = [picker.stray(square, "PM-32", "none leads").message.text for square in ("c1", "d1")]
    assert strays == [
        "a path can end on c1, but none passes it: choose it without Shift",
        "none leads to d1; Escape to undo",
    ]
