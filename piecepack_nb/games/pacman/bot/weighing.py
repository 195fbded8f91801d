"""What a move is worth to a player: the reasons for and against it, and how much each counts.

Vocabulary
    term     one reason for or against a move, in points; a marble is worth 10
    weights  how much each reason counts
    risk     how likely a ghost lands on a Pac-Man before its next move: each opponent moves a ghost
             by either of two dice, and need not have the exact count
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from piecepack_nb.core.steps import Term, Terms
from piecepack_nb.games.pacman.moves import Path, Put, Take, Way
from piecepack_nb.games.pacman.prospects import after, brings, choice
from piecepack_nb.games.pacman.ruleset import Ruleset
from piecepack_nb.games.pacman.state import State

FAR = 20  # steps that count as out of reach
DECAY = 0.75  # how much less a marble pulls for each step that it is farther away
SIGHT = 6  # steps within which a ghost is in somebody's way
LEAST = 0.05  # points that are worth telling


class Weights(NamedTuple):
    """What counts for how much; each is multiplied with a number of marbles or a likelihood."""

    marble: float = 10.0
    """A white marble gobbled, won, given or lost."""
    harm: float = 4.0
    """A marble that an opponent loses, beside what it is worth to oneself."""
    tray: float = 0.5
    """A marble in the tray that marbles are taken from, so that it is the fullest one."""
    privilege: float = 9.0
    """A ghost gobbler privilege."""
    home: float = 3.0
    """Being sent home, whatever is paid; for an opponent the other way round."""
    pull: float = 2.0
    """Being near white marbles, each by how near it is."""
    near: float = 1.0
    """Each step to the nearest white marble."""
    risk: float = 1.0
    """The likelihood of being landed on, times what that costs."""
    threat: float = 0.25
    """The likelihood that an opponent is landed on, times what that costs it."""
    block: float = 1.0
    """Marbles that opponents can expect less because a ghost stands in their way."""


@dataclass(frozen=True)
class View:
    """What a player sees before it moves."""

    ruleset: Ruleset
    state: State
    seat: str
    weights: Weights
    _choices: dict[object, float] = field(default_factory=dict)

    @property
    def others(self) -> tuple[str, ...]:
        """The opponents."""
        return tuple(seat for seat in self.ruleset.seats if seat != self.seat)

    # --- moves ------------------------------------------------------------------------------------

    def terms(self, move: object) -> Terms:
        """Every reason for or against a move, but what the other die may bring."""
        match move:
            case Way("pac", _, path):
                found = self._pac(path)
            case Way(ghost, _, path):
                found = self._ghost(ghost, path)
            case Put(square):
                found = self._put(square)
            case Take(seat):
                found = self._take(seat)
            case _:
                found = iter(())
        return tuple(term for term in found if abs(term.points) >= LEAST)

    def ends_turn(self, move: object) -> bool:
        """Is nothing moved after it: it gobbles the last white marble (PC-30), or a ghost (PC-20)?

        The latter only where the rules end the turn with that.
        """
        rules, state = self.ruleset.rules, self.state
        if not isinstance(move, Way) or move.piece != "pac":
            return False
        if rules.gobbling_ends_turn and state.ghost_on(move.path[-1]) is not None:
            return True
        return not rules.last_turn and state.white.issubset(move.path[1:])

    def _pac(self, path: Path) -> Iterator[Term]:
        """A way of one's Pac-Man: what it gobbles, and where it then stands."""
        weights, state = self.weights, self.state
        later = after(self.ruleset, state, self.seat, path)
        gobbled = len(state.white) - len(later.white)
        yield Term("marbles", weights.marble * gobbled)
        won = later.players[self.seat].yellow - state.players[self.seat].yellow
        yield Term("privilege", weights.privilege * won)
        taken = brings(self.ruleset, state, self.seat, path) - gobbled
        yield Term("ghost gobbled", (weights.marble + weights.harm) * taken)
        yield from self._stands(later)

    def _ghost(self, ghost: str, path: Path) -> Iterator[Term]:
        """A ghost's way: whom it lands on, whom it threatens, and whose way it blocks."""
        weights, state = self.weights, self.state
        later = state._replace(ghosts=state.ghosts.put(ghost, path[-1]))
        hit = state.pac_on(path[-1])
        if hit is not None:
            home = state.players[hit]._replace(square=self.ruleset.home(hit))
            later = later.put(hit, home)
            if hit != self.seat:
                paid = min(self.ruleset.rules.marbles_lost, state.players[hit].tray)
                yield Term("lands", (weights.marble + weights.harm) * paid + weights.home)
            else:
                yield Term("lands on itself", -weights.home)
        yield Term("threat", sum(self._threat(later, other) for other in self.others))
        yield Term("block", weights.block * self._blocked(ghost, later))
        if "pac" not in state.due:  # else it moves on, and stands somewhere else
            yield from self._stands(later)

    def _put(self, square: str) -> Iterator[Term]:
        """A ringed hole for the yellow marble: near oneself, far from the others."""
        steps = self.ruleset.pac_steps
        mine = steps[self.state.players[self.seat].square].get(square, FAR)
        yield Term("near", -self.weights.near * mine)
        away = (steps[self.state.players[other].square].get(square, FAR) for other in self.others)
        theirs = min(away)
        yield Term("far from others", self.weights.near * theirs)

    def _take(self, seat: str) -> Iterator[Term]:
        """Whose marbles to take: as many as can be, from whoever has most."""
        tray = self.state.players[seat].tray
        taken = min(self.ruleset.rules.marbles_won, tray)
        yield Term("marbles taken", (self.weights.marble + self.weights.harm) * taken)
        yield Term("full tray", self.weights.tray * tray)

    # --- where things stand -----------------------------------------------------------------------

    def _stands(self, later: State) -> Iterator[Term]:
        """Where one's Pac-Man would stand, against where it stands now."""
        now, then = self._place(self.state), self._place(later)
        for name, points in then.items():
            yield Term(name, points - now[name])

    def _place(self, state: State) -> dict[str, float]:
        """What a place is worth: marbles near it, and its risk."""
        weights, seat = self.weights, self.seat
        steps = self.ruleset.pac_steps[state.players[seat].square]
        away = [steps.get(square, FAR) for square in state.white]
        return {
            "risk": -weights.risk * self._risk(state, seat) * self._cost(state, seat),
            "pull": weights.pull * sum(DECAY**each for each in away),
            "near": -weights.near * min(away, default=0),
        }

    def _cost(self, state: State, seat: str) -> float:
        """What being landed on costs a player, in points."""
        paid = min(self.ruleset.rules.marbles_lost, state.players[seat].tray)
        return self.weights.marble * paid + self.weights.home

    def _risk(self, state: State, seat: str) -> float:
        """How likely a ghost lands on a player before its next move (PC-12): each opponent may."""
        misses = 1.0 - self._odds(state, seat)
        return 1.0 - misses ** (len(self.ruleset.seats) - 1)

    def _odds(self, state: State, seat: str) -> float:
        """How likely one roll of two dice lets some ghost land on a player: either die may do."""
        here = state.players[seat].square
        if here in self.ruleset.homes:
            return 0.0
        steps = self.ruleset.ghost_steps[here]
        nearest = min(steps.get(square, FAR) for square in state.ghosts.values())
        return 1.0 - (min(nearest - 1, 6) / 6) ** 2 if nearest else 1.0

    def _threat(self, state: State, seat: str) -> float:
        return self.weights.threat * self._odds(state, seat) * self._cost(state, seat)

    def _blocked(self, ghost: str, later: State) -> float:
        """The marbles, in points, that opponents can expect less with the ghost where it goes."""
        start, end = self.state.ghosts[ghost], later.ghosts[ghost]
        found = 0.0
        for other in self.others:
            steps = self.ruleset.pac_steps[self.state.players[other].square]
            near = min(steps.get(start, FAR), steps.get(end, FAR)) <= SIGHT
            if near and later.players[other] == self.state.players[other]:
                found += self._expects(self.state, other) - self._expects(later, other)
        return self.weights.marble * found

    def _expects(self, state: State, seat: str) -> float:
        """What the better of two dice brings a player on average, with ghosts where they are."""
        key = seat, frozenset(state.ghosts.items())
        if key not in self._choices:
            self._choices[key] = float(choice(self.ruleset, state, seat))
        return self._choices[key]
