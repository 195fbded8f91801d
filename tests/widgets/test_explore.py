"""Live rules without a page: what a change makes of each move, of the rest, of the whole game."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from ipywidgets import Layout
from ipywidgets.widgets.widget import _instances

import piecepack_nb as pp
from piecepack_nb.core.match import Match
from piecepack_nb.scene.match_film import match_film
from piecepack_nb.widgets.explore import Explore
from tests.core.test_threads import at_once
from tests.scene.film_reader import unpack
from tests.widgets.test_rules_panel import page

SUITS = ("suns", "moons", "crowns", "arms")


@pytest.fixture(scope="module")
def match() -> Match:
    match = pp.Match(
        pp.game("piecepackman"), seed=7, seats=dict.fromkeys(SUITS, "random")
    )  # fmt: skip
    match.run(40)
    return match


@pytest.fixture(scope="module")
def opened(match: Match) -> Explore:
    return pp.explore(match)


@pytest.fixture
def explore(opened: Explore) -> Explore:
    """The same one for each test, as it was when it was opened."""
    opened.panel.reset()
    opened.panel.choose("scope", "move")
    opened.panel.choose("board", "one")
    opened.goto(0)
    opened.panel.last_error = ""
    return opened


def decisions(match: Match) -> list[int]:
    """Return the steps in which he decides where to go."""
    return [n for n, step in enumerate(match.steps, 1) if step.event.kind == "he heads for"]


def message_of(explore: Explore) -> str:
    assert not explore.panel.last_error, explore.panel.last_error
    return str(explore.panel.message["text"])


def marks(explore: Explore, kind: str) -> list[Any]:
    return [mark for mark in explore.scene.marks if mark.kind == kind]


# --- opened ---------------------------------------------------------------------------------------


def test_explore_opens_at_the_cursor_of_the_match(match: Match) -> None:
    looked_at = match.branch(-1)
    looked_at.goto(20)
    explore = pp.explore(looked_at)
    assert explore.frame == 20
    assert explore.frames == len(match.steps) + 1
    assert explore.rules == match.game.rules
    assert explore.other is None
    assert message_of(explore) == ""


def test_explore_can_open_with_changes(match: Match) -> None:
    explore = pp.explore(match, quarter_turn_cost=0)
    assert explore.panel.changes == {"quarter_turn_cost": 0}
    with pytest.raises(pp.BadInput, match="did you mean 'quarter_turn_cost'"):
        pp.explore(match, quarter_turn_costs=0)
    with pytest.raises(pp.BadInput, match="a match"):
        pp.explore("piecepackman")  # type: ignore[arg-type]


def test_the_match_is_unchanged(match: Match) -> None:
    before = (match.steps, match.cursor, match.game.rules)
    explore = pp.explore(match, quarter_turn_cost=0)
    explore.panel.choose("scope", "start")
    assert (match.steps, match.cursor, match.game.rules) == before


def test_a_match_without_moves_can_be_explored() -> None:
    explore = pp.explore(pp.Match(pp.game("piecepackman"), seed=1))
    for scope in ("onward", "start", "move"):
        explore.panel.choose("scope", scope)
        explore.panel.set(quarter_turn_cost=2 if scope == "move" else 0)
        explore.panel.choose("board", "both" if scope == "onward" else "one")
        assert explore.frames == 1
        assert explore.scene.areas
        message_of(explore)


def test_it_is_one_widget_whose_page_asks_for_rules_and_frames(match: Match) -> None:
    before = set(_instances)
    explore = pp.explore(match)
    made = [each for key, each in _instances.items() if key not in before]
    assert [type(each).__name__ for each in made if not isinstance(each, Layout)] == ["Explore"]
    answers: list[Any] = []
    explore.send = answers.append  # type: ignore[method-assign]
    ask = {"kind": "set", "name": "quarter_turn_cost", "value": 0}
    explore._handle_custom_msg({"kind": "rules", "ask": ask, "number": 5}, [])
    assert (explore.rules.changed(), answers) == (
        {"quarter_turn_cost": 0},
        [{"kind": "rules", "number": 5}],
    )
    explore.set_state({"frame": 3, "rules_values": {}, "rules_about": {}})
    assert explore.frame == 3
    assert explore.rules_values["values"]["quarter_turn_cost"] == 0
    explore._handle_custom_msg({"kind": "ruls", "ask": ask}, [])
    assert answers[-1]["kind"] == "ack"
    assert explore.notice["text"].startswith("the page's message is")


# --- this move ------------------------------------------------------------------------------------


@pytest.mark.clause("PM-15")
def test_his_path_and_its_cost_are_drawn_again(explore: Explore, match: Match) -> None:
    drawn_otherwise = 0
    for step in decisions(match)[:5]:
        explore.panel.reset()
        explore.goto(step)
        before = explore.scene
        page(explore.panel, "set", name="quarter_turn_cost", value=0)
        place = match.record[explore.played.number(step)].move_key
        nth = explore.played.ref(step).nth
        new = explore.current.moves[explore.current.numbers[place]]
        decided = [each for each in new.steps if each.event.kind == "he heads for"][nth - 1]
        assert explore.scene.caption.endswith(decided.event.text)
        assert explore.ref.move_key == place
        cost = decided.event.why.route.path.cost  # type: ignore[union-attr]
        assert str(cost) in [mark.label for mark in marks(explore, "cost")]
        drawn_otherwise += explore.scene.marks != before.marks
    assert drawn_otherwise > 2
    explore.panel.reset()
    assert explore.scene == explore.played_scenes[explore.frame]


def test_the_clauses_are_those_in_force_on_the_board(explore: Explore) -> None:
    printed = explore.match.game.rulebook.to_json()
    assert explore.clauses == printed
    explore.panel.set(quarter_turn_cost=0)
    text = " In this game: What a quarter turn costs: 0, not 1."
    assert explore.clauses["PM-15"][1] == printed["PM-15"][1] + text
    explore.panel.choose("board", "both")
    assert explore.clauses == printed, "the same card explains two games"
    explore.panel.choose("board", "one")
    explore.panel.reset()
    assert explore.clauses == printed


def test_every_move_is_replayed_from_the_state_as_played(explore: Explore) -> None:
    explore.panel.set(quarter_turn_cost=0, ghost_ace=2)
    assert len(explore.current.moves) == len(explore.played.moves)
    for old, new in zip(explore.played.moves, explore.current.moves, strict=True):
        assert new.move_key == old.move_key
        assert new.before == old.before


def test_a_return_to_the_game_as_played_has_a_caption(explore: Explore) -> None:
    explore.panel.set(quarter_turn_cost=0)
    current = explore.current
    after, jumps = current.initial_state, 0
    for each, end in zip(current.moves, current.ends, strict=True):
        first = explore.scenes[end - len(each.steps) + 1]
        assert first.caption.startswith("Back to the game as played.") == (each.before != after)
        jumps += each.before != after
        after = each.after
    assert jumps


def test_differences_in_the_move_are_listed_and_can_be_shown(
    explore: Explore, match: Match
) -> None:
    step = decisions(match)[0]
    explore.goto(step - 1)
    explore.panel.set(quarter_turn_cost=0)
    assert message_of(explore).startswith("As played: He heads for")
    assert "Now: " in message_of(explore)
    assert explore.panel.message["clause"].startswith("PM-")
    page(explore.panel, "press", button="parting")
    assert explore.frame == explore.current.frame(explore.ref)
    assert explore.scene.caption.startswith("He heads for")
    explore.goto(1)
    assert message_of(explore) == "These rules change nothing in this move."


def test_rules_that_contradict_the_position_are_refused_and_the_board_stays(
    explore: Explore, match: Match
) -> None:
    explore.goto(decisions(match)[2])
    before = explore.scene
    page(explore.panel, "set", name="players", value=3)
    assert explore.panel.message["kind"] == "refusal"
    assert message_of(explore).startswith("Under these rules this position is impossible: ")
    assert message_of(explore).splitlines() == [message_of(explore)]
    assert explore.scene == before


def test_a_refused_move_gives_its_reason(explore: Explore) -> None:
    explore.panel.set(maze="slip")
    refused = [number for number, each in explore.effects.items() if each.kind == "refusal"]
    assert {explore.effects[number].clause for number in refused} == {"PM-6"}
    assert refused
    explore.goto(explore.played.ends[refused[0]])
    assert message_of(explore).startswith(
        "Under these rules this move is refused: there is a matchstick"
    )


def test_another_maze_is_drawn_for_the_moves_it_allows(explore: Explore, match: Match) -> None:
    explore.goto(decisions(match)[0])
    before = explore.scene
    explore.panel.set(maze="winding")
    number = explore.current.numbers[explore.ref.move_key]
    if explore.current.moves[number].game.rules.maze == "winding":
        assert explore.scene.areas != before.areas
    else:
        assert explore.panel.message["kind"] == "refusal"


def test_the_current_clauses_are_sent_to_the_panel(explore: Explore, match: Match) -> None:
    explore.goto(decisions(match)[0])
    assert "PM-15" in explore.panel.current_clauses
    assert "PM-2" not in explore.panel.current_clauses
    explore.goto(1)
    assert explore.panel.current_clauses[0] == "PM-2"


# --- the rest of the game, the whole game ---------------------------------------------------------


def test_the_scope_from_here_on_keeps_earlier_moves(explore: Explore, match: Match) -> None:
    step = decisions(match)[3]
    explore.goto(step)
    explore.panel.choose("scope", "onward")
    explore.panel.set(quarter_turn_cost=0)
    first = explore.played.span(explore.ref.move_key).start
    assert explore.other is not None
    assert explore.other.earlier is not None
    assert explore.other.earlier.cursor == first - 1
    assert explore.scenes[:first] == explore.played_scenes[:first]
    assert explore.scenes[first:] != explore.played_scenes[first:]
    assert explore.frame == step
    assert str(explore.divergence) == str(match.onward(first - 1, quarter_turn_cost=0).divergence)


def test_the_scope_from_the_start_equals_match_under(explore: Explore, match: Match) -> None:
    explore.panel.choose("scope", "start")
    explore.panel.set(quarter_turn_cost=0)
    other = match.under(quarter_turn_cost=0)
    assert str(explore.divergence) == str(other.divergence)
    assert explore.other is not None
    assert explore.other.state == other.state
    parting = explore.divergence
    assert parting is not None
    assert f"step {parting.step - 2}: As played: {match.steps[parting.step - 1].event}"[
        :30
    ] in message_of(explore)
    assert explore.panel.message["clause"] == parting.clause
    page(explore.panel, "press", button="parting")
    assert explore.frame == parting.step


def test_a_missing_divergence_is_reported(explore: Explore) -> None:
    explore.panel.choose("scope", "start")
    explore.panel.set(equal_cubes="draw")
    assert message_of(explore) == "The same dice and moves have the same results."
    assert explore.panel.message["button"] == []


def test_a_refused_move_ends_the_game_there(explore: Explore, match: Match) -> None:
    explore.panel.choose("scope", "start")
    explore.panel.set(ghost_backtrack=False)
    parting = explore.divergence
    assert parting is not None
    assert parting.theirs is None
    assert "under these rules the move" in message_of(explore)
    page(explore.panel, "press", button="parting")
    assert explore.frame == explore.current.last


def test_rules_that_contradict_the_position_leave_the_board(explore: Explore, match: Match) -> None:
    explore.goto(30)
    explore.panel.choose("scope", "onward")
    explore.panel.set(quarter_turn_cost=0)
    before, other = explore.scene, explore.other
    page(explore.panel, "set", name="players", value=3)
    assert message_of(explore).endswith("The board is unchanged.")
    assert explore.panel.message["kind"] == "refusal"
    assert (explore.scene, explore.other) == (before, other)
    page(explore.panel, "reset", name="players")
    assert explore.panel.message["kind"] == "info"


# --- the reader's place ---------------------------------------------------------------------------


def test_the_frame_is_kept_when_the_new_game_has_it(explore: Explore, match: Match) -> None:
    place = match.record[-6].move_key
    at = explore.played.span(place).start
    explore.goto(at)
    for changes in ({"quarter_turn_cost": 0}, {"ghost_ace": 2}, {"maze": "slip"}):
        for scope in ("move", "start", "onward"):
            explore.panel.choose("scope", scope)
            explore.panel.set(**changes)
            if place in explore.current.numbers:
                assert (explore.ref.move_key, explore.ref.into) == (place, 1)
            else:
                assert explore.frame <= explore.current.last
            explore.panel.reset()
            assert explore.frame == at, "and it is there again when the rules are"


def test_a_frame_chosen_by_the_reader_is_kept(explore: Explore) -> None:
    explore.panel.choose("scope", "start")
    explore.panel.set(quarter_turn_cost=0)
    explore.set_state({"frame": 3})
    explore.panel.reset()
    assert explore.frame == 3


# --- side by side ---------------------------------------------------------------------------------


def test_side_by_side_shows_both_games_move_by_move(explore: Explore, match: Match) -> None:
    step = decisions(match)[1]
    explore.goto(step)
    explore.panel.set(quarter_turn_cost=0)
    explore.panel.choose("board", "both")
    scene = explore.scene
    assert {area.id.partition(":")[0] for area in scene.areas} == {"left", "right"}
    assert "as played: " in scene.caption
    assert "quarter_turn_cost 0: " in scene.caption
    assert explore.ref == explore.played.ref(step)
    explore.panel.choose("board", "one")
    assert explore.ref == explore.played.ref(step)
    assert ":" not in explore.scene.areas[0].id


def test_side_by_side_without_a_change_says_so_and_waits_for_one(explore: Explore) -> None:
    page(explore.panel, "choose", choice="board", value="both")
    assert message_of(explore).startswith("No rule is changed yet.")
    assert ":" not in explore.scene.areas[0].id
    page(explore.panel, "set", name="quarter_turn_cost", value=0)
    assert explore.scene.areas[0].id.startswith("left:")
    assert not message_of(explore).startswith("No rule is changed yet.")
    page(explore.panel, "reset")
    assert message_of(explore).startswith("No rule is changed yet.")


def test_side_by_side_the_timeline_has_the_turns_of_both(explore: Explore, match: Match) -> None:
    explore.panel.choose("scope", "start")
    explore.panel.choose("board", "both")
    explore.panel.set(quarter_turn_cost=0)
    assert explore.other is not None
    assert explore.other.turn < match.turn
    turns = [turn.title for turn in unpack(explore.film).turns]
    assert turns == [turn.title for turn in explore.played.turns()]


def test_the_page_gets_the_same_film_as_python(explore: Explore) -> None:
    for board in ("one", "both"):
        explore.panel.choose("board", board)
        explore.panel.set(quarter_turn_cost=0)
        film = unpack(explore.film)
        assert film.frames[explore.frame] == explore.scene
        assert len(film.frames) == explore.frames
        assert [turn.at for turn in film.turns] == sorted({turn.at for turn in film.turns})


def test_a_continued_match_shows_both_parts(match: Match) -> None:
    other = match.onward(20, quarter_turn_cost=2)
    current = match_film(other)
    before = len(other.parts[0].steps)
    assert current.last == before + len(other.steps)
    assert [each.game.rules.quarter_turn_cost for each in current.moves][:: len(other.record)]
    explore = pp.explore(other)
    assert explore.frame == current.last
    explore.panel.choose("scope", "onward")
    explore.panel.set(quarter_turn_cost=0)
    assert explore.scenes[:before] == explore.played_scenes[:before]


# --- threads, elsewhere ---------------------------------------------------------------------------


def test_changes_from_several_threads_leave_one_valid_board(explore: Explore) -> None:
    explore.panel.choose("scope", "start")
    acts = [
        lambda: page(explore.panel, "set", name="quarter_turn_cost", value=0),
        lambda: page(explore.panel, "set", name="step_cost", value=2),
        lambda: explore.set_state({"frame": 2}),
        lambda: page(explore.panel, "reset", name="step_cost"),
    ]
    assert at_once(*acts) == []
    assert not explore.panel.last_error, explore.panel.last_error
    rules = explore.rules.to_json()
    assert explore.other is not None
    assert explore.other.game.rules.to_json() == rules
    assert explore.frames == explore.current.last + 1
    assert unpack(explore.film).frames[explore.frame] == explore.scene


def test_a_static_picture_is_included(explore: Explore) -> None:
    data, _metadata = explore._repr_mimebundle_()
    assert ET.fromstring(data["image/svg+xml"]).tag.endswith("svg")
    assert "application/vnd.jupyter.widget-view+json" in data
    explore.panel.set(quarter_turn_cost=0)
    assert repr(explore) == "<Explore Piecepackman: quarter_turn_cost 1 → 0 (PM-15); frame 0>"
