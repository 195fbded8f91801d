"""The search behind a bot's move, answer by answer: a timeline inside the step.

What is shown is the trace of the same alpha-beta search, two moves deep: each first move, and the
answers that were looked at until one of them made the rest unnecessary.

Vocabulary
    first move  what the one who thinks may do now
    answer      what the other may do then
    best so far the value that a first move has for sure; an answer that brings another first move
                down to it ends the look at that one: a cut
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.activator.board.furniture import at
from piecepack_nb.games.activator.board.pieces import pieces
from piecepack_nb.games.activator.board.thought import arrows, short
from piecepack_nb.games.activator.bot.thinking import Thought, Tree
from piecepack_nb.games.activator.moves import Move
from piecepack_nb.games.activator.phases.movement import moved
from piecepack_nb.games.activator.state import other
from piecepack_nb.scene import Mark, NestedFilm, Scene, TextTable, keep_ids
from piecepack_nb.search.alphabeta import TreeNode, alphabeta

DEEP = 2
MOST = 240
"""How many answers are shown one by one; the table in words has every first move."""
LINGER = 0.35


class First(NamedTuple):
    """A first move as the search left it; values are for the one who thinks."""

    move: Move
    value: float
    best: float | None
    """The best value of a first move before it; None where it is the first of all."""
    answers: tuple[tuple[Move, float], ...]
    cut: float | None
    skipped: int

    @property
    def counts(self) -> bool:
        """Is it the best so far?"""
        return self.cut is None and (self.best is None or self.value > self.best)


def looked_at(thought: Thought) -> tuple[First, ...]:
    """Every first move in the order in which the search looked at it, two moves deep."""
    tree = thought.tree
    found = alphabeta(tree, tree.of(thought.state), DEEP, trace=True)
    answers: dict[int, list[tuple[Move, float]]] = {}
    for visit in found.trace:
        if visit.ply == DEEP:
            answers.setdefault(visit.parent, []).append((_move(tree, visit), visit.value))
    return tuple(_firsts(tree, found.trace, answers))


def _firsts(
    tree: Tree, trace: tuple[TreeNode[Any], ...], answers: dict[int, list[tuple[Move, float]]]
) -> Iterator[First]:
    best: float | None = None
    for visit in trace:
        if visit.ply == 1:
            there = tuple(answers.get(visit.number, ()))
            yield First(_move(tree, visit), visit.value, best, there, visit.cut, visit.skipped)
            best = visit.value if best is None else max(best, visit.value)


def _move(tree: Tree, visit: TreeNode[Any]) -> Move:
    assert visit.move is not None  # only the root has none
    return tree.fast.move(visit.move)


# --- as a timeline ------------------------------------------------------------------------------


def within(_game: Any, _before: Any, step: Any, scene: Scene) -> NestedFilm | None:
    """The search behind a bot's move; None for what no bot has thought of."""
    thought = step.event.why
    if not isinstance(thought, Thought):
        return None
    firsts = looked_at(thought)
    bare = scene._replace(
        pieces=keep_ids(pieces(thought.state), scene.pieces), marks=(), spots=(), layers=(),
        listings=(_listing(thought, firsts),), clause="", linger=LINGER,
    )  # fmt: skip
    frames = islice(_answers(thought, firsts, bare), MOST)
    return NestedFilm("The search", (*frames, _ended(thought, firsts, bare)))


def _answers(thought: Thought, firsts: tuple[First, ...], bare: Scene) -> Iterator[Scene]:
    """A scene for each answer that changes something, and for each first move that wins at once.

    Of the first move that is looked at, every answer is shown.
    """
    for number, first in enumerate(firsts, start=1):
        head = f"First move {number} of {len(firsts)}: {first.move}"
        shown = (*_best(firsts, number), *_played(thought, first.move))
        if not first.answers:
            text = f"{head} ends the game: {_told(first.value)}."
            yield bare._replace(marks=shown, caption=text)
        lowest = None
        for count, (answer, value) in enumerate(first.answers, start=1):
            last = count == len(first.answers)
            if number > 1 and not last and lowest is not None and value >= lowest:
                continue  # it changes nothing
            lowest = value if lowest is None else min(lowest, value)
            yield bare._replace(
                marks=(*shown, *_answer(thought, first, answer, value, last)),
                caption=f"{head}. {_answered(thought, first, count, answer, value, lowest)}",
                linger=2 * LINGER if last else LINGER,
            )


def _played(thought: Thought, move: Move) -> tuple[Mark, ...]:
    """A first move as arrows."""
    return tuple(arrows(move, thought.seat, thought.state, "path"))


def _best(firsts: tuple[First, ...], number: int) -> Iterator[Mark]:
    """The best first move before this one, with its value."""
    kept = [first for first in firsts[: number - 1] if first.counts]
    if kept:
        x, y = at(kept[-1].move.end)
        yield Mark("via", x, y)
        yield Mark("text", x, round(y + 0.3, 2), label=f"{short(kept[-1].value)}")


def _answer(
    thought: Thought, first: First, answer: Move, value: float, last: bool
) -> Iterator[Mark]:
    yield from arrows(answer, other(thought.seat), moved(thought.state, first.move))
    x, y = at(answer.end)
    yield Mark("text", x, round(y - 0.3, 2), label=short(value))
    if last and first.cut is not None:
        yield Mark("blocked", *at(first.move.end))


def _answered(
    thought: Thought, first: First, count: int, answer: Move, value: float, lowest: float
) -> str:
    """An answer in words, and what it decides."""
    rival = other(thought.seat).title()
    said = f"{rival}'s answer {answer}: {_told(value)} for {thought.seat.title()}"
    if count < len(first.answers):
        worst = "" if lowest == value else f", the lowest so far {short(lowest)}"
        return f"{said}{worst}."
    if first.cut is not None:
        rest = (
            f"the other {count_noun(first.skipped, 'answer')}" if first.skipped else "nothing more"
        )
        return (
            f"{said}. No more than {short(first.cut)}, which another first move has for sure: cut, "
            f"{rest} {'need' if first.skipped != 1 else 'needs'} no look."
        )
    kept = "the best so far" if first.counts else "not better"
    answers = count_noun(count, "answer")
    return f"{said}. Of all {answers} the lowest counts: {short(first.value)}, {kept}."


def _ended(thought: Thought, firsts: tuple[First, ...], bare: Scene) -> Scene:
    """The best of all, and what the cuts have saved."""
    best = max(firsts, key=lambda first: first.value if first.cut is None else float("-inf"))
    looked = sum(len(first.answers) for first in firsts)
    saved = sum(first.skipped for first in firsts)
    deeper = ""
    if thought.depth > DEEP or best.move != thought.move:
        deeper = (
            f" Looking {count_noun(thought.depth, 'move')} ahead, the bot chose {thought.move}."
        )
    caption = (
        f"The best two moves deep: {best.move}, {_told(best.value)}. "
        f"{count_noun(looked, 'answer')} looked at, {saved} cut off.{deeper}"
    )
    return bare._replace(marks=_played(thought, best.move), caption=caption, linger=3 * LINGER)


def _told(value: float) -> str:
    told = short(value)
    return told if told in ("won", "lost") else f"{told} points"


def _listing(thought: Thought, firsts: tuple[First, ...]) -> TextTable:
    """The whole search in words: the same table in every scene of it, so that it is sent once."""
    who, rival = thought.seat.title(), other(thought.seat).title()
    head = ("First move", f"{rival}'s answer that counts", f"Value for {who}", "Answers", "Cut")
    return TextTable("The search in words", head, tuple(map(_row, firsts)))


def _row(first: First) -> tuple[str, ...]:
    answer = min(first.answers, key=lambda each: each[1], default=None)
    looked = len(first.answers)
    at_most = "" if first.cut is None else "at most "
    return (
        str(first.move),
        str(answer[0]) if answer else "",
        f"{at_most}{short(first.value)}",
        f"{looked} of {looked + first.skipped}",
        "" if first.cut is None else f"at {short(first.cut)}",
    )
