"""Remedies that a class declares in one line: what they do, cite, and refuse."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import Board, one_of, option, ready


class Plain(Board):
    places = Board.squares(3, 3)
    length = option(3, "How many in a line win.", low=2, high=3)

    def why_not(self, table: Any, place: Any) -> Any:
        return ready.on_empty(table, place)

    def move(self, table: Any, place: Any) -> None:
        table[place] = table.seat

    def winner(self, table: Any) -> Any:
        return ready.line_of(table, self.length) or ready.full(table)


class Line(Plain):
    pie = ready.pie_rule()


class Tempo(Plain):
    rulebook = """
        TE-1 Put. Put a piece on an empty place.
        TE-2 Points. Each piece on an edge is a point.
        """
    extra = ready.extra_move()
    start = ready.handicap(2, "suns")
    komi = ready.komi(4)
    help = ready.catch_up(2)

    def move(self, table: Any, place: Any) -> None:
        super().move(table, place)
        table.score[table.seat] += place != "b2"


class Race(Board):
    """A game with dice, phases, a begin and notes of its own."""

    places = Board.track(12)
    dice = 1
    phases = ("go", "rest")
    pie = ready.pie_rule(mirror=lambda place: place)
    how = one_of("go", "stay")

    def setup(self, table: Any) -> None:
        table.steps = dict.fromkeys(table.seats, 0)

    def begin(self, table: Any) -> None:
        table.score[table.seat] += 1

    def move(self, table: Any, how: Any) -> None:
        table.steps[table.seat] += table.points if how == "go" else 0

    def winner(self, table: Any) -> Any:
        return table.seat if table.turn > 5 else None


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    before = dict(registry._registered)
    for each in (Line, Tempo, Race):
        pp.register(each)
    yield
    registry._registered.clear()
    registry._registered.update(before)


def test_the_pie_rule_swaps_sides_in_a_phase_of_its_own(tmp_path: Path) -> None:
    match = pp.Match(Line, seed=1)
    match.play("b2")
    assert [str(move) for move in match.moves()] == ["swap", "stay"]
    refused = match.game.refusal(match.state, match.game.parse_move(match.state, "swap"))
    assert refused is None
    steps = match.play("swap")
    assert str(steps[0]) == "Moons swaps sides. [LI-4]"
    assert dict(match.state.pieces) == {"b2": "moons"}
    assert match.to_act.name == "suns"
    assert pp.load(match.save(tmp_path / "pie.json")).state == match.state
    match.undo()
    match.play("stay")
    assert match.to_act.name == "moons"
    assert "taken [LI-1]" in str(match.refusal("b2"))
    assert match.game.rulebook.clauses["LI-4"].title == "Pie rule"
    assert next(each for each in match.game.rules.options() if each.name == "pie").clauses == (
        "LI-4",
    )
    without = match.under(pie=False)
    assert without.game.initial_state() == match.game.initial_state()
    copied = pickle.loads(pickle.dumps(match.game))
    assert copied.design_class is Line
    assert copied.initial_state() == match.game.initial_state()
    assert not [str(pp.check(each)) for each in (Line, Tempo, Race) if not pp.check(each)]
    assert pp.difference(Line, games=10, seats="random", pie=False, keep=False).verdict()
    race = pp.Match(Race, seed=3, seats="random")
    race.run(40)
    assert race.result is not None
    assert any(str(m.move) in ("swap", "stay") for m in race.record)
    swapped = pp.Match(Race, seed=3)
    swapped.roll()
    swapped.play("go")
    before = dict(swapped.state.notes)["steps"]
    swapped.play("swap")
    after = dict(swapped.state.notes)["steps"]
    assert (before["suns"], before["moons"]) == (after["moons"], after["suns"])
    assert swapped.state.phase == "go"


def test_more_moves_and_points_and_what_no_class_can_have() -> None:
    match = pp.Match(Tempo, seed=1)
    assert match.state.score == {"suns": 0, "moons": 4}
    clauses = {clause.title: id for id, clause in match.game.rulebook.clauses.items()}
    assert {"Extra move", "Handicap", "Komi", "Catching up"} <= {*clauses}
    seats = []
    for place in ("a1", "b1", "c2", "a2", "c3", "b3", "b2"):
        if match.result is None:
            seats.append(match.to_act.name)
            match.play(place)
    # suns: two by the handicap; the second time 2 behind, so once more; then moons twice.
    assert seats[:3] == ["suns"] * 3
    assert seats[3:5] == ["moons", "moons"]
    told = " ".join(map(str, match.steps))
    assert f"Suns moves again. [{clauses['Handicap']}]" in told
    assert f"Moons moves again. [{clauses['Extra move']}]" in told
    plain = pp.game("tempo", extra=1, start=1, komi=0, help=0)
    match = pp.Match(plain, seed=1)
    match.play("a1")
    assert match.to_act.name == "moons"
    assert match.state.score["moons"] == 0
    assert len(pp.sweep(Tempo, 10, komi=(0, 4), seats="random", keep=False).rows()) == 2
    for make, wrong in [
        (lambda: ready.komi(-1), "komi|points|-1"),
        (lambda: ready.pie_rule("flip"), "mirror is 'flip'"),
        (lambda: type("Still", (Line,), {"komi": ready.komi(2)}).as_game(), "needs points"),
        (lambda: type("Hush", (Line,), {"secret": True}).as_game(), "a remedy for turns"),
        (lambda: type("Hands", (Line,), {"hand": Board.hand()}).as_game(), "can't change sides"),
        (lambda: pp.Match(type("Who", (Tempo,), {"komi": ready.komi(2, "eve")}).as_game()()),
         "expected one of suns, moons"),
    ]:  # fmt: skip
        with pytest.raises(BadInput, match=wrong):
            make()
