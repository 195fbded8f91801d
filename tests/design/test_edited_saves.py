"""Saved games of a reader's class that has changed: replayed as far as it goes, never lost."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ipywidgets import Widget

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.core.actors import Chance
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.journal import Journal, resume
from piecepack_nb.core.load import from_record
from piecepack_nb.core.match import Match
from piecepack_nb.core.record import sealed, to_record
from piecepack_nb.design import Board, card_of, option, ready
from tests.conftest import sampled
from tests.core.pig import Pig
from tests.design.hidden_games import GAMES

BOOK = """
    LI-1 Set-up. The board is empty.
    LI-2 Move. Take an empty square.
    LI-3 End. So many in a line win.
    """
MOVES = ["b2", "a1", "c3", "a3", "c1"]


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Forget the games that a test registers, and close its tables: each follows every version."""
    before, had = dict(registry._registered), set(Widget.widgets)
    yield
    for id in set(Widget.widgets) - had:  # not the one that all canvases share
        if id in Widget.widgets:  # closing one may close others
            Widget.widgets[id].close()
    registry._registered.clear()
    registry._registered.update(before)


class Line(Board):
    """The game before any edit; a version of it is a subclass."""

    name = "line"
    title = "Line"
    rulebook = BOOK
    places = Board.squares(3, 3)
    length = option(3, "How many in a line win.", "LI-3", low=2, high=5)
    wild = option(False, "Is anything allowed?", "LI-2")

    def setup(self, table: Any) -> None:
        table.left = 9

    def why_not(self, table: Any, place: str) -> str | None:
        return ready.on_empty(table, place, clause="LI-2")

    def move(self, table: Any, place: str) -> None:
        table[place] = table.seat
        table.left -= 1

    def winner(self, table: Any) -> Any:
        return ready.line_of(table, self.length, clause="LI-3") or ready.full(table)


def version(**parts: Any) -> type:
    """Register a version of the game; return its class."""
    return pp.register(type("Line", (Line,), {"name": "line", "title": "Line", **parts}))


def no_corner(self: Any, table: Any, place: str) -> str | None:
    """A refusal more."""
    return "LI-2 a1 is out of bounds" if place == "a1" else Line.why_not(self, table, place)


def refuses(out: str) -> Callable[..., str | None]:
    return lambda self, table, place: f"LI-2 {out} is out" if place == out else None


def without_option(name: str) -> dict[str, Any]:
    """The parts of a version without an option, whose class is made afresh."""
    parts = {key: value for key, value in vars(Line).items() if key not in (name, "__dict__")}
    return {key: value for key, value in parts.items() if key != "__weakref__"}


def fails(self: Any, table: Any, place: str) -> None:
    table[place] = table.seat
    if place == "c3":
        table.heap += 1


def one_more(self: Any, table: Any) -> None:
    table.left = 10


def says_more(self: Any, table: Any, place: str) -> None:
    table.say(f"LI-2 {table.seat} thinks.")
    Line.move(self, table, place)
    table.say(f"LI-2 {table.seat} takes {place}.")


def not_removed() -> Any:
    return pp.register(type("Line", (Board,), without_option("wild")))


FIRST = "step 1 (turn 1): the move b2 has another result now: Suns plays b2."
EDITS: dict[str, tuple[Callable[[], Any], int, str]] = {
    "nothing": (version, 5, ""),
    "an option's default, which none of the moves needs": (
        lambda: version(wild=option(True, "Is anything allowed?", "LI-2")), 5, ""),
    "an option's default": (
        lambda: version(length=option(2, "How many in a line win.", "LI-3", low=2, high=5)), 3,
        "step 4 (turn 3): the move c3 has another result now: Suns has b2 "),
    "an option more": (lambda: version(tall=option(1, "How tall?", low=1, high=3)), 5, ""),
    "an option less": (not_removed, 5, ""),
    "a refusal": (
        lambda: version(why_not=no_corner), 1,
        "step 2 (turn 2): the move a1 is refused: a1 is out of bounds [LI-2]"),
    "other places": (
        lambda: version(places=Board.squares(3, 3, without="a1")), 1,
        "step 2 (turn 2): the move is 'a1'; expected "),
    "larger places": (lambda: version(places=Board.squares(5, 5)), 5, ""),
    "a seat's name": (
        lambda: version(seats=("suns", "stars")), 5,
        f"{FIRST} Of the seats moons is stars now [LI-2]"),
    "a seat less": (
        lambda: version(seats=("suns",)), 1,
        f"{FIRST} No longer a seat: moons [LI-2]"),
    "a seat more": (
        lambda: version(seats=("suns", "moons", "arms")), 2,
        f"{FIRST} A new seat: arms [LI-2]"),
    "a clause": (
        lambda: version(rulebook=BOOK.replace("LI-1 Set-up. The board is empty.", "")), 5, ""),
    "the set-up": (
        lambda: version(setup=one_more), 5,
        f"{FIRST} [LI-2]"),
    "an error in a function": (
        lambda: version(move=fails), 2, "step 1 (turn 1): "),
    "a sentence more": (lambda: version(move=says_more), 5, ""),
    "a part of the move more": (
        lambda: version(
            why_not=lambda self, table, start, end: None,
            move=lambda self, table, start, end: None,
            winner=lambda self, table: None), 0, "step 1 (turn 1): the move b2 is refused: "),
}  # fmt: skip
"""By what was edited: the edit, how many of the moves it allows, and how the divergence begins."""


def played(**options: Any) -> Match:
    match = Match(pp.game("line", **options), seed=1)
    match.play_all(MOVES)
    return match


def moves_of(match: Match) -> list[str]:
    return [str(each.move) for each in match.record]


def says(match: Match, expected: str) -> None:
    """Compare the divergence; "" is none."""
    if not expected:
        assert match.divergence is None
        return
    assert str(match.divergence).startswith(expected), str(match.divergence)
    assert len(str(match.divergence).splitlines()) == 1


# --- every edit, through a match, a file, a journal and a table -----------------------------------


@pytest.mark.parametrize("what", EDITS)
def test_a_file_is_replayed_after_an_edit_and_whole_again_without_it(
    what: str, tmp_path: Path
) -> None:
    edit, count, text = EDITS[what]
    version()
    file = played().save(tmp_path / "line.json")
    content = file.read_bytes()
    edit()
    match = pp.load(file)
    assert moves_of(match) == MOVES[:count]
    says(match, text)
    assert file.read_bytes() == content, "loading changes no file"
    again = pp.load(match.save(tmp_path / "again.json"))
    assert moves_of(again) == MOVES[:count]
    says(again, text)
    version()
    assert not pp.load(file).kept
    for path in (file, tmp_path / "again.json"):
        whole = pp.load(path)
        assert moves_of(whole) == MOVES
        assert whole.divergence is None


@pytest.mark.parametrize("what", EDITS)
def test_a_journal_is_resumed_after_an_edit_and_whole_again_without_it(
    what: str, tmp_path: Path
) -> None:
    edit, count, text = EDITS[what]
    version()
    match = Match(pp.game("line"), seed=1)
    Journal(match, path := tmp_path / "j.jsonl")
    match.play_all(MOVES)
    edit()
    for _ in range(2):
        again = resume(path)
        assert moves_of(again) == MOVES[:count]
        says(again, text)
        Journal(again, path)
    version()
    whole = resume(path)
    assert (moves_of(whole), whole.divergence) == (MOVES, None)


@pytest.mark.parametrize("what", sampled(list(EDITS), 3))
def test_a_restarted_table_resumes_after_an_edit(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit, count, text = EDITS[what]
    monkeypatch.chdir(tmp_path)
    version()
    table = pp.play("line")
    for move in MOVES:
        table.play(move)
    table.close()
    edit()
    table = pp.play("line")
    assert moves_of(table.match) == MOVES[:count]
    assert table.message is not None
    if text:
        assert f"The games diverge at {text}" in table.message.text
    assert ("can't be replayed" in table.message.text) == (count < 5 and table.match.lost > 0)
    assert "damaged" not in table.message.text
    table.close()
    version()
    table = pp.play("line")
    assert moves_of(table.match) == MOVES
    assert table.match.divergence is None
    table.close()


@pytest.mark.parametrize("what", sampled(list(EDITS), 3, 1))
def test_a_live_table_has_all_back_when_the_edit_is_undone(what: str, tmp_path: Path) -> None:
    edit, _, _ = EDITS[what]
    version()
    table = pp.play("line", seed=1, journal=tmp_path / "j.jsonl")
    for move in MOVES:
        table.play(move)
    edit()
    there = moves_of(table.match)
    assert there == MOVES[: len(there)]
    assert moves_of(resume(tmp_path / "j.jsonl")) == there, "a kernel that ends now loses nothing"
    version()
    assert moves_of(table.match) == MOVES
    assert moves_of(resume(tmp_path / "j.jsonl")) == MOVES


# --- what is kept ---------------------------------------------------------------------------------


def test_played_on_after_the_edit_the_old_moves_are_kept_beside_the_new_ones(
    tmp_path: Path,
) -> None:
    version()
    old = to_record(played())
    file = played().save(tmp_path / "line.json")
    version(why_not=no_corner)
    match = pp.load(file)
    match.play("c2")
    match.save(file)  # over the old one
    again = pp.load(file)
    assert moves_of(again) == ["b2", "c2"]
    assert again.divergence is None, "these moves were made under the code as it is"
    version()
    again = pp.load(file)
    assert moves_of(again) == ["b2", "c2"]
    (kept,) = again.kept
    assert to_record(pp.load(kept)) == old
    assert moves_of(pp.load(kept)) == MOVES


def test_records_of_several_edits_are_all_kept(tmp_path: Path) -> None:
    version()
    file = played().save(tmp_path / "line.json")
    for number, out in enumerate(["a1", "c2", "b1"]):
        version(why_not=refuses(out))
        match = pp.load(file)
        match.play(["c2", "b1", "a2"][number])
        match.save(file)
    version()
    lines = [moves_of(pp.load(each)) for each in pp.load(file).kept]
    assert lines == [MOVES, ["b2", "c2"], ["b2", "b1"]]


def test_a_bot_that_plays_on_does_not_make_it_another_game(tmp_path: Path) -> None:
    version()
    match = Match(pp.game("line"), seed=1, seats={"moons": "random"})
    match.play_all(MOVES)
    file = match.save(tmp_path / "line.json")
    version(why_not=no_corner)
    match = pp.load(file)
    match.run()
    assert moves_of(match)[0] == "b2"
    assert len(match.record) == 2
    match.save(file)
    assert match.is_replay
    version()
    assert moves_of(pp.load(file)) == MOVES


def test_undone_moves_and_the_place_shown_survive_an_edit(tmp_path: Path) -> None:
    version()
    match = played()
    match.undo()
    match.undo()
    file = match.save(tmp_path / "line.json")
    Journal(match, path := tmp_path / "j.jsonl")
    match.redo()
    match.undo()
    version(move=says_more)  # two steps for each move
    for again in (pp.load(file), resume(path)):
        assert moves_of(again) == MOVES[:3]
        assert [str(each.move) for each in again.undone] == MOVES[3:]
        assert again.divergence is None
        again.redo()
        assert moves_of(again) == MOVES[:4]


def test_a_table_brings_back_what_it_could_not_replay_by_previous_game(tmp_path: Path) -> None:
    version()
    journal = tmp_path / "j.jsonl"
    table = pp.play("line", seed=1, journal=journal)
    for move in MOVES:
        table.play(move)
    table.close()
    version(why_not=no_corner)
    table = pp.play("line", seed=1, journal=journal)
    assert table.message is not None
    assert table.message.text == (
        "Resumed at turn 2; its seed is 1. The changed Line applies. The games diverge at step 2 "
        "(turn 2): the move a1 is refused: a1 is out of bounds [LI-2]. The replay ends there; "
        "4 moves can't be replayed. Undo the change of the code, and all is back; "
        "if you play on, the old game is kept."
    )
    table.play("c2")
    table.close()
    version()
    table = pp.play("line", seed=1, journal=journal)
    assert moves_of(table.match) == ["b2", "c2"]
    assert len(table.archive) == 1
    table.previous_game()
    assert moves_of(table.match) == MOVES
    table.previous_game()
    assert moves_of(table.match) == ["b2", "c2"]


def test_a_table_whose_first_move_is_refused_keeps_the_game(tmp_path: Path) -> None:
    version()
    journal = tmp_path / "j.jsonl"
    table = pp.play("line", seed=1, journal=journal)
    for move in MOVES:
        table.play(move)
    table.close()
    version(why_not=refuses("b2"))
    for _ in range(2):
        table = pp.play("line", seed=1, journal=journal)
        assert table.message is not None
        assert "5 moves can't be replayed" in table.message.text
        table.close()
    version()
    assert moves_of(pp.play("line", seed=1, journal=journal).match) == MOVES


def test_a_new_game_or_another_file_loses_nothing(tmp_path: Path) -> None:
    version()
    file = played().save(tmp_path / "line.json")
    journal = tmp_path / "j.jsonl"
    version(why_not=no_corner)
    table = pp.play("line", seed=1, journal=journal)
    message = table._open_file(file.read_bytes(), "line.json")
    assert "can't be replayed" in message
    table.new_game(5)
    table.close()
    version()
    table = pp.play("line", seed=5, journal=journal)
    table.previous_game()
    assert moves_of(table.match) == MOVES


def test_a_table_for_a_loaded_match_says_where_it_diverges(tmp_path: Path) -> None:
    version()
    file = played().save(tmp_path / "line.json")
    version(why_not=no_corner)
    for journal in (False, tmp_path / "j.jsonl"):
        table = pp.play(pp.load(file), journal=journal)
        assert table.message is not None
        assert "a1 is out of bounds" in table.message.text
        table.close()
    version()
    assert moves_of(resume(tmp_path / "j.jsonl")) == MOVES


def test_a_live_table_has_undone_moves_and_earlier_rules_back_too() -> None:
    version()
    table = pp.play("line", seed=1, journal=False)
    for move in MOVES[:3]:
        table.play(move)
    table.continue_under(table.match.game.under(length=4).rules)
    table.play("c1")
    table.play("a2")
    table.undo()
    before = to_record(table.match)
    version(why_not=no_corner)
    assert moves_of(table.match) == MOVES[:1]
    assert table.message is not None
    assert "4 moves can't be replayed" in table.message.text
    version()
    assert to_record(table.match) == before
    table.redo()
    assert moves_of(table.match) == ["c1", "a2"]
    assert len(table.archive) == 0


def test_a_live_table_keeps_undone_moves_where_the_edit_allows_them() -> None:
    version()
    table = pp.play("line", seed=1, journal=False)
    for move in MOVES[:3]:
        table.play(move)
    table.undo()
    version(move=says_more)
    assert moves_of(table.match) == MOVES[:2]
    table.redo()
    assert moves_of(table.match) == MOVES[:3]


def test_a_live_table_replays_earlier_rules_too() -> None:
    version()
    table = pp.play("line", seed=1, journal=False)
    for move in MOVES[:3]:
        table.play(move)
    table.continue_under(table.match.game.under(length=4).rules)
    table.play("c1")
    version(why_not=no_corner)
    assert moves_of(table.match) == MOVES[:1]
    version()
    assert moves_of(table.match) == ["c1"]
    assert table.match.earlier is not None


def test_edits_that_come_and_go_archive_the_old_game_once(tmp_path: Path) -> None:
    version()
    journal = tmp_path / "j.jsonl"
    table = pp.play("line", seed=1, journal=journal)
    for move in MOVES:
        table.play(move)
    for _ in range(3):
        version(why_not=no_corner)
        assert len(table.archive) == 1
        version()
        assert (moves_of(table.match), len(table.archive)) == (MOVES, 0)
    version(why_not=no_corner)
    version(why_not=refuses("b2"))
    assert len(table.archive) == 1
    table.play("c2")
    assert len(table.archive) == 1
    version()
    assert (moves_of(table.match), len(table.archive)) == (["c2"], 1)
    table.close()
    table = pp.play("line", seed=1, journal=journal)
    assert (moves_of(table.match), len(table.archive)) == (["c2"], 1)
    table.previous_game()
    assert (moves_of(table.match), len(table.archive)) == (MOVES, 1)
    table.previous_game()
    assert (moves_of(table.match), len(table.archive)) == (["c2"], 1)


def test_a_game_that_was_over_gives_way_to_a_new_one_unless_moves_are_lost(tmp_path: Path) -> None:
    version()
    journal = tmp_path / "j.jsonl"
    table = pp.play("line", seed=1, journal=journal)
    table.match.play_all(["a1", "b1", "a2", "b2", "a3"])
    table.close()
    version(setup=one_more)
    table = pp.play("line", seed=1, journal=journal)
    assert moves_of(table.match) == []
    assert len(table.archive) == 1
    table.previous_game()
    assert len(table.match.record) == 5
    assert table.message is not None
    table.close()


def test_typed_dice_play_on_as_moves_do(tmp_path: Path) -> None:
    made = pp.register(type("Dicey", (Dicey,), {"name": "dicey", "dice": 1}))
    match = Match(pp.game("dicey"), seed=3, dice="typed")
    match.play("roll die 2")
    match.play(next(iter(match.moves())))
    record = sealed(to_record(match))

    def setup(self: Any, table: Any) -> None:
        table.left = 20

    pp.register(type("Dicey", (made,), {"name": "dicey", "setup": setup}))
    again = from_record(record)
    assert (again.is_replay, moves_of(again)) == (True, moves_of(match))
    again.play("roll die 3")
    assert not again.is_replay
    assert moves_of(from_record(sealed(to_record(again))))[-1] == "roll die 3"


# --- seats, bots, options, positions, dice --------------------------------------------------------


def test_a_renamed_seat_keeps_its_player_and_a_bot_that_is_gone_becomes_a_person() -> None:
    def bot_first(self: Any, table: Any, moves: Any, pick: Any) -> Any:
        return moves[0]

    version(bot_first=bot_first)
    match = Match(pp.game("line"), seed=1, seats={"suns": "first", "moons": "random"})
    match.run()
    record = sealed(to_record(match))
    version(seats=("suns", "stars"))
    again = from_record(record)
    assert again.seats == {"suns": "person", "stars": "random"}
    assert moves_of(again) == moves_of(match)
    live = match.under(version(seats=("suns", "stars")))
    assert (live.seats, moves_of(live)) == (again.seats, moves_of(match))


def test_an_option_that_was_changed_stays_and_one_that_is_gone_does_not_matter() -> None:
    version()
    record = sealed(to_record(played(length=4, wild=True)))
    version(length=option(2, "How many in a line win.", "LI-3", low=2, high=5))
    assert from_record(record).game.rules.to_json() == {"length": 4, "wild": True}
    version(length=option(2, "How many in a line win.", "LI-3", low=2, high=3))
    assert from_record(record).game.rules.to_json() == {"length": 2, "wild": True}
    not_removed()
    assert from_record(record).game.rules.to_json() == {"length": 4}


def test_a_match_from_a_position_is_replayed_from_it_or_says_that_it_is_refused() -> None:
    version()
    match = Match(pp.game("line"), seed=1, position={"pieces": {"a3": "suns"}, "seat": "moons"})
    match.play_all(["b2", "c1"])
    record = sealed(to_record(match))

    def notes(self: Any, table: Any) -> None:
        Line.setup(self, table)
        table.right = 1

    version(setup=notes)
    with_note = from_record(record)
    assert with_note.divergence is not None
    version(places=Board.squares(3, 2))
    again = from_record(record)
    assert (again.record, again.kept) == ((), (record,))
    assert again.divergence is not None
    assert str(again.divergence).startswith(
        "step 0 (turn 0): the position that the game continues from is refused: a place of pieces"
    )
    version()
    assert moves_of(from_record(sealed(to_record(again)))) == ["b2", "c1"]


def test_a_match_under_changed_rules_is_replayed_in_all_its_parts() -> None:
    version()
    match = Match(pp.game("line"), seed=1)
    match.play_all(MOVES[:3])
    onward = match.onward(2, length=4)
    onward.play("c1")
    record = sealed(to_record(onward))
    assert len(record["earlier"]) == 1
    version(move=says_more)
    assert from_record(record).state == onward.state
    version(setup=one_more)
    again = from_record(record)
    assert moves_of(again) == moves_of(onward)
    assert str(again.divergence).startswith(
        "step 0 (turn 1): in the match that this one continues, at step 1 (turn 1): the move b2"
    )
    version(why_not=no_corner)
    again = from_record(record)
    assert again.earlier is None
    assert moves_of(again) == MOVES[:1]
    assert again.lost == 3
    assert to_record(pp.load(again.kept[0])) == to_record(again)
    version()
    assert from_record(sealed(to_record(again))).state == onward.state


def test_rules_that_no_longer_begin_end_the_replay_before_them() -> None:
    version()
    match = Match(pp.game("line"), seed=1)
    match.play_all(MOVES[:2])
    onward = match.onward(2, length=4)
    onward.play("c1")
    record = sealed(to_record(onward))

    def fails_for_four(self: Any, table: Any) -> None:
        table.left = 9 // (4 - self.length)

    version(setup=fails_for_four)
    again = from_record(record)
    assert (moves_of(again), again.lost) == (MOVES[:2], 1)
    assert "ZeroDivisionError" in str(again.divergence)
    assert len(str(again.divergence).splitlines()) == 1
    version()
    assert from_record(sealed(to_record(again))).state == onward.state


@pytest.mark.parametrize("design", GAMES, ids=lambda design: design.__name__)
def test_games_of_cards_and_secrets_are_whole_again_after_an_edit(
    design: type[Board], tmp_path: Path
) -> None:
    match = Match(pp.game(pp.register(design)), seed=2)
    Journal(match, path := tmp_path / "j.jsonl")
    for number in range(14):
        actor = match.to_act
        if isinstance(actor, Chance):
            match.roll()
        elif number == 9:
            match.undo()
        elif actor is not None:
            pick = seeded_pick(2, number)
            match.play(match.game.random_move(match.state, actor.seats[0], pick))
    record, text = to_record(match), path.read_text("utf-8")

    def note(self: Any, table: Any) -> None:
        if hasattr(design, "setup"):
            design.setup(self, table)  # type: ignore[attr-defined]
        table.extra = 1

    seats = (*design.seats[:-1], "zed")
    for edit in ({"setup": note}, {"seats": seats}, {"seats": design.seats[:-1]}):
        pp.register(type(design.__name__, (design,), edit))
        found = from_record(sealed(record))
        assert moves_of(found) == moves_of(resume(path))
        assert (found.divergence is None) == ("setup" in edit)
        kept = sealed(to_record(found))
        pp.register(design)
        assert to_record(from_record(kept)) == record
        assert path.read_text("utf-8") == text


def test_an_archived_game_survives_an_edit_too(tmp_path: Path) -> None:
    version()
    table = pp.play("line", seed=1, journal=tmp_path / "j.jsonl")
    for move in MOVES:
        table.play(move)
    table.new_game(2)
    table.close()
    version(why_not=no_corner)
    table = pp.play("line", seed=2, journal=tmp_path / "j.jsonl")
    table.previous_game()
    assert moves_of(table.match) == MOVES[:1]
    assert table.message is not None
    assert "4 moves can't be replayed" in table.message.text
    table.new_game(3)
    table.close()
    version()
    table = pp.play("line", seed=3, journal=tmp_path / "j.jsonl")
    table.previous_game()
    assert moves_of(table.match) == MOVES


class RaisingPig(Pig):
    """A game that isn't a Board, whose changed code raises any error."""

    def apply_move(self, *arguments: Any) -> Any:
        raise KeyError("goal")


def test_an_error_of_any_kind_in_changed_code_ends_the_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(pp.game("pig"), seed=1, seats={"ben": "bold"})
    Journal(match, path := tmp_path / "j.jsonl")
    match.run()
    match.play("hold")
    file = match.save(tmp_path / "pig.json")
    whole = moves_of(match)
    with monkeypatch.context() as patch:
        patch.setattr(Pig, "apply_move", RaisingPig.apply_move)
        for again in (pp.load(file), resume(path)):
            assert moves_of(again) == []
            assert str(again.divergence).endswith("KeyError: 'goal'")
    for again in (pp.load(file), resume(path)):
        assert moves_of(again) == whole


@settings(max_examples=30)
@given(
    moves=st.lists(st.integers(0, 10), max_size=12),
    edits=st.lists(st.sampled_from(["a1", "b2", "c3", "a3"]), min_size=1, max_size=3),
)
def test_any_game_is_whole_again_after_any_edits(
    moves: list[int], edits: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    version()
    match = Match(pp.game("line"), seed=1)
    Journal(match, path := tmp_path_factory.mktemp("any") / "j.jsonl")
    for number in moves:
        if number > 8 and match.cursor:
            match.undo()
        elif legal := sorted(map(str, match.moves())):
            match.play(legal[number % len(legal)])
    record = to_record(match)
    saved = sealed(record)
    for out in edits:
        version(why_not=refuses(out))
        Journal(resume(path), path)
        saved = sealed(to_record(from_record(saved)))
    version()
    for again in (resume(path), from_record(saved)):
        assert to_record(again) == record


class Dicey(Board):
    """A race with dice, of which an edit changes the number."""

    name = "dicey"
    title = "Dicey"
    dice: Any = 2

    def setup(self, table: Any) -> None:
        table.left = 30

    def rolled(self, table: Any) -> None:
        table.left -= 1

    def move(self, table: Any) -> None:
        table.left -= table.points
        if table.left < 0:
            table.end(table.seat)


@pytest.mark.parametrize("dice", [1, 3, Board.die("12"), 0])
def test_dice_keep_their_faces_where_an_edit_leaves_them(dice: Any) -> None:
    first = pp.register(type("Dicey", (Dicey,), {"name": "dicey"}))
    match = Match(pp.game("dicey"), seed=3, seats="random")
    match.run(8)
    record = sealed(to_record(match))
    made = pp.register(type("Dicey", (Dicey,), {"name": "dicey", "dice": dice}))
    pp.register(first)
    live = match.under(made)
    pp.register(made)
    again = from_record(record)
    assert again.divergence is not None
    assert moves_of(again) == moves_of(live), "as edit and continue does"


# --- cards, and what not everybody sees -----------------------------------------------------------


class Cards(Board):
    """Each gets cards that only they see, and plays one."""

    name = "cards"
    title = "Cards"
    seats = ("ann", "ben")
    rulebook = """
        CA-1 Deal. Each gets cards.
        CA-2 Play. Each plays a card.
        CA-3 End. When the hands are empty, all is over.
        """
    deck = Board.deck("one two three four five six seven eight")
    hand = Board.hand()
    played = Board.row(each=True)
    card = card_of("hand")
    size = 3

    def setup(self, table: Any) -> None:
        table.deal(self.size, say="CA-1 each gets cards.")

    def move(self, table: Any, card: str) -> None:
        table.hand[table.seat].remove(card)
        table.played[table.seat].append(card)

    def winner(self, table: Any) -> Any:
        return None if any(table.hand.values()) else (ready.DRAW, "CA-3 all is over.")


def cards(**parts: Any) -> type:
    """Register a version of the game of cards; return its class."""
    return pp.register(type("Cards", (Cards,), {"name": "cards", "title": "Cards", **parts}))


def hands(match: Match) -> dict[str, set[str]]:
    """All cards that each seat has got."""
    piles = match.state.piles
    return {seat: {*piles[f"hand {seat}"], *piles[f"played {seat}"]} for seat in ("ann", "ben")}


def test_cards_stay_where_they_were_dealt_as_far_as_the_changed_deck_has_them() -> None:
    made = cards()
    match = Match(pp.game("cards"), seed=3, seats="random")
    match.run(3)
    record = sealed(to_record(match))
    assert hands(from_record(record)) == hands(match)
    gone = min(hands(match)["ben"])
    smaller = cards(deck=Board.deck([card for card in made.deck.cards if card != gone]))
    live = match.under(smaller)
    again = from_record(record)
    for replay in (live, again):
        assert hands(replay)["ann"] == hands(match)["ann"]
        assert hands(replay)["ben"] > hands(match)["ben"] - {gone}
        assert replay.divergence is not None
        text = str(replay.divergence)
        assert "it is drawn again" in text
        assert not any(card in text for card in made.deck.cards), "nobody is told a hidden card"
    cards()
    assert hands(from_record(sealed(to_record(again)))) == hands(match)


def test_more_cards_are_dealt_and_the_first_stay() -> None:
    cards()
    match = Match(pp.game("cards"), seed=3, seats="random")
    match.run(5)
    record = sealed(to_record(match))
    made = cards(size=2)
    again = from_record(record)
    assert hands(again) == hands(match.under(made))
    assert again.divergence is not None
    for card in made.deck.cards:
        assert card not in str(again.divergence)


def test_real_cards_that_were_typed_in_are_not_asked_for_again() -> None:
    cards()
    match = Match(pp.game("cards"), seed=3, dice="typed")
    match.play("draw one, two, three, four, five, six")
    match.play("one")
    record = sealed(to_record(match))
    made = cards(why_not=lambda self, table, card: None)
    for again in (from_record(record), match.under(made)):
        assert moves_of(again) == moves_of(match)
        assert hands(again) == hands(match)


class Hidden(Board):
    """Both hide a chest in secret, at a place that the rules may forbid."""

    name = "hidden"
    title = "Hidden"
    seats = ("ann", "ben")
    places = Board.squares(6, 2)
    phases = ("hide", "dig")
    together = ("hide",)
    rulebook = "HI-1 Hide. Each hides a chest.\nHI-2 Dig. Each digs."

    def setup(self, table: Any) -> None:
        table.chests = 0

    def move_hide(self, table: Any, place: str) -> None:
        table.put(place, "chest", seen_by=table.seat)
        table.chests += 1
        if table.chests == 2:
            table.phase = "dig"

    def move_dig(self, table: Any, place: str) -> None:
        if table.show(place) == "chest":
            table.end(table.seat)


def hidden(**parts: Any) -> type:
    return pp.register(type("Hidden", (Hidden,), {"name": "hidden", "title": "Hidden", **parts}))


def no_chest(self: Any, table: Any, place: str) -> str | None:
    return f"HI-1 no chest is hidden on {place}" if place in ("c1", "f2") else None


HIDES: dict[str, tuple[dict[str, Any], str]] = {
    "a refusal": ({"why_not_hide": no_chest}, "the move of ann is refused: it was made in secret"),
    "a place less": ({"places": Board.squares(6, 2, without="c1")}, "it was made in secret"),
    "a phase less": (
        {"phases": (), "together": (), "move": Hidden.move_hide},
        "the move of ann can't be played: it was made in secret"),
    "another piece": (
        {"move_hide": lambda self, table, place: table.put(place, "trap", seen_by=table.seat)}, ""),
}  # fmt: skip


@pytest.mark.parametrize("what", HIDES)
def test_a_divergence_tells_no_secret(what: str) -> None:
    parts, expected = HIDES[what]
    hidden()
    match = Match(pp.game("hidden"), seed=1)
    match.play_all(["ann c1", "ben f2"])
    record = sealed(to_record(match))
    made = hidden(**parts)
    found = [str(from_record(record).divergence), str(match.under(made).divergence)]
    assert expected in found[0]
    for text in found:
        assert not {"c1", "f2", "chest", "trap"} & set(text.replace("'", " ").split()), text
    hidden()
    assert moves_of(from_record(record)) == ["ann c1", "ben f2"]


def test_a_divergence_repeats_nothing_that_one_seat_was_told() -> None:
    def moves_by(number: int, word: str) -> Callable[..., None]:
        def move(self: Any, table: Any, place: str) -> None:
            table[place] = table.seat
            table.left -= number
            table.say(
                f"LI-2 the word is {word}.", seen_by=table.seat, others="LI-2 a word is said."
            )

        return move

    version(move=moves_by(1, "one"))
    match = played()
    record = sealed(to_record(match))
    made = version(move=moves_by(2, "three"))
    for found in (match.under(made), from_record(record)):
        text = str(found.divergence)
        assert text.startswith("step 1 (turn 1): ")
        assert not {"one.", "three."} & set(text.split()), text


def test_a_note_more_in_the_set_up_is_no_difference() -> None:
    version()
    match = played()
    record = sealed(to_record(match))

    def notes(self: Any, table: Any) -> None:
        Line.setup(self, table)
        table.right = 1

    version(setup=notes)
    again = from_record(record)
    assert (again.divergence, again.kept) == (None, ())
    assert again.state.notes["right"] == 1


# --- damaged, hostile, old ------------------------------------------------------------------------


def test_a_damaged_file_is_refused_also_after_an_edit(tmp_path: Path) -> None:
    version()
    record = sealed(json.loads(json.dumps(to_record(played()))))
    version(why_not=no_corner)
    assert from_record(record).divergence is not None
    for change in (
        {"seed": 2},
        {"check": "0" * 16},
        {"moves": record["moves"][1:]},
        {"moves": [{**record["moves"][0], "check": "0" * 8}, *record["moves"][1:]]},
    ):
        with pytest.raises(BadInput):
            from_record({**record, **change})
    unsealed = {name: value for name, value in record.items() if name != "check"}
    with pytest.raises(BadInput, match="a1 is out of bounds"):
        from_record(unsealed)


def test_a_damaged_journal_is_refused_also_after_an_edit(tmp_path: Path) -> None:
    version()
    match = Match(pp.game("line"), seed=1)
    Journal(match, path := tmp_path / "j.jsonl")
    match.play_all(MOVES)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    version(why_not=no_corner)
    for number in range(len(lines) - 1):
        path.write_text("".join([*lines[:number], *lines[number + 1 :]]), "utf-8")
        with pytest.raises(BadInput):
            resume(path)
    path.write_text("".join(lines).replace('"move": "c3"', '"move": "c2"'), "utf-8")
    with pytest.raises(BadInput, match=r"line 5: check is .*: the file differs"):
        resume(path)
    path.write_text("".join(lines) + lines[-1][:20], "utf-8")
    assert resume(path).divergence is not None, "an unfinished last line is no damage"


HOSTILE: dict[str, dict[str, Any]] = {
    "a seed": {"seed": "x"},
    "a negative seed": {"seed": -1},
    "dice": {"dice": {"a": 1}},
    "a roll": {"dice": [7]},
    "rules": {"rules": []},
    "changed": {"changed": "length"},
    "changed what is no option": {"changed": ["x"]},
    "seats": {"seats": []},
    "a player": {"seats": {"suns": 3}},
    "moves": {"moves": {}},
    "a move": {"moves": [3]},
    "a move without all": {"moves": [{"turn": 1, "move": "b2", "check": "0"}]},
    "steps": {"moves": [{"turn": 1, "by": "suns", "move": "b2", "check": "0", "steps": 0}]},
    "a turn": {"moves": [{"turn": -1, "by": "suns", "move": "b2", "check": "0", "steps": 1}]},
    "by": {"moves": [{"turn": 1, "by": 4, "move": "b2", "check": "0", "steps": 1}]},
    "a position": {"position": -1},
    "earlier": {"earlier": [3]},
    "kept": {"kept": 7},
    "kept texts": {"kept": ["x"]},
    "too many kept": {"kept": [{}] * 101},
    "replayed": {"replayed": 1},
    "another entry": {"more": 1},
    "another game": {"game": "nothing"},
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_with_a_right_checksum_is_refused_in_one_line(what: str) -> None:
    version()
    record = to_record(played())
    for edit in (version, lambda: version(why_not=no_corner)):
        edit()
        with pytest.raises(BadInput) as caught:
            from_record(sealed({**record, **HOSTILE[what]}))
        assert len(str(caught.value).splitlines()) == 1


def test_hostile_moves_end_the_replay_and_are_never_made() -> None:
    version()
    record = to_record(played())
    bad = {"turn": 1, "by": "suns", "move": "x" * 5000, "check": "", "steps": 10**5}
    match = from_record(sealed({**record, "moves": [bad]}))
    assert match.record == ()
    assert len(str(match.divergence)) < 600
    false = from_record(sealed({**record, "kept": [{"a": 1}], "replayed": True}))
    assert moves_of(false) == MOVES, "what is no record is kept, but not used"


def test_a_file_without_a_checksum_loads_as_before() -> None:
    version()
    record = to_record(played())
    old = {name: value for name, value in record.items() if name != "changed"}
    old["moves"] = [
        {name: each[name] for name in ("turn", "move", "check")} for each in record["moves"]
    ]
    match = from_record(old)
    assert moves_of(match) == MOVES
    version(length=option(2, "How many in a line win.", "LI-3", low=2, high=5))
    assert from_record(old).game.rules.to_json()["length"] == 3, "as it says"
