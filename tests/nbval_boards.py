"""A plugin of pytest for nbval: a board's drawing is not its to compare.

A committed notebook holds a picture of it, and tests/test_notebooks.py sees to it that it is the
picture of that very drawing.
"""

from __future__ import annotations

import os

import pytest
from nbval.plugin import IPyNbFile

os.environ["PPNB_QUIET"] = "1"  # kernels inherit it: no progress in outputs


def pytest_collectstart(collector: pytest.Collector) -> None:
    if isinstance(collector, IPyNbFile):
        collector.skip_compare = (*collector.skip_compare, "image/svg+xml")
