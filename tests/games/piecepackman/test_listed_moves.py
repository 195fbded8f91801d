"""Every move that is listed is accepted, and every other one refused, by name and clause."""

from __future__ import annotations

import re
from itertools import permutations
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance, Roll
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import FACES, SUITS
from piecepack_nb.core.steps import IllegalMove, Refusal
from piecepack_nb.games.piecepackman.game import TIES
from piecepack_nb.games.piecepackman.state import Agree, Order, Run, SetUp, Walk
from tests.games.piecepackman.random_play import at_phase, matches
from tests.games.piecepackman.reference import Reference

Path = tuple[str, ...]
NAMES_SOMETHING = re.compile(
    r"\b([a-z]+\d+|\d+|suns|moons|crowns|arms|tie|die|dice|bonus|level|set up|ghosts?|"
    r"nowhere|nobody)\b"
)
WORDS = st.sampled_from([*SUITS, "tie", "coin", "f4", "zz9", "", "5", "ace", "6"])


def walks_by_the_rules(match: pp.Match) -> set[Path]:
    """Return every legal walk of the next ghost, by a second implementation of the clauses."""
    reference = Reference(match.game, match.game.to_json(match.state))
    return reference.walks(match.state.to_move[0])


def refused(match: pp.Match, move: Any) -> Refusal:
    """Return the refusal of a move, which must be a good one."""
    refusal = match.refusal(move)
    assert refusal is not None, (match.state, move)
    assert match.game.rulebook[refusal.clause]
    assert NAMES_SOMETHING.search(refusal.text), refusal.text
    assert "\n" not in refusal.text
    exits = match.game.ruleset.maze.exits
    assert all(square in exits for square in refusal.squares), refusal
    before = (match.state, match.cursor, match.steps)
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    assert caught.value.refusal == refusal
    assert (match.state, match.cursor, match.steps) == before
    return refusal


# --- walks --------------------------------------------------------------------------------------


@pytest.mark.clause("PM-31", "PM-32", "PM-33", "PM-34", "PM-36", "PM-37", "PM-40", "PM-42")
@given(at_phase("ghosts"))
def test_the_listed_walks_are_those_the_rules_allow(match: pp.Match) -> None:
    assume(match.state.phase == "ghosts")
    listed = [walk.path for walk in match.moves()]
    assert len(set(listed)) == len(listed) > 0
    assert set(listed) == walks_by_the_rules(match)


@given(at_phase("ghosts"), st.data())
def test_listed_walks_are_accepted_read_back_and_played(match: pp.Match, data: Any) -> None:
    assume(match.state.phase == "ghosts")
    walks = match.moves()
    some = data.draw(st.lists(st.sampled_from(range(len(walks))), min_size=1, max_size=20))
    state = match.state
    for walk in (walks[number] for number in some):
        assert match.refusal(walk) is None
        assert match.game.parse_move(state, str(walk)) == walk
        steps = list(match.game.play(state, walk))
        assert steps[0].event.data["to"] == walk.path[1]
        short = match.game.parse_move(state, f"{walk.suit} {walk.path[-1]}")
        assert short in walks
        assert short.path[-1] == walk.path[-1]


@st.composite
def nearly(draw: st.DrawFn, match: pp.Match) -> Walk:
    """Return a walk that is listed, or was changed a little."""
    suit, path = draw(st.sampled_from(range(len(match.moves()))).map(match.moves().__getitem__))
    squares = [*match.game.ruleset.maze.squares, "a5", "k1", "zz9"]
    squares += 5 * [ghost.square for ghost in match.state.ghosts.values()]
    square = st.sampled_from(squares)
    place = draw(st.integers(0, len(path)))
    exits = match.game.ruleset.maze.exits
    near = st.sampled_from(sorted(exits[path[-1]].values()))
    changes = [
        lambda: (*path, draw(near)),
        lambda: path[:-1],
        lambda: (*path[:place], draw(square), *path[place:]),
        lambda: (*path[:place], draw(square), *path[place + 1 :]),
        lambda: (*path[:place], *path[place + 1 :]),
        lambda: path[::-1],
        lambda: (path[0],),
        lambda: (*path, path[-2], path[-1]),
        lambda: (path[0], *draw(st.lists(square, max_size=6))),
        lambda: tuple(draw(st.lists(square, max_size=4))),
        lambda: path,
    ]
    changed: Path = draw(st.sampled_from(changes))()
    if draw(st.integers(0, 9)) == 0:
        suit = draw(st.sampled_from([*SUITS, "hearts", ""]))
    return Walk(suit, changed)


@pytest.mark.clause("PM-1", "PM-6", "PM-30", "PM-32", "PM-33", "PM-34", "PM-36", "PM-37", "PM-38")
@given(at_phase("ghosts"), st.data())
def test_other_walks_are_refused(match: pp.Match, data: Any) -> None:
    assume(match.state.phase == "ghosts")
    legal = walks_by_the_rules(match)
    for _ in range(8):
        walk = data.draw(nearly(match))
        if walk.suit == match.state.to_move[0] and walk.path in legal:
            assert match.refusal(walk) is None
        else:
            refusal = refused(match, walk)
            assert refusal.clause in {
                "PM-1", "PM-6", "PM-30", "PM-32", "PM-33", "PM-34", "PM-36", "PM-37", "PM-38",
                "PM-40", "PM-42",
            }  # fmt: skip


# --- orders, rolls, set-ups -----------------------------------------------------------------------


@pytest.mark.clause("PM-30")
@given(at_phase("order"), st.data())
def test_listed_orders_are_all_permutations(match: pp.Match, data: Any) -> None:
    assume(match.state.phase == "order")
    suits = match.state.to_move
    assert {order.suits for order in match.moves()} == set(permutations(suits))
    for order in match.moves():
        assert match.refusal(order) is None
        assert match.game.parse_move(match.state, str(order)) == order
    other = tuple(data.draw(st.lists(st.sampled_from([*SUITS, "hearts"]), max_size=5)))
    if sorted(other) != sorted(suits):
        assert refused(match, Order(other)).clause == "PM-30"


@pytest.mark.clause("PM-10", "PM-31", "PM-60")
@given(matches(), st.dictionaries(WORDS, WORDS, max_size=5), st.data())
def test_rolls_are_parsed_and_impossible_ones_refused(
    match: pp.Match, other: dict[str, str], data: Any
) -> None:
    while not (isinstance(chance := match.to_act, Chance) and chance.dice):
        assume(match.run(1))
    roll = match.dice.draw(match.game, match.state, chance, 0)
    assert match.refusal(roll) is None
    assert match.game.parse_move(match.state, str(roll)) == roll
    changes = {data.draw(st.sampled_from(list(roll.faces))): data.draw(WORDS)} | other
    changed = Roll(roll.faces | changes)
    names = {die.name: die.faces for die in chance.dice}
    possible = changed.faces.keys() == names.keys() and all(
        face in names[die] for die, face in changed.faces.items()
    )
    if possible:
        assert match.refusal(changed) is None
    else:
        assert refused(match, changed).clause in {"PM-10", "PM-11", "PM-31", "PM-60", "PM-73"}
    fewer = roll.faces.drop(data.draw(st.sampled_from(list(roll.faces))))
    assert "missing" in refused(match, Roll(fewer)).text


@pytest.mark.clause("PM-2", "PM-4")
@given(matches(longest=0), st.data())
def test_set_ups_are_parsed_and_impossible_ones_refused(match: pp.Match, data: Any) -> None:
    table, rules = match.game.ruleset, match.game.rules
    dealt = match.dice.draw(match.game, match.state, match.to_act, 0)
    assert match.refusal(dealt) is None
    assert match.game.parse_move(match.state, str(dealt)) == dealt
    squares = st.sampled_from([*table.maze.squares, "zz9"])
    cubes = dict(dealt.cubes)
    for _ in range(data.draw(st.integers(1, 2))):
        if data.draw(st.booleans()):
            cubes.pop(data.draw(st.sampled_from(sorted(cubes))))
        if data.draw(st.booleans()) or not cubes:
            cubes[data.draw(squares)] = data.draw(st.sampled_from([*SUITS, "hearts"]))
    coins = dealt.coins
    if data.draw(st.booleans()):
        coins = coins | {data.draw(WORDS): data.draw(st.sampled_from(FACES))}
    changed = SetUp(FrozenDict(cubes), coins, dealt.powers)
    counts = [list(cubes.values()).count(suit) for suit in SUITS]
    kept = {"suns": "2", "moons": "4", "crowns": "3", "arms": "ace"}
    gone = {"null", "2", "3"} if rules.hard_coins else {"null"}
    possible = (
        counts == [rules.cubes_per_suit] * 4
        and len(cubes) == sum(counts)
        and cubes.keys() <= set(table.free_squares)
        and coins.keys() == set(SUITS)
        and not any(face in gone | {kept[suit]} for suit, face in coins.items())
    )
    if possible:
        assert match.refusal(changed) is None
    else:
        assert refused(match, changed).clause in {"PM-2", "PM-4", "PM-73"}


# --- anything else --------------------------------------------------------------------------------

ANY_MOVE = (
    st.builds(Walk, st.sampled_from(SUITS), st.just(("f5", "f6")))
    | st.builds(Order, st.permutations(SUITS).map(tuple))
    | st.builds(Roll, st.just(FrozenDict(dict.fromkeys((*SUITS, "tie"), "5"))))
    | st.just(SetUp(FrozenDict(), FrozenDict()))
)


@given(matches(), ANY_MOVE | st.sampled_from([None, 3, ("suns", ("f5",)), [], 1.5]))
def test_moves_that_are_not_due_are_refused(match: pp.Match, move: Any) -> None:
    due: type = {
        "setup": SetUp, "roll": Roll, "bonus": Roll, "order": Order, "dice": Roll, "ghosts": Walk,
        "over": type(None), "adjust": Agree, "uses": Roll, "move": Run, "bonus move": Run,
    }[match.state.phase]  # fmt: skip
    if isinstance(move, due) and move is not None:
        return
    if match.state.phase == "over":
        assert match.refusal(move).clause == "PM-68"  # type: ignore[union-attr]
        with pytest.raises(pp.BadInput, match="the game is over"):
            match.play(move)
        return
    refused(match, move)


def test_the_tie_break_by_lot_has_every_order_of_the_suits() -> None:
    assert sorted(TIES) == sorted("-".join(order) for order in permutations(SUITS))
