"""The published schema of saved matches: made from the code, and as strict as it can be."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.load import from_record
from piecepack_nb.core.record import to_record

ROOT = Path(__file__).parents[2]
FILE = ROOT / "piecepack_nb" / "core" / "save.schema.json"
SCHEMA = json.loads(FILE.read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def saved(match: pp.Match) -> Any:
    return json.loads(json.dumps(to_record(match)))


def test_the_published_schema_is_the_one_that_the_command_prints() -> None:
    """After a change: python -m tools.options."""
    command = [sys.executable, "-m", "piecepack_nb", "schema"]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    assert printed.decode("utf-8") == FILE.read_text("utf-8")
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_all_kinds_of_matches_fit() -> None:
    match = pp.Match(pp.game("pacman"), seed=1, dice=["roll 6 5 4 3", None], seats="random")
    match.run(5)
    short = pp.Match(pp.game("activator"), seed=1, seats="random")
    short.run(4)
    under = short.onward(2, reduced_to=2)
    under.run(3)
    typed = pp.Match(pp.game("paco", players=2), seed=1, dice="typed")
    written = pp.Match(pp.game("activator"), position=pp.game("activator").initial_state())
    for each in (match, under, typed, written):
        assert VALIDATOR.is_valid(saved(each)), each
        assert from_record(saved(each)).state == each.state


def without(name: str) -> Callable[[Any], None]:
    return lambda record: record.pop(name)


BROKEN: dict[str, Callable[[Any], None]] = {
    "no rules": without("rules"),
    "no moves": without("moves"),
    "no seed": without("seed"),
    "another format": lambda record: record.update(format="chess"),
    "another version": lambda record: record.update(version=2),
    "an entry more": lambda record: record.update(extra=1),
    "an unknown option": lambda record: record["rules"].update(speed=1),
    "an option out of range": lambda record: record["rules"].update(stack_height=99),
    "an option of another type": lambda record: record["rules"].update(freezing="yes"),
    "a value that is no choice": lambda record: record["rules"].update(no_move="resign"),
    "a negative seed": lambda record: record.update(seed=-1),
    "dice by a word": lambda record: record.update(dice="loaded"),
    "a roll of a number": lambda record: record.update(dice=[6]),
    "seats in a list": lambda record: record.update(seats=["red"]),
    "a move without a checksum": lambda record: record["moves"][0].pop("check"),
    "a checksum that is none": lambda record: record["moves"][0].update(check="?"),
    "a move of a number": lambda record: record["moves"][0].update(move=7),
    "a move with more": lambda record: record["moves"][0].update(why="red"),
    "no position but a text": lambda record: record.update(position="end"),
    "an empty list of earlier matches": lambda record: record.update(earlier=[]),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_the_schema_refuses_the_loader_refuses(what: str) -> None:
    match = pp.Match(pp.game("activator"), seed=1)
    match.play("b1-b2")
    record = saved(match)
    assert VALIDATOR.is_valid(record)
    BROKEN[what](record)
    assert not VALIDATOR.is_valid(record)
    with pytest.raises(BadInput):
        from_record(record)
