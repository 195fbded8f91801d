"""The site's first page: a card for each game, with a moving picture, to play, change and learn it.

The pictures are films of bots, drawn when the site is built; a card's words are those of its game.
"""

from __future__ import annotations

import ast
import html
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from string import Template
from typing import NamedTuple

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.design.program import Program
from piecepack_nb.scene import Layout, Scene, choose_layout, film_match, in_brief
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.moving_svg import moving_svg
from tools.doc_boards import EXAMPLES, GAMES

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "docs/site"
SHELF = tuple(sorted(file.stem for file in (ROOT / "piecepack_nb/shelf").glob("[a-z]*.py")))
WIDTH = 320  # CSS pixels of a picture
MOVES, FRAMES, SECONDS = 24, 16, 0.9
"""The most moves and frames of a film, and the seconds for which each frame is shown."""
LESSONS = {
    "activator": "03_activator_rules",
    "activator_in_one_class": "03_activator_rules",
    "ludo": "course/04_dice_and_odds",
    "pacman": "07_pacman_rules",
    "paco": "05_paco_rules",
    "piecepackman": "01_piecepackman_rules",
    "tic_tac_toe": "10_your_own_game",
    "worm_derby": "08_worm_derby_rules",
}
"""The notebook that teaches a game."""
LATER = {"ludo": 60, "worm_derby": 5}
"""The frames of a game that pass before its film begins."""
BOTS = {
    "activator": "quick",
    "pacman": "greedy",
    "paco": "shrewd",
    "piecepackman": "greedy",
    "worm_derby": "racer",
}
"""The players of a film; random ones in the others."""
REMIXED = {"activator": "activator_in_one_class"}
"""The program of a game that this package has as a folder."""
CARD = Template(
    '<li><img src="films/$name.svg" alt="$title, played by bots" '
    'width="$width" height="$height" loading="lazy">'
    '<h3>$title</h3><p>$about</p><p class="by">$by</p><p class="links">$links</p></li>'
)
GROUPS = {
    "The five games": GAMES,
    "Games in one page of code": EXAMPLES,
    "From the piecepack shelf": SHELF,
}


class Card(NamedTuple):
    """A game: its words, its film, and the pages to play, change and learn it; "" for none."""

    name: str
    title: str
    about: str
    by: str
    film: str
    play: str
    remix: str
    lesson: str

    def html(self, width: int, height: int) -> str:
        """Return the card, whose picture has this size."""
        texts = {name: html.escape(text) for name, text in self._asdict().items()}
        links = "".join(
            f'<a href="{texts[word.lower()]}">{word}<span> {texts["title"]}</span></a>'
            for word in ("Play", "Remix", "Lesson")
            if texts[word.lower()]
        )
        return CARD.substitute(texts, links=links, width=width, height=height)


def write(site: Path) -> None:
    """Write the first page and the films."""
    films = site / "films"
    films.mkdir(exist_ok=True)
    lists, groups = [], []
    for number, (title, names) in enumerate(GROUPS.items(), 1):
        cards = [card(name) for name in names]
        for each in cards:
            (films / f"{each.name}.svg").write_text(each.film, encoding="utf-8")
        items = "\n".join(each.html(WIDTH, WIDTH * 3 // 4) for each in cards)
        lists.append(f'<h2 id="group-{number}">{title}</h2>\n<ul class="games">\n{items}\n</ul>')
        groups.append(f'<a href="#group-{number}">{title}</a>')
    page = Template((SOURCE / "index.html").read_text(encoding="utf-8"))
    text = page.substitute(games="\n".join(lists), groups="\n".join(groups))
    (site / "index.html").write_text(text, encoding="utf-8")


def card(name: str) -> Card:
    """Return the card of a game of this package, of an example, or of the shelf."""
    program = program_of(name)
    remix = "" if program is None else f"make/?game={REMIXED.get(name, name)}"
    lesson = f"lite/lab/index.html?path={LESSONS[name]}.ipynb" if name in LESSONS else ""
    with known(program):
        game = pp.game(name)
        match = pp.Match(game, seed=7, seats=BOTS.get(name, "random"))
        match.run(MOVES + LATER.get(name, 0))
        drawn = film(match, LATER.get(name, 0))
    if name in GAMES:
        aim, end, _ = view_of(game).how_to_play(game).aim.partition(". ")
        about, play = f"{aim}{end.strip()}", f"play/{name}/"
        by = f"By {game.rulebook.author}."
    else:
        assert program is not None
        about, play = first_sentence(program), f"make/?game={name}&play"
        by = f"By {program.author}.".replace("By traditional,", "Traditional,")
        by = by if program.author else ""
    return Card(name, game.title, about, by, drawn, play, remix, lesson)


def program_of(name: str) -> Program | None:
    """Return the program of a game that is one class; None for the others."""
    for folder in ("examples/games", "piecepack_nb/shelf"):
        file = ROOT / folder / f"{REMIXED.get(name, name)}.py"
        if file.exists():
            return Program(file.read_text(encoding="utf-8"))
    return None


def first_sentence(program: Program) -> str:
    """Return the first paragraph of a program, without the game's name before it."""
    text = (ast.get_docstring(ast.parse(program.text)) or "").partition("\n\n")[0]
    name, colon, rest = text.partition(": ")
    return f"{rest[:1].upper()}{rest[1:]}" if colon and len(name) < WIDTH // 8 else text


@contextmanager
def known(program: Program | None) -> Iterator[None]:
    """Register the game of a program, and afterwards no longer."""
    before = dict(registry._registered)
    try:
        if program is not None:
            program.run()
        yield
    finally:
        ours = {name: each for name, each in registry._registered.items() if name in GAMES}
        registry._registered.clear()
        registry._registered.update(before | ours)  # ours register themselves only once


def film(match: pp.Match, first: int = 0) -> str:
    """Return a film of the board alone from a frame on, as an SVG that moves."""
    frames = film_match(match, view_of(match.game), searches=False).frames
    shown = in_brief(frames[0], frames)[first:][:FRAMES]
    layouts = (_board_alone(shown),)
    alone = [frame._replace(layouts=layouts, spots=()) for frame in shown]
    return moving_svg(alone, WIDTH, seconds=SECONDS, still=len(alone) // 2)


def _board_alone(frames: Sequence[Scene]) -> Layout:
    """Return the layout that shows the first area alone: all that any frame shows of it.

    A board that grows begins left of the picture and above it, by what isn't in use yet.
    """
    boards = [frame.areas[0] for frame in frames]
    corners = [choose_layout(frame, WIDTH).places[boards[0].id][:2] for frame in frames]
    left, top = (max(0.0, min(-corner[axis] for corner in corners)) for axis in (0, 1))
    wide = max(board.width for board in boards) - left
    high = max(board.height for board in boards) - top
    return Layout(0, wide, high, {boards[0].id: (-left, -top)})
