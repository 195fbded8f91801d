"""The rules applied to a maze: where ghosts can walk, who is Dangerous, what things count.

Every module of the game uses these definitions, so "Dangerous" has one meaning.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property, lru_cache, partial

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import FACES, SUITS
from piecepack_nb.games.piecepackman.maze import Maze, read_maze
from piecepack_nb.games.piecepackman.rules import PiecepackmanRules
from piecepack_nb.games.piecepackman.state import AnyState, Ghost, GhostPath, State
from piecepack_nb.search import Costs, Grid, Path, SearchResult, cheapest

NUMBER_FACES = {str(value): value for value in range(2, 6)}
MARKERS = {"suns": "2", "moons": "4", "crowns": "3", "arms": "ace"}
"""The coins that mark objective and hunger, so they are no power coins (PM-4)."""


# --- Walks ---------------------------------------------------------------------------------------


class WalkFinder:
    """Walks by number of steps, for one maze under the rules of PM-32, PM-34 and PM-36.

    Results are cached: nothing here depends on what is on the board.
    """

    def __init__(self, maze: Maze, rules: PiecepackmanRules) -> None:
        self.exits = maze.exits
        self.house = maze.house
        self.ahead = {square: tuple(self._ahead(square)) for square in maze.squares}
        """The squares a step away from each square, for a ghost."""
        self.portals = {(square, maze.exits[square][heading]) for square, heading in maze.portals}
        self.backtrack = rules.ghost_backtrack
        self.portal_ends = rules.portal_ends_move
        self.walks = lru_cache(maxsize=8192)(self._walks)
        self.legal = lru_cache(maxsize=16384)(self._legal)
        self.distances = lru_cache(maxsize=4096)(partial(self._count_steps, portals_end=False))
        """``distances(start)``: the steps from a square to each that a ghost can walk to."""
        self.reach = lru_cache(maxsize=4096)(
            partial(self._count_steps, portals_end=rules.portal_ends_move)
        )
        """``reach(start)``: the same within one move, which a portal ends (PM-34)."""

    def by_portal(self, before: str, to: str) -> bool:
        """Return True if the step between two squares leads through a portal (PM-22, PM-34)."""
        return (before, to) in self.portals

    def neighbours(self, square: str, other: str) -> bool:
        """Return True if two squares share an edge, walled or not."""
        files, ranks = ord(square[0]) - ord(other[0]), int(square[1:]) - int(other[1:])
        return abs(files) + abs(ranks) == 1

    def _walks(self, start: str, steps: int, his: str | None) -> list[GhostPath]:
        """Return every walk of ``steps`` steps that ends on another square than ``start`` (PM-32).

        A portal ends a walk early (PM-34), and so does ``his`` square (PM-40, PM-42). No walk
        leads from outside into the ghost house (PM-36). Other ghosts are ignored.
        """
        found: list[GhostPath] = []
        unfinished: list[GhostPath] = [(start,)]
        while unfinished:
            path = unfinished.pop()
            here = path[-1]
            for to in self.ahead[here]:
                if not self.backtrack and to in path[-2:-1]:
                    continue
                longer = (*path, to)
                ends = to == his or (self.portal_ends and (here, to) in self.portals)
                if ends or len(longer) > steps:
                    if to != start:
                        found.append(longer)
                else:
                    unfinished.append(longer)
        return sorted(found)

    def _legal(self, start: str, points: int, others: frozenset[str], his: str) -> list[GhostPath]:
        """Return the walks with ``points`` that pass no other ghost (PM-33).

        If there is none, return the longest that there are (PM-37).
        """
        for steps in range(points, 0, -1):
            near = his if self.reach(start).get(his, steps + 1) <= steps else None
            found = [path for path in self.walks(start, steps, near) if others.isdisjoint(path)]
            if found:
                return found
        return []

    def _count_steps(self, start: str, portals_end: bool) -> Mapping[str, int]:
        """Return the fewest steps from ``start`` to each square, ignoring other ghosts."""
        found, waiting = {start: 0}, deque([start])
        while waiting:
            here = waiting.popleft()
            for to in self.ahead[here]:
                if to not in found:
                    found[to] = found[here] + 1
                    if not (portals_end and self.by_portal(here, to)):
                        waiting.append(to)
        return found

    def shortest(
        self,
        start: str,
        to: str,
        avoid: Collection[str] = (),
        *,
        house: bool = False,
        sticks: bool = False,
    ) -> GhostPath:
        """Return a shortest path that enters no square of ``avoid`` before its end, or ().

        To show what blocks a path, it may lead into the ghost ``house`` (PM-36) or through
        ``sticks`` (PM-6).
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

    def _ahead(self, here: str, house: bool = False, sticks: bool = False) -> Iterator[str]:
        """Yield the squares a step away (PM-36); see ``shortest``."""
        near = [to for to in self.exits if self.neighbours(here, to)] if sticks else ()
        for to in dict.fromkeys((*self.exits[here].values(), *near)):
            if house or to not in self.house or here in self.house:
                yield to


# --- The rules applied to a maze -----------------------------------------------------------------


class Ruleset:
    """The maze and the rules, with the definitions that the clauses use."""

    def __init__(self, rules: PiecepackmanRules) -> None:
        self.rules = rules
        self.maze = read_maze(rules.maze)
        self.house = self.maze.house
        self.walk_finder = WalkFinder(self.maze, rules)
        room = len(self.free_squares)
        if len(SUITS) * rules.cubes_per_suit > room:
            raise BadInput(
                f"cubes_per_suit is {rules.cubes_per_suit}; expected at most "
                f"{room // len(SUITS)}, as this maze has {room} squares for cubes"
            )
        most = max(*NUMBER_FACES.values(), rules.null_points, rules.ace_points)
        if rules.step_cost > most:
            raise BadInput(
                f"step_cost is {rules.step_cost}; expected at most {most}, the most points that a "
                "die gives him"
            )
        self.his_points = NUMBER_FACES | {"null": rules.null_points, "ace": rules.ace_points}
        self.ghost_points = NUMBER_FACES | {"null": rules.ghost_null, "ace": rules.ghost_ace}
        self.costs = Costs(rules.step_cost, rules.quarter_turn_cost)
        self.hunger_costs = Costs(rules.step_cost, rules.hunger_turn_cost)
        # With no ghost in the way the maze never changes, so results are kept.
        self.free_search = lru_cache(maxsize=1024)(self._free_search)
        self.free_path = lru_cache(maxsize=32768)(self._free_path)

    # --- Set-up ------------------------------------------------------------------------------

    @cached_property
    def suits(self) -> tuple[str, ...]:
        """The suits of the ghosts in play: with three players one is left out (PM-7, PM-70)."""
        return tuple(suit for suit in SUITS if suit != self.wild)

    @property
    def wild(self) -> str | None:
        """The suit whose cubes are wild, because three players leave its ghost out (PM-70)."""
        return self.rules.left_out if self.rules.players == 3 else None

    @cached_property
    def free_squares(self) -> tuple[str, ...]:
        """The squares that a cube may be scattered on (PM-2)."""
        maze = self.maze
        taken = {*maze.house, *maze.coins.values(), *maze.closed, maze.start}
        return tuple(square for square in maze.squares if square not in taken)

    @cached_property
    def start_heading(self) -> str:
        """His heading at the start: the maze's if it has one, else the option's (PM-5)."""
        return self.maze.start_heading or self.rules.start_heading

    def coin_faces(self, suit: str) -> tuple[str, ...]:
        """Return the faces of a power coin: no null, no marker, no 2s and 3s if hard (PM-4)."""
        out = {"null", MARKERS[suit]} | ({"2", "3"} if self.rules.hard_coins else set())
        return tuple(face for face in FACES if face not in out)

    def initial_state(self) -> State:
        """Return the state before set-up: the pieces in the maze (PM-1, PM-5), the lives (PM-3)."""
        maze = self.maze
        return State(
            phase="setup",
            turn=0,
            square=maze.start,
            heading=self.start_heading,
            extra_lives=self.rules.extra_lives,
            ghosts=FrozenDict((suit, Ghost(maze.ghosts[suit])) for suit in self.suits),
            cubes=FrozenDict(),
            coins=FrozenDict(),
            stash=FrozenDict((suit, 0) for suit in SUITS),
        )

    # --- His movement ------------------------------------------------------------------------

    @cached_property
    def his_grid(self) -> Grid:
        """The maze without the ghost house, which Piecepackman never enters (PM-23)."""
        return Grid(self.maze.his_exits)

    def costs_for(self, state: State) -> Costs:
        """Return the costs of his actions now; in hunger turning has its own (PM-15, PM-61)."""
        return self.hunger_costs if state.hungry else self.costs

    def _free_search(self, square: str, heading: str, costs: Costs) -> SearchResult:
        """Return every cheapest path from a square, ignoring ghosts (PM-15)."""
        return cheapest(self.his_grid, square, heading, (), costs, exhaustive=True)

    def _free_path(self, square: str, heading: str, costs: Costs, *targets: str) -> Path:
        """Return the tie rule's path to the nearest target, ignoring ghosts (PM-15)."""
        if len(targets) == 1:
            return self.free_search(square, heading, costs).path(targets[0])
        return cheapest(self.his_grid, square, heading, targets, costs).path()

    # --- Ghosts, cubes and coins -------------------------------------------------------------

    def dangerous(self, state: AnyState, suit: str) -> bool:
        """Return True if the ghost is Dangerous (PM-50), False if it is Vulnerable (PM-51).

        Outside hunger its cubes of its own suit are compared with his; in hunger only immune
        ghosts are Dangerous.
        """
        if state.hunger is not None:
            return state.ghosts[suit].immune
        return self._outnumbers(state, suit)

    def attacks(self, state: AnyState, suit: str) -> bool:
        """Return True if the ghost attacks by entering his square (PM-40).

        Dangerous ghosts do; by option so does one with more cubes in hunger, though he may eat it
        (PM-50).
        """
        majority = self.rules.hunger_attack == "majority"
        return self.dangerous(state, suit) or (majority and self._outnumbers(state, suit))

    def _outnumbers(self, state: AnyState, suit: str) -> bool:
        """Return True if the ghost holds more cubes of its suit than he, or as many by option."""
        cubes, his = state.ghosts[suit].cubes, state.stash[suit]
        return cubes > his or (self.rules.dangerous == "equal" and cubes == his)

    def dangers(self, state: State) -> dict[str, str]:
        """Return the squares outside the house with a Dangerous ghost, and its suit (PM-16)."""
        return {
            ghost.square: suit
            for suit, ghost in state.ghosts.items()
            if ghost.square not in self.house and self.dangerous(state, suit)
        }

    def home(self, state: AnyState, suit: str) -> str:
        """Return the house square that a ghost returns to: its own, else a free one."""
        own = self.maze.ghosts[suit]
        taken = {ghost.square for other, ghost in state.ghosts.items() if other != suit}
        if own not in taken:
            return own
        return next(square for square in sorted(self.house) if square not in taken)

    def counts_as(self, suit: str, owner: str) -> str:
        """Return the suit that a cube counts as: a wild one counts as the owner's (PM-70)."""
        return owner if suit == self.wild else suit
