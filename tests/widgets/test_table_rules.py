"""Rules changed at a table, for this game or a new one, with undo, journal and files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.match import Match
from piecepack_nb.core.record import to_record
from piecepack_nb.widgets.rules_panel import RulesPanel
from piecepack_nb.widgets.table import TableWidget
from piecepack_nb.widgets.table_data import entries, log_lines, steps_of
from tests.core.test_threads import at_once
from tests.games.piecepackman.helpers import NEARLY_OVER
from tests.widgets.test_rules_panel import page
from tests.widgets.test_table import ask

ORDER = "order suns moons crowns arms"
ACE = next(
    each.title for each in pp.game("piecepackman").rules.options() if each.name == "ghost_ace"
)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Journals and saved games go to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


def table(**named: Any) -> TableWidget:
    made = pp.play("piecepackman", **{"seed": 7, "journal": False, **named})
    made.play("roll")
    made.play(ORDER)
    return made


def panel(at: TableWidget) -> RulesPanel:
    return at.panel


def continue_under(at: TableWidget, **changes: Any) -> None:
    panel(at).set(**changes)
    page(panel(at), "press", button="on")
    assert not panel(at).last_error, panel(at).last_error


def whole(match: Match) -> list[str]:
    return [str(step) for part in match.parts for step in part.steps]


def test_changes_wait_for_a_button() -> None:
    at = table()
    match = at.match
    page(panel(at), "set", name="ghost_ace", value=3)
    assert panel(at).message["text"] == f"Not in force yet: {ACE}: 1 → 3 (PM-31)."
    assert at.match is match
    page(panel(at), "reset", name="ghost_ace")
    assert panel(at).message["text"] == ""


def test_the_game_continues_under_the_rules() -> None:
    at = table()
    before = at.match
    continue_under(at, ghost_ace=3)
    assert at.match.game.rules.changed() == {"ghost_ace": 3}
    assert at.match.state == before.state
    assert at.match.seed == before.seed
    text = panel(at).message["text"]
    assert text == f"From now on: {ACE}: 1 → 3 (PM-31). Undo to change back."
    assert at.clauses["PM-31"][1].endswith(f" In this game: {ACE}: 3, not 1.")
    assert whole(at.match) == whole(before)
    at.play("roll suns ace moons ace crowns ace arms ace")
    walk = next(iter(at.match.moves()))
    assert len(walk.path) == 4, "an ace is 3 now"
    assert len(at.archive) == 0


def test_undo_reverts_the_change_and_then_the_moves() -> None:
    at = table()
    state, moves = at.match.state, len(at.match.record)
    continue_under(at, ghost_ace=3)
    at.play("roll suns ace moons 2 crowns 2 arms 2")
    ask(at, "undo")
    assert at.match.game.rules.ghost_ace == 3
    assert at.match.state == state
    assert at.controls["undo"]
    ask(at, "undo")
    assert at.match.game.rules.changed() == {}
    assert panel(at).changes == {}
    assert (at.match.state, len(at.match.record)) == (state, moves)
    assert f"Rules changed back: {ACE}: 3 → 1" in at.notice["text"]
    assert "In this game" not in str(at.clauses)
    ask(at, "undo")
    assert len(at.match.record) < moves


def test_changes_with_no_move_between_are_one_change() -> None:
    at = table()
    continue_under(at, ghost_ace=3)
    continue_under(at, ghost_ace=4, step_cost=2)
    assert len(at.match.parts) == 2
    assert at.match.game.rules.changed() == {"ghost_ace": 4, "step_cost": 2}
    panel(at).reset()
    page(panel(at), "press", button="on")
    assert len(at.match.parts) == 1
    assert at.match.game.rules.changed() == {}


def test_rules_that_contradict_the_position_change_nothing() -> None:
    at = table()
    match = at.match
    continue_under(at, players=3)
    assert at.match is match
    assert panel(at).message["kind"] == "refusal"
    assert "arms" in panel(at).message["text"]
    assert at.notice["kind"] == "refusal"
    panel(at).reset()
    page(panel(at), "press", button="on")
    assert "already has these rules" in panel(at).message["text"]
    assert at.match is match


def test_a_game_that_is_over_stays_over() -> None:
    bots = dict.fromkeys(("suns", "moons", "crowns", "arms"), "random")
    at = table(seats=bots, position=NEARLY_OVER)
    ask(at, "auto_roll", on=True)
    assert at.match.result is not None
    match = at.match
    continue_under(at, equal_cubes="draw")
    assert at.match is match
    assert "The game is over" in panel(at).message["text"]


def test_a_new_game_with_these_rules_keeps_the_previous_one() -> None:
    at = table()
    old = at.match
    panel(at).set(quarter_turn_cost=0)
    page(panel(at), "press", button="new")
    assert at.match.game.rules.changed() == {"quarter_turn_cost": 0}
    assert at.match.earlier is None
    assert at.match.turn == 1
    assert len(at.archive) == 1
    ask(at, "previous")
    assert at.match.state == old.state
    assert panel(at).changes == {}, "the panel shows the rules of the game on the table"


def test_a_new_game_may_have_other_seats() -> None:
    at = table()
    panel(at).set(players=3, left_out="suns")
    page(panel(at), "press", button="new")
    assert list(at.match.seats) == ["moons", "crowns", "arms"]
    assert [seat for seat, _ in at.players["seats"]] == ["moons", "crowns", "arms"]
    ask(at, "seat", seat="arms", player="greedy")
    assert at.match.seats["arms"] == "greedy"
    panel(at).reset()
    page(panel(at), "press", button="new")
    assert [seat for seat, _ in at.players["seats"]] == ["suns", "moons", "crowns", "arms"]


def test_the_log_has_the_change_and_the_moves_before_it() -> None:
    at = table()
    continue_under(at, ghost_ace=3)
    text = "\n".join(line[3] for line in (*at.log_earlier, *at.log_recent))
    assert f"from here on: {ACE}: 1 → 3 (PM-31)" in text
    part = at.match.parts[0]
    order = part.record[2].sentence.text
    assert 0 < text.index(order) < text.index(f"from here on: {ACE}")


def test_a_restarted_kernel_continues_under_the_changed_rules() -> None:
    at = table(journal=True)
    continue_under(at, ghost_ace=3)
    at.play("roll suns ace moons 2 crowns 2 arms 2")
    again = pp.play("piecepackman", seed=7)
    assert to_record(again.match) == to_record(at.match)
    assert f"under changed rules ({ACE}: 1 → 3 (PM-31))" in again.notice["text"]
    assert panel(again).changes == {"ghost_ace": 3}
    again.undo()
    again.undo()
    assert again.match.game.rules.changed() == {}
    third = pp.play("piecepackman", seed=7)
    assert third.match.game.rules.changed() == {}
    assert third.match.state == again.match.state


def test_a_saved_game_keeps_its_change_of_rules() -> None:
    at = table()
    continue_under(at, ghost_ace=3)
    at.match.save("mine.json")
    loaded = pp.load("mine.json")
    assert whole(loaded) == whole(at.match)
    other = table()
    other.use(loaded)
    other.undo()
    assert other.match.game.rules.changed() == {}


def test_players_and_dice_stay() -> None:
    script = ["roll suns 5 moons 2 crowns 2 arms 2"]
    at = table(seats={"arms": "greedy"}, dice=script)
    continue_under(at, ghost_ace=3)
    assert at.match.seats["arms"] == "greedy"
    assert to_record(at.match)["dice"] == script


def test_buttons_pressed_together_leave_one_valid_game() -> None:
    at = table()
    panel(at).set(ghost_ace=3)
    acts = [lambda: page(panel(at), "press", button="on"),
            lambda: page(panel(at), "set", name="step_cost", value=2),
            lambda: at.play("roll suns ace moons 2 crowns 2 arms 2"),
            lambda: page(panel(at), "press", button="on")]  # fmt: skip
    assert at_once(*acts) == []
    assert not panel(at).last_error, panel(at).last_error
    at.match.save("mine.json")
    assert pp.load("mine.json").state == at.match.state


def test_rules_that_the_position_breaks_are_refused_in_a_sentence() -> None:
    at = pp.play("activator", journal=False)
    at.play("a1:1-b1")
    continue_under(at, stack_height=2)
    refused = "These rules don't allow the state at step 3: b1 is 'ECB'"
    assert refused in panel(at).message["text"]
    assert at.match.game.rules.changed() == {}


def test_a_refusal_names_the_changes_that_need_a_new_game() -> None:
    at = pp.play("pacman", journal=False, seed=1, seats={"red": "greedy"})
    at.play("roll")
    continue_under(at, players=3, marbles_lost=4)
    assert panel(at).message["text"] == (
        "Only in a new game: How many people play: 2 → 3 (PC-1). These rules don't allow the state "
        "at step 1: players has no entry 'green'."
    )
    continue_under(at, players=2)
    assert at.match.game.rules.changed() == {"marbles_lost": 4}


def test_how_to_play_follows_the_rules_and_the_log_names_them_in_words() -> None:
    at = pp.play("pacman", journal=False, seed=1, seats={"red": "greedy"})
    at.play("roll")
    assert "takes 2 marbles for you" in str(at.how_to_play)
    continue_under(at, marbles_lost=4, own_home=False)
    assert "takes 4 marbles for you" in str(at.how_to_play)
    lost, home = "Marbles lost to a ghost: 2 → 4 (PC-13)", "yes → no (PC-6)"
    home = f"A move may end on one's own home: {home}"
    found = entries(at.match)
    assert log_lines(found, len(found) - 1, len(found))[0][3] == (
        f"Rules from here on: {home}; {lost}"
    )
    assert steps_of(found[-1]) == [("", home), ("", lost)]
    ask(at, "undo")
    assert "takes 2 marbles for you" in str(at.how_to_play)
