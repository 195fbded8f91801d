"""Sentences of the example games: what they say is so, at rare moments, too."""

from __future__ import annotations

from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.bots import GENERAL
from piecepack_nb.core.actors import Chance
from piecepack_nb.core.frozen import FrozenDict
from tests.conftest import sampled
from tests.design.examples import example_class


def at(name: str, **position: Any) -> Any:
    """Return a match of an example that begins at a position; of ``rules`` are its options."""
    rules = position.pop("rules", {})
    game: Any = example_class(name)(bots=GENERAL).under(**rules)
    start = {**game.to_json(game.initial_state()), **position}
    return pp.Match(game, seed=1, seats="random", position=start)


def said(match: Any, move: str) -> str:
    """Make a move; return the sentences of its steps."""
    return " ".join(step.event.text for step in match.play(move))


def refused(match: Any, move: str) -> str:
    """Return the reason against a move."""
    text: str = match.refusal(move).text
    return text


@pytest.mark.parametrize("name", ["mancala", "ur"])
@pytest.mark.parametrize("seed", sampled(range(12), 3))
def test_who_moves_again_does(name: str, seed: int) -> None:
    match = pp.Match(example_class(name)(bots=GENERAL), seed=seed, seats="random")
    while match.to_act is not None:
        seat, count = match.state.seat, len(match.steps)
        match.run(1)
        again = any("moves again" in step.event.text for step in match.steps[count:])
        assert not again or (match.to_act is not None and match.state.seat == seat)


def test_mancala_nobody_moves_again_in_a_game_that_is_over() -> None:
    match = at("mancala", pieces={"f1": 1, "a2": 3, "left": 20, "right": 24})
    assert said(match, "f1") == (
        "South sows f1; the last stone falls into right. "
        "A row is empty: the stones of the other row go to its store. "
        "South has the most points: south 25, north 23."
    )


def test_hamlet_nobody_begins_a_round_after_the_last() -> None:
    for round, ends in ((4, "gets a point and begins the next round."), (5, "gets a point.")):
        match = pp.Match(example_class("hamlet")(bots=GENERAL), seed=1, seats="random")
        while match.state.notes["round"] < round or match.to_act is None or not match.moves():
            match.run(1)
        while "hall" not in map(str, match.moves()):
            match.run(1)
        assert f"{match.state.seat.capitalize()} {ends}" in said(match, "hall")


def test_steep_counts_the_cliffs_that_the_winner_has() -> None:
    ropes = {"a2": ["ann"], "a3": ["rope"], "k3": ["rope"]}
    notes = {"_climbed": True}
    match = at("steep", pieces=ropes, notes=notes, rules={"goal": 1}, dice=list("1166"))
    assert said(match, "rest") == "Ann rests. Cliffs of ann: 2."


def test_maze_chase_names_all_whom_the_hunter_eats() -> None:
    for hunter, eaten in (("e1", "moons"), ("d1", "suns and moons")):
        there = {"a1": "suns", "c1": "moons", hunter: "hunter", "a6": "coin"}
        match = at("maze_chase", seat="moons", pieces=there, rules={"speed": 3})
        assert said(match, "c1-b1").endswith(f"The hunter eats {eaten}: you lose together.")


def test_a_trapped_hare_is_not_still_free_when_time_is_up() -> None:
    there = {"d1": "hounds", "d3": "hounds", "c2": "hounds", "e2": "hare"}
    match = at("hare_and_hounds", turn=11, pieces=there, rules={"patience": 11})
    assert said(match, "c2-d2") == "Hounds moves c2-d2. The hare is trapped."


def test_a_part_of_a_move_says_what_comes_next() -> None:
    match = pp.Match(example_class("fox_and_geese")(bots=GENERAL), seed=1)
    assert match.refusal("c5").text == "c5 is only a part of a move; next: c4"  # type: ignore[union-attr]


def test_sentences_agree_with_a_number_of_one() -> None:
    there = {"d3": "fox", "d4": "geese", "c7": "geese"}
    match = at("fox_and_geese", seat="fox", pieces=there, rules={"few": 2})
    assert said(match, "d3-d5") == (
        "The fox takes the goose on d4. Geese left: 1. The fox wins: fewer than 2 geese are left."
    )
    there = {"a1": "suns", "a2": "moons", "b4": "moons"}
    match = at("skirmish", seat="suns", pieces=there, rules={"goal": 1}, dice=["2"])
    assert said(match, "a1-a2").endswith("Suns has captured enough: 1.")
    match = pp.Match(example_class("stolen_jewel")().under(questions=1), seed=1)
    match.roll()
    assert refused(match, "red 1") == "you may accuse after question 1, not after 0"
    match = pp.Match(example_class("sealed_bids")(), seed=1)
    while isinstance(match.to_act, Chance):
        match.roll()
    coins = FrozenDict(ann=1, ben=2, cat=0)
    state = match.state._replace(notes=FrozenDict({**match.state.notes, "coins": coins}))
    match = pp.Match(match.game, seed=1, position=match.game.to_json(state))
    assert refused(match, "ann 5") == "you can bid at most 1, all your coins"


def test_refusals_agree_with_their_numbers() -> None:
    match = pp.Match(example_class("oh_hell")(bots=GENERAL).under(cards=1), seed=1, seats="random")
    match.run(2)
    assert refused(match, "5") == "a deal has as many tricks as cards in a hand: 1"
