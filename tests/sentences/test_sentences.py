"""Every sentence of random games says what is so: see ``reader``. ``make soak`` reads many more."""

from __future__ import annotations

import re
from random import Random

import pytest

import piecepack_nb as pp
from tests.conftest import GAMES, PROFILE
from tests.sentences.play import MOVES, reader_of
from tests.sentences.reader import NUMBER, Case, Grammar, Wrong

SIZES = {"activator": 40, "pacman": 16, "paco": 30, "piecepackman": 18, "worm_derby": 6}
"""The matches of each game: some seconds."""


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_is_known_and_true(name: str) -> None:
    reader, matches = reader_of(name), SIZES[name] // (3 if PROFILE == "quick" else 1)
    for number in range(matches):
        reader.play(Random(f"{name} {number}"), MOVES)
    assert not reader.wrong, "\n\n".join(reader.wrong[:5])
    assert min(reader.read.values()) > 20 * matches
    seen = len(reader.grammar.all_patterns) - len(reader.grammar.unseen())
    assert seen > len(reader.grammar.all_patterns) / 3


ALTERATIONS = (
    (r"\b\d+\b", lambda found: str(int(found) + 1)),
    (r"\b[a-h][1-8]\b", lambda found: ("b" if found[0] == "a" else "a") + found[1]),
    (r"\b(?:suns|moons)\b", lambda found: "moons" if found == "suns" else "suns"),
    (r"\b(?:Suns|Moons)\b", lambda found: "Moons" if found == "Suns" else "Suns"),
    (r"\b(?:Red|Blue)\b", lambda found: "Blue" if found == "Red" else "Red"),
)
"""Facts of a sentence, and how each is made false."""


@pytest.mark.parametrize("name", GAMES)
def test_an_altered_sentence_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reader, random = reader_of(name), Random(name)
    tried, unnoticed = 0, []
    read = reader.grammar.read

    def read_altered(case: Case, kind: str, text: str) -> None:
        nonlocal tried
        read(case, kind, text)
        pattern, change = random.choice(ALTERATIONS)
        found = list(re.finditer(pattern, text))
        if not found or kind == "resolution":
            return
        at = random.choice(found)
        altered = text[: at.start()] + change(at.group()) + text[at.end() :]
        tried += 1
        try:
            read(case, kind, altered)
        except Exception:  # noqa: BLE001 - a wrong name may be no key
            return
        unnoticed.append(altered)

    monkeypatch.setattr(reader.grammar, "read", read_altered)
    for number in range(max(1, SIZES[name] // 6)):
        reader.play(Random(f"{name} {number}"), MOVES)
    assert tried > 50
    assert len(unnoticed) < tried / 20, set(unnoticed)


def test_what_is_wrong_is_named() -> None:
    grammar = Grammar("activator", {"n": NUMBER})

    @grammar.event("sum", "AC-1", "{n:#piece}[ and {m:n}].", "No pieces.")
    def _(c, n=0, m=None):
        yield n + (m or 0), 3

    game = pp.game("activator")
    case = Case(grammar, game, None, None, clause="AC-1")
    for right in ("3 pieces.", "1 piece and 2."):
        grammar.read(case, "sum", right)
    assert grammar.unseen() == ["sum: No pieces."]
    for text, why in {
        "3 piece.": "don't agree", "1 pieces and 2.": "don't agree", "4 pieces.": "says"
        " 4; true is 3",
        "No pieces.": "says 0", "3 stones.": "no pattern",
    }.items():  # fmt: skip
        with pytest.raises(Wrong, match=why):
            grammar.read(case, "sum", text)
    with pytest.raises(Wrong, match="cites AC-2, not one of"):
        grammar.read(case.but(clause="AC-2"), "sum", "3 pieces.")
