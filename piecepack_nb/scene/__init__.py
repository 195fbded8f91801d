"""Boards as plain data and as SVG, independent of games and notebooks.

A game's :class:`GameView` makes a :class:`Scene`; :func:`svg` writes it as a static picture, and
the board widget draws and animates it in the page. Both draw the same sprites (:mod:`.sprites`).
"""

from __future__ import annotations

from piecepack_nb.scene.film import (
    Film,
    NestedFilm,
    TurnStart,
    brief_frames,
    delta,
    in_brief,
    last_move,
    pack,
    together,
)
from piecepack_nb.scene.game_view import (
    EMPTY_DRAFT,
    HAND_OVER,
    AnyView,
    Draft,
    GameView,
    HowToPlay,
    MakeMove,
    Score,
    ShowMessage,
    Symbol,
)
from piecepack_nb.scene.layout import coordinates, layouts_with_trays, mat, text_shape, tray
from piecepack_nb.scene.match_film import film_match
from piecepack_nb.scene.model import (
    MARKS,
    RISKS,
    ROLES,
    Area,
    Layer,
    Layout,
    Mark,
    Overlay,
    Piece,
    Place,
    Point,
    Scene,
    Shape,
    Spot,
    TextTable,
    choose_layout,
    draw_scene,
    keep_ids,
    keep_order,
    shape,
    use,
)
from piecepack_nb.scene.moving_svg import moving_svg
from piecepack_nb.scene.numbers import Number, Numbers
from piecepack_nb.scene.picker import Attempt, Picker
from piecepack_nb.scene.quiz import Feedback, Question, QuestionKind, QuizSpec
from piecepack_nb.scene.reasons import SecretKinds, SecretReasons
from piecepack_nb.scene.scene_json import check_scene, from_json, to_json
from piecepack_nb.scene.svg import Picture, svg

__all__ = [
    "EMPTY_DRAFT",
    "HAND_OVER",
    "MARKS",
    "RISKS",
    "ROLES",
    "AnyView",
    "Area",
    "Attempt",
    "Draft",
    "Feedback",
    "Film",
    "GameView",
    "HowToPlay",
    "Layer",
    "Layout",
    "MakeMove",
    "Mark",
    "NestedFilm",
    "Number",
    "Numbers",
    "Overlay",
    "Picker",
    "Picture",
    "Piece",
    "Place",
    "Point",
    "Question",
    "QuestionKind",
    "QuizSpec",
    "Scene",
    "Score",
    "SecretKinds",
    "SecretReasons",
    "Shape",
    "ShowMessage",
    "Spot",
    "Symbol",
    "TextTable",
    "TurnStart",
    "brief_frames",
    "check_scene",
    "choose_layout",
    "coordinates",
    "delta",
    "draw_scene",
    "film_match",
    "from_json",
    "in_brief",
    "keep_ids",
    "keep_order",
    "last_move",
    "layouts_with_trays",
    "mat",
    "moving_svg",
    "pack",
    "shape",
    "svg",
    "text_shape",
    "to_json",
    "together",
    "tray",
    "use",
]
