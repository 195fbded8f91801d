"""Kernels and shells of notebooks, in processes forked from one that has imported all."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from subprocess import TimeoutExpired
from tempfile import TemporaryDirectory
from typing import Any

FORKS = sys.platform == "linux"
LOADED = [
    "tests.light", "ipykernel.inprocess", "ipykernel.kernelapp", "ipykernel.debugger", "altair",
    "piecepack_nb.widgets.table", "piecepack_nb.lab",
]  # fmt: skip
"""What each kernel takes a second to import."""


def forking() -> BaseContext:
    """Return the context of processes that have imported all, where a system can fork."""
    context = multiprocessing.get_context("forkserver" if FORKS else "spawn")
    if FORKS:
        context.set_forkserver_preload(LOADED)
    return context


# --- A shell -------------------------------------------------------------------------------------


def run_in_shell(sources: Sequence[str]) -> None:
    """Run cells in their order in a new process and an empty folder; raise what a cell raises."""
    with TemporaryDirectory() as folder, ProcessPoolExecutor(1, forking()) as process:
        process.submit(_run, sources, folder).result()


def _run(sources: Sequence[str], folder: str) -> None:
    """Run the cells without the user's settings."""
    from ipykernel.inprocess.ipkernel import InProcessKernel

    os.chdir(folder)
    os.environ |= {"IPYTHONDIR": f"{folder}/.ipython", "PPNB_QUIET": "1"}
    shell = InProcessKernel().shell
    for source in sources:
        shell.run_cell(source).raise_error()


# --- A kernel ------------------------------------------------------------------------------------


class ForkedKernel:
    """The process of a kernel, with those functions of a Popen that jupyter_client calls."""

    stdin = stdout = stderr = None

    def __init__(self, command: list[str], *, cwd: str, env: Mapping[str, str], **_: Any) -> None:
        """Start a kernel; return when it has a process group of its own."""
        arguments = command[command.index("ipykernel_launcher") + 1 :]
        context = forking()
        begun, report = context.Pipe(duplex=False)
        self.process = context.Process(target=_serve, args=(arguments, cwd, dict(env), report))
        self.process.start()
        self.pid = self.process.pid
        report.close()
        begun.recv()

    def poll(self) -> int | None:
        """Return the exit code; None while it runs."""
        return self.process.exitcode

    def wait(self, timeout: float | None = None) -> int | None:
        """Wait until it has ended; raise TimeoutExpired."""
        self.process.join(timeout)
        if self.poll() is None:
            raise TimeoutExpired("kernel", timeout or 0)
        return self.poll()

    def send_signal(self, number: int) -> None:
        """Send a signal."""
        os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


def _serve(arguments: list[str], folder: str, env: Mapping[str, str], report: Connection) -> None:
    """Be a kernel, which ends with the process that it was forked from."""
    from ipykernel.kernelapp import launch_new_instance

    os.setsid()
    report.send(True)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.environ.clear()
    os.environ |= {**env, "JPY_PARENT_PID": str(os.getppid())}
    os.chdir(folder)
    try:
        launch_new_instance(argv=arguments, parent_handle=os.getppid())
    finally:
        atexit._run_exitfuncs()
