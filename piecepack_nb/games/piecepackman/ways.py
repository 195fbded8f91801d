"""The maze as ghosts walk it, whatever else lies in it; what is asked often is kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from functools import lru_cache

from piecepack_nb.games.piecepackman.mazes import Maze
from piecepack_nb.games.piecepackman.rules import PiecepackmanRules

Path = tuple[str, ...]


class Ways:
    """Walks by number of steps, for one maze under the rules of PM-32, PM-34 and PM-36."""

    def __init__(self, maze: Maze, rules: PiecepackmanRules) -> None:
        self.exits = maze.exits
        self.house = maze.house
        self.through = {(square, maze.exits[square][heading]) for square, heading in maze.portals}
        self.backtrack = rules.ghost_backtrack
        self.portal_ends = rules.portal_ends_move
        self.walks = lru_cache(maxsize=8192)(self._walks)
        self.legal = lru_cache(maxsize=16384)(self._legal)
        self.within = lru_cache(maxsize=None)(self._within)

    def by_portal(self, before: str, to: str) -> bool:
        """Does the step between two squares lead through a portal? (PM-22, PM-34)"""
        return (before, to) in self.through

    def neighbours(self, square: str, other: str) -> bool:
        """Do two squares share an edge, walled or not?"""
        files, ranks = ord(square[0]) - ord(other[0]), int(square[1:]) - int(other[1:])
        return abs(files) + abs(ranks) == 1

    def _walks(self, start: str, steps: int, his: str | None) -> list[Path]:
        """Every walk of ``steps`` steps that ends elsewhere than it starts (PM-32).

        A portal ends a walk early (PM-34), and so does ``his`` square (PM-40, PM-42). No walk
        leads from outside into the ghost house (PM-36). Other ghosts are not looked at.
        """
        found: list[Path] = []
        unfinished: list[Path] = [(start,)]
        while unfinished:
            path = unfinished.pop()
            here = path[-1]
            for to in self._onward(path):
                longer = (*path, to)
                ends = to == his or (self.portal_ends and (here, to) in self.through)
                if ends or len(longer) > steps:
                    if to != start:
                        found.append(longer)
                else:
                    unfinished.append(longer)
        return sorted(found)

    def _legal(self, start: str, points: int, others: frozenset[str], his: str) -> list[Path]:
        """The walks with ``points`` that pass no other ghost (PM-33).

        Where there is none, the longest that there are (PM-37).
        """
        for steps in range(points, 0, -1):
            near = his if his in self.within(start, steps) else None
            found = [path for path in self.walks(start, steps, near) if others.isdisjoint(path)]
            if found:
                return found
        return []

    def _onward(self, path: Path) -> Iterator[str]:
        here = path[-1]
        for to in self.exits[here].values():
            back = not self.backtrack and len(path) > 1 and path[-2] == to
            if not back and (to not in self.house or here in self.house):
                yield to

    def _within(self, start: str, steps: int) -> frozenset[str]:
        """The squares that at most ``steps`` steps can reach."""
        near = {start}
        for _ in range(steps):
            near |= {to for square in near for to in self.exits[square].values()}
        return frozenset(near)

    def shortest(
        self,
        start: str,
        to: str,
        avoid: Collection[str] = (),
        *,
        house: bool = False,
        sticks: bool = False,
    ) -> Path:
        """A shortest way that enters no square to ``avoid`` before its end; () where none is.

        To say what bars a way, it may lead into the ghost ``house`` (PM-36) or through ``sticks``
        (PM-6).
        """
        came_from = {start: start}
        queue = deque([start])
        while queue and to not in came_from:
            here = queue.popleft()
            for ahead in self._ahead(here, house, sticks):
                if ahead not in came_from and (ahead not in avoid or ahead == to):
                    came_from[ahead] = here
                    queue.append(ahead)
        if to not in came_from:
            return ()
        path = [to]
        while path[-1] != start:
            path.append(came_from[path[-1]])
        return tuple(reversed(path))

    def _ahead(self, here: str, house: bool, sticks: bool) -> Iterator[str]:
        near = (to for to in self.exits if sticks and self.neighbours(here, to))
        for to in dict.fromkeys((*self.exits[here].values(), *near)):
            if house or to not in self.house or here in self.house:
                yield to
