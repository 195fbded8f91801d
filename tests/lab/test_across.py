"""Restricted players, people's games, one question to several players, and measures as columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.journal import Journal
from piecepack_nb.design import Board, one_of, option
from piecepack_nb.lab.across import Across
from piecepack_nb.lab.difference import difference, sweep
from piecepack_nb.lab.interval import Estimate
from piecepack_nb.lab.simulation import simulate
from tests.lab.cells import from_cell


class Grab(Board):
    """Take one or three sticks; who has taken most wins."""

    rulebook = """
        GR-1 One. One stick is taken.
        GR-2 Three. Three sticks are taken.
        GR-3 End. Who has taken most wins.
        """
    seats = ("ann", "ben")
    amount = one_of("one", "three")
    sticks = option(7, "How many sticks there are.", low=3, high=30)

    def setup(self, table: Any) -> None:
        table.left = self.sticks
        table.taken = {"ann": 0, "ben": 0}

    def why_not(self, table: Any, amount: str) -> str | None:
        return "GR-2 there are no three" if amount == "three" and table.left < 3 else None

    def move(self, table: Any, amount: str) -> None:
        number = 1 if amount == "one" else 3
        table.left -= number
        table.taken = {**table.taken, table.seat: table.taken[table.seat] + number}
        table.say(f"GR-{1 if number == 1 else 2} {table.seat} takes {amount}.")

    def winner(self, table: Any) -> Any:
        if table.left == 0:
            best = max(table.taken, key=lambda seat: table.taken[seat])
            return best, "GR-3 the last stick is taken."
        return None


@pytest.fixture
def grab() -> Any:
    return pp.game(pp.register(Grab))


# --- Restricted players --------------------------------------------------------------------------


@pytest.mark.parametrize("never", ["three", "GR-2"])
def test_a_restricted_player_never_does_it_unless_it_must(grab: Any, never: str) -> None:
    bot = pp.bots.restricted(never=never)
    for seed in range(20):
        match = pp.Match(grab, seed=seed, seats={"ann": bot, "ben": "random"})
        match.run()
        moves = [str(each.move) for each in match.record if each.actor.seats == ("ann",)]
        assert set(moves) == {"one"}


def test_what_a_restriction_costs_has_its_sign(grab: Any) -> None:
    found = pp.restricted(grab, "random", never="three", greedy="threes", games=150, keep=False)
    assert list(found.found) == ["never three", "greedy for three"]
    assert found["never three"].high < 0
    assert found["greedy for three"].low > 0
    assert found.verdict("never three") == "costs games"
    assert found.verdict("greedy for three") == "wins games"
    assert {each.error for each in found.found.values()} == {0.025}
    assert found.to_csv().startswith("restriction,player,value,low,high,unit,verdict,pairs")
    assert "costs games" in repr(found)


def test_one_that_forgets_all_but_a_few_moves_still_moves(grab: Any) -> None:
    bot = pp.bots.restricted("look_ahead", forgets=0.9)
    assert pp.Match(grab, seed=1, seats=bot).run()
    assert bot.__name__ == "look_ahead, forgets 90 % of its moves"


@pytest.mark.parametrize("base", ["mcts", "look_ahead"])
def test_bots_that_look_ahead_are_restricted_there_too(grab: Any, base: str) -> None:
    bot = pp.bots.restricted(base, never="three")
    match = pp.Match(grab, seed=2, seats={"ann": bot, "ben": "random"})
    match.run()
    assert all(str(e.move) == "one" for e in match.record if e.actor.seats == ("ann",))


@pytest.mark.parametrize("name", ["activator", "pacman", "piecepackman", "paco", "worm_derby"])
def test_the_five_games_know_restricted_players(name: str) -> None:
    game = pp.game(name)
    clause = next(iter(game.rulebook)).id
    bot = pp.bots.restricted("wanderer" if name == "worm_derby" else None, never=clause)
    match = pp.Match(game, seed=1, seats=bot)
    match.run(12)
    assert len(match.record) >= 6


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"never": "eats"}, "grab has no 'eats'"),
        ({"never": 3}, "never is 3"),
        ({"forgets": 1.5}, "forgets is 1.5"),
        ({"ahead": 0}, "ahead is 0"),
        ({}, "there is no restriction"),
    ],
)
def test_wrong_restrictions_are_refused(grab: Any, given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        pp.restricted(grab, games=2, keep=False, **given)


# --- People --------------------------------------------------------------------------------------


def played(game: Any, seed: int, seats: Any = None) -> pp.Match:
    """Return a match in which ann is a person, who moves as a random bot does."""
    bots = pp.Match(game, seed=seed, seats="random")
    bots.run()
    match = pp.Match(game, seed=seed, seats={"ben": "random"} if seats is None else seats)
    for each in bots.record:
        match.play(str(each.move))
    return match


def test_games_of_people_are_measured_and_marked(grab: Any, tmp_path: Path) -> None:
    for seed in range(6):
        played(grab, seed).save(tmp_path / f"{seed}.json")
    (tmp_path / "class").mkdir()
    Journal(played(grab, 7), tmp_path / "class" / "table.jsonl").leave()
    (tmp_path / "damaged.json").write_text("{")
    played(grab.under(sticks=9), 8).save(tmp_path / "other.json")
    pp.Match(grab, seed=9).save(tmp_path / "begun.json")
    found = pp.measures(grab, recorded=tmp_path, playouts=2)
    assert len(found.games) == 7
    assert "played by people" in found.title
    assert found["Length"].half_width > 0
    text = str(found)
    for file, why in (
        ("damaged", ""),
        ("other", "it has other rules"),
        ("begun", "it isn't over"),
    ):
        assert f"{file}.json isn't counted: {why}" in text


def test_the_same_game_counts_once_and_bots_alone_do_not(grab: Any, tmp_path: Path) -> None:
    for name in "ab":
        played(grab, 3).save(tmp_path / f"{name}.json")
    pp.Match(grab, seed=1, seats="random").run()
    played(grab, 4, "random").save(tmp_path / "bots.json")
    found = pp.measures(grab, recorded=[tmp_path], playouts=1)
    assert len(found.games) == 1
    assert "bots alone played it" in str(found)


@pytest.mark.parametrize("where", [3, [3], "no_such_folder"])
def test_what_has_no_game_of_people_is_refused(grab: Any, where: Any) -> None:
    with pytest.raises(BadInput):
        pp.measures(grab, recorded=where)


# --- One question to several players --------------------------------------------------------------


def test_players_answer_one_question_together(grab: Any, tmp_path: Path) -> None:
    played(grab, 3).save(tmp_path / "a.json")
    found = pp.across(grab, games=30, recorded=tmp_path, keep=False)
    assert list(found.answers) == ["random", "look_ahead", "mcts", "one move ahead", "people"]
    assert found.rows()[0][0] == "verdict"
    assert "People have played only 1 game" in str(found)
    assert {row["player"] for row in found.records()} == set(found.answers)


def test_a_rules_effect_is_asked_of_several_players(grab: Any) -> None:
    players = {"random": "random", "never three": pp.bots.restricted(never="three")}
    found = pp.across(grab, "turns", sticks=20, players=players, games=60, keep=False)
    assert found.agree is True
    assert found.verdict() == "All 2 players agree: more."


def answers(*figures: tuple[float, float, float], signed: bool = True) -> Across:
    named = {f"bot {n}": Estimate(*each, "points") for n, each in enumerate(figures)}
    return Across("", "starting", named, dict.fromkeys(named, 10), signed=signed)


MORE, LESS, OPEN = (0.2, 0.1, 0.3), (-0.2, -0.3, -0.1), (0.1, -0.1, 0.3)


@pytest.mark.parametrize(
    ("found", "agree", "verdict"),
    [
        (answers(MORE, MORE), True, "All 2 players agree: more."),
        (answers(MORE, LESS), False, "It depends on the player: more for bot 0, less for bot 1."),
        (answers(LESS, OPEN), None, "Less for bot 0; not settled for bot 1, and no player"),
        (answers(OPEN, OPEN), None, "Not settled for any player."),
        (answers(MORE, LESS, signed=False), False, "It depends on the player: from"),
        (answers(MORE, OPEN, signed=False), None, "No difference between the players is settled."),
    ],
)
def test_the_verdict_says_where_players_agree(
    found: Across, agree: bool | None, verdict: str
) -> None:
    assert found.agree is agree
    assert found.verdict().startswith(verdict)


# --- Measures of a design as columns -------------------------------------------------------------


def test_measures_of_a_design_are_columns_of_the_lab() -> None:
    game = from_cell("tic_tac_toe")
    for name in ("starting", "lead changes", "drama", "decided early", "choice", "legal moves"):
        found = simulate(game, 6, seats="random", measure=name, playouts=2)
        assert found.estimate(name).low <= found.estimate(name).value
    changed = difference(game, game, 6, seats="random", measure="drama", playouts=2)
    assert changed.estimate.low <= 0 <= changed.estimate.high


def test_until_and_measures_are_for_sweeps_too(grab: Any) -> None:
    found = sweep(grab, 400, seats="random", measure="starting", until=0.2, sticks=(4, 9))
    assert all(each.half_width <= 0.2 for each in found.estimates().values())
    assert {len(cell) for cell in found.cells.values()} != {400}
    assert found.difference(4, 9).any_time
    drama = sweep(grab, 8, seats="random", measure="drama", playouts=2, sticks=(4, 9))
    assert len(drama.records()) == 2


def test_a_measure_that_the_games_do_not_have_is_refused() -> None:
    game = pp.game("piecepackman")
    with pytest.raises(BadInput, match="'Starting is worth' isn't defined"):
        simulate(game, 2, seats="random", measure="starting")
