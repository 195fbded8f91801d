"""Games played one after the other here, or several at once by worker processes.

Either way the summaries come in the order of the seeds, and are the same.
"""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass
from functools import lru_cache
from secrets import token_hex
from time import monotonic
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid, needs
from piecepack_nb.core.game import AnyGame, Bot
from piecepack_nb.lab.fingerprint import loaded_code, modules_of
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
"""The times that a chunk is sent to an executor whose workers die of it."""
MAX_WORKERS = 256
IDLY, WAIT = 1.0, 0.1
"""The seconds between signs that a long game goes on here, and in a worker."""
TRACKED = "_DYNAMIC_CLASS_TRACKER_BY_ID"
"""Where cloudpickle has the classes that were sent to this process."""
ENDED = "ShutdownExecutorError"
"""The error of a chunk whose workers were ended on purpose."""
PATIENCE = 120
"""The seconds that any move has in a worker, where no interrupt ends a bot that loops."""
MOST_BACKGROUND, NICER = 4, 10
"""The most processes in the background, and what is added to their niceness."""

Workers = int | Executor
Idle = Callable[[], object]
WorkerSource = Workers | Callable[[], Executor | None]
"""Workers, or a function that returns them, and others when those have ended."""


PackedCode = tuple[bytes, tuple[str, ...], str, str]
"""A game's class and bots as bytes; modules that aren't in them, the hash of these, and a word by
which workers know that they have compared it."""
KnownCode = dict[Any, PackedCode]
"""The packed code of games, by their classes and bots."""


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

    def packed(self, known: KnownCode | None = None) -> bytes:
        """Return the job as bytes for other processes; raise BadInput if that is impossible.

        Games and bots of notebook cells and of the reader's modules are sent as code, for a worker
        may have imported an earlier version; of this package its modules' names and hash. To find
        these takes long: of games of a class under many rules they are ``known`` from the first.
        """
        known = {} if known is None else known
        bots = (*self.game.bots.values(), *self.bots.values())
        key = type(self.game), tuple(map(id, bots))
        try:
            if key not in known:
                known[key] = self._packed_code()
            changed = self.game.rules.changed()
            return pickle.dumps((*known[key], changed, self.limits, self.strict))
        except Exception as error:
            problem = f"{self.game!r} or a bot of it can't be sent to worker processes: {error}"
            raise BadInput(f"{problem}; play here with workers=1") from error

    def _packed_code(self) -> PackedCode:
        """Return the class and the bots as bytes, and the modules that these leave to workers."""
        game = self.game
        package, readers = modules_of(game, self.bots)
        others = {name: bot for name, bot in game.bots.items() if name not in game.built_in_bots}
        sent, left = _packed((type(game), others, dict(self.bots)), readers)
        modules = (*package, *left)
        return sent, modules, loaded_code(modules), token_hex(8)


def _packed(parts: object, modules: Sequence[str]) -> tuple[bytes, Sequence[str]]:
    """Return objects as bytes, with the code of modules, and the modules that aren't in them."""
    try:
        import cloudpickle
    except ImportError:
        return pickle.dumps(parts), modules
    earlier = cloudpickle.list_registry_pickle_by_value()
    registered = [sys.modules[name] for name in modules if name not in {"__main__", *earlier}]
    for module in registered:
        cloudpickle.register_pickle_by_value(module)
    try:
        return bytes(cloudpickle.dumps(parts)), ()
    finally:
        for module in registered:
            cloudpickle.unregister_pickle_by_value(module)


Task = tuple[Job, Sequence[int]]
"""A job, and the seeds of its games."""


def play_seeds(
    job: Job, seeds: Sequence[int], workers: WorkerSource = 1, idle: Idle = int
) -> Iterator[GameSummary]:
    """Yield the summaries of the games with these seeds, in their order; see ``play_tasks``."""
    return play_tasks([(job, seeds)], workers, idle)


def play_tasks(
    tasks: Sequence[Task], workers: WorkerSource = 1, idle: Idle = int
) -> Iterator[GameSummary]:
    """Yield the summaries of the games of some tasks, task by task, each in the order of its seeds.

    ``workers`` is a number of processes or an executor. ``idle`` is called every second while a
    game takes longer. Raises GameFailed as the job says, and
    BadInput for games that end the processes that play them.
    """
    if isinstance(workers, Executor) or callable(workers):
        return _Queue(tasks, workers, idle).results()
    if type(workers) is not int or not 1 <= workers <= MAX_WORKERS:
        expected = f"a whole number from 1 to {MAX_WORKERS}, or a concurrent.futures executor"
        raise invalid("workers", workers, expected)
    if workers > 1 and sys.platform == "emscripten":
        raise invalid("workers", workers, "1: Python in a browser has no other processes")
    if workers == 1:
        return (job.play(seed, idle) for job, seeds in tasks for seed in seeds)
    return _Queue(tasks, workers, idle).results()


class OtherCode(Exception):
    """Raised in a worker that has other code of this package in memory than the kernel."""


class _Chunk(NamedTuple):
    """Games of one job that are sent at once."""

    packed: bytes
    seeds: list[int]


class _Queue:
    """Chunks of games on their way to an executor and back, in order."""

    def __init__(self, tasks: Sequence[Task], workers: WorkerSource, idle: Idle) -> None:
        self.left = deque((job, deque(seeds)) for job, seeds in tasks if seeds)
        self.packed = b""
        self.known: KnownCode = {}
        self.workers = workers
        self.idle = idle
        self.executor = _executor(workers)
        self.renewed = False
        count = workers if isinstance(workers, int) else getattr(self.executor, "_max_workers", 0)
        self.room = AHEAD * (count or os.cpu_count() or 1)
        self.sent: deque[tuple[_Chunk, Future[Any], int]] = deque()
        self.chunk = 1

    def results(self) -> Iterator[GameSummary]:
        """Yield the summaries in order; cancel what was not begun if the caller stops.

        After an interrupt processes of our own end, and those in the background whenever the caller
        stops: one may be in a bot that loops.
        """
        try:
            while self.left or self.sent:
                while self.left and len(self.sent) < self.room:
                    chunk = self._next_chunk()
                    self.sent.append((chunk, self._submit(chunk), 1))
                yield from self._received()
        except KeyboardInterrupt:
            if isinstance(self.workers, int):
                _end(self.executor)
            raise
        finally:
            running = [future for _, future, _ in self.sent if not future.cancel()]
            if callable(self.workers) and wait(running, CHUNK).not_done:
                _end(self.executor)

    def _next_chunk(self) -> _Chunk:
        """Return the next games of the first job that has some left, and take them off."""
        job, seeds = self.left[0]
        self.packed = self.packed or job.packed(self.known)
        chunk = _Chunk(self.packed, [seeds.popleft() for _ in range(min(self.chunk, len(seeds)))])
        if not seeds:
            self.left.popleft()
            self.packed = b""
        return chunk

    def _submit(self, chunk: _Chunk) -> Future[Any]:
        try:
            return self.executor.submit(play_chunk, *chunk)
        except RuntimeError:  # it is broken, or was ended by another caller
            if isinstance(self.workers, Executor):
                raise BadInput("the executor given as workers is broken; make a new one") from None
            self.executor = _executor(self.workers)
            return self.executor.submit(play_chunk, *chunk)

    def _received(self) -> Iterator[GameSummary]:
        """Yield the first chunk's summaries; send it again, as the next one due, if need be."""
        chunk, future, times = self.sent[0]
        while not wait([future], WAIT).done:
            self.idle()
        self.sent.popleft()
        try:
            summaries, seconds = future.result()
        except GameFailed:
            raise
        except OtherCode:
            self.sent.appendleft((chunk, future, times))
            self._renew()
            return
        except Exception as error:
            if times == TRIES or not _has_died(error):
                raise BadInput(_cause(chunk.seeds, times, error)) from error
            on_purpose = type(error).__name__ == ENDED
            self.sent.appendleft((chunk, self._submit(chunk), times + (not on_purpose)))
            return
        quick = round(CHUNK * len(chunk.seeds) / (seconds + 1e-6))
        self.chunk = max(1, min(MOST, 2 * self.chunk, quick))
        yield from summaries

    def _renew(self) -> None:
        """Replace workers that have other code, and send them all chunks again.

        Raises BadInput if new ones have other code too, or if they aren't ours.
        """
        if self.renewed or isinstance(self.workers, Executor):
            raise BadInput(
                "worker processes have another piecepack_nb in memory than this kernel, where it "
                "was changed; restart it and them, or play here with workers=1"
            )
        self.renewed = True
        _end(self.executor)
        self.executor = _executor(self.workers)
        for number, (chunk, _, times) in enumerate(self.sent):
            self.sent[number] = chunk, self._submit(chunk), times


def _end(executor: Any) -> None:
    """End our own worker processes, at once."""
    executor.shutdown(wait=False, kill_workers=True)


def _has_died(error: Exception) -> bool:
    """Return True if a worker ended without an answer, as Dask and loky and Python report it."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ in (
        "KilledWorker", "CancelledError", "FutureCancelledError", "CommClosedError", ENDED,
    )  # fmt: skip


def _cause(seeds: list[int], times: int, error: Exception) -> str:
    games = f"the games with seeds {seeds[0]} to {seeds[-1]}"
    if _has_died(error):
        return f"{games} ended the processes that played them, {times} times"
    return f"{games} could not be played by workers: {type(error).__name__}: {error}"


def _executor(workers: WorkerSource) -> Executor:
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
        raise needs(f"workers={workers}", "loky", "cloudpickle") from None
    # Without kill_workers loky may forget that `_end` asked for it, and bots that loop go on.
    shared: Executor = get_reusable_executor(
        max_workers=workers, timeout=IDLE, kill_workers=True, initializer=_ignore_interrupts
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
        made.submit(int)
        # Python's end waits for loky's threads before it calls what atexit has registered.
        at_end = getattr(threading, "_register_atexit", atexit.register)
        at_end(_end, made)
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
    """Lower the priority of this process, so that others go first."""
    _ignore_interrupts()
    if hasattr(os, "nice"):
        os.nice(NICER)


def play_chunk(packed: bytes, seeds: list[int]) -> tuple[list[GameSummary], float]:
    """Return the summaries of some games, and the seconds that they took.

    Raises OtherCode in a process in which this package has other code than where they come from.
    """
    begun = monotonic()
    job = _unpacked(packed)
    return [job.play_patiently(seed) for seed in seeds], monotonic() - begun


@lru_cache(maxsize=8)  # a game keeps what it has computed from chunk to chunk
def _unpacked(packed: bytes) -> Job:
    *packed_code, changed, limits, strict = pickle.loads(packed)  # noqa: S301 - our own
    game_class, others, bots = _unpacked_code(*packed_code)
    return Job(game_class(game_class.rules_class.make(changed), others), bots, limits, strict)


@lru_cache(maxsize=8)
def _unpacked_code(
    parts: bytes, modules: tuple[str, ...], code: str, _word: str
) -> tuple[type[AnyGame], Mapping[str, Bot], Mapping[str, Bot]]:
    """Return a game's class, its added bots, and the players' bots.

    Raises OtherCode if modules that aren't among the parts have another hash here.
    """
    if loaded_code(modules) != code:
        raise OtherCode
    _forget_classes()
    found: tuple[type[AnyGame], Mapping[str, Bot], Mapping[str, Bot]] = pickle.loads(parts)  # noqa: S301
    return found


def _forget_classes() -> None:
    """Let classes that were sent before, and changed since, be made anew.

    Otherwise cloudpickle adds the changes to the earlier class, and keeps what was deleted.
    """
    known: Any = getattr(sys.modules.get("cloudpickle.cloudpickle"), TRACKED, None)
    if known is not None:
        known.clear()
