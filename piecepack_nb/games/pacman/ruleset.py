"""The board under the rules of one game: set-up, steps that pieces may make, empty rings, the end.

A link (square, cost, hop) is a step that a piece may make: the space that it leads to, its cost
out of the number rolled, and whether it goes off the board and on again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache

from piecepack_nb.core.actors import Die
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.games.pacman.maze import SEATS, read_board, shortest_paths
from piecepack_nb.games.pacman.rules import PacManRules
from piecepack_nb.games.pacman.state import Player, State

Link = tuple[str, int, bool]
FACES = ("1", "2", "3", "4", "5", "6")
DICE = (Die("first", FACES), Die("second", FACES))
"""The dice of a turn (PC-3)."""
SEATED = {2: ("red", "blue"), 3: ("red", "green", "blue"), 4: SEATS}


class Links(dict[str, tuple[Link, ...]]):
    """The links from each space. They never change: caches tell them apart by identity."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__  # type: ignore[assignment]

    def squares(self) -> dict[str, list[str]]:
        """Return the spaces that the links from each space lead to."""
        return {square: [to for to, _, _ in each] for square, each in self.items()}

    @lru_cache(maxsize=4096)  # noqa: B019 - the links live as long as their game
    def within(self, start: str, number: int) -> frozenset[str]:
        """Return the spaces that a way of at most this cost leads to, if nobody is on it."""
        found, waiting = {start: 0}, [start]
        for here in waiting:
            for to, cost, _ in self[here]:
                if found[here] + cost < found.get(to, number + 1):
                    found[to] = found[here] + cost
                    waiting.append(to)
        return frozenset(found)


class Ruleset:
    """The board, seats and links of one game's rules."""

    def __init__(self, rules: PacManRules) -> None:
        self.rules = rules
        self.board = read_board(rules.board)
        self.seats: tuple[str, ...] = SEATED[rules.players]
        """The seats in play, clockwise (PC-1, PC-2)."""
        self.ghosts = tuple(f"ghost{number + 1}" for number in range(rules.ghosts))

    def home(self, seat: str) -> str:
        """Return a seat's home."""
        return self.board.homes[seat]

    @cached_property
    def homes(self) -> frozenset[str]:
        """All homes, also those of seats that nobody plays."""
        return frozenset(self.board.homes.values())

    def left_of(self, seat: str) -> str:
        """Return the seat that plays next (PC-2)."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def initial_state(self) -> State:
        """Return the set-up: Pac-Men at home, ghosts in the centre, marbles in all holes (PC-1)."""
        rolls = self.rules.first == "roll"
        return State(
            phase="start" if rolls else "roll",
            turn=0 if rolls else 1,
            to_move=self.seats[0],
            players=FrozenDict((seat, Player(self.home(seat))) for seat in self.seats),
            ghosts=FrozenDict((ghost, self.board.centre) for ghost in self.ghosts),
            white=self.board.white,
            yellow=self.board.ringed,
            rolling=self.seats if rolls else (),
        )

    def empty_rings(self, state: State) -> tuple[str, ...]:
        """Return the ringed holes into which a yellow marble may go back (PC-20).

        They have no marble, and no piece unless the rules allow it.
        """
        full = state.yellow if self.rules.ring_under_piece else state.yellow | state.occupied
        return tuple(each for each in self.board.squares if each in self.board.ringed - full)

    def is_over(self, state: State) -> bool:
        """Return True if the board is clear of white marbles, so that the game ends (PC-30).

        The rules may have the turn played to its end.
        """
        return not state.white and not (self.rules.last_turn and state.due)

    # --- links ------------------------------------------------------------------------------------

    @cached_property
    def pac_links(self) -> Links:
        """A Pac-Man's steps from each space, arrows included (PC-4, PC-7, PC-9)."""
        return Links((square, tuple(self._pac_links(square))) for square in self.board.squares)

    def _pac_links(self, square: str) -> Iterator[Link]:
        for to in self.board.next_to[square].values():
            if to != self.board.centre or self.rules.centre == "all":
                yield to, int(self.rules.homes_count or to not in self.homes), False
        for to in self.board.beyond_arrow(square):
            yield to, 1 + self.rules.off_board_cost, True

    @cached_property
    def ghost_links(self) -> Links:
        """A ghost's steps from each space: never off the board, never into a home (PC-14)."""
        return Links(
            (square, tuple((to, 1, False) for to in near.values() if to not in self.homes))
            for square, near in self.board.next_to.items()
        )

    @cached_property
    def pac_steps(self) -> Mapping[str, Mapping[str, int]]:
        """The number of a Pac-Man's steps from each space to each, with nobody in its way."""
        return _all_steps(self.pac_links)

    @cached_property
    def ghost_steps(self) -> Mapping[str, Mapping[str, int]]:
        """The number of a ghost's steps from each space to each, with nobody in its way."""
        return _all_steps(self.ghost_links)


def _all_steps(links: Links) -> Mapping[str, Mapping[str, int]]:
    near = links.squares()
    return {
        square: {to: len(path) - 1 for to, path in shortest_paths(near, square).items()}
        for square in links
    }
