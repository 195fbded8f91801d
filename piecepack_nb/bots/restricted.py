"""Restricted players: as another bot plays, but without some of its moves.

What such a player loses against the same player unrestricted says what the rules behind those moves
are worth. See Jaffe, Miller, Andersen, Liu, Karlin and Popović (2012), Evaluating competitive game
balance with restricted play, AIIDE 8, 26-31.

Vocabulary
    deed  what a move does or is: the kind of an event, a clause, or a word of the move
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any

from piecepack_nb.bots.looking_ahead import look_ahead
from piecepack_nb.bots.monte_carlo import mcts
from piecepack_nb.core.errors import BadInput, did_you_mean, invalid
from piecepack_nb.core.game import AnyGame, Bot, RandomChoice
from piecepack_nb.core.validate import takes, whole_number
from piecepack_nb.core.wording import join_list
from piecepack_nb.search.uct import fast_pick

TRIES = 8
"""The random moves of a playout that are drawn before one that is forbidden is made."""
PERCENT = 100


def restricted(
    bot: str | Bot | None = None,
    *,
    never: str | Collection[str] = (),
    greedy: str | Collection[str] = (),
    forgets: float = 0.0,
    ahead: int | None = None,
) -> Bot:
    """Return a bot that plays as another one ("random") does, with a restriction.

    A deed is a kind of event ("capture"), a clause ("PM-12") or a word of a move ("wall"). The bot
    avoids the deeds in ``never`` while another move is legal, in its own moves and in those that it
    looks ahead to. Of the deeds in ``greedy`` it does as many as it can in each move; among equal
    moves the other bot chooses. It ``forgets`` each legal move with this chance, from 0 to 1, at
    each decision anew. ``ahead`` is short for a bot that looks so many moves ahead. Raises BadInput
    for a wrong argument and, in play, for a deed that the game doesn't know.
    """
    avoided, wanted = _names("never", never), _names("greedy", greedy)
    chance: object = forgets
    if type(chance) not in (int, float) or not 0 <= forgets < 1:
        raise invalid("forgets", forgets, "a chance from 0 to below 1")
    if ahead is not None:
        if bot is not None:
            raise invalid("ahead", ahead, "None beside a bot, since ahead= makes one")
        bot = look_ahead(depth=whole_number("ahead", ahead, 1, 100))
    base: str | Bot = "random" if bot is None else bot

    def play(game: AnyGame, state: Any, seat: str, pick: RandomChoice) -> Any:
        chosen = _bot_named(game, base)
        sight = _Sight(game, seat, fast_pick(pick), avoided, forgets)
        whole = game.determinize(state, seat, pick) if game.secret else state
        narrow = sight.narrowed()
        moves = sight.best_at(wanted, whole, narrow.moves_for(state, seat)) if wanted else ()
        if moves:
            narrow = _of_moves(narrow, state, moves)
        return chosen(narrow, state, seat, pick)

    play.__name__ = _title(base, avoided, wanted, forgets, ahead)
    return play


def _names(argument: str, given: object) -> tuple[str, ...]:
    names = (given,) if isinstance(given, str) else given
    if not isinstance(names, Collection) or not all(isinstance(each, str) for each in names):
        raise invalid(
            argument, given, "the name of a kind of event, a clause or a word, or several"
        )
    return tuple(names)


def _title(
    base: str | Bot, never: Sequence[str], greedy: Sequence[str], forgets: float, ahead: int | None
) -> str:
    """Return the player in words: "random, never capture"."""
    named = base if isinstance(base, str) else getattr(base, "__name__", "a bot")
    parts = [f"{named}, {ahead} ahead" if ahead else named]
    parts += [f"never {join_list(never)}"] if never else []
    parts += [f"greedy for {join_list(greedy)}"] if greedy else []
    parts += [f"forgets {PERCENT * forgets:g} % of its moves"] if forgets else []
    return ", ".join(parts)


def _bot_named(game: AnyGame, base: str | Bot) -> Bot:
    """Return a bot by its name; raise BadInput for one that the game doesn't have."""
    found: Any = game.bots.get(base) if isinstance(base, str) else base
    if found is None and base in ("random", "look_ahead", "mcts"):
        found = {"random": _random, "look_ahead": look_ahead(), "mcts": mcts()}[str(base)]
    if not takes(found, 4):
        raise invalid("the bot", base, "one of " + ", ".join(map(repr, game.bots)))
    chosen: Bot = found
    return chosen


def _random(game: AnyGame, state: Any, seat: str, pick: RandomChoice) -> Any:
    return game.random_move(state, seat, pick)


# --- Deeds ---------------------------------------------------------------------------------------


class Deeds(Counter[str]):
    """A log that counts events by kind and by clause."""

    def add(self, _state: object, clause: str, kind: str, *_: object) -> None:
        """Count the event."""
        self[kind] += 1
        self[clause] += 1


def deeds(game: AnyGame, state: Any, move: Any) -> Deeds:
    """Return what a legal move does, by kind of event, clause and word of the move."""
    done = Deeds()
    game.apply_move(state, move, done)
    done.update(str(move).replace("-", " ").split())
    return done


def deed_named(game: AnyGame, name: str) -> str:
    """Return a deed as the game names it; "captures" is "capture" where it has that.

    Raises BadInput for one that it doesn't know.
    """
    known = [*game.event_kinds, *(clause.id for clause in game.rulebook), *game.move_words]
    for each in (name, name.removesuffix("s"), name.removesuffix("es")):
        if each in known:
            return each
    if not game.move_words:  # its moves form a continuum: any word may be one of a move's
        return name
    expected = ", ".join(dict.fromkeys(game.event_kinds)) + did_you_mean(name, known)
    raise BadInput(
        f"{game.name} has no {name!r}; expected a clause, a word of a move, or {expected}"
    )


# --- What a restricted player sees of a game -----------------------------------------------------


class _Sight:
    """The moves that a seat sees in one decision, here and ahead."""

    def __init__(
        self,
        game: AnyGame,
        seat: str,
        pick: RandomChoice,
        never: Sequence[str],
        forgets: float,
    ) -> None:
        self.game, self.seat, self.pick, self.forgets = game, seat, pick, forgets
        self.never = [deed_named(game, name) for name in never]
        self.forgotten: dict[str, bool] = {}

    def narrowed(self) -> AnyGame:
        """Return the game with the moves that the seat sees; if it sees none, with all."""
        game, made = self.game, _copy(self.game)

        def moves_for(state: Any, seat: str) -> Collection[Any]:
            moves = game.moves_for(state, seat)
            if seat != self.seat:
                return moves
            return [move for move in moves if self.sees(state, move)] or moves

        def random_move(state: Any, seat: str, pick: RandomChoice) -> Any:
            if seat != self.seat:
                return game.random_move(state, seat, pick)
            for number in range(TRIES):
                move = game.random_move(state, seat, _numbered(pick, number))
                if move is None or self.sees(state, move):
                    return move
            left = list(moves_for(state, seat))
            return pick("move", left) if left else None

        vars(made).update(moves_for=moves_for, random_move=random_move)
        return made

    def sees(self, state: Any, move: Any) -> bool:
        """Return True for a move that isn't forgotten and does nothing that is avoided."""
        if self.forgets and self._forgets(str(move)):
            return False
        if not self.never:
            return True
        done = deeds(self.game, self._whole(state), move)
        return not any(done[name] for name in self.never)

    def _forgets(self, move: str) -> bool:
        if move not in self.forgotten:
            drawn = self.pick("forgets", range(PERCENT))
            self.forgotten[move] = drawn < PERCENT * self.forgets
        return self.forgotten[move]

    def _whole(self, state: Any) -> Any:
        return self.game.determinize(state, self.seat, self.pick) if self.game.secret else state

    def best_at(self, wanted: Sequence[str], state: Any, moves: Collection[Any]) -> list[Any]:
        """Return the moves that do most of what is wanted; [] if none does anything of it."""
        names = [deed_named(self.game, name) for name in wanted]
        done = [(sum(deeds(self.game, state, move)[name] for name in names), move)
                for move in moves]  # fmt: skip
        most = max((count for count, _ in done), default=0)
        return [move for count, move in done if count == most] if most else []


def _numbered(pick: RandomChoice, number: int) -> RandomChoice:
    """Return the choice of another move than before."""
    return pick if not number else lambda name, options: pick(f"{name}, try {number}", options)


def _of_moves(game: AnyGame, here: Any, moves: Sequence[Any]) -> AnyGame:
    """Return a game in which a state, and no other, has only these moves."""
    made = _copy(game)
    by_state: Callable[[Any, str], Collection[Any]] = game.moves_for

    def moves_for(state: Any, seat: str) -> Collection[Any]:
        return moves if state is here else by_state(state, seat)

    def random_move(state: Any, seat: str, pick: RandomChoice) -> Any:
        return pick("move", moves) if state is here else game.random_move(state, seat, pick)

    vars(made).update(moves_for=moves_for, random_move=random_move)
    return made


def _copy(game: AnyGame) -> AnyGame:
    """Return a copy of a game that shares what was computed of its rules."""
    made = object.__new__(type(game))
    vars(made).update(vars(game))
    return made
