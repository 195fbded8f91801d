"""Thirty invented hand-ins: sixteen honest ones, and fourteen that are broken, hostile or copied.

``python -m tests.widgets.hand_ins DIR`` writes them, and marks them as a teacher would.
"""

from __future__ import annotations

import base64
import json
import pickle
import re
import sys
import zlib
from pathlib import Path
from time import monotonic
from typing import Any

from piecepack_nb.widgets.class_report import class_report
from piecepack_nb.widgets.hand_in import ENDING, KINDS

HEAD = "import piecepack_nb as pp\nfrom piecepack_nb.design import Board, option, ready\n"
WALKS = '''
@pp.register
class {name}(Board):
    rulebook = """
        WA-1 Set-up. Suns stand on rank 1, moons on rank {high}. Suns begins.
        WA-2 Step. Move a pawn one square to an empty square{how}.
        WA-3 End. {aim}"""
    places = Board.squares({wide}, {high})
    limit = option({limit}, "The turn in which the game is over.", low=10, high=200)
    def setup(self, table):
        for file in "{files}":
            table[file + "1"], table[file + "{high}"] = "suns", "moons"
    def why_not(self, table, start, end):
        return ready.step(table, start, end, diagonal={diagonal}) or ready.on_empty(table, end)
    def move(self, table, start, end):
        table.carry(start, end)
        {extra}
    def winner(self, table):
        {ends}
'''
NAMES = [
    "Hill", "Dale", "Moor", "Fen", "Beck", "Tarn", "Ford", "Weir",
    "Glen", "Holt", "Wold", "Combe", "Mere", "Carr", "Down", "Heath",
]  # fmt: skip


def honest(n: int) -> str:
    """Return the program of a student, unlike those of the others."""
    wide, high = 3 + n % 3, 4 + n % 4
    extra = [
        f"table.score[table.seat] += {n} * (end[0] == 'a')",
        f"table.last = (start, end, {n})",
        f"table.score[table.rival] += int(end[1]) % {n + 2}",
        f"table.steps = getattr(table, 'steps', {n}) + 1",
    ][n % 4]
    side = "table.places.edge('top' if table.seat == 'suns' else 'bottom')"
    reaches = f"return ready.reaches(table, table.seat, {side})"
    late = f"return ready.most_points(table) if table.turn >= {20 + n} else None"
    both = f"return (ready.reaches(table, table.seat, {side}) or ({n}, None)[1])"
    return HEAD + WALKS.format(
        name=NAMES[n], wide=wide, high=high, limit=20 + n, files="abcde"[:wide],
        diagonal=n % 2 == 0, how=", also diagonally" * (n % 2 == 0), extra=extra,
        aim=f"Idea {n}: " + ("the far side wins.", "most points win.", "who is there wins.")[n % 3],
        ends=(reaches, late, both)[n % 3],
    )  # fmt: skip


def renamed(program: str) -> str:
    """Return a copy with other names, a comment and another docstring."""
    for old, new in ("table", "t"), ("start", "here"), ("end", "there"), ("file", "f"):
        program = re.sub(rf"\b{old}\b(?!=)", new, program)
    return program.replace("    def move", "    # my own idea\n    def move")


def game(body: str) -> str:
    """Return a program whose class runs ``body`` when a pawn is placed."""
    return (
        f"{HEAD}@pp.register\nclass Bad(Board):\n    places = Board.squares(3, 3)\n"
        f"    def why_not(self, table, place):\n        return ready.on_empty(table, place)\n"
        f"    def move(self, table, place):\n        table[place] = table.seat\n        {body}\n"
        f"    def winner(self, table):\n        return ready.line_of(table, 3)\n"
    )


def content(name: str = "", **kinds: Any) -> dict[str, Any]:
    """Return a hand-in with these kinds of content."""
    empty = {kind: {} for kind in KINDS}
    return {"format": "piecepack_nb hand-in", "version": 1, "name": name} | empty | kinds


def with_game(program: str, name: str = "bad") -> str:
    return json.dumps(content(games={name: program}))


class Evil:
    """Runs a command where it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return exec, ("open('ran', 'w').write('x')",)


FORGED = "import piecepack_nb as pp\npp.lessons.check = lambda *_: 'Right.'\n"
ANSWER = "print(pp.lessons.check('reroll', lambda faces: 4.25))"


def hostile() -> dict[str, str | bytes]:
    """Return by student the files that are broken, hostile or copied."""
    bomb = zlib.compress(b"0" * 50_000_000)
    forged = json.dumps(content(notebooks={"04.ipynb": json.dumps([FORGED + ANSWER])}))
    text = base64.b64encode(pickle.dumps(Evil())).decode()
    return {
        "endless": with_game(game("while True: pass")),
        "memory": with_game(game("table.note = [0] * 10**10")),
        "markup": json.dumps(content("x", answers={"<img src=x onerror=alert(1)>": "<script>"},
                                     games={"<b>g</b>": game("pass")})),
        "=cmd()": json.dumps(content("y", answers={"=HYPERLINK(1)": "+1"})),
        "bomb": bomb,
        "later": json.dumps(content() | {"version": 99}),
        "renamed": with_game(renamed(honest(3)), "moor"),
        "forged": forged,
        "pickle": json.dumps(content(measures={"found": text}, diaries={"d.json": text})),
        "binary": pickle.dumps(Evil()),
        "huge": with_game(game("table.score[table.seat] += 10 ** 10 ** 8")),
        "numbers": json.dumps(content())[:-1] + ', "version": 1e999, "name": ' + "9" * 9000 + "}",
        "ends": with_game(game("__import__('os')._exit(0)")),
        "deep": "[" * 200_000,
    }  # fmt: skip


def write(folder: Path) -> None:
    """Write the thirty hand-ins into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    files: dict[str, str | bytes] = {
        f"s{n:02}": json.dumps(content(f"s{n}", games={NAMES[n].lower(): honest(n)},
                                       answers={"1": f"word{n} " * 20}))
        for n in range(16)
    }  # fmt: skip
    for who, what in (files | hostile()).items():
        data = what if isinstance(what, bytes) else what.encode()
        (folder / f"{who}{ENDING}").write_bytes(data)


if __name__ == "__main__":
    place, begun = Path(sys.argv[1]), monotonic()
    write(place)
    report = class_report(place)
    print(f"read in {monotonic() - begun:.1f} s: {report!r}")
    report.check()
    print(f"checked in {monotonic() - begun:.0f} s\n{report}")
    print(report.to_csv(place / "marks.csv"))
