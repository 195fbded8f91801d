"""P.A.C.O.: the six orders, their priority, and what may be written (PA-10 to PA-21)."""

from __future__ import annotations

import re

import pytest

import piecepack_nb as pp
from piecepack_nb.core.actors import Simultaneous
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.steps import IllegalMove
from piecepack_nb.games.paco.state import Face, Order, Return, Stop
from tests.games.paco.helpers import (
    carried,
    event,
    judged,
    refused,
    result,
    row,
    table,
    turn,
    where,
)

# --- the six orders -------------------------------------------------------------------------------


@pytest.mark.clause("PA-10", "PA-11")
@pytest.mark.parametrize(
    ("order", "headings", "clause"),
    [("left", "NWSEN", "PA-10"), ("right", "NESWN", "PA-11")],
)
def test_quarter_turns(order: str, headings: str, clause: str) -> None:
    match = table("suns c3 N", "moons f6 N")
    for heading in headings[1:]:
        steps = turn(match, suns=order)
        assert match.state.players["suns"].heading == heading
        assert match.state.players["suns"].square == "c3"
        assert judged(steps)["suns"] == clause


@pytest.mark.clause("PA-12")
@pytest.mark.parametrize(("heading", "to"), [("N", "c4"), ("E", "d3"), ("S", "c2"), ("W", "b3")])
def test_forward_moves_one_cell_ahead(heading: str, to: str) -> None:
    match = table(f"suns c3 {heading}", "moons f6 N")
    steps = turn(match, suns="forward")
    assert where(match) == {"suns": to, "moons": "f6"}
    assert result(steps, "suns").text == f"Suns moves from c3 to {to}"
    assert judged(steps) == {"suns": "PA-12", "moons": "PA-10"}


@pytest.mark.clause("PA-12", "PA-13", "PA-16")
@pytest.mark.parametrize(
    ("cell", "order", "clause", "words"),
    [
        ("white", "forward", "PA-16", "on c4, is a white block: nobody can walk onto white"),
        ("stacked", "forward", "PA-16", "on c4, is a white block on a black counter"),
        ("hole", "forward", "PA-12", "is a hole: a move needs a black counter, a hole a jump"),
        ("black", "jump", "PA-13", "on c4, is a black counter: a jump needs a hole"),
        ("white", "jump", "PA-13", "on c4, is a white block: a jump needs a hole"),
        ("white", "lift", "PA-14", "on c4, is a white block: a lift needs a black counter"),
        ("stacked", "lift", "PA-14", "a lift needs a black counter"),
        ("hole", "lift", "PA-14", "on c4, is a hole: a lift needs a black counter"),
        ("hole", "push", "PA-15", "on c4, is a hole: a push needs a white block"),
        ("black", "push", "PA-15", "nobody else faces it who could lift it in this turn"),
    ],
)
def test_the_counter_in_front_allows_an_order_or_not(
    cell: str, order: str, clause: str, words: str
) -> None:
    match = table("suns c3 N", "moons f6 N", c4=cell)
    refusal = refused(match, f"suns {order}")
    assert refusal.clause == clause
    assert words in refusal.text
    assert refusal.text.startswith("in front of Suns, on c4, is ")
    assert refusal.squares == ("c4",)
    assert all(move.kind != order for move in match.moves() if isinstance(move, Order)
               and move.seat == "suns")  # fmt: skip
    with pytest.raises(IllegalMove, match=clause):
        match.play(f"suns {order}")


@pytest.mark.clause("PA-12", "PA-13", "PA-14", "PA-15")
@pytest.mark.parametrize("order", ["forward", "jump", "lift", "push"])
def test_orders_fail_at_the_edge(order: str) -> None:
    match = table("suns a3 W", "moons f6 N", a3="black")
    refusal = refused(match, f"suns {order}")
    assert "Suns faces off the board from a3" in refusal.text
    assert refusal.squares == ("a3",)


@pytest.mark.clause("PA-14")
def test_a_lift_makes_the_counter_in_front_white() -> None:
    match = table("suns c3 N", "moons f6 N")
    steps = turn(match, suns="lift")
    assert match.state.cells["c4"] == "white"
    assert where(match)["suns"] == "c3"
    assert str(event(steps, "lifts")) == (
        "Suns lifts the counter on c4: it is a white block now. [PA-14]"
    )


@pytest.mark.clause("PA-15", "PA-30")
def test_a_push_shoves_the_white_block_in_front() -> None:
    match = table("suns c3 N", "moons f6 N", c4="white")
    steps = turn(match, suns="push")
    assert carried(steps) == ["turns", "pushes", "slides", "stops", "goes on", "leaves"]
    assert row(match.state, "c3 c4 c5 c6 c7 c8") == "._..%_"


# --- the jump -------------------------------------------------------------------------------------


@pytest.mark.clause("PA-13", "PA-24")
def test_a_jump_takes_two_turns() -> None:
    match = table("suns c3 N", "moons f6 N", c4="hole")
    assert carried(turn(match, suns="jump then forward")) == ["turns", "jumps"]
    assert where(match)["suns"] == "c4"
    assert match.state.airborne("suns")
    assert match.to_act == Simultaneous("orders", ("moons",), "PA-20")
    steps = turn(match, moons="left")
    assert carried(steps) == ["turns", "lands"]
    assert where(match)["suns"] == "c5"
    assert not match.state.airborne("suns")
    assert match.state.players["suns"].then == ""
    assert match.to_act == Simultaneous("orders", ("suns", "moons"), "PA-20")


@pytest.mark.clause("PA-13")
@pytest.mark.parametrize("then", ["left", "right", "lift", "push"])
def test_any_other_second_order_makes_the_jumper_fall(then: str) -> None:
    match = table("suns c3 N", "moons f6 N", c4="hole")
    turn(match, suns=f"jump then {then}")
    steps = turn(match)
    assert carried(steps) == ["turns", "falls"]
    why = f"Suns is in the air and their order is {then}, not forward"
    assert result(steps, "suns") == (
        "suns", then, False, "PA-13",
        f"Suns's order, {then}, fails: {why}", ("c4",),
    )  # fmt: skip
    assert where(match)["suns"] is None


@pytest.mark.clause("PA-13")
def test_the_second_order_is_written_with_the_jump() -> None:
    match = table("suns c3 N", "moons f6 N", "crowns b6 N", c4="hole")
    turn(match, suns="jump")  # alone it means: then forward
    assert match.state.players["suns"].then == "forward"
    refusal = refused(match, "suns left")
    assert refusal.clause == "PA-13"
    assert refusal.text == (
        "Suns is in the air over the hole at c4: their order for this turn is forward, "
        "written with the jump"
    )
    assert refusal.squares == ("c4",)


@pytest.mark.clause("PA-13")
def test_a_jump_is_listed_with_each_second_order() -> None:
    match = table("suns c3 N", "moons f6 N", c4="hole")
    kinds = [move.words for move in match.moves() if move.seat == "suns" and hasattr(move, "then")]
    assert kinds == [
        "left", "right", "jump then forward", "jump then left", "jump then right",
        "jump then lift", "jump then push",
    ]  # fmt: skip
    assert "next turn, not with 'jump'; expected" in refused(match, "suns jump then jump").text
    assert refused(match, Order("suns", "left", "forward")).clause == "PA-13"
    second = refused(match, Order("suns", "left", "forward"))
    assert "only a jump is written with a second order" in second.text
    strict = table("suns c3 N", "moons f6 N", c4="hole", rules={"second_order": "forward"})
    assert refused(strict, "suns jump then left").text == (
        "the order after a jump must be forward, not left"
    )
    assert strict.refusal("suns jump") is None


@pytest.mark.clause("PA-13", "PA-21")
@pytest.mark.parametrize(("option", "bound"), [("void", False), ("kept", True)])
def test_the_second_order_of_a_failed_jump_is_an_option(option: str, bound: bool) -> None:
    """Two jump over one hole; who loses the roll stays, and its second order is void or kept."""
    rules = {"spoilt_jump": option}
    match = table("suns c3 N", "moons c5 S", "crowns f6 N", c4="hole", rules=rules)
    steps = turn(match, suns="jump then left", moons="jump", die={"suns": 2, "moons": 5})
    assert judged(steps) == {"suns": "PA-23!", "moons": "PA-13", "crowns": "PA-10"}
    assert where(match) == {"suns": "c3", "moons": "c4", "crowns": "f6"}
    assert match.state.players["suns"].then == ("left" if bound else "")
    assert match.to_act.seats == (("crowns",) if bound else ("suns", "crowns"))
    if bound:
        assert refused(match, "suns right").text == (
            "Suns is on c3: their order for this turn is left, written with the jump"
        )
        assert judged(turn(match))["suns"] == "PA-10"


@pytest.mark.clause("PA-13", "PA-20")
def test_a_turn_without_writers_is_carried_out_automatically() -> None:
    match = table("suns c3 N", "moons f3 N", c4="hole", f4="hole")
    steps = turn(match, suns="jump", moons="jump")
    shown = [step.event.text for step in steps if step.event.kind == "orders shown"]
    assert shown[1] == "All orders are shown: Suns forward and Moons forward."
    assert where(match) == {"suns": "c5", "moons": "f5"}
    assert match.state.turn == 3


# --- priority and secrecy -------------------------------------------------------------------------


@pytest.mark.clause("PA-20")
def test_turns_then_moves_then_jumps_then_lifts_then_pushes() -> None:
    match = table(
        "suns b7 W", "moons c3 N", "crowns e3 N", "arms f6 N", "stars g2 N", e4="hole"
    )  # fmt: skip
    steps = turn(match, suns="push", moons="lift", crowns="jump", arms="forward", stars="left")
    assert [e for e in carried(steps) if e not in ("leaves", "slides")] == [
        "turns", "moves", "jumps", "lifts", "pushes",
    ]  # fmt: skip
    assert [step.event.clause for step in steps if step.event.kind in (
        "turns", "moves", "jumps", "lifts", "pushes")] == [
        "PA-10", "PA-12", "PA-13", "PA-14", "PA-15",
    ]  # fmt: skip


@pytest.mark.clause("PA-20")
def test_a_block_lifted_in_this_turn_can_be_pushed_in_it() -> None:
    match = table("suns c3 N", "moons d4 W", "crowns f6 N")
    steps = turn(match, suns="push", moons="lift")
    assert judged(steps) == {"suns": "PA-15", "moons": "PA-14", "crowns": "PA-10"}
    assert row(match.state, "c3 c4 c5 c6 c7") == "._..%"


@pytest.mark.clause("PA-20", "PA-21")
def test_a_push_at_a_counter_that_nobody_lifts_after_all_fails() -> None:
    match = table("suns c3 N", "moons d4 W", "crowns f6 N")
    steps = turn(match, suns="push", moons="left")
    assert judged(steps)["suns"] == "PA-21!"
    assert result(steps, "suns").text == (
        "Suns's order, push, fails: in front, on c4, is a black counter, no white block"
    )


@pytest.mark.clause("PA-20")
@pytest.mark.parametrize(
    "moons", ["d4 W, stunned", "c5 S, stunned", "d5 W", "d4 E"],
)  # fmt: skip
def test_only_a_player_who_could_lift_it_makes_a_black_counter_pushable(moons: str) -> None:
    match = table("suns c3 N", f"moons {moons}", "crowns f6 N")
    assert "nobody else faces it who could lift it" in refused(match, "suns push").text


@pytest.mark.clause("PA-20")
def test_orders_are_written_in_any_order_and_stay_secret() -> None:
    match = table("suns c3 N", "moons e4 W", "crowns f6 N")
    assert match.to_act == Simultaneous("orders", ("suns", "moons", "crowns"), "PA-20")
    steps = match.play("crowns lift")
    assert [str(step.event) for step in steps] == ["Crowns has written an order. [PA-20]"]
    assert dict(steps[0].event.data) == {"seat": "crowns"}
    assert match.to_act == Simultaneous("orders", ("suns", "moons"), "PA-20")
    match.play("suns left")
    steps = match.play("moons forward")
    assert [step.event.kind for step in steps[:2]] == ["order written", "orders shown"]
    assert steps[1].event.text == "All orders are shown: Suns left, Moons forward and Crowns lift."


@pytest.mark.clause("PA-20")
def test_a_seat_sees_who_has_written_but_not_the_orders() -> None:
    match = table("suns c3 N", "moons e4 W", "crowns f6 N")
    match.play("crowns lift")
    match.play("suns forward")
    seen = match.game.observation(match.state, "suns")
    assert seen.orders == {"suns": Order("suns", "forward"), "crowns": Order("crowns", "hidden")}
    assert tuple(seen.orders) == tuple(match.state.orders) == ("suns", "crowns")
    assert seen._replace(orders=match.state.orders) == match.state
    other = match.game.observation(match.state, "moons")
    assert [order.kind for order in other.orders.values()] == ["hidden", "hidden"]
    turn(match, moons="left")
    assert match.game.observation(match.state, "suns") == match.state


@pytest.mark.clause("PA-20")
def test_a_written_order_can_not_be_changed() -> None:
    match = table("suns c3 N", "moons e4 W")
    match.play("suns left")
    refusal = refused(match, "suns forward")
    assert (refusal.clause, refusal.squares) == ("PA-20", ("c3",))
    assert refusal.text == "Suns has already written an order for this turn"
    match.undo()
    assert match.refusal("suns forward") is None


@pytest.mark.clause("PA-20")
def test_states_do_not_depend_on_who_wrote_first() -> None:
    one, two = (table("suns c3 N", "moons e4 W", "crowns f6 N") for _ in range(2))
    one.play("suns left"), one.play("moons lift")
    two.play("moons lift"), two.play("suns left")
    assert one.state == two.state
    assert one.game.to_json(one.state) == two.game.to_json(two.state)
    assert list(one.state.orders) == list(two.state.orders)


@pytest.mark.clause("PA-20")
def test_the_priority_can_be_changed() -> None:
    """With lifts before moves, the counter is white before the move is due."""
    lines = "suns c3 N", "moons d4 W"
    printed = turn(table(*lines), suns="forward", moons="lift")
    assert judged(printed) == {"suns": "PA-12", "moons": "PA-25!"}
    rules = {"priority": "turns, lifts, moves, jumps, pushes"}
    steps = turn(table(*lines, rules=rules), suns="forward", moons="lift")
    assert judged(steps)["moons"] == "PA-25!"  # still spoilt by the order
    rules = {"priority": "pushes, turns, moves, jumps, lifts"}
    match = table("suns c3 N", "moons d2 W", c2="white", rules=rules)
    steps = turn(match, suns="left", moons="push")
    assert carried(steps)[0] == "pushes"
    assert carried(steps)[-1] == "turns"
    match = table("suns c3 N", "moons e4 W", d4="white", b4="white", rules=rules)
    assert result(turn(match, suns="lift", moons="push"), "suns").text == (
        "Suns's order, lift, fails: on c4 is a white block on a black counter, no black counter"
    )
    for value, expected in (("moves, turns", "in any order"), (3, "or your own text")):
        with pytest.raises(BadInput, match=expected):
            pp.game("paco", priority=value)


@pytest.mark.clause("PA-21")
def test_an_order_that_fails_costs_nothing() -> None:
    match = table("suns c3 N", "moons c4 W")
    steps = turn(match, suns="forward")
    assert judged(steps)["suns"] == "PA-22!"
    assert match.state.players["suns"].points == match.state.players["moons"].points == 1


@pytest.mark.clause("PA-21", "PA-27", "PA-34")
def test_a_player_stunned_before_their_push_does_not_push() -> None:
    match = table("suns c3 E", "moons e3 N", "turn 2", d3="white", f3="white", e4="white")
    steps = turn(match, suns="push", moons="push")
    assert judged(steps) == {"suns": "PA-15", "moons": "PA-21!"}
    assert result(steps, "moons").text == (
        "Moons's order, push, fails: Moons was stunned on e3 before their order was due"
    )
    assert match.state.cells["e4"] == "white"


@pytest.mark.clause("PA-13", "PA-20", "PA-21")
def test_a_jumper_who_is_pushed_before_the_fall_has_a_failed_order() -> None:
    """The turn is over when the block comes, and the fall is due later."""
    rules = {"priority": "turns, pushes, moves, jumps, lifts"}
    block = {"f4": "white"}
    match = table("suns d4 N, then right", "moons g4 W", rules=rules, d4="hole", **block)
    found = result(turn(match, moons="push"), "suns")
    assert (found.done, found.clause) == (False, "PA-21")
    assert "Suns was stunned on b4 before their order was due" in found.text
    lines = "suns d4 N, then right", "moons g4 W", "crowns b4 N"
    found = result(turn(table(*lines, rules=rules, d4="hole", **block), moons="push"), "suns")
    assert "a block pushed Suns out of the air before their order was due" in found.text
    later = {"priority": "moves, turns, jumps, lifts, pushes"}
    match = table("suns d4 N, then right", "moons g4 W", rules=later, d4="hole")
    assert judged(turn(match))["suns"] == "PA-13!"


# --- who writes -----------------------------------------------------------------------------------


@pytest.mark.clause("PA-34", "PA-43")
def test_players_stunned_or_off_the_board_write_nothing() -> None:
    match = table("suns c3 N", "moons e4 W, stunned", "crowns off, out 0", "arms f6 N")
    assert match.to_act == Simultaneous("orders", ("suns", "arms"), "PA-20")
    stunned, gone = refused(match, "moons left"), refused(match, "crowns left")
    assert (stunned.clause, stunned.squares) == ("PA-34", ("e4",))
    assert stunned.text == "Moons is stunned on e4 and loses this turn"
    assert gone.clause == "PA-43"
    assert "Crowns is off the board and can't write an order" in gone.text
    steps = turn(match)
    assert result(steps, "moons")[1:4] == ("", False, "PA-34")
    assert result(steps, "crowns")[1:4] == ("", False, "PA-43")


@pytest.mark.clause("PA-3", "PA-10", "PA-20", "PA-43", "PA-44")
@pytest.mark.parametrize(
    ("move", "words"),
    [
        (Order("arms", "left"), "there is no seat 'arms'; the seats are suns and moons"),
        (Order("", "left"), "there is no seat ''"),
        (Order(7, "left"), "there is no seat 7"),  # type: ignore[arg-type]
        (Order("suns", "dance"), "'dance' is no order; the orders are left, right, forward, jump"),
        (Order("suns", None), "None is no order"),  # type: ignore[arg-type]
        (Order("suns", "hidden"), "'hidden' is no order"),
        (Stop("suns", False), "suns plays on must wait: Suns and Moons must write an order"),
        (Stop("arms"), "there is no seat 'arms'"),
        (Return("suns"), "Suns is on the board, on c3: only players off it may come back"),
        (Return("arms"), "arms returns must wait: Suns and Moons must write an order"),
        (Order("suns", "jump"), "with the order of the next turn, not alone; expected forward"),
        (Order("suns", "jump", "jump"), "the order of the next turn, not with 'jump'; expected"),
        (Face("suns", "N"), "suns faces N must wait"),
        (3, "3 is no move of this game"),
        (None, "None is no move of this game"),
    ],
)
def test_an_invalid_order_is_refused(move: object, words: str) -> None:
    refusal = refused(table("suns c3 N", "moons e4 W"), move)
    assert words in refusal.text


def test_short_moves_are_parsed() -> None:
    match = table("suns c3 N", "moons e4 W", c4="hole")
    read = match.game.parse_move
    state = match.state
    assert read(state, "S left") == Order("suns", "left")
    assert read(state, " SUNS  Jump ") == Order("suns", "jump", "forward")
    assert read(state, "suns jump left") == Order("suns", "jump", "left")
    assert read(state, "moon turns right") == Order("moons", "right")
    assert read(state, "m agrees to stop") == Stop("moons")
    match.play("suns left")
    assert read(match.state, "push") == Order("moons", "push")
    with pytest.raises(ValueError, match="the move is 'suns dances'; expected 'moons' and one"):
        read(match.state, "suns dances")
    with pytest.raises(ValueError, match="expected 'suns' and one of left"):
        read(state, "left")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("suns pushes", "push"), ("suns lifts.", "lift"), ("suns jumps", "jump then forward"),
        ("suns jumps and then left", "jump then left"), ("suns: forward", "forward"),
        ("suns go forward", "forward"), ("suns moves forward.", "forward"), ("red left", "left"),
        ("suns moves", "forward"), ("suns turns right", "right"),
    ],
)  # fmt: skip
def test_printed_and_spoken_orders_are_parsed(text: str, order: str) -> None:
    match = table("suns c3 N", "moons e4 W")
    assert str(match.game.parse_move(match.state, text)) == f"suns {order}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("crowns forward", "crowns does not play here; the seats are suns and moons"),
        ("green dances", "crowns does not play here"),
        ("bob turns left", "bob does not play here"),
        ("suns foward", "the move is 'suns foward' (did you mean 'forward'?); expected 'suns' a"),
        ("left", "the move is 'left'; expected 'suns' and one of left, right"),
        ("jump left", "the move is 'jump left'; expected"),
        ("roll 3 to N", "the move is 'roll 3 to N', but no dice are due; expected"),
        ("", "the move is ''; expected"),
    ],
)
def test_unreadable_orders_are_refused_with_a_suggestion(text: str, message: str) -> None:
    match = table("suns c3 N", "moons e4 W")
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        match.game.parse_move(match.state, text)


def test_an_observation_needs_a_seat_of_the_game() -> None:
    match = table("suns c3 N", "moons e4 W")
    with pytest.raises(ValueError, match="the seat is 'green'; expected suns, moons"):
        match.game.observation(match.state, "green")


@pytest.mark.clause("PA-43")
def test_while_the_dice_of_a_return_are_due_they_are_named() -> None:
    match = table("suns c3 N", "moons off")
    match.play("suns left"), match.play("moons returns")
    expected = "the dice of row, column and heading must be rolled first, for the cell where Moons"
    assert expected in refused(match, "suns left").text
