"""Measures, tournaments, reports and heat, checked on games whose answers are known."""

from __future__ import annotations

import csv
import io
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import piecepack_nb as pp
from bench.bench_intervals import skill_rows
from bench.bench_measures import next_squares, tic_tac_toe_odds
from bench.bench_measures import rows as exactly_known
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.steps import Result
from piecepack_nb.design import Board
from piecepack_nb.lab import GameSummary, Profile, Simulation, simulate
from piecepack_nb.lab.definitions import MEASURES, drama, lead_changes, measured
from piecepack_nb.lab.difference import difference
from piecepack_nb.lab.measures import Measures, measures
from piecepack_nb.lab.report import Report
from piecepack_nb.lab.tournament import Tournament, tournament
from tests.lab.cells import first_move, from_cell
from tests.soak.injection import output

LINES = (
    "a1 a2 a3",
    "b1 b2 b3",
    "c1 c2 c3",
    "a1 b1 c1",
    "a2 b2 c2",
    "a3 b3 c3",
    "a1 b2 c3",
    "a3 b2 c1",
)


# --- Tic-tac-toe: perfect play is a draw  --------------------------------------------------------


@cache
def value(own: frozenset[str], other: frozenset[str]) -> int:
    """Return the value of tic-tac-toe to the side that moves."""
    if any(other >= set(line.split()) for line in LINES):
        return -1
    free = {f"{file}{rank}" for file in "abc" for rank in "123"} - own - other
    return max((-value(other, own | {place}) for place in free), default=0)


def perfect(game: Any, state: Any, seat: str, pick: Any) -> Any:
    held: dict[bool, frozenset[str]] = {
        mine: frozenset(p for p, owner in state.pieces.items() if (owner == seat) == mine)
        for mine in (True, False)
    }
    moves = list(game.moves_for(state, seat))
    worth = [-value(held[False], held[True] | {str(move)}) for move in moves]
    return pick("move", [m for m, each in zip(moves, worth, strict=True) if each == max(worth)])


def test_perfect_tic_tac_toe_is_drawn() -> None:
    found = measures(from_cell("tic_tac_toe"), 12, seats=perfect, playouts=2)
    assert found["Draws"].value == 1
    assert found["Starting is worth"].value == 0
    assert found["Length"].value == 9
    assert found["Legal moves"].value == (9 + 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1) / 9
    assert found["Forced moves"].value == pytest.approx(100 / 9)
    assert found["Dead ends"].value == 0
    assert set(found.places.values()) == {1.0}  # each square is taken once a game
    assert "Drama" not in [each.name for each in found.found]  # nobody wins


# --- Values from playouts, against the exact ones  -----------------------------------------------


def choice_exactly() -> float:
    """Return how much the best move of a random game of tic-tac-toe is better than the second."""
    total = 0.0
    games: dict[tuple[str, float, int], float] = {("." * 9, 0.0, 0): 1.0}
    while games:
        (squares, gap, count), chance = games.popitem()
        after = next_squares(squares)
        if not after:
            total += chance * gap / count
            continue
        side = 1 - squares.count(".") % 2
        worth = sorted((o[side] + o[2] / 2 for o in map(tic_tac_toe_odds, after)), reverse=True)
        if len(worth) > 1:
            gap, count = gap + worth[0] - worth[1], count + 1
        for each in after:
            key = each, round(gap, 9), count
            games[key] = games.get(key, 0) + chance / len(after)
    return 100 * total


@pytest.mark.thorough
def test_measures_of_random_tic_tac_toe_hold_the_exact_ones() -> None:
    found = measures(from_cell("tic_tac_toe"), 40, seats="random", playouts=16)
    true = {row["measure"]: row["truth"] for row in exactly_known(1, 9) if "random" in row["game"]}
    true["A choice is worth"] = choice_exactly()
    assert true["A choice is worth"] == pytest.approx(14.9, abs=0.1)
    for name, value in true.items():
        assert found[name].low <= value <= found[name].high, name


class LastCoin(Board):
    """Thirty empty turns and a coin."""

    seats = ("ann", "ben")
    dice = Board.die("12")

    def setup(self, table: Any) -> None:
        table.rolls = 0

    def rolled(self, table: Any) -> None:
        table.rolls += 1

    def winner(self, table: Any) -> str | None:
        return ("ann", "ben")[table.points - 1] if table.rolls == 31 else None


def test_chance_in_playouts_is_no_lead() -> None:
    pp.register(LastCoin)
    found = measures(pp.game("last_coin"), 6, seats="random", playouts=6)
    assert found["Length"].value == 31
    for name in ("Lead changes", "Drama", "Decided early"):
        assert found[name].low == 0, name
    assert found["Lead changes"].value < 1
    assert found["Decided early"].value < 20, "an even game isn't decided"
    seen = [[values[0] > values[1] for values in game.profile.leads] for game in found.games
            if game.profile]  # fmt: skip
    changes = sum(a != b for course in seen for a, b in pairwise(course)) / len(seen)
    assert changes > 5, "which they would be if their values were believed"


@pytest.mark.thorough
def test_measures_are_near_the_truth_where_it_is_known() -> None:
    for row in exactly_known(3, 60):
        name = f"{row['game']}, {row['measure']}"
        assert row["mean"] == pytest.approx(row["truth"], rel=0.4, abs=0.1), name
        assert row["held"] >= 2, name


def test_bounds_are_within_what_a_measure_can_be() -> None:
    early = played([(0.9, 0.1)] * 20)
    late = played([(0.5, 0.5), *[(0.9, 0.1)] * 19])
    found = Measures(by_hand(*[early] * 9, late))
    decided, worth = found["Decided early"], found["Starting is worth"]
    assert decided.value == pytest.approx(99.5)
    assert (decided.high, worth.high) == (100, 0.5)
    assert found["Lead changes"].low == found["Drama"].low == 0


# --- Nim: who begins wins from 3, 5 and 7  -------------------------------------------------------


def test_nim_is_won_by_who_begins() -> None:
    found = measures(from_cell("nim"), 12, seats="clever", playouts=2)
    assert found["Starting is worth"].value == 0.5  # all games instead of half of them
    assert found["Draws"].value == 0
    assert all(game.profile is not None and game.profile.options[0] == 15 for game in found.games)
    assert list(found.refused) == ["NIM-2"]
    assert found.never_used == []  # NIM-1 is the set-up, NIM-0 says who is next


# --- Oh Hell: cards that are gone can't be tried again  -------------------------------------------


def test_the_tries_are_of_the_cards_in_hand() -> None:
    refused = measures(from_cell("oh_hell"), 4, seats="random", playouts=2).refused
    assert next(iter(refused)) == "OH-3"  # to follow suit, not OH-0: that card isn't there
    assert refused["OH-3"] > 0.6


# --- Snakes and ladders: a Markov chain  ---------------------------------------------------------


def snakes_exactly() -> tuple[float, float]:
    """Return the first player's share of wins and the mean number of turns, of three players."""
    links = {3: 16, 7: 12, 14: 26, 17: 5, 23: 9, 28: 20, 29: 13}
    at = {1: 1.0}
    wins, turns, alive = 0.0, 0.0, 1.0
    for round_number in range(400):
        after: dict[int, float] = {}
        for here, share in at.items():
            for die in range(1, 7):
                there = here + die if here + die <= 30 else here
                there = links.get(there, there)
                after[there] = after.get(there, 0) + share / 6
        ends = after.pop(30, 0.0) / alive if alive else 0.0
        for seat in range(3):
            reached = alive**3 * (1 - ends) ** seat
            wins += reached * ends * (seat == 0)
            turns += reached * ends * (3 * round_number + seat + 1)
        at, alive = after, sum(after.values())
    return wins, turns


def test_snakes_and_ladders_are_as_long_as_their_markov_chain() -> None:
    wins, turns = snakes_exactly()
    games = simulate(from_cell("snakes_and_ladders"), 400)
    found = {each.name: each.estimate for each in Measures(games).found}
    length, starting = found["Length"], found["Starting is worth"]
    assert length.low < turns < length.high
    assert starting.low < wins - 1 / 3 < starting.high
    assert length.half_width < 0.1 * turns
    assert "Legal moves" not in found  # nobody decides anything


# --- Pig: when to hold  --------------------------------------------------------------------------


def pig_rolls(hold: int, goal: int = 20, least: int = 2) -> float:
    """Return the mean rolls of a lone player who holds a heap of ``hold`` or enough to win."""
    left: dict[int, float] = {}
    for score in range(goal - 1, -1, -1):
        ends, rolls = {0: 1.0}, 0.0
        gains: dict[int, float] = {}
        while ends:
            heap, share = ends.popitem()
            rolls += share
            for die in range(6):
                now, part = heap + die, share / 6
                if die == 0:
                    gains[0] = gains.get(0, 0) + part
                elif now >= least and (now >= hold or score + now >= goal):
                    gains[now] = gains.get(now, 0) + part
                else:
                    ends[now] = ends.get(now, 0) + part
        rest = sum(p * left.get(score + gain, 0) for gain, p in gains.items() if gain)
        left[score] = (rolls + rest) / (1 - gains.get(0, 0))
    return left[0]


def holder(hold: int) -> Any:
    def bot(game: Any, state: Any, seat: str, pick: Any) -> str:
        heap = state.notes["heap"]
        enough = heap >= hold or state.score[seat] + heap >= game.rules.goal
        return "hold" if heap >= game.rules.least and enough else "go on"

    return bot


@pytest.mark.thorough
def test_pig_is_shortest_at_its_best_hold() -> None:
    """A turn of the lone player is a roll: each one is followed by a choice."""
    best = min(range(2, 21), key=pig_rolls)
    alone = from_cell("pig", lambda text: text.replace('("ann", "ben", "cat")', '("ann",)'))
    found = difference(
        alone, bots=(holder(15), holder(best)), measure="turns", until="settled", games=600
    )
    truth = pig_rolls(best) - pig_rolls(15)
    assert truth < 0
    assert found.settled
    assert found.estimate.low < truth < found.estimate.high < 0
    lengths = measures(alone, 80, seats=holder(best), playouts=1)["Length"]
    assert lengths.low < pig_rolls(best) < lengths.high


# --- Definitions on games written by hand  -------------------------------------------------------


def played(leads: list[tuple[float, float]], winner: str = "ann") -> GameSummary:
    profile = Profile((2,), tuple(leads), (), {}, {}, {})
    result = Result((winner,), "X-1", "Over.", {})
    return GameSummary(1, result, len(leads), 9, {}, "ann", "", profile)


def by_hand(*games: GameSummary) -> Simulation:
    nim = from_cell("nim")
    return Simulation("2 games of nim", nim.seats, games, game=nim, players=({},))


def test_lead_changes_drama_and_decisiveness_of_a_game_written_by_hand() -> None:
    game = played([(0.5, 0.5), (0.4, 0.6), (0.14, 0.86), (0.51, 0.5), (0.7, 0.3), (0.9, 0.1)])
    steady = played([(0.6, 0.4)] * 6)
    games = by_hand(game, steady)
    changes, dramatic = measured(lead_changes, games), measured(drama, games)
    assert changes is not None
    assert dramatic is not None
    assert changes.value == 0.5  # one in the first game; 0.51 is no clear lead
    assert dramatic.value == pytest.approx(((0.2**0.5 + 0.72**0.5) / 2 + 0) / 2)
    # 0.51 against 0.5 doesn't decide the first game; its last two of six turns do.
    assert Measures(games)["Decided early"].value == pytest.approx((100 / 3 + 100) / 2)
    assert Measures(games).lead()[0] == pytest.approx((0.5 + 0.6) / 2)


def test_each_measure_says_what_it_is() -> None:
    for name, rule in MEASURES.items():
        words = " ".join(str(rule.__doc__).split())
        assert "Unit: " in words, name


# --- Tournaments  --------------------------------------------------------------------------------


def test_a_game_of_pure_chance_has_no_skill() -> None:
    found = tournament(from_cell("snakes_and_ladders"), ("random", "mcts"), 5)
    assert found.skill.value == found.skill.low == 0.5
    assert 0.5 < found.skill.high < 1
    assert found.score("random", "mcts") == 0.5


def test_a_perfect_player_is_rated_highest_at_nim() -> None:
    nim = from_cell("nim")
    found = tournament(nim, {"perfect": "clever", "random": "random", "alike": "random"}, 8)
    assert next(iter(found.ratings)) == "perfect"
    assert found.score("perfect", "random") > 0.9
    assert found.score("random", "perfect") == pytest.approx(1 - found.score("perfect", "random"))
    assert found.skill.low > 0.6
    assert found.ratings["perfect"].low > found.ratings["random"].high


def test_ratings_fit_the_results() -> None:
    """Two bots of which one wins 10 of 11 games, one draw with an average bot apart: 400 Elo."""
    scores = [("a", "b", 1.0)] * 1000 + [("a", "b", 0.0)] * 100
    ratings = Tournament("", ("a", "b"), scores).ratings
    assert ratings["a"].value - ratings["b"].value == pytest.approx(400, abs=2)
    assert ratings["a"].low < 200 < ratings["a"].high
    assert str(ratings["b"]) == "−200 Elo (95 %: −213 to −188)"


def test_the_rating_of_an_unbeaten_bot_has_an_interval() -> None:
    """Of 40 won games: the true share is above 91 %, 402 Elo, by Clopper and Pearson (1934)."""
    best, other = Tournament("", ("a", "b"), [("a", "b", 1.0)] * 20).ratings.values()
    assert 402 < 2 * best.low < best.value - other.value < 2 * best.high
    assert best.high - best.low > 300
    assert (other.low, other.high) == pytest.approx((-best.high, -best.low), abs=0.1)


def test_ratings_fit_however_far_bots_are_apart() -> None:
    """The best fit: each bot's wins are those that the ratings expect, its draw included."""
    wins = {("a", "b"): 199, ("b", "c"): 199, ("c", "d"): 199, ("a", "d"): 200}
    scores = [(*pair, float(n < won)) for pair, won in wins.items() for n in range(200)]
    ratings = Tournament("", "abcd", scores).ratings
    chance = lambda edge: 1 / (1 + 10 ** (-edge / 400))  # noqa: E731
    for bot, rating in ratings.items():
        won = 0.5 - chance(rating.value)
        for (one, other), each in wins.items():
            expected = chance(ratings[one].value - ratings[other].value)
            won += 2 * (each - 200 * expected) * ((bot == one) - (bot == other))
        assert won == pytest.approx(0, abs=0.3), bot


def test_the_skill_of_equal_bots_is_a_half() -> None:
    """97.5 % of intervals begin at a half; 54 of 60 are 4 standard deviations fewer."""
    for row in skill_rows(60, 40):
        assert row["held"] >= 54, row["what"]


def test_games_without_chance_count_once_in_a_tournament() -> None:
    found = tournament(from_cell("nim"), {"one": first_move, "alike": first_move}, 50)
    assert found.scores == (("one", "alike", 0.5),)
    assert found.skill.high > 0.9
    assert "1 of 1 pairings, without chance, count as 2 games each" in found.title


def test_an_interrupted_tournament_keeps_the_pairings_so_far() -> None:
    def stuck(_game: Any, _state: Any, _seat: str, _pick: Any) -> Any:
        raise KeyboardInterrupt

    nim = from_cell("nim")
    bots: dict[str, Any] = {"one": "clever", "other": "random", "third": stuck}
    found = tournament(nim, bots, 3)
    assert found.scores == tournament(nim, {"one": "clever", "other": "random"}, 3).scores
    assert "6 games in all, interrupted (the game with seed 0, move 2, ben" in found.title
    with pytest.raises(KeyboardInterrupt, match="the game with seed 0"):
        tournament(nim, {"third": stuck, "one": "clever"}, 3)


@pytest.mark.parametrize(
    ("game", "bots", "complaint"),
    [
        ("piecepackman", ("random", "greedy"), "are no rivals"),
        ("activator", ("random",), "two bots or more"),
        ("activator", ("random", "quik"), r"bots\['quik'\] is 'quik'"),
        ("activator", "random", "bots is 'random'; expected names of bots, or a mapping"),
        ("activator", 3, "bots is 3; expected names of bots"),
        ("activator", {1: "random", 2: "quick"}, "the name of a bot is 1; expected a text"),
    ],
)
def test_wrong_tournaments_are_refused(game: str, bots: Any, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        tournament(pp.game(game), bots)


# --- Report, heat, export  -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def found() -> Measures:
    return measures(pp.game("piecepackman"), 4, seats="random", playouts=1)


def test_a_report_is_one_page_with_all_measures(found: Measures, tmp_path: Path) -> None:
    report = Report(found)
    page = report.save(tmp_path / "report.html").read_text(encoding="utf-8")
    for each in found.found:
        assert each.name in page
        assert str(each.estimate) in page
    assert "src=" not in page
    assert "http://" not in page.replace("http://www.w3.org/", "")
    assert page.count("<svg") == 3
    body = page.partition("<body>")[2].partition("</body>")[0]
    assert ElementTree.fromstring(body).tag == "main"
    with pytest.raises(BadInput, match="can't be written"):
        report.save(tmp_path / "none" / "report.html")


@pytest.mark.parametrize("hostile", ['x" onload="hacked()', "\u202e'><script>", "&quot;"])
def test_a_report_is_one_frame_whatever_its_title_is(
    found: Measures, hostile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(found.games.game), "title", hostile)
    output(Report(found)._repr_html_())


def test_figures_export_as_frame_and_csv(found: Measures, tmp_path: Path) -> None:
    text = found.to_csv(tmp_path / "measures.csv")
    assert (tmp_path / "measures.csv").read_text(encoding="utf-8") == text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["measure"] for row in rows] == [each.name for each in found.found]
    assert float(rows[0]["value"]) == found.found[0].estimate.value
    frame = found.to_frame()
    assert list(frame["measure"]) == [row["measure"] for row in rows]
    games = found.games.to_frame()
    assert list(games["seed"]) == [0, 1, 2, 3]


def test_heat_tints_the_places_of_a_board(found: Measures) -> None:
    game = found.games.game
    assert game is not None
    board = pp.show(game.initial_state(), of=game, heat=found.places)
    marks = [mark for mark in board.scene.marks if mark.kind == "heat"]
    assert len(marks) == len(found.places)
    assert max(mark.value for mark in marks) == 1
    board.close()


@pytest.mark.parametrize("heat", [{}, {"zz": 1}, {"d4": -1}, {"d4": "1"}, {"d4": float("nan")}, 3])
def test_wrong_heat_is_refused(heat: Any) -> None:
    game = pp.game("piecepackman")
    with pytest.raises(BadInput):
        pp.show(game.initial_state(), of=game, heat=heat)


def test_the_public_functions_take_names_and_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(pp.simulate("piecepackman", 2, seats="random")) == 2
    assert (tmp_path / ".piecepack_nb/results.sqlite").exists()
    with pytest.raises(BadInput, match="quarter_turn_cost is 1 in both games; expected another"):
        pp.difference("piecepackman", quarter_turn_cost=1)
    free = pp.difference("piecepackman", games=2, seats="random", quarter_turn_cost=0)
    assert free.labels[1] == "quarter_turn_cost 1 → 0 (PM-15)"
    assert len(pp.sweep("piecepackman", 2, seats="random", quarter_turn_cost=(1, 2)).cells) == 2
    made = pp.report("piecepackman", "page.html", 2, seats="random", playouts=1)
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == made.html
    assert pp.tournament("activator", ("random", "quick"), games=1).names == ("random", "quick")
    for path in (3, tmp_path / "none" / "page.html"):  # refused before a game is played
        with pytest.raises(BadInput, match="expected a file in a folder that exists"):
            pp.report("piecepackman", path, 10**6, seats="random")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="the game is 3"):
        pp.measures(3)  # type: ignore[arg-type]
    played = pp.simulate("piecepackman", 2, seats="random", quarter_turn_cost=0)
    assert played.game is not None
    assert played.game.rules.changed() == {"quarter_turn_cost": 0}
    for call in (pp.simulate, pp.measures, pp.difference, pp.tournament):
        with pytest.raises(
            BadInput, match=r"no argument 'quarter_turn' \(did you mean 'quarter_turn_"
        ):
            call("piecepackman", quarter_turn=1)
    with pytest.raises(BadInput, match=r"the second game is 30; .* for 30 pairs, games=30"):
        pp.difference("piecepackman", 30, quarter_turn_cost=0)  # type: ignore[arg-type]
