"""Looking back at a table's finished game: the review is made while the reader goes on.

A thread makes it in short slices. A browser's kernel has no threads: there the event loop does, in
slices too.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Mapping, Sequence
from threading import Event, Thread
from time import monotonic
from typing import Any

from piecepack_nb.core.match import Match
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.lab.judging import PLAYOUTS
from piecepack_nb.lab.review import Chances, Review, Reviewing, WorstMove, chance_text
from piecepack_nb.widgets.board import BoardWidget
from piecepack_nb.widgets.measuring import REST, SLICE, stop_on_interrupt
from piecepack_nb.widgets.table_data import entries

EVERY = 0.7
"""The seconds between what is sent to the page."""
KEPT = 4
"""The reviews that a table keeps."""

Key = tuple[int, tuple[str, ...]]


class Reviewer:
    """The reviews of a table's games; one at a time is being made.

    They are in the trait "review" of ``host``, whose lock is held while one is sent.
    """

    def __init__(self, host: BoardWidget) -> None:
        self._host = host
        self._kept: dict[Key, Reviewing] = {}
        self._key: Key | None = None
        self._stopped = Event()
        self._stopped.set()
        self._problem = ""
        self._lines: Sequence[int] = ()
        self._task: asyncio.Task[None] | None = None
        self.thread: Thread | None = None

    @property
    def runs(self) -> bool:
        """True while a review is being made."""
        return not self._stopped.is_set()

    def show(self, match: Match) -> None:
        """Show the review of a match that is over, if there is one; stop that of another match."""
        key = _key(match) if match.result is not None else None
        if key == self._key:
            return
        self.stop()
        self._key, self._problem = key, ""
        self._lines = _lines(match)
        self.send()

    def start(self, match: Match) -> None:
        """Make the review of a match, from the beginning."""
        self.show(match)
        self.stop()
        self._problem = ""
        assert self._key is not None
        work = self._kept[self._key] = Reviewing(match, None, PLAYOUTS)
        while len(self._kept) > KEPT:
            self._kept.pop(next(iter(self._kept)))
        stopped = self._stopped = Event()
        stop_on_interrupt(self)
        self.send()
        if sys.platform == "emscripten":
            loop = asyncio.get_running_loop()
            self._task = loop.create_task(self._on_the_loop(work, stopped))
            return
        self.thread = Thread(target=self._in_thread, args=(work, stopped), daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Stop; what is found so far stays."""
        if self.runs:
            self._stopped.set()
            self.send()

    # --- running ---------------------------------------------------------------------------------

    def _in_thread(self, work: Reviewing, stopped: Event) -> None:
        for _ in self._slices(work, stopped):
            stopped.wait(REST)

    async def _on_the_loop(self, work: Reviewing, stopped: Event) -> None:
        for _ in self._slices(work, stopped):
            await asyncio.sleep(REST)

    def _slices(self, work: Reviewing, stopped: Event) -> Iterator[None]:
        """Work until done or stopped, and send what is found; a failure is shown, too."""
        begun = sent = monotonic()
        try:
            for _ in work.run():
                if stopped.is_set():
                    return
                now = monotonic()
                if now - begun < SLICE:
                    continue
                if now - sent > EVERY:
                    self._report(stopped)
                    sent = monotonic()
                yield
                begun = monotonic()
        except Exception as failed:  # noqa: BLE001 - nobody sees what a thread raises
            self._problem = f"{type(failed).__name__}: {failed}"
        finally:
            if not stopped.is_set():
                stopped.set()
                self._report(stopped)

    def _report(self, stopped: Event) -> None:
        with self._host.lock:
            if stopped is self._stopped:
                self.send()

    # --- for the page ----------------------------------------------------------------------------

    def send(self) -> None:
        """Send the review of the current match to the page."""
        self._host.set_trait("review", self._state())

    def _state(self) -> dict[str, Any]:
        work = self._kept.get(self._key) if self._key is not None else None
        if work is None:
            return {"state": "none"} if self._key is not None else {}
        found = Review(work)
        done = work.part >= 1
        return {
            "state": "running" if self.runs else "done" if done else "stopped",
            "part": round(work.part, 2),
            "doing": work.doing,
            "problem": self._problem,
            "sides": found.sides,
            "unit": found.unit,
            "points": [self._point(each, found) for each in list(work.points)],
            "worst": [self._worst(each, found) for each in list(work.worst)],
            "verdict": found.verdict() if done else "",
            "method": found.method,
        }

    def _line(self, number: int) -> int:
        return self._lines[number] if number >= 0 else -1

    def _point(self, point: Chances, found: Review) -> list[Any]:
        """Return the title, the line of the log, the figures by side, and all of it in words."""
        figures = [[round(each, 4) for each in side.figures] for side in point.sides]
        pairs = zip(found.sides, point.sides, strict=True)
        words = "; ".join(f"{name} {chance_text(each, point.exact)}" for name, each in pairs)
        return [point.title, self._line(point.number), figures, words]

    def _worst(self, worst: WorstMove, found: Review) -> dict[str, Any]:
        side = next(n for n, seats in enumerate(found.seats_of_sides) if worst.seat in seats)
        return {
            "title": worst.title,
            "line": self._line(worst.number),
            "side": side,
            "text": worst.text,
            "cost": worst.cost_text,
            "known": worst.imagined,
            "seat": capitalise(worst.seat),
            "better": worst.better_text,
            "reply": worst.reply,
        }


def _key(match: Match) -> Key:
    """Return what tells a finished game from others, also when it was loaded anew."""
    moves = (str(played.move) for part in match.parts for played in part.record)
    return match.seed, tuple(moves)


def _lines(match: Match) -> list[int]:
    """Return the line of the log of each move, by its number."""
    return [number for number, each in enumerate(entries(match)) if each.played is not None]


# --- Another game after this one -----------------------------------------------------------------


def next_seats(seats: Mapping[str, Any]) -> dict[str, Any]:
    """Return the players of a rematch: each takes the next seat.

    >>> next_seats({"red": "person", "blue": "greedy"})
    {'red': 'greedy', 'blue': 'person'}
    """
    names, players = list(seats), list(seats.values())
    return dict(zip(names, players[-1:] + players[:-1], strict=True))


def rematch_text(match: Match) -> str:
    """Return who plays what in a rematch, in a sentence."""
    persons, seats = match.persons, match.game.seats
    if len(persons) in (0, len(seats)):
        first, second = capitalise(seats[0]), capitalise(seats[1])
        return f"Rematch: who played {first} plays {second} now, and so on round the table."
    you = "You play" if len(persons) == 1 else "Persons play"
    return f"Rematch: {you} {join_list(map(capitalise, persons))} now."


def moment_of(match: Match, line: int) -> tuple[Match, str]:
    """Return a match that ends where a line of the log ends, -1 for the start; and its turn."""
    if line < 0:
        first = match.parts[0]
        assert isinstance(first, Match)
        return first.branch(0), "the start"
    entry = entries(match)[line]
    part, played = entry
    assert isinstance(part, Match)
    if played is None:
        return part.branch(0), "the change of rules"
    return part.branch(played.end), f"turn {played.turn}" if played.turn else "the set-up"
