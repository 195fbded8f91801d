"""A bot that looks some moves ahead in any game: expectiminimax with alpha-beta cuts.

It expects the others to play against it (the paranoid search), or all together in a cooperative
game. Where several sides act in secret, each for itself, it takes their moves as equally likely.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product
from math import prod
from statistics import fmean
from typing import Any

from piecepack_nb.bots.monte_carlo import checked
from piecepack_nb.core.actors import Chance, Rolls, Simultaneous
from piecepack_nb.core.errors import invalid
from piecepack_nb.core.game import AnyGame, Bot, BotMove, Evaluate, RandomChoice
from piecepack_nb.core.move_reason import Candidate, MoveReason
from piecepack_nb.core.validate import takes
from piecepack_nb.core.wording import count_noun
from piecepack_nb.search.alphabeta import DEEPEST, Variation, check_limits
from piecepack_nb.search.expectiminimax import ExpectiminimaxResult, NodeKind, expectiminimax
from piecepack_nb.search.uct import fast_pick, play_all, shuffled, worlds_of

DEPTH, NODES = 4, 1_000
ALTERNATIVES = 2
WORLDS = 8
"""The most states that an observation is completed to; a move is worth its mean over them."""
WIN = 1_000_000.0
POINT = 10_000.0
"""The value of a point, in a game that pays points: plies and roundings count nothing beside it."""
LARGEST = 1_000.0  # of an evaluation; a value above it counts games won
MOST_OUTCOMES, SAMPLE = 36, 12
"""Rolls are all looked at if they are no more than the first number; else so many at random."""
MOST_COMPARED = 1_000
"""The most moves whose exact values are compared over worlds."""
MOST_TOGETHER = 24
"""The most combinations of moves that are looked at where several seats act in secret."""

Together = tuple[Any, ...]
"""Moves that are made together; usually one."""


def look_ahead(
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    evaluate: Evaluate | None = None,
) -> Bot:
    """Return a bot that looks ahead in any game.

    ``depth`` is in moves of any seat; chance takes none. ``nodes`` limits the states looked at,
    ``seconds`` the time. Without a limit it looks up to 4 moves ahead, at 1000 states.
    ``evaluate(game, state, seat)`` returns how good a state is for a seat where the look ahead
    ends; the default is the game's own evaluation. Raises BadInput for a limit below one, and for
    an ``evaluate`` that is no function.
    """
    check_limits(depth=depth, nodes=nodes, seconds=seconds)
    if evaluate is not None and not takes(evaluate, 3):
        raise invalid("evaluate", evaluate, "a function of a game, a state and a seat, or None")
    default = depth is None and nodes is None and seconds is None
    plies: int = DEPTH if default else depth or DEEPEST
    most = NODES if default else nodes

    def bot(game: AnyGame, state: Any, seat: str, pick: RandomChoice) -> BotMove:
        chance = fast_pick(pick)
        tree = SeatTree(game, seat, chance, checked(evaluate or type(game).evaluate))
        worlds = worlds_of(game, state, seat, chance, WORLDS)
        if len(worlds) > 1 and tree.kind(worlds[0]) != "simultaneous":
            return _chosen(tree, worlds[0], _over_worlds(tree, worlds, plies, most, seconds))
        found = expectiminimax(
            tree, worlds[0], plies, nodes=most, seconds=seconds, alternatives=ALTERNATIVES
        )
        return _chosen(tree, worlds[0], found)

    bot.__name__ = "look_ahead"
    return bot


class SeatTree:
    """A game as a seat sees it in a search: it maximises, the others minimise.

    The nodes are states.
    """

    def __init__(self, game: AnyGame, seat: str, pick: RandomChoice, evaluate: Evaluate) -> None:
        self.game, self.seat, self.pick, self.evaluate = game, seat, pick, evaluate
        self.side = frozenset(game.side_of(seat))
        self.unit = 1.0 if game.pays == "win" else POINT

    def final(self, state: Any) -> float | None:
        """Return the value of a game that is over; None while it continues."""
        result = self.game.result(state)
        if result is None:
            return None if self.game.to_act(state) else 0.0
        worth = WIN if self.game.pays == "win" else self.unit
        return worth * self.game.payoff(result, self.seat)

    def value(self, state: Any) -> float:
        """Return the evaluation for the seat."""
        value = self.evaluate(self.game, state, self.seat)
        if abs(value) < LARGEST or self.game.pays != "win":
            return value * self.unit
        raise invalid("the value of evaluate", value, f"a number of less than {LARGEST:.0f}")

    def kind(self, state: Any) -> NodeKind:
        """Return who acts."""
        actor = self.game.to_act(state)
        assert actor is not None
        if isinstance(actor, Chance):
            return "chance"
        own = self.side.intersection(actor.seats)
        if own and isinstance(actor, Simultaneous) and len(own) < len(actor.seats):
            return "simultaneous"
        return "max" if own else "min"

    def moves(self, state: Any) -> list[Together]:
        """Return the moves of who acts, in random order; of both sides at once, the side's."""
        seats = self._acting(state, own=self.kind(state) != "min")
        return self._together(state, seats)

    def replies(self, state: Any) -> list[Together]:
        """Return the others' moves where both sides act at once."""
        return self._together(state, self._acting(state, own=False))

    def opposed(self, state: Any) -> bool:
        """Return True if all who reply where both sides act at once are on one side."""
        first, *others = self._acting(state, own=False)
        return set(others) <= set(self.game.side_of(first))

    def _acting(self, state: Any, own: bool) -> list[str]:
        """Return the seats of one side that act: of a team one, in secret all."""
        actor = self.game.to_act(state)
        assert actor is not None
        seats = [seat for seat in actor.seats if (seat in self.side) == own]
        if not isinstance(actor, Simultaneous):
            seats = [self.seat] if self.seat in seats else seats[:1]
        return seats

    def _together(self, state: Any, seats: Sequence[str]) -> list[Together]:
        """Return the combinations of the seats' moves, in random order, or a sample of them."""
        moves = [list(self.game.moves_for(state, seat)) for seat in seats]
        if len(seats) == 1 or prod(map(len, moves)) <= MOST_TOGETHER:
            return shuffled(list(product(*moves)), self.pick)
        sample = (tuple(self.pick("move", each) for each in moves) for _ in range(MOST_TOGETHER))
        return list(dict.fromkeys(sample))

    def outcomes(self, state: Any) -> list[Any]:
        """Return the states after each roll or, of too many, after some."""
        game, chance = self.game, self.game.to_act(state)
        assert isinstance(chance, Chance)
        rolls: Collection[Any] = Rolls(chance)
        if not 0 < len(rolls) <= MOST_OUTCOMES:
            rolls = [game.chance_move(state, self.pick) for _ in range(SAMPLE)]
        return [game.next_state(state, roll) for roll in rolls]

    def after(self, state: Any, *moves: Together) -> Any:
        """Return the state after moves that are made together."""
        return play_all(self.game, state, [move for each in moves for move in each])


def _over_worlds(
    tree: SeatTree, worlds: Sequence[Any], plies: int, nodes: int | None, seconds: float | None
) -> ExpectiminimaxResult[Together]:
    """Return the moves by their mean value over worlds that the seat can't tell apart.

    The limits are shared out. A move that a limit left out of most worlds comes last.
    """
    each = len(worlds)
    found = [
        expectiminimax(
            tree,
            world,
            plies,
            nodes=nodes and max(1, nodes // each),
            seconds=seconds and seconds / each,
            alternatives=MOST_COMPARED,
        )
        for world in worlds
    ]
    values: dict[Together, list[float]] = {}
    for line in (line for result in found for line in result.lines):
        values.setdefault(line.moves[0], []).append(line.value)
    ranked = sorted(values.items(), key=lambda move: (-len(move[1]), -fmean(move[1])))
    lines = tuple(Variation(fmean(worth), (move,)) for move, worth in ranked[: 1 + ALTERNATIVES])
    mix = (1.0, *[0.0] * (len(lines) - 1))
    depth, entered = min(each.depth for each in found), sum(each.nodes for each in found)
    return ExpectiminimaxResult(lines, mix, depth, entered)


def _chosen(tree: SeatTree, state: Any, found: ExpectiminimaxResult[Together]) -> BotMove:
    """Return the best move or, of a mix, one at random by its probability."""
    secret = tree.kind(state) == "simultaneous"
    candidates = [
        _candidate(tree, state, line, share)
        for line, share in zip(found.lines, found.mix, strict=True)
    ]
    best = _draw(candidates, tree.pick) if secret else candidates[0]
    others = [each for each in candidates if each is not best]
    ahead = f"{count_noun(found.depth, 'move')} ahead, {count_noun(found.nodes, 'position')}"
    return BotMove(best.move, MoveReason(tree.seat, (best, *others), ahead, secret))


def _candidate(tree: SeatTree, state: Any, line: Variation[Together], share: float) -> Candidate:
    """Return a variation's first move; of moves made together, this seat's."""
    (own, *_), *rest = line.moves
    state, seats = tree.after(state, line.moves[0]), []
    for moves in rest:
        actor = tree.game.to_act(state)
        assert actor is not None
        seats.append(actor.seats[0])
        state = tree.after(state, moves)
    expected = tuple((seat, moves[0]) for seat, moves in zip(seats, rest, strict=True))
    value = line.value / tree.unit
    text = value_text(value) if tree.game.pays == "win" else f"{value:+.2f} points"
    return Candidate(own, value, text, 0, share, expected)


def _draw(candidates: Sequence[Candidate], pick: RandomChoice) -> Candidate:
    """Return a candidate at random, by the shares."""
    left = pick("share", range(10**6)) / 10**6
    for candidate in candidates:
        left -= candidate.share
        if left < 0:
            return candidate
    return candidates[0]


def value_text(value: float) -> str:
    """Return a value in words.

    >>> value_text(0.25), value_text(WIN - 3), value_text(2 - WIN), value_text(WIN / 5)
    ('+0.25', 'won after 3 moves', 'lost after 2 moves', '60 %')
    """
    moves = round(WIN - abs(value))
    if moves <= DEEPEST:
        return f"{'won' if value > 0 else 'lost'} after {count_noun(moves, 'move')}"
    # Chance makes a value the mean of games won and lost.
    return f"{value:+.2f}" if abs(value) < LARGEST else f"{50 * (1 + value / WIN):.0f} %"
