"""Write what the games' rule options and kinds of event are copied into, after a change of one.

    python -m tools.options

These are the tables in each game's README, the schema of saved matches, and the sample of
Activator's notation.
"""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

from piecepack_nb import from_ppn, to_ppn
from piecepack_nb.__main__ import main as command
from piecepack_nb.core.registry import find

ROOT = Path(__file__).resolve().parents[1]
SCHEMA = ROOT / "piecepack_nb" / "core" / "save.schema.json"
SAMPLE = ROOT / "tests" / "interop" / "activator.ppn"
TABLE = r"^\| {} \|.*\n(?:\|.*\n)+"


def printed(*arguments: str) -> str:
    """Return what the package's command prints."""
    with redirect_stdout(io.StringIO()) as text:
        command(list(arguments))
    return text.getvalue()


def event_table(name: str) -> str:
    """Return the kinds of a game's events as a table in Markdown."""
    rows = [f"| `{kind}` | {text} |\n" for kind, text in find(name).event_kinds.items()]
    return "".join(["| event | what happens |\n", "| --- | --- |\n", *rows])


def with_table(text: str, head: str, table: str) -> str:
    """Return the text with this table in place of the one whose first column is ``head``."""
    return re.sub(TABLE.format(head), lambda _: table, text, count=1, flags=re.MULTILINE)


def main() -> None:
    """Write every copy again."""
    for readme in (ROOT / "piecepack_nb" / "games").glob("*/README.md"):
        name, text = readme.parent.name, readme.read_text(encoding="utf-8")
        text = with_table(text, "option", printed("options", "--markdown", name))
        text = with_table(text, "event", event_table(name))
        readme.write_text(text, encoding="utf-8")
    SCHEMA.write_text(printed("schema"), encoding="utf-8")
    sample = to_ppn(from_ppn(SAMPLE.read_text(encoding="utf-8")))
    SAMPLE.write_text(sample, encoding="utf-8")


if __name__ == "__main__":
    main()
