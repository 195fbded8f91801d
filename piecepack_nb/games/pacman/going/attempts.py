"""A way that somebody may have meant who names its end alone, where no legal way ends there."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from piecepack_nb.games.pacman.going.ways import Lane, Links, ways
from piecepack_nb.games.pacman.moves import Path, Way
from piecepack_nb.games.pacman.ruleset import Ruleset
from piecepack_nb.games.pacman.state import State, stands_on


def attempt(ruleset: Ruleset, state: State, piece: str, dice: Sequence[int], end: str) -> Way:
    """A way to a space by one of the dice, for the game to tell what is wrong with it.

    If anything goes, one that has the full number; else the shortest, past nobody if it can be.
    """
    start, links = stands_on(state, piece), _anywhere(ruleset, piece)
    for die in dice:
        for path in ways(Lane(links, start), die):
            if path[-1] == end:
                return Way(piece, die, path)
    pieces = {*state.ghosts.values(), *(each.square for each in state.players.values())}
    path = _shortest(links, start, end, pieces - {end}) or _shortest(links, start, end)
    path = path or (start, end)
    return Way(piece, min(dice, key=lambda die: abs(die + 1 - len(path))), path)


def _anywhere(ruleset: Ruleset, piece: str) -> Links:
    """Steps along the tracks, whoever stands there; a Pac-Man's at the arrows, too."""
    board = ruleset.board
    return {
        square: tuple(
            [(to, 1, False) for to in near.values()]
            + [(to, 1, True) for to in board.beyond_arrow(square) if piece == "pac"]
        )
        for square, near in board.next_to.items()
    }


def _shortest(links: Links, start: str, end: str, without: Collection[str] = ()) -> Path:
    """The shortest walk past none of those ``without``; () where there is none."""
    found: dict[str, Path] = {start: (start,)}
    queue = [start]
    for here in queue:
        for to, _, _ in links[here]:
            if to not in found and to not in without:
                found[to] = (*found[here], to)
                queue.append(to)
    return found.get(end, ())
