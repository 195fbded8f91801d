"""``python -m piecepack_nb host``: the same links after each start, until Ctrl+C."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

GAME = """
import piecepack_nb as pp
from piecepack_nb.design import Board

@pp.register
class ThreeByThree(Board):
    seats = ("ann", "ben")
    places = Board.squares(3, 3)
    rulebook = "TT-1 Put. Put a stone on a free square."
    def why_not(self, table, place):
        return None if table[place] is None else f"TT-1 {place} is taken"
    def move(self, table, place):
        table[place] = "stone"
"""


START = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in a background job of a shell
runpy.run_module("piecepack_nb", run_name="__main__", alter_sys=True)
"""


def links(folder: Path, *arguments: str) -> list[str]:
    """Start the command, stop it once it says where it is, and return its links."""
    command = [sys.executable, "-c", START, "host", *arguments, "--no-browser"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            lines = [running.stdout.readline() for _ in range(3)]
            running.send_signal(signal.SIGINT)
            assert running.wait(60) == 0
        finally:
            running.kill()
    return [word for line in lines for word in line.split() if word.startswith("http")]


def test_a_file_with_a_game_is_hosted_with_the_same_links_each_time(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(GAME)
    first = links(tmp_path, "mine.py")
    assert len({*first}) == 3
    assert all(link.startswith("http://127.0.0.1:") for link in first)
    assert links(tmp_path, "mine.py") == first
