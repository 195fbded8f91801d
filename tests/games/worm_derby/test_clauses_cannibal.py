"""Cannibal worms: WD-40 to WD-43, by position."""

from __future__ import annotations

import pytest

from piecepack_nb.core.errors import BadInput
from piecepack_nb.games.worm_derby.geometry.ring import ring
from tests.games.worm_derby.helpers import derby, due, played, refused, straight


def cannibals(suns: str, steps: int = 3, moons: str = "", **others):
    """Return worms of three discs, with the head of suns to the right of (20, 20)."""
    rules = others.pop("rules", {})
    game = derby(length=3, cannibal=True, **rules)
    more = {"moons": moons} if moons else {}
    return due(suns, steps, game=game, **more, **others)


AHEAD = straight(21.4, 20, 180, 3)
"""A worm that looks the suns worm in the face, its head 1.4 inches from (20, 20)."""


def face_to_face(steps=3, **rules):
    return cannibals(straight(20, 20, 0, 3), steps, AHEAD, rules=rules)


@pytest.mark.clause("WD-40")
def test_a_step_eats_an_end():
    game, state = face_to_face()
    bites = ring(game.ruleset, state, "suns", "head").bites
    assert [(bite.seat, bite.end) for bite in bites] == [("moons", "head")]
    assert 0.0 in bites[0].arcs
    steps, after = played(game, state, "suns tail>head 0")
    assert [step.event.kind for step in steps] == ["step", "eaten", "must flee"]
    assert str(steps[1].event) == (
        "The suns worm eats the moons worm's head disc, which leaves it 2 discs. [WD-40]"
    )
    assert len(after.worms["moons"].discs) == 2
    assert after.worms["moons"].end("head") == (22.15, 20)
    assert (after.to_move, after.phase) == ("moons", "roll")


@pytest.mark.clause("WD-40")
def test_eating_ends_the_move():
    game, state = face_to_face()
    refusal = refused(game, state, "suns tail>head 0 0")
    assert (refusal.clause, refusal.text) == ("WD-40", "step 1 eats a disc: that ends the turn")


@pytest.mark.clause("WD-4", "WD-40")
def test_without_cannibals_the_other_worm_is_an_obstacle():
    game = derby(length=3)
    game, state = due(straight(20, 20, 0, 3), 3, game=game, moons=AHEAD)
    assert refused(game, state, "suns tail>head 0").clause == "WD-4"
    assert ring(game.ruleset, state, "suns", "head").bites == ()


@pytest.mark.clause("WD-21", "WD-40")
def test_nobody_has_to_eat():
    """A turn may go by instead; and where eating were the only step, the worm may stay."""
    game, state = face_to_face(2)
    assert refused(game, state, "suns tail>head 60 0") is None
    tiles = [[19.4, 21.4, 0], [19.4, 18.6, 0], [17.1, 20, 0]]
    game, state = cannibals(straight(20, 20, 0, 3), 2, straight(21.4, 20, 180, 3), tiles=tiles)
    for to in ("head", "tail"):
        assert not ring(game.ruleset, state, "suns", to).allowed
    assert refused(game, state, "suns stays") is None
    assert refused(game, state, "suns tail>head 0") is None
    assert "suns stays" in map(str, game.moves(state))
    before = state._replace(phase="roll", steps=0)
    _, after = played(game, before, "roll 2")  # eating is a step, so it isn't stuck
    assert after.phase == "move"


@pytest.mark.clause("WD-40")
def test_only_an_end_is_eaten():
    """A disc in the middle of a worm is in the way, and so is an end together with it."""
    across = "21.4 19.25: 90 90"  # its middle disc on (21.4, 20)
    game, state = cannibals(straight(20, 20, 0, 3), 2, across)
    refusal = refused(game, state, "suns tail>head 0")
    assert refusal.clause == "WD-4"
    assert refusal.squares[-1] == "moons 2"
    assert not any(0.0 in bite.arcs for bite in ring(game.ruleset, state, "suns", "head").bites)
    along = "21.3 20.3: 270 270"  # its head and the disc behind it, both in reach
    game, state = cannibals(straight(20, 20, 0, 3), 2, along)
    refusal = refused(game, state, "suns tail>head 0")
    assert refusal.text == "step 1: the disc would be over the moons worm's disc 2 by 0.04 inches"
    assert not any(0.0 in bite.arcs for bite in ring(game.ruleset, state, "suns", "head").bites)


@pytest.mark.clause("WD-40")
def test_a_disc_over_two_ends_eats_neither():
    game = derby(length=3, cannibal=True, players=3)
    worms = {
        "moons": "21.2 20.45: 60 60",
        "crowns": "21.2 19.55: 300 300",
    }
    game, state = due(straight(20, 20, 0, 3), 2, game=game, **worms)
    refusal = refused(game, state, "suns tail>head 0")
    assert refusal.clause == "WD-40"
    assert refusal.text == (
        "step 1: the disc would be over the moons worm's disc 1 and the crowns worm's disc 1: "
        "a step eats one end only"
    )
    found = ring(game.ruleset, state, "suns", "head")
    assert 0.0 not in found.open
    assert {bite.seat for bite in found.bites} == {"moons", "crowns"}


@pytest.mark.clause("WD-40")
def test_the_overlap_that_eats_is_an_option():
    """To overlap at all is enough, or it has to cover the middle, as an option."""
    game, state = cannibals(straight(20, 20, 0, 3), 1, straight(21.45, 20, 180, 3))
    assert refused(game, state, "suns tail>head 0") is None
    game, state = face_to_face(1, overlay="middle")
    assert refused(game, state, "suns tail>head 0").clause == "WD-40"
    assert "not over its middle" in refused(game, state, "suns tail>head 0").text
    near = straight(21.1, 20, 180, 3)
    game, state = cannibals(straight(20, 20, 0, 3), 1, near, rules={"overlay": "middle"})
    assert refused(game, state, "suns tail>head 0") is None
    game, state = cannibals(straight(20, 20, 0, 3), 1, straight(21.5, 20, 180, 3))
    steps, _ = played(game, state, "suns tail>head 0")  # they only touch
    assert [step.event.kind for step in steps] == ["step"]


@pytest.mark.clause("WD-40")
def test_the_tail_can_be_eaten_and_can_eat():
    behind = straight(21.4 + 1.5, 20, 0, 3)  # looks away: its tail is near
    game, state = cannibals(straight(18.5, 20, 180, 3), 1, behind)  # suns's tail is at (20, 20)
    steps, after = played(game, state, "suns head>tail 0")
    assert steps[1].event.data["end"] == "tail"
    assert after.worms["moons"].eaten_at == "tail"


@pytest.mark.clause("WD-22", "WD-40")
def test_a_worm_that_is_home_is_not_eaten():
    """If it stays on the table, it is an obstacle like a tile."""
    game = derby(length=3, cannibal=True, players=3, finished="stays")
    x, y = game.ruleset.start
    worms = {
        "suns": straight(x + 1.4, y, 180, 3) + " laps 0",
        "moons": straight(x, y, 0, 3) + " laps 1",
        "crowns": straight(30, 30, 0, 3),
    }
    position = {"worms": worms, "home": ["moons"], "steps": 1, "to_move": "suns"}
    state = game.position(position)
    assert ring(game.ruleset, state, "suns", "head").bites == ()
    refusal = refused(game, state, "suns tail>head 180")
    assert (refusal.clause, refusal.squares[-1]) == ("WD-4", "moons 1")


# --- moving away --------------------------------------------------------------------------------


@pytest.mark.clause("WD-41")
def test_an_eaten_worm_moves_away():
    game, state = face_to_face()
    _, after = played(game, state, "suns tail>head 0")
    assert after.worms["moons"].eaten_at == "head"
    _, after = played(game, after, "roll 2")
    refusal = refused(game, after, "moons tail>head 90 90")
    assert refusal.clause == "WD-41"
    assert refusal.text == "the moons worm was eaten at its head, and must pick up its discs there"
    assert refusal.squares == ("moons 1",)
    assert {move.to for move in game.moves(after)} == {"tail"}
    _, free = played(game, after, "moons head>tail 0 0")
    assert free.worms["moons"].eaten_at == ""


@pytest.mark.clause("WD-41")
def test_flight_lasts_until_the_worm_has_moved():
    game, state = face_to_face()
    _, after = played(game, state, "suns tail>head 0")
    _, after = played(game, after, "roll null")
    assert after.worms["moons"].eaten_at == "head"
    game = derby(length=3, cannibal=True, flee=False)
    _, after = played(game, state, "suns tail>head 0")
    _, after = played(game, after, "roll 2")
    assert {move.to for move in game.moves(after)} == {"head", "tail"}


@pytest.mark.clause("WD-41")
def test_a_worm_that_was_eaten_at_both_ends_flees_the_last():
    """Moons between suns and crowns: first its head is eaten, then its tail."""
    game = derby(length=4, cannibal=True, players=3)
    middle, right = straight(21.4, 20, 180, 4), straight(25, 20, 180, 4)
    worms = {"moons": middle, "crowns": right}
    game, state = due(straight(20, 20, 0, 4), 3, game=game, **worms)
    _, state = played(game, state, "suns tail>head 0")
    _, state = played(game, state, "roll null")
    _, state = played(game, state, "roll 2")
    _, state = played(game, state, "crowns tail>head 180")
    assert len(state.worms["moons"].discs) == 2
    assert state.worms["moons"].eaten_at == "tail"


@pytest.mark.clause("WD-41", "WD-43")
def test_a_returning_disc_does_not_end_the_flight():
    game = derby(length=3, cannibal=True, obstacles=0)
    worms = {"suns": "20 20: 180 eaten at head", "moons": straight(30, 30, 0, 3)}
    state = game.position({"worms": worms, "phase": "ace"})
    _, after = played(game, state, "suns adds tail 180")
    _, after = played(game, after, "roll 2")
    assert refused(game, after, "suns tail>head 0 0").clause == "WD-41"


# --- no more steps than discs -------------------------------------------------------------------


@pytest.mark.clause("WD-42")
def test_no_more_steps_than_discs():
    game = derby(length=3, cannibal=True)
    state = game.position({"worms": {"suns": straight(20, 20, 0, 3), "moons": AHEAD}})
    steps, after = played(game, state, "roll 5")
    assert after.steps == 3
    assert str(steps[1].event) == (
        "The suns worm has 3 discs and makes no more steps than that: 2 steps lost. [WD-42]"
    )
    steps, after = played(derby(length=3, cannibal=True, step_limit=False), state, "roll 5")
    assert after.steps == 5
    assert [step.event.kind for step in steps] == ["roll"]
    steps, after = played(game, state, "roll 3")  # just as many
    assert (after.steps, [step.event.kind for step in steps]) == (3, ["roll"])
    _, after = played(game, state, "roll 2")
    assert after.steps == 2


@pytest.mark.clause("WD-42", "WD-20")
@pytest.mark.parametrize(
    ("roll", "steps", "clause"), [(5, 4, "WD-42"), (2, 4, "WD-42"), (2, 3, "WD-20")]
)
def test_more_steps_than_discs_break_the_limit_and_not_the_roll(roll, steps, clause):
    game = derby(length=3, cannibal=True)
    state = game.position({"worms": {"suns": straight(20, 20, 0, 3), "moons": AHEAD}})
    _, state = played(game, state, f"roll {roll}")
    refusal = refused(game, state, "suns tail>head" + " 0" * steps)
    assert refusal.clause == clause
    assert (
        refused(derby(length=3, step_limit=False), state, "suns tail>head 0 0 0 0").clause
        == "WD-20"
    )
    with pytest.raises(ValueError, match=r"steps is 4; expected 0 to 3 for 3 discs \(WD-42\)"):
        game.position({"worms": {"suns": straight(20, 20, 0, 3), "moons": AHEAD}, "steps": 4})


# --- coming back --------------------------------------------------------------------------------


def bitten(discs: int, **rules):
    game = derby(length=3, cannibal=True, obstacles=0, **rules)
    worms = {"suns": straight(20, 20, 0, discs), "moons": straight(30, 30, 0, 3)}
    return game, game.position({"worms": worms})


@pytest.mark.clause("WD-43")
def test_an_ace_brings_a_disc_back():
    game, state = bitten(2)
    _, state = played(game, state, "roll ace")
    assert state.phase == "ace"
    for move in ("suns adds head 0", "suns adds tail 180", "suns stays"):
        assert refused(game, state, move) is None
    assert refused(game, state, "suns adds head 150").clause == "WD-3"
    steps, after = played(game, state, "suns adds tail 180")
    assert len(after.worms["suns"].discs) == 3
    assert after.worms["suns"].discs[0] == (18.5, 20)
    assert str(steps[0].event) == (
        "suns adds an eaten disc at the tail, at 180°: the worm now has 3 discs. [WD-43]"
    )
    assert (after.phase, after.to_move) == ("roll", "suns")
    assert all(refused(game, state, str(move)) is None for move in game.moves(state))


@pytest.mark.clause("WD-22", "WD-43")
def test_a_disc_returned_between_the_start_tiles_brings_the_worm_home():
    game = derby(length=3, cannibal=True, obstacles=0)
    x, y = game.ruleset.start
    worms = {"suns": straight(x + 1.2, y, 180, 2) + " laps 1", "moons": straight(30, 30, 0, 3)}
    state = game.position({"worms": worms, "phase": "ace"})
    steps, after = played(game, state, "suns adds head 180")
    assert [step.event.kind for step in steps] == ["revived", "home"]
    assert game.result(after).winners == ("suns",)


@pytest.mark.clause("WD-43")
def test_only_eaten_discs_come_back():
    game, state = bitten(3)
    steps, after = played(game, state, "roll ace")
    assert [step.event.kind for step in steps] == ["roll", "ace unused"]
    game, state = bitten(2, revive=False)
    steps, after = played(game, state, "roll ace")
    assert [step.event.kind for step in steps] == ["roll", "ace unused"]
    assert refused(game, state._replace(phase="ace"), "suns adds head 0").clause == "WD-43"
    del after


@pytest.mark.clause("WD-4", "WD-43")
def test_a_disc_returns_only_where_it_has_room():
    game = derby(length=3, cannibal=True)
    worms = {"suns": straight(20, 20, 0, 2), "moons": straight(21.2, 20, 180, 3)}
    state = game.position({"worms": worms, "phase": "ace"})
    assert refused(game, state, "suns adds head 0").clause == "WD-4"  # it eats nothing


@pytest.mark.clause("WD-43")
def test_a_worm_of_one_disc_waits_for_an_ace():
    game, state = bitten(1)
    steps, after = played(game, state, "roll 4")
    assert [step.event.kind for step in steps] == ["roll", "too short"]
    assert after.to_move == "moons"
    _, state = played(game, state, "roll ace")
    _, after = played(game, state, "suns adds head 45")
    assert len(after.worms["suns"].discs) == 2
    with pytest.raises(BadInput, match="steps is 2"):
        game.position({**game.to_json(bitten(1)[1]), "phase": "move", "steps": 2})


@pytest.mark.clause("WD-40", "WD-43")
def test_a_worm_without_discs_is_out():
    game = derby(length=3, cannibal=True, players=3)
    game, state = due(straight(20, 20, 0, 3), 2, game=game, moons="21.4 20")
    steps, after = played(game, state, "suns tail>head 0")
    assert [step.event.kind for step in steps] == ["step", "eaten", "out"]
    assert str(steps[2].event) == "The moons worm is out of the race. [WD-43]"
    assert after.gone == ("moons",)
    assert "moons" not in after.worms
    assert after.to_move == "crowns"
    assert game.from_json(game.to_json(after)) == after


@pytest.mark.clause("WD-43")
def test_the_last_worm_left_wins():
    game, state = cannibals(straight(20, 20, 0, 3), 2, "21.4 20")
    _, after = played(game, state, "suns tail>head 0")
    result = game.result(after)
    assert (result.winners, result.clause) == (("suns",), "WD-43")
    assert result.text == "The suns worm wins: it is the last one left."
    assert result.scores == {"suns": 1, "moons": 0}


@pytest.mark.clause("WD-43")
def test_worms_eaten_later_rank_higher():
    game = derby(length=3, cannibal=True, players=4)
    over = "suns 20 20: 180 180\nover, turn 99, moons gone, arms gone, crowns gone"
    result = game.result(game.position(over))
    assert (result.winners, result.clause) == (("suns",), "WD-43")
    assert result.scores == {"suns": 3, "crowns": 2, "arms": 1, "moons": 0}


@pytest.mark.clause("WD-43")
def test_a_worm_with_one_disc_is_out_for_now():
    game, state = cannibals(straight(20, 20, 0, 3), 2, "21.4 20: 0")
    steps, after = played(game, state, "suns tail>head 0")
    assert (
        str(steps[2].event) == "The moons worm is out of the race, unless an ace helps it. [WD-43]"
    )
    assert game.result(after) is None


@pytest.mark.clause("WD-43")
@pytest.mark.parametrize("rules", [{"revive": False}, {"ace": "step"}])
def test_without_help_from_an_ace_a_worm_of_one_disc_is_gone(rules):
    """Otherwise two such worms could wait for ever after the worm that ate them is home."""
    game = derby(length=3, cannibal=True, players=3, **rules)
    game, state = due(straight(20, 20, 0, 3), 2, game=game, moons="21.4 20: 0")
    steps, after = played(game, state, "suns tail>head 0")
    assert [str(step.event) for step in steps[1:]] == [
        "The suns worm eats the moons worm's head disc, which leaves it 1 disc. [WD-40]",
        "The moons worm is out of the race. [WD-43]",
    ]
    assert after.gone == ("moons",)
    assert "moons" not in after.worms
    assert game.from_json(game.to_json(after)) == after
    with pytest.raises(BadInput, match="a list of 2 to 3 discs"):
        due(straight(20, 20, 0, 3), 2, game=game, moons="21.4 20")


@pytest.mark.clause("WD-43")
def test_an_ace_that_is_a_step_brings_nothing_back():
    game = derby(length=3, cannibal=True, ace="step")
    worms = {"suns": "20 20: 180", "moons": straight(30, 30, 0, 3)}
    with pytest.raises(BadInput, match="an ace could do nothing"):
        game.position({"worms": worms, "phase": "ace"})
    _, after = played(game, game.position({"worms": worms}), "roll ace")
    assert (after.phase, after.steps) == ("move", 1)
