"""Who plays what: a person, a bot of the game by name, or a function that is one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from piecepack_nb.core.actors import Actor, Secret
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.entries import takes
from piecepack_nb.core.errors import wrong
from piecepack_nb.core.game import Bot, Chosen, Game

__all__ = ["PERSON", "bot_of", "choice", "seated", "still_seated"]

PERSON = "person"
BOT = "of (game, state, seat, pick)"


def seated(game: Game[Any, Any, Any], seats: object) -> dict[str, str | Bot]:
    """Every seat with who plays it; raises BadInput for an unknown seat or player."""
    if not isinstance(seats, Mapping):
        example = {game.seats[0]: next(iter(game.bots), PERSON)}
        raise wrong("seats", seats, f"a mapping from seat to player, such as {example}")
    for seat, player in seats.items():
        if seat not in game.seats:
            raise wrong("seats", seat, "one of " + ", ".join(game.seats))
        if not (takes(player, 4) or player in (PERSON, *game.bots)):
            known = ", ".join(map(repr, (PERSON, *game.bots)))
            raise wrong(f"seats[{seat!r}]", player, f"one of {known}, or a function {BOT}")
    return {seat: seats.get(seat, PERSON) for seat in game.seats}


def still_seated(seats: Mapping[str, str | Bot], game: Game[Any, Any, Any]) -> dict[str, str | Bot]:
    """Who plays what, of the seats that a game under other rules has."""
    return {seat: player for seat, player in seats.items() if seat in game.seats}


def bot_of(game: Game[Any, Any, Any], player: str | Bot) -> Bot | None:
    """The bot that a player is; None for a person."""
    return game.bots.get(player) if isinstance(player, str) else player


def choice(
    game: Game[Any, Any, Any],
    state: Any,
    actor: Actor,
    bots: Mapping[str, Bot | None],
    seed: int,
    number: int,
) -> Chosen | None:
    """What the bot that is to act chooses; None where a person has a say.

    ``number`` is how many moves were made before. Where seats commit in secret, bots do so before
    any person.
    """
    bot = {seat: bots[seat] for seat in actor.seats}
    secret = isinstance(actor, Secret)
    if not (any if secret else all)(bot.values()) or not bot:
        return None
    seat = next(seat for seat in actor.seats if bot[seat])
    pick = seeded_pick(seed, "bot", number, seat if secret else actor.place)
    told = bot[seat](game, game.seen(state, seat), seat, pick)  # type: ignore[misc]
    chosen = told if isinstance(told, Chosen) else Chosen(told)
    if isinstance(chosen.move, str):
        chosen = chosen._replace(move=game.read_move(state, chosen.move))
    if chosen.move is None or (secret and getattr(chosen.move, "seat", None) != seat):
        move = None if chosen.move is None else str(chosen.move)
        raise wrong(f"the move of {seat}'s bot", move, f"a move of {seat}")
    return chosen
