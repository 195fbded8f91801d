"""What a board looks like, as plain data, and that data as a picture. Knows no game, no notebook.

A game's ``view.py`` makes a :class:`Scene`; :func:`svg` writes it as a static picture, and the
board widget draws and animates it in the page. Both draw the same sprites (:mod:`.sprites`).
"""

from __future__ import annotations

from piecepack_nb.scene.asking import Asked, Asking, Judged
from piecepack_nb.scene.film import Film, Turn, Within, pack, unpack
from piecepack_nb.scene.filming import filmed
from piecepack_nb.scene.frames import apply, delta
from piecepack_nb.scene.identity import keep_ids, keep_order
from piecepack_nb.scene.jsonform import check, from_json, to_json
from piecepack_nb.scene.model import (
    MARKS,
    ROLES,
    Area,
    Layer,
    Layout,
    Listing,
    Mark,
    Piece,
    Scene,
    Shape,
    Spot,
    choose_layout,
    shape,
    use,
)
from piecepack_nb.scene.parts import coordinates, mat, words
from piecepack_nb.scene.picking import NOTHING, Draft, Made, Told, View
from piecepack_nb.scene.svg import Picture, svg
from piecepack_nb.scene.trays import layouts_with_trays

__all__ = [
    "MARKS",
    "NOTHING",
    "ROLES",
    "Area",
    "Asked",
    "Asking",
    "Draft",
    "Film",
    "Judged",
    "Layer",
    "Layout",
    "Listing",
    "Made",
    "Mark",
    "Picture",
    "Piece",
    "Scene",
    "Shape",
    "Spot",
    "Told",
    "Turn",
    "View",
    "Within",
    "apply",
    "check",
    "choose_layout",
    "coordinates",
    "delta",
    "filmed",
    "from_json",
    "keep_ids",
    "keep_order",
    "layouts_with_trays",
    "mat",
    "pack",
    "shape",
    "svg",
    "to_json",
    "unpack",
    "use",
    "words",
]
