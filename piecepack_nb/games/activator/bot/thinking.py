"""Looking ahead: what the search is told about Activator, and the thought that comes of it.

Vocabulary
    value    points for the seat that thinks; a game won counts ``WIN``, less one for each move
             that it takes
    line     the moves that both seats would make, by what was seen
    rival    a line that begins with another move
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from itertools import cycle
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.steps import Term, Terms
from piecepack_nb.core.validate import takes, whole_number
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.activator.bot.boards import Board, Leap
from piecepack_nb.games.activator.bot.evaluation import Weights, terms, worth
from piecepack_nb.games.activator.bot.fast import Fast
from piecepack_nb.games.activator.moves import Move
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.state import SEATS, State, other
from piecepack_nb.search.alphabeta import DEEPEST, AlphaBetaResult, alphabeta, check_limits

if TYPE_CHECKING:
    from piecepack_nb.core.match import Match
    from piecepack_nb.games.activator.play import Activator

WIN = 100_000.0
SURE = WIN / 2  # no evaluation gets there: beyond it a game is won, or lost
DEPTH, NODES = 4, 20_000
MOST_RIVALS = 1_000
OWN_NODES = 4_000  # with an evaluation of one's own, which takes longer

Evaluate = Callable[["Activator", State, str], float]
"""``evaluate(game, state, seat)``: how good a table is for a seat, in points: mine less theirs.

The seat is whoever is to move there, so that what it gives for one seat must be less what it gives
for the other. The game goes on there; the number of the turn and earlier positions are not told."""


@lru_cache(maxsize=64)
def fast(rules: ActivatorRules) -> Fast:
    """The quick form of the game under these rules."""
    return Fast(rules)


class Tree:
    """Activator as the search wants it: its nodes are boards, its moves leaps."""

    def __init__(
        self,
        game: Activator,
        evaluate: Evaluate | None = None,
        weights: Weights | None = None,
        shuffle: int = 0,
    ) -> None:
        self.game, self.evaluate = game, evaluate
        self.fast, self.weights = fast(game.rules), weights or Weights()
        self.after = self.fast.after
        self.root: Board | None = None
        self.shuffle = shuffle
        """With another number than 0, the moves at the root are in an order of its own."""

    def of(self, state: State) -> Board:
        """The root for a state."""
        root = self.root = self.fast.board(state)
        return root

    def final(self, board: Board) -> float | None:
        """The value of a game that is over; None while it goes on."""
        ended = self.fast.ended(board)
        return None if ended is None else WIN * ended

    def value(self, board: Board) -> float:
        """What a board seems worth to the one to move."""
        if self.evaluate is None:
            return worth(self.fast, board, self.weights)
        value: object = self.evaluate(self.game, self.fast.state(board), SEATS[board.side])
        if isinstance(value, int | float) and abs(value) < SURE:
            return value
        raise invalid("what evaluate gives", value, f"a number of less than {SURE:.0f}")

    def moves(self, board: Board) -> list[Leap]:
        """The moves, captures first."""
        leaps = self.fast.moves(board)
        if self.shuffle and board is self.root:
            Random(self.shuffle).shuffle(leaps)
        return leaps

    def key(self, board: Board) -> Any:
        """Equal for equal positions."""
        return board[:4]


# --- what comes of it ---------------------------------------------------------------------------


class Line(NamedTuple):
    """A way that the game may go, and its value for the seat that thinks."""

    value: float
    moves: tuple[Move, ...]


class Thought:
    """What a look ahead found: the move, its value, what it expects, and why not another.

    It serves as the reason of a bot's move; its words are made when somebody reads them.
    """

    def __init__(
        self, game: Activator, state: State, found: AlphaBetaResult[Leap], tree: Tree
    ) -> None:
        self.game, self.state, self.seat = game, state, state.to_move
        self.depth, self.nodes = found.depth, found.nodes
        self.tree = tree
        self.lines = tuple(
            Line(value, tuple(map(tree.fast.move, leaps))) for value, leaps in found.lines
        )

    def __repr__(self) -> str:
        return (
            f"<Thought: {self.move}, {points(self.value)}, {count_noun(self.depth, 'move')} ahead>"
        )

    @property
    def move(self) -> Move:
        """The best move that was found."""
        return self.lines[0].moves[0]

    @property
    def value(self) -> float:
        """Its value."""
        return self.lines[0].value

    @property
    def line(self) -> tuple[tuple[str, Move], ...]:
        """The moves that are expected, each with who makes it."""
        return self.told(self.lines[0])

    @property
    def rivals(self) -> tuple[Line, ...]:
        """The next best moves, as many as were asked for."""
        return self.lines[1:]

    def told(self, line: Line) -> tuple[tuple[str, Move], ...]:
        """The moves of a line, each with who makes it."""
        return tuple(zip(cycle((self.seat, other(self.seat))), line.moves, strict=False))

    @cached_property
    def terms(self) -> Terms:
        """What makes the table that the line leads to good or bad for the seat, term by term.

        Nothing where the game is over there, or where an evaluation of one's own was used.
        """
        board = self.tree.of(self.state)
        for move in self.lines[0].moves:
            board = self.tree.fast.after(board, self.tree.fast.leap(move))
        if self.tree.evaluate is not None or self.tree.final(board) is not None:
            return ()
        sign = 1 if SEATS[board.side] == self.seat else -1
        found = terms(self.tree.fast, board, self.tree.weights)
        return tuple(Term(name, sign * value) for name, value in found)

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """Why this move, in words."""
        from piecepack_nb.games.activator.bot.reasons import reasons

        return reasons(self)

    @property
    def text(self) -> str:
        """The move, why, and what is expected, in a few sentences."""
        line = ", ".join(f"{seat.title()} {move}" for seat, move in self.line)
        looked = f"{count_noun(self.depth, 'move')} ahead, {count_noun(self.nodes, 'position')}"
        return (
            f"{self.seat.title()} chooses {self.move}: {'; '.join(self.reasons)}. "
            f"Expected: {line} ({points(self.value)}; {looked})."
        )

    def to_json(self) -> dict[str, Any]:
        """The thought as plain data."""
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
                    "moves": [[seat, str(move)] for seat, move in self.told(line)],
                }
                for line in self.lines
            ],
        }


def points(value: float) -> str:
    """A value as a reader sees it.

    >>> points(3.25), points(-0.5), points(WIN - 3), points(2 - WIN)
    ('+3.2 points', '-0.5 points', 'won after 3 moves', 'lost after 2 moves')
    """
    if abs(value) < SURE:
        return f"{value:+.1f} points"
    moves = round(WIN - abs(value))
    return f"{'won' if value > 0 else 'lost'} after {count_noun(moves, 'move')}"


def check(
    evaluate: Evaluate | None, depth: int | None, nodes: int | None, seconds: float | None
) -> None:
    """Raise BadInput for what is no evaluation, and for a limit below one."""
    if evaluate is not None and not takes(evaluate, 3):
        raise invalid("evaluate", evaluate, "a function of a game, a state and a seat, or None")
    check_limits(depth, nodes, seconds)


def _state_of(table: object) -> State:
    """A state, or the one where a match is."""
    state = getattr(table, "state", table)
    if not isinstance(state, State):
        accepted = "a match of Activator, or its state (game.position reads a drawing)"
        raise invalid("what to think about", table, accepted)
    return state


def think(
    game: Activator,
    table: State | Match,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    rivals: int = 2,
    evaluate: Evaluate | None = None,
    weights: Weights | None = None,
    shuffle: int = 0,
) -> Thought:
    """Look ahead from a state; see ``Activator.think``."""
    state = _state_of(table)
    check(evaluate, depth, nodes, seconds)
    whole_number("rivals", rivals, 0, MOST_RIVALS)
    over = game.result(state)
    if over is not None:
        raise BadInput(f"there is no move to think of: {over.text}")
    if depth is None and nodes is None and seconds is None:
        depth, nodes = DEPTH, OWN_NODES if evaluate else NODES
    tree = Tree(game, evaluate, weights, shuffle)
    found = alphabeta(
        tree,
        tree.of(state),
        DEEPEST if depth is None else depth,
        nodes=nodes,
        seconds=seconds,
        alternatives=rivals,
    )
    return Thought(game, state, found, tree)
