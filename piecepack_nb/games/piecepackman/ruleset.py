"""What Piecepackman's table is made of under given rules, and what may be asked of it.

Every file of the game asks here, so that "Dangerous" means one thing.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from functools import cached_property, lru_cache
from typing import Any

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.steps import Event, Reason, Step
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.piecepackman import mazes
from piecepack_nb.games.piecepackman.rules import PiecepackmanRules
from piecepack_nb.games.piecepackman.state import Coin, Ghost, State, counted
from piecepack_nb.games.piecepackman.ways import Ways
from piecepack_nb.search import Costs, Grid, Path, SearchResult, cheapest

Telling = Generator[Step, None, State]
"""Steps that are told one by one; what comes out at the end is the state after the last."""

HUNTER_FACES = {str(value): value for value in range(2, 6)}


def tell(
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
        self.maze = mazes.read(rules.maze)
        self.house = self.maze.house
        self.ways = Ways(self.maze, rules)
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

    def eat(self, state: State, suit: str) -> Telling:
        """He eats a Vulnerable ghost (PM-19), in hunger it becomes immune (PM-64)."""
        ghost = state.ghosts[suit]
        stash = counted(state.stash, suit, ghost.cubes)
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
        yield tell(state, clause, "eat", text, data)
        return state

    def coin_shown(self, state: State, coin: Coin, clause: str) -> Telling:
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
        yield tell(state, clause, "coin shown", text, {"suit": coin.suit, "face": coin.face})
        return state
