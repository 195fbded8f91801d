"""The games that the lessons give, with their fingerprints: ``python -m tests.lessons.given``."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from piecepack_nb.lessons.games import GIVEN, fingerprint, random_games

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
COURSE = "lesson {} of the course"
CLASSES = {
    "10_your_own_game": ("lesson 10", ["Mine"]),
    "course/01_one_rule_changed": (COURSE.format(1), ["NoMiddle", "Falls"]),
    "course/02_rules_for_a_stranger": (COURSE.format(2), ["Cross", "Clear"]),
    "course/03_paper_in_twenty_minutes": (COURSE.format(3), ["Walk"]),
    "course/05_choices_that_matter": (COURSE.format(5), ["Mine", "Stones", "Better"]),
    "course/09_hidden_information_and_bluff": (COURSE.format(9), ["Penalty", "Mine"]),
    "course/10_watch_three_strangers": (COURSE.format(10), ["Cross"]),
    "course/12_your_game_twice": (COURSE.format(12), ["Bridge", "Open", "Second"]),
}
"""The classes of a lesson that are no answer to its tasks, or to another lesson's."""


def classes(lesson: str) -> dict[str, Any]:
    """Return the classes of a lesson, from its own cells without what they play and print."""
    cells = json.loads((NOTEBOOKS / f"{lesson}.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {"__name__": lesson}
    for cell in cells:
        if cell["cell_type"] == "code":
            for node in ast.parse("".join(cell["source"])).body:
                if isinstance(node, ast.Import | ast.ImportFrom | ast.ClassDef):
                    if isinstance(node, ast.ClassDef):
                        node.decorator_list = []
                    exec(compile(ast.Module([node], []), lesson, "exec"), names)
    return names


def given() -> Iterator[tuple[str, str, Any]]:
    """Yield the fingerprint of each given game, where it is, and its class."""
    for lesson, (where, wanted) in CLASSES.items():
        found = classes(lesson)
        for name in wanted:
            yield fingerprint(random_games(found[name].as_game()())), where, found[name]


if __name__ == "__main__":
    for mark, place, design in given():
        print(
            f'    "{mark}": "{place}",' + ("" if mark in GIVEN else f"  # {design.__name__}: new")
        )
