"""Scenes as JSON, and their validation: an invalid scene raises BadInput with one line."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, TypeVar

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import FACES
from piecepack_nb.scene.drawing import SYMBOLS
from piecepack_nb.scene.model import (
    MARKS,
    RISKS,
    ROLES,
    Area,
    Layer,
    Layout,
    Mark,
    Piece,
    Scene,
    Shape,
    Spot,
    TextTable,
)
from piecepack_nb.scene.sprites import DEFS, LINES, SPRITES, UNDER
from piecepack_nb.scene.style import added_css

Check = Callable[[str, Any], Any]
"""A function of an entry's name and value that returns the value or raises BadInput."""
LONGEST, MOST = 4000, 5000  # characters of a text; entries of a list


def a_name(where: str, value: Any) -> str:
    """Return an id: a short printable text."""
    if not isinstance(value, str) or not 0 < len(value) <= 80 or not value.isprintable():
        raise invalid(where, value, "a name of 1 to 80 printable characters")
    return value


def a_text(where: str, value: Any) -> str:
    """Return a text of any content."""
    if not isinstance(value, str) or len(value) > LONGEST:
        raise invalid(where, value, f"a text of at most {LONGEST} characters")
    return value


def a_number(low: float, high: float) -> Check:
    """Return the check for a finite number from ``low`` to ``high``, not True or False."""

    def check_number(where: str, value: Any) -> float:
        if type(value) not in (int, float) or not math.isfinite(value) or not low <= value <= high:
            raise invalid(where, value, f"a number from {low:g} to {high:g}")
        return value  # type: ignore[no-any-return]

    return check_number


def a_whole_number(where: str, value: Any) -> int:
    """Return a whole number of a reasonable size."""
    if type(value) is not int or not -10_000 <= value <= 10_000:
        raise invalid(where, value, "a whole number from -10000 to 10000")
    return value


def a_flag(where: str, value: Any) -> bool:
    """Return True or False."""
    if not isinstance(value, bool):
        raise invalid(where, value, "True or False")
    return value


def one_of(choices: Iterable[str]) -> Check:
    """Return the check for one of the choices; a mapping may get more later."""
    accepted = choices if isinstance(choices, Mapping) else tuple(choices)

    def check_choice(where: str, value: Any) -> str:
        if not isinstance(value, str) or value not in accepted:
            raise invalid(where, value, "one of " + ", ".join(repr(name) for name in accepted))
        return value

    return check_choice


def a_list(where: str, value: Any) -> list[Any]:
    """Return a list of limited length; the caller checks the entries."""
    if not isinstance(value, list | tuple) or len(value) > MOST:
        raise invalid(where, value, f"a list of at most {MOST} entries")
    return list(value)


def a_key(where: str, value: Any) -> str:
    """Return a keyboard key as one lower-case character, or "" for none."""
    if not isinstance(value, str) or len(value) > 1 or (value and not value.isprintable()):
        raise invalid(where, value, "one character, or nothing")
    return value.lower()


def a_point(where: str, value: Any) -> tuple[float, float]:
    """Return a point from a pair of numbers."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise invalid(where, value, "two numbers, x and y")
    return PLACE(where, value[0]), PLACE(where, value[1])


def points(where: str, value: Any) -> tuple[tuple[float, float], ...]:
    """Return points from pairs of numbers."""
    return tuple(a_point(f"{where}[{i}]", point) for i, point in enumerate(a_list(where, value)))


def angles(where: str, value: Any) -> tuple[float, ...]:
    """Return different angles in degrees."""
    degrees = tuple(ANGLE(f"{where}[{i}]", angle) for i, angle in enumerate(a_list(where, value)))
    if len({angle % 360 for angle in degrees}) < len(degrees):
        raise invalid(where, list(degrees), "different angles")
    return degrees


def texts(where: str, value: Any) -> tuple[str, ...]:
    """Return texts, such as a row of a table."""
    return tuple(a_text(f"{where}[{i}]", text) for i, text in enumerate(a_list(where, value)))


def rows(where: str, value: Any) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a table."""
    return tuple(texts(f"{where}[{i}]", row) for i, row in enumerate(a_list(where, value)))


def _place(where: str, value: Any) -> tuple[float, ...]:
    if not isinstance(value, list | tuple) or len(value) not in (2, 3):
        raise invalid(where, value, "x, y and perhaps a scale")
    return *a_point(where, value[:2]), *(SCALE(where, scale) for scale in value[2:])


def places(where: str, value: Any) -> FrozenDict[str, tuple[float, ...]]:
    """Return the places of a layout's areas."""
    if not isinstance(value, Mapping):
        raise invalid(where, value, "a mapping from areas to places")
    return FrozenDict(
        {a_name(where, area): _place(f"{where}[{area!r}]", at) for area, at in value.items()}
    )


PLACE = a_number(-1000, 1000)
ANGLE = a_number(-36_000, 36_000)
SCALE = a_number(0, 100)


# --- Scenes --------------------------------------------------------------------------------------


P = TypeVar("P")

TAGS = ("g", "rect", "circle", "ellipse", "path", "line", "polyline", "polygon", "text", "use")
ATTRIBUTES = frozenset(
    """x y width height rx ry cx cy r x1 y1 x2 y2 points d transform class fill stroke stroke-width
    stroke-linecap stroke-linejoin stroke-dasharray stroke-opacity fill-opacity fill-rule opacity
    font-size font-weight text-anchor sprite suit face label angle scale""".split()  # noqa: SIM905
)
CLASSES = re.compile(r"ppnb-[a-z0-9-]+( ppnb-[a-z0-9-]+)*")
PLAIN = re.compile(r"[-+\w\s.,#@%(){}]*")  # characters that can't end the attribute
DEEPEST = 12  # shapes within shapes


def _attribute(where: str, name: Any, value: Any) -> tuple[str, str | float]:
    if name not in ATTRIBUTES:
        raise invalid(f"{where} attribute", name, "one of " + ", ".join(sorted(ATTRIBUTES)))
    if isinstance(value, str):
        fits = CLASSES.fullmatch(value) if name == "class" else PLAIN.fullmatch(value)
        if name != "label" and (not fits or "url" in value.lower()):
            raise invalid(f"{where} {name}", value, "a plain value; classes begin with ppnb-")
        return name, a_text(f"{where} {name}", value)
    return name, a_number(-1e6, 1e6)(f"{where} {name}", value)


def _shape(where: str, value: Any, depth: int = 0) -> Shape:
    """Return a shape from a Shape or from [tag, {attributes}, text or [shapes]]."""
    if isinstance(value, Shape):
        value = [value.tag, value.attrs, value.text or value.children]
    if not isinstance(value, list | tuple) or len(value) not in (2, 3) or depth > DEEPEST:
        raise invalid(where, value, "a shape: tag, attributes and, if it has some, text or shapes")
    tag = one_of(TAGS)(f"{where} tag", value[0])
    if not isinstance(value[1], Mapping):
        raise invalid(f"{where} attributes", value[1], "a mapping")
    attrs = FrozenDict(dict(_attribute(where, name, entry) for name, entry in value[1].items()))
    if tag == "use":
        SPRITE(f"{where} sprite", attrs.get("sprite"))
    inside = value[2] if len(value) == 3 else ()
    if isinstance(inside, str):
        return Shape(tag, attrs, (), a_text(where, inside))
    return Shape(
        tag, attrs, tuple(_shape(where, part, depth + 1) for part in a_list(where, inside))
    )


def _shapes(where: str, value: Any) -> tuple[Shape, ...]:
    return tuple(_shape(f"{where}[{i}]", part) for i, part in enumerate(a_list(where, value)))


def _marks(where: str, value: Any) -> tuple[Mark, ...]:
    return _part_list(Mark, where, value)


SPRITE = one_of(SPRITES)
SUIT = one_of(("", *SYMBOLS))
FIELDS: dict[type, dict[str, Check]] = {
    Area: {
        "id": a_name,
        "width": a_number(0.1, 1000),
        "height": a_number(0.1, 1000),
        "title": a_text,
        "backdrop": _shapes,
        "turns": angles,
    },
    Layout: {
        "min_width": a_whole_number,
        "width": a_number(0.1, 1000),
        "height": a_number(0.1, 1000),
        "places": places,
    },
    Piece: {
        "id": a_name,
        "sprite": SPRITE,
        "x": PLACE,
        "y": PLACE,
        "area": a_name,
        "angle": ANGLE,
        "scale": SCALE,
        "suit": SUIT,
        "face": one_of(("", *FACES, "1", "6")),
        "label": a_text,
        "z": a_whole_number,
        "faded": a_flag,
        "turns": a_flag,
        "lift": a_number(0, 10),
    },
    Mark: {
        "kind": one_of(MARKS),
        "x": PLACE,
        "y": PLACE,
        "area": a_name,
        "points": points,
        "label": a_text,
        "value": a_number(0, 1),
        "suit": one_of(("", *SYMBOLS, "guess")),
        "layer": a_text,
    },
    Layer: {"id": a_name, "title": a_text, "on": a_flag},
    TextTable: {"title": a_text, "head": texts, "rows": rows},
    Spot: {
        "id": a_name,
        "x": PLACE,
        "y": PLACE,
        "area": a_name,
        "w": a_number(0.05, 1000),
        "h": a_number(0.05, 1000),
        "name": a_text,
        "role": one_of(ROLES),
        "drag": a_flag,
        "drop": a_flag,
        "key": a_key,
        "tip": a_text,
        "preview": _marks,
        "clause": a_text,
        "risk": one_of(("", *RISKS)),
    },
}
FIELDS[Scene] = {
    "areas": lambda where, value: _part_list(Area, where, value),
    "layouts": lambda where, value: _part_list(Layout, where, value),
    "pieces": lambda where, value: _part_list(Piece, where, value),
    "marks": _marks,
    "spots": lambda where, value: _part_list(Spot, where, value),
    "caption": a_text,
    "clause": a_text,
    "alt": a_text,
    "linger": a_number(0, 60),
    "layers": lambda where, value: _part_list(Layer, where, value),
    "listings": lambda where, value: _part_list(TextTable, where, value),
}


def part_from_json(kind: type[P], data: Any, where: str) -> P:
    """Return a part of a scene from a mapping of its fields, or the same part validated."""
    if isinstance(data, kind):
        part: Any = data
        types = tuple(map(type, part))
        if type(part) is kind and kind is not Scene:
            with suppress(BadInput, TypeError):  # the error follows; a list, say, has no hash
                return _kept(part, types) or data
        data = part._asdict()
    return _read(kind, data, where)


@lru_cache(maxsize=5000)
def _kept(part: Any, _types: tuple[type, ...]) -> Any:
    """Return a part validated, or None if it is valid as it is.

    Most parts of a scene are in the one before it, too. The types tell True from 1, which is equal.
    """
    read: Any = _read(type(part), part._asdict(), "")
    return None if read == part else read


def _read(kind: type[P], data: Any, where: str) -> P:
    if not isinstance(data, Mapping):
        raise invalid(where, data, f"a {kind.__name__.lower()}: a mapping of its fields")
    checks = FIELDS[kind]
    for name in data:
        if name not in checks:
            raise invalid(f"{where} entry", name, "one of " + ", ".join(checks))
    for name in checks:
        if name not in data and name not in kind._field_defaults:  # type: ignore[attr-defined]
            raise invalid(where, data, f"a {kind.__name__.lower()} with {name!r}")
    return kind(**{name: checks[name](f"{where}.{name}", value) for name, value in data.items()})


def _part_list(kind: type[P], where: str, value: Any) -> tuple[P, ...]:
    return tuple(
        part_from_json(kind, part, f"{where}[{i}]") for i, part in enumerate(a_list(where, value))
    )


def from_json(data: Any) -> Scene:
    """Return the scene that ``to_json`` wrote; raise BadInput for anything else."""
    scene = part_from_json(Scene, data, "scene")
    _check_references(scene)
    return scene


def check_scene(scene: Scene) -> Scene:
    """Return the scene if it is valid; raise BadInput that names the invalid entry if not."""
    if not isinstance(scene, Scene):
        raise invalid("scene", scene, "a piecepack_nb.scene.Scene")
    return from_json(scene)


def _check_references(scene: Scene) -> None:
    for name in ("areas", "pieces", "spots", "layers"):
        _check_unique([part.id for part in getattr(scene, name)], f"{name} id")
    _check_unique([spot.key for spot in scene.spots if spot.key], "spots key")
    areas = {area.id for area in scene.areas}
    if not areas or not scene.layouts:
        raise BadInput("scene has no areas or no layouts; expected at least one of each")
    inside: list[Any] = [*scene.pieces, *scene.marks, *scene.spots]
    named = [part.area for part in inside] + [key for lay in scene.layouts for key in lay.places]
    for area in named:
        if area not in areas:
            raise invalid("area", area, "one of " + ", ".join(sorted(areas)))
    layers = {"", *(layer.id for layer in scene.layers)}
    for mark in scene.marks:
        if mark.layer not in layers:
            raise invalid("layer", mark.layer, "one of " + ", ".join(map(repr, sorted(layers))))


def _check_unique(names: list[str], what: str) -> None:
    seen = set[str]()
    for name in names:
        if name in seen:
            raise invalid(what, name, "each one once")
        seen.add(name)


def to_json(scene: Scene) -> dict[str, Any]:
    """Return ``scene`` as JSON data, without fields at their default."""
    return dict(part_to_json(scene))


def part_to_json(part: Any) -> Any:
    """Return a part of a scene as JSON data."""
    if isinstance(part, Shape):
        return _shape_to_json(part)
    if type(part) in FIELDS:
        defaults = part._field_defaults
        return {
            name: part_to_json(value)
            for name, value in part._asdict().items()
            if name not in defaults or defaults[name] != value
        }
    if isinstance(part, tuple | list):
        return [part_to_json(entry) for entry in part]
    if isinstance(part, Mapping):
        return {key: part_to_json(value) for key, value in part.items()}
    return part


def _shape_to_json(drawn: Shape) -> list[Any]:
    inside: Any = drawn.text or [_shape_to_json(part) for part in drawn.children]
    return [drawn.tag, dict(drawn.attrs), inside] if inside else [drawn.tag, dict(drawn.attrs)]


_last_sheet: list[dict[str, Any]] = [{}]


def sheet_to_json() -> dict[str, Any]:
    """Return the sprite sheet for the page, with the only tags and attributes that it may draw.

    It is the same object until something is added: every board that was ever shown holds it.
    """
    made = {
        "defs": [_shape_to_json(drawn) for drawn in DEFS],
        "sprites": {name: part_to_json(drawn) for name, drawn in SPRITES.items()},
        "under": list(UNDER),
        "lines": list(LINES),
        "tags": [*TAGS, "linearGradient", "radialGradient", "stop"],
        "styles": added_css(),
        "attributes": sorted({*ATTRIBUTES, "id", "offset"}),
    }
    if made != _last_sheet[0]:
        _last_sheet[0] = made
    return _last_sheet[0]
