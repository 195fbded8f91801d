"""Ruleset."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Generator, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.steps import Event, Reason, Step
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.piecepackman.maze import Maze, read_maze
from piecepack_nb.games.piecepackman.rules import PiecepackmanRules
from piecepack_nb.games.piecepackman.state import Coin, Ghost, State, add_to_stash
from piecepack_nb.search import Costs, Grid, Path, SearchResult, cheapest

# --- Walks ---------------------------------------------------------------------------------------


GhostPath = tuple[str, ...]


class WalkFinder:
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

    def _walks(self, start: str, steps: int, his: str | None) -> list[GhostPath]:
        """Every walk of ``steps`` steps that ends elsewhere than it starts (PM-32).

        A portal ends a walk early (PM-34), and so does ``his`` square (PM-40, PM-42). No walk
        leads from outside into the ghost house (PM-36). Other ghosts are not looked at.
        """
        found: list[GhostPath] = []
        unfinished: list[GhostPath] = [(start,)]
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

    def _legal(self, start: str, points: int, others: frozenset[str], his: str) -> list[GhostPath]:
        """The walks with ``points`` that pass no other ghost (PM-33).

        Where there is none, the longest that there are (PM-37).
        """
        for steps in range(points, 0, -1):
            near = his if his in self.within(start, steps) else None
            found = [path for path in self.walks(start, steps, near) if others.isdisjoint(path)]
            if found:
                return found
        return []

    def _onward(self, path: GhostPath) -> Iterator[str]:
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
    ) -> GhostPath:
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


# --- The rules applied to a maze -----------------------------------------------------------------


StepGenerator = Generator[Step, None, State]
"""Steps that are told one by one; what comes out at the end is the state after the last."""

HUNTER_FACES = {str(value): value for value in range(2, 6)}


def make_step(
    state: State,
    clause: str,
    kind: str,
    template: str,
    data: Mapping[str, Any],
    why: Reason | None = None,
) -> Step:
    """One step: what happened by which clause, and the table after it."""
    return Step(Event(clause, kind, template, data, why), state)


class Ruleset:
    """The maze and the rules, with the questions that the clauses ask of a state."""

    def __init__(self, rules: PiecepackmanRules) -> None:
        self.rules = rules
        self.maze = read_maze(rules.maze)
        self.house = self.maze.house
        self.ways = WalkFinder(self.maze, rules)
        room = len(self.free_squares)
        if len(SUITS) * rules.cubes_per_suit > room:
            raise BadInput(
                f"cubes_per_suit is {rules.cubes_per_suit}; accepted: at most "
                f"{room // len(SUITS)}, for this maze has {room} squares that a cube may lie on"
            )
        self.his_points = HUNTER_FACES | {"null": rules.null_points, "ace": rules.ace_points}
        self.ghost_points = HUNTER_FACES | {"null": rules.ghost_null, "ace": rules.ghost_ace}
        self.costs = Costs(rules.step_cost, rules.quarter_turn_cost)
        self.hunger_costs = Costs(rules.step_cost, rules.hunger_turn_cost)
        # With nobody in the way the maze never changes: what was found once is kept.
        self.free_search = lru_cache(maxsize=1024)(self._free_search)
        self.free_path = lru_cache(maxsize=32768)(self._free_path)

    @cached_property
    def suits(self) -> tuple[str, ...]:
        """The suits of the ghosts in play: with three players one is left out (PM-7, PM-70)."""
        left_out = self.wild
        return tuple(suit for suit in SUITS if suit != left_out)

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
    def his_grid(self) -> Grid:
        """The maze as Piecepackman walks it: he never enters the ghost house (PM-23)."""
        return Grid(
            {
                square: {heading: to for heading, to in exits.items() if to not in self.house}
                for square, exits in self.maze.exits.items()
                if square not in self.house
            }
        )

    @cached_property
    def start_heading(self) -> str:
        """Where he looks at the start: the maze may say it, else the option does (PM-5)."""
        return self.maze.start_heading or self.rules.start_heading

    def costs_for(self, state: State) -> Costs:
        """What his actions cost now: in hunger turning has a price of its own (PM-15, PM-61)."""
        return self.hunger_costs if state.hungry else self.costs

    def _free_search(self, square: str, heading: str, costs: Costs) -> SearchResult:
        """Every cheapest path from there, ghosts not looked at (PM-15)."""
        return cheapest(self.his_grid, square, heading, (), costs, exhaustive=True)

    def _free_path(self, square: str, heading: str, costs: Costs, *targets: str) -> Path:
        """The path that the tie rule takes to the nearest target, ghosts not looked at (PM-15)."""
        if len(targets) == 1:
            return self.free_search(square, heading, costs).path(targets[0])
        return cheapest(self.his_grid, square, heading, targets, costs).path()

    # --- what the clauses ask --------------------------------------------------------------

    def dangerous(self, state: State, suit: str) -> bool:
        """Can this ghost take a life? (PM-50; everyone else is Vulnerable, PM-51)

        Outside hunger its cubes of its own suit are compared with his; in hunger it is the immune
        ghosts alone that are Dangerous.
        """
        ghost = state.ghosts[suit]
        if state.hunger is not None:
            return ghost.immune
        his = state.stash[suit]
        return ghost.cubes > his or (self.rules.dangerous == "equal" and ghost.cubes == his)

    def dangers(self, state: State) -> dict[str, str]:
        """The squares outside the house with a Dangerous ghost, and its suit (PM-16)."""
        return {
            ghost.square: suit
            for suit, ghost in state.ghosts.items()
            if ghost.square not in self.house and self.dangerous(state, suit)
        }

    def home(self, state: State, suit: str) -> str:
        """The house square for a ghost that comes home: its own, or else a free one."""
        own = self.maze.ghosts[suit]
        taken = {ghost.square for other, ghost in state.ghosts.items() if other != suit}
        if own not in taken:
            return own
        return next(square for square in sorted(self.house) if square not in taken)

    def cleared(self, state: State) -> bool:
        """Is no cube and no power coin left on the board? (PM-68)"""
        return not state.cubes and not state.coins

    def counts_as(self, suit: str, owner: str) -> str:
        """The suit that a cube counts as for its taker: a wild one is of the owner's (PM-70)."""
        return owner if suit == self.wild else suit

    # --- what happens to pieces --------------------------------------------------------------

    def eat(self, state: State, suit: str) -> StepGenerator:
        """He eats a Vulnerable ghost (PM-19), in hunger it becomes immune (PM-64)."""
        ghost = state.ghosts[suit]
        stash = add_to_stash(state.stash, suit, ghost.cubes)
        home = Ghost(self.home(state, suit), 0, self.rules.eaten_waits, state.hungry)
        state = state.put(suit, home)._replace(stash=stash)
        clause = "PM-64" if state.hungry else "PM-19"
        data = {"suit": suit, "square": ghost.square, "cubes": ghost.cubes, "home": home.square}
        immune = ", immune until this hunger ends" if state.hungry else ""
        taken = f" and takes its {count_noun(ghost.cubes, 'cube')}" if ghost.cubes else ""
        text = (
            "Piecepackman eats the {suit} ghost on {square}" + taken + "; "
            "it goes back to the ghost house" + immune + "."
        )
        yield make_step(state, clause, "eat", text, data)
        return state

    def coin_shown(self, state: State, coin: Coin, clause: str) -> StepGenerator:
        """A coin he took is turned over: an ace is a life, 2 to 5 are turns (PM-62, PM-66)."""
        taken = list(state.taken)
        taken.remove(coin)
        state = state._replace(taken=tuple(taken), discarded=(*state.discarded, coin))
        if coin.face == "ace":
            state = state._replace(extra_lives=state.extra_lives + self.rules.ace_lives)
            text = "The {suit} coin shows an ace: no turns of hunger, but an extra life."
        else:
            before, more = state.hunger or 0, HUNTER_FACES[coin.face]
            state = state._replace(hunger=before + more)
            text = "The {suit} coin shows a {face}: hunger lasts for " + count_noun(
                more, "more turn"
            )
            text += f", {before + more} in all." if before else "."
        yield make_step(state, clause, "coin shown", text, {"suit": coin.suit, "face": coin.face})
        return state
