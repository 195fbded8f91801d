"""Looking ahead: the evaluation, the search, and the thought that results.

Vocabulary
    term       a difference between the sides, and the points it gives to the side to move
    value      points for the seat that thinks; a game won counts ``WIN``, less one for each move
    variation  a value, and the moves that both seats would make
    rival      a variation that begins with another move
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import cycle
from operator import mul, sub
from random import Random
from typing import Any, NamedTuple, cast

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import Bot, BotMove, Game, RandomChoice
from piecepack_nb.core.match import Match
from piecepack_nb.core.registry import changes_moves
from piecepack_nb.core.steps import Term, Terms
from piecepack_nb.core.validate import takes, whole_number
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.activator.geometry import SQUARES, steps_between
from piecepack_nb.games.activator.movement import (
    IN_LINE,
    PLACES,
    Leap,
    Movement,
    after_turn,
    frozen_places,
    immune_places,
    leap_of,
    move_of,
    movement,
    outcome_of,
)
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.state import HOME, HOMES, SEATS, Move, Position, State, other
from piecepack_nb.search.alphabeta import (
    DEEPEST,
    AlphaBetaResult,
    Variation,
    alphabeta,
    check_limits,
)

ActivatorGame = Game[ActivatorRules, State, Move]

# --- Evaluation ---------------------------------------------------------------------------------

STEPS = tuple(tuple(steps_between(one, other) for other in SQUARES) for one in SQUARES)
FARTHEST = 6  # steps from corner to corner
EVERYWHERE = (True,) * len(PLACES)


class Weights(NamedTuple):
    """The points for one more than the other side has: change them, and compare in the lab."""

    pieces: float = 10.0
    """For each piece."""
    stacks: float = 5.0
    """For each stack: a side with only one has lost (AC-31)."""
    free: float = 1.0
    """For each stack that isn't frozen (AC-24)."""
    line: float = 1.0
    """For each stack that may attack from its square (AC-23)."""
    near: float = 0.3
    """For each step that a stack is nearer to the other's home than its own home is (AC-30)."""
    attacks: float = 4.0
    """For each enemy stack that the side to move can capture now, half for the other side."""


def terms(moving: Movement, position: Position, weights: Weights | None = None) -> Terms:
    """Return each term with its points for the side to move; their sum is ``worth``."""
    weights = weights or Weights()
    found = zip(Weights._fields, weights, _differences(moving, position), strict=True)
    return tuple(Term(name, weight * number) for name, weight, number in found)


def worth(moving: Movement, position: Position, weights: Weights) -> float:
    """Return the sum of all terms."""
    return float(sum(map(mul, weights, _differences(moving, position))))


def _differences(moving: Movement, position: Position) -> tuple[float, ...]:
    """Return what the side to move has more than the other, in the order of the weights."""
    own = _counts(moving, position, position.side)
    other = _counts(moving, position, 1 - position.side)
    return (*map(sub, own[:-1], other), own[-1] - other[-1] / 2)


def _counts(moving: Movement, position: Position, side: int) -> tuple[float, ...]:
    """Return pieces, stacks, those free and in line, steps gained, and enemies under attack."""
    words = position.words
    frozen = frozen_places(moving.rules, position)
    immune = immune_places(moving.rules, position)
    steps = STEPS[HOME[1 - side]]
    in_line = EVERYWHERE if moving.anywhere else IN_LINE[position.activators[side]]
    pieces = stacks = free = line = near = 0
    attacked: set[int] = set()
    for place, word in enumerate(words):
        if word and (word > "Z") == side:
            pieces += len(word)
            stacks += 1
            near += FARTHEST - steps[place]
            if place not in frozen:
                free += 1
                if in_line[place]:
                    line += 1
                    attacked.update(moving.captures(words, side, place, immune))
    return pieces, stacks, free, line, near, len(attacked)


LEAD = 20.0  # points that are a clear lead: two pieces


def lead(game: ActivatorGame, state: State, seat: str) -> float:
    """Return the sum of all terms for a seat, for the bots that play any game."""
    points = worth(movement(game.rules), state.position, Weights()) / LEAD
    return points if state.to_move == seat else -points


# --- The search ---------------------------------------------------------------------------------

WIN = 100_000.0
SURE = WIN / 2  # above any evaluation: a game with such a value is won, or lost
DEPTH, NODES = 4, 20_000
MOST_RIVALS = 1_000
OWN_NODES = 4_000  # with the user's evaluation or of a variant, which takes longer
ORDERS = range(1, 1 << 16)

Evaluate = Callable[[ActivatorGame, State, str], float]
"""``evaluate(game, state, seat)``: how good a state is for a seat, in points, mine less theirs.

The seat is the one to move, so the number for one seat must be less the number for the other. The
game isn't over there; the state has turn 1 and no earlier positions."""


class SearchNode(NamedTuple):
    """A position in the search, with the earlier ones that it may repeat (AC-32)."""

    position: Position
    seen: Mapping[Position, int]
    """The times that each position occurred before the search began, since the last capture."""
    above: SearchNode | None
    """The node before this one, back to the root or to the last capture."""

    @property
    def times(self) -> int:
        """The times that the position has occurred, this one included."""
        position, above = self.position, self.above
        count = 1 + self.seen.get(position, 0)
        while above is not None and above.above is not None:
            above = above.above  # the same side moves every other time
            count += above.position == position
            above = above.above
        return count


NOTHING: Mapping[Position, int] = {}


class SearchTree:
    """Activator as a ``GameTree``: the game's own positions, and its moves as leaps."""

    def __init__(
        self,
        game: ActivatorGame,
        evaluate: Evaluate | None = None,
        weights: Weights | None = None,
        shuffle: int = 0,
    ) -> None:
        self.game, self.evaluate = game, evaluate
        self.rules, self.weights = game.rules, weights or Weights()
        self.moving = movement(game.rules)
        self.root: SearchNode | None = None
        self.shuffle = shuffle
        """The seed of the order of moves at the root; 0 for the usual order."""

    def of(self, state: State) -> SearchNode:
        """Return the root for a state."""
        root = self.root = SearchNode(state.position, Counter(state.earlier[:-1]), None)
        return root

    def final(self, node: SearchNode) -> float | None:
        """Return the value of a game that is over; None while it goes on."""
        outcome = outcome_of(self.moving, node.position, node.times)
        if outcome is None:
            return None
        if not outcome.winner:
            return 0.0
        return WIN if outcome.winner == SEATS[node.position.side] else -WIN

    def value(self, node: SearchNode) -> float:
        """Return the evaluation for the side to move."""
        if self.evaluate is None:
            return worth(self.moving, node.position, self.weights)
        state = State(1, node.position)
        value: object = self.evaluate(self.game, state, state.to_move)
        if isinstance(value, int | float) and abs(value) < SURE:
            return value
        raise invalid("the value of evaluate", value, f"a number of less than {SURE:.0f}")

    def moves(self, node: SearchNode) -> list[Leap]:
        """Return the moves, captures first."""
        found = sorted(self.moving.moves(node.position), key=lambda each: not each[0].captures)
        return self.in_order(node, [(*piece[:3], to) for piece, targets in found for to in targets])

    def in_order(self, node: SearchNode, leaps: list[Leap]) -> list[Leap]:
        """Return the moves of a node, those at the root in the order of ``shuffle``."""
        if self.shuffle and node is self.root:
            Random(self.shuffle).shuffle(leaps)
        return leaps

    def after(self, node: SearchNode, leap: Leap) -> SearchNode:
        """Return the node after a move: a capture ends the earlier positions (AC-32)."""
        position = after_turn(self.rules, node.position, leap)
        there = node.position.words[leap[1]]
        captures = bool(there) and (there > "Z") != node.position.side
        if captures or not self.rules.repetition:
            return SearchNode(position, NOTHING, None)
        return SearchNode(position, node.seen, node)

    def key(self, node: SearchNode) -> Position:
        """Return a key that is equal for equal positions."""
        return node.position


class VariantTree(SearchTree):
    """A variant as a ``GameTree``: its nodes are states, since only the game knows its moves."""

    def of(self, state: State) -> Any:
        """Return the root for a state."""
        self.root = node = cast(Any, state)
        return node

    def final(self, node: Any) -> float | None:
        """Return the value of a game that is over; None while it goes on."""
        result = self.game.result(node)
        if result is None or not result.winners:
            return None if result is None else 0.0
        return WIN if node.to_move in result.winners else -WIN

    def moves(self, node: Any) -> list[Leap]:
        """Return the moves, captures first."""
        enemies = {*node.held(other(node.to_move))}
        found = sorted(self.game.moves(node), key=lambda move: move.end not in enemies)
        return self.in_order(node, list(map(leap_of, found)))

    def after(self, node: Any, leap: Leap) -> Any:
        """Return the state after a move."""
        return self.game.next_state(node, move_of(leap))


def search_tree(
    game: ActivatorGame,
    evaluate: Evaluate | None = None,
    weights: Weights | None = None,
    shuffle: int = 0,
) -> SearchTree:
    """Return the tree of a game; a variant is asked for its moves and its own evaluation."""
    if not is_variant(game):
        return SearchTree(game, evaluate, weights, shuffle)
    if evaluate is None and weights is None:
        evaluate = _own_evaluation
    return VariantTree(game, evaluate, weights, shuffle)


def _own_evaluation(game: ActivatorGame, state: State, seat: str) -> float:
    """Return the variant's own evaluation in the points of the printed game's."""
    return LEAD * game.evaluate(state, seat)


def is_variant(game: ActivatorGame) -> bool:
    """Return True for a subclass with other moves, or other results of them, than its options."""
    return changes_moves(type(game), "thinker")


# --- Thoughts and thinkers ----------------------------------------------------------------------


class Thought:
    """The result of a look ahead: the move, its value, the expected moves, and the rivals.

    It is the reason of a bot's move; its words are made when they are first read.
    """

    def __init__(
        self, game: ActivatorGame, state: State, found: AlphaBetaResult[Leap], tree: SearchTree
    ) -> None:
        self.game, self.state, self.seat = game, state, state.to_move
        self.depth, self.nodes = found.depth, found.nodes
        self.tree = tree
        self.lines = tuple(
            Variation(value, tuple(map(move_of, leaps))) for value, leaps in found.lines
        )

    def __repr__(self) -> str:
        ahead = count_noun(self.depth, "move")
        return f"<Thought: {self.move}, {value_text(self.value)}, {ahead} ahead>"

    @property
    def move(self) -> Move:
        """The best move."""
        return self.lines[0].moves[0]

    @property
    def value(self) -> float:
        """The value of the best move."""
        return self.lines[0].value

    @property
    def line(self) -> tuple[tuple[str, Move], ...]:
        """The expected moves, each with its seat."""
        return self.with_seats(self.lines[0])

    @property
    def rivals(self) -> tuple[Variation[Move], ...]:
        """The next best moves, as many as were wanted."""
        return self.lines[1:]

    def with_seats(self, variation: Variation[Move]) -> tuple[tuple[str, Move], ...]:
        """Return the moves of a variation, each with its seat."""
        return tuple(zip(cycle((self.seat, other(self.seat))), variation.moves, strict=False))

    @property
    def looked(self) -> str:
        """The size of the search: "4 moves ahead, 20000 positions"."""
        return f"{count_noun(self.depth, 'move')} ahead, {count_noun(self.nodes, 'position')}"

    @cached_property
    def terms(self) -> Terms:
        """The terms for the seat where the expected moves lead.

        Empty if the game is over there, with the user's evaluation, and of a variant.
        """
        node = self.tree.of(self.state)
        for move in self.lines[0].moves:
            node = self.tree.after(node, leap_of(move))
        if self.tree.evaluate is not None or self.tree.final(node) is not None:
            return ()
        sign = 1 if SEATS[node.position.side] == self.seat else -1
        found = terms(self.tree.moving, node.position, self.tree.weights)
        return tuple(Term(name, sign * value) for name, value in found)

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """The reasons for the move, in words."""
        return reasons(self)

    @property
    def choice(self) -> str:
        """The move and its reasons, in a sentence."""
        return f"{self.seat.title()} chooses {self.move}: {'; '.join(self.reasons)}."

    @property
    def text(self) -> str:
        """The move, its reasons and the expected moves, in a few sentences."""
        line = ", ".join(f"{seat.title()} {move}" for seat, move in self.line)
        return f"{self.choice} Expected: {line} ({value_text(self.value)}; {self.looked})."

    def to_json(self) -> dict[str, Any]:
        """Return the thought as plain data."""
        return {
            "text": self.text,
            "seat": self.seat,
            "move": str(self.move),
            "value": self.value,
            "depth": self.depth,
            "nodes": self.nodes,
            "reasons": list(self.reasons),
            "lines": [
                {
                    "value": line.value,
                    "moves": [[seat, str(move)] for seat, move in self.with_seats(line)],
                }
                for line in self.lines
            ],
        }


def value_text(value: float) -> str:
    """Return a value in words.

    >>> value_text(3.25), value_text(-0.5), value_text(WIN - 3), value_text(2 - WIN)
    ('+3.2 points', '-0.5 points', 'won after 3 moves', 'lost after 2 moves')
    """
    if abs(value) < SURE:
        return f"{value:+.1f} points"
    moves = round(WIN - abs(value))
    return f"{'won' if value > 0 else 'lost'} after {count_noun(moves, 'move')}"


def think(
    game: ActivatorGame,
    state: State | Match,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    rivals: int = 2,
    evaluate: Evaluate | None = None,
    weights: Weights | None = None,
    shuffle: int = 0,
) -> Thought:
    """Return the best move by looking ahead, with the expected moves and the reasons.

    ``rivals`` is the number of alternatives that are valued too. ``state`` may be a match: its
    state is used, under this game's rules. The limits, ``evaluate`` and ``weights`` are those of
    ``thinker``; ``shuffle`` is a seed for the order of equal moves. Raises BadInput for what is no
    state of this game, for a limit below one, and if the game is over.
    """
    state = state.state if isinstance(state, Match) else state
    if not isinstance(state, State):
        expected = "a match of Activator, or its state (game.position reads a drawing)"
        raise invalid("the state to think about", state, expected)
    _check_arguments(evaluate, depth, nodes, seconds)
    whole_number("rivals", rivals, 0, MOST_RIVALS)
    over = game.result(state)
    if over is not None:
        raise BadInput(f"there is no move to choose: {over.text}")
    tree = search_tree(game, evaluate, weights, shuffle)
    if depth is None and nodes is None and seconds is None:
        depth, nodes = DEPTH, OWN_NODES if tree.evaluate else NODES
    depth = DEEPEST if depth is None else depth
    found = alphabeta(
        tree, tree.of(state), depth, nodes=nodes, seconds=seconds, alternatives=rivals
    )
    return Thought(game, state, found, tree)


def thinker(
    evaluate: Evaluate | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    weights: Weights | None = None,
) -> Bot:
    """Return a bot that looks ahead, with your limits and your evaluation.

    ``evaluate(game, state, seat)`` returns a number: how good a state is for a seat, mine less
    theirs. It is called for the seat to move where the look ahead ends, and counts as just as bad
    for the other: a number for one side only misleads the search. Without one, the terms count
    with ``weights``.

    ``depth`` is in moves of either seat. Without a limit it takes well under a second a move. Among
    moves of equal value it takes any, by its match's seed. Raises BadInput for a limit below one
    and for an ``evaluate`` that is no function; so does a move of the bot if its evaluation returns
    no number.
    """
    _check_arguments(evaluate, depth, nodes, seconds)

    def bot(game: ActivatorGame, state: State, _seat: str, pick: RandomChoice) -> BotMove:
        thought = think(
            game, state, depth=depth, nodes=nodes, seconds=seconds, rivals=1, evaluate=evaluate,
            weights=weights, shuffle=pick("order", ORDERS),
        )  # fmt: skip
        return BotMove(thought.move, thought)

    bot.__name__ = getattr(evaluate, "__name__", "thinker")
    return bot


def _check_arguments(
    evaluate: Evaluate | None, depth: int | None, nodes: int | None, seconds: float | None
) -> None:
    """Raise BadInput for an ``evaluate`` that is no function, and for a limit below one."""
    if evaluate is not None and not takes(evaluate, 3):
        raise invalid("evaluate", evaluate, "a function of a game, a state and a seat, or None")
    check_limits(depth=depth, nodes=nodes, seconds=seconds)


# --- Reasons in words ---------------------------------------------------------------------------

LITTLE = 1.0  # a smaller difference of values is not mentioned
THREAT_DEPTH, THREAT_NODES = 2, 3_000  # the limits of the search for the other's threat
MOST_TERMS = 2  # terms that are named if there is nothing else to say
TERM_NAMES = {
    "pieces": "pieces",
    "stacks": "stacks",
    "free": "stacks that can move",
    "line": "stacks in line to attack",
    "near": "steps towards the other's home",
    "attacks": "threats",
}


class Capture(NamedTuple):
    """A capture in a variation: after how many moves, by which seat, and of what."""

    after: int
    seat: str
    what: str


def reasons(thought: Thought, *, numbers: bool = True) -> tuple[str, ...]:
    """Return the reasons for the move, the most important first; never none.

    Without ``numbers`` those that only a value speaks for are left out, and there may be none.
    """
    best, seat = thought.lines[0], thought.seat
    if best.value >= SURE:
        return (f"it wins {_soon(best)}: {_ending(thought, best, seat)}", *_only(thought))
    if best.value <= -SURE:
        return (f"every move loses: {_ending(thought, best, other(seat))} {_soon(best)}",)
    found = [*_captures(thought), *_prevents(thought)]
    if not numbers:
        every = thought.rivals and thought.rivals[0].value <= -SURE
        return (*found, *_only(thought)) if every else tuple(found)
    found += _only(thought)
    return tuple(found) or tuple(_gains(thought)) or ("no better move was found",)


def _captures(thought: Thought) -> Iterator[str]:
    """Yield what the move captures, now or later, and what that may lose."""
    captures, _ = _play(thought, thought.lines[0])
    own = [each for each in captures if each.seat == thought.seat]
    lost = [each for each in captures if each.seat != thought.seat]
    for each in own[:1]:
        yield f"it captures {each.what}" + (f" in {each.after} moves" if each.after > 1 else "")
    if own and lost:
        yield f"it may lose {lost[0].what}"


def _prevents(thought: Thought) -> Iterator[str]:
    """Yield what the other would do if it were to move now, unless it does so all the same."""
    seat, state = thought.seat, thought.state
    rival = other(seat).title()
    if other(seat) in state.occupied:
        if thought.move.end != HOMES[seat]:  # another turn is left for that
            return
        yield f"it takes {rival} off {HOMES[seat]}, where {rival} would have won"
        return
    tree = search_tree(thought.game, thought.tree.evaluate, thought.tree.weights)
    passed = tree.of(state.with_turn_of(other(seat)))
    if tree.final(passed) is not None or not tree.moves(passed):
        return
    found = alphabeta(tree, passed, THREAT_DEPTH, nodes=THREAT_NODES)
    threat = move_of(found.move)
    answers = [move.end for _, move in thought.line[1:2]]
    if found.value >= SURE:
        yield f"otherwise {rival} would play {threat} and win"
    elif found.value + thought.value <= LITTLE or threat.end in answers:
        return
    elif threat.end in state.held(seat):
        yield f"otherwise {rival} would capture {state.squares[threat.end].name} on {threat.end}"


def _only(thought: Thought) -> Iterator[str]:
    """Yield how much worse the next best move is."""
    if not thought.rivals:
        return
    best, rival = thought.lines[0], thought.rivals[0]
    move, who = rival.moves[0], other(thought.seat)
    if rival.value <= -SURE:
        yield f"every other move loses: after {move}, {_ending(thought, rival, who)}"
    elif best.value >= SURE > rival.value:
        yield "no other move is sure to win"
    elif best.value < SURE and best.value - rival.value > LITTLE:
        captures, _ = _play(thought, rival)
        lost = [f", losing {each.what}" for each in captures if each.seat == who]
        yield f"the next best is {move} ({value_text(rival.value)}{(lost or [''])[0]})"


def _gains(thought: Thought) -> Iterator[str]:
    """Yield the terms of the evaluation that the expected moves improve most."""
    if not thought.terms:
        return
    now = terms(thought.tree.moving, thought.state.position, thought.tree.weights)
    gains = [
        (after.points - before.points, TERM_NAMES[after.name])
        for before, after in zip(now, thought.terms, strict=True)
    ]
    better = [f"{what} ({gain:+.1f})" for gain, what in sorted(gains, reverse=True) if gain > 0]
    if better:
        yield f"it gains {join_list(better[:MOST_TERMS])}"


def _play(thought: Thought, variation: Variation[Move]) -> tuple[list[Capture], State]:
    """Return the captures of a variation, and its last state."""
    state, found = thought.state, []
    for number, move in enumerate(variation.moves, 1):
        seat = state.to_move
        for step in thought.game.play(state, move):
            if step.event.kind == "capture":
                what = "{whose}'s {what} on {end}".format_map(step.event.data)
                found.append(Capture(number, seat, what))
            state = step.state
    return found, state


def _soon(variation: Variation[Move]) -> str:
    """Return when a variation ends: "at once" or "in 3 moves"."""
    return "at once" if len(variation.moves) == 1 else f"in {len(variation.moves)} moves"


def _ending(thought: Thought, variation: Variation[Move], winner: str) -> str:
    """Return how the ``winner`` wins at the end of a variation, in a sentence."""
    _, state = _play(thought, variation)
    loser = other(winner)
    if state.outcome is None or state.outcome.winner != winner:
        return f"{winner.title()} wins"
    if state.outcome.how == "home":
        return f"{winner.title()} holds {loser.title()}'s home {HOMES[loser]}"
    if state.outcome.how == "reduced":
        return f"{loser.title()} is left with {count_noun(len(state.held(loser)), 'stack')}"
    return f"{loser.title()} can't move"
