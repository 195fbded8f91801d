"""Write the README's Binder badges for the repository's public address.

``python tools/badges.py`` takes the address from ``Repository`` under ``[project.urls]`` in
pyproject.toml. Without an address there are no badges, since none would work. It needs only the
standard library.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from urllib.parse import quote, urlsplit

ROOT = Path(__file__).resolve().parents[1]
START = "notebooks/00_start_here.ipynb"
INTRODUCTION = "To play without installing, use a Binder badge: with the code, or without it.\n\n"
HOSTS = {"github.com": "gh", "gitlab.com": "gl"}
BADGES = {
    "Play in JupyterLab on Binder": ("https://mybinder.org/badge_logo.svg", f"lab/tree/{START}"),
    "Play without the code, by Voila on Binder": (
        "https://img.shields.io/badge/play-without%20the%20code-579aca",
        f"voila/render/{START}",
    ),
}
BLOCK = re.compile(r"(<!-- badges:.*?-->\n)(.*?)(<!-- end of badges -->)", re.DOTALL)


def address(pyproject: str) -> str | None:
    """Return the repository's public address; None if it has none."""
    urls = tomllib.loads(pyproject)["project"].get("urls", {})
    return str(urls["Repository"]) if "Repository" in urls else None


def binder(repository: str) -> str:
    """Return Binder's address for a repository; raise ValueError for an invalid address."""
    parts = urlsplit(repository)
    path = parts.path.strip("/").removesuffix(".git")
    if parts.scheme != "https" or not parts.hostname or path.count("/") < 1:
        raise ValueError(f"Repository is {repository!r}; expected https://host/owner/name")
    if parts.hostname == "gitlab.com":
        path = quote(path, safe="")  # it has groups within groups
    if parts.hostname in HOSTS:
        return f"https://mybinder.org/v2/{HOSTS[parts.hostname]}/{path}/HEAD"
    return f"https://mybinder.org/v2/git/{quote(repository, safe='')}/HEAD"


def badges(repository: str | None) -> str:
    """Return the badges with a sentence on them; "" for a repository without an address."""
    if repository is None:
        return ""
    lines = [
        f"[![{words}]({picture})]({binder(repository)}?urlpath={quote(page, safe='')})\n"
        for words, (picture, page) in BADGES.items()
    ]
    return INTRODUCTION + "".join(lines)


def written(readme: str, repository: str | None) -> str:
    """Return the README with the badges of this repository."""
    return BLOCK.sub(lambda found: found[1] + badges(repository) + found[3], readme)


def main() -> int:
    """Write the badges; print the address."""
    readme = ROOT / "README.md"
    try:
        repository = address((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        text = written(readme.read_text(encoding="utf-8"), repository)
    except ValueError as problem:
        print(problem, file=sys.stderr)
        return 1
    readme.write_text(text, encoding="utf-8")
    print(f"the README's badges are for {repository or 'no address: there are none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
