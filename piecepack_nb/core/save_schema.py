"""The JSON schema of saved matches, made from the code that reads them.

``python -m piecepack_nb schema`` prints it. A file that fits the schema may still be refused: it
can't say that a move is legal, or that a checksum is right.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from piecepack_nb.core.dice import HIGHEST_SEED
from piecepack_nb.core.match import MAX_EARLIER, MAX_MOVES
from piecepack_nb.core.match_base import MAX_KEPT
from piecepack_nb.core.record import FORMAT, VERSION
from piecepack_nb.core.registry import find
from piecepack_nb.core.rules import Option

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TYPES = {bool: "boolean", int: "integer", float: "number", str: "string"}
ANY_GAME = {"type": "object", "additionalProperties": {"type": ["boolean", "number", "string"]}}


def save_schema(games: Iterable[str]) -> dict[str, Any]:
    """Return the schema of a saved match; the rules of these games are described in full."""
    setup = {
        "rules": {"description": "The rule options that aren't as printed, or all.", **ANY_GAME},
        "changed": {
            "description": "Of a reader's own game, the options among them that aren't as printed.",
            "type": "array",
            "items": {"type": "string"},
        },
        "seed": _whole("The seed of the dice and of random bots.", 0, HIGHEST_SEED),
        "dice": _dice(),
        "seats": {
            "description": "Who plays each seat: person, or the name of a bot.",
            "type": "object",
            "additionalProperties": {"type": "string"},
        },
        "start": {
            "description": "The first state, if it was written by hand.",
            "type": ["object", "null"],
        },
        "moves": {"type": "array", "items": _move(), "maxItems": MAX_MOVES},
        "position": _whole("The number of the step that is shown.", 0),
    }
    earlier = {
        "description": "The matches that this one continues under other rules, oldest first.",
        "type": "array",
        "items": _object(setup, "rules", "seed", "seats", "moves"),
        "minItems": 1,
        "maxItems": MAX_EARLIER,
    }
    kept = {
        "description": "The records that this match keeps, as the code of its game has changed.",
        "type": "array",
        "items": {"type": "object"},
        "minItems": 1,
        "maxItems": MAX_KEPT,
    }
    replayed = {
        "description": "True if the moves are no more than a replay of the last kept record.",
        "type": "boolean",
    }
    head = {"format": {"const": FORMAT}, "version": {"const": VERSION}, "game": {"type": "string"}}
    more = {"earlier": earlier, "kept": kept, "replayed": replayed, "check": _check_of_file()}
    whole = _object({**head, **more, **setup}, *head, "rules", "seed", "seats", "moves")
    rules = [_rules_of(name) for name in games]
    return {"$schema": DIALECT, "title": "A saved match of piecepack_nb", **whole, "allOf": rules}


def _object(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _whole(description: str, low: int, high: int | None = None) -> dict[str, Any]:
    most = {} if high is None else {"maximum": high}
    return {"description": description, "type": "integer", "minimum": low, **most}


def _dice() -> dict[str, Any]:
    roll = {"type": ["null", "string", "object"], "additionalProperties": {"type": "string"}}
    description = "null for dice by the seed, 'typed' for real dice, or a script of rolls."
    return {
        "description": description,
        "anyOf": [{"type": "null"}, {"const": "typed"}, {"type": "array", "items": roll}],
    }


def _check_of_file() -> dict[str, Any]:
    return {
        "description": "A checksum of all other entries, which shows that nothing was changed.",
        "type": "string",
        "pattern": "^[0-9a-f]{16}$",
    }


def _move() -> dict[str, Any]:
    check = {
        "description": "A checksum of what is on the table after the move.",
        "type": "string",
        "pattern": "^[0-9a-f]{8}$",
    }
    properties = {
        "turn": _whole("The number of the turn.", 0),
        "move": {"description": "The move as players write it.", "type": "string"},
        "check": check,
    }
    more = {
        "by": {
            "description": "Who acts, such as a seat; 'suns 2' for its second move of the turn.",
            "type": "string",
        },
        "steps": _whole("The number of the move's steps.", 1),
    }
    return _object({**properties, **more}, *properties)


def _rules_of(name: str) -> dict[str, Any]:
    """Return the schema of a game's rules, for the files of that game."""
    options = {each.name: _option(each) for each in find(name).rules_class.options()}
    rules = {"type": "object", "properties": options, "additionalProperties": False}
    part = {"type": "object", "properties": {"rules": rules}}
    earlier = {"type": "array", "items": part}
    return {
        "if": {"properties": {"game": {"const": name}}},
        "then": {"properties": {"rules": rules, "earlier": earlier}},
    }


def _option(option: Option) -> dict[str, Any]:
    described = {"description": option.help, "default": option.default}
    if option.choices:
        return {**described, "enum": list(option.choices)}
    schema = {**described, "type": TYPES[type(option.default)]}
    if option.low is not None:
        schema |= {"minimum": option.low, "maximum": option.high}
    return schema
