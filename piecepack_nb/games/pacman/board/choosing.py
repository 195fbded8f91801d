"""What was picked so far of a move, and the ways that go on from there.

Vocabulary
    draft    (piece, die, end, space ...): what was picked so far; "" what wasn't. ``end`` is one
             that both dice reach: the die is asked for then. The spaces are those that the way
             goes by, from where the piece stands.
    pass     to go by a space, where several ways lead to the same end
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from piecepack_nb.games.pacman.going import attempts
from piecepack_nb.games.pacman.moves import Path, Stay, Way
from piecepack_nb.games.pacman.prospects import brings
from piecepack_nb.games.pacman.ruleset import Ruleset
from piecepack_nb.games.pacman.state import State
from piecepack_nb.scene import EMPTY_DRAFT, Draft
from piecepack_nb.scene.layout import follow

if TYPE_CHECKING:
    from piecepack_nb.games.pacman.play import PacMan


class Choice(NamedTuple):
    """What was picked so far, and what goes on from there."""

    piece: str
    die: int
    """0 while either die may be meant."""
    end: str
    path: Path
    ways: tuple[Way, ...]
    """The best come first: those that gobble most."""
    stays: tuple[Stay, ...]

    @property
    def ends(self) -> dict[str, dict[int, Way]]:
        """Where the ways end, and by which dice; of several ways there, the best."""
        found: dict[str, dict[int, Way]] = {}
        for way in self.ways:
            found.setdefault(way.path[-1], {}).setdefault(way.die, way)
        return found

    @property
    def passed(self) -> set[str]:
        """The spaces that tell several ways to the same end by the same die apart.

        Not those that can be an end themselves: what is picked then is the end.
        """
        size = max(len(self.path), 1)
        alike: dict[tuple[str, int], list[set[str]]] = {}
        for way in self.ways:
            alike.setdefault((way.path[-1], way.die), []).append(set(way.path[size:-1]))
        apart: set[str] = set()
        for group in alike.values():
            apart |= set().union(*group) - group[0].intersection(*group)
        return apart - set(self.ends) - {way.path[0] for way in self.ways}

    def by_way_of(self, square: str) -> Path | None:
        """The path so far, led on to ``square`` by the shortest stretch that a way has."""
        found = follow((way.path for way in self.ways), max(len(self.path), 1), square)
        return None if found is None else tuple(found)

    def draft(self, **changes: Any) -> Draft:
        """The draft of this choice with some of it changed."""
        mine = self._replace(**changes)
        if not mine.piece and not mine.die:
            return EMPTY_DRAFT
        return mine.piece, str(mine.die or ""), mine.end, *mine.path


def choice_of(game: PacMan, state: State, draft: Draft) -> Choice:
    """What a draft comes to; what follows by itself is filled in."""
    piece, die, end, *path = draft or ("", "", "")
    number = int(die or 0)
    if not piece and state.due == ("pac",):
        piece = "pac"
    if not number and len(set(state.dice)) == 1:
        number = state.dice[0]
    moves = game.moves(state) if state.phase == "move" else ()
    walks = [move for move in moves if isinstance(move, Way | Stay)]
    fits = [move for move in walks if number in (0, move.die)]
    found = [
        move for move in fits
        if isinstance(move, Way) and move.piece == piece and move.path[: len(path)] == tuple(path)
    ]  # fmt: skip
    found.sort(key=lambda way: (-_worth(game.ruleset, state, way), len(way.path)))
    kind = piece if piece in ("", "pac") else "ghosts"
    stays = [each for each in fits if isinstance(each, Stay) and kind in ("", each.piece)]
    return Choice(piece, number, end, tuple(path), tuple(found), tuple(stays))


def _worth(ruleset: Ruleset, state: State, way: Way) -> int:
    """What makes one way better than another to the same end: marbles, a yellow one most."""
    if way.piece != "pac":
        return 0
    yellow = len(state.yellow.intersection(way.path[1:]))
    return brings(ruleset, state, state.to_move, way.path) + 2 * yellow


def back(draft: Draft) -> Draft:
    """The draft before its last pick."""
    if len(draft) > 3 or (draft and draft[2]):
        return draft[0], draft[1], ""
    if draft and draft[0] and draft[1]:
        return draft[0], "", ""
    return EMPTY_DRAFT


def attempt(ruleset: Ruleset, state: State, choice: Choice, square: str) -> Way:
    """A way to a space that no way leads to, for the game to tell what is wrong with it."""
    dice = [choice.die] if choice.die else list(dict.fromkeys(state.dice))
    return attempts.attempt(ruleset, state, choice.piece, dice, square)
