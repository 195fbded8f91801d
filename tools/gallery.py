"""Make a page of a class's games: a card for each Python file of a folder.

python tools/gallery.py FOLDER                 FOLDER/gallery.html; nothing of the files is run
python tools/gallery.py FOLDER --pictures      with a picture of a game being played: each file runs
                                               in a process of its own, with limits

A card has the game's title, its author and its rules, as the file claims, a picture of the empty
board where the file says its shape in plain numbers, and links to play and change the game on the
site (``--site``, or the variable PIECEPACK_NB_SITE). The page is one file, which has no scripts.
"""

from __future__ import annotations

import argparse
import ast
import base64
import html
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.record import write
from piecepack_nb.core.wording import count_noun, visible
from piecepack_nb.design.board import Board
from piecepack_nb.design.places import Places
from piecepack_nb.design.program import MAX_PROGRAM, Program
from piecepack_nb.design.view import board_alone
from piecepack_nb.interop.link import link_of_program, site_address
from piecepack_nb.lessons.worker import limit
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.svg import svg

ROOT = Path(__file__).resolve().parents[1]
SHAPES = ("squares", "hexagons", "pits", "track")
"""The boards that are drawn without running a file: those of numbers and texts alone."""
LARGEST = 30
"""The largest number of a board's size that is drawn."""
MOVES = 12
"""The random moves that are made before a picture."""
WIDTH = 320  # CSS pixels
RULES = 280  # characters of the rules on a card
SECONDS, MEGABYTES = 30, 2000
"""The limits of a process that makes a picture."""
MOST_PICTURE = 2_000_000  # bytes
POLICY = "default-src 'none';style-src 'unsafe-inline';img-src data:"
STYLE = """
:root{color-scheme:light dark;--paper:#faf7f0;--ink:#222;--soft:#666;--edge:#d8d2c4;--link:#175a8c}
@media(prefers-color-scheme:dark){:root{--paper:#1c1b19;--ink:#eee;--soft:#aaa;--edge:#444;--link:#8cc4ee}}
body{margin:0 auto;max-width:1200px;padding:16px;background:var(--paper);color:var(--ink);
font:16px/1.4 system-ui,"Segoe UI","DejaVu Sans",sans-serif}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,280px),1fr));gap:16px;
margin:0;padding:0;list-style:none}
li{display:flex;flex-direction:column;border:1px solid var(--edge);border-radius:8px;padding:12px}
h2{margin:8px 0 0;font-size:18px;overflow-wrap:anywhere}
p{margin:4px 0;overflow-wrap:anywhere}.by{color:var(--soft)}
img{width:100%;aspect-ratio:4/3;object-fit:contain}
a{color:var(--link);margin-right:12px}.links{margin-top:auto;padding-top:8px}
"""


class Card(NamedTuple):
    """A file of the folder: its program, or what is wrong with it; and a picture, "" for none."""

    file: str
    program: Program | None
    problem: str = ""
    picture: str = ""


def cards(folder: Path, *, pictures: bool = False) -> list[Card]:
    """Return a card for each Python file of the folder, by name.

    Raises BadInput for a folder without one.
    """
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder; expected one with a Python file for each game")
    files = sorted(path for path in folder.glob("*.py") if path.is_file())
    if not files:
        raise BadInput(f"{folder} has no Python file; expected one for each game")
    return [_card(path, pictures) for path in files]


def _card(path: Path, pictures: bool) -> Card:
    try:
        if path.stat().st_size > 4 * MAX_PROGRAM:
            raise BadInput(f"the file has {path.stat().st_size} bytes; expected a game's program")
        program = Program(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, BadInput) as error:
        return Card(path.name, None, str(error))
    if not pictures:
        return Card(path.name, program, picture=empty_board(program))
    drawn = picture_of(path)
    problem = "" if drawn else f"No picture: the file didn't play {MOVES} moves here."
    return Card(path.name, program, problem, drawn or empty_board(program))


# --- Pictures -------------------------------------------------------------------------------------


def empty_board(program: Program) -> str:
    """Return the SVG of a program's board, read from its text, as in ``Board.squares(3, 3)``.

    Returns "" where it says its board in another way.
    """
    for node in ast.walk(ast.parse(program.text)):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "places":
            try:
                return str(svg(board_alone(_places(node.value)), WIDTH))
            except (BadInput, ValueError, TypeError):
                return ""
    return ""


def _places(call: ast.expr) -> Places:
    """Return the places of a call such as ``Board.squares(3, 3)``; raise ValueError for others."""
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        raise ValueError("no call of a shape")
    if ast.unparse(call.func.value) != "Board" or call.func.attr not in SHAPES:
        raise ValueError("another shape")
    given = [ast.literal_eval(each) for each in call.args]
    named = {each.arg or "": ast.literal_eval(each.value) for each in call.keywords}
    if any(isinstance(each, int) and each > LARGEST for each in (*given, *named.values())):
        raise ValueError("too large to draw")
    made: Places = getattr(Board, call.func.attr)(*given, **named)
    return made


def picture_of(path: Path) -> str:
    """Return the SVG of the game of a file after a few random moves; "" where that fails.

    The file runs in a process of its own, in an empty folder, with limits. It may read what this
    user may read: ask for pictures of a class's files, not of strangers'.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        out = Path(folder, "picture.svg")
        command = [
            sys.executable,
            "-m",
            "tools.gallery",
            "--picture",
            str(path.resolve()),
            str(out),
        ]
        env = {"PATH": os.environ.get("PATH", ""), "HOME": folder, "PYTHONPATH": str(ROOT)}
        try:
            subprocess.run(
                command, cwd=folder, env=env, timeout=SECONDS, capture_output=True, check=True
            )
            drawn = out.read_bytes()[: MOST_PICTURE + 1]
        except (OSError, subprocess.SubprocessError):
            return ""
    text = drawn.decode(errors="replace")
    return text if len(drawn) <= MOST_PICTURE and text.startswith("<svg") else ""


def _draw(path: Path, out: Path) -> None:
    """Run a file's program, make a few random moves, and write the picture."""
    limit(MEGABYTES)
    made = Program(path.read_text(encoding="utf-8-sig")).run()
    match = pp.Match(pp.game(made), seed=1, seats="random")
    match.run(MOVES)
    scene = view_of(match.game).scene(match.game, match.state)
    out.write_text(str(svg(scene, WIDTH)), encoding="utf-8")


# --- The page -------------------------------------------------------------------------------------


def page(title: str, all_cards: Iterable[Card], site: str) -> str:
    """Return the page; without a ``site`` the cards have no links."""
    shown = list(all_cards)
    items = [_item(card, site) for card in shown]
    games = sum(card.program is not None for card in shown)
    about = f"{count_noun(games, 'game')}. Titles, authors and rules are as the files claim."
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{_text(title)}</title><style>{STYLE}</style></head><body><main>"
        f"<h1>{_text(title)}</h1><p>{about}</p><ul>{''.join(items)}</ul></main></body></html>"
    )


def _item(card: Card, site: str) -> str:
    program = card.program
    name = program.title if program else card.file
    drawn = base64.b64encode(card.picture.encode()).decode()
    picture = (
        f'<img alt="The board of {_text(name)}" src="data:image/svg+xml;base64,{drawn}">'
        if card.picture
        else ""
    )
    lines = [picture, f"<h2>{_text(name)}</h2>"]
    if program:
        by = f"By {program.author}, {card.file}" if program.author else card.file
        lines += [f'<p class="by">{_text(by)}</p>', f"<p>{_text(_shortened(program.rules))}</p>"]
    if card.problem:
        lines.append(f"<p>{_text(card.problem)}</p>")
    if program and site:
        link = html.escape(link_of_program(program, site))
        lines.append(f'<p class="links"><a href="{link}">Play or change it</a></p>')
    return f"<li>{''.join(lines)}</li>"


def _shortened(rules: str) -> str:
    words = " ".join(rules.split())
    return words if len(words) <= RULES else f"{words[:RULES].rpartition(' ')[0]} …"


def _text(text: str) -> str:
    return html.escape(visible(text))


def main(arguments: list[str] | None = None) -> None:
    """Write the gallery of a folder."""
    parser = argparse.ArgumentParser(
        prog="python tools/gallery.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--out", type=Path, help="the page to write; FOLDER/gallery.html")
    parser.add_argument("--title", default="Our games")
    parser.add_argument("--site", default=site_address(), help="the address of the page /make/")
    parser.add_argument("--pictures", action="store_true", help="run the files, for pictures")
    parser.add_argument("--picture", type=Path, nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.picture:
        _draw(*given.picture)
        return
    if given.folder is None:
        parser.error("give a folder with a Python file for each game")
    try:
        found = cards(given.folder, pictures=given.pictures)
        out = write(
            given.out or given.folder / "gallery.html", page(given.title, found, given.site)
        )
    except BadInput as error:
        parser.error(str(error))
    wrong = sum(card.program is None for card in found)
    print(f"{out}: {count_noun(len(found) - wrong, 'game')}", end="")
    print(f"; {count_noun(wrong, 'file')} with a problem" if wrong else "")


if __name__ == "__main__":
    sys.path[0] = str(ROOT)
    main()
