"""The bots that play any game, against known answers; their limits, secrets and seeds."""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache, reduce
from operator import xor
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import AnyGame, Bot, BotMove
from piecepack_nb.core.move_reason import MoveReason
from piecepack_nb.core.steps import Result
from piecepack_nb.search.uct import worlds_of
from tests.bots.helpers import BOTS, FIVE, NAMES
from tests.core import odds_and_evens  # noqa: F401 - registers the game
from tests.core.damage import one_line
from tests.core.pig import GO_ON, HOLD, Pig, State
from tests.design.examples import example_class
from tests.effort import ticking


def reason(bot: Bot, game: AnyGame, state: Any, seat: str, seed: int = 1) -> MoveReason:
    """The reason of a bot for its move; the move is legal and the reason's first candidate."""
    chosen: BotMove = bot(game, game.observation(state, seat), seat, seeded_pick(seed))
    assert game.refusal(state, chosen.move) is None
    assert isinstance(chosen.why, MoveReason)
    assert chosen.why.move == chosen.move
    return chosen.why


# --- known answers --------------------------------------------------------------------------------


def heaps(game: AnyGame, counts: tuple[int, int, int]) -> Any:
    pieces = dict(zip(("a1", "b1", "c1"), counts, strict=True))
    return game.position({"pieces": {place: n for place, n in pieces.items() if n}})


@pytest.mark.parametrize("bot", [pp.bots.look_ahead(depth=9), pp.bots.mcts(playouts=600)])
@pytest.mark.parametrize(
    ("last_loses", "counts"),
    [
        (False, (1, 2, 2)),
        (False, (0, 1, 3)),
        (True, (1, 1, 3)),
        (True, (2, 2, 1)),
        (True, (0, 1, 4)),
    ],
)
def test_nim_is_won(bot: Bot, last_loses: bool, counts: tuple[int, int, int]) -> None:
    game = example_class("nim")().under(last_loses=last_loses)
    state = heaps(game, counts)
    left = game.next_state(state, reason(bot, game, state, "ann").move).pieces.values()
    # The xor rule; who must not take the last one leaves an odd number of ones.
    won = sum(left) % 2 == 1 if last_loses and max(left) < 2 else reduce(xor, left, 0) == 0
    assert won, left


def test_tic_tac_toe_is_a_draw() -> None:
    game = example_class("tic_tac_toe")()
    opening = "a1 b2"  # the rest is small enough to be looked at whole
    for first, second in (("look_ahead", "mcts"), ("mcts", "look_ahead")):
        bots = {"look_ahead": pp.bots.look_ahead(depth=9), "mcts": pp.bots.mcts(playouts=500)}
        seats = dict(zip(game.seats, (bots[first], bots[second]), strict=True))
        match = pp.Match(game, seed=2, seats=seats)
        for move in opening.split():
            match.play(move)
        match.run()
        assert match.result is not None
        assert match.result.winners == (), match.result


@cache
def chance_to_win(game: Pig, mine: int, theirs: int, heap: int, rounds: int) -> float:
    """The probability that the seat to choose wins, if both play well; by recursion."""
    held = holds(game, mine, theirs, heap, rounds)
    return held if held == 1 else max(held, goes_on(game, mine, theirs, heap, rounds))


def holds(game: Pig, mine: int, theirs: int, heap: int, rounds: int) -> float:
    if heap < game.rules.least:
        return 0.0
    if mine + heap >= game.rules.goal:
        return 1.0
    return 1 - starts(game, theirs, mine + heap, rounds)


def goes_on(game: Pig, mine: int, theirs: int, heap: int, rounds: int) -> float:
    lost = 1 - starts(game, theirs, mine, rounds)
    top = game.rules.goal - mine + 6
    kept = (chance_to_win(game, mine, theirs, min(top, heap + n), rounds) for n in range(2, 7))
    return (lost + sum(kept)) / 6


@cache
def starts(game: Pig, mine: int, theirs: int, rounds: int) -> float:
    """The probability at the start of a turn; an even game after so many turns."""
    return goes_on(game, mine, theirs, 0, rounds - 1) if rounds else 0.5


@pytest.mark.parametrize(
    "bot", [pp.bots.mcts(playouts=500), pp.bots.look_ahead(depth=6, nodes=3000)]
)
def test_pig_is_held_about_where_that_is_best(bot: Bot) -> None:
    game, wrong, clear = Pig().under(goal=10), 0, 0
    for mine, theirs, heap in [(0, 0, 2), (0, 0, 3), (0, 0, 9), (4, 0, 6), (0, 8, 3), (2, 2, 10),
                               (5, 9, 2), (0, 9, 5), (3, 9, 4), (0, 4, 8)]:  # fmt: skip
        gain = holds(game, mine, theirs, heap, 14) - goes_on(game, mine, theirs, heap, 14)
        state = State(5, "ann", FrozenDict(ann=mine, ben=theirs), heap, "choice")
        if abs(gain) > 0.08:
            clear += 1
            wrong += reason(bot, game, state, "ann").move != (HOLD if gain > 0 else GO_ON)
    assert clear >= 6
    assert wrong <= 1


@pytest.mark.parametrize("bot", [pp.bots.mcts(playouts=900), pp.bots.look_ahead(depth=1)])
def test_rock_paper_scissors_is_mixed(bot: Bot) -> None:
    game = example_class("rock_paper_scissors")().under(best_of=1)
    why = reason(bot, game, game.initial_state(), "ann")
    assert why.secret
    assert [each.share for each in why.candidates] == pytest.approx([1 / 3] * 3, abs=0.12)
    drawn = Counter(
        reason(BOTS["mcts"], game, game.initial_state(), "ann", seed).move for seed in range(40)
    )
    assert len(drawn) == 3


@pytest.mark.parametrize("bot", [pp.bots.mcts(playouts=300), pp.bots.look_ahead(depth=2)])
def test_a_win_in_activator_is_found(bot: Bot) -> None:
    game: Any = pp.game("activator")
    state = game.position("""
        4  .    .    C    .
        3  .    e    .    fA
        2  D    .    .    e
        1  Fa   .    .    d
        red to move
        """)
    winning = game.think(state, depth=3)
    assert winning.value > 1000
    sure = {str(move) for move in game.moves(state) if surely_wins(game, state, move)}
    assert 0 < len(sure) < len(game.moves(state)) / 2
    assert str(reason(bot, game, state, "red").move) in sure


def surely_wins(game: Any, state: Any, move: Any) -> bool:
    """Does the move win, at once or whatever the answer is?"""
    after = game.next_state(state, move)
    result = game.result(after)
    if result is not None:
        return bool(result.winners == (state.to_move,))
    return bool(game.think(after, depth=2).value < -1000)


@pytest.mark.parametrize("bot", [pp.bots.look_ahead(depth=2), pp.bots.mcts(playouts=200)])
def test_partners_win_together(bot: Bot) -> None:
    """Suns leaves the last coin to moons, who is next to it."""
    game = example_class("maze_chase")()
    pieces = {"a1": "suns", "b1": "moons", "e6": "hunter", "c1": "coin"}
    state = game.position({"pieces": pieces, "notes": {"taken": 3, "eaten": 0}})
    after = game.next_state(state, reason(bot, game, state, "suns").move)
    why = reason(bot, game, after, "moons")
    assert str(why.move) == "b1-c1"
    won = game.result(game.next_state(after, why.move))
    assert won is not None
    assert game.payoff(won, "suns") == game.payoff(won, "moons") == 1
    assert "won" in why.text or "100 %" in why.text


def test_payoffs() -> None:
    two, three = Pig(), pp.game("fingers")
    seats = three.seats
    assert two.payoff(Result(("ann",), "", "", {}), "ann") == 1
    assert two.payoff(Result(("ann",), "", "", {}), "ben") == -1
    assert two.payoff(Result((), "", "", {}), "ben") == 0
    assert three.payoff(Result(seats, "", "", {}), seats[0]) == 0
    assert three.payoff(Result(seats[:2], "", "", {}), seats[0]) == 1
    assert pp.game("piecepackman").payoff(Result(("piecepackman",), "", "", {}), "suns") == -1


# --- secrets --------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", NAMES)
def test_no_bot_peeks_at_orders(bot: str) -> None:
    game = pp.game("paco", players=2)
    chosen = set()
    for number in range(3):
        match = pp.Match(game, seed=5)
        match.run()
        order = list(game.moves_for(match.state, "suns"))[number]
        match.play(order)
        seen = game.observation(match.state, "moons")
        chosen.add(str(BOTS[bot](game, seen, "moons", seeded_pick(1)).move))
        chosen.add(str(BOTS[bot](game, match.state, "moons", seeded_pick(1)).move))
    assert len(chosen) == 1


@pytest.mark.parametrize("bot", NAMES)
def test_no_bot_peeks_at_hidden_coins(bot: str) -> None:
    game = pp.game("piecepackman")
    match = pp.Match(game, seed=3)
    match.run()
    coins = match.state.coins
    faces = [["ace", "4", "5"][number % 3] for number in range(len(coins))]
    changed = match.state._replace(
        coins=type(coins)(
            (square, coin._replace(face=face))
            for (square, coin), face in zip(coins.items(), faces, strict=True)
        )
    )
    assert changed != match.state
    worlds = [worlds_of(game, each, "suns", seeded_pick(1), 1) for each in (match.state, changed)]
    assert worlds[0] == worlds[1]
    moves = [reason(BOTS[bot], game, each, "suns").move for each in (match.state, changed)]
    assert moves[0] == moves[1]


# --- limits, seeds, arguments ---------------------------------------------------------------------


@pytest.mark.parametrize("bot", NAMES)
@pytest.mark.parametrize("name", FIVE)
def test_every_game_is_played_and_the_same_seed_plays_the_same(name: str, bot: str) -> None:
    game = pp.game(name)
    matches = []
    for _ in range(2):
        match = pp.Match(game, seed=8, seats=dict.fromkeys(game.seats, BOTS[bot]))
        while sum(each.steps[0].event.why is not None for each in match.record) < 3:
            assert match.run(1)
        matches.append(match)
    texts = [[str(played.move) for played in match.record] for match in matches]
    assert texts[0] == texts[1]
    whys = [step.event.why for step in matches[0].steps if isinstance(step.event.why, MoveReason)]
    assert whys
    assert all(why.text.endswith(".") and str(why.move) in why.text for why in whys)


def test_the_names_are_registered_for_all_games() -> None:
    match = pp.Match(pp.game("pig"), seed=1, seats={"ann": "mcts", "ben": "look_ahead"})
    match.run()
    assert match.result is not None


@pytest.mark.parametrize(("name", "fewest"), [("tic_tac_toe", 37), ("hare_and_hounds", 5)])
def test_playouts_are_counted(name: str, fewest: int) -> None:
    """Where states are evaluated, a playout ends with all states after a node's moves."""
    game = example_class(name)()
    why = reason(pp.bots.mcts(playouts=37), game, game.initial_state(), game.seats[0])
    count = sum(each.visits for each in why.candidates)
    assert why.effort == f"{count} playouts"
    assert fewest <= count <= 37
    assert why.candidates[0].visits == max(each.visits for each in why.candidates)


@pytest.mark.parametrize(
    ("make", "search"), [(pp.bots.mcts, "uct"), (pp.bots.look_ahead, "alphabeta")]
)
def test_seconds_are_kept(make: Any, search: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = example_class("connect_four")()
    efforts = []
    for seconds in (0.5, 2.0):
        clock = sys.modules[f"piecepack_nb.search.{search}"]
        monkeypatch.setattr(clock, "perf_counter", ticking(0.1))
        why = reason(make(seconds=seconds), game, game.initial_state(), game.seats[0])
        efforts.append(int(why.effort.split()[-2].replace(",", "")))  # "21 playouts"
    assert efforts[0] < efforts[1] < 8 * efforts[0]


def test_a_long_playout_ends_with_the_evaluation() -> None:
    game, asked = pp.game("pacman"), []

    def likes_ghosts(game: AnyGame, state: Any, seat: str) -> float:
        asked.append(seat)
        return 5.0 if "e5" not in state.ghosts.values() else -5.0

    match = pp.Match(game, seed=1)
    match.run()
    why = reason(
        pp.bots.mcts(playouts=150, playout_moves=0, evaluate=likes_ghosts),
        game, match.state, match.state.to_move,
    )  # fmt: skip
    assert set(asked) == set(game.seats)
    assert all(0 <= each.value <= 1 for each in why.candidates)


@pytest.mark.parametrize("make", [pp.bots.mcts, pp.bots.look_ahead])
@pytest.mark.parametrize("value", [None, "much", float("nan")])
def test_an_evaluation_must_return_a_number(make: Any, value: Any) -> None:
    game = pp.game("activator")
    with pytest.raises(BadInput, match=r"^the value of evaluate is ") as error:
        make(evaluate=lambda game, state, seat: value)(
            game, game.initial_state(), "red", seeded_pick(1)
        )
    one_line(error.value)


@pytest.mark.parametrize(
    ("make", "wrong"),
    [
        (pp.bots.mcts, {"playouts": 0}),
        (pp.bots.mcts, {"playouts": 2.5}),
        (pp.bots.mcts, {"playouts": True}),
        (pp.bots.mcts, {"seconds": -1}),
        (pp.bots.mcts, {"playout_moves": -1}),
        (pp.bots.mcts, {"evaluate": 7}),
        (pp.bots.look_ahead, {"depth": 0}),
        (pp.bots.look_ahead, {"nodes": "many"}),
        (pp.bots.look_ahead, {"seconds": 0}),
        (pp.bots.look_ahead, {"evaluate": len}),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(make: Any, wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match=f"^{next(iter(wrong))} is .*; expected ") as error:
        make(**wrong)
    one_line(error.value)
