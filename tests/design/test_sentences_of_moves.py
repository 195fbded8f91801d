"""The sentence of a move of which the class says nothing: what has changed on the table."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.design import Board, one_of


class Rooks(Board):
    places = Board.squares(3, 3)

    def setup(self, table):
        table["a1"], table["b2"] = "suns", "suns king"
        table["a3"] = table["c3"] = "moons"

    def why_not(self, table, start, end):
        return None if start != end and table[start] else "no piece moves there"

    def move(self, table, start, end):
        if table[end]:
            table.score[table.seat] += 1
        table[end], table[start] = table[start], None


class Claims(Board):
    places = Board.squares(2, 2)
    turn = one_of(0, 90)
    claim = one_of("claim")

    def move(self, table, place, turn, claim=None):
        table[place] = f"road {turn}"


class Stones(Board):
    places = Board.squares(2, 1)
    count = one_of(1, 2)

    def setup(self, table):
        table["a1"], table["b1"] = 3, 3

    def move(self, table, place, count):
        table[place] = table[place] - count


class Says(Rooks):
    def move(self, table, start, end):
        super().move(table, start, end)
        table.say(f"{table.seat} slides to {end}")


class Fences(Board):
    places = Board.squares(2, 2)
    acts = ("fence",)

    def move_fence(self, table, place):
        table[place] = "fence"


def told(design: type[Board], move: str) -> str:
    match = pp.Match(design.as_game()(None), seed=1)
    match.play(move)
    sentence = match.record[0].sentence
    assert str(match.steps[-1]) == str(sentence)
    return sentence.text


@pytest.mark.parametrize(
    ("design", "move", "text"),
    [
        (Rooks, "a1-b1", "Suns moves from a1 to b1."),
        (Rooks, "b2-b3", "Suns moves the suns king from b2 to b3."),
        (
            Rooks,
            "a1-a3",
            "Suns moves from a1 to a3 and takes the moons piece on a3: Suns has 1 point.",
        ),
        (Claims, "a1 90 claim", "Suns puts a road 90 on a1, turn 90, claim."),
        (Stones, "a1 2", "Suns plays a1, count 2."),
        (Says, "a1-b1", "Suns slides to b1."),
        (Fences, "fence a1", "Suns puts a fence on a1."),
    ],
)
def test_a_move_is_told_by_what_it_changed(design: type[Board], move: str, text: str) -> None:
    assert told(design, move) == text
