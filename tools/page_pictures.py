"""Draw the README's picture, and those of the pages on own games from their code.

python -m tools.page_pictures            into docs/pictures/
python -m tools.page_pictures FOLDER     into another folder

A picture that follows a block of code shows the match that the block makes, or else the set-up of
the game that it registers. The SVGs need nothing else, and follow a reader's light or dark theme.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.scene import film_match
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.svg import svg

PAGE = Path(__file__).resolve().parents[1] / "docs" / "your_own_game.md"
PAGES = (PAGE, PAGE.with_name("your_own_board.md"), PAGE.with_name("your_own_cards.md"))
BLOCK = re.compile(r"^```python\n(.*?)^```$(?:\n\n!\[(.+?)\]\((.+?)\))?", re.MULTILINE | re.DOTALL)
WIDTH = 480  # CSS pixels


def drawn() -> Iterator[tuple[str, str]]:
    """Yield the name and the SVG of each picture: the README's, then those of the pages' code."""
    yield "piecepackman.svg", decision()
    before = dict(registry._registered)
    space: dict[str, Any] = {"__name__": "your_own_game"}
    try:
        texts = [page.read_text(encoding="utf-8") for page in PAGES]
        for code, _, picture in BLOCK.findall("\n".join(texts)):
            if code.startswith(">>>"):
                continue
            space.pop("match", None)
            exec(compile(code, str(PAGE), "exec"), space)
            if picture:
                match = space.get("match") or pp.Match(pp.game(registry.names()[-1]))
                yield Path(picture).name, svg(pp.show(match).scene, WIDTH, caption=False)
    finally:
        registry._registered.clear()
        registry._registered.update(before)


def decision() -> str:
    """Return the SVG of Piecepackman's first decision, with its costs and its sentence."""
    match = pp.Match("piecepackman", seed=7)
    match.run()
    scene = film_match(match, view_of(match.game), searches=False).frames[4]
    return svg(scene._replace(spots=()))  # hidden, but a part of its id


def main(arguments: list[str]) -> None:
    """Write the pictures."""
    folder = Path(arguments[0]) if arguments else PAGE.parent / "pictures"
    for name, picture in drawn():
        (folder / name).write_text(picture + "\n", encoding="utf-8")
        print(f"{name}: {len(picture) / 1000:.0f} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
