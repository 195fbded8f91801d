"""Piecepackman: the words of hints are read from the board."""

from __future__ import annotations

from typing import Any

import pytest

from piecepack_nb.games.piecepackman.hints import hint
from tests.games.piecepackman.helpers import table

CUBES = "cubes: suns a2, arms j2"
WALKS = "phase: ghosts\ndice: suns {0}\norder: suns\nto_move: suns"
ORDERS = "phase: order\ndice: suns 2, moons 2, arms ace\nto_move: suns moons arms"


def words(written: str, move: str, **options: Any) -> tuple[str, str]:
    """Return what the hint of a move says to do, and why."""
    match = table(written, **options)
    found = hint(match.game, match.state, (), match.game.parse_move(match.state, move), None)
    return found.do, found.why


@pytest.mark.clause("PM-34", "PM-40", "PM-42", "PM-50", "PM-51")
@pytest.mark.parametrize(
    ("ghost", "more", "walk", "why"),
    [
        ("b7 2 cubes", "cubes: suns a7 b4, arms j2", "b7-a7-a8",
         "It takes 1 cube. It is Dangerous then, so he keeps away from it."),
        ("f7 2 cubes", CUBES, "f7-e7-d7",
         ("It comes within 8 steps of the cube on a2. It is Dangerous then and only 3 steps from "
          "him, so he keeps away from it.")),
        ("i7", CUBES, "i7-j7", "He can't reach it in his next turn."),
        ("c9", "cubes: suns a2, arms b9", "c9-d9",
         ("It comes within 12 steps of the cube on a2. He might reach it there, but other squares "
          "are no better.")),
        ("d9", f"{CUBES}\nstash: suns 2", "d9-e9",
         "He eats it there; every other walk is worse."),
        ("d9 3 cubes", f"{CUBES}\nstash: suns 2", "d9-e9",
         "It attacks him, and he loses a life. The ghosts get 2 cubes of suns back."),
        ("d9 3 cubes", f"{CUBES}\nstash: suns 1\nextra_lives: 0", "d9-e9",
         "It attacks him, and he loses a life, the last one. The ghosts get 1 cube of suns back."),
        ("d9", f"{CUBES}\nhunger: 2", "d9-e9",
         ("He eats it, but it carries no cube, and comes back immune: then it may attack him.")),
        ("d9 1 cube", f"{CUBES}\nhunger: 2", "d9-e9",
         "He eats it there; every other walk is worse."),
        ("d9 immune", f"{CUBES}\nhunger: 2", "d9-e9", "It attacks him, and he loses a life."),
    ],
)  # fmt: skip
def test_a_hint_says_what_a_ghosts_walk_brings(ghost: str, more: str, walk: str, why: str) -> None:
    dice = WALKS.format(walk.count("-"))
    position = f"piecepackman: e9 W\nghosts: suns {ghost}\n{more}\n{dice}"
    end = walk.rpartition("-")[2]
    assert words(position, f"suns {walk}") == (f"Move the suns ghost to {end}.", why)


@pytest.mark.clause("PM-73", "PM-73k")
@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("suns! d9-e9", "It attacks him, and he loses a life."),
        ("suns d9-e9", "He eats it there; every other walk is worse."),
    ],
)
def test_a_vulnerable_ghost_attacks_only_with_its_power(move: str, why: str) -> None:
    position = f"piecepackman: e9 W\nghosts: suns d9 uses 1\n{CUBES}\n{WALKS.format(1)}"
    assert words(position, move, powers="chosen", suns_power="attack")[1] == why


@pytest.mark.clause("PM-75")
@pytest.mark.parametrize(
    ("mode", "why"),
    [
        ("race", "It takes its power coin, which makes him hungry for the others' ghosts."),
        ("together", "It comes within 10 steps of the cube on a2."),
    ],
)
def test_a_hint_says_that_a_ghost_takes_its_coin_in_a_race(mode: str, why: str) -> None:
    position = f"piecepackman: e9 W\nghosts: suns j3\n{CUBES}\ncoins: suns 4\n{WALKS.format(2)}"
    _, found = words(position, "suns j3-j2-j1", mode=mode)
    assert found == f"{why} He can't reach it in his next turn."


@pytest.mark.clause("PM-75")
@pytest.mark.parametrize(
    ("cubes", "walk", "why"),
    [
        (CUBES, "d9-e9", "It attacks him, and he starts again."),
        ("cubes: suns c9, arms j2", "d9-c9", "It takes 1 cube. That ends the game."),
    ],
)
def test_a_hint_says_what_a_walk_brings_in_a_race(cubes: str, walk: str, why: str) -> None:
    position = f"piecepackman: e9 W\nghosts: suns d9 5 cubes\n{cubes}\n{WALKS.format(1)}"
    assert words(position, f"suns {walk}", mode="race")[1] == why


@pytest.mark.clause("PM-30", "PM-36")
@pytest.mark.parametrize(
    ("ghosts", "order", "why"),
    [
        ("suns c9 1 cube, moons h7, arms i7", "moons arms suns",
         "Suns may attack him, and an attack ends the turn: the others go first, to take cubes."),
        ("suns c9 1 cube, moons h7, arms i7", "suns moons arms",
         "Suns may attack him, and an attack ends the turn."),
        ("suns c9, moons h7, arms i7", "suns moons arms",
         "No ghost is in the way of one that goes before it."),
        ("suns c9, moons e6, arms e5", "suns arms moons",
         "In the order that is shown, moons can't move: others are in the way."),
    ],
)  # fmt: skip
def test_a_hint_says_what_an_order_is_for(ghosts: str, order: str, why: str) -> None:
    position = f"piecepackman: e9 W\nghosts: {ghosts}\n{CUBES}\n{ORDERS}"
    assert words(position, f"order {order}")[1] == why


@pytest.mark.clause("PM-74", "PM-18", "PM-19", "PM-63")
@pytest.mark.parametrize(
    ("him", "more", "run", "why"),
    [
        ("e9 W", "cubes: suns a2 d9, arms j2\npoints: 1", "e9-d9 W",
         "He takes 1 cube. No Dangerous ghost can reach him there."),
        ("e9 W", "ghosts: suns c9 1 cube\ncubes: suns a2, arms j2\npoints: 4", "e9-e8-e7 S",
         "A Dangerous ghost may reach him there, but other squares are no better."),
        ("e9 W", "ghosts: suns c9, moons g9\ncubes: suns a2 d9, arms j2\npoints: 3", "e9-d9-c9 W",
         ("He takes 1 cube. He eats the suns ghost. No Dangerous ghost can reach him there.")),
        ("e9 W", "ghosts: suns d9 1 cube\ncubes: suns a2, arms j2\npoints: 1", "e9-d9 W",
         "A Dangerous ghost attacks him there; every other move is worse."),
        ("e9 W", "ghosts: suns g9\ncubes: suns d9\npoints: 1", "e9-d9 W",
         "He takes 1 cube. That wins the game."),
        ("b10 W", "ghosts: suns a8\ncoins: crowns 4\ncubes: suns a2, arms j2\npoints: 1",
         "b10-a10 W",
         "He takes a power coin and hunts the ghosts. No Dangerous ghost can reach him there."),
    ],
)  # fmt: skip
def test_a_hint_says_what_his_move_brings(him: str, more: str, run: str, why: str) -> None:
    position = f"piecepackman: {him}\n{more}\nphase: move"
    assert words(position, f"piecepackman {run}", mode="against")[1] == why


# --- The tips of the squares where his move can end ----------------------------------------------


@pytest.mark.clause("PM-74", "PM-18", "PM-19")
@pytest.mark.parametrize(
    ("more", "end", "tip", "risk"),
    [
        ("ghosts: suns c9\ncubes: suns d9, arms j2", "c9",
         "e9-d9-c9: costs 2 of 2, takes 1 cube, eats the suns ghost, which ends his turn",
         "attack"),
        ("ghosts: suns c9\ncubes: moons d9, suns j2", "c9",
         "e9-d9-c9: costs 2 of 2, takes 1 cube, the Dangerous suns ghost attacks him there",
         "danger"),
        ("ghosts: suns b10\ncubes: suns d9, arms j2", "c9",
         "e9-d9-c9: costs 2 of 2, takes 1 cube", ""),
    ],
)  # fmt: skip
def test_a_tip_says_what_happens_once_he_has_taken_cubes(
    more: str, end: str, tip: str, risk: str
) -> None:
    match = table(f"piecepackman: e9 W\n{more}\nphase: move\npoints: 2", mode="against")
    spots = {spot.id: spot for spot in match.game.view.spots(match.game, match.state, ())}
    assert (spots[end].tip, spots[end].risk) == (tip, risk)
    kinds = {step.event.kind for step in match.play(f"piecepackman {tip.partition(':')[0]} W")}
    assert {"attack": "eat", "danger": "attack"}.get(risk, "step") in kinds
