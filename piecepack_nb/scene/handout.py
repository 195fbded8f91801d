"""Hand-outs: questions with room to write and a sheet of answers, and a game's rules with pictures.

All measures are in millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from math import ceil
from typing import Any, NamedTuple

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import Match
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.scene.game_view import Symbol, view_of
from piecepack_nb.scene.model import Area, Layout, Mark, Piece, Scene
from piecepack_nb.scene.questions import Asked, Questions, questions_of
from piecepack_nb.scene.sheet import (
    MARGIN,
    Drawing,
    Sheet,
    document,
    drawing,
    page,
    paper_size,
    rule,
    text,
    wrap,
)
from piecepack_nb.scene.svg import svg

MOST, APART = 12, 4
"""The most questions of a subject, and how many questions of a match lie between two that are
printed: the position right after an answer would show it."""
ON_A_PAGE = 6
TOP, FOOT, GAP = 30.0, 16.0, 5.0
"""The heights of a page's heading and foot, and the gap between its parts."""
BODY, SMALL, LINE = 3.5, 2.9, 1.32
"""The sizes of the text, and the height of a line in sizes."""
WRITING, LABEL, MOST_LINES = 7.5, 15.0, 6
"""The distance of lines to write on, the room for what stands before them, the most of them."""
PICTURE = 900
"""The width of a board's picture in CSS pixels, which chooses its layout."""
SHOWN = 8
"""The most right squares that an answer lists."""


class Task(NamedTuple):
    """A question on a sheet, and its answer."""

    text: str
    board: Drawing | None
    answer: str = ""
    """"" if the sheet of answers has nothing to say."""


def handout(
    subject: Any,
    *,
    question: str | None = None,
    of: Game[Any, Any, Any] | None = None,
    title: str = "",
    paper: str = "A4",
    answers: bool = True,
) -> Sheet:
    """Return the hand-out of a game (its rules), or of one or several matches, puzzles or states.

    A subject may also be ``Questions`` or a text. Raises BadInput for another one, and for an
    unknown paper or question.
    """
    size = paper_size(paper)
    if isinstance(subject, Game) and question is None:
        pages = _rules_pages(subject, size)
        title = f"{subject.title}: rules"
        return Sheet(document(title, pages, paper), title, tuple(pages))
    several = list(subject) if type(subject) in (list, tuple) else [subject]  # a state may be one
    count = 1 if len(several) > 1 else MOST
    tasks = [task for each in several for task in _tasks(each, question, of, count)]
    if not tasks:
        expected = "a game, a match, puzzles, states, questions or texts"
        raise invalid("the first argument", subject, expected)
    title = title or _title(several[0], of)
    pages = _question_pages(tasks, title, size)
    if answers:
        pages += _answer_pages(tasks, title, size)
    return Sheet(document(title, pages, paper), title, tuple(pages))


# --- Tasks ---------------------------------------------------------------------------------------


def _title(subject: Any, of: Game[Any, Any, Any] | None) -> str:
    game = of or getattr(getattr(subject, "match", subject), "game", None)
    return f"{game.title}: predictions" if game else "Predictions"


def _tasks(
    subject: Any, question: str | None, of: Game[Any, Any, Any] | None, count: int
) -> Iterator[Task]:
    """Yield up to ``count`` tasks of a subject: its questions, or else its position."""
    if isinstance(subject, str):
        yield Task(subject, None)
        return
    asked = _questions(subject, question, of)
    step, most = (1, MOST) if asked and asked.one_each else (APART, MOST // 2)
    found = list(islice(asked, 0, step * min(count, most), step)) if asked else []
    yield from (_task(asked, each) for each in found if asked)
    if not found:
        yield _position(subject, of)


def _questions(
    subject: Any, question: str | None, of: Game[Any, Any, Any] | None
) -> Questions | None:
    """Return the questions on a subject; None for a match or state of a game without questions."""
    if isinstance(subject, Questions):
        return subject
    game = of or getattr(getattr(subject, "match", subject), "game", None)
    if question is None and game is not None and view_of(game).quiz is None:
        return None
    return questions_of(subject, question, of)


def _task(questions: Questions, asked: Asked) -> Task:
    """Return a question with its answer."""
    scene = asked.question.scene
    right = {id: each for id, each in questions.feedbacks(asked).items() if each.right}
    names = {spot.id: spot.name.partition(":")[0] or spot.id for spot in scene.spots}
    if not right:
        return Task(scene.caption, _board(scene), "Nothing that can be picked is right.")
    listed = [names[id] for id in right]
    if len(listed) > SHOWN:
        listed = [*listed[:SHOWN], f"{len(listed) - SHOWN} more"]
    first = next(iter(right.values()))
    why = first.text.removeprefix("Right").lstrip(".: ")
    clause = f" [{first.clause}]" if first.clause and first.clause not in why else ""
    return Task(scene.caption, _board(scene), f"{join_list(listed)}. {capitalise(why)}{clause}")


def _position(subject: Any, of: Game[Any, Any, Any] | None) -> Task:
    """Return a position without a question."""
    match = getattr(subject, "match", subject)
    game, state = (of, subject) if of is not None else (match.game, match.state)
    scene = view_of(game).idle_scene(game, state)
    return Task(scene.caption, _board(scene))


def _board(scene: Scene) -> Drawing:
    return drawing(svg(scene._replace(spots=()), PICTURE, caption=False))


# --- Questions -----------------------------------------------------------------------------------


def _question_pages(tasks: Sequence[Task], title: str, size: tuple[float, float]) -> list[str]:
    """Return two pages of questions with room to write; one for one question, more for many."""
    count = 1 if len(tasks) == 1 else max(2, ceil(len(tasks) / ON_A_PAGE))
    most = ceil(len(tasks) / count)
    columns = 1 if most <= 2 or not any(task.board for task in tasks) else 2
    rows = ceil(most / columns)
    wide, high = size
    across = (wide - 2 * MARGIN - GAP * (columns - 1)) / columns
    down = (high - TOP - FOOT - GAP * (rows - 1)) / rows
    pages = []
    for number in range(count):
        drawn = _heading(title, size, number + 1, count, name=True)
        for at, task in enumerate(tasks[number * most : (number + 1) * most]):
            x = MARGIN + at % columns * (across + GAP)
            y = TOP + at // columns * (down + GAP)
            drawn += _question(task, number * most + at + 1, x, y, across, down)
        pages.append(page(title, f"Questions, page {number + 1} of {count}", drawn, size))
    return pages


def _question(task: Task, number: int, x: float, y: float, wide: float, high: float) -> str:
    """Return a question in a box: its board, its text, and lines to write on."""
    lines = wrap(f"{number}. {task.text}", wide, BODY)
    words = len(lines) * BODY * LINE + (GAP if task.board else 0)
    board = 0.0
    drawn = ""
    if task.board:
        board = min(high - words - 2 * WRITING, wide * task.board.height / task.board.width)
        drawn = task.board.placed(x, y, wide, board)
    first = y + board + words + WRITING - 1
    ruled = max(1, min(MOST_LINES, int((y + high - first) / WRITING) + 1))
    drawn += _paragraph(lines, x, y + board + BODY + (2 if board else 0), BODY)
    for n, label in enumerate(("I predict", "because") if board else ()):
        drawn += text(label, x, first + WRITING * n - 1, SMALL, fill="#555")
    beside = LABEL if board else 0
    places = ((n, beside if n < 2 else 0) for n in range(ruled))
    return drawn + "".join(rule(x + left, first + WRITING * n, wide - left) for n, left in places)


def _heading(
    title: str, size: tuple[float, float], number: int, count: int, *, name: bool = False
) -> str:
    """Return a page's title, its number, and where to write a name."""
    wide, high = size
    drawn = text(title, MARGIN, MARGIN + 5, 5.6, weight=600)
    drawn += text(f"{number} / {count}", wide - MARGIN, high - 8, SMALL, "end", "#555")
    if name:
        drawn += text("Name", MARGIN, MARGIN + 13, SMALL, fill="#555")
        drawn += rule(MARGIN + 10, MARGIN + 13.5, wide / 2 - MARGIN - 10)
        drawn += text("Date", wide / 2 + 6, MARGIN + 13, SMALL, fill="#555")
        drawn += rule(wide / 2 + 14, MARGIN + 13.5, wide / 2 - MARGIN - 14)
    return drawn


def _paragraph(lines: Sequence[str], x: float, y: float, size: float, weight: int = 400) -> str:
    each = enumerate(lines)
    return "".join(text(line, x, y + n * size * LINE, size, weight=weight) for n, line in each)


# --- Flowing text --------------------------------------------------------------------------------


class Block(NamedTuple):
    """Lines that stay together on a page, with a heading's weight or a paragraph's."""

    lines: tuple[str, ...]
    weight: int = 400
    size: float = SMALL
    with_next: bool = False
    """The block stays with the one after it."""

    @property
    def height(self) -> float:
        """Its height with the gap after it."""
        return len(self.lines) * self.size * LINE + 1.6


def _flow(
    blocks: Iterable[Block], title: str, size: tuple[float, float], columns: int, first: int = 1
) -> list[str]:
    """Return pages with the blocks in columns; ``first`` is the number of their first page."""
    wide, high = size
    room = high - TOP - FOOT + 6
    across = (wide - 2 * MARGIN - GAP * (columns - 1)) / columns
    filled: list[list[Block]] = [[]]
    for block, after in pairwise([*blocks, Block(())]):
        needed = block.height + (after.height if block.with_next else 0)
        if filled[-1] and sum(each.height for each in filled[-1]) + needed > room:
            filled.append([])
        filled[-1].append(block)
    pages = []
    count = ceil(len(filled) / columns)
    for number in range(count):
        drawn = _heading(title, size, number + first, count + first - 1)
        for at, column in enumerate(filled[number * columns : (number + 1) * columns]):
            x, y = MARGIN + at * (across + GAP), TOP - 6 + SMALL
            for block in column:
                drawn += _paragraph(block.lines, x, y, block.size, block.weight)
                y += block.height
        pages.append(page(title, f"Page {number + first}", drawn, size))
    return pages


def _answer_pages(tasks: Sequence[Task], title: str, size: tuple[float, float]) -> list[str]:
    """Return the answers, on a separate sheet."""
    wide = size[0] - 2 * MARGIN
    found = [
        Block(tuple(wrap(f"{number}. {task.answer}", wide, BODY)), size=BODY)
        for number, task in enumerate(tasks, start=1)
        if task.answer
    ]
    return _flow(found, f"Answers: {title}", size, 1) if found else []


# --- Rules ---------------------------------------------------------------------------------------


def _rules_pages(game: Game[Any, Any, Any], size: tuple[float, float]) -> list[str]:
    """Return the game at a glance with pictures, then all clauses of its rulebook."""
    title, book = f"{game.title}: rules", game.rulebook
    across = (size[0] - 2 * MARGIN - GAP) / 2
    blocks: list[Block] = []
    for clause in book:
        if clause.id in book.chapters:
            chapter = book.chapters[clause.id]
            blocks.append(Block((chapter,), 600, BODY + 0.5, with_next=True))
        ours = f" Our reading: {clause.reading}" if clause.reading else ""
        words = f"{clause.id} {clause.title}. {clause.text}{ours}"
        blocks.append(Block(tuple(wrap(words, across, SMALL)), size=SMALL))
    more = _flow(blocks, title, size, 2, first=2)
    return [_glance(game, title, size, len(more) + 1), *more]


def _glance(game: Game[Any, Any, Any], title: str, size: tuple[float, float], count: int) -> str:
    """Return the page with the board, the aim, a turn and the symbols."""
    wide, high = size[0] - 2 * MARGIN, size[1]
    view, book = view_of(game), game.rulebook
    how = view.how_to_play(game)
    parts: list[tuple[str, list[str]]] = [("Aim", wrap(how.aim, wide, BODY))]
    turn = [line for n, each in enumerate(how.turn, 1) for line in wrap(f"{n}. {each}", wide, BODY)]
    parts.append(("A turn", turn))
    step = BODY * LINE
    below = sum(len(lines) * step + 10 for _, lines in parts)
    below += (10 + 9 * ceil(len(how.symbols) / 2)) if how.symbols else 0
    board = _board(view.scene(game, Match(game, seed=1).state))
    room = high - TOP - FOOT - below
    drawn = _heading(title, size, 1, count) + board.placed(MARGIN, TOP - 6, wide, room)
    y = TOP + room + 3
    for name, lines in parts:
        drawn += text(name, MARGIN, y, BODY + 0.6, weight=600)
        drawn += _paragraph(lines, MARGIN, y + step + 0.6, BODY)
        y += len(lines) * step + 10
    if how.symbols:
        drawn += text("On the board", MARGIN, y, BODY + 0.6, weight=600)
        drawn += "".join(
            _symbol(symbol, MARGIN + n % 2 * wide / 2, y + 3 + 9 * (n // 2), wide / 2)
            for n, symbol in enumerate(how.symbols)
        )
    credit = ". ".join(filter(None, (book.author, book.licence)))
    drawn += text(credit[:130], MARGIN, high - 8, SMALL, fill="#555")
    return page(title, f"{game.title} at a glance", drawn, size)


def _symbol(symbol: Symbol, x: float, y: float, wide: float) -> str:
    """Return the picture of a symbol, and what it means."""
    piece = Piece("symbol", symbol.sprite, 0.6, 0.6, suit=symbol.suit, face=symbol.face,
                  label=symbol.label)  # fmt: skip
    scene = Scene(
        areas=(Area("board", 1.2, 1.2),),
        layouts=(Layout(0, 1.2, 1.2, {"board": (0, 0)}),),
        pieces=(piece,) if symbol.sprite else (),
        marks=(Mark(symbol.mark, 0.6, 0.6, label=symbol.label),) if symbol.mark else (),
    )
    lines = wrap(symbol.text, wide - 14, SMALL)[:2]
    middle = y + 4.5 - (len(lines) - 1) * SMALL * LINE / 2 + SMALL / 3
    return _board(scene).placed(x, y, 9, 9) + _paragraph(lines, x + 11, middle, SMALL)
