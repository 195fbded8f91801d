"""A match as text."""

from __future__ import annotations

from piecepack_nb.bots import GENERAL
from piecepack_nb.core.match import Match
from tests.core.pig import HOLD, Pig
from tests.transcript import digest, transcript

PIG = Pig(bots=GENERAL)

WHOLE = """\
Pig
rules: goal=6, harsh=True
seed: 1
seats: ann bold, ben person or function

Turn 1
  roll: roll die 3
    ann rolls a 3. [PIG-2]
  ann: go on
    ann goes on. [PIG-3]
  roll 2: roll die 1
    ann rolls a 1. [PIG-2]
    ann loses the heap. [PIG-4]
    = ann rolls a 1. ann loses the heap. [PIG-2]

Turn 2
  roll: roll die 6
    ben rolls a 6. [PIG-2]
  ben: hold
    ben puts 6 into the bank, which has 6. [PIG-3]

ben wins. [PIG-5]
scores: ann 0, ben 6
"""


IN_SHORT = """\
Pig
rules: goal=6, harsh=True
seed: 1
seats: ann bold, ben person or function

1 roll: roll die 3 | roll[PIG-2] | 3b9874ab
1 ann: go on | go on[PIG-3] | 1c2367b7
1 roll 2: roll die 1 | roll[PIG-2], loss[PIG-4] | 0d9d627b
2 roll: roll die 6 | roll[PIG-2] | 37a1a9f9
2 ben: hold | hold[PIG-3] | a79bf451

winners: ben [PIG-5]
scores: ann 0, ben 6
"""


def lesson() -> Match:
    match = Match(
        PIG.under(goal=6, harsh=True),
        seed=1,
        dice=["roll die 3", "roll die 1", "roll die 6"],
        seats={"ann": "bold", "ben": lambda *_: HOLD},
    )
    match.run()
    return match


def test_a_transcript_of_a_whole_match() -> None:
    assert transcript(lesson()) == WHOLE


def test_a_transcript_with_one_line_a_move() -> None:
    assert digest(lesson()) == IN_SHORT


def test_a_digest_stops_in_the_middle_of_a_move() -> None:
    match = lesson()
    match.goto(3)
    lines = digest(match).splitlines()
    assert lines[-3].startswith("1 roll 2: roll die 1 | roll[PIG-2] | ")
    assert lines[-1] == "unfinished"


def test_a_transcript_stops_in_the_middle_of_a_move() -> None:
    match = lesson()
    match.goto(3)
    lines = transcript(match).splitlines()
    assert lines[-3:] == ["    ann rolls a 1. [PIG-2]", "", "The game goes on."]


def test_a_transcript_of_a_match_without_moves() -> None:
    match = Match(PIG, seed=1, position=PIG.initial_state()._replace(heap=3))
    assert transcript(match).splitlines() == [
        "Pig",
        "rules: as printed",
        "seed: 1",
        "seats: ann person, ben person",
        "from a position written by hand",
        "",
        "The game goes on.",
    ]
