"""Moves of several shapes, parts that may be left out anywhere, and dice rolled again."""

from __future__ import annotations

import json
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.bots import GENERAL
from piecepack_nb.core.actors import Chance
from piecepack_nb.design import Board, BoardGame, card_of, one_of, perhaps, ready
from piecepack_nb.interop.encoding import Encoding
from piecepack_nb.scene import MakeMove, ShowMessage
from piecepack_nb.scene.game_view import view_of

# mypy: disable-error-code="no-untyped-def,no-untyped-call"


class Fences(Board):
    """Step to a place, fence one, perhaps with a sign, or pass."""

    places = Board.squares(3, 3)
    acts = ("step", "fence", "wait")
    sign = one_of("stop", "go")

    def setup(self, table):
        table["a1"], table["c3"] = "suns", "moons"

    def why_not_step(self, table, start, end):
        return ready.step(table, start, end) or ready.on_empty(table, end)

    def move_step(self, table, start, end):
        table.carry(start, end)

    def why_not_fence(self, table, place, sign=None):
        return ready.on_empty(table, place)

    def move_fence(self, table, place, sign=None):
        table[place] = sign or "fence"

    def why_not_wait(self, table):
        return None if table.turn > 2 else "too early"

    def move_wait(self, table):
        table.say(f"{table.seat} waits.")

    def winner(self, table):
        return ready.full(table) or ("draw" if table.turn > 30 else None)


class Haul(Board):
    """A move by way of a place, or straight to one: the first part may be left out."""

    places = Board.squares(3, 2)
    via = perhaps()
    bonus = perhaps(one_of("double", 2))

    def why_not(self, table, via, bonus, place):
        if via == place:
            return "that is no way"
        return ready.on_empty(table, place)

    def move(self, table, via, bonus, place):
        table[place] = "suns" if via is None else "moons"
        table.score[table.seat] += 1 + (bonus is not None)

    def winner(self, table):
        return ready.full(table)


class Yacht(Board):
    """Three dice; roll one or two of them again."""

    dice = Board.die("123456", 3)
    acts = ("again", "stop")
    first = one_of(1, 2, 3)

    def setup(self, table):
        table.left = 2

    def must_roll(self, table):
        return not table.dice

    def why_not_again(self, table, first):
        return None if table.left else "no roll is left"

    def move_again(self, table, first):
        table.left -= 1
        table.reroll(first - 1)
        table.again()

    def move_stop(self, table):
        table.score[table.seat] += table.points + sum(table.roll(Board.die("01", 2)))
        table.left = 2

    def winner(self, table):
        return ready.most_points(table) if table.turn > 4 else None


def made(design: type[Board]) -> BoardGame:
    return design.as_game()(bots=GENERAL)


def texts(match: pp.Match) -> set[str]:
    return {str(move) for move in match.moves()}


def reason(match: pp.Match, move: str) -> str:
    refusal = match.refusal(move)
    return refusal.text if refusal else ""


# --- Acts -----------------------------------------------------------------------------------------


def test_each_act_has_its_own_parts_and_functions() -> None:
    match = pp.Match(made(Fences))
    assert {"step a1-a2", "step a1-b1", "fence b2", "fence b2 stop"} <= texts(match)
    assert "wait" not in texts(match)
    match.play("step a1-a2")
    match.play("fence b2 stop")
    assert match.state.pieces == {"a2": "suns", "b2": "stop", "c3": "moons"}
    match.play("wait")
    assert str(match.steps[-1]).startswith("Suns waits.")
    move = match.record[1].move
    assert (move.act, move.place, move.sign, move.start) == ("fence", "b2", "stop", None)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("step a1-c3", "c3 is not next to a1"),
        ("step c3-c2", "c3 has no piece of suns"),
        ("step a1", "a step has start and end"),
        ("fence", "a fence has place, perhaps sign"),
        ("fence a1", "a1 is taken"),
        ("wait", "too early"),
        ("wait b2", "a wait has no other part"),
        ("fence stop", "place can't be stop|choose the place before stop|a fence has place"),
        ("b2", "b2 begins with no act: one of step, fence, wait"),
    ],
)
def test_refusals_name_the_act_and_its_parts(move: str, words: str) -> None:
    match = pp.Match(made(Fences))
    found = reason(match, move)
    assert any(each in found for each in words.split("|")), found


def test_moves_of_acts_are_texts_json_and_words_for_other_tools() -> None:
    game = made(Fences)
    match = pp.Match(game, seed=3, seats=dict.fromkeys(game.seats, "random"))
    match.run(6)
    for move in match.moves():
        assert game.parse_move(match.state, str(move)) == move
    assert game.from_json(json.loads(json.dumps(game.to_json(match.state)))) == match.state
    position = Encoding(game).start()
    assert position.moves == 0
    assert pp.check(Fences, games=3).problems == ()
    for bot in (pp.bots.look_ahead(depth=1), pp.bots.mcts(playouts=10)):
        pp.Match(game, seed=2, seats={"suns": bot, "moons": bot}).run(3)


def test_an_act_is_picked_first_on_a_button() -> None:
    game = made(Fences)
    view, state = view_of(game), game.initial_state()
    lit = {spot.id for spot in view.spots(game, state, ()) if spot.role == "action"}
    assert lit == {"step", "fence"}
    assert "step or fence" in view.prompt(game, state, ())[0]
    draft: Any = view.pick(game, state, (), "step", None, False)
    assert draft == ("step",)
    assert "piece to move" in view.prompt(game, state, draft)[0]
    draft = view.pick(game, state, draft, "a1", None, False)
    made_move = view.pick(game, state, draft, "a2", None, False)
    assert made_move == MakeMove(game.parse_move(state, "step a1-a2"))
    refused = view.pick(game, state, ("step",), "b2", None, False)
    assert isinstance(refused, ShowMessage)
    assert view.pick(game, state, ("fence", "b2"), "stop", None, False) == MakeMove(
        game.parse_move(state, "fence b2 stop")
    )


def test_acts_may_belong_to_phases() -> None:
    class Phased(Board):
        places = Board.squares(2, 2)
        phases = ("lay", "play")
        acts = {"play": ("take", "put")}  # noqa: RUF012

        def why_not_lay(self, table, place):
            return ready.on_empty(table, place)

        def move_lay(self, table, place):
            table[place] = table.seat
            table.phase = "play"

        def why_not_take(self, table, start):
            return None

        def move_take(self, table, start):
            del table[start]

        def why_not_put(self, table, place):
            return ready.on_empty(table, place)

        def move_put(self, table, place):
            table[place] = table.seat

        def winner(self, table):
            return "draw" if table.turn > 5 else None

    match = pp.Match(made(Phased))
    assert texts(match) == {"a1", "a2", "b1", "b2"}
    match.play("a1")
    assert texts(match) == {"put a2", "put b1", "put b2"}
    match.play("put b2")
    match.play("take a1")
    assert match.state.pieces == {"b2": "moons"}


def test_an_act_may_list_what_is_worth_trying() -> None:
    class Tried(Fences):
        name = "tried"

        def tries_fence(self, table):
            return ["b2", ("c1", "go")]

    match = pp.Match(made(Tried))
    assert {each for each in texts(match) if "fence" in each} == {"fence b2", "fence c1 go"}


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"acts": "step"}, "acts is 'step'; expected names such as"),
        ({"acts": ("step", "jump")}, "the act 'jump' has no function move_jump"),
        ({"acts": {"play": ("step",)}}, "acts is .*; expected names by phase"),
        ({"acts": ("step",), "secret": True}, "acts can't be chosen in secret"),
        ({"move_step": lambda self, table, start: None}, "as why_not_step does"),
        ({"move_step": lambda self, table, *many: None}, "any number of picks"),
    ],
)
def test_wrong_acts_are_named(parts: dict[str, Any], words: str) -> None:
    wrong = type("Wrong", (Fences,), parts)
    with pytest.raises(pp.BadInput, match=words):
        made(wrong)


# --- Parts that may be left out -------------------------------------------------------------------


def test_a_part_may_be_left_out_wherever_it_stands() -> None:
    match = pp.Match(made(Haul))
    assert {"b1", "a1-b1", "double b1", "2 b1", "a1 double b1"} <= texts(match)
    for move in match.moves():
        assert match.game.parse_move(match.state, str(move)) == move
    assert len(texts(match)) == len(match.moves())
    match.play("b1")
    assert match.state.pieces["b1"] == "suns"
    match.play("a1-a2")
    assert match.state.pieces["a2"] == "moons"
    match.play("2 c2")
    assert match.state.score == {"suns": 3, "moons": 1}
    move = match.record[-1].move
    assert (move.via, move.bonus, move.place) == (None, 2, "c2")
    assert reason(match, "double") == "double: a move has place, perhaps via and bonus"
    assert reason(match, "b1") == "b1 is taken"
    assert pp.check(Haul, games=3).problems == ()


def test_a_card_may_be_left_out_before_a_place() -> None:
    class Cards(Board):
        places = Board.squares(2, 2)
        deck = Board.deck("red blue green gold")
        hand = Board.hand()
        card = perhaps(card_of("hand"))

        def setup(self, table):
            table.deal(1)

        def why_not(self, table, card, place):
            return ready.on_empty(table, place)

        def move(self, table, card, place):
            table[place] = table.seat
            if card:
                table.hand[table.seat].remove(card)

        def winner(self, table):
            return ready.full(table)

    match = pp.Match(made(Cards))
    match.play("draw red, blue")
    assert {"a1", "red-a1"} <= {str(move).replace(" ", "-") for move in match.moves()}
    match.play("red a1")
    assert reason(match, "red a2") == "red is not in the hand of moons"
    match.play("a2")
    assert pp.check(Cards, games=3).problems == ()


def test_a_declared_part_must_be_a_parameter() -> None:
    class Wrong(Haul):
        extra = perhaps()

    with pytest.raises(pp.BadInput, match=r"extra is declared with perhaps\(…\), but is no param"):
        made(Wrong)


# --- Dice rolled again ----------------------------------------------------------------------------


def test_some_dice_are_rolled_again_as_a_move_of_chance() -> None:
    match = pp.Match(made(Yacht))
    match.play("roll 3 4 5")
    match.play("again 2")
    assert isinstance(match.to_act, Chance)
    match.play("roll 6")
    assert match.state.dice == ("3", "6", "5")
    assert match.to_act is not None
    assert match.to_act.seats == ("suns",)
    match.play("again 1")
    match.play("roll 1")
    assert match.state.dice == ("1", "6", "5")
    assert reason(match, "again 1") == "no roll is left"
    match.play("stop")
    match.play("roll 1 1")
    assert match.state.score["suns"] == 14
    game = match.game
    assert game.from_json(game.to_json(match.state)) == match.state
    match.undo()
    assert match.state.dice == ("1", "6", "5")
    assert pp.check(Yacht, games=5).problems == ()


def test_two_rolls_of_a_turn_differ_and_a_seed_repeats_them() -> None:
    def shown(seed: int) -> list[tuple[str, ...]]:
        match = pp.Match(made(Yacht), seed=seed)
        match.run()
        for move in ("again 1", "again 1"):
            match.play(move)
            match.run()
        return [step.state.dice for step in match.steps]

    assert shown(1) == shown(1)
    assert len({dice for seed in range(8) for dice in shown(seed)}) > 10
    assert any(len({dice[0] for dice in shown(seed) if dice}) == 3 for seed in range(8))


@pytest.mark.parametrize(
    ("rolled", "words"),
    [
        (lambda table: table.reroll(3), "the die to roll again is 3; expected 0 to 2"),
        (lambda table: table.reroll("a"), "the die to roll again is 'a'"),
        (lambda table: table.roll(2), "the dice to roll is 2; expected dice such as"),
        (lambda table: table.roll(()), "the dice to roll"),
    ],
)
def test_wrong_dice_are_named(rolled: Any, words: str) -> None:
    class Wrong(Yacht):
        def move_stop(self, table):
            rolled(table)

    match = pp.Match(made(Wrong))
    match.play("roll 1 1 1")
    with pytest.raises(pp.BadInput, match=words):
        match.play("stop")


def test_dice_cannot_be_rolled_again_before_a_roll_or_in_why_not() -> None:
    game = made(Yacht)
    with pytest.raises(pp.BadInput, match="no dice are rolled yet"):
        game.table(game.initial_state()).reroll()
    match = pp.Match(game)
    match.play("roll 1 2 3")
    with pytest.raises(pp.BadInput, match="only in setup, begin, rolled, move and reveal"):
        game.table(match.state).reroll()
