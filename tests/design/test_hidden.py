"""What a seat can't see reaches it by no way: each game is played twice, with that exchanged."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.game import AnyGame, BotMove
from piecepack_nb.core.match import Match
from piecepack_nb.design import Board
from tests.design.hidden_games import Armies, Fleet, Kuhn, Numbers, Swap, Tricks


@pytest.fixture(autouse=True)
def own_registry() -> Iterator[None]:
    """Games registered by a test are gone after it."""
    before = dict(registry._registered)
    yield
    registry._registered.clear()
    registry._registered.update(before)


def chosen(game: AnyGame, view: Any, seat: str, name: str, pick: Any) -> str:
    """Return the text of a bot's move and of its reason; the thorough ones think less here."""
    move = (BOTS.get(name) or game.bots[name])(game, view, seat, pick)
    return str(move.move) + repr(move.why) if isinstance(move, BotMove) else str(move)


def learned(match: Match, seat: str, bots: Sequence[str]) -> list[str]:
    """Return as texts all that a seat gets of a match, move by move."""
    game, found = match.game, []
    states = [match.initial_state, *(played.steps[-1].state for played in match.record)]
    for state, played in zip(states, match.record, strict=False):
        found += _shown(game, state, seat, bots)
        move = game.observed_move(state, played.move, seat)
        found.append(f"{seat} learns that {played.actor.label} plays {move}")
        for step in played.steps:
            event = game.observed_event(step.event, seat)
            found.append(f"{seat} reads {event.text} {event.clause} {event.kind} {event.data}")
            found.append(json.dumps(game.to_json(game.observation(step.state, seat))))
    return [*found, *_shown(game, states[-1], seat, bots)]


def _shown(game: AnyGame, state: Any, seat: str, bots: Sequence[str]) -> list[str]:
    """Return what a seat gets of a state between two moves."""
    view = game.observation(state, seat)
    found = [json.dumps(game.to_json(view)), f"{seat} knows that it is {game.to_act(view)}"]
    found += [f"it can play {move}" for move in game.moves_for(state, seat)]
    actor = game.to_act(state)
    if actor is None or seat not in actor.seats:
        return found
    for picks in game.candidates(view, seat):
        move = game.move_from(view, picks, seat if len(actor.seats) > 1 else "")
        found.append(f"{move} is refused by {game.refusal(state, move)}")
    for name in bots:
        found.append(f"{name}: {chosen(game, view, seat, name, seeded_pick(name))}")
    found.append(str(game.random_move(state, seat, seeded_pick(4))))
    world = game.determinize(view, seat, seeded_pick(5))
    return [*found, json.dumps(game.to_json(world))]


def play(made: type[Board], moves: Sequence[str], **more: Any) -> Match:
    match = Match(pp.game(pp.register(made)), seed=1, **more)
    for move in moves:
        match.play(move)
    return match


BOTS = {"random": pp.bots.random, "mcts": pp.bots.mcts(playouts=6),
        "look_ahead": pp.bots.look_ahead(nodes=20)}  # fmt: skip


DEALT = "draw ace, five, three, two, six, four"
FIVE = "4 hearts, 5 hearts, 6 hearts, 2 spades"
HEARTS = f"draw 2 hearts, 3 hearts, {FIVE}, 3 spades, 4 spades, 5 spades"
OTHERS = f"draw 4 spades, 3 spades, {FIVE}, 3 hearts, 2 hearts, 5 spades"


@pytest.mark.parametrize(
    ("made", "seat", "one", "other"),
    [
        pytest.param(Kuhn, "ben", ["draw king, jack"], ["draw queen, jack"], id="a dealt hand"),
        pytest.param(
            Kuhn, "ben",
            ["draw king, jack", "bet", "fold", "draw queen, king", "check"],
            ["draw queen, jack", "bet", "fold", "draw queen, jack", "check"],
            id="a bet in the dark",
        ),
        pytest.param(
            Kuhn, "",
            ["draw king, jack", "bet", "fold"], ["draw queen, jack", "bet", "fold"],
            id="what spectators see",
        ),
        pytest.param(
            Fleet, "ben",
            ["ann a1-c1", "ben a5-c5", "ann a2-b2", "ben a6-b6", "a8", "a4"],
            ["ann b1-d1", "ben a5-c5", "ann c2-d2", "ben a6-b6", "a8", "a4"],
            id="ships under water",
        ),
        pytest.param(Fleet, "ben", ["ann a1-c1"], ["ann a2-c2"], id="a secret choice"),
        pytest.param(
            Tricks, "cat",
            [HEARTS, "5 hearts", "6 hearts"],
            [OTHERS, "5 hearts", "6 hearts"],
            id="two hands",
        ),
        pytest.param(
            Numbers, "ben",
            ["ann 1", "ben 2", "3", "4"], ["ann 3", "ben 2", "3", "4"], id="a private note",
        ),
        pytest.param(
            Armies, "ben",
            ["ann spy", "ben spy", "ann spy", "ben spy", "ann general", "ben general",
             "a1-a2", "a4-a3", "b1-b2"],
            ["ann general", "ben spy", "ann general", "ben spy", "ann spy", "ben general",
             "a1-a2", "a4-a3", "b1-b2"],
            id="backs of pieces",
        ),
        pytest.param(
            Swap, "cat",
            [DEALT, "show", "give", "ann ace", "ben five", "cat three"],
            [DEALT, "show", "give", "ann two", "ben five", "cat three"],
            id="cards given in secret",
        ),
        pytest.param(
            Swap, "cat",
            [DEALT, "show", "wait", "wait", "steal", "draw five"],
            [DEALT, "show", "wait", "wait", "steal", "draw six"],
            id="a stolen card",
        ),
    ],
)  # fmt: skip
def test_nobody_peeks(made: type[Board], seat: str, one: list[str], other: list[str]) -> None:
    first, second = (play(made, moves) for moves in (one, other))
    assert [str(each.move) for each in first.record] != [str(each.move) for each in second.record]
    bots = [*BOTS, *first.game.built_in_bots] if seat else []
    for mine, theirs in zip(learned(first, seat, bots), learned(second, seat, bots), strict=True):
        assert mine == theirs
