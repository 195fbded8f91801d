"""Playing many games: worker processes, interrupts, limits, failing bots, kept results."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from time import sleep
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.match import Match
from piecepack_nb.lab import GameFailed, measures, simulate, sweep, tournament
from piecepack_nb.lab import simulation as simulation_module
from piecepack_nb.lab import workers as workers_module
from piecepack_nb.lab.fingerprint import fingerprint
from piecepack_nb.lab.playing import Limits
from piecepack_nb.lab.store import Store
from piecepack_nb.lab.workers import Job
from tests.lab.cells import from_cell

GAME: Any = pp.game("piecepackman")


def random(game: Any, state: Any, seat: str, pick: Any) -> Any:
    return pick("move", list(game.moves_for(state, seat)))


def outcomes(game: Any, games: int = 6, **given: Any) -> Any:
    return simulate(game, games, **given).outcomes


# --- workers -------------------------------------------------------------------------------------


def test_workers_play_the_same_games_also_of_a_notebooks_cell() -> None:
    pig = from_cell("pig")
    for game in (GAME, pig):
        assert outcomes(game, seats="random", workers=2) == outcomes(game, seats="random")
    bot = lambda game, state, seat, pick: random(game, state, seat, pick)  # noqa: E731
    assert outcomes(pig, seats=bot, workers=2) == outcomes(pig, seats=bot)


@pytest.mark.parametrize("method", ["spawn", None])
def test_any_executor_plays(method: str | None) -> None:
    """Also with new processes, as on Windows and macOS, that inherit nothing."""
    with ProcessPoolExecutor(1, mp_context=get_context(method)) as executor:
        assert outcomes(GAME, 3, seats="random", workers=executor) == outcomes(
            GAME, 3, seats="random"
        )


@pytest.mark.thorough
def test_a_dask_cluster_that_loses_a_worker_loses_no_game_and_counts_none_twice(
    tmp_path: Path,
) -> None:
    distributed = pytest.importorskip("distributed")
    pig, lost = from_cell("pig"), str(tmp_path / "lost")

    def deadly(game: Any, state: Any, seat: str, pick: Any) -> Any:
        if game.turn(state) > 15:
            try:
                os.close(os.open(lost, os.O_CREAT | os.O_EXCL))  # by one process only
            except FileExistsError:
                pass
            else:
                # Windows has no SIGKILL; there, any signal ends a process at once.
                os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
        return pick("move", list(game.moves_for(state, seat)))

    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    )
    with cluster, distributed.Client(cluster) as client:
        played = simulate(pig, 60, seats=deadly, workers=client.get_executor())
    assert Path(lost).exists()
    assert [game.seed for game in played] == list(range(60))
    assert played.outcomes == outcomes(pig, 60, seats=deadly)


@pytest.mark.thorough
def test_a_game_that_ends_its_process_is_named() -> None:
    def ends(_game: Any, _state: Any, _seat: str, _pick: Any) -> Any:
        os._exit(1)

    with pytest.raises(BadInput, match="seeds 7 to 7 ended the processes that played them"):
        simulate(GAME, 4, seed=7, seats=ends, workers=2)
    assert len(simulate(GAME, 2, seats="random", workers=2)) == 2


@pytest.mark.parametrize("workers", [0, True, 1.5, "two"])
def test_wrong_workers_are_refused(workers: Any) -> None:
    with pytest.raises(BadInput, match=r"workers is .*; expected a whole number from 1 to"):
        simulate(GAME, 1, workers=workers)


def test_a_browser_has_no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "emscripten")
    with pytest.raises(BadInput, match=r"^workers is 2; expected 1: Python in a browser has"):
        simulate(GAME, 1, seats="random", workers=2)


# --- limits, failures, interrupts ----------------------------------------------------------------


def loops(game: Any, state: Any, seat: str, pick: Any) -> Any:
    while len(game.moves_for(state, seat)) < 5:
        pass
    return random(game, state, seat, pick)


def raises(game: Any, state: Any, seat: str, pick: Any) -> Any:
    if len(game.moves_for(state, seat)) < 5:
        raise KeyError("a mistake")
    return random(game, state, seat, pick)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_loops_is_stopped_and_named_with_its_seed(workers: int) -> None:
    game = from_cell("tic_tac_toe")
    played = simulate(game, 2, seed=3, seats=loops, seconds=0.3, workers=workers)
    assert played.problems == [
        f"stopped after 0.3 s (the game with seed {seed}, move 6, moons to move)" for seed in (3, 4)
    ]
    assert played.unfinished == 2


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_raises_is_named_and_the_run_stops_or_continues_as_asked(workers: int) -> None:
    game = from_cell("tic_tac_toe")
    text = "KeyError: 'a mistake' (the game with seed {}, move 6, moons to move)"
    with pytest.raises(GameFailed) as caught:
        simulate(game, 3, seed=5, seats=raises, workers=workers)
    assert (str(caught.value), caught.value.seed) == (text.format(5), 5)
    played = simulate(game, 3, seed=5, seats=raises, workers=workers, errors="keep")
    assert played.problems == [text.format(seed) for seed in (5, 6, 7)]


def test_a_move_without_end_in_a_worker_is_an_error_of_its_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers_module, "PATIENCE", 0.1)
    game = from_cell("tic_tac_toe")

    def stuck(_game: Any, _state: Any, _seat: str, _pick: Any) -> Any:
        while True:
            pass

    text = "a move takes more than 0.1 s (the game with seed {}, move 1, suns to move); "
    with ThreadPoolExecutor(1) as executor:
        given: dict[str, Any] = {"seed": 3, "seats": stuck, "workers": executor}
        with pytest.raises(GameFailed) as caught:
            simulate(game, 1, **given)
        assert str(caught.value).startswith(text.format(3))
        played = simulate(game, 2, errors="keep", **given)
    assert [one.partition("seconds=")[0] for one in played.problems] == [
        text.format(seed) for seed in (3, 4)
    ]


@pytest.mark.thorough
def test_after_an_interrupt_workers_in_a_bot_that_loops_are_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, folder = from_cell("tic_tac_toe"), str(tmp_path)

    def stuck(_game: Any, _state: Any, _seat: str, _pick: Any) -> Any:
        Path(folder, str(os.getpid())).touch()
        while True:
            pass

    @contextmanager
    def impatient(_total: int, _what: str, **_: Any) -> Iterator[Any]:
        def show(_done: int) -> None:
            if len(list(tmp_path.iterdir())) == 2:
                raise KeyboardInterrupt

        yield show

    with monkeypatch.context() as patch:
        patch.setattr(simulation_module, "progress", impatient)
        with pytest.raises(KeyboardInterrupt):
            simulate(game, 4, seats=stuck, workers=2)
    assert outcomes(game, 4, seats="random", workers=2) == outcomes(game, 4, seats="random")
    left = [int(file.name) for file in tmp_path.iterdir()]
    for _ in range(600):  # a reader's bot would go on as long as the kernel lives
        left = [process for process in left if is_running(process)]
        if not left:
            break
        sleep(0.1)
    assert not left


def is_running(process: int) -> bool:
    """Return True if the operating system has such a process."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_progress_is_shown_while_a_first_long_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[int] = []
    monkeypatch.setattr(workers_module, "IDLY", 0.0)
    monkeypatch.setattr(simulation_module, "progress", lambda *_, **__: nullcontext(shown.append))
    assert len(simulate(from_cell("tic_tac_toe"), 2, seats="random")) == 2
    assert shown[:3] == [0, 0, 0]
    assert shown[-1] == 2


def test_a_limit_of_moves_leaves_a_game_unfinished() -> None:
    played = simulate(GAME, 2, seats="random", moves=10)
    assert {game.moves for game in played} == {10}
    assert played.problems[0] == "stopped after 10 moves (the game with seed 0)"


def test_an_interrupt_keeps_the_games_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = outcomes(GAME, 3, seats="random")
    inner = simulation_module.summaries

    def interrupted(*given: Any) -> Any:
        for number, summary in enumerate(inner(*given)):
            if number == 3:
                raise KeyboardInterrupt
            yield summary

    monkeypatch.setattr(simulation_module, "summaries", interrupted)
    played = simulate(GAME, 50, seats="random")
    assert played.outcomes == plain
    assert played.title == "3 of 50 games of piecepackman, random, interrupted"


def test_an_interrupt_of_a_first_game_names_it() -> None:
    def stuck(_game: Any, _state: Any, _seat: str, _pick: Any) -> Any:
        raise KeyboardInterrupt

    text = r"interrupted \(the game with seed 4, move 1, suns to move\)"
    with pytest.raises(KeyboardInterrupt, match=text):
        simulate(from_cell("tic_tac_toe"), 3, seed=4, seats=stuck)


def test_an_interrupt_names_the_game_that_it_stopped() -> None:
    starts: list[int] = []

    def stuck_in_the_third(game: Any, state: Any, seat: str, pick: Any) -> Any:
        starts.extend([1] * (state == game.initial_state()))
        if len(starts) == 3:
            raise KeyboardInterrupt
        return random(game, state, seat, pick)

    where = "interrupted (the game with seed 6, move 1, suns to move)"
    played = simulate(from_cell("tic_tac_toe"), 5, seed=4, seats=stuck_in_the_third)
    assert played.title == f"2 of 5 games of tic_tac_toe, stuck_in_the_third, {where}"


def test_an_endless_limit_is_none() -> None:
    plain = outcomes(GAME, 1, seats="random")
    assert outcomes(GAME, 1, seats="random", seconds=float("inf")) == plain


def test_a_game_that_was_stopped_says_why_in_the_table() -> None:
    played = simulate(GAME, 2, seats="random", moves=10)
    assert "2; the first: stopped after 10 moves (the game with seed 0)" in str(played)


@pytest.mark.parametrize(
    ("given_as", "complaint"),
    [
        ({"until": 0}, "until is 0; expected a number above 0"),
        ({"seconds": "2"}, "seconds is '2'"),
        ({"moves": 0}, "moves is 0"),
        ({"keep": 3}, "keep is 3; expected True, False or the path"),
        ({"playouts": -1}, "playouts is -1"),
        ({"errors": "ignore"}, "errors is 'ignore'; expected 'raise' or 'keep'"),
        ({"measure": "wom", "until": 0.4}, r"did you mean 'won'"),
    ],
)
def test_wrong_arguments_are_refused(given_as: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        simulate(GAME, **{"games": 2, "seats": "random", **given_as})


# --- until, keep, match --------------------------------------------------------------------------


def test_until_stops_when_the_interval_is_short_enough() -> None:
    game = from_cell("tic_tac_toe")
    played = simulate(game, until=0.15, seats="random")
    widths = [(share.high - share.low) / 2 for share in played.won.values()]
    assert 50 < len(played) < 400
    assert 0.1 < max(widths) <= 0.15
    by_length = simulate(game, until=0.3, measure="turns", seats="random")
    assert by_length.estimate("turns").half_width <= 0.3


def test_kept_games_are_not_played_again_and_a_longer_run_continues(tmp_path: Path) -> None:
    game, path = from_cell("pig"), tmp_path / "kept.sqlite"
    first = simulate(game, 5, seats="bold", keep=path, playouts=2)

    def none(self: Job, seed: int, _idle: Any) -> Any:
        raise AssertionError(seed)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Job, "play", none)
        assert simulate(game, 5, seats="bold", keep=path, playouts=2).outcomes == first.outcomes
        with pytest.raises(AssertionError, match="5"):
            simulate(game, 6, seats="bold", keep=path, playouts=2)
    longer = simulate(game, 8, seed=2, seats="bold", keep=path, playouts=2)
    assert longer.outcomes == outcomes(game, 8, seed=2, seats="bold", playouts=2)


def test_results_are_kept_while_a_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation_module, "KEPT_EVERY", 0.0)
    game, path = from_cell("pig"), tmp_path / "kept.sqlite"
    players = simulation_module.players_of(game, "bold")
    plan = simulation_module.SimulationPlan(range(9), keep=path)
    running = simulation_module.summaries(game, players, plan)
    first = [next(running) for _ in range(4)]
    job = Job(game, simulation_module.bots_of(game, players), Limits())
    assert list(Store(job, path).known(range(9)).values()) == first[:3], "the run goes on"
    assert [*first, *running] == list(outcomes(game, 9, seats="bold"))


def key(game: Any, bot: Any = "random", **limits: Any) -> str:
    bot = game.bots[bot] if isinstance(bot, str) else bot
    return fingerprint(game, dict.fromkeys(game.seats, bot), Limits(**limits)).key


def test_results_are_kept_by_game_rules_code_bots_and_limits() -> None:
    pig = from_cell("pig")
    other = from_cell("pig", lambda text: text.replace("table.heap = 0", "table.heap = 1", 1))
    keys = [
        key(pig),
        key(pig.under(goal=30)),
        key(other),
        key(pig, "bold"),
        key(pig, pp.bots.mcts(playouts=3)),
        key(pig, pp.bots.mcts(playouts=4)),
        key(pig, random),
        key(pig, moves=9),
        key(from_cell("nim")),
    ]
    assert len(set(keys)) == len(keys)
    assert key(from_cell("pig", lambda text: text + "\n# a comment\n")) == keys[0]


def test_results_of_bots_that_cannot_be_told_apart_are_not_kept(tmp_path: Path) -> None:
    class Learner:
        def __init__(self) -> None:
            self.lock = threading.Lock()

        def __call__(self, game: Any, state: Any, seat: str, pick: Any) -> Any:
            return random(game, state, seat, pick)

    assert key(GAME, Learner()) == ""
    simulate(GAME, 1, seats=Learner(), keep=tmp_path / "kept.sqlite")
    assert not (tmp_path / "kept.sqlite").exists()


def test_each_game_opens_as_a_match() -> None:
    played = simulate(GAME, 2, seed=5, seats="random")
    match = played.match(1)
    assert (match.seed, match.result, len(match.record)) == (6, played[1].result, played[1].moves)
    with pytest.raises(BadInput, match="the place of the game is 2"):
        played.match(2)


def test_an_interrupt_ends_whatever_plays_many_games_with_those_so_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, left, play = from_cell("nim"), [0], Job.play

    def interrupted(job: Job, *given: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt("interrupted (there)")
        return play(job, *given)

    monkeypatch.setattr(Job, "play", interrupted)
    left[0] = 2
    title = measures(game, 9, seats="random").title
    assert title == "Measures of nim, random, interrupted (there), 2 games"
    left[0] = 9
    found = sweep(game, 6, seats="random", most=(3, 5, 7))
    assert found.title == (
        "6 games each of nim, random, 2 of 3 values, the last with 3 games, interrupted (there)"
    )
    assert [len(found[value]) for value in (3, 5)] == [6, 3]
    bots = ("random", "clever", "look_ahead")
    left[0] = 8  # of the second pairing, two games of the first seating
    met = tournament(game, bots, 3)
    assert len(met.scores) == 3
    assert met.title.endswith(", 6 games in all, interrupted (there)")
    left[0] = 2  # no pair of games with the seats swapped: then nothing is known
    with pytest.raises(KeyboardInterrupt, match="there"):
        tournament(game, bots, 3)
    assert left == [-1]


def test_an_interrupted_look_back_has_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(from_cell("tic_tac_toe"), seed=1, seats="random")
    match.run()

    @contextmanager
    def interrupted(total: int, *_: Any, **__: Any) -> Any:
        def show(done: int) -> None:
            if done >= min(total, 50) // 2:
                raise KeyboardInterrupt

        yield show

    for name in ("choices", "review"):
        module = import_module(f"piecepack_nb.lab.{name}")  # pp.lab has functions of these names
        monkeypatch.setattr(module, "progress", interrupted)
    found = pp.choices(match)
    assert ", interrupted: the first " in found.title
    assert found.choices
    looked = pp.review(match)
    assert looked.title.endswith(" % of the work")
    assert looked.unfinished
    assert looked.chances
    assert looked.worst or looked.verdict() == "Not all moves were judged."
