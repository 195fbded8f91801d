"""A notebook's cells in a shell of IPython, in a process forked from one that has imported all."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from tempfile import TemporaryDirectory

FORKS = sys.platform == "linux"
LOADED = ["ipykernel.inprocess", "tests.light", "piecepack_nb.widgets.table", "piecepack_nb.lab"]
"""What each kernel takes a second to import."""


def run_in_shell(sources: Sequence[str]) -> None:
    """Run cells in their order in a new process and an empty folder; raise what a cell raises."""
    context = multiprocessing.get_context("forkserver" if FORKS else "spawn")
    if FORKS:
        context.set_forkserver_preload(LOADED)
    with TemporaryDirectory() as folder, ProcessPoolExecutor(1, context) as process:
        process.submit(_run, sources, folder).result()


def _run(sources: Sequence[str], folder: str) -> None:
    """Run the cells without the user's settings."""
    from ipykernel.inprocess.ipkernel import InProcessKernel

    os.chdir(folder)
    os.environ |= {"IPYTHONDIR": f"{folder}/.ipython", "PPNB_QUIET": "1"}
    shell = InProcessKernel().shell
    for source in sources:
        shell.run_cell(source).raise_error()
