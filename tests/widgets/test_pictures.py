"""Everything that a cell can show has a picture beside it, for GitHub, nbviewer and paper."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.lab import simulate
from tests.games.piecepackman.helpers import played

LIVE = "application/vnd.jupyter.widget-view+json"


@pytest.fixture(scope="module")
def match() -> pp.Match:
    return played(7, moves=8)


def pictures(shown: Any) -> dict[str, Any]:
    """Return the pictures that a notebook keeps of a cell's output."""
    if not hasattr(shown, "_repr_mimebundle_"):
        return {"image/svg+xml": shown._repr_svg_(), "text/plain": repr(shown)}
    bundle = shown._repr_mimebundle_()
    return dict(bundle[0] if isinstance(bundle, tuple) else bundle)


SHOWN = {
    "show": pp.show,
    "play": lambda match: pp.play(match, journal=False),
    "replay": pp.replay,
    "compare": lambda match: pp.compare(match, quarter_turn_cost=0),
    "explore": lambda match: pp.explore(match),
    "predict": lambda match: pp.predict(match),
    "watch": lambda match: pp.watch(match),
    "a match": lambda match: match,
    "results": lambda match: simulate(match.game, 2, seats="random"),
}


@pytest.mark.parametrize("what", SHOWN)
def test_a_self_contained_picture_is_included(match: pp.Match, what: str) -> None:
    made = pictures(SHOWN[what](match))
    root = ET.fromstring(made["image/svg+xml"])
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "prefers-color-scheme:dark" in made["image/svg+xml"]
    named = root.findtext("{http://www.w3.org/2000/svg}title")
    assert named
    for element in root.iter():
        assert not element.tag.endswith(("script", "image", "foreignObject"))
        assert (element.get("href") or "#").startswith("#")
    assert " at 0x" not in made["text/plain"], "the same in every run"
    assert (LIVE in made) == (what not in ("a match", "results"))
