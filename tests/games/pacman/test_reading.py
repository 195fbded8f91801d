"""Moves in writing: forms that are read, and what is said to those that are not."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.steps import IllegalMove
from piecepack_nb.games.pacman.state import Put, Stay, Take, Walk
from tests.core.damage import one_line
from tests.games.pacman.helpers import table

MATCH = table({"red": "b5", "dice": [3, 5], "ghosts": "e5 g7"})
GAME, STATE = MATCH.game, MATCH.state
OFF_AND_ON = Walk("pac", 3, ("b5", "a5", "e9", "d9"))


@pytest.mark.parametrize(
    "text",
    [
        "pac 3 b5-a5~e9-d9",
        "PAC 3  b5 - a5 ~ e9 - d9",
        "Pac-Man 3: b5 a5 e9 d9",
        "pacman 3 b5,a5,e9,d9",
        "red 3 b5-a5-e9-d9",
        "pac b5-a5~e9-d9",
        "pac 3 d9",
        "pac d9",
    ],
)
def test_forms_of_a_pac_man_move_are_parsed(text: str) -> None:
    assert GAME.parse_move(STATE, text) == OFF_AND_ON


@pytest.mark.parametrize(
    "text",
    ["ghost2 3 g7-h7-i7-i8", "Ghost 2 3: g7 h7 i7 i8", "g2 3 g7-h7-i7-i8", "ghost 2 g7-h7-i7-i8"],
)
def test_forms_of_a_ghost_move_are_parsed(text: str) -> None:
    assert GAME.parse_move(STATE, text) == Walk("ghost2", 3, ("g7", "h7", "i7", "i8"))


def test_an_end_alone_means_the_path_that_gobbles_most() -> None:
    match = table({"red": "a2", "dice": [4, 1], "white": "b1 d1"})
    assert str(match.game.parse_move(match.state, "pac 4 a2")) in (
        "pac 4 a2-b2-b1-a1-a2", "pac 4 a2-a1-b1-b2-a2",
    )  # fmt: skip
    assert match.refusal("pac 4 a2") is None
    for white, way in (("a4 d1", "a3-a4-a5-b5-b4"), ("c4 d1", "a3-b3-c3-c4-b4")):
        match = table({"red": "a3", "dice": [4, 1], "white": white})
        assert str(match.game.parse_move(match.state, "pac 4 b4")) == f"pac 4 {way}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("pac 3 i1", "the die shows 3; this path takes 6"),
        ("pac 5 g7", "the die shows 5; this path takes "),
        ("ghost1 5 g7", "ghost 2 is on g7: a ghost can't land on it or jump over it"),
        ("pac e5", "e5 is the centre: only ghosts may enter it"),
        ("pac 5 b5", "Red's Pac-Man is on b5 already: a walk must have a step"),
        ("ghost1 5 a9", "the die shows 5; this path takes 8"),
        ("ghost1 d5", "you must move the full 3; this path takes 1, and e5-e6-"),
        ("pac 6 a5", "no die shows 6: Red must move their Pac-Man and a ghost, with 3 and 5"),
        ("ghost7 3 a2", "there is no piece 'ghost7'; the pieces are pac, ghost1 and ghost2"),
        ("pac 3 z9", "there is no space z9 on this board"),
    ],
)
def test_an_unreachable_end_is_refused_with_its_obstacle(text: str, why: str) -> None:
    refusal = MATCH.refusal(text)
    assert refusal is not None
    assert refusal.text.startswith(why), refusal


def test_before_the_roll_an_end_is_refused() -> None:
    match = table("")
    for text in ("pac a2", "ghost1 e6", "ghost7 a2", "pac 3 a1-a2"):
        refusal = match.refusal(text)
        assert refusal is not None
        assert refusal.text.endswith("must wait: Red must roll the dice")
        assert " 0 " not in refusal.text


@pytest.mark.parametrize("path", [("", "a2"), ("a1", 3), (None, None), ("zz", "a2"), ((), ())])
def test_invalid_paths_are_refused_in_one_line(path: tuple[object, ...]) -> None:
    for match in (MATCH, table("")):
        for piece in ("pac", "ghost1", "ghost7"):
            move = Walk(piece, 3, path)  # type: ignore[arg-type]
            with pytest.raises(IllegalMove) as caught:
                match.play(move)
            one_line(caught.value)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("pac 5 stays", Stay("pac", 5)),
        ("ghosts 3 stay", Stay("ghosts", 3)),
        ("ghosts 3 stays", Stay("ghosts", 3)),
        ("marble c3", Put("c3")),
        ("take blue", Take("blue")),
    ],
)
def test_other_moves_are_parsed(text: str, move: object) -> None:
    assert GAME.parse_move(STATE, text) == move
    assert GAME.parse_move(STATE, str(move)) == move


def test_choices_can_be_named_without_a_verb() -> None:
    match = table({
        "red": "a3, 2 yellow", "ghosts": "a5 g5", "rings": "g3 g7", "dice": [5, 1],
        "green": "4 marbles", "blue": "5 marbles", "white": "d1",
    }, players=3)  # fmt: skip
    match.play("pac 5 a3-a4-a5")
    match.play("c7")
    match.play("green")
    assert match.state.players["green"].tray == 2


def test_rolls_are_parsed() -> None:
    match = table("")
    assert str(match.game.parse_move(match.state, "3 5")) == "roll first 3 second 5"
    assert str(match.game.parse_move(match.state, "roll 3 5")) == "roll first 3 second 5"
    assert (
        str(match.game.parse_move(match.state, "roll second 5 first 3")) == "roll second 5 first 3"
    )
    scripted = pp.Match(match.game, dice=["roll 1 1 2 2", "roll 3 4", {"first": "6"}], seed=1)
    scripted.run()
    assert scripted.state.dice == (3, 4)


@pytest.mark.parametrize(
    "text",
    ["", "pony", "pac", "pac 3", "ghosts 3 e5-e6", "pac 3 b5-x", "pac 33 b5-a5", "take", "7"],
)
def test_unreadable_text_is_refused_with_a_readable_example(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.parse_move(STATE, text)
    one_line(caught.value)
    message = str(caught.value)
    assert "expected 'pac 3 " in message, message
    example = message.partition("expected '")[2].partition("'")[0]
    assert MATCH.refusal(example) is None


def test_a_missing_die_is_named() -> None:
    with pytest.raises(BadInput, match="doesn't name its die; expected 3 or 5"):
        GAME.parse_move(STATE, "pac stays")


def test_every_phase_names_the_due_move() -> None:
    start = pp.Match(pp.game("pacman"), seed=1)
    with pytest.raises(BadInput, match=r"what the dice show \(red1, red2, blue1, blue2"):
        start.play("pony")
    match = table({
        "red": "a3, 2 yellow", "ghosts": "a5 g5", "rings": "g3 g7", "dice": [5, 1],
        "green": "4 marbles", "blue": "5 marbles", "white": "d1",
    }, players=3)  # fmt: skip
    match.play("pac 5 a3-a4-a5")
    with pytest.raises(BadInput, match="expected 'marble c3', a ringed hole that is empty"):
        match.play("pony")
    match.play("marble c3")
    with pytest.raises(BadInput, match="expected 'take green', whose marbles are taken"):
        match.play("pony")
