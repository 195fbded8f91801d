"""Write the lessons as readers get them: without results, so that nothing is answered beforehand.

python tools/lessons.py            writes the readers' copies to lessons/; keeps files that exist
python tools/lessons.py FOLDER     writes them there, for a class
python tools/lessons.py --replace  replaces files that exist, also changed ones
python tools/lessons.py --here     replaces the notebooks of this checkout, as Binder does

The notebooks in notebooks/ are the one source, and the copy that GitHub and the documentation show,
with every result. A reader's copy keeps of the outputs only the pictures that belong to a question:
those of predictions, and of cells with the tag "question". Standard library only.
"""

from __future__ import annotations

import argparse
import json
import sys
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
Notebook = dict[str, Any]


def lessons() -> list[Path]:
    """Return the notebooks for readers, in reading order."""
    return sorted(SOURCE.glob("*.ipynb"))


def readers_copy(notebook: Notebook) -> Notebook:
    """Return a notebook without results."""
    return {**notebook, "cells": [_readers_cell(cell) for cell in notebook["cells"]]}


def _readers_cell(cell: dict[str, Any]) -> dict[str, Any]:
    source = "".join(cell["source"])
    if cell["cell_type"] != "code":
        return {**cell, "source": source.replace(SHOWN_ONLY, "").splitlines(keepends=True)}
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
    """Write the readers' copies to a folder; return how many were written and how many kept.

    A file that exists is kept, since a reader may have worked in it, unless ``replace``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    done = 0
    for path in lessons():
        target = folder / path.name
        if replace or not target.exists():
            target.write_text(written(path), encoding="utf-8")
            done += 1
    return done, len(lessons()) - done


def main(arguments: list[str]) -> int:
    """Write the copies, and print where they are."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, help="lessons/ by default")
    parser.add_argument("--replace", action="store_true", help="replace files that exist")
    parser.add_argument("--here", action="store_true", help="replace this checkout's notebooks")
    given = parser.parse_args(arguments)
    folder = SOURCE if given.here else given.folder
    done, kept = write(folder, replace=given.replace or given.here)
    print(f"{folder}: {done} lessons written" + (f", {kept} kept as they are" if kept else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
