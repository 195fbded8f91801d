"""The two copies of each lesson: the one with results, and the reader's, which answers nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from piecepack_nb.core.errors import BadInput
from piecepack_nb.lessons.asked import lesson_questions
from piecepack_nb.lessons.glossary import TERMS, page, word
from tests.lessons.predictions import ANSWERS, OPEN
from tools.lessons import (
    DOUBLE,
    LESSON,
    PNG,
    SHOWN_ONLY,
    SOURCE,
    course,
    length_text,
    lessons,
    main,
    plan,
    readers_copy,
    write,
)

LESSONS = {path.name[:2]: path for path in lessons()}
GLOSSARIES = ("../docs/glossary.md", "glossary.md")
"""Where the copy with results links to, and the reader's copy."""
NEAR = 3
"""So many cells before a question hold no answer to it, not even in the copy with results."""
every_lesson = pytest.mark.parametrize("number", [each for each in LESSONS if each != "00"])


def shown(number: str) -> list[dict[str, Any]]:
    return json.loads(LESSONS[number].read_text(encoding="utf-8"))["cells"]


def copied(number: str) -> list[dict[str, Any]]:
    return readers_copy(json.loads(LESSONS[number].read_text(encoding="utf-8")))["cells"]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def text(cell: dict[str, Any]) -> str:
    """Return the source and the outputs in words, without the descriptions of pictures."""
    parts = [source(cell)]
    for output in cell.get("outputs", []):
        parts.append("".join(output.get("text", "")))
        for kind, value in output.get("data", {}).items():
            if kind.startswith("text/"):
                parts.append("".join(value))
    return "\n".join(parts)


def companion(number: str) -> str:
    """Return the text of the teacher's companion; a lesson without one has no text."""
    found = list((SOURCE / "teacher").glob(f"{number}_*.ipynb"))
    cells = [cell for path in found for cell in json.loads(path.read_text("utf-8"))["cells"]]
    return "\n".join(map(text, cells))


@every_lesson
def test_every_prediction_names_its_answer(number: str) -> None:
    asked = {cell["id"] for cell in shown(number) if asks(cell)}
    open_ones = {cell for lesson, cell in OPEN if lesson == number}
    assert asked == set(ANSWERS[number]) | open_ones


def asks(cell: dict[str, Any]) -> bool:
    """Return True for a cell that asks for a prediction, and not for one that explains the word."""
    words = ("**Predict", "**predict", "## Predict\n")
    explains = "how-it-works" in cell["id"] or cell["id"] == "bet-text"
    return (
        cell["cell_type"] == "markdown"
        and not explains
        and any(word in source(cell) for word in words)
    )


@every_lesson
def test_no_answer_stands_before_its_question(number: str) -> None:
    with_results, clean = shown(number), copied(number)
    for n, cell in enumerate(with_results):
        answer = ANSWERS[number].get(cell["id"])
        if answer is None:
            continue
        later = "\n".join(map(text, with_results[n + 1 :])) + companion(number)
        assert re.search(answer, later), f"{cell['id']}: {answer} is no answer: nothing shows it"
        before = [*map(text, with_results[max(0, n - NEAR) : n]), source(cell)]
        assert not re.search(answer, "\n".join(before)), f"{cell['id']}: answered just before"
        asked = "\n".join(map(text, clean[: n + 2]))
        assert not re.search(answer, asked), f"{cell['id']}: the reader's copy answers it"


@pytest.mark.parametrize("path", [*lessons()[1:], *course()], ids=lambda path: path.stem)
def test_each_prediction_is_sealed_before_the_page_tells_it(path: Path) -> None:
    """Each prediction is asked and kept by the next cell, on a board or in words."""
    clean = readers_copy(json.loads(path.read_text(encoding="utf-8")))["cells"]
    told = "\n".join(map(source, clean))
    answers = {} if path in course() else ANSWERS[path.name[:2]]
    for n, cell in enumerate(clean):
        if not asks(cell):
            continue
        sealed = source(clean[n + 1])
        assert re.search(r"pp\.(predict|ask)\(", sealed), f"{cell['id']}: nothing records it"
        assert "keep=False" not in sealed, f"{cell['id']}: the prediction isn't kept"
        if answer := answers.get(cell["id"]):
            assert not re.search(answer, told), f"{cell['id']}: a cell tells {answer}"
    names = re.findall(r'^pp\.ask\("(.+?)"\)$', told, re.MULTILINE)
    assert names
    for name in names:
        assert lesson_questions()[name].because not in told


@every_lesson
def test_the_copies_differ_in_results_alone(number: str) -> None:
    for ours, theirs in zip(shown(number), copied(number), strict=True):
        assert ours["id"] == theirs["id"]
        assert source(theirs) == source(ours).replace(SHOWN_ONLY, "").replace(*GLOSSARIES)
        assert theirs.get("execution_count") is None
        for output in theirs.get("outputs", []):
            assert list(output["data"]) == [PNG]
            assert output["data"][PNG] in [o.get("data", {}).get(PNG) for o in ours["outputs"]]
    kept = sum(len(cell.get("outputs", [])) for cell in copied(number))
    assert kept or number == "10"
    assert sum(SHOWN_ONLY in source(cell) for cell in shown(number)) == 1


def test_the_start_page_leads_to_every_lesson_and_to_no_answers() -> None:
    words = "\n".join(map(source, shown("00")))
    assert "teacher/" not in words
    for path in lessons()[1:]:
        assert f"]({path.name})" in words


def test_a_readers_work_is_never_overwritten(tmp_path: Path) -> None:
    many = len(LESSONS) + len(course())
    assert write(tmp_path) == (many, 0)
    names = {path.name for path in tmp_path.iterdir()}
    ours = {path.name for path in lessons()} | {"glossary.md", "course"}
    assert names == ours, "no teacher's companion"
    linked = re.findall(r"\]\((glossary[^)]*)\)", (tmp_path / lessons()[1].name).read_text("utf-8"))
    assert linked == ["glossary.md"], "each link of a copy leads to a file beside it"
    first = tmp_path / lessons()[1].name
    first.write_text("my work", encoding="utf-8")
    assert write(tmp_path) == (0, many)
    assert first.read_text(encoding="utf-8") == "my work"
    assert main([str(tmp_path), "--replace"]) == 0
    assert json.loads(first.read_text(encoding="utf-8"))["nbformat"] == 4


@every_lesson
def test_a_lesson_fits_a_double_lesson_and_its_notes_say_where_45_minutes_end(number: str) -> None:
    core, _ = plan(number)
    assert LESSON < sum(minutes for _, minutes in core) <= DOUBLE
    assert length_text(number) in companion(number), "run 'python -m tools.lessons --write'"
    assert "one reader's count, not a class's" in companion(number)


def test_no_lesson_has_a_timetable_for_its_students_to_read() -> None:
    for path in (*lessons(), *course()):
        words = "\n".join(map(source, json.loads(path.read_text(encoding="utf-8"))["cells"]))
        found = re.search(r"\*\*Time|in minutes|double lesson|lesson of (45|90)", words)
        assert not found, f"{path.name}: {found} belongs into the notes"


def test_the_glossary_has_every_word_in_order_and_is_written_out() -> None:
    written = (SOURCE.parent / "docs/glossary.md").read_text(encoding="utf-8")
    assert written == page(), "run 'python -m tools.lessons --write'"
    assert list(TERMS) == sorted(TERMS)
    cells = [cell for number in LESSONS for cell in shown(number)]
    cells += [cell for path in course() for cell in json.loads(path.read_bytes())["cells"]]
    prose = "\n".join(map(source, cells)).lower()
    assert [term for term in TERMS if term not in prose] == []
    with pytest.raises(BadInput, match="did you mean 'frontier'"):
        word("fronteer")
