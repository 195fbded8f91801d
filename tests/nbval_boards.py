"""A plugin of pytest for nbval: a board's drawing is not its to compare.

A committed notebook holds a picture of it, and tests/test_notebooks.py sees to it that it is the
picture of that very drawing.
"""

from __future__ import annotations

import os
from typing import Any

import nbval.kernel
import pytest
from nbval.plugin import IPyNbFile

os.environ["PPNB_QUIET"] = "1"  # kernels inherit it: no progress in outputs


_start = nbval.kernel.start_new_kernel


def start_new_kernel(*args: Any, **named: Any) -> Any:
    """Start a kernel, once more if it dies: of two that start at once, both may take a port."""
    try:
        return _start(*args, **named)
    except RuntimeError:
        return _start(*args, **named)


nbval.kernel.start_new_kernel = start_new_kernel


def pytest_collectstart(collector: pytest.Collector) -> None:
    if isinstance(collector, IPyNbFile):
        collector.skip_compare = (*collector.skip_compare, "image/svg+xml")
