"""The golden playthroughs: whole games as text, compared line by line.

About two a game are in sentences, to be read; the others have one line a move, so that a new
wording changes few files and a new behaviour shows at the first move that changed.

Each game's ``tests/games/GAME/playthroughs.py`` says which (``PLAYTHROUGHS``: seed and rules by
name), who plays all its seats (``player``, a bot of the tests' own) and which ``CLAUSES`` they
must meet, by number; ``READABLE`` names those in sentences. ``python -m tests.golden`` writes them
anew, after a change that is meant; read the difference before it is committed.
``python -m tests.golden activator`` writes one game's.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import piecepack_nb as pp
from tests.conftest import GAMES as ALL_GAMES
from tests.transcript import digest, transcript

FOLDER = Path(__file__).parent / "games"
GAMES = [name for name in ALL_GAMES if (FOLDER / name / "playthroughs.py").exists()]


def of(game: str) -> Any:
    """Return the module of a game's playthroughs."""
    return import_module(f"tests.games.{game}.playthroughs")


def names() -> list[str]:
    """Return every playthrough, such as "piecepackman/plain"."""
    return [f"{game}/{name}" for game in GAMES for name in of(game).PLAYTHROUGHS]


@cache
def played(name: str) -> pp.Match:
    """Return the match of a playthrough, played once a run; leave it as it is."""
    title, _, which = name.partition("/")
    seed, rules = of(title).PLAYTHROUGHS[which]
    game = pp.game(title, **rules)
    match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, of(title).player))
    match.run()
    return match


def path(name: str) -> Path:
    """Return the path of a playthrough's text."""
    game, _, which = name.partition("/")
    return FOLDER / game / "golden" / f"{which}.txt"


def text(name: str) -> str:
    """Return a playthrough as its file should have it."""
    game, _, which = name.partition("/")
    return (transcript if which in of(game).READABLE else digest)(played(name))


def main() -> None:
    """Write every playthrough again, or those of the games named, and print the changed ones."""
    chosen = sys.argv[1:] or GAMES
    for name in (name for name in names() if name.partition("/")[0] in chosen):
        path(name).parent.mkdir(exist_ok=True)
        now = text(name)
        same = path(name).exists() and path(name).read_text("utf-8") == now
        path(name).write_text(now, "utf-8", newline="\n")
        print(f"{name}: {'unchanged' if same else 'written'}")


if __name__ == "__main__":
    main()
