"""What every test shares: Hypothesis profiles, the clause marker's check, the browser marker."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent
CLAUSE_ID = re.compile(r"(PM|PA|AC|PC|WD)-[1-9][0-9]*")

settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("dev"), derandomize=True)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    wrong = [complaint for item in items for complaint in bad_clauses(item)]
    if wrong:
        raise pytest.UsageError("\n".join(wrong))
    for item in items:
        if item.path.is_relative_to(HERE / "browser"):
            item.add_marker(pytest.mark.browser)


def bad_clauses(item: pytest.Item) -> list[str]:
    """One line for each clause mark of the test that names no clause, or not as "PM-12"."""
    complaints = []
    for mark in item.iter_markers("clause"):
        ids = mark.args or ("",)
        complaints += [
            f"{item.nodeid}: clause {id!r} is no id; accepted: ids like 'PM-12'"
            for id in ids
            if not (isinstance(id, str) and CLAUSE_ID.fullmatch(id))
        ]
        if mark.kwargs:
            complaints.append(f"{item.nodeid}: the clause mark takes ids only, like 'PM-12'")
    return complaints
