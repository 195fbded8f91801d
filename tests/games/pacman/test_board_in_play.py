"""The board during play: score, sentences, risks, and the worth of each die."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.games.pacman import VIEW
from tests.games.pacman.helpers import table


def sentences(match):
    return [move.sentence.text for move in match.record]


def played(seed, moves=10**5, **options):
    game = pp.game("pacman", **options)
    match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, "greedy"))
    match.run(moves)
    return match


def spots_of(match, *draft):
    return {spot.id: spot for spot in VIEW.spots(match.game, match.state, draft)}


# --- score ----------------------------------------------------------------------------------------


@pytest.mark.clause("PC-11", "PC-30")
def test_the_score_counts_white_marbles_in_one_bar_and_names_privileges():
    match = table("red: b5, 3 marbles, 1 yellow\nblue: f5\nwhite: i5 c9 b4 f6\ndice: 3 1")
    found = {score.label: score for score in VIEW.score(match.game, match.state)}
    assert {label: score.value for label, score in found.items()} == {
        "Red": 3, "Blue": 65, "on the board": 4, "Red's ghost gobbler privilege": 1,
    }  # fmt: skip
    assert {score.of for score in found.values() if score.bar == "marbles"} == {72}
    assert found["Red"].suit == "red"


def test_no_marble_is_missing_from_the_bar_at_any_step():
    match = played(9)
    for step in match.steps:
        parts = [score for score in VIEW.score(match.game, step.state) if score.bar]
        assert sum(score.value for score in parts) == parts[0].of == 72


# --- sentences ------------------------------------------------------------------------------------


@pytest.mark.clause("PC-3", "PC-10", "PC-13")
def test_a_sentence_says_who_moves_what_and_its_results():
    match = table("red: b5\nblue: f5, 3 marbles\nghosts: g5 d4\ndice: 1 2\nwhite: b4 c9 f6")
    match.play("pac 2 b5-b4-c4")
    match.play("ghost1 1 g5-f5")
    assert sentences(match) == [
        (
            "Red's Pac-Man goes from b5 via b4 to c4 with the 2 and gobbles 1 white marble: "
            "Red has 67 marbles."
        ),
        (
            "Red moves ghost 1 from g5 to f5 with the 1. It lands on Blue's Pac-Man, "
            "which goes home to i9. Blue gives Red 2 marbles: Red has 69, Blue 1."
        ),
    ]


# --- risks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "piece", "end", "risk"),
    [
        pytest.param(
            *("red: b5\nblue: f5\nghosts: g5 d4\ndice: 1 2\nwhite: b4", "ghost1", "f5", "attack"),
            marks=pytest.mark.clause("PC-12"),
        ),
        pytest.param(
            *("red: f5\nblue: b5\nghosts: g5 d4\ndice: 1 2\nwhite: b4", "ghost1", "f5", "danger"),
            marks=pytest.mark.clause("PC-13"),
        ),
        pytest.param(
            *("red: f5, 1 yellow\nblue: b5\nghosts: g5 d4\ndice: 1 2\nwhite: b4", "pac", "g5"),
            "attack",
            marks=pytest.mark.clause("PC-20"),
        ),
    ],
)
def test_landing_on_a_piece_is_a_risk_with_a_line_that_says_so(position, piece, end, risk):
    match = table(position)
    spots = spots_of(match, piece, "", "")
    assert [(spot.id, spot.risk) for spot in spots.values() if spot.risk] == [(end, risk)]
    assert spots[end].tip


# --- dice -----------------------------------------------------------------------------------------


@pytest.mark.clause("PC-3")
def test_a_die_says_what_it_is_worth_and_then_what_it_was_used_for():
    match = table("red: b5\nblue: f5\nghosts: g5 d4\ndice: 1 2\nwhite: b4 c9 f6")
    scene = VIEW.scene(match.game, match.state)
    assert words_below_dice(scene) == ["1 space", "2 spaces"]
    for step in match.play("pac 2 b5-b4-c4"):
        scene = VIEW.draw(match.game, step.state, step.event, scene)
    assert words_below_dice(scene) == ["1 space", "Pac-Man"]


def words_below_dice(scene):
    below = [p for p in scene.pieces if p.id.startswith(("worth-", "use-"))]
    return [piece.label for piece in sorted(below, key=lambda piece: piece.x)]


@pytest.mark.clause("PC-2")
def test_the_roll_for_the_start_shows_each_player_s_total():
    match = played(9, 1)
    step = match.steps[0]
    scene = VIEW.draw(match.game, step.state, step.event)
    totals = {p.id: p.label for p in scene.pieces if p.id.startswith("total-")}
    assert totals == {f"total-{seat}": str(n) for seat, n in step.event.data["totals"].items()}
