"""Pictures of boards for committed notebooks: PNG, drawn by a Chromium.

GitHub and nbviewer remove the style sheet and the symbols of an SVG, and a board becomes black
rectangles; a PNG is shown unchanged. Without grain, gloss and shades of wood, and in 128 colours,
it is no larger than the SVG. It lies on calm paper: a white one would glare in a dark notebook.
"""

from __future__ import annotations

import base64
import hashlib
import io
import math
import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from PIL import Image

from tools.chromium import find

__all__ = ["mark", "png", "words"]

COLOURS = 128
PAPER = 232, 227, 216
"""The colour of white in a picture, red, green and blue; all others darken as it does."""
LEAST = 400
"""The least width and height of a window, in pixels: Chromium doesn't fill a smaller one."""
FLAT = """
body { margin: 0; background: #fff } svg { display: block }
.ppnb-drawing {
  --ppnb-wood-2: var(--ppnb-wood-1) !important; --ppnb-wood-3: var(--ppnb-wood-1) !important;
  --ppnb-gold-2: var(--ppnb-gold-1) !important; --ppnb-ivory-2: var(--ppnb-ivory-1) !important;
  --ppnb-slate-2: var(--ppnb-slate-1) !important; --ppnb-pit-1: var(--ppnb-pit-2) !important;
}
.ppnb-grain, .ppnb-f-glint { display: none }
.ppnb-stop-lit, .ppnb-stop-dim, .ppnb-stop-dark, .ppnb-stop-dark-2 { stop-opacity: 0 !important }
"""
OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
    "--blink-settings=preferredColorScheme=1",  # light
)


def mark(svg: str) -> str:
    """Return a short hash of a picture; equal drawings have equal hashes."""
    return hashlib.blake2b(svg.encode(), digest_size=8).hexdigest()


def words(svg: str) -> str:
    """Return a picture's title and description."""
    root = ElementTree.fromstring(svg)
    parts = (root.findtext(f"{{*}}{tag}", "").strip() for tag in ("title", "desc"))
    return " ".join(filter(None, parts))


def png(svg: str) -> str:
    """Return the picture as base64 of a PNG; raise NoChromium without a browser."""
    size = re.search(r'<svg[^>]* width="([\d.]+)"[^>]* height="([\d.]+)"', svg)
    if size is None:
        raise ValueError("the SVG has no width and height")
    across, down = (math.ceil(float(number)) for number in size.groups())
    page = f"<!doctype html><meta charset=utf-8>{svg}<style>{FLAT}</style>"
    with TemporaryDirectory() as folder:
        source, shot = Path(folder, "page.html"), Path(folder, "page.png")
        source.write_text(page, encoding="utf-8")
        window = [
            f"--window-size={max(across, LEAST)},{max(down, LEAST)}",
            f"--user-data-dir={folder}/user",
        ]
        command = [find(), *OPTIONS, *window, f"--screenshot={shot}", source.as_uri()]
        subprocess.run(command, capture_output=True, timeout=120, check=True)
        drawn = Image.open(shot).convert("RGB").crop((0, 0, across, down))
    # Small things keep their colours by this method: a suit is a small thing. Large ones keep
    # theirs, too, when the colours are settled by means once more.
    method, dither = Image.Quantize.MAXCOVERAGE, Image.Dither.NONE
    few = on_paper(drawn.quantize(COLOURS, method=method, kmeans=1, dither=dither))
    written = io.BytesIO()
    few.save(written, "PNG", optimize=True)
    return base64.b64encode(written.getvalue()).decode()


def on_paper(drawn: Image.Image) -> Image.Image:
    """Return a picture of few colours as if it were drawn on calm paper."""
    palette = drawn.getpalette() or []
    drawn.putpalette([value * PAPER[n % 3] // 255 for n, value in enumerate(palette)])
    return drawn
