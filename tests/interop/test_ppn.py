"""Portable Piecepack Notation: what we write, read by a reader of its own, and read back.

R's package ppn 0.3.0 reads the notation of all games to the same places and angles; it isn't run
here, for it needs R.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from tests.interop.games import EXAMPLES, registered

SAMPLE = Path(__file__).with_name("activator.ppn")
"""A match that R's ppn has read."""
ALL = ("activator", "pacman", "paco", "piecepackman", "worm_derby", *EXAMPLES)


def played(game: Any, moves: int = 25, seed: int = 3) -> Any:
    match = pp.Match(game, seed=seed, seats="random")
    match.run(moves)
    return match


def read_pieces(text: str) -> dict[int, tuple[str, str, float]]:
    """Return the last pieces of a text by number: the piece, its place and its angle.

    This is the part of the notation's grammar that we use, as its author describes it: PIECE@PLACE
    puts a piece, ID-PLACE moves one, *ID takes one, ID@>ANGLE turns one clockwise. An ID is a
    number, or the place of the uppermost piece there.
    """
    pieces: dict[int, tuple[str, str, float]] = {}
    made = 0

    def number(name: str) -> int:
        if name.isdecimal():
            return int(name)
        return [each for each, (_, place, _) in pieces.items() if place == name][-1]

    for word in re.sub(r"\{[^}]*\}", "", text.split("\n...\n")[1]).split():
        if word.endswith("."):
            continue
        if "@>" in word:
            name, angle = word.split("@>")
            part, place, old = pieces[number(name)]
            pieces[number(name)] = part, place, (old + float(angle)) % 360
        elif "@" in word:
            made += 1
            part, place = word.split("@")
            part, _, angle = part.partition(",a")
            pieces[made] = part, place, -float(angle or 0) % 360
        elif word.startswith("*"):
            del pieces[number(word[1:])]
        else:
            found = re.fullmatch(r"(.*?[^(,])-(.*)", word)
            assert found, word
            part, _, angle = pieces[number(found[1])]
            pieces[number(found[1])] = part, found[2], angle
    return pieces


@pytest.mark.parametrize("name", ALL)
def test_a_match_is_read_back(name: str) -> None:
    with registered(name) as game:
        match = played(game)
        back = pp.from_ppn(pp.to_ppn(match))
        assert back.state == match.state
        assert [str(each.move) for each in back.record] == [str(e.move) for e in match.record]
        assert (back.seed, back.seats, back.game.rules) == (
            match.seed,
            match.seats,
            match.game.rules,
        )


def test_the_pieces_are_where_the_state_says() -> None:
    match = played(pp.game("piecepackman"), 40)
    found = {(part, place) for part, place, _ in read_pieces(pp.to_ppn(match)).values()}
    state = match.state
    letters = {"suns": "S", "moons": "M", "crowns": "C", "arms": "A"}
    assert {(f"{letters[suit]}dn", square) for square, suit in state.cubes.items()} <= found
    assert {(f"{letters[s]}p", ghost.square) for s, ghost in state.ghosts.items()} <= found
    assert ("Ys", state.square) in found


def test_a_turned_piece_is_turned_in_the_notation() -> None:
    match = played(pp.game("piecepackman"), 40)
    ((_, _, angle),) = [p for p in read_pieces(pp.to_ppn(match)).values() if p[0] == "Ys"]
    assert angle == {"E": 0, "S": 90, "W": 180, "N": 270}[match.state.heading]


def test_stacked_pieces_are_told_apart() -> None:
    match = played(pp.game("activator"), 40)
    for square, stack in match.state.squares.items():
        here = [
            part for part, place, _ in read_pieces(pp.to_ppn(match)).values() if place == square
        ]
        suit = "S" if stack.owner == "red" else "A"
        ranks = dict(zip("BCDEF", "a2345", strict=True))
        pieces = [part for part in here if part.endswith("▲") and part[1] != "n"]
        assert sorted(pieces) == sorted(f"{suit}{ranks[letter]}▲" for letter in stack.letters)


def test_the_sample_that_r_has_read_is_still_what_we_write() -> None:
    match = pp.from_ppn(SAMPLE.read_text(encoding="utf-8"))
    assert pp.to_ppn(match) == SAMPLE.read_text(encoding="utf-8")


def test_the_notation_is_written_to_a_file(tmp_path: Path) -> None:
    match = played(pp.game("activator"), 4)
    path = tmp_path / "match.ppn"
    assert pp.to_ppn(match, path) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("PiecepackNb", "Other", r"^the notation has 0 entries PiecepackNb; expected one"),
        ('"seed": 3', '"seed": "x"', r"^seed is 'x'; expected a whole number$"),
        ("PiecepackNb: {", "PiecepackNb: {{", r"^PiecepackNb is .*; expected a JSON object$"),
        ("{b1-b2}", "{b1-z9}", r"^move 1: in 'b1-z9', the square is 'z9'; expected a1 to d4$"),
        ("b1-b2 {", "b1-c2 {", r"^a line of the movements is '1. 10-b2 b1-c2 {b1-b2}'; expected"),
        ("@a1 ", "@a2 ", r"^a line of the movements is 'setup\. .*; expected 'setup\. "),
    ],
)
def test_a_wrong_text_is_refused_in_one_line(old: str, new: str, message: str) -> None:
    match = pp.Match(pp.game("activator"), seed=3)
    match.play("b1-b2")
    text = pp.to_ppn(match)
    assert old in text
    with pytest.raises(BadInput, match=message) as caught:
        pp.from_ppn(text.replace(old, new, 1))
    assert "\n" not in str(caught.value)
