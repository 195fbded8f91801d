"""Saved matches of Piecepackman: equal when loaded; damaged or hostile ones refused in one line."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.load import from_record, parse
from piecepack_nb.core.record import to_record
from piecepack_nb.games.piecepackman.maze import read_maze
from tests.core.damage import VALUES, one_line, replaced, spots
from tests.effort import at_most
from tests.games.piecepackman.random_play import matches

QUICK = 2_500_000  # calls; the slowest makes 700,000

POSITION = """
piecepackman: d4 N
ghosts: suns f5 3 cubes, moons d8 immune, crowns e6 waits 1
cubes: suns a2 b3, crowns c4, arms g3 g4
coins: arms 5, moons 3
stash: suns 1, moons 4
hunger: 2
discarded: suns 4
"""


def read(text: str) -> pp.Match:
    return from_record(parse(text, "the file"))


@cache
def records() -> tuple[dict[str, Any], ...]:
    """A match from its set-up, one from a position, and a position that nobody played from."""
    game = pp.game("piecepackman")
    bots = dict.fromkeys(game.seats, "random")
    first = pp.Match(game, seed=3, seats=bots, dice=["roll s a m 2 c 3 a 4", None, {"suns": "5"}])
    first.run(14)
    three = pp.game("piecepackman", players=3, left_out="suns", ghost_dice="in turn")
    second = pp.Match(three, seed=4, seats={"moons": "random", "arms": "greedy"})
    second.run()
    third = pp.Match(game, seed=5, position=POSITION)
    third.run()
    return (
        to_record(first),
        to_record(second),
        to_record(third),
        to_record(pp.Match(game, seed=5, position=POSITION)),
    )


# --- there and back -------------------------------------------------------------------------------


def test_a_custom_maze_is_saved_with_the_match(tmp_path: Path) -> None:
    text = read_maze("slip").text() + "\n# ü ☾\n"
    game = pp.game("piecepackman", maze=text)
    match = pp.Match(game, seed=1, seats=dict.fromkeys(game.seats, "random"))
    match.run(30)
    again = pp.load(match.save(tmp_path / "match.json"))
    assert again.game.rules.maze == text
    assert again.state == match.state


def test_loading_is_quick(tmp_path: Path) -> None:
    game = pp.game("piecepackman")
    match = pp.Match(game, seed=2, seats=dict.fromkeys(game.seats, "random"))
    match.run()
    path = match.save(tmp_path / "match.json")
    assert path.stat().st_size < 100_000
    with at_most(QUICK):
        pp.load(path)


# --- what is refused ------------------------------------------------------------------------------


def changed(**entries: Any) -> dict[str, Any]:
    return {**copy.deepcopy(records()[0]), **entries}


def rules(**entries: Any) -> dict[str, Any]:
    return changed(rules=entries)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (lambda: changed(game="paccman"), "the game is 'paccman'; .*'piecepackman'"),
        (lambda: changed(game="../../etc/passwd"), "the game is"),
        (lambda: rules(mase="slip"), "did you mean 'maze'"),
        (lambda: rules(maze="atlantis"), "atlantis"),
        (lambda: rules(maze="+---+\n|"), "line"),
        (lambda: rules(maze="x\n" * 40_000), "maze"),
        (lambda: rules(quarter_turn_cost=-1), "quarter_turn_cost is -1; expected a whole number"),
        (lambda: rules(left_out="hearts"), "left_out is 'hearts'"),
        (lambda: rules(bonus_roll=1), "bonus_roll is 1; expected True or False"),
    ],
    ids=range(9),
)  # fmt: skip
def test_a_wrong_entry_is_named_with_the_accepted_values(data: Any, expected: str) -> None:
    text = json.dumps(data())
    with at_most(QUICK), pytest.raises(pp.BadInput, match=expected) as caught:
        read(text)
    one_line(caught.value)


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("suns f5-f4-f3-f2-f1", "."),
        ("order suns", "PM-10|PM-30|PM-31"),
        ("roll suns 6 moons 1 crowns 2 arms 3", "no face '6'|must wait"),
        ("setup", "must wait"),
        ("suns " + "f5-" * 20_000 + "f5", "."),
        ("roll " + "suns 5 " * 500, "each die once"),
        ("roll suns " + "5" * 50_000, "."),
        ("order " + "suns " * 10_000, "."),
        ("\ud800", "the move is"),
        ("roll suns \ud800 moons 1 crowns 2 arms 3", "."),
        ("suns\nf5", "."),
    ],
    ids=range(11),
)
def test_a_wrong_move_is_named_at_its_place(move: str, expected: str) -> None:
    data = changed()
    for number in (1, 2, 5):
        hostile = copy.deepcopy(data)
        hostile["moves"][number]["move"] = move
        refused = pytest.raises(pp.BadInput, match=rf"moves\[{number}\].*({expected})")
        with at_most(QUICK), refused as caught:
            read(json.dumps(hostile))
        one_line(caught.value)


# --- anything at all ------------------------------------------------------------------------------


@settings(max_examples=200)
@given(match=matches(longest=150), data=st.data())
def test_a_changed_position_is_refused_or_can_be_played(match: pp.Match, data: Any) -> None:
    """An accepted position must be playable under the rules."""
    written = match.game.to_json(match.state)
    for _ in range(data.draw(st.integers(1, 3))):
        spot = data.draw(st.sampled_from([spot for spot in spots(written) if spot]))
        written = replaced(written, spot, data.draw(likely(spot)))
    try:
        other = pp.Match(match.game, seed=1, position=written, seats=match.seats)
    except pp.BadInput as error:
        one_line(error)
        return
    assert to_record(from_record(to_record(other))) == to_record(other)
    other.run(30)
    assert all(step.event.text for step in other.steps)


def likely(spot: tuple[str | int, ...]) -> st.SearchStrategy[Any]:
    """Return values for an entry of a position, many of which may get past the checks."""
    suits = st.sampled_from(["suns", "moons", "crowns", "arms"])
    squares = st.sampled_from(read_maze("roundabout").squares)
    faces = st.sampled_from(["null", "ace", "2", "3", "4", "5"])
    by_name: dict[str | int, st.SearchStrategy[Any]] = {
        "phase": st.sampled_from(["setup", "roll", "bonus", "order", "dice", "ghosts", "over"]),
        "turn": st.integers(0, 20),
        "square": squares,
        "heading": st.sampled_from("NESW"),
        "extra_lives": st.integers(-1, 4),
        "waits": st.integers(0, 1),
        "immune": st.booleans(),
        "hunger": st.none() | st.integers(0, 5),
        "points": st.integers(0, 9),
        "objective": st.none() | st.tuples(suits, st.booleans()).map(list),
        "cubes": st.dictionaries(squares, suits, max_size=3) | st.integers(0, 6),
        "coins": st.just({}) | st.just({"a1": ["arms", "5"]}),
        "taken": st.lists(st.tuples(suits, faces).map(list), max_size=2),
        "discarded": st.lists(st.tuples(suits, faces).map(list), max_size=2),
        "dice": st.dictionaries(suits, faces),
        "order": st.permutations(["suns", "moons", "crowns", "arms"]) | st.lists(suits, max_size=4),
        "to_move": st.permutations(["suns", "moons", "arms"]) | st.lists(suits, max_size=4),
    }
    name = spot[-1] if spot[-1] in by_name else spot[0]
    return by_name.get(name, st.integers(0, 6)) | VALUES
