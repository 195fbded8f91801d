"""A game for OpenSpiel, as a ``pyspiel.Game`` that Python implements.

The players are the seats. An action is a word of a move (see ``encoding``), so that a move of
several words is several actions of one player. Each die, and each card that is drawn, is a chance
node with its faces. A shuffle has far too many outcomes to list: its chance node has ``SHUFFLES``
of them, each always the same shuffle and all equally likely. Seats that choose in secret do so one
after the other, and see nothing of it. In a game in which seats hide something, a player's
information state is what it sees and all that it has learned so far.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, ClassVar

import numpy as np
import pyspiel

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.game import AnyGame
from piecepack_nb.interop.encoding import EncodedPosition, Encoding

SHUFFLES = 1000
MOST_POINTS = 1_000_000.0
"""The highest and, negative, the lowest payoff in points; no game says what its own is."""
LONGEST_MOVE = 40
"""More actions than a move has, for the longest possible game that OpenSpiel asks for."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game under its rules; each has a subclass, which OpenSpiel knows by its name."""

    encoding: ClassVar[Encoding]
    description: ClassVar[Any]

    def __init__(self, params: Any = None) -> None:
        rivals = self.description.utility == pyspiel.GameType.Utility.ZERO_SUM
        most = 1.0 if self.encoding.game.pays == "win" else MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.words),
            max_chance_outcomes=SHUFFLES if _has_chance(self.encoding.game) else 0,
            num_players=len(self.encoding.game.seats),
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if rivals else None,
            max_game_length=self.encoding.most_moves * LONGEST_MOVE,
        )
        super().__init__(self.description, info, params or {})

    def new_initial_state(self, _written: Any = None) -> SpielState:
        """Return the state before set-up."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer of what one player sees now or, of perfect recall, all it knows."""
        return Observer(self.encoding.features, bool(iig_obs_type and iig_obs_type.perfect_recall))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, as OpenSpiel asks about it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.seats = game.encoding.game.seats
        self.position: EncodedPosition = game.encoding.start()

    def current_player(self) -> Any:
        """Return the number of the seat that writes, or the mark of chance or of the end."""
        if self.position.actor is None:
            return pyspiel.PlayerId.TERMINAL
        seat = self.position.seat
        return pyspiel.PlayerId.CHANCE if seat is None else self.seats.index(seat)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the faces of the next die, the cards that are left, or the equal shuffles."""
        if self._rolls:
            return list(enumerate(self.position.chances.values()))
        return [(outcome, 1 / SHUFFLES) for outcome in range(SHUFFLES)]

    def _face(self, action: int) -> str:
        return list(self.position.chances)[action]

    @property
    def _rolls(self) -> bool:
        actor = self.position.actor
        return isinstance(actor, Chance) and bool(actor.dice)

    def _apply_action(self, action: int) -> None:
        position = self.position
        if position.seat is not None:
            self.position = position.after(action)
        elif self._rolls:
            self.position = position.rolled(self._face(action))
        else:
            self.position = position.shuffled(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.position.encoding.words[action]
        return self._face(action) if self._rolls else f"shuffle {action}"

    def is_terminal(self) -> bool:
        """Return True at the end of the game, or when it was broken off."""
        return self.position.actor is None

    def returns(self) -> list[float]:
        """Return the payoff of each seat, 0 before the end."""
        return [self.position.payoff(seat) for seat in self.seats]

    def __str__(self) -> str:
        position = self.position
        state = json.dumps(position.game.to_json(position.state), sort_keys=True)
        return " ".join([state, *position.written])


class Observer:
    """The features and the text of what a player sees, or with ``recall`` of all that it knows.

    The interface is that of ``open_spiel.python``.
    """

    def __init__(self, features: int, recall: bool = False) -> None:
        self.recall = recall
        self.tensor = np.zeros(features, np.float32)
        self.dict = {"features": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        self.tensor[:] = state.position.vector(state.seats[player], self.recall)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player sees as JSON text."""
        return state.position.text(state.seats[player], self.recall)


def _has_chance(game: AnyGame) -> bool:
    return game.rolls or game.draws


def game_type(game: AnyGame, name: str) -> Any:
    """Return OpenSpiel's description of a kind of game."""
    kind = pyspiel.GameType
    chance, known = kind.ChanceMode, kind.Information
    rivals = game.pays == "lead" or (len(game.seats) == 2 and game.pays == "win")
    rivals = rivals and not game.cooperative and len(game.seats) > 1
    alike = kind.Utility.IDENTICAL if game.cooperative else kind.Utility.GENERAL_SUM
    return kind(
        short_name=name,
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if _has_chance(game) else chance.DETERMINISTIC,
        information=known.IMPERFECT_INFORMATION if game.secret else known.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if rivals else alike,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=len(game.seats),
        min_num_players=len(game.seats),
        provides_information_state_string=game.secret,
        provides_information_state_tensor=game.secret,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def spiel_game(encoding: Encoding) -> Any:
    """Return a game for OpenSpiel, which ``pyspiel.load_game`` then finds too, by its name.

    The name is "ppnb_" with the name of the game and a checksum of its rules and sizes.
    """
    game = encoding.game
    rules = json.dumps([game.rules.changed(), encoding.features, encoding.most_moves], default=str)
    name = f"ppnb_{game.name}_{hashlib.blake2b(rules.encode(), digest_size=4).hexdigest()}"
    description = game_type(game, name)
    attributes = {"encoding": encoding, "description": description}
    pyspiel.register_game(description, type(SpielGame.__name__, (SpielGame,), attributes))
    return pyspiel.load_game(name)
