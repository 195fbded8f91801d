"""Write the lessons as readers get them: without results, so that nothing is answered beforehand.

python tools/lessons.py            writes the readers' copies to lessons/; keeps files that exist
python tools/lessons.py FOLDER     writes them there, for a class
python tools/lessons.py --replace  replaces files that exist, also changed ones
python tools/lessons.py --here     replaces the notebooks of this checkout, as Binder does
python -m tools.lessons --write    writes docs/glossary.md, and each lesson's length into its notes

The notebooks in notebooks/ are the one source, and the copy that GitHub and the documentation show,
with every result. A reader's copy keeps of the outputs only the pictures that belong to a question:
those of predictions, and of cells with the tag "question". Standard library only, but for --write.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from itertools import accumulate
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "notebooks"
FOLDER = ROOT / "lessons"
QUESTION = "question"
"""The tag of a cell whose picture belongs to a question."""
PNG = "image/png"
SHOWN_ONLY = (
    " This page shows every result: to predict honestly, take the lesson's copy without results "
    "(`make lessons`)."
)
"""The sentence that only the copy with results has."""
GLOSSARY = "../docs/glossary.md"
"""Where a lesson finds the glossary; a reader's copy has it beside itself."""
COURSE_PAGES = ROOT / "docs" / "course"
"""The notes of the course's lessons, a page each, and the student's kit."""
UP = re.compile(r"\[([^\]]*)\]\(\.\./[^)]*\)")
"""A link from a page of the course to another part of the documentation."""
STUDENTS = ("cheat_sheet.md",)
"""The pages of the course that students get with its lessons."""
BESIDE = {"../../docs/course/": "", GLOSSARY: Path(GLOSSARY).name}
"""Where the links of the copy with results lead in a reader's copy."""
Notebook = dict[str, Any]


def lessons() -> list[Path]:
    """Return the notebooks for readers, in reading order."""
    return sorted(SOURCE.glob("*.ipynb"))


def course() -> list[Path]:
    """Return the notebooks of the course, in reading order."""
    return sorted((SOURCE / "course").glob("*.ipynb"))


def readers_copy(notebook: Notebook) -> Notebook:
    """Return a notebook without results."""
    return {**notebook, "cells": [_readers_cell(cell) for cell in notebook["cells"]]}


def _readers_cell(cell: dict[str, Any]) -> dict[str, Any]:
    source = "".join(cell["source"])
    if cell["cell_type"] != "code":
        words = source.replace(SHOWN_ONLY, "")
        for link, beside in BESIDE.items():
            words = words.replace(link, beside)
        return {**cell, "source": words.splitlines(keepends=True)}
    kept = [_picture(output) for output in cell["outputs"] if _belongs_to_question(cell, output)]
    return {**cell, "execution_count": None, "outputs": kept}


def _belongs_to_question(cell: dict[str, Any], output: dict[str, Any]) -> bool:
    data = output.get("data", {})
    asks = "".join(data.get("text/plain", "")).startswith("<Quiz ")
    return PNG in data and (asks or QUESTION in cell["metadata"].get("tags", []))


def _picture(output: dict[str, Any]) -> dict[str, Any]:
    """Return an output that shows the picture alone."""
    return {
        "output_type": "display_data",
        "data": {PNG: output["data"][PNG]},
        "metadata": output.get("metadata", {}),
    }


def written(path: Path) -> str:
    """Return the text of the reader's copy of a notebook file."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return json.dumps(readers_copy(notebook), indent=1, ensure_ascii=False) + "\n"


def write(folder: Path, *, replace: bool = False) -> tuple[int, int]:
    """Write the readers' copies and the glossary; return how many copies were written and kept.

    A file that exists is kept, since a reader may have worked in it, unless ``replace``.
    """
    (folder / "course").mkdir(parents=True, exist_ok=True)
    done = 0
    for path in (*lessons(), *course()):
        target = folder / path.relative_to(SOURCE)
        if replace or not target.exists():
            target.write_text(written(path), encoding="utf-8")
            done += 1
    glossary = (SOURCE / GLOSSARY).resolve()
    (folder / glossary.name).write_text(glossary.read_text(encoding="utf-8"), encoding="utf-8")
    for page in STUDENTS:
        (folder / "course" / page).write_text(_page_text(page), encoding="utf-8")
    return done, len(lessons()) + len(course()) - done


def _page_text(page: str) -> str:
    """Return a page of the student's kit, without the links that lead nowhere beside a lesson."""
    return UP.sub(r"\1", (COURSE_PAGES / page).read_text(encoding="utf-8"))


# --- what is written into the documents and notes -------------------------------------------------

LENGTH = re.compile(r"The core takes [^.]*\. ")
"""The sentence of a companion on how long its lesson is."""
ROW = re.compile(r"^\| (?!Part |---)(.+?) \| (\d+)\b[^|]*\|(.*)\|$", re.MULTILINE)
LESSON, DOUBLE = 45, 90
"""Minutes of a lesson, and of a double one."""


def companion(number: str) -> Path:
    """Return the notebook with the teacher's notes on a lesson."""
    (found,) = (SOURCE / "teacher").glob(f"{number}_*.ipynb")
    return found


def plan(number: str) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """Return the parts of a lesson and the parts for home, with minutes, by its companion."""
    cells = json.loads(companion(number).read_text(encoding="utf-8"))["cells"]
    (table,) = ("".join(c["source"]) for c in cells if "| Minutes" in "".join(c["source"]))
    core, home = [], []
    for part, minutes, rest in ROW.findall(table):
        at_home = any(word in rest for word in ("optional", "second lesson", "| homework"))
        (home if at_home else core).append((part, int(minutes)))
    return core, home


def length_text(number: str) -> str:
    """Return the companion's sentence on how long its lesson is, with the space after it."""
    core, _ = plan(number)
    ends = accumulate(minutes for _, minutes in core)
    short = [part for (part, _), end in zip(core, ends, strict=True) if end <= LESSON]
    total = sum(minutes for _, minutes in core)
    return (
        f"The core takes {total} minutes, a double lesson; a lesson of {LESSON} ends after "
        f"*{short[-1]}*. "
    )


COURSE_ROW = re.compile(r"^\| (?!Part |---)(.+?) \| (\d+) \| *(\d*) *\|", re.MULTILINE)


def course_plan(path: Path) -> list[tuple[str, int, int]]:
    """Return the parts of a lesson of the course, with minutes of 90 and of the cut to 45."""
    notes = (COURSE_PAGES / f"{path.stem}.md").read_text(encoding="utf-8")
    return [(part, int(all), int(cut or 0)) for part, all, cut in COURSE_ROW.findall(notes)]


def write_parts() -> None:
    """Write the glossary, and into each teacher's companion how long its lesson is."""
    from piecepack_nb.lessons.glossary import page

    (SOURCE / GLOSSARY).resolve().write_text(page(), encoding="utf-8")
    for lesson in lessons()[1:]:
        number = lesson.name[:2]
        path = companion(number)
        notebook = json.loads(path.read_text(encoding="utf-8"))
        for cell in notebook["cells"]:
            source = LENGTH.sub(length_text(number), "".join(cell["source"]))
            cell["source"] = source.splitlines(keepends=True)
        text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
        path.write_text(text, encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Write the copies, and print where they are."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, help="lessons/ by default")
    parser.add_argument("--replace", action="store_true", help="replace files that exist")
    parser.add_argument("--here", action="store_true", help="replace this checkout's notebooks")
    parser.add_argument("--write", action="store_true", help="write the glossary and the lengths")
    given = parser.parse_args(arguments)
    if given.write:
        write_parts()
        return 0
    folder = SOURCE if given.here else given.folder
    done, kept = write(folder, replace=given.replace or given.here)
    print(f"{folder}: {done} lessons written" + (f", {kept} kept as they are" if kept else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
