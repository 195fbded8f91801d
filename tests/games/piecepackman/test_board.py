"""The board during play: score, sentences, risks, the worth of the dice, and the pace."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.games.piecepackman import VIEW
from piecepack_nb.scene import in_brief
from piecepack_nb.widgets.play_widget import PlayWidget
from tests.games.piecepackman.helpers import ghosts, played, roll, table


def scores(match):
    return {score.label: score for score in VIEW.score(match.game, match.state)}


def sentences(match):
    return [move.sentence.text for move in match.record]


# --- Score ---------------------------------------------------------------------------------------


@pytest.mark.clause("PM-3", "PM-69")
def test_the_score_counts_all_cubes_in_one_bar():
    match = table("piecepackman: f4 W\nghosts: suns b7 2 cubes\nstash: moons 3\ncubes: suns e4 d4")
    found = scores(match)
    assert {label: score.value for label, score in found.items()} == {
        "ghosts' cubes": 2, "on the board": 2, "his cubes": 3, "his extra lives": 3,
    }  # fmt: skip
    assert {score.of for score in found.values() if score.bar == "cubes"} == {24}


@pytest.mark.clause("PM-62")
def test_the_score_counts_the_turns_of_hunger():
    calm = table("piecepackman: f4 W\ncubes: suns e4")
    hungry = table("piecepackman: f4 W\nhunger: 2\ncubes: suns e4")
    last = table("piecepackman: f4 W\nhunger: 0\ncubes: suns e4")
    assert "Ghost Hunger" not in scores(calm)
    texts = [scores(match)["Ghost Hunger"].text for match in (hungry, last)]
    assert texts == ["2 more turns", "the last turn"]


def test_the_bar_is_the_whole_of_the_cubes_at_every_step_of_a_game():
    match = played(7)
    for state in (step.state for step in match.steps[2:]):
        parts = [score for score in VIEW.score(match.game, state) if score.bar == "cubes"]
        assert sum(score.value for score in parts) == parts[0].of == 24


# --- Sentences -----------------------------------------------------------------------------------


def test_a_sentence_says_what_he_did():
    match = table("piecepackman: f4 W\nghosts: suns d4\ncubes: suns e4 j9")
    roll(match, suns=2)
    steps = match.record[-1].steps
    assert [str(step.sentence) for step in steps if step.sentence] == [
        (
            "Piecepackman rolls suns 2, moons null, crowns null, arms null. The highest is suns: "
            "2 points. He heads for the suns cube on e4, at cost 1, without a quarter turn. He has "
            "2 to spend. [PM-12]"
        ),
        (
            "Piecepackman goes from f4 to e4, facing west, and takes the suns cube on e4. "
            "Now his stash has 1 of suns. [PM-18]"
        ),
        (
            "Piecepackman heads for the suns cube on j9, at cost 15, with 3 quarter turns. "
            "Among equally cheap paths: fewer quarter turns. He has 1 to spend. [PM-20]"
        ),
        (
            "Piecepackman goes from e4 to d4, facing west. Piecepackman eats the suns ghost on d4; "
            "it goes back to the ghost house, f5. The suns ghost was eaten: it waits in the ghost "
            "house. [PM-19]"
        ),
    ]


def test_sentences_of_the_ghosts_name_their_ends_and_results():
    match = table(
        "piecepackman: d7 N\nphase: order\nghosts: suns b7, moons b5\ncubes: suns c7, moons j9"
    )
    ghosts(match, suns=2)
    match.play("suns b7-c7-d7")
    assert sentences(match) == [
        "The ghosts agree to move in this order: suns, moons, crowns, arms.",
        "The ghosts roll: suns 2 (2), moons null (0), crowns null (0), arms null (0).",
        (
            "The suns ghost goes from b7 to d7 and takes the suns cube on c7. The suns ghost is "
            "Dangerous and enters his square d7: it attacks him. The turn ends; the ghosts go back "
            "to the house: suns to f5, moons to e6, crowns to f6 and arms to e5. Piecepackman "
            "loses a life; the next one starts on f4. Extra lives left: 2. Now the suns ghost "
            "holds 1 cube and is Dangerous."
        ),
    ]


# --- Risks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cube", "risk"),
    [
        pytest.param("suns", "attack", marks=pytest.mark.clause("PM-40")),
        pytest.param("moons", "danger", marks=pytest.mark.clause("PM-42")),
    ],
)
def test_only_his_square_is_a_risk_and_says_which(cube, risk):
    match = table(
        f"piecepackman: d7 N\nphase: ghosts\nghosts: suns b7\ncubes: {cube} c7\n"
        "dice: suns 2, moons 2, crowns 2, arms 2"
    )
    spots = VIEW.spots(match.game, match.state, ())
    assert [(spot.id, spot.risk) for spot in spots if spot.risk] == [("d7", risk)]
    assert all(spot.tip for spot in spots if spot.risk)


# --- Dice ----------------------------------------------------------------------------------------


def worth(scene):
    return [piece.label for piece in scene.pieces if piece.id.startswith("worth-")]


def framed(scene):
    """Return the dice with a frame."""
    dice = {piece.x: piece.suit for piece in scene.pieces if piece.id.startswith("die-")}
    marks = [mark for mark in scene.marks if (mark.kind, mark.area) == ("selected", "dice")]
    return [dice[mark.x] for mark in marks]


def scenes(match):
    """Return the last scene of each kind of event."""
    frames = [VIEW.idle_scene(match.game, match.initial_state)]
    for step in match.steps:
        frames.append(VIEW.draw(match.game, step.state, step.event, frames[-1]))
    kinds = [step.event.kind for step in match.steps]
    return dict(zip(kinds, frames[1:], strict=True))


@pytest.mark.clause("PM-10", "PM-11", "PM-12", "PM-31")
def test_each_die_says_what_it_is_worth_and_the_one_that_decides_is_framed():
    match = table("piecepackman: f4 W\nghosts: suns b7\ncubes: suns e4 j9, moons i4")
    roll(match, suns=5, moons=5, crowns="ace", arms="null")
    roll_, heads = (scenes(match)[kind] for kind in ("his roll", "he heads for"))
    assert worth(roll_) == ["5 points", "5 points", "6 points", "1 point"]
    assert framed(roll_) == ["crowns"]
    assert worth(heads) == worth(roll_)
    assert framed(heads) == ["suns"]  # nothing of crowns is there: the next die decides (PM-24)
    ghosts(match, suns=3, moons="ace")
    now = VIEW.scene(match.game, match.state, None, scenes(match)["ghosts roll"])
    assert worth(now) == ["3 steps", "1 step", "0 steps", "0 steps"]
    assert framed(now) == ["suns"]


def test_his_dice_keep_their_worth_until_the_ghosts_roll():
    match = table("piecepackman: f4 W\nghosts: suns b7\ncubes: suns e4 j9, moons i4")
    roll(match, suns=1 + 1)
    last = scenes(match)["step"]
    for before in (None, last):
        now = VIEW.scene(match.game, match.state, None, before)
        assert worth(now) == ["2 points", "1 point", "1 point", "1 point"]
        assert framed(now) == ["suns"]


# --- The last move -------------------------------------------------------------------------------


def last_marks(widget):
    kinds = ("last-start", "last-end")
    marks = widget.scene.marks
    return {kind: [(m.x, m.y) for m in marks if m.kind == kind] for kind in kinds}


def places(game: pp.Game, *squares: str) -> list[tuple[float, float]]:
    return [(x, y) for _, x, y in VIEW.locate(game, squares)]


def test_his_move_is_tinted_until_the_player_has_moved_a_ghost():
    match = pp.Match(pp.game("piecepackman"), seed=11)
    widget = PlayWidget(match, VIEW)
    assert last_marks(widget) == {"last-start": [], "last-end": []}
    for move in ("roll", "order arms crowns suns moons", "roll"):
        start = match.initial_state.square
        widget.play(move)
        tinted = last_marks(widget)
        assert tinted["last-start"] == places(match.game, start)
        assert tinted["last-end"] == places(match.game, match.state.square)
    widget.play("arms c4")
    assert match.state.to_move[0] != "arms"
    assert last_marks(widget) == {"last-start": [], "last-end": []}
    match.undo()
    widget.show()
    assert last_marks(widget)["last-end"] == places(match.game, match.state.square)


def test_the_moves_of_other_ghosts_are_tinted_too():
    seats = dict.fromkeys(("moons", "crowns", "arms"), "greedy")
    match = pp.Match(pp.game("piecepackman"), seed=11, seats=seats)
    widget = PlayWidget(match, VIEW)
    widget.auto_roll = True
    widget.play("roll")
    while match.to_act and match.to_act.label != "suns" and match.turn < 3:
        widget.play("order moons crowns arms suns")
    moved = {step.event.data["suit"] for step in match.steps if step.event.kind == "ghost steps"}
    tinted = last_marks(widget)["last-end"]
    assert len(tinted) == len(moved) + 1
    assert places(match.game, match.state.square)[0] in tinted


# --- Pace ----------------------------------------------------------------------------------------


def test_the_walk_of_a_ghost_is_a_motion_of_few_frames_without_a_rest():
    match = table("piecepackman: j1 N\nphase: order\nghosts: suns e4\ncubes: moons j9")
    ghosts(match, suns=4)
    before = VIEW.scene(match.game, match.state)
    frames = [before]
    for step in match.play("suns e4-d4-c4-b4-a4"):
        frames.append(VIEW.draw(match.game, step.state, step.event, frames[-1]))
    assert len(frames) > 4
    brief = in_brief(before, frames[1:])
    assert [frame.linger for frame in brief[:1]] == [0]
    assert brief[0].pieces == frames[4].pieces
    assert brief[0].caption == before.caption


def test_he_rests_where_he_decides_and_the_reason_stays_while_he_walks():
    match = table("piecepackman: f4 W\nghosts: suns b7\ncubes: suns c4 j9, moons i4")
    frames = [VIEW.idle_scene(match.game, match.state)]
    roll(match, suns=5)
    for step in match.steps:
        frames.append(VIEW.draw(match.game, step.state, step.event, frames[-1]))
    brief = in_brief(frames[0], frames[1:])
    roll_, heads, *walk = brief
    assert roll_.linger
    assert heads.linger >= 0.9
    assert heads.caption.startswith("He heads for the suns cube on c4")
    assert walk[0].caption == heads.caption
    assert len(walk) < 6
