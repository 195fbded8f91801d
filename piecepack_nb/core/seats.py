"""Who plays what: a person, a bot of the game by name, or a function that is one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from piecepack_nb.core.errors import wrong
from piecepack_nb.core.game import Bot, Game

__all__ = ["PERSON", "bot_of", "seated", "still_seated"]

PERSON = "person"


def seated(game: Game[Any, Any, Any], seats: object) -> dict[str, str | Bot]:
    """Every seat with who plays it; raises BadInput for an unknown seat or player."""
    if not isinstance(seats, Mapping):
        raise wrong("seats", seats, "a mapping from seat to player, such as {'suns': 'greedy'}")
    for seat, player in seats.items():
        if seat not in game.seats:
            raise wrong("seats", seat, "one of " + ", ".join(game.seats))
        if not (callable(player) or player in (PERSON, *game.bots)):
            known = ", ".join(map(repr, (PERSON, *game.bots)))
            raise wrong(f"seats[{seat!r}]", player, f"one of {known}, or a function")
    return {seat: seats.get(seat, PERSON) for seat in game.seats}


def still_seated(seats: Mapping[str, str | Bot], game: Game[Any, Any, Any]) -> dict[str, str | Bot]:
    """Who plays what, of the seats that a game under other rules has."""
    return {seat: player for seat, player in seats.items() if seat in game.seats}


def bot_of(game: Game[Any, Any, Any], player: str | Bot) -> Bot | None:
    """The bot that a player is; None for a person."""
    return game.bots.get(player) if isinstance(player, str) else player
