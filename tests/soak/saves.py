"""Saved matches with damage: refused in one line, or loaded with the meaning that they have."""

from __future__ import annotations

import json
from random import Random

from piecepack_nb.core.load import from_record, parse
from piecepack_nb.core.record import to_record
from tests.core.damage import says_the_same
from tests.soak.campaigns import Different, Row, campaign
from tests.soak.mutations import matches, mutated_json, mutated_text


@campaign("saves with damage")
def damaged_saves(size: int, row: Row, random: Random) -> None:
    """Change the text or the entries of a save, and load it."""
    records = [to_record(match) for match in matches()]
    for number in range(size):
        record = random.choice(records)
        if random.random() < 0.3:
            text = mutated_text(json.dumps(record), random)
        else:
            text = json.dumps(mutated_json(record, random))
        with row.attempt(f"save {number}: {text[:80]}"):
            match = from_record(parse(text, "the file"))
            try:
                says_the_same(json.loads(text), to_record(match))
            except AssertionError as error:
                raise Different(f"loaded as {match!r}: {error}") from None
