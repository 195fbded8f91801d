"""Searches for rules: planted settings are found, and what isn't there is not."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import inf
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from bench.bench_search_designs import OneThrow, equal_row, fair_setting
from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import Board, option, ready
from piecepack_nb.lab import DesignSearch, Limits, design_search, search, store
from piecepack_nb.lab.aims import MeasureAim, Range, read_aims
from piecepack_nb.lab.interval import Estimate
from piecepack_nb.lab.workers import Job
from piecepack_nb.widgets.design_map import DesignMap


@pytest.fixture(scope="module")
def found() -> DesignSearch:
    """A search of 16 settings by the chances of a planted world, of which one is fair."""
    assert fair_setting(7) == (2, 19)
    game = pp.game(OneThrow, world=7)
    rows, columns = range(4), (0, 17, 18, 19)
    return search(game, {"starting": 0}, "random", row=rows, column=columns, games=160,
                  confirm=400, axes=("length", "starting"))  # fmt: skip


def test_a_planted_fair_setting_is_found_and_is_better_than_todays_rules(
    found: DesignSearch,
) -> None:
    best = found.best[0]
    assert best.label == "row 2, column 19"
    assert found.is_better(best)
    assert "better than today's rules" in found.verdict(best)
    assert abs(found.figures(best)["starting"].value) < 0.08
    assert found.verdicts(found.today)["starting"] == "missed"


def test_what_a_search_found_is_a_table_rows_and_a_map(found: DesignSearch) -> None:
    text = str(found)
    assert "today's rules" in text
    assert "16 settings" in text
    assert "changes Row: 0 → 2; Column: 0 → 19" in text
    rows = found.records()
    assert len(rows) == len(found) == 16
    assert [row["place"] for row in rows[:6]] == [1, 2, 3, 4, 5, 6]
    assert found.to_csv().startswith("setting,place,games,fresh,starting,starting low")
    assert found.chart().to_dict()["layer"]
    assert {row["name"] for row in found.drawing().rows} == {"tried", "today", "best"}
    assert "image/svg+xml" in found._repr_mimebundle_()


def test_the_best_are_measured_again_with_seeds_that_chose_nothing(found: DesignSearch) -> None:
    fresh = {game.seed for game in found.today.fresh}
    assert len(fresh) == 400
    for each in found.best:
        assert [game.seed for game in each.fresh] == [game.seed for game in found.today.fresh]
    searched = [game.seed for each in found.tried for game in each.games]
    assert len(set(searched)) == len(searched), "each setting has seeds of its own"
    assert fresh.isdisjoint(searched)
    assert "winner's curse" in found.curse() or "luck has not helped" in found.curse()


def test_what_luck_has_done_is_said_in_a_sentence() -> None:
    game = pp.game(OneThrow)
    equal = search(game, {"starting": "0 ± 1"}, "random", row=range(20), games=40, confirm=200)
    assert "winner's curse" in equal.curse()
    assert "in fresh games" in equal.curse()
    assert not any(map(equal.is_better, equal.best))


def test_settings_equal_to_todays_rules_are_seldom_called_better() -> None:
    assert equal_row(3)["false alarms"] == 0


def test_workers_and_executors_find_the_same() -> None:
    game = pp.game(OneThrow, world=3)
    given: dict[str, Any] = {"row": range(3), "games": 40, "confirm": 20}
    here = search(game, {"starting": 0}, "random", **given)
    with ThreadPoolExecutor(2) as executor:
        there = search(game, {"starting": 0}, "random", workers=executor, **given)
    assert str(here) == str(there)
    assert here.records() == there.records()


# --- alternatives and versions -------------------------------------------------------------------


def four_in_a_line(_self: Any, table: Any) -> Any:
    return ready.line_of(table, 4) or ready.full(table)


class Lines(Board):
    """Marks in a line.

    LI-1 Move. Mark an empty square.
    LI-2 End. Three in a line win.
    """

    places = Board.squares(4, 4)
    first = option("suns", "Who begins.", choices=("suns",))

    def why_not(self, table: Any, place: str) -> Any:
        return ready.on_empty(table, place)

    def move(self, table: Any, place: str) -> None:
        table[place] = table.seat

    def winner(self, table: Any) -> Any:
        return ready.line_of(table, 3) or ready.full(table)


Lines.alternatives = {"winner": {"four in a line": four_in_a_line}}


class Small(Lines):
    """A smaller board."""

    name = "lines"
    places = Board.squares(3, 3)


def test_alternatives_and_versions_of_a_class_are_tried() -> None:
    game = pp.game(pp.register(Lines))
    found = search(game, {"length": "<10", "drawn": "<60"}, "random", versions={"small": Small},
                   games=40, confirm=40)  # fmt: skip
    assert {each.label for each in found.tried} == {
        "today's rules",
        "small",
        "winner four in a line",
        "winner four in a line, small",
    }
    longer = next(each for each in found.tried if each.label == "winner four in a line")
    assert longer.figures["length"].value > found.today.figures["length"].value
    assert longer.setting.differs[0].startswith("winner: four in a line (")
    assert pp.Match(longer.game, seed=1, seats="random").run()
    packed = Job(longer.game, dict.fromkeys(game.seats, pp.bots.random), Limits()).packed()
    assert packed


def test_of_too_many_settings_some_are_drawn_and_neighbours_join() -> None:
    game = pp.game(OneThrow, world=5)
    found = search(game, {"starting": 0}, "random", row=range(25), column=range(20), settings=24,
                   games=160, confirm=0)  # fmt: skip
    assert 24 < len(found.tried) < 40
    assert found.tried[0].label == "today's rules"
    assert not found.confirmed
    assert "not measured again" in str(found)


# --- interrupts ----------------------------------------------------------------------------------


def test_an_interrupt_returns_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    played = 0
    play = Job.play

    def stop_late(self: Job, *given: Any) -> Any:
        nonlocal played
        played += 1
        if played == 300:
            raise KeyboardInterrupt
        return play(self, *given)

    monkeypatch.setattr(Job, "play", stop_late)
    game = pp.game(OneThrow, world=3)
    found = search(game, {"starting": 0}, "random", row=range(6), games=160)
    assert "interrupted in round 2" in found.title
    assert found.best
    assert not found.confirmed
    assert not any(map(found.is_better, found.best))


def test_an_interrupt_of_fresh_games_leaves_all_as_many(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    played = 0
    play = Job.play

    def stop_late(self: Job, *given: Any) -> Any:
        nonlocal played
        played += bool(shown)
        if played == 430:
            raise KeyboardInterrupt
        return play(self, *given)

    monkeypatch.setattr(Job, "play", stop_late)
    game = pp.game(OneThrow, world=3)
    found = search(game, {"starting": 0}, "random", row=range(6), games=40,
                   show=lambda each: shown.append(each.title))  # fmt: skip
    assert "interrupted in the fresh games" in found.title
    assert {len(each.fresh) for each in [found.today, *found.best]} == {50}


@pytest.mark.thorough
def test_a_kept_search_goes_on_where_it_was_stopped_and_opens_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    played, stop_at = 0, 100
    play = Job.play

    def counted(self: Job, *given: Any) -> Any:
        nonlocal played
        if played == stop_at:
            raise KeyboardInterrupt
        played += 1
        return play(self, *given)

    monkeypatch.setattr(Job, "play", counted)
    monkeypatch.setattr(store, "secret_file", lambda: tmp_path / "secret")
    game, path = pp.game(pp.register(Lines)), tmp_path / "kept.sqlite"

    def found(keep: Any) -> DesignSearch:
        return search(game, {"length": "<10"}, "random", versions={"small": Small}, games=40,
                      confirm=50, keep=keep)  # fmt: skip

    assert "interrupted in round 1" in found(path).title
    stop_at = -1
    whole = found(False)
    first, played = played - 100, 0
    again = found(path)
    assert played == first - 100
    assert again.records() == whole.records()
    assert "100 games were not played but read" in str(again)
    played = 0
    assert found(path).records() == whole.records()
    assert not played


# --- aims ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "unit", "range"),
    [
        (0, "points", (-5, 5)),
        (20, "turns", (18, 22)),
        ((20, 30), "turns", (20, 30)),
        (">0.3", "", (0.3, inf)),
        ("<= 10", "%", (-inf, 10)),
        ("50 ± 3", "%", (47, 53)),
        ("−2 +- 1", "points", (-3, -1)),
    ],
)
def test_aims_are_numbers_ranges_and_bounds(wish: Any, unit: str, range: Any) -> None:
    (aim,) = read_aims({"starting": wish})
    assert aim.range(unit) == range


@pytest.mark.parametrize("wish", [None, True, "about 3", (3, 1), (1, 2, 3), float("nan"), ">", {}])
def test_wrong_aims_are_refused(wish: Any) -> None:
    with pytest.raises(BadInput, match="the aim of 'starting' is"):
        read_aims({"starting": wish})


@pytest.mark.parametrize("aims", [{}, None, [("starting", 0)], {1: 0}])
def test_what_is_no_mapping_of_aims_is_refused(aims: Any) -> None:
    with pytest.raises(BadInput):
        read_aims(aims)


def test_a_gain_is_the_least_that_the_intervals_allow() -> None:
    aim = MeasureAim("turns", 10, 20)
    here, near, far = (Estimate(v, v - 1, v + 1, "turns") for v in (30.0, 22.0, 40.0))
    assert aim.gain(here, near, Estimate(-8, -10, -6, "turns")) == pytest.approx(6 / 5)
    assert aim.gain(here, far, Estimate(10, 9, 11, "turns")) < 0
    inside = Estimate(15, 12, 18, "turns")
    assert aim.gain(inside, inside, Estimate(0, -1, 1, "turns")) == 0
    assert Range(0.3, inf).measure_of_a_miss == 0.3


def test_a_chance_falls_with_the_distance() -> None:
    aim = MeasureAim("turns", 10, 20)
    chances = [aim.chance(Estimate(v, v - 2, v + 2, "turns")) for v in (15, 20, 24, 40, 100)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"rows": range(3)}, "there is no rule option 'rows'"),
        ({"row": 3}, "row is 3; expected several values"),
        ({"row": [99]}, "row is 99"),
        ({"axes": "length"}, "axes is 'length'; expected two measures"),
        ({"settings": 1}, "settings is 1"),
        ({"versions": 3}, "versions is 3"),
        ({"versions": {"a": 3}}, "a class"),
    ],
)
def test_wrong_searches_are_refused(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        search(pp.game(OneThrow), {"starting": 0}, "random", **given)


def test_a_misspelt_measure_is_refused_after_the_first_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[Any] = []
    summaries = design_search._Search._summaries

    def noted(*args: Any) -> Any:
        for each in summaries(*args):
            played.append(each)
            yield each

    monkeypatch.setattr(design_search._Search, "_summaries", noted)
    with pytest.raises(BadInput, match=r"measure is 'lenght'.*did you mean 'length'"):
        search(pp.game(OneThrow), {"lenght": (2, 3)}, "random", row=range(2), games=40)
    assert len(played) == 1


def test_another_unknown_measure_is_refused_after_the_first_games() -> None:
    with pytest.raises(BadInput, match="measure is 'staring'"):
        search(pp.game(OneThrow), {"staring": 0}, "random", row=range(2), games=40)


# --- pp.search, and the map ----------------------------------------------------------------------


def test_pp_search_is_the_function_even_after_paths_were_searched() -> None:
    import piecepack_nb.search

    assert piecepack_nb.search.Grid is not None
    found = pp.search("one_throw", {"starting": 0}, "random", row=range(2), games=40, confirm=20)
    assert isinstance(found, DesignSearch)
    bundle = found._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "image/svg+xml" in bundle


def test_a_click_on_the_map_opens_a_table_under_these_rules(found: DesignSearch) -> None:
    shown = DesignMap(found)
    assert [each["place"] for each in shown.design_map["shown"]] == list(range(7))
    shown._received(shown, {"kind": "play", "place": 1, "here": True}, ())
    table = shown._table
    assert table is not None
    assert table.model_id == shown.played
    assert table.match.game.rules == found.best[0].game.rules
    assert "pp.play(found.game(1))" in shown.reply
    assert found.game(0).rules == found.today.game.rules


@pytest.mark.parametrize(
    "content",
    [None, {}, {"kind": "play"}, {"kind": "play", "place": 99, "here": True}, {"kind": "eat"},
     {"kind": "play", "place": True}, {"kind": "play", "place": "1"}, [1]],
)  # fmt: skip
def test_a_hostile_page_opens_nothing(found: DesignSearch, content: Any) -> None:
    shown = DesignMap(found)
    shown._received(shown, content, ())
    assert shown.played == ""
    assert "expected" in shown.reply
    shown.set_state({"design_map": {"title": "mine"}})
    assert shown.design_map["title"] == found.title


def test_turns_are_those_of_the_game_also_with_a_clause_of_this_title() -> None:
    game = pp.game(pp.register(Lines))
    assert "turns" in game.event_kinds
    found = search(game, {"turns": (5, 9)}, "random", games=40, confirm=40)
    assert all(each.figures["turns"].value > 4 for each in found.tried)
    assert "turns 5 to 9 turns" in str(found)
