"""Positions to ask about, found by playing; in each a rule is easily overlooked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.match import Match
from piecepack_nb.games.pacman.board.choosing import attempt, choice_of
from piecepack_nb.games.pacman.board.lines import over
from piecepack_nb.games.pacman.board.worth import worth
from piecepack_nb.games.pacman.going.listing import pac_paths
from piecepack_nb.games.pacman.lessons.asking import text_of
from piecepack_nb.games.pacman.lessons.judging import asked_die, ends, turn_begins
from piecepack_nb.games.pacman.prospects import best
from piecepack_nb.games.pacman.state import State
from piecepack_nb.scene.quiz import Puzzle, found_by_playing

if TYPE_CHECKING:
    from piecepack_nb.games.pacman.play import PacMan

KINDS: Mapping[str, str] = {
    "arrow": "An end is reached only off the board at one arrow and on again at another.",
    "blocked": "A Pac-Man or a ghost stands in a way that would take the full number.",
    "home": "A way that takes the full number would end on another's home.",
    "later": "The die that brings fewer marbles now is worth more in the end.",
}
"""What a puzzle can be about."""
ASKS = {"arrow": "end", "blocked": "end", "home": "end", "later": "best"}
"""The question that each kind asks, as in ``pp.predict``."""
GAMES, MOVES, FIRST = 40, 120, 3
"""How many games are played in search of puzzles, how many moves of each at most, and the turn from
which on a game is looked through: they all begin alike."""


def puzzles(
    game: PacMan,
    kind: str | None = None,
    count: int = 5,
    seed: int = 0,
    question: str | None = None,
) -> list[Puzzle]:
    """``count`` positions of one kind, or of all in turn; ``question`` is another name for a kind.

    Looks through seeded games of bots; the same seed finds the same. Raises BadInput for an unknown
    kind, for a count that is no positive number, and where no such position comes up.
    """
    wanted = kind if kind is not None else question
    return found_by_playing(
        KINDS, wanted, count, seed, GAMES, lambda seed, due: _in_a_game(game, seed, due)
    )


def _in_a_game(game: PacMan, seed: int, due: set[str]) -> Iterator[Puzzle]:
    """At most one puzzle of each kind from a game, so that they differ."""
    bot = ("greedy", "random")[seed % 2]
    match = Match(game, seed=seed, seats=dict.fromkeys(game.seats, bot))
    for _ in range(MOVES):
        if not due or not match.run(1) or match.result is not None:
            return
        state = match.state
        if state.turn < FIRST + seed % 5 or not turn_begins(state):
            continue
        kind = next((each for each in KINDS if each in due and _IS[each](game, state)), None)
        if kind:
            due = due - {kind}
            text = f"Turn {match.turn}: {text_of(state, ASKS[kind])}"
            yield Puzzle(kind, match.branch(match.cursor), text, ASKS[kind])


def _arrow(game: PacMan, state: State) -> bool:
    """Some end has no way but by the arrows."""
    by_end: dict[str, list[bool]] = {}
    for path in pac_paths(game.ruleset, state, asked_die(state)):
        by_arrow = over(path)
        by_end.setdefault(path[-1], []).append(by_arrow)
    return any(all(each) for each in by_end.values())


def _refused(game: PacMan, state: State) -> Iterator[str]:
    """The clauses by which full-number ways to other spaces are refused."""
    found, die = ends(game, state), asked_die(state)
    choice = choice_of(game, state, ("pac", str(die), ""))
    for square in game.board.squares:
        way = attempt(game.ruleset, state, choice, square) if square not in found else None
        if way is not None and len(way.path) == die + 1:
            refusal = game.refusal(state, way)
            if refusal is not None:
                yield refusal.clause


def _blocked(game: PacMan, state: State) -> bool:
    return bool(ends(game, state)) and "PC-8" in _refused(game, state)


def _home(game: PacMan, state: State) -> bool:
    return bool(ends(game, state)) and "PC-6" in _refused(game, state)


def _later(game: PacMan, state: State) -> bool:
    """The best die is not the one with most marbles now."""
    now = {best(game.ruleset, state, state.to_move, die) for die in state.dice}
    found = worth(game, state) if len(now) > 1 else None  # the quick question first
    if found is None:
        return False
    less, more = sorted(found.dice, key=lambda each: each.total)
    return more.total > less.total and more.now < less.now


_IS: Mapping[str, Callable[[Any, State], bool]] = {
    "arrow": _arrow,
    "blocked": _blocked,
    "home": _home,
    "later": _later,
}
