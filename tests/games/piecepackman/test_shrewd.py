"""The bot that plays Piecepackman by his chance to win: its odds, its moves and its reasons."""

from __future__ import annotations

from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.actors import Roll
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import BotMove
from piecepack_nb.core.move_reason import MoveReason
from piecepack_nb.core.piecepack import FACES
from piecepack_nb.core.steps import EventCounts
from piecepack_nb.games.piecepackman.bots import greedy
from piecepack_nb.games.piecepackman.shrewd import (
    WEIGHTS,
    chance_to_win,
    cornered,
    features,
    risk_of_attack,
    shrewd,
    weigh,
)
from piecepack_nb.lab import simulate
from piecepack_nb.scene.game_view import view_of

GAME: Any = pp.game("piecepackman", mode="against")
HIM = "piecepackman"
HARMLESS = "stash: moons 4, crowns 4, arms 4"  # these ghosts aren't Dangerous


def first(_name: str, options: Any) -> Any:
    return options[0]


def chosen(state: Any) -> Any:
    found = shrewd(GAME, state, HIM, first)
    assert isinstance(found, BotMove)
    return found.move


def attacked(state: Any, face: str) -> bool:
    """Return True if the suns ghost can attack him with this face, by trying all of its walks."""
    faces = FrozenDict(dict.fromkeys(state.to_move, "null") | {"suns": face})
    rolled: Any = GAME.apply_move(state, Roll(faces), EventCounts())
    walks = GAME.moves(rolled) if rolled.phase == "ghosts" else []
    after = [GAME.apply_move(rolled, walk, EventCounts()) for walk in walks]
    return any(each.extra_lives < state.extra_lives for each in after)


@pytest.mark.parametrize(
    ("suns", "more"),
    [
        ("c7 2 cubes", HARMLESS),
        ("d4 1 cube", HARMLESS),
        ("c7", f"{HARMLESS}, suns 1"),  # Vulnerable
        ("b7", f"{HARMLESS}, suns 1\ncubes: suns c7, moons j8"),  # it can take a cube on its way
        ("a7", f"{HARMLESS}, suns 2\ncubes: suns c7, moons j8"),  # one cube is not enough
        ("c7 2 cubes", "hunger: 2"),
        ("c7 immune", "hunger: 2"),
    ],
)
@pytest.mark.clause("PM-74", "PM-50")
def test_the_risk_of_an_attack_is_that_of_trying_every_walk(suns: str, more: str) -> None:
    cubes = "" if "cubes:" in more else "\ncubes: moons j8"
    state = GAME.position(f"phase: dice\npiecepackman: d7 E\nghosts: suns {suns}\n{more}{cubes}")
    hits = sum(attacked(state, face) for face in FACES)
    assert risk_of_attack(GAME.ruleset, state) == pytest.approx(hits / 6)


def test_being_cornered_is_likelier_with_more_ghosts() -> None:
    def odds(*ghosts: str) -> float:
        return cornered(GAME.ruleset, "a1", "S", False, frozenset(ghosts))

    assert odds() == 0
    assert odds() < odds("a3") < odds("a3", "c1") <= 1


def test_the_last_life_counts_for_more() -> None:
    written = f"phase: dice\npiecepackman: d7 E\nghosts: suns c7\n{HARMLESS}\ncubes: moons j8"
    some, last = (GAME.position(f"{written}\nextra_lives: {lives}") for lives in (1, 0))
    without = features(GAME.ruleset, some)._replace(lives=0)
    assert without == features(GAME.ruleset, last)
    lost = [chance_to_win(GAME, state, WEIGHTS._replace(lives=0)) for state in (some, last)]
    assert lost[1] < lost[0] / 2


@pytest.mark.parametrize(
    ("written", "takes"),
    [
        ("e4 W\nghosts: suns j10\ncubes: moons c4 j8, arms j9", "c4"),
        ("e4 W\nhunger: 2\nghosts: suns b4 5 cubes\ncubes: moons j8", "b4"),
        ("e4 W\ncubes: moons d4\nstash: suns 1", "d4"),  # the level ends, and he wins
    ],
)
def test_it_takes_what_helps_it_to_win(written: str, takes: str) -> None:
    state = GAME.position(f"phase: move\npoints: 3\npiecepackman: {written}")
    assert takes in chosen(state).path


def test_on_his_last_life_it_runs_as_little_risk_as_it_can() -> None:
    state = GAME.position(
        f"phase: move\npiecepackman: c4 W\npoints: 4\nextra_lives: 0\n"
        f"ghosts: suns a4 3 cubes\n{HARMLESS}\ncubes: suns b4, moons j8"
    )
    risks = {}
    for _, run in weigh(GAME, state):
        after: Any = GAME.apply_move(state, run, EventCounts())
        risks[run] = 1 if after.phase == "over" else risk_of_attack(GAME.ruleset, after)
    assert max(risks.values()) > 0.8
    assert risks[chosen(state)] == min(risks.values())


def test_its_reason_names_the_chances_and_is_drawn() -> None:
    match = pp.Match(GAME, seed=3, seats={HIM: "shrewd", "ghosts": "greedy"})
    match.run(3)
    (event,) = [step.event for step in match.steps if isinstance(step.event.why, MoveReason)]
    assert isinstance(event.why, MoveReason)
    assert event.why.text.endswith("and the ghosts' next roll.")
    assert 0 < event.why.candidates[0].value < 1
    scene = view_of(GAME).draw(GAME, match.state, event)
    assert any(table.title.endswith(event.why.effort) for table in scene.listings)


def test_it_moves_ghosts_as_greedy_does() -> None:
    game: Any = pp.game("piecepackman")
    match = pp.Match(game, seed=5, seats="greedy")
    match.run(30)
    while match.to_act is None or not match.to_act.seats:
        match.run(1)
    seat = match.to_act.seats[0]
    assert shrewd(game, match.state, seat, first) == greedy(game, match.state, seat, first)


@pytest.mark.thorough
def test_it_wins_more_than_greedy() -> None:
    """``bench/bench_shrewd.py`` compares them over more games."""
    won = {
        bot: simulate(GAME, 6, seed=300, seats={HIM: bot, "ghosts": "greedy"}).won_by(HIM).share
        for bot in ("greedy", "shrewd")
    }
    assert won["shrewd"] > won["greedy"]
