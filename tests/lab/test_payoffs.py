"""Payoffs of secret choices in own games, compared with tables that are known."""

from __future__ import annotations

from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import Board, one_of
from tests.lab.cells import from_cell


class Prisoners(Board):
    """Silence costs both one year; who talks alone goes free."""

    seats = ("ann", "ben")
    secret = True
    word = one_of("silent", "talk")

    def reveal(self, table: Any, word: Any) -> None:
        both = {("silent", "silent"): (-1, -1), ("silent", "talk"): (-3, 0)}
        both |= {("talk", "silent"): (0, -3), ("talk", "talk"): (-2, -2)}
        table.score["ann"], table.score["ben"] = both[word["ann"], word["ben"]]
        table.over = True

    def winner(self, table: Any) -> Any:
        return (None, "PR-1 it is over.") if table.score["ann"] or table.score["ben"] else None


class Duel(Board):
    """No points: who guesses the other's number wins; else a coin that is thrown decides."""

    seats = ("ann", "ben", "cat")
    secret = True
    number = one_of(1, 2)

    def reveal(self, table: Any, number: Any) -> None:
        coin = table.chance(Board.die("12"))[0]
        table.won = "ann" if number["ann"] == number["ben"] else "ben" if coin == "1" else "cat"

    def winner(self, table: Any) -> Any:
        return getattr(table, "won", None)


def test_known_tables_and_what_is_no_table() -> None:
    stones = from_cell("rock_paper_scissors")
    table = pp.payoffs(stones)
    assert table.rows_of == ("rock", "paper", "scissors")
    assert table.worth == "points"
    assert table.matrix == [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    assert table["rock", "paper"].values == (0, 1)
    assert str(table["rock", "paper"]) == "0 / +1"
    assert table.solve().rows == pytest.approx([1 / 3] * 3, abs=0.01)
    assert table.dominated() == {"ann": [], "ben": []}
    assert table.stable() == []
    assert table.rows()[0] == ("Ann: rock", "33 %")
    assert len(table.records()) == 9
    assert "Ann \\ Ben" in str(table)
    assert "rock 33 %, paper 33 % and scissors 33 %" in str(table)
    assert {"image/svg+xml", "text/plain"} <= {*table._repr_mimebundle_()}
    assert "<th" in table._html()
    table = pp.payoffs(Prisoners.as_game()())
    assert [str(cell) for cell in table.stable()] == ["-2 / -2"]
    assert table.dominated() == {"ann": ["silent"], "ben": ["silent"]}
    duel = Duel.as_game()()
    table = pp.payoffs(duel, ("ann", "ben"), others={"cat": "1"})
    assert table["1", "1"].values == (1, -1)
    assert table["1", "2"].values == (-1, 0)
    assert [float(odds) for odds, _ in table["1", "2"].outcomes] == [0.5, 0.5]
    winners = [table.match("1", "2", coin).result.winners for coin in (0, 1)]  # type: ignore[union-attr]
    assert winners == [("ben",), ("cat",)]
    with pytest.raises(BadInput, match="outcome is 2; expected a whole number from 0 to 1"):
        table.match("1", "2", 2)
    assert table.worth == "1 for a win, -1 for a loss"
    assert not table.remarks
    mine = pp.payoffs(stones, value=lambda state, seat: float(state.score[seat] == 1))
    assert mine["rock", "scissors"].values == (1, 0)
    assert "by your value" in mine.title
    for call, wrong in [
        (
            lambda: pp.payoffs(from_cell("tic_tac_toe")),
            "nobody chooses in secret; expected a class with",
        ),
        (lambda: pp.payoffs(stones, turns=2), "turns is 2; expected 1 in this game"),
        (lambda: pp.payoffs(duel), "seats is None; expected two of ann, ben, cat"),
        (lambda: pp.payoffs(duel, ("ann", "ben")), "others has no choice of cat"),
        (lambda: pp.payoffs(duel, ("ann", "ben"), others={"cat": "3"}), "expected one of 1, 2"),
        (lambda: pp.payoffs(stones, others={"eve": "rock"}), "only two seats choose"),
        (lambda: table["1", "7"], "the column is"),
        (lambda: table["1"], "as in table['1', '1']"),
    ]:
        with pytest.raises(BadInput, match=wrong.replace("[", r"\[").replace("(", r"\(")):
            call()


def test_a_match_at_a_later_choice_counts_from_there() -> None:
    match = pp.Match(from_cell("rock_paper_scissors"), seed=1)
    match.play("ann rock")
    with pytest.raises(BadInput, match="only ben chooses in secret now"):
        pp.payoffs(match)
    match.play("ben scissors")
    table = pp.payoffs(match)
    assert table["rock", "scissors"].values == (1, 0)
    match.play("ann paper")  # the table stays where it began
    tried = table.match("rock", "scissors")
    assert [str(played.move) for played in tried.record[2:]] == ["ann rock", "ben scissors"]
    assert tried.state.score["ann"] == 2
    assert table.steps("rock", "scissors")[-1] == tried.steps[-1]
    sealed = pp.Match(from_cell("sealed_bids"), seed=1)
    with pytest.raises(BadInput, match="played to a secret choice"):
        pp.payoffs(sealed)
    while sealed.to_act is not None and sealed.to_act.label != "choose":
        sealed.roll()
    table = pp.payoffs(sealed, ("ann", "cat"), others={"ben": "0"})
    assert table.worth == "by its evaluate"
    assert len(table.rows_of) == 16
    assert table["0", "1"].values[1] > table["0", "0"].values[1]
