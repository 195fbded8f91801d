"""A plugin of pytest for nbval, with which it compares all that ``tools/notebooks.py`` saves.

A committed notebook has a picture of each drawing, and names the drawing by its mark and its words.
nbval compares these, and an output's metadata and kind, which it would skip.
"""

from __future__ import annotations

import os
from typing import Any
from unittest.mock import patch

import nbval.kernel
import pytest
from jupyter_client.launcher import launch_kernel
from jupyter_client.provisioning import local_provisioner
from nbformat import NotebookNode
from nbval.plugin import IPyNbCell, IPyNbFile

from tests.shell import FORKS, ForkedKernel
from tools.notebooks import PNG, SVG, described

os.environ["PPNB_QUIET"] = "1"  # kernels inherit it: no progress in outputs
COMPARED = ("metadata", "output_type")


_start = nbval.kernel.start_new_kernel
_compare = IPyNbCell.compare_outputs


def start_new_kernel(*args: Any, **named: Any) -> Any:
    """Start a kernel, once more if it dies: of two that start at once, both may take a port."""
    with patch.object(local_provisioner, "launch_kernel", ForkedKernel if FORKS else launch_kernel):
        try:
            return _start(*args, **named)
        except RuntimeError:
            return _start(*args, **named)


def compare_outputs(
    cell: IPyNbCell, shown: list[NotebookNode], committed: list[NotebookNode]
) -> bool:
    """Return True if the outputs are those in the notebook, the drawings among them."""
    return bool(_compare(cell, [as_committed(output) for output in shown], committed))


def as_committed(output: NotebookNode) -> NotebookNode:
    """Return an output with its drawing's mark and words, in place of the drawing."""
    if svg := output.get("data", {}).pop(SVG, None):
        output.metadata = {**output.metadata, PNG: described(svg)}
    return output


nbval.kernel.start_new_kernel = start_new_kernel
IPyNbCell.compare_outputs = compare_outputs


def pytest_collectstart(collector: pytest.Collector) -> None:
    if isinstance(collector, IPyNbFile):
        skipped = (name for name in collector.skip_compare if name not in COMPARED)
        collector.skip_compare = tuple(skipped)
