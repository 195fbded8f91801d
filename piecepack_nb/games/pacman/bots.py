"""The bot "greedy": it weighs the terms of each move, plays the best one, and gives its reasons.

A turn is two moves. For the first one it also counts the most that the other die can bring, as
things are, so that it chooses which die is for which piece.

To try your own weights::

    simulate(game, seats=with_weights(block=0))

Vocabulary
    term     one reason for or against a move, in points; a marble is worth 10
    weights  how much each reason counts
    risk     how likely a ghost lands on a Pac-Man before its next move: each opponent moves a ghost
             by either of two dice, and need not have the exact count
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple, Protocol

from piecepack_nb.core.game import Bot, BotMove, RandomChoice
from piecepack_nb.core.steps import Term, Terms
from piecepack_nb.core.weights import best_of, bot_with
from piecepack_nb.games.pacman.maze import Path
from piecepack_nb.games.pacman.prospects import choice_value, marbles_brought, state_after
from piecepack_nb.games.pacman.ruleset import Ruleset
from piecepack_nb.games.pacman.state import Move, Put, State, Stay, Take, Walk, seat_name
from piecepack_nb.games.pacman.walks import Situation

FEW = 4  # alternatives that a reason names
FAR = 20  # steps that count as out of reach
DECAY = 0.75  # how much less a marble pulls for each step that it is farther away
SIGHT = 6  # steps within which a ghost is in an opponent's way
LEAST = 0.05  # points that are worth naming


class Weights(NamedTuple):
    """The factors of the terms; each is multiplied with a number of marbles or a likelihood."""

    marble: float = 10.0
    """A white marble gobbled, won, given or lost."""
    harm: float = 4.0
    """A marble that an opponent loses, beside its worth to oneself."""
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
    """The likelihood of being landed on, times its cost."""
    threat: float = 0.25
    """The likelihood that an opponent is landed on, times its cost to them."""
    block: float = 1.0
    """Marbles that opponents can expect less because a ghost is in their way."""


class ScoredMove(NamedTuple):
    """A move with its terms."""

    move: Move
    terms: Terms

    @property
    def points(self) -> float:
        """The sum of all terms."""
        return sum(term.points for term in self.terms)

    @property
    def reasons(self) -> str:
        """The terms as text."""
        return ", ".join(map(str, self.terms)) or "nothing for or against it"

    def __str__(self) -> str:
        return f"{self.move}: {self.reasons} = {self.points:+.1f}"

    def to_json(self) -> dict[str, Any]:
        """Return the move, its points and each term's share."""
        shares = {term.name: round(term.points, 2) for term in self.terms}
        return {"move": str(self.move), "points": round(self.points, 2), "terms": shares}


class BotReason(NamedTuple):
    """The reason of a choice: the terms of the chosen move and of the next best ones."""

    seat: str
    chosen: ScoredMove
    alternatives: tuple[ScoredMove, ...]

    @property
    def text(self) -> str:
        """The reasons for the move, and the best alternative."""
        head = f"{seat_name(self.seat)} weighs {self.chosen}."
        return f"{head} Next best: {self.alternatives[0]}." if self.alternatives else head

    def to_json(self) -> dict[str, Any]:
        """Return the moves with each term's share."""
        return {
            "seat": self.seat,
            "chosen": self.chosen.to_json(),
            "alternatives": [each.to_json() for each in self.alternatives],
        }


class PacManGame(Protocol):
    """What the bot asks of the game, whose class has the bot as ``greedy``."""

    def situation(self, state: State) -> Situation:
        """Return a state together with the rules."""

    def moves(self, state: State) -> Collection[Move]:
        """Return every legal move."""


def greedy(game: PacManGame, state: State, seat: str, pick: RandomChoice) -> BotMove:
    """Return the best move by the default weights, with its reason."""
    return _best_move(game, state, seat, pick, Weights())


def with_weights(**changes: float) -> Bot:
    """Return a bot like ``greedy`` with other weights; raise BadInput for unknown ones."""
    return bot_with("greedy", _best_move, Weights, changes)


def score_moves(
    game: PacManGame, state: State, seat: str, weights: Weights | None = None
) -> list[ScoredMove]:
    """Return every move with its terms, the best first."""
    view = BotView(game.situation(state), seat, weights or Weights())
    moves = [ScoredMove(*each) for each in _terms_of_moves(view, list(game.moves(state))).items()]
    if len(state.due) == 2 and state.phase == "move":
        moves = _with_other_die(moves, view)
    return sorted(moves, key=lambda each: -each.points)


def _best_move(
    game: PacManGame, state: State, seat: str, pick: RandomChoice, weights: Weights
) -> BotMove:
    """Return a move with the most points, by a pick among equal ones, and its reason."""
    found = score_moves(game, state, seat, weights)
    chosen = best_of(found, attrgetter("points"), pick)
    alternatives = [each for each in found if each is not chosen][:FEW]
    return BotMove(chosen.move, BotReason(seat, chosen, tuple(alternatives)))


def _terms_of_moves(view: BotView, moves: list[Move]) -> Mapping[Move, Terms]:
    """Return each move with its terms; walks with the same end and marbles are weighed once."""
    known: dict[object, Terms] = {}
    found: dict[Move, Terms] = {}
    marbles = view.state.white | view.state.yellow
    for move in moves:
        key: object = move
        if isinstance(move, Walk):
            passed = marbles.intersection(move.path[1:]) if move.piece == "pac" else None
            key = move.piece, move.path[-1], passed
        elif isinstance(move, Stay):
            key = "stay"
        if key not in known:
            known[key] = view.terms(move)
        found[move] = known[key]
    return found


def _with_other_die(moves: list[ScoredMove], view: BotView) -> list[ScoredMove]:
    """Return the moves, each with the most that the other piece brings by the other die.

    Both are weighed as things are, as if neither were in the other's way.
    """
    walks = [(each, each.move) for each in moves if isinstance(each.move, Walk | Stay)]
    best: dict[tuple[bool, int], float] = {}
    for each, move in walks:
        key = move.piece == "pac", move.die
        best[key] = max(best.get(key, each.points), each.points)
    found = []
    for each, move in walks:
        left = list(view.state.dice)
        left.remove(move.die)
        other = best.get((move.piece != "pac", left[0]), 0.0)
        if view.ends_turn(move):
            other = 0.0
        more = (Term("other die", other),) if abs(other) >= LEAST else ()
        found.append(each._replace(terms=(*each.terms, *more)))
    return found


# --- terms ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BotView:
    """The evaluation of one player's moves in one state."""

    situation: Situation
    seat: str
    weights: Weights
    _choices: dict[object, float] = field(default_factory=dict)

    @property
    def ruleset(self) -> Ruleset:
        """The board under the rules."""
        return self.situation.ruleset

    @property
    def state(self) -> State:
        """The state in which the seat moves."""
        return self.situation.state

    @property
    def others(self) -> tuple[str, ...]:
        """The opponents."""
        return tuple(seat for seat in self.ruleset.seats if seat != self.seat)

    def terms(self, move: Move) -> Terms:
        """Return every reason for or against a move, but for the other die."""
        match move:
            case Walk("pac", _, path):
                found = self._pac_terms(path)
            case Walk(ghost, _, path):
                found = self._ghost_terms(ghost, path)
            case Put(square):
                found = self._put_terms(square)
            case Take(seat):
                found = self._take_terms(seat)
            case _:
                found = iter(())
        return tuple(term for term in found if abs(term.points) >= LEAST)

    def ends_turn(self, move: Move) -> bool:
        """Return True if nothing is moved after it: the game ends (PC-30), or the turn (PC-20).

        The latter only where the rules end the turn with gobbling a ghost.
        """
        rules, state = self.ruleset.rules, self.state
        if not isinstance(move, Walk) or move.piece != "pac":
            return False
        if rules.gobbling_ends_turn and state.ghost_on(move.path[-1]) is not None:
            return True
        return not rules.last_turn and state.white.issubset(move.path[1:])

    def _pac_terms(self, path: Path) -> Iterator[Term]:
        """Weigh a Pac-Man's walk by the marbles and ghost it gobbles, and its end."""
        weights, state = self.weights, self.state
        later = state_after(self.situation, self.seat, path)
        gobbled = len(state.white) - len(later.white)
        yield Term("marbles", weights.marble * gobbled)
        won = later.players[self.seat].yellow - state.players[self.seat].yellow
        yield Term("privilege", weights.privilege * won)
        taken = marbles_brought(self.situation, self.seat, path) - gobbled
        yield Term("ghost gobbled", (weights.marble + weights.harm) * taken)
        yield from self._place_terms(later)

    def _ghost_terms(self, ghost: str, path: Path) -> Iterator[Term]:
        """Weigh a ghost's walk by the players that it lands on, threatens and blocks."""
        weights, state = self.weights, self.state
        later, hit = self.situation.after_ghost(ghost, path[-1]), state.pac_on(path[-1])
        if hit == self.seat:
            yield Term("lands on itself", -weights.home)
        elif hit is not None:
            paid = min(self.ruleset.rules.marbles_lost, state.players[hit].tray)
            yield Term("lands", (weights.marble + weights.harm) * paid + weights.home)
        yield Term("threat", sum(self._threat(later, other) for other in self.others))
        yield Term("block", weights.block * self._blocked(ghost, later))
        if "pac" not in state.due:  # else it moves on, and ends somewhere else
            yield from self._place_terms(later)

    def _put_terms(self, square: str) -> Iterator[Term]:
        """Weigh a ringed hole for the yellow marble: near oneself, far from the others."""
        steps = self.ruleset.pac_steps
        mine = steps[self.state.players[self.seat].square].get(square, FAR)
        yield Term("near", -self.weights.near * mine)
        away = (steps[self.state.players[other].square].get(square, FAR) for other in self.others)
        yield Term("far from others", self.weights.near * min(away))

    def _take_terms(self, seat: str) -> Iterator[Term]:
        """Weigh a player to take marbles from: as many as can be, from the fullest tray."""
        tray = self.state.players[seat].tray
        taken = min(self.ruleset.rules.marbles_won, tray)
        yield Term("marbles taken", (self.weights.marble + self.weights.harm) * taken)
        yield Term("full tray", self.weights.tray * tray)

    def _place_terms(self, later: State) -> Iterator[Term]:
        """Weigh a Pac-Man's later place against its place now."""
        now, then = self._place(self.state), self._place(later)
        for name, points in then.items():
            yield Term(name, points - now[name])

    def _place(self, state: State) -> dict[str, float]:
        """Return the worth of a place: the marbles near it, and its risk."""
        weights, seat = self.weights, self.seat
        steps = self.ruleset.pac_steps[state.players[seat].square]
        away = [steps.get(square, FAR) for square in state.white]
        return {
            "risk": -weights.risk * self._risk(state, seat) * self._cost(state, seat),
            "pull": weights.pull * sum(DECAY**each for each in away),
            "near": -weights.near * min(away, default=0),
        }

    def _cost(self, state: State, seat: str) -> float:
        """Return the cost of being landed on, in points."""
        paid = min(self.ruleset.rules.marbles_lost, state.players[seat].tray)
        return self.weights.marble * paid + self.weights.home

    def _risk(self, state: State, seat: str) -> float:
        """Return how likely a ghost lands on a player before their next move (PC-12)."""
        misses = 1.0 - self._odds(state, seat)
        return 1.0 - misses ** (len(self.ruleset.seats) - 1)

    def _odds(self, state: State, seat: str) -> float:
        """Return how likely one roll of two dice lets some ghost land on a player."""
        here = state.players[seat].square
        if here in self.ruleset.homes:
            return 0.0
        steps = self.ruleset.ghost_steps[here]
        nearest = min(steps.get(square, FAR) for square in state.ghosts.values())
        return 1.0 - (min(nearest - 1, 6) / 6) ** 2 if nearest else 1.0

    def _threat(self, state: State, seat: str) -> float:
        return self.weights.threat * self._odds(state, seat) * self._cost(state, seat)

    def _blocked(self, ghost: str, later: State) -> float:
        """Return the marbles, in points, that opponents can expect less after a ghost's walk."""
        start, end = self.state.ghosts[ghost], later.ghosts[ghost]
        found = 0.0
        for other in self.others:
            steps = self.ruleset.pac_steps[self.state.players[other].square]
            near = min(steps.get(start, FAR), steps.get(end, FAR)) <= SIGHT
            if near and later.players[other] == self.state.players[other]:
                found += self._expected(self.state, other) - self._expected(later, other)
        return self.weights.marble * found

    def _expected(self, state: State, seat: str) -> float:
        """Return the mean of the better of two dice for a player, with ghosts as they are."""
        key = seat, frozenset(state.ghosts.items())
        if key not in self._choices:
            self._choices[key] = float(choice_value(Situation(self.ruleset, state), seat))
        return self._choices[key]


# --- The evaluation for bots that play any game ---------------------------------------------------

LEAD = 5  # marbles that are a clear lead


def lead(game: PacManGame, state: State, seat: str) -> float:
    """Return how many more marbles a seat has than the best of the others."""
    own, others = state.players[seat].tray, [p.tray for s, p in state.players.items() if s != seat]
    return (own - max(others, default=0)) / LEAD
