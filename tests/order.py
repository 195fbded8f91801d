"""The order of the tests' files, and who runs them: the longest first, those with a browser apart.

`make times` writes how long each file takes to times.json.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

TIMES = Path(__file__).parent / "times.json"
IN_LAB = (
    "_in_lab.py",
    "test_start_notebook.py",
    "test_harness.py",
    "test_live_rules.py",
    "test_predict.py",
)
"""How the names of the files end that use JupyterLab, which takes each process 10 seconds."""
LAB = "tests/browser in JupyterLab"
LEAST = 1.0
"""The least seconds of a file that are written down."""


def group(file: str) -> str:
    """Return what one process runs at a time: a file, or all files with JupyterLab."""
    return LAB if file.endswith(IN_LAB) else file


def uses_browser(group: str) -> bool:
    """Return True for a group of tests that use a browser."""
    return group.startswith("tests/browser")


def seconds() -> Counter[str]:
    """Return how long each group takes, as far as is known."""
    found: Counter[str] = Counter()
    for file, took in json.loads(TIMES.read_text("utf-8")).items():
        found[group(file)] += took
    return found


class Order:
    """A plugin that puts the longest files first, and those with a browser last.

    Playwright leaves its event loop running in the thread of the tests, where `asyncio.run` then
    refuses to start.
    """

    def __init__(self) -> None:
        self.took: Counter[str] = Counter()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort the tests; with xdist's --no-loadscope-reorder, processes take them in order."""
        known = seconds()

        def rank(item: pytest.Item) -> tuple[bool, float]:
            scope = group(item.nodeid.partition("::")[0])
            return uses_browser(scope), -known[scope]

        items.sort(key=rank)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> Any:
        """Let one process begin with the browser, in which tests mostly wait."""
        return scheduler(config, log) if config.getoption("dist") == "loadfile" else None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add what a test took to its file's time."""
        self.took[report.nodeid.partition("::")[0]] += report.duration

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the times in the process that has all reports, if that was asked for."""
        if session.config.getoption("times") and not hasattr(session.config, "workerinput"):
            kept = {file: round(took) for file, took in self.took.items() if took >= LEAST}
            TIMES.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", "utf-8")


def scheduler(config: pytest.Config, log: Any) -> Any:
    """Return what hands files to processes: to one those with a browser, from the beginning."""
    from xdist.scheduler import LoadFileScheduling

    class OneBrowses(LoadFileScheduling):
        browsing: Any = None
        """The process that runs nothing else; the others help it when they have nothing else."""

        def _split_scope(self, nodeid: str) -> str:
            return group(super()._split_scope(nodeid))

        def _assign_work_unit(self, node: Any) -> None:
            with_browser = next(filter(uses_browser, self.workqueue), None)
            if self.browsing is None and with_browser and self.numnodes > 1:
                self.browsing = node
            if node is self.browsing and with_browser:
                self.workqueue.move_to_end(with_browser, last=False)
            super()._assign_work_unit(node)

        def _reschedule(self, node: Any) -> None:
            if node is self.browsing and not any(map(uses_browser, self.workqueue)):
                if not node.shutting_down:
                    node.shutdown()
            else:
                super()._reschedule(node)

    return OneBrowses(config, log)
