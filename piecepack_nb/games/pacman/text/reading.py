"""Moves as a person writes them: capitals, spaces and dashes as one likes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from piecepack_nb.core.actors import Die, Roll, example
from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.games.pacman.going.attempts import attempt
from piecepack_nb.games.pacman.going.listing import each_move, ghost_paths, pac_paths
from piecepack_nb.games.pacman.moves import Move, Path, Put, Stay, Take, Way, is_space
from piecepack_nb.games.pacman.phases import privilege, start, turn
from piecepack_nb.games.pacman.ruleset import Ruleset
from piecepack_nb.games.pacman.state import State

BETWEEN = re.compile(r"[\s,>~–—→-]+")
"""What may stand between the spaces of a way."""


def parse_move(ruleset: Ruleset, state: State, text: str, dice: Sequence[Die] = ()) -> Move:
    """The move that a person means; ``dice`` are those that are due now.

    A way may be given by its end alone ("pac 5 c4"): then the one is meant that gobbles most. The
    die may be left out where only one fits. Raises BadInput where the text can't be read, with the
    forms that fit the phase.
    """
    line = " ".join(text.lower().split())
    words = line.split(" ")
    if words[0] == "roll" and len(words) > 1:
        return Roll.read(text, dice or [Die(name, start.FACES) for name in turn.DICE])
    if dice and all(word.isdecimal() for word in words):
        return Roll.read(f"roll {text}", dice)
    if words[0] in ("marble", "yellow") and len(words) == 2 and is_space(words[1]):
        return Put(words[1])
    if state.phase == "put" and is_space(line):
        return Put(line)
    if words[0] == "take" and len(words) == 2:
        return Take(words[1])
    if state.phase == "take" and line in ruleset.seats:
        return Take(line)
    return _with_a_die(ruleset, state, line, text, dice)


def _with_a_die(
    ruleset: Ruleset, state: State, line: str, text: str, dice: Sequence[Die]
) -> Way | Stay:
    """A Pac-Man's or ghost's way, or that it stays."""
    piece, rest = _piece(state, line)
    die = re.match(r"([1-6])(?![0-9])[\s:]*", rest)
    number = int(die[1]) if die else None
    rest = rest[die.end() :] if die else rest
    if piece and rest in ("stay", "stays"):
        return Stay(
            "pac" if piece == "pac" else "ghosts", number or _only_die(ruleset, state, text)
        )
    path = tuple(part for part in BETWEEN.split(rest) if part)
    if not piece or piece == "ghosts" or not path or not all(map(is_space, path)):
        raise invalid("the move", text, forms(ruleset, state, dice))
    if len(path) == 1 and state.phase == "move":
        return _ending_on(ruleset, state, piece, number, path[0])
    return Way(piece, number or _fitting(ruleset, state, piece, path), path)


def _piece(state: State, line: str) -> tuple[str, str]:
    """The piece that a line begins with, and the rest; "" where it is none."""
    found = re.match(r"(ghost|g)\s?([1-9])(?![0-9])[\s:]*", line)
    if found and not re.match(r"g[1-9][\s:]*[-~>]", line):
        return f"ghost{found[2]}", line[found.end() :]
    found = re.match(r"(pac(?:-?man)?|ghosts)\b[\s:]*", line)
    if found:
        return ("ghosts" if found[1] == "ghosts" else "pac"), line[found.end() :]
    first, _, rest = line.partition(" ")
    return ("pac", rest) if first == state.to_move else ("", line)


def _only_die(ruleset: Ruleset, state: State, text: str) -> int:
    """The die that is left, where it is one."""
    if len(set(state.dice)) == 1:
        return state.dice[0]
    shown = " or ".join(map(str, state.dice)) or "a die"
    raise BadInput(
        f"{shorten(text)!r} doesn't say by which die; accepted: {shown}, after the piece"
    )


# --- what is left out -----------------------------------------------------------------------------


def _paths(ruleset: Ruleset, state: State, piece: str) -> Mapping[int, list[Path]]:
    """The ways of a piece, by die."""
    if piece == "pac":
        return {die: pac_paths(ruleset, state, die) for die in state.dice}
    return {die: ghost_paths(ruleset, state, die).get(piece, []) for die in state.dice}


def _fitting(ruleset: Ruleset, state: State, piece: str, path: Path) -> int:
    """The die by which a way may be gone; the one as long as it, or any, where it may not."""
    for die, paths in _paths(ruleset, state, piece).items():
        if path in paths:
            return die
    length = max(1, len(path) - 1)
    return length if length in state.dice or not state.dice else state.dice[0]


def _ending_on(ruleset: Ruleset, state: State, piece: str, number: int | None, end: str) -> Way:
    """The way to an end that gobbles most; one that tells what is wrong where there is none."""
    found = [
        Way(piece, die, path)
        for die, paths in _paths(ruleset, state, piece).items()
        for path in paths
        if path[-1] == end and number in (None, die)
    ]
    if found:
        return max(found, key=lambda way: (len(state.white & {*way.path}), -len(way.path)))
    dice = [number] if number else list(dict.fromkeys(state.dice))
    if piece != "pac" and piece not in state.ghosts:
        return Way(piece, dice[0], (end,))
    return attempt(ruleset, state, piece, dice, end)


# --- what may be written --------------------------------------------------------------------------


def forms(ruleset: Ruleset, state: State, dice: Sequence[Die] = ()) -> str:
    """How the move that is due now may be written, with an example that can be played."""
    match state.phase:
        case "over":
            return "none, for the game is over"
        case "put":
            return f"'{Put(privilege.empty_rings(ruleset, state)[0])}', a ringed hole that is empty"
        case "take":
            return f"'{Take(privilege.payers(state)[0])}', whose marbles are taken"
        case "move":
            examples: dict[str, str] = {}
            for move in each_move(ruleset, state):
                examples.setdefault(move.piece, f"'{move}'")
            return f"{' or '.join([*examples.values()][:2])}: the piece, its die, and its way"
    return f"{example(dice)!r}, what the dice show ({', '.join(die.name for die in dice)})"
