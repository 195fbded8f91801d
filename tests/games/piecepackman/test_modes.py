"""Piecepackman against ghosts (PM-74), the cube race (PM-75), and who plays which ghosts (PM-7)."""

from __future__ import annotations

import json
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.load import from_record
from piecepack_nb.core.record import to_record
from piecepack_nb.core.steps import IllegalMove
from piecepack_nb.games.piecepackman.board_modes import player_name
from piecepack_nb.games.piecepackman.state import Run
from tests.games.piecepackman.helpers import event, events, him, path_of, refused, roll, table
from tests.games.piecepackman.reference import Reference

# --- Who plays which ghosts (PM-7) ---------------------------------------------------------------


@pytest.mark.clause("PM-7", "PM-70", "PM-74", "PM-75")
@pytest.mark.parametrize(
    ("options", "teams", "seats"),
    [
        ({}, 1, ("suns", "moons", "crowns", "arms")),
        ({"players": 2}, 2, ("suns", "moons", "crowns", "arms")),
        ({"players": 4}, 4, ("suns", "moons", "crowns", "arms")),
        ({"players": 3}, 3, ("suns", "moons", "crowns")),
        ({"mode": "against", "players": 3}, 1, ("piecepackman", "ghosts")),
        ({"mode": "race", "players": 2}, 2, ("suns and crowns", "moons and arms")),
        ({"mode": "race", "players": 3}, 3, ("suns", "moons", "crowns")),
        ({"mode": "race"}, 4, ("suns", "moons", "crowns", "arms")),
    ],
)
def test_each_player_has_their_ghosts(options, teams, seats):
    ruleset = pp.game("piecepackman", **options).ruleset
    assert (len(ruleset.teams), ruleset.seats) == (teams, seats)
    assert sorted(sum(ruleset.teams, ())) == sorted(ruleset.suits)


@pytest.mark.clause("PM-7")
def test_the_table_names_the_player_of_a_ghost():
    written = "phase: ghosts\nghosts: suns j10\ndice: suns 3, moons 2\ncubes: moons j9"
    match = table(written, players=2)
    prompt, _ = match.game.view.prompt(match.game, match.state, ())
    assert prompt.startswith("Player 1: move the suns ghost 3 steps")
    assert player_name(match.game.ruleset, "moons") == "Player 2"
    labels = {
        piece.id: piece.label for piece in match.game.view.scene(match.game, match.state).pieces
    }
    assert [labels[f"player-{suit}"] for suit in match.game.seats] == ["1", "2", "1", "2"]


# --- Piecepackman against ghosts: his turn (PM-74) -----------------------------------------------

FREE = "piecepackman: f4 W\ncubes: suns e4, moons j9"


def against(written: str, **options: Any) -> pp.Match:
    return table(written, mode="against", **options)


@pytest.mark.clause("PM-74")
def test_his_null_and_ace_count_0_and_1_and_he_has_one_extra_life():
    match = against(FREE)
    assert match.state.extra_lives == 1
    roll(match, suns="ace")
    assert (match.state.phase, match.state.points, match.to_act.name) == ("move", 1, "piecepackman")
    match = against(FREE)
    assert event(roll(match), "he stays").clause == "PM-74"
    assert match.state.phase == "dice"


@pytest.mark.clause("PM-74", "PM-15")
def test_his_player_moves_him_at_the_cost_of_steps_and_quarter_turns():
    match = against(FREE)
    roll(match, suns=3)
    steps = match.play("piecepackman f4-e4-d4-c4")
    assert path_of(steps) == "e4 d4 c4"
    assert him(match) == "c4 W"
    assert match.state.stash["suns"] == 1


@pytest.mark.clause("PM-74", "PM-17")
def test_points_too_few_for_a_step_can_turn_him():
    match = against("piecepackman: a2 S\ncubes: suns a10, moons j9")
    roll(match, suns=2)
    assert "piecepackman a2-a1 E" in map(str, match.moves())
    steps = match.play("piecepackman a1 E")
    assert events(steps, "step", "quarter turn") == [("PM-15", "step"), ("PM-15", "quarter turn")]
    assert him(match) == "a1 E"


@pytest.mark.clause("PM-74")
@pytest.mark.parametrize(
    ("move", "clause", "words"),
    [
        ("piecepackman f4-g4-h4", "PM-15", "the step from g4 to h4 costs 1, and he has 0 left"),
        ("piecepackman f4-g4-g3", "PM-6", "matchstick between g4 and g3"),
        ("piecepackman f4-e4-e5", "PM-23", "e5 is in the ghost house"),
        ("piecepackman f4-e4-d4-d5", "PM-15", "costs 2, and he has 1 left"),
        ("piecepackman f4-e4", "PM-17", "2 points left on e4 and must use them"),
        ("piecepackman e4-d4", "PM-74", "Piecepackman is on f4, but this path starts on e4"),
        ("piecepackman f4-a1", "PM-15", "is not one step"),
        ("piecepackman f4-e4-d4-c4 N", "PM-15", "turning to the north on c4 costs 1"),
        ("suns f5-f6", "PM-74", "must wait: Piecepackman's player must move him"),
        ("order suns moons crowns arms", "PM-74", "must wait"),
    ],
)
def test_what_he_cannot_do_is_refused_by_its_clause(move, clause, words):
    match = against(FREE)
    roll(match, suns=3)
    refusal = refused(match, move)
    assert (refusal.clause, words in str(refusal)) == (clause, True), refusal
    with pytest.raises(IllegalMove):
        match.play(move)


@pytest.mark.clause("PM-15")
def test_a_heading_that_there_is_none_is_refused():
    match = against(FREE)
    roll(match, suns=3)
    path = match.moves()[-1].path
    refusal = match.refusal(Run(path, "X"))
    assert refusal.clause == "PM-15"
    assert refusal.text == f"there is no heading 'X' on {path[-1]}, only N, E, S, W"


@pytest.mark.clause("PM-23", "PM-74")
def test_the_house_is_closed_to_him():
    match = against("piecepackman: d5 E\ncubes: suns a10, moons j9\nghosts: arms a1")
    roll(match, suns=3)
    assert refused(match, "piecepackman d5-e5-e6").clause == "PM-23"


@pytest.mark.clause("PM-74", "PM-50")
def test_equal_cubes_make_a_ghost_dangerous_and_entering_its_square_is_its_attack():
    match = against("piecepackman: f4 W\nghosts: suns d4\ncubes: suns a10, moons j9")
    roll(match, suns=3)
    steps = match.play("piecepackman f4-e4-d4")
    assert events(steps, "attack", "eat") == [("PM-74", "attack")]
    assert (match.state.extra_lives, match.state.phase, match.turn) == (0, "roll", 2)
    other = against("piecepackman: f4 W\nghosts: suns d4\ncubes: suns a10", dangerous_from=1)
    roll(other, suns=3)
    assert event(other.play("piecepackman d4"), "eat").data["suit"] == "suns"


@pytest.mark.clause("PM-74")
def test_his_turn_ends_when_he_has_eaten_a_ghost():
    match = against("piecepackman: f4 W\nstash: suns 1\nghosts: suns d4\ncubes: suns a10")
    roll(match, suns=5)
    assert refused(match, "piecepackman f4-e4-d4-c4").clause == "PM-74"
    assert refused(match, "piecepackman f4-e4-d4 N").clause == "PM-74"
    match.play("piecepackman f4-e4-d4")
    assert match.state.phase == "dice"
    assert "suns" not in match.state.to_move


@pytest.mark.clause("PM-74", "PM-60")
def test_he_need_not_enter_a_ghosts_square_but_stops_before_it():
    match = against("piecepackman: f4 W\nghosts: suns d4\ncubes: suns a10, moons j9")
    roll(match, suns=2)
    assert "piecepackman f4-e4 W" in map(str, match.moves())


@pytest.mark.clause("PM-60", "PM-61", "PM-62", "PM-74")
def test_his_player_also_moves_him_on_the_bonus_roll():
    match = against("piecepackman: b10 W\ncubes: suns j9\ncoins: crowns 4")
    roll(match, suns="ace")
    assert match.play("piecepackman a10")[-1].event.clause == "PM-60"
    roll(match, suns=2)
    assert match.state.phase == "bonus move"
    steps = match.play("piecepackman a10-a9-a8 E")
    assert event(steps, "coin shown").clause == "PM-62"
    assert {step.event.clause for step in steps if step.event.kind == "quarter turn"} == {"PM-61"}
    assert (match.state.phase, match.state.hunger) == ("dice", 4)


@pytest.mark.clause("PM-66", "PM-74")
def test_a_second_coin_does_not_end_immunity():
    written = "piecepackman: b10 W\nhunger: 1\nghosts: suns g4 immune\ncubes: suns j9\n"
    match = against(written + "coins: crowns 4")
    roll(match, suns="ace")
    steps = match.play("piecepackman a10 W")
    assert match.state.ghosts["suns"].immune
    assert match.state.hunger == 5
    assert event(steps, "coin shown").clause == "PM-66"


@pytest.mark.clause("PM-74")
def test_a_coin_is_lost_if_he_is_attacked_in_the_same_movement():
    match = against("piecepackman: b10 W\nghosts: suns a9\ncubes: suns j9\ncoins: crowns 4")
    roll(match, suns=5)
    match.play("piecepackman b10-a10-a9")
    assert [coin.suit for coin in match.state.discarded] == ["crowns"]
    assert match.game.from_json(match.game.to_json(match.state)) == match.state


@pytest.mark.clause("PM-74", "PM-30")
def test_the_ghosts_move_in_any_order_without_agreeing_on_one():
    written = "piecepackman: a1 N\nphase: dice\nghosts: suns j10, moons j1, crowns g6"
    match = against(f"{written}\ncubes: moons j9")
    match.play("roll 3 2 ace null")
    assert match.to_act.name == "ghosts"
    assert {walk.suit for walk in match.moves()} == {"suns", "moons", "crowns"}
    match.play("crowns h6")
    assert "had its move" in refused(match, "crowns h6-g6").text
    match.play("suns j7")
    assert match.state.phase == "ghosts"
    match.play("moons j3")
    assert (match.state.phase, match.turn) == ("roll", 2)


@pytest.mark.clause("PM-74", "PM-69")
@pytest.mark.parametrize(("cubes", "winner"), [(1, "piecepackman"), (2, "ghosts")])
def test_equal_cubes_win_for_him(cubes, winner):
    match = against(f"piecepackman: f4 W\nghosts: moons {cubes} cubes\ncubes: suns e4")
    roll(match, suns="ace")
    match.play("piecepackman e4")
    assert (match.result.winners, match.result.clause) == ((winner,), "PM-74")
    assert match.game.payoff(match.result, winner) == 1.0


@pytest.mark.clause("PM-74", "PM-41")
def test_the_last_life_wins_for_the_ghosts():
    match = against("piecepackman: f4 W\nphase: ghosts\nextra_lives: 0\nghosts: suns g4\n"
                    "dice: suns ace\ncubes: moons j9\nto_move: suns")  # fmt: skip
    match.play("suns f4")
    assert match.result.winners == ("ghosts",)


@pytest.mark.clause("PM-68", "PM-74", "PM-41")
@pytest.mark.parametrize(
    ("last", "lives", "winners"),
    [("cubes: moons e4", 1, ("ghosts",)), ("cubes: arms e4\nstash: moons 9", 1, ("piecepackman",)),
     ("cubes: moons e4", 0, ("ghosts",))],
)  # fmt: skip
def test_an_attack_on_the_square_of_the_last_cube_ends_the_level(last, lives, winners):
    written = f"piecepackman: f4 W\nextra_lives: {lives}\nghosts: suns e4 2 cubes\nstash: suns 1\n"
    if "stash" in last:
        written = written.replace("stash: suns 1\n", "").replace("suns e4 2", "suns e4 1")
    match = against(written + last.replace("moons 9", "moons 5"))
    roll(match, suns=2)
    steps = match.play("piecepackman f4-e4")
    kinds = [step.event.kind for step in steps]
    assert kinds.index("cube taken") < kinds.index("attack")
    assert (match.state.phase, match.state.extra_lives) == ("over", lives - 1)
    assert match.result.winners == winners
    assert_the_end_is_the_same_everywhere(match)


@pytest.mark.clause("PM-68", "PM-74", "PM-66")
def test_an_attack_on_the_square_of_the_last_coin_ends_the_level():
    match = against("piecepackman: b10 W\nghosts: suns a10\ncoins: crowns 4")
    roll(match, suns=5)
    match.play("piecepackman b10-a10")
    assert [coin.suit for coin in match.state.discarded] == ["crowns"]
    assert "nothing is left on the board: the level ends" in str(match.steps[-1])
    assert_the_end_is_the_same_everywhere(match)


@pytest.mark.clause("PM-18", "PM-41", "PM-68")
@pytest.mark.parametrize(("more", "phase"), [(", moons j9", "roll"), ("", "over")])
def test_a_life_that_starts_on_a_cube_takes_it(more, phase):
    """By the rules no cube is there (PM-2), but a position can have one."""
    match = table("piecepackman: a1 N\nphase: ghosts\ndice: suns ace\nto_move: suns\n"
                  f"ghosts: suns a2 1 cube\ncubes: arms f4{more}")  # fmt: skip
    steps = match.play("suns a1")
    assert event(steps, "cube taken").data["square"] == "f4"
    assert (match.state.stash["arms"], match.state.phase) == (1, phase)
    assert match.game.from_json(match.game.to_json(match.state)) == match.state


def assert_the_end_is_the_same_everywhere(match: pp.Match) -> None:
    """Positions, saves, later rules and the play itself say that the level is over."""
    game, state = match.game, match.state
    assert (state.phase, match.to_act, match.moves()) == ("over", None, ())
    assert game.from_json(json.loads(json.dumps(game.to_json(state)))) == state
    assert game.position(game.to_json(state)) == state
    assert from_record(to_record(match)).result == match.result
    assert match.onward(match.cursor, against_null=3).result == match.result
    assert match.under(against_null=3).result == match.result
    assert pp.Match(game, position=state).result == match.result


@pytest.mark.clause("PM-15", "PM-17", "PM-61", "PM-74")
@pytest.mark.parametrize("place", ["f4 W", "a2 S", "e7 N", "b5 W", "j1 E", "d9 S"])
@pytest.mark.parametrize("hunger", ["", "\nhunger: 1"])
@pytest.mark.parametrize("face", ["ace", "2", "3"])
def test_his_moves_are_those_that_turns_and_steps_reach(place, hunger, face):
    written = f"piecepackman: {place}\nghosts: suns e4, moons d7\nstash: moons 1{hunger}"
    match = against(f"{written}\ncubes: arms j9")
    roll(match, suns=face)
    listed = [(run.path, run.heading) for run in match.moves()]
    assert len(set(listed)) == len(listed)
    assert set(listed) == Reference(match.game, match.game.to_json(match.state)).runs()
    for move in match.moves():
        assert match.refusal(move) is None
        assert match.game.parse_move(match.state, str(move)) == move
    for path, heading in {(run[0][:-1], run[1]) for run in listed if len(run[0]) > 1} - set(listed):
        assert match.refusal(Run(path, heading)).clause in {"PM-15", "PM-17", "PM-61"}


# --- The cube race (PM-75) -----------------------------------------------------------------------


def race(written: str, **options: Any) -> pp.Match:
    return table(written, mode="race", **options)


@pytest.mark.clause("PM-75", "PM-2")
def test_cubes_can_be_moved_before_a_race_until_all_agree():
    match = pp.Match(pp.game("piecepackman", mode="race", adjust_cubes=2), seed=3)
    match.run(1)
    cubes = match.state.cubes
    square, suit = next(iter(cubes.items()))
    free = next(each for each in match.game.ruleset.free_squares if each not in cubes)
    second = list(cubes)[1]
    for move, clause, shown in (
        (f"cube {free}-{square}", "PM-75", (free,)),
        (f"cube {square}-{second}", "PM-2", (second,)),
        (f"cube {square}-e5", "PM-2", ("e5",)),
    ):
        refusal = refused(match, move)
        assert (refusal.clause, refusal.squares) == (clause, shown)
    match.play(f"cube {square}-{free}")
    assert (match.state.cubes[free], match.state.adjusts) == (suit, 1)
    assert match.play("agree")[0].event.clause == "PM-75"
    assert (match.state.phase, match.turn, match.state.adjusts) == ("roll", 1, 0)


@pytest.mark.clause("PM-75")
def test_an_attack_costs_no_life_but_everybody_starts_again():
    match = race("piecepackman: a1 N\nphase: ghosts\ndice: suns ace\nghosts: suns a2 3 cubes\n"
                 "stash: suns 2\ncubes: suns j9, moons j7")  # fmt: skip
    steps = match.play("suns a1")
    assert event(steps, "he starts again").clause == "PM-75"
    assert (him(match), match.state.ghosts["suns"].cubes, match.turn) == ("f4 W", 5, 2)


@pytest.mark.clause("PM-75")
def test_the_first_with_all_cubes_of_their_colour_wins():
    match = race("piecepackman: a1 N\nphase: ghosts\ndice: suns ace\nghosts: suns j10 5 cubes\n"
                 "cubes: suns j9, moons j7")  # fmt: skip
    match.play("suns j9")
    assert (match.result.winners, match.result.clause) == (("suns",), "PM-75")


@pytest.mark.clause("PM-75")
def test_with_two_players_the_cubes_of_both_ghosts_count():
    written = "piecepackman: f4 W\nghosts: suns j10 1 cube, crowns 1 cube, moons 2 cubes\n"
    written += "stash: suns 1, moons 1\n"
    match = race(written + "cubes: arms e4", players=2)
    roll(match, arms=2)
    assert match.result.scores == {"suns and crowns": 2, "moons and arms": 2}
    assert match.result.winners == ("suns and crowns", "moons and arms")
    assert match.game.payoff(match.result, "suns and crowns") == 0.0


@pytest.mark.clause("PM-75")
def test_without_a_cube_nobody_wins():
    match = race("piecepackman: f4 W\ncubes: suns e4")
    roll(match, suns=2)
    assert match.result.winners == ()


@pytest.mark.clause("PM-75", "PM-60")
@pytest.mark.parametrize(("face", "hunger"), [("4", 3), ("5", 4)])
def test_a_ghosts_coin_makes_him_hungry_from_his_next_turn(face, hunger):
    match = race("piecepackman: f4 W\nphase: ghosts\ndice: crowns ace\nto_move: crowns\n"
                 f"ghosts: crowns a9\ncoins: crowns {face}\ncubes: suns j9")  # fmt: skip
    steps = match.play("crowns a10")
    assert event(steps, "ghost takes coin").clause == "PM-75"
    assert event(steps, "coin shown").clause == "PM-75"
    assert (match.state.phase, match.state.hunger) == ("roll", hunger)


@pytest.mark.clause("PM-75")
def test_an_ace_that_a_ghost_takes_lasts_one_turn_and_gives_no_life():
    match = race("piecepackman: f4 W\nphase: ghosts\ndice: crowns ace\nto_move: crowns\n"
                 "ghosts: crowns a9\ncoins: crowns ace\ncubes: suns j9")  # fmt: skip
    match.play("crowns a10")
    assert (match.state.hunger, match.state.extra_lives) == (0, 0)


@pytest.mark.clause("PM-75", "PM-36")
def test_a_ghost_leaves_the_coins_of_others():
    match = race("piecepackman: f4 W\nphase: ghosts\ndice: suns ace\nto_move: suns\n"
                 "ghosts: suns a9\ncoins: crowns 4\ncubes: suns j9")  # fmt: skip
    match.play("suns a10")
    assert list(match.state.coins) == ["a10"]


@pytest.mark.clause("PM-75")
def test_a_ghost_leaves_the_house_as_soon_as_it_can():
    match = race(
        "piecepackman: a1 N\nphase: ghosts\ndice: crowns 2\nto_move: crowns\ncubes: suns j9"
    )
    assert {walk.path[-1] for walk in match.moves()}.isdisjoint(match.game.ruleset.house)
    blocked = "piecepackman: a1 N\nphase: ghosts\ndice: crowns 3\nto_move: crowns\ncubes: suns j9\n"
    match = race(blocked + "ghosts: suns a10, moons a9")
    assert refused(match, "crowns f6-f5-f6-e6").clause == "PM-75"
    assert match.refusal("crowns f6-g6-h6-i6") is None


@pytest.mark.clause("PM-75", "PM-73")
def test_a_ghost_that_can_leave_the_house_leaves_it_with_its_power_too():
    written = (
        "piecepackman: a1 N\nphase: ghosts\ndice: crowns ace\nto_move: crowns\n"
        "cubes: suns j9, crowns d4\n"
    )
    written += "ghosts: crowns f6 2 cubes uses 1, suns a10, moons a9"
    for power in ("boost", "portal", "walls", "pass", "give"):
        match = race(written, powers="chosen", crowns_power=power)
        assert {move.path[-1] for move in match.moves()}.isdisjoint(match.game.ruleset.house)
        assert match.refusal("crowns! f6-f5") is not None


@pytest.mark.clause("PM-75", "PM-73")
def test_a_ghost_that_could_leave_the_house_only_by_its_power_may_stay():
    written = "piecepackman: a1 N\nphase: ghosts\ndice: suns ace\nto_move: suns\ncubes: suns j9\n"
    alone = "ghosts: suns f5 uses 1, moons e6, crowns f6, arms a10"
    match = race(written + alone, powers="chosen", suns_power="walls")
    assert str(match.moves()[0]) == "suns f5-e5"
    assert "suns! f5-g5" in map(str, match.moves())
    shut = race(written + alone.replace("arms a10", "arms e5"), powers="chosen", suns_power="walls")
    assert "suns f5" in map(str, shut.moves())
    shut.play("suns f5")
    assert shut.state.ghosts["suns"] == match.state.ghosts["suns"]


@pytest.mark.clause("PM-73d", "PM-75")
@pytest.mark.parametrize(("move", "square"), [
    ("suns! give crowns 1 crowns a9-a8", "a9"), ("suns! a9-a8 give crowns 1 crowns", "a8"),
])  # fmt: skip
def test_a_gift_that_wins_the_race_ends_it_where_the_giver_is_then(move, square):
    match = race("piecepackman: f4 W\nphase: ghosts\ndice: suns ace\nto_move: suns\n"
                 "ghosts: suns a9 uses 1 1 crowns, crowns j1 1 cube\ncubes: moons j9",
                 powers="chosen", suns_power="give")  # fmt: skip
    match.play(move)
    assert (match.state.phase, match.state.ghosts["suns"].square) == ("over", square)
    assert match.result.winners == ("crowns",)
    assert match.game.from_json(match.game.to_json(match.state)) == match.state


@pytest.mark.clause("PM-75")
def test_another_ghost_begins_each_turn():
    match = pp.Match(pp.game("piecepackman", mode="race"), seed=5, seats="greedy")
    match.run(200)
    began = {}
    for played in match.record:
        if str(played.actor.label).startswith("ghosts"):
            state = played.steps[0].state
            began.setdefault(played.turn, state.order[0])
    suits = match.game.seats
    waited = [turn for turn, suit in began.items() if suit != suits[(turn - 1) % 4]]
    assert len(began) > 4
    assert len(waited) < len(began) / 2  # a ghost that waits in the house can't begin
    waiting = race("phase: ghosts\nghosts: suns j10\ndice: suns 2\ncubes: suns j9")
    assert refused(waiting, "moons e6-e5").clause == "PM-75"


# --- Another mode from here on --------------------------------------------------------------------


@pytest.mark.clause("PM-73", "PM-74", "PM-75")
@pytest.mark.parametrize(("mode", "other", "phase"), [
    ("against", "together", "move"), ("against", "race", "move"), ("together", "against", "order"),
    ("race", "against", "adjust"),
])  # fmt: skip
def test_the_mode_changes_at_a_roll_and_not_in_a_phase_of_its_own(mode, other, phase):
    match = pp.Match(pp.game("piecepackman", mode=mode), seed=3, seats="random")
    match.run(60)
    seen = set()
    for played in match.record:
        now = played.steps[-1].state.phase
        if now == "roll":
            later = match.onward(played.end, mode=other)
            assert later.state.phase in (*later.game.ruleset.phases, "over")
        elif now == phase:
            with pytest.raises(pp.BadInput, match="change these rules in phase 'roll'") as caught:
                match.onward(played.end, mode=other)
            words = f"phase is '{phase}', which is no phase where mode is '{other}'"
            assert words in str(caught.value)
            assert "\n" not in str(caught.value)
        seen.add(now)
    assert {"roll", phase} <= seen


# --- Any game of a mode --------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["against", "race"])
@pytest.mark.parametrize("player", ["random", "greedy"])
@pytest.mark.parametrize("seed", range(2))
def test_games_of_a_mode_end(mode, player, seed):
    match = pp.Match(pp.game("piecepackman", mode=mode), seed=seed, seats=player)
    match.run(20_000)
    assert match.result is not None
    assert match.turn < 1000
    assert match.result.clause in {"PM-74", "PM-75"}


@pytest.mark.clause("PM-75")
def test_a_position_of_a_race_that_is_won_says_who_has_won() -> None:
    game = pp.game("piecepackman", mode="race")
    match = pp.Match(game, seed=1, seats="greedy")
    match.run()
    won = game.to_json(match.state)
    assert won["phase"] == "over"
    assert game.position(won) == match.state
    assert match.result is not None
    assert match.result.winners == ("crowns",)
    with pytest.raises(pp.BadInput, match="phase is 'roll'; expected 'over': crowns has all its"):
        game.position({**won, "phase": "roll"})
