"""QR codes, by segno."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(32)
def qr_code(text: str) -> str:
    """Return a QR code as a data URL of an SVG picture."""
    import segno

    return str(segno.make(text, error="m").svg_data_uri(scale=4, border=3, light="white"))
