"""Changed rules measured while the reader goes on: pairs of games, and an interval that narrows.

Worker processes play the games, and a thread waits for them. Without workers, or for a game that
can't be sent to them, the thread plays in short slices. A browser's kernel has no threads: there
the event loop plays, in slices too.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, suppress
from functools import cache, partial
from statistics import fmean
from threading import Event, Thread
from time import monotonic
from typing import Any, Protocol
from weakref import WeakSet

import traitlets
from IPython import get_ipython

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.rules import Rules
from piecepack_nb.core.wording import approximate, capitalise, fixed, time_in_words
from piecepack_nb.lab.difference import Difference, changed_rules
from piecepack_nb.lab.fingerprint import fingerprint
from piecepack_nb.lab.interval import SCALES, Estimate
from piecepack_nb.lab.playing import Limits
from piecepack_nb.lab.simulation import Column
from piecepack_nb.lab.workers import background

LIMITS = Limits(seconds=20)
"""The limits of each game: own rules may not end."""
SLICE, REST = 0.02, 0.005
"""The seconds for which the kernel plays, and those for which it does something else."""
LEAST = 2
"""The pairs without which a mean has no interval."""
EVERY, ALOUD = 0.5, 15.0
"""The seconds between figures for the page, and between those for screen readers."""
SAME = 0.01
"""A difference of shares within which two rule sets count as equal."""
KEPT = 6
"""The measurements that a panel keeps, to be continued."""
QUICK = "greedy"
"""A bot that plays well in little time; other bots may take seconds for a game."""
NAMES = {"won": "Won by the players", "turns": "Turns"}


# --- One measurement -----------------------------------------------------------------------------


class _Stopped(Exception):
    """Raised while workers are in a long game that nobody waits for any more."""


def _go_on(stopped: Event) -> None:
    if stopped.is_set():
        raise _Stopped


class Measurement:
    """A change from the rules of ``a`` to those of ``b``, measured by the games of a bot."""

    def __init__(self, a: AnyGame, b: AnyGame, bot: str) -> None:
        self.change = list(b.rules.in_words(a.rules).values())
        self.bot = bot
        self.pairs = changed_rules(a, b, bot, LIMITS)
        self.stopped = Event()
        self.stopped.set()
        self.problem = ""
        self.found: Difference | None = None
        self.seconds = 0.0
        self.thread: Thread | None = None
        self.code = self._code()
        """The fingerprint of all that its games depend on; None where that can't be known."""

    def _code(self) -> tuple[str, ...] | None:
        keys = tuple(fingerprint(job.game, job.bots, job.limits).key for job in self.pairs.jobs())
        return keys if all(keys) else None

    def is_current(self) -> bool:
        """Return True if the games that it has played would be played again like that."""
        return self.code is not None and self.code == self._code()

    @property
    def runs(self) -> bool:
        """True until it is stopped, or settled."""
        return not self.stopped.is_set()

    def play(self, stopped: Event) -> Iterator[bool]:
        """Play pairs until stopped or settled; after each part yield True for new figures.

        Of a change that is settled already, play on.
        """
        settled, earlier = self.settled, self.seconds
        begun = due = monotonic()
        self.pairs.plan = self.pairs.plan._replace(idle=partial(_go_on, stopped))
        with suppress(_Stopped), closing(self._played()) as counts:
            for count in counts:
                now = monotonic()
                fresh = count >= LEAST and now >= due
                if fresh:
                    due = now + EVERY
                    self.found, self.seconds = self.pairs.difference(), earlier + now - begun
                yield fresh
                if stopped.is_set() or (self.settled and not settled):
                    break
        if len(self.pairs) >= LEAST:
            self.found = self.pairs.difference()

    def _played(self) -> Generator[int, None, None]:
        """Play in other processes, or here what can't be sent to them; yield as ``Pairs`` do."""
        try:
            elsewhere = background() is not None and all(job.packed() for job in self.pairs.jobs())
        except BadInput:
            elsewhere = False
        return self.pairs.play() if elsewhere else self._in_slices()

    def _in_slices(self) -> Generator[int, None, None]:
        for count in self.pairs.play_in_slices(SLICE):
            yield count
            if sys.platform != "emscripten":
                self.stopped.wait(REST)

    @property
    def settled(self) -> bool:
        """True if the sign of the difference is known, or that it is next to nothing."""
        return self.found is not None and (self.found.settled or self._is_none)

    @property
    def _is_none(self) -> bool:
        assert self.found is not None
        return max(abs(self.found.estimate.low), abs(self.found.estimate.high)) <= SAME

    def line(self) -> str:
        """Return how many games were played, and what they settle, in a sentence or two."""
        if self.problem:
            return self.problem
        if self.found is None:
            return "The first games are being played." if self.runs else "No game is over yet."
        games = 2 * len(self.found)
        pace = games / self.seconds if self.runs and self.seconds else 0
        speed = f", {pace:.{0 if pace >= 10 else 1}f} a second" if pace else ""
        return f"{games:,} games so far{speed}. {self._verdict(self.found)}"

    def _verdict(self, found: Difference) -> str:
        if found.settled:
            return "Settled: the rules differ in who wins."
        if self._is_none:
            return f"Settled: they differ by less than {100 * SAME:g} point in who wins."
        if found.more is None:
            return "Not settled: so far both sides win alike."
        more = 2 * found.more
        seconds = more * self.seconds / (2 * len(found))
        time = f", {time_in_words(seconds)}" if self.seconds else ""
        return f"Not settled: about {approximate(more)} more games would settle it{time}."

    def rows(self) -> list[dict[str, Any]]:
        """Return each measure on both sides, and its difference as text and for a picture."""
        found = self.found
        if found is None:
            return []
        shown = [each for each in found.shown() if each.unit == "%" or each.name == "turns"]
        estimates = {each: found.of(each) for each in shown}
        shares = max(_reach(estimates[each]) for each in shown if each.unit == "%")
        return [
            _row(each, found, estimate, shares if each.unit == "%" else _reach(estimate))
            for each, estimate in estimates.items()
        ]


def _reach(estimate: Estimate) -> int:
    """Return the greatest value of a scale, such as 1, 2, 5 or 10, on which the interval fits."""
    scale = SCALES.get(estimate.unit, 1)
    widest = scale * max(abs(estimate.low), abs(estimate.high))
    fits = (int(f"{step}{'0' * power}") for power in range(9) for step in (1, 2, 5))
    return next(each for each in fits if each >= widest)


def _row(column: Column, found: Difference, estimate: Estimate, reach: int) -> dict[str, Any]:
    sides = (fmean(map(column.of, side)) for side in (found.a, found.b))
    scale = SCALES.get(estimate.unit, 1)
    value, low, high = (_signed(scale * each) for each in estimate.figures)
    sign = ("more" if estimate.value > 0 else "less") if estimate.settled else "not settled"
    return {
        "name": NAMES.get(column.name, capitalise(column.name)),
        "sides": " → ".join(f"{fixed(scale * each, 1)}{' %' * (scale > 1)}" for each in sides),
        "sign": sign,
        "text": f"{value} {estimate.unit} (95 %: {low} to {high})",
        "at": [round(scale * each / reach, 3) for each in estimate.figures],
        "reach": reach,
    }


def _signed(number: float) -> str:
    text = fixed(number, 1)
    return text if text.startswith("−") else f"+{text}"


# --- The measurements of a panel -----------------------------------------------------------------


class Measuring:
    """The measurements of a rules panel; one at a time runs.

    ``lock`` is held while figures are sent to the page of ``host``.
    """

    def __init__(self, host: traitlets.HasTraits, lock: Any) -> None:
        self._host = host
        self.lock = lock
        self._sides: tuple[AnyGame, AnyGame] | None = None
        self._kept: dict[tuple[Rules, Rules, str], Measurement] = {}
        self._bot = ""
        self._aloud = 0.0
        self._said = ""
        self._task: asyncio.Task[None] | None = None

    @property
    def current(self) -> Measurement | None:
        """The measurement of the change that is shown, if it was begun."""
        return self._kept.get(self._key) if self._sides else None

    @property
    def _key(self) -> tuple[Rules, Rules, str]:
        assert self._sides is not None
        return *_rules(self._sides), self._bot

    def offer(self, a: AnyGame, rules: Rules) -> None:
        """Offer to measure a change of the rules of ``a``; end the measurement of another."""
        try:
            sides = self._changed(a, rules)
        except BadInput:  # these rules are impossible for the game: the panel says so
            sides = a, a
        if self._sides and _rules(self._sides) == _rules(sides):
            return
        self.stop()
        self._sides = None if sides[0].rules == sides[1].rules else sides
        if self._bot not in a.bots:
            self._bot = QUICK if QUICK in a.bots else "random"
        self.send()

    @staticmethod
    def _changed(a: AnyGame, rules: Rules) -> tuple[AnyGame, AnyGame]:
        """Return the game and its change; of one with other rules already, since the printed."""
        if rules != a.rules:
            return a, a.under(**rules.to_json())
        return a.under(**a.rules.printed()), a

    def start(self, bot: Any) -> None:
        """Begin or continue to measure the change with this bot.

        Raises BadInput for an unknown bot, and where no rule is changed.
        """
        if self._sides is None:
            raise BadInput("No rule is changed: there is nothing to measure.")
        before, after = self._sides
        if not isinstance(bot, str) or bot not in before.bots:
            raise invalid("the bot", bot, "one of " + ", ".join(before.bots))
        self.stop()
        self._bot = bot
        measured = self._kept.pop(self._key, None)
        if measured is None or not measured.is_current():  # code may change in a cell meanwhile
            measured = Measurement(before, after, bot)
        self._kept[self._key] = measured
        while len(self._kept) > KEPT:
            self._kept.pop(next(iter(self._kept)))
        self._run(measured)

    def stop(self) -> None:
        """Stop measuring; ``start`` continues."""
        measured = self.current
        if measured is not None and measured.runs:
            measured.stopped.set()
            self.send()

    # --- running ---------------------------------------------------------------------------------

    def _run(self, measured: Measurement) -> None:
        measured.stopped = Event()
        measured.problem = ""
        stop_on_interrupt(self)
        self._aloud = 0.0
        self.send()
        if sys.platform == "emscripten":
            self._task = asyncio.get_running_loop().create_task(
                self._on_the_loop(measured, measured.stopped)
            )
            return
        earlier = measured.thread
        given = measured, measured.stopped, earlier
        measured.thread = Thread(target=self._in_thread, args=given, daemon=True)
        measured.thread.start()

    def _in_thread(self, measured: Measurement, stopped: Event, earlier: Thread | None) -> None:
        if earlier is not None:
            earlier.join()  # two threads must not play the same pairs
        for _ in self._parts(measured, stopped):
            pass

    async def _on_the_loop(self, measured: Measurement, stopped: Event) -> None:
        for _ in self._parts(measured, stopped):
            await asyncio.sleep(REST)

    def _parts(self, measured: Measurement, stopped: Event) -> Iterator[None]:
        """Play, and send the figures; a failure is a line of them."""
        try:
            for fresh in measured.play(stopped):
                if fresh:
                    self._report(measured)
                yield
        except BadInput as failed:
            measured.problem = str(failed)
        except Exception as failed:  # noqa: BLE001 - nobody sees what a thread raises
            measured.problem = f"{type(failed).__name__}: {failed}"
        finally:
            stopped.set()
            self._report(measured)

    def _report(self, measured: Measurement) -> None:
        with self.lock:
            if measured is self.current:
                self.send()

    # --- for the page ----------------------------------------------------------------------------

    def send(self) -> None:
        """Send the figures to the page."""
        self._host.set_trait("rules_measured", self._state())

    def _state(self) -> Mapping[str, Any]:
        if self._sides is None:
            return {}
        before, after = self._sides
        state = {
            "bots": list(before.bots),
            "bot": self._bot,
            "change": list(after.rules.in_words(before.rules).values()),
            "runs": False,
            "begun": False,
            "failed": False,
            "line": "",
            "said": "",
            "rows": [],
        }
        measured = self.current
        if measured is not None:
            line = measured.line()
            state |= {
                "runs": measured.runs,
                "begun": True,
                "failed": bool(measured.problem),
                "line": line,
                "said": self._aloud_now(measured, line),
                "rows": measured.rows(),
            }
        return state

    def _aloud_now(self, measured: Measurement, line: str) -> str:
        """Return what screen readers read, which changes rarely while the games are played."""
        if not measured.runs or monotonic() - self._aloud >= ALOUD:
            self._aloud, self._said = monotonic(), line
        return self._said


def _rules(sides: tuple[AnyGame, AnyGame]) -> tuple[Rules, Rules]:
    return sides[0].rules, sides[1].rules


# --- Interrupts of the kernel --------------------------------------------------------------------


class CanStop(Protocol):
    """Work in the background."""

    def stop(self) -> None:
        """Stop it."""


_BEGUN: WeakSet[CanStop] = WeakSet()


def stop_on_interrupt(work: CanStop) -> None:
    """Stop the work when the reader interrupts the kernel, in a cell or between cells."""
    _BEGUN.add(work)
    shell: Any = get_ipython()
    loop = getattr(getattr(shell, "kernel", None), "io_loop", None)
    if loop is not None and sys.platform != "emscripten":
        _watch_cells(shell)
        loop.add_callback(_watch_between_cells, loop)  # in the main thread, when no cell runs


@cache
def _watch_cells(shell: Any) -> None:
    def ended(result: Any) -> None:
        if isinstance(result.error_in_exec, KeyboardInterrupt):
            _stop_all()

    shell.events.register("post_run_cell", ended)


def _watch_between_cells(loop: Any) -> None:
    """Have interrupts noticed that come between cells, when the kernel ignores them."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *_: loop.add_callback(_stop_all))


def _stop_all() -> None:
    for each in tuple(_BEGUN):
        each.stop()
