"""What a table says of what just happened: reports, their pace, and the panels' moments."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance
from piecepack_nb.design import Board
from piecepack_nb.scene import Area, Layout, Piece, Scene, brief_frames, mat, together
from piecepack_nb.widgets.table import LONG_GAME, TableWidget, is_first_game
from piecepack_nb.widgets.table_data import SUMMARY_LENGTH
from tests.core.pig_board import BoardPig
from tests.games.piecepackman.helpers import NEARLY_OVER

BOTS = dict.fromkeys(("moons", "crowns", "arms"), "greedy")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved games go to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


def play(game: Any = "piecepackman", **options: Any) -> TableWidget:
    return pp.play(game, **{"seed": 7, "journal": False, **options})


def go_on(table: TableWidget) -> list[dict[str, Any]]:
    """Make the person's next move, or roll; return the reports of what happened."""
    chance = isinstance(table.match.to_act, Chance)
    table.play("roll" if chance else str(next(iter(table.match.moves()))))
    return list(table.snapshot["story"]["reports"])


@pytest.mark.parametrize("name", ["piecepackman", "activator", "paco", "pacman", "worm_derby"])
def test_reports_are_the_sentences_with_the_state_that_their_frame_shows(name: str) -> None:
    bot = next(iter(pp.game(name).built_in_bots))
    table = play(name, seats={pp.game(name).seats[-1]: bot})
    table.waits = True
    before: dict[str, Any] = {}
    for _ in range(12):
        first = table.match.cursor
        told = go_on(table)
        made = [s for at, s in table.match.sentences() if at > first]
        assert [each["text"] for each in told] == [s.text for s in made]
        ends = [each["to"] for each in told]
        assert sorted(set(ends)) == ends
        assert ends[-1] == len(table.snapshot["frames"]) - 1
        story = table.snapshot["story"]
        if before:  # the panels go on from what they showed
            assert story["before"] == {key: before[key] for key in ("line", "scores")}
        before = told[-1]
        assert before["scores"] == table.scores
        assert before["line"] == table.log_recent[-1][0]


def test_a_table_waits_for_what_others_decide_and_reads_dice() -> None:
    table = play("pacman", seats={"blue": "greedy"})
    paces = set()
    for _ in range(8):
        for each in go_on(table):
            paces.add((each["text"].split()[0], each["pace"]))
    assert ("Red", "") in paces or ("Red's", "") in paces
    assert ("Blue", "read") in paces
    assert "wait" in {pace for _, pace in paces}


def test_the_set_up_is_not_waited_for_and_the_aim_stands_before_it() -> None:
    table = play("paco", seats={"moons": "random"})
    table.waits = True
    assert table.snapshot["story"]["last"] == [f"Aim: {table.how_to_play['aim']}", ""]
    assert [each["pace"] for each in go_on(table)] == [""]


def test_before_the_first_move_of_a_game_without_an_aim_the_report_says_so() -> None:
    class Walk(Board):
        seats = ("suns",)
        places = Board.squares(3, 1)

        def setup(self, table: Any) -> None:
            table["a1"] = "suns"

        def move(self, table: Any, start: str, end: str) -> None:
            table.carry(start, end)

    table = play(Walk.as_game()())
    assert not table.how_to_play["aim"]
    assert table.snapshot["story"]["last"] == ["No move has been made yet.", ""]


def test_the_turning_point_has_the_sentence_and_the_step_after_which_the_winners_led() -> None:
    table = play(seats=dict.fromkeys(("suns", *BOTS), "greedy"))
    table.auto_roll = True
    while table.match.result is None:
        table.advance()
    match, ended = table.match, table.ended
    played = match.record[ended["line"]]
    sentence = played.steps[ended["step"]].sentence
    assert sentence is not None
    assert ended["turning"].endswith(sentence.text)
    table.look(ended["line"], ended["step"])
    assert table.snapshot["story"]["look"]["text"] == sentence.text


def test_bots_of_a_team_move_at_once_unless_the_table_waits() -> None:
    told = {}
    for waits in (False, True):
        table = play(seats=BOTS)
        table.waits = waits
        moved = [go_on(table) for _ in range(3)][-1]
        told[waits] = [each["text"] for each in moved]
    assert len(told[False]) < len(told[True])
    assert " ".join(told[False]) == " ".join(told[True])


def test_pieces_of_several_runs_move_together() -> None:
    def scene(*xs: float) -> Scene:
        return Scene(
            (Area("board", 4, 3, "", (mat(4, 3),)),),
            (Layout(0, 4, 3, {"board": (0, 0)}),),
            tuple(Piece(f"p{n}", "pawn", x, 0.5) for n, x in enumerate(xs)),
        )

    first, second = [scene(1, 0), scene(2, 0)], [scene(2, 1), scene(2, 2), scene(2, 3)]
    frames = together(scene(0, 0), [first, second])
    assert [[piece.x for piece in frame.pieces] for frame in frames] == [[1, 1], [2, 2], [2, 3]]
    assert frames[-1] is second[-1]


def test_the_end_of_a_sentence_is_never_passed_through() -> None:
    def scene(x: float) -> Scene:
        return Scene(
            (Area("board", 6, 3, "", (mat(6, 3),)),),
            (Layout(0, 6, 3, {"board": (0, 0)}),),
            (Piece("p", "pawn", x, 0.5),),
        )

    frames = [scene(x) for x in (1, 2, 3, 4)]
    assert [at for at, _ in brief_frames(scene(0), frames)] == [3]
    assert [at for at, _ in brief_frames(scene(0), frames, {1})] == [1, 3]


def test_after_undo_the_last_sentence_is_said_without_frames() -> None:
    table = play(seats=BOTS)
    go_on(table)
    table.undo()
    story = table.snapshot["story"]
    assert story["fresh"]
    assert story["reports"] == []
    assert story["last"] == [*table.match.sentences()[-1][1][:2]]


def test_a_look_at_the_log_has_the_score_of_its_moment() -> None:
    table = play(seats=BOTS)
    go_on(table)
    table.look(0)
    look = table.snapshot["story"]["look"]
    assert look["text"] == table.match.record[0].sentence.text
    assert look["scores"] != table.scores
    table.show()
    assert "look" not in table.snapshot["story"]
    assert not table.snapshot["story"]["fresh"]


def test_the_first_game_waits_until_one_is_over_or_long(tmp_path: Path) -> None:
    pp.register(BoardPig)
    table = pp.play(BoardPig, seed=7)
    assert is_first_game("board_pig")
    assert pp.play("activator", journal=False).waits
    while table.match.result is None and len(table.match.record) < LONG_GAME + 2:
        go_on(table)
    assert not is_first_game("board_pig")
    assert is_first_game("board")
    (tmp_path / ".piecepack_nb" / "board-00.jsonl").write_text("damaged", encoding="utf-8")
    assert is_first_game("board")


def test_the_page_may_only_say_yes_or_no() -> None:
    table = play()
    table.set_state({"waits": True})
    assert table.waits
    table.set_state({"waits": "no"})
    assert table.waits
    assert "expected True or False" in table.notice["text"]


@pytest.mark.parametrize(
    ("game", "options", "won"),
    [
        (BoardPig, {}, True),
        (BoardPig, {"seats": {"ann": "bold"}}, None),
        ("piecepackman", {"position": NEARLY_OVER}, False),
    ],
)
def test_only_a_persons_win_is_celebrated(game: Any, options: Any, won: bool | None) -> None:
    table = play(game, **options)
    for _ in range(400):
        if table.match.result is not None:
            break
        go_on(table)
    assert table.match.result is not None
    winners = set(table.match.result.winners)
    expected = bool(winners & set(table.match.persons)) if won is None else won
    assert table.ended["won"] == expected


def test_what_followed_from_secret_orders_is_the_summary_and_nobody_hands_over_alone() -> None:
    table = play("paco", seats=dict.fromkeys(("moons", "crowns", "arms"), "random"))
    for _ in range(40):
        chance = isinstance(table.match.to_act, Chance)
        assert "Who is at the screen?" not in table.scene.caption
        assert not {"back", "iam:suns"} & {spot.id for spot in table.scene.spots}
        table.play(
            "roll"
            if chance
            else "left"
            if "suns left" in map(str, table.match.moves())
            else str(next(iter(table.match.moves())))
        )
        if table.match.turn > 2:
            break
        assert "has written an order" not in table.summary
    assert table.summary


def test_the_summary_of_turns_that_the_reader_is_out_of_stays_short() -> None:
    table = play("paco", seats=dict.fromkeys(("moons", "crowns", "arms"), "random"), seed=5)
    longest = 0
    while table.match.to_act is not None:
        moves = list(map(str, table.match.moves()))
        chance = isinstance(table.match.to_act, Chance)
        table.play("roll" if chance else "suns jump" if "suns jump" in moves else moves[0])
        told = table.summary.removeprefix(re.match(r"(\(.*?\) )?", table.summary)[0])
        assert "has written an order" not in told
        assert len(told) <= SUMMARY_LENGTH or told.count(". ") <= 2, "one sentence, of a long push"
        longest = max(longest, len(told))
    assert longest > SUMMARY_LENGTH / 2
