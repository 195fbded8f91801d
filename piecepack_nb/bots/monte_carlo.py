"""A bot that tries its moves in many random games: Monte Carlo tree search (UCT)."""

from __future__ import annotations

from math import inf, isfinite
from typing import Any

from piecepack_nb.core.actors import Simultaneous
from piecepack_nb.core.errors import invalid
from piecepack_nb.core.game import AnyGame, Bot, BotMove, Evaluate, Game, RandomChoice
from piecepack_nb.core.move_reason import Candidate, MoveReason
from piecepack_nb.core.validate import takes, whole_number
from piecepack_nb.core.wording import count_noun
from piecepack_nb.search.alphabeta import check_limits
from piecepack_nb.search.evaluating import EvaluatingUct
from piecepack_nb.search.learning import LearningUct
from piecepack_nb.search.uct import Arm, fast_pick, worlds_of

PLAYOUTS, SHORT_PLAYOUTS, EVALUATIONS = 100, 250, 1_000
"""The playouts for a move without a limit: more where they are short, or only evaluated."""
TO_THE_END = 1_000
"""The most moves of a playout that should reach the end of the game."""
UNTIL_EVALUATED = 4
"""The most moves of a playout with the user's evaluation, and of most others that can be cut."""
WORLDS = 8
"""The most states that an observation is completed to; each has a tree of its own."""
RARE = 0.25
"""A secret move with fewer visits than this share of the most visited one's is never chosen."""
SHOWN = 12
"""The most candidates that a reason has."""


def mcts(
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    playout_moves: int | None = None,
    evaluate: Evaluate | None = None,
) -> Bot:
    """Return a bot that chooses by Monte Carlo tree search; it needs only the rules.

    ``playouts`` limits the random games that it tries for a move, ``seconds`` the time; with
    playouts alone the same seed plays the same game. A playout ends after ``playout_moves`` moves;
    then ``evaluate(game, state, seat)`` judges it: 0 is even, 1 a clear lead, -1 a clear lead of
    others. Raises BadInput for a limit below one (``playout_moves`` may be 0), and for an
    ``evaluate`` that is no function.

    By default a game's own ``playout_moves`` and evaluation hold, with 100 playouts; with your own
    ``evaluate``, a playout has 4 moves. For a game with an evaluation and no ``playout_moves``, the
    bot plays nothing at random: it evaluates up to 1000 states. For most games without an
    evaluation it plays 250 playouts of 4 moves.
    """
    check_limits(playouts=playouts, seconds=seconds)
    if playout_moves is not None:
        whole_number("playout_moves", playout_moves, 0, 10**6)
    if evaluate is not None and not takes(evaluate, 3):
        raise invalid("evaluate", evaluate, "a function of a game, a state and a seat, or None")
    limited = playouts is not None or seconds is not None

    def bot(game: AnyGame, state: Any, seat: str, pick: RandomChoice) -> BotMove:
        moves = game.moves_for(state, seat)
        if len(moves) == 1:
            (move,) = moves
            return BotMove(move, MoveReason(seat, (Candidate(move, 0.5, ""),), ""))
        chance = fast_pick(pick)
        search, usual = _search(game, seat, chance, evaluate, playout_moves)
        most = playouts or inf if limited else usual
        search.run(worlds_of(game, state, seat, chance, WORLDS), most, seconds or inf)
        if isinstance(game.to_act(state), Simultaneous):
            return _mixed(search, chance)
        return _most_visited(search)

    bot.__name__ = "mcts"
    return bot


def _search(
    game: AnyGame, seat: str, pick: RandomChoice, evaluate: Evaluate | None, given: int | None
) -> tuple[LearningUct, int]:
    """Return the search that suits a game, and how many playouts it usually has."""
    score = checked(evaluate or type(game).evaluate)
    if given is None and evaluate is not None:
        given = UNTIL_EVALUATED
    length = game.playout_moves if given is None else given
    if length is not None:
        return LearningUct(game, seat, pick, score, length), PLAYOUTS
    if game.pays == "win" and game.evaluates:
        return EvaluatingUct(game, seat, pick, score, TO_THE_END), EVALUATIONS
    search = LearningUct(game, seat, pick, score, TO_THE_END)
    if game.pays != "win" or type(game).evaluate is Game.evaluate:
        return search, PLAYOUTS  # points so far say little of points to come
    search.short = UNTIL_EVALUATED
    return search, SHORT_PLAYOUTS


def checked(evaluate: Evaluate) -> Evaluate:
    """Return the evaluation with a check: it raises BadInput unless it returns a number."""

    def number(game: AnyGame, state: Any, seat: str) -> float:
        value: object = evaluate(game, state, seat)
        if isinstance(value, int | float) and isfinite(value):
            return value
        raise invalid("the value of evaluate", value, "a number")

    return number


def _most_visited(search: LearningUct) -> BotMove:
    """Return the move that most playouts began with."""
    arms = search.arms()
    shown = tuple(_candidate(search, arm, search.line(arm.move)) for arm in arms[:SHOWN])
    return BotMove(arms[0].move, _reason(search, shown))


def _mixed(search: LearningUct, pick: RandomChoice) -> BotMove:
    """Return a secret move at random, each as probable as it was visited; rare ones never.

    Seats that act in secret must not be predictable, and the visits approach a mixed strategy.
    """
    arms = search.arms()
    often = [arm for arm in arms if arm.visits >= RARE * arms[0].visits]
    total = sum(arm.visits for arm in often)
    drawn = pick("move", [arm for arm in often for _ in range(arm.visits)])
    shown = [
        _candidate(search, arm)._replace(share=arm.visits / total if arm in often else 0.0)
        for arm in dict.fromkeys((drawn, *arms[:SHOWN]))
    ]
    return BotMove(drawn.move, _reason(search, tuple(shown), secret=True))


def _candidate(search: LearningUct, arm: Arm, line: tuple[tuple[str, Any], ...] = ()) -> Candidate:
    share = arm.visits / search.choice(search.roots[0]).visits
    value = f"{100 * arm.mean:.0f} %" if search.game.pays == "win" else f"{arm.mean:+.2f} points"
    return Candidate(arm.move, arm.mean, value, arm.visits, share, line)


def _reason(search: LearningUct, shown: tuple[Candidate, ...], secret: bool = False) -> MoveReason:
    effort = count_noun(search.choice(search.roots[0]).visits, "playout")
    return MoveReason(search.seat, shown, effort, secret)
