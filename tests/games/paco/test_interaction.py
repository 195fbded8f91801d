"""Writing orders by picking: buttons, cells round the figure, refusals, answers."""

from __future__ import annotations

from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.steps import Refusal
from piecepack_nb.games.paco import VIEW
from piecepack_nb.games.paco.state import Face, Order, Return, Stop
from piecepack_nb.scene import MakeMove, ShowMessage, Spot
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.widgets.board import Pick
from piecepack_nb.widgets.play_widget import PlayWidget
from tests.games.paco.helpers import table

SUNS = ("suns",)


def spots(match: pp.Match, draft: tuple[str, ...] = ()) -> dict[str, Spot]:
    return {spot.id: spot for spot in VIEW.spots(match.game, match.state, draft)}


def pick(match: pp.Match, spot: str, draft: tuple[str, ...] = ()) -> Any:
    return VIEW.pick(match.game, match.state, draft, spot, None, False)


def prompt(match: pp.Match, draft: tuple[str, ...] = ()) -> str:
    return VIEW.prompt(match.game, match.state, draft)[0]


def kinds(spot: Spot) -> list[str]:
    return [mark.kind for mark in spot.preview]


@pytest.mark.clause("PA-20")
def test_the_player_who_identifies_themselves_writes() -> None:
    match = table("suns c3 N", "moons e4 W")
    assert prompt(match) == ("Turn 1: Suns and Moons still have to write secret orders.")
    assert pick(match, "iam:suns") == pick(match, "row:suns") == SUNS
    assert spots(match)["iam:moons"].key == "2"
    message = pick(match, "e4")
    assert isinstance(message, ShowMessage)
    assert message.message.text.endswith("Press the button of whoever is at the screen")
    assert (message.kind, message.message.clause, message.message.squares) == (
        "info",
        "PA-20",
        ("e4",),
    )
    match.play("suns left")
    assert isinstance(pick(match, "row:suns"), ShowMessage)
    assert "iam:suns" not in spots(match)


@pytest.mark.clause("PA-10", "PA-11", "PA-12", "PA-13", "PA-14", "PA-15")
def test_the_six_orders_are_buttons_with_the_documents_numbers() -> None:
    match = table("suns c3 N", "moons e4 W")
    found = spots(match, SUNS)
    keys = {kind: found[kind].key for kind in ("left", "right", "forward", "jump", "lift", "push")}
    assert list(keys.values()) == ["1", "2", "3", "4", "5", "6"]
    assert [kind for kind in keys if found[kind].role == "choice"] == [
        "left", "right", "forward", "lift",
    ]  # fmt: skip
    assert pick(match, "left", SUNS) == (*SUNS, "order", "left")
    assert found["jump"].role == "inert"
    assert found["jump"].clause == "PA-13"
    assert found["jump"].tip.startswith("In front of Suns, on c4, is a black counter")
    made = pick(match, "jump", SUNS)
    assert match.refusal(made.move).clause == "PA-13"


@pytest.mark.clause("PA-12", "PA-14")
def test_the_cell_ahead_asks_when_several_orders_fit() -> None:
    match = table("suns c3 N", "moons e4 W")
    ahead = spots(match, SUNS)["c4"]
    assert ahead.role == "move"
    assert ahead.name == "c4: forward or lift; black counter"
    draft = pick(match, "c4", SUNS)
    assert draft == ("suns", "cell")
    found = spots(match, draft)
    assert [id_ for id_, spot in found.items() if spot.role == "choice"] == [
        "forward", "lift", "back",
    ]  # fmt: skip
    assert found["lift"].key == "5"
    assert (
        prompt(match, draft) == "Suns on c3, facing north: choose an order for c4. Escape to undo."
    )
    assert pick(match, "lift", draft) == (*SUNS, "order", "lift")


@pytest.mark.clause("PA-15")
def test_one_order_that_fits_is_chosen_at_once() -> None:
    match = table("suns c3 N", "moons e4 W", c4="white")
    draft = pick(match, "c4", SUNS)
    assert draft == (*SUNS, "order", "push")
    assert pick(match, "c4", draft) == MakeMove(Order("suns", "push"))
    match = table("suns c7 N", "moons e4 W", c8="black", d8="hole")
    assert pick(match, "c8", SUNS) == ("suns", "cell")


def test_a_cell_ahead_without_an_order_gives_the_reason() -> None:
    match = table("suns c3 N, stunned", "moons e4 W")
    assert isinstance(pick(match, "iam:suns"), ShowMessage)
    match = table("suns a3 W", "moons e4 W", a3="black")
    assert "a3" in spots(match, SUNS)
    message = pick(match, "c3", SUNS)
    assert message.message == Refusal(
        "PA-16",
        "Suns faces off the board from a3; c3 is not next to a3",
        ("c3",),
    )


@pytest.mark.clause("PA-10", "PA-11", "PA-16")
def test_adjacent_cells_turn_the_figure_and_other_cells_give_a_reason() -> None:
    match = table("suns c3 S", "moons e4 W")
    found = spots(match, SUNS)
    assert found["d3"].name.startswith("d3: turn left")
    assert kinds(found["d3"]) == ["turn-left"]
    assert pick(match, "d3", SUNS) == (*SUNS, "order", "left")
    assert pick(match, "b3", (*SUNS, "order", "left")) == (*SUNS, "order", "right")
    assert pick(match, "b3", (*SUNS, "order", "right")) == MakeMove(Order("suns", "right"))
    behind, far = pick(match, "c4", SUNS), pick(match, "d4", SUNS)
    assert behind.message.text == (
        "an order of Suns can reach only the cell ahead, c2; c4 is behind Suns, two turns away"
    )
    assert far.message.clause == "PA-16"
    marks = VIEW.marks(match.game, match.state, SUNS)
    assert [mark.kind for mark in marks] == ["here", "turn-left", "turn-right", "via"]


@pytest.mark.clause("PA-13")
def test_a_jump_asks_for_the_second_order() -> None:
    match = table("suns c3 N", "moons e4 W", c4="hole")
    for spot in ("jump", "c4"):
        assert pick(match, spot, SUNS) == ("suns", "jump")
    draft = ("suns", "jump")
    found = spots(match, draft)
    assert found["forward"].name == "1 then forward"
    assert prompt(match, draft) == (
        "Suns on c3, facing north: jump. Choose next turn's order; anything but forward makes you "
        "fall. Escape to undo."
    )
    assert pick(match, "forward", draft) == (*SUNS, "order", "jump", "forward")
    made = pick(match, "lift", draft)
    assert pick(match, "write", made) == MakeMove(Order("suns", "jump", "lift"))
    assert pick(match, "jump", made) == MakeMove(Order("suns", "jump", "lift"))
    assert {kind for kind, spot in found.items() if spot.risk} == {"left", "right", "lift", "push"}
    only = table("suns c3 N", "moons e4 W", c4="hole", rules={"second_order": "forward"})
    assert pick(only, "jump", SUNS) == (*SUNS, "order", "jump", "forward")


@pytest.mark.clause("PA-20")
def test_an_order_can_be_changed_until_it_is_written() -> None:
    match = table("suns c3 N", "moons e4 W")
    draft = pick(match, "left", SUNS)
    assert prompt(match, draft) == (
        "Suns on c3, facing north: left. Pick it again to write it, or choose another order."
    )
    found = spots(match, draft)
    assert found["left"].name == "✓ Left"
    assert (found["write"].name, found["write"].key) == ("Write: left", "w")
    assert "turn-left" in [mark.kind for mark in VIEW.marks(match.game, match.state, draft)]
    draft = pick(match, "forward", draft)
    assert draft == (*SUNS, "order", "forward")
    assert VIEW.step_back(draft) == SUNS
    assert VIEW.step_back(SUNS) == ()
    for spot in ("write", "forward", "c4"):
        assert pick(match, spot, draft) == MakeMove(Order("suns", "forward"))
    refused = pick(match, "jump", draft)
    assert match.refusal(refused.move).clause == "PA-13"


def test_the_buttons_stand_in_order_of_importance() -> None:
    """What can be written comes first, forward and push above turns; to stop comes last."""

    def order(match: pp.Match) -> list[str]:
        there = [spot for spot in spots(match, SUNS).values() if spot.area == "desk"]
        return [spot.id for spot in sorted(there, key=lambda spot: (spot.y, spot.x))]

    assert order(table("suns c3 N", "moons e4 W")) == [
        "forward", "lift", "left", "right", "push", "jump", "back", "stop",
    ]  # fmt: skip
    assert order(table("suns c3 N", "moons e4 W", c4="white"))[:3] == ["push", "left", "right"]


@pytest.mark.clause("PA-13", "PA-34")
def test_only_what_is_certain_is_called_a_risk() -> None:
    edge = table("suns c7 N", "moons e4 W", c8="hole")
    spot = spots(edge, SUNS)["jump"]
    assert (spot.risk, "you fall next turn" in spot.tip) == ("danger", True)
    row = {"c4": "white"}
    free = table("suns b4 E", "moons e4 N", **row)
    assert spots(free, SUNS)["push"].risk == "", "moons may get out of the way"
    stunned = table("suns b4 E", "moons e4 N, stunned", **row)
    spot = spots(stunned, SUNS)["push"]
    assert (spot.risk, "Moons is stunned" in spot.tip) == ("attack", True)
    assert spots(table("suns c3 N", "moons e4 W", c4="hole"), SUNS)["jump"].risk == ""


def test_the_last_turn_is_in_the_rows_and_in_one_line() -> None:
    playing = PlayWidget(table("suns c3 N", "moons e4 W"), view_of(pp.game("paco")))
    playing.play("suns left")
    playing.play("moons forward")
    last = [piece for piece in playing.scene.pieces if piece.id.startswith("last-")]
    assert [(piece.id, piece.label) for piece in last] == [
        ("last-suns", "left ✓"), ("last-moons", "forward ✓"),
    ]  # fmt: skip
    match = playing.match
    lines = [played.sentence.text for played in match.record]
    assert lines == [
        "Suns has written an order.",
        (
            "Moons has written an order. All orders are shown: Suns left and Moons forward. "
            "Suns turns left on c3, from north to west. Moons moves from e4 to d4. "
            "Suns and Moons are on the board at the end of the turn and gain 1 point each."
        ),
    ]
    assert [score.text for score in VIEW.score(match.game, match.state)] == ["1 point", "1 point"]


def test_a_sentence_names_failures_and_harm() -> None:
    match = table("suns b4 E", "moons e4 N", c4="white", g4="white")
    match.play("moons left")
    match.play("suns push")
    sentences = [step.sentence.text for step in match.record[-1].steps if step.sentence]
    assert sentences[0] == "Suns has written an order."
    assert sentences[3] == (
        "Suns pushes the block on c4 to the east: the block slides from c4 to d4; the block pushes "
        "Moons to f4; Moons is pushed against the block on g4 and stunned on f4; the block stops "
        "on e4, on the black counter there; the block on g4 goes on; the block stays on g4: it has "
        "no room to move; the block on h4 goes on; the block leaves the board at h4."
    )
    assert sentences[4].startswith("Moons loses 1 point: they were stunned.")


@pytest.mark.clause("PA-30", "PA-33", "PA-34")
def test_the_preview_of_a_push_agrees_with_the_engine() -> None:
    match = table("suns b4 E", "moons e4 N", c4="white", g4="white")
    assert kinds(spots(match, SUNS)["push"]) == ["path", "path", "danger", "via", "path"]
    free = table("suns b4 E", "moons e7 N", c4="white", g4="hole", h4="hole")
    assert kinds(spots(free, SUNS)["push"]) == ["path", "path"]


@pytest.mark.clause("PA-44")
def test_one_player_asks_to_stop_and_all_answer() -> None:
    match = table("suns c3 N", "moons e4 W")
    assert pick(match, "stop", SUNS) == MakeMove(Stop("suns"))
    match.play("suns agrees to stop")
    assert prompt(match) == "Suns asks to stop here. Moons, do you agree?"
    assert pick(match, "agree") == MakeMove(Stop("moons"))
    assert pick(match, "decline") == MakeMove(Stop("moons", False))
    assert isinstance(pick(match, "c3"), ShowMessage)
    match.play("moons plays on")
    assert "stop" not in spots(match, SUNS)


@pytest.mark.clause("PA-43")
def test_coming_back_is_answered_and_its_dice_are_rolled() -> None:
    match = table("suns c3 N", "moons off")
    match.play("suns left")
    assert prompt(match) == "Moons is off the board. Come back? It costs 1 point."
    assert pick(match, "stay") == MakeMove(Return("moons", False))
    match.play(pick(match, "return").move)
    assert prompt(match) == "Moons comes back: roll for the cell."
    assert spots(match)["roll"].name == "Roll the dice"
    assert pick(match, "roll") == MakeMove(None)


@pytest.mark.clause("PA-3")
def test_headings_are_chosen_where_the_rules_allow_it() -> None:
    game = pp.game("paco", players=2, start="figure", headings="chosen")
    match = pp.Match(game, seed=1)
    match.run()
    assert prompt(match) == "Suns on c3: choose the way you face."
    assert pick(match, "face:W") == MakeMove(Face("suns", "W"))


def test_one_click_sets_the_table() -> None:
    match = pp.Match(pp.game("paco"), seed=3)
    playing = PlayWidget(match, view_of(pp.game("paco")))
    assert playing.scene.caption.startswith("Set the table")
    playing._picked(Pick("roll", "click"))
    assert match.turn == 1
    assert len(match.record) > 6
    assert playing.scene.caption.startswith("Turn 1: ")


def test_escape_gives_the_hand_over_screen_back() -> None:
    playing = PlayWidget(table("suns c3 N", "moons e4 W"), view_of(pp.game("paco")))
    playing._picked(Pick("iam:suns", "click"))
    assert playing.draft == SUNS
    playing._cancelled()
    assert playing.draft == ()
    assert "Who is at the screen?" in playing.scene.caption
    playing._picked(Pick("iam:moons", "click"))
    playing._picked(Pick("back", "click"))
    assert playing.draft == ()
