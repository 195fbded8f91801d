"""Games played one after the other here, or several at once by worker processes.

Either way the summaries come in the order of the seeds, and are the same.
"""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass
from functools import lru_cache
from time import monotonic
from typing import Any

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import AnyGame, Bot
from piecepack_nb.core.rules import Rules
from piecepack_nb.lab.playing import GameFailed, GameSummary, Limits, simulate_in_slices

CHUNK = 0.5
"""The seconds that a worker should take for the games that it is sent at once."""
MOST = 500
"""The most games sent at once."""
AHEAD = 3
"""The chunks that wait for each worker."""
IDLE = 300
"""The seconds after which idle worker processes end."""
TRIES = 3
"""How often a chunk is sent to an executor whose workers die of it."""
MAX_WORKERS = 256
IDLY = 1.0
"""The seconds between signs that a long game goes on."""
PATIENCE = 120
"""The seconds that any move has in a worker, where no interrupt ends a bot that loops."""
MOST_BACKGROUND, NICER = 4, 10
"""The most processes in the background, and what is added to their niceness."""

Workers = int | Executor
Idle = Callable[[], object]
Source = Workers | Callable[[], Executor | None]
"""Workers, or a function that returns them, and others when those have ended."""


@dataclass(frozen=True)
class Job:
    """A game, its bots and its limits: all that a worker needs."""

    game: AnyGame
    bots: Mapping[str, Bot]
    limits: Limits
    strict: bool = True
    """True to raise GameFailed for a failed game, False to continue with the next one."""

    def play(self, seed: int, idle: Idle = int) -> GameSummary:
        """Return the summary of the game with this seed; call ``idle`` every second meanwhile."""
        for summary in self.play_in_slices(seed, IDLY):
            if summary is not None:
                return summary
            idle()
        raise AssertionError("the summary comes last")

    def play_patiently(self, seed: int) -> GameSummary:
        """Return that summary; a move that takes minutes is an error, unless a game has a limit."""
        *_, summary = self.play_in_slices(seed, PATIENCE, patience=PATIENCE)
        assert summary is not None
        return summary

    def play_in_slices(
        self, seed: int, seconds: float, patience: float | None = None
    ) -> Iterator[GameSummary | None]:
        """Play that game, and yield None after every so many seconds; the summary comes last."""
        try:
            yield from simulate_in_slices(
                self.game, seed, self.bots, self.limits, seconds, patience
            )
        except GameFailed as failed:
            if self.strict:
                raise
            yield GameSummary(seed, None, 0, 0, {}, problem=str(failed))

    def packed(self) -> bytes:
        """Return the job as bytes for other processes; raise BadInput if that is impossible.

        Games and bots of notebook cells are sent as code, those of modules by name.
        """
        game = self.game
        others = {name: bot for name, bot in game.bots.items() if name not in game.built_in_bots}
        parts = type(game), game.rules, others, dict(self.bots), self.limits, self.strict
        try:
            return bytes(_packer()(parts))
        except Exception as error:
            problem = f"{game!r} or a bot of it can't be sent to worker processes: {error}"
            raise BadInput(f"{problem}; workers=1 plays here") from error


def _packer() -> Callable[[object], bytes]:
    """Return cloudpickle's function, which packs code too, or else pickle's."""
    try:
        from cloudpickle import dumps
    except ImportError:
        return pickle.dumps
    packer: Callable[[object], bytes] = dumps
    return packer


def play(
    job: Job, seeds: Sequence[int], workers: Source = 1, idle: Idle = int
) -> Iterator[GameSummary]:
    """Yield the summaries of the games with these seeds, in their order.

    ``workers`` is a number of processes or an executor. ``idle`` is called every second while a
    game takes longer. Raises GameFailed as the job says, and
    BadInput for games that end the processes that play them.
    """
    if isinstance(workers, Executor) or callable(workers):
        return _Queue(job, seeds, workers, idle).results()
    if type(workers) is not int or not 1 <= workers <= MAX_WORKERS:
        expected = f"a whole number from 1 to {MAX_WORKERS}, or a concurrent.futures executor"
        raise invalid("workers", workers, expected)
    if workers == 1:
        return (job.play(seed, idle) for seed in seeds)
    return _Queue(job, seeds, workers, idle).results()


class _Queue:
    """Chunks of seeds on their way to an executor and back, in order."""

    def __init__(self, job: Job, seeds: Sequence[int], workers: Source, idle: Idle) -> None:
        self.packed = job.packed()
        self.left = deque(seeds)
        self.workers = workers
        self.idle = idle
        self.executor = _executor(workers)
        count = workers if isinstance(workers, int) else getattr(self.executor, "_max_workers", 0)
        self.room = AHEAD * (count or os.cpu_count() or 1)
        self.sent: deque[tuple[list[int], Future[Any], int]] = deque()
        self.chunk = 1

    def results(self) -> Iterator[GameSummary]:
        """Yield the summaries in order; cancel what was not begun if the caller stops.

        After an interrupt processes of our own end: one may be in a bot that loops.
        """
        try:
            while self.left or self.sent:
                while self.left and len(self.sent) < self.room:
                    seeds = [self.left.popleft() for _ in range(min(self.chunk, len(self.left)))]
                    self.sent.append((seeds, self._submit(seeds), 1))
                seeds, future, times = self.sent.popleft()
                yield from self._received(seeds, future, times)
        except KeyboardInterrupt:
            if isinstance(self.workers, int):
                ours: Any = self.executor
                ours.shutdown(wait=False, kill_workers=True)
            raise
        finally:
            for _, future, _ in self.sent:
                future.cancel()

    def _submit(self, seeds: list[int]) -> Future[Any]:
        try:
            return self.executor.submit(play_chunk, self.packed, seeds)
        except BrokenExecutor:
            if isinstance(self.workers, Executor):
                raise BadInput("the executor given as workers is broken; make a new one") from None
            self.executor = _executor(self.workers)
            return self.executor.submit(play_chunk, self.packed, seeds)

    def _received(self, seeds: list[int], future: Future[Any], times: int) -> Iterator[GameSummary]:
        """Yield a chunk's summaries; send it again, as the next one due, if its worker died."""
        while not wait([future], IDLY).done:
            self.idle()
        try:
            summaries, seconds = future.result()
        except GameFailed:
            raise
        except Exception as error:
            if times == TRIES or not _has_died(error):
                raise BadInput(_cause(seeds, times, error)) from error
            self.sent.appendleft((seeds, self._submit(seeds), times + 1))
            return
        self.chunk = max(1, min(MOST, 2 * self.chunk, round(CHUNK * len(seeds) / (seconds + 1e-6))))
        yield from summaries


def _has_died(error: Exception) -> bool:
    """Return True if a worker ended without an answer, as Dask and loky and Python report it."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ in (
        "KilledWorker", "CancelledError", "FutureCancelledError", "CommClosedError",
    )  # fmt: skip


def _cause(seeds: list[int], times: int, error: Exception) -> str:
    games = f"the games with seeds {seeds[0]} to {seeds[-1]}"
    if _has_died(error):
        return f"{games} ended the processes that played them, {times} times"
    return f"{games} could not be played by workers: {type(error).__name__}: {error}"


def _executor(workers: Source) -> Executor:
    """Return an executor with so many processes, which live on for the next call."""
    if isinstance(workers, Executor):
        return workers
    if callable(workers):
        made = workers()
        assert made is not None
        return made
    try:
        from loky import get_reusable_executor
    except ImportError:
        raise BadInput(
            f"workers is {workers}; expected 1 without the package loky: "
            'pip install "piecepack-nb[measure]" brings it'
        ) from None
    shared: Executor = get_reusable_executor(
        max_workers=workers, timeout=IDLE, initializer=_ignore_interrupts
    )
    return shared


def background() -> Executor | None:
    """Return an executor of low priority, whose processes leave the kernel a core for itself.

    It is another one than that of ``simulate``, which may be used meanwhile, and lives on for the
    next call. Returns None where there are no processes, or no package loky.
    """
    if sys.platform == "emscripten":
        return None
    try:
        from loky import ProcessPoolExecutor
    except ImportError:
        return None
    if not _is_alive(_background):
        count = min(MOST_BACKGROUND, max(1, (os.cpu_count() or 1) - 1))
        made = ProcessPoolExecutor(count, timeout=IDLE, initializer=_step_back)
        atexit.register(made.shutdown, wait=False, kill_workers=True)
        _background[:] = [made]
    return _background[0]


_background: list[Executor] = []
"""The executor in the background, if there is one."""


def _is_alive(executors: Sequence[Executor]) -> bool:
    """Return True if the executor takes work: one whose processes were killed doesn't."""
    try:
        return bool([each.submit(int) for each in executors])
    except (BrokenExecutor, RuntimeError):
        return False


# --- In a worker process -------------------------------------------------------------------------


def _ignore_interrupts() -> None:
    """Leave an interrupt to the process that waits for the results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _step_back() -> None:
    """Let other processes go first."""
    _ignore_interrupts()
    if hasattr(os, "nice"):
        os.nice(NICER)


def play_chunk(packed: bytes, seeds: list[int]) -> tuple[list[GameSummary], float]:
    """Return the summaries of some games, and the seconds that they took."""
    begun = monotonic()
    job = _unpacked(packed)
    return [job.play_patiently(seed) for seed in seeds], monotonic() - begun


@lru_cache(maxsize=8)  # a game keeps what it has computed from chunk to chunk
def _unpacked(packed: bytes) -> Job:
    game_class: type[AnyGame]
    rules: Rules
    game_class, rules, others, bots, limits, strict = pickle.loads(packed)  # noqa: S301 - our own
    return Job(game_class(rules, others), bots, limits, strict)
