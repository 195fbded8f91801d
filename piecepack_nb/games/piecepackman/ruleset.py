"""The rules applied to a maze: where ghosts can walk, who is Dangerous, what things count.

Every module of the game uses these definitions, so "Dangerous" has one meaning.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property

from piecepack_nb.core.caching import cached_method
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.lattice import adjacent
from piecepack_nb.core.piecepack import FACES, SUITS
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.piecepackman.maze import Maze, read_maze
from piecepack_nb.games.piecepackman.rules import PiecepackmanRules
from piecepack_nb.games.piecepackman.state import (
    PHASES,
    AnyState,
    Ghost,
    GhostPath,
    State,
    race_cubes,
)
from piecepack_nb.search import HEADINGS, Costs, Distances, Grid, Path, SearchResult, cheapest
from piecepack_nb.search.distances import distances_on

NUMBER_FACES = {str(value): value for value in range(2, 6)}
MOST_TARGETS = 200
"""Squares of a maze in which distances to all are worth keeping."""
MARKERS = {"suns": "2", "moons": "4", "crowns": "3", "arms": "ace"}
"""The coins that mark objective and hunger, so they are no power coins (PM-4)."""


def turn_costs(facing: str, costs: Costs) -> tuple[tuple[str, int], ...]:
    """Return each heading with the cost of turning to it on the spot (PM-15), cheapest first."""
    ahead = HEADINGS.index(facing)
    return tuple(
        (HEADINGS[(ahead + turn) % 4], min(turn, 4 - turn) * costs.quarter_turn)
        for turn in (0, 3, 1, 2)
    )


# --- Walks ---------------------------------------------------------------------------------------


class GhostWalks:
    """Walks by number of steps, for one maze under the rules of PM-32, PM-34 and PM-36.

    Results are cached: nothing here depends on what is on the board.
    """

    def __init__(
        self,
        maze: Maze,
        rules: PiecepackmanRules,
        more: Mapping[str, Collection[str]] = FrozenDict(),
        *,
        portals_end: bool = True,
        passes_ghosts: bool = False,
        fits: Callable[[GhostPath], bool] | None = None,
    ) -> None:
        """``more``: further squares a step away, which a power opens; see ``powers``.

        ``fits`` is True for the walks that count; None lets all of them count.
        """
        self.exits = maze.exits
        self.house = maze.house
        plain = {square: tuple(dict.fromkeys(self._ahead(square))) for square in maze.squares}
        self.ahead = {
            square: tuple(dict.fromkeys((*plain[square], *more.get(square, ()))))
            for square in maze.squares
        }
        """The squares a step away from each square, for a ghost."""
        self.portals = {(square, maze.exits[square][heading]) for square, heading in maze.portals}
        self.backtrack = rules.ghost_backtrack
        self.ending = self.portals if rules.portal_ends_move and portals_end else set()
        """The steps through portals that end a walk."""
        both = {(here, to) for here, opened in more.items() for to in opened if to in plain[here]}
        self.may_end = self.ending & both
        """Those of them that the power opens otherwise, too: then the walk may go on."""
        self.passes_ghosts = passes_ghosts
        self.fits = fits

    def by_portal(self, before: str, to: str) -> bool:
        """Return True if the step between two squares leads through a portal (PM-22, PM-34)."""
        return (before, to) in self.portals

    @cached_method(8192)
    def walks(self, start: str, steps: int, his: str | None) -> list[GhostPath]:
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
                ends = to == his or len(longer) > steps
                by_portal = (here, to) in self.ending
                if (ends or by_portal) and to != start:
                    found.append(longer)
                if not ends and (not by_portal or (here, to) in self.may_end):
                    unfinished.append(longer)
        return sorted(found)

    def legal(self, start: str, points: int, others: Collection[str], his: str) -> list[GhostPath]:
        """Return the walks with ``points`` that pass no other ghost (PM-33).

        If there is none, return the longest that there are (PM-37).
        """
        near = self.within(start, points)  # squares farther away change nothing
        return self._legal_near(
            start, points, near.intersection(others), his if his in near else ""
        )

    @cached_method(16384)
    def _legal_near(
        self, start: str, points: int, others: frozenset[str], his: str
    ) -> list[GhostPath]:
        """Return the legal walks; ``others`` and ``his`` are those within reach."""
        for steps in range(points, 0, -1):
            walks = self.walks(start, steps, his if his in self.within(start, steps) else None)
            if not others:
                found = walks
            elif self.passes_ghosts:
                found = [path for path in walks if path[-1] not in others]
            else:
                found = [path for path in walks if others.isdisjoint(path)]
            if self.fits is not None:
                found = [path for path in found if self.fits(path)]
            if found:
                return found
        return []

    @cached_method(8192)
    def within(self, start: str, steps: int) -> frozenset[str]:
        """Return the squares that a ghost reaches from ``start`` in one move of so many steps."""
        return frozenset(to for to, away in self.reach(start).items() if away <= steps)

    @cached_method(4096)
    def distances(self, start: str) -> Mapping[str, int]:
        """Return the steps from a square to each that a ghost can walk to."""
        return self._count_steps(start, ())

    @cached_method(4096)
    def reach(self, start: str) -> Mapping[str, int]:
        """Return the steps to each square within one move, which a portal ends (PM-34)."""
        return self._count_steps(start, self.ending - self.may_end)

    def _count_steps(self, start: str, ending: Collection[tuple[str, str]]) -> Mapping[str, int]:
        """Return the fewest steps from ``start`` to each square, ignoring other ghosts.

        No path leads on after a step of ``ending``.
        """
        found, ends, waiting = {start: 0}, dict[str, int](), deque([start])
        while waiting:
            here = waiting.popleft()
            for to in self.ahead[here]:
                if (here, to) in ending:
                    ends.setdefault(to, found[here] + 1)
                elif to not in found:
                    found[to] = found[here] + 1
                    waiting.append(to)
        return found | {to: min(away, found.get(to, away)) for to, away in ends.items()}

    @cached_method(8192)
    def direct(self, start: str, to: str) -> GhostPath:
        """Return a shortest path with nothing in the way, or () if there is none."""
        return self.shortest(start, to)

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
        near = [to for to in self.exits if adjacent(here, to)] if sticks else ()
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
        self.walk_finder = GhostWalks(self.maze, rules)
        room = len(self.free_squares)
        if len(SUITS) * rules.cubes_per_suit > room:
            raise BadInput(
                f"cubes_per_suit is {rules.cubes_per_suit}; expected at most "
                f"{room // len(SUITS)}, as this maze has {room} squares for cubes"
            )
        self.against = rules.mode == "against"
        """True where somebody plays Piecepackman (PM-74)."""
        self.race = rules.mode == "race"
        """True where each player plays for the cubes of their colour (PM-75)."""
        his = (rules.null_points, rules.ace_points)
        null, ace = (rules.against_null, rules.against_ace) if self.against else his
        self.his_points = NUMBER_FACES | {"null": null, "ace": ace}
        most = max(self.his_points.values())
        if rules.step_cost > most:
            raise BadInput(
                f"step_cost is {rules.step_cost}; expected at most {most}, the most points that a "
                "die gives him"
            )
        self.ghost_points = NUMBER_FACES | {"null": rules.ghost_null, "ace": rules.ghost_ace}
        self.costs = Costs(rules.step_cost, rules.quarter_turn_cost)
        self.hunger_costs = Costs(rules.step_cost, rules.hunger_turn_cost)

    # --- Set-up ------------------------------------------------------------------------------

    @cached_property
    def suits(self) -> tuple[str, ...]:
        """The suits of the ghosts in play: with three players one is left out (PM-7, PM-70)."""
        return tuple(suit for suit in SUITS if suit != self.wild)

    @cached_property
    def wild(self) -> str | None:
        """The suit whose cubes are wild, because three players leave its ghost out (PM-70)."""
        return self.rules.left_out if self.rules.players == 3 and not self.against else None

    @cached_property
    def teams(self) -> tuple[tuple[str, ...], ...]:
        """The ghosts of each player: four, two and two, or one each (PM-7, PM-70, PM-74, PM-75).

        Two players take every other suit. Nobody races alone: then each ghost has its own player.
        """
        players = 1 if self.against else min(self.rules.players, len(self.suits))
        if self.race and players == 1:
            players = len(self.suits)
        return tuple(self.suits[number::players] for number in range(players))

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The seats: a ghost each, or in a race a player's ghosts; he and the ghosts (PM-74)."""
        if self.against:
            return ("piecepackman", "ghosts")
        return tuple(map(join_list, self.teams)) if self.race else self.suits

    @cached_property
    def seat_of(self) -> Mapping[str, str]:
        """The seat that moves each ghost."""
        if self.against:
            return dict.fromkeys(self.suits, "ghosts")
        if self.race:
            return {suit: join_list(team) for team in self.teams for suit in team}
        return {suit: suit for suit in self.suits}

    def team_of(self, suit: str) -> tuple[str, ...]:
        """Return the ghosts of the player who has this one (PM-7)."""
        return next(team for team in self.teams if suit in team)

    @cached_property
    def phases(self) -> tuple[str, ...]:
        """The phases of a game in this mode (PM-73 to PM-75)."""
        absent = {"adjust": not self.race, "uses": self.rules.powers == "none"}
        absent |= {"move": not self.against, "bonus move": not self.against}
        absent["order"] = self.rules.mode != "together"
        return tuple(phase for phase in PHASES if not absent.get(phase))

    @cached_property
    def powers(self) -> Mapping[str, str]:
        """The power of each ghost, where powers are chosen (PM-73)."""
        if self.rules.powers != "chosen":
            return {}
        return {suit: getattr(self.rules, f"{suit}_power") for suit in self.suits}

    def movable(self, state: AnyState) -> tuple[str, ...]:
        """Return the ghosts that may move next: one, or any where somebody plays him (PM-74)."""
        return state.to_move if self.against else state.to_move[:1]

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
            extra_lives=self.lives,
            ghosts=FrozenDict(
                (suit, Ghost(maze.ghosts[suit], power=self.powers.get(suit, "")))
                for suit in self.suits
            ),
            cubes=FrozenDict(),
            coins=FrozenDict(),
            stash=FrozenDict((suit, 0) for suit in SUITS),
        )

    @property
    def lives(self) -> int:
        """His extra lives at the start (PM-3, PM-74); in a race they are endless (PM-75)."""
        if self.race:
            return 0
        return self.rules.against_lives if self.against else self.rules.extra_lives

    # --- His movement ------------------------------------------------------------------------

    @cached_property
    def his_grid(self) -> Grid:
        """The maze without the ghost house, which Piecepackman never enters (PM-23)."""
        return self.maze.his_grid

    def costs_for(self, state: AnyState) -> Costs:
        """Return the costs of his actions now; in hunger turning has its own (PM-15, PM-61)."""
        return self.hunger_costs if state.hungry else self.costs

    @cached_method(2)
    def distances(self, costs: Costs) -> Distances:
        """Return the costs between all squares, with no ghost in the way (PM-15)."""
        return distances_on(self.his_grid, costs)

    @cached_method(256)
    def barred_search(
        self, square: str, heading: str, costs: Costs, dangers: frozenset[str]
    ) -> SearchResult:
        """Return every cheapest path from a square past Dangerous ghosts (PM-16)."""
        return cheapest(self.his_grid, square, heading, (), costs, dangers, exhaustive=True)

    @cached_method(1024)
    def free_search(self, square: str, heading: str, costs: Costs) -> SearchResult:
        """Return every cheapest path from a square, ignoring ghosts (PM-15)."""
        return cheapest(self.his_grid, square, heading, (), costs, exhaustive=True)

    @cached_method(1024)
    def free_costs(self, square: str, heading: str, costs: Costs) -> Mapping[str, int]:
        """Return the cost of each square that can be reached, ignoring ghosts (PM-15)."""
        squares = self.his_grid.squares
        if len(squares) > MOST_TARGETS:
            search = self.free_search(square, heading, costs)
            reached = ((to, search.cost_to(to)) for to in squares)
            return {to: cost for to, cost in reached if cost is not None}
        return self.distances(costs).costs_from(square, heading)

    @cached_method(32768)
    def free_path(self, square: str, heading: str, costs: Costs, *targets: str) -> Path:
        """Return the tie rule's path to the equally near targets, ignoring ghosts (PM-15)."""
        return self.distances(costs).path(square, heading, *targets)

    @cached_method(256)
    def runs(
        self, square: str, heading: str, points: int, costs: Costs, ghosts: frozenset[str]
    ) -> list[tuple[GhostPath, str]]:
        """Return every path and last heading that a player can give him (PM-74).

        He goes on while his points pay for a step to a square without a ghost; points too few for
        one may turn him on the spot. A ghost's square ends his path.
        """
        found: list[tuple[GhostPath, str]] = []
        unfinished: list[tuple[GhostPath, str, int]] = [((square,), heading, points)]
        while unfinished:
            path, facing, left = unfinished.pop()
            done = True
            for to, (way, cost) in self.his_steps(path[-1], facing, costs).items():
                if cost > left:
                    continue
                if to in ghosts:
                    found.append(((*path, to), way))
                else:
                    done = False
                    unfinished.append(((*path, to), way, left - cost))
            if done:
                found += [(path, way) for way, cost in turn_costs(facing, costs) if cost <= left]
        return sorted(found)

    def his_steps(self, here: str, facing: str, costs: Costs) -> dict[str, tuple[str, int]]:
        """Return the heading and the cost of a step to each square a step away (PM-15)."""
        exits, found = self.his_grid.exits[here], dict[str, tuple[str, int]]()
        for way, cost in turn_costs(facing, costs):
            if way in exits:
                found.setdefault(exits[way], (way, cost + costs.step))
        return found

    # --- Ghosts, cubes and coins -------------------------------------------------------------

    def dangerous(self, state: AnyState, suit: str) -> bool:
        """Return True if the ghost is Dangerous (PM-50), False if it is Vulnerable (PM-51).

        Outside hunger its cubes of its own suit are compared with his; in hunger only immune
        ghosts are Dangerous. Where somebody plays him, equal cubes are enough (PM-74).
        """
        if state.hunger is not None:
            return state.ghosts[suit].immune
        return self._outnumbers(state, suit)

    def attacks(self, state: AnyState, suit: str, more: int = 0) -> bool:
        """Return True if the ghost attacks by entering his square (PM-40), with ``more`` cubes.

        Dangerous ghosts do; by option so does one with more cubes in hunger, though he may eat it
        (PM-50).
        """
        compares = state.hunger is None or self.rules.hunger_attack == "majority"
        immune = state.hunger is not None and state.ghosts[suit].immune
        return immune or (compares and self._outnumbers(state, suit, more))

    def _outnumbers(self, state: AnyState, suit: str, more: int = 0) -> bool:
        """Return True if the ghost holds more cubes of its suit than he, or as many by option.

        Where somebody plays him, as many are enough (PM-74).
        """
        cubes, his = state.ghosts[suit].cubes + more, state.stash[suit]
        if self.against:
            return cubes >= max(his, self.rules.dangerous_from)
        return cubes > his or (self.rules.dangerous == "equal" and cubes == his)

    def dangers(self, state: State) -> dict[str, str]:
        """Return the squares outside the house with a Dangerous ghost, and its suit (PM-16)."""
        return {
            ghost.square: suit
            for suit, ghost in state.ghosts.items()
            if ghost.square not in self.house and self.dangerous(state, suit)
        }

    def gathers(self, state: AnyState, suit: str, path: GhostPath) -> int:
        """Return the number of cubes of its suit that a ghost takes on a walk (PM-35, PM-70)."""
        return len(self.gathered(state, suit, path))

    def gathered(self, state: AnyState, suit: str, path: GhostPath) -> set[str]:
        """Return the squares whose cubes a ghost takes on a walk (PM-35, PM-70)."""
        own = {suit, self.wild} - {None}
        return {square for square in self.taken_on(path) if state.cubes.get(square) in own}

    def taken_on(self, path: GhostPath) -> GhostPath:
        """Return the squares of a walk on which the ghost takes things (PM-35)."""
        return path[1:] if self.rules.ghost_collects == "pass" else path[-1:]

    def ends_level(self, state: AnyState, suit: str, path: GhostPath) -> bool:
        """Return True if a ghost's walk takes the last cube and coin (PM-68), or wins (PM-75)."""
        cubes = self.gathered(state, suit, path)
        if self.race and self.has_all_cubes(state, suit, cubes):
            return True
        coins = {
            square for square, coin in state.coins.items()
            if self.race and coin.suit == suit and square in self.taken_on(path)
        }  # fmt: skip
        return len(cubes) == len(state.cubes) and len(coins) == len(state.coins)

    def race_scores(self, state: State) -> dict[str, int]:
        """Return the cubes of their colours that each player holds in a race (PM-75)."""
        return {
            seat: sum(race_cubes(state, suit) for suit in team)
            for seat, team in zip(self.seats, self.teams, strict=True)
        }

    def has_all_cubes(self, state: AnyState, suit: str, more: Collection[str] = ()) -> bool:
        """Return True if the player of a ghost has all cubes of their colours (PM-75).

        ``more``: squares with cubes that the ghost takes first.
        """
        team = self.team_of(suit)
        held = sum(race_cubes(state, each) for each in team) + len(more)
        free = sum(state.stash[each] for each in team)
        free += sum(cube in team for square, cube in state.cubes.items() if square not in more)
        rivals = (ghost for each, ghost in state.ghosts.items() if each not in team)
        free += sum(
            ghost.others.get(each, 0) + ghost.banked.get(each, 0)
            for ghost in rivals for each in team
        )  # fmt: skip
        return held > 0 and not free

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
