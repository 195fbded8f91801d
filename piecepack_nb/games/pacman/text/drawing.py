"""The table as text: the board with what stands and lies on it, and lines for the rest.

In a space stand, without blanks between them, a Pac-Man (``R G B Y``), ghosts (``1 2 3``, or ``*``
for all of them), and a marble (``.`` white, ``o`` yellow). An empty home has its small letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product

from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.pacman.mazes.drawing import lines
from piecepack_nb.games.pacman.mazes.text import HOMES
from piecepack_nb.games.pacman.ruleset import Ruleset
from piecepack_nb.games.pacman.state import State

WHITE, YELLOW, ALL_GHOSTS = ".", "o", "*"
GHOSTS = ("", "1", "2", "3", "12", "13", "23", "123", ALL_GHOSTS)
TOKENS = frozenset(
    token
    for pieces in product(("", *HOMES.values()), GHOSTS, ("", WHITE, YELLOW))
    if len(token := "".join(pieces)) <= 3
) | {letter.lower() for letter in HOMES.values()}
"""Whatever may stand in a space."""


def drawing(ruleset: Ruleset, state: State) -> str:
    """The table, to look at, to change and to read back with ``game.position``."""
    drawn = lines(ruleset.board, partial(_cell, ruleset, state))
    return "\n".join([*_entries(ruleset, state), *drawn]) + "\n"


def _entries(ruleset: Ruleset, state: State) -> Iterator[str]:
    """The lines above the board: what can't be seen on it."""
    yield f"phase: {state.phase}"
    yield f"turn: {state.turn}"
    yield f"to_move: {state.to_move}"
    for name, values in (("dice", state.dice), ("due", state.due), ("owed", state.owed)):
        if values:
            yield f"{name}: {' '.join(map(str, values))}"
    if state.reward:
        yield "reward: yes"
    if state.rolling and state.rolling != ruleset.seats:
        yield f"rolling: {' '.join(state.rolling)}"
    for seat, player in state.players.items():
        yellow = f", {player.yellow} yellow" if player.yellow else ""
        yield f"{seat}: {count_noun(player.tray, 'marble')}{yellow}"


def _cell(ruleset: Ruleset, state: State, square: str) -> str:
    seat = state.pac_on(square)
    ghosts = [ghost for ghost, there in state.ghosts.items() if there == square]
    numbers = "".join(ghost.removeprefix("ghost") for ghost in ghosts)
    pac = HOMES[seat] if seat else ""
    marble = WHITE if square in state.white else YELLOW if square in state.yellow else ""
    if len(pac + numbers + marble) > 3 and len(ghosts) == len(state.ghosts):
        numbers = ALL_GHOSTS
    if not pac and square in ruleset.homes:
        pac = next(HOMES[seat] for seat, home in ruleset.board.homes.items() if home == square)
        pac = pac.lower()
    return pac + numbers + marble
