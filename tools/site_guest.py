"""The pages on which a stranger plays a game without seeing its code: the folder ``guest``.

``index.html`` plays the game of a link, with the site's files. ``player.html`` carries all these
files: with a game put into it, by ``to_html`` of a table or in the page to write games on, it is
one file that needs no network.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from string import Template

from tools import site_run

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "docs/site/guest"
POLICY = (
    "default-src 'none'; script-src '{script}' {scripts}; worker-src 'self' blob:; "
    "style-src 'unsafe-inline'; img-src data: blob:; font-src data:; "
    "connect-src {connect}; frame-src 'none'; base-uri 'none'; form-action 'none'"
)
"""The policy of both pages; a page that carries its files reaches nothing."""
FRAME = "in a frame without a network, and without a way to this page or what your browser keeps."
WARNINGS = {
    "index.html": f"The link holds somebody's program. It runs only when you press Play: {FRAME}",
    "player.html": f"The game runs {FRAME} Everything is in this file: it needs no network.",
}
FOOTERS = {
    "index.html": 'Everything runs in your browser. <a href="../">All games</a>',
    "player.html": "Made with piecepack_nb. Everything runs in your browser.",
}


def write(folder: Path, run: Path, scripts: str) -> None:
    """Write both pages; ``run`` has the files to carry, ``scripts`` are those of the frame."""
    folder.mkdir(parents=True)
    style = (SOURCE.parent / "style.css").read_text(encoding="utf-8")
    values = {
        "style": style + (SOURCE / "guest.css").read_text(encoding="utf-8"),
        "script": site_run.bundle("guest.js").replace("</script", "<\\/script"),
    }
    own = site_run.script_hash(values["script"])
    page = Template((SOURCE / "index.html").read_text(encoding="utf-8"))
    for name, connect, files in (
        ("index.html", "'self'", ""),
        ("player.html", "'none'", "\n".join(carried(run))),
    ):
        policy = POLICY.format(script=own, scripts=scripts, connect=connect)
        notes = {"warning": WARNINGS[name], "footer": FOOTERS[name]}
        text = page.substitute(values, policy=policy, files=files, **notes)
        (folder / name).write_text(text, encoding="utf-8")


def carried(run: Path) -> Iterator[str]:
    """Yield the elements with the files of the folder ``run``, as gzip in base64."""
    listed = json.loads((run / "files.json").read_text(encoding="utf-8"))
    for name, each in listed.items():
        packed = gzip.compress((run / each["path"]).read_bytes(), 9, mtime=0)
        text = base64.b64encode(packed).decode()
        yield f'<script type="application/gzip" data-file="{name}">{text}</script>'
