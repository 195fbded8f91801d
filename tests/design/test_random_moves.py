"""Random moves of own games are as likely as if they were drawn from the list of legal moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.steps import EventCounts
from piecepack_nb.design import Board, BoardGame, card_of, one_of, perhaps
from tests.conftest import sampled
from tests.design.examples import NAMES, example_class

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

SEEDS = sampled(range(3))


class Unfinished(Exception):
    """A random move that makes one choice more than a script has; ``options`` is how many ways."""

    def __init__(self, options: int) -> None:
        super().__init__()
        self.options = options


def chances(
    game: BoardGame, state: Any, seat: str, script: tuple[int, ...] = ()
) -> Iterator[tuple[str, Fraction]]:
    """Yield what each course of random choices leads to, and its probability."""
    left = iter(script)

    def pick(_name: str, options: Sequence[Any]) -> Any:
        for place in left:
            return options[place]
        raise Unfinished(len(options))

    try:
        yield str(game.random_move(state, seat, pick)), Fraction(1)
    except Unfinished as more:
        for place in range(more.options):
            for move, chance in chances(game, state, seat, (*script, place)):
                yield move, chance / more.options


class Places(Board):
    places = Board.squares(3, 3)

    def why_not(self, table, place):
        return None if place[0] == "a" or place == "c3" else "no"

    def move(self, table, place):
        table[place] = table.seat


class Starts(Board):
    places = Board.squares(1, 3)

    def setup(self, table):
        table["a1"] = table["a2"] = "suns"

    def why_not(self, table, start, end):
        return "no" if table[end] else None

    def move(self, table, start, end):
        table.carry(start, end)


class Tried(Places):
    def tries(self, table):
        return ["a1", "b1", "a3", "b2", "a1"]


class Acts(Board):
    places = Board.squares(2, 2)
    acts = ("step", "wait")

    def why_not_step(self, table, place, sign=None):
        return "no" if place == "b2" else None

    def move_step(self, table, place, sign=None):
        table[place] = "stone"

    def move_wait(self, table):
        table.say("waits")

    sign = one_of("stop")


class Perhaps(Board):
    places = Board.squares(2, 1)
    via = perhaps()

    def why_not(self, table, via, place):
        return None if place == "b1" or via == "b1" else "no"

    def move(self, table, via, place):
        table[place] = table.seat


class Hands(Board):
    places = Board.squares(1, 1)
    deck = Board.deck("one two three four five six")
    hand = Board.hand()
    card = card_of("hand")
    together = ("play",)
    phases = ("play",)

    def setup(self, table):
        table.deal(3)

    def why_not_play(self, table, card):
        return None if card > min(table.hand[table.seat]) else "no"

    def move_play(self, table, card):
        table.hand[table.seat].remove(card)


@pytest.mark.parametrize("design", [Places, Starts, Tried, Acts, Perhaps, Hands])
def test_each_legal_move_is_equally_likely(design: type[Board]) -> None:
    game = design.as_game()()
    state = game.set_up
    for seat in game.to_act(state).seats:  # type: ignore[union-attr]
        found: Counter[str] = Counter()
        for move, chance in chances(game, state, seat):
            found[move] += chance  # type: ignore[assignment]
        legal = [str(move) for move in game.moves_for(state, seat)]
        assert len(legal) > 1
        assert found == {move: Fraction(legal.count(move), len(legal)) for move in legal}


def test_without_a_legal_move_there_is_no_random_one() -> None:
    class Stuck(Starts):
        def why_not(self, table, start, end):
            return "no"

    game = Stuck.as_game()()
    assert dict(chances(game, game.initial_state(), "suns")).keys() == {"None"}


@pytest.mark.parametrize("name", NAMES)
def test_random_moves_are_legal_and_simulated_games_count_the_events_of_played_ones(
    name: str,
) -> None:
    game = example_class(name)()
    for seed in SEEDS:
        state = game.initial_state()
        for number in range(40):
            actor = game.to_act(state)
            if actor is None:
                break
            pick = seeded_pick(seed, number)
            if isinstance(actor, Chance):
                move = game.chance_move(state, pick)
            else:
                move = game.random_move(state, actor.seats[0], pick)
                assert move in list(game.moves_for(state, actor.seats[0]))
            counts, steps = EventCounts(), game.play(state, move)
            assert game.apply_move(state, move, counts) == game.next_state(state, move)
            assert counts == Counter(step.event.kind for step in steps)
            state = steps[-1].state
