"""Tables of games with something hidden: each person is shown what its seat sees."""

from __future__ import annotations

import json
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.bots import GENERAL
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.match import Match
from piecepack_nb.design import Board, one_of
from piecepack_nb.widgets.board import Pick
from piecepack_nb.widgets.table import TableWidget, table_for
from tests.design.examples import example_class


class Treasure(Board):
    seats = ("ann", "ben")
    places = Board.squares(6, 2)
    phases = ("hide", "dig")
    together = ("hide",)
    rulebook = """
        TR-1 Hide. Each hides a chest in their own row.
        TR-2 Dig. In turn, each digs in the other row.
        TR-3 End. Who finds the chest wins."""

    def setup(self, table: Any) -> None:
        table.chests = 0

    def row(self, seat: str) -> str:
        return "1" if seat == "ann" else "2"

    def why_not_hide(self, table: Any, place: str) -> str | None:
        return f"TR-1 {place} is not yours" if place[1] != self.row(table.seat) else None

    def move_hide(self, table: Any, place: str) -> None:
        table.put(place, "chest", seen_by=table.seat)
        table.chests += 1
        if table.chests == 2:
            table.phase = "dig"

    def why_not_dig(self, table: Any, place: str) -> str | None:
        if place[1] == self.row(table.seat):
            return f"TR-2 {place} is yours"
        return f"TR-2 {place} is dug up" if table.shown(place) else None

    def move_dig(self, table: Any, place: str) -> None:
        if table.show(place) == "chest":
            table.end(table.seat, f"TR-3 {table.seat} finds the chest on {place}.")
        else:
            table[place] = "hole"
            table.say(f"TR-2 {table.seat} finds nothing on {place}.")


TREASURE = Treasure.as_game()


def bets(_game: Any, _state: Any, seat: str, _pick: Any) -> str:
    """Play without looking at the cards."""
    return next(str(move) for move in _game.moves_for(_state, seat) if str(move) in ("bet", "call"))


def digs(_game: Any, _state: Any, seat: str, _pick: Any) -> str:
    """Dig beside the chest of ann."""
    return next(str(move) for move in _game.moves_for(_state, seat) if str(move) != "c1")


def poker(dealt: str, **seats: Any) -> Match:
    game = example_class("kuhn_poker")(bots=GENERAL).under(rounds=1)
    return Match(game, seed=1, dice=[f"draw {dealt}"], seats=seats)


def treasure(chest: str, **seats: Any) -> Match:
    match = Match(TREASURE(bots=GENERAL), seed=1, seats=seats)
    match.play_all(["ann c1", f"ben {chest}"])
    return match


def hands(table: TableWidget) -> tuple[str, ...]:
    """The cards of ann and ben as they are shown."""
    piles = table.seen.state.piles
    return (*piles["hand ann"], *piles["hand ben"])


def page_has(table: TableWidget) -> str:
    """Everything that the page of a table has been sent."""
    state = {name: value for name, value in table.get_state().items() if name[0] != "_" or
             name == "_sheet"}  # fmt: skip
    for name in ("layout", "comm"):
        state.pop(name, None)
    told = [table.message, table.scene, table.svg() if hasattr(table, "svg") else ""]
    return json.dumps(state, default=str, sort_keys=True) + repr(told)


def shows(match: Match, moves: tuple[str, ...]) -> list[str]:
    """All that the page gets while these moves are played, with hints, refusals and films."""
    table = table_for(match, journal=False)
    found = [page_has(table)]
    for move in moves:
        table.hint()
        found.append(page_has(table))
        table.play(move)
        found.append(page_has(table))
        for line in range(len(match.record)):
            table.look(line)
            found.append(page_has(table))
            found.append(repr(table._do_steps(line)))
        table.replay()
        found.append(page_has(table))
        found.append(table.share()["text"])
        table.show()
    return found


@pytest.mark.parametrize("card", ["jack", "king"])
def test_another_hand_changes_nothing_that_a_person_is_shown(card: str) -> None:
    other = {"jack": "king", "king": "jack"}[card]
    moves = ("fold", "check")  # refused, and made; then ben bets
    one = shows(poker(f"queen, {card}", ben=bets), moves)
    two = shows(poker(f"queen, {other}", ben=bets), moves)
    assert one == two


def test_after_the_end_all_is_shown() -> None:
    match = poker("queen, king", ben=bets)
    table = table_for(match, journal=False)
    assert table.viewer == "ann"
    table.play("bet")
    assert table.viewer is None
    assert table.seen is table.match


def test_another_place_of_the_chest_changes_nothing_until_it_is_found() -> None:
    moves = ("c1", "b2", "d2")
    one, two = (shows(treasure(chest, ben=digs), moves) for chest in ("f2", "e2"))
    assert one == two
    table = table_for(treasure("f2", ben=digs), journal=False)
    table.play("f2")
    assert table.ended["text"] == "Ann finds the chest on f2."


def test_persons_at_one_screen_hand_it_over() -> None:
    match = poker("queen, king")
    table = table_for(match, journal=False)
    assert (table.viewer, table.handed_to) == ("", "ann")
    assert "Hand the device to Ann" in table.scene.caption
    assert [spot.id for spot in table.scene.spots] == ["take"]
    assert hands(table) == ("?", "?")
    table.play("check")
    assert table.message is not None
    assert "Hand the device to Ann" in table.message.text
    table._picked(Pick("take", "click"))
    assert (table.viewer, hands(table)) == ("ann", ("queen", "?"))
    table.play("bet")
    assert (table.viewer, table.handed_to, hands(table)) == ("", "ben", ("?", "?"))
    table.hint()
    assert "Hand the device to Ben" in table.message.text
    table._picked(Pick("check", "click"))
    assert len(match.record) == 2
    table._picked(Pick("take", "click"))
    assert (table.viewer, hands(table)) == ("ben", ("?", "king"))
    table.undo()
    assert (table.viewer, table.handed_to) == ("", "ann")


def test_secret_choices_of_several_persons() -> None:
    table = table_for(Match(TREASURE(), seed=1), journal=False)
    assert (table.viewer, table.handed_to) == ("", "")
    table._picked(Pick("seat ann", "click"))
    assert table.viewer == "ann"
    table._picked(Pick("c1", "click"))
    assert table.viewer == ""
    assert "c1" not in "".join(str(line) for line in table.log_recent)
    table._picked(Pick("seat ben", "click"))
    table._picked(Pick("f2", "click"))
    assert (table.viewer, table.handed_to) == ("", "ann")
    assert not [piece for piece in table.scene.pieces if piece.area == "board"]


class Bids(Board):
    phases = ("bid", "lay")
    places = Board.squares(3, 3)
    amount = one_of(1, 2, 3)
    rulebook = """
        BI-1 Bid. Name a number.
        BI-2 Lay. Lay a pawn."""

    def move_bid(self, table: Any, amount: int) -> None:
        table.phase = "lay"

    def prompt_bid(self, table: Any, picks: Any) -> str:
        return "How much do you bid?"

    def move_lay(self, table: Any, place: str) -> None:
        table[place] = table.seat

    def marks_lay(self, table: Any, picks: Any) -> dict[str, str]:
        return {"a1": "barred"}


def test_phases_have_prompts_and_marks_of_their_own() -> None:
    table = table_for(Match(Bids.as_game()(), seed=1), journal=False)
    assert (table.scene.caption, table.scene.clause) == ("How much do you bid?", "BI-1")
    assert "blocked" not in [mark.kind for mark in table.scene.marks]
    table.play("2")
    assert (table.scene.caption, table.scene.clause) == ("Moons: choose a place.", "BI-2")
    assert "blocked" in [mark.kind for mark in table.scene.marks]


def test_bots_alone_are_watched_with_all_cards() -> None:
    table = table_for(poker("queen, king", ann=bets, ben=bets), journal=False)
    assert table.viewer is None


def test_a_match_as_a_seat_sees_it() -> None:
    match = poker("queen, king")
    match.roll()
    match.play("check")
    seen = match.seen_by("ann")
    assert seen.state.piles["hand ben"] == ("?",)
    assert seen.state.piles["hand ann"] == ("queen",)
    assert [str(played.move) for played in seen.record] == ["a move in secret", "check"]
    assert match.seen_by("").state.piles["hand ann"] == ("?",)
    assert pp.replay(seen).frames == pp.replay(match).frames
    match.undo()
    assert [str(played.move) for played in match.seen_by("ann").undone] == ["check"]
    with pytest.raises(BadInput, match=r"^the seat is 'cat'; expected one of ann, ben$"):
        match.seen_by("cat")
    open_match = Match(example_class("nim")(), seed=1)
    assert open_match.seen_by(open_match.game.seats[0]) is open_match
