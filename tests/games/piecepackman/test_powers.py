"""The fourteen powers of the ghosts (PM-73): what each allows, what it costs, and refusals."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.lattice import edge
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.games.piecepackman.powers import ABILITIES
from piecepack_nb.games.piecepackman.rules import POWERS, power_clause
from piecepack_nb.games.piecepackman.state import Drop, Gift, PowerWalk
from tests.games.piecepackman.helpers import POCKET, event, events, refused, roll, table
from tests.games.piecepackman.random_play import matches_of


def suns(power: str, where: str, face: str, more: str = "", **options: Any) -> pp.Match:
    """Return a match in which the suns ghost has one use of its power, and moves alone."""
    entries = {
        "piecepackman": "f4 W",
        "phase": "ghosts",
        "ghosts": f"suns {where} uses 1",
        "dice": f"suns {face}",
        "to_move": "suns",
        "cubes": "moons j9",
    }
    for line in filter(None, more.splitlines()):
        name, _, value = line.partition(": ")
        entries[name] = f"{entries[name]}, {value}" if name == "ghosts" else value
    written = "\n".join(f"{name}: {value}" for name, value in entries.items())
    return table(written, powers="chosen", suns_power=power, **options)


def powered(match: pp.Match) -> list[str]:
    """Return the moves that use the power, as text."""
    return [str(move) for move in match.moves() if isinstance(move, PowerWalk)]


# --- The uses ------------------------------------------------------------------------------------


@pytest.mark.clause("PM-73")
def test_each_ghost_rolls_the_uses_of_its_power_at_the_start():
    match = pp.Match(pp.game("piecepackman", powers="chosen"), seed=1)
    match.run(1)
    assert match.state.phase == "uses"
    steps = match.play("roll null ace 3 5")
    assert [ghost.uses for ghost in match.state.ghosts.values()] == [0, 1, 3, 5]
    assert {step.event.clause for step in steps} == {"PM-73"}
    assert match.state.phase == "roll"


@pytest.mark.clause("PM-73")
def test_drawn_powers_are_all_different():
    game = pp.game("piecepackman", powers="drawn")
    for seed in range(20):
        dealt = game.chance_move(game.initial_state(), seeded_pick(seed))
        assert len(set(dealt.powers.values())) == 4
        assert set(dealt.powers.values()) <= set(POWERS)
        assert game.parse_move(game.initial_state(), str(dealt)) == dealt
        for powers, words in (
            (dealt.powers | {"suns": dealt.powers["arms"]}, "the same power"),
            (dealt.powers | {"suns": "luck"}, "'luck'"),
            (dealt.powers.drop("suns"), "a power for each"),
        ):
            refusal = game.refusal(game.initial_state(), dealt._replace(powers=powers))
            assert (refusal.clause, words in refusal.text) == ("PM-73", True)


@pytest.mark.clause("PM-73")
@pytest.mark.parametrize(("bonus", "square"), [(True, "a4"), (False, "d4")])
def test_with_powers_he_adds_the_most_cubes_of_one_suit(bonus, square):
    written = "piecepackman: f4 W\nstash: moons 3, arms 2\ncubes: suns a4, moons j9"
    match = table(written, powers="chosen", power_bonus=bonus)
    roll(match, suns=2)
    assert match.state.square == square


@pytest.mark.clause("PM-73")
def test_a_use_is_spent_and_undone_with_its_move():
    match = suns("portal", "b5", "3")
    match.play("suns! b5-i5-j4" if "suns! b5-i5-j4" in powered(match) else powered(match)[0])
    assert match.state.ghosts["suns"].uses == 0
    match.undo()
    assert match.state.ghosts["suns"].uses == 1


@pytest.mark.clause("PM-73")
def test_a_power_without_a_use_left_is_refused():
    match = suns("walls", "a9", "ace", "ghosts: moons j1")
    state = match.state
    state = state.put("suns", state.ghosts["suns"]._replace(uses=0))
    other = pp.Match(match.game, position=state)
    refusal = refused(other, "suns! a9-b9")
    assert (refusal.clause, "no use" in refusal.text) == ("PM-73a", True)
    plain = table("phase: ghosts\nghosts: suns a9\ndice: suns ace\nto_move: suns\ncubes: moons j9")
    assert refused(plain, "suns! a9-b9").clause == "PM-73"


@pytest.mark.clause("PM-73")
def test_a_move_that_needs_no_power_cannot_use_it():
    refusal = refused(suns("walls", "a9", "ace"), "suns! a9-a10")
    assert (refusal.clause, "doesn't need it" in refusal.text) == ("PM-73a", True)


@pytest.mark.clause("PM-73", "PM-37")
def test_a_ghost_that_can_move_only_by_its_power_may_stay():
    match = suns("walls", "e6", "2", "ghosts: moons e5, crowns f6, arms f5")
    moves = [str(move) for move in match.moves()]
    assert moves[0] == "suns e6"
    assert all(move.startswith("suns!") for move in moves[1:])
    steps = match.play("suns e6")
    assert event(steps, "ghost stays").clause == "PM-73"
    assert match.state.phase == "roll"


# --- Each power ----------------------------------------------------------------------------------

LEGAL: dict[str, tuple[tuple[str, ...], str, str]] = {
    "walls": (("a9", "2"), "suns! a9-b9-c9", "ghost steps"),
    "stockpile": (("d5", "ace"), "suns! d5-e5", "cubes banked"),
    "any-cube": (("j10", "ace"), "suns! j10-j9", "ghost takes cube"),
    "shortcut": (("d5", "4"), "suns! d5-e5-f5-f6-g6", "ghost steps"),
    "portal": (("b5", "2"), "suns! b5-i5-h5", "ghost portal"),
    "teleport": (("a10", "ace"), "suns! a10-j10", "ghost steps"),
    "ace-wall": (("a9", "ace"), "suns! a9-b9", "ghost steps"),
    "attack": (("g4", "ace"), "suns! g4-f4", "attack"),
}


@pytest.mark.clause("PM-73a", "PM-73c", "PM-73e", "PM-73f", "PM-73h", "PM-73i", "PM-73k", "PM-73n")
@pytest.mark.parametrize("power", LEGAL)
def test_a_power_allows_what_it_says(power):
    (where, face), move, kind = LEGAL[power]
    match = suns(power, where, face, "ghosts: moons j1, crowns j2, arms j3\nstash: suns 1")
    without = move.replace("!", "")
    if power not in ("any-cube", "attack"):
        assert match.refusal(without) is not None
    steps = match.play(move)
    assert steps[0].event.clause == power_clause(power)
    assert ABILITIES[power] in steps[0].event.text
    assert kind in [each.event.kind for each in steps]
    assert match.state.ghosts["suns"].uses == 0 or match.state.ghosts["suns"].waits


REFUSED = [
    ("walls", "c5", "ace", "suns! c5-c4", None, ""),
    ("walls", "d6", "2", "suns! d6-e6-e5", "PM-36", "e6 is in the ghost house"),
    ("teleport", "a10", "ace", "suns! a10-j1", "PM-33", "the moons ghost is on j1"),
    ("walls", "a9", "2", "suns! a9-b9", "PM-73a", "no such walk"),
    ("stockpile", "d5", "ace", "suns! d5-c5", "PM-73c", "doesn't need it"),
    ("shortcut", "d5", "ace", "suns! d5-e5", "PM-73f", "no such walk"),
    ("teleport", "a9", "ace", "suns! a9-j1", "PM-32", "not one step"),
    ("ace-wall", "a9", "2", "suns! a9-b9-c9", "PM-73n", "no such walk"),
    ("pass", "d4", "ace", "suns! d4-e4", "PM-73j", "no such walk"),
    ("attack", "g4", "ace", "suns! g4-h4", "PM-73k", "doesn't need it"),
    ("boost", "a9", "ace", "suns! a9-a8-a7", "PM-73l", "no such walk"),
    ("give", "a9", "ace", "suns! a9-a8", "PM-73d", "doesn't say what"),
    ("give", "a9", "ace", "suns! a9-a8 give moons 2 suns", "PM-73d", "would hold no cube"),
    ("give", "a9", "ace", "suns! a9-a8 give suns 1 suns", "PM-73d", "not to suns"),
    ("drop", "a9", "ace", "suns! a9-a8 drop suns c4", "PM-73m", "would hold no cube"),
    ("plunder", "g4", "ace", "suns! g4-f4 take moons", "PM-73g", "only when it attacks"),
    ("plunder", "g4", "ace", "suns! g4-f4 drop suns c4", "PM-73g", "it can't drop"),
]


@pytest.mark.clause("PM-73", *(power_clause(power) for power in POWERS))
@pytest.mark.parametrize(("power", "where", "face", "move", "clause", "words"), REFUSED)
def test_what_a_power_does_not_allow_is_refused(power, where, face, move, clause, words):
    match = suns(power, where, face, "ghosts: moons j1, crowns e4, arms j3\nstash: suns 1, moons 1")
    if clause is None:
        assert match.refusal(move) is None
        return
    refusal = refused(match, move)
    assert (refusal.clause, words in refusal.text) == (clause, True), refusal
    assert "use" in refusal.text or refusal.clause < "PM-70" or "give cubes to" in refusal.text


@pytest.mark.clause("PM-73a", "PM-73b", "PM-36")
@pytest.mark.parametrize("power", ["walls", "own-walls"])
def test_walls_are_crossed_on_the_board_and_not_into_the_house(power):
    match = suns(power, "c8", "3", "ghosts: moons j1, crowns j2, arms j3")
    maze = match.game.ruleset.maze
    suits = {
        wall: suit
        for stick, suit in zip(maze.sticks, maze.stick_suits, strict=True)
        for wall in stick.edges
    }
    moves = [move for move in match.moves() if isinstance(move, PowerWalk)]
    assert moves
    for move in moves:
        crossed = [
            (here, to) for here, to in pairwise(move.path) if to not in maze.exits[here].values()
        ]
        assert crossed
        assert not maze.house.intersection(move.path)
        if power == "own-walls":
            for here, to in crossed:
                ways = [suits.get(edge(here, way)) for way in "NESW"
                        if edge(here, way) in {edge(to, back) for back in "NESW"}]  # fmt: skip
                assert ways == ["suns"]


@pytest.mark.clause("PM-73c")
def test_banked_cubes_are_safe_and_count_at_the_end():
    match = suns("stockpile", "d5 3 cubes", "ace", "ghosts: moons j1, crowns j2, arms j3")
    match.play("suns! d5-e5")
    ghost = match.state.ghosts["suns"]
    assert (ghost.cubes, dict(ghost.banked), ghost.total) == (0, {"suns": 3}, 3)
    assert not match.game.ruleset.dangerous(match.state, "suns")
    assert match.game.from_json(match.game.to_json(match.state)) == match.state


@pytest.mark.clause("PM-73d")
@pytest.mark.parametrize(
    ("move", "first"),
    [("suns! a9-a8 give moons 2 suns", False), ("suns! give moons 2 suns a9-a8", True)],
)
def test_cubes_given_keep_their_suit(move, first):
    match = suns("give", "a9 3 cubes", "ace", "ghosts: moons j1")
    steps = match.play(move)
    kinds = [each.event.kind for each in steps]
    assert (kinds.index("cubes given") < kinds.index("ghost steps")) == first
    assert match.state.ghosts["suns"].cubes == 1
    moons = match.state.ghosts["moons"]
    assert (moons.cubes, dict(moons.others), moons.total) == (0, {"suns": 2}, 2)
    assert not match.game.ruleset.dangerous(match.state, "moons")


@pytest.mark.clause("PM-73e", "PM-19")
def test_cubes_of_another_suit_go_to_him_with_the_ghost():
    match = suns("any-cube", "j10", "ace", "cubes: moons j9, arms j1")
    match.play("suns! j9")
    assert dict(match.state.ghosts["suns"].others) == {"moons": 1}
    assert match.state.phase == "roll"
    caught = table("piecepackman: f4 W\nghosts: suns e4 2 moons\ncubes: arms d4, arms j9",
                   powers="chosen")  # fmt: skip
    roll(caught, arms=2)
    assert caught.state.stash["moons"] == 2
    assert not caught.state.ghosts["suns"].others


@pytest.mark.clause("PM-73g", "PM-41")
def test_plunder_takes_one_more_suit_with_the_attack():
    more = "ghosts: moons j1\nstash: moons 2, arms 1, suns 1"
    match = suns("plunder", "g4 2 cubes", "ace", more)
    assert powered(match) == ["suns! g4-f4 take moons", "suns! g4-f4 take arms"]
    steps = match.play("suns! f4 take moons")
    assert events(steps, "cubes looted") == [("PM-73g", "cubes looted")]
    assert match.state.ghosts["suns"].cubes == 3
    assert dict(match.state.ghosts["suns"].others) == {"moons": 2}
    assert match.state.stash["arms"] == 1


@pytest.mark.clause("PM-73j", "PM-33")
def test_a_ghost_passes_through_another_one_but_does_not_end_on_it():
    match = suns("pass", "d4", "2", "ghosts: moons c4")
    moves = [move for move in match.moves() if isinstance(move, PowerWalk)]
    assert [move.path for move in moves if move.path[1] == "c4"]
    assert all(move.path[-1] != "c4" and "c4" in move.path for move in moves)


@pytest.mark.clause("PM-73j", "PM-68")
def test_the_last_cube_under_another_ghost_ends_the_level_there():
    match = suns("pass", "d4", "2", "ghosts: moons c4\ncubes: suns c4")
    match.play("suns! d4-c4-b4")
    assert (match.state.phase, match.state.ghosts["suns"].square) == ("over", "c4")
    assert match.game.from_json(match.game.to_json(match.state)) == match.state


@pytest.mark.clause("PM-73l")
@pytest.mark.parametrize(("face", "lengths"), [("2", {3, 4}), ("null", {1, 2})])
def test_cubes_add_steps(face, lengths):
    match = suns("boost", "a9 2 cubes", face)
    assert {len(m.path) - 1 for m in match.moves() if isinstance(m, PowerWalk)} == lengths


@pytest.mark.clause("PM-73m", "PM-2")
def test_a_cube_is_dropped_on_a_free_square_only():
    match = suns("drop", "a9 1 cube", "ace", "ghosts: moons c4")
    assert "isn't free" in refused(match, "suns! a9-a8 drop suns c4").text
    assert "isn't free" in refused(match, "suns! a9-a8 drop suns a1").text
    match.play("suns! a9-a8 drop suns d4")
    assert match.state.cubes["d4"] == "suns"
    assert match.state.ghosts["suns"].cubes == 0


@pytest.mark.clause("PM-73m", "PM-2")
def test_a_cube_is_dropped_where_the_walk_took_one():
    match = suns("drop", "a9", "2", "ghosts: moons j1\ncubes: suns a8, moons j9")
    assert "isn't free" in refused(match, "suns! a9-a8-a7 drop suns j9").text
    match.play("suns! a9-a8-a7 drop suns a8")
    assert match.state.cubes["a8"] == "suns"
    assert match.state.ghosts["suns"].cubes == 0
    landing = suns("drop", "a9", "2", "cubes: suns a8, moons j9", ghost_collects="land")
    assert "would hold no cube" in refused(landing, "suns! a9-a8-a7 drop suns a8").text


@pytest.mark.clause("PM-68", "PM-73d", "PM-73m")
@pytest.mark.parametrize(
    ("power", "deed"), [("drop", "drop suns c4"), ("give", "give moons 1 suns")]
)
def test_nothing_is_dropped_or_given_after_the_last_cube(power, deed):
    match = suns(power, "a9 1 cube", "ace", "ghosts: moons j1\ncubes: suns a8")
    refusal = refused(match, f"suns! a9-a8 {deed}")
    assert refusal.clause == power_clause(power)
    assert "this walk takes the last cube and ends the level" in refusal.text
    assert not any("a8 drop" in move or "a8 give" in move for move in powered(match))
    match.play("suns a9-a8")
    assert match.state.phase == "over"


@pytest.mark.clause("PM-35", "PM-73d")
def test_a_cube_under_a_ghost_counts_only_once_it_is_entered():
    match = suns("give", "a9", "2", "ghosts: moons j1\ncubes: suns a9, moons j9")
    assert "would hold no cube" in refused(match, "suns! a9-a8-a7 give moons 1 suns").text


@pytest.mark.clause("PM-73i", "PM-34")
def test_a_ghost_teleports_between_corners_that_a_portal_joins():
    drawing = POCKET.replace("1 | $A  P       $C|", "1   $A  P       $C ")
    match = suns("teleport", "a1", "2", "piecepackman: b1 W\nghosts: moons b3\ncubes: moons b4",
                 maze=drawing, cubes_per_suit=1)  # fmt: skip
    assert event(match.play("suns! a1-d1-d2"), "power used").clause == "PM-73i"
    assert [step.event.clause for step in match.steps if step.event.kind == "ghost steps"] == [
        "PM-73i", "PM-32",
    ]  # fmt: skip
    match.undo()
    assert event(match.play("suns a1-d1"), "ghost portal").clause == "PM-34"


# --- Positions and the table ---------------------------------------------------------------------


@pytest.mark.clause("PM-73")
@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("ghosts: suns a9 uses 9", "a whole number from 0 to 5"),
        ("ghosts: suns a9 7 moons\ncubes: arms j9", "at most 6"),
        ("phase: adjust", "expected setup, uses, roll"),
    ],
)
def test_an_impossible_position_with_powers_is_refused(written, message):
    with pytest.raises(BadInput, match=message):
        table(f"cubes: arms j9\n{written}" if "cubes" not in written else written, powers="chosen")
    with pytest.raises(BadInput, match=r"ghosts\.suns\.power is ''; expected a power"):
        table("phase: uses\ncubes: arms j9", powers="drawn")


@pytest.mark.clause("PM-73")
def test_powers_are_shown_and_used_at_the_table():
    match = suns("drop", "a9 1 cube", "ace")
    game, view = match.game, match.game.view
    spots = {spot.id: spot for spot in view.spots(game, match.state, ())}
    assert spots["power"].name == "Use its power, drop (1 left)"
    draft = view.pick(game, match.state, (), "power", None, False)
    draft = view.pick(game, match.state, draft, "a8", None, False)
    assert draft == ("!", "a9", "a8", "=")
    made = view.pick(game, match.state, draft, "d4", None, False)
    assert str(made.move) == "suns! a9-a8 drop suns d4"
    labels = [piece.label for piece in view.scene(game, match.state).pieces]
    assert "drop" in labels


@pytest.mark.clause("PM-73d")
def test_a_gift_is_chosen_at_the_table():
    match = suns("give", "a9 2 cubes", "ace")
    game, view, draft = match.game, match.game.view, ()
    for spot in ("power", "a8", "order:moons"):
        draft = view.pick(game, match.state, draft, spot, None, False)
    names = [spot.name for spot in view.spots(game, match.state, draft) if spot.area == "stash"]
    assert "Give 2 suns after" in names
    parts = [draft]
    while parts[-1]:
        parts.append(view.step_back(parts[-1]))
    assert parts[1:] == [("!", "a9", "a8", "="), ("!", "a9"), ()]
    assert "with its power" in view.prompt(game, match.state, parts[2])[0]
    assert view.pick(game, match.state, draft, "order:moons", None, False) == parts[1]
    other = view.pick(game, match.state, draft, "order:arms", None, False)
    assert view.pick(game, match.state, other, "order:moons", None, False) == draft
    made = view.pick(game, match.state, draft, "bundle after 2 suns", None, False)
    assert made.move.deed == Gift("moons", made.move.deed.cubes)


# --- Any game with powers ------------------------------------------------------------------------


@given(matches_of("together", "against", "race", powers="drawn"), st.data())
def test_every_listed_move_is_accepted_and_written_both_ways(match: pp.Match, data: Any) -> None:
    assume(match.to_act is not None)
    while match.state.phase != "ghosts" and match.to_act is not None:
        match.run(1)
    moves = list(match.moves())
    assume(moves)
    assert len(set(moves)) == len(moves)
    some = data.draw(st.lists(st.sampled_from(moves), max_size=12))
    for move in [*some, *[each for each in moves if isinstance(each, PowerWalk)][:8]]:
        assert match.refusal(move) is None
        assert match.game.parse_move(match.state, str(move)) == move
        after = list(match.game.play(match.state, move))[-1].state
        assert match.game.from_json(match.game.to_json(after)) == after


@given(matches_of("together", "race", powers="drawn"), st.data())
def test_every_other_powered_move_is_refused_with_its_clause(match: pp.Match, data: Any) -> None:
    while match.state.phase != "ghosts" and match.to_act is not None:
        match.run(1)
    assume(match.to_act is not None)
    squares = st.sampled_from(match.game.ruleset.maze.squares)
    suit = st.sampled_from(SUITS)
    deed = st.none() | st.builds(Drop, suit, squares)
    here = match.state.ghosts[match.state.to_move[0]].square
    path = st.lists(squares, max_size=4).map(lambda rest: (here, *rest))
    move = data.draw(st.builds(PowerWalk, suit | st.just(match.state.to_move[0]), path, deed))
    listed = move in list(match.moves())
    refusal = match.refusal(move)
    assert (refusal is None) == listed
    assert refusal is None or match.game.rulebook[refusal.clause]
