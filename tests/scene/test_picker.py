"""The move picker: by picking, a player can make every legal move and no other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from piecepack_nb.scene import MakeMove, Picker

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
