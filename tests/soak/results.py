"""Kept results: rules changed in random ways, and stores with random damage and hostile SQL."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from piecepack_nb.lab import simulate, store
from tests.lab.cells import from_cell
from tests.lab.ways import CHANCE, EDITED, USED, WAYS, Notebook, edited
from tests.soak.campaigns import Different, Lost, Row, campaign

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
STATEMENTS = (
    "DROP TABLE results", "CREATE VIEW more AS {endless}", "CREATE VIEW results AS {endless}",
    "CREATE TRIGGER t AFTER INSERT ON results BEGIN SELECT * FROM ({endless}); END",
    "CREATE INDEX i ON results (abs(seed))", "ALTER TABLE results ADD COLUMN more",
    "UPDATE results SET seed = seed + {n}", "UPDATE results SET job = 'x'",
    "UPDATE results SET summary = replace(summary, '0', '{n}')",
    "UPDATE results SET signature = 'é'", "UPDATE results SET summary = zeroblob({n}00000)",
    "INSERT INTO results SELECT job, seed + {n}, summary, signature FROM results",
    "PRAGMA user_version = {n}", "PRAGMA auto_vacuum = 1", "PRAGMA journal_mode = wal",
    "PRAGMA encoding = 'UTF-16'", "VACUUM",
)  # fmt: skip


@campaign("rules changed between simulations", share=0.1)
def changed_rules(size: int, row: Row, random: Random) -> None:
    """Change a rule in a random way; the games must be those of the new rule."""
    crossed = {f"{name}, after {used}": edited(name, used) for name in EDITED for used in USED}
    for name in random.choices([*WAYS, *crossed], k=size):
        with TemporaryDirectory() as folder, patch.object(store, "REPLAYED", 0):
            path = Path(folder)
            with (
                row.attempt(name, limit=20),
                patch.object(store, "secret_file", lambda where=path: where / "s"),
            ):
                notebook = Notebook((WAYS | crossed)[name], path)
                try:
                    for _ in range(random.randint(1, 2)):
                        simulate(notebook.game, 2, seats="random", keep=path / "kept")
                    notebook.change()
                    after = simulate(notebook.game, 2, seats="random", keep=path / "kept")
                    played = simulate(notebook.game, 2, seats="random")
                finally:
                    notebook.close()
                if any("not played but read" in remark for remark in after.remarks):
                    raise Different("kept results were read")
                if name not in CHANCE and after.outcomes != played.outcomes:
                    raise Different(f"{after.turns} turns instead of {played.turns}")


@campaign("stores with damage and hostile SQL", share=0.5)
def hostile_stores(size: int, row: Row, random: Random) -> None:
    """Damage a store; all games are played, none is an invented one, and nothing hangs."""
    game = from_cell("nim")
    played = simulate(game, 5, seats="random").outcomes
    with TemporaryDirectory() as folder:
        path = Path(folder) / "kept"
        with patch.object(store, "secret_file", lambda: Path(folder) / "secret"):
            simulate(game, 5, seats="random", keep=path)
            whole = path.read_bytes()
            for number in range(size):
                path.write_bytes(whole)
                damage = _damage(path, random)
                with row.attempt(f"{number}: {damage}", limit=20):
                    found = simulate(game, 5, seats="random", keep=path)
                    if found.outcomes != played:
                        raise Different("other results")
                    if len(found) < 5:
                        raise Lost(f"{len(found)} of 5 games")
                for extra in path.parent.glob("kept-*"):
                    extra.unlink()


def _damage(path: Path, random: Random) -> str:
    """Damage the file in a random way; return what was done."""
    if random.random() < 0.5:
        content = bytearray(path.read_bytes())
        places = [random.randrange(len(content)) for _ in range(random.choice((1, 5, 50)))]
        for place in places:
            content[place] = random.randrange(256)
        path.write_bytes(content[: random.choice((None, *places))])
        return f"bytes {places[:5]}"
    chosen = random.choices(STATEMENTS, k=random.randint(1, 4))
    done = []
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        for each in chosen:
            statement = each.format(endless=ENDLESS, n=random.randint(1, 9))
            with suppress(sqlite3.Error):
                base.set_progress_handler(lambda: 1, 10**7)
                base.execute(statement)
                done.append(statement)
    return "; ".join(done)
