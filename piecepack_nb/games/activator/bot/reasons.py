"""Why a move was chosen, in words: what it wins, what it prevents, what the others would allow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.activator.bot.evaluation import terms
from piecepack_nb.games.activator.bot.thinking import SURE, Line, Thought, Tree, points
from piecepack_nb.games.activator.state import HOMES, SEATS, State, named, other
from piecepack_nb.search.alphabeta import alphabeta

LITTLE = 1.0  # a difference of values that is not worth a word
THREAT_DEPTH, THREAT_NODES = 2, 3_000  # how far a threat of the other is looked for
TOLD = 2  # terms that are named where nothing else is to be said
SAID = {
    "pieces": "pieces",
    "stacks": "stacks",
    "free": "stacks that can move",
    "line": "stacks in line to attack",
    "near": "way towards the other's home",
    "attacks": "threats",
}
"""The terms of the evaluation in words."""


class Happening(NamedTuple):
    """Something in a line that is worth a word: after how many moves, who did it, and what."""

    after: int
    seat: str
    what: str


def reasons(thought: Thought) -> tuple[str, ...]:
    """Why the move was chosen, what matters most first; never nothing."""
    best, seat = thought.lines[0], thought.seat
    if best.value >= SURE:
        return (f"it wins {_soon(best)}: {_ending(thought, best, seat)}", *_only(thought))
    if best.value <= -SURE:
        end = _ending(thought, best, other(seat))
        return (f"nothing helps any more: {_soon(best)} {end}",)
    found = [*_captures(thought), *_prevents(thought), *_only(thought)]
    return tuple(found) or tuple(_terms(thought)) or ("nothing better was found",)


# --- what it does -------------------------------------------------------------------------------


def _captures(thought: Thought) -> Iterator[str]:
    """What it captures, at once or later, and what that costs."""
    happenings, _ = _played(thought, thought.lines[0])
    own = [each for each in happenings if each.seat == thought.seat]
    lost = [each for each in happenings if each.seat != thought.seat]
    for each in own[:1]:
        yield f"{each.what} falls" + (f" in {each.after}" if each.after > 1 else "")
    if own and lost:
        yield f"it may cost {lost[0].what}"


def _prevents(thought: Thought) -> Iterator[str]:
    """What the other would do if it were to move now: a board on which one passes tells."""
    seat, state = thought.seat, thought.state
    rival = other(seat).title()
    if other(seat) in state.occupied:
        yield f"it takes {rival} off {HOMES[seat]}, where {rival} would have won"
        return
    tree = Tree(thought.game, thought.tree.evaluate, thought.tree.weights)
    passed = tree.of(state)._replace(side=1 - SEATS.index(seat), above=None)
    if tree.final(passed) is not None:
        return
    found = alphabeta(tree, passed, THREAT_DEPTH, nodes=THREAT_NODES)
    threat = tree.fast.move(found.move)
    if found.value >= SURE:
        yield f"otherwise {rival} would play {threat} and win"
    elif threat.end in state.held(seat) and found.value + thought.value > LITTLE:
        stack = named(state.squares[threat.end].letters)
        yield f"otherwise {rival} could capture {seat.title()}'s {stack} on {threat.end}"


def _only(thought: Thought) -> Iterator[str]:
    """What the next best move would have come to."""
    if not thought.rivals:
        return
    best, rival = thought.lines[0], thought.rivals[0]
    move, who = rival.moves[0], other(thought.seat)
    if rival.value <= -SURE:
        yield f"everything else loses: after {move}, say, {_ending(thought, rival, who)}"
    elif best.value >= SURE > rival.value:
        yield "nothing else is sure to win"
    elif best.value < SURE and best.value - rival.value > LITTLE:
        happenings, _ = _played(thought, rival)
        lost = [f", where {each.what} falls" for each in happenings if each.seat == who]
        yield f"the next best is {move} ({points(rival.value)}{(lost or [''])[0]})"


def _terms(thought: Thought) -> Iterator[str]:
    """The terms of the evaluation that the line improves most."""
    if not thought.terms:
        return
    tree = thought.tree
    now = terms(tree.fast, tree.fast.board(thought.state), tree.weights)
    gains = [
        (after.points - before.points, SAID[after.name])
        for before, after in zip(now, thought.terms, strict=True)
    ]
    better = [f"{what} ({gain:+.1f})" for gain, what in sorted(gains, reverse=True) if gain > 0]
    if better:
        yield f"it gains {join_list(better[:TOLD])}"


# --- lines in words -------------------------------------------------------------------------------


def _played(thought: Thought, line: Line) -> tuple[list[Happening], State]:
    """What is captured on a line, and the table that it leads to."""
    state, found = thought.state, []
    for number, move in enumerate(line.moves, 1):
        seat = state.to_move
        for step in thought.game.play(state, move):
            if step.event.kind == "capture":
                what = "{whose}'s {what} on {end}".format_map(step.event.data)
                found.append(Happening(number, seat, what))
            state = step.state
    return found, state


def _soon(line: Line) -> str:
    return "at once" if len(line.moves) == 1 else f"in {len(line.moves)} moves"


def _ending(thought: Thought, line: Line, winner: str) -> str:
    """How a line ends that is won."""
    _, state = _played(thought, line)
    loser = other(winner)
    if state.outcome is None or state.outcome.winner != winner:
        return f"{winner.title()} wins"
    if state.outcome.how == "home":
        return f"{winner.title()} holds {loser.title()}'s home {HOMES[loser]}"
    if state.outcome.how == "reduced":
        return f"{loser.title()} is left with {count_noun(len(state.held(loser)), 'stack')}"
    return f"{loser.title()} can't move"
