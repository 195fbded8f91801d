"""The boards of the documentation: games of bots to step through, each a still picture and a page.

A board's name is a game of the package, an example of examples/games, or a chapter of a game's
rulebook, by its first clause: "paco", "hex", "paco PA-30". A chapter is shown by the part of a game
that uses most of its clauses.
"""

from __future__ import annotations

import html
import re
import runpy
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple

import piecepack_nb as pp
from piecepack_nb import games
from piecepack_nb.core import registry
from piecepack_nb.scene.film import frame_name
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.match_film import FilmedMove, MatchFilm
from piecepack_nb.scene.svg import svg
from piecepack_nb.widgets.replay import Replay, credits

ROOT = Path(__file__).resolve().parents[1]
GAMES = tuple(each.name for each in iter_modules(games.__path__) if each.ispkg)
EXAMPLES = tuple(sorted(path.stem for path in (ROOT / "examples/games").glob("*.py")))
WIDTH = 720  # CSS pixels of a still picture
SEEDS = range(3)
MOVES, MOST_STEPS = 150, 40
"""The most moves of a game that is searched for a chapter, and the most steps of its board."""
VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "PM-70": (
        {"powers": "drawn"}, {"mode": "race", "players": 2}, {"mode": "against"}, {"players": 3},
    ),
    "PA-22": ({"players": 6},),
    "PA-30": ({"players": 6},),
    "PA-40": ({"players": 6},),
    "WD-30": ({"slalom": "out"},),
    "WD-40": ({"cannibal": True},),
}  # fmt: skip
"""The rule options under which a chapter is used more than under the printed rules."""
LONG = {
    "AC-30": ("random", 600), "PC-20": ("greedy", 600), "PC-30": ("greedy", 600),
    "PM-68": ("greedy", 600), "PA-22": ("random", 400), "PA-30": ("random", 400),
    "PA-40": ("random", 400),
}  # fmt: skip
"""The bots and the most moves for chapters that short games of random moves don't reach."""


class DocBoard(NamedTuple):
    """A replay and the clauses that it shows, each with the name of its first step."""

    name: str
    replay: Replay
    steps: dict[str, str]

    @property
    def file(self) -> str:
        """The stem of its files' names."""
        return self.name.replace(" ", "-").lower()

    def write(self, folder: Path) -> None:
        """Write the still picture and the page into a folder."""
        folder.mkdir(exist_ok=True)
        (folder / f"{self.file}.svg").write_text(self.still(), encoding="utf-8")
        self.replay.to_html(folder / f"{self.file}.html")

    def still(self) -> str:
        """Return the picture of the step at which the replay opens."""
        return svg(self.replay.scene, WIDTH)

    def figure(self, up: str, caption: str, *, small: bool = False) -> str:
        """Return the board as HTML; ``up`` leads to the folder of the boards' folder.

        A small one stays a picture, with a link to the page.
        """
        scene, page = self.replay.scene, f"{up}boards/{self.file}.html"
        about = html.escape(f"{scene.caption} {scene.alt}".strip())
        title = html.escape(self.replay.title)
        return (
            f'<figure class="board{" small" * small}" data-title="{title}, step by step">'
            f'<a href="{page}">'
            f'<img src="{up}boards/{self.file}.svg" width="{WIDTH}" alt="{about}" loading="lazy">'
            "</a>"
            f"<figcaption>{caption} "
            f'<a href="{page}">{"Step through it" if small else "Open on a page of its own"}</a>'
            "</figcaption></figure>"
        )


_SHOWN: dict[str, DocBoard] = {}


def shown() -> list[DocBoard]:
    """Return the boards that were asked for."""
    return list(_SHOWN.values())


def board(name: str) -> DocBoard:
    """Return the board of this name; raise BadInput if there is none."""
    if name not in _SHOWN:
        _SHOWN[name] = _board(name)
    return _SHOWN[name]


def _board(name: str) -> DocBoard:
    game, _, chapter = name.partition(" ")
    if chapter:
        return _chapter(name, game, chapter)
    if game == "maze":
        match = pp.Match(maze_game(), seed=7, seats="greedy")
        match.run(12)
    else:
        match = _example(game) if game in EXAMPLES else _played(game, (), 7, "random", 12)
    replay = pp.replay(match)
    replay.goto(replay.frames // 2)
    return DocBoard(name, replay, {})


def maze_game() -> Any:
    """Return the game in the maze that docs/your_own_maze.md draws."""
    page = (ROOT / "docs/your_own_maze.md").read_text(encoding="utf-8")
    drawing = re.search(r'read\("""\n(.*?)^\.\.\. """', page, re.MULTILINE | re.DOTALL)
    assert drawing, "docs/your_own_maze.md draws no maze"
    text = re.sub(r"^\.\.\. ", "", drawing[1], flags=re.MULTILINE)
    return pp.game("piecepackman", maze=text, cubes_per_suit=2, scatter="uniform")


@cache
def _played(
    game: str, options: tuple[tuple[str, Any], ...], seed: int, bots: str, moves: int
) -> pp.Match:
    """Return a game of bots."""
    match = pp.Match(pp.game(game, **dict(options)), seed=seed, seats=bots)
    match.run(moves)
    return match


def _example(name: str) -> pp.Match:
    """Return a game of bots of an example, which isn't registered afterwards."""
    before = dict(registry._registered)
    try:
        runpy.run_path(str(ROOT / f"examples/games/{name}.py"))
        match = pp.Match(pp.game(name), seed=7, seats="random")
    finally:
        registry._registered.clear()
        registry._registered.update(before)
    match.run(14)
    return match


def gallery(names: Iterable[str], up: str) -> str:
    """Return small boards side by side as HTML."""
    figures = (board(name).figure(up, _title(name, up), small=True) for name in names)
    return f'<div class="boards">{"".join(figures)}</div>'


def _title(name: str, up: str) -> str:
    """Return a title, with a link to play a game of the package, or to change an example."""
    title = f"<strong>{html.escape(board(name).replay.label)}</strong><br>"
    page, word = (f"play/{name}/", "Play") if name in GAMES else (f"make/?game={name}", "Try it")
    return f'{title}<a href="{up}{page}">{word}</a> ·'


# --- chapters ------------------------------------------------------------------------------------


def chapter_clauses(game: str, chapter: str) -> list[str]:
    """Return the ids of a chapter's clauses."""
    book = pp.game(game).rulebook
    title = book.chapters[chapter]
    return [clause.id for clause in book if book.chapter(clause.id) == title]


def _chapter(name: str, game: str, chapter: str) -> DocBoard:
    """Return the board of the part of a game that cites most clauses of the chapter."""
    wanted = set(chapter_clauses(game, chapter))
    bots, most = LONG.get(chapter, ("random", MOVES))
    parts = (
        part
        for options in VARIANTS.get(chapter, ({},))
        for seed in SEEDS
        for part in _parts(_played(game, tuple(options.items()), seed, bots, most))
    )
    best = max(parts, key=lambda part: len(wanted.intersection(part.clauses)))
    moves = MatchFilm(best.moves[0].game, best.moves[0].before, best.moves)
    view = view_of(moves.game)
    film = moves.film(view, moves.frames(view), ())
    cited = sorted((best.clauses.index(id) + 1, id) for id in wanted & {*best.clauses})
    replay = Replay(
        film,
        cited[0][0] if cited else 0,
        clauses=moves.game.rulebook.to_json(),
        credits=credits(moves.game),
    )
    return DocBoard(name, replay, {id: frame_name(film.turns, frame) for frame, id in cited})


class Part(NamedTuple):
    """Some moves of a game, one after another."""

    moves: tuple[FilmedMove, ...]
    clauses: tuple[str, ...]
    """The clause of each step; that of the result after the last one."""


def _parts(match: pp.Match) -> Iterator[Part]:
    """Yield each part of a match that has at most MOST_STEPS steps, from each move on."""
    moves, before = [], match.initial_state
    for played in match.record:
        moves.append(FilmedMove(match.game, played.move_key, before, played.steps))
        before = played.steps[-1].state if played.steps else before
    for start in range(len(moves)):
        chosen = tuple(_short(moves[start:]))
        cited = [step.event.clause for move in chosen for step in move.steps]
        if match.result and start + len(chosen) == len(moves):
            cited[-1] = match.result.clause
        yield Part(chosen, tuple(cited))


def _short(moves: Iterable[FilmedMove]) -> Iterator[FilmedMove]:
    """Yield the first moves, of MOST_STEPS steps at most but at least one."""
    total = 0
    for number, move in enumerate(moves):
        total += len(move.steps)
        if number and total > MOST_STEPS:
            return
        yield move


# --- the rules as a page -------------------------------------------------------------------------


def rules_page(game: str, up: str) -> str:
    """Return the rules of a game as Markdown, with a board for each chapter."""
    made = pp.game(game)
    book, how = made.rulebook, view_of(made).how_to_play(made)
    lines = [f"{book.title} is by {book.author}. {book.licence}.", "## In short", how.aim]
    lines += ["\n".join(f"{number}. {text}" for number, text in enumerate(how.turn, 1))]
    for clause in book:
        if clause.id in book.chapters:
            shown = board(f"{game} {clause.id}")
            lines += [f"## {book.chapters[clause.id]}", shown.figure(up, _shown(shown))]
        reading = f" *Our reading: {clause.reading}*" if clause.reading else ""
        at = f" (Above: {shown.steps[clause.id]}.)" if clause.id in shown.steps else ""
        lines += [f"({clause.id})=\n**{clause.id} {clause.title}.** {clause.text}{reading}{at}"]
    return "\n\n".join(lines)


def _shown(shown: DocBoard) -> str:
    """Return the caption of a chapter's board."""
    first = next(iter(shown.steps), "")
    return f"From a game of bots; it opens at {first}." if first else "From a game of bots."


if __name__ == "__main__":
    for game in GAMES:
        for id in pp.game(game).rulebook.chapters:
            made = board(f"{game} {id}")
            print(made.name, len(made.replay.page()) // 1000, "kB", made.steps)
