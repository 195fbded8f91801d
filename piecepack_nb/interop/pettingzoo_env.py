"""A game as an environment of PettingZoo, where agents act in turn (AEC).

The agents are the seats. An action is a word of a move (see ``encoding``), so that a move of
several words is several actions of one agent; the mask of an observation has the words that are
possible. Dice and shuffles come from the seed of ``reset``. The rewards are the payoffs at the end:
1 for a game won, -1 for a game lost, 0 for a draw.
"""

from __future__ import annotations

import io
from typing import Any

import gymnasium.spaces
import numpy as np
import pettingzoo
import pettingzoo.utils

from piecepack_nb.core.actors import Chance, Simultaneous
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.interop.encoding import EncodedPosition, Encoding

RENDER_MODES = ("svg", "rgb_array", "ansi")


class GameEnv(pettingzoo.AECEnv):  # type: ignore[misc]
    """A game; ``pp.pettingzoo_env`` makes one that also checks the order of calls."""

    def __init__(self, encoding: Encoding, render_mode: str | None = None) -> None:
        super().__init__()
        game = encoding.game
        if render_mode not in (None, *RENDER_MODES):
            raise invalid("render_mode", render_mode, f"None or one of {', '.join(RENDER_MODES)}")
        if game.view is None and render_mode in ("svg", "rgb_array"):
            raise BadInput(f"the game {game.name!r} has no board; expected render_mode='ansi'")
        self.game = game
        self.encoding = encoding
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "name": f"{game.name}_v0",
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = list(game.seats)
        size = len(self.encoding.words)
        self.action_spaces = {
            seat: gymnasium.spaces.Discrete(size) for seat in self.possible_agents
        }
        self.observation_spaces = {seat: self._space(size) for seat in self.possible_agents}
        self._seed = 0

    def _space(self, actions: int) -> Any:
        features = (self.encoding.features,)
        return gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-1.0, 1.0, features, np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
            }
        )

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions, one for each word."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations: features and a mask of actions."""
        return self.observation_spaces[agent]

    def word(self, action: int) -> str:
        """Return the word that an action means; "." ends a move."""
        return self.encoding.words[action]

    @property
    def position(self) -> EncodedPosition:
        """The state, and what is written of the next move."""
        return self._position

    # --- playing ------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; its dice depend on ``seed`` alone, or on the number of the game."""
        self._seed = self._seed + 1 if seed is None else seed
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_to(self.encoding.start())

    def step(self, action: int | None) -> None:
        """Write a word of a move for the agent that acts; roll the dice that are due then.

        Raises BadInput for an action that its mask doesn't have.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise invalid("the action", action, "a number")
        position = self._position.after(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_to(position)
        self._accumulate_rewards()

    def _go_to(self, position: EncodedPosition) -> None:
        """Let chance act until a seat must, or the game is over."""
        while isinstance(position.actor, Chance):
            position = position.chanced(seeded_pick(self._seed, position.moves))
        self._position = position
        if position.seat is not None:
            self.agent_selection = position.seat
            return
        self.rewards = {agent: position.payoff(agent) for agent in self.agents}
        ends = self.truncations if position.broken_off else self.terminations
        ends.update(dict.fromkeys(self.agents, True))

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the features of what an agent sees, and a mask of its actions."""
        mask = np.zeros(len(self.encoding.words), np.int8)
        if self._position.seat == agent:
            mask[list(self._position.actions)] = 1
        vector = np.array(self._position.vector(agent), np.float32)
        return {"observation": vector, "action_mask": mask}

    # --- pictures -----------------------------------------------------------------------------

    def render(self) -> str | Any:
        """Return the board: SVG text, an array of red, green and blue, or the state as JSON text.

        While seats commit in secret, it is what the next of them sees.
        """
        position = self._position
        if self.render_mode is None:
            raise invalid("render_mode", None, f"one of {', '.join(RENDER_MODES)}")
        if self.render_mode == "ansi":
            return position.text(position.seat or self.possible_agents[0])
        state = position.state
        if isinstance(position.actor, Simultaneous):
            state = self.game.observation(state, position.actor.seats[0])
        picture = self.game.picture(state)
        assert picture is not None
        return picture if self.render_mode == "svg" else pixels(picture)

    def close(self) -> None:
        """Do nothing: there is no window."""


def pixels(picture: str) -> Any:
    """Return an SVG picture as an array of red, green and blue, row by row from the top."""
    import vl_convert
    from PIL import Image

    with Image.open(io.BytesIO(vl_convert.svg_to_png(picture))) as image:
        return np.asarray(image.convert("RGB"))


def env(encoding: Encoding, render_mode: str | None = None) -> Any:
    """Return the environment of a game, which also refuses calls in a wrong order."""
    return pettingzoo.utils.wrappers.OrderEnforcingWrapper(GameEnv(encoding, render_mode))
