"""Scenes as JSON, checked on the way in: a damaged or hostile scene gets one line, no drawing."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from piecepack_nb.core.errors import BadInput, wrong
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import FACES, SUITS
from piecepack_nb.scene.model import MARKS, ROLES, Area, Layout, Mark, Piece, Scene, Shape, Spot
from piecepack_nb.scene.sprites import DEFS, SPRITES, UNDER

__all__ = ["check", "from_json", "part_from_json", "part_to_json", "sheet_to_json", "to_json"]

P = TypeVar("P")
Check = Callable[[str, Any], Any]

TAGS = ("g", "rect", "circle", "ellipse", "path", "line", "polyline", "polygon", "text", "use")
ATTRIBUTES = frozenset(
    """x y width height rx ry cx cy r x1 y1 x2 y2 points d transform class fill stroke stroke-width
    stroke-linecap stroke-linejoin stroke-dasharray stroke-opacity fill-opacity fill-rule opacity
    font-size font-weight text-anchor sprite suit face label angle scale""".split()  # noqa: SIM905
)
CLASSES = re.compile(r"ppnb-[a-z0-9-]+( ppnb-[a-z0-9-]+)*")
DEEPEST, LONGEST, MOST = 12, 4000, 5000  # nested shapes; characters of a text; entries of a list


def _name(where: str, value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= 80 or not value.isprintable():
        raise wrong(where, value, "a name of 1 to 80 printable characters")
    return value


def _text(where: str, value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST:
        raise wrong(where, value, f"a text of at most {LONGEST} characters")
    return value


def _number(low: float, high: float) -> Check:
    def check_number(where: str, value: Any) -> float:
        if type(value) not in (int, float) or not math.isfinite(value) or not low <= value <= high:
            raise wrong(where, value, f"a number from {low:g} to {high:g}")
        return value  # type: ignore[no-any-return]

    return check_number


def _whole(where: str, value: Any) -> int:
    if type(value) is not int or not -10_000 <= value <= 10_000:
        raise wrong(where, value, "a whole number from -10000 to 10000")
    return value


def _flag(where: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise wrong(where, value, "True or False")
    return value


def _one_of(choices: Iterable[str]) -> Check:
    accepted = tuple(choices)

    def check_choice(where: str, value: Any) -> str:
        if value not in accepted or not isinstance(value, str):
            raise wrong(where, value, "one of " + ", ".join(repr(name) for name in accepted))
        return value

    return check_choice


def _list(where: str, value: Any) -> list[Any]:
    if not isinstance(value, list | tuple) or len(value) > MOST:
        raise wrong(where, value, f"a list of at most {MOST} entries")
    return list(value)


def _key(where: str, value: Any) -> str:
    if not isinstance(value, str) or len(value) > 1 or (value and not value.isprintable()):
        raise wrong(where, value, "one character, or nothing")
    return value.lower()


def _point(where: str, value: Any) -> tuple[float, float]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise wrong(where, value, "two numbers, x and y")
    return PLACE(where, value[0]), PLACE(where, value[1])


def _points(where: str, value: Any) -> tuple[tuple[float, float], ...]:
    return tuple(_point(f"{where}[{i}]", point) for i, point in enumerate(_list(where, value)))


def _place(where: str, value: Any) -> tuple[float, ...]:
    if not isinstance(value, list | tuple) or len(value) not in (2, 3):
        raise wrong(where, value, "x, y and perhaps a scale")
    return *_point(where, value[:2]), *(SCALE(where, scale) for scale in value[2:])


def _places(where: str, value: Any) -> FrozenDict[str, tuple[float, ...]]:
    if not isinstance(value, Mapping):
        raise wrong(where, value, "a mapping from areas to places")
    return FrozenDict(
        {_name(where, area): _place(f"{where}[{area!r}]", at) for area, at in value.items()}
    )


def _attribute(where: str, name: Any, value: Any) -> tuple[str, str | float]:
    if name not in ATTRIBUTES:
        raise wrong(f"{where} attribute", name, "one of " + ", ".join(sorted(ATTRIBUTES)))
    if isinstance(value, str):
        if "url" in value.lower().replace("\\", "") or (
            name == "class" and not CLASSES.fullmatch(value)
        ):
            raise wrong(f"{where} {name}", value, "a plain value; classes begin with ppnb-")
        return name, _text(f"{where} {name}", value)
    return name, _number(-1e6, 1e6)(f"{where} {name}", value)


def _shape(where: str, value: Any, depth: int = 0) -> Shape:
    """A shape from a Shape or from [tag, {attributes}, text or [shapes]]."""
    if isinstance(value, Shape):
        value = [value.tag, value.attrs, value.text or value.children]
    if not isinstance(value, list | tuple) or len(value) not in (2, 3) or depth > DEEPEST:
        raise wrong(where, value, "a shape: tag, attributes and, if it has some, text or shapes")
    tag = _one_of(TAGS)(f"{where} tag", value[0])
    if not isinstance(value[1], Mapping):
        raise wrong(f"{where} attributes", value[1], "a mapping")
    attrs = FrozenDict(dict(_attribute(where, name, entry) for name, entry in value[1].items()))
    if tag == "use":
        SPRITE(f"{where} sprite", attrs.get("sprite"))
    inside = value[2] if len(value) == 3 else ()
    if isinstance(inside, str):
        return Shape(tag, attrs, (), _text(where, inside))
    return Shape(tag, attrs, tuple(_shape(where, part, depth + 1) for part in _list(where, inside)))


def _shapes(where: str, value: Any) -> tuple[Shape, ...]:
    return tuple(_shape(f"{where}[{i}]", part) for i, part in enumerate(_list(where, value)))


def _marks(where: str, value: Any) -> tuple[Mark, ...]:
    return _parts(Mark, where, value)


PLACE = _number(-1000, 1000)
SCALE = _number(0, 100)
SPRITE = _one_of(SPRITES)
SUIT = _one_of(("", *SUITS))
FIELDS: dict[type, dict[str, Check]] = {
    Area: {
        "id": _name,
        "width": _number(0.1, 1000),
        "height": _number(0.1, 1000),
        "title": _text,
        "backdrop": _shapes,
    },
    Layout: {
        "min_width": _whole,
        "width": _number(0.1, 1000),
        "height": _number(0.1, 1000),
        "places": _places,
    },
    Piece: {
        "id": _name,
        "sprite": SPRITE,
        "x": PLACE,
        "y": PLACE,
        "area": _name,
        "angle": _number(-36_000, 36_000),
        "scale": SCALE,
        "suit": SUIT,
        "face": _one_of(("", *FACES)),
        "label": _text,
        "z": _whole,
        "faded": _flag,
    },
    Mark: {
        "kind": _one_of(MARKS),
        "x": PLACE,
        "y": PLACE,
        "area": _name,
        "points": _points,
        "label": _text,
        "value": _number(0, 1),
        "suit": SUIT,
    },
    Spot: {
        "id": _name,
        "x": PLACE,
        "y": PLACE,
        "area": _name,
        "w": _number(0.05, 1000),
        "h": _number(0.05, 1000),
        "name": _text,
        "role": _one_of(ROLES),
        "drag": _flag,
        "drop": _flag,
        "key": _key,
        "tip": _text,
        "preview": _marks,
    },
}
FIELDS[Scene] = {
    "areas": lambda where, value: _parts(Area, where, value),
    "layouts": lambda where, value: _parts(Layout, where, value),
    "pieces": lambda where, value: _parts(Piece, where, value),
    "marks": _marks,
    "spots": lambda where, value: _parts(Spot, where, value),
    "caption": _text,
    "clause": _text,
    "alt": _text,
    "linger": _number(0, 60),
}


def part_from_json(kind: type[P], data: Any, where: str) -> P:
    """A part of a scene from a mapping of its fields, or the same part checked."""
    if isinstance(data, kind):
        data = data._asdict()  # type: ignore[attr-defined]
    if not isinstance(data, Mapping):
        raise wrong(where, data, f"a {kind.__name__.lower()}: a mapping of its fields")
    checks = FIELDS[kind]
    for name in data:
        if name not in checks:
            raise wrong(f"{where} entry", name, "one of " + ", ".join(checks))
    for name in checks:
        if name not in data and name not in kind._field_defaults:  # type: ignore[attr-defined]
            raise wrong(where, data, f"a {kind.__name__.lower()} with {name!r}")
    return kind(**{name: checks[name](f"{where}.{name}", value) for name, value in data.items()})


def _parts(kind: type[P], where: str, value: Any) -> tuple[P, ...]:
    return tuple(
        part_from_json(kind, part, f"{where}[{i}]") for i, part in enumerate(_list(where, value))
    )


def from_json(data: Any) -> Scene:
    """The scene that ``to_json`` wrote; raises BadInput where it is anything else."""
    scene = part_from_json(Scene, data, "scene")
    _fits_together(scene)
    return scene


def check(scene: Scene) -> Scene:
    """``scene`` itself, when a board can draw it; else BadInput naming the entry."""
    if not isinstance(scene, Scene):
        raise wrong("scene", scene, "a piecepack_nb.scene.Scene")
    return from_json(scene)


def _fits_together(scene: Scene) -> None:
    for name in ("areas", "pieces", "spots"):
        _different([part.id for part in getattr(scene, name)], f"{name} id")
    _different([spot.key for spot in scene.spots if spot.key], "spots key")
    areas = {area.id for area in scene.areas}
    if not areas or not scene.layouts:
        raise BadInput("scene has no areas or no layouts; accepted: at least one of each")
    inside: list[Any] = [*scene.pieces, *scene.marks, *scene.spots]
    named = [part.area for part in inside] + [key for lay in scene.layouts for key in lay.places]
    for area in named:
        if area not in areas:
            raise wrong("area", area, "one of " + ", ".join(sorted(areas)))


def _different(names: list[str], what: str) -> None:
    seen = set[str]()
    for name in names:
        if name in seen:
            raise wrong(what, name, "each one once")
        seen.add(name)


def to_json(scene: Scene) -> dict[str, Any]:
    """``scene`` as plain JSON data; fields at their default are left out."""
    return dict(part_to_json(scene))


def part_to_json(part: Any) -> Any:
    """A part of a scene as plain JSON data."""
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


def sheet_to_json() -> dict[str, Any]:
    """The sprite sheet for the page: gradients, sprites, and the marks that lie under pieces."""
    return {
        "defs": [_shape_to_json(drawn) for drawn in DEFS],
        "sprites": {name: part_to_json(drawn) for name, drawn in SPRITES.items()},
        "under": list(UNDER),
    }
