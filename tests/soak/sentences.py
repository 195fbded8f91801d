"""The sentences of random games: each must be known, and true; see tests/sentences."""

from __future__ import annotations

from random import Random

from tests.conftest import GAMES
from tests.sentences.play import MOVES, reader_of
from tests.soak.campaigns import Different, Row, campaign


@campaign("sentences", share=0.1)
def sentences(size: int, row: Row, random: Random) -> None:
    """Read all that ``size`` matches of each game say; an attempt is a match."""
    for name in GAMES:
        reader = reader_of(name)
        for number in range(size):
            with row.attempt(f"{name} {number}", limit=60):
                before = len(reader.wrong)
                reader.play(Random(random.random()), MOVES)
                if reader.wrong[before:]:
                    raise Different(reader.wrong[before])
