"""Hand-outs: questions with room to write and a sheet of answers, and a game's rules with pictures.

All measures are in millimetres.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, zip_longest
from math import ceil
from typing import Any, NamedTuple

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import Match
from piecepack_nb.core.rulebook import Clause, Rulebook
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.scene.game_view import Symbol, view_of
from piecepack_nb.scene.model import (
    Area,
    Layout,
    Mark,
    Piece,
    Scene,
    choose_layout,
    is_board,
)
from piecepack_nb.scene.questions import Asked, Questions, questions_of
from piecepack_nb.scene.quiz import Feedback
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
from piecepack_nb.scene.sprites import SPRITES
from piecepack_nb.scene.svg import svg

MOST, APART = 12, 4
"""The most questions of a subject; and of a match, the questions left out after each printed one,
whose positions would show the answer."""
ON_A_PAGE, BOARDS_ON_A_PAGE, MIXED_ON_A_PAGE = 6, 4, 3
"""The most questions in words on a page, of boards alone, and of boards with questions in words,
two of which take a board's room."""
TOP, FOOT, GAP = 30.0, 16.0, 5.0
"""The heights of a page's heading and foot, and the gap between its parts."""
BODY, SMALL, LINE = 3.5, 2.9, 1.32
"""The sizes of the text, and the height of a line in sizes."""
WRITING, LABEL, LEAST_LINES, MOST_LINES = 7.5, 15.0, 2, 8
"""The distance of lines to write on, the room for what stands before them, how many there are."""
PICTURE = 900
"""The width of a board's picture in CSS pixels, which chooses its layout."""
WIDEST_BOARD, LARGEST = 0.58, 25.0
"""A board's part of the width beside its question, and the largest that a square is printed."""
SYMBOL, SIGN = 8.0, 1.7
"""The height of a symbol in a legend, and the scale of a sign that lies beside a piece."""
MOVED = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)")
SHOWN = 8
"""The most right squares that an answer lists."""
MISTAKEN = 2
"""The most guesses that share a mistake which the sheet of answers explains."""

CITED = re.compile(r"[A-Z]+-\d+[a-z]?")
"""A clause's id in a text."""


class SheetTask(NamedTuple):
    """A question on a sheet, and its answer."""

    text: str
    board: Drawing | None
    answer: str = ""
    """"" if the sheet of answers has nothing to say."""
    rules: tuple[str, ...] = ()
    """The clauses that decide, each with its sentence."""
    notes: str = ""
    """The contents of the board's trays."""
    symbols: tuple[Symbol, ...] = ()
    """The symbols on the board."""
    heading: str = ""


def handout(
    subject: Any,
    *,
    question: str | None = None,
    of: Game[Any, Any, Any] | None = None,
    title: str = "",
    paper: str = "A4",
    answers: bool = True,
    headings: Sequence[str] = (),
    whole: bool = False,
) -> Sheet:
    """Return the hand-out of a game (its rules), or of one or several matches, puzzles or states.

    A subject may also be ``Questions``, a ``SheetTask`` or a text. ``headings`` are printed above
    the questions of each subject. A match's position is printed as its reader sees it, and no
    question is asked before its reader may see all of it, unless ``whole``. Raises BadInput for
    another subject, and for an unknown paper or question.
    """
    size = paper_size(paper)
    if isinstance(subject, Game) and question is None:
        pages = _rules_pages(subject, size)
        title = f"{subject.title}: rules"
        return Sheet(document(title, pages, paper), title, tuple(pages))
    several = list(subject) if type(subject) in (list, tuple) else [subject]  # a state may be one
    count = 1 if len(several) > 1 else MOST
    tasks = list(_different(
        task._replace(heading=heading)
        for each, heading in zip_longest(several, headings[: len(several)], fillvalue="")
        for task in _tasks(each, question, of, count, whole)
    ))  # fmt: skip
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
    subject: Any, question: str | None, of: Game[Any, Any, Any] | None, count: int, whole: bool
) -> Iterator[SheetTask]:
    """Yield up to ``count`` tasks of a subject: its questions, or else its position."""
    if isinstance(subject, str | SheetTask):
        yield SheetTask(subject, None) if isinstance(subject, str) else subject
        return
    asked = _questions(subject, question, of, whole)
    step, most = (1, MOST) if asked and asked.one_each else (APART, MOST // 2)
    found = list(islice(asked, 0, step * min(count, most), step)) if asked else []
    yield from (_task(asked, each) for each in found if asked)
    if not found:
        yield _position(subject, of, whole)


def _questions(
    subject: Any, question: str | None, of: Game[Any, Any, Any] | None, whole: bool
) -> Questions | None:
    """Return the questions on a subject; None for a match or state of a game without questions."""
    if isinstance(subject, Questions):
        return subject
    game = of or getattr(getattr(subject, "match", subject), "game", None)
    if question is None and game is not None and view_of(game).quiz is None:
        return None
    return questions_of(subject, question, of, whole=whole)


def _different(tasks: Iterable[SheetTask]) -> Iterator[SheetTask]:
    """Yield the tasks without those that ask the same on the same board again."""
    seen = set()
    for task in tasks:
        if (task.text, task.board) not in seen:
            seen.add((task.text, task.board))
            yield task


def _task(questions: Questions, asked: Asked) -> SheetTask:
    """Return a question with its answer."""
    scene, game = asked.question.scene, questions.game
    state = asked.state if asked.question.state is None else asked.question.state
    found = questions.feedbacks(asked)
    right = {id: each for id, each in found.items() if each.right}
    names = {spot.id: spot.name.partition(":")[0] or spot.id for spot in scene.spots}
    task = _printed(game, state, scene)
    if not right:
        return task._replace(answer="Nothing that can be picked is right.")
    listed = [names[id] for id in right]
    if len(listed) > SHOWN:
        listed = [*listed[:SHOWN], f"{len(listed) - SHOWN} more"]
    first = next(iter(right.values()))
    why = first.text.removeprefix("Right").lstrip(".: ")
    clause = f" [{first.clause}]" if first.clause and first.clause not in why else ""
    deciding = [first.clause, *CITED.findall(first.text), scene.clause]
    return task._replace(
        answer=f"{_with_reason(join_list(listed), capitalise(why))}{clause}",
        rules=tuple(_rules_of(game.rulebook, deciding, _mistakes(asked, found, names))),
    )


def _with_reason(answer: str, why: str) -> str:
    """Return an answer and its reason, if that says more."""
    return f"{answer}. {why}" if why.rstrip(".") != capitalise(answer) else f"{answer}."


def _mistakes(
    asked: Asked, found: Mapping[str, Feedback], names: Mapping[str, str]
) -> dict[str, list[str]]:
    """Return the clauses that few wrong guesses break, with these guesses."""
    wrong: dict[str, list[str]] = {}
    for spot in asked.question.scene.spots:
        if not found[spot.id].right and is_board(spot.area):
            wrong.setdefault(found[spot.id].clause, []).append(names[spot.id])
    return {clause: each for clause, each in wrong.items() if len(each) <= MISTAKEN}


def _rules_of(
    book: Rulebook, deciding: Iterable[str], mistakes: Mapping[str, list[str]]
) -> Iterator[str]:
    """Yield the clauses that decide, then those against mistakes, each with its sentence."""
    clauses = [id for id in dict.fromkeys(deciding) if id in book.clauses]
    for id in clauses:
        yield _in_full(book.clauses[id])
    for id, guesses in mistakes.items():
        if id in book.clauses and id not in clauses:
            clause, wrong = book.clauses[id], join_list(guesses, "or")
            yield f"Against {wrong}: {id} {clause.title}. {clause.text}"


def _position(subject: Any, of: Game[Any, Any, Any] | None, whole: bool) -> SheetTask:
    """Return a position without a question."""
    match = getattr(subject, "match", subject)
    game, state = (of, subject) if of is not None else (match.game, match.for_reader(whole).state)
    return _printed(game, state, view_of(game).idle_scene(game, state))


def _printed(game: Game[Any, Any, Any], state: Any, scene: Scene) -> SheetTask:
    """Return a scene's caption and board, with what the trays show in words."""
    view = view_of(game)
    words = () if view.tray_words is None else view.tray_words(game, state, scene)
    kinds = {each.partition("-")[0] for each in (
        *(piece.sprite for piece in scene.pieces if is_board(piece.area)),
        *(mark.kind for mark in scene.marks if is_board(mark.area)),
    )}  # fmt: skip
    symbols = (each for each in view.how_to_play(game).symbols if _stem(each) in kinds)
    board = board_drawing(scene, alone=view.tray_words is not None)
    return SheetTask(scene.caption, board, notes=" ".join(words), symbols=tuple(symbols))


def _stem(symbol: Symbol) -> str:
    """Return the first word of a symbol's sprite or mark, which those of its kind share."""
    return (symbol.mark or symbol.sprite).removeprefix("mark-").partition("-")[0]


def board_drawing(scene: Scene, *, alone: bool = False) -> Drawing:
    """Return the drawing of a scene: ``alone`` without its trays."""
    boards = [area for area in scene.areas if is_board(area.id)]
    if alone and boards:
        scene = scene._replace(layouts=(_of_boards(choose_layout(scene, 0), boards),))
    return drawing(svg(scene._replace(spots=()), PICTURE, caption=False))


def _of_boards(layout: Layout, boards: Sequence[Area]) -> Layout:
    """Return a layout of the boards alone; one that begins left of its picture is seen in part."""
    corners = {area.id: layout.places[area.id] for area in boards}
    left, top = (min(max(0.0, corner[axis]) for corner in corners.values()) for axis in (0, 1))
    right = max(corners[area.id][0] + area.width for area in boards)
    bottom = max(corners[area.id][1] + area.height for area in boards)
    moved = {area: (x - left, y - top) for area, (x, y, *_) in corners.items()}
    return Layout(0, round(right - left, 2), round(bottom - top, 2), FrozenDict(moved))


# --- Questions -----------------------------------------------------------------------------------


def _question_pages(tasks: Sequence[SheetTask], title: str, size: tuple[float, float]) -> list[str]:
    """Return two pages of questions with room to write; one for one question, more for many."""
    pages, first, parted = [], 1, _parted(tasks)
    for number, on_it in enumerate(parted, 1):
        drawn = _heading(title, size, number, len(parted), name=True)
        drawn += _questions_on_a_page(on_it, first, size)
        pages.append(page(title, f"Questions, page {number} of {len(parted)}", drawn, size))
        first += len(on_it)
    return pages


def _parted(tasks: Sequence[SheetTask]) -> list[Sequence[SheetTask]]:
    """Return the questions of each page."""
    boards = sum(task.board is not None for task in tasks)
    if len(tasks) > 2 and 0 < boards < len(tasks):
        pages: list[list[SheetTask]] = [[]]
        for task in tasks:
            if sum(map(_room, [*pages[-1], task])) > MIXED_ON_A_PAGE:
                pages.append([])
            pages[-1].append(task)
        return [*pages]
    most = BOARDS_ON_A_PAGE if boards else ON_A_PAGE
    count = 1 if len(tasks) == 1 else max(2, ceil(len(tasks) / most))
    most = ceil(len(tasks) / count)
    return [tasks[number * most : (number + 1) * most] for number in range(count)]


def _room(task: SheetTask) -> float:
    """Return the room that a question takes; a board's is 1."""
    return 1 if task.board else 0.5


def _questions_on_a_page(tasks: Sequence[SheetTask], first: int, size: tuple[float, float]) -> str:
    """Return the questions in one column, or four boards in two, with a legend below."""
    symbols = tuple(dict.fromkeys(symbol for task in tasks for symbol in task.symbols))
    columns = 2 if len(tasks) > 3 and all(task.board for task in tasks) else 1
    rows = ceil(len(tasks) / columns)
    wide, high = size[0] - 2 * MARGIN, size[1] - TOP - FOOT
    legend = _legend_height(symbols, wide)
    across = (wide - GAP * (columns - 1)) / columns
    unit = columns * (high - legend - GAP * (rows - 1)) / sum(map(_room, tasks))
    drawn = _legend(symbols, MARGIN, size[1] - FOOT + 4 - legend, wide)
    y = TOP
    for at, task in enumerate(tasks):
        x, down = MARGIN + at % columns * (across + GAP), unit * _room(task)
        beside = columns == 1 and len(tasks) > 1
        drawn += _question(task, first + at, Box(x, y, across, down), beside=beside)
        y += (down + GAP) * (at % columns == columns - 1)
    return drawn


class Box(NamedTuple):
    """A part of a page."""

    x: float
    y: float
    wide: float
    high: float


def _question(task: SheetTask, number: int, box: Box, *, beside: bool) -> str:
    """Return a question: its board, and below or ``beside`` it text and lines to write on."""
    if task.board is None:
        return _words(task, number, box)
    wide = box.wide * WIDEST_BOARD if beside else box.wide
    left = box.wide - wide - GAP if beside else box.wide
    needed = sum(block.height for block in _blocks(task, number, left)) + LEAST_LINES * WRITING
    high = box.high if beside else box.high - needed - GAP
    scale = min(wide / task.board.width, high / task.board.height, LARGEST / 100)
    wide, high = task.board.width * scale, task.board.height * scale
    if beside:
        words = Box(box.x + wide + GAP, box.y, box.wide - wide - GAP, box.high)
    else:
        words = Box(box.x, box.y + high + 2, box.wide, box.high - high - 2)
    return task.board.placed(box.x, box.y, wide, high) + _words(task, number, words)


def _blocks(task: SheetTask, number: int, wide: float) -> list[Block]:
    """Return a question's text: its heading, the question, what the trays show."""
    heading = [Block(tuple(wrap(task.heading, wide, SMALL)))] if task.heading else []
    question = Block(tuple(wrap(f"{number}. {task.text}", wide, BODY)), size=BODY)
    notes = [Block(tuple(wrap(task.notes, wide, SMALL)))] if task.notes else []
    return [*heading, question, *notes]


def _words(task: SheetTask, number: int, box: Box) -> str:
    """Return a question's text, and lines to write on."""
    drawn, y = "", box.y
    for block in _blocks(task, number, box.wide):
        fill = "#555" if block.lines[0] == task.heading else "#111"
        drawn += _paragraph(block.lines, box.x, y + block.size, block.size, block.weight, fill)
        y += block.height
    first = y + WRITING - 1
    ruled = max(1, min(MOST_LINES, int((box.y + box.high - first) / WRITING) + 1))
    labels = ("I predict", "because") if task.board else ()
    for n in range(ruled):
        left = LABEL if n < len(labels) else 0.0
        if left:
            drawn += text(labels[n], box.x, first + WRITING * n - 1, SMALL, fill="#555")
        drawn += rule(box.x + left, first + WRITING * n, box.wide - left)
    return drawn


def _legend_columns(symbols: Sequence[Symbol], wide: float) -> int:
    """Return how many symbols are in a row: three if each then needs two lines at most."""
    return 3 if all(len(_meaning(symbol, wide / 3)) <= 2 for symbol in symbols) else 2


def _legend_height(symbols: Sequence[Symbol], wide: float) -> float:
    return SYMBOL * ceil(len(symbols) / _legend_columns(symbols, wide))


def _legend(symbols: Sequence[Symbol], x: float, y: float, wide: float) -> str:
    """Return the symbols with their meanings, in columns."""
    columns = _legend_columns(symbols, wide)
    across = wide / columns
    return "".join(
        _symbol(symbol, x + n % columns * across, y + SYMBOL * (n // columns), across)
        for n, symbol in enumerate(symbols)
    )


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


def _paragraph(
    lines: Sequence[str], x: float, y: float, size: float, weight: int = 400, fill: str = "#111"
) -> str:
    return "".join(
        text(line, x, y + n * size * LINE, size, fill=fill, weight=weight)
        for n, line in enumerate(lines)
    )


# --- Flowing text --------------------------------------------------------------------------------


class Block(NamedTuple):
    """Lines that stay together on a page, with a heading's weight or a paragraph's."""

    lines: tuple[str, ...]
    weight: int = 400
    size: float = SMALL
    with_next: bool = False
    """The block stays with the one after it."""
    before: float = 0.0
    after: float = 1.6
    """The gaps before and after it."""

    @property
    def height(self) -> float:
        """Its height with the gaps."""
        return self.before + len(self.lines) * self.size * LINE + self.after


def _flow(
    blocks: Iterable[Block], title: str, size: tuple[float, float], columns: int, first: int = 1
) -> list[str]:
    """Return pages with the blocks in columns; ``first`` is the number of their first page."""
    wide, high = size
    room = high - TOP - FOOT + 6
    across = (wide - 2 * MARGIN - GAP * (columns - 1)) / columns
    filled: list[list[Block]] = [[]]
    kept: list[Block] = []
    for block in blocks:
        kept.append(block)
        if block.with_next:
            continue
        if filled[-1] and sum(each.height for each in (*filled[-1], *kept)) > room:
            filled.append([])
        filled[-1] += kept
        kept = []
    pages = []
    count = ceil(len(filled) / columns)
    for number in range(count):
        drawn = _heading(title, size, number + first, count + first - 1)
        for at, column in enumerate(filled[number * columns : (number + 1) * columns]):
            x, y = MARGIN + at * (across + GAP), TOP - 6
            for block in column:
                baseline = y + block.before + block.size
                drawn += _paragraph(block.lines, x, baseline, block.size, block.weight)
                y += block.height
        pages.append(page(title, f"Page {number + first}", drawn, size))
    return pages


def _answer_pages(tasks: Sequence[SheetTask], title: str, size: tuple[float, float]) -> list[str]:
    """Return the answers, on a separate sheet."""
    wide = size[0] - 2 * MARGIN
    found: list[Block] = []
    for number, task in enumerate(tasks, start=1):
        if not task.answer:
            continue
        heading = [Block((f"{number}. {task.heading}",), 600, BODY, True)] if task.heading else []
        answer = task.answer if heading else f"{number}. {task.answer}"
        blocks = [*heading, Block(tuple(wrap(answer, wide, BODY)), size=BODY, with_next=True)]
        blocks += [Block(tuple(wrap(each, wide, SMALL)), with_next=True) for each in task.rules]
        found += [*blocks[:-1], blocks[-1]._replace(with_next=False, after=GAP)]
    return _flow(found, f"Answers: {title}", size, 1) if found else []


# --- Rules ---------------------------------------------------------------------------------------


def _rules_pages(game: Game[Any, Any, Any], size: tuple[float, float]) -> list[str]:
    """Return the game at a glance with pictures, then its clauses, then its rule options."""
    title, book = f"{game.title}: rules", game.rulebook
    across = (size[0] - 2 * MARGIN - GAP) / 2
    blocks: list[Block] = []
    for clause in book:
        if clause.id in book.chapters:
            blocks.append(_chapter(book.chapters[clause.id]))
        blocks.append(Block(tuple(wrap(_in_full(clause), across, SMALL))))
    options = [*_options(game)]
    blocks += [_chapter("Rules that you can change")] if options else []
    blocks += [Block(tuple(wrap(each, across, SMALL))) for each in options]
    more = _flow(blocks, title, size, 2, first=2)
    return [_glance(game, title, size, len(more) + 1), *more]


def _chapter(name: str) -> Block:
    """Return the heading of a part of the rules."""
    return Block((name,), 600, BODY + 0.5, True, before=1.6, after=0.6)


def _options(game: Game[Any, Any, Any]) -> Iterator[str]:
    """Yield each rule option: its value in this game, what it is, its range and its clauses."""
    for each in game.rules.options():
        values = "" if each.low is None else f" From {each.low} to {each.high}."
        clauses = f" [{', '.join(each.clauses)}]" if each.clauses else ""
        yield f"{game.rules.value_in_words(each)}. {each.help}{values}{clauses}"


def _set_up(game: Game[Any, Any, Any]) -> Any:
    """Return the state at the first turn, after dice have set up the board."""
    match = Match(game, seed=1)
    while match.turn < 1 and match.run(1):
        pass
    return match.state


def _in_full(clause: Clause) -> str:
    """Return a clause with its title and our reading."""
    ours = f" Our reading: {clause.reading}" if clause.reading else ""
    return f"{clause.id} {clause.title}. {clause.text}{ours}"


def _glance(game: Game[Any, Any, Any], title: str, size: tuple[float, float], count: int) -> str:
    """Return the page with the board, the aim, a turn and the symbols."""
    wide, high = size[0] - 2 * MARGIN, size[1]
    view, book = view_of(game), game.rulebook
    how = view.how_to_play(game)
    parts: list[tuple[str, list[str]]] = [("Aim", wrap(how.aim, wide, BODY))] if how.aim else []
    turn = [line for n, each in enumerate(how.turn, 1) for line in wrap(f"{n}. {each}", wide, BODY)]
    parts += [("A turn", turn)] if turn else []
    step = BODY * LINE
    below = sum(len(lines) * step + 10 for _, lines in parts)
    below += (10 + _legend_height(how.symbols, wide)) if how.symbols else 0
    board = board_drawing(view.scene(game, _set_up(game)), alone=view.tray_words is not None)
    room = high - TOP - FOOT - below
    drawn = _heading(title, size, 1, count) + board.placed(MARGIN, TOP - 6, wide, room)
    y = TOP + room + 3
    for name, lines in parts:
        drawn += text(name, MARGIN, y, BODY + 0.6, weight=600)
        drawn += _paragraph(lines, MARGIN, y + step + 0.6, BODY)
        y += len(lines) * step + 10
    if how.symbols:
        drawn += text("On the board", MARGIN, y, BODY + 0.6, weight=600)
        drawn += _legend(how.symbols, MARGIN, y + 2, wide)
    credit = ". ".join(filter(None, (book.author, book.licence)))
    drawn += text(credit[:130], MARGIN, high - 8, SMALL, fill="#555")
    return page(title, f"{game.title} at a glance", drawn, size)


def _meaning(symbol: Symbol, wide: float) -> list[str]:
    return wrap(symbol.text, wide - SYMBOL - 2, SMALL)


def _symbol(symbol: Symbol, x: float, y: float, wide: float) -> str:
    """Return the picture of a symbol, and what it means."""
    right, down, scale = _off_centre(symbol.sprite)
    piece = Piece("symbol", symbol.sprite, 0.6 - right, 0.6 - down, scale=scale, suit=symbol.suit,
                  face=symbol.face, label=symbol.label)  # fmt: skip
    scene = Scene(
        areas=(Area("board", 1.2, 1.2),),
        layouts=(Layout(0, 1.2, 1.2, {"board": (0, 0)}),),
        pieces=(piece,) if symbol.sprite else (),
        marks=(Mark(symbol.mark, 0.6, 0.6, label=symbol.label),) if symbol.mark else (),
    )
    lines = _meaning(symbol, wide)
    middle = y + SYMBOL / 2 - (len(lines) - 1) * SMALL * LINE / 2 + SMALL / 3
    drawn = board_drawing(scene).placed(x, y, SYMBOL, SYMBOL)
    return drawn + _paragraph(lines, x + SYMBOL + 1, middle, SMALL)


def _off_centre(sprite: str) -> tuple[float, float, float]:
    """Return how far a sign is from the middle of its square, in squares, and its scale.

    Signs beside a piece are small.
    """
    attrs = SPRITES[sprite][0].attrs if sprite.startswith("mark-") else {}
    moved = MOVED.match(str(attrs.get("transform", "")))
    if not moved:
        return 0.0, 0.0, 1.0
    return float(moved[1]) / 100 * SIGN, float(moved[2]) / 100 * SIGN, SIGN
