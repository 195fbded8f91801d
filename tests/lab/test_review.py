"""Games looked back at: worst moves are true blunders, and a perfect game has none."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

import piecepack_nb as pp
from piecepack_nb.core.game import AnyGame, general_bots
from piecepack_nb.core.match import Match
from piecepack_nb.lab import judging, levels
from piecepack_nb.lab.judging import estimate, paired
from piecepack_nb.lab.levels import Level, Scale, level_text
from piecepack_nb.lab.review import Reviewing, chance_text
from tests.conftest import sampled
from tests.design.examples import example_class

SMALL = 8  # playouts


@cache
def example_game(name: str) -> AnyGame:
    return example_class(name)(bots=general_bots())


@cache
def values_of(game: AnyGame) -> Callable[[Any], float]:
    """Return a plain minimax of a game of two: the first seat's result, from -1 to 1.

    It remembers what it has found, for all tests.
    """

    @cache
    def value(state: Any) -> float:
        result = game.result(state)
        if result is not None:
            return game.payoff(result, game.seats[0])
        best = max if game.to_act(state).seats[0] == game.seats[0] else min
        return best(value(game.next_state(state, move)) for move in game.moves(state))

    return value


def perfect(game: AnyGame, number: int) -> Match:
    """Return a game in which each plays a best move: of several, another one by ``number``."""
    value, match = values_of(game), Match(game, seed=number, seats="random")
    while match.to_act is not None:
        moves = {str(each): value(game.next_state(match.state, each)) for each in match.moves()}
        best = (max if match.to_act.seats[0] == game.seats[0] else min)(moves.values())
        good = sorted(each for each in moves if moves[each] == best)
        match.play(good[number % len(good)])
    return match


def random_game(game: AnyGame, seed: int) -> Match:
    match = Match(game, seed=seed, seats="random")
    match.run(200)
    return match


def lost(game: AnyGame, match: Match, worst: Any, value: Callable[[Any], float]) -> float:
    """Return what a move cost by plain minimax, in parts of a win."""
    played = match.record[worst.number]
    before = match.branch(played.first).state
    sign = 1 if worst.seat == game.seats[0] else -1
    return sign * (value(before) - value(played.steps[-1].state)) / 2


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim"])
@pytest.mark.parametrize("seed", sampled(range(3), 3))
def test_worst_moves_are_true_blunders(name: str, seed: int) -> None:
    game = example_game(name)
    value, match = values_of(game), random_game(game, seed)
    found = pp.review(match, playouts=SMALL)
    for worst in found.worst:
        assert worst.exact
        assert worst.cost.value == lost(game, match, worst, value) > 0
        better = game.next_state(match.branch(match.record[worst.number].first).state, worst.better)
        sign = 1 if worst.seat == game.seats[0] else -1
        assert sign * (value(better) - value(match.record[worst.number].steps[-1].state)) > 0
    blunders = [
        played
        for number, played in enumerate(match.record)
        if lost(game, match, _at(played.actor.seats[0], number), value) > 0
    ]
    for seat in game.seats:
        made = sum(played.actor.seats[0] == seat for played in blunders)
        assert sum(worst.seat == seat for worst in found.worst) == min(3, made)


def _at(seat: str, number: int) -> Any:
    class At:
        pass

    at: Any = At()
    at.seat, at.number = seat, number
    return at


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim"])
@pytest.mark.parametrize("number", sampled(range(2), 2))
def test_a_perfect_game_has_no_worst_move(name: str, number: int) -> None:
    assert pp.review(perfect(example_game(name), number), playouts=SMALL).worst == ()


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["tic_tac_toe", "nim"])
@pytest.mark.parametrize("seed", sampled(range(3), 3))
def test_without_exact_search_they_are_true_blunders_too(
    monkeypatch: pytest.MonkeyPatch, name: str, seed: int
) -> None:
    for module in review_module(), judging:
        monkeypatch.setattr(module, "can_solve", lambda _game: False)
    game = example_game(name)
    match = random_game(game, seed)
    found = pp.review(match, playouts=30)
    assert found.worst, "a random game has blunders"
    for worst in found.worst:
        assert not worst.exact
        assert lost(game, match, worst, values_of(game)) > 0


def review_module() -> Any:
    import sys

    return sys.modules["piecepack_nb.lab.review"]


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches are short: for what a review says, not for how true it is."""
    for name, short in (("LONGER", 1), ("LONG_TRIED", 6)):
        monkeypatch.setattr(review_module(), name, short)


@pytest.fixture
def unsolved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact searches end early: so large a game 12,000 moves would not solve either."""
    monkeypatch.setattr(judging, "SEARCHED", 500)


@pytest.mark.usefixtures("brief", "unsolved")
def test_connect_four_with_a_threat_that_is_not_answered() -> None:
    """Suns has three in column a; Moons plays elsewhere, which loses at once."""
    match = Match(example_game("connect_four"), seats="random", seed=1)
    columns = ["a", "c", "a", "d", "a", "g"]
    for column in columns:
        match.play(next(move for move in match.moves() if str(move).startswith(column)))
    found = pp.review(match, "moons", playouts=SMALL)
    (worst,) = found.worst
    assert match.record[worst.number].move == match.record[-1].move
    assert str(worst.better) == "a4"
    assert worst.cost.low > 0.05
    assert "Suns puts a piece on a4. Suns has a1 a2 a3 a4 in a line." in worst.reply
    assert found.chances[-1].exact
    assert found.chances[-1].sides[0].value == 1


def test_dice_are_nobodys_fault() -> None:
    """In snakes and ladders nobody decides anything."""
    match = random_game(example_game("snakes_and_ladders"), 3)
    found = pp.review(match, playouts=SMALL)
    assert found.worst == ()
    assert len(found.chances) > 3


def test_the_same_match_gives_the_same_review() -> None:
    match = random_game(example_game("nim"), 5)
    assert str(pp.review(match, playouts=SMALL)) == str(pp.review(match, playouts=SMALL))


def test_work_is_done_in_slices() -> None:
    work = Reviewing(random_game(example_game("tic_tac_toe"), 1), None, SMALL)
    parts = [work.part for _ in work.run()]
    assert len(parts) > 100
    assert parts == sorted(parts)
    assert 0 <= parts[0] < parts[-1] <= work.part == 1


@pytest.mark.usefixtures("brief")
def test_moves_are_judged_by_what_their_seat_could_see() -> None:
    match = random_game(example_game("kuhn_poker"), 2)
    found = pp.review(match, "ann", playouts=12)
    assert {each.seat for each in found.worst} <= {"ann"}
    assert all(each.imagined and not each.exact for each in found.worst)
    assert found.unit == "points"


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize("name", sampled(["oh_hell", "stolen_jewel", "sealed_bids"], 3))
def test_games_with_secrets_have_reviews_as_seats_see_them_too(name: str) -> None:
    match = Match(example_game(name), seed=2, seats="random")
    match.run(8)
    seat = match.game.seats[0]
    assert pp.review(match, playouts=2).chances
    seen = pp.review(match.seen_by(seat), seat, playouts=2)
    assert {each.seat for each in seen.worst} <= {seat}


@pytest.mark.usefixtures("unsolved")
@pytest.mark.parametrize("name", ["piecepackman", "activator", "paco", "pacman"])
def test_the_five_games_use_their_evaluation(name: str) -> None:
    match = Match(pp.game(name), seed=4, seats="random")
    match.run(25)
    found = pp.review(match, playouts=3)
    assert "evaluation" in found.method
    total = 1 if not match.game.cooperative else None
    for point in found.chances:
        assert all(0 <= each.low <= each.value <= each.high <= 1 for each in point.sides)
        assert total is None or abs(sum(each.value for each in point.sides) - total) < 1e-9


@pytest.mark.usefixtures("unsolved")
def test_worm_derby_moves_are_a_sample_with_the_one_made() -> None:
    match = Match(pp.game("worm_derby"), seed=4, seats="random")
    match.run(6)
    assert len(pp.review(match, playouts=2).chances) >= 2


@pytest.mark.parametrize("name", ["activator", "worm_derby"])
def test_an_evaluation_of_a_half_is_no_exact_chance(name: str) -> None:
    """Its interval has no width, as no slope changes it; nothing was searched to the end."""
    match = Match(pp.game(name), seed=1)
    found = pp.review(match, playouts=2)
    (start,) = found.chances
    assert {each.figures for each in start.sides} == {(0.5, 0.5, 0.5)}
    assert not start.exact
    assert "exact" not in found.method
    assert "about 50 %;" in found.table()
    assert "50 to 50" not in found.table()


@pytest.mark.parametrize("name", ["tic_tac_toe", "snakes_and_ladders"])
def test_a_game_without_a_worse_move_and_without_a_guess_speaks_of_no_noise(name: str) -> None:
    game = example_game(name)
    match = perfect(game, 0) if name == "tic_tac_toe" else random_game(game, 3)
    assert pp.review(match, playouts=SMALL).verdict().endswith("could have been better.")


def test_a_better_move_that_is_not_compared_makes_no_cost_certain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Suns could win on c2; of too many moves only others are compared, as if they held a draw."""
    match = Match(example_game("tic_tac_toe"), seed=1)
    for place in ("a2", "a1", "b2", "b1", "a3"):
        match.play(place)
    work = Reviewing(match, "suns", SMALL)
    decision = work.decisions(("suns",))[-1]
    c1 = match.game.parse_move(decision.state, "c1")
    monkeypatch.setattr(review_module(), "compared_moves", lambda *_: [decision.played.move, c1])
    half = {str(c1): (0.5, 0.5)}
    monkeypatch.setattr(work, "_bounds_after", lambda _, move: half.get(str(move), (0.0, 0.0)))
    found = result_of(work._better(decision))
    assert found is not None
    assert not found.exact


def result_of(steps: Any) -> Any:
    """Return what a generator returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def test_of_a_long_match_one_choice_in_some_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "DECISIONS", 2)
    match = Match(example_game("tic_tac_toe"), seed=1)
    for place in ("b2", "a1", "a3", "c1", "b1", "b3", "a2", "c2", "c3"):
        match.play(place)
    found = pp.choices(match, playouts=2)
    assert [each.move for each in found.choices] == ["b2", "a1", "b1", "b3"]
    assert found.forced == 1, "the last one; the choices left out were no forced moves"
    assert "Of a side's choices one in 2 is judged." in found.remarks[0]


def test_a_match_without_moves() -> None:
    found = pp.review(Match(example_game("tic_tac_toe")), playouts=SMALL)
    assert [point.title for point in found.chances] == ["Start"]
    ElementTree.fromstring(found.svg())


def test_persons_are_judged_or_everybody() -> None:
    game = example_game("tic_tac_toe")
    match = Match(game, seed=1, seats={"moons": "random"})
    while match.to_act is not None:
        match.run(1) or match.play(str(next(iter(match.moves()))))
    assert pp.review(match, playouts=SMALL).reviewed == ("suns",)
    assert pp.review(match, "moons", playouts=SMALL).reviewed == ("moons",)


@pytest.mark.usefixtures("unsolved")
def test_a_team_is_judged_together() -> None:
    match = Match(pp.game("piecepackman"), seed=4, seats="random")
    match.run(30)
    found = pp.review(match, "moons", playouts=2)
    assert found.reviewed == match.game.seats
    assert found.sides == ["The players"]


@pytest.mark.usefixtures("unsolved")
def test_a_match_that_continues_under_other_rules() -> None:
    match = Match(pp.game("piecepackman"), seed=4, seats="random")
    match.run(30)
    onward = match.onward(10, quarter_turn_cost=0)
    onward.run(20)
    found = pp.review(onward, playouts=2)
    moves = sum(len(part.record) for part in onward.parts)
    assert found.chances[-1].number == moves - 1


def test_wrong_arguments() -> None:
    match = Match(example_game("tic_tac_toe"))
    with pytest.raises(pp.BadInput, match="the match to review is 3; expected a match"):
        pp.review(3)  # type: ignore[arg-type]
    with pytest.raises(pp.BadInput, match="the seat is 'stars'; expected one of suns, moons"):
        pp.review(match, "stars")
    with pytest.raises(pp.BadInput, match="playouts is 1"):
        pp.review(match, playouts=1)


def test_what_a_review_shows() -> None:
    match = random_game(example_game("tic_tac_toe"), 3)
    found = pp.review(match, playouts=SMALL)
    drawn = ElementTree.fromstring(found.svg())
    assert "nan" not in found.svg().lower().replace("inance", "")
    assert drawn.get("role") == "img"
    shown = found._repr_mimebundle_()
    for worst in found.worst:
        assert str(worst) in found.table()
    assert "<svg" in shown["text/html"]
    assert "<li>" in shown["text/html"]
    assert len(found.to_csv().splitlines()) == 1 + 2 * len(found.chances)


def test_a_long_game_has_a_short_graph() -> None:
    match = random_game(example_game("mancala"), 3)
    work = Reviewing(match, None, 2)
    module = review_module()
    before, module.POINTS = module.POINTS, 10
    try:
        stops = work._stops()
    finally:
        module.POINTS = before
    assert len(stops) <= 11
    assert stops[0][0] == "Start"
    assert stops[-1][1] == len(match.record) - 1


# --- Estimates and levels ------------------------------------------------------------------------


def test_estimates_have_a_width_unless_they_are_exact() -> None:
    won = estimate([1.0] * 10, "%", None)
    assert won.value == 1
    assert won.low < 0.95
    evaluated = estimate([0.8], "%", Scale(1, 0.5, 1.5))
    assert evaluated.low < 0.8 < evaluated.high
    assert paired([0.2], 0.05, "%").low < 0
    assert chance_text(won) == "more than 99 % (73 to 100)"


def test_chances_of_sides_add_up() -> None:
    scale = Scale(2.0, 1.0, 3.0)
    game = pp.game("activator")
    chances = scale.chances(game, {"red": 0.5, "blue": -0.5})
    assert abs(sum(chances.values()) - 1) < 1e-12
    assert chances["red"] > 0.8


@pytest.mark.parametrize("name", ["piecepackman", "activator", "paco", "pacman", "worm_derby"])
def test_each_game_has_a_scale_and_measured_bots(name: str) -> None:
    game = pp.game(name)
    scale = levels.scale_of(game)
    assert scale is not None
    assert 0 <= scale.low <= scale.slope <= scale.high
    assert any(levels.level_of(game, bot) for bot in game.built_in_bots)


def test_levels_in_words() -> None:
    assert str(Level(90, 100, 0.5)) == "strong: beats random moves in 90 of 100 games"
    assert str(Level(25, 100, 0.25)).startswith("no better than random")
    assert "of 4 players" in str(Level(80, 100, 0.25))
    assert "random moves win 10 %" in str(Level(80, 100, 0.1, True))
    game = example_game("tic_tac_toe")
    assert level_text(game, "mcts") == levels.NOT_MEASURED
    assert level_text(game, "random") == "moves at random"


def test_changed_rules_are_named_with_a_level() -> None:
    game = pp.game("pacman")
    option = next(each for each in game.rules.options() if each.default in (True, False))
    changed = game.under(**{option.name: not option.default})
    bot = next(each for each in game.built_in_bots if levels.level_of(game, each))
    assert level_text(changed, bot).endswith(", under the printed rules")


def test_a_readers_game_of_the_same_name_has_no_level() -> None:
    class Mine:
        name = "activator"

    mine: Any = Mine()
    assert levels.level_of(mine, "quick") is None
    assert levels.scale_of(mine) is None
