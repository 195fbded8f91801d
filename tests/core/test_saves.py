"""Saved matches of the game of Pig: equal when loaded, refused in one line when damaged."""

from __future__ import annotations

import copy
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piecepack_nb.bots import GENERAL
from piecepack_nb.core.dice import ManualDice
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.load import MAX_BYTES, from_record, load, parse
from piecepack_nb.core.match import Match
from piecepack_nb.core.record import save, to_record
from piecepack_nb.core.registry import make_game
from tests.conftest import GAMES, sampled
from tests.core.damage import VALUES, one_line, refused_or_true, removed, replaced, spots
from tests.core.pig import Pig
from tests.effort import at_most

QUICK = 2000  # calls; the slowest makes 600

PIG = Pig(bots=GENERAL)


def read(text: str) -> Match:
    return from_record(parse(text, "the file"))


def played(**named: Any) -> Match:
    match = Match(PIG, **{"seed": 5, "seats": {"ann": "bold", "ben": "bold"}, **named})
    match.run()
    return match


def same(one: Match, two: Match) -> bool:
    return (
        to_record(one) == to_record(two)
        and one.steps == two.steps
        and one.cursor == two.cursor
        and type(one.dice) is type(two.dice)
    )


RECORD = to_record(played())
AT_A_POSITION = to_record(
    played(
        position=PIG.initial_state()._replace(heap=7, turn=4),
        dice=[{"die": "6"}, None, "roll die 5"],
    )
)


# --- there and back -----------------------------------------------------------------------------


def test_a_saved_match_is_equal_when_loaded(tmp_path: Path) -> None:
    match = played()
    assert match.save(tmp_path / "match.json") == tmp_path / "match.json"
    again = load(tmp_path / "match.json")
    assert same(again, match)
    assert again.result == match.result


def test_a_match_saved_in_the_middle_continues_like_the_original(tmp_path: Path) -> None:
    whole = played()
    for moves in range(len(whole.record) + 1):
        match = Match(PIG, seed=5, seats={"ann": "bold", "ben": "bold"})
        match.run(moves)
        again = load(match.save(tmp_path / "match.json"))
        assert same(again, match)
        again.run()
        assert again.steps == whole.steps


def test_going_to_an_earlier_step_loses_nothing(tmp_path: Path) -> None:
    """Undone moves and the cursor are saved too, even in the middle of a move."""
    match = played(dice=[{"die": "5"}, {"die": "1"}])
    for step in range(len(match.steps) + 1):
        match.goto(step)
        again = load(match.save(tmp_path / "match.json"))
        assert same(again, match)
        assert (again.between_moves, again.undone == ()) == (match.between_moves, not match.undone)


@pytest.mark.parametrize(
    "named",
    [
        {"dice": "typed"},
        {"dice": ["roll die 4", {"die": "2"}, None, {}]},
        {"position": PIG.initial_state()._replace(heap=3)},
        {"seats": {"ben": "random"}},
        {"seed": 2**63 - 1},
    ],
)
def test_everything_about_a_match_is_saved(tmp_path: Path, named: dict[str, Any]) -> None:
    match = played(**named)
    assert same(load(match.save(tmp_path / "match.json")), match)


def test_other_rules_and_the_dice_of_a_replay(tmp_path: Path) -> None:
    match = played(dice=["roll die 4"]).under(least=3)
    again = load(match.save(tmp_path / "match.json"))
    assert again.game.rules.changed() == {"least": 3}
    assert again.steps == match.steps
    assert to_record(again)["dice"] == ["roll die 4"]
    typed = Match(PIG, seed=1, dice="typed").under(least=3)
    assert isinstance(load(typed.save(tmp_path / "typed.json")).dice, ManualDice)


def test_a_function_in_a_seat_is_saved_as_a_person(tmp_path: Path) -> None:
    match = Match(PIG, seed=5, seats={"ann": lambda *_: "hold", "ben": "bold"})
    again = load(match.save(tmp_path / "match.json"))
    assert again.seats == {"ann": "person", "ben": "bold"}


def test_the_file_is_json_with_a_version_and_a_check_for_every_move(tmp_path: Path) -> None:
    data = json.loads(played().save(tmp_path / "match.json").read_bytes())
    assert (data["format"], data["version"], data["game"]) == ("piecepack_nb match", 1, "pig")
    assert all(sorted(each) == ["by", "check", "move", "steps", "turn"] for each in data["moves"])


# --- what is refused ------------------------------------------------------------------------------


def changed(**entries: Any) -> dict[str, Any]:
    return {**copy.deepcopy(RECORD), **entries}


def with_move(number: int, **entries: Any) -> dict[str, Any]:
    data = copy.deepcopy(RECORD)
    data["moves"][number].update(entries)
    return data


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (changed(format="chess"), "format is 'chess'; expected 'piecepack_nb match'"),
        (changed(version=2), "version is 2; expected 1"),
        (changed(version=True), "version is True"),
        (changed(version=1.0), "version is 1.0"),
        (changed(game="piecepackman"), "there is no rule option 'least'"),
        (changed(game=["pig"]), "game is .*; expected a text"),
        (changed(rules={"gaol": 3}), "did you mean 'goal'"),
        (changed(rules={"goal": 10**30}), "goal is 1000"),
        (changed(rules=None), "rules is None; expected a JSON object"),
        (changed(seed=-1), "seed is -1"),
        (changed(seed=10**30), "seed is 1000"),
        (changed(seed="5"), "seed is '5'"),
        (changed(seed=True), "seed is True"),
        (changed(dice="real"), "dice is 'real'"),
        (changed(dice=[1]), r"dice\[0\] is 1"),
        (changed(dice={}), "dice is dict"),
        (changed(seats={"zoe": "bold"}), "seats is 'zoe'; expected one of ann, ben"),
        (changed(seats={"ann": "gready"}), "'person', 'bold', 'random'"),
        (changed(seats={"ann": 3}), "seats.*is 3"),
        (changed(start={}), "the position has no entry"),
        (changed(start=[]), "the position is "),
        (changed(moves=None), "moves is None; expected a list"),
        (changed(moves=[3]), r"moves\[0\] is 3"),
        (changed(position=-1), "position is -1; expected a step from 0 to"),
        (changed(position=10**9), "position is 1000000000"),
        (changed(position=True), "position is True"),
        (changed(extra=1), "an entry of the file is 'extra'"),
        (with_move(0, extra=1), r"an entry of moves\[0\] is 'extra'"),
        (with_move(1, move="fold"), r"moves\[1\]: the move is 'fold'"),
        (with_move(1, move="roll die 4"), r"moves\[1\]: roll die 4: ann can only hold or go on"),
        (with_move(0, move="roll die 7"), r"moves\[0\]: .*no face '7'"),
        (with_move(0, move=3), r"moves\[0\].move is 3"),
        (with_move(0, turn=2), r"moves\[0\].turn is 2; expected 1"),
        (with_move(0, turn=True), r"moves\[0\].turn is True"),
        (with_move(0, check="0" * 8), r"moves\[0\].check is '00000000'; expected '.*'"),
        (with_move(0, check=None), r"moves\[0\].check is None"),
        (changed(moves=[*RECORD["moves"], RECORD["moves"][-1]]), "hold: the game is over"),
        (changed(moves=RECORD["moves"][1:]), r"moves\[0\]"),
        ([], r"the file is \[\]"),
        (3, "the file is 3"),
        ({}, "format is None"),
    ],
)  # fmt: skip
def test_a_wrong_entry_is_named_with_the_accepted_values(data: Any, expected: str) -> None:
    with pytest.raises(BadInput, match=expected) as caught:
        read(json.dumps(data))
    one_line(caught.value)


def test_a_file_with_a_wrong_entry_is_named(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(BadInput, match=r"other\.json: format is None; expected 'piecepack_nb"):
        load(tmp_path / "other.json")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0",
        b"\xff\xfe\x00",
        b"\xff" * 100,
        json.dumps(RECORD).encode("latin-1") + b"\xe9",
        b"{" * 200_000,
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b"9" * 10_000,
        b'{"seed": ' + b"9" * 5000 + b"}",
        b'{"seed": NaN}',
        b'{"seed": -Infinity}',
        b'{"seed": 1e999}',
        b'{"format": "x", "format": "x"}',
        b'{"a\\nb": 1, "a\\nb": 2}',
        b"{'format': 1}",
        b"null",
        b"pickle\x80\x04.",
        json.dumps(RECORD).encode() + b"x",
        json.dumps(RECORD).encode() * 2,
        b'{"' + b"x" * 100_000 + b'": 1}',
        ("{" + ",".join(f'"{n}":1' for n in range(100_000)) + ',"0":1}').encode(),
    ],
    ids=range(22),
)
def test_an_invalid_record_is_refused_quickly_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(content)
    with at_most(QUICK), pytest.raises(BadInput) as caught:
        load(path)
    one_line(caught.value)
    assert path.read_bytes() == content


def test_a_file_cut_anywhere_is_refused() -> None:
    text = json.dumps(RECORD, indent=1)
    for size in range(len(text)):
        with pytest.raises(BadInput) as caught:
            read(text[:size])
        one_line(caught.value)
    assert read(text)


@pytest.mark.thorough
def test_a_file_with_any_byte_changed_is_refused_or_equal() -> None:
    text = json.dumps(RECORD)
    for place in range(len(text)):
        for other in ("x", '"', "0"):
            refused_or_true(read, text[:place] + other + text[place + 1 :])


@pytest.mark.parametrize("name", sorted(RECORD))
def test_a_missing_entry_is_refused_or_has_its_default(name: str) -> None:
    again = refused_or_true(read, removed(RECORD, (name,)))
    assert (again is not None) == (name in ("changed", "dice", "start", "position"))


@given(data=st.data())
def test_any_replaced_entry_is_refused_or_harmless(data: st.DataObject) -> None:
    record = data.draw(st.sampled_from([RECORD, AT_A_POSITION]))
    spot = data.draw(st.sampled_from(list(spots(record))))
    match = refused_or_true(read, replaced(record, spot, data.draw(VALUES)))
    if match is not None:
        match.run(50)


@given(data=st.data())
def test_any_removed_entry_is_refused_or_harmless(data: st.DataObject) -> None:
    record = data.draw(st.sampled_from([RECORD, AT_A_POSITION]))
    spot = data.draw(st.sampled_from([spot for spot in spots(record) if spot]))
    refused_or_true(read, removed(record, spot))


# --- files ----------------------------------------------------------------------------------------


def test_a_big_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "big.json"
    with path.open("wb") as file:
        file.truncate(10 * MAX_BYTES)
    says = "over 16777216 bytes; expected a saved match"
    with at_most(QUICK), pytest.raises(BadInput, match=says):
        load(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="the match to load is 3; expected the path of a saved"):
        load(3)  # type: ignore[arg-type]
    for path in (tmp_path / "no.json", tmp_path, "a\0b", "x" * 5000):
        with pytest.raises(BadInput, match="can't be read") as caught:
            load(path)
        assert len(str(caught.value).splitlines()) == 1


def test_a_save_that_fails_keeps_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.json"
    played().save(path)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for name in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, full)
            with pytest.raises(BadInput, match="can't be written: No space left on device"):
                save(played(seed=6), path)
        assert path.read_bytes() == before
        assert [each.name for each in tmp_path.iterdir()] == ["match.json"]
    for wrong in (tmp_path, tmp_path / "no" / "match.json", path / "match.json", "a\0b"):
        with pytest.raises(BadInput, match="can't be written"):
            save(played(), wrong)
    assert [each.name for each in tmp_path.iterdir()] == ["match.json"]


def test_on_windows_a_file_that_is_open_elsewhere_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(played(seed=5), tmp_path / "match.json")
    before = path.read_bytes()

    def refused(*_: object) -> None:
        error = PermissionError(13, "Access is denied")
        error.winerror = 5  # type: ignore[attr-defined]
        raise error

    monkeypatch.setattr(os, "replace", refused)
    with pytest.raises(BadInput, match=r"read-only or open in another program \(Access is denied"):
        save(played(seed=6), path)
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [before]


def test_a_save_replaces_the_old_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text("x" * 100_000)
    match = played()
    save(match, str(path))
    assert same(load(str(path)), match)


def test_a_failed_load_changes_no_match() -> None:
    match = played()
    before = to_record(match)
    with pytest.raises(BadInput):
        read(json.dumps(with_move(3, check="x")))
    assert to_record(match) == before


# --- control characters ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bad", sampled(["\x1b[2J", "\x7f", "\u202e", "\x9b"]))
def test_a_control_character_of_a_file_is_shown_as_an_escape(game: str, bad: str) -> None:
    """It could clear a terminal, or turn the text of the error round."""
    rules = make_game(game, {})
    match = Match(rules, seed=3, seats=dict.fromkeys(rules.seats, "random"))
    match.run(5)
    for record in (to_record(match), to_record(Match(rules, seed=1, position=match.state))):
        refused = 0
        for spot in spots(record):
            if isinstance(value := value_at(record, spot), str):
                for text in (bad, value + bad, value[:3] + bad + value[3:]):
                    refused += plainly_refused(replaced(record, spot, text))
        assert refused > 9
    for act in (lambda: match.play(f"{next(iter(match.moves()), '')}{bad}"), lambda: load(bad)):
        with pytest.raises(BadInput) as caught:
            act()
        assert str(caught.value).isprintable()


def value_at(data: Any, spot: tuple[Any, ...]) -> Any:
    for key in spot:
        data = data[key]
    return data


def plainly_refused(record: Any) -> bool:
    """Return whether a record is refused; the error has only characters that can be seen."""
    try:
        from_record(record)
    except BadInput as error:
        shown = str(error)
    else:
        return False
    assert shown.isprintable(), repr(shown)
    return True
