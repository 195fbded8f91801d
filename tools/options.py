"""Write what the rule options of the games are copied into; run it after a change of one.

    python -m tools.options

These are the table in each game's README, the schema of saved matches, and the sample of
Activator's notation.
"""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

from piecepack_nb import from_ppn, to_ppn
from piecepack_nb.__main__ import main as command

ROOT = Path(__file__).resolve().parents[1]
SCHEMA = ROOT / "piecepack_nb" / "core" / "save.schema.json"
SAMPLE = ROOT / "tests" / "interop" / "activator.ppn"
TABLE = re.compile(r"^\| option \|.*\n(?:\|.*\n)+", re.MULTILINE)


def printed(*arguments: str) -> str:
    """Return what the package's command prints."""
    with redirect_stdout(io.StringIO()) as text:
        command(list(arguments))
    return text.getvalue()


def main() -> None:
    """Write every copy again."""
    for readme in (ROOT / "piecepack_nb" / "games").glob("*/README.md"):
        table = printed("options", "--markdown", readme.parent.name)
        text = readme.read_text(encoding="utf-8")
        readme.write_text(TABLE.sub(table.replace("\\", r"\\"), text), encoding="utf-8")
    SCHEMA.write_text(printed("schema"), encoding="utf-8")
    sample = to_ppn(from_ppn(SAMPLE.read_text(encoding="utf-8")))
    SAMPLE.write_text(sample, encoding="utf-8")


if __name__ == "__main__":
    main()
