"""Settings of every test: Hypothesis profiles, the clause mark and option, the browser mark."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

import tests.light  # noqa: F401
from piecepack_nb.core.registry import find
from tests.order import Order

GAMES = ("activator", "pacman", "paco", "piecepackman", "worm_derby")
"""The games of the package; tests register more of their own."""

for _name in GAMES:  # so that each test knows all sprites, whatever ran before it
    find(_name)

T = TypeVar("T")
HERE = Path(__file__).parent
USED = (
    "_hypothesis_internal_use_settings"  # no public name; tests/test_house.py holds that it works
)
CLAUSE_ID = re.compile(r"(PM|PA|AC|PC|WD)-[1-9][0-9]*[a-z]?")

settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("dev"), derandomize=True)
settings.register_profile("quick", parent=settings.get_profile("ci"))
PROFILE = os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
settings.load_profile(PROFILE)
RERUNS = 1
"""How often a failed test in a browser runs again: a busy machine may paint too late."""
QUICK = 5
"""The most examples of a property in `make check`; `make test` has as many as each test asks."""


def pytest_addoption(parser: pytest.Parser) -> None:
    about = "run only the tests marked with this clause, such as PM-12; may be given several times"
    parser.addoption("--clause", action="append", default=[], metavar="ID", help=about)
    about = "write how long each file takes to tests/times.json, by which their order is made"
    parser.addoption("--times", action="store_true", help=about)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Order())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wrong = [complaint for item in items for complaint in bad_clauses(item)]
    if wrong:
        raise pytest.UsageError("\n".join(wrong))
    if wanted := set(config.getoption("clause")):
        select_clauses(config, items, wanted)
    if PROFILE == "quick":
        deselect(config, items, [item for item in items if item.get_closest_marker("thorough")])
    for item in items:
        if PROFILE == "quick":
            fewer_examples(getattr(item, "obj", None))
        if item.path.is_relative_to(HERE / "browser"):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=RERUNS))


gc.disable()  # while thousands of tests are collected, none of which is garbage


FEW_SEARCHES = 20_000
"""New objects after which garbage is looked for: Python's 700 take 5 % of the time of a match."""


def pytest_collection_finish() -> None:
    """Look for garbage again, but seldom."""
    gc.set_threshold(FEW_SEARCHES)
    gc.enable()


@pytest.fixture(autouse=True, scope="module")
def a_small_heap() -> None:
    """Leave what was made before a file out of each search for garbage: it is most of the heap."""
    gc.collect()
    gc.freeze()


def select_clauses(config: pytest.Config, items: list[pytest.Item], wanted: set[str]) -> None:
    """Keep the tests marked with a wanted clause; raise UsageError for one without a test."""
    marked = {item: wanted.intersection(clause_ids(item)) for item in items}
    missing = sorted(wanted.difference(*marked.values()))
    if missing:
        raise pytest.UsageError(f"no test here is marked with {', '.join(missing)}")
    deselect(config, items, [item for item in items if not marked[item]])


def deselect(config: pytest.Config, items: list[pytest.Item], left_out: list[pytest.Item]) -> None:
    """Leave tests out of a run."""
    config.hook.pytest_deselected(items=left_out)
    out = set(left_out)
    items[:] = [item for item in items if item not in out]


def clause_ids(item: pytest.Item) -> list[str]:
    """Return the ids of a test's clause marks."""
    return [id for mark in item.iter_markers("clause") for id in mark.args]


def sampled(all_of: Sequence[T], every: int = 6, skipped: int = 0) -> Sequence[T]:
    """Return all of them; in `make check` every sixth, or so, after some skipped ones."""
    return all_of[skipped::every] if PROFILE == "quick" else all_of


def fewer_examples(test: Any) -> None:
    """Give a property at most QUICK examples, even if its own ``@settings`` ask for more."""
    if is_hypothesis_test(test):
        own = getattr(test, USED, None) or settings.default
        setattr(test, USED, settings(own, max_examples=min(own.max_examples, QUICK)))


def bad_clauses(item: pytest.Item) -> list[str]:
    """Return a line for each clause mark with an unknown id, or not written as "PM-12"."""
    complaints = []
    for mark in item.iter_markers("clause"):
        ids = mark.args or ("",)
        complaints += [
            f"{item.nodeid}: clause {id!r} is no id; expected ids like 'PM-12'"
            for id in ids
            if not (isinstance(id, str) and CLAUSE_ID.fullmatch(id))
        ]
        if mark.kwargs:
            complaints.append(f"{item.nodeid}: the clause mark takes ids only, like 'PM-12'")
    return complaints
