"""PettingZoo's own tests of our environments, and what those don't ask."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from tests.conftest import sampled
from tests.interop.games import FINITE, HIDDEN, registered

KNOWN = ("<descriptor>_<number>", "not a NumPy array", "should be gymnasium.spaces")
"""Advice that PettingZoo's own board games ignore too: agents have names, observations a mask."""


def random_game(env: Any, seed: int, most: int = 2000) -> list[str]:
    """Play at random within the masks; return the words."""
    env.reset(seed=seed)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + number)
    words = []
    for agent in env.agent_iter(most):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        action = env.action_space(agent).sample(observation["action_mask"])
        words.append(env.unwrapped.word(action))
        env.step(action)
    return words


@pytest.mark.parametrize("name", sampled([*FINITE, *HIDDEN], 4, 1))
def test_pettingzoos_own_tests_pass(name: str) -> None:
    with registered(name) as game, warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        api_test(pp.pettingzoo_env(game, features=256), num_cycles=40)
        seed_test(lambda: pp.pettingzoo_env(game, features=256), num_cycles=15)
    texts = [str(each.message) for each in found]
    assert not [text for text in texts if not any(known in text for known in KNOWN)]


def test_a_game_ends_with_the_payoffs_of_its_result() -> None:
    with registered("connect_four") as game:
        env = pp.pettingzoo_env(game)
        random_game(env, 3)
        position = env.unwrapped.position
        result = game.result(position.state)
        assert result is not None
        assert env.unwrapped.rewards == {} or all(
            env.unwrapped.rewards[seat] == game.payoff(result, seat) for seat in env.agents
        )
        total = {seat: game.payoff(result, seat) for seat in game.seats}
    assert rewards_of("connect_four", 3) == total


def rewards_of(name: str, seed: int) -> dict[str, float]:
    """Return what each agent got in all, as a learner adds it up."""
    with registered(name) as game:
        env = pp.pettingzoo_env(game)
        env.reset(seed=seed)
        for number, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(seed + number)
        got = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            got[agent] += reward
            over = terminated or truncated
            env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    return got


def test_the_dice_come_from_the_seed_alone() -> None:
    env = pp.pettingzoo_env("pacman", players=2, features=64)
    states = []
    for seed in (1, 1, 2, 3):
        env.reset(seed=seed)
        states.append(env.unwrapped.position.text("red"))
    assert states[0] == states[1]
    assert len(set(states)) > 1


def test_a_long_game_is_truncated() -> None:
    env = pp.pettingzoo_env("activator", features=64, most_moves=5)
    random_game(env, 1)
    assert env.unwrapped.position.moves == 5
    assert env.unwrapped.position.broken_off


def test_pictures_are_our_boards() -> None:
    game = pp.game("activator")
    env = pp.pettingzoo_env(game, render_mode="svg", features=64)
    env.reset(seed=1)
    assert env.render() == game.picture(env.unwrapped.position.state)
    env = pp.pettingzoo_env(game, render_mode="rgb_array", features=64)
    env.reset(seed=1)
    first = env.render()
    assert (first.dtype, first.ndim, first.shape[2]) == (np.dtype("uint8"), 3, 3)
    assert min(first.shape[:2]) > 200
    before = env.unwrapped.position.moves
    while env.unwrapped.position.moves == before:
        env.step(env.unwrapped.position.actions[0])
    assert not np.array_equal(first, env.render())


def test_a_picture_shows_no_secret_order() -> None:
    """The picture after a secret order is the same for every order."""
    pictures = set()
    for order in ("forward", "left"):
        env = pp.pettingzoo_env("paco", render_mode="svg", features=64)
        env.reset(seed=1)
        env.step(env.unwrapped.encoding.action(order))
        assert env.agent_selection == "moons"
        pictures.add(env.render())
    assert len(pictures) == 1


def test_a_hand_is_in_nobody_elses_numbers() -> None:
    """What ben gets before the showdown is the same for each card of ann's."""
    with registered("kuhn_poker"):
        env = pp.pettingzoo_env("kuhn_poker", features=128, rounds=1)
        seen: dict[str, set[tuple[float, ...]]] = {}
        hands = set()
        for seed in range(20):
            env.reset(seed=seed)
            piles = env.unwrapped.position.state.piles
            hands.add((piles["hand ann"], piles["hand ben"]))
            env.step(env.unwrapped.encoding.action("bet"))
            observed = tuple(env.observe("ben")["observation"])
            seen.setdefault(piles["hand ben"][0], set()).add(observed)
        assert len(hands) == 6
        assert {card: len(each) for card, each in seen.items()} == {
            "jack": 1, "queen": 1, "king": 1}  # fmt: skip
        assert len(set.union(*seen.values())) == 3


def test_rewards_are_points_where_a_game_pays_them() -> None:
    with registered("kuhn_poker"):
        env = pp.pettingzoo_env("kuhn_poker", features=16, rounds=1)
        env.reset(seed=1)
        for word in ("bet", "call"):
            env.step(env.unwrapped.encoding.action(word))
        assert sorted(env.unwrapped.rewards.values()) == [-2.0, 2.0]


def test_wrong_use_is_refused_in_one_line() -> None:
    with pytest.raises(BadInput, match="the game is 'worm_derby'; expected one whose move_words"):
        pp.pettingzoo_env("worm_derby")
    with pytest.raises(BadInput, match="render_mode is 'human'; expected None or one of svg"):
        pp.pettingzoo_env("activator", render_mode="human")
    env = pp.pettingzoo_env("activator")
    env.reset(seed=1)
    with pytest.raises(BadInput, match="the action is 0; expected the number of one of the words"):
        env.step(0)
