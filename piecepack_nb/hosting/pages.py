"""The files that a device loads: one page, and the built modules and styles of the widgets."""

from __future__ import annotations

from functools import cache

from piecepack_nb.widgets.page import MODULE, STYLES, page_source

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>piecepack_nb</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="styles.css">
<script type="module" src="host_page.js"></script>
</head>
<body>
<h1 id="page-title">A table on several devices</h1>
<p id="status" role="status">Connecting …</p>
<noscript>This page needs JavaScript to play.</noscript>
<main id="main"></main>
</body>
</html>
"""


@cache
def pages() -> dict[str, tuple[str, bytes]]:
    """Return all files by their path: the content type and the content."""
    script, style = "text/javascript; charset=utf-8", "text/css; charset=utf-8"
    texts = {
        "": ("text/html; charset=utf-8", PAGE),
        "widgets.js": (script, MODULE),
        "host.js": (script, page_source("host.js")),
        "host_page.js": (script, page_source("host_page.js")),
        "styles.css": (style, STYLES + page_source("host.css") + page_source("host_page.css")),
    }
    return {path: (kind, text.encode()) for path, (kind, text) in texts.items()}
