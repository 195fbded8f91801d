"""The process in which a handed-in game is checked, with limits; see ``class_report``."""

from __future__ import annotations

import json
import os
import sys

from piecepack_nb.design.checking import check
from piecepack_nb.design.program import Program
from piecepack_nb.lessons.handed_in import MEGABYTES
from piecepack_nb.lessons.worker import limit

SAID = 2000
"""The most characters of what is said of a game."""


def main() -> None:
    """Check the game whose program comes by standard input; write whether it is sound, as JSON."""
    program = sys.stdin.read()
    reply = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    for each in (0, 1, 2):
        os.dup2(nothing, each)
    limit(MEGABYTES)
    try:
        found = check(Program(program).run())
        said = {"sound": bool(found), "text": str(found)[:SAID]}
    except BaseException as error:  # noqa: BLE001 - whatever a student's code raises
        said = {"sound": False, "text": f"{type(error).__name__}: {error}"[:SAID]}
    reply.write(json.dumps(said))
    reply.flush()
