"""The hostile campaigns: each tries to break the package many times and counts what did.

``python -m tests.soak --size 1000`` prints their table; ``test_soak.py`` runs each with a small
size. To add a campaign, decorate a function of a module in this folder:

    from tests.soak.campaigns import Different, Row, campaign

    @campaign("saves with damage")
    def damaged_saves(size: int, row: Row, random: Random) -> None:
        for number in range(size):
            with row.attempt(f"save {number}", limit=2):
                ...  # BadInput is a refusal; every other exception is a crash
                raise Different("loaded as another game")  # or Lost("the last move is gone")

``share`` is for campaigns of processes and browsers: 0.01 makes one attempt for each hundred.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from random import Random
from typing import NamedTuple

from piecepack_nb.core.errors import BadInput

EXAMPLES = 3
"""How many failed attempts a row names."""


class Different(Exception):
    """A damaged input was accepted, with another meaning."""


class Lost(Exception):
    """Something that a person had done is gone."""


@dataclass
class Row:
    """The counts of one campaign; ``examples`` name its first failed attempts."""

    name: str
    tried: int = 0
    refused: int = 0
    crashed: int = 0
    different: int = 0
    slow: int = 0
    lost: int = 0
    seconds: float = 0.0
    examples: list[str] = field(default_factory=list)

    @contextmanager
    def attempt(self, what: str, limit: float = 2.0) -> Iterator[None]:
        """Count the block as an attempt, which is slow if it takes over ``limit`` seconds."""
        self.tried += 1
        start = time.perf_counter()
        try:
            yield
        except BadInput as error:
            self.refused += 1
            if len(str(error).splitlines()) != 1 or not str(error).isprintable():
                self._count("crashed", what, f"its error is no plain line: {error!r}")
        except Different as error:
            self._count("different", what, error)
        except Lost as error:
            self._count("lost", what, error)
        except Exception as error:  # noqa: BLE001
            self._count("crashed", what, f"{type(error).__name__}: {error}")
        if (taken := time.perf_counter() - start) > limit:
            self._count("slow", what, f"{taken:.1f} s")

    def _count(self, column: str, what: str, why: object) -> None:
        setattr(self, column, getattr(self, column) + 1)
        if len(self.examples) < EXAMPLES:
            self.examples.append(f"{what}, {column}: {str(why)[:300]}")


class Campaign(NamedTuple):
    """A campaign: ``play(size, row, random)`` makes ``size`` attempts."""

    name: str
    play: Callable[[int, Row, Random], None]
    share: float

    def run(self, size: int, seed: int = 0) -> Row:
        """Return the row of a run with ``share`` of ``size`` attempts, at least one."""
        row, start = Row(self.name), time.perf_counter()
        self.play(max(1, round(size * self.share)), row, Random(f"{self.name} {seed}"))
        row.seconds = time.perf_counter() - start
        return row


_CAMPAIGNS: dict[str, Campaign] = {}

Play = Callable[[int, Row, Random], None]


def campaign(name: str, share: float = 1.0, *, posix: bool = False) -> Callable[[Play], Play]:
    """Make a function a campaign of this name; ``share`` is its part of the chosen size.

    One that is ``posix`` needs signals or limits that Windows lacks, and is left out there.
    """

    def register(play: Play) -> Play:
        if os.name == "posix" or not posix:
            _CAMPAIGNS[name] = Campaign(name, play, share)
        return play

    return register


def campaigns() -> dict[str, Campaign]:
    """Return all campaigns of this folder's modules by name."""
    for file in sorted(Path(__file__).parent.glob("[!_]*.py")):
        if not file.stem.startswith("test_"):
            import_module(f"tests.soak.{file.stem}")
    return dict(_CAMPAIGNS)


COLUMNS = ("tried", "refused", "crashed", "different", "slow", "lost")


def table(rows: list[Row]) -> str:
    """Return the rows as text, with the examples of failed attempts below."""
    wide = max(len(row.name) for row in rows)
    words = (*COLUMNS[:3], "accepted but different", *COLUMNS[4:], "seconds")
    titles = [f"{word:>9}" for word in words]
    lines = ["  ".join([f"{'campaign':{wide}}", *titles])]
    for row in rows:
        cells = [f"{getattr(row, name):,}" for name in COLUMNS] + [f"{row.seconds:.0f}"]
        aligned = (
            f"{cell:>{max(7, len(title))}}" for cell, title in zip(cells, titles, strict=True)
        )
        lines.append(f"{row.name:{wide}}  " + "  ".join(aligned))
    lines += [f"{row.name}: {example}" for row in rows for example in row.examples]
    return "\n".join(lines)
