"""The board under given rules: who may go where, and how a step is told."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Mapping
from functools import cached_property
from typing import Any

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Event, Reason, Step
from piecepack_nb.games.pacman import mazes
from piecepack_nb.games.pacman.going.ways import Lane, Link, Links
from piecepack_nb.games.pacman.rules import PacManRules
from piecepack_nb.games.pacman.state import State

Telling = Generator[Step, None, State]
SEATED = {2: ("red", "blue"), 3: ("red", "green", "blue"), 4: mazes.SEATS}
NONE: frozenset[str] = frozenset()


class Ruleset:
    """The board, the seats and the lanes of the pieces under given rules."""

    def __init__(self, rules: PacManRules) -> None:
        self.rules = rules
        self.board = mazes.read(rules.board)
        self.seats: tuple[str, ...] = SEATED[rules.players]
        """Who plays, clockwise (PC-1, PC-2)."""
        self.ghosts = tuple(f"ghost{number + 1}" for number in range(rules.ghosts))

    def home(self, seat: str) -> str:
        """A seat's home."""
        return self.board.homes[seat]

    @cached_property
    def homes(self) -> frozenset[str]:
        """All homes, also those of seats that nobody plays."""
        return frozenset(self.board.homes.values())

    def left_of(self, seat: str) -> str:
        """Who plays next (PC-2)."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    # --- links ------------------------------------------------------------------------------------

    @cached_property
    def pac_links(self) -> Links:
        """A Pac-Man's steps from each space, arrows included (PC-4, PC-7, PC-9)."""
        return FrozenDict((square, tuple(self._pac_links(square))) for square in self.board.squares)

    def _pac_links(self, square: str) -> Iterator[Link]:
        for to in self.board.next_to[square].values():
            if to != self.board.centre or self.rules.centre == "all":
                yield to, int(self.rules.homes_count or to not in self.homes), False
        for to in self.board.beyond_arrow(square):
            yield to, 1 + self.rules.off_board_cost, True

    @cached_property
    def ghost_links(self) -> Links:
        """A ghost's steps from each space: never off the board, never into a home (PC-14)."""
        return FrozenDict(
            (square, tuple((to, 1, False) for to in near.values() if to not in self.homes))
            for square, near in self.board.next_to.items()
        )

    # --- distances --------------------------------------------------------------------------------

    @cached_property
    def pac_steps(self) -> Mapping[str, Mapping[str, int]]:
        """How many steps a Pac-Man takes from each space to each, if nobody is in its way."""
        return {square: _steps(self.pac_links, square) for square in self.board.squares}

    @cached_property
    def ghost_steps(self) -> Mapping[str, Mapping[str, int]]:
        """How many steps a ghost takes from each space to each, if nobody is in its way."""
        return {square: _steps(self.ghost_links, square) for square in self.board.squares}

    # --- lanes ------------------------------------------------------------------------------------

    def pac_lane(self, state: State, seat: str) -> Lane:
        """Where a seat's Pac-Man may go as things stand (PC-5 to PC-9, PC-20).

        Pac-Men and ghosts block it (PC-8), but ghosts end its way once it has the privilege.
        """
        player = state.players[seat]
        others = frozenset(each.square for who, each in state.players.items() if who != seat)
        ghosts = frozenset(state.ghosts.values())
        homes = self.homes - {self.home(seat)} if self.rules.own_home else self.homes
        lane = Lane(
            self.pac_links, player.square, others, ghosts, NONE, homes, bool(player.yellow),
            self.rules.pac_men_turn_back, not self.rules.homes_count,
        )  # fmt: skip
        if player.yellow:
            return lane
        if self.rules.privilege_at_once:
            return lane._replace(keys=state.yellow)
        return lane._replace(closed=others | ghosts, stops=NONE)

    def ghost_lane(self, state: State, ghost: str) -> Lane:
        """Where a ghost may go as things stand (PC-12, PC-14): Pac-Men end its way."""
        others = frozenset(there for other, there in state.ghosts.items() if other != ghost)
        pac_men = frozenset(each.square for each in state.players.values())
        return Lane(
            self.ghost_links, state.ghosts[ghost], others, pac_men,
            turns_back=self.rules.ghosts_turn_back,
        )  # fmt: skip


def _steps(links: Links, start: str) -> Mapping[str, int]:
    """The steps to each space that can be reached."""
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for to, _, _ in links[here]:
            if to not in found:
                found[to] = found[here] + 1
                queue.append(to)
    return found


def tell(
    state: State,
    clause: str,
    kind: str,
    text: str,
    data: Mapping[str, Any],
    why: Reason | None = None,
) -> Step:
    """The step of an event of this kind."""
    return Step(Event(clause, kind, text, data, why), state)
