"""Make the hand-outs of games and lessons in build/handouts, as PDF and HTML, in A4 and Letter.

python tools/handouts.py               all
python tools/handouts.py 05 paco       those whose names contain one of these words

A lesson prints as pages with all its predictions and room to write, then the answers on a separate
sheet. Its cells run, so that the positions are those of the lesson. Its questions in words are
printed with their choices.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import nbformat

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import piecepack_nb as pp
from piecepack_nb.core.registry import names
from piecepack_nb.core.wording import capitalise
from piecepack_nb.design import Board
from piecepack_nb.design.printing import blank_sheets
from piecepack_nb.lessons.asked import WordQuestion, lesson_questions
from piecepack_nb.scene.handout import SheetTask, handout
from piecepack_nb.scene.questions import Questions
from piecepack_nb.scene.sheet import PAPERS, Sheet, document

ROOT = Path(__file__).resolve().parents[1]
LESSONS = ROOT / "notebooks"
BLANK = {
    "squares": Board.squares(6, 8),
    "hexagons": Board.hexagons(5, 5),
    "track": Board.track(36, columns=6),
    "pits": Board.pits(6),
    "points": Board.points(
        [
            *(" ".join(f"{file}{rank}" for file in "abcdef") for rank in range(1, 6)),
            *(" ".join(f"{file}{rank}" for rank in range(1, 6)) for file in "abcdef"),
        ]
    ),
}
"""The blank boards, by kind."""
OUT = ROOT / "build" / "handouts"
IN_WORDS = re.compile(r"^pp\.ask\(\"(.+?)\"\)$", re.MULTILINE)
MARKUP = re.compile(r"\[([^\]]*)\]\([^)]*\)|[`*_]")


def lesson_sheets(notebook: Path, paper: str = "A4") -> tuple[Sheet, ...]:
    """Return the hand-out of a lesson with all its predictions, and the sheet of answers.

    A lesson that asks nothing has none.
    """
    title, asked = _lesson(notebook)
    if not asked:
        return ()
    parts, subjects = zip(*asked, strict=True)
    printed = partial(handout, list(subjects), title=title, paper=paper, headings=parts)
    questions = printed(answers=False)
    pages = printed().pages[len(questions.pages) :]
    title = f"{title}: answers"
    return questions, Sheet(document(title, pages, paper), title, pages)


@cache
def _lesson(notebook: Path) -> tuple[str, list[tuple[str, Any]]]:
    """Return a lesson's title and its questions, on boards and in words, each with its part."""
    cells = nbformat.read(notebook, as_version=4).cells  # type: ignore[no-untyped-call]
    part, code, words = "", [], []
    for number, cell in enumerate(cells):
        if cell.cell_type == "code":
            code.append((Place(number, part), cell.source))
            continue
        part = next((_part(line) for line in cell.source.splitlines() if line[:3] == "## "), part)
        words.append((Place(number, part), cell.source))
    asked: list[tuple[Place, Any]] = []
    if any("pp.predict(" in source for _, source in code):
        asked += _questions(code)
    asked += _in_words(code)
    asked.sort(key=lambda each: each[0].cell)
    title = _title([source for _, source in words], notebook.stem)
    return title, [(place.part, subject) for place, subject in asked]


class Place(NamedTuple):
    """Where a lesson asks a question."""

    cell: int
    part: str


def _part(heading: str) -> str:
    """Return a part's heading, such as "Part 3 · Find legal places"."""
    return re.sub(r"^(?=\d)", "Part ", MARKUP.sub(lambda each: each[1] or "", heading[3:]))


def _questions(code: list[tuple[Place, str]]) -> Iterator[tuple[Place, Questions]]:
    """Yield the questions of each call of ``pp.predict`` in a lesson's code, with their places."""
    asked: list[tuple[Place, Questions]] = []
    real, place = pp.predict, Place(0, "")

    def predict(*args: Any, **named: Any) -> Any:
        made = real(*args, **named)
        asked.append((place, made.questions))
        return made

    values: dict[str, Any] = {"__name__": "__main__", "display": lambda *_: None}
    here = Path.cwd()
    with TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        os.chdir(folder)  # no journal of a reader's game
        pp.predict = predict
        try:
            for place, source in code[: _last_predict(code) + 1]:  # noqa: B007 - predict notes it
                with contextlib.suppress(Exception):  # some cells show an error on purpose
                    exec(source, values)
        finally:
            pp.predict = real
            os.chdir(here)
    yield from asked


def _in_words(code: list[tuple[Place, str]]) -> Iterator[tuple[Place, SheetTask]]:
    """Yield the questions in words of a lesson's code, with their places."""
    for place, source in code:
        for name in IN_WORDS.findall(source):
            yield place, _task(lesson_questions()[name])


def _task(asked: WordQuestion) -> SheetTask:
    """Return a question in words as it is printed."""
    choices = " ".join(f"({'abcdefgh'[n]}) {each}." for n, each in enumerate(asked.choices))
    right = f"{asked.right}. " if asked.choices else ""
    return SheetTask(
        f"{asked.text} {choices}".rstrip(), None, f"{capitalise(right)}{asked.because}"
    )


def _last_predict(code: list[tuple[Place, str]]) -> int:
    return max(n for n, (_, source) in enumerate(code) if "pp.predict(" in source)


def _title(words: list[str], name: str) -> str:
    headings = [line[2:] for source in words for line in source.splitlines() if line[:2] == "# "]
    return headings[0] if headings else name


def _sheets(wanted: list[str]) -> Iterator[tuple[str, tuple[Sheet, ...]]]:
    """Yield the file's name and the hand-outs of each game and lesson that is wanted."""
    lessons = {path.stem: path for path in sorted(LESSONS.glob("*.ipynb"))}
    lessons |= {f"course-{path.stem}": path for path in sorted(LESSONS.glob("course/*.ipynb"))}
    made: dict[str, Callable[[str], tuple[Sheet, ...]]] = {
        **{name: partial(_rules, name) for name in names()},
        **{name: partial(lesson_sheets, path) for name, path in lessons.items()},
        **{f"blank-{kind}": partial(_board, places) for kind, places in BLANK.items()},
        "blank-cards-and-forms": lambda paper: (blank_sheets(paper),),
    }
    for name, make in made.items():
        if not wanted or any(word in name for word in wanted):
            for paper in PAPERS:
                yield f"{name}-{paper.lower()}", make(paper)


def _rules(name: str, paper: str) -> tuple[Sheet, ...]:
    return (pp.handout(name, paper=paper),)


def _board(places: Any, paper: str) -> tuple[Sheet, ...]:
    return (pp.print_sheets(places, paper=paper),)


def main() -> None:
    """Make the hand-outs and print how many pages each has."""
    OUT.mkdir(parents=True, exist_ok=True)
    for name, made in _sheets(sys.argv[1:]):
        if not made:
            print(f"{name}: asks nothing")
        for sheet, end in zip(made, ("", "-answers"), strict=False):
            file = OUT / f"{name}{end}"
            sheet.to_html(file.with_suffix(".html"))
            sheet.to_pdf(file.with_suffix(".pdf"))
            print(f"{file.relative_to(ROOT)}.pdf and .html: {len(sheet.pages)} pages")


if __name__ == "__main__":
    main()
