"""Positions that make a puzzle, found by playing: none is listed by hand.

Vocabulary
    kind   what a puzzle is about
    quota  how many of each kind are looked for
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from piecepack_nb.core.errors import BadInput, wrong
from piecepack_nb.core.match import Match
from piecepack_nb.core.wording import many

__all__ = ["Puzzle", "found_by_playing"]


class Puzzle(NamedTuple):
    """A position to ask about; ``match`` stands there, and may know what follows."""

    kind: str
    match: Match
    text: str
    question: str = ""
    """What is asked there, as in ``pp.predict``; "" for the game's first question."""

    def __repr__(self) -> str:
        return f"<Puzzle {self.kind!r}: {self.text}>"


def found_by_playing(
    kinds: Collection[str],
    kind: str | None,
    count: int,
    seed: int,
    games: int,
    in_a_game: Callable[[int, set[str]], Iterable[Puzzle]],
) -> list[Puzzle]:
    """``count`` puzzles of one of these kinds, or of all of them in turn.

    ``in_a_game(seed, due)`` gives the puzzles of a seeded game, at most one of each kind that is
    still due; it is asked ``games`` times at most. Raises BadInput for an unknown kind, for a count
    or seed that is none, and where no such position comes up.
    """
    if kind is not None and kind not in kinds:
        raise wrong("kind", kind, " or ".join(map(repr, kinds)) + ", or None for all")
    if type(count) is not int or not 1 <= count <= 100:
        raise wrong("count", count, "a whole number from 1 to 100")
    if type(seed) is not int or not 0 <= seed < 2**31:
        raise wrong("seed", seed, "a whole number from 0 to 2147483647")
    wanted = [kind] if kind else list(kinds)
    quota = -(-count // len(wanted))
    found: dict[str, list[Puzzle]] = {each: [] for each in wanted}
    for number in range(games):
        due = {each for each in wanted if len(found[each]) < quota}
        if not due:
            break
        for puzzle in in_a_game(seed + number, due):
            found[puzzle.kind].append(puzzle)
    chosen = _in_turn(found)[:count]
    if not chosen:
        what = f"of the kind {kind!r}" if kind else "that misleads"
        raise BadInput(f"no position {what} came up in {many(games, 'game')} under these rules")
    return chosen


def _in_turn(found: dict[str, list[Puzzle]]) -> list[Puzzle]:
    """The first of each kind, then the second of each ..."""
    most = max(map(len, found.values()))
    return [puzzles[n] for n in range(most) for puzzles in found.values() if n < len(puzzles)]
