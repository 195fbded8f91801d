"""The maze workshop in Python: requests of the page, undo, files, pages, and play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.record import to_record
from piecepack_nb.games.piecepackman.maze import read_maze
from piecepack_nb.mazes.files import load_maze_file
from piecepack_nb.widgets.maze import DO, MazeWorkshop


def ask(shop: MazeWorkshop, act: Any, value: Any = None) -> str:
    """Send a request as the page does; return the panel's reply."""
    shop._received(shop, {"kind": "do", "act": act, "value": value}, [])
    reply: str = shop.panel["reply"]
    return reply


def click(shop: MazeWorkshop, spot: str, **more: Any) -> str:
    """Pick a spot as the page does; return the board's message, if any."""
    gesture = "drag" if "to" in more else "click"
    message = {"kind": "pick", "serial": shop.serial, "spot": spot, "gesture": gesture, **more}
    before = shop.notice
    shop._received(shop, message, [])
    return "" if shop.notice == before else str(shop.notice["text"])


@pytest.mark.clause("PM-72", "PM-81")
def test_a_workshop_opens_with_a_name_a_drawing_a_file_a_maze_or_blank(tmp_path: Path) -> None:
    slip = read_maze("slip")
    path = pp.mazes.save(slip, tmp_path / "mine.txt")
    for what in ("slip", slip, slip.text(), path, str(path)):
        assert pp.maze(what).maze.walls == slip.walls
    assert len(pp.maze().maze.walls) == 6
    for wrong in ("labyrinth", 7, "no\ndrawing"):
        with pytest.raises(BadInput):
            pp.maze(wrong)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="quarter_turn_cost"):
        pp.maze("slip", quarter_turn_cost=-1)


@pytest.mark.clause("PM-15")
def test_rule_options_set_the_costs_of_his_path() -> None:
    assert "cost 27" in pp.maze("slip").panel["trip"]
    assert "cost 15" in pp.maze("slip", quarter_turn_cost=0).panel["trip"]


@pytest.mark.clause("PM-80")
def test_sticks_findings_and_trip_follow_each_pick() -> None:
    shop = pp.maze("roundabout")
    assert (shop.findings, shop.panel["left"]) == ([], {"three": 0, "ace": 12})
    assert click(shop, "c2N") == ""
    assert shop.panel["left"] == {"three": 0, "ace": 13}
    (found,) = shop.findings
    assert found.startswith("Open blocks of two by two squares: ")
    assert shop.panel["findings"] == [[found, "PM-80", False, False]]
    ask(shop, "finding", 0)
    assert shop.notice["text"] == found
    assert len(shop.notice["at"]) == len(shop.scene.marks) - sum(
        mark.kind != "failed" for mark in shop.scene.marks
    )
    ask(shop, "tool", "ace")
    assert click(shop, "c2N") == ""
    assert shop.maze == read_maze("roundabout")


def test_sticks_and_trips_can_be_written() -> None:
    shop = pp.maze("roundabout")
    assert shop.trip("c1", "E", "c2").startswith("c1, facing east, to c2: cost 7 (5 steps")
    assert shop.take("c1N") == "Three-stick taken from above c1 d1."
    assert shop.panel["trip"].startswith("c1, facing east, to c2: cost 2 (1 step, 1 quarter turn).")
    assert shop.panel["trip"].endswith("Before: cost 7.")
    assert shop.lay("ace", "d1N") == "Ace-stick laid above d1."
    wrong = [
        lambda: shop.lay("ace", "d1N"), lambda: shop.take("c1N"), lambda: shop.lay("four", "a1N"),
        lambda: shop.take("c1W"), lambda: shop.take("j1E"), lambda: shop.trip("e5", "N", "a1"),
        lambda: shop.trip("a1", "up", "a2"),
    ]  # fmt: skip
    for attempt in wrong:
        with pytest.raises(BadInput, match="expected"):
            attempt()


def test_undo_and_redo_go_through_all_changes() -> None:
    shop = pp.maze()
    texts = [shop.text]
    for spot in ("c4N", "c7E", "h2E"):
        click(shop, spot)
        texts.append(shop.text)
    assert len(set(texts)) == 4
    for text in reversed(texts[:-1]):
        ask(shop, "undo")
        assert shop.text == text
    assert ask(shop, "undo") == "there is nothing to undo"
    for text in texts[1:]:
        shop.redo()
        assert shop.text == text
    with pytest.raises(BadInput, match="nothing to redo"):
        shop.redo()
    shop.undo()
    click(shop, "b2N")
    assert not shop.panel["redo"]


def test_a_request_that_can_t_be_met_is_refused_in_one_line(tmp_path: Path) -> None:
    shop = pp.maze("slip")
    before = shop.text
    wrong: list[tuple[Any, Any]] = [
        ("tool", "saw"), ("symmetry", 3), ("finding", 99), ("finding", None), ("open", "labyrinth"),
        ("generate", {"seed": "x"}), ("generate", {"seed": 1, "loops": "no"}), ("generate", None),
        ("text", "no drawing"), ("text", None), ("load", "none.txt"), ("load", "../x.txt"),
        ("save", ""), ("save", f"{tmp_path}/x"), ("print", {"paper": "A0"}),
    ]  # fmt: skip
    for act, value in wrong:
        reply = ask(shop, act, value)
        assert reply, (act, value)
        assert "\n" not in reply
    for act in ("burn", None, ["undo"]):
        ask(shop, act)
        assert "the page's request" in shop.notice["text"]
    assert shop.text == before
    assert not shop.last_error
    assert not list(tmp_path.iterdir())


def test_the_panel_makes_opens_saves_and_loads_mazes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shop = pp.maze()
    ask(shop, "generate", {"seed": " 7 ", "symmetry": "half-turn", "corners": "", "loops": ""})
    made = pp.mazes.generate(7, symmetry="half-turn")
    assert shop.maze.walls == made.walls
    assert "my_maze.txt" in ask(shop, "save", "my_maze.txt")
    ask(shop, "open", "winding")
    assert shop.panel["title"] == "The Long and Winding Road"
    ask(shop, "load", "my_maze.txt")
    assert shop.maze.walls == made.walls
    ask(shop, "text", read_maze("slip").text())
    assert shop.maze.walls == read_maze("slip").walls
    reply = ask(shop, "play", {"file": "slip.txt"})
    line = reply.rpartition("cell: ")[2]
    table = eval(line.replace(").text())", ").text(), journal=False)"), {"pp": pp})
    assert table.match.game.ruleset.maze.walls == shop.maze.walls
    assert not shop.played


def test_save_overwrites_nothing_but_a_maze(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shop = pp.maze("slip")
    texts = {
        "notes.txt": "Dear diary", "empty.txt": "", "lesson.ipynb": '{"cells": []}',
        "game.json": json.dumps(to_record(pp.Match("piecepackman", seed=1))),
    }  # fmt: skip
    for name, text in texts.items():
        Path(name).write_text(text)
        refusal = f"{name} exists and is not a maze. Enter another name."
        assert ask(shop, "save", name) == refusal
        assert ask(shop, "play", {"file": name}) == refusal
        assert Path(name).read_text() == text
    assert ask(shop, "save", "mine.txt").startswith("Saved")
    ask(shop, "open", "winding")
    assert ask(shop, "save", "mine.txt").startswith("Saved"), "a maze may be saved again"
    assert load_maze_file("mine.txt").walls == read_maze("winding").walls
    for name in ("../up.txt", str(tmp_path.parent / "up.txt"), "", "a/b.txt"):
        assert "without folders" in ask(shop, "save", name)
    assert sorted(tmp_path.iterdir()) == sorted(tmp_path / each for each in (*texts, "mine.txt"))


def test_play_opens_a_table_where_the_page_can_show_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shop = pp.maze("slip")
    assert "Play below" in ask(shop, "play", {"file": "slip.txt", "here": True})
    table = shop._table
    assert table.model_id == shop.played
    assert table.match.game.ruleset.maze.walls == shop.maze.walls


@pytest.mark.clause("PM-72")
def test_only_a_maze_that_can_be_played_in_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shop = pp.maze("slip", extra_lives=1)
    table = shop.play(seed=3)
    assert table.match.game.rules.extra_lives == 1
    assert table.match.game.ruleset.maze.walls == shop.maze.walls
    ask(shop, "tool", "pieces")
    click(shop, "e6", to="c2")
    assert not shop.panel["playable"]
    assert "expected a connected house" in ask(shop, "play", {"file": "x.txt"})
    with pytest.raises(BadInput, match="connected house"):
        shop.play()


def test_its_page_and_sheet_work_without_a_kernel(tmp_path: Path) -> None:
    shop = pp.maze("winding")
    page = shop.to_html(tmp_path / "maze.html").read_text(encoding="utf-8")
    assert "The Long and Winding Road: 96 squares, 20 three-sticks and 23 ace-sticks." in page
    ask(shop, "print", {"paper": "Letter", "true_scale": True})
    assert shop.sheet_to_print == {"number": 1, "html": str(shop.sheet("Letter", true_scale=True))}
    assert shop.svg().startswith("<svg")
    assert shop._repr_mimebundle_()[0]["image/svg+xml"]
    assert repr(shop) == (
        "<MazeWorkshop of 'The Long and Winding Road': 20 three-sticks, 23 ace-sticks, 0 findings>"
    )


def test_every_request_of_the_panel_s_source_is_known() -> None:
    source = Path(pp.__file__).parent / "widgets/frontend/src/maze.jsx"
    text = source.read_text(encoding="utf-8")
    for act in DO:
        assert f'request("{act}"' in text, act


@pytest.mark.clause("PM-6", "PM-80")
def test_a_changed_maze_has_another_title_and_note() -> None:
    shop = pp.maze("roundabout")
    title, note = shop.maze.title, shop.maze.note
    click(shop, "c2N")
    assert (shop.maze.title, shop.maze.note) == ("Roundabout, changed", "Changed from Roundabout.")
    click(shop, "c2N")
    ask(shop, "tool", "ace")
    shop.undo()
    shop.undo()
    assert (shop.maze.title, shop.maze.note) == (title, note), "as it was"
