"""The lab: many games, counted; it knows no game."""

from __future__ import annotations

import math
import re
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.steps import IllegalMove
from piecepack_nb.lab import GameSummary, Interval, Simulation, simulate, simulate_one, wilson
from piecepack_nb.lab.chart import Chart, mimebundle
from piecepack_nb.lab.playing import GameFailed, Limits
from tests.lab.cells import first_move, from_cell

GAME: Any = pp.game("piecepackman")
RANDOM = GAME.bots["random"]


def test_each_game_is_the_match_of_its_seed() -> None:
    results = simulate(GAME, 3, seed=11, seats="random")
    for found in results:
        match = pp.Match(GAME, seed=found.seed, seats=dict.fromkeys(GAME.seats, "random"))
        match.run()
        assert found.result == match.result
        assert (found.turns, found.moves) == (match.turn, len(match.record))
        assert found.events == Counter(step.event.kind for step in match.steps)
    assert [found.seed for found in results] == [11, 12, 13]


def test_the_same_seed_gives_the_same_games() -> None:
    once, again = (simulate(GAME, 3, seed=5, seats="random") for _ in range(2))
    assert once.outcomes == again.outcomes
    assert once.outcomes != simulate(GAME, 3, seed=6, seats="random").outcomes


def test_the_same_game_again_is_no_evidence() -> None:
    nim = from_cell("nim")
    found = simulate(nim, 30, seats=first_move)
    assert (len(found), found.wins, found.ended_by()) == (30, 30, {"NIM-3": 30})
    assert found.won_by("ann") == wilson(1, 1)
    assert found.title.endswith(": the same again and again, counted once")
    assert len(simulate(nim, 500, seats=first_move, until=0.01)) == 30, "more would be the same"
    rolled = simulate(nim, 30, seats="random")
    assert len(rolled.counted) == 30
    assert "the same" not in rolled.title


def test_games_of_a_bot_with_chance_of_its_own_all_count() -> None:
    dice = Random(1)

    def careless(game: Any, state: Any, seat: str, _pick: Any) -> Any:
        return dice.choice(list(game.moves_for(state, seat)))

    found = simulate(from_cell("tic_tac_toe"), 20, seats=careless)
    assert not any(game.by_chance for game in found)
    assert len(found.counted) == 20


def test_seats_may_be_a_name_a_function_or_one_for_each_seat() -> None:
    by_seat = dict.fromkeys(GAME.seats, "random") | {"moons": RANDOM}
    played = [simulate(GAME, 2, seats=seats) for seats in ("random", RANDOM, by_seat)]
    assert played[0].outcomes == played[1].outcomes == played[2].outcomes
    assert played[2].title == (
        "2 games of piecepackman, suns random, moons random, crowns random, arms random"
    )


@pytest.mark.parametrize(
    ("given_as", "complaint"),
    [
        ({"games": 0}, "games is 0; expected a whole number, at least 1"),
        ({"games": True}, "games is True"),
        ({"seed": -1}, "seed is -1"),
        ({"seats": "clever"}, "seats is 'clever'; expected one of "),
        ({"seats": {"suns": "random"}}, "a bot for each of suns, moons, crowns, arms"),
        ({"seats": dict.fromkeys((*GAME.seats, "hearts"), "random")}, "a bot for each of"),
        ({"seats": dict.fromkeys(GAME.seats, "person")}, r"seats\['suns'\] is 'person'"),
    ],
)
def test_bad_input_is_refused_in_one_line(given_as: dict[str, Any], complaint: str) -> None:
    with pytest.raises(pp.BadInput, match=complaint) as caught:
        simulate(GAME, **given_as)
    assert "\n" not in str(caught.value)


def test_simulate_refuses_values_that_are_not_games() -> None:
    with pytest.raises(pp.BadInput, match=r"a game, as pp\.game"):
        simulate("piecepackman")  # type: ignore[arg-type]


def test_an_illegal_move_of_a_bot_is_not_played() -> None:
    with pytest.raises(GameFailed, match=r"seed 4, move 3, .* to move") as caught:
        simulate(GAME, 1, seed=4, seats=lambda _game, _state, _seat, _pick: "suns a1-a2")
    assert isinstance(caught.value.__cause__, IllegalMove)
    with pytest.raises(BadInput, match="the move is 'forward'"):
        simulate(GAME, 1, seats=lambda _game, _state, _seat, _pick: "forward")


def test_the_games_built_in_bot_plays_by_default() -> None:
    assert simulate(GAME, 1).title == f"1 games of {GAME.name}, greedy"


def test_a_game_without_end_is_counted_as_unfinished() -> None:
    found = simulate_one(GAME, 1, dict.fromkeys(GAME.seats, RANDOM), Limits(10))
    assert found.result is None
    assert found.moves == 10
    results = Simulation("a game", GAME.seats, [found])
    assert (results.unfinished, results.wins, results.scores) == (1, 0, {})
    assert "unfinished" in results.table()
    assert "no score" in repr(results)


# --- figures ------------------------------------------------------------------------------------


def game_of(winners: tuple[str, ...], ghosts: int, **events: int) -> GameSummary:
    from piecepack_nb.core.steps import Result

    return GameSummary(1, Result(winners, "X-1", "Over.", {"ghosts": ghosts}), 10, 50, events)


def test_figures_of_a_few_games() -> None:
    games = [
        game_of(("suns", "moons"), 4, attack=3),
        game_of(("piecepackman",), 1, attack=1, eat=2),
        game_of((), 1),
        game_of(("suns",), 2, eat=2),
    ]
    results = Simulation("4 games", ("suns", "moons"), games)
    assert results.wins == 2
    assert results.win_rate == wilson(2, 4)
    assert results.won_by("moons").share == 0.25
    assert results.won_by("piecepackman").share == 0.25
    with pytest.raises(BadInput, match=r"the winner is 'moon'; expected one of .*'moons'"):
        results.won_by("moon")
    assert results.won == {"won by suns": wilson(2, 4), "won by moons": wilson(1, 4)}
    together = Simulation("3 games", ("suns", "moons"), games[:3])
    assert together.won == {"won": wilson(1, 3)}
    assert results.scores == {"ghosts": 2.0}
    assert results.events == {"attack": 1.0, "eat": 1.0}
    assert (results.mean("attack"), results.mean("dance")) == (1.0, 0.0)
    assert results.ended_by() == {"X-1": 4}
    assert (len(results), results[1], results.turns) == (4, games[1], 10)
    assert "50.0 % (95 %: 15.0 to 85.0)" in repr(results)
    assert "attack a game  1.0" in results.table()


def test_wilson_of_a_textbook_case() -> None:
    found = wilson(8, 10)
    assert found.low == pytest.approx(0.4902, abs=1e-4)
    assert found.high == pytest.approx(0.9433, abs=1e-4)
    assert wilson(0, 10).low == 0
    assert wilson(10, 10).high == 1


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_bounds_solve_their_equation(counted: tuple[int, int]) -> None:
    """Each bound is the share whose own 95 % limit is what was counted."""
    hits, of = counted
    found = wilson(hits, of)
    assert 0 <= found.low <= found.share <= found.high <= 1
    for bound in (found.low, found.high):
        if 0 < bound < 1:
            distance = 1.959964 * math.sqrt(bound * (1 - bound) / of)
            assert abs(found.share - bound) == pytest.approx(distance, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize(("hits", "of"), [(1, 0), (-1, 5), (6, 5), (True, 5), (1.0, 5)])
def test_wilson_refuses_invalid_counts(hits: Any, of: Any) -> None:
    with pytest.raises(pp.BadInput):
        wilson(hits, of)


def test_an_interval_prints_as_percentages() -> None:
    assert str(Interval(0.3, 0.219, 0.396)) == "30.0 % (95 %: 21.9 to 39.6)"


def svg_of(chart: Chart) -> str:
    return str(mimebundle(chart)["image/svg+xml"])


def test_results_have_a_picture_with_every_share_in_it() -> None:
    results = simulate(GAME, 3, seed=11, seats="random")
    root = ET.fromstring(results._repr_mimebundle_()["image/svg+xml"])
    text = "".join(root.itertext())
    for name, share in results.shares():
        assert name in text
        assert str(share) in text
    assert root.findtext("{*}title") == results.title
    assert str(results.shares()[0][1]) in str(root.findtext("{*}desc"))


def test_a_picture_has_the_colours_of_both_themes_and_no_others() -> None:
    picture = svg_of(simulate(GAME, 2, seats="random").drawing())
    style = picture.partition("<style>")[2].partition("</style>")[0]
    assert "@media screen and (prefers-color-scheme:dark)" in style  # print is dark on light
    drawn = picture.partition("</style>")[2]
    for part, colour in re.findall(r'(fill|stroke)="(#[0-9a-f]+)"', drawn):
        assert f'[{part}="{colour}"]' in style, colour


def test_hostile_names_stay_text_in_the_picture() -> None:
    row = {
        "name": "<img onerror=x>\x00\ud800",
        "value": 0.5,
        "low": 0.4,
        "high": 0.6,
        "text": "<b>",
    }
    picture = svg_of(Chart("bars", "<script>", (row,), share=True))
    tags = {element.tag.split("}")[1] for element in ET.fromstring(picture).iter()}
    assert tags <= {"svg", "title", "desc", "style", "rect", "text", "path", "g", "line"}


def test_a_value_without_bounds_is_drawn_without_its_interval() -> None:
    row = {"name": "one", "value": 2.0, "low": -math.inf, "high": math.inf, "text": "2"}
    assert ET.fromstring(svg_of(Chart("dots", "One game", (row,)))) is not None


def test_without_the_chart_packages_results_are_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    results = simulate(GAME, 2, seats="random")
    assert "<table>" in results._repr_mimebundle_()["text/html"]
    with pytest.raises(BadInput, match="pip install altair vl-convert-python"):
        results.chart()


@pytest.mark.parametrize("seed", [102, 110])
def test_rerolled_dice_differ_as_in_a_match(seed: int) -> None:
    """P.A.C.O. rolls again where nobody may begin; with the same dice it would do so for ever."""
    game = pp.game("paco", players=2, turn_limit=3)
    (played,) = simulate(game, 1, seed=seed, seats="random")
    match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, "random"))
    match.run()
    assert played.result == match.result
    assert played.moves == len(match.record)
