"""Settings of the documentation: ``make docs`` builds it from the repository's own pages.

The sources are the repository, so that a link between its files works on GitHub and in the site. A
comment in a page, such as ``<!-- board: paco -->``, becomes a board to step through. A comment that
begins with ``<!-- site`` is text for the site alone. Code that is a game gets a link to try it.
"""

import gc
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
gc.set_threshold(20_000, 50, 100)  # searching for garbage took a quarter of the time

import piecepack_nb as pp  # noqa: E402
from tools import doc_boards, doc_tries  # noqa: E402

# --- Sphinx --------------------------------------------------------------------------------------

project = "piecepack_nb"
author = "piecepack_nb authors"
version = release = pp.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc"]
root_doc = "docs/index"
include_patterns = ["docs/**", "notebooks/**", "CONTRIBUTING.md", "ARCHITECTURE.md"]
exclude_patterns = [
    ".*", "**/.*", "build", "tests", "bench", "binder", "tools", "examples", "piecepack_nb",
    "docs/site", "**/node_modules", "**/__pycache__",
]  # fmt: skip

html_theme = "furo"
html_title = "piecepack_nb"
html_show_copyright = False
html_static_path = ["static"]
html_css_files = ["docs.css"]
html_js_files = [("docs.js", {"defer": "defer"})]
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
html_favicon = "static/icon.svg"

nb_execution_mode = "off"
nb_mime_priority_overrides = [("html", "image/png", 1), ("html", "text/html", 2)]
myst_heading_anchors = 4

autodoc_member_order = "bysource"
autodoc_typehints = "none"
add_module_names = False

# --- our own pages -------------------------------------------------------------------------------

MARK = re.compile(r"^<!-- (board|rules|gallery)(?:: (.+?))?(?: \| (.+?))? -->$", re.MULTILINE)
SITE_ONLY = re.compile(r"^<!-- site\n(.*?)\n-->$", re.MULTILINE | re.DOTALL)
"""Text with links that lead somewhere only in the site."""
INSTEAD = {
    "](../examples/games/)": "](gallery.md)",
    "](examples/games)": "](docs/gallery.md)",
    "](CREDITS.md)": "](docs/credits.md)",
    "```mermaid": "```text",
}
"""The page in place of a folder or a file that is none; text in place of a drawing."""


def expand(app, docname, source):
    """Put boards, rules and pictures in place of the comments of a page."""
    if docname.startswith("notebooks/"):
        return
    up = "../" * docname.count("/")
    text = source[0]
    for link, other in INSTEAD.items():
        text = text.replace(link, other)
    if docname == "docs/reference":
        text += other_names(text)
    text = text.replace("OTHER PAGES", other_pages(text))
    text = SITE_ONLY.sub(r"\1", text)
    if docname.startswith("docs/"):
        text = doc_tries.with_links(text, up)
    if not MARK.search(text):
        text += "\n\n## A game to step through\n\n<!-- board: piecepackman -->\n"
    source[0] = MARK.sub(lambda found: MAKERS[found[1]](found[2], found[3], up), text)


def other_names(text):
    """Return a section with the public names that the reference doesn't have in another one."""
    known = set(re.findall(r"^\.\. auto\w+:: (\w+)$", text, re.MULTILINE))
    names = [name for name in pp.__all__ if name not in known and callable(getattr(pp, name))]
    lines = [f".. autofunction:: piecepack_nb.{name}\n" for name in names]
    return "\n".join(["\n\n## More functions\n\n```{eval-rst}", *lines, "```\n"]) if names else ""


def other_pages(text):
    """Return the pages of docs that the contents don't name, one a line."""
    names = sorted(path.stem for path in (ROOT / "docs").glob("*.md") if path.stem != "index")
    return "\n".join(name for name in names if name not in text.splitlines())


def figure(name, caption, up):
    """Return a board as HTML."""
    return doc_boards.board(name).figure(up, caption or "A game of bots, to step through.")


def gallery(names, _caption, up):
    """Return a grid of boards: of the package's games, or of the examples."""
    chosen = doc_boards.GAMES if names == "games" else doc_boards.EXAMPLES
    return doc_boards.gallery(chosen, up)


MAKERS = {
    "board": figure,
    "gallery": gallery,
    "rules": lambda game, _caption, up: doc_boards.rules_page(game, up),
}


def write_boards(app, error):
    """Write the boards that the pages show."""
    if error is None:
        folder = Path(app.outdir, "boards")
        shutil.rmtree(folder, ignore_errors=True)
        for each in doc_boards.shown():
            each.write(folder)


MENDED = {
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
    'role="heading">': 'role="heading" aria-level="2">',
    '<th class="head"><p></p></th>': "<td></td>",
}
"""What screen readers miss in the theme's pages: names of regions, levels of headings."""


def mend_pages(app, error):
    """Mend the theme's pages for screen readers."""
    for path in () if error else app.env.found_docs | {"search", "genindex", "py-modindex"}:
        file = Path(app.outdir, f"{path}.html")
        if file.exists():
            text = file.read_text(encoding="utf-8")
            for wrong, right in MENDED.items():
                text = text.replace(wrong, right)
            file.write_text(text, encoding="utf-8")


def add_links(app, pagename, templatename, context, doctree):
    """Put a link to the playable notebook below a notebook's title."""
    if pagename.startswith("notebooks/") and "/teacher/" not in pagename:
        file = f"{pagename.removeprefix('notebooks/')}.ipynb"
        lite = "../" * pagename.count("/") + "lite/lab/index.html"
        link = (
            f'</h1><p class="playable"><a href="{lite}?path={file}">Run this '
            "notebook in your browser</a>: the boards are playable there.</p>"
        )
        context["body"] = context["body"].replace("</h1>", link, 1)


def setup(app):
    """Connect our own pages with Sphinx."""
    app.connect("source-read", expand)
    app.connect("html-page-context", add_links)
    app.connect("build-finished", write_boards)
    app.connect("build-finished", mend_pages)
    return {"parallel_read_safe": False}  # doc_boards notes what the pages show
