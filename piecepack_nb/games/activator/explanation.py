"""A bot's thought on the board: the expected moves, the rivals, and the search behind it.

The search is shown as a film inside the step: the trace of the same alpha-beta search, two moves
deep.

Vocabulary
    expected    the moves that both would play by what the bot saw, numbered in order
    rival       a first move that it weighed and did not choose
    first move  a move that the bot may make now
    answer      a move that the other may make then
    cut         the end of the look at a first move: an answer brings its value down to one that
                another first move has for sure
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from piecepack_nb.core.game import Game
from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.activator.layers import SUITS, Point, at, pieces
from piecepack_nb.games.activator.movement import move_of, with_pieces_moved
from piecepack_nb.games.activator.state import Move, State, other
from piecepack_nb.games.activator.thinking import Thought, value_text
from piecepack_nb.scene import Layer, Mark, NestedFilm, Overlay, Scene, Spot, TextTable, keep_ids
from piecepack_nb.search.alphabeta import TreeNode, Variation, alphabeta

# --- The thought: marks -------------------------------------------------------------------------

EXPECTED, WEIGHED = Layer("line", "What the bot expects"), Layer("rivals", "What else it weighed")
BADGE = 0.42
"""The size of the spot of a number, in squares."""


class Numbered(NamedTuple):
    """An expected move: its number, its seat, and the state before it."""

    number: int
    seat: str
    move: Move
    before: State


def _numbered(thought: Thought) -> Iterator[Numbered]:
    """Yield the expected moves, each with the state before it: exact for the activators only."""
    state = thought.state
    for number, (seat, move) in enumerate(thought.line, start=1):
        yield Numbered(number, seat, move, state)
        after = with_pieces_moved(state, move)
        if move.activator:
            after = after.with_activator(seat, move.activator)
        state = after.with_turn_of(other(seat))


def short_value(value: float) -> str:
    """Return a value that fits on a badge.

    >>> short_value(3.25), short_value(-0.04)
    ('+3.2', '0.0')
    """
    text = value_text(value)
    if not text.endswith("points"):
        return text.split()[0]
    return f"{value:+.1f}" if abs(value) >= 0.05 else "0.0"


def thought_overlay(thought: Thought) -> Overlay:
    """Return the expected moves and the rivals, with the reasons."""
    weighed = WEIGHED._replace(title=f"{WEIGHED.title}, in points for {thought.seat.title()}")
    return Overlay(
        tuple(_thought_marks(thought)),
        tuple(_thought_spots(thought)),
        (EXPECTED, weighed),
        (_thought_table(thought),),
    )


def _thought_marks(thought: Thought) -> Iterator[Mark]:
    """Yield the expected moves as numbered arrows, and the rivals with their values."""
    for each in _numbered(thought):
        for mark in arrows(each.move, each.seat, each.before, "path" if each.number == 1 else ""):
            yield mark._replace(layer=EXPECTED.id)
        x, y = _badge(each.move)
        yield Mark("cost", x, y, label=str(each.number), suit=SUITS[each.seat], layer=EXPECTED.id)
    for line in thought.rivals:
        first = line.moves[0]
        for mark in arrows(first, thought.seat, thought.state):
            yield mark._replace(layer=WEIGHED.id, suit="")
        x, y = _rival_badge(thought, first)
        yield Mark("text", x, y, label=short_value(line.value), layer=WEIGHED.id)


def arrows(move: Move, seat: str, before: State, kind: str = "") -> Iterator[Mark]:
    """Yield an arrow for a move's piece, and one for its activator."""
    yield Mark(kind or "trail", points=(at(move.start), at(move.end)), suit=SUITS[seat])
    if move.activator and before.activators[seat] != move.activator:
        line = at(before.activators[seat]), at(move.activator)
        yield Mark("trail", points=line, suit=SUITS[seat])


def _badge(move: Move, far: float = 0.42) -> Point:
    """Return a point on the arrow of a move."""
    (x0, y0), (x1, y1) = at(move.start), at(move.end)
    return round(x0 + far * (x1 - x0), 2), round(y0 + far * (y1 - y0), 2)


def _rival_badge(thought: Thought, move: Move) -> Point:
    """Return a point for a rival's value: on its activator's arrow if only that differs."""
    if move._replace(activator="") != thought.move._replace(activator=""):
        return _badge(move, 0.72)
    start = thought.state.activators[thought.seat]
    return _badge(Move(start, move.activator or start), 0.6)


# --- The thought: in words ----------------------------------------------------------------------


def _thought_spots(thought: Thought) -> Iterator[Spot]:
    """Yield a spot for each number, with the reason."""
    for each in _numbered(thought):
        name = f"{each.number}: {each.seat.title()} {each.move}"
        tip = f"{thought.choice} It is worth {value_text(thought.value)}."
        if each.number > 1:
            whose = "the best answer" if each.number == 2 else "the best then"
            tip = f"{each.number}. {each.seat.title()} {each.move}: {whose}, by what the bot saw."
        yield _badge_spot(f"why line {each.number}", _badge(each.move), name, tip)
    for number, line in enumerate(thought.rivals, start=1):
        name = f"instead {line.moves[0]}, {value_text(line.value)}"
        place = _rival_badge(thought, line.moves[0])
        yield _badge_spot(f"why rival {number}", place, name, _rival_text(thought, line))


def _badge_spot(id: str, place: Point, name: str, tip: str) -> Spot:
    return Spot(id, *place, w=BADGE, h=BADGE, name=name, role="why", tip=tip)


def _rival_text(thought: Thought, line: Variation[Move]) -> str:
    """Return why a rival was not chosen."""
    rest = _rest_text(thought, line)
    value, best = value_text(line.value), value_text(thought.value)
    difference = ""
    if "points" in value and "points" in best:
        less = thought.value - line.value
        difference = f", {less:.1f} less" if less >= 0.05 else ", the same; the bot picks any"
    return f"{line.moves[0]} is worth {value}{difference}{rest and f'; then {rest}'}."


def _rest_text(thought: Thought, line: Variation[Move]) -> str:
    """Return the moves of a variation after the first."""
    return ", ".join(f"{seat.title()} {move}" for seat, move in thought.with_seats(line)[1:])


def _thought_table(thought: Thought) -> TextTable:
    """Return the variations that were weighed, the chosen one first."""
    why = f"Why ({thought.looked} looked at)"
    head = ("Move", f"Value for {thought.seat.title()}", "Then", why)
    texts = ["; ".join(thought.reasons), *(_rival_text(thought, each) for each in thought.rivals)]
    rows = [
        (str(line.moves[0]), value_text(line.value), _rest_text(thought, line) or "nothing", text)
        for line, text in zip(thought.lines, texts, strict=True)
    ]
    return TextTable("What the bot weighed", head, tuple(rows))


# --- The search ---------------------------------------------------------------------------------

SEARCH_DEPTH = 2
MOST_FRAMES = 240
"""The number of answers shown one by one; the table in words has every first move."""
LINGER = 0.35


class FirstMove(NamedTuple):
    """A first move as the search left it; values are for the seat that thinks."""

    move: Move
    value: float
    best: float | None
    """The best value of a first move before it; None for the first of all."""
    answers: tuple[tuple[Move, float], ...]
    cut: float | None
    skipped: int

    @property
    def counts(self) -> bool:
        """True if it is the best so far."""
        return self.cut is None and (self.best is None or self.value > self.best)


def first_moves(thought: Thought) -> tuple[FirstMove, ...]:
    """Return every first move in the order of the search, two moves deep."""
    tree = thought.tree
    found = alphabeta(tree, tree.of(thought.state), SEARCH_DEPTH, trace=True)
    answers: dict[int, list[tuple[Move, float]]] = {}
    for node in found.trace:
        if node.ply == SEARCH_DEPTH:
            answers.setdefault(node.parent, []).append((_node_move(node), node.value))
    firsts: list[FirstMove] = []
    for node in found.trace:
        if node.ply == 1:
            best = max((each.value for each in firsts), default=None)
            there = tuple(answers.get(node.number, ()))
            move = _node_move(node)
            firsts.append(FirstMove(move, node.value, best, there, node.cut, node.skipped))
    return tuple(firsts)


def _node_move(node: TreeNode[Any]) -> Move:
    """Return the move that led to a node."""
    assert node.move is not None  # only the root has none
    return move_of(node.move)


def search_film(
    _game: Game[Any, Any, Any], _before: State, step: Step, scene: Scene
) -> NestedFilm | None:
    """Return the search behind a bot's move; None for a move without a thought."""
    thought = step.event.why
    if not isinstance(thought, Thought):
        return None
    firsts = first_moves(thought)
    bare = scene._replace(
        pieces=keep_ids(pieces(thought.state), scene.pieces), marks=(), spots=(), layers=(),
        listings=(_search_table(thought, firsts),), clause="", linger=LINGER,
    )  # fmt: skip
    frames = islice(_answer_scenes(thought, firsts, bare), MOST_FRAMES)
    return NestedFilm("The search", (*frames, _last_scene(thought, firsts, bare)))


def _answer_scenes(thought: Thought, firsts: tuple[FirstMove, ...], bare: Scene) -> Iterator[Scene]:
    """Yield a scene for each answer that changes something, and each first move that wins at once.

    Every answer to the first of all is shown.
    """
    for number, first in enumerate(firsts, start=1):
        head = f"First move {number} of {len(firsts)}: {first.move}"
        shown = (*_best_marks(firsts, number), *_first_marks(thought, first.move))
        if not first.answers:
            caption = f"{head} ends the game: {_points_text(first.value)}."
            yield bare._replace(marks=shown, caption=caption)
        lowest = None
        for count, (answer, value) in enumerate(first.answers, start=1):
            last = count == len(first.answers)
            if number > 1 and not last and lowest is not None and value >= lowest:
                continue  # it changes nothing
            lowest = value if lowest is None else min(lowest, value)
            yield bare._replace(
                marks=(*shown, *_answer_marks(thought, first, answer, value, last)),
                caption=f"{head}. {_answer_text(thought, first, count, answer, value, lowest)}",
                linger=2 * LINGER if last else LINGER,
            )


def _first_marks(thought: Thought, move: Move) -> tuple[Mark, ...]:
    """Return a first move as arrows."""
    return tuple(arrows(move, thought.seat, thought.state, "path"))


def _best_marks(firsts: tuple[FirstMove, ...], number: int) -> Iterator[Mark]:
    """Yield the best first move before this one, with its value."""
    kept = [first for first in firsts[: number - 1] if first.counts]
    if kept:
        x, y = at(kept[-1].move.end)
        yield Mark("via", x, y)
        yield Mark("text", x, round(y + 0.3, 2), label=short_value(kept[-1].value))


def _answer_marks(
    thought: Thought, first: FirstMove, answer: Move, value: float, last: bool
) -> Iterator[Mark]:
    """Yield an answer with its value, and the cut."""
    yield from arrows(answer, other(thought.seat), with_pieces_moved(thought.state, first.move))
    x, y = at(answer.end)
    yield Mark("text", x, round(y - 0.3, 2), label=short_value(value))
    if last and first.cut is not None:
        yield Mark("blocked", *at(first.move.end))


def _answer_text(
    thought: Thought, first: FirstMove, count: int, answer: Move, value: float, lowest: float
) -> str:
    """Return an answer in words, and what it decides."""
    rival, seat = other(thought.seat).title(), thought.seat.title()
    text = f"{rival}'s answer {answer}: {_points_text(value)} for {seat}"
    if count < len(first.answers):
        worst = "" if lowest == value else f", the lowest so far {short_value(lowest)}"
        return f"{text}{worst}."
    if first.cut is not None:
        rest = f"; {count_noun(first.skipped, 'answer')} skipped" if first.skipped else ""
        return (
            f"{text}. No more than {short_value(first.cut)}, which another first move has for "
            f"sure: cut{rest}."
        )
    kept = "the best so far" if first.counts else "not better"
    answers = count_noun(count, "answer")
    return f"{text}. Of all {answers} the lowest counts: {short_value(first.value)}, {kept}."


def _last_scene(thought: Thought, firsts: tuple[FirstMove, ...], bare: Scene) -> Scene:
    """Return the scene of the best move, and of what the cuts have saved."""
    best = max(firsts, key=lambda first: first.value if first.cut is None else float("-inf"))
    looked = count_noun(sum(len(first.answers) for first in firsts), "answer")
    saved = sum(first.skipped for first in firsts)
    deeper = ""
    if thought.depth > SEARCH_DEPTH or best.move != thought.move:
        ahead = count_noun(thought.depth, "move")
        deeper = f" Looking {ahead} ahead, the bot chose {thought.move}."
    caption = (
        f"The best two moves deep: {best.move}, {_points_text(best.value)}. "
        f"{looked} looked at, {saved} cut off.{deeper}"
    )
    marks = _first_marks(thought, best.move)
    return bare._replace(marks=marks, caption=caption, linger=3 * LINGER)


def _points_text(value: float) -> str:
    """Return a short value with its unit."""
    text = short_value(value)
    return text if text in ("won", "lost") else f"{text} points"


def _search_table(thought: Thought, firsts: tuple[FirstMove, ...]) -> TextTable:
    """Return the whole search in words: one table for all its scenes, so that it is sent once."""
    who, rival = thought.seat.title(), other(thought.seat).title()
    head = ("First move", f"{rival}'s answer that counts", f"Value for {who}", "Answers", "Cut")
    return TextTable("The search in words", head, tuple(map(_search_row, firsts)))


def _search_row(first: FirstMove) -> tuple[str, ...]:
    answer = min(first.answers, key=lambda each: each[1], default=None)
    looked = len(first.answers)
    at_most = "" if first.cut is None else "at most "
    return (
        str(first.move),
        str(answer[0]) if answer else "",
        f"{at_most}{short_value(first.value)}",
        f"{looked} of {looked + first.skipped}",
        "" if first.cut is None else f"at {short_value(first.cut)}",
    )
